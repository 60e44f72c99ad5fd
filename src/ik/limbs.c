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

// Times that a limb is aimed again from a shape within its limits: what one joint gives up goes to
// the others, and some of those are beyond theirs then.
#define BENDS 5
// Bodies of an arm or a leg of a person: one joint bends, and nothing can be handed on.
#define ARM 3

// ----------------------------------------------------------------------------------------- build

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
    node->body = (int16_t)body;
    node->pinned = false;
    node->length = node->reach = node->least = node->most = 0.0f;
    node->give = parent >= 0 ? s->nodes[parent].give : 0.0f;
    node->parent = (int16_t)parent;
    node->first = node->second = node->sibling = node->goal = -1;
    node->base = caperi_position(&s->base[body]);
    node->reference = caperi_q_identity();
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
    const caperi_v joint = caperi_position(&s->base[node->body]);
    float elastic = caperi_v_distance(joint, above->base);
    node->length = caperi_v_distance(node->base, above->base);
    node->reach = above->reach + node->length;
    node->most = node->length + (caperi_most_stretch(s, node) - 1.0f) * elastic;
    node->least = caper_max(node->length - (1.0f - caperi_least_stretch(s, node)) * elastic, 0.0f);
}

// Where the goal wants the particle: the point, brought to the joint by as much rotation as is
// given.
static void aim_node(caperi_solve *s, caperi_node *node, const caperi_goal *goal, float share)
{
    caperi_v fixed = caperi_v_scale(goal->point, share);
    caperi_v loose = caperi_v_scale(goal->point, 1.0f - share);
    node->target = caperi_v_sub(goal->position, caperi_q_rotate(goal->rotation, fixed));
    const caper_transform *at = &s->base[node->body];
    node->base = caperi_v_add(caperi_position(at), caperi_q_rotate(caperi_rotation(at), loose));
    node->pinned = true;
}

// A goal on a body with goals below keeps its particle at the joint, turned as the root turns.
static void aim_inner_node(caperi_solve *s, caperi_node *node, const caperi_goal *goal)
{
    caperi_q turned =
        caperi_q_mul(s->delta[s->character->root_body], caperi_rotation(&s->base[node->body]));
    turned = caperi_q_nlerp(turned, goal->rotation, goal->rotation_weight);
    node->target = caperi_v_sub(goal->position, caperi_q_rotate(turned, goal->point));
    node->pinned = true;
}

// What the goals of a limb let its bodies give: the most that one of them does, or what params say
// when one of them does not care.
static float limb_give(const caperi_solve *s, int base)
{
    float most = 0.0f;
    for (int i = 0; s->gives && i < s->goal_count; i++) {
        const caperi_goal *goal = &s->goals[i];
        if (goal->position_weight > 0.0f && s->character->bodies[goal->body].base == base) {
            if (goal->give <= 0.0f)
                return 0.0f;
            most = caper_max(most, goal->give);
        }
    }
    return most;
}

static void begin_limb(caperi_solve *s, int body)
{
    caperi_limb *limb = &s->limbs[s->limb_count++];
    limb->node = (int16_t)s->node_count;
    limb->node_count = 0;
    limb->body = s->solver->above[body];
    limb->branching = limb->turned = false;
    caperi_node *node = add_node(s, body, -1);
    node->pinned = true;
    node->give = limb_give(s, s->character->bodies[body].base);
}

