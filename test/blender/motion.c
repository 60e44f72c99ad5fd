// SPDX-License-Identifier: MIT
//
// Our side of tools/judge_blender and tools/judge_mesh, through the public interface alone:
//
//     judge_motion make CHARACTER.character.json OUT.clip.json     a motion for that character
//     judge_motion places CLIP.clip.json CHARACTER.character.json  where its bodies are
//     judge_motion places FILE                                     the same for a foreign file
//     judge_motion vertices FILE OUT TIME...                       how its first clip moves its
//     mesh
//
// Places are printed as JSON: positions of all bodies in the world (root x model, metres, Y up) at
// frames that are spread evenly over the clip. Vertices are floats in OUT, three each, in the axes
// of the file.
#include "motion_fixture.h"

#include "caper/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES 41

typedef struct subject {
    const caper_character *character;
    const caper_clip *clip;
    float unit, floor; // of the file that it came from
} subject;

static int fail(const char *what, const caper_error *error)
{
    char words[400];
    fprintf(stderr, "judge_motion: %s: %s\n", what, caper_error_text(error, words, sizeof words));
    return 2;
}

// Names are put out as they are but for what JSON needs.
static void print_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar((unsigned char)*text < ' ' ? '?' : *text);
    }
    putchar('"');
}

static void print_frame(const subject *s, int frame, caper_pose *pose)
{
    float time = (float)frame / s->clip->rate;
    caper_clip_sample(s->clip, time, NULL, pose);
    caper_transform root = caper_root_transform(caper_clip_sample_root(s->clip, time));
    caper_pose_to_model(&s->clip->skeleton, pose, &root, pose);
    printf("{\"frame\":%d,\"places\":[", frame);
    for (int i = 0; i < pose->body_count; i++) {
        caper_vec3 p = pose->bodies[i].position;
        printf("%s[%.9g,%.9g,%.9g]", i ? "," : "", (double)p.x, (double)p.y, (double)p.z);
    }
    printf("]}");
}

static int print_places(const subject *s)
{
    int bodies = s->character->body_count, frames = s->clip->frame_count;
    caper_pose pose = caper_pose_create(bodies, 0, NULL);
    if (!pose.bodies)
        return 2;
    printf("{\"size\":%.9g,\"rate\":%.9g,\"unit\":%.9g,\"floor\":%.9g,\n\"bodies\":[",
           (double)s->character->size, (double)s->clip->rate, (double)s->unit, (double)s->floor);
    for (int i = 0; i < bodies; i++) {
        const caper_body *b = &s->character->bodies[i];
        printf("%s{\"name\":", i ? "," : "");
        print_string(b->name);
        printf(",\"helper\":%s}", b->caps & CAPER_CAP_HELPER ? "true" : "false");
    }
    printf("],\n\"frames\":[");
    int count = frames < MOST_FRAMES ? frames : MOST_FRAMES;
    for (int k = 0; k < count; k++) {
        long long at = count > 1 ? (long long)k * (frames - 1) / (count - 1) : 0;
        printf("%s\n", k ? "," : "");
        print_frame(s, (int)at, &pose);
    }
    printf("]}\n");
    caper_pose_destroy(&pose, NULL);
    return 0;
}

static int places_of_clip(const char *clip_path, const char *character_path)
{
    caper_error error = {0};
    caper_clip *clip = caper_clip_load(clip_path, NULL, &error);
    caper_character *character = clip ? caper_character_load(character_path, NULL, &error) : NULL;
    int status = 2;
    if (character && caper_skeleton_same(&character->skeleton, &clip->skeleton)) {
        subject s = {character, clip, 1.0f, 0.0f};
        status = print_places(&s);
    } else {
        fail(clip_path, &error);
    }
    caper_character_destroy(character);
    caper_clip_destroy(clip);
    return status;
}

static int places_of_file(const char *path)
{
    caper_error error = {0};
    caper_import *import = caper_import_load(path, NULL, &error);
    if (!import)
        return fail(path, &error);
    int status = 2;
    if (import->clip_count > 0) {
        subject s = {import->character, import->clips[0], import->unit, import->floor};
        status = print_places(&s);
    }
    caper_import_destroy(import);
    return status;
}

