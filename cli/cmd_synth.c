// SPDX-License-Identifier: MIT
// caper synth: the motions of a parameter space, found by spacetime optimization.
#include "cli.h"
#include "record.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if CAPER_SPACETIME

#include "caper/spacetime.h"
#if defined(CAPER_STORE)
#include "caper/store.h"
#endif

typedef struct synth_options {
    const char *out, *store, *only, *shard, *also, *on;
    caper_synth_timing timing;
    int jobs, search, refine, random, seed;
    double rate, seconds;
    bool again, list, json, between;
} synth_options;

// What a run goes on with, and where its results go.
typedef struct cast {
    cli_shelf shelf;
    const char *folder, *also;
    double rate;     // that was asked for; 0: any
    bool stores;     // clips go into a store, too
    bool other_rate; // a clip was kept that has another
    bool json;       // results go out as one JSON document at the end
    caper_json_writer writer;
    const caper_space *space;
#if defined(CAPER_STORE)
    caper_store *store;            // may be NULL
    const caper_character *stored; // whom it was given last
#endif
    caper_error error; // of the store
} cast;

static const caper_character *find_character(void *user, const char *name, caper_error *error)
{
    cast *c = user;
    const cli_asset *asset = cli_shelf_get(&c->shelf, name, CAPER_ASSET_CHARACTER, error);
    return asset ? asset->character : NULL;
}

