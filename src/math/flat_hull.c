// SPDX-License-Identifier: MIT
#include "math/flat_hull.h"

#include <stdbool.h>
#include <stdlib.h>

static int compare(const void *pa, const void *pb)
{
    const caperi_flat *a = pa, *b = pb;
    return a->x != b->x ? (a->x < b->x ? -1 : 1) : (a->z > b->z) - (a->z < b->z);
}

static float cross(caperi_flat o, caperi_flat a, caperi_flat b)
{
    return (a.x - o.x) * (b.z - o.z) - (a.z - o.z) * (b.x - o.x);
}

static float nearest_on(caperi_flat p, caperi_flat a, caperi_flat b, caperi_flat *at)
{
    float x = b.x - a.x, z = b.z - a.z, length = x * x + z * z;
    float t = length > 0 ? ((p.x - a.x) * x + (p.z - a.z) * z) / length : 0;
    t = fminf(fmaxf(t, 0.0f), 1.0f);
    *at = (caperi_flat){a.x + t * x, a.z + t * z};
    float dx = at->x - p.x, dz = at->z - p.z;
    return sqrtf(dx * dx + dz * dz);
}

float caperi_flat_outside(caperi_flat *points, int count, caperi_flat p, caperi_flat *nearest)
{
    caperi_flat hull[2 * CAPERI_MOST_FLAT + 2], best = points[0];
    int size = 0;
    qsort(points, (size_t)count, sizeof *points, compare);
    for (int pass = 0; pass < 2; pass++) {
        int start = size;
        for (int k = 0; k < count; k++) {
            caperi_flat q = points[pass ? count - 1 - k : k];
            while (size >= start + 2 && cross(hull[size - 2], hull[size - 1], q) <= 0) {
                size--;
            }
            hull[size++] = q;
        }
        size--;
    }
    if (size < 1) { // all points are one
        hull[0] = points[0];
        size = 1;
    }
    bool inside = size >= 3;
    float least = INFINITY;
    for (int k = 0; k < size; k++) {
        caperi_flat a = hull[k], b = hull[(k + 1) % size], at;
        inside = inside && cross(a, b, p) >= 0;
        float far = nearest_on(p, a, b, &at);
        best = far < least ? at : best;
        least = fminf(least, far);
    }
    if (nearest) {
        *nearest = inside ? p : best;
    }
    return inside ? 0.0f : least;
}
