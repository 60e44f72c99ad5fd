// SPDX-License-Identifier: MIT
//
// What the files of room `puppet` share: the match of two bodies, the state of the effectors, and
// the stages of a frame in their order.
#ifndef CAPER_SRC_PUPPET_PUPPET_H
#define CAPER_SRC_PUPPET_PUPPET_H

#include "caper/person.h"
#include "caper/ik.h"
#include "caper/puppet.h"
#include "body/body.h"
#include "contact/ground.h"
#include "puppet/hull.h"

#define CAPERI_PUPPET_LIMBS CAPER_LIMB_COUNT

/// Effectors by index: limbs, then these.
enum {
    CAPERI_EFFECTOR_HEAD = CAPER_LIMB_COUNT,
    CAPERI_EFFECTOR_LEFT_KNEE,
    CAPERI_EFFECTOR_RIGHT_KNEE,
    CAPERI_EFFECTOR_LEFT_ELBOW,
    CAPERI_EFFECTOR_RIGHT_ELBOW
};
/// The bit of an effector's index in a set.
#define CAPERI_EFFECTOR_BIT(index) (1u << (index))
/// The part that an effector is.
caper_part caperi_effector_part(int index);

#define CAPERI_PUPPET_ARMS 2
#define CAPERI_LEAST_SLACK 0.001f // of a limb that is straight by joint angles: it may be
#define CAPERI_MOST_SLACK 0.02f   // of one that is not: 11 degrees of bend, which hide a shiver
#define CAPERI_PLAIN_BEND 0.3f    // sine of the bend from which on the plane of a limb is plain
#define CAPERI_WALL 0.2f          // cosine: what is steeper is a wall, and nobody is lifted by it
#define CAPERI_PUPPET_INFLUENCES 64
#define CAPERI_PUPPET_PAIRS 16   // as many as an actor has targets
#define CAPERI_EFFECTOR_POINTS 2 // rear and front: heel and ball of a foot, wrist and finger tips

// ------------------------------------------------------------------------------------ the match

/// Where the rotation of a body of the puppet comes from: R = R_performer x align, between two
/// bodies of the performer where chains differ in number.
typedef struct caperi_follow {
    int16_t from, to; // bodies of the performer; from -1: rigid on its parent
    float share;      // 0: from, 1: to
    caper_quat align_from, align_to;
} caperi_follow;

/// The point with which an effector meets things.
typedef struct caperi_contact {
    int16_t body;                    // of the performer
    int16_t tip;                     // of the puppet
    int16_t toe, source_toe;         // that move by themselves on both bodies, or -1
    caper_vec3 toe_middle, toe_half; // box of the toes, along the axes of the model at rest
    caper_quat toe_level;            // brings those axes into the frame of toe
    bool limb;                       // moves a limb; the others only the root
    float excess;                    // length of the puppet's foot over the performer's, scaled
    float pitch; // share of a foot's pitch to keep near the ground: less for feet that are long
    bool foot;   // lies flat where it stands
    caper_vec3 source[CAPERI_EFFECTOR_POINTS]; // performer's points, frame of `body`
    float radius;                              // of the performer's flesh around them
    caper_vec3 source_grip;                    // what goes where the puppet's grip goes
    caper_vec3 grip;                           // frame of tip
    caper_vec3 points[CAPERI_EFFECTOR_POINTS]; // puppet's points, frame of tip
    float radius_out;                          // of the puppet's part about its grip
    caper_vec3 corners[8];                     // of the puppet's part, frame of tip
    caper_vec3 up, side;                       // of a foot that stands, frame of tip
} caperi_contact;

/// A value that follows another with bounded acceleration.
typedef struct caperi_chase {
    caper_vec3 value, velocity;
    caper_vec3 target; // a frame ago
} caperi_chase;

/// The same of a rotation.
typedef struct caperi_turn_chase {
    caper_quat value, target;
    caper_vec3 velocity;
} caperi_turn_chase;

/// A body that a hand may touch and nothing may enter: on the puppet and on the performer.
typedef struct caperi_flesh {
    int16_t body, source;
    int8_t limb; // that it belongs to, -1: the trunk
    caperi_hull own, other;
} caperi_flesh;

