// SPDX-License-Identifier: MIT
//
// Boxes for bodies of which only joints are known. Guessed from bone lengths: along the way to the
// next joint, as wide as the length and the share of the skeleton that hangs on it say, the hips
// and the chest out to their limbs, the feet down to the ground. Box axes are the axes of the
// file's frames, because clips are recorded in them. Invariant: every box holds its joint.
#include "body/tag.h"

#include <string.h>

/// One tagged skeleton.
typedef struct boxer {
    caper_skeleton skeleton;
    const caper_caps *caps;
    caper_transform *model;
    caper_body_def *defs;
    float *total;              // lengths of all bones below a body
    float *widths;             // half widths
    bool *digits;              // hang on a hand or a foot
    bool *carries;             // limbs hang on it, or on spine below it
    caper_vec3 (*contacts)[4]; // soles
    float extent;              // metres
    float ground;              // model height of the ground
    float torso;               // how far limbs start from the spine at most
} boxer;

static bool has(const boxer *x, int i, caper_caps cap)
{
    return (x->caps[i] & cap) != 0;
}

static caper_vec3 at(const boxer *x, int i)
{
    return x->model[i].position;
}

static float bone_length(const boxer *x, int i)
{
    int parent = x->skeleton.parents[i];
    return parent < 0 ? 0.0f : caper_vec3_length(x->skeleton.rest_local[i].position);
}

/// Model transforms, lengths below, the extent of the joints and the height of the ground.
static void measure(boxer *x)
{
    const caper_skeleton *s = &x->skeleton;
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < s->body_count; i++) {
        int parent = s->parents[i];
        x->model[i] =
            parent < 0 ? s->rest_local[i] : caper_transform_mul(x->model[parent], s->rest_local[i]);
        if (!has(x, i, CAPER_CAP_HELPER)) {
            bounds = caper_bounds_add_point(bounds, at(x, i));
        }
    }
    for (int i = s->body_count - 1; i > 0; i--) {
        int parent = s->parents[i];
        if (!has(x, i, CAPER_CAP_HELPER) && parent >= 0) {
            x->total[parent] += x->total[i] + bone_length(x, i);
            x->carries[parent] |= has(x, i, CAPER_CAP_LIMB | CAPER_CAP_WING) ||
                                  (has(x, i, CAPER_CAP_SPINE) && x->carries[i]);
        }
    }
    caper_vec3 size = caper_bounds_size(bounds);
    x->extent = caper_max(size.x, caper_max(size.y, size.z));
    x->extent = x->extent > 1e-3f ? x->extent : 0.1f; // a single body is a fist's size
    // joints a little above y = 0 stand on it; else the file rests elsewhere: on the ends of its
    // feet where it has them
    float above = bounds.min.y / x->extent, sole = bounds.min.y - 0.02f * x->extent;
    for (int i = 1; i < s->body_count; i++) {
        bool end = has(x, i, CAPER_CAP_HELPER) && s->parents[i] >= 0 &&
                   has(x, s->parents[i], CAPER_CAP_FOOT);
        sole = end ? caper_min(sole, at(x, i).y) : sole;
    }
    x->ground = above >= 0.0f && above < 0.12f ? 0.0f : sole;
}

/// Where a leaf ends: at its end site, or on in its own direction by half of its bone.
static caper_vec3 leaf_end(const boxer *x, int i)
{
    const caper_skeleton *s = &x->skeleton;
    int parent = s->parents[i];
    caper_vec3 way = parent < 0 ? caper_vec3_make(0.0f, 0.05f * x->extent, 0.0f)
                                : caper_vec3_sub(at(x, i), at(x, parent));
    bool told = false, head = has(x, i, CAPER_CAP_HEAD);
    for (int c = i + 1; c < s->body_count && !told; c++) {
        told = s->parents[c] == i && bone_length(x, c) > (head ? 0.09f : 0.01f) * x->extent;
        way = told ? caper_vec3_sub(at(x, c), at(x, i)) : way;
    }
    if (has(x, i, CAPER_CAP_FOOT) && !told) {
        // a foot points forward, however its leg comes down
        return caper_vec3_add(at(x, i), caper_vec3_make(0.0f, 0.0f, 0.4f * bone_length(x, i)));
    }
    float least = head ? caper_max(0.09f * x->extent, x->torso) : 0.02f * x->extent;
    float length = caper_vec3_length(way);
    length = told ? length : caper_max(0.5f * length, least);
    way = caper_vec3_normalize_or(way, caper_vec3_make(0.0f, 1.0f, 0.0f));
    return caper_vec3_add_scaled(at(x, i), way, length);
}

