// SPDX-License-Identifier: MIT
//
// Joint limits for the particle solver: caper_joint_clamp with everything that is an angle turned
// into half-angle sines and cosines when the character is prepared. A body within its limits, which
// is nearly every one, costs a product of quaternions and a square root. Invariant: the answer is
// that of caper_joint_clamp but for rounding.
#include "ik/solver.h"

#define SLACK 1e-5f

caperi_limit caperi_limit_make(const caper_joint *joint)
{
    caperi_limit limit = {0};
    limit.kind = joint->kind;
    limit.axis = joint->axis;
    float swing = joint->kind == CAPER_JOINT_BALL ? joint->swing : 0.0f;
    caper_sincos(0.5f * swing, &limit.swing_sin, &limit.swing_cos);
    caper_sincos(0.5f * joint->min, &limit.min_sin, &limit.min_cos);
    caper_sincos(0.5f * joint->max, &limit.max_sin, &limit.max_cos);
    return limit;
}

// Clamp the twist (sine p and cosine w of its half, w >= 0) to the nearer limit around the circle:
// the one with which it has the larger cosine of the angle between them.
static bool clamp_twist(const caperi_limit *limit, float *p, float *w)
{
    if (*p >= limit->min_sin - SLACK && *p <= limit->max_sin + SLACK)
        return false;
    float to_min = fabsf(*p * limit->min_sin + *w * limit->min_cos);
    float to_max = fabsf(*p * limit->max_sin + *w * limit->max_cos);
    bool max = to_max >= to_min;
    *p = max ? limit->max_sin : limit->min_sin;
    *w = max ? limit->max_cos : limit->min_cos;
    return true;
}

bool caperi_limit_clamp(const caperi_limit *limit, caper_quat rest, caper_quat *local)
{
    if (limit->kind == CAPER_JOINT_FREE)
        return false;
    caper_quat turn = caper_quat_mul(caper_quat_conj(rest), *local);
    caper_vec3 axis = limit->axis;
    float p = (turn.x * axis.x + turn.y * axis.y) + turn.z * axis.z;
    float length = sqrtf(p * p + turn.w * turn.w);
    float w = 1.0f, pw = 0.0f;
    if (length > 1e-6f) {
        float s = (turn.w < 0.0f ? -1.0f : 1.0f) / length;
        w = turn.w * s;
        pw = p * s;
    }
    caper_quat twist = caper_quat_make(axis.x * pw, axis.y * pw, axis.z * pw, w);
    caper_quat swing = caper_quat_mul(turn, caper_quat_conj(twist));
    bool twists = clamp_twist(limit, &pw, &w);

    // sines, not cosines: those say nothing about small angles
    float sine = sqrtf(swing.x * swing.x + swing.y * swing.y + swing.z * swing.z);
    bool swings = length < limit->swing_cos && sine > limit->swing_sin + SLACK;
    if (limit->swing_sin == 0.0f)
        swings = sine > SLACK;
    if (!twists && !swings)
        return false;
    if (twists)
        twist = caper_quat_make(axis.x * pw, axis.y * pw, axis.z * pw, w);
    if (swings) {
        float s = sine > 1e-9f ? limit->swing_sin / sine : 0.0f;
        float sign = swing.w < 0.0f ? -1.0f : 1.0f;
        swing = caper_quat_make(swing.x * s * sign, swing.y * s * sign, swing.z * s * sign,
                                limit->swing_cos);
    }
    *local = caper_quat_normalize(caper_quat_mul(rest, caper_quat_mul(swing, twist)));
    return true;
}
