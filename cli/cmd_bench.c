// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
// caper bench: runs the suites of bench/. A case and its baseline take turns, the fastest of
// several rounds counts (the others measured the machine's other guests). With --instructions each
// case runs again under callgrind, whose counts do not depend on what else the machine does.
#include "cli.h"

#if CAPER_BENCH

#include "bench.h"
#include "graph_tables.h"
#include "pack_tables.h"
#include "physics_tables.h"
#include "puppetry_tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct bench_result {
    const bench_case *one;
    double units;
    double ns, baseline_ns, relative;           // per unit; 0: not measured
    double instructions, baseline_instructions; // per unit; 0: not measured
} bench_result;

static double now_ns(bool threads)
{
    struct timespec t;
    clock_gettime(threads ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_once(void (*run)(void *, int), void *state, int times, bool threads)
{
    double start = now_ns(threads);
    run(state, times);
    return now_ns(threads) - start;
}

// How many times make about 20 ms.
static int calibrate(void (*run)(void *, int), void *state, bool threads)
{
    int times = 1;
    while (times < 1 << 26 && time_once(run, state, times, threads) < 5e6) {
        times *= 2;
    }
    double took = time_once(run, state, times, threads);
    double wanted = (double)times * 20e6 / (took > 1 ? took : 1);
    return wanted < 1 ? 1 : wanted > 1e8 ? 100000000 : (int)wanted;
}

// One thing that is timed: a case, its baseline, or the case that it is compared with.
typedef struct timed {
    void (*run)(void *, int);
    void *state;
    int times;
    double best; // ns for one time
    bool threads;
} timed;

static void time_round(timed *t)
{
    if (t->run) {
        t->best =
            fmin(t->best, time_once(t->run, t->state, t->times, t->threads) / (double)t->times);
    }
}

static bool measure_time(const bench_case *c, const bench_case *other, int rounds,
                         bench_result *out)
{
    double other_units = 0;
    void *state = c->setup(&out->units);
    void *other_state = other ? other->setup(&other_units) : NULL;
    // what is compared with may be missing on this machine: then there is nothing to compare
    if (other && !other_state && other->optional) {
        other = NULL;
    }
    bool good = state && out->units > 0 && (!other || other_state);
    if (good) {
        timed all[3] = {{c->run, state, 0, HUGE_VAL, c->threads},
                        {c->baseline, state, 0, HUGE_VAL, c->threads},
                        {other ? other->run : NULL, other_state, 0, HUGE_VAL, c->threads}};
        for (int i = 0; i < 3; i++) {
            all[i].times = all[i].run ? calibrate(all[i].run, all[i].state, c->threads) : 0;
        }
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < 3; i++) {
                time_round(&all[i]);
            }
        }
        out->ns = all[0].best / out->units;
        out->baseline_ns = c->baseline ? all[1].best / out->units : 0;
        out->relative = other ? out->ns / (all[2].best / other_units) : 0;
    }
    if (state) {
        c->teardown(state);
    }
    if (other_state) {
        other->teardown(other_state);
    }
    return good;
}

// --- instructions ------------------------------------------------------------------------------

// The child of --instructions: one case, a given number of times, nothing printed.
static int run_quietly(const bench_case *c, bool baseline, int times)
{
    double units = 0;
    void *state = c ? c->setup(&units) : NULL;
    if (!state) {
        return CLI_BAD;
    }
    (baseline && c->baseline ? c->baseline : c->run)(state, times);
    c->teardown(state);
    return CLI_GOOD;
}

