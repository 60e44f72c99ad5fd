// SPDX-License-Identifier: MIT
//
// caper puppet as its users meet it: a clip of the performer goes in, a clip of the puppet comes
// out; what is refused is one sentence and leaves nothing behind.
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include "caper/clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER CAPER_BINARY_DIR "/test_puppet_command"

/// Runs in the folder; keeps what is said.
static int run(const char *arguments, char *out, char *err, size_t size)
{
    return command_run(FOLDER, "", arguments, out, err, size);
}

/// Two seconds in which the performer sways from foot to foot.
static void write_clip(void)
{
    mkdir(FOLDER, 0777);
    caper_character *c =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, NULL);
    REQUIRE(c != NULL);
    enum {
        FRAMES = 61
    };
    size_t bodies = (size_t)c->body_count;
    caper_transform *frames = calloc(FRAMES * bodies, sizeof *frames);
    REQUIRE(frames != NULL);
    for (int i = 0; i < FRAMES; i++) {
        memcpy(&frames[(size_t)i * bodies], c->skeleton.rest_local, bodies * sizeof *frames);
        frames[(size_t)i * bodies].position.x += 0.05f * caper_sin(0.2f * (float)i);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "sway";
    def.skeleton = &c->skeleton;
    def.frame_count = FRAMES;
    def.frames = frames;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    REQUIRE(caper_clip_save(clip, FOLDER "/sway.clip.json", NULL));
    REQUIRE(caper_file_write(FOLDER "/wrong.sensors.csv", "0,hat\n", 6, NULL));
    caper_clip_destroy(clip);
    free(frames);
    caper_character_destroy(c);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void a_clip_becomes_one_of_the_puppet(void)
{
    char out[4000], err[4000];
    write_clip();
    unlink(FOLDER "/sally.clip.json");
    CHECK_INT(run("puppet sway.clip.json --performer performer --onto sally --out sally.clip.json",
                  out, err, sizeof out),
              0);
    caper_character *sally =
        caper_character_load(test_data_path("characters/sally.character.json"), NULL, NULL);
    caper_clip *clip = caper_clip_load(FOLDER "/sally.clip.json", NULL, NULL);
    REQUIRE(sally && clip);
    CHECK(caper_skeleton_same(&clip->skeleton, &sally->skeleton));
    CHECK_INT(clip->frame_count, 61);
    CHECK_NEAR(clip->rate, 30, 1e-4);
    caper_clip_destroy(clip);
    caper_character_destroy(sally);
}

static void methods_are_compared_in_a_table_or_as_json(void)
{
    char out[4000], err[4000];
    write_clip();
    CHECK_INT(run("puppet sway.clip.json --performer performer --onto blubby --compare", out, err,
                  sizeof out),
              0);
    CHECK_HAS(out, "importance");
    CHECK_HAS(out, "stance_slip_median");
    CHECK_HAS(out, "iterations");
    CHECK_INT(run("puppet sway.clip.json --performer performer --onto blubby --compare --json", out,
                  err, sizeof out),
              0);
    CHECK_HAS(out, "\"penetration_p95\": {");
    // the same by way of what sensors on him would say
    CHECK_INT(run("convert sway.clip.json sway.sensors.csv --on performer", out, err, sizeof out),
              0);
    CHECK_INT(run("puppet sway.sensors.csv --onto dog --out dog.clip.json", out, err, sizeof out),
              0);
    CHECK_STR(err, "wrote dog.clip.json: 106 frames, 35 bodies\n");
    CHECK_INT(run("puppet --help", out, err, sizeof out), 0);
    CHECK_HAS(out, "example:");
}

/// Who wore the sensors has other proportions: to give a performer helps who has given none.
static void another_size_is_told_with_what_helps(void)
{
    char out[4000], err[4000];
    write_clip();
    CHECK_INT(run("convert sway.clip.json sway.sensors.csv --on performer", out, err, sizeof out),
              0);
    CHECK_INT(run("puppet sway.sensors.csv --performer sally --onto dog --out dog.clip.json", out,
                  err, sizeof out),
              0);
    CHECK_HAS(err, "times as large as 'sally'");
    CHECK(strstr(err, "give --performer") == NULL);
    CHECK_INT(run("puppet sway.clip.json --onto sally --out sally.clip.json", out, err, sizeof out),
              0);
    CHECK_INT(run("convert sally.clip.json sally.sensors.csv --on sally", out, err, sizeof out), 0);
    CHECK_INT(run("puppet sally.sensors.csv --onto dog --out dog.clip.json", out, err, sizeof out),
              0);
    CHECK_HAS(err, "give --performer");
}

static void what_cannot_be_done_is_said_in_a_sentence(void)
{
    char out[4000], err[4000];
    write_clip();
    static const char *const wrong[][2] = {
        {"puppet", "expected IN --onto CHARACTER or --listen"},
        {"puppet sway.clip.json --onto sally", "expected --out"},
        {"puppet sway.clip.json --onto sally --out x.clip.json --method best",
         "'best' is not one of importance"},
        {"puppet sway.clip.json --onto sally --out x.clip.json --scale -2",
         "--scale takes a number from 0 to 10000"},
        {"puppet sway.clip.json --onto sally --out x.fbx", "expected an output"},
        {"puppet nothing.bvh --onto sally --out x.clip.json", "nothing.bvh"},
        {"puppet wrong.sensors.csv --onto sally --out x.clip.json", "wrong.sensors.csv:1:3: 'hat'"},
        {"puppet sway.clip.json --onto sally --out x.clip.json --t-pose 2", "--t-pose goes with"},
        {"puppet sway.sensors.csv --onto sally --out x.clip.json --t-pose -1", "--t-pose takes"},
        {"puppet sway.sensors.csv --onto sally --out x.clip.json --rate 30",
         "--rate goes with --listen"},
        {"puppet sway.sensors.csv --onto sally --out x.clip.json --file-rate 30", "does not apply"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(wrong); i++) {
        CHECK_INT(run(wrong[i][0], out, err, sizeof out), 2);
        CHECK_HAS(err, wrong[i][1]);
    }
    CHECK(!exists(FOLDER "/x.clip.json") && !exists(FOLDER "/x.fbx"));
}

TESTS(a_clip_becomes_one_of_the_puppet, methods_are_compared_in_a_table_or_as_json,
      another_size_is_told_with_what_helps, what_cannot_be_done_is_said_in_a_sentence)
