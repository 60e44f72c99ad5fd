// SPDX-License-Identifier: MIT
// Who takes part in a grid: bodies by name and acts loaded, from folders, files and names. A file
// that cannot be read stays in the grid, as a row or column that says so.
#define _POSIX_C_SOURCE 200809L
#include "grid.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_DEPTH 8 // of folders in folders

// --- names ---------------------------------------------------------------------------------------

void grid_free_names(grid_names *names)
{
    for (int i = 0; i < names->count; i++) {
        free(names->list[i].name);
        free(names->list[i].path);
    }
    free(names->list);
    memset(names, 0, sizeof *names);
}

static bool add_name(grid_names *names, const char *name, const char *path, caper_error *error)
{
    grid_name *grown = realloc(names->list, (size_t)(names->count + 1) * sizeof *grown);
    names->list = grown ? grown : names->list;
    char *a = strdup(name), *b = strdup(path);
    if (!grown || !a || !b) {
        free(a);
        free(b);
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for a name");
    }
    names->list[names->count++] = (grid_name){a, b};
    return true;
}

static bool has_ending(const char *name, const char *const *endings, int count)
{
    for (int i = 0; i < count; i++) {
        if (cli_ends_with(name, endings[i])) {
            return true;
        }
    }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const grid_name *)a)->name, ((const grid_name *)b)->name);
}

// All files below a folder; their names begin behind `skip` bytes of the path.
static bool scan(grid_names *names, const char *folder, size_t skip, const char *const *endings,
                 int count, int depth, caper_error *error)
{
    DIR *dir = opendir(folder);
    if (!dir) {
        return caper_error_set(error, CAPER_ERROR_IO, folder, 0, 0, "the folder cannot be read");
    }
    bool good = true;
    for (struct dirent *e = readdir(dir); e && good; e = readdir(dir)) {
        char path[2048];
        struct stat st;
        if (e->d_name[0] == '.' ||
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= (int)sizeof path ||
            stat(path, &st) != 0) {
            continue;
        }
        if (S_ISDIR(st.st_mode) && depth < MOST_DEPTH) {
            good = scan(names, path, skip, endings, count, depth + 1, error);
        } else if (S_ISREG(st.st_mode) && has_ending(e->d_name, endings, count)) {
            good = add_name(names, path + skip, path, error);
        }
    }
    closedir(dir);
    return good;
}

static bool list_one(grid_names *names, const char *word, const char *const *endings, int count,
                     caper_error *error)
{
    struct stat st;
    char folder[1024];
    bool exists = stat(word, &st) == 0;
    // a damaged file has a row of its own; a name that stands for nothing is mistyped
    if (!exists && strncmp(word, "random:", 7) != 0 &&
        !cli_find_shipped(word, folder, sizeof folder)) {
        return caper_error_set(error, CAPER_ERROR_IO, word, 0, 0,
                               "there is no such file or folder, and nothing that ships has this "
                               "name");
    }
    if (!exists || !S_ISDIR(st.st_mode)) {
        return add_name(names, cli_file_name(word), word, error);
    }
    int before = names->count;
    snprintf(folder, sizeof folder, "%s", word);
    while (strlen(folder) > 1 && folder[strlen(folder) - 1] == '/') {
        folder[strlen(folder) - 1] = 0;
    }
    bool good = scan(names, folder, strlen(folder) + 1, endings, count, 0, error);
    if (good && names->count == before) {
        return caper_error_set(error, CAPER_ERROR_IO, word, 0, 0,
                               "the folder has no files that end in %s ...", endings[0]);
    }
    if (good) {
        qsort(names->list + before, (size_t)(names->count - before), sizeof *names->list, by_name);
    }
    return good;
}

