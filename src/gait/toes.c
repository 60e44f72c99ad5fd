// SPDX-License-Identifier: MIT
//
// Toes: bodies below a foot that lie on the ground at rest. When the heel rises at the end of a
// stance the foot turns below the joint of its toes, which stay flat where they are; in flight they
// uncurl. Invariant: toes of a standing foot keep the rotation that they landed with.
#include "gait/gait.h"

#include <string.h>

static bool lies_on_ground(const caper_character *c, int body, float near)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, body, points);
    bool low = false;
    for (int i = 0; i < count; i++) {
        low = low || caper_transform_mul_point(c->rest_model[body], points[i]).y < near;
    }
    return low;
}

// A toe in front of the foot curls with it; one behind (a bird's) goes up with the heel.
static bool find_toes(caper_gait *gait, int leg)
{
    const caper_character *c = gait->character;
    const caper_gait_leg *l = &gait->legs[leg];
    caperi_leg_plan *plan = &gait->plans[leg];
    caper_transform rest = c->rest_model[l->foot];
    caper_vec3 joint = caper_vec3_zero();
    int first = gait->toe_count;
    for (int b = l->foot + 1; b < c->body_count; b++) {
        caper_transform toe = c->rest_model[b];
        float reach = caper_transform_mul_point(toe, c->bodies[b].box_center).z;
        if (c->bodies[b].parent != l->foot || c->bodies[b].joint.kind == CAPER_JOINT_FIXED ||
            !lies_on_ground(c, b, 0.04f * l->length) || reach < l->home.z) {
            continue;
        }
        caperi_toe *out = &gait->toes[gait->toe_count++];
        out->body = b;
        out->leg = leg;
        out->rest = caper_quat_mul(caper_quat_conj(rest.rotation), toe.rotation);
        joint = caper_vec3_add(joint, toe.position);
    }
    if (gait->toe_count > first && plan->roll > 0.0f) {
        // The foot turns about the joint of its toes; what of the sole is ahead of that joint would
        // sink beyond h tan(roll / 2), h the height of the joint: the pivot moves on by the rest.
        joint = caper_vec3_scale(joint, 1.0f / (float)(gait->toe_count - first));
        float height = caper_max(joint.y - l->home.y, 0.0f);
        float spare = height * caper_sin(0.5f * plan->roll);
        joint.z = caper_max(joint.z, l->home.z + plan->toe_length - spare);
        plan->pivot = caper_vec3_sub(caper_transform_unmul_point(rest, joint), l->sole);
    }
    return gait->toe_count > first;
}

// Toes that cannot bend carry a foot that rolls alone: it does so little.
static void roll_on_tips(const caper_gait_leg *leg, caperi_leg_plan *plan)
{
    caper_vec3 end = caper_quat_rotate(plan->rest_rotation, plan->toe), front = end;
    for (int k = 0; k < plan->corner_count; k++) {
        front.z = caper_max(front.z, caper_quat_rotate(plan->rest_rotation, plan->corners[k]).z);
    }
    plan->pivot = caper_quat_unrotate(plan->rest_rotation, front);
    // what is ahead of the foot's own sole cannot bend and goes up with it
    float most = 0.006f * leg->length, ahead = front.z - end.z;
    if (caper_sin(plan->roll) * ahead > most) {
        plan->roll = caper_asin(most / ahead);
    }
}

void caperi_toes_plan(caper_gait *gait)
{
    for (int i = 0; i < gait->leg_count; i++) {
        gait->plans[i].pivot = gait->plans[i].toe;
        if (!find_toes(gait, i)) {
            roll_on_tips(&gait->legs[i], &gait->plans[i]);
        }
    }
}

void caperi_toes_goals(const caper_walker *walker, const caper_walk_job *job)
{
    const caper_gait *gait = walker->gait;
    caper_quat root = caper_quat_from_yaw(walker->state.root.yaw);
    for (int i = 0; i < gait->toe_count; i++) {
        const caperi_toe *toe = &gait->toes[i];
        const caperi_leg_plan *plan = &gait->plans[toe->leg];
        const caperi_foot *foot = &walker->feet[toe->leg];
        float curl = caper_max(foot->tip, 0.0f);
        curl *= 1.0f - caper_smoothstep(0.0f, 0.5f, caperi_flight(foot));
        caper_quat bent =
            caper_quat_mul(foot->rotation, caper_quat_from_axis_angle(plan->axis, -curl));
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = toe->body;
        goal.rotation = caper_quat_mul(caper_quat_conj(root), caper_quat_mul(bent, toe->rest));
        goal.rotation_weight = 1.0f;
        caperi_goal_add(job, goal);
    }
}
