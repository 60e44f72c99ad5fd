// SPDX-License-Identifier: MIT
//
// The four queries of a world: height, distance, ray and capsule. Each tests the ground, the boxes
// through their tree, the fields, and what moves, in this order; the best answer so far prunes the
// rest, and a later part must be better, not equal, to win (among boxes the lowest index wins a
// tie), so that the answer does not depend on the shape of the tree.
#include "math/simd.h"
#include "world/world.h"

#include <float.h>

typedef enum question {
    HEIGHT,
    DISTANCE,
    RAY,
    SEGMENT
} question;

// One query as the tree sees it.
typedef struct query {
    question question;
    caper_vec3 a, b;           // the point; the origin and 1 / direction; the ends of the segment
    caper_vec3 along;          // direction of a ray
    float from_y;              // of a height
    float radius;              // of a capsule
    const caperi_focus *focus; // of a height: where it is known which boxes are near, or NULL
    caperi_probe probe;
} query;

// ----------------------------------------------------------------------------------- answers

// What there is to beat, as a number that is better when it is less.
static float to_beat(const query *q)
{
    return q->probe.hit.distance;
}

static void accept(query *q, caper_surface surface, int index, caperi_touch touch)
{
    caper_hit *hit = &q->probe.hit;
    bool tie = touch.distance == hit->distance && surface == hit->surface && index < hit->index;
    if (!(touch.distance < hit->distance || tie))
        return;
    hit->surface = surface;
    hit->index = index;
    hit->distance = touch.distance;
    hit->point = touch.point;
    hit->normal = touch.normal;
}

// A surface at a height, unless it is above where the question starts.
static void accept_height(query *q, caper_surface surface, int index, caperi_touch touch)
{
    if (!(touch.distance <= q->from_y))
        return;
    touch.distance = -touch.distance; // the highest is the best
    accept(q, surface, index, touch);
}

static void ask_box(query *q, caper_surface surface, int index, const caper_world_box *box)
{
    caperi_touch touch;
    q->probe.visits++;
    switch (q->question) {
    case HEIGHT:
        if (caperi_box_height(box, q->a.x, q->a.z, &touch))
            accept_height(q, surface, index, touch);
        break;
    case DISTANCE:
        accept(q, surface, index, caperi_box_distance(box, q->a));
        break;
    case RAY:
        if (caperi_box_ray(box, q->a, q->along, to_beat(q), &touch))
            accept(q, surface, index, touch);
        break;
    case SEGMENT:
        touch = caperi_box_segment(box, q->a, q->b);
        touch.distance -= q->radius;
        accept(q, surface, index, touch);
        break;
    }
}

// -------------------------------------------------------------------------------------- tree

static caperi_f4 splat(float x)
{
    return caperi_f4_splat(x);
}

// How a column at (x, z) rates the four children: minus the top, or infinity when it misses.
static caperi_f4 rate_height(const query *q, const caperi_tree_node *n)
{
    caperi_f4 x = splat(q->a.x), z = splat(q->a.z);
    caperi_f4 in_x = caperi_f4_and(caperi_f4_le(caperi_f4_load(n->min_x), x),
                                   caperi_f4_le(x, caperi_f4_load(n->max_x)));
    caperi_f4 in_z = caperi_f4_and(caperi_f4_le(caperi_f4_load(n->min_z), z),
                                   caperi_f4_le(z, caperi_f4_load(n->max_z)));
    caperi_f4 low = caperi_f4_le(caperi_f4_load(n->min_y), splat(q->from_y));
    return caperi_f4_select(caperi_f4_and(caperi_f4_and(in_x, in_z), low),
                            caperi_f4_neg(caperi_f4_load(n->max_y)), splat(INFINITY));
}

// The larger of (min - high, low - max): how far an interval is outside, or minus how far inside.
static caperi_f4 excess(const float *min, const float *max, float low, float high)
{
    return caperi_f4_max(caperi_f4_sub(caperi_f4_load(min), splat(high)),
                         caperi_f4_sub(splat(low), caperi_f4_load(max)));
}

