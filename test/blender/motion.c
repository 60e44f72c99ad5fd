// SPDX-License-Identifier: MIT
//
// Our side of tools/judge_blender, through the public interface alone:
//
//     judge_motion make CHARACTER.character.json OUT.clip.json     a motion for that character
//     judge_motion places CLIP.clip.json CHARACTER.character.json  where its bodies are
//     judge_motion places FILE                                     the same for a foreign file
//
// Places are printed as JSON: positions of all bodies in the world (root x model, metres, Y up) at
// frames that are spread evenly over the clip.
#include "motion_fixture.h"

#include "caper/formats.h"

#include <stdio.h>
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
    fprintf(stderr, "judge_motion: expected make CHARACTER CLIP, places CLIP CHARACTER or places "
                    "FILE\n");
    return 2;
}
