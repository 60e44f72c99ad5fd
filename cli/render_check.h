// SPDX-License-Identifier: MIT
// The picture of a report of `caper check`.
#ifndef CAPER_CLI_RENDER_CHECK_H
#define CAPER_CLI_RENDER_CHECK_H

#include "cli.h"

#include "caper/quality.h"

typedef struct check_picture {
    const char *name;
    const caper_report *report; // with curves
    const cli_asset *who;       // whose character it was judged on
    const caper_clip *clip;
    const caper_world *world;
} check_picture;

// Draw it into a PNG file; refused where the build has no renderer. False with an error.
bool check_draw(const check_picture *p, const char *path, caper_error *error);

#endif
