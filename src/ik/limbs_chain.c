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
// A limb whose bow is less than this share of its length needs to be told where to bend.
#define STRAIGHT 0.03f
// How much of the turn that its end asks for about the limb's axis a limb takes as swivel; for feet
// see limbs.h.
#define SWIVEL_OTHER 0.25f
// Cosines of the aim between which it begins to lean.
#define LEAN_START 0.7f
#define LEAN_FULL (-0.2f)

// A pinned or branching node, and the serial nodes below it up to one that is placed.
typedef struct chain {
    caperi_node *start;
    caperi_node *first, *last; // contiguous
    float length;
    float grown; // of the lengths, near full reach
} chain;

// ------------------------------------------------------------------------------------------- aim

// Poles of hinges are 1 long, others less.
#define SURE 0.9f

// Where the poles of its bodies want a straight chain to bow to; `sure` when the hinges of a robot
// say so.
static caperi_v find_pole(const caperi_solve *s, const chain *c, caperi_v line, bool *sure)
{
    caperi_v pole = caperi_v_zero();
    for (const caperi_node *n = c->first; n < c->last; n++) {
        caperi_q posed = caperi_q_mul(n->reference, caperi_rotation(&s->base[n->body]));
        pole = caperi_v_add(pole, caperi_q_rotate(posed, s->solver->pole[n->body]));
    }
    pole = caperi_v_reject(caperi_q_rotate(c->start->turn, pole), line);
    *sure = s->character->hinge_count > 0 && caperi_v_length(pole) > SURE;
    return caperi_v_unit_or(pole, caperi_v_any_orthogonal(line));
}

// How far the chain bows out from the line between its ends, in the mean. A straight chain is told
// where to: `lack` is what its bow lacks, laid on along the poles of its bodies; hinges, which bend
// one way only, also take back a bow to the other side. A zigzag is not
// straight although its bows cancel, so the excess of length over chord decides.
static caperi_v find_bow(const caperi_solve *s, const chain *c, caperi_v line, float chord,
                         caperi_v *lack)
{
    caperi_v bow = caperi_v_zero();
    for (const caperi_node *n = c->first; n < c->last; n++)
        bow = caperi_v_add(bow, caperi_v_sub(n->shape, c->start->shape));
    bow = caperi_v_reject(caperi_q_rotate(c->start->turn, bow), line);
    bow = caperi_v_scale(bow, 1.0f / (float)(c->last - c->first));
    float slack = (c->length - chord) * (c->length + chord);
    float missing = STRAIGHT * c->length - 0.5f * sqrtf(caper_max(slack, 0.0f));
    *lack = caperi_v_zero();
    if (missing <= 0.0f)
        return bow;
    bool sure;
    caperi_v pole = find_pole(s, c, line, &sure);
    float against = -caperi_v_dot(pole, bow);
    if (sure && against > 0.0f)
        missing += against; // it does not bend where it bows
    else if (caperi_v_length(bow) > 0.2f * STRAIGHT * c->length && against > 0.0f)
        missing = -missing;
    *lack = caperi_v_scale(pole, missing);
    return bow;
}

// Turn about the line to the goal that brings the limb part of the way to what its end asks for.
static caperi_q find_swivel(const caperi_solve *s, const caperi_node *last, caperi_q aimed,
                            caperi_v line)
{
    int index = s->goal_of[last->body];
    if (index < 0 || s->goals[index].rotation_weight <= 0.0f)
        return caperi_q_identity();
    const caperi_goal *goal = &s->goals[index];
    caperi_q asked =
        caperi_q_mul(goal->rotation, caperi_q_conj(caperi_rotation(&s->base[last->body])));
    float sine, cosine;
    caperi_q_twist(caperi_q_mul(asked, caperi_q_conj(aimed)), line, &sine, &cosine);
    bool foot = (s->character->bodies[last->body].caps & CAPER_CAP_FOOT) != 0;
    float share = (foot ? CAPERI_SWIVEL_FOOT : SWIVEL_OTHER) * goal->rotation_weight;
    return caperi_q_part(caperi_q_about(line, sine, cosine), share * caperi_twist_share(cosine));
}

