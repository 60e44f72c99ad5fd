// SPDX-License-Identifier: MIT
//
// How far a clip is from another one of the same skeleton: the distances of points on its bodies,
// in the world, at every frame and half way between frames. What makes clips smaller keeps its
// promises by this measure.
#ifndef CAPER_SRC_CLIP_MEASURE_H
#define CAPER_SRC_CLIP_MEASURE_H

#include "clip/clip.h"

/// Zero it, then caperi_measure_init. All memory is of the arena.
typedef struct caperi_measure {
    const caper_clip *clip;
    int span; // half-frames whose errors are kept together
    int span_count;
    caper_vec3 *points; // fixed to bodies
    int *point_bodies;
    int point_count;
    float *reach;  // by body, and one for the root: the longest way to a point that it carries
    float *errors; // [span][body, and one for the root]: the largest error of the points it carries
    caper_pose local, model, other;
} caperi_measure;

/// Choose the points: the box corners of a character, or without one all joints, and points around
/// the bodies without children. `tracks` are all of the clip. False when there is no memory.
bool caperi_measure_init(caperi_measure *m, const caper_clip *clip,
                         const caper_character *character, const caper_track_def *tracks,
                         int track_count, int span, caper_arena *arena);

/// The largest distance, with the errors by span and body, from `first` to `last` (spans).
float caperi_measure_run(caperi_measure *m, const caper_clip *other, int first, int last);

#endif
