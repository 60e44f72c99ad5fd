// SPDX-License-Identifier: MIT
//
// Curves from samples. The values and velocities of all keys together minimize the squared error
// over all frames: each frame lies between two keys, so the normal equations are block tridiagonal
// with blocks of 2x2 and solved in one sweep. Where a frame is off by more than the tolerance its
// segment gets another key; afterwards keys are taken out on trial, and come back where they are
// missed. Each round is linear in frames and segments at least shrink to 3/4, so there are few
// rounds.
//
// Invariant: the curve has one velocity at a key (it never kinks), starts and ends on the first and
// the last frame, and its error is measured with the very curve that is returned. Rotations are
// solved as four numbers on one side of the sphere and measured as the rotations they become.
#include "motion/fit_curve.h"

#include "motion/asset.h"

#include <string.h>

// How strongly a velocity keeps to the slope of its neighbors, in squared values a frame: decides
// where keys are closer than a few frames, vanishes against the data elsewhere.
#define VELOCITY_HOLD 1e-2
// Frames that nobody sees still pull, or the curve could run away there.
#define CARE_FLOOR 1e-3f
#define CLOSE 4 // frames between keys
#define MIDDLE_CARE 0.5
#define MAX_WIDTH 4
#define TRIALS 4  // rounds of taking keys out
#define HOPE 2.5f // keys are tried that cost up to this much of the tolerance before solving anew

typedef struct knot {
    int frame;
    bool tried;                // taken out once, and missed
    float value[MAX_WIDTH];    // rotations: unit
    float velocity[MAX_WIDTH]; // a second; rotations: angular
} knot;

// One unknown pair (value, velocity a frame) of every component, and its equations.
typedef struct row {
    double diagonal[3]; // symmetric 2x2: 00 01 11
    double next[4];     // to the following key: 00 01 10 11
    double right[MAX_WIDTH][2];
} row;

typedef struct work {
    caperi_curve_fit *fit;
    int width;
    knot *knots;
    knot *other; // the list being made
    int count;
    row *rows;
    float *errors; // of each segment: the largest error over its tolerance ...
    int *worst;    // ... and at which frame
    int *dropped;  // the frame of a key that was taken out of the segment on trial, or -1
} work;

static const float *value_at(const work *w, int frame)
{
    return w->fit->values + (size_t)frame * (size_t)w->width;
}

static float care_at(const work *w, int frame)
{
    return w->fit->cares ? w->fit->cares[frame] : 1.0f;
}

// ------------------------------------------------------------------------------------- solving

static void hermite_basis(double u, double length, double out[4])
{
    double u2 = u * u, u3 = u2 * u;
    out[0] = 2 * u3 - 3 * u2 + 1;
    out[1] = (u3 - 2 * u2 + u) * length;
    out[2] = 3 * u2 - 2 * u3;
    out[3] = (u3 - u2) * length;
}

// What a frame asks of the keys at both ends of its segment.
static void add_sample(work *w, int index, int frame)
{
    row *r = &w->rows[index], *s = &w->rows[index + 1];
    int a = w->knots[index].frame, b = w->knots[index + 1].frame;
    double h[4], care = (double)caper_max(care_at(w, frame), CARE_FLOOR);
    hermite_basis((double)(frame - a) / (b - a), b - a, h);
    r->diagonal[0] += care * h[0] * h[0];
    r->diagonal[1] += care * h[0] * h[1];
    r->diagonal[2] += care * h[1] * h[1];
    s->diagonal[0] += care * h[2] * h[2];
    s->diagonal[1] += care * h[2] * h[3];
    s->diagonal[2] += care * h[3] * h[3];
    r->next[0] += care * h[0] * h[2];
    r->next[1] += care * h[0] * h[3];
    r->next[2] += care * h[1] * h[2];
    r->next[3] += care * h[1] * h[3];
    for (int c = 0; c < w->width; c++) {
        double value = care * (double)value_at(w, frame)[c];
        r->right[c][0] += h[0] * value;
        r->right[c][1] += h[1] * value;
        s->right[c][0] += h[2] * value;
        s->right[c][1] += h[3] * value;
    }
}

