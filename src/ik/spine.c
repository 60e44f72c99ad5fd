// SPDX-License-Identifier: MIT
//
// The spine phase of the particle solver (paper 000, section 4.3.2). Particles sit only where the
// spine branches: at the root, where a limb with a goal is attached, and at bodies with goals of
// their own. Between neighbors runs one length constraint however many bodies lie between; a limb
// is one constraint from its goal to where it is attached. Sweeps go from the limbs inward. Then
// the bodies at particles are turned by the smallest turn between tangents, and those between
// follow a spline (spine_curve.c).
//
// Where the paper leaves room:
// - A particle follows a point of its body, as in limbs.c, so goals for mouths are met exactly.
// - A limb reaches freely up to its base chord or nine tenths of its length, whichever is more,
//   then pulls ever harder until it is straight: C1, and no pull at all on a spine that need not
//   move.
// - Corrections of limbs at one particle are averaged, not applied in turn: a symmetric character
//   stays symmetric.
// - Turns build on the neighbor towards the root, not on the root itself, so a spine may bend by
//   more than half a turn without a flip.
// - The end tangent of the paper (natural spline) has the wrong sign and mixes lengths; here the
//   neighbor's tangent is brought to the length of the link first.
// - A body with only a rotation goal takes its place on the arc that such a turn makes, and the
//   turn ends at the next body that carries limbs: a head looks up with its neck.
#include "ik/spine.h"

#include <string.h>

// Zones over which corrections grow, as shares of the length: stretching is stiff, compressing
// (a spine that bends) is soft.
#define STRETCH_ZONE 0.04f
#define BEND_START 0.9f
#define BEND_ZONE 0.5f
#define REACH_START 0.9f
// What stands counts more than what reaches, and excess beyond this share of the reach ever less.
#define FOOT_WEIGHT 4.0f
#define CALM 0.1f
// How far the limbs may push a particle in one sweep, as a share of its way from the root.
#define MOST_PUSH 0.15f

size_t caperi_spine_scratch_size(int spine_count, int body_count)
{
    return (size_t)spine_count * sizeof(caperi_particle) +
           (size_t)body_count * sizeof(caperi_pull) +
           (size_t)spine_count * sizeof(caperi_curve_body) + (size_t)spine_count + 64;
}

// ----------------------------------------------------------------------------------------- build

// Where particles are needed.
static void want(const caperi_solve *s, uint8_t *wanted)
{
    const caper_solver *solver = s->solver;
    memset(wanted, 0, (size_t)s->character->spine_count);
    wanted[solver->root_slot] = 1;
    for (int i = 0; i < s->limb_count; i++)
        wanted[solver->slot[s->limbs[i].body]] = 1;
    for (int i = 0; i < s->goal_count; i++) {
        int slot = solver->slot[s->goals[i].body];
        if (slot < 0)
            continue;
        wanted[slot] = 1;
        if (s->goals[i].position_weight <= 0.0f)
            wanted[solver->neck[slot]] = 1;
    }
}

static void aim_particle(caperi_solve *s, caperi_particle *p, const caperi_goal *goal)
{
    float share = goal->rotation_weight;
    caperi_v fixed = caperi_v_scale(goal->point, share);
    caperi_v loose = caperi_v_scale(goal->point, 1.0f - share);
    p->offset = caperi_q_rotate(caperi_rotation(&s->base[p->body]), loose);
    p->target = caperi_v_sub(goal->position, caperi_q_rotate(goal->rotation, fixed));
    p->pin = caper_min(4.0f * goal->position_weight, 1.0f);
}