static float weight_of(const caper_import *import, const caper_pose *pose, const char *name)
{
    for (int i = 0; i < import->clips[0]->deform_count && i < pose->deform_count; i++) {
        const char *deform = import->clips[0]->deforms[i], *dot = strchr(deform, '.');
        if (strcmp(deform, name) == 0 || (dot && strcmp(dot + 1, name) == 0))
            return pose->deforms[i];
    }
    return 0.0f;
}

// One skin as it is in a pose, in the axes of the file.
static bool write_skin(const caper_import *import, const caper_skin *skin, const caper_pose *model,
                       FILE *file)
{
    size_t count = (size_t)skin->vertex_count;
    caper_vec3 *moved = malloc((count + 1) * sizeof *moved);
    caper_mat4 *palette = malloc((size_t)model->body_count * sizeof *palette);
    float *morphs = calloc((size_t)skin->morph_count + 1, sizeof *morphs);
    bool good = moved && palette && morphs;
    if (good) {
        for (int i = 0; i < skin->morph_count; i++)
            morphs[i] = weight_of(import, model, skin->morphs[i]);
        caper_skinning_palette(skin, model, NULL, palette);
        caper_skinning_job job = caper_skinning_job_default();
        job.skin = skin;
        job.palette = palette;
        job.morphs = morphs;
        job.positions = moved;
        good = caper_skinning(&job);
        bool turned = strstr(import->axes, "-Z forward") != NULL; // VRM 0
        for (size_t i = 0; i < count; i++) {
            moved[i].y += import->floor;
            if (turned)
                moved[i] = caper_vec3_make(-moved[i].x, moved[i].y, -moved[i].z);
        }
        good = good && fwrite(moved, sizeof *moved, count, file) == count;
    }
    free(morphs);
    free(palette);
    free(moved);
    return good;
}

static bool write_vertices(const caper_import *import, float time, FILE *file)
{
    const caper_clip *clip = import->clips[0];
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    bool good = pose.bodies && caper_clip_sample(clip, time, NULL, &pose);
    if (good) {
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&clip->skeleton, &pose, &root, &pose);
    }
    for (int i = 0; good && i < import->skin_count; i++)
        good = write_skin(import, &import->skins[i], &pose, file);
    caper_pose_destroy(&pose, NULL);
    return good;
}

static int vertices_of_file(const char *path, const char *out, char **times, int count)
{
    caper_error error = {0};
    caper_import *import = caper_import_load(path, NULL, &error);
    if (!import)
        return fail(path, &error);
    FILE *file = import->clip_count > 0 && import->skin_count > 0 ? fopen(out, "wb") : NULL;
    bool good = file != NULL;
    for (int i = 0; good && i < count; i++)
        good = write_vertices(import, (float)atof(times[i]), file);
    good = file && fclose(file) == 0 && good;
    if (!good)
        fprintf(stderr, "judge_motion: %s: no clip, no mesh or no room for '%s'\n", path, out);
    caper_import_destroy(import);
    return good ? 0 : 2;
}

static int make(const char *character_path, const char *clip_path)
{
    caper_error error = {0};
    caper_character *character = caper_character_load(character_path, NULL, &error);
    caper_clip *clip = character ? motion_make(character, true, &error) : NULL;
    bool good = clip && caper_clip_save(clip, clip_path, &error);
    caper_clip_destroy(clip);
    caper_character_destroy(character);
    return good ? 0 : fail(character_path, &error);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "make") == 0)
        return make(argv[2], argv[3]);
    if (argc == 4 && strcmp(argv[1], "places") == 0)
        return places_of_clip(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "places") == 0)
        return places_of_file(argv[2]);
    if (argc > 4 && strcmp(argv[1], "vertices") == 0)
        return vertices_of_file(argv[2], argv[3], argv + 4, argc - 4);
    fprintf(stderr,
            "judge_motion: expected make CHARACTER CLIP, places CLIP CHARACTER, places FILE "
            "or vertices FILE OUT TIME...\n");
    return 2;
}
