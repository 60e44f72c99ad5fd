// SPDX-License-Identifier: MIT
// caper check: the verdict of room `quality` on a clip, as a table or as JSON.
#include "cli.h"
#include "caper/quality.h"
#include "render_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check_inputs {
    cli_asset clip, on, source, source_on, world;
    const caper_character *character;
    double from, to; // seconds
    caper_origin origin;
    const char *out; // a picture, or NULL
} check_inputs;

static void print_number(bool measured, double value)
{
    if (measured) {
        printf(fabs(value) >= 1e4 && fabs(value) < 1e9 ? " %12.0f" : " %12.4g", value);
    } else {
        printf(" %12s", "-");
    }
}

static void print_report(const char *name, const caper_report *r, const check_inputs *in)
{
    const caper_character *c = in->character;
    printf("%s: %s: %s\n", name, r->pass ? "PASS" : "FAIL", r->verdict);
    printf("  %d frames at %.4g Hz on %s (size %.3g m), ", r->frame_count, (double)r->rate,
           in->on.character || !in->clip.tagged ? c->name : CLI_GUESS, (double)r->size);
    if (in->world.world) {
        printf("world %s\n", caper_world_name(in->world.world));
    } else {
        printf("floor %.4g m%s\n", fabs((double)r->floor) < 5e-5 ? 0.0 : (double)r->floor,
               r->floor_estimated ? " (estimated)" : "");
    }
    if (r->rest_frames > 0) {
        printf("  left out: %s, the rest pose in front of the motion, %.3g m from it\n",
               r->rest_frames == 1 ? "frame 0" : "the first frames", (double)r->rest_jump);
    }
    if (r->warning[0]) {
        printf("  warning: %s\n", r->warning);
    }
    printf("  judged as %s\n", r->origin == CAPER_ORIGIN_OURS ? "made by Caper (--origin ours)"
                                                              : "found (--origin found)");
    printf("  %-24s %12s %12s %12s  %s\n", "metric", "value", "source", "gate", "unit");
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        const caper_measure *v = &r->measures[m];
        if (!v->measured) {
            continue;
        }
        printf("  %-24s", caper_metric_name((caper_metric)m));
        print_number(true, v->value);
        if (v->guessed && !v->has_source) {
            printf(" %12s", "guessed");
        } else {
            print_number(v->has_source, v->source);
        }
        if (v->gated) {
            printf(" %s%10.4g", v->at_least ? ">=" : "<=", v->gate);
        } else {
            printf(" %12s", "-");
        }
        printf("  %-6s %s\n", caper_metric_unit((caper_metric)m),
               !v->gated ? ""
               : v->pass ? "pass"
                         : "FAIL");
    }
    for (int i = 0; i < r->worst_count; i++) {
        if (!r->measures[r->worst[i].metric].pass) {
            char text[160];
            caper_report_describe(r, c, i, text, sizeof(text));
            printf("  %s: %s (frame %d)\n", caper_metric_name(r->worst[i].metric), text,
                   r->worst[i].frame);
        }
    }
}

static const char *trim(char *text)
{
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    char *end = text + strlen(text);
    while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
        *--end = '\0';
    }
    return text;
}

// "body=source body" lines, and # before remarks; what is not named is matched by name.
static bool read_pairs(const char *path, const caper_skeleton *to, const caper_skeleton *from,
                       int16_t *map, caper_error *error)
{
    for (int i = 0; i < to->body_count; i++) {
        map[i] = (int16_t)caper_skeleton_find(from, to->names[i]);
    }
    size_t size = 0;
    char *text = caper_file_read(path, 1 << 20, NULL, &size, error);
    if (!text) {
        return false;
    }
    bool good = true;
    int number = 0;
    for (char *line = text; line && good; number++) {
        char *end = strpbrk(line, "\r\n");
        char *next = end ? end + (end[0] == '\r' && end[1] == '\n' ? 2 : 1) : NULL;
        if (end) {
            *end = '\0';
        }
        char *equals = line[0] == '#' ? NULL : strchr(line, '=');
        if (equals) {
            *equals = '\0';
            const char *left = trim(line), *right = trim(equals + 1);
            int body = caper_skeleton_find(to, left);
            int source = right[0] ? caper_skeleton_find(from, right) : -1;
            if (body < 0 || (source < 0 && right[0])) {
                good = caper_error_set(error, CAPER_ERROR_INVALID, path, number + 1, 1,
                                       "no body of the %s is named '%s'",
                                       body < 0 ? "clip" : "source", body < 0 ? left : right);
            } else {
                map[body] = (int16_t)source;
            }
        } else if (line[0] && line[0] != '#') {
            good = caper_error_set(error, CAPER_ERROR_SYNTAX, path, number + 1, 1,
                                   "found '%s', expected body=source body", line);
        }
        line = next;
    }
    caper_free(NULL, text, size + 1);
    return good;
}

