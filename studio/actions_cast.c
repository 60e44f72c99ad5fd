// SPDX-License-Identifier: MIT
// Who is on the stage, and what is selected.
#include "studio.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool bad_member(caper_error *error, int member)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, "cast", 0, 0,
                           "found character %d, expected one of the cast", member);
}

static bool cast_add(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    if (d->cast_count == DOC_MAX_CAST) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, "cast", 0, 0,
                               "there are %d characters already", DOC_MAX_CAST);
    }
    asset *body = asset_load(a->text[0], CAPER_ASSET_CHARACTER, error);
    if (!body) {
        return false;
    }
    d->cast[d->cast_count] = (cast_member){.body = body, .variant = -1};
    d->member = d->cast_count++;
    d->body = -1;
    return true;
}

static bool cast_remove(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    int i = (int)a->number[0];
    if (i < 0 || i >= d->cast_count) {
        return bad_member(error, i);
    }
    if (d->cast_count == 1) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "cast", 0, 0,
                               "the last character stays: a motion is made on a body");
    }
    asset_drop(d->cast[i].body);
    memmove(&d->cast[i], &d->cast[i + 1], sizeof d->cast[0] * (size_t)(d->cast_count - i - 1));
    d->cast_count--;
    if (d->member >= i) {
        d->member = d->member > i ? d->member - 1 : 0;
        d->body = -1;
    }
    return true;
}

static bool cast_clear(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    (void)a;
    (void)error;
    for (int i = 0; i < d->cast_count; i++) {
        asset_drop(d->cast[i].body);
    }
    d->cast_count = 0;
    d->member = d->body = -1;
    return true;
}

static bool cast_variant(studio *s, const action_args *a, caper_error *error)
{
    int i = (int)a->number[0];
    if (i < 0 || i >= s->doc.state.cast_count) {
        return bad_member(error, i);
    }
    int variant = (int)a->number[1];
    s->doc.state.cast[i].variant = variant < -1 ? -1 : variant;
    return true;
}

static bool cast_hide(studio *s, const action_args *a, caper_error *error)
{
    int i = (int)a->number[0];
    if (i < 0 || i >= s->doc.state.cast_count) {
        return bad_member(error, i);
    }
    s->doc.state.cast[i].hidden = a->number[1] != 0;
    return true;
}

static bool set_world(studio *s, const action_args *a, caper_error *error)
{
    asset *world = NULL;
    if (strcmp(a->text[0], "none") != 0) {
        world = asset_load(a->text[0], CAPER_ASSET_WORLD, error);
        if (!world) {
            return false;
        }
    }
    asset_drop(s->doc.state.world);
    s->doc.state.world = world;
    return true;
}

// A flight behind the cast, whose steps the viewer in front sees, wide enough for all of it.
static bool stairs(studio *s, const action_args *a, caper_error *error)
{
    caper_world_stairs flight = {.transform = caper_transform_identity()};
    float width = 4, back = -1;
    studio_follow(s);
    for (int i = 0; i < s->stage.count; i++) {
        const caper_character *c = state_character(&s->doc.state, i);
        width = caper_max(width, 2.5f * (fabsf(s->stage.members[i].home.x) + c->size));
        back = caper_min(back, s->stage.members[i].home.z + c->bounds.min.z - 0.6f * c->size);
    }
    flight.transform.position.z = back;
    flight.transform.rotation = caper_quat_make(0, 1, 0, 0); // rises away from the viewer
    flight.count = (int)caper_clamp((float)a->number[0], 1, 1000);
    flight.rise = (float)a->number[1];
    flight.run = (float)a->number[2];
    flight.width = width;
    flight.landing = a->count > 3 ? (float)a->number[3] : 2;
    caper_world_def def = caper_world_def_default();
    def.name = "stairs";
    def.stairs = &flight;
    def.stairs_count = 1;
    asset *world = asset_of_world(caper_world_create(&def, error), "stairs");
    if (!world) {
        return false;
    }
    asset_drop(s->doc.state.world);
    s->doc.state.world = world;
    return true;
}

static bool world_save(studio *s, const action_args *a, caper_error *error)
{
    asset *world = s->doc.state.world;
    if (!world) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "world_save", 0, 0, "found no world");
    }
    if (!cli_output_path(a->text[0], ".world.json", error) ||
        !caper_world_save(world->loaded.world, a->text[0], error)) {
        return false;
    }
    world->saved = true;
    studio_say(s, false, "saved %s", a->text[0]);
    return true;
}

static bool set_active(studio *s, const action_args *a, caper_error *error)
{
    int i = (int)a->number[0];
    const caper_character *c = state_character(&s->doc.state, i);
    if (!c) {
        return bad_member(error, i);
    }
    int body = -1;
    if (a->count > 1) {
        body = caper_character_find(c, a->text[1]);
        if (body < 0 && strcmp(a->text[1], "none") != 0) {
            return caper_error_set(error, CAPER_ERROR_INVALID, "active", 0, 0,
                                   "found no body '%.40s' of %.40s", a->text[1], c->name);
        }
    }
    s->doc.state.member = i;
    s->doc.state.body = body;
    return true;
}

static bool set_time(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    s->doc.state.time = (float)a->number[0];
    asset_drop(s->doc.state.pending); // a pose that was not keyed is gone
    s->doc.state.pending = NULL;
    return true;
}

const action actions_cast[] = {
    {"cast_add", "name:s", "put a character on the stage: a file, a name, or random:SEED",
     ACTION_EDIT, cast_add},
    {"cast_remove", "member:i", "take a character off the stage", ACTION_EDIT, cast_remove},
    {"cast_clear", "", "take all characters off the stage", ACTION_EDIT, cast_clear},
    {"cast_variant", "member:i variant:i", "play another variant on it; -1: the first", ACTION_EDIT,
     cast_variant},
    {"cast_hide", "member:i hidden:i", "hide a character, or show it", ACTION_EDIT, cast_hide},
    {"world", "name:s", "what they stand on: a file, a name, or none", ACTION_EDIT, set_world},
    {"stairs", "steps:i rise:f run:f landing:f?", "stairs behind the cast, metres", ACTION_EDIT,
     stairs},
    {"active", "member:i body:s?", "make a character, and a body of it, the active one",
     ACTION_EDIT, set_active},
    {"time", "seconds:f", "go to a time", ACTION_EDIT, set_time},
    {"world_save", "path:s", "save the world: NAME.world.json", ACTION_FILE, world_save},
    {0},
};
