// SPDX-License-Identifier: MIT
//
// The length constraints of serial limbs. A limb without branches falls into chains of free
// particles between two pinned ones; each chain is aimed (paper 000, section 4.3.3) and then meets
// its constraints on its own:
//
// - beyond its reach it is straight, all bodies stretched alike, to the allowed stretch;
// - with one free particle (thigh and shin) the answer is a triangle in the plane of the aimed
// limb;
// - with more, all constraints are solved at once: each sweep moves the particles by the least sum
//   of squares that meets the linearized lengths. That is the sweep of the paper run to its end;
//   the system of a chain is tridiagonal, so it costs about as much as one, and two or three of
//   them do where Gauss-Seidel needs dozens. A small compliance keeps straight chains solvable.
//
// What is left of the length errors becomes stretch of the bodies, within its limits.
#include "ik/limbs.h"

#define COMPLIANCE 1e-3f
// Length errors below this share of the chain are left as stretch.
#define LENGTH_ERROR 1e-3f
// A limb whose bow is less than this share of its length needs to be told where to bend.
#define STRAIGHT 0.03f
// How much of the turn that its end asks for about the limb's axis a limb takes as swivel.
#define SWIVEL_FOOT 0.5f
#define SWIVEL_OTHER 0.25f

// A pinned or branching node, and the serial nodes below it up to one that is placed.
typedef struct chain {
    caperi_node *start;
    caperi_node *first, *last; // contiguous
    float length;
} chain;

// ----------------------------------------------------------------------------------------------
// aim

// The direction in which the carried chain bows out from the line r between its ends, as a vector
// whose length is the bow; for a straight chain the poles of its bodies decide.
static caper_vec3 find_bow(const caperi_solve *s, const chain *c, caper_quat reference,
                           caper_vec3 line)
{
    caper_vec3 bow = caper_vec3_zero(), pole = caper_vec3_zero();
    for (const caperi_node *n = c->first; n < c->last; n++) {
        caper_vec3 at = caper_vec3_sub(n->base, c->start->base);
        bow = caper_vec3_add(bow, at);
        pole = caper_vec3_add(
            pole, caper_quat_rotate(s->base[n->body].rotation, s->solver->pole[n->body]));
    }
    bow = caper_quat_rotate(reference, bow);
    pole = caper_quat_rotate(reference, pole);
    bow = caper_vec3_add_scaled(bow, line, -caper_vec3_dot(bow, line));
    pole = caper_vec3_add_scaled(pole, line, -caper_vec3_dot(pole, line));
    bow = caper_vec3_scale(bow, 1.0f / (float)(c->last - c->first));
    float size = caper_vec3_length(bow), missing = STRAIGHT * c->length - size;
    if (missing <= 0.0f)
        return bow;
    pole = caper_vec3_normalize_or(pole, caper_vec3_any_orthogonal(line));
    if (size > 0.2f * STRAIGHT * c->length && caper_vec3_dot(pole, bow) < 0.0f)
        pole = caper_vec3_neg(pole);
    return caper_vec3_add_scaled(bow, pole, missing);
}

// Turn about the line to the goal that brings the limb part of the way to what its end asks for.
static caper_quat find_swivel(const caperi_solve *s, const caperi_node *last, caper_quat aimed,
                              caper_vec3 line)
{
    int index = s->goal_of[last->body];
    if (index < 0 || s->goals[index].rotation_weight <= 0.0f)
        return caper_quat_identity();
    const caperi_goal *goal = &s->goals[index];
    caper_quat asked =
        caper_quat_mul(goal->rotation, caper_quat_conj(s->base[last->body].rotation));
    caper_quat twist = caperi_twist(caper_quat_mul(asked, caper_quat_conj(aimed)), line);
    bool foot = (s->character->bodies[last->body].caps & CAPER_CAP_FOOT) != 0;
    float share = (foot ? SWIVEL_FOOT : SWIVEL_OTHER) * goal->rotation_weight;
    return caperi_part_of(twist, share * caperi_twist_share(twist));
}

