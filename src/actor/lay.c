// SPDX-License-Identifier: MIT
//
// From what sources offer to a base pose, goals and votes on what stands (paper 000, section 4:
// "layering animations with weights").
//
// Within a layer sources are averaged by weight. Layers are laid over each other like paint: a
// layer of weight w shows with w and lets 1 - w of what is below through, body by body, position
// and rotation each for itself; a pose covers goals below it as well. A goal that is carried goes
// with the spine body that its limb hangs on, as lower layers move it; what lower layers ask of the
// rest of its limb yields to it, and the spine beyond the hips to what is reached for.
// Feet of a source that walks are its own: a source above without a way leaves them alone unless
// its mask names them. Sources are visited by layer and then in order of starting, so that the same
// calls give the same bits.
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

// ------------------------------------------------------------------------------------ asking

caper_source_input caperi_source_input(const caper_actor *actor, const caperi_source *source,
                                       const caper_world_frame *frame)
{
    caper_source_input input;
    input.dt = source->dt;
    input.time = source->time;
    input.before = source->before;
    input.root = actor->root;
    input.jumped = source->jumped;
    input.alone = actor->playing_count == 1 && actor->stage_count == 0 && !source->mask &&
                  caperi_source_weight(source) >= 1;
    input.world = actor->world;
    input.frame = frame;
    input.last_model = &actor->model;
    input.last_root = actor->last_root;
    input.rate = actor->rate;
    input.contacts = actor->contacts;
    input.contact_count = actor->contact_count;
    return input;
}

bool caperi_source_travels(const caperi_source *source)
{
    return source->motion ? source->motion->travel != NULL
           : source->clip ? source->clip->has_root
                          : source->kind->move != NULL;
}

caper_root caperi_source_way(const caperi_source *source,
                             caper_root (*root_at)(const caperi_source *source, float time))
{
    caperi_spot from = caperi_source_spot(source, fmax(source->before, 0));
    caperi_spot to = caperi_source_spot(source, source->time);
    if (from.pass == to.pass) {
        return caper_root_delta(root_at(source, from.time), root_at(source, to.time));
    }
    caper_root none = {0, 0, 0, 0}, start = root_at(source, 0);
    caper_root end = root_at(source, (float)caperi_source_duration(source));
    caper_root pass = caper_root_delta(start, end);
    caper_root last = caper_root_delta(start, root_at(source, to.time));
    int whole = (int)fmin(to.pass - from.pass - 1, 1e9);
    return caper_root_mul(caper_root_delta(root_at(source, from.time), end),
                          caperi_root_after_loops(none, pass, whole, last));
}

caper_root caperi_source_move(caper_actor *actor, caperi_source *source,
                              const caper_world_frame *frame)
{
    caper_root root = actor->root;
    caper_source_input input = caperi_source_input(actor, source, frame);
    if (!source->kind->move || !source->kind->move(source->self, &input, &root) ||
        !caperi_is_good_root(root)) {
        return actor->root;
    }
    return root;
}

caper_root caperi_root_add(caper_root sum, caper_root add, float weight)
{
    sum.x += weight * add.x;
    sum.y += weight * add.y;
    sum.z += weight * add.z;
    sum.yaw += weight * add.yaw;
    return sum;
}

/// The weight of a source for the way over the ground, of what shows of it.
static float travel_weight(const caper_actor *actor, const caperi_source *source, float shown)
{
    float weight = caperi_source_travels(source) ? shown : 0;
    return source->mask ? weight * source->mask[actor->character->root_body] : weight;
}

void caperi_note_cut(caper_actor *actor, const caperi_source *source, caper_root to, float shown)
{
    caperi_cut *cut = &actor->cuts[actor->cut_count++];
    cut->layer = source->layer;
    cut->weight = travel_weight(actor, source, shown);
    cut->way = caper_root_delta(actor->root, to);
}

