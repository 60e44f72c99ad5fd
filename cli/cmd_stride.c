// SPDX-License-Identifier: MIT
// caper stride: a clip goes by its feet, up and down what is in a world.
#include "record.h"

#include <math.h>
#include <string.h>

typedef struct stride_options {
    const char *world, *scale, *out, *at, *on, *direction;
    double rate, climb;
    bool json;
    cli_reading reading;
} stride_options;

#define PERSON 1.8f     // metres: what worlds are made for
#define OTHER_SIZE 1.2f // times as large: a body for which they are not

CLI_WORDS(drive_name, caper_stride_drive_name, caper_stride_drive)
CLI_WORDS(rule_name, caper_stride_rule_name, caper_stride_rule)
CLI_WORDS(method_name, caper_stride_method_name, caper_stride_method)
CLI_WORDS(solver_name, caper_stride_solver_name, caper_stride_solver)

static bool read_job(const stride_options *o, caper_stride_clip_job *job, caper_error *error)
{
    caper_stride_def *def = &job->stride;
    def->climb = o->climb > 0 ? (float)o->climb : def->climb;
    if (!cli_place(o->at, &job->root, error)) {
        return false;
    }
    double direction[3] = {0, 0, 0};
    bool read = !o->direction || cli_numbers(o->direction, ',', direction, 3) == 3;
    def->direction = caper_vec3_make((float)direction[0], 0, (float)direction[2]);
    if (!read || (o->direction && !(caper_vec3_length(def->direction) > 1e-6f))) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "--direction", 0, 0,
                               "'%s' is not X,Y,Z, a direction over the ground: 0,0,1 is forward",
                               o->direction);
    }
    job->rate = (float)o->rate;
    return true;
}

// What helps a body whose strides are too long for the steps of a world.
static const char *remedy_for(const caper_stride_clip_job *job, const stride_options *o)
{
    float size = job->character->size / PERSON;
    bool other = size > OTHER_SIZE || size < 1 / OTHER_SIZE;
    return o->world && !o->scale && other
               ? "--world-scale auto makes the world as large as it is"
               : "take a slower clip, or larger steps with --world-scale";
}

static int print_report(const caper_stride_clip_job *job, const caper_clip *clip,
                        const stride_options *o)
{
    const caper_stride_report *r = &job->report;
    if (r->leaped >= 0) {
        fprintf(stderr,
                "warning: it goes over an edge beside its path, higher than it can climb, first at "
                "%.1f s; --at starts it elsewhere\n",
                (double)r->leaped);
    }
    if (r->kneels >= 0) {
        fprintf(stderr,
                "warning: it sinks to its knees, by %.0f %% of a leg, first at second %.1f: its "
                "strides are too long for these steps; %s\n",
                100 * (double)r->sunk, (double)r->kneels, remedy_for(job, o));
    }
    caper_text text = cli_text();
    caper_json_writer w = cli_json_object();
    caper_json_int(caper_json_key(&w, "frames"), clip->frame_count);
    caper_json_int(caper_json_key(&w, "key_poses"), job->key_poses);
    caper_stride_report_summarize(r, &w);
    caper_stride_report_describe(r, &text);
    caper_error error = {0};
    bool good = cli_has_answer(&w, &text, &error) && (!o->json || cli_print_json(&w, &error));
    if (good && !o->json) {
        fprintf(stderr, "%d key poses, %s", job->key_poses, text.data);
    }
    caper_text_free(&text);
    caper_json_writer_free(&w);
    return good ? CLI_GOOD : cli_error(&error);
}

