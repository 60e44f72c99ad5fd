// SPDX-License-Identifier: MIT
//
// SIMD lanes: caperi_f4 and caperi_i4 (four floats, four 32-bit integers), caperi_f8 and caperi_i8
// (eight), caperi_d2 (two doubles). The only file with intrinsics. Implementations: SSE2, AVX2
// (eight lanes in one register; elsewhere eight are two fours), NEON on 64-bit ARM, and a plain C
// twin that CAPER_SIMD_SCALAR selects.
//
// Invariant: every operation gives the same bits in every implementation (NaN payloads apart), so
// there are no estimates, no fused multiply-add, and each sum has one association order, which is
// also the order of vecmath.h. Masks are all-ones or all-zeros lanes.
//
// Operations, for T in f4, f8 (quaternion and transform helpers are in simd_quat.h):
//   load, store (aligned to the width of T), loadu, storeu, splat, zero, set (f4 only)
//   add sub mul div min max (a < b ? a : b), sqrt neg abs
//   and or xor, andnot(m, v) = ~m & v, lt le eq, select(m, a, b) = m ? a : b, mask = bit per lane
//   swizzle(v, i, j, k, l) within each four, lane(v, i), transpose of each 4x4 block
//   dot4(a, b): in all lanes of each four, (x + y) + (z + w) of the products
//   gather(base, index), and to_int (truncates; INT32_MIN when out of range), from_int
// for d2 (two doubles): set splat add sub mul div min max, low, high, to_f4 (a, b, 0, 0);
// and for i4, i8: load store loadu storeu splat add sub and or shl shr (0 to 32) eq, as_float,
// as_int; for i8 also join, and shl_by and shr_by, whose counts (0 to 32) are the same in each
// four. One for text: space_mask.
#ifndef CAPER_MATH_SIMD_H
#define CAPER_MATH_SIMD_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(CAPER_SIMD_SCALAR)
#define CAPERI_SIMD_NAME "scalar"
#elif defined(__SSE2__)
#define CAPERI_SSE2 1
#include <emmintrin.h>
#if defined(__AVX2__)
#define CAPERI_AVX2 1
#include <immintrin.h>
#define CAPERI_SIMD_NAME "avx2"
#else
#define CAPERI_SIMD_NAME "sse2"
#endif
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define CAPERI_NEON 1
#include <arm_neon.h>
#define CAPERI_SIMD_NAME "neon"
#else
#define CAPERI_SIMD_NAME "scalar"
#endif

/// Lanes of a SoA block.
#define CAPERI_LANES 8

// One-line definitions, so that the implementations can be read side by side.
#define CAPERI_FN static inline
#define CAPERI_DEF1(R, name, A, expr)                                                              \
    CAPERI_FN R caperi_##name(A a)                                                                 \
    {                                                                                              \
        return expr;                                                                               \
    }
#define CAPERI_DEF2(R, name, A, B, expr)                                                           \
    CAPERI_FN R caperi_##name(A a, B b)                                                            \
    {                                                                                              \
        return expr;                                                                               \
    }
#define CAPERI_DEF3(R, name, A, B, C, expr)                                                        \
    CAPERI_FN R caperi_##name(A a, B b, C c)                                                       \
    {                                                                                              \
        return expr;                                                                               \
    }

#define F4 caperi_f4
#define I4 caperi_i4
#define F8 caperi_f8
#define I8 caperi_i8

// ---------------------------------------------------------------------------------- f4: SSE2

#if defined(CAPERI_SSE2)

typedef __m128 caperi_f4;
typedef __m128i caperi_i4;

CAPERI_DEF1(F4, f4_load, const float *, _mm_load_ps(a))
CAPERI_DEF1(F4, f4_loadu, const float *, _mm_loadu_ps(a))
CAPERI_FN void caperi_f4_store(float *p, F4 v)
{
    _mm_store_ps(p, v);
}
CAPERI_FN void caperi_f4_storeu(float *p, F4 v)
{
    _mm_storeu_ps(p, v);
}
CAPERI_DEF1(F4, f4_splat, float, _mm_set1_ps(a))
CAPERI_FN F4 caperi_f4_zero(void)
{
    return _mm_setzero_ps();
}
CAPERI_FN F4 caperi_f4_set(float x, float y, float z, float w)
{
    return _mm_setr_ps(x, y, z, w);
}
CAPERI_DEF2(F4, f4_add, F4, F4, _mm_add_ps(a, b))
CAPERI_DEF2(F4, f4_sub, F4, F4, _mm_sub_ps(a, b))
CAPERI_DEF2(F4, f4_mul, F4, F4, _mm_mul_ps(a, b))
CAPERI_DEF2(F4, f4_div, F4, F4, _mm_div_ps(a, b))
CAPERI_DEF2(F4, f4_min, F4, F4, _mm_min_ps(a, b))
CAPERI_DEF2(F4, f4_max, F4, F4, _mm_max_ps(a, b))
CAPERI_DEF1(F4, f4_sqrt, F4, _mm_sqrt_ps(a))
CAPERI_DEF2(F4, f4_and, F4, F4, _mm_and_ps(a, b))
CAPERI_DEF2(F4, f4_or, F4, F4, _mm_or_ps(a, b))
CAPERI_DEF2(F4, f4_xor, F4, F4, _mm_xor_ps(a, b))
CAPERI_DEF2(F4, f4_andnot, F4, F4, _mm_andnot_ps(a, b))
CAPERI_DEF2(F4, f4_lt, F4, F4, _mm_cmplt_ps(a, b))
CAPERI_DEF2(F4, f4_le, F4, F4, _mm_cmple_ps(a, b))
CAPERI_DEF2(F4, f4_eq, F4, F4, _mm_cmpeq_ps(a, b))
CAPERI_DEF3(F4, f4_select, F4, F4, F4, _mm_or_ps(_mm_and_ps(a, b), _mm_andnot_ps(a, c)))
CAPERI_DEF1(int, f4_mask, F4, _mm_movemask_ps(a))
CAPERI_DEF1(I4, f4_to_int, F4, _mm_cvttps_epi32(a))
CAPERI_DEF1(F4, f4_from_int, I4, _mm_cvtepi32_ps(a))
CAPERI_DEF1(I4, f4_as_int, F4, _mm_castps_si128(a))
CAPERI_DEF1(F4, i4_as_float, I4, _mm_castsi128_ps(a))

