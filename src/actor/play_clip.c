// SPDX-License-Identifier: MIT
//
// Whatever an actor can play, as a clip, in one call: an actor is made, plays it, and is recorded.
#include "actor/actor.h"
#include "gait/gait.h"

#include <string.h>

caper_play_clip_job caper_play_clip_job_default(void)
{
    caper_play_clip_job job;
    memset(&job, 0, sizeof job);
    job.actor = caper_actor_def_default();
    job.play = caper_play_def_default();
    job.play.fade_in = job.play.fade_out = 0;
    job.play.hold = true; // the last frame shows the end of a motion
    job.record = caper_record_job_default();
    job.runs_up = job.eases = true;
    job.heading = NAN;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

bool caperi_set_targets(caper_actor *actor, const caper_target *targets, int count,
                        caper_error *error)
{
    for (int i = 0; i < count; i++) {
        if (!caper_actor_set_target(actor, targets[i].name, targets[i].transform)) {
            return caper_error_set(error, CAPER_ERROR_INVALID, targets[i].name, 0, 0,
                                   "a target is too far away, or there are too many");
        }
    }
    return true;
}

/// Seconds that are recorded: as told, else the motion or clip once.
static bool find_seconds(const caper_play_clip_job *job, float *seconds, caper_error *error)
{
    const caper_play_def *play = &job->play;
    *seconds = job->record.seconds;
    if (*seconds != 0) { // caper_record refuses what is none
        return true;
    }
    if (!(play->speed > 0)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "at speed 0 a source never ends: record.seconds is needed");
    }
    float once = play->motion ? play->motion->duration : play->clip ? play->clip->duration : 0;
    *seconds = once / play->speed;
    return true;
}

typedef struct follower {
    caper_play_clip_job *job;
    caper_route route;
} follower;

// Worlds without a ground plane end somewhere; what needs ground walks on in the air. What is
// higher than legs can climb is walked through.
static void watch_ground(caper_play_clip_job *job, caper_root at, float time)
{
    const caper_gait *gait = job->play.gait;
    const caper_world *world = job->actor.world;
    caper_gait_mode mode = caper_gait_mode_of(gait);
    if (!world || mode == CAPER_GAIT_SWIM || mode == CAPER_GAIT_FLOAT) {
        return;
    }
    if (job->left_ground < 0) {
        caper_hit hit = caper_world_height(world, NULL, at.x, at.z, INFINITY);
        job->left_ground = hit.surface == CAPER_SURFACE_NONE ? time : -1;
    }
    if (job->went_through < 0) {
        caper_vec3 above = {at.x, at.y + CAPERI_CLIMB * caper_gait_length(gait), at.z};
        bool inside = caper_world_distance(world, NULL, above, 0).distance < 0;
        job->went_through = inside ? time : -1;
    }
}

static bool follow(void *user, caper_actor *actor, int frame, float time)
{
    follower *f = user;
    caper_play_clip_job *job = f->job;
    caper_root at = caper_actor_root(actor);
    caper_walk_command command = {caper_route_velocity(&f->route, time, at), job->heading};
    watch_ground(job, at, time);
    return caper_actor_command(actor, job->source, &command) &&
           (!job->record.before || job->record.before(job->record.user, actor, frame, time));
}

caper_clip *caper_play_clip(caper_play_clip_job *job, caper_error *error)
{
    CAPER_ASSERT(job && job->cookie == CAPER_DEF_COOKIE);
    if (!job || job->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "playing a clip needs a job from its default function");
        return NULL;
    }
    caper_record_job record = job->record;
    follower follows = {.job = job};
    job->left_ground = job->went_through = -1;
    if (job->route && job->play.gait) {
        follows.route = *job->route;
        record.before = follow;
        record.user = &follows;
    }
    caper_actor *actor = caper_actor_create(&job->actor, error);
    bool ready = actor && caperi_set_targets(actor, job->targets, job->target_count, error);
    job->source = ready ? caper_actor_play(actor, &job->play, error) : 0;
    ready = job->source && (!job->above || caper_actor_play(actor, job->above, error));
    caper_source_state state;
    caper_clip *clip = NULL;
    ready = ready && find_seconds(job, &record.seconds, error);
    if (ready && caper_actor_source(actor, job->source, &state)) {
        const caper_motion *motion = job->play.motion;
        job->variant = state.variant;
        record.actor = actor;
        if (motion && job->eases && record.recorder.eased == 0) {
            record.recorder.eased = job->actor.character->size;
        }
        if (motion && job->runs_up && !record.before && record.settle == 0) {
            record.settle = caperi_record_run_up(actor, job->source, motion, job->actor.root);
        }
        clip = caper_record(&record, error);
    }
    caper_actor_destroy(actor);
    return clip;
}
