// SPDX-License-Identifier: MIT
//
// caper stride as its users meet it: walks that go up stairs, motion on the spot that travels; what
// is refused is one sentence, and leaves the old output as it was.
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include "caper/clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER CAPER_BINARY_DIR "/test_stride_command"

static char out[8000], err[8000];

static int run(const char *arguments)
{
    return command_run(FOLDER, "", arguments, out, err, sizeof out);
}

static void write_text(const char *path, const char *text)
{
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
}

static void a_walk_climbs_the_stairs_that_ship(void)
{
    REQUIRE(run("walk performer --seconds 6 --out walk.clip.json") == 0);
    CHECK_INT(run("stride walk.clip.json --world stairs --at 0,0.5 --out up.clip.json"), 0);
    CHECK_HAS(err, "key poses");
    CHECK_HAS(err, "to see it: caper render up.clip.json --world stairs --out");
    CHECK(!strstr(err, "over an edge") && !strstr(err, "sinks to its knees"));
    // half on the stairs, whose side no leg climbs: it goes on beside them
    CHECK_INT(run("stride walk.clip.json --world stairs --at 1.0,0,0 --out aside.clip.json"), 0);
    CHECK(!strstr(err, "warning"));
    // half on a wall from the start: there is nothing that it could do
    write_text(FOLDER "/wall.world.json",
               "{\"caper\": \"world\", \"version\": 1, \"ground\": {\"point\": [0, 0, 0]}, "
               "\"boxes\": [{\"position\": [0, 0.5, 4], \"half\": [0.6, 0.5, 6]}]}");
    CHECK_INT(run("stride walk.clip.json --world wall.world.json --at 0.55,0 --out x.clip.json"),
              0);
    CHECK_HAS(err, "warning: it goes over an edge beside its path");
    caper_clip *clip = caper_clip_load(FOLDER "/up.clip.json", NULL, NULL);
    REQUIRE(clip != NULL);
    CHECK(!caper_clip_has_tag(clip, CAPER_TAG_FITTED)); // all of it is ours
    CHECK(caper_clip_sample_root(clip, clip->duration).y > 0.5f);
    CHECK(clip->contact_count > 4);
    caper_clip_destroy(clip);
    // every way to solve legs, and both other ways to meet the ground, run
    static const char *const ways[] = {"--solver spring", "--solver ccd",  "--solver elias",
                                       "--method rays",   "--method none", "--keep-stride"};
    for (int i = 0; i < CAPER_COUNT_OF(ways); i++) {
        char line[200];
        snprintf(line, sizeof line, "stride walk.clip.json --world stairs %s --out x.clip.json",
                 ways[i]);
        CHECK_INT(run(line), 0);
    }
    CHECK_INT(run("stride walk.clip.json --on-the-spot --json --out spot.clip.json"), 0);
    // a run, whose strides are longer than five treads and stay so
    REQUIRE(run("walk performer --speed 4 --seconds 4 --out run.clip.json") == 0);
    CHECK_INT(run("stride run.clip.json --world stairs --at 0,0.5 --keep-stride --climb 1 --out "
                  "knees.clip.json"),
              0);
    CHECK_HAS(err, "warning: it sinks to its knees");
    CHECK_HAS(err, "take a slower clip, or larger steps with --world-scale");
}

