// SPDX-License-Identifier: MIT
// The contact latch: what stands stays where it landed.
//
// In stance the point is held at its anchor in the frame of the surface. On release the difference
// to the motion is not dropped but fades by half-life, exact in dt, so that the path is continuous
// and looks the same at any frame rate. Landing again before it is gone anchors where the point
// really is.
#include "caper/contact.h"

caper_latch_def caper_latch_def_default(void)
{
    caper_latch_def def = {0.08f, 0.15f};
    return def;
}

caper_vec3 caper_latch_update(caper_latch *latch, const caper_latch_def *def, caper_vec3 point,
                              bool stance, const caper_transform *surface, float dt)
{
    CAPER_ASSERT(dt >= 0.0f && def->release_half_life >= 0.0f);
    if (!stance) {
        latch->refused = 0;
    }
    bool holds = stance && !latch->refused;
    if (!latch->holding || !holds) {
        float left =
            def->release_half_life > 0.0f ? caper_exp2(-dt / def->release_half_life) : 0.0f;
        latch->offset = caper_vec3_scale(latch->offset, left);
    }
    if (!holds) {
        latch->holding = 0;
        return caper_vec3_add(point, latch->offset);
    }
    if (!latch->holding) {
        caper_vec3 landed = caper_vec3_add(point, latch->offset);
        latch->anchor = surface ? caper_transform_unmul_point(*surface, landed) : landed;
        latch->holding = 1;
    }
    caper_vec3 held = surface ? caper_transform_mul_point(*surface, latch->anchor) : latch->anchor;
    latch->offset = caper_vec3_sub(held, point);
    if (caper_vec3_length_sq(latch->offset) > def->max_offset * def->max_offset) {
        latch->holding = 0; // dragged: from the next frame on the offset fades
        latch->refused = 1;
    }
    return held;
}
