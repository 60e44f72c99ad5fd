// SPDX-License-Identifier: MIT
// Thirteen clips at 30 Hz, dense and packed: bytes beside those of ACL 2.1 on the same clips, the
// error that packing measured, and what a sample of a joint takes in sequence and at random times.
#define _POSIX_C_SOURCE 200809L
#include "pack_tables.h"

#include "bench.h"
#include "caper/clip.h"
#include "caper/formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RATE 30.0f
#define TIMES 1024   // at which a clip is sampled, over and over
#define SAMPLES 1024 // a round: short, so that some round is undisturbed
#define ROUNDS 200   // of which the fastest counts

// A clip of the data set. ACL's sizes were measured once, level medium, its defaults, in kB.
typedef struct subject {
    const char *name, *path, *clip;
    float unit; // metres of a unit of the file; 0: as detected
    bool rest_first;
    double acl[2]; // at 0.1 and at 1 mm
} subject;

static const subject subjects[] = {
    {"walk 35_01", "bvh/cmu/35_01.bvh", NULL, 0, true, {10.8, 7.9}},
    {"run 09_01", "bvh/cmu/09_01.bvh", NULL, 0, true, {5.3, 4.2}},
    {"jump 16_01", "bvh/cmu/16_01.bvh", NULL, 0, true, {9.2, 6.8}},
    {"roll 127_23", "bvh/cmu/127_23.bvh", NULL, 0, true, {11.7, 8.7}},
    {"cartwheel 49_06", "bvh/cmu/49_06.bvh", NULL, 0, true, {14.9, 10.8}},
    {"dance 05_02", "bvh/cmu/05_02.bvh", NULL, 0, true, {31.5, 22.4}},
    {"dance 93_04", "bvh/cmu/93_04.bvh", NULL, 0, true, {15.3, 11.1}},
    {"punch 143_23", "bvh/cmu/143_23.bvh", NULL, 0, true, {23.0, 16.4}},
    {"crawl 111_03", "bvh/cmu/111_03.bvh", NULL, 0, true, {41.7, 29.7}},
    {"stand 77_02", "bvh/cmu/77_02.bvh", NULL, 0, true, {22.7, 15.3}},
    {"Fox Run", "gltf/khronos/Fox.glb", "Run", 0.01f, false, {4.8, 3.8}},
    {"Horse Gallop", "gltf/quaternius/animals_pack/Horse.glb", "Gallop", 0.35f, false, {5.6, 4.4}},
    {"Horse Eating",
     "gltf/quaternius/animals_pack/Horse.glb",
     "Eating",
     0.35f,
     false,
     {21.6, 12.8}},
};

// What the table says of one clip, and of all of them in the end.
typedef struct row {
    double raw, acl[2], dense, packed[2], file, memory; // kB
    double error;                                       // of the tolerance, the larger
    double ns[3]; // a joint: packed to 0.1 mm in sequence, at random, dense in sequence
    double joints;
} row;

static const caper_clip *named_clip(const caper_import *import, const char *name)
{
    for (int i = 0; i < import->clip_count; i++) {
        if (!name || strstr(import->clips[i]->name, name)) {
            return import->clips[i];
        }
    }
    return NULL;
}

static caper_clip *load(const char *folder, const subject *s)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, s->path);
    caper_import_options options = caper_import_options_default();
    options.unit = s->unit;
    caper_import *import = caper_import_load(path, &options, NULL);
    const caper_clip *source = import ? named_clip(import, s->clip) : NULL;
    caper_clip *clip = NULL;
    if (source) {
        const float first = s->rest_first ? 1.0f / source->rate : 0.0f;
        const float to[] = {0, source->duration - first}, from[] = {first, source->duration};
        const caper_time_warp warp = {to, from, 2};
        clip = caper_clip_resample(source, RATE, s->rest_first ? &warp : NULL, NULL, NULL);
    }
    caper_import_destroy(import);
    return clip;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Nanoseconds for a joint, in one round.
static double time_round(const caper_clip *clip, const float *times, caper_pose *pose)
{
    double start = seconds_now();
    for (int i = 0; i < SAMPLES; i++) {
        caper_clip_sample(clip, times[i % TIMES], NULL, pose);
        bench_keep(pose->bodies);
    }
    return (seconds_now() - start) * 1e9 / SAMPLES / clip->skeleton.body_count;
}

