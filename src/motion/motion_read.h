// SPDX-License-Identifier: MIT
//
// What the two files of the motion reader share: the reader itself and its keys.
#ifndef CAPER_SRC_MOTION_MOTION_READ_H
#define CAPER_SRC_MOTION_MOTION_READ_H

#include "base/json.h"
#include "motion/asset.h"

/// A file being read.
typedef struct caperi_motion_reader {
    const caperi_json *json;
    caper_arena arena;
    caper_motion_def def;
    caperi_motion_place *places;
    size_t place_count, place_room;
} caperi_motion_reader;

/// Zeroed memory until the file is read; NULL, with the error recorded, when there is none.
void *caperi_motion_grab(caperi_motion_reader *r, size_t count, size_t size, size_t align);
#define CAPERI_GRAB(r, count, type)                                                                \
    caperi_motion_grab((r), (size_t)(count), sizeof(type), _Alignof(type))

/// Remember where a part of the def stands.
bool caperi_motion_note(caperi_motion_reader *r, const void *item, const caperi_json_value *value);

#define CAPERI_REFUSE(r, value, ...)                                                               \
    caperi_json_fail((r)->json, value, CAPER_ERROR_INVALID, __VA_ARGS__)
#define CAPERI_CHECK_KEYS(r, value, list)                                                          \
    CAPER_PASS(caperi_json_check_keys((r)->json, value, list, CAPER_COUNT_OF(list)))

/// "keys" of a channel: its curves.
bool caperi_motion_read_keys(caperi_motion_reader *r, const caperi_json_value *value,
                             caper_channel *channel);
/// "travel" of the motion.
bool caperi_motion_read_travel(caperi_motion_reader *r, const caperi_json_value *root);

#endif