// Instructions of a whole child process; 0 when callgrind is not there or says nothing.
static double count_process(const char *name, bool baseline, int times)
{
    char number[16], self[2048];
    snprintf(number, sizeof(number), "%d", times);
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    int ends[2];
    if (length <= 0 || pipe(ends) != 0) {
        return 0;
    }
    self[length] = '\0';
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("valgrind", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self,
               "bench", "--child", name, "--times", number, baseline ? "--plain" : "--json",
               (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *log = fdopen(ends[0], "r");
    char line[512];
    double counted = 0;
    while (log && fgets(line, sizeof(line), log)) {
        const char *found = strstr(line, "Collected : ");
        if (found) {
            counted = strtod(found + 12, NULL);
        }
    }
    if (log) {
        fclose(log);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        return 0;
    }
    return counted;
}

static double count_instructions(const bench_case *c, bool baseline, double units, double ns)
{
    // enough that a stray page of set-up does not show, few enough that callgrind (50x) takes
    // seconds
    double call_ns = ns * units;
    int few = call_ns > 1e6 ? 1 : call_ns > 1e4 ? 20 : 200;
    double low = count_process(c->name, baseline, few);
    double high = count_process(c->name, baseline, few * 3);
    return low > 0 && high > low ? (high - low) / (2.0 * (double)few * units) : 0;
}

// --- output ------------------------------------------------------------------------------------

static const char *verdict(double value, double max)
{
    return max <= 0 || value <= 0 ? "" : value <= max ? "ok" : "OVER";
}

static void print_result(const bench_result *r)
{
    const bench_case *c = r->one;
    printf("%-28s %10.4g", c->name, r->ns);
    if (c->max_ns > 0) {
        printf(" %8.4g %-4s", c->max_ns, verdict(r->ns, c->max_ns));
    } else {
        printf(" %8s %-4s", "-", "");
    }
    if (r->baseline_ns > 0) {
        printf(" %10.4g %6.2fx", r->baseline_ns, r->baseline_ns / r->ns);
    } else {
        printf(" %10s %7s", "-", "-");
    }
    if (r->instructions > 0) {
        printf(" %9.4g", r->instructions);
        if (c->max_instructions > 0) {
            printf(" %7.4g %-4s", c->max_instructions,
                   verdict(r->instructions, c->max_instructions));
        } else {
            printf(" %7s %-4s", "-", "");
        }
    }
    printf("  per %s", c->unit);
    if (r->relative > 0) {
        printf(", %.2fx of %s", r->relative, c->relative_to);
        if (c->max_relative > 0) {
            printf(" (at most %.2f) %s", c->max_relative, verdict(r->relative, c->max_relative));
        }
    }
    printf("\n");
    fflush(stdout);
}

static void write_number(caper_json_writer *w, const char *key, double value)
{
    caper_json_key(w, key);
    if (value > 0) {
        caper_json_double(w, value);
    } else {
        caper_json_null(w);
    }
}

static void write_result(caper_json_writer *w, const bench_result *r)
{
    const bench_case *c = r->one;
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), c->name);
    caper_json_string(caper_json_key(w, "what"), c->what);
    caper_json_string(caper_json_key(w, "unit"), c->unit);
    write_number(w, "ns", r->ns);
    write_number(w, "max_ns", c->max_ns);
    write_number(w, "baseline_ns", r->baseline_ns);
    write_number(w, "speedup", r->baseline_ns > 0 ? r->baseline_ns / r->ns : 0);
    write_number(w, "instructions", r->instructions);
    write_number(w, "max_instructions", c->max_instructions);
    write_number(w, "baseline_instructions", r->baseline_instructions);
    write_number(w, "relative", r->relative);
    write_number(w, "max_relative", c->max_relative);
    caper_json_key(w, "reference");
    if (c->reference) {
        caper_json_string(w, c->reference);
    } else {
        caper_json_null(w);
    }
    caper_json_end_object(w);
}

static const char *isa_name(void)
{
#if defined(__AVX2__)
    return "x86-64-v3";
#elif defined(__x86_64__)
    return "x86-64";
#else
    return "other";
#endif
}

// --- the verb ----------------------------------------------------------------------------------

typedef struct bench_run {
    const char *filter;
    bool instructions;
    int rounds;
    bench_result *results;
    int count;
} bench_run;

static const bench_case *find_case(const char *name)
{
    for (int s = 0; s < bench_suite_count; s++) {
        for (int i = 0; i < bench_suites[s]->case_count; i++) {
            if (strcmp(bench_suites[s]->cases[i].name, name) == 0) {
                return &bench_suites[s]->cases[i];
            }
        }
    }
    return NULL;
}

static bool wanted(const bench_run *run, const char *name)
{
    return !run->filter || strncmp(name, run->filter, strlen(run->filter)) == 0;
}

