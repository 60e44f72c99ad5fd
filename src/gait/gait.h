// SPDX-License-Identifier: MIT
//
// What the files of room `gait` share: the plan of a character and the state of a walker.
#ifndef CAPER_SRC_GAIT_GAIT_H
#define CAPER_SRC_GAIT_GAIT_H

#include "caper/gait.h"
#include "contact/footing.h"
#include "contact/height.h"

/// Cycles after which every harmonized group is back at its start (denominators are 1 to 4, and
/// steps that are left out divide by 1 to 4 once more).
#define CAPERI_GAIT_WRAP 144.0

/// Of its duty: what a wholly weak leg stands shorter by (a limp that was tuned by eye).
#define CAPERI_WEAK 0.35f

/// Of leg length: what hips are lower at both ends of a stance (captured walks, 2 to 6 cm).
#define CAPERI_BENT 0.08f

/// Of leg length: what is farther above its ground no leg steps on; a thigh that is level lifts an
/// ankle by about as much. Set by hand.
#define CAPERI_CLIMB 0.7f

/// Of leg length: no foot steps down by more, as none climbs more.
#define CAPERI_DEEP CAPERI_CLIMB

/// Of leg length, a steep stair's rise: feet that follow each other differ no more.
#define CAPERI_TREAD 0.27f

/// Heel up as a sole leaves the ground at a brisk walk, radians.
#define CAPERI_RISE (41.0f * CAPER_DEGREE)

#define CAPERI_ROOMS 5 // heights of the hips for which it is known how far joints let a foot stand

/// What the plan knows about a leg beyond the public part.
typedef struct caperi_leg_plan {
    caper_quat rest_rotation; // of the foot, model space
    caper_vec3 hip;           // joint of the hip at rest, model space
    caper_vec3 ankle;         // joint of the foot in the foot's own frame relative to the sole
    caper_vec3 toe, heel;     // ends of the sole, foot frame
    caper_vec3 pivot;         // what the heel rises about: the front end, or the joint of the toes
    float toe_length;         // sole center to toes
    float front, rear;        // sole center to the foremost point, toes included, and to the heel
    caper_vec3 axis;          // that a sole rolls about, foot frame: turning by it, toes go down
    caper_vec3 along;         // to the toes, foot frame
    caper_vec3 aside;         // what the ankle is beside the sole, foot frame
    float ankle_ahead, ankle_up; // from the center of the flat sole
    float pivot_ahead, pivot_up;
    float roll;           // how far the heel rises before the foot leaves the ground, radians
    float strike;         // how far the toes are up when the heel lands, radians
    float folds;          // how far it folds back in flight, radians
    float fold_share[2];  // what of that its joints allow, in a walk and in a run
    float risen, forward; // how far that roll takes the ankle up and on
    float landing_up, landing_back;     // and how far the ankle is up and back as the heel lands
    caper_vec3 corners[CAPERI_CORNERS]; // points of the sole from its center, foot frame
    int corner_count;
    float reach;              // joint to joint from hip to ankle, straight
    float fork;               // the part of it that a leg of the same hip shares
    float lift;               // length that lifts are shares of: a low hip leaves little room
    float fold;               // in flight the ankle stays about this far from the hip
    caper_vec3 away;          // by going there: down, or out from under a sprawling leg
    float use;                // what a stance may use of it
    float bent;               // hip to ankle at rest, share of reach
    float sprawl;             // 0..1: it stands out to the side more than below its hip
    float straight;           // 0..1: by that, it walks with straight knees as people do
    float offset_x, offset_z; // ankle from hip at rest
    float drop;               // hip above ankle at rest
    float least;              // joint to joint no nearer than this: a leg without a knee; else 0
    // of home: how far its joints let it stand there, as the hips are lower and lower (fold.c)
    float ahead[CAPERI_ROOMS], behind[CAPERI_ROOMS];
    float narrow; // 0..1: of home's way from the middle, what they let it stand at
    float gap;    // how far from home it may stand without meeting its neighbor
    float weak;   // 0..1: it stands shorter and bears less
    int twin;     // the leg of the same thigh that it steps with; itself mostly
    bool shares;  // its thigh carries other feet, too
    bool peg;     // the foot hangs on the spine itself
    int link;     // of the spine that the hip hangs on
    float share;  // of the way from the rearmost hips to the foremost
} caperi_leg_plan;

