// SPDX-License-Identifier: MIT
//
// Footings for the stances to come, and the way of the root to them (paper 003, section 4.5).
//
// The stances in view are taken in the order in which they land. Each begins as far from the one
// before it as the motion has it; a step that would climb or drop more than a leg can is shortened
// until it does not, and the sole looks for a place that carries all of it: a whole tread. So
// strides fit stairs that they were not made for. The root is planned, not filtered: at each
// landing it is where the feet that then stand have it (their mean shift along the ground; in
// height nearer to the lower foot, so that it rises after a foot has landed above and sinks before
// one lands below), no higher than their legs reach, and gets there by a quintic from however it
// moves now. Invariant: root position, speed and acceleration have no steps.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define EVENTS 24
#define LEAN_LOW                                                                                   \
    0.2f               // how much nearer to the lowest foot than to the mean the root is, of a foot
                       // that lands above the others
#define LEAN_DOWN 0.7f // the same of one that lands below: the leg that still stands yields
#define REACH 0.985f   // of the length of a leg that a stance may use
#define SQUAT 0.15f    // of leg length: farther than that the root does not sink for legs to reach
#define SHORTEN 0.05f  // of a step: by which it is tried shorter
#define LEAST_STEP 0.2f // of a step: shorter ones are not tried
#define TOGETHER 0.1f   // seconds at size 1.8 m: landings that are closer are one event
#define EASY 8.0f       // m/s2: most that the root rises or sinks with, about
#define SETTLE 0.4f     // seconds at size 1.8 m: in which a root settles that has nowhere to go
#define WAIT 0.9f       // how much of its speed ahead a swing up a step has not as it begins
#define HIGH_STEP 0.12f // of leg length: a step that is one
#define MARGIN 0.025f   // of leg length: by which a swing clears what is below it
#define MOST_CLEAR 0.4f // of leg length: a swing is raised no further
#define OTHERWISE 0.03f // of leg length: landings that moved less are kept
#define LATE 0.6f       // share of a swing after which its landing is final

/// A stance to come.
typedef struct event {
    int leg, land, mid;
    double time;
    caperi_patch patch;
} event;

static caper_vec3 flat_sole(const caper_stride *s, int leg, int moment)
{
    caper_transform root = caper_root_transform(caperi_moment_at(s, moment)->flat);
    caper_transform foot = caperi_moment_leg_at(s, moment, leg)->foot;
    caper_vec3 p = caper_transform_mul_point(foot, s->legs[leg].sole);
    return caper_transform_mul_point(root, p);
}

// --------------------------------------------------------------------------------- flat place

static caper_root part_of(caper_root way, float share)
{
    return (caper_root){way.x * share, 0, way.z * share, way.yaw * share};
}

/// Where the root will be in the flat place.
static void lay_way(caper_stride *s)
{
    caperi_stride_state *state = s->state;
    caper_root flat = state->flat, none = {0, 0, 0, 0};
    float level = state->level, half_life = CAPERI_LEVEL_HALF_LIFE * sqrtf(s->scale);
    for (int i = 0; i < state->count; i++) {
        caperi_glimpse *m = caperi_moment_at(s, i);
        float share = 1, dt = s->step;
        if (i == 0) {
            share = state->count > 1 ? (float)((state->time - m->time) / (double)s->step) : 0;
            caper_root way = state->count > 1 ? caperi_moment_way(s, caperi_moment_at(s, 1)) : none;
            way.yaw += state->turn * dt;
            m->flat = caper_root_mul(flat, caper_root_delta(part_of(way, share), none));
            m->flat.y = -level;
            continue;
        }
        caper_root way = caperi_moment_way(s, m);
        way.y = 0;
        way.yaw += state->turn * dt;
        m->flat = caper_root_mul(caperi_moment_at(s, i - 1)->flat, way);
        level = caper_damp(level, caperi_level_from(s, i), half_life, dt);
        m->flat.y = -level;
    }
}

