// SPDX-License-Identifier: MIT
//
// The cases of test_simd.c and test_simd_scalar.c, which differ only in the implementation of the
// lanes. Every operation is compared bit by bit with the plain C expression it stands for, so that
// all implementations equal one another.
#ifndef CAPER_TEST_SIMD_CASES_H
#define CAPER_TEST_SIMD_CASES_H

#include "test.h"

#include "math/simd.h"
#include "math/simd_quat.h"
#include "math_random.h"

#include <float.h>

typedef struct lanes {
    _Alignas(32) float f[8];
} lanes;

typedef struct int_lanes {
    _Alignas(32) int32_t i[8];
} int_lanes;

static uint32_t bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static float from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

// Equal bits; any NaN equals any other, since payloads and signs of NaN are not promised.
static bool same(float a, float b)
{
    return bits(a) == bits(b) || (isnan(a) && isnan(b));
}

// Ordinary numbers, with zeros of both signs, infinities, NaN, denormals and equal pairs mixed in.
static float some_float(caper_rng *rng)
{
    static const float special[] = {
        0.0f,    -0.0f,  1.0f, -1.0f, INFINITY,      -INFINITY,      NAN,  FLT_MAX,
        FLT_MIN, 1e-41f, 3e9f, -3e9f, 2147483648.0f, -2147483648.0f, 0.5f, -0.5f};
    if (caper_rng_int(rng, 0, 5) == 0) {
        return special[caper_rng_int(rng, 0, 15)];
    }
    return caper_rng_range(rng, -100.0f, 100.0f);
}

static lanes some_lanes(caper_rng *rng)
{
    lanes v;
    for (int i = 0; i < 8; i++) {
        v.f[i] = some_float(rng);
    }
    return v;
}

static lanes store8(caperi_f8 v)
{
    lanes r;
    caperi_f8_store(r.f, v);
    return r;
}

static lanes store4(caperi_f4 v)
{
    lanes r = {{0}};
    caperi_f4_store(r.f, v);
    return r;
}

static int_lanes store8i(caperi_i8 v)
{
    int_lanes r;
    caperi_i8_store(r.i, v);
    return r;
}

static int_lanes store4i(caperi_i4 v)
{
    int_lanes r = {{0}};
    caperi_i4_store(r.i, v);
    return r;
}

