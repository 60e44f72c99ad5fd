// SPDX-License-Identifier: MIT
// Room `ik`: the analytic limb. Target: 0.7 of ozz-animation's two-bone job (1,065 instructions,
// 134 ns).
#include "bench.h"
#include "caper/ik.h"

#include <stdlib.h>

#define LIMBS 256

typedef struct limb_state {
    caper_limb_job jobs[LIMBS];
} limb_state;

static void *setup(double *units)
{
    limb_state *state = calloc(1, sizeof(*state));
    *units = 1;
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; state && i < LIMBS; i++) {
        caper_limb_job job = caper_limb_job_default();
        job.start = caper_vec3_make(0, 0.9f, 0);
        job.middle = caper_vec3_make(0, 0.47f, 0.05f);
        job.tip = caper_vec3_make(0, 0.06f, 0);
        job.upper = caper_quat_identity();
        job.lower = caper_quat_identity();
        job.bend_axis = caper_vec3_make(1, 0, 0);
        // one draw a statement: the order of arguments is the compiler's choice
        job.target.x = caper_rng_range(&rng, -0.3f, 0.3f);
        job.target.y = caper_rng_range(&rng, 0, 0.4f);
        job.target.z = caper_rng_range(&rng, -0.4f, 0.4f);
        job.weight = 1;
        state->jobs[i] = job;
    }
    return state;
}

static void run(void *user, int times)
{
    limb_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_limb_job *job = &state->jobs[i % LIMBS];
        caper_limb_solve(job);
        bench_keep(job);
    }
}

// The textbook way: angles by the law of cosines, rotations by axis and angle.
static void run_plainly(void *user, int times)
{
    limb_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_limb_job *job = &state->jobs[i % LIMBS];
        caper_vec3 up = caper_vec3_sub(job->middle, job->start);
        caper_vec3 low = caper_vec3_sub(job->tip, job->middle);
        caper_vec3 reach = caper_vec3_sub(job->target, job->start);
        float a = caper_vec3_length(up), b = caper_vec3_length(low);
        float c = caper_clamp(caper_vec3_length(reach), 1e-5f, a + b);
        float bend = CAPER_PI - caper_acos((a * a + b * b - c * c) / (2 * a * b));
        float now = caper_acos(caper_vec3_dot(up, low) / (a * b));
        caper_quat knee = caper_quat_from_axis_angle(job->bend_axis, bend - now);
        caper_vec3 moved = caper_vec3_add(up, caper_quat_rotate(knee, low));
        caper_quat aim =
            caper_quat_between(caper_vec3_normalize(moved), caper_vec3_normalize(reach));
        job->upper_out = caper_quat_mul(aim, job->upper);
        job->lower_out = caper_quat_mul(aim, caper_quat_mul(knee, job->lower));
        bench_keep(job);
    }
}

static const bench_case cases[] = {
    {.name = "ik.limb",
     .what = "analytic limb with the closest swivel angle",
     .unit = "solve",
     .setup = setup,
     .teardown = free,
     .run = run,
     .baseline = run_plainly,
     .max_ns = 0.7 * 134,
     .max_instructions = 0.7 * 1065,
     .reference = "0.7 of ozz-animation 0.16"},
};

const bench_suite bench_ik = {"ik", cases, CAPER_COUNT_OF(cases), NULL, 0};
