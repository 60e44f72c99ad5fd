// SPDX-License-Identifier: MIT
//
// Feet that stand: what touches the ground stays where it landed (the contact latch of a rolling
// sole, src/contact/roll.c) and no sole goes through the ground. A clip that knows its contacts
// tells when a foot stands; else a foot that is low and hardly moves does.
#include "actor/actor.h"
#include "contact/ground.h"

#include <math.h>
#include <string.h>

#define ROLL 0.005f // of size: how even a sole is that touches with all of itself

static caper_vec3 sole_of(const caper_character *character, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
    int count = caper_body_sole_points(character, body, points);
    for (int i = 0; i < count; i++) {
        sum = caper_vec3_add_scaled(sum, points[i], 1 / (float)count);
    }
    return sum;
}

/// Does the topmost clip that dominates say that this body stands? -1: no clip says anything.
static int declared_stance(const caper_actor *actor, int body)
{
    for (int i = actor->playing_count - 1; i >= 0; i--) {
        const caperi_source *s = actor->playing[i];
        bool speaks = s->clip && !s->additive && s->clip->contact_count > 0;
        if (speaks && caperi_source_weight(s) > 0.5f) {
            float time = caperi_source_spot(s, s->time).time;
            return caper_clip_in_contact(s->clip, body, time);
        }
    }
    return -1;
}

/// Height of the ground near a point of the world. Without a world it is that of the actor's root.
static float ground_at(const caper_actor *actor, caper_vec3 point)
{
    caperi_ground ground = caperi_ground_make(actor->world, actor->root.y);
    float from = point.y + 0.5f * actor->character->size;
    caper_hit hit = caperi_ground_under(&ground, NULL, point, from);
    return hit.surface == CAPER_SURFACE_NONE ? -INFINITY : hit.point.y;
}

/// Is a foot that is asked to be there meant to stand?
static bool seems_to_stand(const caper_actor *actor, caperi_foot *foot, caper_transform wish,
                           const caper_vec3 *points, int count, float dt)
{
    caper_vec3 at[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS];
    for (int i = 0; i < count; i++) {
        at[i] = caper_transform_mul_point(wish, points[i]);
        heights[i] = at[i].y - ground_at(actor, at[i]);
    }
    caper_stance_job job = {.points = at, .heights = heights, .point_count = count, .dt = dt};
    return caper_stance_update(&foot->stance, &actor->stance, &job);
}

/// The goal of a foot, made from the base pose where no motion asks for one.
static caper_goal *foot_goal(caper_actor *actor, int body, bool clips)
{
    if (actor->slots[body] >= 0) {
        caper_goal *goal = &actor->goals[actor->slots[body]];
        return goal->position_weight > 0 ? goal : NULL;
    }
    if (!clips || actor->goal_count == actor->goal_capacity) {
        return NULL;
    }
    actor->slots[body] = (int16_t)actor->goal_count;
    caper_goal *goal = &actor->goals[actor->goal_count++];
    goal->body = body;
    goal->point = sole_of(actor->character, body);
    goal->position = caper_transform_mul_point(actor->model.bodies[body], goal->point);
    goal->rotation = actor->model.bodies[body].rotation;
    goal->position_weight = goal->rotation_weight = 1;
    return goal;
}

/// Lift a foot by as much as the deepest point of its sole is under the ground.
static void lift(const caper_actor *actor, caper_goal *goal, caper_transform root,
                 const caper_vec3 *points, int count)
{
    float depth = 0;
    for (int i = 0; i < count; i++) {
        caper_vec3 off = caper_vec3_sub(points[i], goal->point);
        caper_vec3 at = caper_vec3_add(goal->position, caper_quat_rotate(goal->rotation, off));
        caper_vec3 there = caper_transform_mul_point(root, at);
        depth = caper_max(depth, ground_at(actor, there) - there.y);
    }
    goal->position.y += goal->position_weight * depth;
}

static void hold_foot(caper_actor *actor, caperi_foot *foot, caper_goal *goal, int declared,
                      float dt)
{
    const caper_character *c = actor->character;
    caper_transform root = caper_root_transform(actor->root);
    caper_latch_def def = caper_latch_def_default();
    def.max_offset *= c->size / 1.8f;
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, goal->body, points);
    if (goal->rotation_weight <= 0) {
        goal->rotation = c->rest_model[goal->body].rotation; // what it will be, more or less
    }
    caper_transform model = caper_transform_make(goal->rotation, goal->position);
    model.position = caper_vec3_sub(goal->position, caper_quat_rotate(goal->rotation, goal->point));
    caper_transform wish = caper_transform_mul(root, model);
    caper_vec3 contact = caper_roll_contact(points, count, wish.rotation, ROLL * c->size);
    bool seems = seems_to_stand(actor, foot, wish, points, count, dt);
    bool stands = declared >= 0 ? declared == 1 : seems;
    caper_vec3 offset = caper_roll_update(&foot->roll, &def, contact, wish, stands, dt);
    offset = caper_quat_unrotate(root.rotation, offset);
    goal->position = caper_vec3_add_scaled(goal->position, offset, goal->position_weight);
    lift(actor, goal, root, points, count);
}

void caperi_latch_feet(caper_actor *actor, bool clips, float dt)
{
    if (clips) {
        caper_pose_to_model(&actor->character->skeleton, &actor->base, NULL, &actor->model);
    }
    for (int i = 0; i < actor->character->leg_count; i++) {
        int body = actor->character->legs[i].foot;
        bool by_clip = actor->slots[body] < 0;
        caper_goal *goal = foot_goal(actor, body, clips);
        if (goal) {
            int declared = by_clip ? declared_stance(actor, body) : -1;
            hold_foot(actor, &actor->feet[i], goal, declared, dt);
        } else {
            memset(&actor->feet[i], 0, sizeof actor->feet[i]);
        }
    }
}
