// SPDX-License-Identifier: MIT
//
// Equal connectivity by structure (paper 001, section 2.2, takes it for granted): each body of the
// puppet that has a counterpart takes over how the performer's body has turned from its rest pose.
//
// Rest poses differ: captures stand in a T, puppets with arms that hang. The puppet is therefore
// turned into a calibration pose in which each segment of a limb points as the performer's does at
// rest, by smallest turns from the spine outwards, so that the twist of a limb goes along and a
// hinge stays a hinge. From there world rotations are taken over: R = R_performer (R_performer at
// rest)^-1 C. A body that only the performer has thus folds into the next one. Spines of different
// counts are resampled: a body of the puppet turns as the performer's spine does at its height.
// Feet stand flat in both rest poses, and only their headings are aligned.
#include "puppet/puppet.h"

#include <string.h>

#define MAX_PATH 64

/// A way along the spine: bodies and how far up (0..1) the middle of each one is.
typedef struct path {
    int16_t bodies[MAX_PATH];
    float middle[MAX_PATH];
    int count;
} path;

static path spine_path(const caper_character *c, int from, int to)
{
    path p;
    p.count = 0;
    float at[MAX_PATH];
    bool inside = false;
    for (int i = 0; i < c->spine_count && p.count < MAX_PATH; i++) {
        int body = c->spine[i];
        inside = inside || body == from;
        if (!inside) {
            continue;
        }
        float step = 0;
        if (p.count > 0) {
            step = caper_vec3_distance(c->rest_model[body].position,
                                       c->rest_model[p.bodies[p.count - 1]].position);
        }
        at[p.count] = p.count > 0 ? at[p.count - 1] + step : 0;
        p.bodies[p.count++] = (int16_t)body;
        if (body == to) {
            break;
        }
    }
    float length = p.count > 0 && at[p.count - 1] > 0 ? at[p.count - 1] : 1;
    for (int i = 0; i < p.count; i++) {
        bool end = i == 0 || i == p.count - 1;
        float middle = end ? (float)(i > 0) : 0.5f * (at[i] + at[i + 1]) / length;
        p.middle[i] = middle;
    }
    return p;
}

/// R_performer at rest, taken back, then the calibration pose.
static caper_quat align(const caper_puppet *puppet, int source, caper_quat calibrated)
{
    caper_quat rest = puppet->performer.character->rest_model[source].rotation;
    return caper_quat_normalize(caper_quat_mul(caper_quat_conj(rest), calibrated));
}

static void follow_one(caper_puppet *puppet, int body, int source, caper_quat calibrated)
{
    caperi_follow *f = &puppet->follow[body];
    f->from = f->to = (int16_t)source;
    f->share = 0;
    f->align_from = f->align_to = align(puppet, source, calibrated);
}

/// Bodies of the puppet's path follow those of the performer's at the same height.
static void follow_path(caper_puppet *puppet, const path *source, const path *target)
{
    const caper_transform *rest = puppet->person.character->rest_model;
    for (int i = 0; i < target->count && source->count > 0; i++) {
        int body = target->bodies[i];
        float at = target->middle[i];
        int j = 0;
        while (j + 2 < source->count && source->middle[j + 1] <= at) {
            j++;
        }
        int k = j + 1 < source->count ? j + 1 : j;
        float span = source->middle[k] - source->middle[j];
        caperi_follow *f = &puppet->follow[body];
        f->from = source->bodies[j];
        f->to = source->bodies[k];
        f->share = span > 0 ? caper_clamp((at - source->middle[j]) / span, 0, 1) : 0;
        f->align_from = align(puppet, f->from, rest[body].rotation);
        f->align_to = align(puppet, f->to, rest[body].rotation);
        if (f->share <= 0 || f->share >= 1 || f->from == f->to) {
            follow_one(puppet, body, f->share >= 1 ? f->to : f->from, rest[body].rotation);
        }
    }
}

static caper_vec3 direction(const caper_character *c, int from, int to)
{
    return caper_vec3_normalize(
        caper_vec3_sub(c->rest_model[to].position, c->rest_model[from].position));
}

/// The turn that brings a direction of the puppet at rest, already turned, onto the performer's.
static caper_quat turn_onto(caper_quat turned, caper_vec3 own, caper_vec3 wanted)
{
    caper_quat more = caper_quat_between(caper_quat_rotate(turned, own), wanted);
    return caper_quat_normalize(caper_quat_mul(more, turned));
}

static caper_vec3 level(caper_vec3 v)
{
    return caper_vec3_normalize_or(caper_vec3_make(v.x, 0, v.z), caper_vec3_make(0, 0, 1));
}

/// The turn of a hand or foot from its rest into the calibration pose.
static caper_quat turn_tip(const caper_puppet *puppet, int effector, caper_quat lower)
{
    const caperi_contact *k = &puppet->contacts[effector];
    const caper_transform *own = &puppet->person.character->rest_model[k->tip];
    const caper_transform *other = &puppet->performer.character->rest_model[k->body];
    caper_vec3 a = caper_quat_rotate(own->rotation, caper_vec3_sub(k->points[1], k->points[0]));
    caper_vec3 b = caper_quat_rotate(other->rotation, caper_vec3_sub(k->source[1], k->source[0]));
    if (k->foot) {
        return caper_quat_between(level(a), level(b));
    }
    if (caper_vec3_length_sq(a) < 1e-10f || caper_vec3_length_sq(b) < 1e-10f) {
        return lower;
    }
    return turn_onto(lower, caper_vec3_normalize(a), caper_vec3_normalize(b));
}

