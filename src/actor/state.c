// SPDX-License-Identifier: MIT
//
// Saving and loading all state of an actor that changes over time. Bytes are of this machine's
// order and of this version: a state is for rewinding, replay and moving an actor within one build,
// not for archives. Loading keeps the old state aside and puts it back when the bytes turn out bad.
#include "actor/actor.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define MAGIC 0x43415035u // "CAP5"

// ------------------------------------------------------------------------------------ writing

/// Writes into `out` while there is room, and counts all the same.
typedef struct sink {
    char *out;
    size_t size, used;
} sink;

static void put(sink *s, const void *bytes, size_t size)
{
    if (s->used + size <= s->size && size > 0) {
        memcpy(s->out + s->used, bytes, size);
    }
    s->used += size;
}

static void put_u32(sink *s, uint32_t value)
{
    put(s, &value, sizeof value);
}

static void put_text(sink *s, const char *text)
{
    put_u32(s, (uint32_t)strlen(text));
    put(s, text, strlen(text));
}

/// The numbers of a source that are saved as they are.
typedef struct source_record {
    double time, before;
    float weight, speed, fade, fade_rate, top, fade_out;
    uint32_t id, order;
    int32_t variant, layer, loops;
    uint8_t waiting, additive, ending, masked, hold, played, jumped, unused;
} source_record;

/// State of a kind: its size, and its bytes where there is room.
static void put_kind(sink *s, const caper_source_kind *kind, const void *self)
{
    size_t size = kind->save ? kind->save(self, NULL, 0) : 0;
    put_u32(s, (uint32_t)size);
    if (size > 0 && s->used + size <= s->size) {
        kind->save(self, s->out + s->used, size);
    }
    s->used += size;
}

static void put_source(sink *s, const caperi_source *source, int body_count)
{
    source_record r;
    memset(&r, 0, sizeof r);
    r.time = source->time;
    r.before = source->before;
    r.weight = source->weight;
    r.speed = source->speed;
    r.fade = source->fade;
    r.fade_rate = source->fade_rate;
    r.top = source->top;
    r.fade_out = source->fade_out;
    r.id = source->id;
    r.order = source->order;
    r.variant = source->variant;
    r.layer = source->layer;
    r.loops = source->loops;
    r.jumped = source->jumped;
    r.waiting = source->waiting;
    r.additive = source->additive;
    r.ending = source->ending;
    r.hold = source->hold;
    r.played = source->played;
    r.masked = source->mask != NULL;
    put(s, &r, sizeof r);
    put_text(s, source->kind->name);
    put_text(s, source->name);
    if (source->mask) {
        put(s, source->mask, (size_t)body_count * sizeof(float));
    }
    put_kind(s, source->kind, source->self);
}

static void put_stages(sink *s, const caper_actor *actor)
{
    put_u32(s, (uint32_t)actor->stage_count);
    for (int i = 0; i < actor->stage_count; i++) {
        const caper_actor_stage *stage = &actor->stages[i];
        size_t size = stage->save ? stage->save(stage->state, NULL, 0) : 0;
        put_text(s, stage->name);
        put_u32(s, (uint32_t)size);
        if (size > 0 && s->used + size <= s->size) {
            stage->save(stage->state, s->out + s->used, size);
        }
        s->used += size;
    }
}

static void put_actor(sink *s, const caper_actor *actor)
{
    const caper_character *c = actor->character;
    put_u32(s, MAGIC);
    put_u32(s, (uint32_t)c->body_count);
    put_text(s, c->name);
    put(s, &actor->root, sizeof actor->root);
    put(s, &actor->last_root, sizeof actor->last_root);
    put(s, &actor->rate, sizeof actor->rate);
    put_u32(s, actor->last_id);
    put_u32(s, actor->last_order);
    uint32_t count = 0;
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        count += actor->sources[i].id != 0;
    }
    put_u32(s, count);
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        if (actor->sources[i].id != 0) {
            put_source(s, &actor->sources[i], c->body_count);
        }
    }
    put(s, actor->targets, sizeof actor->targets);
    put(s, &actor->lift, sizeof actor->lift);
    put(s, &actor->rise, sizeof actor->rise);
    put(s, &actor->lean, sizeof actor->lean);
    put(s, &actor->lean_rate, sizeof actor->lean_rate);
    put(s, &actor->fall, sizeof actor->fall);
    put(s, actor->apart, (size_t)c->body_count * sizeof *actor->apart);
    put(s, actor->apart_rate, (size_t)c->body_count * sizeof *actor->apart_rate);
    put_u32(s, (uint32_t)actor->contact_count);
    for (int i = 0; i < actor->contact_count; i++) {
        put_u32(s, (uint32_t)actor->contacts[i].body);
        put_u32(s, actor->contacts[i].holds);
        put(s, &actor->contacts[i].world, sizeof actor->contacts[i].world);
        put(s, &actor->holds[i], sizeof actor->holds[i]);
    }
    put(s, actor->local.bodies, (size_t)c->body_count * sizeof(caper_transform));
    put(s, actor->local.deforms, (size_t)c->deform_count * sizeof(float));
    put_u32(s, actor->jiggle != NULL);
    if (actor->jiggle) {
        size_t left = s->used < s->size ? s->size - s->used : 0;
        s->used += caper_jiggle_save(actor->jiggle, left > 0 ? s->out + s->used : NULL, left);
    }
    put_stages(s, actor);
}

