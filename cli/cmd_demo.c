// SPDX-License-Identifier: MIT
// caper demo: what Caper does, as a page of films. Everything in it is made by commands that
// anybody could type, one after the other; the page holds the poses and draws them itself, so it
// needs neither a renderer nor a network.
#include "cli.h"
#include "demo.h"
#include "grid.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CREATURES 12

static const char *const cast_of_twelve[] = {"performer", "blubby",  "sally",    "four_armed",
                                             "dog",       "ostrich", "kangaroo", "dragon",
                                             "spider",    "crab",    "octopus",  "centaur"};

typedef struct demo {
    const char *folder, *rig, *capture;
    demo_page page;
    int judged, passed;
} demo;

// One word of a line: %s is the next name, whatever is in it, and %% the folder.
static void put_word(const demo *d, const char *format, size_t length, va_list *args, char *out,
                     size_t size)
{
    const char *end = format + length;
    size_t at = 0;
    while (format < end && at + 1 < size) {
        if (*format != '%') {
            out[at++] = *format++;
            continue;
        }
        bool folder = format[1] == '%';
        const char *name = folder ? d->folder : va_arg(*args, const char *);
        int more = snprintf(out + at, size - at, "%s%s", name, folder ? "/" : "");
        at += more > 0 ? (size_t)more : 0;
        at = at < size ? at : size - 1;
        format += 2;
    }
    out[at] = 0;
}

static void begin_film(demo *d, const char *what, const demo_film *film)
{
    printf("%s ...\n", what);
    demo_add_film(&d->page, film);
}

// How a clip of the folder is shown; without a label it is not.
typedef struct showing {
    const char *file, *label;
    bool treadmill;
    const char *skinned; // its character, with the skin of the file or one that is made for it
} showing;

// A clip of the folder joins the take.
static bool show(demo *d, const showing *s)
{
    char path[1400];
    caper_error error = {0};
    cli_asset clip, rig = {0};
    snprintf(path, sizeof path, "%s/%s", d->folder, s->file);
    if (s->skinned && !cli_load_actor(s->skinned, NULL, &rig, &error)) {
        return cli_error(&error) == CLI_GOOD;
    }
    bool good = cli_load_kind(path, CAPER_ASSET_CLIP, NULL, &clip, &error);
    if (good) {
        const caper_character *c = rig.character ? rig.character : clip.character;
        bool own = rig.import && rig.import->skin_count > 0;
        caper_skin *made = s->skinned && !own ? demo_make_skin(c) : NULL;
        const caper_skin *skin = own ? &rig.import->skins[0] : made;
        for (int i = 1; own && i < rig.import->skin_count; i++) { // the largest one
            const caper_skin *other = &rig.import->skins[i];
            skin = other->vertex_count > skin->vertex_count ? other : skin;
        }
        demo_actor actor = {.name = s->label,
                            .character = c,
                            .clip = clip.clip,
                            .skin = skin,
                            .treadmill = s->treadmill};
        demo_add_actor(&d->page, &actor);
        demo_free_skin(made);
        cli_unload(&clip);
    }
    if (s->skinned) {
        cli_unload(&rig);
    }
    return good || cli_error(&error) == CLI_GOOD;
}

// Run a command that writes a file of the folder, which joins the take where it has a label: words
// parted by spaces, with %s for names and %% for the folder; --out comes by itself.
static bool act(demo *d, const showing *s, const char *format, ...) CAPER_PRINTF(3, 4);
static bool act(demo *d, const showing *s, const char *format, ...)
{
    static const cli_verb verbs[] = {{"play", NULL, cmd_play},
                                     {"walk", NULL, cmd_walk},
                                     {"stride", NULL, cmd_stride},
                                     {"retarget", NULL, cmd_retarget},
                                     {"graph", NULL, cmd_graph}};
    char words[64][1400], out[] = "--out", *argv[67] = {0};
    int count = 0, verb = 0;
    va_list args;
    va_start(args, format);
    for (; *format && count < 63; count++) {
        size_t length = strcspn(format, " ");
        put_word(d, format, length, &args, words[count], sizeof words[0]);
        argv[count] = words[count];
        format += length + strspn(format + length, " ");
    }
    va_end(args);
    snprintf(words[count], sizeof words[0], "%s/%s", d->folder, s->file);
    argv[count + 1] = words[count];
    argv[count] = out;
    while (strcmp(argv[0], verbs[verb].name) != 0) {
        verb++;
    }
    return verbs[verb].run(count + 1, argv + 1) == CLI_GOOD && (!s->label || show(d, s));
}

