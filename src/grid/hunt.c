// SPDX-License-Identifier: MIT
//
// The hunt: random creatures and acts until time is over. A creature that fails is made smaller,
// limb by limb and body by body, for as long as it fails in the same way, and is kept as a
// character file: one for each act and way of failing, the smallest that was found.
#include "grid/grid.h"

#include <stdlib.h>
#include <string.h>

/// Passes over all bodies while shrinking: each that takes something away makes room for the next.
#define MOST_PASSES 8

typedef struct hunter {
    caper_grid_hunt *hunt;
    caper_grid_case *cases;
    caper_grid_item item, trial;
} hunter;

caper_grid_hunt caper_grid_hunt_default(void)
{
    caper_grid_hunt hunt;
    memset(&hunt, 0, sizeof hunt);
    hunt.cookie = CAPER_DEF_COOKIE;
    return hunt;
}

// -----------------------------------------------------------------------------------------
// shrinking

static bool hangs_on(const caper_character *c, int body, int above)
{
    for (; body >= 0; body = c->bodies[body].parent) {
        if (body == above) {
            return true;
        }
    }
    return false;
}

// The name of a deform behind the body's own and a point.
static const char *deform_name(const caper_character *c, int body, int k)
{
    return c->deforms[c->bodies[body].deform + k] + strlen(c->bodies[body].name) + 1;
}

// The character without a body and all that hangs on it; NULL when that is none.
static caper_character *without(const caper_character *c, int removed)
{
    caper_body_def *bodies = calloc((size_t)c->body_count, sizeof *bodies);
    int *index = calloc((size_t)c->body_count, sizeof *index);
    const char **deforms = calloc((size_t)c->deform_count + 1, sizeof *deforms);
    caper_character *made = NULL;
    int count = 0, deform = 0;
    for (int i = 0; bodies && index && deforms && i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        if (hangs_on(c, i, removed)) {
            continue;
        }
        caper_body_def *d = &bodies[count];
        *d = caper_body_def_default();
        d->name = b->name;
        d->parent = b->parent >= 0 ? index[b->parent] : -1;
        d->rest_local = c->skeleton.rest_local[i];
        d->box_center = b->box_center;
        d->box_half = b->box_half;
        d->mass = b->mass;
        d->joint = b->joint;
        d->caps = b->caps;
        d->contacts = b->contacts;
        d->contact_count = b->contact_count;
        d->deforms = deforms + deform;
        d->deform_count = b->deform_count;
        for (int k = 0; k < b->deform_count; k++) {
            deforms[deform++] = deform_name(c, i, k);
        }
        index[i] = count++;
    }
    if (count > 0 && count < c->body_count) {
        caper_character_def def = caper_character_def_default();
        def.name = c->name;
        def.bodies = bodies;
        def.body_count = count;
        def.root_body = hangs_on(c, c->root_body, removed) ? -1 : index[c->root_body];
        made = caper_character_create(&def, NULL);
    }
    free(bodies);
    free(index);
    free(deforms);
    return made;
}

static bool fails(hunter *h, const caper_character *c, const caper_grid_act *act, const char *name,
                  caper_grid_item *item)
{
    caper_grid_body body = {0};
    body.character = c;
    caperi_grid_judge(h->hunt->grid, name, &body, act, -1, item);
    return item->status == CAPER_GRID_FAIL ||
           (h->hunt->strict && item->status == CAPER_GRID_FLAWED);
}

// Smaller and smaller, while it fails in the same way. Takes `c`, gives what is left of it.
static caper_character *shrink(hunter *h, caper_character *c, const caper_grid_act *act,
                               const char *name)
{
    char worst[48];
    snprintf(worst, sizeof worst, "%s", h->item.worst);
    bool smaller = true;
    for (int pass = 0; pass < MOST_PASSES && smaller; pass++) {
        smaller = false;
        for (int i = 1; i < c->body_count; i++) { // large parts first: bodies are parent first
            caper_character *less = without(c, i);
            if (less && fails(h, less, act, name, &h->trial) &&
                strcmp(h->trial.worst, worst) == 0) {
                caper_character_destroy(c);
                c = less;
                h->item = h->trial;
                smaller = true;
                i--; // another body is at this index now
            } else {
                caper_character_destroy(less);
            }
        }
    }
    return c;
}

