// SPDX-License-Identifier: MIT
//
// Arms of walkers: they swing against the leg of their side, are exactly at rest while the body
// stands, and leave an arm alone that a motion uses.
#include "caper/gait.h"
#include "zoo.h"

#include "test.h"

#include <math.h>

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

static void who_stands_hangs_arms_as_at_rest(void)
{
    zoo z = zoo_open(100);
    int stood = 0, swung = 0;
    for (int n = 0; n < z.count; n++) {
        static walk w;
        walk_open(&w, zoo_character(&z, n));
        if (caper_gait_get_mode(w.gait) == CAPER_GAIT_WALK) {
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

TESTS(hands_go_against_the_foot_of_their_side, who_stands_hangs_arms_as_at_rest,
      an_arm_that_a_motion_uses_is_the_motions)
