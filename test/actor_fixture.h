// SPDX-License-Identifier: MIT
//
// Motions, clips and actors that the tests of actors share.
#ifndef CAPER_TEST_ACTOR_FIXTURE_H
#define CAPER_TEST_ACTOR_FIXTURE_H

#include "menagerie.h"

#include "caper/actor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char wave_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"wave\", \"duration\": 2, \"channels\": ["
    "{\"name\": \"hand\", \"select\": {\"caps\": [\"grasper\"]}, \"group\": \"hand\","
    " \"mode\": {\"position\": \"rest\", \"rotation\": \"rest\", \"scale\": \"limb\"},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 1, \"position\": [0.1, 0.3, 0.2]},"
    " {\"t\": 2, \"position\": [0, 0, 0]}]}],"
    "\"events\": [{\"t\": 0, \"name\": \"begin\"}, {\"t\": 1, \"name\": \"top\","
    " \"channel\": \"hand\"}]}";

static const char sway_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"sway\", \"duration\": 1, \"loops\": true,"
    " \"channels\": ["
    "{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]},"
    " \"mode\": {\"position\": \"rest\", \"rotation\": \"rest\", \"scale\": \"creature\"},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 0.5, \"position\": [0.05, -0.05, 0]},"
    " {\"t\": 1, \"position\": [0, 0, 0]}]},"
    "{\"name\": \"feet\", \"select\": {\"caps\": [\"foot\"]},"
    " \"mode\": {\"position\": \"rest\", \"rotation\": \"rest\"},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0], \"turn\": [0, 0, 0]}]}],"
    "\"travel\": [{\"t\": 0, \"at\": [0, 0, 0]}, {\"t\": 1, \"at\": [0, 0, 0.5]}],"
    "\"events\": [{\"t\": 0.25, \"name\": \"tick\"}]}";

static inline caper_motion *motion_of(const char *text)
{
    caper_error error = {0};
    caper_motion *motion = caper_motion_parse(text, strlen(text), "test", NULL, &error);
    if (!motion) {
        char line[320];
        fprintf(stderr, "%s\n", caper_error_text(&error, line, sizeof line));
    }
    REQUIRE(motion != NULL);
    return motion;
}

static inline caper_actor *actor_of(const caper_character *c)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    caper_error error = {0};
    caper_actor *actor = caper_actor_create(&def, &error);
    REQUIRE(actor != NULL);
    return actor;
}

static inline caper_source play(caper_actor *actor, const caper_motion *motion, int layer,
                                float fade)
{
    caper_play_def def = caper_play_def_default();
    def.motion = motion;
    def.layer = layer;
    def.fade_in = def.fade_out = fade;
    caper_error error = {0};
    caper_source source = caper_actor_play(actor, &def, &error);
    if (!source) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(source != 0);
    return source;
}

/// A clip that bends every body a little, the same at every time.
static inline caper_clip *still_clip(const caper_character *c, float angle, const char *name)
{
    caper_transform *frames = calloc((size_t)c->body_count, sizeof *frames);
    for (int i = 0; i < c->body_count; i++) {
        caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), angle);
        frames[i] = c->skeleton.rest_local[i];
        frames[i].rotation = caper_quat_mul(frames[i].rotation, turn);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = name;
    def.skeleton = &c->skeleton;
    def.frame_count = 1;
    def.frames = frames;
    def.loops = true;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(frames);
    REQUIRE(clip != NULL);
    return clip;
}

static inline bool same_pose(const caper_actor *a, const caper_actor *b)
{
    const caper_pose *p = caper_actor_local(a), *q = caper_actor_local(b);
    caper_root r = caper_actor_root(a), s = caper_actor_root(b);
    return p->body_count == q->body_count &&
           memcmp(p->bodies, q->bodies, (size_t)p->body_count * sizeof *p->bodies) == 0 &&
           memcmp(&r, &s, sizeof r) == 0;
}

/// A caper_source_finder's: user is a list of motions that ends with NULL.
static inline bool find_source(void *user, const char *kind, const char *name, caper_play_def *def)
{
    const caper_motion *const *motions = user;
    for (int i = 0; strcmp(kind, "motion") == 0 && motions[i]; i++) {
        if (strcmp(motions[i]->name, name) == 0) {
            def->motion = motions[i];
            return true;
        }
    }
    return false;
}

#endif
