// SPDX-License-Identifier: MIT
// caper demo: what Caper does, in pictures and a report. It grows with the library; today it shows
// the menagerie, creatures that nobody planned, and one crouch on every body with legs, once with
// and once without planted feet, each judged.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "crouch.h"
#include "sheet.h"

#include "caper/quality.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CREATURES 24
#define STRIP_POSES 2

typedef struct demo {
    const char *folder;
    caper_character **menagerie;
    int count;
    caper_character *creatures[CREATURES];
    caper_text rows; // of the table in the page
    int judged, passed, caught;
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

// --- the crouch --------------------------------------------------------------------------------

static caper_report *judge_crouch(const caper_character *c, const caper_clip *clip,
                                  caper_error *error)
{
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.floor = 0;
    return caper_check(&job, error);
}

static double figure(const caper_report *r, caper_metric m)
{
    return r->measures[m].value;
}

// The deepest crouch of a few that the judge lets pass, else the shallowest; its depth in *depth.
static caper_clip *deepest_crouch(const caper_character *c, float *depth, caper_report **report,
                                  caper_error *error)
{
    static const float depths[] = {0.3f, 0.2f, 0.13f, 0.08f};
    for (int i = 0; i < CAPER_COUNT_OF(depths); i++) {
        *depth = depths[i];
        caper_clip *clip = crouch_make(c, *depth, true, error);
        *report = clip ? judge_crouch(c, clip, error) : NULL;
        if (!*report || (*report)->pass || i + 1 == CAPER_COUNT_OF(depths)) {
            return clip;
        }
        caper_report_destroy(*report);
        caper_clip_destroy(clip);
    }
    return NULL;
}

// Why a motion failed: the first metric beyond its gate.
static const char *first_failure(const caper_report *r)
{
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (!r->measures[m].pass) {
            return caper_metric_name((caper_metric)m);
        }
    }
    return "pass";
}

// Judge one crouch and its careless twin; false only on failure of the demo itself.
static bool crouch_on(demo *d, const caper_character *c, caper_clip **out, caper_error *error)
{
    caper_error why = {0};
    float depth = 0;
    caper_report *good = NULL;
    *out = deepest_crouch(c, &depth, &good, &why);
    if (!*out) {
        caper_text_printf(&d->rows, "<tr><td>%s</td><td colspan=\"5\">%s</td></tr>\n", c->name,
                          why.message);
        return true;
    }
    caper_clip *careless = crouch_make(c, depth, false, error);
    caper_report *bad = careless ? judge_crouch(c, careless, error) : NULL;
    if (good && bad) {
        d->judged++;
        d->passed += good->pass;
        d->caught += !bad->pass;
        caper_text_printf(&d->rows,
                          "<tr><td>%s</td><td>%.3g m</td><td>%.0f %%</td><td>%s</td>"
                          "<td>%.2f mm</td><td>%s: %s</td></tr>\n",
                          c->name, (double)c->size, (double)depth * 100.0, first_failure(good),
                          figure(good, CAPER_METRIC_SLIP_MAX), bad->pass ? "MISSED" : "caught",
                          first_failure(bad));
    }
    bool done = good && bad;
    caper_report_destroy(good);
    caper_report_destroy(bad);
    caper_clip_destroy(careless);
    return done;
}

// Poses of a clip from standing to deepest, one a cell.
static bool add_strip(const caper_character *c, const caper_clip *clip, sheet_cell *cells,
                      caper_pose *poses)
{
    for (int i = 0; i < STRIP_POSES; i++) {
        poses[i] = caper_character_pose(c, NULL);
        if (!poses[i].bodies) {
            return false;
        }
        caper_clip_sample(clip, 0.5f * clip->duration * (float)i / (float)(STRIP_POSES - 1), NULL,
                          &poses[i]);
        caper_pose_to_model(&c->skeleton, &poses[i], NULL, &poses[i]);
        cells[i].character = c;
        cells[i].model = &poses[i];
    }
    return true;
}

static bool draw_strips(const demo *d, caper_clip *const *clips, caper_error *error)
{
    sheet_cell *cells = calloc((size_t)(d->count * STRIP_POSES), sizeof(sheet_cell));
    caper_pose *poses = calloc((size_t)(d->count * STRIP_POSES), sizeof(caper_pose));
    int count = 0;
    bool good = cells && poses;
    for (int i = 0; i < d->count && good; i++) {
        if (clips[i]) {
            good = add_strip(d->menagerie[i], clips[i], cells + count, poses + count);
            count += STRIP_POSES;
        }
    }
    if (good) {
        sheet_options options = sheet_options_default();
        options.columns = 3 * STRIP_POSES;
        options.title = "One crouch on every body with legs";
        caper_text svg;
        caper_text_init(&svg, NULL);
        sheet_draw(cells, count, &options, &svg);
        good = write_text(d, "crouch.svg", &svg, error);
        caper_text_free(&svg);
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, "crouch.svg", 0, 0, "no memory for the strip");
    }
    for (int i = 0; poses && i < count; i++) {
        caper_pose_destroy(&poses[i], NULL);
    }
    free(poses);
    free(cells);
    return good;
}

static bool run_crouches(demo *d, caper_error *error)
{
    caper_clip **clips = calloc((size_t)d->count, sizeof(caper_clip *));
    bool good = clips != NULL;
    for (int i = 0; i < d->count && good; i++) {
        good = crouch_on(d, d->menagerie[i], &clips[i], error);
        if (good && clips[i]) {
            char path[1100];
            snprintf(path, sizeof(path), "%s/%s_crouch.clip.json", d->folder,
                     d->menagerie[i]->name);
            good = caper_clip_save(clips[i], path, error);
        }
    }
    good = good && draw_strips(d, clips, error);
    for (int i = 0; clips && i < d->count; i++) {
        caper_clip_destroy(clips[i]);
    }
    free(clips);
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
        "<h2>One crouch</h2><p>The root goes down, every foot is brought back by the analytic "
        "limb.</p><img src=\"crouch.svg\" alt=\"Crouching\">\n"
        "<h2>One judge</h2><p>Each crouch is judged, and so is a careless twin whose feet sink "
        "with the body. The depth (a share of the shortest leg) is the deepest of four that the "
        "judge lets pass; %d of %d pass, %d of %d twins are caught.</p>\n"
        "<table><tr><th>character<th>size<th>depth<th>crouch<th>slip<th>careless twin</tr>\n",
        caper_version(), caper_version(), d->count, CREATURES, d->passed, d->judged, d->caught,
        d->judged);
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
    printf("one crouch on every body with legs ...\n");
    if (!run_crouches(d, error) || !write_page(d, error)) {
        return false;
    }
    printf(
        "%d characters, %d random creatures; %d of %d crouches pass all gates (the page says which "
        "gate stopped the others), %d of %d careless twins are caught\nsee %s/index.html\n",
        d->count, CREATURES, d->passed, d->judged, d->caught, d->judged, d->folder);
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
    int code = run_demo(&d, &error) ? CLI_GOOD : cli_error(&error);
    for (int i = 0; i < d.count; i++) {
        caper_character_destroy(d.menagerie[i]);
    }
    for (int i = 0; i < CREATURES; i++) {
        caper_character_destroy(d.creatures[i]);
    }
    free(d.menagerie);
    caper_text_free(&d.rows);
    return code;
}
