// SPDX-License-Identifier: MIT
// caper demo: what Caper does, in pictures and a report. Everything in it is made by commands that
// anybody could type, one after the other, and every clip is judged.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include "caper/quality.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define CREATURES 24

typedef struct demo {
    const char *folder;
    caper_text rows; // of the table in the page
    int judged, passed;
} demo;

// Run a command: words parted by spaces; % in front of a word is the folder, ' begins a heading,
// in which _ is a space. What was not built is left out.
static bool run_line(const demo *d, const char *format, ...) CAPER_PRINTF(2, 3);
static bool run_line(const demo *d, const char *format, ...)
{
    static const cli_verb verbs[] = {
        {"play", NULL, cmd_play},
        {"walk", NULL, cmd_walk},
        {"stride", NULL, cmd_stride},
        {"puppet", NULL, cmd_puppet},
        {"graph", NULL, cmd_graph},
#if defined(CAPER_RENDER)
        {"render", NULL, cmd_render},
#if defined(CAPER_PHYSICS)
        {"simulate", NULL, cmd_simulate},
#endif
#endif
    };
    char line[2048], words[64][512], *argv[65] = {0};
    int count = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (char *rest = line, *word; count < 64 && (word = strtok_r(rest, " ", &rest)); count++) {
        bool text = word[0] == '\''; // a heading
        snprintf(words[count], sizeof words[0], word[0] == '%' ? "%s/%s" : "%s%s",
                 word[0] == '%' ? d->folder : "", word + (text || word[0] == '%'));
        for (char *c = words[count]; text && *c; c++) {
            *c = *c == '_' ? ' ' : *c;
        }
        argv[count] = words[count];
    }
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        if (strcmp(argv[0], verbs[i].name) == 0) {
            return verbs[i].run(count - 1, argv + 1) == CLI_GOOD;
        }
    }
    return true;
}

// The metrics that fail, in words.
static void print_failures(caper_text *out, const caper_report *r)
{
    int count = 0;
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (!r->measures[m].pass) {
            caper_text_printf(out, "%s%s", count++ ? ", " : "", caper_metric_name((caper_metric)m));
        }
    }
    caper_text_append_string(out, count ? "" : "pass");
}

// A row of the table for a clip in the folder.
static bool judge(demo *d, const char *name)
{
    char path[1200];
    caper_error error = {0};
    cli_asset asset;
    snprintf(path, sizeof path, "%s/%s.clip.json", d->folder, name);
    if (!cli_load_kind(path, CLI_ASSET_CLIP, NULL, &asset, &error)) {
        return cli_error(&error) == CLI_GOOD;
    }
    caper_check_job job = caper_check_job_default();
    job.character = asset.character;
    job.clip = asset.clip;
    job.floor = 0;
    caper_report *report = caper_check(&job, &error);
    if (report) {
        d->judged++;
        d->passed += report->pass;
        caper_text_printf(&d->rows, "<tr><td>%s</td><td>%.3g m</td><td>%.2f mm</td><td>%.0f mm",
                          name, (double)asset.character->size,
                          report->measures[CAPER_METRIC_SLIP_MAX].value,
                          report->measures[CAPER_METRIC_PENETRATION_MAX].value);
        caper_text_append_string(&d->rows, "</td><td>");
        print_failures(&d->rows, report);
        caper_text_append_string(&d->rows, "</td></tr>\n");
    }
    caper_report_destroy(report);
    cli_unload(&asset);
    return report || cli_error(&error) == CLI_GOOD;
}

static bool draw_creatures(const demo *d)
{
    char names[24 * CREATURES] = "";
    for (int i = 0; i < CREATURES; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "random:%d,%.2f ", i + 1,
                 (double)i / (CREATURES - 1));
    }
    return run_line(d, "render %s --title 'Random_creatures,_tame_to_wild --out %%creatures.png",
                    names);
}

// One motion on bodies of very different plans.
static bool show_motion(demo *d, const char *motion)
{
    static const char *const cast[] = {"performer", "blubby",  "sally",    "four_armed",
                                       "dog",       "ostrich", "kangaroo", "dragon",
                                       "spider",    "crab",    "octopus",  "centaur"};
    char names[1024] = "";
    for (int i = 0; i < CAPER_COUNT_OF(cast); i++) {
        char name[80];
        snprintf(name, sizeof name, "%s_%s", motion, cast[i]);
        if (!run_line(d, "play %s --on %s --out %%%s.clip.json", motion, cast[i], name) ||
            !judge(d, name)) {
            return false;
        }
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%%%s.clip.json ", name);
    }
    return run_line(d, "render %s --layout grid --sheet 6 --title '%s,_on_%d_bodies --out %%%s.png",
                    names, motion, CAPER_COUNT_OF(cast), motion);
}