static void make_particles(caperi_solve *s, caperi_spine *spine, const uint8_t *wanted)
{
    const caper_character *character = s->character;
    caperi_v root = caperi_position(&s->model[character->root_body]);
    caperi_v home = caperi_position(&s->base[character->root_body]);
    caperi_q turn = s->delta[character->root_body];
    for (int slot = 0; slot < character->spine_count; slot++) {
        if (!wanted[slot])
            continue;
        caperi_particle *p = &spine->particles[spine->count];
        p->offset = p->push = caperi_v_zero();
        p->pin = p->active = p->strength = p->length = p->fold = 0.0f;
        p->asked_weight = 0.0f;
        p->slot = slot;
        p->body = character->spine[slot];
        p->goal = s->goal_of[p->body];
        p->mass = 1.0f;
        if (slot == s->solver->root_slot) {
            spine->root = spine->count;
            p->mass = s->params->root_influence * (1.0f - s->root_weight);
            p->goal = -1;
        } else if (p->goal >= 0 && s->goals[p->goal].position_weight > 0.0f) {
            aim_particle(s, p, &s->goals[p->goal]);
        }
        if (p->goal >= 0 && s->goals[p->goal].rotation_weight > 0.0f) {
            p->asked_weight = s->goals[p->goal].rotation_weight;
            p->asked = caperi_q_mul(s->goals[p->goal].rotation,
                                    caperi_q_conj(caperi_rotation(&s->base[p->body])));
        }
        p->base = caperi_v_add(caperi_position(&s->base[p->body]), p->offset);
        p->rest = caperi_v_add(root, caperi_q_rotate(turn, caperi_v_sub(p->base, home)));
        p->position = p->rest;
        p->delta = turn;
        if (p->pin > 0.0f)
            p->target = caperi_v_lerp(p->rest, p->target, s->goals[p->goal].position_weight);
        spine->index_of[slot] = (int16_t)spine->count++;
    }
    for (int k = 0; k < spine->count; k++) {
        caperi_particle *p = &spine->particles[k];
        if (k == spine->root)
            continue;
        const caperi_particle *in = &spine->particles[k < spine->root ? k + 1 : k - 1];
        p->length = caperi_v_distance(p->base, in->base);
    }
}

// A particle that is only turned: half of its turn, for the chord of an arc.
static void place_turned(caperi_spine *spine)
{
    for (int side = -1; side <= 1; side += 2) {
        for (int k = spine->root + side; k >= 0 && k < spine->count; k += side) {
            caperi_particle *p = &spine->particles[k];
            if (p->asked_weight <= 0.0f || p->pin > 0.0f)
                continue;
            const caperi_particle *in = &spine->particles[k - side];
            caperi_q half = caperi_q_nlerp(p->delta, p->asked, 0.5f * p->asked_weight);
            caperi_v chord = caperi_v_sub(p->base, in->base);
            p->position = caperi_v_add(in->position, caperi_q_rotate(half, chord));
        }
    }
}

// The last body of the spine turns as its particle moves (by half as much again as its link), and
// that moves what sits beyond the particle still farther. Without regard for this lever the spine
// would lean too far.
static float find_gain(const caperi_spine *spine, int k, caperi_v offset)
{
    if (k == spine->root || (k > 0 && k < spine->count - 1))
        return 1.0f;
    const caperi_particle *p = &spine->particles[k];
    const caperi_particle *in = &spine->particles[k < spine->root ? k + 1 : k - 1];
    float lever = caperi_v_dot(offset, caperi_v_sub(p->base, in->base));
    float length_sq = p->length * p->length;
    return lever > 0.0f ? length_sq / (length_sq + 1.5f * lever) : 1.0f;
}

static void make_pulls(caperi_solve *s, caperi_spine *spine)
{
    for (int i = 0; i < s->limb_count; i++) {
        const caperi_limb *limb = &s->limbs[i];
        const caperi_node *first = &s->nodes[limb->node];
        int k = spine->index_of[s->solver->slot[limb->body]];
        // nothing pulls at what is held
        if (spine->particles[k].mass * (1.0f - spine->particles[k].pin) <= 0.0f)
            continue;
        caperi_v offset = caperi_v_sub(first->base, spine->particles[k].base);
        for (int j = limb->node; j < limb->node + limb->node_count; j++) {
            const caperi_node *n = &s->nodes[j];
            if (n->goal < 0)
                continue;
            caperi_pull *pull = &spine->pulls[spine->pull_count++];
            float chord = caperi_v_distance(n->base, first->base);
            pull->particle = k;
            pull->offset = offset;
            pull->target = n->target;
            bool foot = (s->character->bodies[n->body].caps & CAPER_CAP_FOOT) != 0;
            pull->strength = s->goals[n->goal].position_weight;
            pull->weight = pull->strength * (foot ? FOOT_WEIGHT : 1.0f);
            pull->calm = CALM * n->reach + 1e-6f * s->character->size;
            pull->start = caper_min(caper_max(chord, REACH_START * n->reach), n->reach);
            pull->zone = 2.0f * (n->reach - pull->start);
            pull->least = s->params->min_limb * chord;
            pull->gain = find_gain(spine, k, offset);
        }
    }
}

