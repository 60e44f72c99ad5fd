// SPDX-License-Identifier: MIT
//
// One joint for all hinges of a body. MJCF gives a body several hinges where people have a ball
// joint: the turn is R1(a) R2(b) R3(c). Caper's ball has a cone for the swing and an interval for
// the twist, so the ball here is the smallest one (on a grid over the hinges' ranges) that holds
// every turn the hinges allow. Invariant: the rest pose is within the limits.
#include "formats/robot.h"

#define PARALLEL 0.999f     // cosine: hinges about one line
#define NEAR_ALONG 0.866f   // cosine of 30 degrees: a hinge is the twist
#define LOST_TWIST 2.96f    // of swing, radians: twist cannot be told beyond
#define MARGIN 0.008726646f // half a degree, for what lies between the points of the grid

typedef struct cone {
    float swing, min, max;
} cone;

// The limits from the rest pose, with 0 among them.
static void from_rest(float low, float high, float at, float *min, float *max, float *outside)
{
    *outside = caper_max(*outside, caper_max(low - at, at - high));
    *min = caper_clamp(low - at, -CAPER_PI, 0.0f);
    *max = caper_clamp(high - at, 0.0f, CAPER_PI);
}

static caper_joint one_axis(const caperi_hinge *hinges, int count, float *outside)
{
    caper_joint joint = {CAPER_JOINT_HINGE, hinges[0].axis, 0.0f, 0.0f, 0.0f};
    float low = 0.0f, high = 0.0f, at = 0.0f;
    for (int i = 0; i < count; i++) {
        bool same = caper_vec3_dot(hinges[i].axis, joint.axis) > 0.0f;
        low += same ? hinges[i].low : -hinges[i].high;
        high += same ? hinges[i].high : -hinges[i].low;
        at += same ? hinges[i].at : -hinges[i].at;
    }
    from_rest(low, high, at, &joint.min, &joint.max, outside);
    return joint;
}

static caper_quat turn_of(const caperi_hinge *hinges, int count, const float *angles)
{
    caper_quat turn = caper_quat_identity();
    for (int i = 0; i < count; i++)
        turn = caper_quat_mul(turn, caper_quat_from_axis_angle(hinges[i].axis, angles[i]));
    return turn;
}

// Enlarge the cone to hold a turn from rest.
static void hold(cone *c, caper_quat turn, caper_vec3 axis)
{
    caper_quat swing, twist;
    caper_quat_swing_twist(caper_quat_normalize(turn), axis, &swing, &twist);
    float angle = caper_quat_angle(caper_quat_identity(), swing);
    c->swing = caper_max(c->swing, angle);
    if (angle > LOST_TWIST)
        return;
    float twisted = caper_quat_twist_angle(twist, axis);
    c->min = caper_min(c->min, twisted);
    c->max = caper_max(c->max, twisted);
}

static caper_vec3 twist_axis(const caperi_hinge *hinges, int count, caper_vec3 along)
{
    caper_vec3 axis = along;
    float nearest = NEAR_ALONG;
    for (int i = 0; i < count; i++) {
        float cosine = fabsf(caper_vec3_dot(hinges[i].axis, along));
        if (cosine > nearest) {
            nearest = cosine;
            axis = hinges[i].axis;
        }
    }
    return axis;
}

// Points on each side of the grid: at most about 2500 turns in all.
static int grid_side(int count)
{
    static const int sides[CAPERI_MAX_HINGES + 1] = {1, 25, 25, 13, 7, 5, 3};
    return sides[count];
}

caper_joint caperi_hinges_joint(const caperi_hinge *hinges, int count, caper_vec3 along,
                                float *outside)
{
    CAPER_ASSERT(count >= 1 && count <= CAPERI_MAX_HINGES);
    *outside = 0.0f;
    bool parallel = true;
    float rest[CAPERI_MAX_HINGES], angles[CAPERI_MAX_HINGES];
    for (int i = 0; i < count; i++) {
        parallel = parallel && fabsf(caper_vec3_dot(hinges[i].axis, hinges[0].axis)) > PARALLEL;
        rest[i] = hinges[i].at;
        *outside = caper_max(
            *outside, caper_max(hinges[i].low - hinges[i].at, hinges[i].at - hinges[i].high));
    }
    if (parallel)
        return one_axis(hinges, count, outside);

    caper_joint joint = {CAPER_JOINT_BALL, twist_axis(hinges, count, along), 0.0f, 0.0f, 0.0f};
    caper_quat back = caper_quat_conj(turn_of(hinges, count, rest));
    cone c = {0.0f, 0.0f, 0.0f};
    int side = grid_side(count), total = 1;
    for (int i = 0; i < count; i++)
        total *= side;
    for (int k = 0; k < total; k++) {
        for (int i = 0, left = k; i < count; i++, left /= side) {
            float t = (float)(left % side) / (float)(side - 1);
            angles[i] = caper_lerp(hinges[i].low, hinges[i].high, t);
        }
        hold(&c, caper_quat_mul(back, turn_of(hinges, count, angles)), joint.axis);
    }
    joint.swing = caper_min(c.swing + MARGIN, CAPER_PI);
    joint.min = caper_max(c.min - MARGIN, -CAPER_PI);
    joint.max = caper_min(c.max + MARGIN, CAPER_PI);
    return joint;
}
