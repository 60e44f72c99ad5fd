// SPDX-License-Identifier: MIT
// caper simulate: physics scenes.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#if CAPER_PHYSICS

#include "live.h"
#include "record.h"
#include "simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- assets by name ------------------------------------------------------------------------------

// A name is a file beside the scene, a file of the data set that CAPER_SHARED_DATA points to, or
// whatever the other verbs take it for.
static const char *locate(const simulate_store *store, const char *name, char *out, size_t size)
{
    const char *shared = getenv("CAPER_SHARED_DATA");
    snprintf(out, size, "%s%s", store->folder, name);
    if (strchr(name, '.') && access(out, F_OK) == 0) {
        return out;
    }
    if (shared && strchr(name, '/')) {
        snprintf(out, size, "%s/%s", shared, name);
        if (access(out, F_OK) == 0) {
            return out;
        }
    }
    return name;
}

// A file in a folder that is not beside the scene is one of the data set.
static bool name_data_set(const simulate_store *store, const char *name, const char *file,
                          caper_error *error)
{
    const char *shared = getenv("CAPER_SHARED_DATA");
    if (file != name || !strchr(name, '/') || name[0] == '/' || access(name, F_OK) == 0) {
        return false;
    }
    return caper_error_set(error, CAPER_ERROR_IO, name, 0, 0,
                           shared ? "there is no such file in %s (CAPER_SHARED_DATA), nor in '%s'"
                                  : "%sthere is no such file in '%s'; if it is of a data set, set "
                                    "CAPER_SHARED_DATA to the set's folder",
                           shared ? shared : "", store->folder);
}

static bool is_name(const char *text, const char *name)
{
    return text && strcmp(text, name) == 0;
}

// Is a name one of a body that moves, and of nothing that is played?
static bool is_body_alone(const caper_scene *scene, const char *name)
{
    bool body = false, played = false;
    for (int i = 0; scene && i < scene->actor_count; i++) {
        const caper_scene_actor *a = &scene->actors[i];
        body = body || is_name(a->character, name);
        played = played || is_name(a->get_up[0], name) || is_name(a->get_up[1], name);
        for (int k = 0; k < a->play_count; k++) {
            const caper_scene_play *p = &a->plays[k];
            played = played || is_name(p->clip, name) || is_name(p->perform, name) ||
                     is_name(p->by, name);
            for (int m = 0; m < p->move_count; m++) {
                played = played || is_name(p->moves[m], name);
            }
        }
    }
    return body && !played;
}

// Rigs do not stand in the pose in which they were bound; who plays his own file's clips keeps the
// pose that they are told from.
static bool load_asset(const simulate_store *store, const char *name, const char *file,
                       cli_asset *asset, caper_error *error)
{
    if (!cli_load(file, NULL, asset, error)) {
        return false;
    }
    if (!asset->import || !asset->character || !is_body_alone(store->scene, name) ||
        cli_take_rest(asset, error)) {
        return true;
    }
    cli_unload(asset);
    return false;
}

static bool find_asset(void *user, const char *name, caper_scene_asset *found, caper_error *error)
{
    simulate_store *store = user;
    const cli_asset *a = cli_shelf_find(&store->shelf, name);
    if (!a) {
        char path[2048];
        cli_asset asset;
        const char *file = locate(store, name, path, sizeof path);
        if (!load_asset(store, name, file, &asset, error)) {
            return name_data_set(store, name, file, error);
        }
        if (!cli_shelf_put(&store->shelf, name, &asset, error)) {
            cli_unload(&asset);
            return false;
        }
        a = cli_shelf_find(&store->shelf, name);
    }
    found->character = a->character;
    found->clip = a->clip;
    found->motion = a->motion;
    found->world = a->world;
    return true;
}

caper_scene_finder simulate_finder(simulate_store *store)
{
    return (caper_scene_finder){find_asset, store};
}

void simulate_close_store(simulate_store *store)
{
    cli_shelf_free(&store->shelf);
}

const cli_asset *simulate_asset_of(const simulate_job *job, int actor)
{
    const caper_scene_actor *a = &job->scene->actors[actor];
    const char *name = a->character ? a->character : a->plays[0].clip;
    return name ? cli_shelf_find(&job->store->shelf, name) : NULL;
}

// --- running -------------------------------------------------------------------------------------

