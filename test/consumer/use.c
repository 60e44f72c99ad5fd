// SPDX-License-Identifier: MIT
//
// A stranger's program: built against an installed Caper, in C.
#include <caper/base.h>
#include <caper/formats.h>
#include <caper/vecmath.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", CAPER_VERSION_MAJOR, CAPER_VERSION_MINOR,
             CAPER_VERSION_PATCH);
    // A quarter turn about Y takes forward (+Z) to the left (+X): one inline and one linked
    // function.
    caper_vec3 up = {0, 1, 0}, forward = {0, 0, 1};
    caper_quat turn = caper_quat_from_axis_angle(up, 1.57079637f);
    caper_vec3 left = caper_quat_rotate(turn, forward);
    bool good = left.x > 0.9999f && strcmp(caper_version(), expected) == 0;
    // Through the importers too, so that what they need in turn is linked.
    caper_error error = {0};
    caper_import *nothing = caper_import_parse("<robot/>", 8, NULL, NULL, &error);
    good = good && !nothing && error.status != CAPER_OK;
    printf("caper %s from C: %s\n", caper_version(), good ? "good" : "bad");
    return good ? 0 : 1;
}
