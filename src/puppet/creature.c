// SPDX-License-Identifier: MIT
//
// A puppet of another build than its performer's (beyond paper 001, which needs equal
// connectivity): the person's puppet runs first, on a stand-in with the performer's own
// proportions, and its pose is carried over through room `motion`. So a foot stands, lets go and
// matters exactly when that of a person's puppet does.
#include "puppet/creature.h"

#include "base/block.h"

#include <string.h>

static caperi_creature *allocate(const caper_puppet_def *def, size_t scratch_size)
{
    int bodies = def->character->body_count, sources = def->performer->body_count;
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caperi_creature);
    size_t stand_in = caperi_block_add(&block, (size_t)sources, sizeof(caper_transform), 32);
    size_t source = caperi_block_add(&block, (size_t)sources, sizeof(caper_transform), 32);
    size_t base = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t solved = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t model = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t still = caperi_block_add(&block, (size_t)bodies, sizeof(caper_transform), 32);
    size_t bends = CAPERI_BLOCK_ADD(&block, bodies, caperi_bend);
    size_t loose = CAPERI_BLOCK_ADD(&block, bodies, uint8_t);
    size_t goals = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS + 1, caper_goal);
    size_t wanted = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS, caper_vec3);
    size_t turns = CAPERI_BLOCK_ADD(&block, CAPERI_MAX_PARTS, caper_quat);
    size_t deforms = CAPERI_BLOCK_ADD(&block, 3 * def->character->deform_count + 1, float);
    size_t scratch = caperi_block_add(&block, scratch_size, 1, 64);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caperi_creature *c = caperi_block_alloc(&block, &allocator);
    if (c) {
        c = caperi_block_at(c, head);
        c->stand_in.bodies = caperi_block_at(c, stand_in);
        c->performer_model.bodies = caperi_block_at(c, source);
        c->stand_in.body_count = c->performer_model.body_count = sources;
        c->base.bodies = caperi_block_at(c, base);
        c->model.bodies = caperi_block_at(c, model);
        c->solved.bodies = caperi_block_at(c, solved);
        c->base.body_count = c->solved.body_count = c->model.body_count = bodies;
        c->base.deforms = caperi_block_at(c, deforms);
        c->solved.deforms = c->base.deforms + def->character->deform_count;
        c->model.deforms = c->solved.deforms + def->character->deform_count;
        c->base.deform_count = c->solved.deform_count = def->character->deform_count;
        c->model.deform_count = def->character->deform_count;
        c->still = caperi_block_at(c, still);
        c->bends = caperi_block_at(c, bends);
        c->loose = caperi_block_at(c, loose);
        c->goals = caperi_block_at(c, goals);
        c->wanted = caperi_block_at(c, wanted);
        c->turns = caperi_block_at(c, turns);
        c->scratch = caperi_block_at(c, scratch);
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
    caper_solver *solver =
        puppet ? caper_solver_create(def->character, def->allocator, error) : NULL;
    caperi_creature *c = solver ? allocate(def, caper_solver_scratch_size(solver)) : NULL;
    caper_character *relaxed =
        c ? caper_character_relax(def->performer, def->allocator, error) : NULL;
    if (!relaxed) {
        if (solver && !c) {
            caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a puppet");
        } else {
            caper_free(def->allocator, c, c ? c->memory_size : 0);
        }
        caper_solver_destroy(solver);
        caper_puppet_destroy(puppet);
        return NULL;
    }
    c->character = def->character;
    c->world = def->world;
    c->relaxed = relaxed;
    c->solver = solver;
    c->scale = def->scale;
    puppet->creature = c; // owned from here on
    c->ground = caperi_ground_make(c->world, 0);
    if (!caperi_creature_map(c, puppet, error)) {
        caper_puppet_destroy(puppet);
        return NULL;
    }
    return puppet;
}

void caperi_creature_destroy(caperi_creature *creature, const caper_allocator *allocator)
{
    if (creature) {
        caper_solver_destroy(creature->solver);
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

/// The stand-in's measures, in the creature's world; places are those of the first body that
/// follows the effector.
static void write_report(caperi_creature *c, const caper_puppet *puppet)
{
    c->state.report = puppet->state.report;
    for (int i = 0; i < CAPER_EFFECTOR_COUNT; i++) {
        caper_effector_state *e = &c->state.report.effectors[i];
        e->distance *= c->scale;
        e->rate *= c->scale;
        e->goal = e->position = e->captured = caper_vec3_zero();
    }
    c->state.report.offset = caper_vec3_scale(c->state.report.offset, c->scale);
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

bool caperi_creature_update(caper_puppet *puppet, const caper_world_frame *frame, float dt,
                            caper_pose *local)
{
    caperi_creature *c = puppet->creature;
    caperi_seen seen = caperi_creature_see(c, puppet, dt);
    write_report(c, puppet);
    caperi_creature_specialize(c, puppet, &seen, frame, dt);
    bool good = caperi_creature_solve(c, &seen, frame, dt, local);
    c->state.started = 1;
    return good;
}
