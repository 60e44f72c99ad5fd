// SPDX-License-Identifier: MIT
//
// The finder: names where every necessary part has a body of its name and they nest, else shape;
// where a map says something it overrides both. Limbs, chest and T-pose follow from the parts, so
// that they are the same whichever way the parts were found.
#include "person/person.h"

#include "base/try.h"

#include <string.h>

#define STRAIGHT 0.05f     // sine of the bend below which a limb at rest shows no axis
#define LEAST_LENGTH 1e-4f // metres: of a segment

const char *caperi_person_source(const caper_character *character)
{
    return character->name && character->name[0] ? character->name : "character";
}

caper_part caperi_limb_part(int limb)
{
    static const caper_part parts[CAPER_LIMB_COUNT] = {
        CAPER_PART_LEFT_UPPER_LEG, CAPER_PART_RIGHT_UPPER_LEG, CAPER_PART_LEFT_UPPER_ARM,
        CAPER_PART_RIGHT_UPPER_ARM};
    return parts[limb];
}

bool caperi_is_above(const caper_character *character, int above, int body)
{
    while (body >= 0 && body != above)
        body = character->bodies[body].parent;
    return body >= 0;
}

static caper_parts parts_of(const caper_person *person)
{
    caper_parts set = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        set |= person->bodies[i] >= 0 ? CAPER_PART_BIT(i) : 0;
    return set;
}

/// Is what is above a part above it in the tree, too?
static bool parts_nest(const caper_person *person)
{
    caper_parts set = parts_of(person);
    for (int i = 1; i < CAPER_PART_COUNT; i++) {
        caper_part above = caper_part_above((caper_part)i, set);
        if (set & CAPER_PART_BIT(i) && above != CAPER_PART_COUNT &&
            !caperi_is_above(person->character, person->bodies[above], person->bodies[i]))
            return false;
    }
    return true;
}

static bool find_by_names(caper_person *person)
{
    const caper_character *c = person->character;
    for (int i = 0; i < c->body_count; i++) {
        const char *colon = strrchr(c->bodies[i].name, ':'); // after a name space
        const char *name = colon ? colon + 1 : c->bodies[i].name;
        caper_part part = caper_part_from_name(name, strlen(name));
        if (part != CAPER_PART_COUNT && person->bodies[part] < 0)
            person->bodies[part] = (int16_t)i;
    }
    if ((parts_of(person) & CAPER_PARTS_NECESSARY) != CAPER_PARTS_NECESSARY)
        return false;
    caperi_person_fingers(person); // VRM 0 and 1 give the name of one joint of the thumb to another
    return parts_nest(person);
}

// -- Limbs ------------------------------------------------------------------------------------

static caper_vec3 joint_of(const caper_character *c, int body)
{
    return c->rest_model[body].position;
}

/// The axis about which the limb bends: that of its bend at rest, else of its hinge, else that of
/// people who hang: knees fold backwards, elbows forwards.
static caper_vec3 bend_axis(const caper_character *c, const caper_limb *limb, bool leg)
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

/// The collar bone, or what else is between spine and start.
static int find_girdle(const caper_person *person, int limb, int start)
{
    const caper_character *c = person->character;
    if (limb >= CAPER_LIMB_LEFT_ARM && person->bodies[caperi_limb_part(limb) - 1] >= 0)
        return person->bodies[caperi_limb_part(limb) - 1];
    int base = c->bodies[start].base;
    return base >= 0 && base != start ? c->bodies[start].parent : -1;
}

