// SPDX-License-Identifier: MIT
//
// caper_asset_load: files of every kind by their content or their name, its limits and refusals.
#include "caper/actor.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define FOLDER "test_asset_files"

static const char *kept(const char *name, const char *text, size_t size)
{
    static char path[200];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    REQUIRE(caper_folder_make(FOLDER, NULL));
    REQUIRE(caper_file_write(path, text, size, NULL));
    return path;
}

// How many of the pointers are set.
static int set_count(const caper_asset *a)
{
    return (a->motion != NULL) + (a->clip != NULL) + (a->character != NULL) + (a->world != NULL) +
           (a->map != NULL) + (a->graph != NULL) + (a->import != NULL);
}

static void files_of_every_kind_are_read_by_one_call(void)
{
    static const struct {
        const char *path;
        caper_asset_kind kind;
    } files[] = {
        {"data/motions/wave.motion.json", CAPER_ASSET_MOTION},
        {"data/characters/dog.character.json", CAPER_ASSET_CHARACTER},
        {"data/worlds/stairs.world.json", CAPER_ASSET_WORLD},
    };
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        caper_asset asset;
        caper_error error = {0};
        CHECK(caper_asset_load(test_source_path(files[i].path), NULL, NULL, &asset, &error));
        CHECK_INT(asset.kind, files[i].kind);
        CHECK_INT(set_count(&asset), 1);
        caper_asset_destroy(&asset);
        CHECK_INT(set_count(&asset), 0);
        CHECK_INT(asset.kind, CAPER_ASSET_NONE);
    }
}

// A file says what it is whatever it is called; where it does not say, its name does.
static void content_goes_before_the_name(void)
{
    caper_asset asset;
    size_t size = 0;
    char *dog = caper_file_read(test_source_path("data/characters/dog.character.json"), 1 << 24,
                                NULL, &size, NULL);
    REQUIRE(dog != NULL);
    CHECK(caper_asset_load(kept("dog.txt", dog, size), NULL, NULL, &asset, NULL));
    CHECK_INT(asset.kind, CAPER_ASSET_CHARACTER);
    caper_asset_destroy(&asset);
    caper_free(NULL, dog, size + 1);
    static const char bvh[] = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation "
                              "Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\n"
                              "Frame Time: 0.1\n0 0 0\n";
    CHECK(caper_asset_load(kept("a.bvh", bvh, sizeof bvh - 1), NULL, NULL, &asset, NULL));
    CHECK_INT(asset.kind, CAPER_ASSET_IMPORT);
    CHECK(asset.import && asset.import->format == CAPER_FORMAT_BVH);
    caper_asset_destroy(&asset);
}

static void a_file_may_be_as_large_as_the_options_say(void)
{
    caper_asset asset;
    caper_error error = {0};
    caper_load_options options = {.max_bytes = 100};
    const char *path = test_source_path("data/characters/dog.character.json");
    CHECK(!caper_asset_load(path, &options, NULL, &asset, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_INT(set_count(&asset), 0);
    options.max_bytes = 1 << 24;
    CHECK(caper_asset_load(path, &options, NULL, &asset, &error));
    caper_asset_destroy(&asset);
}

static void what_cannot_be_read_leaves_nothing(void)
{
    caper_asset asset;
    caper_error error = {0};
    CHECK(!caper_asset_load("no/such/file.motion.json", NULL, NULL, &asset, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK_INT(set_count(&asset), 0);
    static const char bad[] = "{\"caper\": \"world\", \"version\": 1,\n \"boxes\": 3}";
    CHECK(!caper_asset_load(kept("bad.json", bad, sizeof bad - 1), NULL, NULL, &asset, &error));
    CHECK_INT(error.line, 2);
    CHECK_INT(set_count(&asset), 0);
}

TESTS(files_of_every_kind_are_read_by_one_call, content_goes_before_the_name,
      a_file_may_be_as_large_as_the_options_say, what_cannot_be_read_leaves_nothing)
