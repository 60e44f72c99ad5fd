// SPDX-License-Identifier: MIT
//
// The filter of paper 001, section 3: a Kalman filter of constant velocity on position and on the
// rotation vector of the incremental orientation, which is measured against an external quaternion
// and reset to zero at each step (equations 1 to 10).
//
// The paper writes 12x12 matrices. With diagonal measurement noise R, and process noise Q that
// couples only a coordinate with its own velocity (equation 5), these fall apart into six filters
// of a value and its velocity: covariances of 2x2, an innovation that is one number, no inverse.
// Q follows from white acceleration over the step, so that uneven steps need no tuning:
// q1 = d dt^3/3, q2 = q3 = d dt^2/2, q4 = d dt.
//
// Beyond the paper: outliers are refused by their Mahalanobis distance, until they persist; and the
// drive d is scaled until innovations are white, since no single d suits a hand that rests and then
// throws.
#include "caper/puppet.h"

#include "math/simd_quat.h"

#include <math.h>
#include <string.h>

#define ADAPT_GAIN 0.2          // of the drive's logarithm, per sample
#define ADAPT_LIMIT 8.0         // likeness of innovations beyond which no more is learned
#define ADAPT_RANGE 300.0       // the drive is scaled by 1/300 to 300
#define GATE_ACCELERATION 800.0 // m/s2: no outlier is what a body may do by itself
#define GATE_TURN 8000.0        // rad/s2
#define SMALL_ANGLE 0.25f       // sine of half the angle up to which series are exact to 1e-7

caper_filter_def caper_filter_def_default(void)
{
    caper_filter_def def;
    memset(&def, 0, sizeof def);
    def.position_noise = caper_vec3_make(0.002f, 0.002f, 0.002f);
    def.rotation_noise = caper_vec3_make(0.01745f, 0.01745f, 0.01745f);
    def.position_drive = 2;
    def.rotation_drive = 30;
    def.adapt = true;
    def.gate = 6;
    def.patience = 0.1f;
    def.max_gap = 0.5f;
    return def;
}

// ------------------------------------------------------------------------------------ rotations

static caper_quat mul(caper_quat a, caper_quat b)
{
    caper_quat q;
    caperi_f4_storeu(&q.x, caperi_f4_quat_mul(caperi_f4_load_quat(&a), caperi_f4_load_quat(&b)));
    return q;
}

/// a b, made unit again.
static caper_quat mul_unit(caper_quat a, caper_quat b)
{
    caper_quat q;
    caperi_f4 product = caperi_f4_quat_mul(caperi_f4_load_quat(&a), caperi_f4_load_quat(&b));
    // one step of Newton's method: both were unit but for rounding
    caperi_f4 half = caperi_f4_mul(caperi_f4_dot4(product, product), caperi_f4_splat(0.5f));
    caperi_f4 scale = caperi_f4_sub(caperi_f4_splat(1.5f), half);
    caperi_f4_storeu(&q.x, caperi_f4_mul(product, scale));
    return q;
}

/// Rotation vector of a unit quaternion. Between two samples of a body turns are small, where a
/// series is as good as and several times cheaper than an arc tangent.
static caper_vec3 log_of(caper_quat q)
{
    caper_vec3 v = caper_vec3_make(q.x, q.y, q.z);
    float s = caper_vec3_length_sq(v);
    if (s > SMALL_ANGLE * SMALL_ANGLE) {
        return caper_quat_log(q);
    }
    // asin(x)/x = 1 + x^2/6 + 3x^4/40 + 15x^6/336 + 105x^8/3456 + ...
    float k = 1 + s * (1 / 6.0f + s * (0.075f + s * (15 / 336.0f + s * (105 / 3456.0f))));
    return caper_vec3_scale(v, q.w < 0 ? -2 * k : 2 * k);
}

