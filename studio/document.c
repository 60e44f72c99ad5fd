// SPDX-License-Identifier: MIT
// Assets, states and the way back.
#include "document.h"

#include "rig.h"

#if CAPER_SPACETIME
#include "caper/spacetime.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- assets --------------------------------------------------------------------------------------

static asset *asset_new(const char *name)
{
    asset *a = calloc(1, sizeof *a);
    if (a) {
        a->uses = 1;
        snprintf(a->name, sizeof a->name, "%s", name ? name : "");
    }
    return a;
}

static asset *no_memory(caper_error *error)
{
    caper_error_set(error, CAPER_ERROR_MEMORY, "studio", 0, 0, "out of memory");
    return NULL;
}

asset *asset_load(const char *name, caper_asset_kind kind, caper_error *error)
{
    return asset_load_as(name, kind, NULL, error);
}

asset *asset_load_as(const char *name, caper_asset_kind kind, const cli_reading *reading,
                     caper_error *error)
{
    asset *a = asset_new(name);
    if (!a) {
        return no_memory(error);
    }
    bool good = kind == CAPER_ASSET_CHARACTER ? cli_load_actor(name, reading, &a->loaded, error)
                : kind == CAPER_ASSET_NONE    ? cli_load(name, reading, &a->loaded, error)
                                           : cli_load_kind(name, kind, reading, &a->loaded, error);
    if (!good) {
        free(a);
        return NULL;
    }
    return a;
}

asset *asset_of_motion(caper_motion *motion, const char *name)
{
    asset *a = motion ? asset_new(name) : NULL;
    if (a) {
        a->loaded.kind = CAPER_ASSET_MOTION;
        a->loaded.motion = motion;
    } else {
        caper_motion_destroy(motion);
    }
    return a;
}

asset *asset_of_character(caper_character *character, asset *from)
{
    asset *a = character ? asset_new(character->name) : NULL;
    if (a) {
        a->loaded.kind = CAPER_ASSET_CHARACTER;
        a->loaded.character = character;
        a->from = from ? asset_keep(from) : NULL;
        a->made = true;
    } else {
        caper_character_destroy(character);
    }
    return a;
}

asset *asset_of_world(caper_world *world, const char *name)
{
    asset *a = world ? asset_new(name) : NULL;
    if (a) {
        a->loaded.kind = CAPER_ASSET_WORLD;
        a->loaded.world = world;
        a->made = true;
    } else {
        caper_world_destroy(world);
    }
    return a;
}

#if CAPER_SPACETIME

asset *asset_of_space(caper_space *space, const char *name, bool made)
{
    asset *a = space ? asset_new(name) : NULL;
    if (a) {
        a->space = space;
        a->made = made;
    } else {
        caper_space_destroy(space);
    }
    return a;
}

static void drop_space(caper_space *space)
{
    caper_space_destroy(space);
}

#else

static void drop_space(struct caper_space *space)
{
    (void)space;
}

#endif

asset *asset_keep(asset *a)
{
    if (a) {
        a->uses++;
    }
    return a;
}

void asset_drop(asset *a)
{
    while (a && --a->uses == 0) {
        asset *from = a->from;
        cli_unload(&a->loaded);
        drop_space(a->space);
        rig_free(a->rig);
        free(a);
        a = from;
    }
}

const caper_character *asset_character(const asset *a)
{
    return a ? a->loaded.character : NULL;
}

int asset_skins(const asset *a, const caper_skin **skins)
{
    int bodies = a && a->loaded.character ? a->loaded.character->body_count : 0;
    for (const asset *at = a; at; at = at->from) {
        const caper_import *import = at->loaded.import;
        if (import && import->skin_count > 0 && import->character->body_count == bodies) {
            *skins = import->skins;
            return import->skin_count;
        }
    }
    *skins = NULL;
    return 0;
}

// --- states --------------------------------------------------------------------------------------

void state_copy(doc_state *to, const doc_state *from)
{
    *to = *from;
    asset_keep(to->motion);
    asset_keep(to->pending);
    asset_keep(to->world);
    asset_keep(to->space);
    asset_keep(to->stride);
    for (int i = 0; i < to->cast_count; i++) {
        asset_keep(to->cast[i].body);
    }
}

void state_free(doc_state *state)
{
    asset_drop(state->motion);
    asset_drop(state->pending);
    asset_drop(state->world);
    asset_drop(state->space);
    asset_drop(state->stride);
    for (int i = 0; i < state->cast_count; i++) {
        asset_drop(state->cast[i].body);
    }
    memset(state, 0, sizeof *state);
}

const caper_motion *state_motion(const doc_state *state)
{
    return state->motion ? state->motion->loaded.motion : NULL;
}

const caper_branch *state_branch(const doc_state *state)
{
    const caper_motion *m = state_motion(state);
    return m && state->branch >= 0 && state->branch < m->branch_count ? &m->branches[state->branch]
                                                                      : NULL;
}

const caper_channel *state_channel(const doc_state *state)
{
    const caper_branch *b = state_branch(state);
    return b && state->channel >= 0 && state->channel < b->channel_count
               ? &b->channels[state->channel]
               : NULL;
}

const caper_character *state_character(const doc_state *state, int member)
{
    return member >= 0 && member < state->cast_count ? asset_character(state->cast[member].body)
                                                     : NULL;
}

