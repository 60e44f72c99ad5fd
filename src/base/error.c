// SPDX-License-Identifier: MIT
//
// Errors, warnings and the version. Invariant: whatever bytes a file name or a message was made
// from, what is stored is valid UTF-8 without control bytes, so it can go to a terminal or into a
// JSON report as it is.
#include "caper/base.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *caper_version(void)
{
    return VERSION_TEXT(CAPER_VERSION_MAJOR, CAPER_VERSION_MINOR, CAPER_VERSION_PATCH);
}

const char *caper_status_name(caper_status status)
{
    static const char *const names[CAPER_STATUS_COUNT] = {
        "ok", "io", "syntax", "invalid", "unsupported", "limit", "memory", "canceled",
    };
    return (unsigned)status < CAPER_STATUS_COUNT ? names[status] : "unknown";
}

// Look at the next sequence of text: its bytes, and the bytes it takes once it is made harmless.
static size_t clean_step(const char *text, size_t size, size_t *need)
{
    int length = caperi_utf8_length(text, size);
    unsigned char byte = (unsigned char)text[0];
    // C1 controls are well-formed two-byte sequences, yet some terminals obey them
    bool c1 = length == 2 && byte == 0xC2 && (unsigned char)text[1] < 0xA0;
    bool escape = length == 0 || byte < 0x20 || byte == 0x7F || c1;
    size_t step = length ? (size_t)length : 1;
    *need = escape ? 4 * step : step;
    return step;
}

// Copy text, escaping what must not reach a terminal; stops before a sequence that does not fit.
static void copy_clean(char *out, size_t out_size, const char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < size;) {
        size_t need, step = clean_step(text + i, size - i, &need);
        if (used + need >= out_size)
            break;
        if (need == step) {
            memcpy(out + used, text + i, step);
        } else {
            for (size_t k = 0; k < step; k++)
                snprintf(out + used + 4 * k, 5, "\\x%02X", (unsigned char)text[i + k]);
        }
        used += need;
        i += step;
    }
    out[used] = '\0';
}

// The end of a path tells more than its start: keep the tail that fits behind "...".
static void copy_source(char *out, size_t out_size, const char *source)
{
    size_t size = strlen(source), total = 0, need;
    for (size_t i = 0; i < size; total += need)
        i += clean_step(source + i, size - i, &need);

    size_t skip = 0, room = out_size - 1;
    while (total > room) {
        skip += clean_step(source + skip, size - skip, &need);
        total -= need;
        room = out_size - 4;
    }
    if (skip > 0)
        memcpy(out, "...", 3);
    size_t dots = skip > 0 ? 3 : 0;
    copy_clean(out + dots, out_size - dots, source + skip, size - skip);
}

bool caper_error_set_va(caper_error *error, caper_status status, const char *source, int line,
                        int column, const char *format, va_list args)
{
    if (!error)
        return false;

    // through locals, because the arguments may point into *error itself
    caper_error made = {.status = status, .line = line, .column = column};
    char raw[512];
    int length = vsnprintf(raw, sizeof raw, format, args);
    if (length < 0)
        length = snprintf(raw, sizeof raw, "%s", format);
    size_t size = (size_t)length < sizeof raw ? (size_t)length : sizeof raw - 1;
    copy_clean(made.message, sizeof made.message, raw, size);
    copy_source(made.source, sizeof made.source, source ? source : "memory");
    *error = made;
    return false;
}

bool caper_error_set(caper_error *error, caper_status status, const char *source, int line,
                     int column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caper_error_set_va(error, status, source, line, column, format, args);
    va_end(args);
    return false;
}

const char *caper_error_text(const caper_error *error, char *out, size_t size)
{
    if (size == 0)
        return "";
    char text[320];
    if (error->line > 0 && error->column > 0)
        snprintf(text, sizeof text, "%s:%d:%d: %s", error->source, error->line, error->column,
                 error->message);
    else if (error->line > 0)
        snprintf(text, sizeof text, "%s:%d: %s", error->source, error->line, error->message);
    else if (error->source[0])
        snprintf(text, sizeof text, "%s: %s", error->source, error->message);
    else
        snprintf(text, sizeof text, "%s", error->message);
    copy_clean(out, size, text, strlen(text));
    return out;
}

// -- Warnings ---------------------------------------------------------------------------------

// Texts kept of one file, more than a person reads; all are counted.
#define WARNINGS_DEFAULT_LIMIT 64 // texts

void caper_warnings_init(caper_warnings *warnings, const caper_allocator *allocator, int limit)
{
    memset(warnings, 0, sizeof *warnings);
    warnings->allocator = caper_allocator_resolve(allocator);
    warnings->limit = limit;
}

static bool warnings_grow(caper_warnings *warnings)
{
    int limit = warnings->limit > 0 ? warnings->limit : WARNINGS_DEFAULT_LIMIT;
    if (warnings->count < warnings->capacity)
        return true;
    if (warnings->capacity >= limit)
        return false;
    if (!warnings->allocator.alloc) // a list that was only zeroed
        warnings->allocator = caper_allocator_default();

    int capacity = warnings->capacity ? warnings->capacity * 2 : 4;
    if (capacity > limit || capacity < warnings->capacity)
        capacity = limit;
    caper_error *items =
        caper_alloc(&warnings->allocator, (size_t)capacity * sizeof *items, _Alignof(caper_error));
    if (!items)
        return false;
    if (warnings->count > 0)
        memcpy(items, warnings->items, (size_t)warnings->count * sizeof *items);
    caper_free(&warnings->allocator, warnings->items, (size_t)warnings->capacity * sizeof *items);
    warnings->items = items;
    warnings->capacity = capacity;
    return true;
}

void caper_warnings_add(caper_warnings *warnings, caper_status status, const char *source, int line,
                        int column, const char *format, ...)
{
    if (!warnings)
        return;
    if (!warnings_grow(warnings)) {
        warnings->dropped++;
        return;
    }
    va_list args;
    va_start(args, format);
    caper_error_set_va(&warnings->items[warnings->count++], status, source, line, column, format,
                       args);
    va_end(args);
}

void caper_warnings_free(caper_warnings *warnings)
{
    if (!warnings)
        return;
    caper_free(&warnings->allocator, warnings->items,
               (size_t)warnings->capacity * sizeof *warnings->items);
    warnings->items = NULL;
    warnings->count = warnings->capacity = warnings->dropped = 0;
}
