// SPDX-License-Identifier: MIT
//
// What the latch shares with other rooms and its tests.
#ifndef CAPER_SRC_CONTACT_LATCH_H
#define CAPER_SRC_CONTACT_LATCH_H

#include "contact/footage.h"

/// The point of a sole (body frame) that touches first when the body is turned so: the mean of its
/// points, weighted by how near to the lowest along the normal they are within a tolerance.
caper_vec3 caperi_latch_pivot(const caper_vec3 *points, int count, caper_quat rotation,
                              caper_vec3 normal, float tolerance);

#endif
