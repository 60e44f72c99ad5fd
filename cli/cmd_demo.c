// SPDX-License-Identifier: MIT
// caper demo: what Caper does, as a page of films. Everything in it is made by commands that
// anybody could type, one after the other; the page holds the poses and draws them itself, so it
// needs neither a renderer nor a network.
#include "cli.h"
#include "demo.h"
#include "grid.h"

#include <stdlib.h>
#include <string.h>

#define TWELVE                                                                                     \
    "performer|blubby|sally|four_armed|dog|ostrich|kangaroo|dragon|spider|crab|octopus|centaur"
// From tame to wild.
#define CREATURES                                                                                  \
    "random:1,0.00|random:2,0.09|random:3,0.18|random:4,0.27|random:5,0.36|random:6,0.45|"         \
    "random:7,0.55|random:8,0.64|random:9,0.73|random:10,0.82|random:11,0.91|random:12,1.00"
#define DRIVE                                                                                      \
    "graph drive @fpeople.graph.json --keys w3d2d3r3x2" // keys without blanks between them

// The films, in order, and what is said while one is made.
static const struct {
    const char *said, *world;
    demo_film film;
} films[] = {
    {"one motion on twelve bodies",
     NULL,
     {"One motion, twelve bodies",
      "Authored once, for no body in particular, and played on bodies that its author has not "
      "seen.",
      "caper play jig --on crab --out jig.clip.json", .yaw = 0.3f, .pitch = 0.42f}},
    {"random creatures",
     NULL,
     {"Creatures that nobody designed",
      "Seeds 1 to 12, from tame to wild. Any command that takes a character takes "
      "random:SEED,DIFFICULTY too.",
      "caper walk random:7,0.5 --out walk.clip.json", .yaw = 0.35f, .pitch = 0.42f}},
    {"a recording on many bodies",
     NULL,
     {"A recording on many bodies",
      "One performer, and the same recording on bodies of other sizes, proportions and "
      "numbers of legs. Feet stand where they stood.",
      "caper retarget walk_performer.clip.json --onto dog --out dog.clip.json", .yaw = 0.7f,
      .pitch = 0.38f}},
    {"a character with a skin",
     NULL,
     {"Your own character",
      "Bring a rig with a skin (glTF, GLB, VRM), and every motion plays on it; nobody tells Caper "
      "which joint is an elbow.",
      "caper demo --rig hero.glb", .yaw = 0.5f, .pitch = 0.12f}},
    {"a walk on stairs",
     "stairs",
     {"Stairs",
      "One walk, made on flat ground: its feet find whole treads, and the body is on its way "
      "before "
      "they land.",
      "caper stride walk_performer.clip.json --world stairs --out stairs.clip.json", .real = true,
      .yaw = 1.35f, .pitch = 0.15f}},
    {"a motion graph, driven by keys",
     NULL,
     {"Endless motion",
      "Some walks and runs become a motion graph. Keys drive it: walk, turn, run, stop; by "
      "matching, "
      "along its edges, and a crab does the same.",
      "caper graph drive people.graph.json", .yaw = 0.8f, .pitch = 0.2f}},
    {"physics",
     NULL,
     {"Hit, stagger, fall, get up",
      "Under physics a motion is a goal: a servo in world space follows it, and a weak spring "
      "keeps the balance. A ball is withstood, a crate is not, and a fallen body gets up.",
      "caper simulate crates --out crates.mp4", .real = true, .yaw = 0.6f, .pitch = 0.2f}},
};

// What is run for them, one after the other: a command that writes a file of the folder, for each
// take and each body. @t is the take, @b the body, @i its number, @f the folder, @c the recording.
static const struct step {
    int film;
    const char *takes;  // parted by bars; NULL: the take goes on
    const char *bodies; // likewise, and how they are called; NULL: the file is not shown
    const char *file, *command;
    bool treadmill, skinned;
    float begin, seconds; // of a scene, which is the file, without a command
} steps[] = {
    {0, "jig|pick_fruit|wave|stretch", TWELVE, "@t_@b.clip.json", "play @t --on @b"},
    {1, "wave", CREATURES, "wave_random_@i.clip.json", "play wave --on @b"},
    {1, "walk", CREATURES, "walk_random_@i.clip.json", "walk @b --seconds 3", true},
    // stairs and graphs are made of it, too
    {2, "recording", "performer", "walk_performer.clip.json",
     "walk performer --speed 1.3 --seconds 5", true},
    {2, NULL, "blubby|sally|four_armed|ostrich|centaur|dog|kangaroo", "recording_@b.clip.json",
     "retarget @c --onto @b", true},
    {3, "wave|jig|scratch|bow|punch", "", "rig_@t.clip.json", "play @t --on @b", false, true},
    {4, "up", "up", "stairs_up.clip.json",
     "stride @fwalk_performer.clip.json --world stairs --at 0,0.4"},
    {4, "down", "down", "stairs_down.clip.json",
     "stride @fwalk_performer.clip.json --world stairs --at 0,5.4"},
    {5, "driven", NULL, "graph_curve.clip.json",
     "walk performer --speed 1.3 --path curve --seconds 10"},
    {5, NULL, NULL, "graph_circle.clip.json",
     "walk performer --speed 1.1 --path circle --seconds 8"},
    {5, NULL, NULL, "graph_wide.clip.json", "walk performer --speed 1.3 --path circle --seconds 8"},
    {5, NULL, NULL, "graph_run.clip.json", "walk performer --speed 2.8 --path curve --seconds 10"},
    {5, NULL, NULL, "people.graph.json",
     "graph build @fwalk_performer.clip.json @fgraph_curve.clip.json @fgraph_circle.clip.json "
     "@fgraph_wide.clip.json @fgraph_run.clip.json --on performer --mirror"},
    {5, NULL, "by matching", "drive_match.clip.json", DRIVE, true},
    {5, NULL, "along edges", "drive_graph.clip.json", DRIVE " --by graph", true},
    {5, NULL, "crab", "drive_crab.clip.json", DRIVE " --onto crab", true},
#if CAPER_PHYSICS
    {6, "balls and crates", NULL, "crates", NULL, .begin = 0.5f, .seconds = 5.5f},
    {6, "getting up", NULL, "get_up", NULL, .seconds = 9},
    {6, "an avatar", NULL, "avatar", NULL, .begin = 1.5f, .seconds = 5},
    {6, "pressed down", NULL, "pressed", NULL, .begin = 0.5f, .seconds = 3},
#endif
};