static caper_quat exp_of(caper_vec3 r)
{
    caper_vec3 h = caper_vec3_scale(r, 0.5f);
    float s = caper_vec3_length_sq(h);
    if (s > SMALL_ANGLE * SMALL_ANGLE) {
        return caper_quat_exp(r);
    }
    float k = 1 - s * (1 / 6.0f - s * (1 / 120.0f - s * (1 / 5040.0f)));
    float w = 1 - s * (0.5f - s * (1 / 24.0f - s * (1 / 720.0f)));
    return caper_quat_make(k * h.x, k * h.y, k * h.z, w);
}

// ------------------------------------------------------------------------------------ channels

/// Position or rotation: what is done to both alike. Where the noise is the same along all axes so
/// is the covariance, and only its first row is kept and computed.
typedef struct channel {
    double (*error)[3]; // rows: axes; value, product, velocity
    double *scale;
    caper_vec3 *before;
    caper_vec3 noise;
    double drive;
    bool round;
    // of the sample at hand
    caper_vec3 innovation;
    double inverse[3]; // of the variance of the innovation
    double distance;   // Mahalanobis, squared
} channel;

static inline channel channel_of(double error[3][3], double *scale, caper_vec3 *before,
                                 caper_vec3 noise, float drive, int32_t *round)
{
    channel c = {.error = error, .scale = scale, .before = before, .noise = noise};
    c.drive = (double)drive * *scale;
    c.round = noise.x == noise.y && noise.y == noise.z;
    if (*round && !c.round) { // the def has changed: the rows part
        memcpy(error[1], error[0], sizeof error[0]);
        memcpy(error[2], error[0], sizeof error[0]);
    }
    *round = c.round;
    return c;
}

/// What is known after a step without a sample.
static inline void spread(channel *c, double dt)
{
    double q2 = c->drive * dt, q1 = q2 * dt * 0.5, q0 = q1 * dt * (2.0 / 3);
    for (int i = 0; i < (c->round ? 1 : 3); i++) {
        double *e = c->error[i];
        e[0] += dt * (2 * e[1] + dt * e[2]) + q0;
        e[1] += dt * e[2] + q1;
        e[2] += q2;
    }
}

static inline void compare(channel *c, caper_vec3 y)
{
    c->innovation = y;
    if (c->round) {
        double n = (double)c->noise.x;
        c->inverse[0] = c->inverse[1] = c->inverse[2] = 1 / (c->error[0][0] + n * n);
        c->distance = (double)caper_vec3_dot(y, y) * c->inverse[0];
        return;
    }
    const double ys[3] = {(double)y.x, (double)y.y, (double)y.z};
    const double ns[3] = {(double)c->noise.x, (double)c->noise.y, (double)c->noise.z};
    c->distance = 0;
    for (int i = 0; i < 3; i++) {
        c->inverse[i] = 1 / (c->error[i][0] + ns[i] * ns[i]);
        c->distance += ys[i] * ys[i] * c->inverse[i];
    }
}

/// Too far off for its variance, and for what accelerations may have done since the last sample: a
/// filter that has calmed down must not refuse a throw.
static bool is_outlier(const channel *c, double gate, double reach)
{
    if (!(c->distance > gate * gate)) {
        return false;
    }
    const double ys[3] = {(double)c->innovation.x, (double)c->innovation.y,
                          (double)c->innovation.z};
    double far = 0;
    for (int i = 0; i < 3; i++) {
        double most = gate / sqrt(c->inverse[i]) + 0.5 * reach;
        far += ys[i] * ys[i] / (most * most);
    }
    return far > 1;
}

