// SPDX-License-Identifier: MIT
//
// A frame of a stride: the root goes on in the flat place, feet that land or leave make a new plan,
// root and feet are put where the plan has them, soles meet the ground to the millimetre, what
// stands is held by the latch, and legs are bent to their feet.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define ASTRAY 0.2f          // of leg length: a root that was moved farther begins anew
#define UNFORESEEN 0.02f     // of size: feet that are farther off were not foreseen
#define REST_HALF_LIFE 0.02f // seconds: of what a landing was foreseen wrongly
#define NEARLY 0.92f         // share of a swing from which it is brought down to its footing
#define LIFT_HALF_LIFE 0.06f // seconds: feet whose future nobody knows follow the ground
#define ROOT_HALF_LIFE 0.12f // seconds: so does their root
#define SOON 0.12f           // seconds: how far ahead such a foot looks along its way
#define REACH 0.98f          // of the length of a leg: what a stance may always use
#define SQUAT 0.15f          // of leg length: farther than that a root does not sink
#define LOOK 0.08f           // seconds between the looks ahead of a root that has to sink
#define LOOKS 3
#define EASY 3.0f            // m/s2: as fast as a root begins to sink for what is to come
#define DROP_HALF_LIFE 0.03f // seconds: of what a root sinks for legs that do not reach
#define RISE_HALF_LIFE 0.15f

static caper_transform wanted(const caper_stride *s, const caper_stride_job *job, int leg)
{
    return job->feet ? job->feet[leg] : job->model->bodies[s->legs[leg].foot];
}

static bool good_job(const caper_stride *s, const caper_stride_job *job)
{
    int count = s->character->body_count;
    bool numbers = job->dt >= 0 && job->dt <= 1e6f && job->root && job->model && job->local;
    return numbers && job->model->body_count == count && job->local->body_count == count;
}

// ----------------------------------------------------------------------------------------- flat

/// The root in the flat place goes on.
static void go_on(caper_stride *s, const caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    caperi_moment_leg before[CAPERI_STRIDE_LEGS], after[CAPERI_STRIDE_LEGS];
    caper_root way = caper_root_delta(job->before, *job->root);
    float low = 1e30f;
    for (int i = 0; i < s->leg_count; i++) {
        before[i] = after[i] = s->feet[i].seen;
        after[i].foot = wanted(s, job, i);
        after[i].toe_tip = caperi_toe_tip(&s->legs[i], job->model);
        after[i].low = caperi_foot_low(s, &after[i], i);
        low = caper_min(low, after[i].low);
    }
    float level = state->count > 0 ? caperi_level_from(s, 0) : low;
    float half_life = CAPERI_LEVEL_HALF_LIFE * sqrtf(s->scale);
    // without a future a foot in the air looks like a floor that rises: slowly then
    half_life *= state->count > 0 || level < state->level ? 1 : 20;
    state->level = state->placed ? caper_damp(state->level, level, half_life, job->dt) : level;
    for (int i = 0; i < s->leg_count; i++) {
        after[i].level = state->count > 0 ? caperi_moment_leg_at(s, 0, i)->level : state->level;
    }
    bool driving = s->def.drive == CAPER_STRIDE_DRIVE_ALWAYS || state->driving;
    if (state->placed && driving) {
        way =
            caperi_drive(s, before, after, job->dt, state->heading, &state->speed, &state->locked);
    }
    if (state->placed) {
        way.y = 0;
        way.yaw += state->turn * job->dt;
        state->flat = caper_root_mul(state->flat, way);
        state->report.flat_way += sqrtf(way.x * way.x + way.z * way.z);
    }
    state->flat.y = -state->level;
    for (int i = 0; i < s->leg_count; i++) {
        s->feet[i].seen = after[i];
    }
}

/// Is a foot where it was foreseen?
static bool was_foreseen(const caper_stride *s)
{
    const caperi_stride_state *state = s->state;
    if (state->count < 2) {
        return true;
    }
    const caperi_glimpse *a = caperi_moment_at(s, 0), *b = caperi_moment_at(s, 1);
    float share = caper_clamp((float)((state->time - a->time) / (b->time - a->time)), 0, 1);
    for (int i = 0; i < s->leg_count; i++) {
        caper_vec3 p = caper_vec3_lerp(caperi_moment_leg_at(s, 0, i)->foot.position,
                                       caperi_moment_leg_at(s, 1, i)->foot.position, share);
        if (caper_vec3_distance(p, s->feet[i].seen.foot.position) >
            UNFORESEEN * s->character->size) {
            return false;
        }
    }
    return true;
}

