// SPDX-License-Identifier: MIT
//
// Expectations and the surface frame. The oracle of expectations is a clip that stands at rest,
// where every distance and angle is known from the character alone.
#include "caper/actor.h"
#include "caper/motion.h"

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

typedef struct still {
    caper_character *c;
    caper_motion *motion;
    caper_binding *binding;
    caper_clip *clip;
    caper_expect_result results[16];
} still;

// A motion of that text, with the hand of the left side in a group, on the performer, who stands.
static still still_make(const char *expects)
{
    still s;
    memset(&s, 0, sizeof s);
    char text[4096];
    snprintf(text, sizeof text,
             "{\"caper\":\"motion\",\"version\":1,\"name\":\"still\",\"duration\":1,\"channels\":["
             "{\"name\":\"hand\",\"select\":{\"caps\":[\"grasper\"],\"most\":\"left\"},\"keys\":["
             "{\"t\":0,\"position\":[0,0,0]}]},"
             "{\"name\":\"other\",\"select\":{\"caps\":[\"grasper\"],\"most\":\"right\"},\"keys\":["
             "{\"t\":0,\"position\":[0,0,0]}]},"
             "{\"name\":\"head\",\"select\":{\"caps\":[\"head\"]},\"keys\":["
             "{\"t\":0,\"position\":[0,0,0],\"turn\":[0,0,0]}]},"
             "{\"name\":\"feet\",\"select\":{\"caps\":[\"foot\"]},\"keys\":["
             "{\"t\":0,\"position\":[0,0,0]}]}],\"expect\":[%s]}",
             expects);
    s.c = caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    caper_error error = {0};
    s.motion = caper_motion_parse(text, strlen(text), "still", NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(s.c && s.motion);
    s.binding = caper_binding_create(s.motion, s.c, NULL, NULL);
    caper_clip_def def = caper_clip_def_default();
    def.name = "still";
    def.skeleton = &s.c->skeleton;
    def.frame_count = 31;
    s.clip = caper_clip_create(&def, &error);
    CHECK_STR(error.message, "");
    REQUIRE(s.binding && s.binding->variant_count > 0 && s.clip);
    return s;
}

static caper_expect_job still_look(still *s, const caper_world_frame *frame)
{
    caper_expect_job job = {s->binding, 0, s->clip, NULL, frame, 1};
    REQUIRE(caper_motion_expect(&job, s->results, NULL));
    return job;
}

static void still_free(still *s)
{
    caper_clip_destroy(s->clip);
    caper_binding_destroy(s->binding);
    caper_motion_destroy(s->motion);
    caper_character_destroy(s->c);
}

static caper_vec3 center_of(const caper_character *c, const char *body)
{
    int b = caper_character_find(c, body);
    REQUIRE(b >= 0);
    return caper_transform_mul_point(c->rest_model[b], c->bodies[b].box_center);
}

static void what_stands_is_planted_and_does_not_move(void)
{
    still s = still_make("{\"channel\":\"feet\",\"does\":\"plant\"},"
                         "{\"channel\":\"feet\",\"does\":\"move\"},"
                         "{\"channel\":\"feet\",\"does\":\"ground\"},"
                         "{\"channel\":\"hand\",\"does\":\"ground\"}");
    caper_expect_job job = still_look(&s, NULL);
    CHECK(s.results[0].applies && s.results[0].met && s.results[0].value == 0);
    CHECK(s.results[1].applies && !s.results[1].met && s.results[1].value == 0);
    CHECK(s.results[2].applies && s.results[2].met);
    CHECK(s.results[3].applies && !s.results[3].met);
    // the hand hangs straight down: its lowest corner is that of its box
    int hand = caper_character_find(s.c, "left_hand");
    float lowest = INFINITY;
    for (int k = 0; k < 8; k++) {
        const caper_body *b = &s.c->bodies[hand];
        caper_vec3 corner = caper_vec3_make(b->box_center.x + (k & 1 ? 1 : -1) * b->box_half.x,
                                            b->box_center.y + (k & 2 ? 1 : -1) * b->box_half.y,
                                            b->box_center.z + (k & 4 ? 1 : -1) * b->box_half.z);
        lowest = fminf(lowest, caper_transform_mul_point(s.c->rest_model[hand], corner).y);
    }
    CHECK_NEAR(s.results[3].value * s.c->size, lowest, 1e-5);
    char text[200];
    CHECK_HAS(caper_expect_text(&job, 3, &s.results[3], text, sizeof text), "left_hand");
    still_free(&s);
}

static void a_target_is_reached_or_missed_by_the_distance(void)
{
    still s = still_make("{\"channel\":\"hand\",\"does\":\"reach\",\"target\":\"fruit\"},"
                         "{\"channel\":\"head\",\"does\":\"face\",\"target\":\"fruit\"}");
    caper_vec3 hand = center_of(s.c, "left_hand"), head = center_of(s.c, "head");
    for (int k = 0; k < 4; k++) { // in the hand, beside it, where that is seen, far away
        static const float off[] = {0, 0.2f, 0.4f, 9};
        caper_target fruit = {"fruit", caper_transform_identity(), {0, 0, 0}};
        fruit.transform.position = caper_vec3_make(hand.x, hand.y + off[k], hand.z);
        caper_world_frame frame = {0};
        frame.targets = &fruit;
        frame.target_count = 1;
        still_look(&s, &frame);
        CHECK(s.results[0].applies == (k < 3));
        CHECK(s.results[0].met == (k == 0 || k == 3));
        CHECK(s.results[0].visible == (k == 2));
        if (k < 3) {
            CHECK_NEAR(s.results[0].value * s.c->size, off[k], 1e-5);
        }
    }
    for (int degrees = -150; degrees <= 150; degrees += 50) {
        caper_target fruit = {"fruit", caper_transform_identity(), {0, 0, 0}};
        double yaw = degrees * 3.14159265358979 / 180;
        fruit.transform.position =
            caper_vec3_make(head.x + 5 * (float)sin(yaw), head.y, head.z + 5 * (float)cos(yaw));
        caper_world_frame frame = {0};
        frame.targets = &fruit;
        frame.target_count = 1;
        still_look(&s, &frame);
        CHECK(s.results[1].applies == (abs(degrees) <= 80)); // nobody looks behind
        CHECK(s.results[1].met == (degrees == 0 || abs(degrees) > 80));
        if (s.results[1].applies) {
            CHECK_NEAR(s.results[1].value, abs(degrees), 0.01);
        }
    }
    still_free(&s);
}

static void hands_that_hang_do_not_meet(void)
{
    still s =
        still_make("{\"channel\":\"hand\",\"does\":\"meet\",\"with\":\"other\"},"
                   "{\"channel\":\"hand\",\"does\":\"meet\",\"with\":\"other\",\"within\":9},"
                   "{\"channel\":\"hand\",\"does\":\"stretch\"},"
                   "{\"channel\":\"head\",\"does\":\"stretch\"},"
                   "{\"channel\":\"hand\",\"does\":\"touch\",\"bodies\":{\"caps\":[\"head\"]}}");
    still_look(&s, NULL);
    CHECK(s.results[0].applies && !s.results[0].met);
    CHECK(s.results[1].met);
    // mirror images: twice the way of the innermost corner from the plane
    int hand = caper_character_find(s.c, "left_hand");
    float inner = INFINITY;
    for (int k = 0; k < 8; k++) {
        const caper_body *b = &s.c->bodies[hand];
        caper_vec3 corner = caper_vec3_make(b->box_center.x + (k & 1 ? 1 : -1) * b->box_half.x,
                                            b->box_center.y + (k & 2 ? 1 : -1) * b->box_half.y,
                                            b->box_center.z + (k & 4 ? 1 : -1) * b->box_half.z);
        inner = fminf(inner, caper_transform_mul_point(s.c->rest_model[hand], corner).x);
    }
    CHECK_NEAR(s.results[0].value * s.c->size, 2 * inner, 1e-3);
    CHECK(s.results[2].applies && s.results[2].value > 0.9f && s.results[2].value <= 1.0001f);
    CHECK(!s.results[3].applies); // a head is no limb
    CHECK(s.results[4].applies && !s.results[4].met);
    still_free(&s);
}

static void expectations_are_refused_where_they_are_wrong(void)
{
    static const char *const rows[][2] = {
        {"{\"channel\":\"tail\",\"does\":\"move\"}", "the channel 'tail', which does not exist"},
        {"{\"channel\":\"hand\",\"does\":\"meet\"}", "needs the channel that it meets"},
        {"{\"channel\":\"hand\",\"does\":\"reach\"}", "needs a target"},
        {"{\"channel\":\"hand\",\"does\":\"touch\"}", "needs bodies"},
        {"{\"channel\":\"hand\",\"does\":\"move\",\"to\":3}", "within 0 and 1"},
        {"{\"channel\":\"hand\",\"does\":\"move\",\"branch\":\"b\"}", "which does not exist"},
        {"{\"channel\":\"hand\",\"does\":\"sing\"}", "unknown word 'sing'"},
        {"{\"channel\":\"hand\",\"does\":\"move\",\"target\":\"x\"}", "no use for a target"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "{\"caper\":\"motion\",\"version\":1,\"name\":\"x\",\"duration\":1,\"channels\":["
            "{\"name\":\"hand\",\"keys\":[{\"t\":0,\"position\":[0,0,0]}]}],\n\"expect\":[%s]}",
            rows[i][0]);
        caper_error error = {0};
        CHECK(caper_motion_parse(text, strlen(text), "x", NULL, &error) == NULL);
        CHECK_HAS(error.message, rows[i][1]);
        CHECK_INT(error.line, 2);
    }
}

// At 1 along an axis the skins of both boxes meet, wherever the head has turned to; G undoes S.
static void a_surface_is_met_by_skin(void)
{
    caper_rng rng = caper_rng_make(5);
    for (int k = 0; k < 200; k++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)k;
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        int body = caper_rng_int(&rng, 0, c->body_count - 1);
        caper_mode mode = {.position = CAPER_FRAME_SURFACE, .rotation = CAPER_FRAME_REST};
        mode.point = CAPER_POINT_CENTER;
        caper_place place = caper_place_make(c, body);
        place.mirror = caper_rng_bool(&rng, 0.5f);
        place.target_half = caper_vec3_make(0.1f, 0.2f, 0.3f);
        place.target.rotation = caper_quat_from_axis_angle(caper_vec3_make(0.3f, 1, 0.2f), 0.7f);
        float thick = fminf(c->bodies[body].box_half.x,
                            fminf(c->bodies[body].box_half.y, c->bodies[body].box_half.z));
        caper_transform g = caper_transform_identity();
        g.position.y = 1;
        caper_vec3 up =
            caper_quat_rotate(place.target.rotation, caper_vec3_make(0, 0.2f + thick, 0));
        caper_vec3 expected = caper_vec3_add(place.target.position, up);
        caper_vec3 got = caper_specialize(&mode, &place, g).position;
        CHECK_NEAR(caper_vec3_distance(got, expected), 0, 1e-5 * c->size);
        g.position = caper_vec3_make(caper_rng_range(&rng, -2, 2), 0.3f, -1.4f);
        caper_transform back = caper_generalize(&mode, &place, caper_specialize(&mode, &place, g));
        CHECK_NEAR(caper_vec3_distance(back.position, g.position), 0, 1e-3);
        caper_character_destroy(c);
    }
}