/// The way of the only source there is, when it shows in full: nothing is mixed, and who goes alone
/// arrives to the bit.
static bool move_alone(caper_actor *actor, const caper_world_frame *frame)
{
    caperi_source *source = actor->playing_count == 1 ? actor->playing[0] : NULL;
    if (!source || actor->cut_count > 0 || source->mask || caperi_source_weight(source) != 1) {
        return false;
    }
    caper_root to = caperi_source_move(actor, source, frame);
    actor->root = caperi_source_travels(source) ? to : actor->root;
    return true;
}

void caperi_move(caper_actor *actor, const caper_world_frame *frame)
{
    if (move_alone(actor, frame)) {
        return;
    }
    caper_root none = {0, 0, 0, 0}, total = none, cut = none, only = actor->root;
    bool mixed = actor->cut_count > 0, any = false;
    for (int i = 0, layer = 0; layer < CAPER_MAX_LAYERS; layer++) {
        caper_root sum = none;
        float weights = 0;
        for (; i < actor->playing_count && actor->playing[i]->layer == layer; i++) {
            caperi_source *source = actor->playing[i];
            // all go on, also those that are not seen yet
            caper_root to = caperi_source_move(actor, source, frame);
            float weight = travel_weight(actor, source, caperi_source_weight(source));
            if (weight > 0) {
                sum = caperi_root_add(sum, caper_root_delta(actor->root, to), weight);
                weights += weight;
                mixed = mixed || any || weight < 1;
                any = true;
                only = to;
            }
        }
        float cover = caper_min(weights, 1);
        if (weights > 0) {
            total = caperi_root_add(caperi_root_add(none, total, 1 - cover), sum, cover / weights);
            cut = caperi_root_add(none, cut, 1 - cover);
        }
        // what came to its end did so before what follows it on its layer began
        for (int k = 0; k < actor->cut_count; k++) {
            const caperi_cut *c = &actor->cuts[k];
            cut = c->layer == layer ? caperi_root_add(cut, c->way, c->weight) : cut;
        }
    }
    actor->root = mixed ? caper_root_mul(actor->root, caper_root_mul(cut, total)) : only;
}

void caperi_look(caper_actor *actor, const caper_world_frame *frame)
{
    for (int i = 0; i < actor->playing_count; i++) {
        caperi_source *source = actor->playing[i];
        caper_offer *offer = &source->offer;
        caper_source_input input = caperi_source_input(actor, source, frame);
        offer->goal_count = offer->contact_count = 0;
        offer->cut = false;
        memset(offer->deform_weights, 0, (size_t)offer->local.deform_count * sizeof(float));
        source->offers =
            caperi_source_weight(source) > 0 && source->kind->look(source->self, &input, offer);
        source->jumped = false;
        for (int k = 0; source->offers && offer->cut && k < offer->contact_count; k++) {
            int slot = actor->contact_of[offer->contacts[k].body];
            if (slot >= 0) {
                memset(&actor->holds[slot].latch, 0, sizeof actor->holds[slot].latch);
            }
        }
    }
}

bool caperi_foresee(caper_actor *actor, const caper_world_frame *frame, double from, double to,
                    caper_root *way)
{
    struct {
        double time, before;
        float fade;
        bool jumped;
    } kept[CAPER_MAX_SOURCES];
    for (int i = 0; i < actor->playing_count; i++) {
        if (!actor->playing[i]->kind->foresees && caperi_source_weight(actor->playing[i]) > 0) {
            return false;
        }
    }
    caper_root root = actor->root;
    int cut_count = actor->cut_count;
    actor->cut_count = 0;
    for (int i = 0; i < actor->playing_count; i++) {
        caperi_source *s = actor->playing[i];
        kept[i].time = s->time;
        kept[i].before = s->before;
        kept[i].fade = s->fade;
        kept[i].jumped = s->jumped;
        s->before = s->time + from * (double)s->speed;
        s->time += to * (double)s->speed;
        s->fade = caper_clamp(s->fade + s->fade_rate * (float)to, 0, 1);
    }
    caperi_move(actor, frame);
    *way = caper_root_delta(root, actor->root);
    actor->root = root;
    actor->cut_count = cut_count;
    caperi_look(actor, frame);
    caperi_lay(actor);
    for (int i = 0; i < actor->playing_count; i++) {
        caperi_source *s = actor->playing[i];
        s->time = kept[i].time;
        s->before = kept[i].before;
        s->fade = kept[i].fade;
        s->jumped = kept[i].jumped;
    }
    return true;
}

