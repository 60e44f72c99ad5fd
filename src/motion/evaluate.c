// SPDX-License-Identifier: MIT
//
// A frame of a variant: general curves become goals of one character (paper 000, sections 3.2.3 and
// 4). Each channel is sampled once, whatever it moves; then the plan is walked through: an aim
// becomes a point, a slot becomes a goal, the weighted mean of its shares, each specialized by its
// own mode. So a body moves from one mode to another without a jump as the weights of two channels
// change. Shares may be about different points of the body (grip and sole): the point is blended by
// the same weights. A body that looks without a position of its own looks from where the goals of
// this frame put it.
//
// A body that is aimed at is where this frame's goals put it: from rest it is carried along by its
// own goal and by those of the bodies above it, as far as their weights go. A deform goes by its
// channel's weight (of position, else of rotation); the missing share is rest, which is 0.
//
// Nothing here allocates or looks at a body that no channel moves or aims at. Invariant: every
// output is a function of the job, whatever was evaluated before.
#include "motion/bind.h"

#include "clip/clip.h"

/// Knees and elbows come to their full reach over this share of it, so that they do not snap.
#define LIMB_SOFTEN 0.2f
#define ARM 4 // joints of an arm: collar bone, shoulder, elbow and wrist

// A channel at this time.
typedef struct general {
    caper_transform pose;
    float position_weight, rotation_weight;
    float deform_weight;
} general;

typedef struct frame {
    const caper_motion_job *job;
    const struct caper_binding_data *data;
    const caperi_plan *plan;
    caper_place place; // mirror and target change from share to share
    float time;
    general generals[CAPER_MAX_CHANNELS];        // by channel
    caper_transform targets[CAPER_MAX_CHANNELS]; // of the binding, model space
    caper_transform aims[CAPER_MAX_CHANNELS];    // of the plan, model space
    int wanted_slot, wanted_channel;             // whose place is asked for; -1: nobody's
    caper_place found;
    caper_transform special;
} frame;

// --------------------------------------------------------------------------------------- curves

static float sample_weight(const caper_curve *curve, float time)
{
    float value = 1.0f;
    if (curve)
        caper_curve_sample(curve, time, &value, NULL);
    return value;
}

static void sample_channels(frame *f)
{
    for (int i = 0; i < f->plan->channel_count; i++) {
        const caperi_curves *curves = &f->data->curves[f->plan->channels[i]];
        general *g = &f->generals[f->plan->channels[i]];
        float v[4];
        g->pose = caper_transform_identity();
        if (curves->position) {
            caper_curve_sample(curves->position, f->time, v, NULL);
            g->pose.position = caper_vec3_make(v[0], v[1], v[2]);
        }
        if (curves->rotation) {
            caper_curve_sample(curves->rotation, f->time, v, NULL);
            g->pose.rotation = caper_quat_make(v[0], v[1], v[2], v[3]);
        }
        g->position_weight = sample_weight(curves->position_weight, f->time);
        g->rotation_weight = sample_weight(curves->rotation_weight, f->time);
        g->deform_weight = curves->position_weight   ? g->position_weight
                           : curves->rotation_weight ? g->rotation_weight
                                                     : 1.0f;
    }
}

// ----------------------------------------------------------------------------------------- aims

static void find_targets(frame *f)
{
    const caper_motion_job *job = f->job;
    bool mirrored = job->binding->variants[job->variant].mirrored;
    for (int i = 0; i < f->data->target_count; i++) {
        const caperi_target *target = &f->data->targets[i];
        const caper_target *given = caper_world_find_target(job->frame, target->name);
        f->targets[i] = caper_transform_make(caper_quat_identity(), target->at[mirrored]);
        if (given && caper_vec3_is_finite(given->transform.position))
            f->targets[i] = caper_transform_unmul(job->root, given->transform);
    }
}

// Where a body is that goals carry along: each takes what is below it by its weight.
static caper_transform carry(const frame *f, const caperi_aim_body *at)
{
    const caper_transform *rest = f->job->binding->character->rest_model;
    caper_transform moved = caper_transform_identity(); // from rest to now
    for (int i = 0; i < at->link_count; i++) {
        const caper_goal *goal = &f->job->goals[f->plan->links[at->first_link + i]];
        caper_transform now = caper_transform_mul(moved, rest[goal->body]);
        caper_vec3 point = caper_transform_mul_point(now, goal->point);
        if (goal->rotation_weight > 0.0f)
            now.rotation = caper_quat_nlerp(now.rotation, goal->rotation, goal->rotation_weight);
        if (goal->position_weight > 0.0f)
            point = caper_vec3_lerp(point, goal->position, goal->position_weight);
        now.position = caper_vec3_sub(point, caper_quat_rotate(now.rotation, goal->point));
        moved = caper_transform_mul(now, caper_transform_inverse(rest[goal->body]));
    }
    return caper_transform_mul(moved, rest[at->body]);
}

