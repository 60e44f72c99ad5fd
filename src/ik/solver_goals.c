// SPDX-License-Identifier: MIT
//
// What one solve is asked for (paper 000, section 4.3.1): which bodies have IK, one goal per body
// of all that were given (delegated ones go to the body that serves them), and the root, which
// forward kinematics puts where its goal says.
//
// Several goals of one body are averaged by weight. Two different points of a body also say which
// way it points; that becomes a rotation goal, or both points would be missed by their mean.
#include "ik/solver.h"

#include <string.h>

// Goals farther from the character than this many sizes are brought to it: squares must not
// overflow.
#define FARTHEST 1e6f
// Weights below this are none: quotients of them must not overflow.
#define LEAST_WEIGHT 1e-6f

// The vector, shortened so that no coordinate exceeds the limit.
static caperi_v within(caper_vec3 v, float limit)
{
    float most = caper_max(caper_max(fabsf(v.x), fabsf(v.y)), fabsf(v.z));
    if (most > limit)
        v = caper_vec3_scale(caper_vec3_scale(v, 1.0f / most), limit);
    return caperi_v_from(v);
}

// The body and everything rootward of it has IK.
static void mark(caperi_solve *s, int body)
{
    const caper_character *character = s->character;
    const int16_t *slots = s->solver->slot;
    while (body >= 0 && slots[body] < 0 && !(s->flags[body] & CAPERI_HAS_IK)) {
        s->flags[body] |= CAPERI_HAS_IK;
        body = character->bodies[body].parent;
    }
    if (body < 0 || slots[body] < 0)
        return;
    int slot = slots[body], step = slot > s->solver->root_slot ? -1 : 1;
    for (; !(s->flags[character->spine[slot]] & CAPERI_HAS_IK); slot += step)
        s->flags[character->spine[slot]] |= CAPERI_HAS_IK;
}

static caperi_goal *goal_for(caperi_solve *s, int body)
{
    if (s->goal_of[body] < 0) {
        s->goal_of[body] = (int16_t)s->goal_count;
        caperi_goal *goal = &s->goals[s->goal_count++];
        caperi_v zero = caperi_v_zero();
        goal->body = body;
        goal->level = false;
        goal->point = goal->position = goal->rotation = goal->points = goal->positions = zero;
        goal->position_weight = goal->rotation_weight = goal->pair_weight = 0.0f;
        goal->soften = goal->give = goal->strict = goal->strict_weight = 0.0f;
        goal->free = goal->yields = 0.0f;
    }
    return &s->goals[s->goal_of[body]];
}

// Pairs of points that look against the first pair are turned around, so that they do not cancel.
static void add_pair(caperi_goal *goal, caperi_v point, caperi_v position, float weight)
{
    if (goal->position_weight <= 0.0f) {
        goal->first_point = point;
        goal->first_position = position;
        return;
    }
    caperi_v a = caperi_v_sub(point, goal->first_point);
    caperi_v b = caperi_v_sub(position, goal->first_position);
    float signed_weight = caperi_v_dot(a, goal->points) < 0.0f ? -weight : weight;
    goal->points = caperi_v_add_scaled(goal->points, a, signed_weight);
    goal->positions = caperi_v_add_scaled(goal->positions, b, signed_weight);
    goal->pair_weight = caper_min(goal->pair_weight + weight, 1.0f);
}

// Add a goal to those of the body that serves it.
static void add_goal(caperi_solve *s, const caper_goal *goal, float limit)
{
    float p = goal->position_weight < LEAST_WEIGHT ? 0.0f : goal->position_weight;
    float r = goal->rotation_weight < LEAST_WEIGHT ? 0.0f : goal->rotation_weight;
    if (p <= 0.0f && r <= 0.0f)
        return;
    mark(s, goal->body);
    int body = s->solver->server[goal->body];
    if (body < 0)
        return;
    caperi_v point = within(goal->point, 1e-3f * limit);
    caperi_q rotation = caperi_q_unit(caperi_q_from(goal->rotation));
    if (body != goal->body) {
        const caper_transform *server = &s->base[body], *own = &s->base[goal->body];
        caperi_q back = caperi_q_conj(caperi_rotation(server));
        caperi_q seen = caperi_q_mul(back, caperi_rotation(own));
        caperi_v way = caperi_v_sub(caperi_position(own), caperi_position(server));
        point = caperi_v_add(caperi_q_rotate(seen, point), caperi_q_rotate(back, way));
        rotation = caperi_q_mul(rotation, caperi_q_conj(seen));
    }
    caper_vec3 home = s->base[s->character->root_body].position;
    caperi_v position = within(caper_vec3_sub(goal->position, home), limit);
    position = caperi_v_add(position, caperi_v_from(home));
    caperi_goal *sum = goal_for(s, body);
    if (p > 0.0f)
        add_pair(sum, point, position, p);
    sum->position = caperi_v_add_scaled(sum->position, position, p);
    sum->point = caperi_v_add_scaled(sum->point, point, p);
    float side = caperi_v_dot(rotation, sum->rotation) < 0.0f ? -r : r;
    sum->rotation = caperi_v_add_scaled(sum->rotation, rotation, side);
    sum->position_weight += p;
    sum->rotation_weight += r;
    sum->yields += r * goal->yields;
    sum->soften += p * goal->soften;
    sum->give += p * goal->give;
    sum->strict += caper_max(p, r) * goal->strict;
    sum->strict_weight += caper_max(p, r);
    sum->free = caper_max(sum->free, caper_max(p, r) * (1.0f - goal->strict));
    s->gives = s->gives || goal->give > 0.0f;
}

