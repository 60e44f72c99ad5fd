// SPDX-License-Identifier: MIT
//
// A stride as a stage before IK: it is given what the sources will do, and its frame goes into base
// pose, root, goals of feet and contacts.
#include "actor/actor.h"

static float wants(void *state, float dt, float *since)
{
    return caper_stride_wants(state, dt, since);
}

static void show(void *state, const caper_stage_frame *frame)
{
    if (!frame || !frame->feet) {
        caper_stride_show_nothing(state);
        return;
    }
    caper_stride_glimpse glimpse = {.ahead = frame->ahead,
                                    .way = frame->way,
                                    .model = frame->model,
                                    .feet = frame->feet,
                                    .stands = frame->stands};
    caper_stride_show(state, &glimpse);
}

/// Feet that have goals get them changed; all others are posed already.
static void move_goals(const caper_stage_frame *frame, const caper_transform *held)
{
    caper_transform root = caper_root_transform(*frame->root);
    for (int i = 0; i < *frame->goal_count; i++) {
        caper_goal *goal = &frame->goals[i];
        for (int k = 0; k < *frame->contact_count; k++) {
            if (goal->body == frame->contacts[k].body && goal->position_weight > 0) {
                caper_transform at = caper_transform_unmul(root, held[k]);
                goal->position = caper_transform_mul_point(at, goal->point);
                goal->rotation = at.rotation;
                goal->position_weight = goal->rotation_weight = 1;
            }
        }
    }
}

static bool run(void *state, const caper_stage_frame *frame)
{
    if (frame->walks || !frame->feet) {
        caper_stride_reset(state);
        return true;
    }
    caper_stride_job job = {.dt = frame->dt,
                            .world = frame->world,
                            .frame = frame->frame,
                            .model = frame->model,
                            .feet = frame->feet,
                            .stands = frame->stands,
                            .before = frame->before,
                            .root = frame->root,
                            .local = frame->local};
    if (!caper_stride_update(state, &job)) {
        return false;
    }
    for (int i = 0; i < frame->character->leg_count; i++) {
        const caper_stride_foot *foot = &job.results[i];
        frame->contacts[(*frame->contact_count)++] =
            (caper_offer_contact){.body = foot->body,
                                  .stands = foot->stands ? CAPER_STANDS_YES : CAPER_STANDS_NO,
                                  .has_pivot = true,
                                  .pivot = foot->pivot,
                                  .bends = foot->bends,
                                  .pivot_before = foot->pivot_before,
                                  .has_wish = foot->latch != NULL,
                                  .wish = foot->world,
                                  .normal = foot->normal,
                                  .platform = foot->platform,
                                  .latch = foot->latch};
    }
    return true;
}

/// Legs bend to where the actor holds the feet.
static bool pose(void *state, const caper_stage_frame *frame)
{
    caper_transform held[CAPERI_STAGE_LEGS];
    for (int i = 0; i < *frame->contact_count; i++) {
        const caper_offer_contact *contact = &frame->contacts[i];
        held[i] = contact->has_wish ? contact->held : contact->wish;
    }
    caper_stride_job job = {.frame = frame->frame,
                            .model = frame->model,
                            .root = frame->root,
                            .local = frame->local,
                            .before = *frame->root};
    move_goals(frame, held);
    return caper_stride_pose(state, &job, held);
}

static size_t save(const void *state, void *out, size_t size)
{
    return caper_stride_save(state, out, size);
}

static bool load(void *state, const void *bytes, size_t size, caper_error *error)
{
    return caper_stride_load(state, bytes, size, error);
}

bool caper_actor_add_stride(caper_actor *actor, caper_stride *stride)
{
    if (caper_stride_character(stride) != actor->character) {
        return false;
    }
    caper_actor_stage stage = {.name = "stride",
                               .order = CAPER_STAGE_GOALS,
                               .run = run,
                               .pose = pose,
                               .save = save,
                               .load = load,
                               .state = stride,
                               .wants = wants,
                               .show = show};
    return caper_actor_add_stage(actor, &stage);
}
