// SPDX-License-Identifier: MIT
//
// A world made larger or smaller about its origin: what is a boulder to a beetle is a pebble to a
// dog. Every part is scaled and the world is built anew, so that all of its checks apply.
// Invariant: directions, counts and the kinds of parts stay as they were.
#include "base/block.h"
#include "world/world.h"

#include <string.h>

// A leg and the size of a person, metres: what the shipped worlds are made for.
#define PERSON_LEG 0.92f
#define PERSON_SIZE 1.8f

typedef struct parts {
    caper_world_box *boxes;
    caper_world_stairs *stairs;
    caper_world_field *fields;
    float *heights;
} parts;

static size_t count_samples(const caper_world *world)
{
    size_t samples = 0;
    for (int i = 0; i < world->field_count; i++) {
        samples += (size_t)world->fields[i].columns * (size_t)world->fields[i].rows;
    }
    return samples;
}

static void scale_parts(const caper_world *world, float s, parts *out)
{
    for (int i = 0; i < world->own_box_count; i++) {
        caper_world_box *box = &out->boxes[i];
        *box = world->boxes[i];
        box->transform.position = caper_vec3_scale(box->transform.position, s);
        box->half = caper_vec3_scale(box->half, s);
    }
    for (int i = 0; i < world->stairs_count; i++) {
        caper_world_stairs *stairs = &out->stairs[i];
        *stairs = world->stairs[i];
        stairs->transform.position = caper_vec3_scale(stairs->transform.position, s);
        stairs->rise *= s;
        stairs->run *= s;
        stairs->width *= s;
        stairs->landing *= s;
    }
    float *heights = out->heights;
    for (int i = 0; i < world->field_count; i++) {
        caper_world_field *field = &out->fields[i];
        *field = world->fields[i];
        size_t samples = (size_t)field->columns * (size_t)field->rows;
        for (size_t k = 0; k < samples; k++) {
            heights[k] = s * world->fields[i].heights[k];
        }
        field->x *= s;
        field->z *= s;
        field->spacing *= s;
        field->heights = heights;
        heights += samples;
    }
}

caper_world *caper_world_scaled(const caper_world *world, float scale,
                                const caper_allocator *allocator, caper_error *error)
{
    if (!world || !(scale >= CAPER_WORLD_MIN_SCALE && scale <= CAPER_WORLD_MAX_SCALE)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a world is scaled by %g to %g, not by %g", (double)CAPER_WORLD_MIN_SCALE,
                        (double)CAPER_WORLD_MAX_SCALE, (double)scale);
        return NULL;
    }
    caper_allocator a = caper_allocator_resolve(allocator);
    caperi_block block = {0};
    size_t boxes = CAPERI_BLOCK_ADD(&block, world->own_box_count, caper_world_box);
    size_t stairs = CAPERI_BLOCK_ADD(&block, world->stairs_count, caper_world_stairs);
    size_t fields = CAPERI_BLOCK_ADD(&block, world->field_count, caper_world_field);
    size_t heights = CAPERI_BLOCK_ADD(&block, count_samples(world) + 1, float);
    char *base = caperi_block_alloc(&block, &a);
    if (!base) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a world");
        return NULL;
    }
    parts p = {caperi_block_at(base, boxes), caperi_block_at(base, stairs),
               caperi_block_at(base, fields), caperi_block_at(base, heights)};
    scale_parts(world, scale, &p);
    caper_world_def def = caper_world_def_default();
    def.name = world->name;
    def.has_ground = world->has_ground;
    def.ground_point = caper_vec3_scale(world->ground_point, scale);
    def.ground_normal = world->has_ground ? world->ground_normal : def.ground_normal;
    def.boxes = p.boxes;
    def.box_count = world->own_box_count;
    def.stairs = p.stairs;
    def.stairs_count = world->stairs_count;
    def.fields = p.fields;
    def.field_count = world->field_count;
    def.source = world->name;
    def.allocator = allocator;
    caper_world *out = caper_world_create(&def, error);
    caper_free(&a, base, block.size);
    return out;
}

float caper_world_scale_for(const caper_character *character)
{
    float leg = 0;
    for (int i = 0; i < character->leg_count; i++) {
        leg += character->legs[i].length / (float)character->leg_count;
    }
    float scale = leg > 0 ? leg / PERSON_LEG : character->size / PERSON_SIZE;
    return caper_clamp(scale, CAPER_WORLD_MIN_SCALE, CAPER_WORLD_MAX_SCALE);
}
