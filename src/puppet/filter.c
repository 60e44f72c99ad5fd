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
// drive d is scaled by what the innovations show (their mean square over its expectation, over a
// third of a second), since no single d suits a hand that rests and then throws.
#include "caper/puppet.h"

#include <math.h>
#include <string.h>

#define ADAPT_TIME 0.3    // seconds over which innovations are weighed
#define ADAPT_RANGE 100.0 // the drive is scaled by 1/100 to 100
#define SMALL_ANGLE 0.25f // sine of half the angle up to which series are exact to 1e-7

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

// ------------------------------------------------------------------------------------ one axis

/// Covariance of a value and its velocity: value, product, velocity.
static void spread(double e[3], double drive, double dt)
{
    double dt2 = dt * dt;
    e[0] += dt * (2 * e[1] + dt * e[2]) + drive * dt2 * dt / 3;
    e[1] += dt * e[2] + drive * dt2 / 2;
    e[2] += drive * dt;
}

/// Take in an innovation of variance `sum`; returns the gains of value and velocity.
static void settle(double e[3], double sum, double *value_gain, double *velocity_gain)
{
    double k = e[0] / sum, l = e[1] / sum;
    e[2] -= l * e[1];
    e[1] -= k * e[1];
    e[0] -= k * e[0];
    *value_gain = k;
    *velocity_gain = l;
}

/// Three axes at once: innovation y against the prediction, noise r.
typedef struct triple {
    double innovation[3];
    double sum[3];   // variance of the innovation
    double distance; // Mahalanobis, squared
} triple;

static triple compare(double error[3][3], caper_vec3 y, caper_vec3 noise)
{
    const double ys[3] = {(double)y.x, (double)y.y, (double)y.z};
    const double ns[3] = {(double)noise.x, (double)noise.y, (double)noise.z};
    triple t;
    t.distance = 0;
    for (int i = 0; i < 3; i++) {
        t.innovation[i] = ys[i];
        t.sum[i] = error[i][0] + ns[i] * ns[i];
        t.distance += ys[i] * ys[i] / t.sum[i];
    }
    return t;
}

static void correct(double error[3][3], const triple *t, caper_vec3 *value, caper_vec3 *velocity)
{
    float add[3], push[3];
    for (int i = 0; i < 3; i++) {
        double k, l;
        settle(error[i], t->sum[i], &k, &l);
        add[i] = (float)(k * t->innovation[i]);
        push[i] = (float)(l * t->innovation[i]);
    }
    *value = caper_vec3_add(*value, caper_vec3_make(add[0], add[1], add[2]));
    *velocity = caper_vec3_add(*velocity, caper_vec3_make(push[0], push[1], push[2]));
}

/// Scale the drive towards that at which squared innovations are what the filter expects: 3.
static double adapt(double scale, double distance, double dt)
{
    double share = dt / (dt + ADAPT_TIME);
    double ratio = fmin(distance / 3, 9.0); // one wild sample must not decide
    double next = scale * (1 + share * (ratio - 1));
    return fmin(fmax(next, 1 / ADAPT_RANGE), ADAPT_RANGE);
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
    if (!filter->started) {
        filter->position_scale = filter->rotation_scale = 1;
    }
    filter->started = 1;
    filter->refusing = 0;
    filter->accepted++;
    return CAPER_FILTER_STARTED;
}

static void advance(caper_filter *filter, const caper_filter_def *def, double time)
{
    double dt = time - filter->time;
    filter->value = caper_filter_predict(filter, time);
    filter->time = time;
    for (int i = 0; i < 3; i++) {
        spread(filter->position_error[i], (double)def->position_drive * filter->position_scale, dt);
        spread(filter->rotation_error[i], (double)def->rotation_drive * filter->rotation_scale, dt);
    }
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
    double dt = time - filter->time;
    advance(filter, def, time);
    if (!sample) {
        return CAPER_FILTER_MISSING;
    }
    if (!usable) {
        return refuse(filter, def, sample, time, false);
    }
    caper_vec3 y = caper_vec3_sub(sample->position, filter->value.position);
    caper_vec3 r =
        log_of(caper_quat_mul(caper_quat_conj(filter->value.rotation), sample->rotation));
    triple p = compare(filter->position_error, y, def->position_noise);
    triple q = compare(filter->rotation_error, r, def->rotation_noise);
    double gate = (double)def->gate * (double)def->gate;
    if (gate > 0 && (p.distance > gate || q.distance > gate)) {
        return refuse(filter, def, sample, time, true);
    }
    caper_vec3 turn = caper_vec3_zero();
    correct(filter->position_error, &p, &filter->value.position, &filter->velocity);
    correct(filter->rotation_error, &q, &turn, &filter->angular_velocity);
    filter->value.rotation =
        caper_quat_normalize(caper_quat_mul(filter->value.rotation, exp_of(turn)));
    if (def->adapt) {
        filter->position_scale = adapt(filter->position_scale, p.distance, dt);
        filter->rotation_scale = adapt(filter->rotation_scale, q.distance, dt);
    }
    filter->refusing = 0;
    filter->accepted++;
    return CAPER_FILTER_USED;
}

caper_transform caper_filter_predict(const caper_filter *filter, double time)
{
    float dt = (float)(time - filter->time);
    caper_transform at = filter->value;
    at.position = caper_vec3_add_scaled(at.position, filter->velocity, dt);
    caper_quat turn = exp_of(caper_vec3_scale(filter->angular_velocity, dt));
    at.rotation = caper_quat_normalize(caper_quat_mul(at.rotation, turn));
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
