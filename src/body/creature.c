// SPDX-License-Identifier: MIT
//
// Random creatures (the morphologies of section 1.2 of the Spore paper, 2008, drawn by dice instead
// of by players). This file checks the def, runs the stages and turns the drafts into a character:
// scaled to the drawn size, standing on y = 0, the tree hung up at the spine body that the builder
// would choose as root, so that body 0 is the root. The same def gives the same bytes everywhere:
// only caper_rng, arithmetic, square roots and the trigonometry of vecmath.h are used.
#include "body/creature.h"

#include "base/block.h"

#include <stdio.h>
#include <string.h>

caper_creature_def caper_creature_def_default(void)
{
    caper_creature_def def;
    memset(&def, 0, sizeof def);
    def.difficulty = 0.5f;
    def.min_size = 0.1f;
    def.max_size = 10.0f;
    def.max_bodies = 80;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

static bool check_def(const caper_creature_def *def, caper_error *error)
{
    // written so that NaN fails every comparison
    if (!(def->difficulty >= 0.0f && def->difficulty <= 1.0f)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "difficulty is %g, expected 0 to 1", (double)def->difficulty);
    }
    if (!(def->min_size > 1e-6f && def->min_size <= def->max_size && def->max_size < 1e6f)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "sizes are %g to %g, expected 1e-6 < min_size <= max_size < 1e6",
                               (double)def->min_size, (double)def->max_size);
    }
    if (def->max_bodies < CAPERI_CREATURE_MIN_BODIES || def->max_bodies > CAPER_MAX_BODIES) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "max_bodies is %d, expected %d to %d", def->max_bodies,
                               CAPERI_CREATURE_MIN_BODIES, CAPER_MAX_BODIES);
    }
    return true;
}

/// Does a limb stand on the ground?
static bool stands(const caperi_creature_work *c, int draft)
{
    if (c->drafts[draft].caps & CAPER_CAP_FOOT) {
        return true;
    }
    for (int i = draft + 1; i < c->count; i++) {
        if (c->drafts[i].parent == draft && stands(c, i)) {
            return true;
        }
    }
    return false;
}

/// Radians that a link of the spine bends and twists: those of a person's loin.
#define SPINE_SWING 0.7f
#define SPINE_TWIST 0.52f

/// Hang up the spine at one draft: the joints of the others are at their ends toward it.
static void hang_up_spine(caperi_creature_work *c, int root)
{
    c->root = root;
    for (int i = 0; i < c->plan.spine_count; i++) {
        caperi_creature_draft *draft = &c->drafts[i];
        bool front = i > root;
        caper_vec3 away = front ? c->spine_axes[i].z : caper_vec3_neg(c->spine_axes[i].z);
        if (i == root) {
            draft->parent = -1;
            draft->joint_point = draft->center;
            draft->joint = (caper_joint){.kind = CAPER_JOINT_FREE, .axis = {0.0f, 1.0f, 0.0f}};
        } else {
            draft->parent = front ? i - 1 : i + 1;
            draft->joint_point = c->spine_points[front ? i : i + 1];
            caperi_draft_ball(draft, away, SPINE_SWING, SPINE_TWIST);
        }
    }
}

