// SPDX-License-Identifier: MIT
// The motion as a whole: name, length, branches, events, targets, pairs.
#include "studio.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

static bool give_up(draft *d, caper_error *error, const char *what)
{
    draft_drop(d);
    return caper_error_set(error, CAPER_ERROR_INVALID, "motion", 0, 0, "%s", what);
}

static bool motion_name(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    d.def.name = a->text[0];
    return studio_take_draft(s, &d, error);
}

static bool motion_about(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    d.def.about = a->text[0];
    return studio_take_draft(s, &d, error);
}

// Call for every curve of the motion.
static void each_curve(draft *d, void (*call)(caper_curve *curve, float factor), float factor)
{
    for (int b = 0; b < d->def.branch_count; b++) {
        for (int c = 0; !d->failed && c < d->def.branches[b].channel_count; c++) {
            for (int k = 0; k < d->def.branches[b].channels[c].curve_count; k++) {
                call(draft_curve(d, b, c, k), factor);
            }
        }
    }
    if (!d->failed && d->def.travel) {
        call((caper_curve *)(uintptr_t)d->def.travel, factor);
    }
}

static void stretch_curve(caper_curve *curve, float factor)
{
    for (int i = 0; i < curve->key_count; i++) {
        caper_key *key = draft_key(curve, i);
        key->time *= factor;
        for (int k = 0; k < 4; k++) {
            key->in[k] /= factor;
            key->out[k] /= factor;
        }
    }
}

// Keys beyond the end go, but for one.
static void cut_curve(caper_curve *curve, float duration)
{
    while (curve->key_count > 1 && curve->keys[curve->key_count - 1].time > duration) {
        curve->key_count--;
    }
    if (curve->keys[0].time > duration) {
        draft_key(curve, 0)->time = duration;
    }
}

static bool set_duration(studio *s, float duration, bool stretch, caper_error *error)
{
    draft d = studio_draft(s);
    if (!(duration > 0.01f && duration <= 600)) {
        return give_up(&d, error, "the duration is 0.01 to 600 seconds");
    }
    float factor = duration / d.def.duration;
    each_curve(&d, stretch ? stretch_curve : cut_curve, stretch ? factor : duration);
    for (int i = 0; !d.failed && i < d.def.event_count; i++) {
        caper_event *e = (caper_event *)&d.def.events[i];
        e->time = caper_min(stretch ? e->time * factor : e->time, duration);
    }
    for (int i = 0; !d.failed && i < d.def.expect_count; i++) {
        caper_expect *e = (caper_expect *)&d.def.expects[i];
        e->from = caper_min(stretch ? e->from * factor : e->from, duration);
        e->to = caper_min(stretch ? e->to * factor : e->to, duration);
    }
    d.def.duration = duration;
    return studio_take_draft(s, &d, error);
}

static bool motion_duration(studio *s, const action_args *a, caper_error *error)
{
    return set_duration(s, (float)a->number[0], false, error);
}

static bool motion_stretch(studio *s, const action_args *a, caper_error *error)
{
    return set_duration(s, (float)a->number[0], true, error);
}

static bool motion_loops(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    d.def.loops = a->number[0] != 0;
    return studio_take_draft(s, &d, error);
}

static bool motion_handed(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    d.def.handed = a->number[0] != 0;
    return studio_take_draft(s, &d, error);
}

// --- branches ------------------------------------------------------------------------------------

static bool branch(studio *s, const action_args *a, caper_error *error)
{
    int i = (int)a->number[0];
    const caper_motion *m = state_motion(&s->doc.state);
    if (i < 0 || i >= m->branch_count) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "branch", 0, 0,
                               "found branch %d, expected 0 to %d", i, m->branch_count - 1);
    }
    s->doc.state.branch = i;
    s->doc.state.channel = 0;
    s->doc.state.key_count = 0;
    return true;
}

