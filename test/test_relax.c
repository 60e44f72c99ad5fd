// SPDX-License-Identifier: MIT
// A natural rest pose for characters whose file has a T.
#include "import_fixture.h"
#include "menagerie.h"
#include "sticks.h"

#include "caper/clip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static caper_vec3 joint(const caper_character *c, const char *name)
{
    int i = caper_character_find(c, name);
    REQUIRE(i >= 0);
    return c->rest_model[i].position;
}

static bool same_rest(const caper_character *a, const caper_character *b, float tolerance)
{
    bool same = a->body_count == b->body_count;
    for (int i = 0; same && i < a->body_count; i++)
        same = caper_vec3_distance(a->rest_model[i].position, b->rest_model[i].position) <=
                   tolerance &&
               caper_quat_angle(a->rest_model[i].rotation, b->rest_model[i].rotation) <= 1e-3f;
    return same;
}

static void stretched_arms_hang_and_legs_come_together(void)
{
    caper_error error = {0};
    caper_character *stiff = sticks_person(0.15f);
    caper_character *c = caper_character_relax(stiff, NULL, &error);
    REQUIRE(c != NULL);
    CHECK(caper_skeleton_same(&c->skeleton, &stiff->skeleton));
    static const char *const sides[] = {"Left", "Right"};
    for (int i = 0; i < 2; i++) {
        char arm[16], hand[16], hip[16], foot[16];
        snprintf(arm, sizeof arm, "%sArm", sides[i]);
        snprintf(hand, sizeof hand, "%sHand", sides[i]);
        snprintf(hip, sizeof hip, "%sUpLeg", sides[i]);
        snprintf(foot, sizeof foot, "%sFoot", sides[i]);
        float side = i == 0 ? 1.0f : -1.0f;
        caper_vec3 way = caper_vec3_sub(joint(c, hand), joint(c, arm));
        CHECK(way.y < -0.5f && side * way.x > 0 && side * way.x < 0.15f);
        CHECK_NEAR(caper_vec3_length(way), 0.55, 1e-4); // nothing stretches
        CHECK_NEAR(joint(c, foot).x, joint(c, hip).x, 1e-4);
        CHECK_NEAR(joint(c, arm).x, side * 0.2f, 1e-4); // shoulders stay
    }
    CHECK_NEAR(c->bounds.min.y, stiff->bounds.min.y, 1e-4);
    CHECK(joint(c, "Hips").y > joint(stiff, "Hips").y); // legs that are closed are longer
    CHECK_INT(c->root_body, stiff->root_body);
    for (int i = 0; i < c->body_count; i++) {
        CHECK_INT(c->bodies[i].caps, stiff->bodies[i].caps);
        CHECK_NEAR(c->bodies[i].mass, stiff->bodies[i].mass, 0);
    }
    // once is enough
    caper_character *again = caper_character_relax(c, NULL, &error);
    REQUIRE(again != NULL);
    CHECK(same_rest(again, c, 1e-5f));
    caper_character_destroy(again);
    caper_character_destroy(c);
    caper_character_destroy(stiff);
}

static void who_is_at_ease_stays_as_it_is(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        caper_error error = {0};
        caper_character *relaxed = caper_character_relax(c, NULL, &error);
        REQUIRE(relaxed != NULL);
        CHECK(same_rest(relaxed, c, 1e-5f * c->size));
        CHECK_INT(relaxed->deform_count, c->deform_count);
        for (int k = 0; k < c->deform_count; k++)
            CHECK_STR(relaxed->deforms[k], c->deforms[k]);
        caper_character_destroy(relaxed);
    }
    menagerie_close(&m);
    for (int seed = 0; seed < 40; seed++) {
        caper_error error = {0};
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)seed;
        def.difficulty = 1;
        caper_character *c = caper_character_random(&def, &error);
        caper_character *relaxed = caper_character_relax(c, NULL, &error);
        REQUIRE(c && relaxed);
        CHECK(caper_skeleton_same(&relaxed->skeleton, &c->skeleton));
        CHECK_INT(relaxed->root_body, c->root_body);
        caper_character_destroy(relaxed);
        caper_character_destroy(c);
    }
}

static void captured_people_hang_their_arms(void)
{
    caper_error error = {0};
    caper_import *import = load_shared_import("bvh/cmu/07_01.bvh");
    caper_character *c = caper_character_relax(import->character, NULL, &error);
    REQUIRE(c != NULL);
    caper_vec3 hand = joint(c, "LeftHand"), arm = joint(c, "LeftArm");
    CHECK(hand.y < arm.y - 0.4f && hand.x > arm.x);
    CHECK(fabsf(joint(c, "LeftFoot").x - joint(c, "LeftUpLeg").x) < 0.02f);
    CHECK(caper_skeleton_same(&c->skeleton, &import->clips[0]->skeleton));
    caper_character_destroy(c);
    caper_import_destroy(import);
}

static void without_memory_there_is_none(void)
{
    caper_character *stiff = sticks_person(0.15f);
    bool done = false;
    for (long at = 1; at < 40 && !done; at++) {
        test_memory memory = {.fail_at = at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_error error = {0};
        caper_character *c = caper_character_relax(stiff, &allocator, &error);
        done = c != NULL;
        CHECK(done || error.status == CAPER_ERROR_MEMORY);
        caper_character_destroy(c);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done);
    caper_character_destroy(stiff);
}

TESTS(stretched_arms_hang_and_legs_come_together, who_is_at_ease_stays_as_it_is,
      captured_people_hang_their_arms, without_memory_there_is_none)
