// SPDX-License-Identifier: MIT
//
// Spine splines (paper 000, section 4.3.2): the bodies between two particles of the spine follow a
// quintic Hermite curve. It is fitted to the base joints by least squares (the ends are met; the
// velocities and accelerations of both ends are free, held lightly to the slopes of the first and
// last link so that a single body in between determines them), carried by the bodies at its ends,
// and each body keeps its offset from the curve and its turn against a frame that moves along it.
//
// The frame is moved by turns, not rebuilt: from one body to the next by the smallest turn that
// brings the base tangent, turned so far, onto the posed one. What twist is then missing at the
// outer end is spread along the curve; a twist near half a turn, whose side would flip, is left to
// the last joint.
#include "ik/spine.h"

// How firmly the fit is held to its first guess; the bodies' own weight is about 0.02 each.
#define HOLD 1e-4f
// Accelerations weigh ten times less than velocities in the basis: with this they are alike.
#define ACCELERATION 10.0f

// Places, velocities and accelerations of both ends.
typedef struct curve {
    caperi_v end[6];
} curve;

static void set_basis(caperi_curve_body *b, float u)
{
    float v = 1.0f - u, uu = u * u, vv = v * v, uv = u * v, uuu = uu * u, vvv = vv * v;
    b->value[0] = vvv * (1.0f + 3.0f * u + 6.0f * uu);
    b->value[1] = vvv * u * (1.0f + 3.0f * u);
    b->value[2] = 0.5f * vvv * uu;
    b->value[3] = uuu * (1.0f + 3.0f * v + 6.0f * vv);
    b->value[4] = -uuu * v * (1.0f + 3.0f * v);
    b->value[5] = 0.5f * uuu * vv;
    float middle = 30.0f * uv * uv;
    b->slope[0] = -middle;
    b->slope[1] = vv * (1.0f + 2.0f * u - 15.0f * uu);
    b->slope[2] = 0.5f * vv * u * (2.0f - 5.0f * u);
    b->slope[3] = middle;
    b->slope[4] = uu * (1.0f + 2.0f * v - 15.0f * vv);
    b->slope[5] = -0.5f * uu * v * (2.0f - 5.0f * v);
}

// A point of a curve, or with slopes its velocity there.
static caperi_v weigh(const curve *c, const float w[6])
{
    caperi_v a = caperi_v_add_scaled(caperi_v_scale(c->end[0], w[0]), c->end[3], w[3]);
    a = caperi_v_add_scaled(caperi_v_add_scaled(a, c->end[1], w[1]), c->end[4], w[4]);
    return caperi_v_add_scaled(caperi_v_add_scaled(a, c->end[2], w[2]), c->end[5], w[5]);
}

// The two parts of the posed curve: what the places of its ends make, with the accelerations that a
// cubic between them has, and what their velocities make.
static caperi_v weigh_places(const curve *c, const float w[6])
{
    caperi_v a = caperi_v_add_scaled(caperi_v_scale(c->end[0], w[0]), c->end[3], w[3]);
    return caperi_v_add_scaled(a, caperi_v_sub(c->end[3], c->end[0]), 6.0f * (w[2] - w[5]));
}

static caperi_v weigh_speeds(const curve *c, const float w[6])
{
    caperi_v a = caperi_v_add_scaled(caperi_v_scale(c->end[1], w[1]), c->end[4], w[4]);
    return caperi_v_add_scaled(caperi_v_add_scaled(a, c->end[2], w[2]), c->end[5], w[5]);
}

// Solve the symmetric positive definite system m x = r of the given size by LDL', three right sides
// at once.
static inline void solve_system(float m[4][4], caperi_v r[4], int size)
{
    for (int j = 0; j < size; j++) {
        float per = 1.0f / m[j][j];
        for (int i = j + 1; i < size; i++) {
            float f = m[j][i] * per;
            for (int k = i; k < size; k++)
                m[i][k] -= f * m[j][k];
            r[i] = caperi_v_add_scaled(r[i], r[j], -f);
        }
    }
    for (int j = size - 1; j >= 0; j--) {
        for (int i = j + 1; i < size; i++)
            r[j] = caperi_v_add_scaled(r[j], r[i], -m[j][i]);
        r[j] = caperi_v_scale(r[j], 1.0f / m[j][j]);
    }
}

