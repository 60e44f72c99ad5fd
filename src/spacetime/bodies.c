// SPDX-License-Identifier: MIT
// The laws of motion of the rigid bodies (thesis 4.2.2, done right in 3D), their joints with limits
// of angle and torque, and the seam of a cycle (3.2.5). Gravity is 1 and points down: the thesis'
// 4.12 has the wrong sign. Joint forces and torques act on the child, and the other way on its
// parent.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

#include <string.h>

// -- parts of rows ------------------------------------------------------------------------------

void caperi_add_along(caper_spacetime_builder *b, int row, int quaternion, real3 direction,
                      int axis, double scale)
{
    int inputs[4];
    double data[3];
    caperi_put_turned(inputs, quaternion, axis);
    caperi_put_vector(data, direction, axis);
    caperi_problem_block(b->problem, &caperi_block_along, data, sizeof data, inputs, &row, scale);
}

void caperi_add_moment(caper_spacetime_builder *b, int row, int variable, int quaternion,
                       real3 direction, int axis, double scale)
{
    int inputs[5] = {variable};
    double data[3];
    caperi_put_turned(inputs + 1, quaternion, axis);
    caperi_put_vector(data, direction, axis);
    caperi_problem_block(b->problem, &caperi_block_moment, data, sizeof data, inputs, &row, scale);
}

void caperi_add_point(caper_spacetime_builder *b, int row, int pose, real3 point, int axis,
                      double scale)
{
    caperi_problem_linear(b->problem, row, pose + axis, scale);
    caperi_add_along(b, row, pose + 3, point, axis, scale);
}

void caperi_add_onward(caper_spacetime_builder *b, const int rows[2], const int later[2],
                       const int earlier[2], double sign)
{
    const int inputs[3] = {earlier[0], earlier[1], b->travel[2]};
    for (int i = 0; i < 2; i++) {
        caperi_problem_linear(b->problem, rows[i], later[i], 1);
        caperi_problem_linear(b->problem, rows[i], b->travel[i], -1);
    }
    caperi_problem_block(b->problem, &caperi_block_onward, &sign, sizeof sign, inputs, rows, -1);
}

void caperi_add_link(caper_spacetime_builder *b, int later, int earlier, double sign,
                     const double matrix[16], const char *const what[2], int body, int frame)
{
    int inputs[9], rows[7];
    for (int i = 0; i < 7; i++) {
        rows[i] = caperi_problem_row(b->problem, 0, 0, what[i > 2], body, frame);
    }
    caperi_add_onward(b, (int[2]){rows[0], rows[2]}, (int[2]){later, later + 2},
                      (int[2]){earlier, earlier + 2}, sign);
    caperi_problem_linear(b->problem, rows[1], later + 1, 1);
    caperi_problem_linear(b->problem, rows[1], earlier + 1, -1);
    caperi_put(caperi_put(inputs, later + 3, 4), earlier + 3, 4);
    inputs[8] = b->travel[2];
    caperi_problem_block(b->problem, &caperi_block_link, matrix, 16 * sizeof *matrix, inputs,
                         rows + 3, 1);
}

// -- laws of motion -----------------------------------------------------------------------------

void caperi_add_lever(caper_spacetime_builder *b, int first_row, int quaternion, int force,
                      real3 point, double sign)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double unit = sign / CAPERI_TORQUE_UNIT;
        caperi_add_moment(b, first_row + i, force + k, quaternion, point, j, unit);
        caperi_add_moment(b, first_row + i, force + j, quaternion, point, k, -unit);
    }
}

static void put_force_rows(caper_spacetime_builder *b, int first_row, int first_variable,
                           double sign)
{
    for (int i = 0; i < 3; i++) {
        caperi_problem_linear(b->problem, first_row + i, first_variable + i, sign);
    }
}

