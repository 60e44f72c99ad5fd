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
#include "puppet/sensors.h"

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

/// (x, y, z, anything) without the last.
static inline caperi_f4 only_xyz(caperi_f4 v)
{
    static const int32_t mask[4] = {-1, -1, -1, 0};
    return caperi_f4_and(v, caperi_i4_as_float(caperi_i4_loadu(mask)));
}

/// a b, made unit again.
static inline caperi_f4 mul_unit(caperi_f4 a, caperi_f4 b)
{
    caperi_f4 product = caperi_f4_quat_mul(a, b);
    // one step of Newton's method: both were unit but for rounding
    caperi_f4 half = caperi_f4_mul(caperi_f4_dot4(product, product), caperi_f4_splat(0.5f));
    return caperi_f4_mul(product, caperi_f4_sub(caperi_f4_splat(1.5f), half));
}

/// c0 + s (c1 + s (c2 ...)), lane by lane.
static inline caperi_f4 series(caperi_f4 s, const caperi_f4 *c, int count)
{
    caperi_f4 sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--) {
        sum = caperi_f4_add(c[i], caperi_f4_mul(s, sum));
    }
    return sum;
}

/// Rotation vector of a unit quaternion. Between two samples of a body turns are small, where a
/// series is as good as and several times cheaper than an arc tangent.
static inline caperi_f4 log_of(caperi_f4 q)
{
    caperi_f4 v = only_xyz(q), s = caperi_f4_dot4(v, v);
    if (caperi_f4_lane(s, 0) > SMALL_ANGLE * SMALL_ANGLE) {
        caper_quat turn;
        caperi_f4_storeu(&turn.x, q);
        caper_vec3 r = caper_quat_log(turn);
        return caperi_f4_set(r.x, r.y, r.z, 0);
    }
    // 2 asin(x)/x = 2 (1 + x^2/6 + 3x^4/40 + 15x^6/336 + 105x^8/3456 + ...)
    const caperi_f4 c[] = {caperi_f4_splat(2), caperi_f4_splat(1 / 3.0f), caperi_f4_splat(0.15f),
                           caperi_f4_splat(15 / 168.0f), caperi_f4_splat(105 / 1728.0f)};
    caperi_f4 sign = caperi_f4_and(caperi_f4_broadcast(q, 3), caperi_f4_splat(-0.0f));
    return caperi_f4_mul(v, caperi_f4_xor(series(s, c, 5), sign));
}

/// The other way; the last lane of r is 0.
static inline caperi_f4 exp_of(caperi_f4 r)
{
    caperi_f4 h = caperi_f4_mul(r, caperi_f4_splat(0.5f)), s = caperi_f4_dot4(h, h);
    if (caperi_f4_lane(s, 0) > SMALL_ANGLE * SMALL_ANGLE) {
        float v[4];
        caperi_f4_storeu(v, r);
        caper_quat turn = caper_quat_exp(caper_vec3_make(v[0], v[1], v[2]));
        return caperi_f4_load_quat(&turn);
    }
    // sin(x)/x in three lanes, cos(x) in the last
    const caperi_f4 c[] = {caperi_f4_splat(1),
                           caperi_f4_set(-1 / 6.0f, -1 / 6.0f, -1 / 6.0f, -0.5f),
                           caperi_f4_set(1 / 120.0f, 1 / 120.0f, 1 / 120.0f, 1 / 24.0f),
                           caperi_f4_set(-1 / 5040.0f, -1 / 5040.0f, -1 / 5040.0f, -1 / 720.0f)};
    return caperi_f4_mul(series(s, c, 4), caperi_f4_or(h, caperi_f4_set(0, 0, 0, 1)));
}

// ------------------------------------------------------------------------------------ channels

// What is done to position and rotation alike is done to both at once: the first lane is of
// position, the second of rotation. Where the noise of each is the same along all axes so are the
// covariances, and only their first rows are kept and computed: every function below has the number
// of rows, 1 or 3, as a constant once it is inlined.

/// One axis of both: variances of value and velocity, and their product.
typedef struct row {
    caperi_d2 value, product, velocity;
    caperi_d2 inverse; // of the variance of the innovation
} row;

static inline void read_row(const caper_filter *f, int i, row *r)
{
    const double *p = f->position_error[i], *q = f->rotation_error[i];
    r->value = caperi_d2_set(p[0], q[0]);
    r->product = caperi_d2_set(p[1], q[1]);
    r->velocity = caperi_d2_set(p[2], q[2]);
}

