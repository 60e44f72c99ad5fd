// SPDX-License-Identifier: MIT
//
// Skins made of the bodies of a character, for files whose readers draw nothing else.
#ifndef CAPER_SRC_FORMATS_BODY_SKIN_H
#define CAPER_SRC_FORMATS_BODY_SKIN_H

#include "caper/formats.h"

#define CAPERI_BODY_SKINS (CAPER_CAP_COUNT + 1) // the most that there are

/// A skin for each color of capabilities among the bodies, named after the capability; without
/// matrices, bound at rest. Memory from the arena. False without memory.
bool caperi_body_skins(const caper_character *character, caper_arena *arena, caper_skin *skins,
                       int *skin_count);

#endif
