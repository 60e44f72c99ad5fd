// SPDX-License-Identifier: MIT
//
// The scalar functions against the long double ones of libm, over all magnitudes of floats, and a
// hash of their bits that must come out the same from every compiler and instruction set.
#include "test.h"

#include "caper/vecmath.h"
#include "math/scalar.h"

#include <float.h>
#include <math.h>
#include <string.h>

static float from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

// The error in units of the last place of the float nearest to the exact value.
static double ulp_error(float got, long double exact)
{
    float rounded = (float)exact;
    if (isnan(exact) || isinf(rounded)) {
        return (isnan(exact) && isnan(got)) || got == rounded ? 0.0 : 1e9;
    }
    float size = fabsf(rounded);
    float ulp = size < FLT_MIN ? 0x1p-149f : nextafterf(size, INFINITY) - size;
    if (size == FLT_MAX) {
        ulp = 0x1p104f;
    }
    return (double)(fabsl((long double)got - exact) / (long double)ulp);
}

typedef struct worst {
    double error;
    float at;
    long count;
} worst;

static void note(worst *w, double error, float x)
{
    w->count++;
    if (!(error <= w->error)) {
        w->error = error;
        w->at = x;
    }
}

typedef float unary_fn(float);
typedef long double exact_fn(long double);

// Every stride-th float between two magnitudes, both signs, plus the special neighbourhood of 1.
static worst sweep(unary_fn *f, exact_fn *exact, float low, float high, bool both_signs)
{
    uint32_t first, last;
    memcpy(&first, &low, sizeof first);
    memcpy(&last, &high, sizeof last);
    uint32_t stride = (last - first) / 200000 | 1;
    worst w = {0.0, 0.0f, 0};
    for (uint32_t u = first; u <= last && last - u >= stride; u += stride) {
        float x = from_bits(u);
        note(&w, ulp_error(f(x), exact((long double)x)), x);
        if (both_signs) {
            note(&w, ulp_error(f(-x), exact(-(long double)x)), -x);
        }
    }
    note(&w, ulp_error(f(high), exact((long double)high)), high);
    return w;
}

// Everything is computed in double and rounded once, so half an ulp and very little more.
#define CHECK_SWEEP(f, exact, low, high, both)                                                     \
    do {                                                                                           \
        worst w_ = sweep(f, exact, low, high, both);                                               \
        CHECK(w_.count > 100000);                                                                  \
        CHECK_NEAR(w_.error, 0.0, 0.501);                                                          \
    } while (0)

static void trigonometry_is_correctly_rounded_to_a_thousandth(void)
{
    CHECK_SWEEP(caper_sin, sinl, 0x1p-149f, 1e5f, true);
    CHECK_SWEEP(caper_cos, cosl, 0x1p-149f, 1e5f, true);
    CHECK_SWEEP(caper_tan, tanl, 0x1p-149f, 1e5f, true);
    CHECK_SWEEP(caper_sin, sinl, 0.1f, 20.0f, true);
    CHECK_SWEEP(caper_cos, cosl, 0.1f, 20.0f, true);
    CHECK_SWEEP(caper_asin, asinl, 0x1p-149f, 1.0f, true);
    CHECK_SWEEP(caper_acos, acosl, 0x1p-149f, 1.0f, true);
    CHECK_SWEEP(caper_acos, acosl, 0.5f, 1.0f, true);
    CHECK_SWEEP(caper_atan, atanl, 0x1p-149f, FLT_MAX, true);
}

static void huge_angles_are_reduced_exactly(void)
{
    CHECK_SWEEP(caper_sin, sinl, 9e5f, FLT_MAX, true);
    CHECK_SWEEP(caper_cos, cosl, 9e5f, FLT_MAX, true);
}

static void zeros_of_sine_and_cosine_keep_their_digits(void)
{
    // the floats nearest to k pi/2, where reduction cancels most
    worst w = {0.0, 0.0f, 0};
    for (int k = 1; k < 70000; k++) {
        float x = (float)(k * 1.57079632679489661923L);
        note(&w, ulp_error(caper_sin(x), sinl((long double)x)), x);
        note(&w, ulp_error(caper_cos(x), cosl((long double)x)), x);
    }
    CHECK_NEAR(w.error, 0.0, 0.501);
}

static void exponential_and_logarithm_are_correctly_rounded_to_a_thousandth(void)
{
    CHECK_SWEEP(caper_exp, expl, 0x1p-149f, 110.0f, true);
    CHECK_SWEEP(caper_exp2, exp2l, 0x1p-149f, 160.0f, true);
    CHECK_SWEEP(caper_exp, expl, 0.01f, 90.0f, true);
    CHECK_SWEEP(caper_ln, logl, 0x1p-149f, FLT_MAX, false);
    CHECK_SWEEP(caper_ln, logl, 0.9f, 1.1f, false);
}

