// SPDX-License-Identifier: MIT
//
// Sources of an actor: starting, waiting, fading, looping and ending. A layer plays one source;
// while one follows another both play for the length of a fade, whose two eased weights sum to one.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

caper_play_def caper_play_def_default(void)
{
    caper_play_def def;
    memset(&def, 0, sizeof def);
    def.variant = -1;
    def.weight = 1;
    def.speed = 1;
    def.fade_in = 0.25f;
    def.fade_out = 0.25f;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// ------------------------------------------------------------------------------------ small things

caperi_source *caperi_actor_find(caper_actor *actor, caper_source id)
{
    for (int i = 0; id != 0 && i < CAPER_MAX_SOURCES; i++) {
        if (actor->sources[i].id == id) {
            return &actor->sources[i];
        }
    }
    return NULL;
}

void caperi_source_clear(caper_actor *actor, caperi_source *source)
{
    if (source->mask) {
        caper_free(&actor->allocator, source->mask,
                   (size_t)actor->character->body_count * sizeof(float));
    }
    if (source->deform_map) {
        caper_free(&actor->allocator, source->deform_map,
                   (size_t)source->clip->deform_count * sizeof(int16_t));
    }
    memset(source, 0, sizeof *source);
}

float caperi_source_duration(const caperi_source *source)
{
    return source->motion ? source->motion->duration : source->clip->duration;
}

float caperi_source_time(const caperi_source *source)
{
    bool loops = source->motion ? source->motion->loops : source->clip->loops;
    double duration = (double)caperi_source_duration(source);
    double passes = duration > 0 ? floor(source->time / duration) : 0;
    if (loops || source->loops <= 1 || passes >= source->loops) {
        return (float)source->time;
    }
    return (float)(source->time - passes * duration);
}

float caperi_source_weight(const caperi_source *source)
{
    return source->waiting ? 0 : source->weight * caper_smoothstep(0, 1, source->fade);
}

static bool plays_forever(const caperi_source *source)
{
    bool loops = source->motion ? source->motion->loops : source->clip->loops;
    return source->loops == 0 && loops;
}

/// Seconds of the source until it ends; infinite while it loops with nothing behind it.
static double left_of(const caperi_source *source, bool followed)
{
    double duration = (double)caperi_source_duration(source);
    double end = duration * (source->loops > 0 ? source->loops : 1);
    if (source->hold && !followed) {
        return HUGE_VAL;
    }
    if (plays_forever(source)) {
        if (!followed || duration <= 0) {
            return followed ? 0 : HUGE_VAL;
        }
        end = duration * (floor(fmax(source->before, 0) / duration) + 1);
    }
    return end - source->time;
}

static void fade_out(caperi_source *source, float seconds)
{
    source->ending = true;
    if (seconds > 0) {
        float rate = -1 / seconds;
        source->fade_rate = source->fade_rate < rate ? source->fade_rate : rate;
    } else {
        source->fade = 0;
        source->fade_rate = -1;
    }
}

// ------------------------------------------------------------------------------------ starting

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

static bool bind(caper_actor *actor, caperi_source *source, int variant, caper_error *error)
{
    source->binding = caper_bindings_get(actor->bindings, source->motion, actor->character, error);
    if (!source->binding) {
        return false;
    }
    int count = source->binding->variant_count;
    if (count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, source->motion->name, 0, 0,
                               "finds no body of '%s' to play on", actor->character->name);
    }
    source->variant = variant < 0 ? nearest_variant(actor, source->binding) : variant;
    return source->variant < count ||
           caper_error_set(error, CAPER_ERROR_INVALID, source->motion->name, 0, 0,
                           "variant %d was asked for, there are %d, numbered from 0", variant,
                           count);
}

