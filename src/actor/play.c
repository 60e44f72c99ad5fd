// SPDX-License-Identifier: MIT
//
// Sources of an actor: starting, waiting, fading, looping and ending. A layer plays one source;
// while one follows another both play for the length of a fade. Invariant: what ends falls by the
// curve by which what follows rises, from whatever it had, so that the weights of a layer keep
// their sum however often a fade is interrupted: rest does not shine through.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

#define SHORTEST 1e-6f // seconds: a shorter fade is none
#define FAINT 0.01f    // a share below this is not missed when something else takes its place

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

double caperi_source_duration(const caperi_source *source)
{
    return source->kind->duration ? source->kind->duration(source->self) : HUGE_VAL;
}

static bool is_endless(const caperi_source *source)
{
    return !(caperi_source_duration(source) < HUGE_VAL);
}

/// Times that it plays; 0: forever.
static int pass_count(const caperi_source *source)
{
    bool loops = (source->motion && source->motion->loops) || (source->clip && source->clip->loops);
    return source->loops > 0 ? source->loops : !loops;
}

caperi_spot caperi_source_spot(const caperi_source *source, double time)
{
    double duration = caperi_source_duration(source);
    int count = pass_count(source);
    if (!(duration < HUGE_VAL)) {
        return (caperi_spot){0, (float)time};
    }
    double pass = duration > 0 && time > 0 ? floor(time / duration) : 0;
    if (count > 0 && pass >= count) {
        return (caperi_spot){count - 1, (float)duration}; // it stays at its end
    }
    // a pass that is shorter than the last bit of the time: anywhere within it will do
    return (caperi_spot){pass, caper_clamp((float)(time - pass * duration), 0, (float)duration)};
}

float caperi_source_weight(const caperi_source *source)
{
    float eased = caper_smoothstep(0, 1, source->fade);
    float weight = source->weight * (source->top * eased);
    return source->waiting || weight < CAPERI_LEAST_WEIGHT ? 0 : weight;
}

/// Seconds of the source until it ends; infinite while it loops with nothing behind it, and for
/// what has no end of its own.
static double left_of(const caperi_source *source, bool followed)
{
    double duration = caperi_source_duration(source);
    int count = pass_count(source);
    if (is_endless(source)) {
        return HUGE_VAL;
    }
    if (!followed && (source->hold || count == 0)) {
        return HUGE_VAL;
    }
    if (count > 0) {
        return duration * count - source->time;
    }
    if (duration <= 0) {
        return 0;
    }
    // the pass in which this update began
    return duration * (floor(fmax(source->before, 0) / duration) + 1) - source->time;
}

/// From what shows of it now to nothing.
static void fade_out(caperi_source *source, float seconds)
{
    source->ending = true;
    source->top *= caper_smoothstep(0, 1, source->fade);
    bool fades = seconds > SHORTEST && source->top >= FAINT;
    source->fade = fades ? 1 : 0;
    source->fade_rate = fades ? -1 / seconds : -1;
}

/// Seconds until a source that ends is gone.
static float fade_left(const caperi_source *source)
{
    return source->fade / -source->fade_rate;
}

// ------------------------------------------------------------------------------------ starting

static bool valid_play(const caper_play_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    bool started = def && def->cookie == CAPER_DEF_COOKIE;
    int given = started ? (def->motion != NULL) + (def->clip != NULL) + (def->gait != NULL) +
                              (def->puppet != NULL) + (def->kind != NULL)
                        : 0;
    if (given != 1) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a def from its default function with exactly one of motion, clip, "
                               "gait, puppet and kind is needed to play");
    }
    if (!def->clip && def->additive) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "only a clip can be added to what is below");
    }
    bool good = def->layer >= 0 && def->layer < CAPER_MAX_LAYERS && def->weight >= 0 &&
                def->weight <= 1 && def->speed >= 0 && def->speed <= 1000 && def->start >= 0 &&
                def->start <= 1e6f && def->fade_in >= 0 && def->fade_in <= 1e6f &&
                def->fade_out >= 0 && def->fade_out <= 1e6f && def->loops >= 0;
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
    source->fade = seconds > SHORTEST ? 0 : 1;
    source->fade_rate = seconds > SHORTEST ? 1 / seconds : 0;
}

