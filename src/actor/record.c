// SPDX-License-Identifier: MIT
//
// An actor run over time becomes a clip: frames, root track, contacts as the actor held them, the
// events of motions as key poses, deforms.
#include "actor/actor.h"

#include <string.h>

// Share of a landing after which a body is on the ground: of 2.5 cm, 2 mm are left, which no gate
// for float sees (METRICS). Set by that, not swept.
#define DOWN 0.9f        // share
#define OFF_PLACE 0.003f // of size, 5 mm of a person: the gate for slip (docs/guide/quality.md)
#define RUN_UP 4.0f // seconds at least that a loop plays before it is recorded: loose parts settle
#define SETTLE_STEPS 3000.0f // at most: a pass of days must not take hours
#define SHORTEST 0.1f // seconds at a size of 1.8 m: what stands for less is no stance (METRICS)

/// A list that grows.
typedef struct pile {
    void *items;
    size_t count, capacity, size; // size: of one
} pile;

struct caper_recorder {
    caper_actor *actor;
    caper_recorder_def def;
    char name[128];
    caper_allocator allocator;
    pile frames, roots, deforms, contacts, keys, names;
    float *since; // by contact of the actor: when it began to stand; below 0: it does not
    int since_count;
};

static bool add(pile *p, const caper_allocator *a, const void *items, size_t count)
{
    if (p->count + count > p->capacity) {
        size_t capacity = 2 * (p->count + count) + 64;
        void *grown = caper_alloc(a, capacity * p->size, 16);
        if (!grown) {
            return false;
        }
        if (p->count > 0) {
            memcpy(grown, p->items, p->count * p->size);
        }
        caper_free(a, p->items, p->capacity * p->size);
        p->items = grown;
        p->capacity = capacity;
    }
    if (count > 0) {
        memcpy((char *)p->items + p->count * p->size, items, count * p->size);
    }
    p->count += count;
    return true;
}

caper_recorder_def caper_recorder_def_default(void)
{
    caper_recorder_def def;
    memset(&def, 0, sizeof def);
    def.rate = 30;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

caper_recorder *caper_recorder_create(const caper_actor *actor, const caper_recorder_def *def,
                                      caper_error *error)
{
    CAPER_ASSERT(actor && def && def->cookie == CAPER_DEF_COOKIE);
    if (!actor || !def || def->cookie != CAPER_DEF_COOKIE || !(def->rate > 0) ||
        !(def->rate <= 1e6f) || !(def->eased >= 0) || !(def->eased <= 1e6f)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a recorder needs an actor, a def from its default function, a rate above "
                        "0, and eased of 0 or more");
        return NULL;
    }
    caper_allocator a = caper_allocator_resolve(def->allocator);
    caper_recorder *r = caper_alloc_zero(&a, sizeof *r, 16);
    int capacity = actor->contact_capacity;
    float *since = caper_alloc(&a, (size_t)(capacity + 1) * sizeof *since, sizeof *since);
    if (!r || !since) {
        caper_free(&a, since, (size_t)(capacity + 1) * sizeof *since);
        caper_free(&a, r, sizeof *r);
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a recorder");
        return NULL;
    }
    r->actor = (caper_actor *)(uintptr_t)actor; // its scratch memory is used, its state is not
    r->def = *def;
    r->allocator = a;
    r->since = since;
    r->since_count = capacity;
    for (int i = 0; i < capacity; i++) {
        since[i] = -1;
    }
    const char *name = def->name ? def->name : actor->character->name;
    size_t length = strlen(name) < sizeof r->name - 1 ? strlen(name) : sizeof r->name - 1;
    memcpy(r->name, name, length);
    r->frames.size = sizeof(caper_transform);
    r->roots.size = sizeof(caper_root);
    r->deforms.size = sizeof(float);
    r->contacts.size = sizeof(caper_contact);
    r->keys.size = sizeof(caper_key_pose);
    r->names.size = 1;
    return r;
}

