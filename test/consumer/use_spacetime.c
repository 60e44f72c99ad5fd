// SPDX-License-Identifier: MIT
//
// Room spacetime from outside: a job without a character is refused in words.
#include <caper/spacetime.h>
#include <stdio.h>

int main(void)
{
    caper_error error = {0};
    caper_spacetime_job job = caper_spacetime_job_default();
    caper_spacetime_solution *solution = caper_spacetime_solve(&job, NULL, &error);
    printf("spacetime: %s\n", error.message);
    return !solution && error.status == CAPER_ERROR_INVALID ? 0 : 1;
}
