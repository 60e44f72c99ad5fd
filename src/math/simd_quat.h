// SPDX-License-Identifier: MIT
//
// Quaternions and transforms in SIMD lanes, on top of simd.h. Two layouts: AoS, one quaternion in
// one caperi_f4 (the hierarchy pass of forward kinematics), and SoA, eight rotations or positions
// at once (sampling and blending).
//
// Invariant: each function gives the bits of its scalar namesake in vecmath.h.
#ifndef CAPER_MATH_SIMD_QUAT_H
#define CAPER_MATH_SIMD_QUAT_H

#include "caper/vecmath.h"
#include "math/simd.h"

// -------------------------------------------------------------------------------------- AoS

/// caper_quat_mul.
static inline caperi_f4 caperi_f4_quat_mul(caperi_f4 a, caperi_f4 b)
{
    const caperi_f4 flip_w = caperi_f4_set(0.0f, 0.0f, 0.0f, -0.0f);
    caperi_f4 t0 = caperi_f4_mul(caperi_f4_broadcast(a, 3), b);
    caperi_f4 t1 =
        caperi_f4_mul(caperi_f4_swizzle(a, 0, 1, 2, 0), caperi_f4_swizzle(b, 3, 3, 3, 0));
    caperi_f4 t2 =
        caperi_f4_mul(caperi_f4_swizzle(a, 1, 2, 0, 1), caperi_f4_swizzle(b, 2, 0, 1, 1));
    caperi_f4 t3 =
        caperi_f4_mul(caperi_f4_swizzle(a, 2, 0, 1, 2), caperi_f4_swizzle(b, 1, 2, 0, 2));
    return caperi_f4_add(caperi_f4_sub(t0, t3), caperi_f4_xor(caperi_f4_add(t1, t2), flip_w));
}

/// caper_quat_rotate of (x, y, z, 0); the last lane stays 0.
static inline caperi_f4 caperi_f4_quat_rotate(caperi_f4 q, caperi_f4 v)
{
    // cross(a, b) = yzx of (a * b.yzx - a.yzx * b). The last lane of q.yzx may hold anything,
    // because it meets only zeros; y there lets transform_mul share the shuffle with quat_mul.
    caperi_f4 q_yzx = caperi_f4_swizzle(q, 1, 2, 0, 1);
    caperi_f4 c =
        caperi_f4_sub(caperi_f4_mul(q, caperi_f4_swizzle(v, 1, 2, 0, 3)), caperi_f4_mul(q_yzx, v));
    c = caperi_f4_add(c, c);
    caperi_f4 t = caperi_f4_swizzle(c, 1, 2, 0, 3);
    caperi_f4 d =
        caperi_f4_sub(caperi_f4_mul(q, caperi_f4_swizzle(c, 2, 0, 1, 3)), caperi_f4_mul(q_yzx, t));
    caperi_f4 vt = caperi_f4_add(v, caperi_f4_mul(t, caperi_f4_broadcast(q, 3)));
    return caperi_f4_add(vt, caperi_f4_swizzle(d, 1, 2, 0, 3));
}

/// caper_quat_conj.
static inline caperi_f4 caperi_f4_quat_conj(caperi_f4 q)
{
    return caperi_f4_xor(q, caperi_f4_set(-0.0f, -0.0f, -0.0f, 0.0f));
}

/// caper_quat_normalize, without the rescue of zero and infinite input: never call it on those.
static inline caperi_f4 caperi_f4_quat_normalize(caperi_f4 q)
{
    caperi_f4 s = caperi_f4_div(caperi_f4_splat(1.0f), caperi_f4_sqrt(caperi_f4_dot4(q, q)));
    return caperi_f4_mul(q, s);
}

/// A caper_quat in a register; needs no alignment.
static inline caperi_f4 caperi_f4_load_quat(const caper_quat *q)
{
    return caperi_f4_loadu(&q->x);
}

/// caper_transform_mul on registers: out = a * b, b first.
static inline void caperi_f4_transform_mul(caperi_f4 a_rotation, caperi_f4 a_position,
                                           caperi_f4 b_rotation, caperi_f4 b_position,
                                           caperi_f4 *rotation, caperi_f4 *position)
{
    *rotation = caperi_f4_quat_mul(a_rotation, b_rotation);
    *position = caperi_f4_add(caperi_f4_quat_rotate(a_rotation, b_position), a_position);
}

