// SPDX-License-Identifier: MIT
//
// Footings for the stances to come, and the swings to them (paper 003, section 4.5).
//
// The stances in view are taken in the order in which they land. Each begins as far from the one
// before it as the motion has it; a step that would climb or drop more than a leg can is shortened
// until it does not, and the sole looks for a place that carries all of it: a whole tread. So
// strides fit stairs that they were not made for.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define EVENTS 64
// Radians from one moment to the next: less is turned by a series, off by 1e-8.
#define LITTLE_TURN 0.1f
#define SHORTEN 0.05f    // of a step: by which it is tried shorter
#define LEAST_STEP 0.2f  // of a step: shorter ones are not tried
#define ASIDE_STEP 0.05f // of leg length: by which another way is looked for beside it
#define ASIDE_STEPS 8
#define WALL                                                                                       \
    1.5f // of what a step may climb: what rises or drops by more is no tread beside another
#define SOLE 0.09f       // of leg length: half the width of a sole, and a little
#define MOST_PARTS 16.0f // that a long step is looked at in
#define GOING 8          // moments before and after one: over which its direction is found
// Of what a step may climb: what a stride of one of many legs may. A stride is two steps, but the
// others of its body cannot stay behind as far (menagerie and skinned animals on stairs: at 1.4
// fronts leave their hinds behind, at 2 swings of beetles go 46 mm into steps, here 18).
#define STRIDE_CLIMB 1.7f
#define NEARBY 0.8f // of leg length about a landing: within that most of the ground is asked for
#define OTHERWISE 0.03f // of leg length: landings that moved less are kept
// Of leg length: a landing that was measured from one that is elsewhere now is planned anew.
#define ASTRAY 0.15f
#define REACH 0.97f // of the length of a leg that a stance may use
// Seconds at size 1.8 m: of a stance that lands later a quarter of a second is in view at most. Its
// footing would be kept for want of a better one (of 420 runs of captures 384 pass with it, 380
// without, 382 to 385 from 0.7 to 1.4). On more legs others go by it: a fox swings 8 mm deeper.
#define FORESEEN 1.3f
#define LATE 0.6f // share of a swing after which its landing is final

typedef caperi_stride_event event;

static caper_vec3 flat_sole(const caper_stride *s, int leg, int moment)
{
    caper_transform foot = caperi_moment_leg_at(s, moment, leg)->foot;
    caper_vec3 p = caper_transform_mul_point(foot, s->legs[leg].sole);
    return caperi_glimpse_point(caperi_moment_at(s, moment), p);
}

// --------------------------------------------------------------------------------- flat place

static caper_root part_of(caper_root way, float share)
{
    return (caper_root){way.x * share, 0, way.z * share, way.yaw * share};
}

void caperi_glimpse_go(caperi_glimpse *m, const caperi_glimpse *before, caper_root way)
{
    caper_root from = before->flat;
    float sine = before->sine, cosine = before->cosine;
    m->flat.x = from.x + cosine * way.x + sine * way.z;
    m->flat.z = from.z - sine * way.x + cosine * way.z;
    m->flat.yaw = from.yaw + way.yaw;
    if (!(fabsf(way.yaw) < LITTLE_TURN)) {
        caper_sincos(m->flat.yaw, &m->sine, &m->cosine);
        return;
    }
    float square = way.yaw * way.yaw, s = way.yaw * (1 - square / 6 * (1 - square / 20)),
          c = 1 - 0.5f * square * (1 - square / 12);
    m->sine = sine * c + cosine * s;
    m->cosine = cosine * c - sine * s;
}

