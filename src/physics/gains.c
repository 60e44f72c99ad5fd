// SPDX-License-Identifier: MIT
//
// Gains without tuning: everything follows from mass, leg length and gravity (paper 002 does not
// give its gains; these are from a study on 18 captures). A gain k1 holds a share of the moment
// that the whole weight has on a leg; k2 = 2 k1 / wn damps critically at the pace of the body. By
// Froude's law time goes with the root of length, so the same numbers serve all sizes.
#include "physics/physics.h"

#include <math.h>

// A person of the study: leg of 0.785 m, wn 20 rad/s.
#define STUDY_LEG 0.785f
#define STUDY_FREQUENCY 20.0f
// k1 in units of M g L (study: falls 5 of 18 with half of these, 0 with them, 0 with double).
#define GAIN_LEG 4.0f
#define GAIN_FOOT 2.0f
#define GAIN_TOE 0.3f
#define GAIN_ARM 0.5f
// Light limbs need less: so many times what moves their own inertia at wn.
#define GAIN_LIGHT 20.0f
// Least height of the centre of mass that counts as a leg, share of the size: for what has none.
#define LEAST_LENGTH 0.1f

// The length that balance depends on.
static float leg_length(const caper_character *c)
{
    if (c->leg_count == 0) {
        return caper_max(c->center_of_mass.y, LEAST_LENGTH * c->size);
    }
    float sum = 0;
    for (int i = 0; i < c->leg_count; i++) {
        sum += c->legs[i].length;
    }
    return caper_max(sum / (float)c->leg_count, LEAST_LENGTH * c->size);
}

static void find_roles(caperi_doll_plan *plan, const caper_character *c)
{
    for (int k = 0; k < plan->part_count; k++) {
        const caper_body *b = &c->bodies[plan->parts[k].body];
        bool arm = (b->caps & (CAPER_CAP_LIMB | CAPER_CAP_GRASPER)) && !(b->caps & CAPER_CAP_SPINE);
        plan->parts[k].role = k == 0 ? CAPERI_ROLE_ROOT : arm ? CAPERI_ROLE_ARM : CAPERI_ROLE_OTHER;
    }
    for (int l = 0; l < c->leg_count; l++) {
        int foot = plan->part_of[c->legs[l].foot];
        int hip = plan->part_of[c->legs[l].hip];
        for (int k = foot; k > 0; k = plan->parts[k].parent) {
            plan->parts[k].role = k == foot ? CAPERI_ROLE_FOOT : CAPERI_ROLE_LEG;
            plan->parts[k].leg = l;
            if (k == hip) {
                break;
            }
        }
    }
    for (int k = 1; k < plan->part_count; k++) {
        const caperi_doll_part *up = &plan->parts[plan->parts[k].parent];
        bool below = up->role == CAPERI_ROLE_FOOT || up->role == CAPERI_ROLE_TOE;
        if (below && plan->parts[k].leg < 0) {
            plan->parts[k].role = CAPERI_ROLE_TOE;
            plan->parts[k].leg = up->leg;
        }
    }
}

// Of a part and all that hangs on it about its joint, at rest.
static float distal_inertia(const caperi_doll_plan *plan, const caper_character *c, int part)
{
    int root = plan->parts[part].body;
    caper_vec3 joint =
        part == 0
            ? c->rest_model[root].position
            : caper_transform_mul_point(c->rest_model[plan->parts[plan->parts[part].parent].body],
                                        plan->parts[part].anchor);
    float sum = 0;
    for (int k = part; k < plan->part_count; k++) {
        int up = k;
        while (up > part) {
            up = plan->parts[up].parent;
        }
        if (up == part) {
            const caperi_doll_part *p = &plan->parts[k];
            caper_vec3 at = caper_transform_mul_point(c->rest_model[p->body], p->center);
            sum += p->mass * caper_vec3_length_sq(caper_vec3_sub(at, joint)) +
                   (p->inertia.x.x + p->inertia.y.y + p->inertia.z.z) / 3;
        }
    }
    return sum;
}

void caperi_plan_gains(caperi_doll_plan *plan, const caper_character *c, float gravity)
{
    find_roles(plan, c);
    plan->length = leg_length(c);
    plan->tempo = sqrtf(plan->length / STUDY_LEG * (9.81f / caper_max(gravity, 0.1f)));
    plan->frequency = STUDY_FREQUENCY / plan->tempo;
    plan->moment = plan->mass * caper_max(gravity, 0.1f) * plan->length;
    float pace = plan->frequency * plan->frequency;
    // two legs carry a person; of many each carries less
    float share = c->leg_count > 2 ? 2.0f / (float)c->leg_count : 1;
    for (int k = 0; k < plan->part_count; k++) {
        caperi_doll_part *p = &plan->parts[k];
        float own = pace * distal_inertia(plan, c, k);
        switch (p->role) {
        case CAPERI_ROLE_LEG:
            p->k1 = GAIN_LEG * share * plan->moment;
            break;
        case CAPERI_ROLE_FOOT:
            p->k1 = GAIN_FOOT * share * plan->moment;
            break;
        case CAPERI_ROLE_TOE:
            p->k1 = GAIN_TOE * share * plan->moment;
            break;
        case CAPERI_ROLE_ARM:
            p->k1 = fminf(GAIN_ARM * plan->moment, GAIN_LIGHT * own);
            break;
        default:
            p->k1 = own;
        }
    }
    plan->k1_root = plan->parts[0].k1;
}
