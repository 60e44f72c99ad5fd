// SPDX-License-Identifier: MIT
//
// Tiles of the similarity map, for whoever looks at it piece by piece.
#ifndef CAPER_SRC_GRAPH_MAP_H
#define CAPER_SRC_GRAPH_MAP_H

#include "caper/graph.h"

/// Windows of a tile, down and across.
#define CAPERI_TILE_ROWS 64
#define CAPERI_TILE_COLUMNS 128
/// Bytes of scratch for a tile, 32-byte aligned.
#define CAPERI_TILE_SCRATCH (3 * 4 * 129 * 216)

/// Distances of `rows` x `columns` windows, at most a tile of them, into `out` with a row stride in
/// floats. The rectangle lies within the map.
void caperi_map_tile(const caper_cloud *cloud, void *scratch, int row, int rows, int column,
                     int columns, float *out, size_t stride);

#endif