/// Lanes i, j, k, l (constants 0..3) of v.
#if defined(CAPERI_AVX2)
#define caperi_f4_swizzle(v, i, j, k, l) _mm_shuffle_ps(v, v, _MM_SHUFFLE(l, k, j, i))
#else
// the integer shuffle does not overwrite its input: one instruction where shufps needs a copy first
#define caperi_f4_swizzle(v, i, j, k, l)                                                           \
    _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), _MM_SHUFFLE(l, k, j, i)))
#endif

CAPERI_DEF1(I4, i4_load, const int32_t *, _mm_load_si128((const __m128i *)(const void *)a))
CAPERI_DEF1(I4, i4_loadu, const int32_t *, _mm_loadu_si128((const __m128i *)(const void *)a))
CAPERI_FN void caperi_i4_store(int32_t *p, I4 v)
{
    _mm_store_si128((__m128i *)(void *)p, v);
}
CAPERI_FN void caperi_i4_storeu(int32_t *p, I4 v)
{
    _mm_storeu_si128((__m128i *)(void *)p, v);
}
CAPERI_DEF1(I4, i4_splat, int32_t, _mm_set1_epi32(a))
CAPERI_DEF2(I4, i4_add, I4, I4, _mm_add_epi32(a, b))
CAPERI_DEF2(I4, i4_sub, I4, I4, _mm_sub_epi32(a, b))
CAPERI_DEF2(I4, i4_and, I4, I4, _mm_and_si128(a, b))
CAPERI_DEF2(I4, i4_or, I4, I4, _mm_or_si128(a, b))
CAPERI_DEF2(I4, i4_eq, I4, I4, _mm_cmpeq_epi32(a, b))
CAPERI_DEF1(int, i4_first, I4, _mm_cvtsi128_si32(a))
CAPERI_DEF2(I4, i4_shl, I4, int, _mm_sll_epi32(a, _mm_cvtsi32_si128(b)))
CAPERI_DEF2(I4, i4_shr, I4, int, _mm_srl_epi32(a, _mm_cvtsi32_si128(b)))

CAPERI_FN void caperi_f4_transpose(F4 r[4])
{
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
}

// ---------------------------------------------------------------------------------- f4: NEON

#elif defined(CAPERI_NEON)

typedef float32x4_t caperi_f4;
typedef int32x4_t caperi_i4;

#define CAPERI_U(v) vreinterpretq_u32_f32(v)
#define CAPERI_F(v) vreinterpretq_f32_u32(v)
CAPERI_DEF1(F4, f4_load, const float *, vld1q_f32(a))
CAPERI_DEF1(F4, f4_loadu, const float *, vld1q_f32(a))
CAPERI_FN void caperi_f4_store(float *p, F4 v)
{
    vst1q_f32(p, v);
}
CAPERI_FN void caperi_f4_storeu(float *p, F4 v)
{
    vst1q_f32(p, v);
}
CAPERI_DEF1(F4, f4_splat, float, vdupq_n_f32(a))
CAPERI_FN F4 caperi_f4_zero(void)
{
    return vdupq_n_f32(0.0f);
}
CAPERI_FN F4 caperi_f4_set(float x, float y, float z, float w)
{
    const float lanes[4] = {x, y, z, w};
    return vld1q_f32(lanes);
}
CAPERI_DEF2(F4, f4_add, F4, F4, vaddq_f32(a, b))
CAPERI_DEF2(F4, f4_sub, F4, F4, vsubq_f32(a, b))
CAPERI_DEF2(F4, f4_mul, F4, F4, vmulq_f32(a, b))
CAPERI_DEF2(F4, f4_div, F4, F4, vdivq_f32(a, b))
// vminq and vmaxq order zeros and NaNs differently, hence the compares
CAPERI_DEF2(F4, f4_min, F4, F4, vbslq_f32(vcltq_f32(a, b), a, b))
CAPERI_DEF2(F4, f4_max, F4, F4, vbslq_f32(vcgtq_f32(a, b), a, b))
CAPERI_DEF1(F4, f4_sqrt, F4, vsqrtq_f32(a))
CAPERI_DEF2(F4, f4_and, F4, F4, CAPERI_F(vandq_u32(CAPERI_U(a), CAPERI_U(b))))
CAPERI_DEF2(F4, f4_or, F4, F4, CAPERI_F(vorrq_u32(CAPERI_U(a), CAPERI_U(b))))
CAPERI_DEF2(F4, f4_xor, F4, F4, CAPERI_F(veorq_u32(CAPERI_U(a), CAPERI_U(b))))
CAPERI_DEF2(F4, f4_andnot, F4, F4, CAPERI_F(vbicq_u32(CAPERI_U(b), CAPERI_U(a))))
CAPERI_DEF2(F4, f4_lt, F4, F4, CAPERI_F(vcltq_f32(a, b)))
CAPERI_DEF2(F4, f4_le, F4, F4, CAPERI_F(vcleq_f32(a, b)))
CAPERI_DEF2(F4, f4_eq, F4, F4, CAPERI_F(vceqq_f32(a, b)))
CAPERI_DEF3(F4, f4_select, F4, F4, F4, vbslq_f32(CAPERI_U(a), b, c))
CAPERI_DEF1(F4, f4_from_int, I4, vcvtq_f32_s32(a))
CAPERI_DEF1(I4, f4_as_int, F4, vreinterpretq_s32_f32(a))
CAPERI_DEF1(F4, i4_as_float, I4, vreinterpretq_f32_s32(a))