bool grid_list(grid_names *names, const char *text, const char *const *endings, int ending_count,
               caper_error *error)
{
    char *copy = strdup(text), *save = NULL;
    bool good = copy != NULL;
    for (char *word = copy ? strtok_r(copy, ",", &save) : NULL; word && good;
         word = strtok_r(NULL, ",", &save)) {
        // "random:7,0.5" has a comma of its own
        char whole[1024];
        const char *next = save && *save ? save : "";
        if (strncmp(word, "random:", 7) == 0 && strncmp(next, "0.", 2) == 0) {
            snprintf(whole, sizeof whole, "%s,%s", word, strtok_r(NULL, ",", &save));
            word = whole;
        }
        good = list_one(names, word, endings, ending_count, error);
    }
    free(copy);
    return good;
}

// Shipped files of a folder, called by their first word.
static bool list_shipped(grid_names *names, const char *folder, const char *suffix,
                         caper_error *error)
{
    char **paths = NULL;
    int count = cli_data_list(folder, suffix, &paths);
    bool good = count > 0 || caper_error_set(error, CAPER_ERROR_IO, folder, 0, 0,
                                             "found none: set CAPER_DATA to the data of Caper");
    for (int i = 0; i < count && good; i++) {
        char name[256];
        snprintf(name, sizeof name, "%s", cli_file_name(paths[i]));
        name[strcspn(name, ".")] = 0;
        good = add_name(names, name, paths[i], error);
    }
    cli_free_paths(paths, count);
    return good;
}

// --- content -------------------------------------------------------------------------------------

// The name and the bytes of a file in a number, added to others: folders have no order. One that
// cannot be read counts by its name.
static bool add_file(const char *path, uint64_t *key, caper_error *error)
{
    const char *name = cli_file_name(path);
    uint64_t seed = caper_hash64(name, strlen(name), 0);
    size_t size = 0;
    caper_error why = {0};
    void *bytes = caper_file_read(path, 0, NULL, &size, &why);
    *key += bytes ? caper_hash64(bytes, size, seed) : seed;
    caper_free(NULL, bytes, bytes ? size + 1 : 0);
    return bytes || why.status != CAPER_ERROR_MEMORY ||
           caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for it");
}

// A file with what is read along with it: buffers and skeletons beside it, and files of its name,
// such as a map. What stands for no file is its own content.
static bool find_key(const char *path, uint64_t *key, caper_error *error)
{
    char folder[1024], shipped[1024], other[2048];
    struct stat st;
    path = cli_find_shipped(path, shipped, sizeof shipped) ? shipped : path;
    *key = caper_hash64(path, strlen(path), 0);
    if (stat(path, &st) != 0) {
        return true;
    }
    const char *name = cli_file_name(path);
    size_t stem = strcspn(name, ".");
    snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    DIR *dir = opendir(folder[0] ? folder : ".");
    bool several = cli_ends_with(name, ".gltf") || cli_ends_with(name, ".amc");
    *key = 1;
    bool good = add_file(path, key, error);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e && good; e = readdir(dir)) {
        const char *is = e->d_name;
        bool part = several && (cli_ends_with(is, ".bin") || cli_ends_with(is, ".asf"));
        bool mine = strncmp(is, name, stem) == 0 && is[stem] == '.' && strcmp(is, name) != 0;
        if ((part || mine) && snprintf(other, sizeof other, "%s%s", folder, is) > 0 &&
            stat(other, &st) == 0 && S_ISREG(st.st_mode)) {
            good = add_file(other, key, error);
        }
    }
    if (dir) {
        closedir(dir);
    }
    return good;
}

// --- bodies --------------------------------------------------------------------------------------

