// SPDX-License-Identifier: MIT
//
// Arms and legs as rods: what of an arm is inside a leg or the other arm pushes it out, to the side
// on which the performer's is, however far it has gone through.
#include "math/simd_quat.h"
#include "puppet/clear.h"

#include <math.h>

#define ROUNDING 1.001f // of balls about the parts of an arm, whose lengths are those at rest
#define TIE 0.02f       // keeps the places where rods that lie side by side are nearest

/// Where two rods are nearest.
typedef struct meeting {
    float shares[2]; // of both
    caper_vec3 way;  // from the second to the first
    float clearance, thick, margin;
} meeting;

static caperi_rod make_rod(caper_vec3 a, caper_vec3 b, float radius)
{
    caperi_rod r = {a, b, radius};
    return r;
}

void caperi_way_rods(const caperi_arm *arm, caperi_way *w)
{
    w->rods[0] = make_rod(w->start, w->middle, arm->radius[0]);
    w->rods[1] = make_rod(w->middle, w->tip, arm->radius[1]);
    w->rods[2] = make_rod(caper_vec3_add(w->tip, w->ends[0]), caper_vec3_add(w->tip, w->ends[1]),
                          arm->radius[2]);
    for (int i = 0; i < 3; i++) {
        w->middles[i] = caper_vec3_lerp(w->rods[i].a, w->rods[i].b, 0.5f);
    }
}

static caperi_rod rod_of_source(const caper_puppet *puppet, int side, int part)
{
    const caper_limb *l = &puppet->performer.limbs[CAPER_LIMB_LEFT_ARM + side];
    const caperi_arm *k = &puppet->arms[side];
    const caper_transform *b = puppet->source_model.bodies;
    if (part == 2) {
        return make_rod(caperi_transform_point(&b[l->tip], k->source_hand[0]),
                        caperi_transform_point(&b[l->tip], k->source_hand[1]), k->source_radius[2]);
    }
    int from = part == 0 ? l->start : l->middle, to = part == 0 ? l->middle : l->tip;
    return make_rod(b[from].position, b[to].position, k->source_radius[part]);
}

static caperi_rod rod_of_hull(const caperi_hull *hull, caper_transform body)
{
    return make_rod(caper_transform_mul_point(body, caper_vec3_sub(hull->center, hull->axis)),
                    caper_transform_mul_point(body, caper_vec3_add(hull->center, hull->axis)),
                    caper_min(hull->half.x, hull->half.z));
}

static const caperi_rod *source_arm(const caper_puppet *puppet, caperi_source_rods *source,
                                    int side, int part)
{
    int index = 3 * side + part;
    if (!(source->arms_known & 1u << index)) {
        source->arms[index] = rod_of_source(puppet, side, part);
        source->arms_known |= 1u << index;
    }
    return &source->arms[index];
}

/// Of the leg that is rod `index` of the puppet's.
static const caperi_rod *source_leg(const caper_puppet *puppet, caperi_source_rods *source,
                                    int index, const caperi_flesh *part)
{
    if (!(source->legs_known & 1u << index)) {
        caper_transform body = puppet->source_model.bodies[part->source];
        source->legs[index] = rod_of_hull(&part->other, body);
        source->legs_known |= 1u << index;
    }
    return &source->legs[index];
}

/// Distance of two rods' hulls; `share` of the first and `way` from the second to it at the place
/// where they are nearest. Where they lie side by side the middle counts, not one end or the other.
static float rods_apart(const caperi_rod *p, const caperi_rod *q, float shares[2], caper_vec3 *way)
{
    caper_vec3 u = caper_vec3_sub(p->b, p->a), v = caper_vec3_sub(q->b, q->a);
    caper_vec3 r = caper_vec3_sub(p->a, q->a);
    float uu = caper_vec3_length_sq(u) + 1e-12f, vv = caper_vec3_length_sq(v) + 1e-12f;
    float uv = caper_vec3_dot(u, v), ur = caper_vec3_dot(u, r), vr = caper_vec3_dot(v, r);
    float a = uu * (1 + TIE), c = vv * (1 + TIE);
    float x = 0.5f * TIE * uu - ur, y = 0.5f * TIE * vv + vr;
    float t = caper_clamp((x * c + y * uv) / (a * c - uv * uv), 0, 1);
    float s = caper_clamp((y + uv * t) / c, 0, 1);
    t = caper_clamp((x + uv * s) / a, 0, 1);
    *way = caper_vec3_sub(caper_vec3_lerp(p->a, p->b, t), caper_vec3_lerp(q->a, q->b, s));
    shares[0] = t;
    shares[1] = s;
    return caper_vec3_length(*way) - p->radius - q->radius;
}

/// Where two rods are nearest; returns whether that is near enough to matter.
static bool rods_meet(float margin, const caperi_rod *p, const caperi_rod *q, meeting *m)
{
    m->margin = margin;
    m->thick = p->radius + q->radius;
    m->clearance = rods_apart(p, q, m->shares, &m->way);
    return m->clearance < margin;
}

/// How far to move the first of two rods out of the second, and which way: to the side on which
/// the performer's is. `spare` is their distance at rest where that is below 0.
static float rods_depth(const caper_puppet *puppet, const meeting *m, const caperi_rod *p,
                        const caperi_rod *q, float spare, caper_vec3 *normal)
{
    caper_vec3 source;
    float none[2], apart = rods_apart(p, q, none, &source);
    float want = caperi_clear_wanted(puppet, apart, p->radius + q->radius, m->thick);
    want = caper_min(spare < 0 ? spare : m->margin, want);
    if (!(want > m->clearance)) {
        return 0;
    }
    // to where they are as far apart as wanted, along a way between theirs and the performer's
    float from = m->clearance + m->thick, to = from + caperi_clear_needed(want, m->clearance);
    source = caper_vec3_normalize_or(source, m->way);
    caper_vec3 n = caper_vec3_add_scaled(m->way, source, m->thick + caper_max(want, 0));
    n = caper_vec3_normalize_or(n, source);
    float b = caper_vec3_dot(m->way, n);
    *normal = n;
    return sqrtf(b * b + to * to - from * from) - b;
}

