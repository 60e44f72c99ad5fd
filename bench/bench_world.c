// SPDX-License-Identifier: MIT
// Room `world`: queries on a small and on a huge terrain; the cost must not grow with its size.
#include "bench.h"
#include "caper/world.h"

#include <math.h>
#include <stdlib.h>

#define POINTS 1024

typedef struct world_state {
    caper_world *world;
    caper_vec3 points[POINTS];
    caper_world_box *boxes;
    float *heights;
    int box_count, samples;
} world_state;

static void teardown(void *user)
{
    world_state *state = user;
    caper_world_destroy(state->world);
    free(state->boxes);
    free(state->heights);
    free(state);
}

// Rubble on rolling ground: a box each 4 square metres over side x side metres. The queries stay
// within the same 30 x 30 metres, so that the cache sees the same terrain.
static void *make(int side)
{
    world_state *state = calloc(1, sizeof(*state));
    if (!state) {
        return NULL;
    }
    state->box_count = side * side / 4;
    state->samples = side * 2 + 1;
    state->boxes = calloc((size_t)state->box_count, sizeof(caper_world_box));
    state->heights = calloc((size_t)(state->samples * state->samples), sizeof(float));
    caper_rng rng = caper_rng_make(9);
    float half = 0.5f * (float)side;
    for (int i = 0; state->boxes && i < state->box_count; i++) {
        // one draw a statement: the order of initializers and arguments is the compiler's choice
        caper_vec3 at;
        at.x = caper_rng_range(&rng, -half, half);
        at.y = caper_rng_range(&rng, 0, 0.3f);
        at.z = caper_rng_range(&rng, -half, half);
        state->boxes[i].transform =
            caper_transform_make(caper_quat_from_yaw(caper_rng_range(&rng, 0, 3)), at);
        state->boxes[i].half = caper_vec3_make(0.3f, 0.2f, 0.4f);
    }
    for (int i = 0; state->heights && i < state->samples * state->samples; i++) {
        state->heights[i] = caper_rng_range(&rng, -0.1f, 0.1f);
    }
    caper_world_field field = {-half, -half, 0.5f, state->samples, state->samples, state->heights};
    caper_world_def def = caper_world_def_default();
    def.name = "bench";
    def.boxes = state->boxes;
    def.box_count = state->box_count;
    def.fields = &field;
    def.field_count = 1;
    state->world = state->boxes && state->heights ? caper_world_create(&def, NULL) : NULL;
    for (int i = 0; i < POINTS; i++) {
        float x = caper_rng_range(&rng, -15, 15);
        float z = caper_rng_range(&rng, -15, 15);
        state->points[i] = caper_vec3_make(x, 0.3f, z);
    }
    if (!state->world) {
        teardown(state);
        return NULL;
    }
    return state;
}

static void *setup_small(double *units)
{
    *units = 1;
    return make(32);
}

static void *setup_huge(double *units)
{
    *units = 1;
    return make(512);
}

static void run_height(void *user, int times)
{
    world_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_vec3 p = state->points[i % POINTS];
        caper_hit hit = caper_world_height(state->world, NULL, p.x, p.z, 2.0f);
        bench_keep(&hit);
    }
}

static void run_distance(void *user, int times)
{
    world_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_hit hit = caper_world_distance(state->world, NULL, state->points[i % POINTS], 0.5f);
        bench_keep(&hit);
    }
}

static void run_ray(void *user, int times)
{
    world_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_vec3 from = caper_vec3_add(state->points[i % POINTS], caper_vec3_make(0, 1.5f, 0));
        caper_hit hit =
            caper_world_ray(state->world, NULL, from, caper_vec3_make(0.6f, -0.8f, 0), 5.0f);
        bench_keep(&hit);
    }
}

#define QUERY(query, run_it)                                                                       \
    {.name = "world." query,                                                                       \
     .what = query " over 32 x 32 m: 256 boxes and a height field",                                \
     .unit = "query",                                                                              \
     .setup = setup_small,                                                                         \
     .teardown = teardown,                                                                         \
     .run = run_it},                                                                               \
    {                                                                                              \
        .name = "world." query "_huge",                                                            \
        .what = query " over 512 x 512 m: 65,536 boxes and a height field", .unit = "query",       \
        .setup = setup_huge, .teardown = teardown, .run = run_it, .relative_to = "world." query,   \
        .max_relative = 2.0                                                                        \
    }

static const bench_case cases[] = {
    QUERY("height", run_height),
    QUERY("distance", run_distance),
    QUERY("ray", run_ray),
};

const bench_suite bench_world = {"world", cases, CAPER_COUNT_OF(cases), NULL, 0};
