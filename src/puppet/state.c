// SPDX-License-Identifier: MIT
//
// Saving and loading what time has made of a puppet. Bytes are of this machine's order and of this
// version; a state says for whom it is, and every number is looked at before it is taken.
#include "puppet/creature.h"

#include <math.h>
#include <string.h>

#define MAGIC 0x50555032u // "PUP2"
#define MOST 1e9f         // metres, radians and their rates: no performance goes beyond

/// What a state begins with.
typedef struct state_head {
    uint32_t magic, size;
    uint64_t whose; // hash of the bodies that it is for
} state_head;

static uint64_t whose_of(const caper_puppet *puppet)
{
    const caper_character *pair[2] = {puppet->performer.character, puppet->person.character};
    pair[1] = puppet->creature ? puppet->creature->character : pair[1];
    uint64_t hash = (uint64_t)puppet->def.method + 1;
    for (int i = 0; i < 2; i++) {
        const caper_skeleton *s = &pair[i]->skeleton;
        hash = caper_hash64(s->rest_local, (size_t)s->body_count * sizeof *s->rest_local, hash);
    }
    return hash;
}

static size_t size_of(const caper_puppet *puppet)
{
    return sizeof(state_head) + sizeof puppet->state +
           (puppet->creature ? sizeof puppet->creature->state : 0);
}

size_t caperi_puppet_save(const caper_puppet *puppet, void *out, size_t size)
{
    size_t need = size_of(puppet);
    if (!out || size < need) {
        return need;
    }
    char *at = out;
    state_head head = {MAGIC, (uint32_t)need, whose_of(puppet)};
    memcpy(at, &head, sizeof head);
    memcpy(at + sizeof head, &puppet->state, sizeof puppet->state);
    if (puppet->creature) {
        memcpy(at + sizeof head + sizeof puppet->state, &puppet->creature->state,
               sizeof puppet->creature->state);
    }
    return need;
}

// ------------------------------------------------------------------------------------ looking

static bool good_floats(const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!(fabsf(values[i]) <= MOST)) {
            return false;
        }
    }
    return true;
}

static bool good_float(float value)
{
    return fabsf(value) <= MOST;
}

static bool good_vector(caper_vec3 v)
{
    return good_float(v.x) && good_float(v.y) && good_float(v.z);
}

static bool good_chase(const caperi_chase *chase)
{
    return good_vector(chase->value) && good_vector(chase->velocity) && good_vector(chase->target);
}

/// Rotations are unit, or zero where they were never set.
static bool good_turn(const caperi_turn_chase *chase)
{
    const caper_quat pair[2] = {chase->value, chase->target};
    for (int i = 0; i < 2; i++) {
        float square = caper_quat_dot(pair[i], pair[i]);
        if (!(square == 0 || caper_quat_is_unit(pair[i], 1e-2f))) {
            return false;
        }
    }
    return good_vector(chase->velocity);
}

static bool good_flag(int32_t flag)
{
    return flag == 0 || flag == 1;
}

static bool good_effector(const caperi_effector *e)
{
    bool good = caper_stance_is_valid(&e->stance) && good_float(e->hold) && good_flag(e->holding) &&
                good_turn(&e->source) && good_chase(&e->weight) && good_chase(&e->heel) &&
                good_chase(&e->landing) && good_vector(e->pairing) &&
                good_vector(e->pairing_rate) && good_vector(e->shift) && good_float(e->flesh) &&
                good_float(e->importance) && good_float(e->importance_rate) &&
                good_float(e->straight) && good_flag(e->planted) && good_flag(e->landing_known) &&
                e->stance.pivot >= 0 && e->stance.pivot < CAPERI_EFFECTOR_POINTS;
    for (int i = 0; i < CAPERI_EFFECTOR_POINTS; i++) {
        good = good && good_vector(e->before[i]) && good_vector(e->velocity[i]);
    }
    return good;
}

