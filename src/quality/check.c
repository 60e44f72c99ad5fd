// SPDX-License-Identifier: MIT
// caper_check: measures a clip and its source, has them judged, and puts the report together.
#include "quality/measures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FOUND_HEIGHT 0.05f // metres at size 1.8: stands in a capture, whose floor drifts by 4 cm
#define FOUND_SPEED 0.35f  // m/s at size 1.8: its feet creep
#define FOUND_TIME 0.06f   // seconds: the flat phase of a run

caper_check_job caper_check_job_default(void)
{
    caper_check_job job;
    memset(&job, 0, sizeof(job));
    job.origin = CAPER_ORIGIN_OURS;
    job.floor = NAN;
    job.source_floor = NAN;
    job.to = INFINITY;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

// --- one clip ----------------------------------------------------------------------------------

static void clear_figures(caperi_subject *s)
{
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        s->figures.value[m] = s->figures.by_eye[m] = (double)NAN;
        s->figures.worst[m].frame = -1;
    }
    s->figures.length = s->character->size / CAPERI_REFERENCE_SIZE;
    s->figures.frame_count = s->clip->frame_count;
    for (int b = 0; b < s->character->body_count; b++) {
        s->figures.may_hang |= (s->character->bodies[b].caps & CAPER_CAP_WING) != 0;
    }
}

// Frames past the end of a loop that let every frame of it be asked once.
static int frames_past_end(const caper_character *character, float rate)
{
    float stride = CAPERI_STRIDE * sqrtf(character->size / CAPERI_REFERENCE_SIZE) * rate;
    int frames = (int)(stride + 0.5f);
    return 4 * (frames < 1 ? 1 : frames) - 1;
}

static bool make_curves(caperi_subject *s, caper_arena *arena)
{
    size_t n = (size_t)s->footage.frame_count;
    for (int k = 0; k < CAPERI_CURVE_COUNT; k++) {
        s->curves[k] = caper_arena_alloc_zero(arena, n + 1, sizeof(float), 16);
        if (!s->curves[k]) {
            return false;
        }
        bool rare = k == CAPERI_CURVE_BALANCE;
        for (size_t i = 0; rare && i < n; i++) {
            s->curves[k][i] = NAN;
        }
    }
    return true;
}

static bool place_ground(caperi_subject *s, const caper_world *world, float floor_y,
                         const caperi_subject *like, caper_arena *arena)
{
    if (like) {
        s->ground = like->ground;
        s->slope_x = like->slope_x;
        s->slope_z = like->slope_z;
        s->floor_estimated = like->floor_estimated;
        s->floor_confidence = like->floor_confidence;
        return true;
    }
    bool estimate = !world && isnan(floor_y);
    if (estimate &&
        !caperi_floor_level(&s->footage, &s->soles, arena, &floor_y, &s->floor_confidence)) {
        return false;
    }
    s->floor_estimated = estimate;
    s->ground = caperi_ground_make(world, floor_y);
    return !estimate || s->origin != CAPER_ORIGIN_FOUND || caperi_floor_tilt(s, arena);
}

