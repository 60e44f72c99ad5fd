// SPDX-License-Identifier: MIT
// Benchmarks: what a suite provides and what the runner prints. A case does its work `times` times;
// its baseline does the same work in the plainest way, measured in the same run. Figures are per
// unit of work (one body, one solve ...). Instructions are counted by callgrind in a second
// process, as the difference of two runs, so set-up does not count.
#ifndef CAPER_BENCH_H
#define CAPER_BENCH_H

#include "caper/base.h"

typedef struct bench_case {
    const char *name; ///< "clip.sample"
    const char *what; ///< one line
    const char *unit; ///< what `units` counts: "body"
    /// Make the state; `units` receives how many units one time of `run` does.
    void *(*setup)(double *units);
    void (*teardown)(void *state);
    void (*run)(void *state, int times);
    void (*baseline)(void *state, int times); ///< NULL: none
    const char *relative_to;                  ///< another case of the suite: ratio of ns, or NULL
    double max_relative;                      ///< target for that ratio; 0: none
    double max_ns, max_instructions;          ///< targets per unit; 0: none
    const char *reference;                    ///< where the targets come from, or NULL
    bool threads;  ///< other threads work for it: the CPU time of all counts
    bool optional; ///< where its setup fails the machine lacks something: left out
} bench_case;

/// A size that a suite states beside its times.
typedef struct bench_fact {
    const char *name, *unit;
    double value, max; ///< max 0: no target
} bench_fact;

typedef struct bench_suite {
    const char *name; ///< the room
    const bench_case *cases;
    int case_count;
    const bench_fact *facts;
    int fact_count;
} bench_suite;

extern const bench_suite *const bench_suites[];
extern const int bench_suite_count;

/// Keep the optimizer from removing work whose result nobody reads.
void bench_keep(const void *result);

#endif