static int find_actor(const caper_scene *scene, const char *name)
{
    for (int i = 0; i < scene->actor_count; i++) {
        if (!name || strcmp(scene->actors[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

// One run: the show, and what is kept of it.
typedef struct simulate_run {
    const simulate_job *job;
    caper_show *show;
    caper_recorder *recorder; // NULL: none
    caper_show_tape tape;
    bool tapes;
    bool exploded;
} simulate_run;

static bool update(void *user, float dt, caper_error *error)
{
    (void)dt; // the scene's
    simulate_run *r = user;
    r->exploded = !caper_show_update(r->show, error);
    return !r->exploded;
}

// Whom a performer moves does as he does, as far as the scene lets him; the clip is journalled and
// written as that of a puppet is.
static bool run_live(simulate_run *r, caper_error *error)
{
    const simulate_job *job = r->job;
    cli_puppet_live live = {.listen = job->listen,
                            .from = job->from,
                            .send = job->send,
                            .out = r->tapes ? NULL : job->out,
                            .seconds = job->seconds,
                            .rate = (double)job->scene->rate,
                            .def = caper_puppet_def_default(),
                            .actor = caper_show_actor(r->show, job->actor),
                            .update = update,
                            .user = r};
    const cli_asset *asset = simulate_asset_of(job, job->actor);
    live.def.character = caper_actor_character(live.actor);
    live.def.character_map = asset ? asset->map : NULL;
    caper_show_release(r->show, job->actor);
    return cli_puppet_listen(&live, error);
}

static bool is_met(const simulate_run *r)
{
    bool met = true;
    for (int i = 0; i < r->job->scene->actor_count; i++) {
        caper_show_figures f;
        met = caper_show_figures_of(r->show, i, &f) && f.met && met;
    }
    return met;
}

static bool open_run(simulate_run *r, caper_error *error)
{
    const simulate_job *job = r->job;
    caper_scene_finder finder = simulate_finder(job->store);
    r->show = caper_show_create(job->scene, &finder, error);
    if (!r->show) {
        return false;
    }
    if (job->out && !r->tapes && !job->listen) {
        caper_recorder_def def = caper_recorder_def_default();
        def.name = job->scene->name;
        def.rate = job->scene->rate;
        r->recorder = caper_recorder_create(caper_show_actor(r->show, job->actor), &def, error);
    }
    caper_show_keep(r->show, r->recorder, r->tapes ? &r->tape : NULL);
    return r->recorder || !job->out || r->tapes || job->listen;
}

int simulate_first_frame(const simulate_job *job)
{
    return (int)(job->begin * (double)job->scene->rate);
}

static bool draw(const simulate_run *r, caper_error *error)
{
    const simulate_job *job = r->job;
    if (simulate_first_frame(job) >= r->tape.frame_count) {
        return caper_error_set(error, CAPER_ERROR_INVALID, job->out, 0, 0,
                               "there is nothing to draw after %g s of %g s", job->begin,
                               r->tape.frame_count / (double)job->scene->rate);
    }
    return simulate_draw(job, r->show, &r->tape, error);
}

static int run(const simulate_job *job, bool tapes, caper_error *error)
{
    simulate_run r = {.job = job, .tapes = tapes};
    bool ran = false, open = open_run(&r, error);
    if (open && job->listen) {
        ran = run_live(&r, error);
    } else if (open) {
        ran = caper_show_run(r.show, (float)job->seconds, cli_progress(), error);
        r.exploded = !ran && error->status == CAPER_ERROR_INVALID;
    }
    const caper_actor *actor = r.recorder ? caper_show_actor(r.show, job->actor) : NULL;
    bool good = ran && (!tapes || draw(&r, error)) &&
                (!actor || cli_write_made(caper_recorder_finish(r.recorder, error),
                                          caper_actor_character(actor), NULL, job->out, error));
    if (good && tapes) {
        cli_wrote(job->out, "%.1f s, %d actors", caper_show_time(r.show), job->scene->actor_count);
    }
    caper_json_writer writer = cli_json();
    caper_text text = cli_text();
    if (good) {
        caper_show_write(r.show, &writer);
        caper_show_describe(r.show, &text);
    }
    int code = cli_answer(good, job->json, &writer, &text, error);
    code = r.exploded || (code == CLI_GOOD && !is_met(&r)) ? CLI_NO : code;
    caper_show_tape_destroy(&r.tape);
    caper_recorder_destroy(r.recorder);
    caper_show_destroy(r.show);
    return code;
}

static void scene_folder(const char *path, simulate_store *store)
{
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) + 1 : 0;
    if (size < sizeof store->folder) {
        memcpy(store->folder, path, size);
        store->folder[size] = 0;
    }
}

bool simulate_load_scene(const char *name, simulate_store *store, caper_scene **scene,
                         caper_error *error)
{
    char path[1024];
    if (!cli_find(name, "scenes", ".scene.json", "scene", path, sizeof path, error)) {
        return false;
    }
    scene_folder(path, store);
    store->scene = *scene = caper_scene_load(path, NULL, error);
    return *scene != NULL;
}

static int refuse(const simulate_job *job, const char *actor)
{
    if (job->listen && job->send && cli_live_is_loop(job->listen, job->send)) {
        return cli_fail("what is sent there comes back: the actor would perform itself");
    }
    if ((job->out || job->listen) && job->actor < 0) {
        return cli_fail("there is no actor '%s' in %s", actor ? actor : "", job->scene->source);
    }
    return CLI_GOOD;
}

int cmd_simulate(int argc, char **argv)
{
    const char *actor = NULL;
    simulate_job job = {.cells = 8, .yaw = 35 * CAPER_DEGREE, .pitch = 12 * CAPER_DEGREE};
    const cli_option options[] = {
        {"out", "FILE", CLI_TO(job.out),
         "a clip of one actor (.clip.json .bvh .glb), a film strip (.png) or a film (.mp4 .gif)",
         .check = cli_clip_path},
        {"actor", "NAME", CLI_TO(actor),
         "whose clip to write or perform (default: the first), and whom to show (default: all)"},
        {"json", NULL, CLI_TO(job.json), "figures as JSON"},
        {"seconds", "S", CLI_TO(job.seconds), "how long (default: as the scene says)", 0, 36000},
        {"listen", "vmc:PORT", CLI_TO(job.listen),
         "a live performer moves the actor, until a stop or Ctrl-C (see caper puppet --help)"},
        {"from", "ADDRESS", CLI_TO(job.from), "accept packets of this address only",
         .with = "listen"},
        {"send", "vmc:HOST:PORT", CLI_TO(job.send), "where the actor's poses go, live",
         .with = "listen"},
        {"begin", "S", CLI_TO(job.begin), "where the strip or film begins (default: 0)", 0, 36000},
        {"cells", "N", CLI_TO(job.cells), "pictures of a strip (default: 8)", 1, 24},
        {"yaw", "DEG", CLI_TO(job.yaw), "where the camera stands (default: 35)", -3600, 3600,
         .scale = CAPER_DEGREE},
        {"pitch", "DEG", CLI_TO(job.pitch), "how far above (default: 12)", -89, 89,
         .scale = CAPER_DEGREE},
    };
    CLI_PARSE(options, "simulate", "SCENE [options]",
              "Run a physics scene: a .scene.json file, or the name of one that ships with\n"
              "Caper. Exit 1 when an expectation of the scene is not met, or the simulation\n"
              "explodes. An expectation that --seconds cuts off is not judged.",
              "  caper simulate crate --out crate.png\n"
              "  caper simulate menagerie --actor beetle --begin 2 --out beetle.png\n"
              "  caper simulate my.scene.json --actor hero --out hero.glb --json\n"
              "  caper simulate avatar --listen vmc:39539 --send vmc:127.0.0.1:39540");
    caper_error error = {0};
    simulate_store *store = calloc(1, sizeof *store);
    caper_scene *scene = NULL;
    if (!store || !simulate_load_scene(argv[0], store, &scene, &error)) {
        free(store);
        return cli_error(&error);
    }
    job.scene = scene;
    job.store = store;
    job.actor = find_actor(scene, actor);
    job.watch = actor ? job.actor : -1;
    bool tapes = job.out && cli_is_picture(job.out);
    int code = refuse(&job, actor);
    code = code == CLI_GOOD ? run(&job, tapes, &error) : code;
    simulate_close_store(store);
    free(store);
    caper_scene_destroy(scene);
    return code;
}

#if !defined(CAPER_RENDER)

bool simulate_draw(const simulate_job *job, caper_show *show, const caper_show_tape *tape,
                   caper_error *error)
{
    (void)show, (void)tape;
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, job->out, 0, 0,
                           "this build has no renderer: it needs libepoxy, EGL and stb");
}

#endif
#endif
