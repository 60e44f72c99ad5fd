// SPDX-License-Identifier: MIT
//
// What to do at each node for every command, worked out ahead (value iteration, as Lee and others
// do for motion fields and graphs: paper 004 names [LWB*10]). The state of a walk under a steady
// command is its node, the direction of the command seen from the character, and its speed. The
// cost of an edge has a closed form, because it is quadratic in the velocity and linear in the
// facing:
//
//     integral |v - w|^2  =  energy - 2 w . way + |w|^2 T,   integral 1 - f . facing  =  T - f . F
//
// with way, energy, facing integral F and duration T of the edge summed once. Costs further ahead
// count less by a half-life. Directions and speeds between those of the table are interpolated.
// Invariant: every node of a graph has an edge, so every command has an answer.
#include "graph/walk.h"

#include "base/block.h"

#include <math.h>

#define TURNS 16       // directions of the table: 22.5 degrees apart, interpolated
#define SPEEDS 5       // from standing to the fastest edge
#define SWEEPS 200     // at most; values settle by the half-life
#define SETTLED 1e-4f  // (m/s)^2 s: a change below which they count as settled
#define JOIN_TIME 0.1f // s: see join_weight

struct caper_graph_policy {
    caper_graph_policy_def def;
    float speeds[SPEEDS];
    float *values; // [node][speed][turn]
    float *keep;   // by edge: what later costs are multiplied by
    float *join;   // by edge: the cost of its transition
    size_t memory_size;
    caper_allocator allocator;
};

// A command as seen from the character.
typedef struct wish {
    float x, z;           // velocity
    float face_x, face_z; // unit, or zero: any
} wish;

static float edge_cost(const caper_graph_policy *p, int edge, const wish *w)
{
    const caperi_edge_way *way = &p->def.graph->data->ways[edge];
    float along = w->x * way->delta.x + w->z * way->delta.z;
    float speed = w->x * w->x + w->z * w->z;
    float cost = (way->energy - 2.0f * along) + speed * way->seconds;
    if (w->face_x != 0.0f || w->face_z != 0.0f)
        cost += p->def.face_weight *
                (way->seconds - (w->face_x * way->face_x + w->face_z * way->face_z));
    return cost + p->join[edge];
}

static float value_at(const caper_graph_policy *p, int node, float turn, int speed)
{
    const float *row = p->values + ((size_t)node * SPEEDS + (size_t)speed) * TURNS;
    float at = turn * (TURNS / CAPER_TAU);
    float low = floorf(at), share = at - low;
    int i = (int)low % TURNS;
    i = i < 0 ? i + TURNS : i;
    return caper_lerp(row[i], row[(i + 1) % TURNS], share);
}

// The cost of taking an edge and doing the best from then on, for a command of a speed of the
// table.
static float outlook(const caper_graph_policy *p, int edge, const wish *w, float turn, int speed)
{
    const caper_graph *graph = p->def.graph;
    float after = turn - graph->data->ways[edge].delta.yaw;
    return edge_cost(p, edge, w) + p->keep[edge] * value_at(p, graph->edges[edge].to, after, speed);
}

static float sweep(caper_graph_policy *p)
{
    const caper_graph *graph = p->def.graph;
    float change = 0.0f;
    // backward, because clips lead forward: values run along a whole clip in one sweep
    for (int node = graph->node_count - 1; node >= 0; node--)
        for (int s = 0; s < SPEEDS; s++)
            for (int t = 0; t < TURNS; t++) {
                float turn = (float)t * (CAPER_TAU / TURNS), sine, cosine, best = INFINITY;
                caper_sincos(turn, &sine, &cosine);
                wish w = {p->speeds[s] * sine, p->speeds[s] * cosine, sine, cosine};
                const caper_graph_node *n = &graph->nodes[node];
                for (int e = n->first_edge; e < n->first_edge + n->edge_count; e++)
                    best = caper_min(best, outlook(p, e, &w, turn, s));
                float *value = &p->values[((size_t)node * SPEEDS + (size_t)s) * TURNS + (size_t)t];
                change = caper_max(change, fabsf(best - *value));
                *value = best;
            }
    return change;
}

