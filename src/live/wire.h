// SPDX-License-Identifier: MIT
//
// What goes over the wire: names of parts and deforms, VMC's space, and the proportions of a usual
// person for what a sender does not tell.
#ifndef CAPER_SRC_LIVE_WIRE_H
#define CAPER_SRC_LIVE_WIRE_H

#include "caper/live.h"

/// VMC's name of a part.
typedef struct caperi_wire_name {
    char text[32];
} caperi_wire_name;
/// "LeftUpperArm" for CAPER_PART_LEFT_UPPER_ARM.
caperi_wire_name caperi_wire_name_make(caper_part part);

/// One part of a person of 1.7 m who stands in the T-pose.
typedef struct caperi_usual {
    caper_vec3 joint; ///< model space
    caper_vec3 end;   ///< where its flesh ends, model space, when no part of its kind goes on
    float half;       ///< half thickness, metres
} caperi_usual;

/// The part, for the left or right side as asked.
caperi_usual caperi_usual_part(caper_part part);

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