/// Does a foot stand now?
static bool stands_now(caper_stride *s, const caper_stride_job *job, int leg)
{
    const caperi_stride_state *state = s->state;
    caperi_stride_state_foot *foot = &s->feet[leg];
    if (state->count >= 2 && state->seen) {
        int i = state->time - caperi_moment_at(s, 0)->time > 0.5 * (double)s->step;
        return caperi_moment_leg_at(s, i, leg)->stands != 0;
    }
    if (job->stands && job->stands[leg] >= 0) {
        return job->stands[leg] > 0;
    }
    caper_vec3 points[CAPER_MAX_CONTACTS + 1], world[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS];
    caper_vec3 tip = caperi_toe_tip(&s->legs[leg], job->model);
    int count = caperi_foot_points(&s->legs[leg], tip, points);
    count = count < CAPER_MAX_CONTACTS ? count : CAPER_MAX_CONTACTS;
    caper_transform root = caper_root_transform(state->flat);
    for (int i = 0; i < count; i++) {
        caper_vec3 p = caper_transform_mul_point(foot->seen.foot, points[i]);
        world[i] = caper_transform_mul_point(root, p);
        heights[i] = p.y - foot->seen.level;
    }
    caper_stance_job stance = {
        .points = world, .heights = heights, .point_count = count, .dt = job->dt};
    caper_root rate = caper_root_delta(job->before, *job->root);
    float speed = job->dt > 0 ? sqrtf(rate.x * rate.x + rate.z * rate.z) / job->dt : 0;
    caper_stance_def def = caperi_stance_at(s, caper_min(speed, 1e3f));
    return caper_stance_update(&foot->stance, &def, &stance);
}

static caper_transform flat_foot(const caper_stride *s, int leg)
{
    return caper_transform_mul(caper_root_transform(s->state->flat), s->feet[leg].seen.foot);
}

// ---------------------------------------------------------------------------------------- placing

/// Begin: feet on the ground below them.
static void place(caper_stride *s, const caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    state->flat = *job->root;
    state->flat.y = -state->level;
    state->floor = job->root->y;
    state->began = state->time;
    float mean = 0, low = 1e30f;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_state_foot *foot = &s->feet[i];
        caperi_moment_leg seen = foot->seen;
        memset(foot, 0, sizeof *foot);
        foot->seen = seen;
        foot->stands = stands_now(s, job, i);
        foot->now = caperi_patch_here(s, job, i, flat_foot(s, i), caper_vec3_zero(), job->root->y);
        foot->next = foot->now;
        foot->lifted = state->time;
        foot->from = foot->to = caper_transform_mul_point(flat_foot(s, i), s->legs[i].sole);
        mean += foot->now.place.y / (float)s->leg_count;
        low = caper_min(low, foot->now.place.y);
    }
    float lean = 0.2f;
    for (int i = 0; i < CAPERI_COURSE_COUNT; i++) {
        caper_knot knot = {i == CAPERI_COURSE_Y ? mean - lean * (mean - low) : 0, 0, 0};
        state->courses[i] = (caperi_course){knot, knot, state->time, state->time};
    }
    state->drop = state->drop_rate = 0;
    if (state->count > 1) {
        caper_root way = caperi_moment_at(s, 1)->own; // it goes on as it will
        state->speed = (caper_root){way.x / s->step, 0, way.z / s->step, way.yaw / s->step};
    }
    state->placed = 1;
}

// ----------------------------------------------------------------------------------------- events

static void note_step(caper_stride *s, const caperi_patch *from, const caperi_patch *to)
{
    caper_stride_report *r = &s->state->report;
    caper_vec3 flat = caper_vec3_sub(to->flat, from->flat),
               way = caper_vec3_sub(to->place, from->place);
    float climb = way.y;
    flat.y = way.y = 0;
    float length = caper_vec3_length(flat), least = 0.1f * s->character->size;
    r->steps++;
    r->moved += to->moved;
    r->highest = caper_max(r->highest, climb);
    r->deepest = caper_max(r->deepest, -climb);
    if (length > least) {
        float ratio = caper_vec3_length(way) / length;
        s->state->ratio_sum += ratio;
        s->state->seen_steps++;
        r->shortest = caper_min(r->shortest, ratio);
        r->longest = caper_max(r->longest, ratio);
        r->mean = s->state->ratio_sum / (float)s->state->seen_steps;
    }
}

