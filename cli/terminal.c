// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
// What the user sees while waiting, and how JSON leaves.
#include "cli.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool report_progress(void *user, double fraction, const char *what)
{
    cli_bar *bar = user;
    if (seconds_now() - bar->start < 1.0 || (bar->last < 0 && fraction >= 1.0)) {
        return true; // over before anyone wonders
    }
    int percent = (int)(fraction * 100.0);
    bool terminal = isatty(STDERR_FILENO) != 0;
    int step = terminal ? percent : percent / 10;
    if (step == bar->last) {
        return true;
    }
    bar->last = step;
    if (!terminal) {
        fprintf(stderr, "caper %s: %d%% %s\n", bar->verb, percent, what);
        return true;
    }
    char cells[31];
    for (int i = 0; i < 30; i++) {
        cells[i] = i < percent * 30 / 100 ? '#' : '.';
    }
    cells[30] = '\0';
    fprintf(stderr, "\r[%s] %3d%% %-30.30s%s", cells, percent, what,
            fraction >= 1.0 ? "\r\033[K" : "");
    fflush(stderr);
    return true;
}

caper_progress cli_progress(cli_bar *bar, const char *verb)
{
    bar->verb = verb;
    bar->last = -1;
    bar->start = seconds_now();
    caper_progress progress = {report_progress, bar};
    return progress;
}

int cli_print_json(caper_json_writer *writer)
{
    caper_error error = {0};
    size_t size = 0;
    const char *text = caper_json_writer_finish(writer, &size, &error);
    if (!text) {
        return cli_error(&error);
    }
    return fwrite(text, 1, size, stdout) == size
               ? CLI_GOOD
               : cli_fail(NULL, "could not write to standard output");
}
