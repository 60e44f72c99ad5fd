// SPDX-License-Identifier: MIT
//
// Height fields: the nearest triangle to a point or to a segment. The search goes down the pyramid,
// nearest blocks first, and leaves out what is farther than the best found; it is exact at any
// distance. Below the surface the distance is negative; beyond the borders nothing is inside, and
// the distance is that to the rim. Vertices are taken relative to the query, so that a fine grid
// far from the origin loses no more than its own coordinates do.
//
// A segment that dips under the surface is as deep as the deepest of three of its points: its ends
// and the point farthest below the surface measured vertically. On a plane that is exact; on rough
// ground it may fall short of the true depth by a part of it. (The true one maximizes a distance to
// a surface that is not convex; callers that push a capsule out query again after the push.)
#include "world/field.h"

typedef struct search {
    const caper_world_field *field;
    const caperi_pyramid *pyramid;
    caper_vec3 a, b; // the query; equal for a point
    bool is_point;
    caper_bounds bounds; // of the query
    float best;          // distance to beat
    bool found;
    caper_vec3 from, on; // relative to a: the points of the query and of the surface
    caper_vec3 face;     // normal, when the nearest point lies inside a triangle; else zero
    int visits;
} search;

// The point of the triangle nearest to the origin; true when it lies inside rather than on an
// edge. After C. Ericson, Real-Time Collision Detection, section 5.1.5.
static bool nearest_on_triangle(const caper_vec3 v[3], caper_vec3 normal, caper_vec3 *nearest)
{
    caper_vec3 ab = caper_vec3_sub(v[1], v[0]), ac = caper_vec3_sub(v[2], v[0]);
    float d1 = -caper_vec3_dot(ab, v[0]), d2 = -caper_vec3_dot(ac, v[0]);
    float d3 = -caper_vec3_dot(ab, v[1]), d4 = -caper_vec3_dot(ac, v[1]);
    float d5 = -caper_vec3_dot(ab, v[2]), d6 = -caper_vec3_dot(ac, v[2]);
    float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0.0f && d2 <= 0.0f)
        *nearest = v[0];
    else if (d3 >= 0.0f && d4 <= d3)
        *nearest = v[1];
    else if (d6 >= 0.0f && d5 <= d6)
        *nearest = v[2];
    else if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f)
        *nearest = caper_vec3_add_scaled(v[0], ab, d1 / (d1 - d3));
    else if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f)
        *nearest = caper_vec3_add_scaled(v[0], ac, d2 / (d2 - d6));
    else if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f)
        *nearest = caper_vec3_add_scaled(v[1], caper_vec3_sub(v[2], v[1]),
                                         (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    else {
        *nearest = caper_vec3_scale(normal, caper_vec3_dot(normal, v[0]));
        return true;
    }
    return false;
}

// A pair of points, relative to a. The first one that is found need not beat the bound, which may
// be its own distance computed in another way.
static void offer(search *s, caper_vec3 from, caper_vec3 on, bool inside, caper_vec3 normal)
{
    float distance = caper_vec3_distance(from, on);
    if (!(s->found ? distance < s->best : distance <= s->best * 1.00001f + 1e-9f))
        return;
    s->found = true;
    s->best = distance;
    s->from = from;
    s->on = on;
    s->face = inside ? normal : caper_vec3_zero();
}

static void visit_triangle(search *s, const caper_vec3 v[3], caper_vec3 normal)
{
    caper_vec3 zero = caper_vec3_zero(), nearest;
    s->visits++;
    bool inside = nearest_on_triangle(v, normal, &nearest);
    offer(s, zero, nearest, inside, normal);
    if (s->is_point)
        return;
    // of a segment that does not cross the triangle: its ends, or the edges
    caper_vec3 b = caper_vec3_sub(s->b, s->a), moved[3], on_query;
    for (int i = 0; i < 3; i++)
        moved[i] = caper_vec3_sub(v[i], b);
    inside = nearest_on_triangle(moved, normal, &nearest);
    offer(s, b, caper_vec3_add(nearest, b), inside, normal);
    for (int i = 0; i < 3; i++) {
        caperi_segments_distance(zero, b, v[i], v[i == 2 ? 0 : i + 1], &on_query, &nearest);
        offer(s, on_query, nearest, false, normal);
    }
}

// Distance of two intervals.
static float gap(float a_low, float a_high, float b_low, float b_high)
{
    return caper_max(caper_max(b_low - a_high, a_low - b_high), 0.0f);
}

static void visit_cell(search *s, int cx, int cz)
{
    caperi_cell c = caperi_field_cell(s->field, cx, cz);
    float low = caper_min(caper_min(c.h00, c.h10), caper_min(c.h01, c.h11));
    float high = caper_max(caper_max(c.h00, c.h10), caper_max(c.h01, c.h11));
    if (gap(s->bounds.min.y, s->bounds.max.y, low, high) > s->best)
        return;
    float x0 = caperi_field_x(s->field, cx) - s->a.x, z0 = caperi_field_z(s->field, cz) - s->a.z;
    float x1 = caperi_field_x(s->field, cx + 1) - s->a.x;
    float z1 = caperi_field_z(s->field, cz + 1) - s->a.z;
    caper_vec3 v00 = caper_vec3_make(x0, c.h00 - s->a.y, z0);
    caper_vec3 v10 = caper_vec3_make(x1, c.h10 - s->a.y, z0);
    caper_vec3 v01 = caper_vec3_make(x0, c.h01 - s->a.y, z1);
    caper_vec3 v11 = caper_vec3_make(x1, c.h11 - s->a.y, z1);
    caper_vec3 lower[3] = {v00, v10, v11}, upper[3] = {v00, v11, v01};
    visit_triangle(s, lower, caperi_cell_normal(&c, true, s->field->spacing));
    visit_triangle(s, upper, caperi_cell_normal(&c, false, s->field->spacing));
}

// The cells of a leaf block that are within reach horizontally.
static void visit_block(search *s, caperi_block_id id)
{
    const caper_world_field *f = s->field;
    float low_x = (s->bounds.min.x - s->best - f->x) / f->spacing - 1e-3f;
    float high_x = (s->bounds.max.x + s->best - f->x) / f->spacing + 1e-3f;
    float low_z = (s->bounds.min.z - s->best - f->z) / f->spacing - 1e-3f;
    float high_z = (s->bounds.max.z + s->best - f->z) / f->spacing + 1e-3f;
    int x0 = id.x * CAPERI_FIELD_BLOCK, z0 = id.z * CAPERI_FIELD_BLOCK;
    for (int cz = z0; cz < z0 + CAPERI_FIELD_BLOCK && cz < f->rows - 1; cz++) {
        if ((float)cz > high_z || (float)(cz + 1) < low_z)
            continue;
        for (int cx = x0; cx < x0 + CAPERI_FIELD_BLOCK && cx < f->columns - 1; cx++) {
            if ((float)cx <= high_x && (float)(cx + 1) >= low_x)
                visit_cell(s, cx, cz);
        }
    }
}

// The squared distance from the query's bounds to those of a block.
static float block_gap(const search *s, caperi_block_id id)
{
    const caper_world_field *f = s->field;
    caperi_range y =
        s->pyramid
            ->level[id.level][(size_t)id.z * (size_t)s->pyramid->columns[id.level] + (size_t)id.x];
    float size = (float)(CAPERI_FIELD_BLOCK << id.level) * f->spacing;
    float x = f->x + (float)id.x * size, z = f->z + (float)id.z * size;
    float gx = gap(s->bounds.min.x, s->bounds.max.x, x, x + size);
    float gy = gap(s->bounds.min.y, s->bounds.max.y, y.low, y.high);
    float gz = gap(s->bounds.min.z, s->bounds.max.z, z, z + size);
    return (gx * gx + gy * gy) + gz * gz;
}

// Put the blocks at out[0..count) in the order of their distance, the nearest last.
static void order_blocks(const search *s, caperi_block_id *out, int count)
{
    float gaps[4];
    for (int i = 0; i < count; i++) {
        caperi_block_id id = out[i];
        float far = block_gap(s, id);
        int k = i;
        for (; k > 0 && gaps[k - 1] < far; k--) {
            gaps[k] = gaps[k - 1];
            out[k] = out[k - 1];
        }
        gaps[k] = far;
        out[k] = id;
    }
}

static void find_nearest(search *s)
{
    const caper_world_field *f = s->field;
    caperi_block_id stack[CAPERI_FIELD_STACK];
    float reach = s->best * 1.0001f; // what lies on the bound counts
    int count = caperi_pyramid_start(s->pyramid, (s->bounds.min.x - reach - f->x) / f->spacing,
                                     (s->bounds.max.x + reach - f->x) / f->spacing,
                                     (s->bounds.min.z - reach - f->z) / f->spacing,
                                     (s->bounds.max.z + reach - f->z) / f->spacing, 0, stack);
    order_blocks(s, stack, count);
    while (count > 0) {
        caperi_block_id id = stack[--count];
        s->visits++;
        if (block_gap(s, id) > s->best * s->best * 1.0001f)
            continue;
        if (id.level == 0) {
            visit_block(s, id);
            continue;
        }
        int below = caperi_pyramid_children(s->pyramid, id, 0, stack + count);
        order_blocks(s, stack + count, below);
        count += below;
    }
}

static search make_search(const caper_world_field *field, const caperi_pyramid *pyramid,
                          caper_vec3 a, caper_vec3 b, float reach)
{
    search s = {.field = field, .pyramid = pyramid, .a = a, .b = b, .best = reach};
    s.is_point = a.x == b.x && a.y == b.y && a.z == b.z;
    s.bounds.min = caper_vec3_min(a, b);
    s.bounds.max = caper_vec3_max(a, b);
    return s;
}

static void fill(const search *s, float sign, caperi_touch *touch)
{
    caper_vec3 away = caper_vec3_scale(caper_vec3_sub(s->from, s->on), sign);
    touch->distance = sign * s->best;
    touch->point = caper_vec3_add(s->a, s->on);
    caper_vec3 up = caper_vec3_make(0.0f, 1.0f, 0.0f);
    touch->normal = s->face.y > 0.0f ? s->face : caper_vec3_normalize_or(away, up);
    // inside a triangle its normal is the gradient; only from beyond the rim it is seen from below
    caper_vec3 p = caper_vec3_add(s->a, s->from);
    caperi_touch unused;
    if (s->face.y > 0.0f && caper_vec3_dot(s->face, away) < 0.0f &&
        !caperi_field_height(s->field, p.x, p.z, &unused))
        touch->normal = caper_vec3_neg(s->face);
}

bool caperi_field_distance(const caper_world_field *field, const caperi_pyramid *pyramid,
                           caper_vec3 point, float reach, caperi_touch *touch, int *visits)
{
    // The surface straight below or above bounds the search and tells the sign.
    caperi_touch below;
    float sign = 1.0f, bound = reach;
    if (caperi_field_height(field, point.x, point.z, &below)) {
        float clearance = point.y - below.distance;
        sign = clearance < 0.0f ? -1.0f : 1.0f;
        bound = clearance < 0.0f ? -clearance : caper_min(clearance, reach);
    }
    if (!(bound >= 0.0f))
        return false;
    search s = make_search(field, pyramid, point, point, bound);
    find_nearest(&s);
    *visits += s.visits;
    if (!s.found || !(sign * s.best < reach))
        return false;
    fill(&s, sign, touch);
    return true;
}

bool caperi_field_segment(const caper_world_field *field, const caperi_pyramid *pyramid,
                          caper_vec3 a, caper_vec3 b, float reach, caperi_touch *touch, int *visits)
{
    float t;
    if (caperi_field_deepest(field, pyramid, a, b, &t, visits)) {
        caper_vec3 points[3] = {caper_vec3_lerp(a, b, t), a, b};
        bool any = false;
        for (int i = 0; i < 3; i++) {
            float beat = any ? touch->distance : reach;
            any = caperi_field_distance(field, pyramid, points[i], beat, touch, visits) || any;
        }
        return any;
    }
    if (!(reach > 0.0f))
        return false;
    search s = make_search(field, pyramid, a, b, reach);
    find_nearest(&s);
    *visits += s.visits;
    if (!s.found || !(s.best < reach))
        return false;
    fill(&s, 1.0f, touch);
    return true;
}
