// SPDX-License-Identifier: MIT
//
// A pose within what a robot can do, with its feet and hands where they were wished. Each joint by
// itself goes to the nearest angles that it can make (hinge.c); that moves the ends of limbs. Then
// the hinges of a limb together bring its end back, by damped least squares (Wampler 1986) within
// the limits: first place and direction of the end, then the place alone, which is what stands on
// the ground. A limb is better off with an end near its place than a joint near its wish.
//
// Invariant: whatever comes out is within the limits; nothing depends on frames before.
#include "body/body.h"

#include <string.h>

#define MOST 24           // hinges of a limb; of longer ones those nearest to the end
#define ROUNDS 12         // with direction
#define ROUNDS_PLACE 12   // of the place alone
#define DAMPING 0.02f     // of a limb's length: how far a hinge is trusted near a stretched limb
#define DIRECTION 0.1f    // of a limb's length: what a radian of direction is worth in metres
#define LONGEST_STEP 0.2f // radians a round
#define NEAR 1e-4f        // of the size: good enough

typedef struct hinged_limb {
    const caper_character *character;
    caper_pose *local;
    int bodies[MOST]; // by hinge, from the end up
    int hinges[MOST];
    int count;
    int tip, base;
    caper_vec3 point;      // of the tip, its frame
    caper_transform wish;  // of the tip, model
    caper_transform above; // of the parent of the base, model
    caper_vec3 axes[MOST], places[MOST];
    caper_transform now; // of the tip, model
    float length;
} hinged_limb;

static void find_hinges(hinged_limb *l)
{
    const caper_character *c = l->character;
    for (int i = l->tip;; i = c->bodies[i].parent) {
        for (int k = c->bodies[i].hinge_count - 1; k >= 0 && l->count < MOST; k--, l->count++) {
            l->bodies[l->count] = i;
            l->hinges[l->count] = k;
        }
        if (i == l->base)
            return;
    }
}

static caper_transform model_of(const hinged_limb *l, int body)
{
    if (body == l->base)
        return caper_transform_mul(l->above, l->local->bodies[body]);
    int parent = l->character->bodies[body].parent;
    return caper_transform_mul(model_of(l, parent), l->local->bodies[body]);
}

// Axes and places of all hinges as the limb is now.
static void look(hinged_limb *l)
{
    for (int n = 0; n < l->count; n++) {
        const caper_body *b = &l->character->bodies[l->bodies[n]];
        caper_transform model = model_of(l, l->bodies[n]);
        float angles[CAPER_MAX_HINGES];
        // the hinges after this one turn the body, not the axis
        caper_quat after = caper_quat_identity();
        caper_body_angles(l->character, l->bodies[n], l->local->bodies[l->bodies[n]].rotation,
                          angles);
        for (int k = l->hinges[n]; k < b->hinge_count; k++)
            after = caper_quat_mul(after, caper_quat_from_axis_angle(
                                              b->hinges[k].axis, angles[k] - b->hinges[k].zero));
        caper_quat turned = caper_quat_mul(model.rotation, caper_quat_conj(after));
        l->axes[n] = caper_quat_rotate(turned, b->hinges[l->hinges[n]].axis);
        l->places[n] = model.position;
    }
    l->now = model_of(l, l->tip);
}

// What is left to be done: the place, and the direction as far as it counts.
static float errors(const hinged_limb *l, float direction, float e[6])
{
    caper_vec3 to = caper_transform_mul_point(l->wish, l->point);
    caper_vec3 off = caper_vec3_sub(to, caper_transform_mul_point(l->now, l->point));
    caper_quat turn = caper_quat_mul(l->wish.rotation, caper_quat_conj(l->now.rotation));
    caper_vec3 axis;
    float angle;
    caper_quat_to_axis_angle(turn, &axis, &angle);
    axis = caper_vec3_scale(axis, direction * caper_wrap_angle(angle));
    memcpy(e, &off, sizeof off);
    memcpy(e + 3, &axis, sizeof axis);
    return caper_vec3_length(off);
}