size_t caper_actor_save(const caper_actor *actor, void *out, size_t size)
{
    sink s = {NULL, 0, 0};
    put_actor(&s, actor);
    if (out && s.used <= size) {
        s = (sink){out, size, 0};
        put_actor(&s, actor);
    }
    return s.used;
}

// ------------------------------------------------------------------------------------ reading

/// Reads bytes in order; once it has failed it stays so and gives zeros.
typedef struct tap {
    const char *bytes;
    size_t size, used;
    bool failed;
    bool trusted; // our own bytes, taken back: numbers are what they are
} tap;

static void take(tap *t, void *out, size_t size)
{
    if (t->failed || size > t->size - t->used) {
        t->failed = true;
        memset(out, 0, size);
        return;
    }
    if (size > 0) {
        memcpy(out, t->bytes + t->used, size);
    }
    t->used += size;
}

static const char *skip(tap *t, size_t size)
{
    if (t->failed || size > t->size - t->used) {
        t->failed = true;
        return NULL;
    }
    t->used += size;
    return t->bytes + t->used - size;
}

static uint32_t take_u32(tap *t)
{
    uint32_t value;
    take(t, &value, sizeof value);
    return value;
}

static void take_text(tap *t, char *out, size_t size)
{
    uint32_t length = take_u32(t);
    out[0] = 0;
    if (length >= size) {
        t->failed = true;
        return;
    }
    take(t, out, length);
    out[length] = 0;
}

static bool good_record(const source_record *r, const caperi_source *s)
{
    // times are doubles, and may be as long as updates have made them
    const float numbers[6] = {r->weight, r->speed, r->fade, r->fade_rate, r->top, r->fade_out};
    for (int i = 0; i < 6; i++) {
        if (!(fabsf(numbers[i]) <= CAPERI_FAR)) {
            return false;
        }
    }
    if (!isfinite(r->time) || !isfinite(r->before)) {
        return false;
    }
    return r->id != 0 && r->layer >= 0 && r->layer < CAPER_MAX_LAYERS && r->loops >= 0 &&
           r->time >= 0 && r->weight >= 0 && r->weight <= 1 && r->speed >= 0 && r->fade >= 0 &&
           r->fade <= 1 && r->top >= 0 && r->top <= 1 && r->fade_out >= 0 &&
           (!r->ending || r->fade_rate < 0) && !(r->waiting && r->ending) &&
           (!s->motion || (r->variant >= 0 && r->variant < s->binding->variant_count));
}

/// No two sources have one id or one place in the order.
static bool is_new(const caper_actor *actor, const source_record *r)
{
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id != 0 && (s->id == r->id || s->order == r->order)) {
            return false;
        }
    }
    return r->id <= actor->last_id && r->order > 0 && r->order <= actor->last_order;
}

/// What a state says of a source.
typedef struct saved_source {
    source_record record;
    char kind[CAPERI_NAME_SIZE], name[CAPERI_NAME_SIZE];
    const float *mask;
    const char *bytes; // of the kind
    size_t size;
} saved_source;

/// Ask the caller what a source plays.
static bool find_source(const saved_source *saved, const caper_source_finder *finder,
                        caper_play_def *def, caper_error *error)
{
    // below 0 would ask for the nearest
    int variant = saved->record.variant >= 0 ? saved->record.variant : INT_MAX;
    *def = caper_play_def_default();
    bool found = finder->find && finder->find(finder->user, saved->kind, saved->name, def);
    const char *kind = !found        ? ""
                       : def->motion ? "motion"
                       : def->clip   ? "clip"
                       : def->gait   ? "walk"
                       : def->puppet ? "puppet"
                       : def->kind   ? def->kind->name
                                     : "";
    def->variant = variant;
    def->mask = saved->mask;
    def->name = saved->name;
    return (kind[0] && strcmp(kind, saved->kind) == 0) ||
           caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                           "the state plays the %s '%s', which was not found", saved->kind,
                           saved->name);
}

