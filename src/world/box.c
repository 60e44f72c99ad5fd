// SPDX-License-Identifier: MIT
//
// What one box answers, in its own frame where it is |x| <= half. The signed distance of a box is a
// convex function, so its least value along a segment is found exactly: outside, the derivative of
// the squared distance is continuous, monotone and linear between the crossings of face planes;
// inside, the distance is the largest of six linear functions. Invariant: results are exact up to
// rounding in the box's frame; no step iterates to a tolerance.
#include "world/world.h"

typedef struct vec {
    float v[3];
} vec;

static vec to_box(const caper_world_box *box, caper_vec3 direction)
{
    caper_vec3 d = caper_quat_unrotate(box->transform.rotation, direction);
    vec r = {{d.x, d.y, d.z}};
    return r;
}

static vec to_box_point(const caper_world_box *box, caper_vec3 point)
{
    return to_box(box, caper_vec3_sub(point, box->transform.position));
}

static vec half_of(const caper_world_box *box)
{
    vec r = {{box->half.x, box->half.y, box->half.z}};
    return r;
}

static caper_vec3 to_world(const caper_world_box *box, vec direction)
{
    return caper_quat_rotate(box->transform.rotation,
                             caper_vec3_make(direction.v[0], direction.v[1], direction.v[2]));
}

static caper_vec3 to_world_point(const caper_world_box *box, vec point)
{
    return caper_vec3_add(to_world(box, point), box->transform.position);
}

// The outward normal of the face on the side of `side` (its sign) of an axis.
static vec face_normal(int axis, float side)
{
    vec n = {{0.0f, 0.0f, 0.0f}};
    n.v[axis] = side < 0.0f ? -1.0f : 1.0f;
    return n;
}

// The part of the line o + d t inside the box, and the axes through whose faces it enters and
// leaves. A component of d up to `parallel` counts as zero; a line in a face plane is outside
// unless `touching`.
static bool clip_line(vec o, vec d, vec half, float parallel, bool touching, float range[2],
                      int axes[2])
{
    for (int i = 0; i < 3; i++) {
        if (fabsf(d.v[i]) <= parallel) {
            float excess = fabsf(o.v[i]) - half.v[i];
            if (touching ? excess > 0.0f : excess >= 0.0f)
                return false;
            continue;
        }
        float inverse = 1.0f / d.v[i];
        float low = (-half.v[i] - o.v[i]) * inverse, high = (half.v[i] - o.v[i]) * inverse;
        float enter = caper_min(low, high), leave = caper_max(low, high);
        if (enter > range[0]) {
            range[0] = enter;
            axes[0] = i;
        }
        if (leave < range[1]) {
            range[1] = leave;
            axes[1] = i;
        }
    }
    return range[0] <= range[1];
}

bool caperi_box_height(const caper_world_box *box, float x, float z, caperi_touch *touch)
{
    // Sides steeper than a millionth off the vertical count as vertical: a line along them would
    // otherwise meet them anywhere, by rounding.
    const float parallel = 1e-6f;
    vec half = half_of(box);
    vec o = to_box_point(box, caper_vec3_make(x, box->transform.position.y, z));
    if (box->transform.rotation.x == 0.0f && box->transform.rotation.z == 0.0f) { // upright
        if (fabsf(o.v[0]) > half.v[0] || fabsf(o.v[2]) > half.v[2])
            return false;
        touch->distance = box->transform.position.y + half.v[1];
        touch->point = caper_vec3_make(x, touch->distance, z);
        touch->normal = caper_vec3_make(0.0f, 1.0f, 0.0f);
        return true;
    }
    vec d = to_box(box, caper_vec3_make(0.0f, 1.0f, 0.0f));
    float range[2] = {-INFINITY, INFINITY};
    int axes[2] = {1, 1};
    if (!clip_line(o, d, half, parallel, true, range, axes))
        return false;
    touch->distance = box->transform.position.y + range[1];
    touch->point = caper_vec3_make(x, touch->distance, z);
    touch->normal = to_world(box, face_normal(axes[1], d.v[axes[1]]));
    return true;
}

// The nearest face of a point inside (all excesses <= 0): the largest excess.
static int nearest_face(vec p, vec half, float *excess)
{
    int axis = 0;
    *excess = fabsf(p.v[0]) - half.v[0];
    for (int i = 1; i < 3; i++) {
        float e = fabsf(p.v[i]) - half.v[i];
        if (e > *excess) {
            *excess = e;
            axis = i;
        }
    }
    return axis;
}

// The answer for a point of the box's frame.
static caperi_touch touch_at(const caper_world_box *box, vec p, vec half)
{
    float depth;
    int axis = nearest_face(p, half, &depth);
    vec on = p, normal = face_normal(axis, p.v[axis]);
    caperi_touch touch;
    if (depth <= 0.0f) {
        touch.distance = depth;
        on.v[axis] = normal.v[axis] * half.v[axis];
    } else {
        caper_vec3 out;
        for (int i = 0; i < 3; i++)
            on.v[i] = caper_clamp(p.v[i], -half.v[i], half.v[i]);
        out = caper_vec3_make(p.v[0] - on.v[0], p.v[1] - on.v[1], p.v[2] - on.v[2]);
        touch.distance = caper_vec3_length(out);
        // in front of one face alone its normal is the gradient, without rounding
        if (touch.distance > depth) {
            out = caper_vec3_scale(out, 1.0f / touch.distance);
            normal.v[0] = out.x, normal.v[1] = out.y, normal.v[2] = out.z;
        }
    }
    touch.normal = to_world(box, normal);
    touch.point = to_world_point(box, on);
    return touch;
}

