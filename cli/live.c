// SPDX-License-Identifier: MIT
// The network in the command: live shows in, replays out.
#define _POSIX_C_SOURCE 200809L
#include "live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if CAPER_LIVE

// "vmc[:HOST][:PORT]"; a part of digits alone is the port.
static bool parse_place(const char *option, const char *text, char host[128], int *port,
                        caper_error *error)
{
    bool good = strncmp(text, "vmc", 3) == 0 && (text[3] == 0 || text[3] == ':');
    const char *rest = good && text[3] == ':' ? text + 4 : "";
    const char *colon = strrchr(rest, ':');
    const char *number = colon ? colon + 1 : rest;
    size_t digits = strspn(number, "0123456789");
    bool has_port = digits > 0 && digits < 6 && number[digits] == 0;
    size_t size = colon ? (size_t)(colon - rest) : has_port ? 0 : strlen(rest);
    good = good && (has_port || !colon) && size < 128;
    if (has_port) {
        *port = atoi(number);
    }
    if (!good || *port > 65535) {
        return caper_error_set(error, CAPER_ERROR_INVALID, option, 0, 0,
                               "found '%.60s', expected vmc:PORT or vmc:ADDRESS:PORT", text);
    }
    if (size > 0) {
        memcpy(host, rest, size);
        host[size] = 0;
    }
    return true;
}

bool cli_live_is_loop(const char *listen, const char *send)
{
    char hosts[2][128] = {"127.0.0.1", "127.0.0.1"};
    int ports[2] = {CAPER_LIVE_PORT, CAPER_LIVE_PORT};
    bool good = parse_place("--listen", listen, hosts[0], &ports[0], NULL) &&
                parse_place("--send", send, hosts[1], &ports[1], NULL);
    bool here = strncmp(hosts[1], "127.", 4) == 0 || strcmp(hosts[1], "localhost") == 0;
    bool same = strcmp(hosts[0], hosts[1]) == 0 ||
                (here && (strncmp(hosts[0], "127.", 4) == 0 || strcmp(hosts[0], "0.0.0.0") == 0));
    return good && ports[0] == ports[1] && same;
}

// -- Messages -------------------------------------------------------------------------------------

// Whoever waits wonders why.
static void print_hint(const caper_live_receiver *receiver)
{
    caper_live_meters m = caper_live_receiver_meters(receiver);
    if (m.frames > 0) {
        fprintf(stderr, "received a face but no body: the program must send bones too\n");
    } else if (m.malformed + m.ignored + m.dropped > 0 || m.packets > 0) {
        fprintf(
            stderr,
            "packets arrive, but no pose: %llu are not OSC, %llu messages are not VMC's; does the "
            "program send VMC, with a model loaded?\n",
            (unsigned long long)m.malformed, (unsigned long long)m.ignored);
    } else {
        fprintf(stderr,
                "nothing received yet: does the performer's program send VMC to port %d of "
                "this machine?\n",
                caper_live_receiver_port(receiver));
    }
}

static bool step(void *user, const caper_live_show_job *show, caper_live_news news)
{
    (void)user;
    caper_live_performer_info info;
    if (news == CAPER_LIVE_WAITING) {
        print_hint(show->receiver);
    } else if (news != CAPER_LIVE_TICK &&
               caper_live_receiver_info(show->receiver, show->performer, &info)) {
        const caper_live_meters *m = &info.meters;
        if (news == CAPER_LIVE_CAME) {
            fprintf(stderr, "performer at %s: %.2f m tall, %d of %d parts, %d blend shapes\n",
                    info.address, (double)show->character->height,
                    caper_live_receiver_parts(show->receiver, show->performer), CAPER_PART_COUNT,
                    info.deform_count);
        } else if (isatty(STDERR_FILENO)) { // how it goes, in one line that stays
            fprintf(stderr,
                    "\r%d:%02d  %.0f frames a second, jitter %.1f ms, late %llu, missed %llu, "
                    "partial %llu, dropped %llu\033[K",
                    (int)show->time / 60, (int)show->time % 60, (double)m->frame_rate,
                    1e3 * (double)m->jitter, (unsigned long long)m->late,
                    (unsigned long long)m->missed, (unsigned long long)m->partial,
                    (unsigned long long)caper_live_receiver_meters(show->receiver).dropped);
            fflush(stderr);
        }
    }
    return !cli_interrupted();
}