static void find_aim(frame *f, int index)
{
    const caperi_aim *aim = &f->plan->aims[index];
    if (aim->body_count == 0) {
        f->aims[index] = f->targets[aim->target];
        return;
    }
    caper_vec3 sum = caper_vec3_zero();
    caper_transform at = caper_transform_identity();
    for (int i = 0; i < aim->body_count; i++) {
        const caperi_aim_body *body = &f->plan->aim_bodies[aim->first_body + i];
        at = f->job->model && !body->moved ? f->job->model->bodies[body->body] : carry(f, body);
        sum = caper_vec3_add(sum, caper_transform_mul_point(at, body->point));
    }
    at.position = sum;
    if (aim->surface) {
        int body = f->plan->aim_bodies[aim->first_body].body;
        caper_quat rest = f->job->binding->character->rest_model[body].rotation;
        at.rotation = caper_quat_mul(at.rotation, caper_quat_conj(rest));
    } else if (aim->body_count > 1) {
        at.rotation = caper_quat_identity();
        at.position = caper_vec3_scale(sum, 1.0f / (float)aim->body_count);
    }
    f->aims[index] = at;
}

// ---------------------------------------------------------------------------------------- goals

typedef struct blend {
    caper_vec3 position, point;
    caper_quat rotation;
    float position_weight, rotation_weight;
    float carried, turned; // sums of the weights of what goes with the body
} blend;

// Mirror and aim of a share. `offset`: how far the body is from rest, for those who look from
// there.
static void set_place(frame *f, const caperi_share *share, caper_vec3 offset)
{
    f->place.mirror = f->data->parts[share->part].mirror;
    if (share->aim >= 0) {
        f->place.target = f->aims[share->aim];
        f->place.target_half = f->plan->aims[share->aim].half;
        f->place.target.position = caper_vec3_sub(f->place.target.position, offset);
    }
}

