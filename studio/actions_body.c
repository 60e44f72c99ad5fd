// SPDX-License-Identifier: MIT
// The bodies themselves: edited while they move.
#include "studio.h"

const action actions_body[] = {{0}};
