// SPDX-License-Identifier: MIT
//
// Hands stay outside of bodies. A motion says where a hand goes, however stout the body is, so
// after solving, the ends of limbs that came out inside the trunk, a head or another hand are
// brought to its skin, and all is solved once more. What is entered is rounded: the box of a body,
// grown by the thickness of the hand, as the fourth-power norm of the place in it. A place goes out
// the short way, so that a hand that would pass through goes around, without a jump but at the
// middle itself. What overlaps at rest may go on to, and so may what hangs on it. Creatures that a
// performer moves are kept out of themselves likewise, but for what stands or is about to.
#include "actor/actor.h"
#include "math/simd.h"

#include <math.h>
#include <string.h>

#define PASSES 2     // over all obstacles: out of one may lead into another
#define SOLVES 3     // a hand that is asked to be out of a belly may come out nearly so
#define NEAR 2       // joints between a hand and what it may lie against: its own arm
#define FOREARM 0.5f // of its way out that the hand goes: hands come first
#define CENTER 0.05f // of the norm: nearer to the middle no way out is better than another

// Of size: what steps as somebody else does leaves the ground and lands where he does; below the
// height of a stance (METRICS: 2.5 cm of a person) it would skate, from four times that on it goes
// around.
#define LOW 0.014f
#define HIGH 0.056f
#define HALF_LIFE 0.03f // seconds of a person, in which a goal goes half of its way out
#define LEAST 1e-5f     // of size: less is none
#define PERSON 1.8f     // metres

#define GROWN 1.7322f // margins of a ball about a box that is grown by one: above the root of 3

typedef struct keep_apart {
    float performed; // share of the sources whose feet make the steps of somebody else
    const caper_actor *actor;
    const caper_character *character;
    const caper_transform *model;
} keep_apart;

/// Where the joints of all bodies are, by rows; fours are filled with the first.
static void note_places(caper_actor *actor, const caper_transform *model)
{
    caperi_about *about = &actor->about;
    int count = actor->character->body_count;
    for (int b = 0; b < ((count + 3) & ~3); b++) {
        caper_vec3 at = model[b < count ? b : 0].position;
        about->x[b] = at.x;
        about->y[b] = at.y;
        about->z[b] = at.z;
    }
}

/// Bits of the four bodies from `first` on whose balls, grown by a margin, have a point in them.
static int near_bodies(const keep_apart *k, int first, caper_vec3 point, float margin)
{
    const caperi_about *about = &k->actor->about;
    int count = k->character->body_count - first;
    caperi_f4 dx = caperi_f4_sub(caperi_f4_splat(point.x), caperi_f4_load(&about->x[first]));
    caperi_f4 dy = caperi_f4_sub(caperi_f4_splat(point.y), caperi_f4_load(&about->y[first]));
    caperi_f4 dz = caperi_f4_sub(caperi_f4_splat(point.z), caperi_f4_load(&about->z[first]));
    caperi_f4 reach = caperi_f4_load(&about->reach[first]);
    reach = caperi_f4_add(reach, caperi_f4_splat(GROWN * margin));
    caperi_f4 sum = caperi_f4_add(caperi_f4_mul(dx, dx), caperi_f4_mul(dy, dy));
    sum = caperi_f4_add(sum, caperi_f4_mul(dz, dz));
    int near = caperi_f4_mask(caperi_f4_le(sum, caperi_f4_mul(reach, reach)));
    return count < 4 ? near & ((1 << count) - 1) : near;
}

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

/// How firmly what a performer moves stands on the ground, 0..1: there it stays.
static float held_share(const caper_actor *actor, int body, float performed)
{
    int slot = actor->contact_of[body];
    bool holds = slot >= 0 && actor->contacts[slot].holds;
    return slot >= 0 ? performed * caper_max(holds, actor->holds[slot].latch.hold) : 0;
}

/// How much the end of a limb is to be kept out, 0..1: a hand that gestures, or a foot in the air.
/// What performers reach for something outside with gets there.
static float kept_share(const keep_apart *k, const caper_goal *goal)
{
    const caper_character *c = k->character;
    caper_caps caps = c->bodies[goal->body].caps;
    if (!(goal->position_weight > 0) || c->bodies[goal->body].base < 0 ||
        !(caps & (CAPER_CAP_GRASPER | CAPER_CAP_FOOT)) || (caps & CAPER_CAP_HEAD)) {
        return 0;
    }
    if (!(caps & CAPER_CAP_FOOT)) {
        return caper_lerp(1, goal->carried, k->performed);
    }
    float free = caper_smoothstep(LOW * c->size, HIGH * c->size, goal->position.y);
    free *= 1 - held_share(k->actor, goal->body, k->performed);
    return goal->strict * caper_lerp(1, free, k->performed);
}

