// SPDX-License-Identifier: MIT
//
// A pose within what a robot can do, with its feet and hands as near as possible to where they
// should be. Each joint by itself goes to the nearest angles that it can make (hinge.c); that moves
// the ends of limbs. Then the hinges of a limb together bring its end back: nonlinear least squares
// within bounds, by Gauss-Newton steps with damping (Levenberg 1944) over the hinges that are free
// to move. A hinge at its limit that is pushed against it is not free, so it takes no part of a
// step that others could make. What counts is the position of the end, then its rotation, then that
// hinges stay near their wanted angles.
//
// A foot that cannot turn as wanted would have its heel or toes in the ground: it is lifted until
// none of it is lower than its lowest point should be.
//
// Invariant: whatever comes out is within the limits; nothing depends on frames before.
#include "body/body.h"

#include <string.h>

#define MOST 24       // hinges of a limb; of longer ones those nearest to the end
#define MOST_PATH 64  // bodies of a limb, the same
#define MOST_POINTS 8 // of the end, the same
#define ROUNDS 30     // steps at most
#define LIFTS 4       // times that a foot is raised
#define DAMPING 0.02f // of a limb's length, at first: what a radian of a step costs in metres
#define LEAST_DAMPING 0.005f
#define MOST_DAMPING 2.0f
#define HABIT 0.02f       // of a limb's length: what a radian off its wish is worth in metres
#define TURN 0.5f         // what metres by the turn of the end are worth against those of its place
#define FAR_OFF 0.01f     // of a limb's length: from there on hinges leave their limits
#define UNLOCK 0.2f       // radians, by which they do
#define LONGEST_STEP 0.3f // radians a round
#define SETTLED 1e-4f     // radians: no hinge moves by more
#define NEAR 1e-4f        // of the size: low enough

typedef struct limb_hinge {
    const caper_hinge *hinge;
    int place; // of its body in the path
    float angle, wish;
    caper_vec3 axis, point; // model
} limb_hinge;

typedef struct hinged_limb {
    const caper_character *character;
    caper_pose *local;
    int path[MOST_PATH]; // bodies, from the base to the tip
    int path_count;
    limb_hinge hinges[MOST]; // in the order of the path
    int count;
    caper_transform above;          // of the parent of the base, model
    caper_transform now;            // of the tip, model
    caper_vec3 points[MOST_POINTS]; // of the end, from their middle, in the frame of the tip
    caper_vec3 middle;              // of them
    int point_count;
    caper_vec3 target; // of the middle, model
    caper_quat turned; // of the tip, as wished
    float length;
    float damping; // of a limb's length
} hinged_limb;

// -- A limb -------------------------------------------------------------------------------------

static void find_path(hinged_limb *l, int tip)
{
    const caper_character *c = l->character;
    int base = c->bodies[tip].base, count = 0, hinges = 0, body = tip;
    for (;; body = c->bodies[body].parent) {
        hinges += c->bodies[body].hinge_count;
        if (count == MOST_PATH || hinges > MOST)
            break;
        l->path[count++] = body;
        if (body == base)
            break;
    }
    for (int i = 0; i < count / 2; i++) {
        int swap = l->path[i];
        l->path[i] = l->path[count - 1 - i];
        l->path[count - 1 - i] = swap;
    }
    l->path_count = count;
    l->above = caper_transform_identity();
    for (int up = c->bodies[l->path[0]].parent; up >= 0; up = c->bodies[up].parent)
        l->above = caper_transform_mul(l->local->bodies[up], l->above);
}

static void find_hinges(hinged_limb *l)
{
    for (int k = 0; k < l->path_count; k++) {
        const caper_body *b = &l->character->bodies[l->path[k]];
        float angles[CAPER_MAX_HINGES];
        if (b->hinge_count > 0)
            caper_body_angles(l->character, l->path[k], l->local->bodies[l->path[k]].rotation,
                              angles);
        for (int i = 0; i < b->hinge_count; i++) {
            limb_hinge *h = &l->hinges[l->count++];
            h->hinge = &b->hinges[i];
            h->place = k;
            h->angle = h->wish = angles[i];
        }
    }
}

// What tells where the end is: the sole of a foot; of others the middle of the box and its sides.
static void find_points(hinged_limb *l, int tip)
{
    const caper_body *b = &l->character->bodies[tip];
    caper_vec3 found[CAPER_MAX_CONTACTS > 4 ? CAPER_MAX_CONTACTS : 4];
    int count = 0;
    if (b->caps & CAPER_CAP_FOOT) {
        count = caper_body_sole_points(l->character, tip, found);
    } else {
        found[count++] = caper_vec3_add(b->box_center, caper_vec3_make(b->box_half.x, 0, 0));
        found[count++] = caper_vec3_add(b->box_center, caper_vec3_make(0, b->box_half.y, 0));
        found[count++] = caper_vec3_add(b->box_center, caper_vec3_make(0, 0, b->box_half.z));
    }
    count = count > MOST_POINTS ? MOST_POINTS : count;
    l->middle = caper_vec3_zero();
    for (int i = 0; i < count; i++)
        l->middle = caper_vec3_add_scaled(l->middle, found[i], 1.0f / (float)count);
    for (int i = 0; i < count; i++)
        l->points[i] = caper_vec3_sub(found[i], l->middle);
    l->point_count = count;
}

