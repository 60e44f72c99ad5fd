// SPDX-License-Identifier: MIT
//
// Hands that touch each other (the paper leaves self-contact to the future): as the performer's
// palms come together, what lies between them matters more than the angles of the arms. Each palm
// goes to the middle of where joint angles would have both, plus its half of the performer's way
// between them, scaled. A puppet with other arms and shoulders claps where it would have clapped,
// and its palms meet. Nothing moves the root: the two needs cancel.
#include "puppet/balls.h"
#include "puppet/puppet.h"

#define ARM_SHARE 0.98f   // of an arm's length
#define TOUCH_RANGE 0.12f // of the performer's leg: palms farther apart than this are free

/// The middle of a palm.
static caper_vec3 palm(const caper_transform *bodies, int tip, caper_vec3 grip)
{
    return caper_transform_mul_point(bodies[tip], grip);
}

float caperi_puppet_touch(const caper_puppet *puppet, caper_vec3 goals[2])
{
    const caperi_contact *k = &puppet->contacts[CAPER_EFFECTOR_LEFT_HAND];
    const caper_transform *source = puppet->source_model.bodies;
    caper_vec3 left = palm(source, k[0].body, k[0].source_grip);
    caper_vec3 right = palm(source, k[1].body, k[1].source_grip);
    caper_vec3 between = caper_vec3_sub(left, right);
    float apart = caper_vec3_length(between) - k[0].radius - k[1].radius;
    float d = caper_clamp(apart / (TOUCH_RANGE * puppet->performer.leg), 0, 1);
    if (d >= 1 || puppet->def.method != CAPER_PUPPET_IMPORTANCE) {
        return 0;
    }
    caper_vec3 own[2] = {palm(puppet->posed, k[0].tip, k[0].grip),
                         palm(puppet->posed, k[1].tip, k[1].grip)};
    caper_vec3 offsets[2]; // of the joints of the hands from the middle
    caperi_ball balls[2];
    for (int i = 0; i < 2; i++) {
        const caperi_limb *l = &puppet->person.limbs[CAPER_EFFECTOR_LEFT_HAND + i];
        float half = (i == 0 ? 0.5f : -0.5f) * puppet->scale;
        caper_vec3 grip = caper_quat_rotate(puppet->posed[k[i].tip].rotation, k[i].grip);
        offsets[i] = caper_vec3_sub(caper_vec3_scale(between, half), grip);
        balls[i].center = caper_vec3_sub(puppet->posed[l->start].position, offsets[i]);
        balls[i].radius = ARM_SHARE * (l->upper + l->lower);
        balls[i].importance = 1;
    }
    // short arms meet where both reach
    caper_vec3 middle = caper_vec3_lerp(own[0], own[1], 0.5f);
    middle = caperi_balls_closest(balls, 2, middle).point;
    for (int i = 0; i < 2; i++) {
        goals[i] = caper_vec3_add(middle, offsets[i]);
    }
    return 1 - d * d * (3 - 2 * d);
}
