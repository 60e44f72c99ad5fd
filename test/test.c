// SPDX-License-Identifier: MIT
//
// The test runner over cmocka. Each test is one cmocka test; a soft check only counts, and the test
// is failed once its function returns, so one run shows every wrong value. Invariant: a run of zero
// tests (an empty list, or a filter that matches nothing) is a failure, and every test ends as
// exactly one of passed, failed, skipped.
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEST_MAX 512
#define TEST_PATH_SIZE 1024
// A check inside a loop over ten thousand samples must not bury the first message.
#define TEST_MESSAGES_MAX 12
#define TEST_EXIT_SKIPPED 77

typedef enum test_outcome {
    TEST_FAILED, // until proven otherwise: cmocka leaves a failing test by longjmp
    TEST_PASSED,
    TEST_SKIPPED,
} test_outcome;

typedef struct test_case {
    char name[128];
    void (*function)(void);
    test_outcome outcome;
    char why[160];
} test_case;

static test_case cases[TEST_MAX];
static test_case *current;
static atomic_int failed_checks;

static bool note_failure(void)
{
    int before = atomic_fetch_add(&failed_checks, 1);
    if (before == TEST_MESSAGES_MAX)
        fprintf(stderr, "... more failed checks in this test are only counted\n");
    return before < TEST_MESSAGES_MAX;
}

bool test_check(bool ok, const char *what, const char *file, int line)
{
    if (!ok && note_failure())
        fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
    return ok;
}

bool test_check_near(double a, double b, double tolerance, const char *a_text, const char *b_text,
                     const char *file, int line)
{
    double distance = a > b ? a - b : b - a;
    bool ok = a == b || distance <= tolerance; // a == b: equal infinities are near
    if (!ok && note_failure())
        fprintf(stderr, "%s:%d: %s is %.9g, %s is %.9g: apart by %.3g, allowed %.3g\n", file, line,
                a_text, a, b_text, b, distance, tolerance);
    return ok;
}

bool test_check_int(long long a, long long b, const char *a_text, const char *b_text,
                    const char *file, int line)
{
    if (a != b && note_failure())
        fprintf(stderr, "%s:%d: %s is %lld, %s is %lld\n", file, line, a_text, a, b_text, b);
    return a == b;
}

bool test_check_str(const char *a, const char *b, const char *a_text, const char *b_text,
                    const char *file, int line)
{
    bool ok = a && b ? strcmp(a, b) == 0 : a == b;
    if (!ok && note_failure())
        fprintf(stderr, "%s:%d: %s is \"%s\", %s is \"%s\"\n", file, line, a_text, a ? a : "(null)",
                b_text, b ? b : "(null)");
    return ok;
}

bool test_check_has(const char *text, const char *part, const char *text_text, const char *file,
                    int line)
{
    bool ok = text && part && strstr(text, part);
    if (!ok && note_failure())
        fprintf(stderr, "%s:%d: %s is \"%s\", which lacks \"%s\"\n", file, line, text_text,
                text ? text : "(null)", part ? part : "(null)");
    return ok;
}

void test_require(bool ok, const char *what, const char *file, int line)
{
    if (ok)
        return;
    fprintf(stderr, "%s:%d: required: %s\n", file, line, what);
    _fail(file, line);
}

void test_skip(const char *why, const char *file, int line)
{
    // A failure seen before the skip stays a failure.
    if (atomic_load(&failed_checks) > 0)
        _fail(file, line);
    current->outcome = TEST_SKIPPED;
    snprintf(current->why, sizeof current->why, "%s", why);
    _skip(file, line);
}

static void run_case(void **state)
{
    current = *state;
    atomic_store(&failed_checks, 0);
    current->function();
    int failed = atomic_load(&failed_checks);
    if (failed > 0)
        fail_msg("%d failed check%s in %s", failed, failed == 1 ? "" : "s", current->name);
    current->outcome = TEST_PASSED;
}

// names is the argument list of TESTS as text: "first, second, third".
static void split_names(const char *names, void (*const functions[])(void), int count)
{
    for (int i = 0; i < count; i++) {
        names += strspn(names, ", \t\n");
        size_t length = strcspn(names, ", \t\n");
        snprintf(cases[i].name, sizeof cases[i].name, "%.*s", (int)length, names);
        cases[i].function = functions[i];
        names += length;
    }
}

