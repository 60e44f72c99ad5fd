// SPDX-License-Identifier: MIT
//
// A character with a performer's proportions. VMC sends local transforms of bodies that have no
// rotation of their own in the T-pose, so the positions are the T-pose. Senders that give no
// positions (zeros) get usual proportions, scaled by what is known: the legs, else the height of
// the hips, else nothing. The necessary parts are always there, others when they were sent.
#include "live/performer.h"
#include "live/receiver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NO_LENGTH 1e-4f // metres: a position that was not told
#define MAX_LENGTH 3.0f
#define SOLE 0.02f // below the toes' joint, metres of a usual person

static bool told(const caperi_performer *p, caper_part part)
{
    float length = caper_vec3_length(p->offsets[part]);
    return p->present & CAPER_PART_BIT(part) && length > NO_LENGTH && length < MAX_LENGTH;
}

static caper_vec3 usual_offset(caper_part part, caper_part above)
{
    return caper_vec3_sub(caperi_usual_part(part).joint, caperi_usual_part(above).joint);
}

float caperi_performer_scale(const caperi_performer *p)
{
    static const caper_part segments[] = {CAPER_PART_LEFT_LOWER_LEG, CAPER_PART_LEFT_FOOT,
                                          CAPER_PART_LEFT_LOWER_ARM, CAPER_PART_LEFT_HAND};
    float length = 0, usual = 0;
    for (int i = 0; i < CAPER_COUNT_OF(segments); i++) {
        if (!told(p, segments[i]))
            continue;
        length += caper_vec3_length(p->offsets[segments[i]]);
        usual += caper_vec3_length(usual_offset(segments[i], caper_part_parent(segments[i])));
    }
    if (usual == 0) {
        length = told(p, CAPER_PART_HIPS) ? p->offsets[CAPER_PART_HIPS].y : 0;
        usual = caperi_usual_part(CAPER_PART_HIPS).joint.y;
    }
    float scale = length / usual;
    return scale > 0.05f && scale < 20 ? scale : 1;
}

caper_vec3 caperi_performer_offset(const caperi_performer *p, caper_part part, caper_part above)
{
    if (told(p, part))
        return p->offsets[part];
    return caper_vec3_scale(usual_offset(part, above), caperi_performer_scale(p));
}

float caperi_performer_leg_height(const caperi_performer *p)
{
    float drop = 0, scale = caperi_performer_scale(p);
    for (int i = CAPER_PART_LEFT_UPPER_LEG; i <= CAPER_PART_LEFT_FOOT; i++)
        drop -= caperi_performer_offset(p, (caper_part)i, caper_part_parent((caper_part)i)).y;
    float usual = caperi_usual_part(CAPER_PART_HIPS).joint.y;
    return drop > 0.1f * scale ? drop : usual * scale; // legs that point up are not believed
}

/// The ground is where the soles are: below the toes.
static float ankle_height(const caperi_performer *p)
{
    float scale = caperi_performer_scale(p);
    caper_vec3 toes = caperi_performer_offset(p, CAPER_PART_LEFT_TOES, CAPER_PART_LEFT_FOOT);
    return caper_clamp(-toes.y + SOLE * scale, 0.03f * scale, 0.2f * scale);
}

// -- The character ----------------------------------------------------------------------------

typedef struct rig_maker {
    const caperi_performer *performer;
    uint64_t set; // parts that the character gets
    float scale;
    int bodies[CAPER_PART_COUNT];
    caperi_wire_name part_names[CAPER_PART_COUNT];
    caper_vec3 model[CAPER_PART_COUNT];
    caper_body_def defs[CAPER_PART_COUNT];
    int count;
    char names[CAPER_LIVE_MAX_DEFORMS][CAPER_LIVE_MAX_NAME];
    const char *pointers[CAPER_LIVE_MAX_DEFORMS];
} rig_maker;

/// The part that goes on where this one ends, or CAPER_PART_COUNT.
static caper_part next_part(caper_part part, uint64_t set)
{
    bool ends =
        part == CAPER_PART_HEAD || part == CAPER_PART_LEFT_HAND || part == CAPER_PART_RIGHT_HAND;
    for (int i = part + 1; !ends && i < CAPER_PART_COUNT; i++) {
        if (set & CAPER_PART_BIT(i) && caper_part_above((caper_part)i, set) == part)
            return (caper_part)i;
    }
    return CAPER_PART_COUNT;
}

