// SPDX-License-Identifier: MIT
//
// The sensor filter on captures with noise added: 14 sensors on a body, 2 mm and 1 degree, one
// sample in 200 wrong. Beside it, each tuned on the truth for every clip: the best filter of
// constant drive, the best one-euro filter and the best moving average (these two are spared the
// wrong samples).
#include "test.h"

#include "caper/formats.h"
#include "caper/puppet.h"
#include "puppet/puppet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SENSORS 14
#define MAX_FRAMES 1000
#define RATE 120.0
#define SETTLE 30 // frames

typedef struct take {
    caper_transform truth[SENSORS][MAX_FRAMES];
    caper_transform sample[SENSORS][MAX_FRAMES];
    bool wrong[SENSORS][MAX_FRAMES];
    int count;
} take;

static float gauss(caper_rng *rng)
{
    float sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += caper_rng_float(rng);
    }
    return sum - 6;
}

static caper_transform shaken(caper_rng *rng, caper_transform t, float meters, float radians)
{
    float n[6];
    for (int i = 0; i < 6; i++) {
        n[i] = gauss(rng);
    }
    t.position = caper_vec3_add_scaled(t.position, caper_vec3_make(n[0], n[1], n[2]), meters);
    caper_vec3 turn = caper_vec3_scale(caper_vec3_make(n[3], n[4], n[5]), radians);
    t.rotation = caper_quat_normalize(caper_quat_mul(t.rotation, caper_quat_exp(turn)));
    return t;
}

/// Sensors on hips, head and every part of the limbs.
static bool record(take *t, const char *file)
{
    char path[96];
    snprintf(path, sizeof path, "bvh/cmu/%s.bvh", file);
    const char *found = test_shared_path(path);
    caper_import *import = found ? caper_import_load(found, NULL, NULL) : NULL;
    caper_person person;
    memset(&person, 0, sizeof person);
    if (!import || !caper_person_find(import->character, NULL, &person, NULL)) {
        caper_import_destroy(import);
        return false;
    }
    int bodies[SENSORS] = {person.bodies[CAPER_PART_HIPS], person.bodies[CAPER_PART_HEAD]};
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        bodies[2 + 3 * i] = person.limbs[i].start;
        bodies[3 + 3 * i] = person.limbs[i].middle;
        bodies[4 + 3 * i] = person.limbs[i].tip;
    }
    const caper_clip *clip = import->clips[0];
    caper_pose pose = caper_character_pose(import->character, NULL);
    caper_rng rng = caper_rng_make(7);
    t->count = 0;
    for (int i = 2; i < clip->frame_count && t->count < MAX_FRAMES; i++, t->count++) {
        caper_clip_sample(clip, (float)i / clip->rate, NULL, &pose);
        caper_pose_to_model(&import->character->skeleton, &pose, NULL, &pose);
        for (int k = 0; k < SENSORS; k++) {
            caper_transform real = pose.bodies[bodies[k]];
            t->truth[k][t->count] = real;
            t->wrong[k][t->count] = caper_rng_float(&rng) < 0.005f;
            real = shaken(&rng, real, 0.002f, 0.01745f);
            caper_transform off = shaken(&rng, real, 0.3f, 1);
            t->sample[k][t->count] = t->wrong[k][t->count] ? off : real;
        }
    }
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
    return true;
}

// ------------------------------------------------------------------------------------ contenders

typedef struct score {
    double position, rotation; // rms, mm and degrees
    double lag;                // frames
    int missed;                // wrong samples that were believed
} score;

/// Adds up the errors of one contender.
typedef struct tally {
    double position, rotation, back, speed;
    long count;
} tally;

static void note(tally *y, const take *t, int sensor, int frame, caper_transform guess)
{
    if (frame < SETTLE) {
        return;
    }
    const caper_transform *truth = &t->truth[sensor][frame];
    caper_vec3 off = caper_vec3_sub(guess.position, truth->position);
    caper_vec3 step = caper_vec3_sub(truth->position, t->truth[sensor][frame - 1].position);
    double angle = (double)caper_quat_angle(guess.rotation, truth->rotation);
    y->position += (double)caper_vec3_dot(off, off);
    y->rotation += angle * angle;
    y->back -= (double)caper_vec3_dot(off, step);
    y->speed += (double)caper_vec3_dot(step, step);
    y->count++;
}

static score score_of(const tally *y)
{
    score s = {1000 * sqrt(y->position / (double)y->count),
               57.2958 * sqrt(y->rotation / (double)y->count), y->back / y->speed, 0};
    return s;
}

static score run_filter(const take *t, const caper_filter_def *def)
{
    tally y = {0};
    int missed = 0;
    for (int k = 0; k < SENSORS; k++) {
        caper_filter filter = {0};
        for (int i = 0; i < t->count; i++) {
            caper_filter_result r = caper_filter_update(&filter, def, &t->sample[k][i], i / RATE);
            missed += i >= SETTLE && t->wrong[k][i] && r != CAPER_FILTER_OUTLIER;
            note(&y, t, k, i, filter.value);
        }
    }
    score s = score_of(&y);
    s.missed = missed;
    return s;
}

