// SPDX-License-Identifier: MIT
// caper bench: runs the suites of bench/.
#include "cli.h"

#if CAPER_BENCH

#include "gait_tables.h"
#include "graph_tables.h"
#include "measure.h"
#include "pack_tables.h"
#include "physics_tables.h"
#include "puppetry_tables.h"

#include <stdlib.h>
#include <string.h>

#define RANDOM_BODIES 100 // of gait-table-random

int cmd_bench(int argc, char **argv)
{
    bool json = false, instructions = false, plain = false;
    const char *child = NULL, *figure = NULL;
    int rounds = 9, times = 1;
    const cli_option options[] = {
        {"json", NULL, CLI_TO(json), "as JSON"},
        {"instructions", NULL, CLI_TO(instructions), "count instructions too, by callgrind"},
        {"rounds", "N", CLI_TO(rounds), "rounds of which the fastest counts (default 9)", 1,
         1000000},
        {"figure", "FILE.svg", CLI_TO(figure),
         "with puppetry-tables: also draw its Figure 4; with physics-tables: draw them"},
        // what --instructions starts under callgrind
        {"child", "CASE", CLI_TO(child), "run one case silently, for a profiler"},
        {"times", "N", CLI_TO(times), "... so many times", 1, 1000000000},
        {"plain", NULL, CLI_TO(plain), "... its baseline instead"},
    };
    CLI_PARSE(options, "bench", "[NAME] [options]",
              "Measure the library. NAME is a room or the start of a case's name. Targets stand\n"
              "beside the figures; figures over their target are marked OVER. puppetry-tables\n"
              "prints the tables of the paper on computer puppetry from captures, beside its\n"
              "own; physics-tables those of gains, falls and pushes, graph-tables those of\n"
              "motion graphs of captures (a few minutes each), pack-tables that of packed\n"
              "clips, gait-table and gait-table-random which walks pass the judge.",
              "  caper bench clip --instructions\n"
              "  CAPER_SHARED_DATA=../shared/data caper bench puppetry-tables");
    if (child && !bench_find(child)) {
        return cli_fail("no benchmark is named '%s'", child);
    }
    if (child) {
        return bench_run_quietly(bench_find(child), plain, times) ? CLI_GOOD : CLI_BAD;
    }
    bool tables = argc && strcmp(argv[0], "puppetry-tables") == 0;
    if (argc && strcmp(argv[0], "graph-tables") == 0) {
        return bench_graph_tables();
    }
    if (argc && strcmp(argv[0], "gait-table") == 0) {
        return bench_gait_tables(0);
    }
    if (argc && strcmp(argv[0], "gait-table-random") == 0) {
        return bench_gait_tables(RANDOM_BODIES);
    }
    if (argc && strcmp(argv[0], "pack-tables") == 0) {
        return bench_pack_tables();
    }
    bool physics = argc && strcmp(argv[0], "physics-tables") == 0;
    if (figure && !tables && !physics) {
        return cli_fail("--figure goes with puppetry-tables or physics-tables");
    }
    if (physics) {
#if defined(CAPER_PHYSICS)
        return bench_physics_tables(figure);
#else
        return cli_fail("this build has no physics");
#endif
    }
    if (tables) {
        int code = bench_puppetry_tables();
        return code == 0 && figure ? bench_puppetry_figure(figure) : code;
    }
    bench_run run = {.filter = argc ? argv[0] : NULL, .rounds = rounds, .json = json};
    run.instructions = instructions;
    int total = bench_run_size(&run);
    if (total == 0) {
        return cli_fail("no benchmark's name begins with '%s'", argc ? argv[0] : "");
    }
    run.results = calloc((size_t)total, sizeof(bench_result));
    if (!run.results) {
        return cli_fail("out of memory");
    }
    int code = bench_run_all(&run);
    free(run.results);
    return code;
}

#endif
