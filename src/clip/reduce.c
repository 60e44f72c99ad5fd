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

    // what is measured: points fixed to bodies
    caper_vec3 *points;
    int *point_bodies;
    int point_count;

    float *reach;   // by body, and one for the root: the longest way to one of its points
    int span_count; // spans of CAPERI_SPAN half-frames
    float *share;   // [span][body, and one for the root]
    float *errors;  // alike: the largest error below
    caper_pose local, model, other;
    int *frames, *chosen; // of the track at hand: its key frames, and which of them stay
    float *values;        // its values at all half-frames
    double *scratch;      // for fitting
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

// -- What is measured -------------------------------------------------------------------------

static void box_corners(const caper_body *body, caper_vec3 corners[8])
{
    for (int i = 0; i < 8; i++) {
        caper_vec3 h = body->box_half;
        caper_vec3 s = caper_vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        corners[i] = caper_vec3_add(body->box_center, s);
    }
}

static float mean_length(const caper_skeleton *skeleton)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < skeleton->body_count; i++) {
        float length = caper_vec3_length(skeleton->rest_local[i].position);
        if (skeleton->parents[i] < 0 || !(length > 0))
            continue;
        sum += (double)length;
        count++;
    }
    return count > 0 ? (float)(sum / count) : 0.1f;
}

// Without boxes: each joint, and where a chain ends a point on each axis, so that no turn of the
// last body goes unseen. It is taken to be as long as the body before it.
static int skeleton_points(const caper_skeleton *skeleton, int body, float mean,
                           caper_vec3 points[8])
{
    points[0] = caper_vec3_zero();
    for (int i = body + 1; i < skeleton->body_count; i++)
        if (skeleton->parents[i] == body)
            return 1;
    float own = caper_vec3_length(skeleton->rest_local[body].position);
    float length = skeleton->parents[body] >= 0 && own > 0.0f ? own : mean;
    points[1] = caper_vec3_make(length, 0, 0);
    points[2] = caper_vec3_make(0, length, 0);
    points[3] = caper_vec3_make(0, 0, length);
    return 4;
}

static bool make_points(reducer *r, const caper_character *character)
{
    const caper_skeleton *skeleton = &r->clip->skeleton;
    size_t most = 8 * (size_t)skeleton->body_count;
    r->points = get(r, most, sizeof *r->points);
    r->point_bodies = get(r, most, sizeof *r->point_bodies);
    if (!r->points || !r->point_bodies)
        return no_memory(r);
    float mean = mean_length(skeleton);
    for (int i = 0; i < skeleton->body_count; i++) {
        caper_vec3 points[8];
        int count = 8;
        if (character)
            box_corners(&character->bodies[i], points);
        else
            count = skeleton_points(skeleton, i, mean, points);
        for (int j = 0; j < count; j++) {
            r->points[r->point_count] = points[j];
            r->point_bodies[r->point_count++] = i;
        }
    }
    return true;
}

// The longest way along the bodies, whatever the pose, with the longest position each body takes.
static void make_reach(reducer *r)
{
    const caper_skeleton *skeleton = &r->clip->skeleton;
    int bodies = skeleton->body_count;
    for (int i = 0; i < r->point_count; i++) {
        float *reach = &r->reach[r->point_bodies[i]];
        *reach = caper_max(*reach, caper_vec3_length(r->points[i]));
    }
    for (int i = bodies - 1; i >= 0; i--) {
        float away = caper_vec3_length(r->clip->data->base[i].position);
        for (int t = 0; t < r->track_count; t++) {
            const caper_track_def *track = &r->tracks[t];
            if (track->kind != CAPER_TRACK_TRANSLATION || track->body != i)
                continue;
            away = 0;
            for (int k = 0; k < track->key_count; k++) {
                const float *v = track->values + 3 * (size_t)k;
                away = caper_max(away, caper_vec3_length(caper_vec3_make(v[0], v[1], v[2])));
            }
        }
        int parent = skeleton->parents[i];
        float *above = &r->reach[parent >= 0 ? parent : bodies];
        *above = caper_max(*above, away + r->reach[i]);
    }
}

