// SPDX-License-Identifier: MIT
// caper retarget: a clip of one body onto another, whatever it is: generalize, bind, specialize,
// IK.
#include "record.h"

#include <stdio.h>
#include <string.h>

typedef struct retarget_options {
    const char *onto, *on, *out, *world, *keep, *method;
    double rate, tolerance;
    bool stiff;
    cli_reading reading;
    cli_reading onto_reading;
} retarget_options;

static caper_clip *retarget(const caper_clip *clip, const cli_asset *from, const cli_asset *onto,
                            const caper_world *world, caper_retarget_method method,
                            const retarget_options *o, caper_error *error)
{
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "retarget");
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = from->character;
    job.onto = onto->character;
    job.puppet.performer_map = from->map;
    job.puppet.character_map = onto->map;
    job.world = world;
    job.method = o->keep ? CAPER_RETARGET_MOTION : method;
    job.rate = (float)o->rate;
    job.tolerance = (float)o->tolerance / 100;
    job.stiff = o->stiff;
    job.progress = &progress;
    caper_clip *out = caper_retarget(&job, error);
    const caper_motion_from_clip_report *report = &job.motion_report;
    if (out && job.motion) {
        fprintf(stderr,
                "%d channels, %d keys for %d frames, %.2f %% of height off at end effectors\n",
                report->channel_count, report->key_count, report->frame_count,
                100 * (double)report->rms);
    }
    if (out && o->keep && !caper_motion_save(job.motion, o->keep, error)) {
        caper_clip_destroy(out);
        out = NULL;
    }
    caper_motion_destroy(job.motion);
    return out;
}

static int run(const char *name, caper_retarget_method method, const retarget_options *o)
{
    cli_asset in, from, onto, world;
    memset(&in, 0, sizeof in);
    memset(&from, 0, sizeof from);
    memset(&onto, 0, sizeof onto);
    memset(&world, 0, sizeof world);
    caper_error error = {0};
    bool good = cli_clip_path(o->out, &error) && cli_spares_input(name, o->out, &error) &&
                (!o->keep || cli_motion_path(o->keep, &error)) &&
                cli_load_kind(name, CLI_ASSET_CLIP, &o->reading, &in, &error) &&
                cli_reading_applies(name, &o->reading, &in, &error);
    if (good) {
        cli_print_warnings(name, &in);
    }
    good = good && (!o->on || cli_load_kind(o->on, CLI_ASSET_CHARACTER, NULL, &from, &error)) &&
           cli_load_actor(o->onto, &o->onto_reading, &onto, &error) &&
           (!o->world || cli_load_kind(o->world, CLI_ASSET_WORLD, NULL, &world, &error));
    const caper_character *source = o->on ? from.character : in.character;
    good = good && (!o->on || cli_clip_fits(&in, in.clip, source, name, &error));
    if (good) {
        const cli_asset *who = o->on ? &from : &in;
        caper_clip *clip = retarget(in.clip, who, &onto, world.world, method, o, &error);
        good = clip && cli_save_clip(clip, onto.character, o->out, &error);
        caper_clip_destroy(clip);
    }
    cli_unload(&in);
    cli_unload(&from);
    cli_unload(&onto);
    cli_unload(&world);
    return good ? CLI_GOOD : cli_error(&error);
}

int cmd_retarget(int argc, char **argv)
{
    retarget_options o;
    memset(&o, 0, sizeof o);
    const cli_option options[] = {
        {"onto", "CHARACTER", CLI_TEXT, &o.onto, "who shall move so"},
        {"out", "CLIP", CLI_TEXT, &o.out, "what to write: .clip.json .bvh .glb .gltf"},
        CLI_APPEND_OPTION,
        {"on", "CHARACTER", CLI_TEXT, &o.on, "whose clip it is (default: inferred from it)"},
        {"world", "W", CLI_TEXT, &o.world, "what it stands on (default: flat ground)"},
        {"method", "M", CLI_TEXT, &o.method,
         "auto (default), importance, angles, effectors or motion: what is kept"},
        {"motion", "MOTION", CLI_TEXT, &o.keep, "go by a motion for any body, and write that too"},
        {"tolerance", "PERCENT", CLI_NUMBER, &o.tolerance, "of keys, of height (default: 0.5)"},
        {"stiff", NULL, CLI_FLAG, &o.stiff, "no secondary motion of loose parts"},
        {"out-rate", "HZ", CLI_NUMBER, &o.rate, "frames a second (default: those of the clip)"},
        CLI_READING_OPTIONS(o.reading),
        CLI_MAP_OPTION(o.reading),
        CLI_ONTO_MAP_OPTION(o.onto_reading),
    };
    const cli_usage usage = {
        .verb = "retarget",
        .arguments = "CLIP --onto CHARACTER --out CLIP [options]",
        .text =
            "Put the motion of a clip onto another body. A person's clip goes by importance: what\n"
            "touches things keeps its place, all else keeps its joint angles. Any other clip is\n"
            "generalized, bound to the character and specialized.",
        .example = "  caper retarget walk.bvh --onto ostrich --out walk.clip.json\n"
                   "  caper retarget Fox.glb --clip Run --onto horse --out run.glb",
        .options = options,
        .option_count = CAPER_COUNT_OF(options),
    };
    int parsed = cli_parse(&usage, &argc, argv);
    if (parsed != CLI_GOOD) {
        return parsed < 0 ? CLI_GOOD : parsed;
    }
    if (argc != 1 || !o.onto || !o.out) {
        return cli_fail("retarget", "expected a clip, --onto and --out; see caper retarget --help");
    }
    if (o.rate != 0 && (!(o.rate >= 1) || !(o.rate <= 1000))) {
        return cli_fail("retarget", "--out-rate is 1 to 1000");
    }
    if (!(o.tolerance >= 0) || !(o.tolerance <= 100)) {
        return cli_fail("retarget", "--tolerance takes 0 to 100 percent");
    }
    int method = 0;
    while (o.method && method < CAPER_RETARGET_METHOD_COUNT &&
           strcmp(o.method, caper_retarget_method_name((caper_retarget_method)method)) != 0) {
        method++;
    }
    if (method == CAPER_RETARGET_METHOD_COUNT) {
        return cli_fail("retarget",
                        "--method '%s' is not auto, importance, angles, effectors or motion",
                        o.method);
    }
    if (o.keep && method != CAPER_RETARGET_AUTO && method != CAPER_RETARGET_MOTION) {
        return cli_fail("retarget", "--motion goes with --method motion");
    }
    return run(argv[0], (caper_retarget_method)method, &o);
}
