// SPDX-License-Identifier: MIT
//
// Limbs (paper 001, section 5.3): analytic, with the swivel angle closest to the captured pose,
// blended with it by importance; hands and feet keep the rotation that was captured. What would
// then be under a surface is brought back to it.
//
// The limb bends in the plane in which it is bent. A limb that is nearly straight has no such
// plane, and there the axis goes over to the one that people bend about.
#include "math/simd_quat.h"
#include "puppet/puppet.h"

#include <math.h>

#define MAX_CLEARS 6        // passes in which a shin is brought out of the ground
#define MAX_CLEAR_TURN 0.4f // radians in one of them
#define MOST_HEEL 1.2f      // radians in all of them: 69 degrees, captured heels rise to 72
#define TOE_HALVINGS 10     // of the way of toes to the ground: finer than can be seen moving
#define CLEAR_SLACK 5e-4f   // of the leg
#define MOST_RISE 60.0f     // m/s2 for each metre of size

static caper_vec3 bend_axis(const caper_limb *limb, caper_quat upper, caper_vec3 up, caper_vec3 low)
{
    caper_vec3 axis = caper_vec3_cross(caper_vec3_scale(up, 1 / limb->upper),
                                       caper_vec3_scale(low, 1 / limb->lower));
    axis = caper_quat_unrotate(upper, axis);
    float sine = caper_vec3_length(axis);
    if (sine < CAPERI_PLAIN_BEND) {
        axis = caper_vec3_add_scaled(axis, limb->bend_axis, CAPERI_PLAIN_BEND - sine);
    }
    return axis;
}

/// The limb as it is now, from the start's joint.
static caper_limb_job limb_job(const caper_puppet *puppet, int index)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    caper_limb_job job = caper_limb_job_default();
    job.start = puppet->body[limb->start].position;
    job.upper = puppet->body[limb->start].rotation;
    job.lower = puppet->body[limb->middle].rotation;
    caper_vec3 up = caper_quat_rotate(job.upper, limb->up);
    caper_vec3 low = caper_quat_rotate(job.lower, limb->low);
    job.middle = caper_vec3_add(job.start, up);
    job.tip = caper_vec3_add(job.middle, low);
    job.bend_axis = bend_axis(limb, job.upper, up, low);
    return job;
}

static void accept(caper_puppet *puppet, int index, const caper_limb_job *job)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    puppet->body[limb->start].rotation = job->upper_out;
    puppet->body[limb->middle] = caper_transform_make(job->lower_out, job->middle_out);
    puppet->body[limb->tip].position = job->tip_out;
}

/// How deep the lowest corner of a tip is.
static float depth_of(const caper_puppet *puppet, int index, const caper_hit *hit)
{
    const caperi_contact *k = &puppet->contacts[index];
    caper_transform tip = puppet->body[k->tip];
    caper_vec3 n = caper_quat_unrotate(tip.rotation, hit->normal);
    float least = HUGE_VALF;
    for (int i = 0; i < 8; i++) {
        least = caper_min(least, caper_vec3_dot(n, k->corners[i]));
    }
    float joint = caper_vec3_dot(hit->normal, caper_vec3_sub(tip.position, hit->point));
    return -(joint + least);
}

/// Back to the surface, straight across it. (The paper goes along the ray from shoulder or hip; the
/// part is then pushed along the ground by as much as the ray is flat, and a foot that swings past
/// the ground is thrown forward.)
void caperi_puppet_keep_out(caper_puppet *puppet, int index, const caper_world_frame *frame)
{
    caper_transform *at = &puppet->body[puppet->contacts[index].tip];
    caper_vec3 center = caperi_transform_point(at, puppet->contacts[index].grip);
    if (caperi_ground_is_clear(&puppet->ground, frame, center,
                               puppet->contacts[index].radius_out)) {
        return;
    }
    caper_hit hit = caperi_ground_near(&puppet->ground, frame, center, 2 * puppet->person.leg);
    float depth = hit.surface == CAPER_SURFACE_NONE ? 0 : depth_of(puppet, index, &hit);
    if (!(depth > 1e-5f)) {
        return;
    }
    if (puppet->contacts[index].foot) {
        // toes rise before the leg does
        const caperi_contact *k = &puppet->contacts[index];
        float most = caper_vec3_dot(hit.normal, caper_vec3_sub(at->position, hit.point));
        at->rotation = caperi_puppet_level(k, at->rotation, hit.normal, most);
        depth = depth_of(puppet, index, &hit);
    }
    caper_limb_job job = limb_job(puppet, index);
    job.target = caper_vec3_add_scaled(job.tip, hit.normal, caper_max(depth, 0));
    if (caper_limb_solve(&job)) {
        accept(puppet, index, &job);
    }
}