/// caper_transform_mul in memory; out may be a or b.
static inline void caperi_transform_mul(caper_transform *out, const caper_transform *a,
                                        const caper_transform *b)
{
    caperi_f4 rotation, position;
    caperi_f4_transform_mul(caperi_f4_load(&a->rotation.x), caperi_f4_load(&a->position.x),
                            caperi_f4_load(&b->rotation.x), caperi_f4_load(&b->position.x),
                            &rotation, &position);
    caperi_f4_store(&out->rotation.x, rotation);
    caperi_f4_store(&out->position.x, position);
}

// Vectors in four lanes, the last 0.

/// A caper_vec3 in a register.
static inline caperi_f4 caperi_f4_vec(caper_vec3 v)
{
    return caperi_f4_set(v.x, v.y, v.z, 0.0f);
}

/// And back.
static inline caper_vec3 caperi_f4_to_vec3(caperi_f4 v)
{
    float lanes[4];
    caperi_f4_storeu(lanes, v);
    return caper_vec3_make(lanes[0], lanes[1], lanes[2]);
}

/// A caper_quat from a register.
static inline caper_quat caperi_f4_to_quat(caperi_f4 v)
{
    float lanes[4];
    caperi_f4_storeu(lanes, v);
    return caper_quat_make(lanes[0], lanes[1], lanes[2], lanes[3]);
}

/// caper_quat_mul of quaternions in memory.
static inline caper_quat caperi_quat_mul(caper_quat a, caper_quat b)
{
    return caperi_f4_to_quat(caperi_f4_quat_mul(caperi_f4_load_quat(&a), caperi_f4_load_quat(&b)));
}

/// caper_quat_rotate in memory.
static inline caper_vec3 caperi_quat_turn(caper_quat q, caper_vec3 v)
{
    return caperi_f4_to_vec3(caperi_f4_quat_rotate(caperi_f4_load_quat(&q), caperi_f4_vec(v)));
}

/// v times a number.
static inline caperi_f4 caperi_f4_scale(caperi_f4 v, float s)
{
    return caperi_f4_mul(v, caperi_f4_splat(s));
}

/// Scalar product.
static inline float caperi_f4_dot(caperi_f4 a, caperi_f4 b)
{
    return caperi_f4_lane(caperi_f4_dot4(a, b), 0);
}

/// Vector product.
static inline caperi_f4 caperi_f4_cross(caperi_f4 a, caperi_f4 b)
{
    caperi_f4 c = caperi_f4_sub(caperi_f4_mul(a, caperi_f4_swizzle(b, 1, 2, 0, 3)),
                                caperi_f4_mul(caperi_f4_swizzle(a, 1, 2, 0, 3), b));
    return caperi_f4_swizzle(c, 1, 2, 0, 3);
}

/// The rotations of a product of two or three are unit but for rounding; one step of Newton's
/// method takes that out, so that a pose that is solved again and again does not drift.
static inline caperi_f4 caperi_f4_make_unit(caperi_f4 q)
{
    caperi_f4 excess = caperi_f4_mul(caperi_f4_dot4(q, q), caperi_f4_splat(0.5f));
    return caperi_f4_mul(q, caperi_f4_sub(caperi_f4_splat(1.5f), excess));
}

/// The least turn from one direction to another, both of length 1; opposite ones come out as some
/// turn that is not.
static inline caperi_f4 caperi_f4_turn_between(caperi_f4 from, caperi_f4 to)
{
    float both = caper_max(1.0f + caperi_f4_dot(from, to), 1e-4f);
    caperi_f4 last = caperi_f4_set(0.0f, 0.0f, 0.0f, both);
    return caperi_f4_quat_normalize(caperi_f4_add(caperi_f4_cross(from, to), last));
}

/// caper_transform_unmul_point of a transform in memory.
static inline caper_vec3 caperi_transform_unpoint(const caper_transform *t, caper_vec3 p)
{
    caperi_f4 way = caperi_f4_sub(caperi_f4_vec(p), caperi_f4_load(&t->position.x));
    caperi_f4 back = caperi_f4_quat_conj(caperi_f4_load(&t->rotation.x));
    return caperi_f4_to_vec3(caperi_f4_quat_rotate(back, way));
}

/// caper_transform_unmul of transforms in memory.
static inline caper_transform caperi_transform_unmul(const caper_transform *a,
                                                     const caper_transform *b)
{
    caperi_f4 back = caperi_f4_quat_conj(caperi_f4_load(&a->rotation.x));
    caperi_f4 way = caperi_f4_sub(caperi_f4_load(&b->position.x), caperi_f4_load(&a->position.x));
    caper_transform out;
    caperi_f4_store(&out.rotation.x, caperi_f4_quat_mul(back, caperi_f4_load(&b->rotation.x)));
    caperi_f4_store(&out.position.x, caperi_f4_quat_rotate(back, way));
    return out;
}