void caper_recorder_destroy(caper_recorder *r)
{
    if (!r) {
        return;
    }
    caper_allocator a = r->allocator;
    pile *piles[] = {&r->frames, &r->roots, &r->deforms, &r->contacts, &r->keys, &r->names};
    for (int i = 0; i < CAPER_COUNT_OF(piles); i++) {
        caper_free(&a, piles[i]->items, piles[i]->capacity * piles[i]->size);
    }
    caper_free(&a, r->since, (size_t)(r->since_count + 1) * sizeof *r->since);
    caper_free(&a, r, sizeof *r);
}

int caper_recorder_frame_count(const caper_recorder *recorder)
{
    return (int)recorder->roots.count;
}

void caper_recorder_cut(caper_recorder *r, int frame_count)
{
    size_t kept = frame_count > 0 ? (size_t)frame_count : 0;
    if (kept >= r->roots.count) {
        return;
    }
    const caper_pose *local = &r->actor->local;
    float end = kept > 0 ? (float)(kept - 1) / r->def.rate : 0;
    r->roots.count = kept;
    r->frames.count = kept * (size_t)local->body_count;
    r->deforms.count = kept * (size_t)local->deform_count;
    caper_contact *contacts = r->contacts.items;
    size_t left = 0;
    for (size_t i = 0; i < r->contacts.count; i++) {
        if (contacts[i].start < end) {
            contacts[left] = contacts[i];
            contacts[left].end = caper_min(contacts[i].end, end);
            left++;
        }
    }
    r->contacts.count = left;
    for (int i = 0; i < r->since_count; i++) {
        r->since[i] = r->since[i] >= end ? -1 : r->since[i];
    }
    const caper_key_pose *keys = r->keys.items; // by time
    while (r->keys.count > 0 && keys[r->keys.count - 1].time > end) {
        r->keys.count--;
    }
    const char *names = r->names.items;
    r->names.count = 0;
    for (size_t i = 0; i < r->keys.count; i++) {
        r->names.count += strlen(names + r->names.count) + 1;
    }
}

static bool end_contact(caper_recorder *r, int index, float end)
{
    caper_contact contact = {r->actor->contacts[index].body, r->since[index], end};
    float shortest = SHORTEST * sqrtf(r->actor->character->size / 1.8f);
    r->since[index] = -1;
    return !(contact.end - contact.start >= shortest) ||
           add(&r->contacts, &r->allocator, &contact, 1);
}

/// Does a body stand where it is held? One that could not be brought there, or is still on its way
/// down, does not.
static bool really_stands(const caper_actor *actor, int index)
{
    const caper_actor_contact *contact = &actor->contacts[index];
    const caperi_stand *stand = &actor->holds[index];
    if (!stand->free && actor->latch_feet && stand->latch.hold < DOWN) {
        return false;
    }
    caper_transform root = caper_root_transform(actor->root);
    caper_vec3 at = actor->model.bodies[contact->body].position;
    at = caper_transform_mul_point(root, at);
    float most = OFF_PLACE * actor->character->size;
    return contact->holds && caper_vec3_distance(at, contact->world.position) < most;
}

static bool note_contacts(caper_recorder *r, float time)
{
    bool good = true;
    for (int i = 0; i < r->actor->contact_count && i < r->since_count; i++) {
        bool holds = really_stands(r->actor, i);
        if (holds && r->since[i] < 0) {
            r->since[i] = time;
        } else if (!holds && r->since[i] >= 0) {
            good = end_contact(r, i, time - 0.5f / r->def.rate) && good;
        }
    }
    return good;
}

/// Events of motions become key poses, and key poses of clips stay some. Names are kept as offsets
/// until the clip is made: the pile may move.
static bool note_events(caper_recorder *r, float time)
{
    bool good = true;
    for (int i = 0; i < r->actor->event_count; i++) {
        const caper_actor_event *event = &r->actor->events[i];
        const char *name = event->event ? event->event->name : event->key ? event->key->name : NULL;
        if (!name) {
            continue;
        }
        caper_key_pose key;
        memset(&key, 0, sizeof key);
        key.time = time;
        good = good && add(&r->names, &r->allocator, name, strlen(name) + 1) &&
               add(&r->keys, &r->allocator, &key, 1);
    }
    return good;
}

