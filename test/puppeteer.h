// SPDX-License-Identifier: MIT
//
// A performer on a puppet, frame by frame: an actor that plays nothing else, at the performer's own
// place. For tests and benches.
#ifndef CAPER_TEST_PUPPETEER_H
#define CAPER_TEST_PUPPETEER_H

#include "caper/actor.h"

#include <stdlib.h>

typedef struct puppeteer {
    caper_puppet_def def;
    caper_actor *actor;
    caper_source source;
} puppeteer;

static inline void puppeteer_close(puppeteer *p)
{
    if (p) {
        caper_actor_destroy(p->actor);
        free(p);
    }
}

/// NULL with an error.
static inline puppeteer *puppeteer_open(const caper_puppet_def *def, caper_error *error)
{
    puppeteer *p = calloc(1, sizeof *p);
    caper_actor_def actor = caper_actor_def_default();
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = 0;
    actor.character = def->character;
    actor.world = def->world;
    actor.allocator = def->allocator;
    actor.jiggle = &jiggle;
    caper_play_def play = caper_play_def_default();
    play.fade_in = 0;
    if (p) {
        p->def = *def;
        p->def.own_place = true;
        play.puppet = &p->def;
        p->actor = caper_actor_create(&actor, error);
        p->source = p->actor ? caper_actor_play(p->actor, &play, error) : 0;
    }
    if (!p || !p->source) {
        puppeteer_close(p);
        p = NULL;
    }
    return p;
}

/// One frame; `local` (may be NULL) receives the pose, placed in the world by its topmost bodies.
static inline bool puppeteer_frame(puppeteer *p, const caper_pose *seen,
                                   const caper_transform *root, const caper_world_frame *frame,
                                   float dt, caper_pose *local)
{
    caper_performance performance = {seen, root, NULL};
    if (!caper_actor_perform(p->actor, p->source, &performance) ||
        !caper_actor_update(p->actor, dt, frame)) {
        return false;
    }
    const caper_character *c = p->def.character;
    caper_transform at = caper_root_transform(caper_actor_root(p->actor));
    for (int i = 0; local && i < c->body_count; i++) {
        caper_transform t = caper_actor_local(p->actor)->bodies[i];
        local->bodies[i] = c->bodies[i].parent < 0 ? caper_transform_mul(at, t) : t;
    }
    return true;
}

static inline const caper_puppet_report *puppeteer_last(const puppeteer *p)
{
    return caper_actor_puppet(p->actor, p->source);
}

static inline bool puppeteer_find(void *user, const char *kind, const char *name,
                                  caper_play_def *def)
{
    (void)kind;
    (void)name;
    def->puppet = &((puppeteer *)user)->def;
    return true;
}

static inline size_t puppeteer_save(const puppeteer *p, void *out, size_t size)
{
    return caper_actor_save(p->actor, out, size);
}

static inline bool puppeteer_load(puppeteer *p, const void *bytes, size_t size)
{
    caper_source_finder finder = {puppeteer_find, p};
    return caper_actor_load(p->actor, bytes, size, &finder, NULL);
}

/// A whole clip of the performer, the way over the ground in the bodies; it does not say what
/// stands, so that a judge finds that out. def->floor is set to the clip's. NULL: it does not go.
static inline caper_clip *puppeteer_clip(caper_puppet_def *def, const caper_clip *clip)
{
    caper_floor_estimate(def->performer, clip, NULL, &def->floor, NULL);
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = def->performer;
    job.onto = def->character;
    job.method = (caper_retarget_method)(CAPER_RETARGET_IMPORTANCE + def->method);
    job.puppet = *def;
    job.floor = def->floor;
    job.stiff = job.bake_root = true;
    caper_clip *made = caper_retarget(&job, NULL), *silent = NULL;
    size_t bodies = (size_t)def->character->body_count;
    caper_transform *frames =
        made ? malloc((size_t)made->frame_count * bodies * sizeof *frames) : NULL;
    for (int i = 0; frames && i < made->frame_count; i++) {
        caper_pose pose = {&frames[(size_t)i * bodies], NULL, (int)bodies, 0};
        caper_clip_sample(made, (float)i / made->rate, NULL, &pose);
    }
    if (frames) {
        caper_clip_def out = caper_clip_def_default();
        out.name = made->name;
        out.skeleton = &def->character->skeleton;
        out.rate = made->rate;
        out.frame_count = made->frame_count;
        out.frames = frames;
        silent = caper_clip_create(&out, NULL);
    }
    free(frames);
    caper_clip_destroy(made);
    return silent;
}

#endif
