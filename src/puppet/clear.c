// SPDX-License-Identifier: MIT
//
// Keeps arms out of the character's own body: a thin performer's arms hang where a fat puppet's
// belly is. The paper names that and leaves it open.
//
// Elbow and wrist are two points that move as little as needed: places along the arm that are
// inside a hull of the trunk, and parts of the arm that are inside legs or the other arm, push them
// out, deeper ones more, each by its share of the way along its part; then the wrist comes back
// into reach and the elbow onto the circle that the lengths leave it. So hands go to the boundary,
// elbows swivel away, and what is still too fat lifts the whole arm. A wrist that holds on to the
// world gives way less. What is inside on the performer, or at rest, may be so on the puppet. All
// pushes start from 0 at the hull: nothing jumps as something comes near.
#include "math/simd_quat.h"
#include "puppet/clear.h"

#include <math.h>
#include <string.h>

#define PASSES 2
// No measurement is on record for the numbers that follow; the history gives no origin.
//
// Share of its importance that a hand loses where it is far from what it should hold on to.
// NEAR_MISS and FAR_MISS, of the length of the arm, are where that begins and is complete.
#define MOST_GIVE 0.5f
#define NEAR_MISS 0.05f
#define FAR_MISS 0.5f
// Length over that of the parts, from where on a wrist goes along with its elbow and where it does
// so in full: equal parts are then bent by 83 and by 23 degrees.
#define BENT_REACH 0.75f
#define STRAIGHT_REACH 0.98f
// Share of its give that a palm on the own body loses in the passes in which the elbow swivels.
#define MOST_TOUCH 0.97f
// How fast the elbow's swivel (rad/s2) and the wrist's way (m/s2 at size 1.8) may gain speed where
// the way out changes its side: half a turn and 0.3 m, from rest to rest, take 0.7 and 0.2 s.
#define MOST_SWIVEL 25.0f
#define MOST_WAY 25.0f
#define DENT 0.02f       // of size 1.8: a palm that touches may press so deep
#define LEAST_LEVER 0.1f // square of the share of an arm that moves
#define LEAST_STEEP 0.3f // cosine: a way out is no longer than this makes it

// ------------------------------------------------------------------------------------ pushes

void caperi_way_push(caperi_way *a, int part, float share, caper_vec3 normal, float depth)
{
    float middle = part == 0 ? share : part == 1 ? 1 - share : 0;
    float tip = part == 0 ? 0 : part == 1 ? share : 1;
    float step = depth / caper_max(middle * middle + a->give * tip * tip, LEAST_LEVER);
    float go = middle * step, carried = a->give * a->straight;
    a->push[0] = caper_vec3_add_scaled(a->push[0], normal, depth * middle * go);
    a->weight[0] += depth * middle;
    float weight = depth * (tip + carried * middle);
    a->push[1] =
        caper_vec3_add_scaled(a->push[1], normal, weight * (a->give * tip * step + carried * go));
    a->weight[1] += weight;
}

static int part_of(int sample)
{
    return sample < 2 ? 0 : sample < 5 ? 1 : 2;
}

static inline caper_vec3 sample_of(const caperi_arm *k, const caperi_way *a, int i)
{
    return i < 2   ? caper_vec3_lerp(a->start, a->middle, k->share[i])
           : i < 5 ? caper_vec3_lerp(a->middle, a->tip, k->share[i])
                   : caper_vec3_add(a->tip, a->ends[i - 5]);
}

/// The same place on the performer, in his space.
static caper_vec3 source_sample(const caper_puppet *puppet, int side, int i)
{
    const caper_limb *l = &puppet->performer.limbs[CAPER_LIMB_LEFT_ARM + side];
    const caperi_arm *k = &puppet->arms[side];
    const caper_transform *b = puppet->source_model.bodies;
    return i < 2   ? caper_vec3_lerp(b[l->start].position, b[l->middle].position, k->share[i])
           : i < 5 ? caper_vec3_lerp(b[l->middle].position, b[l->tip].position, k->share[i])
                   : caperi_transform_point(&b[l->tip], k->source_hand[i - 5]);
}

