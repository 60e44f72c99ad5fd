// SPDX-License-Identifier: MIT
// The bodies themselves: a joint moved, a limb stretched, a pair of legs more, capabilities
// corrected. Each gives a new character, which is bound anew and goes on moving. What is done to
// one side is done to the other where they are mirror images. Edited characters stand on the
// ground.
#include "rig.h"
#include "studio.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct workbench {
    caper_arena arena;
    caper_character_def def;
    caper_body_def *bodies; // room for twice as many
    const caper_character *old;
    bool failed;
} workbench;

static void *take(workbench *w, size_t count, size_t size)
{
    void *made = caper_arena_alloc_zero(&w->arena, count > 0 ? count : 1, size, 16);
    w->failed = w->failed || !made;
    return made;
}

// Names of deforms without the body's.
static const char *const *deforms_of(workbench *w, const caper_body *b)
{
    const char **names = take(w, (size_t)b->deform_count, sizeof *names);
    for (int i = 0; names && i < b->deform_count; i++) {
        const char *full = w->old->deforms[b->deform + i], *dot = strrchr(full, '.');
        names[i] = dot ? dot + 1 : full;
    }
    return names;
}

static void open_bench(workbench *w, const caper_character *c)
{
    memset(w, 0, sizeof *w);
    caper_arena_init(&w->arena, NULL, 0);
    w->old = c;
    w->def = caper_character_def_default();
    w->def.name = c->name;
    w->def.root_body = c->root_body;
    w->bodies = take(w, 2 * (size_t)c->body_count, sizeof *w->bodies);
    for (int i = 0; w->bodies && i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        caper_body_def *d = &w->bodies[i];
        *d = caper_body_def_default();
        d->name = b->name;
        d->parent = b->parent;
        d->rest_local = c->skeleton.rest_local[i];
        d->box_center = b->box_center;
        d->box_half = b->box_half;
        d->mass = b->mass;
        d->joint = b->joint;
        d->caps = b->caps;
        d->deforms = deforms_of(w, b);
        d->deform_count = b->deform_count;
        caper_vec3 *points = take(w, (size_t)b->contact_count, sizeof *points);
        for (int k = 0; points && k < b->contact_count; k++) {
            points[k] = b->contacts[k];
        }
        d->contacts = points;
        d->contact_count = b->contact_count;
        d->hinges = b->hinges;
        d->hinge_count = b->hinge_count;
    }
    w->def.bodies = w->bodies;
    w->def.body_count = c->body_count;
}

// Build it, put it on the ground, and give it to the member.
static bool close_bench(studio *s, workbench *w, caper_error *error)
{
    cast_member *m = &s->doc.state.cast[s->doc.state.member];
    caper_character *made = w->failed ? NULL : caper_character_create(&w->def, error);
    for (int i = 0; made && i < w->def.body_count; i++) {
        if (w->bodies[i].parent < 0 && fabsf(made->bounds.min.y) > 1e-4f * made->size) {
            w->bodies[i].rest_local.position.y -= made->bounds.min.y;
            caper_character_destroy(made);
            made = caper_character_create(&w->def, error);
            break;
        }
    }
    asset *a = asset_of_character(made, m->body);
    caper_arena_destroy(&w->arena);
    if (!a) {
        return made ? caper_error_set(error, CAPER_ERROR_MEMORY, "body", 0, 0, "out of memory")
                    : false;
    }
    int active = s->doc.state.body;
    char name[128] = "";
    if (active >= 0) {
        snprintf(name, sizeof name, "%s", w->old->bodies[active].name);
    }
    asset *old = m->body;
    m->body = a;
    s->doc.state.body = name[0] ? caper_character_find(asset_character(a), name) : -1;
    asset_drop(old);
    return true;
}

static bool no_body(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, "body", 0, 0,
                           "found no active body: click one");
}

static const caper_character *active_character(const studio *s, int *body)
{
    *body = s->doc.state.body;
    return *body >= 0 ? state_character(&s->doc.state, s->doc.state.member) : NULL;
}

// The active body and its mirror image.
static int both(const caper_character *c, int body, int out[2])
{
    int mirror = c->bodies[body].mirror;
    out[0] = body;
    out[1] = mirror;
    return mirror >= 0 && mirror != body ? 2 : 1;
}

