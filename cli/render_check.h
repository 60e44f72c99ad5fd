// SPDX-License-Identifier: MIT
// The picture of a report of `caper check`.
#ifndef CAPER_CLI_RENDER_CHECK_H
#define CAPER_CLI_RENDER_CHECK_H

#include "caper/quality.h"

typedef struct check_picture {
    const char *name;
    const caper_report *report; // with curves
    const caper_character *character;
    const caper_clip *clip;
    const caper_world *world;
    const caper_skin *skins;
    int skin_count;
    bool limbs; // boxes were guessed
} check_picture;

// Draw it into a PNG file. False with an error.
bool check_draw(const check_picture *p, const char *path, caper_error *error);

#endif
