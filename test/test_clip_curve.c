// SPDX-License-Identifier: MIT
//
// Choosing and fitting the keys of one track: against closed forms for lines and parabolas, and by
// nudging each key to see that least squares has nothing to gain.
#include "test.h"

#include "clip/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 61,
    HALVES = 2 * FRAMES - 1
};

static int all_frames[FRAMES];
static float values[HALVES * 4];
static const float one = 1;

// A position track with a key each frame, of x(frame) = shape(frame).
static caperi_curve position_curve(double (*shape)(double), float tolerance)
{
    static float keys[FRAMES * 3];
    memset(keys, 0, sizeof keys);
    for (int i = 0; i < FRAMES; i++) {
        all_frames[i] = i;
        keys[3 * i] = (float)shape(i);
        keys[3 * i + 1] = 5;
    }
    caperi_curve c = {.kind = CAPER_TRACK_TRANSLATION,
                      .width = 3,
                      .half_count = HALVES,
                      .frames = all_frames,
                      .count = FRAMES,
                      .tolerance = &one,
                      .tolerance_scale = tolerance};
    caperi_curve_fill(&c, keys, values);
    return c;
}

static double line(double x)
{
    return 3 - 0.25 * x;
}

static double parabola(double x)
{
    return 0.01 * x * x;
}

static double wave(double x)
{
    return sin(0.3 * x) + 0.2 * sin(1.1 * x);
}

// The largest and the summed squared distance of the curve from keys joined by lines.
static double distance(const caperi_curve *c, const int *chosen, int count, const float *keys,
                       double *squares)
{
    double worst = 0, sum = 0;
    for (int half = 0, k = 0; half < HALVES; half++) {
        while (k + 2 < count && 2 * c->frames[chosen[k + 1]] <= half)
            k++;
        double f0 = c->frames[chosen[k]], f1 = c->frames[chosen[k + 1]];
        double t = (half / 2.0 - f0) / (f1 - f0);
        double x = (double)keys[3 * k] * (1 - t) + (double)keys[3 * (k + 1)] * t;
        double d = fabs(x - (double)c->values[3 * half]);
        worst = fmax(worst, d);
        sum += d * d;
    }
    if (squares)
        *squares = sum;
    return worst;
}

static void a_straight_line_needs_its_ends_and_zero_tolerance_needs_all(void)
{
    int chosen[FRAMES];
    caperi_curve c = position_curve(line, 1e-5f);
    CHECK_INT(caperi_curve_choose(&c, chosen), 2);
    CHECK_INT(chosen[1], FRAMES - 1);
    c = position_curve(wave, 0);
    CHECK_INT(caperi_curve_choose(&c, chosen), FRAMES);
    c = position_curve(wave, 1000);
    CHECK_INT(caperi_curve_choose(&c, chosen), 1);
}

static void a_parabola_needs_keys_as_far_apart_as_its_chords_allow(void)
{
    // a chord over h frames is off by 0.01 h^2 / 4 in its middle
    for (int h = 2; h <= 20; h += 3) {
        int chosen[FRAMES];
        caperi_curve c = position_curve(parabola, 0.01f * (float)(h * h) / 4 * 1.001f);
        int count = caperi_curve_choose(&c, chosen);
        CHECK_INT(count, (FRAMES - 2) / h + 2);
        for (int i = 1; i < count - 1; i++)
            CHECK_INT(chosen[i] - chosen[i - 1], h);
    }
}

static void chosen_keys_keep_to_the_tolerance_of_each_span(void)
{
    // a tolerance that is tight in one span only
    float tolerance[HALVES / CAPERI_SPAN + 1];
    int span_count = CAPER_COUNT_OF(tolerance);
    for (int i = 0; i < span_count; i++)
        tolerance[i] = i == 3 ? 0 : 1;
    int chosen[FRAMES];
    caperi_curve c = position_curve(wave, 0.2f);
    c.tolerance = tolerance;
    c.tolerance_stride = 1;
    int count = caperi_curve_choose(&c, chosen), inside = 0;
    for (int i = 0; i < count; i++)
        inside += chosen[i] * 2 >= 3 * CAPERI_SPAN && chosen[i] * 2 < 4 * CAPERI_SPAN;
    CHECK_INT(inside, CAPERI_SPAN / 2);
    CHECK(count < FRAMES / 2);
    float keys[FRAMES * 3];
    for (int i = 0; i < count; i++)
        memcpy(keys + 3 * i, c.values + 6 * chosen[i], 3 * sizeof(float));
    CHECK(distance(&c, chosen, count, keys, NULL) <= 0.2 + 1e-6);
}