// One motion on bodies of very different plans.
static bool show_motion(demo *d, const char *motion)
{
    bool good = true;
    demo_add_take(&d->page, motion);
    for (int i = 0; i < CAPER_COUNT_OF(cast_of_twelve) && good; i++) {
        char file[80];
        snprintf(file, sizeof file, "%s_%s.clip.json", motion, cast_of_twelve[i]);
        good = act(d, &(showing){.file = file, .label = cast_of_twelve[i]}, "play %s --on %s",
                   motion, cast_of_twelve[i]);
    }
    return good;
}

static bool show_motions(demo *d)
{
    static const char *const motions[] = {"jig", "pick_fruit", "wave", "stretch"};
    const demo_film film = {
        .title = "One motion, twelve bodies",
        .about = "Authored once, for no body in particular, and played on bodies that its author "
                 "has not seen.",
        .command = "caper play jig --on crab --out jig.clip.json",
        .yaw = 0.3f,
        .pitch = 0.42f};
    begin_film(d, "one motion on twelve bodies", &film);
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(motions) && good; i++) {
        good = show_motion(d, motions[i]);
    }
    return good;
}

static bool show_creatures(demo *d)
{
    static const char *const acts[] = {"wave", "walk"};
    const demo_film film = {.title = "Creatures that nobody planned",
                            .about = "Seeds 1 to 12, from tame to wild. Any command that takes a "
                                     "character takes random:SEED,DIFFICULTY too.",
                            .command = "caper walk random:7,0.5 --out walk.clip.json",
                            .yaw = 0.35f,
                            .pitch = 0.42f};
    begin_film(d, "random creatures", &film);
    bool good = true;
    for (int k = 0; k < CAPER_COUNT_OF(acts); k++) {
        demo_add_take(&d->page, acts[k]);
        for (int i = 0; i < CREATURES && good; i++) {
            char body[40], file[80];
            snprintf(body, sizeof body, "random:%d,%.2f", i + 1, (double)i / (CREATURES - 1));
            snprintf(file, sizeof file, "%s_random_%d.clip.json", acts[k], i + 1);
            showing s = {file, body, k == 1, NULL};
            good = k == 0 ? act(d, &s, "play wave --on %s", body)
                          : act(d, &s, "walk %s --seconds 3", body);
        }
    }
    return good;
}

// A recording of one body on many: somebody's file, or a walk that we record ourselves.
static bool show_capture(demo *d)
{
    static const char *const onto[] = {"blubby",  "sally", "four_armed", "ostrich",
                                       "centaur", "dog",   "kangaroo"};
    const demo_film film = {
        .title = "A recording on many bodies",
        .about = "One performer, and what comes of the recording on bodies of other sizes, "
                 "proportions and numbers of legs. Feet stand where they stood.",
        .command = "caper retarget walk_performer.clip.json --onto dog --out dog.clip.json",
        .yaw = 0.7f,
        .pitch = 0.38f};
    begin_film(d, "a recording on many bodies", &film);
    demo_add_take(&d->page, "recording");
    // stairs and graphs are made of it, too
    showing first = {"walk_performer.clip.json", d->capture ? NULL : "performer", true, NULL};
    bool good = act(d, &first, "walk performer --speed 1.3 --seconds 5");
    for (int i = 0; i < CAPER_COUNT_OF(onto) && good; i++) {
        char file[80];
        snprintf(file, sizeof file, "recording_%s.clip.json", onto[i]);
        showing s = {file, onto[i], true, NULL};
        good = d->capture ? act(d, &s, "retarget %s --onto %s", d->capture, onto[i])
                          : act(d, &s, "retarget %%%s --onto %s", first.file, onto[i]);
    }
    return good;
}

// A character with a skin: somebody's own file, or a skin about the boxes of one of ours.
static bool show_rig(demo *d)
{
    static const char *const motions[] = {"wave", "jig", "scratch", "bow", "punch"};
    const char *rig = d->rig ? d->rig : "performer";
    const demo_film film = {
        .title = "Your own character",
        .about = "Bring a rig with a skin (glTF, GLB, VRM), and every motion plays on it; nobody "
                 "tells Caper which joint is an elbow.",
        .command = "caper demo --rig hero.glb",
        .yaw = 0.5f,
        .pitch = 0.12f};
    begin_film(d, "a character with a skin", &film);
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(motions) && good; i++) {
        char file[80];
        snprintf(file, sizeof file, "rig_%s.clip.json", motions[i]);
        showing s = {file, motions[i], false, rig};
        demo_add_take(&d->page, motions[i]);
        good = act(d, &s, "play %s --on %s", motions[i], rig);
    }
    return good;
}

