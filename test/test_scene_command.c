// SPDX-License-Identifier: MIT
//
// caper simulate as its users meet it: exit codes, figures, clips; what is refused is one sentence
// with its place, and leaves nothing behind.
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include "base/json.h"
#include "caper/clip.h"
#include "caper/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER CAPER_BINARY_DIR "/test_scene_command"

static char out[16000], err[16000];

static int run(const char *arguments)
{
    return command_run(FOLDER, "simulate", arguments, out, err, sizeof out);
}

static void write_scene(const char *name, const char *rest)
{
    char path[400], text[1500];
    mkdir(FOLDER, 0777);
    snprintf(path, sizeof path, FOLDER "/%s.scene.json", name);
    snprintf(text, sizeof text, "{\"caper\": \"scene\", \"version\": 1,\n%s}\n", rest);
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
}

static void figures_come_as_json(void)
{
    CHECK_INT(run("pushed --seconds 4 --json"), 0);
    caperi_json json;
    caper_error error = {0};
    REQUIRE(caperi_json_parse(&json, out, strlen(out), "out", NULL, NULL, &error));
    const caperi_json_value *actors = caperi_json_find(json.root, "actors");
    REQUIRE(caperi_json_is(actors, CAPERI_JSON_ARRAY) && actors->count == 2);
    int falls = -1;
    CHECK(caperi_json_get_int(&json, caperi_json_at(actors, 0), "falls", CAPERI_REQUIRED, 0, 9,
                              &falls));
    CHECK_INT(falls, 0);
    CHECK(caperi_json_get_int(&json, caperi_json_at(actors, 1), "falls", CAPERI_REQUIRED, 0, 9,
                              &falls));
    CHECK_INT(falls, 1);
    caperi_json_free(&json);
}

static void what_does_not_come_true_ends_with_one(void)
{
    write_scene("hopes", "\"seconds\": 2, \"actors\": [{\"name\": \"a\", \"character\": "
                         "\"performer\", \"expect\": \"falls\"}]");
    CHECK_INT(run("hopes.scene.json"), 1);
    CHECK_HAS(out, "NOT AS EXPECTED");
}

static void what_was_cut_off_is_not_judged(void)
{
    // falls after 9 s; its end is what the scene expects
    CHECK_INT(run("crate --seconds 0.5"), 0);
    CHECK_HAS(out, "stood so far");
    CHECK_INT(run("crate --seconds 0.5 --json"), 0);
    CHECK_HAS(out, "\"judged\": false");
    // a fall cannot be undone: it is judged at once
    write_scene("soon", "\"seconds\": 60, \"actors\": [{\"name\": \"a\", \"character\": "
                        "\"performer\", \"balance\": \"none\", \"expect\": \"stands\"}]");
    CHECK_INT(run("soon.scene.json --seconds 3"), 1);
    CHECK_HAS(out, "NOT AS EXPECTED");
}

static void an_explosion_ends_with_one_and_a_sentence(void)
{
    write_scene("bang", "\"seconds\": 2, \"actors\": [{\"name\": \"a\", \"character\": "
                        "\"performer\"}], \"events\": [{\"time\": 0.5, \"do\": \"push\", "
                        "\"actor\": \"a\", \"body\": \"head\", \"impulse\": [1e6, 0, 0]}]");
    remove(FOLDER "/bang.clip.json");
    CHECK_INT(run("bang.scene.json --out bang.clip.json"), 1);
    CHECK_HAS(err, "exploded");
    CHECK(access(FOLDER "/bang.clip.json", F_OK) != 0);
}

static void an_actor_becomes_a_clip(void)
{
    CHECK_INT(run("walk --seconds 2 --out walk.clip.json"), 0);
    caper_error error = {0};
    caper_clip *clip = caper_clip_load(FOLDER "/walk.clip.json", NULL, &error);
    REQUIRE(clip != NULL);
    CHECK_NEAR(clip->duration, 2, 0.02);
    caper_clip_destroy(clip);
    CHECK_INT(run("walk --seconds 1 --out walk.glb"), 0);
    caper_import *glb = caper_import_load(FOLDER "/walk.glb", NULL, &error);
    REQUIRE(glb != NULL);
    CHECK_INT(glb->clip_count, 1);
    caper_import_destroy(glb);
}

static void what_is_wrong_is_said_with_its_place(void)
{
    CHECK_INT(run(""), 2);
    CHECK_INT(run("no_such_scene"), 2);
    CHECK_HAS(err, "no such scene");
    CHECK_INT(run("crat"), 2);
    CHECK_HAS(err, "did you mean crate?");
    CHECK_INT(run("crate --send vmc:9"), 2);
    CHECK_HAS(err, "goes with --listen");
    CHECK_INT(run("crate --listen vmc:9 --send vmc:9"), 2);
    CHECK_HAS(err, "perform itself");
    write_scene("set", "\"actors\": [{\"name\": \"a\", \"character\": \"bvh/no/such.bvh\"}]");
    unsetenv("CAPER_SHARED_DATA");
    CHECK_INT(run("set.scene.json"), 2);
    CHECK_HAS(err, "set CAPER_SHARED_DATA");
    setenv("CAPER_SHARED_DATA", "/no/where", 1);
    CHECK_INT(run("set.scene.json"), 2);
    CHECK_HAS(err, "in /no/where");
    CHECK_INT(run("crate --actor nobody --out x.clip.json"), 2);
    CHECK_INT(run("crate --out x.doc"), 2);
    CHECK_INT(run("crate --begin -1 --out x.png"), 2);
    CHECK_HAS(err, "--begin takes a number from 0 to 36000");
    CHECK_INT(run("crate --seconds 0.001 --out x.png"), 2); // not one frame
    CHECK_HAS(err, "nothing to draw");
    CHECK_INT(run("crate --seconds 0.1 --begin 0.2 --out x.png"), 2);
    CHECK_HAS(err, "nothing to draw after 0.2 s of 0.1 s");
    write_scene("typo", "\"actors\": [{\"name\": \"a\",\n\"charakter\": \"dog\"}]");
    CHECK_INT(run("typo.scene.json"), 2);
    CHECK_HAS(err, "typo.scene.json:3:1: ");
    write_scene("lost", "\"actors\": [\n{\"name\": \"a\", \"character\": \"unicorn_x\"}]");
    CHECK_INT(run("lost.scene.json"), 2);
    CHECK_HAS(err, "lost.scene.json:3:1: ");
}

TESTS(figures_come_as_json, what_does_not_come_true_ends_with_one, what_was_cut_off_is_not_judged,
      an_explosion_ends_with_one_and_a_sentence, an_actor_becomes_a_clip,
      what_is_wrong_is_said_with_its_place)
