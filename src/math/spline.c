// SPDX-License-Identifier: MIT
//
// Hermite curves of value, space and rotation. Segments are evaluated in the Hermite basis (not as
// power polynomials), so that both ends are met exactly.
//
// The rotation curve is a cubic in the rotation vector relative to the first key, with the end
// velocities carried through the Jacobian of the exponential map. Squad and Bezier constructions
// meet the keys' velocities only for uniform times or after an extra solve; this one meets any
// given angular velocities exactly, so neighbouring segments join C1 whatever their durations, and
// it is the cubic Hermite curve itself when the rotations share an axis.
#include "caper/vecmath.h"

#include "math/rotvec.h"
#include "math/scalar.h"

// ------------------------------------------------------------------------- value and space

// Weights of value, velocity and acceleration of both ends in the result.
typedef struct basis {
    double value[6], velocity[6], acceleration[6]; // a.value, a.velocity, a.accel., b...
} basis;

static basis cubic_basis(double h, double time)
{
    double u = time / h, uu = u * u, v = 1.0 - u;
    basis r = {
        {(1.0 + 2.0 * u) * v * v, u * v * v * h, 0.0, uu * (3.0 - 2.0 * u), uu * (u - 1.0) * h,
         0.0},
        {-6.0 * u * v / h, v * (1.0 - 3.0 * u), 0.0, 6.0 * u * v / h, u * (3.0 * u - 2.0), 0.0},
        {(12.0 * u - 6.0) / (h * h), (6.0 * u - 4.0) / h, 0.0, (6.0 - 12.0 * u) / (h * h),
         (6.0 * u - 2.0) / h, 0.0}};
    return r;
}

static basis quintic_basis(double h, double time)
{
    double u = time / h, v = 1.0 - u, uu = u * u, vv = v * v, uv = u * v;
    basis r = {{vv * v * (1.0 + 3.0 * u + 6.0 * uu), vv * v * u * (1.0 + 3.0 * u) * h,
                0.5 * vv * v * uu * h * h, uu * u * (1.0 + 3.0 * v + 6.0 * vv),
                -uu * u * v * (1.0 + 3.0 * v) * h, 0.5 * uu * u * vv * h * h},
               {-30.0 * uv * uv / h, vv * (1.0 + 2.0 * u - 15.0 * uu),
                0.5 * vv * u * (2.0 - 5.0 * u) * h, 30.0 * uv * uv / h,
                uu * (1.0 + 2.0 * v - 15.0 * vv), -0.5 * uu * v * (2.0 - 5.0 * v) * h},
               {-60.0 * uv * (1.0 - 2.0 * u) / (h * h), -12.0 * uv * (3.0 - 5.0 * u) / h,
                v * (1.0 - 8.0 * u + 10.0 * uu), 60.0 * uv * (1.0 - 2.0 * u) / (h * h),
                12.0 * uv * (3.0 - 5.0 * v) / h, u * (1.0 - 8.0 * v + 10.0 * vv)}};
    return r;
}

static double weigh(const double w[6], caper_knot a, caper_knot b)
{
    return ((double)a.value * w[0] + (double)b.value * w[3]) +
           ((double)a.velocity * w[1] + (double)b.velocity * w[4]) +
           ((double)a.acceleration * w[2] + (double)b.acceleration * w[5]);
}

static caper_knot evaluate(const basis *s, caper_knot a, caper_knot b)
{
    caper_knot r;
    r.value = (float)weigh(s->value, a, b);
    r.velocity = (float)weigh(s->velocity, a, b);
    r.acceleration = (float)weigh(s->acceleration, a, b);
    return r;
}

static caper_vec3 weigh_vec3(const double w[6], const caper_vec3_knot *a, const caper_vec3_knot *b)
{
    caperi_dvec3 values =
        caperi_dvec3_combine(caperi_dvec3_from(a->value), w[0], caperi_dvec3_from(b->value), w[3]);
    caperi_dvec3 velocities = caperi_dvec3_combine(caperi_dvec3_from(a->velocity), w[1],
                                                   caperi_dvec3_from(b->velocity), w[4]);
    caperi_dvec3 accelerations = caperi_dvec3_combine(caperi_dvec3_from(a->acceleration), w[2],
                                                      caperi_dvec3_from(b->acceleration), w[5]);
    caperi_dvec3 sum = caperi_dvec3_combine(values, 1.0, velocities, 1.0);
    return caperi_dvec3_to_float(caperi_dvec3_combine(sum, 1.0, accelerations, 1.0));
}

static caper_vec3_knot evaluate_vec3(const basis *s, const caper_vec3_knot *a,
                                     const caper_vec3_knot *b)
{
    caper_vec3_knot r;
    r.value = weigh_vec3(s->value, a, b);
    r.velocity = weigh_vec3(s->velocity, a, b);
    r.acceleration = weigh_vec3(s->acceleration, a, b);
    return r;
}

caper_knot caper_hermite(caper_knot a, caper_knot b, float duration, float time)
{
    CAPER_ASSERT(duration > 0.0f);
    basis s = cubic_basis((double)duration, (double)time);
    // what the weights ignore must not leak through as 0 * NaN
    a.acceleration = b.acceleration = 0.0f;
    return evaluate(&s, a, b);
}

