// SPDX-License-Identifier: MIT
//
// The particle solver (paper 000, section 4.3): goals in, pose out. This file is the frame around
// the two phases: it checks the job, gathers its goals (solver_goals.c), and after the phases
// (spine.c, limbs.c) writes the pose.
//
// Invariants: the answer depends on the job alone (scratch memory is written before it is read);
// bodies that no goal reaches keep their base local transform to the bit; every number is finite
// for every finite input (goals are brought within a million sizes of the character first).
#include "ik/solver.h"

#include "base/block.h"

#include <string.h>

caper_goal caper_goal_default(void)
{
    caper_goal goal;
    memset(&goal, 0, sizeof goal);
    goal.rotation = caper_quat_identity();
    return goal;
}

caper_solver_params caper_solver_params_default(void)
{
    caper_solver_params params;
    params.sweeps = 5;
    params.max_sweeps = 20;
    params.tolerance = 1e-5f;
    params.min_limb = 0.1f;
    params.min_stretch = 0.1f;
    params.max_stretch = 1.2f;
    params.buckle_angle = 70.0f * CAPER_DEGREE;
    params.buckle_full = 130.0f * CAPER_DEGREE;
    params.root_influence = 0.1f;
    params.limit_weight = 0.5f;
    return params;
}

caper_solve_job caper_solve_job_default(void)
{
    caper_solve_job job;
    memset(&job, 0, sizeof job);
    return job;
}

size_t caper_solver_scratch_size(const caper_solver *solver)
{
    return solver ? solver->layout->size : 0;
}

// ---------------------------------------------------------------------------------------- checks

// Point, position and rotation lie in one row: times zero they are zero, unless one is not finite.
static bool is_goal_sound(const caper_goal *goal, int body_count)
{
    _Static_assert(offsetof(caper_goal, rotation) == offsetof(caper_goal, point) + 24, "in a row");
    caperi_f4 zero = caperi_f4_zero(), rotation = caperi_f4_load_quat(&goal->rotation);
    caperi_f4 first = caperi_f4_loadu(&goal->point.x), last = caperi_f4_loadu(&goal->position.y);
    caperi_f4 sum = caperi_f4_add(caperi_f4_mul(first, zero), caperi_f4_mul(last, zero));
    sum = caperi_f4_add(sum, caperi_f4_mul(rotation, zero));
    float p = goal->position_weight, r = goal->rotation_weight;
    return goal->body >= 0 && goal->body < body_count &&
           caperi_f4_mask(caperi_f4_eq(sum, zero)) == 15 && p >= 0.0f && p <= 1.0f && r >= 0.0f &&
           r <= 1.0f && goal->soften >= 0.0f && goal->soften <= 1.0f && goal->give >= 0.0f &&
           goal->give <= 10.0f && goal->strict >= 0.0f && goal->strict <= 1.0f;
}

static bool is_pose_of(const caper_pose *pose, const caper_character *character)
{
    return pose->body_count == character->body_count;
}

