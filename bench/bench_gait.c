// SPDX-License-Identifier: MIT
// Room `gait`: one frame of a walker, without IK, by foot. Targets: a microsecond a foot, and the
// same on a terrain a thousand times larger. The legs come from the random-creature generator, so
// that no file is needed.
#include "bench.h"
#include "caper/gait.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk_state {
    caper_character *character;
    caper_gait *gait;
    caper_walker *walker;
    caper_world *world;
    caper_goal *goals;
    caper_root root;
    float time, speed;
} walk_state;

static caper_world *make_world(int side)
{
    caper_world_def def = caper_world_def_default();
    float *heights = malloc((size_t)side * (size_t)side * sizeof *heights);
    for (int i = 0; heights && i < side * side; i++) {
        heights[i] =
            0.1f * caper_sin(0.7f * (float)(i % side)) * caper_cos(0.5f * (float)(i / side));
    }
    float start = -0.25f * (float)(side - 1);
    caper_world_field field = {start, start, 0.5f, side, side, heights};
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    caper_world *world = caper_world_create(&def, NULL);
    free(heights);
    return world;
}

static void teardown(void *user)
{
    walk_state *s = user;
    caper_walker_destroy(s->walker);
    caper_gait_destroy(s->gait);
    caper_character_destroy(s->character);
    caper_world_destroy(s->world);
    free(s->goals);
    free(s);
}

// The first creature of about a metre with that many legs.
static void *setup(double *units, int legs, int side)
{
    walk_state *s = calloc(1, sizeof *s);
    caper_creature_def creature = caper_creature_def_default();
    creature.min_size = creature.max_size = 1;
    creature.difficulty = legs > 4 ? 0.9f : 0.2f;
    for (;; creature.seed++) {
        s->character = caper_character_random(&creature, NULL);
        if (s->character->leg_count == legs) {
            break;
        }
        caper_character_destroy(s->character);
    }
    caper_gait_def def = caper_gait_def_default();
    def.character = s->character;
    s->gait = caper_gait_create(&def, NULL);
    s->walker = caper_walker_create(s->gait, NULL, NULL);
    s->world = side > 0 ? make_world(side) : NULL;
    s->goals = calloc((size_t)caper_gait_goal_count(s->gait), sizeof *s->goals);
    s->speed = caper_gait_speed(s->gait, 0.3f);
    *units = legs;
    return s;
}

static void *setup_flat(double *units)
{
    return setup(units, 4, 0);
}
static void *setup_small(double *units)
{
    return setup(units, 4, 64);
}
static void *setup_large(double *units)
{
    return setup(units, 4, 2048);
}
static void *setup_many(double *units)
{
    return setup(units, 12, 64);
}

static void run(void *user, int times)
{
    walk_state *s = user;
    for (int i = 0; i < times; i++) {
        int count = 0;
        caper_walk_job job = caper_walk_job_default();
        float angle = 0.2f * s->time; // circles, so that it stays on the terrain
        job.command.velocity =
            caper_vec3_make(s->speed * caper_sin(angle), 0, s->speed * caper_cos(angle));
        job.command.heading = NAN;
        job.world = s->world;
        job.dt = 1 / 60.0f;
        job.root = &s->root;
        job.goals = s->goals;
        job.goal_count = &count;
        job.goal_capacity = caper_gait_goal_count(s->gait);
        caper_walker_update(s->walker, &job);
        s->time += job.dt;
        bench_keep(s->goals);
    }
}

static const bench_case cases[] = {
    {.name = "gait.flat",
     .what = "four feet on a plane",
     .unit = "foot",
     .setup = setup_flat,
     .teardown = teardown,
     .run = run,
     .max_ns = 1000,
     .reference = "a microsecond a foot"},
    {.name = "gait.terrain",
     .what = "four feet on 64 x 64 heights",
     .unit = "foot",
     .setup = setup_small,
     .teardown = teardown,
     .run = run,
     .max_ns = 1000,
     .reference = "a microsecond a foot"},
    {.name = "gait.large_terrain",
     .what = "four feet on 2048 x 2048 heights",
     .unit = "foot",
     .setup = setup_large,
     .teardown = teardown,
     .run = run,
     .relative_to = "gait.terrain",
     .max_relative = 1.3,
     .max_ns = 1000,
     .reference = "cost does not grow with the terrain"},
    {.name = "gait.many_feet",
     .what = "twelve feet on 64 x 64 heights",
     .unit = "foot",
     .setup = setup_many,
     .teardown = teardown,
     .run = run,
     .max_ns = 1000,
     .reference = "a microsecond a foot"},
};

const bench_suite bench_gait = {
    .name = "gait", .cases = cases, .case_count = CAPER_COUNT_OF(cases)};
