// SPDX-License-Identifier: MIT
//
// Errors, warnings, allocators, the arena, blocks, random numbers, hashing and hooks.
#include "test.h"

#include "base/block.h"
#include "base/try.h"
#include "base/utf8.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifdef UNDER_ASAN
int __asan_address_is_poisoned(const volatile void *address); // of the sanitizer's runtime
#endif

// -- Errors ---------------------------------------------------------------------------------------

static void the_version_matches_the_macros(void)
{
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", CAPER_VERSION_MAJOR, CAPER_VERSION_MINOR,
             CAPER_VERSION_PATCH);
    CHECK_STR(caper_version(), expected);
}

static void an_error_reads_as_one_line(void)
{
    caper_error error;
    char text[320];
    CHECK(!caper_error_set(&error, CAPER_ERROR_SYNTAX, "a.json", 3, 7, "found %d", 5));
    CHECK_INT(error.status, CAPER_ERROR_SYNTAX);
    CHECK_STR(caper_error_text(&error, text, sizeof text), "a.json:3:7: found 5");
    caper_error_set(&error, CAPER_ERROR_IO, NULL, 3, 0, "x");
    CHECK_STR(caper_error_text(&error, text, sizeof text), "memory:3: x");
    caper_error_set(&error, CAPER_ERROR_IO, "f", 0, 0, "x");
    CHECK_STR(caper_error_text(&error, text, sizeof text), "f: x");
    CHECK_STR(caper_error_text(&error, text, 3), "f:");
    CHECK_STR(caper_error_text(&error, text, 1), "");
    CHECK(!caper_error_set(NULL, CAPER_ERROR_IO, "f", 1, 1, "nobody listens"));
}

static void an_error_may_be_made_from_itself(void)
{
    caper_error error;
    caper_error_set(&error, CAPER_ERROR_IO, "inner.json", 4, 2, "bad mass");
    caper_error_set(&error, CAPER_ERROR_INVALID, error.source, error.line, error.column,
                    "character: %s", error.message);
    CHECK_STR(error.source, "inner.json");
    CHECK_STR(error.message, "character: bad mass");
}

static void a_long_source_keeps_its_tail(void)
{
    caper_error error;
    char path[301];
    memset(path, 'd', 300);
    memcpy(path + 300 - 14, "/of/motion.bvh", 15);
    caper_error_set(&error, CAPER_ERROR_IO, path, 1, 1, "x");
    CHECK_INT(strlen(error.source), sizeof error.source - 1);
    CHECK(strncmp(error.source, "...d", 4) == 0);
    CHECK_HAS(error.source, "/of/motion.bvh");

    path[95] = '\0'; // the longest that fits
    caper_error_set(&error, CAPER_ERROR_IO, path, 1, 1, "x");
    CHECK_STR(error.source, path);
}

// Every stored text is UTF-8 without control bytes.
static bool is_clean(const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size;) {
        int length = caperi_utf8_length(text + i, size - i);
        if (length == 0 || (unsigned char)text[i] < 0x20 || text[i] == 0x7F)
            return false;
        i += (size_t)length;
    }
    return true;
}

static void no_bytes_make_an_error_unprintable(void)
{
    caper_rng rng = caper_rng_make(3);
    for (int round = 0; round < 2000; round++) {
        // mostly multi-byte letters, so that cuts fall inside them
        char bytes[260];
        int size = caper_rng_int(&rng, 0, 258);
        for (int i = 0; i < size; i++) {
            bool letter = caper_rng_bool(&rng, 0.7f);
            const char *from = i % 3 == 0 ? "\xE2" : "\x82";
            bytes[i] = letter ? from[0] : (char)caper_rng_int(&rng, 1, 255);
        }
        bytes[size] = '\0';
        caper_error error;
        caper_error_set(&error, CAPER_ERROR_IO, bytes, 1, 1, "%s", bytes);
        char text[100];
        CHECK(is_clean(error.message) && is_clean(error.source));
        CHECK(is_clean(caper_error_text(&error, text, (size_t)caper_rng_int(&rng, 1, 100))));
    }
    caper_error error;
    caper_error_set(&error, CAPER_ERROR_IO, "a\nb", 1, 1, "tab\there \x1b[31m \xC2\x9B \xFF");
    CHECK_STR(error.message, "tab\\x09here \\x1B[31m \\xC2\\x9B \\xFF");
    CHECK_STR(error.source, "a\\x0Ab");
}

