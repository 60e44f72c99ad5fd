// SPDX-License-Identifier: MIT
// How cases are measured and what is said of them.
#ifndef CAPER_BENCH_MEASURE_H
#define CAPER_BENCH_MEASURE_H

#include "bench.h"

typedef struct bench_result {
    const bench_case *one;
    double units;
    double ns, baseline_ns, relative;           // per unit; 0: not measured
    double instructions, baseline_instructions; // per unit; 0: not measured
} bench_result;

// Set a case up and time it by turns with its baseline, and with the case that it is compared with
// (`other`, may be NULL). False when it could not be set up.
bool bench_measure(const bench_case *c, const bench_case *other, int rounds, bench_result *out);
// Instructions per unit by callgrind, of a measured case; 0: it counted nothing.
double bench_count_instructions(const bench_case *c, bool baseline, double units, double ns);
// The child of that: one case, so many times, nothing printed. False when it could not be set up.
bool bench_run_quietly(const bench_case *c, bool baseline, int times);

// All cases and facts whose names begin so.
typedef struct bench_run {
    const char *filter; // NULL: all
    bool instructions, json;
    int rounds;
    bench_result *results; // room for all of them
    int count;
} bench_run;
// How many these are.
int bench_run_size(const bench_run *run);
// Measure and print them; an exit code of the command.
int bench_run_all(bench_run *run);
// The case of that name; NULL without.
const bench_case *bench_find(const char *name);

#endif
