// SPDX-License-Identifier: MIT
// Posing: the active body is moved as it is seen, generalized by its channel, and so everybody else
// moves too. With autokey a pose is a key at once; without, it waits for "key".
#include "studio.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool no_body(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, "pose", 0, 0,
                           "found no body to pose: click one that the channel selects");
}

static bool pose(studio *s, const caper_place *place, caper_transform special, int parts,
                 bool keyed, caper_error *error)
{
    doc_state *d = &s->doc.state;
    caper_motion *made = caper_motion_set_key(document_motion(&s->doc), d->branch, d->channel,
                                              d->time, place, special, parts, error);
    if (!made) {
        return false;
    }
    d->key_count = 0;
    if (keyed) {
        return document_take_motion(&s->doc, made, error);
    }
    asset *a = asset_of_motion(made, "pose");
    if (!a) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, "pose", 0, 0, "out of memory");
    }
    asset_drop(d->pending);
    d->pending = a;
    return true;
}

static bool pose_move(studio *s, const action_args *a, caper_error *error)
{
    caper_place place;
    caper_transform special;
    if (s->doc.state.body < 0 || !view_active_pose(s, &place, &special)) {
        return no_body(error);
    }
    caper_vec3 by = caper_vec3_make((float)a->number[0], (float)a->number[1], (float)a->number[2]);
    special.position = caper_vec3_add(special.position, by);
    return pose(s, &place, special, CAPER_KEY_POSITION, s->look.autokey, error);
}

static bool pose_put(studio *s, const action_args *a, caper_error *error)
{
    caper_place place;
    caper_transform special;
    if (s->doc.state.body < 0 || !view_active_pose(s, &place, &special)) {
        return no_body(error);
    }
    special.position =
        caper_vec3_make((float)a->number[0], (float)a->number[1], (float)a->number[2]);
    return pose(s, &place, special, CAPER_KEY_POSITION, s->look.autokey, error);
}

static bool pose_turn(studio *s, const action_args *a, caper_error *error)
{
    caper_place place;
    caper_transform special;
    if (s->doc.state.body < 0 || !view_active_pose(s, &place, &special)) {
        return no_body(error);
    }
    caper_vec3 axis =
        caper_vec3_make((float)a->number[0], (float)a->number[1], (float)a->number[2]);
    if (caper_vec3_length(axis) < 1e-6f) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "pose_turn", 0, 0,
                               "found an axis of length 0");
    }
    float angle = (float)a->number[3] * CAPER_PI / 180;
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_normalize(axis), angle);
    special.rotation = caper_quat_normalize(caper_quat_mul(turn, special.rotation));
    return pose(s, &place, special, CAPER_KEY_ROTATION, s->look.autokey, error);
}

static bool pose_rest(studio *s, const action_args *a, caper_error *error)
{
    caper_place place;
    caper_transform special;
    (void)a;
    if (s->doc.state.body < 0 || !view_active_pose(s, &place, &special)) {
        return no_body(error);
    }
    const caper_channel *c = state_channel(&s->doc.state);
    caper_transform rest = place.character->rest_model[place.body];
    rest.position =
        caper_transform_mul_point(rest, caper_mode_point(&c->mode, place.character, place.body));
    int parts = (caper_channel_curve(c, CAPER_CURVE_POSITION, NULL) ? CAPER_KEY_POSITION : 0) |
                (caper_channel_curve(c, CAPER_CURVE_ROTATION, NULL) ? CAPER_KEY_ROTATION : 0);
    return pose(s, &place, rest, parts ? parts : CAPER_KEY_POSITION, s->look.autokey, error);
}

