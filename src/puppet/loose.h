// SPDX-License-Identifier: MIT
//
// Tails and other loose parts that would be in the ground bend out of it.
#ifndef CAPER_SRC_PUPPET_LOOSE_H
#define CAPER_SRC_PUPPET_LOOSE_H

#include "caper/character.h"
#include "caper/world.h"
#include "puppet/puppet.h"

/// How deep the box of a body, placed in the world, is in it; `normal` is that of the surface.
typedef float (*caperi_depth)(const void *who, const caper_world_frame *frame, int body,
                              caper_transform at, caper_vec3 *normal);

/// A pose whose loose parts shall bend.
typedef struct caperi_bend_job {
    const caper_character *character;
    const uint8_t *solid; // per body, a caper_solid; NULL: tails bend
    const caper_world_frame *frame;
    caper_transform way; // of the model in its world
    caperi_depth depth;
    const void *who;
    caper_transform *model; // out
    caper_transform *local; // in and out; the first body is placed in the model's space
} caperi_bend_job;

/// Joints from the root of a tail to its tip turn up as far as their own bodies need it.
void caperi_bend_loose(const caperi_bend_job *job);
/// The tails of a person's puppet, whose pose is complete.
void caperi_puppet_tails(caper_puppet *puppet, const caper_world_frame *frame, caper_pose *local);

#endif
