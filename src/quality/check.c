// SPDX-License-Identifier: MIT
// caper_check: measures a clip and its source, has them judged, and puts the report together.
#include "quality/measures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

caper_check_job caper_check_job_default(void)
{
    caper_check_job job;
    memset(&job, 0, sizeof(job));
    job.floor = NAN;
    job.source_floor = NAN;
    job.to = INFINITY;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

void caperi_note_worst(caperi_figures *figures, caper_metric metric, int frame, int body,
                       double value)
{
    caper_worst *worst = &figures->worst[metric];
    if (worst->frame < 0 || value > worst->value) {
        worst->metric = metric;
        worst->frame = frame;
        worst->body = body;
        worst->value = value;
    }
}

// --- one clip ----------------------------------------------------------------------------------

typedef struct subject {
    caperi_footage footage;
    caperi_soles soles;
    caperi_figures figures;
    caperi_ground ground;
    bool floor_estimated;
    float floor_confidence;
    caper_rate_sense rate;
} subject;

static bool measure_subject(subject *s, const caper_character *character, const caper_clip *clip,
                            const caper_world *world, float floor_y, float jerk_rate,
                            bool use_declared, caper_arena *arena)
{
    memset(s, 0, sizeof(*s));
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        s->figures.value[m] = (double)NAN;
        s->figures.worst[m].frame = -1;
    }
    s->figures.length = character->size / CAPERI_REFERENCE_SIZE;
    s->figures.frame_count = clip->frame_count;
    if (!caperi_footage_make(&s->footage, character, clip, clip->rate, 0, arena)) {
        return false;
    }
    s->figures.value[CAPER_METRIC_FINITE] = (double)s->footage.broken;
    if (s->footage.broken) {
        caperi_note_worst(&s->figures, CAPER_METRIC_FINITE, s->footage.broken_frame,
                          s->footage.broken_body, (double)s->footage.broken);
        return true; // nothing else can be measured
    }
    if (!caperi_soles_make(&s->soles, &s->footage, arena)) {
        return false;
    }
    if (!world && isnan(floor_y)) {
        if (!caperi_floor_level(&s->footage, &s->soles, arena, &floor_y, &s->floor_confidence)) {
            return false;
        }
        s->floor_estimated = true;
    }
    s->ground = caperi_ground_make(world, floor_y);
    caper_contact_options options = caper_contact_options_default();
    caperi_soles_measure(&s->soles, &s->footage, &s->ground);
    caperi_soles_find_stances(&s->soles, &s->footage, &options, use_declared, true);
    caperi_measure_joints(&s->figures, &s->footage);
    caperi_measure_gait(&s->figures, &s->footage, &s->soles);

    // pops at 60 Hz, jerk at the rate that both clips can give: a slower clip has less of it
    caperi_footage at_60 = s->footage, at_common = s->footage;
    if ((clip->rate != CAPERI_POP_RATE || clip->loops) &&
        !caperi_footage_make(&at_60, character, clip, CAPERI_POP_RATE, CAPERI_POP_MORE, arena)) {
        return false;
    }
    if (clip->rate != jerk_rate &&
        !caperi_footage_make(&at_common, character, clip, jerk_rate, 0, arena)) {
        return false;
    }
    caperi_measure_jerk(&s->figures, &at_common);
    s->figures.worst[CAPER_METRIC_JERK].frame =
        (int)((float)s->figures.worst[CAPER_METRIC_JERK].frame * clip->rate / jerk_rate + 0.5f);
    return caperi_measure_pops(&s->figures, &at_60, arena) &&
           caperi_measure_soles(&s->figures, &s->footage, &s->soles, arena) &&
           caperi_measure_ground(&s->figures, &s->footage, &s->soles, &s->ground, arena) &&
           caperi_measure_self(&s->figures, &s->footage, arena);
}

// --- against the source ------------------------------------------------------------------------

static int source_body(const caper_check_job *job, int body)
{
    const caper_skeleton *from = &job->source_character->skeleton;
    if (job->map) {
        return job->map[body] >= 0 && job->map[body] < from->body_count ? job->map[body] : -1;
    }
    return caper_skeleton_find(from, job->character->skeleton.names[body]);
}

