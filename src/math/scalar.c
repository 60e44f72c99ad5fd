// SPDX-License-Identifier: MIT
//
// Elementary functions without libm, because libm's differ between machines in the last bit.
// Each float function reduces its argument, evaluates a series in double in a fixed order and
// rounds once, so it is within a hair of correctly rounded and the same bits with any compiler
// (given -ffp-contract=off) on any IEEE machine. Only + - * / and sqrt are used, which IEEE
// rounds correctly.
#include "math/scalar.h"

#include "caper/vecmath.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

#define PI 3.14159265358979323846
#define HALF_PI 1.57079632679489661923
#define LN2 0.69314718055994530942
#define INV_LN2 1.44269504088896340736

// pi/2 and ln 2 in two parts; the high parts have 33 bits, so k * high is exact for |k| < 2^20
#define HALF_PI_HIGH 1.5707963267341256
#define HALF_PI_LOW 6.077100506506194e-11
#define LN2_HIGH 0.6931471804855391
#define LN2_LOW 7.440617110012397e-11

static uint32_t float_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double double_from_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static int round_to_int(double x)
{
    return (int)(x + (x < 0.0 ? -0.5 : 0.5));
}

// ------------------------------------------------------------------------------ trigonometry

// Taylor series on [-pi/4, pi/4]; the first omitted terms are below 1e-16.
static double sin_kernel(double r)
{
    double z = r * r;
    double p = -1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return r * (1.0 + z * p); // this form keeps the sign of -0
}

static double cos_kernel(double r)
{
    double z = r * r;
    double p = 1.0 / 20922789888000.0;
    p = p * z - 1.0 / 87178291200.0;
    p = p * z + 1.0 / 479001600.0;
    p = p * z - 1.0 / 3628800.0;
    p = p * z + 1.0 / 40320.0;
    p = p * z - 1.0 / 720.0;
    p = p * z + 1.0 / 24.0;
    return (1.0 - 0.5 * z) + z * (z * p);
}

// Sine and cosine of r + quadrant * pi/2.
static void sincos_quadrant(double r, int quadrant, double *sine, double *cosine)
{
    double s = sin_kernel(r), c = cos_kernel(r);
    switch (quadrant & 3) {
    case 0:
        *sine = s;
        *cosine = c;
        break;
    case 1:
        *sine = c;
        *cosine = -s;
        break;
    case 2:
        *sine = -s;
        *cosine = -c;
        break;
    default:
        *sine = -c;
        *cosine = s;
        break;
    }
}

// The rest of |x| < 1e6 after the nearest whole number of quadrants.
static double reduce(double x, int *quadrant)
{
    *quadrant = round_to_int(x * (1.0 / HALF_PI));
    return (x - *quadrant * HALF_PI_HIGH) - *quadrant * HALF_PI_LOW;
}

void caperi_sincos(double x, double *sine, double *cosine)
{
    if (!(fabs(x) < 1e6)) {
        if (!(fabs(x) <= DBL_MAX)) {
            *sine = *cosine = x - x;
            return;
        }
        // fmod is exact, but 2 pi is not: defined everywhere, precise no more
        x = fmod(x, 4.0 * HALF_PI);
    }
    int k;
    double r = reduce(x, &k);
    sincos_quadrant(r, k, sine, cosine);
}

double caperi_sin(double x)
{
    if (!(fabs(x) < 1e6)) {
        double sine, cosine;
        caperi_sincos(x, &sine, &cosine);
        return sine;
    }
    int k;
    double r = reduce(x, &k), s = k & 1 ? cos_kernel(r) : sin_kernel(r);
    return k & 2 ? -s : s;
}

