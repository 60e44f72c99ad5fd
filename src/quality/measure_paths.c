// SPDX-License-Identifier: MIT
// The measures of smoothness: pops, jitter, repeated frames and jerk.
//
// A position is off its path by its distance from (-p[-2] + 4 p[-1] + 4 p[+1] - p[+2]) / 6, which
// is 0 on any cubic. Neighbours are a stride of 1/60 s (at size 1.8) apart, and every frame is
// asked, so that a displaced frame shows whatever the rate of the clip.
#include "quality/measures.h"

#include <float.h>
#include <math.h>
#include <string.h>

// What starts, stops or turns from one stride to the next is off its path by this share of the
// change of its way in a stride, (4 - 2) / 6: leaving the ground and landing are no pops. Of what
// we made, a pop is what is off by more: a displaced frame, however fast the body moves, or a jump
// to another place.
#define STARTS 0.334f     // of the change of the way in a stride
#define ECHO 3.01f        // strides: one displaced frame is off its path for five
#define MOVING 0.03f      // m/s at size 1.8: a body that is faster on average moves
#define SAME 1e-6f        // of size: positions that are the same
#define LONGEST_HOLD 0.5f // seconds at size 1.8: what is held longer is a pause
#define IMPACT 0.05f      // seconds at size 1.8 about a landing: a foot may stop at once (METRICS)
#define STOP 0.002f       // of size that a body would have gone while held: less is not seen

// Positions of the last frames, by coordinate: what the compiler makes lanes of. A ring of rows, as
// many as neighbours on either side reach.
typedef struct paths {
    float *at; // rows x 3 x width
    int width; // bodies, rounded up
    int rows;
    int frames;
} paths;

static bool make_paths(paths *p, const caperi_footage *f, int stride, caper_arena *arena)
{
    p->width = (f->body_count + 7) / 8 * 8;
    p->rows = 4 * stride + 1;
    p->frames = f->frame_count + f->more;
    p->at =
        caper_arena_alloc_zero(arena, 3 * (size_t)p->width * (size_t)p->rows, sizeof(float), 32);
    return p->at != NULL;
}

static float *row_at(const paths *p, int frame)
{
    return p->at + 3 * (size_t)p->width * (size_t)(frame % p->rows);
}

static void gather(paths *p, const caperi_footage *f, int frame)
{
    float *x = row_at(p, frame), *y = x + p->width, *z = y + p->width;
    const caper_transform *t = caperi_footage_at(f, frame, 0);
    for (int b = 0; b < f->body_count; b++) {
        x[b] = t[b].position.x;
        y[b] = t[b].position.y;
        z[b] = t[b].position.z;
    }
}

// Squared distance off the path of all bodies at a frame, by direct neighbours, where that is more.
static void differ_nearby(const paths *p, int frame, float *restrict off)
{
    const float *restrict a = row_at(p, frame - 2), *restrict b = row_at(p, frame - 1);
    const float *restrict m = row_at(p, frame), *restrict c = row_at(p, frame + 1);
    const float *restrict d = row_at(p, frame + 2);
    int w = p->width;
    for (int i = 0; i < w; i++) {
        float x = (4.0f * (b[i] + c[i]) - (a[i] + d[i])) * (1.0f / 6.0f) - m[i];
        int j = i + w, k = j + w;
        float y = (4.0f * (b[j] + c[j]) - (a[j] + d[j])) * (1.0f / 6.0f) - m[j];
        float z = (4.0f * (b[k] + c[k]) - (a[k] + d[k])) * (1.0f / 6.0f) - m[k];
        float e = x * x + y * y + z * z;
        off[i] = off[i] > e ? off[i] : e;
    }
}

