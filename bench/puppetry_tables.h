// SPDX-License-Identifier: MIT
// The tables of the paper on computer puppetry, which are no benchmark of one function.
#ifndef CAPER_BENCH_PUPPETRY_TABLES_H
#define CAPER_BENCH_PUPPETRY_TABLES_H

#include "caper/character.h"

/// Print Tables I and II; an exit code.
int bench_puppetry_tables(void);
/// Write Figure 4 as SVG; an exit code.
int bench_puppetry_figure(const char *path);

/// Where the captures are.
void bench_puppetry_captures(char out[512]);
/// A puppet that ships with us; NULL when it is not there.
caper_character *bench_puppetry_puppet(const char *name);

#endif
