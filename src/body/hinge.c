// SPDX-License-Identifier: MIT
//
// Hinges in a row, as the joints of robots are made: from angles to a rotation and back. The
// inverse is a search for the rotation nearest to the wanted one, among those that the hinges can
// make within their limits. The cosine of half the angle between the two is, as a function of one
// hinge's angle alone, c cos(a/2) + s sin(a/2), whose largest value within an interval is known; so
// the hinges are set in turn until none moves. Invariant: every angle is within its limits.
#include "body/body.h"

#include <string.h>

#define ROUNDS 200    // two or three crossed hinges need ten, near gimbal lock more
#define SETTLED 1e-7f // radians: no hinge moved by more in a round

caper_quat caperi_hinge_turn(const caper_hinge *h, float angle)
{
    return caper_quat_from_axis_angle(h->axis, angle - h->zero);
}

caper_quat caperi_hinges_turn(const caper_body *b, const float *angles)
{
    caper_quat q = caper_quat_identity();
    for (int i = 0; i < b->hinge_count; i++)
        q = caper_quat_mul(
            q, caperi_hinge_turn(&b->hinges[i], angles ? angles[i] : b->hinges[i].rest));
    return q;
}

caper_quat caper_body_turned(const caper_character *character, int body, const float *angles)
{
    const caper_body *b = &character->bodies[body];
    caper_quat rest = character->skeleton.rest_local[body].rotation;
    caper_quat turn =
        caper_quat_mul(caper_quat_conj(caperi_hinges_turn(b, NULL)), caperi_hinges_turn(b, angles));
    return caper_quat_normalize(caper_quat_mul(rest, turn));
}

// Within the limits, of the angles that differ by whole turns the one nearest to them.
static float into_limits(const caper_hinge *h, float angle)
{
    float middle = 0.5f * (h->min + h->max);
    float near_middle = middle + caper_wrap_angle(angle - middle);
    return caper_clamp(near_middle, h->min, h->max);
}

// The best angle of one hinge while the others stay: before x R(angle) x after is to be `wish`.
static float best_angle(const caper_hinge *h, caper_quat before, caper_quat after, caper_quat wish)
{
    caper_quat left =
        caper_quat_mul(caper_quat_mul(caper_quat_conj(before), wish), caper_quat_conj(after));
    float s = left.x * h->axis.x + left.y * h->axis.y + left.z * h->axis.z;
    float angle = 2.0f * caper_atan2(s, left.w);
    return into_limits(h, angle + h->zero);
}

void caper_body_angles(const caper_character *character, int body, caper_quat rotation_local,
                       float *angles)
{
    const caper_body *b = &character->bodies[body];
    caper_quat rest = character->skeleton.rest_local[body].rotation;
    caper_quat wish = caper_quat_mul(caper_quat_conj(rest), rotation_local);
    wish = caper_quat_normalize(caper_quat_mul(caperi_hinges_turn(b, NULL), wish));
    for (int i = 0; i < b->hinge_count; i++)
        angles[i] = b->hinges[i].rest;
    float moved = 1.0f;
    for (int round = 0; round < ROUNDS && moved > SETTLED; round++) {
        moved = 0.0f;
        for (int i = 0; i < b->hinge_count; i++) {
            caper_quat before = caper_quat_identity(), after = caper_quat_identity();
            for (int k = 0; k < b->hinge_count; k++) {
                caper_quat turn = caperi_hinge_turn(&b->hinges[k], angles[k]);
                if (k < i)
                    before = caper_quat_mul(before, turn);
                else if (k > i)
                    after = caper_quat_mul(after, turn);
            }
            float angle = best_angle(&b->hinges[i], before, after, wish);
            moved = caper_max(moved, fabsf(angle - angles[i]));
            angles[i] = angle;
        }
    }
}

void caperi_obey_joints(const caper_character *character, caper_pose *local)
{
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *b = &character->bodies[i];
        caper_transform rest = character->skeleton.rest_local[i];
        if (b->parent < 0 || b->joint.kind == CAPER_JOINT_FREE)
            continue;
        local->bodies[i].position = rest.position;
        if (b->hinge_count > 0) {
            float angles[CAPER_MAX_HINGES];
            caper_body_angles(character, i, local->bodies[i].rotation, angles);
            local->bodies[i].rotation = caper_body_turned(character, i, angles);
        } else {
            local->bodies[i].rotation =
                caper_joint_clamp(&b->joint, rest.rotation, local->bodies[i].rotation);
        }
    }
}
