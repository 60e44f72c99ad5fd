// SPDX-License-Identifier: MIT
//
// A character again, with another rest pose, other caps or other limits. Invariant: the bodies,
// their order, names and boxes are the same, so clips of either fit the other.
#include "body/body.h"

#include <string.h>

// "body.deform" without the body; the names outlive the def, as the character does.
static void list_deforms(const caper_character *c, const char **names)
{
    for (int i = 0; i < c->deform_count; i++) {
        const char *dot = strrchr(c->deforms[i], '.');
        names[i] = dot ? dot + 1 : c->deforms[i];
    }
}

static void fill_defs(const caperi_rebuild *r, const char **deforms, caper_body_def *defs)
{
    const caper_character *c = r->character;
    list_deforms(c, deforms);
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        caper_body_def *d = &defs[i];
        *d = caper_body_def_default();
        d->name = b->name;
        d->parent = b->parent;
        d->rest_local = r->rest_local ? r->rest_local[i] : c->skeleton.rest_local[i];
        d->box_center = b->box_center;
        d->box_half = b->box_half;
        d->mass = b->mass;
        d->joint = r->joints ? r->joints[i] : b->joint;
        d->caps = r->caps ? r->caps[i] : b->caps & ~(caper_caps)CAPER_CAP_ROOT;
        d->deforms = deforms + b->deform;
        d->deform_count = b->deform_count;
        d->contacts = b->contacts;
        d->contact_count = b->contact_count;
        d->hinges = b->hinges;
        d->hinge_count = b->hinge_count;
    }
}

caper_character *caperi_character_rebuild(const caperi_rebuild *rebuild, caper_error *error)
{
    const caper_character *c = rebuild->character;
    caper_arena arena;
    caper_arena_init(&arena, rebuild->allocator, 0);
    size_t count = (size_t)c->body_count;
    caper_body_def *defs = caper_arena_alloc_zero(&arena, count, sizeof *defs, 32);
    const char **deforms =
        caper_arena_alloc_zero(&arena, (size_t)c->deform_count + 1, sizeof *deforms, 16);
    caper_character *built = NULL;
    if (defs && deforms) {
        fill_defs(rebuild, deforms, defs);
        caper_character_def def = caper_character_def_default();
        def.name = c->name;
        def.bodies = defs;
        def.body_count = c->body_count;
        def.root_body = rebuild->caps ? -1 : c->root_body;
        def.source = rebuild->source ? rebuild->source : def.source;
        def.allocator = rebuild->allocator;
        built = caper_character_create(&def, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, c->name, 0, 0, "out of memory");
    }
    caper_arena_destroy(&arena);
    return built;
}
