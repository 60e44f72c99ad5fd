// SPDX-License-Identifier: MIT
//
// A tail hangs on a pelvis that leans back, and would be in the ground: from its root to its tip,
// whatever is in it is brought up by all loose joints that it hangs on, each by its share and
// within its limits, in the plane of the way from the joint to the middle of the body. A body that
// hangs straight down has no such plane: the way that it points at rest stands in by a share, so
// that nothing flips.
#include "puppet/loose.h"

#include "math/simd_quat.h"

#include <math.h>

#define DEEP 1e-4f      // of size: depth that is left alone
#define PASSES 3        // an arc is no line
#define MAX_BEND 0.8f   // radians, a pass
#define REST_SHARE 0.3f // of the way at rest
#define MOST_JOINTS 16  // that bring one body up: those farther off hardly need to

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

static bool is_loose(const caperi_bend_job *job, int body)
{
    const caper_body *b = &job->character->bodies[body];
    return b->parent >= 0 &&
           (job->solid ? job->solid[body] == CAPER_SOLID_BENDS : (b->caps & CAPER_CAP_TAIL) != 0);
}

static void place(const caperi_bend_job *job, int body)
{
    int up = job->character->bodies[body].parent;
    job->model[body] = job->local[body];
    if (up >= 0) {
        caperi_transform_mul(&job->model[body], &job->model[up], &job->local[body]);
    }
}

/// Turn a joint so that a body beyond it rises by a height, as far as its limits let it.
static void turn_up(const caperi_bend_job *job, int joint, caper_vec3 arm, caper_vec3 normal,
                    float height)
{
    const caper_character *c = job->character;
    caper_vec3 axis = caper_vec3_cross(arm, normal);
    float lever = caper_vec3_length(axis);
    if (!(lever > 1e-4f * c->size)) {
        return;
    }
    axis = caper_transform_unmul_vector(job->way, axis);
    caper_quat turn = caper_quat_from_axis_angle(axis, caper_min(height / lever, MAX_BEND));
    caper_quat above = job->model[c->bodies[joint].parent].rotation;
    caper_quat turned = caper_quat_mul(turn, job->model[joint].rotation);
    caper_quat rest = c->skeleton.rest_local[joint].rotation;
    turned = caper_quat_normalize(caper_quat_mul(caper_quat_conj(above), turned));
    job->local[joint].rotation = caper_joint_clamp(&c->bodies[joint].joint, rest, turned);
}

/// Bring a body up by the loose joints that it hangs on, each by its share, from the first to the
/// last. False when it is up.
static bool bring_up(const caperi_bend_job *job, int body)
{
    const caper_character *c = job->character;
    int chain[MOST_JOINTS], count = 0;
    for (int b = body; count < MOST_JOINTS && b >= 0 && is_loose(job, b); b = c->bodies[b].parent) {
        chain[count++] = b;
    }
    for (int k = count - 1; k >= 0; k--) {
        caper_vec3 normal;
        caper_transform at = caper_transform_mul(job->way, job->model[body]);
        float depth = job->depth(job->who, job->frame, body, at, &normal);
        if (!(depth > DEEP * c->size)) {
            return k < count - 1;
        }
        caper_transform from = caper_transform_mul(job->way, job->model[chain[k]]);
        caper_vec3 arm =
            k == 0 ? arm_of(job, body, at)
                   : caper_vec3_sub(caper_transform_mul_point(at, c->bodies[body].box_center),
                                    from.position);
        turn_up(job, chain[k], arm, normal, depth / (float)(k + 1));
        for (int i = k; i >= 0; i--) {
            place(job, chain[i]);
        }
    }
    return true;
}

void caperi_bend_loose(const caperi_bend_job *job)
{
    int count = job->character->body_count;
    bool any = true;
    for (int pass = 0; pass < PASSES && any; pass++) {
        any = false;
        for (int i = 0; i < count; i++) {
            place(job, i);
            any = (is_loose(job, i) && bring_up(job, i)) || any;
        }
    }
    for (int i = 0; i < count && any; i++) { // branches of what turned last
        place(job, i);
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
