// SPDX-License-Identifier: MIT
//
// A clip smoothed over time by a bell-shaped kernel: trembling faster than people move is removed,
// and movements keep their time, because the kernel is symmetric. Towards the ends it narrows.
#include "clip/clip.h"

#define REACH 3.0f // widths of the bell to either side: 1 % of it is beyond

/// What has been added up.
#define LOG2_E 1.44269504f // log2(e): exp(x) is exp2(x log2(e))

typedef struct sum {
    caper_pose *pose;
    caper_root *root;
} sum;

static caper_quat add_turn(caper_quat a, caper_quat b, float weight)
{
    float w = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -weight : weight;
    return (caper_quat){a.x + w * b.x, a.y + w * b.y, a.z + w * b.z, a.w + w * b.w};
}

static void add_sample(const sum *s, const caper_pose *pose, caper_root root, float weight)
{
    for (int i = 0; i < pose->body_count; i++) {
        caper_transform *t = &s->pose->bodies[i];
        t->rotation = add_turn(t->rotation, pose->bodies[i].rotation, weight);
        t->position = caper_vec3_add_scaled(t->position, pose->bodies[i].position, weight);
    }
    s->root->x += weight * root.x;
    s->root->y += weight * root.y;
    s->root->z += weight * root.z;
}

void caperi_clip_sample_smooth(const caper_clip *clip, float time, float from, float width,
                               caper_pose *scratch, caper_pose *pose, caper_root *root)
{
    caper_clip_sample(clip, time, NULL, pose);
    *root = caper_clip_sample_root(clip, time);
    float reach = caper_min(caper_min(time - from, clip->duration - time), REACH * width);
    int taps = width > 0 && reach > 0 ? (int)(reach * clip->rate + 1e-3f) : 0;
    if (taps == 0) {
        return;
    }
    sum s = {pose, root};
    float total = 1, turn = 0, yaw = root->yaw;
    for (int k = 1; k <= taps; k++) {
        float away = (float)k / clip->rate, d = away / width;
        float weight = caper_exp2(-0.5f * LOG2_E * d * d);
        for (int side = -1; side <= 1; side += 2) {
            float at = time + (float)side * away;
            caper_root there = caper_clip_sample_root(clip, at);
            caper_clip_sample(clip, at, NULL, scratch);
            add_sample(&s, scratch, there, weight);
            turn += weight * caper_wrap_angle(there.yaw - yaw);
            total += weight;
        }
    }
    for (int i = 0; i < pose->body_count; i++) {
        caper_transform *t = &pose->bodies[i];
        t->rotation = caper_quat_normalize(t->rotation);
        t->position = caper_vec3_scale(t->position, 1 / total);
    }
    *root = (caper_root){root->x / total, root->y / total, root->z / total, yaw + turn / total};
}