// ---------------------------------------------------------------------------------------- sweeps

// Average the wishes of the limbs at each particle.
static void pull_limbs(caperi_spine *spine)
{
    for (int i = 0; i < spine->pull_count; i++) {
        const caperi_pull *pull = &spine->pulls[i];
        caperi_particle *p = &spine->particles[pull->particle];
        caperi_v at = caperi_v_add(p->position, caperi_q_rotate(p->delta, pull->offset));
        caperi_v way = caperi_v_sub(pull->target, at);
        float length = caperi_v_length(way);
        float move = caperi_soft(length - pull->start, pull->zone);
        if (length < pull->least)
            move = length - pull->least;
        move *= pull->gain;
        if (move == 0.0f || !(length > 0.0f))
            continue;
        // the farther a goal is out of reach, the less it counts against others: feet stay planted
        // while a hand stretches for the moon
        float weight = pull->weight * pull->calm / (pull->calm + fabsf(move));
        p->push = caperi_v_add_scaled(p->push, way, move / length * weight);
        p->active += weight;
        p->strength = caper_max(p->strength, pull->strength);
    }
    for (int k = 0; k < spine->count; k++) {
        caperi_particle *p = &spine->particles[k];
        if (p->active > 0.0f) {
            // not far at a time: one far goal may not tear the spine off other limbs
            caperi_v push =
                caperi_v_scale(p->push, p->strength * p->mass * (1.0f - p->pin) / p->active);
            float size = caperi_v_length(push),
                  most = MOST_PUSH * caperi_v_distance(p->base, spine->particles[spine->root].base);
            if (k != spine->root && size > most)
                push = caperi_v_scale(push, most / size);
            p->position = caperi_v_add(p->position, push);
        }
        p->push = caperi_v_zero();
        p->active = p->strength = 0.0f;
    }
}

static void pull_link(caperi_particle *outer, caperi_particle *inner)
{
    caperi_v d = caperi_v_sub(outer->position, inner->position);
    float length = caperi_v_length(d), rest = outer->length;
    float error = caperi_soft(length - rest, STRETCH_ZONE * rest) -
                  caperi_soft(BEND_START * rest - length, BEND_ZONE * rest);
    float a = outer->mass * (1.0f - outer->pin), b = inner->mass * (1.0f - inner->pin);
    if (!(a + b > 0.0f) || !(length > 0.0f) || error == 0.0f)
        return;
    d = caperi_v_scale(d, error / (length * (a + b)));
    outer->position = caperi_v_add_scaled(outer->position, d, -a);
    inner->position = caperi_v_add_scaled(inner->position, d, b);
}

// How far a link has turned against the one inside of it from base, as a cosine; the base direction
// is carried by the turn of the inner link, or by the root.
static float bend_cosine(const caperi_particle *p, const caperi_particle *in,
                         const caperi_particle *in2)
{
    caperi_v base = caperi_v_sub(p->rest, in->rest);
    caperi_v posed = caperi_v_sub(p->position, in->position);
    if (in2) {
        caperi_v a = caperi_v_sub(in->rest, in2->rest);
        caperi_v b = caperi_v_sub(in->position, in2->position);
        base = caperi_q_rotate(caperi_q_turn(a, b, caperi_v_zero()), base);
    }
    float lengths = sqrtf(caperi_v_length_sq(base) * caperi_v_length_sq(posed));
    return lengths > 0.0f ? caperi_v_dot(base, posed) / lengths : 1.0f;
}

// Links that are within half of the buckling angle of their root-relative base directions cannot
// have buckled: nearly always nothing else needs to be known.
static bool is_plain(const caperi_spine *spine, const caperi_particle *p, const caperi_particle *in)
{
    caperi_v base = caperi_v_sub(p->rest, in->rest);
    caperi_v posed = caperi_v_sub(p->position, in->position);
    float dot = caperi_v_dot(base, posed);
    float lengths = caperi_v_length_sq(base) * caperi_v_length_sq(posed);
    return dot > 0.0f && dot * dot >= spine->plain * lengths;
}

// The straight way back from a fold leads past the link's inner end: no closer than `least`.
static caperi_v keep_apart(caperi_v to, caperi_v from, float least)
{
    caperi_v way = caperi_v_sub(to, from);
    float length = caperi_v_length(way);
    return length > 0.0f && length < least ? caperi_v_add_scaled(from, way, least / length) : to;
}

