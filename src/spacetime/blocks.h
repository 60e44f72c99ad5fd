// SPDX-License-Identifier: MIT
// The blocks of the spacetime problem: what each computes, of which inputs and constants, is said
// in tools/spacetime_blocks.py, which writes blocks.c.
#ifndef CAPER_SPACETIME_BLOCKS_H
#define CAPER_SPACETIME_BLOCKS_H

#include "spacetime/spacetime.h"

/// Most inputs of a block of this list.
#define CAPERI_BLOCK_INPUTS 32

extern const caperi_block_kind caperi_block_norm, caperi_block_inertia, caperi_block_lever,
    caperi_block_socket, caperi_block_hinge, caperi_block_ball, caperi_block_posture,
    caperi_block_upright, caperi_block_torque_limit, caperi_block_effort, caperi_block_momentum,
    caperi_block_square, caperi_block_acceleration, caperi_block_force_rate, caperi_block_cone,
    caperi_block_bearing, caperi_block_tilt, caperi_block_stand, caperi_block_touch,
    caperi_block_height, caperi_block_heading, caperi_block_level, caperi_block_link,
    caperi_block_foothold_link, caperi_block_duration_rate, caperi_block_tempo, caperi_block_ground,
    caperi_block_sides, caperi_block_apart, caperi_block_apart_between, caperi_block_point,
    caperi_block_point_velocity, caperi_block_point_acceleration, caperi_block_slope,
    caperi_block_bend, caperi_block_spin, caperi_block_angles, caperi_block_joint_angle,
    caperi_block_joint_velocity;

#endif
