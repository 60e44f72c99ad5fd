// SPDX-License-Identifier: MIT
//
// Second files: the input is a document and, after the line "%%", the file "data.bin" that it may
// name as a buffer or an include. Both lie in a folder of their own; nothing else is read.
#define _POSIX_C_SOURCE 200809L
#include "import_promises.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], second[80];

static void remove_folder(void)
{
    unlink(second);
    rmdir(folder);
}

static void open_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/caper-fuzz-beside-%ld", (long)getpid());
    snprintf(second, sizeof second, "%s/data.bin", folder);
    require(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    atexit(remove_folder);
}

static void put_second(const uint8_t *data, size_t size)
{
    int fd = open(second, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    require(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!folder[0])
        open_folder();
    size_t split = size;
    for (size_t i = 0; i + 4 <= size && split == size; i++)
        if (memcmp(data + i, "\n%%\n", 4) == 0)
            split = i;
    size_t rest = split + 4 <= size ? split + 4 : size;
    put_second(data + rest, size - rest);
    char path[96];
    snprintf(path, sizeof path, "%s/main.%s", folder, size > 0 && data[0] == '<' ? "xml" : "gltf");
    caper_import_options options = caper_import_options_default();
    options.max_transforms = 1 << 16;
    caper_error error = {0};
    caper_import *import = caper_import_parse(data, split, path, &options, &error);
    require((import != NULL) == (error.status == CAPER_OK));
    if (import)
        check_import(import);
    caper_import_destroy(import);
    return 0;
}
