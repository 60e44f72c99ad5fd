// SPDX-License-Identifier: MIT
//
// A performer as a source: the hips say where the actor goes, hands and feet what stands and where,
// and with that held the puppet is posed. The performer's space is laid onto the world where the
// actor is at the start, and moved along when other sources move the root as well; with `own_place`
// it is left as it is, to the bit.
#include "actor/actor.h"
#include "clip/clip.h"
#include "contact/ground.h"
#include "puppet/puppet.h"

#include <string.h>

#define AT_HOME 1e-4f // metres and radians: an actor so near to where a performer is, is there

/// The instance.
typedef struct performer {
    caper_puppet *puppet;
    const caper_character *character;
    caperi_ground ground;
    caper_pose pose;       // of the performer, as told
    float *deforms;        // of the character, as told
    caper_transform root;  // of the performer, as told
    caper_transform place; // of his space in the one that he performs in
    caper_root at;         // of the character, in the space in which he performs
    int32_t told, placed, deforms_told;
    bool own_place, seen;
    float dt; // of this frame: none for the first
    size_t memory_size;
    caper_allocator allocator;
} performer;

// ------------------------------------------------------------------------------------ place

/// His space is moved in the world: what he remembers goes along.
static void carry(performer *p, caper_root to)
{
    caper_root from = p->at;
    from.y = to.y = 0;
    caper_transform by = caper_transform_mul(caper_root_transform(to),
                                             caper_transform_inverse(caper_root_transform(from)));
    float scale = 1 / caper_puppet_scale(p->puppet);
    caper_transform own = caper_transform_make(by.rotation, caper_vec3_scale(by.position, scale));
    p->place = caper_transform_mul(own, p->place);
    p->place.rotation = caper_quat_normalize(p->place.rotation);
    caperi_puppet_carry(p->puppet, by);
    p->at.x = to.x;
    p->at.z = to.z;
    p->at.yaw = to.yaw;
}

static bool is_there(const performer *p, caper_root root)
{
    return root.x == p->at.x && root.z == p->at.z && root.yaw == p->at.yaw;
}

static bool is_home(caper_root a, caper_root b)
{
    return fabsf(a.x - b.x) + fabsf(a.z - b.z) < AT_HOME &&
           fabsf(caper_wrap_angle(a.yaw - b.yaw)) < AT_HOME;
}

/// The ground under the hips, whose height `at` has.
static float support(const performer *p, float last)
{
    caper_vec3 hips = caper_vec3_make(p->at.x, p->at.y, p->at.z);
    caper_hit hit = caperi_ground_under(&p->ground, NULL, hips, hips.y);
    return hit.surface == CAPER_SURFACE_NONE ? last : hit.point.y;
}

// ------------------------------------------------------------------------------------ a frame

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    performer *p = self;
    p->seen = false;
    if (!p->told) {
        return true;
    }
    bool fresh = !p->placed || input->jumped;
    if (fresh) {
        p->place = caper_transform_identity();
        caperi_puppet_reset(p->puppet);
    } else if (!is_there(p, *root)) {
        carry(p, *root); // somebody else has moved the actor since
    }
    caper_transform placed = caper_transform_mul(p->place, p->root);
    p->dt = fresh ? 0 : input->dt;
    if (!caperi_puppet_see(p->puppet, &p->pose, &placed, p->dt, &p->at)) {
        return false;
    }
    p->seen = true;
    p->placed = 1;
    if (fresh && !p->own_place && !is_home(p->at, *root)) {
        carry(p, *root);
    }
    root->x = p->at.x;
    root->z = p->at.z;
    root->yaw = p->at.yaw;
    root->y = p->ground.world ? support(p, root->y) : root->y;
    return true;
}

/// Without a world the ground is as high as the root, and he performs on one at 0.
static float floor_of(const performer *p, const caper_source_input *input)
{
    return p->ground.world ? 0 : input->root.y;
}