caper_source caper_actor_play(caper_actor *actor, const caper_play_def *def, caper_error *error)
{
    caperi_source *source = valid_play(def, error) ? caperi_source_open(actor, def, error) : NULL;
    if (!source) {
        return 0;
    }
    source->layer = def->layer;
    source->loops = def->loops;
    source->weight = def->weight;
    source->speed = def->speed;
    source->time = (double)def->start;
    source->top = 1;
    source->fade_out = def->fade_out;
    source->additive = def->additive;
    source->hold = def->hold;
    source->order = ++actor->last_order;
    if (def->queue && layer_is_busy(actor, def->layer)) {
        source->waiting = true;
    } else {
        replace(actor, def->layer, def->fade_in);
        begin(source, def->fade_in);
    }
    source->id = ++actor->last_id;
    int slot = (int)(source - actor->sources);
    actor->slot_count = slot < actor->slot_count ? actor->slot_count : slot + 1;
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
        } else if (!s->ending || !(fade_left(s) <= seconds)) {
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
    if (speed >= 0 && speed <= 1000 && !caperi_is_performer(s)) {
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

void caperi_report_body(caper_actor *actor, caper_event_kind kind, int body)
{
    actor->events[actor->event_count++] = (caper_actor_event){kind, 0, NULL, body, NULL};
}

static void report(caper_actor *actor, const caperi_source *source, const caper_event *event)
{
    if (event && actor->event_count >= CAPERI_MAX_EVENTS) {
        return; // ends always find room
    }
    caper_actor_event *out = &actor->events[actor->event_count++];
    out->kind = event ? CAPER_EVENT_MOTION : CAPER_EVENT_ENDED;
    out->source = source->id;
    out->event = event;
    out->key = NULL;
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

static void report_key(caper_actor *actor, const caperi_source *source, const caper_key_pose *key)
{
    if (actor->event_count < CAPERI_MAX_EVENTS) {
        actor->events[actor->event_count++] =
            (caper_actor_event){CAPER_EVENT_CLIP, source->id, NULL, -1, key};
    }
}

/// The events of a motion or the key poses of a clip that lie in (after, until].
static void report_between(caper_actor *actor, const caperi_source *source, float after,
                           float until)
{
    const caper_motion *motion = source->motion;
    const caper_clip *clip = source->clip;
    for (int i = 0; motion && i < motion->event_count; i++) {
        if (motion->events[i].time > after && motion->events[i].time <= until) {
            report(actor, source, &motion->events[i]);
        }
    }
    for (int i = 0; clip && i < clip->key_pose_count; i++) {
        if (clip->key_poses[i].time > after && clip->key_poses[i].time <= until) {
            report_key(actor, source, &clip->key_poses[i]);
        }
    }
}

/// Events between two times of the source, pass by pass: a time is always compared in its own pass,
/// so that none is lost or repeated between two updates.
static void report_events(caper_actor *actor, const caperi_source *source)
{
    caperi_spot from = caperi_source_spot(source, source->before);
    caperi_spot to = caperi_source_spot(source, source->time);
    int count = source->motion ? source->motion->event_count
                : source->clip ? source->clip->key_pose_count
                               : 0;
    if (count == 0) {
        return;
    }
    float duration = source->motion ? source->motion->duration : source->clip->duration;
    // each whole pass has an event, so that no more of them can be heard
    int passes = (int)fmin(to.pass - from.pass, CAPERI_MAX_EVENTS + 1);
    for (int k = 0; k <= passes && actor->event_count < CAPERI_MAX_EVENTS; k++) {
        float after = k > 0 || source->before < 0 ? -1 : from.time;
        report_between(actor, source, after, k < passes ? duration : to.time);
    }
}

/// The source that waits longest on a layer, or NULL.
static caperi_source *first_waiting(caper_actor *actor, int layer)
{
    caperi_source *first = NULL;
    for (int i = 0; i < actor->slot_count; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s->waiting && s->layer == layer && (!first || s->order < first->order)) {
            first = s;
        }
    }
    return first;
}

/// Does a source play on a layer that does not end?
static bool layer_plays(const caper_actor *actor, int layer)
{
    for (int i = 0; i < actor->slot_count; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s->layer == layer && !s->waiting && !s->ending) {
            return true;
        }
    }
    return false;
}

/// The longest time that others which end on a layer still show.
static float longest_left(const caper_actor *actor, const caperi_source *but, int layer)
{
    float longest = 0;
    for (int i = 0; i < actor->slot_count; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s != but && s->layer == layer && s->ending) {
            longest = caper_max(longest, fade_left(s));
        }
    }
    return longest;
}

