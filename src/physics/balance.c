// SPDX-License-Identifier: MIT
//
// What keeps a doll on its feet: the weak root spring of paper 002, section 3.3 (equations 6 to 8),
// and three aids without which a capture drags its feet and spins: the pelvis is turned towards
// the mean heading of all parts, because equation 7 leaves its yaw free and limbs that follow the
// actual root spin it up; a small horizontal force leads it to where the source would be; and the
// hip of a swinging leg reaches in the direction in which the body falls.
#include "physics/physics.h"

#include <math.h>

// Breaking is judged by the torque over this half-life, seconds: footfalls do not count.
#define BREAK_HALF_LIFE 0.05f
// The spring is for corrections, and tires: the mean of what it gives over this half-life, seconds
// of a person, may be this share of its limit for good; the limit goes down by what is above it so
// many times a second, and comes back by what is below. One foot on a crate needs 0.86 of it for
// ever, captures (getting up, hopping, one leg) as much for a second. Set on those and 18 captures;
// 35 others, of all that is done on a floor, stand with them too.
#define TIRE_HALF_LIFE 1.5f
#define TIRE_SHARE 0.5f
#define TIRE_RATE 1.0f
#define TIRE_MOST 0.7f
// The hook holds with this many times M g L.
#define HOOK_LIMIT 10.0f
// Guide force M (4 dv + 4 dx), in 1/s and 1/s2 for a person, at most 0.1 M g (study: travel 87 %
// to 92 %, nobody super-balances with it).
#define GUIDE_RATE 4.0f
#define GUIDE_LIMIT 0.1f
// The root is led towards the source's heading by at most this, radians: feet that stand hold it.
#define GUIDE_TURN 0.1f
// Reach of a swinging hip: radians a metre and radians a m/s, of a person; at most half a radian.
#define HIP_DISTANCE 0.3f
#define HIP_SPEED 0.15f
#define HIP_LIMIT 0.5f
// A swinging foot that stubs is lifted by this share of the weight (section 4.3).
#define STUB_LIFT 0.05f
// A hand that helps to rise lifts with a share of the weight, holds the body over its feet with
// half of that, and adds so many times that share to the balance: 0.6 pulls up who has no clip for
// it.
#define HELP_LEAN 0.5f
#define HELP_BALANCE 3.3f
// The hand that drags pulls with so many times the weight a metre (of a person).
#define DRAG_PULL 6.0f

static caper_vec3 flat(caper_vec3 v)
{
    return caper_vec3_make(v.x, 0, v.z);
}

// --- the spring ----------------------------------------------------------------------------------

static caper_quat wanted_root(caperi_doll *doll)
{
    caper_quat wanted = doll->wish[0].rotation;
    if (doll->def.balance == CAPER_BALANCE_HOOK || doll->def.servo == CAPER_SERVO_ABSOLUTE) {
        return wanted;
    }
    // the mean heading, and a little towards where the source faces
    float turn = doll->def.guide > 0 && !doll->def.literal
                     ? caper_clamp(doll->heading, -GUIDE_TURN, GUIDE_TURN)
                     : 0;
    return caper_quat_mul(caper_quat_from_yaw(doll->heading - turn), wanted);
}

// The share of its limit that the spring has not yet used up.
static float tire(caperi_doll *doll, caper_vec3 torque, float limit, float h)
{
    float whole = caper_max(doll->def.balance_limit * doll->plan.moment, 1e-9f);
    float time = h / doll->plan.tempo, size = caper_vec3_length(torque);
    limit *= 1 - doll->tired;
    caper_vec3 gives = caper_vec3_scale(torque, size > limit ? limit / size : 1);
    doll->given = caper_vec3_lerp(gives, doll->given, caper_exp2(-time / TIRE_HALF_LIFE));
    float above = caper_vec3_length(doll->given) / whole - TIRE_SHARE;
    doll->tired = caper_clamp(doll->tired + TIRE_RATE * time * above, 0, TIRE_MOST);
    return 1 - doll->tired;
}

