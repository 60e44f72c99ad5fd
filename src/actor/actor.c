// SPDX-License-Identifier: MIT
//
// The life of an actor: all memory that any update needs is taken here, in one block and what the
// solver and jiggle take for themselves, so that updating never allocates.
#include "actor/actor.h"

#include <math.h>
#include <string.h>

#define ROUNDING 1.00001f // of what is about a body: what is within its own ball is within this

caper_actor_def caper_actor_def_default(void)
{
    caper_actor_def def;
    memset(&def, 0, sizeof def);
    def.latch_feet = true;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// ------------------------------------------------------------------------------------ memory

/// Cuts one block into aligned parts; with base NULL it only counts.
typedef struct cutter {
    char *base;
    size_t used;
} cutter;

static void *cut(cutter *c, size_t count, size_t size)
{
    c->used = (c->used + 31) & ~(size_t)31;
    void *part = c->base ? c->base + c->used : NULL;
    c->used += count * size;
    return part;
}

static caper_pose cut_pose(cutter *c, const caper_character *character)
{
    caper_pose pose;
    pose.body_count = character->body_count;
    pose.deform_count = character->deform_count;
    pose.bodies = cut(c, (size_t)pose.body_count, sizeof(caper_transform));
    pose.deforms = cut(c, (size_t)pose.deform_count, sizeof(float));
    return pose;
}

/// Lay out an actor; `actor` receives the pointers.
static void lay_out(cutter *c, caper_actor *actor, const caper_character *character,
                    size_t scratch_size)
{
    size_t bodies = (size_t)character->body_count;
    cut(c, 1, sizeof(caper_actor));
    actor->goal_capacity = character->body_count + CAPERI_EXTRA_GOALS;
    actor->contact_capacity = character->leg_count + CAPERI_EXTRA_CONTACTS;
    size_t contacts = (size_t)actor->contact_capacity;
    actor->contacts = cut(c, contacts, sizeof(caper_actor_contact));
    actor->holds = cut(c, contacts, sizeof(caperi_stand));
    actor->votes = cut(c, contacts, sizeof(caperi_vote));
    actor->layer_votes = cut(c, contacts, sizeof(caperi_vote));
    actor->contact_of = cut(c, bodies, sizeof(int16_t));
    actor->walked = cut(c, bodies, sizeof(uint8_t));
    actor->events =
        cut(c, CAPERI_MAX_EVENTS + CAPER_MAX_SOURCES + contacts, sizeof(caper_actor_event));
    actor->goals = cut(c, (size_t)actor->goal_capacity, sizeof(caper_goal));
    actor->before = cut(c, (size_t)actor->goal_capacity, sizeof(caper_goal));
    actor->after = cut(c, (size_t)actor->goal_capacity, sizeof(caper_goal));
    actor->apart = cut(c, bodies, sizeof(caper_vec3));
    actor->apart_rate = cut(c, bodies, sizeof(caper_vec3));
    float **rows[] = {&actor->about.x, &actor->about.y, &actor->about.z, &actor->about.reach};
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        *rows[i] = cut(c, (bodies + 3) & ~(size_t)3, sizeof(float));
    }
    actor->sums = cut(c, bodies, sizeof(caperi_sum));
    actor->slots = cut(c, bodies, sizeof(int16_t));
    actor->touched = cut(c, bodies, sizeof(int16_t));
    actor->spine_slot = cut(c, bodies, sizeof(int16_t));
    actor->moved = cut(c, (size_t)character->spine_count, sizeof(caper_transform));
    actor->posed = cut(c, bodies, sizeof(float));
    actor->base = cut_pose(c, character);
    actor->sample = cut_pose(c, character);
    actor->local = cut_pose(c, character);
    actor->model = cut_pose(c, character);
    actor->before_base = cut_pose(c, character);
    actor->after_base = cut_pose(c, character);
    actor->deform_sums = cut(c, (size_t)character->deform_count, sizeof(float));
    actor->deform_shares = cut(c, (size_t)character->deform_count, sizeof(float));
    actor->has_ik = cut(c, bodies, sizeof(uint8_t));
    actor->scratch = cut(c, scratch_size, 1);
}

static bool valid_def(const caper_actor_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->character) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "an actor needs a character and a def from its default function");
    }
    if (!caperi_is_good_root(def->root)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the root of an actor is not finite or beyond 1e9 m");
    }
    return true;
}

