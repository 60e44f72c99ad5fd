// SPDX-License-Identifier: MIT
// The measures between feet and ground: slip, skating, floating and the depth of soles.
//
// A foot that stands may turn about any point of its sole: the heel, the ball, what is between. So
// its slip is the way of the sole point that moved least, end to end over the flat phase of the
// stance: the distance of the origin from the hull of the ways of its points. A foot that slides
// moves all of them.
#include "quality/measures.h"

#include <math.h>
#include <stdlib.h>

#define PARTS 4 // of the way between two corners of a sole, at whose ends it is looked for ground
#define FLAT 0.01f           // metres at size 1.8: heel and ball of a flat foot differ by less
#define FLAT_RISE 0.2f       // m/s at size 1.8: and it does not come or go faster
#define SKATES 0.4f          // m/s at size 1.8
#define NEAR 0.025f          // metres at size 1.8: as low as a stance
#define SHORTEST_STANCE 0.1f // seconds at size 1.8
#define STILL 0.3f           // m/s at size 1.8: as slow as a stance

// The soles of one body are neighbours in the list.
typedef struct foot {
    const caperi_sole *soles;
    int count, body;
} foot;

static foot foot_at(const caperi_subject *s, int *next)
{
    foot f = {&s->soles.items[*next], 0, s->soles.items[*next].body};
    while (*next < s->soles.count && s->soles.items[*next].body == f.body) {
        f.count++;
        ++*next;
    }
    return f;
}

static int standing_points(const foot *f, int frame)
{
    int count = 0;
    for (int k = 0; k < f->count; k++) {
        count += f->soles[k].stance[frame] != 0;
    }
    return count;
}

static bool is_declared(const foot *f, int from, int to)
{
    for (int i = from; i <= to; i++) {
        for (int k = 0; k < f->count; k++) {
            if (f->soles[k].stance[i] & CAPERI_DECLARED) {
                return true;
            }
        }
    }
    return false;
}

// --- slip --------------------------------------------------------------------------------------

// Distance of the origin from the segment between two ways.
static float least_way(float ax, float az, float bx, float bz)
{
    float x = bx - ax, z = bz - az, length = x * x + z * z;
    float t = length > 0 ? -(ax * x + az * z) / length : 0;
    t = fminf(fmaxf(t, 0.0f), 1.0f);
    float px = ax + t * x, pz = az + t * z;
    return sqrtf(px * px + pz * pz);
}

// The least way of any point of the sole between two frames, of the points that stand in both. A
// linear map takes the sole to its ways, so the hull of the ways is spanned by those of its points;
// where the origin is inside, the foot turned about a point of the sole.
static float sole_slip(const foot *f, int from, int to)
{
    float x[CAPER_MAX_CONTACTS], z[CAPER_MAX_CONTACTS];
    int count = 0;
    for (int k = 0; k < f->count; k++) {
        if (f->soles[k].stance[from] && f->soles[k].stance[to]) {
            x[count] = f->soles[k].path[to].x - f->soles[k].path[from].x;
            z[count] = f->soles[k].path[to].z - f->soles[k].path[from].z;
            count++;
        }
    }
    float least = INFINITY;
    for (int a = 0; a < count; a++) {
        for (int b = a; b < count; b++) {
            least = fminf(least, least_way(x[a], z[a], x[b], z[b]));
            for (int c = b + 1; c < count && b > a; c++) {
                float ab = x[a] * z[b] - z[a] * x[b], bc = x[b] * z[c] - z[b] * x[c];
                float ca = x[c] * z[a] - z[c] * x[a];
                if ((ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0)) {
                    return 0.0f; // turned about a point inside
                }
            }
        }
    }
    return count > 0 ? least : 0.0f;
}

// The longest run of frames within from..to in which at least `points` points stand, the same at
// both ends.
static void longest_run(const foot *f, int points, int *from, int *to)
{
    int best_from = *from, best_to = *from - 1, start = -1;
    for (int i = *from; i <= *to + 1; i++) {
        bool stands = i <= *to && standing_points(f, i) >= points;
        if (stands && start < 0) {
            start = i;
        } else if (!stands && start >= 0) {
            if (i - 1 - start > best_to - best_from) {
                best_from = start;
                best_to = i - 1;
            }
            start = -1;
        }
    }
    *from = best_from;
    *to = best_to;
}

