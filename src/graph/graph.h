// SPDX-License-Identifier: MIT
//
// What the files of room `graph` share about graphs.
#ifndef CAPER_SRC_GRAPH_GRAPH_H
#define CAPER_SRC_GRAPH_GRAPH_H

#include "caper/graph.h"

#define CAPERI_GRAPH_FEET 32

struct caper_graph_data {
    caper_arena arena; // of everything but the clips
    int16_t feet[CAPERI_GRAPH_FEET];
    int foot_count;
    // by edge: what a walk along it does, in the frame of its start
    const struct caperi_edge_way *ways;
    const struct caperi_edge_step *steps; // [edge's first step ...]
    const int *first_step;                // by edge
    uint64_t hash;                        // of nodes, edges and transitions: what states are for
};

/// Where the root is after a step of an edge, seen from its start.
typedef struct caperi_edge_step {
    float x, z, yaw;
    float sine, cosine; // of the yaw
} caperi_edge_step;

/// What the root does along an edge, summed over its steps, for costs in closed form.
typedef struct caperi_edge_way {
    caper_root delta; // start to end
    float seconds;
    float face_x, face_z; // integral of the facing direction, seconds
    float energy;         // integral of the squared speed, m^2/s
} caperi_edge_way;

/// A clip made ready: root track, contacts, at most 60 frames a second. `mirrored`: and reflected.
/// `tags` (may be NULL) are added to its own.
caper_clip *caperi_graph_prepare(const caper_clip *clip, const caper_character *character,
                                 bool mirrored, const caper_graph_tags *tags,
                                 const caper_allocator *allocator, caper_error *error);

/// Frames at the graph's rate that lie in a clip.
int caperi_graph_frames(const caper_clip *clip, float rate);

/// A graph under construction: clips (owned by it from then on) and candidate transitions.
typedef struct caperi_graph_draft {
    const char *name, *character_file; // the file may be NULL
    float rate;
    int window;
    caper_clip **clips;
    caper_graph_origin *origins;
    int clip_count;
    caper_transition *transitions;
    int transition_count;
    const caper_allocator *allocator;
} caperi_graph_draft;

/// Nodes and edges that some transitions make of clips, and their strongly connected components.
typedef struct caperi_net {
    caper_graph_node *nodes;
    int node_count;
    caper_graph_edge *edges;
    int edge_count;
    int *component; // by node
    int component_count;
    int best;        // the component with the most frames on edges
    int best_frames; // of clips, on edges of it
} caperi_net;
/// The net of the first `count` transitions; memory comes from the arena. False without memory.
bool caperi_net_make(caperi_net *net, const caperi_graph_draft *draft, int count,
                     caper_arena *arena);
/// Strongly connected components of nodes and edges (Tarjan, without recursion): `component` by
/// node; returns how many, or -1 without memory.
int caperi_components(const caper_graph_node *nodes, int node_count, const caper_graph_edge *edges,
                      int *component, caper_arena *arena);

/// Keep the largest component of the first `count` transitions and make a graph of it. Takes the
/// clips over unless it fails.
caper_graph *caperi_graph_finish(caperi_graph_draft *draft, int count, caper_error *error);

/// Bodies that stand in some of the clips, at most CAPERI_GRAPH_FEET; returns how many.
int caperi_clips_feet(const caper_clip *const *clips, int clip_count, int16_t *feet);
/// Which of these bodies stand at a time: bits.
uint32_t caperi_clip_stands(const caper_clip *clip, const int16_t *feet, int count, float time);

/// Interpolated clips for a draft (see interpolate.c): appended to clips and origins, which have
/// room for `capacity`. False on failure.
bool caperi_graph_interpolate(caperi_graph_draft *draft, int capacity, const caper_graph_def *def,
                              caper_graph_report *report, caper_error *error);

#endif
