// SPDX-License-Identifier: MIT
//
// Hits on animated actors: a doll whose parts follow the animation by hand, but for those that were
// hit and what hangs on them. These are driven as any doll is, weakly at first; when their time is
// over they are led back into the animation. While nothing is loose the doll sleeps and costs
// nothing.
#include "physics/physics.h"

#include <math.h>

// A hit stays for so long, seconds of a person, and fades over the last of them.
#define HIT_SECONDS 1.2f
#define FADE_SECONDS 0.3f
// Strength right after a hit: the limb gives way first.
#define HIT_STRENGTH 0.01f

static void wake(caper_physics *physics, caperi_doll *doll, bool awake)
{
    for (int k = 0; k < doll->plan.part_count; k++) {
        const caperi_doll_part *p = &doll->plan.parts[k];
        caperi_ode_enable(physics->ode, p->rigid, awake);
        for (int i = 0; i < p->shape_count; i++) {
            caperi_ode_shape_enable(physics->ode, p->shape + i, awake);
        }
    }
    doll->asleep = !awake;
}

void caperi_doll_loosen(caper_physics *physics, caperi_doll *doll, float dt)
{
    bool any = false;
    for (int k = 0; k < doll->plan.part_count; k++) {
        bool was = doll->loose[k] > 0;
        doll->loose[k] = caper_max(doll->loose[k] - dt, 0);
        any |= doll->loose[k] > 0;
        doll->blend[k] = caper_clamp(doll->loose[k] / (FADE_SECONDS * doll->plan.tempo), 0, 1);
        if (was && !(doll->loose[k] > 0)) {
            caperi_ode_set_still(physics->ode, doll->plan.parts[k].rigid, true);
        }
        if (isfinite(doll->loose[k])) {
            float gone = 1 - caper_clamp(doll->loose[k] / (HIT_SECONDS * doll->plan.tempo), 0, 1);
            doll->limp[k] = caper_lerp(HIT_STRENGTH, 1, gone * gone);
        }
    }
    if (!any && !doll->asleep) {
        wake(physics, doll, false);
    }
}

void caperi_doll_drive_loose(caper_physics *physics, caperi_doll *doll, float h, float fraction)
{
    caperi_doll_between(doll, fraction);
    for (int k = 0; k < doll->plan.part_count; k++) {
        if (!(doll->loose[k] > 0)) { // where it will be after the step, less the step
            caperi_motion m = {
                .position = caper_vec3_add_scaled(doll->wish[k].center, doll->velocity[k], -h),
                .rotation = caper_quat_integrate(doll->wish[k].rotation, doll->rate[k], -h),
                .velocity = doll->velocity[k],
                .turning = doll->rate[k]};
            caperi_ode_place(physics->ode, doll->plan.parts[k].rigid, &m);
        }
    }
    caperi_doll_read(physics, doll);
    caperi_doll_forward(doll, physics->def.gravity);
    caperi_doll_forces(physics, doll, h);
    caperi_doll_servo(physics, doll, h);
}

static void set_loose(caper_physics *physics, caperi_doll *doll, int part, float time)
{
    for (int k = part; k < doll->plan.part_count; k++) {
        int up = k;
        while (up > part) {
            up = doll->plan.parts[up].parent;
        }
        if (up != part) {
            continue;
        }
        if (!(doll->loose[k] > 0)) {
            caperi_ode_set_still(physics->ode, doll->plan.parts[k].rigid, false);
        }
        doll->loose[k] = caper_max(doll->loose[k], time);
        doll->blend[k] = 1;
    }
}

// The part that gives way: the whole limb that was hit; of the root, on which everything hangs, the
// spine above it.
static int yielding_part(const caperi_doll *doll, int body)
{
    int base = doll->character->bodies[body].base;
    int part = doll->plan.part_of[base >= 0 ? base : body];
    for (int k = 1; part == 0 && k < doll->plan.part_count; k++) {
        bool spine = doll->character->bodies[doll->plan.parts[k].body].caps & CAPER_CAP_SPINE;
        if (doll->plan.parts[k].parent == 0 && spine) {
            return k;
        }
    }
    return part == 0 && doll->plan.part_count > 1 ? 1 : part;
}

static caperi_doll *animated_doll(caper_physics *physics, caper_actor *actor, caper_error *error)
{
    int index = 0;
    caperi_doll *doll = actor ? caperi_doll_of(physics, actor, &index) : NULL;
    if (!doll) {
        caper_doll_def def = caper_doll_def_default();
        def.actor = actor;
        def.self_collision = false;
        doll = caperi_doll_add(physics, &def, true, error);
        for (int k = 0; doll && k < doll->plan.part_count; k++) {
            caperi_ode_set_still(physics->ode, doll->plan.parts[k].rigid, true);
        }
    }
    return doll;
}

static bool loosen(caper_physics *physics, caperi_doll *doll, int part, float time)
{
    if (doll->asleep) {
        for (int i = 0; i < physics->doll_count; i++) {
            if (physics->dolls[i] == doll) {
                caper_physics_reset(physics, i);
            }
        }
    }
    wake(physics, doll, true);
    set_loose(physics, doll, part, time);
    return true;
}

bool caper_physics_hit(caper_physics *physics, caper_actor *actor, int body, caper_vec3 point,
                       caper_vec3 impulse, caper_error *error)
{
    if (!actor || body < 0 || body >= caper_actor_character(actor)->body_count ||
        !caper_vec3_is_finite(point) || !caper_vec3_is_finite(impulse)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a hit needs an actor, one of its bodies, and finite numbers");
    }
    caperi_doll *doll = animated_doll(physics, actor, error);
    if (!doll) {
        return false;
    }
    int part = doll->plan.part_of[body];
    if (doll->animated) {
        int limb = yielding_part(doll, body);
        part = part == 0 ? limb : part;
        if (limb == 0) {
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "the character has no part that can give way");
        }
        loosen(physics, doll, limb, HIT_SECONDS * doll->plan.tempo);
    } else {
        caperi_doll_feel(doll, part, caper_vec3_length(impulse));
    }
    int index = 0;
    caperi_doll_of(physics, actor, &index);
    return caper_physics_push(physics, index, doll->plan.parts[part].body, point,
                              caper_vec3_scale(impulse, physics->def.rate), 0) ||
           caper_error_set(error, CAPER_ERROR_LIMIT, NULL, 0, 0, "more than %d pushes at one time",
                           CAPERI_MAX_PUSHES);
}

bool caper_physics_loosen(caper_physics *physics, caper_actor *actor, int body, float strength,
                          caper_error *error)
{
    if (!actor || body < 0 || body >= caper_actor_character(actor)->body_count ||
        !(strength >= 0) || !(strength <= 1)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "loosening needs an actor, one of its bodies, and 0 .. 1");
    }
    caperi_doll *doll = animated_doll(physics, actor, error);
    if (!doll) {
        return false;
    }
    int part = doll->plan.part_of[body], index = 0;
    caperi_doll_of(physics, actor, &index);
    if (doll->animated) {
        if (part == 0) {
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "the root of an animated actor cannot be loose");
        }
        loosen(physics, doll, part, INFINITY);
    }
    return caper_physics_set_limp(physics, index, body, strength);
}
