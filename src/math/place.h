// SPDX-License-Identifier: MIT
//
// What numbers from outside have to be before anything is computed with them. Finite is not
// enough: products and squares of 1e20 leave the range of float, and a search whose measure is
// infinite does not end. One set of limits for all rooms that take poses, roots and steps of time.
#ifndef CAPER_SRC_MATH_PLACE_H
#define CAPER_SRC_MATH_PLACE_H

#include "caper/vecmath.h"

#include <math.h>

#define CAPERI_FAR 1e9f       // metres: products of what is farther leave the range of numbers
#define CAPERI_LONGEST 1e6f   // seconds of one update
#define CAPERI_SHORTEST 1e-7f // seconds: what moves in less has rates beyond all bounds

/// Is a point where numbers still tell places apart?
static inline bool caperi_is_near(caper_vec3 p)
{
    return fabsf(p.x) <= CAPERI_FAR && fabsf(p.y) <= CAPERI_FAR && fabsf(p.z) <= CAPERI_FAR;
}

/// Is a transform one that a body can have?
static inline bool caperi_is_place(caper_transform t)
{
    return caper_transform_is_valid(t, 1e-2f) && caperi_is_near(t.position);
}

/// Is a step of time one that an update can take?
static inline bool caperi_is_step(float dt)
{
    return dt >= 0 && dt <= CAPERI_LONGEST;
}

/// The step that is taken: what is too short to move anything is none.
static inline float caperi_step_of(float dt)
{
    return dt < CAPERI_SHORTEST ? 0 : dt;
}

#endif
