// SPDX-License-Identifier: MIT
//
// Key reduction with a bound that is measured, not assumed.
//
// Each track gets a tolerance: a share of the caller's, and for a rotation that divided by its
// reach, the longest way from the joint to a point that it carries; what turns a whole arm must be
// truer than what turns a finger. curve.c then finds few keys within it.
//
// How the errors of a chain add up depends on the motion, and on the moment. So the reduced clip is
// measured against the original, by forward kinematics of all points at all frames and half-frames,
// and the shares are scaled by how far the points below each body are from the bound, for each span
// of a few frames by itself; some rounds, and the clip with the fewest keys that keeps the bound
// wins. Shares of zero give the original back, so the bound can always be kept.
#include "base/try.h"
#include "clip/curve.h"
#include "clip/measure.h"

#include <string.h>

#define ROUNDS 4         // that look for fewer keys
#define ROUNDS_MAX 40    // with those that then look for the bound
#define FIRST_SHARE 0.4f // of the tolerance, for each track
#define AIM 0.97f        // of the tolerance: what scaling aims at
#define DEFORM_TOLERANCE 1e-3f

typedef struct reducer {
    const caper_clip *clip;
    float tolerance;
    caper_arena arena;
    const caper_track_def *tracks; // all keys of the clip
    int track_count;

    caperi_measure measure; // by spans of CAPERI_SPAN half-frames
    float *share;           // [span][body, and one for the root]
    int *frames, *chosen;   // of the track at hand: its key frames, and which of them stay
    float *values;          // its values at all half-frames
    double *scratch;        // for fitting
    caper_error *error;
} reducer;