static void every_status_has_a_name(void)
{
    for (int i = 0; i < CAPER_STATUS_COUNT; i++) {
        CHECK(strcmp(caper_status_name((caper_status)i), "unknown") != 0);
        for (int j = 0; j < i; j++)
            CHECK(strcmp(caper_status_name((caper_status)i), caper_status_name((caper_status)j)));
    }
    CHECK_STR(caper_status_name(CAPER_STATUS_COUNT), "unknown");
}

static bool try_positive(int value, caper_error *error)
{
    CAPER_TRY(value > 0, error, CAPER_ERROR_INVALID, "t", 1, 2, "%d is not positive", value);
    return true;
}

static bool pass_on(int value, caper_error *error)
{
    CAPER_PASS(try_positive(value, error));
    return true;
}

static void try_records_and_returns(void)
{
    caper_error error = {0};
    CHECK(pass_on(1, &error) && error.status == CAPER_OK);
    CHECK(!pass_on(-1, &error) && error.status == CAPER_ERROR_INVALID);
    CHECK_STR(error.message, "-1 is not positive");
}

static void warnings_are_kept_up_to_their_limit(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_warnings warnings;
    caper_warnings_init(&warnings, &allocator, 10);
    for (int i = 0; i < 25; i++)
        caper_warnings_add(&warnings, CAPER_ERROR_UNSUPPORTED, "s", i + 1, 1, "note %d", i);
    CHECK_INT(warnings.count, 10);
    CHECK_INT(warnings.dropped, 15);
    CHECK_STR(warnings.items[9].message, "note 9");
    CHECK_INT(warnings.items[9].line, 10);
    caper_warnings_free(&warnings);
    CHECK_MEMORY_EMPTY(&memory);

    caper_warnings zeroed = {0};
    for (int i = 0; i < 100; i++)
        caper_warnings_add(&zeroed, CAPER_ERROR_INVALID, NULL, 0, 0, "x");
    CHECK_INT(zeroed.count, 64);
    CHECK_INT(zeroed.dropped, 36);
    caper_warnings_free(&zeroed);
    caper_warnings_add(NULL, CAPER_ERROR_INVALID, NULL, 0, 0, "lost");

    memory = (test_memory){.fail_at = 2};
    caper_warnings_init(&warnings, &allocator, 0);
    for (int i = 0; i < 6; i++)
        caper_warnings_add(&warnings, CAPER_ERROR_INVALID, NULL, 0, 0, "x");
    CHECK_INT(warnings.count, 4);
    CHECK_INT(warnings.dropped, 2);
    caper_warnings_free(&warnings);
    CHECK_MEMORY_EMPTY(&memory);
}

// -- Memory ---------------------------------------------------------------------------------------

static void allocations_are_aligned_and_zeroed(void)
{
    for (size_t align = 1; align <= 4096; align *= 2) {
        for (size_t size = 0; size < 200; size += 33) {
            unsigned char *ptr = caper_alloc_zero(NULL, size, align);
            REQUIRE(ptr != NULL);
            CHECK_INT((uintptr_t)ptr % align, 0);
            for (size_t i = 0; i < size; i++)
                CHECK(ptr[i] == 0);
            caper_free(NULL, ptr, size);
        }
    }
    caper_free(NULL, NULL, 10);
    CHECK(caper_alloc(NULL, SIZE_MAX - 8, 64) == NULL);
}

static void the_default_allocator_can_be_replaced(void)
{
    test_memory memory = {0};
    caper_allocator counting = test_memory_allocator(&memory);
    caper_set_default_allocator(&counting);
    CHECK(caper_allocator_default().user == counting.user);
    void *ptr = caper_alloc(NULL, 10, 8);
    CHECK_INT(memory.live_size, 10);
    caper_free(NULL, ptr, 10);
    caper_set_default_allocator(NULL);
    CHECK(caper_allocator_default().user == NULL);
    CHECK_MEMORY_EMPTY(&memory);
}