// ------------------------------------------------------------------------------------ poses

static bool has_pose(const caperi_source *source)
{
    return source->offers && source->room.pose;
}

static bool is_plain_pose(const caperi_source *source)
{
    return has_pose(source) && !source->additive;
}

/// The share of a source's weight that a body has.
static float body_share(const caperi_source *source, int body)
{
    float share = source->mask ? source->mask[body] : 1;
    return source->offer.weights ? share * source->offer.weights[body] : share;
}

static bool is_uneven(const caperi_source *source)
{
    return source->mask || source->offer.weights;
}

/// One pose over the base pose, of which it covers a share.
static void lay_pose(caper_actor *actor, const caperi_source *source, float cover)
{
    caper_pose base = {actor->base.bodies, NULL, actor->base.body_count, 0};
    caper_pose pose = {source->offer.local.bodies, NULL, actor->base.body_count, 0};
    if (source->additive) {
        caper_pose rest = caper_character_rest_local(actor->character);
        caper_pose rest_bodies = {rest.bodies, NULL, rest.body_count, 0};
        caper_pose difference = {actor->sample.bodies, NULL, base.body_count, 0};
        caper_pose_difference(&pose, &rest_bodies, &difference);
        caper_blend_layer below = {&base, 1, NULL}, top = {&difference, cover, source->mask};
        caper_blend_job job = {&below, 1, &top, 1, NULL, 0, &base};
        caper_blend(&job);
    } else if (cover >= 1) {
        caper_pose_copy(&base, &pose);
    } else {
        caper_blend_layer layers[2] = {{&base, 1 - cover, NULL}, {&pose, cover, NULL}};
        caper_blend_job job = {layers, 2, NULL, 0, NULL, 0, &base};
        caper_blend(&job);
    }
}

/// One body of the poses of a layer, where weights differ from body to body.
static void lay_body(caper_actor *actor, int from, int to, int body)
{
    float sum = 0;
    for (int i = from; i < to; i++) {
        const caperi_source *s = actor->playing[i];
        sum += is_plain_pose(s) ? caperi_source_weight(s) * body_share(s, body) : 0;
    }
    float shown = 1 - caper_min(sum, 1);
    for (int i = from; i < to; i++) {
        const caperi_source *s = actor->playing[i];
        float weight = is_plain_pose(s) ? caperi_source_weight(s) * body_share(s, body) : 0;
        if (weight > 0) {
            float share = weight / caper_max(sum, 1);
            shown += share;
            caper_transform *base = &actor->base.bodies[body];
            *base = caper_transform_lerp(*base, s->offer.local.bodies[body],
                                         caper_min(share / shown, 1));
        }
    }
}

/// All bodies of the poses of a layer, when all weights are the same for them.
static void lay_evenly(caper_actor *actor, int from, int to)
{
    float sum = 0;
    for (int i = from; i < to; i++) {
        const caperi_source *s = actor->playing[i];
        sum += is_plain_pose(s) ? caperi_source_weight(s) : 0;
    }
    float shown = 1 - caper_min(sum, 1); // of what lies below, and then of all that was laid down
    for (int i = from; i < to; i++) {
        const caperi_source *s = actor->playing[i];
        float weight = is_plain_pose(s) ? caperi_source_weight(s) : 0;
        if (weight > 0) {
            float share = weight / caper_max(sum, 1);
            shown += share;
            lay_pose(actor, s, caper_min(share / shown, 1));
        }
    }
}

/// How far bodies are posed now.
static void note_posed(caper_actor *actor, const caperi_source *source, float weight)
{
    bool uneven = is_uneven(source);
    float covered = caper_min(weight, 1), *posed = actor->posed;
    for (int b = 0; b < actor->base.body_count; b++) {
        covered = uneven ? caper_min(weight * body_share(source, b), 1) : covered;
        posed[b] += (1 - posed[b]) * covered;
    }
}

