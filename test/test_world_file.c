// SPDX-License-Identifier: MIT
//
// Files of worlds: there and back to the same bits, what is refused and where, and those that come
// along.
#include "world_fixture.h"

#include "world/world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static caper_world *must_parse(const char *text)
{
    caper_error error = {0};
    caper_world *world = caper_world_parse(text, strlen(text), "test", NULL, &error);
    if (!world)
        fprintf(stderr, "%d:%d: %s\n", error.line, error.column, error.message);
    REQUIRE(world != NULL);
    return world;
}

static bool same_world(const caper_world *a, const caper_world *b)
{
    bool same = strcmp(a->name, b->name) == 0 && a->has_ground == b->has_ground &&
                memcmp(&a->ground_point, &b->ground_point, sizeof a->ground_point) == 0 &&
                memcmp(&a->ground_normal, &b->ground_normal, sizeof a->ground_normal) == 0 &&
                a->box_count == b->box_count && a->own_box_count == b->own_box_count &&
                a->stairs_count == b->stairs_count && a->field_count == b->field_count;
    for (int i = 0; same && i < a->box_count; i++)
        same =
            memcmp(&a->boxes[i].transform, &b->boxes[i].transform, sizeof(caper_transform)) == 0 &&
            memcmp(&a->boxes[i].half, &b->boxes[i].half, sizeof(caper_vec3)) == 0;
    for (int i = 0; same && i < a->field_count; i++) {
        const caper_world_field *f = &a->fields[i], *g = &b->fields[i];
        same = f->x == g->x && f->z == g->z && f->spacing == g->spacing &&
               f->columns == g->columns && f->rows == g->rows &&
               memcmp(f->heights, g->heights,
                      (size_t)f->columns * (size_t)f->rows * sizeof(float)) == 0;
    }
    return same;
}

static caper_world *write_and_read(const caper_world *world)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_world_write(world, &writer);
    size_t size;
    caper_error error = {0};
    const char *text = caper_json_writer_finish(&writer, &size, &error);
    REQUIRE(text != NULL);
    caper_world *again = caper_world_parse(text, size, NULL, NULL, &error);
    if (!again)
        fprintf(stderr, "%d:%d: %s\n", error.line, error.column, error.message);
    REQUIRE(again != NULL);
    caper_json_writer_free(&writer);
    return again;
}

static void a_written_world_reads_back_as_the_same_bits(void)
{
    caper_rng rng = caper_rng_make(21);
    for (int round = 0; round < 30; round++) {
        caper_world_box boxes[20];
        for (int i = 0; i < 20; i++) {
            caper_vec3 axis = random_vec(&rng, vec(-1, 1, -1), vec(1, 1, 1));
            caper_vec3 at = random_vec(&rng, vec(-99, 0, 0), vec(99, 1, 1e-20f));
            caper_vec3 half = random_vec(&rng, vec(1e-3f, 1, 2), vec(1, 1, 2));
            boxes[i] = box_at(at.x, at.y, at.z, half.x, half.y, half.z);
            boxes[i].transform.rotation =
                caper_quat_from_axis_angle(axis, caper_rng_range(&rng, -6, 6));
        }
        boxes[3].transform.rotation.w *= 1.0005f; // nearly unit: made unit, and then kept
        caper_world_stairs stairs = {caper_transform_identity(), 5, 0.17f, 0.31f, 1, 0.1f};
        stairs.transform.rotation = caper_quat_from_yaw(caper_rng_range(&rng, -3, 3));
        float heights[12];
        for (int i = 0; i < 12; i++)
            heights[i] = caper_rng_range(&rng, -1, 1) * (float)(1 << i);
        caper_world_field field = {0.1f, -7, 0.3f, 4, 3, heights};
        caper_world_def def = caper_world_def_default();
        def.name = "a \"quoted\" näme";
        def.has_ground = round % 2 == 0;
        def.ground_normal = vec(caper_rng_range(&rng, -1, 1), 1.7f, 0.1f);
        def.boxes = boxes, def.box_count = 20;
        def.stairs = &stairs, def.stairs_count = 1;
        def.fields = &field, def.field_count = 1;
        if (!def.has_ground)
            def.ground_normal = vec(0, 1, 0); // not written
        caper_world *world = must_create(&def), *again = write_and_read(world);
        CHECK(same_world(world, again));
        caper_world_destroy(again);
        caper_world_destroy(world);
    }
}

