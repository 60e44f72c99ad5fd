// SPDX-License-Identifier: MIT
//
// A performer as a source. His space is laid onto the world where the actor is when he begins, and
// moved along when others move the root as well; at his own place it is left as it is, to the bit.
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
    caper_pose posed;      // of the character, placed by its topmost bodies
    caper_transform root;  // of the performer, as told
    caper_transform place; // of his space in the one that he performs in
    caper_root at;         // of the character, as the pose is placed
    int32_t told, placed, posed_once, deforms_told;
    bool own_place;
    size_t memory_size;
    caper_allocator allocator;
} performer;

// ------------------------------------------------------------------------------------ place

/// Where he is by the measure of the character: the root under its hips, in the space in which he
/// performs.
static caper_root root_under(const performer *p)
{
    const caper_character *c = p->character;
    int body = c->root_body;
    caper_transform at = p->posed.bodies[body];
    for (int i = c->bodies[body].parent; i >= 0; i = c->bodies[i].parent) {
        at = caper_transform_mul(p->posed.bodies[i], at);
    }
    caper_root root = caperi_root_under(c->rest_model[body], at, 0, p->at);
    if (p->ground.world) {
        caper_vec3 hips = caper_vec3_make(root.x, at.position.y, root.z);
        caper_hit hit = caperi_ground_under(&p->ground, NULL, hips, hips.y);
        root.y = hit.surface == CAPER_SURFACE_NONE ? p->at.y : hit.point.y;
    }
    return root;
}

/// The move over the ground from one root to another.
static caper_transform way_between(caper_root from, caper_root to)
{
    from.y = to.y = 0;
    return caper_transform_mul(caper_root_transform(to),
                               caper_transform_inverse(caper_root_transform(from)));
}

/// His space is moved in the world: what he remembers goes along.
static void carry(performer *p, caper_root to)
{
    caper_transform by = way_between(p->at, to);
    float scale = 1 / caper_puppet_scale(p->puppet);
    caper_transform own = caper_transform_make(by.rotation, caper_vec3_scale(by.position, scale));
    p->place = caper_transform_mul(own, p->place);
    p->place.rotation = caper_quat_normalize(p->place.rotation);
    caperi_puppet_carry(p->puppet, by);
    for (int i = 0; i < p->character->body_count; i++) {
        if (p->character->bodies[i].parent < 0) {
            p->posed.bodies[i] = caper_transform_mul(by, p->posed.bodies[i]);
        }
    }
    p->at.x = to.x;
    p->at.z = to.z;
    p->at.yaw = to.yaw;
}

static bool is_home(caper_root a, caper_root b)
{
    return fabsf(a.x - b.x) + fabsf(a.z - b.z) < AT_HOME &&
           fabsf(caper_wrap_angle(a.yaw - b.yaw)) < AT_HOME;
}

// ------------------------------------------------------------------------------------ a frame

static bool run_puppet(performer *p, const caper_world_frame *frame, float dt)
{
    caper_transform root = caper_transform_mul(p->place, p->root);
    if (!caper_puppet_update(p->puppet, &p->pose, &root, frame, p->posed_once ? dt : 0,
                             &p->posed)) {
        return false;
    }
    p->at = root_under(p);
    p->posed_once = 1;
    return true;
}

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    performer *p = self;
    if (!p->told) {
        return true;
    }
    if (!p->placed || input->jumped) {
        p->place = caper_transform_identity();
        caper_puppet_reset(p->puppet);
        p->posed_once = 0;
    }
    if (p->placed && !input->jumped && p->posed_once &&
        (root->x != p->at.x || root->z != p->at.z || root->yaw != p->at.yaw)) {
        carry(p, *root); // somebody else has moved the actor since
    }
    if (!run_puppet(p, input->frame, input->dt)) {
        return false;
    }
    if (!p->placed || input->jumped) {
        p->placed = 1;
        if (!p->own_place && !is_home(p->at, *root)) {
            carry(p, *root);
        }
    }
    root->x = p->at.x;
    root->z = p->at.z;
    root->yaw = p->at.yaw;
    root->y = p->ground.world ? p->at.y : root->y;
    return true;
}

/// The pose against the root of the actor, whatever brought it there.
static void offer_pose(const performer *p, caper_offer *offer)
{
    const caper_character *c = p->character;
    caper_transform at = caper_root_transform(p->at);
    memcpy(offer->local.bodies, p->posed.bodies, (size_t)c->body_count * sizeof(caper_transform));
    for (int i = 0; i < c->body_count; i++) {
        if (c->bodies[i].parent < 0) {
            caper_transform *top = &offer->local.bodies[i];
            *top = caper_transform_unmul(at, *top);
            top->rotation = caper_quat_normalize(top->rotation);
        }
    }
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    performer *p = self;
    if (!p->posed_once) {
        return false;
    }
    offer_pose(p, offer);
    offer->keeps_root = true;
    for (int i = 0; p->deforms_told && i < p->character->deform_count; i++) {
        offer->local.deforms[i] = p->deforms[i];
        offer->deform_weights[i] = 1;
    }
    caper_root final = input->root;
    if (memcmp(&final.x, &p->at.x, sizeof final.x) != 0 ||
        memcmp(&final.z, &p->at.z, sizeof final.z) != 0 || final.yaw != p->at.yaw) {
        carry(p, final);
    }
    for (int i = 0; i < caperi_puppet_contact_count(p->puppet); i++) {
        caper_offer_contact *contact = &offer->contacts[offer->contact_count++];
        contact->stands = caperi_puppet_contact(p->puppet, i, &contact->body, &contact->pivot)
                              ? CAPER_STANDS_YES
                              : CAPER_STANDS_NO;
        contact->has_pivot = true;
    }
    return true;
}

