// SPDX-License-Identifier: MIT
//
// The painter's order of boxes. Of two boxes that overlap on the picture the one behind is found by
// a plane between them: among the 15 directions that can separate two boxes, the one with the
// largest gap (for boxes that meet at a joint: the least overlap) is the normal, and the box on its
// far side is painted first. Whole boxes stay whole, so pictures are small and edges clean. Cycles,
// which only tangled boxes have, are broken at the box whose center is farthest.
#include "sheet.h"

#include <stdlib.h>

// Pixels: gaps this close are equal, and faces are then preferred to edges.
#define SAME_GAP 0.02f

static float reach(const sheet_block *b, caper_vec3 direction)
{
    float r = 0.0f;
    for (int k = 0; k < 3; k++)
        r += b->half[k] * fabsf(caper_vec3_dot(b->axes[k], direction));
    return r;
}

// Do the pictures of two boxes overlap? Both are hexagons; the sides of a hexagon are pictures of
// the axes, so their normals suffice.
static bool pictures_overlap(const sheet_block *a, const sheet_block *b)
{
    caper_vec3 between = caper_vec3_sub(b->center, a->center);
    for (int k = 0; k < 6; k++) {
        caper_vec3 axis = k < 3 ? a->axes[k] : b->axes[k - 3];
        caper_vec3 normal = caper_vec3_make(-axis.y, axis.x, 0.0f);
        if (caper_vec3_length(normal) < 1e-4f)
            continue; // seen end on
        normal = caper_vec3_normalize(normal);
        float gap = fabsf(caper_vec3_dot(between, normal)) - reach(a, normal) - reach(b, normal);
        if (gap > -SAME_GAP)
            return false;
    }
    return true;
}

// The direction from a to b in which they are farthest apart, or overlap least.
static caper_vec3 direction_between(const sheet_block *a, const sheet_block *b)
{
    caper_vec3 candidates[15], best = caper_vec3_make(0.0f, 0.0f, 1.0f);
    int count = 0;
    for (int k = 0; k < 3; k++) {
        candidates[count++] = a->axes[k];
        candidates[count++] = b->axes[k];
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            caper_vec3 edge = caper_vec3_cross(a->axes[i], b->axes[k]);
            if (caper_vec3_length(edge) > 0.05f)
                candidates[count++] = caper_vec3_normalize(edge);
        }
    }
    caper_vec3 between = caper_vec3_sub(b->center, a->center);
    float best_gap = -INFINITY;
    for (int i = 0; i < count; i++) {
        float along = caper_vec3_dot(between, candidates[i]);
        float gap = fabsf(along) - reach(a, candidates[i]) - reach(b, candidates[i]);
        if (gap > best_gap + SAME_GAP) {
            best_gap = gap;
            best = along < 0.0f ? caper_vec3_neg(candidates[i]) : candidates[i];
        }
    }
    return best;
}

// 1 when b is in front of a, -1 when behind, 0 when it does not matter.
static int compare_depth(const sheet_block *a, const sheet_block *b)
{
    if (!pictures_overlap(a, b))
        return 0;
    float z = direction_between(a, b).z;
    return z > 1e-4f ? 1 : z < -1e-4f ? -1 : 0;
}

bool sheet_order(const sheet_block *blocks, int count, int *order)
{
    size_t n = (size_t)(count > 0 ? count : 1);
    // behind[i * n + k]: i has to be painted before k
    unsigned char *behind = calloc(n * n, 1);
    int *waiting = calloc(n, sizeof(int)); // for how many others; -1 when painted
    bool good = behind && waiting;
    for (int i = 0; good && i < count; i++) {
        for (int k = i + 1; k < count; k++) {
            int depth = compare_depth(&blocks[i], &blocks[k]);
            if (depth == 0)
                continue;
            int first = depth > 0 ? i : k, second = depth > 0 ? k : i;
            behind[(size_t)first * n + (size_t)second] = 1;
            waiting[second]++;
        }
    }
    for (int step = 0; good && step < count; step++) {
        int next = -1;
        for (int i = 0; i < count; i++) {
            if (waiting[i] < 0)
                continue;
            // those that wait for nobody first, then the farthest
            bool better = next < 0 || ((waiting[i] == 0) != (waiting[next] == 0)
                                           ? waiting[i] == 0
                                           : blocks[i].center.z < blocks[next].center.z);
            if (better)
                next = i;
        }
        order[step] = next;
        waiting[next] = -1;
        for (int k = 0; k < count; k++)
            if (behind[(size_t)next * n + (size_t)k] && waiting[k] > 0)
                waiting[k]--;
    }
    free(waiting);
    free(behind);
    return good;
}
