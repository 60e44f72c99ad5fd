// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
// Long, because it is one idea: one way from a name to an asset, whatever the name stands for.
//
// Names to assets. A name is a file, a shipped character, world or motion, or
// "random:SEED[,DIFFICULTY]", so that every verb that takes a character takes any of them.
#include "cli.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// --- shipped data ------------------------------------------------------------------------------

// Beside an installed command (bin/../share/caper) or in the source tree of a build
// (build/x/../../data).
static bool data_folder(char *out, size_t size)
{
    const char *given = getenv("CAPER_DATA");
    if (given && given[0]) {
        return snprintf(out, size, "%s", given) < (int)size;
    }
    char self[2048];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length <= 0) {
        return false;
    }
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    static const char *const places[] = {"../share/caper", "../../data"};
    for (int i = 0; i < CAPER_COUNT_OF(places); i++) {
        char probe[2200];
        snprintf(probe, sizeof(probe), "%s/%s/characters", self, places[i]);
        if (access(probe, R_OK) == 0) {
            return snprintf(out, size, "%s/%s", self, places[i]) < (int)size;
        }
    }
    return false;
}

bool cli_data_path(const char *relative, char *out, size_t size)
{
    char folder[2200];
    return data_folder(folder, sizeof(folder)) &&
           snprintf(out, size, "%s/%s", folder, relative) < (int)size;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int cli_data_list(const char *folder, const char *suffix, char ***paths)
{
    *paths = NULL;
    char where[2300];
    DIR *dir = cli_data_path(folder, where, sizeof(where)) ? opendir(where) : NULL;
    if (!dir) {
        return 0;
    }
    int count = 0;
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (!cli_ends_with(e->d_name, suffix)) {
            continue;
        }
        size_t size = strlen(where) + strlen(e->d_name) + 2;
        char *path = malloc(size);
        char **grown = realloc(*paths, sizeof(char *) * (size_t)(count + 1));
        *paths = grown ? grown : *paths;
        if (!path || !grown) { // a list that lacks some would be believed
            free(path);
            closedir(dir);
            cli_free_paths(*paths, count);
            *paths = NULL;
            return -1;
        }
        snprintf(path, size, "%s/%s", where, e->d_name);
        (*paths)[count++] = path;
    }
    closedir(dir);
    if (count > 0) {
        qsort(*paths, (size_t)count, sizeof(char *), compare_paths);
    }
    return count;
}

void cli_free_paths(char **paths, int count)
{
    for (int i = 0; i < count; i++) {
        free(paths[i]);
    }
    free(paths);
}

// --- whose character -------------------------------------------------------------------------

// Imports that are loaded: what a verb writes goes back into the file that its character came from.
#define MOST_IMPORTS 64
static const caper_import *loaded[MOST_IMPORTS];

static void note_import(const caper_import *old, const caper_import *import)
{
    for (int i = 0; i < MOST_IMPORTS; i++) {
        if (loaded[i] == old) {
            loaded[i] = import;
            return;
        }
    }
}

const caper_import *cli_import_of(const caper_character *character)
{
    for (int i = 0; i < MOST_IMPORTS; i++) {
        if (loaded[i] && loaded[i]->character == character) {
            return loaded[i];
        }
    }
    return NULL;
}

// --- loading -----------------------------------------------------------------------------------

static const char *const kind_words[CAPER_ASSET_KIND_COUNT] = {
    "nothing", "a motion", "a clip",  "a character",
    "a world", "a map",    "a graph", "a foreign file without clips"};

static bool load_random(const char *spec, cli_asset *asset, caper_error *error)
{
    caper_creature_def def = caper_creature_def_default();
    size_t used = 0;
    double seed = 0, difficulty = (double)def.difficulty;
    size_t size = strlen(spec);
    bool good = caper_parse_double(spec, size, &used, &seed) && seed >= 0 && seed < 9e15 &&
                seed == floor(seed);
    if (good && used < size) {
        size_t more = 0;
        good = spec[used] == ',' &&
               caper_parse_double(spec + used + 1, size - used - 1, &more, &difficulty) &&
               used + 1 + more == size && difficulty >= 0 && difficulty <= 1;
    }
    if (!good) {
        return caper_error_set(
            error, CAPER_ERROR_INVALID, "random", 0, 0,
            "found 'random:%.60s', expected random:SEED or random:SEED,DIFFICULTY "
            "(0 to 1)",
            spec);
    }
    def.seed = (uint64_t)seed;
    def.difficulty = (float)difficulty;
    asset->kind = CAPER_ASSET_CHARACTER;
    asset->character = caper_character_random(&def, error);
    return asset->character != NULL;
}

