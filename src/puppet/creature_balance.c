// SPDX-License-Identifier: MIT
//
// A performer who stands still is balanced. A creature whose feet are elsewhere, or fewer, would
// not be, so its trunk moves aside as far as its center of mass is beside its standing feet. In
// motion, or when it is balanced already, it is left alone.
#include "contact/balance.h"
#include "puppet/creature.h"

#define PERSON 1.8f    // metres: a body of that size
#define BESIDE 0.03f   // metres at that size: soles are larger than their middles; half of METRICS'
#define FARTHEST 0.06f // of size that a trunk goes aside; of 0.04, 0.06, 0.1
#define ASIDE_HALF_LIFE 0.1f // seconds in which it does: a step takes a person 0.3 to 0.5 s

/// Feet that stand: where, and how much.
typedef struct stand_list {
    caper_vec3 feet[CAPERI_MAX_PARTS];
    float stands[CAPERI_MAX_PARTS], sum;
    int count;
} stand_list;

static void add_foot(stand_list *list, caper_vec3 at, float stands)
{
    list->feet[list->count] = at;
    list->stands[list->count++] = stands;
    list->sum += stands;
}

void caperi_creature_measure_balance(caperi_creature *c)
{
    stand_list list = {.count = 0};
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].foot && c->parts[i].stands) {
            add_foot(&list, c->parts[i].home, 1);
        }
    }
    const caper_character *character = c->character;
    c->aside = caperi_balance_share(character);
    c->beside = list.count > 0 ? caperi_balance_outside(list.feet, list.stands, list.count,
                                                        character->center_of_mass, NULL)
                               : 0;
}

/// How far the center of mass is to go aside.
static caper_vec3 find_way(const caperi_creature *c)
{
    stand_list list = {.count = 0};
    for (int i = 0; i < c->part_count && c->quiet > 0; i++) {
        if (c->parts[i].foot && c->parts[i].stands) {
            add_foot(&list, c->wanted[i], caper_clamp(c->state.parts[i].hold, 0, 1));
        }
    }
    if (!(list.sum > 0) || !(c->character->mass > 0)) {
        return caper_vec3_zero();
    }
    caperi_flat to;
    float size = c->character->size;
    caper_vec3 mass = caper_character_center_of_mass(c->character, &c->model);
    float off = caperi_balance_outside(list.feet, list.stands, list.count, mass, &to);
    float by = (off - c->beside - BESIDE / PERSON * size) * caper_smoothstep(0, 1, list.sum);
    if (!(by > 0)) {
        return caper_vec3_zero();
    }
    by = c->quiet * caper_min(by * c->aside, FARTHEST * size);
    return caper_vec3_make((to.x - mass.x) * by / off, 0, (to.z - mass.z) * by / off);
}

void caperi_creature_balance(caperi_creature *c, float dt)
{
    caperi_creature_state *s = &c->state;
    caper_vec3 way = find_way(c);
    if (!s->started) {
        s->aside = way;
        s->aside_rate = caper_vec3_zero();
    }
    caper_vec3_spring(&s->aside, &s->aside_rate, way, caper_vec3_zero(), ASIDE_HALF_LIFE, dt);
    c->base.bodies[0].position = caper_vec3_add(c->base.bodies[0].position, s->aside);
    for (int i = 0; i < c->character->body_count; i++) {
        c->model.bodies[i].position = caper_vec3_add(c->model.bodies[i].position, s->aside);
    }
}
