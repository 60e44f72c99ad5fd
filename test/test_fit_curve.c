// SPDX-License-Identifier: MIT
// Keys from samples: curves keep to their tolerance as everybody samples them, with few keys;
// against closed forms, noise, jumps, rotations and loops.
#include "test.h"

#include "caper/motion.h"
#include "motion/fit_curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct fitting {
    caper_arena arena, scratch;
    caperi_curve_fit fit;
} fitting;

static fitting start_fitting(caper_curve_kind kind, const float *values, int count, float tolerance)
{
    fitting f = {0};
    caper_arena_init(&f.arena, NULL, 0);
    caper_arena_init(&f.scratch, NULL, 0);
    f.fit.kind = kind;
    f.fit.values = values;
    f.fit.frame_count = count;
    f.fit.rate = 100;
    f.fit.tolerance = tolerance;
    return f;
}

static void end_fitting(fitting *f)
{
    caper_arena_destroy(&f->arena);
    caper_arena_destroy(&f->scratch);
}

// The largest error of the curve as everybody samples it.
static double sampled_error(const fitting *f, int width)
{
    double worst = 0;
    for (int i = 0; i < f->fit.frame_count; i++) {
        float v[4];
        caper_curve_sample(&f->fit.curve, (float)i / f->fit.rate, v, NULL);
        const float *want = f->fit.values + i * width;
        double off = 0;
        if (f->fit.kind == CAPER_CURVE_ROTATION) {
            off = (double)caper_quat_angle(caper_quat_make(v[0], v[1], v[2], v[3]),
                                           caper_quat_make(want[0], want[1], want[2], want[3]));
        } else {
            for (int c = 0; c < width; c++)
                off += (double)((v[c] - want[c]) * (v[c] - want[c]));
            off = sqrt(off);
        }
        double care = f->fit.cares ? (double)f->fit.cares[i] : 1;
        worst = fmax(worst, care * off);
    }
    return worst;
}

static void a_cubic_needs_two_keys_and_a_constant_one(void)
{
    float values[101];
    for (int i = 0; i <= 100; i++) {
        float t = (float)i / 100;
        values[i] = 1 + 2 * t - 3 * t * t + 2 * t * t * t;
    }
    fitting f = start_fitting(CAPER_CURVE_DEFORM, values, 101, 1e-4f);
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    CHECK_INT(f.fit.curve.key_count, 2);
    CHECK_NEAR(f.fit.curve.keys[0].out[0], 2, 1e-2);
    CHECK_NEAR(f.fit.curve.keys[1].in[0], 2, 1e-2);
    CHECK(sampled_error(&f, 1) < 1e-4);
    end_fitting(&f);

    for (int i = 0; i <= 100; i++)
        values[i] = 3;
    f = start_fitting(CAPER_CURVE_DEFORM, values, 101, 1e-4f);
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    CHECK_INT(f.fit.curve.key_count, 1);
    CHECK_NEAR(f.fit.curve.keys[0].value[0], 3, 0);
    end_fitting(&f);
}

static void curves_keep_to_the_tolerance_with_few_keys(void)
{
    enum {
        COUNT = 1001
    };
    static float values[COUNT * 3];
    for (int i = 0; i < COUNT; i++) {
        float t = (float)i / 100;
        values[3 * i] = caper_sin(3 * t);
        values[3 * i + 1] = caper_sin(2 * t + 1) * caper_sin(0.7f * t);
        values[3 * i + 2] = i < 500 ? 0.0f : caper_smoothstep(5, 6, t);
    }
    int last = COUNT;
    for (float tolerance = 1e-3f; tolerance < 0.2f; tolerance *= 4) {
        fitting f = start_fitting(CAPER_CURVE_POSITION, values, COUNT, tolerance);
        REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
        double error = sampled_error(&f, 3);
        CHECK(error <= (double)tolerance * 1.001);
        CHECK_NEAR(error, f.fit.worst, 1e-5);
        CHECK(f.fit.curve.key_count < last);
        last = f.fit.curve.key_count;
        end_fitting(&f);
    }
    // 30 rad of sine: cubic pieces of about a quarter turn are within 1e-3
    CHECK(last < 30);
}

