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

static bool is_same(caper_vec3 a, caper_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool caperi_chase_is_down(const caperi_chase *chase)
{
    caper_vec3 none = caper_vec3_zero();
    return is_same(chase->value, none) && is_same(chase->velocity, none) &&
           is_same(chase->target, none);
}

caper_vec3 caperi_chase_update(caperi_chase *chase, caper_vec3 target, float most, float dt)
{
    bool rests = is_same(target, chase->target) && is_same(target, chase->value) &&
                 is_same(chase->velocity, caper_vec3_zero());
    if (dt > 0 && !rests) {
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

caper_vec3 caperi_small_turn(caper_quat from, caper_quat to)
{
    caper_quat q = caper_quat_mul(to, caper_quat_conj(from));
    float twice = q.w < 0 ? -2.0f : 2.0f;
    return caper_vec3_make(twice * q.x, twice * q.y, twice * q.z);
}

caper_quat caperi_turn_a_little(caper_quat q, caper_vec3 turn)
{
    caper_quat step = {0.5f * turn.x, 0.5f * turn.y, 0.5f * turn.z, 1};
    return caper_quat_normalize(caper_quat_mul(step, q));
}

caper_quat caperi_turn_chase_update(caperi_turn_chase *chase, caper_quat target, float most,
                                    float dt)
{
    if (dt > 0) {
        bool behind = memcmp(&chase->value, &chase->target, sizeof target) != 0;
        caper_vec3 error =
            behind ? caperi_small_turn(chase->value, chase->target) : caper_vec3_zero();
        caper_vec3 wanted = caper_vec3_scale(caperi_small_turn(chase->target, target), 1 / dt);
        caper_vec3 change = caper_vec3_sub(wanted, chase->velocity);
        if (!behind && caper_vec3_length_sq(change) <= most * dt * most * dt) {
            chase->velocity = wanted; // most of the time
            chase->value = chase->target = target;
            return target;
        }
        chase->velocity = steer(chase->velocity, wanted, error, most, dt);
        chase->value = caperi_turn_a_little(chase->value, caper_vec3_scale(chase->velocity, dt));
        if (caper_vec3_length_sq(caperi_small_turn(chase->value, target)) < 1e-12f) {
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
