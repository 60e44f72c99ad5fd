// SPDX-License-Identifier: MIT
// Live panels: what moves the cast instead of the motion.
#include "studio.h"

const action actions_live[] = {{0}};
