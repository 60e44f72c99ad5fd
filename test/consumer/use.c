// SPDX-License-Identifier: MIT
//
// A stranger's program: built against an installed Caper, in C.
#include <caper/base.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", CAPER_VERSION_MAJOR, CAPER_VERSION_MINOR,
             CAPER_VERSION_PATCH);
    printf("caper %s from C\n", caper_version());
    return strcmp(caper_version(), expected) == 0 ? 0 : 1;
}
