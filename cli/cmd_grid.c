// SPDX-License-Identifier: MIT
// caper grid: every motion on every body, judged, with a page to look at.
#define _POSIX_C_SOURCE 200809L
#include "grid.h"

#include <string.h>
#include <sys/stat.h>

static bool count_item(void *user, const caper_grid_item *item)
{
    caper_grid_count(user, item);
    return true;
}

// --- the page ------------------------------------------------------------------------------------

static bool write_page(grid_cast *cast, const caper_grid_job *job, const grid_options *o,
                       const char *lines, caper_error *error)
{
    char out[1200], against[1200];
    snprintf(out, sizeof out, "%s/grid.html", o->out);
    struct stat st;
    bool folder = o->against && stat(o->against, &st) == 0 && S_ISDIR(st.st_mode);
    snprintf(against, sizeof against, "%s%s", o->against ? o->against : "",
             folder ? "/grid.jsonl" : "");
    caper_grid_page_def page = caper_grid_page_def_default();
    page.path = lines;
    page.out = out;
    page.against = o->against ? against : NULL;
    page.title = o->title;
    page.picture_budget = (size_t)(o->pictures * 1024 * 1024);
    page.progress = cli_progress();
#ifdef CAPER_RENDER
    grid_painter painter = {.cast = cast, .job = job};
    page.picture = cast && o->pictures > 0 ? grid_paint : NULL;
    page.user = &painter;
#else
    (void)cast;
    (void)job;
#endif
    bool good = caper_grid_page(&page, error);
#ifdef CAPER_RENDER
    good = good && (!cast || o->sheet <= 0 || grid_sheet(&painter, lines, o->sheet, o->out, error));
    if (cast) {
        grid_painter_close(&painter);
    }
#endif
    return good;
}

// --- running -------------------------------------------------------------------------------------

static int finish(const caper_grid_counts *all, const grid_options *o, double pairs_a_second)
{
    caper_error error = {0};
    caper_json_writer w = cli_json_object();
    caper_text text = cli_text();
    caper_grid_counts_summarize(all, &w);
    caper_json_double(caper_json_key(&w, "pairs_per_second_and_core"), pairs_a_second);
    caper_grid_counts_describe(all, &text);
    int code = cli_answer(true, o->json, &w, &text, &error);
    // where nothing could be judged there is no rate, and not enough pass
    bool enough = !(o->at_least > 0) || 100 * caper_grid_rate(all, o->strict) >= o->at_least;
    return code != CLI_GOOD || enough ? code : CLI_NO;
}

static int run_grid(grid_cast *cast, const grid_options *o, caper_grid_job *job)
{
    caper_error error = {0};
    char lines[1200];
    snprintf(lines, sizeof lines, o->shard ? "%s/grid.%d-of-%d.jsonl" : "%s/grid.jsonl", o->out,
             job->shard + 1, job->shard_count);
    job->path = lines;
    caper_job_pool_def def = caper_job_pool_def_default();
    def.thread_count = o->jobs;
    job->pool = caper_job_pool_create(&def);
    job->progress = cli_progress();
    bool good = caper_grid_run(job, &error);
    caper_job_pool_destroy(job->pool);
    if (!good) {
        return cli_error(&error);
    }
    int64_t pairs = 0;
    for (int s = 0; s < CAPER_GRID_STATUS_COUNT; s++) {
        pairs += job->counts.count[s];
    }
    double speed = job->work > 0 ? (double)pairs / job->work : 0;
    if (!o->json) {
        printf("%lld pairs in %.1f s", (long long)pairs, job->seconds);
        if (pairs > 0) {
            printf(": %.1f a second and core, %.0f frames each", speed,
                   (double)job->counts.frames / (double)pairs);
        }
        printf("%s\n", job->resumed > 0 ? " (the others were done before)" : "");
    }
    caper_grid_counts all = {0};
    if (!caper_grid_read(lines, count_item, &all, &error) ||
        (!o->shard && !write_page(cast, job, o, lines, &error))) {
        return cli_error(&error);
    }
    return finish(&all, o, speed);
}

// --- hunting -------------------------------------------------------------------------------------

static bool going(void *user)
{
    return caper_clock_now() < *(const double *)user;
}

static void tell_case(void *user, const caper_grid_case *found)
{
    (void)user;
    printf("%s: %d of %d bodies: %s\n", found->name, found->body_count, found->bodies_before,
           found->why);
}

// Cases go to DIR/cases, where --characters finds them again.
static int hunt_creatures(const caper_grid_job *job, const grid_options *o)
{
    char folder[1200];
    caper_error error = {0};
    double end = caper_clock_now() + o->hunt;
    snprintf(folder, sizeof folder, "%s/cases", o->out);
    caper_grid_hunt hunt = caper_grid_hunt_default();
    hunt.grid = job;
    hunt.folder = folder;
    hunt.going = going;
    hunt.found = tell_case;
    hunt.user = &end;
    hunt.strict = o->strict;
    if (job->act_count == 0) {
        return cli_fail("--hunt needs acts to hunt with");
    }
    if (!caper_folder_make(folder, &error) || !caper_grid_hunt_run(&hunt, &error)) {
        return cli_error(&error);
    }
    printf("%lld creatures tried, %lld fail, %d cases in %s\n", (long long)hunt.tried,
           (long long)hunt.failed, hunt.case_count, folder);
    return CLI_GOOD;
}

