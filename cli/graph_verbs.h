// SPDX-License-Identifier: MIT
// What the verbs of caper graph share.
#ifndef CAPER_CLI_GRAPH_VERBS_H
#define CAPER_CLI_GRAPH_VERBS_H

#include "cli.h"

#include "caper/actor.h"
#include "caper/graph.h"

int graph_build(int argc, char **argv);
int graph_info(int argc, char **argv);
int graph_map(int argc, char **argv);
int graph_walk(int argc, char **argv);
int graph_drive(int argc, char **argv);

// Which clips, and whose. Zero it first.
typedef struct graph_heap_query {
    const char *on;                 // NULL: the character of the first clip
    const char *onto;               // retarget all clips onto this character; NULL: they are of one
    cli_reading reading;            // of files
    const char *tag, *name, *where; // of stores
    bool travel;                    // clips on the spot go by their feet
} graph_heap_query;
// Rows for the option table of a verb that reads clips.
#define GRAPH_HEAP_OPTIONS(query)                                                                  \
    {"on", "CHARACTER", CLI_TO((query).on), "whose clips they are (default: as the first says)"},  \
        {"onto", "CHARACTER", CLI_TO((query).onto),                                                \
         "put clips of other bodies on this character first"},                                     \
        {"clip", "NAME|N", CLI_TO((query).reading.clip),                                           \
         "only that clip of each file (default: all)"},                                            \
        {"travel", NULL, CLI_TO((query).travel),                                                   \
         "clips on the spot go where their feet push them"},                                       \
        {"tag", "A,B", CLI_TO((query).tag), "of a store: clips with all these tags"},              \
        {"name", "PATTERN", CLI_TO((query).name), "of a store: clips whose name fits"},            \
    {                                                                                              \
        "where", "NAME=A:B", CLI_TO((query).where), "of a store: a parameter from A to B"          \
    }

// One clip of a heap.
typedef struct graph_heap_clip {
    const caper_clip *clip;
    bool owned;
    caper_graph_tags tags; // of a store, besides its own
} graph_heap_clip;

// Clips of one character.
typedef struct graph_heap {
    const caper_character *character;
    const caper_clip **list; // of all clips
    caper_graph_tags *tags;  // by clip
    int count;
    // whose they are
    cli_asset on;
    const char *file;     // that the character comes from; NULL: it ships, or is of a store
    bool retargets;       // clips of others are put on the character
    caper_character *own; // of a store
    cli_asset *assets;
    int asset_count, asset_room;
    graph_heap_clip *clips;
    int room;
    caper_arena words;
} graph_heap;
// Load them; all must be of one skeleton. Unload also after a failure.
bool graph_heap_load(graph_heap *heap, const graph_heap_query *query, char **names, int count,
                     caper_error *error);
void graph_heap_unload(graph_heap *heap);
// Did clips of the heap go somewhere, and nothing that the graph kept of them?
bool graph_heap_is_stuck(const graph_heap *heap, const caper_graph *graph);

// Whose clips a graph is made of: `on`, or the file that the graph names, as seen from its own
// `path`, or who ships with its skeleton, or one tagged from it.
bool graph_whose(const caper_graph *graph, const char *path, const char *on, cli_asset *asset,
                 caper_error *error);
// A file as seen from the folder of another one, which need not be there yet. False where there is
// none, or no room.
bool graph_path_from(const char *from, const char *path, char *out, size_t size);

// An actor that is moved by a player. Zero it first.
typedef struct graph_act {
    const caper_graph *graph;
    const caper_character *character; // whose clips the graph is made of
    const cli_asset *onto;            // who performs them; NULL: the character itself
    bool matching;                    // by matching the clips; else along the graph
    const int *edges;                 // a walk to be taken; NULL: by command, or by chance
    int edge_count;
    float rate, seconds;
    // Told before each frame; false ends it. NULL: nobody commands.
    bool (*command)(void *user, caper_actor *actor, float time, caper_graph_command *command);
    void *user;
    int transitions; // out
} graph_act;
// Run and record it.
caper_clip *graph_act_record(graph_act *act, caper_error *error);

#endif
