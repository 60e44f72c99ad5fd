// SPDX-License-Identifier: MIT
//
// Any file that can be read is also good for everything that follows: its character walks, plays
// an authored motion and takes over a clip, its clips are judged and put onto another character,
// and what is written is read again.
#define _POSIX_C_SOURCE 200809L
#include "import_promises.h"

#include "caper/actor.h"
#include "caper/gait.h"
#include "caper/quality.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MOST_BODIES 120 // a run must stay short
#define MOST_FRAMES 240

static const char nod[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"nod\", \"duration\": 1,"
    " \"channels\": [{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 0.5, \"position\": [0, -0.1, 0]}]}]}";

static void pose_is_good(const caper_pose *pose)
{
    for (int i = 0; i < pose->body_count; i++)
        require(caper_transform_is_valid(pose->bodies[i], 1e-2f));
}

static void clip_is_good(const caper_clip *clip)
{
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    require(pose.bodies != NULL);
    for (int i = 0; i < 4; i++) {
        caper_clip_sample(clip, clip->duration * (float)i / 3, NULL, &pose);
        pose_is_good(&pose);
    }
    caper_pose_destroy(&pose, NULL);
}

// Walk and nod, through an actor.
static void act(const caper_character *c)
{
    static caper_motion *motion;
    if (!motion)
        motion = caper_motion_parse(nod, sizeof nod - 1, "nod", NULL, NULL);
    require(motion != NULL);
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    caper_actor *actor = caper_actor_create(&def, NULL);
    require(gait && actor);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    caper_source source = caper_actor_play(actor, &play, NULL);
    caper_walk_command command = {{0, 0, 0.7f * caper_gait_speed(gait, 0.2f)}, 0};
    if (source)
        caper_actor_command(actor, source, &command);
    play = caper_play_def_default();
    play.motion = motion;
    play.layer = 1;
    caper_actor_play(actor, &play, NULL);
    for (int i = 0; i < 10; i++) {
        require(caper_actor_update(actor, 1 / 30.0f, NULL));
        pose_is_good(caper_actor_local(actor));
    }
    caper_actor_destroy(actor);
    caper_gait_destroy(gait);
}

// Written and read again, as each format.
static void write_and_read(const caper_import *import)
{
    static const char *const endings[] = {"glb", "gltf", "bvh"};
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "/tmp/caper-fuzz-%ld.%s", (long)getpid(), endings[i]);
        caper_export_job job = caper_export_job_default();
        const caper_clip *clip = import->clip_count > 0 ? import->clips[0] : NULL;
        job.character = import->character;
        job.clips = &clip;
        job.clip_count = clip ? 1 : 0;
        if (i == 2 && !clip)
            continue;
        caper_error error = {0};
        bool good = caper_export_save(&job, path, &error);
        require(good == (error.status == CAPER_OK));
        if (good) {
            caper_import_options options = caper_import_options_default();
            caper_import *again = caper_import_load(path, &options, &error);
            if (!again)
                fprintf(stderr, "%s: %s\n", path, error.message);
            require(again != NULL);
            check_import(again);
            caper_import_destroy(again);
        }
        unlink(path);
    }
}

static void use_clip(const caper_import *import, const caper_clip *clip)
{
    static caper_character *other;
    caper_creature_def def = caper_creature_def_default();
    if (!other)
        other = caper_character_random(&def, NULL);
    clip_is_good(clip);
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = import->character;
    job.onto = other;
    caper_clip *made = caper_retarget(&job, NULL);
    if (made)
        clip_is_good(made);
    caper_clip_destroy(made);
    caper_motion_destroy(job.motion);
    caper_check_job check = caper_check_job_default();
    check.character = import->character;
    check.clip = clip;
    caper_report_destroy(caper_check(&check, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_import_options options = caper_import_options_default();
    options.max_frames = MOST_FRAMES;
    options.max_transforms = MOST_FRAMES * MOST_BODIES;
    caper_import *import = caper_import_parse(data, size, NULL, &options, NULL);
    if (!import)
        return 0;
    check_import(import);
    if (import->character->body_count <= MOST_BODIES) {
        act(import->character);
        for (int i = 0; i < import->clip_count && i < 2; i++)
            if (import->clips[i]->frame_count <= MOST_FRAMES)
                use_clip(import, import->clips[i]);
        write_and_read(import);
    }
    caper_import_destroy(import);
    return 0;
}
