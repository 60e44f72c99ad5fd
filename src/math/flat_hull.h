// SPDX-License-Identifier: MIT
//
// Convex hulls on the ground: what stands is supported within that of what touches.
#ifndef CAPER_SRC_MATH_FLAT_HULL_H
#define CAPER_SRC_MATH_FLAT_HULL_H

#include <math.h>

/// A place over the ground.
typedef struct caperi_flat {
    float x, z;
} caperi_flat;

/// Points of one hull at most.
#define CAPERI_MOST_FLAT 256

/// How far a point is outside of the convex hull of 1..CAPERI_MOST_FLAT points, 0 inside; `nearest`
/// (may be NULL) is the point of the hull nearest to it. Sorts the points.
float caperi_flat_outside(caperi_flat *points, int count, caperi_flat p, caperi_flat *nearest);

#endif
