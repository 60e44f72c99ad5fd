// SPDX-License-Identifier: MIT
// caper info: what a file holds and what was inferred from it. The members of --json are a contract
// (DESIGN: kind, name, bodies, root_body, spine, legs, limbs, height, size, mass, units, axes,
// floor, clips, warnings); more may be added, none removed.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include "caper/quality.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *joint_names[CAPER_JOINT_KIND_COUNT] = {"fixed", "hinge", "ball", "free"};

static int limb_count(const caper_character *c)
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++) {
        count += c->bodies[i].base == i && (c->bodies[i].caps & CAPER_CAP_LIMB) != 0;
    }
    return count;
}

// --- JSON --------------------------------------------------------------------------------------

static void write_body(caper_json_writer *w, const caper_character *c, int index)
{
    const caper_body *b = &c->bodies[index];
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "name"), b->name);
    caper_json_key(w, "parent");
    if (b->parent < 0) {
        caper_json_null(w);
    } else {
        caper_json_string(w, c->bodies[b->parent].name);
    }
    caper_json_begin_array(caper_json_key(w, "caps"));
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++) {
        if (b->caps & (1u << bit)) {
            caper_json_string(w, caper_cap_name(1u << bit));
        }
    }
    caper_json_end_array(w);
    caper_json_bool(caper_json_key(w, "helper"), (b->caps & CAPER_CAP_HELPER) != 0);
    caper_json_string(caper_json_key(w, "joint"), joint_names[b->joint.kind]);
    caper_json_float(caper_json_key(w, "mass"), b->mass);
    caper_json_float(caper_json_key(w, "limb_length"), b->limb_length);
    caper_json_key(w, "mirror");
    if (b->mirror < 0) {
        caper_json_null(w);
    } else {
        caper_json_string(w, c->bodies[b->mirror].name);
    }
    caper_json_end_object(w);
}

static void write_bodies(caper_json_writer *w, const caper_character *c)
{
    caper_json_begin_array(caper_json_key(w, "bodies"));
    for (int i = 0; i < c->body_count; i++) {
        write_body(w, c, i);
    }
    caper_json_end_array(w);
}

static void write_character(caper_json_writer *w, const caper_character *c, bool bodies)
{
    if (bodies) {
        write_bodies(w, c);
    }
    caper_json_string(caper_json_key(w, "root_body"), c->bodies[c->root_body].name);
    caper_json_begin_array(caper_json_key(w, "spine"));
    for (int i = 0; i < c->spine_count; i++) {
        caper_json_string(w, c->bodies[c->spine[i]].name);
    }
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "legs"));
    for (int i = 0; i < c->leg_count; i++) {
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "foot"), c->bodies[c->legs[i].foot].name);
        caper_json_string(caper_json_key(w, "hip"), c->bodies[c->legs[i].hip].name);
        caper_json_float(caper_json_key(w, "length"), c->legs[i].length);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_int(caper_json_key(w, "limbs"), limb_count(c));
    caper_json_float(caper_json_key(w, "height"), c->height);
    caper_json_float(caper_json_key(w, "size"), c->size);
    caper_json_float(caper_json_key(w, "mass"), c->mass);
}

// What was assumed at the border; our own files assume nothing.
static void write_border(caper_json_writer *w, const caper_import *import)
{
    caper_json_string(caper_json_key(w, "units"), import ? import->unit_name : "metres");
    if (import) {
        caper_json_string(caper_json_key(w, "format"), caper_format_name(import->format));
        caper_json_float(caper_json_key(w, "unit"), import->unit);
        caper_json_bool(caper_json_key(w, "unit_detected"), import->unit_detected);
        caper_json_int(caper_json_key(w, "skins"), import->skin_count);
    }
    caper_json_string(caper_json_key(w, "axes"), import ? import->axes : "Y up, +Z forward");
    caper_json_float(caper_json_key(w, "floor"), import ? import->floor : 0.0f);
}

