// SPDX-License-Identifier: MIT
// The contact latch of a whole sole: what touches the ground does not slide, the foot may roll.
//
// A point latch holds the middle of a foot and lets it turn about that point: toes and heel then
// slide through a stance that lands on the heel and leaves on the toes. Here the point of the sole
// that is lowest at the moment holds, frame by frame: the foot is carried by as much as that point
// would have slid. After release what was added fades by half-life, as in the latch.
#include "caper/contact.h"

#include <math.h>

caper_vec3 caper_roll_contact(const caper_vec3 *points, int count, caper_quat rotation,
                              float tolerance)
{
    float lowest = HUGE_VALF;
    for (int i = 0; i < count; i++) {
        lowest = caper_min(lowest, caper_quat_rotate(rotation, points[i]).y);
    }
    caper_vec3 sum = caper_vec3_zero();
    float weights = 0;
    for (int i = 0; i < count; i++) {
        float above = caper_quat_rotate(rotation, points[i]).y - lowest;
        float weight = caper_max(0, 1 - above / tolerance);
        sum = caper_vec3_add_scaled(sum, points[i], weight);
        weights += weight;
    }
    return weights > 0 ? caper_vec3_scale(sum, 1 / weights) : caper_vec3_zero();
}

caper_vec3 caper_roll_update(caper_roll *roll, const caper_latch_def *def, caper_vec3 contact,
                             caper_transform foot, bool stance, float dt)
{
    CAPER_ASSERT(dt >= 0.0f && def->release_half_life >= 0.0f);
    if (!stance) {
        roll->refused = 0;
    }
    bool holds = stance && !roll->refused;
    if (holds && roll->holding) {
        caper_vec3 now = caper_transform_mul_point(foot, contact);
        caper_vec3 slide = caper_vec3_sub(now, caper_transform_mul_point(roll->last, contact));
        slide.y = 0; // the ground decides about heights
        roll->offset = caper_vec3_sub(roll->offset, slide);
    } else {
        float left =
            def->release_half_life > 0.0f ? caper_exp2(-dt / def->release_half_life) : 0.0f;
        roll->offset = caper_vec3_scale(roll->offset, left);
    }
    roll->holding = holds;
    if (holds && caper_vec3_length_sq(roll->offset) > def->max_offset * def->max_offset) {
        roll->holding = 0; // dragged: from the next frame on the offset fades
        roll->refused = 1;
    }
    roll->last = foot;
    return roll->offset;
}