// Equation 8: what is left of the spring.
static float tilt_limit(caperi_doll *doll, caper_vec3 torque, float h)
{
    float keep = caper_exp2(-h / (BREAK_HALF_LIFE * doll->plan.tempo));
    doll->tilt_torque = caper_vec3_lerp(torque, doll->tilt_torque, keep);
    const caper_doll_def *def = &doll->def;
    float upper = def->balance_break * doll->plan.k1_root * def->gain;
    doll->broken = caper_vec3_length(doll->tilt_torque) >= upper;
    doll->broken_seconds = doll->broken ? doll->broken_seconds + h : 0;
    // getting up starts from far off
    bool gone = doll->broken && doll->mood != CAPER_DOLL_RISING;
    if (def->balance == CAPER_BALANCE_NONE || gone) {
        return 0;
    }
    float contact = doll->touches ? 1 : def->air;
    float limit = def->balance_limit * doll->plan.moment * contact * doll->strength;
    if (doll->mood == CAPER_DOLL_RISING) {
        return (1 + HELP_BALANCE * doll->help) * limit;
    }
    return def->literal ? limit : limit * tire(doll, torque, limit, h);
}

void caperi_doll_balance(caper_physics *physics, caperi_doll *doll, float h)
{
    const caperi_doll_part *root = &doll->plan.parts[0];
    const caper_doll_def *def = &doll->def;
    caper_vec3 delta = caperi_servo_delta(wanted_root(doll), doll->motion[0].rotation);
    float k1 = doll->plan.k1_root * def->gain, k2 = 2 * def->damping * k1 / doll->plan.frequency;
    caper_vec3 rate = caper_vec3_sub(doll->rate[0], doll->motion[0].turning);
    caper_vec3 torque = caper_vec3_add(caper_vec3_scale(delta, k1), caper_vec3_scale(rate, k2));
    float limit = tilt_limit(doll, flat(torque), h);
    caper_vec3 up = caper_vec3_make(0, 1, 0);
    caper_vec3 tip = caper_vec3_normalize_or(flat(torque), caper_vec3_make(1, 0, 0));
    const caper_vec3 axes[3] = {up, tip, caper_vec3_cross(up, tip)};
    float limits[3] = {def->literal ? 0 : limit, limit, limit};
    if (def->balance == CAPER_BALANCE_HOOK) {
        limits[0] = limits[1] = limits[2] = HOOK_LIMIT * doll->plan.moment * doll->strength;
    }
    if (def->explicit_torque) {
        float size = caper_vec3_length(flat(torque));
        caper_vec3 t = caper_vec3_scale(flat(torque), size > limits[1] ? limits[1] / size : 1);
        caperi_ode_twist(physics->ode, root->rigid, t);
        return;
    }
    float stiff = h * k1 + k2;
    caper_vec3 push =
        caper_vec3_add(caper_vec3_scale(delta, k1), caper_vec3_scale(doll->rate[0], k2));
    caperi_ode_set_motor_axes(physics->ode, root->motor, axes, caper_vec3_scale(push, 1 / stiff),
                              1 / stiff, limits);
}

// --- aids ----------------------------------------------------------------------------------------

typedef struct support {
    caper_vec3 actual, wanted;   // middle of the feet that stand
    caper_vec3 center, velocity; // wanted, of mass
    int count;
} support;

static support find_support(const caperi_doll *doll)
{
    support s = {0};
    for (int k = 0; k < doll->plan.part_count; k++) {
        const caperi_doll_part *p = &doll->plan.parts[k];
        s.center = caper_vec3_add_scaled(s.center, doll->wish[k].center, p->mass);
        s.velocity = caper_vec3_add_scaled(s.velocity, doll->velocity[k], p->mass);
        if (p->role == CAPERI_ROLE_FOOT && doll->touching[k] && !doll->swinging[k]) {
            s.actual = caper_vec3_add(s.actual, doll->motion[k].position);
            s.wanted = caper_vec3_add(s.wanted, doll->wish[k].center);
            s.count++;
        }
    }
    s.center = caper_vec3_scale(s.center, 1 / doll->plan.mass);
    s.velocity = caper_vec3_scale(s.velocity, 1 / doll->plan.mass);
    if (s.count) {
        s.actual = caper_vec3_scale(s.actual, 1 / (float)s.count);
        s.wanted = caper_vec3_scale(s.wanted, 1 / (float)s.count);
    }
    return s;
}