// A lower bound of the signed distance from the bounds a-b to what the children hold.
static caperi_f4 rate_distance(const query *q, const caperi_tree_node *n)
{
    caper_vec3 low = caper_vec3_min(q->a, q->b), high = caper_vec3_max(q->a, q->b);
    caperi_f4 x = excess(n->min_x, n->max_x, low.x, high.x);
    caperi_f4 y = excess(n->min_y, n->max_y, low.y, high.y);
    caperi_f4 z = excess(n->min_z, n->max_z, low.z, high.z);
    caperi_f4 inside = caperi_f4_max(caperi_f4_max(x, y), z), zero = caperi_f4_zero();
    x = caperi_f4_max(x, zero), y = caperi_f4_max(y, zero), z = caperi_f4_max(z, zero);
    caperi_f4 sum =
        caperi_f4_add(caperi_f4_add(caperi_f4_mul(x, x), caperi_f4_mul(y, y)), caperi_f4_mul(z, z));
    return caperi_f4_sub(caperi_f4_select(caperi_f4_le(inside, zero), inside, caperi_f4_sqrt(sum)),
                         splat(q->radius));
}

// Narrow near..far of each child by the slab of one axis. A ray in the plane of a bound gives NaN
// for that bound; min and max then keep their second argument, and the child is missed, which is
// right because bounds have a margin.
static void slab(const float *min, const float *max, float origin, float inverse, caperi_f4 *near,
                 caperi_f4 *far)
{
    caperi_f4 o = splat(origin), i = splat(inverse);
    caperi_f4 a = caperi_f4_mul(caperi_f4_sub(caperi_f4_load(min), o), i);
    caperi_f4 b = caperi_f4_mul(caperi_f4_sub(caperi_f4_load(max), o), i);
    *near = caperi_f4_max(caperi_f4_min(a, b), *near);
    *far = caperi_f4_min(caperi_f4_max(a, b), *far);
}

// Where the ray enters the children, or infinity.
static caperi_f4 rate_ray(const query *q, const caperi_tree_node *n)
{
    caperi_f4 near = caperi_f4_zero(), far = splat(to_beat(q));
    slab(n->min_x, n->max_x, q->a.x, q->b.x, &near, &far);
    slab(n->min_y, n->max_y, q->a.y, q->b.y, &near, &far);
    slab(n->min_z, n->max_z, q->a.z, q->b.z, &near, &far);
    far = caperi_f4_mul(far, splat(1.000001f)); // rounding of far entries and exits
    return caperi_f4_select(caperi_f4_le(near, far), near, splat(INFINITY));
}

typedef struct visit {
    float rating;
    int32_t first, count;
} visit;

// Put the children that may be better on the stack, the best one on top.
static int push_children(const query *q, const caperi_tree_node *n, visit *stack)
{
    caperi_f4 rated = q->question == HEIGHT ? rate_height(q, n)
                      : q->question == RAY  ? rate_ray(q, n)
                                            : rate_distance(q, n);
    float ratings[4];
    caperi_f4_storeu(ratings, rated);
    float limit = to_beat(q);
    int count = 0;
    for (int child = 0; child < 4; child++) {
        if (n->count[child] == CAPERI_TREE_UNUSED || !(ratings[child] <= limit))
            continue;
        int k = count++;
        for (; k > 0 && stack[k - 1].rating < ratings[child]; k--)
            stack[k] = stack[k - 1];
        stack[k].rating = ratings[child];
        stack[k].first = n->first[child];
        stack[k].count = n->count[child];
    }
    return count;
}

static void ask_boxes(query *q, const caper_world *world)
{
    const caperi_tree *tree = &world->tree;
    if (tree->node_count == 0)
        return;
    visit stack[CAPERI_TREE_STACK];
    q->probe.visits++;
    int count = push_children(q, &tree->nodes[0], stack);
    while (count > 0) {
        visit v = stack[--count];
        if (!(v.rating <= to_beat(q)))
            continue;
        if (v.count == 0) {
            q->probe.visits++;
            count += push_children(q, &tree->nodes[v.first], stack + count);
            continue;
        }
        for (int k = 0; k < v.count; k++) {
            int index = tree->order[v.first + k];
            ask_box(q, CAPER_SURFACE_BOX, index, &world->boxes[index]);
        }
    }
}

