// SPDX-License-Identifier: MIT
//
// From a clip of one character to a motion for any (paper 000, section 3, the other way round: what
// an animator of the paper decides, bodies, queries and modes, is found by analysis). The steps:
// which bodies (from_clip_bodies), what matters when (from_clip_touch), how to call them
// (from_clip_query), then one channel for each aspect of each voice, its samples generalized on the
// source and fitted with few keys (fit_curve). The result is bound to its source and measured
// against the clip, so what the report says is what plays.
#include "motion/from_clip.h"

#include <stdio.h>
#include <string.h>

// The curves' share of the tolerance; the rest is for what aims at a moving body.
#define CURVE_SHARE 0.8f
#define DEFORM_TOLERANCE 0.01f

typedef struct channels {
    caper_channel items[CAPER_MAX_CHANNELS];
    int count;
} channels;

bool caperi_from_clip_no_memory(const caperi_from_clip *work)
{
    return caper_error_set(work->error, CAPER_ERROR_MEMORY, work->clip->name, 0, 0,
                           "out of memory");
}

caper_motion_from_clip_job caper_motion_from_clip_job_default(void)
{
    caper_motion_from_clip_job job = {0};
    job.tolerance = 0.005f;
    job.angle_tolerance = 0.02f;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

// -------------------------------------------------------------------------------------- values

static caper_place place_at(const caperi_from_clip *work, const caperi_clip_effector *e, int aim,
                            int frame)
{
    caper_place place = caper_place_make(work->character, e->body);
    place.mirror = e->side < 0;
    if (aim >= 0) {
        place.target = work->effectors[aim].track[frame];
    }
    return place;
}

// The general position of a voice: the mean over its members.
static void generalize_positions(const caperi_from_clip *work, const caperi_voice *voice,
                                 const caperi_aspect *aspect, float *values)
{
    memset(values, 0, (size_t)work->frame_count * 3 * sizeof *values);
    for (int m = 0; m < voice->member_count; m++) {
        const caperi_clip_effector *e = &work->effectors[voice->members[m]];
        caperi_fit fit = caperi_fit_make(&aspect->mode, work->character, e->body);
        for (int i = 0; i < work->frame_count; i++) {
            caper_place place = place_at(work, e, aspect->aim, i);
            caper_transform g = caperi_generalize(&fit, &place, e->track[i], CAPER_KEY_POSITION);
            float share = 1.0f / (float)voice->member_count;
            values[3 * i] += share * g.position.x;
            values[3 * i + 1] += share * (aspect->lands ? 1.0f : g.position.y);
            values[3 * i + 2] += share * g.position.z;
        }
    }
}

static void generalize_rotations(const caperi_from_clip *work, const caperi_voice *voice,
                                 const caperi_aspect *aspect, float *values)
{
    memset(values, 0, (size_t)work->frame_count * 4 * sizeof *values);
    caper_quat last = caper_quat_identity();
    caper_quat *sums = (caper_quat *)values;
    for (int m = 0; m < voice->member_count; m++) {
        const caperi_clip_effector *e = &work->effectors[voice->members[m]];
        caperi_fit fit = caperi_fit_make(&aspect->mode, work->character, e->body);
        for (int i = 0; i < work->frame_count; i++) {
            caper_place place = place_at(work, e, aspect->aim, i);
            caper_transform g = caperi_generalize(&fit, &place, e->track[i], CAPER_KEY_ROTATION);
            caper_quat q = caper_quat_toward(g.rotation, sums[i]);
            sums[i] =
                caper_quat_make(sums[i].x + q.x, sums[i].y + q.y, sums[i].z + q.z, sums[i].w + q.w);
        }
    }
    for (int i = 0; i < work->frame_count; i++) {
        last = sums[i] = caper_quat_toward(caper_quat_normalize(sums[i]), last);
    }
}

// Where nobody sees a curve it goes straight from what is seen before to what is seen after.
static void bridge_unseen(float *values, int width, const float *cares, int count)
{
    int last = -1; // the last frame that is seen
    for (int i = 0; i <= count; i++) {
        if (i < count && cares[i] <= 0.0f) {
            continue;
        }
        for (int k = last + 1; k < i && (last >= 0 || i < count); k++) {
            int a = last >= 0 ? last : i, b = i < count ? i : last;
            float t = b > a ? (float)(k - a) / (float)(b - a) : 0.0f;
            for (int c = 0; c < width; c++) {
                values[width * k + c] = caper_lerp(values[width * a + c], values[width * b + c], t);
            }
        }
        last = i;
    }
}

// How far a step of each general coordinate moves the body, in heights. Only the way to a target
// changes from frame to frame.
static void measure_slopes(const caperi_from_clip *work, const caperi_clip_effector *e,
                           const caperi_aspect *aspect, int frame, float out[3])
{
    const float step = 0.25f;
    caperi_fit fit = caperi_fit_make(&aspect->mode, work->character, e->body);
    caper_place place = place_at(work, e, aspect->aim, frame);
    caper_transform zero = caper_transform_identity();
    caper_vec3 from = caperi_specialize(&fit, &place, zero, CAPER_KEY_POSITION).position;
    for (int c = 0; c < 3; c++) {
        caper_transform g = zero;
        g.position =
            caper_vec3_make(c == 0 ? step : 0.0f, c == 1 ? step : 0.0f, c == 2 ? step : 0.0f);
        caper_vec3 to = caperi_specialize(&fit, &place, g, CAPER_KEY_POSITION).position;
        out[c] = caper_vec3_distance(from, to) / (step * work->character->height);
    }
}

// -------------------------------------------------------------------------------------- curves

static caperi_curve_fit start_fit(const caperi_from_clip *work, caper_curve_kind kind,
                                  float tolerance)
{
    caperi_curve_fit fit = {.kind = kind,
                            .frame_count = work->frame_count,
                            .rate = work->clip->rate,
                            .tolerance = tolerance,
                            .loops = work->clip->loops};
    return fit;
}

// How much of the aspect is seen, frame by frame; false when it is nothing.
static bool sample_weight(const caperi_from_clip *work, const caper_curve *weight, float *cares)
{
    bool any = false;
    for (int i = 0; i < work->frame_count; i++) {
        caper_curve_sample(weight, caperi_motion_time(work, i), &cares[i], NULL);
        any = any || cares[i] > 0.0f;
    }
    return any;
}

static bool fit_position(caperi_from_clip *work, const caperi_voice *voice,
                         const caperi_aspect *aspect, const float *cares, caper_curve *out)
{
    size_t count = (size_t)work->frame_count;
    const caperi_clip_effector *e = &work->effectors[voice->members[0]];
    caperi_curve_fit fit =
        start_fit(work, CAPER_CURVE_POSITION, CURVE_SHARE * work->job->tolerance);
    bool vary = aspect->mode.position == CAPER_FRAME_SECONDARY;
    float *values = caper_arena_alloc(&work->scratch, count * 3 * sizeof *values, 16);
    float *slopes = caper_arena_alloc(&work->scratch, (vary ? count : 1) * 3 * sizeof *slopes, 16);
    if (!values || !slopes) {
        return false;
    }
    generalize_positions(work, voice, aspect, values);
    bridge_unseen(values, 3, cares, work->frame_count);
    for (int i = 0; i < (vary ? work->frame_count : 1); i++) {
        measure_slopes(work, e, aspect, i, slopes + 3 * (size_t)i);
    }
    fit.values = values;
    fit.slopes = slopes;
    fit.slopes_vary = vary;
    fit.cares = cares;
    bool good = caperi_fit_curve(&fit, &work->arena, &work->scratch);
    *out = fit.curve;
    return good;
}

static bool fit_rotation(caperi_from_clip *work, const caperi_voice *voice,
                         const caperi_aspect *aspect, caper_curve *out)
{
    caperi_curve_fit fit =
        start_fit(work, CAPER_CURVE_ROTATION, CURVE_SHARE * work->job->angle_tolerance);
    float *values =
        caper_arena_alloc(&work->scratch, (size_t)work->frame_count * 4 * sizeof *values, 16);
    if (!values) {
        return false;
    }
    generalize_rotations(work, voice, aspect, values);
    fit.values = values;
    bool good = caperi_fit_curve(&fit, &work->arena, &work->scratch);
    *out = fit.curve;
    return good;
}

// One deform of the clip, frame by frame; 0 when it stays at rest throughout.
static int sample_deform(caperi_from_clip *work, const char *name, float *values)
{
    const caper_clip *clip = work->clip;
    int index = 0;
    while (index < clip->deform_count && strcmp(clip->deforms[index], name) != 0) {
        index++;
    }
    caper_pose pose = {.body_count = clip->skeleton.body_count, .deform_count = clip->deform_count};
    pose.bodies =
        caper_arena_alloc(&work->scratch, (size_t)pose.body_count * sizeof *pose.bodies, 32);
    pose.deforms =
        caper_arena_alloc(&work->scratch, (size_t)pose.deform_count * sizeof *pose.deforms + 1, 32);
    if (index == clip->deform_count || !pose.bodies || !pose.deforms) {
        return index == clip->deform_count ? 0 : -1;
    }
    caper_clip_cursor cursor = {0};
    bool moves = false;
    for (int i = 0; i < work->frame_count; i++) {
        caper_clip_sample(clip, caperi_clip_time(work, i), &cursor, &pose);
        values[i] = pose.deforms[index];
        moves = moves || fabsf(values[i]) > DEFORM_TOLERANCE;
    }
    return moves ? 1 : 0;
}

static bool fit_deforms(caperi_from_clip *work, const caperi_clip_effector *e, caper_curve *curves,
                        int *count)
{
    const caper_body *body = &work->character->bodies[e->body];
    for (int d = 0; e->moves_deform && d < body->deform_count; d++) {
        const char *full = work->character->deforms[body->deform + d];
        caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
        float *values =
            caper_arena_alloc(&work->scratch, (size_t)work->frame_count * sizeof *values, 16);
        int moves = values ? sample_deform(work, full, values) : -1;
        caperi_curve_fit fit = start_fit(work, CAPER_CURVE_DEFORM, DEFORM_TOLERANCE);
        fit.values = values;
        fit.deform = strrchr(full, '.') ? strrchr(full, '.') + 1 : full;
        bool good =
            moves == 0 || (moves > 0 && caperi_fit_curve(&fit, &work->arena, &work->scratch));
        if (good && moves > 0) {
            curves[(*count)++] = fit.curve;
        }
        caper_arena_release(&work->scratch, mark);
        if (!good) {
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------ channels

static const char *keep_text(caperi_from_clip *work, const char *text)
{
    char *kept = caper_arena_alloc(&work->arena, strlen(text) + 1, 1);
    return kept ? strcpy(kept, text) : NULL;
}

static const char *name_channel(caperi_from_clip *work, const caperi_voice *voice,
                                const caperi_aspect *aspect, bool is_free)
{
    char name[320];
    if (is_free) {
        return voice->name;
    }
    if (aspect->aim >= 0) {
        const caperi_voice *other = &work->voices[work->effectors[aspect->aim].voice];
        snprintf(name, sizeof name, "%s at %s", voice->name, other->name);
    } else {
        snprintf(name, sizeof name, "%s %s", voice->name,
                 aspect->mode.sagittal ? "meets" : "on ground");
    }
    return keep_text(work, name);
}

// Curves of one aspect. Without any, the channel is not made.
static bool add_channel(caperi_from_clip *work, const caperi_voice *voice, int index, bool blends,
                        channels *out)
{
    const caperi_clip_effector *e = &work->effectors[voice->members[0]];
    const caperi_aspect *aspect = &e->aspects[index];
    const caper_body *body = &work->character->bodies[e->body];
    caper_channel *channel = &out->items[out->count];
    memset(channel, 0, sizeof *channel);
    caper_curve *curves =
        caper_arena_alloc_zero(&work->arena, 3 + (size_t)body->deform_count, sizeof *curves, 16);
    float *cares = caper_arena_alloc(&work->scratch, (size_t)work->frame_count * sizeof *cares, 16);
    caper_curve *weight = blends ? caperi_aspect_weight(work, e, index) : NULL;
    if (!curves || !cares || (blends && !weight)) {
        return false;
    }
    bool seen = weight ? sample_weight(work, weight, cares) : true;
    for (int i = 0; !weight && i < work->frame_count; i++) {
        cares[i] = 1.0f;
    }
    int count = 0;
    if (e->position && seen) {
        if (!fit_position(work, voice, aspect, cares, &curves[count++])) {
            return false;
        }
        if (weight) {
            curves[count++] = *weight;
        }
    }
    if (index == 0 && e->rotation && !fit_rotation(work, voice, aspect, &curves[count++])) {
        return false;
    }
    if (index == 0 && !fit_deforms(work, e, curves, &count)) {
        return false;
    }
    channel->name = name_channel(work, voice, aspect, index == 0);
    channel->query = voice->query;
    channel->mode = aspect->mode;
    channel->priority = voice->priority;
    channel->mirroring = CAPER_MIRROR_SIDES;
    channel->blend = blends ? voice->name : NULL;
    channel->curves = curves;
    channel->curve_count = count;
    if (aspect->aim >= 0) {
        channel->aim.kind = CAPER_AIM_BODIES;
        channel->aim.bodies = work->voices[work->effectors[aspect->aim].voice].query;
    }
    out->count += count > 0;
    return channel->name != NULL;
}

// Aims at bodies that got no voice, or that share one, fall back to the free aspect; so does a
// voice of several bodies that are not a pair.
static void settle_aspects(caperi_from_clip *work)
{
    for (int k = 0; k < work->effector_count; k++) {
        caperi_clip_effector *e = &work->effectors[k];
        bool alone = e->voice >= 0 &&
                     (work->voices[e->voice].member_count == 1 || work->voices[e->voice].pair);
        for (int i = 0; i < e->stay_count; i++) {
            caperi_stay *stay = (caperi_stay *)&e->stays[i];
            int aim = e->aspects[stay->aspect].aim;
            int voice = aim >= 0 ? work->effectors[aim].voice : -1;
            if (!alone || (aim >= 0 && (voice < 0 || work->voices[voice].member_count > 1))) {
                stay->aspect = 0;
            }
        }
    }
}

static bool uses_aspect(const caperi_clip_effector *e, int aspect)
{
    for (int i = 0; i < e->stay_count; i++) {
        if (e->stays[i].aspect == aspect) {
            return true;
        }
    }
    return false;
}

// All channels of a voice, if there is room for them beside one for each voice to come.
static bool add_channels(caperi_from_clip *work, int index, channels *out)
{
    const caperi_voice *voice = &work->voices[index];
    const caperi_clip_effector *e = &work->effectors[voice->members[0]];
    int room = CAPER_MAX_CHANNELS - out->count - (work->voice_count - 1 - index);
    int used = 1;
    for (int a = 1; a < e->aspect_count; a++) {
        used += uses_aspect(e, a);
    }
    bool blends = used > 1 && used <= room;
    for (int a = 0; a < (blends ? e->aspect_count : 1); a++) {
        caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
        bool good = (a > 0 && !uses_aspect(e, a)) || add_channel(work, voice, a, blends, out);
        caper_arena_release(&work->scratch, mark);
        if (!good) {
            return caperi_from_clip_no_memory(work);
        }
    }
    return true;
}

static bool tell(const caperi_from_clip *work, double fraction, const char *what)
{
    return caper_progress_report(work->job->progress, fraction, what) ||
           caper_error_set(work->error, CAPER_ERROR_CANCELED, work->clip->name, 0, 0, "canceled");
}

static bool make_channels(caperi_from_clip *work, channels *out)
{
    if (work->voice_count > CAPER_MAX_CHANNELS) {
        for (int i = CAPER_MAX_CHANNELS; i < work->voice_count; i++) {
            work->left_out_count += work->voices[i].member_count;
            for (int m = 0; m < work->voices[i].member_count; m++) {
                work->effectors[work->voices[i].members[m]].voice = -1;
            }
        }
        work->voice_count = CAPER_MAX_CHANNELS;
    }
    settle_aspects(work);
    for (int i = 0; i < work->voice_count; i++) {
        if (!tell(work, 0.2 + 0.7 * i / work->voice_count, work->voices[i].name) ||
            !add_channels(work, i, out)) {
            return false;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------- motion

// Does any voice move one side of the body alone?
static bool is_handed(const caperi_from_clip *work)
{
    for (int i = 0; i < work->voice_count; i++) {
        const caperi_voice *voice = &work->voices[i];
        if (!voice->pair && work->effectors[voice->members[0]].side != 0) {
            return true;
        }
    }
    return false;
}

// Key poses become events. One at the very end may be rounded beyond it.
static int list_events(caperi_from_clip *work, float duration, caper_event **events)
{
    const caper_clip *clip = work->clip;
    int count = 0;
    *events =
        caper_arena_alloc_zero(&work->arena, (size_t)clip->key_pose_count + 1, sizeof **events, 16);
    for (int i = 0; *events && i < clip->key_pose_count; i++) {
        float time = clip->key_poses[i].time - caperi_clip_time(work, 0);
        if (clip->key_poses[i].name[0] && time >= 0.0f) {
            (*events)[count].time = caper_min(time, duration);
            (*events)[count++].name = clip->key_poses[i].name;
        }
    }
    return count;
}

static caper_motion *make_motion(caperi_from_clip *work, const channels *all)
{
    caper_branch branch = {.name = "", .channels = all->items, .channel_count = all->count};
    caper_motion_def def = caper_motion_def_default();
    caper_event *events = NULL;
    def.name = work->job->name ? work->job->name : work->clip->name;
    def.name = def.name && def.name[0] ? def.name : "motion";
    def.duration = work->frame_count > 1 ? caperi_motion_time(work, work->frame_count - 1)
                                         : 1.0f / work->clip->rate;
    def.loops = work->clip->loops && work->frame_count > 1;
    def.handed = is_handed(work);
    def.branches = &branch;
    def.branch_count = 1;
    def.travel = work->travel;
    def.event_count = list_events(work, def.duration, &events);
    def.events = events;
    def.allocator = work->job->allocator;
    return caper_motion_create(&def, work->error);
}

static void count_keys(const caper_motion *motion, caper_motion_from_clip_report *report)
{
    const caper_branch *branch = &motion->branches[0];
    report->channel_count = branch->channel_count;
    report->key_count = motion->travel ? motion->travel->key_count : 0;
    for (int i = 0; i < branch->channel_count; i++) {
        for (int c = 0; c < branch->channels[i].curve_count; c++) {
            report->key_count += branch->channels[i].curves[c].key_count;
        }
    }
}

static caper_motion *run(caperi_from_clip *work, caper_motion_from_clip_report *report)
{
    channels all = {.count = 0};
    bool good =
        caperi_choose_effectors(work) && tell(work, 0.0, "sampling") && caperi_take_tracks(work) &&
        tell(work, 0.1, "contacts") && caperi_find_aspects(work) && tell(work, 0.15, "queries") &&
        caperi_find_queries(work) && make_channels(work, &all) && tell(work, 0.9, "verifying");
    caper_motion *motion = good ? make_motion(work, &all) : NULL;
    if (!motion) {
        return NULL;
    }
    count_keys(motion, report);
    report->frame_count = work->clip->frame_count;
    report->rest_frames = work->first_frame;
    report->shared_count = work->shared_count;
    report->left_out_count = work->left_out_count;
    if (!caperi_verify(work, motion, report) || !tell(work, 1.0, "done")) {
        caper_motion_destroy(motion);
        return NULL;
    }
    return motion;
}

static bool is_good(const caper_motion_from_clip_job *job)
{
    return job && job->cookie == CAPER_DEF_COOKIE && job->character && job->clip &&
           job->tolerance > 0.0f && job->tolerance <= 1.0f && job->angle_tolerance > 0.0f &&
           job->angle_tolerance <= CAPER_PI;
}

// The rest pose of a file is often a T: nothing that others could be compared with.
static caper_motion *from_relaxed(caper_motion_from_clip_job job,
                                  caper_motion_from_clip_report *report, caper_error *error)
{
    caper_character *relaxed = caper_character_relax(job.character, job.allocator, error);
    job.character = relaxed;
    job.relaxed = false;
    caper_motion *motion = relaxed ? caper_motion_from_clip(&job, report, error) : NULL;
    caper_character_destroy(relaxed);
    return motion;
}

caper_motion *caper_motion_from_clip(const caper_motion_from_clip_job *job,
                                     caper_motion_from_clip_report *report, caper_error *error)
{
    bool good = is_good(job);
    CAPER_ASSERT(good);
    if (!good) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a job without character or clip, or a tolerance out of range");
        return NULL;
    }
    if (!caper_skeleton_same(&job->character->skeleton, &job->clip->skeleton)) {
        caper_error_set(error, CAPER_ERROR_INVALID, job->clip->name, 0, 0,
                        "the clip is of another skeleton than %s", job->character->name);
        return NULL;
    }
    if (job->relaxed) {
        return from_relaxed(*job, report, error);
    }
    caperi_from_clip work = {.job = job,
                             .character = job->character,
                             .clip = job->clip,
                             .error = error,
                             .frame_count = job->clip->frame_count};
    caper_arena_init(&work.arena, job->allocator, 0);
    caper_arena_init(&work.scratch, job->allocator, 0);
    caper_motion_from_clip_report result = {0};
    caper_motion *motion = run(&work, &result);
    if (motion && report) {
        *report = result;
    }
    caper_arena_destroy(&work.scratch);
    caper_arena_destroy(&work.arena);
    return motion;
}
