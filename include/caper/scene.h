// SPDX-License-Identifier: MIT
// Room `scene`: scene files (.scene.json) and the shows that run them.
//
// A scene says which actors stand where, what they play, which things are there or are thrown, what
// happens when, and what is expected of each actor. A show is one run of it: actors, a physics
// world, and figures of the outcome. Links with caper::physics.
#ifndef CAPER_SCENE_H
#define CAPER_SCENE_H

#include "caper/actor.h"
#include "caper/base.h"
#include "caper/physics.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_SCENE_MAX_ACTORS 64   ///< of one scene
#define CAPER_SCENE_MAX_THINGS 1024 ///< of one scene
#define CAPER_SCENE_MAX_EVENTS 4096 ///< of one scene
#define CAPER_SCENE_MAX_PLAYS 64    ///< of one actor
#define CAPER_SCENE_MAX_MOVES 64    ///< clips and motions of one graph

// ---------------------------------------------------------------------------------------------------
// Files

/// One thing that an actor plays.
typedef struct caper_scene_play {
    const char *clip;    ///< name of a clip, or NULL
    const char *motion;  ///< name of a motion, or NULL
    const char *perform; ///< name of a clip or motion of a performer, whom the actor follows as a
                         ///< puppet, or NULL
    const char *by;      ///< the performer; NULL: the character of the clip
    const char *const *moves; ///< names of clips and motions of a motion graph, through which it
                              ///< wanders; motions are put on the character first; or NULL
    int move_count;
    bool walk;        ///< a walk: none of the above
    float speed;      ///< of a walk: m/s, or a Froude number
    bool froude;      ///< `speed` is a Froude number
    float heading;    ///< of a walk: yaw, radians
    float pace;       ///< of a clip or motion: factor on its speed, which for a motion is that of
                      ///< caper_binding_pace; default 1
    float start;      ///< seconds into it; default 0
    float seconds;    ///< of a walk: how long; 0: to the end
    int loops;        ///< 0: as the clip or motion says
    int line, column; ///< where it is in the file
} caper_scene_play;

/// What is expected of an actor.
typedef enum caper_scene_expect {
    CAPER_SCENE_EXPECT_NOTHING,
    CAPER_SCENE_EXPECT_STANDS, ///< has not fallen at any time
    CAPER_SCENE_EXPECT_FALLS,  ///< has fallen at some time
    CAPER_SCENE_EXPECT_RISES,  ///< has fallen, and stands at the end
    CAPER_SCENE_EXPECT_OUT,    ///< has fallen and was knocked out by a blow
    CAPER_SCENE_EXPECT_COUNT
} caper_scene_expect;

/// One actor of a scene.
typedef struct caper_scene_actor {
    const char *name;
    const char *character;         ///< NULL: that of its first clip
    caper_root root;               ///< where it starts
    const caper_scene_play *plays; ///< one after the other; the last one stays or loops
    int play_count;
    bool rises;            ///< gets up when it lies
    const char *get_up[2]; ///< names of clips for getting up from lying on the back and face down;
                           ///< the one that fits is played from where it fits; both NULL: it is
                           ///< pulled up into the pose that it plays
    float get_up_start[2]; ///< earliest seconds into them
    bool simulated;        ///< false: animation only, for comparison
    bool plain;  ///< animation exactly as it is: feet are neither put on the ground nor held
    bool stride; ///< clips and motions find their footing in the world (room stride)
    caper_doll_def doll; ///< without actor
    int foe;             ///< index of the actor that it faces and approaches, or -1
    float reach;         ///< metres that it keeps from its foe, root to root
    caper_scene_expect expect;
    float drift;      ///< expected: metres from the place of its source, at most; 0: any
    float error;      ///< expected: metres of tracking error at the end, at most; 0: any
    int line, column; ///< where it is in the file
} caper_scene_actor;

/// One thing of a scene.
typedef struct caper_scene_thing {
    const char *name;
    caper_thing_def def;
} caper_scene_thing;

/// Kinds of events.
typedef enum caper_scene_event_kind {
    CAPER_SCENE_PUSH,      ///< impulse on a body, spread over `seconds`
    CAPER_SCENE_HIT,       ///< caper_physics_hit
    CAPER_SCENE_DRAG,      ///< a body is dragged to a place
    CAPER_SCENE_RELEASE,   ///< it is let go
    CAPER_SCENE_KNOCK_OUT, ///< for `seconds`
    CAPER_SCENE_LIMP,      ///< a body and what hangs on it gets `amount` of its strength
    CAPER_SCENE_PLACE,     ///< put on its feet at a place
    CAPER_SCENE_GAIN,      ///< all gains times `amount`
    CAPER_SCENE_THROW,     ///< a thing, from a place with a velocity
    CAPER_SCENE_EVENT_KIND_COUNT
} caper_scene_event_kind;

/// One event of a scene.
typedef struct caper_scene_event {
    float time; ///< seconds
    caper_scene_event_kind kind;
    int actor, thing;      ///< -1: none
    const char *body;      ///< NULL: the root body
    caper_vec3 place;      ///< of drag, place and throw
    caper_vec3 vector;     ///< impulse (N s), or velocity of a throw
    int aim;               ///< actor that a throw goes to with the speed of `vector`, or -1
    float seconds, amount; ///< seconds; factor or share, as its kind says
    int line, column;
} caper_scene_event;

