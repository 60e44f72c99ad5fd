// SPDX-License-Identifier: MIT
//
// Poses between a character and the person that VMC speaks of. Both sides are compared in the
// T-pose: with M the rotation of a body in model space and T that in the T-pose, D = M T^-1 is how
// far it has turned, whatever its own axes are; a part's local rotation is D of the part above
// inverted, times D. This is the transfer of VRM 1.0 (N = W L^-1 R W^-1), written so that bodies
// between two parts, and parts that one side lacks, fold into what is below by themselves.
#include "live/wire.h"

#include <string.h>

caper_live_pose caper_live_pose_identity(void)
{
    caper_live_pose pose;
    memset(&pose, 0, sizeof pose);
    pose.root = caper_transform_identity();
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        pose.rotations[i] = caper_quat_identity();
    return pose;
}

static caper_transform model_transform(const caper_character *character, const caper_pose *local,
                                       int body)
{
    caper_transform t = local->bodies[body];
    for (int up = character->bodies[body].parent; up >= 0; up = character->bodies[up].parent)
        t = caper_transform_mul(local->bodies[up], t);
    return t;
}

void caper_live_pose_take(const caper_person *person, const caper_pose *local, caper_root root,
                          caper_live_pose *pose)
{
    CAPER_ASSERT(local->body_count == person->character->body_count);
    *pose = caper_live_pose_identity();
    pose->root = caper_root_transform(root);
    pose->leg_height = person->leg_height;
    caper_quat turned[CAPER_PART_COUNT + 1];
    turned[CAPER_PART_COUNT] = caper_quat_identity();
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        int parent = (int)caper_part_parent((caper_part)i);
        turned[i] = turned[parent];
        if (person->bodies[i] < 0)
            continue;
        caper_transform model = model_transform(person->character, local, person->bodies[i]);
        turned[i] = caper_quat_mul(model.rotation, caper_quat_conj(person->tpose_model[i]));
        pose->rotations[i] =
            caper_quat_normalize(caper_quat_mul(caper_quat_conj(turned[parent]), turned[i]));
        pose->present |= CAPER_PART_BIT(i);
        if (i == CAPER_PART_HIPS)
            pose->hips = model.position;
    }
}

/// Where a body's parent is, when the bodies above it are as in `local`.
static caper_transform above(const caper_character *character, const caper_pose *local, int body)
{
    int parent = character->bodies[body].parent;
    return parent < 0 ? caper_transform_identity() : model_transform(character, local, parent);
}

void caper_live_pose_put(const caper_person *person, const caper_live_pose *pose, caper_pose *local,
                         caper_root *root)
{
    const caper_character *character = person->character;
    CAPER_ASSERT(local->body_count == character->body_count);
    for (int i = 0; i < character->body_count; i++)
        local->bodies[i] = character->skeleton.rest_local[i];

    float scale = pose->leg_height > 0 ? person->leg_height / pose->leg_height : 1;
    *root = (caper_root){.x = pose->root.position.x * scale,
                         .y = pose->root.position.y * scale,
                         .z = pose->root.position.z * scale,
                         .yaw = caper_quat_yaw(pose->root.rotation)};
    caper_transform place = caper_root_transform(*root);
    caper_quat tilt = caper_quat_mul(caper_quat_conj(place.rotation), pose->root.rotation);

    // tilt is what the parts hang on: the identity but for roots that lean
    caper_quat turned[CAPER_PART_COUNT + 1];
    turned[CAPER_PART_COUNT] = tilt;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        caper_quat parent = turned[caper_part_parent((caper_part)i)];
        turned[i] = caper_quat_mul(parent, pose->rotations[i]);
        int body = person->bodies[i];
        if (body < 0)
            continue;
        caper_transform up = above(character, local, body);
        caper_quat model = caper_quat_mul(turned[i], person->tpose_model[i]);
        local->bodies[body].rotation =
            caper_quat_normalize(caper_quat_mul(caper_quat_conj(up.rotation), model));
        if (i == CAPER_PART_HIPS) {
            caper_vec3 hips = caper_quat_rotate(tilt, caper_vec3_scale(pose->hips, scale));
            local->bodies[body].position = caper_transform_unmul_point(up, hips);
        }
    }
}
