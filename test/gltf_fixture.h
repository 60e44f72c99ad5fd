// SPDX-License-Identifier: MIT
//
// Small glTF documents made on the spot: numbers go into a buffer, the buffer into a data URI, and
// the rest is JSON with single quotes for double ones.
#ifndef CAPER_TEST_GLTF_FIXTURE_H
#define CAPER_TEST_GLTF_FIXTURE_H

#include "caper/formats.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct blob {
    unsigned char data[8192];
    size_t size;
    char views[4096], accessors[8192];
    int count;
} blob;

/// Add an accessor with a view of its own; returns its index.
static inline int blob_add(blob *b, const void *data, size_t size, int count, int component,
                           const char *type, const char *more)
{
    REQUIRE(b->size + size + 4 <= sizeof b->data);
    size_t v = strlen(b->views), a = strlen(b->accessors);
    snprintf(b->views + v, sizeof b->views - v, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}",
             b->count ? "," : "", b->size, size);
    snprintf(b->accessors + a, sizeof b->accessors - a,
             "%s{'bufferView':%d,'componentType':%d,'count':%d,'type':'%s'%s}", b->count ? "," : "",
             b->count, component, count, type, more);
    memcpy(b->data + b->size, data, size);
    b->size = (b->size + size + 3) / 4 * 4;
    return b->count++;
}

static inline int blob_floats(blob *b, const char *type, int width, int count, const float *values)
{
    return blob_add(b, values, (size_t)(width * count) * sizeof(float), count, 5126, type, "");
}

#define FLOATS(b, type, width, ...)                                                                \
    blob_floats((b), (type), (width),                                                              \
                (int)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)) / (width),                   \
                (float[]){__VA_ARGS__})

/// A whole document: asset, the blob, and what else it holds. Freed by the caller.
static inline char *document(const blob *b, const char *format, ...)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t room = 65536;
    char *out = malloc(room);
    size_t n = (size_t)snprintf(out, room, "{'asset':{'version':'2.0'}");
    if (b && b->count > 0) {
        n += (size_t)snprintf(out + n, room - n,
                              ",'bufferViews':[%s],'accessors':[%s],'buffers':[{'byteLength':%zu,"
                              "'uri':'data:application/octet-stream;base64,",
                              b->views, b->accessors, b->size);
        for (size_t i = 0; i < b->size; i += 3) {
            unsigned x = (unsigned)b->data[i] << 16 |
                         (i + 1 < b->size ? (unsigned)b->data[i + 1] << 8 : 0) |
                         (i + 2 < b->size ? (unsigned)b->data[i + 2] : 0);
            out[n++] = digits[x >> 18];
            out[n++] = digits[x >> 12 & 63];
            out[n++] = i + 1 < b->size ? digits[x >> 6 & 63] : '=';
            out[n++] = i + 2 < b->size ? digits[x & 63] : '=';
        }
        n += (size_t)snprintf(out + n, room - n, "'}]");
    }
    if (format[0])
        n += (size_t)snprintf(out + n, room - n, ",");
    va_list args;
    va_start(args, format);
    n += (size_t)vsnprintf(out + n, room - n, format, args);
    va_end(args);
    snprintf(out + n, room - n, "}");
    for (char *c = out; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return out;
}

/// Read a document with y = 0 as the floor; frees the text.
static inline caper_import *read_text(char *text, caper_error *error)
{
    caper_import_options options = caper_import_options_default();
    options.floor = 0.0f;
    memset(error, 0, sizeof *error);
    caper_import *import = caper_import_parse(text, strlen(text), NULL, &options, error);
    free(text);
    return import;
}

/// The same for one that must be good.
static inline caper_import *read_good(char *text)
{
    caper_error error;
    caper_import *import = read_text(text, &error);
    if (!import)
        printf("%s\n", error.message);
    REQUIRE(import != NULL);
    return import;
}

/// Model transforms at a time of a clip (NULL: at rest), valid until the next call.
static inline const caper_transform *stand(const caper_import *import, int clip, float time)
{
    static caper_transform bodies[CAPER_MAX_BODIES];
    const caper_character *c = import->character;
    caper_pose pose = {bodies, NULL, c->body_count, 0};
    if (clip < 0)
        memcpy(bodies, c->skeleton.rest_local, (size_t)c->body_count * sizeof *bodies);
    else
        REQUIRE(caper_clip_sample(import->clips[clip], time, NULL, &pose));
    caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
    return bodies;
}

static inline int body(const caper_import *import, const char *name)
{
    int found = caper_character_find(import->character, name);
    if (found < 0)
        printf("no body '%s'\n", name);
    REQUIRE(found >= 0);
    return found;
}

#define CHECK_AT(p, X, Y, Z, tolerance)                                                            \
    do {                                                                                           \
        CHECK_NEAR((p).x, X, tolerance);                                                           \
        CHECK_NEAR((p).y, Y, tolerance);                                                           \
        CHECK_NEAR((p).z, Z, tolerance);                                                           \
    } while (0)

/// A node and one animation of it, with the given sampler; `path` and `type` as glTF has them.
static inline char *moving_node(blob *b, const char *path, const char *interpolation, int input,
                                int output)
{
    return document(b,
                    "'nodes':[{'name':'a','children':[1]},{'name':'b','translation':[0,1,0]}],"
                    "'animations':[{'samplers':[{'input':%d,'output':%d,'interpolation':'%s'}],"
                    "'channels':[{'sampler':0,'target':{'node':0,'path':'%s'}}]}]",
                    input, output, interpolation, path);
}

#endif
