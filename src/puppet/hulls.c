// SPDX-License-Identifier: MIT
//
// Which bodies have hulls, and which places of the performer correspond to those of the puppet:
// the trunk body by body, the head, and both parts of arms and legs. Boxes of the performer are
// seen along the axes of the puppet's, as they lie when both stand alike. A trunk of more bodies
// than the puppet's is put together: each body to that of the puppet which is as high between hips
// and shoulders.
#include "puppet/puppet.h"

#include <math.h>
#include <string.h>

#define TRUNK_ROUND 0.5f // trunks are stacked: their ends are rather flat
#define MOST_TRUNK (CAPERI_MAX_HULLS - 1 - 2 * CAPERI_PUPPET_LIMBS)

static caper_vec3 column(caper_quat q, int axis)
{
    return caper_quat_rotate(
        q, caper_vec3_make((float)(axis == 0), (float)(axis == 1), (float)(axis == 2)));
}

/// The turn that makes y of the axis of a box that points most along a direction.
static caper_quat turn_along(caper_vec3 way)
{
    caper_vec3 a = caper_vec3_abs(way), y = caper_vec3_make(0, 1, 0);
    if (a.y >= a.x && a.y >= a.z) {
        return caper_quat_identity();
    }
    return caper_quat_between(y, a.x >= a.z ? caper_vec3_make(1, 0, 0) : caper_vec3_make(0, 0, 1));
}

/// Sizes of a box along the axes of `turn`: those of the sides that are nearest to them.
static caper_vec3 half_along(caper_vec3 half, caper_quat turn)
{
    static const int order[3] = {1, 0, 2};
    const float *sizes = &half.x;
    float out[3] = {0, 0, 0};
    bool taken[3] = {false, false, false};
    for (int i = 0; i < 3; i++) {
        caper_vec3 way = caper_vec3_abs(column(turn, order[i]));
        const float *share = &way.x;
        int best = -1;
        for (int k = 0; k < 3; k++) {
            best = !taken[k] && (best < 0 || share[k] > share[best]) ? k : best;
        }
        taken[best] = true;
        out[order[i]] = sizes[best];
    }
    return caper_vec3_make(out[0], out[1], out[2]);
}

/// A part of which the axis is known, with the performer's box as it is.
static caperi_flesh *add_part(caper_puppet *puppet, int body, int limb, caper_vec3 way, float round)
{
    const caper_character *own = puppet->person.character, *other = puppet->performer.character;
    int source = caper_puppet_source(puppet, body);
    if (source < 0 || puppet->part_count == CAPERI_MAX_HULLS) {
        return NULL;
    }
    const caperi_follow *f = &puppet->follow[body];
    caperi_flesh *part = &puppet->parts[puppet->part_count++];
    part->body = (int16_t)body;
    part->source = (int16_t)source;
    part->limb = (int8_t)limb;
    const caper_body *a = &own->bodies[body], *b = &other->bodies[source];
    caper_quat turn = turn_along(way);
    caper_quat align = f->share > 0.5f ? f->align_to : f->align_from;
    caper_quat source_turn = caper_quat_mul(align, turn);
    part->own = caperi_hull_of_box(a->box_center, half_along(a->box_half, turn), turn, round);
    part->other =
        caperi_hull_of_box(b->box_center, half_along(b->box_half, source_turn), source_turn, round);
    return part;
}

/// How high the middle of a body's box is at rest: 0 at the hips, 1 at the shoulders.
static float height_of(const caper_person *person, int body)
{
    const caper_transform *rest = person->character->rest_model;
    float low = rest[person->limbs[CAPER_LIMB_LEFT_LEG].start].position.y;
    float high = rest[person->limbs[CAPER_LIMB_LEFT_ARM].start].position.y;
    caper_vec3 middle =
        caper_transform_mul_point(rest[body], person->character->bodies[body].box_center);
    return (middle.y - low) / caper_max(high - low, 1e-4f);
}

/// The bodies of a trunk, from the root to the chest.
static const int16_t *trunk_of(const caper_person *person, int *count)
{
    const caper_character *c = person->character;
    int from = 0, to = 0;
    for (int i = 0; i < c->spine_count; i++) {
        from = c->spine[i] == person->bodies[CAPER_PART_HIPS] ? i : from;
        to = c->spine[i] == person->chest ? i : to;
    }
    *count = to - from + 1;
    return &c->spine[from];
}

/// The part of the puppet's trunk to which a body of the performer's belongs.
static int trunk_part(const caper_puppet *puppet, int parts, int source)
{
    int best = 0;
    float height = height_of(&puppet->performer, source);
    for (int i = 1; i < parts && source != puppet->performer.bodies[CAPER_PART_HIPS]; i++) {
        float off = fabsf(height - height_of(&puppet->person, puppet->parts[i].body));
        float least = fabsf(height - height_of(&puppet->person, puppet->parts[best].body));
        best = off < least ? i : best;
    }
    return best;
}

