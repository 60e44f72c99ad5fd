// SPDX-License-Identifier: MIT
//
// Blending of local poses: weighted sums of quaternions, normalized (paper 003, section 4.1, for
// any number of inputs). A quaternion and its negative are the same rotation, so each layer is
// first brought into the neighbourhood of the first layer that counts for the body. The sum then
// has at least that layer's weight along its quaternion and cannot vanish.
//
// Four bodies are mixed at a time, all layers of one body before the next four are touched; so the
// output may be one of the inputs. Invariant: a mask of ones gives the bits of no mask.
#include "clip/clip.h"
#include "math/simd_quat.h"

#include <string.h>

#define WEIGHT_FLOOR 0.1f

// -- Checks -----------------------------------------------------------------------------------

static bool same_counts(const caper_pose *pose, const caper_pose *out)
{
    return pose && pose->body_count == out->body_count && pose->deform_count == out->deform_count;
}

static bool is_weight(float weight)
{
    return weight >= 0.0f && weight <= 1e9f;
}

static bool are_weights(const float *mask, int count)
{
    for (int i = 0; mask && i < count; i++)
        if (!is_weight(mask[i]))
            return false;
    return true;
}

static bool check_layers(const caper_blend_layer *layers, int count, const caper_pose *out)
{
    if (count < 0 || (count > 0 && !layers))
        return false;
    for (int i = 0; i < count; i++)
        if (!same_counts(layers[i].pose, out) || !is_weight(layers[i].weight) ||
            !are_weights(layers[i].mask, out->body_count))
            return false;
    return true;
}

static float weight_at(const caper_blend_layer *layer, int body)
{
    return layer->mask ? layer->weight * layer->mask[body] : layer->weight;
}

// Without a rest pose neither a body nor the deforms, which masks do not touch, may fall below the
// floor.
static bool weights_suffice(const caper_blend_job *job, float floor_weight)
{
    float sum = 0.0f;
    bool masked = false;
    for (int i = 0; i < job->layer_count; i++) {
        sum += job->layers[i].weight;
        masked |= job->layers[i].mask != NULL;
    }
    if (!masked || (job->out->deform_count > 0 && !(sum >= floor_weight)))
        return sum >= floor_weight;
    for (int body = 0; body < job->out->body_count; body++) {
        sum = 0.0f;
        for (int i = 0; i < job->layer_count; i++)
            sum += weight_at(&job->layers[i], body);
        if (!(sum >= floor_weight))
            return false;
    }
    return true;
}

static bool check_job(const caper_blend_job *job, float floor_weight)
{
    const caper_pose *out = job->out;
    if (!out || !(floor_weight > 0.0f && floor_weight <= 1e9f) ||
        !check_layers(job->layers, job->layer_count, out) ||
        !check_layers(job->additive, job->additive_count, out))
        return false;
    for (int i = 0; i < job->additive_count; i++)
        if (job->additive[i].pose->bodies == out->bodies)
            return false;
    return job->rest ? same_counts(job->rest, out) : weights_suffice(job, floor_weight);
}

// The weight, negated where the dot product with the reference is negative. Its sign bit alone
// decides: where it is -0 the rotations are half a turn apart and both ways are as short.
static inline caperi_f4 signed_weight(caperi_f4 weight, caperi_f4 dot)
{
    return caperi_f4_xor(weight, caperi_f4_and(dot, caperi_f4_splat(-0.0f)));
}

// -- One body ---------------------------------------------------------------------------------

// A rotation and a position being summed up.
typedef struct mix {
    caperi_f4 rotation, position, reference;
    float weight;
} mix;

static inline void mix_add(mix *m, const caper_transform *t, float weight)
{
    if (weight == 0.0f)
        return;
    caperi_f4 q = caperi_f4_load(&t->rotation.x), w = caperi_f4_splat(weight);
    if (m->weight == 0.0f) {
        m->reference = q;
        m->rotation = caperi_f4_mul(q, w);
        m->position = caperi_f4_mul(caperi_f4_load(&t->position.x), w);
        m->weight = weight;
        return;
    }
    caperi_f4 dot = caperi_f4_dot4(q, m->reference);
    m->rotation = caperi_f4_add(m->rotation, caperi_f4_mul(q, signed_weight(w, dot)));
    m->position = caperi_f4_add(m->position, caperi_f4_mul(caperi_f4_load(&t->position.x), w));
    m->weight += weight;
}

static inline void mix_finish(const mix *m, caper_transform *out)
{
    caperi_f4_store(&out->rotation.x, caperi_f4_quat_normalize(m->rotation));
    caperi_f4_store(&out->position.x,
                    caperi_f4_mul(m->position, caperi_f4_splat(1.0f / m->weight)));
}