float caperi_clear_wanted(const caper_puppet *puppet, float source, float source_deepest,
                          float deepest)
{
    return source > 0 ? caper_min(puppet->scale * source, CAPERI_CLEAR_MARGIN * puppet->size)
                      : source * deepest / source_deepest;
}

float caperi_clear_needed(float wanted, float clearance)
{
    float lack = wanted - clearance, soft = caper_max(wanted, 0);
    return lack < 2 * soft ? lack * lack / (4 * soft) : lack - soft;
}

/// What the performer has to say on a place of an arm and a part of the trunk.
typedef struct example {
    caper_vec3 way; // out of the trunk, along the axes of the puppet's hull
    float clearance, deepest;
} example;

/// The frame, as far as arms need it to get out of the trunk.
typedef struct scene {
    int count;
    uint32_t turned; // bits of the parts whose axes are known
    caperi_balls_about balls;
    caper_mat3 axes[CAPERI_MAX_HULLS];                     // of the hulls
    uint32_t seen[CAPERI_PUPPET_ARMS][CAPERI_ARM_SAMPLES]; // bits of the examples that are known
    example examples[CAPERI_PUPPET_ARMS][CAPERI_ARM_SAMPLES][CAPERI_MAX_HULLS];
} scene;

static void set_scene(const caper_puppet *puppet, scene *s)
{
    s->count = 0;
    s->turned = 0;
    memset(s->seen, 0, sizeof s->seen);
    for (int i = 0; i < puppet->part_count && puppet->parts[i].limb < 0; i++) {
        const caperi_flesh *part = &puppet->parts[i];
        caper_vec3 center = caperi_transform_point(&puppet->body[part->body], part->own.center);
        caperi_balls_set(&s->balls, s->count++, center, part->own.reach);
    }
    for (int i = s->count; i & 3; i++) {
        caperi_balls_set(&s->balls, i, caper_vec3_zero(), 0);
    }
}

static const caper_mat3 *axes_of(const caper_puppet *puppet, scene *s, int index)
{
    if (!(s->turned & 1u << index)) {
        const caperi_flesh *part = &puppet->parts[index];
        caper_quat turn = caper_quat_mul(puppet->body[part->body].rotation, part->own.turn);
        s->axes[index] = caper_quat_to_mat3(turn);
        s->turned |= 1u << index;
    }
    return &s->axes[index];
}

static const example *look_at_source(const caper_puppet *puppet, scene *s, int side, int sample,
                                     int index)
{
    example *e = &s->examples[side][sample][index];
    if (!(s->seen[side][sample] & 1u << index)) {
        const caperi_flesh *part = &puppet->parts[index];
        float radius = puppet->arms[side].source_radius[part_of(sample)];
        caper_vec3 p = caperi_transform_unpoint(&puppet->source_model.bodies[part->source],
                                                source_sample(puppet, side, sample));
        caperi_place place = caperi_hull_see(&part->other, p);
        e->way = caper_vec3_normalize(caper_vec3_mul(place.out, part->own.half));
        e->clearance = caperi_place_distance(&place) - radius;
        e->deepest = place.thickness + radius;
        s->seen[side][sample] |= 1u << index;
    }
    return e;
}

/// How far a sample of an arm, which is at `p` along the axes of a hull, must move to be outside
/// it, and which way: out of the hull, on the side where the performer's is. What is not more than
/// `deepest` does not matter.
static float leave_part(const caper_puppet *puppet, scene *s, int side, int sample, int index,
                        float margin, float deepest, caper_vec3 p, caper_vec3 *normal)
{
    const caperi_flesh *part = &puppet->parts[index];
    const caperi_arm *k = &puppet->arms[side];
    float radius = k->radius[part_of(sample)];
    caperi_place own = caperi_hull_see_along(&part->own, p);
    float clearance = caperi_place_distance(&own) - radius;
    float most = caper_min(margin, k->spare[sample][index] < 0 ? k->spare[sample][index] : margin);
    if (!(most > clearance && caperi_clear_needed(most, clearance) > LEAST_STEEP * deepest)) {
        return 0; // whatever the performer has there
    }
    const example *e = look_at_source(puppet, s, side, sample, index);
    float want = caperi_clear_wanted(puppet, e->clearance, e->deepest, own.thickness + radius);
    want = caper_min(want, most);
    if (!(want > clearance)) {
        return 0;
    }
    caper_vec3 way = caper_vec3_add_scaled(e->way, own.normal, own.gauge);
    way = caper_vec3_normalize_or(way, own.normal);
    float steep = caper_vec3_dot(way, own.normal);
    *normal = way;
    return caperi_clear_needed(want, clearance) / caper_max(steep, LEAST_STEEP);
}

