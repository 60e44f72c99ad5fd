// SPDX-License-Identifier: MIT
//
// The particle solver, judged from outside: goals that some pose of the character meets, goals that
// none meets, goals that contradict each other. The oracle is forward kinematics.
#include "solver_bench.h"

// ---------------------------------------------------------------------------- goals within reach

typedef struct tally {
    int count, far, turned, off, stretched;
} tally;

static void try_character(const caper_character *character, uint64_t seed, int times, tally *sum)
{
    bench b = bench_make(character);
    caper_rng rng = caper_rng_make(seed);
    for (int t = 0; t < times; t++) {
        random_truth(&b, &rng, 0.5f);
        random_goals(&b, &rng);
        CHECK(solve(&b));
        CHECK(is_sound(&b));
        sum->stretched += worst_stretch(&b) > 1.2f * 1.0005f;
        for (int i = 0; i < b.goal_count; i++) {
            const caper_goal *goal = &b.goals[i];
            sum->count++;
            sum->far += goal_error(&b, goal) > 0.01f * character->height;
            if (goal->rotation_weight == 0.0f)
                continue;
            sum->turned++;
            caper_quat is = b.model.bodies[goal->body].rotation;
            sum->off += caper_quat_angle(is, goal->rotation) > 2.0f * CAPER_DEGREE;
        }
    }
    bench_free(&b);
}

static void menagerie_reaches_what_it_can_reach(void)
{
    tally all = {0};
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *character = m.characters[i];
        tally one = {0};
        try_character(character, (uint64_t)i, 20, &one);
        if (!CHECK(one.far * 20 <= one.count))
            printf("  %s: %d of %d\n", character->name, one.far, one.count);
        all.count += one.count;
        all.far += one.far;
        all.off += one.off;
        all.turned += one.turned;
        all.stretched += one.stretched;
    }
    menagerie_close(&m);
    CHECK(all.count > 2000 && all.turned > 500);
    CHECK(all.far * 50 <= all.count);
    CHECK_INT(all.off, 0);
    CHECK_INT(all.stretched, 0);
}

static void random_creatures_reach_what_they_can_reach(void)
{
    tally all = {0};
    for (int i = 0; i < 2000; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i;
        def.difficulty = (float)(i % 11) * 0.1f;
        caper_character *character = caper_character_random(&def, NULL);
        REQUIRE(character);
        try_character(character, (uint64_t)i, 1, &all);
        caper_character_destroy(character);
    }
    printf("  %d goals, %d missed by 1 %% of height; %d rotations, %d off by 2 degrees\n",
           all.count, all.far, all.turned, all.off);
    CHECK(all.count > 5000);
    CHECK(all.far * 20 <= all.count);
    CHECK(all.off * 50 <= all.turned);
    CHECK_INT(all.stretched, 0);
}

// --------------------------------------------------------------------------------------- history

static void answer_does_not_depend_on_history(void)
{
    caper_character *character = menagerie_load("dragon");
    bench b = bench_make(character);
    caper_rng rng = caper_rng_make(5);
    random_truth(&b, &rng, 0.5f);
    random_goals(&b, &rng);
    CHECK(solve(&b));
    size_t size = (size_t)character->body_count * sizeof(caper_transform);
    caper_transform *first = malloc(size);
    memcpy(first, b.local.bodies, size);
    caper_goal *goals = malloc((size_t)b.goal_count * sizeof *goals);
    int goal_count = b.goal_count;
    memcpy(goals, b.goals, (size_t)b.goal_count * sizeof *goals);
    for (int i = 0; i < 50; i++) {
        random_truth(&b, &rng, 1.0f);
        random_goals(&b, &rng);
        CHECK(solve(&b));
    }
    memset(b.scratch, 0xff, b.scratch_size);
    memcpy(b.goals, goals, (size_t)goal_count * sizeof *goals);
    b.goal_count = goal_count;
    CHECK(solve(&b));
    CHECK(memcmp(first, b.local.bodies, size) == 0);
    free(first);
    free(goals);
    bench_free(&b);
    caper_character_destroy(character);
}

static void without_goals_nothing_moves(void)
{
    caper_character *character = menagerie_load("dog");
    bench b = bench_make(character);
    uint8_t has_ik[64];
    CHECK(solve(&b));
    b.job.has_ik = has_ik;
    CHECK(caper_solve(&b.job));
    for (int i = 0; i < character->body_count; i++) {
        CHECK(memcmp(&b.local.bodies[i], &character->skeleton.rest_local[i],
                     sizeof(caper_transform)) == 0);
        CHECK_INT(has_ik[i], i == character->root_body);
    }
    bench_free(&b);
    caper_character_destroy(character);
}

// --------------------------------------------------------------------------------------- refusal

static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void bad_jobs_are_refused(void)
{
    caper_character *character = menagerie_load("dog");
    bench b = bench_make(character);
    add_goal(&b, 3, true);
    CHECK(solve(&b));
    caper_solve_job good = b.job;
    caper_set_assert_hook(quiet);
    caper_goal goal = b.goals[0];
    caper_solve_job job = good;
    job.solver = NULL;
    CHECK(!caper_solve(&job));
    job = good;
    job.goals = &goal;
    goal.body = character->body_count;
    CHECK(!caper_solve(&job));
    goal = b.goals[0];
    goal.position.y = NAN;
    CHECK(!caper_solve(&job));
    goal = b.goals[0];
    goal.rotation.w = INFINITY;
    CHECK(!caper_solve(&job));
    goal = b.goals[0];
    goal.position_weight = 2.0f;
    CHECK(!caper_solve(&job));
    goal = b.goals[0];
    CHECK(caper_solve(&job));
    caper_set_assert_hook(NULL);
    bench_free(&b);
    caper_character_destroy(character);
}

TESTS(menagerie_reaches_what_it_can_reach, random_creatures_reach_what_they_can_reach,
      answer_does_not_depend_on_history, without_goals_nothing_moves, bad_jobs_are_refused)
