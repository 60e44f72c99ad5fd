// SPDX-License-Identifier: MIT
//
// How fast a motion plays on a body. Limbs swing and bodies fall by the root of their length, so a
// motion that was made for a person is slower on a giant. A jump says more: who rises by so much is
// in the air for as long as a stone that was thrown as high, whatever his size, so between `leave`
// and `land` the motion lasts about that long.
#include "motion/bind.h"

#include <math.h>
#include <string.h>

#define LEG 0.92f     // metres, of a person: what motions are made for
#define SIZE 1.8f     // metres, of a person
#define GRAVITY 9.81f // m/s2
// Arms and heads come down with the trunk, or keep the mass from rising as far: a jump lasts a
// little longer than that of a stone, 0.87 g in the mean: 0.935 squared.
#define UNHURRIED 0.935f
// How much a jump slows a motion down or hurries it at most: its other parts have to look as well.
#define MOST_OFF 1.5f    // times as slow as by size
#define MOST_ON 1.2f     // times as fast; of 1, 1.1, 1.2 and 1.3 the most jumps pass with this one
#define LEAST_RISE 0.01f // of size: who rises by less does not jump

float caper_motion_pace(const caper_character *character)
{
    float sum = 0.0f, ratio = SIZE / character->size;
    for (int i = 0; i < character->leg_count; i++)
        sum += character->legs[i].length;
    // the slower of both: trunks swing by the size, feet by the legs
    if (character->leg_count > 0 && sum > 0.0f)
        ratio = caper_min(ratio, LEG * (float)character->leg_count / sum);
    return caper_clamp(sqrtf(ratio), 0.1f, 10.0f);
}

// How high the trunk is at a time, by its goals.
static bool trunk_height(caper_motion_job *job, float time, float *height)
{
    const caper_character *c = job->binding->character;
    float sum = 0.0f, weight = 0.0f;
    job->time = time;
    if (!caper_motion_evaluate(job))
        return false;
    caperi_motion_seat(job);
    for (int i = 0; i < job->goal_count; i++) {
        const caper_goal *goal = &job->goals[i];
        if (c->bodies[goal->body].caps & CAPER_CAP_SPINE) {
            float rest = caper_transform_mul_point(c->rest_model[goal->body], goal->point).y;
            float mass = goal->position_weight * c->bodies[goal->body].mass;
            sum += mass * (goal->position.y - rest);
            weight += mass;
        }
    }
    *height = weight > 0.0f ? sum / weight : 0.0f;
    return weight > 0.0f;
}

// Seconds that a rise takes from `leave` to `land`, over those of the motion; 0 when it is none.
static float flight_pace(caper_motion_job *job, float leave, float land)
{
    float from, middle, to;
    if (!trunk_height(job, leave, &from) || !trunk_height(job, 0.5f * (leave + land), &middle) ||
        !trunk_height(job, land, &to))
        return 0.0f;
    float rise = middle - 0.5f * (from + to);
    if (!(rise > LEAST_RISE * job->binding->character->size))
        return 0.0f;
    return UNHURRIED * (land - leave) / sqrtf(8.0f * rise / GRAVITY);
}

float caper_binding_pace(const caper_binding *binding, int variant)
{
    bool good = binding && variant >= 0 && variant < binding->variant_count;
    CAPER_ASSERT(good);
    if (!good)
        return 1.0f;
    const caper_motion *motion = binding->motion;
    float pace = caper_motion_pace(binding->character), sum = 0.0f, leave = -1.0f;
    int flights = 0;
    caper_allocator allocator = caper_allocator_resolve(NULL);
    size_t size = ((size_t)binding->max_goals + 1) * sizeof(caper_goal);
    caper_goal *goals = caper_alloc_zero(&allocator, size, 16);
    caper_motion_job job = caper_motion_job_default();
    job.binding = binding;
    job.variant = variant;
    job.goals = goals;
    for (int i = 0; goals && binding->character->leg_count > 0 && i < motion->event_count; i++) {
        const caper_event *event = &motion->events[i];
        if (strcmp(event->name, "leave") == 0)
            leave = event->time;
        else if (strcmp(event->name, "land") == 0 && leave >= 0.0f) {
            float flight = flight_pace(&job, leave, event->time);
            sum += flight;
            flights += flight > 0.0f;
            leave = -1.0f;
        }
    }
    caper_free(&allocator, goals, size);
    if (flights > 0)
        pace = caper_clamp(sum / (float)flights, pace / MOST_OFF, pace * MOST_ON);
    return pace;
}