const char *cli_up_word(int up)
{
    static const char *const words[CAPER_UP_COUNT] = {"auto", "y", "z", "x"};
    return words[up];
}

bool cli_parse_floor(const char *text, float *floor)
{
    double value = (double)NAN;
    size_t used = 0;
    bool automatic = !text || strcmp(text, "auto") == 0;
    bool good = automatic || (caper_parse_double(text, strlen(text), &used, &value) &&
                              text[used] == '\0' && isfinite((float)value));
    *floor = good ? (float)value : NAN;
    return good;
}

bool cli_check_floor(const char *text, caper_error *error)
{
    float floor;
    return cli_parse_floor(text, &floor) ||
           caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                           "--floor takes auto or a height in metres, not '%.20s'", text);
}

static bool contains(const char *text, const char *part)
{
    for (size_t n = strlen(part); *text; text++) {
        if (strncasecmp(text, part, n) == 0) {
            return true;
        }
    }
    return false;
}

// Of "Armature|Walk" what follows the last bar: the name that its author gave.
static const char *last_part(const char *name)
{
    const char *bar = strrchr(name, '|');
    return bar ? bar + 1 : name;
}

static bool is_wanted(const char *name, const char *wanted, int pass)
{
    return pass == 0   ? strcasecmp(name, wanted) == 0
           : pass == 1 ? strcasecmp(last_part(name), wanted) == 0
                       : contains(name, wanted);
}

static void list_names(const cli_asset *asset, char *out, size_t size)
{
    out[0] = '\0';
    for (int i = 0; i < asset->clip_count && strlen(out) + 30 < size; i++) {
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%.24s", i ? ", " : "",
                 last_part(asset->clips[i]->name));
    }
}

// The clip whose name is wanted but for the case of letters, else the one whose last part is, else
// the one whose name has it as a part. False when there is none, or more than one: the error lists
// these.
static bool choose_part(const char *path, const char *wanted, cli_asset *asset, caper_error *error)
{
    char found[100] = "";
    int count = 0;
    for (int pass = 0; pass < 3 && count == 0; pass++) {
        for (int i = 0; i < asset->clip_count; i++) {
            const char *name = asset->clips[i]->name;
            if (!is_wanted(name, wanted, pass)) {
                continue;
            }
            asset->clip = asset->clips[i];
            size_t used = strlen(found);
            snprintf(found + used, sizeof(found) - used, "%s%.40s", count++ ? ", " : "", name);
        }
    }
    if (count == 0) {
        char names[84]; // a message has room for so many
        list_names(asset, names, sizeof names);
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "no clip is named '%.40s'; there are %d, numbered from 0: %s (see "
                               "caper info)",
                               wanted, asset->clip_count, names);
    }
    return count == 1 ||
           caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                           "'%.20s' is part of the names of %d clips: %s", wanted, count, found);
}

// The clip of that name or number among the import's, or whose name has that part.
static bool choose_clip(const char *path, const char *wanted, cli_asset *asset, caper_error *error)
{
    if (asset->clip_count == 0 || !wanted) {
        asset->clip = asset->clip_count > 0 ? asset->clips[0] : NULL;
        return !wanted ||
               caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0, "the file has no clips");
    }
    for (int i = 0; i < asset->clip_count; i++) {
        if (strcmp(asset->clips[i]->name, wanted) == 0) {
            asset->clip = asset->clips[i];
            return true;
        }
    }
    size_t used = 0;
    double number = 0;
    if (caper_parse_double(wanted, strlen(wanted), &used, &number) && wanted[used] == '\0' &&
        number >= 0 && number < asset->clip_count && number == floor(number)) {
        asset->clip = asset->clips[(int)number];
        return true;
    }
    return choose_part(path, wanted, asset, error);
}

