// SPDX-License-Identifier: MIT
//
// Nodes and edges out of clips and transitions, and which of them can reach each other (Tarjan
// 1972). A transition from frame i of one clip to frame j of another leaves the first at i and has
// arrived in the second at j + window - 1; each such place is a node, and a clip goes on from node
// to node. Invariant: edges are ordered by node, the clip that goes on before transitions.
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#define GRAB(arena, count, type)                                                                   \
    caper_arena_alloc_zero(arena, (size_t)(count) + 1, sizeof(type), _Alignof(type))

static int by_place(const void *a, const void *b)
{
    const caper_graph_node *p = a, *q = b;
    return p->clip != q->clip ? (p->clip > q->clip) - (p->clip < q->clip)
                              : (p->frame > q->frame) - (p->frame < q->frame);
}

static int find_node(const caperi_net *net, int clip, int frame)
{
    caper_graph_node key = {.clip = clip, .frame = frame};
    const caper_graph_node *found =
        bsearch(&key, net->nodes, (size_t)net->node_count, sizeof key, by_place);
    return (int)(found - net->nodes);
}

static void make_nodes(caperi_net *net, const caperi_graph_draft *draft, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        const caper_transition *t = &draft->transitions[i];
        net->nodes[n++] = (caper_graph_node){.clip = t->from_clip, .frame = t->from_frame};
        net->nodes[n++] =
            (caper_graph_node){.clip = t->to_clip, .frame = t->to_frame + draft->window - 1};
    }
    if (n > 0)
        qsort(net->nodes, (size_t)n, sizeof *net->nodes, by_place);
    net->node_count = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || by_place(&net->nodes[i], &net->nodes[net->node_count - 1]) != 0)
            net->nodes[net->node_count++] = net->nodes[i];
}

// Frames from a node to the next one of its clip, round the end of one that loops; 0: there is
// none.
static int next_in_clip(const caperi_net *net, const caperi_graph_draft *draft, int node, int *to)
{
    const caper_graph_node *at = &net->nodes[node];
    *to = node + 1;
    if (node + 1 < net->node_count && net->nodes[node + 1].clip == at->clip)
        return net->nodes[node + 1].frame - at->frame;
    const caper_clip *clip = draft->clips[at->clip];
    if (!clip->loops)
        return 0;
    *to = node;
    while (*to > 0 && net->nodes[*to - 1].clip == at->clip)
        --*to;
    int length = caperi_graph_frames(clip, draft->rate) - 1;
    return length - at->frame + net->nodes[*to].frame;
}

static int by_from(const void *a, const void *b)
{
    const caper_graph_edge *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return (p->transition > q->transition) - (p->transition < q->transition);
}

static void make_edges(caperi_net *net, const caperi_graph_draft *draft, int count)
{
    for (int i = 0; i < net->node_count; i++) {
        int to, frames = next_in_clip(net, draft, i, &to);
        if (frames > 0)
            net->edges[net->edge_count++] = (caper_graph_edge){i, to, -1, frames};
    }
    for (int i = 0; i < count; i++) {
        const caper_transition *t = &draft->transitions[i];
        net->edges[net->edge_count++] = (caper_graph_edge){
            find_node(net, t->from_clip, t->from_frame),
            find_node(net, t->to_clip, t->to_frame + draft->window - 1), i, draft->window - 1};
    }
    if (net->edge_count > 0)
        qsort(net->edges, (size_t)net->edge_count, sizeof *net->edges, by_from);
    for (int i = net->edge_count - 1; i >= 0; i--) {
        net->nodes[net->edges[i].from].first_edge = i;
        net->nodes[net->edges[i].from].edge_count++;
    }
}

// -- Strongly connected components
// ----------------------------------------------------------------------

typedef struct tarjan {
    const caper_graph_node *nodes;
    const caper_graph_edge *edges;
    int *component;
    int *order, *low, *stack, *path, *next;
    int time, depth, height, found;
} tarjan;

static void enter(tarjan *t, int node)
{
    t->order[node] = t->low[node] = ++t->time;
    t->stack[t->depth++] = node;
    t->path[t->height++] = node;
}

static void leave(tarjan *t, int node)
{
    if (t->low[node] == t->order[node]) {
        int top;
        do {
            top = t->stack[--t->depth];
            t->component[top] = t->found;
        } while (top != node);
        t->found++;
    }
    if (--t->height > 0) {
        int before = t->path[t->height - 1];
        t->low[before] = t->low[node] < t->low[before] ? t->low[node] : t->low[before];
    }
}

static void visit(tarjan *t, int start)
{
    enter(t, start);
    while (t->height > 0) {
        int node = t->path[t->height - 1];
        if (t->next[node] == t->nodes[node].edge_count) {
            leave(t, node);
            continue;
        }
        int to = t->edges[t->nodes[node].first_edge + t->next[node]++].to;
        if (t->order[to] == 0)
            enter(t, to);
        else if (t->component[to] < 0 && t->order[to] < t->low[node])
            t->low[node] = t->order[to];
    }
}

int caperi_components(const caper_graph_node *nodes, int node_count, const caper_graph_edge *edges,
                      int *component, caper_arena *arena)
{
    caper_arena_mark_point mark = caper_arena_mark(arena);
    tarjan t = {.nodes = nodes, .edges = edges, .component = component};
    int *all = GRAB(arena, 5 * (size_t)node_count, int);
    if (all) {
        t.order = all, t.low = all + node_count, t.stack = t.low + node_count;
        t.path = t.stack + node_count, t.next = t.path + node_count;
        for (int i = 0; i < node_count; i++)
            component[i] = -1;
        for (int i = 0; i < node_count; i++)
            if (t.order[i] == 0)
                visit(&t, i);
    }
    caper_arena_release(arena, mark);
    return all ? t.found : -1;
}

// The component whose edges hold the most frames of clips; of equal ones the first.
static bool choose_best(caperi_net *net, caper_arena *arena)
{
    int *frames = GRAB(arena, net->component_count, int);
    if (!frames)
        return false;
    for (int i = 0; i < net->edge_count; i++) {
        const caper_graph_edge *e = &net->edges[i];
        if (e->transition < 0 && net->component[e->from] == net->component[e->to])
            frames[net->component[e->from]] += e->frame_count;
    }
    net->best = -1;
    for (int i = 0; i < net->component_count; i++)
        if (frames[i] > 0 && (net->best < 0 || frames[i] > net->best_frames))
            net->best = i, net->best_frames = frames[i];
    return true;
}

bool caperi_net_make(caperi_net *net, const caperi_graph_draft *draft, int count,
                     caper_arena *arena)
{
    *net = (caperi_net){.best = -1};
    net->nodes = GRAB(arena, 2 * (size_t)count, caper_graph_node);
    net->edges = GRAB(arena, 3 * (size_t)count, caper_graph_edge);
    net->component = GRAB(arena, 2 * (size_t)count, int);
    if (!net->nodes || !net->edges || !net->component)
        return false;
    make_nodes(net, draft, count);
    make_edges(net, draft, count);
    net->component_count =
        caperi_components(net->nodes, net->node_count, net->edges, net->component, arena);
    return net->component_count >= 0 && choose_best(net, arena);
}