static void arena_blocks_are_aligned_and_apart(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_arena arena;
    caper_arena_init(&arena, &allocator, 256);
    enum {
        COUNT = 400
    };
    unsigned char *blocks[COUNT];
    size_t sizes[COUNT];
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < COUNT; i++) {
        size_t align = (size_t)1 << caper_rng_int(&rng, 0, 8);
        sizes[i] = (size_t)caper_rng_int(&rng, 0, caper_rng_bool(&rng, 0.05f) ? 5000 : 60);
        blocks[i] = caper_arena_alloc(&arena, sizes[i], align);
        REQUIRE(blocks[i] != NULL);
        CHECK_INT((uintptr_t)blocks[i] % align, 0);
        memset(blocks[i], i & 255, sizes[i]);
    }
    // had two blocks shared a byte, the later one would show
    for (int i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < sizes[i]; k++)
            CHECK(blocks[i][k] == (i & 255));
    }
    CHECK(caper_arena_alloc(&arena, SIZE_MAX - 20, 8) == NULL);
    CHECK(caper_arena_alloc_zero(&arena, SIZE_MAX / 2, 4, 8) == NULL);
    int *zeros = caper_arena_alloc_zero(&arena, 100, sizeof(int), _Alignof(int));
    for (int i = 0; i < 100; i++)
        CHECK_INT(zeros[i], 0);
    caper_arena_destroy(&arena);
    CHECK_MEMORY_EMPTY(&memory);
}

static void an_arena_stops_allocating_after_its_largest_round(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_arena arena;
    caper_arena_init(&arena, &allocator, 128);
    long after_first = 0;
    for (int round = 0; round < 50; round++) {
        // the same blocks in another order each time: reuse must not depend on the order
        caper_arena_mark_point outer = caper_arena_mark(&arena);
        for (int i = 0; i < 8; i++) {
            CHECK(caper_arena_alloc(&arena, 100u + 600u * (unsigned)((i + round) % 8 == 0), 8));
            caper_arena_mark_point inner = caper_arena_mark(&arena);
            CHECK(caper_arena_alloc(&arena, 300, 8));
            caper_arena_release(&arena, inner);
        }
        caper_arena_release(&arena, outer);
        if (round == 7)
            after_first = memory.alloc_count;
    }
    CHECK_INT(memory.alloc_count, after_first);
    caper_arena_reset(&arena);
    CHECK_INT(memory.alloc_count, after_first);
    caper_arena_destroy(&arena);
    CHECK_MEMORY_EMPTY(&memory);
}

static void released_memory_comes_again(void)
{
    caper_arena arena;
    caper_arena_init(&arena, NULL, 0);
    caper_arena_mark_point empty = caper_arena_mark(&arena);
    char *first = caper_arena_alloc(&arena, 40, 8);
    caper_arena_mark_point mark = caper_arena_mark(&arena);
    char *second = caper_arena_alloc(&arena, 40, 8);
    caper_arena_release(&arena, mark);
#ifdef UNDER_ASAN
    CHECK(__asan_address_is_poisoned(second));
    CHECK(!__asan_address_is_poisoned(first + 39));
    CHECK(__asan_address_is_poisoned(first + 40)); // the gap behind every block
#endif
    CHECK(caper_arena_alloc(&arena, 40, 8) == second);
    caper_arena_release(&arena, empty);
    CHECK(caper_arena_alloc(&arena, 40, 8) == first);
    caper_arena_destroy(&arena);
    caper_arena_destroy(&arena);
}

static void an_arena_without_memory_returns_null_and_goes_on(void)
{
    test_memory memory = {.fail_at = 2};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_arena arena;
    caper_arena_init(&arena, &allocator, 256);
    CHECK(caper_arena_alloc(&arena, 100, 8) != NULL);
    CHECK(caper_arena_alloc(&arena, 1000, 8) == NULL);
    CHECK(caper_arena_alloc(&arena, 50, 8) != NULL); // the first chunk still has room
    caper_arena_destroy(&arena);
    CHECK_MEMORY_EMPTY(&memory);
}

