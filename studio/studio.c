// SPDX-License-Identifier: MIT
// The studio: what it starts with, and how its time passes.
#include "studio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The angle of view, radians, as everywhere in Caper.
#define FOV 0.45f

static look first_look(void)
{
    look l;
    memset(&l, 0, sizeof l); // compared as bytes
    l.yaw = 0.42f;
    l.pitch = 0.2f;
    l.distance = 6;
    l.target = caper_vec3_make(0, 0.8f, 0);
    l.trails = l.goals = l.contacts = l.skins = l.grid = l.labels = l.shadows = true;
    l.autokey = l.loop = true;
    l.speed = 1;
    l.rate = 30;
    return l;
}

bool studio_open(studio *s, caper_error *error)
{
    memset(s, 0, sizeof *s);
    s->look = first_look();
    keys_reset(false);
    return document_open(&s->doc) && stage_open(&s->stage, error);
}

draft studio_draft(const studio *s)
{
    draft d;
    draft_open(&d, state_motion(&s->doc.state));
    return d;
}

bool studio_take_draft(studio *s, draft *d, caper_error *error)
{
    return document_take_motion(&s->doc, draft_close(d, error), error);
}

void studio_close(studio *s)
{
    stage_drive(&s->stage, NULL);
    stage_close(&s->stage);
    document_close(&s->doc);
    caper_renderer_destroy(s->renderer);
    free(s->copied);
    free(s->copied_ids);
    free(s->copied_kinds);
    memset(s, 0, sizeof *s);
}

caper_motion *studio_empty_motion(const char *name, caper_error *error)
{
    caper_key key = {.time = 0, .ease = CAPER_EASE_SMOOTH};
    caper_curve curve = {CAPER_CURVE_POSITION, NULL, &key, 1};
    caper_channel channel = {.name = "channel 1", .curves = &curve, .curve_count = 1};
    channel.query.caps = CAPER_CAP_GRASPER;
    channel.mode.position = channel.mode.rotation = CAPER_FRAME_REST;
    channel.mode.scale = CAPER_SCALE_LIMB;
    caper_branch branch = {.name = "", .channels = &channel, .channel_count = 1};
    caper_motion_def def = caper_motion_def_default();
    def.name = name;
    def.duration = 2;
    def.branches = &branch;
    def.branch_count = 1;
    return caper_motion_create(&def, error);
}

bool studio_welcome(studio *s, caper_error *error)
{
    static const char *const first[] = {"open wave", "cast_add sally", "cast_add dog",
                                        "cast_add bird", "active 0"};
    for (int i = 0; i < CAPER_COUNT_OF(first); i++) {
        if (!studio_run(s, first[i], error)) {
            return false;
        }
    }
    s->recent_count = 0; // nobody opened these
    studio_follow(s);
    return studio_run(s, "frame", error);
}

void studio_follow(studio *s)
{
    if (s->stage.version != s->doc.version || s->stage.ghosts != s->look.ghosts) {
        s->stage.ghosts = s->look.ghosts;
        float time = s->stage.time;
        bool live = s->playing && s->stage.motion;
        stage_follow(&s->stage, &s->doc);
        if (live) { // an edit while it plays does not move the time
            stage_seek(&s->stage, time);
        }
    }
}

// The camera goes along with a cast that walks.
static void follow_walk(studio *s, caper_vec3 before)
{
    caper_vec3 after = stage_middle(&s->stage);
    caper_vec3 by = caper_vec3_sub(after, before);
    if (caper_vec3_is_finite(by) && caper_vec3_length(by) < 0.5f * s->look.distance) {
        s->look.target = caper_vec3_add(s->look.target, by);
    }
}

void studio_update(studio *s, float dt)
{
    s->clock += (double)dt;
    studio_follow(s);
    if (s->stage.driver) {
        caper_vec3 before = stage_middle(&s->stage);
        stage_update(&s->stage, dt, true);
        follow_walk(s, before);
    } else if (s->playing) {
        bool on = stage_update(&s->stage, dt * s->look.speed, s->look.loop);
        s->doc.state.time = s->stage.time;
        s->playing = on;
    }
}

caper_view studio_view(const look *l, float aspect)
{
    caper_view v = caper_view_default();
    v.yaw = l->yaw;
    v.pitch = l->pitch;
    v.fov = FOV;
    v.aspect = aspect;
    v.margin = 0.12f; // names stand above heads
    return v;
}

float studio_height(const look *l)
{
    return 2 * l->distance * caper_tan(0.5f * FOV);
}

caper_camera studio_camera(const look *l)
{
    caper_camera c;
    memset(&c, 0, sizeof c);
    float cy = caper_cos(l->yaw), sy = caper_sin(l->yaw);
    float cp = caper_cos(l->pitch), sp = caper_sin(l->pitch);
    c.target = l->target;
    c.eye = caper_vec3_add_scaled(l->target, caper_vec3_make(sy * cp, sp, cy * cp), l->distance);
    c.up = caper_vec3_make(0, 1, 0);
    c.fov = l->flat ? 0 : FOV;
    c.height = studio_height(l);
    return c;
}
