// SPDX-License-Identifier: MIT
//
// The T-pose, in which people of all proportions and axes can be compared: made from the rest pose
// by turning arms level and legs upright, the shortest way; feet and trunk count as they rest. With
// M the rotation of a body in model space and T that in the T-pose, M T^-1 is how far it has
// turned, whatever its own axes are.
#include "person/person.h"

static caper_vec3 rest_way(const caper_person *person, int from, int to)
{
    const caper_transform *rest = person->character->rest_model;
    return caper_vec3_sub(rest[person->bodies[to]].position, rest[person->bodies[from]].position);
}

/// How a part turns from rest to the T-pose; `above` is how the part above it does.
static caper_quat tpose_turn(const caper_person *person, int part, caper_quat above)
{
    caper_vec3 goal = caper_vec3_make(0, -1, 0);
    switch (part) {
    case CAPER_PART_LEFT_UPPER_ARM:
    case CAPER_PART_LEFT_LOWER_ARM:
        goal = caper_vec3_make(1, 0, 0);
        break;
    case CAPER_PART_RIGHT_UPPER_ARM:
    case CAPER_PART_RIGHT_LOWER_ARM:
        goal = caper_vec3_make(-1, 0, 0);
        break;
    case CAPER_PART_LEFT_UPPER_LEG:
    case CAPER_PART_LEFT_LOWER_LEG:
    case CAPER_PART_RIGHT_UPPER_LEG:
    case CAPER_PART_RIGHT_LOWER_LEG:
        break;
    case CAPER_PART_LEFT_FOOT:
    case CAPER_PART_RIGHT_FOOT:
        return caper_quat_identity(); // stands flat at rest
    default:
        return above;
    }
    caper_vec3 way = caper_quat_rotate(above, rest_way(person, part, part + 1));
    caper_vec3 from = caper_vec3_normalize_or(way, goal);
    return caper_quat_normalize(caper_quat_mul(caper_quat_between(from, goal), above));
}

void caperi_person_make_tpose(caper_person *person)
{
    caper_quat turns[CAPER_PART_COUNT + 1];
    turns[CAPER_PART_COUNT] = caper_quat_identity();
    caper_parts present = 0;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        caper_quat above = turns[caper_part_parent((caper_part)i)];
        turns[i] = above;
        person->tpose_model[i] = caper_quat_identity();
        person->tpose_offset[i] = caper_vec3_zero();
        if (person->bodies[i] < 0)
            continue;
        caper_part from = caper_part_above((caper_part)i, present);
        present |= CAPER_PART_BIT(i);
        caper_transform rest = person->character->rest_model[person->bodies[i]];
        if (from == CAPER_PART_COUNT)
            person->tpose_offset[i] = rest.position;
        else
            person->tpose_offset[i] = caper_quat_rotate(above, rest_way(person, (int)from, i));
        turns[i] = tpose_turn(person, i, above);
        person->tpose_model[i] = caper_quat_normalize(caper_quat_mul(turns[i], rest.rotation));
    }
    person->leg_height = 0;
    for (int i = CAPER_PART_LEFT_UPPER_LEG; i <= CAPER_PART_LEFT_FOOT; i++)
        person->leg_height -= person->tpose_offset[i].y;
}

static float ankles_at(const caper_person *person, const caper_transform *model)
{
    return 0.5f * (model[person->bodies[CAPER_PART_LEFT_FOOT]].position.y +
                   model[person->bodies[CAPER_PART_RIGHT_FOOT]].position.y);
}

void caper_person_tpose(const caper_person *person, caper_pose *local)
{
    const caper_character *c = person->character;
    CAPER_ASSERT(local->body_count == c->body_count);
    caper_transform model[CAPER_MAX_BODIES];
    int part_of[CAPER_MAX_BODIES];
    for (int i = 0; i < c->body_count; i++)
        part_of[i] = -1;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (person->bodies[i] >= 0)
            part_of[person->bodies[i]] = i;
    }
    for (int i = 0; i < c->body_count; i++) {
        int up = c->bodies[i].parent;
        caper_transform above = up >= 0 ? model[up] : caper_transform_identity();
        local->bodies[i] = c->skeleton.rest_local[i];
        if (part_of[i] >= 0)
            local->bodies[i].rotation = caper_quat_normalize(
                caper_quat_mul(caper_quat_conj(above.rotation), person->tpose_model[part_of[i]]));
        model[i] = caper_transform_mul(above, local->bodies[i]);
    }
    local->bodies[0].position.y += ankles_at(person, c->rest_model) - ankles_at(person, model);
}
