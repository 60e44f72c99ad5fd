// SPDX-License-Identifier: MIT
//
// The one ground query: rooms that make or judge motion ask here, so that all of them agree about
// what is under a character without a world, and about platforms.
#include "contact/ground.h"

caper_hit caperi_ground_under(const caperi_ground *ground, const caper_world_frame *frame,
                              caper_vec3 point, float from_y)
{
    if (!ground->flat && ground->focus) {
        return caperi_focus_height(ground->focus, ground->world, frame, point.x, point.z, from_y);
    }
    if (!ground->flat) {
        return caper_world_height(ground->world, frame, point.x, point.z, from_y);
    }
    caper_hit hit = caperi_ground_plane(ground);
    caper_vec3 n = ground->normal, d = caper_vec3_sub(point, ground->point);
    float height = ground->point.y - (n.x * d.x + n.z * d.z) / n.y; // n.y is at least 0.1
    hit.point = caper_vec3_make(point.x, height, point.z);
    hit.distance = from_y - height;
    if (frame && frame->platform_count > 0) {
        caper_hit moving = caper_world_height(NULL, frame, point.x, point.z, from_y);
        bool above = moving.surface != CAPER_SURFACE_NONE && moving.point.y >= height;
        hit = above ? moving : hit;
    }
    return hit;
}

caper_hit caperi_ground_near_all(const caperi_ground *ground, const caper_world_frame *frame,
                                 caper_vec3 point, float reach)
{
    if (!ground->flat) {
        return caper_world_distance(ground->world, frame, point, reach);
    }
    caper_hit hit = caperi_ground_near(ground, NULL, point, reach);
    caper_hit moving = caper_world_distance(NULL, frame, point, reach);
    bool nearer = moving.surface != CAPER_SURFACE_NONE && moving.distance < hit.distance;
    return nearer ? moving : hit;
}
