// SPDX-License-Identifier: MIT
// caper convert: any file that Caper reads to any that it writes, by the ending of the output.
#include "cli.h"
#include "record.h"
#include "puppet_sensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool need_clip(const cli_asset *in, const char *path, caper_error *error)
{
    return in->clip ||
           caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0, "it has no clip to write");
}

static bool write_foreign(const cli_asset *in, const caper_character *character, const char *source,
                          bool one_clip, const char *path, caper_error *error)
{
    bool bvh = cli_ends_with(path, ".bvh");
    caper_export_job job = caper_export_job_default();
    job.character = character;
    if (bvh && !need_clip(in, source, error)) {
        return false;
    }
    // BVH holds one clip; glTF all of them, unless one was asked for
    const caper_clip *const *all = (const caper_clip *const *)in->clips;
    const caper_clip *chosen = in->clip;
    job.clips = bvh || one_clip ? &chosen : all;
    job.clip_count = bvh || one_clip ? 1 : in->clip_count;
    if (in->import && character == in->character) {
        job.like = !bvh || in->import->format == CAPER_FORMAT_BVH ? in->import : NULL;
        job.skins = in->import->skins;
        job.skin_count = in->import->skin_count;
    }
    return cli_export(&job, path, error);
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

static bool is_joints(const char *path);

static bool write_output(const cli_asset *in, const caper_character *character,
                         const caper_map *map, const char *source, bool one_clip, const char *path,
                         caper_error *error)
{
    if (in->motion) {
        // the same motion as Caper writes it
        return cli_ends_with(path, ".motion.json")
                   ? caper_motion_save(in->motion, path, error)
                   : caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                                     "a motion converts to .motion.json only; play it on a "
                                     "character for a clip");
    }
    if (cli_ends_with(path, ".bvh") || cli_ends_with(path, ".gltf") ||
        cli_ends_with(path, ".glb") || cli_ends_with(path, ".vrm")) {
        return write_foreign(in, character, source, one_clip, path, error);
    }
    if (cli_ends_with(path, ".clip.json")) {
        return need_clip(in, source, error) && caper_clip_save(in->clip, path, error);
    }
    if (cli_ends_with(path, ".clip.bin")) {
        return need_clip(in, source, error) && save_packed(in->clip, character, path, error);
    }
    if (cli_ends_with(path, ".character.json")) {
        return caper_character_save(character, path, error);
    }
    if (is_joints(path)) {
        return need_clip(in, source, error) && cli_save_clip(in->clip, character, path, error);
    }
    if (cli_is_sensors(path)) {
        return need_clip(in, source, error) &&
               cli_save_sensors(in->clip, character, map, path, error);
    }
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                           "expected an output that ends in .bvh, .gltf, .glb, .clip.json, "
                           ".clip.bin, .character.json, .sensors.csv, .csv or .npy");
}

static int convert(const char *source, const char *path, const char *on, const cli_reading *reading)
{
    cli_asset in, body = {0};
    caper_error error = {0};
    if (!cli_load(source, reading, &in, &error)) {
        return cli_error(&error);
    }
    // our own files may be written anew in place: that keeps what they say
    if (in.import && !cli_spares_input(source, path, &error)) {
        cli_unload(&in);
        return cli_error(&error);
    }
    cli_print_warnings(source, &in);
    const caper_character *character = in.character;
    bool good = cli_reading_applies(source, reading, &in, &error);
    if (good && in.world) {
        good = caper_error_set(&error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
                               "a world cannot be converted");
    }
    if (good && on && in.motion) {
        good = caper_error_set(&error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
                               "a motion is of no particular character: --on has no use");
    }
    if (good && on) {
        good = cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error);
        character = body.character;
    }
    if (good && on && in.clip) {
        good = cli_clip_fits(&in, in.clip, character, source, &error);
    }
    good = good && write_output(&in, character, on ? body.map : in.map, source,
                                reading->clip != NULL, path, &error);
    bool bvh = cli_ends_with(path, ".bvh") || cli_ends_with(path, ".clip.json");
    if (good && bvh && in.clip_count > 1 && !reading->clip) {
        cli_wrote(path, "clip '%s', 1 of %d (choose with --clip)", in.clip->name, in.clip_count);
    } else if (good && in.motion) {
        cli_wrote(path, "a motion of %d branch%s", in.motion->branch_count,
                  in.motion->branch_count == 1 ? "" : "es");
    } else if (good) {
        int clips = cli_ends_with(path, ".character.json") ? 0
                    : bvh || reading->clip                 ? 1
                                                           : in.clip_count;
        cli_wrote(path, "%d bodies, %d clip%s", character->body_count, clips,
                  clips == 1 ? "" : "s");
    }
    CLI_UNLOAD(&in, &body);
    return good ? CLI_GOOD : cli_error(&error);
}

