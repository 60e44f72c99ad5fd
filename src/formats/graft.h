// SPDX-License-Identifier: MIT
//
// Bodies that a file hangs on the root and moves along with a limb (graft.c).
#ifndef CAPER_SRC_FORMATS_GRAFT_H
#define CAPER_SRC_FORMATS_GRAFT_H

#include "formats/formats.h"

/// How the bodies of a draft were put in another order.
typedef struct caperi_grafting {
    int *place;   // new index of a body, by its old one; NULL: nothing has changed
    int *deforms; // the same for deforms
} caperi_grafting;

/// Find bodies that belong to a limb although they hang elsewhere, and hang them there: rest pose,
/// clips, skins and order of the draft. False with an error.
bool caperi_draft_graft(caperi_draft *draft, caperi_grafting *made, caper_error *error);

#endif