// A joint force at a point of a body, with the torque that follows from the lever.
static void put_joint_force(caper_spacetime_builder *b, int first_row, int pose, int force,
                            real3 point, double sign)
{
    put_force_rows(b, first_row, force, sign);
    put_force_rows(b, first_row + 3, force + 3, sign);
    caperi_add_lever(b, first_row + 3, pose + 3, force, point, sign);
}

void caperi_add_turning(caper_spacetime_builder *b, int row, int t, int r, int axis,
                        double momentum, double rate, int side)
{
    const double *spread = b->model->rigids[r].spread;
    int inputs[10], *next = caperi_put_turned(inputs, caperi_pose_of(b, t, r) + 3, axis);
    next = caperi_put_turned(next, caperi_pose_of(b, t + side, r) + 3, axis);
    *next++ = caperi_step_of(b, side > 0 ? t : t - 1);
    *next = caperi_step_of(b, side > 0 ? t - 1 : t);
    double data[5] = {0, 0, 0, momentum, rate};
    caperi_put_vector(data, (real3){spread[0], spread[1], spread[2]}, axis);
    caperi_problem_block(b->problem, &caperi_block_turning, data, sizeof data, inputs, &row, 1);
}

// Six rows for one body at one frame: mass x acceleration - forces = gravity, and the same of
// turning.
static int add_motion(caper_spacetime_builder *b, int t, int r)
{
    static const char *const names[6] = {"motion x",  "motion y",  "motion z",
                                         "turning x", "turning y", "turning z"};
    const caperi_model_body *rigid = &b->model->rigids[r];
    int rows[6], before = caperi_step_of(b, t - 1), after = caperi_step_of(b, t);
    for (int i = 0; i < 6; i++) {
        double gravity = i == 1 ? -rigid->mass : 0;
        rows[i] = caperi_problem_row(b->problem, gravity, gravity, names[i], rigid->body, t);
    }
    for (int i = 0; i < 3; i++) {
        const int inputs[5] = {caperi_pose_of(b, t - 1, r) + i, caperi_pose_of(b, t, r) + i,
                               caperi_pose_of(b, t + 1, r) + i, before, after};
        caperi_problem_block(b->problem, &caperi_block_bend, NULL, 0, inputs, &rows[i],
                             rigid->mass);
        caperi_add_turning(b, rows[3 + i], t, r, i, 0, 2 / CAPERI_TORQUE_UNIT, 1);
        caperi_add_turning(b, rows[3 + i], t, r, i, 0, 2 / CAPERI_TORQUE_UNIT, -1);
    }
    return rows[0];
}

static void add_joint_forces(caper_spacetime_builder *b, int t, const int *first_rows)
{
    for (int r = 0; r < b->model->rigid_count; r++) {
        const caperi_model_body *rigid = &b->model->rigids[r];
        if (rigid->parent >= 0) {
            int force = caperi_joint_of(b, t, r);
            put_joint_force(b, first_rows[r], caperi_pose_of(b, t, r), force, rigid->joint, -1);
            put_joint_force(b, first_rows[rigid->parent], caperi_pose_of(b, t, rigid->parent),
                            force, rigid->joint_parent, 1);
        }
    }
}

// -- joints -------------------------------------------------------------------------------------

// From the turn against each other that two bodies have, to the turn from rest in model space that
// it would be with the parent at rest.
static void find_forms(real4 parent_rest, real4 child_rest, const real3 axes[3], double forms[16])
{
    for (int i = 0; i < 4; i++) {
        real4 unit = {i == 0, i == 1, i == 2, i == 3};
        real4 turn = real4_mul(real4_mul(parent_rest, unit), real4_conj(child_rest));
        real3 v = {turn.x, turn.y, turn.z};
        for (int k = 0; k < 3; k++) {
            forms[4 * k + i] = real3_dot(v, axes[k]);
        }
        forms[12 + i] = turn.w;
    }
}

void caperi_joint_forms(const caper_spacetime_builder *b, int r, const real3 axes[3],
                        double forms[16])
{
    const caperi_model_body *rigid = &b->model->rigids[r];
    find_forms(b->model->rigids[rigid->parent].rest_rotation, rigid->rest_rotation, axes, forms);
}