caperi_touch caperi_box_distance(const caper_world_box *box, caper_vec3 point)
{
    return touch_at(box, to_box_point(box, point), half_of(box));
}

bool caperi_box_ray(const caper_world_box *box, caper_vec3 origin, caper_vec3 direction,
                    float length, caperi_touch *touch)
{
    vec half = half_of(box), o = to_box_point(box, origin), d = to_box(box, direction);
    float depth;
    nearest_face(o, half, &depth);
    if (depth < 0.0f) {
        *touch = touch_at(box, o, half);
        touch->distance = 0.0f;
        touch->point = origin;
        return true;
    }
    // from outside: the entry must lie ahead, so a ray that leaves a face does not meet it
    float range[2] = {-INFINITY, INFINITY};
    int axes[2] = {0, 0};
    if (!clip_line(o, d, half, 0.0f, false, range, axes))
        return false;
    if (!(range[0] >= 0.0f && range[0] <= length && range[0] < range[1]))
        return false;
    touch->distance = range[0];
    touch->point = caper_vec3_add_scaled(origin, direction, range[0]);
    touch->normal = to_world(box, face_normal(axes[0], -d.v[axes[0]]));
    return true;
}

static vec point_on(vec a, vec d, float t)
{
    vec p;
    for (int i = 0; i < 3; i++)
        p.v[i] = a.v[i] + d.v[i] * t;
    return p;
}

// Half the derivative, along the segment, of the squared distance to the box.
static float slope_at(vec a, vec d, vec half, float t)
{
    float sum = 0.0f;
    for (int i = 0; i < 3; i++) {
        float p = a.v[i] + d.v[i] * t;
        sum += (p - caper_clamp(p, -half.v[i], half.v[i])) * d.v[i];
    }
    return sum;
}

// Where a segment outside of the box is nearest. The slope is monotone: every crossing of a face
// plane narrows the interval in which it changes sign, and between crossings it is linear.
static float nearest_outside(vec a, vec d, vec half)
{
    float low = 0.0f, high = 1.0f;
    for (int i = 0; i < 6; i++) {
        int axis = i >> 1;
        float plane = i & 1 ? half.v[axis] : -half.v[axis];
        if (d.v[axis] == 0.0f)
            continue;
        float t = (plane - a.v[axis]) / d.v[axis];
        if (!(t > low && t < high))
            continue;
        if (slope_at(a, d, half, t) > 0.0f)
            high = t;
        else
            low = t;
    }
    float from = slope_at(a, d, half, low), to = slope_at(a, d, half, high);
    if (from >= 0.0f && to <= 0.0f)
        return 0.5f * (low + high); // alongside: any point is nearest
    if (from >= 0.0f)
        return low;
    if (to <= 0.0f)
        return high;
    return low + (high - low) * (from / (from - to));
}

// Where a segment is deepest within [low, high], all of which is inside: a corner of the upper
// envelope of six lines, one a face. Fifteen pairs are few enough to try them all.
static float deepest_inside(vec a, vec d, vec half, float low, float high)
{
    float slopes[6], starts[6];
    for (int i = 0; i < 6; i++) {
        float side = i & 1 ? 1.0f : -1.0f;
        slopes[i] = side * d.v[i >> 1];
        starts[i] = side * a.v[i >> 1] - half.v[i >> 1];
    }
    float tries[18] = {0.5f * (low + high), low, high}; // the middle: alongside all is as good
    int try_count = 3;
    for (int i = 0; i < 6; i++) {
        for (int j = i + 1; j < 6; j++) {
            if (slopes[i] * slopes[j] < 0.0f) {
                float t = (starts[j] - starts[i]) / (slopes[i] - slopes[j]);
                tries[try_count++] = caper_clamp(t, low, high);
            }
        }
    }
    float best_t = tries[0], best = INFINITY;
    for (int i = 0; i < try_count; i++) {
        float depth;
        nearest_face(point_on(a, d, tries[i]), half, &depth);
        if (depth < best) {
            best = depth;
            best_t = tries[i];
        }
    }
    return best_t;
}

caperi_touch caperi_box_segment(const caper_world_box *box, caper_vec3 a, caper_vec3 b)
{
    vec half = half_of(box), o = to_box_point(box, a), d = to_box(box, caper_vec3_sub(b, a));
    float range[2] = {0.0f, 1.0f};
    int axes[2] = {0, 0};
    float t = clip_line(o, d, half, 0.0f, true, range, axes)
                  ? deepest_inside(o, d, half, range[0], range[1])
                  : nearest_outside(o, d, half);
    return touch_at(box, point_on(o, d, t), half);
}
