// SPDX-License-Identifier: MIT
//
// Any bytes as a map: refused, or a map that comes back from its own text, and that a character
// takes or refuses.
#include "caper/person.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(const caper_map *map, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_map_write(map, &writer);
    const char *text = caper_json_writer_finish(&writer, size, NULL);
    char *copy = text ? malloc(*size + 1) : NULL;
    if (copy)
        memcpy(copy, text, *size + 1);
    caper_json_writer_free(&writer);
    return copy;
}

static void use(const caper_map *map)
{
    static caper_character *creature;
    if (!creature) {
        caper_creature_def def = caper_creature_def_default();
        creature = caper_character_random(&def, NULL);
    }
    caper_person person;
    caper_person_find(creature, map, &person, NULL);
    caper_character_destroy(caper_map_apply(map, creature, NULL, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_map *map = caper_map_parse((const char *)data, size, "fuzz", NULL, NULL);
    if (!map)
        return 0;
    use(map);
    size_t length = 0, again_length = 0;
    char *text = text_of(map, &length);
    caper_map *again = text ? caper_map_parse(text, length, "again", NULL, NULL) : NULL;
    char *back = again ? text_of(again, &again_length) : NULL;
    if (text && (!back || length != again_length || memcmp(text, back, length) != 0))
        abort();
    free(back);
    free(text);
    caper_map_destroy(again);
    caper_map_destroy(map);
    return 0;
}