/// Where the root will be in the flat place.
static void lay_way(caper_stride *s)
{
    caperi_stride_state *state = s->state;
    caper_root flat = state->flat, none = {0, 0, 0, 0};
    float level = state->level, half_life = CAPERI_LEVEL_HALF_LIFE * sqrtf(s->scale);
    float levels[CAPERI_STRIDE_MOMENTS];
    float left = caper_damp(1, 0, half_life, s->step); // of what a level is off, a moment later
    caperi_levels_from(s, levels);
    caperi_glimpse *m = caperi_moment_at(s, 0), *before = m;
    for (int i = 0; i < state->count; i++, before = m, m = caperi_moment_after(s, m)) {
        if (i == 0) {
            float share = state->count > 1 ? (float)((state->time - m->time) / (double)s->step) : 0;
            caper_root way = state->count > 1 ? caperi_moment_way(s, caperi_moment_at(s, 1)) : none;
            way.yaw += state->turn * s->step;
            m->flat = caper_root_mul(flat, caper_root_delta(part_of(way, share), none));
            m->flat.y = -level;
            caper_sincos(m->flat.yaw, &m->sine, &m->cosine);
            continue;
        }
        caper_root way = caperi_moment_way(s, m);
        way.yaw += state->turn * s->step;
        caperi_glimpse_go(m, before, way);
        level = caper_lerp(levels[i], level, left);
        m->flat.y = -level;
    }
}

/// A stance of a leg, from one moment to another.
static event event_of(const caper_stride *s, int leg, int land, int end)
{
    event e;
    memset(&e, 0, sizeof e);
    e.leg = leg;
    e.land = land;
    e.mid = (land + end) / 2;
    e.end = end;
    e.time = 0.5 * (caperi_moment_at(s, land)->time + caperi_moment_at(s, land - 1)->time);
    e.patch.land = e.time;
    e.patch.leave = caperi_moment_at(s, end)->time + 0.5 * (double)s->step;
    e.patch.platform = -1;
    e.patch.whole = end + CAPERI_STRIDE_LEAVING < s->state->count;
    e.patch.normal = caper_vec3_make(0, 1, 0);
    return e;
}

/// Add a stance to those to come; `open`: its swing ends who knows where.
static int add_event(const caper_stride *s, int leg, int land, int end, bool open, event *events,
                     int count)
{
    event e = event_of(s, leg, land, end);
    e.patch.open = open;
    e.patch.leave = open ? e.time : e.patch.leave;
    if (count < EVENTS && e.time > s->state->time) {
        events[count++] = e;
    }
    return count;
}

