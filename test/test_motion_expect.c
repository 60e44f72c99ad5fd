// SPDX-License-Identifier: MIT
//
// What a motion is to look like, against closed forms: how far a body has to move to be seen, and
// who is asked to reach the ground.
#include "caper/motion.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum {
    PELVIS,
    HEAD,
    ARM,
    HAND,
    LEFT_THIGH,
    LEFT_FOOT,
    RIGHT_THIGH,
    RIGHT_FOOT,
    BODIES,
    FRAMES = 31
};

#define RATE 30
#define SEEN 0.08 // share of what a movement is compared with
#define LEGS_HIGH 1.95

static const char text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"expect\", \"duration\": 1, \"channels\": ["
    "{\"name\": \"head\", \"select\": {\"caps\": [\"head\"]},"
    " \"keys\": [{\"t\": 0, \"turn\": [0, 0, 0]}]},"
    "{\"name\": \"hips\", \"select\": {\"caps\": [\"root\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]},"
    "{\"name\": \"hand\", \"select\": {\"caps\": [\"grasper\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]},"
    "{\"name\": \"feet\", \"select\": {\"caps\": [\"foot\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]}],"
    "\"expect\": [{\"channel\": \"head\", \"does\": \"move\"},"
    " {\"channel\": \"hips\", \"does\": \"move\"},"
    " {\"channel\": \"hand\", \"does\": \"ground\"},"
    " {\"channel\": \"feet\", \"does\": \"ground\", \"within\": 0.001}]}";

static caper_body_def part(const char *name, int parent, float x, float y, float half,
                           caper_caps caps)
{
    caper_body_def b = caper_body_def_default();
    b.name = name;
    b.parent = parent;
    b.rest_local.position = caper_vec3_make(x, y, 0);
    b.box_half = caper_vec3_make(half, half, half);
    b.caps = caps;
    return b;
}

// A trunk so high, a head at the top, an arm of half a metre, and legs or none, whose soles are so
// far above the ground.
static caper_character *figure_above(float above, float hips, float top, bool legs)
{
    const caper_caps foot = CAPER_CAP_FOOT | CAPER_CAP_LIMB;
    caper_body_def b[BODIES] = {
        part("pelvis", -1, 0, hips, 0.1f, CAPER_CAP_SPINE),
        part("head", PELVIS, 0, top - hips - 0.3f, 0.3f, CAPER_CAP_SPINE | CAPER_CAP_HEAD),
        part("arm", PELVIS, 0.2f, 0, 0.02f, CAPER_CAP_LIMB),
        part("hand", ARM, 0.5f, 0, 0.02f, CAPER_CAP_GRASPER | CAPER_CAP_LIMB),
        part("left_thigh", PELVIS, 0.1f, 0, 0.02f, CAPER_CAP_LIMB),
        part("left_foot", LEFT_THIGH, 0, above + 0.02f - hips, 0.02f, foot),
        part("right_thigh", PELVIS, -0.1f, 0, 0.02f, CAPER_CAP_LIMB),
        part("right_foot", RIGHT_THIGH, 0, above + 0.02f - hips, 0.02f, foot),
    };
    caper_character_def def = caper_character_def_default();
    def.name = "figure";
    def.bodies = b;
    def.body_count = legs ? BODIES : LEFT_THIGH;
    caper_character *c = caper_character_create(&def, NULL);
    REQUIRE(c != NULL);
    return c;
}

static caper_character *figure(float hips, float top, bool legs)
{
    return figure_above(0, hips, top, legs);
}