/// From hip to ankle, straight: what a leg without a knee may stretch by is not part of it.
static inline float caperi_leg_reach(const caperi_leg_plan *plan)
{
    return plan->least > 0.0f ? plan->bent * plan->reach : plan->reach;
}

/// A body below a foot that lies on the ground with it.
typedef struct caperi_toe {
    int body, leg;
    caper_quat rest; // against the foot
} caperi_toe;

/// A place of a tail or trunk that is held above the ground.
typedef struct caperi_hold {
    int body;
    caper_vec3 point; // of the body, its frame
    caper_vec3 rest;  // the same at rest, model space
    float thick;      // what is below it
    float reach;      // from where the chain hangs
} caperi_hold;

#define CAPERI_HOLDS 4 // of a chain; every other has a goal

/// A tail or trunk that hangs low, from its end to its start.
typedef struct caperi_chain {
    int link;           // of the spine that carries it
    caper_vec3 start;   // where it hangs, model space
    caper_vec3 outward; // away from the legs, as long as the chain
    caperi_hold holds[CAPERI_HOLDS];
} caperi_chain;

/// A low point of the body.
typedef struct caperi_low {
    int link;
    caper_vec3 rest; // model space
} caperi_low;

#define CAPERI_CHAINS 6
#define CAPERI_LOWS 12
#define CAPERI_LINKS 128 // of a crawling spine whose ground is known each

#define CAPERI_ARMS 16 // that swing

/// A limb with a hand that hangs beside the body.
typedef struct caperi_swing_arm {
    int hand, elbow, base; // bodies; the joint of the base is the shoulder
    int leg;               // that it swings against
    float gain;
    float bent; // elbow at rest, radians
} caperi_swing_arm;

/// A spine body that a footless gait moves.
typedef struct caperi_link {
    int body;
    float along;     // arc length from the rear end of the spine
    caper_vec3 rest; // box center at rest, model space
} caperi_link;

/// The end of a limb of a body without feet: it creeps with it, or beats.
typedef struct caperi_tip {
    int body;
    caper_vec3 rest; // box center at rest, model space
    float length;    // of its limb
    bool creeps;     // it lies on the ground
    int middle;      // body half way along its limb, or -1
    float share;     // of the way from its base to the tip at which that body begins
} caperi_tip;

struct caper_gait {
    const caper_character *character;
    caper_gait_style style;
    caper_gait_style layers[CAPER_GAIT_MAX_LAYERS];
    float layer_weights[CAPER_GAIT_MAX_LAYERS];
    int layer_groups[CAPER_GAIT_MAX_LAYERS];
    int layer_count;
    float gravity;
    caper_gait_mode mode;
    caper_gait_leg *legs;
    caperi_leg_plan *plans;
    int leg_count;
    caperi_toe *toes;
    int toe_count;
    caperi_chain chains[CAPERI_CHAINS];
    int chain_count;
    caperi_low lows[CAPERI_LOWS];
    int low_count;
    caperi_swing_arm arms[CAPERI_ARMS];
    int arm_count;
    caper_gait_group groups[CAPER_GAIT_MAX_GROUPS];
    int row_counts[CAPER_GAIT_MAX_GROUPS];
    int group_count;
    int path_count;
    float path_times[CAPER_GAIT_MAX_PATH];
    caper_vec3 path[CAPER_GAIT_MAX_PATH], path_speeds[CAPER_GAIT_MAX_PATH]; // forward up pitch
    int leading; // group that sets the pace
    int first;   // leg of it that cycles begin with
    bool curved; // some style has curves
    float swift; // a foot that goes a way D in flight takes at least this many sqrt(D / gravity)
    float length;
    float tau;                       // sqrt(length / gravity): all times of a body scale with it
    caper_vec3 pivot;                // middle of the hips, model space: what the torso turns about
    float span_x, span_z;            // of the homes
    float roll_room, pitch_room;     // length of a leg over its way from the middle, at least
    float way_behind;                // how far back the ground along the way is known
    int way_count;                   // and at how many places
    float supple;                    // share of legs that can bend
    float straight;                  // and that are straight at rest
    float radius;                    // of the farthest home from the middle
    float clearance;                 // of the lowest part of the spine over the ground at rest
    bool bends;                      // legs hang on several places along the spine
    int first_hip, last_hip, anchor; // links: with the rearmost legs, the foremost, under the root
    int shoulder;                    // link with arms that swing; else the last
    float bend_middle, bend_rear, bend_length; // z of the anchor, way to the first hip, to the last
    float most_bend;                           // curvature, 1 / m
    float row_gap;                             // largest between legs, share of bend_length
    float heavy;                               // 0..1: too heavy to trot
    float paces;     // 0..1: front feet leave earlier, not to be trodden on by hind ones
    float lithe;     // 0..1: how much the back goes with the legs
    float most_wave; // radians that it does so by at most
    caperi_link *links;
    caperi_tip *tips; // of an upright body without feet
    int tip_count;
    int tail_count; // bodies of tails that wave behind an upright body on the ground
    int foot_count; // states of feet: of legs, or of tips
    int link_count;
    float link_length; // of the spine
    float front_z;     // of the foremost link at rest
    bool upright;      // the spine stands: nothing to bend along the way
    size_t memory_size;
    caper_allocator allocator;
};

