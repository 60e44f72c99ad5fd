// SPDX-License-Identifier: MIT
// What motion graphs of captures are like, as tables: no benchmark of one function.
#ifndef CAPER_BENCH_GRAPH_TABLES_H
#define CAPER_BENCH_GRAPH_TABLES_H

/// Print them; an exit code. CAPER_SHARED_DATA names the captures.
int bench_graph_tables(void);

#endif
