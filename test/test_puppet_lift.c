// SPDX-License-Identifier: MIT
//
// Feet that the performer lifts, lift: slowly, by as little as 7 cm, and in a march. A puppet that
// plants feet by height and speed alone swallows such lifts. The measure is a puppet that plants
// nothing, and the performer where he is his own puppet.
#include "menagerie.h"
#include "puppeteer.h"

#include "actor/actor.h"

#include "caper/formats.h"
#include "caper/puppet.h"

#include <math.h>

#define RATE 60.0f
#define LOW 0.03f // metres: a foot this much below the performer's is low

typedef struct stage {
    caper_character *performer, *character;
    puppeteer *puppet, *free; // free: plants nothing
    caper_pose seen, out, loose;
} stage;

static stage stage_open(const char *name)
{
    stage s = {.performer = menagerie_load("performer"), .character = menagerie_load(name)};
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = s.performer;
    def.character = s.character;
    s.puppet = puppeteer_open(&def, NULL);
    def.plant = false;
    s.free = puppeteer_open(&def, NULL);
    s.seen = caper_character_pose(s.performer, NULL);
    s.out = caper_character_pose(s.character, NULL);
    s.loose = caper_character_pose(s.character, NULL);
    REQUIRE(s.puppet && s.free && s.seen.bodies && s.out.bodies && s.loose.bodies);
    return s;
}

static void stage_close(stage *s)
{
    puppeteer_close(s->puppet);
    puppeteer_close(s->free);
    caper_pose_destroy(&s->loose, NULL);
    caper_pose_destroy(&s->seen, NULL);
    caper_pose_destroy(&s->out, NULL);
    caper_character_destroy(s->character);
    caper_character_destroy(s->performer);
}

static float scale_of(const stage *s)
{
    return caper_puppet_scale(caperi_actor_puppet(s->puppet->actor, s->puppet->source));
}

static void turn(stage *s, const char *name, float angle)
{
    int body = caper_character_find(s->performer, name);
    REQUIRE(body >= 0);
    caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
    s->seen.bodies[body].rotation = caper_quat_mul(q, s->seen.bodies[body].rotation);
}

/// Lift a foot straight up, level, by folding the leg.
static void lift(stage *s, bool left, float fold)
{
    turn(s, left ? "left_thigh" : "right_thigh", -fold);
    turn(s, left ? "left_shin" : "right_shin", 2 * fold);
    turn(s, left ? "left_foot" : "right_foot", -fold);
}

/// Height of the lowest sole point of a leg's foot in model space.
static float sole_height(const caper_character *c, const caper_pose *local, int foot)
{
    caper_pose model = caper_character_pose(c, NULL);
    caper_pose_to_model(&c->skeleton, local, NULL, &model);
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, foot, points);
    float least = HUGE_VALF;
    for (int i = 0; i < count; i++) {
        least = caper_min(least, caper_transform_mul_point(model.bodies[foot], points[i]).y);
    }
    caper_pose_destroy(&model, NULL);
    return least;
}

static int foot_of(const caper_character *c, bool left)
{
    for (int i = 0; i < c->leg_count; i++) {
        if ((c->rest_model[c->legs[i].foot].position.x > 0) == left) {
            return c->legs[i].foot;
        }
    }
    REQUIRE(false);
    return -1;
}

static void frame(stage *s, int i, float left, float right)
{
    caper_pose rest = caper_character_rest_local(s->performer);
    memcpy(s->seen.bodies, rest.bodies, (size_t)rest.body_count * sizeof *rest.bodies);
    lift(s, true, left);
    lift(s, false, right);
    float dt = i ? 1 / RATE : 0;
    CHECK(puppeteer_frame(s->puppet, &s->seen, NULL, NULL, dt, &s->out));
    CHECK(puppeteer_frame(s->free, &s->seen, NULL, NULL, dt, &s->loose));
}

