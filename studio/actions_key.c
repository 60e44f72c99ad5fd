// SPDX-License-Identifier: MIT
// Keys: selected, moved, scaled, copied, mirrored, eased.
#include "studio.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool none_selected(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, "keys", 0, 0, "found no key selected");
}

// --- selecting -----------------------------------------------------------------------------------

static void select_one(doc_state *d, key_id key)
{
    if (d->key_count < DOC_MAX_KEYS && !state_has_key(d, key)) {
        d->keys[d->key_count++] = key;
    }
}

static void select_range(doc_state *d, float from, float to, int first, int last)
{
    const caper_branch *b = state_branch(d);
    for (int c = first; b && c <= last && c < b->channel_count; c++) {
        for (int k = 0; c >= 0 && k < b->channels[c].curve_count; k++) {
            const caper_curve *curve = &b->channels[c].curves[k];
            for (int i = 0; i < curve->key_count; i++) {
                if (curve->keys[i].time >= from && curve->keys[i].time <= to) {
                    select_one(d, (key_id){(int16_t)c, (int16_t)k, i});
                }
            }
        }
    }
}

// Of some curves of the channel: keys within times and values, of any component.
static bool keys_window(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    (void)error;
    d->key_count = 0;
    for (int n = 4; n < a->count; n++) {
        int index = (int)a->number[n];
        const caper_curve *curve = index < 0 ? NULL : state_curve(d, d->channel, index);
        for (int i = 0; curve && i < curve->key_count; i++) {
            const caper_key *key = &curve->keys[i];
            bool inside = false;
            for (int c = 0; c < draft_curve_width(curve->kind); c++) {
                inside = inside || ((double)key->value[c] >= a->number[2] &&
                                    (double)key->value[c] <= a->number[3]);
            }
            if (inside && (double)key->time >= a->number[0] && (double)key->time <= a->number[1]) {
                select_one(d, (key_id){(int16_t)d->channel, (int16_t)index, i});
            }
        }
    }
    return true;
}

static bool keys_all(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    (void)error;
    bool channel = a->count > 0 && strcmp(a->text[0], "channel") == 0;
    d->key_count = 0;
    select_range(d, -1, INFINITY, channel ? d->channel : 0, channel ? d->channel : 1 << 20);
    return true;
}

static bool keys_none(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    (void)error;
    s->doc.state.key_count = 0;
    return true;
}

static bool keys_box(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    (void)error;
    if (!(a->count > 4 && a->number[4] != 0)) {
        d->key_count = 0;
    }
    select_range(d, (float)a->number[0], (float)a->number[1], (int)a->number[2], (int)a->number[3]);
    return true;
}

static bool key_pick(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    key_id key = {(int16_t)a->number[0], (int16_t)a->number[1], (int)a->number[2]};
    bool fits = key.channel == a->number[0] && key.curve == a->number[1];
    const caper_curve *curve = fits ? state_curve(d, key.channel, key.curve) : NULL;
    if (!curve || key.key < 0 || key.key >= curve->key_count) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "key_pick", 0, 0,
                               "there is no such key");
    }
    if (!(a->count > 3 && a->number[3] != 0)) {
        d->key_count = 0;
    }
    select_one(d, key);
    return true;
}

// --- changing ------------------------------------------------------------------------------------

// The selected keys of one curve are marked; returns their number.
static int mark(const doc_state *d, int channel, int curve, int count, bool *marks)
{
    int n = 0;
    memset(marks, 0, (size_t)count);
    for (int i = 0; i < d->key_count; i++) {
        const key_id *k = &d->keys[i];
        if (k->channel == channel && k->curve == curve && k->key < count) {
            n += !marks[k->key];
            marks[k->key] = true;
        }
    }
    return n;
}

typedef struct change {
    float dt, pivot, factor, duration, frame; // times
    bool remove, mirror;
    int ease;      // -1: as it is
    int component; // whose value or tangent; -1: none
    float value, slope;
    int what; // 0: value by a difference, 1: value, 2: tangents
} change;

static change no_change(void)
{
    return (change){.factor = 1, .ease = -1, .component = -1};
}

static void mirror_key(caper_curve_kind kind, caper_key *key)
{
    float *sides[] = {key->value, key->in, key->out};
    for (int i = 0; i < 3; i++) {
        float *v = sides[i];
        if (kind == CAPER_CURVE_POSITION) {
            v[0] = -v[0];
        } else if (kind == CAPER_CURVE_TRAVEL) {
            v[0] = -v[0];
            v[3] = -v[3];
        } else if (kind == CAPER_CURVE_ROTATION) { // values and turning speeds alike
            v[1] = -v[1];
            v[2] = -v[2];
        }
    }
}

