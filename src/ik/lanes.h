// SPDX-License-Identifier: MIT
//
// Points, directions and rotations of the particle solver, each in one register: caperi_v holds
// x, y, z and a last lane of 0, caperi_q a quaternion. The same work as vecmath.h in fewer than
// half of the instructions. All sums have one order (simd.h), so every build gives the same bits.
#ifndef CAPER_SRC_IK_LANES_H
#define CAPER_SRC_IK_LANES_H

#include "caper/vecmath.h"
#include "math/simd_quat.h"

typedef caperi_f4 caperi_v;
typedef caperi_f4 caperi_q;

// ----------------------------------------------------------------------------------- in and out

static inline caperi_v caperi_v_make(float x, float y, float z)
{
    return caperi_f4_set(x, y, z, 0.0f);
}

static inline caperi_v caperi_v_zero(void)
{
    return caperi_f4_zero();
}

static inline caperi_v caperi_v_from(caper_vec3 v)
{
    return caperi_f4_vec(v);
}

static inline caper_vec3 caperi_v_to(caperi_v v)
{
    return caperi_f4_to_vec3(v);
}

static inline caperi_q caperi_q_from(caper_quat q)
{
    return caperi_f4_load_quat(&q);
}

/// The position of a transform. Its pad is a caller's: it may hold anything.
static inline caperi_v caperi_position(const caper_transform *t)
{
    const caperi_f4 keep = caperi_i4_as_float(caperi_i4_loadu((const int32_t[4]){-1, -1, -1, 0}));
    return caperi_f4_and(caperi_f4_load(&t->position.x), keep);
}

static inline caperi_q caperi_rotation(const caper_transform *t)
{
    return caperi_f4_load(&t->rotation.x);
}

static inline void caperi_set(caper_transform *t, caperi_q rotation, caperi_v position)
{
    caperi_f4_store(&t->rotation.x, rotation);
    caperi_f4_store(&t->position.x, position);
}

static inline void caperi_set_position(caper_transform *t, caperi_v position)
{
    caperi_f4_store(&t->position.x, position);
}

// ------------------------------------------------------------------------------------- vectors

static inline caperi_v caperi_v_add(caperi_v a, caperi_v b)
{
    return caperi_f4_add(a, b);
}

static inline caperi_v caperi_v_sub(caperi_v a, caperi_v b)
{
    return caperi_f4_sub(a, b);
}

static inline caperi_v caperi_v_scale(caperi_v v, float s)
{
    return caperi_f4_mul(v, caperi_f4_splat(s));
}

/// a + b s.
static inline caperi_v caperi_v_add_scaled(caperi_v a, caperi_v b, float s)
{
    return caperi_f4_add(a, caperi_f4_mul(b, caperi_f4_splat(s)));
}

static inline caperi_v caperi_v_lerp(caperi_v a, caperi_v b, float t)
{
    return caperi_v_add_scaled(a, caperi_f4_sub(b, a), t);
}

static inline float caperi_v_dot(caperi_v a, caperi_v b)
{
    return caperi_f4_lane(caperi_f4_dot4(a, b), 0);
}

static inline float caperi_v_length_sq(caperi_v v)
{
    return caperi_v_dot(v, v);
}

static inline float caperi_v_length(caperi_v v)
{
    return caperi_f4_lane(caperi_f4_sqrt(caperi_f4_dot4(v, v)), 0);
}

static inline float caperi_v_distance(caperi_v a, caperi_v b)
{
    return caperi_v_length(caperi_f4_sub(a, b));
}

static inline caperi_v caperi_v_cross(caperi_v a, caperi_v b)
{
    caperi_f4 c = caperi_f4_sub(caperi_f4_mul(a, caperi_f4_swizzle(b, 1, 2, 0, 3)),
                                caperi_f4_mul(caperi_f4_swizzle(a, 1, 2, 0, 3), b));
    return caperi_f4_swizzle(c, 1, 2, 0, 3);
}

/// v without its part along the unit direction u.
static inline caperi_v caperi_v_reject(caperi_v v, caperi_v u)
{
    return caperi_f4_sub(v, caperi_f4_mul(u, caperi_f4_dot4(v, u)));
}

/// Unit length, or the fallback where there is no direction.
static inline caperi_v caperi_v_unit_or(caperi_v v, caperi_v fallback)
{
    caperi_f4 squares = caperi_f4_dot4(v, v);
    if (!(caperi_f4_lane(squares, 0) > 1e-30f))
        return fallback;
    return caperi_f4_div(v, caperi_f4_sqrt(squares));
}