static bool body_move(studio *s, const action_args *a, caper_error *error)
{
    int body, pair[2];
    const caper_character *c = active_character(s, &body);
    if (!c) {
        return no_body(error);
    }
    workbench w;
    open_bench(&w, c);
    int count = both(c, body, pair);
    for (int i = 0; !w.failed && i < count; i++) {
        caper_vec3 by =
            caper_vec3_make((float)a->number[0], (float)a->number[1], (float)a->number[2]);
        by.x = i == 1 ? -by.x : by.x;
        int parent = c->bodies[pair[i]].parent;
        if (parent >= 0) {
            by = caper_quat_unrotate(c->rest_model[parent].rotation, by);
        }
        caper_vec3 *p = &w.bodies[pair[i]].rest_local.position;
        *p = caper_vec3_add(*p, by);
    }
    return close_bench(s, &w, error);
}

// The body and the ways to those that hang on it.
static void stretch(workbench *w, int body, float factor, bool whole)
{
    caper_body_def *d = &w->bodies[body];
    d->box_center = caper_vec3_scale(d->box_center, factor);
    d->box_half = caper_vec3_scale(d->box_half, factor);
    d->mass *= factor * factor * factor;
    for (int k = 0; k < d->contact_count; k++) {
        caper_vec3 *p = (caper_vec3 *)&d->contacts[k];
        *p = caper_vec3_scale(*p, factor);
    }
    if (whole) {
        d->rest_local.position = caper_vec3_scale(d->rest_local.position, factor);
        return;
    }
    for (int i = 0; i < w->def.body_count; i++) {
        if (w->bodies[i].parent == body) {
            w->bodies[i].rest_local.position =
                caper_vec3_scale(w->bodies[i].rest_local.position, factor);
        }
    }
}

static bool bad_factor(double factor, caper_error *error)
{
    return factor > 0.05 && factor < 20
               ? false
               : !caper_error_set(error, CAPER_ERROR_INVALID, "body", 0, 0,
                                  "found a factor of %g, expected 0.05 to 20", factor);
}

static bool body_stretch(studio *s, const action_args *a, caper_error *error)
{
    int body, pair[2];
    const caper_character *c = active_character(s, &body);
    if (!c || bad_factor(a->number[0], error)) {
        return c ? false : no_body(error);
    }
    workbench w;
    open_bench(&w, c);
    int count = both(c, body, pair);
    for (int i = 0; !w.failed && i < count; i++) {
        stretch(&w, pair[i], (float)a->number[0], false);
    }
    return close_bench(s, &w, error);
}

static bool body_scale(studio *s, const action_args *a, caper_error *error)
{
    const caper_character *c = state_character(&s->doc.state, s->doc.state.member);
    if (!c || bad_factor(a->number[0], error)) {
        return c ? false : no_body(error);
    }
    workbench w;
    open_bench(&w, c);
    for (int i = 0; !w.failed && i < c->body_count; i++) {
        stretch(&w, i, (float)a->number[0], true);
    }
    return close_bench(s, &w, error);
}

static bool body_caps(studio *s, const action_args *a, caper_error *error)
{
    int body;
    const caper_character *c = active_character(s, &body);
    caper_caps caps;
    if (!c || !word_caps(a->text, a->count, &caps, error)) {
        return c ? false : no_body(error);
    }
    if (rig_is(s->doc.state.cast[s->doc.state.member].body)) { // it stays one, skin and all
        return rig_set_caps(s, body, caps, error);
    }
    workbench w;
    open_bench(&w, c);
    if (!w.failed) {
        w.bodies[body].caps = caps;
    }
    return close_bench(s, &w, error);
}

static bool is_below(const caper_character *c, int body, int above)
{
    while (body >= 0 && body != above) {
        body = c->bodies[body].parent;
    }
    return body == above;
}

// A copy of a limb, its joint moved in model space.
static void copy_limb(workbench *w, int base, caper_vec3 by)
{
    const caper_character *c = w->old;
    int *to = take(w, (size_t)c->body_count, sizeof *to);
    for (int i = 0; to && i < c->body_count && w->def.body_count < 2 * c->body_count; i++) {
        if (!is_below(c, i, base)) {
            continue;
        }
        char *name = take(w, strlen(c->bodies[i].name) + 16, 1);
        if (!name) {
            return;
        }
        for (int n = 2;; n++) { // a name that is free
            bool used = false;
            sprintf(name, "%s_%d", c->bodies[i].name, n);
            for (int k = 0; k < w->def.body_count; k++) {
                used = used || strcmp(w->bodies[k].name, name) == 0;
            }
            if (!used) {
                break;
            }
        }
        caper_body_def *d = &w->bodies[w->def.body_count];
        *d = w->bodies[i];
        d->name = name;
        to[i] = w->def.body_count++;
        if (i == base) {
            int parent = c->bodies[i].parent;
            caper_vec3 local = caper_quat_unrotate(c->rest_model[parent].rotation, by);
            d->rest_local.position = caper_vec3_add(d->rest_local.position, local);
        } else {
            d->parent = to[c->bodies[i].parent];
        }
    }
}

