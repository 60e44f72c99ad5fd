// SPDX-License-Identifier: MIT
//
// How parsers fail: record once, where the fault is seen, and return. Only for functions that
// return bool and own nothing at that point; whoever owns memory calls such a function and cleans
// up after it.
#ifndef CAPER_SRC_BASE_TRY_H
#define CAPER_SRC_BASE_TRY_H

#include "caper/base.h"

/// Unless condition holds, record caper_error_set(error, status, source, line, column, format, ...)
/// and return false.
#define CAPER_TRY(condition, error, ...)                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            caper_error_set(error, __VA_ARGS__);                                                   \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

/// Unless call succeeds, return false: it has recorded its own error.
#define CAPER_PASS(call)                                                                           \
    do {                                                                                           \
        if (!(call))                                                                               \
            return false;                                                                          \
    } while (0)

#endif