static bool make_clip(const char *name, const stride_options *o, caper_stride_clip_job *job,
                      int *exit_code, caper_error *error)
{
    cli_asset in = {0}, on = {0}, world = {0};
    bool good = cli_load_clip(name, &o->reading, o->out, &in, error) &&
                cli_load_kind(o->on, CAPER_ASSET_CHARACTER, &o->reading, &on, error);
    const caper_character *character = on.character ? on.character : in.character;
    good = good && (!on.character || cli_clip_fits(&in, in.clip, on.character, name, error)) &&
           cli_load_world(o->world, o->scale, character, &world, error);
    if (good) {
        job->clip = in.clip;
        job->character = character;
        job->world = world.world;
        job->progress = cli_progress();
        caper_clip *clip = caper_stride_clip(job, error);
        good = clip && cli_write_clip(clip, character, world.world, o->out, error);
        *exit_code = good ? print_report(job, clip, o) : CLI_BAD;
        if (good) {
            // a clip of ours and a capture are drawn by themselves, a body with a mesh by its file
            const char *file = in.import && in.import->skin_count > 0 ? name : NULL;
            cli_say_render(o->out, o->on ? o->on : file, &o->reading, o->world, o->scale);
        }
        caper_clip_destroy(clip);
    }
    CLI_UNLOAD(&world, &on, &in);
    return good;
}

int cmd_stride(int argc, char **argv)
{
    stride_options o = {0};
    caper_stride_clip_job job = caper_stride_clip_job_default();
    caper_stride_def *def = &job.stride;
    const cli_option options[] = {
        {"world", "W", CLI_TO(o.world), "what it walks on (default: flat ground)"},
        CLI_WORLD_SCALE_OPTION(o.scale),
        CLI_OUT_OPTION(o.out),
        {"on", "CHARACTER", CLI_TO(o.on), "whose clip it is (default: as the file says)"},
        {"at", "X,Z,YAW", CLI_TO(o.at), "where it starts; yaw in degrees"},
        {"loops", "N", CLI_TO(job.loops), "times that the clip plays (default: 1)", 0, 10000},
        {"rate", "HZ", CLI_TO(o.rate), "frames a second (default: the clip's)", 1, 1000},
        {"on-the-spot", NULL, CLI_TO(job.on_the_spot),
         "remove the clip's own travel first: the feet alone move it"},
        {"drive", "D", CLI_TO(def->drive),
         "when feet move the root: auto (default: where the clip does not), always, never",
         .word = drive_name, .count = CAPER_STRIDE_DRIVE_COUNT},
        {"direction", "X,Y,Z", CLI_TO(o.direction),
         "direction of the motion, model space: 0,0,1 is forward (default: found)"},
        {"rule", "R", CLI_TO(def->rule), "how: feet (default), plain (the paper's), lock",
         .word = rule_name, .count = CAPER_STRIDE_RULE_COUNT},
        {"method", "M", CLI_TO(def->method), "how feet meet ground: ahead (default), rays, none",
         .word = method_name, .count = CAPER_STRIDE_METHOD_COUNT},
        {"solver", "S", CLI_TO(def->solver), "of legs: limb (default), spring, ccd, elias",
         .word = solver_name, .count = CAPER_STRIDE_SOLVER_COUNT},
        {"climb", "SHARE", CLI_TO(o.climb),
         "most that a step goes up or down, of the leg (default: 0.28)", 0, 1},
        {"keep-stride", NULL, CLI_TO(def->keep_stride), "steps stay as long as they are"},
        {"keep-pace", NULL, CLI_TO(def->keep_pace), "steps that climb take no more time"},
        {"json", NULL, CLI_TO(o.json), "the report as JSON on stdout"},
        CLI_CLIP_OPTIONS(o.reading),
    };
    CLI_PARSE(options, "stride", "CLIP --out CLIP [options]",
              "Let the feet of a clip move its body: motion on the spot travels, and whatever\n"
              "the clip does goes up and down the stairs, slopes and stones of a world.",
              "  caper stride walk.bvh --world stairs --out stairs.clip.json\n"
              "  caper stride cycle.glb --loops 8 --out travels.glb\n"
              "  caper stride walk.bvh --on-the-spot --rule plain --out paper.clip.json");
    caper_error error = {0};
    int exit_code = CLI_GOOD;
    bool good = read_job(&o, &job, &error) && make_clip(argv[0], &o, &job, &exit_code, &error);
    return good ? exit_code : cli_error(&error);
}