// One free particle: the third corner of a triangle, on the side to which the chain bows. A goal
// too close for the two lengths shrinks the longer and stretches the shorter.
static void set_corner(const caperi_solve *s, chain *c, caperi_v way, float g, caperi_v bow)
{
    float a = c->grown * c->first->length, b = c->grown * c->last->length, gap = fabsf(a - b) - g;
    float x = 0.5f * (g + (a - b) * (a + b) / caper_max(g, 1e-6f * (a + b)));
    if (gap > 0.0f) {
        float grow = 1.0f + caper_min(gap / (a + b), caperi_most_stretch(s, c->last) - 1.0f);
        x = a < b ? -a * grow : g + b * grow;
        a = fabsf(x);
    }
    caperi_v side = caperi_v_unit_or(caperi_v_reject(bow, way), caperi_v_zero());
    caperi_v at = caperi_v_add_scaled(c->start->position, way, x);
    float y = sqrtf(caper_max((a - x) * (a + x), 0.0f));
    c->first->position = caperi_v_add_scaled(at, side, y);
}

// The turn that aims a chain: the smallest one, as long as it does not go far. Beyond, it leans
// outward and to the front: by way of a direction there, so that it is not singular opposite to
// where the limb points, but behind the body.
static caperi_q find_turn(const caperi_solve *s, const chain *c, caperi_v line, caperi_v way,
                          caperi_v bow)
{
    float far = caper_smoothstep(-LEAN_START, -LEAN_FULL, -caperi_v_dot(line, way));
    if (far <= 0.0f || c->start->parent >= 0)
        return caperi_q_turn(line, way, caperi_v_cross(line, bow));
    caperi_v lean = caperi_q_rotate(c->first->reference, s->solver->lean[c->start->body]);
    caperi_v via = caperi_v_add_scaled(line, lean, far);
    caperi_q first = caperi_q_turn(line, via, caperi_v_zero());
    return caperi_q_mul(caperi_q_turn(via, way, caperi_v_cross(via, bow)), first);
}

// Beyond reach: all on the line between the ends, stretched alike.
static void straighten(chain *c)
{
    caperi_v way = caperi_v_sub(c->last->position, c->start->position);
    for (caperi_node *n = c->first; n < c->last; n++)
        n->position =
            caperi_v_add_scaled(c->start->position, way, (n->reach - c->start->reach) / c->length);
}

// A knee that opens to the very end snaps: its speed goes like one over the bow that is left. Near
// full reach bodies stretch a little instead, so that the square of the bow, L^2 - g^2, goes to 0
// as a hyperbola does. Lengths are unchanged far from it, for a soften of 0 everywhere.
static float grow(const caperi_solve *s, const caperi_node *last, float length, float g)
{
    float soften = last->goal >= 0 ? s->goals[last->goal].soften : 0.0f;
    float soft = soften * soften * length * length;
    float bow = (length - g) * (length + g);
    if (!(soft > 0.0f) || bow > 12.0f * soft)
        return 1.0f;
    // blended in, or lengths would step where it begins
    float more = 0.5f * (sqrtf(bow * bow + 4.0f * soft * soft) - bow);
    more *= 1.0f - caper_smoothstep(6.0f * soft, 12.0f * soft, bow);
    float most = caper_max(caperi_most_stretch(s, last), 1.0f);
    return caper_min(sqrtf(1.0f + more / (length * length)), most);
}

