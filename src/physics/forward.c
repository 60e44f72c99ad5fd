// SPDX-License-Identifier: MIT
//
// Feed-forward: the moments that gravity and the wanted accelerations put on each part, from the
// ends of the limbs inwards, with the ground's reaction split over the feet that touch. In world
// space a part's torque is its own, so this is one pass over the tree. The root gets none: what is
// missing there is left to the balance spring.
#include "physics/physics.h"

#include <math.h>
#include <string.h>

// Feet nearer to the centre of mass than this share of a leg carry alike.
#define NEAR_FOOT 0.02f

static bool is_support(const caperi_doll *doll, int k)
{
    caperi_doll_role role = doll->plan.parts[k].role;
    return (role == CAPERI_ROLE_FOOT || role == CAPERI_ROLE_TOE) && doll->touching[k] &&
           !doll->swinging[k];
}

static float nearness(const caperi_doll *doll, int k, caper_vec3 center)
{
    caper_vec3 d = caper_vec3_sub(doll->motion[k].position, center);
    return 1 / (sqrtf(d.x * d.x + d.z * d.z) + NEAR_FOOT * doll->plan.length);
}

// The force that the ground has to give, spread over the feet: two feet share it by the lever rule.
static void stand(caperi_doll *doll, float gravity)
{
    caper_vec3 total = caper_vec3_make(0, doll->plan.mass * gravity, 0);
    float sum = 0;
    for (int k = 0; k < doll->plan.part_count; k++) {
        total = caper_vec3_add_scaled(total, doll->acceleration[k], doll->plan.parts[k].mass);
        sum += is_support(doll, k) ? nearness(doll, k, doll->center) : 0;
    }
    if (!(sum > 0) || total.y < 0) {
        return;
    }
    for (int k = 0; k < doll->plan.part_count; k++) {
        if (is_support(doll, k)) {
            float share = nearness(doll, k, doll->center) / sum;
            doll->force[k] = caper_vec3_add_scaled(doll->force[k], total, -share);
        }
    }
}

void caperi_doll_forward(caperi_doll *doll, float gravity)
{
    const caperi_doll_plan *plan = &doll->plan;
    memset(doll->force, 0, (size_t)plan->part_count * sizeof *doll->force);
    memset(doll->torque, 0, (size_t)plan->part_count * sizeof *doll->torque);
    if (doll->def.literal) {
        return;
    }
    stand(doll, gravity);
    for (int k = plan->part_count - 1; k > 0; k--) {
        const caperi_doll_part *p = &plan->parts[k], *up = &plan->parts[p->parent];
        caper_vec3 need = caper_vec3_add(doll->acceleration[k], caper_vec3_make(0, gravity, 0));
        doll->force[k] = caper_vec3_add_scaled(doll->force[k], need, p->mass);
        caper_vec3 own = caper_quat_rotate(doll->motion[k].rotation, caper_vec3_neg(p->center));
        caper_vec3 there = caper_quat_rotate(doll->motion[p->parent].rotation,
                                             caper_vec3_sub(p->anchor, up->center));
        doll->torque[k] = caper_vec3_sub(doll->torque[k], caper_vec3_cross(own, doll->force[k]));
        doll->torque[p->parent] =
            caper_vec3_add(doll->torque[p->parent], caper_vec3_cross(there, doll->force[k]));
        doll->force[p->parent] = caper_vec3_add(doll->force[p->parent], doll->force[k]);
    }
    if (doll->def.servo == CAPER_SERVO_PARENT) { // a joint bears all that hangs on it
        for (int k = plan->part_count - 1; k > 0; k--) {
            int up = plan->parts[k].parent;
            doll->torque[up] = caper_vec3_add(doll->torque[up], doll->torque[k]);
        }
    }
    doll->torque[0] = caper_vec3_zero();
}