// The same walk up stairs and down.
static bool show_stairs(demo *d)
{
    static const char *const takes[][3] = {{"up", "stairs_up.clip.json", "0,0.4"},
                                           {"down", "stairs_down.clip.json", "0,5.4"}};
    caper_error error = {0};
    cli_asset world;
    if (!cli_load_kind("stairs", CAPER_ASSET_WORLD, NULL, &world, &error)) {
        return cli_error(&error) == CLI_GOOD;
    }
    const demo_film film = {
        .title = "Stairs",
        .about = "One walk, made on flat ground: its feet find whole treads, and the body is on "
                 "its way before they land.",
        .command = "caper stride walk_performer.clip.json --world stairs --out stairs.clip.json",
        .world = world.world,
        .real = true,
        .yaw = 1.35f,
        .pitch = 0.15f};
    begin_film(d, "a walk on stairs", &film);
    cli_unload(&world);
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(takes) && good; i++) {
        showing s = {takes[i][1], takes[i][0], false, NULL};
        demo_add_take(&d->page, takes[i][0]);
        good = act(d, &s, "stride %%walk_performer.clip.json --world stairs --at %s", takes[i][2]);
    }
    return good;
}

// What they want is one thing, what comes of it another.
static bool show_physics(demo *d)
{
#if defined(CAPER_PHYSICS)
    static const struct {
        const char *take, *scene;
        float begin, seconds;
    } takes[] = {{"balls and crates", "crates", 0.5f, 5.5f},
                 {"getting up", "get_up", 0, 9},
                 {"an avatar", "avatar", 1.5f, 5},
                 {"pressed down", "pressed", 0.5f, 3}};
    const demo_film film = {
        .title = "Hit, stagger, fall, get up",
        .about =
            "Under physics a motion is what a body wants. A servo in world space tries, a weak "
            "spring keeps the balance; a ball is borne, a crate is not, and who fell gets up.",
        .command = "caper simulate crates --out crates.mp4",
        .real = true,
        .yaw = 0.6f,
        .pitch = 0.2f};
    begin_film(d, "physics", &film);
    caper_error error = {0};
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(takes) && good; i++) {
        good = demo_add_scene(&d->page, takes[i].take, takes[i].scene, takes[i].begin,
                              takes[i].seconds, &error);
    }
    return good || cli_error(&error) == CLI_GOOD;
#else
    (void)d;
    return true;
#endif
}

// Walks and runs become a graph; keys drive it by matching and along its edges, and a crab goes
// along. Words of --keys are written without blanks.
static bool show_graph(demo *d)
{
    const demo_film film = {
        .title = "Endless motion",
        .about = "Some walks and runs become a motion graph. Keys drive it: walk, turn, run, stop; "
                 "by matching, along its edges, and a crab does the same.",
        .command = "caper graph drive people.graph.json",
        .yaw = 0.8f,
        .pitch = 0.2f};
    static const char *const walks[][4] = {{"graph_curve.clip.json", "1.3", "curve", "10"},
                                           {"graph_circle.clip.json", "1.1", "circle", "8"},
                                           {"graph_wide.clip.json", "1.3", "circle", "8"},
                                           {"graph_run.clip.json", "2.8", "curve", "10"}};
    const showing match = {"drive_match.clip.json", "by matching", true, NULL};
    const showing edges = {"drive_graph.clip.json", "along edges", true, NULL};
    const showing crab = {"drive_crab.clip.json", "crab", true, NULL};
    begin_film(d, "a motion graph, driven by keys", &film);
    demo_add_take(&d->page, "driven");
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(walks) && good; i++) {
        good = act(d, &(showing){.file = walks[i][0]},
                   "walk performer --speed %s --path %s --seconds %s", walks[i][1], walks[i][2],
                   walks[i][3]);
    }
    return good &&
           act(d, &(showing){.file = "people.graph.json"},
               "graph build %%walk_performer.clip.json %%graph_curve.clip.json "
               "%%graph_circle.clip.json %%graph_wide.clip.json %%graph_run.clip.json "
               "--on performer --mirror") &&
           act(d, &match, "graph drive %%people.graph.json --keys w3d2d3r3x2") &&
           act(d, &edges, "graph drive %%people.graph.json --by graph --keys w3d2d3r3x2") &&
           act(d, &crab, "graph drive %%people.graph.json --keys w3d2d3r3x2 --onto crab");
}

// ------------------------------------------------------------------------------------------ grid

typedef struct verdicts {
    const grid_cast *cast;
    char (*cells)[204]; // status and reason
} verdicts;