// Turn and scale the free nodes so that the last one lies at `goal`; true when that is the whole
// answer.
static bool aim(caperi_solve *s, chain *c, caper_quat reference, caper_vec3 goal)
{
    caper_vec3 rest = caper_quat_rotate(reference, caper_vec3_sub(c->last->base, c->start->base));
    caper_vec3 way = caper_vec3_sub(goal, c->start->position);
    float r = caper_vec3_length(rest), g = caper_vec3_length(way), length = c->length;
    caper_vec3 line = r > 1e-6f * length ? caper_vec3_scale(rest, 1.0f / r)
                                         : caper_vec3_normalize_or(way, caper_vec3_make(0, 1, 0));
    bool serial = c->first < c->last;
    caper_vec3 bow = serial ? find_bow(s, c, reference, line) : caper_vec3_zero();
    if (g > 1e-6f * length) {
        way = caper_vec3_scale(way, 1.0f / g);
        caper_quat turn = caperi_turn(line, way, caper_vec3_cross(line, bow));
        reference = caper_quat_mul(turn, reference);
        if (serial) {
            caper_quat swivel = find_swivel(s, c->last, reference, way);
            reference = caper_quat_normalize(caper_quat_mul(swivel, reference));
            bow = caper_quat_rotate(swivel, caper_quat_rotate(turn, bow));
        }
    } else {
        way = line;
    }
    for (caperi_node *n = c->first; n <= c->last; n++)
        n->reference = reference;
    c->last->position = goal;
    if (!serial)
        return true;

    // beyond reach: straight
    if (g >= length) {
        float stretch = g / length;
        for (caperi_node *n = c->first; n < c->last; n++)
            n->position = caper_vec3_add_scaled(c->start->position, way,
                                                (n->reach - c->start->reach) * stretch);
        return true;
    }
    // what a straight limb lacks in bow is laid on as a parabola of the same mean
    float added = caper_vec3_length(bow), per = 1.0f / length;
    caper_vec3 side = added > 0.0f ? caper_vec3_scale(bow, 1.0f / added) : bow;
    float mean = 0.0f;
    for (caperi_node *n = c->first; n < c->last; n++) {
        caper_vec3 at = caper_quat_rotate(reference, caper_vec3_sub(n->base, c->start->base));
        mean += caper_vec3_dot(at, side);
        n->position = at;
    }
    added = added - mean / (float)(c->last - c->first);
    float squeezed = 0.0f;
    caper_vec3 before = caper_vec3_zero();
    for (caperi_node *n = c->first; n <= c->last; n++) {
        float t = (n->reach - c->start->reach) * per;
        if (n < c->last)
            n->position = caper_vec3_add_scaled(n->position, side, 6.0f * t * (1.0f - t) * added);
        caper_vec3 at = n < c->last ? n->position : caper_vec3_scale(way, r);
        squeezed += caper_vec3_distance(at, before);
        before = at;
    }
    float slack = caper_max((squeezed - r) * (squeezed + r), 1e-6f * length * length);
    float swell = sqrtf((length - g) * (length + g) / slack);
    for (caperi_node *n = c->first; n < c->last; n++) {
        float t = (n->reach - c->start->reach) * per, x = caper_vec3_dot(n->position, way);
        caper_vec3 across = caper_vec3_add_scaled(n->position, way, -x);
        n->position = caper_vec3_add_scaled(c->start->position, across, swell);
        n->position = caper_vec3_add_scaled(n->position, way, x + t * (g - r));
    }
    return false;
}

// ------------------------------------------------------------------------------------------
// lengths