// (J J^T + d^2) x = e by Gauss elimination; positive definite, so without pivots.
static void solve6(float a[6][6], float x[6])
{
    for (int i = 0; i < 6; i++) {
        for (int k = i + 1; k < 6; k++) {
            float f = a[k][i] / a[i][i];
            for (int j = i; j < 6; j++)
                a[k][j] -= f * a[i][j];
            x[k] -= f * x[i];
        }
    }
    for (int i = 5; i >= 0; i--) {
        for (int j = i + 1; j < 6; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
}

static void turn_hinges(hinged_limb *l, const float *steps)
{
    for (int n = 0; n < l->count;) {
        int body = l->bodies[n];
        const caper_body *b = &l->character->bodies[body];
        float angles[CAPER_MAX_HINGES];
        caper_body_angles(l->character, body, l->local->bodies[body].rotation, angles);
        for (; n < l->count && l->bodies[n] == body; n++) {
            const caper_hinge *h = &b->hinges[l->hinges[n]];
            float step = caper_clamp(steps[n], -LONGEST_STEP, LONGEST_STEP);
            angles[l->hinges[n]] = caper_clamp(angles[l->hinges[n]] + step, h->min, h->max);
        }
        l->local->bodies[body].rotation = caper_body_turned(l->character, body, angles);
    }
}

static float step_limb(hinged_limb *l, float direction)
{
    float e[6], a[6][6] = {{0}}, rows[MOST][6], steps[MOST];
    look(l);
    float off = errors(l, direction, e);
    if (off < NEAR * l->character->size && direction == 0.0f)
        return off;
    caper_vec3 end = caper_transform_mul_point(l->now, l->point);
    for (int n = 0; n < l->count; n++) {
        caper_vec3 move = caper_vec3_cross(l->axes[n], caper_vec3_sub(end, l->places[n]));
        caper_vec3 turn = caper_vec3_scale(l->axes[n], direction);
        memcpy(rows[n], &move, sizeof move);
        memcpy(rows[n] + 3, &turn, sizeof turn);
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 6; k++)
                a[i][k] += rows[n][i] * rows[n][k];
    }
    float damping = DAMPING * l->length;
    for (int i = 0; i < 6; i++)
        a[i][i] += damping * damping;
    solve6(a, e);
    for (int n = 0; n < l->count; n++) {
        steps[n] = 0.0f;
        for (int i = 0; i < 6; i++)
            steps[n] += rows[n][i] * e[i];
    }
    turn_hinges(l, steps);
    return off;
}

// The middle of the sole of a foot, of the box of others.
static caper_vec3 end_point(const caper_character *c, int tip)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], middle = caper_vec3_zero();
    int count = c->bodies[tip].caps & CAPER_CAP_FOOT ? caper_body_sole_points(c, tip, points) : 0;
    for (int i = 0; i < count; i++)
        middle = caper_vec3_add_scaled(middle, points[i], 1.0f / (float)count);
    return count > 0 ? middle : c->bodies[tip].box_center;
}

static void bring_back(const caper_character *c, int tip, caper_transform wish,
                       caper_transform above, caper_pose *local)
{
    hinged_limb l = {.character = c, .local = local, .tip = tip, .base = c->bodies[tip].base};
    l.point = end_point(c, tip);
    l.wish = wish;
    l.above = above;
    l.length = caper_max(c->bodies[tip].limb_length, 1e-3f * c->size);
    find_hinges(&l);
    for (int i = 0; i < ROUNDS && l.count > 0; i++)
        step_limb(&l, DIRECTION * l.length);
    for (int i = 0; i < ROUNDS_PLACE && l.count > 0; i++)
        if (step_limb(&l, 0.0f) < NEAR * c->size)
            break;
}

void caper_character_obey(const caper_character *character, caper_pose *local)
{
    if (character->hinge_count == 0)
        return;
    caper_transform wish[CAPER_MAX_BODIES], now[CAPER_MAX_BODIES];
    caper_pose wished = {wish, NULL, character->body_count, 0};
    caper_pose bodies = {local->bodies, NULL, character->body_count, 0};
    caper_pose obeyed = {now, NULL, character->body_count, 0};
    caper_pose_to_model(&character->skeleton, &bodies, NULL, &wished);
    caperi_obey_joints(character, local);
    caper_pose_to_model(&character->skeleton, &bodies, NULL, &obeyed);
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *b = &character->bodies[i];
        int above = b->base >= 0 ? character->bodies[b->base].parent : -1;
        if (!(b->caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER)) || above < 0)
            continue;
        bring_back(character, i, wish[i], now[above], local);
    }
}