static bool make_limb(caper_person *person, int index, caper_error *error)
{
    const caper_character *c = person->character;
    const int16_t *parts = &person->bodies[caperi_limb_part(index)];
    caper_limb *limb = &person->limbs[index];
    limb->start = parts[0];
    limb->middle = parts[1];
    limb->tip = parts[2];
    limb->girdle = (int16_t)find_girdle(person, index, limb->start);
    limb->up = caper_transform_unmul_point(c->rest_model[limb->start], joint_of(c, limb->middle));
    limb->low = caper_transform_unmul_point(c->rest_model[limb->middle], joint_of(c, limb->tip));
    limb->upper = caper_vec3_length(limb->up);
    limb->lower = caper_vec3_length(limb->low);
    limb->bend_axis = bend_axis(c, limb, index < CAPER_LIMB_LEFT_ARM);
    CAPER_TRY(limb->upper > LEAST_LENGTH && limb->lower > LEAST_LENGTH, error,
              CAPER_ERROR_UNSUPPORTED, caperi_person_source(c), 0, 0,
              "the limb of '%s' has a part without length", c->bodies[limb->tip].name);
    CAPER_TRY(caperi_is_above(c, limb->start, limb->middle) &&
                  caperi_is_above(c, limb->middle, limb->tip),
              error, CAPER_ERROR_UNSUPPORTED, caperi_person_source(c), 0, 0,
              "'%s', '%s' and '%s' do not hang on each other, expected a limb",
              c->bodies[limb->start].name, c->bodies[limb->middle].name, c->bodies[limb->tip].name);
    return true;
}

/// What follows from the parts.
static bool complete(caper_person *person, caper_error *error)
{
    const caper_character *c = person->character;
    const int16_t *bodies = person->bodies;
    for (int i = 0; i < CAPER_LIMB_COUNT; i++)
        CAPER_PASS(make_limb(person, i, error));
    person->chest = bodies[CAPER_PART_UPPER_CHEST] >= 0 ? bodies[CAPER_PART_UPPER_CHEST]
                    : bodies[CAPER_PART_CHEST] >= 0     ? bodies[CAPER_PART_CHEST]
                                                        : bodies[CAPER_PART_SPINE];
    person->leg = 0;
    for (int i = CAPER_LIMB_LEFT_LEG; i <= CAPER_LIMB_RIGHT_LEG; i++) {
        const caper_limb *leg = &person->limbs[i];
        person->leg += 0.5f * (leg->upper + leg->lower + joint_of(c, leg->tip).y);
    }
    person->nests = parts_nest(person);
    caperi_person_make_tpose(person);
    return true;
}

/// Without a map: by names, else by shape.
static bool find_alone(caper_person *person, caper_error *error)
{
    memset(person->bodies, 0xff, sizeof person->bodies);
    person->by = CAPER_PERSON_BY_NAMES;
    if (find_by_names(person))
        return true;
    memset(person->bodies, 0xff, sizeof person->bodies);
    person->by = CAPER_PERSON_BY_SHAPE;
    return caperi_person_shape(person, error);
}

#define UNSAID (-2)

/// Put what a map gives over what was found; a body that it gives is nobody else's.
static void lay_over(caper_person *person, const int16_t given[CAPER_PART_COUNT])
{
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        for (int k = 0; k < CAPER_PART_COUNT && given[i] >= 0; k++)
            person->bodies[k] = person->bodies[k] == given[i] ? -1 : person->bodies[k];
    }
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        person->bodies[i] = given[i] == UNSAID ? person->bodies[i] : given[i];
}

static bool check_necessary(const caper_person *person, const caper_map *map, caper_error *error)
{
    // shape allows for people without a head
    caper_parts needed = CAPER_PARTS_NECESSARY & ~CAPER_PART_BIT(CAPER_PART_HEAD);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        CAPER_TRY(person->bodies[i] >= 0 || !(needed & CAPER_PART_BIT(i)), error,
                  CAPER_ERROR_UNSUPPORTED, map->source, 0, 0,
                  "the map names no %s, which every person has", caper_part_name((caper_part)i));
    }
    return true;
}

bool caper_person_find(const caper_character *character, const caper_map *map, caper_person *person,
                       caper_error *error)
{
    CAPER_ASSERT(character && person);
    if (!character || !person)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "no character, expected one");
    memset(person, 0, sizeof *person);
    person->character = character;
    int16_t given[CAPER_PART_COUNT];
    int count = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        given[i] = UNSAID;
    CAPER_PASS(caperi_map_parts(map, character, given, &count, error));
    if (count == 0)
        return find_alone(person, error) && complete(person, error);
    if (!find_alone(person, NULL))
        memset(person->bodies, 0xff, sizeof person->bodies);
    person->by = CAPER_PERSON_BY_MAP;
    lay_over(person, given);
    CAPER_PASS(check_necessary(person, map, error));
    // fingers hang on the hands that the map names
    caperi_person_fingers(person);
    lay_over(person, given);
    return complete(person, error);
}