CAPERI_FN int caperi_f4_mask(F4 v)
{
    uint32x4_t s = vshrq_n_u32(CAPERI_U(v), 31);
    return (int)(vgetq_lane_u32(s, 0) | vgetq_lane_u32(s, 1) << 1 | vgetq_lane_u32(s, 2) << 2 |
                 vgetq_lane_u32(s, 3) << 3);
}

CAPERI_FN I4 caperi_f4_to_int(F4 v)
{
    // the hardware saturates and turns NaN into 0; x86 answers INT32_MIN for both
    uint32x4_t good = vandq_u32(vcgeq_f32(v, vdupq_n_f32(-2147483648.0f)),
                                vcltq_f32(v, vdupq_n_f32(2147483648.0f)));
    return vbslq_s32(good, vcvtq_s32_f32(v), vdupq_n_s32(INT32_MIN));
}

/// Lanes i, j, k, l (constants 0..3) of v.
#define caperi_f4_swizzle(v, i, j, k, l) __builtin_shufflevector(v, v, i, j, k, l)

CAPERI_DEF1(I4, i4_load, const int32_t *, vld1q_s32(a))
CAPERI_DEF1(I4, i4_loadu, const int32_t *, vld1q_s32(a))
CAPERI_FN void caperi_i4_store(int32_t *p, I4 v)
{
    vst1q_s32(p, v);
}
CAPERI_FN void caperi_i4_storeu(int32_t *p, I4 v)
{
    vst1q_s32(p, v);
}
CAPERI_DEF1(I4, i4_splat, int32_t, vdupq_n_s32(a))
CAPERI_DEF2(I4, i4_add, I4, I4, vaddq_s32(a, b))
CAPERI_DEF2(I4, i4_sub, I4, I4, vsubq_s32(a, b))
CAPERI_DEF2(I4, i4_and, I4, I4, vandq_s32(a, b))
CAPERI_DEF2(I4, i4_or, I4, I4, vorrq_s32(a, b))
CAPERI_DEF2(I4, i4_eq, I4, I4, vreinterpretq_s32_u32(vceqq_s32(a, b)))
CAPERI_DEF1(int, i4_first, I4, vgetq_lane_s32(a, 0))
CAPERI_DEF2(I4, i4_shl, I4, int, vshlq_s32(a, vdupq_n_s32(b)))
CAPERI_DEF2(I4, i4_shr, I4, int,
            vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), vdupq_n_s32(-b))))

CAPERI_FN void caperi_f4_transpose(F4 r[4])
{
    float32x4_t a = vzip1q_f32(r[0], r[2]), b = vzip1q_f32(r[1], r[3]);
    float32x4_t c = vzip2q_f32(r[0], r[2]), d = vzip2q_f32(r[1], r[3]);
    r[0] = vzip1q_f32(a, b);
    r[1] = vzip2q_f32(a, b);
    r[2] = vzip1q_f32(c, d);
    r[3] = vzip2q_f32(c, d);
}

// -------------------------------------------------------------------------------- f4: plain C

#else

typedef struct caperi_f4 {
    float v[4];
} caperi_f4;
typedef struct caperi_i4 {
    int32_t v[4];
} caperi_i4;

CAPERI_FN uint32_t caperi_float_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

