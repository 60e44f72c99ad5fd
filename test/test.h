// SPDX-License-Identifier: MIT
//
// What a test file includes, and nothing else of cmocka. A test is a plain function named as a
// sentence; the file ends with the list of its tests, which also makes main():
//
//     static void a_straight_leg_reaches_its_foot(void)
//     {
//         REQUIRE(leg != NULL);                      // stops this test when false
//         CHECK_NEAR(length(leg), 0.88, 1e-6);       // notes the failure and goes on
//     }
//
//     TESTS(a_straight_leg_reaches_its_foot, ...)
//
// Run one program by hand to see more: `build/debug/test/test_base` runs all, `test_base reach`
// those whose name contains "reach", `test_base --list` names them. Checks may run on any thread;
// REQUIRE and SKIP belong to the main one.
#ifndef CAPER_TEST_H
#define CAPER_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "caper/base.h"

/// 1 under a sanitizer of gcc or clang, which makes oracles slow and looks for something else: the
/// same tests then take a sample of their cases.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif
#ifndef UNDER_SANITIZER
#define UNDER_SANITIZER 0
#endif

/// Of the bodies and files of a course each is taken, under a sanitizer every third. What a course
/// says of shares and sums of them all is asked where all are taken.
#define CASE_STEP (UNDER_SANITIZER ? 3 : 1)
#define CHECK_SHARE(good) CHECK(UNDER_SANITIZER || (good))

/// Names the tests of this file, each a `static void name(void)`, and defines main.
#define TESTS(...)                                                                                 \
    static void (*const test_functions[])(void) = {__VA_ARGS__};                                   \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return test_main(argc, argv, __FILE__, #__VA_ARGS__, test_functions,                       \
                         (int)(sizeof test_functions / sizeof test_functions[0]));                 \
    }

/// The condition holds; otherwise the test fails at its end.
#define CHECK(cond) test_check((cond), #cond, __FILE__, __LINE__)
/// |a - b| <= tolerance, in double; a NaN on either side fails.
#define CHECK_NEAR(a, b, tolerance)                                                                \
    test_check_near((double)(a), (double)(b), (double)(tolerance), #a, #b, __FILE__, __LINE__)
/// Two integers are equal.
#define CHECK_INT(a, b) test_check_int((long long)(a), (long long)(b), #a, #b, __FILE__, __LINE__)
/// Two strings are equal; NULL equals only NULL.
#define CHECK_STR(a, b) test_check_str((a), (b), #a, #b, __FILE__, __LINE__)
/// The string holds the part; for messages whose exact words are not the contract.
#define CHECK_HAS(text, part) test_check_has((text), (part), #text, __FILE__, __LINE__)
/// The condition holds; otherwise the test ends here, failed.
#define REQUIRE(cond) test_require((cond), #cond, __FILE__, __LINE__)
/// Tell bits that every build of the same sources must agree on: tools/test compares them between
/// compilers and instruction sets. No expected value: a change on purpose needs no edit.
#define TELL_BITS(name, hash) printf("BITS %s %016llx\n", (name), (unsigned long long)(hash))
/// Ends the test, counted as skipped; the reason is printed at the end of the run.
#define SKIP(why) test_skip(why, __FILE__, __LINE__)

/// Path of a file under data/ of the source tree. Valid until 16 more paths were asked for.
const char *test_data_path(const char *relative);
/// Path of any file of the source tree. Valid as above.
const char *test_source_path(const char *relative);
/// Path of a file of the optional data set ../shared/data (or $CAPER_SHARED_DATA); NULL when it is
/// not there.
const char *test_shared_path(const char *relative);

/// What went through a counting allocator. Zero-initialize; fail_at is the only field to set.
typedef struct test_memory {
    atomic_long alloc_count; ///< allocations asked for, refused ones included
    atomic_long free_count;  ///< frees
    atomic_long live_count;  ///< blocks held now
    atomic_long live_size;   ///< bytes held now
    atomic_long wrong_count; ///< frees whose size was not the one asked for
    long fail_at; ///< refuse the allocation of this number, from 1, and all after; 0 = none
} test_memory;

/// An allocator that counts in memory, which must outlive all it gave. Any thread may use it.
caper_allocator test_memory_allocator(test_memory *memory);
/// Everything was given back, with the right sizes.
#define CHECK_MEMORY_EMPTY(memory)                                                                 \
    do {                                                                                           \
        CHECK_INT((memory)->live_count, 0);                                                        \
        CHECK_INT((memory)->live_size, 0);                                                         \
        CHECK_INT((memory)->wrong_count, 0);                                                       \
    } while (0)

// The work behind the macros above.
int test_main(int argc, char **argv, const char *file, const char *names,
              void (*const functions[])(void), int count);
bool test_check(bool ok, const char *what, const char *file, int line);
bool test_check_near(double a, double b, double tolerance, const char *a_text, const char *b_text,
                     const char *file, int line);
bool test_check_int(long long a, long long b, const char *a_text, const char *b_text,
                    const char *file, int line);
bool test_check_str(const char *a, const char *b, const char *a_text, const char *b_text,
                    const char *file, int line);
bool test_check_has(const char *text, const char *part, const char *text_text, const char *file,
                    int line);
void test_require(bool ok, const char *what, const char *file, int line);
void test_skip(const char *why, const char *file, int line);

#endif
