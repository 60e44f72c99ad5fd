// SPDX-License-Identifier: MIT
//
// What the tests of our own files share: texts that are refused with exact words and judged alike
// by the schema, the text that a writer made, and the file that a guide shows.
#ifndef CAPER_TEST_FILE_FIXTURE_H
#define CAPER_TEST_FILE_FIXTURE_H

#include "schema.h"
#include "test.h"

#include <stdlib.h>

// The schema knows structure, of what is JSON at all; what only the builder can know it lets pass.
enum {
    SCHEMA_TOO = 1,
    READER_ONLY = 0
};

typedef struct refusal {
    const char *text;
    const char *message; // line, column and words, exactly
    int schema;
} refusal;

/// The schema of a kind of file ("clip"); free it with caperi_json_free.
static inline caperi_json schema_load(const char *kind)
{
    char path[96];
    snprintf(path, sizeof path, "docs/schema/%s.schema.json", kind);
    caperi_json schema;
    REQUIRE(caperi_json_parse_file(&schema, test_source_path(path), NULL, NULL, NULL));
    return schema;
}

/// Is the text JSON, and does the schema accept it?
static inline bool schema_says(const caperi_json *schema, const char *text)
{
    caperi_json json;
    if (!caperi_json_parse(&json, text, strlen(text), "text", NULL, NULL, NULL))
        return false;
    bool good = schema_accepts(schema->root, schema->root, json.root);
    caperi_json_free(&json);
    return good;
}

/// Reads a text and frees what it gave; was it accepted?
typedef bool read_fn(const char *text, size_t size, const caper_load_options *options,
                     caper_error *error);

/// Every text is refused with its message, whether or not one asks for it, takes no memory with it,
/// and is judged by the schema as its row says.
static inline void check_refusals(const char *kind, const refusal *rows, int count, read_fn *read)
{
    caperi_json schema = schema_load(kind);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_load_options options = {&allocator, 0, NULL};
    for (int k = 0; k < count; k++) {
        const refusal *r = &rows[k];
        caper_error error = {0};
        char words[320];
        CHECK(!read(r->text, strlen(r->text), &options, &error));
        CHECK_STR(caper_error_text(&error, words, sizeof words), r->message);
        CHECK(!read(r->text, strlen(r->text), &options, NULL));
        if (!CHECK(schema_says(&schema, r->text) == (r->schema == READER_ONLY)))
            fprintf(stderr, "the schema differs about %s\n", r->text);
    }
    CHECK_MEMORY_EMPTY(&memory);
    caperi_json_free(&schema);
}

/// The text is read when so many bytes are allowed as it has, and not with one fewer.
static inline void check_limit_on_bytes(const char *text, read_fn *read)
{
    caper_error error = {0};
    caper_load_options options = {NULL, strlen(text), NULL};
    CHECK(read(text, strlen(text), &options, &error));
    options.max_bytes--;
    CHECK(!read(text, strlen(text), &options, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
}

/// What was written, as a text of its own; free it. Frees the writer.
static inline char *written_text(caper_json_writer *writer, size_t *size)
{
    caper_error error = {0};
    const char *text = caper_json_writer_finish(writer, size, &error);
    CHECK_STR(error.message, "");
    REQUIRE(text != NULL);
    char *copy = malloc(*size + 1);
    REQUIRE(copy != NULL);
    memcpy(copy, text, *size + 1);
    caper_json_writer_free(writer);
    return copy;
}

/// The first JSON file that a guide shows, as a text of its own; free it.
static inline char *guide_text(const char *guide_path)
{
    static const char fence[] = "```json\n";
    size_t size = 0;
    char *guide = caper_file_read(test_source_path(guide_path), 0, NULL, &size, NULL);
    REQUIRE(guide != NULL);
    const char *start = strstr(guide, fence);
    const char *end = start ? strstr(start + sizeof fence - 1, "```") : NULL;
    REQUIRE(end != NULL);
    start += sizeof fence - 1;
    char *text = calloc((size_t)(end - start) + 1, 1);
    REQUIRE(text != NULL);
    memcpy(text, start, (size_t)(end - start));
    caper_free(NULL, guide, size + 1);
    return text;
}

#endif
