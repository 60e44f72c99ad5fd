// SPDX-License-Identifier: MIT
//
// A puppet of another build than its performer's (beyond paper 001, which needs equal
// connectivity): a stand-in with the performer's own proportions finds what matters and what
// stands, and his pose is carried over through room `motion`. So a foot stands, lets go and matters
// exactly when that of a person's puppet does.
#include "puppet/creature.h"

#include "base/block.h"

#include <string.h>

static caperi_creature *allocate(const caper_puppet_def *def)
{
    int bodies = def->character->body_count;
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caperi_creature);
    size_t base = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t model = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t still = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t bends = CAPERI_BLOCK_ADD(&block, bodies, caperi_bend);
    size_t bounds = CAPERI_BLOCK_ADD(&block, bodies, caperi_joint_bounds);
    size_t loose = CAPERI_BLOCK_ADD(&block, bodies, uint8_t);
    size_t wanted = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS, caper_vec3);
    size_t turns = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS, caper_quat);
    size_t floors = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS, float);
    size_t weights = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS, float);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caperi_creature *c = caperi_block_alloc(&block, &allocator);
    if (c) {
        c = caperi_block_at(c, head);
        c->base.bodies = caperi_block_at(c, base);
        c->model.bodies = caperi_block_at(c, model);
        c->base.body_count = c->model.body_count = bodies;
        c->still = caperi_block_at(c, still);
        c->bends = caperi_block_at(c, bends);
        c->bounds = caperi_block_at(c, bounds);
        c->loose = caperi_block_at(c, loose);
        c->wanted = caperi_block_at(c, wanted);
        c->turns = caperi_block_at(c, turns);
        c->floors = caperi_block_at(c, floors);
        c->weights = caperi_block_at(c, weights);
        c->memory_size = block.size;
    }
    return c;
}

caper_puppet *caperi_creature_create(const caper_puppet_def *def, caper_error *error)
{
    caper_puppet_def own = *def; // the stand-in's
    own.character = def->performer;
    own.world = NULL;
    own.scale = 1;
    caper_puppet *puppet = caper_puppet_create(&own, error);
    caperi_creature *c = puppet ? allocate(def) : NULL;
    if (!c) {
        if (puppet) {
            caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a puppet");
        }
        caper_puppet_destroy(puppet);
        return NULL;
    }
    puppet->creature = c; // owned from here on
    c->relaxed = caper_character_relax(def->performer, def->allocator, error);
    c->character = def->character;
    c->world = def->world;
    c->scale = def->scale;
    c->ground = caperi_ground_make(c->world, 0);
    if (!c->relaxed || !caperi_creature_map(c, puppet, error)) {
        caper_puppet_destroy(puppet);
        return NULL;
    }
    return puppet;
}

void caperi_creature_destroy(caperi_creature *creature, const caper_allocator *allocator)
{
    if (creature) {
        caper_character_destroy(creature->relaxed);
        caper_free(allocator, creature, creature->memory_size);
    }
}

int caperi_creature_source(const caper_puppet *puppet, int body)
{
    const caperi_creature *c = puppet->creature;
    const caper_person *who = &puppet->performer;
    for (int i = 0; i < c->part_count; i++) {
        if (c->parts[i].body == body) {
            return c->effectors[c->parts[i].effector];
        }
    }
    if (body == c->character->root_body) {
        return who->bodies[CAPER_PART_HIPS];
    }
    caper_caps caps = c->character->bodies[body].caps;
    if (!(caps & (CAPER_CAP_SPINE | CAPER_CAP_HEAD))) {
        return -1;
    }
    return caps & CAPER_CAP_HEAD         ? who->bodies[CAPER_PART_HEAD]
           : c->bends[body].chest > 0.5f ? who->chest
                                         : who->bodies[CAPER_PART_HIPS];
}

const caper_world_frame *caperi_creature_frame(caper_puppet *puppet, const caper_world_frame *frame)
{
    caperi_creature *c = puppet->creature;
    memset(&c->frame, 0, sizeof c->frame);
    c->frame.targets = c->targets;
    for (int i = 0; frame && i < frame->target_count && i < CAPERI_MAX_SEEN; i++) {
        caper_target *t = &c->targets[c->frame.target_count++];
        *t = frame->targets[i];
        t->transform.position = caper_vec3_scale(t->transform.position, 1 / c->scale);
        t->velocity = caper_vec3_scale(t->velocity, 1 / c->scale);
    }
    return &c->frame;
}