// What happened, and only of what went wrong: how often, and what to do about it.
static void print_meters(const caper_live_show_job *show, float latency)
{
    caper_live_meters m = caper_live_receiver_meters(show->receiver);
    const struct {
        uint64_t count;
        const char *text;
    } troubles[] = {
        {m.late, "came too late, out of order or twice: a higher --latency helps"},
        {m.missed, "frames never came: the network loses packets, or the sender stutters"},
        {m.partial, "frames lacked bodies: the network loses packets"},
        {m.overrun, "packets overran the queue: this machine is too busy"},
        {m.dropped, "packets were too many, or from strangers"},
        {m.malformed, "packets were not OSC: something else sends to this port"},
        {m.ignored, "messages were not VMC's, or were invalid"},
        {m.restarts, "times the sender restarted"},
    };
    fprintf(stderr, "%s%llu frames in %llu packets, %.1f s; jitter %.1f ms, buffer %.0f ms\n",
            isatty(STDERR_FILENO) ? "\r\033[K" : "", (unsigned long long)m.frames,
            (unsigned long long)m.packets, show->time, 1e3 * (double)m.jitter,
            1e3 * (double)latency);
    for (int i = 0; i < CAPER_COUNT_OF(troubles); i++) {
        if (troubles[i].count > 0) {
            fprintf(stderr, "%8llu %s\n", (unsigned long long)troubles[i].count, troubles[i].text);
        }
    }
}

// -- Shows ----------------------------------------------------------------------------------------

// A performance cannot be repeated. Where it cannot be written (the disk is full, the folder is
// gone) it goes to the folder for temporary files; where that fails too it stays in memory, and is
// tried again until it can, or until Ctrl-C gives it up.
static bool save(const cli_puppet_live *job, const caper_live_show_job *show, caper_error *error)
{
    const caper_character *c = job->def.character;
    int frames = caper_recorder_frame_count(show->recorder);
    if (frames == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, job->listen, 0, 0,
                               "nothing was performed");
    }
    caper_clip *clip = caper_recorder_finish(show->recorder, error);
    bool good = clip && cli_write_clip(clip, c, NULL, job->out, error);
    if (clip && !good) {
        const char *folder = getenv("TMPDIR"), *slash = strrchr(job->out, '/');
        char spare[1024];
        snprintf(spare, sizeof spare, "%s/caper-%ld-%s", folder && *folder ? folder : "/tmp",
                 (long)getpid(), slash ? slash + 1 : job->out);
        if (cli_save_clip(clip, c, spare, NULL)) {
            fprintf(stderr, "the take is kept in %s\n", spare);
        } else {
            fprintf(stderr,
                    "%s: %s\nthe take of %.1f s is still in memory: make room to have it written; "
                    "Ctrl-C discards it\n",
                    error->source, error->message, (double)frames / (double)show->rate);
            sleep(1); // a second Ctrl-C of the impatient is not meant for this
            cli_catch_interrupt(false);
            while (!good) {
                sleep(1);
                good = cli_write_clip(clip, c, NULL, job->out, error);
            }
        }
    }
    caper_clip_destroy(clip);
    return good;
}

// The take on the disk while it is recorded, beside the output. What an earlier one left there that
// was cut off becomes a clip first. NULL: there is none, which is said, or an error.
static caper_journal *open_journal(const cli_puppet_live *job, float rate, caper_error *error)
{
    char path[1024], kept[1100];
    if (snprintf(path, sizeof path, "%s.take", job->out) >= (int)sizeof path) {
        return NULL;
    }
    if (access(path, F_OK) == 0) {
        caper_clip *clip = caper_journal_recover(path, NULL, error);
        for (int i = 1; clip && i < 1000; i++) {
            snprintf(kept, sizeof kept, "%s.recovered-%d.clip.json", job->out, i);
            if (access(kept, F_OK) != 0) {
                break;
            }
        }
        bool good = clip && caper_clip_save(clip, kept, error);
        if (good) {
            fprintf(stderr, "a take of %.1f s that was cut off is in %s\n", (double)clip->duration,
                    kept);
        }
        caper_clip_destroy(clip);
        // what has no whole frame is nothing to keep; what cannot be read is not ours to remove
        if (!good && error->status != CAPER_ERROR_INVALID) {
            return NULL;
        }
        unlink(path);
        *error = (caper_error){0};
    }
    const caper_character *c = job->def.character;
    caper_journal_def def = caper_journal_def_default();
    def.path = path;
    def.name = "live";
    def.rate = rate;
    def.skeleton = &c->skeleton;
    def.deforms = c->deforms;
    def.deform_count = c->deform_count;
    return caper_journal_create(&def, error);
}

