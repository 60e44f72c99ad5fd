// SPDX-License-Identifier: MIT
// The analytic limb (paper 001, section 5.3).
//
// The bend at the middle follows from the distance to the target by the law of cosines. What is
// left is the swivel angle about the line to the target, and the paper chooses the one whose upper
// rotation q(theta) = exp(theta n / 2) q0 is closest to the captured q*: theta/2 = atan2(b, a) of
// equation 23. Take for q0 the smallest turn that brings the bent limb, as it hangs on the captured
// upper part, onto that line: its axis is at right angles to n, so b = 0 and theta = 0. The closest
// swivel is the smallest turn; no angle needs to be computed, and no trigonometry is used.
//
// The bend axis is carried by the upper part, so a knee that bends forward at rest does so always.
#include "caper/ik.h"
#include "math/simd_quat.h"

#include <math.h>

caper_limb_job caper_limb_job_default(void)
{
    caper_limb_job job = {0};
    job.upper = job.lower = caper_quat_identity();
    job.upper_out = job.lower_out = caper_quat_identity();
    job.weight = 1.0f;
    return job;
}

// Vectors live in lanes x, y, z of a register, with 0 in the last.
static inline caperi_f4 load(const caper_vec3 *v)
{
    return caperi_f4_set(v->x, v->y, v->z, 0.0f);
}

static inline caper_vec3 unload(caperi_f4 v)
{
    float lanes[4];
    caperi_f4_storeu(lanes, v);
    return caper_vec3_make(lanes[0], lanes[1], lanes[2]);
}

static inline caper_quat unload_quat(caperi_f4 q)
{
    caper_quat out;
    caperi_f4_storeu(&out.x, q);
    return out;
}

static inline caperi_f4 scale(caperi_f4 v, float s)
{
    return caperi_f4_mul(v, caperi_f4_splat(s));
}

static inline float dot(caperi_f4 a, caperi_f4 b)
{
    return caperi_f4_lane(caperi_f4_dot4(a, b), 0);
}

static inline caperi_f4 cross(caperi_f4 a, caperi_f4 b)
{
    caperi_f4 c = caperi_f4_sub(caperi_f4_mul(a, caperi_f4_swizzle(b, 1, 2, 0, 3)),
                                caperi_f4_mul(caperi_f4_swizzle(a, 1, 2, 0, 3), b));
    return caperi_f4_swizzle(c, 1, 2, 0, 3);
}

// The smallest turn from unit a to unit b; half a turn goes about `fallback` (unit, at right angles
// to a). Half-angle form: w = cos(angle / 2) = |a + b| / 2, which is unit by itself but for
// rounding near half a turn.
static caperi_f4 turn_between(caperi_f4 a, caperi_f4 b, caperi_f4 fallback)
{
    caperi_f4 sum = caperi_f4_add(a, b);
    float twice_w = sqrtf(dot(sum, sum));
    if (twice_w < 1e-4f) {
        return fallback;
    }
    caperi_f4 turn = caperi_f4_add(scale(cross(a, b), 1.0f / twice_w),
                                   caperi_f4_set(0.0f, 0.0f, 0.0f, 0.5f * twice_w));
    return twice_w < 0.5f ? caperi_f4_quat_normalize(turn) : turn;
}

// The part of v at right angles to unit u, made unit; false when there is next to none.
static inline bool reject(caperi_f4 v, caperi_f4 u, caperi_f4 *out)
{
    caperi_f4 side = caperi_f4_sub(v, scale(u, dot(v, u)));
    float length_sq = dot(side, side);
    if (length_sq < 1e-10f) {
        return false;
    }
    *out = scale(side, 1.0f / sqrtf(length_sq));
    return true;
}

// Unit axis about which the limb bends, in the common space, at right angles to the upper segment.
static caperi_f4 bend_normal(const caper_limb_job *job, caperi_f4 up, caperi_f4 low)
{
    caperi_f4 n;
    if (reject(caperi_f4_quat_rotate(caperi_f4_load_quat(&job->upper), load(&job->bend_axis)), up,
               &n) ||
        reject(cross(up, low), up, &n)) {
        return n;
    }
    // straight and no axis given
    caper_vec3 any = caper_vec3_normalize(caper_vec3_any_orthogonal(unload(up)));
    return load(&any);
}

