// SPDX-License-Identifier: MIT
//
// With what an effector meets things: a rear and a front point (heel and ball of a foot, wrist and
// finger tips of a hand), the point that is matched between the two bodies (the ankle, the middle
// of the palm), and the corners of the puppet's part, which may enter nothing.
#include "puppet/puppet.h"

#include <math.h>

#define HAND_RADIUS 0.032f // of a person's leg: half the thickness of a palm
#define LONG_FOOT 0.8f     // a foot this much of the performer's, or shorter, keeps its pitch
#define JOINT_RADIUS 0.06f // of a knee or elbow

static void set_corners(caper_vec3 corners[8], caper_vec3 center, caper_vec3 half)
{
    for (int i = 0; i < 8; i++) {
        caper_vec3 h = caper_vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                       i & 4 ? half.z : -half.z);
        corners[i] = caper_vec3_add(center, h);
    }
}

/// Where a corner of a body is at rest, model space. What is then lower than all that the body
/// stands on is no part of it: boxes of rigs lie along bones, and are larger than what they stand
/// for.
static caper_vec3 at_rest(const caper_character *c, int body, caper_vec3 corner)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, body, points);
    float sole = HUGE_VALF;
    for (int i = 0; i < count; i++) {
        sole = caper_min(sole, caper_transform_mul_point(c->rest_model[body], points[i]).y);
    }
    caper_vec3 at = caper_transform_mul_point(c->rest_model[body], corner);
    at.y = caper_max(at.y, caper_min(sole, 0));
    return at;
}

/// The box of a body with all that hangs on it, but for a part that moves by itself, in its frame.
static caper_bounds box_of(const caper_character *c, int body, int but)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = body; i < c->body_count; i++) {
        int up = i;
        while (up > body && up != but) {
            up = c->bodies[up].parent;
        }
        if (up != body || (c->bodies[i].caps & CAPER_CAP_HELPER)) {
            continue;
        }
        caper_vec3 corners[8];
        set_corners(corners, c->bodies[i].box_center, c->bodies[i].box_half);
        for (int j = 0; j < 8; j++) {
            caper_vec3 at = caper_transform_mul_point(c->rest_model[i], corners[j]);
            at = caper_transform_unmul_point(c->rest_model[body], at);
            bounds = caper_bounds_add_point(bounds, at);
        }
    }
    return bounds;
}

/// Heel and ball: the means of the rear and the front half of the sole points.
static void split_sole(const caper_character *c, int foot, caper_vec3 out[2])
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, foot, points);
    caper_transform rest = c->rest_model[foot];
    // toes with it: the box of a foot that has them may well be nothing but a heel
    caper_vec3 ahead = caper_quat_rotate(rest.rotation, caper_bounds_center(box_of(c, foot, -1)));
    ahead = caper_vec3_normalize_or(caper_vec3_make(ahead.x, 0, ahead.z), caper_vec3_make(0, 0, 1));
    ahead = caper_quat_unrotate(rest.rotation, ahead);
    for (int i = 1; i < count; i++) {
        for (int j = i;
             j > 0 && caper_vec3_dot(points[j], ahead) < caper_vec3_dot(points[j - 1], ahead);
             j--) {
            caper_vec3 t = points[j];
            points[j] = points[j - 1];
            points[j - 1] = t;
        }
    }
    int half = count > 1 ? count / 2 : 1;
    out[0] = out[1] = caper_vec3_zero();
    for (int i = 0; i < half; i++) {
        out[0] = caper_vec3_add_scaled(out[0], points[i], 1 / (float)half);
        out[1] = caper_vec3_add_scaled(out[1], points[count - 1 - i], 1 / (float)half);
    }
}

/// The way from the joint to the far end of the body's box.
static caper_vec3 box_end(const caper_body *body)
{
    caper_vec3 way = caper_vec3_normalize_or(body->box_center, caper_vec3_make(0, -1, 0));
    caper_vec3 a = caper_vec3_abs(way);
    float support = body->box_half.x * a.x + body->box_half.y * a.y + body->box_half.z * a.z;
    float length = caper_vec3_length(body->box_center) + support;
    return caper_vec3_scale(way, length);
}

/// Finger tips: the farthest joint below the hand, else the end of its box.
static caper_vec3 hand_end(const caper_character *c, int hand)
{
    caper_vec3 best = caper_vec3_zero();
    for (int i = hand + 1; i < c->body_count; i++) {
        int up = c->bodies[i].parent;
        while (up > hand) {
            up = c->bodies[up].parent;
        }
        if (up == hand) {
            caper_vec3 at =
                caper_transform_unmul_point(c->rest_model[hand], c->rest_model[i].position);
            best = caper_vec3_length_sq(at) > caper_vec3_length_sq(best) ? at : best;
        }
    }
    bool found = caper_vec3_length(best) > 0.01f * c->size;
    return found ? best : box_end(&c->bodies[hand]);
}

