// SPDX-License-Identifier: MIT
//
// Search in a graph: follow a drawn path (Kovar, Gleicher, Pighin 2002, section 4), or be at a
// place and face a direction at a time, with tags wanted for parts of the way. A state is a node
// reached at a frame, with the root it has there, how far along the path it is and what it cost.
// States of one frame are looked at together, best first; the first `width` of them go on, those
// that are at the same node and nearly the same place as a better one do not. A round that finds a
// plan bounds the next one, which keeps twice as many states: what costs as much is cut. All costs
// are >= 0, so the least cost of any state that was left out is a bound for every plan that was not
// looked at.
//
// A path is followed by progress, not by length walked: hips sway, and a swaying root walks farther
// than the path. Each step moves on to the nearest point ahead.
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Any start: nodes, evenly among all, that a plan of the first width is tried from, and how many
// of the best are planned from in full: no worse then, because that is their first round. Tries are
// given up where they cost more than the worst of these, so that many are cheap. With 24 what was
// found depended on which nodes they were: 0.15 to 0.35 m from a circle in graphs of the same
// clips.
#define STARTS 96
#define FINALISTS 6
#define FIRST_WIDTH 8
// States of one node and frame that are nearer than this and turned by less than that are taken for
// one. Of the first round, of eight states; rounds that keep more tell them apart finer.
#define NEAR_PLACE 0.1f // m
#define NEAR_TURN 0.17f // rad: 10 degrees

typedef struct state {
    int node, edge, parent; // parent -1: the start
    int frame;
    int next; // of the same frame
    int segment;
    float along; // metres on the segment
    float far;   // sum of distances from the path, and the largest
    float farthest;
    caper_root root;
    double cost;
    bool done;
} state;

// A state of one frame, to be sorted.
typedef struct ranked {
    double cost;
    int state;
} ranked;

typedef struct search {
    caper_graph_plan_job *job;
    const caper_graph *graph;
    caper_arena arena;
    state *states;
    int count, room;
    int *heads;     // by frame: the first state
    ranked *bucket; // scratch: states of one frame; as much room as states
    int frame_count;
    const caper_vec3 *path;
    float *lengths; // by segment
    int segments;
    float speed;
    int best; // state; -1: none in this round
    int last; // the cheapest of the latest
    double best_cost, bound;
    double limit; // plans that cost as much are of no use
    bool failed;
} search;

caper_graph_plan_job caper_graph_plan_job_default(void)
{
    return (caper_graph_plan_job){.speed = 1.3f,
                                  .seconds = 60.0f,
                                  .face_weight = 0.1f,
                                  .speed_weight = 0.3f,
                                  .tag_weight = 1.0f,
                                  .end_weight = 5.0f,
                                  .end_face_weight = 0.5f,
                                  .width = 32,
                                  .cookie = CAPER_DEF_COOKIE};
}

void caper_graph_plan_destroy(caper_graph_plan_job *job)
{
    if (!job)
        return;
    caper_free(job->allocator, job->edges, (size_t)job->edge_room * sizeof(int));
    job->edges = NULL;
    job->edge_count = job->edge_room = 0;
}

// -- Costs
// ------------------------------------------------------------------------------------------------

// Go on to the nearest point of the path ahead, and say how far off that is. Returns the progress.
static float advance(const search *s, state *at, float *off)
{
    float progress = 0.0f;
    for (;;) {
        caper_vec3 a = s->path[at->segment], b = s->path[at->segment + 1];
        float length = s->lengths[at->segment];
        float ux = (b.x - a.x) / length, uz = (b.z - a.z) / length;
        float t = (at->root.x - a.x) * ux + (at->root.z - a.z) * uz;
        t = caper_clamp(t, at->along, length);
        progress += t - at->along;
        at->along = t;
        float dx = at->root.x - (a.x + ux * t), dz = at->root.z - (a.z + uz * t);
        *off = sqrtf(dx * dx + dz * dz);
        if (t < length || at->segment + 1 == s->segments)
            return progress;
        at->segment++;
        at->along = 0.0f;
    }
}

// How far a facing is off the path's direction.
static float facing_cost(const search *s, const state *at, float sine, float cosine)
{
    caper_vec3 a = s->path[at->segment], b = s->path[at->segment + 1];
    float along = ((b.x - a.x) * sine + (b.z - a.z) * cosine) / s->lengths[at->segment];
    return s->job->face_weight * (1.0f - along);
}