static void note_place(frame *f, const caperi_share *share, caper_vec3 offset)
{
    const caperi_binding_part *part = &f->data->parts[share->part];
    set_place(f, share, offset);
    f->found = f->place;
    f->special = caperi_specialize(&part->fit, &f->place, f->generals[part->channel].pose,
                                   CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
}

static void add_share(frame *f, const caperi_share *share, caper_vec3 offset, blend *sum)
{
    const caperi_binding_part *part = &f->data->parts[share->part];
    const general *g = &f->generals[part->channel];
    float position_weight = share->position ? g->position_weight : 0.0f;
    float rotation_weight = share->rotation ? g->rotation_weight : 0.0f;
    if (position_weight <= 0.0f && rotation_weight <= 0.0f)
        return;
    // who looks does so from its position, however little that weighs
    bool looks = share->position && part->fit.mode.rotation == CAPER_FRAME_LOOK;
    int parts = (position_weight > 0.0f || looks ? CAPER_KEY_POSITION : 0) |
                (rotation_weight > 0.0f ? CAPER_KEY_ROTATION : 0);
    set_place(f, share, offset);
    caper_transform special = caperi_specialize(&part->fit, &f->place, g->pose, parts);
    // what is about a target outside stays there, what is on the ground stays on it
    bool outside = share->aim >= 0 && f->plan->aims[share->aim].body_count == 0;
    const caper_mode *mode = &part->fit.mode;
    float free = mode->ground ? 1.0f - caper_clamp(g->pose.position.y, 0.0f, 1.0f) : 1.0f;
    sum->carried +=
        outside && mode->position != CAPER_FRAME_REACH && mode->position >= CAPER_FRAME_SECONDARY
            ? 0.0f
            : free * position_weight;
    sum->turned +=
        outside && mode->rotation >= CAPER_FRAME_SECONDARY ? 0.0f : free * rotation_weight;
    if (position_weight > 0.0f) {
        sum->position = caper_vec3_add_scaled(sum->position, special.position, position_weight);
        sum->point = caper_vec3_add_scaled(sum->point, part->fit.point, position_weight);
        sum->position_weight += position_weight;
    }
    if (rotation_weight > 0.0f) {
        caper_quat q = special.rotation, r = sum->rotation;
        if (sum->rotation_weight > 0.0f)
            q = caper_quat_toward(q, r);
        float w = rotation_weight;
        sum->rotation = caper_quat_make(r.x + q.x * w, r.y + q.y * w, r.z + q.z * w, r.w + q.w * w);
        sum->rotation_weight += w;
    }
}

static caper_vec3 divide(caper_vec3 v, float w)
{
    return caper_vec3_make(v.x / w, v.y / w, v.z / w);
}

// How far the goals so far, the body's own and those above it, have moved it.
static caper_vec3 find_offset(const frame *f, const caperi_slot *slot, const blend *sum)
{
    const caperi_aim_body *viewer = &f->plan->aim_bodies[slot->viewer];
    caper_vec3 offset = caper_vec3_sub(carry(f, viewer).position, slot->rest_position);
    float w = sum->position_weight;
    if (w > 0.0f) {
        caper_transform rest = caper_transform_make(slot->rest_rotation, slot->rest_position);
        caper_vec3 from = caper_transform_mul_point(rest, divide(sum->point, w));
        caper_vec3 own = caper_vec3_sub(divide(sum->position, w), from);
        offset = caper_vec3_lerp(offset, own, caper_min(w, 1.0f));
    }
    return offset;
}

static void add_shares(frame *f, int index, bool views, caper_vec3 offset, blend *sum)
{
    const caperi_slot *slot = &f->plan->slots[index];
    const caperi_share *shares = &f->plan->shares[slot->first_share];
    for (int i = 0; i < slot->share_count; i++) {
        if (shares[i].views != views)
            continue;
        if (index == f->wanted_slot && f->data->parts[shares[i].part].channel == f->wanted_channel)
            note_place(f, &shares[i], offset);
        add_share(f, &shares[i], offset, sum);
    }
}

// Has a limb more joints than an arm with a collar bone and a wrist?
static bool is_long(const frame *f, int body)
{
    const caper_body *bodies = f->job->binding->character->bodies;
    int count = 0;
    for (int b = body; b >= 0 && !(bodies[b].caps & CAPER_CAP_SPINE); b = bodies[b].parent)
        count++;
    return count > ARM;
}

static void find_goal(frame *f, int index)
{
    const caperi_slot *slot = &f->plan->slots[index];
    caper_goal *goal = &f->job->goals[index];
    blend sum = {0};
    add_shares(f, index, false, caper_vec3_zero(), &sum);
    if (slot->viewer >= 0)
        add_shares(f, index, true, find_offset(f, slot, &sum), &sum);
    goal->body = slot->body;
    goal->point = caper_vec3_zero();
    goal->position = slot->rest_position;
    goal->rotation = slot->rest_rotation;
    goal->position_weight = caper_min(sum.position_weight, 1.0f);
    goal->rotation_weight = caper_min(sum.rotation_weight, 1.0f);
    goal->carried = sum.position_weight > 0.0f ? sum.carried / sum.position_weight : 1.0f;
    goal->turned = sum.rotation_weight > 0.0f ? sum.turned / sum.rotation_weight : 1.0f;
    caper_caps caps = f->job->binding->character->bodies[slot->body].caps;
    bool foot = caps & CAPER_CAP_FOOT;
    goal->soften = foot ? 0.0f : LIMB_SOFTEN;
    // a foot that stands stays where it is, whatever the hips do: the solver's own limits hold
    // there
    goal->give = foot ? 0.0f : CAPERI_LIMB_GIVE;
    // limbs bend where their joints do, even to get somewhere; trunks and tentacles, and the necks
    // of those who bite, give then; feet in the air: see seat.c
    bool gives =
        (caps & (CAPER_CAP_HEAD | CAPER_CAP_MOUTH | CAPER_CAP_TENTACLE)) || is_long(f, slot->body);
    bool spine = caps & CAPER_CAP_SPINE;
    goal->strict = foot ? 0.0f : gives && !spine ? goal->carried : 1.0f;
    goal->yields = 0.0f;
    if (sum.position_weight > 0.0f) {
        // division, so that weights of one share cancel exactly
        goal->position = divide(sum.position, sum.position_weight);
        goal->point = divide(sum.point, sum.position_weight);
    }
    if (sum.rotation_weight > 0.0f)
        goal->rotation = caper_quat_normalize(sum.rotation);
}

static void find_deforms(const frame *f)
{
    const caper_motion_job *job = f->job;
    for (int i = 0; job->deforms && i < f->plan->deform_count; i++) {
        const caperi_deform *deform = &f->plan->deforms[i];
        float sum = 0.0f, weight = 0.0f;
        for (int k = 0; k < deform->share_count; k++) {
            const caperi_deform_share *share = &f->plan->deform_shares[deform->first_share + k];
            float value = 0.0f, w = f->generals[share->channel].deform_weight;
            caper_curve_sample(share->curve, f->time, &value, NULL);
            sum += value * w;
            weight += w;
        }
        job->deforms[deform->deform] = sum / caper_max(weight, 1.0f);
        if (job->deform_weights)
            job->deform_weights[deform->deform] = 1.0f;
    }
}

// --------------------------------------------------------------------------------------- public

caper_motion_job caper_motion_job_default(void)
{
    caper_motion_job job = {0};
    job.root = caper_transform_identity();
    return job;
}

static bool is_valid(const caper_motion_job *job)
{
    if (!job || !job->binding || job->variant < 0 || job->variant >= job->binding->variant_count)
        return false;
    const caper_quat q = job->root.rotation;
    return (job->goals || job->binding->variants[job->variant].goal_count == 0) &&
           job->time - job->time == 0.0f && caper_vec3_is_finite(job->root.position) &&
           caper_quat_is_unit(q, 1e-2f) &&
           (!job->model || job->model->body_count == job->binding->character->body_count);
}

// Arrays of the frame are written before they are read.
static void evaluate(frame *f, caper_motion_job *job)
{
    f->job = job;
    f->data = job->binding->data;
    f->plan = &f->data->plans[job->variant];
    f->time = caperi_motion_wrap(job->binding->motion, job->time);
    f->place = (caper_place){.character = job->binding->character,
                             .target = caper_transform_identity(),
                             .world = job->world,
                             .frame = job->frame,
                             .root = job->root};
    sample_channels(f);
    find_targets(f);
    for (int i = 0; i < f->plan->step_count; i++) {
        int step = f->plan->steps[i];
        if (step >= 0)
            find_goal(f, step);
        else
            find_aim(f, -1 - step);
    }
    find_deforms(f);
    job->goal_count = job->binding->variants[job->variant].goal_count;
}

bool caper_motion_evaluate(caper_motion_job *job)
{
    bool good = is_valid(job);
    CAPER_ASSERT(good);
    if (!good)
        return false;
    frame f;
    f.wanted_slot = f.wanted_channel = -1;
    evaluate(&f, job);
    return true;
}

bool caper_motion_place(caper_motion_job *job, int strand, caper_place *place,
                        caper_transform *special)
{
    bool good = is_valid(job) && strand >= 0 &&
                strand < job->binding->variants[job->variant].strand_count && place && special;
    CAPER_ASSERT(good);
    const caper_strand *wanted =
        good ? &job->binding->variants[job->variant].strands[strand] : NULL;
    if (!wanted || wanted->goal < 0)
        return false;
    frame f;
    f.wanted_slot = wanted->goal;
    f.wanted_channel = wanted->channel;
    f.found.character = NULL;
    evaluate(&f, job);
    if (!f.found.character)
        return false;
    f.found.body = wanted->body;
    *place = f.found;
    *special = f.special;
    return true;
}

float caper_travel_unit(const caper_character *character)
{
    float sum = 0.0f;
    for (int i = 0; i < character->leg_count; i++)
        sum += character->bodies[character->legs[i].foot].limb_length;
    if (!(sum > 1e-3f * character->size))
        return character->height;
    return sum / (float)character->leg_count;
}

static caper_root sample_travel(const caper_binding *binding, float time)
{
    float v[4];
    float unit = caper_travel_unit(binding->character);
    caper_curve_sample(binding->motion->travel, time, v, NULL);
    caper_root root = {v[0] * unit, v[1] * unit, v[2] * unit, v[3]};
    return root;
}

// What comes of it on the other side of the sagittal plane.
static caper_root mirror_root(caper_root root)
{
    caper_root mirrored = {-root.x, root.y, root.z, -root.yaw};
    return mirrored;
}

caper_root caper_motion_travel(const caper_binding *binding, int variant, float time)
{
    caper_root identity = {0.0f, 0.0f, 0.0f, 0.0f};
    bool good = binding && variant >= 0 && variant < binding->variant_count;
    CAPER_ASSERT(good);
    if (!good || !binding->motion->travel || !(time - time == 0.0f))
        return identity;
    bool mirrored = binding->variants[variant].mirrored;
    float duration = binding->motion->duration;
    float seconds = caperi_motion_wrap(binding->motion, time);
    // the passes that go with the wrapped time, also where rounding has moved it across the seam
    double passes = floor(((double)time - (double)seconds) / (double)duration + 0.5);
    passes = fmin(fmax(passes, -1e9), 1e9);
    caper_root start = sample_travel(binding, 0.0f);
    caper_root now = caper_root_delta(start, sample_travel(binding, seconds));
    if (binding->motion->loops && passes != 0.0) {
        caper_root pass = caper_root_delta(start, sample_travel(binding, duration));
        now = caperi_root_after_loops(identity, pass, (int)passes, now);
    }
    return mirrored ? mirror_root(now) : now;
}