// --- several files onto one character ----------------------------------------------------------

#define MOST_INPUTS 64

typedef struct bundle {
    cli_asset assets[MOST_INPUTS];
    int asset_count;
    const caper_clip **clips;
    caper_clip **made; // those that had to be put on the character
    int clip_count, made_count;
} bundle;

// All clips of an input (the chosen one, where one was asked for) on the character.
static bool add_clips(bundle *b, const cli_asset *in, const char *path, bool one,
                      const caper_character *character, caper_error *error)
{
    int count = one ? 1 : in->clip_count;
    size_t room = (size_t)(b->clip_count + count) + 1;
    const caper_clip **clips = realloc(b->clips, room * sizeof(*clips));
    b->clips = clips ? clips : b->clips;
    caper_clip **made = realloc(b->made, room * sizeof(*made));
    b->made = made ? made : b->made;
    if (!clips || !made) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    }
    for (int i = 0; i < count; i++) {
        const caper_clip *clip = one ? in->clip : in->clips[i];
        if (!caper_skeleton_same(&clip->skeleton, &character->skeleton)) {
            caper_clip *fitted = caper_clip_fit(clip, &character->skeleton, NULL, NULL, error);
            if (!fitted) {
                return false;
            }
            clip = b->made[b->made_count++] = fitted;
        }
        b->clips[b->clip_count++] = clip;
    }
    return true;
}

static bool load_bundle(bundle *b, char **inputs, int count, const cli_reading *reading,
                        const char *path, const caper_character *character, caper_error *error)
{
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        cli_asset *in = &b->assets[b->asset_count];
        b->asset_count++;
        good = cli_load_clip(inputs[i], reading, path, in, error) &&
               cli_clip_fits(in, in->clip, character, inputs[i], error) &&
               add_clips(b, in, inputs[i], reading->clip != NULL, character, error);
    }
    return good;
}

// Clips of files that hold only animations, as animations of the character's own file.
static int convert_onto(char **inputs, int count, const char *path, const char *on,
                        const cli_reading *reading)
{
    if (count > MOST_INPUTS) {
        return cli_fail("at most %d inputs, found %d", MOST_INPUTS, count);
    }
    cli_asset body = {0};
    caper_error error = {0};
    bundle *b = calloc(1, sizeof(*b));
    bool good = b && cli_spares_input(on, path, &error) &&
                cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error) &&
                load_bundle(b, inputs, count, reading, path, body.character, &error);
    if (good) {
        caper_export_job job = caper_export_job_default();
        job.character = body.character;
        job.clips = b->clips;
        job.clip_count = b->clip_count;
        job.like = cli_import_of(body.character);
        good = cli_export(&job, path, &error);
    }
    if (good) {
        cli_wrote(path, "%d bodies, %d clip%s", body.character->body_count, b->clip_count,
                  b->clip_count == 1 ? "" : "s");
    }
    for (int i = 0; b && i < b->made_count; i++) {
        caper_clip_destroy(b->made[i]);
    }
    for (int i = 0; b && i < b->asset_count; i++) {
        cli_unload(&b->assets[i]);
    }
    if (b) {
        free(b->clips);
        free(b->made);
    }
    free(b);
    cli_unload(&body);
    return good ? CLI_GOOD : cli_error(&error);
}

// --- joint angles of robots ---------------------------------------------------------------------

static bool is_joints(const char *path)
{
    return cli_ends_with(path, ".npy") || (cli_ends_with(path, ".csv") && !cli_is_sensors(path));
}

// The numbers of a robot's model to a clip of it.
static int convert_joints(const char *source, const char *path, const char *on,
                          const cli_reading *reading)
{
    cli_asset body;
    caper_error error = {0};
    if (!on) {
        return cli_fail("joint angles are of a robot: give --on MODEL.xml");
    }
    if (!cli_load_kind(on, CAPER_ASSET_CHARACTER, NULL, &body, &error)) {
        return cli_error(&error);
    }
    caper_clip *clip =
        cli_spares_input(source, path, &error)
            ? caper_robot_load(body.import, source, (float)reading->rate, NULL, &error)
            : NULL;
    bool good = cli_write_made(clip, body.character, NULL, path, &error);
    cli_unload(&body);
    return good ? CLI_GOOD : cli_error(&error);
}

static bool is_scene(const char *path)
{
    return cli_ends_with(path, ".gltf") || cli_ends_with(path, ".glb") ||
           cli_ends_with(path, ".vrm");
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
        ".character.json .clip.json .clip.bin .motion.json. OUT, by its ending: .bvh\n"
        ".gltf .glb .clip.json .character.json; .clip.bin, a clip packed within 0.1 mm;\n"
        "of a motion: .motion.json; of a person's clip: .sensors.csv, what sensors on him\n"
        "would say; of a robot's clip: .csv .npy, base and joint angles in the order of\n"
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