// At 1 the point is a whole limb away from the first joint, toward the target or along an axis.
static void a_reach_of_one_is_the_whole_limb(void)
{
    caper_rng rng = caper_rng_make(6);
    for (int k = 0; k < 200; k++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)k;
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        int body = caper_rng_int(&rng, 0, c->body_count - 1);
        caper_mode mode = {.position = CAPER_FRAME_REACH, .rotation = CAPER_FRAME_REST};
        mode.point = CAPER_POINT_JOINT;
        mode.direction = k % 2;
        caper_place place = caper_place_make(c, body);
        place.target.position = caper_vec3_make(c->size, 2 * c->size, 3 * c->size);
        int base = c->bodies[body].base >= 0 ? c->bodies[body].base : c->root_body;
        float length = 0;
        for (int b = body; b != base && b >= 0; b = c->bodies[b].parent) {
            length += caper_vec3_length(c->skeleton.rest_local[b].position);
        }
        caper_vec3 joint = c->rest_model[base].position;
        caper_vec3 way = mode.direction
                             ? caper_vec3_normalize(caper_vec3_sub(place.target.position, joint))
                             : caper_vec3_make(0, 1, 0);
        caper_transform g = caper_transform_identity();
        g.position = mode.direction ? caper_vec3_make(1, 0, 0) : caper_vec3_make(0, 1, 0);
        caper_vec3 got = caper_specialize(&mode, &place, g).position;
        length = fmaxf(length, 1e-3f * c->size);
        CHECK_NEAR(caper_vec3_distance(got, caper_vec3_add_scaled(joint, way, length)), 0,
                   1e-5 * c->size);
        g.position = caper_vec3_make(0.3f, caper_rng_range(&rng, -1, 1), 0.5f);
        caper_transform back = caper_generalize(&mode, &place, caper_specialize(&mode, &place, g));
        CHECK_NEAR(caper_vec3_distance(back.position, g.position), 0, 1e-2);
        caper_character_destroy(c);
    }
}