/// A pose that is placed in the world, against the root of the actor.
static void bring_home(const performer *p, const caper_source_input *input, caper_offer *offer)
{
    const caper_skeleton *skeleton = &p->character->skeleton;
    caper_transform at = caper_root_transform(input->root);
    at.position.y -= floor_of(p, input);
    for (int i = 0; i < skeleton->body_count; i++) {
        if (skeleton->parents[i] < 0) {
            caper_transform *top = &offer->local.bodies[i];
            *top = caper_transform_unmul(at, *top);
            top->rotation = caper_quat_normalize(top->rotation);
        }
    }
    for (int i = 0; i < offer->goal_count; i++) {
        caper_goal *goal = &offer->goals[i];
        goal->position = caper_transform_unmul_point(at, goal->position);
        goal->rotation = caper_quat_mul(caper_quat_conj(at.rotation), goal->rotation);
    }
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    performer *p = self;
    if (!p->seen) {
        return false;
    }
    if (!is_there(p, input->root)) {
        carry(p, input->root);
    }
    offer->contact_count = caperi_puppet_plan(p->puppet, input->frame, p->dt, offer->contacts);
    for (int i = 0; i < offer->contact_count; i++) {
        offer->contacts[i].wish.position.y += floor_of(p, input);
    }
    if (!input->alone) {
        caperi_puppet_sketch(p->puppet, &offer->local);
        bring_home(p, input, offer);
    }
    offer->keeps_root = true;
    offer->cut = p->puppet->cut;
    offer->solid = caperi_puppet_solid(p->puppet);
    offer->calms = p->puppet->creature != NULL; // a person's limbs are not the solver's
    for (int i = 0; p->deforms_told && i < p->character->deform_count; i++) {
        offer->local.deforms[i] = p->deforms[i];
        offer->deform_weights[i] = 1;
    }
    return true;
}

static bool pose(void *self, const caper_source_input *input, caper_offer *offer)
{
    performer *p = self;
    for (int i = 0; i < offer->contact_count; i++) {
        offer->contacts[i].held.position.y -= floor_of(p, input);
    }
    caperi_puppet_pose(p->puppet, offer->contacts, input->frame, p->dt, &offer->local, offer->goals,
                       &offer->goal_count);
    for (int i = 0; i < offer->contact_count; i++) {
        offer->contacts[i].wish.position.y += floor_of(p, input);
    }
    bring_home(p, input, offer);
    return true;
}

static void room(const void *self, caper_source_room *room)
{
    const performer *p = self;
    room->pose = room->poses = true;
    room->contacts = caperi_puppet_contact_count(p->puppet);
    room->goals = caperi_puppet_goal_count(p->puppet);
}

// ------------------------------------------------------------------------------------ life

static void destroy(void *self)
{
    performer *p = self;
    caper_allocator allocator = p->allocator;
    caper_puppet_destroy(p->puppet);
    caper_free(&allocator, p, p->memory_size);
}

/// What a performer's state holds beside that of the puppet, in front of it.
typedef struct performer_record {
    caper_transform root, place;
    caper_root at;
    int32_t told, placed, deforms_told, unused; // a state has no holes
} performer_record;

static size_t save(const void *self, void *out, size_t size)
{
    const performer *p = self;
    performer_record r = {p->root, p->place, p->at, p->told, p->placed, p->deforms_told, 0};
    size_t puppet = caperi_puppet_save(p->puppet, NULL, 0);
    size_t pose = (size_t)p->pose.body_count * sizeof(caper_transform);
    size_t deforms = (size_t)p->character->deform_count * sizeof(float);
    size_t need = sizeof r + pose + deforms + puppet;
    if (out && size >= need) {
        char *at = out;
        memcpy(at, &r, sizeof r);
        memcpy(at + sizeof r, p->pose.bodies, pose);
        memcpy(at + sizeof r + pose, p->deforms, deforms);
        caperi_puppet_save(p->puppet, at + need - puppet, puppet);
    }
    return need;
}

static bool good_record(const performer_record *r)
{
    bool flags = (r->told | r->placed | r->deforms_told | 1) == 1 && r->unused == 0;
    return flags && caperi_is_good_root(r->at) && (!r->told || caperi_is_place(r->root)) &&
           (!r->placed || caperi_is_place(r->place));
}