static caper_live_receiver *open_receiver(const cli_puppet_live *job, float *latency,
                                          caper_error *error)
{
    char host[128] = "127.0.0.1";
    caper_live_receiver_def def = caper_live_receiver_def_default();
    if (!parse_place("--listen", job->listen, host, &def.port, error)) {
        return NULL;
    }
    def.bind = host;
    def.from = job->from;
    def.latency = job->latency > 0 ? (float)job->latency : def.latency;
    *latency = def.latency;
    caper_live_receiver *receiver = caper_live_receiver_create(&def, error);
    if (receiver) {
        bool here = strncmp(host, "127.", 4) == 0;
        fprintf(stderr, "listening at %s:%d for %s; Ctrl-C ends\n", host,
                caper_live_receiver_port(receiver),
                job->from ? job->from
                : here    ? "performers on this machine"
                          : "anyone who can reach it");
    }
    return receiver;
}

static caper_live_sender *open_sender(const char *text, const caper_character *character,
                                      const caper_map *map, caper_error *error)
{
    char host[128] = "127.0.0.1";
    caper_live_sender_def def = caper_live_sender_def_default();
    if (!parse_place("--send", text, host, &def.port, error)) {
        return NULL;
    }
    def.host = host;
    def.character = character;
    def.map = map;
    return caper_live_sender_create(&def, error);
}

bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error)
{
    caper_live_show_job show = caper_live_show_job_default();
    caper_actor_def def = caper_actor_def_default();
    caper_recorder_def recorder = caper_recorder_def_default();
    float latency = 0;
    show.puppet = job->def;
    show.filter = job->filter;
    show.rate = job->rate > 0 ? (float)job->rate : show.rate;
    show.seconds = (float)job->seconds;
    show.silence = job->send ? 30 : show.silence; // an audience waits for a restart
    show.step = step;
    def.character = job->def.character;
    def.world = job->def.world;
    show.in_place = job->actor != NULL;
    show.update = job->update;
    show.user = job->user;
    recorder.name = "live";
    recorder.rate = show.rate;
    cli_catch_interrupt(true);
    bool good = true;
    if (job->send) {
        show.sender = open_sender(job->send, def.character, job->def.character_map, error);
        good = show.sender != NULL;
    }
    show.actor = !good ? NULL : job->actor ? job->actor : caper_actor_create(&def, error);
    caper_journal *journal = NULL;
    for (int i = 0; show.actor && i < job->target_count; i++) {
        caper_actor_set_target(show.actor, job->targets[i].name, job->targets[i].transform);
    }
    if (show.actor && job->out) {
        journal = recorder.journal = open_journal(job, show.rate, error);
    }
    if (journal) {
        show.recorder = caper_recorder_create(show.actor, &recorder, error);
    }
    if (show.actor && (show.recorder || !job->out)) {
        show.receiver = open_receiver(job, &latency, error);
    }
    good = show.receiver && caper_live_show(&show, error);
    if (good) {
        print_meters(&show, latency);
    }
    if (good && show.full) {
        fprintf(stderr, "the take ended: it is as long as a clip can be\n");
    }
    if (good && journal &&
        caper_journal_frame_count(journal) < caper_recorder_frame_count(show.recorder)) {
        fprintf(stderr, "the disk took only %d frames of the journal\n",
                caper_journal_frame_count(journal));
    }
    bool performed = good;
    good = good && (!job->out || save(job, &show, error));
    caper_journal_destroy(journal, performed && !good); // unless the take is safe
    cli_catch_interrupt(false);
    caper_live_receiver_destroy(show.receiver);
    caper_live_sender_destroy(show.sender);
    caper_recorder_destroy(show.recorder);
    if (!job->actor) {
        caper_actor_destroy(show.actor);
    }
    return good;
}

static bool goes_on(void *user, double time)
{
    (void)user, (void)time;
    return !cli_interrupted();
}

bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     const caper_map *map, double seconds, caper_error *error)
{
    caper_live_replay_job job = caper_live_replay_job_default();
    job.sender = open_sender(text, character, map, error);
    job.clip = clip;
    job.seconds = (float)seconds;
    job.step = goes_on;
    cli_catch_interrupt(true);
    bool good = job.sender && caper_live_replay(&job, error);
    cli_catch_interrupt(false);
    caper_live_sender_destroy(job.sender);
    return good;
}

#else

static bool not_built(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, NULL, 0, 0,
                           "this command was built without the network (CAPER_BUILD_LIVE)");
}

bool cli_live_is_loop(const char *listen, const char *send)
{
    (void)listen, (void)send;
    return false;
}

bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error)
{
    (void)job;
    return not_built(error);
}

bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     const caper_map *map, double seconds, caper_error *error)
{
    (void)text, (void)clip, (void)character, (void)map, (void)seconds;
    return not_built(error);
}

#endif
