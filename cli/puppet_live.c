// SPDX-License-Identifier: MIT
// caper puppet from the network: each tick the performer's pose becomes the puppet's, which is sent
// on and recorded.
#define _POSIX_C_SOURCE 200809L
#include "puppet_live.h"

#include "caper/actor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if CAPER_LIVE

#define DEFAULT_RATE 60.0

typedef struct live_puppet {
    const cli_puppet_live *job;
    caper_actor *actor;
    caper_source source;
    caper_recorder *recorder; // NULL: nothing is recorded
    caper_live_sender *sender;
    float *deforms;                      // of the puppet
    int sources[CAPER_LIVE_MAX_DEFORMS]; // per deform of the puppet: the performer's, or -1
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
    def.own_place = true;
    caper_play_def play = caper_play_def_default();
    play.puppet = &def;
    play.fade_in = 0;
    p->source = caper_actor_play(p->actor, &play, error);
    return p->source != 0;
}

static void end(void *user, double last)
{
    live_puppet *p = user;
    int heard = (int)(last * p->rate) + 1;
    if (p->recorder && heard > 0) {
        caper_recorder_cut(p->recorder, heard);
    }
    caper_actor_stop(p->actor, p->source, 0);
}

// The puppet's face: the performer's, and that of programs that send nothing else.
static void set_face(live_puppet *p, const caper_pose *performer_local, const cli_face *face)
{
    for (int i = 0; i < p->job->def.character->deform_count && i < CAPER_LIVE_MAX_DEFORMS; i++) {
        const char *name = p->job->def.character->deforms[i], *dot = strrchr(name, '.');
        if (p->sources[i] >= 0) {
            p->deforms[i] = performer_local->deforms[p->sources[i]];
        }
        for (int k = 0; k < face->count; k++) {
            if (strcmp(face->names[k], name) == 0 ||
                (dot && strcmp(face->names[k], dot + 1) == 0)) {
                p->deforms[i] = face->values[k];
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
    set_face(p, performer_local, face);
    caper_performance performance = {performer_local, &place, p->deforms};
    caper_actor_perform(p->actor, p->source, &performance);
    caper_actor_update(p->actor, dt, NULL);
    if (p->sender) {
        caper_live_sender_send(p->sender, caper_actor_local(p->actor), caper_actor_root(p->actor),
                               caper_live_now());
    }
    if (p->recorder && !p->full) {
        p->full = !caper_recorder_take(p->recorder, NULL);
    }
    return !p->full;
}

static caper_clip *make_clip(const live_puppet *p, caper_error *error)
{
    if (caper_recorder_frames(p->recorder) == 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, p->job->listen, 0, 0, "nothing was performed");
        return NULL;
    }
    return caper_recorder_finish(p->recorder, error);
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
                    error->source, error->message, caper_recorder_frames(p->recorder) / p->rate);
            sleep(1); // a second Ctrl-C of the impatient is not meant for this
            cli_show_release();
            while (!good) {
                sleep(1);
                good = cli_save_clip(clip, c, out, error);
            }
        }
    }
    if (good) {
        fprintf(stderr, "%d frames at %g Hz in %s\n", caper_recorder_frames(p->recorder), p->rate,
                out);
    }
    caper_clip_destroy(clip);
    return good;
}

// The actor, and who takes him down.
static bool set_stage(live_puppet *p, caper_error *error)
{
    const cli_puppet_live *job = p->job;
    caper_actor_def def = caper_actor_def_default();
    def.character = job->def.character;
    def.world = job->def.world;
    p->actor = caper_actor_create(&def, error);
    p->deforms = calloc((size_t)def.character->deform_count + 1, sizeof *p->deforms);
    caper_recorder_def recorder = caper_recorder_def_default();
    recorder.name = "live";
    recorder.rate = (float)p->rate;
    p->recorder = p->actor && job->out ? caper_recorder_create(p->actor, &recorder, error) : NULL;
    return p->actor && p->deforms && (p->recorder || !job->out);
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
    if (good && set_stage(&p, error)) {
        good = cli_show_run(&show, error);
        if (good && p.full) {
            fprintf(stderr, "the take ended: it is as long as a clip can be\n");
        }
        good = good && (!job->out || save(&p, error));
        cli_show_release();
    } else {
        good = false;
    }
    caper_live_sender_destroy(p.sender);
    caper_recorder_destroy(p.recorder);
    caper_actor_destroy(p.actor);
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