// Where keys are close together nothing but the middles between frames holds the curve between
// them. They ask for velocities only, with the values where the frames are: a key of its own on
// every frame stays exact.
static void add_middle(work *w, int index, int frame)
{
    row *r = &w->rows[index], *s = &w->rows[index + 1];
    int a = w->knots[index].frame, b = w->knots[index + 1].frame;
    double h[4], care = MIDDLE_CARE * (double)caper_max(care_at(w, frame), CARE_FLOOR);
    hermite_basis((frame + 0.5 - a) / (b - a), b - a, h);
    r->diagonal[2] += care * h[1] * h[1];
    s->diagonal[2] += care * h[3] * h[3];
    r->next[3] += care * h[1] * h[3];
    for (int c = 0; c < w->width; c++) {
        double ends = h[0] * (double)value_at(w, a)[c] + h[2] * (double)value_at(w, b)[c];
        double middle = 0.5 * ((double)value_at(w, frame)[c] + (double)value_at(w, frame + 1)[c]);
        r->right[c][1] += care * h[1] * (middle - ends);
        s->right[c][1] += care * h[3] * (middle - ends);
    }
}

// The frames from a up to b, and b itself if it is the last.
static void add_segment(work *w, int index, bool last)
{
    int a = w->knots[index].frame, b = w->knots[index + 1].frame;
    for (int i = a; i < b + (last ? 1 : 0); i++) {
        add_sample(w, index, i);
        if (b - a <= CLOSE && i < b) {
            add_middle(w, index, i);
        }
    }
}

static void hold_velocity(work *w, int index)
{
    int frame = w->knots[index].frame, last = w->fit->frame_count - 1;
    int a = frame > 0 ? frame - 1 : 0, b = frame < last ? frame + 1 : last;
    row *r = &w->rows[index];
    double hold = VELOCITY_HOLD * (double)caper_max(care_at(w, frame), CARE_FLOOR);
    r->diagonal[2] += hold;
    r->diagonal[0] += hold; // a value keeps to its frame: a key of its own on every frame is exact
    for (int c = 0; c < w->width && b > a; c++) {
        double slope = (double)(value_at(w, b)[c] - value_at(w, a)[c]) / (double)(b - a);
        r->right[c][1] += hold * slope;
    }
    for (int c = 0; c < w->width; c++) {
        r->right[c][0] += hold * (double)value_at(w, frame)[c];
    }
}

// The ends are where the first and last frames are: a value of its own weight, beyond all others.
static void pin_value(work *w, int index)
{
    row *r = &w->rows[index];
    double pin = 1e6 * (r->diagonal[0] + 1);
    r->diagonal[0] += pin;
    for (int c = 0; c < w->width; c++) {
        r->right[c][0] += pin * (double)value_at(w, w->knots[index].frame)[c];
    }
}

static void solve_rows(work *w)
{
    // downwards: take each row out of the next one
    for (int k = 0; k + 1 < w->count; k++) {
        row *r = &w->rows[k], *s = &w->rows[k + 1];
        double det = r->diagonal[0] * r->diagonal[2] - r->diagonal[1] * r->diagonal[1];
        double i00 = r->diagonal[2] / det, i01 = -r->diagonal[1] / det, i11 = r->diagonal[0] / det;
        // m = next^T x inverse
        double m00 = r->next[0] * i00 + r->next[2] * i01, m01 = r->next[0] * i01 + r->next[2] * i11;
        double m10 = r->next[1] * i00 + r->next[3] * i01, m11 = r->next[1] * i01 + r->next[3] * i11;
        s->diagonal[0] -= m00 * r->next[0] + m01 * r->next[2];
        s->diagonal[1] -= m00 * r->next[1] + m01 * r->next[3];
        s->diagonal[2] -= m10 * r->next[1] + m11 * r->next[3];
        for (int c = 0; c < w->width; c++) {
            s->right[c][0] -= m00 * r->right[c][0] + m01 * r->right[c][1];
            s->right[c][1] -= m10 * r->right[c][0] + m11 * r->right[c][1];
        }
    }
    // upwards: put the answers in
    for (int k = w->count - 1; k >= 0; k--) {
        row *r = &w->rows[k];
        double det = r->diagonal[0] * r->diagonal[2] - r->diagonal[1] * r->diagonal[1];
        for (int c = 0; c < w->width; c++) {
            double a = r->right[c][0], b = r->right[c][1];
            if (k + 1 < w->count) {
                const double *x = w->rows[k + 1].right[c];
                a -= r->next[0] * x[0] + r->next[1] * x[1];
                b -= r->next[2] * x[0] + r->next[3] * x[1];
            }
            r->right[c][0] = (r->diagonal[2] * a - r->diagonal[1] * b) / det;
            r->right[c][1] = (r->diagonal[0] * b - r->diagonal[1] * a) / det;
        }
    }
}

