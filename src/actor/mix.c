// SPDX-License-Identifier: MIT
//
// From sources to a base pose and goals (paper 000, section 4: "layering animations with weights").
//
// Within a layer sources are averaged by weight. Layers are laid over each other like paint: a
// layer of weight w shows with w and lets 1 - w of what is below through, body by body, position
// and rotation each for itself. Sources are visited by layer and then in order of starting, so that
// the same calls give the same bits.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

#define STANCE_HEIGHT 0.02f // of size: a sole this near to the ground may stand
#define ROLL 0.005f         // of size: how even a sole is that touches with all of itself
#define STANCE_SPEED 0.3f   // m/s at a size of 1.8 m, below which it does

/// The next source to visit after (layer, order), or NULL.
static const caperi_source *next_source(const caper_actor *actor, int layer, uint32_t order)
{
    const caperi_source *next = NULL;
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id == 0 || s->waiting || s->layer < layer ||
            (s->layer == layer && s->order <= order)) {
            continue;
        }
        if (!next || s->layer < next->layer ||
            (s->layer == next->layer && s->order < next->order)) {
            next = s;
        }
    }
    return next;
}

/// The sources that play, by layer and order; returns their number.
static int in_order(const caper_actor *actor, const caperi_source *out[CAPER_MAX_SOURCES])
{
    int count = 0;
    for (const caperi_source *s = next_source(actor, 0, 0); s;
         s = next_source(actor, s->layer, s->order)) {
        out[count++] = s;
    }
    return count;
}

caper_world_frame caperi_actor_frame(caper_actor *actor, const caper_world_frame *frame)
{
    caper_world_frame out;
    memset(&out, 0, sizeof out);
    if (frame) {
        out = *frame;
    }
    int count = 0;
    for (int i = 0; i < CAPER_MAX_TARGETS; i++) {
        if (actor->targets[i].name[0]) {
            caper_target *t = &actor->frame_targets[count++];
            t->name = actor->targets[i].name;
            t->transform = actor->targets[i].transform;
            t->velocity = caper_vec3_zero();
        }
    }
    for (int i = 0; i < out.target_count && count < CAPERI_MAX_FRAME_TARGETS; i++) {
        actor->frame_targets[count++] = out.targets[i];
    }
    out.targets = actor->frame_targets;
    out.target_count = count;
    return out;
}

// ------------------------------------------------------------------------------------ travel

static bool travels(const caperi_source *source)
{
    return source->motion ? source->motion->travel != NULL : source->clip->has_root;
}

static caper_root way_of(const caperi_source *source)
{
    float from = (float)(source->before < 0 ? 0 : source->before), to = (float)source->time;
    if (source->motion) {
        return caper_root_delta(caper_motion_travel(source->binding, from),
                                caper_motion_travel(source->binding, to));
    }
    return caper_root_delta(caper_clip_sample_root(source->clip, from),
                            caper_clip_sample_root(source->clip, to));
}

static caper_root root_scale_add(caper_root sum, caper_root add, float weight)
{
    sum.x += weight * add.x;
    sum.y += weight * add.y;
    sum.z += weight * add.z;
    sum.yaw += weight * add.yaw;
    return sum;
}

caper_root caperi_mix_travel(const caper_actor *actor)
{
    const caperi_source *sources[CAPER_MAX_SOURCES];
    int count = in_order(actor, sources);
    caper_root total = {0, 0, 0, 0};
    for (int i = 0; i < count;) {
        caper_root sum = {0, 0, 0, 0};
        float weights = 0;
        int layer = sources[i]->layer;
        for (; i < count && sources[i]->layer == layer; i++) {
            float weight = caperi_source_weight(sources[i]);
            if (weight > 0 && travels(sources[i])) {
                sum = root_scale_add(sum, way_of(sources[i]), weight);
                weights += weight;
            }
        }
        caper_root below = {0, 0, 0, 0};
        float cover = caper_min(weights, 1);
        below = root_scale_add(below, total, 1 - cover);
        total = weights > 0 ? root_scale_add(below, sum, cover / weights) : total;
    }
    return total;
}

// ------------------------------------------------------------------------------------ clips

static void sample_deforms(caper_actor *actor, const caperi_source *source, float weight)
{
    // caper_clip_sample has written the clip's own deforms first: spread them to ours by name.
    for (int i = 0; i < source->clip->deform_count; i++) {
        int at = source->deform_map[i];
        if (at >= 0) {
            float value = actor->sample.deforms ? actor->sample.deforms[i] : 0;
            actor->base.deforms[at] = caper_lerp(actor->base.deforms[at], value, weight);
        }
    }
}

/// Sample a clip into actor->sample, deforms in the clip's own order where there is room for them.
static bool sample_clip(caper_actor *actor, const caperi_source *source)
{
    const caper_clip *clip = source->clip;
    bool fits = clip->deform_count <= actor->character->deform_count;
    caper_pose pose = actor->sample;
    pose.deform_count = fits ? clip->deform_count : 0;
    return caper_clip_sample(clip, caperi_source_time(source), NULL, &pose);
}

