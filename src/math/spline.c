// SPDX-License-Identifier: MIT
//
// Hermite curves of value, space and rotation, their arc length, and velocities for keys that have
// none. Segments are evaluated in the Hermite basis (not as power polynomials), so that both ends
// are met exactly.
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

// ------------------------------------------------------------------------------- arc length

// A cubic's velocity is a quadratic: c0 + c1 t + c2 t^2.
typedef struct speed_curve {
    caperi_dvec3 c0, c1, c2;
} speed_curve;

static speed_curve make_speed_curve(const caper_vec3_knot *a, const caper_vec3_knot *b, double h)
{
    caperi_dvec3 va = caperi_dvec3_from(a->velocity), vb = caperi_dvec3_from(b->velocity);
    caperi_dvec3 slope = caperi_dvec3_scale(
        caperi_dvec3_combine(caperi_dvec3_from(b->value), 1.0, caperi_dvec3_from(a->value), -1.0),
        1.0 / h);
    caperi_dvec3 sum = caperi_dvec3_combine(va, 1.0, vb, 1.0);
    speed_curve s;
    s.c0 = va;
    s.c1 = caperi_dvec3_combine(slope, 6.0 / h, caperi_dvec3_combine(sum, 1.0, va, 1.0), -2.0 / h);
    s.c2 = caperi_dvec3_combine(sum, 3.0 / (h * h), slope, -6.0 / (h * h));
    return s;
}

static double speed_at(const speed_curve *s, double t)
{
    caperi_dvec3 v = caperi_dvec3_combine(s->c0, 1.0, s->c1, t);
    return caperi_dvec3_length(caperi_dvec3_combine(v, 1.0, s->c2, t * t));
}

// Gauss-Legendre with 5 points.
static double gauss_length(const speed_curve *s, double from, double to)
{
    const double x1 = 0.53846931010568309, x2 = 0.90617984593866399;
    const double w0 = 0.56888888888888889, w1 = 0.47862867049936647, w2 = 0.23692688505618909;
    double m = 0.5 * (from + to), r = 0.5 * (to - from);
    return r * (w0 * speed_at(s, m) + w1 * (speed_at(s, m - x1 * r) + speed_at(s, m + x1 * r)) +
                w2 * (speed_at(s, m - x2 * r) + speed_at(s, m + x2 * r)));
}

// Halved until the halves agree with the whole; the depth is for curves that stop dead, where the
// speed has a kink.
static double adaptive_length(const speed_curve *s, double from, double to, double whole,
                              double tolerance, int depth)
{
    double m = 0.5 * (from + to);
    double left = gauss_length(s, from, m), right = gauss_length(s, m, to);
    if (depth == 0 || fabs(left + right - whole) <= tolerance) {
        return left + right;
    }
    return adaptive_length(s, from, m, left, 0.5 * tolerance, depth - 1) +
           adaptive_length(s, m, to, right, 0.5 * tolerance, depth - 1);
}

static double length_between(const speed_curve *s, double from, double to)
{
    double whole = gauss_length(s, from, to);
    return adaptive_length(s, from, to, whole, 1e-8 * fabs(whole), 16);
}

float caper_vec3_hermite_length(caper_vec3_knot a, caper_vec3_knot b, float duration, float from,
                                float to)
{
    CAPER_ASSERT(duration > 0.0f);
    speed_curve s = make_speed_curve(&a, &b, (double)duration);
    return (float)length_between(&s, (double)from, (double)to);
}

