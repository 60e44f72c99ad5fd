// SPDX-License-Identifier: MIT
// What packing makes of real clips, as a table: sizes, errors, times. No benchmark of one function.
#ifndef CAPER_BENCH_PACK_TABLES_H
#define CAPER_BENCH_PACK_TABLES_H

/// Print it; an exit code. CAPER_SHARED_DATA names the captures.
int bench_pack_tables(void);

#endif
