// SPDX-License-Identifier: MIT
//
// A clip of any skeleton onto any character, in one call: an actor of that character plays it, as
// a performer's pose each frame or as a motion made from it, and is recorded.
#include "actor/actor.h"
#include "caper/person.h"
#include "clip/clip.h"
#include "puppet/puppet.h"

#include <string.h>

// Seconds at size 1.8: passes 8 Hz by 0.88, 20 Hz by 0.45, 40 Hz by 0.04. People move below 10 Hz;
// captures tremble above it, by turns of bones that the performer hides (a chest without length)
// and another body shows.
#define SMOOTH 0.01f // seconds; chosen on 8 captures x 20 bodies
// Captures begin in the middle of a step: what filters, holds and follows must be on its way by
// then, or the first frames start with a jerk.
#define RUN_UP                                                                                     \
    0.2f // seconds at size 1.8 before the first frame: twice the shortest stance (quality)
#define SUNK 0.01f // of size: a run-up that leads so far under the lowest body is none

const char *caper_retarget_method_name(caper_retarget_method method)
{
    static const char *const names[] = {"auto", "importance", "angles", "effectors", "motion"};
    return (unsigned)method < CAPER_RETARGET_METHOD_COUNT ? names[method] : NULL;
}

caper_retarget_job caper_retarget_job_default(void)
{
    caper_retarget_job job;
    memset(&job, 0, sizeof job);
    job.puppet = caper_puppet_def_default();
    job.floor = NAN;
    job.smooth = SMOOTH;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

static bool valid_job(const caper_retarget_job *job, caper_error *error)
{
    bool started = job && job->cookie == CAPER_DEF_COOKIE && job->clip && job->from && job->onto;
    CAPER_ASSERT(started);
    if (!started) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "retargeting needs a job from its default function, a clip, its "
                               "character and the one it goes onto");
    }
    if (!caper_skeleton_same(&job->clip->skeleton, &job->from->skeleton)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, job->clip->name, 0, 0,
                               "the clip is not one of the skeleton of '%s'", job->from->name);
    }
    bool good = job->rate >= 0 && job->rate <= 1e4f && job->tolerance >= 0 && job->smooth >= 0 &&
                job->smooth <= 1 && (job->floor != job->floor || fabsf(job->floor) < 1e5f) &&
                (unsigned)job->method < CAPER_RETARGET_METHOD_COUNT;
    return good || caper_error_set(error, CAPER_ERROR_INVALID, job->clip->name, 0, 0,
                                   "rate, tolerance, floor or method out of range");
}

static caper_jiggle_def jiggle_of(const caper_retarget_job *job)
{
    caper_jiggle_def def = caper_jiggle_def_default();
    def.looseness = job->stiff ? 0 : def.looseness;
    return def;
}

static caper_actor_def actor_of(const caper_retarget_job *job, const caper_jiggle_def *jiggle)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = job->onto;
    def.world = job->world;
    def.jiggle = jiggle;
    def.allocator = job->allocator;
    return def;
}

static caper_recorder_def recorder_of(const caper_retarget_job *job)
{
    caper_recorder_def def = caper_recorder_def_default();
    def.name = job->clip->name;
    def.rate = job->rate > 0 ? job->rate : job->clip->rate;
    def.allocator = job->allocator;
    return def;
}

// ------------------------------------------------------------------------------------ a performer

/// A clip as a performer does it.
typedef struct show {
    const caper_clip *clip;
    caper_source source;
    const caper_character *onto;
    caper_pose pose, scratch, first;
    float *deforms;            // of onto
    float smooth;              // seconds
    caper_pose_filter *filter; // NULL: none
    float start;               // seconds of rest in front, which are filled with what leads to it
} show;

