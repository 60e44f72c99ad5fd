// SPDX-License-Identifier: MIT
//
// How feet stand in a clip. Skeletons of files often rest in a pose in which soles are tilted (legs
// astride, toes down), so that a box as at rest stands on its edge in the clip. Here the direction
// that is up in a foot's own frame is averaged over the moments in which the foot is slow and low.
#include "physics/physics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES_A_SECOND 60.0f
// Slow and low, of a body of size 1.8: the contact detector's speed, and its height twice.
#define STAND_SPEED 0.3f
#define STAND_HEIGHT 0.05f
#define STAND_SIZE 1.8f
// The floor lies this far below the lowest joints of standing feet or toes, share of the size: the
// flesh and the shoe under a toe joint, 2.5 cm on a person.
#define FLESH 0.015f

typedef struct track {
    int body;
    int count;
    float *heights, *speeds;
    caper_vec3 *ups;
} track;

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// A low percentile of the slow moments' heights; of all moments when none is slow.
static float low_height(const track *t, float speed, float share, float *scratch)
{
    int n = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->speeds[i] < speed) {
            scratch[n++] = t->heights[i];
        }
    }
    if (n == 0) {
        memcpy(scratch, t->heights, (size_t)t->count * sizeof *scratch);
        n = t->count;
    }
    qsort(scratch, (size_t)n, sizeof *scratch, compare);
    return scratch[(int)(share * (float)(n - 1))];
}

static bool is_sole(const caper_character *c, int i)
{
    const caper_body *b = &c->bodies[i];
    bool foot = (b->caps & CAPER_CAP_FOOT) != 0;
    bool toe = b->parent >= 0 && (c->bodies[b->parent].caps & CAPER_CAP_FOOT);
    return !(b->caps & CAPER_CAP_HELPER) && (foot || toe);
}

static void sample(const caper_character *c, const caper_clip *clip, float start, track *tracks,
                   int count, int samples, caper_pose *pose)
{
    for (int s = 0; s < samples; s++) {
        float time = start + (float)s / SAMPLES_A_SECOND;
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_clip_sample(clip, time, NULL, pose);
        caper_pose_to_model(&c->skeleton, pose, &root, pose);
        for (int i = 0; i < count; i++) {
            track *t = &tracks[i];
            caper_transform at = pose->bodies[t->body];
            t->heights[s] = at.position.y;
            t->ups[s] = caper_quat_unrotate(at.rotation, caper_vec3_make(0, 1, 0));
            // of the joint over the last interval: kept as a position until the next is known
            t->speeds[s] = INFINITY;
            if (s > 0) {
                caper_vec3 was = t->ups[samples]; // scratch slot: the last position
                t->speeds[s] = caper_vec3_distance(was, at.position) * SAMPLES_A_SECOND;
            }
            t->ups[samples] = at.position;
        }
    }
}

static void fit(const track *t, float floor, float size, float *scratch, caper_sole *sole)
{
    float scale = size / STAND_SIZE, speed = STAND_SPEED * sqrtf(scale);
    float low = low_height(t, speed, 0.25f, scratch);
    caper_vec3 up = caper_vec3_zero();
    for (int i = 0; i < t->count; i++) {
        if (t->speeds[i] < speed && t->heights[i] < low + STAND_HEIGHT * scale) {
            up = caper_vec3_add(up, t->ups[i]);
        }
    }
    sole->body = t->body;
    sole->up = caper_vec3_normalize_or(up, caper_vec3_make(0, 0, 0));
    sole->clearance = caper_max(low - floor, FLESH * size);
}

int caper_soles_fit(const caper_character *c, const caper_clip *clip, float start, float end,
                    caper_sole *soles, int capacity, float *floor)
{
    int samples = (int)((end - start) * SAMPLES_A_SECOND) + 1, count = 0, found = 0;
    if (!caper_skeleton_same(&c->skeleton, &clip->skeleton) || samples < 2 || samples > 1000000) {
        return -1;
    }
    size_t n = (size_t)samples;
    size_t one = n * 2 * sizeof(float) + (n + 1) * sizeof(caper_vec3);
    size_t tracks_size = (size_t)c->body_count * sizeof(track);
    track *tracks = caper_alloc_zero(NULL, tracks_size, 16);
    float *scratch = caper_alloc(NULL, n * sizeof(float), 16);
    caper_pose pose = caper_character_pose(c, NULL);
    bool good = tracks && scratch && pose.bodies;
    for (int i = 0; good && i < c->body_count; i++) {
        if (is_sole(c, i)) {
            track *t = &tracks[count++];
            t->body = i;
            t->count = samples;
            t->heights = caper_alloc(NULL, one, 16);
            good = t->heights != NULL;
            t->speeds = good ? t->heights + n : NULL;
            t->ups = good ? (caper_vec3 *)(void *)(t->speeds + n) : NULL;
        }
    }
    if (good) {
        sample(c, clip, start, tracks, count, samples, &pose);
        float lowest = INFINITY, speed = STAND_SPEED * sqrtf(c->size / STAND_SIZE);
        for (int i = 0; i < count; i++) {
            lowest = caper_min(lowest, low_height(&tracks[i], speed, 0.1f, scratch));
        }
        lowest -= FLESH * c->size;
        for (int i = 0; i < count && found < capacity; i++) {
            fit(&tracks[i], lowest, c->size, scratch, &soles[found]);
            found += caper_vec3_length_sq(soles[found].up) > 0.5f;
        }
        if (floor && count > 0) {
            *floor = lowest;
        }
    }
    for (int i = 0; tracks && i < count; i++) {
        caper_free(NULL, tracks[i].heights, one);
    }
    caper_pose_destroy(&pose, NULL);
    caper_free(NULL, scratch, n * sizeof(float));
    caper_free(NULL, tracks, tracks_size);
    return good ? found : -1;
}
