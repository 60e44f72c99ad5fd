// SPDX-License-Identifier: MIT
//
// Slices and the growable string. Invariant: data is NULL or terminated at data[size].
#include "caper/base.h"

#include <stdio.h>
#include <string.h>

bool caper_slice_equal(caper_slice slice, const char *text)
{
    size_t size = strlen(text);
    return slice.size == size && (size == 0 || memcmp(slice.data, text, size) == 0);
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool caper_slice_equal_nocase(caper_slice slice, const char *text)
{
    if (slice.size != strlen(text))
        return false;
    for (size_t i = 0; i < slice.size; i++) {
        if (lower(slice.data[i]) != lower(text[i]))
            return false;
    }
    return true;
}

void caper_text_init(caper_text *text, const caper_allocator *allocator)
{
    memset(text, 0, sizeof *text);
    text->allocator = caper_allocator_resolve(allocator);
}

// Room for extra bytes and the terminator.
static bool reserve(caper_text *text, size_t extra)
{
    if (text->failed)
        return false;
    if (text->data && extra < text->capacity - text->size)
        return true;
    if (!text->allocator.alloc) // a string that was only zeroed
        text->allocator = caper_allocator_default();

    size_t limit = (size_t)PTRDIFF_MAX;
    size_t capacity = text->capacity < limit / 2 ? text->capacity * 2 : limit;
    if (capacity < 256)
        capacity = 256;
    if (extra >= limit - text->size) {
        text->failed = true;
        return false;
    }
    if (capacity < text->size + extra + 1)
        capacity = text->size + extra + 1;
    char *data = caper_alloc(&text->allocator, capacity, 1);
    if (!data) {
        text->failed = true;
        return false;
    }
    if (text->size > 0)
        memcpy(data, text->data, text->size);
    data[text->size] = '\0';
    caper_free(&text->allocator, text->data, text->capacity);
    text->data = data;
    text->capacity = capacity;
    return true;
}

bool caper_text_append(caper_text *text, const char *bytes, size_t size)
{
    if (!reserve(text, size))
        return false;
    if (size > 0)
        memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
    return true;
}

bool caper_text_append_string(caper_text *text, const char *string)
{
    return caper_text_append(text, string, strlen(string));
}

bool caper_text_base64(caper_text *text, const void *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *data = bytes;
    char line[4 * 256];
    for (size_t i = 0; i < size;) {
        size_t used = 0;
        for (; i < size && used < sizeof line; i += 3, used += 4) {
            unsigned a = data[i], b = i + 1 < size ? data[i + 1] : 0;
            unsigned c = i + 2 < size ? data[i + 2] : 0;
            line[used] = digits[a >> 2];
            line[used + 1] = digits[(a & 3) << 4 | b >> 4];
            line[used + 2] = i + 1 < size ? digits[(b & 15) << 2 | c >> 6] : '=';
            line[used + 3] = i + 2 < size ? digits[c & 63] : '=';
        }
        if (!caper_text_append(text, line, used))
            return false;
    }
    return true;
}

bool caper_text_printf(caper_text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        text->failed = true;
    bool good = length >= 0 && reserve(text, (size_t)length);
    if (good) {
        vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
    return good;
}

bool caper_text_float(caper_text *text, float value)
{
    char digits[32];
    int length = caper_format_float(value, digits);
    return caper_text_append(text, digits, (size_t)length);
}

void caper_text_free(caper_text *text)
{
    if (!text)
        return;
    caper_free(&text->allocator, text->data, text->capacity);
    text->data = NULL;
    text->size = text->capacity = 0;
    text->failed = false;
}