// The fastest rounds of each; taken in turn, so that what disturbs one disturbs all.
static void time_clips(const caper_clip *dense, const caper_clip *packed, row *r)
{
    float forward[TIMES], seeks[TIMES];
    caper_rng rng = caper_rng_make(7);
    for (int i = 0; i < TIMES; i++) {
        forward[i] = fmodf((float)i / 60.0f, dense->duration);
        seeks[i] = caper_rng_float(&rng) * dense->duration;
    }
    caper_pose pose = caper_pose_create(dense->skeleton.body_count, 0, NULL);
    r->ns[0] = r->ns[1] = r->ns[2] = (double)INFINITY;
    for (int round = 0; pose.bodies && round < ROUNDS; round++) {
        r->ns[0] = fmin(r->ns[0], time_round(packed, forward, &pose));
        r->ns[1] = fmin(r->ns[1], time_round(packed, seeks, &pose));
        r->ns[2] = fmin(r->ns[2], time_round(dense, forward, &pose));
    }
    caper_pose_destroy(&pose, NULL);
}

static bool measure(const caper_clip *clip, row *r)
{
    static const float tolerances[] = {0.0001f, 0.001f};
    r->joints = clip->skeleton.body_count;
    r->raw = r->joints * clip->frame_count * 40 / 1000;
    r->dense = (double)clip->memory_size / 1000;
    for (int i = 0; i < 2; i++) {
        caper_pack_options options = {.tolerance = tolerances[i]};
        caper_pack_report report;
        caper_clip *packed = caper_clip_pack(clip, &options, &report, NULL);
        caper_text bytes;
        caper_text_init(&bytes, NULL);
        bool good = packed && caper_clip_encode(packed, true, &bytes);
        if (good) {
            r->packed[i] = (double)report.size / 1000;
            r->error = fmax(r->error, (double)(report.error / tolerances[i]));
        }
        if (good && i == 0) {
            r->file = (double)bytes.size / 1000;
            r->memory = (double)packed->memory_size / 1000;
            time_clips(clip, packed, r);
        }
        caper_text_free(&bytes);
        caper_clip_destroy(packed);
        if (!good) {
            return false;
        }
    }
    return true;
}

static void add(row *sum, const row *r)
{
    sum->raw += r->raw;
    sum->dense += r->dense;
    sum->file += r->file;
    sum->memory += r->memory;
    sum->error = fmax(sum->error, r->error);
    sum->joints += r->joints;
    for (int i = 0; i < 2; i++) {
        sum->acl[i] += r->acl[i];
        sum->packed[i] += r->packed[i];
    }
    for (int i = 0; i < 3; i++) {
        sum->ns[i] += r->ns[i] * r->joints;
    }
}

static void print(const char *name, const row *r)
{
    printf("| %s | %.0f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f | %.2f | %.1f / %.1f | %.1f |\n",
           name, r->raw, r->acl[0], r->acl[1], r->dense, r->packed[0], r->packed[1], r->error,
           r->file / r->memory, r->ns[0], r->ns[1], r->ns[2]);
}

int bench_pack_tables(void)
{
    const char *folder = getenv("CAPER_SHARED_DATA");
    if (!folder) {
        fprintf(stderr,
                "pack-tables: no captures; CAPER_SHARED_DATA names the folder of bvh/cmu\n");
        return 1;
    }
    printf("| clip, joints x frames | raw, 40 B | ACL 0.1 mm | 1 mm | dense | packed 0.1 mm | 1 mm "
           "| error of bound | file of memory | ns a joint, in sequence / random | dense |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n");
    row sum = {0};
    for (int i = 0; i < CAPER_COUNT_OF(subjects); i++) {
        const subject *s = &subjects[i];
        caper_clip *clip = load(folder, s);
        row r = {.acl = {s->acl[0], s->acl[1]}};
        if (!clip || !measure(clip, &r)) {
            fprintf(stderr, "pack-tables: %s cannot be read or packed\n", s->path);
            caper_clip_destroy(clip);
            return 1;
        }
        char name[80];
        snprintf(name, sizeof name, "%s, %dx%d", s->name, clip->skeleton.body_count,
                 clip->frame_count);
        print(name, &r);
        add(&sum, &r);
        caper_clip_destroy(clip);
    }
    for (int i = 0; i < 3; i++) {
        sum.ns[i] /= sum.joints;
    }
    print("**sum, worst, mean**", &sum);
    printf("packed / ACL: %.2f at 0.1 mm, %.2f at 1 mm\n", sum.packed[0] / sum.acl[0],
           sum.packed[1] / sum.acl[1]);
    return 0;
}
