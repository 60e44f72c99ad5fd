// SPDX-License-Identifier: MIT
//
// How far legs fold. Limits of single joints do not tell it: a knee could fold farther than the
// ankle under it, which has to keep the sole on the ground, and the solver bends all joints of a
// long leg together. So it is tried: the body stands at rest, its root is lowered in steps while
// the feet stay, and a leg is as short as it can be where the first of its joints leaves its limits
// by more than is seen.
#include "motion/bind.h"

#include "base/block.h"

#include <math.h>

#define STEPS 12                         // of the way down that are tried
#define DEEPEST 0.85f                    // of the height of the root: nobody lies on his feet
#define GRACE (2.0f * CAPER_DEGREE)      // beyond a limit that is not seen (METRICS)
#define OFF_PLANE (10.0f * CAPER_DEGREE) // that a hinge may leave its plane by (METRICS)
#define STRAIGHT 0.995f                  // of a leg's length: knees do not lock
#define LEAST 1e-3f                      // of size: shorter parts of legs have no length to keep
#define EASE 0.05f                       // of a leg's length, over which a bound is felt

typedef struct trial {
    const caper_character *character;
    caper_solver *solver;
    void *scratch;
    caper_goal *goals; // the root, then the feet
    int goal_count;
    caper_pose local, model;
} trial;

static caper_vec3 sole_of(const caper_character *c, int foot)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
    int count = caper_body_sole_points(c, foot, points);
    for (int i = 0; i < count; i++)
        sum = caper_vec3_add_scaled(sum, points[i], 1.0f / (float)count);
    return sum;
}

static void list_goals(trial *t)
{
    const caper_character *c = t->character;
    t->goals[0] = caper_goal_default();
    t->goals[0].body = c->root_body;
    t->goals[0].position = c->rest_model[c->root_body].position;
    t->goals[0].rotation = c->rest_model[c->root_body].rotation;
    t->goals[0].position_weight = t->goals[0].rotation_weight = 1.0f;
    t->goal_count = 1;
    for (int k = 0; k < c->leg_count; k++) {
        int foot = c->legs[k].foot;
        if (foot == c->root_body || (c->bodies[foot].caps & CAPER_CAP_SPINE))
            continue;
        caper_goal *goal = &t->goals[t->goal_count++];
        *goal = caper_goal_default();
        goal->body = foot;
        goal->point = sole_of(c, foot);
        goal->position = caper_transform_mul_point(c->rest_model[foot], goal->point);
        goal->rotation = c->rest_model[foot].rotation;
        goal->position_weight = goal->rotation_weight = 1.0f;
    }
}

static bool lower(trial *t, float by)
{
    const caper_character *c = t->character;
    t->goals[0].position = c->rest_model[c->root_body].position;
    t->goals[0].position.y -= by;
    caper_solve_job job = caper_solve_job_default();
    job.solver = t->solver;
    job.goals = t->goals;
    job.goal_count = t->goal_count;
    job.scratch = t->scratch;
    job.local_out = &t->local;
    job.model_out = &t->model;
    return caper_solve(&job);
}

// How much a part of a leg is shorter or longer than at rest, as a share.
static float stretch_of(const trial *t, int body)
{
    const caper_character *c = t->character;
    float rest = caper_vec3_length(c->skeleton.rest_local[body].position);
    float now = caper_vec3_length(t->local.bodies[body].position);
    return rest > LEAST * c->size ? fabsf(now / rest - 1.0f) : 0.0f;
}

// How bad it is about the worst joint of a leg: 1 is what is just not seen.
static float strain_of(const trial *t, const caper_leg *leg)
{
    const caper_character *c = t->character;
    float most = 0.0f;
    for (int b = leg->foot; b >= 0 && !(c->bodies[b].caps & CAPER_CAP_SPINE);
         b = c->bodies[b].parent) {
        caper_joint joint = c->bodies[b].joint;
        if (joint.kind == CAPER_JOINT_HINGE) {
            joint.kind = CAPER_JOINT_BALL;
            joint.swing = OFF_PLANE;
        }
        caper_quat rest = c->skeleton.rest_local[b].rotation;
        float excess = caper_joint_measure(&joint, rest, t->local.bodies[b].rotation).excess;
        most = caper_max(most, excess / GRACE);
        if (b == leg->hip)
            break;
        most = caper_max(most, 2.0f * stretch_of(t, b) / CAPERI_LIMB_GIVE);
    }
    return most;
}

