// SPDX-License-Identifier: MIT
//
// Arms of walkers: they swing against the leg of their side, are exactly at rest while the body
// stands, and leave an arm alone that a motion uses.
#include "caper/gait.h"
#include "caper/ik.h"
#include "zoo.h"

#include "test.h"

#include <math.h>
#include <stdlib.h>

typedef struct walk {
    caper_character *character;
    caper_gait *gait;
    caper_walker *walker;
    caper_root root;
    caper_goal goals[CAPER_MAX_BODIES * 2];
    int count;
} walk;

static void walk_open(walk *w, caper_character *character)
{
    memset(w, 0, sizeof *w);
    w->character = character;
    caper_gait_def def = caper_gait_def_default();
    def.character = character;
    w->gait = caper_gait_create(&def, NULL);
    w->walker = caper_walker_create(w->gait, NULL, NULL);
    REQUIRE(w->gait != NULL && w->walker != NULL);
}

static void walk_close(walk *w)
{
    caper_walker_destroy(w->walker);
    caper_gait_destroy(w->gait);
    caper_character_destroy(w->character);
}

// One frame of legs that swing like those of a man; goals that are there are handed in.
static void walk_on(walk *w, float froude, int given)
{
    caper_walk_job job = caper_walk_job_default();
    job.command.velocity = caper_vec3_make(0, 0, caper_gait_speed(w->gait, froude));
    job.command.heading = NAN;
    job.dt = sqrtf(caper_gait_length(w->gait) / 0.9f) / 60;
    job.root = &w->root;
    job.goals = w->goals;
    w->count = given;
    job.goal_count = &w->count;
    job.goal_capacity = CAPER_COUNT_OF(w->goals);
    REQUIRE(caper_walker_update(w->walker, &job));
}

static const caper_goal *goal_of(const walk *w, int body)
{
    for (int i = 0; i < w->count; i++) {
        if (w->goals[i].body == body) {
            return &w->goals[i];
        }
    }
    return NULL;
}

// Goals of hands that are no feet.
static int hand_goals(const walk *w)
{
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        uint32_t caps = w->character->bodies[w->goals[i].body].caps;
        count += (caps & CAPER_CAP_GRASPER) && !(caps & CAPER_CAP_FOOT);
    }
    return count;
}

static void hands_go_against_the_foot_of_their_side(void)
{
    static const char *const names[] = {"performer", "sally", "blubby", "four_armed"};
    static const float speeds[] = {0.05f, 0.25f, 1.2f};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        float slow = 0;
        for (int k = 0; k < CAPER_COUNT_OF(speeds); k++) {
            static walk w;
            walk_open(&w, menagerie_load(names[n]));
            int hand = caper_character_find(w.character, "left_hand");
            int foot = caper_character_find(w.character, "left_foot");
            hand = hand >= 0 ? hand : caper_character_find(w.character, "left_upper_hand");
            REQUIRE(hand >= 0 && foot >= 0);
            double hh = 0, ff = 0, hf = 0, h = 0, f = 0, most = -1e9, least = 1e9;
            int frames = 0;
            for (int i = 0; i < 600; i++) {
                walk_on(&w, speeds[k], 0);
                const caper_goal *a = goal_of(&w, hand), *b = goal_of(&w, foot);
                REQUIRE(b != NULL);
                if (i >= 200) {
                    REQUIRE(a != NULL);
                    double x = (double)a->position.z, y = (double)b->position.z;
                    h += x, f += y, hh += x * x, ff += y * y, hf += x * y;
                    most = x > most ? x : most;
                    least = x < least ? x : least;
                    frames++;
                }
            }
            double cov = hf - h * f / frames;
            double r = cov / sqrt((hh - h * h / frames) * (ff - f * f / frames));
            // against the foot; the hands of arms as long as legs wander with the hips
            CHECK(r < -0.1 &&
                  (r < -0.7 || w.character->bodies[hand].limb_length > caper_gait_length(w.gait)));
            float swing = (float)(most - least) / caper_gait_length(w.gait);
            swing *= caper_gait_length(w.gait) / w.character->bodies[hand].limb_length;
            CHECK(swing > 0.1f && swing < 1.0f); // of the arm
            CHECK(k < 2 || swing > 1.2f * slow); // wider in a run
            slow = k == 0 ? swing : slow;
            walk_close(&w);
        }
    }
}

