// SPDX-License-Identifier: MIT
//
// Motions read in the background: one thread takes requests in order, reads and builds each motion,
// and keeps it. Polling takes a lock for a moment and never waits for a file.
#define _POSIX_C_SOURCE 200809L
#include "caper/actor.h"

#include <pthread.h>
#include <string.h>

typedef struct request {
    char *path;
    size_t path_size;
    caper_load_state state;
    caper_motion *motion;
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

/// Read one file without the lock.
static void answer(caper_library *library, request *r)
{
    caper_load_options options;
    memset(&options, 0, sizeof options);
    options.allocator = &library->allocator;
    caper_error error;
    memset(&error, 0, sizeof error);
    caper_motion *motion = caper_motion_load(r->path, &options, &error);
    pthread_mutex_lock(&library->lock);
    r->motion = motion;
    r->error = error;
    r->state = motion ? CAPER_LOAD_READY : CAPER_LOAD_FAILED;
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
        caper_motion_destroy(r->motion);
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
static int add(caper_library *library, const char *path)
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
    r->path_size = size;
    r->state = CAPER_LOAD_PENDING;
    library->requests[library->count] = r;
    pthread_cond_signal(&library->wake);
    return library->count++;
}

int caper_library_request(caper_library *library, const char *path)
{
    pthread_mutex_lock(&library->lock);
    int at = -1;
    for (int i = 0; i < library->count && at < 0; i++) {
        at = strcmp(library->requests[i]->path, path) == 0 ? i : -1;
    }
    if (at < 0) {
        at = add(library, path);
    }
    pthread_mutex_unlock(&library->lock);
    return at;
}

/// What a request has come to. Under the lock.
static caper_load_state look(caper_library *library, int index, const caper_motion **motion,
                             caper_error *error)
{
    if (index < 0 || index >= library->count) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "there is no request %d", index);
        return CAPER_LOAD_FAILED;
    }
    const request *r = library->requests[index];
    if (motion && r->state == CAPER_LOAD_READY) {
        *motion = r->motion;
    }
    if (error && r->state == CAPER_LOAD_FAILED) {
        *error = r->error;
    }
    return r->state;
}

caper_load_state caper_library_poll(caper_library *library, int index, const caper_motion **motion,
                                    caper_error *error)
{
    pthread_mutex_lock(&library->lock);
    caper_load_state state = look(library, index, motion, error);
    pthread_mutex_unlock(&library->lock);
    return state;
}

const caper_motion *caper_library_wait(caper_library *library, int index, caper_error *error)
{
    const caper_motion *motion = NULL;
    pthread_mutex_lock(&library->lock);
    while (look(library, index, &motion, error) == CAPER_LOAD_PENDING) {
        pthread_cond_wait(&library->done, &library->lock);
    }
    pthread_mutex_unlock(&library->lock);
    return motion;
}
