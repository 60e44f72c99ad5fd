// SPDX-License-Identifier: MIT
//
// A graph out of a draft: the transitions within the largest component, and the nodes and edges
// that these make. Consecutive nodes of a clip that are both in the component have all nodes
// between them in it too, so leaving out the others cuts no way. Files and builds end here alike.
#include "graph/graph.h"

#include <string.h>

#define GRAB(arena, count, type)                                                                   \
    caper_arena_alloc_zero(arena, (size_t)(count) + 1, sizeof(type), _Alignof(type))

typedef struct finisher {
    caper_graph *graph;
    struct caper_graph_data *data;
    caperi_graph_draft draft; // of what is kept
    caper_arena scratch;
    caperi_net net;
    int component_count;
} finisher;

static bool keep_best(finisher *f, const caperi_graph_draft *draft, int count, caper_error *error)
{
    caperi_net net;
    caper_transition *kept = GRAB(&f->data->arena, count, caper_transition);
    if (!kept || !caperi_net_make(&net, draft, count, &f->scratch))
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    if (net.best < 0)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "%d transitions make nothing that can be walked without end: give "
                               "more clips, or a higher threshold",
                               count);
    f->component_count = net.component_count;
    f->draft = *draft;
    f->draft.transitions = kept;
    f->draft.transition_count = 0;
    for (int i = 0; i < net.edge_count; i++) {
        const caper_graph_edge *e = &net.edges[i];
        if (e->transition >= 0 && net.component[e->from] == net.best &&
            net.component[e->to] == net.best)
            kept[f->draft.transition_count++] = draft->transitions[e->transition];
    }
    if (!caperi_net_make(&f->net, &f->draft, f->draft.transition_count, &f->data->arena))
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    return true;
}

int caperi_clips_feet(const caper_clip *const *clips, int clip_count, int16_t *feet)
{
    int count = 0;
    for (int c = 0; c < clip_count; c++)
        for (int i = 0; i < clips[c]->contact_count; i++) {
            int body = clips[c]->contacts[i].body, k = 0;
            while (k < count && feet[k] != body)
                k++;
            if (k == count && k < CAPERI_GRAPH_FEET)
                feet[count++] = (int16_t)body;
        }
    return count;
}

uint32_t caperi_clip_stands(const caper_clip *clip, const int16_t *feet, int count, float time)
{
    uint32_t bits = 0;
    for (int k = 0; k < count; k++)
        if (caper_clip_in_contact(clip, feet[k], time))
            bits |= 1u << k;
    return bits;
}

static void sum_way(const caper_graph *graph, int edge, caperi_edge_way *way,
                    caperi_edge_step *steps)
{
    caper_graph_step_job job = {.graph = graph, .edge = edge};
    caper_root last = {0};
    float dt = 1.0f / graph->rate;
    for (int s = 1; s <= graph->edges[edge].frame_count; s++) {
        job.step = (float)s;
        caper_graph_step(&job);
        float dx = job.root.x - last.x, dz = job.root.z - last.z, sine, cosine;
        way->energy += (dx * dx + dz * dz) / dt;
        caper_sincos(job.root.yaw, &sine, &cosine);
        way->face_x += sine * dt;
        way->face_z += cosine * dt;
        way->seconds += dt;
        steps[s - 1] = (caperi_edge_step){job.root.x, job.root.z, job.root.yaw, sine, cosine};
        last = job.root;
    }
    way->delta = last;
}

static void count_kept(caper_graph *graph, caper_graph_origin *origins)
{
    for (int i = 0; i < graph->edge_count; i++)
        if (graph->edges[i].transition < 0)
            origins[graph->nodes[graph->edges[i].from].clip].kept_frames +=
                graph->edges[i].frame_count;
    caper_graph_report *r = &graph->report;
    r->clip_count = graph->clip_count;
    for (int c = 0; c < graph->clip_count; c++) {
        r->frame_count += caperi_graph_frames(graph->clips[c], graph->rate);
        r->kept_frames += origins[c].kept_frames;
        r->kept_clips += origins[c].kept_frames > 0;
    }
}

static void measure_transitions(caper_graph *graph)
{
    caper_graph_report *r = &graph->report;
    double distance = 0.0, slip = 0.0;
    for (int i = 0; i < graph->transition_count; i++) {
        const caper_transition *t = &graph->transitions[i];
        distance += (double)t->distance, slip += (double)t->slip;
        r->max_distance = caper_max(r->max_distance, t->distance);
        r->max_slip = caper_max(r->max_slip, t->slip);
    }
    if (graph->transition_count > 0) {
        r->mean_distance = (float)(distance / graph->transition_count);
        r->mean_slip = (float)(slip / graph->transition_count);
    }
    r->threshold = r->max_distance;
}

