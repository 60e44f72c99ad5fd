// SPDX-License-Identifier: MIT
//
// Curves of general keys: velocities for keys that give none, and sampling (paper 000, section 3.3:
// explicit Hermite control over the curves).
//
// Smooth keys take the slope of the parabola through their neighbors, limited so that no component
// leaves the range of its two keys (Steffen 1990): what stands still between two equal keys really
// stands, a foot that is keyed onto the ground does not dip through it. A curve holds outside of
// its keys, so its ends are flat and join the hold without a jump of velocity; in a looping motion
// whose first key (at 0) and last key (at the end) coincide, both take the slope across the seam
// instead. For travel they always coincide: the next pass goes on where the last one ended. A
// linear key makes the segment after it straight, whatever the key at its end says.
//
// Invariant: velocities depend on times, values, eases and manual velocities alone, so settled keys
// settle to themselves, to the bit.
#include "motion/asset.h"

#include <math.h>
#include <string.h>

// Slopes between keys that nearly touch stay finite, also when the spline multiplies them.
#define SLOPE_MAX 1e12
// Values this near to each other are one value, where a loop closes.
#define COINCIDE 1e-5f
// How near the squared length is to 1 when floats get no nearer.
#define SETTLED 1e-6f

const char *const caperi_curve_kind_names[CAPER_CURVE_KIND_COUNT] = {
    "position", "rotation", "position_weight", "rotation_weight", "deform", "travel"};

static caper_quat quat_of(const float v[4])
{
    return caper_quat_make(v[0], v[1], v[2], v[3]);
}

static caper_vec3 vec3_of(const float v[3])
{
    return caper_vec3_make(v[0], v[1], v[2]);
}

