// SPDX-License-Identifier: MIT
//
// What tagging looks at: joint positions in model space, scaled by their extent and measured from
// the sagittal plane and the lowest joint; lengths, reaches and depths of subtrees; and the
// sagittal partner of every body. Invariant: nothing here depends on frames, on the order of
// siblings or on the size.
#include "body/tag.h"

#include <stdlib.h>

/// Rest positions by forward kinematics, in metres.
static void place_bodies(caperi_tagger *t)
{
    const caper_skeleton *s = t->skeleton;
    // the model rotations are needed on the way only; a fixed array keeps this free of allocation
    caper_transform model[CAPER_MAX_BODIES];
    for (int i = 0; i < t->count; i++) {
        int parent = s->parents[i];
        model[i] =
            parent < 0 ? s->rest_local[i] : caper_transform_mul(model[parent], s->rest_local[i]);
        t->bodies[i].point = model[i].position;
        t->bodies[i].length = caper_vec3_length(s->rest_local[i].position);
    }
}

/// Units of the extent, heights from the lowest joint, x from the plane of the first body.
static void normalize_places(caperi_tagger *t)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < t->count; i++) {
        if (t->bodies[i].role != CAPERI_ROLE_HELPER) {
            bounds = caper_bounds_add_point(bounds, t->bodies[i].point);
        }
    }
    caper_vec3 size = caper_bounds_size(bounds);
    t->extent = caper_max(size.x, caper_max(size.y, size.z));
    float scale = t->extent > 0.0f ? 1.0f / t->extent : 1.0f;
    caper_vec3 origin = caper_vec3_make(t->bodies[t->first].point.x, bounds.min.y, 0.0f);
    t->clearance = origin.y * scale;
    for (int i = 0; i < t->count; i++) {
        caperi_tag_body *b = &t->bodies[i];
        b->point = caper_vec3_scale(caper_vec3_sub(b->point, origin), scale);
        b->length *= scale;
    }
}

/// Which of two siblings comes first, by place alone.
static bool comes_before(const caperi_tagger *t, int a, int b)
{
    caper_vec3 p = t->bodies[a].point, q = t->bodies[b].point;
    const float near = 1e-4f;
    if (fabsf(p.z - q.z) > near) {
        return p.z > q.z;
    }
    if (fabsf(p.y - q.y) > near) {
        return p.y > q.y;
    }
    if (fabsf(p.x - q.x) > near) {
        return p.x > q.x;
    }
    return t->bodies[a].count != t->bodies[b].count ? t->bodies[a].count > t->bodies[b].count
                                                    : a < b;
}

/// Links of all bodies but helpers; siblings in the order of their places.
static void link_bodies(caperi_tagger *t)
{
    for (int i = 0; i < t->count; i++) {
        caperi_tag_body *b = &t->bodies[i];
        b->parent = t->skeleton->parents[i];
        b->child = b->sibling = -1;
        b->count = 1;
    }
    for (int i = t->count - 1; i > 0; i--) {
        if (t->bodies[i].role != CAPERI_ROLE_HELPER && t->bodies[i].parent >= 0) {
            t->bodies[t->bodies[i].parent].count += t->bodies[i].count;
        }
    }
    for (int i = 0; i < t->count; i++) {
        caperi_tag_body *b = &t->bodies[i];
        if (b->role == CAPERI_ROLE_HELPER || b->parent < 0) {
            continue;
        }
        int *link = &t->bodies[b->parent].child;
        while (*link >= 0 && comes_before(t, *link, i)) {
            link = &t->bodies[*link].sibling;
        }
        b->sibling = *link;
        *link = i;
    }
}

