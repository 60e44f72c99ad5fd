// SPDX-License-Identifier: MIT
// caper retarget: a clip of one body onto another, whatever it is: generalize, bind, specialize,
// IK.
#include "record.h"

#include <stdio.h>
#include <string.h>

typedef struct retarget_options {
    const char *onto, *on, *out, *world, *keep;
    double rate, tolerance;
    bool stiff;
    cli_reading reading;
    cli_reading onto_reading;
} retarget_options;

static caper_clip *retarget(const caper_clip *clip, const caper_character *from,
                            const caper_character *onto, const caper_world *world,
                            const retarget_options *o, caper_error *error)
{
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "retarget");
    caper_character *relaxed = caper_character_relax(from, NULL, error); // nobody rests in a T
    if (!relaxed) {
        return NULL;
    }
    caper_motion_from_clip_job job = caper_motion_from_clip_job_default();
    job.character = relaxed;
    job.clip = clip;
    job.tolerance = o->tolerance > 0 ? (float)o->tolerance / 100 : job.tolerance;
    caper_motion_from_clip_report report;
    caper_motion *motion = caper_motion_from_clip(&job, &report, error);
    caper_clip *out = NULL;
    if (motion && (!o->keep || caper_motion_save(motion, o->keep, error))) {
        fprintf(
            stderr, "%d channels, %d keys for %d frames, %.2f %% of height off at end effectors\n",
            report.channel_count, report.key_count, report.frame_count, 100 * (double)report.rms);
        cli_take take;
        memset(&take, 0, sizeof take);
        take.character = onto;
        take.motion = motion;
        take.world = world;
        take.variant = -1;
        take.rate = o->rate > 0 ? (float)o->rate : clip->rate;
        take.stiff = o->stiff;
        take.progress = &progress;
        out = cli_record(&take, error);
    }
    caper_motion_destroy(motion);
    caper_character_destroy(relaxed);
    return out;
}

static int run(const char *name, const retarget_options *o)
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
           cli_load_kind(o->onto, CLI_ASSET_CHARACTER, &o->onto_reading, &onto, &error) &&
           (!o->world || cli_load_kind(o->world, CLI_ASSET_WORLD, NULL, &world, &error));
    const caper_character *source = o->on ? from.character : in.character;
    good = good && (!o->on || cli_clip_fits(&in, in.clip, source, name, &error));
    if (good) {
        caper_clip *clip = retarget(in.clip, source, onto.character, world.world, o, &error);
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
        {"on", "CHARACTER", CLI_TEXT, &o.on, "whose clip it is (default: inferred from it)"},
        {"world", "W", CLI_TEXT, &o.world, "what it stands on (default: flat ground)"},
        {"motion", "MOTION", CLI_TEXT, &o.keep, "also write the motion that lies between"},
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
            "Put the motion of a clip onto another body in one step: generalize it, bind it to\n"
            "the character, specialize it and solve.",
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
    return run(argv[0], &o);
}
