// SPDX-License-Identifier: MIT
// The network in the command: what stands after --listen and --send.
#ifndef CAPER_CLI_LIVE_H
#define CAPER_CLI_LIVE_H

#include "record.h"

#include "caper/live.h"

// A live performer who moves a puppet, for the command.
typedef struct cli_puppet_live {
    const char *from;     // accept packets of this address only; NULL: of all
    const char *listen;   // "vmc", "vmc:PORT" or "vmc:ADDRESS:PORT"; this machine alone by default
    const char *send;     // where the puppet's poses go; NULL: nowhere
    const char *out;      // the clip to write; NULL: none
    double seconds;       // ends after so many from the first pose; 0: by silence, or by Ctrl-C
    double rate;          // ticks a second; 0: 60
    double latency;       // of the jitter buffer; 0: the default
    caper_puppet_def def; // with the puppet; the performer comes by the network
    const caper_target *targets; // in the puppet's world
    int target_count;
    const caper_filter_def *filter; // NULL: none
    caper_actor *actor; // who is moved, where it stands, in a world of its own; NULL: one is made
    bool (*update)(void *user, float dt, caper_error *error); // of that world; NULL: none
    void *user;
} cli_puppet_live;

// Run it until its end, then write the clip. Ctrl-C ends the show, not the command.
bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error);

// Would what is sent there come back to who listens here? Places that are none do not.
bool cli_live_is_loop(const char *listen, const char *send);

// Send a clip in its own time to "vmc", "vmc:HOST", "vmc:PORT" or "vmc:HOST:PORT", over and over
// when it loops, for so many seconds (0: once, or until Ctrl-C when it loops).
bool cli_live_replay(const char *text, const caper_clip *clip, const caper_character *character,
                     const caper_map *map, double seconds, caper_error *error);

#endif
