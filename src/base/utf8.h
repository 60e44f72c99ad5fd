// SPDX-License-Identifier: MIT
//
// UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing past U+10FFFF.
#ifndef CAPER_SRC_BASE_UTF8_H
#define CAPER_SRC_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// Bytes (1 to 4) of the well-formed sequence at the start of text; 0 when there is none.
static inline int caperi_utf8_length(const char *text, size_t size)
{
    const unsigned char *s = (const unsigned char *)text;
    if (size == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    int length = s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    if (size < (size_t)length)
        return 0;

    // the second byte alone carries the overlong, surrogate and range rules
    unsigned char lo = s[0] == 0xE0 ? 0xA0 : s[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char hi = s[0] == 0xED ? 0x9F : s[0] == 0xF4 ? 0x8F : 0xBF;
    if (s[1] < lo || s[1] > hi)
        return 0;
    for (int i = 2; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    }
    return length;
}

/// As much of a text as fits, in whole characters: what ends inside one could not be read again.
static inline void caperi_utf8_copy(char *out, size_t size, const char *text)
{
    size_t used = 0, all = strlen(text);
    while (used < all) {
        int length = caperi_utf8_length(text + used, all - used);
        size_t next = used + (size_t)(length > 0 ? length : 1);
        if (next >= size)
            break;
        used = next;
    }
    memcpy(out, text, used);
    out[used] = 0;
}

/// Is the sequence of that length at the start of text a control character, which could speak to
/// a terminal: below U+0020, or U+007F to U+009F?
static inline bool caperi_utf8_is_control(const char *text, int length)
{
    const unsigned char *s = (const unsigned char *)text;
    return length == 1 ? s[0] < 0x20 || s[0] == 0x7F : length == 2 && s[0] == 0xC2 && s[1] < 0xA0;
}

/// Write a code point (not a surrogate, at most 0x10FFFF) to out; returns its bytes.
static inline int caperi_utf8_encode(unsigned code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

#endif
