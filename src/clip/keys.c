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
// The same for keys as they are given, whose lengths may be off by CAPERI_ROTATION_TOLERANCE.
#define STEP_NEAR_GIVEN (STEP_NEAR * (1.0f + 3.0f * CAPERI_ROTATION_TOLERANCE))

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

void caperi_view_keys(const caperi_track_view *view, float *out)
{
    const float *in = view->values;
    int count = view->key_count;
    if (view->kind == CAPER_TRACK_ROTATION) {
        for (int i = 0; i < count; i++, out += 4)
            caperi_view_rotation(view, i, i > 0 ? out - 4 : NULL, out);
    } else if (view->kind == CAPER_TRACK_TRANSLATION) {
        for (int i = 0; i < count; i++, in += view->stride, out += 4) {
            memcpy(out, in, 3 * sizeof *in);
            out[3] = 0.0f;
        }
    } else {
        size_t width = (size_t)caperi_stored_width(view->kind);
        for (int i = 0; i < count; i++, in += view->stride, out += width)
            memcpy(out, in, width * sizeof *in);
    }
}

int caperi_whole_frame(float seconds, float rate)
{
    double at = (double)seconds * (double)rate;
    if (!(at > -0.5 && at < CAPER_CLIP_MAX_TRANSFORMS - 1))
        return -1;
    double frame = (int)(at + 0.5); // not floor, which is a call
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
    *clock = (caperi_clock){view->times, view->key_count, true, NULL};
    int last = -1;
    for (int i = 0; i < view->key_count && clock->whole; i++) {
        int frame = caperi_whole_frame(view->times[i], rate);
        clock->whole = frame > last;
        last = frame;
    }
    return clock->whole;
}

// The frame numbers of the clock's times, made once for all tracks that share them.
static const float *frames_of(caperi_clock *clock, float rate, caper_arena *arena)
{
    if (clock->frames)
        return clock->frames;
    float *frames =
        caper_arena_alloc(arena, (size_t)clock->key_count * sizeof *frames, _Alignof(float));
    for (int i = 0; frames && i < clock->key_count; i++)
        frames[i] = (float)caperi_whole_frame(clock->times[i], rate);
    clock->frames = frames;
    return frames;
}

