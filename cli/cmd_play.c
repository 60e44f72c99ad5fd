// SPDX-License-Identifier: MIT
// caper play: specialize an authored motion onto a character and record it as a clip.
#include "record.h"

#include <string.h>

typedef struct play_options {
    cli_reading reading;
    const char *on, *out, *world, *target, *at;
    int variant;
    bool list, json, stiff;
    double rate, seconds, speed;
} play_options;

static int list_variants(const caper_motion *motion, const caper_character *character, bool json)
{
    caper_error error = {0};
    caper_binding *binding = caper_binding_create(motion, character, NULL, &error);
    if (!binding) {
        return cli_error(&error);
    }
    caper_json_writer w = cli_json();
    caper_text list = cli_text();
    caper_json_begin_array(&w);
    for (int i = 0; i < binding->variant_count; i++) {
        char text[512];
        bool mirrored = binding->variants[i].mirrored;
        caper_binding_text(binding, i, text, sizeof text);
        caper_json_begin_object_inline(&w);
        caper_json_int(caper_json_key(&w, "variant"), i);
        caper_json_string(caper_json_key(&w, "bodies"), text);
        caper_json_bool(caper_json_key(&w, "mirrored"), mirrored);
        caper_json_end_object(&w);
        caper_text_printf(&list, "%4d  %s%s\n", i, text[0] ? text : "all",
                          mirrored ? "  (mirrored)" : "");
    }
    caper_json_end_array(&w);
    int result = cli_answer(true, json, &w, &list, &error);
    if (binding->variant_count == 0) {
        cli_fail("'%s' has no body of '%s' to play on", motion->name, character->name);
        result = CLI_NO;
    }
    if (binding->truncated) {
        fprintf(stderr, "only the first %d variants were made\n", binding->variant_count);
    }
    caper_binding_destroy(binding);
    return result;
}

// A motion whose queries select no body plays, and nothing happens: better said than wondered at.
static void warn_idle(const caper_motion *motion, const caper_character *character)
{
    caper_binding *binding = caper_binding_create(motion, character, NULL, NULL);
    if (binding && binding->variant_count > 0 && binding->max_goals == 0) {
        fprintf(stderr, "warning: %s: no channel selects a body of '%s': nothing moves\n",
                motion->name, character->name);
    }
    caper_binding_destroy(binding);
}

// "x,y,z" or "x,y,z,degrees" and no more; NULL is the origin.
static caper_root read_place(const char *text, bool *good)
{
    double v[4] = {0, 0, 0, 0};
    *good = !text || cli_numbers(text, ',', v, 4) >= 3;
    return (caper_root){(float)v[0], (float)v[1], (float)v[2], (float)v[3] * CAPER_DEGREE};
}

static bool check_place(const char *text, caper_error *error)
{
    bool good;
    read_place(text, &good);
    return good || caper_error_set(error, CAPER_ERROR_INVALID, "--at", 0, 0,
                                   "'%s' is not X,Y,Z or X,Y,Z,YAW", text);
}

static int play(const char *name, const play_options *o)
{
    cli_asset motion = {0}, body = {0}, world = {0};
    caper_error error = {0};
    int result = CLI_GOOD;
    bool good = cli_load_kind(name, CAPER_ASSET_MOTION, NULL, &motion, &error) &&
                cli_load_actor(o->on, &o->reading, &body, &error) &&
                cli_load_kind(o->world, CAPER_ASSET_WORLD, NULL, &world, &error);
    bool loaded = good;
    if (good && o->list) {
        result = list_variants(motion.motion, body.character, o->json);
    } else if (good) {
        warn_idle(motion.motion, body.character);
        cli_take take = {.character = body.character,
                         .motion = motion.motion,
                         .world = world.world,
                         .targets = o->target,
                         .variant = o->variant,
                         .rate = (float)o->rate,
                         .seconds = (float)o->seconds,
                         .speed = (float)o->speed,
                         .stiff = o->stiff,
                         .root = read_place(o->at, &good),
                         .progress = cli_progress()};
        good =
            cli_write_made(cli_record(&take, &error), body.character, world.world, o->out, &error);
    }
    CLI_UNLOAD(&motion, &body, &world);
    return good ? result : loaded ? cli_refusal(&error) : cli_error(&error);
}

int cmd_play(int argc, char **argv)
{
    play_options o = {.variant = -1, .rate = 30, .speed = 1};
    const cli_option options[] = {
        {"on", "CHARACTER", CLI_TO(o.on), "who plays it: a file, a name, or random:SEED"},
        CLI_OUT_OPTIONS(o.out),
        {"variant", "N", CLI_TO(o.variant), "which way to play (default: nearest to the target)",
         -1, 1000000},
        {"list-variants", NULL, CLI_TO(o.list), "print the ways in which it can play, and stop"},
        {"json", NULL, CLI_TO(o.json), "the list as JSON"},
        {"target", "X,Y,Z", CLI_TO(o.target),
         "where targets are, metres; or NAME=X,Y,Z;NAME=X,Y,Z"},
        {"world", "W", CLI_TO(o.world), "what it stands on (default: flat ground)"},
        {"at", "X,Y,Z,YAW", CLI_TO(o.at), "where it stands in the world; yaw in degrees",
         .check = check_place},
        {"seconds", "S", CLI_TO(o.seconds), "how long (default: the motion once)", 0, 3600},
        {"speed", "S", CLI_TO(o.speed), "2 is twice as fast (default: 1)", 0.001, 100},
        {"rate", "HZ", CLI_TO(o.rate), "frames a second of the clip (default: 30)", 1, 1000},
        {"stiff", NULL, CLI_TO(o.stiff), "no secondary motion of loose parts"},
        CLI_BODY_OPTIONS(o.reading),
    };
    CLI_PARSE(options, "play",
              "MOTION --on CHARACTER --out CLIP [options]\n"
              "MOTION --on CHARACTER --list-variants [options]",
              "Play an authored motion on a character, whatever its body, and write the clip.",
              "  caper play wave --on crab --out wave.clip.json\n"
              "  caper play wave --on fox.glb --out wave.gif\n"
              "  caper play pick_fruit --on four_armed --target 0.4,1.5,0.6 --out pick.glb\n"
              "  caper play wave --on spider --list-variants");
    return play(argv[0], &o);
}