// A performer's motion on two puppets, by each method, the best one last, where the eye ends.
static bool show_puppets(demo *d, const char *motion, const char *title, const char *shown)
{
    static const char *const puppets[] = {"blubby", "sally"};
    static const char *const methods[] = {"angles", "effectors", "importance"};
    char names[1024];
    snprintf(names, sizeof names, "%%%s_performer.clip.json ", motion);
    for (int i = 0; i < CAPER_COUNT_OF(puppets) * CAPER_COUNT_OF(methods); i++) {
        const char *puppet = puppets[i / CAPER_COUNT_OF(methods)];
        const char *method = methods[i % CAPER_COUNT_OF(methods)];
        char name[80];
        snprintf(name, sizeof name, "%s_%s_%s", motion, puppet, method);
        if (!run_line(d,
                      "puppet %%%s_performer.clip.json --onto %s --method %s --out %%%s.clip.json",
                      motion, puppet, method, name) ||
            !judge(d, name)) {
            return false;
        }
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%%%s.clip.json ", name);
    }
    return run_line(d,
                    "render %s --layout grid --title '%s %s --camera -66,2 --out %%puppet_%s.png",
                    names, title, shown, motion);
}

static bool write_page(const demo *d, caper_error *error)
{
    caper_text page;
    caper_text_init(&page, NULL);
    caper_text_printf(
        &page,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Caper %s</title>\n"
        "<style>body{font:16px system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
        "img{max-width:100%%}table{border-collapse:collapse}td,th{padding:.2em .8em;"
        "border-bottom:1px solid #ccc;text-align:left}</style>\n"
        "<h1>Caper %s: one motion, any body</h1>\n"
        "<h2>The menagerie</h2><p>The characters that ship with Caper, in their rest poses, each "
        "scaled to its cell.</p><img src=\"menagerie.png\" alt=\"The menagerie\">\n"
        "<h2>Creatures that nobody planned</h2><p>Seeds 1 to %d, from tame to wild. Any command "
        "that takes a character takes <code>random:SEED,DIFFICULTY</code> too.</p>"
        "<img src=\"creatures.png\" alt=\"Random creatures\">\n"
        "<h2>One motion, twelve bodies</h2><p>Authored once, for no body in particular, and played "
        "on bodies that its author has not seen: <code>caper play jig --on crab --out "
        "jig.clip.json</code>.</p><img src=\"jig.png\" alt=\"A jig on twelve bodies\">"
        "<img src=\"pick_fruit.png\" alt=\"Picking a fruit and eating it\">\n"
        "<h2>Puppets</h2><p>A performer's walk on bodies of other proportions. Joint angles alone "
        "leave feet and hands in the ground; the places of hands and feet alone give odd elbows "
        "and knees. By importance, what touches things keeps its place and all else "
        "its angles: <code>caper puppet walk_performer.clip.json --onto blubby --out "
        "blubby.clip.json</code>.</p><img src=\"puppet_walk.png\" alt=\"Three ways to move a "
        "puppet\"><img src=\"puppet_pound.png\" alt=\"The same with hands on the ground\">\n"
        "<h2>Stairs</h2><p>One walk, made on flat ground: there, up stairs and down stairs. Its "
        "feet find whole treads, and the body is on its way before they land: <code>caper stride "
        "walk_performer.clip.json --world stairs --out stairs.clip.json</code>.</p>"
        "<img src=\"stride.png\" alt=\"A walk up stairs\">"
        "<img src=\"stride_down.png\" alt=\"The same walk down stairs\">\n"
        "<h2>Endless motion</h2><p>Some walks and runs become a motion graph. Keys drive it, by "
        "the "
        "nearest frame of all clips (above) and along its edges (below), and onto any other body "
        "at the same time: <code>caper graph drive people.graph.json</code>.</p>"
        "<img src=\"graph.png\" alt=\"A walk, a turn, a run and a stop, driven by keys\">\n"
        "<h2>Physics</h2><p>One foot on a crate. Held by a hook (green) it stands, which nobody "
        "could; with a weak spring at its root it falls: <code>caper simulate crate --out "
        "crate.png</code>.</p><img src=\"physics.png\" alt=\"This build has no physics\">\n"
        "<h2>One judge</h2><p>Every clip is judged; %d of %d pass all gates.</p>\n"
        "<table><tr><th>clip<th>size<th>slip<th>in the ground<th>verdict</tr>\n%s</table></html>\n",
        caper_version(), caper_version(), CREATURES, d->passed, d->judged,
        d->rows.data ? d->rows.data : "");
    char path[1024];
    snprintf(path, sizeof path, "%s/index.html", d->folder);
    bool good = page.failed || d->rows.failed
                    ? caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory")
                    : caper_file_write(path, page.data, page.size, error);
    caper_text_free(&page);
    return good;
}