// Squared distance off the path, and squared third difference, of all bodies at a frame.
static void differ(const paths *p, int frame, int stride, float *restrict off,
                   float *restrict third)
{
    const float *restrict a = row_at(p, frame - 2 * stride), *restrict b =
                                                                 row_at(p, frame - stride);
    const float *restrict m = row_at(p, frame), *restrict c = row_at(p, frame + stride);
    const float *restrict d = row_at(p, frame + 2 * stride);
    memset(off, 0, (size_t)p->width * sizeof(float));
    memset(third, 0, (size_t)p->width * sizeof(float));
    for (int k = 0; k < 3; k++) {
        size_t at = (size_t)k * (size_t)p->width;
        for (int i = 0; i < p->width; i++) {
            size_t j = at + (size_t)i;
            float e = (4.0f * (b[j] + c[j]) - (a[j] + d[j])) * (1.0f / 6.0f) - m[j];
            float t = (c[j] - a[j]) - 3.0f * (m[j] - b[j]);
            off[i] += e * e;
            third[i] += t * t;
        }
    }
}

// Of trunk, limbs or tips?
static int pop_group(const caperi_subject *s, int body)
{
    uint8_t kind = s->kinds[body];
    return (kind & CAPERI_KIND_TRUNK) ? 0 : (kind & CAPERI_KIND_TIP) ? 2 : 1;
}

static const caper_metric group_metric[3] = {CAPER_METRIC_POP_TRUNK, CAPER_METRIC_POP_LIMBS,
                                             CAPER_METRIC_POP_TIPS};

// A motion that has few frames a second for a body so small is off its own path by more. Captures
// taken at 60, 30 and 15 Hz grew about as the stride does (the worst limbs from 3 to 8 to 14 % of
// size), so the gates grow with it.
static float pop_gate(const caperi_subject *s, int group)
{
    double gate = caperi_gate(group_metric[group], s->origin);
    return gate < 0 ? INFINITY : (float)(gate / 100.0) * s->character->size * s->coarse;
}

double caperi_pop_percent(const caperi_subject *s, const caperi_pop *pop)
{
    return (double)(pop->size * 100.0f / s->character->size / s->coarse);
}

static int count_listed(const caperi_subject *s, float echo)
{
    int listed = 0;
    const caperi_pop *last = NULL;
    for (int i = 0; i < s->figures.pop_count; i++) {
        const caperi_pop *pop = &s->figures.pops[i];
        if (pop->size <= pop_gate(s, pop_group(s, pop->body))) {
            continue; // listed as an excuse
        }
        listed += !last || last->body != pop->body || pop->time - last->time > echo;
        last = pop;
    }
    return listed;
}

void caperi_count_pops(caperi_subject *s)
{
    caperi_figures *out = &s->figures;
    float percent = 100.0f / s->character->size / s->coarse;
    out->worst[CAPER_METRIC_POPS].frame = -1;
    for (int g = 0; g < 3; g++) {
        caper_metric m = group_metric[g];
        out->worst[m].frame = -1;
        out->value[m] =
            isnan(out->value[m]) ? out->value[m] : (double)(out->pop_under[g] * percent);
        if (out->pop_under[g] > 0) {
            caperi_note_worst(out, m, out->pop_under_frame[g], out->pop_under_body[g],
                              out->value[m]);
        }
    }
    for (int i = 0; i < out->pop_count; i++) {
        const caperi_pop *pop = &out->pops[i];
        caper_metric m = group_metric[pop_group(s, pop->body)];
        int frame = (int)(pop->time * s->footage.rate + 0.5f);
        double size = (double)(pop->size * percent);
        out->value[m] = size > out->value[m] ? size : out->value[m];
        caperi_note_worst(out, m, frame, pop->body, size);
        caperi_note_worst(out, CAPER_METRIC_POPS, frame, pop->body, (double)(pop->size * 1000.0f));
    }
    out->value[CAPER_METRIC_POPS] =
        (double)count_listed(s, ECHO * (float)s->stride / s->footage.rate);
}

typedef struct pop_list {
    caperi_pop *items;
    int count, capacity;
} pop_list;

