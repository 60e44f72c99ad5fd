// SPDX-License-Identifier: MIT
//
// The command as its users meet it, run in a folder of the test's own.
#ifndef CAPER_TEST_COMMAND_H
#define CAPER_TEST_COMMAND_H

#include "test.h"

#include "caper/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifndef CAPER_COMMAND
#define CAPER_COMMAND ""
#endif

static inline void command_read(const char *folder, const char *name, char *text, size_t size)
{
    char path[600];
    size_t used = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *all = caper_file_read(path, 0, NULL, &used, NULL);
    snprintf(text, size, "%s", all ? all : "");
    caper_free(NULL, all, all ? used + 1 : 0);
}

/// Runs "VERB arguments" in a folder, which is made; returns the exit code, or -1. `out` and `err`,
/// of `size` bytes each, receive what is said.
static inline int command_run(const char *folder, const char *verb, const char *arguments,
                              char *out, char *err, size_t size)
{
    if (CAPER_COMMAND[0] == '\0') {
        SKIP("the command is not built");
    }
    mkdir(folder, 0777);
    char line[2000];
    snprintf(line, sizeof line, "cd '%s' && '%s' %s %s >stdout 2>stderr", folder, CAPER_COMMAND,
             verb, arguments);
    int status = system(line);
    command_read(folder, "stdout", out, size);
    command_read(folder, "stderr", err, size);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