static void a_file_says_where_it_is_wrong(void)
{
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } files[] = {
        {"", 1, 1, ""},
        {"[]", 1, 1, "object"},
        {"{\"version\":1}", 1, 1, "expected \"caper\": \"world\""},
        {"{\"caper\":7,\"version\":1}", 1, 10, "must be a string"},
        {"{\"caper\":\"worl\",\"version\":1}", 1, 10,
         "expected \"caper\": \"world\", found \"worl\""},
        {"{\"caper\":\"world\"}", 1, 1, "'version' is missing"},
        {"{\"caper\":\"world\",\"version\":2}", 1, 28, "version 2, and this library reads up to 1"},
        {"{\"caper\":\"world\",\n \"version\":1,\n \"boxen\":[]}", 3, 2, "boxes"},
        {"{\"caper\":\"world\",\"version\":1,\n\"ground\":true}", 2, 10, "object or false"},
        {"{\"caper\":\"world\",\"version\":1,\n\"ground\":{\"normal\":[1,0,0]}}", 2, 10, "steep"},
        {"{\"caper\":\"world\",\"version\":1,\n\"boxes\":[{}]}", 2, 10, "half"},
        {"{\"caper\":\"world\",\"version\":1,\n\"boxes\":[{\"half\":[1,1]}]}", 2, 18, "3"},
        {"{\"caper\":\"world\",\"version\":1,\n\"boxes\":[{\"half\":[1,1,-1]}]}", 2, 10, "above 0"},
        {"{\"caper\":\"world\",\"version\":1,\n\"boxes\":[{\"half\":[1,1,1],\"yaw_deg\":1,\n"
         "\"rotation\":[0,0,0,1]}]}",
         2, 36, "one of them"},
        {"{\"caper\":\"world\",\"version\":1,\n\"stairs\":[{\"rise\":1,\"run\":1,\"width\":1}]}", 2,
         11, "count"},
        {"{\"caper\":\"world\",\"version\":1,\n\"fields\":[{\"spacing\":1,\"heights\":[[0,0],\n"
         "[0,0,0]]}]}",
         3, 1, "2"},
        {"{\"caper\":\"world\",\"version\":1,\n\"fields\":[{\"spacing\":1,\"heights\":[[0,0],\n"
         "[0,\"1\"]]}]}",
         3, 4, "number"},
        {"{\"caper\":\"world\",\"version\":1,\n\"fields\":[{\"spacing\":1,\"heights\":[[0,0],\n"
         "[0,2e6]]}]}",
         3, 4, "1e6"},
        {"{\"caper\":\"world\",\"version\":1,\n\"fields\":[{\"spacing\":0,"
         "\"heights\":[[0,0],[0,0]]}]}",
         2, 11, "spacing"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        caper_error error = {0};
        const char *text = files[i].text;
        CHECK(caper_world_parse(text, strlen(text), "f.world.json", NULL, &error) == NULL);
        bool good = CHECK_INT(error.line, files[i].line);
        good = CHECK_INT(error.column, files[i].column) && good;
        good = CHECK_HAS(error.message, files[i].message) && good;
        CHECK_STR(error.source, "f.world.json");
        if (!good)
            fprintf(stderr, "file %d: %s\n", i, error.message);
    }
}

// Notes the largest block that was asked for.
static void *noting_alloc(void *user, size_t size, size_t align)
{
    size_t *largest = user;
    *largest = size > *largest ? size : *largest;
    return caper_alloc(NULL, size, align);
}

