// SPDX-License-Identifier: MIT
//
// What the files of room `store` share.
#ifndef CAPER_SRC_STORE_STORE_H
#define CAPER_SRC_STORE_STORE_H

#include "caper/store.h"
#include "store/db.h"

struct caper_store {
    caperi_db *db;
    char *path;
    caper_allocator allocator;
    caper_shared_skeleton *shared; // of the clip that was loaded last
    int64_t shared_id;
};

/// A new store with the schema of an earlier version: for tests of migration.
caper_store *caperi_store_create_version(const char *path, int version, caper_error *error);

/// Open without looking at its health: for salvage.
caper_store *caperi_store_open_damaged(const char *path, caper_error *error);

/// As caper_store_put; says whether there was one of the same name.
bool caperi_store_put(caper_store *store, const caper_store_item *item, bool *replaced,
                      caper_error *error);

/// The clip of row `rows`: columns bytes, hash, skeleton.
caper_clip *caperi_store_decode(caper_store *store, caperi_rows *rows, const char *name,
                                caper_error *error);

/// One item with its tags and values; lists are in memory of the arena.
bool caperi_store_describe(caper_store *store, int64_t id, caper_arena *arena,
                           caper_store_item *item, caper_error *error);

#endif