CAPERI_FN float caperi_bits_float(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

#define CAPERI_LANEWISE(R, name, params, expr)                                                     \
    CAPERI_FN R caperi_##name params                                                               \
    {                                                                                              \
        R r;                                                                                       \
        for (int i = 0; i < 4; i++) {                                                              \
            r.v[i] = expr;                                                                         \
        }                                                                                          \
        return r;                                                                                  \
    }
#define CAPERI_U(x) caperi_float_bits(x)
#define CAPERI_F(u) caperi_bits_float(u)
#define CAPERI_TRUTH(cond) caperi_bits_float((cond) ? 0xffffffffu : 0u)

CAPERI_LANEWISE(F4, f4_load, (const float *p), p[i])
CAPERI_LANEWISE(F4, f4_loadu, (const float *p), p[i])
CAPERI_FN void caperi_f4_store(float *p, F4 v)
{
    memcpy(p, v.v, sizeof v.v);
}
CAPERI_FN void caperi_f4_storeu(float *p, F4 v)
{
    memcpy(p, v.v, sizeof v.v);
}
CAPERI_LANEWISE(F4, f4_splat, (float a), a)
CAPERI_LANEWISE(F4, f4_zero, (void), 0.0f)
CAPERI_FN F4 caperi_f4_set(float x, float y, float z, float w)
{
    F4 r = {{x, y, z, w}};
    return r;
}
CAPERI_LANEWISE(F4, f4_add, (F4 a, F4 b), a.v[i] + b.v[i])
CAPERI_LANEWISE(F4, f4_sub, (F4 a, F4 b), a.v[i] - b.v[i])
CAPERI_LANEWISE(F4, f4_mul, (F4 a, F4 b), a.v[i] * b.v[i])
CAPERI_LANEWISE(F4, f4_div, (F4 a, F4 b), a.v[i] / b.v[i])
CAPERI_LANEWISE(F4, f4_min, (F4 a, F4 b), a.v[i] < b.v[i] ? a.v[i] : b.v[i])
CAPERI_LANEWISE(F4, f4_max, (F4 a, F4 b), a.v[i] > b.v[i] ? a.v[i] : b.v[i])
CAPERI_LANEWISE(F4, f4_sqrt, (F4 a), sqrtf(a.v[i]))
CAPERI_LANEWISE(F4, f4_and, (F4 a, F4 b), CAPERI_F(CAPERI_U(a.v[i]) & CAPERI_U(b.v[i])))
CAPERI_LANEWISE(F4, f4_or, (F4 a, F4 b), CAPERI_F(CAPERI_U(a.v[i]) | CAPERI_U(b.v[i])))
CAPERI_LANEWISE(F4, f4_xor, (F4 a, F4 b), CAPERI_F(CAPERI_U(a.v[i]) ^ CAPERI_U(b.v[i])))
CAPERI_LANEWISE(F4, f4_andnot, (F4 a, F4 b), CAPERI_F(~CAPERI_U(a.v[i]) & CAPERI_U(b.v[i])))
CAPERI_LANEWISE(F4, f4_lt, (F4 a, F4 b), CAPERI_TRUTH(a.v[i] < b.v[i]))
CAPERI_LANEWISE(F4, f4_le, (F4 a, F4 b), CAPERI_TRUTH(a.v[i] <= b.v[i]))
CAPERI_LANEWISE(F4, f4_eq, (F4 a, F4 b), CAPERI_TRUTH(a.v[i] == b.v[i]))
CAPERI_LANEWISE(F4, f4_select, (F4 m, F4 a, F4 b),
                CAPERI_F((CAPERI_U(m.v[i]) & CAPERI_U(a.v[i])) |
                         (~CAPERI_U(m.v[i]) & CAPERI_U(b.v[i]))))
CAPERI_LANEWISE(I4, f4_to_int, (F4 a),
                a.v[i] >= -2147483648.0f && a.v[i] < 2147483648.0f ? (int32_t)a.v[i] : INT32_MIN)
CAPERI_LANEWISE(F4, f4_from_int, (I4 a), (float)a.v[i])
CAPERI_LANEWISE(I4, f4_as_int, (F4 a), (int32_t)CAPERI_U(a.v[i]))
CAPERI_LANEWISE(F4, i4_as_float, (I4 a), CAPERI_F((uint32_t)a.v[i]))

CAPERI_FN int caperi_f4_mask(F4 v)
{
    int mask = 0;
    for (int i = 0; i < 4; i++) {
        mask |= (int)(CAPERI_U(v.v[i]) >> 31) << i;
    }
    return mask;
}

/// Lanes i, j, k, l (constants 0..3) of v.
CAPERI_FN F4 caperi_f4_swizzle(F4 v, int i, int j, int k, int l)
{
    return caperi_f4_set(v.v[i], v.v[j], v.v[k], v.v[l]);
}

CAPERI_LANEWISE(I4, i4_load, (const int32_t *p), p[i])
CAPERI_LANEWISE(I4, i4_loadu, (const int32_t *p), p[i])
CAPERI_FN void caperi_i4_store(int32_t *p, I4 v)
{
    memcpy(p, v.v, sizeof v.v);
}
CAPERI_FN void caperi_i4_storeu(int32_t *p, I4 v)
{
    memcpy(p, v.v, sizeof v.v);
}
CAPERI_LANEWISE(I4, i4_splat, (int32_t a), a)
CAPERI_DEF1(int, i4_first, I4, a.v[0])
// unsigned, because the vector units wrap around
CAPERI_LANEWISE(I4, i4_add, (I4 a, I4 b), (int32_t)((uint32_t)a.v[i] + (uint32_t)b.v[i]))
CAPERI_LANEWISE(I4, i4_sub, (I4 a, I4 b), (int32_t)((uint32_t)a.v[i] - (uint32_t)b.v[i]))
CAPERI_LANEWISE(I4, i4_and, (I4 a, I4 b), a.v[i] & b.v[i])
CAPERI_LANEWISE(I4, i4_or, (I4 a, I4 b), a.v[i] | b.v[i])
CAPERI_LANEWISE(I4, i4_eq, (I4 a, I4 b), a.v[i] == b.v[i] ? -1 : 0)
CAPERI_LANEWISE(I4, i4_shl, (I4 a, int n), n < 32 ? (int32_t)((uint32_t)a.v[i] << n) : 0)
CAPERI_LANEWISE(I4, i4_shr, (I4 a, int n), n < 32 ? (int32_t)((uint32_t)a.v[i] >> n) : 0)

CAPERI_FN void caperi_f4_transpose(F4 r[4])
{
    F4 a = r[0], b = r[1], c = r[2], d = r[3];
    for (int i = 0; i < 4; i++) {
        r[i] = caperi_f4_set(a.v[i], b.v[i], c.v[i], d.v[i]);
    }
}

#endif

// -------------------------------------------------------------------------- f4: all the same

CAPERI_DEF1(F4, f4_neg, F4, caperi_f4_xor(a, caperi_f4_splat(-0.0f)))
CAPERI_DEF1(F4, f4_abs, F4, caperi_f4_andnot(caperi_f4_splat(-0.0f), a))

/// Lane i, a constant 0..3, in all lanes.
#define caperi_f4_broadcast(v, i) caperi_f4_swizzle(v, i, i, i, i)

CAPERI_FN float caperi_f4_lane(F4 v, int i)
{
    float lanes[4];
    caperi_f4_storeu(lanes, v);
    return lanes[i];
}

CAPERI_FN F4 caperi_f4_dot4(F4 a, F4 b)
{
    F4 p = caperi_f4_mul(a, b);
    F4 pairs = caperi_f4_add(p, caperi_f4_swizzle(p, 1, 0, 3, 2));
    return caperi_f4_add(pairs, caperi_f4_swizzle(pairs, 2, 3, 0, 1));
}

CAPERI_FN F4 caperi_f4_gather(const float *base, I4 index)
{
    int32_t i[4];
    caperi_i4_storeu(i, index);
    return caperi_f4_set(base[i[0]], base[i[1]], base[i[2]], base[i[3]]);
}

// ---------------------------------------------------------------------------------- f8: AVX2

#if defined(CAPERI_AVX2)

typedef __m256 caperi_f8;
typedef __m256i caperi_i8;

CAPERI_DEF1(F8, f8_load, const float *, _mm256_load_ps(a))
CAPERI_DEF1(F8, f8_loadu, const float *, _mm256_loadu_ps(a))
CAPERI_FN void caperi_f8_store(float *p, F8 v)
{
    _mm256_store_ps(p, v);
}
CAPERI_FN void caperi_f8_storeu(float *p, F8 v)
{
    _mm256_storeu_ps(p, v);
}
CAPERI_DEF1(F8, f8_splat, float, _mm256_set1_ps(a))
CAPERI_FN F8 caperi_f8_zero(void)
{
    return _mm256_setzero_ps();
}
CAPERI_DEF2(F8, f8_join, F4, F4, _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1))
CAPERI_DEF1(F4, f8_low, F8, _mm256_castps256_ps128(a))
CAPERI_DEF1(F4, f8_high, F8, _mm256_extractf128_ps(a, 1))
CAPERI_DEF2(F8, f8_add, F8, F8, _mm256_add_ps(a, b))
CAPERI_DEF2(F8, f8_sub, F8, F8, _mm256_sub_ps(a, b))
CAPERI_DEF2(F8, f8_mul, F8, F8, _mm256_mul_ps(a, b))
CAPERI_DEF2(F8, f8_div, F8, F8, _mm256_div_ps(a, b))
CAPERI_DEF2(F8, f8_min, F8, F8, _mm256_min_ps(a, b))
CAPERI_DEF2(F8, f8_max, F8, F8, _mm256_max_ps(a, b))
CAPERI_DEF1(F8, f8_sqrt, F8, _mm256_sqrt_ps(a))
CAPERI_DEF2(F8, f8_and, F8, F8, _mm256_and_ps(a, b))
CAPERI_DEF2(F8, f8_or, F8, F8, _mm256_or_ps(a, b))
CAPERI_DEF2(F8, f8_xor, F8, F8, _mm256_xor_ps(a, b))
CAPERI_DEF2(F8, f8_andnot, F8, F8, _mm256_andnot_ps(a, b))
CAPERI_DEF2(F8, f8_lt, F8, F8, _mm256_cmp_ps(a, b, _CMP_LT_OQ))
CAPERI_DEF2(F8, f8_le, F8, F8, _mm256_cmp_ps(a, b, _CMP_LE_OQ))
CAPERI_DEF2(F8, f8_eq, F8, F8, _mm256_cmp_ps(a, b, _CMP_EQ_OQ))
CAPERI_DEF3(F8, f8_select, F8, F8, F8, _mm256_or_ps(_mm256_and_ps(a, b), _mm256_andnot_ps(a, c)))
CAPERI_DEF1(int, f8_mask, F8, _mm256_movemask_ps(a))
CAPERI_DEF1(I8, f8_to_int, F8, _mm256_cvttps_epi32(a))
CAPERI_DEF1(F8, f8_from_int, I8, _mm256_cvtepi32_ps(a))
CAPERI_DEF1(I8, f8_as_int, F8, _mm256_castps_si256(a))
CAPERI_DEF1(F8, i8_as_float, I8, _mm256_castsi256_ps(a))
CAPERI_DEF2(F8, f8_gather, const float *, I8, _mm256_i32gather_ps(a, b, 4))

