// SPDX-License-Identifier: MIT
// caper simulate: physics scenes.
#include "cli.h"

#if !defined(CAPER_PHYSICS)

int cmd_simulate(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return cli_fail("simulate", "this build has no physics: it needs ODE (tools/setup installs "
                                "it), then build again");
}

#else

#include "record.h"
#include "simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- assets by name ------------------------------------------------------------------------------

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

// A name is a file beside the scene, a file of the data set that CAPER_SHARED_DATA points to, or
// whatever the other verbs take it for.
static const char *locate(const simulate_store *store, const char *name, char *out, size_t size)
{
    const char *shared = getenv("CAPER_SHARED_DATA");
    snprintf(out, size, "%s%s", store->folder, name);
    if (strchr(name, '.') && exists(out)) {
        return out;
    }
    if (shared && strchr(name, '/')) {
        snprintf(out, size, "%s/%s", shared, name);
        if (exists(out)) {
            return out;
        }
    }
    return name;
}

static bool find_asset(void *user, const char *name, caper_scene_asset *found, caper_error *error)
{
    simulate_store *store = user;
    int i = 0;
    while (i < store->count && strcmp(store->names[i], name) != 0) {
        i++;
    }
    if (i == store->count) {
        char path[2048];
        cli_asset *asset = i < SIMULATE_MAX_ASSETS ? calloc(1, sizeof *asset) : NULL;
        char *copy = asset ? malloc(strlen(name) + 1) : NULL;
        if (!copy) {
            free(asset);
            return caper_error_set(error, CAPER_ERROR_LIMIT, name, 0, 0, "too many files");
        }
        memcpy(copy, name, strlen(name) + 1);
        if (!cli_load(locate(store, name, path, sizeof path), NULL, asset, error)) {
            free(copy);
            free(asset);
            return false;
        }
        store->names[i] = copy;
        store->assets[i] = asset;
        store->count++;
    }
    const cli_asset *a = store->assets[i];
    found->character = a->character;
    found->clip = a->clip;
    found->motion = a->motion;
    found->world = a->world;
    return true;
}

static void close_store(simulate_store *store)
{
    for (int i = 0; i < store->count; i++) {
        cli_unload(store->assets[i]);
        free(store->assets[i]);
        free(store->names[i]);
    }
}

const cli_asset *simulate_asset_of(const simulate_job *job, int actor)
{
    const caper_scene_actor *a = &job->scene->actors[actor];
    const char *name = a->character ? a->character : a->plays[0].clip;
    for (int i = 0; i < job->store->count; i++) {
        if (strcmp(job->store->names[i], name) == 0) {
            return job->store->assets[i];
        }
    }
    return NULL;
}

