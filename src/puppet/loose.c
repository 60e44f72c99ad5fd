// SPDX-License-Identifier: MIT
//
// A tail hangs on a pelvis that leans back, and would be in the ground: from its root to its tip,
// each joint turns up by what its own body needs, in the plane of the way from the joint to the
// middle of the body. A body that hangs straight down has no such plane: the way that it points at
// rest stands in by a share, so that nothing flips.
#include "puppet/loose.h"

#include <math.h>

#define DEEP 1e-4f      // of size: depth that is left alone
#define PASSES 3        // an arc is no line
#define MAX_BEND 0.8f   // radians, a pass
#define REST_SHARE 0.3f // of the way at rest

/// The way from the joint to the middle of the body, with some of what it is at rest, seen from
/// above.
static caper_vec3 arm_of(const caperi_bend_job *job, int body, caper_transform at)
{
    const caper_character *c = job->character;
    caper_vec3 center = c->bodies[body].box_center;
    caper_quat rest = c->rest_model[body].rotation;
    float yaw = caper_quat_yaw(caper_quat_mul(at.rotation, caper_quat_conj(rest)));
    caper_vec3 still = caper_quat_rotate(rest, center);
    still.y = 0;
    still = caper_quat_rotate(caper_quat_from_yaw(yaw), still);
    return caper_vec3_add_scaled(caper_quat_rotate(at.rotation, center), still, REST_SHARE);
}

void caperi_bend_loose(const caperi_bend_job *job)
{
    const caper_character *c = job->character;
    caper_transform *model = job->model, *local = job->local;
    for (int i = 0; i < c->body_count; i++) {
        int up = c->bodies[i].parent;
        model[i] = up >= 0 ? caper_transform_mul(model[up], local[i]) : local[i];
        bool bends = job->solid ? job->solid[i] == CAPER_SOLID_BENDS
                                : (c->bodies[i].caps & CAPER_CAP_TAIL) != 0;
        for (int pass = 0; pass < PASSES && bends && up >= 0; pass++) {
            caper_vec3 normal;
            caper_transform at = caper_transform_mul(job->way, model[i]);
            float depth = job->depth(job->who, job->frame, i, at, &normal);
            if (!(depth > DEEP * c->size)) {
                break;
            }
            caper_vec3 axis = caper_vec3_cross(arm_of(job, i, at), normal);
            float lever = caper_vec3_length(axis);
            if (!(lever > 1e-4f * c->size)) {
                break;
            }
            float angle = caper_min(depth / lever, MAX_BEND);
            axis = caper_transform_unmul_vector(job->way, axis);
            caper_quat turn = caper_quat_from_axis_angle(axis, angle);
            model[i].rotation = caper_quat_normalize(caper_quat_mul(turn, model[i].rotation));
            local[i].rotation = caper_quat_normalize(
                caper_quat_mul(caper_quat_conj(model[up].rotation), model[i].rotation));
        }
    }
}

static float person_depth(const void *who, const caper_world_frame *frame, int body,
                          caper_transform at, caper_vec3 *normal)
{
    const caper_puppet *puppet = who;
    float reach = 2 * puppet->person.character->size;
    *normal = caperi_ground_near(&puppet->ground, frame, at.position, reach).normal;
    return caperi_puppet_box_depth(puppet, frame, body, at);
}

void caperi_puppet_tails(caper_puppet *puppet, const caper_world_frame *frame, caper_pose *local)
{
    caperi_bend_job job = {.character = puppet->person.character,
                           .frame = frame,
                           .way = caper_transform_identity(),
                           .depth = person_depth,
                           .who = puppet,
                           .model = puppet->captured, // nobody needs it any more
                           .local = local->bodies};
    caperi_bend_loose(&job);
}
