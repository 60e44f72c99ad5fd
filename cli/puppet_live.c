// SPDX-License-Identifier: MIT
// caper puppet from the network: each tick the performer's pose becomes the puppet's, which is sent
// on and recorded.
#define _POSIX_C_SOURCE 200809L
#include "puppet_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if CAPER_LIVE

#define DEFAULT_RATE 60.0

typedef struct live_puppet {
    const cli_puppet_live *job;
    caper_puppet *puppet;
    caper_live_sender *sender;
    caper_pose local;
    int sources[CAPER_LIVE_MAX_DEFORMS]; // per deform of the puppet: the performer's, or -1
    caper_transform *frames;             // count x body_count
    float *deforms;                      // count x deform_count
    int count, room;
    double rate, last;
    bool full;
} live_puppet;

// Which of the performer's deforms moves which of the puppet's: those of the same name.
static void match_deforms(live_puppet *p, const caper_character *performer)
{
    caper_live_person from, to;
    bool good = caper_live_person_make(performer, NULL, &from, NULL) &&
                caper_live_person_make(p->job->def.character, p->job->def.character_map, &to, NULL);
    for (int i = 0; i < CAPER_LIVE_MAX_DEFORMS; i++) {
        p->sources[i] = -1;
        for (int k = 0; good && i < to.deform_count && k < from.deform_count; k++) {
            p->sources[i] = from.deforms[k] == to.deforms[i] ? k : p->sources[i];
        }
    }
}

static bool begin(void *user, const caper_character *performer, caper_error *error)
{
    live_puppet *p = user;
    match_deforms(p, performer);
    caper_puppet_def def = p->job->def;
    def.performer = performer;
    p->puppet = caper_puppet_create(&def, error);
    return p->puppet != NULL;
}

static void end(void *user, double last)
{
    live_puppet *p = user;
    int heard = (int)(last * p->rate) + 1;
    p->count = heard > 0 && heard < p->count ? heard : p->count;
    caper_puppet_destroy(p->puppet);
    p->puppet = NULL;
}

// Room for twice as many, up to what a clip can hold.
static bool grow(live_puppet *p)
{
    size_t bodies = (size_t)p->local.body_count, deforms = (size_t)p->local.deform_count;
    int most = (int)(CAPER_CLIP_MAX_TRANSFORMS / (bodies + deforms));
    int room = p->room ? 2 * p->room : 256;
    room = room < most ? room : most;
    if (room <= p->room) {
        return false;
    }
    caper_transform *frames = realloc(p->frames, (size_t)room * bodies * sizeof *frames);
    p->frames = frames ? frames : p->frames;
    float *more = realloc(p->deforms, ((size_t)room * deforms + 1) * sizeof *more);
    p->deforms = more ? more : p->deforms;
    p->room = frames && more ? room : p->room;
    return frames && more;
}

static bool keep(live_puppet *p)
{
    size_t bodies = (size_t)p->local.body_count, deforms = (size_t)p->local.deform_count;
    if (p->count == p->room && !grow(p)) {
        return false;
    }
    size_t n = (size_t)p->count++;
    memcpy(p->frames + n * bodies, p->local.bodies, bodies * sizeof *p->frames);
    if (deforms > 0) {
        memcpy(p->deforms + n * deforms, p->local.deforms, deforms * sizeof *p->deforms);
    }
    return true;
}

// The puppet's face: the performer's, and that of programs that send nothing else.
static void set_face(live_puppet *p, const caper_pose *performer_local, const cli_face *face)
{
    for (int i = 0; i < p->local.deform_count && i < CAPER_LIVE_MAX_DEFORMS; i++) {
        const char *name = p->job->def.character->deforms[i], *dot = strrchr(name, '.');
        if (p->sources[i] >= 0) {
            p->local.deforms[i] = performer_local->deforms[p->sources[i]];
        }
        for (int k = 0; k < face->count; k++) {
            if (strcmp(face->names[k], name) == 0 ||
                (dot && strcmp(face->names[k], dot + 1) == 0)) {
                p->local.deforms[i] = face->values[k];
            }
        }
    }
}

