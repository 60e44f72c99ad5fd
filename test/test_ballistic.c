// SPDX-License-Identifier: MIT
//
// The sense for the sampling rate: bodies thrown in closed form at several sizes and rates, motions
// that must not alarm, and the captures of which it is known whether their label is right.
#include "caper/formats.h"
#include "caper/quality.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define G 9.81f

// A figure of four bodies whose center of mass moves as its root does.
static caper_character *make_figure(float size)
{
    caper_body_def b[4];
    static const char *const names[] = {"pelvis", "chest", "left_foot", "right_foot"};
    for (int i = 0; i < 4; i++) {
        b[i] = caper_body_def_default();
        b[i].name = names[i];
        b[i].parent = i == 0 ? -1 : 0;
        float half = 0.08f * size;
        b[i].box_half = caper_vec3_make(half, half, half);
        b[i].caps = i < 2 ? CAPER_CAP_SPINE : CAPER_CAP_FOOT | CAPER_CAP_LIMB;
    }
    b[0].rest_local.position = caper_vec3_make(0, 0.5f * size, 0);
    b[1].rest_local.position = caper_vec3_make(0, 0.4f * size, 0);
    b[2].rest_local.position = caper_vec3_make(0.1f * size, -0.45f * size, 0);
    b[3].rest_local.position = caper_vec3_make(-0.1f * size, -0.45f * size, 0);
    caper_character_def def = caper_character_def_default();
    def.bodies = b;
    def.body_count = 4;
    caper_character *c = caper_character_create(&def, NULL);
    REQUIRE(c != NULL);
    return c;
}

// How high the figure is over where it stands, by time.
typedef float height_fn(float time, float size);

// The motion, captured at one rate and labelled with another.
static caper_clip *capture(const caper_character *c, height_fn *height, float seconds, float rate,
                           float label)
{
    int frames = (int)(seconds * rate) + 1;
    caper_transform *t = malloc((size_t)frames * 4 * sizeof *t);
    for (int f = 0; f < frames; f++) {
        memcpy(t + 4 * f, c->skeleton.rest_local, 4 * sizeof *t);
        t[4 * f].position.y += height((float)f / rate, c->size);
        t[4 * f].position.z += 0.8f * (float)f / rate;
    }
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &c->skeleton;
    def.rate = label;
    def.frame_count = frames;
    def.frames = t;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    free(t);
    return clip;
}

static caper_rate_sense sense_of(float size, height_fn *height, float seconds, float rate,
                                 float label)
{
    caper_character *c = make_figure(size);
    caper_clip *clip = capture(c, height, seconds, rate, label);
    caper_rate_sense sense;
    CHECK(caper_rate_detect(c, clip, &sense));
    caper_clip_destroy(clip);
    caper_character_destroy(c);
    return sense;
}

// Three jumps of a fifth of the size.
static float jumps(float time, float size)
{
    float up = sqrtf(2 * G * 0.2f * size), flight = 2 * up / G, pause = 2.0f * flight;
    float t = fmodf(time, flight + pause) - pause;
    return t > 0 ? up * t - 0.5f * G * t * t : 0;
}

static float jump_seconds(float size)
{
    return 3.2f * 3 * 2 * sqrtf(2 * 0.2f * size / G);
}

static void true_rates_are_believed_at_every_size(void)
{
    static const float sizes[] = {0.2f, 1.8f, 10.0f}, rates[] = {60, 120, 240};
    for (int s = 0; s < 3; s++) {
        for (int r = 0; r < 3; r++) {
            caper_rate_sense sense =
                sense_of(sizes[s], jumps, jump_seconds(sizes[s]), rates[r], rates[r]);
            CHECK(sense.flight_count >= 2);
            CHECK_NEAR(sense.fall, -G, 0.05);
            CHECK(!sense.too_fast);
            CHECK_NEAR(sense.rate, rates[r], 0);
            CHECK_STR(sense.text, "");
        }
    }
}

static void wrong_labels_are_told_with_the_true_rate(void)
{
    static const float sizes[] = {0.2f, 1.8f, 10.0f};
    for (int s = 0; s < 3; s++) {
        for (int times = 2; times <= 4; times++) {
            caper_rate_sense sense =
                sense_of(sizes[s], jumps, jump_seconds(sizes[s]), 120, 120.0f * (float)times);
            CHECK_NEAR(sense.fall, -G * (float)(times * times), 1.0);
            CHECK(sense.too_fast);
            CHECK_NEAR(sense.rate, 120, 0.01);
            char words[40];
            snprintf(words, sizeof words, "labelled %dx too fast", times);
            CHECK_HAS(sense.text, words);
            CHECK_HAS(sense.text, "true rate about 120 Hz");
        }
    }
    // no whole factor: 30 labelled as 48
    caper_rate_sense sense = sense_of(1.8f, jumps, jump_seconds(1.8f), 30, 48);
    CHECK_NEAR(sense.rate, 30, 0.5);
    CHECK_HAS(sense.text, "1.6x");
}

static float stand(float time, float size)
{
    return 0.001f * size * sinf(3 * time);
}

