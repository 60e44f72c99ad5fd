// SPDX-License-Identifier: MIT
//
// The order of a frame: sources move and look, layers, stages, what stands is held, limbs that
// sources pose themselves, IK, stages, jiggle, stages, pose.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

/// What stages are told of feet, and say of them; bodies with more legs than this tell nothing.
typedef struct leg_view {
    caper_transform feet[CAPERI_STAGE_LEGS];
    int8_t stands[CAPERI_STAGE_LEGS];
    caper_offer_contact contacts[CAPERI_STAGE_LEGS];
    int contact_count;
} leg_view;

typedef struct frame_job {
    caper_actor *actor;
    const caper_world_frame *frame;
    float dt;
    leg_view view;
    const caper_actor_stage *walker; // the stage that says what feet do, the last that does
} frame_job;

static caper_stage_frame stage_frame(const frame_job *job, caper_pose *local)
{
    caper_actor *actor = job->actor;
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
    frame.before = actor->last_root;
    return frame;
}

/// How the sources have the feet.
static void view_legs(const frame_job *job, leg_view *view, caper_stage_frame *frame)
{
    caper_actor *actor = job->actor;
    const caper_character *c = actor->character;
    view->contact_count = 0;
    caperi_base_model(actor);
    frame->model = &actor->sample;
    if (c->leg_count > CAPERI_STAGE_LEGS) {
        return;
    }
    for (int i = 0; i < c->leg_count; i++) {
        int slot = actor->contact_of[c->legs[i].foot];
        caperi_vote vote;
        memset(&vote, 0, sizeof vote);
        vote = slot >= 0 ? actor->votes[slot] : vote;
        view->feet[i] = caperi_wish(actor, c->legs[i].foot);
        view->stands[i] = vote.weight > 0 && vote.ask == 0 ? vote.yes > 0.5f * vote.weight : -1;
    }
    for (int i = 0; i < actor->playing_count; i++) {
        const caperi_source *source = actor->playing[i];
        bool walks = strcmp(source->kind->name, "walk") == 0;
        frame->walks = frame->walks || (walks && caperi_source_weight(source) > 0.5f);
    }
    frame->feet = view->feet;
    frame->stands = view->stands;
    frame->contacts = view->contacts;
    frame->contact_count = &view->contact_count;
}

/// What a stage says of feet goes over what the sources say.
static void take_contacts(caper_actor *actor, const leg_view *view, bool posed)
{
    for (int i = 0; i < view->contact_count && i < CAPERI_STAGE_LEGS; i++) {
        const caper_offer_contact *contact = &view->contacts[i];
        int slot = actor->contact_of[contact->body];
        if (slot >= 0) {
            caperi_vote *vote = &actor->votes[slot];
            memset(vote, 0, sizeof *vote);
            vote->weight = vote->pivot_weight = 1;
            vote->yes = contact->stands == CAPER_STANDS_YES ? 1.0f : 0.0f;
            vote->planner = contact;
            vote->wish_weight = contact->has_wish ? 1.0f : 0.0f;
            vote->position = contact->wish.position;
            vote->rotation = contact->wish.rotation;
            vote->posed = posed ? 1.0f : 0.0f;
        }
    }
}

/// Where contacts are held, for those who pose limbs.
static void tell_held(const caper_actor *actor, caper_offer_contact *contacts, int count)
{
    for (int k = 0; k < count; k++) {
        int slot = actor->contact_of[contacts[k].body];
        contacts[k].held = contacts[k].wish; // where there is no room for it
        if (slot >= 0) {
            contacts[k].held = actor->contacts[slot].world;
            contacts[k].holds = actor->contacts[slot].holds;
            contacts[k].hold = actor->holds[slot].latch.hold;
        }
    }
}