/// A clip of this skeleton, with its deforms found by name.
static bool attach(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                   caper_error *error)
{
    const caper_character *character = actor->character;
    if (!caper_skeleton_same(&source->clip->skeleton, &character->skeleton)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the clip '%s' is of another skeleton than '%s'", source->clip->name,
                               character->name);
    }
    size_t bodies = (size_t)character->body_count, deforms = (size_t)source->clip->deform_count;
    if (def->mask) {
        source->mask = caper_alloc(&actor->allocator, bodies * sizeof(float), sizeof(float));
        if (!source->mask) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a mask");
        }
        memcpy(source->mask, def->mask, bodies * sizeof(float));
    }
    if (deforms == 0) {
        return true;
    }
    source->deform_map = caper_alloc(&actor->allocator, deforms * sizeof(int16_t), sizeof(int16_t));
    if (!source->deform_map) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for deforms");
    }
    for (size_t i = 0; i < deforms; i++) {
        source->deform_map[i] = -1;
        for (int k = 0; k < character->deform_count; k++) {
            if (strcmp(source->clip->deforms[i], character->deforms[k]) == 0) {
                source->deform_map[i] = (int16_t)k;
            }
        }
    }
    return true;
}

static bool valid_play(const caper_play_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->motion == !def->clip) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "either a motion or a clip is needed to play");
    }
    bool good = def->layer >= 0 && def->layer < CAPER_MAX_LAYERS && def->weight >= 0 &&
                def->weight <= 1 && def->speed >= 0 && def->speed <= 1000 && def->start >= 0 &&
                def->start <= 1e6f && def->fade_in >= 0 && def->fade_out >= 0 && def->loops >= 0;
    return good || caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "layer, weight, speed, start, fades or loops out of range");
}

/// What plays on a layer makes room; what waits on it is dropped.
static void replace(caper_actor *actor, int layer, float seconds)
{
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id == 0 || s->layer != layer) {
            continue;
        }
        if (s->waiting) {
            caperi_source_clear(actor, s);
        } else {
            fade_out(s, seconds);
        }
    }
}

static bool layer_is_busy(const caper_actor *actor, int layer)
{
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s->layer == layer && !s->ending) {
            return true;
        }
    }
    return false;
}

static void begin(caperi_source *source, float seconds)
{
    source->waiting = false;
    source->fade = seconds > 0 ? 0 : 1;
    source->fade_rate = seconds > 0 ? 1 / seconds : 0;
}

caper_source caper_actor_play(caper_actor *actor, const caper_play_def *def, caper_error *error)
{
    if (!valid_play(def, error)) {
        return 0;
    }
    caperi_source *source = NULL;
    for (int i = 0; i < CAPER_MAX_SOURCES && !source; i++) {
        source = actor->sources[i].id == 0 ? &actor->sources[i] : NULL;
    }
    if (!source) {
        caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0, "%d sources are playing already",
                        CAPER_MAX_SOURCES);
        return 0;
    }
    source->motion = def->motion;
    source->clip = def->clip;
    bool good =
        def->motion ? bind(actor, source, def->variant, error) : attach(actor, source, def, error);
    if (!good) {
        caperi_source_clear(actor, source);
        return 0;
    }
    source->layer = def->layer;
    source->loops = def->loops;
    source->weight = def->weight;
    source->speed = def->speed;
    source->time = (double)def->start;
    source->before = -1;
    source->fade_in = def->fade_in;
    source->fade_out = def->fade_out;
    source->additive = def->additive;
    source->hold = def->hold;
    source->order = ++actor->last_order;
    if (def->queue && layer_is_busy(actor, def->layer)) {
        source->waiting = true;
    } else {
        // Nothing to fade from on the lowest layer at the very start: there is only rest.
        replace(actor, def->layer, def->fade_in);
        begin(source, def->fade_in);
    }
    source->id = ++actor->last_id;
    return source->id;
}

void caper_actor_stop(caper_actor *actor, caper_source id, float seconds)
{
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id == 0 || (id != 0 && s->id != id)) {
            continue;
        }
        if (s->waiting) {
            caperi_source_clear(actor, s);
        } else {
            fade_out(s, seconds);
        }
    }
}

