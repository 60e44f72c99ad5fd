// SPDX-License-Identifier: MIT
//
// Hands that touch each other or the own body (the paper leaves self-contact to the future).
//
// How near the performer's palms are to the hulls of his own body, and how near they soon will be,
// says how much that matters, by the cubic of equation 14. The palm then goes to the place that
// corresponds on the puppet: as far along the same body, at the same side of it, as far above its
// hull by scale. A hand on the hip is on the hip, whether that is wide or narrow. An arm that only
// hangs is near its thigh without meaning it.
//
// As the performer's palms come together, what lies between them matters. Each palm goes to the
// middle of where joint angles would have both, plus its half of the performer's way between them,
// scaled. A puppet with other arms and shoulders claps where it would have clapped, and its palms
// meet. Nothing of this moves the root: hands and what they touch belong to one body.
#include "math/simd_quat.h"
#include "puppet/balls.h"
#include "puppet/puppet.h"

// Tuned numbers; found by trial on the poses of test_puppet_self.c.
#define ARM_SHARE 0.98f        // of an arm's length: as far as a palm is brought
#define TOUCH_RANGE 0.18f      // of the performer's leg: palms farther apart than this are free
#define RATE_HALF_LIFE 0.03f   // seconds over which distances are differentiated
#define WEIGHT_HALF_LIFE 0.05f // seconds: nothing matters all at once
#define SLOW 0.5f              // legs a second: a palm that is slower may touch
#define FAST 1.8f              // legs a second: one that is faster passes by
#define LEAST_WEIGHT 1e-3f     // importance below which a touch is none
#define MOST_TOGETHER 100.0f   // 1/s2: of the importance of the other hand
#define PALM_PASSES 3          // in which two palms meet between two arms
#define SHARPNESS 1.004f       // above 1: of two things the one that is really touched counts
#define FARTHEST 1.6f          // arms' lengths from the shoulder from which on a place is given up
#define HANGS_FROM 0.8f        // of its length: an arm that is straighter begins to hang
#define HANGS 0.93f            // of its length: and here it is straight
#define DOWN_FROM 0.6f         // cosine against the trunk at which an arm begins to hang
#define DOWN 0.85f             // cosine at which it hangs

/// The middle of a palm.
static caper_vec3 palm(const caper_transform *bodies, int tip, caper_vec3 grip)
{
    return caperi_transform_point(&bodies[tip], grip);
}

static float importance_of(float d)
{
    d = caper_clamp(d, 0, 1);
    return 1 - d * d * (3 - 2 * d);
}

// ------------------------------------------------------------------------------------ the own body

/// 1: the performer's arm hangs, straight and along the trunk.
static float hangs(const caper_puppet *puppet, int side)
{
    const caper_person *p = &puppet->performer;
    const caper_limb *arm = &p->limbs[CAPER_LIMB_LEFT_ARM + side];
    const caper_transform *b = puppet->source_model.bodies;
    caper_vec3 way = caper_vec3_sub(b[arm->tip].position, b[arm->start].position);
    caper_vec3 down = caper_vec3_sub(b[p->bodies[CAPER_PART_HIPS]].position, b[p->chest].position);
    float length = caper_vec3_length(way), straight = length / (arm->upper + arm->lower);
    float along = caper_vec3_dot(way, caper_vec3_normalize(down)) / caper_max(length, 1e-6f);
    return caper_smoothstep(HANGS_FROM, HANGS, straight) * caper_smoothstep(DOWN_FROM, DOWN, along);
}

/// 1: the performer's palm moves so fast against his chest that it can only pass by.
static float passes(caper_puppet *puppet, int side, caper_vec3 point, float keep, float dt)
{
    caperi_feel_state *state = &puppet->state.feels[side];
    const caper_transform *chest = &puppet->source_model.bodies[puppet->performer.chest];
    caper_vec3 now = caperi_transform_unpoint(chest, point);
    if (!puppet->state.started) {
        state->before = now;
    }
    if (dt > 0) {
        caper_vec3 v = caper_vec3_scale(caper_vec3_sub(now, state->before), 1 / dt);
        state->velocity = caper_vec3_lerp(v, state->velocity, keep);
    }
    state->before = now;
    float legs = caper_vec3_length(state->velocity) / puppet->performer.leg;
    return caper_smoothstep(SLOW, FAST, legs);
}

/// Importance of one hull for a palm, from how near it is and how near it soon will be.
static float feel_part(caper_puppet *puppet, int side, int i, float d, float keep, float dt)
{
    caperi_feel_state *state = &puppet->state.feels[side];
    float range = puppet->def.touch;
    bool known = puppet->state.started && (state->near & 1u << i);
    float rate = known && dt > 0 ? (d - state->distance[i]) / dt : 0;
    state->rate[i] = known ? caper_lerp(rate, state->rate[i], keep) : 0;
    state->distance[i] = d;
    float ahead = caper_clamp(puppet->def.look_ahead * state->rate[i], -range, range);
    return importance_of((d + ahead) / range);
}

