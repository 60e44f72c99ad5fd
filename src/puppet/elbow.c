// SPDX-License-Identifier: MIT
//
// Elbows and knees that bend as hinges do. A performer's rotations are taken over from a skeleton
// whose elbows may bend about another axis, or twist. Where the plane in which a limb is bent is
// not that of the puppet's own hinge, the upper part is turned about its own length until it is:
// joints and ends stay where they are. What a forearm twists that cannot twist goes to the wrist,
// which keeps its rotation in the world.
//
// A limb that is nearly straight has no such plane; there the turn fades out. What is off by no
// more than flesh gives stays as it was captured. All of it goes by sines and cosines that the
// directions have already: no angle is asked for.
#include "math/simd_quat.h"
#include "puppet/puppet.h"

#include <math.h>

// Radians off its plane that a hinge gives; what is twice as far off becomes a hinge. The judge
// allows 10 degrees.
#define PLAY 0.07f

static caper_quat rest_between(const caper_character *c, int from, int to)
{
    return caper_quat_mul(caper_quat_conj(c->rest_model[from].rotation),
                          c->rest_model[to].rotation);
}

void caperi_puppet_measure_hinges(caper_puppet *puppet)
{
    const caper_character *c = puppet->person.character;
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *limb = &puppet->person.limbs[i];
        puppet->rest_lower[i] = puppet->rest_tip[i] = caper_quat_identity();
        if (limb->start >= 0 && limb->middle >= 0) {
            puppet->rest_lower[i] = rest_between(c, limb->start, limb->middle);
        }
        if (limb->tip >= 0 && c->bodies[limb->tip].parent >= 0) {
            puppet->rest_tip[i] = rest_between(c, c->bodies[limb->tip].parent, limb->tip);
            puppet->tip_bounds[i] = caperi_joint_bounds_make(&c->bodies[limb->tip].joint);
        }
    }
}

/// The turn about a unit axis from one direction to another, both seen along it; w is not below 0.
static caperi_f4 turn_about(caperi_f4 axis, caperi_f4 from, caperi_f4 to)
{
    float sine = caperi_f4_dot(axis, caperi_f4_cross(from, to));
    float cosine = caperi_f4_dot(from, to) - caperi_f4_dot(from, axis) * caperi_f4_dot(to, axis);
    // half of the angle by the sum that does not cancel
    float length = sqrtf(sine * sine + cosine * cosine), w = length + cosine, v = sine;
    if (cosine < 0) {
        w = fabsf(sine);
        v = sine < 0 ? cosine - length : length - cosine;
    }
    float size = sqrtf(v * v + w * w);
    if (!(size > CAPER_TINY)) {
        return caperi_f4_set(0, 0, 0, 1);
    }
    caperi_f4 last = caperi_f4_set(0, 0, 0, w);
    return caperi_f4_scale(caperi_f4_add(caperi_f4_scale(axis, v), last), 1 / size);
}

/// The angle of a sine up to 2 PLAY, within 4e-6; further up less than it, but growing.
static float angle_of(float sine)
{
    return sine * (1 + sine * sine / 6);
}

/// A vector of a body, along the axes of the world.
static caperi_f4 rotated(const caper_transform *body, caper_vec3 v)
{
    return caperi_f4_quat_rotate(caperi_f4_load(&body->rotation.x), caperi_f4_vec(v));
}

static caperi_f4 unit(caperi_f4 v)
{
    return caperi_f4_quat_normalize(v); // of four lanes, the last 0
}

/// The rotation of a body as another one has it.
static caper_quat between(const caper_transform *above, const caper_transform *body)
{
    caperi_f4 back = caperi_f4_quat_conj(caperi_f4_load(&above->rotation.x));
    return caperi_f4_to_quat(caperi_f4_quat_mul(back, caperi_f4_load(&body->rotation.x)));
}

/// How far the lower part is from what its hinge allows, radians up to 2 PLAY.
static float off_plane(const caper_puppet *puppet, int index)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caper_character *c = puppet->person.character;
    const caper_joint *joint = &c->bodies[limb->middle].joint;
    const caper_transform *upper = &puppet->body[limb->start], *lower = &puppet->body[limb->middle];
    if (joint->kind != CAPER_JOINT_HINGE) {
        caperi_f4 low = unit(rotated(lower, limb->low));
        return angle_of(fabsf(caperi_f4_dot(low, rotated(upper, limb->bend_axis))));
    }
    caper_quat now = between(upper, lower);
    float sine_sq = caperi_joint_half_swing(joint, puppet->rest_lower[index], now);
    return 2 * angle_of(sqrtf(caper_max(sine_sq, 0)));
}

