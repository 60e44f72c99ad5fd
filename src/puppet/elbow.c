// SPDX-License-Identifier: MIT
//
// Elbows and knees that bend as hinges do. A performer's rotations are taken over from a skeleton
// whose elbows may bend about another axis, or twist. Where the plane in which a limb is bent is
// not that of the puppet's own hinge, the upper part is turned about its own length until it is:
// joints and ends stay where they are. What a forearm twists that cannot twist goes to the wrist,
// which keeps its rotation in the world.
//
// A limb that is nearly straight has no such plane; there the turn fades out. What is off by no
// more than flesh gives stays as it was captured.
#include "puppet/puppet.h"

#include "body/body.h"

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
        }
    }
}

/// The angle about a unit axis from one direction to another, both seen along it.
static float angle_about(caper_vec3 axis, caper_vec3 from, caper_vec3 to)
{
    from = caper_vec3_add_scaled(from, axis, -caper_vec3_dot(from, axis));
    to = caper_vec3_add_scaled(to, axis, -caper_vec3_dot(to, axis));
    return caper_atan2(caper_vec3_dot(axis, caper_vec3_cross(from, to)), caper_vec3_dot(from, to));
}

/// How far the lower part is from what its hinge allows, radians; 0 where that is plainly within
/// its play.
static float off_plane(const caper_puppet *puppet, int index, caper_vec3 low)
{
    const caper_limb *limb = &puppet->person.limbs[index];
    const caper_character *c = puppet->person.character;
    const caper_joint *joint = &c->bodies[limb->middle].joint;
    caper_quat upper = puppet->body[limb->start].rotation;
    if (joint->kind != CAPER_JOINT_HINGE) {
        return fabsf(caper_asin(
            caper_clamp(caper_vec3_dot(low, caper_quat_rotate(upper, limb->bend_axis)), -1, 1)));
    }
    caper_quat now = caper_quat_mul(caper_quat_conj(upper), puppet->body[limb->middle].rotation);
    return caperi_joint_swing_from(joint, puppet->rest_lower[index], now, PLAY);
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
    float angle = share * angle_about(up, hinge, normal);
    caper_quat turn = caper_quat_from_axis_angle(up, angle);
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
    caper_quat bend = caper_quat_from_axis_angle(axis, angle_about(axis, at_rest, low));
    lower = caper_quat_mul(bend, lower);
    caper_vec3 now = caper_vec3_normalize(caper_quat_rotate(lower, limb->low));
    lower = caper_quat_mul(caper_quat_between(now, low), lower);
    caper_quat *out = &puppet->body[limb->middle].rotation;
    *out = caper_quat_slerp(*out, caper_quat_normalize(lower), share);
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
    caper_quat good =
        caper_quat_mul(over, caperi_joint_ease(joint, puppet->rest_tip[index], local));
    *at = caper_quat_normalize(share < 1 ? caper_quat_slerp(*at, good, share) : good);
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
        caper_vec3 up = caper_quat_rotate(puppet->body[limb->start].rotation, limb->up);
        caper_vec3 low = caper_quat_rotate(puppet->body[limb->middle].rotation, limb->low);
        up = caper_vec3_normalize(up);
        low = caper_vec3_normalize(low);
        float off = off_plane(puppet, i, low);
        if (off <= PLAY) {
            continue;
        }
        float share = caper_smoothstep(PLAY, 2 * PLAY, off);
        turn_upper(puppet, limb, up, low, share);
        if (c->bodies[limb->middle].joint.kind == CAPER_JOINT_HINGE) {
            hinge_lower(puppet, i, low, share);
        }
    }
}