static void axes_about(real3 axis, real3 axes[3])
{
    real3 other = fabs(axis.x) < 0.6 ? (real3){1, 0, 0} : (real3){0, 1, 0};
    axes[2] = axis;
    axes[0] = real3_unit(real3_cross(axis, other));
    axes[1] = real3_cross(axis, axes[0]);
}

// A form of a joint is not below 0, nor above the most.
static void add_form(caper_spacetime_builder *b, double most, const char *name, int body, int t,
                     const int inputs[8], const double form[4])
{
    int row = caperi_problem_row(b->problem, 0, most, name, body, t);
    caperi_problem_block(b->problem, &caperi_block_form, form, 4 * sizeof *form, inputs, &row, 1);
}

void caperi_build_limits(caper_spacetime_builder *b, int t, int body, const int quaternions[2],
                         const real4 rests[2])
{
    const caper_joint *joint = &b->job->character->bodies[body].joint;
    if (joint->kind != CAPER_JOINT_HINGE && joint->kind != CAPER_JOINT_BALL) {
        return;
    }
    real3 axes[3];
    real4 rest = real4_from(b->job->character->rest_model[body].rotation);
    axes_about(real4_rotate(rest, real3_from(joint->axis)), axes);
    double forms[16];
    find_forms(rests[0], rests[1], axes, forms);
    int inputs[8];
    caperi_put(caperi_put(inputs, quaternions[0], 4), quaternions[1], 4);
    if (joint->kind == CAPER_JOINT_HINGE) {
        add_form(b, 0, "hinge", body, t, inputs, forms);
        add_form(b, 0, "hinge", body, t, inputs, forms + 4);
    } else {
        double swing = sin(0.5 * (double)joint->swing), data[9];
        memcpy(data, forms, 8 * sizeof *data);
        data[8] = swing * swing;
        int row = caperi_problem_row(b->problem, 0, CAPERI_INFINITY, "swing", body, t);
        caperi_problem_block(b->problem, &caperi_block_swing, data, sizeof data, inputs, &row, 1);
    }
    // sines of half the angles to the two limits
    for (int i = 0; i < 2; i++) {
        double half = 0.5 * (double)(i == 0 ? joint->min : joint->max), sign = i == 0 ? 1 : -1;
        double limit[4];
        for (int k = 0; k < 4; k++) {
            limit[k] = sign * (forms[8 + k] * cos(half) - forms[12 + k] * sin(half));
        }
        add_form(b, CAPERI_INFINITY, i == 0 ? "least angle" : "largest angle", body, t, inputs,
                 limit);
    }
}

static void add_limits(caper_spacetime_builder *b, int t, int r)
{
    const caperi_model_body *rigid = &b->model->rigids[r];
    const int quaternions[2] = {caperi_pose_of(b, t, rigid->parent) + 3,
                                caperi_pose_of(b, t, r) + 3};
    const real4 rests[2] = {b->model->rigids[rigid->parent].rest_rotation, rigid->rest_rotation};
    caperi_build_limits(b, t, rigid->body, quaternions, rests);
}

static void add_socket(caper_spacetime_builder *b, int t, int r)
{
    static const char *const names[3] = {"joint x", "joint y", "joint z"};
    const caperi_model_body *rigid = &b->model->rigids[r];
    for (int i = 0; i < 3; i++) {
        int row = caperi_problem_row(b->problem, 0, 0, names[i], rigid->body, t);
        caperi_add_point(b, row, caperi_pose_of(b, t, rigid->parent), rigid->joint_parent, i, 1);
        caperi_add_point(b, row, caperi_pose_of(b, t, r), rigid->joint, i, -1);
    }
}