static bool load_inputs(check_inputs *in, const char *clip, const char *on, const char *source,
                        const char *source_on, const char *world, const char *scale,
                        const cli_reading *reading, caper_error *error)
{
    cli_reading border = *reading;
    border.floor = NULL; // judging needs it for any clip
    if (!cli_load_kind(clip, CLI_ASSET_CLIP, reading, &in->clip, error)) {
        return false;
    }
    bool ours = on && !in->clip.import; // then units are about the character's file
    if (ours) {
        border.clip = NULL;
    }
    if (!cli_load_kind(on, CLI_ASSET_CHARACTER, ours ? &border : NULL, &in->on, error) ||
        !cli_reading_applies(ours ? on : clip, &border, ours ? &in->on : &in->clip, error) ||
        !cli_load_kind(source, CLI_ASSET_CLIP, NULL, &in->source, error) ||
        !cli_load_kind(source_on, CLI_ASSET_CHARACTER, NULL, &in->source_on, error)) {
        return false;
    }
    cli_print_warnings(clip, &in->clip);
    in->character = on ? in->on.character : in->clip.character;
    if (cli_is_guess(&in->clip, in->on.character)) {
        cli_warn_guessed_scale(clip, scale);
    }
    return cli_load_world(world, scale, in->character, &in->world, error) &&
           cli_clip_fits(&in->clip, in->clip.clip, in->character, clip, error);
}

// What declares its contacts, or is compared with what it was made of, Caper made; what was
// imported was found.
static const char *origin_word(int i)
{
    return i > 0 ? caper_origin_name((caper_origin)(i - 1)) : "auto";
}

static caper_origin origin_of(int word, const check_inputs *in)
{
    bool ours = in->source.clip || in->clip.clip->contact_count > 0;
    return word > 0 ? (caper_origin)(word - 1) : ours ? CAPER_ORIGIN_OURS : CAPER_ORIGIN_FOUND;
}

// Draw the report where that was asked for; CLI_GOOD when there is nothing to say.
static int draw_report(const check_inputs *in, const char *name, const caper_report *report,
                       const caper_check_job *job)
{
#ifdef CAPER_RENDER
    caper_error error = {0};
    bool limbs = in->on.character ? in->on.tagged : in->clip.tagged;
    check_picture picture = {name,       report,     in->character,   in->clip.clip,
                             job->world, job->skins, job->skin_count, limbs};
    if (in->out && !check_draw(&picture, in->out, &error)) {
        return cli_error(&error);
    }
    if (in->out) {
        cli_wrote(in->out, "%d frames judged", report->frame_count);
    }
#else
    (void)name;
    (void)report;
    (void)job;
    if (in->out) {
        return cli_fail("check", "--out needs the renderer, which was not built");
    }
#endif
    return CLI_GOOD;
}

