// SPDX-License-Identifier: MIT
//
// Hulls. The gauge of a point is the fourth root of the sum of fourth powers of its coordinates
// from the axis, each over its half size: 1 on a section that is nearly the box and has no edges.
// It grows in proportion to the way from the axis, so that the hull is met at 1 / gauge of the way,
// its slope is the same all along it, and seeing a place and finding the point again are inverse to
// each other.
#include "puppet/hull.h"

#include "math/simd_quat.h"

#include <math.h>

caperi_hull caperi_hull_of_box(caper_vec3 center, caper_vec3 half, caper_quat turn, float round)
{
    caperi_hull hull;
    hull.center = center;
    hull.turn = turn;
    float end = caper_min(round * half.y, caper_min(half.x, half.z));
    hull.half = caper_vec3_make(half.x, end, half.z);
    hull.length = half.y - end;
    hull.inverse = caper_vec3_make(1 / half.x, 1 / end, 1 / half.z);
    hull.axis = caper_quat_rotate(turn, caper_vec3_make(0, hull.length, 0));
    hull.reach = caper_vec3_length(half);
    return hull;
}

caperi_place caperi_hull_see(const caperi_hull *hull, caper_vec3 point)
{
    caperi_f4 way = caperi_f4_vec(caper_vec3_sub(point, hull->center));
    caperi_f4 back = caperi_f4_quat_conj(caperi_f4_load_quat(&hull->turn));
    return caperi_hull_see_along(hull, caperi_f4_to_vec3(caperi_f4_quat_rotate(back, way)));
}

caper_vec3 caperi_hull_point(const caperi_hull *hull, const caperi_place *place, float away)
{
    caper_vec3 p = caper_vec3_scale(caper_vec3_mul(place->out, hull->half), 1 / place->gauge);
    p = caper_vec3_scale(p, caper_max(1 + away / caper_vec3_length(p), 0));
    p.y += place->along * hull->length;
    return caper_vec3_add(hull->center, caper_quat_rotate(hull->turn, p));
}

float caperi_hull_radius(const caperi_hull *hull, const caperi_place *place)
{
    return caper_vec3_length(caper_vec3_mul(place->out, hull->half)) / place->gauge;
}