void caperi_rods_of_legs(const caper_puppet *puppet, const caper_transform *bodies,
                         caperi_leg_rods *legs)
{
    legs->count = 0;
    legs->known = 0;
    for (int j = 0; j < puppet->part_count && legs->count < CAPERI_LEG_RODS; j++) {
        const caperi_flesh *part = &puppet->parts[j];
        if (part->limb >= 0 && part->limb < CAPER_LIMB_LEFT_ARM) {
            caper_vec3 center = caperi_transform_point(&bodies[part->body], part->own.center);
            float radius = caper_min(part->own.half.x, part->own.half.z);
            caperi_balls_set(&legs->balls, legs->count, center, part->own.length + radius);
            legs->parts[legs->count++] = (int8_t)j;
        }
    }
    for (int j = legs->count; j < CAPERI_LEG_RODS; j++) {
        caperi_balls_set(&legs->balls, j, caper_vec3_zero(), 0);
    }
}

static const caperi_rod *own_leg(const caper_puppet *puppet, const caper_transform *bodies,
                                 caperi_leg_rods *legs, int index)
{
    if (!(legs->known & 1u << index)) {
        const caperi_flesh *part = &puppet->parts[legs->parts[index]];
        legs->rods[index] = rod_of_hull(&part->own, bodies[part->body]);
        legs->known |= 1u << index;
    }
    return &legs->rods[index];
}

bool caperi_rods_leave_legs(const caper_puppet *puppet, int side, const caper_transform *bodies,
                            caperi_leg_rods *legs, caperi_source_rods *source, caperi_way *w)
{
    const caperi_arm *arm = &puppet->arms[side];
    uint32_t near[3], some = 0;
    for (int i = 0; i < 3; i++) {
        near[i] =
            caperi_balls_near(&legs->balls, legs->count, w->middles[i], arm->reach[i] + w->margin);
        some |= near[i];
    }
    float slack = CAPERI_CLEAR_SLACK * puppet->person.leg;
    bool any = false;
    for (int j = 0; some >> j; j++) {
        for (int i = 0; i < 3; i++) {
            meeting m;
            if (!(near[i] & 1u << j) ||
                !rods_meet(w->margin, &w->rods[i], own_leg(puppet, bodies, legs, j), &m)) {
                continue;
            }
            const caperi_rod *p = source_arm(puppet, source, side, i);
            const caperi_rod *q = source_leg(puppet, source, j, &puppet->parts[legs->parts[j]]);
            float spare = arm->leg_spare[i][legs->parts[j]];
            caper_vec3 normal;
            float depth = rods_depth(puppet, &m, p, q, spare, &normal);
            if (depth > slack) {
                caperi_way_push(w, i, m.shares[0], normal, depth);
                any = true;
            }
        }
    }
    return any;
}

bool caperi_rods_leave_arms(const caper_puppet *puppet, caperi_source_rods *source,
                            caperi_way ways[CAPERI_PUPPET_ARMS])
{
    float slack = CAPERI_CLEAR_SLACK * puppet->person.leg;
    float margin = caper_min(ways[0].margin, ways[1].margin);
    const caperi_arm *arms = puppet->arms;
    caperi_balls_about other;
    for (int j = 0; j < 4; j++) {
        int part = j < 3 ? j : 2;
        caperi_balls_set(&other, j, ways[1].middles[part], arms[1].reach[part]);
    }
    bool any = false;
    for (int i = 0; i < 3; i++) {
        uint32_t near = caperi_balls_near(&other, 3, ways[0].middles[i], arms[0].reach[i] + margin);
        for (int j = 0; near >> j; j++) {
            meeting m;
            if (!(near & 1u << j) || !rods_meet(margin, &ways[0].rods[i], &ways[1].rods[j], &m)) {
                continue;
            }
            const caperi_rod *p = source_arm(puppet, source, 0, i);
            const caperi_rod *q = source_arm(puppet, source, 1, j);
            caper_vec3 normal;
            float depth = rods_depth(puppet, &m, p, q, 0, &normal);
            if (depth > slack) {
                caperi_way_push(&ways[0], i, m.shares[0], normal, 0.5f * depth);
                caperi_way_push(&ways[1], j, m.shares[1], caper_vec3_neg(normal), 0.5f * depth);
                any = true;
            }
        }
    }
    return any;
}

void caperi_rods_measure_spare(caper_puppet *puppet, int side, const caperi_way *rest)
{
    caperi_arm *arm = &puppet->arms[side];
    const caper_transform *bodies = puppet->person.character->rest_model;
    caperi_leg_rods legs;
    caperi_rods_of_legs(puppet, bodies, &legs);
    for (int i = 0; i < 3; i++) {
        const caperi_rod *r = &rest->rods[i];
        arm->reach[i] = ROUNDING * (0.5f * caper_vec3_distance(r->a, r->b) + r->radius);
        for (int j = 0; j < legs.count; j++) {
            float shares[2];
            caper_vec3 way;
            float apart = rods_apart(r, own_leg(puppet, bodies, &legs, j), shares, &way);
            arm->leg_spare[i][legs.parts[j]] = caper_min(apart, 0);
        }
    }
}