/// How a heel rises: from where, about what.
typedef struct rise {
    caper_transform tip;
    caper_vec3 toe, axis;
    float lever, stands;
} rise;

/// Turn a foot about its ball, lift it, and let the leg follow.
static bool raise_heel(caper_puppet *puppet, int index, const rise *r, float angle, float lift)
{
    caper_quat turn = caper_quat_from_axis_angle(r->axis, angle);
    caper_limb_job job = limb_job(puppet, index);
    caper_vec3 way = caper_vec3_sub(r->tip.position, r->toe);
    job.target = caper_vec3_add(r->toe, caper_quat_rotate(turn, way));
    job.target.y += lift;
    job.soften = caperi_puppet_slack(puppet, index);
    if (!caper_limb_solve(&job)) {
        return false;
    }
    accept(puppet, index, &job);
    caper_quat rotation = caper_quat_normalize(caper_quat_mul(turn, r->tip.rotation));
    puppet->body[puppet->contacts[index].tip].rotation = rotation;
    return true;
}

static rise find_rise(const caper_puppet *puppet, int index)
{
    const caperi_contact *k = &puppet->contacts[index];
    caper_vec3 up = caper_vec3_make(0, 1, 0);
    rise r;
    r.tip = puppet->body[k->tip];
    r.toe = caper_transform_mul_point(r.tip, k->points[1]);
    r.axis = caper_vec3_cross(caper_vec3_sub(r.tip.position, r.toe), up);
    r.lever = caper_vec3_length(r.axis);
    r.axis = caper_vec3_normalize_or(r.axis, caper_vec3_make(1, 0, 0));
    float upright = caper_vec3_dot(caper_quat_rotate(r.tip.rotation, k->up), up);
    r.stands = r.lever > 1e-6f ? caper_smoothstep(0.1f, 0.5f, upright) : 0;
    return r;
}

/// How deep a shin is, with what is rigid between it and the foot.
static float shin_depth(const caper_puppet *puppet, const caper_world_frame *frame, int index)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caper_character *c = puppet->person.character;
    caper_transform shin = puppet->body[limb->middle];
    float deepest = caperi_puppet_box_depth(puppet, frame, limb->middle, shin);
    for (int b = c->bodies[limb->tip].parent; b > limb->middle; b = c->bodies[b].parent) {
        caper_transform at = caper_transform_unmul(c->rest_model[limb->middle], c->rest_model[b]);
        at = caper_transform_mul(shin, at);
        deepest = caper_max(deepest, caperi_puppet_box_depth(puppet, frame, b, at));
    }
    return deepest;
}

/// A thick shin that leans meets the ground before a thin one: the heel rises, about the ball of
/// the foot, until the shin is clear; smoothly, since a nearly straight leg takes much of it at
/// once. A foot that does not stand on its sole rises as it is. True when it moved.
static bool clear_shin(caper_puppet *puppet, int index, const caper_world_frame *frame, float dt)
{
    caperi_chase *chase = &puppet->state.effectors[index].heel;
    float leg = puppet->person.leg, angle = 0, lift = 0, depth = shin_depth(puppet, frame, index);
    if (!(depth > CLEAR_SLACK * leg) && puppet->state.started && caperi_chase_is_down(chase)) {
        return false; // most of the time
    }
    rise r = find_rise(puppet, index);
    for (int pass = 0; pass < MAX_CLEARS; pass++) {
        depth = pass > 0 ? shin_depth(puppet, frame, index) : depth;
        if (!(depth > CLEAR_SLACK * leg)) {
            break;
        }
        float step = r.stands > 0 ? caper_min(depth / r.lever, MAX_CLEAR_TURN) : 0;
        float room = caper_max(MOST_HEEL - angle, 0); // a foot does not go over on its toes
        lift += (1 - r.stands) * depth + r.stands * caper_max(step - room, 0) * r.lever;
        angle += r.stands * caper_min(step, room);
        if (!raise_heel(puppet, index, &r, angle, lift)) {
            return false;
        }
    }
    caper_vec3 wanted = caper_vec3_make(angle * leg, lift, 0);
    if (!puppet->state.started) {
        caperi_chase_start(chase, wanted);
    }
    float most = MOST_RISE * puppet->person.character->size;
    caper_vec3 eased = caperi_chase_update(chase, wanted, most, dt);
    if (caper_vec3_distance(eased, wanted) > 1e-4f * leg) {
        return raise_heel(puppet, index, &r, eased.x / leg, eased.y);
    }
    return angle + lift > 0;
}