static void guide(caper_physics *physics, caperi_doll *doll, const support *s)
{
    float weight = doll->plan.mass * physics->def.gravity;
    float rate = GUIDE_RATE / doll->plan.tempo;
    caper_vec3 ahead = flat(caper_vec3_sub(s->center, doll->center));
    caper_vec3 faster = flat(caper_vec3_sub(s->velocity, doll->center_velocity));
    caper_vec3 force =
        caper_vec3_add(caper_vec3_scale(faster, rate * doll->plan.mass),
                       caper_vec3_scale(ahead, rate / doll->plan.tempo * doll->plan.mass));
    float size = caper_vec3_length(force), limit = GUIDE_LIMIT * weight;
    float share = doll->def.guide * doll->strength * (size > limit ? limit / size : 1);
    // on every part by its mass, so that it turns nothing
    for (int k = 0; k < doll->plan.part_count; k++) {
        const caperi_doll_part *p = &doll->plan.parts[k];
        caperi_ode_pull(physics->ode, p->rigid,
                        caper_vec3_scale(force, share * p->mass / doll->plan.mass));
    }
}

static void help_up(caper_physics *physics, caperi_doll *doll, const support *s)
{
    float weight = doll->plan.mass * physics->def.gravity;
    float missing = (s->center.y - doll->center.y) / doll->plan.length;
    float slow = (s->velocity.y - doll->center_velocity.y) * doll->plan.tempo / doll->plan.length;
    float lift = caper_clamp(4 * missing + slow, 0, doll->help) * weight * doll->strength;
    caper_vec3 force = caper_vec3_make(0, lift, 0);
    if (s->count > 0) { // over its feet, as the clip is over its own
        caper_vec3 over = caper_vec3_add(s->actual, caper_vec3_sub(s->center, s->wanted));
        caper_vec3 off = flat(caper_vec3_sub(over, doll->center));
        caper_vec3 stop = flat(caper_vec3_sub(s->velocity, doll->center_velocity));
        caper_vec3 lean =
            caper_vec3_add(caper_vec3_scale(off, 2 / doll->plan.length),
                           caper_vec3_scale(stop, 0.5f * doll->plan.tempo / doll->plan.length));
        float size = caper_vec3_length(lean), most = HELP_LEAN * doll->help;
        lean = caper_vec3_scale(lean, size > most ? most / size : 1);
        force = caper_vec3_add_scaled(force, lean, weight * doll->strength);
    }
    for (int k = 0; k < doll->plan.part_count; k++) {
        const caperi_doll_part *p = &doll->plan.parts[k];
        caperi_ode_pull(physics->ode, p->rigid, caper_vec3_scale(force, p->mass / doll->plan.mass));
    }
}

static void reach_hips(caperi_doll *doll, const support *s)
{
    const caper_character *c = doll->character;
    float person = 1 / (doll->plan.tempo * doll->plan.tempo); // metres of a person a metre
    caper_vec3 offset = flat(caper_vec3_sub(caper_vec3_sub(doll->center, s->actual),
                                            caper_vec3_sub(s->center, s->wanted)));
    caper_vec3 speed = flat(caper_vec3_sub(doll->center_velocity, s->velocity));
    caper_vec3 lean =
        caper_vec3_add(caper_vec3_scale(offset, HIP_DISTANCE * person),
                       caper_vec3_scale(speed, HIP_SPEED * person * doll->plan.tempo));
    float size = caper_vec3_length(lean);
    lean = caper_vec3_scale(lean, size > HIP_LIMIT ? HIP_LIMIT / size : 1);
    caper_quat turn = caper_quat_exp(caper_vec3_cross(lean, caper_vec3_make(0, 1, 0)));
    for (int l = 0; l < c->leg_count; l++) {
        int foot = doll->plan.part_of[c->legs[l].foot], hip = doll->plan.part_of[c->legs[l].hip];
        if (doll->swinging[foot] && hip > 0 && hip != foot) {
            doll->wish[hip].rotation = caper_quat_mul(turn, doll->wish[hip].rotation);
        }
    }
}

