// SPDX-License-Identifier: MIT
// caper info: what a file holds and what was inferred from it. The members of --json are a contract
// (DESIGN: kind, name, bodies, root_body, spine, legs, limbs, height, size, mass, units, axes,
// floor, clips, warnings); more may be added, none removed.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include "caper/actor.h"

#include <string.h>
#include <unistd.h>

typedef struct info_options {
    const char *map, *picture;
    bool json, brief, one_line;
    cli_reading reading;
} info_options;

// What is known of a character, to be edited. What was edited already is not overwritten.
static bool write_map(const cli_asset *asset, const char *path, caper_error *error)
{
    caper_person person;
    if (access(path, F_OK) == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "there is a file already, which may have been edited: give another "
                               "name, or remove it");
    }
    bool found = caper_person_find(asset->character, asset->map, &person, NULL);
    caper_map *map = caper_map_make(asset->character, found ? &person : NULL, NULL, error);
    bool good = map && caper_map_save(map, path, error);
    if (good) {
        cli_wrote(path, "a map of %d bodies", asset->character->body_count);
    }
    caper_map_destroy(map);
    return good;
}

// What is in it, as the library tells it.
static void tell(const cli_asset *asset, bool brief, caper_json_writer *writer, caper_text *text)
{
    const caper_asset_view view = {
        .character = asset->character,
        .import = asset->import,
        .clips = (const caper_clip *const *)asset->clips,
        .clip_count = asset->clip_count,
        .world = asset->world,
        .motion = asset->motion,
        .map = asset->map,
        .tagging = asset->tagged ? &asset->tagging : NULL,
        .warnings = asset->import ? &asset->import->warnings : &asset->warnings,
        .brief = brief,
    };
    caper_asset_describe(&view, text);
    caper_asset_summarize(&view, writer);
}

static int show_one(const char *name, const info_options *o)
{
    cli_asset asset;
    caper_error error = {0};
    caper_text text = cli_text();
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, o->one_line ? 0 : 2);
    bool good = cli_load(name, &o->reading, &asset, &error) &&
                cli_reading_applies(name, &o->reading, &asset, &error);
    if (good && !asset.character && (o->map || o->picture)) {
        good = caper_error_set(&error, CAPER_ERROR_INVALID, name, 0, 0, "%s",
                               o->map ? "--map does not apply: it is about characters and clips"
                                      : "--out does not apply: it draws characters");
    }
    if (good && o->reading.clip) {
        asset.clips = &asset.clip;
        asset.clip_count = asset.clip != NULL;
    }
    if (good) {
        caper_text_printf(&text, "%s: ", name);
        tell(&asset, o->brief, &writer, &text);
        good = cli_has_answer(&writer, &text, &error);
    }
    good = good && (!o->map || write_map(&asset, o->map, &error)) &&
           (!o->picture || cli_draw_rig(&asset, o->picture, &error));
    cli_unload(&asset);
    return cli_answer(good, o->json, &writer, &text, &error);
}

// What ships with Caper, by kind.
static int list_shipped(bool json)
{
    static const char *const kinds[][2] = {
        {"characters", ".character.json"}, {"worlds", ".world.json"}, {"motions", ".motion.json"},
        {"gaits", ".gait.json"},           {"scenes", ".scene.json"}, {"spaces", ".space.json"}};
    caper_json_writer w = cli_json_object();
    caper_text text = cli_text();
    for (int k = 0; k < CAPER_COUNT_OF(kinds); k++) {
        char **paths = NULL;
        int count = cli_data_list(kinds[k][0], kinds[k][1], &paths);
        caper_json_begin_array(caper_json_key(&w, kinds[k][0]));
        for (int i = 0; i < count; i++) {
            char *name = strrchr(paths[i], '/') + 1;
            name[strlen(name) - strlen(kinds[k][1])] = '\0';
            caper_json_string(&w, name);
            caper_text_printf(&text, "%s%s %s%s", i ? "" : kinds[k][0], i ? "" : ":", name,
                              i == count - 1 ? "\n" : "");
        }
        caper_json_end_array(&w);
        cli_free_paths(paths, count);
    }
    caper_error error = {0};
    bool good = json || text.size > 0 ||
                caper_error_set(&error, CAPER_ERROR_IO, NULL, 0, 0,
                                "found no data of Caper: set CAPER_DATA to its folder");
    return cli_answer(good, json, &w, &text, &error);
}

int cmd_info(int argc, char **argv)
{
    bool list = false;
    info_options o = {0};
    const cli_option options[] = {
        {"json", NULL, CLI_TO(o.json), "as JSON; one line a file when there are several"},
        {"brief", NULL, CLI_TO(o.brief), "without the table of bodies"},
        {"list", NULL, CLI_TO(list),
         "name what ships with Caper: characters, worlds, motions, gaits, scenes, spaces"},
        {"map", "OUT", CLI_TO(o.map), "write what was found as a .map.json, for editing"},
        {"out", "SHEET.png", CLI_TO(o.picture),
         "draw it, with bodies colored by their caps, and its rest pose", .ending = ".png"},
        CLI_READING_OPTIONS(o.reading),
    };
    CLI_PARSE(options, "info", "FILE... [options]\n--list [options]",
              "Say what is in a character, clip, world or motion file or in a foreign one (BVH,\n"
              "ASF, AMC, glTF, GLB, VRM, VRMA, MJCF, URDF), and what was inferred. Where a\n"
              "character is asked for, FILE may also be the name of one that ships with Caper\n"
              "(dog, spider ...) or random:SEED[,DIFFICULTY].",
              "  caper info spider\n  caper info random:42,0.8 --brief\n"
              "  caper info my.character.json --json\n  caper info robot.glb --out sheet.png\n"
              "  caper info robot.glb --map robot.map.json");
    if (list) {
        return list_shipped(o.json);
    }
    if ((o.map || o.picture) && argc != 1) {
        return cli_fail("--map and --out are about one file, not %d", argc);
    }
    o.one_line = argc > 1;
    int worst = CLI_GOOD;
    for (int i = 0; i < argc; i++) {
        int code = show_one(argv[i], &o);
        worst = code > worst ? code : worst;
    }
    return worst;
}