// Turn and scale the free nodes so that the last one lies at its target; true when that is the
// whole answer.
static bool aim(caperi_solve *s, chain *c)
{
    caperi_q turn = c->start->turn;
    caperi_v goal = c->last->target;
    caperi_v rest = caperi_q_rotate(turn, caperi_v_sub(c->last->shape, c->start->shape));
    caperi_v way = caperi_v_sub(goal, c->start->position);
    float r = caperi_v_length(rest), g = caperi_v_length(way), length = c->length;
    caperi_v line = r > 1e-6f * length ? caperi_v_scale(rest, 1.0f / r)
                                       : caperi_v_unit_or(way, caperi_v_make(0, 1, 0));
    bool serial = c->first < c->last;
    caperi_v lack = caperi_v_zero(), bow = lack;
    if (serial) {
        bow = find_bow(s, c, line, r, &lack);
        bow = caperi_v_add(bow, lack);
    }
    if (g > 1e-6f * length) {
        way = caperi_v_scale(way, 1.0f / g);
        caperi_q onto = find_turn(s, c, line, way, bow);
        if (serial) {
            caperi_q aimed = caperi_q_mul(onto, caperi_q_mul(turn, c->last->reference));
            onto = caperi_q_mul(find_swivel(s, c->last, aimed, way), onto);
            bow = caperi_q_rotate(onto, bow);
            lack = caperi_q_rotate(onto, lack);
        }
        turn = caperi_q_tidy(caperi_q_mul(onto, turn));
    } else {
        way = line;
    }
    for (caperi_node *n = c->first; n <= c->last; n++)
        n->reference = caperi_q_mul(turn, n->reference);
    c->last->turn = turn;
    c->last->position = goal;
    if (!serial)
        return true;

    c->grown = grow(s, c->last, length, g);
    length *= c->grown;
    if (g >= length) {
        straighten(c);
        return true;
    }
    if (c->last - c->first == 1) {
        set_corner(s, c, way, g, bow);
        return true;
    }
    // what a straight limb lacks in bow is laid on as a parabola of that mean
    float squeezed = 0.0f, per = 1.0f / c->length;
    caperi_v before = caperi_v_zero();
    for (caperi_node *n = c->first; n <= c->last; n++) {
        float t = (n->reach - c->start->reach) * per;
        caperi_v at = caperi_q_rotate(turn, caperi_v_sub(n->shape, c->start->shape));
        at = caperi_v_add_scaled(at, lack, 6.0f * t * (1.0f - t));
        squeezed += caperi_v_distance(at, before);
        before = at;
        if (n < c->last)
            n->position = at;
    }
    float slack = caper_max((squeezed - r) * (squeezed + r), 1e-6f * length * length);
    float swell = sqrtf((length - g) * (length + g) / slack);
    for (caperi_node *n = c->first; n < c->last; n++) {
        float t = (n->reach - c->start->reach) * per, x = caperi_v_dot(n->position, way);
        caperi_v across = caperi_v_add_scaled(n->position, way, -x);
        n->position = caperi_v_add_scaled(c->start->position, across, swell);
        n->position = caperi_v_add_scaled(n->position, way, x + t * (g - r));
    }
    return false;
}

// --------------------------------------------------------------------------------------- lengths

// Unit directions and errors of the constraints; the largest error as a share of the chain.
static float find_errors(chain *c)
{
    float worst = 0.0f;
    const caperi_node *above = c->start;
    for (caperi_node *n = c->first; n <= c->last; above = n++) {
        caperi_v d = caperi_v_sub(n->position, above->position);
        float length = caperi_v_length(d);
        n->axis = length > 0.0f ? caperi_v_scale(d, 1.0f / length) : caperi_v_zero();
        n->work[0] = length - c->grown * n->length;
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
        n->work[2] = above ? -caperi_v_dot(above->axis, n->axis) : 0.0f;
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
        caperi_v move = caperi_v_scale(n[1].axis, below);
        move = caperi_v_add_scaled(move, n->axis, -force);
        float size = caperi_v_length(move);
        if (size > most)
            move = caperi_v_scale(move, most / size);
        n->position = caperi_v_add(n->position, move);
        below = force;
    }
}