/// May a limb lie against a body: is it part of it, what carries it, or something of a face?
static bool is_near(const caper_character *c, int hand, int body)
{
    caper_caps soft = CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_MOUTH | CAPER_CAP_HELPER;
    if (c->bodies[body].base >= 0 && c->bodies[body].base == c->bodies[hand].base) {
        return true;
    }
    int up = hand;
    for (int i = 0; i <= NEAR && up >= 0; i++) {
        if (up == body) {
            return true;
        }
        up = c->bodies[up].parent;
    }
    return c->bodies[body].caps & soft;
}

/// From a place of that norm to the skin, the short way: out of a long leg sideways. The norm is
/// convex, so that its slope leads out.
static caper_vec3 way_to_skin(const caper_body *body, float margin, caper_vec3 at, float norm)
{
    caper_vec3 half = caper_vec3_add(body->box_half, caper_vec3_make(margin, margin, margin));
    caper_vec3 out = caper_vec3_make(at.x / (half.x * half.x), at.y / (half.y * half.y),
                                     at.z / (half.z * half.z));
    out = caper_vec3_normalize_or(out, caper_vec3_make(0, 1, 0));
    float sum = fourth(out.x / half.x) + fourth(out.y / half.y) + fourth(out.z / half.z);
    return caper_vec3_scale(out, (1 - norm) / sqrtf(sqrtf(sum)));
}

/// Is a point within the ball about the grown box of a body?
static bool is_within(const caper_body *body, caper_transform at, float margin, caper_vec3 point)
{
    caper_vec3 half = caper_vec3_add(body->box_half, caper_vec3_make(margin, margin, margin));
    float reach = caper_vec3_length(body->box_center) + caper_vec3_length(half);
    caper_vec3 way = caper_vec3_sub(point, at.position);
    return caper_vec3_length_sq(way) <= reach * reach;
}

/// The way out of one body that is grown by a margin for a point of a hand, in model space.
static caper_vec3 way_out(const keep_apart *k, int hand, int body, caper_vec3 point, float margin)
{
    const caper_character *c = k->character;
    const caper_body *from = &c->bodies[body];
    caper_vec3 way, rest_way;
    float norm = norm_in(from, k->model[body], margin, point, &way);
    if (!(norm < 1)) {
        return caper_vec3_zero();
    }
    caper_vec3 rest = caper_transform_mul_point(c->rest_model[hand], c->bodies[hand].box_center);
    float rest_norm = norm_in(from, c->rest_model[body], margin, rest, &rest_way);
    if (rest_norm < 1) {
        return caper_vec3_zero();
    }
    // the nearer to the middle, the more it goes the way that it comes from at rest
    float lost = 1 - caper_smoothstep(0, CENTER, norm);
    caper_vec3 toward = caper_vec3_scale(rest_way, CENTER * lost / rest_norm);
    caper_vec3 out = way_to_skin(from, margin, caper_vec3_add(way, toward), norm);
    return caper_transform_mul_vector(k->model[body], out);
}

/// Of two that are kept each goes half of the way; what hangs on a hand, its fingers, goes with it.
static float other_share(const keep_apart *k, int body)
{
    const caper_character *c = k->character;
    int slot = k->actor->slots[body];
    for (int up = c->bodies[body].parent; slot < 0 && up >= 0 && c->bodies[up].base >= 0;
         up = c->bodies[up].parent) {
        int above = k->actor->slots[up];
        if (above >= 0 && kept_share(k, &k->actor->goals[above]) > 0) {
            return 0;
        }
    }
    return slot >= 0 ? 1 - 0.5f * kept_share(k, &k->actor->goals[slot]) : 1;
}

/// The way out of everything for one part of a limb, its hand or what carries that.
static caper_vec3 part_way(const keep_apart *k, int part, float margin)
{
    const caper_character *c = k->character;
    caper_vec3 from = caper_transform_mul_point(k->model[part], c->bodies[part].box_center);
    caper_vec3 at = from;
    bool moves = true; // who is where he was is where he will be
    for (int pass = 0; pass < PASSES && moves; pass++) {
        caper_vec3 before = at;
        for (int first = 0; first < c->body_count; first += 4) {
            int near = near_bodies(k, first, at, margin);
            for (int i = 0; near >> i; i++) {
                int b = first + i;
                bool within = (near >> i & 1) && is_within(&c->bodies[b], k->model[b], margin, at);
                float other = within ? other_share(k, b) : 0;
                if (other > 0 && !is_near(c, part, b)) {
                    at = caper_vec3_add_scaled(at, way_out(k, part, b, at, margin), other);
                    near = near_bodies(k, first, at, margin);
                }
            }
        }
        moves = before.x != at.x || before.y != at.y || before.z != at.z;
    }
    return caper_vec3_sub(at, from);
}

/// A hand goes out of what it is in, and farther where its forearm is in something as well.
static caper_vec3 find_way(const keep_apart *k, int goal_index)
{
    const caper_character *c = k->character;
    int hand = k->actor->goals[goal_index].body, arm = c->bodies[hand].parent;
    // what a hand reaches for outside is reached, on the skin as well
    bool foot = c->bodies[hand].caps & CAPER_CAP_FOOT;
    float skin = foot ? 1 : caper_lerp(k->actor->goals[goal_index].carried, 1, k->performed);
    caper_vec3 way = part_way(k, hand, skin * thickness(&c->bodies[hand]));
    if (arm >= 0 && c->bodies[arm].base == c->bodies[hand].base && arm != c->bodies[arm].base) {
        way = caper_vec3_add_scaled(way, part_way(k, arm, skin * thickness(&c->bodies[arm])),
                                    FOREARM);
    }
    return way;
}