/// Ten seconds up to some height, and two there.
static void a_slow_lift_is_not_swallowed(void)
{
    static const char *const names[] = {"performer", "sally", "blubby"};
    static const float folds[] = {0.32f, 0.45f, 0.58f}; // 7, 12 and 18 cm
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        for (int k = 0; k < CAPER_COUNT_OF(folds); k++) {
            stage s = stage_open(names[n]);
            int own = foot_of(s.character, true), his = foot_of(s.performer, true);
            float scale = scale_of(&s), most = 0, up = 0, got = 0, free = 0;
            for (int i = 0; i < 780; i++) {
                float t = caper_clamp((float)(i - 60) / 600, 0, 1);
                frame(&s, i, folds[k] * sqrtf(t), 0);
                up = sole_height(s.performer, &s.seen, his) * scale;
                got = sole_height(s.character, &s.out, own);
                free = sole_height(s.character, &s.loose, own);
                most = caper_max(most, (n == 0 ? up : free) - got);
            }
            printf("%-9s lifts %.1f cm of %.1f, %.1f if nothing is planted; behind by at most %.2f "
                   "cm\n",
                   names[n], 100 * (double)got, 100 * (double)up, 100 * (double)free,
                   100 * (double)most);
            CHECK(up > 0.065f * scale && up < 0.19f * scale);
            // what ends a stance is a centimetre of the performer's
            CHECK(most < 0.01f * scale);
            CHECK_NEAR(got, free, 0.001 * (double)scale);
            stage_close(&s);
        }
    }
}

/// Knees up by turns, twice a second.
static void a_march_keeps_its_height(void)
{
    static const char *const names[] = {"performer", "sally", "blubby"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        stage s = stage_open(names[n]);
        float scale = scale_of(&s);
        int low = 0, count = 0;
        for (int i = 0; i < 600; i++) {
            float phase = 2 * CAPER_PI * (float)i / RATE;
            frame(&s, i, 0.8f * caper_max(caper_sin(phase), 0),
                  0.8f * caper_max(-caper_sin(phase), 0));
            for (int k = 0; k < 2; k++) {
                int own = foot_of(s.character, k == 0), his = foot_of(s.performer, k == 0);
                float up = n == 0 ? sole_height(s.performer, &s.seen, his)
                                  : sole_height(s.character, &s.loose, own);
                low += up - sole_height(s.character, &s.out, own) > LOW * scale;
                count++;
            }
        }
        printf("%-9s marches: %.2f %% of foot frames low\n", names[n], 100.0 * low / count);
        CHECK(50 * low <= count); // 2 %
        stage_close(&s);
    }
}

/// Ankles of a capture, onto the performer's own body.
static void a_captured_march_keeps_its_height(void)
{
    const char *path = test_shared_path("bvh/cmu/138_01.bvh");
    caper_import *import = path ? caper_import_load(path, NULL, NULL) : NULL;
    if (!import) {
        SKIP("no captures");
    }
    const caper_character *c = import->character;
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = def.character = c;
    caper_clip *clip = puppeteer_clip(&def, import->clips[0]);
    REQUIRE(clip != NULL);
    caper_pose pose = caper_character_pose(c, NULL);
    int low = 0, count = 0;
    for (int i = 2; i < clip->frame_count; i++) {
        float heights[2][2];
        for (int k = 0; k < 2; k++) {
            caper_clip_sample(k ? clip : import->clips[0], (float)i / clip->rate, NULL, &pose);
            caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
            for (int leg = 0; leg < 2; leg++) {
                heights[k][leg] = pose.bodies[c->legs[leg].foot].position.y;
            }
        }
        for (int leg = 0; leg < 2; leg++) {
            low += heights[0][leg] - def.floor - heights[1][leg] > LOW;
            count++;
        }
    }
    printf("captured march: %.2f %% of foot frames low\n", 100.0 * low / count);
    CHECK(50 * low <= count);
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(clip);
    caper_import_destroy(import);
}

TESTS(a_slow_lift_is_not_swallowed, a_march_keeps_its_height, a_captured_march_keeps_its_height)