static void measure_subtrees(caperi_tagger *t)
{
    for (int i = 0; i < t->count; i++) {
        caperi_tag_body *b = &t->bodies[i];
        b->reach = 0.0f;
        b->low = b->high = b->point.y;
        b->depth = 1;
        b->leaves = b->child < 0;
        b->tip = i;
    }
    for (int i = t->count - 1; i > 0; i--) {
        const caperi_tag_body *b = &t->bodies[i];
        if (b->role == CAPERI_ROLE_HELPER || b->parent < 0) {
            continue;
        }
        caperi_tag_body *p = &t->bodies[b->parent];
        p->low = caper_min(p->low, b->low);
        p->high = caper_max(p->high, b->high);
        p->depth = b->depth + 1 > p->depth ? b->depth + 1 : p->depth;
        p->leaves += b->leaves;
    }
    // the longest way by the order of places, so that ties do not depend on the file
    for (int i = t->count - 1; i >= 0; i--) {
        caperi_tag_body *p = &t->bodies[i];
        CAPERI_FOR_CHILDREN(t, i, c)
        {
            const caperi_tag_body *b = &t->bodies[c];
            if (b->reach + b->length > p->reach + 1e-5f) {
                p->reach = b->reach + b->length;
                p->tip = b->tip;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Partners

/// How badly b fits as the mirror image of a.
static float mismatch(const caperi_tagger *t, int a, int b)
{
    const caperi_tag_body *p = &t->bodies[a], *q = &t->bodies[b];
    float apart = caper_vec3_distance(caper_vec3_mirror(p->point), q->point);
    float tips =
        caper_vec3_distance(caper_vec3_mirror(t->bodies[p->tip].point), t->bodies[q->tip].point);
    return apart + 0.3f * tips + 0.3f * fabsf(p->reach - q->reach) +
           (p->count != q->count ? 0.02f : 0.0f);
}

static int best_partner(const caperi_tagger *t, int i)
{
    const float tolerance = 0.05f;
    int parent = t->bodies[i].parent;
    float least = mismatch(t, i, i);
    int best = least < tolerance ? i : -1;
    if (parent < 0) {
        return best;
    }
    int other = t->bodies[parent].mirror >= 0 ? t->bodies[parent].mirror : parent;
    CAPERI_FOR_CHILDREN(t, other, c)
    {
        float m = c != i ? mismatch(t, i, c) : tolerance;
        if (m < tolerance && (best < 0 || m < least - 1e-5f)) {
            least = m;
            best = c;
        }
    }
    return best;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// The median of x: half of a symmetric character is on either side.
static float middle(const caperi_tagger *t)
{
    float x[CAPER_MAX_BODIES];
    int n = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->bodies[i].role != CAPERI_ROLE_HELPER) {
            x[n++] = t->bodies[i].point.x;
        }
    }
    qsort(x, (size_t)n, sizeof x[0], compare_floats);
    return n > 0 ? 0.5f * (x[(n - 1) / 2] + x[n / 2]) : 0.0f;
}

static void shift_plane(caperi_tagger *t, float by)
{
    for (int i = 0; i < t->count; i++) {
        t->bodies[i].point.x -= by;
    }
}

static void pair_bodies(caperi_tagger *t)
{
    for (int i = 0; i < t->count; i++) {
        t->bodies[i].mirror = -1;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->bodies[i].role != CAPERI_ROLE_HELPER && t->bodies[i].mirror < 0) {
            int best = best_partner(t, i);
            if (best >= 0 &&
                (best == i || (t->bodies[best].mirror < 0 && best_partner(t, best) == i))) {
                t->bodies[i].mirror = best;
                t->bodies[best].mirror = i;
            }
        }
    }
    int paired = 0, all = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->bodies[i].role != CAPERI_ROLE_HELPER) {
            all++;
            paired += t->bodies[i].mirror >= 0;
        }
    }
    t->symmetry = all > 0 ? (float)paired / (float)all : 0.0f;
}

