// SPDX-License-Identifier: MIT
//
// Cutting JSON text that the reader has accepted into its members and items, so that a document can
// be written again with every byte of what is not changed.
#ifndef CAPER_SRC_FORMATS_GLTF_CUT_H
#define CAPER_SRC_FORMATS_GLTF_CUT_H

#include "caper/base.h"

/// The next member of an object, from *at on (0 to start): its key with quotes, and its value.
/// False after the last.
bool caperi_cut_member(caper_slice object, size_t *at, caper_slice *key, caper_slice *value);
/// The next item of an array, in the same way.
bool caperi_cut_item(caper_slice array, size_t *at, caper_slice *item);
/// The value of a member; no data when there is none. Keys with escapes are not found.
caper_slice caperi_cut_find(caper_slice object, const char *name);
/// Is a key (with quotes) this name?
bool caperi_cut_is(caper_slice key, const char *name);
/// How many items an array has; 0 for no data.
int caperi_cut_count(caper_slice array);

#endif