/// The toes of a foot: the only body that hangs on it.
static int only_child(const caper_character *c, int body)
{
    int found = -1;
    for (int i = c->bodies[body].child; i >= 0; i = c->bodies[i].sibling) {
        if (!(c->bodies[i].caps & CAPER_CAP_HELPER)) {
            if (found >= 0) {
                return -1;
            }
            found = i;
        }
    }
    return found;
}

/// How far the parts of a foot reach, toes with it, from its heel over the ground.
static float foot_length(const caper_character *c, int foot, caper_vec3 heel)
{
    caper_vec3 from = caper_transform_mul_point(c->rest_model[foot], heel);
    float best = 0;
    for (int i = foot; i < c->body_count; i++) {
        int up = i;
        while (up > foot) {
            up = c->bodies[up].parent;
        }
        for (int j = 0; up == foot && j < 8; j++) {
            caper_vec3 corners[8];
            set_corners(corners, c->bodies[i].box_center, c->bodies[i].box_half);
            caper_vec3 way =
                caper_vec3_sub(caper_transform_mul_point(c->rest_model[i], corners[j]), from);
            best = caper_max(best, sqrtf(way.x * way.x + way.z * way.z));
        }
    }
    return best;
}

static void measure_foot(caper_puppet *puppet, caperi_contact *k)
{
    const caper_character *own = puppet->person.character, *other = puppet->performer.character;
    int toe = only_child(own, k->tip), source_toe = only_child(other, k->body);
    if (toe >= 0 && source_toe >= 0) {
        k->toe = (int16_t)toe;
        k->source_toe = (int16_t)source_toe;
    }
    split_sole(other, k->body, k->source);
    split_sole(own, k->tip, k->points);
    k->foot = true;
    float length = foot_length(own, k->tip, k->points[0]);
    float source = foot_length(other, k->body, k->source[0]) * puppet->scale;
    k->excess = caper_max(length - source, 0);
    k->pitch = caper_clamp(source / (LONG_FOOT * length), 0.3f, 1);
    caper_quat rest = own->rest_model[k->tip].rotation;
    k->up = caper_quat_unrotate(rest, caper_vec3_make(0, 1, 0));
    caper_vec3 ahead = caper_vec3_sub(k->points[1], k->points[0]);
    ahead = caper_vec3_add_scaled(ahead, k->up, -caper_vec3_dot(ahead, k->up));
    ahead = caper_vec3_normalize_or(ahead, caper_vec3_any_orthogonal(k->up));
    k->side = caper_vec3_cross(k->up, ahead);
}

static void measure_hand(caper_puppet *puppet, caperi_contact *k)
{
    k->source[0] = caper_vec3_zero();
    k->source[1] = hand_end(puppet->performer.character, k->body);
    k->source_grip = caper_vec3_scale(k->source[1], 0.5f);
    k->radius = HAND_RADIUS * puppet->performer.leg;
    k->points[0] = caper_vec3_zero();
    k->points[1] = hand_end(puppet->person.character, k->tip);
    k->grip = caper_vec3_scale(k->points[1], 0.5f);
}

/// The lowest corner, along a direction of the frame of a body, of another body at rest with all
/// that hangs on it.
static float lowest_of(const caper_character *c, int frame, int body, caper_vec3 up)
{
    float least = HUGE_VALF;
    for (int i = body; i < c->body_count; i++) {
        int over = i;
        while (over > body) {
            over = c->bodies[over].parent;
        }
        caper_vec3 corners[8];
        set_corners(corners, c->bodies[i].box_center, c->bodies[i].box_half);
        for (int j = 0; over == body && j < 8; j++) {
            caper_vec3 at = at_rest(c, i, corners[j]);
            at = caper_transform_unmul_point(c->rest_model[frame], at);
            least = caper_min(least, caper_vec3_dot(at, up));
        }
    }
    return least;
}

/// Toes move by themselves, but the joint that they move about is the ball of the foot: as much of
/// it as is below that joint when the toes lie on the ground.
static caper_vec3 ball_of(const caper_character *c, const caperi_contact *k)
{
    caper_vec3 joint =
        caper_transform_unmul_point(c->rest_model[k->tip], c->rest_model[k->toe].position);
    float level = caper_min(lowest_of(c, k->tip, k->toe, k->up), caper_vec3_dot(joint, k->up));
    return caper_vec3_add_scaled(joint, k->up, level - caper_vec3_dot(joint, k->up));
}

/// The box of one body at rest, along the axes of the model.
static caper_bounds rest_box(const caper_character *c, int body)
{
    caper_bounds bounds = caper_bounds_empty();
    const caper_body *b = &c->bodies[body];
    caper_vec3 corners[8];
    set_corners(corners, b->box_center, b->box_half);
    for (int j = 0; j < 8; j++) {
        bounds = caper_bounds_add_point(bounds, at_rest(c, body, corners[j]));
    }
    return bounds;
}

