// SPDX-License-Identifier: MIT
//
// How the root is shifted from the flat place to the world, over the coming second: along the
// ground it goes with the feet that carry it; in height as their legs let it, by a ramp that rises
// before a foot lands above and sinks before one lands below; long bodies pitch with the slope. All
// of it is smoothed with preview by the filter that walks use too (contact/height.h). Invariant:
// position, speed and acceleration of the shift have no steps, however plans change.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define SMOOTH 0.36f  // of tau, as walks on steps: less falls harder, more overreaches
#define GRAVITY 9.81f // m/s2
#define LITTLE 0.02f  // of the weight of a leg: what nobody carries stays where it is
#define ABOVE 0.05f   // of leg length: how far the ramp may be above the feet that carry
#define REACH 0.97f   // of the length of a leg that a stance may use
#define EVEN 1e-5f    // of size: patches that are shifted by less are flat ground
#define FIRST 0.1f    // share of a stance before which it may carry
#define LETS_GO 0.06f // share of a stance that it carries after it (caperi_height_carries)
#define ALIKE 5e-4f   // of leg length: a stance that has moved less is looked at no more
// How much longer a step takes that climbs by a leg length; people climb stairs of 17 cm with 0.8
// to 0.9 of the steps that they walk with.
#define CLIMBS 0.9f
#define SINKS 0.6f           // the same of one that goes down
#define LONGER 1.05f         // of a step of the motion: one that is no longer takes no more time
#define SLOWEST 0.6f         // pace: no step is slower
#define PACE_HALF_LIFE 0.12f // seconds at size 1.8 m: how a pace changes
#define STANDING 0.97f       // share of a stance to which its leg has to reach

// Of the wishes: the highest that the root may be for the legs in front, and for those behind. In
// a long body each end goes with its own feet.
#define MOST CAPERI_SHIFT_COUNT
#define ENDS 2
#define WISHES (CAPERI_SHIFT_COUNT + ENDS)
// Of the time from one wish to the next: by which a low one counts early and late, since what is
// smoothed is both. Tuned with CAPERI_STRIDE_SQUAT on captures and animals: at 1 animals kneel, at
// 0.7 walks go down rough.
#define EARLY 0.9f

/// A leg over the coming time: where it stands, one stance after the other.
typedef struct course {
    const caperi_patch *patches[CAPERI_STRIDE_COURSE];
    int count;
    float shares[CAPERI_STRIDE_COURSE]; // of the stances that have gone by at the time that is
                                        // looked at
} course;

static course course_of(const caperi_stride_state_foot *foot)
{
    course c = {.patches = {&foot->now, NULL, NULL}, .count = 1};
    if (foot->has_next) {
        c.patches[c.count++] = &foot->next;
    }
    if (foot->has_next && foot->has_after) {
        c.patches[c.count++] = &foot->after;
    }
    return c;
}

static float share_at(const caperi_patch *patch, double time)
{
    double span = patch->leave - patch->land;
    return (float)((time - patch->land) / (span > 1e-3 ? span : 1e-3));
}

/// Are all stances shifted alike? Then so is the root.
static bool is_even(const caper_stride *s, const course *courses, float values[4])
{
    const caperi_patch *first = courses[0].patches[0];
    caper_vec3 shift = caper_vec3_sub(first->place, first->flat);
    float least = EVEN * s->character->size;
    for (int i = 0; i < s->leg_count; i++) {
        for (int k = 0; k < courses[i].count; k++) {
            const caperi_patch *p = courses[i].patches[k];
            caper_vec3 d = caper_vec3_sub(caper_vec3_sub(p->place, p->flat), shift);
            if (fabsf(d.x) + fabsf(d.y) + fabsf(d.z) > least) {
                return false;
            }
        }
    }
    values[CAPERI_SHIFT_X] = shift.x;
    values[CAPERI_SHIFT_Z] = shift.z;
    values[CAPERI_SHIFT_Y] = shift.y;
    values[CAPERI_SHIFT_PITCH] = 0;
    return true;
}

