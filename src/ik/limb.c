// SPDX-License-Identifier: MIT
//
// The analytic limb (paper 001, section 5.3).
//
// The bend at the middle follows from the distance to the target. What is left is the swivel angle
// about the line to the target, and the paper chooses the one whose upper rotation
// q(theta) = exp(theta n / 2) q0 is closest to the captured q*: theta/2 = atan2(b, a) of equation
// 23. Take for q0 the smallest turn that brings the bent limb, as it hangs on the captured upper
// part, onto that line: its axis is at right angles to n, so b = 0 and theta = 0. The closest
// swivel is the smallest turn; no angle needs to be computed, and no trigonometry is used. Where
// that turn is not unique (a = b = 0, the target straight behind the bent limb) it goes about the
// bend axis.
//
// The bend axis is carried by the upper part, so a knee that bends forward at rest does so always.
// Segments keep their lengths. The sides of the triangle enter as products of sums and differences,
// from which half angles come as square roots: that keeps the digits of a limb that is nearly
// straight, and of one that is folded up, where the law of cosines has none left.
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

// -------------------------------------------------------------------------------- smallest turns

// turn_between where a and b are nearly opposite: about their common normal or, when rounding has
// left none, about `fallback`.
static caperi_f4 turn_about(caperi_f4 a4, caperi_f4 b4, caperi_f4 fallback)
{
    caper_vec3 a = caperi_f4_to_vec3(a4), b = caperi_f4_to_vec3(b4);
    caper_vec3 n = caper_vec3_cross(a, b);
    // what rounding left of a in the axis would turn it off b by twice as much
    n = caper_vec3_add_scaled(n, a, -caper_vec3_dot(a, n));
    if (caper_vec3_length_sq(n) < 1e-12f) {
        n = caperi_f4_to_vec3(fallback);
        n = caper_vec3_add_scaled(n, a, -caper_vec3_dot(a, n));
    }
    n = caper_vec3_normalize_or(n, caper_vec3_any_orthogonal(a));
    float w = 0.5f * caper_vec3_length(caper_vec3_add(a, b));
    n = caper_vec3_scale(n, sqrtf(caper_max(1.0f - w * w, 0.0f)));
    return caperi_f4_set(n.x, n.y, n.z, w);
}

// The smallest turn from unit a to unit b: (a x b, 1 + a.b), made unit; half a turn goes about
// `fallback`.
static inline caperi_f4 turn_between(caperi_f4 a, caperi_f4 b, caperi_f4 fallback)
{
    float w = 1.0f + caperi_f4_dot(a, b);
    if (!(w > 0.1f)) {
        return turn_about(a, b, fallback);
    }
    caperi_f4 last = caperi_f4_set(0.0f, 0.0f, 0.0f, w);
    return caperi_f4_scale(caperi_f4_add(caperi_f4_cross(a, b), last), 1.0f / sqrtf(w + w));
}

// ------------------------------------------------------------------------------------- bend axis

// The part of v at right angles to unit u, made unit; false when its squared length is below least.
static inline bool reject(caperi_f4 v, caperi_f4 u, float least, caperi_f4 *out)
{
    caperi_f4 side = caperi_f4_sub(v, caperi_f4_mul(u, caperi_f4_dot4(v, u)));
    float length_sq = caperi_f4_dot(side, side);
    *out = caperi_f4_scale(side, 1.0f / sqrtf(length_sq));
    return length_sq > least;
}

// Without an axis: that of the present bend and, for a straight limb (below a ten-thousandth of a
// radian the bend is rounding), the axis of the upper part's frame that is more across it, so that
// the answer turns with the part.
static caperi_f4 bend_found(const caper_limb_job *job, caperi_f4 up, caperi_f4 low)
{
    caperi_f4 n;
    if (reject(caperi_f4_cross(up, low), up, 1e-8f, &n)) {
        return n;
    }
    caper_mat3 frame = caper_quat_to_mat3(job->upper);
    caper_vec3 u = caperi_f4_to_vec3(up);
    bool x = fabsf(caper_vec3_dot(frame.x, u)) < fabsf(caper_vec3_dot(frame.y, u));
    if (!reject(caperi_f4_vec(x ? frame.x : frame.y), up, 1e-8f, &n)) {
        caper_vec3 any = caper_vec3_any_orthogonal(u);
        n = caperi_f4_vec(any);
    }
    return n;
}

// Unit axis about which the limb bends, in the common space, at right angles to the upper segment.
static inline caperi_f4 bend_normal(const caper_limb_job *job, caperi_f4 rotation, caperi_f4 up,
                                    caperi_f4 low)
{
    caperi_f4 n;
    if (reject(caperi_f4_quat_rotate(rotation, caperi_f4_vec(job->bend_axis)), up, 1e-10f, &n)) {
        return n;
    }
    return bend_found(job, up, low);
}

// ----------------------------------------------------------------------------------------- solve

// How long start to tip becomes: the distance asked for, within what the limb can do. A softened
// limb approaches its full length exponentially from one `soften` share before (C1).
static float reach_length(const caper_limb_job *job, float a, float b, float wanted, bool *reached)
{
    float longest = a + b, shortest = fabsf(a - b);
    if (job->min_bend > 0.0f) {
        longest = sqrtf(caper_max(a * a + b * b + 2.0f * a * b * caper_cos(job->min_bend), 0.0f));
        longest = caper_max(longest, shortest);
    }
    *reached = wanted <= longest && wanted >= shortest;
    float zone = job->soften * longest;
    if (zone > 0.0f && wanted > longest - zone) {
        wanted = longest - zone * caper_exp((longest - zone - wanted) / zone);
    }
    return caper_clamp(wanted, shortest, longest);
}

