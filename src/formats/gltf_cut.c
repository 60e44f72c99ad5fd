// SPDX-License-Identifier: MIT
//
// Cuts accepted JSON text at its commas. No value is decoded: strings are stepped over by their
// quotes, arrays and objects by the depth of their brackets. Invariant: slices point into the text
// that was given, and no byte behind its end is looked at, whatever the text is.
#include "formats/gltf_cut.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static size_t skip_spaces(caper_slice text, size_t at)
{
    while (at < text.size && is_space(text.data[at]))
        at++;
    return at;
}

// The end of the string that starts at `at`.
static size_t skip_string(caper_slice text, size_t at)
{
    for (at++; at < text.size && text.data[at] != '"'; at++)
        at += text.data[at] == '\\';
    return at < text.size ? at + 1 : text.size;
}

static size_t skip_value(caper_slice text, size_t at)
{
    int depth = 0;
    while (at < text.size) {
        char c = text.data[at];
        if (c == '"') {
            at = skip_string(text, at);
            if (depth == 0)
                return at;
            continue;
        }
        bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
        if (depth == 0 && (closes || c == ',' || is_space(c)))
            return at; // the end of a number or a word
        depth += opens - closes;
        at++;
        if (closes && depth == 0)
            return at;
    }
    return at;
}

static caper_slice part(caper_slice text, size_t from, size_t to)
{
    caper_slice slice = {text.data + from, to - from};
    return slice;
}

// To the next item or member; false at the closing bracket.
static bool step(caper_slice text, size_t *at)
{
    if (*at == 0)
        *at = skip_spaces(text, 0) + 1; // the opening bracket
    *at = skip_spaces(text, *at);
    if (*at < text.size && text.data[*at] == ',')
        *at = skip_spaces(text, *at + 1);
    return *at < text.size && text.data[*at] != ']' && text.data[*at] != '}';
}

bool caperi_cut_item(caper_slice array, size_t *at, caper_slice *item)
{
    if (!array.data || !step(array, at))
        return false;
    size_t end = skip_value(array, *at);
    *item = part(array, *at, end);
    *at = end;
    return true;
}

bool caperi_cut_member(caper_slice object, size_t *at, caper_slice *key, caper_slice *value)
{
    if (!caperi_cut_item(object, at, key))
        return false;
    size_t start = skip_spaces(object, *at);
    if (start >= object.size || object.data[start] != ':')
        return false;
    start = skip_spaces(object, start + 1);
    *at = skip_value(object, start);
    *value = part(object, start, *at);
    return true;
}

bool caperi_cut_is(caper_slice key, const char *name)
{
    size_t size = strlen(name);
    return key.size == size + 2 && memcmp(key.data + 1, name, size) == 0;
}

caper_slice caperi_cut_find(caper_slice object, const char *name)
{
    caper_slice key, value, none = {NULL, 0};
    if (!object.data)
        return none;
    for (size_t at = 0; caperi_cut_member(object, &at, &key, &value);)
        if (caperi_cut_is(key, name))
            return value;
    return none;
}

int caperi_cut_count(caper_slice array)
{
    caper_slice item;
    int count = 0;
    for (size_t at = 0; caperi_cut_item(array, &at, &item);)
        count++;
    return count;
}