// One operation on eight lanes and on the first four, against an expression in lane values x, y.
#define CHECK_LANES(op, args4, args8, expression)                                                  \
    do {                                                                                           \
        lanes four = store4(caperi_f4_##op args4), eight = store8(caperi_f8_##op args8);           \
        for (int i = 0; i < 8; i++) {                                                              \
            float x = a.f[i], y = b.f[i];                                                          \
            (void)x;                                                                               \
            (void)y;                                                                               \
            float want = expression;                                                               \
            CHECK(same(eight.f[i], want));                                                         \
            CHECK(i >= 4 || same(four.f[i], want));                                                \
        }                                                                                          \
    } while (0)

#define TRUTH(condition) from_bits((condition) ? 0xffffffffu : 0u)

static void each_operation_is_its_plain_expression(void)
{
    caper_rng rng = caper_rng_make(41);
    for (int n = 0; n < 3000; n++) {
        lanes a = some_lanes(&rng), b = some_lanes(&rng), c = some_lanes(&rng);
        b.f[n % 8] = a.f[n % 8];
        caperi_f4 a4 = caperi_f4_load(a.f), b4 = caperi_f4_load(b.f), c4 = caperi_f4_load(c.f);
        caperi_f8 a8 = caperi_f8_load(a.f), b8 = caperi_f8_load(b.f), c8 = caperi_f8_load(c.f);
        CHECK_LANES(add, (a4, b4), (a8, b8), x + y);
        CHECK_LANES(sub, (a4, b4), (a8, b8), x - y);
        CHECK_LANES(mul, (a4, b4), (a8, b8), x * y);
        CHECK_LANES(div, (a4, b4), (a8, b8), x / y);
        CHECK_LANES(sqrt, (a4), (a8), sqrtf(x));
        CHECK_LANES(min, (a4, b4), (a8, b8), x < y ? x : y);
        CHECK_LANES(max, (a4, b4), (a8, b8), x > y ? x : y);
        CHECK_LANES(neg, (a4), (a8), -x);
        CHECK_LANES(abs, (a4), (a8), fabsf(x));
        CHECK_LANES(and, (a4, b4), (a8, b8), from_bits(bits(x) & bits(y)));
        CHECK_LANES(or, (a4, b4), (a8, b8), from_bits(bits(x) | bits(y)));
        CHECK_LANES(xor, (a4, b4), (a8, b8), from_bits(bits(x) ^ bits(y)));
        CHECK_LANES(andnot, (a4, b4), (a8, b8), from_bits(~bits(x) & bits(y)));
        CHECK_LANES(lt, (a4, b4), (a8, b8), TRUTH(x < y));
        CHECK_LANES(le, (a4, b4), (a8, b8), TRUTH(x <= y));
        CHECK_LANES(eq, (a4, b4), (a8, b8), TRUTH(x == y));
        caperi_f4 m4 = caperi_f4_lt(a4, b4);
        caperi_f8 m8 = caperi_f8_lt(a8, b8);
        CHECK_LANES(select, (m4, b4, c4), (m8, b8, c8), x < y ? y : c.f[i]);
        int mask = 0;
        for (int i = 0; i < 8; i++) {
            mask |= (int)(bits(a.f[i]) >> 31) << i;
        }
        CHECK_INT(caperi_f8_mask(a8), mask);
        CHECK_INT(caperi_f4_mask(a4), mask & 15);
    }
}

static void minimum_and_maximum_pick_the_second_of_zeros(void)
{
    // the order of +0 and -0 is a promise, too: it is that of the comparison
    caperi_f4 p = caperi_f4_splat(0.0f), n = caperi_f4_splat(-0.0f);
    CHECK(bits(caperi_f4_lane(caperi_f4_min(p, n), 0)) == bits(-0.0f));
    CHECK(bits(caperi_f4_lane(caperi_f4_min(n, p), 0)) == bits(0.0f));
    CHECK(bits(caperi_f4_lane(caperi_f4_max(p, n), 0)) == bits(-0.0f));
    CHECK(bits(caperi_f4_lane(caperi_f4_max(n, p), 0)) == bits(0.0f));
}

static void memory_goes_in_and_out_unchanged(void)
{
    lanes in = {{1, 2, 3, 4, 5, 6, 7, 8}};
    _Alignas(32) float out[9] = {0};
    caperi_f8_storeu(out + 1, caperi_f8_loadu(in.f));
    CHECK(out[0] == 0.0f && memcmp(out + 1, in.f, sizeof in.f) == 0);
    caperi_f4_storeu(out + 1, caperi_f4_loadu(in.f + 3));
    CHECK(memcmp(out + 1, in.f + 3, 16) == 0 && out[5] == 5.0f);
    lanes s = store8(caperi_f8_splat(2.5f)), z = store8(caperi_f8_zero());
    for (int i = 0; i < 8; i++) {
        CHECK(s.f[i] == 2.5f && bits(z.f[i]) == 0);
        CHECK(caperi_f8_lane(caperi_f8_load(in.f), i) == in.f[i]);
        CHECK(caperi_f8_lane(caperi_f8_broadcast(caperi_f8_load(in.f), i), 7 - i) == in.f[i]);
    }
    lanes set = store4(caperi_f4_set(1, 2, 3, 4));
    CHECK(memcmp(set.f, in.f, 16) == 0);
    caperi_f8 joined = caperi_f8_join(caperi_f4_load(in.f), caperi_f4_load(in.f + 4));
    lanes j = store8(joined);
    CHECK(memcmp(j.f, in.f, sizeof in.f) == 0);
    CHECK(caperi_f4_lane(caperi_f8_low(joined), 1) == 2.0f);
    CHECK(caperi_f4_lane(caperi_f8_high(joined), 1) == 6.0f);
    CHECK(caperi_f4_lane(caperi_f4_zero(), 3) == 0.0f);
}

static void integers_add_wrap_shift_and_convert(void)
{
    caper_rng rng = caper_rng_make(42);
    for (int n = 0; n < 2000; n++) {
        int_lanes a, b;
        lanes f = some_lanes(&rng);
        for (int i = 0; i < 8; i++) {
            a.i[i] = (int32_t)caper_rng_u32(&rng);
            b.i[i] = i == n % 8 ? a.i[i] : (int32_t)caper_rng_u32(&rng);
        }
        int shift = n % 32;
        caperi_i8 a8 = caperi_i8_load(a.i), b8 = caperi_i8_loadu(b.i);
        caperi_i4 a4 = caperi_i4_load(a.i), b4 = caperi_i4_loadu(b.i);
        int_lanes got8[] = {store8i(caperi_i8_add(a8, b8)),
                            store8i(caperi_i8_sub(a8, b8)),
                            store8i(caperi_i8_and(a8, b8)),
                            store8i(caperi_i8_or(a8, b8)),
                            store8i(caperi_i8_eq(a8, b8)),
                            store8i(caperi_i8_shl(a8, shift)),
                            store8i(caperi_i8_shr(a8, shift)),
                            store8i(caperi_f8_to_int(caperi_f8_load(f.f))),
                            store8i(caperi_f8_as_int(caperi_f8_from_int(a8))),
                            store8i(caperi_f8_as_int(caperi_i8_as_float(a8)))};
        int_lanes got4[] = {store4i(caperi_i4_add(a4, b4)),
                            store4i(caperi_i4_sub(a4, b4)),
                            store4i(caperi_i4_and(a4, b4)),
                            store4i(caperi_i4_or(a4, b4)),
                            store4i(caperi_i4_eq(a4, b4)),
                            store4i(caperi_i4_shl(a4, shift)),
                            store4i(caperi_i4_shr(a4, shift)),
                            store4i(caperi_f4_to_int(caperi_f4_load(f.f))),
                            store4i(caperi_f4_as_int(caperi_f4_from_int(a4))),
                            store4i(caperi_f4_as_int(caperi_i4_as_float(a4)))};
        for (int i = 0; i < 8; i++) {
            uint32_t x = (uint32_t)a.i[i], y = (uint32_t)b.i[i];
            float g = f.f[i];
            bool fits = g >= -2147483648.0f && g < 2147483648.0f;
            const int32_t want[] = {(int32_t)(x + y),
                                    (int32_t)(x - y),
                                    (int32_t)(x & y),
                                    (int32_t)(x | y),
                                    x == y ? -1 : 0,
                                    (int32_t)(x << shift),
                                    (int32_t)(x >> shift),
                                    fits ? (int32_t)g : INT32_MIN,
                                    (int32_t)bits((float)a.i[i]),
                                    (int32_t)x};
            for (int k = 0; k < 10; k++) {
                CHECK_INT(got8[k].i[i], want[k]);
                CHECK(i >= 4 || got4[k].i[i] == want[k]);
            }
        }
    }
    for (int low = 0; low <= 32; low++) {
        int high = 32 - low;
        caperi_i8 counts = caperi_i8_join(caperi_i4_splat(low), caperi_i4_splat(high));
        caperi_i8 all = caperi_i8_splat(-1);
        int_lanes left = store8i(caperi_i8_shl_by(all, counts));
        int_lanes right = store8i(caperi_i8_shr_by(all, counts));
        for (int i = 0; i < 8; i++) {
            int n = i < 4 ? low : high;
            CHECK_INT(left.i[i], n < 32 ? (int32_t)(0xffffffffu << n) : 0);
            CHECK_INT(right.i[i], n < 32 ? (int32_t)(0xffffffffu >> n) : 0);
        }
    }
    int32_t out[9];
    caperi_i8_storeu(out + 1, caperi_i8_splat(-7));
    CHECK(out[1] == -7 && out[8] == -7);
    caperi_i4_storeu(out + 1, caperi_i4_splat(9));
    CHECK(out[1] == 9 && out[4] == 9 && out[5] == -7);
}

static void gather_reads_the_indexed_floats(void)
{
    float table[64];
    for (int i = 0; i < 64; i++) {
        table[i] = 0.25f * (float)i;
    }
    const int_lanes index = {{63, 0, 17, 17, 5, 42, 1, 33}};
    lanes g = store8(caperi_f8_gather(table, caperi_i8_load(index.i)));
    lanes h = store4(caperi_f4_gather(table, caperi_i4_load(index.i)));
    for (int i = 0; i < 8; i++) {
        CHECK(g.f[i] == table[index.i[i]]);
        CHECK(i >= 4 || h.f[i] == table[index.i[i]]);
    }
}

static void shuffles_and_transposes_move_lanes(void)
{
    lanes v = {{0, 1, 2, 3, 4, 5, 6, 7}};
    lanes s = store8(caperi_f8_swizzle(caperi_f8_load(v.f), 3, 1, 0, 0));
    const float want[8] = {3, 1, 0, 0, 7, 5, 4, 4};
    CHECK(memcmp(s.f, want, sizeof want) == 0);
    lanes f = store4(caperi_f4_swizzle(caperi_f4_load(v.f), 3, 1, 0, 0));
    CHECK(memcmp(f.f, want, 16) == 0);
    lanes b = store4(caperi_f4_broadcast(caperi_f4_load(v.f), 2));
    CHECK(b.f[0] == 2.0f && b.f[3] == 2.0f);

    caperi_f4 r4[4];
    caperi_f8 r8[4];
    for (int i = 0; i < 4; i++) {
        lanes row;
        for (int k = 0; k < 8; k++) {
            row.f[k] = (float)(10 * i + k);
        }
        r4[i] = caperi_f4_load(row.f);
        r8[i] = caperi_f8_load(row.f);
    }
    caperi_f4_transpose(r4);
    caperi_f8_transpose(r8);
    for (int i = 0; i < 4; i++) {
        lanes row4 = store4(r4[i]), row8 = store8(r8[i]);
        for (int k = 0; k < 4; k++) {
            CHECK(row4.f[k] == (float)(10 * k + i));
            CHECK(row8.f[k] == (float)(10 * k + i) && row8.f[4 + k] == (float)(10 * k + i + 4));
        }
    }
}

static void sums_keep_their_association(void)
{
    caper_rng rng = caper_rng_make(43);
    for (int n = 0; n < 1000; n++) {
        lanes a, b;
        for (int i = 0; i < 8; i++) {
            a.f[i] = caper_rng_range(&rng, -9.0f, 9.0f);
            b.f[i] = caper_rng_range(&rng, -9.0f, 9.0f);
        }
        const float *p = a.f, *q = b.f;
        lanes d = store8(caperi_f8_dot4(caperi_f8_load(p), caperi_f8_load(q)));
        float low = (p[0] * q[0] + p[1] * q[1]) + (p[2] * q[2] + p[3] * q[3]);
        float high = (p[4] * q[4] + p[5] * q[5]) + (p[6] * q[6] + p[7] * q[7]);
        lanes e = store4(caperi_f4_dot4(caperi_f4_load(p), caperi_f4_load(q)));
        for (int i = 0; i < 4; i++) {
            CHECK(same(d.f[i], low) && same(d.f[4 + i], high) && same(e.f[i], low));
        }
        float sum = ((p[0] + p[4]) + (p[1] + p[5])) + ((p[2] + p[6]) + (p[3] + p[7]));
        CHECK(same(caperi_f8_sum(caperi_f8_load(p)), sum));
    }
}

// ----------------------------------------------------------- rotations, against vecmath.h itself

static bool same_quat(caper_quat a, caper_quat b)
{
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z) && same(a.w, b.w);
}

