// SPDX-License-Identifier: MIT
// caper generalize: a clip of one character becomes a motion for any.
#include "cli.h"
#include "caper/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_mode(const caper_mode *mode)
{
    char text[64];
    snprintf(text, sizeof(text), "%s%s%s", cli_frame_words[mode->position],
             mode->ground ? ", ground" : "", mode->sagittal ? ", sagittal" : "");
    printf(" %-18s %-9s", text, cli_scale_words[mode->scale]);
}

static int count_keys(const caper_channel *channel, caper_curve_kind kind)
{
    int count = 0;
    for (int i = 0; i < channel->curve_count; i++) {
        count += channel->curves[i].kind == kind ? channel->curves[i].key_count : 0;
    }
    return count;
}

static void print_channels(const caper_motion *motion)
{
    const caper_branch *branch = &motion->branches[0];
    printf("  %-36s %-18s %-9s %8s %8s %8s\n", "channel", "mode", "scale", "position", "rotation",
           "weight");
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_channel *c = &branch->channels[i];
        printf("  %-36s", c->name);
        print_mode(&c->mode);
        printf(" %8d %8d %8d\n", count_keys(c, CAPER_CURVE_POSITION),
               count_keys(c, CAPER_CURVE_ROTATION), count_keys(c, CAPER_CURVE_POSITION_WEIGHT));
    }
    if (motion->travel) {
        printf("  %-36s %-18s %-9s %8d\n", "travel", "", "leg", motion->travel->key_count);
    }
}

static void print_result(const char *name, const caper_motion *motion,
                         const caper_motion_from_clip_report *r)
{
    printf("%s: %d channels, %d keys for %d frames", name, r->channel_count, r->key_count,
           r->frame_count);
    if (r->rest_frames > 0) {
        printf(" (%d of them a rest pose in front, left out)", r->rest_frames);
    }
    printf("\n  back on its character: rms %.3f %%, worst %.3f %% of height\n",
           100 * (double)r->rms, 100 * (double)r->worst);
    if (r->shared_count > 0) {
        printf("  %d bodies that no query can tell apart share the mean of their motions\n",
               r->shared_count);
    }
    if (r->left_out_count > 0) {
        printf("  %d bodies that no query selects without others are left out\n",
               r->left_out_count);
    }
    print_channels(motion);
}

static void write_channels(caper_json_writer *w, const caper_motion *motion)
{
    const caper_branch *branch = &motion->branches[0];
    caper_json_begin_array(caper_json_key(w, "channels"));
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_channel *c = &branch->channels[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "name"), c->name);
        caper_json_int(caper_json_key(w, "position_keys"), count_keys(c, CAPER_CURVE_POSITION));
        caper_json_int(caper_json_key(w, "rotation_keys"), count_keys(c, CAPER_CURVE_ROTATION));
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static int print_json(const caper_motion *motion, const caper_motion_from_clip_report *r)
{
    caper_json_writer w = cli_json();
    caper_json_begin_object(&w);
    caper_json_string(caper_json_key(&w, "name"), motion->name);
    const cli_figure figures[] = {{"frames", r->frame_count},
                                  {"rest_frames", r->rest_frames},
                                  {"keys", r->key_count},
                                  {"shared_bodies", r->shared_count},
                                  {"left_out_bodies", r->left_out_count},
                                  {"rms", (double)r->rms, true},
                                  {"worst", (double)r->worst, true}};
    cli_write_figures(&w, figures, CAPER_COUNT_OF(figures));
    write_channels(&w, motion);
    caper_json_end_object(&w);
    return cli_print_json(&w);
}

typedef struct generalize_options {
    const char *out, *on, *name;
    double tolerance, angle; // percent of height, degrees; 0: default
    bool json, keep_rest;
    cli_reading reading;
} generalize_options;