static inline void write_row(caper_filter *f, int i, const row *r)
{
    const caperi_d2 values[] = {r->value, r->product, r->velocity};
    for (int k = 0; k < 3; k++) {
        f->position_error[i][k] = caperi_d2_low(values[k]);
        f->rotation_error[i][k] = caperi_d2_high(values[k]);
    }
}

/// What is known after a step without a sample.
static inline void spread(row *r, caperi_d2 drive, double step)
{
    caperi_d2 dt = caperi_d2_splat(step), q2 = caperi_d2_mul(drive, dt);
    caperi_d2 q1 = caperi_d2_mul(caperi_d2_mul(q2, dt), caperi_d2_splat(0.5));
    caperi_d2 q0 = caperi_d2_mul(caperi_d2_mul(q1, dt), caperi_d2_splat(2.0 / 3));
    caperi_d2 moved = caperi_d2_mul(dt, r->velocity), twice = caperi_d2_add(r->product, r->product);
    caperi_d2 more = caperi_d2_mul(dt, caperi_d2_add(twice, moved));
    r->value = caperi_d2_add(r->value, caperi_d2_add(more, q0));
    r->product = caperi_d2_add(r->product, caperi_d2_add(moved, q1));
    r->velocity = caperi_d2_add(r->velocity, q2);
}

/// Is a noise the same along all axes? What stands behind it in the def fills the lane.
static inline caperi_f4 is_round(const float *noise)
{
    caperi_f4 n = caperi_f4_loadu(noise);
    return caperi_f4_eq(n, caperi_f4_broadcast(n, 0));
}

/// The rows must be three (again) before they may differ.
static inline int count_rows(caper_filter *f, const caper_filter_def *def)
{
    caperi_f4 both =
        caperi_f4_and(is_round(&def->position_noise.x), is_round(&def->rotation_noise.x));
    int32_t round = (caperi_f4_mask(both) & 7) == 7;
    if (f->round && !round) { // the def has changed
        row first;
        read_row(f, 0, &first);
        write_row(f, 1, &first);
        write_row(f, 2, &first);
    }
    f->round = round;
    return round ? 1 : 3;
}

static inline void weigh(row *r, float position_noise, float rotation_noise)
{
    caperi_d2 noise = caperi_d2_set((double)position_noise, (double)rotation_noise);
    caperi_d2 variance = caperi_d2_add(r->value, caperi_d2_mul(noise, noise));
    r->inverse = caperi_d2_div(caperi_d2_splat(1), variance);
}

/// What there is of both: vectors whose last lane is 0.
typedef struct both {
    caperi_f4 position, rotation;
} both;

/// The sums over the axes of a b / variance.
static inline caperi_d2 likeness(both a, both b, const row *rows, int count)
{
    if (count == 1) {
        float p = caperi_f4_lane(caperi_f4_dot4(a.position, b.position), 0);
        float q = caperi_f4_lane(caperi_f4_dot4(a.rotation, b.rotation), 0);
        return caperi_d2_mul(caperi_d2_set((double)p, (double)q), rows[0].inverse);
    }
    float p[4], q[4];
    caperi_f4_storeu(p, caperi_f4_mul(a.position, b.position));
    caperi_f4_storeu(q, caperi_f4_mul(a.rotation, b.rotation));
    caperi_d2 sum = caperi_d2_splat(0);
    for (int i = 0; i < 3; i++) {
        caperi_d2 product = caperi_d2_set((double)p[i], (double)q[i]);
        sum = caperi_d2_add(sum, caperi_d2_mul(product, rows[i].inverse));
    }
    return sum;
}

/// Too far off for its variance, and for what accelerations may have done since the last sample: a
/// filter that has calmed down must not refuse a throw.
static bool is_far(caperi_f4 innovation, const double inverse[3], double gate, double reach)
{
    float y[4];
    caperi_f4_storeu(y, innovation);
    double far = 0;
    for (int i = 0; i < 3; i++) {
        double most = gate / sqrt(inverse[i]) + 0.5 * reach;
        far += (double)y[i] * (double)y[i] / (most * most);
    }
    return far > 1;
}

static inline bool is_outlier(both off, const row *rows, int count, double gate, double dt)
{
    double p[3], q[3];
    for (int i = 0; i < 3; i++) {
        p[i] = caperi_d2_low(rows[count == 1 ? 0 : i].inverse);
        q[i] = caperi_d2_high(rows[count == 1 ? 0 : i].inverse);
    }
    return is_far(off.position, p, gate, GATE_ACCELERATION * dt * dt) ||
           is_far(off.rotation, q, gate, GATE_TURN * dt * dt);
}

