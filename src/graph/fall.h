// SPDX-License-Identifier: MIT
//
// Falls in blends: see fall.c.
#ifndef CAPER_SRC_GRAPH_FALL_H
#define CAPER_SRC_GRAPH_FALL_H

/// Heights of the center of mass of a clip, by frame, and a frame of it.
typedef struct caperi_heights {
    const float *y; // metres
    int count, frame;
} caperi_heights;

/// How hard the center of mass is pulled down, in g, in a blend of `window` frames that begins at
/// the frames of both; `sources` receives what the clips themselves do there.
float caperi_blend_fall(const caperi_heights *from, const caperi_heights *to, int window,
                        float rate, float size, float *sources);

#endif