static int collect(const caper_stride *s, event *events)
{
    int count = 0;
    for (int leg = 0; leg < s->leg_count; leg++) {
        for (int i = 1; i < s->state->count && count < EVENTS; i++) {
            if (!caperi_moment_leg_at(s, i, leg)->stands ||
                caperi_moment_leg_at(s, i - 1, leg)->stands) {
                continue;
            }
            event e;
            memset(&e, 0, sizeof e);
            int end = i;
            while (end + 1 < s->state->count && caperi_moment_leg_at(s, end + 1, leg)->stands) {
                end++;
            }
            e.leg = leg;
            e.land = i;
            e.mid = (i + end) / 2;
            e.time = 0.5 * (caperi_moment_at(s, i)->time + caperi_moment_at(s, i - 1)->time);
            e.patch.land = e.time;
            e.patch.leave = caperi_moment_at(s, end)->time + 0.5 * (double)s->step;
            e.patch.platform = -1;
            e.patch.normal = caper_vec3_make(0, 1, 0);
            if (e.time > s->state->time) {
                events[count++] = e;
            }
        }
    }
    for (int i = 1; i < count; i++) { // by time, then leg
        event e = events[i];
        int k = i;
        for (; k > 0 && events[k - 1].time > e.time; k--) {
            events[k] = events[k - 1];
        }
        events[k] = e;
    }
    return count;
}

// ------------------------------------------------------------------------------------- footing

static caperi_footing_job footing_of(const caper_stride *s, int leg, const caperi_ground *ground,
                                     const caper_world_frame *frame, float height)
{
    const caperi_stride_leg *l = &s->legs[leg];
    caperi_footing_job job = {.ground = ground, .frame = frame};
    job.rest_rotation = l->rest_rotation;
    job.corners = l->corners;
    job.corner_count = l->corner_count;
    job.toe = l->toe_end;
    job.heel = l->heel_end;
    job.length = l->length;
    job.side = l->side;
    job.coming = height;
    job.climb = 0.7f * l->length;
    return job;
}

/// Shorten a step until it climbs no more than it may. `way`: from the support, horizontal.
static caper_vec3 shorten(const caper_stride *s, const caperi_footing_job *footing,
                          caper_vec3 support, caper_vec3 way, caper_vec3 ahead)
{
    float along = way.x * ahead.x + way.z * ahead.z, most = s->def.climb * footing->length;
    caper_vec3 best = way, normal;
    int platform;
    for (float share = 1; share > LEAST_STEP && along > 0; share -= SHORTEN) {
        best = caper_vec3_add_scaled(way, ahead, along * (share - 1));
        caper_vec3 at = caper_vec3_add(support, best);
        float height = caperi_footing_height(footing, at, &normal, &platform);
        if (fabsf(height - support.y) <= most) {
            break;
        }
    }
    return best;
}

void caperi_patch_ride(caperi_patch *patch, const caper_world_frame *frame, float ahead)
{
    if (patch->platform < 0 || !frame || patch->platform >= frame->platform_count) {
        return;
    }
    const caper_platform *p = &frame->platforms[patch->platform];
    patch->place = caper_transform_mul_point(p->box.transform, patch->local);
    patch->place = caper_vec3_add_scaled(patch->place, p->velocity, ahead);
}

