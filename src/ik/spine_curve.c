// SPDX-License-Identifier: MIT
//
// Spine splines (paper 000, section 4.3.2): the bodies between two particles of the spine follow a
// quintic Hermite curve. It is fitted to the base joints by least squares (the ends are met; the
// velocities and accelerations of both ends are free, held lightly to the slopes of the first and
// last link so that a single body between is no riddle), carried by the bodies at its ends, and
// each body keeps its offset from the curve and its turn against a frame that moves along it.
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
    caper_vec3 end[6];
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

static caper_vec3 weigh(const curve *c, const float w[6])
{
    caper_vec3 a = caper_vec3_add_scaled(caper_vec3_scale(c->end[0], w[0]), c->end[3], w[3]);
    a = caper_vec3_add_scaled(caper_vec3_add_scaled(a, c->end[1], w[1]), c->end[4], w[4]);
    return caper_vec3_add_scaled(caper_vec3_add_scaled(a, c->end[2], w[2]), c->end[5], w[5]);
}

// Solve the symmetric positive definite system m x = r by LDL', three right sides at once.
static void solve4(float m[4][4], caper_vec3 r[4])
{
    for (int j = 0; j < 4; j++) {
        float per = 1.0f / m[j][j];
        for (int i = j + 1; i < 4; i++) {
            float f = m[j][i] * per;
            for (int k = i; k < 4; k++)
                m[i][k] -= f * m[j][k];
            r[i] = caper_vec3_add_scaled(r[i], r[j], -f);
        }
    }
    for (int j = 3; j >= 0; j--) {
        for (int i = j + 1; i < 4; i++)
            r[j] = caper_vec3_add_scaled(r[j], r[i], -m[j][i]);
        r[j] = caper_vec3_scale(r[j], 1.0f / m[j][j]);
    }
}

// Fit the curve to bodies [0, count) between the ends given as places 0 and 3.
static void fit(curve *c, const caperi_curve_body *bodies, int count)
{
    const caperi_curve_body *last = &bodies[count - 1];
    c->end[1] = caper_vec3_scale(caper_vec3_sub(bodies[0].place, c->end[0]), 1.0f / bodies[0].t);
    c->end[4] = caper_vec3_scale(caper_vec3_sub(c->end[3], last->place), 1.0f / (1.0f - last->t));
    c->end[2] = c->end[5] = caper_vec3_zero();
    static const int columns[4] = {1, 2, 4, 5};
    static const float scales[4] = {1.0f, ACCELERATION, 1.0f, ACCELERATION};
    float m[4][4] = {{HOLD, 0, 0, 0}, {0, HOLD, 0, 0}, {0, 0, HOLD, 0}, {0, 0, 0, HOLD}};
    caper_vec3 r[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < count; i++) {
        float w[4];
        for (int j = 0; j < 4; j++)
            w[j] = bodies[i].value[columns[j]] * scales[j];
        caper_vec3 off = caper_vec3_sub(bodies[i].place, weigh(c, bodies[i].value));
        for (int j = 0; j < 4; j++) {
            for (int k = j; k < 4; k++)
                m[j][k] += w[j] * w[k];
            r[j] = caper_vec3_add_scaled(r[j], off, w[j]);
        }
    }
    solve4(m, r);
    for (int j = 0; j < 4; j++)
        c->end[columns[j]] = caper_vec3_add_scaled(c->end[columns[j]], r[j], scales[j]);
}

// The curve carried by the bodies at its ends.
static curve carry(const curve *base, const caper_transform *model, const caper_quat *delta,
                   int inner, int outer)
{
    curve c;
    c.end[0] = model[inner].position;
    c.end[3] = model[outer].position;
    for (int i = 1; i < 3; i++) {
        c.end[i] = caper_quat_rotate(delta[inner], base->end[i]);
        c.end[i + 3] = caper_quat_rotate(delta[outer], base->end[i + 3]);
    }
    return c;
}

