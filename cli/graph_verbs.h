// SPDX-License-Identifier: MIT
// What the verbs of caper graph share.
#ifndef CAPER_CLI_GRAPH_VERBS_H
#define CAPER_CLI_GRAPH_VERBS_H

#include "cli.h"

#include "caper/graph.h"

int graph_build(int argc, char **argv);
int graph_info(int argc, char **argv);
int graph_map(int argc, char **argv);
int graph_walk(int argc, char **argv);

// Clips of one character.
typedef struct graph_heap {
    cli_asset on;
    cli_asset *assets;
    const caper_clip **clips;
    const caper_character *character;
    int count, loaded, room;
} graph_heap;
// Load them; all must be of one skeleton. `on` NULL: the character of the first. Unload also after
// a failure.
bool graph_heap_load(graph_heap *heap, const char *on, char **names, int count, caper_error *error);
void graph_heap_unload(graph_heap *heap);

// The figures of a graph.
void graph_print(const char *name, const caper_graph *graph);

#endif
