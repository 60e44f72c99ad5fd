// SPDX-License-Identifier: MIT
//
// What the tests of the particle solver share: a character with all that a solve needs, poses
// within its joint limits, and goals that such a pose meets.
#ifndef CAPER_TEST_SOLVER_BENCH_H
#define CAPER_TEST_SOLVER_BENCH_H

#include "menagerie.h"

#include "caper/ik.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A character with all that a solve needs.
typedef struct bench {
    const caper_character *character;
    caper_solver *solver;
    void *scratch;
    size_t scratch_size;
    caper_pose truth_local, truth, local, model;
    caper_goal *goals;
    int goal_count;
    caper_solve_job job;
} bench;

static inline bench bench_make(const caper_character *character)
{
    bench b;
    memset(&b, 0, sizeof b);
    b.character = character;
    b.solver = caper_solver_create(character, NULL, NULL);
    REQUIRE(b.solver);
    b.scratch_size = (caper_solver_scratch_size(b.solver) + 63) / 64 * 64;
    b.scratch = aligned_alloc(64, b.scratch_size);
    memset(b.scratch, 0x5a, b.scratch_size);
    b.truth_local = caper_character_pose(character, NULL);
    b.truth = caper_character_pose(character, NULL);
    b.local = caper_character_pose(character, NULL);
    b.model = caper_character_pose(character, NULL);
    b.goals = calloc((size_t)character->body_count + 8, sizeof *b.goals);
    caper_pose_to_model(&character->skeleton, &b.truth_local, NULL, &b.truth);
    return b;
}

static inline void bench_free(bench *b)
{
    caper_solver_destroy(b->solver);
    free(b->scratch);
    free(b->goals);
    caper_pose_destroy(&b->truth_local, NULL);
    caper_pose_destroy(&b->truth, NULL);
    caper_pose_destroy(&b->local, NULL);
    caper_pose_destroy(&b->model, NULL);
}

static inline bool solve(bench *b)
{
    b->job = caper_solve_job_default();
    b->job.solver = b->solver;
    b->job.goals = b->goals;
    b->job.goal_count = b->goal_count;
    b->job.scratch = b->scratch;
    b->job.local_out = &b->local;
    b->job.model_out = &b->model;
    return caper_solve(&b->job);
}

static inline caper_goal *add_goal(bench *b, int body, bool rotation)
{
    caper_goal *goal = &b->goals[b->goal_count++];
    memset(goal, 0, sizeof *goal);
    goal->body = body;
    goal->position = b->truth.bodies[body].position;
    goal->rotation = b->truth.bodies[body].rotation;
    goal->position_weight = 1.0f;
    goal->rotation_weight = rotation ? 1.0f : 0.0f;
    return goal;
}

static inline void put_point(bench *b, caper_goal *goal, caper_vec3 point)
{
    goal->point = point;
    goal->position = caper_transform_mul_point(b->truth.bodies[goal->body], point);
}

// A turn within `share` of the limits of a joint.
static inline caper_quat turn_within(caper_rng *rng, const caper_joint *joint, float share)
{
    if (joint->kind != CAPER_JOINT_HINGE && joint->kind != CAPER_JOINT_BALL)
        return caper_quat_identity();
    float angle = caper_rng_range(rng, joint->min * share, joint->max * share);
    caper_quat twist = caper_quat_from_axis_angle(joint->axis, angle);
    if (joint->kind == CAPER_JOINT_HINGE)
        return twist;
    caper_quat spin = caper_quat_from_axis_angle(joint->axis, caper_rng_range(rng, 0, CAPER_TAU));
    caper_vec3 axis = caper_quat_rotate(spin, caper_vec3_any_orthogonal(joint->axis));
    float swing = caper_min(caper_rng_range(rng, 0, joint->swing * share), 1.2f);
    return caper_quat_mul(caper_quat_from_axis_angle(axis, swing), twist);
}

// The parts that others move: their goals go to the body that carries them, so they rest on it.
static inline bool is_delegated(const caper_character *character, int body)
{
    return (character->bodies[body].caps & (CAPER_CAP_MOUTH | CAPER_CAP_EYE | CAPER_CAP_EAR)) != 0;
}

static inline void random_truth(bench *b, caper_rng *rng, float share)
{
    const caper_character *c = b->character;
    for (int i = 0; i < c->body_count; i++) {
        caper_transform rest = c->skeleton.rest_local[i];
        caper_quat turn = turn_within(rng, &c->bodies[i].joint, share);
        if (!is_delegated(c, i))
            rest.rotation = caper_quat_normalize(caper_quat_mul(rest.rotation, turn));
        b->truth_local.bodies[i] = rest;
    }
    caper_transform *root = &b->truth_local.bodies[c->root_body];
    caper_vec3 axis = caper_vec3_make(caper_rng_range(rng, -1, 1), 0, 0);
    axis.y = caper_rng_range(rng, -1, 1);
    axis.z = caper_rng_range(rng, -1, 1);
    axis = caper_vec3_normalize_or(axis, caper_vec3_make(0, 1, 0));
    caper_quat turn = caper_quat_from_axis_angle(axis, caper_rng_range(rng, 0, 0.5f));
    root->rotation = caper_quat_normalize(caper_quat_mul(turn, root->rotation));
    root->position.y -= caper_rng_range(rng, 0, 0.1f) * c->height;
    caper_pose_to_model(&c->skeleton, &b->truth_local, NULL, &b->truth);
}

static inline bool is_end(const caper_character *c, int body)
{
    return (c->bodies[body].caps &
            (CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_MOUTH | CAPER_CAP_HEAD)) != 0;
}

// Goals for the root and most ends, each for its joint or its middle, with or without a rotation.
static inline void random_goals(bench *b, caper_rng *rng)
{
    const caper_character *c = b->character;
    b->goal_count = 0;
    add_goal(b, c->root_body, true);
    for (int i = 0; i < c->body_count; i++) {
        float pick = caper_rng_range(rng, 0, 1), turned = caper_rng_range(rng, 0, 1);
        float middle = caper_rng_range(rng, 0, 1);
        if (i == c->root_body || !is_end(c, i) || pick > 0.7f)
            continue;
        caper_goal *goal = add_goal(b, i, turned < 0.5f);
        if (middle < 0.5f)
            put_point(b, goal, c->bodies[i].box_center);
    }
}

static inline float goal_error(const bench *b, const caper_goal *goal)
{
    caper_vec3 at = caper_transform_mul_point(b->model.bodies[goal->body], goal->point);
    return caper_vec3_distance(at, goal->position);
}

// Stretch of the worst body: its length over that at rest.
static inline float worst_stretch(const bench *b)
{
    float worst = 0.0f;
    for (int i = 0; i < b->character->body_count; i++) {
        float rest = caper_vec3_length(b->character->skeleton.rest_local[i].position);
        if (b->character->bodies[i].parent >= 0 && rest > 1e-4f * b->character->size)
            worst = caper_max(worst, caper_vec3_length(b->local.bodies[i].position) / rest);
    }
    return worst;
}

static inline bool is_sound(const bench *b)
{
    for (int i = 0; i < b->character->body_count; i++)
        if (!caper_transform_is_valid(b->local.bodies[i], 1e-4f) ||
            !caper_transform_is_valid(b->model.bodies[i], 1e-4f))
            return false;
    return true;
}

#endif
