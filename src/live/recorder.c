// SPDX-License-Identifier: MIT
//
// A clip of a performer. The recorder asks for the pose at each time n / rate since its start, as
// soon as that time has passed, so frames are even however unevenly it is called, as long as it is
// called within the time that the receiver remembers. Memory doubles up to the limit.
#include "live/wire.h"

#include <string.h>

#define FIRST_ROOM 256  // frames
#define MAX_BEHIND 0.25 // seconds after which frames would only repeat what is remembered

struct caper_live_recorder {
    caper_allocator allocator;
    caper_live_person person;
    char name[CAPER_LIVE_MAX_NAME];
    double rate, start;
    bool started;
    int count, room, limit;
    caper_transform *bodies; // room x body_count
    float *deforms;          // room x deform_count
    caper_root *roots;
};

caper_live_recorder_def caper_live_recorder_def_default(void)
{
    return (caper_live_recorder_def){
        .rate = 60, .max_seconds = 600, .name = "live", .cookie = CAPER_DEF_COOKIE};
}

static bool check_def(const caper_live_recorder_def *def, caper_error *error)
{
    const char *wrong = NULL;
    if (!def->character)
        wrong = "there is no character to record on";
    else if (!(def->rate >= 1 && def->rate <= 1000))
        wrong = "the rate is not within 1 .. 1000 frames a second";
    else if (!(def->max_seconds > 0 && def->max_seconds <= 86400))
        wrong = "the limit is not within 0 .. 86400 seconds";
    if (wrong)
        return caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0, "%s", wrong);
    double cells = (double)def->character->body_count + (double)def->character->deform_count;
    if (cells * (double)def->max_seconds * (double)def->rate > CAPER_CLIP_MAX_TRANSFORMS)
        return caper_error_set(error, CAPER_ERROR_LIMIT, "live", 0, 0,
                               "%.0f seconds at %.0f Hz are more than a clip can hold",
                               (double)def->max_seconds, (double)def->rate);
    return true;
}

caper_live_recorder *caper_live_recorder_create(const caper_live_recorder_def *def,
                                                caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                        "the def was not made by caper_live_recorder_def_default");
        return NULL;
    }
    caper_live_person person;
    if (!check_def(def, error) || !caper_live_person_make(def->character, def->map, &person, error))
        return NULL;
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_live_recorder *r = caper_alloc_zero(&allocator, sizeof *r, _Alignof(caper_live_recorder));
    if (!r) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "live", 0, 0, "there is no memory");
        return NULL;
    }
    r->allocator = allocator;
    r->person = person;
    r->rate = (double)def->rate;
    r->limit = (int)((double)def->max_seconds * r->rate) + 1;
    strncpy(r->name, def->name ? def->name : "live", sizeof r->name - 1);
    return r;
}

static void free_frames(caper_live_recorder *r)
{
    const caper_character *c = r->person.person.character;
    size_t room = (size_t)r->room;
    caper_free(&r->allocator, r->bodies, room * (size_t)c->body_count * sizeof *r->bodies);
    caper_free(&r->allocator, r->deforms, room * (size_t)c->deform_count * sizeof *r->deforms);
    caper_free(&r->allocator, r->roots, room * sizeof *r->roots);
}

void caper_live_recorder_destroy(caper_live_recorder *r)
{
    if (!r)
        return;
    free_frames(r);
    caper_allocator allocator = r->allocator;
    caper_free(&allocator, r, sizeof *r);
}

static bool grow(caper_live_recorder *r)
{
    const caper_character *c = r->person.person.character;
    caper_live_recorder bigger = *r;
    bigger.room = r->room ? 2 * r->room : FIRST_ROOM;
    if (bigger.room > r->limit)
        bigger.room = r->limit;
    size_t bodies = (size_t)c->body_count, deforms = (size_t)c->deform_count;
    size_t room = (size_t)bigger.room, count = (size_t)r->count;
    bigger.bodies = caper_alloc(&r->allocator, room * bodies * sizeof *r->bodies, 16);
    bigger.deforms = caper_alloc(&r->allocator, room * deforms * sizeof *r->deforms, 16);
    bigger.roots = caper_alloc(&r->allocator, room * sizeof *r->roots, 16);
    if (!bigger.bodies || !bigger.deforms || !bigger.roots) {
        free_frames(&bigger);
        return false;
    }
    if (count > 0) {
        memcpy(bigger.bodies, r->bodies, count * bodies * sizeof *r->bodies);
        memcpy(bigger.deforms, r->deforms, count * deforms * sizeof *r->deforms);
        memcpy(bigger.roots, r->roots, count * sizeof *r->roots);
    }
    free_frames(r);
    *r = bigger;
    return true;
}

/// Yaw as a number that does not jump, as root tracks have it.
static float near_yaw(float yaw, float before)
{
    return before + caper_wrap_angle(yaw - before);
}

bool caper_live_recorder_update(caper_live_recorder *r, const caper_live_receiver *receiver,
                                caper_performer performer, double now)
{
    const caper_character *c = r->person.person.character;
    caper_live_pose unused;
    if (!caper_live_receiver_pose(receiver, performer, now, &unused, NULL))
        return true; // nothing to take yet
    if (!r->started) {
        r->started = true;
        r->start = now;
    }
    // after a long pause go on from now instead of repeating
    if (now - (r->start + r->count / r->rate) > MAX_BEHIND)
        r->start = now - r->count / r->rate;
    while (r->start + r->count / r->rate <= now) {
        if (r->count == r->limit || (r->count == r->room && !grow(r)))
            return false;
        size_t n = (size_t)r->count;
        caper_pose local = {r->bodies + n * (size_t)c->body_count,
                            r->deforms + n * (size_t)c->deform_count, c->body_count,
                            c->deform_count};
        if (c->deform_count > 0)
            memset(local.deforms, 0, (size_t)c->deform_count * sizeof *local.deforms);
        caper_live_receiver_frame(receiver, performer, r->start + r->count / r->rate, &r->person,
                                  &local, &r->roots[n]);
        if (n > 0)
            r->roots[n].yaw = near_yaw(r->roots[n].yaw, r->roots[n - 1].yaw);
        r->count++;
    }
    return true;
}

int caper_live_recorder_frame_count(const caper_live_recorder *recorder)
{
    return recorder->count;
}

caper_clip *caper_live_recorder_clip(const caper_live_recorder *r, caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = r->name;
    def.skeleton = &r->person.person.character->skeleton;
    def.rate = (float)r->rate;
    def.frame_count = r->count;
    def.frames = r->bodies;
    def.roots = r->roots;
    def.deforms = r->person.person.character->deforms;
    def.deform_count = r->person.person.character->deform_count;
    def.deform_frames = def.deform_count > 0 ? r->deforms : NULL;
    def.source = "live";
    def.allocator = &r->allocator;
    if (r->count == 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0, "nothing was recorded");
        return NULL;
    }
    return caper_clip_create(&def, error);
}
