// SPDX-License-Identifier: MIT
//
// A stranger's program: built against an installed Caper, in C++.
#include <caper/base.h>

#include <cstdio>
#include <string>

int main()
{
    std::string expected = std::to_string(CAPER_VERSION_MAJOR) + "." +
                           std::to_string(CAPER_VERSION_MINOR) + "." +
                           std::to_string(CAPER_VERSION_PATCH);
    std::printf("caper %s from C++\n", caper_version());
    return expected == caper_version() ? 0 : 1;
}