static void find_place(caper_stride *s, const caper_stride_job *job, const caperi_ground *ground,
                       const caperi_patch *support, event *e, caper_vec3 ahead)
{
    caperi_footing_job f = footing_of(s, e->leg, ground, job->frame, support->place.y);
    caperi_patch *patch = &e->patch;
    caper_vec3 way = caper_vec3_sub(patch->flat, support->flat);
    way.y = 0;
    caper_vec3 wanted = caper_vec3_add(support->place, way);
    f.yaw = patch->yaw;
    f.aim = wanted;
    caper_hit hit;
    if (!s->def.keep_stride) {
        f.aim = caper_vec3_add(support->place, shorten(s, &f, support->place, way, ahead));
        caperi_footing_choose(&f);
    } else {
        f.place = f.aim;
        f.place.y = caperi_footing_height(&f, f.aim, &f.normal, &f.platform);
    }
    if (!caperi_footing_ground(&f, f.place, &hit) && s->state->report.lost < 0) {
        s->state->report.lost = (float)(s->state->time - s->state->began);
    }
    patch->place = f.place;
    patch->normal = f.normal;
    patch->platform = f.platform;
    caper_vec3 off = caper_vec3_sub(f.place, wanted);
    patch->moved = off.x * off.x + off.z * off.z > 1e-6f * f.length * f.length;
    if (patch->platform >= 0) {
        const caper_platform *p = &job->frame->platforms[patch->platform];
        patch->local = caper_transform_unmul_point(p->box.transform, patch->place);
        caperi_patch_ride(patch, job->frame, (float)(e->time - s->state->time));
    }
}

/// The way that the root goes about a moment, unit; zero where it stands.
static caper_vec3 going(const caper_stride *s, int moment)
{
    int a = moment > 8 ? moment - 8 : 0,
        b = moment + 8 < s->state->count ? moment + 8 : s->state->count - 1;
    caper_root p = caperi_moment_at(s, a)->flat, q = caperi_moment_at(s, b)->flat;
    caper_vec3 d = caper_vec3_make(q.x - p.x, 0, q.z - p.z);
    bool still = caper_vec3_length(d) < 1e-3f * s->character->size;
    return still ? caper_vec3_zero() : caper_vec3_normalize(d);
}

static float foot_yaw(const caper_stride *s, int leg, caper_quat rotation)
{
    caper_quat turn = caper_quat_mul(rotation, caper_quat_conj(s->legs[leg].rest_rotation));
    return caper_quat_twist_angle(turn, caper_vec3_make(0, 1, 0));
}

/// The stance in the flat place.
static void lay_patch(const caper_stride *s, event *e)
{
    e->patch.flat = flat_sole(s, e->leg, e->mid);
    e->patch.flat.y = 0;
    float yaw = caperi_moment_at(s, e->mid)->flat.yaw;
    e->patch.yaw =
        yaw + foot_yaw(s, e->leg, caperi_moment_leg_at(s, e->mid, e->leg)->foot.rotation);
}

// ----------------------------------------------------------------------------------------- swing

/// What a swing is raised by: a cubic B-spline through what is asked for, or above it.
static float clear_at(const float *clear, float share)
{
    float at = share * (float)(CAPERI_STRIDE_CLEAR - 1);
    int i = (int)at;
    i = i < CAPERI_STRIDE_CLEAR - 2 ? i : CAPERI_STRIDE_CLEAR - 2;
    float t = at - (float)i, u = 1 - t, p[4];
    for (int k = 0; k < 4; k++) {
        int index = i + k - 1;
        p[k] = index >= 0 && index < CAPERI_STRIDE_CLEAR ? clear[index] : 0;
    }
    float t2 = t * t, u2 = u * u;
    return (u * u2 * p[0] + (3 * t * t2 - 6 * t2 + 4) * p[1] + (3 * u * u2 - 6 * u2 + 4) * p[2] +
            t * t2 * p[3]) /
           6;
}

