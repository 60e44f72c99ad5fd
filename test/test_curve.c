// SPDX-License-Identifier: MIT
//
// Curves of motions: sampling against the closed form of the Hermite cubic and against finite
// differences, and what each ease promises about velocities.
#include "test.h"

#include "caper/motion.h"
#include "math_random.h"

#include <stdlib.h>
#include <string.h>

static caper_key make_key(float time, float x, caper_ease ease)
{
    caper_key key = {0};
    key.time = time;
    key.value[0] = x;
    key.ease = ease;
    return key;
}

// A motion of one curve; the curve of the built motion is the result.
static const caper_curve *build_curve(caper_curve_kind kind, const caper_key *keys, int count,
                                      float duration, bool loops, caper_motion **motion)
{
    caper_curve curve = {.kind = kind, .keys = keys, .key_count = count};
    if (kind == CAPER_CURVE_DEFORM)
        curve.deform = "open";
    caper_channel channel = {.name = "one", .curves = &curve, .curve_count = 1};
    if (kind == CAPER_CURVE_TRAVEL)
        channel.curve_count = 0;
    caper_branch branch = {.channels = &channel, .channel_count = 1};
    caper_motion_def def = caper_motion_def_default();
    def.name = "test";
    def.duration = duration;
    def.loops = loops;
    def.branches = &branch;
    def.branch_count = 1;
    def.travel = kind == CAPER_CURVE_TRAVEL ? &curve : NULL;
    caper_error error = {0};
    *motion = caper_motion_create(&def, &error);
    CHECK_STR(error.message, "");
    REQUIRE(*motion != NULL);
    return kind == CAPER_CURVE_TRAVEL ? (*motion)->travel
                                      : &(*motion)->branches[0].channels[0].curves[0];
}

static float value_at(const caper_curve *curve, float time)
{
    float value[4];
    caper_curve_sample(curve, time, value, NULL);
    return value[0];
}

static float velocity_at(const caper_curve *curve, float time)
{
    float value[4], velocity[4];
    caper_curve_sample(curve, time, value, velocity);
    return velocity[0];
}

// The cubic as a polynomial in t, from its four conditions; the library uses the Hermite basis.
static double cubic(double p0, double v0, double p1, double v1, double h, double t)
{
    double c2 = (3 * (p1 - p0) / h - 2 * v0 - v1) / h;
    double c3 = (2 * (p0 - p1) / h + v0 + v1) / (h * h);
    return p0 + t * (v0 + t * (c2 + t * c3));
}

static caper_key random_key(caper_rng *rng, caper_curve_kind kind, float time)
{
    caper_key key = {.time = time};
    float span = kind == CAPER_CURVE_POSITION_WEIGHT ? 0.0f : -2.0f;
    for (int c = 0; c < 4; c++) {
        key.value[c] = caper_rng_range(rng, span, span + 1.0f);
        key.in[c] = caper_rng_range(rng, -3.0f, 3.0f);
        key.out[c] = caper_rng_range(rng, -3.0f, 3.0f);
    }
    if (kind == CAPER_CURVE_ROTATION) {
        caper_quat q = random_quat(rng);
        memcpy(key.value, &q, sizeof key.value);
    }
    key.ease = (caper_ease)caper_rng_int(rng, 0, CAPER_EASE_COUNT - 1);
    return key;
}

static void manual_keys_give_the_closed_form(void)
{
    caper_rng rng = caper_rng_make(1);
    for (int round = 0; round < 200; round++) {
        caper_key keys[9];
        for (int i = 0; i < 9; i++) {
            keys[i] = random_key(&rng, CAPER_CURVE_POSITION, 0.3f * (float)i + 0.1f);
            keys[i].ease = CAPER_EASE_MANUAL;
        }
        caper_motion *motion;
        const caper_curve *curve = build_curve(CAPER_CURVE_POSITION, keys, 9, 3, false, &motion);
        for (int n = 0; n < 50; n++) {
            float time = caper_rng_range(&rng, 0.1f, 2.5f), value[3];
            caper_curve_sample(curve, time, value, NULL);
            int i = 0;
            while (i < 7 && keys[i + 1].time <= time)
                i++;
            double h = (double)keys[i + 1].time - (double)keys[i].time;
            for (int c = 0; c < 3; c++)
                CHECK_NEAR(value[c],
                           cubic((double)keys[i].value[c], (double)keys[i].out[c],
                                 (double)keys[i + 1].value[c], (double)keys[i + 1].in[c], h,
                                 (double)time - (double)keys[i].time),
                           2e-6);
        }
        caper_motion_destroy(motion);
    }
}

