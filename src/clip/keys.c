// SPDX-License-Identifier: MIT
//
// From given keys to stored keys. Between two rotation keys a track means the turn at constant
// speed by the shorter way (slerp); sampling uses the normalized linear interpolation of paper 003,
// section 4.1, which follows the same arc at a slightly uneven pace. The difference grows with the
// cube of the angle: 0.08 degrees at 40, 0.9 at 90, 8 at 180. So keys further apart than 40 degrees
// get keys put between them here, on whole frames where the given keys are on whole frames.
// Rotations that turn more than 40 degrees from one frame to the next are left as they are.
#include "clip/clip.h"

#include <string.h>

#define STEP_MAX (40.0f * CAPER_DEGREE)
// Of the pieces: less, so that building a clip again from its keys finds none too far apart.
#define STEP (39.0f * CAPER_DEGREE)
#define STEP_NEAR 0.9402f // a little above the cosine of half of 40 degrees: surely less apart

void caperi_view_key(const caperi_track_view *view, int key, const float *previous, float out[4])
{
    const float *in = view->values + (size_t)key * view->stride;
    int width = caperi_track_width(view->kind);
    for (int i = 0; i < 4; i++)
        out[i] = i < width ? in[i] : 0.0f;
    if (view->kind != CAPER_TRACK_ROTATION)
        return;
    caperi_view_rotation(view, key, previous, out);
}

int caperi_whole_frame(float seconds, float rate)
{
    double at = (double)seconds * (double)rate;
    double frame = floor(at + 0.5);
    if (!(frame >= 0 && frame < CAPER_CLIP_MAX_TRANSFORMS))
        return -1;
    // the quotient frame / rate was rounded to a float once, perhaps twice by a format in between
    double tolerance = 1e-6 + frame * 2.4e-7;
    return fabs(at - frame) <= tolerance ? (int)frame : -1;
}

static bool on_whole_frames(const caperi_track_view *view, float rate, caperi_clock *clock)
{
    if (!view->times)
        return true;
    if (view->times == clock->times && view->key_count == clock->key_count)
        return clock->whole;
    *clock = (caperi_clock){view->times, view->key_count, true};
    int last = -1;
    for (int i = 0; i < view->key_count && clock->whole; i++) {
        int frame = caperi_whole_frame(view->times[i], rate);
        clock->whole = frame > last;
        last = frame;
    }
    return clock->whole;
}

static bool is_constant(const caperi_track_view *view, float first[4])
{
    caperi_view_key(view, 0, NULL, first);
    for (int i = 1; i < view->key_count; i++) {
        float key[4];
        caperi_view_key(view, i, first, key);
        if (memcmp(first, key, sizeof key) != 0)
            return false;
    }
    return true;
}

// Collects keys; without arrays it only counts them.
typedef struct key_sink {
    float *times, *values;
    int count, width;
} key_sink;

static void put_key(key_sink *sink, float time, const float value[4])
{
    if (sink->values) {
        sink->times[sink->count] = time;
        memcpy(sink->values + (size_t)sink->count * (size_t)sink->width, value,
               (size_t)sink->width * sizeof *value);
    }
    sink->count++;
}

static void put_turn(key_sink *sink, const float from[4], const float to[4], float share,
                     float time)
{
    if (!sink->values) {
        sink->count++; // only counted: a turn is dear
        return;
    }
    caper_quat a = caper_quat_make(from[0], from[1], from[2], from[3]);
    caper_quat b = caper_quat_make(to[0], to[1], to[2], to[3]);
    caper_quat q = caper_quat_toward(caperi_settle_rotation(caper_quat_slerp(a, b, share)), a);
    float key[4] = {q.x, q.y, q.z, q.w};
    put_key(sink, time, key);
}