// Length of the way over the bodies' points of a curve.
static float way_along(const curve *c, const caperi_curve_body *bodies, int count)
{
    float way = 0.0f;
    caper_vec3 last = c->end[0];
    for (int i = 0; i < count; i++) {
        caper_vec3 at = weigh(c, bodies[i].value);
        way += caper_vec3_distance(at, last);
        last = at;
    }
    return way + caper_vec3_distance(c->end[3], last);
}

// Give the posed curve the length of the base curve as far as its bow allows: what it is longer
// than its chord goes about with the square of its end velocities. A curve that is stretched
// straight has them scaled with it, or its middle would stretch most.
static void fit_length(const curve *base, curve *posed, const caperi_curve_body *bodies, int count)
{
    float was = way_along(base, bodies, count), is = way_along(posed, bodies, count);
    float chord = caper_vec3_distance(posed->end[0], posed->end[3]);
    float wanted = caper_max(was, chord), bow = is - chord;
    float scale = 1.0f;
    if (bow > 1e-4f * was)
        scale = sqrtf(caper_clamp((wanted - chord) / bow, 0.09f, 4.0f));
    // little bow: by its length alone
    float stretch = was > 0.0f ? caper_max(chord / was, 1.0f) : 1.0f;
    scale = caper_lerp(stretch, scale, caper_smoothstep(0.0f, 0.02f * was, bow));
    for (int i = 1; i < 3; i++) {
        posed->end[i] = caper_vec3_scale(posed->end[i], scale);
        posed->end[i + 3] = caper_vec3_scale(posed->end[i + 3], scale);
    }
}

// Move the frame along; then spread the missing twist.
static void transport(caperi_curve_body *bodies, int count, caper_quat delta, caper_vec3 end_base,
                      caper_vec3 end_posed, caper_quat end_delta)
{
    caper_vec3 aside = caper_vec3_make(1.0f, 0.0f, 0.0f);
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        caper_vec3 carried = caper_quat_rotate(delta, b->tangent);
        delta = caper_quat_mul(caperi_turn(carried, b->posed, aside), delta);
        b->delta = delta;
    }
    caper_vec3 carried = caper_quat_rotate(delta, end_base);
    delta = caper_quat_mul(caperi_turn(carried, end_posed, aside), delta);
    caper_vec3 axis = caper_vec3_normalize_or(end_posed, aside);
    caper_quat missing = caperi_twist(caper_quat_mul(end_delta, caper_quat_conj(delta)), axis);
    float share = caperi_twist_share(missing);
    float sine = (missing.x * axis.x + missing.y * axis.y) + missing.z * axis.z;
    for (int i = 0; i < count; i++) {
        caperi_curve_body *b = &bodies[i];
        axis = caper_vec3_normalize_or(b->posed, aside);
        caper_quat twist = caper_quat_make(axis.x * sine, axis.y * sine, axis.z * sine, missing.w);
        twist = caperi_part_of(twist, share * b->t);
        b->delta = caper_quat_normalize(caper_quat_mul(twist, b->delta));
    }
}

// Slide the bodies along their own way so that all are stretched alike, where some are stretched
// much.
static void even_out(const curve *posed, caperi_curve_body *bodies, int count, const curve *base)
{
    float was = 0.0f, is = 0.0f, most = 0.0f;
    caper_vec3 last = posed->end[0], last_base = base->end[0];
    for (int i = 0; i <= count; i++) {
        caper_vec3 at = i < count ? bodies[i].at : posed->end[3];
        caper_vec3 at_base = i < count ? bodies[i].place : base->end[3];
        float step = caper_vec3_distance(at, last),
              step_base = caper_vec3_distance(at_base, last_base);
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
    caper_vec3 from = posed->end[0], to = bodies[0].old = bodies[0].at;
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
        caper_vec3 even = caper_vec3_lerp(from, to, caper_min(t, 1.0f));
        bodies[i].at = caper_vec3_lerp(bodies[i].at, even, share);
    }
}

