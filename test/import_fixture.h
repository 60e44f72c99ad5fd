// SPDX-License-Identifier: MIT
//
// What the tests of foreign files share: a file that must load, what it warned of, its poses, and
// texts with other words in them.
#ifndef CAPER_TEST_IMPORT_FIXTURE_H
#define CAPER_TEST_IMPORT_FIXTURE_H

#include "test.h"

#include "caper/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The import, which must be there; else the test says why and ends.
static inline caper_import *given_import(caper_import *import, const caper_error *error)
{
    char words[400];
    if (!import)
        printf("%s\n", caper_error_text(error, words, sizeof words));
    REQUIRE(import != NULL);
    return import;
}

static inline caper_import *load_import(const char *path, const caper_import_options *options)
{
    caper_error error = {0};
    caper_import *import = caper_import_load(path, options, &error);
    return given_import(import, &error);
}

/// A file of the optional data set; the test is skipped where there is none.
static inline caper_import *load_shared_import(const char *relative)
{
    const char *path = test_shared_path(relative);
    if (!path)
        SKIP("no shared data");
    return load_import(path, NULL);
}

/// Has it a warning with that part?
static inline bool warns(const caper_import *import, const char *part)
{
    for (int i = 0; i < import->warnings.count; i++)
        if (strstr(import->warnings.items[i].message, part))
            return true;
    return false;
}

/// Model poses of the first clip's bodies at a frame; destroy the pose.
static inline caper_pose model_at(const caper_import *import, int frame)
{
    const caper_clip *clip = import->clips[0];
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    CHECK(caper_clip_sample(clip, (float)frame / clip->rate, NULL, &pose));
    caper_pose_to_model(&clip->skeleton, &pose, NULL, &pose);
    return pose;
}

/// All of a file; free it.
static inline char *read_text(const char *path)
{
    size_t size;
    char *data = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(data != NULL);
    char *copy = malloc(size + 1);
    REQUIRE(copy != NULL);
    memcpy(copy, data, size + 1);
    caper_free(NULL, data, size + 1);
    return copy;
}

/// The text with every `from` replaced; free it.
static inline char *replaced(const char *text, const char *from, const char *to)
{
    caper_text out;
    caper_text_init(&out, NULL);
    for (const char *hit; (hit = strstr(text, from)) != NULL; text = hit + strlen(from)) {
        caper_text_append(&out, text, (size_t)(hit - text));
        caper_text_append_string(&out, to);
    }
    caper_text_append_string(&out, text);
    char *copy = malloc(out.size + 1);
    REQUIRE(copy != NULL);
    memcpy(copy, out.data, out.size + 1);
    caper_text_free(&out);
    return copy;
}

#endif