static bool same_vec3(caper_vec3 a, caper_vec3 b)
{
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}

static bool same_transform(caper_transform a, caper_transform b)
{
    return same_quat(a.rotation, b.rotation) && same_vec3(a.position, b.position) &&
           same(a.pad, b.pad);
}

static caper_quat quat_of(caperi_f4 v)
{
    caper_quat q;
    caperi_f4_storeu(&q.x, v);
    return q;
}

static void one_transform_in_registers_has_the_scalar_bits(void)
{
    caper_rng rng = caper_rng_make(44);
    for (int n = 0; n < 5000; n++) {
        caper_transform a = random_transform(&rng), b = random_transform(&rng), out;
        a.rotation = awkward_quat(&rng, n);
        caperi_transform_mul(&out, &a, &b);
        caper_transform want = caper_transform_mul(a, b);
        CHECK(same_transform(out, want));
        CHECK(bits(out.pad) == 0);
        caperi_f4 p = caperi_f4_load_quat(&a.rotation), q = caperi_f4_load_quat(&b.rotation);
        CHECK(same_quat(quat_of(caperi_f4_quat_mul(p, q)), want.rotation));
        CHECK(same_quat(quat_of(caperi_f4_quat_conj(p)), caper_quat_conj(a.rotation)));
        caper_quat r = quat_of(caperi_f4_quat_rotate(p, caperi_f4_load(&b.position.x)));
        CHECK(same_vec3(caper_vec3_make(r.x, r.y, r.z), caper_quat_rotate(a.rotation, b.position)));
        CHECK(bits(r.w) == 0);
        caper_quat scaled = {a.rotation.x * 3.0f, a.rotation.y * 3.0f, a.rotation.z * 3.0f,
                             a.rotation.w * 3.0f};
        CHECK(same_quat(quat_of(caperi_f4_quat_normalize(caperi_f4_load_quat(&scaled))),
                        caper_quat_normalize(scaled)));
        // in place
        caperi_transform_mul(&b, &a, &b);
        CHECK(same_transform(b, want));
    }
}

