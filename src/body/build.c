// SPDX-License-Identifier: MIT
//
// Turns a checked def into a character: one memory block with everything in it, bodies parent
// first, and all derived values. Invariant: the same def gives the same bits everywhere, and a
// character that was written and read again is the same character.
#include "base/block.h"
#include "body/body.h"

#include <string.h>

// Squared lengths within this of 1 are as near as rounding allows: normalizing again would only
// move the last bits, and not always the same way.
#define SETTLED 1e-6f

// Reflected and imported values are full of -0, which has no place in a file for people.
static caper_vec3 no_negative_zero(caper_vec3 v)
{
    return caper_vec3_make(v.x + 0.0f, v.y + 0.0f, v.z + 0.0f);
}

// A length-1 value as it is kept: untouched when it is already as near to length 1 as floats get,
// so that what was written is read back to the same bits.
static caper_quat settle_quat(caper_quat q)
{
    if (fabsf(caper_quat_dot(q, q) - 1.0f) > SETTLED)
        q = caper_quat_normalize(q);
    return caper_quat_make(q.x + 0.0f, q.y + 0.0f, q.z + 0.0f, q.w + 0.0f);
}

static caper_vec3 settle_axis(caper_vec3 axis)
{
    if (fabsf(caper_vec3_dot(axis, axis) - 1.0f) > SETTLED)
        axis = caper_vec3_normalize(axis);
    return no_negative_zero(axis);
}

caper_body_def caper_body_def_default(void)
{
    caper_body_def def;
    memset(&def, 0, sizeof def);
    def.parent = -1;
    def.rest_local = caper_transform_identity();
    def.box_half = caper_vec3_make(0.05f, 0.05f, 0.05f);
    def.joint.kind = CAPER_JOINT_FREE;
    return def;
}

