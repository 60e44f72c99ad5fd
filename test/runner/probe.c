// SPDX-License-Identifier: MIT
//
// One test of each outcome, so that run.sh can see that the runner of test.h tells them apart.
#include "test.h"

static void passes(void)
{
    CHECK(true);
    CHECK_NEAR(1.0, 1.0 + 1e-9, 1e-6);
    CHECK_INT(3, 3);
    CHECK_STR("a", "a");
    CHECK_HAS("a sentence", "sent");
    REQUIRE(true);
}

static void fails_softly(void)
{
    CHECK(false);
    CHECK_NEAR(1.0, 2.0, 0.5);
    CHECK_NEAR(0.0 / 0.0, 0.0, 1e9);
    CHECK_INT(1, 2);
    CHECK_STR("a", "b");
    CHECK_HAS("a", "b");
}

static void fails_at_once(void)
{
    REQUIRE(1 == 2);
    CHECK_STR("not", "reached");
}

static void fails_though_it_skips(void)
{
    CHECK(false);
    SKIP("too late");
}

static void is_skipped(void)
{
    SKIP("nothing to do here");
}

TESTS(passes, fails_softly, fails_at_once, fails_though_it_skips, is_skipped)