// `from`: its source, or NULL when it is the source or has none. `like`: a subject whose floor it
// shares, or NULL.
static bool measure_subject(caperi_subject *s, const caper_check_job *job,
                            const caperi_subject *from, const caperi_subject *like,
                            caper_arena *arena)
{
    bool source = job->source && !from;
    // the source stood in its own place: its floor is its own
    const caper_world *world = source ? NULL : job->world;
    float floor_y = source ? job->source_floor : job->floor;
    memset(s, 0, sizeof(*s));
    s->character = source ? job->source_character : job->character;
    s->clip = source ? job->source : job->clip;
    s->origin = job->origin;
    s->boxes_guessed = job->boxes_guessed && !source;
    s->excuses = source;
    s->tempo = job->source && !source ? caperi_tempo(job) : 1.0f;
    s->pace = job->source && !source ? caperi_pace(job) : 1.0f;
    s->from = from;
    clear_figures(s);
    if (!caperi_footage_make(&s->footage, s->character, s->clip, s->clip->rate,
                             frames_past_end(s->character, s->clip->rate), arena)) {
        return false;
    }
    s->figures.value[CAPER_METRIC_FINITE] = (double)s->footage.broken;
    if (s->footage.broken) {
        caperi_note_worst(&s->figures, CAPER_METRIC_FINITE, s->footage.broken_frame,
                          s->footage.broken_body, (double)s->footage.broken);
        return true; // nothing else can be measured
    }
    if (!caperi_subject_describe(s, arena) || !caperi_soles_make(&s->soles, &s->footage, arena) ||
        !place_ground(s, world, floor_y, like, arena) ||
        (job->curves && !source && !make_curves(s, arena))) {
        return false;
    }
    // how the elbows and knees of a body are hinged is seen in what it does by itself
    bool same = from && caper_skeleton_same(&s->character->skeleton, &from->character->skeleton) &&
                s->character->size == from->character->size;
    if (same && !from->footage.broken && s->hinge_count == from->hinge_count) {
        memcpy(s->hinges, from->hinges, sizeof(s->hinges));
        s->hinges_known = true;
    }
    if (!source && !caperi_mark_skin(s, job->skins, job->skin_count, arena)) {
        return false;
    }
    caper_contacts_job options = caper_contacts_job_default();
    if (s->origin == CAPER_ORIGIN_FOUND) {
        options.height = FOUND_HEIGHT;
        options.speed = FOUND_SPEED;
        options.min_time = FOUND_TIME;
    }
    caperi_soles_measure(&s->soles, &s->footage, &s->ground);
    caperi_soles_find_stances(&s->soles, &s->footage, &options, !job->ignore_declared, true);
    caperi_measure_repeats(s);
    bool good = caperi_measure_weight(s, arena) && caperi_measure_feet(s, arena) &&
                caperi_measure_ground(s, arena) && caperi_measure_joints(s, arena) &&
                caperi_measure_self(s, arena) && caperi_measure_paths(s, arena) &&
                caperi_measure_gait(s, arena);
    if (good) {
        caperi_measure_arms(s);
    }
    return good;
}

// --- goals and tracking ------------------------------------------------------------------------

static bool measure_goals(const caper_check_job *job, caperi_subject *s, caper_arena *arena)
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

static bool measure_tracking(const caper_check_job *job, caperi_subject *s, caper_arena *arena)
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
static void warn(caper_report *report, const caper_check_job *job, const caperi_subject *s,
                 const caperi_subject *source, const caper_rate_sense *rate)
{
    const char *text = "";
    bool feet = job->character->leg_count > 0;
    if (source && source->footage.broken) {
        text = "the source has values that are not finite: nothing is compared with it";
    } else if (rate->too_fast) {
        text = rate->text;
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

static caper_report *make_report(const caper_check_job *job, const caperi_subject *ours,
                                 const caperi_subject *theirs, const caper_rate_sense *rate,
                                 caper_error *error)
{
    caper_allocator allocator = caper_allocator_resolve(job->allocator);
    int worst_count = 0;
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        worst_count += ours->figures.worst[m].frame >= 0 && !isnan(ours->figures.value[m]);
    }
    size_t stance_size = sizeof(caper_report_stance) * (size_t)ours->figures.stance_count;
    size_t frames = (size_t)ours->footage.frame_count;
    bool curves = ours->curves[0] != NULL;
    size_t size = sizeof(caper_report) + stance_size + sizeof(caper_worst) * (size_t)worst_count;
    size = (size + 15) & ~(size_t)15;
    size_t curve_at = size;
    if (curves) {
        size += CAPERI_CURVE_COUNT * (sizeof(caper_report_curve) + frames * sizeof(float));
    }
    caper_report *report = caper_alloc_zero(&allocator, size, 16);
    if (!report) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the report");
        return NULL;
    }
    report->memory_size = size;
    report->allocator = allocator;
    report->floor = ours->ground.world ? 0.0f : ours->ground.point.y;
    report->floor_estimated = ours->floor_estimated;
    report->floor_slope_x = ours->slope_x;
    report->floor_slope_z = ours->slope_z;
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
    if (curves) {
        caperi_curves_lay(report, ours, (char *)report + curve_at);
    }
    warn(report, job, ours, theirs, rate);
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
    const caper_character *plan = job->example_character ? job->example_character : job->character;
    for (int i = 0; i < job->example_count; i++) {
        if (!caper_skeleton_same(&plan->skeleton, &job->examples[i]->skeleton)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "example %d is of another skeleton than its character", i);
        }
    }
    return fits(job->clip, job->clip->rate, error) &&
           (!job->source || fits(job->source, job->source->rate, error)) &&
           (!job->reference || fits(job->reference, job->clip->rate, error));
}

