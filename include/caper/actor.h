// SPDX-License-Identifier: MIT
// Room `actor`: one living character, the instance that owns all per-frame state.
//
// An actor plays sources (motions and clips) on layers, lets stages add goals, solves them, lets
// loose parts jiggle, and keeps the pose. Data flows one way:
//   sources -> goals + base pose -> stages before IK -> solver -> stages after IK -> jiggle ->
//   pose.
// An actor belongs to one thread while it updates; what it plays is shared and immutable. The same
// inputs give the same bits on any number of threads. Updating never allocates.
#ifndef CAPER_ACTOR_H
#define CAPER_ACTOR_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/contact.h"
#include "caper/ik.h"
#include "caper/jiggle.h"
#include "caper/motion.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_MAX_LAYERS 16  ///< of one actor
#define CAPER_MAX_SOURCES 32 ///< playing or waiting at one time on one actor
#define CAPER_MAX_STAGES 16  ///< of one actor
#define CAPER_MAX_TARGETS 16 ///< that one actor sets for itself

// ---------------------------------------------------------------------------------------------------
// Actor

/// An actor to be made. Start from caper_actor_def_default(). What it points to must outlive it.
typedef struct caper_actor_def {
    const caper_character *character;
    const caper_world *world;          ///< NULL: flat ground at the height of its root
    const caper_solver *solver;        ///< shared by actors of one character; NULL: makes its own
    caper_bindings *bindings;          ///< shared cache; NULL: makes its own
    const caper_solver_params *params; ///< copied; NULL: the defaults
    const caper_jiggle_def *jiggle;    ///< NULL: the defaults; looseness 0 turns it off
    caper_root root;                   ///< where it starts
    bool latch_feet; ///< feet that stand stay where they landed (contact latch); default true
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_actor_def;
/// No character yet, at the origin.
CAPER_API caper_actor_def caper_actor_def_default(void);

/// One living character.
typedef struct caper_actor caper_actor;

/// Make an actor at rest. NULL with an error for a bad def or without memory.
CAPER_API caper_actor *caper_actor_create(const caper_actor_def *def, caper_error *error);
/// Free an actor; NULL is fine.
CAPER_API void caper_actor_destroy(caper_actor *actor);
/// Its character.
CAPER_API const caper_character *caper_actor_character(const caper_actor *actor);
/// One frame of dt >= 0 seconds. `frame` is what moves in the world now, may be NULL; targets that
/// the actor set for itself come first, 128 are seen in all. False, with nothing changed, for a bad
/// dt; false as well when a stage refused, time having gone on all the same. Never allocates.
CAPER_API bool caper_actor_update(caper_actor *actor, float dt, const caper_world_frame *frame);
/// Update many, spread over the pool (NULL: on this thread). The same bits on any thread count.
CAPER_API void caper_actors_update(caper_actor *const *actors, int count, float dt,
                                   const caper_world_frame *frame, caper_job_pool *pool);
/// The pose after the last update, local; translations hold any stretch.
CAPER_API const caper_pose *caper_actor_local(const caper_actor *actor);
/// The same in model space.
CAPER_API const caper_pose *caper_actor_model(const caper_actor *actor);
/// Where the actor is: world = root x model.
CAPER_API caper_root caper_actor_root(const caper_actor *actor);
/// Put it somewhere else at once; loose parts and latches forget. Ignored when not finite or beyond
/// 1e9 m.
CAPER_API void caper_actor_set_root(caper_actor *actor, caper_root root);
/// The goals that the last update solved; returns their number.
CAPER_API int caper_actor_goals(const caper_actor *actor, const caper_goal **goals);
/// Take a pose that physics has made of the last one; it is what others see until the next update.
/// False, with nothing changed, for another count of bodies or numbers that are no pose.
CAPER_API bool caper_actor_accept(caper_actor *actor, const caper_pose *local, caper_root root);

// ---------------------------------------------------------------------------------------------------
// Playing

/// Something to play: a motion or a clip. Start from caper_play_def_default().
typedef struct caper_play_def {
    const caper_motion *motion; ///< either this
    const caper_clip *clip;     ///< or this, of the actor's skeleton
    int variant;       ///< of a motion; -1: the one nearest to the first of its targets that the
                       ///< actor has set, else the first
    int layer;         ///< 0 .. CAPER_MAX_LAYERS - 1; higher layers go on top
    float weight;      ///< 0..1; default 1
    float speed;       ///< default 1; 0 stands still; not negative
    float start;       ///< seconds into the source
    float fade_in;     ///< seconds; what plays on the layer fades out meanwhile; default 0.25
    float fade_out;    ///< seconds before the end, in which what waits fades in; default 0.25
    bool hold;         ///< at its end it stays as it is until stopped, replaced or followed
    int loops;         ///< times to play; 0 (default): as the source says (once, or forever)
    bool queue;        ///< wait until the layer's last source ends (or, if it loops forever, its
                       ///< pass) instead of replacing it
    bool additive;     ///< a clip only: its difference from rest is added to what is below
    const float *mask; ///< a clip only: weight per body, copied; NULL: all
    uint32_t cookie;
} caper_play_def;
/// Nothing to play yet.
CAPER_API caper_play_def caper_play_def_default(void);

/// A source that plays: 0 is none. Handles are not reused by one actor, but for those that begin
/// after a state was loaded: they are numbered as from that state on.
typedef uint32_t caper_source;

/// Start or queue a source. 0 with an error: not bindable, another skeleton, a mask for a motion,
/// no room. What it plays must outlive the actor or its part in it. May allocate.
CAPER_API caper_source caper_actor_play(caper_actor *actor, const caper_play_def *def,
                                        caper_error *error);
/// Fade a source out and end it, no later than it would anyway; 0 stops all. What waits behind it
/// begins. Waiting ones that are stopped are dropped at once, and nobody is told.
CAPER_API void caper_actor_stop(caper_actor *actor, caper_source source, float fade_out);
/// What a source does now.
typedef struct caper_source_state {
    bool waiting; ///< in the queue
    float time;   ///< seconds into the source, not wrapped
    float weight; ///< with fades
    float speed;  ///< as set
    int variant;  ///< of a motion
    int layer;    ///< that it plays on
} caper_source_state;
/// Its state; false when it has ended.
CAPER_API bool caper_actor_source(const caper_actor *actor, caper_source source,
                                  caper_source_state *state);
/// Change a source that plays: members below 0 stay as they are. False when it has ended.
CAPER_API bool caper_actor_adjust(caper_actor *actor, caper_source source, float speed,
                                  float weight, int variant);
/// Set a target by name, in the world; it stays until changed. False when there are too many,
/// or it is not finite or beyond 1e9 m.
CAPER_API bool caper_actor_set_target(caper_actor *actor, const char *name,
                                      caper_transform transform);
/// Forget a target; NULL: all.
CAPER_API void caper_actor_clear_target(caper_actor *actor, const char *name);

/// Something that happened during the last update.
typedef struct caper_actor_event {
    caper_source source;
    const caper_event *event; ///< of the motion; NULL: the source ended
    int body;                 ///< that the event's channel moves, or -1
} caper_actor_event;
/// The events of the last update, in order; returns their number. Of the motions' own events the
/// first 64 of an update are kept, ends always.
CAPER_API int caper_actor_events(const caper_actor *actor, const caper_actor_event **events);

// ---------------------------------------------------------------------------------------------------
// Stages: what other rooms plug in

/// When a stage runs.
typedef enum caper_stage_order {
    CAPER_STAGE_GOALS, ///< after the sources, before IK: may add, change and drop goals, set root
    CAPER_STAGE_POSE,  ///< after IK, before jiggle: may change the local pose
    CAPER_STAGE_LAST,  ///< after jiggle
    CAPER_STAGE_COUNT
} caper_stage_order;

/// What a stage sees and may change during one update.
typedef struct caper_stage_frame {
    const caper_character *character;
    const caper_world *world;
    const caper_world_frame *frame;
    float dt;
    caper_root *root;
    caper_goal *goals; ///< with room for goal_capacity
    int *goal_count;
    int goal_capacity;
    caper_pose *local;     ///< base pose before IK, the solved one after it
    const uint8_t *has_ik; ///< after IK
} caper_stage_frame;

/// A stage. `state` is the caller's and must outlive the actor; run must not allocate.
typedef struct caper_actor_stage {
    const char *name;
    caper_stage_order order;
    int rank; ///< within the order: lower first, ties by insertion
    bool (*run)(void *state, const caper_stage_frame *frame);  ///< false: the update fails
    size_t (*save)(const void *state, void *out, size_t size); ///< bytes needed; may be NULL
    bool (*load)(void *state, const void *bytes, size_t size); ///< may be NULL
    void *state;
} caper_actor_stage;
/// Plug in a stage; false when there are too many.
CAPER_API bool caper_actor_add_stage(caper_actor *actor, const caper_actor_stage *stage);
/// Take out all stages of that name.
CAPER_API void caper_actor_remove_stage(caper_actor *actor, const char *name);

// ---------------------------------------------------------------------------------------------------
// State

/// Bytes that caper_actor_save needs now.
CAPER_API size_t caper_actor_state_size(const caper_actor *actor);
/// Write all state that time has made: sources, times, targets, latches, jiggle, stages. Motions
/// and clips are written by name. Returns the bytes written, 0 when `size` is too small.
CAPER_API size_t caper_actor_save(const caper_actor *actor, void *out, size_t size);
/// Finds an asset by name while loading; NULL: unknown.
typedef struct caper_asset_finder {
    const caper_motion *(*motion)(void *user, const char *name);
    const caper_clip *(*clip)(void *user, const char *name);
    void *user;
} caper_asset_finder;
/// Take a state; the next update then gives the same bits as that of the actor that saved it.
/// False, with the actor unchanged, for bytes that are not such a state (any bytes are survived).
CAPER_API bool caper_actor_load(caper_actor *actor, const void *bytes, size_t size,
                                const caper_asset_finder *finder, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Library: motions loaded in the background and kept

/// Motions by path, loaded in the background and kept until destroyed. May be used from several
/// threads.
typedef struct caper_library caper_library;
/// State of a request.
typedef enum caper_load_state {
    CAPER_LOAD_PENDING,
    CAPER_LOAD_READY,
    CAPER_LOAD_FAILED,
    CAPER_LOAD_STATE_COUNT
} caper_load_state;
/// An empty library that reads files on one thread of its own, which also uses the allocator. NULL
/// without memory.
CAPER_API caper_library *caper_library_create(const caper_allocator *allocator, caper_error *error);
/// Wait for the file that is being read, drop what is still pending, free all motions; NULL is
/// fine.
CAPER_API void caper_library_destroy(caper_library *library);
/// Ask for a motion; returns at once. The same path gives the same request. -1 without memory.
CAPER_API int caper_library_request(caper_library *library, const char *path);
/// Where a request is; `motion` (may be NULL) is set when ready, `error` (may be NULL) when failed.
CAPER_API caper_load_state caper_library_poll(caper_library *library, int request,
                                              const caper_motion **motion, caper_error *error);
/// Wait for it; NULL with an error when it failed.
CAPER_API const caper_motion *caper_library_wait(caper_library *library, int request,
                                                 caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