static bool no_memory(const reducer *r)
{
    return caper_error_set(r->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

static void *get(reducer *r, size_t count, size_t size)
{
    return caper_arena_alloc_zero(&r->arena, count, size, 32);
}

// -- Tracks -----------------------------------------------------------------------------------

// The frames of a track's keys; false for keys between frames, or several for one frame, which are
// left as they are.
static bool key_frames(const caper_track_def *track, float rate, int *frames)
{
    for (int i = 0; i < track->key_count; i++) {
        frames[i] = track->times ? caperi_whole_frame(track->times[i], rate) : i;
        if (frames[i] < 0 || (i > 0 && frames[i] <= frames[i - 1]))
            return false;
    }
    return true;
}

static void set_tolerance(const reducer *r, const caper_track_def *track, caperi_curve *c)
{
    static const float deform_tolerance = DEFORM_TOLERANCE;
    int bodies = r->clip->skeleton.body_count;
    c->yaw_reach = r->measure.reach[bodies];
    if (track->kind == CAPER_TRACK_DEFORM) {
        c->tolerance = &deform_tolerance;
        c->tolerance_stride = 0;
        c->tolerance_scale = 1.0f;
        return;
    }
    int body = track->kind == CAPER_TRACK_ROOT ? bodies : track->body;
    bool turns = track->kind == CAPER_TRACK_ROTATION;
    c->tolerance = r->share + body;
    c->tolerance_stride = (size_t)bodies + 1;
    c->tolerance_scale =
        turns ? r->tolerance / caper_max(r->measure.reach[body], 1e-6f) : r->tolerance;
}

// The keys of one track that stay, in memory of this round.
static bool reduce_track(reducer *r, const caper_track_def *track, caper_track_def *out)
{
    *out = *track;
    if (track->key_count <= 1 || track->key_count > r->clip->frame_count ||
        !key_frames(track, r->clip->rate, r->frames))
        return true;
    caperi_curve c = {.kind = track->kind, .width = caperi_track_width(track->kind)};
    size_t width = (size_t)c.width;
    c.half_count = 2 * r->clip->frame_count - 1;
    c.frames = r->frames;
    c.count = track->key_count;
    caperi_curve_fill(&c, track->values, r->values);
    set_tolerance(r, track, &c);
    int count = caperi_curve_choose(&c, r->chosen);
    // a keyed track takes 20 bytes a key and half a byte a frame, a dense one 16 bytes a frame
    if (count == track->key_count || (!track->times && 20.0 * count > 15.5 * track->key_count))
        return true;

    float *times = get(r, (size_t)count, sizeof *times);
    float *kept = get(r, (size_t)count * width, sizeof *kept);
    if (!times || !kept)
        return no_memory(r);
    for (int i = 0; i < count; i++)
        times[i] = (float)r->frames[r->chosen[i]] / r->clip->rate;
    caperi_curve_fit(&c, r->chosen, count, r->scratch, kept);
    out->key_count = count;
    out->times = times;
    out->values = kept;
    return true;
}

static caper_clip *reduce_tracks(reducer *r, const caper_allocator *allocator, int *key_count)
{
    caper_track_def *tracks = get(r, (size_t)r->track_count, sizeof *tracks);
    if (!tracks) {
        no_memory(r);
        return NULL;
    }
    *key_count = 0;
    for (int i = 0; i < r->track_count; i++) {
        if (!reduce_track(r, &r->tracks[i], &tracks[i]))
            return NULL;
        *key_count += tracks[i].key_count;
    }
    caper_clip_def def = caperi_clip_def_like(r->clip);
    def.tracks = tracks;
    def.track_count = r->track_count;
    def.allocator = allocator;
    return caper_clip_create(&def, r->error);
}

// -- Rounds -----------------------------------------------------------------------------------

static bool start(reducer *r, const caper_character *character)
{
    const caper_clip *clip = r->clip;
    size_t bodies = (size_t)clip->skeleton.body_count, frames = (size_t)clip->frame_count;
    r->tracks = caperi_clip_track_defs(clip, &r->arena, &r->track_count);
    if (!r->tracks || !caperi_measure_init(&r->measure, clip, character, r->tracks, r->track_count,
                                           CAPERI_SPAN, &r->arena))
        return no_memory(r);
    size_t shares = (size_t)r->measure.span_count * (bodies + 1);
    r->share = get(r, shares, sizeof *r->share);
    r->scratch = get(r, CAPERI_FIT_SCRATCH * frames, sizeof *r->scratch);
    r->frames = get(r, frames, sizeof *r->frames);
    r->chosen = get(r, frames, sizeof *r->chosen);
    r->values = get(r, 8 * frames, sizeof *r->values);
    if (!r->share || !r->frames || !r->chosen || !r->values || !r->scratch)
        return no_memory(r);
    for (size_t i = 0; i < shares; i++)
        r->share[i] = FIRST_SHARE;
    return true;
}

// Keys at the edge of a span act on the next one as well, so a share obeys its neighbours' errors.
static void scale_shares(reducer *r, float low, float high)
{
    int row = r->clip->skeleton.body_count + 1, last = r->measure.span_count - 1;
    for (int span = 0; span <= last; span++) {
        const float *here = r->measure.errors + (size_t)span * (size_t)row;
        const float *before = span > 0 ? here - row : here,
                    *after = span < last ? here + row : here;
        float *share = r->share + (size_t)span * (size_t)row;
        for (int i = 0; i < row; i++) {
            float error = caper_max(here[i], caper_max(before[i], after[i]));
            float factor = AIM * r->tolerance / caper_max(error, 1e-3f * r->tolerance);
            if (high <= 1.0f && error <= r->tolerance)
                factor = 1.0f;
            share[i] *= caper_clamp(factor, low, high);
        }
    }
}

static caper_clip *run(reducer *r, const caper_reduce_options *options, caper_reduce_report *report)
{
    caper_clip *best = NULL;
    bool done = false;
    for (int round = 0; round < ROUNDS_MAX && !done; round++) {
        caper_arena_mark_point mark = caper_arena_mark(&r->arena);
        int key_count = 0;
        caper_clip *made = reduce_tracks(r, options->allocator, &key_count);
        caper_arena_release(&r->arena, mark);
        bool go_on = caper_progress_report(options->progress, (round + 1.0) / ROUNDS_MAX, "reduce");
        if (made && !go_on)
            caper_error_set(r->error, CAPER_ERROR_CANCELED, NULL, 0, 0, "reducing was canceled");
        if (!made || !go_on) {
            caper_clip_destroy(made);
            caper_clip_destroy(best);
            return NULL;
        }
        float error = caperi_measure_run(&r->measure, made, 0, r->measure.span_count - 1);
        done = error <= r->tolerance && round >= ROUNDS;
        if (error <= r->tolerance && (!best || key_count < report->keys_after)) {
            report->error = error;
            report->keys_after = key_count;
            caper_clip_destroy(best);
            best = made;
        } else {
            caper_clip_destroy(made);
        }
        // looking for the bound: only down, and to the original itself before the last round
        if (round + 1 < ROUNDS)
            scale_shares(r, 0.5f, 1.6f);
        else if (round + 2 < ROUNDS_MAX)
            scale_shares(r, 0.5f, 1.0f);
        else
            scale_shares(r, 0.0f, 0.0f);
    }
    return best;
}

caper_clip *caper_clip_reduce(const caper_clip *clip, const caper_reduce_options *options,
                              caper_reduce_report *report, caper_error *error)
{
    static const caper_reduce_options defaults;
    options = options ? options : &defaults;
    const caper_character *character = options->character;
    float tolerance = options->tolerance == 0.0f ? 0.001f : options->tolerance;
    const char *wrong = NULL;
    if (!(tolerance > 0.0f && tolerance < INFINITY))
        wrong = "the tolerance must be a positive number of metres";
    else if (character && !caper_skeleton_same(&character->skeleton, &clip->skeleton))
        wrong = "the character has another skeleton than the clip";
    if (wrong) {
        caper_error_set(error, CAPER_ERROR_INVALID, clip->name, 0, 0, "%s", wrong);
        return NULL;
    }
    reducer r = {.clip = clip, .tolerance = tolerance, .error = error};
    caper_arena_init(&r.arena, options->allocator, 0);
    caper_clip *best = NULL;
    if (start(&r, character)) {
        caper_reduce_report found = {0};
        for (int i = 0; i < r.track_count; i++)
            found.keys_before += r.tracks[i].key_count;
        best = run(&r, options, &found);
        if (best && report)
            *report = found;
    }
    caper_arena_destroy(&r.arena);
    return best;
}