static void noise_and_jumps_are_followed_where_they_exceed_the_tolerance(void)
{
    float values[400];
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < 400; i++)
        values[i] = caper_rng_range(&rng, -0.004f, 0.004f) + (i >= 200 ? 1.0f : 0.0f);
    fitting f = start_fitting(CAPER_CURVE_DEFORM, values, 400, 0.01f);
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    CHECK(sampled_error(&f, 1) <= 0.01001);
    CHECK(f.fit.curve.key_count <= 20); // noise within the tolerance costs nothing, the jump a few
    end_fitting(&f);
    for (int i = 0; i < 400; i++)
        values[i] = caper_rng_range(&rng, -1, 1);
    f = start_fitting(CAPER_CURVE_DEFORM, values, 400, 0.01f);
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    CHECK(sampled_error(&f, 1) <= 0.01001); // nothing but keys will do, and they do
    end_fitting(&f);
}

static void rotations_are_measured_by_their_angle(void)
{
    enum {
        COUNT = 501
    };
    static float values[COUNT * 4];
    for (int i = 0; i < COUNT; i++) {
        float t = (float)i / 100;
        caper_quat q = caper_quat_mul(
            caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), 4 * t), // passes half a turn
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 1), caper_sin(5 * t)));
        if (i > 0)
            q = caper_quat_toward(q, caper_quat_make(values[4 * i - 4], values[4 * i - 3],
                                                     values[4 * i - 2], values[4 * i - 1]));
        memcpy(values + 4 * i, &q, sizeof q);
    }
    fitting f = start_fitting(CAPER_CURVE_ROTATION, values, COUNT, 0.01f);
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    CHECK(sampled_error(&f, 4) <= 0.01001);
    CHECK(f.fit.curve.key_count < 60);
    end_fitting(&f);
}

static void what_nobody_sees_costs_no_keys(void)
{
    float values[300], cares[300];
    for (int i = 0; i < 300; i++) {
        values[i] = caper_sin((float)i * (i < 100 || i >= 200 ? 0.02f : 0.9f));
        cares[i] = i < 100 || i >= 200 ? 1.0f : 0.0f;
    }
    fitting f = start_fitting(CAPER_CURVE_DEFORM, values, 300, 0.01f);
    f.fit.cares = cares;
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    CHECK(sampled_error(&f, 1) <= 0.01001);
    CHECK(f.fit.curve.key_count < 16);
    end_fitting(&f);
}

static void a_loop_has_one_velocity_across_its_seam(void)
{
    float values[121];
    for (int i = 0; i <= 120; i++)
        values[i] = caper_sin(CAPER_TAU * (float)i / 120 + 0.4f);
    fitting f = start_fitting(CAPER_CURVE_DEFORM, values, 121, 0.01f);
    f.fit.loops = true;
    REQUIRE(caperi_fit_curve(&f.fit, &f.arena, &f.scratch));
    const caper_key *first = f.fit.curve.keys, *last = first + f.fit.curve.key_count - 1;
    CHECK_NEAR(first->out[0], last->in[0], 0);
    CHECK_NEAR(first->value[0], last->value[0], 1e-5);
    CHECK(sampled_error(&f, 1) <= 0.01001);
    end_fitting(&f);
}

TESTS(a_cubic_needs_two_keys_and_a_constant_one, curves_keep_to_the_tolerance_with_few_keys,
      noise_and_jumps_are_followed_where_they_exceed_the_tolerance,
      rotations_are_measured_by_their_angle, what_nobody_sees_costs_no_keys,
      a_loop_has_one_velocity_across_its_seam)