static bool load_kind(const caperi_source *s, const saved_source *saved, caper_error *error)
{
    return s->kind->load ? s->kind->load(s->self, saved->bytes, saved->size, error)
                         : saved->size == 0;
}

/// What a source plays, found again by name, and its numbers.
static bool revive(caper_actor *actor, const saved_source *saved, const caper_source_finder *finder,
                   caper_error *error)
{
    const source_record *r = &saved->record;
    caper_play_def def;
    if (!find_source(saved, finder, &def, error)) {
        return false;
    }
    caperi_source *s = caperi_source_open(actor, &def, error);
    if (!s) {
        return false;
    }
    caper_error why = {0};
    if (!good_record(r, s) || !is_new(actor, r) || !load_kind(s, saved, &why)) {
        caperi_source_give_back(actor, s);
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "the state of '%s': %s",
                               saved->name,
                               why.message[0] ? why.message : "it has numbers out of range");
    }
    s->time = r->time;
    s->before = r->before;
    s->weight = r->weight;
    s->speed = r->speed;
    s->fade = r->fade;
    s->fade_rate = r->fade_rate;
    s->top = r->top;
    s->fade_out = r->fade_out;
    s->order = r->order;
    s->variant = r->variant;
    s->layer = r->layer;
    s->loops = r->loops;
    s->waiting = r->waiting;
    s->additive = r->additive;
    s->ending = r->ending;
    s->hold = r->hold;
    s->played = r->played;
    s->jumped = r->jumped;
    s->id = r->id;
    return true;
}

static bool take_sources(tap *t, caper_actor *actor, const caper_source_finder *finder,
                         caper_error *error)
{
    uint32_t count = take_u32(t);
    size_t mask_size = (size_t)actor->character->body_count * sizeof(float);
    for (uint32_t i = 0; i < count && !t->failed; i++) {
        saved_source saved;
        take(t, &saved.record, sizeof saved.record);
        take_text(t, saved.kind, sizeof saved.kind);
        take_text(t, saved.name, sizeof saved.name);
        // The bytes of a mask need not be aligned: the sample pose has room for a copy.
        float *mask = saved.record.masked ? (float *)(void *)actor->sample.bodies : NULL;
        if (mask) {
            take(t, mask, mask_size);
        }
        saved.mask = mask;
        saved.size = take_u32(t);
        saved.bytes = skip(t, saved.size);
        if (t->failed || i >= CAPER_MAX_SOURCES) {
            t->failed = true;
            break;
        }
        for (int k = 0; mask && k < actor->character->body_count; k++) {
            t->failed = t->failed || !(mask[k] >= 0 && mask[k] <= 1e6f);
        }
        if (t->failed || !revive(actor, &saved, finder, error)) {
            return false;
        }
    }
    return !t->failed;
}

static bool finite_floats(const void *bytes, size_t size)
{
    for (size_t i = 0; i + sizeof(float) <= size; i += sizeof(float)) {
        float value;
        memcpy(&value, (const char *)bytes + i, sizeof value);
        if (!isfinite(value)) {
            return false;
        }
    }
    return true;
}

/// Bodies that may stand: the feet come first in every state, others where sources named them.
static void take_contacts(tap *t, caper_actor *actor)
{
    const caper_character *c = actor->character;
    uint32_t count = take_u32(t);
    t->failed = t->failed || count > (uint32_t)actor->contact_capacity;
    memset(actor->contact_of, 0xff, (size_t)c->body_count * sizeof *actor->contact_of);
    actor->contact_count = 0;
    for (uint32_t i = 0; i < count && !t->failed; i++) {
        uint32_t body = take_u32(t), holds = take_u32(t);
        caperi_stand *hold = &actor->holds[i];
        caper_transform world;
        take(t, &world, sizeof world);
        take(t, hold, sizeof *hold);
        bool good = body < (uint32_t)c->body_count && actor->contact_of[body] < 0 && holds <= 1 &&
                    hold->since >= 0 && hold->since < CAPERI_FAR && caperi_is_place(world) &&
                    caper_stance_is_valid(&hold->stance) && caper_latch_is_valid(&hold->latch) &&
                    caperi_is_near(hold->latch.offset) && caperi_is_near(hold->latch.anchor);
        t->failed = t->failed || (!t->trusted && !good);
        if (!t->failed) {
            memset(&actor->contacts[i], 0, sizeof actor->contacts[i]);
            memset(&actor->layer_votes[i], 0, sizeof actor->layer_votes[i]);
            actor->contacts[i].body = (int)body;
            actor->contacts[i].holds = holds != 0;
            actor->contacts[i].since = hold->since;
            actor->contacts[i].world = world;
            actor->contact_of[body] = (int16_t)actor->contact_count++;
        }
    }
}