// Keys between two keys that are too far apart for nlerp.
static void put_between(key_sink *sink, float t0, const float from[4], float t1, const float to[4],
                        bool whole_frames)
{
    caper_quat a = caper_quat_make(from[0], from[1], from[2], from[3]);
    caper_quat b = caper_quat_make(to[0], to[1], to[2], to[3]);
    // most keys are near each other, and an angle costs more than all else here
    if (caper_quat_dot(a, b) > STEP_NEAR)
        return;
    float angle = caper_quat_angle(a, b);
    if (!(angle > STEP_MAX))
        return;
    if (whole_frames) {
        int gap = (int)(t1 - t0);
        int step = (int)((float)gap * (STEP / angle));
        step = step < 1 ? 1 : step;
        for (int i = step; i < gap; i += step)
            put_turn(sink, from, to, (float)i / (float)gap, t0 + (float)i);
        return;
    }
    int pieces = (int)(angle / STEP) + 1;
    float last = t0;
    for (int i = 1; i < pieces; i++) {
        float share = (float)i / (float)pieces;
        float time = t0 + (t1 - t0) * share;
        // keys that are neighbours among the floats leave no time between them
        if (time > last && time < t1)
            put_turn(sink, from, to, share, time);
        last = time;
    }
}

static void put_keys(key_sink *sink, const caperi_track_view *view, bool whole_frames, float rate)
{
    float previous[4] = {0}, previous_time = 0.0f;
    for (int i = 0; i < view->key_count; i++) {
        float key[4];
        caperi_view_key(view, i, i > 0 ? previous : NULL, key);
        float time = !view->times   ? (float)i
                     : whole_frames ? (float)caperi_whole_frame(view->times[i], rate)
                                    : view->times[i];
        if (i > 0 && view->kind == CAPER_TRACK_ROTATION)
            put_between(sink, previous_time, previous, time, key, whole_frames);
        put_key(sink, time, key);
        memcpy(previous, key, sizeof key);
        previous_time = time;
    }
}

bool caperi_plan_track(caperi_track_plan *plan, const caperi_track_view *view, float rate,
                       int frame_count, caperi_clock *clock, caper_arena *arena)
{
    memset(plan, 0, sizeof *plan);
    plan->view = *view;
    float first[4];
    if (is_constant(view, first)) {
        plan->storage = CAPERI_CONSTANT;
        plan->view.key_count = 1;
        plan->key_count = 1;
        return true;
    }
    bool whole_frames = on_whole_frames(view, rate, clock);
    if (whole_frames && view->key_count == frame_count) {
        plan->storage = CAPERI_DENSE;
        plan->view.times = NULL;
        plan->key_count = frame_count;
        return true;
    }

    key_sink sink = {.width = caperi_stored_width(view->kind)};
    put_keys(&sink, view, whole_frames, rate);
    size_t count = (size_t)sink.count;
    plan->times = caper_arena_alloc_zero(arena, count, sizeof(float), _Alignof(float));
    plan->values = caper_arena_alloc_zero(arena, count * (size_t)sink.width, sizeof(float), 16);
    if (!plan->times || !plan->values)
        return false;
    sink = (key_sink){plan->times, plan->values, 0, sink.width};
    put_keys(&sink, view, whole_frames, rate);
    plan->key_count = sink.count;
    plan->head = plan->times[0] > 0.0f;
    plan->storage = whole_frames ? CAPERI_KEYED : CAPERI_FREE;
    if (whole_frames && sink.count == frame_count) {
        // the keys put between fill every frame
        plan->storage = CAPERI_DENSE;
        plan->view.times = NULL;
        plan->view.values = plan->values;
        plan->view.stride = (size_t)sink.width;
        plan->view.key_count = frame_count;
    }
    return true;
}

bool caperi_plan_keyed(caperi_track_plan *plan, caper_arena *arena)
{
    size_t width = (size_t)caperi_stored_width(plan->view.kind), count = (size_t)plan->key_count;
    plan->times = caper_arena_alloc_zero(arena, count, sizeof(float), _Alignof(float));
    plan->values = caper_arena_alloc_zero(arena, count * width, sizeof(float), 16);
    if (!plan->times || !plan->values)
        return false;
    key_sink sink = {plan->times, plan->values, 0, (int)width};
    float key[4], previous[4];
    for (int i = 0; i < plan->key_count; i++) {
        caperi_view_key(&plan->view, i, i > 0 ? previous : NULL, key);
        memcpy(previous, key, sizeof key);
        put_key(&sink, (float)i, key);
    }
    plan->storage = CAPERI_KEYED;
    return true;
}