static void room(const void *self, caper_source_room *room)
{
    room->pose = true;
    room->contacts = caperi_puppet_contact_count(((const performer *)self)->puppet);
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
    int32_t told, placed, posed_once, deforms_told;
} performer_record;

static size_t save(const void *self, void *out, size_t size)
{
    const performer *p = self;
    performer_record r = {p->root,   p->place,      p->at,          p->told,
                          p->placed, p->posed_once, p->deforms_told};
    size_t puppet = caper_puppet_save(p->puppet, NULL, 0);
    size_t pose = (size_t)p->pose.body_count * sizeof(caper_transform);
    size_t posed = (size_t)p->posed.body_count * sizeof(caper_transform);
    size_t deforms = (size_t)p->character->deform_count * sizeof(float);
    size_t need = sizeof r + pose + posed + deforms + puppet;
    if (out && size >= need) {
        char *at = out;
        memcpy(at, &r, sizeof r);
        memcpy(at + sizeof r, p->pose.bodies, pose);
        memcpy(at + sizeof r + pose, p->posed.bodies, posed);
        memcpy(at + sizeof r + pose + posed, p->deforms, deforms);
        caper_puppet_save(p->puppet, at + need - puppet, puppet);
    }
    return need;
}

static bool good_record(const performer_record *r)
{
    bool flags = (r->told | r->placed | r->posed_once | r->deforms_told | 1) == 1;
    return flags && caperi_is_good_root(r->at) && (!r->told || caperi_is_place(r->root)) &&
           (!r->placed || caperi_is_place(r->place));
}

static bool load(void *self, const void *bytes, size_t size)
{
    performer *p = self;
    performer_record r;
    const char *at = bytes;
    size_t pose = (size_t)p->pose.body_count * sizeof(caper_transform);
    size_t posed = (size_t)p->posed.body_count * sizeof(caper_transform);
    if (size != save(p, NULL, 0)) {
        return false;
    }
    memcpy(&r, at, sizeof r);
    bool good = good_record(&r);
    for (size_t i = 0; i * sizeof(caper_transform) < pose + posed && good; i++) {
        caper_transform t;
        memcpy(&t, at + sizeof r + i * sizeof t, sizeof t);
        bool used = i * sizeof t < pose ? r.told : r.posed_once;
        good = !used || caperi_is_place(t);
    }
    size_t deforms = (size_t)p->character->deform_count * sizeof(float);
    size_t head = sizeof r + pose + posed + deforms;
    for (size_t i = 0; i < deforms; i += sizeof(float)) {
        float value;
        memcpy(&value, at + head - deforms + i, sizeof value);
        good = good && value - value == 0;
    }
    if (!good || !caper_puppet_load(p->puppet, at + head, size - head, NULL)) {
        return false;
    }
    memcpy(p->pose.bodies, at + sizeof r, pose);
    memcpy(p->posed.bodies, at + sizeof r + pose, posed);
    memcpy(p->deforms, at + head - deforms, deforms);
    p->deforms_told = r.deforms_told;
    p->root = r.root;
    p->place = r.place;
    p->at = r.at;
    p->told = r.told;
    p->placed = r.placed;
    p->posed_once = r.posed_once;
    return true;
}

static const caper_source_kind puppet_kind = {.name = "puppet",
                                              .move = move,
                                              .look = look,
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
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a performer moves at his own speed; expected a speed of 1");
    }
    caper_puppet *puppet = caper_puppet_create(&own, error);
    if (!puppet) {
        return false;
    }
    size_t performers = (size_t)own.performer->body_count;
    size_t bodies = (size_t)actor->character->body_count;
    size_t head = (sizeof(performer) + 31) & ~(size_t)31;
    size_t size = head + (performers + bodies) * sizeof(caper_transform) +
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
    p->posed.bodies = p->pose.bodies + performers;
    p->posed.body_count = actor->character->body_count;
    p->deforms = (float *)(void *)(p->posed.bodies + bodies);
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
        (root && (!caper_transform_is_valid(*root, 1e-2f) || !caperi_is_near(root->position)))) {
        return false;
    }
    for (int i = 0; i < local->body_count; i++) {
        if (!caper_transform_is_valid(local->bodies[i], 1e-2f) ||
            !caperi_is_near(local->bodies[i].position)) {
            return false;
        }
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

const caper_puppet_report *caper_actor_puppet(const caper_actor *actor, caper_source id)
{
    const performer *p = find_performer(actor, id);
    return p ? caper_puppet_last(p->puppet) : NULL;
}
