// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
// Time and instructions of a case. A case and its baseline take turns, the fastest of several
// rounds counts (the others measured the machine's other guests). Instructions are counted by
// callgrind in another process: they do not depend on what else the machine does.
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ns(bool threads)
{
    struct timespec t;
    clock_gettime(threads ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_once(void (*run)(void *, int), void *state, int times, bool threads)
{
    double start = now_ns(threads);
    run(state, times);
    return now_ns(threads) - start;
}

// How many times make about 20 ms.
static int calibrate(void (*run)(void *, int), void *state, bool threads)
{
    int times = 1;
    while (times < 1 << 26 && time_once(run, state, times, threads) < 5e6) {
        times *= 2;
    }
    double took = time_once(run, state, times, threads);
    double wanted = (double)times * 20e6 / (took > 1 ? took : 1);
    return wanted < 1 ? 1 : wanted > 1e8 ? 100000000 : (int)wanted;
}

// One thing that is timed: a case, its baseline, or the case that it is compared with.
typedef struct timed {
    void (*run)(void *, int);
    void *state;
    int times;
    double best; // ns for one time
    bool threads;
} timed;

static void time_round(timed *t)
{
    if (t->run) {
        t->best =
            fmin(t->best, time_once(t->run, t->state, t->times, t->threads) / (double)t->times);
    }
}

bool bench_measure(const bench_case *c, const bench_case *other, int rounds, bench_result *out)
{
    double other_units = 0;
    void *state = c->setup(&out->units);
    void *other_state = other ? other->setup(&other_units) : NULL;
    // what is compared with may be missing on this machine: then there is nothing to compare
    if (other && !other_state && other->optional) {
        other = NULL;
    }
    bool good = state && out->units > 0 && (!other || other_state);
    if (good) {
        timed all[3] = {{c->run, state, 0, HUGE_VAL, c->threads},
                        {c->baseline, state, 0, HUGE_VAL, c->threads},
                        {other ? other->run : NULL, other_state, 0, HUGE_VAL, c->threads}};
        for (int i = 0; i < 3; i++) {
            all[i].times = all[i].run ? calibrate(all[i].run, all[i].state, c->threads) : 0;
        }
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < 3; i++) {
                time_round(&all[i]);
            }
        }
        out->ns = all[0].best / out->units;
        out->baseline_ns = c->baseline ? all[1].best / out->units : 0;
        out->relative = other ? out->ns / (all[2].best / other_units) : 0;
    }
    if (state) {
        c->teardown(state);
    }
    if (other_state) {
        other->teardown(other_state);
    }
    return good;
}

// --- instructions ------------------------------------------------------------------------------

// The child of --instructions: one case, a given number of times, nothing printed.
bool bench_run_quietly(const bench_case *c, bool baseline, int times)
{
    double units = 0;
    void *state = c ? c->setup(&units) : NULL;
    if (!state) {
        return false;
    }
    (baseline && c->baseline ? c->baseline : c->run)(state, times);
    c->teardown(state);
    return true;
}

// Instructions of a whole child process; 0 when callgrind is not there or says nothing.
static double count_process(const char *name, bool baseline, int times)
{
    char number[16], self[2048];
    snprintf(number, sizeof(number), "%d", times);
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    int ends[2];
    if (length <= 0 || pipe(ends) != 0) {
        return 0;
    }
    self[length] = '\0';
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("valgrind", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self,
               "bench", "--child", name, "--times", number, baseline ? "--plain" : "--json",
               (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *log = fdopen(ends[0], "r");
    char line[512];
    double counted = 0;
    while (log && fgets(line, sizeof(line), log)) {
        const char *found = strstr(line, "Collected : ");
        if (found) {
            counted = strtod(found + 12, NULL);
        }
    }
    if (log) {
        fclose(log);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        return 0;
    }
    return counted;
}

double bench_count_instructions(const bench_case *c, bool baseline, double units, double ns)
{
    // enough that a stray page of set-up does not show, few enough that callgrind (50x) takes
    // seconds
    double call_ns = ns * units;
    int few = call_ns > 1e6 ? 1 : call_ns > 1e4 ? 20 : 200;
    double low = count_process(c->name, baseline, few);
    double high = count_process(c->name, baseline, few * 3);
    return low > 0 && high > low ? (high - low) / (2.0 * (double)few * units) : 0;
}
