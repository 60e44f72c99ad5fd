// SPDX-License-Identifier: MIT
//
// Hulls: what of a body can be touched, and may not be entered. The hull of a body is a section
// around an axis, rounded at both ends, that fills the body's box: a capsule for a round limb, a
// rounded box for a trunk. Places on two hulls correspond by their share of the axis, of the
// section's sides and of the ends.
#ifndef CAPER_SRC_PUPPET_HULL_H
#define CAPER_SRC_PUPPET_HULL_H

#include "caper/vecmath.h"

#include <math.h>
#include <stdbool.h>

#define CAPERI_MAX_HULLS 20

/// The hull of one body, in the frame of the body. `turn` brings its axes, of which y is the long
/// one, into that frame.
typedef struct caperi_hull {
    caper_vec3 center;
    caper_quat turn;
    caper_vec3 half;    // x and z: of the section; y: of the rounded ends
    float length;       // half of the axis, without the ends
    caper_vec3 inverse; // of half
    caper_vec3 axis;    // from the center to the end of the axis, frame of the body
    float reach;        // of a ball about the center
} caperi_hull;

/// A point seen from a hull.
typedef struct caperi_place {
    float along;       // of the axis, -1..1
    caper_vec3 out;    // from the axis, in units of half
    float gauge;       // 1 on the hull, less inside
    caper_vec3 normal; // square to the hull, hull axes
    float thickness;   // over which the gauge changes by 1, square to the hull
} caperi_place;

/// How far a point near the hull is from it, square to it.
static inline float caperi_place_distance(const caperi_place *place)
{
    return (place->gauge - 1) * place->thickness;
}

/// A hull that fills a box whose axes are those of `turn`; `round` is the share of the ends in the
/// half length, at most what makes them as round as the section.
caperi_hull caperi_hull_of_box(caper_vec3 center, caper_vec3 half, caper_quat turn, float round);
/// Is a point, seen along the axes of a hull from its center, farther than a distance from the box
/// that it fills?
static inline bool caperi_hull_is_far(const caperi_hull *hull, caper_vec3 p, float distance)
{
    p = caper_vec3_abs(p);
    return p.x > hull->half.x + distance || p.z > hull->half.z + distance ||
           p.y > hull->half.y + hull->length + distance;
}
/// Where such a point is.
static inline caperi_place caperi_hull_see_along(const caperi_hull *hull, caper_vec3 p)
{
    caperi_place place;
    float axis = caper_clamp(p.y, -hull->length, hull->length);
    place.along = hull->length > 0 ? axis / hull->length : 0;
    place.out = caper_vec3_mul(caper_vec3_make(p.x, p.y - axis, p.z), hull->inverse);
    caper_vec3 square = caper_vec3_mul(place.out, place.out);
    float sum = caper_vec3_dot(square, square);
    if (!(sum > 1e-16f)) { // so near to the axis no direction is told
        place.out = caper_vec3_make(0, 0, 1e-4f);
        square = caper_vec3_make(0, 0, 1e-8f);
        sum = 1e-16f;
    }
    float second = sqrtf(sum);
    place.gauge = sqrtf(second);
    // the slope of the gauge is that of the sum over gauge * second: no root waits for another
    caper_vec3 slope = caper_vec3_mul(caper_vec3_mul(square, place.out), hull->inverse);
    float inverse = 1 / caper_vec3_length(slope);
    place.normal = caper_vec3_scale(slope, inverse);
    place.thickness = place.gauge * second * inverse;
    return place;
}
/// Where a point is, in the frame of the body.
caperi_place caperi_hull_see(const caperi_hull *hull, caper_vec3 point);
/// The point that corresponds to a place of another hull, this far away from its own.
caper_vec3 caperi_hull_point(const caperi_hull *hull, const caperi_place *place, float away);
/// From the axis to the hull, in the direction of a place of this or another one. A point of gauge
/// g is g - 1 times that away from the hull, on the way from the axis.
float caperi_hull_radius(const caperi_hull *hull, const caperi_place *place);

#endif