// Files of shards into one. The cast is there for pictures alone: who was in it need not be typed
// again.
static int merge(int count, char **paths, grid_cast *cast, const caper_grid_job *job,
                 const grid_options *o)
{
    caper_error error = {0};
    char lines[1200];
    caper_grid_counts all = {0};
    snprintf(lines, sizeof lines, "%s/grid.jsonl", o->out);
    bool good = caper_grid_merge((const char *const *)paths, count, lines, &error) &&
                caper_grid_read(lines, count_item, &all, &error) &&
                write_page(cast, job, o, lines, &error);
    return good ? finish(&all, o, 0) : cli_error(&error);
}

static int run(int merged, char **paths, const grid_options *o)
{
    grid_cast cast;
    caper_error error = {0};
    bool open = grid_open(&cast, o, &error);
    caper_grid_job job = grid_job(&cast, o);
    if (cli_shard(o->shard, &job.shard, &job.shard_count) != CLI_GOOD) {
        grid_close(&cast);
        return CLI_BAD;
    }
    int result = merged > 0    ? merge(merged, paths, open ? &cast : NULL, &job, o)
                 : !open       ? cli_error(&error)
                 : o->hunt > 0 ? hunt_creatures(&job, o)
                               : run_grid(&cast, o, &job);
    grid_close(&cast);
    return result;
}

static const char *variants_word(int i)
{
    return i ? "all" : "best";
}

int cmd_grid(int argc, char **argv)
{
    grid_options o = {.out = "caper-grid", .pictures = 16, .rate = 30, .seed = 1, .difficulty = -1};
    const cli_option options[] = {
        {"motions", "DIR|NAMES", CLI_TO(o.motions), "motions (default: all that ship)"},
        {"captures", "DIR|FILES", CLI_TO(o.captures), "clips to put onto the characters"},
        {"methods", "NAMES", CLI_TO(o.methods), "ways to do so: auto,motion ... (see retarget)"},
        {"walks", "WORLDS", CLI_TO(o.walks), "walk on these worlds: flat,stairs ..."},
        {"froude", "NUMBERS", CLI_TO(o.froude), "how fast: Froude numbers (default: 0.2)"},
        {"characters", "DIR|NAMES", CLI_TO(o.characters),
         "bodies: folders, files, names, menagerie (default: the menagerie)"},
        {"random", "N", CLI_TO(o.random), "N random creatures besides, from tame to wild", 0,
         10000000},
        {"difficulty", "D", CLI_TO(o.difficulty), "of all of them, 0 to 1 (default: mixed)", 0, 1},
        {"seed", "S", CLI_TO(o.seed),
         "of the creatures and of everything else that is random (default: 1)", 0, 2000000000},
        {"variants", "best|all", CLI_TO(o.variants), "ways to play a motion (default: best)",
         .word = variants_word, .count = 2},
        {"places", "NAMES|all", CLI_TO(o.places),
         "of targets: default,easy,far,behind,unreachable (default: default)"},
        {"grounds", "WORLDS", CLI_TO(o.grounds), "motions also on these: rubble,hills ..."},
        {"rate", "HZ", CLI_TO(o.rate), "frames a second (default: 30)", 1, 1000},
        {"out", "DIR", CLI_TO(o.out), "folder for grid.html, grid.jsonl (default: caper-grid)"},
        {"against", "DIR|FILE", CLI_TO(o.against), "an earlier run, for trends"},
        {"pictures", "MB", CLI_TO(o.pictures), "of film strips at most (default: 16; 0: none)", 0,
         1024},
        {"sheet", "N", CLI_TO(o.sheet),
         "N random pairs without verdicts, to judge by eye: sheet1.png ..., sheet.answers.tsv", 0,
         1000},
        {"title", "TEXT", CLI_TO(o.title), "of the page"},
        {"shard", "I/N", CLI_TO(o.shard), "only the I-th of N parts, for `caper grid merge`"},
        {"jobs", "N", CLI_TO(o.jobs), "threads (default: one per core)", 0, 1024},
        {"at-least", "PERCENT", CLI_TO(o.at_least), "exit 1 when fewer pass (default: 0)", 0, 100},
        {"strict", NULL, CLI_TO(o.strict), "what is beyond a gate and few would see fails as well"},
        {"hunt", "SECONDS", CLI_TO(o.hunt),
         "instead: look for creatures that fail, shrink them, keep them in DIR/cases", 0, 1000000},
        {"json", NULL, CLI_TO(o.json), "the summary as JSON"},
    };
    CLI_PARSE(options, "grid", "[options]\nmerge FILE... [options]",
              "Play every act on every body, judge each, and write a page to look at. A run\n"
              "that was killed continues where it stopped.",
              "  caper grid --random 100 --out grid\n"
              "  caper grid --motions my/motions --characters my/rigs --places all --out grid\n"
              "  caper grid --captures walks/ --methods auto,motion --characters menagerie\n"
              "  caper grid --walks flat,stairs,rubble --froude 0.2,0.7 --against last/\n"
              "  caper grid --hunt 60 --out grid\n"
              "  caper grid --random 10000 --shard 1/8 --out grid && caper grid merge "
              "grid/*.jsonl --out all");
    caper_error error = {0};
    return caper_folder_make(o.out, &error) ? run(argc - 1, argv + 1, &o) : cli_error(&error);
}