/// caper_transform_mul_point of a transform in memory.
static inline caper_vec3 caperi_transform_point(const caper_transform *t, caper_vec3 p)
{
    caperi_f4 turned = caperi_f4_quat_rotate(caperi_f4_load(&t->rotation.x), caperi_f4_vec(p));
    return caperi_f4_to_vec3(caperi_f4_add(turned, caperi_f4_load(&t->position.x)));
}

// -------------------------------------------------------------------------------------- SoA

// The same text serves four and eight lanes: W is the width.
#define CAPERI_SOA(W)                                                                              \
    typedef struct caperi_quat##W {                                                                \
        caperi_f##W x, y, z, w;                                                                    \
    } caperi_quat##W;                                                                              \
    typedef struct caperi_vec##W {                                                                 \
        caperi_f##W x, y, z;                                                                       \
    } caperi_vec##W;                                                                               \
                                                                                                   \
    static inline caperi_quat##W caperi_quat##W##_mul(caperi_quat##W a, caperi_quat##W b)          \
    {                                                                                              \
        caperi_quat##W r;                                                                          \
        r.x = ADD(SUB(MUL(a.w, b.x), MUL(a.z, b.y)), ADD(MUL(a.x, b.w), MUL(a.y, b.z)));           \
        r.y = ADD(SUB(MUL(a.w, b.y), MUL(a.x, b.z)), ADD(MUL(a.y, b.w), MUL(a.z, b.x)));           \
        r.z = ADD(SUB(MUL(a.w, b.z), MUL(a.y, b.x)), ADD(MUL(a.z, b.w), MUL(a.x, b.y)));           \
        r.w = SUB(SUB(MUL(a.w, b.w), MUL(a.z, b.z)), ADD(MUL(a.x, b.x), MUL(a.y, b.y)));           \
        return r;                                                                                  \
    }                                                                                              \
    static inline caperi_f##W caperi_quat##W##_dot(caperi_quat##W a, caperi_quat##W b)             \
    {                                                                                              \
        return ADD(ADD(MUL(a.x, b.x), MUL(a.y, b.y)), ADD(MUL(a.z, b.z), MUL(a.w, b.w)));          \
    }                                                                                              \
    static inline caperi_quat##W caperi_quat##W##_conj(caperi_quat##W q)                           \
    {                                                                                              \
        q.x = caperi_f##W##_neg(q.x);                                                              \
        q.y = caperi_f##W##_neg(q.y);                                                              \
        q.z = caperi_f##W##_neg(q.z);                                                              \
        return q;                                                                                  \
    }                                                                                              \
    /* caper_quat_normalize, the rescue of zero and infinite input included */                     \
    static inline caperi_quat##W caperi_quat##W##_normalize(caperi_quat##W q)                      \
    {                                                                                              \
        caperi_f##W one = caperi_f##W##_splat(1.0f);                                               \
        caperi_f##W length = caperi_f##W##_sqrt(caperi_quat##W##_dot(q, q));                       \
        caperi_f##W good =                                                                         \
            caperi_f##W##_and(caperi_f##W##_lt(caperi_f##W##_splat(CAPER_TINY), length),           \
                              caperi_f##W##_lt(length, caperi_f##W##_splat(INFINITY)));            \
        caperi_f##W s = caperi_f##W##_div(one, length);                                            \
        q.x = caperi_f##W##_and(good, MUL(q.x, s));                                                \
        q.y = caperi_f##W##_and(good, MUL(q.y, s));                                                \
        q.z = caperi_f##W##_and(good, MUL(q.z, s));                                                \
        q.w = caperi_f##W##_select(good, MUL(q.w, s), one);                                        \
        return q;                                                                                  \
    }                                                                                              \
    /* caper_quat_toward */                                                                        \
    static inline caperi_quat##W caperi_quat##W##_toward(caperi_quat##W q, caperi_quat##W r)       \
    {                                                                                              \
        caperi_f##W far = caperi_f##W##_lt(caperi_quat##W##_dot(q, r), caperi_f##W##_zero());      \
        caperi_f##W flip = caperi_f##W##_and(far, caperi_f##W##_splat(-0.0f));                     \
        q.x = caperi_f##W##_xor(q.x, flip);                                                        \
        q.y = caperi_f##W##_xor(q.y, flip);                                                        \
        q.z = caperi_f##W##_xor(q.z, flip);                                                        \
        q.w = caperi_f##W##_xor(q.w, flip);                                                        \
        return q;                                                                                  \
    }                                                                                              \
    static inline caperi_f##W caperi_f##W##_lerp(caperi_f##W a, caperi_f##W b, caperi_f##W t)      \
    {                                                                                              \
        return ADD(a, MUL(SUB(b, a), t));                                                          \
    }                                                                                              \
    static inline caperi_quat##W caperi_quat##W##_nlerp(caperi_quat##W a, caperi_quat##W b,        \
                                                        caperi_f##W t)                             \
    {                                                                                              \
        b = caperi_quat##W##_toward(b, a);                                                         \
        b.x = caperi_f##W##_lerp(a.x, b.x, t);                                                     \
        b.y = caperi_f##W##_lerp(a.y, b.y, t);                                                     \
        b.z = caperi_f##W##_lerp(a.z, b.z, t);                                                     \
        b.w = caperi_f##W##_lerp(a.w, b.w, t);                                                     \
        return caperi_quat##W##_normalize(b);                                                      \
    }                                                                                              \
    static inline caperi_vec##W caperi_vec##W##_add(caperi_vec##W a, caperi_vec##W b)              \
    {                                                                                              \
        a.x = ADD(a.x, b.x);                                                                       \
        a.y = ADD(a.y, b.y);                                                                       \
        a.z = ADD(a.z, b.z);                                                                       \
        return a;                                                                                  \
    }                                                                                              \
    static inline caperi_vec##W caperi_vec##W##_lerp(caperi_vec##W a, caperi_vec##W b,             \
                                                     caperi_f##W t)                                \
    {                                                                                              \
        a.x = caperi_f##W##_lerp(a.x, b.x, t);                                                     \
        a.y = caperi_f##W##_lerp(a.y, b.y, t);                                                     \
        a.z = caperi_f##W##_lerp(a.z, b.z, t);                                                     \
        return a;                                                                                  \
    }                                                                                              \
    static inline caperi_vec##W caperi_vec##W##_cross(caperi_vec##W a, caperi_vec##W b)            \
    {                                                                                              \
        caperi_vec##W r;                                                                           \
        r.x = SUB(MUL(a.y, b.z), MUL(a.z, b.y));                                                   \
        r.y = SUB(MUL(a.z, b.x), MUL(a.x, b.z));                                                   \
        r.z = SUB(MUL(a.x, b.y), MUL(a.y, b.x));                                                   \
        return r;                                                                                  \
    }                                                                                              \
    static inline caperi_vec##W caperi_quat##W##_rotate(caperi_quat##W q, caperi_vec##W v)         \
    {                                                                                              \
        caperi_vec##W u;                                                                           \
        u.x = q.x;                                                                                 \
        u.y = q.y;                                                                                 \
        u.z = q.z;                                                                                 \
        caperi_vec##W t = caperi_vec##W##_cross(u, v);                                             \
        t = caperi_vec##W##_add(t, t);                                                             \
        v.x = ADD(v.x, MUL(t.x, q.w));                                                             \
        v.y = ADD(v.y, MUL(t.y, q.w));                                                             \
        v.z = ADD(v.z, MUL(t.z, q.w));                                                             \
        return caperi_vec##W##_add(v, caperi_vec##W##_cross(u, t));                                \
    }

