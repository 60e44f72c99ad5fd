// SPDX-License-Identifier: MIT
//
// One stage for every metric, so that all are judged on the same body. Every metric on motions
// whose answer is known in closed form, at sizes 0.1, 1.8 and 10 m.
//
// The subject is a bench with two feet and two hands, each hanging on its own track of translation,
// so that the path of every point is what the test writes down. All lengths are for size 1.8 and
// grow with it, speeds with its square root.
#ifndef CAPER_TEST_QUALITY_FIXTURE_H
#define CAPER_TEST_QUALITY_FIXTURE_H

#include "test.h"

#include "base/json.h"
#include "caper/quality.h"
#include "menagerie.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PELVIS,
    LEFT_FOOT,
    RIGHT_FOOT,
    LEFT_ARM,
    RIGHT_ARM,
    LEFT_HAND,
    RIGHT_HAND,
    LIMB,
    RING,
    BODIES
};

#define RATE 60.0f
#define FRAMES 121 // two seconds at size 1.8
static const float sizes[] = {0.1f, 1.8f, 10.0f};

typedef struct stage {
    float size, length, speed; // length = size / 1.8, speed its root
    float coarse; // how much longer a frame is than the body's own sixtieth of a second; 1 at least
    caper_character *character;
    caper_transform *frames; // FRAMES x BODIES, at rest to begin with
    caper_root roots[FRAMES];
    caper_contact contacts[8];
    int contact_count;
    bool loops, fitted;
    float rate; // of the clip; RATE to begin with
    caper_clip *clip;
    caper_report *report;
} stage;

static inline caper_body_def part(const char *name, int parent, float x, float y, float z, float hx,
                                  float hy, float hz, caper_caps caps)
{
    caper_body_def b = caper_body_def_default();
    b.name = name;
    b.parent = parent;
    b.rest_local = caper_transform_make(caper_quat_identity(), caper_vec3_make(x, y, z));
    b.box_half = caper_vec3_make(hx, hy, hz);
    b.caps = caps;
    b.joint.kind = CAPER_JOINT_BALL;
    b.joint.axis = caper_vec3_make(0, 1, 0);
    b.joint.swing = CAPER_PI;
    b.joint.min = -CAPER_PI;
    b.joint.max = CAPER_PI;
    return b;
}

static float feet_at = 0;       // ahead of the pelvis, metres at size 1.8
static float left_up = 0;       // of the left foot over the ground at rest
static float twists = CAPER_PI; // how far the left hand may

static inline caper_character *make_bench(float k)
{
    caper_body_def b[BODIES] = {
        part("pelvis", -1, 0, 1.0f * k, 0, 0.1f * k, 0.1f * k, 0.9f * k, CAPER_CAP_SPINE),
        part("left_foot", PELVIS, 0.2f * k, (left_up - 0.98f) * k, feet_at * k, 0.05f * k,
             0.02f * k, 0.1f * k, CAPER_CAP_FOOT | CAPER_CAP_LIMB),
        part("right_foot", PELVIS, -0.2f * k, -0.98f * k, feet_at * k, 0.05f * k, 0.02f * k,
             0.1f * k, CAPER_CAP_FOOT | CAPER_CAP_LIMB),
        part("left_arm", PELVIS, 0, 0, 0, 0.02f * k, 0.02f * k, 0.02f * k, CAPER_CAP_LIMB),
        part("right_arm", PELVIS, 0, 0, 0, 0.02f * k, 0.02f * k, 0.02f * k, CAPER_CAP_LIMB),
        part("left_hand", LEFT_ARM, 0.5f * k, 0, 0, 0.05f * k, 0.05f * k, 0.05f * k,
             CAPER_CAP_GRASPER | CAPER_CAP_LIMB),
        part("right_hand", RIGHT_ARM, -0.5f * k, 0, 0, 0.05f * k, 0.05f * k, 0.05f * k,
             CAPER_CAP_GRASPER | CAPER_CAP_LIMB),
        part("limb", PELVIS, 0, 0, 0.95f * k, 0.02f * k, 0.02f * k, 0.02f * k, CAPER_CAP_LIMB),
        // overlaps the hand at rest, as a ring does: nobody is to be blamed for that
        part("ring", PELVIS, 0.52f * k, 0, 0, 0.04f * k, 0.04f * k, 0.04f * k, CAPER_CAP_LIMB),
    };
    b[PELVIS].joint.kind = CAPER_JOINT_FREE;
    b[LEFT_HAND].joint.min = -twists;
    b[LEFT_HAND].joint.max = twists;
    b[LIMB].joint.kind = CAPER_JOINT_HINGE;
    b[LIMB].joint.axis = caper_vec3_make(1, 0, 0);
    b[LIMB].joint.min = -0.5f;
    b[LIMB].joint.max = 0.5f;
    b[LIMB].box_center = caper_vec3_make(0, 0, 0);
    // pelvis box: 1.8 m long, so that the size of the whole is 1.8 k
    caper_character_def def = caper_character_def_default();
    def.name = "bench";
    def.bodies = b;
    def.body_count = BODIES;
    caper_error error = {0};
    caper_character *c = caper_character_create(&def, &error);
    REQUIRE(c != NULL);
    return c;
}

