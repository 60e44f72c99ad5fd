// SPDX-License-Identifier: MIT
//
// Motions as assets (paper 000, section 3): a checked def is copied into one block of memory, with
// curves in the order of their kinds, events in order of time and all velocities filled in.
// Invariant: the block depends on the def alone, and building from caper_motion_to_def gives the
// same motion again.
#include "base/block.h"
#include "base/try.h"
#include "motion/asset.h"
#include "motion/motion.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

caper_motion_def caper_motion_def_default(void)
{
    caper_motion_def def = {0};
    def.name = "";
    def.duration = 1.0f;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

caper_motion_def caper_motion_to_def(const caper_motion *motion)
{
    caper_motion_def def = caper_motion_def_default();
    def.name = motion->name;
    def.about = motion->about;
    def.duration = motion->duration;
    def.loops = motion->loops;
    def.handed = motion->handed;
    def.paced = motion->paced;
    def.branches = motion->branches;
    def.branch_count = motion->branch_count;
    def.events = motion->events;
    def.event_count = motion->event_count;
    def.targets = motion->targets;
    def.target_count = motion->target_count;
    def.expects = motion->expects;
    def.expect_count = motion->expect_count;
    def.travel = motion->travel;
    def.allocator = &motion->allocator;
    return def;
}

// -- Building -------------------------------------------------------------------------------------

// How much there is of everything, then where the next of it goes.
typedef struct stock {
    size_t branches, channels, pairs, curves, keys, events, targets, expects, text;
} stock;

static size_t text_of(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

static void count_channel(stock *s, const caper_channel *channel)
{
    s->curves += (size_t)channel->curve_count;
    s->text += text_of(channel->name) + text_of(channel->group) + text_of(channel->blend);
    if (channel->aim.kind == CAPER_AIM_TARGET)
        s->text += text_of(channel->aim.target);
    if (channel->aim.kind == CAPER_AIM_GROUP)
        s->text += text_of(channel->aim.group);
    for (int i = 0; i < channel->curve_count; i++) {
        s->keys += (size_t)channel->curves[i].key_count;
        if (channel->curves[i].kind == CAPER_CURVE_DEFORM)
            s->text += text_of(channel->curves[i].deform);
    }
}

static stock count_all(const caper_motion_def *def)
{
    stock s = {0};
    s.branches = (size_t)def->branch_count;
    s.events = (size_t)def->event_count;
    s.targets = (size_t)def->target_count;
    s.expects = (size_t)def->expect_count;
    s.curves = def->travel ? 1 : 0;
    s.keys = def->travel ? (size_t)def->travel->key_count : 0;
    s.text = text_of(def->name) + text_of(def->about ? def->about : "");
    for (int i = 0; i < def->branch_count; i++) {
        const caper_branch *branch = &def->branches[i];
        s.channels += (size_t)branch->channel_count;
        s.pairs += (size_t)branch->pair_count;
        s.text += text_of(branch->name ? branch->name : "");
        for (int j = 0; j < branch->channel_count; j++)
            count_channel(&s, &branch->channels[j]);
        for (int j = 0; j < branch->pair_count; j++)
            s.text += text_of(branch->pairs[j].a) + text_of(branch->pairs[j].b);
    }
    for (int i = 0; i < def->event_count; i++)
        s.text += text_of(def->events[i].name) + text_of(def->events[i].channel);
    for (int i = 0; i < def->target_count; i++)
        s.text += text_of(def->targets[i].name);
    for (int i = 0; i < def->expect_count; i++) {
        const caper_expect *e = &def->expects[i];
        s.text += text_of(e->channel) + text_of(e->branch) + text_of(e->with) + text_of(e->target);
    }
    return s;
}

// Hands out the parts of the block one after the other.
typedef struct builder {
    const caper_motion_def *def;
    caper_branch *branches;
    caper_channel *channels;
    caper_pair *pairs;
    caper_curve *curves;
    caper_key *keys;
    caper_event *events;
    caper_target_default *targets;
    caper_expect *expects;
    char *text;
} builder;

static const char *copy_text(builder *b, const char *text)
{
    if (!text)
        return NULL;
    char *copy = b->text;
    size_t size = strlen(text) + 1;
    memcpy(copy, text, size);
    b->text += size;
    return copy;
}

static int compare_curves(const void *left, const void *right)
{
    const caper_curve *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->kind == CAPER_CURVE_DEFORM ? strcmp(a->deform, b->deform) : 0;
}

static caper_curve copy_curve(builder *b, const caper_curve *curve)
{
    caper_curve copy = *curve;
    caper_key *keys = b->keys;
    b->keys += curve->key_count;
    memcpy(keys, curve->keys, sizeof *keys * (size_t)curve->key_count);
    caperi_curve_settle(curve->kind, keys, curve->key_count, b->def->duration, b->def->loops);
    copy.keys = keys;
    copy.deform = curve->kind == CAPER_CURVE_DEFORM ? copy_text(b, curve->deform) : NULL;
    return copy;
}

static caper_channel copy_channel(builder *b, const caper_channel *channel)
{
    caper_channel copy = *channel;
    copy.name = copy_text(b, channel->name);
    copy.group = copy_text(b, channel->group);
    copy.blend = copy_text(b, channel->blend);
    // only what belongs to the kind of aim is kept
    caper_aim aim = {.kind = channel->aim.kind};
    if (aim.kind == CAPER_AIM_TARGET)
        aim.target = copy_text(b, channel->aim.target);
    else if (aim.kind == CAPER_AIM_GROUP)
        aim.group = copy_text(b, channel->aim.group);
    else if (aim.kind == CAPER_AIM_BODIES)
        aim.bodies = channel->aim.bodies;
    copy.aim = aim;
    caper_curve *curves = b->curves;
    b->curves += channel->curve_count;
    copy.curves = curves;
    if (channel->curve_count == 0)
        return copy;
    memcpy(curves, channel->curves, sizeof *curves * (size_t)channel->curve_count);
    qsort(curves, (size_t)channel->curve_count, sizeof *curves, compare_curves);
    for (int i = 0; i < channel->curve_count; i++)
        curves[i] = copy_curve(b, &curves[i]);
    return copy;
}

static caper_branch copy_branch(builder *b, const caper_branch *branch)
{
    caper_branch copy = *branch;
    caper_channel *channels = b->channels;
    caper_pair *pairs = b->pairs;
    b->channels += branch->channel_count;
    b->pairs += branch->pair_count;
    for (int i = 0; i < branch->channel_count; i++)
        channels[i] = copy_channel(b, &branch->channels[i]);
    for (int i = 0; i < branch->pair_count; i++) {
        pairs[i].a = copy_text(b, branch->pairs[i].a);
        pairs[i].b = copy_text(b, branch->pairs[i].b);
        pairs[i].side = branch->pairs[i].side;
    }
    copy.name = copy_text(b, branch->name ? branch->name : "");
    copy.channels = channels;
    copy.pairs = pairs;
    return copy;
}

// Merging from the left keeps the order of events at one time; qsort would not.
static void sort_events(caper_event *events, caper_event *spare, int count)
{
    if (count < 2)
        return;
    int half = count / 2;
    sort_events(events, spare, half);
    sort_events(events + half, spare, count - half);
    memcpy(spare, events, sizeof *events * (size_t)half);
    int left = 0, right = half;
    for (int i = 0; left < half; i++)
        events[i] = right < count && events[right].time < spare[left].time ? events[right++]
                                                                           : spare[left++];
}

static void copy_events(builder *b)
{
    const caper_motion_def *def = b->def;
    for (int i = 0; i < def->event_count; i++) {
        b->events[i] = def->events[i];
        b->events[i].name = copy_text(b, def->events[i].name);
        b->events[i].channel = copy_text(b, def->events[i].channel);
        b->events[i].time += 0.0f; // no negative zeros, as in curves
        b->events[i].value += 0.0f;
    }
    // behind the events there is room to merge
    sort_events(b->events, b->events + def->event_count, def->event_count);
}

static void fill(caper_motion *motion, builder *b)
{
    const caper_motion_def *def = b->def;
    motion->name = copy_text(b, def->name);
    motion->about = copy_text(b, def->about ? def->about : "");
    motion->duration = def->duration;
    motion->loops = def->loops;
    motion->handed = def->handed;
    motion->paced = def->paced;
    motion->branches = b->branches;
    motion->branch_count = def->branch_count;
    motion->events = b->events;
    motion->event_count = def->event_count;
    motion->targets = b->targets;
    motion->target_count = def->target_count;
    for (int i = 0; i < def->branch_count; i++)
        b->branches[i] = copy_branch(b, &def->branches[i]);
    copy_events(b);
    for (int i = 0; i < def->target_count; i++) {
        b->targets[i] = def->targets[i];
        b->targets[i].name = copy_text(b, def->targets[i].name);
        b->targets[i].at = caper_vec3_add(def->targets[i].at, caper_vec3_zero());
    }
    motion->expects = b->expects;
    motion->expect_count = def->expect_count;
    for (int i = 0; i < def->expect_count; i++) {
        b->expects[i] = def->expects[i];
        b->expects[i].channel = copy_text(b, def->expects[i].channel);
        b->expects[i].branch = copy_text(b, def->expects[i].branch);
        b->expects[i].with = copy_text(b, def->expects[i].with);
        b->expects[i].target = copy_text(b, def->expects[i].target);
        b->expects[i].from += 0.0f;
        b->expects[i].to += 0.0f;
        b->expects[i].within += 0.0f;
    }
    if (def->travel) {
        caper_curve *travel = b->curves++;
        *travel = copy_curve(b, def->travel);
        motion->travel = travel;
    }
}

caper_motion *caperi_motion_build(const caper_motion_def *def, caperi_motion_places places,
                                  caper_error *error)
{
    if (!caperi_motion_check(def, places, error))
        return NULL;
    stock s = count_all(def);
    caperi_block block = {0};
    CAPERI_BLOCK_ADD(&block, 1, caper_motion);
    size_t branches = CAPERI_BLOCK_ADD(&block, s.branches, caper_branch);
    size_t channels = CAPERI_BLOCK_ADD(&block, s.channels, caper_channel);
    size_t pairs = CAPERI_BLOCK_ADD(&block, s.pairs, caper_pair);
    size_t curves = CAPERI_BLOCK_ADD(&block, s.curves, caper_curve);
    size_t keys = CAPERI_BLOCK_ADD(&block, s.keys, caper_key);
    size_t events = CAPERI_BLOCK_ADD(&block, s.events + s.events / 2, caper_event);
    size_t targets = CAPERI_BLOCK_ADD(&block, s.targets, caper_target_default);
    size_t expects = CAPERI_BLOCK_ADD(&block, s.expects, caper_expect);
    size_t text = CAPERI_BLOCK_ADD(&block, s.text, char);
    caper_motion *motion = caperi_block_alloc(&block, def->allocator);
    if (!motion) {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->source, 0, 0, "out of memory");
        return NULL;
    }
    builder b = {
        .def = def,
        .branches = caperi_block_at(motion, branches),
        .channels = caperi_block_at(motion, channels),
        .pairs = caperi_block_at(motion, pairs),
        .curves = caperi_block_at(motion, curves),
        .keys = caperi_block_at(motion, keys),
        .events = caperi_block_at(motion, events),
        .targets = caperi_block_at(motion, targets),
        .expects = caperi_block_at(motion, expects),
        .text = caperi_block_at(motion, text),
    };
    motion->memory_size = block.size;
    motion->allocator = caper_allocator_resolve(def->allocator);
    fill(motion, &b);
    return motion;
}

caper_motion *caper_motion_create(const caper_motion_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the def was not made by caper_motion_def_default");
        return NULL;
    }
    return caperi_motion_build(def, (caperi_motion_places){0}, error);
}

