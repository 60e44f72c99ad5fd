// SPDX-License-Identifier: MIT
// Keys that drive somebody: from a script, or from the terminal as they are pressed.
#ifndef CAPER_CLI_GRAPH_KEYS_H
#define CAPER_CLI_GRAPH_KEYS_H

#include "caper/actor.h"

#include <stdbool.h>

struct graph_screen;

// What keys have said so far.
typedef struct graph_keys {
    const char *script; // what is left of it; NULL: the terminal
    float due;          // when the next key of the script is pressed
    float walk, run;    // m/s
    float speed, yaw;   // as told
    float fastest;      // that was asked for so far, m/s
    bool stopped;       // somebody was told to stop
    float shown;        // when the terminal was drawn last
    int count;
    bool open;
    double began;
    struct graph_screen *screen; // NULL: nothing is drawn
} graph_keys;

// `script` NULL: the terminal.
graph_keys graph_keys_make(const char *script, float walk, float run);
// Does a script make sense, and how long is it? One second more than its last key is.
bool graph_keys_check(const char *script, float *seconds, caper_error *error);
// Take the terminal, if there is no script; refused where there is none.
bool graph_keys_open(graph_keys *keys, caper_error *error);
// Give it back.
void graph_keys_close(graph_keys *keys);
// Hear the keys of a frame; at the terminal, also wait for the frame's time and draw. False: the
// end was asked for.
bool graph_keys_update(graph_keys *keys, const caper_actor *actor, float time,
                       caper_graph_command *command);
int graph_keys_count(const graph_keys *keys);

#endif
