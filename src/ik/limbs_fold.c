// SPDX-License-Identifier: MIT
//
// How legs of three and more bodies fold. A leg that comes nearer to its hip than at rest could
// bend anywhere; if all of its bows were scaled alike, as lengths and a goal alone would have it,
// a horse's fetlock would bend forward and its shoulder turn up, far beyond what they can. So its
// hinges fold, each by the same share of its range, to the side that makes the leg shorter. Those
// that are straight at rest stay nearly so at first: they are the columns of legs that stand. The
// digit, which is the last of several, goes with the foot.
//
// Prepared for each leg: by how much every hinge folds, and the squared way from hip to ankle for
// some shares. Invariant: a goal as far from the hip as at rest folds nothing, and the shape is
// continuous in how far it is.
#include "ik/limbs.h"

#include <string.h>

#define USED 0.95f                    // of the range of a joint: what all of a fold takes
#define COLUMN (10.0f * CAPER_DEGREE) // bent less than that at rest, a joint is part of a column
#define ZIGZAG (30.0f * CAPER_DEGREE) // bent more, it folds at once
#define AT_ONCE 0.5f                  // of the fold of a column: what it takes at once
#define LEAST_RANGE (5.0f * CAPER_DEGREE) // what moves less does not fold
#define EASED 0.2f                        // share of a fold up to which it is taken up
#define TAKEN 0.7f // of the fold; the rest scales bows, or columns unlock too quickly (pops)
#define SHARPEN 3  // steps of Newton's method for the share of a fold

// --------------------------------------------------------------------------------------- prepare

static caper_quat hinge_turn(const caper_character *c, int body, float angle)
{
    caper_vec3 axis = caper_quat_rotate(c->rest_model[body].rotation, c->bodies[body].joint.axis);
    return caper_quat_from_axis_angle(axis, angle);
}

static float angle_at(const caperi_fold *fold, float share)
{
    return fold->angle * share * (fold->early + (1.0f - fold->early) * share);
}

// The squared way from hip to ankle with a share of the fold.
static float folded_square(const caper_solver *solver, const caper_leg *leg, float share)
{
    const caper_character *c = solver->character;
    caper_vec3 way = caper_vec3_zero();
    for (int body = leg->foot; body != leg->hip; body = c->bodies[body].parent) {
        int above = c->bodies[body].parent;
        way = caper_vec3_add(
            way, caper_vec3_sub(c->rest_model[body].position, c->rest_model[above].position));
        way = caper_quat_rotate(hinge_turn(c, above, angle_at(&solver->folds[above], share)), way);
    }
    return caper_vec3_dot(way, way);
}

// How far a hinge is off straight at rest.
static float bend_at_rest(const caper_character *c, int body, int below)
{
    caper_vec3 at = c->rest_model[body].position;
    caper_vec3 in = caper_vec3_sub(at, c->rest_model[c->bodies[body].parent].position);
    caper_vec3 out = caper_vec3_sub(c->rest_model[below].position, at);
    float lengths = caper_vec3_length(in) * caper_vec3_length(out);
    float cosine = lengths > 0.0f ? caper_vec3_dot(in, out) / lengths : 1.0f;
    return caper_acos(caper_clamp(cosine, -1.0f, 1.0f));
}

// To the side to which the leg becomes shorter.
static caperi_fold fold_of(caper_solver *solver, const caper_leg *leg, int body, int below)
{
    const caper_character *c = solver->character;
    const caper_joint *joint = &c->bodies[body].joint;
    caperi_fold *at = &solver->folds[body], none = {0.0f, 1.0f}, best = none;
    float shortest = 1e30f;
    const float sides[] = {joint->min, joint->max};
    for (int i = 0; i < 2; i++) {
        caperi_fold side = {USED * sides[i], 1.0f};
        *at = side;
        float square = folded_square(solver, leg, 1.0f);
        best = square < shortest ? side : best;
        shortest = caper_min(shortest, square);
    }
    *at = none;
    float bend = caper_smoothstep(COLUMN, ZIGZAG, bend_at_rest(c, body, below));
    best.early = caper_lerp(AT_ONCE, 1.0f, bend);
    bool folds = fabsf(best.angle) > LEAST_RANGE && shortest < folded_square(solver, leg, 0.0f);
    return folds ? best : none;
}

static bool is_serial(const caper_character *c, const caper_leg *leg)
{
    int count = 0;
    for (int body = leg->foot; body != leg->hip; body = c->bodies[body].parent)
        count++;
    for (int i = 0; i < c->leg_count; i++)
        if (&c->legs[i] != leg && c->legs[i].hip == leg->hip)
            return false; // a limb with branches
    return count > 2 && c->hinge_count == 0;
}