static void add_body(caperi_solve *s, int body)
{
    int above = s->solver->above[body];
    int goal_index = s->goal_of[body];
    const caperi_goal *goal = goal_index >= 0 ? &s->goals[goal_index] : NULL;
    bool turned = goal && goal->rotation_weight > 0.0f && (s->flags[body] & CAPERI_INNER);
    if (goal && goal->position_weight <= 0.0f)
        goal = NULL;
    s->node_of[body] = (int16_t)s->node_count;
    caperi_node *node;
    if (s->solver->slot[above] >= 0) {
        begin_limb(s, body);
        // the joint of a limb's first body is the spine's; a point of it is a particle of its own
        bool point = goal && !(s->flags[body] & CAPERI_INNER) && goal->rotation_weight < 1.0f &&
                     caperi_v_length_sq(goal->point) > 0.0f;
        if (!point) {
            s->nodes[s->node_count - 1].goal = (int16_t)(goal ? goal_index : -1);
            if (goal)
                aim_inner_node(s, &s->nodes[s->node_count - 1], goal);
            s->limbs[s->limb_count - 1].turned = turned;
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
    limb->turned = limb->turned || turned;
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

// ------------------------------------------------------------------------------ rotation as goal

// Turn from base that a node's body is asked to have; false when it is not asked.
static bool asked_delta(const caperi_solve *s, const caperi_node *node, caperi_q *delta,
                        float *weight)
{
    int index = s->goal_of[node->body];
    if (index < 0 || s->goals[index].rotation_weight <= 0.0f)
        return false;
    const caperi_goal *goal = &s->goals[index];
    *delta = caperi_q_mul(goal->rotation, caperi_q_conj(caperi_rotation(&s->base[node->body])));
    *weight = goal->rotation_weight;
    return true;
}

// A rotation goal in the middle of a limb says where one end of the body is when the other end is
// known: above the particles of goals, and below where a limb begins.
static void pin_by_rotation(caperi_solve *s, const caperi_limb *limb)
{
    caperi_q delta;
    float weight;
    for (int j = limb->node + limb->node_count - 1; j > limb->node; j--) {
        caperi_node *node = &s->nodes[j], *above = &s->nodes[node->parent];
        if (!node->pinned || above->pinned || !asked_delta(s, above, &delta, &weight) ||
            weight < 0.5f)
            continue;
        above->target = caperi_v_sub(node->target,
                                     caperi_q_rotate(delta, caperi_v_sub(node->base, above->base)));
        above->position = above->target;
        above->pinned = true;
    }
    for (int j = limb->node + 1; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j], *above = &s->nodes[node->parent];
        if (node->pinned || !above->pinned || !asked_delta(s, above, &delta, &weight) ||
            weight < 0.5f)
            continue;
        node->position = caperi_v_add(
            above->position, caperi_q_rotate(delta, caperi_v_sub(node->base, above->base)));
        node->target = node->position;
        node->pinned = true;
    }
}

// -------------------------------------------------------------------------------- reconstruction

// Turn the body of a node onto the particles of its children: the smallest turn from the aimed
// shape for the first, then about that axis for the second.
static caperi_q turn_onto(const caperi_solve *s, const caperi_node *node, caperi_q reference)
{
    const caperi_node *first = &s->nodes[node->first];
    caperi_v axis = caperi_q_rotate(reference, caperi_v_sub(first->base, node->base));
    caperi_v posed = caperi_v_sub(first->position, node->position);
    caperi_q delta = caperi_q_mul(caperi_q_turn(axis, posed, caperi_v_zero()), reference);
    if (node->second < 0)
        return delta;
    const caperi_node *second = &s->nodes[node->second];
    axis = caperi_v_unit_or(posed, caperi_v_zero());
    caperi_v is = caperi_q_rotate(delta, caperi_v_sub(second->base, node->base));
    caperi_v should = caperi_v_sub(second->position, node->position);
    is = caperi_v_add_scaled(is, axis, -caperi_v_dot(is, axis));
    should = caperi_v_add_scaled(should, axis, -caperi_v_dot(should, axis));
    // children in one line say nothing about the turn about it
    float least = 1e-6f * node->length * node->length + 1e-12f;
    if (caperi_v_length_sq(is) < least || caperi_v_length_sq(should) < least)
        return delta;
    return caperi_q_mul(caperi_q_turn(is, should, axis), delta);
}

static void place(caperi_solve *s, int body, caperi_q delta, caperi_v position)
{
    delta = caperi_q_tidy(delta);
    s->delta[body] = delta;
    caperi_set(&s->model[body], caperi_q_tidy(caperi_q_mul(delta, caperi_rotation(&s->base[body]))),
               position);
    s->flags[body] |= CAPERI_PLACED;
}

// Welded bodies between two nodes share the stretch, or the last one would have it all.
static void place_welded(caperi_solve *s, const caperi_node *node)
{
    const caperi_node *above = &s->nodes[node->parent];
    caperi_q delta = s->delta[above->body];
    float stretch = node->length > 0.0f
                        ? caperi_v_distance(node->position, above->position) / node->length
                        : 1.0f;
    for (int body = s->character->bodies[node->body].parent; body != above->body;
         body = s->character->bodies[body].parent) {
        caperi_v way = caperi_q_rotate(delta, caperi_v_sub(caperi_position(&s->base[body]),
                                                           caperi_position(&s->base[above->body])));
        place(s, body, delta,
              caperi_v_add_scaled(caperi_position(&s->model[above->body]), way, stretch));
    }
}

// A body with particles below it: its rotation goal decides the turn about its axis.
static void place_inner(caperi_solve *s, const caperi_node *node)
{
    caperi_q reference = s->nodes[node->first].reference, asked;
    float weight;
    caperi_q delta = turn_onto(s, node, reference);
    if (node->second < 0 && asked_delta(s, node, &asked, &weight))
        delta = caperi_q_nlerp(delta, turn_onto(s, node, asked), weight);
    place(s, node->body, delta, node->position);
}

// The last body of a limb goes with the one above it unless a rotation is asked for. Its joint is
// where its point needs it.
static void place_end(caperi_solve *s, const caperi_node *node, int body_above)
{
    caperi_q delta = s->delta[body_above], asked;
    float weight = 0.0f;
    caperi_v at = node->position;
    if (asked_delta(s, node, &asked, &weight)) {
        delta = caperi_q_unit(caperi_q_nlerp(delta, asked, weight));
    }
    if (node->goal >= 0) {
        const caperi_goal *goal = &s->goals[node->goal];
        caperi_v fixed = caperi_v_scale(goal->point, weight);
        caperi_q rotation = caperi_q_mul(delta, caperi_rotation(&s->base[node->body]));
        at = caperi_v_add(at, caperi_q_rotate(goal->rotation, fixed));
        at = caperi_v_sub(at, caperi_q_rotate(rotation, goal->point));
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
            caperi_q delta = s->delta[limb->body], asked;
            float weight;
            if (asked_delta(s, node, &asked, &weight))
                delta = caperi_q_nlerp(delta, asked, weight);
            place(s, node->body, delta, node->position);
        } else if (s->nodes[node->parent].body != node->body) {
            place_end(s, node, s->nodes[node->parent].body);
        } else {
            // a point of the first body: already turned towards it
            caperi_q delta = s->delta[node->body], asked;
            float weight;
            if (asked_delta(s, node, &asked, &weight))
                place(s, node->body, caperi_q_nlerp(delta, asked, weight),
                      caperi_position(&s->model[node->body]));
        }
    }
}

// ----------------------------------------------------------------------------------------- solve

// Bring the limb along with the spine body that carries it and weigh its goals: a weight of one
// half is half way from where the spine carries the particle.
static void carry(caperi_solve *s, const caperi_limb *limb)
{
    caperi_q delta = s->delta[limb->body];
    caperi_v from = caperi_position(&s->base[limb->body]);
    caperi_v to = caperi_position(&s->model[limb->body]);
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j];
        node->shape = caperi_v_add(to, caperi_q_rotate(delta, caperi_v_sub(node->base, from)));
        node->position = node->shape;
        node->reference = delta;
        node->turn = caperi_q_identity();
        if (j > limb->node && node->goal >= 0)
            node->position = node->target =
                caperi_v_lerp(node->shape, node->target, s->goals[node->goal].position_weight);
    }
}

