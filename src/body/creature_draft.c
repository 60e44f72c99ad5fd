// SPDX-License-Identifier: MIT
//
// The primitives that random creatures are made of: boxes, chains of boxes and their mirror images.
// A box is aligned with its own frame, and the frame is the one of 24 (quarter turns about the box)
// that is nearest to the identity, or for odd creatures any of them. Invariant: the joint of a
// draft lies inside its own box and, as callers keep to the points given here, inside its parent's.
#include "body/creature.h"

static caper_vec3 column(const caper_mat3 *m, int i)
{
    return i == 0 ? m->x : i == 1 ? m->y : m->z;
}

static float component(caper_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/// One of the 24 frames whose axes are those of the box, up to sign.
typedef struct quarter_turn {
    int from[3];
    float sign[3];
} quarter_turn;

static quarter_turn quarter_turn_at(int index)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    quarter_turn q;
    int order = index / 4, signs = index % 4;
    for (int i = 0; i < 3; i++) {
        q.from[i] = orders[order][i];
    }
    q.sign[0] = signs & 1 ? -1.0f : 1.0f;
    q.sign[1] = signs & 2 ? -1.0f : 1.0f;
    // odd orders reflect; the last sign makes the frame right-handed again
    q.sign[2] = q.sign[0] * q.sign[1] * (order < 3 ? 1.0f : -1.0f);
    return q;
}

static caper_mat3 turned(const caper_mat3 *axes, const quarter_turn *q)
{
    caper_mat3 m;
    m.x = caper_vec3_scale(column(axes, q->from[0]), q->sign[0]);
    m.y = caper_vec3_scale(column(axes, q->from[1]), q->sign[1]);
    m.z = caper_vec3_scale(column(axes, q->from[2]), q->sign[2]);
    return m;
}

static quarter_turn nearest_turn(const caper_mat3 *axes)
{
    quarter_turn best = quarter_turn_at(0);
    float best_trace = -INFINITY;
    for (int i = 0; i < 24; i++) {
        quarter_turn q = quarter_turn_at(i);
        caper_mat3 m = turned(axes, &q);
        float trace = (m.x.x + m.y.y) + m.z.z;
        // the margin keeps ties (diagonal boxes) from being decided by rounding
        if (trace > best_trace + 1e-4f) {
            best_trace = trace;
            best = q;
        }
    }
    return best;
}

int caperi_draft_add(caperi_creature_work *c, int parent, caper_vec3 joint_point, caper_mat3 axes,
                     caper_vec3 center, caper_vec3 half, caper_caps caps)
{
    CAPER_ASSERT(c->count < c->max_drafts);
    bool odd = c->plan.odd_frames && caperi_chance(c, 0.7f);
    quarter_turn q = odd ? quarter_turn_at(caper_rng_int(&c->rng, 0, 23)) : nearest_turn(&axes);
    caper_mat3 frame = turned(&axes, &q);
    caperi_creature_draft *draft = &c->drafts[c->count];
    *draft = (caperi_creature_draft){0};
    draft->parent = parent;
    draft->caps = caps;
    draft->joint_point = joint_point;
    draft->rotation = caper_quat_normalize(caper_quat_from_mat3(frame));
    draft->center = center;
    draft->half = caper_vec3_make(component(half, q.from[0]), component(half, q.from[1]),
                                  component(half, q.from[2]));
    draft->joint.kind = CAPER_JOINT_FIXED;
    draft->joint.axis = caper_vec3_make(1.0f, 0.0f, 0.0f);
    return c->count++;
}

void caperi_draft_name(caperi_creature_draft *draft, const char *label, int group, int index,
                       char side)
{
    draft->label = label;
    draft->group = group;
    draft->index = index;
    draft->side = side;
}

void caperi_draft_ball(caperi_creature_draft *draft, caper_vec3 axis_model, float swing,
                       float twist)
{
    draft->joint.kind = CAPER_JOINT_BALL;
    draft->joint.axis = caper_vec3_normalize_or(caper_quat_unrotate(draft->rotation, axis_model),
                                                caper_vec3_make(0.0f, 0.0f, 1.0f));
    draft->joint.swing = swing;
    draft->joint.min = -twist;
    draft->joint.max = twist;
}

