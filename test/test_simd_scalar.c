// SPDX-License-Identifier: MIT
//
// The plain C twin of the SIMD lanes, in every build.
#ifndef CAPER_SIMD_SCALAR
#define CAPER_SIMD_SCALAR 1
#endif
#include "math/simd.h"
#include "test.h"

static void the_expected_lanes_are_compiled(void)
{
    CHECK_STR(CAPERI_SIMD_NAME, "scalar");
}

#include "simd_cases.h"
