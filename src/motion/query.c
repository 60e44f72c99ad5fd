// SPDX-License-Identifier: MIT
//
// Context queries (paper 000, section 3.1.1): type, zones in the character's bounds and in those of
// the set, extent, and the way up to the spine. Filters apply one after the other to one list.
// Invariant: the list ascends and holds each body once; it depends on the rest pose alone.
#include "motion/motion.h"

static float component(caper_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

caper_vec3 caperi_body_center(const caper_character *character, int body)
{
    return caper_transform_mul_point(character->rest_model[body],
                                     character->bodies[body].box_center);
}

int caperi_body_side(const caper_character *character, int body)
{
    float x = caperi_body_center(character, body).x;
    if (character->bodies[body].mirror == body || fabsf(x) <= 0.01f * character->size)
        return 0;
    return x > 0.0f ? 1 : -1;
}

// ------------------------------------------------------------------------------------- types

caper_caps caperi_stand_in(const caper_character *character, caper_caps caps)
{
    for (int i = 0; (caps & CAPER_CAP_MOUTH) && i < character->body_count; i++)
        if (character->bodies[i].caps & CAPER_CAP_MOUTH)
            return caps;
    return caps & CAPER_CAP_MOUTH ? (caps & ~(caper_caps)CAPER_CAP_MOUTH) | CAPER_CAP_HEAD : caps;
}

// A helper has no physical part: it is found only by those who ask for helpers.
static bool has_type(caper_caps wanted, const caper_body *body)
{
    if ((body->caps & CAPER_CAP_HELPER) && !(wanted & CAPER_CAP_HELPER))
        return false;
    return (body->caps & wanted) == wanted;
}

// ------------------------------------------------------------------------------------- zones

// The two sides include the center, so that what lies in the middle is on neither side alone.
static bool is_in_zone(caper_zone zone, float at, float middle, float half)
{
    float center = 0.1f * half;
    switch (zone) {
    case CAPER_ZONE_PLUS:
        return at >= middle - center;
    case CAPER_ZONE_CENTER:
        return at >= middle - center && at <= middle + center;
    case CAPER_ZONE_MINUS:
        return at <= middle + center;
    default:
        return true;
    }
}

static bool is_in_zones(const caper_zone zones[3], caper_vec3 at, caper_vec3 middle,
                        caper_vec3 half)
{
    for (int axis = 0; axis < 3; axis++)
        if (!is_in_zone(zones[axis], component(at, axis), component(middle, axis),
                        component(half, axis)))
            return false;
    return true;
}

static caper_bounds add_box(caper_bounds bounds, const caper_character *character, int body)
{
    const caper_body *b = &character->bodies[body];
    for (int corner = 0; corner < 8; corner++) {
        caper_vec3 h = b->box_half;
        caper_vec3 offset = caper_vec3_make(corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y,
                                            corner & 4 ? h.z : -h.z);
        caper_vec3 p = caper_vec3_add(b->box_center, offset);
        bounds = caper_bounds_add_point(bounds,
                                        caper_transform_mul_point(character->rest_model[body], p));
    }
    return bounds;
}

// Keep the bodies whose middle is in the zones of some bounds.
static int keep_zones(const caper_zone zones[3], const caper_character *character,
                      caper_vec3 middle, caper_vec3 half, int16_t *bodies, int count)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (is_in_zones(zones, caperi_body_center(character, bodies[k]), middle, half))
            bodies[kept++] = bodies[k];
    return kept;
}

// The character's own left and right are those of its sagittal plane, however lopsided it is.
static int keep_character_zones(const caper_query *query, const caper_character *character,
                                int16_t *bodies, int count)
{
    caper_bounds bounds = character->bounds;
    caper_vec3 half = caper_vec3_scale(caper_vec3_sub(bounds.max, bounds.min), 0.5f);
    caper_vec3 middle = caper_vec3_scale(caper_vec3_add(bounds.min, bounds.max), 0.5f);
    middle.x = 0.0f;
    return keep_zones(query->zones, character, middle, half, bodies, count);
}

