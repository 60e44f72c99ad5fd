// SPDX-License-Identifier: MIT
// caper render: pictures, contact sheets, film strips and films, without a window.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#if CAPER_RENDER

#include "render_cast.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

// --- options -----------------------------------------------------------------------------------

static bool parse_camera(render_job *job)
{
    double v[3] = {0};
    int count = cli_numbers(job->camera, ',', v, 3);
    job->has_camera = true;
    job->has_distance = count == 3;
    job->yaw = (float)v[0] * CAPER_PI / 180.0f;
    job->pitch = (float)v[1] * CAPER_PI / 180.0f;
    job->distance = (float)v[2];
    return count >= 2 && fabs(v[0]) <= 3600 && fabs(v[1]) <= 89.9 &&
           (count < 3 || (v[2] > 1e-4 && v[2] < 1e5));
}

static bool parse_size(render_job *job)
{
    double v[2];
    if (cli_numbers(job->size, 'x', v, 2) != 2 || v[0] != floor(v[0]) || v[1] != floor(v[1]) ||
        v[0] < 16 || v[1] < 16 || v[0] > CAPER_PICTURE_MAX || v[1] > CAPER_PICTURE_MAX) {
        return false;
    }
    job->width = (int)v[0];
    job->height = (int)v[1];
    return true;
}

static bool given(double number)
{
    return number != RENDER_NOT_GIVEN;
}

bool render_is_film(const char *path)
{
    return cli_ends_with(path, ".mp4") || cli_ends_with(path, ".gif") ||
           cli_ends_with(path, ".webm") || cli_ends_with(path, ".mkv");
}

// The folder that the output goes to is there.
static bool has_folder(const char *path)
{
    char folder[1024];
    const char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) >= sizeof(folder)) {
        return true; // here, or for the writer to refuse
    }
    snprintf(folder, sizeof(folder), "%.*s/", (int)(slash - path), path);
    struct stat status;
    return stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

static int check_out(const render_job *job)
{
    if (!cli_ends_with(job->out, ".png") && !render_is_film(job->out)) {
        return cli_fail("--out takes .png, .mp4, .gif, .webm or .mkv, not '%s'", job->out);
    }
    if (!has_folder(job->out)) {
        return cli_fail("the folder of --out %s does not exist", job->out);
    }
    return CLI_GOOD;
}

static int check_values(render_job *job)
{
    if (job->camera && !parse_camera(job)) {
        return cli_fail("--camera takes YAW,PITCH or YAW,PITCH,DISTANCE (degrees, pitch below 90; "
                        "metres), not '%s'",
                        job->camera);
    }
    if (job->size && !parse_size(job)) {
        return cli_fail("--size takes WIDTHxHEIGHT, 16 to %d each, not '%s'", CAPER_PICTURE_MAX,
                        job->size);
    }
    if (job->layout && strcmp(job->layout, "cells") != 0 && strcmp(job->layout, "path") != 0 &&
        strcmp(job->layout, "grid") != 0) {
        return cli_fail("--layout takes cells, path or grid, not '%s'", job->layout);
    }
    if (given(job->to) && job->to < job->from) {
        return cli_fail("--to must not be before --from");
    }
    return CLI_GOOD;
}

// --- options that would change nothing ---------------------------------------------------------

// What kind of output the options ask for.
typedef struct outcome {
    bool film, strips, one;
    bool clips;   // some member plays a clip
    bool foreign; // some file was of a foreign format
} outcome;

static outcome outcome_of(const cast *c, const render_job *job)
{
    outcome o = {.film = render_is_film(job->out)};
    for (int i = 0; i < c->count; i++) {
        o.clips |= c->members[i].clip != NULL;
        o.foreign |= c->members[i].asset.import || c->members[i].on.import;
    }
    o.strips = !o.film && render_is_strips(c, job);
    o.one = !o.film && !o.strips && render_is_one(c, job);
    return o;
}

// --clip chooses among the clips of a file, so every input must have some.
static int check_clip(const cast *c, const render_job *job)
{
    for (int i = 0; i < c->count && job->reading.clip; i++) {
        if (c->members[i].character && c->members[i].asset.clip_count == 0) {
            return cli_fail("--clip chooses a clip of a file, and %s has none",
                            c->members[i].label);
        }
    }
    return CLI_GOOD;
}