/// Where a body leads: to the next spine body or the heaviest child; a hand or foot to the middle
/// of its digits, and theirs where they start in it.
static caper_vec3 end_of(const boxer *x, int i)
{
    const caper_skeleton *s = &x->skeleton;
    int best = -1, digits = 0;
    float most = -1.0f;
    caper_vec3 sum = caper_vec3_zero();
    for (int c = i + 1; c < s->body_count; c++) {
        if (s->parents[c] != i || has(x, c, CAPER_CAP_HELPER)) {
            continue;
        }
        float weight = x->total[c] + bone_length(x, c);
        bool spine = has(x, i, CAPER_CAP_SPINE) && has(x, c, CAPER_CAP_SPINE);
        weight += spine ? 1e6f : 0.0f;
        if (weight > most) {
            most = weight;
            best = c;
        }
        bool within = bone_length(x, c) < 0.01f * x->extent;
        sum = caper_vec3_add(sum, within ? end_of(x, c) : at(x, c));
        digits++;
    }
    bool end = has(x, i, CAPER_CAP_FOOT | CAPER_CAP_GRASPER);
    if (digits > 0 && !has(x, i, CAPER_CAP_HEAD) &&
        (end || bone_length(x, best) > 1e-6f * x->extent)) {
        return end ? caper_vec3_scale(sum, 1.0f / (float)digits) : at(x, best);
    }
    return leaf_end(x, i);
}

/// A digit: what hangs on a hand or a foot.
static bool is_digit(const boxer *x, int i)
{
    int parent = x->skeleton.parents[i];
    return parent >= 0 && !has(x, i, CAPER_CAP_LIMB | CAPER_CAP_SPINE) &&
           (has(x, parent, CAPER_CAP_FOOT | CAPER_CAP_GRASPER) || x->digits[parent]);
}

static int sibling_count(const boxer *x, int i)
{
    int count = 0;
    for (int k = 0; k < x->skeleton.body_count; k++) {
        count += x->skeleton.parents[k] == x->skeleton.parents[i] && !has(x, k, CAPER_CAP_HELPER);
    }
    return count;
}

/// Half width of a body: more for long bones, and for those that carry much. The torso is not
/// thinner for being cut into many links, and a neck is as thick as its shoulders ask for. Measures
/// of people: thighs are 0.15 of their length, feet 0.33 to the toes and 0.2 with them,
/// necks 0.3 of the half width of shoulders,
/// heads 0.4.
static float width_of(const boxer *x, int i, float length)
{
    float all = x->total[0] > 0.0f ? x->total[0] : 1.0f;
    float share = caper_min(x->total[i] / all, 1.0f);
    float width = length * (0.1f + 0.18f * share);
    if (has(x, i, CAPER_CAP_HEAD)) {
        width = caper_max(width, caper_max(0.04f * x->extent, 0.38f * x->torso));
    } else if (has(x, i, CAPER_CAP_SPINE)) {
        width = caper_max(width, (x->carries[i] ? 0.45f : 0.3f) * x->torso);
    } else if (has(x, i, CAPER_CAP_FOOT | CAPER_CAP_GRASPER)) {
        bool whole = x->total[i] == 0.0f; // its toes are part of it
        width = caper_max(width, (whole ? 0.2f : 0.33f) * length);
    } else if (x->digits[i]) {
        float above = x->widths[x->skeleton.parents[i]];
        width = caper_max(width, 0.8f * above / (float)sibling_count(x, i));
        width = caper_min(width, above);
    }
    return caper_clamp(width, 0.008f * x->extent, 0.12f * x->extent);
}

/// The frame axis nearest to a model direction, and how near.
static int axis_along(const boxer *x, int i, caper_vec3 direction, float *cosine)
{
    caper_vec3 d = caper_vec3_abs(caper_quat_unrotate(x->model[i].rotation, direction));
    int axis = d.x >= d.y ? (d.x >= d.z ? 0 : 2) : d.y >= d.z ? 1 : 2;
    *cosine = axis == 0 ? d.x : axis == 1 ? d.y : d.z;
    return axis;
}

