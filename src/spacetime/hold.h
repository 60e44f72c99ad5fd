// SPDX-License-Identifier: MIT
// Bodies that hang together and points of them that must not move.
#ifndef CAPER_SPACETIME_HOLD_H
#define CAPER_SPACETIME_HOLD_H

#include "spacetime/model.h"

/// Where a rigid body is, in the model's lengths.
typedef struct caperi_placed {
    real3 position;
    real4 rotation;
} caperi_placed;

/// A point of a rigid body, in its frame, and where it belongs.
typedef struct caperi_pin {
    int rigid;
    real3 point, target;
} caperi_pin;

/// Room to hold up to so many pins at once.
typedef struct caperi_pinning caperi_pinning;

/// NULL without memory.
caperi_pinning *caperi_pinning_create(const caperi_model *model, int most_pins,
                                      const caper_allocator *allocator);
/// NULL is fine.
void caperi_pinning_destroy(caperi_pinning *hold);
/// Velocities of a model: of its root's center, then how each rigid body turns, in model space.
int caperi_pinning_freedom(const caperi_model *model);

/// The point of a rigid body in model space.
real3 caperi_placed_point(const caperi_placed *rigid, real3 point);
/// Put the bodies below the root where their joints have them; rotations stay.
void caperi_hang(const caperi_model *model, caperi_placed *rigids);
/// Bring the pins to their targets with the least motion of mass.
void caperi_pins_hold(caperi_pinning *hold, caperi_placed *rigids, const caperi_pin *pins,
                      int count);
/// Take from velocities what moves the pins, as an impact without bounce does.
void caperi_pins_still(caperi_pinning *hold, const caperi_placed *rigids, const caperi_pin *pins,
                       int count, double *velocities);

#endif
