// SPDX-License-Identifier: MIT
//
// Files of any kind, read at once or in the background, where one thread takes requests in order,
// reads and builds each asset, and keeps it. Polling takes a lock for a moment and never waits for
// a file.
#define _POSIX_C_SOURCE 200809L
#include "caper/actor.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
    char *path;
    size_t path_size;
    caper_load_state state;
    caper_import_options options; // of a foreign file
    caper_asset asset;
    caper_error error;
} request;

struct caper_library {
    caper_allocator allocator;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake; // a request was added, or stop
    pthread_cond_t done; // a request was answered
    request **requests;  // never move once made
    int count, capacity, next;
    bool stop;
};

// What our own files are called at the end of their path and in their first member.
static const char *const kind_names[CAPER_ASSET_IMPORT] = {[CAPER_ASSET_MOTION] = "motion",
                                                           [CAPER_ASSET_CLIP] = "clip",
                                                           [CAPER_ASSET_CHARACTER] = "character",
                                                           [CAPER_ASSET_WORLD] = "world",
                                                           [CAPER_ASSET_MAP] = "map",
                                                           [CAPER_ASSET_GRAPH] = "graph"};

static bool ends_in(const char *path, const char *ending)
{
    size_t size = strlen(path), tail = strlen(ending);
    return size >= tail && strcmp(path + size - tail, ending) == 0;
}

#define HEAD 4096                      // bytes in which a file of ours says what it is
#define MOST_BYTES ((size_t)256 << 20) // of a file of ours, where the options say nothing

/// The kind that the first "caper" member names: {"caper": "motion", ... IMPORT: none does.
static caper_asset_kind kind_by_head(const char *head, size_t size)
{
    static const char member[] = "\"caper\"";
    size_t limit = size < HEAD ? size : HEAD, at = 0;
    while (at + sizeof member < limit && memcmp(head + at, member, sizeof member - 1) != 0) {
        at++;
    }
    if (at + sizeof member >= limit) {
        return CAPER_ASSET_IMPORT;
    }
    at += sizeof member - 1;
    while (at < limit && strchr(" :\t\r\n", head[at]) && head[at]) {
        at++;
    }
    for (int k = CAPER_ASSET_MOTION; k < CAPER_ASSET_IMPORT; k++) {
        char word[32];
        snprintf(word, sizeof word, "\"%s\"", kind_names[k]);
        if (at + strlen(word) <= size && memcmp(head + at, word, strlen(word)) == 0) {
            return (caper_asset_kind)k;
        }
    }
    return CAPER_ASSET_IMPORT;
}

caper_asset_kind caper_asset_kind_of(const char *path, const char *head, size_t size)
{
    caper_asset_kind kind = head ? kind_by_head(head, size) : CAPER_ASSET_IMPORT;
    if (ends_in(path, ".clip.bin") || (head && caper_clip_is_encoded(head, size))) {
        return CAPER_ASSET_CLIP;
    }
    for (int k = CAPER_ASSET_MOTION; k < CAPER_ASSET_IMPORT && kind == CAPER_ASSET_IMPORT; k++) {
        char ending[32];
        snprintf(ending, sizeof ending, ".%s.json", kind_names[k]);
        kind = ends_in(path, ending) ? (caper_asset_kind)k : kind;
    }
    return kind;
}

// A foreign file may be large, and its reader takes of it what it needs. A pipe can be read only
// once.
static bool is_foreign_file(const char *path)
{
    char head[HEAD];
    struct stat status;
    FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file) {
        fclose(file);
    }
    return file && !ends_in(path, ".json") &&
           caper_asset_kind_of(path, head, size) == CAPER_ASSET_IMPORT;
}

static bool is_json(const char *path, const char *text, size_t size)
{
    size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    at += strspn(text + at, " \t\r\n");
    return ends_in(path, ".json") || (at < size && text[at] == '{');
}