static const caperi_patch *other_support(const caper_stride *s, int leg)
{
    const caperi_patch *best = NULL;
    for (int i = 0; i < s->leg_count; i++) {
        if (i != leg && (!best || s->feet[i].now.land > best->land)) {
            best = &s->feet[i].now;
        }
    }
    return best ? best : &s->feet[leg].now;
}

static caper_vec3 shift_now(const caper_stride *s)
{
    const caperi_course *c = s->state->courses;
    double t = s->state->time;
    return caper_vec3_make(caperi_course_at(&c[CAPERI_COURSE_X], t).value, 0,
                           caperi_course_at(&c[CAPERI_COURSE_Z], t).value);
}

/// Feet that land and leave; true when any did.
static bool take_steps(caper_stride *s, const caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    bool any = false;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_state_foot *foot = &s->feet[i];
        bool stands = stands_now(s, job, i);
        if (stands == (foot->stands != 0)) {
            continue;
        }
        any = true;
        foot->stands = stands;
        if (!stands) {
            foot->lifted = state->time;
            foot->from = foot->to = caper_transform_mul_point(flat_foot(s, i), s->legs[i].sole);
            foot->leaves = 1;
            foot->rest_gap = foot->gap; // it leaves the ground from where it was
            foot->drift = caper_vec3_zero();
            memset(foot->clear, 0, sizeof foot->clear);
            continue;
        }
        caperi_patch patch = foot->has_next ? foot->next
                                            : caperi_patch_here(s, job, i, flat_foot(s, i),
                                                                shift_now(s), foot->now.place.y);
        note_step(s, other_support(s, i), &patch);
        foot->now = patch;
        foot->has_next = 0;
        foot->landed = 1;
    }
    return any;
}

// ------------------------------------------------------------------------------------------- feet

/// How far the lowest point of a foot is above a patch, and which it is: of the foot, and then of
/// the toes.
static float lowest_over(const caper_stride *s, int leg, const caper_pose *model,
                         caper_transform foot, const caperi_patch *patch, int *which)
{
    const caperi_stride_leg *l = &s->legs[leg];
    float low = 1e30f;
    for (int i = 0; i < l->point_count + l->toe_count; i++) {
        caper_vec3 p = l->points[i < l->point_count ? i : 0];
        if (i >= l->point_count) {
            p = caper_transform_mul_point(model->bodies[l->toe], l->toes[i - l->point_count]);
            p = caper_transform_unmul_point(model->bodies[l->foot], p);
        }
        caper_vec3 at = caper_transform_mul_point(foot, p);
        float height = caper_vec3_dot(patch->normal, caper_vec3_sub(at, patch->place));
        if (height < low) {
            low = height;
            *which = i;
        }
    }
    return low;
}

/// Where a foot belongs, world.
static caper_transform place_foot(caper_stride *s, const caper_stride_job *job, int leg, int *which)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    caper_transform flat = flat_foot(s, leg);
    double time = s->state->time;
    float share = 0;
    caper_transform at;
    caper_vec3 normal = foot->now.normal;
    if (foot->stands) {
        caper_quat tilt = caper_quat_between(caper_vec3_make(0, 1, 0), normal);
        at.rotation = caper_quat_mul(tilt, flat.rotation);
        at.position = caperi_patch_point(&foot->now, flat.position);
        float low = lowest_over(s, leg, job->model, at, &foot->now, which);
        if (foot->landed) {
            foot->rest_gap = foot->gap + low; // what was foreseen wrongly
            foot->landed = 0;
        }
        foot->rest_gap = caper_damp(foot->rest_gap, 0, REST_HALF_LIFE, job->dt);
        foot->gap = foot->rest_gap - low;
    } else {
        at = caperi_swing_at(s, leg, flat, time, &share);
        double span = foot->next.land - foot->drifted;
        float left = foot->has_next && span > 1e-6
                         ? 1 - caper_smoothstep(0, 1, (float)((time - foot->drifted) / span))
                         : 1;
        at.position = caper_vec3_add_scaled(at.position, foot->drift, left);
        float goal = foot->has_next ? foot->landing_gap * caper_smoothstep(0.4f, 1, share) : 0;
        if (foot->has_next && share > NEARLY) {
            // when it lands it is on the ground, whatever was foreseen
            float low = lowest_over(s, leg, job->model, at, &foot->next, which);
            goal = caper_lerp(goal, -low, caper_smoothstep(NEARLY, 1, share));
        }
        foot->gap = goal + foot->rest_gap * caperi_gap_left(share);
        foot->rest_gap =
            foot->has_next ? foot->rest_gap : caper_damp(foot->rest_gap, 0, 0.06f, job->dt);
        if (foot->has_next) {
            normal = foot->next.normal;
        }
    }
    at.position = caper_vec3_add_scaled(at.position, normal, foot->gap);
    return at;
}