// Has the source a pop of that body within 0.05 s? Its pops lie by body, then time.
static bool source_pops(const caperi_figures *theirs, int body, float time)
{
    int low = 0, high = theirs->pop_count;
    while (low < high) { // the first that is not too early
        int middle = low + (high - low) / 2;
        const caperi_pop *pop = &theirs->pops[middle];
        if (pop->body < body || (pop->body == body && pop->time < time - 0.0501f)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < theirs->pop_count && theirs->pops[low].body == body &&
           theirs->pops[low].time <= time + 0.0501f;
}

// Pops that the source has too, in the same body within 0.05 s, are not ours. Each offence needs
// its own excuse: one pop of the source does not excuse a shiver that begins with it.
static void forgive_pops(const caper_check_job *job, caperi_figures *ours,
                         const caperi_figures *theirs)
{
    int left = 0, last = -1, from = -1;
    for (int i = 0; i < ours->pop_count; i++) {
        caperi_pop pop = ours->pops[i];
        if (pop.body != last) {
            last = pop.body;
            from = source_body(job, last);
        }
        if (from < 0 || !source_pops(theirs, from, pop.time)) {
            ours->pops[left++] = pop;
        }
    }
    ours->pop_count = left;
    caperi_count_pops(ours, job->clip->rate);
}

// Share of `a`'s frames of contact with a frame of contact of `b` within 0.03 s.
static void count_matches(const subject *a, int body_a, const subject *b, int body_b, int *hits,
                          int *all)
{
    for (int i = 0; i < a->footage.frame_count; i++) {
        if (!caperi_soles_body_stands(&a->soles, body_a, i)) {
            continue;
        }
        double time = (double)i / (double)a->footage.rate;
        int from = (int)ceil((time - 0.03) * (double)b->footage.rate - 1e-6);
        int to = (int)floor((time + 0.03) * (double)b->footage.rate + 1e-6);
        bool hit = false;
        for (int j = from < 0 ? 0 : from; j <= to && j < b->footage.frame_count && !hit; j++) {
            hit = caperi_soles_body_stands(&b->soles, body_b, j);
        }
        *hits += hit;
        ++*all;
    }
}

static double contact_f1(const caper_check_job *job, const subject *ours, const subject *theirs)
{
    int hits = 0, all = 0, source_hits = 0, source_all = 0;
    for (int i = 0; i < job->character->leg_count; i++) {
        int foot = job->character->legs[i].foot;
        int from = source_body(job, foot);
        if (from >= 0 && (job->source_character->bodies[from].caps & CAPER_CAP_FOOT)) {
            count_matches(ours, foot, theirs, from, &hits, &all);
            count_matches(theirs, from, ours, foot, &source_hits, &source_all);
        }
    }
    if (source_all == 0) {
        return (double)NAN; // the source never stands: nothing to be timed
    }
    double precision = all ? (double)hits / (double)all : 0;
    double recall = (double)source_hits / (double)source_all;
    return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

// --- goals and tracking ------------------------------------------------------------------------

static bool measure_goals(const caper_check_job *job, subject *s, caper_arena *arena)
{
    float *errors = caper_arena_alloc_zero(arena, (size_t)job->goal_count + 1, sizeof(float), 16);
    if (!errors) {
        return false;
    }
    int count = 0;
    for (int i = 0; i < job->goal_count; i++) {
        const caper_goal_sample *g = &job->goals[i];
        double nearest = floor((double)g->time * (double)s->footage.rate + 0.5);
        bool inside = nearest >= 0 && nearest < (double)s->footage.frame_count; // and not NaN
        if (!g->reachable || !inside || g->body < 0 || g->body >= s->footage.body_count) {
            continue;
        }
        int frame = (int)nearest;
        // goals are in model space: take the actor's root off again
        caper_transform root = caper_root_transform(
            caper_clip_sample_root(job->clip, caperi_footage_time(&s->footage, frame)));
        caper_vec3 world =
            caper_transform_mul_point(*caperi_footage_at(&s->footage, frame, g->body), g->point);
        float error = caper_vec3_distance(caper_transform_unmul_point(root, world), g->target) *
                      100.0f / job->character->size;
        errors[count++] = error;
        caperi_note_worst(&s->figures, CAPER_METRIC_GOAL_P95, frame, g->body, (double)error);
    }
    s->figures.value[CAPER_METRIC_GOAL_P95] = caperi_quantile(errors, count, 0.95);
    return true;
}

static bool measure_tracking(const caper_check_job *job, subject *s, caper_arena *arena)
{
    caperi_footage reference;
    if (!caperi_footage_make(&reference, job->character, job->reference, s->footage.rate, 0,
                             arena)) {
        return false;
    }
    int frames = reference.frame_count < s->footage.frame_count ? reference.frame_count
                                                                : s->footage.frame_count;
    double sum = 0;
    long samples = 0;
    for (int i = 0; i < frames; i++) {
        for (int b = 0; b < s->footage.body_count; b++) {
            double d = (double)caper_vec3_distance(caperi_footage_at(&reference, i, b)->position,
                                                   caperi_footage_at(&s->footage, i, b)->position);
            sum += d * 1000.0;
            samples++;
            caperi_note_worst(&s->figures, CAPER_METRIC_TRACKING, i, b, d * 1000.0);
        }
    }
    s->figures.value[CAPER_METRIC_TRACKING] = samples ? sum / (double)samples : (double)NAN;
    return true;
}

// What looks wrong in the input itself; the gravest only.
static void warn(caper_report *report, const caper_check_job *job, const subject *s,
                 const subject *source)
{
    const char *text = "";
    bool feet = job->character->leg_count > 0;
    if (source && source->footage.broken) {
        text = "the source has values that are not finite: nothing is compared with it";
    } else if (s->rate.too_fast) {
        text = s->rate.text;
    } else if (feet && s->figures.stance_count == 0 && !s->footage.broken) {
        text = "no foot ever stands: slip and duty are not measured (is the floor right?)";
    } else if (s->floor_estimated && feet && s->floor_confidence < 0.5f) {
        text = "the feet do not rest at one height: give the floor or a world";
    } else if (job->source && feet && isnan(s->figures.value[CAPER_METRIC_CONTACT_F1])) {
        text = "no foot is matched with a standing foot of the source: contact timing is not "
               "measured (give a map)";
    }
    snprintf(report->warning, sizeof(report->warning), "%s", text);
}

static caper_report *make_report(const caper_check_job *job, const subject *ours,
                                 const subject *theirs, caper_error *error)
{
    caper_allocator allocator = caper_allocator_resolve(job->allocator);
    int worst_count = 0;
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        worst_count += ours->figures.worst[m].frame >= 0 && !isnan(ours->figures.value[m]);
    }
    size_t stance_size = sizeof(caper_report_stance) * (size_t)ours->figures.stance_count;
    size_t size = sizeof(caper_report) + stance_size + sizeof(caper_worst) * (size_t)worst_count;
    caper_report *report = caper_alloc_zero(&allocator, size, 16);
    if (!report) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the report");
        return NULL;
    }
    report->memory_size = size;
    report->allocator = allocator;
    report->floor = ours->ground.world ? 0.0f : ours->ground.point.y;
    report->floor_estimated = ours->floor_estimated;
    report->size = job->character->size;
    report->frame_count = ours->footage.frame_count;
    report->rate = ours->footage.rate;
    caper_worst *worst = (caper_worst *)(report + 1);
    report->worst = worst;
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        if (ours->figures.worst[m].frame >= 0 && !isnan(ours->figures.value[m])) {
            worst[report->worst_count++] = ours->figures.worst[m];
        }
    }
    caper_report_stance *stances = (caper_report_stance *)(worst + worst_count);
    report->stances = stances;
    report->stance_count = ours->figures.stance_count;
    if (stance_size > 0) {
        memcpy(stances, ours->figures.stances, stance_size);
    }
    warn(report, job, ours, theirs);
    caperi_judge(report, job, &ours->figures, theirs ? &theirs->figures : NULL);
    return report;
}

