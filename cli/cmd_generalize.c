// SPDX-License-Identifier: MIT
// caper generalize: a clip of one character becomes a motion for any.
#include "cli.h"
#include "caper/motion.h"

#include <stdio.h>
#include <string.h>

// Most clips have rotations in one place only: what a channel is about goes in one word each.
static void print_mode(const caper_mode *mode)
{
    static const char *const frames[CAPER_FRAME_COUNT] = {"identity", "rest", "secondary", "look"};
    static const char *const scales[CAPER_SCALE_COUNT] = {"none", "creature", "limb"};
    char text[64];
    snprintf(text, sizeof(text), "%s%s%s", frames[mode->position], mode->ground ? ", ground" : "",
             mode->sagittal ? ", sagittal" : "");
    printf(" %-18s %-9s", text, scales[mode->scale]);
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

static void write_query(caper_json_writer *w, const caper_motion *motion)
{
    const caper_branch *branch = &motion->branches[0];
    caper_json_key(w, "channels");
    caper_json_begin_array(w);
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_channel *c = &branch->channels[i];
        caper_json_begin_object_inline(w);
        caper_json_key(w, "name");
        caper_json_string(w, c->name);
        caper_json_key(w, "position_keys");
        caper_json_int(w, count_keys(c, CAPER_CURVE_POSITION));
        caper_json_key(w, "rotation_keys");
        caper_json_int(w, count_keys(c, CAPER_CURVE_ROTATION));
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static int print_json(const caper_motion *motion, const caper_motion_from_clip_report *r)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_json_begin_object(&w);
    caper_json_key(&w, "name");
    caper_json_string(&w, motion->name);
    const struct {
        const char *name;
        int value;
    } counts[] = {{"frames", r->frame_count},
                  {"rest_frames", r->rest_frames},
                  {"keys", r->key_count},
                  {"shared_bodies", r->shared_count},
                  {"left_out_bodies", r->left_out_count}};
    for (int i = 0; i < CAPER_COUNT_OF(counts); i++) {
        caper_json_key(&w, counts[i].name);
        caper_json_int(&w, counts[i].value);
    }
    caper_json_key(&w, "rms");
    caper_json_float(&w, r->rms);
    caper_json_key(&w, "worst");
    caper_json_float(&w, r->worst);
    write_query(&w, motion);
    caper_json_end_object(&w);
    int code = cli_print_json(&w);
    caper_json_writer_free(&w);
    return code;
}

typedef struct generalize_options {
    const char *out, *on, *name;
    double tolerance, angle; // percent of height, degrees; 0: default
    bool json;
    cli_reading reading;
} generalize_options;

static caper_motion *make_motion(const cli_asset *clip, const caper_character *character,
                                 const generalize_options *o, caper_motion_from_clip_report *report,
                                 caper_error *error)
{
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "generalize");
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    job.character = character;
    job.clip = clip->clip;
    job.name = o->name;
    // a bar for what takes a while
    job.progress = clip->clip->frame_count > 5000 ? &progress : NULL;
    if (o->tolerance > 0) {
        job.tolerance = (float)(o->tolerance / 100);
    }
    if (o->angle > 0) {
        job.angle_tolerance = (float)o->angle * CAPER_DEGREE;
    }
    return caper_motion_from_clip(&job, report, error);
}

static int generalize(const char *name, const generalize_options *o)
{
    cli_asset clip, body;
    caper_error error = {0};
    memset(&body, 0, sizeof(body));
    if (!cli_load_kind(name, CLI_ASSET_CLIP, &o->reading, &clip, &error)) {
        return cli_error(&error);
    }
    cli_print_warnings(name, &clip);
    caper_motion_from_clip_report report = {0};
    caper_motion *motion = NULL;
    if (!o->on || cli_load_kind(o->on, CLI_ASSET_CHARACTER, NULL, &body, &error)) {
        motion = make_motion(&clip, o->on ? body.character : clip.character, o, &report, &error);
    }
    bool good = motion && (!o->out || caper_motion_save(motion, o->out, &error));
    int code = CLI_GOOD;
    if (good && o->json) {
        code = print_json(motion, &report);
    } else if (good) {
        print_result(o->out ? o->out : name, motion, &report);
    }
    caper_motion_destroy(motion);
    cli_unload(&clip);
    cli_unload(&body);
    return good ? code : cli_error(&error);
}

int cmd_generalize(int argc, char **argv)
{
    generalize_options o = {0};
    const cli_option options[] = {
        {"out", "MOTION", CLI_TEXT, &o.out, "the .motion.json to write"},
        {"on", "CHARACTER", CLI_TEXT, &o.on, "the character of the clip (default: inferred)"},
        {"tolerance", "PERCENT", CLI_NUMBER, &o.tolerance, "of height (default: 0.5)"},
        {"angle", "DEGREES", CLI_NUMBER, &o.angle, "of rotations (default: 1.15)"},
        {"name", "NAME", CLI_TEXT, &o.name, "of the motion (default: the clip's)"},
        {"json", NULL, CLI_FLAG, &o.json, "print the report as JSON"},
        CLI_READING_OPTIONS(o.reading),
    };
    const cli_usage usage = {
        .verb = "generalize",
        .arguments = "CLIP --out MOTION [options]",
        .text = "Turn a clip of one character into a motion for any. Bodies are described by what\n"
                "they are and where, movements by what matters about them: the ground, the mouth,\n"
                "rest. Prints the channels, the keys beside the frames, and how far the motion is\n"
                "from the clip when it plays on the character that it came from.",
        .example = "  caper generalize walk.bvh --out walk.motion.json\n"
                   "  caper generalize Fox.glb --clip Run --out run.motion.json --tolerance 1",
        .options = options,
        .option_count = CAPER_COUNT_OF(options),
    };
    int parsed = cli_parse(&usage, &argc, argv);
    if (parsed != CLI_GOOD) {
        return parsed < 0 ? CLI_GOOD : parsed;
    }
    if (argc != 1) {
        return cli_fail("generalize",
                        "expected one clip, found %d arguments; see caper generalize "
                        "--help",
                        argc);
    }
    if (!o.out && !o.json) {
        return cli_fail("generalize", "--out MOTION is missing; see caper generalize --help");
    }
    if (o.tolerance < 0 || o.tolerance > 100 || o.angle < 0 || o.angle > 180) {
        return cli_fail("generalize",
                        "--tolerance takes 0 to 100 percent, --angle 0 to 180 degrees");
    }
    return generalize(argv[0], &o);
}