// Payne and Hanek's reduction for large floats: x = m 2^e with integer m, so the bits of 2/pi
// whose weight times 2^e is 4 or more only add whole turns. The 96 bits after those, times m,
// give the quadrant (top two bits) and 62 bits of the fraction of it.
static void sincos_large(float x, double *sine, double *cosine)
{
    // 32 zero bits, then the binary expansion of 2/pi
    static const uint32_t two_over_pi[] = {0x00000000, 0xa2f9836e, 0x4e441529,
                                           0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                           0x3c439041, 0xfe5163ab, 0xdebbc561};
    uint32_t u = float_bits(x);
    uint64_t m = (u & 0x7fffff) | 0x800000;
    int e = (int)(u >> 23 & 0xff) - 150;
    int start = 32 + e - 2;
    uint32_t w[3];
    for (int i = 0; i < 3; i++) {
        int word = start / 32 + i, shift = start % 32;
        uint64_t pair = (uint64_t)two_over_pi[word] << 32 | two_over_pi[word + 1];
        w[i] = (uint32_t)(pair << shift >> 32);
    }
    uint64_t turns = (m * w[0] << 32) + m * w[1] + (m * w[2] >> 32);
    uint64_t quadrant = (turns + (UINT64_C(1) << 61)) >> 62;
    int64_t fraction = (int64_t)(turns - (quadrant << 62));
    double r = (double)fraction * (HALF_PI / 4611686018427387904.0);
    double s;
    sincos_quadrant(r, (int)quadrant, &s, cosine);
    *sine = u >> 31 ? -s : s;
}

// Sine and cosine of any float.
static void sincos_float(float x, double *sine, double *cosine)
{
    if (fabsf(x) < 1e6f) {
        caperi_sincos((double)x, sine, cosine);
    } else if (fabsf(x) <= FLT_MAX) {
        sincos_large(x, sine, cosine);
    } else {
        *sine = *cosine = (double)(x - x);
    }
}

float caper_sin(float x)
{
    double s, c;
    sincos_float(x, &s, &c);
    return (float)s;
}

float caper_cos(float x)
{
    double s, c;
    sincos_float(x, &s, &c);
    return (float)c;
}