/// How a hand feels the performer's own body.
typedef struct caperi_feel {
    int count;
    int8_t part[CAPERI_MAX_HULLS];
    float weight[CAPERI_MAX_HULLS]; // importance, 0..1
    caperi_place place[CAPERI_MAX_HULLS];
} caperi_feel;

/// History of it: distances of the palm from the hulls, and how they change.
typedef struct caperi_feel_state {
    float distance[CAPERI_MAX_HULLS], rate[CAPERI_MAX_HULLS];
    float weight[CAPERI_MAX_HULLS], weight_rate[CAPERI_MAX_HULLS]; // smoothed importance
    caper_vec3 before, velocity; // of the palm, in the frame of the chest
    uint32_t near;               // bits of the hulls whose history counts
    uint32_t felt;               // of those that matter
} caperi_feel_state;

/// How an arm is kept out of the own body.
typedef struct caperi_clear_state {
    caperi_chase way;    // of the wrist, in the frame of the chest
    caperi_chase swivel; // of the elbow, x alone
    int32_t moves;
} caperi_clear_state;

/// Places along an arm that may enter nothing: two of the upper arm, three of the forearm, two of
/// the hand.
#define CAPERI_ARM_SAMPLES 7

/// What the way out of the own body needs to know of an arm.
typedef struct caperi_arm {
    uint32_t samples; // bits of those that count: short thick arms need no places between
    float share[5];   // of the way to the elbow, and from there to the wrist
    float radius[3], source_radius[3];                 // of upper arm, forearm and hand
    float reach[3];                                    // of balls about the middles of those
    caper_vec3 hand[2], source_hand[2];                // ends of the hand, in its frame
    float spare[CAPERI_ARM_SAMPLES][CAPERI_MAX_HULLS]; // distance from the trunk at rest, <= 0
    float leg_spare[3][CAPERI_MAX_HULLS];              // the same of its parts from those of legs
} caperi_arm;

/// History and measures of one effector.
typedef struct caperi_effector {
    caper_vec3 before[CAPERI_EFFECTOR_POINTS];   // performer's points a frame ago, scaled
    caper_vec3 velocity[CAPERI_EFFECTOR_POINTS]; // smoothed
    caper_stance stance;                         // of the performer's points
    float hold;                                  // of the latch, 0..1, as the actor holds it
    float flesh;                                 // of the performer, found to be under a hand
    float importance, importance_rate;           // smoothed
    float straight; // length from end to end over that of its parts, by joint angles, smoothed
    caperi_turn_chase source;         // of the performer's foot
    caper_vec3 shift;                 // of the shoulder or hip, from captured, a frame ago
    caperi_chase weight;              // importance, eased by how far it moves the limb
    caperi_chase heel;                // how far it rises so that the shin is clear
    caperi_chase landing;             // of the goal along the surface, so that it is within reach
    caper_vec3 pairing, pairing_rate; // from the performer's things to their targets, smoothed
    int32_t planted, landing_known;
    int32_t holding; // the latch has it
} caperi_effector;

/// All history of a puppet.
typedef struct caperi_puppet_state {
    caperi_effector effectors[CAPER_EFFECTOR_COUNT];
    caper_vec3 offset, offset_velocity; // of the root
    caper_vec3 pull;                    // of the root, by limbs that could not reach
    caperi_chase shift, turns[2];       // of the root's place; of pelvis and upper body
    caperi_turn_chase trunk[2];         // of pelvis and upper body, as the performer turns them
    float floor, joint_floor;           // least shift upwards that frees trunk; knees and elbows
    float drift;                        // how far the performer's floor has crept up, metres
    float landed;                       // the same where a foot landed last: drift goes there
    caperi_feel_state feels[CAPERI_PUPPET_ARMS];
    caperi_chase together; // importance of the other hand, x alone
    caperi_clear_state clears[CAPERI_PUPPET_ARMS];
    caper_vec3 hips;  // of the performer, a frame ago
    caper_root space; // where the performer's space has been carried to, scaled
    int32_t started;
    caper_puppet_report report;
} caperi_puppet_state;

/// What a half-life leaves of something after a frame, known for frames of one length.
typedef struct caperi_decay {
    float dt, share;
} caperi_decay;
static inline float caperi_decay_left(caperi_decay *left, float half_life, float dt)
{
    if (left->dt != dt || !(left->share > 0)) {
        left->dt = dt;
        left->share = caper_exp2(-dt / half_life);
    }
    return left->share;
}

