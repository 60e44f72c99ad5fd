// SPDX-License-Identifier: MIT
//
// A player of a motion graph as a source: its root motion, its pose (a clip, or a blend of two) and
// what stands. The player has a space of its own; what else moves the actor only turns the command
// into it, so that pushes and platforms do not disturb the walk.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

caper_graph_command caperi_command_seen(const caper_graph_command *command, float turn)
{
    float sine, cosine;
    caper_sincos(turn, &sine, &cosine);
    caper_vec3 v = command->velocity;
    return (caper_graph_command){
        caper_vec3_make(v.x * cosine + v.z * sine, 0, v.z * cosine - v.x * sine),
        command->facing + turn};
}

void caperi_offer_feet(caper_offer *offer, const int16_t *feet, int count, uint32_t stands)
{
    for (int i = 0; i < count; i++) {
        caper_offer_contact *contact = &offer->contacts[offer->contact_count++];
        contact->body = feet[i];
        contact->has_pivot = false;
        contact->stands = stands >> i & 1 ? CAPER_STANDS_YES : CAPER_STANDS_NO;
    }
}

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    caper_graph_source *s = self;
    caper_graph_command command =
        caperi_command_seen(&s->command, s->frame.root.yaw - input->root.yaw);
    if (!caper_graph_player_update(s->player, input->dt, s->commanded ? &command : NULL,
                                   &s->frame)) {
        return false;
    }
    *root = caper_root_mul(*root, s->frame.delta);
    return true;
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    caper_graph_source *s = self;
    (void)input;
    if (!caper_graph_player_pose(s->player, &offer->local)) {
        return false;
    }
    const int16_t *feet;
    int count = caper_graph_feet(caper_graph_player_graph(s->player), &feet);
    caperi_offer_feet(offer, feet, count, s->frame.stands);
    return true;
}

static void room(const void *self, caper_source_room *room)
{
    const caper_graph_source *s = self;
    room->contacts = caper_graph_feet(caper_graph_player_graph(s->player), NULL);
    room->pose = true;
}

static size_t save(const void *self, void *out, size_t size)
{
    const caper_graph_source *s = self;
    size_t own = sizeof s->command + sizeof s->frame;
    size_t needed = own + caper_graph_player_save(s->player, NULL, 0);
    if (out && size >= needed) {
        memcpy(out, &s->command, sizeof s->command);
        memcpy((char *)out + sizeof s->command, &s->frame, sizeof s->frame);
        caper_graph_player_save(s->player, (char *)out + own, size - own);
    }
    return needed;
}

static bool load(void *self, const void *bytes, size_t size, caper_error *error)
{
    caper_graph_source *s = self;
    size_t own = sizeof s->command + sizeof s->frame;
    caper_graph_command command;
    caper_graph_frame frame;
    if (size < own) {
        return false;
    }
    memcpy(&command, bytes, sizeof command);
    memcpy(&frame, (const char *)bytes + sizeof command, sizeof frame);
    if (!caper_vec3_is_finite(command.velocity) || !(fabsf(frame.root.yaw) < 1e9f) ||
        !caper_graph_player_load(s->player, (const char *)bytes + own, size - own, error)) {
        return false;
    }
    s->command = command;
    s->frame = frame;
    return true;
}

const caper_source_kind *caper_graph_kind(void)
{
    static const caper_source_kind kind = {
        .name = "graph", .move = move, .look = look, .room = room, .save = save, .load = load};
    return &kind;
}
