// SPDX-License-Identifier: MIT
// A crouch for any body with legs, made from pieces that the library gives: lower the root, then
// bring every foot back with the analytic limb. A leg of many bodies is solved as two rigid parts,
// split at the body that stays best within the limits of its joints.
#include "crouch.h"
#include "caper/ik.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 60.0f
#define FRAMES 61

typedef struct crouch_leg {
    int hip, middle, foot;
} crouch_leg;

typedef struct crouch {
    const caper_character *c;
    crouch_leg *legs;
    int leg_count;
    float depth; // how far the root goes down, metres
} crouch;

static bool hip_is_taken(const crouch *k, int hip)
{
    for (int i = 0; i < k->leg_count; i++) {
        if (k->legs[i].hip == hip) {
            return true;
        }
    }
    return false;
}

static void bend_leg(const crouch *k, const crouch_leg *leg, caper_pose *local, caper_pose *model)
{
    const caper_character *c = k->c;
    caper_limb_job job = caper_limb_job_default();
    job.start = model->bodies[leg->hip].position;
    job.middle = model->bodies[leg->middle].position;
    job.tip = model->bodies[leg->foot].position;
    job.upper = model->bodies[leg->hip].rotation;
    job.lower = model->bodies[leg->middle].rotation;
    job.target = c->rest_model[leg->foot].position;
    if (!caper_limb_solve(&job)) {
        return;
    }
    caper_quat above = model->bodies[c->bodies[leg->hip].parent].rotation;
    local->bodies[leg->hip].rotation = caper_quat_mul(caper_quat_conj(above), job.upper_out);
    caper_pose_to_model(&c->skeleton, local, NULL, model);
    above = model->bodies[c->bodies[leg->middle].parent].rotation;
    local->bodies[leg->middle].rotation = caper_quat_mul(caper_quat_conj(above), job.lower_out);
    caper_pose_to_model(&c->skeleton, local, NULL, model);
    above = model->bodies[c->bodies[leg->foot].parent].rotation;
    local->bodies[leg->foot].rotation =
        caper_quat_mul(caper_quat_conj(above), c->rest_model[leg->foot].rotation);
}

// How far beyond their limits the joints of a leg are in the deepest pose, when it bends at
// `middle`.
static float leg_excess(const crouch *k, crouch_leg leg, caper_pose *local, caper_pose *model)
{
    const caper_character *c = k->c;
    caper_pose rest = caper_character_rest_local(c);
    caper_pose_copy(local, &rest);
    local->bodies[0].position.y -= k->depth;
    caper_pose_to_model(&c->skeleton, local, NULL, model);
    bend_leg(k, &leg, local, model);
    float excess = 0;
    const int joints[3] = {leg.hip, leg.middle, leg.foot};
    for (int i = 0; i < 3; i++) {
        excess += caper_joint_measure(&c->bodies[joints[i]].joint,
                                      c->skeleton.rest_local[joints[i]].rotation,
                                      local->bodies[joints[i]].rotation)
                      .excess;
    }
    return excess;
}

// The body between hip and foot at which to bend, or -1 when there is none.
static int find_middle(const crouch *k, crouch_leg leg, caper_pose *local, caper_pose *model)
{
    int best = -1;
    float least = INFINITY;
    for (int i = k->c->bodies[leg.foot].parent; i >= 0 && i != leg.hip;
         i = k->c->bodies[i].parent) {
        leg.middle = i;
        float excess = leg_excess(k, leg, local, model);
        if (excess < least) {
            least = excess;
            best = i;
        }
    }
    return best;
}

static bool find_legs(crouch *k, float depth, caper_pose *local, caper_pose *model)
{
    const caper_character *c = k->c;
    k->legs = calloc((size_t)c->leg_count + 1, sizeof(crouch_leg));
    if (!k->legs) {
        return false;
    }
    float shortest = INFINITY;
    for (int i = 0; i < c->leg_count; i++) {
        float drop =
            c->rest_model[c->legs[i].hip].position.y - c->rest_model[c->legs[i].foot].position.y;
        shortest = fminf(shortest, drop);
    }
    k->depth = depth * fmaxf(shortest, 0);
    for (int i = 0; i < c->leg_count; i++) {
        crouch_leg leg = {c->legs[i].hip, -1, c->legs[i].foot};
        // branching limbs have one hip for several feet, which two segments cannot serve
        bool shared = hip_is_taken(k, leg.hip) || leg.hip == leg.foot;
        leg.middle = shared ? -1 : find_middle(k, leg, local, model);
        if (leg.middle < 0) {
            k->leg_count = 0;
            return true;
        }
        k->legs[k->leg_count++] = leg;
    }
    return true;
}

static void pose_frame(const crouch *k, int frame, bool planted, caper_pose *local,
                       caper_pose *model)
{
    caper_pose rest = caper_character_rest_local(k->c);
    caper_pose_copy(local, &rest);
    float phase = 2.0f * CAPER_PI * (float)frame / (float)(FRAMES - 1);
    local->bodies[0].position.y -= k->depth * 0.5f * (1.0f - caper_cos(phase));
    for (int i = 0; planted && i < k->leg_count; i++) {
        caper_pose_to_model(&k->c->skeleton, local, NULL, model);
        bend_leg(k, &k->legs[i], local, model);
    }
}

static caper_clip *make_clip(const crouch *k, const caper_transform *frames, caper_error *error)
{
    caper_contact *contacts = calloc((size_t)k->leg_count, sizeof(caper_contact));
    if (!contacts) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the contacts");
        return NULL;
    }
    for (int i = 0; i < k->leg_count; i++) {
        contacts[i].body = k->legs[i].foot;
        contacts[i].end = (float)(FRAMES - 1) / RATE;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "crouch";
    def.skeleton = &k->c->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.frames = frames;
    def.contacts = contacts;
    def.contact_count = k->leg_count;
    def.loops = true;
    caper_clip *clip = caper_clip_create(&def, error);
    free(contacts);
    return clip;
}

caper_clip *crouch_make(const caper_character *character, float depth, bool planted,
                        caper_error *error)
{
    crouch k = {character, NULL, 0, 0};
    caper_clip *clip = NULL;
    size_t count = (size_t)character->body_count;
    size_t size = sizeof(caper_transform) * count * FRAMES;
    caper_transform *frames = caper_alloc_zero(NULL, size, 32);
    caper_pose local = caper_character_pose(character, NULL);
    caper_pose model = caper_character_pose(character, NULL);
    if (!frames || !local.bodies || !model.bodies || !find_legs(&k, depth, &local, &model)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the crouch");
    } else if (k.leg_count == 0) {
        caper_error_set(error, CAPER_ERROR_UNSUPPORTED, character->name, 0, 0,
                        "no leg that two segments can bend");
    } else {
        for (int f = 0; f < FRAMES; f++) {
            pose_frame(&k, f, planted, &local, &model);
            memcpy(frames + (size_t)f * count, local.bodies, sizeof(caper_transform) * count);
        }
        clip = make_clip(&k, frames, error);
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_free(NULL, frames, size);
    free(k.legs);
    return clip;
}
