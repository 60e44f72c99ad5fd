// SPDX-License-Identifier: MIT
#include "gait/gait.h"

void caperi_legless_update(caperi_step *step)
{
    (void)step;
}
void caperi_legless_goals(const caper_walker *walker, const caper_walk_job *job)
{
    (void)walker;
    (void)job;
}
