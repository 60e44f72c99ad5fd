// SPDX-License-Identifier: MIT
//
// A frame of a stride: the root goes on in the flat place, feet that land or leave make a new plan,
// root and feet are put where the plan has them, and soles meet the ground to the millimetre. The
// actor holds what stands; then legs are bent to their feet.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

#define ASTRAY 0.2f          // of leg length: a root that was moved farther begins anew
#define UNFORESEEN 0.02f     // of size: feet that are farther off were not foreseen
#define REST_HALF_LIFE 0.02f // seconds: of what a landing was foreseen wrongly
#define CLOSE 0.75f          // share of a swing from which it stays above its footing
#define NEARLY 0.92f         // share of a swing from which it is brought down to its footing
// Moments before it leaves, 0.2 s of a person: a foot that rolls over its toes, not one on tiptoe.
#define ROLLS_WITHIN 12
#define LIFT_HALF_LIFE 0.06f // seconds: feet whose future nobody knows follow the ground
#define ROOT_HALF_LIFE 0.12f // seconds: so does their root
#define SOON 0.12f           // seconds: how far ahead such a foot looks along its way
#define REACH 0.995f         // of the length of a leg: what a stance may always use
#define DROP_HALF_LIFE 0.06f // seconds: of what a root sinks for legs that do not reach
#define RISE_HALF_LIFE 0.15f
// Of leg length: a root that has sunk by more kneels, twice what legs ask for (films of runs).
#define KNEELS (2 * CAPERI_STRIDE_SQUAT)

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

/// Where the points of the toes are in this frame.
static void find_toes(caper_stride *s, const caper_pose *model, int leg,
                      caper_vec3 tips[CAPERI_STRIDE_TIPS])
{
    const caperi_stride_leg *l = &s->legs[leg];
    if (l->toe_count > 0) {
        caper_transform toe = caperi_toes_in_foot(l, model);
        caperi_transform_points(&toe, l->toes, l->toe_count, s->toes[leg]);
        for (int i = 0; i < l->tip_count; i++) {
            tips[i] = s->toes[leg][l->tips[i]];
        }
    }
}