static caper_motion *make_motion_on(const cli_asset *clip, const caper_character *character,
                                    const generalize_options *o,
                                    caper_motion_from_clip_report *report, caper_error *error)
{
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    job.character = character;
    job.clip = clip->clip;
    job.name = o->name;
    // a bar for what takes a while
    job.progress = clip->clip->frame_count > 5000 ? cli_progress("generalize") : NULL;
    if (o->tolerance > 0) {
        job.tolerance = (float)(o->tolerance / 100);
    }
    if (o->angle > 0) {
        job.angle_tolerance = (float)o->angle * CAPER_DEGREE;
    }
    return caper_motion_from_clip(&job, report, error);
}

// The rest pose of a file is often a T: nothing that others could be compared with.
static caper_motion *make_motion(const cli_asset *clip, const caper_character *character,
                                 const generalize_options *o, caper_motion_from_clip_report *report,
                                 caper_error *error)
{
    if (o->keep_rest) {
        return make_motion_on(clip, character, o, report, error);
    }
    caper_character *relaxed = caper_character_relax(character, NULL, error);
    caper_motion *motion = relaxed ? make_motion_on(clip, relaxed, o, report, error) : NULL;
    caper_character_destroy(relaxed);
    return motion;
}

// --- several clips: a table ------------------------------------------------------------------

typedef struct table {
    caper_motion_from_clip_report *rows;
    int count, capacity;
} table;

static bool add_row(table *t, const caper_motion_from_clip_report *row)
{
    if (t->count == t->capacity) {
        int capacity = 2 * t->capacity + 16;
        void *grown = realloc(t->rows, sizeof(*t->rows) * (size_t)capacity);
        if (!grown) {
            return false;
        }
        t->rows = grown;
        t->capacity = capacity;
    }
    t->rows[t->count++] = *row;
    return true;
}

static void print_row(const char *file, const char *clip, const caper_motion_from_clip_report *r)
{
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    char name[160];
    snprintf(name, sizeof(name), "%s%s%s", base, clip[0] ? " " : "", clip);
    printf("%-44.44s %7d %7d %8d %9.3f %9.3f", name, r->frame_count, r->key_count, r->channel_count,
           100 * (double)r->rms, 100 * (double)r->worst);
    if (r->shared_count > 0) {
        printf("  %d share", r->shared_count);
    }
    if (r->left_out_count > 0) {
        printf("  %d left out", r->left_out_count);
    }
    printf("\n");
}

// Every clip of one file, or the one that was asked for.
static bool add_file(table *t, const char *name, const generalize_options *o, caper_error *error)
{
    cli_asset in;
    if (!cli_load_kind(name, CLI_ASSET_CLIP, &o->reading, &in, error)) {
        return false;
    }
    cli_asset one = in;
    bool good = cli_reading_applies(name, &o->reading, &in, error);
    for (int i = 0; good && i < in.clip_count; i++) {
        one.clip = in.clips[i];
        if (o->reading.clip && one.clip != in.clip) {
            continue;
        }
        caper_motion_from_clip_report report = {0};
        caper_motion *motion = make_motion(&one, in.character, o, &report, error);
        good = motion && add_row(t, &report);
        if (good) {
            print_row(name, in.clip_count > 1 ? one.clip->name : "", &report);
        }
        caper_motion_destroy(motion);
    }
    cli_unload(&in);
    return good;
}

static int compare_rms(const void *a, const void *b)
{
    float x = ((const caper_motion_from_clip_report *)a)->rms;
    float y = ((const caper_motion_from_clip_report *)b)->rms;
    return (x > y) - (x < y);
}

static void print_summary(table *t)
{
    if (t->count == 0) {
        return;
    }
    long frames = 0, keys = 0;
    double worst = 0;
    for (int i = 0; i < t->count; i++) {
        frames += t->rows[i].frame_count;
        keys += t->rows[i].key_count;
        worst = (double)t->rows[i].worst > worst ? (double)t->rows[i].worst : worst;
    }
    qsort(t->rows, (size_t)t->count, sizeof(*t->rows), compare_rms);
    printf("%d clips, %ld frames, %ld keys; rms %.3f to %.3f %% of height, median %.3f %%; worst "
           "%.3f %%\n",
           t->count, frames, keys, 100 * (double)t->rows[0].rms,
           100 * (double)t->rows[t->count - 1].rms, 100 * (double)t->rows[t->count / 2].rms,
           100 * worst);
}