// Off the ground, and up and down there as fast as a walk: on a ladder, a bar, a mat.
static float hang(float time, float size)
{
    return time > 1 ? 0.3f * size + 0.03f * size * sinf(8 * time) : 0;
}

// Into the air, and the clip ends.
static float leave(float time, float size)
{
    (void)size;
    return time > 0.5f ? 20 * (time - 0.5f) - 20 * (time - 0.5f) * (time - 0.5f) : 0;
}

// A dip and a rise below the level of standing is no flight.
static float squat(float time, float size)
{
    return -0.2f * size * (1 - cosf(4 * time));
}

static void nothing_else_alarms(void)
{
    height_fn *const others[] = {stand, hang, leave, squat};
    for (int i = 0; i < CAPER_COUNT_OF(others); i++) {
        caper_rate_sense sense = sense_of(1.8f, others[i], i == 2 ? 0.9f : 3.0f, 120, 120);
        CHECK(!sense.too_fast);
        CHECK_NEAR(sense.rate, 120, 0);
    }
    caper_rate_sense sense = sense_of(1.8f, stand, 0.01f, 120, 120); // two frames
    CHECK_INT(sense.flight_count, 0);
    CHECK_NEAR(sense.fall, 0, 0);
}

static void the_report_warns(void)
{
    caper_character *c = make_figure(1.8f);
    for (int times = 1; times <= 2; times++) {
        caper_clip *clip = capture(c, jumps, jump_seconds(1.8f), 120, 120.0f * (float)times);
        caper_check_job job = caper_check_job_default();
        job.character = c;
        job.clip = clip;
        caper_report *report = caper_check(&job, NULL);
        REQUIRE(report != NULL);
        CHECK((strstr(report->warning, "too fast") != NULL) == (times == 2));
        caper_report_destroy(report);
        caper_clip_destroy(clip);
    }
    // a clip of somebody else
    caper_character *other = make_figure(1.8f);
    caper_body_def single = caper_body_def_default();
    single.name = "alone";
    single.caps = CAPER_CAP_SPINE;
    caper_character_def def = caper_character_def_default();
    def.bodies = &single;
    def.body_count = 1;
    caper_character *alone = caper_character_create(&def, NULL);
    caper_clip *clip = capture(other, stand, 1, 30, 30);
    caper_rate_sense sense;
    CHECK(!caper_rate_detect(alone, clip, &sense));
    caper_clip_destroy(clip);
    caper_character_destroy(alone);
    caper_character_destroy(other);
    caper_character_destroy(c);
}

// -- Captures ---------------------------------------------------------------------------------

// Captured at 60 Hz and labelled 120; all of these leave the ground.
static const char *const mislabelled[] = {"75_09", "87_03", "88_01", "88_05", "90_08", "90_11"};
// With flights and a right label.
static const char *const right[] = {"13_11", "16_01", "49_04", "91_48", "132_23", "16_43", "11_01"};
// The others: walks, dances, ladders, stairs, rolls, falls, hand stands.
static const char *const others[] = {"03_01",  "05_02",  "07_01",  "09_01",  "127_03", "127_04",
                                     "127_23", "128_09", "138_01", "140_01", "143_37", "36_01",
                                     "49_06",  "74_14",  "77_18",  "81_12",  "83_27",  "85_05",
                                     "111_03", "22_12",  "05_11",  "143_24", "16_57",  "141_32"};

static caper_rate_sense sense_of_capture(const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "bvh/cmu/%s.bvh", name);
    const char *path = test_shared_path(file);
    if (!path)
        SKIP("the real captures are not here");
    caper_import *import = caper_import_load(path, NULL, NULL);
    REQUIRE(import != NULL);
    caper_rate_sense sense;
    CHECK(caper_rate_detect(import->character, import->clips[0], &sense));
    caper_import_destroy(import);
    return sense;
}

static void mislabelled_captures_are_found(void)
{
    for (int i = 0; i < CAPER_COUNT_OF(mislabelled); i++) {
        caper_rate_sense sense = sense_of_capture(mislabelled[i]);
        printf("%s: %s\n", mislabelled[i], sense.text);
        CHECK(sense.too_fast);
        CHECK_NEAR(sense.rate, 60, 0.1);
        CHECK(sense.fall < -34 && sense.fall > -54);
    }
}

static void right_captures_are_left_alone(void)
{
    for (int i = 0; i < CAPER_COUNT_OF(right); i++) {
        caper_rate_sense sense = sense_of_capture(right[i]);
        printf("%s: falls at %.2f m/s2\n", right[i], (double)sense.fall);
        CHECK(sense.flight_count > 0);
        CHECK(!sense.too_fast);
        CHECK_NEAR(sense.fall, -10.5, 2.1); // -8.4 to -12.6
    }
    for (int i = 0; i < CAPER_COUNT_OF(others); i++)
        CHECK(!sense_of_capture(others[i]).too_fast);
}

TESTS(true_rates_are_believed_at_every_size, wrong_labels_are_told_with_the_true_rate,
      nothing_else_alarms, the_report_warns, mislabelled_captures_are_found,
      right_captures_are_left_alone)