/// How a sole rolls through a stance: toes up at first, flat, then the heel rises.
typedef struct caperi_roll {
    float strike; // radians that the toes are up as it lands
    float rise;   // radians that the heel is up as it leaves
    float off;    // share of the stance at which the heel begins to rise
    float slows;  // 0..1: how much it slows down again before it leaves
} caperi_roll;

/// One foot of a walker.
typedef struct caperi_foot {
    float phase;      // 0..1; stands below duty
    float lift_phase; // phase at which it left the ground
    float duty;       // of its present cycle
    float rate;       // cycles a second, as its phase runs now
    int32_t stands;
    int32_t platform; // it stands on, or -1
    int32_t decided;  // the landing is final
    int32_t replans;
    int32_t rough;       // what lies on its way is uneven
    int32_t cramped;     // a step is right before its toes
    int32_t hovers;      // there is no ground within reach: it lands nowhere
    float late;          // seconds that it has waited for the hips to come down
    float steps;         // 0..1: its way goes over steps, not along a slope
    caper_vec3 position; // sole center, world
    caper_quat rotation; // world
    caper_vec3 anchor;   // where it stands or stood last, world
    caper_quat anchor_rotation;
    caper_vec3 local; // the same in the frame of the platform that it stands on or left
    caper_quat local_rotation;
    caper_vec3 target; // present aim
    caper_vec3 normal; // of the ground there
    caper_vec3 wish;   // the aim that it was chosen for
    float wish_yaw;
    caper_vec3_knot drift;   // off its path: how it left and what the aim moved by; none at landing
    caper_vec3_knot twist;   // the same of its rotation, as a rotation vector
    float height;            // of its path
    float raised;            // what its sole is over the way from landing to landing
    float over, height_goal; // more, over what lies on its way
    caper_vec3 velocity;     // of a standing foot: its platform's
    caperi_roll roll;        // of this stance, or of the coming one
    float tip;               // toes down, radians, against its flat sole
    caper_knot left;         // the tip as it left, by shares of the flight
    float guard, guard_velocity; // raised over what its sole would touch
    float deep;                  // how far its sole was below the ground as it left
    float load;                  // 0..1
    float ground;                // height that this foot reports to the torso
    caper_vec3 going;            // velocity of its home over the ground, root frame
    float front, back;           // room that the leg has for a stance, from its home
    caper_vec3 start;            // of the flight, world
    caper_quat start_rotation;
    caper_vec3 start_normal; // of the ground that it left, and likewise
    int32_t start_platform;
    int32_t start_cramped;
    caper_quat goal_rotation; // of the landing
} caperi_foot;

#define CAPERI_TRAIL 96 // remembered points of a slithering path
#define CAPERI_BEND 12  // nodes along a bending spine