/// How uneven the ground of all stances is, 0..1.
static float unevenness(const caper_stride *s, const course *courses)
{
    float low = 1e30f, high = -1e30f;
    for (int i = 0; i < s->leg_count; i++) {
        for (int k = 0; k < courses[i].count; k++) {
            low = caper_min(low, courses[i].patches[k]->place.y);
            high = caper_max(high, courses[i].patches[k]->place.y);
        }
    }
    return caper_smoothstep(0.01f, 0.10f, (high - low) / s->legs[0].length);
}

/// Where a leg stands at a time, or is between two stances.
static caper_vec3 place_at(const course *c, double time)
{
    caper_vec3 at = c->patches[0]->place;
    for (int k = 1; k < c->count; k++) {
        const caperi_patch *a = c->patches[k - 1], *b = c->patches[k];
        double span = fmax(b->land - a->leave, 1e-3);
        at = caper_vec3_lerp(at, b->place,
                             caper_smoothstep(0, 1, (float)((time - a->leave) / span)));
    }
    return at;
}

/// The ground under a long body: a line through where its legs are.
typedef struct incline {
    float height; // below the middle of the body
    float slope;
} incline;

static incline incline_at(const caper_stride *s, const course *courses, double time, caper_root at)
{
    float n = (float)s->leg_count, mean = 0, middle = 0, zz = 0, zh = 0, sine, cosine;
    float along[CAPERI_STRIDE_LEGS], up[CAPERI_STRIDE_LEGS];
    caper_sincos(at.yaw, &sine, &cosine);
    for (int i = 0; i < s->leg_count; i++) {
        caper_vec3 p = place_at(&courses[i], time);
        along[i] = sine * (p.x - at.x) + cosine * (p.z - at.z) - s->pivot_z;
        up[i] = p.y;
        mean += p.y / n;
        middle += along[i] / n;
    }
    for (int i = 0; i < s->leg_count; i++) {
        float d = along[i] - middle;
        zz += d * d;
        zh += d * (up[i] - mean);
    }
    float length = s->legs[0].length, prior = 0.04f * n * length * length;
    float slope = zh / (zz + prior);
    return (incline){mean - slope * middle, slope};
}

/// The highest that the root may be so that a leg reaches its foot. `turn`: of the trunk.
static float reach_of(const caper_stride *s, const caperi_glimpse *root, caper_transform turn,
                      const caperi_moment_leg *at, int leg, const caperi_patch *patch, float x,
                      float z)
{
    const caperi_stride_leg *l = &s->legs[leg];
    caper_vec3 hip = caperi_glimpse_point(root, caperi_transform_point(&turn, at->hip));
    caper_vec3 own = caperi_transform_point(&at->foot, at->ankle);
    caper_vec3 ankle = caperi_patch_point(patch, caperi_glimpse_point(root, own));
    ankle.y -= root->flat.y + at->low; // soles are on the ground then
    // no straighter than the motion has it, or than REACH: knees of straight legs snap
    float flat = caper_vec3_distance(at->hip, own);
    float reach = caper_max(flat, REACH * l->reach);
    return caperi_height_reach(caper_vec3_make(hip.x + x, hip.y, hip.z + z), ankle, reach);
}

/// What carries the root then: the shift of its feet, and how high they are. `last`: the
/// same a little earlier, which stays while nobody carries.
static void carry(const caper_stride *s, const course *courses, float last[3])
{
    float weight = LITTLE, sums[3] = {LITTLE * last[0], LITTLE * last[1], LITTLE * last[2]};
    for (int i = 0; i < s->leg_count; i++) {
        for (int n = 0; n < courses[i].count; n++) {
            const caperi_patch *p = courses[i].patches[n];
            float w = caperi_height_carries(courses[i].shares[n]);
            weight += w;
            sums[CAPERI_SHIFT_X] += w * (p->place.x - p->flat.x);
            sums[CAPERI_SHIFT_Z] += w * (p->place.z - p->flat.z);
            sums[CAPERI_SHIFT_Y] += w * p->place.y;
        }
    }
    for (int c = 0; c < 3; c++) {
        last[c] = sums[c] / weight;
    }
}