static bool is_job_sound(const caper_solve_job *job)
{
    if (!job->solver || !job->scratch || !job->local_out || job->goal_count < 0 ||
        (job->goal_count > 0 && !job->goals) || ((uintptr_t)job->scratch & 15))
        return false;
    const caper_character *character = job->solver->character;
    if (!is_pose_of(job->local_out, character) ||
        (job->model_out && !is_pose_of(job->model_out, character)) ||
        (job->base_local && !is_pose_of(job->base_local, character)))
        return false;
    for (int i = 0; i < job->goal_count; i++)
        if (!is_goal_sound(&job->goals[i], character->body_count))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------- output

// A body that no phase placed follows its parent; true when a rotation goal turns it.
static bool follow_parent(caperi_solve *s, int body, int parent, const caper_transform *base)
{
    caper_transform *model = s->model;
    if (parent < 0)
        model[body] = *base;
    else
        caperi_transform_mul(&model[body], &model[parent], base);
    int index = s->goal_of[body];
    if (index < 0 || s->goals[index].rotation_weight <= 0.0f)
        return false;
    const caperi_goal *goal = &s->goals[index];
    caperi_q turned =
        caperi_q_nlerp(caperi_rotation(&model[body]), goal->rotation, goal->rotation_weight);
    caperi_set(&model[body], turned, caperi_position(&model[body]));
    return true;
}

// The way from the parent, cut to what a body may stretch to. Particles keep to that by themselves;
// goals that contradict each other on one limb may not.
static caperi_v cut(const caperi_solve *s, int body, caperi_v way, const caper_transform *base)
{
    float rest = caperi_v_length_sq(caperi_position(base)), is = caperi_v_length_sq(way);
    float longest = s->params->max_stretch, shortest = s->params->min_stretch;
    if (s->gives && (s->flags[body] & CAPERI_REACHES)) {
        const caperi_node *node = &s->nodes[s->node_of[body]];
        longest = caperi_most_stretch(s, node);
        shortest = caperi_least_stretch(s, node);
    }
    float most = longest * longest * rest, least = shortest * shortest * rest;
    if (is > most)
        return caperi_v_scale(way, sqrtf(most / is));
    if (is < least && is > 1e-12f * rest)
        return caperi_v_scale(way, sqrtf(least / is));
    return way;
}

// One walk, parents first: what the phases placed is taken, the rest follows its parent. Where a
// body is cut, all beyond it moves along by its shift.
static void write_pose(caperi_solve *s, caper_solve_job *job)
{
    const caper_character *character = s->character;
    caper_transform *local = job->local_out->bodies, *model = s->model;
    caperi_v *shift = s->delta; // the turns are not needed any more
    for (int i = 0; i < character->body_count; i++) {
        int parent = character->bodies[i].parent;
        caper_transform base = s->base_local[i];
        bool placed = (s->flags[i] & CAPERI_PLACED) != 0;
        shift[i] = parent < 0 ? caperi_v_zero() : shift[parent];
        if (!placed && !follow_parent(s, i, parent, &base)) {
            local[i] = base;
            continue;
        }
        caperi_q rotation = caperi_rotation(&model[i]);
        caperi_v position = caperi_position(&model[i]);
        if (parent >= 0) {
            caperi_v from = caperi_position(&model[parent]);
            caperi_q back = caperi_q_conj(caperi_rotation(&model[parent]));
            caperi_v way = caperi_v_sub(position, from);
            // the spine, which may run against the tree, was cut from the root outward
            if (placed && s->solver->slot[i] < 0) {
                way = cut(s, i, caperi_v_add(way, shift[i]), &base);
                shift[i] = caperi_v_sub(caperi_v_add(from, way), position);
                caperi_set_position(&model[i], caperi_v_add(from, way));
            }
            rotation = caperi_q_mul(back, rotation);
            position = caperi_q_rotate(back, way);
        }
        // the same side as the base, so that poses blend
        if (caperi_v_dot(rotation, caperi_rotation(&base)) < 0.0f)
            rotation = caperi_f4_neg(rotation);
        caperi_set(&local[i], caperi_q_tidy(rotation), position);
    }
}

static float find_residual(const caperi_solve *s)
{
    float worst = 0.0f;
    for (int i = 0; i < s->goal_count; i++) {
        const caperi_goal *goal = &s->goals[i];
        const caper_transform *at = &s->model[goal->body];
        caperi_v point =
            caperi_v_add(caperi_q_rotate(caperi_rotation(at), goal->point), caperi_position(at));
        float off = caperi_v_distance(point, goal->position) * goal->position_weight;
        worst = caper_max(worst, off);
    }
    return worst;
}

static void copy_deforms(caper_pose *out, const float *from, int count)
{
    count = count < out->deform_count ? count : out->deform_count;
    if (count > 0 && out->deforms != from)
        memmove(out->deforms, from, (size_t)count * sizeof *from);
}

bool caper_solve(caper_solve_job *job)
{
    bool sound = job && is_job_sound(job);
    CAPER_ASSERT(sound);
    if (!sound)
        return false;
    const caper_character *character = job->solver->character;
    caper_solver_params defaults = caper_solver_params_default();
    caperi_layout l = *job->solver->layout;
    void *scratch = job->scratch;
    caperi_solve s;
    s.goal_count = s.node_count = s.limb_count = s.sweeps = 0;
    s.root_weight = 0.0f;
    s.gives = false;
    s.calm = job->calm;
    s.at_rest = !job->base_local;
    s.solver = job->solver;
    s.character = character;
    s.params = job->params ? job->params : &defaults;
    s.model = job->model_out ? job->model_out->bodies : caperi_block_at(scratch, l.model);
    s.delta = caperi_block_at(scratch, l.delta);
    s.nodes = caperi_block_at(scratch, l.nodes);
    s.goals = caperi_block_at(scratch, l.goals);
    s.limbs = caperi_block_at(scratch, l.limbs);
    s.goal_of = caperi_block_at(scratch, l.goal_of);
    s.node_of = caperi_block_at(scratch, l.node_of);
    s.flags = caperi_block_at(scratch, l.flags);
    s.spine = caperi_block_at(scratch, l.spine);

    s.base_local = character->skeleton.rest_local;
    s.base = character->rest_model;
    if (job->base_local) {
        caper_pose base = {caperi_block_at(scratch, l.base), NULL, character->body_count, 0};
        caper_pose_to_model(&character->skeleton, job->base_local, NULL, &base);
        s.base_local = job->base_local->bodies;
        s.base = base.bodies;
    }
    caperi_goals_gather(&s, job->goals, job->goal_count);
    caperi_limbs_build(&s);
    caperi_spine_solve(&s);
    caperi_spine_limit(&s);
    caperi_limbs_solve(&s);
    write_pose(&s, job);

    const float *deforms = job->base_local ? job->base_local->deforms : character->rest_deforms;
    copy_deforms(job->local_out, deforms, character->deform_count);
    if (job->model_out)
        copy_deforms(job->model_out, deforms, character->deform_count);
    if (job->has_ik)
        for (int i = 0; i < character->body_count; i++)
            job->has_ik[i] = s.flags[i] & CAPERI_HAS_IK;
    job->residual = find_residual(&s);
    job->sweeps = s.sweeps;
    return true;
}