static void arc_tangent_of_two_agrees_in_all_quadrants(void)
{
    caper_rng rng = caper_rng_make(1);
    worst w = {0.0, 0.0f, 0};
    for (int i = 0; i < 300000; i++) {
        float scale = caper_exp2(caper_rng_range(&rng, -60.0f, 60.0f));
        float y = caper_rng_range(&rng, -1.0f, 1.0f), x = caper_rng_range(&rng, -1.0f, 1.0f);
        y *= i & 1 ? scale : 1.0f;
        note(&w, ulp_error(caper_atan2(y, x), atan2l((long double)y, (long double)x)), y);
    }
    CHECK_NEAR(w.error, 0.0, 0.501);
    const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 0x1p-149f, FLT_MAX};
    for (size_t i = 0; i < 8; i++) {
        for (size_t j = 0; j < 8; j++) {
            float got = caper_atan2(special[i], special[j]);
            float want = atan2f(special[i], special[j]);
            CHECK_NEAR(got, want, 3e-7);
            CHECK(signbit(got) == signbit(want));
        }
    }
    CHECK(isnan(caper_atan2(NAN, 1.0f)) && isnan(caper_atan2(1.0f, NAN)));
}

static void power_is_correctly_rounded_to_a_thousandth(void)
{
    caper_rng rng = caper_rng_make(2);
    worst w = {0.0, 0.0f, 0};
    for (int i = 0; i < 300000; i++) {
        float x = caper_exp2(caper_rng_range(&rng, -20.0f, 20.0f));
        float y = caper_rng_range(&rng, -7.0f, 7.0f);
        y = i % 3 == 0 ? caper_rng_range(&rng, -0.01f, 0.01f) : y;
        x = i % 5 == 0 ? 1.0f + caper_rng_range(&rng, -0.01f, 0.01f) : x;
        note(&w, ulp_error(caper_pow(x, y), powl((long double)x, (long double)y)), x);
    }
    CHECK_NEAR(w.error, 0.0, 0.501);
}

static void power_has_the_special_values_of_c(void)
{
    const float special[] = {0.0f,     -0.0f,       1.0f,    -1.0f,    2.0f, -2.0f,
                             3.0f,     -3.0f,       0.5f,    -0.5f,    1.5f, -1.5f,
                             INFINITY, -INFINITY,   FLT_MAX, -FLT_MAX, NAN,  1e-40f,
                             -1e-40f,  16777217.0f, 127.0f,  -149.0f};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        for (size_t j = 0; j < sizeof special / sizeof *special; j++) {
            float got = caper_pow(special[i], special[j]), want = powf(special[i], special[j]);
            if (isnan(want)) {
                CHECK(isnan(got));
                continue;
            }
            CHECK(got == want || fabsf(got / want - 1.0f) < 2e-7f);
            CHECK(signbit(got) == signbit(want));
        }
    }
}

static void special_arguments_have_their_limits(void)
{
    CHECK(isnan(caper_sin(INFINITY)) && isnan(caper_cos(-INFINITY)) && isnan(caper_sin(NAN)));
    CHECK(caper_exp(-INFINITY) == 0.0f && caper_exp(INFINITY) == INFINITY);
    CHECK(caper_exp(-200.0f) == 0.0f && caper_exp(100.0f) == INFINITY && isnan(caper_exp(NAN)));
    CHECK(caper_exp2(-150.5f) == 0.0f && caper_exp2(128.0f) == INFINITY);
    CHECK(caper_exp2(10.0f) == 1024.0f && caper_exp2(-149.0f) == 0x1p-149f);
    CHECK(caper_ln(0.0f) == -INFINITY && caper_ln(INFINITY) == INFINITY && isnan(caper_ln(-1.0f)));
    CHECK(caper_ln(1.0f) == 0.0f && isnan(caper_ln(NAN)));
    CHECK(caper_acos(1.5f) == 0.0f && caper_acos(-1.5f) == CAPER_PI);
    CHECK(caper_asin(2.0f) == CAPER_HALF_PI && caper_asin(-2.0f) == -CAPER_HALF_PI);
    CHECK(isnan(caper_acos(NAN)) && isnan(caper_asin(NAN)));
    CHECK(signbit(caper_sin(-0.0f)) && signbit(caper_asin(-0.0f)));
    double s, c;
    caperi_sincos(1e300, &s, &c);
    CHECK_NEAR(s * s + c * c, 1.0, 1e-12);
    caperi_sincos((double)INFINITY, &s, &c);
    CHECK(isnan(s) && isnan(c));
    CHECK(caperi_exp(-1000.0) == 0.0 && isinf(caperi_exp(1000.0)) &&
          isnan(caperi_exp((double)NAN)));
}

