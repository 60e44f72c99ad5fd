// SPDX-License-Identifier: MIT
// The part of a clip that is judged: what the job asks for, without rest poses that were put in
// front of the motion.
#include "clip/clip.h"
#include "quality/measures.h"

#include <math.h>
#include <string.h>

// Contacts within the part, in its own time.
static int take_contacts(const caper_clip *clip, double from, double to, caper_contact *out)
{
    int count = 0;
    for (int i = 0; i < clip->contact_count; i++) {
        caper_contact c = clip->contacts[i];
        double start = fmax((double)c.start, from), end = fmin((double)c.end, to);
        if (end < start) {
            continue;
        }
        c.start = (float)(start - from);
        c.end = (float)(end - from);
        out[count++] = c;
    }
    return count;
}

caper_clip *caperi_clip_part(const caper_clip *clip, const char *name, int first, int last,
                             caper_arena *arena, caper_error *error)
{
    size_t frames = (size_t)(last - first + 1), bodies = (size_t)clip->skeleton.body_count;
    caper_transform *transforms =
        caper_arena_alloc_zero(arena, frames * bodies, sizeof(caper_transform), 32);
    caper_root *roots = caper_arena_alloc_zero(arena, frames, sizeof(caper_root), 16);
    float *deforms =
        caper_arena_alloc_zero(arena, (size_t)clip->deform_count + 1, sizeof(float), 16);
    caper_contact *contacts =
        caper_arena_alloc_zero(arena, (size_t)clip->contact_count + 1, sizeof(caper_contact), 16);
    if (!transforms || !roots || !deforms || !contacts) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a part of the clip");
        return NULL;
    }
    caper_clip_cursor cursor = {0};
    for (size_t i = 0; i < frames; i++) {
        float time = (float)((double)(first + (int)i) / (double)clip->rate);
        caper_pose pose = {transforms + i * bodies, deforms, (int)bodies, clip->deform_count};
        caper_clip_sample(clip, time, &cursor, &pose);
        roots[i] = caper_clip_sample_root(clip, time);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = name;
    def.skeleton = &clip->skeleton;
    def.rate = clip->rate;
    def.frame_count = (int)frames;
    def.frames = transforms;
    def.roots = clip->has_root ? roots : NULL;
    def.contacts = contacts;
    def.contact_count = take_contacts(clip, (double)first / (double)clip->rate,
                                      (double)last / (double)clip->rate, contacts);
    def.tags = clip->tags;
    def.tag_count = clip->tag_count;
    def.allocator = &clip->allocator;
    return caper_clip_create(&def, error);
}

// The frames of a clip from and to a time.
static void frames_between(const caper_clip *clip, double from, double to, int *first, int *last)
{
    double begin = ceil(from * (double)clip->rate - 1e-3);
    double end = floor(fmin(to, (double)clip->duration) * (double)clip->rate + 1e-3);
    *first = (int)fmin(begin, (double)clip->frame_count);
    *last = end < (double)(clip->frame_count - 1) ? (int)end : clip->frame_count - 1;
}

// Where the clips begin once the rest poses in front of them are gone: at the latest of them, so
// that clip and source stay in step.
static bool skip_rest(caperi_parts *parts, const caper_check_job *job, caper_arena *arena)
{
    int frames = 0;
    float jump = 0;
    if (job->keep_rest || job->from > 0) {
        return true;
    }
    const caper_allocator *allocator = &arena->allocator;
    if (!caperi_clip_find_rest(job->clip, job->character->size, allocator, &parts->rest_frames,
                               &parts->rest_jump) ||
        (job->source && !caperi_clip_find_rest(job->source, job->source_character->size, allocator,
                                               &frames, &jump))) {
        return false;
    }
    parts->from = (double)parts->rest_frames / (double)job->clip->rate;
    if (job->source) {
        parts->from = fmax(parts->from, (double)frames / (double)job->source->rate);
    }
    return true;
}

static bool move_goals(const caperi_parts *parts, caper_check_job *job, caper_arena *arena)
{
    if (job->goal_count <= 0 || parts->from == 0) {
        return true;
    }
    caper_goal_sample *goals =
        caper_arena_alloc_zero(arena, (size_t)job->goal_count, sizeof(*goals), 16);
    for (int i = 0; goals && i < job->goal_count; i++) {
        goals[i] = job->goals[i];
        goals[i].time -= (float)parts->from;
    }
    job->goals = goals;
    return goals != NULL;
}

static bool move_impacts(const caperi_parts *parts, caper_check_job *job, caper_arena *arena)
{
    if (job->impact_count <= 0 || parts->from == 0) {
        return true;
    }
    float *impacts = caper_arena_alloc_zero(arena, (size_t)job->impact_count, sizeof(float), 16);
    for (int i = 0; impacts && i < job->impact_count; i++) {
        impacts[i] = job->impacts[i] - (float)parts->from;
    }
    job->impacts = impacts;
    return impacts != NULL;
}

bool caperi_parts_take(caperi_parts *parts, caper_check_job *job, caper_arena *arena,
                       caper_error *error)
{
    memset(parts, 0, sizeof(*parts));
    parts->from = (double)job->from;
    if (!(job->from >= 0) || !(job->to >= job->from) || job->from > job->clip->duration) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the part from %g s to %g s is not within a clip of %g s",
                               (double)job->from, (double)job->to, (double)job->clip->duration);
    }
    if (!skip_rest(parts, job, arena) || !move_goals(parts, job, arena) ||
        !move_impacts(parts, job, arena)) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                               "no memory to measure the clip");
    }
    const caper_clip **clips[3] = {&job->clip, &job->source, &job->reference};
    for (int i = 0; i < 3; i++) {
        const caper_clip *clip = *clips[i];
        if (!clip) {
            continue;
        }
        int first, last;
        frames_between(clip, parts->from, (double)job->to, &first, &last);
        if (i == 0) {
            parts->first_frame = first;
        }
        if (first > last) {
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "'%.40s' has no frame between %g s and %g s", clip->name,
                                   parts->from, (double)job->to);
        }
        if (first == 0 && last == clip->frame_count - 1) {
            continue;
        }
        parts->clips[i] = caperi_clip_part(clip, clip->name, first, last, arena, error);
        if (!parts->clips[i]) {
            return false;
        }
        *clips[i] = parts->clips[i];
    }
    return true;
}

void caperi_parts_free(caperi_parts *parts)
{
    for (int i = 0; i < 3; i++) {
        caper_clip_destroy(parts->clips[i]);
    }
}
