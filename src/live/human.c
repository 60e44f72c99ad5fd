// SPDX-License-Identifier: MIT
//
// The 55 places of a humanoid by VMC's names (Unity's HumanBodyBones), parents first, with the
// proportions of a usual person for what a sender does not tell. One table holds the trunk and the
// left side; the right side is its mirror image.
#include "live/human.h"

#include <string.h>

#define SPINE CAPER_CAP_SPINE
#define LIMB CAPER_CAP_LIMB
#define ARM_COUNT (CAPER_HUMAN_RIGHT_SHOULDER - CAPER_HUMAN_LEFT_SHOULDER)
#define LEG_COUNT (CAPER_HUMAN_RIGHT_UPPER_LEG - CAPER_HUMAN_LEFT_UPPER_LEG)

static const char *const names[CAPER_HUMAN_COUNT] = {
    "Hips",
    "Spine",
    "Chest",
    "UpperChest",
    "Neck",
    "Head",
    "LeftEye",
    "RightEye",
    "Jaw",
    "LeftShoulder",
    "LeftUpperArm",
    "LeftLowerArm",
    "LeftHand",
    "LeftThumbProximal",
    "LeftThumbIntermediate",
    "LeftThumbDistal",
    "LeftIndexProximal",
    "LeftIndexIntermediate",
    "LeftIndexDistal",
    "LeftMiddleProximal",
    "LeftMiddleIntermediate",
    "LeftMiddleDistal",
    "LeftRingProximal",
    "LeftRingIntermediate",
    "LeftRingDistal",
    "LeftLittleProximal",
    "LeftLittleIntermediate",
    "LeftLittleDistal",
    "RightShoulder",
    "RightUpperArm",
    "RightLowerArm",
    "RightHand",
    "RightThumbProximal",
    "RightThumbIntermediate",
    "RightThumbDistal",
    "RightIndexProximal",
    "RightIndexIntermediate",
    "RightIndexDistal",
    "RightMiddleProximal",
    "RightMiddleIntermediate",
    "RightMiddleDistal",
    "RightRingProximal",
    "RightRingIntermediate",
    "RightRingDistal",
    "RightLittleProximal",
    "RightLittleIntermediate",
    "RightLittleDistal",
    "LeftUpperLeg",
    "LeftLowerLeg",
    "LeftFoot",
    "LeftToes",
    "RightUpperLeg",
    "RightLowerLeg",
    "RightFoot",
    "RightToes",
};

const char *caper_human_name(caper_human human)
{
    return (unsigned)human < CAPER_HUMAN_COUNT ? names[human] : NULL;
}

caper_human caper_human_from_name(const char *name, size_t size)
{
    caper_slice slice = {name, size};
    for (int i = 0; i < CAPER_HUMAN_COUNT; i++) {
        if (caper_slice_equal_nocase(slice, names[i]))
            return (caper_human)i;
    }
    return CAPER_HUMAN_COUNT;
}

static caper_human arm_parent(int human, int shoulder)
{
    int n = human - shoulder;
    if (n == 0)
        return CAPER_HUMAN_UPPER_CHEST;
    if (n <= 3)
        return (caper_human)(human - 1);
    return (caper_human)((n - 4) % 3 == 0 ? shoulder + 3 : human - 1); // fingers start at the hand
}

caper_human caper_human_parent(caper_human human)
{
    if (human <= CAPER_HUMAN_HIPS || human >= CAPER_HUMAN_COUNT)
        return CAPER_HUMAN_COUNT;
    if (human <= CAPER_HUMAN_HEAD)
        return (caper_human)(human - 1);
    if (human <= CAPER_HUMAN_JAW)
        return CAPER_HUMAN_HEAD;
    if (human < CAPER_HUMAN_RIGHT_SHOULDER)
        return arm_parent(human, CAPER_HUMAN_LEFT_SHOULDER);
    if (human < CAPER_HUMAN_LEFT_UPPER_LEG)
        return arm_parent(human, CAPER_HUMAN_RIGHT_SHOULDER);
    bool starts = human == CAPER_HUMAN_LEFT_UPPER_LEG || human == CAPER_HUMAN_RIGHT_UPPER_LEG;
    return starts ? CAPER_HUMAN_HIPS : (caper_human)(human - 1);
}

caper_human caperi_human_above(caper_human human, uint64_t set)
{
    caper_human above = caper_human_parent(human);
    while (above != CAPER_HUMAN_COUNT && !(set & CAPERI_HUMAN_BIT(above)))
        above = caper_human_parent(above);
    return above;
}

