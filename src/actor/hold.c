// SPDX-License-Identifier: MIT
//
// What stands: a body that touches the ground stays where it landed and does not go through the
// ground, whoever moves it. Sources say what stands, or leave it to the detector; where a body
// should be is the mean of what they ask for, the rest is the base pose. A fade moves the wish and
// not what stands.
#include "actor/actor.h"
#include "math/simd_quat.h"
#include "contact/ground.h"

#include <math.h>
#include <string.h>

#define BEGIN 0.5f        // share of the votes by which a body begins to stand
#define LEAVE 0.4f        // and below which it stands no longer
#define SURE 0.999f       // share of the votes that one plan has when it is alone
#define SLIGHT 1e-3f      // of size, 2 mm of a person: below the gate for slip (METRICS: 5 mm)
#define SLIGHT_TURN 0.01f // radians: 2 mm at the end of a foot
#define NEAR 1e-4f        // of size: nearer than this a place is met already
#define ALIKE 1e-3f       // radians: the same of a rotation
#define NEARLY 0.9f       // share of the votes from which on one source has it its way
#define LONGEST 1e8f      // seconds that are counted: a float holds no more of them
#define SWUNG 0.1f        // seconds that a body which comes down was in the air
#define TOUCH 1e-3f       // of size, 2 mm of a person: so near to the ground a body touches it
#define FAINT 1e-6f       // share below which a place is not asked for

static caper_vec3 sole_of(const caper_character *character, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
    int count = caper_body_sole_points(character, body, points);
    for (int i = 0; i < count; i++) {
        sum = caper_vec3_add_scaled(sum, points[i], 1 / (float)count);
    }
    return sum;
}

/// Height of the ground near a point of the world. Without a world it is that of the actor's root.
static float ground_at(const caper_actor *actor, caper_vec3 point)
{
    caperi_ground ground = caperi_ground_make(actor->world, actor->root.y);
    float from = point.y + 0.5f * actor->character->size;
    caper_hit hit = caperi_ground_under(&ground, NULL, point, from);
    return hit.surface == CAPER_SURFACE_NONE ? -INFINITY : hit.point.y;
}

/// Is a body that is asked to be there meant to stand?
static bool seems_to_stand(const caper_actor *actor, caperi_stand *hold, caper_transform wish,
                           const caper_vec3 *points, int count, float dt)
{
    caper_vec3 at[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS];
    for (int i = 0; i < count; i++) {
        at[i] = caper_transform_mul_point(wish, points[i]);
        heights[i] = caper_min(at[i].y - ground_at(actor, at[i]), 10 * actor->character->size);
    }
    caper_stance_job job = {.points = at, .heights = heights, .point_count = count, .dt = dt};
    return caper_stance_update(&hold->stance, &actor->stance, &job);
}

/// Where goals and base pose have a body, in model space, of all that is not said otherwise by a
/// share.
static caper_transform find_laid(caper_actor *actor, int body, float share)
{
    const caper_character *c = actor->character;
    int slot = actor->slots[body];
    const caper_goal *goal = slot >= 0 ? &actor->goals[slot] : NULL;
    float p = goal ? caper_min(goal->position_weight / (1 - share), 1) : 0;
    float r = goal ? caper_min(goal->rotation_weight / (1 - share), 1) : 0;
    caper_transform at = c->rest_model[body];
    if (actor->posed_any && !(p >= 1 && r >= 1)) {
        at = caperi_base_model(actor)[body];
    }
    if (r > 0) {
        at.rotation = r >= 1 ? goal->rotation : caper_quat_nlerp(at.rotation, goal->rotation, r);
    }
    if (p > 0) {
        caper_vec3 lever = caper_quat_rotate(at.rotation, goal->point);
        at.position = caper_vec3_lerp(at.position, caper_vec3_sub(goal->position, lever), p);
    }
    return at;
}

/// Where the sources want a body, in the world.
static caper_transform find_wish(caper_actor *actor, const caperi_vote *vote, int body,
                                 caper_transform root)
{
    float share = vote->wish_weight;
    caper_transform wish, laid;
    if (share >= CAPERI_LEAST_WEIGHT) {
        wish = caper_transform_make(caper_quat_normalize(vote->rotation),
                                    caper_vec3_scale(vote->position, 1 / share));
    }
    if (share >= SURE) {
        return wish;
    }
    laid = find_laid(actor, body, share);
    caperi_transform_mul(&laid, &root, &laid);
    return share >= CAPERI_LEAST_WEIGHT ? caper_transform_lerp(laid, wish, share) : laid;
}

