// SPDX-License-Identifier: MIT
//
// What the files of room `scene` share: a show and its actors.
#ifndef CAPER_SRC_SCENE_SHOW_H
#define CAPER_SRC_SCENE_SHOW_H

#include "caper/gait.h"
#include "caper/scene.h"

#include <math.h>

#define SHOW_MAX_CLIPS 256
#define SHOW_MAX_SOLES 32

typedef struct show_clip {
    const caper_clip *from;
    caper_clip *clip; // with a root track
} show_clip;

typedef struct show_actor {
    const caper_scene_actor *def;
    const caper_character *character;
    const caper_clip *clips[CAPER_SCENE_MAX_PLAYS];
    const caper_motion *motions[CAPER_SCENE_MAX_PLAYS];
    const caper_clip *get_up[2];
    caper_character *relaxed; // owned; NULL: the given one
    caper_gait *gait;
    caper_source approach; // a walk to its foe; 0: none
    caper_actor *actor;
    int doll; // -1: animated
    int next; // of the plays
    caper_source source;
    double started;
    float speed; // of a walk, averaged; -1: not known yet
    // figures
    caper_vec3 start, wanted_start, now, wanted;
    float off, lying, fell_at, drift, highest, root_highest, wanted_highest;
    bool down;
    int falls, rises;
    double error_sum, error_time;
} show_actor;

struct caper_show {
    const caper_scene *scene;
    caper_scene_finder finder;
    const caper_world *world;
    caper_physics *physics;
    show_actor actors[CAPER_SCENE_MAX_ACTORS];
    show_clip clips[SHOW_MAX_CLIPS];
    int clip_count;
    int event; // next
    double time;
};

/// Play the clip that fits how an actor lies, and let it rise.
bool caperi_show_rise(caper_show *show, int actor, const caper_doll_state *state,
                      caper_error *error);

static inline float hypot_flat(caper_vec3 v)
{
    return sqrtf(v.x * v.x + v.z * v.z);
}

#endif