/// One clip over the base pose, of which it covers a share.
static void lay_clip(caper_actor *actor, const caperi_source *source, float cover)
{
    if (!sample_clip(actor, source)) {
        return;
    }
    caper_pose base = {actor->base.bodies, NULL, actor->base.body_count, 0};
    caper_pose sample = {actor->sample.bodies, NULL, actor->sample.body_count, 0};
    if (source->additive) {
        caper_pose rest = caper_character_rest_local(actor->character);
        caper_pose rest_bodies = {rest.bodies, NULL, rest.body_count, 0};
        caper_pose_difference(&sample, &rest_bodies, &sample);
        caper_blend_layer below = {&base, 1, NULL}, top = {&sample, cover, source->mask};
        caper_blend_job job = {&below, 1, &top, 1, NULL, 0, &base};
        caper_blend(&job);
    } else if (source->mask) {
        for (int i = 0; i < base.body_count; i++) {
            float share = caper_clamp(cover * source->mask[i], 0, 1);
            base.bodies[i] = caper_transform_lerp(base.bodies[i], sample.bodies[i], share);
        }
    } else {
        caper_blend_layer layers[2] = {{&base, 1 - cover, NULL}, {&sample, cover, NULL}};
        caper_blend_job job = {layers, 2, NULL, 0, NULL, 0, &base};
        caper_blend(&job);
    }
    if (source->deform_map && actor->character->deform_count >= source->clip->deform_count) {
        sample_deforms(actor, source, cover);
    }
}

/// Lay the clips of one layer down so that each shows by its share: sources[from] to sources[to -
/// 1].
static bool lay_layer(caper_actor *actor, const caperi_source *const *sources, int from, int to)
{
    float sum = 0;
    bool any = false;
    for (int i = from; i < to; i++) {
        bool plain = sources[i]->clip && !sources[i]->additive;
        sum += plain ? caperi_source_weight(sources[i]) : 0;
    }
    float shown = 1 - caper_min(sum, 1); // of what lies below, and then of all that was laid down
    for (int i = from; i < to; i++) {
        float weight = caperi_source_weight(sources[i]);
        if (!sources[i]->clip || weight <= 0) {
            continue;
        }
        any = true;
        if (sources[i]->additive) {
            lay_clip(actor, sources[i], weight);
            continue;
        }
        float share = weight / caper_max(sum, 1);
        shown += share;
        lay_clip(actor, sources[i], caper_min(share / shown, 1));
    }
    return any;
}

bool caperi_mix_clips(caper_actor *actor)
{
    caper_pose rest = caper_character_rest_local(actor->character);
    const caperi_source *sources[CAPER_MAX_SOURCES];
    int count = in_order(actor, sources);
    bool any = false;
    caper_pose_copy(&actor->base, &rest);
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && sources[end]->layer == sources[i]->layer; end++) {
        }
        any = lay_layer(actor, sources, i, end) || any;
    }
    return any;
}

// ------------------------------------------------------------------------------------ motions

/// Add a goal to the sums of its body.
static void sum_goal(caperi_sum *sum, const caper_goal *goal, float weight)
{
    float p = weight * goal->position_weight, r = weight * goal->rotation_weight;
    sum->point = caper_vec3_add_scaled(sum->point, goal->point, p);
    sum->position = caper_vec3_add_scaled(sum->position, goal->position, p);
    sum->position_weight += p;
    caper_quat q = caper_quat_dot(sum->rotation, goal->rotation) < 0
                       ? caper_quat_neg(goal->rotation)
                       : goal->rotation;
    sum->rotation = caper_quat_make(sum->rotation.x + r * q.x, sum->rotation.y + r * q.y,
                                    sum->rotation.z + r * q.z, sum->rotation.w + r * q.w);
    sum->rotation_weight += r;
}

static void mix_deforms(caper_actor *actor, float weight)
{
    for (int i = 0; i < actor->character->deform_count; i++) {
        float w = weight * actor->deform_weights[i];
        if (w > 0) {
            actor->base.deforms[i] = caper_lerp(actor->base.deforms[i], actor->deforms[i], w);
        }
    }
}

/// Evaluate a motion and add its goals to the sums of the layer; returns how many bodies are
/// touched now.
static int sum_motion(caper_actor *actor, const caperi_source *source,
                      const caper_world_frame *frame, int touched)
{
    float weight = caperi_source_weight(source);
    if (!source->motion || weight <= 0) {
        return touched;
    }
    caper_motion_job job = caper_motion_job_default();
    job.binding = source->binding;
    job.variant = source->variant;
    job.time = caperi_source_time(source);
    job.world = actor->world;
    job.frame = frame;
    job.root = caper_root_transform(actor->root);
    job.goals = actor->fresh;
    job.deforms = actor->deforms;
    job.deform_weights = actor->deform_weights;
    memset(actor->deform_weights, 0, (size_t)actor->character->deform_count * sizeof(float));
    if (!caper_motion_evaluate(&job)) {
        return touched;
    }
    for (int i = 0; i < job.goal_count; i++) {
        int body = job.goals[i].body;
        caperi_sum *sum = &actor->sums[body];
        if (sum->position_weight == 0 && sum->rotation_weight == 0) {
            memset(sum, 0, sizeof *sum);
            actor->touched[touched++] = (int16_t)body;
        }
        sum_goal(sum, &job.goals[i], weight);
        if (sum->position_weight == 0 && sum->rotation_weight == 0) {
            touched--; // it asked for nothing
        }
    }
    mix_deforms(actor, weight);
    return touched;
}

