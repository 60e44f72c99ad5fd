// SPDX-License-Identifier: MIT
//
// Small worlds for tests, made in a line.
#ifndef CAPER_TEST_WORLD_FIXTURE_H
#define CAPER_TEST_WORLD_FIXTURE_H

#include "test.h"

#include "caper/world.h"

#include <stdio.h>

static inline caper_vec3 vec(float x, float y, float z)
{
    return caper_vec3_make(x, y, z);
}

// One statement a number: arguments are evaluated in any order.
static inline caper_vec3 random_vec(caper_rng *rng, caper_vec3 low, caper_vec3 high)
{
    float x = caper_rng_range(rng, low.x, high.x);
    float y = caper_rng_range(rng, low.y, high.y);
    return vec(x, y, caper_rng_range(rng, low.z, high.z));
}

static inline caper_world *must_create(const caper_world_def *def)
{
    caper_error error = {0};
    caper_world *world = caper_world_create(def, &error);
    if (!world)
        fprintf(stderr, "%s\n", error.message);
    REQUIRE(world != NULL);
    return world;
}

static inline caper_world_box box_at(float x, float y, float z, float hx, float hy, float hz)
{
    caper_world_box box = {caper_transform_make(caper_quat_identity(), vec(x, y, z)),
                           vec(hx, hy, hz)};
    return box;
}

static inline caper_world *box_world(const caper_world_box *boxes, int count, bool ground)
{
    caper_world_def def = caper_world_def_default();
    def.has_ground = ground;
    def.boxes = boxes;
    def.box_count = count;
    return must_create(&def);
}

#endif