static score best_constant(const take *t)
{
    score best = {HUGE_VAL, HUGE_VAL, 0, 0};
    for (int g = -8; g <= 16; g += 2) {
        caper_filter_def def = caper_filter_def_default();
        def.adapt = false;
        def.position_drive = 2 * (float)pow(2, 0.5 * g);
        def.rotation_drive = 30 * (float)pow(2, 0.5 * g);
        score s = run_filter(t, &def);
        best.position = fmin(best.position, s.position);
        best.rotation = fmin(best.rotation, s.rotation);
    }
    return best;
}

/// The sample, or the last good one.
static caper_transform good_sample(const take *t, int sensor, int frame)
{
    while (frame > 0 && t->wrong[sensor][frame]) {
        frame--;
    }
    return t->sample[sensor][frame];
}

static float smoothing(float cutoff)
{
    float r = 2 * CAPER_PI * cutoff / (float)RATE;
    return r / (r + 1);
}

/// Casiez 2012: a low pass whose cutoff rises with speed.
static score run_one_euro(const take *t, float least, float beta)
{
    tally y = {0};
    for (int k = 0; k < SENSORS; k++) {
        caper_transform value = good_sample(t, k, 0), last = value;
        caper_vec3 velocity = caper_vec3_zero(), spin = caper_vec3_zero();
        for (int i = 1; i < t->count; i++) {
            caper_transform x = good_sample(t, k, i);
            caper_vec3 v = caper_vec3_scale(caper_vec3_sub(x.position, last.position), (float)RATE);
            caper_vec3 w = caper_quat_angular_velocity(last.rotation, x.rotation, 1 / (float)RATE);
            velocity = caper_vec3_lerp(velocity, v, smoothing(1));
            spin = caper_vec3_lerp(spin, w, smoothing(1));
            float a = smoothing(least + beta * 10 * caper_vec3_length(velocity));
            float b = smoothing(least + beta * caper_vec3_length(spin));
            value.position = caper_vec3_lerp(value.position, x.position, a);
            value.rotation = caper_quat_slerp(value.rotation, x.rotation, b);
            last = x;
            note(&y, t, k, i, value);
        }
    }
    return score_of(&y);
}

static score best_one_euro(const take *t)
{
    score best = {HUGE_VAL, HUGE_VAL, 0, 0};
    for (float least = 1; least < 40; least *= 2) {
        for (float beta = 0.5f; beta < 40; beta *= 2) {
            score s = run_one_euro(t, least, beta);
            best.lag = s.position < best.position ? s.lag : best.lag;
            best.position = fmin(best.position, s.position);
            best.rotation = fmin(best.rotation, s.rotation);
        }
    }
    return best;
}

static score best_average(const take *t)
{
    score best = {HUGE_VAL, HUGE_VAL, 0, 0};
    for (int window = 1; window <= 8; window++) {
        tally y = {0};
        for (int k = 0; k < SENSORS; k++) {
            for (int i = window; i < t->count; i++) {
                caper_transform mean = good_sample(t, k, i);
                for (int j = 1; j < window; j++) {
                    caper_transform x = good_sample(t, k, i - j);
                    float share = 1 / (float)(j + 1);
                    mean.position = caper_vec3_lerp(mean.position, x.position, share);
                    mean.rotation = caper_quat_nlerp(mean.rotation, x.rotation, share);
                }
                note(&y, t, k, i, mean);
            }
        }
        score s = score_of(&y);
        best.lag = s.position < best.position ? s.lag : best.lag;
        best.position = fmin(best.position, s.position);
        best.rotation = fmin(best.rotation, s.rotation);
    }
    return best;
}

// ------------------------------------------------------------------------------------ test

static void captures_with_noise_are_cleaned_as_well_as_can_be(void)
{
    static const char *const files[] = {"07_01", "09_01",  "16_01", "124_01",
                                        "85_05", "115_01", "49_06", "05_02"};
    take *t = malloc(sizeof *t);
    REQUIRE(t != NULL);
    int tried = 0;
    printf("rms, mm and degrees | filter      lag | best drive  | one euro    lag | average     "
           "lag\n");
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        if (!record(t, files[i])) {
            continue;
        }
        tried++;
        caper_filter_def def = caper_filter_def_default();
        score ours = run_filter(t, &def), constant = best_constant(t);
        score euro = best_one_euro(t), average = best_average(t);
        printf("%-19s | %5.2f %5.2f %4.2f | %5.2f %5.2f | %5.2f %5.2f %4.2f | %5.2f %5.2f %4.2f\n",
               files[i], ours.position, ours.rotation, ours.lag, constant.position,
               constant.rotation, euro.position, euro.rotation, euro.lag, average.position,
               average.rotation, average.lag);
        CHECK(ours.position <= 1.05 * constant.position);
        CHECK(ours.rotation <= 1.05 * constant.rotation);
        CHECK(ours.lag <= 1);
        CHECK_INT(ours.missed, 0);
    }
    free(t);
    if (tried == 0) {
        SKIP("no captures");
    }
}

TESTS(captures_with_noise_are_cleaned_as_well_as_can_be)