/// Lay the poses of one layer down so that each shows by its share, body by body; then what is
/// added on top.
static bool lay_poses(caper_actor *actor, int from, int to)
{
    bool any = false, plain = false, uneven = false;
    for (int i = from; i < to; i++) {
        const caperi_source *s = actor->playing[i];
        bool shows = has_pose(s) && caperi_source_weight(s) > 0;
        any = any || shows;
        plain = plain || (shows && !s->additive);
        uneven = uneven || (shows && !s->additive && is_uneven(s));
    }
    if (plain && !uneven) {
        lay_evenly(actor, from, to);
    }
    for (int b = 0; plain && uneven && b < actor->base.body_count; b++) {
        lay_body(actor, from, to, b);
    }
    for (int i = from; any && i < to; i++) {
        const caperi_source *s = actor->playing[i];
        float weight = has_pose(s) ? caperi_source_weight(s) : 0;
        if (weight > 0 && s->additive) {
            lay_pose(actor, s, weight);
        }
        if (weight > 0 && !s->additive) {
            note_posed(actor, s, weight);
        }
    }
    return any;
}

/// Poses cover what sources of lower layers ask for, body by body.
static void cover_goals(caper_actor *actor, int from, int to)
{
    for (int i = 0; i < actor->goal_count; i++) {
        caper_goal *goal = &actor->goals[i];
        float cover = 0;
        for (int k = from; k < to; k++) {
            const caperi_source *s = actor->playing[k];
            float weight = is_plain_pose(s) ? caperi_source_weight(s) : 0;
            cover += weight > 0 ? weight * body_share(s, goal->body) : 0;
        }
        float left = 1 - caper_clamp(cover, 0, 1);
        goal->position_weight *= left;
        goal->rotation_weight *= left;
    }
}

// ------------------------------------------------------------------------------------ deforms

/// Deforms of a source go into the sums of the layer, or on top of what is there.
static void sum_deforms(caper_actor *actor, const caperi_source *source)
{
    const caper_offer *offer = &source->offer;
    float weight = caperi_source_weight(source);
    for (int i = 0; source->offers && i < actor->character->deform_count; i++) {
        float w = weight * offer->deform_weights[i];
        if (!(w > 0)) {
            continue;
        }
        if (source->additive) {
            actor->base.deforms[i] += w * offer->local.deforms[i];
        } else {
            actor->deform_sums[i] += w * offer->local.deforms[i];
            actor->deform_shares[i] += w;
        }
    }
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

// ------------------------------------------------------------------------------------ goals

const caper_transform *caperi_base_model(caper_actor *actor)
{
    if (!actor->model_is_base) {
        caper_pose_to_model(&actor->character->skeleton, &actor->base, NULL, &actor->sample);
        actor->model_is_base = true;
    }
    return actor->sample.bodies;
}

/// How lower layers move each spine body from rest: by its own goal, else as the base pose has it,
/// else as its neighbor towards the root moves.
static void find_moved(caper_actor *actor)
{
    const caper_character *c = actor->character;
    const caper_transform *base = actor->posed_any ? caperi_base_model(actor) : c->rest_model;
    int root = actor->spine_slot[c->root_body];
    for (int pass = 0; pass < 2; pass++) { // from the root to both ends
        int step = pass ? -1 : 1;
        for (int k = pass ? root - 1 : root; k >= 0 && k < c->spine_count; k += step) {
            int body = c->spine[k], slot = actor->slots[body];
            caper_transform from = caper_transform_inverse(c->rest_model[body]);
            caper_transform to = caper_transform_mul(base[body], from);
            const caper_goal *goal = slot >= 0 ? &actor->goals[slot] : NULL;
            if (goal && goal->position_weight > 0 && goal->rotation_weight > 0) {
                caper_vec3 lever = caper_quat_rotate(goal->rotation, goal->point);
                caper_transform at =
                    caper_transform_make(goal->rotation, caper_vec3_sub(goal->position, lever));
                float w = caper_min(goal->position_weight, goal->rotation_weight);
                to = caper_transform_lerp(to, caper_transform_mul(at, from), w);
            } else if (k != root && !actor->posed_any) {
                to = actor->moved[k - step];
            }
            actor->moved[k] = to;
        }
    }
}

/// A goal as it is where lower layers have moved what carries it.
static caper_goal carry(const caper_actor *actor, const caper_goal *goal)
{
    caper_goal out = *goal;
    caper_transform by = actor->moved[actor->spine_slot[goal->body]];
    caper_vec3 there = caper_transform_mul_point(by, goal->position);
    out.position = caper_vec3_lerp(goal->position, there, goal->carried);
    caper_quat turned = caper_quat_mul(by.rotation, goal->rotation);
    out.rotation = caper_quat_nlerp(goal->rotation, turned, goal->turned);
    return out;
}

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
    sum->soften += p * goal->soften;
    sum->give += p * goal->give;
    sum->carried += p * goal->carried;
    sum->turned += r * goal->turned;
    sum->yields += r * goal->yields;
    sum->strict += caper_max(p, r) * goal->strict;
    sum->strict_weight += caper_max(p, r);
    caper_quat q = caper_quat_dot(sum->rotation, goal->rotation) < 0
                       ? caper_quat_neg(goal->rotation)
                       : goal->rotation;
    sum->rotation = caper_quat_make(sum->rotation.x + r * q.x, sum->rotation.y + r * q.y,
                                    sum->rotation.z + r * q.z, sum->rotation.w + r * q.w);
    sum->rotation_weight += r;
}