static bool open_bodies(grid_cast *c, const grid_options *o, caper_error *error)
{
    static const char *const endings[] = {
        ".character.json", ".glb", ".gltf", ".vrm", ".xml", ".urdf"};
    bool good = true;
    if (o->characters) {
        char *copy = strdup(o->characters), *save = NULL;
        for (char *word = copy ? strtok_r(copy, ",", &save) : NULL; word && good;
             word = strtok_r(NULL, ",", &save)) {
            good = strcmp(word, "menagerie") == 0
                       ? list_shipped(&c->bodies, "characters", ".character.json", error)
                       : grid_list(&c->bodies, word, endings, CAPER_COUNT_OF(endings), error);
        }
        free(copy);
    } else if (o->random <= 0) {
        good = list_shipped(&c->bodies, "characters", ".character.json", error);
    }
    for (int i = 0; i < o->random && good; i++) {
        char name[64];
        double difficulty = o->difficulty >= 0 ? o->difficulty
                            : o->random > 1    ? (double)i / (double)(o->random - 1)
                                               : 0.5;
        // three digits: the name is what is loaded
        snprintf(name, sizeof name, "random:%d,%.3f", o->seed + i, difficulty);
        good = add_name(&c->bodies, name, name, error);
    }
    c->body_names = calloc((size_t)c->bodies.count + 1, sizeof(char *));
    c->body_keys = calloc((size_t)c->bodies.count + 1, sizeof *c->body_keys);
    for (int i = 0; c->body_names && c->body_keys && i < c->bodies.count; i++) {
        c->body_names[i] = c->bodies.list[i].name;
        good = good && find_key(c->bodies.list[i].path, &c->body_keys[i], error);
        for (int k = 0; k < i && good; k++) {
            if (strcmp(c->bodies.list[k].name, c->bodies.list[i].name) == 0) {
                // of two folders: called by the whole path
                free(c->bodies.list[i].name);
                c->bodies.list[i].name = strdup(c->bodies.list[i].path);
                c->body_names[i] = c->bodies.list[i].name;
                good = c->body_names[i] && strcmp(c->body_names[i], c->body_names[k]) != 0;
                if (!good) {
                    caper_error_set(error, CAPER_ERROR_INVALID, c->bodies.list[i].path, 0, 0,
                                    "the character is given twice");
                }
            }
        }
    }
    return good && c->body_names && c->body_keys;
}

static bool find_body(void *user, const char *name, caper_grid_body *body, caper_error *error)
{
    grid_cast *c = user;
    const char *path = name;
    for (int i = 0; i < c->bodies.count; i++) {
        path = strcmp(c->bodies.list[i].name, name) == 0 ? c->bodies.list[i].path : path;
    }
    cli_asset *asset = calloc(1, sizeof *asset);
    if (!asset) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "no memory for a character");
    }
    pthread_mutex_lock(&c->lock);
    bool good = cli_load_kind(path, CAPER_ASSET_CHARACTER, NULL, asset, error);
    if (good && !asset->character) {
        good = caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0, "the file has no character");
    }
    good = good && (!asset->import || cli_take_rest(asset, error)); // as every verb moves it
    if (!good) {
        cli_unload(asset);
        free(asset);
    }
    pthread_mutex_unlock(&c->lock);
    if (good) {
        body->character = asset->character;
        const caper_import *import = asset->import;
        body->boxes_guessed = cli_boxes_are_guessed(asset);
        body->skins = import ? import->skins : NULL;
        body->skin_count = import ? import->skin_count : 0;
        body->owner = asset;
    }
    return good;
}

static void release_body(void *user, caper_grid_body *body)
{
    grid_cast *c = user;
    pthread_mutex_lock(&c->lock);
    cli_unload(body->owner);
    pthread_mutex_unlock(&c->lock);
    free(body->owner);
    memset(body, 0, sizeof *body);
}

caper_grid_finder grid_finder(grid_cast *c)
{
    return (caper_grid_finder){find_body, release_body, c};
}

caper_grid_job grid_job(grid_cast *c, const grid_options *o)
{
    caper_grid_job job = caper_grid_job_default();
    job.bodies = c->body_names;
    job.body_keys = c->body_keys;
    job.body_count = c->bodies.count;
    job.acts = c->acts;
    job.act_count = c->act_count;
    job.finder = grid_finder(c);
    job.seed = (uint64_t)o->seed;
    job.rate = (float)o->rate;
    job.all_variants = o->variants != 0;
    return job;
}