// ---------------------------------------------------------------------------------------------
// cases

// The file of a way of failing, named by it.
static void case_name(const caper_grid_item *item, char *out, size_t size)
{
    snprintf(out, size, "%s-%s.character.json", item->act, item->worst[0] ? item->worst : "error");
    for (char *c = out; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || *c == '.' || *c == '-' || *c == '_';
        *c = plain ? *c : '_';
    }
}

static caper_grid_case *find_case(hunter *h, const char *name)
{
    for (int i = 0; i < h->hunt->case_count; i++) {
        if (strcmp(h->cases[i].name, name) == 0) {
            return &h->cases[i];
        }
    }
    return NULL;
}

static bool keep_case(hunter *h, const caper_character *c, const char *name, int before,
                      uint64_t seed, caper_error *error)
{
    caper_grid_case *known = find_case(h, name);
    if (known && known->body_count <= c->body_count) {
        return true;
    }
    if (!known) {
        int count = h->hunt->case_count;
        caper_grid_case *grown = realloc(h->cases, (size_t)(count + 1) * sizeof *grown);
        if (!grown) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "no memory for a case");
        }
        h->cases = grown;
        known = &grown[h->hunt->case_count++];
    }
    memset(known, 0, sizeof *known);
    snprintf(known->name, sizeof known->name, "%s", name);
    snprintf(known->act, sizeof known->act, "%s", h->item.act);
    snprintf(known->why, sizeof known->why, "%s", h->item.why);
    known->seed = seed;
    known->body_count = c->body_count;
    known->bodies_before = before;
    char path[1024];
    if (snprintf(path, sizeof path, "%s/%s", h->hunt->folder, name) >= (int)sizeof path) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, name, 0, 0, "the name is too long");
    }
    if (h->hunt->found) {
        h->hunt->found(h->hunt->user, known);
    }
    return caper_character_save(c, path, error);
}

static bool try_one(hunter *h, uint64_t number, caper_error *error)
{
    caper_grid_hunt *hunt = h->hunt;
    caper_rng rng = caper_rng_make_stream(hunt->grid->seed, number);
    caper_creature_def def = caper_creature_def_default();
    def.seed = caper_rng_u32(&rng);
    def.difficulty = caper_rng_float(&rng);
    const caper_grid_act *act =
        &hunt->grid->acts[caper_rng_int(&rng, 0, hunt->grid->act_count - 1)];
    caper_character *c = caper_character_random(&def, error);
    if (!c) {
        return false;
    }
    bool good = true;
    hunt->tried++;
    if (fails(h, c, act, "creature", &h->item)) {
        hunt->failed++;
        char name[200];
        case_name(&h->item, name, sizeof name);
        const caper_grid_case *known = find_case(h, name);
        // under the name that the file will have: chance goes by it
        if ((!known || known->body_count > 4) && fails(h, c, act, name, &h->item)) {
            int before = c->body_count;
            case_name(&h->item, name, sizeof name);
            c = shrink(h, c, act, name);
            good = keep_case(h, c, name, before, def.seed, error);
        }
    }
    caper_character_destroy(c);
    return good;
}

bool caper_grid_hunt_run(caper_grid_hunt *hunt, caper_error *error)
{
    bool valid = hunt && hunt->cookie == CAPER_DEF_COOKIE && hunt->grid && hunt->folder &&
                 hunt->going && hunt->grid->act_count > 0;
    CAPER_ASSERT(valid);
    if (!valid) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "grid", 0, 0,
                               "a hunt needs acts, a folder and a time to end");
    }
    hunter h;
    memset(&h, 0, sizeof h);
    h.hunt = hunt;
    hunt->tried = hunt->failed = 0;
    hunt->case_count = 0;
    bool good = true;
    for (uint64_t number = 0; good && hunt->going(hunt->user); number++) {
        good = try_one(&h, number, error);
    }
    free(h.cases);
    return good;
}