caper_character_def caper_character_def_default(void)
{
    caper_character_def def;
    memset(&def, 0, sizeof def);
    def.name = "character";
    def.density = 1000.0f;
    def.root_body = -1;
    def.source = "memory";
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

// The members of a joint that its kind does not use get one fixed value, so that equal joints are
// equal bytes and files need not write them.
static caper_joint settle_joint(caper_joint joint)
{
    bool limited = joint.kind == CAPER_JOINT_HINGE || joint.kind == CAPER_JOINT_BALL;
    float open = joint.kind == CAPER_JOINT_FREE ? CAPER_PI : 0.0f;
    joint.axis = limited ? settle_axis(joint.axis) : caper_vec3_make(1.0f, 0.0f, 0.0f);
    if (joint.kind != CAPER_JOINT_BALL)
        joint.swing = open;
    joint.min = limited ? joint.min + 0.0f : 0.0f - open;
    joint.max = limited ? joint.max + 0.0f : open;
    return joint;
}

// Where everything lies in the block, and how much of it there is.
typedef struct layout {
    caperi_block block;
    size_t character, bodies, rest_local, rest_model, names, parents, spine, legs, deforms,
        rest_deforms, contacts, hinges, text;
    int deform_count, spine_count, leg_count, contact_count, hinge_count;
    size_t text_size;
} layout;

static void count_parts(const caper_character_def *def, layout *l)
{
    l->text_size = strlen(def->name ? def->name : "") + 1;
    for (int i = 0; i < def->body_count; i++) {
        const caper_body_def *body = &def->bodies[i];
        size_t name_size = strlen(body->name) + 1;
        l->text_size += name_size;
        for (int k = 0; k < body->deform_count; k++)
            l->text_size += name_size + strlen(body->deforms[k]) + 1; // body.deform
        l->deform_count += body->deform_count;
        l->contact_count += body->contact_count;
        l->hinge_count += body->hinge_count;
        for (int k = 0; k < body->hinge_count; k++)
            l->text_size += strlen(body->hinges[k].name) + 1;
        l->spine_count += (body->caps & CAPER_CAP_SPINE) != 0;
        l->leg_count += (body->caps & CAPER_CAP_FOOT) != 0;
    }
}

static layout lay_out(const caper_character_def *def)
{
    layout l;
    memset(&l, 0, sizeof l);
    count_parts(def, &l);
    int n = def->body_count;
    caperi_block *b = &l.block;
    l.character = CAPERI_BLOCK_ADD(b, 1, caper_character);
    l.rest_local = caperi_block_add(b, (size_t)n, sizeof(caper_transform), 32);
    l.rest_model = caperi_block_add(b, (size_t)n, sizeof(caper_transform), 32);
    l.bodies = CAPERI_BLOCK_ADD(b, n, caper_body);
    l.names = CAPERI_BLOCK_ADD(b, n, char *);
    l.deforms = CAPERI_BLOCK_ADD(b, l.deform_count, char *);
    l.rest_deforms = CAPERI_BLOCK_ADD(b, l.deform_count, float);
    l.legs = CAPERI_BLOCK_ADD(b, l.leg_count, caper_leg);
    l.contacts = CAPERI_BLOCK_ADD(b, l.contact_count, caper_vec3);
    l.hinges = CAPERI_BLOCK_ADD(b, l.hinge_count, caper_hinge);
    l.parents = CAPERI_BLOCK_ADD(b, n, int16_t);
    l.spine = CAPERI_BLOCK_ADD(b, l.spine_count, int16_t);
    l.text = CAPERI_BLOCK_ADD(b, l.text_size, char);
    return l;
}

// Hands out the text of the block piece by piece.
static const char *put_text(char **at, const char *a, const char *b)
{
    char *start = *at;
    size_t a_size = strlen(a);
    memcpy(*at, a, a_size);
    *at += a_size;
    if (b) {
        size_t b_size = strlen(b);
        *(*at)++ = '.';
        memcpy(*at, b, b_size);
        *at += b_size;
    }
    *(*at)++ = '\0';
    return start;
}

// Copy what the def gives, in the new order.
static void fill_bodies(const caper_character_def *def, const int16_t *order, const layout *l,
                        void *memory, caper_character *character)
{
    caper_body *bodies = caperi_block_at(memory, l->bodies);
    caper_transform *rest_local = caperi_block_at(memory, l->rest_local);
    const char **names = caperi_block_at(memory, l->names);
    const char **deforms = caperi_block_at(memory, l->deforms);
    caper_vec3 *contacts = caperi_block_at(memory, l->contacts);
    caper_hinge *hinges = caperi_block_at(memory, l->hinges);
    int16_t *parents = caperi_block_at(memory, l->parents);
    char *text = caperi_block_at(memory, l->text);

    int16_t place[CAPER_MAX_BODIES]; // new index by old index
    for (int i = 0; i < def->body_count; i++)
        place[order[i]] = (int16_t)i;

    character->name = put_text(&text, def->name ? def->name : "", NULL);
    int deform_count = 0;
    for (int i = 0; i < def->body_count; i++) {
        const caper_body_def *in = &def->bodies[order[i]];
        caper_body *body = &bodies[i];
        body->name = names[i] = put_text(&text, in->name, NULL);
        body->parent = in->parent < 0 ? -1 : place[in->parent];
        parents[i] = (int16_t)body->parent;
        body->caps = in->caps & ~(caper_caps)CAPER_CAP_ROOT; // set again on the one root body
        body->joint = settle_joint(in->joint);
        body->box_center = no_negative_zero(in->box_center);
        body->box_half = in->box_half;
        rest_local[i] = caper_transform_make(settle_quat(in->rest_local.rotation),
                                             no_negative_zero(in->rest_local.position));
        body->deform = deform_count;
        body->deform_count = in->deform_count;
        for (int k = 0; k < in->deform_count; k++)
            deforms[deform_count++] = put_text(&text, in->name, in->deforms[k]);
        body->contacts = in->contact_count > 0 ? contacts : NULL;
        body->contact_count = in->contact_count;
        for (int k = 0; k < in->contact_count; k++)
            *contacts++ = no_negative_zero(in->contacts[k]);
        body->hinges = in->hinge_count > 0 ? hinges : NULL;
        body->hinge_count = in->hinge_count;
        for (int k = 0; k < in->hinge_count; k++, hinges++) {
            *hinges = in->hinges[k];
            hinges->name = put_text(&text, in->hinges[k].name, NULL);
        }
        character->hinge_count += in->hinge_count;
    }
    character->body_count = def->body_count;
    character->bodies = bodies;
    character->skeleton.body_count = def->body_count;
    character->skeleton.names = names;
    character->skeleton.parents = parents;
    character->skeleton.rest_local = rest_local;
    character->deforms = deforms;
    character->deform_count = deform_count;
    character->rest_deforms = caperi_block_at(memory, l->rest_deforms);
}

static void derive(const caper_character_def *def, const int16_t *order, int root, const layout *l,
                   void *memory, caper_character *character)
{
    caper_body *bodies = caperi_block_at(memory, l->bodies);
    caper_pose local = caper_character_rest_local(character);
    caper_pose model = local;
    model.bodies = caperi_block_at(memory, l->rest_model);
    caper_pose_to_model(&character->skeleton, &local, NULL, &model);
    character->rest_model = model.bodies;

    float mass[CAPER_MAX_BODIES];
    for (int i = 0; i < def->body_count; i++)
        mass[i] = def->bodies[order[i]].mass;
    caperi_derive_masses(character, bodies, mass, def->density);
    caperi_derive_links(character, bodies);
    caperi_derive_bounds(character);
    character->spine_count = l->spine_count;
    caperi_derive_spine(character, caperi_block_at(memory, l->spine));
    caperi_derive_limb_lengths(character, bodies);
    character->leg_count = l->leg_count;
    caperi_derive_legs(character, caperi_block_at(memory, l->legs));
    caperi_derive_mirrors(character, bodies);

    character->root_body = -1;
    for (int i = 0; i < def->body_count && root >= 0; i++)
        if (order[i] == root)
            character->root_body = i;
    if (character->root_body < 0)
        character->root_body = caperi_choose_root_body(character);
    bodies[character->root_body].caps |= CAPER_CAP_ROOT;
}

caper_character *caper_character_create(const caper_character_def *def, caper_error *error)
{
    CAPER_ASSERT(def && def->cookie == CAPER_DEF_COOKIE);
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "the def was not made by caper_character_def_default()");
        return NULL;
    }
    int16_t order[CAPER_MAX_BODIES];
    int root;
    if (!caperi_character_check(def, order, &root, error))
        return NULL;

    layout l = lay_out(def);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    void *memory = caperi_block_alloc(&l.block, &allocator);
    if (!memory) {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->source, 0, 0,
                        "no memory for a character of %d bodies", def->body_count);
        return NULL;
    }
    caper_character *character = caperi_block_at(memory, l.character);
    character->allocator = allocator;
    character->memory_size = l.block.size;
    fill_bodies(def, order, &l, memory, character);
    derive(def, order, root, &l, memory, character);
    return character;
}

void caper_character_destroy(caper_character *character)
{
    if (!character)
        return;
    caper_allocator allocator = character->allocator; // the block holds it
    caper_free(&allocator, character, character->memory_size);
}