static void feel(caper_puppet *puppet, int side, float keep, float dt)
{
    const caperi_contact *k = &puppet->contacts[CAPER_LIMB_LEFT_ARM + side];
    const caper_transform *source = puppet->source_model.bodies;
    caperi_feel_state *state = &puppet->state.feels[side];
    caperi_feel *out = &puppet->feels[side];
    caper_vec3 point = palm(source, k->body, k->source_grip);
    float radius = puppet->arms[side].source_radius[2];
    float free = 1 - passes(puppet, side, point, keep, dt);
    free = free > 0 ? free * (1 - hangs(puppet, side)) : 0;
    uint32_t near = 0, felt = 0;
    for (int i = 0; i < puppet->part_count && (free > 0 || state->felt); i++) {
        const caperi_flesh *part = &puppet->parts[i];
        bool was = state->felt & 1u << i;
        if (part->limb == CAPER_LIMB_LEFT_ARM + side || !(free > 0 || was)) {
            continue;
        }
        float reach = part->other.reach + radius + 2 * puppet->def.touch;
        caper_vec3 at = caper_transform_mul_point(source[part->source], part->other.center);
        bool far = caper_vec3_length_sq(caper_vec3_sub(point, at)) > reach * reach;
        if (far && !was) {
            continue;
        }
        caperi_place place =
            caperi_hull_see(&part->other, caper_transform_unmul_point(source[part->source], point));
        float weight = 0, away = (place.gauge - 1) * caperi_hull_radius(&part->other, &place);
        if (!far) {
            weight = feel_part(puppet, side, i, away - radius, keep, dt);
            near |= 1u << i;
        }
        weight *= free;
        if (!weight && !was) {
            continue;
        }
        if (!puppet->state.started) {
            state->weight[i] = weight;
        }
        caper_spring(&state->weight[i], &state->weight_rate[i], weight, 0, WEIGHT_HALF_LIFE, dt);
        if (state->weight[i] < LEAST_WEIGHT && weight <= 0) {
            state->weight[i] = state->weight_rate[i] = 0;
        } else {
            felt |= 1u << i;
            out->part[out->count] = (int8_t)i;
            out->weight[out->count] = caper_clamp(state->weight[i], 0, 1);
            out->place[out->count++] = place;
        }
    }
    state->near = near;
    state->felt = felt;
}

/// A mean of places, the nearer the more.
typedef struct blend {
    caper_vec3 sum;
    float total, most;
} blend;

static void blend_add(blend *b, caper_vec3 goal, float weight)
{
    float w = weight / (SHARPNESS - weight);
    b->sum = caper_vec3_add_scaled(b->sum, goal, w);
    b->total += w;
    b->most = caper_max(b->most, weight);
}

/// Where the palm of a hand that feels the own body goes, as the joint of the hand.
/// Returns how near the performer's is, whether the puppet reaches or not.
static float touch_body(const caper_puppet *puppet, int side, float together, blend *b)
{
    const caperi_contact *k = &puppet->contacts[CAPER_LIMB_LEFT_ARM + side];
    const caper_limb *l = &puppet->person.limbs[CAPER_LIMB_LEFT_ARM + side];
    const caperi_arm *arm = &puppet->arms[side];
    const caperi_feel *feel = &puppet->feels[side];
    if (feel->count == 0) {
        return 0;
    }
    caper_vec3 grip = caper_quat_rotate(puppet->captured[k->tip].rotation, k->grip);
    float most = 0;
    for (int i = 0; i < feel->count; i++) {
        const caperi_flesh *part = &puppet->parts[feel->part[i]];
        const caperi_place *place = &feel->place[i];
        // as far above the hull by scale, or as deep below it as both are thick
        float thick = caperi_hull_radius(&part->own, place) + arm->radius[2];
        float source = caperi_hull_radius(&part->other, place);
        float above = (place->gauge - 1) * source - arm->source_radius[2];
        above *= above > 0 ? puppet->scale : thick / (source + arm->source_radius[2]);
        caper_vec3 goal = caperi_hull_point(&part->own, place, above + arm->radius[2]);
        goal = caper_transform_mul_point(puppet->body[part->body], goal);
        goal = caper_vec3_sub(goal, grip);
        float far = caper_vec3_distance(goal, puppet->body[l->start].position);
        far = caper_smoothstep(1, FARTHEST, far / (l->upper + l->lower));
        // palms that meet are near to each other's arms, too
        float apart = part->limb >= CAPER_LIMB_LEFT_ARM ? 1 - together : 1;
        blend_add(b, goal, feel->weight[i] * apart * (1 - far));
        most = caper_max(most, feel->weight[i] * apart);
    }
    return most;
}

// ------------------------------------------------------------------------------------ palms

/// A ball out of the trunk.
static caper_vec3 outside(const caper_puppet *puppet, caper_vec3 at, float radius)
{
    for (int i = 0; i < puppet->part_count && puppet->parts[i].limb < 0; i++) {
        const caperi_flesh *part = &puppet->parts[i];
        caper_transform body = puppet->body[part->body];
        caperi_place place = caperi_hull_see(&part->own, caper_transform_unmul_point(body, at));
        if ((place.gauge - 1) * caperi_hull_radius(&part->own, &place) < radius) {
            at = caper_transform_mul_point(body, caperi_hull_point(&part->own, &place, radius));
        }
    }
    return at;
}