/// What one frame knows of an effector; no history.
typedef struct caperi_sight {
    caper_vec3 points[CAPERI_EFFECTOR_POINTS]; // performer's, scaled
    float heights[CAPERI_EFFECTOR_POINTS];     // above the surface
    float speeds[CAPERI_EFFECTOR_POINTS];      // against the surface
    caper_vec3 plane_point, plane_normal;      // the surface nearest to it
    caper_vec3 surface_velocity;
    float touch;      // importance of the other hand and the own body
    float together;   // importance of the other hand alone
    float cleared;    // how far it was kept out of the own body
    bool surface;     // there is one near
    int32_t platform; // that it belongs to, or -1
    float importance;
    caper_quat rotation; // goal of the tip
    caper_vec3 goal;     // of the tip's joint
    float height;        // of it above the surface, where that matters
} caperi_sight;

struct caper_puppet {
    caper_puppet_def def;
    caper_influence influences[CAPERI_PUPPET_INFLUENCES];
    caper_puppet_pair pairs[CAPERI_PUPPET_PAIRS];
    caper_person performer, person;
    caperi_contact contacts[CAPER_EFFECTOR_COUNT];
    uint32_t effectors;
    float scale, size; // size: of the puppet over 1.8 m
    bool enlarges;     // the performer's shivers, by a trunk that is large for its legs
    bool cut;          // the performer was seen elsewhere all at once
    caperi_ground ground;
    caper_quat rest_lower[CAPERI_PUPPET_LIMBS]; // at rest: of middle from start
    caper_quat rest_tip[CAPERI_PUPPET_LIMBS];   // of tip from its parent
    caperi_joint_bounds tip_bounds[CAPERI_PUPPET_LIMBS];
    caper_latch_def latches[CAPERI_PUPPET_LIMBS]; // in the puppet's measure
    caper_stance_def stance;                      // of the performer, in the puppet's measure

    caperi_follow *follow; // per body of the puppet
    int16_t *moving;       // bodies whose rotations are needed, parents first
    int moving_count;
    uint8_t *group;            // per body: 0 below the waist, 1 above it
    uint8_t *solid;            // per body: may not be under the ground
    bool tailed;               // has tails, which may bend
    int16_t waist;             // first spine body above the root
    caper_pose source_model;   // the performer, placed
    caper_transform *captured; // per body: joint angles alone, placed by scaling
    caper_transform *posed;    // per body: with root and posture
    caper_transform *body;     // per body: as solved, in the puppet's world
    caperi_sight sights[CAPER_EFFECTOR_COUNT];

    caperi_flesh parts[CAPERI_MAX_HULLS];
    int part_count;
    caperi_feel feels[CAPERI_PUPPET_ARMS];
    caperi_arm arms[CAPERI_PUPPET_ARMS];

    caperi_decay straight_left, steady_left, velocity_left, drift_left, rate_left;
    struct caperi_creature *creature; // the puppet is no person: this one is its stand-in
    caperi_puppet_state state;
    size_t memory_size;
    caper_allocator allocator;
};

/// From the performer's space to the puppet's world.
static inline caper_vec3 caperi_puppet_place(const caper_puppet *puppet, caper_vec3 p)
{
    float floor = puppet->def.floor + puppet->state.drift;
    return caper_vec3_make(p.x * puppet->scale, (p.y - floor) * puppet->scale, p.z * puppet->scale);
}

// ------------------------------------------------------------------------------------ stages

/// Match the bodies, so that directions of segments agree: fills follow, moving and group.
void caperi_puppet_match(caper_puppet *puppet);
/// Fill contacts.
void caperi_puppet_measure(caper_puppet *puppet);