// q' = (angular velocity / 2) q, so the velocity is the vector part of 2 q' q*.
static void set_rotation(knot *k, const double x[MAX_WIDTH][2], float rate)
{
    caper_quat q = caper_quat_normalize(
        caper_quat_make((float)x[0][0], (float)x[1][0], (float)x[2][0], (float)x[3][0]));
    caper_quat d = caper_quat_make((float)x[0][1], (float)x[1][1], (float)x[2][1], (float)x[3][1]);
    caper_quat v = caper_quat_mul(d, caper_quat_conj(q));
    memcpy(k->value, &q, sizeof q);
    k->velocity[0] = 2 * v.x * rate;
    k->velocity[1] = 2 * v.y * rate;
    k->velocity[2] = 2 * v.z * rate;
    k->velocity[3] = 0;
}

static void set_knot(const work *w, int index)
{
    knot *k = &w->knots[index];
    const row *r = &w->rows[index];
    bool end = index == 0 || index == w->count - 1;
    if (w->fit->kind == CAPER_CURVE_ROTATION) {
        set_rotation(k, r->right, w->fit->rate);
    } else {
        for (int c = 0; c < w->width; c++) {
            k->value[c] = (float)r->right[c][0];
            k->velocity[c] = (float)(r->right[c][1] * (double)w->fit->rate);
        }
    }
    if (end) {
        memcpy(k->value, value_at(w, k->frame), (size_t)w->width * sizeof(float));
    }
}

static void turn_velocity(float velocity[MAX_WIDTH], float yaw)
{
    caper_vec3 v = caper_vec3_make(velocity[0], velocity[1], velocity[2]);
    v = caper_quat_rotate(caper_quat_from_yaw(yaw), v);
    velocity[0] = v.x;
    velocity[1] = v.y;
    velocity[2] = v.z;
}

// One velocity across the seam; a way over the ground goes on in the direction it has turned to.
static void close_loop(work *w)
{
    float *first = w->knots[0].velocity, *last = w->knots[w->count - 1].velocity;
    bool travel = w->fit->kind == CAPER_CURVE_TRAVEL;
    float turned = travel ? w->knots[w->count - 1].value[3] - w->knots[0].value[3] : 0.0f;
    if (travel) {
        turn_velocity(last, -turned);
    }
    for (int c = 0; c < MAX_WIDTH; c++) {
        first[c] = last[c] = 0.5f * (first[c] + last[c]);
    }
    if (travel) {
        turn_velocity(last, turned);
    }
}

static void solve(work *w)
{
    memset(w->rows, 0, (size_t)w->count * sizeof *w->rows);
    for (int k = 0; k + 1 < w->count; k++) {
        add_segment(w, k, k + 2 == w->count);
    }
    for (int k = 0; k < w->count; k++) {
        hold_velocity(w, k);
    }
    pin_value(w, 0);
    pin_value(w, w->count - 1);
    solve_rows(w);
    for (int k = 0; k < w->count; k++) {
        set_knot(w, k);
    }
    if (w->fit->loops) {
        close_loop(w);
    }
}

// ----------------------------------------------------------------------------------- measuring