float caper_vec3_hermite_time_at_length(caper_vec3_knot a, caper_vec3_knot b, float duration,
                                        float length)
{
    CAPER_ASSERT(duration > 0.0f);
    speed_curve s = make_speed_curve(&a, &b, (double)duration);
    double total = length_between(&s, 0.0, (double)duration);
    if (!(length > 0.0f)) {
        return 0.0f;
    }
    if ((double)length >= total) {
        return duration;
    }
    // Newton's steps, replaced by halving where they would leave the bracket
    double low = 0.0, high = (double)duration, t = high * ((double)length / total);
    for (int i = 0; i < 40 && high - low > 1e-9 * (double)duration; i++) {
        double excess = length_between(&s, 0.0, t) - (double)length;
        if (fabs(excess) <= 1e-9 * total) {
            break;
        }
        if (excess > 0.0) {
            high = t;
        } else {
            low = t;
        }
        double next = t - excess / speed_at(&s, t);
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return (float)t;
}

// ------------------------------------------------------------------------- velocities of keys

static bool times_ascend(const float *times, int count, float period)
{
    for (int i = 0; i + 1 < count; i++) {
        if (!(times[i] < times[i + 1])) {
            return false;
        }
    }
    return count > 0 && (!(period > 0.0f) || times[count - 1] - times[0] < period);
}

// The seconds from key i to the next one, across the seam too.
static double step_after(const float *times, int i, int count, float period)
{
    return i + 1 < count ? (double)times[i + 1] - (double)times[i]
                         : (double)period - ((double)times[i] - (double)times[0]);
}

// Key indices and step lengths around key i: the neighbours before and after, or, at the ends of
// an open sequence, the next two steps inward.
typedef struct neighbours {
    int from0, to0, from1, to1; // two adjacent steps
    double h0, h1;
    int end; // 0 inside, -1 first key, +1 last key
} neighbours;

static neighbours neighbours_of(const float *times, int i, int count, float period)
{
    bool closed = period > 0.0f;
    neighbours n;
    n.end = closed ? 0 : i == 0 ? -1 : i == count - 1 ? 1 : 0;
    int middle = n.end == 0 ? i : n.end < 0 ? 1 : count - 2;
    n.from0 = middle > 0 ? middle - 1 : count - 1;
    n.to0 = n.from1 = middle;
    n.to1 = middle + 1 < count ? middle + 1 : 0;
    n.h0 = step_after(times, n.from0, count, period);
    n.h1 = step_after(times, n.from1, count, period);
    return n;
}

// The slope at the wanted key of the parabola with slopes d0, d1 over the two steps.
static double parabola_slope(const neighbours *n, double d0, double d1)
{
    double bend = (d1 - d0) / (n->h0 + n->h1);
    if (n->end == 0) {
        return d0 + bend * n->h0;
    }
    return n->end < 0 ? d0 - bend * n->h0 : d1 + bend * n->h1;
}

static double sign_of(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

// Steffen (1990), "A simple method for monotonic interpolation in one dimension", eq. 11 and 26.
static double monotone_slope(const neighbours *n, double d0, double d1)
{
    double p = parabola_slope(n, d0, d1);
    if (n->end == 0) {
        double least = fmin(fmin(fabs(d0), fabs(d1)), 0.5 * fabs(p));
        return (sign_of(d0) + sign_of(d1)) * least;
    }
    double d = n->end < 0 ? d0 : d1;
    if (p * d <= 0.0) {
        return 0.0;
    }
    return fabs(p) > 2.0 * fabs(d) ? 2.0 * d : p;
}

typedef double slope_fn(const neighbours *n, double d0, double d1);

// Values and velocities are every `stride`-th float, so that one function serves vec3 as well.
static void channel_velocities(const float *times, const float *values, size_t stride, int count,
                               float period, float *velocities, slope_fn *slope)
{
    bool closed = period > 0.0f;
    for (int i = 0; i < count; i++) {
        double v = 0.0;
        if (count == 2 && !closed) {
            v = ((double)values[stride] - (double)values[0]) /
                ((double)times[1] - (double)times[0]);
        } else if (count > 1) {
            neighbours n = neighbours_of(times, i, count, period);
            double from0 = (double)values[stride * (size_t)n.from0];
            double middle = (double)values[stride * (size_t)n.to0];
            double to1 = (double)values[stride * (size_t)n.to1];
            v = slope(&n, (middle - from0) / n.h0, (to1 - middle) / n.h1);
        }
        velocities[stride * (size_t)i] = (float)v;
    }
}

bool caper_smooth_velocities(const float *times, const float *values, int count, float period,
                             float *velocities)
{
    if (!times_ascend(times, count, period)) {
        return false;
    }
    channel_velocities(times, values, 1, count, period, velocities, parabola_slope);
    return true;
}

bool caper_monotone_velocities(const float *times, const float *values, int count, float period,
                               float *velocities)
{
    if (!times_ascend(times, count, period)) {
        return false;
    }
    channel_velocities(times, values, 1, count, period, velocities, monotone_slope);
    return true;
}

bool caper_vec3_smooth_velocities(const float *times, const caper_vec3 *values, int count,
                                  float period, caper_vec3 *velocities)
{
    if (!times_ascend(times, count, period)) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        channel_velocities(times, (const float *)values + axis, 3, count, period,
                           (float *)velocities + axis, parabola_slope);
    }
    return true;
}

static caperi_dvec3 rotation_slope(const caper_quat *values, int from, int to, double h)
{
    caperi_dquat step = caperi_dquat_mul(caperi_dquat_from(values[to]),
                                         caperi_dquat_conj(caperi_dquat_from(values[from])));
    return caperi_dvec3_scale(caperi_dquat_log(step), 1.0 / h);
}

bool caper_quat_smooth_velocities(const float *times, const caper_quat *values, int count,
                                  float period, caper_vec3 *velocities)
{
    if (!times_ascend(times, count, period)) {
        return false;
    }
    bool closed = period > 0.0f;
    for (int i = 0; i < count; i++) {
        caperi_dvec3 v = {0.0, 0.0, 0.0};
        if (count == 2 && !closed) {
            v = rotation_slope(values, 0, 1, (double)times[1] - (double)times[0]);
        } else if (count > 1) {
            neighbours n = neighbours_of(times, i, count, period);
            caperi_dvec3 d0 = rotation_slope(values, n.from0, n.to0, n.h0);
            caperi_dvec3 d1 = rotation_slope(values, n.from1, n.to1, n.h1);
            v = caperi_dvec3_make(parabola_slope(&n, d0.x, d1.x), parabola_slope(&n, d0.y, d1.y),
                                  parabola_slope(&n, d0.z, d1.z));
        }
        velocities[i] = caperi_dvec3_to_float(v);
    }
    return true;
}