caper_show *simulate_open(const simulate_job *job, caper_error *error)
{
    caper_scene_finder finder = {find_asset, job->store};
    return caper_show_create(job->scene, &finder, error);
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

// The clip of one actor; as GLB with the skin that its file had.
static bool save(const simulate_job *job, const caper_show *show, int actor,
                 caper_recorder *recorder, caper_error *error)
{
    const caper_character *c = caper_actor_character(caper_show_actor(show, actor));
    const cli_asset *asset = simulate_asset_of(job, actor);
    caper_clip *clip = caper_recorder_finish(recorder, error);
    bool good = clip != NULL;
    const char *ending = strrchr(job->out, '.');
    bool skinned = asset && asset->import && asset->import->skin_count > 0 && ending &&
                   (strcmp(ending, ".glb") == 0 || strcmp(ending, ".gltf") == 0);
    if (good && skinned) {
        caper_export_job out = caper_export_job_default();
        const caper_clip *clips[1] = {clip};
        out.character = c;
        out.clips = clips;
        out.clip_count = 1;
        out.skins = asset->import->skins;
        out.skin_count = asset->import->skin_count;
        good = caper_export_save(&out, job->out, error);
    } else if (good) {
        good = cli_save_clip(clip, c, job->out, error);
    }
    caper_clip_destroy(clip);
    return good;
}

static void print_figures(const caper_show *show, const caper_scene *scene)
{
    printf("%s: %.1f s\n", scene->name, caper_show_time(show));
    for (int i = 0; i < scene->actor_count; i++) {
        caper_show_figures f;
        caper_show_look(show, i, &f);
        if (!f.simulated) {
            printf("  %-14s animated\n", scene->actors[i].name);
            continue;
        }
        char fell[64] = "stood";
        if (f.fell) {
            snprintf(fell, sizeof fell, "fell at %.1f s, %s", (double)f.fell_at,
                     f.stands ? "stands" : "lies");
        }
        printf("  %-14s %s%s; error %.1f mm, drift %.2f m", scene->actors[i].name, fell,
               f.met ? "" : ", NOT AS EXPECTED", 1000 * (double)f.error, (double)f.drift);
        if (f.wanted_way > 0.5f) {
            printf(", way %.2f of %.2f m", (double)f.way, (double)f.wanted_way);
        }
        if (f.rises > 0) {
            printf(", got up %d times", f.rises);
        }
        printf("\n");
    }
}

static int run(const simulate_job *job, int actor, bool json, caper_error *error)
{
    const caper_scene *scene = job->scene;
    caper_show *show = simulate_open(job, error);
    caper_recorder_def def = caper_recorder_def_default();
    def.name = scene->name;
    def.rate = scene->rate;
    caper_recorder *recorder = NULL;
    if (!show) {
        return cli_error(error);
    }
    if (job->out) {
        recorder = caper_recorder_create(caper_show_actor(show, actor), &def, error);
        if (!recorder) {
            caper_show_destroy(show);
            return cli_error(error);
        }
    }
    cli_bar bar;
    caper_progress progress = cli_progress(&bar, "simulate");
    int frames = (int)floorf(scene->seconds * scene->rate + 0.5f), code = CLI_GOOD;
    for (int i = 0; i < frames && code == CLI_GOOD; i++) {
        if (!caper_show_update(show, error)) {
            cli_error(error);
            code = CLI_NO; // an explosion is an answer
        } else if (recorder && !caper_recorder_take(recorder, error)) {
            code = cli_error(error);
        }
        caper_progress_report(&progress, (double)(i + 1) / frames, "frames");
    }
    bool met = true;
    for (int i = 0; i < scene->actor_count; i++) {
        caper_show_figures f;
        met = caper_show_look(show, i, &f) && f.met && met;
    }
    if (code == CLI_GOOD && recorder && !save(job, show, actor, recorder, error)) {
        code = cli_error(error);
    }
    if (code == CLI_GOOD && json) {
        caper_json_writer writer;
        caper_json_writer_init(&writer, NULL, 2);
        caper_show_write(show, &writer);
        code = cli_print_json(&writer);
        caper_json_writer_free(&writer);
    } else if (code == CLI_GOOD) {
        print_figures(show, scene);
    }
    caper_recorder_destroy(recorder);
    caper_show_destroy(show);
    return code == CLI_GOOD && !met ? CLI_NO : code;
}

static bool is_picture(const char *path)
{
    static const char *const endings[] = {".png", ".mp4", ".gif", ".webm", ".mkv"};
    const char *ending = strrchr(path, '.');
    for (int i = 0; ending && i < CAPER_COUNT_OF(endings); i++) {
        if (strcmp(ending, endings[i]) == 0) {
            return true;
        }
    }
    return false;
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

static bool load_scene(const char *name, simulate_store *store, caper_scene **scene,
                       caper_error *error)
{
    char file[512], path[1024];
    snprintf(file, sizeof file, "scenes/%s.scene.json", name);
    bool shipped = !strchr(name, '/') && !strchr(name, '.') &&
                   cli_data_path(file, path, sizeof path) && exists(path);
    scene_folder(shipped ? path : name, store);
    *scene = caper_scene_load(shipped ? path : name, NULL, error);
    return *scene != NULL;
}

int cmd_simulate(int argc, char **argv)
{
    const char *out = NULL, *actor_name = NULL;
    bool json = false;
    double yaw = 35, pitch = 12, seconds = 0;
    int cells = 8;
    const cli_option options[] = {
        {"out", "FILE", CLI_TEXT, &out,
         "a clip of one actor (.clip.json .bvh .glb), a film strip (.png) or a film (.mp4 .gif)"},
        {"actor", "NAME", CLI_TEXT, &actor_name, "whose clip (default: the first)"},
        {"json", NULL, CLI_FLAG, &json, "figures as JSON"},
        {"seconds", "S", CLI_NUMBER, &seconds, "how long (default: as the scene says)"},
        {"cells", "N", CLI_INT, &cells, "pictures of a strip (default: 8)"},
        {"yaw", "DEG", CLI_NUMBER, &yaw, "where the camera stands (default: 35)"},
        {"pitch", "DEG", CLI_NUMBER, &pitch, "how far above (default: 12)"},
    };
    const cli_usage usage = {
        .verb = "simulate",
        .arguments = "SCENE [--out FILE] [--json] [options]",
        .text = "Run a physics scene: a .scene.json file, or the name of one that ships with "
                "Caper. Exit 1 when\nwhat the scene expects does not come true, or the "
                "simulation explodes.",
        .example = "  caper simulate crate --out crate.png\n"
                   "  caper simulate my.scene.json --actor hero --out hero.glb --json",
        .options = options,
        .option_count = CAPER_COUNT_OF(options),
    };
    int parsed = cli_parse(&usage, &argc, argv);
    if (parsed != CLI_GOOD) {
        return parsed < 0 ? CLI_GOOD : parsed;
    }
    if (argc != 1) {
        return cli_fail("simulate", "expected a scene; see caper simulate --help");
    }
    if (cells < 1 || cells > 24 || fabs(yaw) > 3600 || fabs(pitch) > 89 || !(seconds >= 0) ||
        seconds > 36000) {
        return cli_fail("simulate", "--cells is 1 to 24, --pitch within 89, --seconds to 36000");
    }
    caper_error error = {0};
    simulate_store *store = calloc(1, sizeof *store);
    caper_scene *scene = NULL;
    if (!store || !load_scene(argv[0], store, &scene, &error)) {
        free(store);
        return cli_error(&error);
    }
    if (seconds > 0) {
        scene->seconds = (float)seconds;
    }
    simulate_job job = {.scene = scene,
                        .store = store,
                        .out = out,
                        .cells = cells,
                        .yaw = (float)yaw * CAPER_DEGREE,
                        .pitch = (float)pitch * CAPER_DEGREE};
    int code, actor = find_actor(scene, actor_name);
    if (out && actor < 0) {
        code = cli_fail("simulate", "there is no such actor in %s", argv[0]);
    } else if (out && is_picture(out)) {
        code = simulate_draw(&job);
        job.out = NULL;
        code = code == CLI_GOOD ? run(&job, actor, json, &error) : code;
    } else if (out && !cli_clip_path(out, &error)) {
        code = cli_error(&error);
    } else {
        code = run(&job, actor, json, &error);
    }
    close_store(store);
    free(store);
    caper_scene_destroy(scene);
    return code;
}

#if !defined(CAPER_RENDER)

int simulate_draw(const simulate_job *job)
{
    (void)job;
    return cli_fail("simulate", "this build has no renderer: it needs libepoxy, EGL and stb");
}

#endif
#endif