static caper_import_options options_of(const cli_reading *reading)
{
    caper_import_options options = caper_import_options_default();
    options.carry = true;
    options.pictures = true;
    if (reading) {
        options.unit = (float)reading->unit;
        options.up = reading->up;
        options.skeleton = reading->skeleton;
        options.rate = reading->rate > 0 ? (float)reading->rate : options.rate;
        options.max_transforms =
            reading->transforms > 0 ? (int)reading->transforms : options.max_transforms;
        cli_parse_floor(reading->floor, &options.floor);
    }
    return options;
}

// Is it the very skeleton, rest pose included?
static bool same_rest(const caper_skeleton *a, const caper_skeleton *b, float tolerance)
{
    if (!caper_skeleton_same(a, b)) {
        return false;
    }
    for (int i = 0; i < a->body_count; i++) {
        caper_transform p = a->rest_local[i], q = b->rest_local[i];
        if (caper_vec3_distance(p.position, q.position) > tolerance ||
            fabsf(caper_quat_dot(p.rotation, q.rotation)) < 0.9999f) {
            return false;
        }
    }
    return true;
}

// A clip of ours knows the skeleton alone. Where that is a shipped character's, to the rest pose,
// it is that character's: bodies and joints need no guess.
caper_character *cli_whose_skeleton(const caper_skeleton *skeleton, caper_error *error)
{
    char **paths = NULL;
    int count = cli_data_list("characters", ".character.json", &paths);
    caper_character *found = NULL;
    bool good = count >= 0;
    for (int i = 0; i < count && !found && good; i++) {
        caper_error trouble = {0};
        caper_character *c = caper_character_load(paths[i], NULL, &trouble);
        good = trouble.status != CAPER_ERROR_MEMORY;
        if (c && same_rest(&c->skeleton, skeleton, 1e-4f * c->size)) {
            found = c;
        } else {
            caper_character_destroy(c);
        }
    }
    cli_free_paths(paths, count);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "characters", 0, 0, "out of memory");
    }
    return found;
}

bool cli_is_shipped(const caper_skeleton *skeleton)
{
    caper_character *character = cli_whose_skeleton(skeleton, NULL);
    caper_character_destroy(character);
    return character != NULL;
}

// Whose clip it is.
static bool find_owner(cli_asset *asset, caper_error *error)
{
    caper_error trouble = {0};
    asset->character = cli_whose_skeleton(&asset->clip->skeleton, &trouble);
    if (trouble.status != CAPER_OK) {
        *error = trouble;
        return false;
    }
    if (!asset->character) {
        caper_skeleton_character_def def = caper_skeleton_character_def_default();
        def.skeleton = &asset->clip->skeleton;
        def.name = asset->clip->name;
        asset->tagged = true;
        asset->character = caper_character_from_skeleton(&def, &asset->tagging, error);
    }
    return asset->character != NULL;
}

static bool load_file(const char *path, const cli_reading *reading, cli_asset *asset,
                      caper_error *error)
{
    const caper_load_options options = {.warnings = &asset->warnings};
    const caper_import_options import = options_of(reading);
    caper_asset file;
    if (!caper_asset_load(path, &options, &import, &file, error)) {
        return false;
    }
    if (file.map || file.graph) {
        caper_asset_destroy(&file);
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "found %s, expected a character, clip, world or motion",
                               kind_words[file.kind]);
    }
    asset->kind = file.kind;
    asset->motion = file.motion;
    asset->world = file.world;
    asset->character = file.character;
    asset->clip = file.clip;
    if (file.import) {
        note_import(NULL, file.import);
        asset->import = file.import;
        asset->character = file.import->character;
        asset->clips = file.import->clips;
        asset->clip_count = file.import->clip_count;
        asset->tagged = true;
        asset->tagging = file.import->tagging;
    } else if (file.clip) {
        asset->clips = &asset->clip;
        asset->clip_count = 1;
    }
    return (!file.clip || find_owner(asset, error)) &&
           (!(file.clip || file.import) ||
            choose_clip(path, reading ? reading->clip : NULL, asset, error));
}

