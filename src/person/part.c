// SPDX-License-Identifier: MIT
//
// The list of parts: names, how they hang together, and the caps that they have. One table holds
// the trunk, one arm and one leg; the other side is the same under another name.
#include "person/person.h"

#include <string.h>

#define SPINE CAPER_CAP_SPINE
#define LIMB CAPER_CAP_LIMB
#define FINGERS(side, finger)                                                                      \
    side finger "_proximal", side finger "_intermediate", side finger "_distal"
#define ARM(side)                                                                                  \
    side "shoulder", side "upper_arm", side "lower_arm", side "hand", FINGERS(side, "thumb"),      \
        FINGERS(side, "index"), FINGERS(side, "middle"), FINGERS(side, "ring"),                    \
        FINGERS(side, "little")
#define LEG(side) side "upper_leg", side "lower_leg", side "foot", side "toes"

static const char *const names[] = {
    "hips",      "spine", "chest",      "upper_chest", "neck",       "head",        "left_eye",
    "right_eye", "jaw",   ARM("left_"), ARM("right_"), LEG("left_"), LEG("right_"),
};
_Static_assert(sizeof names == CAPER_PART_COUNT * sizeof names[0], "a name per part");

const char *caper_part_name(caper_part part)
{
    return (unsigned)part < CAPER_PART_COUNT ? names[part] : NULL;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool separates(char c)
{
    return c == '_' || c == ' ' || c == '-' || c == '.';
}

/// The same letters, whatever their case and what separates words?
static bool same_letters(const char *name, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (separates(text[i]))
            continue;
        name += *name == '_';
        if (*name == '\0' || lower(text[i]) != *name)
            return false;
        name++;
    }
    return *name == '\0';
}

caper_part caper_part_from_name(const char *name, size_t size)
{
    int part = 0;
    while (part < CAPER_PART_COUNT && !same_letters(names[part], name, size))
        part++;
    return (caper_part)part;
}

static caper_part arm_parent(int part, int shoulder)
{
    int n = part - shoulder;
    if (n == 0)
        return CAPER_PART_UPPER_CHEST;
    if (n <= 3)
        return (caper_part)(part - 1);
    return (caper_part)((n - 4) % 3 == 0 ? shoulder + 3 : part - 1); // fingers start at the hand
}

caper_part caper_part_parent(caper_part part)
{
    if (part <= CAPER_PART_HIPS || part >= CAPER_PART_COUNT)
        return CAPER_PART_COUNT;
    if (part <= CAPER_PART_HEAD)
        return (caper_part)(part - 1);
    if (part <= CAPER_PART_JAW)
        return CAPER_PART_HEAD;
    if (part < CAPER_PART_RIGHT_SHOULDER)
        return arm_parent(part, CAPER_PART_LEFT_SHOULDER);
    if (part < CAPER_PART_LEFT_UPPER_LEG)
        return arm_parent(part, CAPER_PART_RIGHT_SHOULDER);
    bool starts = part == CAPER_PART_LEFT_UPPER_LEG || part == CAPER_PART_RIGHT_UPPER_LEG;
    return starts ? CAPER_PART_HIPS : (caper_part)(part - 1);
}

caper_part caper_part_above(caper_part part, caper_parts set)
{
    caper_part above = caper_part_parent(part);
    while (above != CAPER_PART_COUNT && !(set & CAPER_PART_BIT(above)))
        above = caper_part_parent(above);
    return above;
}

caper_part caper_part_mirror(caper_part part)
{
    int p = (int)part;
    if (p == CAPER_PART_LEFT_EYE || p == CAPER_PART_RIGHT_EYE)
        return (caper_part)(CAPER_PART_LEFT_EYE + CAPER_PART_RIGHT_EYE - p);
    if (p >= CAPER_PART_LEFT_SHOULDER && p < CAPER_PART_LEFT_UPPER_LEG)
        return (caper_part)(p < CAPER_PART_RIGHT_SHOULDER ? p + CAPERI_ARM_PARTS
                                                          : p - CAPERI_ARM_PARTS);
    if (p >= CAPER_PART_LEFT_UPPER_LEG && p < CAPER_PART_COUNT)
        return (caper_part)(p < CAPER_PART_RIGHT_UPPER_LEG ? p + CAPERI_LEG_PARTS
                                                           : p - CAPERI_LEG_PARTS);
    return part;
}

// -- Caps -------------------------------------------------------------------------------------

caper_caps caper_part_caps(caper_part part)
{
    switch (part) {
    case CAPER_PART_HIPS:
        return SPINE | CAPER_CAP_ROOT;
    case CAPER_PART_SPINE:
    case CAPER_PART_CHEST:
    case CAPER_PART_UPPER_CHEST:
    case CAPER_PART_NECK:
        return SPINE;
    case CAPER_PART_HEAD:
        return SPINE | CAPER_CAP_HEAD;
    case CAPER_PART_LEFT_EYE:
    case CAPER_PART_RIGHT_EYE:
        return CAPER_CAP_EYE;
    case CAPER_PART_JAW:
        return CAPER_CAP_MOUTH;
    case CAPER_PART_LEFT_HAND:
    case CAPER_PART_RIGHT_HAND:
        return LIMB | CAPER_CAP_GRASPER;
    case CAPER_PART_LEFT_FOOT:
    case CAPER_PART_RIGHT_FOOT:
        return LIMB | CAPER_CAP_FOOT;
    default:
        return (unsigned)part < CAPER_PART_COUNT ? LIMB : 0;
    }
}

/// Everything between two parts is what the lower one is: spine up to the head, limb else.
static void fill_way_up(const int16_t *parents, int body, caper_caps fill, const bool *is_part,
                        caper_caps *caps)
{
    for (int up = parents[body]; up >= 0 && !is_part[up] && !(caps[up] & SPINE); up = parents[up])
        caps[up] = fill;
}

bool caperi_parts_to_caps(const int16_t bodies[CAPER_PART_COUNT], const int16_t *parents,
                          int body_count, caper_caps *caps)
{
    static const caper_caps passes[] = {SPINE, LIMB}; // the spine first: limbs branch off it
    bool is_part[CAPER_MAX_BODIES] = {false};
    int hips = bodies[CAPER_PART_HIPS];
    if (hips < 0 || body_count > CAPER_MAX_BODIES)
        return false;
    for (int i = 0; i < body_count; i++)
        caps[i] &= CAPER_CAP_HELPER;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (bodies[i] >= 0) {
            caps[bodies[i]] = caper_part_caps((caper_part)i);
            is_part[bodies[i]] = true;
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < CAPER_PART_COUNT; i++) {
            if (bodies[i] >= 0 && (caper_part_caps((caper_part)i) & passes[pass]))
                fill_way_up(parents, bodies[i], passes[pass], is_part, caps);
        }
    }
    // above the hips nothing is physical
    for (int up = parents[hips]; up >= 0; up = parents[up])
        caps[up] = CAPER_CAP_HELPER;
    return true;
}