/// May a source say what a body does that somebody below walks on?
static bool may_move(const caper_actor *actor, const caperi_source *source, int body)
{
    return !actor->walked[body] || source->mask || caperi_source_travels(source);
}

/// Add the goals of a source to the sums of the layer; returns how many bodies are touched now.
static int sum_goals(caper_actor *actor, const caperi_source *source, bool carried, int touched)
{
    float weight = caperi_source_weight(source);
    for (int i = 0; source->offers && i < source->offer.goal_count; i++) {
        const caper_goal *given = &source->offer.goals[i];
        int body = given->body;
        if (!may_move(actor, source, body)) {
            continue;
        }
        caper_goal goal =
            carried && given->carried + given->turned > 0 ? carry(actor, given) : *given;
        caperi_sum *sum = &actor->sums[body];
        if (sum->position_weight == 0 && sum->rotation_weight == 0) {
            memset(sum, 0, sizeof *sum);
            actor->touched[touched++] = (int16_t)body;
        }
        sum_goal(sum, &goal, source->mask ? weight * source->mask[body] : weight);
        if (sum->position_weight == 0 && sum->rotation_weight == 0) {
            touched--; // it asked for nothing
        }
    }
    return touched;
}

static bool is_ahead(const caper_actor *actor, int body)
{
    return actor->spine_slot[body] > actor->last_hip;
}

/// What lower layers ask of the same limb makes room; so does what they ask of the spine beyond the
/// hips that carries it, for what is reached for. What is carried goes with the spine as it is.
static void yield_to(caper_actor *actor, int body)
{
    const caper_body *bodies = actor->character->bodies;
    const caperi_sum *sum = &actor->sums[body];
    float w = caper_min(caper_max(sum->position_weight, sum->rotation_weight), 1);
    bool ahead = is_ahead(actor, body);
    float reached = sum->position_weight > 0 ? 1 - sum->carried / sum->position_weight : 1;
    for (int i = 0; i < actor->goal_count; i++) {
        caper_goal *goal = &actor->goals[i];
        bool limb = bodies[goal->body].base >= 0 && bodies[goal->body].base == bodies[body].base;
        bool spine = bodies[goal->body].base < 0 && ahead && is_ahead(actor, goal->body);
        if (goal->body != body && (limb || spine)) {
            float room = limb ? w : w * reached;
            goal->position_weight *= 1 - room;
            goal->rotation_weight *= 1 - room;
        } else if (goal->body == body && limb) {
            // where it should be elsewhere, how it was turned says nothing
            goal->rotation_weight *= 1 - caper_min(sum->position_weight, 1);
        }
    }
}