// An option that does not apply is refused, so that nobody waits for what it would have done.
static int check_use(const cast *c, const render_job *job)
{
    outcome o = outcome_of(c, job);
    const cli_reading *r = &job->reading;
    const struct {
        bool used, applies;
        const char *name, *why;
    } rules[] = {
        {job->on, o.clips, "--on", "only clips are drawn on another character"},
        {given(job->from), o.clips, "--from", "there is no clip"},
        {given(job->to), o.clips, "--to", "there is no clip"},
        {job->trails, o.clips, "--trails", "there is no clip"},
        {job->contacts, o.clips, "--contacts", "there is no clip"},
        {given(job->fps), o.film, "--fps", "only films have frames a second"},
        {job->sheet != INT_MIN, !o.film && o.clips && (o.strips || job->sheet == 1), "--sheet",
         "only strips of clips in a .png have poses"},
        {job->layout, o.strips, "--layout", "only strips of clips in a .png have a layout"},
        {job->title, !o.film && !o.one, "--title", "only sheets and strips have a heading"},
        {job->labels, o.film || o.one, "--labels",
         "sheets and strips are named anyway; it is for films and single pictures (--together)"},
        {job->rest && r->clip, false, "--clip", "--rest leaves all clips out"},
        {r->clip, c->count > 0, "--clip", "there is no file"},
        {r->up || r->skeleton || r->floor || r->unit != 0 || r->rate != 0, o.foreign,
         "--unit, --up, --floor, --skeleton or --file-rate", "no input is of a foreign format"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(rules); i++) {
        if (rules[i].used && !rules[i].applies) {
            return cli_fail("%s does not apply here: %s", rules[i].name, rules[i].why);
        }
    }
    return check_clip(c, job);
}

int render_any(cast *c, const render_job *job)
{
    return render_is_film(job->out) ? render_film(c, job) : render_sheet(c, job);
}

static int run(const render_job *job)
{
    cast c = {0};
    caper_error error = {0};
    bool sheet = !render_is_film(job->out) && !job->together && !job->world && job->input_count > 1;
    int code = cast_load(&c, job, sheet, &error) ? check_use(&c, job) : cli_error(&error);
    if (code == CLI_GOOD && c.bad_count > 0 && outcome_of(&c, job).one) {
        code = CLI_BAD; // a world among the inputs makes one scene of them: no place stays empty
    }
    if (code == CLI_GOOD) {
        code = render_any(&c, job);
    }
    if (code == CLI_GOOD && !(render_is_film(job->out) && !has_file(job->out))) {
        cli_wrote(job->out, "%d figure%s", c.count - c.bad_count,
                  c.count - c.bad_count == 1 ? "" : "s");
    }
    if (code == CLI_GOOD && c.bad_count > 0) {
        code = cli_fail("%d of %d inputs could not be drawn; %s has the others", c.bad_count,
                        c.count, job->out);
    }
    cast_free(&c);
    return code;
}

int cmd_render(int argc, char **argv)
{
    render_job job = {0};
    job.sheet = INT_MIN;
    job.from = job.to = job.fps = RENDER_NOT_GIVEN;
    const cli_option options[] = {
        {"out", "FILE", CLI_TO(job.out), ".png: picture or strip; .mp4 .gif .webm .mkv: film"},
        {"on", "CHARACTER,...", CLI_TO(job.on),
         "who plays the motions and clips, one or several (default: clips on their own)"},
        {"world", "W", CLI_TO(job.world), "world to draw around them; it changes no motion"},
        CLI_WORLD_SCALE_OPTION(job.scale),
        {"camera", "Y,P[,D]", CLI_TO(job.camera),
         "yaw (0 front, 90 its left side), pitch, degrees; distance, metres"},
        {"sheet", "N", CLI_TO(job.sheet), "poses of a film strip (default 8); 1: one picture", 1,
         64},
        {"layout", "cells|path|grid", CLI_TO(job.layout),
         "poses in cells, along the path, or a row for each clip (default: what fits)"},
        {"size", "WxH", CLI_TO(job.size), "pixels (strips: the width; the height follows)"},
        {"fps", "F", CLI_TO(job.fps), "frames a second of a film (default 30; gif 20)", 0.1, 1000},
        {"from", "T", CLI_TO(job.from), "first second shown (default 0)", 0, 1000000},
        {"to", "T", CLI_TO(job.to), "last second shown (default: the end)", 0, 1000000},
        {"labels", NULL, CLI_TO(job.labels), "names above characters"},
        {"trails", NULL, CLI_TO(job.trails), "paths of feet, hands and heads"},
        {"contacts", NULL, CLI_TO(job.contacts), "mark what stands on the ground"},
        {"skin", NULL, CLI_TO(job.skin), "insist on the skin (default where there is one)",
         .without = "bodies"},
        {"bodies", NULL, CLI_TO(job.bodies),
         "the bodies' own boxes, even where there is a skin or they are guesses"},
        {"rest", NULL, CLI_TO(job.rest), "characters at rest, whatever clips the files have"},
        {"together", NULL, CLI_TO(job.together), "all in one scene at true scale"},
        {"title", "TEXT", CLI_TO(job.title), "heading of a sheet"},
        CLI_CLIP_OPTIONS(job.reading),
    };
    CLI_PARSE(options, "render", "[IN...] --out FILE [options]",
              "Draw characters, clips and motions, headless: a contact sheet of characters, a\n"
              "film strip of a clip or motion, a grid of several, a picture, or a film. IN is a\n"
              "file of ours or a foreign one, the name of a shipped character or motion, or\n"
              "random:SEED; without any: all shipped characters. Films need ffmpeg; without it\n"
              "they become numbered pictures beside FILE.",
              "  caper render dog spider random:42 --out sheet.png\n"
              "  caper render jig --on fox.glb,spider --out jig.png\n"
              "  caper render walk.bvh --out walk.png --sheet 10 --contacts --trails\n"
              "  caper render dog.clip.json horse.clip.json --out both.png\n"
              "  caper render walk.clip.json --on dog --world stairs --out walk.mp4");
    int code = check_out(&job);
    code = code == CLI_GOOD ? check_values(&job) : code;
    if (code != CLI_GOOD) {
        return code;
    }
    job.inputs = argv;
    job.input_count = argc;
    if (argc > 0 || job.world) {
        return run(&job);
    }
    char **paths = NULL;
    int count = cli_data_list("characters", ".character.json", &paths);
    if (count == 0) {
        return cli_fail("expected a file: the shipped characters were not found");
    }
    job.inputs = paths;
    job.input_count = count;
    code = run(&job);
    cli_free_paths(paths, count);
    return code;
}

#endif
