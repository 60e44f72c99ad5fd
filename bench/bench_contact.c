// SPDX-License-Identifier: MIT
// Room `contact`: one frame of a sole that walks, found and held, against the least that a frame of
// it can be: its points moved by a transform and the spring of a release.
#include "bench.h"
#include "caper/contact.h"

#include <stdlib.h>

#define FRAMES 256
#define POINTS 4

typedef struct foot_state {
    caper_stance stance;
    caper_latch latch;
    caper_stance_def standing;
    caper_latch_def holding;
    caper_vec3 sole[POINTS], offset, rate;
    caper_transform frames[FRAMES];
} foot_state;

static void *setup(double *units)
{
    foot_state *s = calloc(1, sizeof *s);
    *units = 1;
    if (!s) {
        return NULL;
    }
    s->standing = caper_stance_def_default();
    s->holding = caper_latch_def_default();
    for (int i = 0; i < POINTS; i++) {
        s->sole[i] = caper_vec3_make(i & 1 ? 0.05f : -0.05f, 0, i & 2 ? 0.15f : -0.1f);
    }
    for (int i = 0; i < FRAMES; i++) {
        // half of the time on the ground, sliding a little; then up and on
        float t = (float)(i % 64) / 32, air = t > 1 ? t - 1 : 0;
        float lift = 0.5f * air * (1 - air), pitch = 0.4f * caper_sin(CAPER_PI * t);
        caper_vec3 at = caper_vec3_make(0.01f * t, 0.005f + lift, 0.02f * t + air);
        s->frames[i] = caper_transform_make(
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), t > 0.8f ? pitch : 0), at);
    }
    return s;
}

static void run(void *user, int times)
{
    foot_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_latch_job job = {.points = s->sole, .point_count = POINTS, .dt = 1 / 60.0f};
        caper_vec3 points[POINTS];
        float heights[POINTS];
        job.wish = s->frames[i % FRAMES];
        for (int k = 0; k < POINTS; k++) {
            points[k] = caper_transform_mul_point(job.wish, s->sole[k]);
            heights[k] = points[k].y;
        }
        caper_stance_job seen = {.points = points, .heights = heights, .point_count = POINTS};
        seen.dt = 1 / 60.0f;
        job.stands = caper_stance_update(&s->stance, &s->standing, &seen);
        job.normal = caper_vec3_make(0, 1, 0);
        caper_latch_update(&s->latch, &s->holding, &job);
        bench_keep(&job);
    }
}

static void run_least(void *user, int times)
{
    foot_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_vec3 points[POINTS];
        for (int k = 0; k < POINTS; k++) {
            points[k] = caper_transform_mul_point(s->frames[i % FRAMES], s->sole[k]);
        }
        s->offset.x = 0.01f;
        caper_vec3_decay_spring(&s->offset, &s->rate, 0.05f, 1 / 60.0f);
        bench_keep(points);
        bench_keep(&s->offset);
    }
}

static const bench_case cases[] = {
    {.name = "contact.foot",
     .what = "a sole of four points, found and held",
     .unit = "frame",
     .setup = setup,
     .teardown = free,
     .run = run,
     .baseline = run_least,
     .max_ns = 150,
     .reference = "two feet in a twentieth of an actor's frame of 6 us"},
};

const bench_suite bench_contact = {"contact", cases, CAPER_COUNT_OF(cases), NULL, 0};
