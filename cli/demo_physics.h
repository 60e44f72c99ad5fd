// SPDX-License-Identifier: MIT
// The part of `caper demo` about physics.
#ifndef CAPER_CLI_DEMO_PHYSICS_H
#define CAPER_CLI_DEMO_PHYSICS_H

#include "caper/base.h"

// Write physics.png into a folder: one foot on a crate, by a hook and by the weak spring (paper
// 002, figure 2). Appends its part of the page. A build without physics or a renderer says so in
// the page instead. False with an error.
bool demo_physics(const char *folder, caper_text *page, caper_error *error);

#endif
