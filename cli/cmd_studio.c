// SPDX-License-Identifier: MIT
// caper studio: hands over to the program caper-studio beside this one, which alone needs a window.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cmd_studio(int argc, char **argv)
{
    char self[2048], path[2200];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) {
        return cli_fail("found no way to the program caper-studio");
    }
    self[length] = 0;
    snprintf(path, sizeof path, "%.*s/caper-studio", (int)(strrchr(self, '/') - self), self);
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments) {
        return cli_fail("out of memory");
    }
    arguments[0] = path;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *argv);
    fflush(stdout);
    execv(path, arguments);
    free(arguments);
    return cli_fail("found no caper-studio beside this command (%s): this build has no "
                    "studio, which needs SDL2 and Dear ImGui",
                    strerror(errno));
}
