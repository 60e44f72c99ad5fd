// SPDX-License-Identifier: MIT
// The measures between feet and ground: slip, skating, floating, penetration, and the gait figures.
#include "quality/measures.h"

#include <math.h>

#define GRAVITY 9.81f

// --- slip --------------------------------------------------------------------------------------

static float path_extent(const caper_vec3 *path, int from, int to)
{
    float min_x = path[from].x, max_x = min_x, min_z = path[from].z, max_z = min_z;
    for (int i = from + 1; i <= to; i++) {
        min_x = fminf(min_x, path[i].x);
        max_x = fmaxf(max_x, path[i].x);
        min_z = fminf(min_z, path[i].z);
        max_z = fmaxf(max_z, path[i].z);
    }
    float x = max_x - min_x, z = max_z - min_z;
    return sqrtf(x * x + z * z);
}

// Frame of a stance that is farthest from where it began.
static int farthest_frame(const caper_vec3 *path, int from, int to)
{
    int best = from;
    float most = -1;
    for (int i = from; i <= to; i++) {
        float d = caper_vec3_distance(path[i], path[from]);
        if (d > most) {
            most = d;
            best = i;
        }
    }
    return best;
}

static void add_stance(caperi_figures *figures, const caperi_footage *f, const caperi_sole *sole,
                       int from, int to)
{
    caper_report_stance *stance = &figures->stances[figures->stance_count++];
    stance->body = sole->body;
    stance->point = sole->point;
    stance->start = (float)((double)from / (double)f->rate);
    stance->end = (float)((double)to / (double)f->rate);
    stance->slip = path_extent(sole->path, from, to);
    stance->declared = false;
    for (int i = from; i <= to; i++) {
        stance->declared |= (sole->stance[i] & CAPERI_DECLARED) != 0;
    }
    caperi_note_worst(figures, CAPER_METRIC_SLIP_MAX, farthest_frame(sole->path, from, to),
                      sole->body, (double)stance->slip * 1000.0);
}

static int count_runs(const caperi_sole *sole, int frames)
{
    int runs = 0;
    for (int i = 0; i < frames; i++) {
        runs += sole->stance[i] && (i == 0 || !sole->stance[i - 1]);
    }
    return runs;
}

static bool measure_slip(caperi_figures *figures, const caperi_footage *f,
                         const caperi_soles *soles, caper_arena *arena)
{
    int runs = 0;
    for (int s = 0; s < soles->count; s++) {
        runs += count_runs(&soles->items[s], f->frame_count);
    }
    figures->stances =
        caper_arena_alloc_zero(arena, (size_t)runs + 1, sizeof(caper_report_stance), 16);
    float *slips = caper_arena_alloc_zero(arena, (size_t)runs + 1, sizeof(float), 16);
    if (!figures->stances || !slips) {
        return false;
    }
    for (int s = 0; s < soles->count; s++) {
        const caperi_sole *sole = &soles->items[s];
        int from = -1;
        for (int i = 0; i <= f->frame_count; i++) {
            bool stands = i < f->frame_count && sole->stance[i];
            if (stands && from < 0) {
                from = i;
            } else if (!stands && from >= 0) {
                add_stance(figures, f, sole, from, i - 1);
                from = -1;
            }
        }
    }
    for (int i = 0; i < runs; i++) {
        slips[i] = figures->stances[i].slip * 1000.0f;
    }
    figures->value[CAPER_METRIC_SLIP_MEDIAN] = caperi_quantile(slips, runs, 0.5);
    figures->value[CAPER_METRIC_SLIP_MAX] = caperi_quantile(slips, runs, 1.0);
    return true;
}

// --- skating -----------------------------------------------------------------------------------

static float flat_speed(const caper_vec3 *path, float rate, int from, int to)
{
    float x = path[to].x - path[from].x, z = path[to].z - path[from].z;
    return sqrtf(x * x + z * z) * rate / (float)(to - from);
}

static float mean_flat_speed(const caper_vec3 *path, int count, float rate, int frame)
{
    int half = (int)(0.05f * rate + 0.5f);
    half = half < 1 ? 1 : half;
    int from = frame - half < 0 ? 0 : frame - half;
    int to = frame + half >= count ? count - 1 : frame + half;
    float sum = 0;
    for (int i = from; i < to; i++) {
        sum += flat_speed(path, rate, i, i + 1);
    }
    return to > from ? sum / (float)(to - from) : 0;
}