static void put_vec3(caper_vec3 v, float out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

// -- Velocities -----------------------------------------------------------------------------------

typedef struct slope {
    double v[4];
    double seconds; // 0: there is no such segment, or the curve does not run through it
} slope;

// The mean velocity from one key to a later one.
static slope slope_between(caper_curve_kind kind, const caper_key *a, const caper_key *b)
{
    slope s = {{0}, (double)b->time - (double)a->time};
    if (kind == CAPER_CURVE_ROTATION) {
        caper_quat from = quat_of(a->value), to = caper_quat_toward(quat_of(b->value), from);
        caper_vec3 turn = caper_quat_log(caper_quat_mul(to, caper_quat_conj(from)));
        s.v[0] = (double)turn.x;
        s.v[1] = (double)turn.y;
        s.v[2] = (double)turn.z;
    } else {
        for (int i = 0; i < caperi_curve_width(kind); i++)
            s.v[i] = (double)b->value[i] - (double)a->value[i];
    }
    for (int i = 0; i < 4; i++)
        s.v[i] = fmin(fmax(s.v[i] / s.seconds, -SLOPE_MAX), SLOPE_MAX);
    return s;
}

// Steffen's limited parabola; flat where one side is missing.
static double smooth_slope(const slope *before, const slope *after, int i)
{
    double h0 = before->seconds, h1 = after->seconds, d0 = before->v[i], d1 = after->v[i];
    if (h0 == 0.0 || h1 == 0.0 || !(d0 * d1 > 0.0))
        return 0.0;
    double parabola = d0 + (d1 - d0) * (h0 / (h0 + h1));
    double least = fmin(fmin(fabs(d0), fabs(d1)), 0.5 * fabs(parabola));
    return d0 > 0.0 ? 2.0 * least : -2.0 * least;
}

// Across the seam a travel goes on in the direction in which the pass has turned it.
static void turn_travel(double v[4], double yaw)
{
    double c = (double)caper_cos((float)yaw), s = (double)caper_sin((float)yaw);
    double x = v[0] * c + v[2] * s, z = v[2] * c - v[0] * s;
    v[0] = x;
    v[2] = z;
}

static bool same_value(caper_curve_kind kind, const caper_key *a, const caper_key *b)
{
    if (kind == CAPER_CURVE_TRAVEL)
        return true;
    // rotations are one of q and -q, but near w = 0 the one flips to the other
    bool flip =
        kind == CAPER_CURVE_ROTATION && caper_quat_dot(quat_of(a->value), quat_of(b->value)) < 0.0f;
    for (int i = 0; i < caperi_curve_width(kind); i++)
        if (!(fabsf(a->value[i] - (flip ? -b->value[i] : b->value[i])) <= COINCIDE))
            return false;
    return true;
}

static void set_velocity(float out[4], const double v[4], int width)
{
    for (int i = 0; i < width; i++)
        out[i] = (float)v[i] + 0.0f; // no negative zero
}

static void fill_key(caper_curve_kind kind, caper_key *keys, int count, int i, bool closed)
{
    caper_key *key = &keys[i];
    int width = caperi_curve_speed_width(kind);
    int previous = i > 0 ? i - 1 : closed ? count - 2 : -1;
    slope before = {{0}, 0.0}, after = {{0}, 0.0};
    if (previous >= 0 && keys[previous].ease != CAPER_EASE_HOLD)
        before = slope_between(kind, &keys[previous], &keys[previous + 1]);
    if (i + 1 < count && key->ease != CAPER_EASE_HOLD)
        after = slope_between(kind, key, key + 1);
    if (i == 0 && closed && kind == CAPER_CURVE_TRAVEL)
        turn_travel(before.v, (double)keys[0].value[3] - (double)keys[count - 1].value[3]);

    double v[4] = {0};
    for (int c = 0; c < width && key->ease != CAPER_EASE_FLAT; c++)
        v[c] = smooth_slope(&before, &after, c);
    if (key->ease != CAPER_EASE_MANUAL) {
        set_velocity(key->in, v, width);
        set_velocity(key->out, key->ease == CAPER_EASE_LINEAR ? after.v : v, width);
    }
    if (previous >= 0 && keys[previous].ease == CAPER_EASE_LINEAR)
        set_velocity(key->in, before.v, width);
}

// The last key of a closed curve is the first one, a pass later.
static void close_seam(caper_curve_kind kind, caper_key *keys, int count)
{
    const caper_key *first = &keys[0];
    caper_key *last = &keys[count - 1];
    double turn = (double)last->value[3] - (double)first->value[3];
    double in[4], out[4];
    for (int c = 0; c < 4; c++) {
        in[c] = (double)first->in[c];
        out[c] = (double)first->out[c];
    }
    if (kind == CAPER_CURVE_TRAVEL) {
        turn_travel(in, turn);
        turn_travel(out, turn);
    }
    set_velocity(last->in, in, 4);
    set_velocity(last->out, out, 4);
}

void caperi_settle_value(float value[4])
{
    caper_quat q = quat_of(value);
    if (!(fabsf(caper_quat_dot(q, q) - 1.0f) <= SETTLED))
        q = caper_quat_normalize(q);
    if (q.w < 0.0f)
        q = caper_quat_neg(q);
    value[0] = q.x;
    value[1] = q.y;
    value[2] = q.z;
    value[3] = q.w;
}

void caperi_curve_settle(caper_curve_kind kind, caper_key *keys, int count, float duration,
                         bool loops)
{
    int width = caperi_curve_width(kind), speeds = caperi_curve_speed_width(kind);
    for (int i = 0; i < count; i++) {
        caper_key *key = &keys[i];
        if (kind == CAPER_CURVE_ROTATION)
            caperi_settle_value(key->value);
        bool manual = key->ease == CAPER_EASE_MANUAL;
        // a sum with 0 has no negative zero: that would be one more thing for files to keep
        key->time += 0.0f;
        for (int c = 0; c < 4; c++) {
            key->value[c] = c < width ? key->value[c] + 0.0f : 0.0f;
            key->in[c] = manual && c < speeds ? key->in[c] + 0.0f : 0.0f;
            key->out[c] = manual && c < speeds ? key->out[c] + 0.0f : 0.0f;
        }
    }
    bool closed = loops && count > 1 && keys[0].time == 0.0f && keys[count - 1].time == duration &&
                  same_value(kind, &keys[0], &keys[count - 1]);
    for (int i = 0; i < count; i++)
        fill_key(kind, keys, count, i, closed);
    caper_ease end = keys[count - 1].ease;
    if (closed && end != CAPER_EASE_FLAT && end != CAPER_EASE_MANUAL)
        close_seam(kind, keys, count);
}

// -- Sampling -------------------------------------------------------------------------------------

// The last key at or before a time that is not before the first one.
static int find_key(const caper_key *keys, int count, float time)
{
    int low = 0, high = count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (keys[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void sample_rotation(const caper_key *a, const caper_key *b, float time, float *value,
                            float *velocity)
{
    caper_quat_knot from = {quat_of(a->value), vec3_of(a->out)};
    caper_quat_knot to = {quat_of(b->value), vec3_of(b->in)};
    caper_quat_knot knot = caper_quat_hermite(from, to, b->time - a->time, time - a->time);
    value[0] = knot.value.x;
    value[1] = knot.value.y;
    value[2] = knot.value.z;
    value[3] = knot.value.w;
    if (velocity)
        put_vec3(knot.velocity, velocity);
}

// As caper_hermite, with the weights taken once for all components.
static void sample_values(const caper_key *a, const caper_key *b, float time, int width,
                          float *value, float *velocity)
{
    double h = (double)b->time - (double)a->time, t = (double)time - (double)a->time;
    double u = t / h, v = 1.0 - u;
    double a_value = (1.0 + 2.0 * u) * v * v, a_speed = t * v * v;
    double b_value = u * u * (3.0 - 2.0 * u), b_speed = -t * u * v;
    for (int i = 0; i < width; i++)
        value[i] = (float)(((double)a->value[i] * a_value + (double)b->value[i] * b_value) +
                           ((double)a->out[i] * a_speed + (double)b->in[i] * b_speed));
    if (!velocity)
        return;
    double rise = 6.0 * u * v / h;
    a_speed = v * (1.0 - 3.0 * u);
    b_speed = u * (3.0 * u - 2.0);
    for (int i = 0; i < width; i++)
        velocity[i] = (float)(((double)b->value[i] - (double)a->value[i]) * rise +
                              ((double)a->out[i] * a_speed + (double)b->in[i] * b_speed));
}

// Manual keys may swing beyond what a weight can be.
static void clamp_weight(float *value, float *velocity)
{
    if (*value >= 0.0f && *value <= 1.0f)
        return;
    *value = caper_clamp(*value, 0.0f, 1.0f);
    if (velocity)
        *velocity = 0.0f;
}

void caper_curve_sample(const caper_curve *curve, float time, float *value, float *velocity)
{
    CAPER_ASSERT(curve && curve->key_count >= 1 && value);
    if (!curve || curve->key_count < 1 || !value)
        return;
    const caper_key *keys = curve->keys;
    int width = caperi_curve_width(curve->kind), speeds = caperi_curve_speed_width(curve->kind);
    // also for a time that is not a number
    int i = time > keys[0].time ? find_key(keys, curve->key_count, time) : 0;
    const caper_key *a = &keys[i], *b = a + 1;
    bool last = i + 1 == curve->key_count;
    bool inside = !last && time >= a->time && a->ease != CAPER_EASE_HOLD;
    if (!inside) {
        memcpy(value, a->value, sizeof *value * (size_t)width);
        if (velocity)
            memset(velocity, 0, sizeof *velocity * (size_t)speeds);
        return;
    }
    if (curve->kind == CAPER_CURVE_ROTATION)
        sample_rotation(a, b, time, value, velocity);
    else
        sample_values(a, b, time, width, value, velocity);
    if (curve->kind == CAPER_CURVE_POSITION_WEIGHT || curve->kind == CAPER_CURVE_ROTATION_WEIGHT)
        clamp_weight(value, velocity);
}

const caper_curve *caper_channel_curve(const caper_channel *channel, caper_curve_kind kind,
                                       const char *deform)
{
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        if (curve->kind == kind &&
            (kind != CAPER_CURVE_DEFORM || (deform && strcmp(curve->deform, deform) == 0)))
            return curve;
    }
    return NULL;
}