static void solve_lengths(caperi_solve *s, chain *c)
{
    int sweeps = 0;
    for (; sweeps < s->params->max_sweeps && find_errors(c) > s->params->tolerance; sweeps++)
        step(c);
    s->sweeps = sweeps > s->sweeps ? sweeps : s->sweeps;
}

// Bodies shrink and stretch only so far: from the start outward, what is beyond is cut, and the
// rest of the chain moves along.
static void project(chain *c)
{
    caperi_v shift = caperi_v_zero();
    const caperi_node *above = c->start;
    for (caperi_node *n = c->first; n <= c->last; above = n++) {
        n->position = caperi_v_add(n->position, shift);
        caperi_v d = caperi_v_sub(n->position, above->position);
        float length = caperi_v_length(d);
        float allowed = caper_clamp(length, n->least, n->most);
        if (allowed == length)
            continue;
        caperi_v to = above->position;
        if (length > 0.0f)
            to = caperi_v_add_scaled(to, d, allowed / length);
        shift = caperi_v_add(shift, caperi_v_sub(to, n->position));
        n->position = to;
    }
}

static void set_length(chain *c)
{
    c->length = c->last->reach - c->start->reach;
    c->grown = 1.0f;
}

void caperi_limb_solve_chains(caperi_solve *s, const caperi_limb *limb)
{
    caperi_node *nodes = &s->nodes[limb->node], *end = nodes + limb->node_count;
    chain c = {nodes, nodes + 1, nodes + 1, 0.0f, 1.0f};
    while (c.first < end) {
        for (c.last = c.first; !c.last->pinned; c.last++) {
        }
        set_length(&c);
        if (!aim(s, &c))
            solve_lengths(s, &c);
        project(&c);
        c.start = c.last;
        c.first = c.last + 1;
    }
}

// ----------------------------------------------------------------------------------------- trees

// Mean of the goals below a branch, as they are and as they should be. The nodes of a sub-tree
// follow its top, and their parents are not before it.
static void find_middle(const caperi_solve *s, const caperi_limb *limb, int top, caperi_v *shape,
                        caperi_v *target)
{
    float weight = 0.0f;
    *shape = *target = caperi_v_zero();
    int end = limb->node + limb->node_count;
    for (int j = top + 1; j < end && s->nodes[j].parent >= top; j++) {
        const caperi_node *n = &s->nodes[j];
        if (!n->pinned)
            continue;
        float w = n->goal >= 0 ? s->goals[n->goal].position_weight : 1.0f;
        *shape = caperi_v_add_scaled(*shape, n->shape, w);
        *target = caperi_v_add_scaled(*target, n->target, w);
        weight += w;
    }
    *shape = caperi_v_scale(*shape, 1.0f / weight);
    *target = caperi_v_scale(*target, 1.0f / weight);
}

// A chain that ends in a free branch: turned towards the middle of the goals beyond it, and moved
// along by its share of the way that is missing or too much.
static void aim_branch(caperi_solve *s, const caperi_limb *limb, chain *c)
{
    caperi_v shape, target;
    caperi_q turn = c->start->turn;
    find_middle(s, limb, (int)(c->last - s->nodes), &shape, &target);
    caperi_v rest = caperi_q_rotate(turn, caperi_v_sub(shape, c->start->shape));
    caperi_v way = caperi_v_sub(target, c->start->position);
    float r = caperi_v_length(rest), g = caperi_v_length(way);
    turn = caperi_q_tidy(caperi_q_mul(caperi_q_turn(rest, way, caperi_v_zero()), turn));
    caperi_v line = caperi_v_unit_or(way, caperi_v_zero());
    float scale = r > 1e-6f ? caper_min(g / r, caperi_most_stretch(s, c->last)) : 1.0f;
    for (caperi_node *n = c->first; n <= c->last; n++) {
        caperi_v at = caperi_q_rotate(turn, caperi_v_sub(n->shape, c->start->shape));
        at = caperi_v_add_scaled(at, line, caperi_v_dot(at, line) * (scale - 1.0f));
        n->position = caperi_v_add(c->start->position, at);
        n->reference = caperi_q_mul(turn, n->reference);
    }
    c->last->turn = turn;
}