/// Run the stages of one order. After IK `local` is the solved pose, before it the base pose.
static bool run_stages(frame_job *job, caper_stage_order order, caper_pose *local)
{
    caper_actor *actor = job->actor;
    for (int i = 0; i < actor->stage_count; i++) {
        const caper_actor_stage *stage = &actor->stages[i];
        if (stage->order != order) {
            continue;
        }
        leg_view *view = &job->view;
        int said = job->walker ? view->contact_count : 0; // by stages before
        caper_stage_frame frame = stage_frame(job, local);
        frame.has_ik = order == CAPER_STAGE_GOALS ? NULL : actor->has_ik;
        if (order == CAPER_STAGE_GOALS) {
            view_legs(job, view, &frame);
        }
        bool good = stage->run(stage->state, &frame);
        if (order == CAPER_STAGE_GOALS) {
            actor->posed_any = true; // who knows what it did to the base pose
            actor->model_is_base = false;
            job->walker = view->contact_count > 0 ? stage : job->walker;
            view->contact_count = view->contact_count > 0 ? view->contact_count : said;
            take_contacts(actor, view, false);
        }
        if (!good) {
            return false;
        }
        actor->model_is_local = false;
    }
    return true;
}

/// Stages before IK that look ahead do so, before the present is laid down.
static void look_ahead(const frame_job *job)
{
    caper_actor *actor = job->actor;
    for (int i = 0; i < actor->stage_count; i++) {
        const caper_actor_stage *stage = &actor->stages[i];
        if (stage->order != CAPER_STAGE_GOALS || !stage->wants || !stage->show) {
            continue;
        }
        for (int k = 0; k < CAPERI_MOST_LOOKS; k++) {
            float since = 0, ahead = stage->wants(stage->state, job->dt, &since);
            if (!(ahead >= 0)) {
                break;
            }
            leg_view view;
            caper_stage_frame frame = stage_frame(job, &actor->base);
            frame.ahead = ahead;
            if (!caperi_foresee(actor, job->frame, (double)since, (double)ahead, &frame.way)) {
                stage->show(stage->state, NULL);
                continue;
            }
            view_legs(job, &view, &frame);
            stage->show(stage->state, &frame);
        }
    }
}

/// Stages may have dropped goals and put others in their places: which body has which.
static void list_goals(caper_actor *actor)
{
    int count = actor->goal_count < 0 ? 0 : actor->goal_count;
    actor->goal_count = count < actor->goal_capacity ? count : actor->goal_capacity;
    memset(actor->slots, 0xff, (size_t)actor->character->body_count * sizeof *actor->slots);
    for (int i = actor->goal_count - 1; i >= 0; i--) {
        int body = actor->goals[i].body;
        if (body >= 0 && body < actor->character->body_count) {
            actor->slots[body] = (int16_t)i;
        }
    }
}

static int copy_goals(const caper_actor *actor, caper_goal *out)
{
    memcpy(out, actor->goals, (size_t)actor->goal_count * sizeof *out);
    return actor->goal_count;
}

/// Stages before IK. What they find and leave is remembered: where sources pose limbs afterwards,
/// all is laid again.
static bool run_goal_stages(frame_job *job)
{
    caper_actor *actor = job->actor;
    actor->staged = actor->stage_count > 0;
    if (!actor->staged) {
        return true;
    }
    actor->before_count = copy_goals(actor, actor->before);
    caper_pose_copy(&actor->before_base, &actor->base);
    bool good = run_stages(job, CAPER_STAGE_GOALS, &actor->base);
    list_goals(actor);
    actor->after_count = copy_goals(actor, actor->after);
    caper_pose_copy(&actor->after_base, &actor->base);
    return good;
}

static const caper_goal *find_goal(const caper_goal *goals, int count, int body)
{
    for (int i = 0; i < count; i++) {
        if (goals[i].body == body) {
            return &goals[i];
        }
    }
    return NULL;
}

