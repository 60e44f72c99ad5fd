// SPDX-License-Identifier: MIT
//
// Opening and closing what an actor plays. Whatever its kind, a source gets a slot, a name, a mask
// and memory for its offer here, so that updating never allocates.
#include "actor/actor.h"

#include <string.h>

#define DEFORM_SIZE (sizeof(caperi_deform_link) + sizeof(float))

caperi_source *caperi_actor_find(caper_actor *actor, caper_source id)
{
    for (int i = 0; id != 0 && i < CAPER_MAX_SOURCES; i++) {
        if (actor->sources[i].id == id) {
            return &actor->sources[i];
        }
    }
    return NULL;
}

void caperi_source_clear(caper_actor *actor, caperi_source *source)
{
    const caper_allocator *a = &actor->allocator;
    if (source->kind && source->kind->destroy && source->self) {
        source->kind->destroy(source->self);
    }
    if (source->mask) {
        caper_free(a, source->mask, (size_t)actor->character->body_count * sizeof(float));
    }
    if (source->deforms) {
        caper_free(a, source->deforms, (size_t)source->clip->deform_count * DEFORM_SIZE);
    }
    if (source->memory) {
        caper_free(a, source->memory, source->memory_size);
    }
    memset(source, 0, sizeof *source);
}

void caperi_source_give_back(caper_actor *actor, caperi_source *source)
{
    source->self = source->given ? NULL : source->self; // it was not taken over
    caperi_source_clear(actor, source);
}

// ------------------------------------------------------------------------------------ memory

static size_t round_up(size_t size)
{
    return (size + 31) & ~(size_t)31;
}

static bool good_room(const caper_source_room *room)
{
    return room->goals >= 0 && room->goals <= 4096 && room->contacts >= 0 && room->contacts <= 4096;
}

/// Memory for the offer, in one block.
static bool make_offer(caper_actor *actor, caperi_source *source, caper_error *error)
{
    caper_source_room *room = &source->room;
    source->kind->room(source->self, room);
    if (!good_room(room)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, source->name, 0, 0,
                               "offers %d goals and %d contacts; expected 0 to 4096 of each",
                               room->goals, room->contacts);
    }
    const caper_character *c = actor->character;
    size_t deforms = (size_t)c->deform_count * sizeof(float);
    size_t parts[] = {room->pose ? (size_t)c->body_count * sizeof(caper_transform) : 0, deforms,
                      deforms, (size_t)room->goals * sizeof(caper_goal),
                      (size_t)room->contacts * sizeof(caper_offer_contact)};
    char *at[CAPER_COUNT_OF(parts)];
    size_t size = 0;
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        size += round_up(parts[i]);
    }
    source->memory_size = size > 0 ? size : 32;
    source->memory = caper_alloc_zero(&actor->allocator, source->memory_size, 32);
    if (!source->memory) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a source");
    }
    char *next = source->memory;
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        at[i] = next;
        next += round_up(parts[i]);
    }
    caper_offer *offer = &source->offer;
    offer->local.bodies = (caper_transform *)(void *)at[0];
    offer->local.body_count = room->pose ? c->body_count : 0;
    offer->local.deforms = (float *)(void *)at[1];
    offer->local.deform_count = c->deform_count;
    offer->deform_weights = (float *)(void *)at[2];
    offer->goals = (caper_goal *)(void *)at[3];
    offer->contacts = (caper_offer_contact *)(void *)at[4];
    return true;
}

static bool copy_mask(caper_actor *actor, caperi_source *source, const float *mask,
                      caper_error *error)
{
    if (!mask) {
        return true;
    }
    size_t size = (size_t)actor->character->body_count * sizeof(float);
    source->mask = caper_alloc(&actor->allocator, size, sizeof(float));
    if (!source->mask) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a mask");
    }
    memcpy(source->mask, mask, size);
    for (int i = 0; i < actor->character->body_count; i++) {
        if (!(mask[i] >= 0 && mask[i] <= 1e6f)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "the mask of body %d is not a weight", i);
        }
        source->mask[i] = caper_min(mask[i], 1);
    }
    return true;
}

static bool open_own(caperi_source *source, const caper_play_def *def, caper_error *error)
{
    const caper_source_kind *kind = def->kind;
    if (!kind->name || strlen(kind->name) >= CAPERI_NAME_SIZE || !kind->look || !kind->room ||
        (kind->save && !kind->load)) {
        return caper_error_set(
            error, CAPER_ERROR_INVALID, kind->name, 0, 0,
            "a kind of source needs a name of at most 63 bytes, look and room, and "
            "load beside save");
    }
    source->kind = kind;
    source->self = def->self;
    source->given = true;
    return true;
}

static bool name_source(caperi_source *source, const caper_play_def *def, caper_error *error)
{
    const char *name = def->name     ? def->name
                       : def->motion ? def->motion->name
                       : def->clip   ? def->clip->name
                                     : source->kind->name;
    if (def->name && strlen(name) >= sizeof source->name) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0,
                               "the name of a source is longer than %d bytes",
                               (int)sizeof source->name - 1);
    }
    size_t length = strlen(name), most = sizeof source->name - 1;
    length = length < most ? length : most;
    memcpy(source->name, name, length);
    source->name[length] = 0;
    return true;
}

caperi_source *caperi_source_open(caper_actor *actor, const caper_play_def *def, caper_error *error)
{
    caperi_source *source = NULL;
    for (int i = 0; i < CAPER_MAX_SOURCES && !source; i++) {
        source = actor->sources[i].id == 0 ? &actor->sources[i] : NULL;
    }
    if (!source) {
        caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0, "%d sources are playing already",
                        CAPER_MAX_SOURCES);
        return NULL;
    }
    source->actor = actor;
    bool good = def->motion   ? caperi_open_motion(actor, source, def, error)
                : def->clip   ? caperi_open_clip(actor, source, def, error)
                : def->gait   ? caperi_open_walk(actor, source, def, error)
                : def->puppet ? caperi_open_puppet(actor, source, def, error)
                              : open_own(source, def, error);
    good = good && name_source(source, def, error) && copy_mask(actor, source, def->mask, error) &&
           make_offer(actor, source, error);
    if (!good) {
        caperi_source_give_back(actor, source);
        return NULL;
    }
    return source;
}