static bool branch_add(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_branch *old = draft_branch(&d, s->doc.state.branch);
    if (!old) {
        return give_up(&d, error, "there is no branch to start from");
    }
    caper_branch copy = *old; // in front: it is asked first
    copy.name = a->text[0];
    d.def.branches = draft_insert(&d, d.def.branches, &d.def.branch_count, s->doc.state.branch,
                                  sizeof copy, &copy);
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

static bool branch_remove(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    (void)a;
    if (d.def.branch_count < 2) {
        return give_up(&d, error, "the last branch stays");
    }
    const char *gone = d.def.branches[s->doc.state.branch].name;
    draft_remove((void *)(uintptr_t)d.def.branches, &d.def.branch_count, s->doc.state.branch,
                 sizeof *d.def.branches);
    for (int i = d.def.expect_count - 1; i >= 0; i--) {
        if (d.def.expects[i].branch && strcmp(d.def.expects[i].branch, gone) == 0) {
            draft_remove((void *)(uintptr_t)d.def.expects, &d.def.expect_count, i,
                         sizeof *d.def.expects);
        }
    }
    draft_forget_channels(&d);
    s->doc.state.key_count = 0;
    return studio_take_draft(s, &d, error);
}

static bool branch_name(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    for (int i = 0; b && i < d.def.expect_count; i++) { // who spoke of it still does
        caper_expect *e = (caper_expect *)&d.def.expects[i];
        e->branch = e->branch && strcmp(e->branch, b->name) == 0 ? a->text[0] : e->branch;
    }
    if (b) {
        b->name = a->text[0];
    }
    return studio_take_draft(s, &d, error);
}

static bool branch_need(studio *s, const action_args *a, caper_error *error)
{
    static const char *const fields[] = {
        "upright_spine", "with",         "without",      "min_legs",
        "max_legs",      "min_graspers", "max_graspers", "min_ground_graspers"};
    draft d = studio_draft(s);
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    int field = word_find(fields, CAPER_COUNT_OF(fields), a->text[0], "branch_need", error);
    bool good = b && field >= 0 && a->count > 1;
    if (good && field == 0) {
        int answer = word_find(word_answers, CAPER_ANSWER_COUNT, a->text[1], "branch_need", error);
        good = answer >= 0;
        b->needs.upright_spine = good ? (caper_answer)answer : CAPER_IGNORE;
    } else if (good && field <= 2) {
        good = word_caps(a->text + 1, a->count - 1, field == 1 ? &b->needs.with : &b->needs.without,
                         error);
    } else if (good) {
        int *numbers[] = {&b->needs.min_legs, &b->needs.max_legs, &b->needs.min_graspers,
                          &b->needs.max_graspers, &b->needs.min_ground_graspers};
        size_t used = 0;
        double value = 0;
        good = caper_parse_double(a->text[1], strlen(a->text[1]), &used, &value) && value >= 0 &&
               value < 1000;
        if (good) {
            *numbers[field - 3] = (int)value;
        } else {
            caper_error_set(error, CAPER_ERROR_INVALID, "branch_need", 0, 0,
                            "found '%.30s', expected a count", a->text[1]);
        }
    } else if (field >= 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, "branch_need", 0, 0, "found no value");
    }
    if (!good) {
        draft_drop(&d);
        return false;
    }
    return studio_take_draft(s, &d, error);
}

// --- events, targets, pairs ----------------------------------------------------------------------

static bool event_add(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    const caper_channel *c = state_channel(&s->doc.state);
    bool of_channel = c && a->count > 1 && strcmp(a->text[1], "channel") == 0;
    caper_event e = {s->doc.state.time, a->text[0], of_channel ? c->name : NULL, 0};
    d.def.events =
        draft_insert(&d, d.def.events, &d.def.event_count, d.def.event_count, sizeof e, &e);
    return studio_take_draft(s, &d, error);
}

static caper_event *find_event(draft *d, int index, caper_error *error)
{
    if (!d->failed && index >= 0 && index < d->def.event_count) {
        return (caper_event *)&d->def.events[index];
    }
    give_up(d, error, "there is no such event");
    return NULL;
}

static bool event_remove(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    if (!find_event(&d, (int)a->number[0], error)) {
        return false;
    }
    draft_remove((void *)(uintptr_t)d.def.events, &d.def.event_count, (int)a->number[0],
                 sizeof *d.def.events);
    return studio_take_draft(s, &d, error);
}

