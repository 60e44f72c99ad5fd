// SPDX-License-Identifier: MIT
// Lays a clip out in world space, so that every measure reads positions instead of sampling again.
#include "contact/footage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_broken(const caper_transform *t)
{
    return !caper_transform_is_valid(*t, 1e-3f);
}

static void note_broken(caperi_footage *f, const caper_transform *transforms, int frame)
{
    for (int i = 0; i < f->body_count; i++) {
        if (is_broken(&transforms[i])) {
            if (f->broken++ == 0) {
                f->broken_frame = frame;
                f->broken_body = i;
            }
        }
    }
}

// A looping clip starts again at its very end: its last pose is just before.
float caperi_footage_time(const caperi_footage *f, int frame)
{
    const caper_clip *clip = f->clip;
    double time = (double)frame / (double)f->rate;
    bool at_end = fabs(time - (double)clip->duration) * (double)f->rate < 1e-3;
    return clip->loops && clip->duration > 0 && at_end ? nextafterf(clip->duration, 0.0f)
                                                       : (float)time;
}

bool caperi_footage_make(caperi_footage *footage, const caper_character *character,
                         const caper_clip *clip, float rate, int more, caper_arena *arena)
{
    memset(footage, 0, sizeof(*footage));
    footage->character = character;
    footage->clip = clip;
    footage->rate = rate;
    footage->body_count = character->body_count;
    // 1e-3 of a frame: (frame_count - 1) / rate x rate may round below the whole number
    footage->frame_count = rate == clip->rate
                               ? clip->frame_count
                               : (int)((double)clip->duration * (double)rate + 1e-3) + 1;
    footage->more = clip->loops && clip->duration > 0 ? more : 0;
    footage->scale.length = character->size / CAPERI_REFERENCE_SIZE;
    footage->scale.speed = sqrtf(footage->scale.length);
    footage->broken_frame = -1;
    int frames = footage->frame_count + footage->more;
    size_t count = (size_t)frames * (size_t)footage->body_count;
    // count is bounded by the limits of a clip; every frame is written
    footage->world = caper_arena_alloc(arena, count * sizeof(caper_transform), 32);
    float *deforms =
        caper_arena_alloc_zero(arena, (size_t)clip->deform_count + 1, sizeof(float), 16);
    if (!footage->world || !deforms) {
        return false;
    }
    caper_clip_cursor cursor = {0};
    for (int frame = 0; frame < frames; frame++) {
        float time = caperi_footage_time(footage, frame);
        size_t first = (size_t)frame * (size_t)footage->body_count;
        caper_pose local = {footage->world + first, deforms, footage->body_count,
                            clip->deform_count};
        caper_pose world = {footage->world + first, NULL, footage->body_count, 0};
        caper_clip_sample(clip, time, &cursor, &local);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&character->skeleton, &world, &root, &world);
        note_broken(footage, world.bodies, frame);
    }
    return true;
}

void caperi_contact_frames(const caperi_footage *f, const caper_contact *contact, int *from,
                           int *to)
{
    double first = floor((double)contact->start * (double)f->rate) - 1.0;
    double last = ceil((double)contact->end * (double)f->rate) + 1.0;
    // 1e-4 s of grace are many frames at high rates
    double grace = ceil(1e-4 * (double)f->rate);
    *from = first - grace > 0 ? (int)(first - grace) : 0;
    *to = last + grace < f->frame_count - 1 ? (int)(last + grace) : f->frame_count - 1;
}

float caperi_path_speed(const caper_vec3 *path, int count, float rate, int frame)
{
    int half = (int)(rate / 60.0f + 0.5f);
    half = half < 1 ? 1 : half;
    // at an end of the path the slope of the parabola through three of its points: a mean would
    // have a foot that has just begun to lift still stand
    int back = frame + half >= count ? -half : frame - half < 0 ? half : 0;
    if (back != 0 && frame + 2 * back >= 0 && frame + 2 * back < count) {
        caper_vec3 near = caper_vec3_sub(path[frame + back], path[frame]);
        caper_vec3 far = caper_vec3_sub(path[frame + 2 * back], path[frame]);
        caper_vec3 twice = caper_vec3_sub(caper_vec3_scale(near, 4.0f), far);
        return caper_vec3_length(twice) * rate / (2.0f * (float)half);
    }
    int from = frame - half < 0 ? 0 : frame - half;
    int to = frame + half >= count ? count - 1 : frame + half;
    return to > from ? caper_vec3_distance(path[from], path[to]) * rate / (float)(to - from) : 0.0f;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double caperi_quantile(float *values, int count, double q)
{
    if (count == 0) {
        return (double)NAN;
    }
    qsort(values, (size_t)count, sizeof(float), compare_floats);
    double at = q * (double)(count - 1);
    int low = (int)at;
    int high = low + 1 < count ? low + 1 : low;
    double t = at - (double)low;
    return (double)values[low] * (1.0 - t) + (double)values[high] * t;
}