static void a_block_lays_parts_out_without_overlap(void)
{
    caperi_block block = {0};
    size_t a = CAPERI_BLOCK_ADD(&block, 3, char);
    size_t b = CAPERI_BLOCK_ADD(&block, 5, double);
    size_t c = caperi_block_add(&block, 2, 64, 64);
    size_t d = CAPERI_BLOCK_ADD(&block, 0, int);
    size_t e = CAPERI_BLOCK_ADD(&block, 1, char);
    CHECK_INT(a, 0);
    CHECK_INT(b, 8);
    CHECK_INT(c, 64);
    CHECK(d >= c + 128 && e >= d && block.size == e + 1 && block.align == 64 && !block.overflow);
    char *memory = caperi_block_alloc(&block, NULL);
    REQUIRE(memory != NULL);
    CHECK(caperi_block_at(memory, b) == memory + 8);
    caper_free(NULL, memory, block.size);

    CAPERI_BLOCK_ADD(&block, SIZE_MAX / 4, double);
    CHECK(block.overflow);
    CAPERI_BLOCK_ADD(&block, 1, char);
    CHECK(block.overflow && caperi_block_alloc(&block, NULL) == NULL);
    caperi_block two = {0};
    caperi_block_add(&two, PTRDIFF_MAX, 1, 1);
    CHECK(!two.overflow);
    caperi_block_add(&two, 1, 1, 64); // rounding up to the alignment must not wrap
    CHECK(two.overflow);
}

// -- Random numbers -------------------------------------------------------------------------------

static void pcg32_gives_the_reference_numbers(void)
{
    // first outputs of the demo program that comes with the PCG paper: seed 42, sequence 54
    static const uint32_t reference[6] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                          0x83d2f293, 0xbfa4784b, 0xcbed606e};
    caper_rng rng = {0, 54u << 1 | 1u};
    caper_rng_u32(&rng);
    rng.state += 42;
    caper_rng_u32(&rng);
    for (int i = 0; i < 6; i++)
        CHECK_INT(caper_rng_u32(&rng), reference[i]);
}

static void seeds_give_the_same_numbers_for_ever(void)
{
    caper_rng rng = caper_rng_make(1);
    CHECK_INT(caper_rng_u32(&rng), 0xf49eb08au);
    caper_rng stream = caper_rng_make_stream(1, 2);
    CHECK_INT(caper_rng_u32(&stream), 0x98dbcb8au);
    caper_rng child = caper_rng_split(&rng);
    CHECK_INT(caper_rng_u32(&child), 0x52d708c7u);
    CHECK(caper_rng_float(&rng) == 0x1.95a228p-1f);
    CHECK_INT(caper_rng_int(&rng, -1000000, 1000000), -664441);
    CHECK(caper_hash64("caper", 5, 0) == 0x8731b3df3c537f0eu);
    CHECK(caper_hash64("one motion, any body", 20, 7) == 0x234fb767c40ca6f6u);
}

