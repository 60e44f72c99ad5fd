// SPDX-License-Identifier: MIT
//
// Clips and graphs for the tests of room `graph`, made from seeds.
#ifndef CAPER_TEST_GRAPH_FIXTURE_H
#define CAPER_TEST_GRAPH_FIXTURE_H

#include "caper/graph.h"

#include <stdlib.h>

typedef struct graph_clip_plan {
    uint64_t seed; // of how bodies swing
    int frames;
    float hertz, speed, turn; // of the swing; m/s forward; rad/s
    const char *tag;          // or NULL
} graph_clip_plan;

/// A character that swings all its bodies while it goes along a curve, 30 frames a second. The feet
/// take turns in standing, half of each swing.
static inline caper_clip *graph_clip_of(const caper_character *c, const graph_clip_plan *plan)
{
    caper_rng rng = caper_rng_make(plan->seed);
    int n = c->body_count, frames = plan->frames;
    caper_transform *all = aligned_alloc(32, (size_t)(frames * n) * sizeof *all);
    caper_root *roots = calloc((size_t)frames, sizeof *roots);
    for (int b = 0; b < n; b++) {
        caper_vec3 axis = {caper_rng_range(&rng, -1, 1), 0.2f, 0.3f};
        float swing = caper_rng_range(&rng, 0, 0.5f), phase = caper_rng_range(&rng, 0, 6);
        for (int f = 0; f < frames; f++) {
            float t = (float)f / 30.0f * CAPER_TAU * plan->hertz;
            all[f * n + b] = c->skeleton.rest_local[b];
            all[f * n + b].rotation =
                caper_quat_mul(c->skeleton.rest_local[b].rotation,
                               caper_quat_from_axis_angle(axis, swing * caper_sin(t + phase)));
        }
    }
    for (int f = 1; f < frames; f++) {
        caper_root step = {0, 0, plan->speed / 30.0f, plan->turn / 30.0f};
        roots[f] = caper_root_mul(roots[f - 1], step);
    }
    caper_contact contacts[64];
    int count = 0;
    float duration = (float)(frames - 1) / 30.0f, half = 0.5f / plan->hertz;
    for (float t = 0; t < duration && count < 64; t += half) {
        contacts[count] =
            (caper_contact){c->legs[count % c->leg_count].foot, t, caper_min(t + half, duration)};
        count++;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "made";
    def.skeleton = &c->skeleton;
    def.rate = 30.0f;
    def.frame_count = frames;
    def.frames = all;
    def.roots = roots;
    def.contacts = contacts;
    def.contact_count = count;
    def.tags = plan->tag ? &plan->tag : NULL;
    def.tag_count = plan->tag ? 1 : 0;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(all);
    free(roots);
    return clip;
}

/// One that turns and hurries by its seed.
static inline caper_clip *graph_clip(const caper_character *c, uint64_t seed, int frames)
{
    caper_rng rng = caper_rng_make(seed + 1000);
    graph_clip_plan plan = {.seed = seed, .frames = frames};
    plan.hertz = caper_rng_range(&rng, 0.6f, 1.2f);
    plan.speed = caper_rng_range(&rng, 0.5f, 2.0f);
    plan.turn = caper_rng_range(&rng, -1.0f, 1.0f);
    return graph_clip_of(c, &plan);
}

/// A heap that connects well: one way to swing, straight ahead, to the left, to the right, fast.
typedef struct graph_fixture {
    caper_clip *clips[4];
    caper_graph *graph;
} graph_fixture;

static inline caper_graph_def graph_fixture_def(graph_fixture *f, const caper_character *c)
{
    const graph_clip_plan plans[4] = {{3, 95, 1.03f, 1.0f, 0.0f, "straight"},
                                      {3, 80, 1.03f, 1.0f, 0.9f, "left"},
                                      {3, 85, 1.03f, 1.0f, -0.9f, "right"},
                                      {3, 90, 1.03f, 1.6f, 0.0f, "fast"}};
    for (int i = 0; i < 4; i++)
        f->clips[i] = graph_clip_of(c, &plans[i]);
    caper_graph_def def = caper_graph_def_default();
    def.character = c;
    def.clips = (const caper_clip *const *)f->clips;
    def.clip_count = 4;
    def.max_slip = 10.0f; // swinging feet do not really stand
    return def;
}

static inline graph_fixture graph_fixture_make(const caper_character *c)
{
    graph_fixture f = {0};
    caper_graph_def def = graph_fixture_def(&f, c);
    f.graph = caper_graph_create(&def, NULL);
    return f;
}

static inline void graph_fixture_free(graph_fixture *f)
{
    caper_graph_destroy(f->graph);
    for (int i = 0; i < 4; i++)
        caper_clip_destroy(f->clips[i]);
}

#endif
