// SPDX-License-Identifier: MIT
//
// What the files of room `actor` share: the state of an actor. actor.c makes it, source.c and the
// source_*.c open what plays, play.c starts and ends sources, lay.c lays what they offer over each
// other, hold.c holds what stands, update.c runs a frame, state.c saves and loads.
#ifndef CAPER_SRC_ACTOR_ACTOR_H
#define CAPER_SRC_ACTOR_ACTOR_H

#include "caper/actor.h"
#include "math/place.h"
#include "puppet/puppet.h"

#include <math.h>

#define CAPERI_MAX_EVENTS 64         // of motions, reported by one update; others come on top
#define CAPERI_MAX_FRAME_TARGETS 128 // own targets and those of the frame
#define CAPERI_NAME_SIZE 64          // of a target or a source
#define CAPERI_STAGE_LEGS 64         // that stages are told about
#define CAPERI_MOST_LOOKS 256        // ahead, of a stage in one update
#define CAPERI_EXTRA_GOALS 64        // room for stages beyond one goal for each body
#define CAPERI_EXTRA_CONTACTS 16     // bodies that may stand beyond the feet
#define CAPERI_LEAST_WEIGHT 1e-12f   // share: less is none; 1 over a denormal is no number

/// Where a deform of a clip goes.
typedef struct caperi_deform_link {
    int16_t deform; // of the character; -1: nowhere
    int16_t body;   // that has it
} caperi_deform_link;

/// Something that plays or waits.
typedef struct caperi_source {
    caper_source id; // 0: a free slot
    const caper_source_kind *kind;
    void *self; // of the kind; this source for clips and motions
    char name[CAPERI_NAME_SIZE];
    const struct caper_actor *actor;
    const caper_motion *motion;
    const caper_binding *binding;
    const caper_clip *clip;
    int variant, layer, loops;
    float weight, speed;
    double time;     // into the source, not wrapped
    double before;   // the same at the last update; below 0: time 0 is still to come
    float dt;        // of this update, times speed
    float fade;      // 0..1, eased when used
    float fade_rate; // per second: above 0 while fading in, below 0 while fading out
    float top;       // of the fade: what it was when it began to end, else 1
    float fade_out;  // seconds, as asked for
    bool waiting, additive, ending, hold;
    bool given;                  // self is an instance of the caller's, who may want it back
    bool played;                 // some update has moved it on
    bool jumped;                 // the actor was put elsewhere since it looked last
    bool offers;                 // its offer of this frame is good
    float *mask;                 // body_count weights, or NULL
    caperi_deform_link *deforms; // by deform of the clip; NULL without
    float *deform_values;        // room for a sample of them, behind the links
    caper_source_room room;
    caper_offer offer;
    void *memory; // of the offer
    size_t memory_size;
    uint32_t order; // of starting, for ties within a layer
} caperi_source;

/// A time of a source: which pass, and where in it.
typedef struct caperi_spot {
    double pass;
    float time;
} caperi_spot;

/// A target that the actor set for itself.
typedef struct caperi_actor_target {
    char name[CAPERI_NAME_SIZE]; // "": free
    caper_transform transform;
} caperi_actor_target;

/// Is a root one that an actor can stand at?
static inline bool caperi_is_good_root(caper_root root)
{
    return caperi_is_near(caper_vec3_make(root.x, root.y, root.z)) && fabsf(root.yaw) <= CAPERI_FAR;
}

/// What holds a body that may stand.
typedef struct caperi_stand {
    caper_stance stance; // as its wishes tell it
    caper_latch latch;
    float since;  // seconds of holding or not
    int32_t free; // it is where its plan has it
    int32_t down; // sources disagreed while it stood: it is kept down until it has left
} caperi_stand;

/// Balls about the joints of all bodies, in rows of fours.
typedef struct caperi_about {
    float *x, *y, *z; // of the joint, where that was noted
    float *reach;     // from it to the farthest corner of the box, and a little
} caperi_about;

/// What sources say of a body that may stand, mixed.
typedef struct caperi_vote {
    float weight; // of all who say something, 0..1
    float yes;    // that it stands
    float ask;    // that the detector decides
    float pivot_weight;
    const caper_offer_contact *planner; // the weightiest who says on which point it stands
    float wish_weight;                  // of those who say where it should be, and the sums of that
    caper_vec3 position;
    caper_quat rotation;
    float matters; // how much where it should be matters, 0..1
    float posed;   // of those who pose its limb themselves
} caperi_vote;

/// Goals of one body while layers are mixed: sums within a layer.
typedef struct caperi_sum {
    caper_vec3 point, position;
    caper_quat rotation;
    float position_weight, rotation_weight;
    float soften, give;
    float strict, strict_weight; // by the larger of both weights
    float carried, turned;       // of the weights: with the spine
    float yields;                // of the rotation weight: to the limits of its joint
} caperi_sum;

/// The last way of a source, and how much of it counts on its layer.
typedef struct caperi_cut {
    int layer;
    float weight;
    caper_root way;
} caperi_cut;

