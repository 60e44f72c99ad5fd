// SPDX-License-Identifier: MIT
// The blocks of the spacetime problem: what each computes, of which inputs and constants, is said
// in tools/spacetime_blocks.py, which writes blocks.c; apart and apart_between are written by hand.
#ifndef CAPER_SPACETIME_BLOCKS_H
#define CAPER_SPACETIME_BLOCKS_H

#include "spacetime/spacetime.h"

/// Most inputs of a block of this list.
#define CAPERI_BLOCK_INPUTS 32

extern const caperi_block_kind caperi_block_norm, caperi_block_turning, caperi_block_moment,
    caperi_block_product, caperi_block_along, caperi_block_form, caperi_block_swing,
    caperi_block_posture, caperi_block_upright, caperi_block_torque_limit, caperi_block_orbit,
    caperi_block_square, caperi_block_acceleration, caperi_block_force_rate, caperi_block_cone,
    caperi_block_bearing, caperi_block_tilt, caperi_block_ahead, caperi_block_slide,
    caperi_block_heading, caperi_block_onward, caperi_block_link, caperi_block_duration_rate,
    caperi_block_tempo, caperi_block_ground, caperi_block_seen, caperi_block_beyond,
    caperi_block_point, caperi_block_slope, caperi_block_bend, caperi_block_spin, caperi_block_arc,
    caperi_block_pitch;

/// A sphere of one body out of the rounded box of another, as the ratio of distances less one
/// (thesis 4.3). Positions and quaternions of the box's and the sphere's body; the sphere's centre,
/// inverse squares of the half sides.
extern const caperi_block_kind caperi_block_apart;
/// The same half way between two frames: the sphere half way as the box sees it. The bodies at the
/// first frame, then at the second.
extern const caperi_block_kind caperi_block_apart_between;

void caperi_apart_evaluate(const double *x, const void *data, double *out);
void caperi_apart_jacobian(const double *x, const void *data, double *out);
void caperi_apart_hessian(const double *x, const void *data, const double *weights, double *out);
void caperi_apart_between_evaluate(const double *x, const void *data, double *out);
void caperi_apart_between_jacobian(const double *x, const void *data, double *out);
void caperi_apart_between_hessian(const double *x, const void *data, const double *weights,
                                  double *out);

#endif
