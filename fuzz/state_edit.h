// SPDX-License-Identifier: MIT
//
// Bytes for the targets of saved states. A state is of one build, so no file of a corpus could hold
// one for long: input that starts with an even byte edits a true state instead (how many bytes are
// cut off, then places and words to put there), the rest is taken as it is.
#ifndef CAPER_FUZZ_STATE_EDIT_H
#define CAPER_FUZZ_STATE_EDIT_H

#include "caper/vecmath.h"

#include <stdlib.h>
#include <string.h>

static inline void require(bool good)
{
    if (!good)
        abort();
}

/// In a block of exactly *out_size bytes, from malloc, so that a read past its end is seen.
static inline char *edited_state(const void *state, size_t state_size, const uint8_t *data,
                                 size_t size, size_t *out_size)
{
    bool edits = size > 0 && data[0] % 2 == 0;
    size_t cut = edits && size > 2 ? (size_t)(data[1] << 8 | data[2]) : 0;
    *out_size = edits ? state_size - (cut < state_size ? cut : state_size) : size;
    char *bytes = malloc(*out_size > 0 ? *out_size : 1);
    require(bytes != NULL);
    if (*out_size > 0)
        memcpy(bytes, edits ? state : (const void *)data, *out_size);
    for (size_t at = 3; edits && at + 6 <= size && *out_size >= 4; at += 6)
        memcpy(bytes + (size_t)(data[at] << 8 | data[at + 1]) % (*out_size - 3), data + at + 2, 4);
    return bytes;
}

static inline void pose_is_good(const caper_transform *bodies, int count)
{
    for (int i = 0; i < count; i++)
        require(caper_transform_is_valid(bodies[i], 1e-2f));
}

#endif
