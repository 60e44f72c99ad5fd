// SPDX-License-Identifier: MIT
//
// The job pool: every index exactly once, ranges that do not depend on threads, nesting, sharing.
// Run under the thread sanitizer, this file is also its data race test.
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <pthread.h>
#include <string.h>

static caper_job_pool *make_pool(int thread_count)
{
    caper_job_pool_def def = caper_job_pool_def_default();
    def.thread_count = thread_count;
    return caper_job_pool_create(&def);
}

typedef struct visits {
    caper_job_pool *pool;
    int thread_count, grain, count;
    int *hits;
    atomic_int bad;
} visits;

static void visit(void *user, int begin, int end, int worker)
{
    visits *v = user;
    int expected_end = begin + v->grain < v->count ? begin + v->grain : v->count;
    if (begin % v->grain != 0 || end != expected_end || worker < 0 || worker >= v->thread_count)
        atomic_fetch_add(&v->bad, 1);
    for (int i = begin; i < end; i++)
        v->hits[i]++; // plain on purpose: a range taken twice is a race the sanitizer sees
}

static void every_index_is_visited_once(void)
{
    static const int counts[] = {1, 2, 3, 7, 64, 100, 1000, 4097};
    static const int grains[] = {1, 2, 3, 16, 999, 5000};
    int hits[4097];
    for (int threads = 0; threads <= 5; threads++) {
        caper_job_pool *pool = threads ? make_pool(threads) : NULL;
        REQUIRE(threads == 0 || pool != NULL);
        CHECK_INT(caper_job_pool_thread_count(pool), threads ? threads : 1);
        for (int c = 0; c < CAPER_COUNT_OF(counts); c++) {
            for (int g = 0; g < CAPER_COUNT_OF(grains); g++) {
                visits v = {.thread_count = caper_job_pool_thread_count(pool),
                            .grain = grains[g],
                            .count = counts[c],
                            .hits = hits};
                memset(hits, 0, sizeof hits);
                caper_parallel_for(pool, counts[c], grains[g], visit, &v);
                int wrong = 0;
                for (int i = 0; i < CAPER_COUNT_OF(hits); i++)
                    wrong += hits[i] != (i < counts[c]);
                CHECK_INT(wrong, 0);
                CHECK_INT(v.bad, 0);
            }
        }
        caper_job_pool_destroy(pool);
    }
}

static void never(void *user, int begin, int end, int worker)
{
    (void)begin, (void)end, (void)worker;
    ++*(int *)user;
}

static void an_empty_loop_calls_nothing(void)
{
    int calls = 0;
    caper_job_pool *pool = make_pool(3);
    caper_parallel_for(pool, 0, 4, never, &calls);
    CHECK_INT(calls, 0);
    caper_parallel_for(pool, 1, 0, never, &calls); // a grain below 1 counts as 1
    CHECK_INT(calls, 1);
    caper_job_pool_destroy(pool);
    caper_job_pool_destroy(NULL);
}

typedef struct sums {
    const float *in;
    float partial[512];
    int grain;
} sums;

static void sum_range(void *user, int begin, int end, int worker)
{
    (void)worker;
    sums *s = user;
    float sum = 0;
    for (int i = begin; i < end; i++)
        sum += s->in[i];
    s->partial[begin / s->grain] = sum;
}

static void sums_are_the_same_bits_for_any_thread_count(void)
{
    static float in[10000];
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < 10000; i++)
        in[i] = caper_rng_range(&rng, -1, 1) * (float)(1 << caper_rng_int(&rng, 0, 20));
    uint64_t expected = 0;
    for (int threads = 1; threads <= 8; threads++) {
        caper_job_pool *pool = make_pool(threads);
        for (int repeat = 0; repeat < 20; repeat++) {
            sums s = {.in = in, .grain = 37};
            caper_parallel_for(pool, 10000, 37, sum_range, &s);
            uint64_t hash = caper_hash64(s.partial, sizeof s.partial, 0);
            if (threads == 1 && repeat == 0)
                expected = hash;
            CHECK(hash == expected);
        }
        caper_job_pool_destroy(pool);
    }
}

// Ranges that wait for each other: as many as workers, so each worker has to take one. Nothing here
// depends on time; a pool that leaves a worker asleep would hang.
typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int expected, arrived;
} meeting;

