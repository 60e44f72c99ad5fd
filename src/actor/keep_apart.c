// SPDX-License-Identifier: MIT
//
// Hands know the belly. A motion says where a hand goes without knowing how stout a body is, so
// after solving, the ends of limbs that came out inside the trunk, a head or another hand are
// brought to its skin, and all is solved once more. What is entered is rounded: the box of a body,
// grown by the thickness of the hand, as the fourth-power norm of the place in it. A place goes out
// along the way from the middle, so that a hand that would pass through goes around, without a jump
// but at the middle itself. What overlaps at rest may go on to, and so may what hangs on it.
#include "actor/actor.h"

#include <math.h>

#define PASSES 2     // over all obstacles: out of one may lead into another
#define SOLVES 3     // a hand that is asked to be out of a belly may come out nearly so
#define NEAR 2       // joints between a hand and what it may lie against: its own arm
#define CENTER 0.05f // of the norm: nearer to the middle no way out is better than another

typedef struct keep_apart {
    const caper_actor *actor;
    const caper_character *character;
    const caper_transform *model;
} keep_apart;

static float fourth(float x)
{
    return x * x * x * x;
}

/// How thick a hand is, whichever way it is turned.
static float thickness(const caper_body *b)
{
    return (b->box_half.x + b->box_half.y + b->box_half.z) / 3;
}

/// Where a point lies in the rounded box of a body that is grown by a margin: below 1 inside.
static float norm_in(const caper_body *body, caper_transform at, float margin, caper_vec3 point,
                     caper_vec3 *way)
{
    *way = caper_vec3_sub(caper_transform_unmul_point(at, point), body->box_center);
    caper_vec3 half = caper_vec3_add(body->box_half, caper_vec3_make(margin, margin, margin));
    if (!(half.x > 0 && half.y > 0 && half.z > 0)) {
        return INFINITY;
    }
    float sum = fourth(way->x / half.x) + fourth(way->y / half.y) + fourth(way->z / half.z);
    return sqrtf(sqrtf(sum));
}

/// Is the end of a limb to be kept: a hand with a goal, and no foot that stands.
static bool is_kept(const caper_character *c, const caper_goal *goal)
{
    caper_caps caps = c->bodies[goal->body].caps;
    return goal->position_weight > 0 && goal->strict > 0.5f && (caps & CAPER_CAP_GRASPER) &&
           !(caps & (CAPER_CAP_FOOT | CAPER_CAP_SPINE | CAPER_CAP_HEAD));
}

static bool is_near(const caper_character *c, int hand, int body)
{
    int up = hand;
    for (int i = 0; i <= NEAR && up >= 0; i++) {
        if (up == body) {
            return true;
        }
        up = c->bodies[up].parent;
    }
    up = body;
    for (int i = 0; i <= NEAR && up >= 0; i++) {
        if (up == hand) {
            return true;
        }
        up = c->bodies[up].parent;
    }
    return false;
}

/// The way out of one body for a point of a hand, in model space.
static caper_vec3 way_out(const keep_apart *k, int hand, int body, caper_vec3 point)
{
    const caper_character *c = k->character;
    const caper_body *from = &c->bodies[body];
    float margin = thickness(&c->bodies[hand]);
    caper_vec3 way, rest_way;
    float norm = norm_in(from, k->model[body], margin, point, &way);
    if (!(norm < 1)) {
        return caper_vec3_zero();
    }
    caper_vec3 rest = caper_transform_mul_point(c->rest_model[hand], c->bodies[hand].box_center);
    if (norm_in(from, c->rest_model[body], margin, rest, &rest_way) < 1) {
        return caper_vec3_zero();
    }
    // the nearer to the middle, the more it goes the way that it comes from at rest
    caper_vec3 out = caper_vec3_scale(way, 1 / caper_max(norm, CENTER) - 1);
    float lost = 1 - caper_smoothstep(0, CENTER, norm);
    out = caper_vec3_add_scaled(out, rest_way, lost * caper_min(1, 1 / caper_max(norm, CENTER)));
    return caper_transform_mul_vector(k->model[body], out);
}

static caper_vec3 find_way(const keep_apart *k, int goal_index)
{
    const caper_character *c = k->character;
    int hand = k->actor->goals[goal_index].body;
    caper_vec3 from = caper_transform_mul_point(k->model[hand], c->bodies[hand].box_center);
    caper_vec3 at = from;
    for (int pass = 0; pass < PASSES; pass++) {
        for (int b = 0; b < c->body_count; b++) {
            if ((c->bodies[b].caps & (CAPER_CAP_SPINE | CAPER_CAP_HEAD)) && !is_near(c, hand, b)) {
                at = caper_vec3_add(at, way_out(k, hand, b, at));
            }
        }
        for (int i = 0; i < k->actor->goal_count; i++) {
            int other = k->actor->goals[i].body;
            if (i != goal_index && is_kept(c, &k->actor->goals[i]) && !is_near(c, hand, other)) {
                at = caper_vec3_add_scaled(at, way_out(k, hand, other, at), 0.5f);
            }
        }
    }
    return caper_vec3_sub(at, from);
}

/// Move the goals of hands that are inside something; false when there are none.
static bool part_hands(const keep_apart *k, caper_goal *goals, int count)
{
    bool any = false;
    caper_vec3 ways[CAPERI_MOST_KEPT];
    for (int i = 0; i < count; i++) {
        ways[i] = is_kept(k->character, &goals[i]) ? find_way(k, i) : caper_vec3_zero();
    }
    for (int i = 0; i < count; i++) {
        if (caper_vec3_length_sq(ways[i]) > 0) {
            goals[i].position = caper_vec3_add(goals[i].position, ways[i]);
            any = true;
        }
    }
    return any;
}

/// Where somebody performs, hands are where his are.
static bool is_performed(const caper_actor *actor)
{
    for (int i = 0; i < actor->playing_count; i++) {
        if (caperi_is_performer(actor->playing[i]) && actor->playing[i]->offers) {
            return true;
        }
    }
    return false;
}

bool caperi_keep_apart(caper_actor *actor)
{
    if (is_performed(actor)) {
        return true;
    }
    keep_apart k = {actor, actor->character, actor->model.bodies};
    int count = actor->goal_count < CAPERI_MOST_KEPT ? actor->goal_count : CAPERI_MOST_KEPT;
    for (int i = 0; i < SOLVES && part_hands(&k, actor->goals, count); i++) {
        if (!caperi_solve_goals(actor)) {
            return false;
        }
    }
    return true;
}