// How long start to tip becomes: the distance asked for, within what the limb can do. A softened
// limb approaches its full length exponentially from one `soften` share before (C1).
static float reach_length(const caper_limb_job *job, float a, float b, float wanted, bool *reached)
{
    float longest = a + b;
    if (job->min_bend > 0.0f) {
        longest = sqrtf(fmaxf(a * a + b * b + 2.0f * a * b * caper_cos(job->min_bend), 0.0f));
    }
    float shortest = fabsf(a - b);
    longest = fmaxf(longest, shortest);
    *reached = wanted <= longest && wanted >= shortest;
    float zone = job->soften * longest;
    if (zone > 0.0f && wanted > longest - zone) {
        wanted = longest - zone * caper_exp((longest - zone - wanted) / zone);
    }
    return caper_clamp(wanted, shortest, longest);
}

// Rotations by weight as joint rotations: the upper one, and the lower one against it (equation
// 24).
static void blend(caper_limb_job *job, float a, float b, caper_vec3 up, caper_vec3 low)
{
    caper_quat bend_now = caper_quat_mul(caper_quat_conj(job->upper), job->lower);
    caper_quat bend_then = caper_quat_mul(caper_quat_conj(job->upper_out), job->lower_out);
    caper_quat upper = caper_quat_slerp(job->upper, job->upper_out, job->weight);
    caper_quat lower = caper_quat_mul(upper, caper_quat_slerp(bend_now, bend_then, job->weight));
    caper_vec3 up_local = caper_quat_unrotate(job->upper, up);
    caper_vec3 low_local = caper_quat_unrotate(job->lower, low);
    job->middle_out = caper_vec3_add_scaled(job->start, caper_quat_rotate(upper, up_local), a);
    job->tip_out = caper_vec3_add_scaled(job->middle_out, caper_quat_rotate(lower, low_local), b);
    job->upper_out = upper;
    job->lower_out = lower;
}

bool caper_limb_solve(caper_limb_job *job)
{
    caperi_f4 start = load(&job->start), middle = load(&job->middle);
    caperi_f4 up = caperi_f4_sub(middle, start);
    caperi_f4 low = caperi_f4_sub(load(&job->tip), middle);
    caperi_f4 line = caperi_f4_sub(load(&job->target), start);
    float a = sqrtf(dot(up, up)), b = sqrtf(dot(low, low)), wanted = sqrtf(dot(line, line));
    bool good = a >= 1e-6f && b >= 1e-6f && wanted < INFINITY;
    CAPER_ASSERT(good);
    if (!good) {
        return false;
    }
    up = scale(up, 1.0f / a);
    low = scale(low, 1.0f / b);
    caperi_f4 n = bend_normal(job, up, low);

    // bend: where the lower segment points when the upper one stays
    float d = reach_length(job, a, b, wanted, &job->reached);
    float cosine = caper_clamp((d * d - a * a - b * b) / (2.0f * a * b), -1.0f, 1.0f);
    float sine = sqrtf(1.0f - cosine * cosine);
    caperi_f4 bent = caperi_f4_add(scale(up, cosine), scale(cross(n, up), sine));
    caperi_f4 knee = turn_between(low, bent, n);

    // aim: the smallest turn of the bent limb onto the line; a target at the start leaves it as it
    // is
    caperi_f4 thigh = scale(up, a);
    caperi_f4 reach = caperi_f4_add(thigh, scale(bent, b));
    caperi_f4 aim = caperi_f4_set(0.0f, 0.0f, 0.0f, 1.0f);
    // its length is d by construction; folded up small, rounding matters and it is measured
    float least = 1e-6f * (a + b);
    float reach_now = d > 0.2f * (a + b) ? d : sqrtf(dot(reach, reach));
    if (wanted > least && reach_now > least) {
        aim = turn_between(scale(reach, 1.0f / reach_now), scale(line, 1.0f / wanted), n);
    }
    caperi_f4 lower = caperi_f4_quat_mul(knee, caperi_f4_load_quat(&job->lower));
    job->upper_out = unload_quat(caperi_f4_quat_mul(aim, caperi_f4_load_quat(&job->upper)));
    job->lower_out = unload_quat(caperi_f4_quat_mul(aim, lower));
    job->middle_out = unload(caperi_f4_add(start, caperi_f4_quat_rotate(aim, thigh)));
    job->tip_out = unload(caperi_f4_add(start, caperi_f4_quat_rotate(aim, reach)));
    if (job->weight < 1.0f) {
        blend(job, a, b, unload(up), unload(low));
    }
    return true;
}