static bool limb_copy(studio *s, const action_args *a, caper_error *error)
{
    int body, pair[2];
    const caper_character *c = active_character(s, &body);
    int base = c ? c->bodies[body].base : -1;
    if (base < 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "limb_copy", 0, 0,
                               "found no limb: click a body of a leg or an arm");
    }
    workbench w;
    open_bench(&w, c);
    caper_vec3 by = caper_vec3_make(0, 0, (float)a->number[0] * c->size);
    int count = both(c, base, pair);
    for (int i = 0; !w.failed && i < count; i++) {
        copy_limb(&w, pair[i], by);
    }
    return close_bench(s, &w, error);
}

static bool limb_remove(studio *s, const action_args *a, caper_error *error)
{
    int body, pair[2];
    const caper_character *c = active_character(s, &body);
    int base = c ? c->bodies[body].base : -1;
    (void)a;
    if (base < 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "limb_remove", 0, 0,
                               "found no limb: click a body of a leg or an arm");
    }
    workbench w;
    open_bench(&w, c);
    int count = both(c, base, pair), kept = 0;
    int *to = take(&w, (size_t)c->body_count, sizeof *to);
    for (int i = 0; to && !w.failed && i < c->body_count; i++) {
        bool gone = is_below(c, i, pair[0]) || (count == 2 && is_below(c, i, pair[1]));
        to[i] = gone ? -1 : kept;
        if (!gone) {
            w.bodies[kept] = w.bodies[i];
            w.bodies[kept].parent = c->bodies[i].parent < 0 ? -1 : to[c->bodies[i].parent];
            w.def.root_body = i == c->root_body ? kept : w.def.root_body;
            kept++;
        }
    }
    w.def.body_count = kept;
    return close_bench(s, &w, error);
}

static bool body_save(studio *s, const action_args *a, caper_error *error)
{
    const caper_character *c = state_character(&s->doc.state, s->doc.state.member);
    if (!c) {
        return no_body(error);
    }
    if (!cli_output_path(a->text[0], ".character.json", error) ||
        !caper_character_save(c, a->text[0], error)) {
        return false;
    }
    s->doc.state.cast[s->doc.state.member].body->saved = true;
    studio_say(s, false, "saved %s", a->text[0]);
    return true;
}

static bool save_found(const caper_character *c, const char *path, caper_error *error)
{
    caper_person person;
    bool found = caper_person_find(c, NULL, &person, NULL);
    caper_map *map = caper_map_make(c, found ? &person : NULL, NULL, error);
    bool good = map && caper_map_save(map, path, error);
    caper_map_destroy(map);
    return good;
}

// What its bodies are taken for, for a rig's file that does not say: what was corrected, else what
// was found.
static bool map_save(studio *s, const action_args *a, caper_error *error)
{
    const caper_character *c = state_character(&s->doc.state, s->doc.state.member);
    if (!c) {
        return no_body(error);
    }
    if (!cli_output_path(a->text[0], ".map.json", error)) {
        return false;
    }
    asset *body = s->doc.state.cast[s->doc.state.member].body;
    bool good =
        body->rig ? rig_save(body->rig, body, a->text[0], error) : save_found(c, a->text[0], error);
    if (good) {
        body->saved = body->saved || body->rig;
        studio_say(s, false, "saved %s", a->text[0]);
    }
    return good;
}

const action actions_body[] = {
    {"body_move", "x:f y:f z:f", "move the joint of the active body, metres at rest", ACTION_EDIT,
     body_move},
    {"body_stretch", "factor:f", "make the active body longer or shorter", ACTION_EDIT,
     body_stretch},
    {"body_scale", "factor:f", "make the whole active character larger or smaller", ACTION_EDIT,
     body_scale},
    {"body_caps", "caps:s*", "what the active body is for", ACTION_EDIT, body_caps},
    {"limb_copy", "forward:f", "another pair of such limbs, so far ahead in shares of size",
     ACTION_EDIT, limb_copy},
    {"limb_remove", "", "remove the pair of limbs of the active body", ACTION_EDIT, limb_remove},
    {"body_save", "path:s", "save the active character: NAME.character.json", ACTION_FILE,
     body_save},
    {"map_save", "path:s", "save what its bodies are taken for: NAME.map.json", ACTION_FILE,
     map_save},
    {0},
};
