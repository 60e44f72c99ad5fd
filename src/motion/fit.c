// SPDX-License-Identifier: MIT
//
// What S and G derive from a body ahead of time (paper 000, section 3.2.2): which point of it a
// position is about, what a general length of 1 means, and which way it looks. Invariant: all of it
// follows from the mode, the character and the body alone, so that a binding computes it once.
#include "motion/motion.h"

// ------------------------------------------------------------------------------------- point

static caper_point resolve_point(const caper_mode *mode, const caper_body *body)
{
    if (mode->point != CAPER_POINT_AUTO)
        return mode->point;
    if (mode->ground || (body->caps & CAPER_CAP_FOOT))
        return CAPER_POINT_SOLE;
    if (body->caps & (CAPER_CAP_GRASPER | CAPER_CAP_MOUTH))
        return CAPER_POINT_CENTER;
    return CAPER_POINT_JOINT;
}

static caper_vec3 middle_of_sole(const caper_character *character, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
    int count = caper_body_sole_points(character, body, points);
    for (int k = 0; k < count; k++)
        sum = caper_vec3_add(sum, points[k]);
    return caper_vec3_scale(sum, 1.0f / (float)count);
}

static caper_vec3 point_of(caper_point point, const caper_character *character, int body)
{
    switch (point) {
    case CAPER_POINT_CENTER:
        return character->bodies[body].box_center;
    case CAPER_POINT_SOLE:
        return middle_of_sole(character, body);
    default:
        return caper_vec3_zero();
    }
}

caper_vec3 caper_mode_point(const caper_mode *mode, const caper_character *character, int body)
{
    bool good = mode && character && body >= 0 && body < character->body_count;
    CAPER_ASSERT(good);
    if (!good)
        return caper_vec3_zero();
    return point_of(resolve_point(mode, &character->bodies[body]), character, body);
}

float caperi_limb_reach(const caper_character *character, int body, caper_vec3 point,
                        caper_vec3 *joint)
{
    bool good = character && joint && body >= 0 && body < character->body_count;
    CAPER_ASSERT(good);
    if (!good)
        return 0.0f;
    const caper_body *bodies = character->bodies;
    int base = bodies[body].base >= 0 ? bodies[body].base : character->root_body;
    float length = caper_vec3_length(point);
    for (int b = body; b >= 0 && b != base; b = bodies[b].parent)
        length += caper_vec3_length(character->skeleton.rest_local[b].position);
    *joint = character->rest_model[base].position;
    return length;
}

// ------------------------------------------------------------------------------------- scale

// Never below a thousandth of size: a body on the spine has no limb, a snake hardly a height.
static caper_vec3 scale_of(caper_scale scale, const caper_character *character, int body)
{
    float least = 1e-3f * character->size;
    float limb = caper_max(character->bodies[body].limb_length, least);
    caper_vec3 extents = caper_vec3_sub(character->bounds.max, character->bounds.min);
    switch (scale) {
    case CAPER_SCALE_CREATURE:
        return caper_vec3_max(extents, caper_vec3_make(least, least, least));
    case CAPER_SCALE_LIMB:
        return caper_vec3_make(limb, limb, limb);
    default:
        return caper_vec3_make(1.0f, 1.0f, 1.0f);
    }
}

caper_vec3 caperi_body_half(const caper_character *character, int body)
{
    const caper_body *b = &character->bodies[body];
    caper_quat q = character->rest_model[body].rotation;
    caper_vec3 x = caper_vec3_abs(caper_quat_rotate(q, caper_vec3_make(b->box_half.x, 0.0f, 0.0f)));
    caper_vec3 y = caper_vec3_abs(caper_quat_rotate(q, caper_vec3_make(0.0f, b->box_half.y, 0.0f)));
    caper_vec3 z = caper_vec3_abs(caper_quat_rotate(q, caper_vec3_make(0.0f, 0.0f, b->box_half.z)));
    return caper_vec3_add(caper_vec3_add(x, y), z);
}

// -------------------------------------------------------------------------------------- gaze

