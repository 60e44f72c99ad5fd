// SPDX-License-Identifier: MIT
//
// Joint limits for the particle solver: caper_joint_clamp with everything that is an angle turned
// into half-angle sines and cosines when the character is prepared. A body within its limits, which
// is nearly every one, costs a product of quaternions and a square root. Invariant: the answer is
// that of caper_joint_clamp but for rounding.
#include "ik/solver.h"

#define SLACK 1e-5f
// Cosines of half the angle beyond a limit, 60 and 110 degrees, over which the spine gives it up.
#define NEAR_COSINE 0.866f
#define FAR_COSINE 0.574f

caperi_limit caperi_limit_make(const caper_joint *joint, caper_quat rest_model)
{
    caperi_limit limit;
    limit.kind = joint->kind;
    limit.axis = caperi_v_from(joint->axis);
    limit.axis_rest = caperi_v_from(caper_quat_rotate(rest_model, joint->axis));
    float swing = joint->kind == CAPER_JOINT_BALL ? joint->swing : 0.0f;
    caper_sincos(0.5f * swing, &limit.swing_sin, &limit.swing_cos);
    caper_sincos(0.5f * joint->min, &limit.min_sin, &limit.min_cos);
    caper_sincos(0.5f * joint->max, &limit.max_sin, &limit.max_cos);
    return limit;
}

// Clamp a twist (sine and cosine of its half, the cosine >= 0) to the limit that is nearer around
// the circle: the one with the larger cosine of half the angle between.
static bool clamp_twist(const caperi_limit *limit, float *sine, float *cosine)
{
    if (*sine >= limit->min_sin - SLACK && *sine <= limit->max_sin + SLACK)
        return false;
    float to_min = fabsf(*sine * limit->min_sin + *cosine * limit->min_cos);
    float to_max = fabsf(*sine * limit->max_sin + *cosine * limit->max_cos);
    bool max = to_max >= to_min;
    *sine = max ? limit->max_sin : limit->min_sin;
    *cosine = max ? limit->max_cos : limit->min_cos;
    return true;
}

// The sine of half of the swing is what the twist leaves of a unit quaternion.
bool caperi_limit_holds(const caperi_limit *limit, caperi_q turn)
{
    if (limit->kind == CAPER_JOINT_FREE)
        return true;
    float p = caperi_v_dot(turn, limit->axis_rest), w = caperi_q_w(turn);
    float squares = p * p + w * w, sine = w < 0.0f ? -p : p, length = sqrtf(squares);
    float least = (limit->min_sin - SLACK) * length, most = (limit->max_sin + SLACK) * length;
    caperi_v axis = caperi_f4_mul(turn, caperi_f4_set(1.0f, 1.0f, 1.0f, 0.0f));
    float swing = caperi_v_length_sq(axis) - p * p, allowed = limit->swing_sin + SLACK;
    return sine >= least && sine <= most && swing <= allowed * allowed;
}

bool caperi_limit_clamp(const caperi_limit *limit, caperi_q rest, caperi_q *local)
{
    if (limit->kind == CAPER_JOINT_FREE)
        return false;
    caperi_q turn = caperi_q_mul(caperi_q_conj(rest), *local);
    float sine, cosine;
    caperi_q_twist(turn, limit->axis, &sine, &cosine);
    caperi_q twist = caperi_q_about(limit->axis, sine, cosine);
    caperi_q swing = caperi_q_mul(turn, caperi_q_conj(twist));
    bool twists = clamp_twist(limit, &sine, &cosine);
    caperi_v axis = caperi_f4_mul(swing, caperi_f4_set(1.0f, 1.0f, 1.0f, 0.0f));
    float swing_sine = caperi_v_length(axis);
    bool swings = swing_sine > limit->swing_sin + SLACK;
    if (!twists && !swings)
        return false;
    if (twists)
        twist = caperi_q_about(limit->axis, sine, cosine);
    if (swings) {
        float side = caperi_q_w(swing) < 0.0f ? -1.0f : 1.0f;
        swing = caperi_q_about(axis, side * limit->swing_sin / swing_sine, limit->swing_cos);
    }
    *local = caperi_q_unit(caperi_q_mul(rest, caperi_q_mul(swing, twist)));
    return true;
}

