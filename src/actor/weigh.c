// SPDX-License-Identifier: MIT
//
// Weight over what carries it: a leg is not lifted before the mass is over the others. A motion
// says which foot goes up and not which way the hips go to make it light. So after solving, the
// trunk goes aside as far as the center of mass lies beside the feet that stand, and those that
// will stand in a moment: a foot that the motion is about to lift counts ever less. A body that is
// balanced is left alone to the bit, and so is every body at rest.
#include "actor/bear.h"
#include "contact/balance.h"

#define BESIDE 0.03f   // metres at size 1.8: soles are larger than their middles; half of METRICS'
#define FARTHEST 0.04f // of size that a trunk goes aside, 7 cm of a person: who needs more rears
#define PERSON 1.8f    // metres, that size
#define LOOKS 4        // ahead, of a moment each
#define MOMENT 0.1f    // seconds of the motion: a step to the side takes a person 0.3 to 0.5 s
#define MOST_GOALS 128 // of a motion that is looked ahead in
#define LIFTED 0.02f   // of a leg's length: a foot so high is light

/// How much a foot stands by a goal.
static float stands_by(const caper_character *c, const caperi_leg_span *span, int foot,
                       const caper_goal *goal)
{
    caper_vec3 sole = caper_transform_mul_point(c->rest_model[foot], goal->point);
    float up = goal->position.y - sole.y;
    return goal->position_weight * (1 - caper_smoothstep(0, LIFTED * span->most, up));
}

/// How much each leg will stand over the next moments, as the motion says; 1 where it says nothing.
static void look_ahead(const caper_actor *actor, const caperi_source *source, float *stands)
{
    const caper_character *c = actor->character;
    caper_goal goals[MOST_GOALS];
    if (source->binding->max_goals > MOST_GOALS) {
        return;
    }
    caper_motion_job job = caper_motion_job_default();
    job.binding = source->binding;
    job.variant = source->variant;
    job.goals = goals;
    for (int i = 1; i <= LOOKS; i++) {
        // what ends stays as it is
        double time = source->time + (double)(MOMENT * (float)i);
        job.time = caperi_source_spot(source, time).time;
        if (!caper_motion_evaluate(&job)) {
            return;
        }
        for (int k = 0; k < c->leg_count && k < CAPERI_BEAR_LEGS; k++) {
            for (int g = 0; g < job.goal_count; g++) {
                if (goals[g].body == c->legs[k].foot) {
                    float by =
                        stands_by(c, &source->binding->data->spans[k], goals[g].body, &goals[g]);
                    stands[k] -= (1 - by) / LOOKS;
                }
            }
        }
    }
}

caper_vec3 caperi_weigh(const caper_actor *actor, const caperi_source *source)
{
    const caper_character *c = actor->character;
    float ahead[CAPERI_BEAR_LEGS], stands[CAPERI_BEAR_LEGS], even[CAPERI_BEAR_LEGS];
    caper_vec3 feet[CAPERI_BEAR_LEGS], rest[CAPERI_BEAR_LEGS];
    int count = 0;
    float sum = 0;
    for (int k = 0; k < CAPERI_BEAR_LEGS; k++) {
        ahead[k] = 1;
    }
    look_ahead(actor, source, ahead);
    for (int k = 0; k < c->leg_count && count < CAPERI_BEAR_LEGS; k++) {
        int foot = c->legs[k].foot, slot = actor->slots[foot];
        if (slot < 0) {
            continue;
        }
        const caper_goal *goal = &actor->goals[slot];
        stands[count] =
            caper_max(ahead[k], 0) * stands_by(c, &source->binding->data->spans[k], foot, goal);
        sum += stands[count];
        even[count] = 1;
        feet[count] = goal->position;
        rest[count++] = caper_transform_mul_point(c->rest_model[foot], goal->point);
    }
    if (count == 0 || !(sum > 1e-3f) || !(c->mass > 0)) {
        return caper_vec3_zero();
    }
    caperi_flat to;
    float free = BESIDE / PERSON * c->size;
    float at_rest = caperi_balance_outside(rest, even, count, c->center_of_mass, &to);
    caper_vec3 mass = caper_character_center_of_mass(c, &actor->model);
    float off = caperi_balance_outside(feet, stands, count, mass, &to);
    float by = caperi_beyond(off - at_rest - free, free) * caper_smoothstep(0, 1, sum);
    by = caper_min(by * caperi_balance_share(c), FARTHEST * c->size);
    if (!(by > 0) || !(off > 0)) {
        return caper_vec3_zero();
    }
    return caper_vec3_make((to.x - mass.x) * by / off, 0, (to.z - mass.z) * by / off);
}
