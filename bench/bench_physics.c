// SPDX-License-Identifier: MIT
// Room `physics`: the paper's scene (five characters of about 36 bodies, 50 loose boxes, 5,000
// triangles) and one person on a plane, per step of 1/120 s. The baseline is the same world with
// unconscious dolls: what the solver costs without anybody being driven.
#include "bench.h"
#include "caper/physics.h"
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_ACTORS 5
#define CELLS 50 // of the ground, a side: 5,000 triangles

typedef struct physics_state {
    caper_character *character;
    caper_actor *actors[MAX_ACTORS];
    caper_world *world;
    caper_physics *driven, *limp;
    int actor_count;
    float *heights;
} physics_state;

static void teardown(void *user)
{
    physics_state *s = user;
    caper_physics_destroy(s->driven);
    caper_physics_destroy(s->limp);
    for (int i = 0; i < s->actor_count; i++) {
        caper_actor_destroy(s->actors[i]);
    }
    caper_world_destroy(s->world);
    caper_character_destroy(s->character);
    free(s->heights);
    free(s);
}

static caper_character *load(const char *name)
{
    char relative[128], path[1024];
    snprintf(relative, sizeof relative, "characters/%s.character.json", name);
    return cli_data_path(relative, path, sizeof path) ? caper_character_load(path, NULL, NULL)
                                                      : NULL;
}

static caper_world *make_ground(physics_state *s)
{
    int side = CELLS + 1;
    s->heights = calloc((size_t)(side * side), sizeof(float));
    if (!s->heights) {
        return NULL;
    }
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < side * side; i++) {
        s->heights[i] = caper_rng_range(&rng, -0.02f, 0.02f);
    }
    caper_world_field field = {-12.5f, -12.5f, 0.5f, side, side, s->heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    return caper_world_create(&def, NULL);
}

static caper_physics *fill(physics_state *s, int iterations, int boxes, bool limp)
{
    caper_physics_def def = caper_physics_def_default();
    def.world = s->world;
    def.iterations = iterations;
    caper_physics *physics = caper_physics_create(&def, NULL);
    for (int i = 0; physics && i < s->actor_count; i++) {
        caper_doll_def doll = caper_doll_def_default();
        doll.actor = s->actors[i];
        if (caper_physics_add_actor(physics, &doll, NULL) == i && limp) {
            caper_physics_knock_out(physics, i, 1e9f);
        }
    }
    for (int i = 0; physics && i < boxes; i++) {
        caper_thing_def box = caper_thing_def_default();
        box.half = caper_vec3_make(0.15f, 0.15f, 0.15f);
        box.mass = 5;
        box.transform.position =
            caper_vec3_make(-8 + 1.6f * (float)(i % 10), 0.4f, 3 + 0.8f * (float)(i / 10));
        caper_physics_add_thing(physics, &box, NULL);
    }
    return physics;
}

static void *setup(double *units, const char *name, int actors, int iterations, int boxes)
{
    physics_state *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    *units = 1;
    s->character = load(name);
    s->world = boxes > 0 ? make_ground(s) : NULL;
    for (int i = 0; s->character && i < actors; i++) {
        caper_actor_def def = caper_actor_def_default();
        caper_jiggle_def jiggle = caper_jiggle_def_default();
        jiggle.looseness = 0;
        def.character = s->character;
        def.jiggle = &jiggle;
        def.latch_feet = false;
        def.root.x = 3 * (float)i;
        s->actors[i] = caper_actor_create(&def, NULL);
        s->actor_count += s->actors[i] != NULL;
    }
    if (s->actor_count == actors) {
        s->driven = fill(s, iterations, boxes, false);
        s->limp = fill(s, iterations, boxes, true);
    }
    if (!s->driven || !s->limp) {
        teardown(s);
        return NULL;
    }
    return s;
}

static void *setup_scene(double *units)
{
    return setup(units, "dog", 5, 20, 50);
}

static void *setup_person(double *units)
{
    return setup(units, "performer", 1, 30, 0);
}

// With the actors' own frames: a doll whose actor says nothing new wants what it has, and sags.
static void step(const physics_state *s, caper_physics *physics, int times)
{
    for (int i = 0; i < times; i++) {
        for (int k = 0; k < s->actor_count; k++) {
            caper_actor_update(s->actors[k], 1.0f / 120, NULL);
        }
        caper_physics_update(physics, 1.0f / 120, NULL);
    }
    bench_keep(physics);
}

static void run_driven(void *user, int times)
{
    const physics_state *s = user;
    step(s, s->driven, times);
}

static void run_limp(void *user, int times)
{
    const physics_state *s = user;
    step(s, s->limp, times);
}

static const bench_case cases[] = {
    {.name = "physics.scene",
     .what = "a step of five driven dogs, 50 boxes, 5,000 triangles, 20 iterations",
     .unit = "step",
     .setup = setup_scene,
     .teardown = teardown,
     .run = run_driven,
     .baseline = run_limp,
     .max_ns = 1.5e6,
     .reference = "paper 002: 1 ms a frame"},
    {.name = "physics.person",
     .what = "a step of one driven person on a plane, 30 iterations",
     .unit = "step",
     .setup = setup_person,
     .teardown = teardown,
     .run = run_driven,
     .baseline = run_limp,
     .max_ns = 130e3,
     .reference = "Jolt: 81 to 89 us for 23 bodies"},
};

const bench_suite bench_physics = {
    .name = "physics", .cases = cases, .case_count = CAPER_COUNT_OF(cases)};