static void add_strength(caper_spacetime_builder *b, int t, int r)
{
    double most = b->job->strength / CAPERI_TORQUE_UNIT;
    int inputs[3], row = caperi_problem_row(b->problem, -CAPERI_INFINITY, most * most, "torque",
                                            b->model->rigids[r].body, t);
    caperi_put(inputs, caperi_joint_of(b, t, r) + 3, 3);
    caperi_problem_block(b->problem, &caperi_block_torque_limit, NULL, 0, inputs, &row, 1);
}

static void add_norm(caper_spacetime_builder *b, int t, int r)
{
    int inputs[4];
    int row = caperi_problem_row(b->problem, 0, 0, "rotation length", b->model->rigids[r].body, t);
    caperi_put(inputs, caperi_pose_of(b, t, r) + 3, 4);
    caperi_problem_block(b->problem, &caperi_block_norm, NULL, 0, inputs, &row, 1);
}

// -- the seam of a cycle ------------------------------------------------------------------------

// The body at `later` is its partner at `earlier`, one cycle (or half) on.
static void add_link(caper_spacetime_builder *b, int later, int earlier, int r)
{
    bool mirrored = b->job->cycle == CAPER_SPACETIME_MIRRORED;
    const caperi_model *model = b->model;
    int from = mirrored ? model->rigids[r].mirror : r;
    double matrix[16];
    for (int i = 0; i < 4; i++) {
        real4 unit = {i == 0, i == 1, i == 2, i == 3};
        // turn from rest of the partner, seen in the mirror, from the rest of this one
        real4 turn = real4_mul(unit, real4_conj(model->rigids[from].rest_rotation));
        turn = real4_mul(mirrored ? real4_mirror(turn) : turn, model->rigids[r].rest_rotation);
        matrix[i] = turn.x, matrix[4 + i] = turn.y, matrix[8 + i] = turn.z, matrix[12 + i] = turn.w;
    }
    caperi_add_link(
        b, caperi_pose_of(b, later, r), caperi_pose_of(b, earlier, from), mirrored ? -1 : 1, matrix,
        (const char *const[2]){"seam position", "seam rotation"}, model->rigids[r].body, later);
}

// A cycle starts with the centre of mass above the origin, so that the travel is that of the centre
// of mass: with the root's, leaning into a turn would shorten the way. A mirrored half has its
// plane: nothing is free but the way along it.
static void pin(caper_spacetime_builder *b)
{
    for (int i = 0; i < 3; i += 2) {
        if (i == 0 && b->job->cycle == CAPER_SPACETIME_MIRRORED) {
            continue;
        }
        int row = caperi_problem_row(b->problem, 0, 0, "start", -1, 0);
        for (int r = 0; r < b->model->rigid_count; r++) {
            caperi_problem_linear(b->problem, row, caperi_pose_of(b, 0, r) + i,
                                  b->model->rigids[r].mass);
        }
    }
}

void caperi_build_bodies(caper_spacetime_builder *b)
{
    int count = b->model->rigid_count;
    int *first_rows =
        caperi_problem_memory(b->problem, (size_t)(count * b->frame_count), sizeof(int));
    if (!first_rows) {
        return;
    }
    for (int t = 0; t < b->frame_count; t++) {
        bool moves = t >= caperi_first_frame(b) && t < caperi_end_frame(b);
        for (int r = 0; r < count; r++) {
            bool found = !caperi_is_pinned(b, t), jointed = b->model->rigids[r].parent >= 0;
            first_rows[t * count + r] = moves ? add_motion(b, t, r) : -1;
            if (found) {
                add_norm(b, t, r);
            }
            if (found && jointed) {
                add_socket(b, t, r);
                add_limits(b, t, r);
            }
            if (jointed) {
                add_strength(b, t, r);
            }
        }
        if (moves) {
            add_joint_forces(b, t, &first_rows[t * count]);
        }
    }
    for (int r = 0; b->cyclic && r < count; r++) {
        add_link(b, b->frame_count, 0, r);
        add_link(b, b->frame_count - 1, -1, r);
    }
    if (b->cyclic) {
        pin(b);
    }
    caperi_build_contacts(b, first_rows);
}