void caperi_draft_hinge(caperi_creature_draft *draft, caper_vec3 axis_model, float min, float max)
{
    draft->joint.kind = CAPER_JOINT_HINGE;
    draft->joint.axis = caper_vec3_normalize_or(caper_quat_unrotate(draft->rotation, axis_model),
                                                caper_vec3_make(1.0f, 0.0f, 0.0f));
    draft->joint.swing = 0.0f;
    draft->joint.min = min;
    draft->joint.max = max;
}

caper_vec3 caperi_draft_surface(const caperi_creature_draft *draft, caper_vec3 direction,
                                float depth)
{
    caper_vec3 d = caper_quat_unrotate(draft->rotation, direction);
    float reach = INFINITY;
    for (int i = 0; i < 3; i++) {
        float x = fabsf(component(d, i));
        if (x > 1e-6f) {
            reach = caper_min(reach, component(draft->half, i) / x);
        }
    }
    return caper_vec3_add_scaled(draft->center, direction, reach < INFINITY ? reach * depth : 0.0f);
}

/// The mirror image of a point in x = plane.
static caper_vec3 mirror_point(caper_vec3 p, float plane)
{
    return caper_vec3_make(plane - (p.x - plane), p.y, p.z);
}

void caperi_drafts_mirror(caperi_creature_work *c, int first, float plane, int group_shift)
{
    int count = c->count - first;
    CAPER_ASSERT(c->count + count <= c->max_drafts);
    for (int i = 0; i < count; i++) {
        caperi_creature_draft *draft = &c->drafts[first + count + i];
        *draft = c->drafts[first + i];
        draft->side = draft->side == 'l' ? 'r' : draft->side == 'r' ? 'l' : 0;
        draft->group += group_shift;
        draft->parent = draft->parent >= first ? draft->parent + count : draft->parent;
        draft->joint_point = mirror_point(draft->joint_point, plane);
        draft->center = mirror_point(draft->center, plane);
        draft->rotation = caper_quat_mirror(draft->rotation);
        caper_vec3 a = draft->joint.axis;
        // a hinge axis is an axial vector: its mirror image turns the other way
        draft->joint.axis = draft->joint.kind == CAPER_JOINT_HINGE
                                ? caper_vec3_make(a.x, -a.y, -a.z)
                                : caper_vec3_mirror(a);
    }
    c->count += count;
}

caper_mat3 caperi_axes(caper_vec3 broad, caper_vec3 forward)
{
    caper_vec3 side = caper_vec3_add_scaled(broad, forward, -caper_vec3_dot(broad, forward));
    if (caper_vec3_length(side) < 0.05f) {
        side = caper_vec3_any_orthogonal(forward);
    }
    caper_mat3 m;
    m.x = caper_vec3_normalize(side);
    m.y = caper_vec3_cross(forward, m.x);
    m.z = forward;
    return m;
}

void caperi_bent_points(caper_vec3 from, caper_vec3 to, int segments, caper_vec3 toward, float bend,
                        bool zigzag, caper_vec3 *points)
{
    float distance = caper_vec3_distance(from, to);
    caper_vec3 along = caper_vec3_normalize_or(caper_vec3_sub(to, from), toward);
    caper_vec3 out = caper_vec3_add_scaled(toward, along, -caper_vec3_dot(toward, along));
    out = caper_vec3_normalize_or(out, caper_vec3_any_orthogonal(along));
    for (int i = 0; i <= segments; i++) {
        float f = (float)i / (float)segments;
        float wave = caper_sin((zigzag && segments > 2 ? CAPER_TAU : CAPER_PI) * f);
        caper_vec3 p = caper_vec3_lerp(from, to, f);
        // the ends stay where they are, whatever the sine of a rounded pi is
        bool inner = i > 0 && i < segments;
        points[i] = inner ? caper_vec3_add_scaled(p, out, bend * distance * wave) : p;
    }
}

void caperi_points_lift(const caperi_creature_work *c, caper_vec3 *points, int segments,
                        float margin)
{
    caper_vec3 before = points[0];
    for (int i = 1; i <= segments; i++) {
        caper_vec3 step = caper_vec3_sub(points[i], before);
        float length = caper_vec3_length(step);
        before = points[i];
        caper_vec3 p = caper_vec3_add(points[i - 1], step);
        p.y = caper_max(points[i].y, c->floor + margin);
        // what cannot go down goes on along the ground, or the segment would vanish
        caper_vec3 flat = caper_vec3_make(step.x, 0.0f, step.z);
        float down = p.y - points[i - 1].y;
        float wanted = caper_max(0.64f * length * length - down * down, 0.0f);
        if (caper_vec3_length_sq(flat) < wanted) {
            flat = caper_vec3_normalize_or(flat, caper_vec3_make(0.0f, 0.0f, -1.0f));
            flat = caper_vec3_scale(flat, sqrtf(wanted));
            p.x = points[i - 1].x + flat.x;
            p.z = points[i - 1].z + flat.z;
        }
        points[i] = p;
    }
}