/// A scene. Read only; free with caper_scene_destroy.
typedef struct caper_scene {
    const char *name;
    const char *about; ///< a sentence; may be ""
    const char *world; ///< name of a world; NULL: flat ground
    float seconds;     ///< how long
    float rate;        ///< frames a second; default 60
    float gravity;     ///< m/s2 downward
    int iterations;    ///< of the solver in a step
    const caper_scene_actor *actors;
    int actor_count;
    const caper_scene_thing *things;
    int thing_count;
    const caper_scene_event *events; ///< by time
    int event_count;
    const char *source; ///< the file, for messages
    caper_arena *memory;
} caper_scene;

/// Read a .scene.json file (docs/schema/scene.schema.json). options may be NULL.
CAPER_API caper_scene *caper_scene_load(const char *path, const caper_load_options *options,
                                        caper_error *error);
/// Read the text of such a file; source names it in messages.
CAPER_API caper_scene *caper_scene_parse(const char *text, size_t size, const char *source,
                                         const caper_load_options *options, caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_scene_destroy(caper_scene *scene);

// ---------------------------------------------------------------------------------------------------
// Shows

/// What a name stands for; all other members stay NULL.
typedef struct caper_scene_asset {
    const caper_character *character;
    const caper_clip *clip;
    const caper_motion *motion;
    const caper_world *world;
} caper_scene_asset;

/// Finds assets by name; they must outlive the show. False with an error.
typedef struct caper_scene_finder {
    bool (*find)(void *user, const char *name, caper_scene_asset *asset, caper_error *error);
    void *user;
} caper_scene_finder;

/// One run of a scene.
typedef struct caper_show caper_show;

/// Set a scene up. NULL with an error: an asset that is not found, clips of another body, anything
/// that physics refuses.
CAPER_API caper_show *caper_show_create(const caper_scene *scene, const caper_scene_finder *finder,
                                        caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_show_destroy(caper_show *show);
/// One frame of 1 / rate seconds. False with an error when the simulation exploded.
CAPER_API bool caper_show_update(caper_show *show, caper_error *error);
/// All frames of a run, so that they can be drawn by a camera that knows where everything goes.
/// Zero it first, and free it with caper_show_tape_destroy.
typedef struct caper_show_tape {
    caper_transform *places; ///< of each actor its root in the world and its bodies in its model
                             ///< space, then of each thing in the world
    float *deforms;          ///< of each actor
    size_t place_count, deform_count; ///< of one frame
    int frame_count, capacity;
} caper_show_tape;

/// Keep each frame from now on: in the recorder of one of its actors, on a tape. Either may be
/// NULL.
CAPER_API void caper_show_keep(caper_show *show, caper_recorder *recorder, caper_show_tape *tape);
/// Run for so many seconds; 0: as the scene says. False with an error as from caper_show_update, or
/// without memory to keep a frame.
CAPER_API bool caper_show_run(caper_show *show, float seconds, const caper_progress *progress,
                              caper_error *error);
/// Free what it holds.
CAPER_API void caper_show_tape_destroy(caper_show_tape *tape);
/// Leave an actor to the caller, for a live performer: the scene plays nothing more on it. Events,
/// getting up and figures go on. False for no such actor.
CAPER_API bool caper_show_release(caper_show *show, int actor);
/// Seconds so far.
CAPER_API double caper_show_time(const caper_show *show);
/// The actor of that index of the scene.
CAPER_API caper_actor *caper_show_actor(const caper_show *show, int actor);
/// The physics world with all things and dolls.
CAPER_API caper_physics *caper_show_physics(const caper_show *show);
/// The world of the scene; NULL: flat ground.
CAPER_API const caper_world *caper_show_world(const caper_show *show);

/// Figures of one actor.
typedef struct caper_show_figures {
    bool simulated;
    bool fell; ///< at some time its root body was off by 60 degrees or a sixth of its size (0.3 m
               ///< for a person) for half a second
    float fell_at;        ///< seconds, for the first time
    bool stands;          ///< now
    int falls;            ///< times that it went down
    int rises;            ///< times that it got up
    int knock_outs;       ///< times that it was knocked out
    float hardest;        ///< N s, the hardest blow (`impulse` of caper_doll_state)
    float error;          ///< metres, tracking error, mean over the time in which it did not lie
    float wanted_way;     ///< metres over the ground that its source travelled
    float way;            ///< metres that it travelled in that direction
    float drift;          ///< metres over the ground from the place of its source, now
    float highest;        ///< metres, of its centre of mass
    float wanted_highest; ///< metres, its root body above where it started, as the source has it
    float root_highest;   ///< metres, the same as simulated
    float root_lowest;    ///< metres, the least of the same: negative when it was pressed down
    float lag;            ///< seconds by which the height of its root body follows its source
    float last_error;     ///< metres, of the last frame
    float gap;            ///< metres, mean over time of feet that stand, above the ground
    float sunk;           ///< metres, the same below it
    float overlap;        ///< metres, mean over the time in which it and its foe are on their feet:
                          ///< its deepest body inside the foe
    float overlap_time;   ///< share of that time in which that is more than 1 cm (for a person)
    bool judged;          ///< the outcome is final: the scene has ended, or a fall decided it
    bool met;             ///< the expectation is met; true until it is judged
} caper_show_figures;
/// Get them; false for no such actor.
CAPER_API bool caper_show_figures_of(const caper_show *show, int actor,
                                     caper_show_figures *figures);
/// The `simulate --json` object.
CAPER_API void caper_show_write(const caper_show *show, caper_json_writer *writer);
/// The same as text for people to read.
CAPER_API void caper_show_describe(const caper_show *show, caper_text *text);

#ifdef __cplusplus
}
#endif

#endif