const caper_curve *state_curve(const doc_state *state, int channel, int curve)
{
    const caper_branch *b = state_branch(state);
    if (curve < 0) {
        return state_motion(state) ? state_motion(state)->travel : NULL;
    }
    if (!b || channel < 0 || channel >= b->channel_count ||
        curve >= b->channels[channel].curve_count) {
        return NULL;
    }
    return &b->channels[channel].curves[curve];
}

bool state_has_key(const doc_state *state, key_id key)
{
    for (int i = 0; i < state->key_count; i++) {
        const key_id *k = &state->keys[i];
        if (k->channel == key.channel && k->curve == key.curve && k->key == key.key) {
            return true;
        }
    }
    return false;
}

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

void state_settle(doc_state *state)
{
    const caper_motion *m = state_motion(state);
    state->branch = within(state->branch, 0, m ? m->branch_count - 1 : 0);
    const caper_branch *b = state_branch(state);
    state->channel = within(state->channel, -1, b ? b->channel_count - 1 : -1);
    state->member = within(state->member, state->cast_count > 0 ? 0 : -1, state->cast_count - 1);
    const caper_character *c = state_character(state, state->member);
    state->body = within(state->body, -1, c ? c->body_count - 1 : -1);
    state->time = m ? caper_clamp(state->time, 0, m->duration) : 0;
    int kept = 0;
    for (int i = 0; i < state->key_count; i++) {
        const caper_curve *curve = state_curve(state, state->keys[i].channel, state->keys[i].curve);
        if (curve && state->keys[i].key >= 0 && state->keys[i].key < curve->key_count) {
            state->keys[kept++] = state->keys[i];
        }
    }
    state->key_count = kept;
}

// --- document ------------------------------------------------------------------------------------

bool document_open(document *doc)
{
    memset(doc, 0, sizeof *doc);
    doc->past = calloc(DOC_MAX_STEPS, sizeof *doc->past);
    doc->future = calloc(DOC_MAX_STEPS, sizeof *doc->future);
    doc->state.body = -1;
    setup_default(&doc->state.setup);
    return doc->past && doc->future;
}

static void drop_steps(doc_step *steps, int *count)
{
    while (steps && *count > 0) {
        state_free(&steps[--*count].state);
    }
}

void document_close(document *doc)
{
    drop_steps(doc->past, &doc->past_count);
    drop_steps(doc->future, &doc->future_count);
    state_free(&doc->state);
    asset_drop(doc->saved);
    asset_drop(doc->left);
    free(doc->past);
    free(doc->future);
    memset(doc, 0, sizeof *doc);
}

static void push(doc_step *steps, int *count, const doc_state *state, const char *what)
{
    if (*count == DOC_MAX_STEPS) { // the oldest is lost
        state_free(&steps[0].state);
        memmove(&steps[0], &steps[1], (DOC_MAX_STEPS - 1) * sizeof *steps);
        --*count;
    }
    doc_step *step = &steps[(*count)++];
    state_copy(&step->state, state);
    snprintf(step->what, sizeof step->what, "%s", what);
}

void document_note(document *doc, const doc_state *before, const char *what)
{
    push(doc->past, &doc->past_count, before, what);
    drop_steps(doc->future, &doc->future_count);
}

void document_start(document *doc)
{
    drop_steps(doc->past, &doc->past_count);
    drop_steps(doc->future, &doc->future_count);
}

// From one stack to the other, over the state.
static bool step(document *doc, doc_step *from, int *from_count, doc_step *to, int *to_count)
{
    if (*from_count == 0) {
        return false;
    }
    doc_step *last = &from[--*from_count];
    push(to, to_count, &doc->state, last->what);
    state_free(&doc->state);
    doc->state = last->state;
    memset(&last->state, 0, sizeof last->state);
    doc->version++;
    return true;
}

bool document_undo(document *doc)
{
    return step(doc, doc->past, &doc->past_count, doc->future, &doc->future_count);
}

bool document_redo(document *doc)
{
    return step(doc, doc->future, &doc->future_count, doc->past, &doc->past_count);
}

bool document_is_changed(const document *doc)
{
    return doc->state.motion != doc->saved;
}

bool document_is_unsaved(const document *doc)
{
    const doc_state *d = &doc->state;
    bool made = (d->world && d->world->made && !d->world->saved) ||
                (d->space && d->space->made && !d->space->saved);
    for (int i = 0; i < d->cast_count; i++) {
        made = made || (d->cast[i].body->made && !d->cast[i].body->saved);
    }
    return made || doc->left || document_is_changed(doc);
}

const caper_motion *document_motion(const document *doc)
{
    return doc->state.pending ? doc->state.pending->loaded.motion : state_motion(&doc->state);
}

bool document_take_motion(document *doc, caper_motion *motion, caper_error *error)
{
    asset *a = asset_of_motion(motion, doc->state.path);
    if (!a) {
        return motion ? caper_error_set(error, CAPER_ERROR_MEMORY, "studio", 0, 0, "out of memory")
                      : false;
    }
    asset_drop(doc->state.motion);
    doc->state.motion = a;
    asset_drop(doc->state.pending);
    doc->state.pending = NULL;
    return true;
}
