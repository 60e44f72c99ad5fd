// SPDX-License-Identifier: MIT
//
// What is no hand or foot may not be under the ground either: a fat puppet that bends down meets it
// with its belly where a thin performer had room. The paper leaves that to the animator.
//
// As far as the pelvis is upright, the upper body bends back towards upright by the least share
// that frees it, so that the feet can stay; what is still under the ground then (or pelvis, knees,
// elbows) lifts the whole. Both are continuous in the captured pose.
#include "math/simd_quat.h"
#include "puppet/puppet.h"

#include <math.h>

#define SLACK 5e-4f // of the leg: depth that is left alone
#define HALVINGS 10 // of the share: finer than can be seen moving

float caperi_puppet_depth(const caper_puppet *puppet, const caper_world_frame *frame,
                          caper_transform at, caper_vec3 middle, caper_vec3 h)
{
    caper_vec3 center = caper_transform_mul_point(at, middle);
    float radius = caper_vec3_length(h);
    if (caperi_ground_is_clear(&puppet->ground, frame, center, radius)) {
        return 0;
    }
    caper_hit hit = caperi_ground_near(&puppet->ground, frame, center, radius);
    if (hit.surface == CAPER_SURFACE_NONE || hit.distance > radius || hit.normal.y < CAPERI_WALL) {
        return 0;
    }
    caper_vec3 n = caper_vec3_abs(caper_quat_unrotate(at.rotation, hit.normal));
    return (n.x * h.x + n.y * h.y + n.z * h.z - hit.distance) / hit.normal.y;
}

float caperi_puppet_box_depth(const caper_puppet *puppet, const caper_world_frame *frame, int index,
                              caper_transform at)
{
    const caper_body *body = &puppet->person.character->bodies[index];
    return caperi_puppet_depth(puppet, frame, at, body->box_center, body->box_half);
}

/// The depth of the box of a body, negative above the surface, where it is more than `deepest`.
static float deeper(const caper_puppet *puppet, const caper_world_frame *frame, int index,
                    caper_transform at, float deepest)
{
    const caper_body *body = &puppet->person.character->bodies[index];
    caper_vec3 center = caperi_transform_point(&at, body->box_center), h = body->box_half;
    float far = puppet->person.character->size;
    if (caperi_ground_is_clear(&puppet->ground, frame, center, far)) {
        return deepest;
    }
    caper_hit hit = caperi_ground_near(&puppet->ground, frame, center, far);
    if (hit.surface == CAPER_SURFACE_NONE || hit.normal.y < CAPERI_WALL ||
        caper_vec3_length(h) - hit.distance < deepest * hit.normal.y) {
        return deepest;
    }
    caper_vec3 n = caper_vec3_abs(caper_quat_unrotate(at.rotation, hit.normal));
    float depth = (n.x * h.x + n.y * h.y + n.z * h.z - hit.distance) / hit.normal.y;
    return caper_max(deepest, depth);
}

/// How deep a knee or elbow is.
static float joint_depth(const caper_puppet *puppet, const caper_world_frame *frame, int limb)
{
    const caper_limb *l = &puppet->person.limbs[limb];
    const caper_body *upper = &puppet->person.character->bodies[l->start];
    caper_vec3 at = puppet->body[l->middle].position, h = upper->box_half;
    float radius = caper_min(h.x, caper_min(h.y, h.z));
    float clear = -puppet->person.character->size;
    if (caperi_ground_is_clear(&puppet->ground, frame, at, 2 * radius)) {
        return clear;
    }
    caper_hit hit = caperi_ground_near(&puppet->ground, frame, at, 2 * radius);
    bool above = hit.surface == CAPER_SURFACE_NONE || hit.normal.y < CAPERI_WALL;
    return above ? clear : (radius - hit.distance) / hit.normal.y;
}

static caper_transform turned(caper_transform t, caper_quat turn, caper_vec3 about)
{
    t.rotation = caper_quat_normalize(caper_quat_mul(turn, t.rotation));
    t.position = caper_vec3_add(about, caper_quat_rotate(turn, caper_vec3_sub(t.position, about)));
    return t;
}

/// Depth of the spine above the waist (or below it), turned about the waist.
static float trunk_depth(const caper_puppet *puppet, const caper_world_frame *frame, bool upper,
                         const caper_quat *turn)
{
    float deepest = 0;
    caper_vec3 waist = puppet->posed[puppet->waist].position;
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i];
        if (puppet->solid[b] && upper == (puppet->group[b] != 0)) {
            caper_transform at = puppet->posed[b];
            at = turn ? turned(at, *turn, waist) : at;
            deepest = caper_max(deepest, caperi_puppet_box_depth(puppet, frame, b, at));
        }
    }
    return deepest;
}

/// The turn that brings the upper body upright, as far as that is asked of it.
static caper_quat upright(const caper_puppet *puppet, float *most)
{
    const caper_person *p = &puppet->person;
    caper_vec3 up = caper_vec3_make(0, 1, 0);
    caper_vec3 trunk = caper_vec3_sub(puppet->posed[p->chest].position,
                                      puppet->posed[p->bodies[CAPER_PART_HIPS]].position);
    trunk = caper_vec3_normalize_or(trunk, up);
    caper_quat rest = p->character->rest_model[p->bodies[CAPER_PART_HIPS]].rotation;
    caper_vec3 pelvis = caper_quat_rotate(puppet->posed[p->bodies[CAPER_PART_HIPS]].rotation,
                                          caper_quat_unrotate(rest, up));
    *most = caper_smoothstep(0.1f, 0.5f, pelvis.y) * caper_smoothstep(-0.9f, -0.6f, trunk.y);
    return caper_quat_between(trunk, up);
}

float caperi_puppet_trunk_depth(const caper_puppet *puppet, const caper_world_frame *frame)
{
    float deepest = -puppet->person.character->size;
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i];
        if (puppet->solid[b]) {
            deepest = deeper(puppet, frame, b, puppet->posed[b], deepest);
        }
    }
    return deepest;
}

bool caperi_puppet_bend(caper_puppet *puppet, const caper_world_frame *frame, float deepest)
{
    caper_quat none = caper_quat_identity();
    float slack = SLACK * puppet->person.leg;
    if (!(deepest > slack)) {
        return false;
    }
    float lower = trunk_depth(puppet, frame, false, NULL);
    float depth = trunk_depth(puppet, frame, true, NULL);
    if (!(depth > lower + slack)) {
        return false;
    }
    float most, low = 0;
    caper_quat full = upright(puppet, &most);
    float high = most;
    for (int i = 0; i < HALVINGS && high > 0; i++) {
        float middle = 0.5f * (low + high);
        caper_quat part = caper_quat_nlerp(none, full, middle);
        depth = trunk_depth(puppet, frame, true, &part);
        *(depth > lower ? &low : &high) = middle;
    }
    caper_quat turn = caper_quat_nlerp(none, full, high);
    caper_vec3 waist = puppet->posed[puppet->waist].position;
    for (int i = 0; i < puppet->moving_count; i++) {
        int b = puppet->moving[i];
        if (puppet->group[b]) {
            puppet->posed[b] = turned(puppet->posed[b], turn, waist);
        }
    }
    return true;
}

float caperi_puppet_joint_depth(const caper_puppet *puppet, const caper_world_frame *frame)
{
    float deepest = -puppet->person.character->size;
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        deepest = caper_max(deepest, joint_depth(puppet, frame, i));
    }
    return deepest;
}
