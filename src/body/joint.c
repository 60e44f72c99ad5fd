// SPDX-License-Identifier: MIT
//
// Measure and clamp a local rotation against the limits of its joint. The turn away from rest is
// split into swing * twist about the joint's axis, both in the body frame: local = rest * swing *
// twist. Limits are closed intervals on a circle, so an angle past pi is brought back to the limit
// that is nearer around the circle. Invariant: clamping a clamped rotation returns it unchanged.
// Where clamping would snap, halfway round, caperi_joint_ease changes over gradually.
#include "body/body.h"

#include "math/rotvec.h"
#include "math/simd_quat.h"

// Angles recomputed from a rotation are good to a few 1e-7; excess below this is rounding, and a
// rotation with no more of it counts as within the limits.
#define SLACK 1e-5f
#define HALFWAY 0.3f // share of what is beyond both limits of a twist that a limit holds; by hand
#define SURE_TWIST 1.9f // radians of swing up to which a twist means something; set by hand
#define NO_TWIST 2.6f   // radians of swing from which it means nothing, near half a turn; by hand

// Beyond [min, max] on the circle: negative below min, positive above max, whichever is nearer.
static float beyond(float angle, float min, float max)
{
    if (angle >= min && angle <= max)
        return 0.0f;
    float above = angle > max ? angle - max : angle + CAPER_TAU - max;
    float below = angle < min ? min - angle : min - (angle - CAPER_TAU);
    return above <= below ? above : -below;
}

typedef struct joint_turn {
    caper_quat swing, twist;
    float swing_angle, twist_angle;
} joint_turn;

/// The angle of a swing: the bits of caper_quat_angle from the identity.
static float swing_angle(caper_quat swing)
{
    return (float)caperi_dvec3_length(caperi_dquat_log(caperi_dquat_from(swing)));
}

static joint_turn turn_from_rest(const caper_joint *joint, caper_quat rest, caper_quat local)
{
    joint_turn t;
    caper_quat delta = caper_quat_normalize(caper_quat_mul(caper_quat_conj(rest), local));
    caper_quat_swing_twist(delta, joint->axis, &t.swing, &t.twist);
    t.swing_angle = swing_angle(t.swing);
    t.twist_angle = caper_quat_twist_angle(t.twist, joint->axis);
    return t;
}

caper_joint_angles caper_joint_measure(const caper_joint *joint, caper_quat rest,
                                       caper_quat rotation_local)
{
    caper_joint_angles angles = {0.0f, 0.0f, 0.0f};
    if (joint->kind == CAPER_JOINT_FIXED) {
        angles.swing = caper_quat_angle(rest, rotation_local);
        angles.excess = angles.swing;
    } else if (joint->kind != CAPER_JOINT_FREE) {
        joint_turn t = turn_from_rest(joint, rest, rotation_local);
        float swing_limit = joint->kind == CAPER_JOINT_BALL ? joint->swing : 0.0f;
        angles.turn = t.twist_angle;
        angles.swing = t.swing_angle;
        angles.excess = caper_max(fabsf(beyond(t.twist_angle, joint->min, joint->max)),
                                  caper_max(t.swing_angle - swing_limit, 0.0f));
    }
    return angles;
}

static caper_quat from_rest(const caper_quat *rest, const caper_quat *local)
{
    caperi_f4 back = caperi_f4_quat_conj(caperi_f4_load_quat(rest));
    return caperi_f4_to_quat(caperi_f4_quat_mul(back, caperi_f4_load_quat(local)));
}

float caperi_joint_half_swing(const caper_joint *joint, caper_quat rest, caper_quat rotation_local)
{
    caper_quat delta = from_rest(&rest, &rotation_local);
    caper_vec3 v = caper_vec3_make(delta.x, delta.y, delta.z);
    float along = caper_vec3_dot(v, joint->axis);
    return caper_vec3_length_sq(v) - along * along;
}