float caperi_chain_end_width(const caperi_creature_chain *chain, int segments)
{
    float width = chain->width;
    for (int i = 1; i < segments; i++) {
        width *= chain->taper;
    }
    return width;
}

/// Radians that a limb swings and twists where it begins: a person's hips swing by 115 degrees and
/// shoulders by 165, and they twist by 45 and 90.
#define ROOT_SWING 2.2f
#define ROOT_TWIST 1.0f

/// The joint of segment i of a chain: the first is a ball, knees are hinges that open until the
/// limb is straight and close as far as flesh allows.
static void set_chain_joint(caperi_creature_draft *draft, const caper_vec3 *points, int i,
                            const caperi_creature_chain *chain)
{
    caper_vec3 next = caper_vec3_normalize(caper_vec3_sub(points[i + 1], points[i]));
    if (i == 0) {
        caperi_draft_ball(draft, next, ROOT_SWING, ROOT_TWIST);
        return;
    }
    caper_vec3 previous = caper_vec3_normalize(caper_vec3_sub(points[i], points[i - 1]));
    caper_vec3 axis = caper_vec3_cross(previous, next);
    float sine = caper_vec3_length(axis);
    float bent = caper_atan2(sine, caper_vec3_dot(previous, next));
    if (!chain->hinges) { // who reaches out is straight, however far it curls at rest
        float swing = caper_clamp(bent, chain->swing, ROOT_SWING);
        caperi_draft_ball(draft, next, swing, 0.3f);
        return;
    }
    if (sine < 1e-3f) {
        axis = caper_vec3_any_orthogonal(next);
        bent = 0.0f;
    }
    // measured from the rest pose: straight is -bent, folded is 150 degrees
    float folded = caper_max(150.0f * CAPER_DEGREE - bent, 0.1f);
    caperi_draft_hinge(draft, axis, -bent, folded);
}

int caperi_chain_add(caperi_creature_work *c, int parent, const caper_vec3 *points, int segments,
                     const caperi_creature_chain *chain)
{
    float width = chain->width;
    for (int i = 0; i < segments; i++) {
        caper_vec3 step = caper_vec3_sub(points[i + 1], points[i]);
        float length = caper_vec3_length(step);
        caper_vec3 forward = caper_vec3_normalize_or(step, caper_vec3_make(0.0f, -1.0f, 0.0f));
        // never a needle, and never so thick that the segment is a ball with a joint inside
        float half_width = caper_clamp(width, 0.085f * length, 0.9f * length);
        float thick = caper_max(half_width * chain->flat, 0.035f * length);
        float overlap = caper_min(0.4f * caper_min(half_width, thick), 0.25f * length);
        caper_vec3 half = caper_vec3_make(half_width, thick, 0.5f * length + overlap);
        caper_vec3 center = caper_vec3_lerp(points[i], points[i + 1], 0.5f);
        caper_mat3 axes = caperi_axes(chain->broad, forward);
        parent = caperi_draft_add(c, parent, points[i], axes, center, half, chain->caps);
        caperi_creature_draft *draft = &c->drafts[parent];
        caperi_draft_name(draft, chain->label, chain->group, chain->first_index + i, chain->side);
        draft->deform = chain->deform;
        set_chain_joint(draft, points, i, chain);
        width *= chain->taper;
    }
    return parent;
}

void caperi_both_sides(caperi_creature_work *c, float plane, int cost, caperi_side_fn *build,
                       void *user)
{
    if (c->plan.symmetric) {
        if (caperi_room(c) >= 2 * cost) {
            int first = c->count;
            build(c, user, 1.0f);
            caperi_drafts_mirror(c, first, plane, 0);
        }
        return;
    }
    // asymmetric: now and then one side only, else each side with its own jitter
    bool single = caperi_chance(c, 0.35f);
    bool left = caperi_chance(c, 0.5f);
    if ((!single || left) && caperi_room(c) >= cost) {
        build(c, user, 1.0f);
    }
    if ((!single || !left) && caperi_room(c) >= cost) {
        build(c, user, -1.0f);
    }
}