// Axes and places of all hinges, and the tip, for the angles as they are.
static void look(hinged_limb *l)
{
    caper_transform model = l->above;
    int n = 0;
    for (int k = 0; k < l->path_count; k++) {
        const caper_character *c = l->character;
        int body = l->path[k];
        bool hinged = n < l->count && l->hinges[n].place == k;
        caper_transform local = l->local->bodies[body];
        model.position = caper_transform_mul_point(model, local.position);
        if (!hinged) {
            model.rotation = caper_quat_mul(model.rotation, local.rotation);
            continue;
        }
        caper_quat rest =
            caper_quat_mul(c->skeleton.rest_local[body].rotation,
                           caper_quat_conj(caperi_hinges_turn(&c->bodies[body], NULL)));
        model.rotation = caper_quat_mul(model.rotation, rest);
        for (; n < l->count && l->hinges[n].place == k; n++) {
            limb_hinge *h = &l->hinges[n];
            h->axis = caper_quat_rotate(model.rotation, h->hinge->axis);
            h->point = model.position;
            model.rotation = caper_quat_mul(model.rotation, caperi_hinge_turn(h->hinge, h->angle));
        }
    }
    model.rotation = caper_quat_normalize(model.rotation);
    l->now = model;
}

static void put_angles(hinged_limb *l)
{
    for (int n = 0; n < l->count;) {
        float angles[CAPER_MAX_HINGES];
        int body = l->path[l->hinges[n].place], count = 0;
        for (int k = n; k < l->count && l->hinges[k].place == l->hinges[n].place; k++)
            angles[count++] = l->hinges[k].angle;
        l->local->bodies[body].rotation = caper_body_turned(l->character, body, angles);
        n += count;
    }
}

// -- Least squares --------------------------------------------------------------------------------

typedef struct normal_equations {
    float a[MOST][MOST], b[MOST];
} normal_equations;

// One vector that should become `off` longer, and how each hinge moves it.
static void add_rows(const hinged_limb *l, normal_equations *eq, caper_vec3 off, caper_vec3 arm,
                     bool placed, float weight)
{
    caper_vec3 rows[MOST];
    for (int n = 0; n < l->count; n++) {
        const limb_hinge *h = &l->hinges[n];
        rows[n] = caper_vec3_cross(h->axis, placed ? caper_vec3_sub(arm, h->point) : arm);
        eq->b[n] += weight * caper_vec3_dot(rows[n], off);
        for (int k = 0; k <= n; k++)
            eq->a[n][k] += weight * caper_vec3_dot(rows[n], rows[k]);
    }
}

static void set_equations(const hinged_limb *l, normal_equations *eq)
{
    memset(eq, 0, sizeof *eq);
    caper_vec3 middle = caper_transform_mul_point(l->now, l->middle);
    add_rows(l, eq, caper_vec3_sub(l->target, middle), middle, true, 1.0f);
    for (int i = 0; i < l->point_count; i++) {
        caper_vec3 arm = caper_quat_rotate(l->now.rotation, l->points[i]);
        caper_vec3 wish = caper_quat_rotate(l->turned, l->points[i]);
        add_rows(l, eq, caper_vec3_sub(wish, arm), arm, false, TURN * TURN / (float)l->point_count);
    }
    float habit = HABIT * l->length, damping = l->damping * l->length;
    for (int n = 0; n < l->count; n++) {
        eq->b[n] += habit * habit * (l->hinges[n].wish - l->hinges[n].angle);
        eq->a[n][n] += habit * habit + damping * damping;
    }
}

static bool is_free(const limb_hinge *h, float pull)
{
    return !(h->angle <= h->hinge->min && pull < 0.0f) &&
           !(h->angle >= h->hinge->max && pull > 0.0f);
}

// The step of the free hinges by Cholesky's factors; the others stay.
static void solve(const hinged_limb *l, normal_equations *eq, float *step)
{
    int list[MOST], count = 0;
    for (int n = 0; n < l->count; n++) {
        step[n] = 0.0f;
        if (is_free(&l->hinges[n], eq->b[n]))
            list[count++] = n;
    }
    float(*a)[MOST] = eq->a;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k <= i; k++) {
            float sum = a[list[i]][list[k]];
            for (int j = 0; j < k; j++)
                sum -= a[list[i]][list[j]] * a[list[k]][list[j]];
            a[list[i]][list[k]] =
                i == k ? sqrtf(caper_max(sum, 1e-20f)) : sum / a[list[k]][list[k]];
        }
        float sum = eq->b[list[i]];
        for (int j = 0; j < i; j++)
            sum -= a[list[i]][list[j]] * step[list[j]];
        step[list[i]] = sum / a[list[i]][list[i]];
    }
    for (int i = count - 1; i >= 0; i--) {
        float sum = step[list[i]];
        for (int j = i + 1; j < count; j++)
            sum -= a[list[j]][list[i]] * step[list[j]];
        step[list[i]] = sum / a[list[i]][list[i]];
    }
}