int test_main(int argc, char **argv, const char *file, const char *names,
              void (*const functions[])(void), int count)
{
    static struct CMUnitTest chosen[TEST_MAX];
    setvbuf(stdout, NULL, _IOLBF, 0); // so that it keeps its place among the lines of stderr
    const char *slash = strrchr(file, '/');
    const char *title = slash ? slash + 1 : file;
    if (count > TEST_MAX) {
        fprintf(stderr, "%s: %d tests, the runner holds %d\n", title, count, TEST_MAX);
        return 2;
    }
    split_names(names, functions, count);
    bool list = argc > 1 && strcmp(argv[1], "--list") == 0;
    int chosen_count = 0;
    for (int i = 0; i < count; i++) {
        if (list)
            printf("%s\n", cases[i].name);
        if (argc > 1 && !strstr(cases[i].name, argv[1]))
            continue;
        chosen[chosen_count].name = cases[i].name;
        chosen[chosen_count].test_func = run_case;
        chosen[chosen_count].initial_state = &cases[i];
        chosen_count++;
    }
    if (list)
        return 0;
    if (chosen_count == 0) {
        fprintf(stderr, "%s: no test matches \"%s\"\n", title, argc > 1 ? argv[1] : "");
        return 2;
    }

    int status = _cmocka_run_group_tests(title, chosen, (size_t)chosen_count, NULL, NULL);
    int tally[3] = {0, 0, 0};
    for (int i = 0; i < chosen_count; i++) {
        const test_case *one = chosen[i].initial_state;
        tally[one->outcome]++;
        if (one->outcome == TEST_SKIPPED)
            printf("SKIPPED %s: %s\n", one->name, one->why);
    }
    printf("%s: %d passed, %d failed, %d skipped\n", title, tally[TEST_PASSED], tally[TEST_FAILED],
           tally[TEST_SKIPPED]);
    if (tally[TEST_FAILED] > 0 || status != 0)
        return 1;
    return tally[TEST_PASSED] > 0 ? 0 : TEST_EXIT_SKIPPED;
}

static const char *join_path(const char *folder, const char *middle, const char *relative)
{
    static char paths[16][TEST_PATH_SIZE];
    static int next;
    char *path = paths[next++ % 16];
    int length = snprintf(path, TEST_PATH_SIZE, "%s/%s%s", folder, middle, relative);
    if (length < 0 || length >= TEST_PATH_SIZE) {
        fprintf(stderr, "path too long: %s/%s%s\n", folder, middle, relative);
        abort();
    }
    return path;
}

const char *test_source_path(const char *relative)
{
    return join_path(CAPER_SOURCE_DIR, "", relative);
}

const char *test_data_path(const char *relative)
{
    return join_path(CAPER_SOURCE_DIR, "data/", relative);
}

const char *test_shared_path(const char *relative)
{
    const char *folder = getenv("CAPER_SHARED_DATA");
    const char *path = folder && folder[0]
                           ? join_path(folder, "", relative)
                           : join_path(CAPER_SOURCE_DIR, "../shared/data/", relative);
    return access(path, R_OK) == 0 ? path : NULL;
}

// Stands right before each block given out, so that a free can be checked against its allocation.
typedef struct block_note {
    void *start;
    size_t size;
} block_note;

static void *memory_alloc(void *user, size_t size, size_t align)
{
    test_memory *memory = user;
    long number = atomic_fetch_add(&memory->alloc_count, 1) + 1;
    if (memory->fail_at > 0 && number >= memory->fail_at)
        return NULL;
    if (align < sizeof(block_note))
        align = sizeof(block_note);
    // No rounding up at the end: the address sanitizer then sees a write one past the block.
    void *start = NULL;
    if (size > SIZE_MAX - align || posix_memalign(&start, align, align + size) != 0)
        return NULL;
    char *block = (char *)start + align;
    ((block_note *)(void *)block)[-1] = (block_note){start, size};
    atomic_fetch_add(&memory->live_count, 1);
    atomic_fetch_add(&memory->live_size, (long)size);
    return block;
}

static void memory_free(void *user, void *ptr, size_t size)
{
    test_memory *memory = user;
    block_note note = ((block_note *)ptr)[-1];
    atomic_fetch_add(&memory->free_count, 1);
    atomic_fetch_sub(&memory->live_count, 1);
    atomic_fetch_sub(&memory->live_size, (long)note.size);
    if (note.size != size) {
        atomic_fetch_add(&memory->wrong_count, 1);
        fprintf(stderr, "a block of %zu bytes was freed as one of %zu\n", note.size, size);
    }
    free(note.start);
}

caper_allocator test_memory_allocator(test_memory *memory)
{
    return (caper_allocator){memory_alloc, memory_free, memory};
}
