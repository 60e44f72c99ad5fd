// SPDX-License-Identifier: MIT
//
// The job pool: one loop at a time, shared out by an atomic ticket. A loop is cut into ranges by
// count and grain alone; a ticket is the index of a range. Which thread takes which range is left
// to chance; what is computed is not.
//
// Protocol. The caller opens a loop under the lock and wakes the workers. A worker joins under the
// lock (and only while the loop is open), takes tickets until there are none, and leaves under the
// lock. The caller takes tickets too, then closes the loop, so that a worker that wakes up late
// does not join, and waits for those that did. Hence a loop never waits for a thread that is still
// asleep, and no worker can take a ticket of a later loop with the parameters of an earlier one.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // sched_getaffinity: respect taskset and containers
#elif !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "caper/base.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// Threads of a pool: a request for more is a typing mistake.
#define MAX_THREADS 256
#define SPIN_ROUNDS 2000 // some microseconds: loops of one frame follow each other closely

typedef struct loop {
    caper_job_fn *fn;
    void *user;
    int count, grain;
    int64_t range_count;
} loop;

typedef struct worker {
    caper_job_pool *pool;
    pthread_t thread;
    int index;
} worker;

struct caper_job_pool {
    caper_allocator allocator;
    int thread_count; // the caller included
    int started;      // threads that run
    pthread_mutex_t lock;
    pthread_cond_t wake; // a loop was opened, or stop
    pthread_cond_t left; // the last joined worker left

    // guarded by lock; generation and joined are also read without it while spinning
    loop current;
    bool open, busy, stop;
    atomic_uint generation; // counts loops
    atomic_int joined;

    _Alignas(64) atomic_llong ticket; // its own cache line: everybody writes it
    _Alignas(64) worker workers[];
};

// Which pool this thread is working for; tells a nested call from a first one.
static _Thread_local struct {
    const caper_job_pool *pool;
    int worker;
} here;

static void run_range(const loop *work, int64_t index, int worker_index)
{
    int64_t begin = index * work->grain;
    int64_t end = begin + work->grain;
    if (end > work->count)
        end = work->count;
    work->fn(work->user, (int)begin, (int)end, worker_index);
}

static void take_tickets(caper_job_pool *pool, const loop *work, int worker_index)
{
    const caper_job_pool *outer_pool = here.pool;
    int outer_worker = here.worker;
    here.pool = pool;
    here.worker = worker_index;
    for (;;) {
        long long index = atomic_fetch_add_explicit(&pool->ticket, 1, memory_order_relaxed);
        if (index >= work->range_count)
            break;
        run_range(work, index, worker_index);
    }
    here.pool = outer_pool;
    here.worker = outer_worker;
}

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void *worker_main(void *argument)
{
    worker *self = argument;
    caper_job_pool *pool = self->pool;
    unsigned seen = 0;
    for (;;) {
        for (int i = 0; i < SPIN_ROUNDS; i++) {
            if (atomic_load_explicit(&pool->generation, memory_order_relaxed) != seen)
                break;
            relax();
        }
        pthread_mutex_lock(&pool->lock);
        while (!pool->stop && atomic_load(&pool->generation) == seen)
            pthread_cond_wait(&pool->wake, &pool->lock);
        if (pool->stop)
            break;
        seen = atomic_load(&pool->generation);
        if (!pool->open) {
            pthread_mutex_unlock(&pool->lock);
            continue;
        }
        loop work = pool->current;
        atomic_fetch_add(&pool->joined, 1);
        pthread_mutex_unlock(&pool->lock);

        take_tickets(pool, &work, self->index);

        pthread_mutex_lock(&pool->lock);
        if (atomic_fetch_sub(&pool->joined, 1) == 1)
            pthread_cond_signal(&pool->left);
        pthread_mutex_unlock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int core_count(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)(count < MAX_THREADS ? count : MAX_THREADS) : 1;
}

caper_job_pool_def caper_job_pool_def_default(void)
{
    return (caper_job_pool_def){.cookie = CAPER_DEF_COOKIE};
}

static size_t pool_size(int thread_count)
{
    return sizeof(caper_job_pool) + (size_t)thread_count * sizeof(worker);
}

caper_job_pool *caper_job_pool_create(const caper_job_pool_def *def)
{
    caper_job_pool_def chosen = def ? *def : caper_job_pool_def_default();
    CAPER_ASSERT(chosen.cookie == CAPER_DEF_COOKIE);
    CAPER_ASSERT(chosen.thread_count >= 0);
    if (chosen.cookie != CAPER_DEF_COOKIE || chosen.thread_count < 0)
        return NULL;
    int thread_count = chosen.thread_count ? chosen.thread_count : core_count();
    if (thread_count > MAX_THREADS)
        thread_count = MAX_THREADS;

    caper_allocator allocator = caper_allocator_resolve(chosen.allocator);
    caper_job_pool *pool =
        caper_alloc_zero(&allocator, pool_size(thread_count), _Alignof(caper_job_pool));
    if (!pool)
        return NULL;
    pool->allocator = allocator;
    pool->thread_count = thread_count;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->left, NULL);

    // workers inherit a full signal mask: handlers of the application stay on its own threads
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 1; i < thread_count; i++) {
        worker *made = &pool->workers[i];
        made->pool = pool;
        made->index = i;
        if (pthread_create(&made->thread, NULL, worker_main, made) != 0)
            break;
        pool->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pool->started != thread_count - 1) {
        caper_job_pool_destroy(pool);
        return NULL;
    }
    return pool;
}