/// Places of an arm that are inside the trunk.
static bool leave_trunk(const caper_puppet *puppet, scene *s, int side, caperi_way *a)
{
    const caperi_arm *k = &puppet->arms[side];
    float slack = CAPERI_CLEAR_SLACK * puppet->person.leg;
    float margin = CAPERI_CLEAR_MARGIN * puppet->size;
    bool any = false;
    for (int i = 0; i < CAPERI_ARM_SAMPLES; i++) {
        if (!(k->samples & 1u << i)) {
            continue;
        }
        caper_vec3 at = sample_of(k, a, i), normal = caper_vec3_zero();
        float around = k->radius[part_of(i)] + margin, deepest = slack;
        uint32_t near = caperi_balls_near(&s->balls, s->count, at, around);
        for (int j = 0; near >> j; j++) {
            if (!(near & 1u << j)) {
                continue;
            }
            const caper_mat3 *axes = axes_of(puppet, s, j);
            caper_vec3 n = caper_vec3_zero();
            caper_vec3 center = {s->balls.x[j], s->balls.y[j], s->balls.z[j]};
            caper_vec3 way = caper_vec3_sub(at, center);
            way = caper_vec3_make(caper_vec3_dot(axes->x, way), caper_vec3_dot(axes->y, way),
                                  caper_vec3_dot(axes->z, way));
            if (caperi_hull_is_far(&puppet->parts[j].own, way, around)) {
                continue;
            }
            float depth = leave_part(puppet, s, side, i, j, a->margin, deepest, way, &n);
            if (depth > deepest) {
                deepest = depth;
                normal = caper_mat3_mul_vec3(*axes, n);
            }
        }
        if (deepest > slack) {
            caperi_way_push(a, part_of(i), i < 5 ? k->share[i] : 1, normal, deepest);
            any = true;
        }
    }
    return any;
}

/// Places of an arm that are under the ground.
static bool leave_ground(const caper_puppet *puppet, int side, const caper_world_frame *frame,
                         caperi_way *a)
{
    const caperi_arm *k = &puppet->arms[side];
    bool any = false, clear[3];
    for (int part = 0; part < 3; part++) {
        clear[part] =
            caperi_ground_is_clear(&puppet->ground, frame, a->middles[part], k->reach[part]);
    }
    for (int i = 1; i < CAPERI_ARM_SAMPLES; i++) {
        if (clear[part_of(i)]) {
            continue;
        }
        caper_vec3 at = sample_of(k, a, i);
        float radius = k->radius[part_of(i)];
        caper_hit hit = caperi_ground_near(&puppet->ground, frame, at, radius);
        if (hit.surface != CAPER_SURFACE_NONE && hit.distance < radius) {
            caperi_way_push(a, part_of(i), i < 5 ? k->share[i] : 1, hit.normal,
                            radius - hit.distance);
            any = true;
        }
    }
    return any;
}

// ------------------------------------------------------------------------------------ the arm

/// How far the wrist goes when the elbow does: 0 for an arm that is well bent.
static float straightness(const caper_limb *l, float length)
{
    float bent = 1 - caper_smoothstep(BENT_REACH, STRAIGHT_REACH, length / (l->upper + l->lower));
    return (1 - bent) * (l->upper + l->lower) / l->upper;
}