static const caperi_human_place trunk[] = {
    {{0, 0.95f, 0}, {0, 1.03f, 0}, 0.12f, SPINE | CAPER_CAP_ROOT},
    {{0, 1.03f, 0}, {0, 1.40f, 0}, 0.11f, SPINE},
    {{0, 1.15f, 0}, {0, 1.40f, 0}, 0.12f, SPINE},
    {{0, 1.27f, 0}, {0, 1.42f, 0}, 0.12f, SPINE},
    {{0, 1.42f, 0}, {0, 1.50f, 0.01f}, 0.05f, SPINE},
    {{0, 1.50f, 0.01f}, {0, 1.70f, 0.03f}, 0.08f, SPINE | CAPER_CAP_HEAD},
    {{0.03f, 1.57f, 0.09f}, {0.03f, 1.57f, 0.1f}, 0.012f, CAPER_CAP_EYE},
    {{-0.03f, 1.57f, 0.09f}, {-0.03f, 1.57f, 0.1f}, 0.012f, CAPER_CAP_EYE},
    {{0, 1.52f, 0.05f}, {0, 1.51f, 0.1f}, 0.02f, CAPER_CAP_MOUTH},
};
static const caperi_human_place arm[ARM_COUNT] = {
    {{0.03f, 1.38f, 0}, {0.15f, 1.38f, 0}, 0.045f, LIMB},
    {{0.15f, 1.38f, 0}, {0.42f, 1.38f, 0}, 0.045f, LIMB},
    {{0.42f, 1.38f, 0}, {0.66f, 1.38f, 0}, 0.035f, LIMB},
    {{0.66f, 1.38f, 0}, {0.755f, 1.38f, 0}, 0.025f, LIMB | CAPER_CAP_GRASPER},
    {{0.69f, 1.365f, 0.03f}, {0.72f, 1.355f, 0.05f}, 0.01f, LIMB},
    {{0.72f, 1.355f, 0.05f}, {0.745f, 1.345f, 0.065f}, 0.009f, LIMB},
    {{0.745f, 1.345f, 0.065f}, {0.77f, 1.335f, 0.08f}, 0.008f, LIMB},
    {{0.75f, 1.38f, 0.025f}, {0.785f, 1.38f, 0.025f}, 0.009f, LIMB},
    {{0.785f, 1.38f, 0.025f}, {0.81f, 1.38f, 0.025f}, 0.008f, LIMB},
    {{0.81f, 1.38f, 0.025f}, {0.83f, 1.38f, 0.025f}, 0.007f, LIMB},
    {{0.755f, 1.38f, 0.003f}, {0.795f, 1.38f, 0.003f}, 0.009f, LIMB},
    {{0.795f, 1.38f, 0.003f}, {0.825f, 1.38f, 0.003f}, 0.008f, LIMB},
    {{0.825f, 1.38f, 0.003f}, {0.845f, 1.38f, 0.003f}, 0.007f, LIMB},
    {{0.75f, 1.38f, -0.018f}, {0.785f, 1.38f, -0.018f}, 0.009f, LIMB},
    {{0.785f, 1.38f, -0.018f}, {0.81f, 1.38f, -0.018f}, 0.008f, LIMB},
    {{0.81f, 1.38f, -0.018f}, {0.83f, 1.38f, -0.018f}, 0.007f, LIMB},
    {{0.74f, 1.38f, -0.038f}, {0.77f, 1.38f, -0.038f}, 0.008f, LIMB},
    {{0.77f, 1.38f, -0.038f}, {0.79f, 1.38f, -0.038f}, 0.007f, LIMB},
    {{0.79f, 1.38f, -0.038f}, {0.805f, 1.38f, -0.038f}, 0.006f, LIMB},
};
static const caperi_human_place leg[LEG_COUNT] = {
    {{0.09f, 0.90f, 0}, {0.09f, 0.49f, 0}, 0.07f, LIMB},
    {{0.09f, 0.49f, 0}, {0.09f, 0.08f, -0.01f}, 0.05f, LIMB},
    {{0.09f, 0.08f, -0.01f}, {0.09f, 0.04f, 0.13f}, 0.04f, LIMB | CAPER_CAP_FOOT},
    {{0.09f, 0.02f, 0.11f}, {0.09f, 0.02f, 0.17f}, 0.02f, LIMB},
};

static caperi_human_place mirrored(caperi_human_place place)
{
    place.joint = caper_vec3_mirror(place.joint);
    place.end = caper_vec3_mirror(place.end);
    return place;
}

caperi_human_place caperi_human_usual(caper_human human)
{
    if (human < CAPER_HUMAN_LEFT_SHOULDER)
        return trunk[human];
    if (human < CAPER_HUMAN_RIGHT_SHOULDER)
        return arm[human - CAPER_HUMAN_LEFT_SHOULDER];
    if (human < CAPER_HUMAN_LEFT_UPPER_LEG)
        return mirrored(arm[human - CAPER_HUMAN_RIGHT_SHOULDER]);
    if (human < CAPER_HUMAN_RIGHT_UPPER_LEG)
        return leg[human - CAPER_HUMAN_LEFT_UPPER_LEG];
    return mirrored(leg[human - CAPER_HUMAN_RIGHT_UPPER_LEG]);
}

static const char *bare_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

const char *caperi_deform_name(const caper_character *c, int deform)
{
    const char *bare = bare_name(c->deforms[deform]);
    for (int i = 0; i < c->deform_count; i++) {
        if (i != deform && strcmp(bare_name(c->deforms[i]), bare) == 0)
            return c->deforms[deform];
    }
    return bare;
}

uint64_t caperi_deform_hash(const char *name, size_t size)
{
    char plain[CAPER_LIVE_MAX_NAME];
    if (size >= sizeof plain)
        return caper_hash64(name, size, 0); // never sent, never taken
    for (size_t i = 0; i < size; i++)
        plain[i] = name[i] == '.' ? '_' : name[i];
    return caper_hash64(plain, size, 0);
}
