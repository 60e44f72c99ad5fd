// SPDX-License-Identifier: MIT
//
// How fast a motion plays on a body. Limbs swing and bodies fall by the root of their length, so a
// motion that was made for a person is slower on a giant. A jump determines more: a body that rises
// by so much is in the air for as long as a stone thrown as high, whatever its size, so between
// `leave` and `land` the motion lasts that long. It is the center of mass that is thrown: arms that
// go up make it rise farther than the trunk, legs that fold make it rise less.
#include "caper/ik.h"
#include "motion/bind.h"

#include <math.h>
#include <string.h>

#define LEG 0.92f     // metres, of a person: what motions are made for
#define SIZE 1.8f     // metres, of a person
#define GRAVITY 9.81f // m/s2
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

// What a body is posed with to see how high it jumps. Everything is one block.
typedef struct tryout {
    caper_motion_job job;
    caper_solve_job solve;
    caper_solver *solver;
    caper_pose pose, model;
    caper_allocator allocator;
    void *memory;
    size_t size;
} tryout;

static bool begin_tryout(tryout *t, const caper_binding *binding, int variant)
{
    const caper_character *c = binding->character;
    memset(t, 0, sizeof *t);
    t->allocator = caper_allocator_resolve(NULL);
    t->solver = caper_solver_create(c, NULL, NULL);
    if (!t->solver)
        return false;
    size_t bodies = ((size_t)c->body_count * sizeof(caper_transform) + 15) / 16 * 16;
    size_t goals = (((size_t)binding->max_goals + 1) * sizeof(caper_goal) + 15) / 16 * 16;
    t->size = 2 * bodies + goals + caper_solver_scratch_size(t->solver);
    char *at = t->memory = caper_alloc_zero(&t->allocator, t->size, 16);
    if (!at)
        return false;
    t->pose.bodies = (caper_transform *)(void *)at;
    t->model.bodies = (caper_transform *)(void *)(at + bodies);
    t->pose.body_count = t->model.body_count = c->body_count;
    t->job = caper_motion_job_default();
    t->job.binding = binding;
    t->job.variant = variant;
    t->job.goals = (caper_goal *)(void *)(at + 2 * bodies);
    t->solve = caper_solve_job_default();
    t->solve.solver = t->solver;
    t->solve.goals = t->job.goals;
    t->solve.scratch = at + 2 * bodies + goals;
    t->solve.local_out = &t->pose;
    t->solve.model_out = &t->model;
    return true;
}

static void end_tryout(tryout *t)
{
    caper_free(&t->allocator, t->memory, t->size);
    caper_solver_destroy(t->solver);
}

// How high the center of mass is at a time.
static bool mass_height(tryout *t, float time, float *height)
{
    t->job.time = time;
    if (!caper_motion_evaluate(&t->job))
        return false;
    caperi_motion_seat(&t->job);
    t->solve.goal_count = t->job.goal_count;
    if (!caper_solve(&t->solve))
        return false;
    *height = caper_character_center_of_mass(t->job.binding->character, &t->model).y;
    return true;
}

// Seconds that a rise takes from `leave` to `land`, over those of the motion; 0 when it is none.
static float flight_pace(tryout *t, float leave, float land)
{
    float from, middle, to;
    if (!mass_height(t, leave, &from) || !mass_height(t, 0.5f * (leave + land), &middle) ||
        !mass_height(t, land, &to))
        return 0.0f;
    float rise = middle - 0.5f * (from + to);
    if (!(rise > LEAST_RISE * t->job.binding->character->size))
        return 0.0f;
    return (land - leave) / sqrtf(8.0f * rise / GRAVITY);
}

// The mean pace of a motion's jumps; 0 when it has none, below 0 without memory.
static float jump_pace(const caper_binding *binding, int variant)
{
    const caper_motion *motion = binding->motion;
    float sum = 0.0f, leave = -1.0f;
    int flights = 0;
    tryout t = {0};
    for (int i = 0; i < motion->event_count; i++) {
        const caper_event *event = &motion->events[i];
        if (strcmp(event->name, "leave") == 0)
            leave = event->time;
        else if (strcmp(event->name, "land") == 0 && leave >= 0.0f) {
            if (!t.solver && !begin_tryout(&t, binding, variant)) {
                end_tryout(&t);
                return -1.0f;
            }
            float flight = flight_pace(&t, leave, event->time);
            sum += flight;
            flights += flight > 0.0f;
            leave = -1.0f;
        }
    }
    end_tryout(&t);
    return flights > 0 ? sum / (float)flights : 0.0f;
}

float caper_binding_pace(const caper_binding *binding, int variant)
{
    bool good = binding && variant >= 0 && variant < binding->variant_count;
    CAPER_ASSERT(good);
    if (!good || !binding->motion->paced)
        return 1.0f;
    float pace = caper_motion_pace(binding->character);
    float jumps = binding->character->leg_count > 0 ? jump_pace(binding, variant) : 0.0f;
    if (jumps < 0.0f)
        return 0.0f;
    return jumps > 0.0f ? caper_clamp(jumps, pace / MOST_OFF, pace * MOST_ON) : pace;
}
