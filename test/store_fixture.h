// SPDX-License-Identifier: MIT
//
// Stores for tests: in the working folder, gone before and after, filled from seeds.
#ifndef CAPER_TEST_STORE_FIXTURE_H
#define CAPER_TEST_STORE_FIXTURE_H

#include "caper/store.h"
#include "clip_fixture.h"
#include "test.h"

static inline void remove_store(const char *path)
{
    char journal[256];
    snprintf(journal, sizeof journal, "%s-journal", path);
    remove(path);
    remove(journal);
}

/// A packed clip that depends on a number alone; skeletons repeat every third.
static inline caper_clip *numbered_clip(int n)
{
    clip_fixture f = {0};
    caper_rng rng = caper_rng_make((uint64_t)(100 + n % 3));
    fixture_skeleton(&f, &rng, 6 + n % 3);
    caper_rng motion = caper_rng_make((uint64_t)(1000 + n));
    fixture_frames(&f, &motion, 20 + n % 7, false);
    caper_clip_def def = fixture_def(&f);
    caper_clip *clip = caper_clip_create(&def, NULL),
               *packed = caper_clip_pack(clip, NULL, NULL, NULL);
    caper_clip_destroy(clip);
    fixture_free(&f);
    return packed;
}

static inline bool same_clip(const caper_clip *a, const caper_clip *b)
{
    caper_text x, y;
    caper_text_init(&x, NULL);
    caper_text_init(&y, NULL);
    bool same = a && b && caper_clip_encode(a, true, &x) && caper_clip_encode(b, true, &y) &&
                x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    caper_text_free(&x);
    caper_text_free(&y);
    return same;
}

/// Put clip n as "clip n", with n as a value and a force.
static inline bool put_numbered(caper_store *store, int n, caper_error *error)
{
    char name[32];
    snprintf(name, sizeof name, "clip %d", n);
    caper_clip *clip = numbered_clip(n);
    caper_store_value values[] = {{"n", n}, {"speed", 0.5 * n}};
    caper_store_force force = {1, 0.25f, {1, 2, 3}, {0, 400.0f + (float)n, 0}};
    const char *const tags[] = {n % 2 ? "odd" : "even", n % 3 ? "other" : "third"};
    caper_store_item item = {.name = name,
                             .clip = clip,
                             .values = values,
                             .value_count = 2,
                             .tags = tags,
                             .tag_count = 2,
                             .forces = &force,
                             .force_count = 1,
                             .character = n % 2 ? "dog" : "",
                             .provenance = "a test"};
    bool good = caper_store_put(store, &item, error);
    caper_clip_destroy(clip);
    return good;
}

/// Is clip n there, whole?
static inline bool has_numbered(caper_store *store, int n)
{
    char name[32];
    snprintf(name, sizeof name, "clip %d", n);
    caper_clip *clip = numbered_clip(n), *found = caper_store_load(store, name, NULL);
    bool good = same_clip(clip, found);
    caper_clip_destroy(clip);
    caper_clip_destroy(found);
    return good;
}

#endif
