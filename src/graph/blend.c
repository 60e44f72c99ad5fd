// SPDX-License-Identifier: MIT
//
// Two poses blended. Roots are blended where they stand in the world, poses by nlerp. Blended
// angles do not put a foot between its two places (20 degrees of difference at a knee lift it by 14
// mm), so feet go to the blend of their places by the analytic limb, whether they stand or swing:
// nothing is switched on or off, and a foot that stands at one place in both clips stays there.
//
// Each angle of a mean of two poses is between theirs, but those of a limb that was bent anew may
// not be: how far they are beyond the limits of its joints is asked here, too.
#include "graph/blend.h"

#include "caper/ik.h"

caper_root caperi_mix_roots(caper_root a, caper_root b, float t)
{
    return (caper_root){caper_lerp(a.x, b.x, t), caper_lerp(a.y, b.y, t), caper_lerp(a.z, b.z, t),
                        a.yaw + t * caper_wrap_angle(b.yaw - a.yaw)};
}

caper_transform caperi_model_of(const caper_skeleton *s, const caper_pose *local, int body)
{
    caper_transform t = local->bodies[body];
    for (int b = s->parents[body]; b >= 0; b = s->parents[b])
        t = caper_transform_mul(local->bodies[b], t);
    return t;
}

void caperi_put_foot(const caper_skeleton *s, caper_pose *local, int foot, caper_transform place)
{
    int lower = s->parents[foot], upper = lower >= 0 ? s->parents[lower] : -1;
    if (upper < 0 || s->parents[upper] < 0)
        return; // no limb that could bend
    caper_transform above = caperi_model_of(s, local, s->parents[upper]);
    caper_transform thigh = caper_transform_mul(above, local->bodies[upper]);
    caper_transform shin = caper_transform_mul(thigh, local->bodies[lower]);
    caper_transform end = caper_transform_mul(shin, local->bodies[foot]);
    caper_limb_job job = caper_limb_job_default();
    job.start = thigh.position, job.middle = shin.position, job.tip = end.position;
    job.upper = thigh.rotation, job.lower = shin.rotation;
    job.target = place.position;
    if (!caper_limb_solve(&job))
        return;
    local->bodies[upper].rotation =
        caper_quat_normalize(caper_quat_mul(caper_quat_conj(above.rotation), job.upper_out));
    local->bodies[lower].rotation =
        caper_quat_normalize(caper_quat_mul(caper_quat_conj(job.upper_out), job.lower_out));
    local->bodies[foot].rotation =
        caper_quat_normalize(caper_quat_mul(caper_quat_conj(job.lower_out), place.rotation));
}

bool caperi_mix_poses(const caper_skeleton *s, const int16_t *feet, int count,
                      const caperi_blend *m)
{
    caper_transform places[CAPERI_GRAPH_FEET], at_a = caper_root_transform(m->root_a);
    caper_transform at_b = caper_root_transform(m->root_b), at = caper_root_transform(m->root);
    for (int k = 0; k < count; k++) {
        int foot = feet[k];
        caper_transform p = caper_transform_mul(at_a, caperi_model_of(s, m->a, foot));
        caper_transform q = caper_transform_mul(at_b, caperi_model_of(s, m->b, foot));
        places[k] = caper_transform_unmul(at, caper_transform_lerp(p, q, m->share));
    }
    caper_blend_layer layers[2] = {{m->a, 1.0f - m->share, NULL}, {m->b, m->share, NULL}};
    caper_blend_job job = {.layers = layers, .layer_count = 2, .out = m->a};
    if (!caper_blend(&job))
        return false;
    for (int k = 0; k < count; k++)
        caperi_put_foot(s, m->a, feet[k], places[k]);
    return true;
}

// Radians beyond the limits of a joint.
static float beyond(const caper_character *c, const caper_pose *pose, int body)
{
    return caper_joint_measure(&c->bodies[body].joint, c->skeleton.rest_local[body].rotation,
                               pose->bodies[body].rotation)
        .excess;
}

float caperi_limbs_beyond(const caper_character *character, const int16_t *feet, int count,
                          const caper_pose *pose)
{
    const int16_t *parents = character->skeleton.parents;
    float worst = 0.0f;
    for (int k = 0; k < count; k++) {
        int body = feet[k];
        for (int up = 0; up < 3 && body >= 0; up++, body = parents[body])
            worst = caper_max(worst, beyond(character, pose, body));
    }
    return worst;
}