/// Sections 4: where the performer's effectors are, how near and how important.
void caperi_puppet_look(caper_puppet *puppet, const caper_world_frame *frame, float dt);
/// A target where the performer has it: his own thing, where it is one of a pair.
caper_target caperi_puppet_real_target(const caper_puppet *puppet, const caper_target *target);
/// What counts as standing for the performer, where the puppet is, and how each limb is held.
void caperi_puppet_measure_stance(caper_puppet *puppet);
/// Where effectors should go: flat feet, places that can be reached; which of them stand.
void caperi_puppet_plant(caper_puppet *puppet, float dt);
/// The same of a stand-in, whose own places nobody asks for.
void caperi_puppet_stand(caper_puppet *puppet, float pace, float dt);
/// What that says of limbs, to be held; returns their number.
int caperi_puppet_offer(const caper_puppet *puppet, caper_offer_contact *contacts);
/// Take limbs as they are held.
void caperi_puppet_take(caper_puppet *puppet, const caper_offer_contact *contacts, float dt);
/// Turn a foot towards flat by the least share by which its joint is at most so high above its
/// lowest corner: a long foot that points down would otherwise fold a short leg.
caper_quat caperi_puppet_level(const caperi_contact *k, caper_quat rotation, caper_vec3 normal,
                               float most);
/// Section 5.1: the offset of the root from the captured pose; false when some limb cannot reach.
bool caperi_puppet_root(caper_puppet *puppet, float dt, caper_vec3 *offset);
/// The share of its length by which a limb stays short of straight: nearly straight ones show the
/// jitter of a capture enlarged. One that is straight by joint angles, and stays so, may be.
static inline float caperi_puppet_slack(const caper_puppet *puppet, int limb)
{
    return caper_clamp(1 - puppet->state.effectors[limb].straight, CAPERI_LEAST_SLACK,
                       CAPERI_MOST_SLACK);
}
/// Section 5.2: turn and move the trunk in puppet->body until limbs reach.
int caperi_puppet_posture(caper_puppet *puppet);
/// One frame of a chase: follow exactly, but never with more than an acceleration of `most`.
caper_vec3 caperi_chase_update(caperi_chase *chase, caper_vec3 target, float most, float dt);
/// The same, braking in time above a floor, which was at `before` a frame ago and is now at
/// `floor`.
caper_vec3 caperi_chase_above(caperi_chase *chase, caper_vec3 target, float before, float floor,
                              float most, float dt);
/// Does it rest at 0?
bool caperi_chase_is_down(const caperi_chase *chase);
/// Begin at rest at a value.
void caperi_chase_start(caperi_chase *chase, caper_vec3 value);
/// From a to b by the shorter way, within 1e-3 radians of caper_quat_slerp at a tenth of its cost:
/// nlerp of a share that is corrected (A. Kapoulkine, "Approximating slerp", 2015, whose numbers
/// these are).
static inline caper_quat caperi_part_way(caper_quat a, caper_quat b, float share)
{
    float d = fabsf(caper_quat_dot(a, b)), half = share - 0.5f;
    float bow = 1.0904f + d * (-3.2452f + d * (3.55645f - d * 1.43519f));
    float lift = 0.848013f + d * (-1.06021f + d * 0.215638f);
    share += share * half * (share - 1) * (bow * half * half + lift);
    return caper_quat_nlerp(a, b, share);
}
/// The turn between two rotations and its application, cheaply: exact where it is small, monotonous
/// up to half a turn.
caper_vec3 caperi_small_turn(caper_quat from, caper_quat to);
caper_quat caperi_turn_a_little(caper_quat q, caper_vec3 turn);
/// The same of a rotation.
caper_quat caperi_turn_chase_update(caperi_turn_chase *chase, caper_quat target, float most,
                                    float dt);
void caperi_turn_chase_start(caperi_turn_chase *chase, caper_quat value);
/// Find the hulls of both bodies, and how they correspond.
void caperi_puppet_find_hulls(caper_puppet *puppet);
/// How near the performer's palms are to his own body.
void caperi_puppet_feel(caper_puppet *puppet, float dt);
/// Where the joints of the hands go when the performer's palms are together or on his own body,
/// and how much that matters: 0 for hands that are near to nothing.
void caperi_puppet_touch(caper_puppet *puppet, caper_vec3 goals[CAPERI_PUPPET_ARMS],
                         float weights[CAPERI_PUPPET_ARMS]);