// The flat phase: most of the sole stands. A foot that never stands flat (on its toes) is asked for
// the longest time of one of its points.
static float stance_slip(const caperi_subject *s, const foot *f, int *from, int *to)
{
    int flat_from = *from, flat_to = *to, least = caperi_frames_of(s, 0.5f * SHORTEST_STANCE);
    longest_run(f, f->count > 2 ? f->count - 1 : f->count, &flat_from, &flat_to);
    if (flat_to - flat_from >= least) {
        *from = flat_from;
        *to = flat_to;
        return sole_slip(f, flat_from, flat_to);
    }
    int best = -1;
    float slip = 0;
    int begin = *from, end = *to;
    for (int k = 0; k < f->count; k++) {
        foot one = {&f->soles[k], 1, f->body};
        int a = begin, b = end;
        longest_run(&one, 1, &a, &b);
        if (b - a > best) {
            best = b - a;
            *from = a;
            *to = b;
            slip = sole_slip(&one, a, b);
        }
    }
    return slip;
}

static int lowest_point(const foot *f, int frame)
{
    int low = 0;
    for (int k = 1; k < f->count; k++) {
        low = f->soles[k].gap[frame] < f->soles[low].gap[frame] ? k : low;
    }
    return low;
}

static void add_stance(caperi_subject *s, const foot *f, int from, int to)
{
    caper_report_stance *stance = &s->figures.stances[s->figures.stance_count++];
    stance->body = f->body;
    stance->point = f->soles[lowest_point(f, from)].point;
    stance->start = (float)((double)from / (double)s->footage.rate);
    stance->end = (float)((double)to / (double)s->footage.rate);
    stance->declared = is_declared(f, from, to);
    int first = from, last = to;
    stance->slip = stance_slip(s, f, &first, &last);
    caperi_note_worst(&s->figures, CAPER_METRIC_SLIP_MAX, (first + last) / 2, f->body,
                      (double)stance->slip * 1000.0);
}

static int compare_slips(const void *pa, const void *pb)
{
    const caper_report_stance *a = *(const caper_report_stance *const *)pa;
    const caper_report_stance *b = *(const caper_report_stance *const *)pb;
    return a->slip != b->slip ? (a->slip < b->slip ? -1 : 1) : (a > b) - (a < b);
}

// The median of slips; of what was found, over the time that feet stand: feet of captures chatter,
// and a touch of a twentieth of a second is not to outvote a stance.
static double median_slip(const caper_report_stance **sorted, int count, caper_origin origin)
{
    double all = 0, below = 0;
    for (int i = 0; i < count; i++) {
        all += (double)(sorted[i]->end - sorted[i]->start);
    }
    qsort(sorted, (size_t)count, sizeof(*sorted), compare_slips);
    if (!caperi_is_found(CAPER_METRIC_SLIP_MEDIAN, origin)) {
        return 500.0 * (double)(sorted[(count - 1) / 2]->slip + sorted[count / 2]->slip);
    }
    for (int i = 0; i < count; i++) {
        below += (double)(sorted[i]->end - sorted[i]->start);
        if (below >= 0.5 * all) {
            return (double)sorted[i]->slip * 1000.0;
        }
    }
    return (double)NAN;
}

// Runs of frames in which any point of a foot stands.
static bool measure_slip(caperi_subject *s, caper_arena *arena)
{
    int n = s->footage.frame_count, runs = 0;
    for (int next = 0; next < s->soles.count;) {
        foot f = foot_at(s, &next);
        for (int i = 0; i < n; i++) {
            runs += standing_points(&f, i) && (i == 0 || !standing_points(&f, i - 1));
        }
    }
    caperi_figures *out = &s->figures;
    out->stances = caper_arena_alloc_zero(arena, (size_t)runs + 1, sizeof(caper_report_stance), 16);
    const caper_report_stance **slips =
        caper_arena_alloc_zero(arena, (size_t)runs + 1, sizeof(*slips), 16);
    if (!out->stances || !slips) {
        return false;
    }
    for (int next = 0; next < s->soles.count;) {
        foot f = foot_at(s, &next);
        int from = -1;
        for (int i = 0; i <= n; i++) {
            bool stands = i < n && standing_points(&f, i);
            if (stands && from < 0) {
                from = i;
            } else if (!stands && from >= 0) {
                add_stance(s, &f, from, i - 1);
                from = -1;
            }
        }
    }
    for (int i = 0; i < runs; i++) {
        slips[i] = &out->stances[i];
    }
    if (runs > 0) {
        out->value[CAPER_METRIC_SLIP_MEDIAN] = median_slip(slips, runs, s->origin);
        out->value[CAPER_METRIC_SLIP_MAX] = (double)slips[runs - 1]->slip * 1000.0;
        out->worst[CAPER_METRIC_SLIP_MEDIAN] = out->worst[CAPER_METRIC_SLIP_MAX];
        out->worst[CAPER_METRIC_SLIP_MEDIAN].metric = CAPER_METRIC_SLIP_MEDIAN;
    }
    return true;
}