static bool is_fall(const caperi_fall_state *f)
{
    return fabsf(f->height) < CAPERI_FAR && fabsf(f->speed) < CAPERI_FAR &&
           fabsf(f->above) < CAPERI_FAR && fabsf(f->above_rate) < CAPERI_FAR && f->known >= 0 &&
           f->known <= CAPERI_FALL_KNOWN && f->lasts >= 0 && f->lasts < CAPERI_FAR &&
           fabsf(f->since) < CAPERI_FAR && fabsf(f->from) < CAPERI_FAR &&
           fabsf(f->to) < CAPERI_FAR && fabsf(f->land) < CAPERI_FAR && f->since <= f->lasts &&
           f->pace >= 0 && f->pace < CAPERI_FAR && (f->pace > 0 || !(f->lasts > 0));
}

static bool take_rest(tap *t, caper_actor *actor)
{
    const caper_character *c = actor->character;
    take(t, actor->targets, sizeof actor->targets);
    for (int i = 0; i < CAPER_MAX_TARGETS; i++) {
        caperi_actor_target *target = &actor->targets[i];
        bool named = target->name[0] != 0;
        t->failed = t->failed || !memchr(target->name, 0, sizeof target->name) ||
                    (!t->trusted && named && !caperi_is_place(target->transform));
    }
    take(t, &actor->lift, sizeof actor->lift);
    take(t, &actor->rise, sizeof actor->rise);
    take(t, &actor->lean, sizeof actor->lean);
    take(t, &actor->lean_rate, sizeof actor->lean_rate);
    take(t, &actor->fall, sizeof actor->fall);
    take(t, actor->apart, (size_t)c->body_count * sizeof *actor->apart);
    take(t, actor->apart_rate, (size_t)c->body_count * sizeof *actor->apart_rate);
    actor->goes_apart = true; // the next update finds out
    for (int i = 0; i < c->body_count; i++) {
        t->failed = t->failed || (!t->trusted && !(caperi_is_near(actor->apart[i]) &&
                                                   caperi_is_near(actor->apart_rate[i])));
    }
    t->failed =
        t->failed ||
        (!t->trusted && !(fabsf(actor->lift) < CAPERI_FAR && caperi_is_near(actor->rise.value) &&
                          caperi_is_near(actor->rise.velocity) &&
                          caperi_is_near(actor->rise.target) && caperi_is_near(actor->lean) &&
                          caperi_is_near(actor->lean_rate) && is_fall(&actor->fall)));
    take_contacts(t, actor);
    take(t, actor->local.bodies, (size_t)c->body_count * sizeof(caper_transform));
    take(t, actor->local.deforms, (size_t)c->deform_count * sizeof(float));
    t->failed = t->failed ||
                (!t->trusted && !caperi_are_places(actor->local.bodies, c->body_count)) ||
                (!t->trusted &&
                 !finite_floats(actor->local.deforms, (size_t)c->deform_count * sizeof(float)));
    bool jiggles = take_u32(t) != 0;
    if (t->failed || jiggles != (actor->jiggle != NULL)) {
        return false;
    }
    if (jiggles) {
        size_t size = caper_jiggle_save(actor->jiggle, NULL, 0);
        const char *bytes = skip(t, size);
        return bytes && caper_jiggle_load(actor->jiggle, bytes, size, NULL);
    }
    return true;
}

static bool take_stages(tap *t, caper_actor *actor, caper_error *error)
{
    if (take_u32(t) != (uint32_t)actor->stage_count) {
        return false;
    }
    for (int i = 0; i < actor->stage_count; i++) {
        const caper_actor_stage *stage = &actor->stages[i];
        char name[256];
        take_text(t, name, sizeof name);
        size_t size = take_u32(t);
        const char *bytes = skip(t, size);
        if (!bytes || strcmp(name, stage->name) != 0 ||
            (size > 0 && (!stage->load || !stage->load(stage->state, bytes, size, error)))) {
            return false;
        }
    }
    return !t->failed && t->used == t->size;
}