bool cli_find_shipped(const char *name, char *path, size_t size)
{
    static const char *const forms[] = {"characters/%s.character.json", "worlds/%s.world.json",
                                        "motions/%s.motion.json"};
    if (strchr(name, '/') || strlen(name) > 100) {
        return false;
    }
    for (int i = 0; i < CAPER_COUNT_OF(forms); i++) {
        char relative[160];
        snprintf(relative, sizeof(relative), forms[i], name);
        if (cli_data_path(relative, path, size) && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

bool cli_closest_data(const char *name, const char *folder, const char *ending, char *near,
                      size_t size)
{
    char **paths = NULL;
    int count = cli_data_list(folder, ending, &paths);
    for (int i = 0; i < count; i++) { // the bare names, in place
        char *slash = strrchr(paths[i], '/') + 1;
        memmove(paths[i], slash, strlen(slash) + 1);
        paths[i][strlen(paths[i]) - strlen(ending)] = '\0';
    }
    const char *found = cli_closest(name, (const char *const *)paths, count);
    snprintf(near, size, "%s", found ? found : "");
    cli_free_paths(paths, count);
    return near[0] != '\0';
}

bool cli_find(const char *name, const char *folder, const char *ending, const char *kind,
              char *path, size_t size, caper_error *error)
{
    char relative[300], near[66];
    snprintf(relative, sizeof relative, "%s/%.200s%s", folder, name, ending);
    bool plain = strlen(name) < 200 && !strpbrk(name, "./\\");
    if (plain && cli_data_path(relative, path, size) && access(path, R_OK) == 0) {
        return true;
    }
    if (!plain || access(name, F_OK) == 0) { // whoever reads it says what is wrong
        snprintf(path, size, "%s", name);
        return true;
    }
    bool any = cli_closest_data(name, folder, ending, near, sizeof near);
    return caper_error_set(error, CAPER_ERROR_IO, name[0] ? name : "\"\"", 0, 0,
                           "no such %s, neither a file nor one that ships with Caper%s%s%s", kind,
                           any ? "; did you mean " : "", near, any ? "?" : "");
}

// Says which shipped name is near to one that is none.
static bool fail_name(const char *name, caper_error *error)
{
    static const char *const folders[][2] = {
        {"characters", ".character.json"}, {"worlds", ".world.json"}, {"motions", ".motion.json"}};
    char near[66] = "";
    for (int f = 0; f < CAPER_COUNT_OF(folders) && !near[0]; f++) {
        cli_closest_data(name, folders[f][0], folders[f][1], near, sizeof(near) - 1);
    }
    return caper_error_set(
        error, CAPER_ERROR_IO, name[0] ? name : "\"\"", 0, 0,
        "no such file, and no character, world or motion of that name ships with Caper (%s%s)",
        near[0] ? "did you mean " : "see caper info --list", near[0] ? strcat(near, "?") : "");
}

// NAME.map.json for NAME.glb and NAME.character.json.
static bool path_beside(const char *path, char *out, size_t size)
{
    const char *file = cli_file_name(path), *dot = strrchr(file, '.');
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    if (dot && strcmp(dot, ".json") == 0) {
        while (stem > (size_t)(file - path) && path[stem - 1] != '.') {
            stem--;
        }
        stem = stem > (size_t)(file - path) ? stem - 1 : (size_t)(dot - path);
    }
    return snprintf(out, size, "%.*s.map.json", (int)stem, path) < (int)size;
}

// A pipe of that name would keep us waiting for nothing.
static bool is_file(const char *path)
{
    struct stat info;
    return access(path, R_OK) == 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

// The map that is given, or that lies beside the file, and its caps.
static bool take_map(const char *path, const char *given, cli_asset *asset, caper_error *error)
{
    char beside[2400];
    bool found = !given && path && path_beside(path, beside, sizeof(beside)) && is_file(beside);
    if (!asset->character || (!given && !found)) {
        asset->map = asset->import ? asset->import->map : NULL;
        return true;
    }
    asset->map = asset->own_map = caper_map_load(given ? given : beside, NULL, error);
    caper_character *mapped =
        asset->map ? caper_map_apply(asset->map, asset->character, NULL, error) : NULL;
    if (!mapped) {
        return false;
    }
    caper_character_destroy(asset->character);
    asset->character = mapped;
    if (asset->import) {
        asset->import->character = mapped;
    }
    return true;
}

bool cli_load(const char *name, const cli_reading *reading, cli_asset *asset, caper_error *error)
{
    memset(asset, 0, sizeof(*asset));
    caper_warnings_init(&asset->warnings, NULL, 0);
    const char *map = reading ? reading->map : NULL;
    if (strncmp(name, "random:", 7) == 0) {
        return load_random(name + 7, asset, error) && take_map(NULL, map, asset, error);
    }
    char shipped[2400];
    const char *path = name;
    // a file or folder that happens to be called "dog" does not hide the dog; "./dog" names it
    if (cli_find_shipped(name, shipped, sizeof(shipped))) {
        path = shipped;
    } else if (access(name, F_OK) != 0 && !strchr(name, '/') && !strchr(name, '.')) {
        return fail_name(name, error);
    }
    bool good = load_file(path, reading, asset, error) && take_map(path, map, asset, error);
    if (!good) {
        cli_unload(asset);
    }
    return good;
}

// A foreign file gives a character, and a clip if it has one.
static bool is_kind(const cli_asset *asset, caper_asset_kind kind)
{
    bool foreign = asset->kind == CAPER_ASSET_IMPORT;
    return asset->kind == kind || (foreign && kind == CAPER_ASSET_CHARACTER) ||
           (foreign && kind == CAPER_ASSET_CLIP && asset->clip);
}

bool cli_load_kind(const char *name, caper_asset_kind kind, const cli_reading *reading,
                   cli_asset *asset, caper_error *error)
{
    if (!name) {
        memset(asset, 0, sizeof *asset);
        return true;
    }
    if (!cli_load(name, reading, asset, error)) {
        return false;
    }
    if (is_kind(asset, kind)) {
        return true;
    }
    bool moves = asset->kind == CAPER_ASSET_IMPORT && asset->clip;
    caper_asset_kind found = moves ? CAPER_ASSET_CLIP : asset->kind;
    cli_unload(asset);
    if (kind == CAPER_ASSET_MOTION && found == CAPER_ASSET_CLIP) {
        return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                               "found a clip, expected a motion: caper generalize makes one of it");
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0, "found %s, expected %s",
                           kind_words[found], kind_words[kind]);
}

bool cli_take_rest(cli_asset *asset, caper_error *error)
{
    caper_character *rested = asset->import
                                  ? caper_import_rest(asset->import, asset->map, NULL, error)
                                  : caper_character_relax(asset->character, NULL, error);
    if (!rested) {
        return false;
    }
    caper_character_destroy(asset->character);
    asset->character = rested;
    if (asset->import) {
        asset->import->character = rested;
    }
    return true;
}

// A wrong guess goes on silently otherwise: a spider that walks on two legs.
static void warn_unsure(const char *name, const cli_asset *asset)
{
    const caper_character *c = asset->character;
    if (!asset->tagged || asset->own_map || asset->tagging.confidence >= CAPER_TAGGING_UNSURE) {
        return;
    }
    char beside[2400];
    path_beside(name, beside, sizeof(beside));
    fprintf(stderr,
            "warning: %s: unsure what its bodies are (confidence %.2f: %s); assumed %d legs, %d "
            "graspers, %d heads; to look: caper info %s --out sheet.png; to correct: caper info %s "
            "--map %s\n",
            name, (double)asset->tagging.confidence, asset->tagging.note, c->leg_count,
            caper_character_count(c, CAPER_CAP_GRASPER), caper_character_count(c, CAPER_CAP_HEAD),
            name, name, beside);
}

bool cli_load_actor(const char *name, const cli_reading *reading, cli_asset *asset,
                    caper_error *error)
{
    if (!cli_load_kind(name, CAPER_ASSET_CHARACTER, reading, asset, error)) {
        return false;
    }
    if (!name) {
        return true;
    }
    if (cli_take_rest(asset, error) &&
        (!reading || cli_reading_applies(name, reading, asset, error))) {
        cli_print_warnings(name, asset);
        warn_unsure(name, asset);
        return true;
    }
    cli_unload(asset);
    return false;
}

bool cli_load_clip(const char *name, const cli_reading *reading, const char *out, cli_asset *asset,
                   caper_error *error)
{
    bool good = (!out || cli_spares_input(name, out, error)) &&
                cli_load_kind(name, CAPER_ASSET_CLIP, reading, asset, error) &&
                cli_reading_applies(name, reading, asset, error);
    if (good) {
        cli_print_warnings(name, asset);
    }
    return good;
}

bool cli_load_world(const char *name, const char *scale, const caper_character *character,
                    cli_asset *asset, caper_error *error)
{
    return cli_load_kind(name, CAPER_ASSET_WORLD, NULL, asset, error) &&
           cli_scale_world(asset, scale, character, error);
}

bool cli_reading_applies(const char *name, const cli_reading *reading, const cli_asset *asset,
                         caper_error *error)
{
    const char *given = reading->unit != 0   ? "--unit"
                        : reading->up        ? "--up"
                        : reading->floor     ? "--floor"
                        : reading->skeleton  ? "--skeleton"
                        : reading->rate != 0 ? "--file-rate"
                                             : NULL;
    if (given && !asset->import) {
        return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                               "%s does not apply: it is about files of foreign formats", given);
    }
    if (reading->map && !asset->character) {
        return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                               "--map does not apply: it is about characters and clips");
    }
    return !reading->clip || asset->clip_count > 0 ||
           caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                           "--clip chooses a clip of a file, and this has none");
}