/// What stages changed stays as they left it, over what was laid again.
static void redo_stages(caper_actor *actor)
{
    for (int i = 0; i < actor->base.body_count; i++) {
        const caper_transform *now = &actor->after_base.bodies[i];
        if (memcmp(&actor->before_base.bodies[i], now, sizeof *now) != 0) {
            actor->base.bodies[i] = *now;
        }
    }
    int kept = 0;
    for (int i = 0; i < actor->goal_count; i++) {
        int body = actor->goals[i].body;
        bool dropped = find_goal(actor->before, actor->before_count, body) &&
                       !find_goal(actor->after, actor->after_count, body);
        if (!dropped) {
            actor->goals[kept++] = actor->goals[i];
        }
    }
    actor->goal_count = kept;
    list_goals(actor);
    for (int i = 0; i < actor->after_count; i++) {
        const caper_goal *goal = &actor->after[i];
        const caper_goal *found = find_goal(actor->before, actor->before_count, goal->body);
        int slot = actor->slots[goal->body];
        if (found && memcmp(found, goal, sizeof *goal) == 0) {
            continue; // nobody touched it
        }
        if (slot < 0 && actor->goal_count < actor->goal_capacity) {
            slot = actor->goal_count++;
            actor->slots[goal->body] = (int16_t)slot;
        }
        if (slot >= 0) {
            actor->goals[slot] = *goal;
        }
    }
    actor->posed_any = true;
    actor->model_is_base = false;
}

float caperi_calm(const caper_actor *actor)
{
    float calm = 0;
    for (int i = 0; i < actor->playing_count; i++) {
        const caperi_source *s = actor->playing[i];
        calm += s->offers && s->offer.calms ? caperi_source_weight(s) : 0;
    }
    return caper_min(calm, 1);
}

bool caperi_solve_goals(caper_actor *actor)
{
    actor->model_is_local = false;
    if (actor->goal_count == 0) {
        memset(actor->has_ik, 0, (size_t)actor->character->body_count);
        actor->has_ik[actor->character->root_body] = 1;
        caper_pose_copy(&actor->local, &actor->base);
        return true;
    }
    if (actor->base.deform_count > 0) {
        memcpy(actor->local.deforms, actor->base.deforms,
               (size_t)actor->base.deform_count * sizeof(float));
    }
    caper_pose local = {actor->local.bodies, NULL, actor->local.body_count, 0};
    caper_solve_job job = caper_solve_job_default();
    job.solver = actor->solver;
    job.params = &actor->params;
    job.goals = actor->goals;
    job.goal_count = actor->goal_count;
    job.base_local = actor->posed_any ? &actor->base : NULL; // rest is known to the solver
    job.calm = caperi_calm(actor) > 0.5f;                    // the solver knows no halves
    job.scratch = actor->scratch;
    job.local_out = &local;
    caper_pose model = {actor->model.bodies, NULL, actor->model.body_count, 0};
    job.model_out = &model;
    job.has_ik = actor->has_ik;
    actor->model_is_local = caper_solve(&job);
    return actor->model_is_local;
}

/// Loose parts, as far as no source poses them.
static void jiggle(caper_actor *actor, float dt)
{
    if (!actor->jiggle) {
        return;
    }
    float least = 1, most = 0;
    for (int i = 0; i < actor->local.body_count; i++) {
        least = caper_min(least, actor->posed[i]);
        most = caper_max(most, actor->posed[i]);
    }
    if (least >= 1) {
        caper_jiggle_reset(actor->jiggle);
        return;
    }
    caper_transform root = caper_root_transform(actor->root);
    caper_pose posed = {actor->sample.bodies, NULL, actor->sample.body_count, 0};
    caper_pose local = {actor->local.bodies, NULL, actor->local.body_count, 0};
    if (most > 0) {
        caper_pose_copy(&posed, &local);
    }
    caper_jiggle_update(actor->jiggle, &root, actor->has_ik, dt, &actor->local);
    actor->model_is_local = false;
    for (int i = 0; most > 0 && i < posed.body_count; i++) {
        local.bodies[i].rotation = caper_quat_nlerp(
            local.bodies[i].rotation, posed.bodies[i].rotation, caper_min(actor->posed[i], 1));
    }
}

