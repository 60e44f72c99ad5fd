// SPDX-License-Identifier: MIT
//
// Legs of three parts and more: a dog's, a horse's, a beetle's. As two rigid parts they would fold
// at one joint alone, far beyond its limits, and turn their hooves over. Here all joints of the leg
// fold and unfold, each by the same share of the room that it has from where the motion has it,
// until the foot is as far from the hip as it should be; then the leg is aimed. A digit (the last
// but one of five bodies and more) goes with its foot. Invariants: a foot that is where the motion
// has it changes nothing, the shape is continuous in how far the foot is, and no joint is folded
// beyond its limits or unfolded past straight.
#include "math/scalar.h"
#include "stride/stride.h"

#include <math.h>

#define COLUMN (10 * CAPER_DEGREE) // bent less than that at rest, a joint is part of a column
#define ZIGZAG (30 * CAPER_DEGREE) // bent more, it folds at once (both as in room ik)
#define AT_ONCE 0.5f               // of the fold of a column: what it takes at once
#define CLOSE 5e-5f                // of leg length: how well a distance is met
#define TRIES 16

/// A leg with its joints about to fold, model space.
typedef struct zigzag {
    caper_vec3 ways[CAPERI_STRIDE_FOLDS + 1]; // from joint to joint, the first from the hip
    caper_vec3 axes[CAPERI_STRIDE_FOLDS];
    float folds[CAPERI_STRIDE_FOLDS], unfolds[CAPERI_STRIDE_FOLDS]; // room, radians
    float sines[CAPERI_STRIDE_FOLDS], cosines[CAPERI_STRIDE_FOLDS]; // of half of what each is
                                                                    // turned by, by way_at
    int count;                                                      // of joints
} zigzag;

static float angle_of(const caperi_stride_leg *plan, const zigzag *z, int i, float share)
{
    float early = plan->folds[i].early;
    return share > 0 ? z->folds[i] * share * (early + (1 - early) * share) : z->unfolds[i] * share;
}

/// A vector turned about a unit axis (Rodrigues), by sine and cosine of half the angle.
static caper_vec3 turned(caper_vec3 v, caper_vec3 axis, float sine, float cosine)
{
    caper_vec3 half = caper_vec3_cross(axis, v);
    caper_vec3 out = caper_vec3_add_scaled(v, half, 2 * sine * cosine);
    return caper_vec3_add_scaled(out, caper_vec3_cross(axis, half), 2 * sine * sine);
}

/// From hip to ankle with a share of the room: 1 folded, -1 unfolded.
static caper_vec3 way_at(const caperi_stride_leg *plan, zigzag *z, float share)
{
    caper_vec3 way = z->ways[z->count];
    for (int i = z->count - 1; i >= 0; i--) {
        caperi_sincos_near(0.5f * angle_of(plan, z, i, share), &z->sines[i], &z->cosines[i]);
        way = caper_vec3_add(z->ways[i], turned(way, z->axes[i], z->sines[i], z->cosines[i]));
    }
    return way;
}

/// How far a joint is bent to the side that it folds to.
static float bend_of(caper_vec3 in, caper_vec3 out, caper_vec3 axis)
{
    return caper_atan2(caper_vec3_dot(caper_vec3_cross(in, out), axis), caper_vec3_dot(in, out));
}

// --------------------------------------------------------------------------------------- prepare

/// The axis of a joint at rest, model space, so that to turn about it is to fold.
static caper_vec3 find_axis(const caper_character *c, const caperi_stride_leg *leg, int body,
                            caper_vec3 in, caper_vec3 out)
{
    const caper_joint *joint = &c->bodies[body].joint;
    if (joint->kind == CAPER_JOINT_HINGE) {
        caper_vec3 axis = caper_quat_rotate(c->rest_model[body].rotation, joint->axis);
        float bend = bend_of(in, out, axis);
        bool back = fabsf(bend) > COLUMN ? bend < 0 : joint->max < -joint->min;
        return back ? caper_vec3_neg(axis) : axis;
    }
    caper_vec3 bends = caper_vec3_cross(in, out);
    float sine = caper_vec3_length(bends) / caper_max(caper_vec3_length(in), 1e-9f) /
                 caper_max(caper_vec3_length(out), 1e-9f);
    caper_vec3 knee = caper_quat_rotate(c->rest_model[leg->start].rotation, leg->bend_axis);
    return sine > caper_sin(COLUMN) ? caper_vec3_normalize(bends) : knee;
}