static bool parse(const char *text, size_t size, const char *path,
                  const caper_load_options *options, const caper_import_options *import,
                  caper_asset *asset, caper_error *error)
{
    asset->kind = caper_asset_kind_of(path, text, size);
    if (asset->kind == CAPER_ASSET_IMPORT && is_json(path, text, size) &&
        caper_format_of(path, text, size) == CAPER_FORMAT_UNKNOWN) {
        asset->kind = CAPER_ASSET_CHARACTER; // whose reader can say what is wrong, and where
    }
    switch (asset->kind) {
    case CAPER_ASSET_MOTION:
        return (asset->motion = caper_motion_parse(text, size, path, options, error)) != NULL;
    case CAPER_ASSET_CLIP:
        return (asset->clip = caper_clip_parse(text, size, path, options, error)) != NULL;
    case CAPER_ASSET_CHARACTER:
        return (asset->character = caper_character_parse(text, size, path, options, error)) != NULL;
    case CAPER_ASSET_WORLD:
        return (asset->world = caper_world_parse(text, size, path, options, error)) != NULL;
    case CAPER_ASSET_MAP:
        return (asset->map = caper_map_parse(text, size, path, options, error)) != NULL;
    case CAPER_ASSET_GRAPH:
        return (asset->graph = caper_graph_parse(text, size, path, options, error)) != NULL;
    default:
        return (asset->import = caper_import_parse(text, size, path, import, error)) != NULL;
    }
}

bool caper_asset_load(const char *path, const caper_load_options *options,
                      const caper_import_options *import, caper_asset *asset, caper_error *error)
{
    memset(asset, 0, sizeof *asset);
    if (is_foreign_file(path)) {
        asset->kind = CAPER_ASSET_IMPORT;
        asset->import = caper_import_load(path, import, error);
        return asset->import != NULL;
    }
    const caper_allocator *allocator = options ? options->allocator : NULL;
    size_t size = 0;
    size_t most = options && options->max_bytes > 0 ? options->max_bytes : MOST_BYTES;
    char *text = caper_file_read(path, most, allocator, &size, error);
    bool good = text && parse(text, size, path, options, import, asset, error);
    if (text) {
        caper_free(allocator, text, size + 1);
    }
    return good;
}

void caper_asset_destroy(caper_asset *asset)
{
    if (!asset) {
        return;
    }
    caper_motion_destroy(asset->motion);
    caper_clip_destroy(asset->clip);
    caper_character_destroy(asset->character);
    caper_world_destroy(asset->world);
    caper_map_destroy(asset->map);
    caper_graph_destroy(asset->graph);
    caper_import_destroy(asset->import);
    memset(asset, 0, sizeof *asset);
}

/// Read one file without the lock.
static void answer(caper_library *library, request *r)
{
    caper_load_options options;
    memset(&options, 0, sizeof options);
    options.allocator = &library->allocator;
    caper_error error;
    memset(&error, 0, sizeof error);
    caper_asset asset;
    bool good = caper_asset_load(r->path, &options, &r->options, &asset, &error);
    pthread_mutex_lock(&library->lock);
    r->asset = asset;
    r->error = error;
    r->state = good ? CAPER_LOAD_READY : CAPER_LOAD_FAILED;
    pthread_cond_broadcast(&library->done);
    pthread_mutex_unlock(&library->lock);
}

static void *serve(void *user)
{
    caper_library *library = user;
    for (;;) {
        pthread_mutex_lock(&library->lock);
        while (!library->stop && library->next == library->count) {
            pthread_cond_wait(&library->wake, &library->lock);
        }
        request *r = library->stop ? NULL : library->requests[library->next++];
        pthread_mutex_unlock(&library->lock);
        if (!r) {
            return NULL;
        }
        answer(library, r);
    }
}

caper_library *caper_library_create(const caper_allocator *allocator, caper_error *error)
{
    caper_allocator resolved = caper_allocator_resolve(allocator);
    caper_library *library =
        caper_alloc_zero(&resolved, sizeof(caper_library), _Alignof(caper_library));
    if (!library) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a library");
        return NULL;
    }
    library->allocator = resolved;
    pthread_mutex_init(&library->lock, NULL);
    pthread_cond_init(&library->wake, NULL);
    pthread_cond_init(&library->done, NULL);
    if (pthread_create(&library->thread, NULL, serve, library) != 0) {
        pthread_cond_destroy(&library->wake);
        pthread_cond_destroy(&library->done);
        pthread_mutex_destroy(&library->lock);
        caper_free(&resolved, library, sizeof *library);
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no thread for a library");
        return NULL;
    }
    return library;
}