// Any weights: with masks each body has its own sum.
static void blend_body(const caper_blend_job *job, float floor_weight, int body)
{
    caperi_f4 zero = caperi_f4_zero();
    mix m = {zero, zero, zero, 0.0f};
    for (int i = 0; i < job->layer_count; i++)
        mix_add(&m, &job->layers[i].pose->bodies[body], weight_at(&job->layers[i], body));
    if (m.weight < floor_weight)
        mix_add(&m, &job->rest->bodies[body], floor_weight - m.weight);
    mix_finish(&m, &job->out->bodies[body]);
}

// -- Four bodies ------------------------------------------------------------------------------

// Without masks all bodies share their weights, so the layers that count can be listed once.
#define LAYERS_MAX 16
typedef struct blend_plan {
    const caper_transform *bodies[LAYERS_MAX];
    float weights[LAYERS_MAX];
    int count;
    float sum;
} blend_plan;

static bool plan_add(blend_plan *plan, const caper_pose *pose, float weight)
{
    if (weight == 0.0f)
        return true;
    if (plan->count == LAYERS_MAX)
        return false;
    plan->bodies[plan->count] = pose->bodies;
    plan->weights[plan->count++] = weight;
    plan->sum += weight;
    return true;
}

// False when the layers have masks or are too many: then each body goes by itself.
static bool plan_blend(blend_plan *plan, const caper_blend_job *job, float floor_weight)
{
    plan->count = 0;
    plan->sum = 0.0f;
    for (int i = 0; i < job->layer_count; i++)
        if (job->layers[i].mask || !plan_add(plan, job->layers[i].pose, job->layers[i].weight))
            return false;
    return plan->sum >= floor_weight || plan_add(plan, job->rest, floor_weight - plan->sum);
}

// The squared lengths of four quaternions, in lanes.
static inline caperi_f4 lengths_sq(const caperi_f4 q[4])
{
    caperi_f4 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = caperi_f4_mul(q[i], q[i]);
    caperi_f4_transpose(p);
    return caperi_f4_add(caperi_f4_add(p[0], p[1]), caperi_f4_add(p[2], p[3]));
}

#define STORE_ROTATION(i)                                                                          \
    caperi_f4_store(&out[at[i]].rotation.x, caperi_f4_mul(rotation[i], caperi_f4_broadcast(s, i)))

// Rotations first, then positions: together they would not fit the registers of SSE2. Nothing is
// written before all of it is read.
static inline void blend_four(const blend_plan *plan, const int at[4], caperi_f4 scale,
                              caper_transform *out)
{
    caperi_f4 rotation[4], position[4], w = caperi_f4_splat(plan->weights[0]);
    const caper_transform *first = plan->bodies[0];
    for (int i = 0; i < 4; i++)
        rotation[i] = caperi_f4_mul(caperi_f4_load(&first[at[i]].rotation.x), w);
    for (int layer = 1; layer < plan->count; layer++) {
        const caper_transform *t = plan->bodies[layer];
        w = caperi_f4_splat(plan->weights[layer]);
        for (int i = 0; i < 4; i++) {
            caperi_f4 q = caperi_f4_load(&t[at[i]].rotation.x);
            caperi_f4 dot = caperi_f4_dot4(q, caperi_f4_load(&first[at[i]].rotation.x));
            rotation[i] = caperi_f4_add(rotation[i], caperi_f4_mul(q, signed_weight(w, dot)));
        }
    }
    caperi_f4 s = caperi_f4_div(caperi_f4_splat(1.0f), caperi_f4_sqrt(lengths_sq(rotation)));

    w = caperi_f4_splat(plan->weights[0]);
    for (int i = 0; i < 4; i++)
        position[i] = caperi_f4_mul(caperi_f4_load(&first[at[i]].position.x), w);
    for (int layer = 1; layer < plan->count; layer++) {
        const caper_transform *t = plan->bodies[layer];
        w = caperi_f4_splat(plan->weights[layer]);
        for (int i = 0; i < 4; i++)
            position[i] =
                caperi_f4_add(position[i], caperi_f4_mul(caperi_f4_load(&t[at[i]].position.x), w));
    }
    STORE_ROTATION(0);
    STORE_ROTATION(1);
    STORE_ROTATION(2);
    STORE_ROTATION(3);
    for (int i = 0; i < 4; i++)
        caperi_f4_store(&out[at[i]].position.x, caperi_f4_mul(position[i], scale));
}

