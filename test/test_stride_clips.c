// SPDX-License-Identifier: MIT
//
// Captures on stairs, slopes and stones, in one table: what people did on flat ground, taken where
// they never were.
#include "stride_fixture.h"

#include "caper/formats.h"

static const char *const captures[][2] = {
    {"walk", "07_01"}, {"walk", "16_15"},    {"walk", "37_01"},         {"brisk", "07_12"},
    {"run", "09_01"},  {"run", "16_35"},     {"run", "127_03"},         {"turn", "16_17"},
    {"turn", "16_41"}, {"turn", "16_43"},    {"turn", "69_16"},         {"march", "138_01"},
    {"limp", "77_19"}, {"crouch", "136_09"}, {"zombie", "fair_zombie"},
};

static caper_import *capture(const char *file)
{
    char path[128];
    snprintf(path, sizeof path, "bvh/%s/%s.bvh", strchr("0123456789", file[0]) ? "cmu" : "dialects",
             file);
    const char *found = test_shared_path(path);
    return found ? caper_import_load(found, NULL, NULL) : NULL;
}

typedef struct course {
    char name[32];
    caper_world *world;
} course;

static caper_world *slope_of(float degrees)
{
    caper_world_def def = caper_world_def_default();
    def.ground_normal =
        caper_vec3_make(0, cosf(degrees * CAPER_DEGREE), -sinf(degrees * CAPER_DEGREE));
    caper_error error = {0};
    caper_world *world = caper_world_create(&def, &error);
    REQUIRE(world != NULL);
    return world;
}

/// Two flights with a landing between them.
static caper_world *landings(void)
{
    caper_world_stairs stairs[2];
    memset(stairs, 0, sizeof stairs);
    for (int i = 0; i < 2; i++) {
        stairs[i].transform = caper_transform_identity();
        stairs[i].transform.position = caper_vec3_make(0, i ? 0.48f : 0, i ? 3.07f : 1.2f);
        stairs[i].count = 3;
        stairs[i].rise = 0.16f;
        stairs[i].run = 0.29f;
        stairs[i].width = 8;
        stairs[i].landing = i ? 6.0f : 1.0f;
    }
    caper_world_def def = caper_world_def_default();
    def.stairs = stairs;
    def.stairs_count = 2;
    caper_error error = {0};
    caper_world *world = caper_world_create(&def, &error);
    REQUIRE(world != NULL);
    return world;
}

static int make_courses(course *courses)
{
    static const float rises[] = {0.08f, 0.12f, 0.17f, 0.22f}, treads[] = {0.22f, 0.29f, 0.4f};
    int count = 0;
    for (int down = 0; down < 2; down++) {
        for (int r = 0; r < 4; r++) {
            for (int t = 0; t < 3; t++) {
                course *c = &courses[count++];
                snprintf(c->name, sizeof c->name, "%s %.0f x %.0f cm", down ? "down" : "up",
                         100 * (double)rises[r], 100 * (double)treads[t]);
                c->world = stairs_of(rises[r], treads[t], 14, down);
            }
        }
    }
    snprintf(courses[count].name, sizeof courses->name, "slope 15 up");
    courses[count++].world = slope_of(15);
    snprintf(courses[count].name, sizeof courses->name, "slope 15 down");
    courses[count++].world = slope_of(-15);
    snprintf(courses[count].name, sizeof courses->name, "landings");
    courses[count++].world = landings();
    snprintf(courses[count].name, sizeof courses->name, "rubble");
    courses[count++].world =
        caper_world_load(test_data_path("worlds/rubble.world.json"), NULL, NULL);
    return count;
}

static void captures_go_over_everything(void)
{
    course courses[40];
    int count = make_courses(courses), runs = 0, good[7] = {0};
    for (int i = 0; i < CAPER_COUNT_OF(captures); i++) {
        caper_import *import = capture(captures[i][1]);
        if (!import) {
            SKIP("no data set");
        }
        const caper_character *c = import->character;
        caper_stride_clip_job flat_job = caper_stride_clip_job_default();
        caper_error error = {0};
        flat_job.clip = import->clips[0];
        flat_job.character = c;
        flat_job.rate = 60;
        caper_clip *flat = caper_stride_clip(&flat_job, &error);
        if (!flat) {
            printf("%s %s: %s\n", captures[i][0], captures[i][1], error.message);
            caper_import_destroy(import);
            continue;
        }
        stride_figures level = measure(c, flat, NULL);
        caper_clip_destroy(flat);
        double k = (double)c->size / 1.8;
        stride_figures worst;
        memset(&worst, 0, sizeof worst);
        for (int w = 0; w < count; w++) {
            caper_stride_clip_job job = caper_stride_clip_job_default();
            job.clip = import->clips[0];
            job.character = c;
            job.world = courses[w].world;
            job.rate = 60;
            caper_clip *out = caper_stride_clip(&job, &error);
            if (!out) {
                printf("%s on %s: %s\n", captures[i][1], courses[w].name, error.message);
                CHECK(out != NULL);
                continue;
            }
            stride_figures f = measure(c, out, courses[w].world);
            f.jerk /= level.jerk;
            const double limits[] = {15 * k, 5 * k, 5 * k, 20 * k, 1.2, 1.3};
            const double values[] = {f.slip, f.planted, f.floats, f.swing, f.fall, f.jerk};
            bool all = true;
            for (int m = 0; m < 6; m++) {
                good[m] += values[m] <= limits[m];
                all = all && values[m] <= limits[m];
            }
            good[6] += all;
            runs++;
            if (getenv("CAPER_STRIDE_TABLE")) {
                printf("%-7s %-12s %-16s slip %5.1f sink %5.1f float %5.1f swing %5.1f mm fall "
                       "%5.2f g jerk %5.2f stride %3.0f %%\n",
                       captures[i][0], captures[i][1], courses[w].name, f.slip, f.planted, f.floats,
                       f.swing, f.fall, f.jerk, 100 * (double)job.report.mean);
            }
            worst.slip = fmax(worst.slip, f.slip);
            worst.planted = fmax(worst.planted, f.planted);
            worst.floats = fmax(worst.floats, f.floats);
            worst.swing = fmax(worst.swing, f.swing);
            worst.fall = fmax(worst.fall, f.fall);
            worst.jerk = fmax(worst.jerk, f.jerk);
            caper_clip_destroy(out);
        }
        printf("%-7s %-12s worst: slip %5.1f sink %5.1f float %5.1f swing %5.1f mm fall %5.2f g "
               "jerk %5.2f (flat: fall %.2f)\n",
               captures[i][0], captures[i][1], worst.slip, worst.planted, worst.floats, worst.swing,
               worst.fall, worst.jerk, level.fall);
        caper_import_destroy(import);
    }
    printf("of %d runs within: slip %d, sink %d, float %d, swing %d, fall %d, jerk %d, all %d\n",
           runs, good[0], good[1], good[2], good[3], good[4], good[5], good[6]);
    CHECK(runs > 300);
    for (int w = 0; w < count; w++) {
        caper_world_destroy(courses[w].world);
    }
}

TESTS(captures_go_over_everything)