caper_transform caperi_swing_at(const caper_stride *s, int leg, caper_transform flat, double time,
                                float *share_out)
{
    const caperi_stride_state_foot *foot = &s->feet[leg];
    const caperi_patch *next = foot->has_next ? &foot->next : &foot->now;
    double span = next->land - foot->lifted;
    float share = foot->has_next && span > 1e-6
                      ? caper_clamp((float)((time - foot->lifted) / span), 0, 1)
                      : 0;
    caper_vec3 sole = caper_transform_mul_point(flat, s->legs[leg].sole);
    caper_vec3 way = caper_vec3_sub(foot->to, foot->from);
    way.y = 0;
    float length = caper_vec3_length_sq(way), along = caper_smoothstep(0, 1, share);
    float least = 0.1f * s->legs[leg].length;
    if (length > least * least) {
        // horizontally it goes on as the motion does: a shorter step is a slower one
        caper_vec3 gone = caper_vec3_sub(sole, foot->from);
        along = caper_clamp(caper_vec3_dot(gone, way) / length, 0, 1);
    }
    along = caper_lerp(along, 1, caper_smoothstep(0.7f, 1, share));
    caper_vec3 a = caperi_patch_point(&foot->now, flat.position),
               b = caperi_patch_point(next, flat.position);
    // up steps the foot rises first, down steps it sinks last
    float climb = b.y - a.y, up = along;
    up = climb > 0 ? caper_min(along * 1.25f, 1) : caper_max(along * 1.25f - 0.25f, 0);
    up = up * up * up * (10 + up * (6 * up - 15));
    caper_vec3 y = caper_vec3_make(0, 1, 0);
    caper_quat tilt = caper_quat_nlerp(caper_quat_between(y, foot->now.normal),
                                       caper_quat_between(y, next->normal), along);
    caper_transform out =
        caper_transform_make(caper_quat_mul(tilt, flat.rotation), caper_vec3_lerp(a, b, along));
    // a step that is before the toes is climbed before it is passed
    float wait = WAIT * caper_smoothstep(0, HIGH_STEP * s->legs[leg].length, climb);
    float late = -wait * along * (1 - along) * (1 - along);
    out.position.x += late * (next->place.x - foot->now.place.x);
    out.position.z += late * (next->place.z - foot->now.place.z);
    out.position.y = a.y + climb * up + clear_at(foot->clear, share);
    *share_out = share;
    return out;
}

/// Look at what lies below a swing, and raise it where it has to be.
static void clear_swing(caper_stride *s, int leg, const caper_stride_job *job,
                        const caperi_ground *ground)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    float need[CAPERI_STRIDE_CLEAR] = {0}, least = s->legs[leg].length;
    caperi_footing_job f =
        footing_of(s, leg, ground, job->frame, caper_max(foot->now.place.y, foot->next.place.y));
    memset(foot->clear, 0, sizeof foot->clear);
    if (ground->flat && !job->frame) {
        return;
    }
    for (int k = 1; k + 1 < CAPERI_STRIDE_CLEAR; k++) {
        float u = (float)k / (float)(CAPERI_STRIDE_CLEAR - 1), share;
        double time = foot->lifted + (double)u * (foot->next.land - foot->lifted);
        int i = (int)((time - caperi_moment_at(s, 0)->time) / (double)s->step + 0.5);
        if (i < 0 || i >= s->state->count) {
            continue;
        }
        const caperi_moment_leg *at = caperi_moment_leg_at(s, i, leg);
        caper_transform root = caper_root_transform(caperi_moment_at(s, i)->flat);
        caper_transform flat = caper_transform_mul(root, at->foot);
        caper_transform place = caperi_swing_at(s, leg, flat, time, &share);
        place.position.y += foot->rest_gap * caperi_gap_left(u);
        caper_vec3 points[CAPER_MAX_CONTACTS + 1];
        int count = caperi_foot_points(&s->legs[leg], at->toe_tip, points);
        float margin = MARGIN * least * caper_min(1, 6 * caper_min(u, 1 - u));
        for (int p = 0; p < count; p++) {
            caper_vec3 q = caper_transform_mul_point(place, points[p]), normal;
            int platform;
            float top = caperi_footing_height(&f, q, &normal, &platform);
            // no higher above the ground than the motion has it
            float own = caper_max(caper_transform_mul_point(flat, points[p]).y, 0);
            need[k] = caper_max(need[k], top + caper_min(margin, own) - q.y);
        }
        need[k] = caper_min(need[k], MOST_CLEAR * least);
    }
    for (int k = 1; k + 1 < CAPERI_STRIDE_CLEAR; k++) {
        foot->clear[k] = caper_max(need[k], caper_max(need[k - 1], need[k + 1]));
        if (k + 2 < CAPERI_STRIDE_CLEAR) { // it rises in time
            foot->clear[k] = caper_max(foot->clear[k], need[k + 2]);
        }
    }
}