static caperi_way way_of(const caper_puppet *puppet, int side, const caper_transform *b)
{
    int index = CAPER_LIMB_LEFT_ARM + side;
    const caper_limb *l = &puppet->person.limbs[index];
    caperi_way a = {
        .start = b[l->start].position, .middle = b[l->middle].position, .tip = b[l->tip].position};
    for (int i = 0; i < 2; i++) {
        a.hand[i] = a.ends[i] = caper_quat_rotate(b[l->tip].rotation, puppet->arms[side].hand[i]);
    }
    a.length = caper_vec3_distance(a.start, a.tip);
    a.straight = straightness(l, a.length);
    a.forearm = caper_vec3_normalize(caper_vec3_sub(a.tip, a.middle));
    caperi_way_rods(&puppet->arms[side], &a);
    // a hand that does not get to where it should hold on has nothing to lose
    const caperi_sight *s = &puppet->sights[index];
    float miss = caper_vec3_distance(s->goal, a.tip) / (l->upper + l->lower);
    float holds = s->importance * (1 - MOST_GIVE * caper_smoothstep(NEAR_MISS, FAR_MISS, miss));
    a.loose = 1 - caper_max(holds, s->together);
    // a palm that touches the own body is where it should be: first the elbow swivels
    a.give = a.loose * (1 - MOST_TOUCH * s->touch);
    a.margin = CAPERI_CLEAR_MARGIN * puppet->size;
    return a;
}

/// A vector, turned as the least turn brings one direction onto another.
static caper_vec3 turned(caper_vec3 v, caper_vec3 from, caper_vec3 to)
{
    caper_vec3 sum = caper_vec3_add(from, to);
    float both = caper_max(1 + caper_vec3_dot(from, to), 1e-3f);
    float along_from = caper_vec3_dot(from, v);
    v = caper_vec3_add_scaled(v, sum, -caper_vec3_dot(sum, v) / both);
    return caper_vec3_add_scaled(v, to, 2 * along_from);
}

/// The elbow's circle for a tip that is brought into reach.
typedef struct circle {
    caper_vec3 axis, center;
    float radius;
} circle;

static circle reach(const caper_limb *l, caperi_way *a)
{
    circle c;
    caper_vec3 way = caper_vec3_sub(a->tip, a->start);
    float least = 1.001f * fabsf(l->upper - l->lower) + 1e-5f;
    float length = caper_max(caper_vec3_length(way), least);
    // an arm that is being stretched straightens softly
    float room = caper_max(l->upper + l->lower - a->length, 1e-6f), more = length - a->length;
    length = more > 0 ? a->length + more * room / (room + more) : length;
    c.axis = caper_vec3_normalize_or(way, a->forearm);
    a->tip = caper_vec3_add_scaled(a->start, c.axis, length);
    float foot = (l->upper * l->upper - l->lower * l->lower + length * length) / (2 * length);
    c.radius = sqrtf(caper_max(l->upper * l->upper - foot * foot, 0));
    c.center = caper_vec3_add_scaled(a->start, c.axis, foot);
    a->straight = straightness(l, length);
    return c;
}

static caper_vec3 across(caper_vec3 v, caper_vec3 axis)
{
    return caper_vec3_add_scaled(v, axis, -caper_vec3_dot(v, axis));
}

/// What follows from where the arm is now; nothing pushes it yet.
static void refresh(const caperi_arm *k, caperi_way *a)
{
    caper_vec3 now = caper_vec3_normalize(caper_vec3_sub(a->tip, a->middle));
    for (int i = 0; i < 2; i++) {
        a->ends[i] = turned(a->hand[i], a->forearm, now);
        a->push[i] = caper_vec3_zero();
        a->weight[i] = 0;
    }
    caperi_way_rods(k, a);
}

