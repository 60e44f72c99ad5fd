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

/// The points of a sole over its patch.
typedef struct sole {
    float height[MOST], over[2][MOST]; // how far beyond the edges
    int count;
} sole;

/// Where a sole lies on the ground: between two of its points.
typedef struct rest {
    float height, share;
    int a, b;
} rest;

/// A point of the sole, foot frame: of the foot, or of its toes, which are there.
static caper_vec3 point_of(const caperi_stride_leg *l, const caper_vec3 *toes, int i)
{
    return i < l->point_count ? l->points[i] : toes[i - l->point_count];
}

static void find_sole(const caper_stride *s, int leg, caper_transform foot,
                      const caperi_patch *patch, sole *out)
{
    const caperi_stride_leg *l = &s->legs[leg];
    bool ends =
        patch->edges[0].far < CAPERI_STRIDE_ENDLESS || patch->edges[1].far < CAPERI_STRIDE_ENDLESS;
    caper_vec3 points[MOST];
    out->count = l->point_count + l->toe_count;
    caperi_transform_points(&foot, l->points, l->point_count, points);
    caperi_transform_points(&foot, s->toes[leg], l->toe_count, &points[l->point_count]);
    for (int i = 0; i < out->count; i++) {
        caper_vec3 off = caper_vec3_sub(points[i], patch->place);
        out->height[i] = caper_vec3_dot(patch->normal, off);
        out->over[0][i] = out->over[1][i] = -CAPERI_STRIDE_ENDLESS;
        for (int e = 0; ends && e < 2; e++) {
            float sign = e == 0 ? 1 : -1, along = patch->sine * off.x + patch->cosine * off.z,
                  aside = patch->cosine * off.x - patch->sine * off.z;
            const caperi_edge *edge = &patch->edges[e];
            out->over[e][i] = sign * (along - edge->slant * aside) - edge->far;
        }
    }
}

static void take(rest *best, float height, int a, int b, float share)
{
    if (height < best->height) {
        *best = (rest){height, share, a, b};
    }
}

caperi_support caperi_sole_support(const caper_stride *s, int leg, caper_transform foot,
                                   const caperi_patch *patch)
{
    const caperi_stride_leg *l = &s->legs[leg];
    sole in;
    find_sole(s, leg, foot, patch, &in);
    rest best = {1e30f, 0, 0, 0};
    int beyond[MOST], count = 0; // the points that are not above what carries
    float low = 1e30f;
    for (int i = 0; i < in.count; i++) {
        bool carried = in.over[0][i] <= 0 && in.over[1][i] <= 0;
        float drop = carried ? 0 : patch->edges[!(in.over[0][i] > 0)].drop;
        low = caper_min(low, in.height[i]);
        take(&best, in.height[i] + drop, i, i, 0);
        beyond[count] = i;
        count += !carried;
    }
    for (int i = 0; i < in.count && count > 0; i++) {
        for (int n = 0; n < count; n++) {
            int k = beyond[n], e = !(in.over[0][k] > 0);
            if (in.over[e][i] < 0) {
                float share = in.over[e][i] / (in.over[e][i] - in.over[e][k]);
                take(&best, caper_lerp(in.height[i], in.height[k], share), i, k, share);
            }
        }
    }
    const caper_vec3 *now = s->toes[leg], *before = s->state->going ? s->feet[leg].toes : now;
    return (caperi_support){
        .point = caper_vec3_lerp(point_of(l, now, best.a), point_of(l, now, best.b), best.share),
        .before =
            caper_vec3_lerp(point_of(l, before, best.a), point_of(l, before, best.b), best.share),
        .height = best.height,
        .rolled = best.height - low,
        .bends = best.a >= l->point_count || (best.share > 0 && best.b >= l->point_count)};
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
    caper_vec3 along = caperi_quat_turn(rotation, caper_vec3_sub(l->toe_end, l->heel_end));
    caper_vec3 left = caper_vec3_normalize_or(caper_vec3_cross(patch->normal, along), along);
    float up = caper_vec3_dot(along, patch->normal) / caper_max(caper_vec3_length(along), 1e-6f);
    up = caper_clamp(up, 0, 1); // sine of the angle by which its toes are higher than its heel
    float cosine = sqrtf(0.5f + 0.5f * sqrtf(1 - up * up)), sine = 0.5f * up / cosine; // of half
    caper_quat level = caper_quat_make(left.x * sine, left.y * sine, left.z * sine, cosine);
    return caperi_quat_mul(caper_quat_nlerp(caper_quat_identity(), level, hangs), rotation);
}