/// Lanes i, j, k, l (constants 0..3) of each four.
#define caperi_f8_swizzle(v, i, j, k, l) _mm256_shuffle_ps(v, v, _MM_SHUFFLE(l, k, j, i))

CAPERI_DEF1(I8, i8_load, const int32_t *, _mm256_load_si256((const __m256i *)(const void *)a))
CAPERI_DEF1(I8, i8_loadu, const int32_t *, _mm256_loadu_si256((const __m256i *)(const void *)a))
CAPERI_FN void caperi_i8_store(int32_t *p, I8 v)
{
    _mm256_store_si256((__m256i *)(void *)p, v);
}
CAPERI_FN void caperi_i8_storeu(int32_t *p, I8 v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, v);
}
CAPERI_DEF1(I8, i8_splat, int32_t, _mm256_set1_epi32(a))
CAPERI_DEF2(I8, i8_join, I4, I4, _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1))
CAPERI_DEF2(I8, i8_add, I8, I8, _mm256_add_epi32(a, b))
CAPERI_DEF2(I8, i8_sub, I8, I8, _mm256_sub_epi32(a, b))
CAPERI_DEF2(I8, i8_and, I8, I8, _mm256_and_si256(a, b))
CAPERI_DEF2(I8, i8_or, I8, I8, _mm256_or_si256(a, b))
CAPERI_DEF2(I8, i8_eq, I8, I8, _mm256_cmpeq_epi32(a, b))
CAPERI_DEF2(I8, i8_shl, I8, int, _mm256_sll_epi32(a, _mm_cvtsi32_si128(b)))
CAPERI_DEF2(I8, i8_shr, I8, int, _mm256_srl_epi32(a, _mm_cvtsi32_si128(b)))
CAPERI_DEF2(I8, i8_shl_by, I8, I8, _mm256_sllv_epi32(a, b))
CAPERI_DEF2(I8, i8_shr_by, I8, I8, _mm256_srlv_epi32(a, b))