static void follow_limb(caper_puppet *puppet, int effector)
{
    const caper_character *own = puppet->person.character, *other = puppet->performer.character;
    const caper_limb *a = &puppet->person.limbs[effector];
    const caper_limb *b = &puppet->performer.limbs[effector];
    const caper_transform *rest = own->rest_model;
    caper_quat upper = turn_onto(caper_quat_identity(), direction(own, a->start, a->middle),
                                 direction(other, b->start, b->middle));
    caper_quat lower =
        turn_onto(upper, direction(own, a->middle, a->tip), direction(other, b->middle, b->tip));
    caper_quat tip = turn_tip(puppet, effector, lower);
    follow_one(puppet, a->start, b->start, caper_quat_mul(upper, rest[a->start].rotation));
    follow_one(puppet, a->middle, b->middle, caper_quat_mul(lower, rest[a->middle].rotation));
    follow_one(puppet, a->tip, b->tip, caper_quat_mul(tip, rest[a->tip].rotation));
    if (a->girdle >= 0 && b->girdle >= 0) {
        follow_one(puppet, a->girdle, b->girdle, rest[a->girdle].rotation);
    }
    const caperi_contact *k = &puppet->contacts[effector];
    if (k->toe >= 0) {
        follow_one(puppet, k->toe, k->source_toe, caper_quat_mul(tip, rest[k->toe].rotation));
    }
}

/// Bodies whose rotations are needed: those that follow and all above them.
static void list_moving(caper_puppet *puppet)
{
    const caper_character *c = puppet->person.character;
    uint8_t *needed = puppet->group; // borrowed
    for (int i = c->body_count - 1; i >= 0; i--) {
        needed[i] = needed[i] || puppet->follow[i].from >= 0;
        if (needed[i] && c->bodies[i].parent >= 0) {
            needed[c->bodies[i].parent] = 1;
        }
    }
    puppet->moving_count = 0;
    for (int i = 0; i < c->body_count; i++) {
        if (needed[i]) {
            puppet->moving[puppet->moving_count++] = (int16_t)i;
        }
        needed[i] = 0;
    }
}

/// What moves with the upper body: all at or below the waist in the tree. The spine may hang the
/// other way round, with the pelvis below the chest in the tree.
static void find_groups(caper_puppet *puppet, const path *trunk)
{
    const caper_character *c = puppet->person.character;
    puppet->waist = trunk->count > 1 ? trunk->bodies[1] : puppet->person.chest;
    for (int i = 0; i < c->body_count; i++) {
        int spine = c->bodies[i].spine, up = c->bodies[i].parent;
        bool above = spine < 0 ? false : up >= 0 && puppet->group[up] != 0;
        for (int j = 0; spine >= 0 && j < c->spine_count; j++) {
            if (c->spine[j] == puppet->waist) {
                above = false;
                for (int k = j; k < c->spine_count; k++) {
                    above = above || c->spine[k] == spine;
                }
            }
        }
        puppet->group[i] = above;
    }
}

void caperi_puppet_match(caper_puppet *puppet)
{
    const caper_person *own = &puppet->person, *other = &puppet->performer;
    for (int i = 0; i < own->character->body_count; i++) {
        puppet->follow[i].from = puppet->follow[i].to = -1;
    }
    path source = spine_path(other->character, other->bodies[CAPER_PART_HIPS], other->chest);
    path trunk = spine_path(own->character, own->bodies[CAPER_PART_HIPS], own->chest);
    follow_path(puppet, &source, &trunk);
    if (own->bodies[CAPER_PART_HEAD] >= 0 && other->bodies[CAPER_PART_HEAD] >= 0) {
        path from = spine_path(other->character, other->chest, other->bodies[CAPER_PART_HEAD]);
        path to = spine_path(own->character, own->chest, own->bodies[CAPER_PART_HEAD]);
        if (from.count > 0 && to.count > 1) {
            // the chest itself is settled: leave out what the paths share
            to.count--;
            memmove(to.bodies, to.bodies + 1, (size_t)to.count * sizeof to.bodies[0]);
            memmove(to.middle, to.middle + 1, (size_t)to.count * sizeof to.middle[0]);
            follow_path(puppet, &from, &to);
        }
        caper_quat rest = own->character->rest_model[own->bodies[CAPER_PART_HEAD]].rotation;
        follow_one(puppet, own->bodies[CAPER_PART_HEAD], other->bodies[CAPER_PART_HEAD], rest);
    }
    for (int i = 0; i < CAPERI_PUPPET_LIMBS; i++) {
        follow_limb(puppet, i);
    }
    list_moving(puppet);
    find_groups(puppet, &trunk);
}
