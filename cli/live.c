// SPDX-License-Identifier: MIT
// The network in the command: live shows in, replays out.
#define _POSIX_C_SOURCE 200809L
#include "live.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if CAPER_LIVE

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

// Ctrl-C (or the end of the terminal) ends a show, not the command: what was recorded is still
// written.
static void catch_interrupt(bool on)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on ? interrupt : SIG_DFL;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAPER_COUNT_OF(signals); i++) {
        sigaction(signals[i], &action, NULL);
    }
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

// -- Shows ----------------------------------------------------------------------------------------

typedef struct show_run {
    const cli_show *show;
    caper_live_receiver *receiver;
    caper_performer performer;
    caper_character *character;
    caper_live_person who;
    caper_pose local;
    double latency, seconds, last; // seconds: since the first tick
} show_run;

static bool open_show(show_run *r, caper_error *error)
{
    char host[128] = "127.0.0.1";
    caper_live_receiver_def def = caper_live_receiver_def_default();
    if (!parse_place("--listen", r->show->listen, host, &def.port, error)) {
        return false;
    }
    def.bind = host;
    if (r->show->latency > 0) {
        def.latency = (float)r->show->latency;
    }
    r->latency = (double)def.latency;
    r->receiver = caper_live_receiver_create(&def, error);
    if (r->receiver && !r->show->quiet) {
        bool here = strncmp(host, "127.", 4) == 0;
        fprintf(stderr, "listening at %s:%d for %s; Ctrl-C ends\n", host,
                caper_live_receiver_port(r->receiver),
                here ? "performers on this machine" : "anybody who can reach it");
    }
    return r->receiver != NULL;
}

// How many places of a performer have come; 0 without a pose. Some senders have a face only.
static int places_of(const show_run *r, caper_performer id)
{
    caper_live_performer_info info;
    caper_live_pose pose;
    int places = 0;
    if (caper_live_performer_info_get(r->receiver, id, &info) &&
        caper_live_receiver_pose(r->receiver, id, caper_live_now(), &pose, NULL)) {
        for (int i = 0; i < CAPER_PART_COUNT; i++) {
            places += (info.present >> i & 1) != 0;
        }
    }
    return places;
}

// Whoever waits wonders why.
static void print_hint(const show_run *r)
{
    caper_live_meters m = caper_live_receiver_meters(r->receiver);
    if (r->show->quiet) {
        return;
    }
    if (m.frames > 0) {
        fprintf(stderr, "a face comes, but no body: a program must send bones too\n");
    } else if (m.malformed + m.ignored + m.dropped > 0 || m.packets > 0) {
        fprintf(
            stderr,
            "packets come, but no pose: %llu are not OSC, %llu messages are not VMC's; does the "
            "program send VMC, with a model loaded?\n",
            (unsigned long long)m.malformed, (unsigned long long)m.ignored);
    } else {
        fprintf(stderr,
                "nothing comes yet: does the performer's program send VMC to port %d of "
                "this machine?\n",
                caper_live_receiver_port(r->receiver));
    }
}

static void print_performer(const show_run *r)
{
    caper_live_performer_info info;
    if (!r->show->quiet && caper_live_performer_info_get(r->receiver, r->performer, &info)) {
        fprintf(stderr, "performer at %s: %.2f m tall, %d of %d places, %d blend shapes\n",
                info.address, (double)r->character->height, places_of(r, r->performer),
                CAPER_PART_COUNT, info.deform_count);
    }
}