static float length_of(const trial *t, const caper_leg *leg)
{
    return caper_vec3_distance(t->model.bodies[leg->hip].position,
                               t->model.bodies[leg->foot].position);
}

// The bounds of a leg before it is tried: at rest it stands, and it is straight at most.
static void begin_span(const caper_character *c, const caper_leg *leg, caperi_leg_span *span)
{
    float length = 0.0f;
    for (int b = leg->foot; b >= 0 && b != leg->hip; b = c->bodies[b].parent) {
        int parent = c->bodies[b].parent;
        length += parent < 0 ? 0.0f
                             : caper_vec3_distance(c->rest_model[b].position,
                                                   c->rest_model[parent].position);
    }
    float rest =
        caper_vec3_distance(c->rest_model[leg->hip].position, c->rest_model[leg->foot].position);
    span->least = rest;
    // who stands with straight legs may do so
    span->most = caper_max(STRAIGHT * length, rest);
    span->ease = EASE * length;
    span->ease_most = caper_min(span->ease, span->most - rest);
}

static bool try_heights(trial *t, caperi_leg_span *spans, float *before)
{
    const caper_character *c = t->character;
    float height = caper_max(c->rest_model[c->root_body].position.y, 0.0f);
    for (int i = 1; i <= STEPS; i++) {
        if (!lower(t, DEEPEST * height * (float)i / STEPS))
            return false;
        for (int k = 0; k < c->leg_count; k++) {
            if (before[k] > 1.0f)
                continue;
            float strain = strain_of(t, &c->legs[k]);
            float length = caper_min(length_of(t, &c->legs[k]), spans[k].least);
            float share = strain > 1.0f ? (1.0f - before[k]) / (strain - before[k]) : 1.0f;
            spans[k].least = caper_lerp(spans[k].least, length, share);
            before[k] = strain;
        }
    }
    return true;
}

static void ease_spans(const caper_character *c, caperi_leg_span *spans)
{
    for (int k = 0; k < c->leg_count; k++) {
        float rest = caper_vec3_distance(c->rest_model[c->legs[k].hip].position,
                                         c->rest_model[c->legs[k].foot].position);
        spans[k].ease_least = caper_clamp(rest - spans[k].least, 0.0f, spans[k].ease);
    }
}

bool caperi_leg_spans_make(const caper_character *c, const caper_allocator *allocator,
                           caperi_leg_span *spans)
{
    for (int k = 0; k < c->leg_count; k++)
        begin_span(c, &c->legs[k], &spans[k]);
    caper_allocator use = caper_allocator_resolve(allocator);
    caper_solver *solver = c->leg_count > 0 ? caper_solver_create(c, &use, NULL) : NULL;
    caperi_block block = {0};
    size_t bodies = (size_t)c->body_count;
    size_t goals = CAPERI_BLOCK_ADD(&block, c->leg_count + 1, caper_goal);
    size_t local = CAPERI_BLOCK_ADD(&block, bodies, caper_transform);
    size_t model = CAPERI_BLOCK_ADD(&block, bodies, caper_transform);
    size_t before = CAPERI_BLOCK_ADD(&block, c->leg_count, float);
    size_t scratch =
        caperi_block_add(&block, solver ? caper_solver_scratch_size(solver) : 0, 1, 16);
    void *memory = solver ? caperi_block_alloc(&block, &use) : NULL;
    bool good = c->leg_count == 0;
    if (memory) {
        trial t = {c,
                   solver,
                   caperi_block_at(memory, scratch),
                   caperi_block_at(memory, goals),
                   0,
                   {caperi_block_at(memory, local), NULL, c->body_count, 0},
                   {caperi_block_at(memory, model), NULL, c->body_count, 0}};
        list_goals(&t);
        good = try_heights(&t, spans, caperi_block_at(memory, before));
        caper_free(&use, memory, block.size);
    }
    caper_solver_destroy(solver);
    ease_spans(c, spans);
    return good;
}
