// SPDX-License-Identifier: MIT
//
// The limb phase of the particle solver (paper 000, section 4.3.3), and the particles that both
// phases read: one at every limb joint between the spine and a position goal.
//
// A goal for a point off the joint has its particle at that point when no rotation is asked for:
// the last two bodies then move as one and the wrist stays straight. With a rotation goal the
// particle is the joint, where the point puts it (goals of six degrees of freedom become three);
// a weight between the two mixes them without a step.
//
// A limb is *aimed* first: the base shape, carried by the spine, is turned by the smallest turn
// and scaled along the way to the goal. The paper stops there. We also scale it across, by what
// keeps its length if it is a zigzag, so that the constraints start nearly met:
// a limb of length L, with its ends r apart at base and g apart now, swells by
// sqrt((L^2 - g^2) / (L^2 - r^2)), which is 0, straight, exactly when the goal is at full reach.
// Then the length constraints are met (limbs_chain.c), and bodies are turned from the aimed shape
// onto the particles: hinges that bent in the plane of the limb still do.
#include "ik/limbs.h"

#include <string.h>

// ------------------------------------------------------------------------------------------- build

static void mark_reaching(caperi_solve *s)
{
    for (int i = 0; i < s->goal_count; i++) {
        int body = s->goals[i].body;
        if (s->goals[i].position_weight <= 0.0f || s->solver->slot[body] >= 0)
            continue;
        while (!(s->flags[body] & CAPERI_REACHES)) {
            s->flags[body] |= CAPERI_REACHES;
            int above = s->solver->above[body];
            if (s->solver->slot[above] >= 0)
                break;
            // seen from below: a body that was already marked as an end becomes inner
            s->flags[above] |= CAPERI_INNER;
            body = above;
        }
    }
}

static caperi_node *add_node(caperi_solve *s, int body, int parent)
{
    int index = s->node_count++;
    caperi_node *node = &s->nodes[index];
    memset(node, 0, sizeof *node);
    node->body = (int16_t)body;
    node->parent = (int16_t)parent;
    node->first = node->second = node->sibling = node->goal = -1;
    node->base = s->base[body].position;
    node->reference = caper_quat_identity();
    if (parent >= 0) {
        caperi_node *above = &s->nodes[parent];
        if (above->first < 0) {
            above->first = (int16_t)index;
        } else {
            int last = above->first;
            while (s->nodes[last].sibling >= 0)
                last = s->nodes[last].sibling;
            s->nodes[last].sibling = (int16_t)index;
            if (above->second < 0)
                above->second = (int16_t)index;
        }
    }
    return node;
}

// Only the way between joints stretches: a point keeps its place on its body.
static void measure_node(caperi_solve *s, caperi_node *node)
{
    const caperi_node *above = &s->nodes[node->parent];
    const caper_vec3 joint = s->base[node->body].position;
    float elastic = caper_vec3_distance(joint, above->base);
    node->length = caper_vec3_distance(node->base, above->base);
    node->reach = above->reach + node->length;
    node->most = node->length + (s->params->max_stretch - 1.0f) * elastic;
    node->least = caper_max(node->length - (1.0f - s->params->min_stretch) * elastic, 0.0f);
}

// Where the goal wants the particle: the point, brought to the joint by as much rotation as is
// given.
static void aim_node(caperi_solve *s, caperi_node *node, const caperi_goal *goal, float share)
{
    caper_vec3 fixed = caper_vec3_scale(goal->point, share);
    caper_vec3 loose = caper_vec3_scale(goal->point, 1.0f - share);
    node->target = caper_vec3_sub(goal->position, caper_quat_rotate(goal->rotation, fixed));
    node->offset = caper_quat_rotate(s->base[node->body].rotation, loose);
    node->base = caper_vec3_add(s->base[node->body].position, node->offset);
    node->pinned = true;
}

// A goal on a body with goals below keeps its particle at the joint, turned as the root turns.
static void aim_inner_node(caperi_solve *s, caperi_node *node, const caperi_goal *goal)
{
    caper_quat turned =
        caper_quat_mul(s->delta[s->character->root_body], s->base[node->body].rotation);
    turned = caper_quat_nlerp(turned, goal->rotation, goal->rotation_weight);
    node->target = caper_vec3_sub(goal->position, caper_quat_rotate(turned, goal->point));
    node->pinned = true;
}

static void begin_limb(caperi_solve *s, int body)
{
    caperi_limb *limb = &s->limbs[s->limb_count++];
    limb->node = (int16_t)s->node_count;
    limb->node_count = 0;
    limb->body = s->solver->above[body];
    limb->branching = false;
    add_node(s, body, -1)->pinned = true;
}

