// SPDX-License-Identifier: MIT
//
// Boxes of solids. The extent of each kind along a direction is exact (its support function), so
// the box of a body touches its solids on all six sides. Invariant: caperi_solids_bounds with the
// turn of caperi_solids_turn is never larger than with the identity.
#include "formats/robot.h"

#define MAX_CANDIDATES 16 // solids whose frames are tried
#define WORTH_TURNING 0.8 // of the volume

double caperi_solid_volume(const caperi_solid *solid)
{
    const double pi = 3.14159265358979323846;
    double x = (double)solid->half.x, y = (double)solid->half.y, z = (double)solid->half.z;
    switch (solid->kind) {
    case CAPERI_SOLID_SPHERE:
        return 4.0 / 3.0 * pi * x * x * x;
    case CAPERI_SOLID_BOX:
        return 8.0 * x * y * z;
    case CAPERI_SOLID_CAPSULE:
        return pi * x * x * (2.0 * z + 4.0 / 3.0 * x);
    case CAPERI_SOLID_CYLINDER:
        return 2.0 * pi * x * x * z;
    case CAPERI_SOLID_ELLIPSOID:
        return 4.0 / 3.0 * pi * x * y * z;
    }
    return 0.0;
}

// Half of the extent along a unit direction, given in the solid's own frame.
static float extent(const caperi_solid *solid, caper_vec3 d)
{
    caper_vec3 h = solid->half;
    float across = sqrtf(caper_max(0.0f, 1.0f - d.z * d.z));
    switch (solid->kind) {
    case CAPERI_SOLID_SPHERE:
        return h.x;
    case CAPERI_SOLID_BOX:
        return caper_vec3_dot(caper_vec3_abs(d), h);
    case CAPERI_SOLID_CAPSULE:
        return fabsf(d.z) * h.z + h.x;
    case CAPERI_SOLID_CYLINDER:
        return fabsf(d.z) * h.z + across * h.x;
    case CAPERI_SOLID_ELLIPSOID:
        return caper_vec3_length(caper_vec3_mul(d, h));
    }
    return 0.0f;
}

static caper_bounds solid_bounds(const caperi_solid *solid, caper_quat turn)
{
    caper_vec3 center = caper_quat_unrotate(turn, solid->frame.position);
    // the axes of the turned frame, seen from the solid
    caper_quat seen = caper_quat_mul(caper_quat_conj(solid->frame.rotation), turn);
    caper_mat3 axes = caper_quat_to_mat3(seen);
    caper_vec3 half =
        caper_vec3_make(extent(solid, axes.x), extent(solid, axes.y), extent(solid, axes.z));
    caper_bounds bounds = {caper_vec3_sub(center, half), caper_vec3_add(center, half)};
    return bounds;
}

caper_bounds caperi_solids_bounds(const caperi_solid *solids, int count, caper_quat turn)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < count; i++)
        bounds = caper_bounds_union(bounds, solid_bounds(&solids[i], turn));
    return bounds;
}

static double bounds_volume(caper_bounds bounds)
{
    caper_vec3 size = caper_bounds_size(bounds);
    return (double)size.x * (double)size.y * (double)size.z;
}

static float component(caper_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// The same axes in another order and sense, each as near to an axis of the identity as can be.
static caper_quat nearest_quarter(caper_quat q)
{
    caper_mat3 m = caper_quat_to_mat3(q);
    const caper_vec3 given[3] = {m.x, m.y, m.z};
    caper_vec3 axes[3] = {m.x, m.y, m.z};
    int used = -1, filled = -1, last = -1;
    for (int round = 0; round < 2; round++) {
        float most = -1.0f;
        int from = 0, to = 0;
        for (int i = 0; i < 9; i++) {
            float size = fabsf(component(given[i / 3], i % 3));
            if (i / 3 != used && i % 3 != filled && size > most + 1e-6f) {
                most = size;
                from = i / 3;
                to = i % 3;
            }
        }
        bool flip = component(given[from], to) < 0.0f;
        axes[to] = flip ? caper_vec3_neg(given[from]) : given[from];
        used = from;
        last = filled;
        filled = to;
    }
    int third = 3 - filled - last;
    axes[third] = caper_vec3_cross(axes[(third + 1) % 3], axes[(third + 2) % 3]);
    caper_mat3 nearest = {axes[0], axes[1], axes[2]};
    return caper_quat_toward(caper_quat_from_mat3(nearest), caper_quat_identity());
}

caper_quat caperi_solids_turn(const caperi_solid *solids, int count)
{
    caper_quat best = caper_quat_identity();
    double least = WORTH_TURNING * bounds_volume(caperi_solids_bounds(solids, count, best));
    for (int i = 0; i < count && i < MAX_CANDIDATES; i++) {
        double volume =
            bounds_volume(caperi_solids_bounds(solids, count, solids[i].frame.rotation));
        if (volume < least) {
            least = volume;
            best = nearest_quarter(solids[i].frame.rotation);
        }
    }
    return best;
}