static bool load(void *self, const void *bytes, size_t size, caper_error *error)
{
    (void)error; // the actor names the source
    performer *p = self;
    performer_record r;
    const char *at = bytes;
    size_t pose = (size_t)p->pose.body_count * sizeof(caper_transform);
    size_t deforms = (size_t)p->character->deform_count * sizeof(float);
    size_t head = sizeof r + pose + deforms;
    if (size != save(p, NULL, 0)) {
        return false;
    }
    memcpy(&r, at, sizeof r);
    bool good = good_record(&r);
    for (size_t i = 0; i < pose && good && r.told; i += sizeof(caper_transform)) {
        caper_transform t;
        memcpy(&t, at + sizeof r + i, sizeof t);
        good = caperi_is_place(t);
    }
    for (size_t i = 0; i < deforms; i += sizeof(float)) {
        float value;
        memcpy(&value, at + head - deforms + i, sizeof value);
        good = good && value - value == 0;
    }
    if (!good || !caperi_puppet_load(p->puppet, at + head, size - head)) {
        return false;
    }
    memcpy(p->pose.bodies, at + sizeof r, pose);
    memcpy(p->deforms, at + head - deforms, deforms);
    p->deforms_told = r.deforms_told;
    p->root = r.root;
    p->place = r.place;
    p->at = r.at;
    p->told = r.told;
    p->placed = r.placed;
    return true;
}

static const caper_source_kind puppet_kind = {.name = "puppet",
                                              .move = move,
                                              .look = look,
                                              .pose = pose,
                                              .room = room,
                                              .save = save,
                                              .load = load,
                                              .destroy = destroy};

bool caperi_open_puppet(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                        caper_error *error)
{
    caper_puppet_def own = *def->puppet;
    own.character = actor->character;
    own.world = actor->world;
    own.allocator = &actor->allocator;
    if (def->speed != 1) {
        return caper_error_set(
            error, CAPER_ERROR_INVALID, NULL, 0, 0,
            "a performer cannot be slowed down or sped up; expected a speed of 1");
    }
    caper_puppet *puppet = caper_puppet_create(&own, error);
    if (!puppet) {
        return false;
    }
    size_t performers = (size_t)own.performer->body_count;
    size_t head = (sizeof(performer) + 31) & ~(size_t)31;
    size_t size = head + performers * sizeof(caper_transform) +
                  (size_t)actor->character->deform_count * sizeof(float);
    performer *p = caper_alloc_zero(&actor->allocator, size, 32);
    if (!p) {
        caper_puppet_destroy(puppet);
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a performer");
    }
    p->puppet = puppet;
    p->own_place = own.own_place;
    p->character = actor->character;
    p->ground = caperi_ground_make(actor->world, 0);
    p->pose.bodies = (caper_transform *)(void *)((char *)p + head);
    p->pose.body_count = own.performer->body_count;
    p->deforms = (float *)(void *)(p->pose.bodies + performers);
    p->memory_size = size;
    p->allocator = actor->allocator;
    source->kind = &puppet_kind;
    source->self = p;
    return true;
}

bool caperi_is_performer(const caperi_source *source)
{
    return source->kind == &puppet_kind;
}

static performer *find_performer(const caper_actor *actor, caper_source id)
{
    for (int i = 0; id != 0 && i < CAPER_MAX_SOURCES; i++) {
        const caperi_source *source = &actor->sources[i];
        if (source->id == id && source->kind == &puppet_kind) {
            return source->self;
        }
    }
    return NULL;
}

bool caper_actor_perform(caper_actor *actor, caper_source id, const caper_performance *performance)
{
    performer *p = find_performer(actor, id);
    const caper_pose *local = performance ? performance->local : NULL;
    const caper_transform *root = performance ? performance->root : NULL;
    if (!p || !local || local->body_count != p->pose.body_count ||
        (root && !caperi_is_place(*root)) || !caperi_are_places(local->bodies, local->body_count)) {
        return false;
    }
    memcpy(p->pose.bodies, local->bodies, (size_t)local->body_count * sizeof *local->bodies);
    p->root = root ? *root : caper_transform_identity();
    p->told = 1;
    p->deforms_told = performance->deforms != NULL;
    for (int i = 0; performance->deforms && i < p->character->deform_count; i++) {
        float value = performance->deforms[i];
        p->deforms[i] = value - value == 0 ? value : 0;
    }
    return true;
}

const caper_puppet *caperi_actor_puppet(const caper_actor *actor, caper_source id)
{
    const performer *p = find_performer(actor, id);
    return p ? p->puppet : NULL;
}

const caper_puppet_report *caper_actor_puppet(const caper_actor *actor, caper_source id)
{
    const caper_puppet *puppet = caperi_actor_puppet(actor, id);
    return puppet ? caperi_puppet_last(puppet) : NULL;
}