// What cannot be read is told and left out; the table goes on.
static int print_table(int count, char **names, const generalize_options *o)
{
    table t = {0};
    int code = CLI_GOOD;
    printf("%-44s %7s %7s %8s %9s %9s\n", "clip", "frames", "keys", "channels", "rms, %",
           "worst, %");
    for (int i = 0; i < count; i++) {
        caper_error error = {0};
        if (!add_file(&t, names[i], o, &error)) {
            code = cli_error(&error);
        }
    }
    print_summary(&t);
    free(t.rows);
    return code;
}

// --- one clip: a motion ----------------------------------------------------------------------

static int generalize(const char *name, const generalize_options *o)
{
    cli_asset clip = {0}, body = {0};
    caper_error error = {0};
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = NULL;
    if (cli_load_clip(name, &o->reading, NULL, &clip, &error) &&
        cli_load_kind(o->on, CLI_ASSET_CHARACTER, NULL, &body, &error)) {
        motion = make_motion(&clip, o->on ? body.character : clip.character, o, &report, &error);
    }
    bool good = motion && (!o->out || caper_motion_save(motion, o->out, &error));
    int code = CLI_GOOD;
    if (good && o->out) {
        cli_wrote(o->out, "%d channels, %d keys", report.channel_count, report.key_count);
    }
    if (good && o->json) {
        code = print_json(motion, &report);
    } else if (good) {
        print_result(o->out ? o->out : name, motion, &report);
    }
    caper_motion_destroy(motion);
    CLI_UNLOAD(&clip, &body);
    return good ? code : cli_error(&error);
}

int cmd_generalize(int argc, char **argv)
{
    generalize_options o = {0};
    const cli_option options[] = {
        {"out", "MOTION", CLI_TEXT, &o.out, "the .motion.json to write", .ending = ".motion.json"},
        {"on", "CHARACTER", CLI_TEXT, &o.on, "the character of the clip (default: inferred)"},
        {"tolerance", "PERCENT", CLI_NUMBER, &o.tolerance, "of height (default: 0.5)", 0, 100},
        {"angle", "DEGREES", CLI_NUMBER, &o.angle, "of rotations (default: 1.15)", 0, 180},
        {"name", "NAME", CLI_TEXT, &o.name, "of the motion (default: the clip's)"},
        {"keep-rest", NULL, CLI_FLAG, &o.keep_rest,
         "measure from the rest pose as it is, stretched arms and all"},
        {"json", NULL, CLI_FLAG, &o.json, "print the report as JSON"},
        CLI_READING_OPTIONS(o.reading),
        CLI_MAP_OPTION(o.reading),
    };
    const cli_usage usage = {
        .verb = "generalize",
        .arguments = "CLIP --out MOTION [options]\n       caper generalize CLIP CLIP... [options]",
        .text =
            "Turn a clip of one character into a motion for any. Bodies are described by what\n"
            "they are and where, movements by what matters about them: the ground, the mouth,\n"
            "rest. Prints the channels, the keys beside the frames, and how far the motion is\n"
            "from the clip when it plays on the character that it came from. Several clips give\n"
            "a table of these figures and no motion.",
        .example = "  caper generalize walk.bvh --out walk.motion.json\n"
                   "  caper generalize Fox.glb --clip Run --out run.motion.json --tolerance 1\n"
                   "  caper generalize captures/*.bvh",
        CLI_OPTIONS(options),
        .expects = "a clip",
        .least = 1,
        .most = -1,
    };
    CLI_PARSE(usage);
    if (argc == 1 && !o.out && !o.json) {
        return cli_fail("generalize", "--out MOTION is missing; see caper generalize --help");
    }
    if (argc > 1 && (o.out || o.json || o.on || o.name)) {
        return cli_fail("generalize", "--out, --json, --on and --name are for one clip, found %d",
                        argc);
    }
    return argc > 1 ? print_table(argc, argv, &o) : generalize(argv[0], &o);
}