static float tag_cost(const search *s, int edge, float time)
{
    const caper_graph_edge *e = &s->graph->edges[edge];
    const caper_clip *clip = s->graph->clips[s->graph->nodes[e->to].clip];
    float cost = 0.0f;
    for (int i = 0; i < s->job->tag_count; i++) {
        const caper_plan_tag *t = &s->job->tags[i];
        if (time >= t->start && time < t->end && !caper_clip_has_tag(clip, t->tag))
            cost += s->job->tag_weight;
    }
    return cost;
}

static bool at_end(const search *s, const state *at)
{
    if (s->job->reach)
        return at->frame >= s->frame_count;
    return at->segment + 1 == s->segments && at->along >= s->lengths[at->segment];
}

static double end_cost(const search *s, const state *at)
{
    float dx = at->root.x - s->job->place.x, dz = at->root.z - s->job->place.z;
    float turn = caper_cos(at->root.yaw - s->job->place.yaw);
    return (double)s->job->end_weight *
           ((double)(dx * dx + dz * dz) + (double)(1.0f - turn) * (double)s->job->end_face_weight);
}

// Walk along an edge; the walk ends within it when the path or the time does.
static state follow(const search *s, int from, int edge)
{
    const caper_graph *graph = s->graph;
    const caper_graph_edge *e = &graph->edges[edge];
    const caperi_edge_step *steps = graph->data->steps + graph->data->first_step[edge];
    state at = s->states[from];
    caper_root base = at.root;
    double dt = 1.0 / (double)graph->rate, cost = 0.0;
    float c, n; // cosine and sine of the base, so that steps need none
    caper_sincos(base.yaw, &n, &c);
    for (int i = 0; i < e->frame_count && !at.done; i++) {
        const caperi_edge_step *step = &steps[i];
        at.root.x = base.x + (step->x * c + step->z * n);
        at.root.z = base.z + (step->z * c - step->x * n);
        at.root.yaw = base.yaw + step->yaw;
        at.frame++;
        float off, gone = advance(s, &at, &off);
        float late = s->job->speed_weight * (s->speed - gone * graph->rate);
        cost += (double)(off * off + late * late);
        cost += (double)facing_cost(s, &at, step->sine * c + step->cosine * n,
                                    step->cosine * c - step->sine * n);
        if (at.cost + cost * dt >= s->best_cost)
            break; // whoever looks at the cost drops it
        if (s->job->tag_count > 0)
            cost += (double)tag_cost(s, edge, (float)at.frame / graph->rate);
        at.far += off;
        at.farthest = caper_max(at.farthest, off);
        at.done = at_end(s, &at);
    }
    if (e->transition >= 0) {
        double d = (double)graph->transitions[e->transition].distance;
        cost += d * d * e->frame_count;
    }
    at.cost += cost * dt;
    if (at.done && s->job->reach)
        at.cost += end_cost(s, &at);
    at.node = e->to, at.edge = edge, at.parent = from, at.next = -1;
    return at;
}

// -- Search
// -----------------------------------------------------------------------------------------------

static bool grow(search *s, int room)
{
    const caper_allocator *allocator = s->job->allocator;
    state *states = caper_alloc(allocator, (size_t)room * sizeof *states, 16);
    ranked *bucket = caper_alloc(allocator, (size_t)room * sizeof *bucket, 16);
    if (!states || !bucket) {
        caper_free(allocator, states, (size_t)room * sizeof *states);
        caper_free(allocator, bucket, (size_t)room * sizeof *bucket);
        return false;
    }
    if (s->count > 0) {
        memcpy(states, s->states, (size_t)s->count * sizeof *states);
        memcpy(bucket, s->bucket, (size_t)s->room * sizeof *bucket);
    }
    caper_free(allocator, s->states, (size_t)s->room * sizeof *states);
    caper_free(allocator, s->bucket, (size_t)s->room * sizeof *bucket);
    s->states = states, s->bucket = bucket, s->room = room;
    return true;
}

static bool push(search *s, const state *one)
{
    if (s->count == s->room) {
        int room = s->room ? 2 * s->room : 4096;
        if (!grow(s, room))
            return false;
    }
    s->states[s->count] = *one;
    s->states[s->count].next = s->heads[one->frame];
    s->heads[one->frame] = s->count++;
    return true;
}