// The same for a height among the few boxes of a focus.
static void ask_focus(query *q, const caper_world *world)
{
    float x = q->a.x, z = q->a.z;
    for (int i = 0; i < q->focus->count && -q->focus->boxes[i].max_y <= to_beat(q); i++) {
        const caperi_focus *f = q->focus;
        bool inside = f->boxes[i].min_x <= x && x <= f->boxes[i].max_x && f->boxes[i].min_z <= z &&
                      z <= f->boxes[i].max_z && f->boxes[i].min_y <= q->from_y;
        if (inside)
            ask_box(q, CAPER_SURFACE_BOX, f->boxes[i].index, &world->boxes[f->boxes[i].index]);
    }
}

// ------------------------------------------------------------------------- ground and fields

static void ask_ground(query *q, const caper_world *world)
{
    if (!world->has_ground)
        return;
    caper_vec3 n = world->ground_normal;
    float a = caper_vec3_dot(n, caper_vec3_sub(q->a, world->ground_point));
    caperi_touch touch = {.distance = a, .normal = n};
    if (q->question == HEIGHT) {
        caper_vec3 d = caper_vec3_sub(q->a, world->ground_point);
        touch.distance = world->ground_point.y - (n.x * d.x + n.z * d.z) / n.y;
        touch.point = caper_vec3_make(q->a.x, touch.distance, q->a.z);
        accept_height(q, CAPER_SURFACE_GROUND, 0, touch);
        return;
    }
    if (q->question == RAY) {
        float sink = -caper_vec3_dot(n, q->along);
        touch.distance = a < 0.0f ? 0.0f : a / sink;
        if (a >= 0.0f && !(sink > 0.0f && touch.distance <= to_beat(q)))
            return;
        touch.point = caper_vec3_add_scaled(q->a, q->along, touch.distance);
        accept(q, CAPER_SURFACE_GROUND, 0, touch);
        return;
    }
    float b = caper_vec3_dot(n, caper_vec3_sub(q->b, world->ground_point));
    touch.point = caper_vec3_add_scaled(b < a ? q->b : q->a, n, -caper_min(a, b));
    touch.distance = caper_min(a, b) - q->radius;
    accept(q, CAPER_SURFACE_GROUND, 0, touch);
}

static void ask_fields(query *q, const caper_world *world)
{
    for (int i = 0; i < world->field_count; i++) {
        const caper_world_field *field = &world->fields[i];
        const caperi_pyramid *pyramid = &world->pyramids[i];
        float limit = to_beat(q) + q->radius;
        caperi_touch touch;
        bool met = false;
        q->probe.visits++;
        switch (q->question) {
        case HEIGHT:
            if (caperi_field_height(field, q->a.x, q->a.z, &touch))
                accept_height(q, CAPER_SURFACE_FIELD, i, touch);
            continue;
        case DISTANCE:
            met = caperi_field_distance(field, pyramid, q->a, limit, &touch, &q->probe.visits);
            break;
        case RAY:
            met = caperi_field_ray(field, pyramid, q->a, q->along, limit, &touch, &q->probe.visits);
            break;
        case SEGMENT:
            met = caperi_field_segment(field, pyramid, q->a, q->b, limit, &touch, &q->probe.visits);
            break;
        }
        if (met) {
            touch.distance -= q->radius;
            accept(q, CAPER_SURFACE_FIELD, i, touch);
        }
    }
}

// ------------------------------------------------------------------------------ what moves

static void ask_obstacle(query *q, int index, const caper_capsule *capsule)
{
    caperi_touch touch;
    q->probe.visits++;
    if (q->question == RAY) {
        if (caperi_capsule_ray(capsule, q->a, q->along, to_beat(q), &touch))
            accept(q, CAPER_SURFACE_OBSTACLE, index, touch);
        return;
    }
    touch = q->question == DISTANCE ? caperi_capsule_distance(capsule, q->a)
                                    : caperi_capsule_segment(capsule, q->a, q->b);
    touch.distance -= q->radius;
    accept(q, CAPER_SURFACE_OBSTACLE, index, touch);
}