caperi_joint_bounds caperi_joint_bounds_make(const caper_joint *joint)
{
    caperi_joint_bounds b = {.axis = joint->axis, .swing = -1, .sure = 2};
    if (joint->kind == CAPER_JOINT_BALL) {
        float half = caper_sin(0.5f * caper_min(joint->swing, CAPER_PI));
        b.swing = half * half;
        caper_sincos(0.5f * joint->min, &b.min[0], &b.min[1]);
        caper_sincos(0.5f * joint->max, &b.max[0], &b.max[1]);
        float least = caper_min(joint->swing, caper_min(-joint->min, joint->max));
        b.sure = least > 0 ? caper_cos(0.5f * caper_min(least, CAPER_PI)) + SLACK : 2;
    }
    return b;
}

bool caperi_joint_within(const caperi_joint_bounds *bounds, caper_quat rest,
                         caper_quat rotation_local)
{
    caper_quat delta = from_rest(&rest, &rotation_local);
    float along = caper_vec3_dot(caper_vec3_make(delta.x, delta.y, delta.z), bounds->axis);
    float sine = delta.w < 0 ? -along : along, cosine = fabsf(delta.w);
    // what of a twist is beyond a limit is less than a turn: its half has the sign of its sine
    return 1 - (sine * sine + cosine * cosine) <= bounds->swing &&
           sine * bounds->min[1] >= cosine * bounds->min[0] &&
           sine * bounds->max[1] <= cosine * bounds->max[0];
}

caper_quat caper_joint_clamp(const caper_joint *joint, caper_quat rest, caper_quat rotation_local)
{
    if (joint->kind == CAPER_JOINT_FREE)
        return rotation_local;
    if (joint->kind == CAPER_JOINT_FIXED)
        return caper_quat_angle(rest, rotation_local) <= SLACK ? rotation_local : rest;

    joint_turn t = turn_from_rest(joint, rest, rotation_local);
    float swing_limit = joint->kind == CAPER_JOINT_BALL ? joint->swing : 0.0f;
    float twist_excess = beyond(t.twist_angle, joint->min, joint->max);
    bool swings_too_far = t.swing_angle > swing_limit + SLACK;
    bool twists_too_far = fabsf(twist_excess) > SLACK;
    if (!swings_too_far && !twists_too_far)
        return rotation_local;

    if (twists_too_far)
        t.twist =
            caper_quat_from_axis_angle(joint->axis, twist_excess > 0.0f ? joint->max : joint->min);
    if (swings_too_far) {
        caper_vec3 axis;
        float angle;
        caper_quat_to_axis_angle(t.swing, &axis, &angle);
        t.swing = caper_quat_from_axis_angle(axis, swing_limit);
    }
    return caper_quat_normalize(caper_quat_mul(rest, caper_quat_mul(t.swing, t.twist)));
}

// -- Without a snap ------------------------------------------------------------------------------

// A twist brought back to its limits. Halfway round, where the other limit is as near, it goes
// over from one to the other by and by: nothing snaps.
static float limit_twist(const caper_joint *joint, float angle)
{
    if (angle >= joint->min && angle <= joint->max) {
        return angle;
    }
    float gap = CAPER_TAU - (joint->max - joint->min);
    float beyond = angle > joint->max ? angle - joint->max : angle + CAPER_TAU - joint->max;
    float over = caper_smoothstep(HALFWAY, 1 - HALFWAY, beyond / gap);
    return caper_lerp(joint->max, joint->min, over);
}

caper_quat caperi_joint_ease(const caper_joint *joint, caper_quat rest, caper_quat rotation_local)
{
    joint_turn t = turn_from_rest(joint, rest, rotation_local);
    float angle = t.twist_angle, lean = t.swing_angle;
    // near the pole a twist is what a small swing makes of it
    float sure = 1 - caper_smoothstep(SURE_TWIST, NO_TWIST, lean);
    angle += sure * caper_wrap_angle(limit_twist(joint, angle) - angle);
    t.twist = caper_quat_from_axis_angle(joint->axis, angle);
    if (lean > joint->swing)
        t.swing = caper_quat_slerp(caper_quat_identity(), t.swing, joint->swing / lean);
    return caper_quat_normalize(caper_quat_mul(rest, caper_quat_mul(t.swing, t.twist)));
}
