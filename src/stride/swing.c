// SPDX-License-Identifier: MIT
//
// The swing of a foot from one patch to the next (paper 003, section 4.5). Between them it goes as
// the motion has it, warped to where it lands: up steps it waits, goes back a little and rises
// before it goes ahead; down steps, and behind stones, it is over its landing before it sinks. What
// is still in the way then is looked at along the whole of the swing, for heel and toes, and the
// foot is raised over it. Of a few ways to do this the one is taken that has to be raised least and
// touches nothing.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define HIGH_STEP                                                                                  \
    0.12f           // of leg length: what the ground rises or falls by, but for its slope: a step
#define RISEN 0.65f // share of a swing after which a foot has risen to a step
#define AHEAD 0.9f  // share of a swing after which a foot is over the step down that it lands on
#define LEVELS 0.5f // share of a swing from which a foot turns to how it comes down
#define GOOD_CLEAR 0.02f // of leg length: a swing that has to be raised by less is good
#define MARGIN 0.045f    // of leg length: by which a swing clears what is below it
#define MOST_CLEAR 0.4f  // of leg length: a swing is raised no further
#define HURRY 25.0f // m/s2: at which a foot is raised or let down at most (swings of CMU walks)
#define ABOUT 0.4f  // of leg length around a swing: the ground that it may pass over
#define BRUSH 0.01f // of leg length: how deep a foot may get into the face of a step
#define TOUCHES                                                                                    \
    3               // how much worse it is to touch what is in the way, or to be raised for
                    // long, than to be raised by as much
#define WAITS 0.12f // of leg length: how ill it is to wait for all of a swing
#define COARSE 2    // of how many samples one is looked at to choose a way
#define SAMPLES (2 * CAPERI_STRIDE_CLEAR - 1) // of a swing: at the values of `clear` and between

// ----------------------------------------------------------------------------------------- curve

/// What a swing is raised by: a cubic B-spline through what is asked for, or above it, and none at
/// its ends.
static float clear_at(const float *clear, float share)
{
    float at = share * (float)(CAPERI_STRIDE_CLEAR - 1);
    int i = (int)at;
    i = i < CAPERI_STRIDE_CLEAR - 2 ? i : CAPERI_STRIDE_CLEAR - 2;
    float t = at - (float)i, u = 1 - t, p[4];
    for (int k = 0; k < 4; k++) {
        int index = i + k - 1, last = CAPERI_STRIDE_CLEAR - 1;
        p[k] = index < 0 ? -clear[1] : index > last ? -clear[last - 1] : clear[index];
    }
    float t2 = t * t, u2 = u * u;
    return (u * u2 * p[0] + (3 * t * t2 - 6 * t2 + 4) * p[1] + (3 * u * u2 - 6 * u2 + 4) * p[2] +
            t * t2 * p[3]) /
           6;
}

/// How much of what a swing climbs or drops is a step: what the slope that it leaves does not
/// explain.
static float steepness(const caper_stride *s, int leg, const caperi_patch *from,
                       const caperi_patch *to)
{
    caper_vec3 way = caper_vec3_sub(to->place, from->place), n = from->normal;
    float slope = -(way.x * n.x + way.z * n.z) / n.y;
    return caper_smoothstep(0, HIGH_STEP * s->legs[leg].length, fabsf(way.y - slope));
}

/// How far a swing has come along the ground, 0..1. `point`: see caperi_stride_state_foot.
static float swing_along(const caper_stride *s, int leg, caper_vec3 point, float share)
{
    const caperi_stride_state_foot *foot = &s->feet[leg];
    caper_vec3 way = caper_vec3_sub(foot->to, foot->from);
    way.y = 0;
    float length = caper_vec3_length_sq(way), along = caper_smoothstep(0, 1, share);
    float least = 0.1f * s->legs[leg].length;
    if (length > least * least) {
        // horizontally it goes on as the motion does: a shorter step is a slower one
        caper_vec3 gone = caper_vec3_sub(point, foot->from);
        along = caper_clamp(caper_vec3_dot(gone, way) / length, 0, 1);
    }
    return caper_lerp(along, 1, caper_smoothstep(0.7f, 1, share));
}

