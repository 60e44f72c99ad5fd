// SPDX-License-Identifier: MIT
//
// Styles learned from walks. An example is measured, and so is our own walk, in the default style,
// on the same body at the same speed, in the same way (measure.h). The difference is the style,
// found in a few rounds of walking and comparing: strides, duty, lift and track by ratio or
// difference, weak sides, a bent back, and what the torso does over a cycle as a few harmonics. As
// a difference it does not depend on the body that it was learned from, so that a person's limp
// goes onto a spider. Invariant: learning from our own default walk gives the neutral style.
#include "gait/measure.h"

#include "base/try.h"

#include <string.h>

#define FRAMES_A_TAU 25.0f // that a walk is looked at: a quick step is 15 frames
#define MOST_FRAMES 20000
#define SETTLE 40.0f // tau until our own walk is steady
#define SHOW 60.0f   // tau that it is measured for: 10 cycles and more
#define BRIEF 12.0f  // tau: loops of a few strides often leave out their last frame
#define CLOSED 0.06f // leg lengths: a clip whose ends are so near is a loop
#define ROUNDS 6     // of walking and comparing; each leaves half of what differs at most
#define EASY 0.6f    // of the difference in duty: feet that leave early are felt by the others

// ---------------------------------------------------------------------------------------- record

static void note_frame(const caper_gait *gait, const caper_pose *model, int frame,
                       caperi_walk_record *out)
{
    const caper_character *c = gait->character;
    caper_vec3 hips = caper_vec3_zero();
    for (int i = 0; i < gait->leg_count; i++) {
        const caper_gait_leg *leg = &gait->legs[i];
        out->soles[frame * gait->leg_count + i] =
            caper_transform_mul_point(model->bodies[leg->foot], leg->sole);
        caper_vec3 hip = model->bodies[c->legs[i].hip].position;
        float length = caper_vec3_distance(hip, model->bodies[leg->foot].position);
        out->lengths[frame * gait->leg_count + i] = length / caper_max(gait->plans[i].reach, 1e-6f);
        hips = caper_vec3_add_scaled(hips, hip, 1.0f / (float)gait->leg_count);
    }
    out->hips[frame] = hips;
    out->torso[frame] = model->bodies[c->root_body];
}

// Its ends are the same pose, or one frame of the clip apart.
static bool closes(const caper_gait *gait, const caperi_walk_record *r, int clip_frames)
{
    int last = r->frame_count - 1, frame = last / (clip_frames > 1 ? clip_frames - 1 : 1);
    float off = 0.0f, step = 0.0f;
    for (int i = 0; i < r->leg_count; i++) {
        caper_vec3 a = caper_vec3_sub(r->soles[i], r->hips[0]);
        caper_vec3 b = caper_vec3_sub(r->soles[last * r->leg_count + i], r->hips[last]);
        off = caper_max(off, caper_vec3_distance(a, b));
        for (int f = frame; f <= last; f++) {
            caper_vec3 x = caper_vec3_sub(r->soles[f * r->leg_count + i], r->hips[f]);
            int was = f - frame;
            caper_vec3 y = caper_vec3_sub(r->soles[was * r->leg_count + i], r->hips[was]);
            step = caper_max(step, caper_vec3_distance(x, y));
        }
    }
    bool brief = (float)last * r->dt < BRIEF * gait->tau;
    return off < caper_max(CLOSED * gait->length, brief ? step : 0.0f);
}