/// A box along the way to the next part, or as long as usual.
static void make_box(rig_maker *m, caper_part part, caper_body_def *def)
{
    caperi_usual usual = caperi_usual_part(part);
    caper_part next = next_part(part, m->set);
    caper_vec3 way = next != CAPER_PART_COUNT
                         ? caper_vec3_sub(m->model[next], m->model[part])
                         : caper_vec3_scale(caper_vec3_sub(usual.end, usual.joint), m->scale);
    float half = usual.half * m->scale;
    def->box_center = caper_vec3_scale(way, 0.5f);
    def->box_half =
        caper_vec3_add(caper_vec3_abs(def->box_center), caper_vec3_make(half, half, half));
    if (part == CAPER_PART_LEFT_FOOT || part == CAPER_PART_RIGHT_FOOT) {
        // down to the ground, from behind the heel
        float bottom = -m->model[part].y, top = half, heel = -1.2f * half;
        float front = fmaxf(way.z, half);
        def->box_center =
            caper_vec3_make(0.5f * way.x, 0.5f * (top + bottom), 0.5f * (front + heel));
        def->box_half = caper_vec3_make(half, 0.5f * (top - bottom), 0.5f * (front - heel));
    }
}

static void place_bodies(rig_maker *m)
{
    const caperi_performer *p = m->performer;
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (!(m->set & CAPER_PART_BIT(i)))
            continue;
        caper_part part = (caper_part)i, above = caper_part_above(part, m->set);
        caper_body_def *def = &m->defs[m->count];
        *def = caper_body_def_default();
        m->part_names[i] = caperi_wire_name_make(part);
        def->name = m->part_names[i].text;
        def->caps = caper_part_caps(part);
        bool root = above == CAPER_PART_COUNT;
        float height = caperi_performer_leg_height(p) + ankle_height(p);
        caper_vec3 offset =
            root ? caper_vec3_make(0, height, 0) : caperi_performer_offset(p, part, above);
        def->parent = root ? -1 : m->bodies[above];
        def->rest_local = caper_transform_make(caper_quat_identity(), offset);
        m->model[i] = root ? offset : caper_vec3_add(m->model[above], offset);
        m->bodies[i] = m->count++;
    }
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (m->set & CAPER_PART_BIT(i))
            make_box(m, (caper_part)i, &m->defs[m->bodies[i]]);
    }
}

/// Names that differ and have no dot; the head's first, the rest on what carries it.
static void add_deforms(rig_maker *m)
{
    const caperi_performer *p = m->performer;
    int count = 0;
    for (int i = 0; i < p->deform_count; i++) {
        memcpy(m->names[count], p->deform_names[i], CAPER_LIVE_MAX_NAME);
        for (char *dot = m->names[count]; (dot = strchr(dot, '.')) != NULL;)
            *dot = '_';
        bool twice = false;
        for (int k = 0; k < count; k++)
            twice |= strcmp(m->names[k], m->names[count]) == 0;
        if (!twice) {
            m->pointers[count] = m->names[count];
            count++;
        }
    }
    int head = m->bodies[CAPER_PART_HEAD];
    int first = count < CAPER_MAX_DEFORMS ? count : CAPER_MAX_DEFORMS;
    m->defs[head].deforms = m->pointers;
    m->defs[head].deform_count = first;
    m->defs[m->defs[head].parent].deforms = m->pointers + first;
    m->defs[m->defs[head].parent].deform_count = count - first;
}

caper_character *caper_live_receiver_character(const caper_live_receiver *receiver,
                                               caper_performer performer,
                                               const caper_allocator *allocator, caper_error *error)
{
    const caperi_performer *p = caperi_receiver_find(receiver, performer);
    if (!p || !caperi_performer_ready(p)) {
        caper_error_set(error, CAPER_ERROR_INVALID, "live", 0, 0,
                        "performer %u has no frame yet, expected one", (unsigned)performer);
        return NULL;
    }
    rig_maker *m = caper_alloc_zero(allocator, sizeof *m, _Alignof(rig_maker));
    if (!m) {
        caper_error_set(error, CAPER_ERROR_MEMORY, "live", 0, 0, "there is no memory");
        return NULL;
    }
    m->performer = p;
    m->set = p->present | CAPER_PARTS_NECESSARY;
    m->scale = caperi_performer_scale(p);
    place_bodies(m);
    add_deforms(m);
    caper_character_def def = caper_character_def_default();
    def.name = "performer";
    def.bodies = m->defs;
    def.body_count = m->count;
    def.source = "live";
    def.allocator = allocator;
    caper_character *character = caper_character_create(&def, error);
    caper_free(allocator, m, sizeof *m);
    return character;
}