#define CAPERI_WAY 40 // places along a way

/// The ground along the way, from under the rearmost feet to a few steps ahead.
typedef struct caperi_walk_way {
    float heights[CAPERI_WAY]; // that of the last one is the farthest ahead
    int32_t count;
    caper_vec3 along; // where it goes, level, of length 1
    caper_vec3 next;  // the place after the last
    float steep;      // rise over run of its steepest stretch, up or down
    float ahead;      // the same of the one ahead of the body
    float riser;      // leg lengths: its highest step
} caperi_walk_way;

/// All state of a walker: plain bytes.
typedef struct caperi_walker_state {
    uint64_t plan; // hash of the plan, so that states of other characters are refused
    int32_t placed;
    int32_t idle;    // all feet stand and nothing is asked for
    caper_root root; // as it was last given out
    caper_vec3 velocity, acceleration;
    caper_vec3 wish, wish_velocity; // the command as feet take it: landings do not jump
    float turn;                     // to where it should face, likewise
    float yaw_rate;
    float height_velocity; // of root.y
    double cycles;         // of the leading group, wrapped
    double total_cycles;
    float frequency;
    float activity;                     // 0 standing .. 1 walking
    float effort, effort_velocity;      // how much of the command is still to come: anticipation
    caper_vec3 offset, offset_velocity; // of the torso, root frame
    caper_vec3 waved, rocked;           // what curves of styles add: offset, and rotation vector
    caper_vec3 tilt, tilt_velocity;     // rotation vector, root frame
    float rise, rise_velocity;          // of the torso over what its low points would touch
    float steep;                        // of the way, up or down, smoothed
    float ahead;                        // of the next steps alone
    float tread;                        // leg lengths: the longest stride over its stairs
    caperi_walk_way way;                // that is ahead and under the body
    float slope;                        // of the way, up or down, smoothed
    float lifts[CAPERI_CHAINS], lift_velocities[CAPERI_CHAINS]; // of tails and trunks, radians
    float crouch;                                               // of the style, metres
    float stride;                                               // of the leading group, metres
    caper_knot height;                                          // of the hips, world
    float roll;                                                 // of the torso but for its swaying
    float run;                                                  // 0..1: how much of a run it is
    float duty;                                                 // of the leading group, smoothed
    float bounced;                                              // what a run adds to that height
    float lowered;                                              // of the hips, at most, of late
    float uneven;                                               // 0..1: of what the feet stand on
    caper_vec3 grade;                    // rise over run of the soles' ground, world
    caper_vec3 lies;                     // the same of the plane through the feet: that of stairs
    float pace;                          // frequency that is asked for, smoothed
    int32_t skip[CAPER_GAIT_MAX_GROUPS]; // a group that cannot swing so fast steps every so often
    caper_vec3 trail[CAPERI_TRAIL];      // where the front end went, evenly spaced, newest first
    double trail_arc;                    // way of trail[0] since the start
    double travel;                       // way of the front end
    caper_vec3 front;                    // the front end now
    float heights[CAPERI_LINKS];         // of the ground under the links
    float bend_yaw;                      // of the root when the spine was bent last
    float curve, curve_velocity;         // of the way, 1 / m, to the left
    float look, look_velocity;           // how far heads are turned ahead
    float headings[CAPERI_BEND];         // from the first hip to the anchor, against the root
    float turns[CAPERI_BEND], turn_velocities[CAPERI_BEND];   // the same as they are shown
    float rises[CAPERI_BEND], rise_velocities[CAPERI_BEND];   // from the first hip to the last
    float waves[CAPERI_BEND], wave_velocities[CAPERI_BEND];   // turns with the legs, to the left
    float arch, arch_velocity;                                // of the back, metres
    float nod, nod_velocity;                                  // of the neck, slope
    float swings[CAPERI_ARMS], swing_velocities[CAPERI_ARMS]; // how far, radians
    float backs[CAPERI_ARMS];                                 // radians, as they are now
    float elbows[CAPERI_ARMS], elbow_velocities[CAPERI_ARMS]; // radians
} caperi_walker_state;

