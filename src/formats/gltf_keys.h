// SPDX-License-Identifier: MIT
//
// Keys of animation samplers as tracks of a clip (gltf_keys.c).
#ifndef CAPER_SRC_FORMATS_GLTF_KEYS_H
#define CAPER_SRC_FORMATS_GLTF_KEYS_H

#include "formats/gltf.h"

/// How near the squared length of a quaternion is to 1 when it is left as it is.
#define CAPERI_GLTF_UNIT 1e-6f

typedef enum caperi_gltf_interpolation {
    CAPERI_GLTF_LINEAR,
    CAPERI_GLTF_STEP,
    CAPERI_GLTF_CUBIC
} caperi_gltf_interpolation;

/// A sampler, or one column of one: key k is at values[k * stride], `width` floats of it; for a
/// cubic one the in-tangent is there, the value `tangent` floats on and the out-tangent 2
/// `tangent`.
typedef struct caperi_gltf_keys {
    caperi_gltf_interpolation interpolation;
    bool rotation; // unit quaternions
    int count;
    const float *times;
    const float *values;
    bool shared; // they are the file's own and must not be changed
    bool whole;  // the times are on whole frames
    bool tidy;   // rotations that lie side by side, of length 1, each near the one before
    int width;
    size_t stride, tangent;
    double tolerance; // largest error of resampling, in the unit of the values; rotations have
                      // their own
    double rate;      // frames a second of the clip
} caperi_gltf_keys;

/// Fill the key_count, times and values of a track, linear between keys, in scratch memory (those
/// of the keys themselves where they are so already). Cubic splines are resampled within the
/// tolerance (rotations: 0.05 degrees); steps hold until a tenth of a millisecond before the next
/// key; rotations that turn more than 40 degrees within a frame get keys between, which a clip puts
/// there only on whole frames.
bool caperi_gltf_make_track(caperi_gltf *g, const caperi_gltf_keys *keys, caper_track_def *track);
/// Are rotations that lie side by side of length 1, each near enough to the one before that no key
/// belongs between them?
bool caperi_gltf_are_tidy(const float *values, int count);

#endif
