// SPDX-License-Identifier: MIT
//
// Whose clips a graph is made of. Its file knows their skeleton; the body and the mesh are in a
// file of their own, whose place is kept as seen from the graph's folder: both can be moved
// together.
#define _XOPEN_SOURCE 700 // realpath
#include "graph_verbs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_SIZE 4096 // bytes; longer ones are not kept

// The folder of a file that need not be there, without links; to be freed. NULL: no such folder.
static char *folder_of(const char *path)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) : 1;
    if (length >= PATH_SIZE) {
        return NULL;
    }
    snprintf(folder, sizeof folder, "%.*s", length, slash ? path : ".");
    return realpath(length > 0 ? folder : "/", NULL);
}

bool graph_path_from(const char *from, const char *path, char *out, size_t size)
{
    char *folder = folder_of(from), *file = realpath(path, NULL);
    size_t same = 0, used = 0;
    bool good = folder && file;
    // what both have in common, up to the end of a name
    for (size_t i = 0; good && folder[i] == file[i] && folder[i] != '\0'; i++) {
        bool ends = folder[i + 1] == '\0' || folder[i + 1] == '/';
        same = ends && file[i + 1] == '/' ? i + 1 : same;
    }
    for (const char *up = good ? folder + same : ""; *up != '\0' && good; up++) {
        if (*up == '/' && up[1] != '\0') {
            good = used + 4 < size;
            used += good ? (size_t)snprintf(out + used, size - used, "../") : 0;
        }
    }
    const char *rest = good ? file + same : "";
    rest += *rest == '/';
    good = good && used + strlen(rest) < size;
    if (good) {
        snprintf(out + used, size - used, "%s", rest);
    }
    free(folder);
    free(file);
    return good;
}

// The body that the graph's file names; false with a reason where there is none.
static bool load_named(const caper_graph *graph, const char *path, cli_asset *asset,
                       caper_error *error)
{
    char file[PATH_SIZE];
    const char *named = graph->character_file, *slash = strrchr(path, '/');
    int folder = slash && named[0] != '/' ? (int)(slash - path) + 1 : 0;
    if (snprintf(file, sizeof file, "%.*s%s", folder, path, named) >= PATH_SIZE) {
        return caper_error_set(error, CAPER_ERROR_INVALID, named, 0, 0, "the path is too long");
    }
    if (access(file, R_OK) != 0) { // never one of the shipped by that name
        return caper_error_set(error, CAPER_ERROR_IO, file, 0, 0, "no such file");
    }
    return cli_load_kind(file, CAPER_ASSET_CHARACTER, NULL, asset, error) &&
           (caper_skeleton_same(&asset->character->skeleton, &graph->clips[0]->skeleton) ||
            caper_error_set(error, CAPER_ERROR_INVALID, file, 0, 0, "it has another skeleton now"));
}

bool graph_whose(const caper_graph *graph, const char *path, const char *on, cli_asset *asset,
                 caper_error *error)
{
    memset(asset, 0, sizeof *asset);
    if (on) {
        if (!cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, asset, error)) {
            return false;
        }
        return caper_skeleton_same(&asset->character->skeleton, &graph->clips[0]->skeleton) ||
               caper_error_set(error, CAPER_ERROR_INVALID, on, 0, 0,
                               "not the character whose clips the graph is made of: --onto puts a "
                               "walk on others");
    }
    caper_error trouble = {0};
    if (graph->character_file[0] != '\0') {
        if (load_named(graph, path, asset, &trouble)) {
            return true;
        }
        char text[320];
        fprintf(stderr, "caper graph: no body for its clips: %s\n",
                caper_error_text(&trouble, text, sizeof text));
        cli_unload(asset);
        memset(asset, 0, sizeof *asset);
        trouble = (caper_error){0};
    }
    asset->character = cli_whose_skeleton(&graph->clips[0]->skeleton, &trouble);
    if (!asset->character && trouble.status != CAPER_OK) {
        *error = trouble;
    } else if (!asset->character) {
        caper_skeleton_character_def def = caper_skeleton_character_def_default();
        def.skeleton = &graph->clips[0]->skeleton;
        def.name = graph->name;
        asset->character = caper_character_from_skeleton(&def, NULL, error);
        if (asset->character) {
            fprintf(stderr, "caper graph: the skeleton of its clips is all that is known; --on "
                            "FILE gives back their body and its mesh\n");
        }
    }
    return asset->character != NULL;
}
