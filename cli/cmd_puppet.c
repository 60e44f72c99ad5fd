// SPDX-License-Identifier: MIT
// caper puppet: a performer's clip on a character of other proportions.
#include "live.h"
#include "puppet_sensors.h"
#include "record.h"

#include "caper/actor.h"
#include "caper/quality.h"

#include <math.h>
#include <string.h>

typedef struct puppet_options {
    const char *onto, *out, *world, *performer, *listen, *from, *send, *setup;
    int method; // of caper_puppet_method; below 0: that of the setup, or the default
    float scale, lambda, influence; // NAN: not given; scale 0
    double seconds, latency, t_pose, rate;
    bool compare, slide, json, filter;
    cli_reading reading;
    cli_reading onto_reading;
} puppet_options;

typedef struct puppet_inputs {
    cli_asset in, performer, onto, world;
    caper_puppet_setup *setup; // NULL: none was given
} puppet_inputs;

CLI_WORDS(method_name, caper_puppet_method_name, caper_puppet_method)

static caper_report *judge(const puppet_inputs *in, const caper_clip *clip, caper_error *error)
{
    caper_check_job job = caper_check_job_default();
    job.character = in->onto.character;
    job.clip = clip;
    job.world = in->world.world;
    job.floor = 0;
    return caper_check(&job, error);
}

// What --compare prints, a column a method.
static const caper_metric compared[] = {
    CAPER_METRIC_SLIP_MEDIAN,
    CAPER_METRIC_SLIP_MAX,
    CAPER_METRIC_SKATE,
    CAPER_METRIC_PENETRATION_P95,
    CAPER_METRIC_PENETRATION_MAX,
    CAPER_METRIC_FLOAT_P95,
    CAPER_METRIC_JERK,
    CAPER_METRIC_POPS,
};

static void tell_compared(caper_report *const *reports, const uint64_t *iterations,
                          caper_json_writer *w, caper_text *text)
{
    caper_text_printf(text, "%-24s", "");
    for (int i = 0; i < CAPER_PUPPET_METHOD_COUNT; i++) {
        caper_text_printf(text, " %12s", method_name(i));
    }
    for (int m = 0; m < CAPER_COUNT_OF(compared); m++) {
        caper_json_begin_object_inline(caper_json_key(w, caper_metric_name(compared[m])));
        caper_text_printf(text, "\n%-24s", caper_metric_name(compared[m]));
        for (int i = 0; i < CAPER_PUPPET_METHOD_COUNT; i++) {
            const caper_measure *v = &reports[i]->measures[compared[m]];
            if (v->measured) {
                caper_json_double(caper_json_key(w, method_name(i)), v->value);
                caper_text_printf(text, " %12.4g", v->value);
            } else {
                caper_text_printf(text, " %12s", "-");
            }
        }
        caper_json_end_object(w);
        caper_text_printf(text, " %s", caper_metric_unit(compared[m]));
    }
    caper_text_printf(text, "\n%-24s", "iterations");
    for (int i = 0; i < CAPER_PUPPET_METHOD_COUNT; i++) {
        caper_text_printf(text, " %12llu", (unsigned long long)iterations[i]);
    }
    caper_text_append_string(text, "\n");
}

static bool compare(const puppet_inputs *in, caper_retarget_job job, bool json, caper_error *error)
{
    caper_report *reports[CAPER_PUPPET_METHOD_COUNT] = {0};
    uint64_t iterations[CAPER_PUPPET_METHOD_COUNT] = {0};
    caper_json_writer w = cli_json_object();
    caper_text text = cli_text();
    bool good = true;
    for (int i = 0; i < CAPER_PUPPET_METHOD_COUNT && good; i++) {
        job.method = (caper_retarget_method)(CAPER_RETARGET_IMPORTANCE + i);
        caper_clip *clip = caper_retarget(&job, error);
        reports[i] = clip ? judge(in, clip, error) : NULL;
        iterations[i] = job.report.total_iterations;
        good = reports[i] != NULL;
        caper_clip_destroy(clip);
    }
    if (good) {
        tell_compared(reports, iterations, &w, &text);
    }
    for (int i = 0; i < CAPER_PUPPET_METHOD_COUNT; i++) {
        caper_report_destroy(reports[i]);
    }
    return cli_answered(good, json, &w, &text, error);
}