static void write_world(caper_json_writer *w, const caper_world *world)
{
    caper_vec3 point, normal;
    caper_json_int(caper_json_key(w, "boxes"), caper_world_boxes(world, NULL));
    caper_json_int(caper_json_key(w, "fields"), caper_world_fields(world, NULL));
    caper_json_bool(caper_json_key(w, "ground"), caper_world_ground(world, &point, &normal));
}

static void write_clips(caper_json_writer *w, const cli_asset *asset)
{
    caper_json_begin_array(caper_json_key(w, "clips"));
    for (int i = 0; i < asset->clip_count; i++) {
        const caper_clip *clip = asset->clips[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "name"), clip->name);
        caper_json_int(caper_json_key(w, "frames"), clip->frame_count);
        caper_json_float(caper_json_key(w, "fps"), clip->rate);
        caper_json_float(caper_json_key(w, "seconds"), clip->duration);
        caper_json_bool(caper_json_key(w, "loops"), clip->loops);
        caper_json_int(caper_json_key(w, "contacts"), clip->contact_count);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static const char *kind_name(cli_asset_kind kind)
{
    return kind == CLI_ASSET_CLIP     ? "clip"
           : kind == CLI_ASSET_WORLD  ? "world"
           : kind == CLI_ASSET_MOTION ? "motion"
           : kind == CLI_ASSET_IMPORT ? "import"
                                      : "character";
}

static const char *asset_name(const cli_asset *asset)
{
    return asset->import   ? asset->import->name
           : asset->clip   ? asset->clip->name
           : asset->world  ? caper_world_name(asset->world)
           : asset->motion ? asset->motion->name
                           : asset->character->name;
}

// Does free fall say that a clip is labelled with a wrong rate?
static bool wrong_rate(const cli_asset *asset, int clip, caper_rate_sense *sense)
{
    return asset->character && caper_rate_detect(asset->character, asset->clips[clip], sense) &&
           sense->too_fast;
}

static const caper_warnings *warnings_of(const cli_asset *asset)
{
    return asset->import ? &asset->import->warnings : &asset->warnings;
}

// The parts, where it is a person.
static void write_person(caper_json_writer *w, const cli_asset *asset)
{
    static const char *const ways[CAPER_PERSON_BY_COUNT] = {"map", "names", "shape"};
    caper_person person;
    if (!caper_person_find(asset->character, asset->map, &person, NULL)) {
        return;
    }
    caper_json_begin_object(caper_json_key(w, "person"));
    caper_json_string(caper_json_key(w, "by"), ways[person.by]);
    caper_json_begin_object(caper_json_key(w, "parts"));
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (person.bodies[i] >= 0) {
            caper_json_string(caper_json_key(w, caper_part_name((caper_part)i)),
                              asset->character->bodies[person.bodies[i]].name);
        }
    }
    caper_json_end_object(w);
    caper_json_end_object(w);
}

static void write_asset(caper_json_writer *w, const cli_asset *asset, bool bodies)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "kind"), kind_name(asset->kind));
    caper_json_string(caper_json_key(w, "name"), asset_name(asset));
    if (asset->character) {
        write_character(w, asset->character, bodies);
        write_border(w, asset->import);
        write_person(w, asset);
    }
    if (asset->world) {
        write_world(w, asset->world);
    }
    if (asset->motion) {
        cli_write_motion(w, asset->motion);
    }
    if (asset->tagged) {
        caper_json_begin_object_inline(caper_json_key(w, "tagging"));
        caper_json_float(caper_json_key(w, "confidence"), asset->tagging.confidence);
        caper_json_string(caper_json_key(w, "note"), asset->tagging.note);
        caper_json_end_object(w);
    }
    write_clips(w, asset);
    caper_json_begin_array(caper_json_key(w, "warnings"));
    const caper_warnings *warnings = warnings_of(asset);
    for (int i = 0; i < warnings->count; i++) {
        char text[320];
        caper_json_string(w, caper_error_text(&warnings->items[i], text, sizeof(text)));
    }
    for (int i = 0; i < asset->clip_count; i++) {
        caper_rate_sense sense;
        if (wrong_rate(asset, i, &sense)) {
            caper_json_string(w, sense.text);
        }
    }
    caper_json_end_array(w);
    caper_json_end_object(w);
}