/// The same of a body with all that hangs on it but for a part that moves by itself.
static caper_bounds rest_boxes(const caper_character *c, int body, int but)
{
    caper_bounds part = caper_bounds_empty();
    for (int i = body; i < c->body_count; i++) {
        int up = i;
        while (up > body && up != but) {
            up = c->bodies[up].parent;
        }
        if (up == body && !(c->bodies[i].caps & CAPER_CAP_HELPER)) {
            part = caper_bounds_union(part, rest_box(c, i));
        }
    }
    return part;
}

/// A foot: a box along the axes of the model at rest, its corners in the frame of the foot.
static void set_foot_corners(const caper_character *c, caperi_contact *k)
{
    caper_bounds part = rest_boxes(c, k->tip, k->toe);
    caper_transform rest = c->rest_model[k->tip];
    if (k->toe >= 0) {
        part = caper_bounds_add_point(part, caper_transform_mul_point(rest, ball_of(c, k)));
    }
    set_corners(k->corners, caper_bounds_center(part),
                caper_vec3_scale(caper_bounds_size(part), 0.5f));
    for (int i = 0; i < 8; i++) {
        k->corners[i] = caper_transform_unmul_point(rest, k->corners[i]);
    }
}

/// A hand with its fingers; a foot with toes that nobody moves, or its toes apart.
static void measure_part(const caper_character *c, caperi_contact *k)
{
    if (k->foot) {
        set_foot_corners(c, k);
    } else {
        caper_bounds part = box_of(c, k->tip, -1);
        set_corners(k->corners, caper_bounds_center(part),
                    caper_vec3_scale(caper_bounds_size(part), 0.5f));
    }
    k->radius_out = 0;
    for (int i = 0; i < 8; i++) {
        k->radius_out = caper_max(k->radius_out, caper_vec3_distance(k->corners[i], k->grip));
    }
    if (k->toe >= 0) {
        caper_bounds toe = rest_boxes(c, k->toe, -1);
        k->toe_level = caper_quat_conj(c->rest_model[k->toe].rotation);
        k->toe_middle = caper_vec3_sub(caper_bounds_center(toe), c->rest_model[k->toe].position);
        k->toe_half = caper_vec3_scale(caper_bounds_size(toe), 0.5f);
    }
}

/// A head, knee or elbow: one point with flesh around it.
static void measure_joint(caper_puppet *puppet, caperi_contact *k, bool head)
{
    const caper_character *own = puppet->person.character, *other = puppet->performer.character;
    float leg = puppet->person.leg;
    caper_vec3 half = caper_vec3_make(JOINT_RADIUS * leg, JOINT_RADIUS * leg, JOINT_RADIUS * leg);
    k->radius = JOINT_RADIUS * puppet->performer.leg;
    if (head) {
        caper_vec3 h = other->bodies[k->body].box_half;
        k->source_grip = other->bodies[k->body].box_center;
        k->radius = caper_max(h.x, caper_max(h.y, h.z));
        k->grip = own->bodies[k->tip].box_center;
        half = own->bodies[k->tip].box_half;
    }
    k->source[0] = k->source[1] = k->source_grip;
    k->points[0] = k->points[1] = k->grip;
    set_corners(k->corners, k->grip, half);
}

void caperi_puppet_measure(caper_puppet *puppet)
{
    static const int8_t middles[CAPER_EFFECTOR_COUNT] = {
        [CAPERI_EFFECTOR_LEFT_KNEE] = CAPER_LIMB_LEFT_LEG,
        [CAPERI_EFFECTOR_RIGHT_KNEE] = CAPER_LIMB_RIGHT_LEG,
        [CAPERI_EFFECTOR_LEFT_ELBOW] = CAPER_LIMB_LEFT_ARM,
        [CAPERI_EFFECTOR_RIGHT_ELBOW] = CAPER_LIMB_RIGHT_ARM,
    };
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        caperi_contact *k = &puppet->contacts[i];
        k->limb = i < CAPERI_PUPPET_LIMBS;
        k->toe = k->source_toe = -1;
        if (k->limb) {
            k->body = puppet->performer.limbs[i].tip;
            k->tip = puppet->person.limbs[i].tip;
            (i < CAPER_LIMB_LEFT_ARM ? measure_foot : measure_hand)(puppet, k);
            measure_part(puppet->person.character, k);
            continue;
        }
        bool head = i == CAPERI_EFFECTOR_HEAD;
        k->body = head ? puppet->performer.bodies[CAPER_PART_HEAD]
                       : puppet->performer.limbs[middles[i]].middle;
        k->tip =
            head ? puppet->person.bodies[CAPER_PART_HEAD] : puppet->person.limbs[middles[i]].middle;
        if (k->body < 0 || k->tip < 0) {
            puppet->effectors &= ~CAPERI_EFFECTOR_BIT(i);
        } else if (puppet->effectors & CAPERI_EFFECTOR_BIT(i)) {
            measure_joint(puppet, k, head);
        }
    }
}