static void prepare_leg(caper_solver *solver, const caper_leg *leg)
{
    const caper_character *c = solver->character;
    int hinges = 0, below = leg->foot;
    for (int body = c->bodies[leg->foot].parent; body != leg->hip; body = c->bodies[body].parent)
        hinges += c->bodies[body].joint.kind == CAPER_JOINT_HINGE;
    caperi_fold found[CAPER_MAX_BODIES];
    for (int body = c->bodies[leg->foot].parent; body != leg->hip; body = c->bodies[body].parent) {
        bool digit = hinges > 2 && below == leg->foot, none = digit;
        none = none || c->bodies[body].joint.kind != CAPER_JOINT_HINGE;
        found[body].angle = 0.0f;
        found[body].early = 1.0f;
        if (!none)
            found[body] = fold_of(solver, leg, body, below);
        below = body;
    }
    for (int body = c->bodies[leg->foot].parent; body != leg->hip; body = c->bodies[body].parent)
        solver->folds[body] = found[body];
    float *squares = solver->fold_squares + (size_t)leg->foot * CAPERI_FOLDS;
    squares[0] = folded_square(solver, leg, 0.0f);
    for (int k = 1; k < CAPERI_FOLDS; k++) {
        squares[k] = folded_square(solver, leg, (float)k / (float)(CAPERI_FOLDS - 1));
        if (squares[k] >= squares[k - 1]) // it folds no farther
            squares[k] = squares[k - 1];
    }
}

void caperi_folds_prepare(caper_solver *solver)
{
    const caper_character *c = solver->character;
    memset(solver->fold_squares, 0, (size_t)c->body_count * CAPERI_FOLDS * sizeof(float));
    for (int i = 0; i < c->body_count; i++) {
        solver->folds[i].angle = 0.0f;
        solver->folds[i].early = 1.0f;
    }
    for (int i = 0; i < c->leg_count; i++)
        if (is_serial(c, &c->legs[i]))
            prepare_leg(solver, &c->legs[i]);
}

// ----------------------------------------------------------------------------------------- solve

// The share of a fold at which the squared way is so long: on the cubic through the prepared ones.
static float find_share(const float *squares, float square)
{
    const float unit = 1.0f / (float)(CAPERI_FOLDS - 1);
    int k = 0;
    while (k < CAPERI_FOLDS - 2 && square < squares[k + 1])
        k++;
    float a = squares[k], b = squares[k + 1];
    if (!(a > b))
        return unit * (float)k;
    float before = k > 0 ? squares[k - 1] : a + a - b;
    float after = k + 2 < CAPERI_FOLDS ? squares[k + 2] : b + b - a;
    float m = 0.5f * (b - before), n = 0.5f * (after - a);
    float c2 = 3.0f * (b - a) - 2.0f * m - n, c3 = m + n - 2.0f * (b - a);
    float x = caper_clamp((a - square) / (a - b), 0.0f, 1.0f);
    for (int i = 0; i < SHARPEN; i++) {
        float value = a + x * (m + x * (c2 + x * c3));
        float slope = caper_min(m + x * (2.0f * c2 + 3.0f * c3 * x), 0.1f * (b - a));
        x = caper_clamp(x - (value - square) / slope, 0.0f, 1.0f);
    }
    return unit * ((float)k + x);
}

void caperi_limb_fold(caperi_solve *s, const caperi_limb *limb)
{
    caperi_node *first = &s->nodes[limb->node], *last = first + limb->node_count - 1;
    const float *squares = s->solver->fold_squares + (size_t)last->body * CAPERI_FOLDS;
    if (!(squares[0] > 0.0f) || limb->branching || limb->turned)
        return;
    float rest = caperi_v_length_sq(caperi_v_sub(last->shape, first->shape));
    float asked = caperi_v_length_sq(caperi_v_sub(last->target, first->position));
    if (asked >= rest)
        return;
    // poses other than rest may be longer or shorter
    float share = find_share(squares, asked * squares[0] / rest);
    // a straight leg bends at once when it becomes shorter: the aim does the first of it
    share *= TAKEN * caper_smoothstep(0.0f, EASED, share);
    for (caperi_node *node = first + 1; node <= last; node++) {
        caperi_node *above = node - 1;
        caperi_q delta = above->reference;
        const caperi_fold *fold = &s->solver->folds[above->body];
        if (fold->angle != 0.0f) {
            float sine, cosine;
            caper_sincos(0.5f * angle_at(fold, share), &sine, &cosine);
            caperi_v axis = caperi_q_rotate(caperi_rotation(&s->base[above->body]),
                                            s->solver->limits[above->body].axis);
            delta = caperi_q_mul(delta, caperi_q_about(axis, sine, cosine));
        }
        node->reference = delta;
        node->shape = caperi_v_add(above->shape,
                                   caperi_q_rotate(delta, caperi_v_sub(node->base, above->base)));
    }
}