/// The pushed points, with the lengths of the arm.
static void settle(const caper_puppet *puppet, int side, caperi_way *a)
{
    const caper_limb *l = &puppet->person.limbs[CAPER_LIMB_LEFT_ARM + side];
    caper_vec3 before = caper_vec3_sub(a->middle, a->start);
    if (a->weight[0] > 0) {
        a->middle = caper_vec3_add_scaled(a->middle, a->push[0], 1 / a->weight[0]);
    }
    if (a->weight[1] > 0) {
        a->tip = caper_vec3_add_scaled(a->tip, a->push[1], 1 / a->weight[1]);
    }
    circle c = reach(l, a);
    caper_vec3 out = across(caper_vec3_sub(a->middle, a->start), c.axis);
    float off = caper_vec3_length(out);
    out = off > 1e-6f
              ? caper_vec3_scale(out, 1 / off)
              : caper_vec3_normalize_or(across(before, c.axis), caper_vec3_any_orthogonal(c.axis));
    a->middle = caper_vec3_add_scaled(c.center, out, c.radius);
}

/// To which side of the way from the shoulder to the wrist the elbow is, for arms that are straight
/// too: where it would go if the arm bent.
static caper_vec3 elbow_side(const caper_puppet *puppet, const caper_limb *l, caper_vec3 *axis)
{
    const caper_transform *b = puppet->body;
    caper_vec3 up = caper_vec3_sub(b[l->middle].position, b[l->start].position);
    caper_vec3 low = caper_vec3_sub(b[l->tip].position, b[l->middle].position);
    caper_vec3 bend = caper_vec3_scale(caper_vec3_cross(up, low), 1 / (l->upper * l->lower));
    float sine = caper_vec3_length(bend);
    if (sine < CAPERI_PLAIN_BEND) {
        caper_vec3 usual = caper_quat_rotate(b[l->start].rotation, l->bend_axis);
        bend = caper_vec3_add_scaled(bend, usual, CAPERI_PLAIN_BEND - sine);
    }
    *axis = caper_vec3_normalize(caper_vec3_add(up, low));
    caper_vec3 side = across(caper_vec3_cross(*axis, bend), *axis);
    return caper_vec3_normalize_or(side, caper_vec3_any_orthogonal(*axis));
}

/// A vector at length 1, or another one where it has no direction.
static caperi_f4 unit_or(caperi_f4 v, caperi_f4 other)
{
    return caperi_f4_dot(v, v) > 1e-24f ? caperi_f4_quat_normalize(v) : other;
}

/// The turn about the upper arm that brings the axis of the elbow along: where the arm is straight
/// there is none.
static caperi_f4 roll(const caper_limb *l, caperi_f4 upper, caperi_f4 up, caperi_f4 before,
                      caperi_f4 low)
{
    caperi_f4 own = caperi_f4_cross(up, before), now = caperi_f4_cross(up, low);
    float sine = sqrtf(caperi_f4_dot(own, own));
    if (sine < CAPERI_PLAIN_BEND) {
        caperi_f4 usual = caperi_f4_quat_rotate(upper, caperi_f4_vec(l->bend_axis));
        own = caperi_f4_add(own, caperi_f4_scale(usual, CAPERI_PLAIN_BEND - sine));
    }
    own = caperi_f4_sub(own, caperi_f4_scale(up, caperi_f4_dot(own, up)));
    own = unit_or(own, caperi_f4_set(0, 0, 0, 0)); // a zero turns nothing
    sine = sqrtf(caperi_f4_dot(now, now));
    if (sine < CAPERI_PLAIN_BEND) {
        now = caperi_f4_add(now, caperi_f4_scale(own, CAPERI_PLAIN_BEND - sine));
    }
    return caperi_f4_turn_between(own, unit_or(now, own));
}

/// The direction from one point to another, of length 1.
static caperi_f4 direction(caper_vec3 from, caper_vec3 to)
{
    return caperi_f4_quat_normalize(caperi_f4_vec(caper_vec3_sub(to, from)));
}

/// Turn a body.
static void turn_body(caper_transform *body, caperi_f4 turn)
{
    turn = caperi_f4_quat_mul(turn, caperi_f4_load(&body->rotation.x));
    caperi_f4_store(&body->rotation.x, caperi_f4_quat_normalize(turn));
}

