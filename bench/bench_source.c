// SPDX-License-Identifier: MIT
// Room `actor`, by kind of source: a walk through an actor beside the sum of
// its parts measured in the same run: what the source alone takes, and what the solver takes.
#include "bench.h"
#include "cli.h"

#include "caper/actor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 60.0f

typedef struct source_state {
    caper_character *performer, *character;
    caper_gait *gait;
    caper_walker *walker;
    caper_actor *actor;
    caper_source source;
    caper_pose out;
    caper_goal goals[CAPER_MAX_BODIES];
    int goal_count;
    caper_root root;
    caper_solver *solver;
    void *scratch;
} source_state;

static caper_character *load(const char *name)
{
    char relative[96], path[1024];
    snprintf(relative, sizeof relative, "characters/%s.character.json", name);
    return cli_data_path(relative, path, sizeof path) ? caper_character_load(path, NULL, NULL)
                                                      : NULL;
}

static void teardown(void *user)
{
    source_state *s = user;
    caper_actor_destroy(s->actor);
    caper_walker_destroy(s->walker);
    caper_gait_destroy(s->gait);
    caper_pose_destroy(&s->out, NULL);
    free(s->scratch);
    caper_solver_destroy(s->solver);
    caper_character_destroy(s->character);
    caper_character_destroy(s->performer);
    free(s);
}

static caper_actor *make_actor(const caper_character *c)
{
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    def.character = c;
    def.jiggle = &jiggle;
    return caper_actor_create(&def, NULL);
}

static bool set_up_walk(source_state *s)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = s->character;
    s->gait = caper_gait_create(&def, NULL);
    s->walker = s->gait ? caper_walker_create(s->gait, NULL, NULL) : NULL;
    s->actor = make_actor(s->character);
    caper_play_def play = caper_play_def_default();
    play.gait = s->gait;
    play.fade_in = 0;
    s->source = s->actor && s->gait ? caper_actor_play(s->actor, &play, NULL) : 0;
    caper_walk_command command = {{0, 0, 1.3f}, NAN};
    return s->walker && s->source && caper_actor_command(s->actor, s->source, &command);
}

static void *setup(const char *name, bool (*make)(source_state *s), double *units)
{
    source_state *s = calloc(1, sizeof *s);
    *units = 1;
    if (!s) {
        return NULL;
    }
    s->performer = load("performer");
    s->character = load(name);
    s->solver = s->character ? caper_solver_create(s->character, NULL, NULL) : NULL;
    size_t size = s->solver ? (caper_solver_scratch_size(s->solver) + 63) & ~(size_t)63 : 64;
    s->scratch = aligned_alloc(64, size);
    s->out = s->character ? caper_character_pose(s->character, NULL) : s->out;
    if (!s->performer || !s->solver || !s->scratch || !s->out.bodies || !make(s)) {
        teardown(s);
        return NULL;
    }
    return s;
}

static void *setup_walk(double *units)
{
    return setup("performer", set_up_walk, units);
}

static void *setup_dog_walk(double *units)
{
    return setup("dog", set_up_walk, units);
}

static void run_walk(void *user, int times)
{
    source_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_actor_update(s->actor, 1 / RATE, NULL);
        bench_keep(caper_actor_local(s->actor));
    }
}

/// The walker and the solver, with nothing between.
static void run_walk_parts(void *user, int times)
{
    source_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = 1.3f;
        job.dt = 1 / RATE;
        job.root = &s->root;
        job.goals = s->goals;
        job.goal_count = &s->goal_count;
        job.goal_capacity = CAPER_MAX_BODIES;
        caper_walker_update(s->walker, &job);
        caper_solve_job solve = caper_solve_job_default();
        solve.solver = s->solver;
        solve.goals = s->goals;
        solve.goal_count = s->goal_count;
        solve.scratch = s->scratch;
        solve.local_out = &s->out;
        caper_solve(&solve);
        caper_pose_to_model(&s->character->skeleton, &s->out, NULL, &s->out);
        bench_keep(&s->out);
    }
}

#define CASE(case_name, text, make, work)                                                          \
    .name = (case_name), .what = (text), .unit = "frame", .setup = (make), .teardown = teardown,   \
    .run = (work)

static const bench_case cases[] = {
    {CASE("source.walk_parts", "a walking person: walker, solver and FK alone", setup_walk,
          run_walk_parts)},
    {CASE("source.walk", "the same as a source of an actor", setup_walk, run_walk),
     .relative_to = "source.walk_parts", .max_relative = 1.05},
    {CASE("source.dog_parts", "a walking dog: walker, solver and FK alone", setup_dog_walk,
          run_walk_parts)},
    {CASE("source.dog", "the same as a source of an actor", setup_dog_walk, run_walk),
     .relative_to = "source.dog_parts", .max_relative = 1.05},
};

const bench_suite bench_source = {"source", cases, CAPER_COUNT_OF(cases), NULL, 0};
