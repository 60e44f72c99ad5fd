// SPDX-License-Identifier: MIT
//
// The ground here: what the world says, or a level floor without one. A world that is nothing but
// its plane is as cheap as no world at all.
#ifndef CAPER_SRC_CONTACT_GROUND_H
#define CAPER_SRC_CONTACT_GROUND_H

#include "caper/world.h"
#include "world/world.h"

#include <string.h>

/// What a character stands on, but for what moves.
typedef struct caperi_ground {
    const caper_world *world; // NULL: a level floor
    bool flat;                // a plane is all there is, and it is under everything
    caper_vec3 point, normal; // of that plane
    caperi_focus *focus;      // what is near, for who asks many times; or NULL
} caperi_ground;

/// The ground of a world; without one a floor at that height.
static inline caperi_ground caperi_ground_make(const caper_world *world, float floor)
{
    caperi_ground g = {world, true, {0.0f, floor, 0.0f}, {0.0f, 1.0f, 0.0f}, NULL};
    if (world) {
        g.flat = world->has_ground && world->box_count == 0 && world->field_count == 0;
        g.point = world->ground_point;
        g.normal = world->ground_normal;
    }
    return g;
}

/// Is there anything that moves?
static inline bool caperi_frame_moves(const caper_world_frame *frame)
{
    return frame && frame->platform_count + frame->obstacle_count > 0;
}

/// The plane of flat ground; where it is hit is not said.
static inline caper_hit caperi_ground_plane(const caperi_ground *ground)
{
    caper_hit hit;
    memset(&hit, 0, sizeof hit);
    hit.surface = CAPER_SURFACE_GROUND;
    hit.index = -1;
    hit.normal = ground->normal;
    return hit;
}

/// Is a point farther than a distance above everything? Cheap, and true for flat ground alone: most
/// of a body is far from the ground in most frames.
static inline bool caperi_ground_is_clear(const caperi_ground *ground,
                                          const caper_world_frame *frame, caper_vec3 point,
                                          float distance)
{
    if (!ground->flat || caperi_frame_moves(frame)) {
        return false;
    }
    caper_vec3 up = caper_vec3_sub(point, ground->point);
    return caper_vec3_dot(ground->normal, up) > distance;
}

/// The highest surface at a point's x and z that is not above `from_y`, as caper_world_height; the
/// plane of flat ground counts wherever it is, and platforms only where they are not below it.
caper_hit caperi_ground_under(const caperi_ground *ground, const caper_world_frame *frame,
                              caper_vec3 point, float from_y);
/// The nearest of all surfaces (caperi_ground_near).
caper_hit caperi_ground_near_all(const caperi_ground *ground, const caper_world_frame *frame,
                                 caper_vec3 point, float reach);
/// The nearest surface within `reach`, as caper_world_distance; the plane of flat ground however
/// far it is, and whatever moves where it is nearer than that.
static inline caper_hit caperi_ground_near(const caperi_ground *ground,
                                           const caper_world_frame *frame, caper_vec3 point,
                                           float reach)
{
    if (!ground->flat || caperi_frame_moves(frame)) {
        return caperi_ground_near_all(ground, frame, point, reach);
    }
    caper_hit hit = caperi_ground_plane(ground);
    hit.distance = caper_vec3_dot(hit.normal, caper_vec3_sub(point, ground->point));
    hit.point = caper_vec3_add_scaled(point, hit.normal, -hit.distance);
    return hit;
}

#endif