/// Lay what a layer wants of a body over what lower layers want.
static void lay_goal(caper_actor *actor, int body)
{
    caperi_sum *sum = &actor->sums[body];
    if (actor->slots[body] < 0) {
        actor->slots[body] = (int16_t)actor->goal_count;
        caper_goal *fresh = &actor->goals[actor->goal_count++];
        *fresh = caper_goal_default();
        fresh->body = body;
    }
    caper_goal *goal = &actor->goals[actor->slots[body]];
    if (sum->strict_weight >= CAPERI_LEAST_WEIGHT) {
        float cover = caper_min(sum->strict_weight, 1);
        float below = caper_max(goal->position_weight, goal->rotation_weight) * (1 - cover);
        float strict = caper_min(sum->strict / sum->strict_weight, 1);
        goal->strict = caper_lerp(goal->strict, strict, cover / (cover + below));
    }
    if (sum->position_weight >= CAPERI_LEAST_WEIGHT) {
        float cover = caper_min(sum->position_weight, 1), scale = 1 / sum->position_weight;
        float weight = cover + goal->position_weight * (1 - cover);
        float share = cover / weight;
        caper_vec3 point = caper_vec3_scale(sum->point, scale);
        caper_vec3 position = caper_vec3_scale(sum->position, scale);
        goal->point = caper_vec3_lerp(goal->point, point, share);
        goal->position = caper_vec3_lerp(goal->position, position, share);
        goal->soften = caper_lerp(goal->soften, sum->soften * scale, share);
        goal->give = caper_lerp(goal->give, sum->give * scale, share);
        goal->carried = caper_lerp(goal->carried, sum->carried * scale, share);
        goal->position_weight = weight;
    }
    if (sum->rotation_weight >= CAPERI_LEAST_WEIGHT) {
        float cover = caper_min(sum->rotation_weight, 1);
        float weight = cover + goal->rotation_weight * (1 - cover);
        caper_quat rotation = caper_quat_normalize(sum->rotation);
        goal->rotation = caper_quat_nlerp(goal->rotation, rotation, cover / weight);
        goal->turned = caper_lerp(goal->turned, sum->turned / sum->rotation_weight, cover / weight);
        goal->yields = caper_lerp(goal->yields, sum->yields / sum->rotation_weight, cover / weight);
        goal->rotation_weight = weight;
    }
    sum->position_weight = sum->rotation_weight = 0;
}

// ------------------------------------------------------------------------------------ votes

/// The place of a body among contacts; -1 when there is no room.
static int contact_slot(caper_actor *actor, int body)
{
    if (actor->contact_of[body] < 0 && actor->contact_count < actor->contact_capacity) {
        int slot = actor->contact_count++;
        actor->contact_of[body] = (int16_t)slot;
        memset(&actor->contacts[slot], 0, sizeof *actor->contacts);
        memset(&actor->holds[slot], 0, sizeof *actor->holds);
        memset(&actor->votes[slot], 0, sizeof *actor->votes);
        memset(&actor->layer_votes[slot], 0, sizeof *actor->layer_votes);
        actor->contacts[slot].body = body;
        actor->contacts[slot].world = caper_transform_identity();
    }
    return actor->contact_of[body];
}

/// Add a wish, or the sums of several, to the sums of a body.
static void add_wish(caperi_vote *vote, float weight, float scale, caper_vec3 position,
                     caper_quat q)
{
    float w = caper_quat_dot(vote->rotation, q) < 0 ? -scale : scale;
    vote->wish_weight += weight;
    vote->position = caper_vec3_add_scaled(vote->position, position, scale);
    vote->rotation = caper_quat_make(vote->rotation.x + w * q.x, vote->rotation.y + w * q.y,
                                     vote->rotation.z + w * q.z, vote->rotation.w + w * q.w);
}

