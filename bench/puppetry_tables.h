// SPDX-License-Identifier: MIT
// The tables of the paper on computer puppetry, which are no benchmark of one function.
#ifndef CAPER_BENCH_PUPPETRY_TABLES_H
#define CAPER_BENCH_PUPPETRY_TABLES_H

/// Print Tables I and II; an exit code.
int bench_puppetry_tables(void);

#endif