// What the steps make smaller.
static float cost_of(const hinged_limb *l)
{
    caper_vec3 off = caper_vec3_sub(l->target, caper_transform_mul_point(l->now, l->middle));
    float turn = 0.0f, habit = 0.0f;
    for (int i = 0; i < l->point_count; i++)
        turn +=
            caper_vec3_length_sq(caper_vec3_sub(caper_quat_rotate(l->turned, l->points[i]),
                                                caper_quat_rotate(l->now.rotation, l->points[i])));
    for (int n = 0; n < l->count; n++) {
        float by = HABIT * l->length * (l->hinges[n].wish - l->hinges[n].angle);
        habit += by * by;
    }
    return caper_vec3_length_sq(off) + TURN * TURN / (float)l->point_count * turn + habit;
}

// One step; a worse one is taken back, and the next one is shorter. How far a hinge moved.
static float step_limb(hinged_limb *l, float *cost)
{
    normal_equations eq;
    float step[MOST], before[MOST], moved = 0.0f;
    set_equations(l, &eq);
    solve(l, &eq, step);
    for (int n = 0; n < l->count; n++) {
        limb_hinge *h = &l->hinges[n];
        float by = caper_clamp(step[n], -LONGEST_STEP, LONGEST_STEP);
        before[n] = h->angle;
        h->angle = caper_clamp(h->angle + by, h->hinge->min, h->hinge->max);
        moved = caper_max(moved, fabsf(h->angle - before[n]));
    }
    look(l);
    float now = cost_of(l);
    if (now <= *cost) {
        *cost = now;
        l->damping = caper_max(0.5f * l->damping, LEAST_DAMPING);
        return moved;
    }
    for (int n = 0; n < l->count; n++)
        l->hinges[n].angle = before[n];
    look(l);
    l->damping *= 4.0f;
    return l->damping < MOST_DAMPING ? moved : 0.0f;
}

// A straight limb at the limits of its hinges does not know that it could fold: nothing moves its
// end along it. Where the end is far off, hinges start a little inside.
static void unlock(hinged_limb *l)
{
    caper_vec3 now = caper_transform_mul_point(l->now, l->middle);
    if (caper_vec3_distance(now, l->target) < FAR_OFF * l->length)
        return;
    for (int n = 0; n < l->count; n++) {
        limb_hinge *h = &l->hinges[n];
        float inside = caper_min(UNLOCK, 0.25f * (h->hinge->max - h->hinge->min));
        h->angle = caper_clamp(h->angle, h->hinge->min + inside, h->hinge->max - inside);
    }
    look(l);
}

static void settle(hinged_limb *l)
{
    unlock(l);
    float cost = cost_of(l), moved = 1.0f;
    l->damping = DAMPING;
    for (int round = 0; round < ROUNDS && moved > SETTLED; round++)
        moved = step_limb(l, &cost);
}

// How far the lowest point of the end is below its middle.
static float depth_of(const hinged_limb *l, caper_quat turned)
{
    float low = 0.0f;
    for (int i = 0; i < l->point_count; i++)
        low = caper_min(low, caper_quat_rotate(turned, l->points[i]).y);
    return -low;
}

static void bring_back(const caper_character *c, int tip, caper_transform wish, caper_pose *local)
{
    hinged_limb l = {.character = c, .local = local};
    l.length = caper_max(c->bodies[tip].limb_length, 1e-3f * c->size);
    find_path(&l, tip);
    find_hinges(&l);
    find_points(&l, tip);
    if (l.count == 0 || l.point_count == 0)
        return;
    l.target = caper_transform_mul_point(wish, l.middle);
    l.turned = wish.rotation;
    float lowest = l.target.y - depth_of(&l, wish.rotation);
    look(&l);
    settle(&l);
    for (int i = 0; i < LIFTS && (c->bodies[tip].caps & CAPER_CAP_FOOT); i++) {
        float now = caper_transform_mul_point(l.now, l.middle).y - depth_of(&l, l.now.rotation);
        if (now > lowest - NEAR * c->size)
            break;
        l.target.y += lowest - now;
        settle(&l);
    }
    put_angles(&l);
}

void caper_character_obey(const caper_character *character, caper_pose *local)
{
    if (character->hinge_count == 0)
        return;
    caper_transform wish[CAPER_MAX_BODIES];
    caper_pose wished = {wish, NULL, character->body_count, 0};
    caper_pose bodies = {local->bodies, NULL, character->body_count, 0};
    caper_pose_to_model(&character->skeleton, &bodies, NULL, &wished);
    caperi_obey_joints(character, local);
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *b = &character->bodies[i];
        if ((b->caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER)) && b->base >= 0)
            bring_back(character, i, wish[i], local);
    }
}
