// SPDX-License-Identifier: MIT
//
// A performance that is moved in its world: when something else moves the character, the
// performer's space moves along, and with it all places and directions that a puppet remembers.
#include "puppet/creature.h"

static void carry_point(caper_transform by, caper_vec3 *p)
{
    *p = caper_transform_mul_point(by, *p);
}

static void carry_vector(caper_transform by, caper_vec3 *v)
{
    *v = caper_quat_rotate(by.rotation, *v);
}

static void carry_chase(caper_transform by, caperi_chase *chase)
{
    carry_vector(by, &chase->value);
    carry_vector(by, &chase->velocity);
    carry_vector(by, &chase->target);
}

static void carry_turn(caper_transform by, caperi_turn_chase *chase)
{
    chase->value = caper_quat_mul(by.rotation, chase->value);
    chase->target = caper_quat_mul(by.rotation, chase->target);
    carry_vector(by, &chase->velocity);
}

static void carry_person(caper_puppet *puppet, caper_transform by)
{
    caperi_puppet_state *s = &puppet->state;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        caperi_effector *e = &s->effectors[i];
        for (int k = 0; k < CAPERI_EFFECTOR_POINTS; k++) {
            carry_point(by, &e->before[k]);
            carry_vector(by, &e->velocity[k]);
        }
        carry_turn(by, &e->source);
        carry_vector(by, &e->shift);
        carry_chase(by, &e->landing);
        carry_vector(by, &e->pairing);
        carry_vector(by, &e->pairing_rate);
        caper_effector_state *last = &s->report.effectors[i];
        carry_point(by, &last->goal);
        carry_point(by, &last->position);
        carry_point(by, &last->captured);
    }
    carry_vector(by, &s->offset);
    carry_vector(by, &s->offset_velocity);
    carry_vector(by, &s->pull);
    carry_chase(by, &s->shift);
    for (int i = 0; i < 2; i++) {
        carry_chase(by, &s->turns[i]);
        carry_turn(by, &s->trunk[i]);
    }
    caper_vec3 at =
        caper_transform_mul_point(by, caper_vec3_make(s->space.x, s->space.y, s->space.z));
    float yaw = caper_wrap_angle(s->space.yaw + caper_quat_yaw(by.rotation));
    s->space = (caper_root){at.x, at.y, at.z, yaw};
    caper_transform own =
        caper_transform_make(by.rotation, caper_vec3_scale(by.position, 1 / puppet->scale));
    s->hips = caper_transform_mul_point(own, s->hips);
    for (int i = 0; i < puppet->source_model.body_count; i++) {
        caper_transform *t = &puppet->source_model.bodies[i];
        *t = caper_transform_mul(own, *t);
    }
}

void caperi_puppet_carry(caper_puppet *puppet, caper_transform by)
{
    if (!puppet->creature) {
        carry_person(puppet, by);
        return;
    }
    // the stand-in lives in the performer's measure
    caper_vec3 way = caper_vec3_scale(by.position, 1 / puppet->creature->scale);
    carry_person(puppet, caper_transform_make(by.rotation, way));
    puppet->creature->state.heading += caper_quat_yaw(by.rotation);
    carry_point(caper_transform_make(by.rotation, way), &puppet->creature->state.hips);
}
