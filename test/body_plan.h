// SPDX-License-Identifier: MIT
//
// Small characters for the tests of room `body`, and a short way to make more: a plan is a def with
// room for its bodies, to be spoiled or extended before it is built.
#ifndef CAPER_TEST_BODY_PLAN_H
#define CAPER_TEST_BODY_PLAN_H

#include "test.h"

#include "caper/character.h"

#include <stdio.h>
#include <string.h>

#define SPINE CAPER_CAP_SPINE
#define LIMB CAPER_CAP_LIMB
#define FOOT (CAPER_CAP_LIMB | CAPER_CAP_FOOT)
#define HEAD CAPER_CAP_HEAD
#define HELPER CAPER_CAP_HELPER

typedef struct plan {
    caper_character_def def;
    caper_body_def bodies[CAPER_MAX_BODIES + 1];
} plan;

static plan the_plan; // too large for a stack
static char plan_names[CAPER_MAX_BODIES + 1][16];

static inline plan *begin(void)
{
    memset(&the_plan, 0, sizeof the_plan);
    the_plan.def = caper_character_def_default();
    the_plan.def.bodies = the_plan.bodies;
    return &the_plan;
}

// A body with a box of half size 0.05 about its joint.
static inline int add(plan *p, const char *name, int parent, float x, float y, float z,
                      caper_caps caps)
{
    int i = p->def.body_count++;
    caper_body_def *body = &p->bodies[i];
    *body = caper_body_def_default();
    body->name = name;
    body->parent = parent;
    body->rest_local.position = caper_vec3_make(x, y, z);
    body->caps = caps;
    return i;
}

static inline void box(plan *p, int i, caper_vec3 center, caper_vec3 half)
{
    p->bodies[i].box_center = center;
    p->bodies[i].box_half = half;
}

static inline caper_character *build(plan *p)
{
    caper_error error = {0};
    char text[320];
    caper_character *c = caper_character_create(&p->def, &error);
    if (!c)
        fprintf(stderr, "%s\n", caper_error_text(&error, text, sizeof text));
    REQUIRE(c != NULL);
    return c;
}

// Stands 1.7 m: pelvis joint at 1 m, chest at 1.3, head at 1.55; legs of 0.45 + 0.4, ankle at 0.1.
static inline plan *biped(void)
{
    plan *p = begin();
    int pelvis = add(p, "pelvis", -1, 0, 1, 0, SPINE);
    int chest = add(p, "chest", pelvis, 0, 0.3f, 0, SPINE);
    int head = add(p, "head", chest, 0, 0.25f, 0, HEAD);
    box(p, pelvis, caper_vec3_make(0, 0.1f, 0), caper_vec3_make(0.15f, 0.1f, 0.1f));
    box(p, chest, caper_vec3_make(0, 0.1f, 0), caper_vec3_make(0.2f, 0.1f, 0.1f));
    box(p, head, caper_vec3_make(0, 0.05f, 0), caper_vec3_make(0.1f, 0.1f, 0.1f));
    for (int side = 1; side >= -1; side -= 2) {
        bool left = side > 0;
        float s = (float)side;
        int thigh = add(p, left ? "thigh_a" : "thigh_b", pelvis, 0.1f * s, -0.05f, 0, LIMB);
        int shin = add(p, left ? "shin_a" : "shin_b", thigh, 0, -0.45f, 0, LIMB);
        int foot = add(p, left ? "foot_a" : "foot_b", shin, 0, -0.4f, 0, FOOT);
        box(p, thigh, caper_vec3_make(0, -0.22f, 0), caper_vec3_make(0.06f, 0.2f, 0.06f));
        box(p, shin, caper_vec3_make(0, -0.2f, 0), caper_vec3_make(0.05f, 0.2f, 0.05f));
        box(p, foot, caper_vec3_make(0, -0.05f, 0.05f), caper_vec3_make(0.05f, 0.05f, 0.12f));
        int hand =
            add(p, left ? "hand_a" : "hand_b", chest, 0.3f * s, 0.15f, 0, LIMB | CAPER_CAP_GRASPER);
        box(p, hand, caper_vec3_make(0.1f * s, 0, 0), caper_vec3_make(0.1f, 0.02f, 0.04f));
    }
    return p;
}

// The root of the tree amid the spine; two legs at either end, the head in front.
static inline plan *quadruped(void)
{
    plan *p = begin();
    int middle = add(p, "middle", -1, 0, 0.8f, 0, SPINE);
    int front = add(p, "front", middle, 0, 0, 0.5f, SPINE);
    int rear = add(p, "rear", middle, 0, 0, -0.5f, SPINE);
    int neck = add(p, "neck", front, 0, 0.2f, 0.1f, LIMB);
    add(p, "head", neck, 0, 0.1f, 0.1f, HEAD);
    static const char *const leg_names[] = {"fl", "fr", "rl", "rr"};
    for (int k = 0; k < 4; k++)
        add(p, leg_names[k], k < 2 ? front : rear, k % 2 ? -0.2f : 0.2f, -0.75f, 0, FOOT);
    return p;
}

static inline plan *snake(int count)
{
    plan *p = begin();
    for (int i = 0; i < count; i++) {
        snprintf(plan_names[i], sizeof plan_names[i], "s%d", i);
        add(p, plan_names[i], i - 1, 0, i == 0 ? 0.05f : 0, i == 0 ? 0 : -0.2f, SPINE);
    }
    return p;
}

#endif
