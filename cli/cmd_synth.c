// SPDX-License-Identifier: MIT
// caper synth: the motions of a parameter space, found by spacetime optimization.
#include "cli.h"

#include <stdio.h>
#include <string.h>

#if !defined(CAPER_SPACETIME)

int cmd_synth(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return cli_fail("synth", "this build has no spacetime optimization: it needs IPOPT (Debian: "
                             "coinor-libipopt-dev)");
}

#else

#include "caper/spacetime.h"
#if defined(CAPER_STORE)
#include "caper/store.h"
#endif

#define MOST_CHARACTERS 64

typedef struct synth_options {
    const char *out, *store, *only, *shard, *timing;
    int jobs, search, refine;
    double rate;
    bool again, list, json;
} synth_options;

// Characters by name, loaded once.
typedef struct cast {
    cli_asset assets[MOST_CHARACTERS];
    char names[MOST_CHARACTERS][256];
    int count;
    bool json; // results go out as one JSON document at the end
    caper_json_writer writer;
    const caper_space *space;
#if defined(CAPER_STORE)
    caper_store *store; // may be NULL
#endif
    caper_error error;  // of the store
} cast;

static const caper_character *find_character(void *user, const char *name, caper_error *error)
{
    cast *c = user;
    for (int i = 0; i < c->count; i++) {
        if (strcmp(c->names[i], name) == 0) {
            return c->assets[i].character;
        }
    }
    if (c->count == MOST_CHARACTERS) {
        caper_error_set(error, CAPER_ERROR_LIMIT, name, 0, 0, "more than %d characters",
                        MOST_CHARACTERS);
        return NULL;
    }
    if (!cli_load_kind(name, CLI_ASSET_CHARACTER, NULL, &c->assets[c->count], error)) {
        return NULL;
    }
    snprintf(c->names[c->count], sizeof c->names[0], "%s", name);
    return c->assets[c->count++].character;
}

static void drop_cast(cast *c)
{
    for (int i = 0; i < c->count; i++) {
        cli_unload(&c->assets[i]);
    }
}

static void write_result(caper_json_writer *w, const caper_synth_result *r)
{
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "sample"), r->name);
    caper_json_bool(caper_json_key(w, "solved"), r->report.solved);
    caper_json_bool(caper_json_key(w, "kept"), r->kept);
    caper_json_string(caper_json_key(w, "status"), r->report.status);
    caper_json_double(caper_json_key(w, "cost"), r->report.cost);
    caper_json_double(caper_json_key(w, "violation"), r->report.violation);
    caper_json_string(caper_json_key(w, "worst"), r->report.worst);
    caper_json_int(caper_json_key(w, "iterations"), r->report.iterations);
    caper_json_double(caper_json_key(w, "seconds"), r->report.seconds);
    caper_json_end_object(w);
}

#if defined(CAPER_STORE)

// A clip with its parameters: numbers as values, names as tags, the space as both.
static bool put_clip(cast *c, const caper_synth_result *r)
{
    char name[300];
    const char *tags[33];
    caper_store_value values[32];
    caper_store_item item = {.name = name, .tags = tags, .values = values};
    caper_clip *clip = caper_clip_load(r->clip_path, NULL, &c->error);
    if (!clip) {
        return false;
    }
    snprintf(name, sizeof name, "%s/%s", caper_space_name(c->space), r->name);
    tags[item.tag_count++] = caper_space_name(c->space);
    for (int i = 0; i < caper_space_dimension_count(c->space) && i < 32; i++) {
        const char *dimension = caper_space_dimension_name(c->space, i);
        const char *tag = caper_space_sample_value(c->space, r->sample, i);
        double number = caper_space_sample_number(c->space, r->sample, dimension);
        if (tag) {
            tags[item.tag_count++] = tag;
        }
        if (number == number) {
            values[item.value_count++] = (caper_store_value){dimension, number};
        }
    }
    item.clip = clip;
    item.provenance = "caper synth";
    bool good = caper_store_put(c->store, &item, &c->error);
    caper_clip_destroy(clip);
    return good;
}

static bool open_store(cast *c, const char *path)
{
    c->store = path ? caper_store_open(path, NULL, &c->error) : NULL;
    return !path || c->store;
}

#else