static bool take_actor(tap *t, caper_actor *actor, const caper_source_finder *finder,
                       caper_error *error)
{
    char name[256];
    bool known = take_u32(t) == MAGIC && take_u32(t) == (uint32_t)actor->character->body_count;
    take_text(t, name, sizeof name);
    if (!known || t->failed || strcmp(name, actor->character->name) != 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "these bytes are not a state of '%s'", actor->character->name);
    }
    take(t, &actor->root, sizeof actor->root);
    take(t, &actor->last_root, sizeof actor->last_root);
    take(t, &actor->rate, sizeof actor->rate);
    actor->last_id = take_u32(t);
    actor->last_order = take_u32(t);
    t->failed = t->failed || !caperi_is_good_root(actor->root) ||
                !caperi_is_good_root(actor->last_root) || !caperi_is_good_root(actor->rate);
    if (error) {
        error->status = CAPER_OK;
    }
    bool good = !t->failed && take_sources(t, actor, finder, error) && take_rest(t, actor) &&
                take_stages(t, actor, error);
    if (!good && (!error || error->status == CAPER_OK)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the state of '%s' is cut off or damaged", actor->character->name);
    }
    return good;
}

static void forget_sources(caper_actor *actor)
{
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        caperi_source_clear(actor, &actor->sources[i]);
    }
}

/// Instances that are the caller's may have taken a state before a later one was refused.
static void give_back_sources(tap *back, caper_actor *actor)
{
    uint32_t count = take_u32(back);
    char name[256];
    for (uint32_t i = 0; i < count; i++) {
        source_record r;
        take(back, &r, sizeof r);
        take_text(back, name, sizeof name);
        take_text(back, name, sizeof name);
        skip(back, r.masked ? (size_t)actor->character->body_count * sizeof(float) : 0);
        size_t size = take_u32(back);
        const char *bytes = skip(back, size);
        caperi_source *source = caperi_actor_find(actor, r.id);
        if (source && bytes && source->kind->load) {
            source->kind->load(source->self, bytes, size, NULL);
        }
    }
}

bool caper_actor_load(caper_actor *actor, const void *bytes, size_t size,
                      const caper_source_finder *finder, caper_error *error)
{
    CAPER_ASSERT(actor && finder);
    if (!actor || !finder) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "an actor and a finder are needed to load a state");
    }
    // Keep what is there: a state of its own, and the slots as they are.
    size_t backup_size = caper_actor_save(actor, NULL, 0);
    void *backup = caper_alloc(&actor->allocator, backup_size, 16);
    if (!backup || caper_actor_save(actor, backup, backup_size) != backup_size) {
        caper_free(&actor->allocator, backup, backup_size);
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a state");
    }
    caperi_source slots[CAPER_MAX_SOURCES];
    memcpy(slots, actor->sources, sizeof slots);
    caper_source last_id = actor->last_id;
    uint32_t last_order = actor->last_order;
    memset(actor->sources, 0, sizeof actor->sources);
    tap t = {bytes, size, 0, false, false};
    bool good = take_actor(&t, actor, finder, error);
    if (good) {
        caperi_source now[CAPER_MAX_SOURCES];
        memcpy(now, actor->sources, sizeof now);
        memcpy(actor->sources, slots, sizeof slots);
        forget_sources(actor);
        memcpy(actor->sources, now, sizeof now);
        actor->event_count = actor->goal_count = 0; // of an update that never was
        actor->way = (caper_root){0, 0, 0, 0};
    } else {
        for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
            caperi_source_give_back(actor, &actor->sources[i]);
        }
        // Everything but the sources comes back from the backup, these from their slots.
        tap back = {backup, backup_size, 0, false, true};
        char name[256];
        take_u32(&back);
        take_u32(&back);
        take_text(&back, name, sizeof name);
        take(&back, &actor->root, sizeof actor->root);
        take(&back, &actor->last_root, sizeof actor->last_root);
        take(&back, &actor->rate, sizeof actor->rate);
        take_u32(&back);
        take_u32(&back);
        memcpy(actor->sources, slots, sizeof slots);
        give_back_sources(&back, actor);
        take_rest(&back, actor);
        take_stages(&back, actor, NULL);
        actor->last_id = last_id;
        actor->last_order = last_order;
    }
    actor->slot_count = CAPER_MAX_SOURCES; // until the next update looks
    actor->target_slots = CAPER_MAX_TARGETS;
    caper_pose_to_model(&actor->character->skeleton, &actor->local, NULL, &actor->model);
    caper_free(&actor->allocator, backup, backup_size);
    return good;
}
