// SPDX-License-Identifier: MIT
// Room `store`: putting, finding and loading, beside the same with one file for each clip.
#include "bench.h"
#include "subject.h"
#include "caper/store.h"

#include <stdio.h>
#include <stdlib.h>

#define PATH "bench_store.db"
#define FILE_PATH "bench_store.clip.bin"
#define ITEMS 64

typedef struct store_state {
    subject s;
    caper_clip *packed;
    caper_store *store;
} store_state;

static void teardown(void *user)
{
    store_state *state = user;
    caper_store_destroy(state->store);
    caper_clip_destroy(state->packed);
    subject_free(&state->s);
    free(state);
    remove(PATH);
    remove(FILE_PATH);
}

static bool put(store_state *state, int n)
{
    char name[32];
    snprintf(name, sizeof(name), "clip %d", n);
    caper_store_value value = {"n", n};
    const char *const tags[] = {n % 2 ? "odd" : "even"};
    caper_store_item item = {.name = name,
                             .clip = state->packed,
                             .values = &value,
                             .value_count = 1,
                             .tags = tags,
                             .tag_count = 1};
    return caper_store_put(state->store, &item, NULL);
}

static void *setup(double *units)
{
    *units = 1;
    store_state *state = calloc(1, sizeof(*state));
    if (!state) {
        return NULL;
    }
    remove(PATH);
    state->s = subject_make();
    state->packed = state->s.clip ? caper_clip_pack(state->s.clip, NULL, NULL, NULL) : NULL;
    state->store = caper_store_open(PATH, NULL, NULL);
    bool good =
        state->packed && state->store && caper_clip_save_packed(state->packed, FILE_PATH, NULL);
    for (int n = 0; good && n < ITEMS; n++) {
        good = put(state, n);
    }
    if (!good) {
        teardown(state);
        return NULL;
    }
    return state;
}

static void run_put(void *user, int times)
{
    for (int i = 0; i < times; i++) {
        put(user, i % ITEMS);
    }
}

static void run_save(void *user, int times)
{
    store_state *state = user;
    for (int i = 0; i < times; i++) {
        caper_clip_save_packed(state->packed, FILE_PATH, NULL);
    }
}

static void run_load(void *user, int times)
{
    store_state *state = user;
    for (int i = 0; i < times; i++) {
        char name[32];
        snprintf(name, sizeof(name), "clip %d", i % ITEMS);
        caper_clip *clip = caper_store_load(state->store, name, NULL);
        bench_keep(clip);
        caper_clip_destroy(clip);
    }
}

static void run_read(void *user, int times)
{
    (void)user;
    for (int i = 0; i < times; i++) {
        caper_clip *clip = caper_clip_load(FILE_PATH, NULL, NULL);
        bench_keep(clip);
        caper_clip_destroy(clip);
    }
}

static bool count(void *user, const caper_store_item *item)
{
    *(int *)user += item->tag_count;
    return true;
}

static void run_find(void *user, int times)
{
    store_state *state = user;
    const char *const tags[] = {"odd"};
    for (int i = 0; i < times; i++) {
        caper_store_range range = {"n", 10, 20};
        caper_store_query query = {
            .tags = tags, .tag_count = 1, .ranges = &range, .range_count = 1};
        int found = 0;
        caper_store_find(state->store, &query, count, &found, NULL);
        bench_keep(&found);
    }
}

static const bench_case cases[] = {
    {.name = "store.put",
     .what = "put a clip of 67 bodies and 10 s, on the disk; baseline: as a file of its own",
     .unit = "clip",
     .setup = setup,
     .teardown = teardown,
     .run = run_put,
     .baseline = run_save},
    {.name = "store.load",
     .what = "load it; baseline: from a file of its own",
     .unit = "clip",
     .setup = setup,
     .teardown = teardown,
     .run = run_load,
     .baseline = run_read},
    {.name = "store.find",
     .what = "five items by tag and range among 64",
     .unit = "search",
     .setup = setup,
     .teardown = teardown,
     .run = run_find},
};

const bench_suite bench_store = {"store", cases, CAPER_COUNT_OF(cases), NULL, 0};