static void lift_stubs(caper_physics *physics, caperi_doll *doll)
{
    float lift = STUB_LIFT * doll->plan.mass * physics->def.gravity * doll->strength;
    for (int k = 0; k < doll->plan.part_count; k++) {
        if (doll->plan.parts[k].role == CAPERI_ROLE_FOOT && doll->swinging[k] &&
            doll->touching[k] &&
            caper_vec3_dot(flat(doll->motion[k].velocity), flat(doll->velocity[k])) > 0) {
            caperi_ode_push(physics->ode, doll->plan.parts[k].rigid, caper_vec3_make(0, lift, 0),
                            doll->motion[k].position);
        }
    }
}

// --- hands from outside --------------------------------------------------------------------------

static void push_all(caper_physics *physics, caperi_doll *doll, float h)
{
    for (int i = 0; i < doll->push_count;) {
        caperi_push *p = &doll->pushes[i];
        const caperi_motion *m = &doll->motion[p->part];
        caper_vec3 at = caper_vec3_add(m->position, caper_quat_rotate(m->rotation, p->point_part));
        caperi_ode_push(physics->ode, doll->plan.parts[p->part].rigid, p->force, at);
        p->seconds -= h;
        if (p->seconds < 0.5f * h) {
            *p = doll->pushes[--doll->push_count];
        } else {
            i++;
        }
    }
}

static void drag(caper_physics *physics, caperi_doll *doll)
{
    if (doll->drag_part < 0) {
        return;
    }
    const caperi_motion *m = &doll->motion[doll->drag_part];
    caper_vec3 arm = caper_quat_rotate(m->rotation, doll->drag_point);
    caper_vec3 at = caper_vec3_add(m->position, arm);
    caper_vec3 v = caper_vec3_add(m->velocity, caper_vec3_cross(m->turning, arm));
    float pull = DRAG_PULL * doll->plan.mass * physics->def.gravity / doll->plan.length;
    float damp = 2 * sqrtf(pull * doll->plan.mass) * 0.5f;
    caper_vec3 force = caper_vec3_sub(caper_vec3_scale(caper_vec3_sub(doll->drag_target, at), pull),
                                      caper_vec3_scale(v, damp));
    float size = caper_vec3_length(force);
    float most = 3 * doll->plan.mass * physics->def.gravity; // what a strong hand can do
    caperi_ode_push(physics->ode, doll->plan.parts[doll->drag_part].rigid,
                    caper_vec3_scale(force, size > most ? most / size : 1), at);
}

void caperi_doll_forces(caper_physics *physics, caperi_doll *doll, float h)
{
    push_all(physics, doll, h);
    drag(physics, doll);
    bool up = doll->mood != CAPER_DOLL_LIMP && doll->mood != CAPER_DOLL_LYING;
    if (doll->def.literal) {
        lift_stubs(physics, doll); // the one aid that the paper has
    } else if (doll->mood == CAPER_DOLL_RISING) {
        support s = find_support(doll);
        guide(physics, doll, &s);
        help_up(physics, doll, &s);
    } else if (up && doll->touches && !doll->broken) {
        support s = find_support(doll);
        lift_stubs(physics, doll);
        if (doll->def.guide > 0 && doll->def.balance == CAPER_BALANCE_SPRING) {
            guide(physics, doll, &s);
        }
        if (s.count > 0) {
            reach_hips(doll, &s);
        }
    }
}