// ---------------------------------------------------------------------------------------- courses

caper_knot caperi_course_at(const caperi_course *c, double time)
{
    float duration = (float)(c->end - c->start), at = (float)(time - c->start);
    if (!(duration > 1e-6f) || at >= duration) {
        caper_knot knot = {c->to.value, 0, 0};
        return knot;
    }
    return caper_quintic(c->from, c->to, duration, at);
}

/// Which patch a leg stands on at an event, or stood on last.
static const caperi_patch *patch_at(const caper_stride *s, const event *events, int count, int leg)
{
    const caperi_patch *patch = &s->feet[leg].now;
    for (int i = 0; i < count; i++) {
        patch = events[i].leg == leg ? &events[i].patch : patch;
    }
    return patch;
}

/// No higher than the legs that stand then reach.
static float within_reach(const caper_stride *s, const event *events, int count, float height,
                          float x, float z)
{
    int moment = events[count - 1].land;
    float least = height - SQUAT * s->legs[0].length;
    caper_transform root = caper_root_transform(caperi_moment_at(s, moment)->flat);
    for (int leg = 0; leg < s->leg_count; leg++) {
        const caperi_moment_leg *at = caperi_moment_leg_at(s, moment, leg);
        const caperi_stride_leg *l = &s->legs[leg];
        if (!at->stands || l->middle < 0) {
            continue;
        }
        caper_vec3 hip = caper_transform_mul_point(root, at->hip);
        caper_vec3 foot = caper_transform_mul_point(root, at->foot.position);
        const caperi_patch *patch = patch_at(s, events, count, leg);
        caper_vec3 ankle = caperi_patch_point(patch, foot);
        float dx = ankle.x - (hip.x + x), dz = ankle.z - (hip.z + z);
        // no straighter than it is on flat ground, or than REACH
        float flat = caper_vec3_distance(hip, foot);
        float reach = caper_max(flat, REACH * (l->upper + l->lower));
        float square = reach * reach - dx * dx - dz * dz;
        if (square > 0.25f * reach * reach) { // one that is farther will not stay there
            height = caper_min(height, ankle.y + sqrtf(square) - hip.y);
        }
    }
    return caper_max(height, least);
}

/// Where the root is when the feet stand as after these events.
static void root_at(const caper_stride *s, const event *events, int count,
                    float values[CAPERI_COURSE_COUNT])
{
    float n = (float)s->leg_count, mean = 0, low = 1e30f, x = 0, z = 0, zz = 0, zh = 0, zm = 0;
    float yaw =
        count > 0 ? caperi_moment_at(s, events[count - 1].land)->flat.yaw : s->state->flat.yaw;
    float sine, cosine;
    caper_sincos(yaw, &sine, &cosine);
    for (int leg = 0; leg < s->leg_count; leg++) {
        const caperi_patch *patch = patch_at(s, events, count, leg);
        mean += patch->place.y / n;
        low = caper_min(low, patch->place.y);
        x += (patch->place.x - patch->flat.x) / n;
        z += (patch->place.z - patch->flat.z) / n;
        zm += (sine * patch->place.x + cosine * patch->place.z) / n;
    }
    for (int leg = 0; leg < s->leg_count; leg++) {
        const caperi_patch *patch = patch_at(s, events, count, leg);
        float d = sine * patch->place.x + cosine * patch->place.z - zm;
        zz += d * d;
        zh += d * (patch->place.y - mean);
    }
    float length = s->legs[0].length, prior = 0.04f * n * length * length;
    float follows = s->span / (s->span + 0.6f * length);
    values[CAPERI_COURSE_X] = x;
    values[CAPERI_COURSE_Z] = z;
    values[CAPERI_COURSE_PITCH] = -follows * caper_atan(zh / (zz + prior));
    // a body that pitches has its feet on the slope that it follows
    bool descends = count > 0 && events[count - 1].patch.place.y < mean;
    float lean = (descends ? LEAN_DOWN : LEAN_LOW) * (1 - follows);
    float y = mean - lean * (mean - low);
    values[CAPERI_COURSE_Y] = count > 0 ? within_reach(s, events, count, y, x, z) : y;
}

