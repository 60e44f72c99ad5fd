// SPDX-License-Identifier: MIT
//
// Queries on a built character: bodies by name, its rest pose, centre of mass, the points that
// touch the ground, and capsules. Invariant: nothing here changes a character or allocates, but for
// caper_character_pose.
#include "body/body.h"

#include <string.h>

int caper_character_find(const caper_character *character, const char *name)
{
    return caper_skeleton_find(&character->skeleton, name);
}

caper_pose caper_character_rest_local(const caper_character *character)
{
    caper_pose pose;
    pose.bodies = (caper_transform *)(uintptr_t)character->skeleton.rest_local;
    pose.deforms = (float *)(uintptr_t)character->rest_deforms;
    pose.body_count = character->body_count;
    pose.deform_count = character->deform_count;
    return pose;
}

caper_pose caper_character_pose(const caper_character *character, const caper_allocator *allocator)
{
    caper_pose pose = caper_pose_create(character->body_count, character->deform_count, allocator);
    if (pose.bodies)
        memcpy(pose.bodies, character->skeleton.rest_local,
               (size_t)character->body_count * sizeof *pose.bodies);
    return pose;
}

caper_vec3 caper_character_center_of_mass(const caper_character *character, const caper_pose *model)
{
    CAPER_ASSERT(model->body_count == character->body_count);
    if (model->body_count != character->body_count)
        return caper_vec3_zero();
    double x = 0, y = 0, z = 0;
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *body = &character->bodies[i];
        caper_vec3 center = caper_transform_mul_point(model->bodies[i], body->box_center);
        x += (double)body->mass * (double)center.x;
        y += (double)body->mass * (double)center.y;
        z += (double)body->mass * (double)center.z;
    }
    double mass = (double)character->mass;
    return caper_vec3_make((float)(x / mass), (float)(y / mass), (float)(z / mass));
}

// Component k of the box axis a, seen in model space at rest: only the height is asked for.
static int lowest_side(caper_quat rotation, float *sign)
{
    static const int axes[3] = {1, 0, 2}; // a tie goes to the own bottom of the box
    int best = 1;
    float lowest = INFINITY;
    for (int k = 0; k < 3; k++) {
        float unit[3] = {0.0f, 0.0f, 0.0f};
        unit[axes[k]] = 1.0f;
        float up = caper_quat_rotate(rotation, caper_vec3_make(unit[0], unit[1], unit[2])).y;
        for (int side = -1; side <= 1; side += 2) {
            if ((float)side * up < lowest) {
                lowest = (float)side * up;
                best = axes[k];
                *sign = (float)side;
            }
        }
    }
    return best;
}

/// A corner of a box that is in the ground at rest: boxes along slanted bones are larger than what
/// they stand for. What hangs below the ground as a whole is left there.
static caper_vec3 raise_to_ground(caper_transform rest, caper_vec3 corner)
{
    caper_vec3 at = caper_transform_mul_point(rest, corner);
    float level = caper_min(rest.position.y, 0);
    if (!(at.y < level))
        return corner;
    at.y = level;
    return caper_transform_unmul_point(rest, at);
}

int caper_body_sole_points(const caper_character *character, int body,
                           caper_vec3 points[CAPER_MAX_CONTACTS])
{
    CAPER_ASSERT(body >= 0 && body < character->body_count);
    if (body < 0 || body >= character->body_count)
        return 0;
    const caper_body *b = &character->bodies[body];
    if (b->contact_count > 0) {
        memcpy(points, b->contacts, (size_t)b->contact_count * sizeof *points);
        return b->contact_count;
    }

    float sign = -1.0f;
    int axis = lowest_side(character->rest_model[body].rotation, &sign);
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const float *half = &b->box_half.x;
    static const float around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        float p[3];
        p[axis] = sign * half[axis];
        p[u] = around[i][0] * half[u];
        p[v] = around[i][1] * half[v];
        points[i] = caper_vec3_add(b->box_center, caper_vec3_make(p[0], p[1], p[2]));
        points[i] = raise_to_ground(character->rest_model[body], points[i]);
    }
    return 4;
}

void caper_body_capsule(const caper_body *body, caper_vec3 *a, caper_vec3 *b, float *radius)
{
    const float *half = &body->box_half.x;
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (half[k] > half[axis])
            axis = k;
    *radius = caper_min(half[(axis + 1) % 3], half[(axis + 2) % 3]);
    float d[3] = {0.0f, 0.0f, 0.0f};
    d[axis] = half[axis] - *radius;
    caper_vec3 along = caper_vec3_make(d[0], d[1], d[2]);
    *a = caper_vec3_sub(body->box_center, along);
    *b = caper_vec3_add(body->box_center, along);
}
