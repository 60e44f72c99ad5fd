// SPDX-License-Identifier: MIT
// Room `ik`: the analytic limb (target: 0.7 of ozz-animation's two-bone job, 1,065 instructions and
// 134 ns), and the particle solver on two random creatures: 25 bodies with 6 goals and 80 bodies
// with 14, each time another reachable pose. A whole frame of the smaller one is to take 4
// microseconds, of which the solver may have three quarters.
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

// ------------------------------------------------------------------------------------ the solver

#define POSES 64
#define MAX_GOALS 14

typedef struct solve_state {
    caper_character *character;
    caper_solver *solver;
    caper_pose local, model;
    void *scratch;
    int goal_count;
    caper_goal goals[POSES][MAX_GOALS];
} solve_state;

static void solve_teardown(void *user)
{
    solve_state *state = user;
    caper_solver_destroy(state->solver);
    caper_pose_destroy(&state->local, NULL);
    caper_pose_destroy(&state->model, NULL);
    caper_character_destroy(state->character);
    free(state->scratch);
    free(state);
}

// Turn every joint a little: 15 degrees at most, about a random axis.
static void random_pose(const caper_character *character, caper_rng *rng, caper_pose *local)
{
    for (int i = 0; i < character->body_count; i++) {
        caper_vec3 turn;
        turn.x = caper_rng_range(rng, -0.26f, 0.26f);
        turn.y = caper_rng_range(rng, -0.26f, 0.26f);
        turn.z = caper_rng_range(rng, -0.26f, 0.26f);
        local->bodies[i] = character->skeleton.rest_local[i];
        if (character->bodies[i].joint.kind == CAPER_JOINT_HINGE)
            turn = caper_vec3_scale(character->bodies[i].joint.axis, turn.x);
        local->bodies[i].rotation = caper_quat_mul(local->bodies[i].rotation, caper_quat_exp(turn));
    }
}

// Goals for the root and the ends of limbs: feet with rotations, the others for positions only.
static int make_goals(const caper_character *character, const caper_pose *model, caper_goal *goals)
{
    int count = 0;
    for (int i = 0; i < character->body_count && count < MAX_GOALS; i++) {
        caper_caps caps = character->bodies[i].caps;
        bool foot = (caps & CAPER_CAP_FOOT) != 0, root = i == character->root_body;
        if (!root && !(caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_MOUTH)))
            continue;
        caper_goal *goal = &goals[count++];
        goal->body = i;
        goal->point = root ? caper_vec3_zero() : character->bodies[i].box_center;
        goal->position = caper_transform_mul_point(model->bodies[i], goal->point);
        goal->rotation = model->bodies[i].rotation;
        goal->position_weight = 1.0f;
        goal->rotation_weight = root || foot ? 1.0f : 0.0f;
    }
    return count;
}

static void *solve_setup(uint64_t seed, double *units)
{
    *units = 1;
    solve_state *state = calloc(1, sizeof *state);
    caper_creature_def def = caper_creature_def_default();
    def.seed = seed;
    state->character = caper_character_random(&def, NULL);
    state->solver = caper_solver_create(state->character, NULL, NULL);
    state->local = caper_character_pose(state->character, NULL);
    state->model = caper_character_pose(state->character, NULL);
    state->scratch = aligned_alloc(64, (caper_solver_scratch_size(state->solver) + 63) / 64 * 64);
    caper_rng rng = caper_rng_make(seed);
    for (int i = 0; i < POSES; i++) {
        random_pose(state->character, &rng, &state->local);
        caper_pose_to_model(&state->character->skeleton, &state->local, NULL, &state->model);
        state->goal_count = make_goals(state->character, &state->model, state->goals[i]);
    }
    return state;
}

static void *solve_25_setup(double *units)
{
    return solve_setup(1399, units);
}

static void *solve_80_setup(double *units)
{
    return solve_setup(1258, units);
}

static void solve_run(void *user, int times)
{
    solve_state *state = user;
    caper_solve_job job = caper_solve_job_default();
    job.solver = state->solver;
    job.goal_count = state->goal_count;
    job.scratch = state->scratch;
    job.local_out = &state->local;
    job.model_out = &state->model;
    for (int i = 0; i < times; i++) {
        job.goals = state->goals[i % POSES];
        caper_solve(&job);
        bench_keep(&job);
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
    {.name = "ik.solve",
     .what = "particle solver: 25 bodies, 6 goals",
     .unit = "solve",
     .setup = solve_25_setup,
     .teardown = solve_teardown,
     .run = solve_run,
     .max_ns = 3000,
     .reference = "three quarters of a frame of 4 us"},
    {.name = "ik.solve_80",
     .what = "particle solver: 80 bodies, 14 goals",
     .unit = "solve",
     .setup = solve_80_setup,
     .teardown = solve_teardown,
     .run = solve_run,
     .relative_to = "ik.solve",
     .max_relative = 3.5},
};

const bench_suite bench_ik = {"ik", cases, CAPER_COUNT_OF(cases), NULL, 0};