// Judging lays a clip out frame by frame, at 60 Hz too: a slow clip of a few bytes could ask for
// all memory there is.
static bool fits(const caper_clip *clip, float rate, caper_error *error)
{
    double values = ((double)clip->duration * (double)rate + 1.0) * clip->skeleton.body_count;
    if (values <= 2.0 * CAPER_CLIP_MAX_TRANSFORMS) {
        return true;
    }
    return caper_error_set(error, CAPER_ERROR_LIMIT, clip->name, 0, 0,
                           "the clip lasts %g s: that are %.0f transforms of bodies at %g Hz, the "
                           "most that can be judged is %d",
                           (double)clip->duration, values, (double)rate,
                           2 * CAPER_CLIP_MAX_TRANSFORMS);
}

static bool valid_job(const caper_check_job *job, caper_error *error)
{
    if (!job || job->cookie != CAPER_DEF_COOKIE || !job->character || !job->clip) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a check needs a job from caper_check_job_default with a character "
                               "and a clip");
    }
    const caper_character *from = job->source_character ? job->source_character : job->character;
    if (!caper_skeleton_same(&job->character->skeleton, &job->clip->skeleton) ||
        (job->source && !caper_skeleton_same(&from->skeleton, &job->source->skeleton)) ||
        (job->reference &&
         !caper_skeleton_same(&job->character->skeleton, &job->reference->skeleton))) {
        return caper_error_set(
            error, CAPER_ERROR_INVALID, NULL, 0, 0,
            "a clip is of another skeleton than the character that it is judged on");
    }
    return fits(job->clip, CAPERI_POP_RATE, error) &&
           (!job->source || fits(job->source, CAPERI_POP_RATE, error)) &&
           (!job->reference || fits(job->reference, job->clip->rate, error));
}

