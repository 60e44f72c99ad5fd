// SPDX-License-Identifier: MIT
// caper retarget: a clip of one body onto another, whatever it is: generalize, bind, specialize,
// IK.
#include "record.h"

#include <stdlib.h>
#include <string.h>

typedef struct retarget_options {
    const char *onto, *on, *out, *world, *keep, *setup;
    bool all, filter;
    caper_retarget_job job; // what is asked for
    cli_reading reading;
    cli_reading onto_reading;
} retarget_options;

// What goes on and comes off while clips are made.
typedef struct retargeting {
    const retarget_options *options;
    cli_asset from, onto, world;
    caper_clip **clips;
    int count;
    caper_puppet_setup *setup; // NULL: none
    caper_motion *motion;      // that it went by, where it is to be kept
} retargeting;

static bool add_clip(retargeting *r, cli_asset *in, const char *name, caper_error *error)
{
    const retarget_options *o = r->options;
    const cli_asset *who = o->on ? &r->from : in;
    caper_clip **grown = realloc(r->clips, ((size_t)r->count + 1) * sizeof(*grown));
    if (!grown) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, name, 0, 0, "out of memory");
    }
    r->clips = grown;
    if (o->on && !cli_clip_fits(in, in->clip, who->character, name, error)) {
        return false;
    }
    caper_retarget_job job = o->job;
    cli_retarget_between(&job, who, &r->onto, r->world.world, r->setup, o->filter);
    job.clip = in->clip;
    job.method = o->keep ? CAPER_RETARGET_MOTION : job.method;
    job.progress = cli_progress();
    caper_clip *clip = grown[r->count] = caper_retarget(&job, error);
    r->count += clip != NULL;
    if (clip && job.motion) {
        const caper_motion_from_clip_report *of = &job.motion_report;
        fprintf(stderr,
                "%d channels, %d keys for %d frames, %.2f %% of height off at end effectors\n",
                of->channel_count, of->key_count, of->frame_count, 100 * (double)of->rms);
    }
    r->motion = o->keep ? job.motion : NULL;
    caper_motion_destroy(o->keep ? NULL : job.motion);
    return clip != NULL;
}

// The clip of a file that is asked for, or every one of them.
static bool add_file(retargeting *r, const char *name, caper_error *error)
{
    const retarget_options *o = r->options;
    cli_asset in = {0};
    bool good = cli_load_clip(name, &o->reading, o->out, &in, error);
    int count = o->all ? in.clip_count : 1;
    for (int i = 0; good && i < count; i++) {
        in.clip = o->all ? in.clips[i] : in.clip;
        good = add_clip(r, &in, name, error);
    }
    cli_unload(&in);
    return good;
}

// The clips, and the motion where it is kept: both or none.
static bool save(const retargeting *r, caper_error *error)
{
    const retarget_options *o = r->options;
    cli_output output = {(const caper_clip *const *)r->clips, r->count, r->onto.character,
                         r->world.world, o->out};
    cli_aside aside;
    if (!cli_set_aside(&aside, o->keep, error)) {
        return false;
    }
    bool good = (!r->motion || caper_motion_save(r->motion, o->keep, error)) &&
                cli_write_clips(&output, error);
    if (good && r->motion) {
        cli_wrote(o->keep, "a motion of %d branch%s", r->motion->branch_count,
                  r->motion->branch_count == 1 ? "" : "es");
    }
    (good ? cli_let_go : cli_put_back)(&aside);
    return good;
}

static int run(char **names, int count, const retarget_options *o)
{
    retargeting r = {.options = o};
    caper_error error = {0};
    bool good = cli_load_kind(o->on, CAPER_ASSET_CHARACTER, NULL, &r.from, &error) &&
                cli_load_actor(o->onto, &o->onto_reading, &r.onto, &error) &&
                cli_load_kind(o->world, CAPER_ASSET_WORLD, NULL, &r.world, &error) &&
                (!o->setup || (r.setup = caper_puppet_setup_load(o->setup, NULL, &error)) != NULL);
    for (int i = 0; good && i < count; i++) {
        good = add_file(&r, names[i], &error);
    }
    good = good && save(&r, &error);
    for (int i = 0; i < r.count; i++) {
        caper_clip_destroy(r.clips[i]);
    }
    free(r.clips);
    caper_motion_destroy(r.motion);
    caper_puppet_setup_destroy(r.setup);
    CLI_UNLOAD(&r.from, &r.onto, &r.world);
    return good ? CLI_GOOD : cli_error(&error);
}

CLI_WORDS(method_name, caper_retarget_method_name, caper_retarget_method)

int cmd_retarget(int argc, char **argv)
{
    retarget_options o = {.job = caper_retarget_job_default()};
    const cli_option options[] = {
        {"onto", "CHARACTER", CLI_TO(o.onto), "the character to put it onto"},
        CLI_OUT_OPTION(o.out),
        {"all", NULL, CLI_TO(o.all), "every clip of the files, not the first (.glb .gltf .vrm)",
         .without = "clip"},
        CLI_APPEND_OPTION,
        {"on", "CHARACTER", CLI_TO(o.on), "whose clip it is (default: inferred from it)"},
        {"world", "W", CLI_TO(o.world), "what it stands on (default: flat ground)"},
        {"method", "M", CLI_TO(o.job.method),
         "auto (default), importance, angles, effectors or motion: what is kept",
         .word = method_name, .count = CAPER_RETARGET_METHOD_COUNT},
        {"setup", "FILE", CLI_TO(o.setup), "a .puppet.json for the ways by importance"},
        {"filter", NULL, CLI_TO(o.filter), "filter a noisy performance first"},
        {"smooth", "MS", CLI_TO(o.job.smooth),
         "faster movements of a person are noise (default: 10; 0: none)", 0, 1000, .scale = 0.001f},
        {"motion", "MOTION", CLI_TO(o.keep),
         "retarget by a motion for any body, and write that too", .ending = ".motion.json"},
        {"tolerance", "PERCENT", CLI_TO(o.job.tolerance), "of keys, of height (default: 0.5)", 0,
         100, .scale = 0.01f},
        {"stiff", NULL, CLI_TO(o.job.stiff), "no secondary motion of loose parts"},
        {"rate", "HZ", CLI_TO(o.job.rate), "frames a second (default: those of the clip)", 1, 1000},
        CLI_CLIP_OPTIONS(o.reading),
        CLI_ONTO_MAP_OPTION(o.onto_reading),
    };
    CLI_PARSE(options, "retarget", "CLIP... --onto CHARACTER --out CLIP [options]",
              "Put the motion of a clip onto another body. A person's clip goes by importance:\n"
              "what touches things keeps its place, all else keeps its joint angles. Any other\n"
              "clip is generalized, bound to the character and specialized. Several clips\n"
              "become several animations of one file.",
              "  caper retarget walk.bvh --onto ostrich --out walk.clip.json\n"
              "  caper retarget Fox.glb --clip Run --onto horse --out run.glb\n"
              "  caper retarget Fox.glb --all --onto wolf.glb --out wolf_moves.glb");
    if (o.keep && o.job.method != CAPER_RETARGET_AUTO && o.job.method != CAPER_RETARGET_MOTION) {
        return cli_fail("--motion goes with --method motion");
    }
    if ((o.all || argc > 1) && !cli_holds_several(o.out)) {
        return cli_fail("'%s' holds one clip: several are written to .glb or .gltf", o.out);
    }
    if (o.keep && (o.all || argc > 1)) {
        return cli_fail("--motion writes the motion of one clip");
    }
    return run(argv, argc, &o);
}