static bool open_store(cast *c, const char *path)
{
    return !path || caper_error_set(&c->error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                                    "this build has no store: it needs SQLite (Debian: "
                                    "libsqlite3-dev)");
}

#endif

static bool print_result(void *user, const caper_synth_result *r)
{
    cast *c = user;
#if defined(CAPER_STORE)
    if (c->store && r->report.solved && !put_clip(c, r)) {
        return false;
    }
#endif
    if (c->json) {
        write_result(&c->writer, r);
    } else if (r->kept) {
        printf("%-40s kept, %s\n", r->name, r->report.status);
    } else if (r->report.solved) {
        printf("%-40s solved, cost %.4g, %d iterations, %.1f s\n", r->name, r->report.cost,
               r->report.iterations, r->report.seconds);
    } else {
        printf("%-40s failed: %s; worst is %s, by %.2g\n", r->name, r->report.status,
               r->report.worst[0] ? r->report.worst : "nothing", r->report.violation);
    }
    fflush(stdout);
    return true;
}

static int list_samples(const caper_space *space)
{
    int count = caper_space_sample_count(space);
    for (int i = 0; i < count; i++) {
        char name[128];
        caper_space_sample_name(space, i, name, sizeof name);
        printf("%4d %s\n", i, name);
    }
    printf("%d samples of %d combinations\n", count, caper_space_factorial_count(space));
    return CLI_GOOD;
}

// "2/4": the second of four parts.
static bool parse_shard(const char *text, caper_synth_job *job)
{
    char rest;
    int part, count;
    if (!text) {
        return true;
    }
    if (sscanf(text, "%d/%d%c", &part, &count, &rest) != 2 || part < 1 || count < 1 ||
        part > count) {
        return false;
    }
    job->shard = part - 1;
    job->shard_count = count;
    return true;
}

static bool parse_timing(const char *text, caper_synth_job *job)
{
    static const char *const names[CAPER_SYNTH_TIMING_COUNT] = {"space", "given", "durations",
                                                                "search", "implicit"};
    for (int i = 0; text && i < CAPER_SYNTH_TIMING_COUNT; i++) {
        if (strcmp(text, names[i]) == 0) {
            job->timing = (caper_synth_timing)i;
            return true;
        }
    }
    return !text;
}

// Samples between the neighbours that differ most, in a second run; the space with them goes into
// the folder.
static bool refine(caper_space *space, const synth_options *o, const caper_synth_job *job,
                   caper_synth_summary *summary, caper_error *error)
{
    char path[4096];
    if (o->refine == 0 || caper_synth_refine(job, space, o->refine) == 0) {
        return true;
    }
    snprintf(path, sizeof path, "%s/%s.space.json", o->out, caper_space_name(space));
    return caper_space_save(space, path, error) && caper_synth(job, summary, error);
}

static int run(caper_space *space, const synth_options *o, caper_error *error)
{
    static cast c; // large
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "synth");
    caper_synth_job job = caper_synth_job_default();
    if (!parse_shard(o->shard, &job)) {
        return cli_fail("synth", "--shard is I/N, as in 2/4, found '%s'", o->shard);
    }
    if (!parse_timing(o->timing, &job)) {
        return cli_fail("synth", "--timing is given, durations, search or implicit, found '%s'",
                        o->timing);
    }
    caper_synth_summary summary = {0};
    c = (cast){.json = o->json, .space = space};
    if (!open_store(&c, o->store)) {
        return cli_error(&c.error);
    }
    job.space = space;
    job.folder = o->out;
    job.character = find_character;
    job.done = print_result;
    job.user = &c;
    job.jobs = o->jobs;
    job.only = o->only;
    job.again = o->again;
    job.rate = (float)o->rate;
    job.search_count = o->search;
    job.progress = &progress;
    caper_json_writer_init(&c.writer, NULL, 2);
    caper_json_begin_object(&c.writer);
    caper_json_begin_array(caper_json_key(&c.writer, "samples"));
    bool good = caper_synth(&job, &summary, error) && refine(space, o, &job, &summary, error);
    caper_json_end_array(&c.writer);
    caper_json_int(caper_json_key(&c.writer, "solved"), summary.solved);
    caper_json_int(caper_json_key(&c.writer, "failed"), summary.failed);
    caper_json_end_object(&c.writer);
    if (good && o->json) {
        good = cli_print_json(&c.writer) == CLI_GOOD;
    } else if (good) {
        printf("%d of %d solved, %d failed, %d kept from before, %.1f s\n", summary.solved,
               summary.sample_count, summary.failed, summary.kept, summary.seconds);
    }
    caper_json_writer_free(&c.writer);
    drop_cast(&c);