caper_transform caperi_wish(caper_actor *actor, int body)
{
    int slot = actor->contact_of[body];
    if (slot < 0 || !(actor->votes[slot].wish_weight >= CAPERI_LEAST_WEIGHT)) {
        return find_laid(actor, body, 0);
    }
    caper_transform root = caper_root_transform(actor->root);
    return caper_transform_unmul(root, find_wish(actor, &actor->votes[slot], body, root));
}

/// How far the deepest point of a sole is under the ground.
static float depth_of(const caper_actor *actor, caper_transform at, const caper_vec3 *points,
                      int count)
{
    float depth = 0;
    for (int i = 0; i < count; i++) {
        caper_vec3 there = caper_transform_mul_point(at, points[i]);
        depth = caper_max(depth, ground_at(actor, there) - there.y);
    }
    return depth;
}

/// Does a latch move a body by less than anybody sees? What it took over from another source by
/// more stays until the body leaves the ground.
static bool is_slight(const caper_character *c, const caper_latch *latch)
{
    return caper_vec3_length(latch->offset) < SLIGHT * c->size &&
           fabsf(latch->yaw_offset) < SLIGHT_TURN;
}

/// Note where a body is held, and tell when it begins and ends to stand.
static void note_contact(caper_actor *actor, int slot, caper_transform world, bool holds, float dt)
{
    caperi_stand *hold = &actor->holds[slot];
    caper_actor_contact *contact = &actor->contacts[slot];
    if (holds != contact->holds) {
        caperi_report_body(actor, holds ? CAPER_EVENT_LANDED : CAPER_EVENT_LEFT, contact->body);
        hold->since = 0;
    }
    hold->since = caper_min(hold->since + dt, LONGEST);
    contact->world = world;
    contact->holds = holds;
    contact->since = hold->since;
}

/// The share of the votes by which it stands.
static float count_votes(caper_actor *actor, int slot, const caper_latch_job *job)
{
    const caperi_vote *vote = &actor->votes[slot];
    float yes = vote->yes;
    if (vote->ask > 0 && seems_to_stand(actor, &actor->holds[slot], job->wish, job->points,
                                        job->point_count, job->dt)) {
        yes += vote->ask;
    }
    return yes / vote->weight;
}

/// What stands by some and is lifted by others is not lifted by halves: it stays on the ground, and
/// leaves when it does.
static void keep_down(const caper_actor *actor, caper_latch_job *job)
{
    float height = HUGE_VALF;
    for (int i = 0; i < job->point_count; i++) {
        caper_vec3 at = caper_transform_mul_point(job->wish, job->points[i]);
        height = caper_min(height, at.y - ground_at(actor, at));
    }
    if (height < HUGE_VALF) {
        job->height = caper_max(height, 0) * job->normal.y;
        job->rest = 2 * job->height; // all of it, at once
    }
}

/// Does a body that comes down touch the ground? While sources that plan mix, none of them knows
/// when it does.
static bool touches(const caper_actor *actor, const caper_latch_job *job)
{
    for (int i = 0; i < job->point_count; i++) {
        caper_vec3 at = caper_transform_mul_point(job->wish, job->points[i]);
        if (at.y - ground_at(actor, at) < TOUCH * actor->character->size) {
            return true;
        }
    }
    return false;
}