/// Some unit direction at right angles to v.
static inline caperi_v caperi_v_any_orthogonal(caperi_v v)
{
    return caperi_v_from(caper_vec3_any_orthogonal(caperi_v_to(v)));
}

// ----------------------------------------------------------------------------------- rotations

static inline caperi_q caperi_q_identity(void)
{
    return caperi_f4_set(0.0f, 0.0f, 0.0f, 1.0f);
}

static inline caperi_q caperi_q_mul(caperi_q a, caperi_q b)
{
    return caperi_f4_quat_mul(a, b);
}

static inline caperi_q caperi_q_conj(caperi_q q)
{
    return caperi_f4_quat_conj(q);
}

static inline caperi_v caperi_q_rotate(caperi_q q, caperi_v v)
{
    return caperi_f4_quat_rotate(q, v);
}

static inline float caperi_q_w(caperi_q q)
{
    return caperi_f4_lane(caperi_f4_broadcast(q, 3), 0);
}

/// Unit length; the identity for what has none.
static inline caperi_q caperi_q_unit(caperi_q q)
{
    return caperi_v_unit_or(q, caperi_q_identity());
}

/// Unit length for the product of unit quaternions: one step of Newton's method takes the rounding
/// out.
static inline caperi_q caperi_q_tidy(caperi_q q)
{
    caperi_f4 half = caperi_f4_mul(caperi_f4_dot4(q, q), caperi_f4_splat(0.5f));
    return caperi_f4_mul(q, caperi_f4_sub(caperi_f4_splat(1.5f), half));
}

/// caper_quat_nlerp: by the shorter way.
static inline caperi_q caperi_q_nlerp(caperi_q a, caperi_q b, float t)
{
    caperi_f4 dot = caperi_f4_dot4(a, b);
    caperi_f4 sign = caperi_f4_and(dot, caperi_f4_splat(-0.0f));
    b = caperi_f4_xor(b, sign);
    return caperi_q_unit(caperi_v_lerp(a, b, t));
}

/// The share t of a turn.
static inline caperi_q caperi_q_part(caperi_q q, float t)
{
    return caperi_q_nlerp(caperi_q_identity(), q, t);
}

/// caperi_q_turn for vectors that are nearly opposite or zero.
caperi_q caperi_q_turn_about(caperi_v a, caperi_v b, caperi_v fallback);

/// The smallest turn from the direction of a to that of b. Half a turn goes about the part of
/// `fallback` at right angles to a; zero vectors do not turn.
static inline caperi_q caperi_q_turn(caperi_v a, caperi_v b, caperi_v fallback)
{
    caperi_f4 dot = caperi_f4_dot4(a, b);
    caperi_f4 lengths = caperi_f4_sqrt(caperi_f4_mul(caperi_f4_dot4(a, a), caperi_f4_dot4(b, b)));
    caperi_f4 w = caperi_f4_add(lengths, dot);
    if (!(caperi_f4_lane(w, 0) > 1e-4f * caperi_f4_lane(lengths, 0)))
        return caperi_q_turn_about(a, b, fallback);
    const caperi_f4 last = caperi_i4_as_float(caperi_i4_loadu((const int32_t[4]){0, 0, 0, -1}));
    caperi_f4 q = caperi_f4_or(caperi_v_cross(a, b), caperi_f4_and(w, last));
    return caperi_f4_div(q, caperi_f4_sqrt(caperi_f4_mul(caperi_f4_add(w, w), lengths)));
}

/// The turn of q about a unit axis, as sine and cosine of half of it, the cosine >= 0.
static inline void caperi_q_twist(caperi_q q, caperi_v axis, float *sine, float *cosine)
{
    float p = caperi_v_dot(q, axis), w = caperi_q_w(q);
    float length = sqrtf(p * p + w * w);
    *sine = 0.0f;
    *cosine = 1.0f;
    if (!(length > 1e-6f))
        return;
    float s = (w < 0.0f ? -1.0f : 1.0f) / length;
    *sine = p * s;
    *cosine = w * s;
}

/// The turn about a unit axis with that sine and cosine of its half.
static inline caperi_q caperi_q_about(caperi_v axis, float sine, float cosine)
{
    return caperi_f4_add(caperi_v_scale(axis, sine), caperi_f4_set(0.0f, 0.0f, 0.0f, cosine));
}

#endif
