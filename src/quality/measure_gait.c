// SPDX-License-Identifier: MIT
// The measures of a gait: duty, Froude number, steps, and how alive the limbs are.
#include "quality/measures.h"

#include <math.h>

#define LEAST_STEPS 6      // of a regular walk
#define WALKS 0.02         // Froude number: whoever is slower stands, or shifts about
#define REGULAR 0.25       // relative spread of the times between steps
#define LEAST_SPEED 0.3f   // m/s at size 1.8 of a walk
#define SHORTEST_STEP 0.2f // seconds at size 1.8: landings that are nearer are one

// Share of time on the ground, over whole strides where the foot lands at least twice; NAN when it
// never stands.
static double foot_duty(const caperi_subject *s, int body)
{
    int n = s->footage.frame_count;
    int first = -1, last = -1, landings = 0, standing = 0, standing_at_last = 0, all = 0;
    bool before = false;
    for (int i = 0; i < n; i++) {
        bool now = caperi_soles_body_stands(&s->soles, body, i);
        if (now && !before && i > 0) {
            if (landings++ == 0) {
                first = i;
                standing = 0;
            }
            last = i;
            standing_at_last = standing;
        }
        standing += now;
        all += now;
        before = now;
    }
    if (landings >= 2) {
        return (double)standing_at_last / (double)(last - first);
    }
    return all ? (double)all / (double)n : (double)NAN;
}

// The way of a body over the ground, or of the center of mass (body -1), by chords of a quarter
// second, so that sway does not count.
static double way_of(const caperi_subject *s, int body)
{
    const caperi_footage *f = &s->footage;
    int step = (int)(0.25f * f->rate + 0.5f);
    step = step < 1 ? 1 : step;
    double way = 0;
    int last = 0;
    for (int i = step; i < f->frame_count; i += step) {
        caper_vec3 a = body < 0 ? s->centers[last] : caperi_footage_at(f, last, body)->position;
        caper_vec3 b = body < 0 ? s->centers[i] : caperi_footage_at(f, i, body)->position;
        double x = (double)(b.x - a.x), z = (double)(b.z - a.z);
        way += sqrt(x * x + z * z);
        last = i;
    }
    return last > 0 ? way * (double)f->rate / (double)last : 0.0;
}

// Mean speed over the ground, m/s: that of the part of the trunk that goes least. A long body that
// turns on the spot swings its hips about another of its points, and goes nowhere.
static double travel_speed(const caperi_subject *s)
{
    const caper_character *c = s->character;
    double least = fmin(way_of(s, -1), way_of(s, c->root_body));
    for (int i = 0; i < c->spine_count; i++) {
        least = fmin(least, way_of(s, c->spine[i]));
    }
    return least;
}

static void measure_stance_speed(caperi_subject *s)
{
    double sum = 0;
    int samples = 0;
    for (int k = 0; k < s->soles.count; k++) {
        const caperi_sole *sole = &s->soles.items[k];
        for (int i = 0; i < s->footage.frame_count; i++) {
            if (sole->stance[i]) {
                sum += (double)caperi_path_speed(sole->path, s->footage.frame_count,
                                                 s->footage.rate, i);
                samples++;
            }
        }
    }
    if (samples > 0) {
        s->figures.value[CAPER_METRIC_STANCE_SPEED] = sum / (double)samples;
    }
}

// Frames at which feet land, of all legs together, in time; landings after less than a fifth of a
// second of swing are chatter. Returns how many.
static int list_landings(const caperi_subject *s, int *frames)
{
    const caper_character *c = s->character;
    int n = s->footage.frame_count, count = 0, least = caperi_frames_of(s, 0.5f * SHORTEST_STEP);
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < c->leg_count; k++) {
            int foot = c->legs[k].foot;
            if (!caperi_soles_body_stands(&s->soles, foot, i) ||
                caperi_soles_body_stands(&s->soles, foot, i - 1)) {
                continue;
            }
            int up = i - 1;
            while (up > 0 && i - up < least && !caperi_soles_body_stands(&s->soles, foot, up)) {
                up--;
            }
            if (i - up >= least || up == 0) {
                frames[count++] = i;
            }
        }
    }
    return count;
}

// A walk of two legs whose steps follow each other evenly: its cadence and how it fits its speed.
static void measure_walk(caperi_subject *s, const int *landings, int count, double speed,
                         double leg)
{
    if (s->character->leg_count != 2 || count < LEAST_STEPS ||
        speed < (double)(LEAST_SPEED * s->footage.scale.speed) ||
        !(s->figures.value[CAPER_METRIC_DUTY] > 0.5)) {
        return;
    }
    double mean = (double)(landings[count - 1] - landings[0]) / (double)(count - 1), spread = 0;
    for (int i = 1; i < count; i++) {
        double off = (double)(landings[i] - landings[i - 1]) - mean;
        spread += off * off;
    }
    if (sqrt(spread / (double)(count - 1)) > REGULAR * mean) {
        return;
    }
    caperi_figures *out = &s->figures;
    double time = mean / (double)s->footage.rate, tempo = (double)s->footage.scale.speed;
    // as if the body were 1.8 m: times by the square root of its size
    out->value[CAPER_METRIC_CADENCE] = 60.0 / time * tempo;
    out->value[CAPER_METRIC_WALK_FROUDE] = speed * speed / ((double)CAPERI_GRAVITY * leg);
    out->value[CAPER_METRIC_STEP_TIME] = speed * time * time / (tempo * tempo * tempo);
    caperi_note_worst(out, CAPER_METRIC_CADENCE, landings[1], -1, out->value[CAPER_METRIC_CADENCE]);
    caperi_note_worst(out, CAPER_METRIC_WALK_FROUDE, landings[1], -1,
                      out->value[CAPER_METRIC_WALK_FROUDE]);
    caperi_note_worst(out, CAPER_METRIC_STEP_TIME, landings[1], -1,
                      out->value[CAPER_METRIC_STEP_TIME]);
}