/// The speed with which a course passes a value, between its neighbors.
static float slope_of(float before, float value, float after, double dt, double next)
{
    float in = (float)((double)(value - before) / fmax(dt, 1e-3));
    float out = (float)((double)(after - value) / fmax(next, 1e-3));
    return in * out > 0 ? 2 * in * out / (in + out)
                        : 0; // harmonic: never steeper than either twice
}

static void set_courses(caper_stride *s, const event *events, int count)
{
    caperi_stride_state *state = s->state;
    double now = state->time, soon = (double)(TOGETHER * sqrtf(s->scale));
    float values[2][CAPERI_COURSE_COUNT];
    int first = 0;
    while (first < count && events[first].time < now + soon) {
        first++;
    }
    bool any = first < count;
    double end = any ? events[first].time : now + (double)(SETTLE * sqrtf(s->scale)), later = end;
    root_at(s, events, any ? first + 1 : count, values[0]);
    int second = first + 1;
    while (second < count && events[second].time < end + soon) {
        second++;
    }
    bool more = second < count;
    if (more) {
        later = events[second].time;
        root_at(s, events, second + 1, values[1]);
    }
    for (int i = 0; i < CAPERI_COURSE_COUNT; i++) {
        caperi_course *c = &state->courses[i];
        caper_knot from = caperi_course_at(c, now);
        float rate =
            more ? slope_of(from.value, values[0][i], values[1][i], end - now, later - end) : 0;
        caper_knot to = {values[0][i], rate, 0};
        // no faster than is easy: who has little time arrives later
        double way = (double)fabsf(to.value - from.value), least = 0;
        if (i == CAPERI_COURSE_Y) {
            least = sqrt(way * 5.8 / (double)EASY);
        } else if (i != CAPERI_COURSE_PITCH && any) {
            // nor does a root that is held back go back: the quintic's peak is 1.9 of its mean
            caper_root there = caperi_moment_at(s, events[first].land)->flat;
            float dx = there.x - state->flat.x, dz = there.z - state->flat.z;
            double speed = sqrt((double)(dx * dx + dz * dz)) / (end - now);
            least = fmin(1.9 * way / fmax(0.9 * speed, 1e-3), 1.6 * (end - now));
        }
        *c = (caperi_course){from, to, now, fmax(end, now + least)};
    }
}

// ------------------------------------------------------------------------------------------ plan

/// The patch that landed last before an event.
static const caperi_patch *support_of(const caper_stride *s, const event *events, int index)
{
    const caperi_patch *best = NULL;
    for (int leg = 0; leg < s->leg_count; leg++) {
        const caperi_patch *p = patch_at(s, events, index, leg);
        // the own last stance says least: a step is measured from another foot where there is one
        bool own = leg == events[index].leg && s->leg_count > 1;
        if (!own && (!best || p->land > best->land)) {
            best = p;
        }
    }
    return best ? best : &s->feet[events[index].leg].now;
}

