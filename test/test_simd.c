// SPDX-License-Identifier: MIT
//
// The SIMD lanes of this build, whichever they are.
#include "math/simd.h"
#include "test.h"

#include <string.h>

static void the_expected_lanes_are_compiled(void)
{
#if defined(CAPER_SIMD_SCALAR)
    CHECK_STR(CAPERI_SIMD_NAME, "scalar");
#elif defined(__AVX2__)
    CHECK_STR(CAPERI_SIMD_NAME, "avx2");
#elif defined(__SSE2__)
    CHECK_STR(CAPERI_SIMD_NAME, "sse2");
#elif defined(__aarch64__)
    CHECK_STR(CAPERI_SIMD_NAME, "neon");
#endif
}

#include "simd_cases.h"
