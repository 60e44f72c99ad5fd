// SPDX-License-Identifier: MIT
//
// Names of the parts as in VMC, and their usual proportions (Unity's HumanBodyBones). One table
// holds the trunk and the left side; the right side is its mirror image.
#include "live/wire.h"

#include "base/try.h"

#include <string.h>

#define ARM_COUNT (CAPER_PART_RIGHT_SHOULDER - CAPER_PART_LEFT_SHOULDER)
#define LEG_COUNT (CAPER_PART_RIGHT_UPPER_LEG - CAPER_PART_LEFT_UPPER_LEG)

caperi_wire_name caperi_wire_name_make(caper_part part)
{
    caperi_wire_name name = {""};
    size_t n = 0;
    bool start = true;
    for (const char *c = caper_part_name(part); *c && n + 1 < sizeof name.text; c++) {
        if (*c != '_')
            name.text[n++] = (char)(start ? *c - 'a' + 'A' : *c);
        start = *c == '_';
    }
    return name;
}

static const caperi_usual trunk[] = {
    {{0, 0.95f, 0}, {0, 1.03f, 0}, 0.12f},
    {{0, 1.03f, 0}, {0, 1.40f, 0}, 0.11f},
    {{0, 1.15f, 0}, {0, 1.40f, 0}, 0.12f},
    {{0, 1.27f, 0}, {0, 1.42f, 0}, 0.12f},
    {{0, 1.42f, 0}, {0, 1.50f, 0.01f}, 0.05f},
    {{0, 1.50f, 0.01f}, {0, 1.70f, 0.03f}, 0.08f},
    {{0.03f, 1.57f, 0.09f}, {0.03f, 1.57f, 0.1f}, 0.012f},
    {{-0.03f, 1.57f, 0.09f}, {-0.03f, 1.57f, 0.1f}, 0.012f},
    {{0, 1.52f, 0.05f}, {0, 1.51f, 0.1f}, 0.02f},
};
static const caperi_usual arm[ARM_COUNT] = {
    {{0.03f, 1.38f, 0}, {0.15f, 1.38f, 0}, 0.045f},
    {{0.15f, 1.38f, 0}, {0.42f, 1.38f, 0}, 0.045f},
    {{0.42f, 1.38f, 0}, {0.66f, 1.38f, 0}, 0.035f},
    {{0.66f, 1.38f, 0}, {0.755f, 1.38f, 0}, 0.025f},
    {{0.69f, 1.365f, 0.03f}, {0.72f, 1.355f, 0.05f}, 0.01f},
    {{0.72f, 1.355f, 0.05f}, {0.745f, 1.345f, 0.065f}, 0.009f},
    {{0.745f, 1.345f, 0.065f}, {0.77f, 1.335f, 0.08f}, 0.008f},
    {{0.75f, 1.38f, 0.025f}, {0.785f, 1.38f, 0.025f}, 0.009f},
    {{0.785f, 1.38f, 0.025f}, {0.81f, 1.38f, 0.025f}, 0.008f},
    {{0.81f, 1.38f, 0.025f}, {0.83f, 1.38f, 0.025f}, 0.007f},
    {{0.755f, 1.38f, 0.003f}, {0.795f, 1.38f, 0.003f}, 0.009f},
    {{0.795f, 1.38f, 0.003f}, {0.825f, 1.38f, 0.003f}, 0.008f},
    {{0.825f, 1.38f, 0.003f}, {0.845f, 1.38f, 0.003f}, 0.007f},
    {{0.75f, 1.38f, -0.018f}, {0.785f, 1.38f, -0.018f}, 0.009f},
    {{0.785f, 1.38f, -0.018f}, {0.81f, 1.38f, -0.018f}, 0.008f},
    {{0.81f, 1.38f, -0.018f}, {0.83f, 1.38f, -0.018f}, 0.007f},
    {{0.74f, 1.38f, -0.038f}, {0.77f, 1.38f, -0.038f}, 0.008f},
    {{0.77f, 1.38f, -0.038f}, {0.79f, 1.38f, -0.038f}, 0.007f},
    {{0.79f, 1.38f, -0.038f}, {0.805f, 1.38f, -0.038f}, 0.006f},
};
static const caperi_usual leg[LEG_COUNT] = {
    {{0.09f, 0.90f, 0}, {0.09f, 0.49f, 0}, 0.07f},
    {{0.09f, 0.49f, 0}, {0.09f, 0.08f, -0.01f}, 0.05f},
    {{0.09f, 0.08f, -0.01f}, {0.09f, 0.04f, 0.13f}, 0.04f},
    {{0.09f, 0.02f, 0.11f}, {0.09f, 0.02f, 0.17f}, 0.02f},
};

static caperi_usual mirrored(caperi_usual usual)
{
    usual.joint = caper_vec3_mirror(usual.joint);
    usual.end = caper_vec3_mirror(usual.end);
    return usual;
}

caperi_usual caperi_usual_part(caper_part part)
{
    if (part < CAPER_PART_LEFT_SHOULDER)
        return trunk[part];
    if (part < CAPER_PART_RIGHT_SHOULDER)
        return arm[part - CAPER_PART_LEFT_SHOULDER];
    if (part < CAPER_PART_LEFT_UPPER_LEG)
        return mirrored(arm[part - CAPER_PART_RIGHT_SHOULDER]);
    if (part < CAPER_PART_RIGHT_UPPER_LEG)
        return leg[part - CAPER_PART_LEFT_UPPER_LEG];
    return mirrored(leg[part - CAPER_PART_RIGHT_UPPER_LEG]);
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

// -- People -----------------------------------------------------------------------------------

static bool check_person(const caper_person *person, caper_error *error)
{
    const char *source = person->character->name;
    CAPER_TRY(person->bodies[CAPER_PART_HEAD] >= 0, error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
              "it has no head, expected the one of a person");
    CAPER_TRY(person->nests, error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
              "its head and limbs are not below its hips in the tree");
    CAPER_TRY(person->leg_height > 0, error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
              "its hips are not above its feet in the T-pose");
    return true;
}

bool caper_live_person_make(const caper_character *character, const caper_map *map,
                            caper_live_person *person, caper_error *error)
{
    memset(person, 0, sizeof *person);
    CAPER_PASS(caper_person_find(character, map, &person->person, error));
    CAPER_PASS(check_person(&person->person, error));
    int count = character->deform_count;
    person->deform_count = count < CAPER_LIVE_MAX_DEFORMS ? count : CAPER_LIVE_MAX_DEFORMS;
    for (int i = 0; i < person->deform_count; i++) {
        const char *name = caperi_deform_name(character, i);
        person->deforms[i] = caperi_deform_hash(name, strlen(name));
    }
    return true;
}