static void velocities_are_what_values_do(void)
{
    const caper_curve_kind kinds[] = {CAPER_CURVE_POSITION, CAPER_CURVE_DEFORM, CAPER_CURVE_TRAVEL};
    caper_rng rng = caper_rng_make(2);
    for (int round = 0; round < 300; round++) {
        caper_key keys[6];
        caper_curve_kind kind = kinds[round % 3];
        for (int i = 0; i < 6; i++)
            keys[i] = random_key(&rng, kind, 0.5f * (float)i);
        caper_motion *motion;
        const caper_curve *curve = build_curve(kind, keys, 6, 2.5f, round % 2, &motion);
        int width = kind == CAPER_CURVE_POSITION ? 3 : kind == CAPER_CURVE_TRAVEL ? 4 : 1;
        for (int n = 0; n < 20; n++) {
            float time = 0.5f * (float)caper_rng_int(&rng, 0, 4);
            time += caper_rng_range(&rng, 0.01f, 0.49f);
            float before[4], after[4], value[4], velocity[4], step = 0x1p-8f;
            caper_curve_sample(curve, time - step, before, NULL);
            caper_curve_sample(curve, time + step, after, NULL);
            caper_curve_sample(curve, time, value, velocity);
            for (int c = 0; c < width; c++)
                CHECK_NEAR(velocity[c], (after[c] - before[c]) / (2 * step), 4e-3);
        }
        caper_motion_destroy(motion);
    }
}

static void angular_velocities_are_what_rotations_do(void)
{
    caper_rng rng = caper_rng_make(3);
    for (int round = 0; round < 300; round++) {
        caper_key keys[5];
        for (int i = 0; i < 5; i++)
            keys[i] = random_key(&rng, CAPER_CURVE_ROTATION, 0.5f * (float)i);
        caper_motion *motion;
        const caper_curve *curve =
            build_curve(CAPER_CURVE_ROTATION, keys, 5, 2, round % 2, &motion);
        for (int n = 0; n < 20; n++) {
            float time = 0.5f * (float)caper_rng_int(&rng, 0, 3);
            time += caper_rng_range(&rng, 0.01f, 0.49f);
            caper_quat before, after, value;
            caper_vec3 velocity;
            float step = 0x1p-9f;
            caper_curve_sample(curve, time - step, &before.x, NULL);
            caper_curve_sample(curve, time + step, &after.x, NULL);
            caper_curve_sample(curve, time, &value.x, &velocity.x);
            CHECK_NEAR(caper_quat_dot(value, value), 1, 1e-6);
            caper_vec3 moved = caper_quat_angular_velocity(before, after, 2 * step);
            CHECK_NEAR(caper_vec3_distance(moved, velocity), 0, 2e-2);
        }
        caper_motion_destroy(motion);
    }
}

// About one axis a rotation curve is the scalar curve of its angle.
static void a_turn_about_one_axis_is_a_scalar_curve(void)
{
    const float angles[] = {0.0f, 1.0f, 0.4f, -1.2f, -1.2f};
    const caper_ease eases[] = {CAPER_EASE_SMOOTH, CAPER_EASE_SMOOTH, CAPER_EASE_LINEAR,
                                CAPER_EASE_SMOOTH, CAPER_EASE_SMOOTH};
    caper_key turns[5], scalars[5];
    for (int i = 0; i < 5; i++) {
        float time = 0.4f * (float)i;
        scalars[i] = make_key(time, angles[i], eases[i]);
        turns[i] = make_key(time, 0, eases[i]);
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), angles[i]);
        memcpy(turns[i].value, &q, sizeof q);
    }
    caper_motion *a, *b;
    const caper_curve *turn = build_curve(CAPER_CURVE_ROTATION, turns, 5, 2, false, &a);
    const caper_curve *scalar = build_curve(CAPER_CURVE_DEFORM, scalars, 5, 2, false, &b);
    for (int n = 0; n <= 200; n++) {
        float time = 0.01f * (float)n;
        caper_quat q;
        caper_vec3 velocity;
        caper_curve_sample(turn, time, &q.x, &velocity.x);
        CHECK_NEAR(caper_quat_yaw(q), value_at(scalar, time), 2e-6);
        CHECK_NEAR(velocity.y, velocity_at(scalar, time), 2e-5);
        CHECK_NEAR(velocity.x, 0, 1e-6);
    }
    caper_motion_destroy(a);
    caper_motion_destroy(b);
}