static void turn_component(caper_key *key, int component, float value)
{
    key->value[component] = value;
    float *q = key->value;
    float n = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; n > 1e-6f && i < 4; i++) {
        q[i] /= n;
    }
    if (!(n > 1e-6f)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
    }
}

static void change_value(caper_curve_kind kind, caper_key *key, const change *c)
{
    int width = draft_curve_width(kind);
    if (c->component < 0 || c->component >= width) {
        return;
    }
    if (c->what == 2) {
        key->ease = CAPER_EASE_MANUAL;
        key->in[c->component] = key->out[c->component] = c->slope;
        return;
    }
    float value = c->what == 1 ? c->value : key->value[c->component] + c->value;
    if (kind == CAPER_CURVE_ROTATION) {
        turn_component(key, c->component, value);
        return;
    }
    bool weight = kind == CAPER_CURVE_POSITION_WEIGHT || kind == CAPER_CURVE_ROTATION_WEIGHT;
    key->value[c->component] = weight ? caper_clamp(value, 0, 1) : caper_clamp(value, -1e4f, 1e4f);
}

// Velocities are per second: squeezed times make them faster, and backward what came after comes
// before. A straight piece belongs to the key before it, so backward its tangents are kept instead.
static void change_pace(caper_key *key, float factor, bool straight_before)
{
    for (int i = 0; i < 4; i++) {
        float in = key->in[i] / factor, out = key->out[i] / factor;
        key->in[i] = factor < 0 ? out : in;
        key->out[i] = factor < 0 ? in : out;
    }
    if (factor < 0 && (key->ease == CAPER_EASE_LINEAR || straight_before)) {
        key->ease = CAPER_EASE_MANUAL;
    }
}

static void change_key(caper_curve_kind kind, caper_key *key, const change *c, bool straight_before)
{
    if (c->factor != 1) {
        change_pace(key, c->factor, straight_before);
    }
    key->time = c->pivot + (key->time - c->pivot) * c->factor + c->dt;
    if (c->frame > 0) {
        key->time = floorf(key->time / c->frame + 0.5f) * c->frame;
    }
    key->time = caper_clamp(key->time, 0, c->duration);
    if (c->mirror) {
        mirror_key(kind, key);
    }
    if (c->ease >= 0) {
        key->ease = (caper_ease)c->ease;
    }
    change_value(kind, key, c);
}

// The selection follows: by time, since keys change places.
static void change_curve(draft *d, doc_state *state, doc_state *after, int channel, int index,
                         const change *c)
{
    caper_curve *curve = draft_curve(d, state->branch, channel, index);
    bool *marks = curve ? calloc((size_t)curve->key_count + 1, 1) : NULL;
    float *times = curve ? calloc((size_t)curve->key_count + 1, sizeof *times) : NULL;
    int count = marks && times ? mark(state, channel, index, curve->key_count, marks) : 0;
    int kept = 0, moved = 0;
    bool straight = false;
    for (int i = 0; count > 0 && i < curve->key_count; i++) {
        caper_key key = curve->keys[i];
        bool straight_before = straight;
        straight = key.ease == CAPER_EASE_LINEAR;
        if (marks[i] && c->remove) {
            continue;
        }
        if (marks[i]) {
            change_key(curve->kind, &key, c, straight_before);
            times[moved++] = key.time;
        }
        *draft_key(curve, kept++) = key;
    }
    if (count > 0) {
        curve->key_count = kept;
        draft_sort_keys(curve);
    }
    for (int i = 0; count > 0 && i < curve->key_count; i++) {
        bool is_moved = false;
        for (int k = 0; k < moved; k++) {
            is_moved = is_moved || fabsf(curve->keys[i].time - times[k]) < 1e-4f;
        }
        if (is_moved) {
            select_one(after, (key_id){(int16_t)channel, (int16_t)index, i});
        }
    }
    free(marks);
    free(times);
}

// Curves that lost their last key go.
static void drop_empty(draft *d, int branch)
{
    caper_branch *b = draft_branch(d, branch);
    for (int c = 0; b && c < b->channel_count; c++) {
        caper_channel *channel = draft_channel(d, branch, c);
        for (int k = channel->curve_count - 1; k >= 0; k--) {
            if (channel->curves[k].key_count == 0) {
                draft_remove((void *)(uintptr_t)channel->curves, &channel->curve_count, k,
                             sizeof *channel->curves);
            }
        }
    }
}