/// How far a joint bends at least and at most, by its limits: it is a hinge, or nobody knows.
static void find_limits(const caper_joint *joint, float bend, caperi_stride_fold *fold)
{
    fold->least = 0;
    fold->most = CAPERI_STRIDE_FOLDED;
    if (joint->kind == CAPER_JOINT_HINGE) {
        bool back = caper_vec3_dot(fold->axis, joint->axis) < 0;
        fold->least = caper_max(bend + (back ? -joint->max : joint->min), 0);
        fold->most = caper_min(bend + (back ? -joint->min : joint->max), CAPERI_STRIDE_FOLDED);
    }
}

void caperi_fold_prepare(const caper_character *c, caperi_stride_leg *leg)
{
    int chain[CAPERI_STRIDE_FOLDS + 2], count = 0, body = leg->end;
    for (; body != leg->start && count < CAPER_COUNT_OF(chain); body = c->bodies[body].parent) {
        chain[count++] = body;
    }
    leg->fold_count = 0;
    if (count < 3 || count > CAPERI_STRIDE_FOLDS + 1) {
        return; // two parts, or a tentacle
    }
    zigzag z = {.count = count - 1};
    leg->fold_count = z.count;
    for (int i = 0; i < z.count; i++) {
        caperi_stride_fold *fold = &leg->folds[i];
        fold->body = chain[count - 1 - i];
        caper_vec3 at = c->rest_model[fold->body].position;
        caper_vec3 in = caper_vec3_sub(at, c->rest_model[c->bodies[fold->body].parent].position);
        caper_vec3 out = caper_vec3_sub(c->rest_model[chain[count - 2 - i]].position, at);
        z.axes[i] = find_axis(c, leg, fold->body, in, out);
        fold->axis = caper_quat_unrotate(c->rest_model[fold->body].rotation, z.axes[i]);
        float bend = bend_of(in, out, z.axes[i]);
        fold->early = caper_lerp(AT_ONCE, 1, caper_smoothstep(COLUMN, ZIGZAG, fabsf(bend)));
        fold->unsure =
            c->bodies[fold->body].joint.kind != CAPER_JOINT_HINGE && fabsf(bend) < COLUMN;
        leg->unsure = leg->unsure || fold->unsure;
        find_limits(&c->bodies[fold->body].joint, bend, fold);
        z.unfolds[i] = caper_max(bend - fold->least, 0);
        z.ways[i] = in;
        z.ways[i + 1] = out;
    }
    leg->reach = caper_vec3_length(way_at(leg, &z, -1));
}

// ----------------------------------------------------------------------------------------- solve

/// A leg as the motion has it.
static void lay_out(const caperi_stride_leg *plan, const caper_pose *model, zigzag *z)
{
    const caper_transform *at = model->bodies;
    caper_vec3 last = at[plan->start].position;
    z->count = plan->fold_count;
    for (int i = 0; i <= z->count; i++) {
        int body = i < z->count ? plan->folds[i].body : plan->end;
        z->ways[i] = caper_vec3_sub(at[body].position, last);
        last = at[body].position;
        if (i < z->count) {
            z->axes[i] = caperi_quat_turn(at[body].rotation, plan->folds[i].axis);
        }
    }
}

void caperi_fold_learn(const caperi_stride_leg *plan, const caper_pose *model, float *bends)
{
    if (!plan->unsure) {
        return;
    }
    zigzag z;
    lay_out(plan, model, &z);
    for (int i = 0; i < z.count; i++) {
        if (plan->folds[i].unsure) {
            caper_vec3 both = caper_vec3_cross(caper_vec3_normalize(z.ways[i]),
                                               caper_vec3_normalize(z.ways[i + 1]));
            bends[i] = caperi_bend_learned(bends[i], caper_vec3_dot(both, z.axes[i]));
        }
    }
}

/// The room of each joint, from where the motion has it.
static void find_room(const caperi_stride_leg *plan, const caper_pose *model, const float *bends,
                      zigzag *z)
{
    lay_out(plan, model, z);
    for (int i = 0; i < z->count; i++) {
        const caperi_stride_fold *fold = &plan->folds[i];
        z->axes[i] = bends[i] < 0 ? caper_vec3_neg(z->axes[i]) : z->axes[i];
        float bend = bend_of(z->ways[i], z->ways[i + 1], z->axes[i]);
        z->unfolds[i] = caper_max(bend - fold->least, 0);
        z->folds[i] = caper_max(fold->most - bend, 0);
    }
}

