// SPDX-License-Identifier: MIT
//
// What the files of room `scene` share: a show and its actors.
#ifndef CAPER_SRC_SCENE_SHOW_H
#define CAPER_SRC_SCENE_SHOW_H

#include "caper/gait.h"
#include "caper/graph.h"
#include "caper/scene.h"
#include "caper/stride.h"

#include <math.h>

#define SHOW_MAX_CLIPS 256
#define SHOW_MAX_GRAPHS 64
#define SHOW_MAX_SOLES 32
#define SHOW_MAX_CAPSULES 64

// Sources follow each other over this time, seconds.
#define SHOW_FADE 0.25f

/// A clip that the show made: with a root track, or of a motion on a character.
typedef struct show_clip {
    const void *from; // the clip or motion
    const caper_character *character;
    caper_clip *clip;
} show_clip;

typedef struct show_graph {
    const caper_scene_play *play;
    const caper_character *character;
    caper_graph *graph;
} show_graph;

/// What a play stands for; one of them.
typedef struct show_play {
    const caper_clip *clip;
    const caper_motion *motion;
    const caper_graph *graph;
    const caper_character *performer;
    const caper_clip *performance; // that he does
    float speed;                   // of it all: the pace that the scene asks for, times that of a
                                   // motion on its body
} show_play;

/// Figures that are summed up over time.
typedef struct show_sums {
    double stance, gap, sunk;              // of feet that stand
    double together, overlap, overlapping; // of fighters who are both on their feet
} show_sums;

typedef struct show_actor {
    const caper_scene_actor *def;
    const caper_character *character;
    show_play plays[CAPER_SCENE_MAX_PLAYS];
    const caper_clip *get_up[2];
    caper_rise *rise;         // owned: how it gets up without a clip; NULL: it does not
    caper_character *relaxed; // owned; NULL: the given one
    caper_gait *gait;
    caper_stride *stride;      // owned; NULL: none
    caper_graph_source walker; // of a graph that plays; its player is owned
    caper_pose performance;    // of the performer, owned
    caper_source approach;     // a walk to its foe; 0: none
    caper_actor *actor;
    caper_sole soles[SHOW_MAX_SOLES];
    int sole_count;
    int doll; // -1: animated
    int next; // of the plays
    caper_source source;
    double started;
    float speed; // of a walk, averaged; -1: not known yet
    // figures
    caper_vec3 start, wanted_start, now, wanted;
    float off, lying, fell_at, drift, highest, root_highest, root_lowest, wanted_highest;
    float last_error, hardest;
    bool down, out;
    int falls, rises, knock_outs;
    int tries; // to rise since it last stood
    double error_sum, error_time;
    caper_vec3 feet[SHOW_MAX_SOLES]; // where the joints of its feet were in the last frame
    int foot_count;
    show_sums sums;
    float *heights; // owned: of the root body as wanted and as it was, by frame
    int height_count, height_capacity;
} show_actor;

struct caper_show {
    const caper_scene *scene;
    caper_scene_finder finder;
    const caper_world *world;
    caper_physics *physics;
    show_actor actors[CAPER_SCENE_MAX_ACTORS];
    show_clip clips[SHOW_MAX_CLIPS];
    int clip_count;
    show_graph graphs[SHOW_MAX_GRAPHS];
    int graph_count;
    int event; // next
    double time;
    caper_recorder *recorder; // of the caller; NULL: none
    caper_show_tape *tape;    // the same
};

// --- cast.c --------------------------------------------------------------------------------------

/// Refuse with the place in the scene's file.
bool caperi_show_fail(const caper_show *show, int line, int column, caper_error *error,
                      const char *format, const char *a, const char *b);
/// What a name stands for.
bool caperi_show_find(caper_show *show, const char *name, int line, int column,
                      caper_scene_asset *asset, caper_error *error);
/// Find what an actor is and plays, and make it.
bool caperi_show_cast(caper_show *show, show_actor *actor, caper_error *error);
/// Start the next of its plays.
bool caperi_show_play(caper_show *show, show_actor *actor, float fade, caper_error *error);
/// Tell what a performer does now, where one plays.
void caperi_show_perform(caper_show *show, show_actor *actor);
/// Tell a walk how fast, where one plays.
void caperi_show_walk(caper_show *show, show_actor *actor, float dt);
void caperi_show_free(show_actor *actor);

// --- tape.c --------------------------------------------------------------------------------------

/// Keep the present frame, where that was asked for.
bool caperi_show_take(caper_show *show, caper_error *error);

// --- rise.c, measure.c ---------------------------------------------------------------------------

/// Play the clip that fits how an actor lies, and let it rise.
bool caperi_show_rise(caper_show *show, int actor, const caper_doll_state *state,
                      caper_error *error);
/// Feet above and in the ground, bodies in each other; a frame of dt seconds.
void caperi_show_measure(caper_show *show, float dt);
/// Keep the height of the root body as wanted and as it is.
void caperi_show_keep_height(show_actor *actor, float wanted, float is);
/// Seconds by which the kept heights follow the wanted ones.
float caperi_show_lag(const show_actor *actor, float rate);

static inline float hypot_flat(caper_vec3 v)
{
    return sqrtf(v.x * v.x + v.z * v.z);
}

#endif