// Over how many degrees the left elbow of the performer bends in a walk, solved.
static float elbow_range(float froude)
{
    static walk w;
    walk_open(&w, menagerie_load("performer"));
    int forearm = caper_character_find(w.character, "left_forearm");
    REQUIRE(forearm >= 0);
    caper_solver *solver = caper_solver_create(w.character, NULL, NULL);
    void *scratch = aligned_alloc(64, (caper_solver_scratch_size(solver) + 63) / 64 * 64);
    REQUIRE(solver != NULL && scratch != NULL);
    caper_pose local = caper_character_pose(w.character, NULL);
    caper_pose model = caper_character_pose(w.character, NULL);
    const caper_joint *joint = &w.character->bodies[forearm].joint;
    float low = 1e9f, high = -1e9f;
    for (int i = 0; i < 400; i++) {
        walk_on(&w, froude, 0);
        caper_solve_job solve = caper_solve_job_default();
        solve.solver = solver;
        solve.goals = w.goals;
        solve.goal_count = w.count;
        solve.scratch = scratch;
        solve.local_out = &local;
        solve.model_out = &model;
        REQUIRE(caper_solve(&solve));
        caper_quat rest = w.character->skeleton.rest_local[forearm].rotation;
        caper_joint_angles at = caper_joint_measure(joint, rest, local.bodies[forearm].rotation);
        low = i < 200 ? low : fminf(low, at.turn);
        high = i < 200 ? high : fmaxf(high, at.turn);
    }
    caper_pose_destroy(&model, NULL);
    caper_pose_destroy(&local, NULL);
    free(scratch);
    caper_solver_destroy(solver);
    walk_close(&w);
    return (high - low) / CAPER_DEGREE;
}

// CMU walks of 0.9 to 1.9 m/s bend elbows over 10 to 39 degrees, runs of 2.9 and 3.6 over 29
// and 30.
static void elbows_bend_with_the_swing_as_captured_ones(void)
{
    float slow = elbow_range(0.045f), brisk = elbow_range(0.2f), run = elbow_range(1.1f);
    printf("elbows bend over %.1f, %.1f and %.1f degrees\n", (double)slow, (double)brisk,
           (double)run);
    CHECK(slow > 9 && slow < brisk);
    CHECK(brisk > 10 && brisk < 39);
    CHECK(run > 0.9f * 29 && run < 1.1f * 30);
}

static void who_stands_hangs_arms_as_at_rest(void)
{
    zoo z = zoo_open(100);
    int stood = 0, swung = 0;
    for (int n = 0; n < z.count; n++) {
        static walk w;
        walk_open(&w, zoo_character(&z, n));
        if (caper_gait_mode_of(w.gait) == CAPER_GAIT_WALK) {
            walk_on(&w, 0, 0);
            CHECK_INT(hand_goals(&w), 0);
            for (int i = 0; i < 60; i++) {
                walk_on(&w, 0.2f, 0);
            }
            swung += hand_goals(&w) > 0;
            CHECK(w.count <= caper_gait_goal_count(w.gait));
            for (int i = 0; i < w.count; i++) {
                CHECK(caper_vec3_is_finite(w.goals[i].position));
            }
            stood++;
        }
        walk_close(&w);
    }
    zoo_close(&z);
    CHECK(stood > 80);
    CHECK(swung >= 10); // bodies with arms that hang
}

static void an_arm_that_a_motion_uses_is_the_motions(void)
{
    static walk w;
    walk_open(&w, menagerie_load("performer"));
    int left = caper_character_find(w.character, "left_hand");
    int right = caper_character_find(w.character, "right_hand");
    for (int i = 0; i < 120; i++) {
        memset(w.goals, 0, sizeof w.goals);
        w.goals[0].body = left;
        w.goals[0].rotation = caper_quat_identity();
        w.goals[0].position_weight = 1;
        walk_on(&w, 0.2f, 1);
        int lefts = 0;
        for (int k = 0; k < w.count; k++) {
            lefts += w.goals[k].body == left;
        }
        CHECK(lefts == 1 || (lefts == 0 && i < 3)); // it stands until it has gathered some speed
    }
    CHECK(goal_of(&w, right) != NULL);
    walk_close(&w);
}

TESTS(hands_go_against_the_foot_of_their_side, elbows_bend_with_the_swing_as_captured_ones,
      who_stands_hangs_arms_as_at_rest, an_arm_that_a_motion_uses_is_the_motions)