static int run_case(bench_run *run, const bench_case *c)
{
    bench_result *r = &run->results[run->count];
    memset(r, 0, sizeof(*r));
    r->one = c;
    const bench_case *other = c->relative_to ? find_case(c->relative_to) : NULL;
    if (!measure_time(c, other, run->rounds, r)) {
        if (c->optional) {
            fprintf(stderr, "caper bench: %s left out: this machine cannot run it\n", c->name);
            return CLI_GOOD;
        }
        return cli_fail("bench", "%s could not be set up", c->name);
    }
    if (run->instructions && !c->threads) { // callgrind runs threads one at a time
        r->instructions = count_instructions(c, false, r->units, r->ns);
        if (r->instructions <= 0) {
            return cli_fail("bench", "callgrind counted nothing: is valgrind installed?");
        }
        r->baseline_instructions =
            c->baseline ? count_instructions(c, true, r->units, r->baseline_ns) : 0;
    }
    run->count++;
    return CLI_GOOD;
}

static void write_fact(caper_json_writer *w, const bench_fact *f)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), f->name);
    caper_json_string(caper_json_key(w, "unit"), f->unit);
    caper_json_double(caper_json_key(w, "value"), f->value);
    write_number(w, "max", f->max);
    caper_json_end_object(w);
}

static void print_fact(const bench_fact *f)
{
    if (f->value <= 0) {
        return; // its case was left out
    }
    printf("%-28s %10.4g %s", f->name, f->value, f->unit);
    if (f->max > 0) {
        printf(" (at most %.4g) %s", f->max, verdict(f->value, f->max));
    }
    printf("\n");
}

// Where the targets of the table come from, each source once.
static void print_references(const bench_run *run)
{
    for (int i = 0; i < run->count; i++) {
        const char *reference = run->results[i].one->reference;
        bool known = !reference;
        for (int j = 0; j < i && !known; j++) {
            const char *before = run->results[j].one->reference;
            known = before && strcmp(before, reference) == 0;
        }
        if (known) {
            continue;
        }
        printf("targets of");
        for (int j = i; j < run->count; j++) {
            const char *other = run->results[j].one->reference;
            if (other && strcmp(other, reference) == 0) {
                printf("%s %s", j == i ? "" : ",", run->results[j].one->name);
            }
        }
        printf(": %s\n", reference);
    }
}

static int write_run(const bench_run *run)
{
    caper_json_writer w = cli_json();
    caper_json_begin_object(&w);
    caper_json_string(caper_json_key(&w, "isa"), isa_name());
    caper_json_begin_array(caper_json_key(&w, "results"));
    for (int i = 0; i < run->count; i++) {
        write_result(&w, &run->results[i]);
    }
    caper_json_end_array(&w);
    caper_json_begin_array(caper_json_key(&w, "facts"));
    for (int s = 0; s < bench_suite_count; s++) {
        for (int i = 0; i < bench_suites[s]->fact_count; i++) {
            if (wanted(run, bench_suites[s]->facts[i].name)) {
                write_fact(&w, &bench_suites[s]->facts[i]);
            }
        }
    }
    caper_json_end_array(&w);
    caper_json_end_object(&w);
    return cli_print_json(&w);
}

static int run_all(bench_run *run, bool json)
{
    if (!json) {
        printf("built for %s; ns of CPU time per unit, the fastest of %d rounds; baseline: the "
               "same work done "
               "plainly, in the same run\n%-28s %10s %13s %10s %7s%s\n",
               isa_name(), run->rounds, "case", "ns", "target    ", "baseline", "faster",
               run->instructions ? "     instr  target" : "");
    }
    for (int s = 0; s < bench_suite_count; s++) {
        const bench_suite *suite = bench_suites[s];
        for (int i = 0; i < suite->case_count; i++) {
            if (!wanted(run, suite->cases[i].name)) {
                continue;
            }
            int before = run->count, code = run_case(run, &suite->cases[i]);
            if (code != CLI_GOOD) {
                return code;
            }
            if (!json && run->count > before) {
                print_result(&run->results[run->count - 1]);
            }
        }
        for (int i = 0; i < suite->fact_count && !json; i++) {
            if (wanted(run, suite->facts[i].name)) {
                print_fact(&suite->facts[i]);
            }
        }
    }
    if (json) {
        return write_run(run);
    }
    print_references(run);
    return CLI_GOOD;
}

