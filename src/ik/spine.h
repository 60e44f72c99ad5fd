// SPDX-License-Identifier: MIT
//
// Inside the spine phase: its particles and constraints, and the bodies between particles.
#ifndef CAPER_SRC_IK_SPINE_H
#define CAPER_SRC_IK_SPINE_H

#include "ik/solver.h"

/// A point of a spine body where the spine branches. Neighbors in the array are linked.
typedef struct caperi_particle {
    int slot, body;
    int goal;        ///< or -1
    float mass;      ///< how willingly it moves: the inverse of the paper's mass
    float pin;       ///< how firmly it is drawn to its target each sweep
    float length;    ///< of the link rootward, at base
    caperi_v base;   ///< of its point
    caperi_v offset; ///< of its point from the joint, base pose, model axes
    caperi_v rest;   ///< root-relative base pose
    caperi_v target; //
    caperi_v position;
    caperi_v push;      ///< sum of corrections
    float active;       ///< sum of their weights
    float strength;     ///< largest weight of a goal among them
    float fold;         ///< how far it has buckled, 0..1
    caperi_v tangent;   ///< of the base curve
    caperi_q asked;     ///< delta that a goal asks for
    float asked_weight; ///< 0: none
    caperi_q delta;
} caperi_particle;

/// A limb as one constraint between its goal and where it is attached.
typedef struct caperi_pull {
    int particle;
    caperi_v offset; ///< of the attachment from the particle, base pose, model axes
    caperi_v target;
    float weight;
    float start, zone; ///< it reaches freely up to start, then see caperi_soft
    float least;       ///< and down to least
    float strength;    ///< weight of its goal
    float calm;        ///< excess at which it counts half
    float gain;        ///< how far its particle moves to move the attachment by 1
} caperi_pull;

/// A body between two particles.
typedef struct caperi_curve_body {
    float t;                  ///< along the curve, 0..1
    float value[6], slope[6]; ///< weights of both ends' place, velocity and acceleration
    caperi_v place;           ///< of its joint, at base
    caperi_v on_base;         ///< its point of the base curve
    caperi_v tangent;         ///< of the base curve
    caperi_v by_place;        ///< part of the posed curve that the places of the ends make
    caperi_v by_speed;        ///< and that their velocities and accelerations make
    caperi_v posed;           ///< tangent of the posed curve
    caperi_q delta;           //
    caperi_v at, old;         ///< of its joint, posed
    caperi_v aside;           ///< where a bow as high as 1 moves it
    float way, way_base;      ///< from the inner particle, over the bodies before
} caperi_curve_body;

/// One spine phase.
typedef struct caperi_spine {
    caperi_particle *particles; ///< in order of slots
    int count;
    int root;                 ///< among the particles
    caperi_v root_tangent[2]; ///< at base, towards lower and higher slots
    caperi_pull *pulls;
    int pull_count;
    caperi_curve_body *curve;        ///< work
    int16_t *index_of;               ///< by slot, where there is a particle
    float buckle_start, buckle_full; ///< cosines
    float plain; ///< squared cosine below which a link may have to do with buckling
} caperi_spine;

/// The ends of a curve, posed and at base.
typedef struct caperi_bow {
    caperi_v from, to, base_from, base_to;
    caperi_q delta; ///< of the body at the inner end
    int step;       ///< 1: towards higher slots, -1: towards lower ones
    float was, is;  ///< work: way over the bodies, at base and posed
} caperi_bow;

/// Bow the bodies between two particles out where the way over them is shorter than at base. False
/// when nothing moved; else their tangents want to be followed anew.
bool caperi_bow_out(caperi_bow *bow, caperi_curve_body *bodies, int count);
/// Place the spine bodies between the particles, and those beyond the last ones.
void caperi_spine_curves(caperi_solve *solve, caperi_spine *spine);

#endif