void caper_sincos(float x, float *sine, float *cosine)
{
    double s, c;
    sincos_float(x, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
}

float caper_tan(float x)
{
    double s, c;
    sincos_float(x, &s, &c);
    return (float)(s / c);
}

// The arc tangent of y/x in the octant 0 <= y <= x, x > 0: move to the nearest k/8, where the
// rest t is within 1/16 and the series is short.
static double atan_octant(double y, double x)
{
    static const double atan_eighths[] = {
        0.0,
        0.12435499454676144,
        0.24497866312686414,
        0.35877067027057225,
        0.4636476090008061,
        0.5585993153435624,
        0.6435011087932844,
        0.7188299996216245,
        0.7853981633974483,
    };
    int k = (int)(y / x * 8.0 + 0.5);
    double c = k * 0.125;
    double t = (y - c * x) / (x + c * y);
    double z = t * t;
    double p = 1.0 / 13.0;
    p = p * z - 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z - 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z - 1.0 / 3.0;
    return atan_eighths[k] + (t + t * (z * p));
}

double caperi_atan2(double y, double x)
{
    double ax = fabs(x), ay = fabs(y);
    double angle = 0.0;
    if (ay <= ax) {
        angle = ax > 0.0 ? atan_octant(ay, ax) : 0.0;
    } else {
        angle = HALF_PI - atan_octant(ax, ay);
    }
    // signbit, not a comparison: atan2(0, -0) is pi
    angle = signbit(x) ? PI - angle : angle;
    return signbit(y) ? -angle : angle;
}

float caper_atan2(float y, float x)
{
    if (!(fabsf(x) <= FLT_MAX && fabsf(y) <= FLT_MAX)) {
        if (x != x || y != y) {
            return x + y;
        }
        // only the direction counts: put the infinite ones on the unit square
        x = copysignf(fabsf(x) > FLT_MAX ? 1.0f : 0.0f, x);
        y = copysignf(fabsf(y) > FLT_MAX ? 1.0f : 0.0f, y);
    }
    return (float)caperi_atan2((double)y, (double)x);
}

float caper_atan(float x)
{
    return caper_atan2(x, 1.0f);
}

float caper_asin(float x)
{
    double d = x < -1.0f ? -1.0 : x > 1.0f ? 1.0 : (double)x;
    if (d != d) {
        return x;
    }
    return (float)caperi_atan2(d, sqrt((1.0 - d) * (1.0 + d)));
}

float caper_acos(float x)
{
    double d = x < -1.0f ? -1.0 : x > 1.0f ? 1.0 : (double)x;
    if (d != d) {
        return x;
    }
    return (float)caperi_atan2(sqrt((1.0 - d) * (1.0 + d)), d);
}

float caper_wrap_angle(float angle)
{
    if (fabsf(angle) < 1e6f) {
        int k = 4 * round_to_int((double)angle * (0.25 / HALF_PI));
        return (float)(((double)angle - k * HALF_PI_HIGH) - k * HALF_PI_LOW);
    }
    double s, c;
    sincos_float(angle, &s, &c);
    return s == s ? (float)caperi_atan2(s, c) : angle - angle;
}

// -------------------------------------------------------------------- exponential, logarithm

// e^r for |r| <= ln(2)/2, times 2^k for -1000 < k < 1000.
static double exp_kernel(double r, int k)
{
    double p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    double e = 1.0 + (r + r * (r * p));
    return e * double_from_bits((uint64_t)(1023 + k) << 52);
}

double caperi_exp(double x)
{
    if (!(x < 700.0)) {
        return x != x ? x : (double)INFINITY;
    }
    if (x < -700.0) {
        return 0.0;
    }
    int k = round_to_int(x * INV_LN2);
    return exp_kernel((x - k * LN2_HIGH) - k * LN2_LOW, k);
}

// Rounds to float; said by hand what happens beyond the largest one.
static float to_float(double x)
{
    const double round_up = 3.4028235677973366e38; // halfway to the float after FLT_MAX
    return x >= round_up ? INFINITY : (float)x;
}

static double exp2_clamped(double x)
{
    if (!(x < 200.0)) {
        return x != x ? x : 1e60;
    }
    if (x < -200.0) {
        return 0.0;
    }
    int k = round_to_int(x);
    return exp_kernel((x - k) * LN2, k);
}

float caper_exp(float x)
{
    return to_float(caperi_exp((double)x));
}

float caper_exp2(float x)
{
    return to_float(exp2_clamped((double)x));
}

// x = m 2^k with m within a factor sqrt(2) of 1, for finite x > 0; returns ln(m) by the series of
// atanh, whose argument is at most 0.1716.
static double log_kernel(float x, int *k)
{
    int shift = 0;
    if (x < FLT_MIN) {
        x *= 16777216.0f;
        shift = -24;
    }
    uint32_t u = float_bits(x);
    int e = (int)(u >> 23) - 127;
    uint32_t mantissa = (u & 0x7fffff) | 0x3f800000;
    float m;
    memcpy(&m, &mantissa, sizeof m);
    if (m > 1.41421356f) {
        m *= 0.5f;
        e++;
    }
    *k = e + shift;
    double s = ((double)m - 1.0) / ((double)m + 1.0);
    double z = s * s;
    double p = 1.0 / 19.0;
    p = p * z + 1.0 / 17.0;
    p = p * z + 1.0 / 15.0;
    p = p * z + 1.0 / 13.0;
    p = p * z + 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z + 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z + 1.0 / 3.0;
    return 2.0 * (s + s * (z * p));
}

float caper_ln(float x)
{
    if (!(x > 0.0f && x <= FLT_MAX)) {
        return x == 0.0f ? -INFINITY : x > 0.0f ? x : NAN;
    }
    int k;
    double l = log_kernel(x, &k);
    return (float)(k * LN2 + l);
}

// log2 |x|, infinite where it should be.
static double log2_abs(float x)
{
    x = fabsf(x);
    if (!(x > 0.0f && x <= FLT_MAX)) {
        return x == 0.0f ? -(double)INFINITY : (double)x;
    }
    int k;
    double l = log_kernel(x, &k);
    return k + l * INV_LN2;
}

float caper_pow(float x, float y)
{
    if (x == 1.0f || y == 0.0f) {
        return 1.0f;
    }
    if (x != x || y != y) {
        return x + y;
    }
    bool negative = false;
    if (signbit(x)) {
        // floats of 2^24 and more are even numbers; infinities count as such
        bool whole = fabsf(y) >= 16777216.0f || (float)(int)y == y;
        negative = fabsf(y) < 16777216.0f && whole && ((int)y & 1);
        if (x < 0.0f && x >= -FLT_MAX && !whole) {
            return NAN;
        }
    }
    if (x == -1.0f) {
        return negative ? -1.0f : 1.0f;
    }
    float r = to_float(exp2_clamped((double)y * log2_abs(x)));
    return negative ? -r : r;
}