/// How fast the ankle comes away from the hip as the leg begins to fold or to unfold, by share of
/// the room, and half of how fast that changes. `way`: from hip to ankle as the motion has it,
/// `now` its length.
static void slope_of(const caperi_stride_leg *plan, const zigzag *z, float side, caper_vec3 way,
                     float now, float *slope, float *curve)
{
    caper_vec3 arm = z->ways[z->count], speed = {0, 0, 0}, change = {0, 0, 0};
    for (int i = z->count - 1; i >= 0; i--) {
        float early = plan->folds[i].early;
        float rate = side > 0 ? z->folds[i] * early : -z->unfolds[i];
        float more = side > 0 ? 2 * z->folds[i] * (1 - early) : 0;
        caper_vec3 across = caper_vec3_cross(z->axes[i], arm);
        // the arm turns, and what is below it goes on
        caper_vec3 both = caper_vec3_add_scaled(caper_vec3_add(speed, speed), across, rate);
        change = caper_vec3_add_scaled(change, caper_vec3_cross(z->axes[i], both), rate);
        change = caper_vec3_add_scaled(change, across, more);
        speed = caper_vec3_add_scaled(speed, across, rate);
        arm = caper_vec3_add(arm, z->ways[i]);
    }
    float long_enough = caper_max(now, 1e-9f);
    *slope = caper_vec3_dot(speed, way) / long_enough;
    *curve = 0.5f * (caper_vec3_length_sq(speed) + caper_vec3_dot(change, way) - *slope * *slope) /
             long_enough;
}

/// Fold a leg until its ankle is so far from the hip, between what the motion has, `now`, and all
/// of its room to one side, where it is `most`; below 0: that is not known. Returns the way to the
/// ankle. It begins at the root of the parabola that the leg begins to move on, and goes on by
/// secants; where these leave the bracket, that is halved.
static caper_vec3 find_way(const caperi_stride_leg *plan, zigzag *z, float far, caper_vec3 way,
                           float now, float side, float most)
{
    float a = 0, b = 1, fa = now - far, close = CLOSE * plan->length, slope, curve;
    slope_of(plan, z, side, way, now, &slope, &curve);
    float root = sqrtf(caper_max(slope * slope - 4 * curve * fa, 0));
    float steep = fa < 0 ? root : -root; // slope of the parabola where it is zero
    float share = -2 * fa / (slope + steep), at = 0, before = fa; // and the one before it
    for (int i = 0; i < TRIES; i++) {
        if (!(share > a && share < b)) {
            if (most < 0) {
                most = caper_vec3_length(way_at(plan, z, side));
            }
            if (fa * (most - far) >= 0) { // it does not reach
                return way_at(plan, z, fabsf(fa) <= close ? 0 : side);
            }
            share = 0.5f * (a + b);
        }
        way = way_at(plan, z, side * share);
        float f = caper_vec3_length(way) - far;
        if (fabsf(f) <= close) {
            break;
        }
        steep = i > 0 ? (f - before) / (share - at) : steep;
        before = f;
        at = share;
        *(f * fa > 0 ? &a : &b) = share;
        share -= f / steep;
    }
    return way;
}

/// How far the ankle may be from the hip: near full reach it eases to straight.
static float soft_reach(float far, float most, float soften)
{
    float band = soften * most, begins = most - band;
    return band > 0 && far > begins ? begins + band * (1 - caper_exp((begins - far) / band)) : far;
}

void caperi_fold_solve(const caperi_stride_leg *plan, const caper_pose *model, caper_vec3 target,
                       float soften, const float *bends, caperi_folding *out)
{
    zigzag z;
    find_room(plan, model, bends, &z);
    caper_vec3 wanted = caper_vec3_sub(target, model->bodies[plan->start].position),
               way = {0, 0, 0};
    for (int i = 0; i <= z.count; i++) {
        way = caper_vec3_add(way, z.ways[i]);
    }
    float now = caper_vec3_length(way), far = caper_vec3_length(wanted);
    out->folds = fabsf(far - now) > CLOSE * plan->length;
    if (out->folds) {
        bool unfolds = far > now;
        float side = unfolds ? -1 : 1, most = -1;
        if (unfolds) {
            most = caper_vec3_length(way_at(plan, &z, side));
            far = caper_max(soft_reach(far, caper_max(most, now), soften), now);
        }
        way = find_way(plan, &z, far, way, now, side, most);
    }
    out->aim = caper_quat_between(way, wanted);
    out->end = out->aim;
    for (int i = 0; i < z.count && out->folds; i++) {
        caper_vec3 axis = caper_vec3_scale(z.axes[i], z.sines[i]);
        caper_vec3 own =
            caper_vec3_scale(plan->folds[i].axis, bends[i] < 0 ? -z.sines[i] : z.sines[i]);
        out->joints[i] = caper_quat_make(own.x, own.y, own.z, z.cosines[i]);
        out->end = caperi_quat_mul(out->end, caper_quat_make(axis.x, axis.y, axis.z, z.cosines[i]));
    }
}