/// Lay what a layer wants of a body over what lower layers want.
static void lay_goal(caper_actor *actor, int body)
{
    caperi_sum *sum = &actor->sums[body];
    if (actor->slots[body] < 0) {
        actor->slots[body] = (int16_t)actor->goal_count;
        caper_goal *fresh = &actor->goals[actor->goal_count++];
        memset(fresh, 0, sizeof *fresh);
        fresh->body = body;
        fresh->rotation = caper_quat_identity();
    }
    caper_goal *goal = &actor->goals[actor->slots[body]];
    if (sum->position_weight > 0) {
        float cover = caper_min(sum->position_weight, 1), scale = 1 / sum->position_weight;
        float weight = cover + goal->position_weight * (1 - cover);
        float share = cover / weight;
        caper_vec3 point = caper_vec3_scale(sum->point, scale);
        caper_vec3 position = caper_vec3_scale(sum->position, scale);
        goal->point = caper_vec3_lerp(goal->point, point, share);
        goal->position = caper_vec3_lerp(goal->position, position, share);
        goal->position_weight = weight;
    }
    if (sum->rotation_weight > 0) {
        float cover = caper_min(sum->rotation_weight, 1);
        float weight = cover + goal->rotation_weight * (1 - cover);
        caper_quat rotation = caper_quat_normalize(sum->rotation);
        goal->rotation = caper_quat_nlerp(goal->rotation, rotation, cover / weight);
        goal->rotation_weight = weight;
    }
    sum->position_weight = sum->rotation_weight = 0;
}

void caperi_mix_motions(caper_actor *actor, const caper_world_frame *frame)
{
    const caperi_source *sources[CAPER_MAX_SOURCES];
    int count = in_order(actor, sources);
    actor->goal_count = 0;
    memset(actor->slots, 0xff, (size_t)actor->character->body_count * sizeof(int16_t));
    for (int i = 0; i < count;) {
        int layer = sources[i]->layer, touched = 0;
        for (; i < count && sources[i]->layer == layer; i++) {
            touched = sum_motion(actor, sources[i], frame, touched);
        }
        for (int k = 0; k < touched; k++) {
            lay_goal(actor, actor->touched[k]);
        }
    }
}

// ------------------------------------------------------------------------------------ feet

static caper_vec3 sole_of(const caper_character *character, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
    int count = caper_body_sole_points(character, body, points);
    for (int i = 0; i < count; i++) {
        sum = caper_vec3_add_scaled(sum, points[i], 1 / (float)count);
    }
    return sum;
}

/// Does a clip that dominates say that this body stands? -1: no clip says anything.
static int declared_stance(const caper_actor *actor, int body)
{
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        const caperi_source *s = &actor->sources[i];
        if (s->id != 0 && s->clip && s->clip->contact_count > 0 && caperi_source_weight(s) > 0.5f) {
            float time = caper_clip_wrap(s->clip, (float)s->time, NULL);
            return caper_clip_in_contact(s->clip, body, time);
        }
    }
    return -1;
}

/// Height of the ground near a point of the world. Without a world it is that of the actor's root.
static float ground_at(const caper_actor *actor, caper_vec3 point)
{
    if (!actor->world) {
        return actor->root.y;
    }
    float from = point.y + 0.5f * actor->character->size;
    return caper_world_height(actor->world, NULL, point.x, point.z, from).point.y;
}

/// A foot that is asked to be near the ground and whose touching point hardly moves is meant to
/// stand.
static bool seems_to_stand(const caper_actor *actor, const caperi_foot *foot, caper_transform wish,
                           caper_vec3 contact, float dt)
{
    if (!foot->known || dt <= 0) {
        return false;
    }
    float size = actor->character->size;
    caper_vec3 now = caper_transform_mul_point(wish, contact);
    caper_vec3 before = caper_transform_mul_point(foot->roll.last, contact);
    return now.y - ground_at(actor, now) < STANCE_HEIGHT * size &&
           caper_vec3_distance(now, before) < STANCE_SPEED * sqrtf(size / 1.8f) * dt;
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
    bool stands = declared >= 0 ? declared == 1 : seems_to_stand(actor, foot, wish, contact, dt);
    caper_vec3 offset = caper_roll_update(&foot->roll, &def, contact, wish, stands, dt);
    offset = caper_quat_unrotate(root.rotation, offset);
    goal->position = caper_vec3_add_scaled(goal->position, offset, goal->position_weight);
    lift(actor, goal, root, points, count);
    foot->known = 1;
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