// A recording of sensors, on the performer who wore them.
static bool load_sensors(const char *name, const puppet_options *o, puppet_inputs *in,
                         caper_error *error)
{
    const cli_reading reading = {.map = o->reading.map};
    return cli_load_kind(o->performer ? o->performer : "performer", CAPER_ASSET_CHARACTER, &reading,
                         &in->performer, error) &&
           cli_load_sensors(name, &in->performer, o->performer != NULL, o->t_pose, &in->in,
                            error) &&
           (!o->out || cli_spares_input(name, o->out, error)) &&
           cli_reading_applies(name, &o->reading, &in->in, error);
}

// A clip, of its own skeleton or of the performer's.
static bool load_clip(const char *name, const puppet_options *o, puppet_inputs *in,
                      caper_error *error)
{
    const cli_reading reading = {.map = o->reading.map};
    return cli_load_clip(name, &o->reading, o->out, &in->in, error) &&
           (!o->performer ||
            (cli_load_kind(o->performer, CAPER_ASSET_CHARACTER, &reading, &in->performer, error) &&
             cli_clip_fits(&in->in, in->in.clip, in->performer.character, name, error)));
}

static bool load(const char *name, const puppet_options *o, puppet_inputs *in, caper_error *error)
{
    return (!name || (cli_is_sensors(name) ? load_sensors : load_clip)(name, o, in, error)) &&
           cli_load_actor(o->onto, &o->onto_reading, &in->onto, error) &&
           cli_load_kind(o->world, CAPER_ASSET_WORLD, NULL, &in->world, error) &&
           (!o->setup || (in->setup = caper_puppet_setup_load(o->setup, NULL, error)) != NULL);
}

// As the setup has it, but for what was given as an option.
static caper_retarget_job job_of(const puppet_inputs *in, const puppet_options *o)
{
    const cli_asset *who = in->performer.character ? &in->performer : &in->in;
    caper_retarget_job job = caper_retarget_job_default();
    cli_retarget_between(&job, who, &in->onto, in->world.world, in->setup, o->filter);
    caper_puppet_def *def = &job.puppet;
    def->character = in->onto.character;
    def->world = in->world.world;
    def->method = o->method < 0 ? def->method : (caper_puppet_method)o->method;
    def->scale = o->scale != 0 ? o->scale : def->scale;
    def->look_ahead = isnan(o->lambda) ? def->look_ahead : o->lambda;
    def->influence = isnan(o->influence) ? def->influence : o->influence;
    def->plant = def->plant && !o->slide;
    job.method = (caper_retarget_method)(CAPER_RETARGET_IMPORTANCE + (int)def->method);
    job.clip = in->in.clip;
    return job;
}

static bool puppet_clip(const puppet_options *o, const puppet_inputs *in, caper_error *error)
{
    caper_retarget_job job = job_of(in, o);
    if (o->compare && !compare(in, job, o->json, error)) {
        return false;
    }
    if (!o->out && !o->send) {
        return true;
    }
    job.progress = cli_progress();
    caper_clip *clip = caper_retarget(&job, error);
    bool good =
        clip &&
        (!o->out || cli_write_clip(clip, in->onto.character, in->world.world, o->out, error)) &&
        (!o->send ||
         cli_live_replay(o->send, clip, in->onto.character, in->onto.map, o->seconds, error));
    caper_clip_destroy(clip);
    return good;
}

static bool puppet_live(const puppet_options *o, const puppet_inputs *in, caper_error *error)
{
    caper_retarget_job of = job_of(in, o);
    cli_puppet_live job = {.listen = o->listen,
                           .from = o->from,
                           .send = o->send,
                           .out = o->out,
                           .seconds = o->seconds,
                           .rate = o->rate,
                           .latency = o->latency,
                           .def = of.puppet,
                           .targets = of.targets,
                           .target_count = of.target_count,
                           .filter = of.filter};
    return cli_puppet_listen(&job, error);
}

// `name` is NULL for a live performer.
static int puppet(const char *name, const puppet_options *o)
{
    puppet_inputs in = {0};
    caper_error error = {0};
    bool loaded = load(name, o, &in, &error);
    bool good = loaded && (name ? puppet_clip : puppet_live)(o, &in, &error);
    CLI_UNLOAD(&in.in, &in.performer, &in.onto, &in.world);
    caper_puppet_setup_destroy(in.setup);
    return good ? CLI_GOOD : loaded ? cli_refusal(&error) : cli_error(&error);
}