static void leave_out(search *s, double cost)
{
    s->bound = cost < s->bound ? cost : s->bound;
}

static void expand(search *s, int from)
{
    const caper_graph_node *n = &s->graph->nodes[s->states[from].node];
    for (int e = n->first_edge; e < n->first_edge + n->edge_count && !s->failed; e++) {
        state to = follow(s, from, e);
        s->job->looked++;
        if (to.cost >= s->best_cost)
            continue;
        if (to.done) {
            s->failed = !push(s, &to);
            s->best = s->count - 1, s->best_cost = to.cost;
        } else if (to.frame < s->frame_count) {
            s->failed = !push(s, &to);
        }
    }
}

static bool same_place(const state *a, const state *b, float finer)
{
    float dx = a->root.x - b->root.x, dz = a->root.z - b->root.z;
    return a->node == b->node && a->segment == b->segment &&
           dx * dx + dz * dz < NEAR_PLACE * NEAR_PLACE * finer * finer &&
           fabsf(caper_wrap_angle(a->root.yaw - b->root.yaw)) < NEAR_TURN * finer;
}

static int by_cost(const void *a, const void *b)
{
    const ranked *p = a, *q = b;
    if (p->cost != q->cost)
        return p->cost < q->cost ? -1 : 1;
    return (p->state > q->state) - (p->state < q->state);
}

// The states of a frame that go on, at the front of the bucket; returns how many.
static int choose(search *s, int frame, int width)
{
    int count = 0, kept = 0;
    float finer = width > FIRST_WIDTH ? (float)FIRST_WIDTH / (float)width : 1.0f;
    for (int i = s->heads[frame]; i >= 0; i = s->states[i].next)
        if (!s->states[i].done)
            s->bucket[count++] = (ranked){s->states[i].cost, i};
    qsort(s->bucket, (size_t)count, sizeof *s->bucket, by_cost);
    for (int i = 0; i < count; i++) {
        const state *one = &s->states[s->bucket[i].state];
        bool repeated = false;
        for (int k = 0; k < kept && !repeated; k++)
            repeated = same_place(one, &s->states[s->bucket[k].state], finer);
        if (repeated || kept == width)
            leave_out(s, one->cost);
        else
            s->bucket[kept++] = s->bucket[i];
    }
    return kept;
}

static bool run_round(search *s, int width)
{
    s->count = 0;
    s->bound = (double)INFINITY;
    for (int f = 0; f <= s->frame_count; f++)
        s->heads[f] = -1;
    state start = {.node = s->job->start_node, .edge = -1, .parent = -1, .root = s->job->start};
    int last = 0;
    if (!push(s, &start))
        return false;
    for (int f = 0; f < s->frame_count; f++) {
        int kept = s->heads[f] >= 0 ? choose(s, f, width) : 0;
        if (kept > 0)
            last = s->bucket[0].state;
        // expanding may move the bucket: what goes on is the first `kept` of it all the same
        for (int i = 0; i < kept && !s->failed; i++)
            if (s->bucket[i].cost < s->best_cost)
                expand(s, s->bucket[i].state);
    }
    s->last = last;
    return !s->failed;
}

// -- Results
// ----------------------------------------------------------------------------------------------

static bool keep_plan(search *s, int end)
{
    caper_graph_plan_job *job = s->job;
    int count = 0;
    for (int i = end; s->states[i].parent >= 0; i = s->states[i].parent)
        count++;
    caper_graph_plan_destroy(job);
    job->edges = caper_alloc(job->allocator, (size_t)(count + 1) * sizeof(int), _Alignof(int));
    if (!job->edges)
        return false;
    job->edge_room = count + 1, job->edge_count = count;
    for (int i = end; s->states[i].parent >= 0; i = s->states[i].parent)
        job->edges[--count] = s->states[i].edge;
    const state *at = &s->states[end];
    job->arrived = at->done;
    job->cost = at->cost;
    job->mean_distance = at->frame > 0 ? at->far / (float)at->frame : 0.0f;
    job->max_distance = at->farthest;
    caper_root goal = job->place;
    if (!job->reach)
        goal.x = s->path[s->segments].x, goal.z = s->path[s->segments].z, goal.yaw = at->root.yaw;
    float dx = at->root.x - goal.x, dz = at->root.z - goal.z;
    job->end_distance = sqrtf(dx * dx + dz * dz);
    job->end_turn = fabsf(caper_wrap_angle(at->root.yaw - goal.yaw));
    return true;
}