// One body goes its way in a second, by a turn about its joint and a fall.
static void ask(const caper_character *c, int body, float turn, float fall,
                caper_expect_result results[4])
{
    static caper_transform frames[FRAMES * BODIES];
    int n = c->body_count;
    for (int f = 0; f < FRAMES; f++) {
        float share = (float)f / (FRAMES - 1);
        memcpy(&frames[f * n], c->skeleton.rest_local, sizeof(caper_transform) * (size_t)n);
        frames[f * n + body].rotation =
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), share * turn);
        frames[f * n + body].position.y -= share * fall;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "expect";
    def.skeleton = &c->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    caper_motion *motion = caper_motion_parse(text, strlen(text), "test", NULL, NULL);
    REQUIRE(clip != NULL && motion != NULL);
    caper_binding *binding = caper_binding_create(motion, c, NULL, NULL);
    REQUIRE(binding != NULL);
    caper_expect_job job = {.binding = binding, .clip = clip, .speed = 1};
    CHECK(caper_motion_expect(&job, results, NULL));
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_clip_destroy(clip);
}

// A head that nods does not leave its joint; the corner of its box does, by a chord.
static void a_movement_is_that_of_the_farthest_corner(void)
{
    caper_character *c = figure(1, 1.8f, true);
    double chord = SEEN * (double)c->height, radius = sqrt(2) * 0.3;
    double turn = 2 * asin(0.5 * chord / radius);
    caper_expect_result r[4];
    ask(c, HEAD, (float)(1.02 * turn), 0, r);
    CHECK(r[0].applies && r[0].met);
    CHECK_NEAR(r[0].value, 1.02 * SEEN, 0.002);
    ask(c, HEAD, (float)(0.98 * turn), 0, r);
    CHECK(r[0].applies && !r[0].met);
    caper_character_destroy(c);
}

// Hips go down by a share of the legs under them, however high the head is over them.
static void hips_move_by_a_share_of_their_legs(void)
{
    caper_character *c = figure(1, 4, true);
    double least = SEEN * LEGS_HIGH * (double)c->legs[0].length;
    REQUIRE(least < 0.6 * SEEN * (double)c->height);
    caper_expect_result r[4];
    ask(c, PELVIS, 0, (float)(1.02 * least), r);
    CHECK(r[1].applies && r[1].met);
    ask(c, PELVIS, 0, (float)(0.98 * least), r);
    CHECK(r[1].applies && !r[1].met);
    caper_character_destroy(c);
    // who has no legs is seen by his height
    c = figure(1, 4, false);
    ask(c, PELVIS, 0, (float)(1.02 * least), r);
    CHECK(r[1].applies && !r[1].met);
    ask(c, PELVIS, 0, (float)(1.02 * SEEN * (double)c->height), r);
    CHECK(r[1].met);
    caper_character_destroy(c);
}

// Who floats reaches the ground with a limb or is not asked; legs fold by 0.6 of their length.
static void who_cannot_come_down_is_not_asked_to_reach_the_ground(void)
{
    const struct {
        float hips;
        bool legs, asked;
    } cases[] = {{2, false, false}, {0.45f, false, true}, {2, true, false}, {0.8f, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        caper_character *c = figure(cases[i].hips, cases[i].hips + 0.8f, cases[i].legs);
        caper_expect_result r[4];
        ask(c, PELVIS, 0, 0, r); // the hand stays where it is, in the air
        CHECK(r[2].applies == cases[i].asked);
        CHECK(r[2].met == !cases[i].asked);
        ask(c, PELVIS, 0, cases[i].hips - 0.02f, r); // the hand comes down to the ground
        CHECK(r[2].met);
        caper_character_destroy(c);
    }
}

// Feet of rigs whose boxes end above the ground stand there.
static void feet_are_on_the_ground_where_they_rest(void)
{
    for (int above = 0; above < 2; above++) {
        caper_character *c = figure_above(above ? 0.05f : 0, 1, 1.8f, true);
        caper_expect_result r[4];
        ask(c, PELVIS, 0, 0, r);
        CHECK(r[3].applies && r[3].met);
        ask(c, HEAD, 0, 0, r);
        CHECK_NEAR(r[3].value, 0, 1e-6);
        caper_character_destroy(c);
    }
}

TESTS(feet_are_on_the_ground_where_they_rest, a_movement_is_that_of_the_farthest_corner,
      hips_move_by_a_share_of_their_legs, who_cannot_come_down_is_not_asked_to_reach_the_ground)