/// How deep toes are that are turned, along the axes of the model at rest.
static float toe_depth(const caper_puppet *puppet, const caperi_contact *k,
                       const caper_world_frame *frame, caper_vec3 joint, caper_quat rotation)
{
    caper_transform at = caper_transform_make(rotation, joint);
    return caperi_puppet_depth(puppet, frame, at, k->toe_middle, k->toe_half);
}

/// Toes turn against the foot as captured, but not into the ground: as far as needed towards how
/// they lie when they stand.
static void place_toe(caper_puppet *puppet, int index, const caper_world_frame *frame)
{
    const caperi_contact *k = &puppet->contacts[index];
    const caper_skeleton *skeleton = &puppet->person.character->skeleton;
    caper_transform *toe = &puppet->body[k->toe];
    caper_transform tip = puppet->body[k->tip];
    caper_quat bent = caper_quat_mul(caper_quat_conj(puppet->posed[k->tip].rotation),
                                     puppet->posed[k->toe].rotation);
    toe->rotation = caper_quat_mul(tip.rotation, bent);
    toe->position = caper_transform_mul_point(tip, skeleton->rest_local[k->toe].position);
    caper_quat from = caper_quat_mul(toe->rotation, k->toe_level);
    float slack = CLEAR_SLACK * puppet->person.leg;
    if (!(toe_depth(puppet, k, frame, toe->position, from) > slack)) {
        return;
    }
    caper_vec3 up = caper_vec3_make(0, 1, 0);
    caper_quat full = caper_quat_between(caper_quat_rotate(from, up), up), turn = full;
    float low = 0, high = 1;
    for (int i = 0; i < TOE_HALVINGS; i++) {
        float middle = 0.5f * (low + high);
        caper_quat part = caper_quat_nlerp(caper_quat_identity(), full, middle);
        caper_quat now = caper_quat_mul(part, from);
        bool deep = toe_depth(puppet, k, frame, toe->position, now) > slack;
        *(deep ? &low : &high) = middle;
        turn = deep ? turn : part;
    }
    toe->rotation = caper_quat_normalize(caper_quat_mul(turn, toe->rotation));
}

/// Bring the end of a limb to a place, by a weight.
static void solve(caper_puppet *puppet, int index, caper_vec3 target, float weight)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    caper_transform *middle = &puppet->body[limb->middle], *tip = &puppet->body[limb->tip];
    bool soft = puppet->def.method == CAPER_PUPPET_IMPORTANCE;
    caper_limb_job job = limb_job(puppet, index);
    caper_quat wrist = caper_quat_mul(caper_quat_conj(middle->rotation), tip->rotation);
    job.target = target;
    job.weight = weight;
    job.soften = soft ? caperi_puppet_slack(puppet, index) : 0;
    if (caper_limb_solve(&job)) {
        accept(puppet, index, &job);
        caper_quat carried = caper_quat_mul(middle->rotation, wrist);
        caper_quat goal = puppet->sights[index].rotation;
        tip->rotation = weight < 1 ? caperi_part_way(carried, goal, weight) : goal;
    }
}

void caperi_puppet_limbs(caper_puppet *puppet, const caper_world_frame *frame, float dt)
{
    bool free_only = puppet->def.method == CAPER_PUPPET_ANGLES;
    caper_vec3 palms[CAPERI_PUPPET_ARMS];
    float touch[CAPERI_PUPPET_ARMS] = {0, 0};
    for (int i = 0; i < CAPERI_PUPPET_LIMBS && !free_only; i++) {
        caperi_sight *s = &puppet->sights[i];
        bool hand = i >= CAPER_LIMB_LEFT_ARM;
        if (i == CAPER_LIMB_LEFT_ARM) {
            caperi_puppet_touch(puppet, palms, touch); // the legs are where they are by now
        }
        s->touch = hand ? touch[i - CAPER_LIMB_LEFT_ARM] : 0;
        caper_vec3 target = s->goal;
        float weight = s->importance;
        if (s->touch > 0) {
            // both matter: the ground first, since palms on it are where they are
            float share = s->touch * (1 - s->importance);
            weight = s->importance + share;
            target = caper_vec3_lerp(s->goal, palms[i - CAPER_LIMB_LEFT_ARM], share / weight);
        }
        if (weight > 0) {
            solve(puppet, i, target, weight);
        }
        if (puppet->def.method == CAPER_PUPPET_IMPORTANCE) {
            caperi_puppet_keep_out(puppet, i, frame);
            if (puppet->contacts[i].foot && clear_shin(puppet, i, frame, dt)) {
                caperi_puppet_keep_out(puppet, i, frame);
            }
            if (puppet->contacts[i].toe >= 0) {
                place_toe(puppet, i, frame);
            }
        }
    }
}
