// SPDX-License-Identifier: MIT
// Contact sheets: characters side by side as SVG, each in a cell of its own, drawn from their
// boxes. Needs no window, no library and no fonts but the viewer's; the same input gives the same
// bytes.
#ifndef CAPER_SHEET_H
#define CAPER_SHEET_H

#include "caper/base.h"
#include "caper/character.h"

// What one cell shows.
typedef struct sheet_cell {
    const caper_character *character;
    const caper_pose *model; // in model space; NULL: at rest
    const char *label;       // below the picture; NULL: the character's name
} sheet_cell;

typedef struct sheet_options {
    int columns;
    float cell_width, cell_height; // pixels
    float yaw;   // radians; where the viewer stands: 0 in front, positive toward the left side (+X)
    float pitch; // radians above the horizon
    const char *title; // NULL: none
    bool legend;       // which color is which capability
    bool grid;         // lines on the ground
    bool scale_bar;
    bool floor; // for a pitch of 0: the ground is a line, and what is below shows through it
    const char *const *row_labels; // left of each row, lines parted by '\n'; NULL: none
} sheet_options;

// Six columns of 240 x 240 pixels, seen from the front left and a little above.
sheet_options sheet_options_default(void);

// Append an SVG document to `out`. Every cell is scaled to fit; cells of one character share a
// scale and a place, so that a row of poses reads as a strip. False when memory ran out, `out`
// included.
bool sheet_draw(const sheet_cell *cells, int count, const sheet_options *options, caper_text *out);

// --- for those who draw something else ---------------------------------------------------------

// A box in view coordinates: x right, y up, z toward the viewer, in pixels.
typedef struct sheet_block {
    caper_vec3 center;
    caper_vec3 axes[3]; // unit
    float half[3];
    caper_caps caps;
    bool plain; // no cap of its own: shown in its parent's color, darker
} sheet_block;

// The painter's order of blocks, farthest first. False when memory ran out.
bool sheet_order(const sheet_block *blocks, int count, int *order);

#endif
