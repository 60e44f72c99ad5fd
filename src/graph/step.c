// SPDX-License-Identifier: MIT
//
// What an edge of a graph looks like at any moment: a piece of a clip, or the blend of two. The
// blend eases in and out (the cubic with level ends), so that speeds join; roots are blended where
// they stand in the world, poses by nlerp. Blended angles do not put a foot between its two places
// (20 degrees of difference at a knee lift it by 14 mm), so feet go to the blend of their places by
// the analytic limb, whether they stand or swing: nothing is switched on or off, and a foot that
// stands at one place in both clips stays there. A foot stands during a blend when it stands in
// both. Invariant: the end of an edge is the start of every edge that leaves its node.
#include "graph/graph.h"

#include "caper/ik.h"

#include <math.h>

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

static caper_root mix_roots(caper_root a, caper_root b, float t)
{
    return (caper_root){caper_lerp(a.x, b.x, t), caper_lerp(a.y, b.y, t), caper_lerp(a.z, b.z, t),
                        a.yaw + t * caper_wrap_angle(b.yaw - a.yaw)};
}

// A body in the space of the root.
static caper_transform model_of(const caper_skeleton *s, const caper_pose *local, int body)
{
    caper_transform t = local->bodies[body];
    for (int b = s->parents[body]; b >= 0; b = s->parents[b])
        t = caper_transform_mul(local->bodies[b], t);
    return t;
}

// Bend a limb so that its end is at a place; the end keeps the rotation asked for.
static void put_foot(const caper_skeleton *s, caper_pose *local, int foot, caper_transform place)
{
    int lower = s->parents[foot], upper = lower >= 0 ? s->parents[lower] : -1;
    if (upper < 0 || s->parents[upper] < 0)
        return; // no limb that could bend
    caper_transform above = model_of(s, local, s->parents[upper]);
    caper_transform thigh = caper_transform_mul(above, local->bodies[upper]);
    caper_transform shin = caper_transform_mul(thigh, local->bodies[lower]);
    caper_transform end = caper_transform_mul(shin, local->bodies[foot]);
    caper_limb_job job = caper_limb_job_default();
    job.start = thigh.position, job.middle = shin.position, job.tip = end.position;
    job.upper = thigh.rotation, job.lower = shin.rotation;
    job.target = place.position;
    if (!caper_limb_solve(&job))
        return;
    local->bodies[upper].rotation =
        caper_quat_normalize(caper_quat_mul(caper_quat_conj(above.rotation), job.upper_out));
    local->bodies[lower].rotation =
        caper_quat_normalize(caper_quat_mul(caper_quat_conj(job.upper_out), job.lower_out));
    local->bodies[foot].rotation =
        caper_quat_normalize(caper_quat_mul(caper_quat_conj(job.lower_out), place.rotation));
}

// Two poses at two roots, blended at a third; `a` receives the result.
typedef struct blend {
    caper_pose *a, *b;
    caper_root root_a, root_b, root;
    float share;
} blend;

static bool mix_poses(const caper_graph *graph, const blend *m)
{
    const caper_skeleton *s = &graph->clips[0]->skeleton;
    caper_transform places[CAPERI_GRAPH_FEET], at_a = caper_root_transform(m->root_a);
    caper_transform at_b = caper_root_transform(m->root_b), at = caper_root_transform(m->root);
    for (int k = 0; k < graph->data->foot_count; k++) {
        int foot = graph->data->feet[k];
        caper_transform p = caper_transform_mul(at_a, model_of(s, m->a, foot));
        caper_transform q = caper_transform_mul(at_b, model_of(s, m->b, foot));
        places[k] = caper_transform_unmul(at, caper_transform_lerp(p, q, m->share));
    }
    caper_blend_layer layers[2] = {{m->a, 1.0f - m->share, NULL}, {m->b, m->share, NULL}};
    caper_blend_job job = {.layers = layers, .layer_count = 2, .out = m->a};
    if (!caper_blend(&job))
        return false;
    for (int k = 0; k < graph->data->foot_count; k++)
        put_foot(s, m->a, graph->data->feet[k], places[k]);
    return true;
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
    caper_root root = mix_roots(root_a, root_b, share);
    job->root = caper_root_delta(start, root);
    job->stands = stands_of(graph, a, time_a) & stands_of(graph, b, time_b);
    if (!job->local)
        return true;
    if (!job->spare || !sample(graph, t->from_clip, t->from_frame, job->step, job->local) ||
        !sample(graph, t->to_clip, t->to_frame, job->step, job->spare))
        return false;
    blend m = {job->local, job->spare, root_a, root_b, root, share};
    return mix_poses(graph, &m);
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