typedef struct demo {
    const char *folder, *rig, *capture;
    demo_page page;
    int judged, passed;
    char take[40], body[1300], number[12], in_folder[1300], recording[1400]; // what @ stands for
} demo;

// The part of a list that begins at `text`; returns the next one, or NULL.
static const char *next_part(const char *text, char *out, size_t size)
{
    size_t length = strcspn(text, "|");
    snprintf(out, size, "%.*s", (int)length, text);
    return text[length] ? text + length + 1 : NULL;
}

static void expand(const demo *d, const char *text, size_t length, char *out, size_t size)
{
    static const char letters[] = "tbifc";
    const char *const values[] = {d->take, d->body, d->number, d->in_folder, d->recording};
    size_t at = 0;
    for (const char *c = text; c < text + length && at < size; c++) {
        bool value = *c == '@';
        at += (size_t)(value ? snprintf(out + at, size - at, "%s",
                                        values[strchr(letters, *++c) - letters])
                             : snprintf(out + at, size - at, "%c", *c));
    }
}

// A clip of the folder joins the take.
static bool show(demo *d, const struct step *s, const char *path, caper_error *error)
{
    cli_asset clip = {0}, rig = {0};
    bool good = (!s->skinned || cli_load_actor(d->body, NULL, &rig, error)) &&
                cli_load_kind(path, CAPER_ASSET_CLIP, NULL, &clip, error);
    if (good) {
        const caper_character *c = rig.character ? rig.character : clip.character;
        bool own = rig.import && rig.import->skin_count > 0;
        caper_skin *made = s->skinned && !own ? demo_make_skin(c) : NULL;
        const caper_skin *skin = own ? &rig.import->skins[0] : made;
        for (int i = 1; own && i < rig.import->skin_count; i++) { // the largest one
            const caper_skin *other = &rig.import->skins[i];
            skin = other->vertex_count > skin->vertex_count ? other : skin;
        }
        demo_actor actor = {s->skinned ? d->take : d->body, c, clip.clip, skin, s->treadmill};
        demo_add_actor(&d->page, &actor);
        demo_free_skin(made);
    }
    CLI_UNLOAD(&clip, &rig);
    return good || cli_error(error) == CLI_GOOD;
}

// Run the command of a step for the body and take that are set.
static bool act(demo *d, const struct step *s, caper_error *error)
{
    static const cli_verb verbs[] = {{"play", NULL, cmd_play},
                                     {"walk", NULL, cmd_walk},
                                     {"stride", NULL, cmd_stride},
                                     {"retarget", NULL, cmd_retarget},
                                     {"graph", NULL, cmd_graph}};
    static const cli_group group = {"caper", NULL, verbs, CAPER_COUNT_OF(verbs), NULL};
    char words[16][1400], path[1400], file[1800], out[] = "--out", *argv[19];
    int count = 0;
    for (const char *at = s->command; *at; count++) {
        size_t length = strcspn(at, " ");
        expand(d, at, length, words[count], sizeof words[0]);
        argv[count] = words[count];
        at += length + strspn(at + length, " ");
    }
    expand(d, s->file, strlen(s->file), file, sizeof file);
    snprintf(path, sizeof path, "%s%s", d->in_folder, file);
    argv[count] = out;
    argv[count + 1] = path;
    argv[count + 2] = NULL;
    // somebody's own recording is shown instead of the walk
    bool shown = s->bodies && !(d->capture && strcmp(s->bodies, "performer") == 0);
    bool good = cli_choose(&group, count + 2, argv) == CLI_GOOD;
    cli_set_verb("demo");
    return good && (!shown || show(d, s, path, error));
}

