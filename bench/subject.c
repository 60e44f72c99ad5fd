// SPDX-License-Identifier: MIT
// Builds the benchmarks' human and its motion; and the plain scalar twin of sampling and
// kinematics.
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct maker {
    caper_body_def bodies[SUBJECT_BODIES];
    char names[SUBJECT_BODIES][32];
    int count;
} maker;

static int add(maker *m, int parent, const char *name, int number, caper_vec3 offset,
               caper_caps caps)
{
    int i = m->count++;
    snprintf(m->names[i], sizeof(m->names[i]), "%s_%d", name, number);
    caper_body_def *b = &m->bodies[i];
    *b = caper_body_def_default();
    b->name = m->names[i];
    b->parent = parent;
    b->rest_local = caper_transform_make(caper_quat_identity(), offset);
    b->box_half = caper_vec3_make(0.03f, 0.03f, 0.03f);
    b->joint.kind = parent < 0 ? CAPER_JOINT_FREE : CAPER_JOINT_BALL;
    b->joint.axis = caper_vec3_make(0, 1, 0);
    b->joint.swing = CAPER_PI;
    b->joint.min = -CAPER_PI;
    b->joint.max = CAPER_PI;
    b->caps = caps;
    return i;
}

static void add_side(maker *m, int pelvis, int chest, float side)
{
    int n = side > 0 ? 0 : 1;
    int thigh = add(m, pelvis, "thigh", n, caper_vec3_make(0.1f * side, -0.05f, 0), CAPER_CAP_LIMB);
    int shin = add(m, thigh, "shin", n, caper_vec3_make(0, -0.45f, 0), CAPER_CAP_LIMB);
    int foot =
        add(m, shin, "foot", n, caper_vec3_make(0, -0.42f, 0), CAPER_CAP_LIMB | CAPER_CAP_FOOT);
    add(m, foot, "toe", n, caper_vec3_make(0, 0, 0.15f), CAPER_CAP_LIMB);
    int clavicle =
        add(m, chest, "clavicle", n, caper_vec3_make(0.05f * side, 0.2f, 0), CAPER_CAP_LIMB);
    int upper =
        add(m, clavicle, "upper_arm", n, caper_vec3_make(0.15f * side, 0, 0), CAPER_CAP_LIMB);
    add(m, upper, "upper_twist", n, caper_vec3_make(0.1f * side, 0, 0), CAPER_CAP_HELPER);
    int lower = add(m, upper, "lower_arm", n, caper_vec3_make(0.3f * side, 0, 0), CAPER_CAP_LIMB);
    add(m, lower, "lower_twist", n, caper_vec3_make(0.1f * side, 0, 0), CAPER_CAP_HELPER);
    int hand = add(m, lower, "hand", n, caper_vec3_make(0.27f * side, 0, 0),
                   CAPER_CAP_LIMB | CAPER_CAP_GRASPER);
    for (int finger = 0; finger < 5; finger++) {
        int parent = hand;
        for (int link = 0; link < 4; link++) {
            parent = add(m, parent, "finger", n * 20 + finger * 4 + link,
                         caper_vec3_make(0.03f * side, 0, link ? 0 : 0.02f * (float)(finger - 2)),
                         CAPER_CAP_LIMB);
        }
    }
}

static caper_character *make_character(void)
{
    maker *m = calloc(1, sizeof(*m));
    if (!m) {
        return NULL;
    }
    int spine = add(m, -1, "spine", 0, caper_vec3_make(0, 1.0f, 0), CAPER_CAP_SPINE);
    int pelvis = spine, chest = spine;
    for (int i = 1; i < 7; i++) {
        caper_caps caps = CAPER_CAP_SPINE | (i == 6 ? CAPER_CAP_HEAD : 0u);
        spine = add(m, spine, "spine", i, caper_vec3_make(0, 0.11f, 0), caps);
        chest = i == 3 ? spine : chest;
    }
    add_side(m, pelvis, chest, 1.0f);
    add_side(m, pelvis, chest, -1.0f);
    caper_character_def def = caper_character_def_default();
    def.name = "bench_human";
    def.bodies = m->bodies;
    def.body_count = m->count;
    caper_character *character =
        m->count == SUBJECT_BODIES ? caper_character_create(&def, NULL) : NULL;
    free(m);
    return character;
}

