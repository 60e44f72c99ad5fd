// SPDX-License-Identifier: MIT
//
// The parts of a person, found by capability and side: two legs, two arms, the spine from the hips
// to the chest that carries the arms, and the head. Names are never looked at.
//
// A limb of any number of bodies is two rigid parts: from its end upwards, the first joint that is
// farther than a share of the limb's length is the middle, the next such one the start. What is
// above the start (a collar bone, the link from pelvis to hip) moves by itself and bends nothing.
#include "puppet/puppet.h"

#include "base/try.h"

#define PART_SHARE 0.15f // of a limb's length: what is shorter is a twist body or a link
#define STRAIGHT 0.05f   // sine of the bend below which a limb at rest shows no axis

static caper_vec3 joint_of(const caper_character *c, int body)
{
    return c->rest_model[body].position;
}

static bool on_spine(const caper_character *c, int body)
{
    return (c->bodies[body].caps & CAPER_CAP_SPINE) != 0;
}

/// The ancestor, below the spine, whose joint is at least `least` away; -1 when there is none.
static int joint_above(const caper_character *c, int body, float least)
{
    int up = c->bodies[body].parent;
    while (up >= 0 && !on_spine(c, up) &&
           caper_vec3_distance(joint_of(c, up), joint_of(c, body)) < least) {
        up = c->bodies[up].parent;
    }
    return up >= 0 && !on_spine(c, up) ? up : -1;
}

/// The axis about which the limb bends: that of its bend at rest, else of its hinge, else that of
/// people who hang: knees fold backwards, elbows forwards.
static caper_vec3 bend_axis(const caper_character *c, const caperi_limb *limb, bool leg)
{
    const caper_transform *rest = c->rest_model;
    const caper_body *middle = &c->bodies[limb->middle];
    caper_vec3 up =
        caper_vec3_normalize(caper_vec3_sub(joint_of(c, limb->middle), joint_of(c, limb->start)));
    caper_vec3 low =
        caper_vec3_normalize(caper_vec3_sub(joint_of(c, limb->tip), joint_of(c, limb->middle)));
    caper_vec3 axis = caper_vec3_cross(up, low);
    if (caper_vec3_length(axis) < STRAIGHT && middle->joint.kind == CAPER_JOINT_HINGE) {
        axis = caper_quat_rotate(rest[limb->middle].rotation, middle->joint.axis);
        axis = middle->joint.max >= -middle->joint.min ? axis : caper_vec3_neg(axis);
    } else if (caper_vec3_length(axis) < STRAIGHT) {
        // square to the limb: for arms that are held out to the side, too
        caper_vec3 fold = caper_vec3_make(0, 0, leg ? -1.0f : 1.0f);
        axis = caper_vec3_cross(up, fold);
    }
    axis = caper_vec3_normalize_or(axis, caper_vec3_make(1, 0, 0));
    return caper_quat_unrotate(rest[limb->start].rotation, axis);
}

static bool find_limb(const caper_character *c, int tip, bool leg, caperi_limb *limb)
{
    int base = c->bodies[tip].base;
    if (base < 0 || base == tip) {
        return false;
    }
    float length = 0;
    for (int i = tip; i != base; i = c->bodies[i].parent) {
        length += caper_vec3_distance(joint_of(c, i), joint_of(c, c->bodies[i].parent));
    }
    int middle = joint_above(c, tip, PART_SHARE * length);
    int start = middle >= 0 ? joint_above(c, middle, PART_SHARE * length) : -1;
    if (start < 0) {
        return false;
    }
    limb->start = (int16_t)start;
    limb->middle = (int16_t)middle;
    limb->tip = (int16_t)tip;
    limb->girdle = (int16_t)(start != base ? c->bodies[start].parent : -1);
    limb->up = caper_transform_unmul_point(c->rest_model[start], joint_of(c, middle));
    limb->low = caper_transform_unmul_point(c->rest_model[middle], joint_of(c, tip));
    limb->upper = caper_vec3_length(limb->up);
    limb->lower = caper_vec3_length(limb->low);
    limb->bend_axis = bend_axis(c, limb, leg);
    return limb->upper > 1e-4f && limb->lower > 1e-4f;
}