static bool event_move(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_event *e = find_event(&d, (int)a->number[0], error);
    if (!e) {
        return false;
    }
    e->time = caper_clamp((float)a->number[1], 0, d.def.duration);
    return studio_take_draft(s, &d, error);
}

static bool event_name(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_event *e = find_event(&d, (int)a->number[0], error);
    if (!e) {
        return false;
    }
    e->name = a->text[1];
    return studio_take_draft(s, &d, error);
}

static bool target(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_target_default t = {
        a->text[0], caper_vec3_make((float)a->number[1], (float)a->number[2], (float)a->number[3])};
    for (int i = 0; !d.failed && i < d.def.target_count; i++) {
        if (strcmp(d.def.targets[i].name, t.name) == 0) {
            ((caper_target_default *)(uintptr_t)d.def.targets)[i].at = t.at;
            return studio_take_draft(s, &d, error);
        }
    }
    d.def.targets =
        draft_insert(&d, d.def.targets, &d.def.target_count, d.def.target_count, sizeof t, &t);
    return studio_take_draft(s, &d, error);
}

static bool pair(studio *s, const action_args *a, caper_error *error)
{
    draft d = studio_draft(s);
    caper_branch *b = draft_branch(&d, s->doc.state.branch);
    int side = word_find(word_sides, CAPER_SIDE_COUNT, a->text[2], "pair", error);
    if (!b || side < 0) {
        draft_drop(&d);
        return false;
    }
    for (int i = 0; i < b->pair_count; i++) {
        if (strcmp(b->pairs[i].a, a->text[0]) == 0 && strcmp(b->pairs[i].b, a->text[1]) == 0) {
            draft_remove((void *)(uintptr_t)b->pairs, &b->pair_count, i--, sizeof *b->pairs);
        }
    }
    if (side != CAPER_SIDE_ANY) {
        caper_pair p = {a->text[0], a->text[1], (caper_side)side};
        b->pairs = draft_insert(&d, b->pairs, &b->pair_count, b->pair_count, sizeof p, &p);
    }
    return studio_take_draft(s, &d, error);
}

const action actions_motion[] = {
    {"motion_name", "name:s", "rename the motion", ACTION_EDIT, motion_name},
    {"motion_about", "text:s", "say what it is, in a sentence", ACTION_EDIT, motion_about},
    {"motion_duration", "seconds:f", "make it longer, or cut its end off", ACTION_EDIT,
     motion_duration},
    {"motion_stretch", "seconds:f", "make it slower or faster, keys and all", ACTION_EDIT,
     motion_stretch},
    {"motion_loops", "loops:i", "begin again at its end", ACTION_EDIT, motion_loops},
    {"motion_handed", "handed:i", "its mirror image is a variant of its own", ACTION_EDIT,
     motion_handed},
    {"branch", "branch:i", "edit another branch", ACTION_EDIT, branch},
    {"branch_add", "name:s", "copy the branch, to be asked before it", ACTION_EDIT, branch_add},
    {"branch_remove", "", "remove the branch", ACTION_EDIT, branch_remove},
    {"branch_name", "name:s", "rename the branch", ACTION_EDIT, branch_name},
    {"branch_need", "field:s value:s*", "what a character must be like for the branch", ACTION_EDIT,
     branch_need},
    {"event_add", "name:s whose:s?", "an event now, of the motion or the \"channel\"", ACTION_EDIT,
     event_add},
    {"event_remove", "event:i", "remove an event", ACTION_EDIT, event_remove},
    {"event_move", "event:i seconds:f", "move an event to another time", ACTION_EDIT, event_move},
    {"event_name", "event:i name:s", "rename an event", ACTION_EDIT, event_name},
    {"target", "name:s x:f y:f z:f", "put a target somewhere, in bounds of the body", ACTION_EDIT,
     target},
    {"pair", "a:s b:s side:s", "two variant groups on the same or opposite sides", ACTION_EDIT,
     pair},
    {0},
};