/// What was before the first frame, as the frames after it go on, backwards: places and turns
/// change as fast, and what stands has stood.
static void reflect(show *s, caper_root *at)
{
    caper_root first, now = *at;
    caperi_clip_sample_smooth(s->clip, s->start, s->start, s->smooth, &s->scratch, &s->first,
                              &first);
    for (int i = 0; i < s->pose.body_count; i++) {
        caper_transform *t = &s->pose.bodies[i], from = s->first.bodies[i];
        caper_quat back = caper_quat_mul(from.rotation, caper_quat_conj(t->rotation));
        t->rotation = caper_quat_normalize(caper_quat_mul(back, from.rotation));
        t->position = caper_vec3_sub(caper_vec3_scale(from.position, 2), t->position);
    }
    *at = (caper_root){2 * first.x - now.x, 2 * first.y - now.y, 2 * first.z - now.z,
                       first.yaw - caper_wrap_angle(now.yaw - first.yaw)};
}

/// The pose of a time, which may be before the first frame.
static caper_root show_at(show *s, float time)
{
    float when = time < s->start ? caper_min(2 * s->start - time, s->clip->duration) : time;
    caper_root at;
    caperi_clip_sample_smooth(s->clip, when, s->start, s->smooth, &s->scratch, &s->pose, &at);
    if (time < s->start) {
        reflect(s, &at);
    }
    return at;
}

/// How low the lowest body is.
static float lowest_at(show *s, float time)
{
    float low = show_at(s, time).y, least = HUGE_VALF;
    caper_pose_to_model(&s->clip->skeleton, &s->pose, NULL, &s->scratch);
    for (int i = 0; i < s->scratch.body_count; i++) {
        least = caper_min(least, s->scratch.bodies[i].position.y);
    }
    return low + least;
}

/// Seconds before the first frame that lead to it: none of them under the ground, as those before
/// a jump that begins the clip.
static float find_run_up(show *s, float size)
{
    int count = (int)(RUN_UP * sqrtf(size / 1.8f) * s->clip->rate);
    float first = lowest_at(s, s->start);
    for (int i = 1; i <= count; i++) {
        if (lowest_at(s, s->start - (float)i / s->clip->rate) < first - SUNK * size) {
            return (float)(i - 1) / s->clip->rate;
        }
    }
    return (float)count / s->clip->rate;
}

static bool perform(void *user, caper_actor *actor, int frame, float time)
{
    show *s = user;
    (void)frame;
    caper_root at = show_at(s, time);
    caper_transform root = caper_root_transform(at);
    if (s->filter) {
        caper_pose_filter_update(s->filter, (double)time, &root, &s->pose);
    }
    for (int i = 0; i < s->clip->deform_count; i++) { // by name
        int to = caperi_find_deform(s->onto, s->clip->deforms[i]).deform;
        if (to >= 0) {
            s->deforms[to] = s->pose.deforms[i];
        }
    }
    caper_performance performance = {&s->pose, &root, s->clip->deform_count ? s->deforms : NULL};
    return caper_actor_perform(actor, s->source, &performance);
}

/// The performer's floor: as given, or where his feet stand. False without memory.
static bool find_floor(const caper_retarget_job *job, float *floor)
{
    bool given = job->floor == job->floor;
    *floor = given ? job->floor : 0;
    return given || caper_floor_estimate(job->from, job->clip, job->allocator, floor, NULL);
}