static char *copy_name(const char *name, caper_arena *arena)
{
    size_t size = strlen(name) + 1;
    char *copy = caper_arena_alloc(arena, size, 1);
    if (copy)
        memcpy(copy, name, size);
    return copy;
}

static bool fill(finisher *f)
{
    const caperi_graph_draft *draft = &f->draft;
    caper_arena *arena = &f->data->arena;
    caper_graph *graph = f->graph;
    const caper_clip **clips = GRAB(arena, draft->clip_count, caper_clip *);
    caper_graph_origin *origins = GRAB(arena, draft->clip_count, caper_graph_origin);
    caperi_edge_way *ways = GRAB(arena, f->net.edge_count, caperi_edge_way);
    int *first_step = GRAB(arena, f->net.edge_count, int);
    graph->name = copy_name(draft->name, arena);
    graph->character_file = copy_name(draft->character_file ? draft->character_file : "", arena);
    if (!clips || !origins || !ways || !first_step || !graph->name || !graph->character_file)
        return false;
    for (int c = 0; c < draft->clip_count; c++) {
        clips[c] = draft->clips[c];
        origins[c] = draft->origins[c];
        origins[c].kept_frames = 0;
    }
    graph->rate = draft->rate, graph->window = draft->window;
    graph->clips = clips, graph->origins = origins, graph->clip_count = draft->clip_count;
    graph->transitions = draft->transitions, graph->transition_count = draft->transition_count;
    graph->nodes = f->net.nodes, graph->node_count = f->net.node_count;
    graph->edges = f->net.edges, graph->edge_count = f->net.edge_count;
    graph->report.component_count = f->component_count;
    f->data->foot_count = caperi_clips_feet((const caper_clip *const *)draft->clips,
                                            draft->clip_count, f->data->feet);
    f->data->ways = ways;
    for (int i = 0; i < graph->edge_count; i++)
        first_step[i + 1] = first_step[i] + graph->edges[i].frame_count;
    caperi_edge_step *steps = GRAB(arena, first_step[graph->edge_count], caperi_edge_step);
    if (!steps)
        return false;
    f->data->steps = steps, f->data->first_step = first_step;
    for (int i = 0; i < graph->edge_count; i++)
        sum_way(graph, i, &ways[i], steps + first_step[i]);
    count_kept(graph, origins);
    measure_transitions(graph);
    f->data->hash = caper_hash64(graph->edges, (size_t)graph->edge_count * sizeof *graph->edges,
                                 (uint64_t)graph->node_count);
    return true;
}

caper_graph *caperi_graph_finish(caperi_graph_draft *draft, int count, caper_error *error)
{
    finisher f = {
        .graph = caper_alloc_zero(draft->allocator, sizeof(caper_graph), _Alignof(caper_graph)),
        .data = caper_alloc_zero(draft->allocator, sizeof(struct caper_graph_data),
                                 _Alignof(struct caper_graph_data))};
    if (!f.graph || !f.data) {
        caper_free(draft->allocator, f.graph, sizeof(caper_graph));
        caper_free(draft->allocator, f.data, sizeof(struct caper_graph_data));
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    f.graph->allocator = caper_allocator_resolve(draft->allocator);
    f.graph->data = f.data;
    caper_arena_init(&f.data->arena, draft->allocator, 0);
    caper_arena_init(&f.scratch, draft->allocator, 0);
    bool good = keep_best(&f, draft, count, error);
    if (good && !fill(&f))
        good = caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    caper_arena_destroy(&f.scratch);
    if (good)
        return f.graph;
    f.graph->clip_count = 0; // the clips stay with whoever drew them up
    caper_graph_destroy(f.graph);
    return NULL;
}

void caper_graph_destroy(caper_graph *graph)
{
    if (!graph)
        return;
    for (int c = 0; c < graph->clip_count; c++)
        caper_clip_destroy((caper_clip *)(uintptr_t)graph->clips[c]);
    caper_allocator allocator = graph->allocator;
    struct caper_graph_data *data = (struct caper_graph_data *)(uintptr_t)graph->data;
    caper_arena_destroy(&data->arena);
    caper_free(&allocator, data, sizeof *data);
    caper_free(&allocator, graph, sizeof *graph);
}

int caper_graph_feet(const caper_graph *graph, const int16_t **bodies)
{
    if (bodies)
        *bodies = graph->data->feet;
    return graph->data->foot_count;
}