// The performer with the most places, a quarter of a second after the first: by then it has told
// its proportions, and a face that came before its body does not count.
static bool meet(show_run *r, caper_error *error)
{
    double patience = r->show->patience > 0 ? r->show->patience : 300;
    double begin = caper_live_now(), first = 0, hint = begin + 3;
    while (!interrupted && caper_live_now() < begin + patience) {
        caper_live_receiver_wait(r->receiver, 0.05f);
        double now = caper_live_now();
        caper_live_receiver_poll(r->receiver, now);
        caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
        int count = caper_live_receiver_performers(r->receiver, ids);
        int most = 0;
        for (int i = 0; i < count; i++) {
            int places = places_of(r, ids[i]);
            if (places > most) {
                first = r->performer ? first : now;
                r->performer = ids[i];
                most = places;
            }
        }
        if (r->performer && now - first > 0.25) {
            r->character = caper_live_performer_character(r->receiver, r->performer, NULL, error);
            return r->character && caper_live_person_make(r->character, NULL, &r->who, error);
        }
        if (!r->performer && now > hint) {
            print_hint(r);
            hint = now + 30;
        }
    }
    return caper_error_set(error, CAPER_ERROR_IO, r->show->listen, 0, 0,
                           interrupted ? "stopped before anybody performed"
                                       : "nobody performed within %.0f seconds",
                           patience);
}

// On a terminal, once a second: how it goes, in one line that stays.
static void print_status(const show_run *r, double time)
{
    caper_live_performer_info info;
    if (r->show->quiet || !isatty(STDERR_FILENO) ||
        !caper_live_performer_info_get(r->receiver, r->performer, &info)) {
        return;
    }
    const caper_live_meters *m = &info.meters;
    fprintf(stderr,
            "\r%d:%02d  %.0f frames a second, jitter %.1f ms, late %llu, missed %llu, partial "
            "%llu\033[K",
            (int)time / 60, (int)time % 60, (double)m->frame_rate, 1e3 * (double)m->jitter,
            (unsigned long long)m->late, (unsigned long long)m->missed,
            (unsigned long long)m->partial);
    fflush(stderr);
}

// A tracker that was started again has another port: whoever performs goes on, in the body of the
// first. False when nobody has for too long.
static bool follow(show_run *r, double start)
{
    double now = caper_live_now(), most = r->show->silence > 0 ? r->show->silence : 2;
    caper_live_performer_info info;
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    if (caper_live_performer_info_get(r->receiver, r->performer, &info)) {
        r->last = info.last - start + r->latency;
    }
    if (now - start - r->last < 0.5) {
        return true;
    }
    int count = caper_live_receiver_performers(r->receiver, ids);
    for (int i = 0; i < count; i++) {
        if (ids[i] != r->performer && caper_live_performer_info_get(r->receiver, ids[i], &info) &&
            now - info.last < 0.2 && places_of(r, ids[i]) > 0) {
            r->performer = ids[i];
            r->last = now - start;
            print_performer(r);
            return true;
        }
    }
    return now - start - r->last < most;
}

// What comes from others than the performer, who have no body.
static void read_faces(const show_run *r, double time, cli_face *face)
{
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    int count = caper_live_receiver_performers(r->receiver, ids);
    face->count = 0;
    for (int i = 0; i < count; i++) {
        caper_live_performer_info info;
        caper_live_pose pose;
        float values[CAPER_LIVE_MAX_DEFORMS];
        if (ids[i] == r->performer || !caper_live_performer_info_get(r->receiver, ids[i], &info) ||
            info.present != 0 ||
            !caper_live_receiver_pose(r->receiver, ids[i], time, &pose, values)) {
            continue;
        }
        for (int k = 0; k < info.deform_count && face->count < CAPER_LIVE_MAX_DEFORMS; k++) {
            face->names[face->count] = info.deforms[k];
            face->values[face->count++] = values[k];
        }
    }
}

static void run_ticks(show_run *r)
{
    double rate = r->show->rate > 0 ? r->show->rate : 60, start = caper_live_now(), status = 1;
    for (long n = 0; !interrupted; n++) {
        double time = (double)n / rate;
        r->seconds = time;
        if (r->show->seconds > 0 && time >= r->show->seconds) {
            return;
        }
        sleep_seconds(start + time - caper_live_now());
        caper_live_receiver_poll(r->receiver, caper_live_now());
        if (!follow(r, start)) {
            return;
        }
        if (time >= status) {
            print_status(r, time);
            status = floor(time) + 1;
        }
        caper_root root = {0, 0, 0, 0};
        cli_face face;
        read_faces(r, start + time, &face);
        // at the even time of the tick: when the sleep took longer, the pose did not
        if (caper_live_receiver_frame(r->receiver, r->performer, start + time, &r->who, &r->local,
                                      &root) &&
            !r->show->tick(r->show->user, &r->local, root, &face, time)) {
            return;
        }
    }
}

