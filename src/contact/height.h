// SPDX-License-Identifier: MIT
//
// The height of a body over the next steps: wishes ahead in time become one smooth curve. The curve
// is the one that minimizes sum (y - wish)^2 + T^6 sum y'''^2 from where it is now: a Butterworth
// filter of third order that has no lag, since it looks ahead, and whose acceleration is always
// continuous, however the wishes jump. Its gain for a wave of w rad/s is 1 / (1 + (w T)^6).
#ifndef CAPER_SRC_CONTACT_HEIGHT_H
#define CAPER_SRC_CONTACT_HEIGHT_H

#include "caper/vecmath.h"
#include "math/simd.h"

#define CAPERI_HEIGHT_NODES 14     // wishes that are asked for
#define CAPERI_HEIGHT_SPACING 0.6f // of T, between them; the first is for now

/// From 0 to 1 with the least jerk, as t goes from 0 to 1; what is beyond stays at the ends.
static inline float caperi_least_jerk(float t)
{
    t = caper_clamp(t, 0.0f, 1.0f);
    return t * t * t * (10.0f + t * (6.0f * t - 15.0f));
}

/// How much of a body a leg carries at a share of its stance: it takes over slowly and lets go
/// quickly, a little later than it lands and leaves.
float caperi_height_carries(float share);
/// How far a hip may rise so that a leg of that length reaches its ankle.
float caperi_height_reach(caper_vec3 hip, caper_vec3 ankle, float length);
/// What the curve is drawn to, from the wishes ahead.
float caperi_height_preview(const float wishes[CAPERI_HEIGHT_NODES]);
/// The same for four wishes at once, from rows of `stride` floats of which they are the first.
caperi_f4 caperi_height_previews(const float *wishes, int stride);
/// Let the curve go on for dt toward a preview; `smooth` is T in seconds, > 0.
void caperi_height_step(caper_knot *height, float preview, float smooth, float dt);
/// The same for several curves at once.
void caperi_height_steps(caper_knot *heights, const float *previews, int count, float smooth,
                         float dt);
/// The highest curve without a hollow that is nowhere above the wishes: a ramp through low points.
void caperi_height_ramp(float wishes[CAPERI_HEIGHT_NODES]);

#endif