static bool record_clip(const caper_gait *gait, const caper_gait_example *example,
                        caperi_walk_record *out, caper_error *error)
{
    const caper_clip *clip = example->clip;
    float wanted = caper_min(clip->duration * FRAMES_A_TAU / gait->tau, (float)MOST_FRAMES) + 1.0f;
    int frames =
        (int)caper_max(wanted, (float)(clip->frame_count < MOST_FRAMES ? clip->frame_count : 0));
    caper_pose local = caper_character_pose(gait->character, NULL);
    bool good = local.bodies && frames > 1 && caperi_walk_record_open(out, gait, frames);
    out->dt = good ? clip->duration / (float)(frames - 1) : 0.0f;
    for (int f = 0; f < frames && good; f++) {
        // the last frame of a loop is its first, moved on
        float time = caper_min(out->dt * (float)f, clip->duration * (1.0f - 1e-6f));
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        good = caper_clip_sample(clip, time, NULL, &local);
        caper_pose_to_model(&clip->skeleton, &local, &root, &local);
        note_frame(gait, &local, f, out);
    }
    if (good) {
        out->loops = closes(gait, out, clip->frame_count);
    } else {
        caper_error_set(error, frames > 1 ? CAPER_ERROR_MEMORY : CAPER_ERROR_INVALID,
                        example->source, 0, 0,
                        frames > 1 ? "no memory for a walk" : "a single frame, expected a walk");
    }
    caper_pose_destroy(&local, NULL);
    return good;
}

// Our own walk at a speed, once it is steady; feet and torso are the plan's, nothing is solved.
static bool record_own(const caper_gait *gait, float speed, caperi_walk_record *out,
                       caper_error *error)
{
    const caper_character *c = gait->character;
    int settle = (int)(SETTLE * FRAMES_A_TAU), frames = (int)(SHOW * FRAMES_A_TAU), count = 0;
    int capacity = caper_gait_goal_count(gait);
    caper_goal *goals = caper_alloc_zero(NULL, (size_t)capacity * sizeof *goals, 16);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    bool good = goals && walker && caperi_walk_record_open(out, gait, frames);
    caper_root root = {0, 0, 0, 0};
    out->dt = gait->tau / FRAMES_A_TAU;
    for (int f = 0; f < settle + frames && good; f++) {
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = speed;
        job.dt = out->dt;
        job.root = &root;
        job.goals = goals;
        job.goal_count = &count;
        job.goal_capacity = capacity;
        good = caper_walker_update(walker, &job);
        int at = f - settle;
        if (at < 0 || !good) {
            continue;
        }
        caper_transform torso =
            caper_transform_mul(caper_root_transform(root), caperi_torso_transform(walker));
        caper_vec3 hips = caper_vec3_zero();
        for (int i = 0; i < gait->leg_count; i++) {
            out->soles[at * gait->leg_count + i] = walker->feet[i].position;
            const caperi_leg_plan *plan = &gait->plans[i];
            caper_vec3 hip = caper_transform_mul_point(torso, caperi_bent(walker, i, plan->hip));
            caper_vec3 ankle = caper_quat_rotate(walker->feet[i].rotation, plan->ankle);
            ankle = caper_vec3_add(ankle, walker->feet[i].position);
            out->lengths[at * gait->leg_count + i] =
                caper_vec3_distance(hip, ankle) / caper_max(plan->reach, 1e-6f);
            hips = caper_vec3_add_scaled(hips, hip, 1.0f / (float)gait->leg_count);
        }
        out->hips[at] = hips;
        out->torso[at] =
            caper_transform_mul(torso, caper_transform_mul(caperi_body_bend(walker, c->root_body),
                                                           c->rest_model[c->root_body]));
    }
    caper_walker_destroy(walker);
    caper_free(NULL, goals, (size_t)capacity * sizeof *goals);
    return good || caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a walk");
}

// --------------------------------------------------------------------------------------- measure

// The gait of an example's body; style may be NULL.
static caper_gait *gait_of(const caper_gait_example *example, const caper_gait_style *style,
                           caper_error *error)
{
    caper_gait_def def = caper_gait_def_default();
    caper_gait_layer layer = {style, 1.0f, -1};
    if (!example->character || !example->clip ||
        !caper_skeleton_same(&example->clip->skeleton, &example->character->skeleton)) {
        caper_error_set(error, CAPER_ERROR_INVALID, example->source, 0, 0,
                        "the clip is not one of the character's skeleton");
        return NULL;
    }
    def.character = example->character;
    def.layers = &layer;
    def.layer_count = style != NULL;
    return caper_gait_create(&def, error);
}

