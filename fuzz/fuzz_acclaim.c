// SPDX-License-Identifier: MIT
//
// Any bytes through the readers of ASF and AMC: what stands before the first NUL is the skeleton,
// the rest is its motion. What they accept must become a character with a motion that is finite.
#include "formats/acclaim.h"

#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
    size_t first = nul ? (size_t)(nul - data) : size;
    const uint8_t *rest = nul ? nul + 1 : data + size;
    caper_import_options options = caper_import_options_default();
    options.max_frames = 2000;
    caperi_draft draft;
    caperi_draft_init(&draft, rest, (size_t)(data + size - rest), "fuzz.amc", &options);
    draft.format = CAPER_FORMAT_AMC;
    caper_error error = {0};
    caperi_asf asf;
    caper_import *import = NULL;
    if (caperi_asf_read(&draft, (const char *)data, first, "fuzz.asf", &asf, &error) &&
        caperi_amc_read(&draft, &asf, &error) && caperi_draft_sense(&draft, &error))
        import = caperi_import_finish(&draft, &error);
    require((import == NULL) == (error.status != CAPER_OK));
    for (int i = 0; import && i < import->clip_count; i++) {
        const caper_clip *clip = import->clips[i];
        caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
        require(pose.bodies && caper_clip_sample(clip, 0.0f, NULL, &pose));
        for (int k = 0; k < pose.body_count; k++)
            require(caper_transform_is_valid(pose.bodies[k], 0.01f));
        caper_pose_destroy(&pose, NULL);
    }
    caper_import_destroy(import);
    caperi_draft_free(&draft);
    return 0;
}