static void hold_body(caper_actor *actor, int slot, caper_transform root,
                      const caper_world_frame *frame, float dt)
{
    const caper_character *c = actor->character;
    caperi_stand *hold = &actor->holds[slot];
    const caper_actor_contact *contact = &actor->contacts[slot];
    const caperi_vote *vote = &actor->votes[slot];
    caper_transform wish = find_wish(actor, vote, contact->body, root);
    hold->free =
        vote->pivot_weight >= SURE && !(vote->wish_weight > 0) && is_slight(c, &hold->latch);
    if (hold->free) {
        // a plan that nobody mixes with is right about where it stands
        memset(&hold->latch, 0, sizeof hold->latch);
        note_contact(actor, slot, wish, vote->yes > BEGIN * vote->weight, dt);
        return;
    }
    const caper_offer_contact *planner = vote->pivot_weight > 0.5f ? vote->planner : NULL;
    caper_vec3 points[CAPER_MAX_CONTACTS];
    caper_latch_job job = {.points = points, .wish = wish, .dt = dt};
    // a plan is right about what it stands on as long as nobody else turns the body
    bool alone = planner && vote->pivot_weight >= SURE;
    if (!alone || vote->ask > 0) {
        job.point_count = caper_body_sole_points(c, contact->body, points);
    }
    job.pivot = alone || job.point_count == 0 ? &planner->pivot : NULL;
    job.pivot_before = job.pivot && planner->bends ? &planner->pivot_before : NULL;
    job.normal = caper_vec3_make(0, 1, 0);
    const caper_latch_def *def = &actor->latch;
    if (planner && planner->has_wish) {
        job.normal = planner->normal;
        job.height = vote->wish_weight * planner->height;
        job.rest = planner->rest;
        bool moves = planner->platform >= 0 && planner->platform < frame->platform_count;
        job.surface = moves ? &frame->platforms[planner->platform].box.transform : NULL;
        def = planner->latch ? planner->latch : def;
    }
    float yes = count_votes(actor, slot, &job);
    job.stands =
        yes > (contact->holds ? LEAVE : BEGIN) ||
        (!alone && planner && !contact->holds && hold->since > SWUNG && touches(actor, &job));
    hold->down = (yes > 1 - SURE && yes < SURE) || (hold->down && hold->latch.hold > 0);
    if (hold->down) {
        keep_down(actor, &job);
    }
    if (!actor->latch_feet) {
        note_contact(actor, slot, wish, job.stands, dt);
        return;
    }
    bool holds = caper_latch_update(&hold->latch, def, &job);
    if (!planner) { // a source that plans where feet stand keeps them out of the ground
        job.held.position.y += depth_of(actor, job.held, points, job.point_count);
    }
    note_contact(actor, slot, job.held, holds, dt);
}

void caperi_hold_contacts(caper_actor *actor, const caper_world_frame *frame, float dt)
{
    caper_transform root = caper_root_transform(actor->root);
    for (int i = 0; i < actor->contact_count; i++) {
        if (actor->votes[i].weight > 0) {
            hold_body(actor, i, root, frame, dt);
        } else {
            if (actor->contacts[i].holds) {
                caperi_report_body(actor, CAPER_EVENT_LEFT, actor->contacts[i].body);
            }
            memset(&actor->holds[i], 0, sizeof actor->holds[i]);
            actor->contacts[i].holds = false;
            actor->contacts[i].since = 0;
        }
    }
}

/// Is a body where it is held, by the base pose?
static bool is_met(caper_actor *actor, int body, caper_transform at)
{
    caper_transform base = caperi_base_model(actor)[body];
    return caper_vec3_distance(base.position, at.position) < NEAR * actor->character->size &&
           caper_quat_angle(base.rotation, at.rotation) < ALIKE;
}

/// A root that a source has posed with care stays there while limbs are solved.
static void keep_root(caper_actor *actor)
{
    int root = actor->character->root_body;
    float weight = 0;
    for (int i = 0; i < actor->playing_count; i++) {
        const caperi_source *s = actor->playing[i];
        weight += s->offers && s->offer.keeps_root ? caperi_source_weight(s) : 0;
    }
    weight = caper_min(weight, actor->posed[root]);
    if (!(weight > 0) || actor->slots[root] >= 0 || actor->goal_count == actor->goal_capacity) {
        return;
    }
    caper_transform at = caperi_base_model(actor)[root];
    actor->slots[root] = (int16_t)actor->goal_count;
    caper_goal *goal = &actor->goals[actor->goal_count++];
    *goal = caper_goal_default();
    goal->body = root;
    goal->position = at.position;
    goal->rotation = at.rotation;
    goal->position_weight = goal->rotation_weight = caper_min(weight, 1);
}

