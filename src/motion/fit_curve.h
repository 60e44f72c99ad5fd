// SPDX-License-Identifier: MIT
//
// Curves from samples: as few keys as keep every frame within a tolerance.
#ifndef CAPER_SRC_MOTION_FIT_CURVE_H
#define CAPER_SRC_MOTION_FIT_CURVE_H

#include "caper/motion.h"

/// Samples that a curve is to follow. Frame i is at time i / rate.
typedef struct caperi_curve_fit {
    caper_curve_kind kind;
    const char *deform;
    int frame_count; ///< >= 1
    float rate;
    const float *values; ///< frame_count x caperi_curve_width(kind)
    const float *slopes; ///< how far a unit of each value moves what is seen; NULL: 1. Rotations
                         ///< are measured by their angle instead
    bool slopes_vary;    ///< slopes are given frame by frame as the values are
    const float *cares;  ///< 0..1 for each frame: how much of it is seen; NULL: 1
    float tolerance;     ///< the largest error seen, in units of value x slope, or radians
    bool loops;          ///< the last frame is the first: leave it as it came
    // results
    caper_curve curve; ///< keys are in the arena
    float worst;       ///< the largest error that was measured, at all frames
} caperi_curve_fit;

/// Fit: least squares over all keys at once, keys added where a frame is off, taken out again where
/// they are not missed, until no frame is off by more than the tolerance. Costs about
/// frames x log(frames). The keys are in `arena`, the work in `scratch`. False without memory.
bool caperi_fit_curve(caperi_curve_fit *fit, caper_arena *arena, caper_arena *scratch);

#endif