/// How a foot is tilted by the ground between two patches.
static caper_quat tilt_between(const caperi_patch *from, const caperi_patch *to, float along)
{
    if (from->normal.y >= 1 && to->normal.y >= 1) {
        return caper_quat_identity();
    }
    caper_vec3 y = caper_vec3_make(0, 1, 0);
    return caper_quat_nlerp(caper_quat_between(y, from->normal), caper_quat_between(y, to->normal),
                            along);
}

/// A foot at a time of its swing, but for how long it waits, how far it goes back and what it is
/// raised by: all that is the same whichever way it goes.
typedef struct stage {
    caper_transform at; // on its way along the ground, at the height of where it left
    caper_vec3 way;     // of the whole swing
    caper_vec3 rest;    // of it that is left
    float share, along; // of its time, of its way
    float step;         // how much of a step it climbs or drops
    float climb, up;    // what it climbs, and how much of that when it does not wait
    bool rises;
} stage;

static stage find_stage(const caper_stride *s, int leg, caper_transform flat, double time)
{
    const caperi_stride_state_foot *foot = &s->feet[leg];
    const caperi_patch *next = foot->has_next ? &foot->next : &foot->now;
    double span = next->land - foot->lifted;
    stage out;
    float share = foot->has_next && span > 1e-6
                      ? caper_clamp((float)((time - foot->lifted) / span), 0, 1)
                      : 0;
    caper_vec3 point = caper_vec3_lerp(foot->heaves, foot->meets, caperi_least_jerk(share));
    point = caperi_transform_point(&flat, point);
    float along = swing_along(s, leg, point, share);
    caper_vec3 a = caperi_patch_point(&foot->now, flat.position),
               b = caperi_patch_point(next, flat.position);
    // up steps a foot rises before it goes ahead, down steps it goes ahead before it sinks
    float step = steepness(s, leg, &foot->now, next);
    bool rises = next->place.y > foot->now.place.y;
    along = rises ? along : caper_lerp(along, 1, step * caper_smoothstep(0.2f, AHEAD, share));
    caper_quat tilt = tilt_between(&foot->now, next, along);
    out.at =
        caper_transform_make(caperi_quat_mul(tilt, flat.rotation), caper_vec3_lerp(a, b, along));
    out.way = caper_vec3_add(caper_vec3_sub(foot->to, foot->from), caper_vec3_sub(b, a));
    out.way.y = 0;
    if (!rises && foot->has_next) {
        caper_vec3 left = caper_vec3_sub(foot->to, point);
        left.y = 0;
        out.at.position =
            caper_vec3_add_scaled(out.at.position, left, step * caperi_least_jerk(share / AHEAD));
    }
    if (foot->has_next && share > LEVELS) {
        out.at.rotation =
            caper_quat_nlerp(out.at.rotation, caperi_sole_leveled(s, leg, next, out.at.rotation),
                             caperi_least_jerk((share - LEVELS) / (1 - LEVELS)));
    }
    out.rest = caper_vec3_sub(caper_vec3_add(b, caper_vec3_sub(foot->to, point)), out.at.position);
    out.rest.y = 0;
    out.at.position.y = a.y;
    out.climb = b.y - a.y;
    out.up = rises ? caperi_least_jerk(share / RISEN) : 0;
    out.up = caper_lerp(caperi_least_jerk(along), out.up, step);
    out.share = share;
    out.along = along;
    out.step = step;
    out.rises = rises;
    return out;
}