bool caper_recorder_take(caper_recorder *r, caper_error *error)
{
    const caper_actor *actor = r->actor;
    const caper_pose *local = &actor->local;
    double numbers = (double)(r->roots.count + 1) * (local->body_count + local->deform_count);
    if (!(numbers < CAPER_CLIP_MAX_TRANSFORMS)) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, r->name, 0, 0, "%zu frames are too many",
                               r->roots.count + 1);
    }
    float time = (float)r->roots.count / r->def.rate;
    caper_root root = actor->root;
    if (r->roots.count > 0) { // yaw is a number in a clip: no turns by the long way
        const caper_root *last = (const caper_root *)r->roots.items + r->roots.count - 1;
        root.yaw = last->yaw + caper_wrap_angle(root.yaw - last->yaw);
    }
    pile frames = r->frames, deforms = r->deforms;
    bool good = add(&r->frames, &r->allocator, local->bodies, (size_t)local->body_count) &&
                add(&r->deforms, &r->allocator, local->deforms, (size_t)local->deform_count) &&
                note_contacts(r, time) && note_events(r, time) &&
                add(&r->roots, &r->allocator, &root, 1);
    if (!good) { // as if it had not been asked for
        r->frames.count = frames.count;
        r->deforms.count = deforms.count;
    } else if (r->def.journal) {
        caper_journal_add(r->def.journal, local, root); // without it the take is still in memory
    }
    return good || caper_error_set(error, CAPER_ERROR_MEMORY, r->name, 0, 0,
                                   "no memory for frame %zu", r->roots.count);
}

/// Does the root track say anything?
static bool travels(const caper_recorder *r)
{
    const caper_root *roots = r->roots.items, none = {0, 0, 0, 0};
    for (size_t i = 0; i < r->roots.count; i++) {
        if (memcmp(&roots[i], &none, sizeof none) != 0) {
            return true;
        }
    }
    return false;
}

/// Spread what jumps, if that is asked for.
static bool ease(caper_recorder *r)
{
    caperi_ease_job job = {.actor = r->actor,
                           .frames = r->frames.items,
                           .roots = r->roots.items,
                           .frame_count = (int)r->roots.count,
                           .rate = r->def.rate,
                           .size = r->def.eased,
                           .steps = r->def.eases_steps,
                           .contacts = r->contacts.items,
                           .contact_count = (int)r->contacts.count};
    return !(job.size > 0) || job.frame_count == 0 || caperi_ease(&job);
}

