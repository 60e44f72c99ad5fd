// SPDX-License-Identifier: MIT
//
// From sources to a base pose and goals (paper 000, section 4: "layering animations with weights").
//
// Within a layer sources are averaged by weight. Layers are laid over each other like paint: a
// layer of weight w shows with w and lets 1 - w of what is below through, body by body, position
// and rotation each for itself; a clip covers goals of motions below it as well. Sources are
// visited by layer and then in order of starting, so that the same calls give the same bits.
#include "actor/actor.h"
#include "clip/clip.h"

#include <math.h>
#include <string.h>

#define FAINTEST 1e-12f // of the weights of goals

caper_world_frame caperi_actor_frame(caper_actor *actor, const caper_world_frame *frame)
{
    caper_world_frame out;
    memset(&out, 0, sizeof out);
    if (frame) {
        out = *frame;
    }
    int count = 0;
    for (int i = 0; i < actor->target_slots; i++) {
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

static caper_root root_at(const caperi_source *source, float time)
{
    return source->motion ? caper_motion_travel(source->binding, source->variant, time)
                          : caper_clip_sample_root(source->clip, time);
}

caper_root caperi_source_way(const caperi_source *source)
{
    caperi_spot from = caperi_source_spot(source, fmax(source->before, 0));
    caperi_spot to = caperi_source_spot(source, source->time);
    if (from.pass == to.pass) {
        return caper_root_delta(root_at(source, from.time), root_at(source, to.time));
    }
    caper_root none = {0, 0, 0, 0}, start = root_at(source, 0);
    caper_root end = root_at(source, caperi_source_duration(source));
    caper_root pass = caper_root_delta(start, end);
    caper_root last = caper_root_delta(start, root_at(source, to.time));
    int whole = (int)fmin(to.pass - from.pass - 1, 1e9);
    return caper_root_mul(caper_root_delta(root_at(source, from.time), end),
                          caperi_root_after_loops(none, pass, whole, last));
}

caper_root caperi_root_add(caper_root sum, caper_root add, float weight)
{
    sum.x += weight * add.x;
    sum.y += weight * add.y;
    sum.z += weight * add.z;
    sum.yaw += weight * add.yaw;
    return sum;
}

caper_root caperi_mix_travel(const caper_actor *actor)
{
    const caperi_source *const *sources = actor->playing;
    int count = actor->playing_count;
    caper_root total = {0, 0, 0, 0};
    for (int i = 0; i < count;) {
        caper_root sum = {0, 0, 0, 0};
        float weights = 0;
        int layer = sources[i]->layer;
        for (; i < count && sources[i]->layer == layer; i++) {
            float weight = caperi_source_weight(sources[i]);
            if (weight > 0 && travels(sources[i])) {
                sum = caperi_root_add(sum, caperi_source_way(sources[i]), weight);
                weights += weight;
            }
        }
        caper_root below = {0, 0, 0, 0};
        float cover = caper_min(weights, 1);
        below = caperi_root_add(below, total, 1 - cover);
        total = weights > 0 ? caperi_root_add(below, sum, cover / weights) : total;
    }
    return caper_root_mul(actor->cut_way, total);
}

// ------------------------------------------------------------------------------------ clips

/// Sample a clip into actor->sample, its deforms into the source's own room.
static bool sample_clip(caper_actor *actor, const caperi_source *source)
{
    const caper_clip *clip = source->clip;
    caper_pose pose = actor->sample;
    pose.deforms = source->deform_values;
    pose.deform_count = clip->deform_count;
    return caper_clip_sample(clip, caperi_source_spot(source, source->time).time, NULL, &pose);
}

/// Deforms that were sampled go by name into the sums of the layer, or on top of what is there.
static void sum_deforms(caper_actor *actor, const caperi_source *source)
{
    float weight = caperi_source_weight(source);
    for (int i = 0; i < source->clip->deform_count; i++) {
        caperi_deform_link link = source->deforms[i];
        if (link.deform < 0) {
            continue;
        }
        float w = source->mask ? weight * source->mask[link.body] : weight;
        float value = source->deform_values[i];
        if (source->additive) {
            actor->base.deforms[link.deform] += w * value;
        } else {
            actor->deform_sums[link.deform] += w * value;
            actor->deform_shares[link.deform] += w;
        }
    }
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
    sum_deforms(actor, source);
}

static bool is_plain_clip(const caperi_source *source)
{
    return source->clip && !source->additive;
}

/// Lay the clips of one layer down so that each shows by its share: sources[from] to sources[to -
/// 1].
static bool lay_layer(caper_actor *actor, const caperi_source *const *sources, int from, int to)
{
    float sum = 0;
    bool any = false;
    float posed = 0; // by clips without a mask
    for (int i = from; i < to; i++) {
        float weight = is_plain_clip(sources[i]) ? caperi_source_weight(sources[i]) : 0;
        sum += weight;
        posed += sources[i]->mask ? 0 : weight;
    }
    actor->posed += (1 - actor->posed) * caper_min(posed, 1);
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

/// Clips cover what motions of lower layers ask for, body by body.
static void cover_goals(caper_actor *actor, const caperi_source *const *sources, int from, int to)
{
    for (int i = 0; i < actor->goal_count; i++) {
        caper_goal *goal = &actor->goals[i];
        float cover = 0;
        for (int k = from; k < to; k++) {
            const caperi_source *s = sources[k];
            float weight = is_plain_clip(s) ? caperi_source_weight(s) : 0;
            cover += s->mask ? weight * s->mask[goal->body] : weight;
        }
        float left = 1 - caper_clamp(cover, 0, 1);
        goal->position_weight *= left;
        goal->rotation_weight *= left;
    }
}

// ------------------------------------------------------------------------------------ motions

/// Add a goal to the sums of its body. Means are taken by the inverse of the sum of weights and
/// rotations by their length, which must not underflow: who asks for less asks for nothing.
static void sum_goal(caperi_sum *sum, const caper_goal *goal, float weight)
{
    float p = weight * goal->position_weight, r = weight * goal->rotation_weight;
    p = p > FAINTEST ? p : 0;
    r = r > FAINTEST ? r : 0;
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

static void lay_deforms(caper_actor *actor)
{
    for (int i = 0; i < actor->character->deform_count; i++) {
        float w = actor->deform_shares[i];
        if (w > 0) {
            float mean = actor->deform_sums[i] / w;
            actor->base.deforms[i] = caper_lerp(actor->base.deforms[i], mean, caper_min(w, 1));
        }
        actor->deform_sums[i] = actor->deform_shares[i] = 0;
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
    job.time = caperi_source_spot(source, source->time).time;
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
    for (int i = 0; i < actor->character->deform_count; i++) {
        actor->deform_sums[i] += weight * actor->deform_weights[i] * actor->deforms[i];
        actor->deform_shares[i] += weight * actor->deform_weights[i];
    }
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

/// Lay one layer over what is there: its clips over poses and goals below, then its motions.
static bool mix_layer(caper_actor *actor, int from, int to, const caper_world_frame *frame)
{
    const caperi_source *const *sources = actor->playing;
    bool any = lay_layer(actor, sources, from, to);
    int touched = 0;
    if (any) {
        cover_goals(actor, sources, from, to);
    }
    for (int i = from; i < to; i++) {
        touched = sum_motion(actor, sources[i], frame, touched);
    }
    for (int k = 0; k < touched; k++) {
        lay_goal(actor, actor->touched[k]);
    }
    lay_deforms(actor);
    return any;
}

bool caperi_mix(caper_actor *actor, const caper_world_frame *frame)
{
    caper_pose rest = caper_character_rest_local(actor->character);
    bool any = false;
    caper_pose_copy(&actor->base, &rest);
    actor->goal_count = 0;
    actor->posed = 0;
    memset(actor->slots, 0xff, (size_t)actor->character->body_count * sizeof(int16_t));
    for (int i = 0, end; i < actor->playing_count; i = end) {
        for (end = i; end < actor->playing_count; end++) {
            if (actor->playing[end]->layer != actor->playing[i]->layer) {
                break;
            }
        }
        any = mix_layer(actor, i, end, frame) || any;
    }
    return any;
}
