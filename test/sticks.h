// SPDX-License-Identifier: MIT
//
// A person of sticks in a T, as files have people.
#ifndef CAPER_TEST_STICKS_H
#define CAPER_TEST_STICKS_H

#include "test.h"

#include "caper/character.h"

typedef struct sticks {
    const char *names[16];
    int16_t parents[16];
    caper_transform rest[16];
    int count;
} sticks;

static inline int sticks_add(sticks *s, const char *name, int parent, float x, float y, float z)
{
    s->names[s->count] = name;
    s->parents[s->count] = (int16_t)parent;
    s->rest[s->count] = caper_transform_make(caper_quat_identity(), caper_vec3_make(x, y, z));
    return s->count++;
}

/// Arms stretched out sideways; shins and feet so far to the side of what carries them.
static inline caper_character *sticks_person(float astride)
{
    sticks s = {.count = 0};
    int hips = sticks_add(&s, "Hips", -1, 0, 1, 0);
    int chest = sticks_add(&s, "Spine", hips, 0, 0.25f, 0);
    sticks_add(&s, "Head", sticks_add(&s, "Neck", chest, 0, 0.25f, 0), 0, 0.1f, 0);
    for (int side = 0; side < 2; side++) {
        float x = side ? -1 : 1;
        int upper = sticks_add(&s, side ? "RightArm" : "LeftArm", chest, 0.2f * x, 0.2f, 0);
        int lower = sticks_add(&s, side ? "RightForeArm" : "LeftForeArm", upper, 0.3f * x, 0, 0);
        sticks_add(&s, side ? "RightHand" : "LeftHand", lower, 0.25f * x, 0, 0);
    }
    for (int side = 0; side < 2; side++) {
        float x = side ? -1 : 1;
        int thigh = sticks_add(&s, side ? "RightUpLeg" : "LeftUpLeg", hips, 0.1f * x, 0, 0);
        int shin = sticks_add(&s, side ? "RightLeg" : "LeftLeg", thigh, astride * x, -0.45f, 0);
        sticks_add(&s, side ? "RightFoot" : "LeftFoot", shin, astride * x, -0.45f, 0);
    }
    caper_skeleton skeleton = {s.count, s.names, s.parents, s.rest};
    caper_skeleton_character_def def = caper_skeleton_character_def_default();
    def.skeleton = &skeleton;
    def.name = "person";
    caper_error error = {0};
    caper_character *c = caper_character_from_skeleton(&def, NULL, &error);
    REQUIRE(c != NULL);
    return c;
}

#endif
