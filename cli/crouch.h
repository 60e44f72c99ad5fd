// SPDX-License-Identifier: MIT
// The demo's motion: a body that goes down and comes up again while its feet stay where they are.
#ifndef CAPER_CLI_CROUCH_H
#define CAPER_CLI_CROUCH_H

#include "caper/clip.h"

// A crouch of one second for any character with legs, `depth` (a share of the shortest leg) deep:
// `planted` keeps the feet by the analytic limb, otherwise the body just sinks. NULL when it has no
// leg that can bend, or on failure.
caper_clip *crouch_make(const caper_character *character, float depth, bool planted,
                        caper_error *error);

#endif
