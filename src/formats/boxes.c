// SPDX-License-Identifier: MIT
//
// Boxes of imported bodies: those of the file where it has them; where a skin says what a body
// carries, the box of the vertices whose strongest influence it is, in the body frame; elsewhere
// what room `body` makes of bone lengths. A box lies along the axes of its bone, which are seldom
// those of a sole: feet stand on the lowest vertices that they carry. Invariant: every half size is
// at least a small share of the whole, so the builder takes them.
#include "formats/formats.h"

#include "body/tag.h"
#include "math/simd.h"

#include <string.h>

#define LEAST_SHARE 0.004f // half thickness of anything, of the size
#define LEAST_HALF 2e-5f   // metres: the builder takes nothing below 1e-5
#define LEAST_VERTICES 4   // fewer say nothing about a body
#define SOLE 0.15f         // of the height of what a foot carries: vertices so low are its sole

// Bounds of the points that a body carries, in lanes: x, y, z and one that is not used.
typedef struct lanes {
    caperi_f4 min, max;
} lanes;

static caperi_f4 place_point(const caper_mat4 *m, caper_vec3 p)
{
    caperi_f4 x = caperi_f4_mul(caperi_f4_loadu(m->m), caperi_f4_splat(p.x));
    caperi_f4 y = caperi_f4_mul(caperi_f4_loadu(m->m + 4), caperi_f4_splat(p.y));
    caperi_f4 z = caperi_f4_mul(caperi_f4_loadu(m->m + 8), caperi_f4_splat(p.z));
    return caperi_f4_add(caperi_f4_add(x, y), caperi_f4_add(z, caperi_f4_loadu(m->m + 12)));
}

// The body that carries a vertex: its strongest influence.
static int carrier_of(const caper_skin *skin, int vertex)
{
    const float *weights = skin->weights + 4 * (size_t)vertex;
    int strongest = 0; // it mostly comes first, and more than half is the most
    for (int k = 1; k < 4 && weights[strongest] < 0.5f; k++)
        if (weights[k] > weights[strongest])
            strongest = k;
    return skin->bodies[4 * (size_t)vertex + (size_t)strongest];
}

static void gather_skins(const caperi_draft *draft, lanes *bounds, int *counts)
{
    for (int s = 0; s < draft->skin_count; s++) {
        const caper_skin *skin = &draft->skins[s];
        for (int v = 0; v < skin->vertex_count; v++) {
            int body = carrier_of(skin, v);
            caperi_f4 p = place_point(&skin->inverse_bind[body], skin->positions[v]);
            // x - x is 0 for finite x only
            if (caperi_f4_mask(caperi_f4_eq(caperi_f4_sub(p, p), caperi_f4_zero())) != 15)
                continue;
            bounds[body].min = caperi_f4_min(p, bounds[body].min);
            bounds[body].max = caperi_f4_max(p, bounds[body].max);
            counts[body]++;
        }
    }
}

static bool measure_skins(caperi_draft *draft, size_t count, caper_bounds *bounds, int *counts,
                          caper_error *error)
{
    lanes *found =
        caperi_draft_alloc(draft, &draft->scratch, count, sizeof *found, _Alignof(lanes), error);
    if (!found)
        return false;
    for (size_t i = 0; i < count; i++) {
        found[i].min = caperi_f4_splat(INFINITY);
        found[i].max = caperi_f4_splat(-INFINITY);
    }
    gather_skins(draft, found, counts);
    for (size_t i = 0; i < count; i++) {
        float low[4], high[4];
        caperi_f4_storeu(low, found[i].min);
        caperi_f4_storeu(high, found[i].max);
        bounds[i].min = caper_vec3_make(low[0], low[1], low[2]);
        bounds[i].max = caper_vec3_make(high[0], high[1], high[2]);
    }
    return true;
}

// -- Soles ------------------------------------------------------------------------------------

// Bounds in the model of what a foot carries below a height.
static caper_bounds carried_below(const caperi_draft *draft, int body, float height)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int s = 0; s < draft->skin_count; s++) {
        const caper_skin *skin = &draft->skins[s];
        for (int v = 0; v < skin->vertex_count; v++) {
            caper_vec3 p = skin->positions[v];
            if (p.y <= height && caper_vec3_is_finite(p) && carrier_of(skin, v) == body)
                bounds = caper_bounds_add_point(bounds, p);
        }
    }
    return bounds;
}

