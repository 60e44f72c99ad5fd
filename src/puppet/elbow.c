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
static caper_quat turn_about(caper_vec3 axis, caper_vec3 from, caper_vec3 to)
{
    float sine = caper_vec3_dot(axis, caper_vec3_cross(from, to));
    float cosine = caper_vec3_dot(from, to) - caper_vec3_dot(from, axis) * caper_vec3_dot(to, axis);
    // half of the angle by the sum that does not cancel
    float length = sqrtf(sine * sine + cosine * cosine), w = length + cosine, v = sine;
    if (cosine < 0) {
        w = fabsf(sine);
        v = sine < 0 ? cosine - length : length - cosine;
    }
    return caper_quat_normalize(caper_quat_make(v * axis.x, v * axis.y, v * axis.z, w));
}

/// A share of a turn whose w is not below 0.
static caper_quat share_of(caper_quat turn, float share)
{
    return share < 1 ? caper_quat_nlerp(caper_quat_identity(), turn, share) : turn;
}

/// The angle of a sine up to 2 PLAY, within 4e-6; further up less than it, but growing.
static float angle_of(float sine)
{
    return sine * (1 + sine * sine / 6);
}

/// Where the lower part of a limb points.
static caper_vec3 lower_of(const caper_puppet *puppet, const caper_limb *limb)
{
    caper_vec3 low = caper_quat_rotate(puppet->body[limb->middle].rotation, limb->low);
    return caper_vec3_normalize(low);
}

/// How far the lower part is from what its hinge allows, radians up to 2 PLAY.
static float off_plane(const caper_puppet *puppet, int index)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caper_character *c = puppet->person.character;
    const caper_joint *joint = &c->bodies[limb->middle].joint;
    caper_quat upper = puppet->body[limb->start].rotation;
    if (joint->kind != CAPER_JOINT_HINGE) {
        caper_vec3 low = lower_of(puppet, limb);
        return angle_of(fabsf(caper_vec3_dot(low, caper_quat_rotate(upper, limb->bend_axis))));
    }
    caper_quat now = caper_quat_mul(caper_quat_conj(upper), puppet->body[limb->middle].rotation);
    float sine_sq = caperi_joint_half_swing(joint, puppet->rest_lower[index], now);
    return 2 * angle_of(sqrtf(caper_max(sine_sq, 0)));
}

/// Turn the upper part about its length, so that its hinge is square to the plane of the limb.
static void turn_upper(caper_puppet *puppet, const caper_limb *limb, caper_vec3 up, caper_vec3 low,
                       float share)
{
    caper_quat *upper = &puppet->body[limb->start].rotation;
    caper_vec3 hinge = caper_quat_rotate(*upper, limb->bend_axis);
    caper_vec3 normal = caper_vec3_cross(up, low);
    float sine = caper_vec3_length(normal);
    if (sine < CAPERI_PLAIN_BEND) {
        normal = caper_vec3_add_scaled(normal, hinge, CAPERI_PLAIN_BEND - sine);
    }
    caper_quat turn = share_of(turn_about(up, hinge, normal), share);
    *upper = caper_quat_normalize(caper_quat_mul(turn, *upper));
}

/// The lower part as its hinge has it, pointing where it did.
static void hinge_lower(caper_puppet *puppet, int index, caper_vec3 low, float share)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caper_character *c = puppet->person.character;
    caper_quat lower =
        caper_quat_mul(puppet->body[limb->start].rotation, puppet->rest_lower[index]);
    caper_vec3 axis = caper_quat_rotate(lower, c->bodies[limb->middle].joint.axis);
    caper_vec3 at_rest = caper_quat_rotate(lower, limb->low);
    lower = caper_quat_mul(turn_about(axis, at_rest, low), lower);
    caper_vec3 now = caper_vec3_normalize(caper_quat_rotate(lower, limb->low));
    lower = caper_quat_mul(caperi_turn_between(now, low), lower);
    caper_quat *out = &puppet->body[limb->middle].rotation;
    lower = caper_quat_normalize(lower);
    *out = share < 1 ? caper_quat_nlerp(*out, lower, share) : lower;
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
    caper_quat local = caper_quat_mul(caper_quat_conj(over), *at);
    if (caperi_joint_within(&puppet->tip_bounds[index], puppet->rest_tip[index], local)) {
        return;
    }
    caper_quat good =
        caper_quat_mul(over, caperi_joint_ease(joint, puppet->rest_tip[index], local));
    *at = caper_quat_normalize(share < 1 ? caper_quat_nlerp(*at, good, share) : good);
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
        caper_vec3 up = caper_quat_rotate(puppet->body[limb->start].rotation, limb->up);
        caper_vec3 low = lower_of(puppet, limb);
        up = caper_vec3_normalize(up);
        float share = caper_smoothstep(PLAY, 2 * PLAY, off);
        turn_upper(puppet, limb, up, low, share);
        if (c->bodies[limb->middle].joint.kind == CAPER_JOINT_HINGE) {
            hinge_lower(puppet, i, low, share);
        }
    }
}