// A foot skates between two frames when its lowest point is low in both and moves fast, there and
// in the mean of 0.1 s around.
static float skate_speed(const caperi_footage *f, const caperi_soles *soles, int body, int frame)
{
    const caperi_sole *low = NULL;
    for (int s = 0; s < soles->count; s++) {
        const caperi_sole *sole = &soles->items[s];
        if (sole->body == body && (!low || sole->gap[frame] < low->gap[frame])) {
            low = sole;
        }
    }
    float height = 0.05f * f->scale.length, limit = 0.5f * f->scale.speed;
    if (!low || low->gap[frame] >= height || low->gap[frame + 1] >= height) {
        return 0;
    }
    float speed = flat_speed(low->path, f->rate, frame, frame + 1);
    if (speed <= limit || mean_flat_speed(low->path, f->frame_count, f->rate, frame) <= limit) {
        return 0;
    }
    return speed;
}

static void measure_skate(caperi_figures *figures, const caperi_footage *f,
                          const caperi_soles *soles)
{
    int skating = 0;
    for (int i = 0; i + 1 < f->frame_count; i++) {
        bool any = false;
        for (int b = 0; b < soles->body_count; b++) {
            if (!(f->character->bodies[soles->bodies[b]].caps & CAPER_CAP_FOOT)) {
                continue;
            }
            float speed = skate_speed(f, soles, soles->bodies[b], i);
            if (speed > 0) {
                any = true;
                caperi_note_worst(figures, CAPER_METRIC_SKATE, i, soles->bodies[b], (double)speed);
            }
        }
        skating += any;
    }
    if (f->frame_count > 1) {
        figures->value[CAPER_METRIC_SKATE] = 100.0 * (double)skating / (double)(f->frame_count - 1);
    }
}

bool caperi_measure_soles(caperi_figures *figures, const caperi_footage *footage,
                          const caperi_soles *soles, caper_arena *arena)
{
    if (soles->count == 0) {
        return true;
    }
    measure_skate(figures, footage, soles);
    return measure_slip(figures, footage, soles, arena);
}

// --- penetration and float ---------------------------------------------------------------------

float caperi_ground_depth(const caperi_ground *ground, caper_vec3 point)
{
    caper_hit hit = caperi_ground_near(ground, NULL, point, 1e-4f);
    return hit.surface == CAPER_SURFACE_NONE ? 0.0f : fmaxf(0.0f, -hit.distance);
}

static float body_depth(const caperi_footage *f, const caperi_ground *ground, int frame, int body)
{
    const caper_body *b = &f->character->bodies[body];
    const caper_transform *t = caperi_footage_at(f, frame, body);
    float depth = 0;
    for (int c = 0; c < 8; c++) {
        caper_vec3 corner = {b->box_center.x + (c & 1 ? b->box_half.x : -b->box_half.x),
                             b->box_center.y + (c & 2 ? b->box_half.y : -b->box_half.y),
                             b->box_center.z + (c & 4 ? b->box_half.z : -b->box_half.z)};
        depth = fmaxf(depth, caperi_ground_depth(ground, caper_transform_mul_point(*t, corner)));
    }
    return depth;
}

static bool measure_float(caperi_figures *figures, const caperi_footage *f,
                          const caperi_soles *soles, caper_arena *arena)
{
    int samples = 0;
    const caper_clip *clip = f->clip;
    for (int pass = 0; pass < 2; pass++) {
        float *values = NULL;
        if (pass == 1) {
            values = caper_arena_alloc_zero(arena, (size_t)samples + 1, sizeof(float), 16);
            if (!values) {
                return false;
            }
            samples = 0;
        }
        for (int c = 0; c < clip->contact_count; c++) {
            int from, to;
            caperi_contact_frames(f, &clip->contacts[c], &from, &to);
            for (int i = from; i <= to; i++) {
                float time = (float)((double)i / (double)f->rate);
                if (time < clip->contacts[c].start - 1e-4f ||
                    time > clip->contacts[c].end + 1e-4f) {
                    continue;
                }
                if (pass == 1) {
                    float lowest = INFINITY;
                    for (int s = 0; s < soles->count; s++) {
                        if (soles->items[s].body == clip->contacts[c].body) {
                            lowest = fminf(lowest, soles->items[s].gap[i]);
                        }
                    }
                    // over a void the surface is infinitely far: a large finite figure instead
                    lowest = fminf(fmaxf(lowest, 0.0f), 1000.0f);
                    values[samples] = lowest * 1000.0f;
                    caperi_note_worst(figures, CAPER_METRIC_FLOAT_P95, i, clip->contacts[c].body,
                                      (double)values[samples]);
                }
                samples++;
            }
        }
        if (pass == 1) {
            figures->value[CAPER_METRIC_FLOAT_P95] = caperi_quantile(values, samples, 0.95);
        }
    }
    return true;
}