/// The fall of the center of mass: where it was, how fast, and how far the trunk is kept above what
/// sources ask for, metres and a second.
typedef struct caperi_fall_state {
    float height, speed, above, above_rate;
    int known; // frames, up to those that tell a speed
    // of a leap: seconds that it takes from its first frame on (0: none), how many of them are over
    // (below 0: that frame is to come), the heights at both ends, when it lands, seconds of the
    // motion, and the speed of the motion for which it was planned
    float lasts, since, from, to, land, pace;
} caperi_fall_state;
#define CAPERI_FALL_KNOWN 2 // frames after which a speed is known

struct caper_actor {
    const caper_character *character;
    const caper_world *world;
    const caper_solver *solver;
    caper_solver *own_solver;
    caper_bindings *bindings;
    bool own_bindings, latch_feet;
    caper_solver_params params;
    caper_jiggle *jiggle; // NULL: off
    caper_allocator allocator;
    size_t memory_size;

    caper_root root;
    caper_root way;       // by which the last update moved it, seen from where it was
    caper_root last_root; // of the last update
    caper_root rate;      // per second, by which it moved in the last update
    caperi_source sources[CAPER_MAX_SOURCES];
    int slot_count; // slots from here on are free: a crowd should not walk through them
    caper_source last_id;
    uint32_t last_order;
    caperi_actor_target targets[CAPER_MAX_TARGETS];
    int target_slots; // the same for targets
    caper_actor_stage stages[CAPER_MAX_STAGES];
    int stage_count;

    // what may stand: the feet of all legs first, others as sources name them
    caper_actor_contact *contacts;
    caperi_stand *holds;
    caperi_vote *votes, *layer_votes;
    int16_t *contact_of; // by body: in contacts, or -1
    int contact_count, contact_capacity;
    caper_stance_def stance; // of bodies of that size
    caper_latch_def latch;
    uint8_t *walked; // by body: a source with a way of its own says how it stands

    caperi_source *playing[CAPER_MAX_SOURCES]; // in this update, by layer and order
    int playing_count;
    caperi_cut cuts[CAPER_MAX_SOURCES]; // the ways of those that came to their end in this update
    int cut_count;
    caper_actor_event *events;
    int event_count;
    caper_goal *goals;
    int goal_count, goal_capacity;
    caper_goal *before, *after; // goals as stages found and left them, for what is laid again
    int before_count, after_count;
    caper_pose before_base, after_base; // and the base pose
    bool staged;                        // stages ran in this update
    float lift;                 // metres that the root is raised so that nothing is in the ground
    caperi_chase rise;          // how it gets there, y alone
    caper_vec3 lean, lean_rate; // metres that the trunk is aside for its weight, and a second
    caperi_fall_state fall;     // how the center of mass falls under a motion
    caperi_about about;
    bool goes_apart;                // false: both of these are 0
    caper_vec3 *apart, *apart_rate; // by body: metres that its goal is moved out of others, and a
                                    // second
    caperi_sum *sums;               // by body
    int16_t *slots;                 // by body: its goal, or -1
    int16_t *touched;               // bodies with sums in this layer
    int16_t *spine_slot;            // by body: place of its spine body in character->spine
    int last_hip;                   // foremost of those that carry a leg; -1 without legs
    caper_transform *moved;         // by place in the spine: from rest, by what is laid so far
    caper_target frame_targets[CAPERI_MAX_FRAME_TARGETS];
    caper_pose base, sample, local, model;
    bool posed_any;                     // the base pose is not rest
    bool model_is_base;                 // sample holds the base pose in model space
    bool model_is_local;                // model is that of the local pose
    float *deform_sums, *deform_shares; // of one layer
    float *posed; // by body: how far sources pose it, which jiggle leaves alone
    uint8_t *has_ik;
    void *scratch; // of the solver
};

/// The slot of a live source, or NULL.
caperi_source *caperi_actor_find(caper_actor *actor, caper_source id);
/// Free a slot and what it holds.
void caperi_source_clear(caper_actor *actor, caperi_source *source);
/// The same of a source that was refused: what the caller gave stays his.
void caperi_source_give_back(caper_actor *actor, caperi_source *source);
/// Take a free slot for a source and what it plays; NULL with an error. The slot stays free until
/// it is given an id.
caperi_source *caperi_source_open(caper_actor *actor, const caper_play_def *def,
                                  caper_error *error);
/// The deform of a character of that name.
caperi_deform_link caperi_find_deform(const caper_character *character, const char *name);
/// Open what a def plays, each by its file.
bool caperi_open_clip(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                      caper_error *error);
bool caperi_open_motion(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                        caper_error *error);
bool caperi_open_walk(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                      caper_error *error);
bool caperi_open_puppet(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                        caper_error *error);
/// Is it a performer's? He moves at his own speed.
bool caperi_is_performer(const caperi_source *source);
/// The puppet of a performer's source; NULL when it has ended or is none.
const caper_puppet *caperi_actor_puppet(const caper_actor *actor, caper_source id);
/// A command in the space of a player that is turned by so much against the world.
caper_graph_command caperi_command_seen(const caper_graph_command *command, float turn);
/// Say of bodies whether they stand: bits in their order.
void caperi_offer_feet(caper_offer *offer, const int16_t *feet, int count, uint32_t stands);
/// Seconds that one pass of a source takes at speed 1; HUGE_VAL for those without an end.
double caperi_source_duration(const caperi_source *source);
/// Where a time of the source lies. In double up to here, so that what loops for days stays smooth.
caperi_spot caperi_source_spot(const caperi_source *source, double time);
/// Weight with fades, eased.
float caperi_source_weight(const caperi_source *source);
/// Does it move the actor over the ground?
bool caperi_source_travels(const caperi_source *source);
/// The way over a source's time in this update by `root_at`: the rest of the pass in which it
/// began, whole passes, and a part.
caper_root caperi_source_way(const caperi_source *source,
                             caper_root (*root_at)(const caperi_source *source, float time));