bool caperi_limit_body(const caperi_solve *s, int body, caperi_q above, float weight,
                       caperi_q *delta)
{
    int parent = s->character->bodies[body].parent;
    caperi_q base = caperi_rotation(&s->base[body]);
    caperi_q frame = caperi_q_mul(above, caperi_rotation(&s->base[parent]));
    caperi_q local = caperi_q_mul(caperi_q_conj(frame), caperi_q_mul(*delta, base));
    caperi_q rest = caperi_rotation(&s->character->skeleton.rest_local[body]), allowed = local;
    if (!caperi_limit_clamp(&s->solver->limits[body], rest, &allowed))
        return false;
    local = caperi_q_nlerp(local, allowed, weight);
    *delta = caperi_q_tidy(caperi_q_mul(caperi_q_mul(frame, local), caperi_q_conj(base)));
    return true;
}

// ----------------------------------------------------------------------------------------- spine

// How much the limits of the spine weigh: as the least strict goal says, by its weight. Whoever
// reaches for something outside has a spine as free as that needs; feet stand by their legs.
static float spine_strictness(const caperi_solve *s)
{
    float most = 0.0f, free = 0.0f;
    for (int i = 0; i < s->goal_count; i++) {
        const caperi_goal *goal = &s->goals[i];
        if (s->solver->slot[goal->body] >= 0)
            most = caper_max(most, goal->strict);
        else if (s->character->bodies[goal->body].caps & CAPER_CAP_FOOT)
            continue;
        free = caper_max(free, goal->free);
    }
    return most * (1.0f - caper_min(free, 1.0f));
}

// Outward from the root: what is turned too far against the body before it is turned back, and all
// beyond goes along.
void caperi_spine_limit(caperi_solve *s)
{
    const caper_character *c = s->character;
    float weight = s->params->limit_weight > 0.0f ? spine_strictness(s) : 0.0f;
    int root = s->solver->root_slot;
    for (int side = -1; side <= 1 && weight > 0.0f; side += 2) {
        caperi_q was = s->delta[c->spine[root]]; // of the body before, as it came out
        caperi_v was_at = caperi_position(&s->model[c->spine[root]]);
        for (int slot = root + side; slot >= 0 && slot < c->spine_count; slot += side) {
            int body = c->spine[slot], in = c->spine[slot - side];
            if (!(s->flags[body] & CAPERI_PLACED))
                break;
            caperi_v at = caperi_position(&s->model[body]);
            caperi_v way = caperi_q_rotate(caperi_q_conj(was), caperi_v_sub(at, was_at));
            caperi_q turned = s->delta[body];
            caperi_q delta = caperi_q_mul(s->delta[in], caperi_q_mul(caperi_q_conj(was), turned));
            if (c->bodies[body].parent == in) {
                caperi_q within = delta;
                caperi_limit_body(s, body, s->delta[in], 1.0f, &within);
                // far beyond, the nearer limit changes sides
                float near = fabsf(caperi_v_dot(within, delta));
                near = caper_smoothstep(FAR_COSINE, NEAR_COSINE, near);
                delta = caperi_q_unit(caperi_q_nlerp(delta, within, weight * near));
            }
            was = turned;
            was_at = at;
            at = caperi_v_add(caperi_position(&s->model[in]), caperi_q_rotate(s->delta[in], way));
            s->delta[body] = caperi_q_tidy(delta);
            caperi_set(&s->model[body],
                       caperi_q_tidy(caperi_q_mul(delta, caperi_rotation(&s->base[body]))), at);
        }
    }
}