/// A foot whose future nobody knows: it follows the ground that it goes to.
static void follow_ground(caper_stride *s, const caper_stride_job *job, int leg)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    if (foot->stands || s->state->seen) {
        foot->lift = foot->lift_rate = 0;
        return;
    }
    caperi_patch below = caperi_patch_here(s, job, leg, flat_foot(s, leg), shift_now(s),
                                           caper_max(foot->now.place.y, s->state->out.y));
    float goal = below.place.y - foot->now.place.y;
    caper_spring(&foot->lift, &foot->lift_rate, goal, 0, LIFT_HALF_LIFE, job->dt);
}

/// Hold what stands: the point that it stands on, of the foot or of its toes.
static void hold(caper_stride *s, const caper_stride_job *job, int leg, int which,
                 caper_transform *at)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    const caperi_stride_leg *l = &s->legs[leg];
    caper_stride_foot *result = &s->results[leg];
    bool toes = foot->stands && which >= l->point_count;
    caper_transform bend = caper_transform_identity(); // of the toes against the foot
    if (toes) {
        bend = caper_transform_unmul(job->model->bodies[l->foot], job->model->bodies[l->toe]);
    }
    caper_vec3 point = !foot->stands ? l->sole
                       : toes        ? l->toes[which - l->point_count]
                                     : l->points[which];
    caper_latch_job latch = {.wish = caper_transform_mul(*at, bend), .dt = job->dt};
    latch.stands = foot->stands != 0;
    latch.pivot = &point;
    latch.normal = foot->stands ? foot->now.normal : caper_vec3_make(0, 1, 0);
    caper_transform surface;
    if (foot->now.platform >= 0 && job->frame && foot->now.platform < job->frame->platform_count &&
        foot->stands) {
        surface = job->frame->platforms[foot->now.platform].box.transform;
        latch.surface = &surface;
    }
    if (foot->latch.holding && foot->stands && toes != (foot->on_toes != 0)) {
        // from foot to toes or back: the point that takes over stays where the held foot has it
        caper_vec3 there = caper_transform_mul_point(latch.wish, point);
        there = caper_vec3_add(there, foot->latch.offset);
        foot->latch.anchor = latch.surface ? caper_transform_unmul_point(surface, there) : there;
        foot->latch.pivot = point;
    }
    foot->on_toes = toes;
    bool holds = caper_latch_update(&foot->latch, &s->latch, &latch);
    at->position =
        caper_vec3_add(at->position, caper_vec3_sub(latch.held.position, latch.wish.position));
    result->pivot = toes ? caper_transform_mul_point(bend, point) : point;
    result->body = l->foot;
    result->stands = holds; // what is dragged does not stand
    result->world = *at;
}

// -------------------------------------------------------------------------------------------- root

/// How far a hip is above where its leg reaches its ankle.
static float beyond_reach(const caperi_stride_leg *l, caper_vec3 hip, caper_vec3 ankle, float flat)
{
    // no straighter than the motion has it, or than REACH: knees of straight legs snap
    float reach = caper_max(flat, REACH * (l->upper + l->lower));
    float dx = ankle.x - hip.x, dz = ankle.z - hip.z;
    float square = reach * reach - dx * dx - dz * dz;
    // a foot that is so far off will not stay there
    return square > 0.25f * reach * reach ? hip.y - (ankle.y + sqrtf(square)) : 0;
}

