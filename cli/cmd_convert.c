// SPDX-License-Identifier: MIT
// caper convert: any file that Caper reads to any that it writes, by the ending of the output.
#include "cli.h"
#include "record.h"
#include "puppet_sensors.h"

#include <stdlib.h>
#include <string.h>

static bool is_joints(const char *path)
{
    return cli_ends_with(path, ".npy") || (cli_ends_with(path, ".csv") && !cli_is_sensors(path));
}

static bool is_scene(const char *path)
{
    return cli_ends_with(path, ".gltf") || cli_ends_with(path, ".glb") ||
           cli_ends_with(path, ".vrm");
}

// Packed as far as a tenth of a millimetre allows, unless it is already.
static bool save_packed(const caper_clip *clip, const caper_character *character, const char *path,
                        caper_error *error)
{
    if (clip->packed) {
        return caper_clip_save_packed(clip, path, error);
    }
    caper_pack_options options = {.character = character};
    caper_clip *packed = caper_clip_pack(clip, &options, NULL, error);
    bool good = packed && caper_clip_save_packed(packed, path, error);
    caper_clip_destroy(packed);
    return good;
}

// Write what was read by the ending of the path; `clips` says how many of them went there.
static bool save(const cli_asset *in, const char *source, const caper_character *character,
                 const caper_map *map, const char *path, int *clips, caper_error *error)
{
    const caper_clip *const *all = (const caper_clip *const *)in->clips, *chosen = in->clip;
    bool several = is_scene(path) && *clips != 1;
    cli_output out = {several ? all : &chosen, several ? in->clip_count : 1, character, NULL, path};
    if (in->motion) {
        // the same motion as Caper writes it
        return cli_ends_with(path, ".motion.json")
                   ? caper_motion_save(in->motion, path, error)
                   : caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                                     "a motion converts to .motion.json only; play it on a "
                                     "character for a clip");
    }
    bool packs = cli_ends_with(path, ".clip.bin"), sensors = cli_is_sensors(path);
    if (cli_ends_with(path, ".character.json")) {
        *clips = 0;
        return caper_character_save(character, path, error);
    }
    if (cli_is_picture(path) || !(packs || sensors || cli_clip_path(path, NULL))) {
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                               "expected an output that ends in .bvh, .gltf, .glb, .clip.json, "
                               ".clip.bin, .character.json, .sensors.csv, .csv or .npy");
    }
    if (!in->clip && !is_scene(path)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, source, 0, 0, "it has no clip to write");
    }
    *clips = out.clip_count = in->clip ? out.clip_count : 0;
    return packs     ? save_packed(in->clip, character, path, error)
           : sensors ? cli_save_sensors(in->clip, character, map, path, error)
                     : cli_save_clips(&out, error);
}

static void tell(const char *path, const caper_character *character, int clips)
{
    cli_wrote(path, "%d bodies, %d clip%s", character->body_count, clips, clips == 1 ? "" : "s");
}

static int convert(const char *source, const char *path, const char *on, const cli_reading *reading)
{
    cli_asset in, body = {0};
    caper_error error = {0};
    bool good = cli_load(source, reading, &in, &error) &&
                // our own files may be written anew in place: that keeps what they say
                (!in.import || cli_spares_input(source, path, &error));
    if (good) {
        cli_print_warnings(source, &in);
    }
    const char *why = in.world          ? "a world cannot be converted"
                      : on && in.motion ? "a motion is of no particular character: --on has no use"
                                        : NULL;
    good = good && cli_reading_applies(source, reading, &in, &error) &&
           (!why || caper_error_set(&error, CAPER_ERROR_UNSUPPORTED, source, 0, 0, "%s", why)) &&
           cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error);
    const caper_character *character = on ? body.character : in.character;
    int clips = reading->clip ? 1 : in.clip_count;
    good = good && (!on || !in.clip || cli_clip_fits(&in, in.clip, character, source, &error)) &&
           save(&in, source, character, on ? body.map : in.map, path, &clips, &error);
    if (good && clips == 1 && in.clip_count > 1 && !reading->clip) {
        cli_wrote(path, "clip '%s', 1 of %d (choose with --clip)", in.clip->name, in.clip_count);
    } else if (good && in.motion) {
        cli_wrote(path, "a motion of %d branch%s", in.motion->branch_count,
                  in.motion->branch_count == 1 ? "" : "es");
    } else if (good) {
        tell(path, character, clips);
    }
    CLI_UNLOAD(&in, &body);
    return good ? CLI_GOOD : cli_error(&error);
}

// --- several files onto one character ----------------------------------------------------------