bool cli_spares_input(const char *in, const char *out, caper_error *error)
{
    struct stat a, b;
    bool same = stat(in, &a) == 0 && stat(out, &b) == 0 && S_ISREG(a.st_mode) &&
                a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    return !same || caper_error_set(error, CAPER_ERROR_INVALID, out, 0, 0,
                                    "it is the input, and would be lost: write to another file");
}

const char *cli_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void cli_plain_name(const char *path, char *out, size_t size)
{
    static const char *const ours[] = {".clip", ".character", ".world", ".motion", ".gait"};
    const char *name = cli_file_name(path), *dot = strrchr(name, '.');
    bool file = dot && dot > name && strncmp(path, "random:", 7) != 0;
    size_t length = file ? (size_t)(dot - name) : strlen(name);
    for (int i = 0; i < CAPER_COUNT_OF(ours); i++) {
        size_t more = strlen(ours[i]);
        if (length > more && strncmp(name + length - more, ours[i], more) == 0) {
            length -= more;
            break;
        }
    }
    snprintf(out, size, "%.*s", (int)length, name);
}

bool cli_ends_with(const char *path, const char *ending)
{
    size_t size = strlen(path), need = strlen(ending);
    return size > need && strcmp(path + size - need, ending) == 0;
}

bool cli_output_path(const char *path, const char *ending, caper_error *error)
{
    return cli_ends_with(path, ending) ||
           caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                           "expected an output that ends in %s", ending);
}

