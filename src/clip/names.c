// SPDX-License-Identifier: MIT
//
// Names to indices by hash: a skeleton may have a thousand bodies and a file a million marks that
// name them. Open addressing in a table that is at most half full.
#include "clip/clip.h"

#include <string.h>

bool caperi_name_table_init(caperi_name_table *table, const char *const *names, int count,
                            caper_arena *arena)
{
    uint32_t slot_count = 4;
    while (slot_count < 2 * (uint32_t)count)
        slot_count *= 2;
    table->names = names;
    table->mask = slot_count - 1;
    table->slots =
        caper_arena_alloc_zero(arena, slot_count, sizeof *table->slots, _Alignof(int32_t));
    return table->slots != NULL;
}

// The slot that holds a name, or the free one where it belongs.
static int32_t *slot_for(const caperi_name_table *table, const char *name)
{
    uint32_t slot = (uint32_t)caper_hash64(name, strlen(name), 0) & table->mask;
    while (table->slots[slot] != 0 && strcmp(table->names[table->slots[slot] - 1], name) != 0)
        slot = (slot + 1) & table->mask;
    return &table->slots[slot];
}

bool caperi_name_add(caperi_name_table *table, int index)
{
    int32_t *slot = slot_for(table, table->names[index]);
    if (*slot != 0)
        return false;
    *slot = index + 1;
    return true;
}

int caperi_name_find(const caperi_name_table *table, const char *name)
{
    return *slot_for(table, name) - 1;
}