static caper_quat quat_of(const float *v)
{
    return caper_quat_make(v[0], v[1], v[2], v[3]);
}

static float rotation_error(const knot *a, const knot *b, float duration, float time,
                            const float *value)
{
    caper_quat_knot from = {quat_of(a->value), {a->velocity[0], a->velocity[1], a->velocity[2]}};
    caper_quat_knot to = {quat_of(b->value), {b->velocity[0], b->velocity[1], b->velocity[2]}};
    return caper_quat_angle(caper_quat_hermite(from, to, duration, time).value, quat_of(value));
}

// The error at a frame of a segment from one key to another, as it is seen.
static float frame_error(const work *w, const knot *a, const knot *b, int frame)
{
    const caperi_curve_fit *fit = w->fit;
    float care = care_at(w, frame);
    float duration = (float)(b->frame - a->frame) / fit->rate;
    float time = (float)(frame - a->frame) / fit->rate;
    const float *value = value_at(w, frame);
    if (fit->kind == CAPER_CURVE_ROTATION) {
        return care * rotation_error(a, b, duration, time, value);
    }
    const float *slope = fit->slopes;
    if (fit->slopes_vary) {
        slope += (size_t)frame * (size_t)w->width;
    }
    float sum = 0;
    for (int c = 0; c < w->width; c++) {
        caper_knot from = {a->value[c], a->velocity[c], 0}, to = {b->value[c], b->velocity[c], 0};
        float off = caper_hermite(from, to, duration, time).value - value[c];
        off *= slope ? slope[c] : 1.0f;
        sum += off * off;
    }
    return care * sqrtf(sum);
}

static float segment_error(const work *w, const knot *a, const knot *b, int *at)
{
    float largest = 0;
    *at = a->frame;
    for (int i = a->frame; i <= b->frame; i++) {
        float error = frame_error(w, a, b, i);
        if (error > largest) {
            largest = error;
            *at = i;
        }
    }
    return largest / w->fit->tolerance;
}

static bool measure(work *w)
{
    bool good = true;
    for (int k = 0; k + 1 < w->count; k++) {
        w->errors[k] = segment_error(w, &w->knots[k], &w->knots[k + 1], &w->worst[k]);
        good = good && w->errors[k] <= 1.0f;
    }
    return good;
}

// ------------------------------------------------------------------------------- adding, removing

static void take_list(work *w, int count)
{
    knot *old = w->knots;
    w->knots = w->other;
    w->other = old;
    w->count = count;
}

// Another key for every segment that is off; false when none can take one.
static bool split(work *w)
{
    int count = 0;
    for (int k = 0; k < w->count; k++) {
        w->other[count++] = w->knots[k];
        int a = w->knots[k].frame;
        int b = k + 1 < w->count ? w->knots[k + 1].frame : a;
        if (b - a < 2 || w->errors[k] <= 1.0f) {
            continue;
        }
        int quarter = (b - a) / 4, frame = w->dropped[k];
        bool back = frame > a && frame < b;
        if (!back) {
            frame = w->worst[k] < a + quarter ? a + quarter : w->worst[k];
            frame = frame > b - quarter ? b - quarter : frame;
            frame = frame <= a ? a + 1 : frame >= b ? b - 1 : frame;
        }
        knot *added = &w->other[count++];
        memset(added, 0, sizeof *added);
        added->frame = frame;
        added->tried = back;
    }
    bool more = count > w->count;
    take_list(w, count);
    return more;
}

// Keys until every frame is within the tolerance; `dropped` is of use in the first round only.
static void refine(work *w)
{
    for (;;) {
        solve(w);
        if (measure(w) || !split(w)) {
            break;
        }
        for (int k = 0; k < w->count; k++) {
            w->dropped[k] = -1;
        }
    }
}