/// Where it is then.
static caper_vec3 stage_position(const caperi_stride_state_foot *foot, const stage *at)
{
    caper_vec3 out = at->at.position;
    float share = at->share, wait = foot->wait, up = at->up;
    if (wait > 0) { // down a step it waits before it sinks
        float waited =
            (at->rises ? 1 : 1 - at->step) * at->along * (1 - caper_smoothstep(0, wait, share));
        out = caper_vec3_add_scaled(out, at->way, -waited);
    }
    if (foot->ahead > 0) {
        out = caper_vec3_add_scaled(out, at->rest, foot->ahead * caperi_least_jerk(share / AHEAD));
    }
    if (!at->rises) {
        up += at->step * caperi_least_jerk((share - wait) / (1 - wait));
    }
    if (foot->back > 0) { // a little first, so that its toes turn up before the step
        float back = foot->back * caper_smoothstep(0, 0.25f, share) *
                     (1 - caper_smoothstep(0.25f, 0.75f, share));
        caper_vec3 way = caper_vec3_normalize_or(at->way, caper_vec3_zero());
        out = caper_vec3_add_scaled(out, way, -back);
    }
    out.y += at->climb * up + clear_at(foot->clear, share);
    return out;
}

caper_transform caperi_swing_at(const caper_stride *s, int leg, caper_transform flat, double time,
                                float *share)
{
    stage at = find_stage(s, leg, flat, time);
    *share = at.share;
    return caper_transform_make(at.at.rotation, stage_position(&s->feet[leg], &at));
}

// ---------------------------------------------------------------------------------------- clearing

/// A foot at a share of its swing.
typedef struct sample {
    float share;
    int moment;
    bool known; // what follows
    stage stage;
    caper_vec3 points[CAPERI_FOOT_POINTS]; // that must not touch the ground, from its joint
    float margins[CAPERI_FOOT_POINTS];     // by which they clear it
    int count;
} sample;

/// What was found of the samples of one way to swing.
typedef struct look {
    float depths[SAMPLES], raises[SAMPLES]; // how deep it is in the ground, what it is raised by
    bool known[SAMPLES];
    int worst; // the sample that is raised most
} look;

static double swing_time(const caperi_stride_state_foot *foot, float share)
{
    return foot->lifted + (double)share * (foot->next.land - foot->lifted);
}

/// The samples of a swing that are in view; returns their number.
static int take_samples(const caper_stride *s, int leg, sample *samples)
{
    int found = 0;
    for (int k = 1; k + 1 < SAMPLES; k++) {
        float share = (float)k / (float)(SAMPLES - 1);
        int i = caperi_moment_near(s, swing_time(&s->feet[leg], share));
        if (i >= 0 && i < s->state->count) {
            samples[found].share = share;
            samples[found].moment = i;
            samples[found++].known = false;
        }
    }
    return found;
}

/// Lay a sample out when it is looked at.
static void know(const caper_stride *s, int leg, sample *at)
{
    const caperi_stride_state_foot *foot = &s->feet[leg];
    const caperi_moment_leg *moment = caperi_moment_leg_at(s, at->moment, leg);
    caper_transform root = caper_root_transform(caperi_moment_at(s, at->moment)->flat);
    caper_transform flat;
    caperi_transform_mul(&flat, &root, &moment->foot);
    float share = at->share;
    at->known = true;
    at->stage = find_stage(s, leg, flat, swing_time(foot, share));
    at->stage.at.position.y += foot->rest_gap * caperi_gap_left(share) +
                               foot->landing_gap * caper_smoothstep(0.4f, 1, share);
    at->count = caperi_foot_points(&s->legs[leg], moment->tips, at->points);
    float margin = MARGIN * s->legs[leg].length * caper_min(1, 6 * caper_min(share, 1 - share));
    caper_vec3 own[CAPERI_FOOT_POINTS];
    caperi_transform_points(&flat, at->points, at->count, own);
    for (int p = 0; p < at->count; p++) { // no higher above the ground than the motion has it
        at->margins[p] = caper_clamp(own[p].y, 0, margin);
    }
    caper_transform turn = caper_transform_make(at->stage.at.rotation, caper_vec3_zero());
    caperi_transform_points(&turn, at->points, at->count, at->points);
}