/// The votes of a source that shows in full and that nobody votes beside: they are their own mean.
/// False, with nothing voted, when two of them are for one body.
static bool take_votes(caper_actor *actor, const caperi_source *source)
{
    int count = source->offers ? source->offer.contact_count : 0;
    for (int i = 0; i < count; i++) {
        const caper_offer_contact *contact = &source->offer.contacts[i];
        int slot = contact_slot(actor, contact->body);
        if (slot < 0) {
            continue;
        }
        caperi_vote *vote = &actor->votes[slot];
        if (vote->weight > 0) {
            memset(actor->votes, 0, (size_t)actor->contact_count * sizeof *actor->votes);
            return false;
        }
        vote->weight = 1;
        vote->yes = contact->stands == CAPER_STANDS_YES ? 1.0f : 0.0f;
        vote->ask = contact->stands == CAPER_STANDS_ASK ? 1.0f : 0.0f;
        vote->planner = contact->has_pivot ? contact : NULL;
        vote->pivot_weight = contact->has_pivot ? 1.0f : 0.0f;
        vote->posed = source->kind->pose ? 1.0f : 0.0f;
        vote->matters = contact->has_wish ? contact->weight : 1;
        vote->wish_weight = contact->has_wish ? 1.0f : 0.0f;
        if (contact->has_wish) {
            vote->position = contact->wish.position;
            vote->rotation = contact->wish.rotation;
        }
    }
    return true;
}

static void sum_votes(caper_actor *actor, const caperi_source *source)
{
    float weight = caperi_source_weight(source);
    for (int i = 0; source->offers && i < source->offer.contact_count; i++) {
        const caper_offer_contact *contact = &source->offer.contacts[i];
        int slot = contact_slot(actor, contact->body);
        if (slot < 0 || !may_move(actor, source, contact->body)) {
            continue;
        }
        caperi_vote *vote = &actor->layer_votes[slot];
        float w = source->mask ? weight * source->mask[contact->body] : weight;
        vote->weight += w;
        vote->yes += contact->stands == CAPER_STANDS_YES ? w : 0;
        vote->ask += contact->stands == CAPER_STANDS_ASK ? w : 0;
        if (contact->has_pivot && w > vote->pivot_weight) {
            vote->planner = contact;
            vote->pivot_weight = w;
        }
        vote->posed += source->kind->pose ? w : 0;
        vote->matters += contact->has_wish ? w * contact->weight : w;
        if (contact->has_wish) {
            add_wish(vote, w, w, contact->wish.position, contact->wish.rotation);
        }
    }
}

static void lay_votes(caper_actor *actor)
{
    for (int i = 0; i < actor->contact_count; i++) {
        caperi_vote *sum = &actor->layer_votes[i], *vote = &actor->votes[i];
        if (!(sum->weight > 0)) {
            continue;
        }
        float cover = caper_min(sum->weight, 1), scale = cover / sum->weight;
        vote->weight = cover + (1 - cover) * vote->weight;
        vote->yes = scale * sum->yes + (1 - cover) * vote->yes;
        vote->ask = scale * sum->ask + (1 - cover) * vote->ask;
        vote->posed = scale * sum->posed + (1 - cover) * vote->posed;
        vote->matters = scale * sum->matters + (1 - cover) * vote->matters;
        vote->pivot_weight *= 1 - cover;
        if (scale * sum->pivot_weight > vote->pivot_weight) {
            vote->planner = sum->planner;
            vote->pivot_weight = scale * sum->pivot_weight;
        }
        caper_quat q = vote->rotation;
        float left = 1 - cover;
        vote->wish_weight *= left;
        vote->position = caper_vec3_scale(vote->position, left);
        vote->rotation = caper_quat_make(left * q.x, left * q.y, left * q.z, left * q.w);
        add_wish(vote, scale * sum->wish_weight, scale, sum->position, sum->rotation);
        memset(sum, 0, sizeof *sum);
    }
}