static bool apply(studio *s, change c, caper_error *error)
{
    doc_state *state = &s->doc.state;
    if (state->key_count == 0) {
        return none_selected(error);
    }
    draft d = studio_draft(s);
    c.duration = d.def.duration;
    doc_state *after = calloc(1, sizeof *after);
    if (!after) {
        draft_drop(&d);
        return false;
    }
    after->motion = state->motion; // so that select_one works; not kept
    after->branch = state->branch;
    const caper_branch *b = draft_branch(&d, state->branch);
    for (int i = 0; b && i < b->channel_count; i++) {
        for (int k = 0; k < b->channels[i].curve_count; k++) {
            change_curve(&d, state, after, i, k, &c);
        }
    }
    drop_empty(&d, state->branch);
    bool good = studio_take_draft(s, &d, error);
    if (good) {
        memcpy(state->keys, after->keys, sizeof state->keys);
        state->key_count = after->key_count;
    }
    free(after);
    return good;
}

static bool key_delete(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    change c = no_change();
    c.remove = true;
    return apply(s, c, error);
}

static bool key_move(studio *s, const action_args *a, caper_error *error)
{
    change c = no_change();
    c.dt = (float)a->number[0];
    c.frame = s->look.snap ? 1 / s->look.rate : 0;
    return apply(s, c, error);
}

static bool key_scale(studio *s, const action_args *a, caper_error *error)
{
    change c = no_change();
    c.pivot = (float)a->number[0];
    c.factor = (float)a->number[1];
    if (!(fabsf(c.factor) >= 1e-3f)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "key_scale", 0, 0,
                               "found the factor %g, expected one of at least 0.001", a->number[1]);
    }
    return apply(s, c, error);
}

static bool key_mirror(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    change c = no_change();
    c.mirror = true;
    return apply(s, c, error);
}

static bool key_reverse(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    doc_state *d = &s->doc.state;
    float first = INFINITY, last = -INFINITY;
    for (int i = 0; i < d->key_count; i++) {
        const caper_curve *curve = state_curve(d, d->keys[i].channel, d->keys[i].curve);
        first = caper_min(first, curve->keys[d->keys[i].key].time);
        last = caper_max(last, curve->keys[d->keys[i].key].time);
    }
    change c = no_change();
    c.pivot = 0.5f * (first + last);
    c.factor = -1;
    return d->key_count > 0 ? apply(s, c, error) : none_selected(error);
}

static bool key_ease(studio *s, const action_args *a, caper_error *error)
{
    change c = no_change();
    c.ease = word_find(word_eases, CAPER_EASE_COUNT, a->text[0], "key_ease", error);
    return c.ease >= 0 && apply(s, c, error);
}

static bool key_value(studio *s, const action_args *a, caper_error *error)
{
    change c = no_change();
    c.component = (int)a->number[0];
    c.value = (float)a->number[1];
    c.what = 1;
    return apply(s, c, error);
}

static bool key_shift(studio *s, const action_args *a, caper_error *error)
{
    change c = no_change();
    c.component = (int)a->number[0];
    c.value = (float)a->number[1];
    c.dt = a->count > 2 ? (float)a->number[2] : 0;
    c.frame = s->look.snap && c.dt != 0 ? 1 / s->look.rate : 0;
    return apply(s, c, error);
}

static bool key_tangent(studio *s, const action_args *a, caper_error *error)
{
    change c = no_change();
    c.component = (int)a->number[0];
    c.slope = caper_clamp((float)a->number[1], -1e4f, 1e4f);
    c.what = 2;
    return apply(s, c, error);
}

// --- copy and paste ------------------------------------------------------------------------------

static bool key_copy(studio *s, const action_args *a, caper_error *error)
{
    doc_state *d = &s->doc.state;
    (void)a;
    if (d->key_count == 0) {
        return none_selected(error);
    }
    caper_key *keys = malloc(sizeof *keys * (size_t)d->key_count);
    key_id *ids = malloc(sizeof *ids * (size_t)d->key_count);
    caper_curve_kind *kinds = malloc(sizeof *kinds * (size_t)d->key_count);
    if (!keys || !ids || !kinds) {
        free(keys);
        free(ids);
        free(kinds);
        return caper_error_set(error, CAPER_ERROR_MEMORY, "key_copy", 0, 0, "out of memory");
    }
    float first = INFINITY;
    for (int i = 0; i < d->key_count; i++) {
        const caper_curve *curve = state_curve(d, d->keys[i].channel, d->keys[i].curve);
        keys[i] = curve->keys[d->keys[i].key];
        kinds[i] = curve->kind;
        ids[i] = d->keys[i];
        first = caper_min(first, keys[i].time);
    }
    for (int i = 0; i < d->key_count; i++) {
        keys[i].time -= first;
    }
    free(s->copied);
    free(s->copied_ids);
    free(s->copied_kinds);
    s->copied_kinds = kinds;
    s->copied = keys;
    s->copied_ids = ids;
    s->copied_count = d->key_count;
    studio_say(s, false, "%d keys copied", s->copied_count);
    return true;
}