static int collect(const caper_stride *s, event *events)
{
    int count = 0, moments = s->state->count;
    for (int leg = 0; leg < s->leg_count && moments > 1; leg++) {
        const caperi_moment_leg *at = caperi_moment_leg_at(s, 0, leg);
        int land = at->stands ? 0 : -1; // since when it stands; 0: it has landed before
        for (int i = 1; i < moments; i++) {
            at = caperi_moment_leg_after(s, at);
            if (!at->stands && land > 0) {
                count = add_event(s, leg, land, i - 1, false, events, count);
            }
            land = !at->stands ? -1 : land < 0 ? i : land;
        }
        if (land != 0) {
            count = add_event(s, leg, land > 0 ? land : moments - 1, moments - 1, land < 0, events,
                              count);
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

caperi_footing_job caperi_stride_footing(const caper_stride *s, int leg,
                                         const caperi_ground *ground,
                                         const caper_world_frame *frame, float height)
{
    const caperi_stride_leg *l = &s->legs[leg];
    caperi_footing_job job = {.ground = ground, .frame = frame};
    job.rest_rotation = l->rest_rotation;
    job.corners = l->corners;
    job.corner_count = l->corner_count;
    job.toe = l->toe_end;
    job.heel = l->heel_end;
    job.length = job.ahead = l->length;
    job.side = l->side;
    job.coming = height;
    job.climb = 0.7f * l->length;
    return job;
}

/// About how high the ground is at the end of a long step: on the way there it rises by less at a
/// time than what is a ceiling.
static float height_there(const caperi_footing_job *f, caper_vec3 from, caper_vec3 to)
{
    int parts = (int)caper_min(caper_vec3_distance(from, to) / f->climb, MOST_PARTS) + 1, platform;
    caper_vec3 at = from, normal;
    for (int i = 1; i < parts; i++) {
        float share = (float)i / (float)parts;
        at.x = caper_lerp(from.x, to.x, share);
        at.z = caper_lerp(from.z, to.z, share);
        at.y = caperi_footing_height(f, at, &normal, &platform);
    }
    return at.y;
}

/// By what a stance is shifted from the flat place.
static caper_vec3 shift_of(const caperi_patch *patch)
{
    return caper_vec3_sub(patch->place, patch->flat);
}

/// How far the root would have to sink so that a leg reaches a place as it lands there.
static float sinks_for(const caper_stride *s, const event *e, const caperi_patch *support,
                       caper_vec3 place)
{
    const caperi_stride_leg *l = &s->legs[e->leg];
    const caperi_moment_leg *at = caperi_moment_leg_at(s, e->land, e->leg);
    const caperi_glimpse *root = caperi_moment_at(s, e->land);
    caper_vec3 own = caper_transform_mul_point(at->foot, at->ankle);
    float flat = caper_vec3_distance(at->hip, own), reach = caper_max(flat, REACH * l->reach);
    // its root goes with what carries it
    caper_vec3 hip = caper_vec3_add(caperi_glimpse_point(root, at->hip), shift_of(support));
    caper_vec3 ankle =
        caper_vec3_add(caperi_glimpse_point(root, own), caper_vec3_sub(place, e->patch.flat));
    return -caperi_height_reach(hip, ankle, reach);
}

/// Does a leg that steps down reach a place? Up there its hip comes along.
static bool reaches(const caper_stride *s, const event *e, const caperi_patch *support,
                    caper_vec3 place)
{
    const caperi_stride_leg *l = &s->legs[e->leg];
    return e->patch.open || s->leg_count > 2 || l->middle < 0 || place.y > support->place.y ||
           sinks_for(s, e, support, place) <= CAPERI_STRIDE_SQUAT * l->length;
}

/// A step on its way to a stance.
typedef struct step {
    const caper_stride *stride;
    const caperi_footing_job *footing;
    const event *event;
    const caperi_patch *support;
    caper_vec3 from, ahead, left; // where it begins, and the way that the body goes
} step;

/// Does a step to a place climb or drop no more than it may, so many times?
static bool is_level(const step *t, caper_vec3 *place, float times)
{
    const caper_stride *s = t->stride;
    float most = s->def.climb * t->footing->length;
    if (s->leg_count > 2) {
        most = STRIDE_CLIMB * s->def.climb * s->shortest; // all legs keep together
    }
    caper_vec3 normal;
    int platform;
    place->y = caperi_footing_height(t->footing, *place, &normal, &platform);
    return fabsf(place->y - t->from.y) <= times * most;
}

static bool can_step(const step *t, caper_vec3 place)
{
    return is_level(t, &place, 1) && reaches(t->stride, t->event, t->support, place);
}

/// Can it step to all of where a sole would be there, across the way? Over the edge of what is far
/// too high or too low it cannot; across the treads of stairs that are not ahead it can.
static bool has_room(const step *t, caper_vec3 place)
{
    float half = SOLE * t->footing->length;
    caper_vec3 left = caper_vec3_add_scaled(place, t->left, half),
               right = caper_vec3_add_scaled(place, t->left, -half);
    return can_step(t, place) && is_level(t, &left, WALL) && is_level(t, &right, WALL);
}

/// The place nearest to `at`, beside the way, that has room. False: there is none near.
static bool step_aside(const step *t, caper_vec3 *at)
{
    float inward = caper_vec3_dot(caper_vec3_sub(*at, t->from), t->left) > 0 ? -1 : 1;
    for (int i = 0; i < 2 * ASIDE_STEPS; i++) {
        float off = (i % 2 ? -inward : inward) * (float)(i / 2 + 1) * ASIDE_STEP;
        caper_vec3 there = caper_vec3_add_scaled(*at, t->left, off * t->footing->length);
        if (has_room(t, there)) {
            *at = there;
            return true;
        }
    }
    return false;
}

/// Where a step ends that would be to `wanted`, which is about as high as the ground is there: it
/// is shortened until it is one that can be made. Where the ground ends beside its way, or rises
/// there, it goes where it does not.
static caper_vec3 shorten(const step *t, caper_vec3 wanted)
{
    float along = caper_vec3_dot(caper_vec3_sub(wanted, t->from), t->ahead);
    // there is an edge where the ground beside what carries it is another, or before that is none
    caper_vec3 at = wanted, beside = caper_vec3_add_scaled(wanted, t->ahead, -along),
               before = caper_vec3_add_scaled(t->from, t->ahead, along);
    bool edge = !is_level(t, &beside, 1) || (is_level(t, &before, 1) && !is_level(t, &at, 1));
    for (float share = 1; share > LEAST_STEP && along > 0; share -= SHORTEN) {
        at = caper_vec3_add_scaled(wanted, t->ahead, along * (share - 1));
        caper_vec3 aside = at;
        if (can_step(t, at) || edge) {
            bool room = has_room(t, at) || step_aside(t, &aside);
            if (room || !edge) {
                return room ? aside : at;
            }
        }
    }
    return at;
}

void caperi_patch_settle(caperi_patch *patch, const caper_world_frame *frame)
{
    if (patch->platform >= 0 && frame && patch->platform < frame->platform_count) {
        const caper_platform *p = &frame->platforms[patch->platform];
        patch->local = caper_transform_unmul_point(p->box.transform, patch->place);
    }
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

/// Which patch a leg stands on at an event, or stood on last.
static const caperi_patch *patch_at(const caper_stride *s, const event *events, int count, int leg)
{
    const caperi_patch *patch = &s->feet[leg].now;
    for (int i = 0; i < count; i++) {
        patch = events[i].leg == leg ? &events[i].patch : patch;
    }
    return patch;
}

static void find_place(caper_stride *s, const caper_stride_job *job, const caperi_ground *ground,
                       const caperi_patch *support, const caperi_patch *own, event *e,
                       caper_vec3 ahead, const caperi_patch *kept)
{
    caperi_focus focus;
    caperi_ground near = *ground;
    // of two legs a step goes from the other foot; of more each has its own strides
    caper_vec3 from = s->leg_count > 2 ? own->place : support->place;
    caperi_footing_job f = caperi_stride_footing(s, e->leg, &near, job->frame, from.y);
    caperi_patch *patch = &e->patch;
    caper_vec3 way = caper_vec3_sub(patch->flat, support->flat);
    way.y = 0;
    caper_vec3 wanted = caper_vec3_add(support->place, way);
    float gone = caper_vec3_dot(caper_vec3_sub(wanted, own->place), ahead);
    bool forward = caper_vec3_dot(caper_vec3_sub(patch->flat, own->flat), ahead) > 0;
    if (gone < 0 && (forward || patch->open)) { // then no foot goes back, however far others are
        wanted = caper_vec3_add_scaled(wanted, ahead, -gone);
    }
    f.yaw = patch->yaw;
    if (!near.flat) {
        wanted.y = height_there(&f, from, caper_vec3_make(wanted.x, from.y, wanted.z));
        caperi_world_focus(near.world, wanted, NEARBY * f.length, &focus);
        near.focus = &focus;
    }
    f.aim = wanted;
    caper_hit hit;
    bool stays = false;
    if (!s->def.keep_stride) {
        f.aim = shorten(&(step){s, &f, e, support, from, ahead, {ahead.z, 0, -ahead.x}}, wanted);
    }
    if (s->def.keep_stride || patch->open) { // or: nobody knows where it will be
        f.place = f.aim;
        f.place.y = caperi_footing_height(&f, f.aim, &f.normal, &f.platform);
    } else {
        stays = caperi_stride_settle(s, &f, e, ahead, kept);
    }
    if (!caperi_footing_ground(&f, f.place, &hit) && s->state->report.lost < 0) {
        s->state->report.lost = (float)(s->state->time - s->state->began);
    }
    patch->place = f.place;
    patch->normal = f.normal;
    caperi_patch_endless(patch);
    if (!ground->flat && !patch->open) {
        patch->edges[0] = caperi_stride_edge(&f, patch->sine, patch->cosine);
        patch->edges[1] = caperi_stride_edge(&f, -patch->sine, -patch->cosine);
    }
    patch->platform = f.platform;
    caper_vec3 off = caper_vec3_sub(f.place, wanted);
    patch->moved =
        stays ? kept->moved : off.x * off.x + off.z * off.z > 1e-6f * f.length * f.length;
    if (patch->platform >= 0) {
        caperi_patch_settle(patch, job->frame);
        caperi_patch_ride(patch, job->frame, (float)(e->time - s->state->time));
    }
}

/// The way that the root goes about a moment, unit; zero where it stands.
static caper_vec3 going(const caper_stride *s, int moment)
{
    int a = moment > GOING ? moment - GOING : 0,
        b = moment + GOING < s->state->count ? moment + GOING : s->state->count - 1;
    caper_root p = caperi_moment_at(s, a)->flat, q = caperi_moment_at(s, b)->flat;
    caper_vec3 d = caper_vec3_make(q.x - p.x, 0, q.z - p.z);
    bool still = caper_vec3_length(d) < 1e-3f * s->character->size;
    return still ? caper_vec3_zero() : caper_vec3_normalize(d);
}

static float foot_yaw(const caper_stride *s, int leg, caper_quat rotation)
{
    caper_quat turn = caperi_quat_mul(rotation, caper_quat_conj(s->legs[leg].rest_rotation));
    return caper_quat_twist_angle(turn, caper_vec3_make(0, 1, 0));
}

/// How far the point that a foot lands on slides until the middle of its stance. It will not: what
/// stands is held.
static caper_vec3 find_slide(const caper_stride *s, const event *e)
{
    const int times[2] = {e->land, e->mid};
    caper_vec3 at[2] = {{0, 0, 0}, {0, 0, 0}};
    int which = 0;
    for (int t = 0; t < 2; t++) {
        const caperi_moment_leg *leg = caperi_moment_leg_at(s, times[t], e->leg);
        caper_vec3 points[CAPERI_FOOT_POINTS];
        int count = caperi_foot_points(&s->legs[e->leg], leg->tips, points);
        float low = 1e30f;
        for (int i = 0; t == 0 && i < count; i++) {
            float y = caper_transform_mul_point(leg->foot, points[i]).y;
            which = y < low ? i : which;
            low = caper_min(low, y);
        }
        at[t] = caperi_glimpse_point(caperi_moment_at(s, times[t]),
                                     caper_transform_mul_point(leg->foot, points[which]));
    }
    return caper_vec3_sub(at[1], at[0]);
}

/// The stance in the flat place.
static void lay_patch(const caper_stride *s, event *e)
{
    e->patch.flat = caper_vec3_sub(flat_sole(s, e->leg, e->mid), find_slide(s, e));
    e->patch.flat.y = 0;
    float turned = foot_yaw(s, e->leg, caperi_moment_leg_at(s, e->mid, e->leg)->foot.rotation);
    caperi_patch_face(&e->patch, caperi_moment_at(s, e->mid)->flat.yaw + turned);
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
        if (!own && !p->open && (!best || p->land > best->land)) { // what is open may be elsewhere
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
    bool swings = !foot->stands, leaves = foot->leaves != 0;
    foot->next = e->patch;
    foot->has_next = 1;
    foot->leaves = 0;
    caper_vec3 points[CAPERI_FOOT_POINTS];
    const caperi_moment_leg *at = caperi_moment_leg_at(s, e->land, e->leg);
    int count = caperi_foot_points(&s->legs[e->leg], at->tips, points);
    float low = 1e30f;
    for (int i = 0; i < count; i++) {
        float y = caper_transform_mul_point(at->foot, points[i]).y;
        foot->meets = y < low ? points[i] : foot->meets;
        low = caper_min(low, y);
    }
    const caperi_glimpse *there = caperi_moment_at(s, e->land);
    foot->to = caperi_glimpse_point(there, caper_transform_mul_point(at->foot, foot->meets));
    foot->landing_gap = e->patch.open ? 0 : -(low + there->flat.y);
    if (swings) {
        caperi_swing_clear(s, e->leg, job, ground);
    }
    if (swings && !leaves) { // the plan has changed on the way
        caper_vec3 after = caperi_swing_at(s, e->leg, flat, s->state->time, &share).position;
        foot->drift = caper_vec3_add(foot->drift, caper_vec3_sub(before, after));
        foot->drifted = s->state->time;
    }
}

caperi_patch caperi_patch_here(const caper_stride *s, const caper_stride_job *job, int leg,
                               caper_transform flat, caper_vec3 shift, float height)
{
    caperi_ground ground = caperi_ground_make(job->world, s->state->floor);
    caperi_footing_job f = caperi_stride_footing(s, leg, &ground, job->frame, height);
    caperi_patch patch;
    memset(&patch, 0, sizeof patch);
    patch.flat = caper_transform_mul_point(flat, s->legs[leg].sole);
    patch.flat.y = 0;
    caperi_patch_face(&patch, foot_yaw(s, leg, flat.rotation));
    patch.place = caper_vec3_add(patch.flat, shift);
    patch.place.y = height;
    patch.place.y = caperi_footing_height(&f, patch.place, &patch.normal, &patch.platform);
    if (!(patch.normal.y > 0.5f)) {
        patch.normal = caper_vec3_make(0, 1, 0);
    }
    patch.land = patch.leave = s->state->time;
    caperi_patch_endless(&patch);
    caperi_patch_settle(&patch, job->frame);
    return patch;
}

/// Is a stance to come the one that was planned for before, from where that was measured from?
/// `whole`: but now it is seen whole for the first time, and may need more room.
static bool is_same(const caper_stride *s, const event *e, const caperi_patch *kept, bool next,
                    const caperi_patch *support, bool *whole)
{
    const caperi_stride_state_foot *foot = &s->feet[e->leg];
    double span = kept->land - foot->lifted;
    bool late = next && !foot->stands && s->state->time - foot->lifted > (double)LATE * span;
    float off = caper_vec3_distance(kept->flat, e->patch.flat);
    float least = OTHERWISE * s->legs[e->leg].length;
    bool news = e->patch.open != kept->open;
    // where the one before it is planned otherwise now, so is this one
    news = news ||
           caper_vec3_distance(kept->from, shift_of(support)) > ASTRAY * s->legs[e->leg].length;
    *whole = e->patch.whole && !kept->whole && !(late && !kept->open);
    return fabs(kept->land - e->time) < 3 * (double)s->step &&
           ((late && !kept->open) || (!news && off < least));
}

/// Is too little in view of a stance to choose a footing by?
static bool is_barely_seen(const caper_stride *s, const event *e)
{
    double horizon = s->state->time + (double)(FORESEEN * sqrtf(s->scale));
    return s->leg_count <= 2 && !e->patch.whole && e->time > horizon;
}

/// When a foot that stands leaves; one that is not seen to leave is in the middle of its stance.
static double leaves_at(const caper_stride *s, int leg)
{
    double land = s->feet[leg].now.land;
    for (int i = 1; i < s->state->count; i++) {
        if (!caperi_moment_leg_at(s, i, leg)->stands) {
            return fmax(caperi_moment_at(s, i)->time - 0.5 * (double)s->step, land);
        }
    }
    return s->state->time + fmax(s->state->time - land, 2);
}

void caperi_stride_plan(caper_stride *s, const caper_stride_job *job)
{
    event events[EVENTS];
    caperi_ground ground = caperi_ground_make(job->world, s->state->floor);
    lay_way(s);
    int count = collect(s, events), taken[CAPERI_STRIDE_LEGS] = {0};
    for (int i = 0; i < count; i++) {
        event *e = &events[i];
        caperi_stride_state_foot *foot = &s->feet[e->leg];
        int turn = taken[e->leg]++;
        if (turn > 1) { // what comes later is planned later
            count = i;
            break;
        }
        lay_patch(s, e);
        e->patch.open = e->patch.open || (turn > 0 && is_barely_seen(s, e));
        caperi_patch *kept = turn == 0 ? &foot->next : &foot->after;
        bool known = turn == 0 ? foot->has_next : foot->has_after;
        const caperi_patch *support = support_of(s, events, i);
        bool whole = false, same = known && is_same(s, e, kept, turn == 0, support, &whole);
        if (same && !whole) { // a footing is looked for once
            double leave = e->patch.leave;
            e->patch = *kept;
            e->patch.leave = kept->leave = leave;
            if (turn == 0 && foot->leaves) {
                take_next(s, job, &ground, e);
            }
            continue;
        }
        const caperi_patch *own = patch_at(s, events, i, e->leg);
        find_place(s, job, &ground, support, own, e, going(s, e->land), same ? kept : NULL);
        e->patch.from = shift_of(support);
        if (turn == 0) {
            take_next(s, job, &ground, e);
        } else {
            foot->after = e->patch;
        }
    }
    for (int leg = 0; leg < s->leg_count; leg++) {
        caperi_stride_state_foot *foot = &s->feet[leg];
        foot->has_after = taken[leg] > 1;
        foot->has_next = foot->has_next && (taken[leg] > 0 || !foot->stands);
        foot->now.leave = foot->stands ? leaves_at(s, leg) : foot->now.leave;
    }
}