// Hands that scratch a head touch its skin on every body that can reach it.
static void who_scratches_touches_skin(void)
{
    caper_motion *scratch =
        caper_motion_load(test_data_path("motions/scratch.motion.json"), NULL, NULL);
    static const char *const who[] = {"performer", "blubby", "sally", "four_armed", "centaur"};
    REQUIRE(scratch && scratch->expect_count > 0);
    for (int i = 0; i < CAPER_COUNT_OF(who); i++) {
        char path[96];
        snprintf(path, sizeof path, "characters/%s.character.json", who[i]);
        caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
        caper_binding *binding = c ? caper_binding_create(scratch, c, NULL, NULL) : NULL;
        REQUIRE(binding && binding->variant_count > 0);
        caper_actor_def def = caper_actor_def_default();
        def.character = c;
        caper_actor *actor = caper_actor_create(&def, NULL);
        caper_play_def play = caper_play_def_default();
        play.motion = scratch;
        play.variant = 0;
        play.fade_in = play.fade_out = 0;
        REQUIRE(actor && caper_actor_play(actor, &play, NULL));
        caper_record_job record = caper_record_job_default();
        record.actor = actor;
        record.seconds = scratch->duration;
        caper_clip *clip = caper_record(&record, NULL);
        REQUIRE(clip != NULL);
        caper_expect_job job = {binding, 0, clip, NULL, NULL, 1};
        caper_expect_result results[16];
        REQUIRE(scratch->expect_count <= 16 && caper_motion_expect(&job, results, NULL));
        CHECK(results[0].applies && results[0].met);
        caper_clip_destroy(clip);
        caper_actor_destroy(actor);
        caper_binding_destroy(binding);
        caper_character_destroy(c);
    }
    caper_motion_destroy(scratch);
}