// Correct the first `size` of velocities and accelerations by least squares.
static inline void fit_columns(curve *c, const caperi_curve_body *bodies, int count, int size)
{
    static const int columns[4] = {1, 4, 2, 5};
    static const float scales[4] = {1.0f, 1.0f, ACCELERATION, ACCELERATION};
    float m[4][4] = {{HOLD, 0, 0, 0}, {0, HOLD, 0, 0}, {0, 0, HOLD, 0}, {0, 0, 0, HOLD}};
    caperi_v zero = caperi_v_zero(), r[4] = {zero, zero, zero, zero};
    for (int i = 0; i < count; i++) {
        float w[4];
        for (int j = 0; j < size; j++)
            w[j] = bodies[i].value[columns[j]] * scales[j];
        caperi_v off = caperi_v_sub(bodies[i].place, weigh(c, bodies[i].value));
        for (int j = 0; j < size; j++) {
            for (int k = j; k < size; k++)
                m[j][k] += w[j] * w[k];
            r[j] = caperi_v_add_scaled(r[j], off, w[j]);
        }
    }
    solve_system(m, r, size);
    for (int j = 0; j < size; j++)
        c->end[columns[j]] = caperi_v_add_scaled(c->end[columns[j]], r[j], scales[j]);
}

// Fit the curve to the bodies between the ends given as places 0 and 3. Three bodies or fewer say
// too little about accelerations.
static void fit(curve *c, const caperi_curve_body *bodies, int count)
{
    const caperi_curve_body *last = &bodies[count - 1];
    c->end[1] = caperi_v_scale(caperi_v_sub(bodies[0].place, c->end[0]), 1.0f / bodies[0].t);
    c->end[4] = caperi_v_scale(caperi_v_sub(c->end[3], last->place), 1.0f / (1.0f - last->t));
    c->end[2] = c->end[5] = caperi_v_zero();
    if (count > 3)
        fit_columns(c, bodies, count, 4);
    else
        fit_columns(c, bodies, count, 2);
}

// The curve carried by the bodies at its ends. Between bodies that stay as they are it keeps its
// accelerations; by as much as the ends move against each other it bends as a cubic does, which
// spreads the bend: with the accelerations just carried it would gather in the middle. Places
// have their part in weigh_places.
static curve carry(const curve *base, const caper_transform *model, const caperi_q *delta,
                   int inner, int outer)
{
    caperi_v way = caperi_v_sub(base->end[3], base->end[0]);
    caperi_v sum = caperi_v_add(base->end[1], base->end[4]);
    caperi_v twice = caperi_v_add(sum, sum);
    // less what the cubic has at base: 6 way - 4 v0 - 2 v1, and its mirror image
    caperi_v first = caperi_v_add(base->end[2], caperi_v_add_scaled(twice, way, -6.0f));
    first = caperi_v_add_scaled(first, base->end[1], 2.0f);
    caperi_v last = caperi_v_sub(base->end[5], caperi_v_add_scaled(twice, way, -6.0f));
    last = caperi_v_add_scaled(last, base->end[4], -2.0f);
    curve c;
    c.end[0] = caperi_position(&model[inner]);
    c.end[3] = caperi_position(&model[outer]);
    c.end[1] = caperi_q_rotate(delta[inner], base->end[1]);
    c.end[4] = caperi_q_rotate(delta[outer], base->end[4]);
    sum = caperi_v_add(c.end[1], c.end[4]);
    twice = caperi_v_add(sum, sum);
    c.end[2] = caperi_v_sub(caperi_q_rotate(delta[inner], first), twice);
    c.end[2] = caperi_v_add_scaled(c.end[2], c.end[1], -2.0f);
    c.end[5] = caperi_v_add(caperi_q_rotate(delta[outer], last), twice);
    c.end[5] = caperi_v_add_scaled(c.end[5], c.end[4], 2.0f);
    return c;
}

// Take from the posed curve what it is longer than the base curve: what it is longer than its chord
// goes about with the square of its end velocities. What it is shorter is left to spine_bow.c:
// higher velocities would fold a curve that is short along its chord. A curve that is stretched
// straight has them scaled with it, or its middle would stretch most. Between the ends the curve is
// a sum of what the places and what the velocities make of it, so only the latter is scaled.
static float fit_length(const curve *base, const curve *posed, const caperi_curve_body *bodies,
                        int count)
{
    float was = 0.0f, is = 0.0f;
    caperi_v last = posed->end[0], last_base = base->end[0];
    for (int i = 0; i <= count; i++) {
        caperi_v at =
            i < count ? caperi_v_add(bodies[i].by_place, bodies[i].by_speed) : posed->end[3];
        caperi_v at_base = i < count ? bodies[i].on_base : base->end[3];
        is += caperi_v_distance(at, last);
        was += caperi_v_distance(at_base, last_base);
        last = at;
        last_base = at_base;
    }
    float chord = caperi_v_distance(posed->end[0], posed->end[3]);
    float wanted = caper_max(was, chord), bow = is - chord, scale = 1.0f;
    if (bow > 1e-4f * was)
        scale = sqrtf(caper_clamp((wanted - chord) / bow, 0.5f, 1.0f));
    // little bow: by its length alone
    float stretch = was > 0.0f ? caper_max(chord / was, 1.0f) : 1.0f;
    return caper_lerp(stretch, scale, caper_smoothstep(0.0f, 0.02f * was, bow));
}