bool caperi_measure_ground(caperi_figures *figures, const caperi_footage *footage,
                           const caperi_soles *soles, const caperi_ground *ground,
                           caper_arena *arena)
{
    float *depths =
        caper_arena_alloc_zero(arena, (size_t)footage->frame_count + 1, sizeof(float), 16);
    if (!depths) {
        return false;
    }
    for (int i = 0; i < footage->frame_count; i++) {
        for (int b = 0; b < footage->body_count; b++) {
            if (footage->character->bodies[b].caps & CAPER_CAP_HELPER) {
                continue;
            }
            float depth = body_depth(footage, ground, i, b) * 1000.0f;
            if (depth > depths[i]) {
                depths[i] = depth;
                caperi_note_worst(figures, CAPER_METRIC_PENETRATION_MAX, i, b, (double)depth);
            }
        }
    }
    figures->value[CAPER_METRIC_PENETRATION_P95] =
        caperi_quantile(depths, footage->frame_count, 0.95);
    figures->value[CAPER_METRIC_PENETRATION_MAX] =
        caperi_quantile(depths, footage->frame_count, 1.0);
    return footage->clip->contact_count == 0 || measure_float(figures, footage, soles, arena);
}

// --- gait --------------------------------------------------------------------------------------

// Share of time on the ground, over whole strides where the foot lands at least twice; NAN when it
// never stands.
static double foot_duty(const caperi_footage *f, const caperi_soles *soles, int body)
{
    int first = -1, last = -1, landings = 0, standing = 0, standing_at_last = 0;
    bool before = false;
    for (int i = 0; i < f->frame_count; i++) {
        bool now = caperi_soles_body_stands(soles, body, i);
        if (now && !before && i > 0) {
            if (landings++ == 0) {
                first = i;
                standing = 0;
            }
            last = i;
            standing_at_last = standing;
        }
        standing += now;
        before = now;
    }
    if (landings >= 2) {
        return (double)standing_at_last / (double)(last - first);
    }
    int all = 0;
    for (int i = 0; i < f->frame_count; i++) {
        all += caperi_soles_body_stands(soles, body, i);
    }
    return all ? (double)all / (double)f->frame_count : (double)NAN;
}

// Mean speed over the ground by chords of a quarter second, so that sway does not count as way.
static double travel_speed(const caperi_footage *f)
{
    int step = (int)(0.25f * f->rate + 0.5f);
    step = step < 1 ? 1 : step;
    double way = 0;
    int last = 0;
    for (int i = step; i < f->frame_count; i += step) {
        caper_vec3 a = caperi_footage_at(f, last, f->character->root_body)->position;
        caper_vec3 b = caperi_footage_at(f, i, f->character->root_body)->position;
        double x = (double)(b.x - a.x), z = (double)(b.z - a.z);
        way += sqrt(x * x + z * z);
        last = i;
    }
    return last > 0 ? way * (double)f->rate / (double)last : 0;
}

void caperi_measure_gait(caperi_figures *figures, const caperi_footage *footage,
                         const caperi_soles *soles)
{
    const caper_character *c = footage->character;
    if (c->leg_count == 0) {
        return;
    }
    double duty = 0, length = 0;
    int feet = 0;
    for (int i = 0; i < c->leg_count; i++) {
        length += (double)c->legs[i].length;
        double one = foot_duty(footage, soles, c->legs[i].foot);
        if (!isnan(one)) {
            duty += one;
            feet++;
        }
    }
    double speed = travel_speed(footage);
    figures->value[CAPER_METRIC_FROUDE] =
        speed * speed / ((double)GRAVITY * length / (double)c->leg_count);
    if (feet > 0) {
        figures->value[CAPER_METRIC_DUTY] = duty / (double)feet;
    }
    double sum = 0;
    int samples = 0;
    for (int s = 0; s < soles->count; s++) {
        const caperi_sole *sole = &soles->items[s];
        for (int i = 0; i < footage->frame_count; i++) {
            if (sole->stance[i]) {
                sum +=
                    (double)caperi_path_speed(sole->path, footage->frame_count, footage->rate, i);
                samples++;
            }
        }
    }
    if (samples > 0) {
        figures->value[CAPER_METRIC_STANCE_SPEED] = sum / (double)samples;
    }
}
