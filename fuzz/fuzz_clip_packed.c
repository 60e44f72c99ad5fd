// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of packed clips. What it accepts must sample to finite unit poses at
// any time, and must come back to the byte when it is written again.
#include "caper/clip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void samples_well(const caper_clip *clip)
{
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    require(pose.bodies != NULL);
    for (int n = -1; n <= 48; n++) {
        float time = clip->duration * (float)n / 47;
        require(caper_clip_sample(clip, time, NULL, &pose));
        for (int i = 0; i < pose.body_count; i++)
            require(caper_transform_is_valid(pose.bodies[i], 1e-4f));
        for (int i = 0; i < pose.deform_count; i++)
            require(isfinite(pose.deforms[i]));
        caper_root root = caper_clip_sample_root(clip, time);
        require(isfinite(root.x) && isfinite(root.y) && isfinite(root.z) && isfinite(root.yaw));
    }
    caper_pose_destroy(&pose, NULL);
}

static void comes_back(const caper_clip *clip)
{
    caper_text once, twice;
    caper_text_init(&once, NULL);
    caper_text_init(&twice, NULL);
    require(caper_clip_encode(clip, true, &once));
    caper_clip *back = caper_clip_decode(once.data, once.size, "once", NULL, NULL, NULL);
    require(back && back->frame_count == clip->frame_count);
    require(caper_clip_encode(back, true, &twice));
    require(once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0);
    caper_clip_destroy(back);
    caper_text_free(&once);
    caper_text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_clip *clip = caper_clip_decode(data, size, "fuzz", NULL, NULL, &error);
    require((clip != NULL) == (error.status == CAPER_OK));
    if (clip) {
        samples_well(clip);
        comes_back(clip);
    }
    caper_clip_destroy(clip);
    return 0;
}
