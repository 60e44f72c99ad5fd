// SPDX-License-Identifier: MIT
// caper walk: a synthesized gait on any character, recorded as a clip.
//
// An actor walks; a motion may play above the walk.
#include "record.h"

#include "caper/gait.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 1024

// What is asked for.
typedef struct walk {
    const char *speed, *path, *world, *scale, *out, *style, *motion, *at;
    bool stiff;
    cli_reading reading;
    caper_play_clip_job job; // how it is recorded
    caper_gait_styles styles;
    caper_route route;
    caper_vec3 points[MAX_POINTS]; // that it may go through
} walk;

// --- the way -------------------------------------------------------------------------------------

static bool read_route(walk *w, const caper_gait *gait, caper_error *error)
{
    float value = 0;
    bool froude = false;
    const char *text = w->speed ? w->speed : "0.2Fr";
    if (!caper_speed_parse(text, &value, &froude) || value > 1e4f) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "--speed", 0, 0,
                               "'%s' is not metres a second, or a Froude number like 0.5Fr", text);
    }
    w->route = caper_route_default();
    w->route.length = caper_gait_length(gait);
    w->route.speed = froude ? caper_gait_speed(gait, value) : value;
    float most = caper_gait_speed(gait, CAPER_GAIT_MAX_FROUDE);
    if (w->route.speed > most) {
        fprintf(stderr,
                "warning: --speed %s is faster than this body can go: it goes at %.3g m/s\n", text,
                (double)most);
    }
    return !w->path || caper_route_read(&w->route, w->path, w->points, MAX_POINTS, error);
}

// --- recording -----------------------------------------------------------------------------------

static void warn_ground(const walk *w)
{
    if (w->job.left_ground >= 0) {
        fprintf(stderr, "warning: %s: no ground below from %.1f s on\n", w->world,
                (double)w->job.left_ground);
    }
    if (w->job.went_through >= 0) {
        bool fits = w->scale && strcmp(w->scale, "auto") == 0;
        fprintf(
            stderr,
            "warning: %s: it goes through something higher than it can climb, first at %.1f s%s\n",
            w->world, (double)w->job.went_through,
            fits ? "" : "; --world-scale auto fits the world to it");
    }
}

static bool find_style(void *user, const char *name, char *path, size_t size, caper_error *error)
{
    (void)user;
    return cli_find(name, "gaits", ".gait.json", "gait style", path, size, error);
}

static caper_clip *record(walk *w, const caper_character *c, const caper_world *world,
                          const caper_motion *motion, caper_error *error)
{
    char name[128];
    snprintf(name, sizeof name, "%.100s walk", c->name);
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    jiggle.looseness = w->stiff ? 0 : jiggle.looseness;
    caper_play_def above = caper_play_def_default();
    above.motion = motion;
    above.layer = 1;
    above.loops = 1000;
    above.speed = motion ? cli_pace(motion, c, above.variant, error) : 1;
    caper_gait_def def = caper_gait_def_default();
    bool styled =
        above.speed > 0 && caper_gait_styles_load(&w->styles, w->style, find_style, NULL, error);
    if (strcmp(error->source, "style") == 0) { // of the words, not of a file
        snprintf(error->source, sizeof error->source, "--style");
    }
    def.character = c;
    def.layers = w->styles.layers;
    def.layer_count = w->styles.count;
    caper_gait *gait = styled ? caper_gait_create(&def, error) : NULL;
    caper_play_clip_job *job = &w->job;
    job->actor.character = c;
    job->actor.world = world;
    job->actor.jiggle = &jiggle;
    job->play.gait = gait;
    job->above = motion ? &above : NULL;
    job->route = &w->route;
    job->record.recorder.name = name;
    job->record.progress = cli_progress();
    caper_root *root = &job->actor.root;
    bool good = gait && read_route(w, gait, error) && cli_place(w->at, root, error);
    if (good && world) {
        root->y = caper_world_height(world, NULL, root->x, root->z, INFINITY).point.y;
    }
    caper_clip *clip = good ? caper_play_clip(job, error) : NULL;
    if (clip && caper_gait_mode_of(gait) != CAPER_GAIT_WALK) {
        fprintf(stderr, "%s: has no legs to walk on: it %ss\n", c->name,
                caper_gait_mode_name(caper_gait_mode_of(gait)));
    }
    if (clip) {
        warn_ground(w);
    }
    caper_gait_destroy(gait);
    return clip;
}

int cmd_walk(int argc, char **argv)
{
    static walk w; // points and styles are large
    w = (walk){.job = caper_play_clip_job_default()};
    w.job.record.recorder.rate = 60;
    w.job.record.seconds = 6;
    w.job.heading = NAN;
    const cli_option options[] = {
        {"speed", "V", CLI_TO(w.speed),
         "metres a second, or a Froude number: 0.5Fr (default: 0.2Fr, a brisk walk)"},
        {"path", "F", CLI_TO(w.path),
         "straight, circle, curve, random, or a file with a point x z on each line"},
        {"world", "W", CLI_TO(w.world), "what it walks on (default: flat ground)"},
        CLI_WORLD_SCALE_OPTION(w.scale),
        CLI_OUT_OPTIONS(w.out),
        {"style", "S,S...", CLI_TO(w.style),
         "gait styles on top of each other: limp, sneak:0.5 (half of it), prance@2 (second group)"},
        {"motion", "M", CLI_TO(w.motion), "a motion to play meanwhile"},
        {"heading", "DEG", CLI_TO(w.job.heading),
         "face this way (default: the direction of travel)", -36000, 36000, .scale = CAPER_DEGREE},
        {"at", "X,Z,YAW", CLI_TO(w.at), "where it starts; yaw in degrees"},
        {"seconds", "S", CLI_TO(w.job.record.seconds), "how long (default: 6)", 0.001, 3600},
        {"rate", "HZ", CLI_TO(w.job.record.recorder.rate),
         "frames a second of the clip (default: 60)", 1, 1000},
        {"stiff", NULL, CLI_TO(w.stiff), "no secondary motion of loose parts"},
        CLI_BODY_OPTIONS(w.reading),
    };
    CLI_PARSE(options, "walk", "CHARACTER --out CLIP [options]",
              "Walk any character over any ground, and write the clip. A character without feet\n"
              "crawls, slithers, swims or floats.",
              "  caper walk dog --speed 1.2 --out dog.clip.json\n"
              "  caper walk spider --speed 0.5Fr --path circle --world rubble --world-scale auto "
              "--out "
              "s.glb\n"
              "  caper walk performer --style limp --motion wave --out wave_and_limp.clip.json");
    cli_asset body = {0}, world = {0}, motion = {0};
    caper_error error = {0};
    bool good = cli_spares_input(argv[0], w.out, &error) &&
                cli_load_actor(argv[0], &w.reading, &body, &error) &&
                cli_load_world(w.world, w.scale, body.character, &world, &error) &&
                cli_load_kind(w.motion, CAPER_ASSET_MOTION, NULL, &motion, &error) &&
                cli_write_made(record(&w, body.character, world.world, motion.motion, &error),
                               body.character, world.world, w.out, &error);
    if (good && !cli_is_shipped(&body.character->skeleton)) {
        cli_say_render(w.out, argv[0], &w.reading, w.world, w.scale);
    }
    CLI_UNLOAD(&motion, &world, &body);
    return good ? CLI_GOOD : cli_error(&error);
}