// Move the frame along; then spread the missing twist.
static void transport(caperi_curve_body *bodies, int count, caperi_q delta, caperi_v end_base,
                      caperi_v end_posed, caperi_q end_delta)
{
    caperi_v aside = caperi_v_make(1.0f, 0.0f, 0.0f);
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        caperi_v carried = caperi_q_rotate(delta, b->tangent);
        delta = caperi_q_mul(caperi_q_turn(carried, b->posed, aside), delta);
        b->delta = delta;
    }
    caperi_v carried = caperi_q_rotate(delta, end_base);
    delta = caperi_q_mul(caperi_q_turn(carried, end_posed, aside), delta);
    caperi_v axis = caperi_v_unit_or(end_posed, aside);
    float sine, cosine;
    caperi_q_twist(caperi_q_mul(end_delta, caperi_q_conj(delta)), axis, &sine, &cosine);
    float share = caperi_twist_share(cosine);
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        axis = caperi_v_unit_or(b->posed, aside);
        caperi_q twist = caperi_q_about(axis, sine, cosine);
        twist = caperi_q_part(twist, share * b->t);
        b->delta = caperi_q_unit(caperi_q_mul(twist, b->delta));
    }
}

// Slide the bodies along their own way so that all are stretched alike, where some are stretched
// much.
static void even_out(const curve *posed, caperi_curve_body *bodies, int count, const curve *base)
{
    float was = 0.0f, is = 0.0f, most = 0.0f;
    caperi_v last = posed->end[0], last_base = base->end[0];
    for (int i = 0; i <= count; i++) {
        caperi_v at = i < count ? bodies[i].at : posed->end[3];
        caperi_v at_base = i < count ? bodies[i].place : base->end[3];
        float step = caperi_v_distance(at, last), step_base = caperi_v_distance(at_base, last_base);
        is += step;
        was += step_base;
        most = caper_max(most, step - 1.05f * step_base);
        if (i < count) {
            bodies[i].way = is;
            bodies[i].way_base = was;
        }
        last = at;
        last_base = at_base;
    }
    float share = caper_smoothstep(0.0f, 0.1f * was / (float)(count + 1), most);
    if (share <= 0.0f || was <= 0.0f)
        return;
    int next = 0;
    float before = 0.0f, after = bodies[0].way, per = is / was;
    caperi_v from = posed->end[0], to = bodies[0].old = bodies[0].at;
    for (int i = 1; i < count; i++)
        bodies[i].old = bodies[i].at;
    for (int i = 0; i < count; i++) {
        float wanted = bodies[i].way_base * per;
        while (wanted > after && next < count) {
            next++;
            before = after;
            from = to;
            after = next < count ? bodies[next].way : is;
            to = next < count ? bodies[next].old : posed->end[3];
        }
        float t = after > before ? (wanted - before) / (after - before) : 0.0f;
        caperi_v even = caperi_v_lerp(from, to, caper_min(t, 1.0f));
        bodies[i].at = caperi_v_lerp(bodies[i].at, even, share);
    }
}

static void place(caperi_solve *s, int body, caperi_q delta, caperi_v position)
{
    s->delta[body] = delta;
    caperi_set(&s->model[body], caperi_q_tidy(caperi_q_mul(delta, caperi_rotation(&s->base[body]))),
               position);
    s->flags[body] |= CAPERI_PLACED;
}