bool cli_motion_path(const char *path, caper_error *error)
{
    return cli_output_path(path, ".motion.json", error);
}

void cli_print_warnings(const char *name, const cli_asset *asset)
{
    const caper_warnings *warnings = asset->import ? &asset->import->warnings : &asset->warnings;
    fflush(stdout);
    for (int i = 0; i < warnings->count; i++) {
        char text[320];
        fprintf(stderr, "warning: %s\n", caper_error_text(&warnings->items[i], text, sizeof(text)));
    }
    if (warnings->dropped > 0) {
        fprintf(stderr, "warning: %s: and %d more\n", name, warnings->dropped);
    }
}

bool cli_append = false;

// The clips of the file, then those of the job; NULL without memory.
static const caper_clip **clips_with_old(const caper_export_job *job, int *count)
{
    int old = cli_append && job->like ? job->like->clip_count : 0;
    const caper_clip **all = calloc((size_t)(old + job->clip_count) + 1, sizeof(*all));
    *count = 0;
    for (int i = 0; all && i < old; i++) {
        all[(*count)++] = job->like->clips[i];
    }
    for (int i = 0; all && i < job->clip_count; i++) {
        all[(*count)++] = job->clips[i];
    }
    return all;
}

bool cli_export(caper_export_job *job, const char *path, caper_error *error)
{
    if (cli_append && (!job->like || !job->like->document)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "--append adds to the clips of a character's glTF, GLB or VRM file, "
                               "and writes one");
    }
    int count = 0;
    const caper_clip **all = clips_with_old(job, &count);
    job->clip_count = count;
    if (!all) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    }
    job->clips = all;
    cli_asset none;
    memset(&none, 0, sizeof(none));
    caper_warnings_init(&none.warnings, NULL, 0);
    job->warnings = &none.warnings;
    bool good = caper_export_save(job, path, error);
    if (good) {
        cli_print_warnings(path, &none);
    }
    caper_warnings_free(&none.warnings);
    free(all);
    return good;
}

