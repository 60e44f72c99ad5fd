// SPDX-License-Identifier: MIT
//
// Appending by plain writes, which the system keeps once they return, so a killed process loses
// none. A separate thread syncs once a second: a sync may take long, and the caller has a frame
// rate to keep. The lock on the file tells a take that is being recorded from one that was cut off.
#define _DEFAULT_SOURCE // flock
#define _POSIX_C_SOURCE 200809L
#include "base/append.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define SYNC_SECONDS 1 // what a power cut may cost, as docs/guide/safety.md promises

struct caperi_append {
    caper_allocator allocator;
    int descriptor;
    bool failed;
    char *path;
    size_t path_size;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool has_thread, ends, dirty; // under the mutex, but for has_thread
};

static void *sync_now_and_then(void *argument)
{
    caperi_append *a = argument;
    pthread_mutex_lock(&a->mutex);
    while (!a->ends) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += SYNC_SECONDS;
        int code = 0;
        while (!a->ends && code == 0)
            code = pthread_cond_timedwait(&a->wake, &a->mutex, &until);
        bool dirty = a->dirty;
        a->dirty = false;
        pthread_mutex_unlock(&a->mutex);
        if (dirty)
            fdatasync(a->descriptor);
        pthread_mutex_lock(&a->mutex);
    }
    pthread_mutex_unlock(&a->mutex);
    return NULL;
}

static int open_new(const char *path)
{
    int fd;
    do {
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR);
    if (fd >= 0)
        (void)!flock(fd, LOCK_EX | LOCK_NB); // some network file systems have none
    return fd;
}

caperi_append *caperi_append_open(const char *path, const caper_allocator *allocator,
                                  caper_error *error)
{
    caper_allocator from = caper_allocator_resolve(allocator);
    caperi_append *a = caper_alloc_zero(&from, sizeof *a, _Alignof(caperi_append));
    size_t size = strlen(path) + 1;
    char *copy = a ? caper_alloc(&from, size, 1) : NULL;
    int fd = copy ? open_new(path) : -1;
    if (fd < 0) {
        if (copy)
            caper_error_set(error, CAPER_ERROR_IO, path, 0, 0,
                            errno == EEXIST ? "is there already" : "cannot be written");
        else
            caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
        caper_free(&from, copy, size);
        caper_free(&from, a, sizeof *a);
        return NULL;
    }
    memcpy(copy, path, size);
    a->allocator = from;
    a->path = copy;
    a->path_size = size;
    a->descriptor = fd;
    pthread_mutex_init(&a->mutex, NULL);
    pthread_cond_init(&a->wake, NULL);
    // without a thread it still survives a kill
    a->has_thread = pthread_create(&a->thread, NULL, sync_now_and_then, a) == 0;
    return a;
}

bool caperi_append_put(caperi_append *a, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size > 0 && !a->failed) {
        ssize_t written = write(a->descriptor, from, size);
        if (written < 0 && errno == EINTR)
            continue;
        a->failed = written <= 0;
        from += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    pthread_mutex_lock(&a->mutex);
    a->dirty = true;
    pthread_mutex_unlock(&a->mutex);
    return !a->failed;
}

void caperi_append_close(caperi_append *a, bool keep)
{
    if (!a)
        return;
    pthread_mutex_lock(&a->mutex);
    a->ends = true;
    pthread_cond_signal(&a->wake);
    pthread_mutex_unlock(&a->mutex);
    if (a->has_thread)
        pthread_join(a->thread, NULL);
    if (keep)
        fdatasync(a->descriptor);
    else
        unlink(a->path);
    close(a->descriptor);
    pthread_mutex_destroy(&a->mutex);
    pthread_cond_destroy(&a->wake);
    caper_allocator from = a->allocator;
    caper_free(&from, a->path, a->path_size);
    caper_free(&from, a, sizeof *a);
}

bool caperi_append_is_held(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return held;
}