/// Take in the innovation: the gains (position, rotation, 0, 0) of value and velocity, and what is
/// then known.
static inline void correct(row *r, caperi_f4 *value_gain, caperi_f4 *velocity_gain)
{
    caperi_d2 k = caperi_d2_mul(r->value, r->inverse), l = caperi_d2_mul(r->product, r->inverse);
    r->velocity = caperi_d2_sub(r->velocity, caperi_d2_mul(l, r->product));
    r->product = caperi_d2_sub(r->product, caperi_d2_mul(k, r->product));
    r->value = caperi_d2_sub(r->value, caperi_d2_mul(k, r->value));
    *value_gain = caperi_d2_to_f4(k);
    *velocity_gain = caperi_d2_to_f4(l);
}

/// The innovation times the gain of each axis, of three rows or of one.
static inline both gain_of(both off, const caperi_f4 *gains, int count)
{
    caperi_f4 p = caperi_f4_broadcast(gains[0], 0), q = caperi_f4_broadcast(gains[0], 1);
    if (count > 1) {
        caperi_f4 r[4] = {gains[0], gains[1], gains[2], caperi_f4_zero()};
        caperi_f4_transpose(r);
        p = r[0], q = r[1];
    }
    return (both){caperi_f4_mul(off.position, p), caperi_f4_mul(off.rotation, q)};
}