/// All that ends on a layer does so from now on, from what shows of it.
static void fade_layer(caper_actor *actor, int layer, float seconds)
{
    for (int i = 0; i < actor->slot_count; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s->layer == layer && s->ending) {
            fade_out(s, seconds);
        }
    }
}

/// Fading out begins when only the length of the fade is left to play. Returns the seconds by which
/// the end was overshot in this update.
static float end_in_time(caperi_source *source, bool followed, float dt)
{
    double left = left_of(source, followed), speed = (double)source->speed;
    if (source->ending || left > (double)source->fade_out * speed) {
        return 0;
    }
    float seconds = speed > 0 ? (float)(left / speed) : 0;
    fade_out(source, source->hold ? source->fade_out : seconds); // who holds has time
    return source->hold ? 0 : caper_clamp(-seconds, 0, dt);
}

static void advance(caper_actor *actor, caperi_source *source, float dt,
                    const caper_world_frame *frame)
{
    float shown = caperi_source_weight(source);
    source->before = source->played || source->time > 0 ? source->time : -1;
    source->played = true;
    source->dt = caperi_step_of(dt * source->speed);
    source->time += (double)source->dt;
    source->fade = caper_clamp(source->fade + source->fade_rate * dt, 0, 1);
    report_events(actor, source);
    caperi_source *next = first_waiting(actor, source->layer);
    float over = end_in_time(source, next != NULL, dt);
    caperi_source ended = *source;
    if (source->ending && source->fade <= 0) {
        report(actor, source, NULL);
        caperi_note_cut(actor, source, caperi_source_move(actor, source, frame), shown);
        caperi_source_clear(actor, source);
    }
    // What waits begins also when it was somebody else who let the source end. It rises as the
    // other falls, and has already played for as long as that one is over.
    if (next && ended.ending && !layer_plays(actor, ended.layer)) {
        next->waiting = false;
        next->fade = 1 - ended.fade;
        next->fade_rate = -ended.fade_rate;
        float left = longest_left(actor, source, ended.layer);
        if (left > 0) { // several end: all of them fall as it rises
            left = caper_max(left, fade_left(&ended));
            fade_layer(actor, ended.layer, left);
            begin(next, left);
        }
        advance(actor, next, over, frame);
    }
}

/// The sources that play, by layer and then in order of starting.
static void list_playing(caper_actor *actor)
{
    while (actor->slot_count > 0 && actor->sources[actor->slot_count - 1].id == 0) {
        actor->slot_count--;
    }
    actor->playing_count = 0;
    for (int i = 0; i < actor->slot_count; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id == 0 || s->waiting) {
            continue;
        }
        int at = actor->playing_count++;
        for (; at > 0; at--) {
            caperi_source *p = actor->playing[at - 1];
            if (p->layer < s->layer || (p->layer == s->layer && p->order < s->order)) {
                break;
            }
            actor->playing[at] = p;
        }
        actor->playing[at] = s;
    }
}

void caperi_sources_advance(caper_actor *actor, float dt, const caper_world_frame *frame)
{
    // In order of starting, so that what comes first is heard first and slots do not matter. What
    // begins meanwhile has been moved on by the one that it follows.
    caperi_source *live[CAPER_MAX_SOURCES];
    int count = 0;
    for (int i = 0; i < actor->slot_count; i++) {
        caperi_source *s = &actor->sources[i];
        if (s->id == 0 || s->waiting) {
            continue;
        }
        int at = count++;
        for (; at > 0 && live[at - 1]->order > s->order; at--) {
            live[at] = live[at - 1];
        }
        live[at] = s;
    }
    actor->event_count = 0;
    actor->cut_count = 0;
    for (int i = 0; i < count; i++) {
        advance(actor, live[i], dt, frame);
    }
    list_playing(actor);
}