CAPERI_FN void caperi_f8_transpose(F8 r[4])
{
    F8 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    F8 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
    r[0] = _mm256_shuffle_ps(a, c, _MM_SHUFFLE(1, 0, 1, 0));
    r[1] = _mm256_shuffle_ps(a, c, _MM_SHUFFLE(3, 2, 3, 2));
    r[2] = _mm256_shuffle_ps(b, d, _MM_SHUFFLE(1, 0, 1, 0));
    r[3] = _mm256_shuffle_ps(b, d, _MM_SHUFFLE(3, 2, 3, 2));
}

// ------------------------------------------------------------------------------ f8: two fours

#else

typedef struct caperi_f8 {
    caperi_f4 lo, hi;
} caperi_f8;
typedef struct caperi_i8 {
    caperi_i4 lo, hi;
} caperi_i8;

#define CAPERI_PAIR(R, name, params, low, high)                                                    \
    CAPERI_FN R caperi_##name params                                                               \
    {                                                                                              \
        R r;                                                                                       \
        r.lo = low;                                                                                \
        r.hi = high;                                                                               \
        return r;                                                                                  \
    }
#define CAPERI_PAIR1(R, name, A, half)                                                             \
    CAPERI_PAIR(R, name, (A a), caperi_##half(a.lo), caperi_##half(a.hi))
#define CAPERI_PAIR2(R, name, A, half)                                                             \
    CAPERI_PAIR(R, name, (A a, A b), caperi_##half(a.lo, b.lo), caperi_##half(a.hi, b.hi))

CAPERI_PAIR(F8, f8_load, (const float *p), caperi_f4_load(p), caperi_f4_load(p + 4))
CAPERI_PAIR(F8, f8_loadu, (const float *p), caperi_f4_loadu(p), caperi_f4_loadu(p + 4))
CAPERI_FN void caperi_f8_store(float *p, F8 v)
{
    caperi_f4_store(p, v.lo);
    caperi_f4_store(p + 4, v.hi);
}
CAPERI_FN void caperi_f8_storeu(float *p, F8 v)
{
    caperi_f4_storeu(p, v.lo);
    caperi_f4_storeu(p + 4, v.hi);
}
CAPERI_PAIR(F8, f8_splat, (float a), caperi_f4_splat(a), r.lo)
CAPERI_PAIR(F8, f8_zero, (void), caperi_f4_zero(), r.lo)
CAPERI_PAIR(F8, f8_join, (F4 a, F4 b), a, b)
CAPERI_DEF1(F4, f8_low, F8, a.lo)
CAPERI_DEF1(F4, f8_high, F8, a.hi)
CAPERI_PAIR2(F8, f8_add, F8, f4_add)
CAPERI_PAIR2(F8, f8_sub, F8, f4_sub)
CAPERI_PAIR2(F8, f8_mul, F8, f4_mul)
CAPERI_PAIR2(F8, f8_div, F8, f4_div)
CAPERI_PAIR2(F8, f8_min, F8, f4_min)
CAPERI_PAIR2(F8, f8_max, F8, f4_max)
CAPERI_PAIR1(F8, f8_sqrt, F8, f4_sqrt)
CAPERI_PAIR2(F8, f8_and, F8, f4_and)
CAPERI_PAIR2(F8, f8_or, F8, f4_or)
CAPERI_PAIR2(F8, f8_xor, F8, f4_xor)
CAPERI_PAIR2(F8, f8_andnot, F8, f4_andnot)
CAPERI_PAIR2(F8, f8_lt, F8, f4_lt)
CAPERI_PAIR2(F8, f8_le, F8, f4_le)
CAPERI_PAIR2(F8, f8_eq, F8, f4_eq)
CAPERI_PAIR(F8, f8_select, (F8 m, F8 a, F8 b), caperi_f4_select(m.lo, a.lo, b.lo),
            caperi_f4_select(m.hi, a.hi, b.hi))
CAPERI_DEF1(int, f8_mask, F8, caperi_f4_mask(a.lo) | caperi_f4_mask(a.hi) << 4)
CAPERI_PAIR1(I8, f8_to_int, F8, f4_to_int)
CAPERI_PAIR1(F8, f8_from_int, I8, f4_from_int)
CAPERI_PAIR1(I8, f8_as_int, F8, f4_as_int)
CAPERI_PAIR1(F8, i8_as_float, I8, i4_as_float)
CAPERI_PAIR(F8, f8_gather, (const float *p, I8 i), caperi_f4_gather(p, i.lo),
            caperi_f4_gather(p, i.hi))

/// Lanes i, j, k, l (constants 0..3) of each four.
#define caperi_f8_swizzle(v, i, j, k, l)                                                           \
    caperi_f8_join(caperi_f4_swizzle((v).lo, i, j, k, l), caperi_f4_swizzle((v).hi, i, j, k, l))

CAPERI_PAIR(I8, i8_load, (const int32_t *p), caperi_i4_load(p), caperi_i4_load(p + 4))
CAPERI_PAIR(I8, i8_loadu, (const int32_t *p), caperi_i4_loadu(p), caperi_i4_loadu(p + 4))
CAPERI_FN void caperi_i8_store(int32_t *p, I8 v)
{
    caperi_i4_store(p, v.lo);
    caperi_i4_store(p + 4, v.hi);
}
CAPERI_FN void caperi_i8_storeu(int32_t *p, I8 v)
{
    caperi_i4_storeu(p, v.lo);
    caperi_i4_storeu(p + 4, v.hi);
}
CAPERI_PAIR(I8, i8_splat, (int32_t a), caperi_i4_splat(a), r.lo)
CAPERI_PAIR(I8, i8_join, (I4 a, I4 b), a, b)
CAPERI_PAIR2(I8, i8_add, I8, i4_add)
CAPERI_PAIR2(I8, i8_sub, I8, i4_sub)
CAPERI_PAIR2(I8, i8_and, I8, i4_and)
CAPERI_PAIR2(I8, i8_or, I8, i4_or)
CAPERI_PAIR2(I8, i8_eq, I8, i4_eq)
CAPERI_PAIR(I8, i8_shl, (I8 a, int n), caperi_i4_shl(a.lo, n), caperi_i4_shl(a.hi, n))
CAPERI_PAIR(I8, i8_shr, (I8 a, int n), caperi_i4_shr(a.lo, n), caperi_i4_shr(a.hi, n))
CAPERI_PAIR(I8, i8_shl_by, (I8 a, I8 n), caperi_i4_shl(a.lo, caperi_i4_first(n.lo)),
            caperi_i4_shl(a.hi, caperi_i4_first(n.hi)))
CAPERI_PAIR(I8, i8_shr_by, (I8 a, I8 n), caperi_i4_shr(a.lo, caperi_i4_first(n.lo)),
            caperi_i4_shr(a.hi, caperi_i4_first(n.hi)))

CAPERI_FN void caperi_f8_transpose(F8 r[4])
{
    F4 lo[4] = {r[0].lo, r[1].lo, r[2].lo, r[3].lo};
    F4 hi[4] = {r[0].hi, r[1].hi, r[2].hi, r[3].hi};
    caperi_f4_transpose(lo);
    caperi_f4_transpose(hi);
    for (int i = 0; i < 4; i++) {
        r[i] = caperi_f8_join(lo[i], hi[i]);
    }
}

#endif

// -------------------------------------------------------------------------- f8: all the same

CAPERI_DEF1(F8, f8_neg, F8, caperi_f8_xor(a, caperi_f8_splat(-0.0f)))
CAPERI_DEF1(F8, f8_abs, F8, caperi_f8_andnot(caperi_f8_splat(-0.0f), a))

CAPERI_FN float caperi_f8_lane(F8 v, int i)
{
    float lanes[8];
    caperi_f8_storeu(lanes, v);
    return lanes[i];
}

/// Lane i of the eight in all lanes.
CAPERI_FN F8 caperi_f8_broadcast(F8 v, int i)
{
    return caperi_f8_splat(caperi_f8_lane(v, i));
}

CAPERI_FN F8 caperi_f8_dot4(F8 a, F8 b)
{
    F8 p = caperi_f8_mul(a, b);
    F8 pairs = caperi_f8_add(p, caperi_f8_swizzle(p, 1, 0, 3, 2));
    return caperi_f8_add(pairs, caperi_f8_swizzle(pairs, 2, 3, 0, 1));
}

/// The sum of eight lanes: fours first, ((0+4)+(1+5)) + ((2+6)+(3+7)).
CAPERI_FN float caperi_f8_sum(F8 v)
{
    F4 s = caperi_f4_add(caperi_f8_low(v), caperi_f8_high(v));
    F4 pairs = caperi_f4_add(s, caperi_f4_swizzle(s, 1, 0, 3, 2));
    return caperi_f4_lane(caperi_f4_add(pairs, caperi_f4_swizzle(pairs, 2, 3, 0, 1)), 0);
}

// ------------------------------------------------------------------------------------ d2

/// Two doubles.
#if defined(CAPERI_SSE2)
typedef __m128d caperi_d2;
CAPERI_DEF2(caperi_d2, d2_set, double, double, _mm_setr_pd(a, b))
CAPERI_DEF1(caperi_d2, d2_splat, double, _mm_set1_pd(a))
CAPERI_DEF2(caperi_d2, d2_add, caperi_d2, caperi_d2, _mm_add_pd(a, b))
CAPERI_DEF2(caperi_d2, d2_sub, caperi_d2, caperi_d2, _mm_sub_pd(a, b))
CAPERI_DEF2(caperi_d2, d2_mul, caperi_d2, caperi_d2, _mm_mul_pd(a, b))
CAPERI_DEF2(caperi_d2, d2_div, caperi_d2, caperi_d2, _mm_div_pd(a, b))
CAPERI_DEF2(caperi_d2, d2_min, caperi_d2, caperi_d2, _mm_min_pd(a, b))
CAPERI_DEF2(caperi_d2, d2_max, caperi_d2, caperi_d2, _mm_max_pd(a, b))
CAPERI_DEF1(double, d2_low, caperi_d2, _mm_cvtsd_f64(a))
CAPERI_DEF1(double, d2_high, caperi_d2, _mm_cvtsd_f64(_mm_unpackhi_pd(a, a)))
CAPERI_DEF1(F4, d2_to_f4, caperi_d2, _mm_cvtpd_ps(a))
#else
typedef struct caperi_d2 {
    double v[2];
} caperi_d2;
CAPERI_DEF2(caperi_d2, d2_set, double, double, ((caperi_d2){{a, b}}))
CAPERI_DEF1(caperi_d2, d2_splat, double, ((caperi_d2){{a, a}}))
#define CAPERI_TWICE(name, expr0, expr1)                                                           \
    CAPERI_DEF2(caperi_d2, name, caperi_d2, caperi_d2, caperi_d2_set(expr0, expr1))
CAPERI_TWICE(d2_add, a.v[0] + b.v[0], a.v[1] + b.v[1])
CAPERI_TWICE(d2_sub, a.v[0] - b.v[0], a.v[1] - b.v[1])
CAPERI_TWICE(d2_mul, a.v[0] * b.v[0], a.v[1] * b.v[1])
CAPERI_TWICE(d2_div, a.v[0] / b.v[0], a.v[1] / b.v[1])
CAPERI_TWICE(d2_min, a.v[0] < b.v[0] ? a.v[0] : b.v[0], a.v[1] < b.v[1] ? a.v[1] : b.v[1])
CAPERI_TWICE(d2_max, a.v[0] > b.v[0] ? a.v[0] : b.v[0], a.v[1] > b.v[1] ? a.v[1] : b.v[1])
#undef CAPERI_TWICE
CAPERI_DEF1(double, d2_low, caperi_d2, a.v[0])
CAPERI_DEF1(double, d2_high, caperi_d2, a.v[1])
CAPERI_DEF1(F4, d2_to_f4, caperi_d2, caperi_f4_set((float)a.v[0], (float)a.v[1], 0, 0))
#endif

// ------------------------------------------------------------------------------------ bytes

/// One bit for each of 64 bytes, at any alignment: is it ' ' or below? The first byte is the lowest
/// bit.
CAPERI_FN uint64_t caperi_space_mask(const char *at)
{
    uint64_t mask = 0;
#if defined(CAPERI_SSE2)
    const __m128i space = _mm_set1_epi8(' ');
    for (int i = 0; i < 4; i++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
        __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, space), bytes);
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(low) << (16 * i);
    }
#else
    for (int i = 0; i < 64; i++)
        mask |= (uint64_t)((unsigned char)at[i] <= ' ') << i;
#endif
    return mask;
}

#undef CAPERI_FN
#undef CAPERI_DEF1
#undef CAPERI_DEF2
#undef CAPERI_DEF3
#undef CAPERI_LANEWISE
#undef CAPERI_PAIR
#undef CAPERI_PAIR1
#undef CAPERI_PAIR2
#undef CAPERI_TRUTH
#undef CAPERI_U
#undef CAPERI_F
#undef F4
#undef I4
#undef F8
#undef I8

#endif
