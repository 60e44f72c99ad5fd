// SPDX-License-Identifier: MIT
// caper convert: any file that Caper reads to any that it writes, by the ending of the output.
#include "cli.h"
#include "record.h"
#include "puppet_sensors.h"

#include <string.h>

#define MOST 512 // inputs, and clips of all of them: a game's character has some dozens

static bool is_joints(const char *path)
{
    return cli_ends_with(path, ".npy") || (cli_ends_with(path, ".csv") && !cli_is_sensors(path));
}

// May it hold several clips, or none?
static bool is_scene(const char *path)
{
    return cli_holds_several(path) && !cli_is_picture(path);
}

// Write what was read by the ending of the path, and say so. `one`: the clip that was asked for.
static bool write_any(const cli_asset *in, bool one, const char *source,
                      const caper_character *character, const caper_map *map, const char *path,
                      caper_error *error)
{
    const caper_clip *const *all = (const caper_clip *const *)in->clips, *chosen = in->clip;
    bool several = is_scene(path) && !one, good = true;
    cli_output out = {several ? all : &chosen, several ? in->clip_count : in->clip != NULL,
                      character, NULL, path};
    if (in->motion) { // the same motion as Caper writes it
        good = caper_motion_save(in->motion, path, error);
    } else if (cli_ends_with(path, ".character.json")) {
        good = caper_character_save(character, path, error);
    } else if (cli_is_picture(path) || !cli_clip_path(path, NULL)) {
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                               "expected an output that ends in .bvh, .gltf, .glb, .clip.json, "
                               ".clip.bin, .character.json, .sensors.csv, .csv or .npy");
    } else if (!in->clip && !is_scene(path)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, source, 0, 0, "it has no clip to write");
    } else if (cli_is_sensors(path)) {
        good = cli_save_sensors(in->clip, character, map, path, error);
    } else {
        good = cli_write_clips(&out, error);
        if (good && !one && out.clip_count < in->clip_count) {
            fprintf(stderr, "it is '%s', 1 of %d clips: choose with --clip\n", chosen->name,
                    in->clip_count);
        }
        return good;
    }
    if (good) {
        cli_wrote(path, "%s", in->motion ? in->motion->name : character->name);
    }
    return good;
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
                      : in.motion && !cli_ends_with(path, ".motion.json")
                          ? "a motion converts to .motion.json only; play it for a clip"
                          : NULL;
    good = good && cli_reading_applies(source, reading, &in, &error) &&
           (!why || caper_error_set(&error, CAPER_ERROR_UNSUPPORTED, source, 0, 0, "%s", why)) &&
           cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error);
    const caper_character *character = on ? body.character : in.character;
    good = good && (!on || !in.clip || cli_clip_fits(&in, in.clip, character, source, &error)) &&
           write_any(&in, reading->clip != NULL, source, character, on ? body.map : in.map, path,
                     &error);
    CLI_UNLOAD(&in, &body);
    return good ? CLI_GOOD : cli_error(&error);
}

// --- several files onto one character ----------------------------------------------------------

// Clips of files that hold only animations, as animations of the character's own file.
static int convert_onto(char **inputs, int count, const char *path, const char *on,
                        const cli_reading *reading)
{
    cli_asset body = {0}, assets[MOST] = {{0}};
    const caper_clip *clips[MOST];
    cli_output all = {clips, 0, NULL, NULL, path};
    caper_error error = {0};
    bool good = cli_spares_input(on, path, &error) &&
                cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error);
    all.character = body.character;
    for (int i = 0; good && i < count; i++) {
        cli_asset *in = &assets[i];
        good = i < MOST && cli_load_clip(inputs[i], reading, path, in, &error);
        for (int k = 0; good && k < (reading->clip ? 1 : in->clip_count); k++) {
            in->clip = reading->clip ? in->clip : in->clips[k];
            good = all.clip_count < MOST &&
                   cli_clip_fits(in, in->clip, body.character, inputs[i], &error);
            if (good) {
                clips[all.clip_count++] = in->clip;
            }
        }
    }
    if (!good && error.status == CAPER_OK) {
        caper_error_set(&error, CAPER_ERROR_LIMIT, path, 0, 0, "expected at most %d clips", MOST);
    }
    good = good && cli_write_clips(&all, &error);
    for (int i = 0; i < count && i < MOST; i++) {
        cli_unload(&assets[i]);
    }
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
        "file that --on names, at most 512 clips.",
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
