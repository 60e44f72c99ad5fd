// SPDX-License-Identifier: MIT
// What caper bench says: a line a case, or all as JSON.
#include "cli.h"
#include "measure.h"

#include <stdio.h>
#include <string.h>

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

// --- all of them
// -----------------------------------------------------------------------------------

const bench_case *bench_find(const char *name)
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

int bench_run_size(const bench_run *run)
{
    int total = 0;
    for (int s = 0; s < bench_suite_count; s++) {
        for (int i = 0; i < bench_suites[s]->case_count; i++) {
            total += wanted(run, bench_suites[s]->cases[i].name);
        }
        for (int i = 0; i < bench_suites[s]->fact_count; i++) {
            total += wanted(run, bench_suites[s]->facts[i].name);
        }
    }
    return total;
}

static int run_case(bench_run *run, const bench_case *c)
{
    bench_result *r = &run->results[run->count];
    memset(r, 0, sizeof(*r));
    r->one = c;
    const bench_case *other = c->relative_to ? bench_find(c->relative_to) : NULL;
    if (!bench_measure(c, other, run->rounds, r)) {
        if (c->optional) {
            fprintf(stderr, "caper bench: %s left out: this machine cannot run it\n", c->name);
            return CLI_GOOD;
        }
        return cli_fail("%s could not be set up", c->name);
    }
    if (run->instructions && !c->threads) { // callgrind runs threads one at a time
        r->instructions = bench_count_instructions(c, false, r->units, r->ns);
        if (r->instructions <= 0) {
            return cli_fail("callgrind counted nothing: is valgrind installed?");
        }
        r->baseline_instructions =
            c->baseline ? bench_count_instructions(c, true, r->units, r->baseline_ns) : 0;
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
    caper_error error = {0};
    return cli_print_json(&w, &error) ? CLI_GOOD : cli_error(&error);
}

int bench_run_all(bench_run *run)
{
    if (!run->json) {
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
            if (!run->json && run->count > before) {
                print_result(&run->results[run->count - 1]);
            }
        }
        for (int i = 0; i < suite->fact_count && !run->json; i++) {
            if (wanted(run, suite->facts[i].name)) {
                print_fact(&suite->facts[i]);
            }
        }
    }
    if (run->json) {
        return write_run(run);
    }
    print_references(run);
    return CLI_GOOD;
}