static void ask_frame(query *q, const caper_world_frame *frame)
{
    if (!frame)
        return;
    for (int i = 0; i < frame->platform_count; i++)
        ask_box(q, CAPER_SURFACE_PLATFORM, i, &frame->platforms[i].box);
    for (int i = 0; i < frame->obstacle_count && q->question != HEIGHT; i++)
        ask_obstacle(q, i, &frame->obstacles[i].capsule);

    caper_hit *hit = &q->probe.hit;
    if (hit->surface == CAPER_SURFACE_PLATFORM) {
        const caper_platform *p = &frame->platforms[hit->index];
        caper_vec3 arm = caper_vec3_sub(hit->point, p->box.transform.position);
        hit->velocity = caper_vec3_add(p->velocity, caper_vec3_cross(p->angular_velocity, arm));
    } else if (hit->surface == CAPER_SURFACE_OBSTACLE) {
        hit->velocity = frame->obstacles[hit->index].velocity;
    }
}

// ----------------------------------------------------------------------------------- queries

static void ask_all(query *q, const caper_world *world, const caper_world_frame *frame)
{
    if (world) {
        ask_ground(q, world);
        if (q->focus)
            ask_focus(q, world);
        else
            ask_boxes(q, world);
        ask_fields(q, world);
    }
    ask_frame(q, frame);
}

static caperi_probe find_height(const caper_world *world, const caperi_focus *focus,
                                const caper_world_frame *frame, float x, float z, float from_y)
{
    query q = {.question = HEIGHT, .a = {x, 0.0f, z}, .from_y = from_y, .focus = focus};
    caper_hit *hit = &q.probe.hit;
    hit->distance = INFINITY;
    hit->point = q.a;
    hit->normal = caper_vec3_make(0.0f, 1.0f, 0.0f);
    if (caper_vec3_is_finite(q.a))
        ask_all(&q, world, frame);
    // inside, heights are rated by minus their value; outside, distance is the drop
    hit->distance = hit->surface == CAPER_SURFACE_NONE ? INFINITY : from_y + hit->distance;
    return q.probe;
}

caperi_probe caperi_world_height(const caper_world *world, const caper_world_frame *frame, float x,
                                 float z, float from_y)
{
    return find_height(world, NULL, frame, x, z, from_y);
}

// Put a box where it belongs by its top.
static void add_to_focus(caperi_focus *out, const caperi_tree_node *n, int child, int index,
                         const caper_world_box *box)
{
    if (out->count < 0 || out->count == CAPERI_FOCUS_BOXES) {
        out->count = -1;
        return;
    }
    int k = out->count++;
    for (; k > 0 && out->boxes[k - 1].max_y < n->max_y[child]; k--)
        out->boxes[k] = out->boxes[k - 1];
    out->boxes[k].min_x = n->min_x[child], out->boxes[k].max_x = n->max_x[child];
    out->boxes[k].min_y = n->min_y[child], out->boxes[k].max_y = n->max_y[child];
    out->boxes[k].min_z = n->min_z[child], out->boxes[k].max_z = n->max_z[child];
    out->boxes[k].index = index;
    caper_transform at = box->transform;
    out->boxes[k].x = at.position.x, out->boxes[k].half_x = box->half.x;
    out->boxes[k].z = at.position.z, out->boxes[k].half_z = box->half.z;
    out->boxes[k].top = at.position.y + box->half.y;
    float far_x = fabsf(at.position.x) + box->half.x, far_z = fabsf(at.position.z) + box->half.z;
    out->slack = caper_max(out->slack, caper_max(far_x, far_z));
    out->plain = out->plain && at.rotation.x == 0 && at.rotation.y == 0 && at.rotation.z == 0;
}

