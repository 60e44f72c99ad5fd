// SPDX-License-Identifier: MIT
//
// The places of a humanoid: what VMC calls them, how they hang together, usual proportions.
#ifndef CAPER_SRC_LIVE_HUMAN_H
#define CAPER_SRC_LIVE_HUMAN_H

#include "caper/live.h"

#define CAPERI_HUMAN_BIT(human) ((uint64_t)1 << (human))
/// The places without which it is no humanoid (as in VRM 1.0).
#define CAPERI_HUMAN_NECESSARY                                                                     \
    (CAPERI_HUMAN_BIT(CAPER_HUMAN_HIPS) | CAPERI_HUMAN_BIT(CAPER_HUMAN_SPINE) |                    \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_HEAD) | CAPERI_HUMAN_BIT(CAPER_HUMAN_LEFT_UPPER_ARM) |           \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_LEFT_LOWER_ARM) | CAPERI_HUMAN_BIT(CAPER_HUMAN_LEFT_HAND) |      \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_RIGHT_UPPER_ARM) |                                               \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_RIGHT_LOWER_ARM) | CAPERI_HUMAN_BIT(CAPER_HUMAN_RIGHT_HAND) |    \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_LEFT_UPPER_LEG) | CAPERI_HUMAN_BIT(CAPER_HUMAN_LEFT_LOWER_LEG) | \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_LEFT_FOOT) | CAPERI_HUMAN_BIT(CAPER_HUMAN_RIGHT_UPPER_LEG) |     \
     CAPERI_HUMAN_BIT(CAPER_HUMAN_RIGHT_LOWER_LEG) | CAPERI_HUMAN_BIT(CAPER_HUMAN_RIGHT_FOOT))

/// One place in a person of 1.7 m who stands in the T-pose.
typedef struct caperi_human_place {
    caper_vec3 joint; ///< model space
    caper_vec3 end;   ///< where its flesh ends, model space, when no place of its kind goes on
    float half;       ///< half thickness, metres
    caper_caps caps;
} caperi_human_place;

/// The place, for the left or right side as asked.
caperi_human_place caperi_human_usual(caper_human human);
/// The nearest place above that is in the set, or CAPER_HUMAN_COUNT.
caper_human caperi_human_above(caper_human human, uint64_t set);

/// What a deform of a character is called on the wire: without its body, unless two would then have
/// one name.
const char *caperi_deform_name(const caper_character *character, int deform);
/// By which names of deforms are compared; dots count as underscores, since names of ours have
/// none.
uint64_t caperi_deform_hash(const char *name, size_t size);

/// Left-handed space of VMC to ours and back: mirrored at X = 0.
static inline caper_vec3 caperi_vmc_vec3(caper_vec3 v)
{
    return caper_vec3_make(-v.x, v.y, v.z);
}
/// The same for rotations.
static inline caper_quat caperi_vmc_quat(caper_quat q)
{
    return caper_quat_make(q.x, -q.y, -q.z, q.w);
}

#endif
