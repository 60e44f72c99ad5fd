// SPDX-License-Identifier: MIT
// Tables I and II of paper 001 on captures of the CMU database: iterations of the numerical solver
// without and with root position estimation, and the time of a frame, at 30 frames a second and
// without scaling, as in the paper, whose figures stand beside ours in brackets (of its own
// captures and of a machine of 2001). Blubby has short legs, Sally long limbs.
#define _POSIX_C_SOURCE 200809L
#include "puppetry_tables.h"

#include "../test/puppeteer.h"
#include "caper/formats.h"
#include "caper/quality.h"
#include "cli.h"

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
static unsigned long long replay(puppeteer *puppet, const caper_pose *poses, int count,
                                 caper_pose *out, double *best)
{
    for (int i = 0; i < count; i++) {
        double start = now_ns();
        puppeteer_frame(puppet, &poses[i], NULL, NULL, i > 0 ? 1 / RATE : 0, out);
        best[i] = fmin(best[i], now_ns() - start);
    }
    return puppeteer_last(puppet)->total_iterations;
}

static void add_puppet(tally *t, int which, caper_puppet_def def, const caper_pose *poses,
                       int count)
{
    caper_pose out = caper_character_pose(def.character, NULL);
    double best[MAX_FRAMES];
    for (int with = 0; with < 2; with++) {
        def.estimate_root = with != 0;
        puppeteer *puppet = puppeteer_open(&def, NULL);
        for (int i = 0; i < count; i++) {
            best[i] = HUGE_VAL;
        }
        for (int r = 0; puppet && r < (with ? REPLAYS : 1); r++) {
            unsigned long long n = replay(puppet, poses, count, &out, best);
            t->iterations[which][with] += r == 0 ? n : 0;
        }
        puppeteer_close(puppet);
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
    caper_floor_estimate(import->character, clip, NULL, &def.floor, NULL);
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

/// A row of the paper: what it measured on its own captures.
typedef struct published {
    const char *name, *file; // of the capture of ours that is most like it
    int frames;
    int iterations[2][2]; // puppet; without, with
    double ms[2];         // of all frames
} published;

static const published rows[] = {
    {"Walk", "07_01.bvh", 39, {{47, 0}, {0, 0}}, {203, 206}},
    {"Throw", "124_01.bvh", 157, {{244, 0}, {0, 0}}, {864, 876}},
    {"Jump", "16_01.bvh", 88, {{111, 0}, {0, 0}}, {466, 474}},
    {"Handstand", "85_05.bvh", 211, {{266, 0}, {38, 0}}, {1135, 1139}},
    {"Dance", "05_02.bvh", 591, {{1253, 1}, {0, 0}}, {3188, 3201}},
    {"61 clips", NULL, 9692, {{15634, 8}, {429, 0}}, {52543, 52732}},
};
#define ROWS CAPER_COUNT_OF(rows)

static void print_iterations(const char *name, const tally *t, const published *p)
{
    printf("%-10s %5d (%4d) |", name, t->frames, p->frames);
    for (int with = 0; with < 2; with++) {
        for (int who = 0; who < 2; who++) {
            printf("  %6llu (%5d)", t->iterations[who][with], p->iterations[who][with]);
        }
        printf(with ? "\n" : " |");
    }
}

static void print_times(const char *name, const tally *t, const published *p)
{
    printf("%-10s %5d (%4d) |", name, t->frames, p->frames);
    for (int who = 0; who < 2; who++) {
        double mean = t->frames > 0 ? t->ns[who] / t->frames : 0;
        printf(" %7.2f (%5.0f)  %6.2f (%4.0f)  %5.1f %s", t->ns[who] * 1e-6, p->ms[who],
               mean * 1e-3, 1e3 * p->ms[who] / p->frames, mean > 0 ? t->worst[who] / mean : 0,
               who ? "\n" : "|");
    }
}

static void print_tables(const tally tallies[ROWS], int clips)
{
    char total[32];
    snprintf(total, sizeof total, "%d clips", clips);
    printf("Ours, and in brackets the paper's: other captures, 61 clips, a machine of 2001.\n\n");
    printf(
        "Table I. Iterations of the numerical solver without and with root position estimation\n");
    printf("%-10s %-12s | %15s %15s | %15s %15s\n", "", "Frames", "without: Blubby", "Sally",
           "with: Blubby", "Sally");
    for (int i = 0; i < ROWS; i++) {
        print_iterations(rows[i].file ? rows[i].name : total, &tallies[i], &rows[i]);
    }
    printf("\nTable II. Time: ms of all frames, us of one, and the slowest frame over the mean\n");
    printf("%-10s %-12s | %-38s| %s\n", "", "Frames", "Blubby: ms, us, slowest", "Sally");
    for (int i = 0; i < ROWS; i++) {
        print_times(rows[i].file ? rows[i].name : total, &tallies[i], &rows[i]);
    }
}

static void add(tally *sum, const tally *t)
{
    sum->clips += t->clips;
    sum->frames += t->frames;
    for (int p = 0; p < 2; p++) {
        sum->ns[p] += t->ns[p];
        sum->worst[p] = fmax(sum->worst[p], t->worst[p]);
        sum->iterations[p][0] += t->iterations[p][0];
        sum->iterations[p][1] += t->iterations[p][1];
    }
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

void bench_puppetry_captures(char out[512])
{
    const char *data = getenv("CAPER_SHARED_DATA");
    snprintf(out, 512, "%s/bvh/cmu", data ? data : "../shared/data");
}

caper_character *bench_puppetry_puppet(const char *name)
{
    char relative[96], path[1024];
    snprintf(relative, sizeof relative, "characters/%s.character.json", name);
    return cli_data_path(relative, path, sizeof path) ? caper_character_load(path, NULL, NULL)
                                                      : NULL;
}

int bench_puppetry_tables(void)
{
    char folder[512];
    static char names[MAX_FILES][64];
    bench_puppetry_captures(folder);
    int count = list(folder, names);
    caper_character *characters[2] = {bench_puppetry_puppet(puppets[0]),
                                      bench_puppetry_puppet(puppets[1])};
    int code = 0;
    if (count == 0 || !characters[0] || !characters[1]) {
        fprintf(stderr, "no captures in %s: set CAPER_SHARED_DATA\n", folder);
        code = 2;
    } else {
        tally tallies[ROWS] = {{0}}, *total = &tallies[ROWS - 1];
        for (int i = 0; i < count; i++) {
            char path[640];
            snprintf(path, sizeof path, "%s/%s", folder, names[i]);
            tally one = {0};
            if (!add_file(&one, path, characters)) {
                fprintf(stderr, "%s: left out\n", path);
                continue;
            }
            for (int n = 0; n < ROWS - 1; n++) {
                if (strcmp(rows[n].file, names[i]) == 0) {
                    tallies[n] = one;
                }
            }
            add(total, &one);
        }
        print_tables(tallies, total->clips);
    }
    caper_character_destroy(characters[0]);
    caper_character_destroy(characters[1]);
    return code;
}