/// Choose the root as the builder would: the spine draft with the most standing limbs, of those the
/// rearmost by its joint; without legs the middle one.
static void choose_root(caperi_creature_work *c)
{
    int n = c->plan.spine_count;
    int legs[CAPERI_CREATURE_MAX_SPINE] = {0};
    for (int i = n; i < c->count; i++) {
        int parent = c->drafts[i].parent;
        if (parent < n && stands(c, i)) {
            legs[parent]++;
        }
    }
    int most = 0;
    for (int i = 0; i < n; i++) {
        most = legs[i] > most ? legs[i] : most;
    }
    if (most == 0) {
        int links = n + (c->spine_head >= 0);
        hang_up_spine(c, (links - 1) / 2);
        return;
    }
    // joints move with the root, so the answer must be the rearmost after hanging up at itself
    int first = -1;
    for (int root = 0; root < n; root++) {
        if (legs[root] < most) {
            continue;
        }
        first = first < 0 ? root : first;
        hang_up_spine(c, root);
        bool rearmost = true;
        for (int i = 0; i < n; i++) {
            rearmost &= legs[i] < most ||
                        c->drafts[i].joint_point.z >= c->drafts[root].joint_point.z - 1e-4f;
        }
        if (rearmost) {
            return;
        }
    }
    // a kink upward hides every candidate behind its neighbour: the joint goes to the rear
    hang_up_spine(c, first);
    for (int i = 0; i <= n; i++) {
        if (c->spine_points[i].z < c->drafts[first].joint_point.z) {
            c->drafts[first].joint_point.z = c->spine_points[i].z;
        }
    }
}

static caper_bounds bounds_of(const caperi_creature_work *c)
{
    caper_bounds all = caper_bounds_empty();
    for (int i = 0; i < c->count; i++) {
        const caperi_creature_draft *p = &c->drafts[i];
        caper_mat3 m = caper_quat_to_mat3(p->rotation);
        caper_vec3 reach = caper_vec3_scale(caper_vec3_abs(m.x), p->half.x);
        reach = caper_vec3_add_scaled(reach, caper_vec3_abs(m.y), p->half.y);
        reach = caper_vec3_add_scaled(reach, caper_vec3_abs(m.z), p->half.z);
        all = caper_bounds_add_point(all, caper_vec3_sub(p->center, reach));
        all = caper_bounds_add_point(all, caper_vec3_add(p->center, reach));
    }
    return all;
}

/// Ground to y = 0, the root over the origin, and everything to the drawn size.
static void place(caperi_creature_work *c, float size)
{
    caper_bounds bounds = bounds_of(c);
    caper_vec3 extent = caper_bounds_size(bounds);
    if (c->plan.stance == CAPERI_STANCE_LIES) {
        c->ground = bounds.min.y; // what lies rests on its lowest draft, be it a chin
    }
    float scale = size / caper_max(extent.x, caper_max(extent.y, extent.z));
    caper_vec3 root = c->drafts[c->root].center;
    // a symmetric creature keeps its exact symmetry about x = 0
    caper_vec3 shift = caper_vec3_make(c->plan.symmetric ? 0.0f : -root.x, -c->ground, -root.z);
    for (int i = 0; i < c->count; i++) {
        caperi_creature_draft *p = &c->drafts[i];
        p->joint_point = caper_vec3_scale(caper_vec3_add(p->joint_point, shift), scale);
        p->center = caper_vec3_scale(caper_vec3_add(p->center, shift), scale);
        p->half = caper_vec3_scale(p->half, scale);
    }
}

/// The order of the bodies: the root, the spine to the front, the spine to the rear, the rest.
static void order_drafts(const caperi_creature_work *c, int *order, int *position)
{
    int n = 0;
    for (int i = c->root; i < c->plan.spine_count; i++) {
        order[n++] = i;
    }
    for (int i = c->root - 1; i >= 0; i--) {
        order[n++] = i;
    }
    for (int i = c->plan.spine_count; i < c->count; i++) {
        order[n++] = i;
    }
    for (int i = 0; i < n; i++) {
        position[order[i]] = i;
    }
}

typedef struct workshop {
    caperi_creature_draft *drafts;
    caper_body_def *defs;
    int *order, *position;
    char (*names)[32];
} workshop;

static void write_name(const caperi_creature_draft *draft, char name[32])
{
    int n = snprintf(name, 32, "%s", draft->label);
    if (draft->group > 0) {
        n += snprintf(name + n, 32 - (size_t)n, "%d", draft->group);
    }
    if (draft->index > 0) {
        n += snprintf(name + n, 32 - (size_t)n, "_%d", draft->index);
    }
    if (draft->side) {
        snprintf(name + n, 32 - (size_t)n, "_%c", draft->side);
    }
}

