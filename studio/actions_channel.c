// SPDX-License-Identifier: MIT
// Channels: which bodies (query), what matters (mode, aim), who shares them (groups), curves.
#include "studio.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

// The channel that is edited, in a draft; NULL with an error and no draft.
static caper_channel *open_channel(studio *s, draft *d, caper_error *error)
{
    *d = studio_draft(s);
    caper_channel *c = draft_channel(d, s->doc.state.branch, s->doc.state.channel);
    if (!c) {
        draft_drop(d);
        caper_error_set(error, CAPER_ERROR_INVALID, "channel", 0, 0, "found no channel selected");
    }
    return c;
}

static bool fail(draft *d)
{
    draft_drop(d);
    return false;
}

static bool channel(studio *s, const action_args *a, caper_error *error)
{
    const caper_branch *b = state_branch(&s->doc.state);
    int i = (int)a->number[0];
    if (!b || i < -1 || i >= b->channel_count) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "channel", 0, 0,
                               "found channel %d, expected one of the branch, or -1", i);
    }
    s->doc.state.channel = i;
    return true;
}

static bool channel_add(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    if (!b) {
        return fail(&d);
    }
    caper_channel c = {.name = a->text[0]};
    c.mode.position = c.mode.rotation = CAPER_FRAME_REST;
    c.mode.scale = CAPER_SCALE_LIMB;
    c.query.caps = CAPER_CAP_GRASPER;
    if (a->count > 1 && !word_caps(a->text + 1, a->count - 1, &c.query.caps, error)) {
        return fail(&d);
    }
    draft_add_curve(&d, &c, CAPER_CURVE_POSITION, NULL);
    b->channels = draft_insert(&d, b->channels, &b->channel_count, b->channel_count, sizeof c, &c);
    s->doc.state.channel = b->channel_count - 1;
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

static bool channel_copy(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    caper_channel copy = *c;
    copy.name = a->text[0];
    int at = s->doc.state.channel + 1;
    b->channels = draft_insert(&d, b->channels, &b->channel_count, at, sizeof copy, &copy);
    s->doc.state.channel = at;
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

static bool channel_remove(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    (void)a;
    if (!open_channel(s, &d, error)) {
        return false;
    }
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    draft_remove((void *)(uintptr_t)b->channels, &b->channel_count, s->doc.state.channel,
                 sizeof *b->channels);
    draft_forget_channels(&d);
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

static bool channel_name(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    const char *old = c->name, *name = a->text[0];
    c->name = name;
    for (int i = 0; i < d.def.event_count; i++) { // who spoke of it still does
        caper_event *e = (caper_event *)&d.def.events[i];
        e->channel = e->channel && strcmp(e->channel, old) == 0 ? name : e->channel;
    }
    for (int i = 0; i < d.def.expect_count; i++) {
        caper_expect *e = (caper_expect *)&d.def.expects[i];
        e->channel = strcmp(e->channel, old) == 0 ? name : e->channel;
        e->with = e->with && strcmp(e->with, old) == 0 ? name : e->with;
    }
    return studio_take_draft(s, &d, error);
}

static bool channel_order(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    int to = s->doc.state.channel + (a->number[0] < 0 ? -1 : 1);
    if (to < 0 || to >= b->channel_count) {
        draft_drop(&d);
        return caper_error_set(error, CAPER_ERROR_INVALID, "channel", 0, 0,
                               "it is the first or last one already");
    }
    caper_channel *other = draft_channel(&d, s->doc.state.branch, to);
    caper_channel swap = *c;
    *c = *other;
    *other = swap;
    s->doc.state.channel = to;
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

// --- query ---------------------------------------------------------------------------------------

static bool parse_flag(const char *text)
{
    return strcmp(text, "1") == 0 || strcmp(text, "true") == 0 || strcmp(text, "yes") == 0;
}

static bool set_query(caper_query *q, const action_args *a, caper_error *error)
{
    static const char *const fields[] = {"caps",  "not",   "x",     "y",      "z",
                                         "set_x", "set_y", "set_z", "extent", "spine_segment"};
    int field = word_find(fields, CAPER_COUNT_OF(fields), a->text[0], "query", error);
    if (field < 0) {
        return false;
    }
    if (field <= 1) {
        return word_caps(a->text + 1, a->count - 1, field == 0 ? &q->caps : &q->not_caps, error);
    }
    const char *value = a->count > 1 ? a->text[1] : "";
    if (field <= 7) {
        int axis = (field - 2) % 3;
        int zone = word_find(word_zones[axis], CAPER_ZONE_COUNT, value, "query", error);
        if (zone >= 0) {
            *(field <= 4 ? &q->zones[axis] : &q->set_zones[axis]) = (caper_zone)zone;
        }
        return zone >= 0;
    }
    if (field == 8) {
        int extent = word_find(word_extents, CAPER_EXTENT_COUNT, value, "query", error);
        q->extent = extent >= 0 ? (caper_extent)extent : q->extent;
        return extent >= 0;
    }
    q->spine_segment = parse_flag(value);
    return true;
}

static bool query(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    return set_query(&c->query, a, error) ? studio_take_draft(s, &d, error) : fail(&d);
}

static bool query_mirror(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    (void)a;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    c->query = caper_query_mirror(&c->query);
    return studio_take_draft(s, &d, error);
}

// --- mode ----------------------------------------------------------------------------------------

static bool set_mode(caper_mode *m, const action_args *a, caper_error *error)
{
    static const char *const fields[] = {"position", "rotation",  "scale", "ground",
                                         "sagittal", "direction", "point"};
    int field = word_find(fields, CAPER_COUNT_OF(fields), a->text[0], "mode", error);
    const char *value = a->text[1];
    int word = 0;
    switch (field) {
    case 0:
    case 1:
        word = word_find(word_frames, CAPER_FRAME_COUNT, value, "mode", error);
        *(field == 0 ? &m->position : &m->rotation) = (caper_frame)(word < 0 ? 0 : word);
        break;
    case 2:
        word = word_find(word_scales, CAPER_SCALE_COUNT, value, "mode", error);
        m->scale = (caper_scale)(word < 0 ? 0 : word);
        break;
    case 3:
        m->ground = parse_flag(value);
        break;
    case 4:
        m->sagittal = parse_flag(value);
        break;
    case 5:
        m->direction = parse_flag(value);
        break;
    case 6:
        word = word_find(word_points, CAPER_POINT_COUNT, value, "mode", error);
        m->point = (caper_point)(word < 0 ? 0 : word);
        break;
    default:
        return false;
    }
    return word >= 0;
}

static bool needs_aim(const caper_mode *m)
{
    return m->position == CAPER_FRAME_SECONDARY || m->position == CAPER_FRAME_SURFACE ||
           m->rotation == CAPER_FRAME_SECONDARY || m->rotation == CAPER_FRAME_LOOK ||
           (m->position == CAPER_FRAME_REACH && m->direction);
}

// A frame that aims needs something to aim at: the mouth for the skin, else a target in front.
static bool give_aim(studio *s, const caper_mode *mode, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    if (mode->position == CAPER_FRAME_SURFACE) {
        c->aim = (caper_aim){.kind = CAPER_AIM_BODIES, .bodies = {.caps = CAPER_CAP_HEAD}};
    } else {
        c->aim = (caper_aim){.kind = CAPER_AIM_TARGET, .target = "target"};
        caper_target_default t = {"target", caper_vec3_make(0, 0, 2)};
        bool known = false;
        for (int i = 0; i < d.def.target_count; i++) {
            known = known || strcmp(d.def.targets[i].name, t.name) == 0;
        }
        if (!known) {
            d.def.targets = draft_insert(&d, d.def.targets, &d.def.target_count, d.def.target_count,
                                         sizeof t, &t);
        }
    }
    return studio_take_draft(s, &d, error);
}

// Where the active body, or any other that the channel moves, is in a motion.
static bool place_in(studio *s, const caper_motion *motion, const caper_character *who, int body,
                     caper_place *place)
{
    static caper_goal goals[CAPER_MAX_BODIES];
    caper_binding *binding = caper_binding_create(motion, who, NULL, NULL);
    bool good = false;
    if (binding && binding->branch == s->doc.state.branch && binding->variant_count > 0) {
        int variant = s->doc.state.cast[s->doc.state.member].variant;
        caper_motion_job job = caper_motion_job_default();
        job.binding = binding;
        job.variant = variant > 0 && variant < binding->variant_count ? variant : 0;
        job.time = s->doc.state.time;
        job.goals = goals;
        const caper_variant *v = &binding->variants[job.variant];
        caper_transform special;
        for (int i = 0; !good && i < v->strand_count; i++) {
            good = v->strands[i].channel == s->doc.state.channel &&
                   (body < 0 || v->strands[i].body == body) &&
                   caper_motion_place(&job, i, place, &special);
        }
    }
    caper_binding_destroy(binding);
    return good;
}

// Where the keys are remapped: at the active body, else at any body that the channel moves. What it
// aims at is known once it has the mode, so a motion that has it is asked.
static caper_place place_of(studio *s, const caper_mode *mode)
{
    draft d = studio_draft(s);
    caper_channel *c = draft_channel(&d, s->doc.state.branch, s->doc.state.channel);
    if (c) {
        c->mode = *mode;
    }
    caper_motion *asked = draft_close(&d, NULL);
    const caper_character *active = state_character(&s->doc.state, s->doc.state.member);
    caper_place place = caper_place_make(active, s->doc.state.body < 0 ? 0 : s->doc.state.body);
    bool good = asked && place_in(s, asked, active, s->doc.state.body, &place);
    good = good || (asked && place_in(s, asked, active, -1, &place));
    for (int i = 0; asked && !good && i < s->doc.state.cast_count; i++) {
        good = place_in(s, asked, state_character(&s->doc.state, i), -1, &place);
    }
    caper_motion_destroy(asked);
    return place;
}

static bool mode(studio *s, const action_args *a, caper_error *error)
{
    const caper_channel *c = state_channel(&s->doc.state);
    if (!c || s->doc.state.cast_count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "mode", 0, 0,
                               "found no channel selected, or nobody on the stage");
    }
    caper_mode m = c->mode;
    if (!set_mode(&m, a, error)) {
        return false;
    }
    if (needs_aim(&m) && c->aim.kind == CAPER_AIM_NONE && !give_aim(s, &m, error)) {
        return false;
    }
    caper_place place = place_of(s, &m);
    caper_motion *made = caper_motion_set_mode(state_motion(&s->doc.state), s->doc.state.branch,
                                               s->doc.state.channel, &m, &place, error);
    s->doc.state.key_count = 0; // keys may have been added
    return document_take_motion(&s->doc, made, error);
}

static bool aim(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    int kind = word_find(word_aims, CAPER_AIM_COUNT, a->text[0], "aim", error);
    const char *name = a->count > 1 ? a->text[1] : "target";
    c->aim = (caper_aim){.kind = (caper_aim_kind)(kind < 0 ? 0 : kind)};
    bool good = kind >= 0;
    if (kind == CAPER_AIM_TARGET) {
        c->aim.target = name;
    } else if (kind == CAPER_AIM_GROUP) {
        c->aim.group = name;
    } else if (kind == CAPER_AIM_BODIES) {
        good = word_caps(a->text + 1, a->count - 1, &c->aim.bodies.caps, error);
    }
    return good ? studio_take_draft(s, &d, error) : fail(&d);
}

// --- the rest ------------------------------------------------------------------------------------

static bool channel_set(studio *s, const action_args *a, caper_error *error)
{
    static const char *const fields[] = {"mirroring", "group", "priority", "blend"};
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    int field = word_find(fields, CAPER_COUNT_OF(fields), a->text[0], "channel_set", error);
    const char *value = a->text[1];
    bool none = !value[0] || strcmp(value, "none") == 0;
    bool good = field >= 0;
    if (field == 0) {
        int word = word_find(word_mirrorings, CAPER_MIRROR_COUNT, value, "mirroring", error);
        good = word >= 0;
        c->mirroring = (caper_mirroring)(good ? word : 0);
    } else if (field == 1) {
        c->group = none ? NULL : value;
    } else if (field == 2) {
        size_t used = 0;
        double number = 0;
        good = caper_parse_double(value, strlen(value), &used, &number) && number > -1e6 &&
               number < 1e6;
        c->priority = good ? (int)number : 0;
        if (!good) {
            caper_error_set(error, CAPER_ERROR_INVALID, "priority", 0, 0,
                            "found '%.30s', expected a whole number", value);
        }
    } else if (field == 3) {
        c->blend = none ? NULL : value;
    }
    return good ? studio_take_draft(s, &d, error) : fail(&d);
}

static bool curve_add(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    int kind = word_find(word_curves, CAPER_CURVE_TRAVEL, a->text[0], "curve_add", error);
    if (kind < 0) {
        return fail(&d);
    }
    draft_add_curve(&d, c, (caper_curve_kind)kind, a->count > 1 ? a->text[1] : "open");
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

static bool curve_remove(studio *s, const action_args *a, caper_error *error)
{
    draft d;
    caper_channel *c = open_channel(s, &d, error);
    if (!c) {
        return false;
    }
    int curve = (int)a->number[0];
    if (curve < 0 || curve >= c->curve_count) {
        draft_drop(&d);
        return caper_error_set(error, CAPER_ERROR_INVALID, "curve", 0, 0,
                               "found curve %d, expected one of the channel", curve);
    }
    draft_remove((void *)(uintptr_t)c->curves, &c->curve_count, curve, sizeof *c->curves);
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

const action actions_channel[] = {
    {"channel", "channel:i", "edit another channel; -1: none", ACTION_EDIT, channel},
    {"channel_add", "name:s caps:s*", "a new channel for bodies with these capabilities",
     ACTION_EDIT, channel_add},
    {"channel_copy", "name:s", "copy the channel", ACTION_EDIT, channel_copy},
    {"channel_remove", "", "remove the channel", ACTION_EDIT, channel_remove},
    {"channel_name", "name:s", "rename the channel", ACTION_EDIT, channel_name},
    {"channel_order", "way:i", "one earlier (-1) or later (1) in the list", ACTION_EDIT,
     channel_order},
    {"query", "field:s value:s*",
     "which bodies: caps, not, x, y, z, set_x .. extent, spine_segment", ACTION_EDIT, query},
    {"query_mirror", "", "exchange left and right in the query", ACTION_EDIT, query_mirror},
    {"mode", "field:s value:s", "what matters: position, rotation, scale, ground, sagittal ..",
     ACTION_EDIT, mode},
    {"aim", "kind:s name:s*", "what it aims at: none, target NAME, bodies CAPS, group NAME",
     ACTION_EDIT, aim},
    {"channel_set", "field:s value:s", "mirroring, group, priority or blend", ACTION_EDIT,
     channel_set},
    {"curve_add", "kind:s deform:s?", "key something more: rotation, position_weight, deform ..",
     ACTION_EDIT, curve_add},
    {"curve_remove", "curve:i", "remove a curve with its keys", ACTION_EDIT, curve_remove},
    {0},
};