// --- acts ----------------------------------------------------------------------------------------

static caper_grid_act *add_act(grid_cast *c, caper_grid_kind kind, const char *name,
                               caper_error *error)
{
    size_t room = (size_t)c->act_count + 1;
    caper_grid_act *acts = realloc(c->acts, room * sizeof *acts);
    c->acts = acts ? acts : c->acts;
    char **names = realloc(c->act_names, room * sizeof *names);
    c->act_names = names ? names : c->act_names;
    char *copy = strdup(name);
    for (int i = 0; i < c->act_count; i++) {
        if (copy && strcmp(c->act_names[i], name) == 0) {
            free(copy);
            caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0, "the act is given twice");
            return NULL;
        }
    }
    if (!acts || !names || !copy) {
        free(copy);
        caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "no memory for an act");
        return NULL;
    }
    caper_grid_act *act = &c->acts[c->act_count];
    memset(act, 0, sizeof *act);
    c->act_names[c->act_count++] = copy;
    act->kind = kind;
    act->name = copy;
    return act;
}

static char *keep_problem(const caper_error *error)
{
    char text[320];
    return strdup(caper_error_text(error, text, sizeof text));
}

// Words of a list that are among some names; the index of each.
static int read_words(const char *text, const char *(*name_of)(int), int count, const char *option,
                      int *out, int room, caper_error *error)
{
    char copy[512], *save = NULL;
    int found = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        int match = -1;
        for (int i = 0; i < count; i++) {
            match = strcmp(name_of(i), word) == 0 ? i : match;
        }
        if (match < 0 || found == room) {
            caper_error_set(error, CAPER_ERROR_INVALID, option, 0, 0, "'%s' is not one of %s ...",
                            word, name_of(0));
            return -1;
        }
        out[found++] = match;
    }
    return found;
}

static const char *place_name(int i)
{
    return caper_grid_place_name((caper_grid_place)i);
}

static const char *method_name(int i)
{
    return caper_retarget_method_name((caper_retarget_method)i);
}

static bool open_worlds(grid_cast *c, const char *text, int *first, int *count, caper_error *error)
{
    static const char *const endings[] = {".world.json"};
    grid_names names = {0};
    *first = c->world_count;
    *count = 0;
    bool good = !text || grid_list(&names, text, endings, 1, error);
    for (int i = 0; i < names.count && good; i++) {
        cli_asset *grown = realloc(c->worlds, (size_t)(c->world_count + 1) * sizeof *grown);
        uint64_t *keys = realloc(c->world_keys, (size_t)(c->world_count + 1) * sizeof *keys);
        c->worlds = grown ? grown : c->worlds;
        c->world_keys = keys ? keys : c->world_keys;
        good = grown && keys;
        if (good) {
            memset(&grown[c->world_count], 0, sizeof *grown);
            good = cli_load_kind(names.list[i].path, CAPER_ASSET_WORLD, NULL,
                                 &grown[c->world_count], error);
            good = good && find_key(names.list[i].path, &keys[c->world_count], error);
            c->world_count++;
            *count += 1;
        }
    }
    grid_free_names(&names);
    return good;
}

static bool aims_at_targets(const caper_motion *m)
{
    for (int b = 0; b < m->branch_count; b++) {
        for (int i = 0; i < m->branches[b].channel_count; i++) {
            if (m->branches[b].channels[i].aim.kind == CAPER_AIM_TARGET) {
                return true;
            }
        }
    }
    return false;
}

