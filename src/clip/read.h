// SPDX-License-Identifier: MIT
//
// Clips inside of other files.
#ifndef CAPER_SRC_CLIP_READ_H
#define CAPER_SRC_CLIP_READ_H

#include "base/json.h"
#include "caper/clip.h"

/// The clip that a value of a document holds, as caper_clip_write wrote it; errors say where.
caper_clip *caperi_clip_read(const caperi_json *json, const caperi_json_value *root,
                             const caper_allocator *allocator);

#endif