// One free particle: the third corner of a triangle, on the side where it was aimed to. A goal too
// close for the two lengths shrinks the longer and stretches the shorter.
static void solve_triangle(const caperi_solve *s, chain *c)
{
    caperi_node *middle = c->first, *last = c->last;
    caper_vec3 way = caper_vec3_sub(last->position, c->start->position);
    float a = middle->length, b = last->length, g = caper_vec3_length(way);
    if (!(g > 1e-6f * (a + b)))
        return;
    way = caper_vec3_scale(way, 1.0f / g);
    caper_vec3 side = caper_vec3_sub(middle->position, c->start->position);
    side = caper_vec3_add_scaled(side, way, -caper_vec3_dot(side, way));
    side = caper_vec3_normalize_or(side, caper_vec3_zero());
    float gap = fabsf(a - b) - g;
    if (gap > 0.0f) {
        float grow = 1.0f + caper_min(gap / (a + b), s->params->max_stretch - 1.0f);
        a = a < b ? a * grow : g + b * grow;
    }
    float x =
        gap > 0.0f ? (middle->length < last->length ? -a : a) : 0.5f * (g + (a - b) * (a + b) / g);
    float y = sqrtf(caper_max((a - x) * (a + x), 0.0f));
    caper_vec3 at = caper_vec3_add_scaled(c->start->position, way, x);
    middle->position = caper_vec3_add_scaled(at, side, y);
}

// Unit directions and errors of the constraints; the largest error as a share of the chain.
static float find_errors(chain *c)
{
    float worst = 0.0f;
    const caperi_node *above = c->start;
    for (caperi_node *n = c->first; n <= c->last; above = n++) {
        caper_vec3 d = caper_vec3_sub(n->position, above->position);
        float length = caper_vec3_length(d);
        n->axis = length > 0.0f ? caper_vec3_scale(d, 1.0f / length) : caper_vec3_zero();
        n->work[0] = length - n->length;
        worst = caper_max(worst, fabsf(n->work[0]));
    }
    return worst / c->length;
}

// All constraints at once: (J J' + compliance) f = error, tridiagonal; particles move by -J' f.
static void step(chain *c)
{
    const caperi_node *above = NULL;
    for (caperi_node *n = c->first; n <= c->last; above = n++) {
        float diagonal = (n == c->first || n == c->last ? 1.0f : 2.0f) + COMPLIANCE;
        n->work[2] = above ? -caper_vec3_dot(above->axis, n->axis) : 0.0f;
        if (above) {
            float factor = n->work[2] * above->work[1];
            diagonal -= factor * n->work[2];
            n->work[0] -= factor * above->work[0];
        }
        n->work[1] = 1.0f / diagonal;
    }
    caperi_node *last = c->last;
    float below = last->work[0] * last->work[1];
    // no particle moves farther than a quarter of the chain: far off, the linear answer means
    // little
    float most = 0.25f * c->length;
    for (caperi_node *n = last - 1; n >= c->first; n--) {
        float force = (n->work[0] - n[1].work[2] * below) * n->work[1];
        caper_vec3 move = caper_vec3_scale(n[1].axis, below);
        move = caper_vec3_add_scaled(move, n->axis, -force);
        float size = caper_vec3_length(move);
        if (size > most)
            move = caper_vec3_scale(move, most / size);
        n->position = caper_vec3_add(n->position, move);
        below = force;
    }
}

static void solve_lengths(caperi_solve *s, chain *c)
{
    if (c->last - c->first == 1) {
        solve_triangle(s, c);
        return;
    }
    int sweeps = 0;
    for (; sweeps < s->params->max_sweeps && find_errors(c) > LENGTH_ERROR; sweeps++)
        step(c);
    s->sweeps = sweeps > s->sweeps ? sweeps : s->sweeps;
}

// Bodies shrink and stretch only so far: from the start outward, what is beyond is cut, and the
// rest of the chain moves along.
static void project(chain *c)
{
    caper_vec3 shift = caper_vec3_zero();
    const caperi_node *above = c->start;
    for (caperi_node *n = c->first; n <= c->last; above = n++) {
        n->position = caper_vec3_add(n->position, shift);
        caper_vec3 d = caper_vec3_sub(n->position, above->position);
        float length = caper_vec3_length(d);
        float allowed = caper_clamp(length, n->least, n->most);
        if (allowed == length)
            continue;
        caper_vec3 move = caper_vec3_zero();
        if (length > 0.0f)
            move = caper_vec3_scale(d, allowed / length - 1.0f);
        n->position = caper_vec3_add(n->position, move);
        shift = caper_vec3_add(shift, move);
    }
}