/// The moment at a time, or the nearest that is known; -1: none is.
static int moment_of(const caper_stride *s, double time)
{
    int last = s->state->count - 1, index = caperi_moment_near(s, time);
    return !s->state->seen || last < 1 ? -1 : index < 0 ? 0 : index < last ? index : last;
}

/// The highest that all legs that stand at a moment, or -1, let the root be, by those in front and
/// behind.
static void most_at(const caper_stride *s, const course *courses, int index, const float carried[3],
                    float pitch, float most[ENDS])
{
    float length = s->legs[0].length;
    most[0] = most[1] = carried[CAPERI_SHIFT_Y] + ABOVE * length;
    if (index < 0) {
        return;
    }
    const caperi_glimpse *root = caperi_moment_at(s, index);
    caper_transform turn = caperi_stride_pitch(s, pitch);
    for (int i = 0; i < s->leg_count; i++) {
        for (int n = 0; n < courses[i].count && s->legs[i].middle >= 0; n++) {
            const caperi_patch *p = courses[i].patches[n];
            float share = courses[i].shares[n];
            if (share >= -FIRST && share <= STANDING) {
                const caperi_moment_leg *at = caperi_moment_leg_at(s, index, i);
                float reach = reach_of(s, root, turn, at, i, p, carried[0], carried[1]);
                float *end = &most[at->hip.z < s->pivot_z];
                *end = caper_min(*end, reach);
            }
        }
    }
    float low = caper_min(most[0], most[1]);
    for (int i = 0; i < ENDS; i++) { // short bodies have one end
        most[i] = caper_lerp(low, most[i], s->follows);
        most[i] = caper_max(most[i], carried[CAPERI_SHIFT_Y] - CAPERI_STRIDE_SQUAT * length);
    }
}

/// Look at what the shift should be at one of the even times.
static void look_at(caper_stride *s, course *courses, float spacing, int k)
{
    caperi_stride_state *state = s->state;
    float *wish = state->wishes[k], carried[3];
    double time = state->wished + (double)(spacing * (float)k);
    for (int c = 0; c < 3; c++) {
        carried[c] = k > 0 ? state->wishes[k - 1][c] : state->shift[c].value;
    }
    for (int i = 0; i < s->leg_count; i++) {
        for (int n = 0; n < courses[i].count; n++) {
            courses[i].shares[n] = share_at(courses[i].patches[n], time);
        }
    }
    carry(s, courses, carried);
    int index = moment_of(s, time);
    wish[CAPERI_SHIFT_PITCH] = 0;
    if (s->follows > 0) { // whichever end carries it, a long body is over the middle of its feet
        caper_root at = index < 0 ? state->flat : caperi_moment_at(s, index)->flat;
        at.x += carried[CAPERI_SHIFT_X];
        at.z += carried[CAPERI_SHIFT_Z];
        incline under = incline_at(s, courses, time, at);
        float *y = &carried[CAPERI_SHIFT_Y];
        *y = caper_lerp(*y, under.height, s->follows);
        wish[CAPERI_SHIFT_PITCH] = -s->follows * caper_atan(under.slope);
    }
    for (int c = 0; c < 3; c++) {
        wish[c] = carried[c];
    }
    most_at(s, courses, index, carried, wish[CAPERI_SHIFT_PITCH], &wish[MOST]);
}

/// The highest ramp below what an end of the body may be.
static void ramp_of(const float most[CAPERI_HEIGHT_NODES], float ramp[CAPERI_HEIGHT_NODES])
{
    for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
        float beside =
            caper_min(most[k > 0 ? k - 1 : 0], most[k + 1 < CAPERI_HEIGHT_NODES ? k + 1 : k]);
        ramp[k] = caper_min(most[k], caper_lerp(most[k], beside, EARLY));
    }
    caperi_height_ramp(ramp);
}

