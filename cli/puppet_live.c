// SPDX-License-Identifier: MIT
// caper puppet from the network: each tick the performer's pose becomes the puppet's, which is sent
// on and recorded.
#include "puppet_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if CAPER_LIVE

#define DEFAULT_RATE 60.0

typedef struct live_puppet {
    const cli_puppet_live *job;
    caper_puppet *puppet;
    caper_live_sender *sender;
    caper_pose local;
    caper_transform *frames; // count x body_count
    int count, room;
    double rate, last;
    bool full;
} live_puppet;

static bool begin(void *user, const caper_character *performer, caper_error *error)
{
    live_puppet *p = user;
    caper_puppet_def def = p->job->def;
    def.performer = performer;
    p->puppet = caper_puppet_create(&def, error);
    return p->puppet != NULL;
}

static void end(void *user)
{
    live_puppet *p = user;
    caper_puppet_destroy(p->puppet);
    p->puppet = NULL;
}

// What is recorded doubles its room up to what a clip can hold.
static bool keep(live_puppet *p)
{
    int bodies = p->local.body_count, most = CAPER_CLIP_MAX_TRANSFORMS / bodies;
    if (p->count == p->room) {
        int room = p->room ? 2 * p->room : 256;
        room = room < most ? room : most;
        caper_transform *more =
            room > p->room ? realloc(p->frames, (size_t)room * (size_t)bodies * sizeof *p->frames)
                           : NULL;
        if (!more) {
            return false;
        }
        p->frames = more;
        p->room = room;
    }
    memcpy(p->frames + (size_t)p->count * (size_t)bodies, p->local.bodies,
           (size_t)bodies * sizeof *p->frames);
    p->count++;
    return true;
}

static bool tick(void *user, const caper_pose *performer_local, caper_root root, double time)
{
    live_puppet *p = user;
    caper_transform place = caper_root_transform(root);
    float dt = (float)(time - p->last);
    p->last = time;
    caper_puppet_update(p->puppet, performer_local, &place, NULL, dt, &p->local);
    if (p->sender) {
        caper_live_sender_send(p->sender, &p->local, (caper_root){0, 0, 0, 0}, caper_live_now());
    }
    if (p->job->out && !p->full) {
        p->full = !keep(p);
    }
    return !p->full;
}

// The way over the ground becomes the root track, as clips have it.
static bool save(const live_puppet *p, caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = "live";
    def.skeleton = &p->job->def.character->skeleton;
    def.rate = (float)p->rate;
    def.frame_count = p->count;
    def.frames = p->frames;
    caper_clip *clip = p->count > 0 ? caper_clip_create(&def, error) : NULL;
    if (p->count == 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, p->job->listen, 0, 0, "nothing was performed");
    }
    caper_clip *walk =
        clip ? caper_clip_extract_root(clip, p->job->def.character->root_body, NULL, error) : NULL;
    bool good = walk && cli_save_clip(walk, p->job->def.character, p->job->out, error);
    caper_clip_destroy(walk);
    caper_clip_destroy(clip);
    return good;
}

bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error)
{
    live_puppet p = {.job = job, .rate = job->rate > 0 ? job->rate : DEFAULT_RATE};
    const cli_show show = {.listen = job->listen,
                           .rate = p.rate,
                           .seconds = job->seconds,
                           .user = &p,
                           .begin = begin,
                           .tick = tick,
                           .end = end};
    bool good = true;
    if (job->send) {
        p.sender = cli_live_sender(job->send, job->def.character, 0, error);
        good = p.sender != NULL;
    }
    if (good) {
        p.local = caper_character_pose(job->def.character, NULL);
        good = cli_show_run(&show, error) && (!job->out || save(&p, error));
    }
    caper_live_sender_destroy(p.sender);
    caper_pose_destroy(&p.local, NULL);
    free(p.frames);
    return good;
}

#else

bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error)
{
    const cli_show show = {.listen = job->listen};
    return cli_show_run(&show, error); // says what is missing
}

#endif
