// SPDX-License-Identifier: MIT
//
// Member lookup. Names are ordered by length, then bytes, then place in the file; equal names are
// therefore neighbours in the index, the earlier one first. Heap sort: in place, n log n on any
// input, no recursion.
#include "base/json_index.h"

#include <string.h>

static int compare_names(const char *a, uint32_t a_size, const char *b, uint32_t b_size)
{
    if (a_size != b_size)
        return a_size < b_size ? -1 : 1;
    return a_size ? memcmp(a, b, a_size) : 0;
}

static int compare_keys(const caperi_json_value *a, const caperi_json_value *b)
{
    return compare_names(a->as.string, a->count, b->as.string, b->count);
}

static bool before(const caperi_json_value *items, uint32_t a, uint32_t b)
{
    int order = compare_keys(&items[2 * (size_t)a], &items[2 * (size_t)b]);
    return order < 0 || (order == 0 && a < b);
}

static void sift(const caperi_json_value *items, uint32_t *index, size_t root, size_t count)
{
    uint32_t moved = index[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && before(items, index[child], index[child + 1]))
            child++;
        if (!before(items, moved, index[child]))
            break;
        index[root] = index[child];
    }
    index[root] = moved;
}

void caperi_json_index_build(caperi_json_value *items, uint32_t count)
{
    uint32_t *index = (uint32_t *)(void *)(items + 2 * (size_t)count);
    for (uint32_t i = 0; i < count; i++)
        index[i] = i;
    for (size_t i = count / 2; i-- > 0;)
        sift(items, index, i, count);
    for (size_t last = count; last-- > 1;) {
        uint32_t largest = index[0];
        index[0] = index[last];
        index[last] = largest;
        sift(items, index, 0, last);
    }
}

static const uint32_t *index_of(const caperi_json_value *object)
{
    return (const uint32_t *)(const void *)(object->as.items + 2 * (size_t)object->count);
}

const caperi_json_value *caperi_json_index_duplicate(const caperi_json_value *object)
{
    const caperi_json_value *first = NULL;
    uint32_t count = object->count;
    if (count <= CAPERI_JSON_INDEX_ABOVE) {
        for (uint32_t i = 1; i < count; i++) {
            for (uint32_t j = 0; j < i; j++) {
                const caperi_json_value *key = caperi_json_member_key(object, i);
                if (compare_keys(key, caperi_json_member_key(object, j)) == 0)
                    return key;
            }
        }
        return NULL;
    }
    const uint32_t *index = index_of(object);
    for (uint32_t i = 1; i < count; i++) {
        const caperi_json_value *key = caperi_json_member_key(object, index[i]);
        bool repeats = compare_keys(key, caperi_json_member_key(object, index[i - 1])) == 0;
        if (repeats && (!first || key < first))
            first = key;
    }
    return first;
}

const caperi_json_value *caperi_json_find_slice(const caperi_json_value *object, caper_slice name)
{
    if (!caperi_json_is(object, CAPERI_JSON_OBJECT) || name.size > UINT32_MAX)
        return NULL;
    uint32_t size = (uint32_t)name.size;
    if (object->count <= CAPERI_JSON_INDEX_ABOVE) {
        for (uint32_t i = 0; i < object->count; i++) {
            const caperi_json_value *key = caperi_json_member_key(object, i);
            if (compare_names(key->as.string, key->count, name.data, size) == 0)
                return caperi_json_member_value(object, i);
        }
        return NULL;
    }
    const uint32_t *index = index_of(object);
    uint32_t lo = 0, hi = object->count;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        const caperi_json_value *key = caperi_json_member_key(object, index[middle]);
        int order = compare_names(key->as.string, key->count, name.data, size);
        if (order == 0)
            return caperi_json_member_value(object, index[middle]);
        if (order < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    return NULL;
}

const caperi_json_value *caperi_json_find(const caperi_json_value *object, const char *name)
{
    caper_slice slice = {name, strlen(name)};
    return caperi_json_find_slice(object, slice);
}