// A motion at every place (once without targets) on every ground.
static bool add_motion(grid_cast *c, const grid_name *file, const cli_asset *asset, char *problem,
                       const int *places, int place_count, int first_world, int world_count,
                       caper_error *error)
{
    char name[256];
    uint64_t key;
    if (!find_key(file->path, &key, error)) {
        return false;
    }
    int many = asset->motion && aims_at_targets(asset->motion) ? place_count : 1;
    for (int g = 0; g < world_count + 1; g++) {
        for (int p = 0; p < many; p++) {
            int place =
                many > 1 || (asset->motion && aims_at_targets(asset->motion)) ? places[p] : 0;
            char base[200];
            snprintf(base, sizeof base, "%s", file->name);
            char *suffix = strstr(base, ".motion.json");
            if (suffix) {
                *suffix = 0;
            }
            int used = snprintf(name, sizeof name, "%s", base);
            if (place != CAPER_GRID_DEFAULT) {
                used += snprintf(name + used, sizeof name - (size_t)used, " %s", place_name(place));
            }
            const caper_world *world = g > 0 ? c->worlds[first_world + g - 1].world : NULL;
            if (world) {
                snprintf(name + used, sizeof name - (size_t)used, " on %s",
                         caper_world_name(world));
            }
            caper_grid_act *act = add_act(c, CAPER_GRID_MOTION, name, error);
            if (!act) {
                return false;
            }
            act->key = key + (key && world ? 3 * c->world_keys[first_world + g - 1] : 0);
            act->motion = asset->motion;
            act->problem = problem;
            act->place = (caper_grid_place)place;
            act->world = world;
            if (problem) {
                return true; // one column is enough to say so
            }
        }
    }
    return true;
}

static bool add_captures(grid_cast *c, const grid_name *file, const cli_asset *asset, char *problem,
                         const int *methods, int method_count, caper_error *error)
{
    uint64_t key;
    if (!find_key(file->path, &key, error)) {
        return false;
    }
    int clips = asset->clip_count > 0 ? asset->clip_count : 1;
    for (int k = 0; k < clips; k++) {
        for (int m = 0; m < method_count; m++) {
            char name[256];
            int used = snprintf(name, sizeof name, "%s", file->name);
            if (asset->clip_count > 1) {
                used +=
                    snprintf(name + used, sizeof name - (size_t)used, "#%s", asset->clips[k]->name);
            }
            if (method_count > 1 || methods[m] != CAPER_RETARGET_AUTO) {
                snprintf(name + used, sizeof name - (size_t)used, " by %s",
                         method_name(methods[m]));
            }
            caper_grid_act *act = add_act(c, CAPER_GRID_CAPTURE, name, error);
            if (!act) {
                return false;
            }
            act->key = key;
            act->clip = asset->clip_count > 0 ? asset->clips[k] : asset->clip;
            act->from = asset->character;
            act->method = (caper_retarget_method)methods[m];
            act->problem = problem             ? problem
                           : !act->clip        ? "the file has no clips"
                           : !asset->character ? "the clip has no character"
                                               : NULL;
        }
    }
    return true;
}

