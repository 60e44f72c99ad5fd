// SPDX-License-Identifier: MIT
//
// The point that a foot stands on: the lowest of its sole and toes above the ground that carries
// it. Where toes or a heel hang over an edge, the sole lies on the edge: the point of it that is
// there counts, and what is beyond stands on what is lower there. Invariant: no part of a sole that
// is above its patch is below the surface when it is raised by the height that is found here.
#include "stride/stride.h"

#define MOST (2 * CAPER_MAX_CONTACTS) // of a foot and its toes
// Of the way from the middle of a sole to its heel: one that hangs so far over an edge does not
// land.
#define HANGS 0.3f

/// The points of a sole, in the frame of the foot now and in the last frame, and over the patch.
typedef struct sole {
    caper_vec3 now[MOST], before[MOST];
    float height[MOST], over[2][MOST]; // how far beyond the edges of its patch
    int count;
} sole;

static sole find_sole(const caper_stride *s, int leg, const caper_pose *model, caper_transform foot,
                      const caperi_patch *patch)
{
    const caperi_stride_leg *l = &s->legs[leg];
    sole out;
    float sine, cosine;
    caper_sincos(patch->yaw, &sine, &cosine);
    out.count = l->point_count + l->toe_count;
    for (int i = 0; i < out.count; i++) {
        int toe = i - l->point_count;
        caper_vec3 p = toe < 0 ? l->points[i] : caper_vec3_zero();
        if (toe >= 0) {
            p = caper_transform_mul_point(model->bodies[l->toe], l->toes[toe]);
            p = caper_transform_unmul_point(model->bodies[l->foot], p);
        }
        out.now[i] = out.before[i] = p;
        if (toe >= 0 && s->state->going) {
            out.before[i] = s->feet[leg].toes[toe];
        }
        caper_vec3 off = caper_vec3_sub(caper_transform_mul_point(foot, p), patch->place);
        for (int e = 0; e < 2; e++) {
            float sign = e == 0 ? 1 : -1, along = sine * off.x + cosine * off.z,
                  aside = cosine * off.x - sine * off.z;
            const caperi_edge *edge = &patch->edges[e];
            out.over[e][i] = sign * (along - edge->slant * aside) - edge->far;
        }
        out.height[i] = caper_vec3_dot(patch->normal, off);
    }
    return out;
}

static void take(const sole *in, int i, int k, float share, int first_toe, caperi_support *best)
{
    float height = caper_lerp(in->height[i], in->height[k], share);
    if (height < best->height) {
        best->height = height;
        best->point = caper_vec3_lerp(in->now[i], in->now[k], share);
        best->before = caper_vec3_lerp(in->before[i], in->before[k], share);
        best->bends = i >= first_toe || (share > 0 && k >= first_toe);
    }
}

caperi_support caperi_sole_support(const caper_stride *s, int leg, const caper_pose *model,
                                   caper_transform foot, const caperi_patch *patch)
{
    sole in = find_sole(s, leg, model, foot, patch);
    int toes = s->legs[leg].point_count;
    caperi_support best = {.height = 1e30f};
    int beyond[MOST], count = 0; // the points that are not above what carries
    float low = 1e30f;
    for (int i = 0; i < in.count; i++) {
        bool carried = in.over[0][i] <= 0 && in.over[1][i] <= 0;
        float height = in.height[i];
        low = caper_min(low, height);
        if (!carried) {
            beyond[count++] = i;
            in.height[i] += patch->edges[!(in.over[0][i] > 0)].drop;
        }
        take(&in, i, i, 0, toes, &best);
        in.height[i] = height;
    }
    for (int i = 0; i < in.count && count > 0; i++) {
        for (int n = 0; n < count; n++) {
            int k = beyond[n], e = !(in.over[0][k] > 0);
            if (in.over[e][i] < 0) {
                take(&in, i, k, in.over[e][i] / (in.over[e][i] - in.over[e][k]), toes, &best);
            }
        }
    }
    best.rolled = best.height - low;
    return best;
}

caper_quat caperi_sole_leveled(const caper_stride *s, int leg, const caperi_patch *patch,
                               caper_quat rotation)
{
    const caperi_stride_leg *l = &s->legs[leg];
    float heel = caper_vec3_length(l->heel_end);
    float hangs = caper_smoothstep(0, HANGS, (heel - patch->edges[1].far) / caper_max(heel, 1e-6f));
    if (!(hangs > 0)) {
        return rotation;
    }
    caper_vec3 along = caper_quat_rotate(rotation, caper_vec3_sub(l->toe_end, l->heel_end));
    caper_vec3 left = caper_vec3_normalize_or(caper_vec3_cross(patch->normal, along), along);
    float up = caper_vec3_dot(along, patch->normal) / caper_max(caper_vec3_length(along), 1e-6f);
    float angle = caper_asin(caper_clamp(up, 0, 1)); // by which its toes are higher than its heel
    return caper_quat_mul(caper_quat_from_axis_angle(left, hangs * angle), rotation);
}
