// SPDX-License-Identifier: MIT
//
// The way of a frame: sources, goals and base pose, stages, IK, stages, jiggle, stages, pose.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

typedef struct frame_job {
    caper_actor *actor;
    const caper_world_frame *frame;
    float dt;
} frame_job;

/// Run the stages of one order. After IK `local` is the solved pose, before it the base pose.
static bool run_stages(const frame_job *job, caper_stage_order order, caper_pose *local)
{
    caper_actor *actor = job->actor;
    for (int i = 0; i < actor->stage_count; i++) {
        const caper_actor_stage *stage = &actor->stages[i];
        if (stage->order != order) {
            continue;
        }
        caper_stage_frame frame;
        memset(&frame, 0, sizeof frame);
        frame.character = actor->character;
        frame.world = actor->world;
        frame.frame = job->frame;
        frame.dt = job->dt;
        frame.root = &actor->root;
        frame.goals = actor->goals;
        frame.goal_count = &actor->goal_count;
        frame.goal_capacity = actor->goal_capacity;
        frame.local = local;
        frame.has_ik = order == CAPER_STAGE_GOALS ? NULL : actor->has_ik;
        if (!stage->run(stage->state, &frame)) {
            return false;
        }
    }
    return true;
}

/// Goals and base pose to a local pose.
static bool solve(caper_actor *actor)
{
    if (actor->goal_count == 0) {
        memset(actor->has_ik, 0, (size_t)actor->character->body_count);
        actor->has_ik[actor->character->root_body] = 1;
        caper_pose_copy(&actor->local, &actor->base);
        return true;
    }
    caper_solve_job job = caper_solve_job_default();
    job.solver = actor->solver;
    job.params = &actor->params;
    job.goals = actor->goals;
    job.goal_count = actor->goal_count;
    job.base_local = &actor->base;
    job.scratch = actor->scratch;
    job.local_out = &actor->local;
    job.has_ik = actor->has_ik;
    return caper_solve(&job);
}

/// Loose parts, as far as no clip poses them.
static void jiggle(caper_actor *actor, float dt)
{
    if (!actor->jiggle) {
        return;
    }
    if (actor->posed >= 1) {
        caper_jiggle_reset(actor->jiggle);
        return;
    }
    caper_transform root = caper_root_transform(actor->root);
    caper_pose posed = actor->sample;
    if (actor->posed > 0) {
        caper_pose_copy(&posed, &actor->local);
    }
    caper_jiggle_update(actor->jiggle, &root, actor->has_ik, dt, &actor->local);
    for (int i = 0; actor->posed > 0 && i < posed.body_count; i++) {
        actor->local.bodies[i].rotation = caper_quat_nlerp(actor->local.bodies[i].rotation,
                                                           posed.bodies[i].rotation, actor->posed);
    }
}

bool caper_actor_update(caper_actor *actor, float dt, const caper_world_frame *frame)
{
    if (!(dt >= 0) || !(dt <= 1e6f)) {
        return false;
    }
    caperi_sources_advance(actor, dt);
    caper_world_frame seen = caperi_actor_frame(actor, frame);
    frame_job job = {actor, &seen, dt};
    actor->root = caper_root_mul(actor->root, caperi_mix_travel(actor));
    bool clips = caperi_mix(actor, &seen);
    if (actor->latch_feet) {
        caperi_latch_feet(actor, clips, dt);
    }
    bool good = run_stages(&job, CAPER_STAGE_GOALS, &actor->base) && solve(actor) &&
                run_stages(&job, CAPER_STAGE_POSE, &actor->local);
    if (good) {
        jiggle(actor, dt);
        good = run_stages(&job, CAPER_STAGE_LAST, &actor->local);
    }
    caper_pose_to_model(&actor->character->skeleton, &actor->local, NULL, &actor->model);
    return good;
}

// ------------------------------------------------------------------------------------ many

typedef struct crowd {
    caper_actor *const *actors;
    const caper_world_frame *frame;
    float dt;
} crowd;

static void update_range(void *user, int begin, int end, int worker)
{
    (void)worker;
    const crowd *c = user;
    for (int i = begin; i < end; i++) {
        caper_actor_update(c->actors[i], c->dt, c->frame);
    }
}

void caper_actors_update(caper_actor *const *actors, int count, float dt,
                         const caper_world_frame *frame, caper_job_pool *pool)
{
    crowd c = {actors, frame, dt};
    caper_parallel_for(pool, count, 8, update_range, &c);
}
