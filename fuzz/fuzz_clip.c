// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of .clip.json. What it accepts must sample to finite unit poses at
// any time, and must come back to the bit when it is written and read again.
#include "caper/clip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void samples_well(const caper_clip *clip, caper_pose *pose)
{
    const float shares[] = {0.0f, 0.013f, 0.5f, 0.77f, 1.0f, 1.5f, -0.3f, 1e6f};
    for (size_t n = 0; n < sizeof shares / sizeof shares[0]; n++) {
        float time = shares[n] * clip->duration;
        require(caper_clip_sample(clip, time, NULL, pose));
        for (int i = 0; i < pose->body_count; i++)
            require(caper_transform_is_valid(pose->bodies[i], 1e-4f));
        for (int i = 0; i < pose->deform_count; i++)
            require(isfinite(pose->deforms[i]));
        caper_root root = caper_clip_sample_root(clip, time);
        require(isfinite(root.x) && isfinite(root.y) && isfinite(root.z) && isfinite(root.yaw));
        if (clip->contact_count > 0)
            caper_clip_in_contact(clip, clip->contacts[0].body, time);
    }
}

static bool same_pose(const caper_pose *a, const caper_pose *b)
{
    return memcmp(a->bodies, b->bodies, (size_t)a->body_count * sizeof *a->bodies) == 0 &&
           (a->deform_count == 0 ||
            memcmp(a->deforms, b->deforms, (size_t)a->deform_count * sizeof *a->deforms) == 0);
}

static void comes_back(const caper_clip *clip, caper_pose *pose)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_clip_write(clip, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, NULL);
    require(text != NULL);
    caper_clip *back = caper_clip_parse(text, size, NULL, NULL, NULL);
    require(back && back->frame_count == clip->frame_count && back->keyed == clip->keyed);
    require(caper_skeleton_same(&back->skeleton, &clip->skeleton));
    require(back->contact_count == clip->contact_count && back->tag_count == clip->tag_count);
    require(back->memory_size == clip->memory_size);
    caper_pose other = caper_pose_create(pose->body_count, pose->deform_count, NULL);
    require(other.bodies != NULL);
    for (int n = 0; n <= 20; n++) {
        float time = clip->duration * (float)n / 20;
        caper_clip_sample(clip, time, NULL, pose);
        caper_clip_sample(back, time, NULL, &other);
        require(same_pose(pose, &other));
    }
    caper_pose_destroy(&other, NULL);
    caper_clip_destroy(back);
    caper_json_writer_free(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_clip *clip = caper_clip_parse((const char *)data, size, "fuzz", NULL, &error);
    require((clip != NULL) == (error.status == CAPER_OK));
    // a few bytes can ask for the cells of a million frames; that is checked elsewhere
    if (clip && clip->memory_size < (size_t)1 << 22) {
        caper_pose pose = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
        require(pose.bodies != NULL);
        samples_well(clip, &pose);
        comes_back(clip, &pose);
        caper_pose_destroy(&pose, NULL);
    }
    caper_clip_destroy(clip);
    return 0;
}