/// Innovations of the right filter are white. Of a sluggish one each resembles the one before: more
/// drive; of a nervous one each undoes the one before: less.
static inline void adapt(caper_filter *f, caperi_d2 alike)
{
    // one wild sample must not decide
    caperi_d2 x = caperi_d2_max(alike, caperi_d2_splat(-ADAPT_LIMIT));
    x = caperi_d2_mul(caperi_d2_splat(ADAPT_GAIN), caperi_d2_min(x, caperi_d2_splat(ADAPT_LIMIT)));
    // exp(x), near enough, the same everywhere
    caperi_d2 half = caperi_d2_mul(caperi_d2_mul(caperi_d2_splat(0.5), x), x);
    caperi_d2 grow = caperi_d2_add(caperi_d2_add(caperi_d2_splat(1), x), half);
    caperi_d2 scale = caperi_d2_mul(caperi_d2_set(f->position_scale, f->rotation_scale), grow);
    scale = caperi_d2_max(scale, caperi_d2_splat(1 / ADAPT_RANGE));
    scale = caperi_d2_min(scale, caperi_d2_splat(ADAPT_RANGE));
    f->position_scale = caperi_d2_low(scale);
    f->rotation_scale = caperi_d2_high(scale);
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

/// Times that do not follow the state's: the first, after a gap, late, or none at all.
static caper_filter_result step_oddly(caper_filter *filter, const caper_filter_def *def,
                                      const caper_transform *sample, double time, bool usable)
{
    if (!isfinite(time) || (filter->started && !(time > filter->time))) {
        filter->late += sample != NULL;
        return CAPER_FILTER_LATE;
    }
    if (usable) {
        return start(filter, def, sample, time);
    }
    filter->refused += sample != NULL;
    return sample ? CAPER_FILTER_OUTLIER : CAPER_FILTER_MISSING;
}

static inline bool is_usable(const caper_transform *sample)
{
    caperi_f4 p = caperi_f4_load(&sample->position.x), q = caperi_f4_load_quat(&sample->rotation);
    caperi_f4 none = caperi_f4_sub(p, p); // 0 for finite numbers only
    bool finite = (caperi_f4_mask(caperi_f4_eq(none, caperi_f4_zero())) & 7) == 7;
    return finite && fabsf(caperi_f4_lane(caperi_f4_dot4(q, q), 0) - 1) <= 2e-2f;
}

/// Where it will be; the rotation is unit but for rounding.
static inline both predict(const caper_filter *f, float dt)
{
    caperi_f4 t = caperi_f4_splat(dt);
    caperi_f4 way = caperi_f4_mul(caperi_f4_loadu(&f->velocity.x), t);
    caperi_f4 turn = caperi_f4_mul(only_xyz(caperi_f4_loadu(&f->angular_velocity.x)), t);
    return (both){caperi_f4_add(caperi_f4_load(&f->value.position.x), way),
                  caperi_f4_quat_mul(caperi_f4_load_quat(&f->value.rotation), exp_of(turn))};
}

/// A step without a sample that is believed.
static inline void settle(caper_filter *f, const both *at, const row *rows, int count)
{
    caperi_f4_store(&f->value.position.x, at->position);
    caperi_f4_store(&f->value.rotation.x, at->rotation);
    f->value.rotation = caper_quat_normalize(f->value.rotation);
    for (int i = 0; i < count; i++) {
        write_row(f, i, &rows[i]);
    }
}

static inline void add_to(caper_vec3 *v, caperi_f4 x)
{
    caperi_f4_storeu(&v->x, caperi_f4_add(caperi_f4_loadu(&v->x), x));
}

/// Believe a sample that is off by so much from where it should be.
static inline void believe(caper_filter *f, both at, both off, row *rows, int count, bool learn)
{
    if (learn) {
        both before = {caperi_f4_loadu(&f->position_before.x),
                       caperi_f4_loadu(&f->rotation_before.x)};
        adapt(f, likeness(off, before, rows, count));
        caperi_f4_storeu(&f->position_before.x, off.position);
        caperi_f4_storeu(&f->rotation_before.x, off.rotation);
    }
    caperi_f4 k[3], l[3];
    for (int i = 0; i < count; i++) {
        correct(&rows[i], &k[i], &l[i]);
        write_row(f, i, &rows[i]);
    }
    both value = gain_of(off, k, count), velocity = gain_of(off, l, count);
    add_to(&f->velocity, velocity.position);
    add_to(&f->angular_velocity, velocity.rotation);
    caperi_f4_store(&f->value.position.x, caperi_f4_add(at.position, value.position));
    caperi_f4_store(&f->value.rotation.x, mul_unit(at.rotation, exp_of(value.rotation)));
    f->refusing = 0;
    f->accepted++;
}

// inlined twice, with the number of rows as a constant; without lanes that would be too much
#if defined(__GNUC__) && (defined(CAPERI_SSE2) || defined(CAPERI_NEON))
__attribute__((always_inline))
#endif
static inline caper_filter_result
step_on(caper_filter *f, const caper_filter_def *def, const caper_transform *sample, double time,
        bool usable, const int count)
{
    const float *position_noise = &def->position_noise.x, *rotation_noise = &def->rotation_noise.x;
    caperi_d2 drive =
        caperi_d2_mul(caperi_d2_set((double)def->position_drive, (double)def->rotation_drive),
                      caperi_d2_set(f->position_scale, f->rotation_scale));
    double step = time - f->time;
    both at = predict(f, (float)step);
    row rows[3];
    f->time = time;
    for (int i = 0; i < count; i++) {
        read_row(f, i, &rows[i]);
        spread(&rows[i], drive, step);
        weigh(&rows[i], position_noise[i], rotation_noise[i]);
    }
    if (!usable) {
        settle(f, &at, rows, count);
        return sample ? refuse(f, def, sample, time, false) : CAPER_FILTER_MISSING;
    }
    caperi_f4 turn = caperi_f4_quat_mul(caperi_f4_quat_conj(at.rotation),
                                        caperi_f4_load_quat(&sample->rotation));
    both off = {only_xyz(caperi_f4_sub(caperi_f4_load(&sample->position.x), at.position)),
                log_of(turn)};
    double gate = (double)def->gate;
    caperi_d2 distance = likeness(off, off, rows, count); // Mahalanobis, squared
    double farther = caperi_d2_low(distance) > caperi_d2_high(distance) ? caperi_d2_low(distance)
                                                                        : caperi_d2_high(distance);
    if (gate > 0 && farther > gate * gate &&
        is_outlier(off, rows, count, gate, f->refusing ? time - f->refused_since : step)) {
        settle(f, &at, rows, count);
        return refuse(f, def, sample, time, true);
    }
    believe(f, at, off, rows, count, def->adapt);
    return CAPER_FILTER_USED;
}

caper_filter_result caper_filter_update(caper_filter *filter, const caper_filter_def *def,
                                        const caper_transform *sample, double time)
{
    bool usable = sample && is_usable(sample);
    double step = time - filter->time;
    if (!(filter->started && step > 0 && step <= (double)def->max_gap)) {
        return step_oddly(filter, def, sample, time, usable);
    }
    return count_rows(filter, def) == 1 ? step_on(filter, def, sample, time, usable, 1)
                                        : step_on(filter, def, sample, time, usable, 3);
}

caper_transform caperi_filter_predict(const caper_filter *filter, double time)
{
    both at = predict(filter, (float)(time - filter->time));
    caper_transform out = caper_transform_identity();
    float p[4];
    caperi_f4_storeu(p, at.position);
    caperi_f4_storeu(&out.rotation.x, at.rotation);
    out.position = caper_vec3_make(p[0], p[1], p[2]);
    out.rotation = caper_quat_normalize(out.rotation);
    return out;
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
        tally(sum[1], square[1], caper_quat_log(caper_quat_normalize(turn)));
    }
    def->position_noise = deviation(sum[0], square[0], count);
    def->rotation_noise = deviation(sum[1], square[1], count);
    return true;
}