/// Move the goals of hands that are inside something; false when there are none.
static bool part_hands(const keep_apart *k, caper_goal *goals, int count)
{
    bool any = false;
    caper_vec3 ways[CAPERI_MOST_KEPT];
    for (int i = 0; i < count; i++) {
        float kept = kept_share(k, &goals[i]);
        ways[i] = kept > 0 ? caper_vec3_scale(find_way(k, i), kept) : caper_vec3_zero();
    }
    for (int i = 0; i < count; i++) {
        if (caper_vec3_length_sq(ways[i]) > 0) {
            goals[i].position = caper_vec3_add(goals[i].position, ways[i]);
            any = true;
        }
    }
    return any;
}

/// How much motions, and performers of creatures, have the limbs to themselves, 0..1. Where
/// somebody performs on a person, hands are where his are.
static float authored_share(const caper_actor *actor)
{
    float minded = 0, others = 0;
    for (int i = 0; i < actor->playing_count; i++) {
        const caperi_source *s = actor->playing[i];
        float weight = s->offers ? caperi_source_weight(s) : 0;
        if (!(weight > 0)) {
            continue;
        }
        if (s->binding) {
            minded = 1;
        } else if (s->offer.calms) {
            minded = caper_max(minded, caper_min(weight, 1));
        } else if (s->offer.goal_count > 0) {
            others = caper_max(others, weight);
        }
    }
    return minded * (1 - caper_min(others, 1));
}

/// Is anybody out of another's way? What has no goal any more is not.
static bool forget_others(caper_actor *actor)
{
    bool any = false, moves = false;
    for (int b = 0; actor->goes_apart && b < actor->character->body_count; b++) {
        if (actor->slots[b] < 0) {
            actor->apart[b] = actor->apart_rate[b] = caper_vec3_zero();
        }
        any = any || caper_vec3_length_sq(actor->apart[b]) > 0;
        moves = moves || caper_vec3_length_sq(actor->apart_rate[b]) > 0;
    }
    actor->goes_apart = any || moves;
    return any;
}

/// Goals go out of others no faster than an arm is moved out of the way: the way out changes sides
/// where a hand passes a middle. False when nobody is out of his way.
static bool ease(caper_actor *actor, const caper_vec3 *raw, int count, float share, float dt)
{
    float half_life = HALF_LIFE * sqrtf(actor->character->size / PERSON);
    float calm = caperi_calm(actor);
    bool any = false;
    actor->goes_apart = true;
    for (int i = 0; i < count; i++) {
        caper_goal *goal = &actor->goals[i];
        caper_vec3 *at = &actor->apart[goal->body], *rate = &actor->apart_rate[goal->body];
        caper_vec3 to = caper_vec3_scale(caper_vec3_sub(goal->position, raw[i]), share);
        caper_vec3_spring(at, rate, to, caper_vec3_zero(), half_life, dt);
        float moves = caper_vec3_length(*at) + half_life * caper_vec3_length(*rate);
        if (moves < LEAST * actor->character->size) {
            *at = *rate = caper_vec3_zero();
        }
        float free = 1 - held_share(actor, goal->body, calm);
        goal->position = caper_vec3_add_scaled(raw[i], *at, free);
        if (actor->character->bodies[goal->body].caps & CAPER_CAP_FOOT) { // nor into the ground
            float low = caper_min(raw[i].y, HIGH * actor->character->size);
            goal->position.y += calm * caper_max(low - goal->position.y, 0);
        }
        any = any || caper_vec3_length_sq(*at) > 0 || caper_vec3_length_sq(to) > 0;
    }
    return any;
}

bool caperi_keep_apart(caper_actor *actor, float dt)
{
    int count = actor->goal_count < CAPERI_MOST_KEPT ? actor->goal_count : CAPERI_MOST_KEPT;
    float share = authored_share(actor);
    if (!forget_others(actor) && !(share > 0)) {
        return true;
    }
    keep_apart k = {caperi_calm(actor), actor, actor->character, actor->model.bodies};
    caper_vec3 raw[CAPERI_MOST_KEPT];
    for (int i = 0; i < count; i++) {
        raw[i] = actor->goals[i].position;
    }
    // a performer comes again in the next frame: once is enough, and is solved when it is eased
    int solves = k.performed > 0 ? 1 : SOLVES;
    for (int i = 0; i < solves && share > 0; i++) {
        note_places(actor, k.model);
        if (!part_hands(&k, actor->goals, count)) {
            break;
        }
        if (solves > 1 && !caperi_solve_goals(actor)) {
            return false;
        }
    }
    return !ease(actor, raw, count, share, dt) || caperi_solve_goals(actor);
}