static void every_key_is_met_whatever_the_ease(void)
{
    caper_rng rng = caper_rng_make(4);
    for (int round = 0; round < 300; round++) {
        caper_curve_kind kind = (caper_curve_kind)(round % CAPER_CURVE_KIND_COUNT);
        caper_key keys[7];
        float time = 0;
        for (int i = 0; i < 7; i++) {
            if (kind == CAPER_CURVE_ROTATION_WEIGHT)
                keys[i] = random_key(&rng, CAPER_CURVE_POSITION_WEIGHT, time);
            else
                keys[i] = random_key(&rng, kind, time);
            time += caper_rng_range(&rng, 0.01f, 1);
        }
        caper_motion *motion;
        const caper_curve *curve = build_curve(kind, keys, 7, 10, false, &motion);
        for (int i = 0; i < 7; i++) {
            float value[4] = {0};
            caper_curve_sample(curve, keys[i].time, value, NULL);
            if (kind == CAPER_CURVE_ROTATION)
                CHECK_NEAR(
                    fabsf(caper_quat_dot(caper_quat_make(value[0], value[1], value[2], value[3]),
                                         caper_quat_make(keys[i].value[0], keys[i].value[1],
                                                         keys[i].value[2], keys[i].value[3]))),
                    1, 1e-6);
            else
                CHECK_INT(memcmp(&value[0], &keys[i].value[0], sizeof value[0]), 0);
        }
        caper_motion_destroy(motion);
    }
}

static void each_ease_keeps_its_promise(void)
{
    const caper_key keys[] = {make_key(0, 0, CAPER_EASE_LINEAR), make_key(1, 2, CAPER_EASE_HOLD),
                              make_key(2, 5, CAPER_EASE_FLAT),   make_key(3, 6, CAPER_EASE_SMOOTH),
                              make_key(4, 7, CAPER_EASE_LINEAR), make_key(5, 9, CAPER_EASE_SMOOTH)};
    caper_motion *motion;
    const caper_curve *curve = build_curve(CAPER_CURVE_DEFORM, keys, 6, 6, false, &motion);
    for (float t = 0; t < 1; t += 0.125f) {
        CHECK_NEAR(value_at(curve, t), 2 * t, 1e-6);
        CHECK_NEAR(value_at(curve, 4 + t), 7 + 2 * t, 1e-6);
        CHECK(value_at(curve, 1 + t) == 2);
        CHECK(velocity_at(curve, 1 + t) == 0);
    }
    CHECK(value_at(curve, nextafterf(2, 0)) == 2);
    CHECK(value_at(curve, 2) == 5);
    CHECK(velocity_at(curve, 2) == 0);
    // the parabola through 5, 6, 7 at 2, 3, 4 is a line
    CHECK_NEAR(velocity_at(curve, 3), 1, 1e-6);
    // before and after its keys a curve holds
    CHECK(value_at(curve, -1) == 0 && velocity_at(curve, -1) == 0);
    CHECK(value_at(curve, 5.5f) == 9 && velocity_at(curve, 5.5f) == 0);
    CHECK(value_at(curve, nanf("")) == 0);
    CHECK(value_at(curve, HUGE_VALF) == 9 && value_at(curve, -HUGE_VALF) == 0);
    caper_motion_destroy(motion);
}

static void smooth_ends_join_the_hold(void)
{
    const caper_key keys[] = {make_key(0.5f, 0, CAPER_EASE_SMOOTH),
                              make_key(1.5f, 1, CAPER_EASE_SMOOTH)};
    caper_motion *motion;
    const caper_curve *curve = build_curve(CAPER_CURVE_DEFORM, keys, 2, 2, false, &motion);
    CHECK(velocity_at(curve, 0.5f) == 0);
    CHECK_NEAR(velocity_at(curve, 1.4999f), 0, 1e-3);
    CHECK_NEAR(value_at(curve, 1), 0.5, 1e-6);
    CHECK_NEAR(value_at(curve, 0.75f), 0.15625, 1e-6); // 3 u^2 - 2 u^3
    caper_motion_destroy(motion);
}

