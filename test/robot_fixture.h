// SPDX-License-Identifier: MIT
//
// What the tests of MJCF and URDF share: texts read into drafts, before anything is tagged.
#ifndef CAPER_TEST_ROBOT_FIXTURE_H
#define CAPER_TEST_ROBOT_FIXTURE_H

#include "formats/formats.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool robot_reader(caperi_draft *draft, caper_error *error);

/// A text read by a reader. Free with robot_close.
typedef struct robot_case {
    caperi_draft draft;
    caper_error error;
    caper_transform model[CAPER_MAX_BODIES]; // of the draft's bodies at rest
} robot_case;

static robot_case robot_now;

/// Every test of these formats needs the parser.
static inline void robot_need_parser(robot_reader *reader)
{
    caper_import_options options = caper_import_options_default();
    caperi_draft_init(&robot_now.draft, "<x/>", 4, NULL, &options);
    caper_error error = {0};
    reader(&robot_now.draft, &error);
    caperi_draft_free(&robot_now.draft);
    if (error.status == CAPER_ERROR_UNSUPPORTED)
        SKIP("built without an XML parser");
}

static inline bool robot_read(robot_reader *reader, const char *text, size_t size,
                              const caper_import_options *options)
{
    caper_import_options defaults = caper_import_options_default();
    memset(&robot_now.error, 0, sizeof robot_now.error);
    caperi_draft_init(&robot_now.draft, text, size, NULL, options ? options : &defaults);
    bool good = reader(&robot_now.draft, &robot_now.error);
    for (int i = 0; good && i < robot_now.draft.body_count; i++) {
        const caperi_draft_body *b = &robot_now.draft.bodies[i];
        robot_now.model[i] = b->parent < 0
                                 ? b->rest_local
                                 : caper_transform_mul(robot_now.model[b->parent], b->rest_local);
    }
    return good;
}

static inline void robot_close(void)
{
    caperi_draft_free(&robot_now.draft);
}

static inline int robot_find(const char *name)
{
    for (int i = 0; i < robot_now.draft.body_count; i++)
        if (strcmp(robot_now.draft.bodies[i].name, name) == 0)
            return i;
    REQUIRE(!"no body of that name");
    return 0;
}

static inline const caperi_draft_body *robot_body(const char *name)
{
    return &robot_now.draft.bodies[robot_find(name)];
}

#define CHECK_VEC3(v, ex, ey, ez, tolerance)                                                       \
    do {                                                                                           \
        caper_vec3 checked_ = (v);                                                                 \
        CHECK_NEAR(checked_.x, (ex), (tolerance));                                                 \
        CHECK_NEAR(checked_.y, (ey), (tolerance));                                                 \
        CHECK_NEAR(checked_.z, (ez), (tolerance));                                                 \
    } while (0)

/// Where a body's joint is in the file's own axes, for files with Z up that face +X: (x, y, z) of
/// the file is (y, z, x) here.
static inline caper_vec3 robot_at(const char *name)
{
    caper_vec3 p = robot_now.model[robot_find(name)].position;
    return caper_vec3_make(p.z, p.x, p.y);
}

/// A direction or place in a body, as the file's axes have it in the world.
static inline caper_vec3 robot_way(const char *name, caper_vec3 v)
{
    v = caper_quat_rotate(robot_now.model[robot_find(name)].rotation, v);
    return caper_vec3_make(v.z, v.x, v.y);
}

/// Is there a warning with these words?
static inline bool robot_warned(const char *words)
{
    for (int i = 0; i < robot_now.draft.warnings.count; i++)
        if (strstr(robot_now.draft.warnings.items[i].message, words))
            return true;
    return false;
}

/// A text that must be refused: at which line, and with which words.
typedef struct robot_refusal {
    const char *text;
    caper_status status;
    int line;
    const char *words;
} robot_refusal;

static inline void robot_check_refusals(robot_reader *reader, const robot_refusal *cases, int count)
{
    for (int i = 0; i < count; i++) {
        bool good = robot_read(reader, cases[i].text, strlen(cases[i].text), NULL);
        bool right = !good && robot_now.error.status == cases[i].status &&
                     robot_now.error.line == cases[i].line &&
                     strstr(robot_now.error.message, cases[i].words);
        char text[320];
        if (!right)
            printf("%s\n-> %s\n", cases[i].text,
                   good ? "accepted" : caper_error_text(&robot_now.error, text, sizeof text));
        CHECK(right);
        robot_close();
    }
}

/// Every beginning of a text, and the text with each of its bits flipped, is refused with a place
/// and a reason, or read; whole imports, so that the builder sees them too. Returns how many were
/// read.
static inline int robot_check_damage(const char *text, const char *path)
{
    size_t size = strlen(text);
    char *copy = malloc(size);
    REQUIRE(copy != NULL);
    int read = 0;
    for (size_t i = 0; i < 9 * size; i++) {
        memcpy(copy, text, size);
        size_t length = i < size ? i : size;
        if (i >= size)
            copy[(i - size) / 8] ^= (char)(1 << ((i - size) & 7));
        caper_error error = {0};
        caper_import *import = caper_import_parse(copy, length, path, NULL, &error);
        CHECK((import != NULL) == (error.status == CAPER_OK));
        CHECK(import || error.message[0]);
        read += import != NULL;
        caper_import_destroy(import);
    }
    free(copy);
    return read;
}

/// Import with an allocator that fails at its nth call, for every n until it succeeds.
static inline void robot_check_memory(const char *text, const char *path)
{
    for (long n = 1; n < 10000; n++) {
        test_memory memory = {.fail_at = n};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_import_options options = caper_import_options_default();
        options.allocator = &allocator;
        caper_error error = {0};
        caper_import *import = caper_import_parse(text, strlen(text), path, &options, &error);
        bool done = import != NULL && memory.alloc_count < n;
        CHECK(import || error.status == CAPER_ERROR_MEMORY);
        caper_import_destroy(import);
        CHECK_MEMORY_EMPTY(&memory);
        if (done || (!import && error.status != CAPER_ERROR_MEMORY))
            return;
    }
    CHECK(!"never enough memory");
}

#endif