static bool measure_all(const caper_check_job *job, subject *ours, subject *theirs,
                        caper_arena *arena)
{
    bool declared = !job->ignore_declared;
    float jerk_rate = fminf(CAPERI_POP_RATE, job->clip->rate);
    if (job->source) {
        jerk_rate = fminf(jerk_rate, job->source->rate);
    }
    if (!measure_subject(ours, job->character, job->clip, job->world, job->floor, jerk_rate,
                         declared, arena)) {
        return false;
    }
    if (ours->footage.broken) {
        return true;
    }
    if (!caperi_sense_rate(&ours->footage, arena, &ours->rate)) {
        return false;
    }
    if ((job->goal_count > 0 && !measure_goals(job, ours, arena)) ||
        (job->reference && !measure_tracking(job, ours, arena))) {
        return false;
    }
    if (job->source) {
        // the source stood in its own place: its floor is its own
        if (!measure_subject(theirs, job->source_character, job->source, NULL, job->source_floor,
                             jerk_rate, declared, arena)) {
            return false;
        }
        if (theirs->footage.broken) {
            return true; // nothing to compare with
        }
        // a source that hardly moves must not excuse a shiver: divide by no less than rounding
        double noise = fmax(caperi_jerk_noise(&ours->footage, jerk_rate),
                            caperi_jerk_noise(&theirs->footage, jerk_rate));
        double jerk = theirs->figures.value[CAPER_METRIC_JERK];
        ours->figures.value[CAPER_METRIC_JERK_RATIO] =
            ours->figures.value[CAPER_METRIC_JERK] / (jerk > noise ? jerk : noise);
        forgive_pops(job, &ours->figures, &theirs->figures);
        ours->figures.value[CAPER_METRIC_CONTACT_F1] = contact_f1(job, ours, theirs);
    }
    return true;
}

// Frames and times of the report are those of the whole clip.
static void place_report(caper_report *report, const caperi_parts *parts)
{
    report->first_frame = parts->first_frame;
    report->rest_frames = parts->rest_frames;
    report->rest_jump = parts->rest_jump;
    caper_worst *worst = (caper_worst *)report->worst;
    for (int i = 0; i < report->worst_count; i++) {
        worst[i].frame += parts->first_frame;
    }
    caper_report_stance *stances = (caper_report_stance *)report->stances;
    for (int i = 0; i < report->stance_count; i++) {
        stances[i].start += (float)parts->from;
        stances[i].end += (float)parts->from;
    }
}

caper_report *caper_check(const caper_check_job *given, caper_error *error)
{
    if (!valid_job(given, error)) {
        return NULL;
    }
    caper_check_job job = *given;
    job.source_character = job.source_character ? job.source_character : job.character;
    caper_arena arena;
    caper_arena_init(&arena, job.allocator, 1 << 20);
    subject ours, theirs;
    caperi_parts parts;
    memset(&theirs, 0, sizeof(theirs));
    caper_report *report = NULL;
    bool taken = caperi_parts_take(&parts, &job, &arena, error);
    if (taken && measure_all(&job, &ours, &theirs, &arena)) {
        bool compared = job.source && !ours.footage.broken;
        report = make_report(&job, &ours, compared ? &theirs : NULL, error);
    } else if (taken) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory to measure the clip");
    }
    if (report) {
        place_report(report, &parts);
        caperi_find_words(report, job.character);
    }
    caperi_parts_free(&parts);
    caper_arena_destroy(&arena);
    return report;
}

void caper_report_destroy(caper_report *report)
{
    if (report) {
        caper_allocator allocator = report->allocator;
        caper_free(&allocator, report, report->memory_size);
    }
}