static bool add_pop(pop_list *list, caperi_pop pop, caper_arena *arena)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        caperi_pop *items = caper_arena_alloc_zero(arena, (size_t)capacity, sizeof(caperi_pop), 16);
        if (!items) {
            return false;
        }
        if (list->count > 0) {
            memcpy(items, list->items, sizeof(caperi_pop) * (size_t)list->count);
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = pop;
    return true;
}

// By body, keeping the order in time.
static bool sort_by_body(caperi_subject *s, const pop_list *list, caper_arena *arena)
{
    caperi_figures *out = &s->figures;
    int *starts = caper_arena_alloc_zero(arena, (size_t)s->footage.body_count + 2, sizeof(int), 16);
    out->pops = caper_arena_alloc_zero(arena, (size_t)list->count + 1, sizeof(caperi_pop), 16);
    if (!starts || !out->pops) {
        return false;
    }
    for (int i = 0; i < list->count; i++) {
        starts[list->items[i].body + 1]++;
    }
    for (int b = 0; b < s->footage.body_count; b++) {
        starts[b + 1] += starts[b];
    }
    for (int i = 0; i < list->count; i++) {
        out->pops[starts[list->items[i].body]++] = list->items[i];
    }
    out->pop_count = list->count;
    return true;
}

// Per body: squared gate, and what to do with it.
typedef struct pop_work {
    float *off, *third, *gates, *most;
    double *jerks;
    float *jitter, *by_four; // of the root body, squared, per frame
} pop_work;

static bool make_work(pop_work *w, const caperi_subject *s, const paths *p, caper_arena *arena)
{
    size_t width = (size_t)p->width;
    w->off = caper_arena_alloc_zero(arena, width, sizeof(float), 32);
    w->third = caper_arena_alloc_zero(arena, width, sizeof(float), 32);
    w->gates = caper_arena_alloc_zero(arena, width, sizeof(float), 32);
    w->most = caper_arena_alloc_zero(arena, width, sizeof(float), 32);
    w->jerks = caper_arena_alloc_zero(arena, width, sizeof(double), 32);
    w->jitter = caper_arena_alloc_zero(arena, (size_t)p->frames + 1, sizeof(float), 32);
    w->by_four = caper_arena_alloc_zero(arena, (size_t)p->frames + 1, sizeof(float), 32);
    if (!w->off || !w->third || !w->gates || !w->most || !w->jerks || !w->jitter || !w->by_four) {
        return false;
    }
    for (int b = 0; b < p->width; b++) {
        bool told = b < s->footage.body_count && !(s->kinds[b] & CAPERI_KIND_HELPER);
        float gate = told ? pop_gate(s, pop_group(s, b)) : INFINITY;
        gate *= s->excuses ? CAPERI_EXCUSE : 1.0f;
        w->gates[b] = gate * gate;
    }
    return true;
}

// How much a body's way in a stride changes about a frame: what starts or stops there.
static float change_of(const caperi_subject *s, int frame, int body)
{
    const caperi_footage *f = &s->footage;
    if (frame == 2 * s->stride || frame + 2 * s->stride + 1 == f->frame_count + f->more) {
        return 0.0f; // at either end of the clip the outer neighbours may be what jumps
    }
    caper_vec3 a = caperi_footage_at(f, frame - 2 * s->stride, body)->position;
    caper_vec3 b = caperi_footage_at(f, frame - s->stride, body)->position;
    caper_vec3 c = caperi_footage_at(f, frame + s->stride, body)->position;
    caper_vec3 d = caperi_footage_at(f, frame + 2 * s->stride, body)->position;
    return caper_vec3_distance(caper_vec3_sub(d, c), caper_vec3_sub(b, a));
}