static caper_clip *by_performer(caper_retarget_job *job, caper_error *error)
{
    caper_puppet_def puppet = job->puppet;
    puppet.performer = job->from;
    puppet.method = (caper_puppet_method)(job->used - CAPER_RETARGET_IMPORTANCE);
    show s;
    memset(&s, 0, sizeof s);
    s.clip = job->clip;
    s.onto = job->onto;
    s.pose = caper_pose_create(job->from->body_count, job->clip->deform_count, job->allocator);
    s.scratch = caper_pose_create(job->from->body_count, job->clip->deform_count, job->allocator);
    s.smooth = job->smooth * sqrtf(job->from->size / 1.8f);
    s.first = caper_pose_create(job->from->body_count, job->clip->deform_count, job->allocator);
    size_t deforms = (size_t)(job->onto->deform_count + 1) * sizeof(float);
    s.deforms = caper_alloc_zero(job->allocator, deforms, sizeof(float));
    int rest = 0;
    float jump = 0;
    if (!s.pose.bodies || !s.scratch.bodies || !s.first.bodies || !s.deforms ||
        !find_floor(job, &puppet.floor) ||
        !caperi_clip_find_rest(job->clip, job->from->size, job->allocator, &rest, &jump)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a performance");
        caper_pose_destroy(&s.pose, job->allocator);
        caper_pose_destroy(&s.scratch, job->allocator);
        caper_pose_destroy(&s.first, job->allocator);
        caper_free(job->allocator, s.deforms, deforms);
        return NULL;
    }
    s.start = (float)rest / job->clip->rate;
    puppet.own_place = true;
    caper_clip *clip = NULL, *mended = caperi_clip_mend(job->clip, rest, job->allocator, error);
    s.clip = mended;
    caper_jiggle_def jiggle = jiggle_of(job);
    caper_actor_def def = actor_of(job, &jiggle);
    caper_actor *actor = mended ? caper_actor_create(&def, error) : NULL;
    caper_play_def play = caper_play_def_default();
    play.puppet = &puppet;
    play.fade_in = 0;
    bool ready = actor && caperi_set_targets(actor, job->targets, job->target_count, error);
    if (ready && job->filter) {
        s.filter = caper_pose_filter_create(job->from, job->filter, job->allocator, error);
        ready = s.filter != NULL;
    }
    s.source = ready ? caper_actor_play(actor, &play, error) : 0;
    if (s.source) {
        caper_record_job record = caper_record_job_default();
        record.actor = actor;
        record.recorder = recorder_of(job);
        record.seconds = job->clip->duration;
        // a person's puppet learns where the floor is from where feet stand, which nobody knows yet
        bool creature = caperi_actor_puppet(actor, s.source)->creature != NULL;
        bool leads = !job->filter && creature;
        record.recorder.eased = caper_min(job->from->size, job->onto->size);
        // a person's steps are as the performer's, and as smooth
        record.recorder.eases_steps = creature;
        record.settle = leads ? find_run_up(&s, job->from->size) : 0;
        record.before = perform;
        record.user = &s;
        record.progress = job->progress;
        clip = caper_record(&record, error);
        job->report = *caper_actor_puppet(actor, s.source);
    }
    caper_actor_destroy(actor);
    caper_clip_destroy(mended);
    caper_pose_filter_destroy(s.filter);
    caper_pose_destroy(&s.pose, job->allocator);
    caper_pose_destroy(&s.scratch, job->allocator);
    caper_pose_destroy(&s.first, job->allocator);
    caper_free(job->allocator, s.deforms, deforms);
    return clip;
}

// ------------------------------------------------------------------------------------ a motion

static caper_clip *by_motion(caper_retarget_job *job, caper_error *error)
{
    caper_motion_from_clip_job from = caper_motion_from_clip_job_default();
    from.character = job->from;
    from.relaxed = true;
    from.clip = job->clip;
    from.tolerance = job->tolerance > 0 ? job->tolerance : from.tolerance;
    from.allocator = job->allocator;
    job->motion = caper_motion_from_clip(&from, &job->motion_report, error);
    if (!job->motion) {
        return NULL;
    }
    caper_play_clip_job play = caper_play_clip_job_default();
    caper_jiggle_def jiggle = jiggle_of(job);
    play.actor = actor_of(job, &jiggle);
    play.play.motion = job->motion;
    play.record.recorder = recorder_of(job);
    play.record.recorder.loops = job->motion->loops;
    play.record.progress = job->progress;
    return caper_play_clip(&play, error);
}

// ------------------------------------------------------------------------------------ all

caper_clip *caper_retarget(caper_retarget_job *job, caper_error *error)
{
    if (!valid_job(job, error)) {
        return NULL;
    }
    job->motion = NULL;
    job->used = job->method;
    if (job->method == CAPER_RETARGET_AUTO) {
        caper_person person;
        bool is_person = caper_person_find(job->from, job->puppet.performer_map, &person, NULL);
        job->used = is_person ? CAPER_RETARGET_IMPORTANCE : CAPER_RETARGET_MOTION;
    }
    caper_clip *clip =
        job->used == CAPER_RETARGET_MOTION ? by_motion(job, error) : by_performer(job, error);
    if (clip && job->bake_root && clip->has_root) {
        caper_clip *baked = caper_clip_bake_root(clip, job->allocator, error);
        caper_clip_destroy(clip);
        clip = baked;
    }
    return clip;
}