static void fitting_halves_the_error_and_holds_the_ends(void)
{
    int chosen[FRAMES];
    double scratch[FRAMES * CAPERI_FIT_SCRATCH];
    float plain[FRAMES * 3], fitted[FRAMES * 3];
    caperi_curve c = position_curve(parabola, 0.3f);
    int count = caperi_curve_choose(&c, chosen);
    for (int i = 0; i < count; i++)
        memcpy(plain + 3 * i, c.values + 6 * chosen[i], 3 * sizeof(float));
    c.tolerance_scale = 100;
    caperi_curve_fit(&c, chosen, count, scratch, fitted);
    CHECK(fitted[0] == c.values[0]);
    CHECK(fitted[3 * (count - 1)] == c.values[3 * (HALVES - 1)]);
    for (int i = 0; i < count; i++)
        CHECK_NEAR(fitted[3 * i + 1], 5, 1e-6);
    double before, after;
    double worst = distance(&c, chosen, count, plain, &before);
    CHECK(distance(&c, chosen, count, fitted, &after) < 0.8 * worst);
    CHECK(after < 0.35 * before);
    // least squares: no key between the ends can be moved to advantage
    for (int i = 1; i < count - 1; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            double moved;
            float own = fitted[3 * i];
            fitted[3 * i] = own + 0.003f * (float)sign;
            distance(&c, chosen, count, fitted, &moved);
            CHECK(moved > after);
            fitted[3 * i] = own;
        }
    }
}

static void fitting_moves_no_key_beyond_its_tolerance(void)
{
    int chosen[FRAMES];
    double scratch[FRAMES * CAPERI_FIT_SCRATCH];
    float fitted[FRAMES * 3];
    caperi_curve c = position_curve(wave, 0.3f);
    int count = caperi_curve_choose(&c, chosen);
    CHECK(count < FRAMES / 2);
    c.tolerance_scale = 0.01f;
    caperi_curve_fit(&c, chosen, count, scratch, fitted);
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs((double)fitted[3 * i] - (double)c.values[6 * chosen[i]]));
    CHECK_NEAR(most, 0.01, 1e-5);
}

static void rotations_are_fitted_on_the_sphere_and_never_too_far_apart(void)
{
    // a swing that goes half way round, and the other side of the sphere is the same rotation
    static float keys[FRAMES * 4];
    for (int i = 0; i < FRAMES; i++) {
        all_frames[i] = i;
        caper_quat q =
            caper_quat_from_axis_angle(caper_vec3_make(1, 2, 0), 1.6f * caper_sin(0.1f * (float)i));
        memcpy(keys + 4 * i, &q, sizeof q);
    }
    caperi_curve c = {.kind = CAPER_TRACK_ROTATION,
                      .width = 4,
                      .half_count = HALVES,
                      .frames = all_frames,
                      .count = FRAMES,
                      .tolerance = &one,
                      .tolerance_scale = 0.5f};
    caperi_curve_fill(&c, keys, values);
    int chosen[FRAMES];
    double scratch[FRAMES * CAPERI_FIT_SCRATCH];
    float fitted[FRAMES * 4];
    int count = caperi_curve_choose(&c, chosen);
    caperi_curve_fit(&c, chosen, count, scratch, fitted);
    CHECK(count > 5 && count < FRAMES / 2);
    for (int i = 0; i < count; i++) {
        const float *v = fitted + 4 * i;
        caper_quat q = caper_quat_make(v[0], v[1], v[2], v[3]);
        CHECK(caper_quat_is_unit(q, 1e-6f));
        const float *before = c.values + 8 * (i > 0 ? chosen[i - 1] : 0);
        const float *here = c.values + 8 * chosen[i];
        float angle = caper_quat_angle(caper_quat_make(before[0], before[1], before[2], before[3]),
                                       caper_quat_make(here[0], here[1], here[2], here[3]));
        CHECK(angle < 39 * CAPER_DEGREE);
    }
}

TESTS(a_straight_line_needs_its_ends_and_zero_tolerance_needs_all,
      a_parabola_needs_keys_as_far_apart_as_its_chords_allow,
      chosen_keys_keep_to_the_tolerance_of_each_span, fitting_halves_the_error_and_holds_the_ends,
      fitting_moves_no_key_beyond_its_tolerance,
      rotations_are_fitted_on_the_sphere_and_never_too_far_apart)