static bool tick(void *user, const caper_pose *performer_local, caper_root root,
                 const cli_face *face, double time)
{
    live_puppet *p = user;
    caper_transform place = caper_root_transform(root);
    float dt = (float)(time - p->last);
    p->last = time;
    caper_puppet_update(p->puppet, performer_local, &place, NULL, dt, &p->local);
    set_face(p, performer_local, face);
    if (p->sender) {
        caper_live_sender_send(p->sender, &p->local, (caper_root){0, 0, 0, 0}, caper_live_now());
    }
    if (p->job->out && !p->full) {
        p->full = !keep(p);
    }
    return !p->full;
}

// The way over the ground becomes the root track, as clips have it.
static caper_clip *make_clip(const live_puppet *p, caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = "live";
    def.skeleton = &p->job->def.character->skeleton;
    def.rate = (float)p->rate;
    def.frame_count = p->count;
    def.frames = p->frames;
    def.deforms = p->job->def.character->deforms;
    def.deform_count = p->local.deform_count;
    def.deform_frames = def.deform_count > 0 ? p->deforms : NULL;
    if (p->count == 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, p->job->listen, 0, 0, "nothing was performed");
        return NULL;
    }
    caper_clip *clip = caper_clip_create(&def, error);
    caper_clip *walk =
        clip ? caper_clip_extract_root(clip, p->job->def.character->root_body, NULL, error) : NULL;
    caper_clip_destroy(clip);
    return walk;
}

// A performance cannot be repeated. Where it cannot be written (the disk is full, the folder is
// gone) it goes to the folder for temporary files; where that fails too it stays in memory, and is
// tried again until it can, or until Ctrl-C gives it up.
static bool save(const live_puppet *p, caper_error *error)
{
    const caper_character *c = p->job->def.character;
    const char *out = p->job->out;
    caper_clip *clip = make_clip(p, error);
    bool good = clip && cli_save_clip(clip, c, out, error);
    if (clip && !good) {
        const char *folder = getenv("TMPDIR"), *slash = strrchr(out, '/');
        char spare[1024];
        snprintf(spare, sizeof spare, "%s/caper-%ld-%s", folder && *folder ? folder : "/tmp",
                 (long)getpid(), slash ? slash + 1 : out);
        if (cli_save_clip(clip, c, spare, NULL)) {
            fprintf(stderr, "the take is kept in %s\n", spare);
        } else {
            fprintf(stderr,
                    "%s: %s\nthe take of %.1f s is still in memory: make room, and it is written; "
                    "Ctrl-C gives it up\n",
                    error->source, error->message, p->count / p->rate);
            sleep(1); // a second Ctrl-C of the impatient is not meant for this
            cli_show_release();
            while (!good) {
                sleep(1);
                good = cli_save_clip(clip, c, out, error);
            }
        }
    }
    if (good) {
        fprintf(stderr, "%d frames at %g Hz in %s\n", p->count, p->rate, out);
    }
    caper_clip_destroy(clip);
    return good;
}

bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error)
{
    live_puppet p = {.job = job, .rate = job->rate > 0 ? job->rate : DEFAULT_RATE};
    const cli_show show = {.listen = job->listen,
                           .rate = p.rate,
                           .seconds = job->seconds,
                           .latency = job->latency,
                           .silence = job->send ? 30 : 0, // an audience waits for a restart
                           .user = &p,
                           .begin = begin,
                           .tick = tick,
                           .end = end};
    bool good = true;
    if (job->send) {
        p.sender = cli_live_sender(job->send, job->def.character, job->def.character_map, 0, error);
        good = p.sender != NULL;
    }
    if (good) {
        p.local = caper_character_pose(job->def.character, NULL);
        good = cli_show_run(&show, error);
        if (good && p.full) {
            fprintf(stderr, "the take ended: it is as long as a clip can be\n");
        }
        good = good && (!job->out || save(&p, error));
        cli_show_release();
    }
    caper_live_sender_destroy(p.sender);
    caper_pose_destroy(&p.local, NULL);
    free(p.frames);
    free(p.deforms);
    return good;
}

#else

bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error)
{
    const cli_show show = {.listen = job->listen};
    return cli_show_run(&show, error); // says what is missing
}

#endif
