// SPDX-License-Identifier: MIT
//
// Bodies and places for tests of what must work on any character anywhere: the menagerie followed
// by random creatures, and the worlds of data/worlds.
#ifndef CAPER_TEST_ZOO_H
#define CAPER_TEST_ZOO_H

#include "menagerie.h"

#include "caper/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct zoo {
    char *files[MENAGERIE_MAX];
    int file_count;
    int count; ///< with the random creatures
    caper_world *worlds[MENAGERIE_MAX];
    char *world_files[MENAGERIE_MAX];
    int world_count;
} zoo;

static inline zoo zoo_open(int random_count)
{
    zoo z = {0};
    z.file_count = menagerie_files(z.files);
    z.count = z.file_count + random_count;
    z.world_count = menagerie_list(test_data_path("worlds"), ".world.json", z.world_files);
    for (int i = 0; i < z.world_count; i++) {
        char path[96];
        snprintf(path, sizeof path, "worlds/%s", z.world_files[i]);
        z.worlds[i] = caper_world_load(test_data_path(path), NULL, NULL);
        REQUIRE(z.worlds[i] != NULL);
    }
    return z;
}

static inline void zoo_close(zoo *z)
{
    for (int i = 0; i < z->file_count; i++)
        free(z->files[i]);
    for (int i = 0; i < z->world_count; i++) {
        caper_world_destroy(z->worlds[i]);
        free(z->world_files[i]);
    }
}

/// The character of that number; destroy it. Random ones are tame and wild by turns.
static inline caper_character *zoo_character(const zoo *z, int number)
{
    if (number < z->file_count)
        return menagerie_load_file(z->files[number]);
    caper_creature_def def = caper_creature_def_default();
    def.seed = (uint64_t)number;
    def.difficulty = (float)(number % 5) * 0.25f;
    caper_character *character = caper_character_random(&def, NULL);
    REQUIRE(character != NULL);
    return character;
}

/// The world whose file has that name, without the ending.
static inline const caper_world *zoo_world(const zoo *z, const char *name)
{
    for (int i = 0; i < z->world_count; i++)
        if (strncmp(z->world_files[i], name, strlen(name)) == 0)
            return z->worlds[i];
    REQUIRE(!"a world of that name");
    return NULL;
}

/// An actor that stands somewhere in a world (NULL: there is none), turned anyhow.
static inline caper_transform zoo_root(caper_rng *rng, const caper_world *world)
{
    float x = caper_rng_range(rng, -3.0f, 3.0f), z = caper_rng_range(rng, -3.0f, 3.0f);
    float yaw = caper_rng_range(rng, -CAPER_PI, CAPER_PI);
    float y = caper_world_height(world, NULL, x, z, INFINITY).point.y;
    return caper_transform_make(caper_quat_from_yaw(yaw), caper_vec3_make(x, y, z));
}

#endif
