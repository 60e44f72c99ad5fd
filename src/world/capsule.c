// SPDX-License-Identifier: MIT
//
// Segments and capsules: nearest points, distances and rays. The nearest points of two segments are
// either inside both, where the lines are nearest, or at an end of one of them; all five cases are
// tried, so that nearly parallel segments, for which the first case is lost in rounding, are
// answered as well as any others. Degenerate segments are points and need no case of their own.
#include "world/world.h"

static float along(caper_vec3 d, caper_vec3 offset)
{
    float length_sq = caper_vec3_length_sq(d);
    if (!(length_sq > 0.0f))
        return 0.0f;
    return caper_clamp(caper_vec3_dot(d, offset) / length_sq, 0.0f, 1.0f);
}

caper_vec3 caperi_segment_nearest(caper_vec3 a, caper_vec3 b, caper_vec3 p)
{
    caper_vec3 d = caper_vec3_sub(b, a);
    return caper_vec3_add_scaled(a, d, along(d, caper_vec3_sub(p, a)));
}

float caperi_segments_distance(caper_vec3 a, caper_vec3 b, caper_vec3 c, caper_vec3 d,
                               caper_vec3 *on_ab, caper_vec3 *on_cd)
{
    // the end points of each against the other
    caper_vec3 pairs[5][2] = {{a, caperi_segment_nearest(c, d, a)},
                              {b, caperi_segment_nearest(c, d, b)},
                              {caperi_segment_nearest(a, b, c), c},
                              {caperi_segment_nearest(a, b, d), d}};
    int count = 4;
    // where the lines are nearest, when that is inside the first; by vector products, because the
    // difference uu vv - uv uv loses the angle of nearly parallel segments
    caper_vec3 u = caper_vec3_sub(b, a), v = caper_vec3_sub(d, c);
    caper_vec3 n = caper_vec3_cross(u, v);
    float nn = caper_vec3_length_sq(n);
    if (nn > 1e-12f * caper_vec3_length_sq(u) * caper_vec3_length_sq(v)) {
        float s = caper_vec3_dot(caper_vec3_cross(caper_vec3_sub(c, a), v), n) / nn;
        if (s > 0.0f && s < 1.0f) {
            pairs[4][0] = caper_vec3_add_scaled(a, u, s);
            pairs[4][1] = caperi_segment_nearest(c, d, pairs[4][0]);
            count = 5;
        }
    }
    float best = INFINITY;
    for (int i = 0; i < count; i++) {
        float distance = caper_vec3_distance(pairs[i][0], pairs[i][1]);
        if (distance < best) {
            best = distance;
            *on_ab = pairs[i][0];
            *on_cd = pairs[i][1];
        }
    }
    return best;
}

float caper_capsule_distance(caper_capsule p, caper_capsule q)
{
    caper_vec3 on_p, on_q;
    return caperi_segments_distance(p.a, p.b, q.a, q.b, &on_p, &on_q) - (p.radius + q.radius);
}

// The skin of a capsule as seen from a point whose nearest axis point is known.
static caperi_touch skin(const caper_capsule *capsule, caper_vec3 axis, caper_vec3 from)
{
    caper_vec3 d = caper_vec3_sub(capsule->b, capsule->a);
    caper_vec3 out = caper_vec3_sub(from, axis);
    float distance = caper_vec3_length(out);
    caperi_touch touch;
    touch.normal = caper_vec3_normalize_or(out, caper_vec3_any_orthogonal(d));
    touch.distance = distance - capsule->radius;
    touch.point = caper_vec3_add_scaled(axis, touch.normal, capsule->radius);
    return touch;
}

caperi_touch caperi_capsule_distance(const caper_capsule *capsule, caper_vec3 point)
{
    return skin(capsule, caperi_segment_nearest(capsule->a, capsule->b, point), point);
}

caperi_touch caperi_capsule_segment(const caper_capsule *capsule, caper_vec3 a, caper_vec3 b)
{
    caper_vec3 from, axis;
    caperi_segments_distance(a, b, capsule->a, capsule->b, &from, &axis);
    return skin(capsule, axis, from);
}

// The entry of the unit ray into a sphere around `offset` (relative to the origin); negative: none.
// Measured from the point of the ray nearest to the centre, which keeps the digits that the usual
// discriminant loses far away.
static float enter_sphere(caper_vec3 offset, caper_vec3 direction, float radius)
{
    float middle = caper_vec3_dot(offset, direction);
    caper_vec3 aside = caper_vec3_add_scaled(offset, direction, -middle);
    float half_sq = radius * radius - caper_vec3_length_sq(aside);
    if (!(half_sq > 0.0f))
        return -1.0f;
    // a ray that starts outside and heads in enters ahead, whatever rounding says
    return middle > 0.0f ? caper_max(middle - sqrtf(half_sq), 0.0f) : -1.0f;
}

// The entry into the cylinder between the ends: the same, seen along the unit axis. Negative: none
// or not between the ends.
static float enter_side(caper_vec3 offset, caper_vec3 direction, caper_vec3 axis, float axis_length,
                        float radius)
{
    float climb = caper_vec3_dot(direction, axis), start = -caper_vec3_dot(offset, axis);
    caper_vec3 d = caper_vec3_add_scaled(direction, axis, -climb);
    caper_vec3 o = caper_vec3_add_scaled(offset, axis, start);
    float dd = caper_vec3_length_sq(d);
    if (!(dd > 1e-12f))
        return -1.0f; // along the axis: the ends decide
    float middle = caper_vec3_dot(o, d) / dd;
    caper_vec3 aside = caper_vec3_add_scaled(o, d, -middle);
    float half_sq = radius * radius - caper_vec3_length_sq(aside);
    if (!(half_sq > 0.0f && middle > 0.0f))
        return -1.0f;
    float t = caper_max(middle - sqrtf(half_sq / dd), 0.0f), h = start + climb * t;
    return h >= 0.0f && h <= axis_length ? t : -1.0f;
}

bool caperi_capsule_ray(const caper_capsule *capsule, caper_vec3 origin, caper_vec3 direction,
                        float length, caperi_touch *touch)
{
    caperi_touch start = caperi_capsule_distance(capsule, origin);
    if (start.distance < 0.0f) {
        *touch = start;
        touch->distance = 0.0f;
        touch->point = origin;
        return true;
    }
    caper_vec3 a = caper_vec3_sub(capsule->a, origin), d = caper_vec3_sub(capsule->b, capsule->a);
    float axis_length = caper_vec3_length(d);
    // From outside, the first of the entries into the two ends and the side: each that is inside
    // another part lies behind an earlier entry.
    float entries[3] = {
        enter_sphere(a, direction, capsule->radius),
        enter_sphere(caper_vec3_sub(capsule->b, origin), direction, capsule->radius), -1.0f};
    if (axis_length > 0.0f)
        entries[2] = enter_side(a, direction, caper_vec3_scale(d, 1.0f / axis_length), axis_length,
                                capsule->radius);
    float best = INFINITY;
    for (int i = 0; i < 3; i++) {
        if (entries[i] >= 0.0f && entries[i] < best)
            best = entries[i];
    }
    if (!(best <= length))
        return false;
    touch->distance = best;
    touch->point = caper_vec3_add_scaled(origin, direction, best);
    touch->normal = caperi_capsule_distance(capsule, touch->point).normal;
    return true;
}