// Pops of at most twice the gate are no offence where an impact was declared.
static void forgive_impacts(const caper_check_job *job, caperi_subject *s)
{
    caperi_figures *out = &s->figures;
    int left = 0;
    for (int i = 0; i < out->pop_count; i++) {
        caperi_pop pop = out->pops[i];
        bool trunk = (s->kinds[pop.body] & CAPERI_KIND_TRUNK) != 0;
        double gate =
            caperi_gate(trunk ? CAPER_METRIC_POP_TRUNK : CAPER_METRIC_POP_LIMBS, s->origin);
        bool excused = false;
        for (int k = 0; k < job->impact_count && !excused; k++) {
            excused = fabsf(job->impacts[k] - pop.time) <= 0.0501f &&
                      caperi_pop_percent(s, &pop) <= 2.0 * gate;
        }
        if (!excused) {
            out->pops[left++] = pop;
        }
    }
    if (left < out->pop_count) {
        out->pop_count = left;
        caperi_count_pops(s);
    }
}

static bool measure_all(const caper_check_job *job, caperi_subject *ours, caperi_subject *theirs,
                        caper_rate_sense *rate, caper_arena *arena)
{
    const caperi_subject *like = NULL;
    if (job->source) {
        if (!measure_subject(theirs, job, NULL, NULL, arena)) {
            return false;
        }
        // a clip of the same body shares its floor: one of its own would hide how far it sank
        bool same = caper_skeleton_same(&job->character->skeleton, &job->source->skeleton) &&
                    job->character->size == job->source_character->size;
        bool given = job->world || !isnan(job->floor);
        if (same && !given && !theirs->footage.broken && job->origin == CAPER_ORIGIN_FOUND) {
            like = theirs;
        }
    }
    if (!measure_subject(ours, job, job->source ? theirs : NULL, like, arena)) {
        return false;
    }
    if (ours->footage.broken) {
        return true;
    }
    forgive_impacts(job, ours);
    if (!caperi_sense_rate(&ours->footage, ours->centers, arena, rate) ||
        (job->skin_count > 0 && !caperi_measure_skin(ours, job->skins, job->skin_count, arena)) ||
        (job->goal_count > 0 && !measure_goals(job, ours, arena)) ||
        (job->reference && !measure_tracking(job, ours, arena)) ||
        (job->example_count > 0 && !caperi_measure_envelope(job, ours, arena))) {
        return false;
    }
    bool compared = job->source && !theirs->footage.broken;
    return !compared || caperi_compare(job, ours, theirs, arena);
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
    if (job.origin == CAPER_ORIGIN_AUTO) {
        bool ours = job.source || job.clip->contact_count > 0;
        bool fitted = caper_clip_has_tag(job.clip, CAPER_TAG_FITTED);
        job.origin = fitted ? CAPER_ORIGIN_FITTED : ours ? CAPER_ORIGIN_OURS : CAPER_ORIGIN_FOUND;
    }
    job.source_character = job.source_character ? job.source_character : job.character;
    caper_arena arena;
    caper_arena_init(&arena, job.allocator, 1 << 20);
    caperi_subject ours, theirs;
    caperi_parts parts;
    caper_rate_sense rate;
    memset(&rate, 0, sizeof(rate));
    memset(&theirs, 0, sizeof(theirs));
    caper_report *report = NULL;
    bool taken = caperi_parts_take(&parts, &job, &arena, error);
    if (taken && measure_all(&job, &ours, &theirs, &rate, &arena)) {
        bool compared = job.source && !ours.footage.broken;
        report = make_report(&job, &ours, compared ? &theirs : NULL, &rate, error);
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