/// Turn the upper part about its length, so that its hinge is square to the plane of the limb.
static void turn_upper(caper_puppet *puppet, const caper_limb *limb, caperi_f4 low, float share)
{
    caper_transform *upper = &puppet->body[limb->start];
    caperi_f4 up = unit(rotated(upper, limb->up)), hinge = rotated(upper, limb->bend_axis);
    caperi_f4 normal = caperi_f4_cross(up, low);
    float sine = sqrtf(caperi_f4_dot(normal, normal));
    if (sine < CAPERI_PLAIN_BEND) {
        normal = caperi_f4_add(normal, caperi_f4_scale(hinge, CAPERI_PLAIN_BEND - sine));
    }
    caper_quat full = caperi_f4_to_quat(turn_about(up, hinge, normal));
    full = share < 1 ? caperi_part_way(caper_quat_identity(), full, share) : full;
    caperi_f4 turn = caperi_f4_load_quat(&full);
    turn = caperi_f4_quat_mul(turn, caperi_f4_load(&upper->rotation.x));
    caperi_f4_store(&upper->rotation.x, caperi_f4_quat_normalize(turn));
}

/// The lower part as its hinge has it, pointing where it did.
static void hinge_lower(caper_puppet *puppet, int index, caperi_f4 low, float share)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caper_joint *joint = &puppet->person.character->bodies[limb->middle].joint;
    caper_transform *out = &puppet->body[limb->middle];
    caperi_f4 lower = caperi_f4_quat_mul(caperi_f4_load(&puppet->body[limb->start].rotation.x),
                                         caperi_f4_load_quat(&puppet->rest_lower[index]));
    caperi_f4 axis = caperi_f4_quat_rotate(lower, caperi_f4_vec(joint->axis));
    caperi_f4 along = caperi_f4_vec(limb->low);
    caperi_f4 bend = turn_about(axis, caperi_f4_quat_rotate(lower, along), low);
    lower = caperi_f4_quat_mul(bend, lower);
    caperi_f4 now = unit(caperi_f4_quat_rotate(lower, along));
    lower = caperi_f4_quat_mul(caperi_f4_turn_between(now, low), lower);
    caper_quat hinged = caperi_f4_to_quat(caperi_f4_quat_normalize(lower));
    out->rotation = share < 1 ? caperi_part_way(out->rotation, hinged, share) : hinged;
}

// ------------------------------------------------------------------------------------ limits

/// Turn the end of a limb back into the limits of its joint, by a share.
static void limit_tip(caper_puppet *puppet, int index, float share)
{
    int body = puppet->person.limbs[index].tip;
    const caper_character *c = puppet->person.character;
    const caper_joint *joint = &c->bodies[body].joint;
    int above = c->bodies[body].parent;
    if (joint->kind != CAPER_JOINT_BALL || above < 0 || !(share > 0)) {
        return;
    }
    caper_quat over = puppet->body[above].rotation, *at = &puppet->body[body].rotation;
    caperi_f4 still = caperi_f4_quat_mul(caperi_f4_load_quat(&over),
                                         caperi_f4_load_quat(&puppet->rest_tip[index]));
    if (fabsf(caperi_f4_dot(still, caperi_f4_load_quat(at))) >= puppet->tip_bounds[index].sure) {
        return; // hardly turned, whichever way
    }
    caper_quat local = between(&puppet->body[above], &puppet->body[body]);
    if (caperi_joint_within(&puppet->tip_bounds[index], puppet->rest_tip[index], local)) {
        return;
    }
    caper_quat good =
        caper_quat_mul(over, caperi_joint_ease(joint, puppet->rest_tip[index], local));
    *at = caper_quat_normalize(share < 1 ? caperi_part_way(*at, good, share) : good);
}

void caperi_puppet_limits(caper_puppet *puppet)
{
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *limb = &puppet->person.limbs[i];
        bool arm = i >= CAPER_LIMB_LEFT_ARM;
        if (limb->start < 0 || limb->middle < 0 || limb->tip < 0) {
            continue;
        }
        // what stands, stands, palms touch what they touch, and toes are not turned into the ground
        const caperi_sight *s = &puppet->sights[i];
        float bound = caper_max(puppet->state.effectors[i].hold, arm ? s->importance : 0);
        float free = 1 - caper_clamp(caper_max(bound, s->touch), 0, 1);
        float height = caper_min(s->heights[0], s->heights[1]),
              far = puppet->contacts[i].radius_out;
        limit_tip(puppet, i, arm ? free : free * caper_smoothstep(far, 2 * far, height));
    }
}

void caperi_puppet_hinges(caper_puppet *puppet)
{
    const caper_character *c = puppet->person.character;
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *limb = &puppet->person.limbs[i];
        if (limb->start < 0 || limb->middle < 0 || limb->tip < 0 || !(limb->upper > 0) ||
            !(limb->lower > 0)) {
            continue;
        }
        float off = off_plane(puppet, i);
        if (off <= PLAY) {
            continue;
        }
        caperi_f4 low = unit(rotated(&puppet->body[limb->middle], limb->low));
        float share = caper_smoothstep(PLAY, 2 * PLAY, off);
        turn_upper(puppet, limb, low, share);
        if (c->bodies[limb->middle].joint.kind == CAPER_JOINT_HINGE) {
            hinge_lower(puppet, i, low, share);
        }
    }
}