#define ADD(a, b) caperi_f4_add(a, b)
#define SUB(a, b) caperi_f4_sub(a, b)
#define MUL(a, b) caperi_f4_mul(a, b)
CAPERI_SOA(4)
#undef ADD
#undef SUB
#undef MUL
#define ADD(a, b) caperi_f8_add(a, b)
#define SUB(a, b) caperi_f8_sub(a, b)
#define MUL(a, b) caperi_f8_mul(a, b)
CAPERI_SOA(8)
#undef ADD
#undef SUB
#undef MUL
#undef CAPERI_SOA

/// caper_transform_mul_point of many points, four at a time; out may be points.
static inline void caperi_transform_points(const caper_transform *t, const caper_vec3 *points,
                                           int count, caper_vec3 *out)
{
    caperi_f4 rotation = caperi_f4_load(&t->rotation.x), at = caperi_f4_load(&t->position.x);
    int i = 0;
    caperi_quat4 q = {caperi_f4_broadcast(rotation, 0), caperi_f4_broadcast(rotation, 1),
                      caperi_f4_broadcast(rotation, 2), caperi_f4_broadcast(rotation, 3)};
    caperi_vec4 to = {caperi_f4_broadcast(at, 0), caperi_f4_broadcast(at, 1),
                      caperi_f4_broadcast(at, 2)};
    for (; i + 4 <= count; i += 4) {
        caperi_f4 rows[4] = {caperi_f4_loadu(&points[i].x), caperi_f4_loadu(&points[i + 1].x),
                             caperi_f4_loadu(&points[i + 2].x), caperi_f4_vec(points[i + 3])};
        caperi_f4_transpose(rows);
        caperi_vec4 p = caperi_quat4_rotate(q, (caperi_vec4){rows[0], rows[1], rows[2]});
        p = caperi_vec4_add(p, to);
        rows[0] = p.x, rows[1] = p.y, rows[2] = p.z;
        caperi_f4_transpose(rows);
        for (int k = 0; k < 3; k++) { // what is stored past a point is the next one's
            caperi_f4_storeu(&out[i + k].x, rows[k]);
        }
        out[i + 3] = caperi_f4_to_vec3(rows[3]);
    }
    for (; i < count; i++) {
        caperi_f4 p = caperi_f4_quat_rotate(rotation, caperi_f4_vec(points[i]));
        out[i] = caperi_f4_to_vec3(caperi_f4_add(p, at));
    }
}