/// The box, along the axes of a part, of all bodies of the performer's trunk that belong to it.
static void join_trunk(caper_puppet *puppet, int parts, int index)
{
    const caper_character *c = puppet->performer.character;
    caperi_flesh *part = &puppet->parts[index];
    caper_transform at = c->rest_model[part->source];
    at.rotation = caper_quat_mul(at.rotation, part->other.turn);
    caper_bounds bounds = caper_bounds_empty();
    int count, found = 0;
    const int16_t *trunk = trunk_of(&puppet->performer, &count);
    for (int i = 0; i < count; i++) {
        if (trunk_part(puppet, parts, trunk[i]) != index) {
            continue;
        }
        const caper_body *b = &c->bodies[trunk[i]];
        for (int k = 0; k < 8; k++) {
            caper_vec3 h = b->box_half;
            h = caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
            caper_vec3 corner = caper_vec3_add(b->box_center, h);
            corner = caper_transform_mul_point(c->rest_model[trunk[i]], corner);
            bounds = caper_bounds_add_point(bounds, caper_transform_unmul_point(at, corner));
        }
        found++;
    }
    if (found > 0) {
        caper_vec3 half = caper_vec3_scale(caper_bounds_size(bounds), 0.5f);
        caper_quat turn = part->other.turn;
        caper_vec3 center = caper_quat_rotate(turn, caper_bounds_center(bounds));
        part->other = caperi_hull_of_box(center, half, turn, TRUNK_ROUND);
    }
}

/// Samples of an arm: capsules are those of the bodies' boxes.
static void measure_arm(caper_puppet *puppet, int side)
{
    caperi_arm *arm = &puppet->arms[side];
    int index = CAPER_LIMB_LEFT_ARM + side;
    const caper_limb *own = &puppet->person.limbs[index];
    const caper_limb *other = &puppet->performer.limbs[index];
    const int own_bodies[3] = {own->start, own->middle, own->tip};
    const int other_bodies[3] = {other->start, other->middle, other->tip};
    caper_vec3 ways[2] = {own->up, own->low};
    for (int i = 0; i < 3; i++) {
        caper_vec3 a, b;
        const caper_body *body = &puppet->performer.character->bodies[other_bodies[i]];
        caper_body_capsule(body, &a, &b, &arm->source_radius[i]);
        if (i == 2) {
            arm->source_hand[0] = a;
            arm->source_hand[1] = b;
        }
        body = &puppet->person.character->bodies[own_bodies[i]];
        caper_body_capsule(body, &a, &b, &arm->radius[i]);
        if (i == 2) {
            arm->hand[0] = a;
            arm->hand[1] = b;
            continue;
        }
        float inverse = 1 / caper_vec3_length_sq(ways[i]);
        float s = caper_vec3_dot(a, ways[i]) * inverse, t = caper_vec3_dot(b, ways[i]) * inverse;
        float first = caper_clamp(caper_min(s, t), 0, 1), last = caper_clamp(caper_max(s, t), 0, 1);
        float middle = 0.5f * (first + last);
        if (i == 0) {
            arm->share[0] = middle;
            arm->share[1] = last;
        } else {
            arm->share[2] = first;
            arm->share[3] = middle;
            arm->share[4] = last;
        }
    }
}

/// Places between that are hidden in the thickness of the others tell nothing.
static void choose_samples(const caper_limb *limb, caperi_arm *arm)
{
    bool upper = (arm->share[1] - arm->share[0]) * limb->upper > 1.5f * arm->radius[0];
    bool lower = (arm->share[4] - arm->share[2]) * limb->lower > 3 * arm->radius[1];
    arm->samples = (1u << CAPERI_ARM_SAMPLES) - 1;
    arm->samples &= upper ? ~0u : ~1u;
    arm->samples &= lower ? ~0u : ~(1u << 3);
}

void caperi_puppet_find_hulls(caper_puppet *puppet)
{
    const caper_person *p = &puppet->person;
    const caper_transform *rest = p->character->rest_model;
    int count;
    const int16_t *trunk = trunk_of(p, &count);
    caper_vec3 up =
        caper_vec3_sub(rest[p->chest].position, rest[p->bodies[CAPER_PART_HIPS]].position);
    for (int i = 0; i < count && i < MOST_TRUNK; i++) {
        add_part(puppet, trunk[i], -1, caper_quat_unrotate(rest[trunk[i]].rotation, up),
                 TRUNK_ROUND);
    }
    int parts = puppet->part_count;
    for (int i = 0; i < parts; i++) {
        join_trunk(puppet, parts, i);
    }
    if (p->bodies[CAPER_PART_HEAD] >= 0) {
        add_part(puppet, p->bodies[CAPER_PART_HEAD], -1,
                 caper_quat_unrotate(rest[p->bodies[CAPER_PART_HEAD]].rotation, up), 1);
    }
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        add_part(puppet, p->limbs[i].start, i, p->limbs[i].up, 1);
        add_part(puppet, p->limbs[i].middle, i, p->limbs[i].low, 1);
    }
    for (int side = 0; side < CAPERI_PUPPET_ARMS; side++) {
        measure_arm(puppet, side);
        choose_samples(&p->limbs[CAPER_LIMB_LEFT_ARM + side], &puppet->arms[side]);
    }
    caperi_puppet_measure_spare(puppet);
}
