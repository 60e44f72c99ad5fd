// SPDX-License-Identifier: MIT
//
// Blends of two poses: see blend.c.
#ifndef CAPER_SRC_GRAPH_BLEND_H
#define CAPER_SRC_GRAPH_BLEND_H

#include "graph/graph.h"

/// Two poses at two roots, blended at a third; `a` receives the result.
typedef struct caperi_blend {
    caper_pose *a, *b;
    caper_root root_a, root_b, root;
    float share;
} caperi_blend;

caper_root caperi_mix_roots(caper_root a, caper_root b, float t);

/// Blend, with feet at the blend of their places.
bool caperi_mix_poses(const caper_skeleton *s, const int16_t *feet, int count,
                      const caperi_blend *m);

/// A body in the space of the root.
caper_transform caperi_model_of(const caper_skeleton *s, const caper_pose *local, int body);
/// Bend a limb so that its end is at a place in the space of the root; the end gets the rotation
/// asked for. Nothing happens to what has no limb that could bend.
void caperi_put_foot(const caper_skeleton *s, caper_pose *local, int foot, caper_transform place);

/// How far the joints of limbs that end in feet are beyond their limits in a pose: radians, worst.
float caperi_limbs_beyond(const caper_character *character, const int16_t *feet, int count,
                          const caper_pose *pose);

#endif
