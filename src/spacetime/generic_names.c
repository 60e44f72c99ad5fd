// SPDX-License-Identifier: MIT
//
// Names for the parts of any character (paper 004, section 3.4.2): a space that speaks of the
// left_hind_foot works on every body that has one, whatever its file calls it. They come from
// capabilities and geometry; those of a person from the finder of its parts.
#include "spacetime/sample.h"

#include "caper/person.h"

#include <string.h>

static const char *const generic[] = {
    "root",
    "torso",
    "head",
    "tail",
    "foot",
    "left_foot",
    "right_foot",
    "left_hand",
    "right_hand",
    "left_front_foot",
    "left_mid_foot",
    "left_hind_foot",
    "right_front_foot",
    "right_mid_foot",
    "right_hind_foot",
};

const char *caperi_generic_name(int index)
{
    return index < CAPER_COUNT_OF(generic) ? generic[index] : NULL;
}

static int by_cap(const caper_character *c, caper_caps cap)
{
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].caps & cap) {
            return i;
        }
    }
    return -1;
}

// The heaviest link of the spine.
static int torso(const caper_character *c)
{
    int best = c->root_body;
    for (int i = 0; i < c->spine_count; i++) {
        if (c->bodies[c->spine[i]].mass > c->bodies[best].mass) {
            best = c->spine[i];
        }
    }
    return best;
}

static int last_tail(const caper_character *c)
{
    int best = -1;
    for (int i = 0; i < c->body_count; i++) {
        best = c->bodies[i].caps & CAPER_CAP_TAIL ? i : best;
    }
    return best;
}

// 1 left, -1 right, 0 in the middle: a body that is its own mirror image.
static int side_of(const caper_character *c, int body)
{
    float x = c->rest_model[body].position.x;
    return c->bodies[body].mirror == body ? 0 : x > 0 ? 1 : -1;
}

// Feet of a side from the front to the rear; how many there are.
static int feet_of(const caper_character *c, int side, int *feet, int room)
{
    int count = 0;
    for (int i = 0; i < c->leg_count; i++) {
        int foot = c->legs[i].foot;
        if (side_of(c, foot) != side || count == room) {
            continue;
        }
        int at = count++;
        while (at > 0 && c->rest_model[feet[at - 1]].position.z < c->rest_model[foot].position.z) {
            feet[at] = feet[at - 1];
            at--;
        }
        feet[at] = foot;
    }
    return count;
}

// "foot" of a side that has one; front, mid and hind where it has two or three; foot_1 ... from
// the front in any case.
static int find_foot(const caper_character *c, int side, const char *name)
{
    int feet[64], count = feet_of(c, side, feet, CAPER_COUNT_OF(feet));
    if (strcmp(name, "foot") == 0) {
        return count == 1 ? feet[0] : -1;
    }
    if (strcmp(name, "front_foot") == 0) {
        return count >= 2 ? feet[0] : -1;
    }
    if (strcmp(name, "hind_foot") == 0) {
        return count >= 2 ? feet[count - 1] : -1;
    }
    if (strcmp(name, "mid_foot") == 0) {
        return count == 3 ? feet[1] : -1;
    }
    if (strncmp(name, "foot_", 5) == 0 && name[5] >= '1' && name[5] <= '9' && !name[6]) {
        int i = name[5] - '1';
        return i < count ? feet[i] : -1;
    }
    return -1;
}

static int find_hand(const caper_character *c, int side)
{
    for (int i = 0; i < c->body_count; i++) {
        if ((c->bodies[i].caps & CAPER_CAP_GRASPER) && side_of(c, i) == side) {
            return i;
        }
    }
    return -1;
}

static int find_generic(const caper_character *c, const char *name)
{
    int side = strncmp(name, "left_", 5) == 0 ? 1 : strncmp(name, "right_", 6) == 0 ? -1 : 0;
    if (side) {
        name += side > 0 ? 5 : 6;
        return strcmp(name, "hand") == 0 ? find_hand(c, side) : find_foot(c, side, name);
    }
    if (strcmp(name, "root") == 0) {
        return c->root_body;
    }
    if (strcmp(name, "torso") == 0) {
        return torso(c);
    }
    if (strcmp(name, "head") == 0) {
        return by_cap(c, CAPER_CAP_HEAD);
    }
    if (strcmp(name, "tail") == 0) {
        return last_tail(c);
    }
    return find_foot(c, 0, name);
}

// The parts of a person: left_upper_arm, whatever the skeleton calls it.
static int find_part(const caper_character *c, const char *name)
{
    caper_part part = caper_part_from_name(name, strlen(name));
    caper_person person;
    if (part == CAPER_PART_COUNT || !caper_person_find(c, NULL, &person, NULL)) {
        return -1;
    }
    return person.bodies[part];
}

int caperi_find_body(const caper_character *c, const caperi_space_alias *aliases, int alias_count,
                     caper_slice slice)
{
    char name[CAPERI_NAME_MAX + 8];
    if (slice.size > CAPERI_NAME_MAX) {
        return -1;
    }
    memcpy(name, slice.data, slice.size);
    name[slice.size] = 0;
    int body = caper_character_find(c, name);
    for (int i = alias_count - 1; i >= 0 && body < 0; i--) {
        if (strcmp(aliases[i].name, name) == 0) {
            // an alias leads to bodies and generic names, not to further aliases
            return caperi_find_body(c, NULL, 0,
                                    (caper_slice){aliases[i].target, strlen(aliases[i].target)});
        }
    }
    if (body < 0 && (name[0] == 'L' || name[0] == 'R') && name[1] == '_') {
        const char *side = name[0] == 'L' ? "left_" : "right_";
        size_t size = strlen(side);
        memmove(name + size, name + 2, strlen(name + 2) + 1);
        memcpy(name, side, size);
        body = caper_character_find(c, name);
    }
    body = body >= 0 ? body : find_generic(c, name);
    return body >= 0 ? body : find_part(c, name);
}
