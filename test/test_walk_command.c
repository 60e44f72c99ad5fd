// SPDX-License-Identifier: MIT
//
// caper walk as its users meet it: speeds, ways, worlds, styles, motions and outputs; what is
// refused is one sentence with its place, and leaves nothing behind.
#define _POSIX_C_SOURCE 200809L
#include "menagerie.h"
#include "test.h"

#include "caper/clip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CAPER_COMMAND
#define CAPER_COMMAND ""
#endif

#define FOLDER CAPER_BINARY_DIR "/test_walk_command"

static char out[8000], err[4000];

/// Runs in the folder; keeps what is said.
static int run(const char *arguments)
{
    if (CAPER_COMMAND[0] == '\0') {
        SKIP("the command is not built");
    }
    mkdir(FOLDER, 0777);
    char line[1500];
    snprintf(line, sizeof line, "cd '%s' && '%s' walk %s >stdout 2>stderr", FOLDER, CAPER_COMMAND,
             arguments);
    int status = system(line);
    const char *const names[] = {FOLDER "/stdout", FOLDER "/stderr"};
    char *const texts[] = {out, err};
    const size_t sizes[] = {sizeof out, sizeof err};
    for (int i = 0; i < 2; i++) {
        size_t used = 0;
        char *text = caper_file_read(names[i], 0, NULL, &used, NULL);
        snprintf(texts[i], sizes[i], "%s", text ? text : "");
        caper_free(NULL, text, used + 1);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool exists(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    return access(path, F_OK) == 0;
}

/// Walk and load what came out; destroy it.
static caper_clip *walked(const char *arguments)
{
    char line[600];
    unlink(FOLDER "/x.clip.json");
    snprintf(line, sizeof line, "%s --out x.clip.json", arguments);
    CHECK_INT(run(line), 0);
    CHECK_STR(err, "");
    caper_clip *clip = caper_clip_load(FOLDER "/x.clip.json", NULL, NULL);
    REQUIRE(clip != NULL);
    return clip;
}

static caper_root root_at(const caper_clip *clip, float share)
{
    return caper_clip_sample_root(clip, share * (float)(clip->frame_count - 1) / clip->rate);
}

// Metres a second over the last half.
static float speed_of(const caper_clip *clip)
{
    caper_root a = root_at(clip, 0.5f), b = root_at(clip, 1);
    float seconds = 0.5f * (float)(clip->frame_count - 1) / clip->rate;
    return hypotf(b.x - a.x, b.z - a.z) / seconds;
}

static void speeds_are_metres_or_froude_numbers(void)
{
    caper_clip *clip = walked("dog --speed 1.2 --seconds 4 --rate 50");
    CHECK_INT(clip->frame_count, 201);
    CHECK_NEAR(clip->rate, 50, 1e-4);
    CHECK_NEAR(speed_of(clip), 1.2, 0.02);
    CHECK(clip->contact_count > 20); // who stood when is in the clip
    caper_clip_destroy(clip);
    caper_character *dog = menagerie_load("dog");
    float length = 0;
    for (int i = 0; i < dog->leg_count; i++) {
        length += dog->legs[i].length / (float)dog->leg_count;
    }
    clip = walked("dog --speed 0.3Fr --seconds 4");
    CHECK_NEAR(speed_of(clip), sqrt(0.3 * 9.81 * (double)length), 0.02);
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
    clip = walked("dog --speed 0 --seconds 1");
    CHECK_NEAR(speed_of(clip), 0, 1e-3);
    caper_clip_destroy(clip);
}

static void ways_are_shapes_or_files_of_points(void)
{
    caper_clip *clip = walked("dog --speed 1 --path circle --seconds 4");
    CHECK(fabsf(root_at(clip, 1).yaw) > 0.5f);
    caper_clip_destroy(clip);
    clip = walked("dog --speed 1 --seconds 3 --at 2,3,90 --heading 90");
    CHECK_NEAR(root_at(clip, 0).x, 2, 1e-3);
    CHECK_NEAR(root_at(clip, 0).z, 3, 1e-3);
    CHECK_NEAR(root_at(clip, 1).yaw, CAPER_PI / 2, 0.02); // sideways all the way
    caper_clip_destroy(clip);
    REQUIRE(
        caper_file_write(FOLDER "/way", "# there and back\n0 2\r\n\n 1.5\t2 # left\n", 37, NULL));
    clip = walked("dog --speed 1 --path way --seconds 8");
    CHECK_NEAR(root_at(clip, 1).x, 1.5, 0.2);
    CHECK_NEAR(root_at(clip, 1).z, 2, 0.2);
    caper_clip_destroy(clip);
}

static void bad_points_are_refused_at_their_place(void)
{
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"0 1\nzero 1\n", "bad:2:1: "}, {"0 1\n\n0 one\n", "bad:3:3: "}, {"0 1 2\n", "bad:1:5: "},
        {"0\n", "bad:1:2: "},           {"1e9 0\n", "bad:1:1: "},        {"nan 0\n", "bad:1:1: "},
        {"0 1x\n", "bad:1:3: "},        {"# nothing\n", "bad: "},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        mkdir(FOLDER, 0777);
        REQUIRE(caper_file_write(FOLDER "/bad", cases[i].text, strlen(cases[i].text), NULL));
        CHECK_INT(run("dog --path bad --out bad.clip.json"), 2);
        CHECK_HAS(err, cases[i].place);
        CHECK_HAS(err, "x and z");
        CHECK(!exists("bad.clip.json"));
    }
}

