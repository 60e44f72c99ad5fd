// SPDX-License-Identifier: MIT
//
// The servo of paper 002, sections 3.1 and 3.2: each part is turned towards the rotation it would
// have if it followed the clip from the actual root, all other actual parents being ignored, so
// that errors do not travel down the limbs. The torque k1 Delta + k2 (wd - wa) is implicit: a motor
// of the solver with the softness 1 / (h k1 + k2). A share of it acts between the part and the
// world, the rest between the part and the root or the parent. Explicit torques, the literal form,
// hold at 480 steps a second.
#include "physics/physics.h"

#include <math.h>

// A servo pushes no harder than it would this far off, radians: 500 N m at a person's knee. With
// half of it a cartwheel fails, with five times as much nothing gets better.
#define TORQUE_REACH 0.2f
// A limp joint keeps this share of its damping against its parent or root: flesh, not oil.
#define LIMP_DAMPING 0.01f
// A part that is farther off than this, radians, may have to go the longer way round.
#define FAR_OFF (0.5f * CAPER_PI)
// Below this sine of half the angle three terms of the arc sine are exact to a float's rounding:
// the next is 5/56 of its sixth power. Nearly all parts of a doll that is on its feet are this
// near.
#define NEAR_SINE 0.1f

caper_vec3 caperi_servo_delta(caper_quat desired, caper_quat actual)
{
    caper_quat q = caper_quat_mul(desired, caper_quat_conj(actual));
    float s = q.x * q.x + q.y * q.y + q.z * q.z;
    if (s > NEAR_SINE * NEAR_SINE) {
        return caper_quat_log(q);
    }
    float angle = 2 + s * (1.0f / 3 + s * (3.0f / 20)); // 2 asin(x) / x
    return caper_vec3_scale(caper_vec3_make(q.x, q.y, q.z), q.w < 0 ? -angle : angle);
}

void caperi_doll_read(caper_physics *physics, caperi_doll *doll)
{
    caper_vec3 center = caper_vec3_zero(), velocity = caper_vec3_zero();
    for (int k = 0; k < doll->plan.part_count; k++) {
        const caperi_doll_part *p = &doll->plan.parts[k];
        caperi_ode_read(physics->ode, p->rigid, &doll->motion[k]);
        center = caper_vec3_add_scaled(center, doll->motion[k].position, p->mass);
        velocity = caper_vec3_add_scaled(velocity, doll->motion[k].velocity, p->mass);
    }
    doll->center = caper_vec3_scale(center, 1 / doll->plan.mass);
    doll->center_velocity = caper_vec3_scale(velocity, 1 / doll->plan.mass);
}

// The circular mean of yaw, by mass.
float caperi_doll_heading(const caperi_doll *doll)
{
    float sine = 0, cosine = 0;
    for (int k = 0; k < doll->plan.part_count; k++) {
        caper_quat e =
            caper_quat_mul(doll->motion[k].rotation, caper_quat_conj(doll->wish[k].rotation));
        float y = e.y, w = e.w, n = y * y + w * w;
        float m = doll->plan.parts[k].mass;
        if (n > 1e-6f) {
            sine += m * 2 * w * y / n;
            cosine += m * (w * w - y * y) / n;
        }
    }
    return sine == 0 && cosine == 0 ? 0 : caper_atan2(sine, cosine);
}

// Equation 3. `turn` takes the clip's frame to that of the actual root; rates go along with it.
static void lift(caperi_doll *doll)
{
    caper_quat turn = caper_quat_identity();
    if (doll->def.servo == CAPER_SERVO_WORLD) {
        turn = caper_quat_mul(doll->motion[0].rotation, caper_quat_conj(doll->wish[0].rotation));
    }
    for (int k = 0; k < doll->plan.part_count; k++) {
        if (doll->def.servo == CAPER_SERVO_PARENT && k > 0) {
            int up = doll->plan.parts[k].parent;
            caper_quat local =
                caper_quat_mul(caper_quat_conj(doll->wish[up].rotation), doll->wish[k].rotation);
            doll->lifted[k] = caper_quat_mul(doll->motion[up].rotation, local);
        } else {
            doll->lifted[k] = caper_quat_mul(turn, doll->wish[k].rotation);
        }
    }
}

typedef struct drive {
    caper_vec3 delta, rate, torque;
    float k1, k2, strength;
} drive;

// One motor with a share of the gains; the reaction is the solver's.
static void set_motor(caper_physics *physics, int motor, const drive *d, float share, float h,
                      float reach)
{
    float k1 = share * d->k1 * d->strength;
    float k2 = share * d->k2 * caper_max(d->strength, LIMP_DAMPING);
    float stiff = h * k1 + k2;
    caper_vec3 push = caper_vec3_add(caper_vec3_scale(d->delta, k1), caper_vec3_scale(d->rate, k2));
    push = caper_vec3_add_scaled(push, d->torque, share * d->strength);
    caperi_ode_set_motor(physics->ode, motor, caper_vec3_scale(push, 1 / stiff), 1 / stiff,
                         share * d->k1 * reach);
}

static void push_explicit(caper_physics *physics, const caperi_doll *doll, int k, const drive *d)
{
    caper_vec3 rate = caper_vec3_sub(d->rate, doll->motion[k].turning);
    caper_vec3 torque = caper_vec3_add(caper_vec3_scale(d->delta, d->k1 * d->strength),
                                       caper_vec3_scale(rate, d->k2 * d->strength));
    torque = caper_vec3_add_scaled(torque, d->torque, d->strength);
    caperi_ode_twist(physics->ode, doll->plan.parts[k].rigid, torque);
}