void caper_library_destroy(caper_library *library)
{
    if (!library) {
        return;
    }
    pthread_mutex_lock(&library->lock);
    library->stop = true;
    pthread_cond_broadcast(&library->wake);
    pthread_mutex_unlock(&library->lock);
    pthread_join(library->thread, NULL);
    caper_allocator allocator = library->allocator;
    for (int i = 0; i < library->count; i++) {
        request *r = library->requests[i];
        caper_asset_destroy(&r->asset);
        caper_free(&allocator, r->path, r->path_size);
        caper_free(&allocator, r, sizeof *r);
    }
    caper_free(&allocator, library->requests, (size_t)library->capacity * sizeof(request *));
    pthread_cond_destroy(&library->wake);
    pthread_cond_destroy(&library->done);
    pthread_mutex_destroy(&library->lock);
    caper_free(&allocator, library, sizeof *library);
}

/// Room for one more; false without memory. Under the lock.
static bool grow(caper_library *library)
{
    if (library->count < library->capacity) {
        return true;
    }
    int capacity = library->capacity ? 2 * library->capacity : 16;
    request **bigger =
        caper_alloc(&library->allocator, (size_t)capacity * sizeof(request *), _Alignof(request *));
    if (!bigger) {
        return false;
    }
    if (library->count > 0) {
        memcpy(bigger, library->requests, (size_t)library->count * sizeof(request *));
    }
    caper_free(&library->allocator, library->requests,
               (size_t)library->capacity * sizeof(request *));
    library->requests = bigger;
    library->capacity = capacity;
    return true;
}

/// Add a request; -1 without memory. Under the lock.
static int add(caper_library *library, const char *path, const caper_import_options *options)
{
    size_t size = strlen(path) + 1;
    request *r = grow(library)
                     ? caper_alloc_zero(&library->allocator, sizeof(request), _Alignof(request))
                     : NULL;
    char *copy = r ? caper_alloc(&library->allocator, size, 1) : NULL;
    if (!copy) {
        caper_free(&library->allocator, r, sizeof(request));
        return -1;
    }
    memcpy(copy, path, size);
    r->path = copy;
    r->options = options ? *options : caper_import_options_default();
    if (!r->options.allocator) {
        r->options.allocator = &library->allocator;
    }
    r->path_size = size;
    r->state = CAPER_LOAD_PENDING;
    library->requests[library->count] = r;
    pthread_cond_signal(&library->wake);
    return library->count++;
}

int caper_library_request(caper_library *library, const char *path)
{
    return caper_library_request_import(library, path, NULL);
}

int caper_library_request_import(caper_library *library, const char *path,
                                 const caper_import_options *options)
{
    pthread_mutex_lock(&library->lock);
    int at = -1;
    for (int i = 0; i < library->count && at < 0; i++) {
        at = strcmp(library->requests[i]->path, path) == 0 ? i : -1;
    }
    if (at < 0) {
        at = add(library, path, options);
    }
    pthread_mutex_unlock(&library->lock);
    return at;
}

/// What a request has come to. Under the lock.
static caper_load_state look(caper_library *library, int index, const caper_asset **asset,
                             caper_error *error)
{
    if (index < 0 || index >= library->count) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "there is no request %d", index);
        return CAPER_LOAD_FAILED;
    }
    const request *r = library->requests[index];
    if (asset && r->state == CAPER_LOAD_READY) {
        *asset = &r->asset;
    }
    if (error && r->state == CAPER_LOAD_FAILED) {
        *error = r->error;
    }
    return r->state;
}

caper_load_state caper_library_poll(caper_library *library, int index, const caper_asset **asset,
                                    caper_error *error)
{
    pthread_mutex_lock(&library->lock);
    caper_load_state state = look(library, index, asset, error);
    pthread_mutex_unlock(&library->lock);
    return state;
}

const caper_asset *caper_library_wait(caper_library *library, int index, caper_error *error)
{
    const caper_asset *asset = NULL;
    pthread_mutex_lock(&library->lock);
    while (look(library, index, &asset, error) == CAPER_LOAD_PENDING) {
        pthread_cond_wait(&library->done, &library->lock);
    }
    pthread_mutex_unlock(&library->lock);
    return asset;
}
