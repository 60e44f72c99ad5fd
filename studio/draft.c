// SPDX-License-Identifier: MIT
// A motion that can be written to.
#include "draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *copy(draft *d, const void *items, int count, size_t size)
{
    void *made = caper_arena_alloc(&d->arena, size * (size_t)(count > 0 ? count : 1), 16);
    if (!made) {
        d->failed = true;
    } else if (count > 0) {
        memcpy(made, items, size * (size_t)count);
    }
    return made;
}

static void copy_keys(draft *d, caper_curve *curve)
{
    curve->keys = copy(d, curve->keys, curve->key_count, sizeof *curve->keys);
}

static void copy_channel(draft *d, caper_channel *channel)
{
    caper_curve *curves = copy(d, channel->curves, channel->curve_count, sizeof *curves);
    for (int i = 0; curves && i < channel->curve_count; i++) {
        copy_keys(d, &curves[i]);
    }
    channel->curves = curves;
}

static void copy_branch(draft *d, caper_branch *branch)
{
    caper_channel *channels = copy(d, branch->channels, branch->channel_count, sizeof *channels);
    for (int i = 0; channels && i < branch->channel_count; i++) {
        copy_channel(d, &channels[i]);
    }
    branch->channels = channels;
    branch->pairs = copy(d, branch->pairs, branch->pair_count, sizeof *branch->pairs);
}

void draft_open(draft *d, const caper_motion *motion)
{
    memset(d, 0, sizeof *d);
    caper_arena_init(&d->arena, NULL, 0);
    d->def = caper_motion_to_def(motion);
    caper_branch *branches = copy(d, d->def.branches, d->def.branch_count, sizeof *branches);
    for (int i = 0; branches && i < d->def.branch_count; i++) {
        copy_branch(d, &branches[i]);
    }
    d->def.branches = branches;
    d->def.events = copy(d, d->def.events, d->def.event_count, sizeof *d->def.events);
    d->def.targets = copy(d, d->def.targets, d->def.target_count, sizeof *d->def.targets);
    d->def.expects = copy(d, d->def.expects, d->def.expect_count, sizeof *d->def.expects);
    if (d->def.travel) {
        caper_curve *travel = copy(d, d->def.travel, 1, sizeof *travel);
        d->def.travel = travel;
        if (travel) {
            copy_keys(d, travel);
        }
    }
}

void draft_drop(draft *d)
{
    caper_arena_destroy(&d->arena);
}

caper_motion *draft_close(draft *d, caper_error *error)
{
    caper_motion *motion = NULL;
    if (d->failed) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "studio", 0, 0, "out of memory");
    } else {
        d->def.source = "the motion";
        motion = caper_motion_create(&d->def, error);
    }
    draft_drop(d);
    return motion;
}

caper_branch *draft_branch(draft *d, int branch)
{
    bool good = !d->failed && branch >= 0 && branch < d->def.branch_count;
    return good ? (caper_branch *)&d->def.branches[branch] : NULL;
}

caper_channel *draft_channel(draft *d, int branch, int channel)
{
    caper_branch *b = draft_branch(d, branch);
    return b && channel >= 0 && channel < b->channel_count ? (caper_channel *)&b->channels[channel]
                                                           : NULL;
}

caper_curve *draft_curve(draft *d, int branch, int channel, int curve)
{
    if (curve < 0) {
        return d->failed ? NULL : (caper_curve *)d->def.travel;
    }
    caper_channel *c = draft_channel(d, branch, channel);
    return c && curve < c->curve_count ? (caper_curve *)&c->curves[curve] : NULL;
}

caper_key *draft_key(caper_curve *curve, int key)
{
    return curve && key >= 0 && key < curve->key_count ? (caper_key *)&curve->keys[key] : NULL;
}

const char *draft_text(draft *d, const char *text)
{
    return copy(d, text, (int)strlen(text) + 1, 1);
}