// Is a turn from rest within a ball's limits? Its swing has the cosine |twist part|, its twist the
// share that w has of it, so this needs no angles.
static bool is_within(const caperi_doll_part *p, caper_vec3 axis, caper_quat turn)
{
    float along = turn.x * axis.x + turn.y * axis.y + turn.z * axis.z;
    float twist = sqrtf(along * along + turn.w * turn.w);
    float limit = along * turn.w < 0 ? p->cos_min : p->cos_max;
    return twist >= p->cos_swing && fabsf(turn.w) >= twist * limit;
}

static void hold_limits(caper_physics *physics, caperi_doll *doll, int k)
{
    const caperi_doll_part *p = &doll->plan.parts[k];
    if (p->stop < 0) {
        return;
    }
    const caper_character *c = doll->character;
    const caper_joint *joint = &c->bodies[p->body].joint;
    // the parent body in the file may be welded to the part above
    int parent = c->bodies[p->body].parent;
    caper_quat up =
        caper_quat_mul(doll->motion[p->parent].rotation, doll->plan.weld[parent].rotation);
    caper_quat local = caper_quat_mul(caper_quat_conj(up), doll->motion[k].rotation);
    caper_quat rest = c->skeleton.rest_local[p->body].rotation;
    if (is_within(p, joint->axis, caper_quat_mul(caper_quat_conj(rest), local))) {
        caperi_ode_set_stop(physics->ode, p->stop, joint->axis, 0);
        return;
    }
    caper_quat held = caper_joint_clamp(joint, rest, local);
    caper_vec3 over = caper_quat_log(caper_quat_mul(local, caper_quat_conj(held)));
    over = caper_quat_rotate(up, over);
    float excess = caper_vec3_length(over);
    // what the source itself wants beyond the limits is not fought
    if (excess > CAPERI_STOP_SLACK) {
        caper_quat wanted =
            caper_quat_mul(caper_quat_conj(doll->wish[p->parent].rotation), doll->wish[k].rotation);
        wanted = caper_quat_mul(caper_quat_conj(doll->plan.weld[parent].rotation), wanted);
        excess -= caper_joint_measure(joint, rest, wanted).excess;
    }
    caperi_ode_set_stop(physics->ode, p->stop, caper_vec3_normalize(over),
                        excess > CAPERI_STOP_SLACK ? excess : 0);
}

// The turn to where a part should be: the shortest one, unless its joint would have to go through
// what it forbids. A shin that was thrown up behind its thigh comes back as it went, the longer way
// in the world, because that is the way in which the knee stretches.
static caper_vec3 find_way(const caperi_doll *doll, int k)
{
    caper_vec3 delta = caperi_servo_delta(doll->lifted[k], doll->motion[k].rotation);
    float angle = caper_vec3_length(delta);
    if (angle < FAR_OFF) {
        return delta;
    }
    int up = doll->plan.parts[k].parent;
    caper_quat is =
        caper_quat_mul(caper_quat_conj(doll->motion[up].rotation), doll->motion[k].rotation);
    caper_quat wanted =
        caper_quat_mul(caper_quat_conj(doll->wish[up].rotation), doll->wish[k].rotation);
    caper_vec3 joint = caper_quat_rotate(doll->motion[up].rotation, caperi_servo_delta(wanted, is));
    caper_vec3 with = caper_vec3_add(doll->way[up], joint); // with the part above, and the joint
    caper_vec3 other = caper_vec3_scale(delta, (angle - 2 * CAPER_PI) / angle);
    return caper_vec3_distance(other, with) < caper_vec3_distance(delta, with) ? other : delta;
}

void caperi_doll_servo(caper_physics *physics, caperi_doll *doll, float h)
{
    const caper_doll_def *def = &doll->def;
    lift(doll);
    float damping = 2 * def->damping / doll->plan.frequency;
    // the reference's own turning belongs to the wanted rate; without it limbs are damped
    caper_vec3 root_rate = def->literal ? doll->rate[0] : caper_vec3_zero();
    for (int k = 1; k < doll->plan.part_count; k++) {
        const caperi_doll_part *p = &doll->plan.parts[k];
        doll->way[k] = def->servo == CAPER_SERVO_PARENT
                           ? caperi_servo_delta(doll->lifted[k], doll->motion[k].rotation)
                           : find_way(doll, k);
        drive d = {.delta = doll->way[k],
                   .rate = caper_vec3_sub(doll->rate[k], root_rate),
                   .torque = doll->torque[k],
                   .k1 = p->k1 * def->gain,
                   .k2 = p->k1 * def->gain * damping,
                   .strength = doll->strength * doll->limp[k]};
        if (def->explicit_torque) {
            push_explicit(physics, doll, k, &d);
        } else if (def->servo == CAPER_SERVO_PARENT) {
            d.rate = caper_vec3_sub(doll->rate[k], doll->rate[p->parent]);
            set_motor(physics, p->inner, &d, 1, h, TORQUE_REACH);
        } else {
            if (p->motor >= 0) {
                // nothing in the world damps a limp part
                float share = d.strength > 0 ? def->external : 0;
                if (share > 0) {
                    set_motor(physics, p->motor, &d, share, h, TORQUE_REACH);
                } else {
                    caperi_ode_set_motor(physics->ode, p->motor, caper_vec3_zero(), 1, 0);
                }
            }
            if (p->inner >= 0) {
                drive inner = d; // against the root: its rate is relative
                inner.rate = def->reaction == CAPER_REACTION_ROOT
                                 ? caper_vec3_sub(doll->rate[k], doll->rate[0])
                                 : caper_vec3_sub(doll->rate[k], doll->rate[p->parent]);
                set_motor(physics, p->inner, &inner, 1 - def->external, h, TORQUE_REACH);
            }
        }
        hold_limits(physics, doll, k);
    }
}