static inline caper_transform *at(stage *s, int frame, int body)
{
    return &s->frames[frame * BODIES + body];
}

static inline stage *stage_open(float size)
{
    stage *s = calloc(1, sizeof(*s));
    REQUIRE(s != NULL);
    s->size = size;
    s->rate = RATE;
    s->length = size / 1.8f;
    s->speed = sqrtf(s->length);
    s->coarse = fmaxf(1.0f, 1.0f / s->speed);
    // the limb reaches past the pelvis box: measure once, then scale to the size asked for
    caper_character *probe = make_bench(1.0f);
    float k = size / probe->size;
    caper_character_destroy(probe);
    s->character = make_bench(k);
    REQUIRE(fabsf(s->character->size - size) < 1e-5f * size);
    s->frames = caper_alloc(NULL, sizeof(caper_transform) * FRAMES * BODIES, 32);
    REQUIRE(s->frames != NULL);
    for (int f = 0; f < FRAMES; f++) {
        memcpy(at(s, f, 0), s->character->skeleton.rest_local, sizeof(caper_transform) * BODIES);
    }
    return s;
}

static inline caper_clip *stage_clip(stage *s)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = "test";
    def.skeleton = &s->character->skeleton;
    def.rate = s->rate;
    def.frame_count = FRAMES;
    def.loops = s->loops;
    def.frames = s->frames;
    def.roots = s->roots;
    def.contacts = s->contacts;
    def.contact_count = s->contact_count;
    static const char *const tags[] = {CAPER_TAG_FITTED};
    def.tags = tags;
    def.tag_count = s->fitted;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    return clip;
}

static inline void stage_clear(stage *s)
{
    caper_report_destroy(s->report);
    caper_clip_destroy(s->clip);
    s->report = NULL;
    s->clip = NULL;
}

// Judge on a floor at y = 0, with more of the job filled in by the caller.
static inline const caper_report *judge_job(stage *s, caper_check_job job)
{
    stage_clear(s);
    s->clip = stage_clip(s);
    job.character = s->character;
    job.clip = s->clip;
    caper_error error = {0};
    s->report = caper_check(&job, &error);
    REQUIRE(s->report != NULL);
    return s->report;
}

static inline const caper_report *judge(stage *s)
{
    caper_check_job job = caper_check_job_default();
    job.floor = 0;
    return judge_job(s, job);
}

static inline void stage_close(stage *s)
{
    stage_clear(s);
    caper_free(NULL, s->frames, sizeof(caper_transform) * FRAMES * BODIES);
    caper_character_destroy(s->character);
    free(s);
}

#define FOR_EACH_SIZE(s)                                                                           \
    for (int size_index = 0; size_index < 3; size_index++)                                         \
        for (stage *s = stage_open(sizes[size_index]); s; stage_close(s), s = NULL)

static inline double value(const caper_report *r, caper_metric m)
{
    CHECK(r->measures[m].measured);
    return r->measures[m].value;
}

static inline float seconds(int frame)
{
    return (float)frame / RATE;
}

#define GRAVITY 9.81f

// Up and down again in so many seconds, from frame 30, with `g` times the gravity there is.
static inline void throw_up(stage *s, float time, float g)
{
    for (int f = 0; f < FRAMES; f++) {
        float t = seconds(f - 30);
        bool flies = t > 0 && t < time;
        s->roots[f].y = flies ? 0.5f * g * GRAVITY * t * (time - t) : 0.0f;
    }
}

// Lift a foot by 10 cm between two frames, straight up and down within one frame.
static inline void lift(stage *s, int body, int from, int to)
{
    for (int f = from; f <= to; f++) {
        at(s, f, body)->position.y =
            s->character->skeleton.rest_local[body].position.y + 0.1f * s->length;
    }
}

#endif