static bool good_report(const caper_puppet_report *report)
{
    bool good = good_vector(report->offset) && report->iterations >= 0;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        const caper_effector_state *e = &report->effectors[i];
        uint8_t planted;
        memcpy(&planted, &e->planted, 1); // any byte may be there
        good = good && good_float(e->distance) && good_float(e->rate) &&
               good_float(e->importance) && good_float(e->touch) && good_float(e->cleared) &&
               planted <= 1 && good_vector(e->goal) && good_vector(e->position) &&
               good_vector(e->captured);
    }
    return good;
}

static bool good_state(const caperi_puppet_state *s, int part_count)
{
    uint32_t parts = part_count >= 32 ? ~0u : (1u << part_count) - 1;
    bool good = good_vector(s->offset) && good_vector(s->offset_velocity) && good_vector(s->pull) &&
                good_chase(&s->shift) && good_chase(&s->together) && good_float(s->floor) &&
                good_float(s->joint_floor) && good_float(s->drift) && good_float(s->landed) &&
                good_vector(s->hips) &&
                good_vector(caper_vec3_make(s->space.x, s->space.y, s->space.z)) &&
                good_float(s->space.yaw) && good_flag(s->started) && good_report(&s->report);
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        good = good && good_effector(&s->effectors[i]);
    }
    for (int i = 0; i < 2; i++) {
        good = good && good_chase(&s->turns[i]) && good_turn(&s->trunk[i]);
    }
    for (int i = 0; i < CAPERI_PUPPET_ARMS; i++) {
        const caperi_feel_state *f = &s->feels[i];
        const caperi_clear_state *c = &s->clears[i];
        good = good && good_floats(f->distance, CAPERI_MAX_HULLS) &&
               good_floats(f->rate, CAPERI_MAX_HULLS) && good_floats(f->weight, CAPERI_MAX_HULLS) &&
               good_floats(f->weight_rate, CAPERI_MAX_HULLS) && good_vector(f->before) &&
               good_vector(f->velocity) && !(f->near & ~parts) && !(f->felt & ~parts) &&
               good_chase(&c->way) && good_chase(&c->swivel) && good_flag(c->moves);
    }
    return good;
}

static bool good_creature(const caperi_creature_state *s)
{
    bool good = good_float(s->heading) && good_float(s->heading_rate) && good_float(s->ground) &&
                good_float(s->ground_rate) && good_vector(s->hips) && good_float(s->speed) &&
                good_vector(s->offset) && good_vector(s->offset_rate) && good_vector(s->aside) &&
                good_vector(s->aside_rate) && good_flag(s->started) && good_report(&s->report);
    for (int i = 0; i < CAPERI_MAX_PARTS; i++) {
        const caperi_part_state *p = &s->parts[i];
        good = good && good_float(p->hold) && good_flag(p->holding) && good_float(p->raised) &&
               good_float(p->raised_rate) && good_float(p->lifted) && good_float(p->lifted_rate) &&
               good_chase(&p->path);
    }
    return good;
}

bool caperi_puppet_load(caper_puppet *puppet, const void *bytes, size_t size)
{
    state_head head = {0, 0, 0};
    caperi_puppet_state state;
    caperi_creature_state creature;
    const char *at = bytes;
    if (at && size == size_of(puppet)) {
        memcpy(&head, at, sizeof head);
    }
    if (head.magic != MAGIC || head.size != size || head.whose != whose_of(puppet)) {
        return false;
    }
    memcpy(&state, at + sizeof head, sizeof state);
    bool good = good_state(&state, puppet->part_count);
    if (puppet->creature) {
        memcpy(&creature, at + sizeof head + sizeof state, sizeof creature);
        good = good && good_creature(&creature);
    }
    if (good) {
        puppet->state = state;
    }
    if (good && puppet->creature) {
        puppet->creature->state = creature;
    }
    return good;
}
