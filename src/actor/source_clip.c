// SPDX-License-Identifier: MIT
//
// A clip as a source: its root track moves the actor, its frames are the base pose, and its
// contacts say when feet stand. A clip without contacts lets the detector decide.
#include "actor/actor.h"
#include "clip/clip.h"

#include <string.h>

#define DEFORM_SIZE (sizeof(caperi_deform_link) + sizeof(float))

static caper_root root_at(const caperi_source *source, float time)
{
    return caper_clip_sample_root(source->clip, time);
}

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    const caperi_source *source = self;
    (void)input;
    if (source->clip->has_root) {
        *root = caper_root_mul(*root, caperi_source_way(source, root_at));
    }
    return true;
}

/// Deforms go by name to those of the character.
static void offer_deforms(const caperi_source *source, caper_offer *offer)
{
    for (int i = 0; i < source->clip->deform_count; i++) {
        caperi_deform_link link = source->deforms[i];
        if (link.deform >= 0) {
            offer->local.deforms[link.deform] = source->deform_values[i];
            offer->deform_weights[link.deform] = source->mask ? source->mask[link.body] : 1;
        }
    }
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    const caperi_source *source = self;
    const caper_clip *clip = source->clip;
    float time = caperi_source_spot(source, input->time).time;
    caper_pose pose = offer->local;
    pose.deforms = source->deform_values;
    pose.deform_count = clip->deform_count;
    if (!caper_clip_sample(clip, time, NULL, &pose)) {
        return false;
    }
    offer_deforms(source, offer);
    const caper_character *c = source->actor->character;
    for (int i = 0; i < c->leg_count && !source->additive; i++) {
        caper_offer_contact *contact = &offer->contacts[offer->contact_count++];
        int body = c->legs[i].foot;
        contact->body = body;
        contact->has_pivot = false;
        contact->stands = clip->contact_count == 0                  ? CAPER_STANDS_ASK
                          : caper_clip_in_contact(clip, body, time) ? CAPER_STANDS_YES
                                                                    : CAPER_STANDS_NO;
    }
    return true;
}

static double duration(const void *self)
{
    return (double)((const caperi_source *)self)->clip->duration;
}

static void room(const void *self, caper_source_room *room)
{
    room->contacts = ((const caperi_source *)self)->actor->character->leg_count;
    room->pose = true;
}

static const caper_source_kind clip_kind = {.name = "clip",
                                            .move = move,
                                            .look = look,
                                            .duration = duration,
                                            .room = room,
                                            .foresees = true};

caperi_deform_link caperi_find_deform(const caper_character *character, const char *name)
{
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *body = &character->bodies[i];
        for (int k = body->deform; k < body->deform + body->deform_count; k++) {
            if (strcmp(name, character->deforms[k]) == 0) {
                return (caperi_deform_link){(int16_t)k, (int16_t)i};
            }
        }
    }
    return (caperi_deform_link){-1, -1};
}

bool caperi_open_clip(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                      caper_error *error)
{
    const caper_character *character = actor->character;
    if (!caper_skeleton_same(&def->clip->skeleton, &character->skeleton)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the clip '%s' is of another skeleton than '%s'", def->clip->name,
                               character->name);
    }
    source->kind = &clip_kind;
    source->self = source;
    source->clip = def->clip;
    size_t deforms = (size_t)source->clip->deform_count;
    if (deforms == 0) {
        return true;
    }
    source->deforms = caper_alloc(&actor->allocator, deforms * DEFORM_SIZE, _Alignof(float));
    if (!source->deforms) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for deforms");
    }
    source->deform_values = (float *)(void *)(source->deforms + deforms);
    for (size_t i = 0; i < deforms; i++) {
        source->deforms[i] = caperi_find_deform(character, source->clip->deforms[i]);
    }
    return true;
}