void caperi_world_focus(const caper_world *world, caper_vec3 center, float reach, caperi_focus *out)
{
    const caperi_tree *tree = &world->tree;
    int stack[CAPERI_TREE_STACK], depth = 0;
    out->min_x = center.x - reach, out->max_x = center.x + reach;
    out->min_z = center.z - reach, out->max_z = center.z + reach;
    out->count = 0;
    out->slack = caper_max(fabsf(center.x), fabsf(center.z)) + reach;
    out->asked = 0;
    for (int i = 0; i < CAPERI_FOCUS_ANSWERS; i++) {
        out->answers[i].min_z = INFINITY; // none yet
    }
    out->plain = world->field_count == 0 && (!world->has_ground || world->ground_normal.y == 1);
    if (tree->node_count > 0)
        stack[depth++] = 0;
    while (depth > 0 && out->count >= 0) {
        const caperi_tree_node *n = &tree->nodes[stack[--depth]];
        for (int child = 0; child < 4; child++) {
            bool apart = n->min_x[child] > out->max_x || n->max_x[child] < out->min_x ||
                         n->min_z[child] > out->max_z || n->max_z[child] < out->min_z;
            if (n->count[child] == CAPERI_TREE_UNUSED || apart)
                continue;
            if (n->count[child] == 0)
                stack[depth++] = n->first[child];
            for (int k = 0; k < n->count[child]; k++) {
                int index = tree->order[n->first[child] + k];
                add_to_focus(out, n, child, index, &world->boxes[index]);
            }
        }
    }
    out->slack *= 4 * FLT_EPSILON;
}

// Leave out of an answer what is on the other side of the edge of a box that a place is beyond;
// true when it is.
static bool beyond(float at, float middle, float half, float slack, float *min, float *max)
{
    if (!(fabsf(at - middle) > half)) {
        return false;
    }
    if (at > middle) {
        *min = caper_max(*min, middle + half + slack);
    } else {
        *max = caper_min(*max, middle - half - slack);
    }
    return true;
}

float caperi_focus_top(caperi_focus *f, const caper_world *world, float x, float z, float from_y,
                       int *box)
{
    caperi_focus_answer a = {.min_x = f->min_x, .max_x = f->max_x, .min_z = f->min_z};
    a.max_z = f->max_z;
    a.top = a.least = -INFINITY;
    a.below = INFINITY;
    a.box = -1;
    if (world->has_ground && world->ground_point.y <= from_y) {
        a.top = world->ground_point.y;
    } else if (world->has_ground) {
        a.below = world->ground_point.y;
    }
    for (int i = 0; i < f->count && f->boxes[i].max_y >= a.top; i++) {
        float top = f->boxes[i].top, bx = f->boxes[i].x, bz = f->boxes[i].z;
        float half_x = f->boxes[i].half_x, half_z = f->boxes[i].half_z;
        if (!(top <= from_y)) {
            a.below = caper_min(a.below, top);
            continue;
        }
        if (beyond(z, bz, half_z, f->slack, &a.min_z, &a.max_z) ||
            beyond(x, bx, half_x, f->slack, &a.min_x, &a.max_x)) {
            continue;
        }
        a.min_x = caper_max(a.min_x, bx - half_x + f->slack);
        a.max_x = caper_min(a.max_x, bx + half_x - f->slack);
        a.min_z = caper_max(a.min_z, bz - half_z + f->slack);
        a.max_z = caper_min(a.max_z, bz + half_z - f->slack);
        if (top > a.top || (top == a.top && a.box >= 0 && f->boxes[i].index < a.box)) {
            a.box = f->boxes[i].index;
            a.top = top;
        }
    }
    a.least = a.top;
    f->answers[f->asked++ % CAPERI_FOCUS_ANSWERS] = a;
    *box = a.box;
    return a.top;
}

// A height by a plain focus: most of what feet ask for on stairs.
static caper_hit plain_height(caperi_focus *f, const caper_world *world, float x, float z,
                              float from_y)
{
    caper_hit hit = {.distance = INFINITY, .point = {x, 0, z}, .normal = {0, 1, 0}};
    int box;
    float top = caperi_focus_top(f, world, x, z, from_y, &box);
    if (top > -INFINITY) {
        hit.surface = box < 0 ? CAPER_SURFACE_GROUND : CAPER_SURFACE_BOX;
        hit.index = box < 0 ? 0 : box;
        hit.point.y = top;
        hit.distance = from_y - top;
    }
    return hit;
}

