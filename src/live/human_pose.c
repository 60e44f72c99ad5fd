// SPDX-License-Identifier: MIT
//
// Poses between a character and the humanoid that VMC speaks of. Both sides are compared in the
// T-pose: with M the rotation of a body in model space and T that in the T-pose, D = M T^-1 is how
// far it has turned, whatever its own axes are; a humanoid's local rotation is D of the place above
// inverted, times D. This is the transfer of VRM 1.0 (N = W L^-1 R W^-1), written so that bodies
// between two places, and places that one side lacks, fold into what is below by themselves.
#include "live/human.h"

#include <string.h>

caper_human_pose caper_human_pose_identity(void)
{
    caper_human_pose pose;
    memset(&pose, 0, sizeof pose);
    pose.root = caper_transform_identity();
    for (int i = 0; i < CAPER_HUMAN_COUNT; i++)
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

void caper_human_pose_take(const caper_human_map *map, const caper_pose *local, caper_root root,
                           caper_human_pose *pose)
{
    CAPER_ASSERT(local->body_count == map->character->body_count);
    *pose = caper_human_pose_identity();
    pose->root = caper_root_transform(root);
    pose->leg_height = map->leg_height;
    caper_quat turned[CAPER_HUMAN_COUNT + 1];
    turned[CAPER_HUMAN_COUNT] = caper_quat_identity();
    for (int i = 0; i < CAPER_HUMAN_COUNT; i++) {
        int parent = (int)caper_human_parent((caper_human)i);
        turned[i] = turned[parent];
        if (map->bodies[i] < 0)
            continue;
        caper_transform model = model_transform(map->character, local, map->bodies[i]);
        turned[i] = caper_quat_mul(model.rotation, caper_quat_conj(map->tpose_model[i]));
        pose->rotations[i] =
            caper_quat_normalize(caper_quat_mul(caper_quat_conj(turned[parent]), turned[i]));
        pose->present |= CAPERI_HUMAN_BIT(i);
        if (i == CAPER_HUMAN_HIPS)
            pose->hips = model.position;
    }
}

/// Where a body's parent is, when the bodies above it are as in `local`.
static caper_transform above(const caper_character *character, const caper_pose *local, int body)
{
    int parent = character->bodies[body].parent;
    return parent < 0 ? caper_transform_identity() : model_transform(character, local, parent);
}

void caper_human_pose_put(const caper_human_map *map, const caper_human_pose *pose,
                          caper_pose *local, caper_root *root)
{
    const caper_character *character = map->character;
    CAPER_ASSERT(local->body_count == character->body_count);
    for (int i = 0; i < character->body_count; i++)
        local->bodies[i] = character->skeleton.rest_local[i];

    float scale = pose->leg_height > 0 ? map->leg_height / pose->leg_height : 1;
    *root = (caper_root){.x = pose->root.position.x * scale,
                         .y = pose->root.position.y * scale,
                         .z = pose->root.position.z * scale,
                         .yaw = caper_quat_yaw(pose->root.rotation)};
    caper_transform place = caper_root_transform(*root);
    caper_quat tilt = caper_quat_mul(caper_quat_conj(place.rotation), pose->root.rotation);

    // tilt is what the places hang on: the identity but for roots that lean
    caper_quat turned[CAPER_HUMAN_COUNT + 1];
    turned[CAPER_HUMAN_COUNT] = tilt;
    for (int i = 0; i < CAPER_HUMAN_COUNT; i++) {
        caper_quat parent = turned[caper_human_parent((caper_human)i)];
        turned[i] = caper_quat_mul(parent, pose->rotations[i]);
        int body = map->bodies[i];
        if (body < 0)
            continue;
        caper_transform up = above(character, local, body);
        caper_quat model = caper_quat_mul(turned[i], map->tpose_model[i]);
        local->bodies[body].rotation =
            caper_quat_normalize(caper_quat_mul(caper_quat_conj(up.rotation), model));
        if (i == CAPER_HUMAN_HIPS) {
            caper_vec3 hips = caper_quat_rotate(tilt, caper_vec3_scale(pose->hips, scale));
            local->bodies[body].position = caper_transform_unmul_point(up, hips);
        }
    }
}