int cmd_puppet(int argc, char **argv)
{
    puppet_options o = {.method = -1, .lambda = NAN, .influence = NAN};
    const cli_option options[] = {
        {"onto", "CHARACTER", CLI_TO(o.onto),
         "the puppet: a person of any proportions, or any creature"},
        CLI_OUT_OPTIONS(o.out),
        {"method", "M", CLI_TO(o.method), "importance (default), angles or effectors: what is kept",
         .word = method_name, .count = CAPER_PUPPET_METHOD_COUNT},
        {"scale", "S", CLI_TO(o.scale),
         "lengths of the puppet's world over the performer's (default: by leg length)", 0, 10000},
        {"world", "W", CLI_TO(o.world), "what the puppet stands on (default: flat ground)"},
        {"lambda", "SECONDS", CLI_TO(o.lambda), "how far ahead importance looks (default: 0.15)", 0,
         10},
        {"influence", "METRES", CLI_TO(o.influence),
         "how near to things positions begin to matter (default: 0.25)", 0.0001, 10000},
        {"setup", "FILE", CLI_TO(o.setup),
         "a .puppet.json: influences, targets, effectors, filter (options override it)"},
        {"filter", NULL, CLI_TO(o.filter), "filter a noisy performance first"},
        {"performer", "CHARACTER", CLI_TO(o.performer),
         "who performed (default: tagged from the clip)", .without = "listen"},
        {"t-pose", "SECONDS", CLI_TO(o.t_pose),
         "seconds in a T at the start of a .sensors.csv (default: 1)", 0.001, 60,
         .without = "listen"},
        {"from", "ADDRESS", CLI_TO(o.from),
         "with --listen: accept packets of this address only, on a network with strangers",
         .with = "listen"},
        {"listen", "vmc:PORT", CLI_TO(o.listen),
         "a live performer instead of IN (vmc:ADDRESS:PORT: not only from this machine)"},
        {"send", "vmc:HOST:PORT", CLI_TO(o.send), "send the puppet on as it moves"},
        {"latency", "SECONDS", CLI_TO(o.latency),
         "with --listen: the jitter buffer, up to 0.25 (default: 0.02)", 0.001, 0.25,
         .with = "listen"},
        {"seconds", "S", CLI_TO(o.seconds),
         "end after so many (default: the clip's, or until the performer stops)", 0, 36000},
        {"rate", "HZ", CLI_TO(o.rate),
         "with --listen: frames a second sent and recorded (default: 60)", 1, 1000,
         .with = "listen"},
        {"slide", NULL, CLI_TO(o.slide), "let feet slide as they were captured"},
        {"compare", NULL, CLI_TO(o.compare), "print metrics of all three methods",
         .without = "listen"},
        {"json", NULL, CLI_TO(o.json), "the metrics as JSON"},
        CLI_CLIP_OPTIONS(o.reading),
        CLI_ONTO_MAP_OPTION(o.onto_reading),
    };
    CLI_PARSE(options, "puppet",
              "IN --onto CHARACTER [options]\n"
              "--listen vmc:PORT --onto CHARACTER [options]",
              "Put a performer's motion onto a character of other proportions: what touches\n"
              "things keeps its place, all else keeps its joint angles. A creature of another\n"
              "build steps with the performer's feet, grasps or flaps with the hands, and turns\n"
              "along. IN is a clip, or a .sensors.csv; or a live performer sends VMC to\n"
              "--listen. Ctrl-C ends a show, and what was recorded is written.",
              "  caper puppet walk.bvh --onto blubby --out walk.clip.json\n"
              "  caper puppet throw.bvh --onto spider --out throw.clip.json\n"
              "  caper puppet handstand.bvh --onto sally --compare\n"
              "  caper puppet pitch.bvh --onto blubby --setup ball.puppet.json --out pitch.glb\n"
              "  caper puppet --listen vmc:39539 --onto sally --send vmc:39540 --out take.glb\n"
              "  caper puppet --listen vmc:0.0.0.0:39539 --onto me.vrm --send "
              "vmc:192.168.1.20:39539");
    if (!o.out && !o.send && (o.listen || !o.compare)) {
        return cli_fail("expected --out with the clip to write, --send, or --compare");
    }
    if (o.t_pose != 0 && !cli_is_sensors(argv[0])) {
        return cli_fail("--t-pose goes with a .sensors.csv");
    }
    if (o.listen && o.send && cli_live_is_loop(o.listen, o.send)) {
        return cli_fail("--send %s is where --listen listens: the puppet would perform "
                        "itself; send to another port",
                        o.send);
    }
    return puppet(o.listen ? NULL : argv[0], &o);
}