// Take out keys that seem to be dispensable, no two neighbors at once. Returns how many.
static int thin(work *w)
{
    int count = 0, out = 0;
    bool last_went = false;
    for (int k = 0; k < w->count; k++) {
        int at;
        bool inner = k > 0 && k + 1 < w->count;
        last_went = inner && !last_went && !w->knots[k].tried &&
                    segment_error(w, &w->knots[k - 1], &w->knots[k + 1], &at) < HOPE;
        if (last_went) {
            w->dropped[count - 1] = w->knots[k].frame;
            out++;
            continue;
        }
        w->dropped[count] = -1;
        w->other[count++] = w->knots[k];
    }
    take_list(w, count);
    return out;
}

static bool start(work *w, caper_arena *arena)
{
    size_t n = (size_t)w->fit->frame_count;
    w->width = caperi_curve_width(w->fit->kind);
    w->knots = caper_arena_alloc_zero(arena, n, sizeof *w->knots, 16);
    w->other = caper_arena_alloc_zero(arena, n, sizeof *w->other, 16);
    w->rows = caper_arena_alloc_zero(arena, n, sizeof *w->rows, 16);
    w->errors = caper_arena_alloc_zero(arena, n, sizeof *w->errors, 16);
    w->worst = caper_arena_alloc_zero(arena, n, sizeof *w->worst, 16);
    w->dropped = caper_arena_alloc_zero(arena, n, sizeof *w->dropped, 16);
    return w->knots && w->other && w->rows && w->errors && w->worst && w->dropped;
}

// Is the first frame good for all of them?
static bool is_constant(work *w)
{
    knot hold = {0};
    memcpy(hold.value, value_at(w, 0), (size_t)w->width * sizeof(float));
    knot end = hold;
    end.frame = w->fit->frame_count - 1;
    float worst = 0;
    for (int i = 0; i < w->fit->frame_count; i++) {
        float error = end.frame > 0 ? frame_error(w, &hold, &end, i) : 0.0f;
        worst = error > worst ? error : worst;
    }
    // one key for all moments: what is seen to move keeps its keys, so a tenth is the limit
    w->fit->worst = worst;
    w->knots[0] = hold;
    w->count = 1;
    return worst <= 0.1f * w->fit->tolerance;
}

static void write_keys(const work *w, caper_key *keys)
{
    for (int k = 0; k < w->count; k++) {
        caper_key *key = &keys[k];
        memset(key, 0, sizeof *key);
        key->time = (float)((double)w->knots[k].frame / (double)w->fit->rate);
        key->ease = w->count > 1 ? CAPER_EASE_MANUAL : CAPER_EASE_FLAT;
        memcpy(key->value, w->knots[k].value, sizeof key->value);
        memcpy(key->in, w->knots[k].velocity, sizeof key->in);
        memcpy(key->out, w->knots[k].velocity, sizeof key->out);
    }
}

static bool take_keys(const work *w, caperi_curve_fit *fit, caper_arena *arena)
{
    caper_key *keys = caper_arena_alloc_zero(arena, (size_t)w->count, sizeof *keys, 16);
    if (!keys) {
        return false;
    }
    write_keys(w, keys);
    fit->curve.kind = fit->kind;
    fit->curve.deform = fit->deform;
    fit->curve.keys = keys;
    fit->curve.key_count = w->count;
    return true;
}

bool caperi_fit_curve(caperi_curve_fit *fit, caper_arena *arena, caper_arena *scratch)
{
    work w = {.fit = fit};
    caper_arena_mark_point mark = caper_arena_mark(scratch);
    bool good = start(&w, scratch);
    if (good && !is_constant(&w)) {
        memset(w.knots, 0, 2 * sizeof *w.knots);
        w.knots[1].frame = fit->frame_count - 1;
        w.count = 2;
        w.dropped[0] = w.dropped[1] = -1;
        refine(&w);
        for (int i = 0; i < TRIALS && thin(&w) > 0; i++) {
            refine(&w);
        }
        fit->worst = 0;
        for (int k = 0; k + 1 < w.count; k++) {
            fit->worst = caper_max(fit->worst, w.errors[k] * fit->tolerance);
        }
    }
    good = good && take_keys(&w, fit, arena);
    caper_arena_release(scratch, mark);
    return good;
}
