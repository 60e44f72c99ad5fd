// SPDX-License-Identifier: MIT
//
// Faults of tracking: a joint that leaves and comes back within some hundredths of a second, faster
// than people turn, is a marker that was mistaken for another; one that is still at the start and
// then suddenly elsewhere had not been found yet. Both are filled from the frames around them.
#include "clip/clip.h"

#include <string.h>

// Radians a second there and back. People throw at up to 120 (a pitcher's shoulder), but one way:
// to turn back within 0.03 s takes what breaks an arm. Glitches of the captures that were looked at
// (CMU 16_15, 16_17, 111_03) have 40 and more.
#define THROWN 30.0f
#define BACK 0.03f    // seconds within which a glitch is over
#define RETURNED 0.5f // of the way there that may be left when it is
#define LATE                                                                                       \
    0.1f               // seconds after the first frame that a joint may still rest: the shortest
                       // stance of quality, a time that shows
#define UNMOVED 1e-3f  // radians a frame: what turns less stands still; captures tremble more
#define MOST_FRAMES 16 // that are filled at once, whatever the rate

/// Rotations of one body, frame by frame.
typedef struct track {
    caper_quat *turns;
    int count;
    float rate;
} track;

/// The first frame after a glitch that begins at a frame, or that frame itself.
static int glitch_end(const track *t, int at)
{
    caper_quat before = t->turns[at - 1];
    float least = THROWN / t->rate, there = caper_quat_angle(before, t->turns[at]);
    int most = (int)(BACK * t->rate + 0.5f);
    for (int k = 1; k <= most && k <= MOST_FRAMES && at + k < t->count && there > least; k++) {
        float back = caper_quat_angle(t->turns[at + k - 1], t->turns[at + k]);
        float left = caper_quat_angle(before, t->turns[at + k]);
        if (back > least && left < RETURNED * caper_min(there, back)) {
            return at + k;
        }
    }
    return at;
}

static int mend_glitches(track *t, int first)
{
    int mended = 0;
    for (int i = first + 1; i + 1 < t->count; i++) {
        int end = glitch_end(t, i);
        for (int k = i; k < end; k++) {
            float share = (float)(k - i + 1) / (float)(end - i + 1);
            t->turns[k] = caper_quat_slerp(t->turns[i - 1], t->turns[end], share);
            mended++;
        }
    }
    return mended;
}

/// A joint that stands still and then is elsewhere within a frame, just after the first one.
static int mend_start(track *t, int first)
{
    int last = first + (int)(LATE * t->rate);
    for (int i = first + 1; i <= last && i < t->count; i++) {
        float step = caper_quat_angle(t->turns[i - 1], t->turns[i]);
        if (step > THROWN / t->rate) {
            for (int k = first; k < i; k++) {
                t->turns[k] = t->turns[i];
            }
            return i - first;
        }
        if (step > UNMOVED) {
            break;
        }
    }
    return 0;
}

caper_clip *caperi_clip_mend(const caper_clip *clip, int first, const caper_allocator *allocator,
                             caper_error *error)
{
    size_t frames = (size_t)clip->frame_count, bodies = (size_t)clip->skeleton.body_count;
    size_t deforms = (size_t)clip->deform_count;
    caper_arena arena;
    caper_arena_init(&arena, allocator, 0);
    caper_transform *values = caper_arena_alloc_zero(&arena, frames * bodies, sizeof *values, 32);
    float *shapes = caper_arena_alloc_zero(&arena, frames * deforms + 1, sizeof *shapes, 32);
    caper_root *roots = caper_arena_alloc_zero(&arena, frames, sizeof *roots, 32);
    track t = {caper_arena_alloc_zero(&arena, frames, sizeof *t.turns, 32), clip->frame_count,
               clip->rate};
    if (!values || !shapes || !roots || !t.turns) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        caper_arena_destroy(&arena);
        return NULL;
    }
    for (size_t i = 0; i < frames; i++) {
        caper_pose pose = {values + i * bodies, shapes + i * deforms, (int)bodies, (int)deforms};
        caperi_moment moment = caperi_frame_moment(clip, (int)i);
        caperi_clip_sample_moment(clip, moment, &pose);
        roots[i] = caperi_clip_root_moment(clip, moment);
    }
    for (size_t b = 0; b < bodies; b++) {
        for (size_t i = 0; i < frames; i++) {
            t.turns[i] = values[i * bodies + b].rotation;
        }
        int mended = mend_start(&t, first) + mend_glitches(&t, first);
        for (size_t i = 0; i < frames && mended > 0; i++) {
            values[i * bodies + b].rotation = t.turns[i];
        }
    }
    caper_clip_def def = caperi_clip_def_like(clip);
    def.frames = values;
    def.roots = clip->has_root ? roots : NULL;
    def.deform_frames = deforms > 0 ? shapes : NULL;
    def.allocator = allocator;
    caper_clip *made = caper_clip_create(&def, error);
    caper_arena_destroy(&arena);
    return made;
}
