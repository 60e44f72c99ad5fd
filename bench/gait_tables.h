// SPDX-License-Identifier: MIT
// How many walks pass the judge, as a table: no benchmark of one function.
#ifndef CAPER_BENCH_GAIT_TABLES_H
#define CAPER_BENCH_GAIT_TABLES_H

/// Print it; an exit code. Of the shipped bodies, or of that many random ones.
int bench_gait_tables(int random);

#endif
