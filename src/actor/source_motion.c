// SPDX-License-Identifier: MIT
//
// A motion as a source: bound to the character, its variant evaluated into goals. Feet with goals
// may stand; the detector decides.
#include "actor/actor.h"
#include "motion/bind.h"

#include <string.h>

static caper_root root_at(const caperi_source *source, float time)
{
    return caper_motion_travel(source->binding, source->variant, time);
}

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    const caperi_source *source = self;
    (void)input;
    if (source->motion->travel) {
        *root = caper_root_mul(*root, caperi_source_way(source, root_at));
    }
    return true;
}

static bool is_foot(const caper_character *c, int body)
{
    for (int i = 0; i < c->leg_count; i++) {
        if (c->legs[i].foot == body) {
            return true;
        }
    }
    return false;
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    const caperi_source *source = self;
    const caper_character *c = source->actor->character;
    caper_motion_job job = caper_motion_job_default();
    job.binding = source->binding;
    job.variant = source->variant;
    job.time = caperi_source_spot(source, input->time).time;
    job.world = input->world;
    job.frame = input->frame;
    job.root = caper_root_transform(input->root);
    job.goals = offer->goals;
    job.deforms = offer->local.deforms;
    job.deform_weights = offer->deform_weights;
    if (!caper_motion_evaluate(&job)) {
        return false;
    }
    caperi_motion_seat(&job);
    offer->goal_count = job.goal_count;
    offer->solid = source->binding->data->solid;
    for (int i = 0; i < job.goal_count; i++) {
        const caper_goal *goal = &job.goals[i];
        if (goal->position_weight > 0 && offer->contact_count < source->room.contacts &&
            is_foot(c, goal->body)) {
            caper_offer_contact *contact = &offer->contacts[offer->contact_count++];
            contact->body = goal->body;
            contact->stands = CAPER_STANDS_ASK;
            contact->has_pivot = false;
        }
    }
    return true;
}

static double duration(const void *self)
{
    return (double)((const caperi_source *)self)->motion->duration;
}

static void room(const void *self, caper_source_room *room)
{
    const caperi_source *source = self;
    room->goals = source->actor->character->body_count;
    room->contacts = source->actor->character->leg_count;
}

static const caper_source_kind motion_kind = {.name = "motion",
                                              .move = move,
                                              .look = look,
                                              .duration = duration,
                                              .room = room,
                                              .foresees = true};

// ------------------------------------------------------------------------------------ opening

static int nearest_variant(const caper_actor *actor, const caper_binding *binding)
{
    const caper_motion *motion = binding->motion;
    caper_transform root = caper_root_transform(actor->root);
    const caper_branch *branch = &motion->branches[binding->branch];
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_aim *aim = &branch->channels[i].aim;
        for (int k = 0; aim->kind == CAPER_AIM_TARGET && k < CAPER_MAX_TARGETS; k++) {
            if (strcmp(actor->targets[k].name, aim->target) == 0) {
                caper_vec3 point =
                    caper_transform_unmul_point(root, actor->targets[k].transform.position);
                return caper_binding_nearest(binding, -1, point);
            }
        }
    }
    return 0;
}

bool caperi_open_motion(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                        caper_error *error)
{
    source->kind = &motion_kind;
    source->self = source;
    source->motion = def->motion;
    source->binding = caper_bindings_find(actor->bindings, source->motion, actor->character, error);
    if (!source->binding) {
        return false;
    }
    int count = source->binding->variant_count;
    if (count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, source->motion->name, 0, 0,
                               "finds no body of '%s' to play on", actor->character->name);
    }
    source->variant = def->variant < 0 ? nearest_variant(actor, source->binding) : def->variant;
    return source->variant < count ||
           caper_error_set(error, CAPER_ERROR_INVALID, source->motion->name, 0, 0,
                           "variant %d was asked for, there are %d, numbered from 0", def->variant,
                           count);
}