static bool begin_film(demo *d, int film, caper_error *error)
{
    demo_film head = films[film].film;
    cli_asset world = {0};
    printf("%s ...\n", films[film].said);
    bool good = cli_load_kind(films[film].world, CAPER_ASSET_WORLD, NULL, &world, error);
    head.world = world.world;
    demo_add_film(&d->page, &head);
    cli_unload(&world);
    return good || cli_error(error) == CLI_GOOD;
}

static bool run_step(demo *d, const struct step *s, caper_error *error)
{
    bool good = true;
    for (const char *take = s->takes ? s->takes : ""; take && good;) {
        take = next_part(take, d->take, sizeof d->take);
        if (!s->command) {
            return demo_add_scene(&d->page, d->take, s->file, s->begin, s->seconds, error) ||
                   cli_error(error) == CLI_GOOD;
        }
        if (s->takes) {
            demo_add_take(&d->page, d->take);
        }
        int number = 0;
        for (const char *body = s->bodies ? s->bodies : ""; body && good;) {
            body = next_part(body, d->body, sizeof d->body);
            if (s->skinned) {
                snprintf(d->body, sizeof d->body, "%s", d->rig);
            }
            snprintf(d->number, sizeof d->number, "%d", ++number);
            good = act(d, s, error);
        }
    }
    return good;
}

// --- one judge -----------------------------------------------------------------------------------

static void put_names(caper_text *out, const char *before, const char *name, int i)
{
    caper_text_append_string(out, i > 0 ? "," : before);
    demo_put_string(out, name);
}

// Pairs come in order, all acts of a body before the next one's.
static void note(void *user, const caper_grid_item *item)
{
    demo *d = user;
    static const char *const status[] = {"p", "u", "f", "s",
                                         "s"}; // what could not be read was not judged
    put_names(&d->page.data, "[", status[item->status], 0);
    put_names(&d->page.data, ",", item->why, 0);
    caper_text_append_string(&d->page.data, "],");
}

// Every motion that ships on every body that does.
static bool judge_all(demo *d, caper_error *error)
{
    grid_options options = {.characters = "menagerie", .seed = 1, .rate = 30};
    grid_cast cast;
    caper_text *out = &d->page.data;
    printf("every motion on every body ...\n");
    bool good = grid_open(&cast, &options, error);
    caper_grid_job job = grid_job(&cast, &options);
    caper_text_append_string(out, ",\ngrid:{command:\"caper grid --characters menagerie\"");
    for (int b = 0; good && b < job.body_count; b++) {
        put_names(out, ",bodies:[", job.bodies[b], b);
    }
    for (int a = 0; good && a < job.act_count; a++) {
        put_names(out, "],acts:[", job.acts[a].name, a);
    }
    caper_text_append_string(out, "],cells:[");
    job.done = note;
    job.done_user = d;
    good = good && caper_grid_run(&job, error);
    d->passed = (int)job.counts.count[CAPER_GRID_PASS];
    d->judged =
        d->passed + (int)(job.counts.count[CAPER_GRID_FLAWED] + job.counts.count[CAPER_GRID_FAIL]);
    caper_text_printf(out, "],pass:%d,judged:%d}", d->passed, d->judged);
    grid_close(&cast);
    return good || cli_error(error) == CLI_GOOD;
}

static bool run_demo(demo *d, caper_error *error)
{
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(steps) && good; i++) {
        bool begins = i == 0 || steps[i - 1].film != steps[i].film;
        good = (!begins || begin_film(d, steps[i].film, error)) && run_step(d, &steps[i], error);
    }
    demo_end_films(&d->page);
    return good && judge_all(d, error);
}

int cmd_demo(int argc, char **argv)
{
    demo d = {.folder = "caper-demo", .rig = "performer"};
    const cli_option options[] = {
        {"out", "DIR", CLI_TO(d.folder), "folder for the page and its clips (default caper-demo)"},
        {"rig", "FILE", CLI_TO(d.rig), "your own character, with its skin (default: one of ours)"},
        {"capture", "FILE", CLI_TO(d.capture),
         "your own recording (default: a walk that it makes)"},
    };
    CLI_PARSE(options, "demo", "[options]",
              "Show what Caper does: a page of films, to be opened in a browser, and its clips.",
              "  caper demo --out /tmp/caper-demo\n"
              "  caper demo --rig hero.glb --capture dance.bvh");
    caper_error error = {0};
    if (!caper_folder_make(d.folder, &error)) {
        return cli_error(&error);
    }
    char path[1400];
    snprintf(path, sizeof path, "%s/index.html", d.folder);
    snprintf(d.in_folder, sizeof d.in_folder, "%s/", d.folder);
    snprintf(d.recording, sizeof d.recording, "%s%s", d.capture ? "" : d.in_folder,
             d.capture ? d.capture : "walk_performer.clip.json");
    demo_begin(&d.page);
    bool good = run_demo(&d, &error);
    int code = !good ? CLI_BAD : demo_write(&d.page, path, &error) ? CLI_GOOD : cli_error(&error);
    if (code == CLI_GOOD) {
        printf("%d of %d pairs of a motion and a body pass all gates (the page says what stops the "
               "others)\nsee %s\n",
               d.passed, d.judged, path);
    }
    demo_free(&d.page);
    return code;
}