void *draft_insert(draft *d, const void *array, int *count, int at, size_t size, const void *item)
{
    char *made = copy(d, NULL, 0, size * (size_t)(*count + 1));
    if (!made) {
        return (void *)(uintptr_t)array;
    }
    at = at < 0 ? 0 : at > *count ? *count : at;
    if (at > 0) {
        memcpy(made, array, size * (size_t)at);
    }
    if (at < *count) {
        memcpy(made + size * (size_t)(at + 1), (const char *)array + size * (size_t)at,
               size * (size_t)(*count - at));
    }
    if (item) {
        memcpy(made + size * (size_t)at, item, size);
    } else {
        memset(made + size * (size_t)at, 0, size);
    }
    ++*count;
    return made;
}

void draft_remove(void *array, int *count, int at, size_t size)
{
    if (at >= 0 && at < *count) {
        char *a = array;
        memmove(a + size * (size_t)at, a + size * (size_t)(at + 1),
                size * (size_t)(*count - at - 1));
        --*count;
    }
}

void draft_put_key(draft *d, caper_curve *curve, const caper_key *key)
{
    int at = 0;
    while (at < curve->key_count && curve->keys[at].time < key->time - 0.001f) {
        at++;
    }
    if (at < curve->key_count && fabsf(curve->keys[at].time - key->time) <= 0.001f) {
        *draft_key(curve, at) = *key;
        return;
    }
    curve->keys = draft_insert(d, curve->keys, &curve->key_count, at, sizeof *key, key);
}

static int compare_keys(const void *a, const void *b)
{
    const caper_key *k = a, *l = b;
    return (k->time > l->time) - (k->time < l->time);
}

void draft_sort_keys(caper_curve *curve)
{
    qsort((void *)(uintptr_t)curve->keys, (size_t)curve->key_count, sizeof *curve->keys,
          compare_keys);
    for (int i = curve->key_count - 1; i > 0; i--) {
        if (curve->keys[i].time - curve->keys[i - 1].time < 1e-4f) {
            draft_remove((void *)(uintptr_t)curve->keys, &curve->key_count, i - 1,
                         sizeof *curve->keys);
        }
    }
}

int draft_curve_width(caper_curve_kind kind)
{
    return kind == CAPER_CURVE_POSITION                                 ? 3
           : kind == CAPER_CURVE_ROTATION || kind == CAPER_CURVE_TRAVEL ? 4
                                                                        : 1;
}

caper_curve *draft_add_curve(draft *d, caper_channel *channel, caper_curve_kind kind,
                             const char *deform)
{
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *c = &channel->curves[i];
        if (c->kind == kind && (kind != CAPER_CURVE_DEFORM || strcmp(c->deform, deform) == 0)) {
            return (caper_curve *)c;
        }
    }
    caper_key rest = {.time = 0, .ease = CAPER_EASE_SMOOTH};
    bool weight = kind == CAPER_CURVE_POSITION_WEIGHT || kind == CAPER_CURVE_ROTATION_WEIGHT;
    rest.value[0] = weight ? 1.0f : 0.0f;
    rest.value[3] = kind == CAPER_CURVE_ROTATION ? 1.0f : 0.0f;
    caper_curve curve = {kind, kind == CAPER_CURVE_DEFORM ? draft_text(d, deform) : NULL, NULL, 0};
    curve.keys = copy(d, &rest, 1, sizeof rest);
    curve.key_count = 1;
    channel->curves = draft_insert(d, channel->curves, &channel->curve_count, channel->curve_count,
                                   sizeof curve, &curve);
    return d->failed ? NULL : (caper_curve *)&channel->curves[channel->curve_count - 1];
}

static bool has_channel(const draft *d, const char *name)
{
    for (int b = 0; b < d->def.branch_count; b++) {
        for (int c = 0; c < d->def.branches[b].channel_count; c++) {
            if (strcmp(d->def.branches[b].channels[c].name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

void draft_forget_channels(draft *d)
{
    for (int i = 0; !d->failed && i < d->def.event_count; i++) {
        caper_event *e = (caper_event *)&d->def.events[i];
        e->channel = e->channel && has_channel(d, e->channel) ? e->channel : NULL;
    }
    for (int i = d->def.expect_count - 1; !d->failed && i >= 0; i--) {
        const caper_expect *e = &d->def.expects[i];
        if (!has_channel(d, e->channel) || (e->with && !has_channel(d, e->with))) {
            draft_remove((void *)(uintptr_t)d->def.expects, &d->def.expect_count, i,
                         sizeof *d->def.expects);
        }
    }
}