static void write_defs(const caperi_creature_work *c, const workshop *w)
{
    order_drafts(c, w->order, w->position);
    for (int i = 0; i < c->count; i++) {
        const caperi_creature_draft *draft = &c->drafts[w->order[i]];
        caper_body_def *def = &w->defs[i];
        *def = caper_body_def_default();
        caper_transform model = caper_transform_make(draft->rotation, draft->joint_point);
        def->parent = draft->parent < 0 ? -1 : w->position[draft->parent];
        def->rest_local = model;
        if (draft->parent >= 0) {
            const caperi_creature_draft *parent = &c->drafts[draft->parent];
            def->rest_local = caper_transform_unmul(
                caper_transform_make(parent->rotation, parent->joint_point), model);
            def->rest_local.rotation = caper_quat_normalize(def->rest_local.rotation);
        }
        def->box_center = caper_transform_unmul_point(model, draft->center);
        def->box_half = draft->half;
        def->joint = draft->joint;
        def->caps = draft->caps;
        if (draft->deform) {
            def->deforms = &draft->deform;
            def->deform_count = 1;
        }
        write_name(draft, w->names[i]);
        def->name = w->names[i];
    }
}

/// All stages in order; afterwards drafts are complete, in model space at their final size.
static void make_drafts(caperi_creature_work *c, const caper_creature_def *def)
{
    float u = caper_rng_float(&c->rng);
    float ratio = caper_ln(def->max_size / def->min_size);
    float size = caper_clamp(def->min_size * caper_exp(u * ratio), def->min_size, def->max_size);
    caperi_creature_plan(c);
    caperi_creature_spine(c);
    caperi_creature_heads(c);
    caperi_creature_limbs(c);
    caperi_creature_tail(c);
    caperi_creature_legs(c);
    choose_root(c);
    c->drafts[c->root].caps |= CAPER_CAP_ROOT;
    place(c, size);
}

caper_character *caper_character_random(const caper_creature_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the creature def was not made by caper_creature_def_default");
        return NULL;
    }
    if (!check_def(def, error)) {
        return NULL;
    }
    caperi_creature_work c;
    memset(&c, 0, sizeof c);
    c.rng = caper_rng_make(def->seed);
    c.difficulty = def->difficulty;
    c.max_drafts = def->max_bodies;
    c.pair_first = -1;
    c.spine_head = -1;

    size_t n = (size_t)def->max_bodies;
    caperi_block block = {0};
    size_t drafts = CAPERI_BLOCK_ADD(&block, n, caperi_creature_draft);
    size_t defs = CAPERI_BLOCK_ADD(&block, n, caper_body_def);
    size_t order = CAPERI_BLOCK_ADD(&block, n, int);
    size_t position = CAPERI_BLOCK_ADD(&block, n, int);
    size_t names = CAPERI_BLOCK_ADD(&block, n, char[32]);
    void *memory = caperi_block_alloc(&block, def->allocator);
    if (!memory) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory for %d bodies",
                        def->max_bodies);
        return NULL;
    }
    workshop w;
    w.drafts = c.drafts = caperi_block_at(memory, drafts);
    w.defs = caperi_block_at(memory, defs);
    w.order = caperi_block_at(memory, order);
    w.position = caperi_block_at(memory, position);
    w.names = caperi_block_at(memory, names);

    make_drafts(&c, def);
    write_defs(&c, &w);
    char name[48];
    snprintf(name, sizeof name, "creature-%llu", (unsigned long long)def->seed);
    caper_character_def character = caper_character_def_default();
    character.name = name;
    character.bodies = w.defs;
    character.body_count = c.count;
    character.root_body = 0;
    character.source = name;
    character.allocator = def->allocator;
    caper_character *result = caper_character_create(&character, error);
    caper_free(def->allocator, memory, block.size);
    return result;
}
