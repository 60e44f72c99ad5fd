// SPDX-License-Identifier: MIT
//
// A stranger's program: built against an installed Caper, in C++.
#include <caper/base.h>
#include <caper/ik.h>
#include <caper/vecmath.h>

#include <cstdio>
#include <string>

int main()
{
    std::string expected = std::to_string(CAPER_VERSION_MAJOR) + "." +
                           std::to_string(CAPER_VERSION_MINOR) + "." +
                           std::to_string(CAPER_VERSION_PATCH);
    // what the documents write in C
    caper_error error = {0};
    caper_goal goals[2] = {0};
    caper_vec3 up = {0, 1, 0}, forward = {0, 0, 1};
    caper_quat turn = caper_quat_from_axis_angle(up, 1.57079637f);
    caper_vec3 left = caper_quat_rotate(turn, forward);
    bool good = error.status == CAPER_OK && goals[1].body == 0 && left.x > 0.9999f &&
                expected == caper_version();
    std::printf("caper %s from C++: %s\n", caper_version(), good ? "good" : "bad");
    return good ? 0 : 1;
}
