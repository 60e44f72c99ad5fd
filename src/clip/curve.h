// SPDX-License-Identifier: MIT
//
// One track as a curve over half-frames, and fewer keys for it.
#ifndef CAPER_SRC_CLIP_CURVE_H
#define CAPER_SRC_CLIP_CURVE_H

#include "clip/clip.h"

/// Half-frames that share a tolerance.
#define CAPERI_SPAN 16
/// Doubles of scratch memory that fitting takes for each frame of the clip.
#define CAPERI_FIT_SCRATCH 6

/// A track with keys on whole frames.
typedef struct caperi_curve {
    caper_track_kind kind;
    int width;           // floats of a key
    int half_count;      // half-frames of the clip
    const int *frames;   // of its keys
    int count;           // of its keys
    const float *values; // [half-frame][width]

    // The tolerance in a span is tolerance[span * tolerance_stride] * tolerance_scale: radians for
    // a rotation, otherwise in the unit of the values.
    const float *tolerance;
    size_t tolerance_stride;
    float tolerance_scale;
    float yaw_reach; // of a root: metres that a radian of yaw moves the farthest point
} caperi_curve;

/// Write the track into `values`, one each half-frame, and let the curve use them.
void caperi_curve_fill(caperi_curve *curve, const float *keys, float *values);

/// Choose keys: indices of those that stay into `chosen`, with room for all. Returns their number:
/// 1 if the track hardly moves, else the first and the last key are among them.
int caperi_curve_choose(const caperi_curve *curve, int *chosen);

/// The values for the chosen keys that follow the curve best: least squares over all half-frames,
/// with the ends held. Writes count x width floats.
void caperi_curve_fit(const caperi_curve *curve, const int *chosen, int count, double *scratch,
                      float *out);

#endif
