// SPDX-License-Identifier: MIT
//
// Nobody falls faster than a stone. Keys, legs that cannot reach any farther and arms that come
// down all move the center of mass, and what they ask for together may fall faster than a body
// does. Then the trunk stays above what is asked, by what a free fall leaves, and comes down as
// soon as weight lets it. Upward there is no such bound: legs push as hard as they have to. What
// falls slower is left alone to the bit.
//
// And a leap is a throw. Between the events `leave` and `land` nothing pushes, so it is the center
// of mass that flies the parabola, whatever hips and arms do about it: from where it is as the feet
// leave to where the motion has it as they land, in the time that the motion takes for it. The
// whole body goes up or down for that.
#include "actor/bear.h"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81f   // m/s2
#define HALF_LIFE 0.04f // seconds of a person, in which half of what it lags behind is made good
#define MOST 0.15f      // of size that it lags behind at most: who was moved elsewhere follows
#define PUSH 4.0f // g by which legs push up: a wish that jumps faster throws nobody up; set by hand
#define LEAST 1e-5f // of size: less is none
#define PERSON 1.8f // metres
#define OFF 0.02f   // of a leg's length that feet are lifted half-way through a leap, at least

/// The leap that a motion is in: when it leaves the ground and when it lands, seconds of the
/// motion.
static bool find_leap(const caperi_source *source, float time, float *leave, float *land)
{
    const caper_motion *motion = source->motion;
    *leave = -1;
    for (int i = 0; i < motion->event_count && *leave <= time; i++) {
        const caper_event *event = &motion->events[i];
        if (strcmp(event->name, "leave") == 0) {
            *leave = event->time;
        } else if (strcmp(event->name, "land") == 0 && *leave >= 0) {
            if (*leave <= time && time < event->time) {
                *land = event->time;
                return true;
            }
            *leave = -1;
        }
    }
    return false;
}

/// Are all feet off the ground in what is laid down?
static bool is_aloft(const caper_actor *actor, const caperi_source *motion)
{
    const caper_character *c = actor->character;
    for (int k = 0; k < c->leg_count; k++) {
        int foot = c->legs[k].foot, slot = actor->slots[foot];
        if (slot < 0 || !(actor->goals[slot].position_weight > 0)) {
            return false;
        }
        float rest = caper_transform_mul_point(c->rest_model[foot], actor->goals[slot].point).y;
        if (!(actor->goals[slot].position.y - rest > OFF * motion->binding->data->spans[k].most)) {
            return false;
        }
    }
    return c->leg_count > 0;
}

/// The height of the center of mass as a leap ends. What the actor shows stays: nobody who is
/// refused in this update is seen at his landing.
static bool find_end(caper_actor *actor, const caper_world_frame *frame, double left, float *height)
{
    caper_root way;
    if (!caperi_foresee(actor, frame, 0, left, &way)) {
        return false;
    }
    caper_pose *local = &actor->before_base, *model = &actor->after_base; // free until stages run
    caper_pose_copy(local, &actor->local);
    caper_pose_copy(model, &actor->model);
    bool good = caperi_solve_goals(actor);
    *height = caper_character_center_of_mass(actor->character, &actor->model).y;
    caper_pose_copy(&actor->local, local);
    caper_pose_copy(&actor->model, model);
    return good;
}

/// A leap that has just begun; none where feet are not off the ground half-way through it.
static void plan_leap(caper_actor *actor, const caperi_source *motion,
                      const caper_world_frame *frame, float left)
{
    caperi_fall_state *f = &actor->fall;
    caper_root way;
    bool flies = f->known >= CAPERI_FALL_KNOWN &&
                 caperi_foresee(actor, frame, 0, 0.5 * (double)left, &way) &&
                 is_aloft(actor, motion);
    if (flies && find_end(actor, frame, (double)left, &f->to)) {
        f->lasts = left;
        f->pace = motion->speed;
        f->since = -1;
    }
}

/// The weightiest motion where motions are all that plays, before they look: after loading none
/// has.
static const caperi_source *find_alone(const caper_actor *actor)
{
    const caperi_source *found = NULL;
    float most = 0;
    for (int i = 0; caperi_motions_alone(actor) && i < actor->playing_count; i++) {
        float weight = caperi_source_weight(actor->playing[i]);
        found = weight > most ? actor->playing[i] : found;
        most = caper_max(most, weight);
    }
    return found;
}

void caperi_foresee_landing(caper_actor *actor, const caper_world_frame *frame)
{
    caperi_fall_state *f = &actor->fall;
    float leave, land;
    const caperi_source *motion = find_alone(actor);
    float time = motion ? caperi_source_spot(motion, motion->time).time : 0;
    bool leaps = motion && actor->character->mass > 0 && find_leap(motion, time, &leave, &land);
    if (!leaps) {
        f->lasts = f->since = 0;
        f->land = -1;
    } else if (f->land != land) { // a new one; who is stopped may go on later
        f->lasts = f->since = 0;
        f->land = motion->speed > 0 ? land : -1;
        if (motion->speed > 0) {
            plan_leap(actor, motion, frame, (land - time) / motion->speed);
        }
    } else if (f->lasts > 0 && f->since >= 0) {
        f->since = caper_clamp(f->lasts - (land - time) / f->pace, 0, f->lasts);
    }
}

/// How far the body is beside its parabola, which begins where it is now. It is flown in the time
/// of the motion: who is slowed down or stopped on the way flies it slower, and stays on it.
static float leap(caperi_fall_state *f, float wish)
{
    f->from = f->since < 0 ? wish + f->above : f->from;
    f->since = caper_max(f->since, 0);
    float speed = (f->to - f->from) / f->lasts + 0.5f * GRAVITY * f->lasts;
    return f->from + f->since * (speed - 0.5f * GRAVITY * f->since) - wish;
}

float caperi_fall(caper_actor *actor, bool falls, float dt)
{
    caperi_fall_state *f = &actor->fall;
    const caper_character *c = actor->character;
    if (!falls || !(c->mass > 0)) {
        *f = (caperi_fall_state){.land = -1};
        return 0;
    }
    float wish = caper_character_center_of_mass(c, &actor->model).y;
    if (!(dt > 0)) {
        return f->above;
    }
    float last = f->above, half_life = HALF_LIFE * sqrtf(c->size / PERSON);
    caper_spring(&f->above, &f->above_rate, 0, 0, half_life, dt);
    float freely = f->height + (f->speed - GRAVITY * dt) * dt;
    if (f->lasts > 0) {
        f->above = caper_clamp(leap(f, wish), -MOST * c->size, MOST * c->size);
        f->above_rate = (f->above - last) / dt;
    } else if (f->known >= CAPERI_FALL_KNOWN && freely > wish + f->above) {
        f->above = caper_min(freely - wish, MOST * c->size);
        f->above_rate = freely - wish < MOST * c->size ? (f->above - last) / dt : 0;
    }
    if (!(fabsf(f->above) > LEAST * c->size)) {
        f->above = f->above_rate = 0;
    }
    float speed = (wish + f->above - f->height) / dt;
    f->speed = f->known > 0 ? caper_min(speed, f->speed + PUSH * GRAVITY * dt) : 0;
    f->height = wish + f->above;
    f->known = f->known < CAPERI_FALL_KNOWN ? f->known + 1 : CAPERI_FALL_KNOWN;
    return f->above;
}
