// SPDX-License-Identifier: MIT
//
// Who keeps the time of another falls as much harder as his hips are higher, also where sizes and
// legs are the same: a body that stands on spread legs is low.
#include "caper/quality.h"
#include "test.h"

#include <math.h>

enum {
    PELVIS,
    LEFT_THIGH,
    LEFT_FOOT,
    RIGHT_THIGH,
    RIGHT_FOOT,
    BODIES,
    FRAMES = 180
};

#define RATE 60
#define LEG 0.88f // metres
#define GRAVITY 9.81f

static caper_body_def part(const char *name, int parent, float x, float y, float z_half,
                           caper_caps caps)
{
    caper_body_def b = caper_body_def_default();
    b.name = name;
    b.parent = parent;
    b.rest_local.position = caper_vec3_make(x, y, 0);
    b.box_half = caper_vec3_make(0.02f, 0.02f, z_half);
    b.caps = caps;
    return b;
}

// A body of 1.8 m, by its trunk, on legs of one length that end so far under its hips.
static caper_character *stand(float height)
{
    float spread = sqrtf(LEG * LEG - height * height);
    const caper_caps foot = CAPER_CAP_FOOT | CAPER_CAP_LIMB;
    caper_body_def b[BODIES] = {
        part("pelvis", -1, 0, height + 0.02f, 0.9f, CAPER_CAP_SPINE),
        part("left_thigh", PELVIS, 0.1f, 0, 0.02f, CAPER_CAP_LIMB),
        part("left_foot", LEFT_THIGH, spread, -height, 0.1f, foot),
        part("right_thigh", PELVIS, -0.1f, 0, 0.02f, CAPER_CAP_LIMB),
        part("right_foot", RIGHT_THIGH, -spread, -height, 0.1f, foot),
    };
    caper_character_def def = caper_character_def_default();
    def.name = "stand";
    def.bodies = b;
    def.body_count = BODIES;
    caper_character *c = caper_character_create(&def, NULL);
    REQUIRE(c != NULL && c->leg_count == 2);
    CHECK_NEAR(c->size, 1.8, 1e-5);
    CHECK_NEAR(c->legs[0].length, LEG + 0.02f, 1e-5);
    return c;
}

// Thrown up for a second, so that it falls at so many g.
static caper_clip *thrown(const caper_character *c, float g)
{
    static caper_root roots[FRAMES];
    for (int f = 0; f < FRAMES; f++) {
        float t = (float)(f - 60) / RATE;
        roots[f] = (caper_root){0, t > 0 && t < 1 ? 0.5f * g * GRAVITY * t * (1 - t) : 0, 0, 0};
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "thrown";
    def.skeleton = &c->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.roots = roots;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    return clip;
}

static caper_measure fall_against(const caper_character *source, const caper_character *c, float g)
{
    caper_clip *from = thrown(source, 1), *clip = thrown(c, g);
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.source = from;
    job.source_character = source;
    job.floor = job.source_floor = 0;
    caper_report *r = caper_check(&job, NULL);
    REQUIRE(r != NULL);
    caper_measure fall = r->measures[CAPER_METRIC_FALL];
    CHECK_NEAR(fall.value, g, 0.03);
    caper_report_destroy(r);
    caper_clip_destroy(clip);
    caper_clip_destroy(from);
    return fall;
}

static void who_is_higher_over_his_legs_falls_as_much_harder(void)
{
    caper_character *high = stand(0.87f), *low = stand(0.58f); // 3 to 2
    CHECK_NEAR(fall_against(low, high, 1.4f).gate, 1.5, 0.03);
    CHECK(fall_against(low, high, 1.4f).pass);
    CHECK(!fall_against(low, high, 1.6f).pass);
    // as high as his source, or lower, he may not
    CHECK(!fall_against(high, high, 1.4f).pass);
    CHECK(!fall_against(high, low, 1.4f).pass);
    CHECK(fall_against(high, high, 1.1f).pass);
    caper_character_destroy(high);
    caper_character_destroy(low);
}

TESTS(who_is_higher_over_his_legs_falls_as_much_harder)
