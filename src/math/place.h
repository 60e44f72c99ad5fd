// SPDX-License-Identifier: MIT
//
// What numbers from outside have to be before anything is computed with them. Finite is not
// enough: products and squares of 1e20 leave the range of float, and a search whose measure is
// infinite does not end. One set of limits for all rooms that take poses, roots and steps of time.
#ifndef CAPER_SRC_MATH_PLACE_H
#define CAPER_SRC_MATH_PLACE_H

#include "caper/vecmath.h"
#include "math/simd.h"

#include <math.h>

#define CAPERI_OFF_UNIT 1e-2f // of a rotation's length, what sums of a long animation may be off
#define CAPERI_FAR 1e9f       // metres: products of what is farther leave the range of numbers
#define CAPERI_LONGEST 1e6f   // seconds of one update
#define CAPERI_SHORTEST 1e-7f // seconds: what moves in less has rates beyond all bounds

/// Is a point where numbers still tell places apart?
static inline bool caperi_is_near(caper_vec3 p)
{
    return fabsf(p.x) <= CAPERI_FAR && fabsf(p.y) <= CAPERI_FAR && fabsf(p.z) <= CAPERI_FAR;
}

/// Are all of these transforms that bodies can have? One pass without branches: every update looks
/// at every body.
static inline bool caperi_are_places(const caper_transform *transforms, int count)
{
    const caperi_f4 far = caperi_f4_splat(CAPERI_FAR), unit = caperi_f4_splat(1.0f);
    const caperi_f4 off = caperi_f4_splat(2.0f * CAPERI_OFF_UNIT); // of the squared length
    caperi_f4 good = caperi_f4_eq(unit, unit);
    for (int i = 0; i < count; i++) {
        caperi_f4 turn = caperi_f4_load(&transforms[i].rotation.x);
        caperi_f4 place = caperi_f4_load(&transforms[i].position.x);
        caperi_f4 longer = caperi_f4_sub(caperi_f4_dot4(turn, turn), unit);
        good = caperi_f4_and(good, caperi_f4_le(caperi_f4_abs(longer), off));
        good = caperi_f4_and(good, caperi_f4_le(caperi_f4_abs(place), far));
    }
    return (caperi_f4_mask(good) & 7) == 7; // the fourth of a place is padding
}

/// Is a transform one that a body can have?
static inline bool caperi_is_place(caper_transform t)
{
    return caperi_are_places(&t, 1);
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