// What happened, and only of what went wrong: how often, and what to do about it.
static void print_meters(const show_run *r)
{
    caper_live_meters m = caper_live_receiver_meters(r->receiver);
    const struct {
        uint64_t count;
        const char *text;
    } troubles[] = {
        {m.late, "came too late, overtaken or twice: a higher --latency helps"},
        {m.missed, "frames never came: the network loses packets, or the sender stutters"},
        {m.partial, "frames lacked bodies: the network loses packets"},
        {m.overrun, "packets overran the queue: this machine is too busy"},
        {m.dropped, "packets were too many, or of strangers"},
        {m.malformed, "packets were not OSC: something else sends to this port"},
        {m.ignored, "messages were not VMC's, or made no sense"},
        {m.restarts, "times the sender began anew"},
    };
    fprintf(stderr, "%s%llu frames in %llu packets, %.1f s; jitter %.1f ms, buffer %.0f ms\n",
            isatty(STDERR_FILENO) ? "\r\033[K" : "", (unsigned long long)m.frames,
            (unsigned long long)m.packets, r->seconds, 1e3 * (double)m.jitter, 1e3 * r->latency);
    for (int i = 0; i < CAPER_COUNT_OF(troubles); i++) {
        if (troubles[i].count > 0) {
            fprintf(stderr, "%8llu %s\n", (unsigned long long)troubles[i].count, troubles[i].text);
        }
    }
}

bool cli_show_run(const cli_show *show, caper_error *error)
{
    show_run r = {.show = show};
    catch_interrupt(true);
    bool good = open_show(&r, error) && meet(&r, error);
    if (good) {
        print_performer(&r);
        r.local = caper_character_pose(r.character, NULL);
        good = !show->begin || show->begin(show->user, r.character, error);
    }
    if (good) {
        run_ticks(&r);
        if (!show->quiet) {
            print_meters(&r);
        }
    }
    if (show->end) {
        // a tick or two without news is no silence
        show->end(show->user, r.seconds - r.last > 0.5 ? r.last : r.seconds);
    }
    caper_pose_destroy(&r.local, NULL);
    caper_character_destroy(r.character);
    caper_live_receiver_destroy(r.receiver);
    return good;
}

void cli_show_release(void)
{
    catch_interrupt(false);
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

// -- Sending --------------------------------------------------------------------------------------

caper_live_sender *cli_live_sender(const char *text, const caper_character *character,
                                   const caper_map *map, double rate, caper_error *error)
{
    char host[128] = "127.0.0.1";
    caper_live_sender_def def = caper_live_sender_def_default();
    if (!parse_place("--send", text, host, &def.port, error)) {
        return NULL;
    }
    def.host = host;
    def.character = character;
    def.map = map;
    def.rate = (float)rate;
    return caper_live_sender_create(&def, error);
}

bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     const caper_map *map, double rate, double seconds, caper_error *error)
{
    if (!caper_skeleton_same(&clip->skeleton, &character->skeleton)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                               "the clip is of another skeleton than '%.60s'", character->name);
    }
    caper_live_sender *sender = cli_live_sender(text, character, map, 0, error);
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

bool cli_live_is_loop(const char *listen, const char *send)
{
    (void)listen, (void)send;
    return false;
}

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

void cli_show_release(void)
{
}

caper_live_sender *cli_live_sender(const char *text, const caper_character *character,
                                   const caper_map *map, double rate, caper_error *error)
{
    (void)text, (void)character, (void)map, (void)rate;
    not_built(error);
    return NULL;
}

bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     const caper_map *map, double rate, double seconds, caper_error *error)
{
    (void)text, (void)clip, (void)character, (void)map, (void)rate, (void)seconds;
    return not_built(error);
}

#endif
