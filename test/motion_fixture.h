// SPDX-License-Identifier: MIT
//
// A motion for any character, for files that go out and come back: two crouches in which every body
// turns at its own pace, and with `lively` also what formats find hard: bodies that leave their
// place, turns past half a circle, and a root track that walks and spins.
#ifndef CAPER_TEST_MOTION_FIXTURE_H
#define CAPER_TEST_MOTION_FIXTURE_H

#include "caper/clip.h"

#include <stdlib.h>

#define MOTION_FRAMES 61
#define MOTION_RATE 60.0f

static inline caper_transform motion_local(const caper_character *c, int i, float t, bool lively)
{
    caper_transform at = c->skeleton.rest_local[i];
    float phase = (float)i;
    caper_vec3 axis = caper_vec3_make(1.0f, (float)(i % 3) - 1.0f, (float)(i % 2));
    float angle = 0.5f * (caper_sin(6.0f * t + phase) - caper_sin(phase));
    if (lively && i % 7 == 3)
        angle = 5.0f * t;
    if (i % 4 != 1) // some keep still
        at.rotation = caper_quat_mul(at.rotation, caper_quat_from_axis_angle(axis, angle));
    if (c->skeleton.parents[i] < 0)
        at.position.y -= 0.1f * c->height * (1.0f - caper_cos(2.0f * CAPER_TAU * t));
    else if (lively && i % 5 == 2)
        at.position = caper_vec3_scale(at.position, 1.0f + 0.2f * caper_sin(4.0f * t));
    return at;
}

/// NULL with an error.
static inline caper_clip *motion_make(const caper_character *c, bool lively, caper_error *error)
{
    size_t n = (size_t)c->body_count;
    caper_transform *frames = aligned_alloc(32, MOTION_FRAMES * n * sizeof *frames);
    caper_root roots[MOTION_FRAMES];
    for (int f = 0; frames && f < MOTION_FRAMES; f++) {
        float t = (float)f / MOTION_RATE;
        for (int i = 0; i < c->body_count; i++)
            frames[(size_t)f * n + (size_t)i] = motion_local(c, i, t, lively);
        roots[f].x = 0.5f * c->size * caper_sin(2.0f * t);
        roots[f].y = 0.1f * c->size * t;
        roots[f].z = 2.0f * c->size * t;
        roots[f].yaw = 7.0f * t;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = lively ? "lively" : "crouch";
    def.skeleton = &c->skeleton;
    def.rate = MOTION_RATE;
    def.frame_count = MOTION_FRAMES;
    def.frames = frames;
    def.roots = lively ? roots : NULL;
    caper_clip *clip = frames ? caper_clip_create(&def, error) : NULL;
    free(frames);
    return clip;
}

#endif