// Hips over legs that fold are asked to go down; legs of one stiff bone hold them where they are.
static void a_trunk_that_its_legs_hold_is_not_asked_to_move(void)
{
    caper_creature_def creature = caper_creature_def_default();
    creature.seed = 18; // six legs that splay and hardly fold
    creature.difficulty = 0.22f;
    caper_motion *crouch =
        caper_motion_load(test_data_path("motions/crouch.motion.json"), NULL, NULL);
    REQUIRE(crouch && strcmp(crouch->expects[0].channel, "hips") == 0);
    REQUIRE(strcmp(crouch->expects[1].channel, "head") == 0);
    for (int stiff = 0; stiff < 2; stiff++) {
        still s = {.motion = crouch};
        s.c = stiff ? caper_character_random(&creature, NULL)
                    : caper_character_load(test_data_path("characters/dog.character.json"), NULL,
                                           NULL);
        REQUIRE(s.c != NULL);
        s.binding = caper_binding_create(crouch, s.c, NULL, NULL);
        caper_clip_def def = caper_clip_def_default();
        def.name = "still";
        def.skeleton = &s.c->skeleton;
        def.frame_count = 100;
        s.clip = caper_clip_create(&def, NULL);
        REQUIRE(s.binding && s.clip);
        still_look(&s, NULL);
        CHECK(s.results[0].applies == !stiff && s.results[0].met == (stiff == 1));
        CHECK(s.results[1].applies && !s.results[1].met); // but heads duck
        s.motion = NULL;
        still_free(&s);
    }
    caper_motion_destroy(crouch);
}

TESTS(what_stands_is_planted_and_does_not_move, a_target_is_reached_or_missed_by_the_distance,
      hands_that_hang_do_not_meet, expectations_are_refused_where_they_are_wrong,
      a_surface_is_met_by_skin, a_reach_of_one_is_the_whole_limb, who_scratches_touches_skin,
      a_trunk_that_its_legs_hold_is_not_asked_to_move)