// --- skating -----------------------------------------------------------------------------------

// Speed over the ground of a foot that is flat and low, else 0: that of its slowest point.
static float flat_speed(const caperi_subject *s, const foot *f, int frame, int from, int to)
{
    float length = s->footage.scale.length, rate = s->footage.rate / (float)(to - from);
    float low = INFINITY, high = -INFINITY, slowest = INFINITY;
    for (int k = 0; k < f->count; k++) {
        const caperi_sole *sole = &f->soles[k];
        low = fminf(low, sole->gap[frame]);
        high = fmaxf(high, sole->gap[frame]);
        if (low > NEAR * length) {
            return 0;
        }
        float x = (sole->path[to].x - sole->path[from].x) * rate;
        float y = (sole->path[to].y - sole->path[from].y) * rate;
        float z = (sole->path[to].z - sole->path[from].z) * rate;
        if (fabsf(y) >= FLAT_RISE * s->footage.scale.speed) {
            return 0;
        }
        slowest = fminf(slowest, sqrtf(x * x + z * z));
    }
    return high - low <= FLAT * length ? slowest : 0;
}

static bool others_stand(const caperi_subject *s, int body, int frame)
{
    for (int k = 0; k < s->soles.count; k++) {
        const caperi_sole *sole = &s->soles.items[k];
        if (sole->body != body && sole->stance[frame] &&
            (s->character->bodies[sole->body].caps & CAPER_CAP_FOOT)) {
            return true;
        }
    }
    return false;
}

static bool measure_skate(caperi_subject *s, caper_arena *arena)
{
    int n = s->footage.frame_count, skating = 0;
    uint8_t *skates = caper_arena_alloc_zero(arena, (size_t)n + 1, 1, 16);
    if (!skates) {
        return false;
    }
    float limit = SKATES * s->footage.scale.speed;
    for (int next = 0; next < s->soles.count;) {
        foot f = foot_at(s, &next);
        if (!(s->character->bodies[f.body].caps & CAPER_CAP_FOOT)) {
            continue;
        }
        for (int i = s->stride; i + s->stride < n; i++) {
            float speed = flat_speed(s, &f, i, i - s->stride, i + s->stride);
            if (s->curves[CAPERI_CURVE_SLIDE] && speed > s->curves[CAPERI_CURVE_SLIDE][i]) {
                s->curves[CAPERI_CURVE_SLIDE][i] = speed;
            }
            if (speed > limit && !others_stand(s, f.body, i)) {
                skates[i] = 1;
                caperi_note_worst(&s->figures, CAPER_METRIC_SKATE, i, f.body, (double)speed);
            }
        }
    }
    for (int i = 0; i < n; i++) {
        skating += skates[i];
    }
    int asked = n - 2 * s->stride;
    if (asked > 0) {
        s->figures.value[CAPER_METRIC_SKATE] = 100.0 * (double)skating / (double)asked;
    }
    return true;
}

// --- depth and height --------------------------------------------------------------------------

