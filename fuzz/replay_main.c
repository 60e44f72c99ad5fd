// SPDX-License-Identifier: MIT
//
// Stands in for libFuzzer where a fuzz target is built by any compiler: feeds each file named on
// the command line, and each file inside a named folder, to the target once. Replaying nothing is a
// failure, so an emptied corpus is noticed.
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// -1 when the path cannot be read, otherwise the number of files replayed.
static int replay_file(const char *path, size_t size)
{
    FILE *f = fopen(path, "rb");
    // An exact-size block, so that the address sanitizer sees a read one past the end.
    uint8_t *data = malloc(size > 0 ? size : 1);
    bool ok = f && data && fread(data, 1, size, f) == size;
    if (ok) {
        // Named first: after a crash the last line tells which file it was.
        printf("%s (%zu bytes)\n", path, size);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, size);
    } else {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    free(data);
    if (f)
        fclose(f);
    return ok ? 1 : -1;
}

static int replay(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    if (!S_ISDIR(info.st_mode))
        return replay_file(path, (size_t)info.st_size);

    struct dirent **entries = NULL;
    int entry_count = scandir(path, &entries, NULL, alphasort);
    int total = entry_count < 0 ? -1 : 0;
    for (int i = 0; i < entry_count; i++) {
        char inner[4096];
        int length = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        bool hidden = entries[i]->d_name[0] == '.';
        free(entries[i]);
        if (hidden || total < 0)
            continue;
        int count = length < (int)sizeof inner ? replay(inner) : -1;
        total = count < 0 ? -1 : total + count;
    }
    free(entries);
    return total;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int count = replay(argv[i]);
        if (count < 0)
            return 2;
        total += count;
    }
    printf("replayed %d files\n", total);
    return total > 0 ? 0 : 1;
}