static void place(caperi_solve *s, int body, caper_quat delta, caper_vec3 position)
{
    s->delta[body] = delta;
    s->model[body] = caper_transform_make(
        caper_quat_normalize(caper_quat_mul(delta, s->base[body].rotation)), position);
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
        bodies[i].place = s->base[chain[slot]].position;
    }
    curve base;
    base.end[0] = s->base[inner->body].position;
    base.end[3] = s->base[outer->body].position;
    fit(&base, bodies, count);
    curve posed = carry(&base, s->model, s->delta, inner->body, outer->body);
    fit_length(&base, &posed, bodies, count);
    for (int i = 0; i < count; i++) {
        bodies[i].tangent = weigh(&base, bodies[i].slope);
        bodies[i].posed = weigh(&posed, bodies[i].slope);
        bodies[i].offset = caper_vec3_sub(bodies[i].place, weigh(&base, bodies[i].value));
    }
    transport(bodies, count, inner->delta, base.end[4], posed.end[4], outer->delta);
    for (int i = 0; i < count; i++) {
        caper_vec3 at = weigh(&posed, bodies[i].value);
        bodies[i].at = caper_vec3_add(at, caper_quat_rotate(bodies[i].delta, bodies[i].offset));
    }
    even_out(&posed, bodies, count, &base);
    for (int i = 0; i < count; i++)
        place(s, chain[inner->slot + (i + 1) * step], bodies[i].delta, bodies[i].at);
}

// Bodies beyond the last particle move with it as one. Where the tree runs the same way they follow
// their parents by themselves.
static void trail(caperi_solve *s, const caperi_particle *last, int step)
{
    const int16_t *chain = s->character->spine;
    caper_vec3 from = s->base[last->body].position, to = s->model[last->body].position;
    int inner = last->body;
    for (int slot = last->slot + step; slot >= 0 && slot < s->character->spine_count;
         slot += step) {
        int body = chain[slot];
        caper_vec3 way = caper_vec3_sub(s->base[body].position, from);
        if (s->character->bodies[body].parent != inner)
            place(s, body, last->delta, caper_vec3_add(to, caper_quat_rotate(last->delta, way)));
        inner = body;
    }
}

// No body of the spine shrinks or stretches beyond its limits: from the inner particle outward,
// what is too much is cut, and everything beyond moves along. Returns how far the outer particle
// moved.
static caper_vec3 cut(caperi_solve *s, const caperi_particle *inner, const caperi_particle *outer,
                      int step)
{
    const int16_t *chain = s->character->spine;
    caper_vec3 shift = caper_vec3_zero();
    for (int slot = inner->slot + step; slot != outer->slot + step; slot += step) {
        int body = chain[slot], last = chain[slot - step];
        caper_vec3 *at = &s->model[body].position, from = s->model[last].position;
        float length = caper_vec3_distance(s->base[body].position, s->base[last].position);
        *at = caper_vec3_add(*at, shift);
        caper_vec3 d = caper_vec3_sub(*at, from);
        float is = caper_vec3_length(d);
        float allowed =
            caper_clamp(is, s->params->min_stretch * length, s->params->max_stretch * length);
        if (allowed == is || !(is > 0.0f))
            continue;
        d = caper_vec3_scale(d, allowed / is - 1.0f);
        *at = caper_vec3_add(*at, d);
        shift = caper_vec3_add(shift, d);
    }
    return shift;
}

static void follow_side(caperi_solve *s, caperi_spine *spine, int step)
{
    caper_vec3 shift = caper_vec3_zero();
    for (int k = spine->root + step; k >= 0 && k < spine->count; k += step) {
        const caperi_particle *inner = &spine->particles[k - step], *outer = &spine->particles[k];
        caper_vec3 *at = &s->model[outer->body].position;
        *at = caper_vec3_add(*at, shift);
        follow(s, spine, inner, outer, step);
        shift = caper_vec3_add(shift, cut(s, inner, outer, step));
    }
}

void caperi_spine_curves(caperi_solve *s, caperi_spine *spine)
{
    follow_side(s, spine, 1);
    follow_side(s, spine, -1);
    trail(s, &spine->particles[spine->count - 1], 1);
    trail(s, &spine->particles[0], -1);
}
