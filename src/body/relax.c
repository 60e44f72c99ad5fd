// SPDX-License-Identifier: MIT
//
// A natural rest pose for captured people. Files have skeletons in whatever pose suited the
// recording: arms stretched out to the sides, legs astride. What is expressed relative to rest
// (paper 000, section 3.2.2: all modes have the rest pose as their origin) then means something
// else on every skeleton: hands that hang are far from rest on the one, at rest on the other. Here
// arms that are stretched out sideways hang down, and two legs that are astride come together. A
// limb turns as a whole, about its shoulder or hip; hands and feet turn with it, as they do on the
// people in the captures.
//
// Invariant: the bodies, their order, names, boxes and joints are the same, so clips of either fit
// the other. Joints with limits are left alone: limits are measured from rest.
#include "body/body.h"

#include <string.h>

#define STRETCHED 0.5f // sine of the angle from which an arm counts as stretched out sideways
#define ASTRIDE 0.12f  // and a leg as astride
#define MAIN_PART 0.7f // of the way from spine to tip lies below a shoulder or hip

typedef struct relaxing {
    const caper_character *character;
    caper_transform *local; // rest to be
    caper_transform *model;
} relaxing;

// The last body of a limb that has most of it below: the shoulder, not the collar bone.
static int find_pivot(const relaxing *r, int tip)
{
    const caper_character *c = r->character;
    float length = 0, below = 0;
    for (int i = tip; i != c->bodies[tip].base && i >= 0; i = c->bodies[i].parent)
        length += caper_vec3_length(r->local[i].position);
    for (int i = tip; i != c->bodies[tip].base && i >= 0; i = c->bodies[i].parent) {
        if (below >= MAIN_PART * length)
            return i;
        below += caper_vec3_length(r->local[i].position);
    }
    return c->bodies[tip].base;
}

static bool is_free(const relaxing *r, int tip, int pivot)
{
    for (int i = tip; i >= 0; i = r->character->bodies[i].parent) {
        if (r->character->bodies[i].joint.kind != CAPER_JOINT_FREE)
            return false;
        if (i == pivot)
            return true;
    }
    return false;
}

static void find_model(const relaxing *r)
{
    for (int i = 0; i < r->character->body_count; i++) {
        int parent = r->character->bodies[i].parent;
        r->model[i] = parent < 0 ? r->local[i] : caper_transform_mul(r->model[parent], r->local[i]);
    }
}

// Turn a limb that points along `from` so that it points along `to`.
static void point_limb(const relaxing *r, int pivot, caper_vec3 from, caper_vec3 to)
{
    caper_quat turn = caper_quat_between(from, to);
    int parent = r->character->bodies[pivot].parent;
    caper_quat above = r->model[parent].rotation;
    caper_quat now = caper_quat_mul(turn, r->model[pivot].rotation);
    r->local[pivot].rotation = caper_quat_normalize(caper_quat_mul(caper_quat_conj(above), now));
    find_model(r);
}

static bool is_upright(const caper_character *c)
{
    caper_vec3 line = caper_vec3_sub(c->rest_model[c->spine[c->spine_count - 1]].position,
                                     c->rest_model[c->spine[0]].position);
    return line.y > 0.0f && line.y * line.y > line.x * line.x + line.z * line.z;
}

static void relax_limb(const relaxing *r, int tip, bool leg)
{
    const caper_character *c = r->character;
    if (c->bodies[tip].base < 0 || (c->bodies[tip].caps & CAPER_CAP_HELPER))
        return;
    int pivot = find_pivot(r, tip);
    caper_vec3 way = caper_vec3_sub(r->model[tip].position, r->model[pivot].position);
    caper_vec3 d = caper_vec3_normalize(way);
    float side = r->model[pivot].position.x >= 0.0f ? 1.0f : -1.0f;
    bool spread = side * d.x > (leg ? ASTRIDE : STRETCHED);
    if (!spread || !is_free(r, tip, pivot) || (leg && d.y >= 0.0f))
        return;
    caper_vec3 down =
        leg ? caper_vec3_make(0.0f, d.y, d.z) : caper_vec3_make(side * 0.15f, -1.0f, 0.1f);
    point_limb(r, pivot, d, caper_vec3_normalize(down));
}

// The lowest point stays where it was: on the ground.
static void stand(const relaxing *r)
{
    const caper_character *c = r->character;
    float before = c->bounds.min.y, low = INFINITY;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        caper_bounds box = {caper_vec3_sub(b->box_center, b->box_half),
                            caper_vec3_add(b->box_center, b->box_half)};
        if (!(b->caps & CAPER_CAP_HELPER))
            low = caper_min(low, caper_bounds_transform(r->model[i], box).min.y);
    }
    r->local[0].position.y += before - low;
}

static void relax(const relaxing *r)
{
    const caper_character *c = r->character;
    memcpy(r->local, c->skeleton.rest_local, (size_t)c->body_count * sizeof *r->local);
    find_model(r);
    if (!is_upright(c))
        return;
    for (int i = 0; i < c->body_count; i++) {
        caper_caps caps = c->bodies[i].caps;
        if ((caps & CAPER_CAP_GRASPER) && !(caps & CAPER_CAP_FOOT))
            relax_limb(r, i, false);
    }
    for (int i = 0; i < c->leg_count && c->leg_count == 2; i++)
        relax_limb(r, c->legs[i].foot, true);
    stand(r);
}

caper_character *caper_character_relax(const caper_character *character,
                                       const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(character);
    if (!character)
        return NULL;
    size_t count = (size_t)character->body_count;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    relaxing r = {.character = character};
    r.local = caper_arena_alloc_zero(&arena, count, sizeof *r.local, 32);
    r.model = caper_arena_alloc_zero(&arena, count, sizeof *r.model, 32);
    caper_character *relaxed = NULL;
    if (r.local && r.model) {
        relax(&r);
        caperi_rebuild rebuild = {character, r.local, NULL, NULL, allocator, NULL};
        relaxed = caperi_character_rebuild(&rebuild, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, character->name, 0, 0, "out of memory");
    }
    caper_arena_destroy(&arena);
    return relaxed;
}