// --- text --------------------------------------------------------------------------------------

static void print_caps(caper_caps caps)
{
    bool first = true;
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++) {
        if (caps & (1u << bit)) {
            printf("%s%s", first ? "" : " ", caper_cap_name(1u << bit));
            first = false;
        }
    }
}

static void print_joint(const caper_joint *j)
{
    const double degrees = 180.0 / (double)CAPER_PI;
    char text[48] = "";
    if (j->kind == CAPER_JOINT_HINGE) {
        snprintf(text, sizeof(text), "hinge %.0f..%.0f", (double)j->min * degrees,
                 (double)j->max * degrees);
    } else if (j->kind == CAPER_JOINT_BALL) {
        snprintf(text, sizeof(text), "ball %.0f, %.0f..%.0f", (double)j->swing * degrees,
                 (double)j->min * degrees, (double)j->max * degrees);
    } else {
        snprintf(text, sizeof(text), "%s", joint_names[j->kind]);
    }
    printf(" %-20s", text);
}

// A body and all below it, so that the indentation reads as the tree.
static void print_body(const caper_character *c, int body, int depth)
{
    const caper_body *b = &c->bodies[body];
    int indent = depth > 14 ? 14 : depth;
    printf("  %*s%-*.*s", indent, "", 36 - indent, 36 - indent, b->name);
    print_joint(&b->joint);
    printf(" %8.3g %8.3g  %-26.26s ", (double)b->mass, (double)b->limb_length,
           b->mirror < 0       ? "-"
           : b->mirror == body ? "(on the plane)"
                               : c->bodies[b->mirror].name);
    print_caps(b->caps);
    printf("\n");
    for (int i = b->child; i >= 0; i = c->bodies[i].sibling) {
        print_body(c, i, depth + 1);
    }
}

static void print_bodies(const caper_character *c)
{
    printf("  %-36s %-20s %8s %8s  %-26s %s\n", "body", "joint, degrees", "kg", "limb, m", "mirror",
           "caps");
    print_body(c, 0, 0);
}

static void print_character(const caper_character *c, bool bodies)
{
    caper_vec3 extent = caper_vec3_sub(c->bounds.max, c->bounds.min);
    printf("  bodies %d, root %s, spine %d, limbs %d, feet %d, graspers %d, heads %d\n",
           c->body_count, c->bodies[c->root_body].name, c->spine_count, limb_count(c),
           cli_count_caps(c, CAPER_CAP_FOOT), cli_count_caps(c, CAPER_CAP_GRASPER),
           cli_count_caps(c, CAPER_CAP_HEAD));
    printf("  height %.3g m, size %.3g m (%.3g x %.3g x %.3g), mass %.4g kg\n", (double)c->height,
           (double)c->size, (double)extent.x, (double)extent.y, (double)extent.z, (double)c->mass);
    for (int i = 0; i < c->leg_count; i++) {
        const caper_leg *leg = &c->legs[i];
        printf("  leg %s to %s: %d bodies, %.3g m\n", c->bodies[leg->hip].name,
               c->bodies[leg->foot].name, leg->body_count, (double)leg->length);
    }
    if (bodies) {
        print_bodies(c);
    }
}

static void print_clip(const caper_clip *k, bool named)
{
    char packed[48] = "";
    if (k->packed) {
        snprintf(packed, sizeof(packed), ", packed within %.3g mm", 1e3 * (double)k->tolerance);
    }
    printf("  %s%s%s%d frames at %.4g Hz, %.3f s, %s, %d contacts, %d key poses%s%s%s, %.1f KB\n",
           named ? "clip " : "", named ? k->name : "", named ? ": " : "", k->frame_count,
           (double)k->rate, (double)k->duration, k->loops ? "loops" : "plays once",
           k->contact_count, k->key_pose_count, k->keyed ? ", reduced keys" : "", packed,
           k->has_root ? ", root track" : "", (double)k->memory_size / 1000);
}

