// SPDX-License-Identifier: MIT
// caper demo: what Caper does, in pictures and a report. It grows with the library; today it shows
// the menagerie, creatures that nobody planned, motions on twelve bodies, each clip judged, and a
// performer's motion on puppets.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "demo_physics.h"
#include "demo_puppet.h"
#include "record.h"
#include "sheet.h"

#include "caper/quality.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CREATURES 24
#define STRIP_POSES 6

typedef struct demo {
    const char *folder;
    caper_character **menagerie;
    int count;
    caper_character *creatures[CREATURES];
    caper_text rows;    // of the table in the page
    caper_text physics; // part of the page
    int judged, passed;
} demo;

static bool write_text(const demo *d, const char *name, const caper_text *text, caper_error *error)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s", d->folder, name);
    if (text->failed) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for the text");
    }
    return caper_file_write(path, text->data, text->size, error);
}

// --- characters --------------------------------------------------------------------------------

static bool load_menagerie(demo *d, caper_error *error)
{
    char **paths = NULL;
    int found = cli_data_list("characters", ".character.json", &paths);
    if (found == 0) {
        return caper_error_set(error, CAPER_ERROR_IO, "data/characters", 0, 0,
                               "found no characters: set CAPER_DATA to the data folder of Caper");
    }
    d->menagerie = calloc((size_t)found, sizeof(caper_character *));
    bool good = d->menagerie != NULL;
    for (int i = 0; i < found && good; i++) {
        d->menagerie[i] = caper_character_load(paths[i], NULL, error);
        good = d->menagerie[i] != NULL;
        d->count += good;
    }
    cli_free_paths(paths, found);
    return good;
}

static bool make_creatures(demo *d, caper_error *error)
{
    for (int i = 0; i < CREATURES; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i + 1;
        def.difficulty = (float)i / (float)(CREATURES - 1);
        d->creatures[i] = caper_character_random(&def, error);
        if (!d->creatures[i]) {
            return false;
        }
    }
    return true;
}

static bool draw_characters(const demo *d, const char *name, const char *title,
                            caper_character *const *characters, int count, caper_error *error)
{
    sheet_cell *cells = calloc((size_t)count, sizeof(sheet_cell));
    if (!cells) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "no memory for the sheet");
    }
    for (int i = 0; i < count; i++) {
        cells[i].character = characters[i];
    }
    sheet_options options = sheet_options_default();
    options.columns = 6;
    options.title = title;
    caper_text svg;
    caper_text_init(&svg, NULL);
    sheet_draw(cells, count, &options, &svg);
    bool good = write_text(d, name, &svg, error);
    caper_text_free(&svg);
    free(cells);
    return good;
}

// --- motions -----------------------------------------------------------------------------------

// Bodies of very different plans, for rows of a strip.
static const char *const cast[] = {"performer", "blubby",  "sally",    "four_armed",
                                   "dog",       "ostrich", "kangaroo", "dragon",
                                   "spider",    "crab",    "octopus",  "centaur"};
enum {
    CAST = CAPER_COUNT_OF(cast)
};

