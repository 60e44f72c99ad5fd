// SPDX-License-Identifier: MIT
//
// Starts of later solves in files.
#ifndef CAPER_SRC_SPACETIME_WARM_H
#define CAPER_SRC_SPACETIME_WARM_H

#include "spacetime/spacetime.h"

/// Write what a later solve needs. shape: a number that says which jobs it may start.
bool caperi_warm_save(const caper_spacetime_solution *solution, uint64_t shape, const char *path,
                      caper_error *error);
/// Read it: a solution that is good as a job's start, and for nothing else. NULL when it is not
/// there, damaged, or of another shape.
caper_spacetime_solution *caperi_warm_load(const char *path, uint64_t shape);

#endif