// Whether it is a person, and who is who.
static void print_person(const cli_asset *asset)
{
    static const char *const ways[CAPER_PERSON_BY_COUNT] = {"a map", "names", "shape"};
    const caper_character *c = asset->character;
    caper_person person;
    caper_error error = {0};
    if (!caper_person_find(c, asset->map, &person, &error)) {
        printf("  no person: %s\n", error.message);
        return;
    }
    printf("  a person, by %s:", ways[person.by]);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (person.bodies[i] >= 0 && CAPER_PARTS_NECESSARY & CAPER_PART_BIT(i)) {
            printf(" %s %s%s", caper_part_name((caper_part)i), c->bodies[person.bodies[i]].name,
                   i == CAPER_PART_RIGHT_FOOT ? "\n" : ",");
        }
    }
}

static void print_asset(const char *path, const cli_asset *asset, bool bodies)
{
    printf("%s: %s \"%s\"\n", path, kind_name(asset->kind), asset_name(asset));
    if (asset->import) {
        const caper_import *in = asset->import;
        printf("  %s; unit %s (%.6g m%s), %s, floor at %.3g m, %d skins\n",
               caper_format_name(in->format), in->unit_name, (double)in->unit,
               in->unit_detected ? ", detected" : "", in->axes, (double)in->floor, in->skin_count);
    }
    for (int i = 0; i < asset->clip_count; i++) {
        print_clip(asset->clips[i], asset->import != NULL);
    }
    if (asset->world) {
        caper_vec3 point, normal;
        printf("  ground %s, %d boxes, %d height fields\n",
               caper_world_ground(asset->world, &point, &normal) ? "yes" : "no",
               caper_world_boxes(asset->world, NULL), caper_world_fields(asset->world, NULL));
    }
    if (asset->motion) {
        cli_print_motion(asset->motion);
    }
    if (asset->character) {
        print_character(asset->character, bodies);
        print_person(asset);
    }
    if (asset->tagged) {
        printf("  caps inferred with confidence %.2f%s%s\n", (double)asset->tagging.confidence,
               asset->tagging.note[0] ? ": " : "", asset->tagging.note);
    }
    const caper_warnings *warnings = warnings_of(asset);
    for (int i = 0; i < warnings->count; i++) {
        char text[320];
        printf("  warning: %s\n", caper_error_text(&warnings->items[i], text, sizeof(text)));
    }
    if (warnings->dropped > 0) {
        printf("  and %d more warnings\n", warnings->dropped);
    }
    for (int i = 0; i < asset->clip_count; i++) {
        caper_rate_sense sense;
        if (wrong_rate(asset, i, &sense)) {
            printf("  warning: %s: %s\n", asset->clips[i]->name, sense.text);
        }
    }
}

// --- a map for editing -------------------------------------------------------------------------

// What is known of a character, to be edited. What was edited already is not overwritten.
static bool write_map(const char *name, const cli_asset *asset, const char *path,
                      caper_error *error)
{
    caper_person person;
    if (!asset->character) {
        return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                               "--map does not apply: it is about characters and clips");
    }
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

// --- a picture ---------------------------------------------------------------------------------

static bool draw_rig(const char *name, const cli_asset *asset, const char *path, caper_error *error)
{
    if (!asset->character) {
        return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0,
                               "--out does not apply: it draws characters");
    }
    bool good = cli_draw_rig(asset, path, error);
    if (good) {
        cli_wrote(path, "%d bodies", asset->character->body_count);
    }
    return good;
}

// --- the verb ----------------------------------------------------------------------------------

static int show_one(const char *name, const cli_reading *reading, const char *map,
                    const char *picture, bool json, bool bodies, bool one_line)
{
    cli_asset asset;
    caper_error error = {0};
    if (!cli_load(name, reading, &asset, &error)) {
        return cli_error(&error);
    }
    int code = CLI_GOOD;
    if (reading->clip) {
        asset.clips = &asset.clip;
        asset.clip_count = asset.clip != NULL;
    }
    if (!cli_reading_applies(name, reading, &asset, &error) ||
        (map && !write_map(name, &asset, map, &error)) ||
        (picture && !draw_rig(name, &asset, picture, &error))) {
        code = cli_error(&error);
    } else if (json) {
        caper_json_writer w;
        caper_json_writer_init(&w, NULL, one_line ? 0 : 2);
        write_asset(&w, &asset, bodies);
        code = cli_print_json(&w);
    } else {
        print_asset(name, &asset, bodies);
    }
    cli_unload(&asset);
    return code;
}