void caper_motion_destroy(caper_motion *motion)
{
    if (!motion)
        return;
    // the block holds its own allocator
    caper_allocator allocator = motion->allocator;
    caper_free(&allocator, motion, motion->memory_size);
}

// -- Time -----------------------------------------------------------------------------------------

float caperi_motion_wrap(const caper_motion *motion, float time)
{
    if (!motion->loops)
        return time > 0.0f ? caper_min(time, motion->duration) : 0.0f;
    double duration = (double)motion->duration;
    double turns = floor((double)time / duration);
    float wrapped = (float)((double)time - turns * duration);
    // rounding may reach the end; infinities and what is not a number become the start
    return wrapped >= 0.0f && wrapped < motion->duration ? wrapped : 0.0f;
}

// How often an event has happened by a time, counted from the start of the first pass. What happens
// in (from, to] is a difference of two such numbers, so that no event is lost or repeated between
// two calls, however the times are rounded.
static double times_until(const caper_motion *motion, const caper_event *event, float until)
{
    double since = (double)until - (double)event->time;
    if (!(since >= 0.0))
        return 0.0;
    return motion->loops ? floor(since / (double)motion->duration) + 1.0 : 1.0;
}

int caper_motion_events(const caper_motion *motion, float from, float to,
                        const caper_event **events, int capacity)
{
    double total = 0.0, pass = HUGE_VAL;
    for (int i = 0; i < motion->event_count; i++) {
        double first = times_until(motion, &motion->events[i], from);
        double happens = times_until(motion, &motion->events[i], to) - first;
        if (!(happens > 0.0))
            continue;
        total += happens;
        pass = fmin(pass, first);
    }
    int count = total < (double)INT_MAX ? (int)total : INT_MAX;
    for (int filled = 0; filled < capacity && filled < count; pass += 1.0)
        for (int i = 0; i < motion->event_count && filled < capacity; i++) {
            const caper_event *event = &motion->events[i];
            if (pass >= times_until(motion, event, from) && pass < times_until(motion, event, to))
                events[filled++] = event;
        }
    return count;
}
