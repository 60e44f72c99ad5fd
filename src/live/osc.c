// SPDX-License-Identifier: MIT
//
// OSC 1.0 (opensoundcontrol.org/spec-1_0): everything is big-endian and padded to four bytes; a
// message is an address, a type tag string and the arguments; a bundle is "#bundle", a time tag and
// sized elements. Two passes over the packet: the first only checks, and the second is made when
// the first found every element in bounds. Own code instead of liblo: the subset is small, nothing
// is allocated for bytes that strangers send, and all of it can be fuzzed.
#include "live/osc.h"

#include <stdarg.h>
#include <string.h>

// -- Reading ----------------------------------------------------------------------------------

static uint32_t get_u32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static float get_float(const uint8_t *p)
{
    uint32_t bits = get_u32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

typedef struct osc_cursor {
    const uint8_t *at, *end;
} osc_cursor;

static size_t left(const osc_cursor *c)
{
    return (size_t)(c->end - c->at);
}

/// Take `size` bytes and the padding after them.
static bool take(osc_cursor *c, size_t size)
{
    if (size > left(c))
        return false;
    size_t padded = (size + 3) & ~(size_t)3;
    if (padded > left(c))
        return false;
    c->at += padded;
    return true;
}

/// A string ends with a 0 inside the bounds.
static bool take_string(osc_cursor *c, caper_slice *text)
{
    const uint8_t *zero = left(c) > 0 ? memchr(c->at, 0, left(c)) : NULL;
    if (!zero)
        return false;
    text->data = (const char *)c->at;
    text->size = (size_t)(zero - c->at);
    return take(c, text->size + 1);
}

static bool take_word(osc_cursor *c, const uint8_t **word)
{
    *word = c->at;
    return take(c, 4);
}

static bool take_arg(osc_cursor *c, caperi_osc_arg *arg)
{
    const uint8_t *word;
    switch (arg->kind) {
    case 'i':
    case 'c':
    case 'r':
    case 'm':
        if (!take_word(c, &word))
            return false;
        arg->i = (int32_t)get_u32(word);
        return true;
    case 'f':
        if (!take_word(c, &word))
            return false;
        arg->f = get_float(word);
        return true;
    case 's':
    case 'S':
        return take_string(c, &arg->text);
    case 'b': {
        if (!take_word(c, &word))
            return false;
        arg->text.data = (const char *)c->at;
        arg->text.size = get_u32(word);
        return take(c, arg->text.size);
    }
    case 'h':
    case 'd':
    case 't':
        return take(c, 8);
    default: // T F N I and brackets carry nothing
        return true;
    }
}

static bool is_known(char kind)
{
    return kind != 0 && strchr("icrmfsSbhdtTFNI[]", kind) != NULL;
}

static bool read_message(osc_cursor c, caperi_osc_message *message)
{
    message->arg_count = 0;
    if (!take_string(&c, &message->address) || message->address.size == 0 ||
        message->address.data[0] != '/')
        return false;
    if (left(&c) == 0)
        return true; // old senders leave the tags out when there are no arguments
    caper_slice tags;
    if (!take_string(&c, &tags) || tags.size == 0 || tags.data[0] != ',')
        return false;
    for (size_t i = 1; i < tags.size && message->arg_count < CAPERI_OSC_MAX_ARGS; i++) {
        caperi_osc_arg arg = {.kind = tags.data[i]};
        // the size of what nobody knows is unknown: the arguments before it still count
        if (!is_known(arg.kind))
            return true;
        if (!take_arg(&c, &arg))
            return false;
        message->args[message->arg_count++] = arg;
    }
    return true;
}

static const char bundle_mark[8] = "#bundle";

static bool read_packet(osc_cursor c, int depth, caperi_osc_visit *visit, void *user)
{
    if (left(&c) == 0 || left(&c) % 4 != 0)
        return false;
    if (left(&c) < 16 || memcmp(c.at, bundle_mark, sizeof bundle_mark) != 0) {
        caperi_osc_message message;
        if (!read_message(c, &message))
            return false;
        if (visit)
            visit(user, &message);
        return true;
    }
    if (depth >= CAPERI_OSC_MAX_DEPTH)
        return false;
    c.at += 16;
    while (left(&c) > 0) {
        const uint8_t *word;
        if (!take_word(&c, &word))
            return false;
        osc_cursor element = {c.at, c.at};
        uint32_t size = get_u32(word);
        if (size > left(&c))
            return false;
        element.end += size;
        c.at += size;
        if (!read_packet(element, depth + 1, visit, user))
            return false;
    }
    return true;
}

bool caperi_osc_read(const void *packet, size_t size, caperi_osc_visit *visit, void *user)
{
    if (!packet)
        return false;
    osc_cursor c = {packet, (const uint8_t *)packet + size};
    if (!read_packet(c, 0, NULL, NULL))
        return false;
    return !visit || read_packet(c, 0, visit, user);
}

// -- Writing ----------------------------------------------------------------------------------

static void put_bytes(caperi_osc_writer *w, const void *bytes, size_t size)
{
    if (w->full || size > w->capacity - w->size) {
        w->full = true;
        return;
    }
    if (size > 0)
        memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
}

static void put_u32(caperi_osc_writer *w, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                        (uint8_t)value};
    put_bytes(w, bytes, 4);
}

static void put_padding(caperi_osc_writer *w)
{
    static const uint8_t zeros[3] = {0};
    put_bytes(w, zeros, (4 - w->size % 4) % 4);
}

static void put_string(caperi_osc_writer *w, const char *text)
{
    put_bytes(w, text, strlen(text) + 1);
    put_padding(w);
}

void caperi_osc_begin(caperi_osc_writer *writer, void *bytes, size_t capacity)
{
    *writer = (caperi_osc_writer){.bytes = bytes, .capacity = capacity & ~(size_t)3};
    put_bytes(writer, bundle_mark, sizeof bundle_mark);
    put_u32(writer, 0);
    put_u32(writer, 1); // at once
}

static void put_arg(caperi_osc_writer *w, char tag, va_list *args)
{
    switch (tag) {
    case 'i':
        put_u32(w, (uint32_t)va_arg(*args, int));
        break;
    case 'f': {
        float value = (float)va_arg(*args, double);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        put_u32(w, bits);
        break;
    }
    case 's':
        put_string(w, va_arg(*args, const char *));
        break;
    case 'b': {
        size_t size = va_arg(*args, size_t);
        put_u32(w, (uint32_t)size);
        put_bytes(w, va_arg(*args, const void *), size);
        put_padding(w);
        break;
    }
    default:
        break;
    }
}

bool caperi_osc_add(caperi_osc_writer *writer, const char *address, const char *tags, ...)
{
    size_t before = writer->size;
    writer->full = false;
    put_u32(writer, 0); // the size, known at the end
    put_string(writer, address);
    put_bytes(writer, ",", 1);
    put_string(writer, tags);
    va_list args;
    va_start(args, tags);
    for (const char *tag = tags; *tag; tag++)
        put_arg(writer, *tag, &args);
    va_end(args);
    if (writer->full) {
        writer->size = before;
        return false;
    }
    size_t size = writer->size;
    writer->size = before;
    put_u32(writer, (uint32_t)(size - before - 4));
    writer->size = size;
    return true;
}
