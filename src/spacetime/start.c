// SPDX-License-Identifier: MIT
// Where the solver starts, if another motion is known: one with as many frames of the same bodies,
// whatever its contacts. Variables of two such problems do not correspond one to one, so poses,
// torques and forces are laid in by what they are; multipliers are not known.
#include "spacetime/builder.h"
#include "spacetime/solution.h"

static void put_real3(caperi_problem *p, int first, real3 v)
{
    p->start[first] = v.x, p->start[first + 1] = v.y, p->start[first + 2] = v.z;
}

static void start_poses(caper_spacetime_builder *b, const caper_spacetime_solution *motion)
{
    int rigids = b->model->rigid_count, last = b->cyclic ? b->frame_count : b->frame_count - 1;
    double torque = CAPERI_TORQUE_UNIT * b->model->weight * b->model->length;
    for (int t = b->cyclic ? -1 : 0; t <= last; t++) {
        for (int r = 0; r < rigids; r++) {
            int at = (t + 1) * rigids + r, pose = caperi_pose_of(b, t, r);
            real4 q = motion->rotations[at];
            put_real3(b->problem, pose, motion->positions[at]);
            put_real3(b->problem, pose + 3, (real3){q.x, q.y, q.z});
            b->problem->start[pose + 6] = q.w;
            int joint = t >= 0 && t < b->frame_count ? caperi_joint_of(b, t, r) : -1;
            if (joint >= 0) {
                put_real3(b->problem, joint + 3,
                          real3_scale(motion->torques[t * rigids + r], 1 / torque));
            }
        }
    }
}

// The forces of a foot, shared by the parts that stand in the other motion.
static void start_foot(caper_spacetime_builder *b, const caperi_model_foot *foot,
                       const caperi_solution_foot *like)
{
    for (int t = 0; t < b->frame_count; t++) {
        int standing = 0;
        for (int part = 0; part < like->part_count; part++) {
            standing += like->active[part][t];
        }
        for (int part = 0; part < foot->part_count; part++) {
            bool on = part < like->part_count && like->active[part][t];
            if (foot->force[part][t] >= 0) {
                put_real3(b->problem, foot->force[part][t],
                          real3_scale(like->force[t], on ? 1 / (standing * b->model->weight) : 0));
            }
        }
    }
}

void caperi_start_like(caper_spacetime_builder *b, const caper_spacetime_solution *motion)
{
    if (motion->frame_count != b->frame_count ||
        motion->model->rigid_count != b->model->rigid_count || motion->cycle != b->job->cycle) {
        return;
    }
    start_poses(b, motion);
    for (int i = 0; i < b->foot_count; i++) {
        for (int k = 0; k < motion->foot_count; k++) {
            if (motion->feet[k].body == b->feet[i].body) {
                start_foot(b, &b->feet[i], &motion->feet[k]);
            }
        }
    }
}