// The largest of a frame that are no pops, and the pops.
static bool read_frame(caperi_subject *s, pop_work *w, pop_list *list, int frame,
                       caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    for (int b = 0; b < f->body_count; b++) {
        if (w->off[b] > w->gates[b] && !caperi_is_found(CAPER_METRIC_POP_LIMBS, s->origin)) {
            float off = fmaxf(0.0f, sqrtf(w->off[b]) - STARTS * change_of(s, frame, b));
            w->off[b] = off * off;
        }
        if (w->off[b] <= w->most[b]) {
            continue;
        }
        if (w->off[b] > w->gates[b]) {
            // past the end of a loop is its seam
            float time = fminf((float)((double)frame / (double)f->rate), f->clip->duration);
            if (!add_pop(list, (caperi_pop){time, b, sqrtf(w->off[b])}, arena)) {
                return false;
            }
        } else if (!(s->kinds[b] & CAPERI_KIND_HELPER)) {
            w->most[b] = w->off[b];
            int g = pop_group(s, b);
            float size = sqrtf(w->off[b]);
            if (size > s->figures.pop_under[g]) {
                s->figures.pop_under[g] = size;
                s->figures.pop_under_frame[g] = frame < f->frame_count ? frame : f->frame_count - 1;
                s->figures.pop_under_body[g] = b;
            }
        }
    }
    float *curve = s->curves[CAPERI_CURVE_POP];
    if (curve && frame < f->frame_count) {
        for (int b = 0; b < f->body_count; b++) {
            if (w->gates[b] < INFINITY) {
                curve[frame] = fmaxf(curve[frame], sqrtf(w->off[b]) * 100.0f / s->character->size);
            }
        }
    }
    return true;
}

static caper_vec3 off_path(const caperi_footage *f, int frame, int body, int stride)
{
    caper_vec3 a = caperi_footage_at(f, frame - 2 * stride, body)->position;
    caper_vec3 b = caperi_footage_at(f, frame - stride, body)->position;
    caper_vec3 m = caperi_footage_at(f, frame, body)->position;
    caper_vec3 c = caperi_footage_at(f, frame + stride, body)->position;
    caper_vec3 d = caperi_footage_at(f, frame + 2 * stride, body)->position;
    caper_vec3 path =
        caper_vec3_sub(caper_vec3_scale(caper_vec3_add(b, c), 4.0f), caper_vec3_add(a, d));
    return caper_vec3_sub(caper_vec3_scale(path, 1.0f / 6.0f), m);
}

// How much the root trembles about a frame, squared, with a sign. What trembles is off its path to
// one side and then to the other; a quick movement that few frames show is off to one side for
// several.
static float tremble(const caperi_subject *s, int frame, int stride)
{
    int root = s->character->root_body, last = frame - (frame >= 3 * stride ? stride : 0);
    caper_vec3 now = off_path(&s->footage, frame, root, stride);
    return -caper_vec3_dot(now, off_path(&s->footage, last, root, stride));
}

// The same with a period of four strides: the other side is two strides away, from this frame and
// from the last. In a jig of six it is so from one of them only.
static float tremble_by_four(const caperi_subject *s, int frame, int stride)
{
    int root = s->character->root_body;
    if (frame < 5 * stride) {
        return 0.0f;
    }
    caper_vec3 off[4];
    for (int k = 0; k < 4; k++) {
        off[k] = off_path(&s->footage, frame - k * stride, root, stride);
    }
    return -fmaxf(caper_vec3_dot(off[0], off[2]), caper_vec3_dot(off[1], off[3]));
}