// ------------------------------------------------------------------------- AoS <-> SoA, eight

/// Rows 0..7 of four floats each, at any address, turned into four columns of eight.
static inline void caperi_f8_load_rows(const float *const row[8], caperi_f8 column[4])
{
    for (int i = 0; i < 4; i++) {
        column[i] = caperi_f8_join(caperi_f4_loadu(row[i]), caperi_f4_loadu(row[i + 4]));
    }
    caperi_f8_transpose(column);
}

/// As load_rows for rows a constant number of floats apart.
static inline void caperi_f8_load_strided(const float *first, size_t stride, caperi_f8 column[4])
{
    for (size_t i = 0; i < 4; i++) {
        column[i] = caperi_f8_join(caperi_f4_loadu(first + i * stride),
                                   caperi_f4_loadu(first + (i + 4) * stride));
    }
    caperi_f8_transpose(column);
}

/// The inverse of load_strided. Overwrites the columns.
static inline void caperi_f8_store_strided(float *first, size_t stride, caperi_f8 column[4])
{
    caperi_f8_transpose(column);
    for (size_t i = 0; i < 4; i++) {
        caperi_f4_storeu(first + i * stride, caperi_f8_low(column[i]));
        caperi_f4_storeu(first + (i + 4) * stride, caperi_f8_high(column[i]));
    }
}

static inline caperi_quat8 caperi_quat8_from_columns(const caperi_f8 c[4])
{
    caperi_quat8 q;
    q.x = c[0];
    q.y = c[1];
    q.z = c[2];
    q.w = c[3];
    return q;
}

/// The rotations of eight consecutive transforms.
static inline caperi_quat8 caperi_quat8_load(const caper_transform *t)
{
    caperi_f8 c[4];
    caperi_f8_load_strided(&t->rotation.x, 8, c);
    return caperi_quat8_from_columns(c);
}

/// Eight consecutive quaternions.
static inline caperi_quat8 caperi_quat8_load_quats(const caper_quat *q)
{
    caperi_f8 c[4];
    caperi_f8_load_strided(&q->x, 4, c);
    return caperi_quat8_from_columns(c);
}

/// The rotations of eight transforms picked by index.
static inline caperi_quat8 caperi_quat8_load_at(const caper_transform *t, const int32_t index[8])
{
    const float *row[8];
    for (int i = 0; i < 8; i++) {
        row[i] = &t[index[i]].rotation.x;
    }
    caperi_f8 c[4];
    caperi_f8_load_rows(row, c);
    return caperi_quat8_from_columns(c);
}

/// Into the rotations of eight consecutive transforms.
static inline void caperi_quat8_store(caper_transform *t, caperi_quat8 q)
{
    caperi_f8 c[4] = {q.x, q.y, q.z, q.w};
    caperi_f8_store_strided(&t->rotation.x, 8, c);
}

/// Into eight consecutive quaternions.
static inline void caperi_quat8_store_quats(caper_quat *out, caperi_quat8 q)
{
    caperi_f8 c[4] = {q.x, q.y, q.z, q.w};
    caperi_f8_store_strided(&out->x, 4, c);
}

/// The positions of eight consecutive transforms.
static inline caperi_vec8 caperi_vec8_load(const caper_transform *t)
{
    caperi_f8 c[4];
    caperi_f8_load_strided(&t->position.x, 8, c);
    caperi_vec8 v;
    v.x = c[0];
    v.y = c[1];
    v.z = c[2];
    return v;
}

/// Into the positions of eight consecutive transforms; their pads become 0.
static inline void caperi_vec8_store(caper_transform *t, caperi_vec8 v)
{
    caperi_f8 c[4] = {v.x, v.y, v.z, caperi_f8_zero()};
    caperi_f8_store_strided(&t->position.x, 8, c);
}

#endif