caper_knot caper_quintic(caper_knot a, caper_knot b, float duration, float time)
{
    CAPER_ASSERT(duration > 0.0f);
    basis s = quintic_basis((double)duration, (double)time);
    return evaluate(&s, a, b);
}

caper_vec3_knot caper_vec3_hermite(caper_vec3_knot a, caper_vec3_knot b, float duration, float time)
{
    CAPER_ASSERT(duration > 0.0f);
    basis s = cubic_basis((double)duration, (double)time);
    a.acceleration = b.acceleration = caper_vec3_zero();
    return evaluate_vec3(&s, &a, &b);
}

caper_vec3_knot caper_vec3_quintic(caper_vec3_knot a, caper_vec3_knot b, float duration, float time)
{
    CAPER_ASSERT(duration > 0.0f);
    basis s = quintic_basis((double)duration, (double)time);
    return evaluate_vec3(&s, &a, &b);
}

// --------------------------------------------------------------------------------- rotation

static caperi_dquat widen(caper_quat q)
{
    return caperi_dquat_make((double)q.x, (double)q.y, (double)q.z, (double)q.w);
}

// The rotation vector of a step (of any length) and the rate of it that gives an angular velocity
// at its end: as caperi_dquat_log and caperi_rotvec_to_rate, but the sine and cosine are the
// quaternion's own.
static void log_and_rate(caperi_dquat step, caperi_dvec3 velocity, caperi_dvec3 *end,
                         caperi_dvec3 *rate)
{
    double sign = step.w < 0.0 ? -1.0 : 1.0, cosine = sign * step.w;
    caperi_dvec3 v = caperi_dvec3_make(sign * step.x, sign * step.y, sign * step.z);
    double sine = caperi_dvec3_length(v);
    double half = caperi_atan2(sine, cosine), z = 4.0 * half * half;
    *end = caperi_dvec3_scale(v, sine > 0.0 ? 2.0 * half / sine : 2.0);
    double g, d;
    if (z < 1e-4) {
        d = 1.0 / 12.0 + z * (1.0 / 720.0 + z * (1.0 / 30240.0));
        g = 1.0 - z * d;
    } else {
        g = half * cosine / sine;
        d = (1.0 - g) / z;
    }
    caperi_dvec3 r = caperi_dvec3_combine(velocity, g, caperi_dvec3_cross(*end, velocity), -0.5);
    *rate = caperi_dvec3_combine(r, 1.0, *end, d * caperi_dvec3_dot(*end, velocity));
}

// caperi_dquat_exp and caperi_rotvec_to_velocity with one sine and cosine for both.
static void exp_and_velocity(caperi_dvec3 v, caperi_dvec3 rate, caperi_dquat *turn,
                             caperi_dvec3 *velocity)
{
    double z = caperi_dvec3_dot(v, v), half = 0.5 * sqrt(z), s, c;
    caperi_sincos(half, &s, &c);
    double k = half > 0.0 ? 0.5 * s / half : 0.5;
    *turn = caperi_dquat_make(v.x * k, v.y * k, v.z * k, c);
    double ja, jb, jc;
    if (z < 1e-4) {
        ja = 1.0 - z * (1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0)));
        jb = 0.5 - z * (1.0 / 24.0 - z * (1.0 / 720.0 - z * (1.0 / 40320.0)));
        jc = 1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0 - z * (1.0 / 362880.0)));
    } else {
        ja = 2.0 * k * c;
        jb = 2.0 * k * k;
        jc = (1.0 - ja) / z;
    }
    caperi_dvec3 r = caperi_dvec3_combine(rate, ja, caperi_dvec3_cross(v, rate), jb);
    *velocity = caperi_dvec3_combine(r, 1.0, v, jc * caperi_dvec3_dot(v, rate));
}

caper_quat_knot caper_quat_hermite(caper_quat_knot a, caper_quat_knot b, float duration, float time)
{
    CAPER_ASSERT(duration > 0.0f);
    // the step's angle and axis do not depend on the lengths, so nothing waits for normalizing
    caperi_dquat start = caperi_dquat_from(a.value);
    caperi_dquat step = caperi_dquat_mul(widen(b.value), caperi_dquat_conj(widen(a.value)));
    // at the start the Jacobian is the identity
    caperi_dvec3 start_rate = caperi_dvec3_from(a.velocity), end, end_rate;
    log_and_rate(step, caperi_dvec3_from(b.velocity), &end, &end_rate);
    basis s = cubic_basis((double)duration, (double)time);
    caperi_dvec3 v = caperi_dvec3_combine(start_rate, s.value[1], end_rate, s.value[4]);
    v = caperi_dvec3_combine(v, 1.0, end, s.value[3]);
    caperi_dvec3 rate = caperi_dvec3_combine(start_rate, s.velocity[1], end_rate, s.velocity[4]);
    rate = caperi_dvec3_combine(rate, 1.0, end, s.velocity[3]);
    caperi_dquat turn;
    caperi_dvec3 velocity;
    exp_and_velocity(v, rate, &turn, &velocity);
    caper_quat_knot r;
    r.value = caperi_dquat_to_float(caperi_dquat_mul(turn, start));
    r.velocity = caperi_dvec3_to_float(velocity);
    return r;
}
