// SPDX-License-Identifier: MIT
// The objective: what a motion should have little of (thesis 3.2.3), each as a mean over time,
// bodies or joints, so that a weight means the same for a short and a long cycle and for any number
// of bodies. Angular acceleration makes a walk natural; torque alone straddles; a little posture
// and force rate remove local minima such as arms overhead and spikes of force.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

static int *put_times(const caper_spacetime_builder *b, int *inputs, int t)
{
    *inputs++ = caperi_step_of(b, t - 1);
    *inputs++ = caperi_step_of(b, t);
    *inputs++ = b->rate;
    return inputs;
}

static void add_body_terms(caper_spacetime_builder *b, int t, int r)
{
    const caper_spacetime_weights *w = &b->job->weights;
    int inputs[CAPERI_BLOCK_INPUTS];
    for (int i = 3; w->acceleration > 0 && i < 7; i++) {
        for (int f = 0; f < 3; f++) {
            inputs[f] = caperi_pose_of(b, t - 1 + f, r) + i;
        }
        put_times(b, inputs + 3, t);
        caperi_problem_block(b->problem, &caperi_block_acceleration, NULL, 0, inputs, NULL,
                             w->acceleration / b->model->rigid_count);
    }
    const caper_body *body = &b->job->character->bodies[b->model->rigids[r].body];
    bool carried = b->model->rigids[r].parent < 0 || (body->caps & CAPER_CAP_HEAD);
    if (w->upright > 0 && carried) {
        real4 rest = b->model->rigids[r].rest_rotation;
        real3 root, up = real4_unrotate(rest, (real3){0, 1, 0});
        real3 ahead = real4_unrotate(rest, (real3){0, 0, 1});
        double yaw;
        caperi_guess_root(b, t, &root, &yaw);
        const double data[8] = {up.x, up.y, up.z, ahead.x, ahead.y, ahead.z, sin(yaw), cos(yaw)};
        put_times(b, caperi_put(inputs, caperi_pose_of(b, t, r) + 3, 4), t);
        caperi_problem_block(b->problem, &caperi_block_upright, data, sizeof data, inputs, NULL,
                             w->upright);
    }
}

static void add_joint_terms(caper_spacetime_builder *b, int t, int r)
{
    const caper_spacetime_weights *w = &b->job->weights;
    int inputs[CAPERI_BLOCK_INPUTS], parent = b->model->rigids[r].parent;
    double joints = b->model->rigid_count - 1;
    for (int i = 3; w->torque > 0 && i < 6; i++) {
        put_times(b, caperi_put(inputs, caperi_joint_of(b, t, r) + i, 1), t);
        caperi_problem_block(b->problem, &caperi_block_square, NULL, 0, inputs, NULL,
                             w->torque / joints);
    }
    if (w->posture > 0) {
        const real3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        double forms[16];
        caperi_joint_forms(b, r, axes, forms);
        int *next = caperi_put(inputs, caperi_pose_of(b, t, parent) + 3, 4);
        put_times(b, caperi_put(next, caperi_pose_of(b, t, r) + 3, 4), t);
        caperi_problem_block(b->problem, &caperi_block_posture, forms + 12, 4 * sizeof *forms,
                             inputs, NULL, w->posture / joints);
    }
}

// The angular momentum of all bodies about a vertical axis through the middle of the way, as a
// variable of its own, so that its square couples no two bodies.
static void add_spin(caper_spacetime_builder *b, int t)
{
    caperi_problem *p = b->problem;
    real3 before, at, after;
    double yaw;
    caperi_guess_root(b, t - 1, &before, &yaw);
    caperi_guess_root(b, t, &at, &yaw);
    caperi_guess_root(b, t + 1, &after, &yaw);
    double each = 0.5 / p->start[caperi_step_of(b, t)];
    int momentum = caperi_problem_variable(p, -CAPERI_INFINITY, CAPERI_INFINITY, 0);
    int row = caperi_problem_row(p, 0, 0, "spin", -1, t), inputs[CAPERI_BLOCK_INPUTS] = {momentum};
    caperi_problem_linear(p, row, momentum, -1);
    put_times(b, inputs + 1, t);
    caperi_problem_block(p, &caperi_block_square, NULL, 0, inputs, NULL, b->job->weights.spin);
    for (int r = 0; r < b->model->rigid_count; r++) {
        const caperi_model_body *rigid = &b->model->rigids[r];
        const double data[5] = {rigid->mass, at.x, at.z, each * (after.x - before.x),
                                each * (after.z - before.z)};
        int *next = inputs;
        for (int f = t - 1; f <= t + 1; f++) {
            *next++ = caperi_pose_of(b, f, r);
            *next++ = caperi_pose_of(b, f, r) + 2;
        }
        *next++ = caperi_step_of(b, t - 1);
        *next = caperi_step_of(b, t);
        caperi_problem_block(p, &caperi_block_orbit, data, sizeof data, inputs, &row, 1);
        caperi_add_turning(b, row, t, r, 1, 1, 0, 1);
        caperi_add_turning(b, row, t, r, 1, -1, 0, -1);
    }
}

// From a frame to the next; over the seam to the partner's first frame.
static void add_force_rate(caper_spacetime_builder *b, const caperi_model_foot *foot, int part,
                           int t)
{
    bool seam = t + 1 == b->frame_count;
    bool mirrored = seam && b->job->cycle == CAPER_SPACETIME_MIRRORED;
    if (seam && !b->cyclic) {
        return;
    }
    const caperi_model_foot *next_foot = mirrored ? &b->feet[foot->mirror] : foot;
    int force = foot->force[part][t], next = next_foot->force[part][seam ? 0 : t + 1];
    if (force < 0 || next < 0) {
        return;
    }
    const double data[2] = {mirrored ? -1 : 1, seam ? 1 : 0};
    int inputs[9], *rest = caperi_put(caperi_put(inputs, force, 3), next, 3);
    *rest++ = b->travel[2];
    *rest++ = caperi_step_of(b, t);
    *rest = b->rate;
    caperi_problem_block(b->problem, &caperi_block_force_rate, data, sizeof data, inputs, NULL,
                         b->job->weights.force_rate);
}

void caperi_build_objective(caper_spacetime_builder *b)
{
    for (int t = caperi_first_frame(b); t < caperi_end_frame(b); t++) {
        for (int r = 0; r < b->model->rigid_count; r++) {
            add_body_terms(b, t, r);
            if (b->model->rigids[r].parent >= 0) {
                add_joint_terms(b, t, r);
            }
        }
        if (b->job->weights.spin > 0) {
            add_spin(b, t);
        }
        for (int i = 0; b->job->weights.force_rate > 0 && i < b->foot_count; i++) {
            for (int part = 0; part < b->feet[i].part_count; part++) {
                add_force_rate(b, &b->feet[i], part, t);
            }
        }
    }
}