static void worlds_styles_and_motions_are_told_by_name(void)
{
    caper_clip *clip = walked("dog --speed 0.6 --world stairs --seconds 4");
    caper_clip_destroy(clip);
    clip = walked("dog --speed 1 --world slope --seconds 3");
    CHECK(fabsf(root_at(clip, 1).y - root_at(clip, 0).y) > 0.1f);
    caper_clip_destroy(clip);
    static const char *const styles[] = {"limp", "sneak:0.5", "limp,lumber:0.3", "prance@2,sneak@1",
                                         "prance@2:0.5"};
    for (int i = 0; i < CAPER_COUNT_OF(styles); i++) {
        char line[200];
        snprintf(line, sizeof line, "oddlegs --style %s --seconds 1", styles[i]);
        caper_clip_destroy(walked(line));
    }
    clip = walked("performer --style limp --motion wave --seconds 2");
    caper_clip_destroy(clip);
}

static void what_has_no_feet_gets_about_too(void)
{
    static const char *const names[] = {"snake", "inchworm", "octopus", "fish", "jellyfish"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char line[200];
        snprintf(line, sizeof line, "%s --speed 0.1Fr --path curve --seconds 3", names[i]);
        caper_clip *clip = walked(line);
        CHECK(root_at(clip, 1).z > 0.2f);
        caper_clip_destroy(clip);
    }
}

static void clips_are_written_in_every_format(void)
{
    static const char *const names[] = {"y.clip.json", "y.bvh", "y.glb", "y.gltf"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char line[200];
        snprintf(line, sizeof line, "dog --seconds 0.5 --out %s", names[i]);
        CHECK_INT(run(line), 0);
        struct stat info;
        snprintf(line, sizeof line, FOLDER "/%s", names[i]);
        CHECK(stat(line, &info) == 0 && info.st_size > 1000);
    }
}

