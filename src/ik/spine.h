// SPDX-License-Identifier: MIT
//
// Inside the spine phase: its particles and constraints, and the bodies between particles.
#ifndef CAPER_SRC_IK_SPINE_H
#define CAPER_SRC_IK_SPINE_H

#include "ik/solver.h"

/// A point of a spine body where the spine branches. Neighbors in the array are linked.
typedef struct caperi_particle {
    int slot, body;
    int goal;          ///< or -1
    float mass;        ///< how willingly it moves: the inverse of the paper's mass
    float pin;         ///< how firmly it is drawn to its target each sweep
    float length;      ///< of the link rootward, at base
    caper_vec3 base;   ///< of its point
    caper_vec3 offset; ///< of its point from the joint, base pose, model axes
    caper_vec3 rest;   ///< root-relative base pose
    caper_vec3 target; //
    caper_vec3 position;
    caper_vec3 push; ///< sum of corrections
    float active, weight;
    caper_quat delta;
} caperi_particle;

/// A limb as one constraint between its goal and where it is attached.
typedef struct caperi_pull {
    int particle;
    caper_vec3 offset; ///< of the attachment from the particle, base pose, model axes
    caper_vec3 target;
    float weight;
    float start, zone; ///< it reaches freely up to start, then see caperi_soft
    float least;       ///< and down to least
} caperi_pull;

/// A body between two particles.
typedef struct caperi_curve_body {
    float value[6], slope[6]; ///< weights of both ends' place, velocity and acceleration
    caper_vec3 place;         ///< of its joint, at base
    caper_vec3 tangent;       ///< of the base spline
    caper_vec3 offset;        ///< of the body from the base spline
    caper_vec3 posed;         ///< tangent of the posed spline
    caper_quat delta;         //
    float t;
    float way, way_base; ///< from the inner particle, over the bodies before
    caper_vec3 at, old;  ///< of its joint, posed
} caperi_curve_body;

/// One spine phase.
typedef struct caperi_spine {
    caperi_particle *particles; ///< in order of slots
    int count;
    int root; ///< among the particles
    caperi_pull *pulls;
    int pull_count;
    caperi_curve_body *curve;        ///< work
    int16_t *index_of;               ///< by slot, where there is a particle
    float buckle_start, buckle_full; ///< cosines
} caperi_spine;

/// Place the spine bodies between the particles, and those beyond the last ones.
void caperi_spine_curves(caperi_solve *solve, caperi_spine *spine);

#endif
