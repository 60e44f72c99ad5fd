// SPDX-License-Identifier: MIT
//
// How a cloud is kept. Positions are relative to the centroid of their frame, heights relative to
// the point's mean height over all frames: both keep the products of the map small, and so exact
// enough in float. The way of the centroid through a window is kept apart, as `way_count` numbers
// for x and for z whose products sum to the part that centroids have in a window (way_factor in
// cloud.c).
#ifndef CAPER_SRC_GRAPH_CLOUD_H
#define CAPER_SRC_GRAPH_CLOUD_H

#include "caper/graph.h"

struct caper_cloud_data {
    int stride;           // floats from point to point: frames, rounded up, with room to read on
    const float *weights; // by point, sum 1
    // [point][frame], times the root of the point's weight
    const float *x, *y, *z;
    const float *way_x, *way_z; // [way][frame]
    int way_count;              // = window
    const float *own; // by frame: the window's own part of a distance; infinite: no window
    // for the reference, in world space and without weights
    const caper_vec3 *points;    // [frame][point]
    const caper_vec3 *centroids; // by frame
};

/// The most frames that a tile may read beyond the last one.
#define CAPERI_CLOUD_SLACK 256

/// The distance of two windows when the second is laid on the first by `align`; both must fit.
float caperi_cloud_distance_at(const caper_cloud *cloud, int first, int second, caper_root align);

/// The clip of a frame, or -1 for a pad or a frame outside; `local` (may be NULL) receives the
/// frame within it.
int caperi_cloud_find(const caper_cloud *cloud, int frame, int *local);

#endif