/// Take a landing for a foot that swings, or will.
static void take_next(caper_stride *s, const caper_stride_job *job, const caperi_ground *ground,
                      const event *e)
{
    caperi_stride_state_foot *foot = &s->feet[e->leg];
    caper_transform root = caper_root_transform(s->state->flat);
    caper_transform flat = caper_transform_mul(root, foot->seen.foot);
    float share;
    caper_vec3 before = caperi_swing_at(s, e->leg, flat, s->state->time, &share).position;
    bool swings = !foot->stands;
    foot->next = e->patch;
    foot->has_next = 1;
    foot->leaves = 0;
    foot->to = flat_sole(s, e->leg, e->land);
    caper_vec3 points[CAPER_MAX_CONTACTS + 1];
    const caperi_moment_leg *at = caperi_moment_leg_at(s, e->land, e->leg);
    int count = caperi_foot_points(&s->legs[e->leg], at->toe_tip, points);
    float low = 1e30f;
    for (int i = 0; i < count; i++) {
        low = caper_min(low, caper_transform_mul_point(at->foot, points[i]).y);
    }
    foot->landing_gap = -(low + caperi_moment_at(s, e->land)->flat.y);
    if (swings) {
        clear_swing(s, e->leg, job, ground);
        caper_vec3 after = caperi_swing_at(s, e->leg, flat, s->state->time, &share).position;
        foot->drift = caper_vec3_add(foot->drift, caper_vec3_sub(before, after));
        foot->drifted = s->state->time;
    }
}

caperi_patch caperi_patch_here(const caper_stride *s, const caper_stride_job *job, int leg,
                               caper_transform flat, caper_vec3 shift, float height)
{
    caperi_ground ground = caperi_ground_make(job->world, s->state->floor);
    caperi_footing_job f = footing_of(s, leg, &ground, job->frame, height);
    caperi_patch patch;
    memset(&patch, 0, sizeof patch);
    patch.flat = caper_transform_mul_point(flat, s->legs[leg].sole);
    patch.flat.y = 0;
    patch.yaw = foot_yaw(s, leg, flat.rotation);
    patch.place = caper_vec3_add(patch.flat, shift);
    patch.place.y = height;
    patch.place.y = caperi_footing_height(&f, patch.place, &patch.normal, &patch.platform);
    if (!(patch.normal.y > 0.5f)) {
        patch.normal = caper_vec3_make(0, 1, 0);
    }
    patch.land = patch.leave = s->state->time;
    if (patch.platform >= 0) {
        caper_transform box = job->frame->platforms[patch.platform].box.transform;
        patch.local = caper_transform_unmul_point(box, patch.place);
    }
    return patch;
}

void caperi_stride_plan(caper_stride *s, const caper_stride_job *job)
{
    event events[EVENTS];
    caperi_ground ground = caperi_ground_make(job->world, s->state->floor);
    lay_way(s);
    int count = collect(s, events), most = s->leg_count > 1 ? s->leg_count : 2;
    count = count < most ? count : most; // what comes later is planned later
    bool known[CAPERI_STRIDE_LEGS] = {false};
    for (int i = 0; i < count; i++) {
        event *e = &events[i];
        caperi_stride_state_foot *foot = &s->feet[e->leg];
        lay_patch(s, e);
        bool first = !known[e->leg];
        known[e->leg] = true;
        float length = s->legs[e->leg].length, share = 0;
        bool known_before = first && foot->has_next;
        if (known_before && !foot->stands) {
            double span = foot->next.land - foot->lifted;
            share = span > 1e-6 ? (float)((s->state->time - foot->lifted) / span) : 1;
        }
        bool same = known_before && fabs(foot->next.land - e->time) < 3 * (double)s->step &&
                    (share > LATE ||
                     caper_vec3_distance(foot->next.flat, e->patch.flat) < OTHERWISE * length);
        if (same) { // a footing is looked for once
            e->patch = foot->next;
            if (foot->leaves) {
                take_next(s, job, &ground, e);
            }
            continue;
        }
        find_place(s, job, &ground, support_of(s, events, i), e, going(s, e->land));
        if (first) {
            take_next(s, job, &ground, e);
        }
    }
    for (int leg = 0; leg < s->leg_count; leg++) {
        if (!known[leg] && s->feet[leg].stands) {
            s->feet[leg].has_next = 0;
        }
    }
    set_courses(s, events, count);
}
