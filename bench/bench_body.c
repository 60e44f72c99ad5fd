// SPDX-License-Identifier: MIT
// Room `body`: forward kinematics, and random creatures.
#include "bench.h"
#include "subject.h"

#include <stdlib.h>

typedef struct fk_state {
    subject s;
    caper_pose model;
} fk_state;

static void *setup_fk(double *units)
{
    fk_state *state = calloc(1, sizeof(*state));
    if (!state) {
        return NULL;
    }
    *units = SUBJECT_BODIES;
    state->s = subject_make();
    if (state->s.character) {
        state->model = caper_character_pose(state->s.character, NULL);
    }
    return state->s.character ? state : NULL;
}

static void teardown_fk(void *user)
{
    fk_state *state = user;
    caper_pose_destroy(&state->model, NULL);
    subject_free(&state->s);
    free(state);
}

static void run_fk(void *user, int times)
{
    fk_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_pose local = {state->s.frames + (i % SUBJECT_FRAMES) * SUBJECT_BODIES, NULL,
                            SUBJECT_BODIES, 0};
        caper_pose_to_model(&state->s.character->skeleton, &local, NULL, &state->model);
        bench_keep(state->model.bodies);
    }
}

static void run_fk_plainly(void *user, int times)
{
    fk_state *state = user;
    for (int i = 0; i < times; i++) {
        subject_fk_plainly(&state->s.character->skeleton,
                           state->s.frames + (i % SUBJECT_FRAMES) * SUBJECT_BODIES,
                           state->model.bodies);
        bench_keep(state->model.bodies);
    }
}

// --- skinning ----------------------------------------------------------------------------------

#define VERTICES 10000

// A mesh of which every vertex follows four bodies, as dense meshes of people do.
typedef struct skin_state {
    caper_skin skin;
    caper_vec3 positions[VERTICES], out[VERTICES];
    uint16_t bodies[4 * VERTICES];
    float weights[4 * VERTICES];
    caper_mat4 binds[SUBJECT_BODIES], palette[SUBJECT_BODIES];
} skin_state;

static void *setup_skin(double *units)
{
    skin_state *state = calloc(1, sizeof(*state));
    if (!state) {
        return NULL;
    }
    *units = VERTICES;
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < VERTICES; i++) {
        // neighbours follow neighbours: the four bodies are near in the skeleton
        int first = i * (SUBJECT_BODIES - 4) / VERTICES;
        state->positions[i] =
            caper_vec3_make(caper_rng_range(&rng, -1, 1), caper_rng_range(&rng, 0, 2),
                            caper_rng_range(&rng, -1, 1));
        for (int k = 0; k < 4; k++) {
            state->bodies[4 * i + k] = (uint16_t)(first + k);
            state->weights[4 * i + k] = 0.1f + 0.1f * (float)k;
        }
    }
    subject s = subject_make();
    if (!s.character) {
        free(state);
        return NULL;
    }
    caper_pose model = caper_character_pose(s.character, NULL);
    caper_pose_to_model(&s.character->skeleton, &model, NULL, &model);
    for (int i = 0; i < SUBJECT_BODIES; i++) {
        state->binds[i] = caper_mat4_identity();
    }
    state->skin.vertex_count = VERTICES;
    state->skin.positions = state->positions;
    state->skin.bodies = state->bodies;
    state->skin.weights = state->weights;
    state->skin.inverse_bind = state->binds;
    caper_skinning_palette(&state->skin, &model, NULL, state->palette);
    caper_pose_destroy(&model, NULL);
    subject_free(&s);
    return state;
}

static void run_skin(void *user, int times)
{
    skin_state *state = user;
    caper_skinning_job job = {
        .skin = &state->skin, .palette = state->palette, .positions = state->out};
    for (int i = 0; i < times; i++) {
        caper_skinning(&job);
        bench_keep(state->out);
    }
}

// As a textbook has it, one number at a time.
static void run_skin_plainly(void *user, int times)
{
    skin_state *state = user;
    for (int i = 0; i < times; i++) {
        for (int v = 0; v < VERTICES; v++) {
            float sum[3] = {0, 0, 0};
            caper_vec3 p = state->positions[v];
            for (int k = 0; k < 4; k++) {
                const float *m = state->palette[state->bodies[4 * v + k]].m;
                float w = state->weights[4 * v + k];
                for (int r = 0; r < 3; r++) {
                    sum[r] += w * (m[r] * p.x + m[4 + r] * p.y + m[8 + r] * p.z + m[12 + r]);
                }
            }
            state->out[v] = caper_vec3_make(sum[0], sum[1], sum[2]);
        }
        bench_keep(state->out);
    }
}

static void *setup_creatures(double *units)
{
    *units = 1;
    return calloc(1, sizeof(uint64_t));
}

static void run_creatures(void *user, int times)
{
    uint64_t *seed = user;
    for (int i = 0; i < times; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = ++*seed;
        caper_character *c = caper_character_random(&def, NULL);
        bench_keep(c);
        caper_character_destroy(c);
    }
}

static const bench_case cases[] = {
    {.name = "body.skinning",
     .what = "vertices moved by four bodies each, 10,000 of them",
     .unit = "vertex",
     .setup = setup_skin,
     .teardown = free,
     .run = run_skin,
     .baseline = run_skin_plainly,
     .max_ns = 4.2,
     .reference = "0.8 of what ozz-animation takes on such machines: 52 us for 10,000 vertices"},
    {.name = "body.fk",
     .what = "local to model transforms of 67 bodies",
     .unit = "body",
     .setup = setup_fk,
     .teardown = teardown_fk,
     .run = run_fk,
     .baseline = run_fk_plainly},
    {.name = "body.random",
     .what = "a random creature, generated and built",
     .unit = "creature",
     .setup = setup_creatures,
     .teardown = free,
     .run = run_creatures},
};

const bench_suite bench_body = {"body", cases, CAPER_COUNT_OF(cases), NULL, 0};