/// From palm to palm of the performer.
static caper_vec3 between_palms(const caper_puppet *puppet)
{
    const caperi_contact *k = &puppet->contacts[CAPER_LIMB_LEFT_ARM];
    const caper_transform *source = puppet->source_model.bodies;
    caper_vec3 left = palm(source, k[0].body, k[0].source_grip);
    return caper_vec3_sub(left, palm(source, k[1].body, k[1].source_grip));
}

/// Goals of two hands whose palms come together.
static void touch_palms(const caper_puppet *puppet, caper_vec3 goals[CAPERI_PUPPET_ARMS])
{
    const caperi_contact *k = &puppet->contacts[CAPER_LIMB_LEFT_ARM];
    caper_vec3 between = between_palms(puppet);
    // palms that touch have their own thickness between them
    const caperi_arm *arms = puppet->arms;
    float source_thick = arms[0].source_radius[2] + arms[1].source_radius[2];
    float thick = arms[0].radius[2] + arms[1].radius[2], length = caper_vec3_length(between);
    float share = length > source_thick ? (puppet->scale * (length - source_thick) + thick) / length
                                        : thick / source_thick;
    between = caper_vec3_scale(between, share);
    caper_vec3 own[2] = {palm(puppet->body, k[0].tip, k[0].grip),
                         palm(puppet->body, k[1].tip, k[1].grip)};
    caper_vec3 offsets[2]; // of the joints of the hands from the middle
    caperi_ball balls[2];
    for (int i = 0; i < 2; i++) {
        const caper_limb *l = &puppet->person.limbs[CAPER_LIMB_LEFT_ARM + i];
        float half = i == 0 ? 0.5f : -0.5f;
        caper_vec3 grip = caper_quat_rotate(puppet->body[k[i].tip].rotation, k[i].grip);
        offsets[i] = caper_vec3_sub(caper_vec3_scale(between, half), grip);
        balls[i].center = caper_vec3_sub(puppet->body[l->start].position, offsets[i]);
        balls[i].radius = ARM_SHARE * (l->upper + l->lower);
        balls[i].importance = 1;
    }
    // short arms meet where both reach
    caper_vec3 middle = caper_vec3_lerp(own[0], own[1], 0.5f);
    middle = caperi_balls_closest(balls, 2, middle).point;
    for (int pass = 0; pass < PALM_PASSES; pass++) {
        middle = outside(puppet, middle, 0.5f * thick);
        middle = caperi_balls_closest(balls, 2, middle).point;
    }
    for (int i = 0; i < 2; i++) {
        goals[i] = caper_vec3_add(middle, offsets[i]);
    }
}

void caperi_puppet_feel(caper_puppet *puppet, float dt)
{
    bool ours = puppet->def.method == CAPER_PUPPET_IMPORTANCE;
    const caperi_contact *k = &puppet->contacts[CAPER_LIMB_LEFT_ARM];
    float apart = caper_vec3_length(between_palms(puppet)) - k[0].radius - k[1].radius;
    float together = importance_of(apart / (TOUCH_RANGE * puppet->performer.leg));
    caper_vec3 goal = caper_vec3_make(ours ? together : 0, 0, 0);
    if (!puppet->state.started) {
        caperi_chase_start(&puppet->state.together, goal);
    }
    caperi_chase_update(&puppet->state.together, goal, MOST_TOGETHER, dt);
    float keep = caperi_decay_left(&puppet->rate_left, RATE_HALF_LIFE, dt);
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        puppet->feels[side].count = 0;
        if (puppet->def.touch > 0 && ours) {
            feel(puppet, side, keep, dt);
        }
    }
}

void caperi_puppet_touch(caper_puppet *puppet, caper_vec3 goals[CAPERI_PUPPET_ARMS],
                         float weights[CAPERI_PUPPET_ARMS])
{
    weights[0] = weights[1] = 0;
    if (puppet->def.method != CAPER_PUPPET_IMPORTANCE) {
        return;
    }
    caper_vec3 palms[CAPERI_PUPPET_ARMS];
    float together = caper_clamp(puppet->state.together.value.x, 0, 1), body = 0;
    blend b[CAPERI_PUPPET_ARMS];
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        b[side] = (blend){caper_vec3_zero(), 0, 0};
        body = caper_max(body, touch_body(puppet, side, together, &b[side]));
    }
    // hands that are folded on the belly are there first of all
    together *= 1 - body;
    if (together > 0) {
        touch_palms(puppet, palms);
    }
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        if (together > 0) {
            blend_add(&b[side], palms[side], together);
        }
        puppet->sights[CAPER_LIMB_LEFT_ARM + side].together = together;
        weights[side] = b[side].total > 0 ? b[side].most : 0;
        goals[side] = b[side].total > 0 ? caper_vec3_scale(b[side].sum, 1 / b[side].total)
                                        : caper_vec3_zero();
    }
}