static bool run(search *s)
{
    s->best_cost = s->limit;
    s->job->bound = 0.0;
    for (int width = FIRST_WIDTH;; width *= 2) {
        width = width < s->job->width ? width : s->job->width;
        s->best = -1;
        if (!run_round(s, width))
            return false;
        if (s->best >= 0 && !keep_plan(s, s->best))
            return false;
        if (s->best_cost >= s->limit && width == s->job->width && !keep_plan(s, s->last))
            return false;
        double bound = s->bound < s->best_cost ? s->bound : s->best_cost;
        s->job->bound = bound > s->job->bound && bound < (double)INFINITY ? bound : s->job->bound;
        // nothing that could be better was left out, or there is no more width to spend
        if (s->bound >= s->best_cost || width == s->job->width)
            return true;
    }
}

// -- The job
// ----------------------------------------------------------------------------------------------

static bool check_job(const caper_graph_plan_job *job)
{
    bool good = job && job->cookie == CAPER_DEF_COOKIE && job->graph &&
                job->start_node >= CAPER_GRAPH_ANY_START &&
                job->start_node < job->graph->node_count && job->width >= 1 &&
                job->width <= 1 << 16 && job->seconds > 0.0f && job->seconds <= 3600.0f &&
                job->speed > 0.0f && job->speed < 1e3f && job->face_weight >= 0.0f &&
                job->speed_weight >= 0.0f && job->tag_weight >= 0.0f && job->end_weight >= 0.0f &&
                job->end_face_weight >= 0.0f && job->tag_count >= 0 &&
                (job->reach ? !job->path : job->path && job->path_count >= 2);
    for (int i = 0; good && !job->reach && i < job->path_count; i++)
        good = fabsf(job->path[i].x) < 1e6f && fabsf(job->path[i].z) < 1e6f;
    return good;
}

// Points that repeat are left out, so that segments have a length.
static bool lay_path(search *s)
{
    caper_graph_plan_job *job = s->job;
    caper_vec3 line[2] = {{job->start.x, 0.0f, job->start.z}, {job->place.x, 0.0f, job->place.z}};
    const caper_vec3 *from = job->reach ? line : job->path;
    int count = job->reach ? 2 : job->path_count, kept = 0;
    caper_vec3 *points =
        caper_arena_alloc(&s->arena, (size_t)(count + 1) * sizeof *points, _Alignof(caper_vec3));
    s->lengths = caper_arena_alloc(&s->arena, (size_t)(count + 1) * sizeof(float), 16);
    if (!points || !s->lengths)
        return false;
    for (int i = 0; i < count; i++) {
        caper_vec3 p = {from[i].x, 0.0f, from[i].z};
        if (kept > 0 && caper_vec3_distance(p, points[kept - 1]) < 1e-4f)
            continue;
        if (kept > 0)
            s->lengths[kept - 1] = caper_vec3_distance(p, points[kept - 1]);
        points[kept++] = p;
    }
    if (kept == 1) { // to stay where one is: a short way ahead, wanted at no speed
        float sine, cosine;
        caper_sincos(job->place.yaw, &sine, &cosine);
        points[1] = caper_vec3_make(points[0].x + 1e-3f * sine, 0.0f, points[0].z + 1e-3f * cosine);
        s->lengths[0] = 1e-3f;
        kept = 2;
    }
    s->path = points, s->segments = kept - 1;
    s->speed = job->reach ? caper_vec3_distance(line[0], line[1]) / job->seconds : job->speed;
    return true;
}

