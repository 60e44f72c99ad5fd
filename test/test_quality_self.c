// SPDX-License-Identifier: MIT
//
// Which parts of a body may be in each other: fingers of two hands interlace, palms do not, and
// toes never do.
#include "caper/quality.h"
#include "test.h"

enum {
    TRUNK,
    LEG, // of the left: the right one's are SIDE further
    FOOT,
    TOE,
    ARM,
    HAND,
    FINGER,
    SIDE = FINGER - LEG + 1,
    BODIES = 1 + 2 * SIDE,
    FRAMES = 20
};

static caper_body_def part(const char *name, int parent, float x, float y, float z, float half,
                           caper_caps caps)
{
    caper_body_def b = caper_body_def_default();
    b.name = name;
    b.parent = parent;
    b.rest_local.position = caper_vec3_make(x, y, z);
    b.box_half = caper_vec3_make(half, half, half);
    b.caps = caps;
    return b;
}

static caper_character *make(void)
{
    static const char *const names[BODIES] = {"trunk",  "leg_l",    "foot_l",  "toe_l",  "arm_l",
                                              "hand_l", "finger_l", "leg_r",   "foot_r", "toe_r",
                                              "arm_r",  "hand_r",   "finger_r"};
    caper_body_def b[BODIES] = {part(names[0], -1, 0, 1, 0, 0.1f, CAPER_CAP_SPINE)};
    for (int s = 0; s < 2; s++) {
        float x = s == 0 ? 0.3f : -0.3f;
        int k = s * SIDE;
        b[k + LEG] = part(names[k + LEG], TRUNK, x, -0.4f, 0, 0.04f, CAPER_CAP_LIMB);
        b[k + FOOT] =
            part(names[k + FOOT], k + LEG, 0, -0.55f, 0, 0.05f, CAPER_CAP_FOOT | CAPER_CAP_LIMB);
        b[k + TOE] = part(names[k + TOE], k + FOOT, 0, 0, 0.15f, 0.05f, CAPER_CAP_LIMB);
        b[k + ARM] = part(names[k + ARM], TRUNK, 2 * x, 0.2f, 0, 0.04f, CAPER_CAP_LIMB);
        b[k + HAND] =
            part(names[k + HAND], k + ARM, 0, 0, 0.5f, 0.05f, CAPER_CAP_GRASPER | CAPER_CAP_LIMB);
        b[k + FINGER] = part(names[k + FINGER], k + HAND, 0, 0, 0.15f, 0.05f, CAPER_CAP_LIMB);
    }
    caper_character_def def = caper_character_def_default();
    def.name = "pairs";
    def.bodies = b;
    def.body_count = BODIES;
    caper_error error = {0};
    caper_character *c = caper_character_create(&def, &error);
    REQUIRE(c != NULL);
    return c;
}

// Percent of frames in which something is in something, with a body of the left moved into one of
// the right all the time.
static double overlap(const caper_character *c, int left, int right)
{
    static caper_transform frames[FRAMES * BODIES];
    int up = c->bodies[left].parent;
    for (int f = 0; f < FRAMES; f++) {
        for (int b = 0; b < BODIES; b++)
            frames[f * BODIES + b] = c->skeleton.rest_local[b];
        frames[f * BODIES + left].position =
            caper_vec3_sub(c->rest_model[right].position, c->rest_model[up].position);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "overlap";
    def.skeleton = &c->skeleton;
    def.rate = 30;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.floor = 0;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(clip && r && r->measures[CAPER_METRIC_SELF_PENETRATION].measured);
    double value = r->measures[CAPER_METRIC_SELF_PENETRATION].value;
    caper_report_destroy(r);
    caper_clip_destroy(clip);
    return value;
}

static void fingers_interlace_and_nothing_else_does(void)
{
    caper_character *c = make();
    CHECK_NEAR(overlap(c, FINGER, SIDE + FINGER), 0, 0);
    CHECK_NEAR(overlap(c, FINGER, SIDE + HAND), 0, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + TOE), 100, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + FOOT), 100, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + FINGER), 100, 0);
    CHECK_NEAR(overlap(c, TOE, SIDE + HAND), 100, 0);
    CHECK(overlap(c, HAND, SIDE + HAND) > 99);
    caper_character_destroy(c);
}

TESTS(fingers_interlace_and_nothing_else_does)