static bool is_constant(const caperi_track_view *view, float first[4])
{
    size_t width = (size_t)caperi_track_width(view->kind);
    caperi_view_key(view, 0, NULL, first);
    for (int i = 1; i < view->key_count; i++) {
        // what is given alike is stored alike
        const float *given = view->values + (size_t)i * view->stride;
        if (memcmp(given, view->values, width * sizeof *given) == 0)
            continue;
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
    // half way is the mean, without sines
    caper_quat between =
        share == 0.5f ? caper_quat_nlerp(a, b, 0.5f) : caper_quat_slerp(a, b, share);
    caper_quat q = caper_quat_toward(caperi_settle_rotation(between), a);
    float key[4] = {q.x, q.y, q.z, q.w};
    put_key(sink, time, key);
}

// Pieces to cut a turn into where keys may be at any times: the quotient of the angle and STEP, and
// 1 more, or 1 up to STEP_MAX. By the cosine of half the angle, because an angle costs more than
// all else here; by the angle itself where that is too near to call.
static int pieces_between(caper_quat a, caper_quat b)
{
    // of half of 40 degrees, then of 2, 3 and 4 times half of 39
    static const float cosines[] = {0.93969262f, 0.77714596f, 0.52249856f, 0.20791169f};
    float dot = caper_quat_dot(a, b);
    for (int k = 0; k < CAPER_COUNT_OF(cosines); k++) {
        if (dot > cosines[k] + 1e-5f)
            return k + 1;
        if (dot > cosines[k] - 1e-5f) {
            float angle = caper_quat_angle(a, b);
            return angle > STEP_MAX ? (int)(angle / STEP) + 1 : 1;
        }
    }
    return CAPER_COUNT_OF(cosines) + 1;
}

// Keys between two keys that are too far apart for nlerp.
static void put_between(key_sink *sink, float t0, const float from[4], float t1, const float to[4],
                        bool whole_frames)
{
    caper_quat a = caper_quat_make(from[0], from[1], from[2], from[3]);
    caper_quat b = caper_quat_make(to[0], to[1], to[2], to[3]);
    if (caper_quat_dot(a, b) > STEP_NEAR)
        return;
    if (whole_frames) {
        float angle = caper_quat_angle(a, b);
        if (!(angle > STEP_MAX))
            return;
        int gap = (int)(t1 - t0);
        int step = (int)((float)gap * (STEP / angle));
        step = step < 1 ? 1 : step;
        for (int i = step; i < gap; i += step)
            put_turn(sink, from, to, (float)i / (float)gap, t0 + (float)i);
        return;
    }
    int pieces = pieces_between(a, b);
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

// The keys of a rotation track, and those between them; `times` are frames or seconds.
static void put_keys(key_sink *sink, const caperi_track_view *view, const float *times,
                     bool whole_frames)
{
    float previous[4] = {0};
    for (int i = 0; i < view->key_count; i++) {
        float key[4];
        caperi_view_rotation(view, i, i > 0 ? previous : NULL, key);
        if (i > 0)
            put_between(sink, times[i - 1], previous, times[i], key, whole_frames);
        put_key(sink, times[i], key);
        memcpy(previous, key, sizeof key);
    }
}

// May two keys be too far apart for nlerp?
static bool turns_far(const caperi_track_view *view)
{
    const float *a = view->values;
    for (int i = 1; i < view->key_count; i++) {
        const float *b = a + view->stride;
        float dot = (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
        if (!(fabsf(dot) > STEP_NEAR_GIVEN))
            return true;
        a = b;
    }
    return false;
}

// Keys with others put between them.
static bool widen(caperi_track_plan *plan, bool whole_frames, caper_arena *arena)
{
    key_sink sink = {.width = caperi_stored_width(plan->view.kind)};
    put_keys(&sink, &plan->view, plan->times, whole_frames);
    size_t count = (size_t)sink.count;
    sink.times = caper_arena_alloc(arena, count * sizeof(float), _Alignof(float));
    sink.values = caper_arena_alloc(arena, count * (size_t)sink.width * sizeof(float), 16);
    if (!sink.times || !sink.values)
        return false;
    sink.count = 0;
    put_keys(&sink, &plan->view, plan->times, whole_frames);
    plan->times = sink.times;
    plan->values = sink.values;
    plan->key_count = sink.count;
    return true;
}

// The numbers of all frames.
static const float *count_frames(int count, caper_arena *arena)
{
    float *frames = caper_arena_alloc(arena, (size_t)count * sizeof *frames, _Alignof(float));
    for (int i = 0; frames && i < count; i++)
        frames[i] = (float)i;
    return frames;
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
    plan->key_count = view->key_count;
    if (whole_frames && view->key_count == frame_count) {
        plan->storage = CAPERI_DENSE;
        plan->view.times = NULL;
        return true;
    }

    plan->storage = whole_frames ? CAPERI_KEYED : CAPERI_FREE;
    plan->times = !view->times   ? count_frames(view->key_count, arena)
                  : whole_frames ? frames_of(clock, rate, arena)
                                 : view->times;
    if (!plan->times)
        return false;
    if (view->kind == CAPER_TRACK_ROTATION && turns_far(view) && !widen(plan, whole_frames, arena))
        return false;
    plan->head = plan->times[0] > 0.0f;
    if (whole_frames && plan->key_count == frame_count) {
        // the keys put between fill every frame
        plan->storage = CAPERI_DENSE;
        plan->view.times = NULL;
        plan->view.values = plan->values;
        plan->view.stride = (size_t)caperi_stored_width(view->kind);
        plan->view.key_count = frame_count;
    }
    return true;
}

bool caperi_plan_keyed(caperi_track_plan *plan, caper_arena *arena)
{
    plan->times = count_frames(plan->key_count, arena);
    plan->values = NULL;
    plan->storage = CAPERI_KEYED;
    return plan->times != NULL;
}