static void what_is_wrong_is_one_sentence_and_the_old_output_stays(void)
{
    REQUIRE(run("walk performer --seconds 3 --out walk.clip.json") == 0);
    REQUIRE(run("walk fish --seconds 1 --out fish.clip.json") == 0);
    write_text(FOLDER "/hole.world.json",
               "{\"caper\": \"world\", \"version\": 1, \"name\": \"hole\", \"boxes\": "
               "[{\"position\": [0, -0.5, 0], \"half\": [2, 0.5, 1]}]}");
    static const char *const lines[][2] = {
        {"fish.clip.json", "no feet"},
        {"walk.clip.json --direction 0,0,0", "a direction over the ground"},
        {"walk.clip.json --direction 0,5,0", "a direction over the ground"},
        {"walk.clip.json --world hole.world.json", "no ground"},
        {"walk.clip.json --world hole.world.json --at 50,50", "no ground at the start"},
        {"walk.clip.json --loops 3", "is not a cycle: its bodies jump by"},
        {"walk.clip.json --solver magic", "'magic' is not one of limb, spring"},
        {"walk.clip.json --at here", "not X,Z"},
        {"nothing.bvh", "nothing.bvh"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(lines); i++) {
        char line[300];
        write_text(FOLDER "/old.clip.json", "old");
        snprintf(line, sizeof line, "stride %s --out old.clip.json", lines[i][0]);
        CHECK_INT(run(line), 2);
        CHECK_HAS(err, lines[i][1]);
        size_t size = 0;
        char *text = caper_file_read(FOLDER "/old.clip.json", 0, NULL, &size, NULL);
        REQUIRE(text != NULL);
        CHECK_STR(text, "old");
        caper_free(NULL, text, size + 1);
    }
    CHECK_INT(run("stride walk.clip.json"), 2);
    CHECK_INT(run("stride --help"), 0);
}

// A clip of which nobody says when its feet stand was found: what is fitted to a world says so, is
// judged so, and stays so when it is fitted again.
static void what_was_found_says_so(void)
{
    REQUIRE(run("walk performer --seconds 4 --out walk.bvh") == 0);
    CHECK_INT(run("stride walk.bvh --world stairs --at 0,0.5 --out once.clip.json"), 0);
    CHECK_INT(run("stride once.clip.json --out twice.clip.json"), 0);
    for (int i = 0; i < 2; i++) {
        caper_clip *clip =
            caper_clip_load(i ? FOLDER "/twice.clip.json" : FOLDER "/once.clip.json", NULL, NULL);
        REQUIRE(clip != NULL);
        CHECK(clip->contact_count > 4);
        CHECK_INT(clip->tag_count, 1);
        CHECK(caper_clip_has_tag(clip, CAPER_TAG_FITTED));
        caper_clip_destroy(clip);
    }
    run("check once.clip.json --world stairs");
    CHECK_HAS(out, "(--origin fitted)");
    run("check once.clip.json --world stairs --origin ours");
    CHECK_HAS(out, "(--origin ours)");
}

// A picture of a walk up stairs shows the stairs: it is that of its clip in that world.
static void a_strip_shows_the_world(void)
{
    REQUIRE(run("walk performer --seconds 1 --out walk.clip.json") == 0);
    // named as the clip is, for a strip has the name of its file over it
    CHECK_INT(run("stride walk.clip.json --world stairs --out 'performer walk.clip.json'"), 0);
    if (run("render 'performer walk.clip.json' --world stairs --out up.png") != 0) {
        SKIP("this build has no renderer");
    }
    CHECK_INT(run("render 'performer walk.clip.json' --out flat.png"), 0);
    CHECK_INT(run("stride walk.clip.json --world stairs --out stride.png"), 0);
    size_t size[3];
    static const char *const names[] = {FOLDER "/up.png", FOLDER "/flat.png", FOLDER "/stride.png"};
    char *bytes[3];
    for (int i = 0; i < 3; i++) {
        bytes[i] = caper_file_read(names[i], 0, NULL, &size[i], NULL);
        REQUIRE(bytes[i] != NULL);
    }
    CHECK(size[0] != size[1] || memcmp(bytes[0], bytes[1], size[0]) != 0);
    CHECK(size[0] == size[2] && memcmp(bytes[0], bytes[2], size[0]) == 0);
    for (int i = 0; i < 3; i++) {
        caper_free(NULL, bytes[i], size[i] + 1);
    }
}

TESTS(a_strip_shows_the_world, what_was_found_says_so, a_walk_climbs_the_stairs_that_ship,
      what_is_wrong_is_one_sentence_and_the_old_output_stays)
