// SPDX-License-Identifier: MIT
//
// What the tests of physics share: actors that stand, in worlds of their own.
#ifndef CAPER_TEST_PHYSICS_FIXTURE_H
#define CAPER_TEST_PHYSICS_FIXTURE_H

#include "menagerie.h"

#include "caper/physics.h"

#include <math.h>

/// An actor and its doll in a world.
typedef struct stage {
    caper_character *character;
    caper_actor *actor;
    caper_physics *physics;
    int doll;
} stage;

static inline caper_actor *still_actor(const caper_character *character, caper_root root)
{
    caper_error error = {0};
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    def.character = character;
    def.jiggle = &jiggle;
    def.latch_feet = false;
    def.root = root;
    caper_actor *actor = caper_actor_create(&def, &error);
    REQUIRE(actor != NULL);
    REQUIRE(caper_actor_update(actor, 0, NULL));
    return actor;
}

static inline stage stage_with(caper_character *character, caper_doll_def def)
{
    stage s = {.character = character};
    caper_error error = {0};
    s.actor = still_actor(character, (caper_root){0, 0, 0, 0});
    caper_physics_def world = caper_physics_def_default();
    s.physics = caper_physics_create(&world, &error);
    REQUIRE(s.physics != NULL);
    def.actor = s.actor;
    s.doll = caper_physics_add_actor(s.physics, &def, &error);
    REQUIRE(s.doll == 0);
    return s;
}

static inline void stage_close(stage *s)
{
    caper_physics_destroy(s->physics);
    caper_actor_destroy(s->actor);
    caper_character_destroy(s->character);
}

/// So many seconds at 60 frames a second; false when it exploded.
static inline bool stage_run(stage *s, float seconds)
{
    caper_error error = {0};
    bool good = true;
    for (int i = 0; good && (float)i < seconds * 60; i++) {
        caper_actor_update(s->actor, 1.0f / 60, NULL);
        good = caper_physics_update(s->physics, 1.0f / 60, &error);
    }
    return good;
}

static inline caper_doll_state stage_look(const stage *s)
{
    caper_doll_state state = {0};
    CHECK(caper_physics_doll(s->physics, s->doll, &state));
    return state;
}

/// Has it fallen? The study's measure: its pelvis is 60 degrees, or a sixth of its size, off.
static inline bool stage_fell(const stage *s)
{
    caper_doll_state state = stage_look(s);
    float drop = state.wanted_world.position.y - state.root_world.position.y;
    return state.tilt > 60 * CAPER_DEGREE || fabsf(drop) > s->character->size / 6;
}

#endif