bool caperi_measure_paths(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    caperi_figures *out = &s->figures;
    paths p;
    pop_work w;
    pop_list list = {NULL, 0, 0};
    int stride = s->stride, asked = 0, root = s->character->root_body;
    if (!make_paths(&p, f, stride, arena) || !make_work(&w, s, &p, arena)) {
        return false;
    }
    for (int i = 0; i < 4 * stride && i < p.frames; i++) {
        gather(&p, f, i);
    }
    for (int i = 2 * stride; i + 2 * stride < p.frames; i++) {
        gather(&p, f, i + 2 * stride);
        differ(&p, i, stride, w.off, w.third);
        if (stride > 1) { // what shivers once a stride is on the path of its strides
            differ_nearby(&p, i, w.off);
        }
        if (!read_frame(s, &w, &list, i, arena)) {
            return false;
        }
        for (int b = 0; b < p.width; b++) {
            w.jerks[b] += (double)w.third[b];
        }
        float trembles = tremble(s, i, stride);
        w.by_four[asked] = tremble_by_four(s, i, stride);
        w.jitter[asked++] = stride > 1 ? fmaxf(trembles, tremble(s, i, 1)) : trembles;
    }
    if (!sort_by_body(s, &list, arena)) {
        return false;
    }
    if (asked == 0) {
        return true;
    }
    double sum = 0, size = (double)s->character->size, step = (double)stride / (double)f->rate;
    int bodies = 0;
    for (int b = 0; b < f->body_count; b++) {
        if (!(s->kinds[b] & CAPERI_KIND_HELPER)) {
            sum += w.jerks[b];
            bodies++;
        }
    }
    double step3 = step * step * step;
    out->value[CAPER_METRIC_JERK] =
        sum / ((double)asked * (double)(bodies > 0 ? bodies : 1) * step3 * step3 * size * size);
    double trembles =
        fmax(caperi_quantile(w.jitter, asked, 0.5), caperi_quantile(w.by_four, asked, 0.5));
    out->value[CAPER_METRIC_JITTER] = sqrt(fmax(0.0, trembles)) * 100.0 / size / (double)s->coarse;
    caperi_note_worst(out, CAPER_METRIC_JITTER, f->frame_count / 2, root,
                      out->value[CAPER_METRIC_JITTER]);
    for (int g = 0; g < 3; g++) {
        out->value[group_metric[g]] = 0;
    }
    caperi_count_pops(s);
    return true;
}

// --- repeats -----------------------------------------------------------------------------------

static bool is_same(const caperi_footage *f, int a, int b)
{
    const caper_transform *p = caperi_footage_at(f, a, 0), *q = caperi_footage_at(f, b, 0);
    float near = SAME * f->character->size;
    for (int i = 0; i < f->body_count; i++) {
        if (fabsf(p[i].position.x - q[i].position.x) > near ||
            fabsf(p[i].position.y - q[i].position.y) > near ||
            fabsf(p[i].position.z - q[i].position.z) > near) {
            return false;
        }
    }
    return true;
}

// Mean speed of bodies between two neighbouring frames.
static float mean_speed(const caperi_footage *f, int frame)
{
    float sum = 0;
    for (int b = 0; b < f->body_count; b++) {
        sum += caper_vec3_distance(caperi_footage_at(f, frame, b)->position,
                                   caperi_footage_at(f, frame + 1, b)->position);
    }
    return sum * f->rate / (float)f->body_count;
}

// A run of equal frames in the middle of a motion: it moves before and after, and would have gone
// visibly farther.
void caperi_measure_repeats(caperi_subject *s)
{
    const caperi_footage *f = &s->footage;
    int n = f->frame_count, longest = caperi_frames_of(s, LONGEST_HOLD), count = 0;
    float moving = MOVING * f->scale.speed;
    for (int i = 1; i < n; i++) {
        if (!is_same(f, i - 1, i)) {
            continue;
        }
        int end = i;
        while (end + 1 < n && is_same(f, end, end + 1)) {
            end++;
        }
        float before = i >= 2 ? mean_speed(f, i - 2) : 0.0f;
        float after = end + 1 < n ? mean_speed(f, end) : 0.0f, slower = fminf(before, after);
        float missed = slower * (float)(end - i + 1) / f->rate;
        if (slower > moving && missed > STOP * f->character->size && end - i < longest) {
            count += end - i + 1;
            caperi_note_worst(&s->figures, CAPER_METRIC_REPEATS, i, -1, (double)(end - i + 1));
        }
        i = end;
    }
    s->figures.value[CAPER_METRIC_REPEATS] = n > 1 ? (double)count : (double)NAN;
}

// --- jerk of two clips -------------------------------------------------------------------------

