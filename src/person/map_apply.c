// SPDX-License-Identifier: MIT
//
// Applies a map to a character: parts for the finder, caps for everything else. Caps follow from
// parts where the map has all that are necessary, as those of VRM files do; what it says about a
// cap comes after that and overrides it.
#include "person/person.h"

#include "base/try.h"
#include "body/body.h"

#include <string.h>

/// The caps that parts decide; a tail or a horn stays what it is.
#define BY_PARTS                                                                                   \
    (CAPER_CAP_SPINE | CAPER_CAP_ROOT | CAPER_CAP_LIMB | CAPER_CAP_FOOT | CAPER_CAP_GRASPER |      \
     CAPER_CAP_HEAD)

bool caperi_map_find(const caper_map *map, const caperi_map_entry *entry,
                     const caper_character *character, int *body, caper_error *error)
{
    *body = entry->name ? caper_character_find(character, entry->name) : -1;
    CAPER_TRY(*body >= 0 || !entry->name, error, CAPER_ERROR_INVALID, map->source, entry->line,
              entry->column, "the character has no body '%.60s'", entry->name);
    return true;
}

bool caperi_map_parts(const caper_map *map, const caper_character *character,
                      int16_t bodies[CAPER_PART_COUNT], int *count, caper_error *error)
{
    *count = 0;
    for (int i = 0; map && i < map->entry_count; i++) {
        int body = -1;
        if (map->entries[i].what >= CAPER_PART_COUNT)
            continue;
        CAPER_PASS(caperi_map_find(map, &map->entries[i], character, &body, error));
        bodies[map->entries[i].what] = (int16_t)body;
        ++*count;
    }
    return true;
}

static bool has_necessary(const int16_t bodies[CAPER_PART_COUNT])
{
    caper_parts set = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        set |= bodies[i] >= 0 ? CAPER_PART_BIT(i) : 0;
    return (set & CAPER_PARTS_NECESSARY) == CAPER_PARTS_NECESSARY;
}

static bool take_parts(const caper_map *map, const caper_character *c, caper_caps *caps,
                       caper_error *error)
{
    int16_t bodies[CAPER_PART_COUNT];
    int count = 0;
    memset(bodies, 0xff, sizeof bodies);
    CAPER_PASS(caperi_map_parts(map, c, bodies, &count, error));
    if (!has_necessary(bodies))
        return true;
    caperi_parts_to_caps(bodies, c->skeleton.parents, c->body_count, caps);
    for (int i = 0; i < c->body_count; i++) {
        if (!(caps[i] & (BY_PARTS | CAPER_CAP_HELPER)))
            caps[i] |= c->bodies[i].caps & ~(caper_caps)BY_PARTS;
    }
    return true;
}

static bool take_caps(const caper_map *map, const caper_character *c, caper_caps *caps,
                      caper_error *error)
{
    caper_caps said = 0;
    for (int i = 0; i < map->entry_count; i++) {
        int bit = map->entries[i].what - CAPER_PART_COUNT;
        if (bit >= 0)
            said |= 1u << bit;
    }
    for (int i = 0; i < c->body_count; i++)
        caps[i] &= ~said;
    for (int i = 0; i < map->entry_count; i++) {
        int body = -1, bit = map->entries[i].what - CAPER_PART_COUNT;
        if (bit < 0)
            continue;
        CAPER_PASS(caperi_map_find(map, &map->entries[i], c, &body, error));
        if (body >= 0)
            caps[body] |= 1u << bit;
    }
    return true;
}

caper_character *caper_map_apply(const caper_map *map, const caper_character *character,
                                 const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(map && character);
    caper_caps caps[CAPER_MAX_BODIES];
    if (!map || !character || character->body_count > CAPER_MAX_BODIES)
        return NULL;
    for (int i = 0; i < character->body_count; i++)
        caps[i] = character->bodies[i].caps;
    if (!take_parts(map, character, caps, error) || !take_caps(map, character, caps, error))
        return NULL;
    caperi_rebuild rebuild = {character, NULL, caps, map->source, allocator, NULL};
    return caperi_character_rebuild(&rebuild, error);
}