static bool open_motions(grid_cast *c, const grid_options *o, caper_error *error)
{
    static const char *const endings[] = {".motion.json"};
    static const char *const clip_endings[] = {".bvh", ".amc", ".clip.json", ".glb", ".gltf"};
    int places[CAPER_GRID_PLACE_COUNT], methods[CAPER_RETARGET_METHOD_COUNT];
    const char *all = "default,easy,far,behind,unreachable";
    const char *wanted = !o->places ? "default" : strcmp(o->places, "all") == 0 ? all : o->places;
    int place_count = read_words(wanted, place_name, CAPER_GRID_PLACE_COUNT, "--places", places,
                                 CAPER_GRID_PLACE_COUNT, error);
    int method_count =
        read_words(o->methods ? o->methods : "auto", method_name, CAPER_RETARGET_METHOD_COUNT,
                   "--methods", methods, CAPER_RETARGET_METHOD_COUNT, error);
    int first_world = 0, world_count = 0;
    bool good = place_count > 0 && method_count > 0 &&
                open_worlds(c, o->grounds, &first_world, &world_count, error);
    bool alone = !o->captures && !o->walks; // motions unless others were asked for
    if (good && o->motions) {
        good = grid_list(&c->files, o->motions, endings, 1, error);
    } else if (good && alone) {
        good = list_shipped(&c->files, "motions", ".motion.json", error);
    }
    int motion_count = c->files.count;
    good = good && (!o->captures || grid_list(&c->files, o->captures, clip_endings,
                                              CAPER_COUNT_OF(clip_endings), error));
    c->assets = calloc((size_t)c->files.count + 1, sizeof *c->assets);
    c->problems = calloc((size_t)c->files.count + 1, sizeof(char *));
    good = good && c->assets && c->problems;
    for (int i = 0; i < c->files.count && good; i++) {
        cli_asset *asset = &c->assets[i];
        caper_error why = {0};
        bool motion = i < motion_count;
        if (!(motion ? cli_load_kind(c->files.list[i].path, CAPER_ASSET_MOTION, NULL, asset, &why)
                     : cli_load_kind(c->files.list[i].path, CAPER_ASSET_CLIP, NULL, asset, &why))) {
            // what is wrong with a file is an answer; what is wrong with us is not
            c->problems[i] = why.status == CAPER_ERROR_MEMORY ? NULL : keep_problem(&why);
            if (!c->problems[i]) {
                return caper_error_set(error, CAPER_ERROR_MEMORY, c->files.list[i].path, 0, 0,
                                       "no memory for it");
            }
        }
        good = motion ? add_motion(c, &c->files.list[i], asset, c->problems[i], places, place_count,
                                   first_world, world_count, error)
                      : add_captures(c, &c->files.list[i], asset, c->problems[i], methods,
                                     method_count, error);
    }
    return good;
}

static bool open_walks(grid_cast *c, const grid_options *o, caper_error *error)
{
    int first = 0, count = 0;
    if (!o->walks) {
        return true;
    }
    bool good = open_worlds(c, o->walks, &first, &count, error);
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", o->froude ? o->froude : "0.2");
    for (char *word = strtok_r(copy, ",", &save); word && good; word = strtok_r(NULL, ",", &save)) {
        double value = 0;
        size_t used = 0;
        if (!caper_parse_double(word, strlen(word), &used, &value) || word[used] || !(value > 0) ||
            !(value <= 10)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, "--froude", 0, 0,
                                   "'%s' is not a Froude number up to 10", word);
        }
        for (int w = 0; w < count && good; w++) {
            char name[256];
            const caper_world *world = c->worlds[first + w].world;
            snprintf(name, sizeof name, "walk %s Fr %s", caper_world_name(world), word);
            caper_grid_act *act = add_act(c, CAPER_GRID_WALK, name, error);
            good = act != NULL;
            if (act) {
                act->froude = (float)value;
                act->key = c->world_keys[first + w];
                act->world = world;
            }
        }
    }
    return good;
}

bool grid_open(grid_cast *c, const grid_options *o, caper_error *error)
{
    memset(c, 0, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    return open_bodies(c, o, error) && open_motions(c, o, error) && open_walks(c, o, error);
}

void grid_close(grid_cast *c)
{
    for (int i = 0; i < c->files.count && c->assets; i++) {
        cli_unload(&c->assets[i]);
    }
    for (int i = 0; i < c->files.count && c->problems; i++) {
        free(c->problems[i]);
    }
    for (int i = 0; i < c->world_count; i++) {
        cli_unload(&c->worlds[i]);
    }
    for (int i = 0; i < c->act_count; i++) {
        free(c->act_names[i]);
    }
    free(c->act_names);
    free(c->acts);
    free(c->assets);
    free(c->problems);
    free(c->worlds);
    free(c->body_names);
    free(c->body_keys);
    free(c->world_keys);
    grid_free_names(&c->bodies);
    grid_free_names(&c->files);
    pthread_mutex_destroy(&c->lock);
}
