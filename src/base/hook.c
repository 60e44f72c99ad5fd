// SPDX-License-Identifier: MIT
//
// The log and assert hooks and progress reports. The hooks are plain globals: they are set once at
// start-up, and a lock on every log line would buy nothing.
#include "caper/base.h"

#include <stdio.h>
#include <stdlib.h>

static caper_log_fn *log_hook;
static void *log_user;
static caper_assert_fn *assert_hook;

void caper_set_log_hook(caper_log_fn *hook, void *user)
{
    log_hook = hook;
    log_user = user;
}

void caper_log(caper_log_level level, const char *format, ...)
{
    if (!log_hook)
        return;
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    log_hook(log_user, level, text);
}

void caper_set_assert_hook(caper_assert_fn *hook)
{
    assert_hook = hook;
}

void caper_assert_failed(const char *condition, const char *file, int line)
{
    if (assert_hook) {
        if (assert_hook(condition, file, line))
            abort();
        return;
    }
    // the one place where the library speaks by itself: a debug build about to abort
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}

bool caper_progress_report(const caper_progress *progress, double fraction, const char *what)
{
    if (!progress || !progress->report)
        return true;
    double clamped = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    return progress->report(progress->user, clamped, what);
}