/// How deep a foot may get into the face of a step, along its way.
static caper_vec3 brush_of(const caper_stride *s, int leg)
{
    const caperi_stride_state_foot *foot = &s->feet[leg];
    caper_vec3 way = caper_vec3_sub(foot->next.place, foot->now.place);
    way.y = 0;
    return caper_vec3_scale(caper_vec3_normalize_or(way, caper_vec3_zero()),
                            BRUSH * s->legs[leg].length);
}

/// How deep a sample is in the ground when it is not raised; `margin`: the same for a foot that
/// clears it.
static float depth_of(const caper_stride *s, int leg, const caperi_footing_job *f, float ceiling,
                      sample *at, float *margin)
{
    if (!at->known) {
        know(s, leg, at);
    }
    float deepest = -1e30f;
    caper_vec3 place = stage_position(&s->feet[leg], &at->stage);
    *margin = 0;
    for (int p = 0; p < at->count; p++) {
        caper_vec3 q = caper_vec3_add(place, at->points[p]), normal;
        int platform;
        if (q.y > ceiling + at->margins[p]) {
            continue;
        }
        float depth = caperi_footing_height(f, q, &normal, &platform) - q.y;
        caper_vec3 brush = depth > 0 ? brush_of(s, leg) : caper_vec3_zero();
        for (int side = -1; side <= 1 && depth > 0; side += 2) { // the face of a step is brushed
            caper_vec3 r = caper_vec3_add_scaled(q, brush, (float)side);
            depth = caper_min(depth, caperi_footing_height(f, r, &normal, &platform) - q.y);
        }
        deepest = caper_max(deepest, depth);
        *margin = caper_max(*margin, depth + at->margins[p]);
    }
    return deepest;
}

/// Raise a swing over what is in its way. Returns how ill it is then, metres: what it is raised by,
/// at most and on average, and how deep it still gets into the ground. What is as ill as `enough`
/// is not looked at any further: what was worst in the way before this one comes first. `every`: of
/// how many samples one is looked at; `at`: what is known of them.
static float raise_swing(caper_stride *s, int leg, const caperi_footing_job *f, float ceiling,
                         sample *samples, int count, int every, float enough, look *at)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    float length = s->legs[leg].length, need[CAPERI_STRIDE_CLEAR] = {0};
    float most = 0, mean = 0, deepest = 0;
    int steps = count / every, first = steps > 0 ? at->worst / every % steps : 0;
    memset(foot->clear, 0, sizeof foot->clear);
    for (int i = 0; i < steps && most + TOUCHES * mean < enough; i++) {
        int turn = first + i < steps ? first + i : first + i - steps, k = every - 1 + turn * every;
        if (!at->known[k]) {
            at->depths[k] = depth_of(s, leg, f, ceiling, &samples[k], &at->raises[k]);
            at->known[k] = true;
        }
        float raise = caper_min(at->raises[k], MOST_CLEAR * length);
        float share = samples[k].share * (float)(CAPERI_STRIDE_CLEAR - 1);
        mean += raise * (float)every / (float)count;
        at->worst = raise > most ? k : at->worst;
        most = caper_max(most, raise);
        need[(int)share] = caper_max(need[(int)share], raise);
        need[(int)(share + 0.75f)] = caper_max(need[(int)(share + 0.75f)], raise);
    }
    if (most + TOUCHES * mean >= enough) {
        return 1e30f;
    }
    float part = (float)(foot->next.land - foot->lifted) / (float)(CAPERI_STRIDE_CLEAR - 1);
    for (int k = 1; k + 1 < CAPERI_STRIDE_CLEAR; k++) {
        foot->clear[k] = caper_max(need[k], caper_max(need[k - 1], need[k + 1]));
        if (k + 2 < CAPERI_STRIDE_CLEAR) { // it rises in time
            foot->clear[k] = caper_max(foot->clear[k], need[k + 2]);
        }
        // from rest, and no faster than legs move
        int since = k < CAPERI_STRIDE_CLEAR - 1 - k ? k : CAPERI_STRIDE_CLEAR - 1 - k;
        float most_then = 0.5f * HURRY * part * part * (float)(since * (since - 1));
        foot->clear[k] = caper_min(foot->clear[k], most_then);
    }
    for (int k = every - 1; k < count; k += every) {
        deepest = caper_max(deepest, at->depths[k] - clear_at(foot->clear, samples[k].share));
    }
    return most + TOUCHES * (mean + deepest);
}