/// What the layers need to know of the character: feet, where limbs hang, how large bodies are.
static void measure(caper_actor *actor)
{
    const caper_character *c = actor->character;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        actor->about.reach[i] =
            ROUNDING * (caper_vec3_length(b->box_center) + caper_vec3_length(b->box_half));
    }
    memset(actor->contact_of, 0xff, (size_t)c->body_count * sizeof *actor->contact_of);
    for (int i = 0; i < c->leg_count; i++) {
        int body = c->legs[i].foot;
        if (actor->contact_of[body] < 0) {
            actor->contact_of[body] = (int16_t)actor->contact_count;
            actor->contacts[actor->contact_count].world = caper_transform_identity();
            actor->contacts[actor->contact_count++].body = body;
        }
    }
    for (int i = 0; i < c->body_count; i++) {
        int slot = 0;
        for (int k = 0; k < c->spine_count; k++) {
            slot = c->spine[k] == c->bodies[i].spine ? k : slot;
        }
        actor->spine_slot[i] = (int16_t)slot;
    }
    actor->last_hip = -1;
    for (int i = 0; i < c->leg_count; i++) {
        int slot = actor->spine_slot[c->legs[i].foot];
        actor->last_hip = slot > actor->last_hip ? slot : actor->last_hip;
    }
}

static bool make_parts(caper_actor *actor, const caper_actor_def *def, caper_error *error)
{
    caper_jiggle_def jiggle = def->jiggle ? *def->jiggle : caper_jiggle_def_default();
    jiggle.allocator = jiggle.allocator ? jiggle.allocator : &actor->allocator;
    if (jiggle.looseness > 0) {
        actor->jiggle = caper_jiggle_create(def->character, &jiggle, error);
        if (!actor->jiggle) {
            return false;
        }
    }
    actor->bindings = def->bindings;
    if (!actor->bindings) {
        actor->bindings = caper_bindings_create(&actor->allocator);
        actor->own_bindings = true;
    }
    return actor->bindings != NULL ||
           caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for bindings");
}

caper_actor *caper_actor_create(const caper_actor_def *def, caper_error *error)
{
    if (!valid_def(def, error)) {
        return NULL;
    }
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_solver *own = NULL;
    if (!def->solver) {
        own = caper_solver_create(def->character, &allocator, error);
        if (!own) {
            return NULL;
        }
    }
    const caper_solver *solver = own ? own : def->solver;
    caper_actor layout;
    cutter count = {NULL, 0};
    lay_out(&count, &layout, def->character, caper_solver_scratch_size(solver));
    caper_actor *actor = caper_alloc_zero(&allocator, count.used, 64);
    if (!actor) {
        caper_solver_destroy(own);
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for %zu bytes",
                        count.used);
        return NULL;
    }
    cutter place = {(char *)actor, 0};
    lay_out(&place, actor, def->character, caper_solver_scratch_size(solver));
    actor->memory_size = count.used;
    actor->allocator = allocator;
    actor->character = def->character;
    actor->world = def->world;
    actor->solver = solver;
    actor->own_solver = own;
    actor->latch_feet = def->latch_feet;
    actor->stance = caper_stance_def_scaled(caper_stance_def_default(), def->character->size);
    actor->latch = caper_latch_def_scaled(caper_latch_def_default(), def->character->size);
    actor->params = def->params ? *def->params : caper_solver_params_default();
    actor->root = actor->last_root = def->root;
    measure(actor);
    if (!make_parts(actor, def, error)) {
        caper_actor_destroy(actor);
        return NULL;
    }
    caper_pose rest = caper_character_rest_local(def->character);
    caper_pose_copy(&actor->base, &rest);
    caper_pose_copy(&actor->local, &rest);
    caper_pose_to_model(&def->character->skeleton, &actor->local, NULL, &actor->model);
    return actor;
}

void caper_actor_destroy(caper_actor *actor)
{
    if (!actor) {
        return;
    }
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        caperi_source_clear(actor, &actor->sources[i]);
    }
    caper_jiggle_destroy(actor->jiggle);
    if (actor->own_bindings) {
        caper_bindings_destroy(actor->bindings);
    }
    caper_solver_destroy(actor->own_solver);
    caper_allocator allocator = actor->allocator;
    caper_free(&allocator, actor, actor->memory_size);
}

// ------------------------------------------------------------------------------------ what it is

const caper_character *caper_actor_character(const caper_actor *actor)
{
    return actor->character;
}

const caper_pose *caper_actor_local(const caper_actor *actor)
{
    return &actor->local;
}

const caper_pose *caper_actor_model(const caper_actor *actor)
{
    return &actor->model;
}