// The bodies between two particles, `step` slots apart from one to the next.
static void follow(caperi_solve *s, caperi_spine *spine, const caperi_particle *inner,
                   const caperi_particle *outer, int step)
{
    const int16_t *chain = s->character->spine;
    const float *along = s->solver->along;
    int count = (outer->slot - inner->slot) * step - 1;
    if (count <= 0)
        return;
    caperi_curve_body *bodies = spine->curve;
    float way = along[outer->slot] - along[inner->slot];
    float per = way != 0.0f ? 1.0f / way : 0.0f;
    for (int i = 0; i < count; i++) {
        int slot = inner->slot + (i + 1) * step;
        // bodies on one spot still need their order
        float t = way != 0.0f ? (along[slot] - along[inner->slot]) * per
                              : (float)(i + 1) / (float)(count + 1);
        bodies[i].t = caper_clamp(t, 1e-3f, 1.0f - 1e-3f);
        set_basis(&bodies[i], bodies[i].t);
        bodies[i].place = caperi_position(&s->base[chain[slot]]);
    }
    curve base;
    base.end[0] = caperi_position(&s->base[inner->body]);
    base.end[3] = caperi_position(&s->base[outer->body]);
    fit(&base, bodies, count);
    curve posed = carry(&base, s->model, s->delta, inner->body, outer->body);
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        b->on_base = weigh(&base, b->value);
        b->by_place = weigh_places(&posed, b->value);
        b->by_speed = weigh_speeds(&posed, b->value);
    }
    float scale = fit_length(&base, &posed, bodies, count);
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        b->tangent = weigh(&base, b->slope);
        b->posed = caperi_v_add_scaled(weigh_places(&posed, b->slope),
                                       weigh_speeds(&posed, b->slope), scale);
    }
    transport(bodies, count, inner->delta, base.end[4], posed.end[4], outer->delta);
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        caperi_v offset = caperi_q_rotate(b->delta, caperi_v_sub(b->place, b->on_base));
        b->at = caperi_v_add(caperi_v_add_scaled(b->by_place, b->by_speed, scale), offset);
    }
    caperi_bow bow = {.from = posed.end[0],
                      .to = posed.end[3],
                      .base_from = base.end[0],
                      .base_to = base.end[3],
                      .delta = inner->delta,
                      .step = step};
    if (caperi_bow_out(&bow, bodies, count))
        transport(bodies, count, inner->delta, base.end[4], posed.end[4], outer->delta);
    even_out(&posed, bodies, count, &base);
    for (int i = 0; i < count; i++)
        place(s, chain[inner->slot + (i + 1) * step], bodies[i].delta, bodies[i].at);
}

// Bodies beyond the last particle move with it as one. Where the tree runs the same way they follow
// their parents by themselves.
static void trail(caperi_solve *s, const caperi_particle *last, int step)
{
    const int16_t *chain = s->character->spine;
    caperi_v from = caperi_position(&s->base[last->body]),
             to = caperi_position(&s->model[last->body]);
    int inner = last->body;
    for (int slot = last->slot + step; slot >= 0 && slot < s->character->spine_count;
         slot += step) {
        int body = chain[slot];
        caperi_v way = caperi_v_sub(caperi_position(&s->base[body]), from);
        if (s->character->bodies[body].parent != inner)
            place(s, body, last->delta, caperi_v_add(to, caperi_q_rotate(last->delta, way)));
        inner = body;
    }
}

// No body of the spine shrinks or stretches beyond its limits: from the inner particle outward,
// what is too much is cut, and everything beyond moves along. Returns how far the outer particle
// moved.
static caperi_v cut(caperi_solve *s, const caperi_particle *inner, const caperi_particle *outer,
                    int step)
{
    const int16_t *chain = s->character->spine;
    caperi_v shift = caperi_v_zero();
    for (int slot = inner->slot + step; slot != outer->slot + step; slot += step) {
        int body = chain[slot], last = chain[slot - step];
        caperi_v at = caperi_v_add(caperi_position(&s->model[body]), shift);
        caperi_v from = caperi_position(&s->model[last]);
        float length =
            caperi_v_distance(caperi_position(&s->base[body]), caperi_position(&s->base[last]));
        caperi_v d = caperi_v_sub(at, from);
        float is = caperi_v_length(d);
        float allowed =
            caper_clamp(is, s->params->min_stretch * length, s->params->max_stretch * length);
        if (allowed != is && is > 0.0f) {
            caperi_v to = caperi_v_add_scaled(from, d, allowed / is);
            shift = caperi_v_add(shift, caperi_v_sub(to, at));
            at = to;
        }
        caperi_set_position(&s->model[body], at);
    }
    return shift;
}

static void follow_side(caperi_solve *s, caperi_spine *spine, int step)
{
    caperi_v shift = caperi_v_zero();
    for (int k = spine->root + step; k >= 0 && k < spine->count; k += step) {
        const caperi_particle *inner = &spine->particles[k - step], *outer = &spine->particles[k];
        caper_transform *at = &s->model[outer->body];
        caperi_set_position(at, caperi_v_add(caperi_position(at), shift));
        follow(s, spine, inner, outer, step);
        shift = caperi_v_add(shift, cut(s, inner, outer, step));
    }
}

void caperi_spine_curves(caperi_solve *s, caperi_spine *spine)
{
    follow_side(s, spine, 1);
    follow_side(s, spine, -1);
    trail(s, &spine->particles[spine->count - 1], 1);
    trail(s, &spine->particles[0], -1);
}