static bool measure_depth(caperi_subject *s, caper_arena *arena)
{
    int n = s->footage.frame_count;
    float *depths = caper_arena_alloc_zero(arena, (size_t)n + 1, sizeof(float), 16);
    if (!depths) {
        return false;
    }
    for (int k = 0; k < s->soles.count; k++) {
        const caperi_sole *sole = &s->soles.items[k];
        for (int i = 0; i < n; i++) {
            if (sole->gap[i] < 0) {
                // beside a step the way up is not the shortest way out
                float depth =
                    s->ground.flat ? -sole->gap[i] : caperi_ground_depth(&s->ground, sole->path[i]);
                depths[i] = fmaxf(depths[i], depth * 1000.0f);
                caperi_note_worst(&s->figures, CAPER_METRIC_PENETRATION_MAX, i, sole->body,
                                  (double)depth * 1000.0);
            }
        }
    }
    caperi_figures *out = &s->figures;
    out->value[CAPER_METRIC_PENETRATION_P95] = caperi_quantile(depths, n, 0.95);
    out->value[CAPER_METRIC_PENETRATION_MAX] = caperi_quantile(depths, n, 1.0);
    if (out->worst[CAPER_METRIC_PENETRATION_MAX].frame >= 0) {
        out->worst[CAPER_METRIC_PENETRATION_P95] = out->worst[CAPER_METRIC_PENETRATION_MAX];
        out->worst[CAPER_METRIC_PENETRATION_P95].metric = CAPER_METRIC_PENETRATION_P95;
    }
    return true;
}

// Lowest sole of a body and of what hangs on it: a foot stands on its toes.
static float foot_gap(const caperi_subject *s, int body, int frame)
{
    float lowest = INFINITY;
    for (int k = 0; k < s->soles.count; k++) {
        int up = s->soles.items[k].body;
        while (up > body) {
            up = s->character->bodies[up].parent;
        }
        lowest = up == body ? fminf(lowest, s->soles.items[k].gap[frame]) : lowest;
    }
    return lowest;
}

// How high a point of a body is over the ground.
static float point_gap(const caperi_subject *s, caper_vec3 at)
{
    float lift = 0.15f * s->footage.scale.length;
    caper_hit hit = caperi_ground_under(&s->ground, NULL, at, at.y + lift);
    return hit.surface == CAPER_SURFACE_NONE ? INFINITY : at.y - hit.point.y;
}

// The same of the toes that a foot carries and that are no feet of their own.
static float toes_gap(const caperi_subject *s, int body, int frame)
{
    const caperi_footage *f = &s->footage;
    const caper_character *c = f->character;
    const caper_transform *world = f->world + (size_t)frame * (size_t)f->body_count;
    float lowest = INFINITY;
    for (int b = c->bodies[body].child; b >= 0; b = c->bodies[b].sibling) {
        caper_vec3 points[CAPER_MAX_CONTACTS];
        bool helper = (c->bodies[b].caps & CAPER_CAP_HELPER) != 0;
        int count = helper ? 0 : caper_body_sole_points(c, b, points);
        for (int k = 0; k < count; k++) {
            lowest = fminf(lowest, point_gap(s, caper_transform_mul_point(world[b], points[k])));
        }
    }
    return lowest;
}

// The same within a sole, between any two of its corners: over a ridge it stands on its middle.
static float middle_gap(const caperi_subject *s, int body, int frame)
{
    const caperi_footage *f = &s->footage;
    const caper_transform *world = f->world + (size_t)frame * (size_t)f->body_count;
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(f->character, body, points);
    float lowest = INFINITY;
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < a; b++) {
            for (int k = 1; k < PARTS; k++) {
                float share = (float)k / (float)PARTS;
                caper_vec3 at = caper_vec3_lerp(points[a], points[b], share);
                lowest = fminf(lowest, point_gap(s, caper_transform_mul_point(world[body], at)));
            }
        }
    }
    return lowest;
}

// How high a foot and its toes stand over the ground at rest: some are modelled so, and the whole
// would have to sink for them to touch it.
static float rest_gap(const caper_character *c, int body)
{
    float lowest = INFINITY;
    for (int b = body; b >= 0; b = b == body ? c->bodies[b].child : c->bodies[b].sibling) {
        caper_vec3 points[CAPER_MAX_CONTACTS];
        int count = caper_body_sole_points(c, b, points);
        for (int k = 0; k < count; k++) {
            lowest = fminf(lowest, caper_transform_mul_point(c->rest_model[b], points[k]).y);
        }
    }
    return lowest < INFINITY ? fmaxf(lowest, 0.0f) : 0.0f;
}