static void noting_free(void *user, void *ptr, size_t size)
{
    (void)user;
    caper_free(NULL, ptr, size);
}

static void files_that_are_too_large_are_refused_before_memory_is_asked_for(void)
{
    // 101 flights of 10000 steps each, and one of 10001
    static char texts[2][8192];
    char *end = texts[0];
    end += sprintf(end, "{\"caper\":\"world\",\"version\":1,\"stairs\":[");
    for (int i = 0; i < 101; i++)
        end += sprintf(end, "%s{\"count\":10000,\"rise\":1,\"run\":1,\"width\":1}", i ? "," : "");
    sprintf(end, "]}");
    sprintf(texts[1], "{\"caper\":\"world\",\"version\":1,\"stairs\":[{\"count\":10001,\"rise\":1,"
                      "\"run\":1,\"width\":1}]}");
    for (int i = 0; i < 2; i++) {
        size_t largest = 0;
        caper_allocator allocator = {noting_alloc, noting_free, &largest};
        caper_load_options options = {.allocator = &allocator};
        caper_error error = {0};
        CHECK(caper_world_parse(texts[i], strlen(texts[i]), NULL, &options, &error) == NULL);
        CHECK(error.status == CAPER_ERROR_LIMIT || error.status == CAPER_ERROR_INVALID);
        CHECK(error.column > 1);
        CHECK(largest > 0 && largest < 1 << 20);
    }
    // and a limit of bytes
    caper_load_options options = {.max_bytes = 10};
    caper_error error = {0};
    CHECK(caper_world_parse(texts[0], strlen(texts[0]), NULL, &options, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
}

static void every_prefix_of_a_file_is_refused_or_read(void)
{
    const char *text =
        "{\"caper\":\"world\",\"version\":1,\"ground\":{},\"boxes\":[{\"half\":[1,2,3"
        "]}],\"fields\":[{\"spacing\":1,\"heights\":[[0,0],[0,1]]}]}";
    for (size_t size = 0; size < strlen(text); size++) {
        caper_error error = {0};
        CHECK(caper_world_parse(text, size, NULL, NULL, &error) == NULL);
        CHECK(error.status != CAPER_OK && error.message[0] != '\0');
    }
    caper_world_destroy(must_parse(text));
}

static void the_worlds_that_come_along_load_and_save(void)
{
    static const char *const names[] = {"flat",  "slope",  "stairs",
                                        "hills", "rubble", "stepping_stones"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char path[64], out[256];
        caper_error error = {0};
        snprintf(path, sizeof path, "worlds/%s.world.json", names[i]);
        caper_world *world = caper_world_load(test_data_path(path), NULL, &error);
        if (!world)
            fprintf(stderr, "%s:%d:%d: %s\n", path, error.line, error.column, error.message);
        REQUIRE(world != NULL);
        CHECK_STR(caper_world_name(world), names[i]);
        // a character can start at the origin of each
        caper_hit hit = caper_world_height(world, NULL, 0, 0, INFINITY);
        CHECK(hit.surface != CAPER_SURFACE_NONE);
        CHECK_NEAR(hit.point.y, 0, 1e-3);
        snprintf(out, sizeof out, "%s/test_world_%d.json", CAPER_BINARY_DIR, (int)getpid());
        REQUIRE(caper_world_save(world, out, &error));
        caper_world *again = caper_world_load(out, NULL, &error);
        REQUIRE(again != NULL);
        CHECK(same_world(world, again));
        remove(out);
        caper_world_destroy(again);
        caper_world_destroy(world);
    }
    caper_error error = {0};
    CHECK(caper_world_load(test_data_path("worlds/none.world.json"), NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_IO);
}

TESTS(a_written_world_reads_back_as_the_same_bits, a_file_says_where_it_is_wrong,
      files_that_are_too_large_are_refused_before_memory_is_asked_for,
      every_prefix_of_a_file_is_refused_or_read, the_worlds_that_come_along_load_and_save)