/// What is drawn to at the first of the even times, or at the second. `uneven`: the ground, 0..1.
static void draw_at(caper_stride *s, int first, float uneven)
{
    float *drawn = s->state->drawn[first], ramps[ENDS];
    _Static_assert(CAPERI_SHIFT_COUNT == 4, "previews are made by fours");
    caperi_f4_storeu(drawn, caperi_height_previews(s->state->wishes[first], WISHES));
    if (!(uneven > 0)) {
        return;
    }
    bool is_long = s->follows > 0; // short bodies have one end
    for (int end = 0; end < (is_long ? ENDS : 1); end++) {
        float most[CAPERI_HEIGHT_NODES], ramp[CAPERI_HEIGHT_NODES];
        for (int k = 0; k < CAPERI_HEIGHT_NODES; k++) {
            most[k] = s->state->wishes[first + k][MOST + end];
        }
        ramp_of(most, ramp);
        ramps[end] = caperi_height_preview(ramp);
    }
    float middle = is_long ? 0.5f * (ramps[0] + ramps[1]) : ramps[0];
    drawn[CAPERI_SHIFT_Y] = caper_lerp(drawn[CAPERI_SHIFT_Y], middle, uneven);
    drawn[CAPERI_SHIFT_PITCH] -= is_long ? uneven * (ramps[0] - ramps[1]) / s->span : 0;
}

/// From when on it matters to the root where and when a stance is. A long body is over the middle
/// of its feet, those on their way included.
static double matters_from(const caper_stride *s, const course *c, double land, double leave)
{
    double from = land - (double)FIRST * fmax(leave - land, 1e-3);
    return s->follows > 0 ? fmin(from, c->patches[0]->leave) : from;
}

static bool is_alike(const caper_stride *s, int leg, const caperi_looked *a, const caperi_patch *b)
{
    float least = ALIKE * s->legs[leg].length;
    return caper_vec3_distance(a->place, b->place) < least &&
           caper_vec3_distance(a->flat, b->flat) < least &&
           fabs(a->land - b->land) + fabs(a->leave - b->leave) < 1e-3 * (double)s->step;
}

/// From when on the stances in view are others than those that were looked at, and what is over
/// now. They are those that are looked at then.
static double changed_from(caper_stride *s, const course *courses)
{
    double from = (double)INFINITY;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_state_foot *foot = &s->feet[i];
        caperi_looked next[CAPERI_STRIDE_COURSE];
        bool kept[CAPERI_STRIDE_COURSE] = {false};
        for (int n = 0; n < courses[i].count; n++) {
            const caperi_patch *p = courses[i].patches[n];
            int k = 0;
            while (k < foot->looked_count && !is_alike(s, i, &foot->looked[k], p)) {
                k++;
            }
            if (k < foot->looked_count) {
                kept[k] = true;
                next[n] = foot->looked[k];
            } else {
                next[n] = (caperi_looked){p->place, p->flat, p->land, p->leave};
                from = fmin(from, matters_from(s, &courses[i], p->land, p->leave));
            }
        }
        for (int k = 0; k < foot->looked_count; k++) {
            const caperi_looked *l = &foot->looked[k];
            bool over = s->state->time > l->leave + (double)LETS_GO * (l->leave - l->land);
            from = kept[k] || over ? from
                                   : fmin(from, matters_from(s, &courses[i], l->land, l->leave));
        }
        foot->looked_count = courses[i].count;
        memcpy(foot->looked, next, (size_t)foot->looked_count * sizeof *next);
    }
    return from;
}

