// SPDX-License-Identifier: MIT
// Room `actor`: the whole frame of a creature. The paper (000, section 5) takes 0.2 ms for 25
// bodies on a 1.7 GHz Pentium-M, 35 % of it in IK. The creatures are the first random ones that
// have just as many bodies and goals as are asked for; the motion moves root, feet, graspers and
// heads.
#include "bench.h"
#include "caper/actor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CROWD 10000
#define MOMENTS 64
#define MAX_GOALS 32

static const char dance_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"dance\", \"duration\": 2, \"loops\": true,"
    "\"channels\": ["
    "{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]}, \"keys\": ["
    "{\"t\": 0, \"position\": [0, 0, 0], \"turn\": [0, 0, 0]},"
    "{\"t\": 0.5, \"position\": [0.03, -0.05, 0], \"turn\": [0, 8, 0]},"
    "{\"t\": 1, \"position\": [0, -0.01, 0], \"turn\": [0, 0, 0]},"
    "{\"t\": 1.5, \"position\": [-0.03, -0.05, 0], \"turn\": [0, -8, 0]},"
    "{\"t\": 2, \"position\": [0, 0, 0], \"turn\": [0, 0, 0]}]},"
    "{\"name\": \"feet\", \"select\": {\"caps\": [\"foot\"]}, \"mode\": {\"ground\": true}, "
    "\"keys\": ["
    "{\"t\": 0, \"position\": [0, 0, 0], \"turn\": [0, 0, 0]}]},"
    "{\"name\": \"hands\", \"select\": {\"caps\": [\"grasper\"], \"not\": [\"foot\"]},"
    "\"mode\": {\"scale\": \"limb\"}, \"keys\": ["
    "{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 1, \"position\": [0.1, 0.2, 0.1]},"
    "{\"t\": 2, \"position\": [0, 0, 0]}]},"
    "{\"name\": \"head\", \"select\": {\"caps\": [\"head\"]}, \"keys\": ["
    "{\"t\": 0, \"position\": [0, 0, 0], \"turn\": [0, 0, 0]},"
    "{\"t\": 1, \"position\": [0, 0.02, 0.02], \"turn\": [-10, 15, 0]},"
    "{\"t\": 2, \"position\": [0, 0, 0], \"turn\": [0, 0, 0]}]}]}";

typedef struct actor_state {
    caper_motion *motion;
    caper_character *character;
    caper_solver *solver;
    caper_bindings *bindings;
    const caper_binding *binding;
    caper_actor *actor;
    caper_actor **crowd;
    int crowd_count;
    caper_job_pool *pool;
    // pieces, for the split by stage
    caper_goal goals[MOMENTS][MAX_GOALS]; // of the dance, at so many times
    int goal_count;
    void *scratch;
    caper_pose local, model;
    caper_jiggle *jiggle;
    uint8_t has_ik[CAPER_MAX_BODIES];
    float time;
} actor_state;

static void teardown(void *user)
{
    actor_state *s = user;
    if (!s) {
        return;
    }
    for (int i = 0; i < s->crowd_count; i++) {
        caper_actor_destroy(s->crowd[i]);
    }
    free(s->crowd);
    caper_job_pool_destroy(s->pool);
    caper_actor_destroy(s->actor);
    caper_jiggle_destroy(s->jiggle);
    caper_pose_destroy(&s->local, NULL);
    caper_pose_destroy(&s->model, NULL);
    free(s->scratch);
    caper_bindings_destroy(s->bindings);
    caper_solver_destroy(s->solver);
    caper_character_destroy(s->character);
    caper_motion_destroy(s->motion);
    free(s);
}

/// The first random creature of that many bodies whose dance has that many goals.
static bool find_creature(actor_state *s, int bodies, int goals)
{
    for (uint64_t seed = 0; seed < 100000; seed++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = seed;
        def.max_bodies = 2 * bodies;
        def.difficulty = 0.4f;
        caper_character *c = caper_character_random(&def, NULL);
        if (c && c->body_count == bodies) {
            const caper_binding *binding = caper_bindings_find(s->bindings, s->motion, c, NULL);
            if (binding && binding->variant_count > 0 && binding->max_goals == goals &&
                goals <= MAX_GOALS) {
                s->character = c;
                s->binding = binding;
                return true;
            }
            caper_bindings_forget(s->bindings, NULL, c);
        }
        caper_character_destroy(c);
    }
    return false;
}

static caper_actor *make_actor(actor_state *s)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = s->character;
    def.solver = s->solver;
    def.bindings = s->bindings;
    caper_actor *actor = caper_actor_create(&def, NULL);
    caper_play_def play = caper_play_def_default();
    play.motion = s->motion;
    play.fade_in = 0;
    if (actor && !caper_actor_play(actor, &play, NULL)) {
        caper_actor_destroy(actor);
        actor = NULL;
    }
    return actor;
}

static void evaluate(actor_state *s, int moment)
{
    caper_motion_job job = caper_motion_job_default();
    job.binding = s->binding;
    job.time = 2 * (float)moment / MOMENTS;
    job.goals = s->goals[moment];
    caper_motion_evaluate(&job);
    s->goal_count = job.goal_count;
}

static void solve(actor_state *s, int moment)
{
    caper_solve_job job = caper_solve_job_default();
    job.solver = s->solver;
    job.goals = s->goals[moment];
    job.goal_count = s->goal_count;
    job.scratch = s->scratch;
    job.local_out = &s->local;
    job.has_ik = s->has_ik;
    caper_solve(&job);
}