caper_hit caperi_focus_height(caperi_focus *focus, const caper_world *world,
                              const caper_world_frame *frame, float x, float z, float from_y)
{
    if (caperi_focus_is_plain(focus, frame, x, z)) {
        return plain_height(focus, world, x, z, from_y);
    }
    bool inside = focus->count >= 0 && x >= focus->min_x && x <= focus->max_x &&
                  z >= focus->min_z && z <= focus->max_z;
    return find_height(world, inside ? focus : NULL, frame, x, z, from_y).hit;
}

caperi_probe caperi_world_distance(const caper_world *world, const caper_world_frame *frame,
                                   caper_vec3 point, float reach)
{
    query q = {.question = DISTANCE, .a = point, .b = point};
    q.probe.hit.distance = reach;
    q.probe.hit.point = point;
    if (caper_vec3_is_finite(point))
        ask_all(&q, world, frame);
    return q.probe;
}

caperi_probe caperi_world_ray(const caper_world *world, const caper_world_frame *frame,
                              caper_vec3 origin, caper_vec3 direction, float length)
{
    caper_vec3 inverse =
        caper_vec3_make(1.0f / direction.x, 1.0f / direction.y, 1.0f / direction.z);
    query q = {.question = RAY, .a = origin, .b = inverse, .along = direction};
    caper_hit *hit = &q.probe.hit;
    bool unit = fabsf(caper_vec3_length_sq(direction) - 1.0f) <= 2e-3f;
    CAPER_ASSERT(unit);
    hit->distance = length;
    hit->point = caper_vec3_add_scaled(origin, direction, caper_clamp(length, 0.0f, FLT_MAX));
    if (!unit || !(length >= 0.0f) || !caper_vec3_is_finite(origin))
        return q.probe;
    // what is met at the very end still counts, although it is not nearer than the end
    hit->distance = nextafterf(length, INFINITY);
    ask_all(&q, world, frame);
    if (hit->surface == CAPER_SURFACE_NONE)
        hit->distance = length;
    return q.probe;
}

caperi_probe caperi_world_capsule(const caper_world *world, const caper_world_frame *frame,
                                  caper_capsule capsule, float reach)
{
    query q = {.question = SEGMENT, .a = capsule.a, .b = capsule.b, .radius = capsule.radius};
    q.probe.hit.distance = reach;
    q.probe.hit.point = capsule.a;
    if (caper_vec3_is_finite(capsule.a) && caper_vec3_is_finite(capsule.b) &&
        capsule.radius - capsule.radius == 0.0f)
        ask_all(&q, world, frame);
    return q.probe;
}

caper_hit caper_world_height(const caper_world *world, const caper_world_frame *frame, float x,
                             float z, float from_y)
{
    return caperi_world_height(world, frame, x, z, from_y).hit;
}

caper_hit caper_world_distance(const caper_world *world, const caper_world_frame *frame,
                               caper_vec3 point, float reach)
{
    return caperi_world_distance(world, frame, point, reach).hit;
}

caper_hit caper_world_ray(const caper_world *world, const caper_world_frame *frame,
                          caper_vec3 origin, caper_vec3 direction, float length)
{
    return caperi_world_ray(world, frame, origin, direction, length).hit;
}

caper_hit caper_world_capsule(const caper_world *world, const caper_world_frame *frame,
                              caper_capsule capsule, float reach)
{
    return caperi_world_capsule(world, frame, capsule, reach).hit;
}

const caper_target *caper_world_find_target(const caper_world_frame *frame, const char *name)
{
    for (int i = 0; frame && name && i < frame->target_count; i++) {
        const char *have = frame->targets[i].name, *want = name;
        while (have && *have && *have == *want)
            have++, want++;
        if (have && *have == *want)
            return &frame->targets[i];
    }
    return NULL;
}