caper_clip *caper_recorder_finish(caper_recorder *r, caper_error *error)
{
    const caper_character *c = r->actor->character;
    float last = r->roots.count > 0 ? (float)(r->roots.count - 1) / r->def.rate : 0;
    bool good = true;
    for (int i = 0; i < r->actor->contact_count && i < r->since_count; i++) {
        good = (r->since[i] < 0 || end_contact(r, i, last)) && good;
    }
    good = good && ease(r);
    caper_key_pose *keys = r->keys.items;
    const char *name = r->names.items;
    for (size_t i = 0; i < r->keys.count; i++, name += strlen(name) + 1) {
        keys[i].name = name;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = r->name;
    def.skeleton = &c->skeleton;
    def.rate = r->def.rate;
    def.frame_count = (int)r->roots.count;
    def.frames = r->frames.items;
    def.roots = travels(r) ? r->roots.items : NULL;
    def.deforms = c->deforms;
    def.deform_count = c->deform_count;
    def.deform_frames = c->deform_count > 0 ? r->deforms.items : NULL;
    def.contacts = r->contacts.items;
    def.contact_count = (int)r->contacts.count;
    def.key_poses = keys;
    def.key_pose_count = (int)r->keys.count;
    def.tags = r->def.tags;
    def.tag_count = r->def.tag_count;
    def.loops = r->def.loops;
    def.allocator = &r->allocator;
    if (!good) {
        caper_error_set(error, CAPER_ERROR_MEMORY, r->name, 0, 0,
                        "no memory for frames and contacts");
        return NULL;
    }
    return caper_clip_create(&def, error);
}

// ------------------------------------------------------------------------------------ in one call

caper_record_job caper_record_job_default(void)
{
    caper_record_job job;
    memset(&job, 0, sizeof job);
    job.recorder = caper_recorder_def_default();
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

static bool run(const caper_record_job *job, caper_recorder *recorder, int frames,
                caper_error *error)
{
    float rate = job->recorder.rate, dt = 1 / rate;
    if (job->recorder.loops && frames > 1) {
        dt = job->seconds / (float)(frames - 1); // whole steps: the last frame is the first again
    }
    int settle = (int)caper_min(ceilf(job->settle * rate), SETTLE_STEPS);
    bool led = job->before && settle > 0; // somebody moves it while it settles
    for (int i = 0; i < settle; i++) {
        float step = led ? (i == 0 ? 0 : dt) : job->settle / (float)settle;
        if ((led && !job->before(job->user, job->actor, i - settle, (float)(i - settle) / rate)) ||
            !caper_actor_update(job->actor, step, job->frame)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, recorder->name, 0, 0,
                                   "cannot be played before it is recorded");
        }
    }
    for (int i = 0; i < frames; i++) {
        if (job->before && !job->before(job->user, job->actor, i, (float)i / rate)) {
            return i > 0 || caper_error_set(error, CAPER_ERROR_INVALID, recorder->name, 0, 0,
                                            "ended before its first frame");
        }
        if (!caper_actor_update(job->actor, i == 0 && !led ? 0 : dt, job->frame)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, recorder->name, 0, 0,
                                   "frame %d cannot be solved on '%s'", i,
                                   job->actor->character->name);
        }
        if (!caper_recorder_take(recorder, error)) {
            return false;
        }
        if (!caper_progress_report(job->progress, (double)(i + 1) / frames, "frames")) {
            return caper_error_set(error, CAPER_ERROR_CANCELED, recorder->name, 0, 0, "stopped");
        }
    }
    return true;
}

float caperi_record_run_up(caper_actor *actor, caper_source source, const caper_motion *motion,
                           caper_root at)
{
    caper_source_state state;
    CAPER_ASSERT(actor && motion);
    if (!actor || !motion || !motion->loops || !caper_actor_source(actor, source, &state)) {
        return 0;
    }
    float speed = state.speed > 0 ? state.speed : 1;
    float pass = caper_max(motion->duration / speed, 1e-3f);
    int passes = (int)ceilf(caper_clamp(RUN_UP / pass, 1, 100));
    caper_binding *binding =
        caper_binding_create(motion, caper_actor_character(actor), &actor->allocator, NULL);
    if (!binding) {
        return 0;
    }
    caper_root none = {0, 0, 0, 0};
    caper_root way = caper_motion_travel(binding, state.variant, (float)passes * motion->duration);
    caper_actor_set_root(actor, caper_root_mul(at, caper_root_delta(way, none)));
    caper_binding_destroy(binding);
    return (float)passes * pass;
}

caper_clip *caper_record(const caper_record_job *job, caper_error *error)
{
    CAPER_ASSERT(job && job->cookie == CAPER_DEF_COOKIE && job->actor);
    bool started = job && job->cookie == CAPER_DEF_COOKIE && job->actor;
    if (!started || !(job->seconds >= 0) || !(job->settle >= 0) || !(job->settle < 1e9f)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "recording needs a job from its default function, an actor and a time");
        return NULL;
    }
    double frames = floor((double)job->seconds * (double)job->recorder.rate + 0.5) + 1;
    const caper_character *c = job->actor->character;
    if (!(frames * (c->body_count + c->deform_count) < CAPER_CLIP_MAX_TRANSFORMS)) {
        caper_error_set(error, CAPER_ERROR_LIMIT, job->recorder.name, 0, 0, "too many frames: %g",
                        frames);
        return NULL;
    }
    caper_recorder *recorder = caper_recorder_create(job->actor, &job->recorder, error);
    caper_clip *clip = NULL;
    if (recorder && run(job, recorder, (int)frames, error)) {
        clip = caper_recorder_finish(recorder, error);
    }
    caper_recorder_destroy(recorder);
    return clip;
}