// The corners of the lowest part of a foot, level, in its own frame.
static bool add_sole(caperi_draft *draft, int body, caper_transform model, caper_body_def *def,
                     caper_error *error)
{
    caper_bounds all = carried_below(draft, body, INFINITY);
    float height = all.max.y - all.min.y;
    caper_bounds low = carried_below(draft, body, all.min.y + SOLE * height);
    caper_vec3 *points =
        caperi_draft_alloc(draft, &draft->arena, 4, sizeof *points, _Alignof(caper_vec3), error);
    if (!points)
        return false;
    const float x[4] = {low.min.x, low.max.x, low.max.x, low.min.x};
    const float z[4] = {low.min.z, low.min.z, low.max.z, low.max.z};
    for (int k = 0; k < 4; k++)
        points[k] = caper_transform_unmul_point(model, caper_vec3_make(x[k], low.min.y, z[k]));
    def->contacts = points;
    def->contact_count = 4;
    return true;
}

static void box_from_bounds(caper_body_def *def, caper_bounds b, caper_vec3 least)
{
    def->box_center = caper_bounds_center(b);
    def->box_half = caper_vec3_max(caper_vec3_scale(caper_bounds_size(b), 0.5f), least);
}

// The largest extent of all joints at rest.
static float extent_of(const caper_skeleton *skeleton, const caper_transform *model)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < skeleton->body_count; i++)
        bounds = caper_bounds_add_point(bounds, model[i].position);
    caper_vec3 size = caper_bounds_size(bounds);
    return caper_max(caper_max(size.x, size.y), caper_max(size.z, 1e-3f));
}

bool caperi_boxes_make(caperi_draft *draft, const caper_skeleton *skeleton, int shift,
                       caper_body_def *defs, caper_error *error)
{
    size_t count = (size_t)skeleton->body_count;
    caper_transform *model = caperi_draft_alloc(draft, &draft->scratch, count, sizeof *model,
                                                _Alignof(caper_transform), error);
    caper_bounds *bounds = caperi_draft_alloc(draft, &draft->scratch, count, sizeof *bounds,
                                              _Alignof(caper_bounds), error);
    int *counts =
        caperi_draft_alloc(draft, &draft->scratch, count, sizeof *counts, _Alignof(int), error);
    if (!model || !bounds || !counts)
        return false;
    caper_pose rest = {(caper_transform *)skeleton->rest_local, NULL, skeleton->body_count, 0};
    caper_pose out = {model, NULL, skeleton->body_count, 0};
    caper_pose_to_model(skeleton, &rest, NULL, &out);
    float extent = extent_of(skeleton, model);
    if (!measure_skins(draft, count, bounds, counts, error))
        return false;

    caper_caps *caps = caperi_draft_alloc(draft, &draft->scratch, count, sizeof *caps,
                                          _Alignof(caper_caps), error);
    if (!caps)
        return false;
    for (size_t i = 0; i < count; i++)
        caps[i] = defs[i].caps;
    float lowest;
    if (!caperi_skeleton_boxes(skeleton, caps, defs, &draft->scratch, &lowest))
        return caper_error_set(error, CAPER_ERROR_MEMORY, draft->source, 0, 0,
                               "out of memory for boxes");

    // a body alone has no extent but that of its skin, which may be flat
    for (size_t i = 0; i < count; i++) {
        caper_vec3 size = counts[i] > 0 ? caper_bounds_size(bounds[i]) : caper_vec3_zero();
        extent = caper_max(extent, caper_max(size.x, caper_max(size.y, size.z)));
    }
    float least = caper_max(LEAST_SHARE * extent, LEAST_HALF);
    for (int i = 0; i < skeleton->body_count; i++) {
        int from = i - shift; // in the draft
        if (from >= 0 && draft->bodies[from].has_box) {
            defs[i].box_center = draft->bodies[from].box_center;
            defs[i].box_half = draft->bodies[from].box_half;
            defs[i].contact_count = 0;
        } else if (from >= 0 && counts[from] >= LEAST_VERTICES &&
                   !(defs[i].caps & CAPER_CAP_HELPER)) {
            box_from_bounds(&defs[i], bounds[from], caper_vec3_make(least, least, least));
            defs[i].contact_count = 0;
            if ((defs[i].caps & CAPER_CAP_FOOT) &&
                !add_sole(draft, from, model[i], &defs[i], error))
                return false;
        }
    }
    return true;
}
