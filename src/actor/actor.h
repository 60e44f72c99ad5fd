// SPDX-License-Identifier: MIT
//
// What the files of room `actor` share: the state of an actor. actor.c makes it, play.c starts and
// ends sources, mix.c turns sources into a base pose and goals, update.c runs a frame, state.c
// saves and loads.
#ifndef CAPER_SRC_ACTOR_ACTOR_H
#define CAPER_SRC_ACTOR_ACTOR_H

#include "caper/actor.h"

#define CAPERI_MAX_EVENTS 64         // reported by one update; more are lost
#define CAPERI_MAX_FRAME_TARGETS 128 // own targets and those of the frame
#define CAPERI_NAME_SIZE 64          // of a target
#define CAPERI_EXTRA_GOALS 64        // room for stages beyond one goal for each body

/// Something that plays or waits.
typedef struct caperi_source {
    caper_source id; // 0: a free slot
    const caper_motion *motion;
    const caper_binding *binding;
    const caper_clip *clip;
    int variant, layer, loops;
    float weight, speed;
    double time;     // into the source, not wrapped
    double before;   // the same at the last update; below the start: nothing played yet
    float fade;      // 0..1, eased when used
    float fade_rate; // per second: above 0 while fading in, below 0 while fading out
    float fade_in, fade_out;
    bool waiting, additive, ending, hold;
    float *mask;         // body_count weights, or NULL
    int16_t *deform_map; // clip deform -> deform of the character, or -1; NULL without deforms
    uint32_t order;      // of starting, for ties within a layer
} caperi_source;

/// A target that the actor set for itself.
typedef struct caperi_target {
    char name[CAPERI_NAME_SIZE]; // "": free
    caper_transform transform;
} caperi_target;

/// What holds a foot.
typedef struct caperi_foot {
    caper_roll roll;
    int32_t known; // it has a last frame
} caperi_foot;

/// Goals of one body while layers are mixed: sums within a layer.
typedef struct caperi_sum {
    caper_vec3 point, position;
    caper_quat rotation;
    float position_weight, rotation_weight;
} caperi_sum;

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
    caperi_source sources[CAPER_MAX_SOURCES];
    caper_source last_id;
    uint32_t last_order;
    caperi_target targets[CAPER_MAX_TARGETS];
    caper_actor_stage stages[CAPER_MAX_STAGES];
    int stage_count;
    caperi_foot *feet; // one for each leg

    caper_actor_event events[CAPERI_MAX_EVENTS];
    int event_count;
    caper_goal *goals;
    int goal_count, goal_capacity;
    caper_goal *fresh; // of one motion
    caperi_sum *sums;  // by body
    int16_t *slots;    // by body: its goal, or -1
    int16_t *touched;  // bodies with sums in this layer
    caper_target frame_targets[CAPERI_MAX_FRAME_TARGETS];
    caper_pose base, sample, local, model;
    float *deforms, *deform_weights; // of one motion
    uint8_t *has_ik;
    void *scratch; // of the solver
};

/// The slot of a live source, or NULL.
caperi_source *caperi_actor_find(caper_actor *actor, caper_source id);
/// Free a slot and what it holds.
void caperi_source_clear(caper_actor *actor, caperi_source *source);
/// Seconds that one pass of a source takes at speed 1.
float caperi_source_duration(const caperi_source *source);
/// Where in its source it is now, passes of what does not loop by itself taken off.
float caperi_source_time(const caperi_source *source);
/// Weight with fades, eased.
float caperi_source_weight(const caperi_source *source);
/// Move all sources on by dt: times, fades, queues, ends; fills the actor's events.
void caperi_sources_advance(caper_actor *actor, float dt);
/// The frame that motions see: the actor's own targets first.
caper_world_frame caperi_actor_frame(caper_actor *actor, const caper_world_frame *frame);
/// How far sources moved the root during this update, in the actor's frame.
caper_root caperi_mix_travel(const caper_actor *actor);
/// Mix clips into actor->base. False: none plays and base is at rest.
bool caperi_mix_clips(caper_actor *actor);
/// Mix motions into actor->goals and the deforms of actor->base.
void caperi_mix_motions(caper_actor *actor, const caper_world_frame *frame);
/// Hold feet that stand. `clips`: some clip plays, so that feet follow the base pose.
void caperi_latch_feet(caper_actor *actor, bool clips, float dt);

#endif
