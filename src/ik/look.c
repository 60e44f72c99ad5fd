// SPDX-License-Identifier: MIT
// Look-at (paper 000, section 3.2.2): aims a part at a target, with an influence that fades as the
// target goes behind it.
//
// The eye may sit off the part's origin. Turning about the origin keeps the distance D to the
// target, so in the part's frame the target must come to eye + k forward with |eye + k forward| =
// D: a quadratic in k, then one smallest turn. No iteration.
#include "caper/ik.h"

#include <math.h>

caper_look_job caper_look_job_default(void)
{
    caper_look_job job = {0};
    job.part = caper_transform_identity();
    job.forward = caper_vec3_make(0, 0, 1);
    job.up = caper_vec3_make(0, 1, 0);
    job.soft_angle = CAPER_PI * 0.5f;
    job.hard_angle = CAPER_PI * 150.0f / 180.0f;
    job.max_angle = CAPER_PI;
    job.weight = 1.0f;
    job.rotation_out = caper_quat_identity();
    return job;
}

static float angle_between(caper_vec3 a, caper_vec3 b)
{
    return caper_atan2(caper_vec3_length(caper_vec3_cross(a, b)), caper_vec3_dot(a, b));
}

// The direction in the part's frame that must point at the target.
static caper_vec3 sight_line(const caper_look_job *job, float distance)
{
    float along = caper_vec3_dot(job->eye, job->forward);
    float root = along * along - caper_vec3_length_sq(job->eye) + distance * distance;
    float k = sqrtf(fmaxf(root, 0.0f)) - along; // a target nearer than the eye: as well as it can
    return caper_vec3_add_scaled(job->eye, job->forward, fmaxf(k, 0.0f));
}

// Of all turns that keep the aim, roll about the line to the target until `up` is nearest to where
// it was. The roll goes through the origin, not the eye, so the aim of an eye off the axis holds
// too.
static caper_quat roll_upright(caper_quat aimed, caper_vec3 up_local, caper_vec3 up_then,
                               caper_vec3 to)
{
    caper_vec3 up = caper_quat_rotate(aimed, up_local);
    float sine = caper_vec3_dot(up_then, caper_vec3_cross(to, up));
    float cosine =
        caper_vec3_dot(up_then, up) - caper_vec3_dot(up_then, to) * caper_vec3_dot(up, to);
    return caper_quat_mul(caper_quat_from_axis_angle(to, caper_atan2(sine, cosine)), aimed);
}

bool caper_look_solve(caper_look_job *job)
{
    caper_vec3 to = caper_vec3_sub(job->target, job->part.position);
    float distance = caper_vec3_length(to);
    caper_quat now = job->part.rotation;
    job->rotation_out = now;
    job->influence = 0;
    bool good = caper_vec3_is_finite(job->target) && job->soft_angle <= job->hard_angle;
    CAPER_ASSERT(good);
    if (!good) {
        return false;
    }
    if (distance < 1e-6f) {
        return true; // nowhere to look
    }

    // how much of it: full in front, nothing behind
    caper_vec3 eye = caper_transform_mul_point(job->part, job->eye);
    caper_vec3 sight = caper_vec3_sub(job->target, eye);
    float off = angle_between(caper_quat_rotate(now, job->forward), sight);
    float fade = job->hard_angle > job->soft_angle
                     ? caper_smoothstep(job->soft_angle, job->hard_angle, off)
                     : (float)(off > job->soft_angle);
    job->influence = job->weight * (1.0f - fade);

    // the whole turn, then that share of it
    to = caper_vec3_scale(to, 1.0f / distance);
    caper_vec3 line = caper_vec3_normalize_or(sight_line(job, distance), job->forward);
    caper_quat turn = caper_quat_between(caper_quat_rotate(now, line), to);
    if (job->keep_up) {
        caper_quat aimed = caper_quat_mul(turn, now);
        aimed = roll_upright(aimed, job->up, caper_quat_rotate(now, job->up), to);
        turn = caper_quat_mul(aimed, caper_quat_conj(now));
    }
    caper_vec3 spin = caper_vec3_scale(caper_quat_log(turn), job->influence);
    float angle = caper_vec3_length(spin);
    if (angle > job->max_angle) {
        spin = caper_vec3_scale(spin, job->max_angle / angle);
    }
    job->rotation_out = caper_quat_normalize(caper_quat_mul(caper_quat_exp(spin), now));
    return true;
}
