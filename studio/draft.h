// SPDX-License-Identifier: MIT
// A motion that can be written to: a deep copy of the arrays of a motion's def, changed in place
// and built again. Names belong to the motion, or to whoever set them, until it is built.
#ifndef CAPER_STUDIO_DRAFT_H
#define CAPER_STUDIO_DRAFT_H

#include "caper/caper.h"

typedef struct draft {
    caper_arena arena;
    caper_motion_def def;
    bool failed; // memory ran out
} draft;

void draft_open(draft *d, const caper_motion *motion);
// Build and free. NULL with an error.
caper_motion *draft_close(draft *d, caper_error *error);
void draft_drop(draft *d);

// Writable parts; NULL out of range.
caper_branch *draft_branch(draft *d, int branch);
caper_channel *draft_channel(draft *d, int branch, int channel);
// Curve -1: the travel.
caper_curve *draft_curve(draft *d, int branch, int channel, int curve);
caper_key *draft_key(caper_curve *curve, int key);
// A text of the draft's own.
const char *draft_text(draft *d, const char *text);

// A copy of an array with an item more at `at` (NULL: zeroed), or less. `count` follows.
void *draft_insert(draft *d, const void *array, int *count, int at, size_t size, const void *item);
void draft_remove(void *array, int *count, int at, size_t size);

// Add a key, or replace one within 1 ms.
void draft_put_key(draft *d, caper_curve *curve, const caper_key *key);
// Bring keys into order of time and drop those that fall on a later one.
void draft_sort_keys(caper_curve *curve);
// A curve of one key at time 0 that moves nothing, or the one that is there.
caper_curve *draft_add_curve(draft *d, caper_channel *channel, caper_curve_kind kind,
                             const char *deform);
// Events and expectations about channels that are gone: of the whole motion, or gone too.
void draft_forget_channels(draft *d);
int draft_curve_width(caper_curve_kind kind); // values of a key

#endif