static int judge(check_inputs *in, const char *name, const char *pairs_path, float floor_y,
                 bool ignore_declared, bool json)
{
    caper_error error = {0};
    int16_t map[CAPER_MAX_BODIES];
    caper_check_job job = caper_check_job_default();
    job.character = in->character;
    job.clip = in->clip.clip;
    job.origin = in->origin;
    job.curves = in->out != NULL;
    const caper_import *import = in->on.character ? in->on.import : in->clip.import;
    job.skins = import ? import->skins : NULL;
    job.skin_count = import ? import->skin_count : 0;
    job.world = in->world.world;
    // what a foreign file was told of its floor has put it at 0
    job.floor = in->clip.import && !isnan(floor_y) ? 0.0f : floor_y;
    job.ignore_declared = ignore_declared;
    job.boxes_guessed = cli_boxes_are_guessed(in->on.character ? &in->on : &in->clip);
    job.from = (float)in->from;
    job.to = in->to < 0 ? INFINITY : (float)in->to;
    if (in->source.clip) {
        job.source = in->source.clip;
        job.source_character =
            in->source_on.character ? in->source_on.character : in->source.character;
        if (pairs_path) {
            if (!read_pairs(pairs_path, &in->character->skeleton, &job.source_character->skeleton,
                            map, &error)) {
                return cli_error(&error);
            }
            job.map = map;
        }
    }
    caper_report *report = caper_check(&job, &error);
    if (!report) {
        caper_error named = {0}; // the library knows no file names
        caper_error_set(&named, error.status, name, 0, 0, "%s", error.message);
        return cli_error(&named);
    }
    int code = report->pass ? CLI_GOOD : CLI_NO;
    if (json) {
        caper_json_writer w = cli_json();
        caper_report_write(report, in->character, &w);
        int written = cli_print_json(&w);
        code = written == CLI_GOOD ? code : written;
    } else {
        print_report(name, report, in);
    }
    int drawn = draw_report(in, name, report, &job);
    caper_report_destroy(report);
    return drawn == CLI_GOOD ? code : drawn;
}

int cmd_check(int argc, char **argv)
{
    const char *on = NULL, *source = NULL, *source_on = NULL, *pairs = NULL, *world = NULL,
               *scale = NULL;
    int origin = 0;
    bool json = false, ignore_declared = false;
    cli_reading reading = {0};
    check_inputs in = {.to = -1};
    const cli_option options[] = {
        {"on", "CHARACTER", CLI_TEXT, &on, "the character (default: inferred from the clip)"},
        {"source", "CLIP", CLI_TEXT, &source, "the clip it was made from: gates become relative"},
        {"source-on", "CHARACTER", CLI_TEXT, &source_on, "the source's character",
         .with = "source"},
        {"pairs", "FILE", CLI_TEXT, &pairs, "lines body=source body (default: same names)",
         .with = "source"},
        {"world", "WORLD", CLI_TEXT, &world, "what it stands on (default: a floor)"},
        CLI_WORLD_SCALE_OPTION(scale),
        {"origin", "O", CLI_CHOICE, &origin,
         "ours, found or auto (default): gates for what Caper made, or wide ones for captures",
         .word = origin_word, .count = CAPER_ORIGIN_COUNT + 1},
        {"detect", NULL, CLI_FLAG, &ignore_declared,
         "detect stances even where the clip declares them"},
        {"from", "T", CLI_NUMBER, &in.from, "first second judged (default 0)", 0, 1000000},
        {"to", "T", CLI_NUMBER, &in.to, "last second judged (default: the end)", 0, 1000000},
        {"json", NULL, CLI_FLAG, &json, "as JSON"},
        {"out", "FILE.png", CLI_TEXT, &in.out,
         "draw the report: a strip with the worst frames in red, and curves"},
        CLI_READING_OPTIONS(reading),
        CLI_MAP_OPTION(reading),
    };
    const cli_usage usage = {
        .verb = "check",
        .arguments = "CLIP [options]",
        .text = "Measure a clip (slip, weight, balance, limits, pops, tears ...), give a verdict "
                "and say\n"
                "in words what a person sees first: exit 0 when every gate is passed, 1 when not.",
        .example = "  caper check walk.clip.json --on dog --world stairs\n"
                   "  caper check walk.bvh --out report.png\n"
                   "  caper check out.clip.json --source in.clip.json --json",
        CLI_OPTIONS(options),
        .expects = "one clip",
        .least = 1,
        .most = 1,
    };
    CLI_PARSE(usage);
    if (world && reading.floor && strcmp(reading.floor, "auto") != 0) {
        return cli_fail("check", "give --world or --floor, not both");
    }
    if (in.to >= 0 && in.to < in.from) {
        return cli_fail("check", "--to %g is before --from %g", in.to, in.from);
    }
    float floor_y;
    cli_parse_floor(reading.floor, &floor_y);
    caper_error error = {0};
    int code = CLI_GOOD;
    if (!load_inputs(&in, argv[0], on, source, source_on, world, scale, &reading, &error)) {
        code = cli_error(&error);
    } else {
        in.origin = origin_of(origin, &in);
        code = judge(&in, argv[0], pairs, floor_y, ignore_declared, json);
    }
    CLI_UNLOAD(&in.clip, &in.on, &in.source, &in.source_on, &in.world);
    return code;
}
