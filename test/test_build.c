// SPDX-License-Identifier: MIT
//
// Smoke test of the build itself: the floating point rules every other test relies on, and the test
// helpers.
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// (1 + e)(1 - e) - 1 is 0 when the product is rounded first and -e*e when it is contracted into one
// FMA.
static void products_are_rounded_before_they_are_added(void)
{
    volatile float e = 0x1p-13f;
    float a = 1.0f + e, b = 1.0f - e;
    float r = a * b - 1.0f;
    CHECK(r == 0.0f);
}

static void floats_are_evaluated_as_floats(void)
{
    volatile float big = 16777216.0f; // 2^24: adding one is lost in float, kept in any wider format
    CHECK(big + 1.0f - big == 0.0f);
}

static void nan_and_infinity_are_kept(void)
{
    volatile float zero = 0.0f;
    float nan = zero / zero;
    CHECK(nan != nan);
    CHECK(isinf(1.0f / zero));
}

static void the_source_tree_is_found(void)
{
    FILE *f = fopen(test_source_path("CMakeLists.txt"), "r");
    REQUIRE(f != NULL);
    fclose(f);
    CHECK(strstr(test_data_path("x.json"), "/data/x.json") != NULL);
    CHECK(test_shared_path("no/such/file") == NULL);
}

TESTS(products_are_rounded_before_they_are_added, floats_are_evaluated_as_floats,
      nan_and_infinity_are_kept, the_source_tree_is_found)