// Anti-buckling: draw what has folded back to the root-relative base pose, the more the more it
// has.
static void unbuckle_side(caperi_spine *spine, int side)
{
    bool plain = true;
    for (int k = spine->root + side; k >= 0 && k < spine->count; k += side) {
        caperi_particle *p = &spine->particles[k], *in = &spine->particles[k - side];
        caperi_particle *in2 = k - side == spine->root ? NULL : &spine->particles[k - 2 * side];
        bool inner_plain = plain;
        plain = is_plain(spine, p, in);
        p->fold = 0.0f;
        if (plain && inner_plain)
            continue;
        float cosine = bend_cosine(p, in, in2);
        float fold = caper_smoothstep(-spine->buckle_start, -spine->buckle_full, -cosine);
        p->fold = fold; // its goal lets go as well in the next sweep
        caperi_v to = caperi_v_lerp(p->position, p->rest, 0.5f * fold);
        if (in2)
            in->position = caperi_v_lerp(in->position, in->rest, 0.5f * fold);
        p->position = keep_apart(to, in->position, BEND_START * p->length * fold);
    }
}

// From the limbs inward to the root.
static void sweep(caperi_spine *spine)
{
    if (spine->pull_count > 0)
        pull_limbs(spine);
    for (int k = spine->count - 1; k > spine->root; k--)
        pull_link(&spine->particles[k], &spine->particles[k - 1]);
    for (int k = 0; k < spine->root; k++)
        pull_link(&spine->particles[k], &spine->particles[k + 1]);
    for (int k = 0; k < spine->count; k++) {
        caperi_particle *p = &spine->particles[k];
        if (p->pin > 0.0f)
            p->position = caperi_v_lerp(p->position, p->target, p->pin * (1.0f - p->fold));
    }
    unbuckle_side(spine, -1);
    unbuckle_side(spine, 1);
}

// The root may not wander off, whatever its children wish.
static void hold_root(caperi_solve *s, caperi_spine *spine)
{
    caperi_particle *root = &spine->particles[spine->root];
    caperi_v moved = caperi_v_sub(root->position, root->rest);
    float length = caperi_v_length(moved);
    float most = s->params->root_influence * 0.5f * s->character->size;
    if (length > most)
        root->position = caperi_v_add_scaled(root->rest, moved, most / length);
}

// -------------------------------------------------------------------------------------- tangents

// The direction of the curve at an end. It is that of a natural spline, 3 d - v with the unit link
// d and the unit tangent v before it, as long as the link is near that tangent; the farther off,
// the more it goes to the arc of a circle, 2 (d.v) d - v, whose bend is even.
static caperi_v end_tangent(caperi_v link, caperi_v inner_tangent)
{
    caperi_v zero = caperi_v_zero();
    caperi_v d = caperi_v_unit_or(link, zero), v = caperi_v_unit_or(inner_tangent, zero);
    float natural = caper_smoothstep(0.3f, 1.0f, caperi_v_dot(d, v));
    return caperi_v_sub(caperi_v_scale(d, 1.2f + 1.8f * natural), v);
}

// Directions of the base curve. That of the root is along the spine where it goes on both ways.
static void find_tangents(caperi_spine *spine, int side)
{
    int root = spine->root, end = side > 0 ? spine->count - 1 : 0;
    if (root == end)
        return;
    int other = root - side >= 0 && root - side < spine->count ? root - side : root;
    caperi_particle *particles = spine->particles;
    caperi_v tangent = caperi_v_sub(particles[root + side].base, particles[other].base);
    spine->root_tangent[side > 0] = tangent;
    for (int k = root + side; k != end; k += side) {
        tangent = caperi_v_sub(particles[k + side].base, particles[k - side].base);
        particles[k].tangent = tangent;
    }
    caperi_v link = caperi_v_sub(particles[end].base, particles[end - side].base);
    particles[end].tangent = end_tangent(link, tangent);
}

