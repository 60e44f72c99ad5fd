// SPDX-License-Identifier: MIT
// Clocks for measuring and waiting; no result depends on them.
#define _POSIX_C_SOURCE 200809L
#include "caper/base.h"

#include <time.h>

static double read_clock(clockid_t which)
{
    struct timespec t = {0, 0};
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double caper_clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double caper_clock_work(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