// Does the body carry the other, with no further head or spine body between them?
static bool carries(const caper_character *character, int body, int other)
{
    const caper_body *bodies = character->bodies;
    for (int i = bodies[other].parent; i >= 0; i = bodies[i].parent) {
        if (i == body)
            return true;
        if (bodies[i].caps & (CAPER_CAP_HEAD | CAPER_CAP_SPINE))
            return false;
    }
    return false;
}

// The middle of the bodies with some of these caps that a body carries; false when there are none.
static bool middle_of_carried(const caper_character *character, int body, caper_caps caps,
                              caper_vec3 *middle)
{
    int count = 0;
    caper_vec3 sum = caper_vec3_zero();
    for (int i = body + 1; i < character->body_count; i++) {
        if ((character->bodies[i].caps & caps) && carries(character, body, i)) {
            sum = caper_vec3_add(sum, caperi_body_center(character, i));
            count++;
        }
    }
    *middle = caper_vec3_scale(sum, 1.0f / (float)(count > 0 ? count : 1));
    return count > 0;
}

// A head looks where its face is. The face must be off the middle of the head by a tenth of its
// box, and more than 45 degrees off straight ahead, to count: eyes on top of a head, or a little
// to one side of it, say nothing.
static void aim_gaze(caperi_fit *fit, const caper_character *character, int body)
{
    const caper_body *b = &character->bodies[body];
    caper_vec3 center = caperi_body_center(character, body), eye = center, face;
    caper_vec3 forward = caper_vec3_make(0.0f, 0.0f, 1.0f);
    if (middle_of_carried(character, body, CAPER_CAP_EYE | CAPER_CAP_MOUTH, &face)) {
        caper_vec3 way = caper_vec3_sub(face, center);
        way.y = 0.0f;
        float off = caper_vec3_length(way);
        float clear = 0.1f * caper_max(b->box_half.x, caper_max(b->box_half.y, b->box_half.z));
        if (off > clear && way.z < 0.70710678f * off)
            forward = caper_vec3_scale(way, 1.0f / off);
    }
    if (middle_of_carried(character, body, CAPER_CAP_EYE, &face))
        eye = face;
    fit->forward = caper_quat_unrotate(fit->rest.rotation, forward);
    fit->eye = caper_transform_unmul_point(fit->rest, eye);
}

// ------------------------------------------------------------------------------------ public

caperi_fit caperi_fit_make(const caper_mode *mode, const caper_character *character, int body)
{
    caperi_fit fit = {0};
    fit.mode = *mode;
    fit.mode.point = resolve_point(mode, &character->bodies[body]);
    fit.rest = character->rest_model[body];
    fit.point = point_of(fit.mode.point, character, body);
    fit.rest_point = caper_transform_mul_point(fit.rest, fit.point);
    fit.scale = scale_of(mode->scale, character, body);
    fit.origin = fit.rest_point;
    if (mode->position == CAPER_FRAME_REACH) {
        float length = caperi_limb_reach(character, body, fit.point, &fit.origin);
        length = caper_max(length, 1e-3f * character->size);
        fit.scale = caper_vec3_make(length, length, length);
    }
    fit.size = character->size;
    fit.top = character->bounds.max.y;
    // as far as from rest to the plane, but for bodies that are on it already
    fit.rise = caper_max(fit.rest_point.y, 0.1f * fit.size);
    fit.spread = caper_max(fabsf(fit.rest_point.x), 0.1f * fit.size);
    const caper_body *b = &character->bodies[body];
    fit.thickness = fit.mode.point == CAPER_POINT_SOLE
                        ? 0.0f
                        : caper_min(b->box_half.x, caper_min(b->box_half.y, b->box_half.z));
    if (mode->rotation == CAPER_FRAME_LOOK)
        aim_gaze(&fit, character, body);
    return fit;
}

caper_place caper_place_make(const caper_character *character, int body)
{
    caper_place place = {0};
    place.target = place.root = caper_transform_identity();
    bool good = character && body >= 0 && body < character->body_count;
    CAPER_ASSERT(good);
    if (!good)
        return place;
    place.character = character;
    place.body = body;
    place.target.position = caperi_body_center(character, body);
    place.target.position.z += character->size;
    return place;
}