#if defined(CAPER_STORE)
    caper_store_destroy(c.store);
#endif
    if (!good) {
        return cli_error(c.error.status != CAPER_OK ? &c.error : error);
    }
    return summary.solved > 0 || summary.sample_count == 0 ? CLI_GOOD : CLI_NO;
}

// A file, or the name of a space that ships with Caper.
static caper_space *load_space(const char *name, caper_error *error)
{
    char relative[300], path[4096];
    snprintf(relative, sizeof relative, "spaces/%s.space.json", name);
    bool plain = strlen(name) < 200 && !strpbrk(name, "./\\");
    return caper_space_load(plain && cli_data_path(relative, path, sizeof path) ? path : name, NULL,
                            error);
}

int cmd_synth(int argc, char **argv)
{
    synth_options o = {.search = 160, .rate = 60};
    const cli_option options[] = {
        {"out", "DIR", CLI_TEXT, &o.out,
         "folder for clips, dynamics and reports (default: DB.synth beside the store)"},
        {"store", "DB", CLI_TEXT, &o.store, "also put the clips into this store"},
        {"jobs", "N", CLI_INT, &o.jobs, "solves at once (default: one per core)"},
        {"shard", "I/N", CLI_TEXT, &o.shard, "only the I-th of N parts of the space"},
        {"only", "K", CLI_TEXT, &o.only, "only the sample of that name or number"},
        {"again", NULL, CLI_FLAG, &o.again, "also what earlier runs in the folder did"},
        {"list", NULL, CLI_FLAG, &o.list, "name the samples, solve nothing"},
        {"timing", "KIND", CLI_TEXT, &o.timing,
         "contact times: given, durations, search or implicit (default: as the space says)"},
        {"search", "N", CLI_INT, &o.search, "solves of a search for contact times (default: 160)"},
        {"refine", "N", CLI_INT, &o.refine,
         "then N samples more, between the neighbours that differ most"},
        {"rate", "HZ", CLI_NUMBER, &o.rate, "frames a second of the clips (default: 60)"},
        {"json", NULL, CLI_FLAG, &o.json, "results as JSON on stdout"},
    };
    const cli_usage usage = {
        .verb = "synth",
        .arguments = "SPACE --store DB|--out DIR [options]",
        .text = "Find the motions of a parameter space by spacetime optimization. A run that was "
                "killed goes on\nwhere it was; samples that did not change are kept. Exit 1 when "
                "nothing was solved.",
        .example = "  caper synth walk_run_turn --out clips\n"
                   "  caper synth my.space.json --out clips --only walk_turn0 --jobs 1\n"
                   "  caper synth stepping --store moves.db\n"
                   "  caper synth stepping --list",
        .options = options,
        .option_count = CAPER_COUNT_OF(options),
    };
    int parsed = cli_parse(&usage, &argc, argv);
    if (parsed != CLI_GOOD) {
        return parsed < 0 ? CLI_GOOD : parsed;
    }
    char folder[4096];
    if (argc != 1 || (!o.out && !o.store && !o.list)) {
        return cli_fail("synth", "expected a space, and --out or --store; see caper synth --help");
    }
    if (!o.out && o.store) { // a run can be resumed: its folder stays
        snprintf(folder, sizeof folder, "%.4000s.synth", o.store);
        o.out = folder;
    }
    if (o.jobs < 0 || o.search < 1 || o.refine < 0 || !(o.rate >= 1) || !(o.rate <= 1000)) {
        return cli_fail("synth", "--jobs, --search and --refine are counts, --rate is 1 to 1000");
    }
    caper_error error = {0};
    caper_space *space = load_space(argv[0], &error);
    if (!space) {
        return cli_error(&error);
    }
    int result = o.list ? list_samples(space) : run(space, &o, &error);
    caper_space_destroy(space);
    return result;
}

#endif
