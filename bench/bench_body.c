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