caper_root caper_actor_root(const caper_actor *actor)
{
    return actor->root;
}

caper_root caper_actor_root_delta(const caper_actor *actor)
{
    return actor->way;
}

void caper_actor_set_root(caper_actor *actor, caper_root root)
{
    bool good = caperi_is_good_root(root);
    CAPER_ASSERT(good);
    if (!good) {
        return;
    }
    actor->root = actor->last_root = root;
    actor->way = (caper_root){0, 0, 0, 0};
    actor->rate = (caper_root){0, 0, 0, 0};
    if (actor->jiggle) {
        caper_jiggle_reset(actor->jiggle);
    }
    memset(actor->holds, 0, (size_t)actor->contact_count * sizeof *actor->holds);
    for (int i = 0; i < actor->contact_count; i++) {
        actor->contacts[i].holds = false;
        actor->contacts[i].since = 0;
    }
    for (int i = 0; i < CAPER_MAX_SOURCES; i++) {
        caperi_source *source = &actor->sources[i];
        source->jumped = source->id != 0 && !source->waiting;
    }
}

int caper_actor_goals(const caper_actor *actor, const caper_goal **goals)
{
    *goals = actor->goals;
    return actor->goal_count;
}

int caper_actor_events(const caper_actor *actor, const caper_actor_event **events)
{
    *events = actor->events;
    return actor->event_count;
}

int caper_actor_contacts(const caper_actor *actor, const caper_actor_contact **contacts)
{
    *contacts = actor->contacts;
    return actor->contact_count;
}

bool caper_actor_accept(caper_actor *actor, const caper_pose *local, caper_root root)
{
    if (local->body_count != actor->character->body_count || !caperi_is_good_root(root) ||
        !caperi_are_places(local->bodies, local->body_count)) {
        return false;
    }
    caper_pose bodies = {local->bodies, actor->local.deforms, local->body_count,
                         actor->local.deform_count};
    caper_pose_copy(&actor->local, &bodies);
    caper_pose_to_model(&actor->character->skeleton, &actor->local, NULL, &actor->model);
    actor->root = actor->last_root = root;
    actor->way = (caper_root){0, 0, 0, 0};
    return true;
}

// ------------------------------------------------------------------------------------ targets

bool caper_actor_set_target(caper_actor *actor, const char *name, caper_transform transform)
{
    if (!name || !name[0] || strlen(name) >= CAPERI_NAME_SIZE || !caperi_is_place(transform)) {
        return false;
    }
    caperi_actor_target *free_slot = NULL;
    for (int i = CAPER_MAX_TARGETS - 1; i >= 0; i--) {
        caperi_actor_target *t = &actor->targets[i];
        if (strcmp(t->name, name) == 0) {
            t->transform = transform;
            return true;
        }
        free_slot = t->name[0] ? free_slot : t;
    }
    if (!free_slot) {
        return false;
    }
    memset(free_slot, 0, sizeof *free_slot);
    memcpy(free_slot->name, name, strlen(name));
    free_slot->transform = transform;
    int slot = (int)(free_slot - actor->targets);
    actor->target_slots = slot < actor->target_slots ? actor->target_slots : slot + 1;
    return true;
}

void caper_actor_clear_target(caper_actor *actor, const char *name)
{
    for (int i = 0; i < CAPER_MAX_TARGETS; i++) {
        if (!name || strcmp(actor->targets[i].name, name) == 0) {
            memset(&actor->targets[i], 0, sizeof actor->targets[i]);
        }
    }
}

// ------------------------------------------------------------------------------------ stages

bool caper_actor_add_stage(caper_actor *actor, const caper_actor_stage *stage)
{
    if (!stage->run || !stage->name || (stage->save && !stage->load) ||
        actor->stage_count == CAPER_MAX_STAGES || (unsigned)stage->order >= CAPER_STAGE_COUNT) {
        return false;
    }
    int at = actor->stage_count++;
    while (at > 0 && (actor->stages[at - 1].order > stage->order ||
                      (actor->stages[at - 1].order == stage->order &&
                       actor->stages[at - 1].rank > stage->rank))) {
        actor->stages[at] = actor->stages[at - 1];
        at--;
    }
    actor->stages[at] = *stage;
    return true;
}

void caper_actor_remove_stage(caper_actor *actor, const char *name)
{
    int kept = 0;
    for (int i = 0; i < actor->stage_count; i++) {
        if (strcmp(actor->stages[i].name, name) != 0) {
            actor->stages[kept++] = actor->stages[i];
        }
    }
    actor->stage_count = kept;
}