/// How a link of the spine is moved from rest, in the root frame.
typedef struct caperi_link_bend {
    caper_transform move;
    float yaw;
} caperi_link_bend;

struct caper_walker {
    const caper_gait *gait;
    caper_allocator allocator;
    size_t memory_size;
    caperi_link_bend *bends;      // of the links; follow from the state
    const caper_world *way_world; // that the way in the state is of; NULL: not known
    caperi_walker_state state;
    caperi_foot feet[]; // foot_count
};

/// One step of a walker, after the job was checked.
typedef struct caperi_step {
    caper_walker *walker;
    const caper_gait *gait;
    const caper_world *world;
    caperi_ground ground; // of that world, or flat
    const caper_world_frame *frame;
    caper_walk_command command;
    float dt;
    caper_transform root;  // as it is after steering
    caper_transform place; // the torso as it was, in the world
    float speed;           // of the fastest foot, turning included
    bool moves;            // it is fast enough to step
    bool restarted;        // it stood before
    float turn;            // radians to where it should face
    float turn_rate;       // by which that turns steadily
    float turn_most;       // fastest turn
    float slow_left,
        quick_left; // what is left of a difference after this step, the same for all feet
    caper_gait_key params[CAPER_GAIT_MAX_GROUPS];
    float frequency[CAPER_GAIT_MAX_GROUPS];
} caperi_step;

/// How a body moves that a walk takes over.
typedef struct caperi_entry {
    caper_vec3 velocity; // of the root, world
    float yaw_rate;
    const caper_transform *feet; // by leg: its foot, world
    const bool *stands;          // by leg
} caperi_entry;

// way.c
void caperi_way_plan(caper_gait *gait);
/// What of the speed asked for stairs and steep hills leave.
float caperi_way_slows(caperi_step *step, caper_vec3 wish);
/// What hills and stairs leave of a stride, metres.
float caperi_way_stride(const caperi_step *step, float stride);

// style.c
void caperi_path_prepare(caper_gait *gait);
caper_gait_key caperi_table_at(const caper_gait_table *table, float froude);
caper_vec3_knot caperi_path_at(const caper_gait *gait, float time);
/// Does a layer have curves for the torso, which goes with the leading group?
static inline bool caperi_layer_curves(const caper_gait *gait, int layer)
{
    int group = gait->layer_groups[layer];
    return gait->layers[layer].curve_count > 0 && (group < 0 || group == gait->leading);
}
/// What the curves of all styles add at a phase of the cycle: leg lengths and degrees.
void caperi_curves_at(const caper_gait *gait, float froude, float phase,
                      float out[CAPER_GAIT_CHANNELS]);
extern const char *const caperi_gait_mode_names[CAPER_GAIT_MODE_COUNT];

// foot.c
void caperi_feet_place(caperi_step *step);
/// Take feet over as they are: those that stand stay, the others fly on.
void caperi_feet_enter(caperi_step *step, const caperi_entry *entry);
void caperi_feet_update(caperi_step *step);
/// The share of its flight that a foot has behind it; 0 for one that stands.
static inline float caperi_flight(const caperi_foot *foot)
{
    float share = (foot->phase - foot->lift_phase) / (1.0f - foot->lift_phase);
    return foot->stands ? 0.0f : caper_clamp(share, 0.0f, 1.0f);
}

// flight.c
/// The path of a foot at a share of its flight: forward, up, pitch.
caper_vec3_knot caperi_foot_path(const caperi_step *step, float share);
/// How much of what it must clear a foot is up at a share of its flight.
float caperi_foot_plateau(float share);
/// The height of a climb at a share of the flight: up steps the foot rises first, down steps it
/// sinks last; on a slope it goes with the way.
caper_knot caperi_climb(const caperi_foot *foot, float climb, float share, caper_vec3_knot path);

// landing.c
/// Where the root will be, level.
typedef struct caperi_ahead {
    float time, x, z, turn, sine, cosine; // turn from now; of its yaw
} caperi_ahead;

/// What is left after some time of how the root moves now: a speed that changes is there by 63 % in
/// 0.9 tau.
static inline float caperi_left(const caperi_step *step, float time)
{
    return caper_exp(-time / (0.9f * step->gait->tau));
}