static void solve_limb(caperi_solve *s, const caperi_limb *limb)
{
    if (limb->branching)
        caperi_limb_solve_tree(s, limb);
    else
        caperi_limb_solve_chains(s, limb);
    reconstruct(s, limb);
}

// ---------------------------------------------------------------------------------------- limits

static bool is_asked(const caperi_solve *s, int body)
{
    int index = s->goal_of[body];
    return index >= 0 && s->goals[index].rotation_weight > 0.0f && !s->goals[index].level;
}

// A quick look for a joint beyond its limits, where the base is rest.
static bool is_within(const caperi_solve *s, const caperi_limb *limb)
{
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        const caperi_node *node = &s->nodes[j];
        int above = node->parent < 0 ? limb->body : s->nodes[node->parent].body;
        caperi_q turn = caperi_q_mul(caperi_q_conj(s->delta[above]), s->delta[node->body]);
        if (node->body != above && !caperi_limit_holds(&s->solver->limits[node->body], turn) &&
            !is_asked(s, node->body))
            return false;
    }
    return true;
}

// Lay the solved limb out anew with its joints brought back within their limits, as the shape to
// aim again; false when none was beyond. Rotations that were asked for stay.
static bool bend_back(caperi_solve *s, const caperi_limb *limb, float weight)
{
    bool changed = false;
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j];
        int above = node->parent < 0 ? limb->body : s->nodes[node->parent].body;
        caperi_q *delta = &s->delta[node->body];
        caperi_goal *goal = s->goal_of[node->body] < 0 ? NULL : &s->goals[s->goal_of[node->body]];
        if (!is_asked(s, node->body) && node->body != above &&
            caperi_limit_body(s, node->body, s->delta[above], weight, delta)) {
            changed = true;
            if (goal && goal->level) {
                goal->rotation = caperi_q_mul(*delta, caperi_rotation(&s->base[node->body]));
                node->target =
                    caperi_v_sub(goal->position, caperi_q_rotate(goal->rotation, goal->point));
            }
        }
        if (node->parent < 0)
            continue;
        caperi_v way = caperi_v_sub(node->base, s->nodes[node->parent].base);
        node->reference = s->delta[above];
        node->shape =
            caperi_v_add(s->nodes[node->parent].shape, caperi_q_rotate(node->reference, way));
    }
    return changed;
}