static void double_kernels_agree_with_libm(void)
{
    for (int i = -100000; i <= 100000; i++) {
        double x = i * 1.23456789e-3, s, c;
        caperi_sincos(x, &s, &c);
        CHECK_NEAR(s, sin(x), 2e-15);
        CHECK_NEAR(c, cos(x), 2e-15);
        CHECK(caperi_sin(x) == s);
        double t = i * 6e-3;
        CHECK_NEAR(caperi_exp(t) / exp(t), 1.0, 2e-15);
        CHECK_NEAR(caperi_atan2(s, c), atan2(s, c), 2e-15);
    }
}

static void wrapped_angles_are_the_same_angle(void)
{
    CHECK(caper_wrap_angle(0.5f) == 0.5f);
    CHECK_NEAR(caper_wrap_angle(3.0f * CAPER_PI / 2.0f), -CAPER_PI / 2.0f, 1e-6);
    CHECK_NEAR(caper_wrap_angle(-5.0f), -5.0 + 6.283185307179586, 1e-6);
    CHECK(isnan(caper_wrap_angle(INFINITY)));
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < 20000; i++) {
        float x = caper_rng_range(&rng, -1.0f, 1.0f) *
                  caper_exp2(caper_rng_range(&rng, -3.0f, i & 1 ? 10.0f : 100.0f));
        float w = caper_wrap_angle(x);
        CHECK(fabsf(w) <= CAPER_PI);
        CHECK_NEAR(sinl((long double)x), sinl((long double)w), 3e-7);
        CHECK_NEAR(cosl((long double)x), cosl((long double)w), 3e-7);
    }
}

static void small_helpers_do_what_they_say(void)
{
    CHECK(caper_clamp(5.0f, 0.0f, 1.0f) == 1.0f && caper_clamp(-5.0f, 0.0f, 1.0f) == 0.0f);
    CHECK(caper_clamp(0.25f, 0.0f, 1.0f) == 0.25f);
    CHECK(caper_lerp(2.0f, 4.0f, 0.25f) == 2.5f && caper_lerp(0.1f, 0.1f, 0.3f) == 0.1f);
    CHECK(caper_smoothstep(1.0f, 3.0f, 0.0f) == 0.0f && caper_smoothstep(1.0f, 3.0f, 4.0f) == 1.0f);
    CHECK(caper_smoothstep(1.0f, 3.0f, 2.0f) == 0.5f);
    CHECK(caper_smoothstep(1.0f, 1.0f, 0.9f) == 0.0f && caper_smoothstep(1.0f, 1.0f, 1.1f) == 1.0f);
    float s, c;
    caper_sincos(0.7f, &s, &c);
    CHECK(s == caper_sin(0.7f) && c == caper_cos(0.7f));
    for (float x = -3.0f; x <= 3.0f; x += 0.01f) {
        caperi_sincos_near(x, &s, &c);
        CHECK_NEAR(s, sinl((long double)x), 2e-7);
        CHECK_NEAR(c, cosl((long double)x), 2e-7);
    }
}

static void hash_float(uint64_t *hash, float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    if (isnan(x)) {
        u = 0x7fc00000; // the sign and payload of NaN are nobody's promise
    }
    *hash = (*hash ^ u) * UINT64_C(0x100000001b3);
    *hash ^= *hash >> 29;
}

static void bits_are_the_same_in_every_build(void)
{
    unary_fn *const functions[] = {caper_sin,  caper_cos, caper_tan,  caper_asin, caper_acos,
                                   caper_atan, caper_exp, caper_exp2, caper_ln,   caper_wrap_angle};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        for (uint32_t u = 0; u < 0x7f800000; u += 65521) {
            hash_float(&hash, functions[f](from_bits(u)));
            hash_float(&hash, functions[f](from_bits(u | 0x80000000)));
        }
    }
    for (uint32_t u = 0x30000000; u < 0x50000000; u += 7919 * 13) {
        float x = from_bits(u);
        hash_float(&hash, caper_atan2(x, 1.5f));
        hash_float(&hash, caper_atan2(-1.5f, -x));
        hash_float(&hash, caper_pow(x, 0.37f));
        hash_float(&hash, caper_pow(x, -1.9f));
    }
    CHECK_INT(hash, INT64_C(8393931437201344673));
}

TESTS(trigonometry_is_correctly_rounded_to_a_thousandth, huge_angles_are_reduced_exactly,
      zeros_of_sine_and_cosine_keep_their_digits,
      exponential_and_logarithm_are_correctly_rounded_to_a_thousandth,
      arc_tangent_of_two_agrees_in_all_quadrants, power_is_correctly_rounded_to_a_thousandth,
      power_has_the_special_values_of_c, special_arguments_have_their_limits,
      double_kernels_agree_with_libm, wrapped_angles_are_the_same_angle,
      small_helpers_do_what_they_say, bits_are_the_same_in_every_build)
