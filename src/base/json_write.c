// SPDX-License-Identifier: MIT
//
// The JSON writer. Layout for people: an object puts each member on a line of its own; an array
// decides by its first element, plain values go on one line and containers each on their own.
// Whatever is inside a one-line container stays on that line. Lists of words break near column 100.
// Invariant: unless status says otherwise, text is a prefix of a valid JSON document.
#include "caper/base.h"

#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LEVEL_OBJECT = 1,
    LEVEL_STARTED = 2, // has an element
    LEVEL_INLINE = 4,  // stays on one line
};

#define LINE_WIDTH 100

void caper_json_writer_init(caper_json_writer *writer, const caper_allocator *allocator, int indent)
{
    memset(writer, 0, sizeof *writer);
    caper_text_init(&writer->text, allocator);
    writer->indent = indent > 0 ? indent : 0;
}

static bool refuse(caper_json_writer *writer, caper_status status, const char *problem)
{
    if (writer->status == CAPER_OK) {
        writer->status = status;
        writer->problem = problem;
    }
    return false;
}

static void put(caper_json_writer *writer, const char *text, size_t size)
{
    if (!caper_text_append(&writer->text, text, size))
        refuse(writer, CAPER_ERROR_MEMORY, "out of memory");
}

static void put_line(caper_json_writer *writer)
{
    static const char spaces[] = "                                ";
    put(writer, "\n", 1);
    writer->line_start = writer->text.size;
    for (int left = writer->indent * writer->depth; left > 0;) {
        int step = left < (int)sizeof spaces - 1 ? left : (int)sizeof spaces - 1;
        put(writer, spaces, (size_t)step);
        left -= step;
    }
}

// The writer was called in an order that cannot be JSON: a bug of the caller.
static bool misused(caper_json_writer *writer)
{
    CAPER_ASSERT(!"JSON writer called out of order");
    return refuse(writer, CAPER_ERROR_INVALID, "values, keys and ends came out of order");
}

// What goes between the last element and the next one of this many bytes.
static void separate(caper_json_writer *writer, bool container, size_t size)
{
    unsigned char *level = &writer->levels[writer->depth - 1];
    bool first = !(*level & LEVEL_STARTED);
    if (first && !(*level & LEVEL_OBJECT) && !container)
        *level |= LEVEL_INLINE;
    *level |= LEVEL_STARTED;
    if (!first)
        put(writer, ",", 1);
    if (writer->indent == 0)
        return;
    size_t column = writer->text.size - writer->line_start;
    bool wrap = size > 0 && !first && column + size + 2 > LINE_WIDTH;
    if (!(*level & LEVEL_INLINE) || wrap)
        put_line(writer);
    else if (!first)
        put(writer, " ", 1);
}

// Called before every value; false when nothing may be written. size > 0 allows a line break.
static bool before_value(caper_json_writer *writer, bool container, size_t size)
{
    if (writer->status != CAPER_OK)
        return false;
    if (writer->depth == 0)
        return writer->done ? misused(writer) : true;
    if (writer->levels[writer->depth - 1] & LEVEL_OBJECT) {
        if (!writer->has_key)
            return misused(writer);
        writer->has_key = false;
        return true;
    }
    separate(writer, container, size);
    return true;
}

static void after_value(caper_json_writer *writer)
{
    if (writer->depth == 0)
        writer->done = true;
}

static void begin(caper_json_writer *writer, const char *bracket, unsigned char flags)
{
    if (writer->status == CAPER_OK && writer->depth == CAPER_JSON_WRITER_DEPTH) {
        refuse(writer, CAPER_ERROR_LIMIT, "containers are nested too deeply");
        return;
    }
    if (!before_value(writer, true, 0))
        return;
    if (writer->depth > 0)
        flags |= writer->levels[writer->depth - 1] & LEVEL_INLINE;
    writer->levels[writer->depth++] = flags;
    put(writer, bracket, 1);
}

static void end(caper_json_writer *writer, const char *bracket, unsigned char object)
{
    if (writer->status != CAPER_OK)
        return;
    if (writer->depth == 0 || writer->has_key ||
        (writer->levels[writer->depth - 1] & LEVEL_OBJECT) != object) {
        misused(writer);
        return;
    }
    unsigned char level = writer->levels[--writer->depth];
    if ((level & LEVEL_STARTED) && !(level & LEVEL_INLINE) && writer->indent > 0)
        put_line(writer);
    put(writer, bracket, 1);
    after_value(writer);
}

void caper_json_begin_object(caper_json_writer *writer)
{
    begin(writer, "{", LEVEL_OBJECT);
}

void caper_json_begin_object_inline(caper_json_writer *writer)
{
    begin(writer, "{", LEVEL_OBJECT | LEVEL_INLINE);
}