static void measure_edges(caper_graph_policy *p)
{
    const caper_graph *graph = p->def.graph;
    float fastest = 0.0f;
    for (int e = 0; e < graph->edge_count; e++) {
        const caperi_edge_way *way = &graph->data->ways[e];
        p->keep[e] = caper_exp2(-way->seconds / p->def.half_life);
        float speed = sqrtf(way->delta.x * way->delta.x + way->delta.z * way->delta.z);
        fastest = caper_max(fastest, speed / way->seconds);
        if (graph->edges[e].transition >= 0) {
            float off = graph->transitions[graph->edges[e].transition].distance / JOIN_TIME;
            p->join[e] = p->def.join_weight * off * off * way->seconds;
        }
    }
    for (int s = 0; s < SPEEDS; s++)
        p->speeds[s] = fastest * (float)s / (SPEEDS - 1);
}

caper_graph_policy_def caper_graph_policy_def_default(void)
{
    return (caper_graph_policy_def){
        .half_life = 1.0f, .face_weight = 1.0f, .join_weight = 0.25f, .cookie = CAPER_DEF_COOKIE};
}

caper_graph_policy *caper_graph_policy_create(const caper_graph_policy_def *def, caper_error *error)
{
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->graph ||
        !(def->half_life > 0.0f && def->half_life < 1e3f) || !(def->face_weight >= 0.0f) ||
        !(def->join_weight >= 0.0f) || !(def->face_weight < 1e6f && def->join_weight < 1e6f)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the def has no graph, or numbers out of range");
        return NULL;
    }
    caperi_block b = {0};
    size_t self = CAPERI_BLOCK_ADD(&b, 1, caper_graph_policy);
    size_t values = CAPERI_BLOCK_ADD(&b, (size_t)def->graph->node_count * SPEEDS * TURNS, float);
    size_t keep = CAPERI_BLOCK_ADD(&b, def->graph->edge_count, float);
    size_t join = CAPERI_BLOCK_ADD(&b, def->graph->edge_count, float);
    void *base = caperi_block_alloc(&b, def->allocator);
    if (!base) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    caper_graph_policy *p = caperi_block_at(base, self);
    p->def = *def;
    p->values = caperi_block_at(base, values);
    p->keep = caperi_block_at(base, keep);
    p->join = caperi_block_at(base, join);
    p->memory_size = b.size;
    p->allocator = caper_allocator_resolve(def->allocator);
    measure_edges(p);
    for (int i = 0; i < SWEEPS && sweep(p) > SETTLED; i++)
        ;
    return p;
}

void caper_graph_policy_destroy(caper_graph_policy *policy)
{
    if (policy) {
        caper_allocator allocator = policy->allocator;
        caper_free(&allocator, policy, policy->memory_size);
    }
}

const caper_graph *caperi_policy_graph(const caper_graph_policy *policy)
{
    return policy->def.graph;
}

int caperi_graph_policy_choose(const caper_graph_policy *policy, int node,
                               const caper_graph_command *command)
{
    const caper_graph *graph = policy->def.graph;
    CAPER_ASSERT(node >= 0 && node < graph->node_count);
    wish w = {command->velocity.x, command->velocity.z, 0.0f, 0.0f};
    float speed = sqrtf(w.x * w.x + w.z * w.z);
    float turn = speed > 1e-3f ? caper_atan2(w.x, w.z) : 0.0f;
    if (command->facing - command->facing == 0.0f) {
        caper_sincos(command->facing, &w.face_x, &w.face_z);
        turn = speed > 1e-3f ? turn : command->facing;
    } else if (speed > 1e-3f) {
        w.face_x = w.x / speed, w.face_z = w.z / speed;
    }
    float top = policy->speeds[SPEEDS - 1];
    float at = top > 0.0f ? caper_min(speed / top, 1.0f) * (SPEEDS - 1) : 0.0f;
    int low = (int)at < SPEEDS - 2 ? (int)at : SPEEDS - 2;
    const caper_graph_node *n = &graph->nodes[node];
    int best = n->first_edge;
    float least = INFINITY;
    for (int e = n->first_edge; e < n->first_edge + n->edge_count; e++) {
        float after = turn - graph->data->ways[e].delta.yaw;
        float later =
            caper_lerp(value_at(policy, graph->edges[e].to, after, low),
                       value_at(policy, graph->edges[e].to, after, low + 1), at - (float)low);
        float cost = edge_cost(policy, e, &w) + policy->keep[e] * later;
        if (cost < least)
            least = cost, best = e;
    }
    return best;
}