/// Feet of a source that travels are its own for the layers above.
static void note_walked(caper_actor *actor, int from, int to)
{
    for (int k = from; k < to; k++) {
        const caperi_source *s = actor->playing[k];
        for (int i = 0; s->offers && caperi_source_travels(s) && i < s->offer.contact_count; i++) {
            actor->walked[s->offer.contacts[i].body] = 1;
        }
    }
}

// ------------------------------------------------------------------------------------ layers

/// The goals of a source that has the layer and all below to itself: they need no sums. False, with
/// nothing laid, when two of them are for one body.
static bool take_goals(caper_actor *actor, const caperi_source *source)
{
    const caper_offer *offer = &source->offer;
    int count = source->offers ? offer->goal_count : 0;
    for (int i = 0; i < count; i++) {
        const caper_goal *goal = &offer->goals[i];
        if (actor->slots[goal->body] >= 0) {
            memset(actor->slots, 0xff, (size_t)actor->character->body_count * sizeof *actor->slots);
            actor->goal_count = 0;
            return false;
        }
        actor->slots[goal->body] = (int16_t)actor->goal_count;
        actor->goals[actor->goal_count++] = *goal;
    }
    return true;
}

/// Lay one layer over what is there: its poses over poses and goals below, then its goals.
static void lay_layer(caper_actor *actor, int from, int to)
{
    bool below = actor->goal_count > 0 || actor->posed_any, carried = false;
    for (int i = from; below && i < to; i++) {
        carried = carried || (actor->playing[i]->offers && actor->playing[i]->offer.goal_count > 0);
    }
    if (carried) {
        find_moved(actor);
    }
    if (lay_poses(actor, from, to)) {
        cover_goals(actor, from, to);
        actor->model_is_base = false;
        actor->posed_any = true;
    }
    const caperi_source *first = actor->playing[from];
    bool alone = !below && to == from + 1 && !first->mask && caperi_source_weight(first) >= 1;
    bool taken = alone && take_goals(actor, first);
    int touched = 0;
    for (int i = from; i < to && !taken; i++) {
        touched = sum_goals(actor, actor->playing[i], carried, touched);
    }
    bool voted = alone && from == 0 && caperi_source_weight(first) == 1 && take_votes(actor, first);
    for (int i = from; i < to; i++) {
        sum_deforms(actor, actor->playing[i]);
        if (!voted) {
            sum_votes(actor, actor->playing[i]);
        }
    }
    for (int k = 0; k < touched && below; k++) {
        yield_to(actor, actor->touched[k]);
    }
    for (int k = 0; k < touched; k++) {
        lay_goal(actor, actor->touched[k]);
    }
    lay_deforms(actor);
    if (!voted) {
        lay_votes(actor);
    }
    note_walked(actor, from, to);
}

void caperi_lay_posed(caper_actor *actor)
{
    const caperi_source *source = actor->playing[0];
    caper_pose base = {actor->base.bodies, NULL, actor->base.body_count, 0};
    caper_pose pose = {source->offer.local.bodies, NULL, actor->base.body_count, 0};
    caper_pose_copy(&base, &pose);
    actor->model_is_base = false;
    if (source->offer.goal_count > 0 && !take_goals(actor, source)) {
        caperi_lay(actor);
    }
}

void caperi_lay(caper_actor *actor)
{
    size_t bodies = (size_t)actor->character->body_count;
    caper_pose rest = caper_character_rest_local(actor->character);
    caper_pose_copy(&actor->base, &rest);
    actor->goal_count = 0;
    actor->posed_any = actor->model_is_base = false;
    memset(actor->posed, 0, bodies * sizeof *actor->posed);
    memset(actor->walked, 0, bodies);
    memset(actor->slots, 0xff, bodies * sizeof *actor->slots);
    memset(actor->votes, 0, (size_t)actor->contact_count * sizeof *actor->votes);
    for (int i = 0, end; i < actor->playing_count; i = end) {
        for (end = i; end < actor->playing_count; end++) {
            if (actor->playing[end]->layer != actor->playing[i]->layer) {
                break;
            }
        }
        lay_layer(actor, i, end);
    }
}
