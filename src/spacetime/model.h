// SPDX-License-Identifier: MIT
// The rigid bodies of a problem, derived from a character.
#ifndef CAPER_SPACETIME_MODEL_H
#define CAPER_SPACETIME_MODEL_H

#include "caper/character.h"
#include "spacetime/real.h"

/// One rigid body of the problem: a body of the character with all that moves with it. Its frame
/// has the centre of mass as origin and the principal axes as axes. All lengths are in units of the
/// model's length, masses in shares of the whole.
typedef struct caperi_model_body {
    int body;   ///< of the character: the one whose joint it hangs on
    int parent; ///< rigid body, or -1
    int mirror; ///< rigid body; itself on the plane; -1 without partner
    double mass;
    double spread[3];    ///< integral of density x coordinate^2 along the axes (J of the dynamics)
    double radii[3];     ///< of the ellipsoid with that spread
    real3 rest_position; ///< model space
    real4 rest_rotation;
    real3 joint;        ///< the joint to the parent, own frame
    real3 joint_parent; ///< the same point in the parent's frame
    real3 hinge;        ///< axis of a hinge to the parent, own frame; 0: another kind of joint
} caperi_model_body;

/// How a body of the character moves with its rigid body.
typedef struct caperi_carried {
    int rigid;
    real3 position; ///< of the body's frame in the rigid body's
    real4 rotation;
} caperi_carried;

/// All rigid bodies, parents first.
typedef struct caperi_model {
    caper_allocator allocator;
    int body_count; ///< of the character
    int rigid_count;
    caperi_model_body *rigids;
    caperi_carried *carried; ///< for each body of the character
    double length;           ///< metres: the mean leg, or half the size of a body without legs
    double time;   ///< seconds: in which gravity changes a speed of length / time by that speed
    double mass;   ///< kilograms
    double weight; ///< newtons
} caperi_model;

/// Bodies merge into their parent when their joint is fixed, when they are helpers, and when what
/// hangs on their joint weighs less than this share of the character. A hand of a person (0.7 %)
/// does, a forearm with its hand (2.5 %) does not.
#define CAPERI_SMALL 0.01
/// The same for bodies on the way to something that touches the ground, which carry more than their
/// weight: the tarsus of a beetle (0.1 %) merges, the paw of a dog (0.6 %) does not.
#define CAPERI_SMALL_LEG 0.002

/// Derive the model; `touching` says of each body of the character whether it touches the ground at
/// some time. NULL without memory.
caperi_model *caperi_model_create(const caper_character *character, const bool *touching,
                                  const caper_allocator *allocator);
/// Free it; NULL is fine.
void caperi_model_destroy(caperi_model *model);
/// A point given in the frame of a body of the character, in the frame of its rigid body.
real3 caperi_model_point(const caperi_model *model, int body, caper_vec3 point);

#endif