// Chi-square of counts that should all be equal, as a number of standard deviations from its mean.
static double chi_square_excess(const int *counts, int bins, int draws)
{
    double expected = (double)draws / bins, sum = 0;
    for (int i = 0; i < bins; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return (sum - (bins - 1)) / sqrt(2.0 * (bins - 1));
}

static void numbers_are_spread_evenly(void)
{
    enum {
        BINS = 100,
        DRAWS = 200000
    };
    int ints[BINS] = {0}, floats[BINS] = {0}, ones[32] = {0}, trues = 0;
    caper_rng rng = caper_rng_make(2024);
    for (int i = 0; i < DRAWS; i++) {
        ints[caper_rng_int(&rng, 0, BINS - 1)]++;
        float x = caper_rng_float(&rng);
        CHECK(x >= 0 && x < 1);
        floats[(int)(x * BINS)]++;
        uint32_t bits = caper_rng_u32(&rng);
        for (int k = 0; k < 32; k++)
            ones[k] += bits >> k & 1;
        trues += caper_rng_bool(&rng, 0.3f);
    }
    CHECK(fabs(chi_square_excess(ints, BINS, DRAWS)) < 4);
    CHECK(fabs(chi_square_excess(floats, BINS, DRAWS)) < 4);
    for (int k = 0; k < 32; k++)
        CHECK(fabs(ones[k] - DRAWS / 2.0) < 4 * sqrt(DRAWS) / 2);
    CHECK(fabs(trues - 0.3 * DRAWS) < 4 * sqrt(DRAWS * 0.3 * 0.7));
}

static void integers_are_unbiased_where_a_remainder_would_show(void)
{
    // 3 * 2^30 values out of 2^32: a plain remainder would draw the lowest third twice as often
    int low = 0, draws = 60000;
    caper_rng rng = caper_rng_make(8);
    for (int i = 0; i < draws; i++)
        low += caper_rng_int(&rng, INT_MIN, (1 << 30) - 1) < INT_MIN + (1 << 30);
    CHECK(fabs(low - draws / 3.0) < 4 * sqrt(draws * 2.0 / 9.0));
}

static void ranges_keep_their_ends(void)
{
    caper_rng rng = caper_rng_make(4);
    bool seen_lo = false, seen_hi = false;
    for (int i = 0; i < 1000; i++) {
        int k = caper_rng_int(&rng, -2, 2);
        CHECK(k >= -2 && k <= 2);
        seen_lo |= k == -2;
        seen_hi |= k == 2;
        CHECK_INT(caper_rng_int(&rng, 7, 7), 7);
        (void)caper_rng_int(&rng, INT_MIN, INT_MAX);
        float narrow = caper_rng_range(&rng, 1.0f, 1.0000001f); // one step wide: rounds up often
        CHECK(narrow == 1.0f);
        float wide = caper_rng_range(&rng, -3.4e38f, 3.4e38f);
        CHECK(isfinite(wide) && wide >= -3.4e38f && wide < 3.4e38f);
        CHECK(caper_rng_range(&rng, 5, 5) == 5);
        CHECK(!caper_rng_bool(&rng, 0) && caper_rng_bool(&rng, 1));
        CHECK(!caper_rng_bool(&rng, -1) && caper_rng_bool(&rng, 2));
        double d = caper_rng_double(&rng);
        CHECK(d >= 0 && d < 1);
    }
    CHECK(seen_lo && seen_hi);
}

// Equal bits of two streams, as standard deviations from one half.
static double agreement(caper_rng a, caper_rng b)
{
    enum {
        DRAWS = 2000
    };
    int equal = 0;
    for (int i = 0; i < DRAWS; i++)
        equal += __builtin_popcount(~(caper_rng_u32(&a) ^ caper_rng_u32(&b)));
    return (equal - DRAWS * 16.0) / sqrt(DRAWS * 8.0);
}

static void streams_are_unrelated(void)
{
    double worst = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        caper_rng parent = caper_rng_make(seed);
        caper_rng child = caper_rng_split(&parent), sibling = caper_rng_split(&parent);
        double all[] = {agreement(caper_rng_make(seed), caper_rng_make(seed + 1)),
                        agreement(caper_rng_make_stream(seed, 0), caper_rng_make_stream(seed, 1)),
                        agreement(parent, child), agreement(child, sibling)};
        for (int i = 0; i < CAPER_COUNT_OF(all); i++)
            worst = fmax(worst, fabs(all[i]));
    }
    CHECK(worst < 4.5); // 200 comparisons: one beyond 4.5 has a chance of one in a thousand
}

