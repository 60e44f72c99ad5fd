// SPDX-License-Identifier: MIT
// The part of `caper demo` about puppets.
#ifndef CAPER_CLI_DEMO_PUPPET_H
#define CAPER_CLI_DEMO_PUPPET_H

#include "caper/base.h"
#include "caper/character.h"

// Write puppet.svg into a folder: a performer who walks and pounds the ground, and two puppets by
// joint angles only, by hands and feet only, and by importance (paper 001, Figures 13 and 14). The
// performer's walk stays there too, as a clip.
bool demo_puppet(const char *folder, const caper_character *performer,
                 const caper_character *const puppets[2], caper_error *error);

#endif
