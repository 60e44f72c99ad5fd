// SPDX-License-Identifier: MIT
//
// Finds the sagittal partner of every body by rest geometry alone, so that it works for names in
// any language and for limbs that nobody planned: a body's joint and box centre are reflected in
// X = 0 and looked for among the children of its parent's partner. Invariant: partnership is mutual
// (mirror[mirror[i]] == i), parents of partners are partners or the same body, and no pair is
// further apart than CAPERI_MIRROR_TOLERANCE of the size.
#include "body/body.h"

// Rounds of mutual choice. One suffices unless bodies coincide; more matter only for such heaps.
#define ROUNDS 16

typedef struct mirror_place {
    caper_vec3 joint, center; // rest, model space
    float half[3];            // ascending: partners may name their axes differently
} mirror_place;

static mirror_place place_of(const caper_character *c, int i)
{
    mirror_place p;
    p.joint = c->rest_model[i].position;
    p.center = caper_transform_mul_point(c->rest_model[i], c->bodies[i].box_center);
    caper_vec3 h = c->bodies[i].box_half;
    float low = caper_min(h.x, h.y), high = caper_max(h.x, h.y);
    p.half[0] = caper_min(low, h.z);
    p.half[2] = caper_max(high, h.z);
    p.half[1] = caper_max(low, caper_min(high, h.z));
    return p;
}

// How far a body's reflection is from another body; infinite when they cannot be partners.
static float mismatch(const mirror_place *a, const mirror_place *b, float tolerance)
{
    for (int k = 0; k < 3; k++)
        if (caper_min(a->half[k], b->half[k]) < 0.9f * caper_max(a->half[k], b->half[k]))
            return INFINITY;
    float joint = caper_vec3_distance(caper_vec3_mirror(a->joint), b->joint);
    float center = caper_vec3_distance(caper_vec3_mirror(a->center), b->center);
    float worst = caper_max(joint, center);
    return worst <= tolerance ? worst : INFINITY;
}

// The best free partner of body i; itself where it is as near as anyone.
static int best_partner(const caper_character *c, const mirror_place *places, int i)
{
    const caper_body *bodies = c->bodies;
    float tolerance = CAPERI_MIRROR_TOLERANCE * c->size;
    float least = mismatch(&places[i], &places[i], tolerance);
    int best = least < INFINITY ? i : -1;
    int parent = bodies[i].parent;
    if (parent < 0)
        return best;
    // children of the parent's partner, and of the parent itself
    int families[2] = {bodies[parent].mirror, parent};
    for (int f = families[0] < 0 || families[0] == parent; f < 2; f++) {
        for (int j = bodies[families[f]].child; j >= 0; j = bodies[j].sibling) {
            if (j == i || bodies[j].mirror >= 0)
                continue;
            float m = mismatch(&places[i], &places[j], tolerance);
            if (m < least || (m == least && m < INFINITY && j < best)) {
                least = m;
                best = j;
            }
        }
    }
    return best;
}

// Pair off the children of one body, and of its partner, by mutual choice.
static void pair_family(const caper_character *c, caper_body *bodies, const mirror_place *places,
                        int parent)
{
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (int i = bodies[parent].child; i >= 0; i = bodies[i].sibling) {
            if (bodies[i].mirror >= 0)
                continue;
            int j = best_partner(c, places, i);
            if (j < 0 || (j != i && best_partner(c, places, j) != i))
                continue;
            bodies[i].mirror = j;
            bodies[j].mirror = i;
            changed = true;
        }
    }
}

void caperi_derive_mirrors(const caper_character *character, caper_body *bodies)
{
    mirror_place places[CAPER_MAX_BODIES];
    for (int i = 0; i < character->body_count; i++) {
        places[i] = place_of(character, i);
        bodies[i].mirror = -1;
    }
    // parents first, so a family is only paired off when its parents are
    for (int i = 0; i < character->body_count; i++) {
        if (bodies[i].parent < 0)
            bodies[i].mirror = best_partner(character, places, i);
        pair_family(character, bodies, places, i);
    }
}
