// SPDX-License-Identifier: MIT
//
// What the files of room `motion` share: where bodies lie at rest, and modes that are prepared for
// a body, so that specializing costs little in every frame.
#ifndef CAPER_SRC_MOTION_MOTION_H
#define CAPER_SRC_MOTION_MOTION_H

#include "caper/motion.h"

// ------------------------------------------------------------------------------------- sides

/// Where a body lies at rest: the middle of its box, in model space.
caper_vec3 caperi_body_center(const caper_character *character, int body);
/// The side of a body: +1 left, -1 right, 0 on the sagittal plane (within 1 % of size of it, or its
/// own mirror image).
int caperi_body_side(const caper_character *character, int body);
/// The caps to look for instead: the head stands in for a mouth that the character does not have.
caper_caps caperi_stand_in(const caper_character *character, caper_caps caps);

/// Half extents of the box of a body at rest, along the axes of the model.
caper_vec3 caperi_body_half(const caper_character *character, int body);

// ------------------------------------------------------------------------------------- modes

/// A mode on a body: all that S and G need and that no frame changes. A binding makes one for each
/// channel and body; mirroring, target and world are not in it.
typedef struct caperi_fit {
    caper_mode mode;       ///< `point` is resolved: never AUTO
    caper_transform rest;  ///< of the body, model space
    caper_vec3 point;      ///< what positions are about, body frame
    caper_vec3 rest_point; ///< that point at rest, model space
    caper_vec3 origin;     ///< where positions begin: the point at rest; reach: the first joint
    caper_vec3 scale;      ///< along the axes of the model; a distance to a target is not in here
    float size;            ///< of the character
    float top;             ///< of the character at rest: what is higher and has air below is a roof
    float rise;            ///< ground: what 1 means above rest and below the ground
    float spread;          ///< sagittal: the same, outward from rest and beyond the plane
    float thickness;       ///< surface: how far the point is below the body's own skin
    caper_vec3 forward;    ///< look: unit, body frame
    caper_vec3 eye;        ///< look: body frame
} caperi_fit;

/// Is it a mode that can be prepared?
bool caperi_mode_is_valid(const caper_mode *mode);
/// Prepare. The mode must be valid.
caperi_fit caperi_fit_make(const caper_mode *mode, const caper_character *character, int body);
/// S. `parts` (CAPER_KEY_POSITION, CAPER_KEY_ROTATION) says what is asked for; a part that is not
/// stays at rest. Of the place, only mirror, target, world, frame and root are read.
caper_transform caperi_specialize(const caperi_fit *fit, const caper_place *place,
                                  caper_transform general, int parts);
/// G, the inverse of S. A part that is not asked for is zero or the identity.
caper_transform caperi_generalize(const caperi_fit *fit, const caper_place *place,
                                  caper_transform special, int parts);

/// Bring a time into the motion: wrapped when it loops, else clamped.
float caperi_motion_wrap(const caper_motion *motion, float time);

/// The first joint of a body's limb at rest, in model space (of a body on the spine that of the
/// root body), and how far a point of the body (body frame) can be from it: joint to joint, then to
/// the point.
float caperi_limb_reach(const caper_character *character, int body, caper_vec3 point,
                        caper_vec3 *joint);
/// Can a body come down to the ground when legs fold and an upright trunk bows?
bool caperi_reaches_ground(const caper_character *character, int body);

#endif