static void eight_transforms_have_the_scalar_bits(void)
{
    caper_rng rng = caper_rng_make(45);
    for (int n = 0; n < 1000; n++) {
        caper_transform a[8], b[8], out[8];
        lanes t;
        for (int i = 0; i < 8; i++) {
            a[i] = random_transform(&rng);
            b[i] = random_transform(&rng);
            b[i].rotation = i % 3 ? awkward_quat(&rng, n + i) : caper_quat_neg(a[i].rotation);
            t.f[i] = caper_rng_float(&rng);
        }
        caperi_quat8 p = caperi_quat8_load(a), q = caperi_quat8_load(b);
        caperi_f8 t8 = caperi_f8_load(t.f);
        caper_quat product[8], conj[8], nlerp[8];
        caperi_quat8_store_quats(product, caperi_quat8_mul(p, q));
        caperi_quat8_store_quats(conj, caperi_quat8_conj(p));
        caperi_quat8_store_quats(nlerp, caperi_quat8_nlerp(p, q, t8));
        lanes dot = store8(caperi_quat8_dot(p, q));
        caperi_quat8_store(out, p);
        caperi_vec8_store(out, caperi_quat8_rotate(p, caperi_vec8_load(b)));
        caper_transform mixed[8];
        memcpy(mixed, a, sizeof mixed);
        caperi_vec8_store(mixed, caperi_vec8_lerp(caperi_vec8_load(a), caperi_vec8_load(b), t8));
        for (int i = 0; i < 8; i++) {
            caper_quat r = a[i].rotation, s = b[i].rotation;
            CHECK(same_quat(product[i], caper_quat_mul(r, s)));
            CHECK(same_quat(conj[i], caper_quat_conj(r)));
            CHECK(same_quat(nlerp[i], caper_quat_nlerp(r, s, t.f[i])));
            CHECK(same(dot.f[i], caper_quat_dot(r, s)));
            CHECK(same_quat(out[i].rotation, r));
            CHECK(same_vec3(out[i].position, caper_quat_rotate(r, b[i].position)));
            CHECK(bits(out[i].pad) == 0);
            CHECK(same_vec3(mixed[i].position,
                            caper_vec3_lerp(a[i].position, b[i].position, t.f[i])));
        }
    }
}