/// The root in the flat place goes on.
static void go_on(caper_stride *s, const caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    caperi_moment_leg before[CAPERI_STRIDE_LEGS], after[CAPERI_STRIDE_LEGS];
    float low = 1e30f;
    bool driving = s->def.drive == CAPER_STRIDE_DRIVE_ALWAYS || state->driving;
    for (int i = 0; i < s->leg_count; i++) {
        before[i] = after[i] = s->feet[i].seen;
        after[i].foot = wanted(s, job, i);
        find_toes(s, job->model, i, after[i].tips);
        if (driving || state->count == 0) { // else nobody asks
            after[i].low = caperi_foot_low(s, &after[i], i);
        }
        if (state->count == 0) { // nobody has seen it before
            caperi_leg_learn(s, i, job->model);
        }
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
    if (state->placed) {
        caper_root way = {job->root->x - job->before.x, 0, job->root->z - job->before.z,
                          job->root->yaw - job->before.yaw};
        bool turned = driving || job->before.yaw != state->flat.yaw;
        if (driving) {
            way = caperi_drive(s, before, after, job->dt, state->heading, &state->speed,
                               &state->locked);
        } else if (turned) {
            way = caper_root_delta(job->before, *job->root);
        }
        way.y = 0;
        way.yaw += state->turn * job->dt;
        caper_root here = {0, 0, 0, state->flat.yaw};
        caper_root gone = turned ? caper_root_mul(here, way) : way;
        state->flat.x += gone.x;
        state->flat.z += gone.z;
        state->flat.yaw += way.yaw;
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
    caper_vec3 points[CAPERI_FOOT_POINTS], world[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS];
    int count = caperi_foot_points(&s->legs[leg], foot->seen.tips, points);
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
    float mean = 0;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_state_foot *foot = &s->feet[i];
        caperi_stride_state_foot before = *foot;
        memset(foot, 0, sizeof *foot);
        foot->seen = before.seen;
        memcpy(foot->bends, before.bends, sizeof foot->bends);
        foot->stands = stands_now(s, job, i);
        foot->now = caperi_patch_here(s, job, i, flat_foot(s, i), caper_vec3_zero(), job->root->y);
        foot->now.land = state->time - 1; // it carries
        foot->now.leave = state->time + (foot->stands ? 1 : 0);
        foot->next = foot->after = foot->now;
        foot->lifted = state->time;
        foot->heaves = foot->meets = s->legs[i].sole;
        foot->from = foot->to = caper_transform_mul_point(flat_foot(s, i), foot->heaves);
        mean += foot->now.place.y / (float)s->leg_count;
    }
    const float shift[CAPERI_SHIFT_COUNT] = {0, 0, mean, 0};
    for (int i = 0; i < CAPERI_SHIFT_COUNT; i++) {
        state->shift[i] = (caper_knot){shift[i], 0, 0};
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

// A stride is two steps: one that goes as far up or down as three may is no climb, it goes over an
// edge beside its way. So does who has one of two feet up there and the other below.
#define LEAPS 3.0f

static void note_leap(caper_stride *s, int leg, const caperi_patch *from, const caperi_patch *to)
{
    caper_stride_report *r = &s->state->report;
    float most = LEAPS * s->def.climb * s->legs[leg].length;
    float way = fabsf(to->place.y - from->place.y);
    if (s->leg_count == 2) {
        way = caper_max(way, fabsf(to->place.y - s->feet[1 - leg].now.place.y));
    }
    if (r->leaped < 0 && way > most) {
        r->leaped = (float)(s->state->time - s->state->began);
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
    const caper_knot *shift = s->state->shift;
    return caper_vec3_make(shift[CAPERI_SHIFT_X].value, 0, shift[CAPERI_SHIFT_Z].value);
}

/// Feet that land and leave; true when any did.
static bool take_steps(caper_stride *s, const caper_stride_job *job)
{
    caperi_stride_state *state = s->state;
    bool any = false;
    for (int i = 0; i < s->leg_count; i++) {
        caperi_stride_state_foot *foot = &s->feet[i];
        bool stands = stands_now(s, job, i);
        foot->rolled_off = foot->rolled_off && stands;
        stands = stands && !foot->rolled_off;
        if (stands == (foot->stands != 0)) {
            continue;
        }
        any = true;
        foot->stands = stands;
        if (!stands) {
            foot->lifted = state->time - (double)job->dt; // `from` is of the last frame
            foot->meets = foot->heaves;
            foot->to = foot->from;
            foot->leaves = 1;
            foot->rest_gap = foot->gap; // it leaves the ground from where it was
            foot->drift = caper_vec3_zero();
            memset(foot->clear, 0, sizeof foot->clear);
            continue;
        }
        caperi_patch patch =
            foot->has_next && !foot->next.open
                ? foot->next
                : caperi_patch_here(s, job, i, flat_foot(s, i), shift_now(s), foot->now.place.y);
        note_step(s, other_support(s, i), &patch);
        note_leap(s, i, &foot->now, &patch);
        foot->now = patch;
        foot->slid = caper_vec3_zero();
        foot->next = foot->after;
        foot->has_next = foot->has_after;
        foot->has_after = 0;
        foot->landed = 1;
    }
    return any;
}

// ------------------------------------------------------------------------------------------- feet

/// Does the motion lift a foot within the time that toes take to roll off?
static bool leaves_soon(const caper_stride *s, int leg)
{
    for (int i = 1; s->state->seen && i <= ROLLS_WITHIN && i < s->state->count; i++) {
        if (!caperi_moment_leg_at(s, i, leg)->stands) {
            return true;
        }
    }
    return false;
}

/// Where a foot belongs, world. `root`: in the flat place.
static caper_transform place_foot(caper_stride *s, const caper_stride_job *job, int leg,
                                  caper_transform root, caperi_support *support)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    caper_transform flat, at;
    caperi_transform_mul(&flat, &root, &foot->seen.foot);
    double time = s->state->time;
    float share = 0;
    caper_vec3 normal = foot->now.normal;
    if (foot->stands) {
        at.rotation = flat.rotation;
        if (normal.y < 1) {
            caper_quat tilt = caper_quat_between(caper_vec3_make(0, 1, 0), normal);
            at.rotation = caperi_quat_mul(tilt, flat.rotation);
        }
        at.rotation = caperi_sole_leveled(s, leg, &foot->now, at.rotation);
        at.position = caperi_patch_point(&foot->now, flat.position);
        *support = caperi_sole_support(s, leg, at, &foot->now);
        foot->heaves = support->point;
        foot->from = caperi_transform_point(&flat, support->point);
        float low = support->height;
        foot->rolled_off = support->rolled > s->stance.rise && leaves_soon(s, leg);
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
        float least = -1e30f;
        if (foot->has_next && share > CLOSE && !foot->next.open) {
            // when it lands it is on the ground, whatever was foreseen, and not in it before
            *support = caperi_sole_support(s, leg, at, &foot->next);
            least = -support->height;
            goal = caper_lerp(goal, least, caper_smoothstep(NEARLY, 1, share));
        }
        foot->gap = caper_max(goal + foot->rest_gap * caperi_gap_left(share), least);
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

/// Say what foot and ground are to whoever holds it, and on which point it stands.
static void offer(caper_stride *s, int leg, const caperi_support *support, caper_transform at)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    const caperi_stride_leg *l = &s->legs[leg];
    caper_stride_foot *result = &s->results[leg];
    *result = (caper_stride_foot){.body = l->foot,
                                  .world = at,
                                  .stands = foot->stands != 0,
                                  .pivot = l->sole,
                                  .normal = {0, 1, 0},
                                  .platform = -1,
                                  .latch = &s->latch};
    if (foot->stands && support) {
        result->normal = foot->now.normal;
        result->platform = foot->now.platform;
        result->pivot = support->point;
        result->bends = support->bends;
        result->pivot_before = support->before;
    }
    memcpy(foot->toes, s->toes[leg], (size_t)l->toe_count * sizeof *foot->toes);
}

// -------------------------------------------------------------------------------------------- root

/// How far the root must sink so that legs that stand reach.
static float needed_drop(const caper_stride *s, const caper_stride_job *job, caper_transform root)
{
    float need = 0;
    for (int i = 0; i < s->leg_count; i++) {
        const caperi_stride_leg *l = &s->legs[i];
        if (l->middle >= 0 && s->feet[i].stands) {
            caper_vec3 start = job->model->bodies[l->start].position;
            // no straighter than the motion has it, or than REACH: knees of straight legs snap
            float flat = caper_vec3_distance(start, job->model->bodies[l->end].position);
            float reach = caper_max(flat, REACH * l->reach);
            caper_vec3 hip = caperi_transform_point(&root, start);
            caper_vec3 ankle = caperi_ankle(l, job->model);
            ankle = caperi_transform_point(&s->results[i].world, ankle);
            need = caper_max(need, -caperi_height_reach(hip, ankle, reach));
        }
    }
    return caper_min(need, CAPERI_STRIDE_SQUAT * s->legs[0].length);
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

/// How far has the root, at that height, sunk over the lowest foot that stands?
static void note_sinking(caper_stride *s, float height)
{
    caper_stride_report *r = &s->state->report;
    float low = height;
    for (int i = 0, any = 0; i < s->leg_count; i++) {
        float place = s->feet[i].now.place.y;
        low = !s->feet[i].stands ? low : any ? caper_min(low, place) : place;
        any |= s->feet[i].stands;
    }
    r->sunk = caper_max(r->sunk, (low - height) / s->shortest);
    if (r->kneels < 0 && r->sunk > KNEELS) {
        r->kneels = (float)(s->state->time - s->state->began);
    }
}

// ------------------------------------------------------------------------------------------ frame

/// What stands is where it is held, and not where the motion would have slid to: the plan goes on
/// from there. (Paper 003, section 4.1: it is the corrected feet that count.)
static void take_held(caper_stride *s, const caper_stride_job *job, int leg, caper_transform held)
{
    caperi_stride_state_foot *foot = &s->feet[leg];
    const caper_stride_foot *result = &s->results[leg];
    if (!foot->stands || !result->latch) {
        return;
    }
    caper_vec3 off = caper_vec3_sub(held.position, result->world.position);
    off = caper_vec3_add_scaled(off, result->normal, -caper_vec3_dot(off, result->normal));
    caper_vec3 slid = caper_vec3_add(foot->slid, off);
    if (!(caper_vec3_length(slid) < result->latch->max_offset)) {
        return; // it is dragged: whoever holds it lets go
    }
    foot->slid = slid;
    foot->now.place = caper_vec3_add(foot->now.place, off);
    // edges of the ground stay where they are
    float sine = foot->now.sine, cosine = foot->now.cosine;
    float along = sine * off.x + cosine * off.z, aside = cosine * off.x - sine * off.z;
    for (int i = 0; i < 2; i++) {
        caperi_edge *edge = &foot->now.edges[i];
        float sign = i == 0 ? 1 : -1;
        edge->far -= sign * (along - edge->slant * aside);
    }
    caperi_patch_settle(&foot->now, job->frame);
}

bool caper_stride_pose(caper_stride *s, const caper_stride_job *job, const caper_transform *held)
{
    if (!good_job(s, job) || !held) {
        return false;
    }
    if (s->def.method == CAPER_STRIDE_METHOD_NONE) {
        return true;
    }
    float pitch = s->state->shift[CAPERI_SHIFT_PITCH].value;
    caper_transform root = caper_root_transform(*job->root);
    caper_transform turn = caperi_stride_pitch(s, pitch);
    if (pitch != 0) {
        turn_trunk(s, turn, job->local);
    }
    for (int i = 0; i < s->leg_count; i++) {
        take_held(s, job, i, held[i]);
        // the model pose stays as it was: targets are taken back by the pitch instead
        caper_transform target = caperi_transform_unmul(&root, &held[i]);
        target = pitch != 0 ? caper_transform_unmul(turn, target) : target;
        caperi_leg_solve(s, i, job->model, target, job->local);
    }
    return true;
}

/// A foot where it is without a plan; nobody holds it.
static void offer_as_is(caper_stride *s, const caper_stride_job *job, int leg, caper_transform at)
{
    s->feet[leg].stands = stands_now(s, job, leg);
    offer(s, leg, NULL, at);
    s->results[leg].latch = NULL;
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
    float *y = &state->shift[CAPERI_SHIFT_Y].value;
    *y = caper_damp(*y, low, 0.05f, job->dt);
    *job->root = state->flat;
    job->root->y = *y + state->flat.y;
    for (int i = 0; i < s->leg_count; i++) {
        caper_transform at = flat_foot(s, i);
        at.position.y += heights[i];
        offer_as_is(s, job, i, at);
    }
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
        caperi_patch_ride(&foot->after, job->frame, (float)(foot->after.land - state->time));
    }
    const float moved[] = {carried.x, carried.z, carried.y};
    if (job->frame && job->frame->platform_count > 0) { // what moves is looked at in every frame
        state->stale = 2;
    }
    for (int i = 0; i < CAPER_COUNT_OF(moved); i++) { // what stands on a platform goes with it
        state->shift[i].value += moved[i];
    }
    if (steps || state->replan || state->turn != state->last_turn) {
        caperi_stride_plan(s, job);
        bool another =
            state->replan || state->turn != state->last_turn; // way, not just other steps
        state->stale = another ? 2 : state->stale > 1 ? 2 : 1;
        state->replan = 0;
        state->last_turn = state->turn;
    }
    caperi_stride_shift(s, job->dt);
    caperi_stride_pace(s, job->dt);
    caper_root out = state->flat;
    caper_transform root = caper_root_transform(out);
    caper_vec3 shift = shift_now(s);
    out.x += shift.x;
    out.z += shift.z;
    out.y += state->shift[CAPERI_SHIFT_Y].value;
    float pitch = state->shift[CAPERI_SHIFT_PITCH].value;
    for (int i = 0; i < s->leg_count; i++) {
        follow_ground(s, job, i);
        caperi_support support;
        caper_transform at = place_foot(s, job, i, root, &support);
        at.position.y += s->feet[i].lift;
        offer(s, i, &support, at);
    }
    caper_transform turn = caperi_stride_pitch(s, pitch);
    root.position = caper_vec3_make(out.x, out.y, out.z);
    float need = needed_drop(s, job, caper_transform_mul(root, turn));
    caper_spring(&state->drop, &state->drop_rate, need, 0,
                 need > state->drop ? DROP_HALF_LIFE : RISE_HALF_LIFE, job->dt);
    out.y -= state->drop;
    note_sinking(s, out.y + state->level);
    *job->root = out;
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
            offer_as_is(s, job, i,
                        caper_transform_mul(caper_root_transform(out), wanted(s, job, i)));
        }
    }
    float dx = job->root->x - state->out.x, dz = job->root->z - state->out.z;
    state->report.way += state->going ? sqrtf(dx * dx + dz * dz) : 0;
    state->going = 1;
    state->out = *job->root;
    return true;
}
