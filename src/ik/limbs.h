// SPDX-License-Identifier: MIT
//
// Inside the limb phase: how the particles of one limb meet their length constraints. Both
// functions start from nodes that are carried by the spine, pinned where their place is known.
#ifndef CAPER_SRC_IK_LIMBS_H
#define CAPER_SRC_IK_LIMBS_H

#include "ik/solver.h"

/// How much of the turn about its line that a foot asks for a leg takes as swivel; the joint of the
/// foot takes the rest.
#define CAPERI_SWIVEL_FOOT 0.5f

/// A limb without branches: stretches of free nodes between pinned ones, each solved by itself.
void caperi_limb_solve_chains(caperi_solve *solve, const caperi_limb *limb);
/// A limb with branches: aimed from the spine outward, then swept from the leaves inward.
void caperi_limb_solve_tree(caperi_solve *solve, const caperi_limb *limb);

/// Lay the shape of a leg whose goal is nearer to its hip than at rest out folded.
void caperi_limb_fold(caperi_solve *solve, const caperi_limb *limb);

#endif