static void set_length(chain *c)
{
    c->length = c->last->reach - c->start->reach;
}

void caperi_limb_solve_chains(caperi_solve *s, const caperi_limb *limb)
{
    caperi_node *nodes = &s->nodes[limb->node], *end = nodes + limb->node_count;
    caper_quat reference = s->delta[limb->body];
    chain c = {nodes, nodes + 1, nodes + 1, 0.0f};
    while (c.first < end) {
        for (c.last = c.first; !c.last->pinned; c.last++) {
        }
        set_length(&c);
        if (!aim(s, &c, reference, c.last->position))
            solve_lengths(s, &c);
        project(&c);
        reference = c.last->reference;
        c.start = c.last;
        c.first = c.last + 1;
    }
}

// --------------------------------------------------------------------------------------------
// trees

// Mean of the goals below a branch, at base and as they should be. The nodes of a sub-tree follow
// its top, and their parents are not before it.
static void find_middle(const caperi_solve *s, const caperi_limb *limb, int top, caper_vec3 *base,
                        caper_vec3 *target)
{
    float weight = 0.0f;
    *base = *target = caper_vec3_zero();
    int end = limb->node + limb->node_count;
    for (int j = top + 1; j < end && s->nodes[j].parent >= top; j++) {
        const caperi_node *n = &s->nodes[j];
        if (!n->pinned)
            continue;
        float w = n->goal >= 0 ? s->goals[n->goal].position_weight : 1.0f;
        *base = caper_vec3_add_scaled(*base, n->base, w);
        *target = caper_vec3_add_scaled(*target, n->position, w);
        weight += w;
    }
    *base = caper_vec3_scale(*base, 1.0f / weight);
    *target = caper_vec3_scale(*target, 1.0f / weight);
}

// A chain that ends in a free branch: turned towards the middle of the goals beyond it, and moved
// along by its share of the way that is missing or too much.
static void aim_branch(caperi_solve *s, const caperi_limb *limb, chain *c, caper_quat reference)
{
    caper_vec3 base, target;
    find_middle(s, limb, (int)(c->last - s->nodes), &base, &target);
    caper_vec3 rest = caper_quat_rotate(reference, caper_vec3_sub(base, c->start->base));
    caper_vec3 way = caper_vec3_sub(target, c->start->position);
    float r = caper_vec3_length(rest), g = caper_vec3_length(way);
    caper_quat turn = caperi_turn(rest, way, caper_vec3_zero());
    reference = caper_quat_normalize(caper_quat_mul(turn, reference));
    caper_vec3 line = caper_vec3_normalize_or(way, caper_vec3_zero());
    float scale = r > 1e-6f ? caper_min(g / r, s->params->max_stretch) : 1.0f;
    for (caperi_node *n = c->first; n <= c->last; n++) {
        caper_vec3 at = caper_quat_rotate(reference, caper_vec3_sub(n->base, c->start->base));
        at = caper_vec3_add_scaled(at, line, caper_vec3_dot(at, line) * (scale - 1.0f));
        n->position = caper_vec3_add(c->start->position, at);
        n->reference = reference;
    }
}

typedef void chain_work(caperi_solve *s, const caperi_limb *limb, chain *c);

static void aim_any(caperi_solve *s, const caperi_limb *limb, chain *c)
{
    caper_quat reference = c->start->reference;
    if (c->last->pinned)
        aim(s, c, reference, c->last->position);
    else
        aim_branch(s, limb, c, reference);
}

static void finish_any(caperi_solve *s, const caperi_limb *limb, chain *c)
{
    (void)limb;
    if (c->first < c->last) {
        caper_vec3 way = caper_vec3_sub(c->last->position, c->start->position);
        if (caper_vec3_length_sq(way) < c->length * c->length)
            solve_lengths(s, c);
    }
    project(c);
}