/// Look at what is to come: where the plan has changed, at all from then on, or else at what has
/// come into view.
static void look_ahead(caper_stride *s, course *courses, float spacing)
{
    caperi_stride_state *state = s->state;
    double since = state->time - state->wished;
    int last = CAPERI_STRIDE_WISHES - 1;
    bool plan = state->stale || !state->seen;
    double from = plan ? changed_from(s, courses) : (double)INFINITY;
    if (!(since >= 0 && since < 2 * (double)spacing) || state->stale > 1 || !state->seen) {
        from = -(double)INFINITY;
    }
    if (!(since >= 0 && since < 2 * (double)spacing)) {
        state->wished = state->time;
    } else if (since >= (double)spacing) {
        memmove(state->wishes[0], state->wishes[1], (size_t)last * sizeof state->wishes[0]);
        memcpy(state->drawn[0], state->drawn[1], sizeof state->drawn[0]);
        state->wished += (double)spacing;
        look_at(s, courses, spacing, last);
        draw_at(s, 1, unevenness(s, courses));
    }
    for (int k = 0; k <= last; k++) {
        if (state->wished + (double)(spacing * (float)k) >= from) {
            look_at(s, courses, spacing, k);
        }
    }
    for (int first = 0; first < 2 && from < (double)INFINITY; first++) {
        draw_at(s, first, unevenness(s, courses));
    }
    state->stale = 0;
}

/// What the shift is drawn to now: a sum of wishes, as they are.
static void draw_to(const caper_stride *s, float spacing, float previews[CAPERI_SHIFT_COUNT])
{
    const caperi_stride_state *state = s->state;
    float share = (float)(state->time - state->wished) / spacing;
    for (int i = 0; i < CAPERI_SHIFT_COUNT; i++) {
        previews[i] = caper_lerp(state->drawn[0][i], state->drawn[1][i], share);
    }
}

/// The pace of a step from one stance to another.
static float pace_of(const caper_stride *s, const caperi_patch *from, const caperi_patch *to)
{
    caper_vec3 way = caper_vec3_sub(to->place, from->place),
               flat = caper_vec3_sub(to->flat, from->flat);
    float climb = way.y / s->legs[0].length;
    way.y = flat.y = 0;
    float least = 0.1f * s->character->size, length = caper_vec3_length(flat);
    float longer = length > least ? caper_max(caper_vec3_length(way) / length - LONGER, 0) : 0;
    return 1 / (1 + longer + (climb > 0 ? CLIMBS * climb : -SINKS * climb));
}

void caperi_stride_pace(caper_stride *s, float dt)
{
    caperi_stride_state *state = s->state;
    float pace = 1;
    for (int i = 0; i < s->leg_count && !s->def.keep_pace; i++) {
        const caperi_stride_state_foot *foot = &s->feet[i];
        if (foot->has_next && !foot->stands) { // a stride is two steps
            pace = caper_min(pace, 0.5f * (1 + pace_of(s, &foot->now, &foot->next)));
        }
    }
    pace = caper_max(pace, SLOWEST);
    state->report.slowest = caper_min(state->report.slowest, pace);
    caper_spring(&state->pace, &state->pace_rate, pace - 1, 0, PACE_HALF_LIFE * sqrtf(s->scale),
                 dt);
}

void caperi_stride_shift(caper_stride *s, float dt)
{
    caperi_stride_state *state = s->state;
    course courses[CAPERI_STRIDE_LEGS];
    for (int i = 0; i < s->leg_count; i++) {
        courses[i] = course_of(&s->feet[i]);
    }
    float smooth = SMOOTH * sqrtf(s->legs[0].length / GRAVITY), values[CAPERI_SHIFT_COUNT];
    // what is not even stays so until the plan changes
    if ((state->stale || !state->seen) && is_even(s, courses, values)) {
        state->stale = 2; // nothing has been looked at
    } else {
        look_ahead(s, courses, CAPERI_HEIGHT_SPACING * smooth);
        draw_to(s, CAPERI_HEIGHT_SPACING * smooth, values);
    }
    caperi_height_steps(state->shift, values, CAPERI_SHIFT_COUNT, smooth, dt);
}