static bool measure_with(const caper_gait *gait, const caper_gait_example *example,
                         caper_gait_figures *out, caper_error *error)
{
    caperi_walk_record record;
    memset(&record, 0, sizeof record);
    bool good = gait->leg_count < 2 || record_clip(gait, example, &record, error);
    record.example = true;
    good = good && caperi_walk_measure(gait, &record, example->source, out, error);
    caperi_walk_record_close(&record);
    return good;
}

bool caper_gait_measure(const caper_gait_example *example, caper_gait_figures *figures,
                        caper_error *error)
{
    caper_gait *gait = gait_of(example, NULL, error);
    bool good = gait && measure_with(gait, example, figures, error);
    caper_gait_destroy(gait);
    return good;
}

// ----------------------------------------------------------------------------------------- learn

static float ratio(float theirs, float ours, float least, float most)
{
    return ours > 1e-6f ? caper_clamp(theirs / ours, least, most) : 1.0f;
}

// What an example still does beyond our own walk in the style learned so far.
static void draw_near(caper_gait_adjust *a, const caper_gait_figures *theirs,
                      const caper_gait_figures *ours)
{
    a->stride = caper_clamp(a->stride * ratio(theirs->cycle, ours->cycle, 0.5f, 2.0f), 0.1f, 4.0f);
    a->lift = caper_clamp(a->lift * ratio(theirs->lift, ours->lift, 0.4f, 2.5f), 0.0f, 6.0f);
    a->duty = caper_clamp(a->duty + EASY * (theirs->duty - ours->duty), -0.3f, 0.3f);
    if (theirs->width != 0.0f) {
        a->width =
            caper_clamp(a->width * ratio(theirs->width, ours->width, 0.0f, 2.0f), 0.0f, 3.0f);
    }
    a->crouch = caper_clamp(a->crouch + ours->extension - theirs->extension, -0.05f, 0.4f);
    float lean = theirs->means[CAPER_GAIT_PITCH] - ours->means[CAPER_GAIT_PITCH];
    a->lean_deg = caper_clamp(a->lean_deg + lean, -45.0f, 60.0f);
    // a weak side stands shorter than the other
    float more =
        (theirs->uneven - ours->uneven) / (CAPERI_WEAK * caper_max(theirs->duty, 0.1f)) * EASY;
    float weak = caper_clamp(a->weak_right - a->weak_left + more, -1.0f, 1.0f);
    a->weak_left = caper_max(-weak, 0.0f);
    a->weak_right = caper_max(weak, 0.0f);
}

// Of several examples the mean.
static void add_adjust(caper_gait_adjust *sum, const caper_gait_adjust *a, float share)
{
    _Static_assert(sizeof *sum == 13 * sizeof(float), "floats and nothing else");
    const float *from = (const float *)a;
    float *to = (float *)sum;
    for (size_t i = 0; i < sizeof *sum / sizeof(float); i++) {
        to[i] += share * from[i];
    }
}

static void draw_waves_near(caper_gait_waves *waves, const caper_gait_figures *theirs,
                            const caper_gait_figures *ours)
{
    for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
        float most = n >= CAPER_GAIT_PITCH ? 30.0f : 0.3f; // what no torso does
        for (int k = 0; k < CAPER_GAIT_HARMONICS * 2; k++) {
            float *x = &waves->channels[n][k / 2][k % 2];
            float more = theirs->waves.channels[n][k / 2][k % 2];
            more -= ours->waves.channels[n][k / 2][k % 2];
            *x = caper_clamp(*x + more, -most, most);
        }
    }
}

// Curves by rising speed; of those that are too near each other, or too many, the first stays.
static void keep_curves(caper_gait_style *style, caper_gait_waves waves)
{
    int at = style->curve_count;
    for (int i = 0; i < style->curve_count; i++) {
        if (fabsf(style->curves[i].froude - waves.froude) < 0.1f * waves.froude) {
            return;
        }
    }
    if (at == CAPER_GAIT_MAX_CURVES) {
        return;
    }
    for (; at > 0 && style->curves[at - 1].froude > waves.froude; at--) {
        style->curves[at] = style->curves[at - 1];
    }
    style->curves[at] = waves;
    style->curve_count++;
}