static void add_body(caperi_solve *s, int body)
{
    int above = s->solver->above[body];
    int goal_index = s->goal_of[body];
    const caperi_goal *goal = goal_index >= 0 ? &s->goals[goal_index] : NULL;
    if (goal && goal->position_weight <= 0.0f)
        goal = NULL;
    s->node_of[body] = (int16_t)s->node_count;
    caperi_node *node;
    if (s->solver->slot[above] >= 0) {
        begin_limb(s, body);
        // the joint of a limb's first body is the spine's; a point of it is a particle of its own
        bool point = goal && !(s->flags[body] & CAPERI_INNER) && goal->rotation_weight < 1.0f &&
                     caper_vec3_length_sq(goal->point) > 0.0f;
        if (!point) {
            s->nodes[s->node_count - 1].goal = (int16_t)(goal ? goal_index : -1);
            if (goal)
                aim_inner_node(s, &s->nodes[s->node_count - 1], goal);
            return;
        }
        node = add_node(s, body, s->node_count - 1);
    } else {
        node = add_node(s, body, s->node_of[above]);
    }
    if (goal && (s->flags[body] & CAPERI_INNER))
        aim_inner_node(s, node, goal);
    else if (goal)
        aim_node(s, node, goal, goal->rotation_weight);
    node->goal = (int16_t)(goal ? goal_index : -1);
    measure_node(s, node);
    caperi_limb *limb = &s->limbs[s->limb_count - 1];
    limb->branching = limb->branching || s->nodes[node->parent].second >= 0;
}

void caperi_limbs_build(caperi_solve *s)
{
    mark_reaching(s);
    const caper_solver *solver = s->solver;
    for (int i = 0; i < solver->order_count; i++) {
        int body = solver->order[i];
        if (s->flags[body] & CAPERI_REACHES)
            add_body(s, body);
    }
    for (int i = 0; i < s->limb_count; i++) {
        int end = i + 1 < s->limb_count ? s->limbs[i + 1].node : s->node_count;
        s->limbs[i].node_count = (int16_t)(end - s->limbs[i].node);
    }
}

// --------------------------------------------------------------------------------- rotation as
// goal

// Turn from base that a node's body is asked to have; false when it is not asked.
static bool asked_delta(const caperi_solve *s, const caperi_node *node, caper_quat *delta,
                        float *weight)
{
    int index = s->goal_of[node->body];
    if (index < 0 || s->goals[index].rotation_weight <= 0.0f)
        return false;
    const caperi_goal *goal = &s->goals[index];
    *delta = caper_quat_mul(goal->rotation, caper_quat_conj(s->base[node->body].rotation));
    *weight = goal->rotation_weight;
    return true;
}

// A rotation goal in the middle of a limb says where one end of the body is when the other end is
// known: above the particles of goals, and below where a limb begins.
static void pin_by_rotation(caperi_solve *s, const caperi_limb *limb)
{
    caper_quat delta;
    float weight;
    for (int j = limb->node + limb->node_count - 1; j > limb->node; j--) {
        caperi_node *node = &s->nodes[j], *above = &s->nodes[node->parent];
        if (!node->pinned || above->pinned || !asked_delta(s, above, &delta, &weight) ||
            weight < 0.5f)
            continue;
        above->target = caper_vec3_sub(
            node->target, caper_quat_rotate(delta, caper_vec3_sub(node->base, above->base)));
        above->position = above->target;
        above->pinned = true;
    }
    for (int j = limb->node + 1; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j], *above = &s->nodes[node->parent];
        if (node->pinned || !above->pinned || !asked_delta(s, above, &delta, &weight) ||
            weight < 0.5f)
            continue;
        node->position = caper_vec3_add(
            above->position, caper_quat_rotate(delta, caper_vec3_sub(node->base, above->base)));
        node->target = node->position;
        node->pinned = true;
    }
}

// ---------------------------------------------------------------------------------- reconstruction

// Turn the body of a node onto the particles of its children: the smallest turn from the aimed
// shape for the first, then about that axis for the second.
static caper_quat turn_onto(const caperi_solve *s, const caperi_node *node, caper_quat reference)
{
    const caperi_node *first = &s->nodes[node->first];
    caper_vec3 axis = caper_quat_rotate(reference, caper_vec3_sub(first->base, node->base));
    caper_vec3 posed = caper_vec3_sub(first->position, node->position);
    caper_quat delta = caper_quat_mul(caperi_turn(axis, posed, caper_vec3_zero()), reference);
    if (node->second < 0)
        return delta;
    const caperi_node *second = &s->nodes[node->second];
    axis = caper_vec3_normalize_or(posed, caper_vec3_zero());
    caper_vec3 is = caper_quat_rotate(delta, caper_vec3_sub(second->base, node->base));
    caper_vec3 should = caper_vec3_sub(second->position, node->position);
    is = caper_vec3_add_scaled(is, axis, -caper_vec3_dot(is, axis));
    should = caper_vec3_add_scaled(should, axis, -caper_vec3_dot(should, axis));
    // children in one line say nothing about the turn about it
    float least = 1e-6f * node->length * node->length + 1e-12f;
    if (caper_vec3_length_sq(is) < least || caper_vec3_length_sq(should) < least)
        return delta;
    return caper_quat_mul(caperi_turn(is, should, axis), delta);
}

