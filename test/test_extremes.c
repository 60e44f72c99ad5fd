// SPDX-License-Identifier: MIT
//
// Finite but huge, and tiny, where a pose, a root, a step of time or a gravity comes in: each call
// returns, and what it gives is finite, or it refuses. A hang ends by the time limit of the test.
#include "puppeteer.h"
#include "test.h"

#include "caper/actor.h"
#include "caper/gait.h"
#include "caper/jiggle.h"
#include "caper/puppet.h"
#include "math/place.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const float sizes[] = {1e-45f, 1e-38f, 1e-20f, 1e-9f, 1e-6f, 1e3f,
                              1e5f,   1e6f,   1e9f,   1e12f, 1e20f, FLT_MAX};

// Refusals are what is asked for here.
static bool quiet(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static bool is_good_pose(const caper_pose *pose)
{
    bool good = true;
    for (int i = 0; i < pose->body_count; i++) {
        good = good && caper_transform_is_valid(pose->bodies[i], 1e-2f);
    }
    return good;
}

// One wrong number anywhere is found; what is in the padding is nobody's business.
static void one_wrong_number_among_many_is_found(void)
{
    static const float wrong[] = {1.1e9f, -1.1e9f, FLT_MAX, INFINITY, -INFINITY, NAN};
    caper_transform t[5];
    for (int i = 0; i < 5; i++) {
        caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), (float)i);
        t[i] = caper_transform_make(turn, caper_vec3_make(1e9f, -1e9f, (float)i));
        t[i].pad = NAN;
    }
    CHECK(caperi_are_places(t, 5) && caperi_are_places(t, 0));
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 7 * CAPER_COUNT_OF(wrong); k++) {
            caper_transform whole = t[i];
            float *numbers = k % 7 < 4 ? &t[i].rotation.x : &t[i].position.x;
            numbers[k % 7 < 4 ? k % 7 : k % 7 - 4] = wrong[k / 7];
            CHECK(!caperi_are_places(t, 5));
            t[i] = whole;
        }
        t[i].rotation.w += t[i].rotation.w < 0 ? -0.1f : 0.1f; // longer than 1.01
        CHECK(!caperi_are_places(t, 5));
        t[i].rotation.w -= t[i].rotation.w < 0 ? -0.1f : 0.1f;
    }
}

static void put_rest(const caper_character *c, caper_pose *pose)
{
    memcpy(pose->bodies, c->skeleton.rest_local, (size_t)c->body_count * sizeof *pose->bodies);
}

// A performer whose body k is at a size along an axis; then whose root is, then whose dt is.
static int perform(const char *onto, int *taken)
{
    caper_character *performer = load("performer"), *character = load(onto);
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = performer;
    def.character = character;
    puppeteer *puppet = puppeteer_open(&def, NULL);
    REQUIRE(puppet != NULL);
    caper_pose in = caper_character_pose(performer, NULL),
               out = caper_character_pose(character, NULL);
    int count = 0;
    for (int k = 0; k < CAPER_COUNT_OF(sizes); k++) {
        for (int which = -2; which < performer->body_count; which += which < 0 ? 1 : 3) {
            for (int axis = 0; axis < 3; axis++, count++) {
                put_rest(performer, &in);
                caper_transform root = caper_transform_identity();
                caper_vec3 at = {axis == 0 ? sizes[k] : 0, axis == 1 ? sizes[k] : 0,
                                 axis == 2 ? -sizes[k] : 0};
                float dt = which == -2 ? sizes[k] : 1 / 60.0f;
                root.position = which == -1 ? at : root.position;
                if (which >= 0) {
                    in.bodies[which].position = at;
                } else if (which == -2) {
                    in.bodies[axis].position = caper_vec3_make(1, 2, 3); // something moves
                }
                for (int step = 0; step < 3; step++) {
                    bool good = puppeteer_frame(puppet, &in, &root, NULL, dt, &out);
                    CHECK(!good || is_good_pose(&out));
                    *taken += good;
                    put_rest(performer, &in); // back, with the rates of the jump
                }
            }
        }
    }
    caper_pose_destroy(&in, NULL);
    caper_pose_destroy(&out, NULL);
    puppeteer_close(puppet);
    caper_character_destroy(performer);
    caper_character_destroy(character);
    return count;
}

static void a_puppet_returns_from_any_finite_input(void)
{
    caper_set_assert_hook(quiet);
    static const char *const onto[] = {"sally", "blubby", "dog"};
    int taken = 0;
    for (int i = 0; i < 3; i++) {
        CHECK(perform(onto[i], &taken) > 100);
    }
    CHECK(taken > 300); // most sizes are no harm
    caper_set_assert_hook(NULL);
}