// Every chain of the limb, outward.
static void for_chains(caperi_solve *s, const caperi_limb *limb, chain_work *work)
{
    caperi_node *nodes = s->nodes;
    int end = limb->node + limb->node_count;
    for (int j = limb->node + 1; j < end;) {
        chain c = {&nodes[nodes[j].parent], &nodes[j], &nodes[j], 0.0f};
        while (!c.last->pinned && c.last->second < 0)
            c.last++;
        set_length(&c);
        work(s, limb, &c);
        j = (int)(c.last - nodes) + 1;
    }
}

static void add_push(caperi_node *n, caper_vec3 push)
{
    n->axis = caper_vec3_add(n->axis, push);
    n->work[0] += 1.0f;
}

// Correct one length. The inner end takes its part later, with those of its other children, so
// that the order of children does not matter.
static float pull(caperi_node *outer, caperi_node *inner, float length)
{
    float a = outer->pinned ? 0.0f : 1.0f, b = inner->pinned ? 0.0f : 1.0f;
    caper_vec3 d = caper_vec3_sub(outer->position, inner->position);
    float now = caper_vec3_length(d), error = now - length;
    if (a + b > 0.0f && now > 0.0f) {
        d = caper_vec3_scale(d, error / (now * (a + b)));
        outer->position = caper_vec3_add_scaled(outer->position, d, -a);
        if (b > 0.0f)
            add_push(inner, caper_vec3_scale(d, b));
    }
    return a + b > 0.0f ? fabsf(error) : 0.0f;
}

// Children of one body keep their distances from each other (cross constraints).
static void pull_siblings(caperi_solve *s, caperi_node *n)
{
    for (int j = n->first; j >= 0; j = s->nodes[j].sibling) {
        caperi_node *a = &s->nodes[j];
        int next = a->sibling >= 0 ? a->sibling : n->first;
        caperi_node *b = &s->nodes[next];
        if (next == n->second && j == n->second)
            break;
        if (a->sibling < 0 && n->second == j)
            break; // two children: one constraint
        float wa = a->pinned ? 0.0f : 1.0f, wb = b->pinned ? 0.0f : 1.0f;
        caper_vec3 d = caper_vec3_sub(b->position, a->position);
        float now = caper_vec3_length(d), length = caper_vec3_distance(a->base, b->base);
        if (!(wa + wb > 0.0f && now > 0.0f))
            continue;
        d = caper_vec3_scale(d, (now - length) / (now * (wa + wb)));
        a->position = caper_vec3_add_scaled(a->position, d, wa);
        b->position = caper_vec3_add_scaled(b->position, d, -wb);
    }
}

// From the leaves inward: the leaves hold all of the error at first (footnote 10).
static float sweep(caperi_solve *s, const caperi_limb *limb)
{
    float worst = 0.0f;
    for (int j = limb->node + limb->node_count - 1; j >= limb->node; j--) {
        caperi_node *n = &s->nodes[j];
        if (n->second >= 0)
            pull_siblings(s, n);
        if (n->work[0] > 0.0f)
            n->position = caper_vec3_add_scaled(n->position, n->axis, 1.0f / n->work[0]);
        n->axis = caper_vec3_zero();
        n->work[0] = 0.0f;
        if (j > limb->node)
            worst = caper_max(worst, pull(n, &s->nodes[n->parent], n->length));
    }
    return worst;
}

void caperi_limb_solve_tree(caperi_solve *s, const caperi_limb *limb)
{
    for_chains(s, limb, aim_any);
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        s->nodes[j].axis = caper_vec3_zero();
        s->nodes[j].work[0] = 0.0f;
    }
    float tolerance = s->params->tolerance * s->character->size;
    int sweeps = 0;
    while (sweeps < s->params->max_sweeps) {
        float worst = sweep(s, limb);
        sweeps++;
        if (sweeps >= s->params->sweeps && worst < tolerance)
            break;
    }
    s->sweeps = sweeps > s->sweeps ? sweeps : s->sweeps;
    for_chains(s, limb, finish_any);
}