static void four_rotations_have_the_bits_of_eight(void)
{
    caper_rng rng = caper_rng_make(46);
    for (int n = 0; n < 500; n++) {
        caper_transform a[8], b[8];
        for (int i = 0; i < 8; i++) {
            a[i] = random_transform(&rng);
            b[i] = random_transform(&rng);
        }
        caperi_quat8 p = caperi_quat8_load(a), q = caperi_quat8_load(b);
        caperi_quat4 p4 = {caperi_f8_low(p.x), caperi_f8_low(p.y), caperi_f8_low(p.z),
                           caperi_f8_low(p.w)};
        caperi_quat4 q4 = {caperi_f8_low(q.x), caperi_f8_low(q.y), caperi_f8_low(q.z),
                           caperi_f8_low(q.w)};
        caperi_quat4 r = caperi_quat4_nlerp(caperi_quat4_mul(p4, q4), q4, caperi_f4_splat(0.3f));
        lanes x = store4(r.x), w = store4(r.w);
        for (int i = 0; i < 4; i++) {
            caper_quat want =
                caper_quat_nlerp(caper_quat_mul(a[i].rotation, b[i].rotation), b[i].rotation, 0.3f);
            CHECK(same(x.f[i], want.x) && same(w.f[i], want.w));
        }
    }
}