/// The same walk up stairs and down.
static bool show_stairs(demo *d)
{
    printf("a walk on stairs ...\n");
    return run_line(d, "stride %%walk_performer.clip.json --world stairs --at 0,0.4 "
                       "--out %%stairs_up.clip.json") &&
           run_line(d, "stride %%walk_performer.clip.json --world stairs --at 0,5.4 "
                       "--out %%stairs_down.clip.json") &&
           run_line(d, "render %%stairs_up.clip.json --world stairs --camera 90,8 --layout path "
                       "--sheet 12 --size 1400x700 --title 'Up_stairs --out %%stride.png") &&
           run_line(d, "render %%stairs_down.clip.json --world stairs --camera 90,8 --layout path "
                       "--sheet 12 --size 1400x700 --title 'Down_stairs --out %%stride_down.png");
}

/// Walks and runs become a graph; keys drive it by matching and along its edges, and a crab goes
/// along. Words of --keys are written without blanks.
static bool show_graph(demo *d)
{
    printf("a motion graph, driven by keys ...\n");
    return run_line(d, "walk performer --speed 1.3 --path curve --seconds 10 "
                       "--out %%graph_curve.clip.json") &&
           run_line(d, "walk performer --speed 1.1 --path circle --seconds 8 "
                       "--out %%graph_circle.clip.json") &&
           run_line(d, "walk performer --speed 1.3 --path circle --seconds 8 "
                       "--out %%graph_wide.clip.json") &&
           run_line(d, "walk performer --speed 2.8 --path curve --seconds 10 "
                       "--out %%graph_run.clip.json") &&
           run_line(d, "graph build %%walk_performer.clip.json %%graph_curve.clip.json "
                       "%%graph_circle.clip.json %%graph_wide.clip.json %%graph_run.clip.json "
                       "--on performer --mirror --out %%people.graph.json") &&
           run_line(d, "graph drive %%people.graph.json --keys w3d2d3r3x2 "
                       "--out %%drive_match.clip.json") &&
           run_line(d, "graph drive %%people.graph.json --by graph --keys w3d2d3r3x2 "
                       "--out %%drive_graph.clip.json") &&
           run_line(d, "graph drive %%people.graph.json --keys w3d2d3r3x2 --onto crab "
                       "--out %%drive_crab.clip.json") &&
           judge(d, "drive_match") && judge(d, "drive_graph") &&
           run_line(d, "render %%drive_match.clip.json %%drive_graph.clip.json "
                       "%%drive_crab.clip.json --layout grid --sheet 8 "
                       "--title 'Walk,_turn,_run,_stop --out %%graph.png");
}

static bool run_demo(demo *d)
{
    printf("menagerie and random creatures ...\n");
    bool good =
        run_line(d, "render --title 'The_menagerie --out %%menagerie.png") && draw_creatures(d);
    printf("one motion on twelve bodies ...\n");
    good = good && show_motion(d, "jig") && show_motion(d, "pick_fruit");
    printf("a performer and two puppets ...\n");
    return good &&
           run_line(d, "walk performer --speed 1.3 --seconds 5 --out %%walk_performer.clip.json") &&
           run_line(d, "play pound --on performer --rate 60 --out %%pound_performer.clip.json") &&
           show_puppets(d, "walk", "A_walk", "--from 3 --to 4 --sheet 5") &&
           show_puppets(d, "pound", "Both_hands_to_the_ground", "--from 0.8 --to 1.6 --sheet 4") &&
           show_stairs(d) && show_graph(d) && run_line(d, "simulate crate --out %%physics.png");
}

int cmd_demo(int argc, char **argv)
{
    demo d = {.folder = "caper-demo"};
    const cli_option options[] = {
        {"out", "DIR", CLI_TEXT, &d.folder, "folder for pictures and report (default caper-demo)"},
    };
    const cli_usage usage = {
        .verb = "demo",
        .arguments = "[options]",
        .text = "Show what Caper does: pictures, clips and a page in a folder.",
        .example = "  caper demo --out /tmp/caper-demo",
        .options = options,
        .option_count = CAPER_COUNT_OF(options),
    };
    int parsed = cli_parse(&usage, &argc, argv);
    if (parsed != CLI_GOOD) {
        return parsed < 0 ? CLI_GOOD : parsed;
    }
    if (argc > 0) {
        return cli_fail("demo", "expected no arguments, found '%s'", argv[0]);
    }
    if (mkdir(d.folder, 0777) != 0 && errno != EEXIST) {
        return cli_fail("demo", "%s: could not make the folder: %s", d.folder, strerror(errno));
    }
    caper_error error = {0};
    caper_text_init(&d.rows, NULL);
    bool good = run_demo(&d);
    int code = !good ? CLI_BAD : write_page(&d, &error) ? CLI_GOOD : cli_error(&error);
    if (code == CLI_GOOD) {
        printf("%d of %d clips pass all gates (the page says which gate stopped the others)\n"
               "see %s/index.html\n",
               d.passed, d.judged, d.folder);
    }
    caper_text_free(&d.rows);
    return code;
}