typedef void chain_work(caperi_solve *s, const caperi_limb *limb, chain *c);

static void aim_any(caperi_solve *s, const caperi_limb *limb, chain *c)
{
    if (c->last->pinned)
        aim(s, c);
    else
        aim_branch(s, limb, c);
}

static void finish_any(caperi_solve *s, const caperi_limb *limb, chain *c)
{
    (void)limb;
    if (c->first < c->last) {
        caperi_v way = caperi_v_sub(c->last->position, c->start->position);
        if (caperi_v_length_sq(way) < c->length * c->length)
            solve_lengths(s, c);
        else
            straighten(c);
    }
    project(c);
}

// Every chain of the limb, outward.
static void for_chains(caperi_solve *s, const caperi_limb *limb, chain_work *work)
{
    caperi_node *nodes = s->nodes;
    int end = limb->node + limb->node_count;
    for (int j = limb->node + 1; j < end;) {
        chain c = {&nodes[nodes[j].parent], &nodes[j], &nodes[j], 0.0f, 1.0f};
        while (!c.last->pinned && c.last->second < 0)
            c.last++;
        set_length(&c);
        work(s, limb, &c);
        j = (int)(c.last - nodes) + 1;
    }
}

static void add_push(caperi_node *n, caperi_v push)
{
    n->axis = caperi_v_add(n->axis, push);
    n->work[0] += 1.0f;
}

// Correct one length. The inner end takes its part later, with those of its other children, so
// that the order of children does not matter.
static void pull(caperi_node *outer, caperi_node *inner, float length)
{
    float a = outer->pinned ? 0.0f : 1.0f, b = inner->pinned ? 0.0f : 1.0f;
    caperi_v d = caperi_v_sub(outer->position, inner->position);
    float now = caperi_v_length(d), error = now - length;
    if (a + b > 0.0f && now > 0.0f) {
        d = caperi_v_scale(d, error / (now * (a + b)));
        outer->position = caperi_v_add_scaled(outer->position, d, -a);
        if (b > 0.0f)
            add_push(inner, caperi_v_scale(d, b));
    }
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
        caperi_v d = caperi_v_sub(b->position, a->position);
        float now = caperi_v_length(d), length = caperi_v_distance(a->base, b->base);
        if (!(wa + wb > 0.0f && now > 0.0f))
            continue;
        d = caperi_v_scale(d, (now - length) / (now * (wa + wb)));
        a->position = caperi_v_add_scaled(a->position, d, wa);
        b->position = caperi_v_add_scaled(b->position, d, -wb);
    }
}

// From the leaves inward: the leaves hold all of the error at first (footnote 10).
static void sweep(caperi_solve *s, const caperi_limb *limb)
{
    for (int j = limb->node + limb->node_count - 1; j >= limb->node; j--) {
        caperi_node *n = &s->nodes[j];
        if (n->second >= 0)
            pull_siblings(s, n);
        if (n->work[0] > 0.0f)
            n->position = caperi_v_add_scaled(n->position, n->axis, 1.0f / n->work[0]);
        n->axis = caperi_v_zero();
        n->work[0] = 0.0f;
        if (j > limb->node)
            pull(n, &s->nodes[n->parent], n->length);
    }
}

void caperi_limb_solve_tree(caperi_solve *s, const caperi_limb *limb)
{
    for_chains(s, limb, aim_any);
    for (int j = limb->node; j < limb->node + limb->node_count; j++) {
        s->nodes[j].axis = caperi_v_zero();
        s->nodes[j].work[0] = 0.0f;
    }
    for (int i = 0; i < s->params->sweeps; i++)
        sweep(s, limb);
    for_chains(s, limb, finish_any);
}
