// SPDX-License-Identifier: MIT
//
// Where a robot's bodies touch the ground: the lowest points of their solids at rest. The bottom of
// a box around a shin that ends in a ball is not where it stands.
#include "formats/robot.h"

#define LEVEL 0.04f // of the size of the body's box: points so much above the lowest touch as well
#define SAME 1e-3f  // of that: nearer to another, a point is the same

// Keep the lowest ones, each once.
static void add_point(caperi_lowest *t, caper_vec3 point)
{
    float height = caper_vec3_dot(point, t->up);
    int at = t->count;
    for (int i = 0; i < t->count; i++)
        if (caper_vec3_distance(t->points[i], point) < SAME * t->size)
            return;
    while (at > 0 && t->heights[at - 1] > height)
        at--;
    if (at == CAPER_MAX_CONTACTS)
        return;
    int last = t->count < CAPER_MAX_CONTACTS ? t->count++ : t->count - 1;
    for (int i = last; i > at; i--) {
        t->points[i] = t->points[i - 1];
        t->heights[i] = t->heights[i - 1];
    }
    t->points[at] = point;
    t->heights[at] = height;
}

// Points of a solid that may be its lowest, for `up` in the frame of the solid, in that frame.
static int lowest_points(const caperi_solid *solid, caper_vec3 up, caper_vec3 out[8])
{
    caper_vec3 h = solid->half, down = caper_vec3_neg(up);
    caper_vec3 across = caper_vec3_normalize_or(caper_vec3_make(down.x, down.y, 0.0f),
                                                caper_vec3_make(1.0f, 0.0f, 0.0f));
    int count = 0;
    switch (solid->kind) {
    case CAPERI_SOLID_SPHERE:
        out[count++] = caper_vec3_scale(down, h.x);
        break;
    case CAPERI_SOLID_ELLIPSOID: {
        caper_vec3 scaled = caper_vec3_mul(down, h);
        float length = caper_max(caper_vec3_length(scaled), CAPER_TINY);
        out[count++] = caper_vec3_scale(caper_vec3_mul(scaled, h), 1.0f / length);
        break;
    }
    case CAPERI_SOLID_CAPSULE:
        for (int end = -1; end <= 1; end += 2)
            out[count++] =
                caper_vec3_add_scaled(caper_vec3_make(0, 0, (float)end * h.z), down, h.x);
        break;
    case CAPERI_SOLID_CYLINDER:
        for (int end = -1; end <= 1; end += 2) {
            caper_vec3 side = caper_vec3_make(-across.y, across.x, 0.0f);
            for (int k = -1; k <= 1; k++) {
                caper_vec3 rim = caper_vec3_scale(k == 0 ? across : side, k < 0 ? -h.x : h.x);
                out[count++] = caper_vec3_add(rim, caper_vec3_make(0, 0, (float)end * h.z));
            }
        }
        break;
    case CAPERI_SOLID_BOX:
        for (; count < 8; count++)
            out[count] = caper_vec3_make(count & 1 ? h.x : -h.x, count & 2 ? h.y : -h.y,
                                         count & 4 ? h.z : -h.z);
        break;
    }
    return count;
}

void caperi_lowest_add(caperi_lowest *touch, const caperi_solid *solids, int count,
                       caper_transform frame)
{
    for (int i = 0; i < count; i++) {
        caper_transform at = caper_transform_mul(frame, solids[i].frame);
        caper_vec3 points[8];
        int found = lowest_points(&solids[i], caper_quat_unrotate(at.rotation, touch->up), points);
        for (int k = 0; k < found; k++)
            add_point(touch, caper_transform_mul_point(at, points[k]));
    }
}

bool caperi_lowest_keep(caperi_lowest *touch, caperi_draft *draft, caperi_draft_body *body,
                        caper_error *error)
{
    int count = touch->count;
    while (count > 1 && touch->heights[count - 1] > touch->heights[0] + LEVEL * touch->size)
        count--;
    if (count == 0)
        return true;
    caper_vec3 *kept = caperi_draft_alloc(draft, &draft->arena, (size_t)count, sizeof *kept,
                                          _Alignof(caper_vec3), error);
    for (int i = 0; kept && i < count; i++)
        kept[i] = touch->points[i];
    body->contacts = kept;
    body->contact_count = kept ? count : 0;
    return kept != NULL;
}