// Lowest point of a body above the surface in the contacts that the clip declares.
static bool measure_declared_float(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    const caper_clip *clip = s->clip;
    float *values = NULL;
    int samples = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            values = caper_arena_alloc_zero(arena, (size_t)samples + 1, sizeof(float), 16);
            if (!values) {
                return false;
            }
            samples = 0;
        }
        for (int next = 0; next < s->soles.count;) {
            foot at = foot_at(s, &next);
            float rest = rest_gap(s->character, at.body);
            for (int c = 0; c < clip->contact_count; c++) {
                int from, to;
                if (clip->contacts[c].body != at.body) {
                    continue;
                }
                caperi_contact_frames(f, &clip->contacts[c], &from, &to);
                const caper_contact *stands = &clip->contacts[c];
                // when a foot lands and leaves is known to a frame: the first and the last are not
                // asked where three others are left
                float ends = (stands->end - stands->start) * f->rate > 3.99f ? 1 / f->rate : 0;
                for (int i = from; i <= to; i++) {
                    float time = (float)((double)i / (double)f->rate);
                    if (time < stands->start + ends - 1e-4f || time > stands->end - ends + 1e-4f) {
                        continue;
                    }
                    if (pass == 1) {
                        float gap = fminf(foot_gap(s, at.body, i), toes_gap(s, at.body, i));
                        gap = s->ground.flat ? gap : fminf(gap, middle_gap(s, at.body, i));
                        gap = fminf(fmaxf(gap - rest, 0.0f), CAPERI_VOID);
                        values[samples] = gap * 1000.0f;
                        caperi_note_worst(&s->figures, CAPER_METRIC_FLOAT_P95, i, at.body,
                                          (double)values[samples]);
                    }
                    samples++;
                }
            }
        }
    }
    s->figures.value[CAPER_METRIC_FLOAT_P95] = caperi_quantile(values, samples, 0.95);
    return true;
}

// How far from the surface feet come to rest: of the lowest foot of each frame, where it is still.
static bool measure_still_height(caperi_subject *s, caper_arena *arena)
{
    int n = s->footage.frame_count, samples = 0;
    float *values = caper_arena_alloc_zero(arena, (size_t)n + 1, sizeof(float), 16);
    int *bodies = caper_arena_alloc_zero(arena, (size_t)n + 1, sizeof(int), 16);
    float *heights = caper_arena_alloc_zero(arena, (size_t)n + 1, sizeof(float), 16);
    if (!values || !bodies || !heights) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        const caperi_sole *low = NULL;
        for (int k = 0; k < s->soles.count; k++) {
            const caperi_sole *sole = &s->soles.items[k];
            low = !low || sole->gap[i] < low->gap[i] ? sole : low;
        }
        if (isfinite(low->gap[i]) &&
            caperi_path_speed(low->path, n, s->footage.rate, i) < STILL * s->footage.scale.speed) {
            values[samples++] = low->gap[i] * 1000.0f;
            heights[i] = low->gap[i] * 1000.0f;
            bodies[i] = low->body;
        }
    }
    if (samples == 0) {
        return true;
    }
    double median = caperi_quantile(values, samples, 0.5);
    s->figures.value[CAPER_METRIC_FLOAT_MEDIAN] = fabs(median);
    for (int i = 0; i < n; i++) { // a frame that shows it
        if (heights[i] != 0 && fabs((double)heights[i] - median) < 1.0) {
            caperi_note_worst(&s->figures, CAPER_METRIC_FLOAT_MEDIAN, i, bodies[i], median);
            break;
        }
    }
    return true;
}

bool caperi_measure_feet(caperi_subject *s, caper_arena *arena)
{
    if (s->soles.count == 0) {
        return true;
    }
    if (s->curves[CAPERI_CURVE_SOLE]) {
        for (int i = 0; i < s->footage.frame_count; i++) {
            s->curves[CAPERI_CURVE_SOLE][i] = s->lowest[i] * 1000.0f;
        }
    }
    return measure_slip(s, arena) && measure_skate(s, arena) && measure_depth(s, arena) &&
           measure_still_height(s, arena) &&
           (s->clip->contact_count == 0 || measure_declared_float(s, arena));
}