// Hard limits, at the cost of the goals: bodies stand where their joints let them, as long as they
// came out.
static void stiffen(caperi_solve *s, const caperi_limb *limb, float weight)
{
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j];
        int above = node->parent < 0 ? limb->body : s->nodes[node->parent].body;
        if (node->body == above)
            continue;
        caperi_q delta = s->delta[node->body];
        caperi_v position = caperi_position(&s->model[node->body]);
        if (node->parent >= 0) {
            position = caperi_v_add(caperi_position(&s->model[above]),
                                    caperi_q_rotate(s->delta[above], node->axis));
        }
        caperi_limit_body(s, node->body, s->delta[above], weight, &delta);
        place(s, node->body, delta, position);
    }
}

// Where the bodies came out, seen from the bodies above: what stiffen keeps.
static void remember_ways(caperi_solve *s, const caperi_limb *limb)
{
    for (int j = limb->node + 1; j < limb->node + limb->node_count; j++) {
        caperi_node *node = &s->nodes[j];
        int above = s->nodes[node->parent].body;
        caperi_v way =
            caperi_v_sub(caperi_position(&s->model[node->body]), caperi_position(&s->model[above]));
        node->axis = caperi_q_rotate(caperi_q_conj(s->delta[above]), way);
    }
}

// Ends whose rotation yields turn back about their joint: the limb above stays, so that nothing
// jumps as they come to a limit.
static void yield_ends(caperi_solve *s, const caperi_limb *limb)
{
    for (int j = limb->node + 1; j < limb->node + limb->node_count; j++) {
        const caperi_node *node = &s->nodes[j];
        int above = s->nodes[node->parent].body;
        float yields = node->goal >= 0 && node->first < 0 ? s->goals[node->goal].yields : 0.0f;
        caperi_q delta = s->delta[node->body];
        if (yields > 0.0f && node->body != above &&
            caperi_limit_body(s, node->body, s->delta[above], yields, &delta))
            place(s, node->body, delta, caperi_position(&s->model[node->body]));
    }
}

// ----------------------------------------------------------------------------------------- solve

// How much the limits of a limb weigh: as its least strict goal says.
static float limit_weight(const caperi_solve *s, const caperi_limb *limb)
{
    float strict = 1.0f;
    for (int j = limb->node; j < limb->node + limb->node_count; j++)
        if (s->nodes[j].goal >= 0)
            strict = caper_min(strict, s->goals[s->nodes[j].goal].strict);
    float weight = s->params->limit_weight;
    return caper_clamp(weight > 0.0f ? caper_lerp(weight, 1.0f, strict) : 0.0f, 0.0f, 1.0f);
}

void caperi_limbs_solve(caperi_solve *s)
{
    for (int i = 0; i < s->limb_count; i++) {
        const caperi_limb *limb = &s->limbs[i];
        float soft = limit_weight(s, limb), hard = caper_max(2.0f * soft - 1.0f, 0.0f);
        carry(s, limb);
        if (limb->turned)
            pin_by_rotation(s, limb);
        caperi_limb_fold(s, limb);
        solve_limb(s, limb);
        bool look = soft > 0.0f && !limb->branching && !(s->at_rest && is_within(s, limb));
        // feet that must be where they are keep to one: how many it takes jumps from frame to frame
        float base = s->params->limit_weight, more = caper_max(soft - base, 0.0f);
        int bends = limb->node_count > ARM && more > 0.0f && !s->calm ? BENDS : 1;
        for (int bend = 0; look && bend < bends; bend++) {
            float weight = bend == 0 ? caper_min(2.0f * soft, 1.0f) : more / (1.0f - base);
            if (!bend_back(s, limb, weight))
                break;
            solve_limb(s, limb);
        }
        yield_ends(s, limb);
        if (hard > 0.0f) {
            remember_ways(s, limb);
            stiffen(s, limb, hard);
        }
    }
}