// From sums to means.
static void average(caperi_goal *goal)
{
    if (goal->position_weight > 0.0f) {
        float per = 1.0f / goal->position_weight;
        goal->position = caperi_v_scale(goal->position, per);
        goal->point = caperi_v_scale(goal->point, per);
        goal->soften *= per;
        goal->give *= per;
        goal->position_weight = caper_min(goal->position_weight, 1.0f);
    }
    if (goal->strict_weight > 0.0f)
        goal->strict /= goal->strict_weight;
    goal->rotation = caperi_q_unit(goal->rotation);
    if (goal->rotation_weight > 0.0f)
        goal->yields = caper_min(goal->yields / goal->rotation_weight, 1.0f);
    goal->rotation_weight = caper_min(goal->rotation_weight, 1.0f);
}

// The rotation that two points ask for, as far as their distance is the one they have on the body.
static void turn_by_pair(const caperi_solve *s, caperi_goal *goal, caperi_q root_delta)
{
    float a = caperi_v_length(goal->points), b = caperi_v_length(goal->positions);
    float fit = caper_min(a, b) / caper_max(caper_max(a, b), 1e-20f);
    float weight = goal->pair_weight * caper_smoothstep(0.5f, 0.9f, fit);
    if (weight <= goal->rotation_weight || !(a > 1e-4f * s->character->size))
        return;
    caperi_q turned = caperi_q_mul(root_delta, caperi_rotation(&s->base[goal->body]));
    caperi_v is = caperi_q_rotate(turned, goal->points);
    turned = caperi_q_mul(caperi_q_turn(is, goal->positions, caperi_v_zero()), turned);
    goal->rotation = caperi_q_nlerp(turned, goal->rotation, goal->rotation_weight);
    goal->rotation_weight = weight;
}

// A foot that is not told how to turn stays as level as it was and turns with the root's yaw only,
// or a crouch that leans would lift its heels.
static void level_foot(const caperi_solve *s, caperi_goal *goal, caperi_q yaw)
{
    if (!(s->character->bodies[goal->body].caps & CAPER_CAP_FOOT) ||
        s->solver->slot[goal->body] >= 0 || goal->rotation_weight >= goal->position_weight)
        return;
    caperi_q level = caperi_q_mul(yaw, caperi_rotation(&s->base[goal->body]));
    goal->level = goal->rotation_weight <= 0.0f;
    goal->rotation = caperi_q_nlerp(level, goal->rotation, goal->rotation_weight);
    goal->rotation_weight = goal->position_weight;
}

static void place_root(caperi_solve *s)
{
    int root = s->character->root_body;
    caperi_q base = caperi_rotation(&s->base[root]), rotation = base;
    caperi_v position = caperi_position(&s->base[root]);
    if (s->goal_of[root] >= 0) {
        const caperi_goal *goal = &s->goals[s->goal_of[root]];
        rotation = caperi_q_nlerp(base, goal->rotation, goal->rotation_weight);
        if (goal->position_weight > 0.0f) {
            caperi_v to = caperi_v_sub(goal->position, caperi_q_rotate(rotation, goal->point));
            position = caperi_v_lerp(position, to, goal->position_weight);
            s->root_weight = goal->position_weight;
        }
    }
    caperi_set(&s->model[root], rotation, position);
    s->delta[root] = caperi_q_unit(caperi_q_mul(rotation, caperi_q_conj(base)));
    s->flags[root] |= CAPERI_PLACED;
}

void caperi_goals_gather(caperi_solve *s, const caper_goal *goals, int goal_count)
{
    int bodies = s->character->body_count, root = s->character->root_body;
    memset(s->flags, 0, (size_t)bodies);
    memset(s->goal_of, 0xff, (size_t)bodies * sizeof *s->goal_of);
    s->flags[root] = CAPERI_HAS_IK;
    float limit = FARTHEST * s->character->size;
    for (int i = 0; i < goal_count; i++)
        add_goal(s, &goals[i], limit);
    for (int i = 0; i < s->goal_count; i++)
        average(&s->goals[i]);
    place_root(s);

    caperi_v up = caperi_v_make(0.0f, 1.0f, 0.0f);
    float sine, cosine;
    caperi_q_twist(s->delta[root], up, &sine, &cosine);
    caperi_q yaw = caperi_q_about(up, sine, cosine);
    for (int i = 0; i < s->goal_count; i++) {
        if (s->goals[i].pair_weight > 0.0f)
            turn_by_pair(s, &s->goals[i], s->delta[root]);
        level_foot(s, &s->goals[i], yaw);
    }
}
