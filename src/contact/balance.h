// SPDX-License-Identifier: MIT
//
// The center of mass over what stands: what motions and performed creatures lean on.
#ifndef CAPER_SRC_CONTACT_BALANCE_H
#define CAPER_SRC_CONTACT_BALANCE_H

#include "caper/character.h"
#include "math/flat_hull.h"

/// How far the center of mass is beside what carries it, and the place over it that is nearest.
/// `stands`: 0..1, of each of the 1..CAPERI_MOST_FLAT feet; not all 0.
float caperi_balance_outside(const caper_vec3 *feet, const float *stands, int count,
                             caper_vec3 mass, caperi_flat *nearest);
/// How much farther than the center of mass the trunk goes while the feet stay.
float caperi_balance_share(const caper_character *character);

#endif
