// SPDX-License-Identifier: MIT
//
// Two outputs of one command: the first is written while its old content is kept aside under a
// second name, so that it can come back when the other cannot be written. Invariant: after
// cli_put_back the path holds what it held before cli_set_aside, the same file with its rights;
// what a kill leaves is swept like any other stray.
#define _XOPEN_SOURCE 700 // realpath
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Beside the path, by a name that caper_file_write sweeps once its process is gone.
static char *name_beside(const char *path)
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    size_t size = (size_t)folder + 48;
    char *name = malloc(size);
    if (name) {
        // a number that the counter of writes does not come to
        snprintf(name, size, "%.*s.caper-%ld-4000000000.tmp", folder, path, (long)getpid());
    }
    return name;
}

// Where a file system knows no second names: a copy.
static bool copy(const char *from, const char *to, caper_error *error)
{
    size_t size = 0;
    char *bytes = caper_file_read(from, 0, NULL, &size, error);
    bool good = bytes && caper_file_write(to, bytes, size, error);
    caper_free(NULL, bytes, size + 1);
    return good;
}

bool cli_set_aside(cli_aside *aside, const char *path, caper_error *error)
{
    *aside = (cli_aside){0};
    if (!path) {
        return true;
    }
    if (access(path, F_OK) != 0) {
        aside->path = strdup(path);
        return aside->path || caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory");
    }
    aside->path = realpath(path, NULL); // through a link to its file, as it is written
    aside->old = aside->path ? name_beside(aside->path) : NULL;
    if (!aside->old) {
        const char *why = aside->path ? "no memory" : strerror(errno);
        cli_let_go(aside);
        return caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot be set aside: %s", why);
    }
    unlink(aside->old); // of a process of the same number, long ago
    if (link(aside->path, aside->old) != 0 && !copy(aside->path, aside->old, error)) {
        cli_let_go(aside);
        return false;
    }
    return true;
}

void cli_put_back(cli_aside *aside)
{
    struct stat status;
    if (!aside->old) {
        if (aside->path && lstat(aside->path, &status) == 0 && S_ISREG(status.st_mode)) {
            unlink(aside->path); // never a link of the user
        }
    } else if (rename(aside->old, aside->path) != 0) {
        free(aside->old); // the only copy stays where it is
        aside->old = NULL;
    }
    cli_let_go(aside); // where nothing was written, two names of one file are left by rename
}

void cli_let_go(cli_aside *aside)
{
    if (aside->old) {
        unlink(aside->old);
    }
    free(aside->old);
    free(aside->path);
    *aside = (cli_aside){0};
}