static void note(void *user, const caper_grid_item *item)
{
    const verdicts *v = user;
    static const char status[] = {'p', 'f', 's', 's'}; // what could not be read was not judged
    for (int b = 0; b < v->cast->bodies.count; b++) {
        for (int a = 0; a < v->cast->act_count; a++) {
            if (strcmp(item->body, v->cast->body_names[b]) == 0 &&
                strcmp(item->act, v->cast->acts[a].name) == 0) {
                snprintf(v->cells[b * v->cast->act_count + a], sizeof v->cells[0], "%c%s",
                         status[item->status], item->why);
            }
        }
    }
}

static void put_cell(caper_text *out, const char *cell)
{
    char status[2] = {cell[0], 0};
    caper_text_append_string(out, "[");
    demo_put_string(out, status);
    caper_text_append_string(out, ",");
    demo_put_string(out, status[0] ? cell + 1 : "");
    caper_text_append_string(out, "]");
}

static void put_grid(demo *d, const verdicts *v)
{
    caper_text *out = &d->page.data;
    const grid_cast *c = v->cast;
    caper_text_printf(out,
                      ",\ngrid:{pass:%d,judged:%d,command:\"caper grid --characters menagerie\"",
                      d->passed, d->judged);
    for (int b = 0; b < c->bodies.count; b++) {
        caper_text_append_string(out, b > 0 ? "," : ",bodies:[");
        demo_put_string(out, c->body_names[b]);
    }
    for (int a = 0; a < c->act_count; a++) {
        caper_text_append_string(out, a > 0 ? "," : "],acts:[");
        demo_put_string(out, c->acts[a].name);
    }
    for (int i = 0; i < c->bodies.count * c->act_count; i++) {
        caper_text_append_string(out, i > 0 ? "," : "],cells:[");
        put_cell(out, v->cells[i]);
    }
    caper_text_append_string(out, "]}");
}

// Every motion that ships on every body that does.
static bool judge_all(demo *d)
{
    caper_error error = {0};
    grid_options options = {.characters = "menagerie", .seed = 1, .rate = 30};
    grid_cast cast;
    printf("every motion on every body ...\n");
    if (!grid_open(&cast, &options, &error)) {
        return cli_error(&error) == CLI_GOOD;
    }
    verdicts v = {&cast,
                  calloc((size_t)cast.bodies.count * (size_t)cast.act_count + 1, sizeof *v.cells)};
    caper_grid_job job = grid_job(&cast, &options);
    job.done = note;
    job.done_user = &v;
    bool good = v.cells ? caper_grid_run(&job, &error)
                        : caper_error_set(&error, CAPER_ERROR_MEMORY, "demo", 0, 0, "no memory");
    if (good) {
        d->passed = (int)job.counts.count[CAPER_GRID_PASS];
        d->judged = d->passed + (int)job.counts.count[CAPER_GRID_FAIL];
        put_grid(d, &v);
    }
    free(v.cells);
    grid_close(&cast);
    return good || cli_error(&error) == CLI_GOOD;
}

static bool run_demo(demo *d)
{
    if (!show_motions(d) || !show_creatures(d) || !show_capture(d) || !show_rig(d) ||
        !show_stairs(d) || !show_graph(d) || !show_physics(d)) {
        return false;
    }
    demo_end_films(&d->page);
    return judge_all(d);
}

int cmd_demo(int argc, char **argv)
{
    demo d = {.folder = "caper-demo"};
    const cli_option options[] = {
        {"out", "DIR", CLI_TO(d.folder), "folder for the page and its clips (default caper-demo)"},
        {"rig", "FILE", CLI_TO(d.rig), "your own character, with its skin (default: one of ours)"},
        {"capture", "FILE", CLI_TO(d.capture),
         "your own recording (default: a walk that it makes)"},
    };
    CLI_PARSE("demo", "[options]",
              "Show what Caper does: a page of films, to be opened in a browser, and its clips.",
              "  caper demo --out /tmp/caper-demo\n"
              "  caper demo --rig hero.glb --capture dance.bvh",
              options);
    caper_error error = {0};
    if (!caper_folder_make(d.folder, &error)) {
        return cli_error(&error);
    }
    char path[1400];
    snprintf(path, sizeof path, "%s/index.html", d.folder);
    demo_begin(&d.page);
    bool good = run_demo(&d);
    int code = !good ? CLI_BAD : demo_write(&d.page, path, &error) ? CLI_GOOD : cli_error(&error);
    if (code == CLI_GOOD) {
        printf("%d of %d pairs of a motion and a body pass all gates (the page says what stops the "
               "others)\nsee %s\n",
               d.passed, d.judged, path);
    }
    demo_free(&d.page);
    return code;
}