/// Take in the innovations: what they add to value and velocity, and what is then known.
static inline void correct(channel *c, caper_vec3 *value, caper_vec3 *velocity)
{
    float k[3], l[3];
    for (int i = 0; i < (c->round ? 1 : 3); i++) {
        double *e = c->error[i], value_gain = e[0] * c->inverse[i];
        double velocity_gain = e[1] * c->inverse[i];
        e[2] -= velocity_gain * e[1];
        e[1] -= value_gain * e[1];
        e[0] -= value_gain * e[0];
        k[i] = (float)value_gain;
        l[i] = (float)velocity_gain;
    }
    if (c->round) {
        *value = caper_vec3_add_scaled(*value, c->innovation, k[0]);
        *velocity = caper_vec3_add_scaled(*velocity, c->innovation, l[0]);
        return;
    }
    caper_vec3 y = c->innovation;
    *value = caper_vec3_add(*value, caper_vec3_mul(y, caper_vec3_make(k[0], k[1], k[2])));
    *velocity = caper_vec3_add(*velocity, caper_vec3_mul(y, caper_vec3_make(l[0], l[1], l[2])));
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/// Innovations of the right filter are white. Of a sluggish one each resembles the one before: more
/// drive; of a nervous one each undoes the one before: less.
static inline void adapt(channel *c)
{
    double likeness;
    if (c->round) {
        likeness = (double)caper_vec3_dot(c->innovation, *c->before) * c->inverse[0];
    } else {
        caper_vec3 both = caper_vec3_mul(c->innovation, *c->before);
        likeness = (double)both.x * c->inverse[0] + (double)both.y * c->inverse[1] +
                   (double)both.z * c->inverse[2];
    }
    *c->before = c->innovation;
    // one wild sample must not decide
    double x = ADAPT_GAIN * clamp(likeness, -ADAPT_LIMIT, ADAPT_LIMIT);
    double next = *c->scale * (1 + x + 0.5 * x * x); // exp(x), near enough, the same everywhere
    *c->scale = clamp(next, 1 / ADAPT_RANGE, ADAPT_RANGE);
}

// ------------------------------------------------------------------------------------ steps

static caper_filter_result start(caper_filter *filter, const caper_filter_def *def,
                                 const caper_transform *sample, double time)
{
    filter->value = *sample;
    filter->velocity = caper_vec3_zero();
    filter->angular_velocity = caper_vec3_zero();
    filter->time = time;
    const float noise[2][3] = {
        {def->position_noise.x, def->position_noise.y, def->position_noise.z},
        {def->rotation_noise.x, def->rotation_noise.y, def->rotation_noise.z}};
    for (int i = 0; i < 3; i++) {
        filter->position_error[i][0] = (double)noise[0][i] * (double)noise[0][i];
        filter->rotation_error[i][0] = (double)noise[1][i] * (double)noise[1][i];
        filter->position_error[i][1] = filter->rotation_error[i][1] = 0;
        filter->position_error[i][2] = 1;  // a walk: (1 m/s)^2
        filter->rotation_error[i][2] = 10; // half a turn a second
    }
    filter->position_before = filter->rotation_before = caper_vec3_zero();
    if (!filter->started) {
        filter->position_scale = filter->rotation_scale = 1;
    }
    filter->started = 1;
    filter->refusing = 0;
    filter->accepted++;
    return CAPER_FILTER_STARTED;
}

/// Where it will be; the rotation is unit but for rounding.
static caper_transform predict(const caper_filter *filter, float dt)
{
    caper_transform at = filter->value;
    at.position = caper_vec3_add_scaled(at.position, filter->velocity, dt);
    caper_quat turn = exp_of(caper_vec3_scale(filter->angular_velocity, dt));
    at.rotation = mul(at.rotation, turn);
    return at;
}

/// An outlier: remember since when, and give in when it goes on.
static caper_filter_result refuse(caper_filter *filter, const caper_filter_def *def,
                                  const caper_transform *sample, double time, bool usable)
{
    filter->refused++;
    if (!filter->refusing) {
        filter->refusing = 1;
        filter->refused_since = time;
    }
    if (usable && time - filter->refused_since >= (double)def->patience) {
        return start(filter, def, sample, time);
    }
    return CAPER_FILTER_OUTLIER;
}

caper_filter_result caper_filter_update(caper_filter *filter, const caper_filter_def *def,
                                        const caper_transform *sample, double time)
{
    bool usable = sample && caper_transform_is_valid(*sample, 1e-2f);
    if (!isfinite(time) || (filter->started && !(time > filter->time))) {
        filter->late += sample != NULL;
        return CAPER_FILTER_LATE;
    }
    if (!filter->started || time - filter->time > (double)def->max_gap) {
        if (usable) {
            return start(filter, def, sample, time);
        }
        filter->refused += sample != NULL;
        return sample ? CAPER_FILTER_OUTLIER : CAPER_FILTER_MISSING;
    }
    channel p =
        channel_of(filter->position_error, &filter->position_scale, &filter->position_before,
                   def->position_noise, def->position_drive, &filter->position_round);
    channel q =
        channel_of(filter->rotation_error, &filter->rotation_scale, &filter->rotation_before,
                   def->rotation_noise, def->rotation_drive, &filter->rotation_round);
    double step = time - filter->time;
    double dt = filter->refusing ? time - filter->refused_since : step;
    filter->value = predict(filter, (float)step);
    filter->time = time;
    spread(&p, step);
    spread(&q, step);
    if (!usable) {
        filter->value.rotation = caper_quat_normalize(filter->value.rotation);
        return sample ? refuse(filter, def, sample, time, false) : CAPER_FILTER_MISSING;
    }
    caper_quat r = mul(caper_quat_conj(filter->value.rotation), sample->rotation);
    compare(&p, caper_vec3_sub(sample->position, filter->value.position));
    compare(&q, log_of(r));
    double gate = (double)def->gate;
    if (gate > 0 && (is_outlier(&p, gate, GATE_ACCELERATION * dt * dt) ||
                     is_outlier(&q, gate, GATE_TURN * dt * dt))) {
        filter->value.rotation = caper_quat_normalize(filter->value.rotation);
        return refuse(filter, def, sample, time, true);
    }
    caper_vec3 turn = caper_vec3_zero();
    correct(&p, &filter->value.position, &filter->velocity);
    correct(&q, &turn, &filter->angular_velocity);
    filter->value.rotation = mul_unit(filter->value.rotation, exp_of(turn));
    if (def->adapt) {
        adapt(&p);
        adapt(&q);
    }
    filter->refusing = 0;
    filter->accepted++;
    return CAPER_FILTER_USED;
}

caper_transform caper_filter_predict(const caper_filter *filter, double time)
{
    caper_transform at = predict(filter, (float)(time - filter->time));
    at.rotation = caper_quat_normalize(at.rotation);
    return at;
}

// ------------------------------------------------------------------------------------ calibration

static caper_vec3 deviation(const double sum[3], const double square[3], int count)
{
    float out[3];
    for (int i = 0; i < 3; i++) {
        double mean = sum[i] / count;
        double variance = (square[i] - count * mean * mean) / (count - 1);
        out[i] = (float)sqrt(fmax(variance, 1e-14));
    }
    return caper_vec3_make(out[0], out[1], out[2]);
}

static void tally(double sum[3], double square[3], caper_vec3 v)
{
    const double values[3] = {(double)v.x, (double)v.y, (double)v.z};
    for (int i = 0; i < 3; i++) {
        sum[i] += values[i];
        square[i] += values[i] * values[i];
    }
}

bool caper_filter_calibrate(caper_filter_def *def, const caper_transform *samples, int count)
{
    if (count < 8) {
        return false;
    }
    double sum[2][3] = {{0}}, square[2][3] = {{0}};
    for (int i = 0; i < count; i++) {
        if (!caper_transform_is_valid(samples[i], 1e-2f)) {
            return false;
        }
        // Against the first sample: its own noise shifts the mean, not the spread.
        caper_quat turn = caper_quat_mul(caper_quat_conj(samples[0].rotation), samples[i].rotation);
        tally(sum[0], square[0], caper_vec3_sub(samples[i].position, samples[0].position));
        tally(sum[1], square[1], log_of(caper_quat_normalize(turn)));
    }
    def->position_noise = deviation(sum[0], square[0], count);
    def->rotation_noise = deviation(sum[1], square[1], count);
    return true;
}
