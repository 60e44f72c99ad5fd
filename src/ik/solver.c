// SPDX-License-Identifier: MIT
//
// The particle solver (paper 000, section 4.3): goals in, pose out. This file is the frame around
// the two phases: it checks the job, finds what "has IK" (4.3.1), makes one goal per body of what
// it is given, places the root, and after the phases (spine.c, limbs.c) writes the pose.
//
// Invariants: the answer depends on the job alone (scratch memory is written before it is read);
// bodies that no goal reaches keep their base local transform to the bit; every number is finite
// for every finite input (goals are brought within a million sizes of the character first).
#include "ik/solver.h"

#include "base/block.h"
#include "math/simd_quat.h"

#include <string.h>

caper_solver_params caper_solver_params_default(void)
{
    caper_solver_params params;
    params.sweeps = 5;
    params.max_sweeps = 20;
    params.tolerance = 0.001f;
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

// ----------------------------------------------------------------------------------------- scratch

// Parts of the scratch block, as offsets.
typedef struct layout {
    size_t base, model, delta, nodes, goals, limbs, goal_of, node_of, flags, spine, size;
} layout;

// A goal may add one particle at its point to the particle of each joint.
static layout lay_out(const caper_solver *solver)
{
    int bodies = solver->character->body_count;
    caperi_block block = {0};
    layout l;
    l.base = CAPERI_BLOCK_ADD(&block, bodies, caper_transform);
    l.model = CAPERI_BLOCK_ADD(&block, bodies, caper_transform);
    l.delta = caperi_block_add(&block, (size_t)bodies, sizeof(caper_quat), 16);
    l.nodes = caperi_block_add(&block, (size_t)bodies * 2, sizeof(caperi_node), 16);
    l.goals = caperi_block_add(&block, (size_t)bodies, sizeof(caperi_goal), 16);
    l.spine = caperi_block_add(
        &block, caperi_spine_scratch_size(solver->character->spine_count, bodies), 1, 16);
    l.limbs = CAPERI_BLOCK_ADD(&block, bodies, caperi_limb);
    l.goal_of = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    l.node_of = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    l.flags = CAPERI_BLOCK_ADD(&block, bodies, uint8_t);
    l.size = block.size;
    return l;
}

size_t caper_solver_scratch_size(const caper_solver *solver)
{
    return solver ? lay_out(solver).size : 0;
}

// -------------------------------------------------------------------------------------------
// checks

static bool is_goal_sound(const caper_goal *goal, int body_count)
{
    const caper_quat *q = &goal->rotation;
    float sum = (q->x * 0.0f + q->y * 0.0f) + (q->z * 0.0f + q->w * 0.0f);
    return goal->body >= 0 && goal->body < body_count && caper_vec3_is_finite(goal->point) &&
           caper_vec3_is_finite(goal->position) && sum == 0.0f && goal->position_weight >= 0.0f &&
           goal->position_weight <= 1.0f && goal->rotation_weight >= 0.0f &&
           goal->rotation_weight <= 1.0f;
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

// ------------------------------------------------------------------------------------------- goals

// The vector, shortened so that no coordinate exceeds the limit: squares must not overflow.
static caper_vec3 within(caper_vec3 v, float limit)
{
    float most = caper_max(caper_max(fabsf(v.x), fabsf(v.y)), fabsf(v.z));
    return most > limit ? caper_vec3_scale(caper_vec3_scale(v, 1.0f / most), limit) : v;
}

// The body and everything rootward of it has IK.
static void mark(caperi_solve *s, int body)
{
    const caper_character *character = s->character;
    while (body >= 0 && s->solver->slot[body] < 0 && !(s->flags[body] & CAPERI_HAS_IK)) {
        s->flags[body] |= CAPERI_HAS_IK;
        body = character->bodies[body].parent;
    }
    if (body < 0 || s->solver->slot[body] < 0)
        return;
    int slot = s->solver->slot[body], step = slot > s->solver->root_slot ? -1 : 1;
    for (;; slot += step) {
        s->flags[character->spine[slot]] |= CAPERI_HAS_IK;
        if (slot == s->solver->root_slot)
            return;
    }
}

static caperi_goal *goal_for(caperi_solve *s, int body)
{
    if (s->goal_of[body] < 0) {
        s->goal_of[body] = (int16_t)s->goal_count;
        caperi_goal *goal = &s->goals[s->goal_count++];
        memset(goal, 0, sizeof *goal);
        goal->body = body;
    }
    return &s->goals[s->goal_of[body]];
}

// Two points of one body say how it points. Pairs that look against the first are turned around, so
// that they do not cancel.
static void add_pair(caperi_goal *goal, caper_vec3 point, caper_vec3 position, float weight)
{
    if (goal->position_weight <= 0.0f) {
        goal->first_point = point;
        goal->first_position = position;
        return;
    }
    caper_vec3 a = caper_vec3_sub(point, goal->first_point);
    float sign = caper_vec3_dot(a, goal->points) < 0.0f ? -weight : weight;
    goal->points = caper_vec3_add_scaled(goal->points, a, sign);
    goal->positions = caper_vec3_add_scaled(goal->positions,
                                            caper_vec3_sub(position, goal->first_position), sign);
    goal->pair_weight = caper_min(goal->pair_weight + weight, 1.0f);
}

// Add a goal to those of the body that serves it.
static void add_goal(caperi_solve *s, const caper_goal *goal, float limit)
{
    if (goal->position_weight <= 0.0f && goal->rotation_weight <= 0.0f)
        return;
    mark(s, goal->body);
    int body = s->solver->server[goal->body];
    if (body < 0)
        return;
    caper_vec3 point = within(goal->point, limit);
    caper_quat rotation = caper_quat_normalize(goal->rotation);
    if (body != goal->body) {
        caper_transform seen = caper_transform_unmul(s->base[body], s->base[goal->body]);
        point = caper_transform_mul_point(seen, point);
        rotation = caper_quat_mul(rotation, caper_quat_conj(seen.rotation));
    }
    caper_vec3 home = s->base[s->character->root_body].position;
    caper_vec3 way = within(caper_vec3_sub(goal->position, home), limit);
    float p = goal->position_weight, r = goal->rotation_weight;
    caperi_goal *sum = goal_for(s, body);
    caper_vec3 to = caper_vec3_add(home, way);
    if (p > 0.0f)
        add_pair(sum, point, to, p);
    sum->position = caper_vec3_add_scaled(sum->position, to, p);
    sum->point = caper_vec3_add_scaled(sum->point, point, p);
    rotation = caper_quat_toward(rotation, sum->rotation);
    sum->rotation.x += rotation.x * r;
    sum->rotation.y += rotation.y * r;
    sum->rotation.z += rotation.z * r;
    sum->rotation.w += rotation.w * r;
    sum->position_weight += p;
    sum->rotation_weight += r;
}

// The rotation that two points ask for, as far as their distance is the one they have on the body.
static void turn_by_pair(const caperi_solve *s, caperi_goal *goal, caper_quat root_delta)
{
    float a = caper_vec3_length(goal->points), b = caper_vec3_length(goal->positions);
    float fit = caper_min(a, b) / caper_max(caper_max(a, b), 1e-20f);
    float weight = goal->pair_weight * caper_smoothstep(0.5f, 0.9f, fit);
    if (weight <= goal->rotation_weight || !(a > 1e-4f * s->character->size))
        return;
    caper_quat turned = caper_quat_mul(root_delta, s->base[goal->body].rotation);
    caper_vec3 is = caper_quat_rotate(turned, goal->points);
    turned = caper_quat_mul(caperi_turn(is, goal->positions, caper_vec3_zero()), turned);
    goal->rotation = caper_quat_nlerp(turned, goal->rotation, goal->rotation_weight);
    goal->rotation_weight = weight;
}

// From sums to means. A foot that is not told how to turn stays as level as it was and turns with
// the root's yaw only, or a crouch that leans would lift its heels.
static void finish_goals(caperi_solve *s, caper_quat root_delta)
{
    caper_vec3 up = caper_vec3_make(0.0f, 1.0f, 0.0f);
    caper_quat yaw = caperi_twist(root_delta, up);
    for (int i = 0; i < s->goal_count; i++) {
        caperi_goal *goal = &s->goals[i];
        if (goal->position_weight > 0.0f) {
            float per = 1.0f / goal->position_weight;
            goal->position = caper_vec3_scale(goal->position, per);
            goal->point = caper_vec3_scale(goal->point, per);
            goal->position_weight = caper_min(goal->position_weight, 1.0f);
        }
        goal->rotation = caper_quat_normalize(goal->rotation);
        goal->rotation_weight = caper_min(goal->rotation_weight, 1.0f);
        if (goal->pair_weight > 0.0f)
            turn_by_pair(s, goal, root_delta);
        if ((s->character->bodies[goal->body].caps & CAPER_CAP_FOOT) &&
            goal->rotation_weight < goal->position_weight && s->solver->slot[goal->body] < 0) {
            caper_quat level = caper_quat_mul(yaw, s->base[goal->body].rotation);
            goal->rotation = caper_quat_nlerp(level, goal->rotation, goal->rotation_weight);
            goal->rotation_weight = goal->position_weight;
        }
    }
}

// Forward kinematics puts the root where its goal says (4.3.1).
static void place_root(caperi_solve *s)
{
    int root = s->character->root_body;
    caper_transform at = s->base[root];
    int goal_index = s->goal_of[root];
    if (goal_index >= 0) {
        caperi_goal goal = s->goals[goal_index];
        if (goal.rotation_weight > 0.0f)
            at.rotation = caper_quat_nlerp(at.rotation, caper_quat_normalize(goal.rotation),
                                           caper_min(goal.rotation_weight, 1.0f));
        if (goal.position_weight > 0.0f) {
            float per = 1.0f / goal.position_weight;
            caper_vec3 to =
                caper_vec3_sub(caper_vec3_scale(goal.position, per),
                               caper_quat_rotate(at.rotation, caper_vec3_scale(goal.point, per)));
            s->root_weight = caper_min(goal.position_weight, 1.0f);
            at.position = caper_vec3_lerp(at.position, to, s->root_weight);
        }
    }
    s->model[root] = at;
    s->delta[root] =
        caper_quat_normalize(caper_quat_mul(at.rotation, caper_quat_conj(s->base[root].rotation)));
    s->flags[root] |= CAPERI_HAS_IK | CAPERI_PLACED;
}

static void gather(caperi_solve *s, const caper_solve_job *job)
{
    int bodies = s->character->body_count;
    memset(s->flags, 0, (size_t)bodies);
    memset(s->goal_of, 0xff, (size_t)bodies * sizeof *s->goal_of);
    float limit = 1e6f * s->character->size;
    for (int i = 0; i < job->goal_count; i++)
        add_goal(s, &job->goals[i], limit);
    place_root(s);
    finish_goals(s, s->delta[s->character->root_body]);
}

// -------------------------------------------------------------------------------------------
// output

// One walk, parents first: what the phases placed is taken, the rest follows its parent.
static void write_pose(caperi_solve *s, caper_solve_job *job)
{
    const caper_character *character = s->character;
    caper_transform *local = job->local_out->bodies, *model = s->model;
    for (int i = 0; i < character->body_count; i++) {
        int parent = character->bodies[i].parent;
        bool changed = (s->flags[i] & CAPERI_PLACED) != 0;
        if (!changed) {
            caper_transform base = s->base_local[i];
            if (parent < 0)
                model[i] = base;
            else
                caperi_transform_mul(&model[i], &model[parent], &base);
            int goal = s->goal_of[i];
            if (goal >= 0 && s->goals[goal].rotation_weight > 0.0f) {
                model[i].rotation = caper_quat_nlerp(model[i].rotation, s->goals[goal].rotation,
                                                     s->goals[goal].rotation_weight);
                changed = true;
            }
            if (!changed) {
                local[i] = base;
                continue;
            }
        }
        caper_transform out =
            parent < 0 ? model[i] : caper_transform_unmul(model[parent], model[i]);
        out.rotation =
            caper_quat_normalize(caper_quat_toward(out.rotation, s->base_local[i].rotation));
        local[i] = out;
    }
}

static float find_residual(const caperi_solve *s)
{
    float worst = 0.0f;
    for (int i = 0; i < s->goal_count; i++) {
        const caperi_goal *goal = &s->goals[i];
        caper_vec3 at = caper_transform_mul_point(s->model[goal->body], goal->point);
        float off = caper_vec3_distance(at, goal->position) * goal->position_weight;
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
    layout l = lay_out(job->solver);
    void *scratch = job->scratch;
    caperi_solve s;
    memset(&s, 0, sizeof s);
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
    gather(&s, job);
    caperi_limbs_build(&s);
    caperi_spine_solve(&s);
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