/// No ground that a swing may pass over is higher than this.
static float ceiling_of(const caperi_ground *ground, const caper_world_frame *frame)
{
    const caper_world *w = ground->world;
    bool moves = frame && frame->platform_count > 0;
    if (!w || moves || !ground->focus || ground->focus->count < 0 || w->field_count > 0 ||
        (w->has_ground && w->ground_normal.y < 1)) {
        return 1e30f;
    }
    float top = w->has_ground ? w->ground_point.y : -1e30f;
    return ground->focus->count > 0 ? caper_max(top, ground->focus->boxes[0].max_y) : top;
}

void caperi_swing_clear(caper_stride *s, int leg, const caper_stride_job *job,
                        const caperi_ground *ground)
{
    // how long it waits, share of the swing, how far it goes back, share of leg length, and how
    // much it is over its landing before it comes down
    static const float ways[][3] = {{0, 0, 0},        {0.3f, 0, 0},     {0.5f, 0, 0},
                                    {0.5f, 0.04f, 0}, {0.6f, 0.08f, 0}, {0.65f, 0.12f, 0},
                                    {0.7f, 0.16f, 0}, {0, 0, 0.5f},     {0, 0, 1},
                                    {0.3f, 0, 1},     {0.5f, 0.04f, 1}};
    caperi_stride_state_foot *foot = &s->feet[leg];
    float best = 1e30f, length = s->legs[leg].length;
    caperi_focus focus;
    caperi_ground near = *ground;
    if (!near.flat) {
        caper_vec3 middle = caper_vec3_lerp(foot->now.place, foot->next.place, 0.5f);
        float half = 0.5f * caper_vec3_distance(foot->now.place, foot->next.place);
        caperi_world_focus(near.world, middle, half + ABOUT * length, &focus);
        near.focus = &focus;
    }
    float high = caper_max(foot->now.place.y, foot->next.place.y);
    caperi_footing_job f = caperi_stride_footing(s, leg, &near, job->frame, high);
    float ceiling = ceiling_of(&near, job->frame);
    sample samples[SAMPLES];
    int count = take_samples(s, leg, samples), chosen = 0;
    look now = {.worst = 0}, kept = now;
    int most = CAPER_COUNT_OF(ways);
    int first = 0; // what did for the last step is tried before all others
    for (int i = 1; i < most; i++) {
        first = ways[i][0] == foot->wait && ways[i][1] * length == foot->back &&
                        ways[i][2] == foot->ahead
                    ? i
                    : first;
    }
    for (int n = 0; n < most && best > GOOD_CLEAR * length; n++) {
        int i = n == 0 ? first : n <= first ? n - 1 : n;
        foot->wait = ways[i][0];
        foot->back = ways[i][1] * length;
        foot->ahead = ways[i][2];
        float wait = WAITS * length * foot->wait * foot->wait; // what waits has to hurry
        memset(now.known, 0, sizeof now.known);
        float ill =
            wait + raise_swing(s, leg, &f, ceiling, samples, count, COARSE, best - wait, &now);
        if (ill < best) {
            best = ill;
            chosen = i;
            kept = now;
        }
    }
    foot->wait = ways[chosen][0];
    foot->back = ways[chosen][1] * length;
    foot->ahead = ways[chosen][2];
    kept.worst = 0;
    raise_swing(s, leg, &f, ceiling, samples, count, 1, 1e30f, &kept);
}