// Rotations by weight as joint rotations: the upper one, and the lower one against it (equation
// 24), so that a hinge stays a hinge.
static void blend(caper_limb_job *job)
{
    caper_quat bend_now = caper_quat_mul(caper_quat_conj(job->upper), job->lower);
    caper_quat bend_then = caper_quat_mul(caper_quat_conj(job->upper_out), job->lower_out);
    caper_quat upper = caper_quat_slerp(job->upper, job->upper_out, job->weight);
    caper_quat lower = caper_quat_mul(upper, caper_quat_slerp(bend_now, bend_then, job->weight));
    job->upper_out = upper;
    job->lower_out = caper_quat_normalize(lower);
    caper_vec3 up = caper_quat_unrotate(job->upper, caper_vec3_sub(job->middle, job->start));
    caper_vec3 low = caper_quat_unrotate(job->lower, caper_vec3_sub(job->tip, job->middle));
    job->middle_out = caper_vec3_add(job->start, caper_quat_rotate(job->upper_out, up));
    job->tip_out = caper_vec3_add(job->middle_out, caper_quat_rotate(job->lower_out, low));
}

bool caper_limb_solve(caper_limb_job *job)
{
    caperi_f4 start = caperi_f4_vec(job->start), middle = caperi_f4_vec(job->middle);
    caperi_f4 up = caperi_f4_sub(middle, start),
              low = caperi_f4_sub(caperi_f4_vec(job->tip), middle);
    caperi_f4 line = caperi_f4_sub(caperi_f4_vec(job->target), start);

    // three lengths at once: a and b of the segments, c of the line to the target
    caperi_f4 rows[4] = {caperi_f4_mul(up, up), caperi_f4_mul(low, low), caperi_f4_mul(line, line),
                         caperi_f4_zero()};
    caperi_f4_transpose(rows);
    caperi_f4 lengths = caperi_f4_sqrt(caperi_f4_add(caperi_f4_add(rows[0], rows[1]), rows[2]));
    float a = caperi_f4_lane(lengths, 0), b = caperi_f4_lane(lengths, 1);
    float wanted = caperi_f4_lane(lengths, 2), sum = a + b, difference = a - b;
    if (!(a >= 1e-6f && b >= 1e-6f && sum + wanted < INFINITY)) {
        return false;
    }
    caperi_f4 inverse = caperi_f4_div(caperi_f4_splat(1.0f), lengths);
    caperi_f4 up_unit = caperi_f4_mul(up, caperi_f4_broadcast(inverse, 0));
    caperi_f4 low_unit = caperi_f4_mul(low, caperi_f4_broadcast(inverse, 1));
    caperi_f4 upper = caperi_f4_load_quat(&job->upper), lower = caperi_f4_load_quat(&job->lower);
    caperi_f4 n = bend_normal(job, upper, up_unit, low_unit), side = caperi_f4_cross(n, up_unit);

    // bend: where the lower segment points when the upper one stays. Half of the bend has the
    // squared cosine and sine cc and ss.
    float d = reach_length(job, a, b, wanted, &job->reached), quarter = 0.25f / (a * b);
    float cc = caper_max((d - difference) * (d + difference) * quarter, 0.0f);
    float ss = caper_max((sum - d) * (sum + d) * quarter, 0.0f), sc = sqrtf(cc * ss);
    caperi_f4 bent =
        caperi_f4_add(caperi_f4_scale(up_unit, cc - ss), caperi_f4_scale(side, sc + sc));
    caperi_f4 knee = turn_between(low_unit, bent, n);

    // aim: the smallest turn of the bent limb onto the line; a target at the start leaves it as it
    // is, and a limb that folds up to nothing comes from the side
    float along = difference + 2.0f * b * cc, across = 2.0f * b * sc, nothing = 1e-9f * sum;
    float length = sqrtf(along * along + across * across);
    float per = length > nothing ? 1.0f / length : 0.0f;
    caperi_f4 from =
        caperi_f4_add(caperi_f4_scale(up_unit, along * per), caperi_f4_scale(side, across * per));
    if (per == 0.0f) {
        from = side;
    }
    caperi_f4 to = wanted > nothing ? caperi_f4_mul(line, caperi_f4_broadcast(inverse, 2)) : from;
    caperi_f4 aim = turn_between(from, to, n);

    job->upper_out = caperi_f4_to_quat(caperi_f4_make_unit(caperi_f4_quat_mul(aim, upper)));
    caperi_f4 lower_out = caperi_f4_quat_mul(aim, caperi_f4_quat_mul(knee, lower));
    job->lower_out = caperi_f4_to_quat(caperi_f4_make_unit(lower_out));
    if (job->weight < 1.0f) {
        blend(job);
        return true;
    }
    job->middle_out = caperi_f4_to_vec3(caperi_f4_add(start, caperi_f4_quat_rotate(aim, up)));
    job->tip_out = caperi_f4_to_vec3(caperi_f4_add(start, caperi_f4_scale(to, d)));
    return true;
}
