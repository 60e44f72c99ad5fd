// SPDX-License-Identifier: MIT
//
// The long lists of a glTF document (buffers, buffer views, accessors, animations), read from text
// straight into small structs: as trees of JSON values they would be several times as large as what
// they describe, and take most of the time. Positions are kept as offsets into the text and turned
// into line and column only for a message.
#ifndef CAPER_SRC_FORMATS_GLTF_TEXT_H
#define CAPER_SRC_FORMATS_GLTF_TEXT_H

#include "base/json.h"

struct caperi_gltf;

/// Where something stands: bytes from the start of the JSON text.
typedef uint32_t caperi_gltf_place;

/// A buffer as the file gives it.
typedef struct caperi_gltf_source {
    double length; // -1: not given
    caperi_gltf_place place, uri_place;
    uint32_t uri_size; // with its quotes; 0: none
} caperi_gltf_source;

typedef struct caperi_gltf_view {
    int buffer, start, length, stride;
    caperi_gltf_place place;
} caperi_gltf_view;

/// An accessor as the file gives it.
typedef struct caperi_gltf_entry {
    int view; // -1: all zero
    int offset, count;
    uint16_t component;
    uint8_t width; // components of an element, 1 to 16; 0 for an unknown type
    bool normalized;
    caperi_gltf_place place;
    uint32_t sparse_size; // bytes of `sparse` at sparse_place; 0: none
    caperi_gltf_place sparse_place;
} caperi_gltf_entry;

typedef struct caperi_gltf_sampler {
    int input, output;
    uint8_t interpolation; // caperi_gltf_interpolation
} caperi_gltf_sampler;

enum {
    CAPERI_GLTF_TRANSLATION,
    CAPERI_GLTF_ROTATION,
    CAPERI_GLTF_SCALE,
    CAPERI_GLTF_WEIGHTS,
    CAPERI_GLTF_OTHER
};

typedef struct caperi_gltf_channel {
    int sampler, node; // -1 when there is none
    uint8_t path;
    caperi_gltf_place place;
} caperi_gltf_channel;

typedef struct caperi_gltf_animation {
    int first_channel, channel_count;
    int first_sampler, sampler_count;
    caperi_gltf_place place, name_place, extras_place;
    uint32_t name_size, extras_size; // with quotes and brackets; 0: none
} caperi_gltf_animation;

/// A list that grows; its memory is the allocator's.
typedef struct caperi_gltf_list {
    void *items;
    int count, capacity;
    size_t item_size;
} caperi_gltf_list;

/// Everything that was read.
typedef struct caperi_gltf_lists {
    caperi_gltf_list sources, views, entries, animations, channels, samplers;
} caperi_gltf_lists;

/// One more item, zeroed; NULL with an error. Items move.
void *caperi_gltf_list_grow(struct caperi_gltf *g, caperi_gltf_list *list);
void caperi_gltf_list_free(struct caperi_gltf *g, caperi_gltf_list *list);

/// Names of the members that stay text; `images` only so that nobody unpacks them.
#define CAPERI_GLTF_RAW_COUNT 5
extern const char *const caperi_gltf_raw_members[CAPERI_GLTF_RAW_COUNT];

/// Prepare the lists, before the JSON is parsed.
void caperi_gltf_init_lists(struct caperi_gltf *g);
/// Read one of them, as caperi_json_options.raw_read.
bool caperi_gltf_read_list(void *g, int which, const char *text, size_t size, size_t *used);
/// Afterwards: they were arrays, and need no more room than they take. False with an error.
bool caperi_gltf_settle_lists(struct caperi_gltf *g);
void caperi_gltf_free_lists(struct caperi_gltf *g);
/// Record an error at a place and return false.
bool caperi_gltf_fail(struct caperi_gltf *g, caperi_gltf_place place, caper_status status,
                      const char *format, ...) CAPER_PRINTF(4, 5);
/// Line and column of a place.
void caperi_gltf_locate(struct caperi_gltf *g, caperi_gltf_place place, int *line, int *column);
/// A part of the text as a document of its own, to be freed with caperi_json_free.
bool caperi_gltf_parse_part(struct caperi_gltf *g, caperi_gltf_place place, uint32_t size,
                            caperi_json *json);

#endif
