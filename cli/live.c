// SPDX-License-Identifier: MIT
// The network in the command: live shows in, replays out.
#define _POSIX_C_SOURCE 200809L
#include "live.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if CAPER_LIVE

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

// Ctrl-C ends a show, not the command: what was recorded is still written.
static void catch_interrupt(bool on)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on ? interrupt : SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    interrupted = 0;
}

static void sleep_seconds(double seconds)
{
    if (seconds <= 0) {
        return;
    }
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

// "vmc[:HOST][:PORT]"; a part of digits alone is the port.
static bool parse_place(const char *text, char host[128], int *port, caper_error *error)
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
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "found '%.60s', expected vmc:PORT or vmc:ADDRESS:PORT", text);
    }
    if (size > 0) {
        memcpy(host, rest, size);
        host[size] = 0;
    }
    return true;
}

// -- Shows ----------------------------------------------------------------------------------------

typedef struct show_run {
    const cli_show *show;
    caper_live_receiver *receiver;
    caper_performer performer;
    caper_character *character;
    caper_human_map map;
    caper_pose local;
} show_run;

static bool open_show(show_run *r, caper_error *error)
{
    char host[128] = "127.0.0.1";
    caper_live_receiver_def def = caper_live_receiver_def_default();
    if (!parse_place(r->show->listen, host, &def.port, error)) {
        return false;
    }
    def.bind = host;
    if (r->show->latency > 0) {
        def.latency = (float)r->show->latency;
    }
    r->receiver = caper_live_receiver_create(&def, error);
    if (r->receiver && !r->show->quiet) {
        fprintf(stderr, "listening at %s:%d\n", host, caper_live_receiver_port(r->receiver));
    }
    return r->receiver != NULL;
}

// The first performer that has a pose, once a quarter of a second of it has told its proportions.
static bool meet(show_run *r, caper_error *error)
{
    double patience = r->show->patience > 0 ? r->show->patience : 30;
    double end = caper_live_now() + patience, first = 0;
    while (!interrupted && caper_live_now() < end) {
        caper_live_receiver_wait(r->receiver, 0.05f);
        double now = caper_live_now();
        caper_live_receiver_poll(r->receiver, now);
        caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
        int count = caper_live_receiver_performers(r->receiver, ids);
        for (int i = 0; i < count && !r->performer; i++) {
            caper_human_pose pose;
            if (caper_live_receiver_pose(r->receiver, ids[i], now, &pose, NULL)) {
                r->performer = ids[i];
                first = now;
            }
        }
        if (r->performer && now - first > 0.25) {
            r->character = caper_live_performer_character(r->receiver, r->performer, NULL, error);
            return r->character && caper_human_map_make(r->character, &r->map, error);
        }
    }
    return caper_error_set(error, CAPER_ERROR_IO, r->show->listen, 0, 0,
                           "nobody performed within %.0f seconds", patience);
}

static void run_ticks(show_run *r)
{
    double rate = r->show->rate > 0 ? r->show->rate : 60, start = caper_live_now();
    for (long n = 0; !interrupted; n++) {
        double time = (double)n / rate;
        if (r->show->seconds > 0 && time >= r->show->seconds) {
            return;
        }
        sleep_seconds(start + time - caper_live_now());
        caper_live_receiver_poll(r->receiver, caper_live_now());
        caper_live_performer_info info;
        if (!caper_live_performer_info_get(r->receiver, r->performer, &info) ||
            caper_live_now() - info.last > 2) {
            return;
        }
        caper_root root = {0, 0, 0, 0};
        // at the even time of the tick: when the sleep took longer, the pose did not
        if (caper_live_receiver_frame(r->receiver, r->performer, start + time, &r->map, &r->local,
                                      &root) &&
            !r->show->tick(r->show->user, &r->local, root, time)) {
            return;
        }
    }
}

static void print_meters(const show_run *r)
{
    caper_live_meters m = caper_live_receiver_meters(r->receiver);
    fprintf(stderr,
            "%llu frames in %llu packets; partial %llu, missed %llu, late %llu, malformed %llu, "
            "dropped %llu; jitter %.1f ms\n",
            (unsigned long long)m.frames, (unsigned long long)m.packets,
            (unsigned long long)m.partial, (unsigned long long)m.missed, (unsigned long long)m.late,
            (unsigned long long)m.malformed, (unsigned long long)(m.dropped + m.overrun),
            1e3 * (double)m.jitter);
}

bool cli_show_run(const cli_show *show, caper_error *error)
{
    show_run r = {.show = show};
    catch_interrupt(true);
    bool good = open_show(&r, error) && meet(&r, error);
    if (good) {
        r.local = caper_character_pose(r.character, NULL);
        good = !show->begin || show->begin(show->user, r.character, error);
    }
    if (good) {
        run_ticks(&r);
        if (!show->quiet) {
            print_meters(&r);
        }
    }
    catch_interrupt(false);
    if (show->end) {
        show->end(show->user);
    }
    caper_pose_destroy(&r.local, NULL);
    caper_character_destroy(r.character);
    caper_live_receiver_destroy(r.receiver);
    return good;
}

// -- Sending --------------------------------------------------------------------------------------

caper_live_sender *cli_live_sender(const char *text, const caper_character *character, double rate,
                                   caper_error *error)
{
    char host[128] = "127.0.0.1";
    caper_live_sender_def def = caper_live_sender_def_default();
    if (!parse_place(text, host, &def.port, error)) {
        return NULL;
    }
    def.host = host;
    def.character = character;
    def.rate = (float)rate;
    return caper_live_sender_create(&def, error);
}

bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     double rate, double seconds, caper_error *error)
{
    if (!caper_skeleton_same(&clip->skeleton, &character->skeleton)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                               "the clip is of another skeleton than '%.60s'", character->name);
    }
    caper_live_sender *sender = cli_live_sender(text, character, 0, error);
    caper_pose local = caper_character_pose(character, NULL);
    catch_interrupt(true);
    double start = caper_live_now(), beat = 1 / (rate > 0 ? rate : 60);
    double end = seconds > 0 ? seconds : clip->loops ? 1e9 : (double)clip->duration;
    for (long n = 0; sender && !interrupted && (double)n * beat <= end; n++) {
        double time = (double)n * beat;
        sleep_seconds(start + time - caper_live_now());
        caper_clip_sample(clip, (float)time, NULL, &local);
        caper_live_sender_send(sender, &local, caper_clip_sample_root(clip, (float)time),
                               start + time);
    }
    catch_interrupt(false);
    caper_pose_destroy(&local, NULL);
    caper_live_sender_destroy(sender);
    return sender != NULL;
}

#else

static bool not_built(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, NULL, 0, 0,
                           "this command was built without the network (CAPER_BUILD_LIVE)");
}

bool cli_show_run(const cli_show *show, caper_error *error)
{
    (void)show;
    return not_built(error);
}

caper_live_sender *cli_live_sender(const char *text, const caper_character *character, double rate,
                                   caper_error *error)
{
    (void)text, (void)character, (void)rate;
    not_built(error);
    return NULL;
}

bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     double rate, double seconds, caper_error *error)
{
    (void)text, (void)clip, (void)character, (void)rate, (void)seconds;
    return not_built(error);
}

#endif