static void place(caperi_solve *s, int body, caper_quat delta, caper_vec3 position)
{
    delta = caper_quat_normalize(delta);
    s->delta[body] = delta;
    s->model[body] = caper_transform_make(
        caper_quat_normalize(caper_quat_mul(delta, s->base[body].rotation)), position);
    s->flags[body] |= CAPERI_PLACED;
}

// Welded bodies between two nodes share the stretch, or the last one would have it all.
static void place_welded(caperi_solve *s, const caperi_node *node)
{
    const caperi_node *above = &s->nodes[node->parent];
    caper_quat delta = s->delta[above->body];
    float stretch = node->length > 0.0f
                        ? caper_vec3_distance(node->position, above->position) / node->length
                        : 1.0f;
    for (int body = s->character->bodies[node->body].parent; body != above->body;
         body = s->character->bodies[body].parent) {
        caper_vec3 way = caper_quat_rotate(
            delta, caper_vec3_sub(s->base[body].position, s->base[above->body].position));
        place(s, body, delta, caper_vec3_add_scaled(s->model[above->body].position, way, stretch));
    }
}

// A body with particles below it: its rotation goal decides the turn about its axis.
static void place_inner(caperi_solve *s, const caperi_node *node)
{
    caper_quat reference = s->nodes[node->first].reference, asked;
    float weight;
    caper_quat delta = turn_onto(s, node, reference);
    if (node->second < 0 && asked_delta(s, node, &asked, &weight))
        delta = caper_quat_nlerp(delta, turn_onto(s, node, asked), weight);
    place(s, node->body, delta, node->position);
}

// The last body of a limb goes with the one above it unless a rotation is asked for. Its joint is
// where its point needs it.
static void place_end(caperi_solve *s, const caperi_node *node, int body_above)
{
    caper_quat delta = s->delta[body_above], asked;
    float weight = 0.0f;
    caper_vec3 at = node->position;
    if (asked_delta(s, node, &asked, &weight)) {
        delta = caper_quat_normalize(caper_quat_nlerp(delta, asked, weight));
    }
    if (node->goal >= 0) {
        const caperi_goal *goal = &s->goals[node->goal];
        caper_vec3 fixed = caper_vec3_scale(goal->point, weight);
        caper_quat rotation = caper_quat_mul(delta, s->base[node->body].rotation);
        at = caper_vec3_add(at, caper_quat_rotate(goal->rotation, fixed));
        at = caper_vec3_sub(at, caper_quat_rotate(rotation, goal->point));
    }
    place(s, node->body, delta, at);
}

static void reconstruct(caperi_solve *s, const caperi_limb *limb)
{
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        const caperi_node *node = &s->nodes[j];
        if (node->parent >= 0 && node->body != s->nodes[node->parent].body &&
            s->character->bodies[node->body].parent != s->nodes[node->parent].body)
            place_welded(s, node);
        if (node->first >= 0) {
            place_inner(s, node);
        } else if (node->parent < 0) {
            // one body and no particle but its joint: it can only turn
            caper_quat delta = s->delta[limb->body], asked;
            float weight;
            if (asked_delta(s, node, &asked, &weight))
                delta = caper_quat_nlerp(delta, asked, weight);
            place(s, node->body, delta, node->position);
        } else if (s->nodes[node->parent].body != node->body) {
            place_end(s, node, s->nodes[node->parent].body);
        } else {
            // a point of the first body: already turned towards it
            caper_quat delta = s->delta[node->body], asked;
            float weight;
            if (asked_delta(s, node, &asked, &weight))
                place(s, node->body, caper_quat_nlerp(delta, asked, weight),
                      s->model[node->body].position);
        }
    }
}

// ------------------------------------------------------------------------------------------- solve

// Bring the limb along with the spine body that carries it and weigh its goals: a weight of one
// half is half way from where the spine carries the particle.
static void carry(caperi_solve *s, const caperi_limb *limb)
{
    caper_quat delta = s->delta[limb->body];
    caper_vec3 from = s->base[limb->body].position, to = s->model[limb->body].position;
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j];
        node->position =
            caper_vec3_add(to, caper_quat_rotate(delta, caper_vec3_sub(node->base, from)));
        node->reference = delta;
        if (j > limb->node && node->goal >= 0)
            node->position = node->target =
                caper_vec3_lerp(node->position, node->target, s->goals[node->goal].position_weight);
    }
}

void caperi_limbs_solve(caperi_solve *s)
{
    for (int i = 0; i < s->limb_count; i++) {
        const caperi_limb *limb = &s->limbs[i];
        carry(s, limb);
        pin_by_rotation(s, limb);
        if (limb->branching)
            caperi_limb_solve_tree(s, limb);
        else
            caperi_limb_solve_chains(s, limb);
        reconstruct(s, limb);
    }
}