/// The root after some time, of which that is left, if it goes on as it does, towards what it is
/// told.
caperi_ahead caperi_predict_level(const caperi_step *step, float time, float left);
/// Where the flat sole of a foot will be in a stance that begins at a time and lasts, and how it
/// lies.
caper_vec3 caperi_next_landing(const caperi_step *step, int leg, float time, float lasts,
                               caper_quat *flat);
/// About how high the ground is where the body is about to go.
float caperi_coming_height(const caperi_step *step);
/// The ground at a place, flat without a world; false where a world has none.
bool caperi_ground_find(const caperi_step *step, caper_vec3 at, caper_hit *hit);
/// Its height; that of the place where there is none.
float caperi_ground_height(const caperi_step *step, caper_vec3 at);
/// The sole of a leg and the ground around it.
caperi_footing_job caperi_footing_of(const caperi_step *step, int leg);

// toes.c
void caperi_toes_plan(caper_gait *gait);
void caperi_toes_goals(const caper_walker *walker, const caper_walk_job *job);

// hang.c
void caperi_hang_plan(caper_gait *gait);
void caperi_hang_update(caperi_step *step);
void caperi_hang_goals(const caper_walker *walker, const caper_walk_job *job,
                       caper_transform torso);

// arms.c
void caperi_arms_plan(caper_gait *gait);
void caperi_arms_update(caperi_step *step);
void caperi_arms_goals(const caper_walker *walker, const caper_walk_job *job,
                       caper_transform torso);

// roll.c
/// What a sole can do: its ends, how far it rolls.
void caperi_roll_plan(caper_gait *gait, int leg);
/// How a foot would roll as the body goes now.
caperi_roll caperi_roll_wanted(const caperi_step *step, int leg);
/// The tip at a share of the stance, with its derivatives by that share.
caper_knot caperi_roll_at(const caperi_roll *roll, float share);
/// Remember how the sole turns as it leaves.
void caperi_roll_leave(const caperi_step *step, int leg);
/// The tip at a share of the flight.
float caperi_roll_flight(const caperi_step *step, int leg, float share);
/// The pose of a foot whose flat sole is somewhere, at a share of its flight (0: it stands).
caper_transform caperi_roll_pose(const caperi_leg_plan *plan, caper_vec3 base, caper_quat flat,
                                 float tip, float share);
/// How far the lowest point of that sole is above its base.
float caperi_roll_low(const caperi_leg_plan *plan, float tip, float share);

// fold.c
/// Find what of folds the joints of the legs allow; false without memory.
bool caperi_fold_plan(caper_gait *gait);
/// How far from its home the joints of a leg let its foot stand, to one side of it (> 0: ahead),
/// that is so much nearer to the hips than at rest.
float caperi_fold_room(const caper_gait *gait, int leg, float side, float rise);
/// What of `shares`, in a walk and in a run, holds as the body goes now.
float caperi_fold_share(const caperi_step *step, const float shares[2]);

// height.c
/// Plan how high the hips go over the coming steps, and go there.
void caperi_height_update(caperi_step *step);
/// Start from a body that stands, or that moves by itself.
void caperi_height_place(caperi_step *step);

/// How wide a leg stands, against rest: one without a knee is as long as it is, wherever it stands.
static inline float caperi_gait_width(const caperi_step *step, int leg)
{
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float width = step->params[step->gait->legs[leg].group].width;
    return plan->least > 0.0f ? 1.0f : caper_max(width, plan->narrow);
}

// swing.c
/// How high a foot swings over flat ground.
float caperi_swing_lift(const caperi_step *step, int leg);
/// A hump over a flight: 1 at 3 / 7 of it, and nothing that jerks at its ends.
float caperi_midflight(float share);
/// How much of the way to a foot's target is steps, 0 to 1; the rest is slope.
float caperi_swing_steps(const caperi_step *step, int leg);
/// Look at what lies on the way to the target of a foot.
void caperi_swing_plan(caperi_step *step, int leg);