static bool key_paste(studio *s, const action_args *a, caper_error *error)
{
    doc_state *state = &s->doc.state;
    (void)a;
    if (s->copied_count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "key_paste", 0, 0, "nothing was copied");
    }
    draft d = studio_draft(s);
    int pasted = 0;
    state->key_count = 0;
    for (int i = 0; i < s->copied_count; i++) {
        caper_curve *curve =
            draft_curve(&d, state->branch, s->copied_ids[i].channel, s->copied_ids[i].curve);
        caper_key key = s->copied[i];
        key.time += state->time;
        bool fits = curve && curve->kind == s->copied_kinds[i];
        if (fits && key.time <= d.def.duration + 1e-4f) {
            key.time = caper_min(key.time, d.def.duration);
            draft_put_key(&d, curve, &key);
            pasted++;
        }
    }
    if (pasted == 0) {
        draft_drop(&d);
        return caper_error_set(error, CAPER_ERROR_INVALID, "key_paste", 0, 0,
                               "found no curve of the same kind here, or no time left");
    }
    return studio_take_draft(s, &d, error);
}

// A key by numbers, in general space, of the channel that is edited.
static bool key_put(studio *s, const action_args *a, caper_error *error)
{
    doc_state *state = &s->doc.state;
    char kind_name[64];
    snprintf(kind_name, sizeof kind_name, "%s", a->text[0]);
    char *deform = strchr(kind_name, ':');
    if (deform) {
        *deform++ = 0;
    }
    int kind = word_find(word_curves, CAPER_CURVE_TRAVEL, kind_name, "key_put", error);
    draft d = studio_draft(s);
    caper_channel *c = draft_channel(&d, state->branch, state->channel);
    if (kind < 0 || !c) {
        draft_drop(&d);
        return kind >= 0 ? caper_error_set(error, CAPER_ERROR_INVALID, "key_put", 0, 0,
                                           "found no channel selected")
                         : false;
    }
    int width = draft_curve_width((caper_curve_kind)kind);
    caper_key key = {.ease = CAPER_EASE_SMOOTH};
    for (int i = 0; i <= width; i++) {
        size_t used = 0;
        double value = 0;
        const char *text = i + 1 < a->count ? a->text[i + 1] : "";
        if (!caper_parse_double(text, strlen(text), &used, &value) || text[used]) {
            draft_drop(&d);
            return caper_error_set(error, CAPER_ERROR_INVALID, "key_put", 0, 0,
                                   "found '%.20s', expected a time and %d numbers", text, width);
        }
        *(i == 0 ? &key.time : &key.value[i - 1]) = (float)value;
    }
    caper_curve *curve = draft_add_curve(&d, c, (caper_curve_kind)kind, deform ? deform : "open");
    if (curve) {
        draft_put_key(&d, curve, &key);
    }
    state->key_count = 0;
    return studio_take_draft(s, &d, error);
}

const action actions_key[] = {
    {"keys_all", "what:s?", "select all keys, or those of the \"channel\"", ACTION_EDIT, keys_all},
    {"keys_none", "", "select no key", ACTION_EDIT, keys_none},
    {"keys_window", "from:f to:f low:f high:f curves:i*",
     "select keys of some curves of the channel, by time and value", ACTION_EDIT, keys_window},
    {"keys_box", "from:f to:f first:i last:i add:i?", "select keys between times and channels",
     ACTION_EDIT, keys_box},
    {"key_pick", "channel:i curve:i key:i add:i?", "select a key", ACTION_EDIT, key_pick},
    {"key_delete", "", "delete the selected keys", ACTION_EDIT, key_delete},
    {"key_move", "seconds:f", "move the selected keys in time", ACTION_EDIT, key_move},
    {"key_scale", "pivot:f factor:f", "spread or squeeze the selected keys about a time",
     ACTION_EDIT, key_scale},
    {"key_mirror", "", "exchange left and right in the selected keys", ACTION_EDIT, key_mirror},
    {"key_reverse", "", "play the selected keys backward", ACTION_EDIT, key_reverse},
    {"key_ease", "ease:s", "how curves go on: smooth, flat, linear, hold, manual", ACTION_EDIT,
     key_ease},
    {"key_value", "component:i value:f", "set a number of the selected keys", ACTION_EDIT,
     key_value},
    {"key_shift", "component:i difference:f seconds:f?", "change a number of the selected keys",
     ACTION_EDIT, key_shift},
    {"key_tangent", "component:i velocity:f", "the slope of the curve at the selected keys",
     ACTION_EDIT, key_tangent},
    {"key_copy", "", "copy the selected keys", ACTION_FILE, key_copy},
    {"key_paste", "", "put copied keys here", ACTION_EDIT, key_paste},
    {"key_put", "kind:s numbers:s*", "a key by numbers: a kind, a time and general values",
     ACTION_EDIT, key_put},
    {0},
};