/// How deep the puppet's arms are in its own body at rest.
void caperi_puppet_measure_spare(caper_puppet *puppet);
/// Bring arms out of the puppet's own body.
void caperi_puppet_clear(caper_puppet *puppet, const caper_world_frame *frame, float dt);
/// How the parts of limbs are turned against each other at rest.
void caperi_puppet_measure_hinges(caper_puppet *puppet);
/// Elbows and knees bend in the planes of their hinges; the upper parts' twist and the wrists take
/// the rest. Joints stay where they are.
void caperi_puppet_hinges(caper_puppet *puppet);
/// Hands, and feet in the air, are turned no farther than the limits of their joints.
void caperi_puppet_limits(caper_puppet *puppet);
/// Section 5.3: all limbs, from puppet->body's trunk.
void caperi_puppet_limbs(caper_puppet *puppet, const caper_world_frame *frame, float dt);
/// Bring the hand or foot of a limb back to the surface that it is under.
void caperi_puppet_keep_out(caper_puppet *puppet, int index, const caper_world_frame *frame);
/// How deep the deepest corner of a box (middle and half sizes in the frame of `at`) is under the
/// surface nearest to its middle; negative or 0 when it is not.
float caperi_puppet_depth(const caper_puppet *puppet, const caper_world_frame *frame,
                          caper_transform at, caper_vec3 middle, caper_vec3 half);
/// The same of the box of a body.
float caperi_puppet_box_depth(const caper_puppet *puppet, const caper_world_frame *frame, int index,
                              caper_transform at);
/// Bend the upper body of puppet->posed, whose trunk is so deep at most, back where it is under the
/// ground; false where it is not.
bool caperi_puppet_bend(caper_puppet *puppet, const caper_world_frame *frame, float deepest);
/// How deep the deepest part of the trunk of puppet->posed is under the ground; negative above it.
float caperi_puppet_trunk_depth(const caper_puppet *puppet, const caper_world_frame *frame);
/// How deep the deepest knee or elbow of puppet->body is; negative where all are clear.
float caperi_puppet_joint_depth(const caper_puppet *puppet, const caper_world_frame *frame);

// ------------------------------------------------------------------------------------ as a source

/// Forget all history, as before the first frame.
void caperi_puppet_reset(caper_puppet *puppet);
/// Bodies of the puppet that may stand, at most.
int caperi_puppet_contact_count(const caper_puppet *puppet);
/// Goals that it has, at most.
int caperi_puppet_goal_count(const caper_puppet *puppet);
/// A frame, first: the performer's pose, placed by `root` in his own space. `at` is where the
/// puppet was, and becomes where it is now, over the ground: y is the height of its hips. False,
/// with nothing changed, for poses of other counts or numbers that are not finite.
bool caperi_puppet_see(caper_puppet *puppet, const caper_pose *local, const caper_transform *root,
                       float dt, caper_root *at);
/// What was seen and all that is remembered is moved in its world (a turn about Y and a way over
/// the ground), because the puppet is moved by others as well.
void caperi_puppet_carry(caper_puppet *puppet, caper_transform by);
/// Second: what matters, what may stand and where; returns the number of contacts.
int caperi_puppet_plan(caper_puppet *puppet, const caper_world_frame *frame, float dt,
                       caper_offer_contact *contacts);
/// The pose as planned, placed in the world, for others to mix with: joint angles alone.
void caperi_puppet_sketch(caper_puppet *puppet, caper_pose *local);
/// Third: the pose, with contacts as they are held, placed in the world; a creature's comes with
/// goals (world), of which `goal_count` is set. Contacts then wish to be where they are.
void caperi_puppet_pose(caper_puppet *puppet, caper_offer_contact *contacts,
                        const caper_world_frame *frame, float dt, caper_pose *local,
                        caper_goal *goals, int *goal_count);
/// Per body, how what the solver moves gets out of the ground; NULL: the pose is out of it.
const uint8_t *caperi_puppet_solid(const caper_puppet *puppet);
/// What the last frame made of the effectors.
const caper_puppet_report *caperi_puppet_last(const caper_puppet *puppet);
/// Write the state that time has made; returns the bytes needed, and writes when they fit.
size_t caperi_puppet_save(const caper_puppet *puppet, void *out, size_t size);
/// Take a state of a puppet of the same def. False, with nothing changed, for anything else.
bool caperi_puppet_load(caper_puppet *puppet, const void *bytes, size_t size);

#endif
