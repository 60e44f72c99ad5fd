// SPDX-License-Identifier: MIT
// The network in the command: what stands after --listen and --send, and the loop of a live show.
#ifndef CAPER_CLI_LIVE_H
#define CAPER_CLI_LIVE_H

#include "cli.h"

#include "caper/live.h"

// Blend shapes of programs that send a face alone.
typedef struct cli_face {
    int count;
    const char *names[CAPER_LIVE_MAX_DEFORMS]; // as sent
    float values[CAPER_LIVE_MAX_DEFORMS];
} cli_face;

// A live performer, tick by tick. Zero it first.
typedef struct cli_show {
    const char *listen; // "vmc", "vmc:PORT" or "vmc:ADDRESS:PORT"; this machine alone by default
    double rate;        // ticks a second; 0: 60
    double seconds;     // ends after so many from the first pose; 0: by silence, or by Ctrl-C
    double silence;     // seconds of it that end the show; 0: two
    double patience;    // seconds to wait for a performer; 0: 300
    double latency;     // of the jitter buffer; 0: the default of 20 ms
    bool quiet;         // say nothing on stderr
    void *user;
    // The performer has come; false (with an error) ends the show.
    bool (*begin)(void *user, const caper_character *performer, caper_error *error);
    // One tick, `time` seconds after the first one. False ends the show, which is no error.
    bool (*tick)(void *user, const caper_pose *local, caper_root root, const cli_face *face,
                 double time);
    // The performer's character is about to go. `last` is the time of the last tick that showed
    // what was sent: who stops is seen to stand for two seconds. NULL: nobody cares.
    void (*end)(void *user, double last);
} cli_show;

// Run it. False with an error: nobody came, the port is taken, the performer cannot be built. From
// then on Ctrl-C ends nothing, so that what was recorded can be written, until cli_show_release.
bool cli_show_run(const cli_show *show, caper_error *error);
// Ctrl-C ends the command again.
void cli_show_release(void);

// Would what is sent there come back to who listens here? Places that are none do not.
bool cli_live_is_loop(const char *listen, const char *send);

// "vmc", "vmc:HOST", "vmc:PORT" or "vmc:HOST:PORT": a sender of this character's poses. `rate` 0:
// one frame for each call. Free with caper_live_sender_destroy. NULL with an error.
caper_live_sender *cli_live_sender(const char *text, const caper_character *character,
                                   const caper_map *map, double rate, caper_error *error);
// Send a clip in its own time, over and over when it loops, for so many seconds (0: once, or until
// Ctrl-C when it loops). `character` is of the clip's skeleton.
bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     const caper_map *map, double rate, double seconds, caper_error *error);

#endif