// Our own walk in a style, measured.
static bool measure_own(const caper_gait_example *example, const caper_gait_style *style,
                        float speed, caper_gait_figures *out, caper_error *error)
{
    caperi_walk_record record;
    memset(&record, 0, sizeof record);
    caper_gait *gait = gait_of(example, style, error);
    bool good = gait && record_own(gait, speed, &record, error) &&
                caperi_walk_measure(gait, &record, example->source, out, error);
    caperi_walk_record_close(&record);
    caper_gait_destroy(gait);
    return good;
}

// How far our walk is from an example: a tenth of a stride, of duty, of a leg, 3 degrees count the
// same.
static float misfit(const caper_gait_figures *theirs, const caper_gait_figures *ours)
{
    float sum = fabsf(ratio(theirs->cycle, ours->cycle, 0.0f, 10.0f) - 1.0f);
    sum += 0.5f * fabsf(ratio(theirs->lift, ours->lift, 0.0f, 10.0f) - 1.0f);
    sum += fabsf(theirs->duty - ours->duty) + fabsf(theirs->uneven - ours->uneven);
    sum += fabsf(theirs->extension - ours->extension);
    sum += (theirs->width != 0.0f ? 0.2f : 0.0f) * fabsf(theirs->width - ours->width);
    sum += fabsf(theirs->means[CAPER_GAIT_PITCH] - ours->means[CAPER_GAIT_PITCH]) / 30.0f;
    for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
        for (int k = 0; k < CAPER_GAIT_HARMONICS * 2; k++) {
            float off =
                theirs->waves.channels[n][k / 2][k % 2] - ours->waves.channels[n][k / 2][k % 2];
            sum += fabsf(off) / (n >= CAPER_GAIT_PITCH ? 30.0f : 1.0f);
        }
    }
    return sum;
}

// Walk, compare, correct: legs that reach no farther and soles that roll answer by less, or more,
// than they are told. What came nearest counts.
static bool learn_one(const caper_gait_example *example, float share, caper_gait_style *style,
                      caper_gait_figures *theirs, caper_error *error)
{
    caper_gait_style own = caper_gait_style_neutral(), best;
    float least = 1e30f;
    CAPER_PASS(caper_gait_measure(example, theirs, error));
    own.curves[0].froude = theirs->froude;
    own.curve_count = 1;
    best = own;
    for (int i = 0; i < ROUNDS; i++) {
        caper_gait_figures ours;
        // the first is our plain walk; a later one that cannot be measured went too far
        caper_error why = {0};
        if (!measure_own(example, &own, theirs->speed, &ours, &why)) {
            if (i > 0 && why.status != CAPER_ERROR_MEMORY) {
                break;
            }
            if (error) {
                *error = why;
            }
            return false;
        }
        float off = misfit(theirs, &ours);
        best = off < least ? own : best;
        least = caper_min(off, least);
        draw_near(&own.adjust, theirs, &ours);
        draw_waves_near(&own.curves[0], theirs, &ours);
    }
    add_adjust(&style->adjust, &best.adjust, share);
    keep_curves(style, best.curves[0]);
    return true;
}

bool caper_gait_learn(const caper_gait_example *examples, int example_count, const char *name,
                      caper_gait_style *style, caper_gait_figures *figures, caper_error *error)
{
    caper_gait_style out = caper_gait_style_neutral();
    CAPER_TRY(example_count > 0, error, CAPER_ERROR_INVALID, NULL, 0, 0,
              "no clips to learn a gait from");
    CAPER_TRY(strlen(name) < sizeof out.name, error, CAPER_ERROR_LIMIT, name, 0, 0,
              "a name of more than %zu bytes", sizeof out.name - 1);
    memcpy(out.name, name, strlen(name) + 1);
    memset(&out.adjust, 0, sizeof out.adjust);
    for (int i = 0; i < example_count; i++) {
        caper_gait_figures theirs;
        CAPER_PASS(learn_one(&examples[i], 1.0f / (float)example_count, &out, &theirs, error));
        if (figures) {
            figures[i] = theirs;
        }
    }
    *style = out;
    return true;
}