static void a_hash_changes_half_its_bits_with_any_bit(void)
{
    unsigned char bytes[24];
    for (int i = 0; i < 24; i++)
        bytes[i] = (unsigned char)(i * 37);
    for (size_t size = 1; size <= 24; size++) {
        uint64_t whole = caper_hash64(bytes, size, 1);
        int flipped = 0;
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            int changed = __builtin_popcountll(caper_hash64(bytes, size, 1) ^ whole);
            CHECK(changed >= 10);
            flipped += changed;
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
        CHECK(fabs(flipped / (8.0 * (double)size) - 32) < 4 * 4 / sqrt(8.0 * (double)size));
        CHECK(caper_hash64(bytes, size, 2) != whole);
    }
    // trailing zeros count
    CHECK(caper_hash64("\0\0", 1, 0) != caper_hash64("\0\0", 2, 0));
    CHECK(caper_hash64(NULL, 0, 0) != caper_hash64(NULL, 0, 1));
}

// -- Hooks ----------------------------------------------------------------------------------------

static char last_log[600];
static caper_log_level last_level;

static void keep_log(void *user, caper_log_level level, const char *text)
{
    ++*(int *)user;
    last_level = level;
    snprintf(last_log, sizeof last_log, "%s", text);
}

static void the_log_is_silent_until_asked(void)
{
    int count = 0;
    caper_log(CAPER_LOG_ERROR, "nobody");
    caper_set_log_hook(keep_log, &count);
    caper_log(CAPER_LOG_WARNING, "%d feet", 4);
    CHECK_STR(last_log, "4 feet");
    CHECK_INT(last_level, CAPER_LOG_WARNING);
    caper_set_log_hook(NULL, NULL);
    caper_log(CAPER_LOG_ERROR, "nobody");
    CHECK_INT(count, 1);
}

static int assert_count;

static bool count_assert(const char *condition, const char *file, int line)
{
    CHECK(condition && file && line > 0);
    assert_count++;
    return false;
}

static void asserts_call_the_hook_or_evaluate_nothing(void)
{
    int evaluated = 0;
    assert_count = 0;
    caper_set_assert_hook(count_assert);
    CAPER_ASSERT(++evaluated > 0);
    CAPER_ASSERT(++evaluated < 0);
    caper_assert_failed("by hand", "file", 1);
    caper_set_assert_hook(NULL);
#if defined(CAPER_ASSERTS) && CAPER_ASSERTS
    CHECK_INT(evaluated, 2);
    CHECK_INT(assert_count, 2);
#else
    CHECK_INT(evaluated, 0);
    CHECK_INT(assert_count, 1);
#endif
}

static bool keep_progress(void *user, double fraction, const char *what)
{
    CHECK_STR(what, "walking");
    *(double *)user = fraction;
    return fraction < 0.5;
}

static void progress_reports_and_cancels(void)
{
    double seen = -1;
    caper_progress progress = {keep_progress, &seen};
    CHECK(caper_progress_report(NULL, 0.7, "walking"));
    CHECK(caper_progress_report(&progress, 0.25, "walking") && seen == 0.25);
    CHECK(!caper_progress_report(&progress, 7, "walking") && seen == 1);
    CHECK(caper_progress_report(&progress, -7, "walking") && seen == 0);
    CHECK(caper_progress_report(&progress, (double)NAN, "walking") && seen == 0);
}

TESTS(the_version_matches_the_macros, an_error_reads_as_one_line, an_error_may_be_made_from_itself,
      a_long_source_keeps_its_tail, no_bytes_make_an_error_unprintable, every_status_has_a_name,
      try_records_and_returns, warnings_are_kept_up_to_their_limit,
      allocations_are_aligned_and_zeroed, the_default_allocator_can_be_replaced,
      arena_blocks_are_aligned_and_apart, an_arena_stops_allocating_after_its_largest_round,
      released_memory_comes_again, an_arena_without_memory_returns_null_and_goes_on,
      a_block_lays_parts_out_without_overlap, pcg32_gives_the_reference_numbers,
      seeds_give_the_same_numbers_for_ever, numbers_are_spread_evenly,
      integers_are_unbiased_where_a_remainder_would_show, ranges_keep_their_ends,
      streams_are_unrelated, a_hash_changes_half_its_bits_with_any_bit,
      the_log_is_silent_until_asked, asserts_call_the_hook_or_evaluate_nothing,
      progress_reports_and_cancels)