/// Whoever poses the limb has the body where it is held, as far as it can be there.
static bool is_posed(const caperi_vote *vote)
{
    return vote->posed >= SURE;
}

/// Does what stands, or should be somewhere, ask for more than the base pose has?
static bool is_asked(caper_actor *actor)
{
    bool asked = actor->goal_count > 0;
    for (int i = 0; i < actor->contact_count && !asked; i++) {
        if (actor->votes[i].weight > 0 && !is_posed(&actor->votes[i])) {
            caper_transform root = caper_root_transform(actor->root);
            caper_transform at = caper_transform_unmul(root, actor->contacts[i].world);
            asked = !is_met(actor, actor->contacts[i].body, at);
        }
    }
    return asked;
}

/// Where a body that may stand goes, in model space: where it is held; as far as it is not, where
/// sources that pose it have put it, by their share. Those that are nearly alone have it their way.
static caper_transform contact_place(const caper_actor *actor, int slot, caper_transform root)
{
    const caperi_vote *vote = &actor->votes[slot];
    caper_transform at = actor->contacts[slot].world;
    if (vote->posed > 0 && vote->wish_weight >= CAPERI_LEAST_WEIGHT) {
        caper_vec3 there = caper_vec3_scale(vote->position, 1 / vote->wish_weight);
        caper_quat turned = caper_quat_normalize(vote->rotation);
        float share = caper_min(vote->posed / vote->weight, 1);
        float held = actor->holds[slot].latch.hold * (1 - caper_smoothstep(NEARLY, 1, share));
        at = caper_transform_lerp(at, caper_transform_make(turned, there), share * (1 - held));
    }
    return caper_transform_unmul(root, at);
}

/// Lay a place over what is asked of a body, of which it covers a share.
static void cover_goal(caper_actor *actor, int body, caper_transform at, float cover)
{
    int slot = actor->slots[body];
    bool fresh = slot < 0;
    if (fresh && actor->goal_count == actor->goal_capacity) {
        return;
    }
    if (fresh) {
        slot = actor->goal_count++;
        actor->slots[body] = (int16_t)slot;
        actor->goals[slot] = caper_goal_default();
        actor->goals[slot].body = body;
        actor->goals[slot].point = sole_of(actor->character, body);
        actor->goals[slot].position_weight = actor->goals[slot].rotation_weight = 0;
    }
    caper_goal *goal = &actor->goals[slot];
    // what the base pose turns is held as it is
    float turn = fresh ? 1 : caper_min(goal->rotation_weight + actor->posed[body], 1);
    float p = caper_lerp(goal->position_weight, 1, cover);
    float r = caper_lerp(goal->rotation_weight, turn, cover);
    caper_vec3 position = caper_transform_mul_point(at, goal->point);
    goal->position = caper_vec3_lerp(goal->position, position, cover / p);
    if (r > 0) {
        goal->rotation = caper_quat_nlerp(goal->rotation, at.rotation, cover * turn / r);
    }
    goal->position_weight = p;
    goal->rotation_weight = r;
}

void caperi_apply_contacts(caper_actor *actor)
{
    if (!is_asked(actor)) {
        return;
    }
    caper_transform root = caper_root_transform(actor->root);
    keep_root(actor);
    for (int i = 0; i < actor->contact_count; i++) {
        const caperi_vote *vote = &actor->votes[i];
        int body = actor->contacts[i].body, slot = actor->slots[body];
        float weight = caper_min(vote->weight, 1);
        float cover = caper_max(vote->matters, weight * actor->holds[i].latch.hold);
        if (!(weight > 0) || !(cover > FAINT) || (is_posed(vote) && slot >= 0)) {
            continue;
        }
        if (slot >= 0 && vote->posed >= SURE * weight && !(actor->holds[i].latch.hold > 0)) {
            continue; // only those who pose it know of it, and it does not stand
        }
        if (actor->holds[i].free && slot >= 0 && actor->goals[slot].position_weight >= 1) {
            continue; // its goal has it there already
        }
        caper_transform at = contact_place(actor, i, root);
        if (slot < 0 && !actor->contacts[i].holds && is_met(actor, body, at)) {
            continue; // it moves with its pose
        }
        cover_goal(actor, body, at, caper_min(cover, 1));
    }
}
