// SPDX-License-Identifier: MIT
//
// A player walks a graph edge by edge: what its policy chooses for the command, or chance. It keeps
// where the edge began and adds what the edge does, so that nothing is summed frame by frame.
#include "base/block.h"
#include "graph/walk.h"

#include <math.h>
#include <string.h>

#define MAGIC 0x52504743u // "CGPR"
#define VERSION 1

// All that changes. Plain data: it is the saved state, too.
typedef struct play_state {
    uint32_t magic, version, size;
    int32_t edge;
    uint64_t hash; // of the graph
    caper_rng rng;
    float step;
    uint32_t stands;
    int32_t taken; // edges of the given walk
    int32_t pad;
    caper_root base; // where the edge began
    caper_root root; // of the last update
} play_state;

struct caper_graph_player {
    const caper_graph *graph;
    const caper_graph_policy *policy;
    play_state state;
    int *edges; // the walk that was given
    int edge_count;
    caper_pose spare;
    caper_allocator allocator;
};

caper_graph_player_def caper_graph_player_def_default(void)
{
    return (caper_graph_player_def){.cookie = CAPER_DEF_COOKIE};
}

static bool root_is_finite(caper_root r)
{
    return fabsf(r.x) < 1e9f && fabsf(r.y) < 1e9f && fabsf(r.z) < 1e9f && fabsf(r.yaw) < 1e9f;
}

static bool is_walk(const caper_graph *graph, const int *edges, int count)
{
    for (int i = 0; i < count; i++)
        if (edges[i] < 0 || edges[i] >= graph->edge_count ||
            (i > 0 && graph->edges[edges[i - 1]].to != graph->edges[edges[i]].from))
            return false;
    return count >= 0;
}

caper_graph_player *caper_graph_player_create(const caper_graph_player_def *def, caper_error *error)
{
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->graph || def->start_node < 0 ||
        def->start_node >= def->graph->node_count || !root_is_finite(def->start) ||
        !is_walk(def->graph, def->edges, def->edge_count) ||
        (def->policy && caperi_policy_graph(def->policy) != def->graph)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "no graph, a policy of another one, or a start outside of it");
        return NULL;
    }
    caper_graph_player *p = caper_alloc_zero(def->allocator, sizeof *p, 16);
    if (!p) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    p->graph = def->graph, p->policy = def->policy;
    p->allocator = caper_allocator_resolve(def->allocator);
    p->spare = caper_pose_create(def->graph->clips[0]->skeleton.body_count, 0, def->allocator);
    p->edges = caper_alloc(def->allocator, ((size_t)def->edge_count + 1) * sizeof(int), 16);
    p->edge_count = def->edge_count;
    if (!p->spare.bodies || !p->edges) {
        caper_graph_player_destroy(p);
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    if (def->edge_count > 0)
        memcpy(p->edges, def->edges, (size_t)def->edge_count * sizeof(int));
    p->state = (play_state){
        .magic = MAGIC,
        .version = VERSION,
        .size = sizeof(play_state),
        .hash = def->graph->data->hash,
        .rng = caper_rng_make(def->seed),
        .edge = def->edge_count > 0 ? def->edges[0] : def->graph->nodes[def->start_node].first_edge,
        .taken = def->edge_count > 0 ? 1 : 0,
        .base = def->start,
        .root = def->start};
    return p;
}

void caper_graph_player_destroy(caper_graph_player *player)
{
    if (player) {
        caper_allocator allocator = player->allocator;
        caper_pose_destroy(&player->spare, &allocator);
        caper_free(&allocator, player->edges, ((size_t)player->edge_count + 1) * sizeof(int));
        caper_free(&allocator, player, sizeof *player);
    }
}

// The command as the character sees it where the edge ends.
static caper_graph_command seen_from(caper_root root, const caper_graph_command *command)
{
    float sine, cosine;
    caper_sincos(root.yaw, &sine, &cosine);
    caper_vec3 v = command->velocity;
    return (caper_graph_command){{v.x * cosine - v.z * sine, 0.0f, v.z * cosine + v.x * sine},
                                 command->facing - root.yaw};
}

static int choose(caper_graph_player *p, int node, const caper_graph_command *command)
{
    if (p->state.taken < p->edge_count)
        return p->edges[p->state.taken++];
    if (!command || !p->policy)
        return caperi_graph_chance(p->graph, node, &p->state.rng);
    caper_graph_command seen = seen_from(p->state.base, command);
    return caperi_graph_policy_choose(p->policy, node, &seen);
}

bool caper_graph_player_update(caper_graph_player *player, float dt,
                               const caper_graph_command *command, caper_graph_frame *frame)
{
    const caper_graph *graph = player->graph;
    play_state *s = &player->state;
    if (!(dt >= 0.0f && dt < 1e3f) || (command && !caper_vec3_is_finite(command->velocity)))
        return false;
    uint32_t events = 0;
    s->step += dt * graph->rate;
    while (s->step >= (float)graph->edges[s->edge].frame_count) {
        s->step -= (float)graph->edges[s->edge].frame_count;
        s->base = caper_root_mul(s->base, graph->data->ways[s->edge].delta);
        s->base.yaw = caper_wrap_angle(s->base.yaw);
        s->edge = choose(player, graph->edges[s->edge].to, command);
        events |= CAPER_GRAPH_CHOSE;
        if (graph->edges[s->edge].transition >= 0)
            events |= CAPER_GRAPH_TRANSITION;
    }
    caper_graph_step_job job = {.graph = graph, .edge = s->edge, .step = s->step};
    caper_graph_step(&job);
    caper_root root = caper_root_mul(s->base, job.root);
    if (job.stands & ~s->stands)
        events |= CAPER_GRAPH_LANDED;
    *frame = (caper_graph_frame){
        caper_root_delta(s->root, root), root, job.stands, events, s->edge, s->step};
    frame->delta.yaw = caper_wrap_angle(frame->delta.yaw);
    s->root = root;
    s->stands = job.stands;
    return true;
}

bool caper_graph_player_done(const caper_graph_player *player)
{
    return player->state.taken >= player->edge_count;
}

const caper_graph *caper_graph_player_graph(const caper_graph_player *player)
{
    return player->graph;
}

bool caper_graph_player_pose(caper_graph_player *player, caper_pose *local)
{
    caper_graph_step_job job = {.graph = player->graph,
                                .edge = player->state.edge,
                                .step = player->state.step,
                                .local = local,
                                .spare = &player->spare};
    return caper_graph_step(&job);
}

size_t caper_graph_player_save(const caper_graph_player *player, void *out, size_t size)
{
    if (out && size >= sizeof(play_state))
        memcpy(out, &player->state, sizeof(play_state));
    return sizeof(play_state);
}

bool caper_graph_player_load(caper_graph_player *player, const void *bytes, size_t size,
                             caper_error *error)
{
    play_state s;
    if (!bytes || size != sizeof s)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a state of %zu bytes, expected %zu", size, sizeof s);
    memcpy(&s, bytes, sizeof s);
    if (s.magic != MAGIC || s.version != VERSION || s.size != sizeof s ||
        s.hash != player->graph->data->hash)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "not a state of a player of this graph");
    if (s.edge < 0 || s.edge >= player->graph->edge_count ||
        !(s.step >= 0.0f && s.step <= (float)player->graph->edges[s.edge].frame_count) ||
        s.taken < 0 || s.taken > player->edge_count || !root_is_finite(s.base) ||
        !root_is_finite(s.root) || s.rng.increment % 2 == 0)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a state with numbers out of range");
    player->state = s;
    return true;
}