bool caper_actor_source(const caper_actor *actor, caper_source id, caper_source_state *state)
{
    for (int i = 0; id != 0 && i < CAPER_MAX_SOURCES; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id == id) {
            state->waiting = s->waiting;
            state->time = (float)s->time;
            state->weight = caperi_source_weight(s);
            state->speed = s->speed;
            state->variant = s->variant;
            state->layer = s->layer;
            return true;
        }
    }
    return false;
}

bool caper_actor_adjust(caper_actor *actor, caper_source id, float speed, float weight, int variant)
{
    caperi_source *s = caperi_actor_find(actor, id);
    if (!s) {
        return false;
    }
    if (speed >= 0 && speed <= 1000) {
        s->speed = speed;
    }
    if (weight >= 0 && weight <= 1) {
        s->weight = weight;
    }
    if (s->binding && variant >= 0 && variant < s->binding->variant_count) {
        s->variant = variant;
    }
    return true;
}

// ------------------------------------------------------------------------------------ advancing

static void report(caper_actor *actor, const caperi_source *source, const caper_event *event)
{
    if (actor->event_count == CAPERI_MAX_EVENTS) {
        return;
    }
    caper_actor_event *out = &actor->events[actor->event_count++];
    out->source = source->id;
    out->event = event;
    out->body = -1;
    if (!event || !event->channel) {
        return;
    }
    const caper_binding *binding = source->binding;
    const caper_variant *variant = &binding->variants[source->variant];
    const caper_branch *branch = &source->motion->branches[binding->branch];
    for (int i = 0; i < variant->strand_count && out->body < 0; i++) {
        const char *name = branch->channels[variant->strands[i].channel].name;
        out->body = strcmp(name, event->channel) == 0 ? variant->strands[i].body : -1;
    }
}

static void report_events(caper_actor *actor, const caperi_source *source, bool last)
{
    if (source->motion) {
        const caper_event *events[CAPERI_MAX_EVENTS];
        int count = caper_motion_events(source->motion, (float)source->before, (float)source->time,
                                        events, CAPERI_MAX_EVENTS);
        for (int i = 0; i < count && i < CAPERI_MAX_EVENTS; i++) {
            report(actor, source, events[i]);
        }
    }
    if (last) {
        report(actor, source, NULL);
    }
}

/// The source that waits longest on a layer, or NULL.
static caperi_source *first_waiting(caper_actor *actor, int layer)
{
    caperi_source *first = NULL;
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s->waiting && s->layer == layer && (!first || s->order < first->order)) {
            first = s;
        }
    }
    return first;
}

/// Fading out begins when only the length of the fade is left to play.
static void end_in_time(caper_actor *actor, caperi_source *source)
{
    caperi_source *next = first_waiting(actor, source->layer);
    double left = left_of(source, next != NULL);
    double fade = (double)source->fade_out * (double)source->speed;
    if (source->ending || left > fade) {
        return;
    }
    float seconds = source->speed > 0 ? (float)(fmax(left, 0) / (double)source->speed) : 0;
    fade_out(source, seconds);
    if (next) {
        begin(next, seconds);
        next->before = -1;
    }
}

static void advance(caper_actor *actor, caperi_source *source, float dt)
{
    source->before = source->before < 0 ? (source->time > 0 ? source->time : -1) : source->time;
    source->time += (double)(dt * source->speed);
    source->fade = caper_clamp(source->fade + source->fade_rate * dt, 0, 1);
    end_in_time(actor, source);
    bool last = source->ending && source->fade <= 0;
    report_events(actor, source, last);
    if (last) {
        caperi_source_clear(actor, source);
    }
}

void caperi_sources_advance(caper_actor *actor, float dt)
{
    actor->event_count = 0;
    // In order of starting, so that what comes first is heard first and slots do not matter.
    uint32_t done = 0;
    for (;;) {
        caperi_source *next = NULL;
        for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
            caperi_source *s = &actor->sources[i];
            if (s->id != 0 && !s->waiting && s->order > done && (!next || s->order < next->order)) {
                next = s;
            }
        }
        if (!next) {
            return;
        }
        done = next->order;
        advance(actor, next, dt);
    }
}