// The largest distances of the points of two clips, in the world: by span and body into errors, and
// of all.
static float measure(reducer *r, const caper_clip *reduced)
{
    const caper_clip *clip = r->clip;
    size_t bodies = (size_t)clip->skeleton.body_count, row = bodies + 1;
    memset(r->errors, 0, (size_t)r->span_count * row * sizeof *r->errors);
    for (int i = 0; i < 2 * clip->frame_count - 1; i++) {
        caperi_moment moment = caperi_half_moment(clip, i);
        caper_transform a = caper_root_transform(caperi_clip_root_moment(clip, moment));
        caper_transform b = caper_root_transform(caperi_clip_root_moment(reduced, moment));
        caperi_clip_sample_moment(clip, moment, &r->local);
        caper_pose_to_model(&clip->skeleton, &r->local, &a, &r->model);
        caperi_clip_sample_moment(reduced, moment, &r->local);
        caper_pose_to_model(&clip->skeleton, &r->local, &b, &r->other);
        float *errors = r->errors + (size_t)(i / CAPERI_SPAN) * row;
        for (int p = 0; p < r->point_count; p++) {
            int body = r->point_bodies[p];
            caper_vec3 x = caper_transform_mul_point(r->model.bodies[body], r->points[p]);
            caper_vec3 y = caper_transform_mul_point(r->other.bodies[body], r->points[p]);
            errors[body] = caper_max(caper_vec3_distance(x, y), errors[body]);
        }
    }
    float worst = 0.0f;
    for (int span = 0; span < r->span_count; span++) {
        float *errors = r->errors + (size_t)span * row;
        for (size_t i = bodies; i-- > 0;) {
            int parent = clip->skeleton.parents[i];
            float *above = &errors[parent >= 0 ? (size_t)parent : bodies];
            *above = caper_max(*above, errors[i]);
        }
        worst = caper_max(worst, errors[bodies]);
    }
    return worst;
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
    c->yaw_reach = r->reach[bodies];
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
    c->tolerance_scale = turns ? r->tolerance / caper_max(r->reach[body], 1e-6f) : r->tolerance;
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
    r->reach = get(r, bodies + 1, sizeof *r->reach);
    r->span_count = (2 * clip->frame_count - 2) / CAPERI_SPAN + 1;
    size_t shares = (size_t)r->span_count * (bodies + 1);
    r->share = get(r, shares, sizeof *r->share);
    r->errors = get(r, shares, sizeof *r->errors);
    r->scratch = get(r, CAPERI_FIT_SCRATCH * frames, sizeof *r->scratch);
    r->frames = get(r, frames, sizeof *r->frames);
    r->chosen = get(r, frames, sizeof *r->chosen);
    r->values = get(r, 8 * frames, sizeof *r->values);
    caper_pose *poses[] = {&r->local, &r->model, &r->other};
    bool good = r->tracks && r->reach && r->share && r->errors && r->frames && r->chosen &&
                r->values && r->scratch;
    for (int i = 0; i < 3; i++) {
        poses[i]->bodies = get(r, bodies, sizeof(caper_transform));
        poses[i]->body_count = clip->skeleton.body_count;
        good = good && poses[i]->bodies;
    }
    if (!good)
        return no_memory(r);
    CAPER_PASS(make_points(r, character));
    make_reach(r);
    for (size_t i = 0; i < shares; i++)
        r->share[i] = FIRST_SHARE;
    return true;
}

// Keys at the edge of a span act on the next one as well, so a share obeys its neighbours' errors.
static void scale_shares(reducer *r, float low, float high)
{
    int row = r->clip->skeleton.body_count + 1, last = r->span_count - 1;
    for (int span = 0; span <= last; span++) {
        const float *here = r->errors + (size_t)span * (size_t)row;
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
        float error = measure(r, made);
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