static void blend_bodies(const caper_blend_job *job, float floor_weight)
{
    blend_plan plan;
    int count = job->out->body_count;
    if (!plan_blend(&plan, job, floor_weight)) {
        for (int i = 0; i < count; i++)
            blend_body(job, floor_weight, i);
        return;
    }
    caperi_f4 scale = caperi_f4_splat(1.0f / plan.sum);
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const int at[4] = {i, i + 1, i + 2, i + 3};
        blend_four(&plan, at, scale, job->out->bodies);
    }
    if (i < count) {
        // the last body fills up the four: it is computed several times before any is written
        int last = count - 1;
        const int at[4] = {i, i + 1 < last ? i + 1 : last, i + 2 < last ? i + 2 : last, last};
        blend_four(&plan, at, scale, job->out->bodies);
    }
}

// -- Deforms and additive layers --------------------------------------------------------------

static void blend_deforms(const caper_blend_job *job, float floor_weight)
{
    for (int d = 0; d < job->out->deform_count; d++) {
        float sum = 0.0f, weight = 0.0f;
        for (int i = 0; i < job->layer_count; i++) {
            sum += job->layers[i].pose->deforms[d] * job->layers[i].weight;
            weight += job->layers[i].weight;
        }
        if (weight < floor_weight) {
            sum += job->rest->deforms[d] * (floor_weight - weight);
            weight += floor_weight - weight;
        }
        float value = sum / weight;
        for (int i = 0; i < job->additive_count; i++)
            value += job->additive[i].pose->deforms[d] * job->additive[i].weight;
        job->out->deforms[d] = value;
    }
}

// out = (identity to difference by weight) x out, in the parent's frame.
static inline void add_difference(caper_transform *out, const caper_transform *difference,
                                  float weight)
{
    if (weight == 0.0f)
        return;
    caperi_f4 identity = caperi_f4_set(0.0f, 0.0f, 0.0f, 1.0f), w = caperi_f4_splat(weight);
    caperi_f4 d = caperi_f4_load(&difference->rotation.x);
    caperi_f4 far = caperi_f4_lt(caperi_f4_broadcast(d, 3), caperi_f4_zero());
    d = caperi_f4_xor(d, caperi_f4_and(far, caperi_f4_splat(-0.0f)));
    d = caperi_f4_add(identity, caperi_f4_mul(caperi_f4_sub(d, identity), w));
    caperi_f4 q = caperi_f4_quat_mul(d, caperi_f4_load(&out->rotation.x));
    caperi_f4_store(&out->rotation.x, caperi_f4_quat_normalize(q));
    caperi_f4 p = caperi_f4_mul(caperi_f4_load(&difference->position.x), w);
    caperi_f4_store(&out->position.x, caperi_f4_add(caperi_f4_load(&out->position.x), p));
}

bool caper_blend(const caper_blend_job *job)
{
    float floor_weight = job->weight_floor == 0.0f ? WEIGHT_FLOOR : job->weight_floor;
    bool good = check_job(job, floor_weight);
    CAPER_ASSERT(good);
    if (!good)
        return false;
    blend_bodies(job, floor_weight);
    if (job->out->deform_count > 0)
        blend_deforms(job, floor_weight);
    for (int i = 0; i < job->additive_count; i++) {
        const caper_blend_layer *layer = &job->additive[i];
        for (int body = 0; body < job->out->body_count; body++)
            add_difference(&job->out->bodies[body], &layer->pose->bodies[body],
                           weight_at(layer, body));
    }
    return true;
}

void caper_pose_difference(const caper_pose *pose, const caper_pose *reference,
                           caper_pose *difference)
{
    bool good = same_counts(pose, difference) && same_counts(reference, difference);
    CAPER_ASSERT(good);
    if (!good)
        return;
    for (int i = 0; i < pose->body_count; i++) {
        caper_transform a = pose->bodies[i], b = reference->bodies[i];
        caper_quat q = caper_quat_mul(a.rotation, caper_quat_conj(b.rotation));
        difference->bodies[i] = caper_transform_make(caper_quat_toward(q, caper_quat_identity()),
                                                     caper_vec3_sub(a.position, b.position));
    }
    for (int i = 0; i < pose->deform_count; i++)
        difference->deforms[i] = pose->deforms[i] - reference->deforms[i];
}

void caper_mask_subtree(const caper_skeleton *skeleton, int body, float inside, float outside,
                        float *mask)
{
    for (int i = 0; i < skeleton->body_count; i++)
        mask[i] = outside;
    bool good = body >= 0 && body < skeleton->body_count;
    CAPER_ASSERT(good);
    if (!good)
        return;
    // parents come first; marks by value would fail when inside equals outside, but then all is
    // said
    mask[body] = inside;
    for (int i = body + 1; i < skeleton->body_count && inside != outside; i++)
        if (skeleton->parents[i] >= body && mask[skeleton->parents[i]] == inside)
            mask[i] = inside;
}
