// SPDX-License-Identifier: MIT
//
// Skeletons and clips for the tests of room `clip`, made from a seed: random trees, motions that
// swing, spin, stand still and stretch. Everything needed to judge a clip (all frames as they were
// given) stays beside it.
#ifndef CAPER_TEST_CLIP_FIXTURE_H
#define CAPER_TEST_CLIP_FIXTURE_H

#include "caper/clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct clip_fixture {
    caper_skeleton skeleton;
    char (*name_text)[24];
    const char **names;
    int16_t *parents;
    caper_transform *rest;
    int frame_count;
    float rate;
    caper_transform *frames; // frame_count x body_count
    caper_root *roots;
    caper_clip *clip;
} clip_fixture;

/// A point in the cube of half side 1. One number after the other: the order in which a compiler
/// evaluates arguments is its own.
static inline caper_vec3 fixture_vec3(caper_rng *rng)
{
    caper_vec3 v;
    v.x = caper_rng_range(rng, -1, 1);
    v.y = caper_rng_range(rng, -1, 1);
    v.z = caper_rng_range(rng, -1, 1);
    return v;
}

static inline caper_quat fixture_rotation(caper_rng *rng, float angle)
{
    return caper_quat_from_axis_angle(fixture_vec3(rng), angle);
}

/// A tree in which every third body branches off somewhere.
static inline void fixture_skeleton(clip_fixture *f, caper_rng *rng, int body_count)
{
    size_t n = (size_t)body_count;
    f->name_text = calloc(n, sizeof *f->name_text);
    f->names = calloc(n, sizeof *f->names);
    f->parents = calloc(n, sizeof *f->parents);
    f->rest = calloc(n, sizeof *f->rest);
    for (int i = 0; i < body_count; i++) {
        snprintf(f->name_text[i], sizeof f->name_text[i], "body_%d", i);
        f->names[i] = f->name_text[i];
        f->parents[i] = (int16_t)(i == 0 ? -1 : i % 3 == 0 ? caper_rng_int(rng, 0, i - 1) : i - 1);
        caper_vec3 p = caper_vec3_scale(fixture_vec3(rng), 0.1f);
        p.y += 0.15f;
        f->rest[i] = caper_transform_make(fixture_rotation(rng, 0.3f), p);
    }
    f->skeleton = (caper_skeleton){body_count, f->names, f->parents, f->rest};
}

/// Body i swings; each fourth one stays still, each seventh one spins, each fifth one stretches.
/// The first body walks forward and turns. With `loops` the last frame is the first one.
static inline void fixture_frames(clip_fixture *f, caper_rng *rng, int frame_count, bool loops)
{
    int n = f->skeleton.body_count;
    f->frame_count = frame_count;
    f->rate = 30.0f;
    f->frames = aligned_alloc(32, (size_t)frame_count * (size_t)n * sizeof *f->frames);
    f->roots = calloc((size_t)frame_count, sizeof *f->roots);
    float period = loops ? (float)(frame_count - 1) / 30.0f : 1.37f;
    for (int i = 0; i < n; i++) {
        caper_vec3 axis = caper_vec3_make(caper_rng_range(rng, -1, 1), 0.4f, 0.3f);
        float swing = caper_rng_range(rng, 0.1f, 1.2f), phase = caper_rng_range(rng, 0, 6);
        for (int k = 0; k < frame_count; k++) {
            float turn =
                CAPER_TAU * (float)(loops && k == frame_count - 1 ? 0 : k) / 30.0f / period;
            caper_transform *t = &f->frames[k * n + i];
            *t = f->rest[i];
            float angle = swing * caper_sin(turn + phase);
            if (i % 7 == 6)
                angle = turn;
            if (i % 4 != 3)
                t->rotation =
                    caper_quat_mul(f->rest[i].rotation, caper_quat_from_axis_angle(axis, angle));
            if (i % 5 == 0)
                t->position.y += 0.03f * caper_sin(turn + phase);
        }
    }
    for (int k = 0; k < frame_count; k++) {
        float s = (float)k / 30.0f;
        f->roots[k] = (caper_root){0.2f * s, 0.05f * s, 1.3f * s, 0.4f * s};
    }
}

static inline caper_clip_def fixture_def(const clip_fixture *f)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = "fixture";
    def.skeleton = &f->skeleton;
    def.rate = f->rate;
    def.frame_count = f->frame_count;
    def.frames = f->frames;
    return def;
}

static inline clip_fixture fixture_make(uint64_t seed, int body_count, int frame_count, bool loops)
{
    clip_fixture f = {0};
    caper_rng rng = caper_rng_make(seed);
    fixture_skeleton(&f, &rng, body_count);
    fixture_frames(&f, &rng, frame_count, loops);
    caper_clip_def def = fixture_def(&f);
    def.loops = loops;
    def.roots = f.roots;
    f.clip = caper_clip_create(&def, NULL);
    return f;
}

static inline void fixture_free(clip_fixture *f)
{
    caper_clip_destroy(f->clip);
    free(f->name_text);
    free(f->names);
    free(f->parents);
    free(f->rest);
    free(f->frames);
    free(f->roots);
}

// -- Oracles in double, written without the library ----------------------------------------------

typedef struct oracle_quat {
    double v[4];
} oracle_quat;

static inline oracle_quat oracle_from(caper_quat q)
{
    oracle_quat r = {{(double)q.x, (double)q.y, (double)q.z, (double)q.w}};
    return r;
}

static inline double oracle_dot(oracle_quat a, oracle_quat b)
{
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += a.v[i] * b.v[i];
    return s;
}

static inline oracle_quat oracle_mix(oracle_quat a, double wa, oracle_quat b, double wb)
{
    double sign = oracle_dot(a, b) < 0 ? -1 : 1;
    oracle_quat r;
    for (int i = 0; i < 4; i++)
        r.v[i] = wa * a.v[i] + sign * wb * b.v[i];
    double length = sqrt(oracle_dot(r, r));
    for (int i = 0; i < 4; i++)
        r.v[i] /= length;
    return r;
}

static inline oracle_quat oracle_nlerp(oracle_quat a, oracle_quat b, double t)
{
    return oracle_mix(a, 1 - t, b, t);
}

static inline oracle_quat oracle_slerp(oracle_quat a, oracle_quat b, double t)
{
    double c = fabs(oracle_dot(a, b)) / sqrt(oracle_dot(a, a) * oracle_dot(b, b));
    double angle = acos(c > 1 ? 1 : c);
    if (angle < 1e-9)
        return oracle_nlerp(a, b, t);
    return oracle_mix(a, sin((1 - t) * angle), b, sin(t * angle));
}

/// The angle of the rotation between two, by the chord, which is accurate when it is small.
static inline double oracle_angle(oracle_quat a, oracle_quat b)
{
    double sign = oracle_dot(a, b) < 0 ? -1 : 1, s = 0;
    for (int i = 0; i < 4; i++)
        s += (a.v[i] - sign * b.v[i]) * (a.v[i] - sign * b.v[i]);
    double chord = sqrt(s) / 2;
    return 4 * asin(chord > 1 ? 1 : chord);
}

#endif
