// SPDX-License-Identifier: MIT
//
// Any bytes through the BVH reader. What it accepts must be a motion that can be sampled and is
// finite, and must be written again.
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void can_be_played(const caper_clip *clip)
{
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    require(pose.bodies != NULL);
    for (int f = 0; f < clip->frame_count && f < 4; f++) {
        require(caper_clip_sample(clip, (float)f / clip->rate, NULL, &pose));
        for (int i = 0; i < pose.body_count; i++)
            require(caper_transform_is_valid(pose.bodies[i], 0.01f));
    }
    caper_pose_destroy(&pose, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_import_options options = caper_import_options_default();
    options.max_frames = 2000;
    caper_error error = {0};
    caper_import *import = caper_import_parse(data, size, "fuzz.bvh", &options, &error);
    require((import == NULL) == (error.status != CAPER_OK));
    if (!import)
        return 0;
    require(import->character->body_count >= 1 && import->unit > 0.0f);
    for (int i = 0; i < import->clip_count; i++)
        can_be_played(import->clips[i]);
    if (import->format == CAPER_FORMAT_BVH && import->clip_count == 1) {
        caper_export_job job = caper_export_job_default();
        job.character = import->character;
        job.clips = (const caper_clip *const *)import->clips;
        job.clip_count = 1;
        require(caperi_write_bvh(&job, "/dev/null", &error));
        job.like = import;
        require(caperi_write_bvh(&job, "/dev/null", &error));
    }
    caper_import_destroy(import);
    return 0;
}