/// Where a source goes in this update, from where the actor is.
caper_root caperi_source_move(caper_actor *actor, caperi_source *source,
                              const caper_world_frame *frame);
/// Move all sources on by dt: times, fades, queues, ends; fills the actor's events.
void caperi_sources_advance(caper_actor *actor, float dt, const caper_world_frame *frame);
/// Add an event of a body.
void caperi_report_body(caper_actor *actor, caper_event_kind kind, int body);
/// The frame that sources see: the actor's own targets first.
caper_world_frame caperi_actor_frame(caper_actor *actor, const caper_world_frame *frame);
/// What a source is told.
caper_source_input caperi_source_input(const caper_actor *actor, const caperi_source *source,
                                       const caper_world_frame *frame);
/// sum + weight * add.
caper_root caperi_root_add(caper_root sum, caper_root add, float weight);
/// Note where a source went that ends in this update, of which so much showed.
void caperi_note_cut(caper_actor *actor, const caperi_source *source, caper_root to, float shown);
/// All sources move; the root of the actor with them.
void caperi_move(caper_actor *actor, const caper_world_frame *frame);
/// All sources look.
void caperi_look(caper_actor *actor, const caper_world_frame *frame);
/// The pose that the one source that plays has made after contacts were held, as it is.
void caperi_lay_posed(caper_actor *actor);
/// Lay all offers over each other: base pose, goals, votes. A function of the offers.
void caperi_lay(caper_actor *actor);
/// The base pose in model space, worked out when somebody asks.
const caper_transform *caperi_base_model(caper_actor *actor);
/// Where the sources want a body, in model space.
caper_transform caperi_wish(caper_actor *actor, int body);
/// Lay all offers for a time to come; `way`: of the root since `from`. What was laid before is
/// gone. False when a source does not know its future.
bool caperi_foresee(caper_actor *actor, const caper_world_frame *frame, double from, double to,
                    caper_root *way);
/// Where a motion that has left the ground comes down, before the present is laid.
void caperi_foresee_landing(caper_actor *actor, const caper_world_frame *frame);
/// Hold what stands: contacts from votes, goals and base pose.
void caperi_hold_contacts(caper_actor *actor, const caper_world_frame *frame, float dt);
/// Make the places of contacts goals.
void caperi_apply_contacts(caper_actor *actor);
/// The share of the sources that ask for calm limbs, 0..1.
float caperi_calm(const caper_actor *actor);
/// Goals and base pose to a local pose.
bool caperi_solve_goals(caper_actor *actor);
/// Bring the trunk to the nearest pose that the legs which stand can bear, and solve again.
bool caperi_bear(caper_actor *actor, float dt);
/// Goals of hands that came out inside the trunk, a head or another hand are brought to its skin,
/// and all is solved again.
#define CAPERI_MOST_KEPT 64 // goals, room on the stack: more are left alone; nobody has 20 hands
bool caperi_keep_apart(caper_actor *actor, float dt);
/// Goals and base pose to a local pose, and out of the ground what sources want to be out of it.
bool caperi_solve_above(caper_actor *actor, const caper_world_frame *frame, float dt);

/// Recorded frames, without jumps.
typedef struct caperi_ease_job {
    caper_actor *actor;      ///< whose solver is used; what it plays stays as it is
    caper_transform *frames; ///< frame_count x body_count, local
    caper_root *roots;
    int frame_count;
    float rate;
    float size; ///< metres, of whoever's time the motion keeps
    bool steps; ///< ways of feet in the air too, whether they jump or not
    const caper_contact *contacts;
    int contact_count;
} caperi_ease_job;
/// Spread jumps over the frames around them; feet stay while they stand. False without memory.
bool caperi_ease(const caperi_ease_job *job);

/// Set targets. False with an error.
bool caperi_set_targets(caper_actor *actor, const caper_target *targets, int count,
                        caper_error *error);

/// Prepare a run-up, so that a looping motion is at `at` when its recording begins: whole passes of
/// it, at least four seconds, in which loose parts settle. For jobs without `before`. Sets the
/// actor's root to where these passes lead to `at`; returns their seconds, for `settle`. Returns 0,
/// and does nothing, for a motion that does not loop or has ended.
float caperi_record_run_up(caper_actor *actor, caper_source source, const caper_motion *motion,
                           caper_root at);

#endif