static void meet(meeting *m)
{
    pthread_mutex_lock(&m->lock);
    if (++m->arrived == m->expected)
        pthread_cond_broadcast(&m->all_here);
    while (m->arrived < m->expected)
        pthread_cond_wait(&m->all_here, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

static void meeting_start(meeting *m, int expected)
{
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->all_here, NULL);
    m->expected = expected;
    m->arrived = 0;
}

static void meeting_end(meeting *m)
{
    pthread_cond_destroy(&m->all_here);
    pthread_mutex_destroy(&m->lock);
}

typedef struct attendance {
    meeting meeting;
    int seen[8]; // by worker
} attendance;

static void attend(void *user, int begin, int end, int worker)
{
    attendance *a = user;
    (void)begin, (void)end;
    meet(&a->meeting);
    a->seen[worker]++;
}

static void every_worker_takes_part(void)
{
    for (int threads = 1; threads <= 8; threads++) {
        caper_job_pool *pool = make_pool(threads);
        for (int repeat = 0; repeat < 5; repeat++) {
            attendance a = {0};
            meeting_start(&a.meeting, threads);
            caper_parallel_for(pool, threads, 1, attend, &a);
            meeting_end(&a.meeting);
            for (int i = 0; i < 8; i++)
                CHECK_INT(a.seen[i], i < threads);
        }
        caper_job_pool_destroy(pool);
    }
}

static void a_late_worker_does_not_disturb_the_next_loop(void)
{
    // loops so short that workers often come when all is done
    caper_job_pool *pool = make_pool(4);
    int wrong = 0;
    for (int repeat = 0; repeat < 20000; repeat++) {
        int hits[8] = {0}, count = 2 + repeat % 7;
        visits v = {.thread_count = 4, .grain = 1, .count = count, .hits = hits};
        caper_parallel_for(pool, count, 1, visit, &v);
        for (int i = 0; i < 8; i++)
            wrong += hits[i] != (i < count);
        wrong += v.bad;
    }
    CHECK_INT(wrong, 0);
    caper_job_pool_destroy(pool);
}

typedef struct nest {
    meeting meeting;
    caper_job_pool *pool, *other;
    int grid[4][16], other_grid[4][16];
    atomic_int bad;
} nest;

typedef struct nest_row {
    nest *all;
    int row, worker;
} nest_row;

static void inner(void *user, int begin, int end, int worker)
{
    nest_row *r = user;
    if (worker != r->worker) // the nested loop stays on its thread
        atomic_fetch_add(&r->all->bad, 1);
    for (int i = begin; i < end; i++)
        r->all->grid[r->row][i]++;
}

static void inner_other(void *user, int begin, int end, int worker)
{
    nest_row *r = user;
    if (worker != 0)
        atomic_fetch_add(&r->all->bad, 1);
    for (int i = begin; i < end; i++)
        r->all->other_grid[r->row][i]++;
}

static void outer(void *user, int begin, int end, int worker)
{
    nest *n = user;
    meet(&n->meeting); // all workers are in the outer loop
    for (int row = begin; row < end; row++) {
        nest_row r = {n, row, worker};
        caper_parallel_for(n->pool, 16, 3, inner, &r);
        caper_parallel_for(n->other, 16, 3, inner_other, &r);
    }
}

static void nested_loops_run_serially(void)
{
    caper_job_pool *pool = make_pool(4), *other = make_pool(2);
    for (int repeat = 0; repeat < 20; repeat++) {
        nest n = {.pool = pool, .other = repeat % 2 ? other : NULL};
        meeting_start(&n.meeting, 4);
        caper_parallel_for(pool, 4, 1, outer, &n);
        meeting_end(&n.meeting);
        CHECK_INT(n.bad, 0);
        for (int i = 0; i < 64; i++)
            CHECK(n.grid[i / 16][i % 16] == 1 && n.other_grid[i / 16][i % 16] == 1);
    }
    caper_job_pool_destroy(pool);
    caper_job_pool_destroy(other);
}

static void *hammer(void *argument)
{
    caper_job_pool *pool = argument;
    int hits[300];
    for (int repeat = 0; repeat < 200; repeat++) {
        visits v = {.thread_count = 3, .grain = 7, .count = 300, .hits = hits};
        memset(hits, 0, sizeof hits);
        caper_parallel_for(pool, 300, 7, visit, &v);
        for (int i = 0; i < 300; i++)
            CHECK(hits[i] == 1);
    }
    return NULL;
}

static void one_pool_serves_several_callers(void)
{
    caper_job_pool *pool = make_pool(3);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        REQUIRE(pthread_create(&threads[i], NULL, hammer, pool) == 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    caper_job_pool_destroy(pool);
}

static void a_loop_never_allocates(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_job_pool_def def = caper_job_pool_def_default();
    def.allocator = &allocator;
    def.thread_count = 3;
    caper_job_pool *pool = caper_job_pool_create(&def);
    REQUIRE(pool != NULL);
    long after_create = memory.alloc_count;
    caper_set_default_allocator(&allocator);
    int hits[100] = {0};
    visits v = {.thread_count = 3, .grain = 3, .count = 100, .hits = hits};
    for (int i = 0; i < 1000; i++)
        caper_parallel_for(pool, 100, 3, visit, &v);
    caper_set_default_allocator(NULL);
    CHECK_INT(memory.alloc_count, after_create);
    CHECK_INT(hits[99], 1000);
    caper_job_pool_destroy(pool);
    CHECK_MEMORY_EMPTY(&memory);
}

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void bad_defs_are_refused(void)
{
    caper_set_assert_hook(ignore_assert);
    caper_job_pool_def zero = {0}; // no cookie
    CHECK(caper_job_pool_create(&zero) == NULL);
    caper_job_pool_def negative = caper_job_pool_def_default();
    negative.thread_count = -1;
    CHECK(caper_job_pool_create(&negative) == NULL);
    int calls = 0;
    caper_parallel_for(NULL, -5, 1, never, &calls);
    caper_parallel_for(NULL, 5, 1, NULL, &calls);
    CHECK_INT(calls, 0);
    caper_set_assert_hook(NULL);

    test_memory memory = {.fail_at = 1};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_job_pool_def starved = caper_job_pool_def_default();
    starved.allocator = &allocator;
    CHECK(caper_job_pool_create(&starved) == NULL);
    CHECK_MEMORY_EMPTY(&memory);
}

static void default_pools_use_the_cores(void)
{
    caper_job_pool *pool = caper_job_pool_create(NULL);
    REQUIRE(pool != NULL);
    CHECK(caper_job_pool_thread_count(pool) >= 1);
    caper_job_pool_destroy(pool);
}

TESTS(every_index_is_visited_once, an_empty_loop_calls_nothing,
      sums_are_the_same_bits_for_any_thread_count, every_worker_takes_part,
      a_late_worker_does_not_disturb_the_next_loop, nested_loops_run_serially,
      one_pool_serves_several_callers, a_loop_never_allocates, bad_defs_are_refused,
      default_pools_use_the_cores)
