// SPDX-License-Identifier: MIT
// Room `puppet`: a frame of a performer on Blubby and on Sally (paper 001, Table II: 5.4 ms on the
// machine of 2001), and the filter for 14 sensors. The performer walks on the spot of a file that
// ships: no captures needed.
#include "bench.h"
#include "../test/puppeteer.h"
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 240 // two seconds at 120 Hz: two walking cycles
#define RATE 120.0f
#define SENSORS 14

typedef struct frame_state {
    caper_character *performer, *character;
    puppeteer *puppet;
    caper_pose poses[FRAMES];
    caper_pose out;
    int at;
} frame_state;

static caper_character *load(const char *name)
{
    char relative[96], path[1024];
    snprintf(relative, sizeof relative, "characters/%s.character.json", name);
    return cli_data_path(relative, path, sizeof path) ? caper_character_load(path, NULL, NULL)
                                                      : NULL;
}

static void turn(const caper_character *c, caper_pose *pose, const char *name, float angle)
{
    int body = caper_character_find(c, name);
    if (body >= 0) {
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
        pose->bodies[body].rotation = caper_quat_mul(q, pose->bodies[body].rotation);
    }
}

/// A walk: thighs and arms swing against each other, knees fold in the swing.
static void walk(const caper_character *c, caper_pose *pose, float time)
{
    static const char *const sides[] = {"left", "right"};
    for (int i = 0; i < 2; i++) {
        float phase = 2 * CAPER_PI * time + (i ? CAPER_PI : 0);
        char name[32];
        snprintf(name, sizeof name, "%s_thigh", sides[i]);
        turn(c, pose, name, -0.4f * caper_sin(phase));
        snprintf(name, sizeof name, "%s_shin", sides[i]);
        turn(c, pose, name, 0.5f * caper_max(caper_cos(phase), 0));
        snprintf(name, sizeof name, "%s_upper_arm", sides[i]);
        turn(c, pose, name, 0.3f * caper_sin(phase));
    }
    pose->bodies[0].position.z += 1.3f * time;
    pose->bodies[0].position.y += 0.02f * caper_cos(4 * CAPER_PI * time);
}

static void teardown(void *user)
{
    frame_state *s = user;
    for (int i = 0; i < FRAMES; i++) {
        caper_pose_destroy(&s->poses[i], NULL);
    }
    caper_pose_destroy(&s->out, NULL);
    puppeteer_close(s->puppet);
    caper_character_destroy(s->character);
    caper_character_destroy(s->performer);
    free(s);
}

static void *setup_frames(const char *name, double *units)
{
    frame_state *s = calloc(1, sizeof *s);
    *units = 1;
    if (!s) {
        return NULL;
    }
    s->performer = load("performer");
    s->character = load(name);
    if (s->performer && s->character) {
        caper_puppet_def def = caper_puppet_def_default();
        def.performer = s->performer;
        def.character = s->character;
        s->puppet = puppeteer_open(&def, NULL);
        s->out = caper_character_pose(s->character, NULL);
        for (int i = 0; i < FRAMES; i++) {
            s->poses[i] = caper_character_pose(s->performer, NULL);
            if (s->poses[i].bodies) {
                walk(s->performer, &s->poses[i], (float)i / RATE);
            }
        }
    }
    if (!s->puppet || !s->out.bodies || !s->poses[FRAMES - 1].bodies) {
        teardown(s);
        return NULL;
    }
    return s;
}

static void *setup_blubby(double *units)
{
    return setup_frames("blubby", units);
}

static void *setup_sally(double *units)
{
    return setup_frames("sally", units);
}

static void *setup_dog(double *units)
{
    return setup_frames("dog", units);
}

static void *setup_spider(double *units)
{
    return setup_frames("spider", units);
}

static void *setup_centipede(double *units)
{
    return setup_frames("centipede", units);
}

static void run_frames(void *user, int times)
{
    frame_state *s = user;
    for (int i = 0; i < times; i++) {
        s->at = (s->at + 1) % FRAMES;
        puppeteer_frame(s->puppet, &s->poses[s->at], NULL, NULL, 1 / RATE, NULL);
        bench_keep(caper_actor_local(s->puppet->actor));
    }
}

typedef struct filter_state {
    caper_filter_def def;
    caper_filter filters[SENSORS];
    caper_transform samples[64];
    double time;
} filter_state;

static void *setup_filters(double *units)
{
    filter_state *s = calloc(1, sizeof *s);
    *units = 1;
    if (s) {
        s->def = caper_filter_def_default();
        caper_rng rng = caper_rng_make(4);
        for (int i = 0; i < 64; i++) {
            // one draw a statement: the order of arguments is the compiler's choice
            float x = caper_rng_range(&rng, -0.003f, 0.003f);
            float y = caper_rng_range(&rng, -0.02f, 0.02f);
            float angle = 2 * CAPER_PI * (float)i / 64;
            s->samples[i] = caper_transform_make(
                caper_quat_from_yaw(0.3f * caper_sin(angle) + y),
                caper_vec3_make(0.2f * caper_sin(angle) + x, 1 + x, 0.1f * caper_cos(angle)));
        }
    }
    return s;
}

/// As after caper_filter_calibrate: no two axes alike, so that all rows are computed.
static void *setup_calibrated(double *units)
{
    filter_state *s = setup_filters(units);
    if (s) {
        s->def.position_noise.y *= 1.1f;
        s->def.rotation_noise.z *= 1.1f;
    }
    return s;
}

static void run_filters(void *user, int times)
{
    filter_state *s = user;
    for (int i = 0; i < times; i++) {
        s->time += 1 / 120.0;
        for (int k = 0; k < SENSORS; k++) {
            caper_filter_update(&s->filters[k], &s->def, &s->samples[(i + k) % 64], s->time);
        }
        bench_keep(s->filters);
    }
}

static const bench_case cases[] = {
    {.name = "puppet.blubby",
     .what = "a frame of a walking performer on Blubby, 43 degrees of freedom",
     .unit = "frame",
     .setup = setup_blubby,
     .teardown = teardown,
     .run = run_frames,
     .max_ns = 6000,
     .reference = "at most 6 us, goal 3 us"},
    {.name = "puppet.sally",
     .what = "the same on Sally",
     .unit = "frame",
     .setup = setup_sally,
     .teardown = teardown,
     .run = run_frames,
     .max_ns = 6000,
     .reference = "at most 6 us, goal 3 us"},
    {.name = "puppet.dog",
     .what = "the same on a dog: another build, by room motion and the particle solver",
     .unit = "frame",
     .setup = setup_dog,
     .teardown = teardown,
     .run = run_frames},
    {.name = "puppet.spider",
     .what = "the same on a spider, 37 bodies",
     .unit = "frame",
     .setup = setup_spider,
     .teardown = teardown,
     .run = run_frames},
    {.name = "puppet.centipede",
     .what = "the same on a centipede, 24 legs",
     .unit = "frame",
     .setup = setup_centipede,
     .teardown = teardown,
     .run = run_frames},
    {.name = "puppet.filter",
     .what = "a sample of each of 14 sensors",
     .unit = "frame",
     .setup = setup_filters,
     .teardown = free,
     .run = run_filters,
     .max_ns = 700},
    {.name = "puppet.filter_calibrated",
     .what = "the same with the noise of each axis measured",
     .unit = "frame",
     .setup = setup_calibrated,
     .teardown = free,
     .run = run_filters},
};

const bench_suite bench_puppet = {"puppet", cases, CAPER_COUNT_OF(cases), NULL, 0};
