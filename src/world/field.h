// SPDX-License-Identifier: MIT
//
// What the two files about height fields share: cells, and the way down the pyramid.
#ifndef CAPER_SRC_WORLD_FIELD_H
#define CAPER_SRC_WORLD_FIELD_H

#include "world/world.h"

/// The heights at the corners of a cell: hXZ.
typedef struct caperi_cell {
    float h00, h10, h01, h11;
} caperi_cell;

static inline caperi_cell caperi_field_cell(const caper_world_field *field, int cx, int cz)
{
    const float *row = field->heights + (size_t)cz * (size_t)field->columns + (size_t)cx;
    caperi_cell cell = {row[0], row[1], row[field->columns], row[field->columns + 1]};
    return cell;
}

/// World position of a column or row of samples.
static inline float caperi_field_x(const caper_world_field *field, int column)
{
    return field->x + (float)column * field->spacing;
}
static inline float caperi_field_z(const caper_world_field *field, int row)
{
    return field->z + (float)row * field->spacing;
}

/// Unit normal of one of the two triangles; `lower` is the one at (1,0).
static inline caper_vec3 caperi_cell_normal(const caperi_cell *cell, bool lower, float spacing)
{
    float x = lower ? cell->h00 - cell->h10 : cell->h01 - cell->h11;
    float z = lower ? cell->h10 - cell->h11 : cell->h00 - cell->h01;
    return caper_vec3_normalize(caper_vec3_make(x, spacing, z));
}

/// A block of the pyramid.
typedef struct caperi_block_id {
    int level, x, z;
} caperi_block_id;

/// Each step down replaces a block by four.
#define CAPERI_FIELD_STACK (3 * CAPERI_FIELD_LEVELS + 4)

/// The blocks of the lowest level at which at most four cover the cells from x0 to x1 and z0 to z1
/// (in any order): the search starts there, whatever the size of the field. Child 3 ^ flip comes
/// first in the list, so that popping from the end meets child `flip` first.
int caperi_pyramid_start(const caperi_pyramid *pyramid, float x0, float x1, float z0, float z1,
                         int flip, caperi_block_id *out);
/// The blocks below one, in the same order.
int caperi_pyramid_children(const caperi_pyramid *pyramid, caperi_block_id id, int flip,
                            caperi_block_id *out);

/// Where a segment is farthest below the surface, measured vertically; false when it never is.
bool caperi_field_deepest(const caper_world_field *field, const caperi_pyramid *pyramid,
                          caper_vec3 a, caper_vec3 b, float *t, int *visits);

#endif
