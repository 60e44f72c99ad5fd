// SPDX-License-Identifier: MIT
//
// The keys of a curve in another mode. For the editing functions alone.
#ifndef CAPER_SRC_MOTION_REMAP_H
#define CAPER_SRC_MOTION_REMAP_H

#include "motion/motion.h"

/// How far the body may be from where it was: share of size, and radians.
#define CAPERI_REMAP_TOLERANCE 1e-5

/// A change of mode at a place.
typedef struct caperi_remap {
    caperi_fit before, after;
    const caper_place *place;
    const caper_curve *position, *rotation; ///< of the channel, before; NULL: has none
    const caper_curve *position_after;      ///< once it is remapped; for the rotation
    int parts;                              ///< which of them there are
    float duration;
    bool loops;
} caperi_remap;

/// Remap a position or rotation curve. Keys come from the arena. False without memory, or when the
/// new curve would need more than 65536 keys.
bool caperi_remap_curve(const caperi_remap *remap, const caper_curve *old, caper_arena *arena,
                        caper_curve *curve, caper_error *error);

#endif