static void what_cannot_be_done_is_said_in_a_sentence(void)
{
    static const char *const wrong[][2] = {
        {"", "expected a character and --out"},
        {"dog", "expected a character and --out"},
        {"dog horse --out z.clip.json", "expected a character and --out"},
        {"nobody --out z.clip.json", "nobody"},
        {"dog --out z.fbx", "z.fbx"},
        {"dog --speed fast --out z.clip.json", "--speed 'fast' is not"},
        {"dog --speed 1m --out z.clip.json", "--speed '1m' is not"},
        {"dog --speed -1 --out z.clip.json", "--speed '-1' is not"},
        {"dog --speed nan --out z.clip.json", "--speed 'nan' is not"},
        {"dog --path nowhere --out z.clip.json", "nowhere: cannot be opened"},
        {"dog --world nowhere --out z.clip.json", "nowhere"},
        {"dog --motion nothing --out z.clip.json", "nothing"},
        {"dog --style grand --out z.clip.json", "no gait style 'grand'"},
        {"dog --style limp:2 --out z.clip.json", "--style 'limp:2': expected"},
        {"dog --style limp:x --out z.clip.json", "--style 'limp:x': expected"},
        {"dog --style limp@0 --out z.clip.json", "--style 'limp@0': expected"},
        {"dog --style limp@1.5 --out z.clip.json", "--style 'limp@1.5': expected"},
        {"dog --style limp@7 --out z.clip.json", "form 1"},
        {"dog --style '' --out z.clip.json", "--style is empty"},
        {"dog --style limp,limp,limp,limp,limp,limp,limp,limp,limp --out z.clip.json",
         "more than 8 styles"},
        {"dog --at 1 --out z.clip.json", "--at '1' is not"},
        {"dog --at 1,2,3,4 --out z.clip.json", "--at '1,2,3,4' is not"},
        {"dog --heading north --out z.clip.json", "--heading"},
        {"dog --seconds 0 --out z.clip.json", "--seconds"},
        {"dog --rate 0 --out z.clip.json", "--rate"},
        {"dog --seconds 3600 --rate 1000 --out z.clip.json", "too many frames"},
        {"dog --wings --out z.clip.json", "--wings"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(wrong); i++) {
        CHECK_INT(run(wrong[i][0]), 2);
        CHECK_HAS(err, wrong[i][1]);
        const char *end = strchr(err, '\n');
        CHECK(end && end[1] == 0); // one line
        CHECK_STR(out, "");
    }
    CHECK(!exists("z.clip.json") && !exists("z.fbx"));
}

static void an_output_that_cannot_be_written_leaves_nothing(void)
{
    static const char *const names[] = {"nowhere/z.clip.json", "nowhere/z.glb", "nowhere/z.bvh"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char line[200];
        snprintf(line, sizeof line, "dog --seconds 0.5 --out %s", names[i]);
        CHECK_INT(run(line), 2);
        CHECK_HAS(err, names[i]);
        CHECK(!exists("nowhere"));
    }
    // a folder is no file, and stays
    mkdir(FOLDER "/folder.clip.json", 0777);
    CHECK_INT(run("dog --seconds 0.5 --out folder.clip.json"), 2);
    CHECK_HAS(err, "folder.clip.json");
    CHECK(rmdir(FOLDER "/folder.clip.json") == 0);
    // a small limit on the size of files stands for a disk that fills up
    char line[600];
    snprintf(line, sizeof line,
             "cd '" FOLDER "' && (trap '' XFSZ; ulimit -f 8; '%s' walk dog --seconds 4 --out "
             "big.clip.json) 2>stderr",
             CAPER_COMMAND);
    unlink(FOLDER "/big.clip.json");
    CHECK(system(line) != 0);
    CHECK(!exists("big.clip.json"));
    CHECK(system("ls -A '" FOLDER "' | grep -q 'tmp$'") != 0);
}

static void help_has_an_example(void)
{
    CHECK_INT(run("--help"), 0);
    CHECK_HAS(out, "example:");
    CHECK_HAS(out, "caper walk dog --speed 1.2 --out dog.clip.json");
    CHECK_HAS(out, "--style");
    // and what it shows works
    CHECK_INT(run("dog --speed 1.2 --out dog.clip.json"), 0);
}

TESTS(speeds_are_metres_or_froude_numbers, ways_are_shapes_or_files_of_points,
      bad_points_are_refused_at_their_place, worlds_styles_and_motions_are_told_by_name,
      what_has_no_feet_gets_about_too, clips_are_written_in_every_format,
      what_cannot_be_done_is_said_in_a_sentence, an_output_that_cannot_be_written_leaves_nothing,
      help_has_an_example)