/// How far the root must sink so that legs reach, now and soon.
static float needed_drop(const caper_stride *s, const caper_stride_job *job, caper_transform root)
{
    const caperi_stride_state *state = s->state;
    float need = 0;
    for (int i = 0; i < s->leg_count; i++) {
        const caperi_stride_leg *l = &s->legs[i];
        if (l->middle >= 0 && s->feet[i].stands) {
            caper_vec3 hip = caper_transform_mul_point(root, job->model->bodies[l->start].position);
            float flat = caper_vec3_distance(job->model->bodies[l->start].position,
                                             job->model->bodies[l->foot].position);
            need = caper_max(need, beyond_reach(l, hip, s->results[i].world.position, flat));
        }
    }
    // what is to come is met by sinking evenly from now on
    int step = (int)(LOOK / s->step + 0.5f);
    step = step > 1 ? step : 1;
    for (int k = 1; k <= LOOKS && state->seen && k * step < state->count; k++) {
        const caperi_glimpse *at = caperi_moment_at(s, k * step);
        float ahead = (float)(at->time - state->time);
        caper_transform flat = caper_root_transform(at->flat);
        caper_vec3 shift = {caperi_course_at(&state->courses[CAPERI_COURSE_X], at->time).value,
                            caperi_course_at(&state->courses[CAPERI_COURSE_Y], at->time).value,
                            caperi_course_at(&state->courses[CAPERI_COURSE_Z], at->time).value};
        for (int i = 0; i < s->leg_count; i++) {
            const caperi_moment_leg *leg = caperi_moment_leg_at(s, k * step, i);
            const caperi_stride_leg *l = &s->legs[i];
            const caperi_stride_state_foot *foot = &s->feet[i];
            bool landed = foot->has_next && at->time >= foot->next.land;
            if (l->middle < 0 || !leg->stands || (!foot->stands && !landed)) {
                continue;
            }
            caper_vec3 hip = caper_vec3_add(caper_transform_mul_point(flat, leg->hip), shift);
            caper_vec3 ankle = caper_transform_mul_point(flat, leg->foot.position);
            ankle = caperi_patch_point(landed ? &foot->next : &foot->now, ankle);
            float low = flat.position.y + leg->low;
            ankle.y -= landed ? low : 0; // soles are on the ground then
            float straight = caper_vec3_distance(leg->hip, leg->foot.position);
            float drop = beyond_reach(l, hip, ankle, straight);
            need = caper_max(need, drop - 0.5f * EASY * ahead * ahead);
        }
    }
    return caper_min(need, SQUAT * s->legs[0].length);
}

/// The pose with its trunk pitched about the middle of the hips, model space to model space.
static caper_transform pitch_of(const caper_stride *s, float pitch)
{
    caper_vec3 pivot = caper_vec3_make(0, s->pivot_y, s->pivot_z);
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), pitch);
    return caper_transform_make(turn, caper_vec3_sub(pivot, caper_quat_rotate(turn, pivot)));
}

/// Turn the bodies without a parent, which carry all others.
static void turn_trunk(const caper_stride *s, caper_transform turn, caper_pose *local)
{
    for (int i = 0; i < s->character->body_count; i++) {
        if (s->character->bodies[i].parent < 0) {
            local->bodies[i] = caper_transform_mul(turn, local->bodies[i]);
        }
    }
}

// ------------------------------------------------------------------------------------------ frame

static void solve_legs(caper_stride *s, const caper_stride_job *job, float pitch)
{
    caper_transform root = caper_root_transform(*job->root);
    caper_transform turn = pitch_of(s, pitch);
    if (pitch != 0) {
        turn_trunk(s, turn, job->local);
    }
    for (int i = 0; i < s->leg_count; i++) {
        // the model pose stays as it was: targets are taken back by the pitch instead
        caper_transform target = caper_transform_unmul(root, s->results[i].world);
        target = pitch != 0 ? caper_transform_unmul(turn, target) : target;
        caperi_leg_solve(s, i, job->model, target, job->local);
    }
}

/// The paper's other way: each frame feet are lifted out of what they are in.
static void by_rays(caper_stride *s, caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    caperi_ground ground = caperi_ground_make(job->world, state->floor);
    float low = 1e30f, heights[CAPERI_STRIDE_LEGS];
    for (int i = 0; i < s->leg_count; i++) {
        caper_vec3 p = caper_transform_mul_point(flat_foot(s, i), s->legs[i].sole);
        float from = state->out.y + 0.7f * s->legs[i].length;
        caper_hit hit = caperi_ground_under(&ground, job->frame, p, from);
        heights[i] = hit.surface == CAPER_SURFACE_NONE ? state->out.y : hit.point.y;
        low = caper_min(low, heights[i]);
    }
    caperi_course *y = &state->courses[CAPERI_COURSE_Y];
    y->to.value = caper_damp(y->to.value, low, 0.05f, job->dt);
    *job->root = state->flat;
    job->root->y = y->to.value + state->flat.y;
    for (int i = 0; i < s->leg_count; i++) {
        caper_transform at = flat_foot(s, i);
        at.position.y += heights[i];
        s->results[i].world = at;
        s->results[i].body = s->legs[i].foot;
        s->results[i].pivot = s->legs[i].sole;
        s->results[i].stands = stands_now(s, job, i);
    }
    solve_legs(s, job, 0);
}