// The clips of an input (the chosen one, where one was asked for) on the character, after those of
// `all`; a clip that had to be put on it goes to `made`, too.
static bool add_clips(cli_asset *in, const char *path, bool one, const caper_character *character,
                      cli_output *all, caper_clip **made, int *made_count, caper_error *error)
{
    const caper_clip **clips = (const caper_clip **)(uintptr_t)all->clips;
    for (int i = 0; i < (one ? 1 : in->clip_count); i++) {
        in->clip = one ? in->clip : in->clips[i];
        if (!cli_clip_fits(in, in->clip, character, path, error)) {
            return false;
        }
        if (in->fitted) {
            made[(*made_count)++] = in->fitted;
            in->fitted = NULL;
        }
        clips[all->clip_count++] = in->clip;
    }
    in->clip = in->clips[0];
    return true;
}

// Clips of files that hold only animations, as animations of the character's own file.
static int convert_onto(char **inputs, int count, const char *path, const char *on,
                        const cli_reading *reading)
{
    cli_asset body = {0}, *assets = calloc((size_t)count, sizeof *assets);
    caper_error error = {0};
    int clip_count = 0, made_count = 0;
    bool good = assets && cli_spares_input(on, path, &error) &&
                cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error);
    for (int i = 0; good && i < count; i++) {
        good = cli_load_clip(inputs[i], reading, path, &assets[i], &error);
        clip_count += assets[i].clip_count;
    }
    caper_clip **made = calloc((size_t)clip_count + 1, sizeof *made);
    const caper_clip **clips = calloc((size_t)clip_count + 1, sizeof *clips);
    cli_output all = {clips, 0, body.character, NULL, path};
    for (int i = 0; good && made && clips && i < count; i++) {
        good = add_clips(&assets[i], inputs[i], reading->clip != NULL, body.character, &all, made,
                         &made_count, &error);
    }
    good = good && made && clips && cli_save_clips(&all, &error);
    if (good) {
        tell(path, body.character, all.clip_count);
    }
    for (int i = 0; i < made_count; i++) {
        caper_clip_destroy(made[i]);
    }
    for (int i = 0; assets && i < count; i++) {
        cli_unload(&assets[i]);
    }
    free(clips);
    free(made);
    free(assets);
    cli_unload(&body);
    return good ? CLI_GOOD : cli_error(&error);
}

// --- joint angles of robots ---------------------------------------------------------------------

// The numbers of a robot's model to a clip of it.
static int convert_joints(const char *source, const char *path, const char *on,
                          const cli_reading *reading)
{
    cli_asset body;
    caper_error error = {0};
    if (!on) {
        return cli_fail("joint angles are of a robot: give --on MODEL.xml");
    }
    bool loads = cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error) &&
                 cli_spares_input(source, path, &error);
    caper_clip *clip =
        loads ? caper_robot_load(body.import, source, (float)reading->rate, NULL, &error) : NULL;
    bool good = cli_write_made(clip, body.character, NULL, path, &error);
    cli_unload(&body);
    return good ? CLI_GOOD : cli_error(&error);
}

int cmd_convert(int argc, char **argv)
{
    const char *on = NULL;
    cli_reading reading = {0};
    const cli_option options[] = {
        {"on", "CHARACTER", CLI_TO(on), "the character of a clip (default: inferred from it)"},
        CLI_APPEND_OPTION,
        CLI_CLIP_OPTIONS(reading),
    };
    CLI_PARSE(
        options, "convert", "IN... OUT [options]",
        "Convert a file. IN: .bvh .asf .amc .gltf .glb .vrm .vrma .xml (MJCF) .urdf\n"
        ".character.json .clip.json .clip.bin .motion.json. OUT, by its extension: .bvh\n"
        ".gltf .glb .clip.json .character.json; .clip.bin, a clip packed within 0.1 mm;\n"
        "of a motion: .motion.json; of a person's clip: .sensors.csv, simulated readings\n"
        "of sensors; of a robot's clip: .csv .npy, base and joint angles in the order of\n"
        "its model, and back with --on MODEL.xml. Several inputs: animations of the glTF\n"
        "file that --on names.",
        "  caper convert walk.bvh walk.glb\n  caper convert walk.clip.json walk.bvh --on dog\n"
        "  caper convert walk.glb run.glb knight_moves.glb --on knight.glb --append\n"
        "  caper convert qpos.npy walk.clip.json --on ostrich.xml --file-rate 100");
    if (argc == 2 && is_joints(argv[0])) {
        return convert_joints(argv[0], argv[1], on, &reading);
    }
    if (on && is_scene(argv[argc - 1])) {
        return convert_onto(argv, argc - 1, argv[argc - 1], on, &reading);
    }
    if (argc > 2 && !on) {
        return cli_fail("several inputs need --on, the character that they are put on");
    }
    return convert(argv[0], argv[1], on, &reading);
}