/// The bodies with a capability, one a limb; returns how many limbs have one.
static int find_tips(const caper_character *c, caper_caps cap, int tips[2])
{
    int count = 0, bases[2] = {-1, -1};
    for (int i = 0; i < c->body_count; i++) {
        int base = c->bodies[i].base;
        if (!(c->bodies[i].caps & cap) || base < 0 || (count > 0 && base == bases[0]) ||
            (count > 1 && base == bases[1])) {
            continue;
        }
        if (count < 2) {
            tips[count] = i;
            bases[count] = base;
        }
        count++;
    }
    return count;
}

static int spine_index(const caper_character *c, int body)
{
    for (int i = 0; i < c->spine_count; i++) {
        if (c->spine[i] == body) {
            return i;
        }
    }
    return -1;
}

static int16_t find_head(const caper_character *c)
{
    for (int i = c->spine_count - 1; i >= 0; i--) {
        if (c->bodies[c->spine[i]].caps & CAPER_CAP_HEAD) {
            return c->spine[i];
        }
    }
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].caps & CAPER_CAP_HEAD) {
            return (int16_t)i;
        }
    }
    return -1;
}

/// Limbs that branch into several ends are not those of people.
static bool branches(const caper_character *c, int tip, caper_caps cap)
{
    for (int i = 0; i < c->body_count; i++) {
        int up = i;
        while (up >= 0 && up != tip) {
            up = c->bodies[up].parent;
        }
        if (up < 0 && (c->bodies[i].caps & cap) && !(c->bodies[i].caps & CAPER_CAP_HELPER) &&
            c->bodies[i].base == c->bodies[tip].base) {
            return true;
        }
    }
    return false;
}

/// Two limbs, the left one first.
static bool find_pair(caperi_person *person, caper_caps cap, caperi_limb *pair, const char *what,
                      caper_error *error)
{
    const caper_character *c = person->character;
    bool leg = cap == CAPER_CAP_FOOT;
    int tips[2] = {-1, -1};
    int count = find_tips(c, cap, tips);
    CAPER_TRY(count == 2, error, CAPER_ERROR_UNSUPPORTED, c->name, 0, 0,
              "found %d %s, expected 2: who performs is a person (for others there is retargeting)",
              count, what);
    bool swap = joint_of(c, tips[0]).x < joint_of(c, tips[1]).x;
    for (int i = 0; i < 2; i++) {
        int tip = tips[swap ? 1 - i : i];
        CAPER_TRY(!branches(c, tip, cap), error, CAPER_ERROR_UNSUPPORTED, c->name, 0, 0,
                  "the limb of '%s' has several ends, expected one", c->bodies[tip].name);
        CAPER_TRY(find_limb(c, tip, leg, &pair[i]), error, CAPER_ERROR_UNSUPPORTED, c->name, 0, 0,
                  "the limb of '%s' has no two parts, expected an upper and a lower one",
                  c->bodies[tip].name);
    }
    return true;
}

bool caperi_person_find(caperi_person *person, const caper_character *character, caper_error *error)
{
    person->character = character;
    CAPER_PASS(find_pair(person, CAPER_CAP_FOOT, &person->limbs[CAPER_EFFECTOR_LEFT_FOOT],
                         "limbs that stand", error));
    CAPER_PASS(find_pair(person, CAPER_CAP_GRASPER, &person->limbs[CAPER_EFFECTOR_LEFT_HAND],
                         "limbs that grasp", error));
    person->root = (int16_t)character->root_body;
    person->chest = (int16_t)character->bodies[person->limbs[CAPER_EFFECTOR_LEFT_HAND].tip].spine;
    person->head = find_head(character);
    int root = spine_index(character, person->root), chest = spine_index(character, person->chest);
    CAPER_TRY(root >= 0 && chest > root, error, CAPER_ERROR_UNSUPPORTED, character->name, 0, 0,
              "the arms hang on '%s', expected a spine body above the root '%s'",
              person->chest >= 0 ? character->bodies[person->chest].name : "nothing",
              character->bodies[person->root].name);
    person->leg = 0;
    for (int i = 0; i < 2; i++) {
        const caperi_limb *leg = &person->limbs[CAPER_EFFECTOR_LEFT_FOOT + i];
        person->leg += 0.5f * (leg->upper + leg->lower + joint_of(character, leg->tip).y);
    }
    return true;
}