static void bad_quaternions_become_the_identity(void)
{
    const caper_quat in[8] = {{0, 0, 0, 0},      {1e-20f, 0, 0, 0}, {INFINITY, 0, 0, 0},
                              {NAN, 0, 0, 1},    {0, 0, 0, -1},     {0, 3, 0, 4},
                              {1e-10f, 0, 0, 0}, {1e30f, 0, 0, 0}};
    caper_quat out[8];
    caperi_quat8_store_quats(out, caperi_quat8_normalize(caperi_quat8_load_quats(in)));
    for (int i = 0; i < 8; i++) {
        CHECK(same_quat(out[i], caper_quat_normalize(in[i])));
    }
    CHECK(out[0].w == 1.0f && out[3].w == 1.0f && out[7].w == 1.0f && out[6].x == 1.0f);
}

static void transforms_are_picked_by_index(void)
{
    caper_rng rng = caper_rng_make(47);
    caper_transform t[20];
    for (int i = 0; i < 20; i++) {
        t[i] = random_transform(&rng);
    }
    const int32_t index[8] = {19, 3, 3, 0, 7, 11, 2, 18};
    caper_quat out[8];
    caperi_quat8_store_quats(out, caperi_quat8_load_at(t, index));
    for (int i = 0; i < 8; i++) {
        CHECK(same_quat(out[i], t[index[i]].rotation));
    }
}

static void spaces_are_found_among_any_bytes(void)
{
    caper_rng rng = caper_rng_make(64);
    for (int round = 0; round < 200; round++) {
        char bytes[80];
        for (int i = 0; i < 80; i++) {
            bool near = caper_rng_bool(&rng, 0.5f); // around the border
            bytes[i] = (char)(near ? caper_rng_int(&rng, 30, 34) : caper_rng_int(&rng, 0, 255));
        }
        const char *at = bytes + round % 16;
        uint64_t expected = 0;
        for (int i = 0; i < 64; i++) {
            expected |= (unsigned char)at[i] <= 32 ? (uint64_t)1 << i : 0;
        }
        CHECK(caperi_space_mask(at) == expected);
    }
}

static void two_doubles_are_their_plain_expressions(void)
{
    static const double odd[] = {0.0,     -0.0,      1.0,      -2.5, 1.0 / 3, 1e300,
                                 -1e-300, 0x1p-1074, HUGE_VAL, 1e38, 7.0,     0.1};
    for (int i = 0; i < CAPER_COUNT_OF(odd); i++) {
        for (int k = 0; k < CAPER_COUNT_OF(odd); k++) {
            double x = odd[i], y = odd[k];
            caperi_d2 a = caperi_d2_set(x, y), b = caperi_d2_set(y, x);
            const caperi_d2 got[] = {caperi_d2_add(a, b), caperi_d2_sub(a, b), caperi_d2_mul(a, b),
                                     caperi_d2_div(a, b), caperi_d2_min(a, b), caperi_d2_max(a, b),
                                     caperi_d2_splat(x)};
            const double want[][2] = {{x + y, y + x},
                                      {x - y, y - x},
                                      {x * y, y * x},
                                      {x / y, y / x},
                                      {x < y ? x : y, y < x ? y : x},
                                      {x > y ? x : y, y > x ? y : x},
                                      {x, x}};
            for (int n = 0; n < CAPER_COUNT_OF(got); n++) {
                double low = caperi_d2_low(got[n]), high = caperi_d2_high(got[n]);
                CHECK(memcmp(&low, &want[n][0], sizeof low) == 0 ||
                      (low != low && want[n][0] != want[n][0]));
                CHECK(memcmp(&high, &want[n][1], sizeof high) == 0 ||
                      (high != high && want[n][1] != want[n][1]));
            }
            caperi_f4 narrow = caperi_d2_to_f4(a);
            CHECK(caperi_f4_lane(narrow, 0) == (float)x && caperi_f4_lane(narrow, 1) == (float)y);
            CHECK(caperi_f4_lane(narrow, 2) == 0 && caperi_f4_lane(narrow, 3) == 0);
        }
    }
}

TESTS(the_expected_lanes_are_compiled, each_operation_is_its_plain_expression,
      minimum_and_maximum_pick_the_second_of_zeros, memory_goes_in_and_out_unchanged,
      integers_add_wrap_shift_and_convert, gather_reads_the_indexed_floats,
      shuffles_and_transposes_move_lanes, sums_keep_their_association,
      one_transform_in_registers_has_the_scalar_bits, eight_transforms_have_the_scalar_bits,
      four_rotations_have_the_bits_of_eight, bad_quaternions_become_the_identity,
      transforms_are_picked_by_index, spaces_are_found_among_any_bytes,
      two_doubles_are_their_plain_expressions)

#endif