// walker.c
float caperi_fastest_flight(const caperi_step *step, int leg);
/// Where a leg should be in its cycle: feet may be early or late, this is not.
float caperi_wanted_phase(const caperi_step *step, int leg);
/// The first half of caper_walker_update: time goes on and the root moves.
bool caperi_walker_move(caper_walker *walker, const caper_walk_job *job);
/// Take over a body that moves: its speed, its feet and the place in the cycle that they are at.
bool caperi_walker_enter(caper_walker *walker, const caper_walk_job *job,
                         const caperi_entry *entry);
/// The second half: goals, against the root as it is.
void caperi_walker_goals(const caper_walker *walker, const caper_walk_job *job);

// torso.c
void caperi_torso_update(caperi_step *step);
caper_transform caperi_torso_transform(const caper_walker *walker);

/// Springs of one half-life, so that one exponential does for all.
typedef struct caperi_springs {
    float rate, keep, dt;
} caperi_springs;

static inline void caperi_spring_to(const caperi_springs *spring, float *x, float *velocity,
                                    float goal)
{
    float off = *x - goal, pull = *velocity + spring->rate * off;
    *x = goal + spring->keep * (off + pull * spring->dt);
    *velocity = spring->keep * (*velocity - pull * spring->rate * spring->dt);
}

// wave.c
/// How far the back of a body can go with its legs.
void caperi_wave_plan(caper_gait *gait);
void caperi_wave_update(caperi_step *step, const caperi_springs *spring);
/// How far the back is up at a share of the way between the hips, and how it slopes there.
float caperi_wave_arch(const caper_walker *walker, float share);
float caperi_wave_slope(const caper_walker *walker, float share);
/// How a neck slopes more than what it hangs on, at a share of its length.
float caperi_wave_neck(const caper_walker *walker, float share);

// spine.c
void caperi_spine_plan(caper_gait *gait);
void caperi_spine_place(caper_walker *walker);
void caperi_spine_update(caperi_step *step);
void caperi_spine_pose(caper_walker *walker);
/// A point of the spine body that a leg hangs on, given at rest, in the root frame as it is bent.
static inline caper_vec3 caperi_bent(const caper_walker *walker, int leg, caper_vec3 rest)
{
    return caper_transform_mul_point(walker->bends[walker->gait->plans[leg].link].move, rest);
}

/// How far the spine body that a leg hangs on is turned from the root.
static inline float caperi_bent_yaw(const caper_walker *walker, int leg)
{
    return walker->bends[walker->gait->plans[leg].link].yaw;
}
caper_transform caperi_body_bend(const caper_walker *walker, int body);
void caperi_spine_goals(const caper_walker *walker, const caper_walk_job *job,
                        caper_transform torso);

/// caper_goal.soften of all that walks: at full reach a knee keeps 2 asin of it. 0.2 lets legs
/// stretch by 2 %, which no eye sees, and knees open as smoothly as captured ones (tuned on the
/// menagerie at Fr 0.01 to 1.5).
#define CAPERI_SOFTEN 0.2f
/// The same of legs that are straight at rest, while they stand: 9 degrees, as late stances of
/// people have.
#define CAPERI_SOFTEN_STRAIGHT 0.08f

/// caper_goal.give of what bears nothing, as hands and tails: what is out of its reach is not
/// reached. The judge calls 5 % torn.
#define CAPERI_GIVE 0.02f

/// Add a goal where there is room.
static inline void caperi_goal_add(const caper_walk_job *job, caper_goal goal)
{
    goal.soften = goal.soften > 0.0f ? goal.soften : CAPERI_SOFTEN;
    if (*job->goal_count < job->goal_capacity) {
        job->goals[(*job->goal_count)++] = goal;
    }
}

// legless.c
void caperi_legless_plan(caper_gait *gait);
void caperi_legless_place(caperi_step *step);
void caperi_legless_update(caperi_step *step);
void caperi_legless_goals(const caper_walker *walker, const caper_walk_job *job);

/// v^2 / (g L).
float caperi_gait_froude(const caper_gait *gait, float speed);

/// When a leg lands at a Froude number of its group, in cycles of the group.
float caperi_gait_trigger(const caper_gait *gait, int leg, float froude);

#endif