void caper_job_pool_destroy(caper_job_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    CAPER_ASSERT(!pool->busy);
    pool->stop = true;
    atomic_fetch_add(&pool->generation, 1); // ends the spinning
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i <= pool->started; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->left);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    caper_allocator allocator = pool->allocator;
    caper_free(&allocator, pool, pool_size(pool->thread_count));
}

int caper_job_pool_thread_count(const caper_job_pool *pool)
{
    return pool ? pool->thread_count : 1;
}

static bool open_loop(caper_job_pool *pool, const loop *work)
{
    pthread_mutex_lock(&pool->lock);
    bool taken = pool->busy;
    if (!taken) {
        pool->busy = pool->open = true;
        pool->current = *work;
        atomic_store_explicit(&pool->ticket, 0, memory_order_relaxed);
        atomic_fetch_add(&pool->generation, 1);
        pthread_cond_broadcast(&pool->wake);
    }
    pthread_mutex_unlock(&pool->lock);
    return !taken;
}

static void close_loop(caper_job_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->open = false;
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < SPIN_ROUNDS && atomic_load(&pool->joined) > 0; i++)
        relax();
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->joined) > 0)
        pthread_cond_wait(&pool->left, &pool->lock);
    pool->busy = false;
    pthread_mutex_unlock(&pool->lock);
}

void caper_parallel_for(caper_job_pool *pool, int count, int grain, caper_job_fn *fn, void *user)
{
    CAPER_ASSERT(fn != NULL);
    CAPER_ASSERT(count >= 0);
    if (count <= 0 || !fn)
        return;
    loop work = {.fn = fn, .user = user, .count = count, .grain = grain > 0 ? grain : 1};
    work.range_count = ((int64_t)count + work.grain - 1) / work.grain;

    // the same pool within itself: the worker keeps its number, for its scratch is its own
    int worker_index = pool && here.pool == pool ? here.worker : 0;
    bool shared = pool && pool->thread_count > 1 && work.range_count > 1 && !here.pool;
    if (shared && open_loop(pool, &work)) {
        take_tickets(pool, &work, 0);
        close_loop(pool);
        return;
    }
    for (int64_t i = 0; i < work.range_count; i++)
        run_range(&work, i, worker_index);
}
