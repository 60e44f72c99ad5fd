// SPDX-License-Identifier: MIT
//
// What an edge of a graph looks like at any moment: a piece of a clip, or the blend of two. The
// blend eases in and out (the cubic with level ends), so that speeds join; see blend.c. A foot
// stands during a blend when it stands in both. Invariant: the end of an edge is the start of every
// edge that leaves its node.
#include "graph/blend.h"

static float time_at(const caper_graph *graph, const caper_clip *clip, int frame, float step)
{
    float time = ((float)frame + step) / graph->rate;
    return clip->loops ? time : caper_min(time, clip->duration);
}

// Where a clip's root is after some steps, as seen from where it was.
static caper_root way_of(const caper_graph *graph, int clip, int frame, float step)
{
    const caper_clip *c = graph->clips[clip];
    caper_root from = caper_clip_sample_root(c, time_at(graph, c, frame, 0.0f));
    return caper_root_delta(from, caper_clip_sample_root(c, time_at(graph, c, frame, step)));
}

static uint32_t stands_of(const caper_graph *graph, const caper_clip *clip, float time)
{
    return caperi_clip_stands(clip, graph->data->feet, graph->data->foot_count, time);
}

static bool sample(const caper_graph *graph, int clip, int frame, float step, caper_pose *local)
{
    const caper_clip *c = graph->clips[clip];
    return caper_clip_sample(c, time_at(graph, c, frame, step), NULL, local);
}

static bool step_piece(caper_graph_step_job *job, const caper_graph_node *from)
{
    const caper_graph *graph = job->graph;
    const caper_clip *clip = graph->clips[from->clip];
    job->root = way_of(graph, from->clip, from->frame, job->step);
    job->stands = stands_of(
        graph, clip, caper_clip_wrap(clip, time_at(graph, clip, from->frame, job->step), NULL));
    return !job->local || sample(graph, from->clip, from->frame, job->step, job->local);
}

static bool step_blend(caper_graph_step_job *job, const caper_transition *t)
{
    const caper_graph *graph = job->graph;
    const caper_clip *a = graph->clips[t->from_clip], *b = graph->clips[t->to_clip];
    float time_a = time_at(graph, a, t->from_frame, job->step);
    float time_b = time_at(graph, b, t->to_frame, job->step);
    float share = caper_smoothstep(0.0f, (float)(graph->window - 1), job->step);
    caper_root start = caper_clip_sample_root(a, time_at(graph, a, t->from_frame, 0.0f));
    caper_root root_a = caper_clip_sample_root(a, time_a);
    caper_root root_b = caper_root_mul(t->align, caper_clip_sample_root(b, time_b));
    caper_root root = caperi_mix_roots(root_a, root_b, share);
    job->root = caper_root_delta(start, root);
    job->stands = stands_of(graph, a, time_a) & stands_of(graph, b, time_b);
    if (!job->local)
        return true;
    if (!job->spare || !sample(graph, t->from_clip, t->from_frame, job->step, job->local) ||
        !sample(graph, t->to_clip, t->to_frame, job->step, job->spare))
        return false;
    caperi_blend m = {job->local, job->spare, root_a, root_b, root, share};
    return caperi_mix_poses(&graph->clips[0]->skeleton, graph->data->feet, graph->data->foot_count,
                            &m);
}

bool caper_graph_step(caper_graph_step_job *job)
{
    const caper_graph *graph = job->graph;
    bool sound = graph && job->edge >= 0 && job->edge < graph->edge_count;
    CAPER_ASSERT(sound);
    if (!sound || !(job->step >= 0.0f))
        return false;
    const caper_graph_edge *e = &graph->edges[job->edge];
    job->step = caper_min(job->step, (float)e->frame_count);
    caper_pose local = job->local ? *job->local : (caper_pose){0};
    caper_graph_step_job bare = *job; // without deforms: graphs have none
    local.deform_count = 0;
    bare.local = job->local ? &local : NULL;
    bool good = e->transition < 0 ? step_piece(&bare, &graph->nodes[e->from])
                                  : step_blend(&bare, &graph->transitions[e->transition]);
    job->root = bare.root, job->stands = bare.stands;
    return good;
}