static float *component(caper_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

/// A short bone out to the side that a longer one goes on from: the limb starts at its end.
static bool is_collar(const boxer *x, int body, int child)
{
    caper_vec3 way = caper_vec3_sub(at(x, child), at(x, body));
    float length = caper_vec3_length(way);
    float next = 0.0f;
    for (int c = child + 1; c < x->skeleton.body_count; c++) {
        next = x->skeleton.parents[c] == child ? caper_max(next, bone_length(x, c)) : next;
    }
    return fabsf(way.x) > 0.7f * length && length < 0.15f * x->extent && next > 1.1f * length;
}

/// How far the limbs of a spine body start from it sideways.
static float limbs_apart(const boxer *x, int i)
{
    float apart = 0.0f;
    for (int c = i + 1; c < x->skeleton.body_count; c++) {
        int parent = x->skeleton.parents[c];
        // a limb may start in the middle and leave it with its second body
        bool second = parent > i && x->skeleton.parents[parent] == i &&
                      !has(x, parent, CAPER_CAP_SPINE) &&
                      (bone_length(x, parent) < 0.02f * x->extent || is_collar(x, parent, c));
        if ((parent == i || second) && has(x, c, CAPER_CAP_LIMB | CAPER_CAP_WING)) {
            apart = caper_max(apart, fabsf(at(x, c).x - at(x, i).x));
        }
    }
    return caper_min(apart, 0.2f * x->extent);
}

/// Hips and chest are as wide as their limbs are apart.
static void widen_to_limbs(boxer *x, int i)
{
    float cosine;
    int axis = axis_along(x, i, caper_vec3_make(1.0f, 0.0f, 0.0f), &cosine);
    float *half = component(&x->defs[i].box_half, axis);
    float apart = 0.85f * limbs_apart(x, i); // limbs are as thick as the rest
    *half = caper_max(*half, x->carries[i] ? caper_max(apart, 0.65f * x->torso) : apart);
}

/// A sole on the ground, as contact points; and the box down to it where the frame is upright.
static void add_sole(boxer *x, int i, caper_vec3 tip, float width)
{
    caper_body_def *def = &x->defs[i];
    caper_vec3 heel = at(x, i), way = caper_vec3_sub(tip, heel);
    way.y = 0.0f;
    float length = caper_max(caper_vec3_length(way), width);
    way = caper_vec3_normalize_or(way, caper_vec3_make(0.0f, 0.0f, 1.0f));
    caper_vec3 side = caper_vec3_make(way.z, 0.0f, -way.x);
    caper_vec3 low = caper_vec3_zero(), high = caper_vec3_zero();
    for (int k = 0; k < 4; k++) {
        caper_vec3 p = caper_vec3_add_scaled(heel, way, k & 1 ? length : -0.3f * length);
        p = caper_vec3_add_scaled(p, side, k & 2 ? width : -width);
        p.y = x->ground;
        x->contacts[i][k] = caper_transform_unmul_point(x->model[i], p);
        low = caper_vec3_min(low, x->contacts[i][k]);
        high = caper_vec3_max(high, x->contacts[i][k]);
    }
    def->contacts = x->contacts[i];
    def->contact_count = 4;
    float cosine;
    axis_along(x, i, caper_vec3_make(0.0f, 1.0f, 0.0f), &cosine);
    if (cosine > 0.98f && heel.y > x->ground) {
        float thin = 0.02f * x->extent;
        def->box_center = caper_vec3_scale(caper_vec3_add(low, high), 0.5f);
        def->box_half = caper_vec3_scale(caper_vec3_sub(high, low), 0.5f);
        def->box_half =
            caper_vec3_max(def->box_half, caper_vec3_make(0.1f * thin, 0.1f * thin, 0.1f * thin));
    }
}

/// A box from the joint to a point. Along one axis where the way is near it, with the joint inside:
/// a box that held a slanted bone would be as thick as the slant.
static void box_along(caper_body_def *def, caper_vec3 way, float width)
{
    float length = caper_vec3_length(way);
    bool along = false;
    for (int axis = 0; axis < 3; axis++) {
        along = along || fabsf(*component(&way, axis)) > 0.85f * length;
    }
    for (int axis = 0; axis < 3; axis++) {
        float part = 0.5f * *component(&way, axis), half = fabsf(part);
        bool across = along && half < 0.425f * length;
        half = across ? width : caper_max(half, width);
        *component(&def->box_half, axis) = half;
        *component(&def->box_center, axis) = caper_clamp(part, -half, half);
    }
}

/// Toes are wide, not high, and lie on the ground.
static void flatten_toe(boxer *x, int i, float width)
{
    int foot = x->skeleton.parents[i];
    while (foot >= 0 && x->digits[foot]) {
        foot = x->skeleton.parents[foot];
    }
    float cosine;
    caper_vec3 up = caper_vec3_make(0.0f, 1.0f, 0.0f);
    int axis = axis_along(x, i, up, &cosine);
    float *half = component(&x->defs[i].box_half, axis);
    float *center = component(&x->defs[i].box_center, axis);
    if (foot < 0 || !has(x, foot, CAPER_CAP_FOOT) || cosine < 0.9f || *half > width) {
        return;
    }
    *half = caper_max(0.5f * width, fabsf(*center));
    up = caper_quat_unrotate(x->model[i].rotation, up);
    float sign = *component(&up, axis) < 0.0f ? -1.0f : 1.0f;
    float below = x->ground - (at(x, i).y + sign * *center - *half);
    if (below > 0.0f && at(x, i).y >= x->ground) {
        *center = caper_clamp(*center + sign * below, -*half, *half);
    }
}

static void make_box(boxer *x, int i)
{
    caper_body_def *def = &x->defs[i];
    if (has(x, i, CAPER_CAP_HELPER)) {
        float half = 0.01f * x->extent; // a mark: helpers have no physical part
        def->box_half = caper_vec3_make(half, half, half);
        return;
    }
    caper_vec3 tip = end_of(x, i);
    caper_vec3 way = caper_transform_unmul_point(x->model[i], tip);
    x->digits[i] = is_digit(x, i);
    float width = x->widths[i] = width_of(x, i, caper_vec3_length(way));
    box_along(def, way, width);
    if (x->digits[i]) {
        flatten_toe(x, i, width);
    }
    if (has(x, i, CAPER_CAP_SPINE)) {
        widen_to_limbs(x, i);
    }
    if (has(x, i, CAPER_CAP_FOOT)) {
        add_sole(x, i, tip, width);
    }
}

/// The lowest point of all boxes and soles, model space.
static float lowest_point(const boxer *x)
{
    float low = INFINITY;
    for (int i = 0; i < x->skeleton.body_count; i++) {
        const caper_body_def *def = &x->defs[i];
        if (has(x, i, CAPER_CAP_HELPER)) {
            continue;
        }
        caper_mat3 m = caper_quat_to_mat3(x->model[i].rotation);
        caper_vec3 center = caper_transform_mul_point(x->model[i], def->box_center);
        float reach = (fabsf(m.x.y) * def->box_half.x + fabsf(m.y.y) * def->box_half.y) +
                      fabsf(m.z.y) * def->box_half.z;
        low = caper_min(low, center.y - reach);
        for (int k = 0; k < def->contact_count; k++) {
            low = caper_min(low, caper_transform_mul_point(x->model[i], def->contacts[k]).y);
        }
    }
    return low;
}

bool caperi_skeleton_boxes(const caper_skeleton *skeleton, const caper_caps *caps,
                           caper_body_def *defs, caper_arena *arena, float *lowest)
{
    boxer x;
    memset(&x, 0, sizeof x);
    size_t n = (size_t)skeleton->body_count;
    x.skeleton = *skeleton;
    x.caps = caps;
    x.defs = defs;
    x.model = caper_arena_alloc_zero(arena, n, sizeof *x.model, _Alignof(caper_transform));
    x.total = caper_arena_alloc_zero(arena, n, sizeof *x.total, _Alignof(float));
    x.widths = caper_arena_alloc_zero(arena, n, sizeof *x.widths, _Alignof(float));
    x.carries = caper_arena_alloc_zero(arena, n, sizeof *x.carries, 1);
    x.digits = caper_arena_alloc_zero(arena, n, sizeof *x.digits, 1);
    x.contacts = caper_arena_alloc_zero(arena, n, sizeof *x.contacts, _Alignof(caper_vec3));
    if (!x.model || !x.total || !x.widths || !x.carries || !x.digits || !x.contacts) {
        return false;
    }
    measure(&x);
    for (int i = 0; i < skeleton->body_count; i++) {
        x.torso = has(&x, i, CAPER_CAP_SPINE) ? caper_max(x.torso, limbs_apart(&x, i)) : x.torso;
    }
    for (int i = 0; i < skeleton->body_count; i++) {
        make_box(&x, i);
    }
    *lowest = lowest_point(&x);
    return true;
}
