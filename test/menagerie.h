// SPDX-License-Identifier: MIT
//
// The characters of data/characters for tests: one by its name, or all that are in the folder.
#ifndef CAPER_TEST_MENAGERIE_H
#define CAPER_TEST_MENAGERIE_H

#include "test.h"

#include "caper/character.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MENAGERIE_MAX 64
#define MENAGERIE_ENDING ".character.json"

static inline int menagerie_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Names of the files of a folder that end so, in order; free each. At least one.
static inline int menagerie_list(const char *path, const char *ending, char *names[MENAGERIE_MAX])
{
    int count = 0;
    DIR *folder = opendir(path);
    REQUIRE(folder != NULL);
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t size = strlen(entry->d_name);
        if (size <= strlen(ending) || strcmp(entry->d_name + size - strlen(ending), ending) != 0)
            continue;
        REQUIRE(count < MENAGERIE_MAX);
        names[count] = malloc(size + 1);
        REQUIRE(names[count] != NULL);
        memcpy(names[count++], entry->d_name, size + 1);
    }
    closedir(folder);
    qsort(names, (size_t)count, sizeof *names, menagerie_compare);
    REQUIRE(count > 0);
    return count;
}

/// The names of all files of characters, in order; free each.
static inline int menagerie_files(char *names[MENAGERIE_MAX])
{
    int count = menagerie_list(test_data_path("characters"), MENAGERIE_ENDING, names);
    REQUIRE(count > 20); // or a test over all of them says little
    return count;
}

/// The character of a file, which must load without a warning; destroy it.
static inline caper_character *menagerie_load_file(const char *file)
{
    char path[128], text[320];
    snprintf(path, sizeof path, "characters/%s", file);
    caper_warnings warnings;
    caper_warnings_init(&warnings, NULL, 0);
    caper_load_options options = {0};
    options.warnings = &warnings;
    caper_error error = {0};
    caper_character *character = caper_character_load(test_data_path(path), &options, &error);
    if (!character)
        fprintf(stderr, "%s\n", caper_error_text(&error, text, sizeof text));
    for (int i = 0; i < warnings.count; i++)
        fprintf(stderr, "%s\n", caper_error_text(&warnings.items[i], text, sizeof text));
    CHECK_INT(warnings.count, 0);
    caper_warnings_free(&warnings);
    REQUIRE(character != NULL);
    return character;
}

/// The character of that name; destroy it.
static inline caper_character *menagerie_load(const char *name)
{
    char file[64];
    snprintf(file, sizeof file, "%s" MENAGERIE_ENDING, name);
    return menagerie_load_file(file);
}

/// All of them, in the order of their files.
typedef struct menagerie {
    caper_character *characters[MENAGERIE_MAX];
    int count;
} menagerie;

static inline menagerie menagerie_open(void)
{
    menagerie m = {{NULL}, 0};
    char *names[MENAGERIE_MAX];
    m.count = menagerie_files(names);
    for (int i = 0; i < m.count; i++) {
        m.characters[i] = menagerie_load_file(names[i]);
        free(names[i]);
    }
    return m;
}

static inline void menagerie_close(menagerie *m)
{
    for (int i = 0; i < m->count; i++)
        caper_character_destroy(m->characters[i]);
}

#endif
