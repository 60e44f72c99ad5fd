// SPDX-License-Identifier: MIT
// What paper 002 claims of gains and balance, as tables: no benchmark of one function.
#ifndef CAPER_BENCH_PHYSICS_TABLES_H
#define CAPER_BENCH_PHYSICS_TABLES_H

/// Print them, and draw them as SVG when `figure` is not NULL; an exit code.
int bench_physics_tables(const char *figure);

#endif