static const caper_character *find_character(const demo *d, const char *name)
{
    for (int i = 0; i < d->count; i++) {
        if (strcmp(d->menagerie[i]->name, name) == 0) {
            return d->menagerie[i];
        }
    }
    return NULL;
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

static bool judge(demo *d, const caper_character *c, const caper_clip *clip, caper_error *error)
{
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.floor = 0;
    caper_report *report = caper_check(&job, error);
    if (!report) {
        return false;
    }
    d->judged++;
    d->passed += report->pass;
    caper_text_printf(&d->rows, "<tr><td>%s</td><td>%s</td><td>%.3g m</td><td>%.2f mm</td><td>",
                      clip->name, c->name, (double)c->size,
                      report->measures[CAPER_METRIC_SLIP_MAX].value);
    print_failures(&d->rows, report);
    caper_text_append_string(&d->rows, "</td></tr>\n");
    caper_report_destroy(report);
    return true;
}

// Play a motion on a character, judge it, and keep the clip.
static caper_clip *play_on(demo *d, const caper_motion *motion, const caper_character *c,
                           caper_error *error)
{
    cli_take take;
    memset(&take, 0, sizeof take);
    take.character = c;
    take.motion = motion;
    take.variant = -1;
    take.rate = 30;
    caper_clip *clip = cli_record(&take, error);
    char path[1200];
    snprintf(path, sizeof(path), "%s/%s_%s.clip.json", d->folder, motion->name, c->name);
    if (clip && (!judge(d, c, clip, error) || !caper_clip_save(clip, path, error))) {
        caper_clip_destroy(clip);
        clip = NULL;
    }
    return clip;
}

// Poses of a clip at even times, one a cell.
static bool add_strip(const caper_character *c, const caper_clip *clip, sheet_cell *cells,
                      caper_pose *poses)
{
    for (int i = 0; i < STRIP_POSES; i++) {
        poses[i] = caper_character_pose(c, NULL);
        if (!poses[i].bodies) {
            return false;
        }
        float time = clip->duration * ((float)i + 0.5f) / STRIP_POSES;
        caper_clip_sample(clip, time, NULL, &poses[i]);
        caper_pose_to_model(&c->skeleton, &poses[i], NULL, &poses[i]);
        cells[i].character = c;
        cells[i].model = &poses[i];
    }
    return true;
}

static bool draw_strip(const demo *d, const caper_motion *motion, const sheet_cell *cells,
                       int count, caper_error *error)
{
    char title[160], name[160];
    snprintf(title, sizeof title, "%s, on %d bodies", motion->name, count / STRIP_POSES);
    snprintf(name, sizeof name, "%s.svg", motion->name);
    sheet_options options = sheet_options_default();
    options.columns = STRIP_POSES;
    options.cell_width = options.cell_height = 180;
    options.title = title;
    caper_text svg;
    caper_text_init(&svg, NULL);
    sheet_draw(cells, count, &options, &svg);
    bool good = write_text(d, name, &svg, error);
    caper_text_free(&svg);
    return good;
}

// One motion on the cast. Who lacks what it needs is left out.
static bool show_motion(demo *d, const char *name, caper_error *error)
{
    cli_asset asset;
    sheet_cell cells[CAST * STRIP_POSES];
    caper_pose poses[CAST * STRIP_POSES];
    memset(cells, 0, sizeof cells);
    memset(poses, 0, sizeof poses);
    if (!cli_load_kind(name, CLI_ASSET_MOTION, NULL, &asset, error)) {
        return false;
    }
    int count = 0;
    bool good = true;
    for (int i = 0; i < CAST && good; i++) {
        const caper_character *c = find_character(d, cast[i]);
        caper_error why = {0};
        caper_clip *clip = c ? play_on(d, asset.motion, c, &why) : NULL;
        if (clip) {
            good = add_strip(c, clip, cells + count, poses + count);
            count += STRIP_POSES;
        }
        caper_clip_destroy(clip);
    }
    good = good && draw_strip(d, asset.motion, cells, count, error);
    for (int i = 0; i < count; i++) {
        caper_pose_destroy(&poses[i], NULL);
    }
    cli_unload(&asset);
    return good;
}

// --- the page ----------------------------------------------------------------------------------

static bool write_page(demo *d, caper_error *error)
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
        "<h2>The menagerie</h2><p>%d characters that ship with Caper, in their rest poses, each "
        "scaled to its cell.</p><img src=\"menagerie.svg\" alt=\"The menagerie\">\n"
        "<h2>Creatures that nobody planned</h2><p>Seeds 1 to %d, from tame to wild. Any command "
        "that takes a character takes <code>random:SEED,DIFFICULTY</code> too.</p>"
        "<img src=\"creatures.svg\" alt=\"Random creatures\">\n"
        "<h2>One motion, twelve bodies</h2><p>Authored once, for no body in particular, and played "
        "on "
        "bodies that its author has not seen: <code>caper play jig --on crab --out "
        "jig.clip.json</code>."
        "</p><img src=\"jig.svg\" alt=\"A jig on twelve bodies\">"
        "<img src=\"pick_fruit.svg\" alt=\"Picking a fruit and eating it\">\n"
        "<h2>Puppets</h2><p>A performer's walk on bodies of other proportions. Who keeps joint "
        "angles only has feet and hands in the ground; who keeps the places of hands and feet only "
        "has odd elbows and knees. By importance what touches things keeps its place and all else "
        "its angles: <code>caper puppet walk_performer.clip.json --onto blubby --out "
        "blubby.clip.json</code>.</p><img src=\"puppet.svg\" alt=\"Three ways to move a "
        "puppet\">\n"
        "<h2>Physics</h2>%s"
        "<h2>One judge</h2><p>Every clip is judged; %d of %d pass all gates.</p>\n"
        "<table><tr><th>motion<th>character<th>size<th>slip<th>verdict</tr>\n",
        caper_version(), caper_version(), d->count, CREATURES,
        d->physics.data ? d->physics.data : "", d->passed, d->judged);
    caper_text_append(&page, d->rows.data ? d->rows.data : "", d->rows.size);
    caper_text_append_string(&page, "</table></html>\n");
    bool good = write_text(d, "index.html", &page, error);
    caper_text_free(&page);
    return good;
}

static bool run_demo(demo *d, caper_error *error)
{
    printf("menagerie and random creatures ...\n");
    if (!load_menagerie(d, error) || !make_creatures(d, error) ||
        !draw_characters(d, "menagerie.svg", "The menagerie", d->menagerie, d->count, error) ||
        !draw_characters(d, "creatures.svg", "Random creatures, tame to wild", d->creatures,
                         CREATURES, error)) {
        return false;
    }
    printf("one motion on twelve bodies ...\n");
    if (!show_motion(d, "jig", error) || !show_motion(d, "pick_fruit", error)) {
        return false;
    }
    printf("a performer and two puppets ...\n");
    const caper_character *puppets[2] = {find_character(d, "blubby"), find_character(d, "sally")};
    const caper_character *performer = find_character(d, "performer");
    if (!performer || !puppets[0] || !puppets[1]) {
        return caper_error_set(error, CAPER_ERROR_IO, "data/characters", 0, 0,
                               "found no performer, blubby and sally there");
    }
    if (!demo_puppet(d->folder, performer, puppets, error)) {
        return false;
    }
    printf("one foot on a crate ...\n");
    if (!demo_physics(d->folder, &d->physics, error) || !write_page(d, error)) {
        return false;
    }
    printf("%d characters, %d random creatures; %d of %d clips pass all gates (the page says which "
           "gate stopped the others)\nsee %s/index.html\n",
           d->count, CREATURES, d->passed, d->judged, d->folder);
    return true;
}

int cmd_demo(int argc, char **argv)
{
    demo d = {0};
    d.folder = "caper-demo";
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
    caper_text_init(&d.physics, NULL);
    int code = run_demo(&d, &error) ? CLI_GOOD : cli_error(&error);
    for (int i = 0; i < d.count; i++) {
        caper_character_destroy(d.menagerie[i]);
    }
    for (int i = 0; i < CREATURES; i++) {
        caper_character_destroy(d.creatures[i]);
    }
    free(d.menagerie);
    caper_text_free(&d.rows);
    caper_text_free(&d.physics);
    return code;
}