static void accept(caper_puppet *puppet, int side, const caperi_way *a)
{
    int index = CAPER_LIMB_LEFT_ARM + side;
    const caper_limb *l = &puppet->person.limbs[index];
    caper_transform *start = &puppet->body[l->start], *middle = &puppet->body[l->middle];
    caper_transform *tip = &puppet->body[l->tip];
    caperi_sight *s = &puppet->sights[index];
    caperi_f4 up = direction(start->position, middle->position);
    caperi_f4 low = direction(middle->position, tip->position);
    caperi_f4 up_now = direction(a->start, a->middle), low_now = direction(a->middle, a->tip);
    caperi_f4 turn = caperi_f4_turn_between(up, up_now);
    caperi_f4 upper = caperi_f4_quat_mul(turn, caperi_f4_load(&start->rotation.x));
    caperi_f4 rolls = roll(l, upper, up_now, caperi_f4_quat_rotate(turn, low), low_now);
    turn = caperi_f4_quat_mul(rolls, turn);
    turn_body(start, turn);
    caperi_f4 bent = caperi_f4_turn_between(caperi_f4_quat_rotate(turn, low), low_now);
    turn_body(middle, caperi_f4_quat_mul(bent, turn));
    s->cleared = caper_max(caper_vec3_distance(middle->position, a->middle),
                           caper_vec3_distance(tip->position, a->tip));
    middle->position = a->middle;
    tip->position = a->tip;
    // a hand that holds on to something stays as it is, another one goes with the forearm
    float loose = 1 - caper_max(s->importance, s->touch);
    caperi_f4 carry = caperi_f4_scale(caperi_f4_turn_between(low, low_now), loose);
    turn_body(tip, caperi_f4_add(carry, caperi_f4_set(0, 0, 0, 1 - loose)));
}

void caperi_puppet_measure_spare(caper_puppet *puppet)
{
    const caper_transform *rest = puppet->person.character->rest_model;
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        caperi_arm *k = &puppet->arms[side];
        caperi_way a = way_of(puppet, side, rest);
        caperi_rods_measure_spare(puppet, side, &a);
        for (int j = 0; j < puppet->part_count; j++) {
            const caperi_flesh *part = &puppet->parts[j];
            for (int i = 0; i < CAPERI_ARM_SAMPLES; i++) {
                caper_vec3 at = sample_of(k, &a, i);
                at = caper_transform_unmul_point(rest[part->body], at);
                caperi_place place = caperi_hull_see(&part->own, at);
                float apart = caperi_place_distance(&place) - k->radius[part_of(i)];
                k->spare[i][j] = caper_min(apart, 0);
            }
        }
    }
}

/// Arms whose palms touch the own body and that could not get out of it so: now the palm goes, too,
/// as far as something is really inside. Returns which arms these are.
static int give_in(const caper_puppet *puppet, caperi_way arms[CAPERI_PUPPET_ARMS])
{
    int which = 0;
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        arms[side].give = arms[side].loose;
        arms[side].margin = -DENT * puppet->size;
        which |= (puppet->sights[CAPER_LIMB_LEFT_ARM + side].touch > 0) << side;
    }
    return which;
}

/// Push both arms out of all that they are in; returns which moved.
static int push_out(const caper_puppet *puppet, const caper_world_frame *frame,
                    caperi_way arms[CAPERI_PUPPET_ARMS])
{
    scene s;
    set_scene(puppet, &s);
    caperi_source_rods source;
    source.arms_known = source.legs_known = 0;
    caperi_leg_rods legs;
    caperi_rods_of_legs(puppet, puppet->body, &legs);
    int moved = 0, last = 3;
    for (int pass = 0; pass < 2 * PASSES; pass++) {
        // before any of them drops out: the other arm measures against where this one is now
        for (int side = 0; side < CAPERI_PUPPET_ARMS && pass > 0; side++) {
            if (last & 1 << side) {
                refresh(&puppet->arms[side], &arms[side]);
            }
        }
        last = pass == PASSES ? last & give_in(puppet, arms) : last;
        if (!last) {
            break;
        }
        int now = caperi_rods_leave_arms(puppet, &source, arms) ? 3 : 0;
        for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
            caperi_way *a = &arms[side];
            if (!(last & 1 << side)) {
                continue; // where it was clear
            }
            bool trunk = leave_trunk(puppet, &s, side, a);
            bool leg = caperi_rods_leave_legs(puppet, side, puppet->body, &legs, &source, a);
            now |= (trunk || leg) << side;
            if ((now | moved) & 1 << side) {
                now |= leave_ground(puppet, side, frame, a) << side;
            }
        }
        for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
            if (now & 1 << side) {
                settle(puppet, side, &arms[side]);
            }
        }
        moved |= now;
        last = now;
    }
    return moved;
}

