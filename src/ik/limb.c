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

#include <math.h>

caper_limb_job caper_limb_job_default(void)
{
    caper_limb_job job = {0};
    job.upper = job.lower = caper_quat_identity();
    job.upper_out = job.lower_out = caper_quat_identity();
    job.weight = 1.0f;
    return job;
}

// The smallest turn from unit a to unit b; half a turn goes about `fallback` (unit, at right angles
// to a). Half-angle form: w = cos(angle / 2) = |a + b| / 2.
static caper_quat turn_between(caper_vec3 a, caper_vec3 b, caper_vec3 fallback)
{
    caper_vec3 sum = caper_vec3_add(a, b);
    float twice_w = sqrtf(caper_vec3_length_sq(sum));
    if (twice_w < 1e-4f) {
        return caper_quat_make(fallback.x, fallback.y, fallback.z, 0.0f);
    }
    caper_vec3 v = caper_vec3_scale(caper_vec3_cross(a, b), 1.0f / twice_w);
    return caper_quat_normalize(caper_quat_make(v.x, v.y, v.z, 0.5f * twice_w));
}

// The part of v at right angles to unit u, made unit; false when there is next to none.
static bool reject(caper_vec3 v, caper_vec3 u, caper_vec3 *out)
{
    caper_vec3 side = caper_vec3_add_scaled(v, u, -caper_vec3_dot(v, u));
    float length_sq = caper_vec3_length_sq(side);
    if (length_sq < 1e-10f) {
        return false;
    }
    *out = caper_vec3_scale(side, 1.0f / sqrtf(length_sq));
    return true;
}

// Unit axis about which the limb bends, in the common space, at right angles to the upper segment.
static caper_vec3 bend_normal(const caper_limb_job *job, caper_vec3 up, caper_vec3 low)
{
    caper_vec3 n;
    if (reject(caper_quat_rotate(job->upper, job->bend_axis), up, &n)) {
        return n;
    }
    if (reject(caper_vec3_cross(up, low), up, &n)) {
        return n;
    }
    return caper_vec3_normalize(caper_vec3_any_orthogonal(up)); // straight and no axis given
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
    caper_vec3 up = caper_vec3_sub(job->middle, job->start);
    caper_vec3 low = caper_vec3_sub(job->tip, job->middle);
    float a = caper_vec3_length(up), b = caper_vec3_length(low);
    bool good = a >= 1e-6f && b >= 1e-6f && caper_vec3_is_finite(job->target);
    CAPER_ASSERT(good);
    if (!good) {
        return false;
    }
    up = caper_vec3_scale(up, 1.0f / a);
    low = caper_vec3_scale(low, 1.0f / b);
    caper_vec3 n = bend_normal(job, up, low);

    // bend: where the lower segment points when the upper one stays
    caper_vec3 line = caper_vec3_sub(job->target, job->start);
    float wanted = caper_vec3_length(line);
    float d = reach_length(job, a, b, wanted, &job->reached);
    float cosine = caper_clamp((d * d - a * a - b * b) / (2.0f * a * b), -1.0f, 1.0f);
    float sine = sqrtf(1.0f - cosine * cosine);
    caper_vec3 bent = caper_vec3_add(caper_vec3_scale(up, cosine),
                                     caper_vec3_scale(caper_vec3_cross(n, up), sine));
    caper_quat knee = turn_between(low, bent, n);

    // aim: the smallest turn of the bent limb onto the line; a target at the start leaves it as it
    // is
    caper_vec3 reach = caper_vec3_add(caper_vec3_scale(up, a), caper_vec3_scale(bent, b));
    float reach_now = caper_vec3_length(reach);
    caper_quat aim = caper_quat_identity();
    if (wanted > 1e-6f * (a + b) && reach_now > 1e-6f * (a + b)) {
        caper_vec3 from = caper_vec3_scale(reach, 1.0f / reach_now);
        aim = turn_between(from, caper_vec3_scale(line, 1.0f / wanted), n);
    }
    job->upper_out = caper_quat_mul(aim, job->upper);
    job->lower_out = caper_quat_mul(aim, caper_quat_mul(knee, job->lower));
    job->middle_out = caper_vec3_add(job->start, caper_quat_rotate(aim, caper_vec3_scale(up, a)));
    job->tip_out = caper_vec3_add(job->start, caper_quat_rotate(aim, reach));
    if (job->weight < 1.0f) {
        blend(job, a, b, up, low);
    }
    return true;
}
