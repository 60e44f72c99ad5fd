// SPDX-License-Identifier: MIT
//
// A whole clip through a puppet: every frame in order, as live; only the height of the floor is
// found beforehand, since captures put it anywhere.
#include "caper/contact.h"
#include "clip/clip.h"
#include "puppet/puppet.h"

#include <math.h>
#include <string.h>

caper_puppet_clip_job caper_puppet_clip_job_default(void)
{
    caper_puppet_clip_job job;
    memset(&job, 0, sizeof job);
    job.def = caper_puppet_def_default();
    return job;
}

static bool run(caper_puppet_clip_job *job, caper_puppet *puppet, caper_pose *source,
                caper_transform *frames, caper_error *error)
{
    const caper_clip *clip = job->clip;
    int bodies = job->def.character->body_count;
    caper_clip_cursor cursor = {0, 0};
    int first = 0;
    float jump = 0;
    if (!caperi_clip_find_rest(clip, job->def.performer->size, job->def.allocator, &first, &jump)) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for poses");
    }
    for (int i = first; i < clip->frame_count; i++) {
        float time = (float)i / clip->rate;
        caper_clip_sample(clip, time, &cursor, source);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose local = {&frames[(size_t)i * (size_t)bodies], NULL, bodies, 0};
        if (!caper_puppet_update(puppet, source, &root, NULL, i > first ? 1 / clip->rate : 0,
                                 &local)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                                   "frame %d is not a pose of '%s'", i, job->def.performer->name);
        }
        double share = (double)(i + 1) / clip->frame_count;
        if (!caper_progress_report(job->progress, share, "frames")) {
            return caper_error_set(error, CAPER_ERROR_CANCELED, NULL, 0, 0, "stopped");
        }
    }
    for (int i = 0; i < first; i++) {
        size_t size = (size_t)bodies * sizeof *frames;
        memcpy(&frames[(size_t)i * (size_t)bodies], &frames[(size_t)first * (size_t)bodies], size);
    }
    job->report = *caper_puppet_last(puppet);
    return true;
}

static caper_clip *make_clip(const caper_puppet_clip_job *job, const caper_transform *frames,
                             caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = job->clip->name;
    def.skeleton = &job->def.character->skeleton;
    def.rate = job->clip->rate;
    def.frame_count = job->clip->frame_count;
    def.frames = frames;
    def.key_poses = job->clip->key_poses;
    def.key_pose_count = job->clip->key_pose_count;
    def.tags = job->clip->tags;
    def.tag_count = job->clip->tag_count;
    def.allocator = job->def.allocator;
    caper_clip *clip = caper_clip_create(&def, error);
    if (clip && job->clip->has_root && !job->bake_root) {
        caper_clip *moved =
            caper_clip_extract_root(clip, job->def.character->root_body, job->def.allocator, error);
        caper_clip_destroy(clip);
        clip = moved;
    }
    return clip;
}

caper_clip *caper_puppet_clip(caper_puppet_clip_job *job, caper_error *error)
{
    const caper_character *performer = job->def.performer;
    if (!performer || !job->clip ||
        !caper_skeleton_same(&job->clip->skeleton, &performer->skeleton)) {
        caper_error_set(error, CAPER_ERROR_INVALID, job->clip ? job->clip->name : NULL, 0, 0,
                        "the clip is not one of the performer's skeleton");
        return NULL;
    }
    if (!job->keep_floor) {
        float floor = 0;
        caper_estimate_floor(performer, job->clip, job->def.allocator, &floor, NULL);
        job->def.floor = floor;
    }
    caper_puppet *puppet = caper_puppet_create(&job->def, error);
    if (!puppet) {
        return NULL;
    }
    const caper_allocator *allocator = job->def.allocator;
    size_t size = (size_t)job->clip->frame_count * (size_t)job->def.character->body_count *
                  sizeof(caper_transform);
    caper_transform *frames = caper_alloc(allocator, size, 16);
    caper_pose source = caper_pose_create(performer->body_count, 0, allocator);
    caper_clip *clip = NULL;
    if (!frames || !source.bodies) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the frames");
    } else if (run(job, puppet, &source, frames, error)) {
        clip = make_clip(job, frames, error);
    }
    caper_pose_destroy(&source, allocator);
    caper_free(allocator, frames, size);
    caper_puppet_destroy(puppet);
    return clip;
}