static int keep_set_zones(const caper_query *query, const caper_character *character,
                          int16_t *bodies, int count)
{
    if (query->set_zones[0] == CAPER_ZONE_ANY && query->set_zones[1] == CAPER_ZONE_ANY &&
        query->set_zones[2] == CAPER_ZONE_ANY)
        return count;
    caper_bounds bounds = caper_bounds_empty();
    caper_caps wanted = caperi_stand_in(character, query->caps);
    for (int i = 0; i < character->body_count; i++)
        if (has_type(wanted, &character->bodies[i]))
            bounds = add_box(bounds, character, i);
    caper_vec3 half = caper_vec3_scale(caper_vec3_sub(bounds.max, bounds.min), 0.5f);
    caper_vec3 middle = caper_vec3_scale(caper_vec3_add(bounds.min, bounds.max), 0.5f);
    return keep_zones(query->set_zones, character, middle, half, bodies, count);
}

// ------------------------------------------------------------------------------------ extent

static int keep_extent(caper_extent extent, const caper_character *character, int16_t *bodies,
                       int count)
{
    if (extent == CAPER_EXTENT_NONE || count == 0)
        return count;
    int axis = (extent - CAPER_EXTENT_LEFT_MOST) / 2;
    float sign = (extent - CAPER_EXTENT_LEFT_MOST) % 2 == 0 ? 1.0f : -1.0f;
    int best = 0;
    float farthest = -INFINITY;
    for (int k = 0; k < count; k++) {
        float at = sign * component(caperi_body_center(character, bodies[k]), axis);
        if (at > farthest) {
            farthest = at;
            best = k;
        }
    }
    bodies[0] = bodies[best];
    return 1;
}

// ------------------------------------------------------------------------------------- spine

// Several limbs may hang on one spine body, and the spine need not ascend with its limbs.
static int go_to_spine(const caper_character *character, int16_t *bodies, int count)
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        int16_t spine = (int16_t)character->bodies[bodies[k]].spine;
        int at = kept; // insertion into what is already sorted
        while (at > 0 && bodies[at - 1] > spine)
            at--;
        if (spine < 0 || (at > 0 && bodies[at - 1] == spine))
            continue;
        for (int m = kept; m > at; m--)
            bodies[m] = bodies[m - 1];
        bodies[at] = spine;
        kept++;
    }
    return kept;
}

// ------------------------------------------------------------------------------------ public

static bool is_valid(const caper_query *query)
{
    bool valid = query->extent >= CAPER_EXTENT_NONE && query->extent < CAPER_EXTENT_COUNT;
    for (int axis = 0; axis < 3; axis++) {
        valid = valid && query->zones[axis] >= CAPER_ZONE_ANY;
        valid = valid && query->zones[axis] < CAPER_ZONE_COUNT;
        valid = valid && query->set_zones[axis] >= CAPER_ZONE_ANY;
        valid = valid && query->set_zones[axis] < CAPER_ZONE_COUNT;
    }
    return valid;
}

int caper_query_select(const caper_query *query, const caper_character *character, int16_t *bodies)
{
    bool good = query && character && bodies && is_valid(query);
    CAPER_ASSERT(good);
    if (!good)
        return 0;
    int count = 0;
    caper_caps wanted = caperi_stand_in(character, query->caps);
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *body = &character->bodies[i];
        if (has_type(wanted, body) && !(body->caps & query->not_caps))
            bodies[count++] = (int16_t)i;
    }
    count = keep_character_zones(query, character, bodies, count);
    count = keep_set_zones(query, character, bodies, count);
    count = keep_extent(query->extent, character, bodies, count);
    return query->spine_segment ? go_to_spine(character, bodies, count) : count;
}

static caper_zone mirror_zone(caper_zone zone)
{
    return zone == CAPER_ZONE_PLUS    ? CAPER_ZONE_MINUS
           : zone == CAPER_ZONE_MINUS ? CAPER_ZONE_PLUS
                                      : zone;
}

caper_query caper_query_mirror(const caper_query *query)
{
    caper_query mirrored = *query;
    mirrored.zones[0] = mirror_zone(query->zones[0]);
    mirrored.set_zones[0] = mirror_zone(query->set_zones[0]);
    if (query->extent == CAPER_EXTENT_LEFT_MOST)
        mirrored.extent = CAPER_EXTENT_RIGHT_MOST;
    if (query->extent == CAPER_EXTENT_RIGHT_MOST)
        mirrored.extent = CAPER_EXTENT_LEFT_MOST;
    return mirrored;
}