/// The angle about an axis by which the elbow swivels away from a side.
static float swivel_of(const circle *c, caper_vec3 side, const caperi_way *a)
{
    caper_vec3 out = caper_vec3_sub(a->middle, c->center);
    float x = caper_vec3_dot(out, side), y = caper_vec3_dot(out, caper_vec3_cross(c->axis, side));
    return x == 0 && y == 0 ? 0 : caper_atan2(y, x);
}

/// The way of the wrist, as seen from the chest, and the swivel of the elbow with bounded
/// acceleration: where the way out changes its side, the arm does not jump. False: the arm is where
/// it was.
static bool ease(caper_puppet *puppet, int side, caperi_way *a, bool moved, float dt)
{
    const caper_limb *l = &puppet->person.limbs[CAPER_LIMB_LEFT_ARM + side];
    caperi_clear_state *state = &puppet->state.clears[side];
    if (!moved && !state->moves) {
        return false;
    }
    caper_quat chest = puppet->body[puppet->person.chest].rotation;
    caper_vec3 own = puppet->body[l->tip].position, axis;
    caper_vec3 elbow = elbow_side(puppet, l, &axis);
    caper_vec3 goal = caper_quat_unrotate(chest, caper_vec3_sub(a->tip, own));
    circle c = reach(l, a);
    float swivel = moved ? swivel_of(&c, turned(elbow, axis, c.axis), a) : 0;
    swivel *= caper_smoothstep(0, 0.3f, c.radius / l->upper); // a straight arm has none
    if (!puppet->state.started) {
        caperi_chase_start(&state->way, goal);
        caperi_chase_start(&state->swivel, caper_vec3_make(swivel, 0, 0));
    }
    float last = state->swivel.target.x;
    swivel = last + caper_wrap_angle(swivel - last);
    caper_vec3 way = caperi_chase_update(&state->way, goal, MOST_WAY * puppet->size, dt);
    swivel = caperi_chase_update(&state->swivel, caper_vec3_make(swivel, 0, 0), MOST_SWIVEL, dt).x;
    float left = caper_vec3_length(way) + l->upper * fabsf(caper_wrap_angle(swivel));
    state->moves = moved || left > CAPERI_CLEAR_SLACK * puppet->person.leg;
    if (!state->moves) {
        memset(state, 0, sizeof *state);
        return false;
    }
    a->tip = caper_vec3_add_scaled(own, caper_quat_rotate(chest, way), a->loose);
    c = reach(l, a);
    elbow = turned(elbow, axis, c.axis);
    caper_vec3 square = caper_vec3_cross(c.axis, elbow);
    float sine, cosine;
    caper_sincos(swivel, &sine, &cosine);
    caper_vec3 out = caper_vec3_add_scaled(caper_vec3_scale(elbow, cosine), square, sine);
    a->middle = caper_vec3_add_scaled(c.center, out, c.radius);
    return true;
}

void caperi_puppet_clear(caper_puppet *puppet, const caper_world_frame *frame, float dt)
{
    caperi_way arms[CAPERI_PUPPET_ARMS];
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        arms[side] = way_of(puppet, side, puppet->body);
        puppet->sights[CAPER_LIMB_LEFT_ARM + side].cleared = 0;
    }
    int moved = push_out(puppet, frame, arms);
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        if (ease(puppet, side, &arms[side], (moved & 1 << side) != 0, dt)) {
            accept(puppet, side, &arms[side]);
            caperi_puppet_keep_out(puppet, CAPER_LIMB_LEFT_ARM + side, frame);
        }
    }
}
