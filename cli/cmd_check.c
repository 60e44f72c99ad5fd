// SPDX-License-Identifier: MIT
// caper check: the verdict of room `quality` on a clip, as a table or as JSON.
#include "cli.h"
#include "caper/quality.h"
#include "render_check.h"

#include <math.h>
#include <string.h>

typedef struct check_options {
    const char *on, *source, *source_on, *pairs, *world, *scale, *out;
    double from, to; // seconds
    caper_origin origin;
    bool json, detect, strict;
    float floor;
    cli_reading reading;
} check_options;

typedef struct check_inputs {
    cli_asset clip, on, source, source_on, world;
    const cli_asset *who; // whose character it is judged on
} check_inputs;

static bool load_inputs(check_inputs *in, const char *clip, const check_options *o,
                        caper_error *error)
{
    cli_reading border = o->reading;
    border.floor = NULL; // judging needs it for any clip
    if (!cli_load_kind(clip, CAPER_ASSET_CLIP, &o->reading, &in->clip, error)) {
        return false;
    }
    bool ours = o->on && !in->clip.import; // then units are about the character's file
    if (ours) {
        border.clip = NULL;
    }
    if (!cli_load_kind(o->on, CAPER_ASSET_CHARACTER, ours ? &border : NULL, &in->on, error) ||
        !cli_reading_applies(ours ? o->on : clip, &border, ours ? &in->on : &in->clip, error) ||
        !cli_load_kind(o->source, CAPER_ASSET_CLIP, NULL, &in->source, error) ||
        !cli_load_kind(o->source_on, CAPER_ASSET_CHARACTER, NULL, &in->source_on, error)) {
        return false;
    }
    cli_print_warnings(clip, &in->clip);
    in->who = o->on ? &in->on : &in->clip;
    if (cli_is_guess(&in->clip, in->on.character)) {
        cli_warn_guessed_scale(clip, o->scale);
    }
    return cli_load_world(o->world, o->scale, in->who->character, &in->world, error) &&
           cli_clip_fits(&in->clip, in->clip.clip, in->who->character, clip, error);
}

CLI_WORDS(origin_word, caper_origin_name, caper_origin)

static caper_report *judge(const char *name, const check_inputs *in, const check_options *o,
                           caper_error *error)
{
    int16_t map[CAPER_MAX_BODIES];
    caper_check_job job = caper_check_job_default();
    const caper_import *import = in->who->import;
    job.character = in->who->character;
    job.clip = in->clip.clip;
    job.origin = o->origin;
    job.curves = o->out != NULL;
    job.skins = import ? import->skins : NULL;
    job.skin_count = import ? import->skin_count : 0;
    job.world = in->world.world;
    // what a foreign file was told of its floor has put it at 0
    job.floor = in->clip.import && !isnan(o->floor) ? 0.0f : o->floor;
    job.ignore_declared = o->detect;
    job.boxes_guessed = cli_boxes_are_guessed(in->who);
    job.from = (float)o->from;
    job.to = o->to < 0 ? INFINITY : (float)o->to;
    job.source = in->source.clip;
    job.source_character = in->source_on.character ? in->source_on.character : in->source.character;
    job.source_bodies = o->pairs ? map : NULL;
    if (o->pairs && !caper_check_bodies_load(o->pairs, &in->who->character->skeleton,
                                             &job.source_character->skeleton, map, error)) {
        return NULL;
    }
    caper_error trouble = {0};
    caper_report *report = caper_check(&job, &trouble);
    if (!report) { // the library knows no file names
        caper_error_set(error, trouble.status, name, 0, 0, "%s", trouble.message);
    }
    return report;
}

static int check(const char *name, const check_options *o)
{
    check_inputs in = {0};
    caper_error error = {0};
    caper_json_writer w = cli_json();
    caper_text text = cli_text();
    caper_report *report = load_inputs(&in, name, o, &error) ? judge(name, &in, o, &error) : NULL;
    if (report) {
        caper_report_write(report, in.who->character, &w);
        caper_text_printf(&text, "%s: ", name);
        caper_report_describe(report, in.who->character,
                              in.who == &in.clip && in.clip.tagged ? CLI_GUESS : NULL,
                              in.world.world, &text);
    }
    const check_picture picture = {name, report, in.who, in.clip.clip, in.world.world};
    bool good = report && (!o->out || check_draw(&picture, o->out, &error));
    int code = cli_answer(good, o->json, &w, &text, &error);
    bool fails = report && (o->strict ? !report->pass : report->grade == CAPER_GRADE_FAIL);
    code = code == CLI_GOOD && fails ? CLI_NO : code;
    caper_report_destroy(report);
    CLI_UNLOAD(&in.clip, &in.on, &in.source, &in.source_on, &in.world);
    return code;
}

int cmd_check(int argc, char **argv)
{
    check_options o = {.to = -1};
    const cli_option options[] = {
        {"on", "CHARACTER", CLI_TO(o.on), "the character (default: inferred from the clip)"},
        {"source", "CLIP", CLI_TO(o.source), "the clip it was made from: gates become relative"},
        {"source-on", "CHARACTER", CLI_TO(o.source_on), "the source's character", .with = "source"},
        {"pairs", "FILE", CLI_TO(o.pairs), "lines body=source body (default: same names)",
         .with = "source"},
        {"world", "WORLD", CLI_TO(o.world), "what it stands on (default: a floor)"},
        CLI_WORLD_SCALE_OPTION(o.scale),
        {"origin", "O", CLI_TO(o.origin),
         "ours, found, fitted or auto (default): gates for what Caper made, wide ones for "
         "captures, "
         "or for captures whose feet it fitted to the ground",
         .word = origin_word, .count = CAPER_ORIGIN_COUNT},
        {"detect", NULL, CLI_TO(o.detect), "detect stances even where the clip declares them"},
        {"strict", NULL, CLI_TO(o.strict), "exit 1 for what is beyond a gate and few would see"},
        {"from", "T", CLI_TO(o.from), "first second judged (default 0)", 0, 1000000},
        {"to", "T", CLI_TO(o.to), "last second judged (default: the end)", 0, 1000000},
        {"json", NULL, CLI_TO(o.json), "as JSON"},
        {"out", "FILE.png", CLI_TO(o.out),
         "draw the report: a strip with the worst frames in red, and curves"},
        CLI_CLIP_OPTIONS(o.reading),
    };
    CLI_PARSE(options, "check", "CLIP [options]",
              "Measure a clip (slip, weight, balance, limits, pops, tears ...), give a verdict\n"
              "and say in words what a viewer notices first. It passes, is flawed (beyond a gate,\n"
              "but few would see it) or fails: exit 1 when it fails.",
              "  caper check walk.clip.json --on dog --world stairs\n"
              "  caper check walk.bvh --out report.png\n"
              "  caper check out.clip.json --source in.clip.json --json");
    if (o.world && o.reading.floor && strcmp(o.reading.floor, "auto") != 0) {
        return cli_fail("give --world or --floor, not both");
    }
    if (o.to >= 0 && o.to < o.from) {
        return cli_fail("--to %g is before --from %g", o.to, o.from);
    }
    cli_parse_floor(o.reading.floor, &o.floor);
    return check(argv[0], &o);
}
