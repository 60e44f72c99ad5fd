// SPDX-License-Identifier: MIT
//
// Fewer keys for one track. Keys are chosen among its own: from a key as far ahead as linear
// interpolation stays within the tolerance at every half-frame, then on from there. Interpolation
// cuts the corners of a curve always on the same side; so the values of the chosen keys are then
// moved off the curve to where the squares of the distances are least, which halves the largest
// one. The ends stay, and with them loops.
//
// Invariant: a tolerance of zero chooses every key.
#include "clip/curve.h"

#include <string.h>

// Turns between neighbouring keys stay below what caper_clip_create would put keys between.
#define TURN_MAX (38.5f * CAPER_DEGREE)

static caper_quat quat_of(const float *v)
{
    return caper_quat_make(v[0], v[1], v[2], v[3]);
}

static const float *value_at(const caperi_curve *c, int half)
{
    return c->values + (size_t)half * (size_t)c->width;
}

static float tolerance_at(const caperi_curve *c, int half)
{
    return c->tolerance[(size_t)(half / CAPERI_SPAN) * c->tolerance_stride] * c->tolerance_scale;
}

static float distance_between(const caperi_curve *c, const float *a, const float *b)
{
    if (c->kind == CAPER_TRACK_ROTATION) {
        // the chord of the half angle: the angle itself to better than 1e-3 below 0.15
        caper_quat p = quat_of(a), q = caper_quat_toward(quat_of(b), p);
        caper_quat d = caper_quat_make(p.x - q.x, p.y - q.y, p.z - q.z, p.w - q.w);
        return 2.0f * sqrtf(caper_quat_dot(d, d));
    }
    float sum = 0;
    for (int i = 0; i < c->width && i < 3; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    float distance = sqrtf(sum);
    return c->kind == CAPER_TRACK_ROOT ? distance + fabsf(a[3] - b[3]) * c->yaw_reach : distance;
}

static void between(const caperi_curve *c, const float *a, const float *b, float t, float out[4])
{
    if (c->kind == CAPER_TRACK_ROTATION) {
        caper_quat q = caper_quat_nlerp(quat_of(a), quat_of(b), t);
        memcpy(out, &q, sizeof q);
        return;
    }
    for (int i = 0; i < c->width; i++)
        out[i] = caper_lerp(a[i], b[i], t);
}

// How far a half-frame lies between two frames.
static float share_of(int half, int first, int last)
{
    return (0.5f * (float)half - (float)first) / (float)(last - first);
}

void caperi_curve_fill(caperi_curve *curve, const float *keys, float *values)
{
    int key = 0, last = curve->count - 1;
    size_t width = (size_t)curve->width;
    for (int half = 0; half < curve->half_count; half++) {
        while (key < last && 2 * curve->frames[key + 1] <= half)
            key++;
        const float *a = keys + (size_t)key * width;
        float value[4] = {0};
        if (key == last || half <= 2 * curve->frames[key])
            memcpy(value, a, width * sizeof *a);
        else
            between(curve, a, a + width, share_of(half, curve->frames[key], curve->frames[key + 1]),
                    value);
        memcpy(values + (size_t)half * width, value, width * sizeof *value);
    }
    curve->values = values;
}

// -- Choosing ---------------------------------------------------------------------------------

// May the keys between i and j go?
static bool fits(const caperi_curve *c, int i, int j)
{
    if (j == i + 1)
        return true;
    int first = c->frames[i], last = c->frames[j];
    const float *a = value_at(c, 2 * first), *b = value_at(c, 2 * last);
    if (c->kind == CAPER_TRACK_ROTATION && caper_quat_angle(quat_of(a), quat_of(b)) > TURN_MAX)
        return false;
    for (int half = 2 * first + 1; half < 2 * last; half++) {
        float value[4];
        between(c, a, b, share_of(half, first, last), value);
        if (!(distance_between(c, value, value_at(c, half)) <= tolerance_at(c, half)))
            return false;
    }
    return true;
}

static bool is_still(const caperi_curve *c)
{
    for (int half = 1; half < c->half_count; half++)
        if (!(distance_between(c, c->values, value_at(c, half)) <= tolerance_at(c, half)))
            return false;
    return true;
}

// The key to go to from i: doubling steps while they fit, then halving to the last that does.
static int farthest(const caperi_curve *c, int i)
{
    int good = i + 1, step = 2;
    while (i + step < c->count && fits(c, i, i + step)) {
        good = i + step;
        step *= 2;
    }
    int bad = i + step < c->count ? i + step : c->count;
    while (bad - good > 1) {
        int middle = (good + bad) / 2;
        if (fits(c, i, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

int caperi_curve_choose(const caperi_curve *curve, int *chosen)
{
    int count = 0;
    chosen[count++] = 0;
    if (is_still(curve))
        return count;
    for (int i = 0; i < curve->count - 1;) {
        i = farthest(curve, i);
        chosen[count++] = i;
    }
    return count;
}

// -- Fitting ----------------------------------------------------------------------------------

// The normal equations of a piecewise linear fit are tridiagonal: each half-frame ties the two keys
// around it. One row: the diagonal, the next one, and up to four right-hand sides.
typedef double fit_row[CAPERI_FIT_SCRATCH];

static void add_half(const caperi_curve *c, fit_row *row, double t, const float *value)
{
    row[0][0] += (1 - t) * (1 - t);
    row[0][1] += (1 - t) * t;
    row[1][0] += t * t;
    for (int i = 0; i < c->width; i++) {
        row[0][2 + i] += (1 - t) * (double)value[i];
        row[1][2 + i] += t * (double)value[i];
    }
}

// Make a row say: this key keeps its value.
static void hold(const caperi_curve *c, fit_row row, const float *value)
{
    row[0] = 1;
    row[1] = 0;
    for (int i = 0; i < c->width; i++)
        row[2 + i] = (double)value[i];
}

// Gaussian elimination; the matrix is diagonally dominant enough to need no pivots. The first row
// is held, so the entry below its diagonal is not that of the one beside it: `below` carries it.
static void solve(const caperi_curve *c, fit_row *rows, int count)
{
    double below = rows[0][1];
    hold(c, rows[0], value_at(c, 2 * c->frames[0]));
    for (int i = 1; i < count; i++) {
        double factor = below / rows[i - 1][0];
        below = rows[i][1];
        if (i == count - 1)
            break;
        rows[i][0] -= factor * rows[i - 1][1];
        for (int k = 2; k < 2 + c->width; k++)
            rows[i][k] -= factor * rows[i - 1][k];
    }
    hold(c, rows[count - 1], value_at(c, 2 * c->frames[c->count - 1]));
    for (int i = count - 2; i >= 0; i--)
        for (int k = 2; k < 2 + c->width; k++)
            rows[i][k] = (rows[i][k] - rows[i][1] * rows[i + 1][k]) / rows[i][0];
}

// No key moves further than its own tolerance: a fit trades errors between its spans, and one of
// them may have nothing to give.
static void limit(const caperi_curve *c, int frame, float *v)
{
    const float *own = value_at(c, 2 * frame);
    float distance = distance_between(c, own, v), most = tolerance_at(c, 2 * frame);
    if (distance <= most)
        return;
    float share = most / distance;
    for (int i = 0; i < c->width; i++)
        v[i] = caper_lerp(own[i], v[i], share);
}

void caperi_curve_fit(const caperi_curve *curve, const int *chosen, int count, double *scratch,
                      float *out)
{
    size_t width = (size_t)curve->width;
    if (count == 1) {
        memcpy(out, curve->values, width * sizeof *out);
        return;
    }
    fit_row *rows = (fit_row *)scratch;
    memset(rows, 0, (size_t)count * sizeof *rows);
    for (int i = 0; i < count - 1; i++) {
        int first = curve->frames[chosen[i]], last = curve->frames[chosen[i + 1]];
        for (int half = 2 * first; half < 2 * last; half++)
            add_half(curve, rows + i, (double)share_of(half, first, last), value_at(curve, half));
    }
    solve(curve, rows, count);
    for (int i = 0; i < count; i++) {
        float *v = out + (size_t)i * width;
        for (size_t k = 0; k < width; k++)
            v[k] = (float)rows[i][2 + k];
        limit(curve, curve->frames[chosen[i]], v);
        if (curve->kind == CAPER_TRACK_ROTATION) {
            caper_quat q = caper_quat_normalize(quat_of(v));
            memcpy(v, &q, sizeof q);
        }
    }
}
