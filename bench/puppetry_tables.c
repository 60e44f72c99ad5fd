// SPDX-License-Identifier: MIT
// Tables I and II of paper 001 on captures of the CMU database: iterations of the numerical solver
// without and with root position estimation, and the time of a frame, at 30 frames a second and
// without scaling, as in the paper. Blubby has short legs, Sally long limbs.
#define _POSIX_C_SOURCE 200809L
#include "puppetry_tables.h"

#include "caper/formats.h"
#include "caper/puppet.h"
#include "caper/quality.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RATE 30.0f
#define MAX_FILES 256
#define MAX_FRAMES 4096
#define REPLAYS 10

bool cli_data_path(const char *relative, char *out, size_t size); // of the command

typedef struct tally {
    int clips, frames;
    unsigned long long iterations[2][2]; // puppet; without, with
    double ns[2];                        // of all frames, best of the replays
    double worst[2];                     // of a frame, best of the replays
} tally;

static const char *const puppets[2] = {"blubby", "sally"};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/// One replay of a clip; keeps the least time of each frame. Returns the iterations.
static unsigned long long replay(caper_puppet *puppet, const caper_pose *poses, int count,
                                 caper_pose *out, double *best)
{
    caper_puppet_reset(puppet);
    for (int i = 0; i < count; i++) {
        double start = now_ns();
        caper_puppet_update(puppet, &poses[i], NULL, NULL, i > 0 ? 1 / RATE : 0, out);
        best[i] = fmin(best[i], now_ns() - start);
    }
    return caper_puppet_last(puppet)->total_iterations;
}

static void add_puppet(tally *t, int which, caper_puppet_def def, const caper_pose *poses,
                       int count)
{
    caper_pose out = caper_character_pose(def.character, NULL);
    double best[MAX_FRAMES];
    for (int with = 0; with < 2; with++) {
        def.estimate_root = with != 0;
        caper_puppet *puppet = caper_puppet_create(&def, NULL);
        for (int i = 0; i < count; i++) {
            best[i] = HUGE_VAL;
        }
        for (int r = 0; puppet && r < (with ? REPLAYS : 1); r++) {
            unsigned long long n = replay(puppet, poses, count, &out, best);
            t->iterations[which][with] += r == 0 ? n : 0;
        }
        caper_puppet_destroy(puppet);
    }
    for (int i = 0; i < count; i++) {
        t->ns[which] += best[i];
        t->worst[which] = fmax(t->worst[which], best[i]);
    }
    caper_pose_destroy(&out, NULL);
}

static bool add_file(tally *t, const char *path, caper_character *const characters[2])
{
    caper_import *import = caper_import_load(path, NULL, NULL);
    if (!import || import->clip_count == 0) {
        caper_import_destroy(import);
        return false;
    }
    const caper_clip *clip = import->clips[0];
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = import->character;
    def.scale = 1;
    def.stance = 0;
    caper_estimate_floor(import->character, clip, NULL, &def.floor, NULL);
    int count = (int)(clip->duration * RATE);
    count = count < MAX_FRAMES ? count : MAX_FRAMES;
    caper_pose *poses = calloc((size_t)(count > 0 ? count : 1), sizeof *poses);
    for (int i = 0; poses && i < count; i++) {
        // frame 0 of these files is a rest pose
        poses[i] = caper_character_pose(import->character, NULL);
        caper_clip_sample(clip, 1 / clip->rate + (float)i / RATE, NULL, &poses[i]);
    }
    for (int p = 0; poses && p < 2; p++) {
        def.character = characters[p];
        add_puppet(t, p, def, poses, count);
    }
    t->clips++;
    t->frames += count;
    for (int i = 0; poses && i < count; i++) {
        caper_pose_destroy(&poses[i], NULL);
    }
    free(poses);
    caper_import_destroy(import);
    return true;
}

static void print_row(const char *name, const tally *t)
{
    printf("%-18s %7d | %8llu %8llu %8llu %8llu |", name, t->frames, t->iterations[0][0],
           t->iterations[1][0], t->iterations[0][1], t->iterations[1][1]);
    for (int p = 0; p < 2; p++) {
        double mean = t->frames > 0 ? t->ns[p] / t->frames : 0;
        printf(" %8.3f %7.2f %6.1f", t->ns[p] * 1e-6, mean * 1e-3,
               mean > 0 ? t->worst[p] / mean : 0);
    }
    printf("\n");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int list(const char *folder, char (*names)[64])
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e && count < MAX_FILES; e = readdir(dir)) {
        size_t size = strlen(e->d_name);
        if (size > 4 && size < 64 && strcmp(e->d_name + size - 4, ".bvh") == 0) {
            memcpy(names[count++], e->d_name, size + 1);
        }
    }
    if (dir) {
        closedir(dir);
    }
    qsort(names, (size_t)count, sizeof *names, by_name);
    return count;
}

int bench_puppetry_tables(void)
{
    static const char *const named[][2] = {{"Walk", "07_01.bvh"},
                                           {"Throw", "124_01.bvh"},
                                           {"Jump", "16_01.bvh"},
                                           {"Handstand", "85_05.bvh"},
                                           {"Dance", "05_02.bvh"}};
    const char *data = getenv("CAPER_SHARED_DATA");
    char folder[512];
    snprintf(folder, sizeof folder, "%s/bvh/cmu", data ? data : "../shared/data");
    static char names[MAX_FILES][64];
    int count = list(folder, names);
    caper_character *characters[2] = {0};
    for (int p = 0; p < 2; p++) {
        char relative[96], path[1024];
        snprintf(relative, sizeof relative, "characters/%s.character.json", puppets[p]);
        if (cli_data_path(relative, path, sizeof path)) {
            characters[p] = caper_character_load(path, NULL, NULL);
        }
    }
    int code = 0;
    if (count == 0 || !characters[0] || !characters[1]) {
        fprintf(stderr, "no captures in %s: set CAPER_SHARED_DATA\n", folder);
        code = 2;
    } else {
        printf("%-26s | iterations without, with     root | ms, us a frame, worst frame/mean\n",
               "");
        printf("%-18s %7s | %8s %8s %8s %8s | %-23s %-23s\n", "Motion", "Frames", "Blubby", "Sally",
               "Blubby", "Sally", "Blubby", "Sally");
        tally total = {0};
        for (int i = 0; i < count; i++) {
            char path[640];
            snprintf(path, sizeof path, "%s/%s", folder, names[i]);
            tally one = {0};
            if (!add_file(&one, path, characters)) {
                fprintf(stderr, "%s: left out\n", path);
                continue;
            }
            for (int n = 0; n < CAPER_COUNT_OF(named); n++) {
                if (strcmp(named[n][1], names[i]) == 0) {
                    print_row(named[n][0], &one);
                }
            }
            total.clips++;
            total.frames += one.frames;
            for (int p = 0; p < 2; p++) {
                total.ns[p] += one.ns[p];
                total.worst[p] = fmax(total.worst[p], one.worst[p]);
                total.iterations[p][0] += one.iterations[p][0];
                total.iterations[p][1] += one.iterations[p][1];
            }
        }
        char label[32];
        snprintf(label, sizeof label, "Total (%d clips)", total.clips);
        print_row(label, &total);
    }
    caper_character_destroy(characters[0]);
    caper_character_destroy(characters[1]);
    return code;
}
