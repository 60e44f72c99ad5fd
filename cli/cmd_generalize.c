// SPDX-License-Identifier: MIT
// caper generalize: a clip of one character becomes a motion for any.
#include "cli.h"
#include "caper/motion.h"

#include <stdlib.h>
#include <string.h>

typedef struct generalize_options {
    const char *out, *on;
    bool json, keep_rest;
    caper_motion_from_clip_job job;
    cli_reading reading;
} generalize_options;

static caper_motion *make_motion(const caper_clip *clip, const caper_character *character,
                                 const generalize_options *o, caper_motion_from_clip_report *report,
                                 caper_error *error)
{
    caper_motion_from_clip_job job = o->job;
    job.character = character;
    job.clip = clip;
    job.relaxed = !o->keep_rest;
    // a bar for what takes a while
    job.progress = clip->frame_count > 5000 ? cli_progress() : NULL;
    return caper_motion_from_clip(&job, report, error);
}

// --- several clips: a table ------------------------------------------------------------------

typedef struct table {
    float *rms; // of each clip, a share of height
    float worst;
    int count;
    long frames, keys;
} table;

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static bool add_row(table *t, const char *file, const char *clip,
                    const caper_motion_from_clip_report *r)
{
    char name[160];
    float *grown = realloc(t->rms, sizeof *t->rms * ((size_t)t->count + 1));
    if (!grown) {
        return false;
    }
    t->rms = grown;
    t->rms[t->count++] = r->rms;
    t->worst = caper_max(t->worst, r->worst);
    t->frames += r->frame_count;
    t->keys += r->key_count;
    snprintf(name, sizeof(name), "%s%s%s", cli_file_name(file), clip[0] ? " " : "", clip);
    printf("%-44.44s %7d %7d %8d %9.3f %9.3f", name, r->frame_count, r->key_count, r->channel_count,
           100 * (double)r->rms, 100 * (double)r->worst);
    if (r->shared_count > 0) {
        printf("  %d share", r->shared_count);
    }
    if (r->left_out_count > 0) {
        printf("  %d left out", r->left_out_count);
    }
    printf("\n");
    return true;
}

// Every clip of one file, or the one that was asked for.
static bool add_file(table *t, const char *name, const generalize_options *o, caper_error *error)
{
    cli_asset in;
    bool good = cli_load_clip(name, &o->reading, NULL, &in, error);
    for (int i = 0; good && i < in.clip_count; i++) {
        if (!o->reading.clip || in.clips[i] == in.clip) {
            caper_motion_from_clip_report report = {0};
            caper_motion *motion = make_motion(in.clips[i], in.character, o, &report, error);
            good = motion && add_row(t, name, in.clip_count > 1 ? in.clips[i]->name : "", &report);
            caper_motion_destroy(motion);
        }
    }
    cli_unload(&in);
    return good;
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
    if (t.count > 0) {
        qsort(t.rms, (size_t)t.count, sizeof *t.rms, by_value);
        printf("%d clips, %ld frames, %ld keys; rms %.3f to %.3f %% of height, median %.3f %%; "
               "worst %.3f %%\n",
               t.count, t.frames, t.keys, 100 * (double)t.rms[0], 100 * (double)t.rms[t.count - 1],
               100 * (double)t.rms[t.count / 2], 100 * (double)t.worst);
    }
    free(t.rms);
    return code;
}

// --- one clip: a motion ----------------------------------------------------------------------

static int generalize(const char *name, const generalize_options *o)
{
    cli_asset clip = {0}, body = {0};
    caper_error error = {0};
    caper_motion_from_clip_report report = {0};
    bool loaded = cli_load_clip(name, &o->reading, NULL, &clip, &error) &&
                  cli_load_kind(o->on, CAPER_ASSET_CHARACTER, NULL, &body, &error);
    const caper_character *who = o->on ? body.character : clip.character;
    caper_motion *motion = loaded ? make_motion(clip.clip, who, o, &report, &error) : NULL;
    caper_json_writer w = cli_json_object();
    caper_text text = cli_text();
    if (motion) {
        caper_text_printf(&text, "%s: ", o->out ? o->out : name);
        caper_motion_from_clip_summarize(&report, motion, &w);
        caper_motion_from_clip_describe(&report, motion, &text);
    }
    bool good = motion && cli_has_answer(&w, &text, &error) &&
                (!o->out || caper_motion_save(motion, o->out, &error));
    if (good && o->out) {
        cli_wrote(o->out, "%d channels, %d keys", report.channel_count, report.key_count);
    }
    caper_motion_destroy(motion);
    CLI_UNLOAD(&clip, &body);
    return cli_answer(good, o->json, &w, &text, &error);
}

int cmd_generalize(int argc, char **argv)
{
    generalize_options o = {.job = caper_motion_from_clip_job_default()};
    const cli_option options[] = {
        {"out", "MOTION", CLI_TO(o.out), "the .motion.json to write", .ending = ".motion.json"},
        {"on", "CHARACTER", CLI_TO(o.on), "the character of the clip (default: inferred)"},
        {"tolerance", "PERCENT", CLI_TO(o.job.tolerance), "of height (default: 0.5)", 0.001, 100,
         .scale = 0.01f},
        {"angle", "DEGREES", CLI_TO(o.job.angle_tolerance), "of rotations (default: 1.15)", 0.001,
         180, .scale = CAPER_DEGREE},
        {"name", "NAME", CLI_TO(o.job.name), "of the motion (default: the clip's)"},
        {"keep-rest", NULL, CLI_TO(o.keep_rest),
         "measure from the rest pose as it is, stretched arms and all"},
        {"json", NULL, CLI_TO(o.json), "print the report as JSON"},
        CLI_CLIP_OPTIONS(o.reading),
    };
    CLI_PARSE(options, "generalize",
              "CLIP --out MOTION [options]\nCLIP --json [options]\nCLIP CLIP... [options]",
              "Turn a clip of one character into a motion for any. Bodies are described by what\n"
              "they are and where, movements by what matters about them: the ground, the mouth,\n"
              "rest. Prints the channels, the keys beside the frames, and how far the motion is\n"
              "from the clip when it plays on the character that it came from. Several clips\n"
              "give a table of these figures and no motion.",
              "  caper generalize walk.bvh --out walk.motion.json\n"
              "  caper generalize Fox.glb --clip Run --out run.motion.json --tolerance 1\n"
              "  caper generalize captures/*.bvh");
    if (argc > 1 && (o.out || o.json || o.on || o.job.name)) {
        return cli_fail("--out, --json, --on and --name are for one clip, found %d", argc);
    }
    return argc > 1 ? print_table(argc, argv, &o) : generalize(argv[0], &o);
}
