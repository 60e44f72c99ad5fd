// SPDX-License-Identifier: MIT
//
// Bodies and places for tests of what must work on any character anywhere: the menagerie followed
// by random creatures, and the worlds of data/worlds.
#ifndef CAPER_TEST_ZOO_H
#define CAPER_TEST_ZOO_H

#include "test.h"

#include "caper/character.h"
#include "caper/world.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ZOO_MAX_FILES 64

static int zoo_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Names of the files of a folder of data/, in order; free each.
static inline int zoo_list(const char *folder_name, const char *ending, char *names[ZOO_MAX_FILES])
{
    int count = 0;
    DIR *folder = opendir(test_data_path(folder_name));
    REQUIRE(folder != NULL);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t size = strlen(entry->d_name);
        if (size <= strlen(ending) || strcmp(entry->d_name + size - strlen(ending), ending) != 0)
            continue;
        REQUIRE(count < ZOO_MAX_FILES);
        names[count] = malloc(size + 1);
        REQUIRE(names[count] != NULL);
        memcpy(names[count++], entry->d_name, size + 1);
    }
    closedir(folder);
    qsort(names, (size_t)count, sizeof *names, zoo_compare);
    REQUIRE(count > 0);
    return count;
}

typedef struct zoo {
    char *files[ZOO_MAX_FILES];
    int file_count;
    int count; ///< with the random creatures
    caper_world *worlds[ZOO_MAX_FILES];
    char *world_files[ZOO_MAX_FILES];
    int world_count;
} zoo;

static inline zoo zoo_open(int random_count)
{
    zoo z = {0};
    z.file_count = zoo_list("characters", ".character.json", z.files);
    z.count = z.file_count + random_count;
    z.world_count = zoo_list("worlds", ".world.json", z.world_files);
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
    caper_error error = {0};
    caper_character *character;
    if (number < z->file_count) {
        char path[96];
        snprintf(path, sizeof path, "characters/%s", z->files[number]);
        character = caper_character_load(test_data_path(path), NULL, &error);
    } else {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)number;
        def.difficulty = (float)(number % 5) * 0.25f;
        character = caper_character_random(&def, &error);
    }
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
