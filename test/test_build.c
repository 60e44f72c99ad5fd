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

static void the_counting_allocator_counts(void)
{
    test_memory memory = {.fail_at = 3};
    caper_allocator a = test_memory_allocator(&memory);
    for (size_t align = 1; align <= 4096; align *= 64) {
        memory.alloc_count = 0;
        char *first = a.alloc(a.user, 10, align);
        char *second = a.alloc(a.user, 20, align);
        REQUIRE(first != NULL && second != NULL);
        CHECK_INT((uintptr_t)first % align, 0);
        CHECK_INT((uintptr_t)second % align, 0);
        CHECK(a.alloc(a.user, 30, align) == NULL);
        CHECK_INT(memory.live_count, 2);
        CHECK_INT(memory.live_size, 30);
        memset(first, 1, 10);
        memset(second, 2, 20);
        a.free(a.user, first, 10);
        a.free(a.user, second, 20);
        CHECK_MEMORY_EMPTY(&memory);
    }
    memory.alloc_count = 0;
    void *third = a.alloc(a.user, 8, 8);
    a.free(a.user, third, 9);
    CHECK_INT(memory.wrong_count, 1);
}

TESTS(products_are_rounded_before_they_are_added, floats_are_evaluated_as_floats,
      nan_and_infinity_are_kept, the_source_tree_is_found, the_counting_allocator_counts)