/// Is the first body only what the character stands on in its file: a mark on the ground, or a bone
/// named root, with one subtree that is the character and others that steer it?
static bool is_stand(const caperi_tagger *t, int i, int *main)
{
    const caperi_tag_body *b = &t->bodies[i];
    *main = -1;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        if (*main < 0 || t->bodies[c].count > t->bodies[*main].count) {
            *main = c;
        }
    }
    if (*main < 0 || 2 * t->bodies[*main].count < b->count - 1) {
        return false;
    }
    // what carries the character to the ground is a part of it, whatever the names say
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        if (c != *main && t->bodies[c].low + 0.1f < t->bodies[*main].low) {
            return false;
        }
    }
    bool on_ground = b->point.y < 0.03f && t->bodies[*main].point.y > b->point.y + 0.12f &&
                     t->bodies[*main].low < 0.35f * t->bodies[*main].point.y;
    bool on_top =
        t->bodies[*main].length < 1e-6f && t->bodies[*main].sibling < 0 && b->child == *main;
    return on_ground || on_top || b->hint == CAPERI_HINT_ROOT;
}

/// Take away what stands above the character, with all that steers it from there.
static bool remove_stand(caperi_tagger *t)
{
    int first = t->first, main;
    bool stand = is_stand(t, first, &main);
    if (!stand && !(t->joined && first == 0 && main >= 0)) {
        return false;
    }
    CAPERI_FOR_CHILDREN(t, first, c)
    {
        if (c != main) {
            caperi_tag_set_all(t, c, CAPERI_ROLE_HELPER, 0.7f);
        }
    }
    t->used_names |= t->bodies[first].hint == CAPERI_HINT_ROOT;
    caperi_tag_set(t, first, CAPERI_ROLE_HELPER, 0.8f);
    t->first = main;
    return true;
}

/// A leaf on top of its parent is the mark of an exporter, not a body; unless a name says what it
/// is.
static void mark_empty_leaves(caperi_tagger *t)
{
    bool has_child[CAPER_MAX_BODIES] = {false};
    for (int i = t->count - 1; i > 0; i--) {
        if (t->skeleton->parents[i] < 0) {
            continue;
        }
        caperi_tag_body *b = &t->bodies[i];
        if (!has_child[i] && b->length < 1e-6f && b->hint == CAPERI_HINT_NONE) {
            caperi_tag_set(t, i, CAPERI_ROLE_HELPER, 0.7f);
        }
        if (b->role != CAPERI_ROLE_HELPER) {
            has_child[t->skeleton->parents[i]] = true;
        }
    }
}

void caperi_tag_measure(caperi_tagger *t)
{
    do {
        place_bodies(t);
        normalize_places(t);
        mark_empty_leaves(t);
        link_bodies(t);
        measure_subtrees(t);
    } while (remove_stand(t));
    pair_bodies(t);
    // the first body may sit beside the plane: try the middle of all instead
    float symmetry = t->symmetry, offset = middle(t);
    if (fabsf(offset) > 1e-4f) {
        shift_plane(t, offset);
        pair_bodies(t);
        if (t->symmetry <= symmetry) {
            shift_plane(t, -offset);
            pair_bodies(t);
        }
    }
}

void caperi_tag_set_all(caperi_tagger *t, int i, caperi_role role, float confidence)
{
    caperi_tag_set(t, i, role, confidence);
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        caperi_tag_set_all(t, c, role, confidence);
    }
}

bool caperi_tag_has_face(const caperi_tagger *t, int i)
{
    int small = 0, pairs = 0;
    CAPERI_FOR_CHILDREN(t, i, a)
    {
        small += t->bodies[a].depth <= 2;
        CAPERI_FOR_CHILDREN(t, i, b)
        {
            // level, apart, and about as far from the joint: heads may be turned
            caper_vec3 apart = caperi_tag_way(t, a, b);
            float p = t->bodies[a].length, q = t->bodies[b].length;
            pairs += a != b && apart.x > 0.01f && fabsf(apart.y) < 0.008f &&
                     fabsf(apart.z) < fabsf(apart.x) && fabsf(p - q) < 0.2f * caper_max(p, q);
        }
    }
    return small >= 3 && pairs >= 1;
}