static void by_plan(caper_stride *s, caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    bool steps = take_steps(s, job);
    caper_vec3 carried = caper_vec3_zero();
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_state_foot *foot = &s->feet[i];
        caper_vec3 before = foot->now.place;
        caperi_patch_ride(&foot->now, job->frame, 0);
        carried = caper_vec3_add_scaled(carried, caper_vec3_sub(foot->now.place, before),
                                        1 / (float)s->leg_count);
        caperi_patch_ride(&foot->next, job->frame, (float)(foot->next.land - state->time));
    }
    const float moved[] = {carried.x, carried.z, carried.y};
    for (int i = 0; i < CAPER_COUNT_OF(moved); i++) { // what stands on a platform goes with it
        state->courses[i].from.value += moved[i];
        state->courses[i].to.value += moved[i];
    }
    if (steps || state->replan || state->turn != state->last_turn) {
        caperi_stride_plan(s, job);
        state->replan = 0;
        state->last_turn = state->turn;
    }
    caper_root out = state->flat;
    caper_vec3 shift = shift_now(s);
    out.x += shift.x;
    out.z += shift.z;
    out.y += caperi_course_at(&state->courses[CAPERI_COURSE_Y], state->time).value;
    float pitch = caperi_course_at(&state->courses[CAPERI_COURSE_PITCH], state->time).value;
    for (int i = 0; i < s->leg_count; i++) {
        follow_ground(s, job, i);
        int which = 0;
        caper_transform at = place_foot(s, job, i, &which);
        at.position.y += s->feet[i].lift;
        hold(s, job, i, which, &at);
    }
    caper_transform turn = pitch_of(s, pitch);
    float need = needed_drop(s, job, caper_transform_mul(caper_root_transform(out), turn));
    caper_spring(&state->drop, &state->drop_rate, need, 0,
                 need > state->drop ? DROP_HALF_LIFE : RISE_HALF_LIFE, job->dt);
    out.y -= state->drop;
    *job->root = out;
    solve_legs(s, job, pitch);
}

bool caper_stride_update(caper_stride *s, caper_stride_job *job)
{
    if (!good_job(s, job)) {
        return false;
    }
    caperi_stride_state *state = s->state;
    if (!state->waiting) {
        state->time += (double)job->dt;
        state->count = state->seen = 0;
    }
    state->waiting = 0;
    if (state->placed) {
        // moved by others: a little is taken along, more is another place
        float dx = job->before.x - state->out.x, dz = job->before.z - state->out.z;
        float dy = job->before.y - state->out.y;
        float far = ASTRAY * s->legs[0].length;
        if (dx * dx + dz * dz + dy * dy > far * far) {
            state->placed = 0;
            state->replan = 1;
        } else {
            state->flat.x += dx;
            state->flat.z += dz;
            state->flat.yaw += job->before.yaw - state->out.yaw;
        }
    }
    go_on(s, job);
    if (!state->placed) {
        place(s, job);
        state->replan = 1;
    }
    if (state->seen && !was_foreseen(s)) {
        state->count = state->seen = 0;
    }
    job->results = s->results;
    if (s->def.method == CAPER_STRIDE_METHOD_AHEAD) {
        by_plan(s, job);
    } else if (s->def.method == CAPER_STRIDE_METHOD_RAYS) {
        by_rays(s, job);
    } else {
        caper_root out = state->flat;
        out.y += state->floor;
        *job->root = out;
        for (int i = 0; i < s->leg_count; i++) {
            s->results[i].world = caper_transform_mul(caper_root_transform(out), wanted(s, job, i));
            s->results[i].body = s->legs[i].foot;
            s->results[i].pivot = s->legs[i].sole;
            s->results[i].stands = stands_now(s, job, i);
        }
    }
    float dx = job->root->x - state->out.x, dz = job->root->z - state->out.z;
    state->report.way += state->going ? sqrtf(dx * dx + dz * dz) : 0;
    state->going = 1;
    state->out = *job->root;
    return true;
}