// Sum of squared third differences of a body; of a foot (`lands`), but for those about its landing
// and leaving: a foot that is held where it came down stops at once, and cannot also come to rest
// as slowly as the source's slid to its place.
static double body_jerk(const caperi_subject *s, int body, int stride, bool lands, long *samples)
{
    const caperi_footage *f = &s->footage;
    // who keeps the time of his source lands in it
    int near = caperi_frames_of(s, IMPACT * s->pace / sqrtf(s->tempo));
    int asked = 1, change = -1; // the last of those asked
    double sum = 0;
    for (int i = 0; i + 3 * stride < f->frame_count; i++) {
        for (; lands && asked < f->frame_count && asked <= i + 3 * stride + near; asked++) {
            bool stands = caperi_soles_body_stands(&s->soles, body, asked);
            bool stood = caperi_soles_body_stands(&s->soles, body, asked - 1);
            change = stands != stood ? asked : change;
        }
        if (change >= 0 && change > i - near) {
            continue;
        }
        caper_vec3 p0 = caperi_footage_at(f, i, body)->position;
        caper_vec3 p1 = caperi_footage_at(f, i + stride, body)->position;
        caper_vec3 p2 = caperi_footage_at(f, i + 2 * stride, body)->position;
        caper_vec3 p3 = caperi_footage_at(f, i + 3 * stride, body)->position;
        float x = (p3.x - p0.x) - 3.0f * (p2.x - p1.x);
        float y = (p3.y - p0.y) - 3.0f * (p2.y - p1.y);
        float z = (p3.z - p0.z) - 3.0f * (p2.z - p1.z);
        sum += (double)(x * x + y * y + z * z);
        ++*samples;
    }
    return sum;
}

// One of the ends that bodies of all plans have; else -1.
static int end_group(const caperi_subject *s, int body)
{
    const caper_character *c = s->character;
    int head = c->spine_count > 0 ? c->spine[c->spine_count - 1] : -1;
    caper_caps caps = c->bodies[body].caps;
    return body == c->root_body       ? CAPERI_END_ROOT
           : body == head             ? CAPERI_END_HEAD
           : caps & CAPER_CAP_FOOT    ? CAPERI_END_FEET
           : caps & CAPER_CAP_GRASPER ? CAPERI_END_HANDS
                                      : -1;
}

void caperi_jerk_at(const caperi_subject *s, float rate, bool ends, double jerk[CAPERI_END_COUNT])
{
    const caperi_footage *f = &s->footage;
    int stride = (int)(f->rate / rate + 0.5f);
    stride = stride < 1 ? 1 : stride;
    double step = (double)stride / (double)f->rate, step3 = step * step * step;
    double sums[CAPERI_END_COUNT] = {0}, size = (double)s->character->size;
    long samples[CAPERI_END_COUNT] = {0};
    for (int b = 0; b < f->body_count; b++) {
        int group = ends ? end_group(s, b) : 0;
        if (group >= 0 && !(s->kinds[b] & CAPERI_KIND_HELPER)) {
            sums[group] +=
                body_jerk(s, b, stride, group == CAPERI_END_FEET && ends, &samples[group]);
        }
    }
    for (int g = 0; g < CAPERI_END_COUNT; g++) {
        double mean = samples[g] > 0 ? sums[g] / (double)samples[g] : (double)NAN;
        jerk[g] = mean / (step3 * step3 * size * size);
    }
}

double caperi_jerk_noise(const caperi_footage *f, float rate)
{
    float reach = f->character->size;
    size_t count = (size_t)f->frame_count * (size_t)f->body_count;
    for (size_t i = 0; i < count; i++) {
        caper_vec3 p = f->world[i].position;
        reach = fmaxf(reach, fmaxf(fabsf(p.x), fmaxf(fabsf(p.y), fabsf(p.z))));
    }
    // some roundings along a chain of bodies; a third difference is 1, 3, 3, 1 of three coordinates
    double off = 4.0 * (double)FLT_EPSILON * (double)reach / (double)f->character->size;
    double rate3 = (double)rate * (double)rate * (double)rate;
    return 3.0 * (1.0 + 9.0 + 9.0 + 1.0) * off * off * rate3 * rate3;
}