// The same at the time of a key: the trajectory goes through that point.
static bool trail_put(studio *s, const action_args *a, caper_error *error)
{
    const caper_channel *c = state_channel(&s->doc.state);
    const caper_curve *curve = c ? caper_channel_curve(c, CAPER_CURVE_POSITION, NULL) : NULL;
    int key = (int)a->number[0];
    caper_place place;
    caper_transform special;
    if (!curve || key < 0 || key >= curve->key_count) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "trail_put", 0, 0,
                               "found no key %d of positions in the channel", key);
    }
    float time = curve->keys[key].time;
    if (s->doc.state.body < 0 || !view_pose_at(s, time, &place, &special)) {
        return no_body(error);
    }
    special.position =
        caper_vec3_make((float)a->number[1], (float)a->number[2], (float)a->number[3]);
    return document_take_motion(
        &s->doc,
        caper_motion_set_key(state_motion(&s->doc.state), s->doc.state.branch, s->doc.state.channel,
                             time, &place, special, CAPER_KEY_POSITION, error),
        error);
}

// Selected keys of positions, moved as the active body goes: metres instead of general numbers.
static bool key_reach(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    int component = (int)a->number[0], moved = 0;
    caper_motion *made = NULL;
    for (int i = 0; i < d->key_count; i++) {
        const caper_curve *curve = state_curve(d, d->keys[i].channel, d->keys[i].curve);
        caper_place place;
        caper_transform special;
        if (d->keys[i].channel != d->channel || curve->kind != CAPER_CURVE_POSITION ||
            d->body < 0 || !view_pose_at(s, curve->keys[d->keys[i].key].time, &place, &special)) {
            continue;
        }
        float *at[] = {&special.position.x, &special.position.y, &special.position.z};
        *at[component < 0 || component > 2 ? 0 : component] += (float)a->number[1];
        caper_motion *next = caper_motion_set_key(made ? made : state_motion(d), d->branch,
                                                  d->channel, curve->keys[d->keys[i].key].time,
                                                  &place, special, CAPER_KEY_POSITION, error);
        caper_motion_destroy(made);
        made = next;
        if (!made) {
            return false;
        }
        moved++;
    }
    return moved > 0 ? document_take_motion(&s->doc, made, error) : no_body(error);
}

// A key here: of the pose that waits, else of what the curves are at this time.
static bool key(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    if (d->pending) {
        asset *made = asset_keep(d->pending);
        asset_drop(d->motion);
        d->motion = made;
        asset_drop(d->pending);
        d->pending = NULL;
        return true;
    }
    draft copy = studio_draft(s);
    caper_channel *c = draft_channel(&copy, d->branch, d->channel);
    if (!c) {
        draft_drop(&copy);
        return caper_error_set(error, CAPER_ERROR_INVALID, "key", 0, 0,
                               "found no channel selected");
    }
    int only = -1;
    if (a->count > 0) {
        only = word_find(word_curves, CAPER_CURVE_TRAVEL, a->text[0], "key", error);
        if (only < 0) {
            draft_drop(&copy);
            return false;
        }
        draft_add_curve(&copy, c, (caper_curve_kind)only, "open");
    }
    for (int i = 0; !copy.failed && i < c->curve_count; i++) {
        caper_curve *curve = (caper_curve *)&c->curves[i];
        caper_key here = {.time = d->time, .ease = CAPER_EASE_SMOOTH};
        if (only < 0 || curve->kind == (caper_curve_kind)only) {
            caper_curve_sample(curve, d->time, here.value, NULL);
            draft_put_key(&copy, curve, &here);
        }
    }
    d->key_count = 0;
    return studio_take_draft(s, &copy, error);
}

const action actions_pose[] = {
    {"pose_move", "x:f y:f z:f", "move the active body by so many metres", ACTION_EDIT, pose_move},
    {"pose_put", "x:f y:f z:f", "put the active body there, metres from the character's origin",
     ACTION_EDIT, pose_put},
    {"trail_put", "key:i x:f y:f z:f",
     "put the active body there at a key of the channel, metres from the character's origin",
     ACTION_EDIT, trail_put},
    {"pose_turn", "x:f y:f z:f degrees:f", "turn the active body about an axis", ACTION_EDIT,
     pose_turn},
    {"pose_rest", "", "the active body as at rest", ACTION_EDIT, pose_rest},
    {"key_reach", "component:i metres:f", "move the selected keys as the active body goes",
     ACTION_EDIT, key_reach},
    {"key", "curve:s?", "a key at this time, of all curves of the channel or one kind", ACTION_EDIT,
     key},
    {0},
};
