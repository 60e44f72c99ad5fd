// SPDX-License-Identifier: MIT
//
// Random walks, and clips of walks. A walk is a list of edges, each of which begins where the one
// before ends. A random walk takes an edge of a node with odds that fall with its rank (the clip
// that goes on first, then transitions by distance), so that it neither stays in one clip nor
// prefers bad blends.
#include "graph/walk.h"

#include <math.h>
#include <string.h>

int caperi_graph_chance(const caper_graph *graph, int node, caper_rng *rng)
{
    const caper_graph_node *n = &graph->nodes[node];
    int chosen = n->first_edge;
    // the clip that goes on has half of the odds where there is a transition beside it
    int first = graph->edges[chosen].transition < 0 && n->edge_count > 1 ? 1 : 0;
    if (first == 1 && caper_rng_bool(rng, 0.5f))
        return chosen;
    int count = n->edge_count - first;
    // the better of two drawn ones: odds fall linearly with the rank
    int a = caper_rng_int(rng, 0, count - 1), b = caper_rng_int(rng, 0, count - 1);
    int ea = n->first_edge + first + a, eb = n->first_edge + first + b;
    int ta = graph->edges[ea].transition, tb = graph->edges[eb].transition;
    if (ta < 0 || tb < 0)
        return ea;
    return graph->transitions[ta].distance <= graph->transitions[tb].distance ? ea : eb;
}

int caper_graph_wander(const caper_graph *graph, uint64_t seed, int start_node, float seconds,
                       int *edges, int capacity)
{
    CAPER_ASSERT(start_node >= 0 && start_node < graph->node_count);
    if (start_node < 0 || start_node >= graph->node_count || !(seconds < 1e9f))
        return 0;
    caper_rng rng = caper_rng_make(seed);
    int count = 0;
    double wanted = (double)seconds * (double)graph->rate;
    for (double frames = 0.0; frames < wanted; count++) {
        int edge = caperi_graph_chance(graph, start_node, &rng);
        if (edges && count < capacity)
            edges[count] = edge;
        frames += graph->edges[edge].frame_count;
        start_node = graph->edges[edge].to;
    }
    return count;
}

caper_graph_clip_job caper_graph_clip_job_default(void)
{
    return (caper_graph_clip_job){
        .name = "walk", .rate = 60.0f, .seconds = INFINITY, .cookie = CAPER_DEF_COOKIE};
}

typedef struct recorder {
    const caper_graph_clip_job *job;
    caper_arena arena;
    int frame_count, contact_count, key_pose_count, contact_room;
    caper_transform *frames;
    caper_root *roots;
    caper_contact *contacts;
    caper_key_pose *key_poses;
    float since[32]; // when a foot began to stand; < 0: it does not
} recorder;

static bool check_job(const caper_graph_clip_job *job, double *frames, caper_error *error)
{
    *frames = 0.0;
    bool good = job && job->cookie == CAPER_DEF_COOKIE && job->graph && job->edges &&
                job->edge_count > 0 && job->rate >= 1.0f && job->rate <= 1000.0f &&
                job->seconds > 0.0f;
    for (int i = 0; i < job->edge_count && good; i++) {
        int e = job->edges[i];
        good = e >= 0 && e < job->graph->edge_count &&
               (i == 0 || job->graph->edges[job->edges[i - 1]].to == job->graph->edges[e].from);
        *frames += good ? job->graph->edges[e].frame_count : 0;
    }
    if (!good)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "not a walk of the graph: edges that do not follow each other");
    return true;
}

static void mark_feet(recorder *r, uint32_t stands, float time, bool last)
{
    const int16_t *feet;
    int count = caper_graph_feet(r->job->graph, &feet);
    for (int k = 0; k < count; k++) {
        bool on = (stands >> k & 1) != 0;
        if (r->since[k] >= 0.0f && (!on || last)) {
            if (r->contact_count < r->contact_room)
                r->contacts[r->contact_count++] = (caper_contact){feet[k], r->since[k], time};
            r->since[k] = -1.0f;
        }
        if (on && r->since[k] < 0.0f && !last)
            r->since[k] = time;
    }
}

