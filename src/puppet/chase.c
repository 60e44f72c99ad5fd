// SPDX-License-Identifier: MIT
//
// How the trunk follows what the stages ask of it. Their answers are not smooth in time: the ball
// that binds changes, a belly meets the ground, importance passes from feet to hands. What is asked
// is followed exactly as long as that takes no more than a given acceleration, without any lag;
// beyond it the value falls behind and catches up as fast as that acceleration allows, braking in
// time. Velocity is thus continuous, whatever is asked.
#include "puppet/puppet.h"

#include <math.h>
#include <string.h>

/// The greatest speed from which steps of `most` still stop at a distance, in steps of dt.
static float closing_speed(float distance, float most, float dt)
{
    float d = most * dt * dt;
    return distance <= d ? distance / dt : (sqrtf(d * (d + 8 * distance)) - d) / (2 * dt);
}

/// The velocity that a chase wants, bounded.
static caper_vec3 steer(caper_vec3 velocity, caper_vec3 wanted, caper_vec3 error, float most,
                        float dt)
{
    float distance = caper_vec3_length(error);
    if (distance > 0) {
        float speed = closing_speed(distance, most, dt);
        wanted = caper_vec3_add_scaled(wanted, error, speed / distance);
    }
    caper_vec3 change = caper_vec3_sub(wanted, velocity);
    float size = caper_vec3_length(change);
    float share = size > most * dt ? most * dt / size : 1;
    return caper_vec3_add_scaled(velocity, change, share);
}

caper_vec3 caperi_chase_update(caperi_chase *chase, caper_vec3 target, float most, float dt)
{
    if (dt > 0) {
        caper_vec3 error = caper_vec3_sub(chase->target, chase->value);
        caper_vec3 wanted = caper_vec3_scale(caper_vec3_sub(target, chase->target), 1 / dt);
        chase->velocity = steer(chase->velocity, wanted, error, most, dt);
        chase->value = caper_vec3_add_scaled(chase->value, chase->velocity, dt);
    }
    chase->target = target;
    return chase->value;
}

caper_vec3 caperi_chase_above(caperi_chase *chase, caper_vec3 target, float before, float floor,
                              float most, float dt)
{
    float room = chase->value.y - before;
    caperi_chase_update(chase, target, most, dt);
    if (dt > 0) {
        float fall = (floor - before) / dt;
        float least = fall - closing_speed(caper_max(room, 0), most, dt);
        float more = caper_clamp(least - chase->velocity.y, 0, most * dt);
        chase->velocity.y += more;
        chase->value.y += more * dt;
    }
    return chase->value;
}

void caperi_chase_start(caperi_chase *chase, caper_vec3 value)
{
    chase->value = chase->target = value;
    chase->velocity = caper_vec3_zero();
}

static caper_vec3 turn_between(caper_quat from, caper_quat to)
{
    return caper_quat_log(caper_quat_mul(to, caper_quat_conj(from)));
}

caper_quat caperi_turn_chase_update(caperi_turn_chase *chase, caper_quat target, float most,
                                    float dt)
{
    if (dt > 0) {
        bool behind = memcmp(&chase->value, &chase->target, sizeof target) != 0;
        caper_vec3 error = behind ? turn_between(chase->value, chase->target) : caper_vec3_zero();
        caper_vec3 wanted = caper_vec3_scale(turn_between(chase->target, target), 1 / dt);
        caper_vec3 change = caper_vec3_sub(wanted, chase->velocity);
        if (!behind && caper_vec3_length_sq(change) <= most * dt * most * dt) {
            chase->velocity = wanted; // most of the time
            chase->value = chase->target = target;
            return target;
        }
        chase->velocity = steer(chase->velocity, wanted, error, most, dt);
        caper_quat step = caper_quat_exp(caper_vec3_scale(chase->velocity, dt));
        chase->value = caper_quat_normalize(caper_quat_mul(step, chase->value));
        if (caper_vec3_length_sq(turn_between(chase->value, target)) < 1e-12f) {
            chase->value = target; // caught up
        }
    }
    chase->target = target;
    return chase->value;
}

void caperi_turn_chase_start(caperi_turn_chase *chase, caper_quat value)
{
    chase->value = chase->target = value;
    chase->velocity = caper_vec3_zero();
}