static bool plan_from(caper_graph_plan_job *job, double limit, caper_error *error)
{
    search s = {.job = job, .graph = job->graph, .limit = limit};
    job->edges = NULL, job->edge_count = job->edge_room = job->looked = 0;
    s.frame_count = (int)ceilf(job->seconds * job->graph->rate);
    caper_arena_init(&s.arena, job->allocator, 0);
    s.heads = caper_arena_alloc(&s.arena, (size_t)(s.frame_count + 2) * sizeof(int), 16);
    bool good = s.heads && lay_path(&s) && run(&s);
    caper_free(job->allocator, s.states, (size_t)s.room * sizeof(state));
    caper_free(job->allocator, s.bucket, (size_t)s.room * sizeof(ranked));
    caper_arena_destroy(&s.arena);
    if (!good) {
        caper_graph_plan_destroy(job);
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    return true;
}

// -- Anywhere
// ----------------------------------------------------------------------------------------------

// A start that was tried.
typedef struct candidate {
    int node;
    bool arrived;
    double cost;
} candidate;

static bool is_better(candidate a, candidate b)
{
    return a.arrived != b.arrived ? a.arrived : a.cost < b.cost;
}

// Nodes that are worth a start: those of clips that were given, which come first. Bridges only lead
// from one to the other.
static int count_starts(const caper_graph *graph)
{
    int count = 0;
    while (count < graph->node_count && graph->origins[graph->nodes[count].clip].second < 0)
        count++;
    return count > 0 ? count : graph->node_count;
}

// The starts whose narrow plans are best, the best one first.
static bool choose_starts(const caper_graph_plan_job *job, candidate best[FINALISTS], int *count,
                          int *looked, caper_error *error)
{
    int nodes = count_starts(job->graph), tries = nodes < STARTS ? nodes : STARTS;
    for (int i = 0; i < tries; i++) {
        caper_graph_plan_job trial = *job;
        trial.start_node = (int)((long)i * nodes / tries);
        trial.width = job->width < FIRST_WIDTH ? job->width : FIRST_WIDTH;
        const candidate *worst = &best[FINALISTS - 1];
        bool full = *count == FINALISTS && worst->arrived;
        if (!plan_from(&trial, full ? worst->cost : (double)INFINITY, error))
            return false;
        *looked += trial.looked;
        candidate c = {trial.start_node, trial.arrived, trial.cost};
        caper_graph_plan_destroy(&trial);
        if (*count == FINALISTS && !is_better(c, best[FINALISTS - 1]))
            continue;
        int at = *count < FINALISTS ? (*count)++ : FINALISTS - 1;
        for (; at > 0 && is_better(c, best[at - 1]); at--)
            best[at] = best[at - 1];
        best[at] = c;
    }
    return true;
}

static bool plan_from_anywhere(caper_graph_plan_job *job, caper_error *error)
{
    candidate best[FINALISTS], chosen = {0};
    int count = 0, looked = 0;
    if (!choose_starts(job, best, &count, &looked, error))
        return false;
    caper_graph_plan_job kept = *job;
    kept.edges = NULL;
    for (int i = 0; i < count; i++) {
        caper_graph_plan_job trial = *job;
        trial.start_node = best[i].node;
        bool found = i > 0 && chosen.arrived;
        if (!plan_from(&trial, found ? chosen.cost : (double)INFINITY, error)) {
            caper_graph_plan_destroy(&kept);
            return false;
        }
        looked += trial.looked;
        candidate c = {trial.start_node, trial.arrived, trial.cost};
        bool better = i == 0 || is_better(c, chosen);
        caper_graph_plan_destroy(better ? &kept : &trial);
        if (better) {
            kept = trial;
            chosen = c;
        }
    }
    *job = kept;
    job->looked = looked;
    job->bound = 0.0; // of plans from other starts nothing is known
    return true;
}

// A tag that no clip of the graph has; NULL: none.
static const char *unknown_tag(const caper_graph_plan_job *job)
{
    const caper_graph *graph = job->graph;
    for (int i = 0; i < job->tag_count; i++) {
        bool known = false;
        for (int c = 0; c < graph->clip_count && !known; c++)
            known = caper_clip_has_tag(graph->clips[c], job->tags[i].tag);
        if (!known)
            return job->tags[i].tag;
    }
    return NULL;
}

bool caper_graph_plan(caper_graph_plan_job *job, caper_error *error)
{
    if (!check_job(job))
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "not a plan: give a graph, a start, and a path or a place");
    const char *unknown = unknown_tag(job);
    if (unknown)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "no clip of the graph has the tag '%s'", unknown);
    job->edges = NULL, job->edge_count = job->edge_room = job->looked = 0;
    return job->start_node == CAPER_GRAPH_ANY_START ? plan_from_anywhere(job, error)
                                                    : plan_from(job, (double)INFINITY, error);
}