bool cli_scale_world(cli_asset *world, const char *text, const caper_character *character,
                     caper_error *error)
{
    static const char option[] = "--world-scale";
    if (!text || !world->world) {
        return !text || caper_error_set(error, CAPER_ERROR_INVALID, option, 0, 0,
                                        "found a scale without a world, expected --world too");
    }
    double scale = 0;
    size_t used = 0, size = strlen(text);
    if (strcmp(text, "auto") == 0) {
        if (!character) {
            return caper_error_set(error, CAPER_ERROR_INVALID, option, 0, 0,
                                   "found auto without a character, expected a number");
        }
        scale = (double)caper_world_scale_for(character);
    } else if (!caper_parse_double(text, size, &used, &scale) || used != size || !(scale > 0)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, option, 0, 0,
                               "found '%.40s', expected auto or a number above 0", text);
    }
    caper_world *scaled = caper_world_scaled(world->world, (float)scale, NULL, error);
    if (!scaled) {
        return false;
    }
    caper_world_destroy(world->world);
    world->world = scaled;
    return true;
}

bool cli_is_guess(const cli_asset *clip, const caper_character *on)
{
    // a foreign file is all that there is of its character
    return !on && clip->clip && clip->tagged && !clip->import;
}

bool cli_boxes_are_guessed(const cli_asset *asset)
{
    const caper_import *import = asset->import;
    bool shapes = import && (import->skin_count > 0 || import->format == CAPER_FORMAT_MJCF ||
                             import->format == CAPER_FORMAT_URDF);
    return asset->tagged && !shapes;
}

void cli_warn_guessed_scale(const char *name, const char *scale)
{
    if (scale && strcmp(scale, "auto") == 0) {
        fprintf(stderr,
                "warning: %s: --world-scale auto measures the legs of a body inferred from the "
                "clip: give --on FILE\n",
                name);
    }
}

void cli_unload(cli_asset *asset)
{
    if (asset->import) {
        note_import(asset->import, NULL);
        caper_import_destroy(asset->import);
    } else {
        caper_clip_destroy(asset->clip);
        caper_character_destroy(asset->character);
    }
    caper_world_destroy(asset->world);
    caper_motion_destroy(asset->motion);
    caper_map_destroy(asset->own_map);
    caper_warnings_free(&asset->warnings);
    memset(asset, 0, sizeof(*asset));
}

void cli_unload_all(cli_asset *const *assets, int count)
{
    for (int i = 0; i < count; i++) {
        cli_unload(assets[i]);
    }
}

struct cli_shelf_item {
    struct cli_shelf_item *next;
    cli_asset asset;
    char name[]; // as it was asked for
};

const cli_asset *cli_shelf_find(const cli_shelf *shelf, const char *name)
{
    struct cli_shelf_item *item = shelf->items;
    while (item && strcmp(item->name, name) != 0) {
        item = item->next;
    }
    return item ? &item->asset : NULL;
}

bool cli_shelf_put(cli_shelf *shelf, const char *name, const cli_asset *asset, caper_error *error)
{
    struct cli_shelf_item *item = malloc(sizeof *item + strlen(name) + 1);
    if (!item) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "no memory to keep it");
    }
    strcpy(item->name, name);
    item->asset = *asset;
    if (asset->clips == &asset->clip) {
        item->asset.clips = &item->asset.clip;
    }
    item->next = shelf->items;
    shelf->items = item;
    return true;
}

const cli_asset *cli_shelf_get(cli_shelf *shelf, const char *name, caper_asset_kind kind,
                               caper_error *error)
{
    cli_asset asset;
    const cli_asset *found = cli_shelf_find(shelf, name);
    if (found && is_kind(found, kind)) {
        return found;
    }
    if (!cli_load_kind(name, kind, NULL, &asset, error)) {
        return NULL;
    }
    if (!cli_shelf_put(shelf, name, &asset, error)) {
        cli_unload(&asset);
        return NULL;
    }
    return cli_shelf_find(shelf, name);
}

void cli_shelf_free(cli_shelf *shelf)
{
    while (shelf->items) {
        struct cli_shelf_item *item = shelf->items;
        shelf->items = item->next;
        cli_unload(&item->asset);
        free(item);
    }
}
