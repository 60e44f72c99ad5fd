// SPDX-License-Identifier: MIT
//
// Where a root may be so that every limb reaches: the intersection of balls (paper 001, section 5.1
// and appendix).
#ifndef CAPER_SRC_PUPPET_BALLS_H
#define CAPER_SRC_PUPPET_BALLS_H

#include "caper/vecmath.h"

/// Most balls that are looked at.
#define CAPERI_MAX_BALLS 64

/// All points within a radius of a center. An infinite radius holds everything.
typedef struct caperi_ball {
    caper_vec3 center;
    float radius;     // >= 0
    float importance; // which ball the others must meet
} caperi_ball;

/// What was found.
typedef struct caperi_balls_result {
    caper_vec3 point;
    int dropped; // balls that do not meet the most important one, or each other
} caperi_balls_result;

/// The point of the intersection that is closest to `point`. Where there is none, balls that do not
/// meet the most important one are dropped, then the least important of the rest, until there is.
caperi_balls_result caperi_balls_closest(const caperi_ball *balls, int count, caper_vec3 point);

#endif