/// Sources that pose limbs themselves do so now, with contacts as they are held; then all is laid
/// down again, with what stages made of it.
static void pose_sources(caper_actor *actor, const caper_world_frame *frame)
{
    bool any = false, alone = false;
    for (int i = 0; i < actor->playing_count; i++) {
        caperi_source *source = actor->playing[i];
        if (!source->offers || !source->kind->pose) {
            continue;
        }
        caper_offer *offer = &source->offer;
        tell_held(actor, offer->contacts, offer->contact_count);
        caper_source_input input = caperi_source_input(actor, source, frame);
        source->offers = source->kind->pose(source->self, &input, offer);
        any = true;
        alone = input.alone && source->offers;
    }
    if (alone) {
        caperi_lay_posed(actor);
    } else if (any) {
        caperi_lay(actor);
    }
    if (any && actor->staged) {
        redo_stages(actor);
    }
}

/// The stage that says what feet do bends legs to where they are held.
static bool pose_stage(frame_job *job)
{
    caper_actor *actor = job->actor;
    leg_view *view = &job->view;
    if (!job->walker || !job->walker->pose) {
        return true;
    }
    int count = view->contact_count;
    tell_held(actor, view->contacts, count);
    caperi_base_model(actor);
    caper_stage_frame frame = stage_frame(job, &actor->base);
    frame.model = &actor->sample;
    frame.contacts = view->contacts;
    frame.contact_count = &count;
    bool good = job->walker->pose(job->walker->state, &frame);
    actor->posed_any = true;
    actor->model_is_base = false;
    for (int k = 0; k < view->contact_count; k++) {
        view->contacts[k].wish =
            view->contacts[k].has_wish ? view->contacts[k].held : view->contacts[k].wish;
    }
    take_contacts(actor, view, true);
    return good;
}

static float rate_of(float way, float dt)
{
    return caper_clamp(way / dt, -CAPERI_FAR, CAPERI_FAR);
}

/// How fast the root moved: what takes the character over goes on from there.
static void note_rate(caper_actor *actor, float dt)
{
    caper_root now = actor->root, last = actor->last_root;
    if (dt > 0) {
        float yaw = caper_wrap_angle(now.yaw - last.yaw);
        actor->rate = (caper_root){rate_of(now.x - last.x, dt), rate_of(now.y - last.y, dt),
                                   rate_of(now.z - last.z, dt), rate_of(yaw, dt)};
    }
    actor->way = caper_root_delta(last, now);
    actor->last_root = now;
}

bool caper_actor_update(caper_actor *actor, float dt, const caper_world_frame *frame)
{
    if (!caperi_is_step(dt)) {
        return false;
    }
    dt = caperi_step_of(dt);
    caper_world_frame seen = caperi_actor_frame(actor, frame);
    frame_job job;
    job.actor = actor;
    job.frame = &seen;
    job.dt = dt;
    job.walker = NULL;
    caperi_sources_advance(actor, dt, &seen);
    caperi_move(actor, &seen);
    look_ahead(&job);
    caperi_foresee_landing(actor, &seen);
    caperi_look(actor, &seen);
    caperi_lay(actor);
    bool good = run_goal_stages(&job);
    caperi_hold_contacts(actor, &seen, dt);
    pose_sources(actor, &seen);
    good = pose_stage(&job) && good;
    if (actor->latch_feet) {
        caperi_apply_contacts(actor);
    }
    good = good && caperi_solve_above(actor, &seen, dt) &&
           run_stages(&job, CAPER_STAGE_POSE, &actor->local);
    if (good) {
        jiggle(actor, dt);
        good = run_stages(&job, CAPER_STAGE_LAST, &actor->local);
    }
    bool robot = actor->character->hinge_count > 0;
    if (robot) {
        caper_character_obey(actor->character, &actor->local);
    }
    if (!actor->model_is_local || !good || robot) {
        caper_pose_to_model(&actor->character->skeleton, &actor->local, NULL, &actor->model);
    }
    note_rate(actor, dt);
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