bool caperi_measure_gait(caperi_subject *s, caper_arena *arena)
{
    const caper_character *c = s->character;
    if (c->leg_count == 0) {
        return true;
    }
    double duty = 0, length = (double)s->figures.leg;
    int feet = 0;
    for (int i = 0; i < c->leg_count; i++) {
        double one = foot_duty(s, c->legs[i].foot);
        if (!isnan(one)) {
            duty += one;
            feet++;
        }
    }
    double speed = travel_speed(s);
    s->figures.travel = (float)(speed * (double)s->clip->duration);
    s->figures.value[CAPER_METRIC_FROUDE] = speed * speed / ((double)CAPERI_GRAVITY * length);
    if (feet > 0) {
        s->figures.value[CAPER_METRIC_DUTY] = duty / (double)feet;
    }
    measure_stance_speed(s);
    size_t most = (size_t)s->footage.frame_count * (size_t)c->leg_count + 1;
    int *landings = caper_arena_alloc(arena, most * sizeof(int), 16);
    if (!landings) {
        return false;
    }
    int count = list_landings(s, landings);
    s->figures.step_count = count;
    if (count >= 3 && landings[count - 1] > landings[0]) {
        s->figures.steps =
            (float)(count - 1) * s->footage.rate / (float)(landings[count - 1] - landings[0]);
    }
    measure_walk(s, landings, count, speed, length);
    return true;
}

// --- life --------------------------------------------------------------------------------------

double caperi_limb_spread(const caperi_subject *s, int base, int tip)
{
    const caperi_footage *f = &s->footage;
    int from = s->character->bodies[base].parent;
    double mean[3] = {0, 0, 0}, square = 0;
    float length = 0;
    for (int b = tip; b != base && b >= 0; b = s->character->bodies[b].parent) {
        length += caper_vec3_length(s->character->skeleton.rest_local[b].position);
    }
    if (from < 0 || !(length > 0) || f->frame_count < 2) {
        return (double)NAN;
    }
    for (int i = 0; i < f->frame_count; i++) {
        const caper_transform *t = caperi_footage_at(f, i, 0);
        caper_vec3 way = caper_quat_unrotate(t[from].rotation,
                                             caper_vec3_sub(t[tip].position, t[base].position));
        mean[0] += (double)way.x;
        mean[1] += (double)way.y;
        mean[2] += (double)way.z;
        square += (double)caper_vec3_dot(way, way);
    }
    double n = (double)f->frame_count;
    double off = square / n - (mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]) / (n * n);
    return sqrt(fmax(off, 0)) / (double)length;
}

double caperi_foot_lift(const caperi_subject *s, int foot, caper_arena *arena)
{
    int n = s->footage.frame_count;
    float leg = 0;
    for (int i = 0; i < s->character->leg_count; i++) {
        leg = s->character->legs[i].foot == foot ? s->character->legs[i].length : leg;
    }
    float *heights = caper_arena_alloc(arena, ((size_t)n + 1) * sizeof(float), 16);
    if (!(leg > 0) || !heights) {
        return (double)NAN;
    }
    for (int i = 0; i < n; i++) {
        heights[i] = INFINITY;
        for (int k = 0; k < s->soles.count; k++) {
            if (s->soles.items[k].body == foot) {
                heights[i] = fminf(heights[i], s->soles.items[k].gap[i]);
            }
        }
        if (!isfinite(heights[i])) {
            return (double)NAN;
        }
    }
    return caperi_quantile(heights, n, 0.95) / (double)leg;
}

// The stillest arm of a person who walks or steps, as a spread of directions. Whoever stands still
// may hold them still.
void caperi_measure_arms(caperi_subject *s)
{
    double least = (double)INFINITY;
    if (!s->is_person || s->figures.step_count < 3 ||
        !(s->figures.value[CAPER_METRIC_FROUDE] > WALKS) ||
        s->footage.frame_count < caperi_frames_of(s, 1.0f)) {
        return;
    }
    for (int i = CAPER_LIMB_LEFT_ARM; i <= CAPER_LIMB_RIGHT_ARM; i++) {
        const caper_limb *limb = &s->person.limbs[i];
        if (limb->start < 0 || limb->tip < 0) {
            return;
        }
        double spread = caperi_limb_spread(s, limb->start, limb->tip) * 180.0 / (double)CAPER_PI;
        if (spread < least) {
            least = spread;
            s->figures.worst[CAPER_METRIC_ARM_SPREAD] = (caper_worst){
                CAPER_METRIC_ARM_SPREAD, s->footage.frame_count / 2, limb->start, spread, -1};
        }
    }
    s->figures.value[CAPER_METRIC_ARM_SPREAD] = isfinite(least) ? least : (double)NAN;
}