static void smooth_curves_stay_between_their_keys(void)
{
    caper_rng rng = caper_rng_make(5);
    for (int round = 0; round < 200; round++) {
        caper_key keys[8];
        float time = 0;
        for (int i = 0; i < 8; i++) {
            keys[i] = make_key(time, (float)caper_rng_int(&rng, -3, 3), CAPER_EASE_SMOOTH);
            if (caper_rng_bool(&rng, 0.3f))
                keys[i].ease = (caper_ease)caper_rng_int(&rng, 0, CAPER_EASE_HOLD);
            time += caper_rng_range(&rng, 0.05f, 1);
        }
        caper_motion *motion;
        const caper_curve *curve =
            build_curve(CAPER_CURVE_POSITION, keys, 8, keys[7].time, round % 2, &motion);
        for (int i = 0; i < 7; i++)
            for (int n = 0; n <= 16; n++) {
                float t = caper_lerp(keys[i].time, keys[i + 1].time, 0.0625f * (float)n);
                float x = value_at(curve, t);
                CHECK(x >= fminf(keys[i].value[0], keys[i + 1].value[0]) - 1e-5f);
                CHECK(x <= fmaxf(keys[i].value[0], keys[i + 1].value[0]) + 1e-5f);
            }
        caper_motion_destroy(motion);
    }
}

static void weights_never_leave_their_range(void)
{
    caper_key keys[] = {make_key(0, 0, CAPER_EASE_MANUAL), make_key(1, 1, CAPER_EASE_MANUAL)};
    keys[0].out[0] = -5;
    keys[1].in[0] = -5;
    caper_motion *motion;
    const caper_curve *curve = build_curve(CAPER_CURVE_ROTATION_WEIGHT, keys, 2, 1, false, &motion);
    int clamped = 0;
    for (int n = 0; n <= 100; n++) {
        float x = value_at(curve, 0.01f * (float)n);
        CHECK(x >= 0 && x <= 1);
        if ((x == 0 || x == 1) && n > 0 && n < 100) {
            clamped++;
            CHECK(velocity_at(curve, 0.01f * (float)n) == 0);
        }
    }
    CHECK(clamped > 20);
    caper_motion_destroy(motion);
}

static void loops_close_smoothly(void)
{
    // a wave whose steepest place is at the seam
    caper_key keys[9], turns[9];
    for (int i = 0; i <= 8; i++) {
        float phase = CAPER_TAU * (float)(i % 8) / 8;
        keys[i] = make_key(0.25f * (float)i, sinf(phase), CAPER_EASE_SMOOTH);
        turns[i] = keys[i];
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(0.6f, 0, 0.8f), sinf(phase));
        memcpy(turns[i].value, &q, sizeof q);
    }
    for (int kind = 0; kind < 2; kind++) {
        caper_motion *loop, *once;
        const caper_curve *closed =
            build_curve((caper_curve_kind)kind, kind ? turns : keys, 9, 2, true, &loop);
        const caper_curve *open =
            build_curve((caper_curve_kind)kind, kind ? turns : keys, 9, 2, false, &once);
        float start = velocity_at(closed, 0), end = velocity_at(closed, 1.99999f);
        CHECK(start > (kind ? 1.5f : 2.5f));
        CHECK_NEAR(start, end, 1e-3);
        CHECK(velocity_at(open, 0) == 0);
        CHECK_NEAR(velocity_at(open, 1.99999f), 0, 1e-3);
        caper_motion_destroy(loop);
        caper_motion_destroy(once);
    }
    // ends that do not meet are ends
    keys[8].value[0] = 0.5f;
    caper_motion *apart;
    const caper_curve *curve = build_curve(CAPER_CURVE_POSITION, keys, 9, 2, true, &apart);
    CHECK(velocity_at(curve, 0) == 0);
    caper_motion_destroy(apart);
}

// One pass turns and moves; the next pass starts in the turned direction at the same speed.
static void travel_goes_on_across_the_seam(void)
{
    caper_key keys[5];
    float turn = 1.5f;
    for (int i = 0; i < 5; i++) {
        // an arc of radius 1 that starts at the origin along +Z, turning left
        float angle = turn * (float)i / 4;
        keys[i] = make_key(0.25f * (float)i, 1 - cosf(angle), CAPER_EASE_SMOOTH);
        keys[i].value[2] = sinf(angle);
        keys[i].value[3] = angle;
    }
    caper_motion *motion;
    const caper_curve *curve = build_curve(CAPER_CURVE_TRAVEL, keys, 5, 1, true, &motion);
    const caper_key *first = &curve->keys[0], *last = &curve->keys[4];
    caper_vec3 start = caper_vec3_make(first->out[0], first->out[1], first->out[2]);
    caper_vec3 end = caper_vec3_make(last->in[0], last->in[1], last->in[2]);
    caper_vec3 turned = caper_quat_rotate(caper_quat_from_yaw(turn), start);
    CHECK_NEAR(caper_vec3_distance(turned, end), 0, 1e-5);
    CHECK_NEAR(caper_vec3_length(start), turn, 0.05);
    CHECK_NEAR(first->out[3], turn, 1e-5);
    CHECK_NEAR(last->in[3], turn, 1e-5);
    caper_motion_destroy(motion);
}

