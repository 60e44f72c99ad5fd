// SPDX-License-Identifier: MIT
//
// Changes of time: warps, and clips at another rate. A warp is a rising piecewise linear map, so it
// has an inverse of the same kind; marks go through that inverse and stay on what they mark.
#include "base/try.h"
#include "clip/clip.h"

#include <string.h>

// -- Warps ------------------------------------------------------------------------------------

static float map(const float *from, const float *to, int count, float x)
{
    if (!(x > from[0]))
        return to[0];
    if (x >= from[count - 1])
        return to[count - 1];
    int low = 0, high = count - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (from[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    double t = ((double)x - (double)from[low]) / ((double)from[high] - (double)from[low]);
    return (float)((double)to[low] + ((double)to[high] - (double)to[low]) * t);
}

static bool is_warp(const caper_time_warp *warp)
{
    if (!warp || !warp->warped || !warp->source || warp->knot_count < 2)
        return false;
    for (int i = 0; i < warp->knot_count; i++) {
        if (!(fabsf(warp->warped[i]) < 1e9f) || !(fabsf(warp->source[i]) < 1e9f))
            return false;
        if (i > 0 &&
            !(warp->warped[i] > warp->warped[i - 1] && warp->source[i] > warp->source[i - 1]))
            return false;
    }
    return true;
}

float caperi_time_warp_source(const caper_time_warp *warp, float warped)
{
    CAPER_VALIDATE(is_warp(warp));
    return map(warp->warped, warp->source, warp->knot_count, warped);
}

float caperi_time_warp_warped(const caper_time_warp *warp, float source)
{
    CAPER_VALIDATE(is_warp(warp));
    return map(warp->source, warp->warped, warp->knot_count, source);
}

// -- Resampling -------------------------------------------------------------------------------

// The new time line: new time t is `start` + t x `stretch` in the warp, and that in the source.
typedef struct time_line {
    const caper_clip *clip;
    const caper_time_warp *warp;
    double start, stretch;
    float source_start, source_end;
    float duration; // new
    int frame_count;
    bool loops;
} time_line;

static float source_of(const time_line *line, double time)
{
    double warped = line->start + time * line->stretch;
    return line->warp ? caperi_time_warp_source(line->warp, (float)warped) : (float)warped;
}

static float new_time_of(const time_line *line, float source)
{
    float warped = line->warp ? caperi_time_warp_warped(line->warp, source) : source;
    double time = ((double)warped - line->start) / line->stretch;
    return caper_clamp((float)time, 0.0f, line->duration);
}

// A loop stays a loop when the new clip covers whole loops.
static bool covers_loops(const caper_clip *clip, double span)
{
    if (!clip->loops || !(clip->duration > 0))
        return false;
    double loops = span / (double)clip->duration, whole = floor(loops + 0.5);
    return whole >= 1 && fabs(loops - whole) * (double)clip->duration * (double)clip->rate < 1e-3;
}

static bool make_line(time_line *line, const caper_clip *clip, float rate,
                      const caper_time_warp *warp, caper_error *error)
{
    bool good = !warp || is_warp(warp);
    CAPER_ASSERT(good);
    CAPER_TRY(good, error, CAPER_ERROR_INVALID, clip->name, 0, 0,
              "the time warp needs two or more knots that rise in both times");
    line->clip = clip;
    line->warp = warp;
    line->start = warp ? (double)warp->warped[0] : 0;
    line->source_start = warp ? warp->source[0] : 0;
    line->source_end = warp ? warp->source[warp->knot_count - 1] : clip->duration;
    double span =
        warp ? (double)warp->warped[warp->knot_count - 1] - line->start : (double)clip->duration;
    line->loops = covers_loops(clip, (double)line->source_end - (double)line->source_start);
    // A loop must end on its first pose: it takes the nearest number of frames and is stretched by
    // less than half a frame. Any other clip keeps its speed, and its end in the last frame.
    double frames = span * (double)rate;
    double steps = line->loops ? floor(frames + 0.5) : ceil(frames - 1e-3);
    steps = line->loops && steps < 1 ? 1 : steps < 0 ? 0 : steps;
    CAPER_PASS(caperi_check_size(clip->name, (double)rate, steps + 1, clip->skeleton.body_count,
                                 clip->deform_count, error));
    line->frame_count = (int)steps + 1;
    line->duration = (float)steps / rate;
    line->stretch = line->loops ? span / (steps / (double)rate) : 1;
    return true;
}

// Marks within the source's span, once for each loop that it covers.
typedef struct marks {
    caper_contact *contacts;
    caper_key_pose *key_poses;
    int contact_count, key_pose_count;
} marks;

static void put_marks(marks *m, const time_line *line, int cycle)
{
    const caper_clip *clip = line->clip;
    float offset = (float)cycle * clip->duration;
    for (int i = 0; i < clip->contact_count; i++) {
        caper_contact c = clip->contacts[i];
        float start = c.start + offset, end = c.end + offset;
        if (end < line->source_start || start > line->source_end)
            continue;
        caper_contact moved = {c.body, new_time_of(line, start), new_time_of(line, end)};
        if (m->contacts)
            m->contacts[m->contact_count] = moved;
        m->contact_count++;
    }
    for (int i = 0; i < clip->key_pose_count; i++) {
        float time = clip->key_poses[i].time + offset;
        if (time < line->source_start || time > line->source_end)
            continue;
        if (m->key_poses)
            m->key_poses[m->key_pose_count] =
                (caper_key_pose){new_time_of(line, time), clip->key_poses[i].name};
        m->key_pose_count++;
    }
}

static bool move_marks(marks *m, const time_line *line, caper_arena *arena, caper_error *error)
{
    int first = 0, last = 0;
    const caper_clip *clip = line->clip;
    if (clip->loops && clip->duration > 0 && clip->contact_count + clip->key_pose_count > 0) {
        double loop = (double)clip->duration;
        // the end itself is the start of a loop that is not covered
        double begin = floor((double)line->source_start / loop);
        double end = ceil((double)line->source_end / loop - 1e-6) - 1;
        double count = (end - begin + 1) * (clip->contact_count + clip->key_pose_count);
        CAPER_TRY(count < 1e6, error, CAPER_ERROR_LIMIT, clip->name, 0, 0,
                  "the time warp repeats the clip too often: %.0f marks", count);
        first = (int)begin;
        last = (int)end;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int cycle = first; cycle <= last; cycle++)
            put_marks(m, line, cycle);
        if (pass == 1)
            break;
        m->contacts = caper_arena_alloc_zero(arena, (size_t)m->contact_count, sizeof *m->contacts,
                                             _Alignof(caper_contact));
        m->key_poses = caper_arena_alloc_zero(arena, (size_t)m->key_pose_count,
                                              sizeof *m->key_poses, _Alignof(caper_key_pose));
        CAPER_TRY(m->contacts && m->key_poses, error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                  "out of memory");
        m->contact_count = m->key_pose_count = 0;
    }
    return true;
}

// Body, deform and root values of one new frame.
static void sample_frame(const caper_clip *clip, float time, caper_pose *pose, caper_root *root)
{
    if (time >= 0 && time <= clip->duration) {
        caperi_moment moment = caperi_clip_moment(clip, time);
        caperi_clip_sample_moment(clip, moment, pose);
        *root = caperi_clip_root_moment(clip, moment);
    } else {
        caper_clip_sample(clip, time, NULL, pose);
        *root = caper_clip_sample_root(clip, time);
    }
}

static caper_clip *resample(const time_line *line, float rate, caper_arena *arena,
                            const caper_allocator *allocator, caper_error *error)
{
    const caper_clip *clip = line->clip;
    size_t frames = (size_t)line->frame_count, bodies = (size_t)clip->skeleton.body_count;
    size_t deforms = (size_t)clip->deform_count;
    caper_transform *values = caper_arena_alloc_zero(arena, frames * bodies, sizeof *values, 32);
    float *deform_values = caper_arena_alloc_zero(arena, frames * deforms, sizeof(float), 32);
    caper_root *roots = caper_arena_alloc_zero(arena, frames, sizeof *roots, 32);
    marks m = {0};
    if (!values || !deform_values || !roots) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    if (!move_marks(&m, line, arena, error))
        return NULL;
    for (size_t i = 0; i < frames; i++) {
        caper_pose pose = {values + i * bodies, deform_values + i * deforms, (int)bodies,
                           (int)deforms};
        sample_frame(clip, source_of(line, (double)i / (double)rate), &pose, &roots[i]);
    }
    caper_clip_def def = caperi_clip_def_like(clip);
    def.rate = rate;
    def.frame_count = line->frame_count;
    def.frames = values;
    def.roots = clip->has_root ? roots : NULL;
    def.deform_frames = deforms > 0 ? deform_values : NULL;
    def.contacts = m.contacts;
    def.contact_count = m.contact_count;
    def.key_poses = m.key_poses;
    def.key_pose_count = m.key_pose_count;
    def.loops = line->loops;
    def.allocator = allocator;
    return caper_clip_create(&def, error);
}

caper_clip *caper_clip_resample(const caper_clip *clip, float rate, const caper_time_warp *warp,
                                const caper_allocator *allocator, caper_error *error)
{
    time_line line = {0};
    if (!make_line(&line, clip, rate, warp, error))
        return NULL;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    caper_clip *made = resample(&line, rate, &arena, allocator, error);
    caper_arena_destroy(&arena);
    return made;
}