static const caper_clip *find_clip(void *user, const char *name, caper_error *error)
{
    cast *c = user;
    const cli_asset *asset = cli_shelf_get(&c->shelf, name, CAPER_ASSET_CLIP, error);
    return asset ? asset->clip : NULL;
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

// Before the first clip of a character, so that no clip is there without who it is of.
static bool put_character(cast *c, const caper_character *character)
{
    bool good = c->stored == character || caper_store_put_character(c->store, character, &c->error);
    c->stored = good ? character : c->stored;
    return good;
}

// A clip with its parameters: numbers as values, names as tags, the space as both.
static bool put_clip(cast *c, const caper_synth_result *r, const caper_clip *clip)
{
    char name[300];
    const char *tags[33];
    caper_store_value values[32];
    caper_store_item item = {
        .name = name, .character = r->character->name, .tags = tags, .values = values};
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
    return !c->stores ||
           (put_character(c, r->character) && caper_store_put(c->store, &item, &c->error));
}

static bool open_store(cast *c, const char *path)
{
    c->store = path ? caper_store_open(path, NULL, &c->error) : NULL;
    return !path || c->store;
}

#else

static bool put_clip(cast *c, const caper_synth_result *r, const caper_clip *clip)
{
    (void)c, (void)r, (void)clip;
    return true;
}

static bool open_store(cast *c, const char *path)
{
    return !path || caper_error_set(&c->error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                                    "this build has no store: it needs SQLite (Debian: "
                                    "libsqlite3-dev)");
}

#endif

// A file that is made from another, and no older.
static bool is_fresh(const char *path, const char *source)
{
    struct stat made, from;
    return stat(path, &made) == 0 && stat(source, &from) == 0 && made.st_mtime >= from.st_mtime;
}

// NAME.png, NAME.bvh ... beside NAME.clip.json, as --also says; of a sample that was kept, what is
// not there yet.
static bool save_also(cast *c, const caper_synth_result *r, const caper_clip *clip)
{
    char list[256];
    snprintf(list, sizeof list, "%s", c->also ? c->also : "");
    bool good = true;
    for (char *ending = strtok(list, ","); good && ending; ending = strtok(NULL, ",")) {
        char path[4600];
        snprintf(path, sizeof path, "%s/%s.%s", c->folder, r->name, ending);
        good = (r->kept && is_fresh(path, r->clip_path)) ||
               cli_save_clip(clip, r->character, path, &c->error);
    }
    return good;
}

// What a solved clip gives besides its file.
static bool use_clip(cast *c, const caper_synth_result *r)
{
    if (!c->also && !c->stores && !(c->rate > 0)) {
        return true;
    }
    caper_clip *clip = caper_clip_load(r->clip_path, NULL, &c->error);
    if (!clip) {
        return false;
    }
    // rates are not quite those asked for: frames are spread over a whole duration
    double frames = fmax((double)clip->duration * c->rate, 1);
    bool other = c->rate > 0 && r->kept && fabs(frames - (clip->frame_count - 1)) > 0.51;
    c->other_rate = c->other_rate || other;
    bool good = save_also(c, r, clip) && put_clip(c, r, clip);
    caper_clip_destroy(clip);
    return good;
}

static bool print_result(void *user, const caper_synth_result *r)
{
    cast *c = user;
    if (r->report.solved && !use_clip(c, r)) {
        return false;
    }
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

static int list_samples(const caper_space *space, const char *shard)
{
    int count = caper_space_sample_count(space), part, parts;
    if (cli_shard(shard, &part, &parts) != CLI_GOOD) {
        return CLI_BAD;
    }
    for (int i = part; i < count; i += parts) {
        char name[128];
        caper_space_sample_name(space, i, name, sizeof name);
        printf("%4d %s\n", i, name);
    }
    printf("%d samples of %d combinations\n", count, caper_space_factorial_count(space));
    return CLI_GOOD;
}

static const char *timing_name(int i)
{
    static const char *const names[CAPER_SYNTH_TIMING_COUNT] = {"space", "given", "durations",
                                                                "search", "implicit"};
    return names[i];
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
    cast c = {.json = o->json,
              .space = space,
              .folder = o->out,
              .also = o->also,
              .rate = o->rate,
              .stores = o->store != NULL};
    caper_synth_job job = caper_synth_job_default();
    if (cli_shard(o->shard, &job.shard, &job.shard_count) != CLI_GOOD) {
        return CLI_BAD;
    }
    job.timing = o->timing;
    caper_synth_summary summary = {0};
    if (!open_store(&c, o->store)) {
        return cli_error(&c.error);
    }
    job.space = space;
    job.folder = o->out;
    job.character = find_character;
    job.clip = find_clip;
    job.done = print_result;
    job.user = &c;
    job.jobs = o->jobs;
    job.only = o->only;
    job.again = o->again;
    job.rate = o->rate > 0 ? (float)o->rate : job.rate;
    job.search_count = o->search;
    job.progress = cli_progress();
    c.writer = cli_json_object();
    caper_json_begin_array(caper_json_key(&c.writer, "samples"));
    bool good = caper_synth(&job, &summary, error) && refine(space, o, &job, &summary, error);
    caper_json_end_array(&c.writer);
    caper_json_int(caper_json_key(&c.writer, "solved"), summary.solved);
    caper_json_int(caper_json_key(&c.writer, "failed"), summary.failed);
    if (good && o->json) {
        good = cli_print_json(&c.writer, error);
    } else if (good) {
        printf("%d of %d solved, %d failed, %d kept from before, %.1f s\n", summary.solved,
               summary.sample_count, summary.failed, summary.kept, summary.seconds);
    }
    if (c.other_rate) {
        fprintf(stderr,
                "caper synth: samples that were kept have another rate than %g Hz: --again solves "
                "them again\n",
                o->rate);
    }
    caper_json_writer_free(&c.writer);
    cli_shelf_free(&c.shelf);
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
    char path[4096];
    bool found = cli_find(name, "spaces", ".space.json", "space", path, sizeof path, error);
    return found ? caper_space_load(path, NULL, error) : NULL;
}

// The space of all transitions between clips, each to each other one.
static caper_space *make_between(int count, char **paths, const synth_options *o,
                                 caper_error *error)
{
    caper_json_writer w = cli_json();
    size_t size = 0;
    caper_json_begin_object(&w);
    caper_json_string(caper_json_key(&w, "caper"), "space");
    caper_json_int(caper_json_key(&w, "version"), 1);
    caper_json_string(caper_json_key(&w, "name"), "transition");
    caper_json_string(caper_json_key(&w, "character"), o->on);
    caper_json_bool(caper_json_key(&w, "self_contact"), true);
    // arms stay down and need not swing against legs: in half a second they would flail
    caper_json_begin_object_inline(caper_json_key(&w, "weights"));
    caper_json_double(caper_json_key(&w, "posture"), 0.3);
    caper_json_double(caper_json_key(&w, "spin"), 0);
    caper_json_end_object(&w);
    caper_json_double(caper_json_key(&w, "duration"), o->seconds);
    // a frame each 0.05 s, as in the spaces that ship
    caper_json_int(caper_json_key(&w, "frames"), (int)(o->seconds / 0.05 + 1.5));
    caper_json_begin_array(caper_json_key(&w, "dimensions"));
    caper_json_begin_object(&w);
    caper_json_string(caper_json_key(&w, "name"), "between");
    caper_json_begin_array(caper_json_key(&w, "values"));
    for (int i = 0; i < count * count; i++) {
        char from[100], to[100], both[220];
        cli_plain_name(paths[i / count], from, sizeof from);
        cli_plain_name(paths[i % count], to, sizeof to);
        snprintf(both, sizeof both, "%s_to_%s", from, to);
        if (i / count != i % count) {
            caper_json_begin_object_inline(&w);
            caper_json_string(caper_json_key(&w, "name"), both);
            caper_json_string(caper_json_key(&w, "leaves"), paths[i / count]);
            caper_json_string(caper_json_key(&w, "enters"), paths[i % count]);
            caper_json_end_object(&w);
        }
    }
    caper_json_end_array(&w);
    caper_json_end_object(&w);
    caper_json_end_array(&w);
    caper_json_end_object(&w);
    const char *text = caper_json_writer_finish(&w, &size, error);
    caper_space *space = text ? caper_space_parse(text, size, "--between", NULL, error) : NULL;
    caper_json_writer_free(&w);
    return space;
}

static bool check_also(const char *also, caper_error *error)
{
    char list[256];
    snprintf(list, sizeof list, "%s", also);
    for (char *ending = strtok(list, ","); ending; ending = strtok(NULL, ",")) {
        char path[300];
        snprintf(path, sizeof path, "clip.%s", ending);
        if (!cli_clip_path(path, error)) {
            return false;
        }
    }
    return true;
}

int cmd_synth(int argc, char **argv)
{
    synth_options o = {.search = 160, .seed = 1, .seconds = 0.6, .on = "performer"};
    const cli_option options[] = {
        {"out", "DIR", CLI_TO(o.out),
         "folder for clips, dynamics and reports (default: DB.synth beside the store)"},
        {"store", "DB", CLI_TO(o.store), "also put the clips into this store"},
        {"jobs", "N", CLI_TO(o.jobs), "solves at once (default: one per core)", 0, 1024},
        {"shard", "I/N", CLI_TO(o.shard), "only the I-th of N parts of the space"},
        {"only", "K", CLI_TO(o.only), "only the sample of that name or number"},
        {"again", NULL, CLI_TO(o.again), "solve again what earlier runs in the folder did"},
        {"list", NULL, CLI_TO(o.list), "name the samples, solve nothing"},
        {"timing", "KIND", CLI_TO(o.timing),
         "contact times: given, durations, search or implicit (default: as the space says)",
         .word = timing_name, .count = CAPER_SYNTH_TIMING_COUNT},
        {"search", "N", CLI_TO(o.search), "solves of a search for contact times (default: 160)", 1,
         1000000},
        {"refine", "N", CLI_TO(o.refine),
         "then N more samples, between the neighbors that differ most", 0, 1000000},
        {"random", "N", CLI_TO(o.random),
         "N random samples instead, anywhere between the values, outside of what is excluded", 0,
         1000000},
        {"seed", "N", CLI_TO(o.seed), "of the random samples (default: 1)"},
        {"rate", "HZ", CLI_TO(o.rate), "frames a second of the clips that are solved (default: 60)",
         1, 1000},
        {"also", "ENDINGS", CLI_TO(o.also),
         "also write each clip so: png (film strip), bvh, glb, mp4 ..., as in bvh,png",
         .check = check_also},
        {"between", NULL, CLI_TO(o.between),
         "transitions between the clips that are given, from each to each other"},
        {"on", "CHARACTER", CLI_TO(o.on), "whose clips --between are (default: performer)"},
        {"seconds", "S", CLI_TO(o.seconds), "of a transition (default: 0.6)", 0.3, 10},
        {"json", NULL, CLI_TO(o.json), "results as JSON on stdout"},
    };
    CLI_PARSE(options, "synth", "SPACE [options]\n--between CLIP CLIP... [options]",
              "Find the motions of a parameter space by spacetime optimization. A run that was\n"
              "killed continues where it was; samples that did not change are kept. Exit 1 when\n"
              "nothing was solved.",
              "  caper synth walk_run_turn --out clips\n"
              "  caper synth my.space.json --out clips --only walk_turn0 --jobs 1\n"
              "  caper synth stepping --store moves.db\n"
              "  caper synth --between clips/walk_turn0.clip.json clips/run_turn0.clip.json "
              "--out clips\n"
              "  caper synth stepping --list");
    char folder[4096];
    if (!o.out && !o.store && !o.list) {
        return cli_fail("expected --out, --store or --list; see caper synth --help");
    }
    if (!o.out && o.store) { // a run can be resumed: its folder stays
        snprintf(folder, sizeof folder, "%.4000s.synth", o.store);
        o.out = folder;
    }
    caper_error error = {0};
    caper_space *space =
        o.between ? make_between(argc, argv, &o, &error) : load_space(argv[0], &error);
    if (!space) {
        return cli_error(&error);
    }
    if (o.random > 0 && !caper_space_draw(space, o.random, (uint64_t)o.seed)) {
        caper_space_destroy(space);
        return cli_fail("--random: the space has no room for %d samples between its "
                        "values",
                        o.random);
    }
    int result = o.list ? list_samples(space, o.shard) : run(space, &o, &error);
    caper_space_destroy(space);
    return result;
}

#endif
