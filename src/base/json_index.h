// SPDX-License-Identifier: MIT
//
// Finding members of an object: a linear scan in small objects, a sorted index in large ones. The
// index is sorted rather than hashed, so that no choice of names can make it slow.
#ifndef CAPER_SRC_BASE_JSON_INDEX_H
#define CAPER_SRC_BASE_JSON_INDEX_H

#include "base/json.h"

/// Objects with more members than this have an index: one uint32_t per member behind the members.
#define CAPERI_JSON_INDEX_ABOVE 16

/// Fill the index behind the 2 * count items of a large object.
void caperi_json_index_build(caperi_json_value *items, uint32_t count);

/// The key of the first member that repeats an earlier one, or NULL.
const caperi_json_value *caperi_json_index_duplicate(const caperi_json_value *object);

#endif