static void record(recorder *r)
{
    const caper_graph *graph = r->job->graph;
    size_t bodies = (size_t)graph->clips[0]->skeleton.body_count;
    caper_pose spare = {r->frames + (size_t)r->frame_count * bodies, NULL, (int)bodies, 0};
    caper_root base = r->job->start;
    double passed = 0.0; // frames of the graph before this edge
    int at = 0;
    for (int f = 0; f < r->frame_count; f++) {
        double step = (double)f / (double)r->job->rate * (double)graph->rate - passed;
        while (step >= graph->edges[r->job->edges[at]].frame_count && at + 1 < r->job->edge_count) {
            int edge = r->job->edges[at++];
            base = caper_root_mul(base, graph->data->ways[edge].delta);
            passed += graph->edges[edge].frame_count;
            step -= graph->edges[edge].frame_count;
            if (graph->edges[r->job->edges[at]].transition >= 0)
                r->key_poses[r->key_pose_count++] =
                    (caper_key_pose){(float)(passed / (double)graph->rate), "transition"};
        }
        caper_pose local = {r->frames + (size_t)f * bodies, NULL, (int)bodies, 0};
        caper_graph_step_job job = {.graph = graph,
                                    .edge = r->job->edges[at],
                                    .local = &local,
                                    .spare = &spare,
                                    .step = (float)(step > 0.0 ? step : 0.0)};
        caper_graph_step(&job);
        r->roots[f] = caper_root_mul(base, job.root);
        mark_feet(r, job.stands, (float)f / r->job->rate, f == r->frame_count - 1);
    }
}

static caper_clip *build(const recorder *r, caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = r->job->name;
    def.skeleton = &r->job->graph->clips[0]->skeleton;
    def.rate = r->job->rate;
    def.frame_count = r->frame_count;
    def.frames = r->frames;
    def.roots = r->roots;
    def.contacts = r->contacts;
    def.contact_count = r->contact_count;
    def.key_poses = r->key_poses;
    def.key_pose_count = r->key_pose_count;
    def.allocator = r->job->allocator;
    return caper_clip_create(&def, error);
}

caper_clip *caper_graph_clip(const caper_graph_clip_job *job, caper_error *error)
{
    double frames = 0.0;
    if (!check_job(job, &frames, error))
        return NULL;
    double seconds = frames / (double)job->graph->rate;
    seconds = seconds < (double)job->seconds ? seconds : (double)job->seconds;
    size_t bodies = (size_t)job->graph->clips[0]->skeleton.body_count;
    double most = (double)CAPER_CLIP_MAX_TRANSFORMS / (double)bodies - 2.0;
    if (seconds * (double)job->rate > most) {
        caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0, "a walk of %g s is too long",
                        seconds);
        return NULL;
    }
    recorder r = {.job = job, .frame_count = 1 + (int)floor(seconds * (double)job->rate + 1e-6)};
    caper_arena_init(&r.arena, job->allocator, 0);
    size_t n = (size_t)r.frame_count;
    r.contact_room = (int)n * 2 + 64;
    r.frames = caper_arena_alloc_zero(&r.arena, (n + 1) * bodies, sizeof *r.frames, 32);
    r.roots = caper_arena_alloc_zero(&r.arena, n, sizeof *r.roots, 16);
    r.contacts = caper_arena_alloc_zero(&r.arena, (size_t)r.contact_room, sizeof *r.contacts, 16);
    r.key_poses =
        caper_arena_alloc_zero(&r.arena, (size_t)job->edge_count + 1, sizeof *r.key_poses, 16);
    for (int k = 0; k < 32; k++)
        r.since[k] = -1.0f;
    caper_clip *clip = NULL;
    if (r.frames && r.roots && r.contacts && r.key_poses) {
        record(&r);
        clip = build(&r, error);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    caper_arena_destroy(&r.arena);
    return clip;
}
