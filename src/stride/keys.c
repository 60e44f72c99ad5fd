// SPDX-License-Identifier: MIT
//
// Key poses (paper 003, section 4.5: "key frames that were set by the animator will be referred to
// as key poses"). A clip that was exported with marks has them. In a clip that was sampled they are
// found again at the extremes that an animator would have set: where a foot lands, where it leaves
// the ground, and where it is highest on its way.
#include "stride/stride.h"

#include <math.h>
#include <stdlib.h>

#define MOST 4096      // contacts of a clip that are looked at
#define SHORTEST 0.06f // seconds: stances of a sprint are hardly longer
#define LOW_END 0.2f   // of the range of a foot's height: it is down
#define STILL 0.01f    // of size: a foot that moves less in height does not step
#define CLOSEST 0.034f // seconds: key poses that are closer are one

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// When a foot is highest between two times.
static float highest(const caper_clip *clip, caper_pose *local, const caper_skeleton *skeleton,
                     int foot, float from, float to)
{
    float best = -1e30f, when = 0.5f * (from + to);
    int steps = (int)((to - from) * clip->rate) + 1;
    for (int i = 0; i <= steps && i < 4096; i++) {
        float time = caper_lerp(from, to, (float)i / (float)steps);
        if (caper_clip_sample(clip, time, NULL, local)) {
            caper_pose_to_model(skeleton, local, NULL, local);
            float y = local->bodies[foot].position.y;
            if (y > best) {
                best = y;
                when = time;
            }
        }
    }
    return when;
}

/// How fast a clip goes, by its root body and root track, m/s.
static float mean_speed(const caper_character *character, const caper_clip *clip, caper_pose *pose)
{
    caper_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 2; i++) {
        float time = i ? clip->duration : 0.1f * clip->duration;
        if (caper_clip_sample(clip, time, NULL, pose)) {
            caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
            caper_pose_to_model(&character->skeleton, pose, &root, pose);
            ends[i] = pose->bodies[character->root_body].position;
        }
    }
    caper_vec3 way = caper_vec3_sub(ends[1], ends[0]);
    return sqrtf(way.x * way.x + way.z * way.z) / caper_max(0.9f * clip->duration, 1e-3f);
}

/// All extremes of a clip's feet; returns how many, unsorted.
static int find_extremes(const caper_character *character, const caper_clip *clip,
                         const caper_contact *contacts, int count, caper_pose *local, float *times,
                         int capacity)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        float next = INFINITY;
        for (int k = i + 1; k < count; k++) {
            if (contacts[k].body == contacts[i].body) {
                next = caper_min(next, contacts[k].start);
            }
        }
        float marks[3] = {contacts[i].start, contacts[i].end, NAN};
        if (next < INFINITY && next > contacts[i].end) {
            marks[2] =
                highest(clip, local, &character->skeleton, contacts[i].body, contacts[i].end, next);
        }
        for (int k = 0; k < 3; k++) {
            if (marks[k] == marks[k] && found < capacity) {
                times[found++] = marks[k];
            }
        }
    }
    return found;
}

/// The same for a clip on the spot, whose feet never rest: where each comes down to the lowest
/// part of its range and where it leaves it.
static int find_low_ends(const caper_character *character, const caper_clip *clip,
                         caper_pose *local, float *times, int capacity)
{
    int found = 0;
    for (int leg = 0; leg < character->leg_count; leg++) {
        float low = 1e30f, high = -1e30f, before = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < clip->frame_count; i++) {
                if (!caper_clip_sample(clip, (float)i / clip->rate, NULL, local)) {
                    continue;
                }
                caper_pose_to_model(&character->skeleton, local, NULL, local);
                float y = local->bodies[character->legs[leg].foot].position.y;
                if (pass == 0) {
                    low = caper_min(low, y);
                    high = caper_max(high, y);
                    continue;
                }
                float edge = low + LOW_END * (high - low);
                bool lifts = high - low > STILL * character->size;
                if (lifts && i > 0 && (y < edge) != (before < edge) && found < capacity) {
                    times[found++] = (float)i / clip->rate;
                }
                before = y;
            }
        }
    }
    return found;
}

static int merge(float *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept == 0 || times[i] - times[kept - 1] > CLOSEST) {
            times[kept++] = times[i];
        }
    }
    return kept;
}

int caper_stride_keys(const caper_character *character, const caper_clip *clip, float *times,
                      int capacity, caper_error *error)
{
    if (!caper_skeleton_same(&clip->skeleton, &character->skeleton)) {
        caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0,
                        "is of another skeleton than '%s'", character->name);
        return -1;
    }
    if (character->leg_count == 0) {
        caper_error_set(error, CAPER_ERROR_INVALID, character->name, 0, 0,
                        "has no feet; expected at least one leg");
        return -1;
    }
    if (clip->key_pose_count > 0) {
        for (int i = 0; i < clip->key_pose_count && i < capacity; i++) {
            times[i] = clip->key_poses[i].time;
        }
        return clip->key_pose_count;
    }
    size_t size = 3 * MOST * sizeof(float);
    float *all = caper_alloc(NULL, size, 16);
    caper_pose local = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    int count = -1;
    if (!all || !local.bodies) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for key poses");
    } else {
        caper_contacts_job options = caper_contacts_job_default();
        options.character = character;
        options.clip = clip;
        options.speed += CAPERI_STRIDE_BRISK * mean_speed(character, clip, &local) /
                         sqrtf(character->size / CAPERI_REFERENCE_SIZE);
        options.min_time = SHORTEST;
        bool found = caper_contacts_detect(&options, NULL);
        count = options.contact_count < MOST ? options.contact_count : MOST;
        count = found ? merge(all, find_extremes(character, clip, options.contacts, count, &local,
                                                 all, 3 * MOST))
                      : 0;
        caper_contacts_destroy(&options);
        if (count < 2) {
            count = merge(all, find_low_ends(character, clip, &local, all, 3 * MOST));
        }
        for (int i = 0; i < count && i < capacity; i++) {
            times[i] = all[i];
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_free(NULL, all, size);
    return count;
}