int cmd_bench(int argc, char **argv)
{
    bool json = false, instructions = false, plain = false;
    const char *child = NULL, *figure = NULL;
    int rounds = 9, times = 1;
    const cli_option options[] = {
        {"json", NULL, CLI_FLAG, &json, "as JSON"},
        {"instructions", NULL, CLI_FLAG, &instructions, "count instructions too, by callgrind"},
        {"rounds", "N", CLI_INT, &rounds, "rounds of which the fastest counts (default 9)", 1,
         1000000},
        {"figure", "FILE.svg", CLI_TEXT, &figure,
         "with puppetry-tables: also draw its Figure 4; with physics-tables: draw them"},
        // what --instructions starts under callgrind
        {"child", "CASE", CLI_TEXT, &child, "run one case silently, for a profiler"},
        {"times", "N", CLI_INT, &times, "... so many times", 1, 1000000000},
        {"plain", NULL, CLI_FLAG, &plain, "... its baseline instead"},
    };
    const cli_usage usage = {
        .verb = "bench",
        .arguments = "[NAME] [options]",
        .text =
            "Measure the library. NAME is a room or the start of a case's name. Targets stand\n"
            "beside the figures; figures over their target are marked OVER. puppetry-tables\n"
            "prints the tables of the paper on computer puppetry from captures, beside its "
            "own;\nphysics-tables those of gains, falls and pushes, graph-tables those of motion "
            "graphs of\ncaptures (a few minutes each), pack-tables that of packed clips.",
        .example = "  caper bench clip --instructions\n"
                   "  CAPER_SHARED_DATA=../shared/data caper bench puppetry-tables",
        CLI_OPTIONS(options),
    };
    int parsed = cli_parse(&usage, &argc, argv);
    if (parsed != CLI_GOOD) {
        return parsed < 0 ? CLI_GOOD : parsed;
    }
    if (argc > 1) {
        return cli_fail("bench", "expected at most one name, found %d", argc);
    }
    if (child && !find_case(child)) {
        return cli_fail("bench", "no benchmark is named '%s'", child);
    }
    if (child) {
        return run_quietly(find_case(child), plain, times);
    }
    bool tables = argc && strcmp(argv[0], "puppetry-tables") == 0;
    if (argc && strcmp(argv[0], "graph-tables") == 0) {
        return bench_graph_tables();
    }
    if (argc && strcmp(argv[0], "pack-tables") == 0) {
        return bench_pack_tables();
    }
    bool physics = argc && strcmp(argv[0], "physics-tables") == 0;
    if (figure && !tables && !physics) {
        return cli_fail("bench", "--figure goes with puppetry-tables or physics-tables");
    }
    if (physics) {
#if defined(CAPER_PHYSICS)
        return bench_physics_tables(figure);
#else
        return cli_fail("bench", "this build has no physics");
#endif
    }
    if (tables) {
        int code = bench_puppetry_tables();
        return code == 0 && figure ? bench_puppetry_figure(figure) : code;
    }
    bench_run run = {argc ? argv[0] : NULL, instructions, rounds, NULL, 0};
    int total = 0;
    for (int s = 0; s < bench_suite_count; s++) {
        for (int i = 0; i < bench_suites[s]->case_count; i++) {
            total += wanted(&run, bench_suites[s]->cases[i].name);
        }
        for (int i = 0; i < bench_suites[s]->fact_count; i++) {
            total += wanted(&run, bench_suites[s]->facts[i].name);
        }
    }
    if (total == 0) {
        return cli_fail("bench", "no benchmark's name begins with '%s'", argc ? argv[0] : "");
    }
    run.results = calloc((size_t)total, sizeof(bench_result));
    if (!run.results) {
        return cli_fail("bench", "out of memory");
    }
    int code = run_all(&run, json);
    free(run.results);
    return code;
}

#else

int cmd_bench(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return cli_fail("bench", "this build has no benchmarks (CAPER_BUILD_BENCH is off)");
}

#endif
