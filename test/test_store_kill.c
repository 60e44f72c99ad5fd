// SPDX-License-Identifier: MIT
//
// Processes that write to one store, and processes that are killed while they write. A writer says
// through a pipe what was put; whatever it has said must be there, whole, when it is dead. Five
// kills here; CAPER_STORE_KILLS=200 for `make soak`.
#define _POSIX_C_SOURCE 200809L
#include "store_fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH "test_store_kill.db"

static int kill_count(void)
{
    const char *text = getenv("CAPER_STORE_KILLS");
    return text ? atoi(text) : 5;
}

// Put clips one after the other, and say the number of each that is put.
static void write_forever(int first, int count, int out)
{
    caper_store *store = caper_store_open(PATH, NULL, NULL);
    for (int n = first; store && n < first + count; n++) {
        if (!put_numbered(store, n, NULL) || write(out, &n, sizeof n) != sizeof n)
            _exit(1);
    }
    caper_store_destroy(store);
    _exit(store ? 0 : 1);
}

static pid_t start_writer(int first, int count, int *in)
{
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        close(ends[0]);
        write_forever(first, count, ends[1]);
    }
    close(ends[1]);
    *in = ends[0];
    return child;
}

static void wait_ns(long ns)
{
    struct timespec time = {0, ns};
    nanosleep(&time, NULL);
}

static void what_was_put_survives_a_kill(void)
{
    enum {
        MOST = 4096
    };
    static bool put[MOST];
    remove_store(PATH);
    caper_rng rng = caper_rng_make(77);
    int kills = kill_count(), next = 0, last = -1, said = 0, died_writing = 0;
    for (int i = 0; i < kills; i++) {
        int in;
        pid_t child = start_writer(next, MOST - next, &in);
        // the first words, then somewhere in the middle of the next puts
        int n;
        REQUIRE(read(in, &n, sizeof n) == sizeof n);
        put[n] = true;
        last = n;
        said++;
        wait_ns(caper_rng_int(&rng, 0, 12000000));
        kill(child, SIGKILL);
        int status;
        REQUIRE(waitpid(child, &status, 0) == child);
        died_writing += WIFSIGNALED(status);
        for (; read(in, &n, sizeof n) == sizeof n; said++) {
            put[n] = true;
            last = n;
        }
        close(in);
        // each second writer begins by replacing the last clip
        next = last + i % 2;
        REQUIRE(next < MOST / 2);

        caper_error error = {0};
        caper_store *store = caper_store_open(PATH, NULL, &error);
        CHECK_STR(error.message, "");
        REQUIRE(store != NULL);
        CHECK(caper_store_check(store, NULL, NULL, NULL, &error));
        caper_store_destroy(store);
    }
    CHECK_INT(died_writing, kills);
    caper_store *store = caper_store_open(PATH, NULL, NULL);
    int count = 0;
    for (int n = 0; n < MOST; n++) {
        if (!put[n])
            continue;
        count++;
        CHECK(has_numbered(store, n));
    }
    CHECK(said >= kills && count >= kills / 2);
    caper_store_destroy(store);
    remove_store(PATH);
}

static void two_writers_take_turns(void)
{
    enum {
        EACH = 12
    };
    remove_store(PATH);
    int in[2], n;
    // they also create the store at the same time
    pid_t a = start_writer(0, EACH, &in[0]), b = start_writer(100, EACH, &in[1]);
    int said = 0;
    for (int i = 0; i < 2; i++) {
        while (read(in[i], &n, sizeof n) == sizeof n)
            said++;
        close(in[i]);
    }
    int status;
    REQUIRE(waitpid(a, &status, 0) == a);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    REQUIRE(waitpid(b, &status, 0) == b);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_INT(said, 2 * EACH);
    caper_store *store = caper_store_open(PATH, NULL, NULL);
    CHECK_INT(caper_store_count(store, NULL), 2 * EACH);
    for (n = 0; n < EACH; n++)
        CHECK(has_numbered(store, n) && has_numbered(store, 100 + n));
    CHECK(caper_store_check(store, NULL, NULL, NULL, NULL));
    caper_store_destroy(store);
    remove_store(PATH);
}

static bool count_all(void *user, const caper_store_item *item)
{
    *(int *)user += item->tag_count == 2;
    return true;
}

// A reader beside a writer sees whole items, and never fewer than before.
static void readers_see_whole_items(void)
{
    remove_store(PATH);
    int in, last = 0, status;
    pid_t child = start_writer(0, 20, &in);
    int n;
    REQUIRE(read(in, &n, sizeof n) == sizeof n);
    caper_store_options look = {.read_only = true};
    while (waitpid(child, &status, WNOHANG) == 0) {
        caper_store *store = caper_store_open(PATH, &look, NULL);
        int count = 0;
        CHECK(store && caper_store_find(store, NULL, count_all, &count, NULL));
        CHECK(count >= last);
        last = count;
        caper_store_destroy(store);
        wait_ns(1000000);
    }
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(last > 0);
    close(in);
    remove_store(PATH);
}

TESTS(what_was_put_survives_a_kill, two_writers_take_turns, readers_see_whole_items)