void caper_json_end_object(caper_json_writer *writer)
{
    end(writer, "}", LEVEL_OBJECT);
}

void caper_json_begin_array(caper_json_writer *writer)
{
    begin(writer, "[", 0);
}

void caper_json_end_array(caper_json_writer *writer)
{
    end(writer, "]", 0);
}

static void put_escaped(caper_json_writer *writer, unsigned char byte)
{
    static const char letters[] = "\b\t\n\f\r\"\\";
    const char *found = byte ? strchr(letters, byte) : NULL;
    char escape[8];
    int length = found ? snprintf(escape, sizeof escape, "\\%c", "btnfr\"\\"[found - letters])
                       : snprintf(escape, sizeof escape, "\\u%04x", byte);
    put(writer, escape, (size_t)length);
}

static void put_quoted(caper_json_writer *writer, const char *text, size_t size)
{
    put(writer, "\"", 1);
    size_t clean = 0; // start of the bytes that can be copied as they are
    for (size_t i = 0; i < size;) {
        int length = caperi_utf8_length(text + i, size - i);
        unsigned char byte = (unsigned char)text[i];
        bool control = caperi_utf8_is_control(text + i, length);
        if (length > 0 && !control && byte != '"' && byte != '\\') {
            i += (size_t)length;
            continue;
        }
        put(writer, text + clean, i - clean);
        if (length == 0)
            put(writer, "\xEF\xBF\xBD", 3);
        else
            put_escaped(writer, length == 2 ? (unsigned char)text[i + 1] : byte);
        i += length > 0 ? (size_t)length : 1;
        clean = i;
    }
    if (size > clean)
        put(writer, text + clean, size - clean);
    put(writer, "\"", 1);
}

caper_json_writer *caper_json_key(caper_json_writer *writer, const char *key)
{
    if (writer->status != CAPER_OK)
        return writer;
    if (writer->depth == 0 || writer->has_key ||
        !(writer->levels[writer->depth - 1] & LEVEL_OBJECT)) {
        misused(writer);
        return writer;
    }
    separate(writer, false, 0);
    put_quoted(writer, key, strlen(key));
    put(writer, ": ", writer->indent > 0 ? 2 : 1);
    writer->has_key = true;
    return writer;
}

void caper_json_slice(caper_json_writer *writer, caper_slice value)
{
    if (!before_value(writer, false, value.size + 2))
        return;
    put_quoted(writer, value.data, value.size);
    after_value(writer);
}

void caper_json_string(caper_json_writer *writer, const char *value)
{
    caper_slice slice = {value, strlen(value)};
    caper_json_slice(writer, slice);
}

static void put_plain(caper_json_writer *writer, const char *text, int length)
{
    if (!before_value(writer, false, 0))
        return;
    put(writer, text, (size_t)length);
    after_value(writer);
}

void caper_json_int(caper_json_writer *writer, int64_t value)
{
    char text[32];
    put_plain(writer, text, snprintf(text, sizeof text, "%lld", (long long)value));
}

// JSON has no word for these, and null would come back as something else.
static bool refuse_non_finite(caper_json_writer *writer, bool finite)
{
    return finite || refuse(writer, CAPER_ERROR_INVALID, "a number is not finite");
}

void caper_json_float(caper_json_writer *writer, float value)
{
    char text[32];
    if (refuse_non_finite(writer, isfinite(value)))
        put_plain(writer, text, caper_format_float(value, text));
}

void caper_json_double(caper_json_writer *writer, double value)
{
    char text[32];
    if (refuse_non_finite(writer, isfinite(value)))
        put_plain(writer, text, caper_format_double(value, text));
}

void caper_json_bool(caper_json_writer *writer, bool value)
{
    put_plain(writer, value ? "true" : "false", value ? 4 : 5);
}

void caper_json_null(caper_json_writer *writer)
{
    put_plain(writer, "null", 4);
}

void caper_json_floats(caper_json_writer *writer, const float *values, int count)
{
    caper_json_begin_array(writer);
    for (int i = 0; i < count; i++)
        caper_json_float(writer, values[i]);
    caper_json_end_array(writer);
}

const char *caper_json_writer_finish(caper_json_writer *writer, size_t *size, caper_error *error)
{
    if (writer->status == CAPER_OK && (writer->depth > 0 || !writer->done))
        misused(writer);
    if (writer->status == CAPER_OK)
        put(writer, "\n", 1);
    if (writer->status != CAPER_OK) {
        caper_error_set(error, writer->status, NULL, 0, 0, "cannot write JSON: %s",
                        writer->problem);
        return NULL;
    }
    if (size)
        *size = writer->text.size;
    return writer->text.data;
}

void caper_json_writer_free(caper_json_writer *writer)
{
    if (!writer)
        return;
    caper_text_free(&writer->text);
}
