// SPDX-License-Identifier: MIT
//
// A player by matching as a source: its root motion, its pose and what stands. As with graphs the
// player has a space of its own, and what else moves the actor only turns the command into it.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    caper_match_source *s = self;
    caper_graph_command command =
        caperi_command_seen(&s->command, s->frame.root.yaw - input->root.yaw);
    if (!caper_match_player_update(s->player, input->dt, &command, &s->frame)) {
        return false;
    }
    *root = caper_root_mul(*root, s->frame.delta);
    return true;
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    caper_match_source *s = self;
    (void)input;
    if (!caper_match_player_pose(s->player, &offer->local)) {
        return false;
    }
    const int16_t *feet;
    int count = caper_match_feet(caper_match_player_match(s->player), &feet);
    caperi_offer_feet(offer, feet, count, s->frame.stands);
    return true;
}

static void room(const void *self, caper_source_room *room)
{
    const caper_match_source *s = self;
    room->contacts = caper_match_feet(caper_match_player_match(s->player), NULL);
    room->pose = true;
}

static size_t save(const void *self, void *out, size_t size)
{
    const caper_match_source *s = self;
    size_t own = sizeof s->command + sizeof s->frame;
    size_t needed = own + caper_match_player_save(s->player, NULL, 0);
    if (out && size >= needed) {
        memcpy(out, &s->command, sizeof s->command);
        memcpy((char *)out + sizeof s->command, &s->frame, sizeof s->frame);
        caper_match_player_save(s->player, (char *)out + own, size - own);
    }
    return needed;
}

static bool load(void *self, const void *bytes, size_t size, caper_error *error)
{
    caper_match_source *s = self;
    size_t own = sizeof s->command + sizeof s->frame;
    caper_graph_command command;
    caper_match_frame frame;
    if (size < own) {
        return false;
    }
    memcpy(&command, bytes, sizeof command);
    memcpy(&frame, (const char *)bytes + sizeof command, sizeof frame);
    if (!caper_vec3_is_finite(command.velocity) || !(fabsf(frame.root.yaw) < 1e9f) ||
        !caper_match_player_load(s->player, (const char *)bytes + own, size - own, error)) {
        return false;
    }
    s->command = command;
    s->frame = frame;
    return true;
}

const caper_source_kind *caper_match_kind(void)
{
    static const caper_source_kind kind = {
        .name = "match", .move = move, .look = look, .room = room, .save = save, .load = load};
    return &kind;
}