// What ships with Caper, by kind: to the writer, or in words where there is none. How many.
static int list_kind(const char *folder, const char *ending, caper_json_writer *w)
{
    char **paths = NULL;
    int count = cli_data_list(folder, ending, &paths);
    if (w) {
        caper_json_begin_array(caper_json_key(w, folder));
    } else if (count > 0) {
        printf("%s:", folder);
    }
    for (int i = 0; i < count; i++) {
        char *name = strrchr(paths[i], '/') + 1;
        name[strlen(name) - strlen(ending)] = '\0';
        if (w) {
            caper_json_string(w, name);
        } else {
            printf(" %s%s", name, i == count - 1 ? "\n" : "");
        }
    }
    if (w) {
        caper_json_end_array(w);
    }
    cli_free_paths(paths, count);
    return count;
}

static int list_shipped(bool json)
{
    static const char *const kinds[][2] = {
        {"characters", ".character.json"}, {"worlds", ".world.json"}, {"motions", ".motion.json"},
        {"gaits", ".gait.json"},           {"scenes", ".scene.json"}, {"spaces", ".space.json"}};
    caper_json_writer w = cli_json();
    caper_json_begin_object(&w);
    int found = 0;
    for (int i = 0; i < CAPER_COUNT_OF(kinds); i++) {
        found += list_kind(kinds[i][0], kinds[i][1], json ? &w : NULL);
    }
    caper_json_end_object(&w);
    int code = json    ? cli_print_json(&w)
               : found ? CLI_GOOD
                       : cli_fail("info", "found no data of Caper: set CAPER_DATA to its folder");
    caper_json_writer_free(&w);
    return code;
}

int cmd_info(int argc, char **argv)
{
    bool json = false, brief = false, list = false;
    const char *map = NULL, *picture = NULL;
    cli_reading reading = {0};
    const cli_option options[] = {
        {"json", NULL, CLI_FLAG, &json, "as JSON; one line a file when there are several"},
        {"brief", NULL, CLI_FLAG, &brief, "without the table of bodies"},
        {"list", NULL, CLI_FLAG, &list,
         "name what ships with Caper: characters, worlds, motions, gaits, scenes, spaces"},
        {"map", "OUT", CLI_TEXT, &map, "write what was found as a .map.json, for editing"},
        {"out", "SHEET.png", CLI_TEXT, &picture,
         "draw it, what its bodies are taken for in color, and how it rests", .ending = ".png"},
        CLI_READING_OPTIONS(reading),
    };
    const cli_usage usage = {
        .verb = "info",
        .arguments = "FILE... [options]",
        .text = "Say what is in a character, clip, world or motion file or in a foreign one (BVH, "
                "ASF, AMC,\n"
                "glTF, GLB, VRM, VRMA, MJCF, URDF), and what was inferred. Where a\n"
                "character is asked for, FILE may also be the name of one that ships with Caper\n"
                "(dog, spider ...) or random:SEED[,DIFFICULTY].",
        .example = "  caper info spider\n  caper info random:42,0.8 --brief\n"
                   "  caper info my.character.json --json\n  caper info robot.glb --out sheet.png\n"
                   "  caper info robot.glb --map robot.map.json",
        CLI_OPTIONS(options),
        .expects = "a file",
        .most = -1,
    };
    CLI_PARSE(usage);
    if (list) {
        return list_shipped(json);
    }
    if (argc == 0) {
        return cli_fail("info", "expected a file; see caper info --help");
    }
    if ((map || picture) && argc != 1) {
        return cli_fail("info", "--map and --out are about one file, not %d", argc);
    }
    int worst = CLI_GOOD;
    for (int i = 0; i < argc; i++) {
        int code = show_one(argv[i], &reading, map, picture, json, !brief, argc > 1);
        worst = code > worst ? code : worst;
    }
    return worst;
}