// Every body swings about its own axis with its own frequency.
static void fill_frames(const caper_character *c, caper_transform *frames, caper_root *roots)
{
    caper_rng rng = caper_rng_make(67);
    for (int b = 0; b < SUBJECT_BODIES; b++) {
        // one draw a statement: the order of arguments is the compiler's choice
        float x = caper_rng_range(&rng, -1, 1);
        float y = caper_rng_range(&rng, -1, 1);
        float z = caper_rng_range(&rng, -1, 1);
        caper_vec3 axis =
            caper_vec3_normalize_or(caper_vec3_make(x, y, z), caper_vec3_make(1, 0, 0));
        float speed = caper_rng_range(&rng, 1.0f, 6.0f);
        float wide = caper_rng_range(&rng, 0.1f, 0.8f);
        for (int f = 0; f < SUBJECT_FRAMES; f++) {
            float t = (float)f / SUBJECT_RATE;
            caper_transform *out = &frames[f * SUBJECT_BODIES + b];
            *out = c->skeleton.rest_local[b];
            out->rotation = caper_quat_mul(
                out->rotation, caper_quat_from_axis_angle(axis, wide * caper_sin(speed * t)));
            if (b == 0) {
                out->position.y += 0.03f * caper_sin(7.0f * t);
                roots[f].x = roots[f].y = roots[f].yaw = 0;
                roots[f].z = 1.4f * t;
            }
        }
    }
}

subject subject_make(void)
{
    subject s = {make_character(), NULL, NULL};
    s.frames = caper_alloc(NULL, sizeof(caper_transform) * SUBJECT_FRAMES * SUBJECT_BODIES, 32);
    caper_root *roots = calloc(SUBJECT_FRAMES, sizeof(caper_root));
    if (s.character && s.frames && roots) {
        fill_frames(s.character, s.frames, roots);
        caper_clip_def def = caper_clip_def_default();
        def.name = "bench";
        def.skeleton = &s.character->skeleton;
        def.rate = SUBJECT_RATE;
        def.frame_count = SUBJECT_FRAMES;
        def.frames = s.frames;
        def.roots = roots;
        s.clip = caper_clip_create(&def, NULL);
    }
    free(roots);
    if (!s.clip) {
        subject_free(&s);
    }
    return s;
}

void subject_free(subject *s)
{
    caper_clip_destroy(s->clip);
    caper_character_destroy(s->character);
    caper_free(NULL, s->frames, sizeof(caper_transform) * SUBJECT_FRAMES * SUBJECT_BODIES);
    memset(s, 0, sizeof(*s));
}

void subject_sample_plainly(const subject *s, float time, caper_transform *local)
{
    float at = time * SUBJECT_RATE;
    int frame = (int)at;
    frame = frame > SUBJECT_FRAMES - 2 ? SUBJECT_FRAMES - 2 : frame;
    const caper_transform *a = s->frames + frame * SUBJECT_BODIES;
    for (int b = 0; b < SUBJECT_BODIES; b++) {
        local[b] = caper_transform_lerp(a[b], a[b + SUBJECT_BODIES], at - (float)frame);
    }
}

void subject_fk_plainly(const caper_skeleton *skeleton, const caper_transform *local,
                        caper_transform *model)
{
    for (int b = 0; b < skeleton->body_count; b++) {
        int p = skeleton->parents[b];
        model[b] = p < 0 ? local[b] : caper_transform_mul(model[p], local[b]);
    }
}