static void *setup(int bodies, int goals, int crowd, double *units)
{
    actor_state *s = calloc(1, sizeof *s);
    *units = crowd > 0 ? crowd : 1;
    if (!s) {
        return NULL;
    }
    s->motion = caper_motion_parse(dance_text, strlen(dance_text), "bench", NULL, NULL);
    s->bindings = caper_bindings_create(NULL);
    if (!s->motion || !s->bindings || !find_creature(s, bodies, goals)) {
        teardown(s);
        return NULL;
    }
    s->solver = caper_solver_create(s->character, NULL, NULL);
    s->actor = s->solver ? make_actor(s) : NULL;
    s->jiggle = caper_jiggle_create(s->character, NULL, NULL);
    s->local = caper_character_pose(s->character, NULL);
    s->model = caper_character_pose(s->character, NULL);
    s->scratch =
        s->solver ? aligned_alloc(64, (caper_solver_scratch_size(s->solver) + 63) & ~63u) : NULL;
    s->crowd = calloc((size_t)crowd + 1, sizeof *s->crowd);
    for (; s->crowd && s->actor && s->crowd_count < crowd; s->crowd_count++) {
        s->crowd[s->crowd_count] = make_actor(s);
    }
    if (!s->actor || !s->jiggle || !s->scratch || !s->crowd) {
        teardown(s);
        return NULL;
    }
    for (int i = 0; i < MOMENTS; i++) {
        evaluate(s, i);
    }
    solve(s, 0);
    return s;
}

static void *setup_small(double *units)
{
    return setup(25, 6, 0, units);
}

static void *setup_large(double *units)
{
    return setup(80, 14, 0, units);
}

static void *setup_hundred(double *units)
{
    return setup(25, 6, 100, units);
}

static void *setup_crowd(double *units)
{
    return setup(25, 6, CROWD, units);
}

/// The time of the calling thread counts: half of the work when two share it evenly.
static void *setup_two(double *units)
{
    actor_state *s = setup(25, 6, CROWD, units);
    caper_job_pool_def def = caper_job_pool_def_default();
    def.thread_count = 2;
    if (s) {
        s->pool = caper_job_pool_create(&def);
    }
    return s;
}

static void run_frame(void *user, int times)
{
    actor_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_actor_update(s->actor, 1 / 60.0f, NULL);
        bench_keep(caper_actor_local(s->actor));
    }
}

static void run_crowd(void *user, int times)
{
    actor_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_actors_update(s->crowd, s->crowd_count, 1 / 60.0f, NULL, s->pool);
    }
}

// ------------------------------------------------------------------------------------ by stage

static void run_evaluate(void *user, int times)
{
    for (int i = 0; i < times; i++) {
        evaluate(user, i % MOMENTS);
        bench_keep(user);
    }
}

static void run_solve(void *user, int times)
{
    actor_state *s = user;
    for (int i = 0; i < times; i++) {
        solve(s, i % MOMENTS);
        bench_keep(&s->local);
    }
}

static void run_jiggle(void *user, int times)
{
    actor_state *s = user;
    caper_transform root = caper_transform_identity();
    for (int i = 0; i < times; i++) {
        root.position.x = i & 1 ? 0.01f : 0;
        caper_jiggle_update(s->jiggle, &root, s->has_ik, 1 / 60.0f, &s->local);
        bench_keep(&s->local);
    }
}

static void run_fk(void *user, int times)
{
    actor_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_pose_to_model(&s->character->skeleton, &s->local, NULL, &s->model);
        bench_keep(&s->model);
    }
}

#define CASE(case_name, text, make, work)                                                          \
    .name = (case_name), .what = (text), .unit = "frame", .setup = (make), .teardown = teardown,   \
    .run = (work)

static const bench_case cases[] = {
    {CASE("actor.frame", "25 bodies, 6 goals: all of a frame", setup_small, run_frame),
     .max_ns = 8000, .reference = "the paper: 200 us on a 1.7 GHz Pentium-M; goal 4 us"},
    {CASE("actor.evaluate", "  of it: motion to goals", setup_small, run_evaluate),
     .relative_to = "actor.frame"},
    {CASE("actor.solve", "  of it: IK", setup_small, run_solve), .relative_to = "actor.frame"},
    {CASE("actor.jiggle", "  of it: loose parts", setup_small, run_jiggle),
     .relative_to = "actor.frame"},
    {CASE("actor.fk", "  of it: down the tree", setup_small, run_fk), .relative_to = "actor.frame"},
    {CASE("actor.frame_80", "80 bodies, 14 goals: all of a frame", setup_large, run_frame),
     .relative_to = "actor.frame", .max_relative = 3.5},
    {CASE("actor.hundred", "one of 100 actors in turn", setup_hundred, run_crowd),
     .relative_to = "actor.frame"},
    {CASE("actor.crowd", "one of 10,000 actors in turn", setup_crowd, run_crowd),
     .relative_to = "actor.hundred", .max_relative = 1.25},
    {CASE("actor.crowd_2", "the same on two cores, as one of them sees it", setup_two, run_crowd),
     .relative_to = "actor.crowd", .max_relative = 1 / 1.8},
};

const bench_suite bench_actor = {"actor", cases, CAPER_COUNT_OF(cases), NULL, 0};