// Turn the bodies at particles: each by the smallest turn from its base tangent, carried by the
// body before it, to the posed one; then towards its rotation goal.
static void turn_side(caperi_spine *spine, int side)
{
    int root = spine->root, end = side > 0 ? spine->count - 1 : 0;
    if (root == end)
        return;
    caperi_particle *particles = spine->particles;
    caperi_v tangent = caperi_q_rotate(particles[root].delta, spine->root_tangent[side > 0]);
    caperi_v aside = caperi_v_make(1.0f, 0.0f, 0.0f);
    for (int k = root + side;; k += side) {
        caperi_particle *p = &particles[k];
        const caperi_particle *in = &particles[k - side];
        tangent = k != end ? caperi_v_sub(particles[k + side].position, in->position)
                           : end_tangent(caperi_v_sub(p->position, in->position), tangent);
        caperi_v carried = caperi_q_rotate(in->delta, p->tangent);
        caperi_q turn = caperi_q_turn(carried, tangent, aside);
        p->delta = caperi_q_tidy(caperi_q_mul(turn, in->delta));
        if (p->asked_weight > 0.0f) {
            p->delta = caperi_q_nlerp(p->delta, p->asked, p->asked_weight);
            tangent = caperi_q_rotate(p->delta, p->tangent);
        }
        if (k == end)
            return;
    }
}

// ----------------------------------------------------------------------------------------- solve

// Outward: lengths within what is allowed, then joints from points.
static void project(caperi_solve *s, caperi_spine *spine)
{
    for (int side = -1; side <= 1; side += 2) {
        for (int k = spine->root + side; k >= 0 && k < spine->count; k += side) {
            caperi_particle *p = &spine->particles[k];
            const caperi_particle *in = &spine->particles[k - side];
            caperi_v d = caperi_v_sub(p->position, in->position);
            float length = caperi_v_length(d);
            float allowed = caper_clamp(length, s->params->min_stretch * p->length,
                                        s->params->max_stretch * p->length);
            if (allowed != length && length > 0.0f)
                p->position = caperi_v_add_scaled(in->position, d, allowed / length);
        }
    }
}

static void place_particles(caperi_solve *s, caperi_spine *spine)
{
    for (int k = 0; k < spine->count; k++) {
        caperi_particle *p = &spine->particles[k];
        caperi_q rotation =
            caperi_q_unit(caperi_q_mul(p->delta, caperi_rotation(&s->base[p->body])));
        caperi_v joint = p->position;
        if (p->pin > 0.0f) {
            // the particle stands for the point less what a full rotation goal would make of it
            const caperi_goal *goal = &s->goals[p->goal];
            caperi_v fixed = caperi_v_scale(goal->point, goal->rotation_weight);
            joint = caperi_v_add(joint, caperi_q_rotate(goal->rotation, fixed));
            joint = caperi_v_sub(joint, caperi_q_rotate(rotation, goal->point));
        }
        caperi_set(&s->model[p->body], rotation, joint);
        s->delta[p->body] = p->delta;
        s->flags[p->body] |= CAPERI_PLACED;
    }
}

void caperi_spine_solve(caperi_solve *s)
{
    int slots = s->character->spine_count, bodies = s->character->body_count;
    caperi_spine spine = {0};
    spine.particles = s->spine;
    spine.pulls = (caperi_pull *)(void *)(spine.particles + slots);
    spine.curve = (caperi_curve_body *)(void *)(spine.pulls + bodies);
    spine.index_of = s->node_of; // the limbs are built: the room is free again
    uint8_t *wanted = (uint8_t *)(spine.curve + slots);
    spine.buckle_start = caper_cos(s->params->buckle_angle);
    spine.buckle_full = caper_cos(s->params->buckle_full);
    spine.plain = 0.5f * (1.0f + spine.buckle_start); // squared cosine of half the angle

    want(s, wanted);
    make_particles(s, &spine, wanted);
    place_turned(&spine);
    find_tangents(&spine, -1);
    find_tangents(&spine, 1);
    make_pulls(s, &spine);
    // five sweeps, always: a count that depends on the residual would be a step in the answer
    int sweeps = 0;
    for (; sweeps < s->params->sweeps && (spine.count > 1 || spine.pull_count > 0); sweeps++) {
        if (sweeps > 0) {
            turn_side(&spine, -1);
            turn_side(&spine, 1);
        }
        sweep(&spine);
        hold_root(s, &spine);
    }
    s->sweeps = sweeps;
    project(s, &spine);
    turn_side(&spine, -1);
    turn_side(&spine, 1);
    place_particles(s, &spine);
    caperi_spine_curves(s, &spine);
}