static void building_again_changes_no_bit(void)
{
    caper_rng rng = caper_rng_make(6);
    for (int round = 0; round < 300; round++) {
        caper_curve_kind kind = (caper_curve_kind)(round % CAPER_CURVE_KIND_COUNT);
        caper_key keys[6];
        for (int i = 0; i < 6; i++)
            keys[i] = random_key(
                &rng, kind == CAPER_CURVE_ROTATION_WEIGHT ? CAPER_CURVE_POSITION_WEIGHT : kind,
                0.2f * (float)i);
        memcpy(keys[5].value, keys[0].value, sizeof keys[0].value);
        caper_motion *a, *b;
        const caper_curve *once = build_curve(kind, keys, 6, keys[5].time, round % 3 > 0, &a);
        const caper_curve *twice =
            build_curve(kind, once->keys, 6, keys[5].time, round % 3 > 0, &b);
        CHECK_INT(memcmp(once->keys, twice->keys, 6 * sizeof(caper_key)), 0);
        caper_motion_destroy(a);
        caper_motion_destroy(b);
    }
}

// Keys that nearly touch, huge values: whatever is accepted stays finite.
static void extreme_keys_stay_finite(void)
{
    for (int kind = 0; kind < CAPER_CURVE_KIND_COUNT; kind++)
        for (int ease = 0; ease < CAPER_EASE_COUNT; ease++) {
            bool weight =
                kind == CAPER_CURVE_POSITION_WEIGHT || kind == CAPER_CURVE_ROTATION_WEIGHT;
            float big = weight ? 1.0f : 1e6f, small = weight ? 0.0f : -1e6f;
            caper_key keys[3] = {make_key(0, small, (caper_ease)ease),
                                 make_key(1e-45f, big, (caper_ease)ease),
                                 make_key(1e6f, small, (caper_ease)ease)};
            for (int i = 0; i < 3; i++) {
                keys[i].in[0] = keys[i].out[0] = 1e9f;
                if (kind == CAPER_CURVE_ROTATION)
                    memcpy(keys[i].value, (float[4]){0, 0, i == 1, i != 1}, sizeof keys[i].value);
            }
            caper_motion *motion;
            const caper_curve *curve =
                build_curve((caper_curve_kind)kind, keys, 3, 1e6f, ease % 2, &motion);
            for (float t = 1e-45f; t < 1e6f; t = t * 10 + 1e-45f) {
                float value[4] = {0}, velocity[4] = {0};
                caper_curve_sample(curve, t, value, velocity);
                for (int c = 0; c < 4; c++)
                    CHECK(isfinite(value[c]) && isfinite(velocity[c]));
            }
            caper_motion_destroy(motion);
        }
}

static void the_right_key_is_found_among_many(void)
{
    enum {
        COUNT = 1000
    };
    static caper_key keys[COUNT];
    caper_rng rng = caper_rng_make(7);
    float time = 0;
    for (int i = 0; i < COUNT; i++) {
        keys[i] = make_key(time, (float)i, CAPER_EASE_HOLD);
        time += caper_rng_range(&rng, 0.001f, 0.1f);
    }
    caper_motion *motion;
    const caper_curve *curve = build_curve(CAPER_CURVE_DEFORM, keys, COUNT, time, false, &motion);
    for (int n = 0; n < 5000; n++) {
        float t = caper_rng_range(&rng, -0.1f, time + 0.1f);
        int expected = 0;
        while (expected + 1 < COUNT && keys[expected + 1].time <= t)
            expected++;
        CHECK_INT((int)value_at(curve, t), expected);
    }
    caper_motion_destroy(motion);
}

TESTS(manual_keys_give_the_closed_form, velocities_are_what_values_do,
      angular_velocities_are_what_rotations_do, a_turn_about_one_axis_is_a_scalar_curve,
      every_key_is_met_whatever_the_ease, each_ease_keeps_its_promise, smooth_ends_join_the_hold,
      smooth_curves_stay_between_their_keys, weights_never_leave_their_range, loops_close_smoothly,
      travel_goes_on_across_the_seam, building_again_changes_no_bit, extreme_keys_stay_finite,
      the_right_key_is_found_among_many)