static void a_walker_returns_from_any_finite_input(void)
{
    caper_set_assert_hook(quiet);
    static const char *const names[] = {"sally", "dog", "snake"};
    int taken = 0;
    for (int n = 0; n < 3; n++) {
        caper_character *c = load(names[n]);
        for (int k = 0; k < CAPER_COUNT_OF(sizes); k++) {
            for (int which = 0; which < 5; which++) {
                float s = sizes[k];
                caper_gait_def def = caper_gait_def_default();
                def.character = c;
                def.gravity = which == 0 ? s : def.gravity;
                caper_gait *gait = caper_gait_create(&def, NULL);
                caper_walker *walker = gait ? caper_walker_create(gait, NULL, NULL) : NULL;
                caper_root root = {which == 1 ? s : 0, which == 2 ? s : 0, 0, 0};
                caper_goal goals[CAPER_MAX_BODIES];
                int goal_count = 0;
                for (int step = 0; walker && step < 8; step++) {
                    caper_walk_job job = caper_walk_job_default();
                    job.root = &root;
                    job.goals = goals;
                    job.goal_capacity = CAPER_COUNT_OF(goals);
                    job.goal_count = &goal_count;
                    job.command.velocity = caper_vec3_make(0, 0, which == 3 ? s : 1);
                    job.dt = which == 4 ? s : 1 / 30.0f;
                    if (!caper_walker_update(walker, &job)) {
                        break;
                    }
                    taken++;
                    CHECK(isfinite(root.x) && isfinite(root.y) && isfinite(root.z));
                    for (int i = 0; i < goal_count; i++) {
                        CHECK(caper_vec3_is_finite(goals[i].position));
                    }
                }
                caper_walker_destroy(walker);
                caper_gait_destroy(gait);
            }
        }
        caper_character_destroy(c);
    }
    CHECK(taken > 300);
    caper_set_assert_hook(NULL);
}

static void loose_parts_return_from_any_finite_input(void)
{
    caper_set_assert_hook(quiet);
    static const char *const names[] = {"sally", "dog", "dragon"};
    int taken = 0;
    for (int n = 0; n < 3; n++) {
        caper_character *c = load(names[n]);
        caper_jiggle_def def = caper_jiggle_def_default();
        caper_jiggle *jiggle = caper_jiggle_create(c, &def, NULL);
        caper_pose pose = caper_character_pose(c, NULL);
        for (int k = 0; k < CAPER_COUNT_OF(sizes); k++) {
            for (int which = -2; which < c->body_count; which++) {
                for (int step = 0; step < 3; step++) {
                    caper_transform root = caper_transform_identity();
                    put_rest(c, &pose);
                    caper_vec3 at = caper_vec3_make(0, sizes[k], -sizes[k]);
                    if (which == -1) {
                        root.position = at;
                    } else if (which >= 0 && step != 1) {
                        pose.bodies[which].position = at;
                    }
                    float dt = which == -2 ? sizes[k] : 1 / 60.0f;
                    bool good = caper_jiggle_update(jiggle, &root, NULL, dt, &pose);
                    CHECK(!good || is_good_pose(&pose));
                    taken += good;
                }
            }
        }
        caper_pose_destroy(&pose, NULL);
        caper_jiggle_destroy(jiggle);
        caper_character_destroy(c);
    }
    CHECK(taken > 300);
    caper_set_assert_hook(NULL);
}

static void a_solver_returns_from_any_finite_goal(void)
{
    caper_set_assert_hook(quiet);
    static const char *const names[] = {"sally", "dog", "snake"};
    static char scratch[1 << 20];
    int taken = 0;
    for (int n = 0; n < 3; n++) {
        caper_character *c = load(names[n]);
        caper_solver *solver = caper_solver_create(c, NULL, NULL);
        caper_pose base = caper_character_rest_local(c), out = caper_character_pose(c, NULL);
        REQUIRE(solver && caper_solver_scratch_size(solver) + 16 <= sizeof scratch);
        for (int k = 0; k < CAPER_COUNT_OF(sizes); k++) {
            for (int body = 0; body < c->body_count; body += 3) {
                caper_goal goals[2] = {caper_goal_default(), caper_goal_default()};
                goals[0].body = body;
                goals[0].position = caper_vec3_make(sizes[k], 0, -sizes[k]);
                goals[0].position_weight = 1;
                goals[1].body = c->body_count - 1;
                goals[1].position_weight = k % 2 ? 1.0f : sizes[k];
                caper_solve_job job = caper_solve_job_default();
                job.solver = solver;
                job.base_local = &base;
                job.goals = goals;
                job.goal_count = 2;
                job.scratch = scratch + (16 - (uintptr_t)scratch % 16) % 16;
                job.local_out = &out;
                bool good = caper_solve(&job);
                CHECK(!good || is_good_pose(&out));
                taken += good;
            }
        }
        caper_pose_destroy(&out, NULL);
        caper_solver_destroy(solver);
        caper_character_destroy(c);
    }
    CHECK(taken > 30);
    caper_set_assert_hook(NULL);
}

TESTS(one_wrong_number_among_many_is_found, loose_parts_return_from_any_finite_input,
      a_solver_returns_from_any_finite_goal, a_puppet_returns_from_any_finite_input,
      a_walker_returns_from_any_finite_input)
