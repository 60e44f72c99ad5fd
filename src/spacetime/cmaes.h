// SPDX-License-Identifier: MIT
//
// CMA-ES: minimizes a function of a few bounded numbers of which only values are known (Hansen and
// Ostermeier 1996; weights and rates of Hansen's tutorial, 2016). The caller evaluates: ask gives
// a population, tell takes its costs, in between they may be worked out in parallel. Restarts with
// a doubled population (IPOP, Auger and Hansen 2005) from a random point get it out of valleys.
#ifndef CAPER_SRC_SPACETIME_CMAES_H
#define CAPER_SRC_SPACETIME_CMAES_H

#include "caper/base.h"

#define CAPERI_CMAES_DIMENSIONS 32 ///< most variables

/// Start from caperi_cmaes_def_default.
typedef struct caperi_cmaes_def {
    int dimension_count;         // 1 to CAPERI_CMAES_DIMENSIONS
    const double *start;         // NULL: middle of the bounds
    const double *lower, *upper; // finite, lower < upper
    double step;         // first standard deviation, of the width of the bounds; default 1/3
    int population;      // 0: 4 + 3 ln n
    int max_evaluations; // default 1600
    int max_restarts;    // default 0
    double tolerance;    // stop a run when costs differ less than this; default 1e-11
    uint64_t seed;
    const caper_allocator *allocator;
    uint32_t cookie;
} caperi_cmaes_def;

typedef struct caperi_cmaes caperi_cmaes;

caperi_cmaes_def caperi_cmaes_def_default(void);
/// NULL for a def that makes no sense, or without memory.
caperi_cmaes *caperi_cmaes_create(const caperi_cmaes_def *def);
void caperi_cmaes_destroy(caperi_cmaes *cma);

/// The next points to evaluate: `count` of them, dimension_count numbers each, all within the
/// bounds. NULL when the search is over. Valid until tell.
const double *caperi_cmaes_ask(caperi_cmaes *cma, int *count);
/// Their costs, in order. Not a number, or infinite: worse than all others.
void caperi_cmaes_tell(caperi_cmaes *cma, const double *costs);

/// The best point so far; its cost is INFINITY before the first tell.
const double *caperi_cmaes_best(const caperi_cmaes *cma, double *cost);
/// Evaluations told, and restarts made.
int caperi_cmaes_evaluations(const caperi_cmaes *cma);
int caperi_cmaes_restarts(const caperi_cmaes *cma);

#endif
