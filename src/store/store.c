// SPDX-License-Identifier: MIT
//
// The store itself: schema, items in and out. Clips are kept as the bytes of caper_clip_encode
// without their skeleton, with a hash of them; a skeleton once, as a clip of one frame; characters
// as the text of their files. Every put is one transaction that takes the write lock at once, so a
// process that dies in it has done nothing, and two writers take turns.
//
// Invariant: a number of items, kept by triggers, tells if rows went missing without a trace.
#include "store/store.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define APPLICATION 0x43415052 // "CAPR"
#define WAIT_MS 10000          // a put of another process takes milliseconds, a salvage seconds

static const char *const steps[CAPER_STORE_VERSION] = {
    // 1
    "CREATE TABLE skeleton(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, bytes BLOB NOT NULL);"
    "CREATE UNIQUE INDEX skeleton_hash ON skeleton(hash);"
    "CREATE TABLE character(name TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL);"
    "CREATE TABLE clip(id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, character TEXT NOT NULL,"
    " provenance TEXT NOT NULL, frames INTEGER NOT NULL, rate REAL NOT NULL,"
    " loops INTEGER NOT NULL, contacts INTEGER NOT NULL,"
    " skeleton INTEGER NOT NULL REFERENCES skeleton(id), hash INTEGER NOT NULL,"
    " bytes BLOB NOT NULL);"
    "CREATE TABLE tag(clip INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,"
    " tag TEXT NOT NULL, PRIMARY KEY(clip, tag)) WITHOUT ROWID;"
    "CREATE INDEX tag_clip ON tag(tag, clip);"
    "CREATE TABLE value(clip INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,"
    " name TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY(clip, name)) WITHOUT ROWID;"
    "CREATE INDEX value_clip ON value(name, value, clip);"
    "CREATE TABLE total(clips INTEGER NOT NULL);"
    "INSERT INTO total VALUES(0);"
    "CREATE TRIGGER more AFTER INSERT ON clip BEGIN UPDATE total SET clips = clips + 1; END;"
    "CREATE TRIGGER less AFTER DELETE ON clip BEGIN UPDATE total SET clips = clips - 1; END;",
    // 2
    "CREATE TABLE force(clip INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,"
    " time REAL NOT NULL, body INTEGER NOT NULL, px REAL, py REAL, pz REAL, fx REAL, fy REAL,"
    " fz REAL);"
    "CREATE INDEX force_clip ON force(clip, time);",
};

// -- Opening ----------------------------------------------------------------------------------

static bool refuse(const caper_store *store, caper_status status, caper_error *error,
                   const char *why)
{
    return caper_error_set(error, status, store->path, 0, 0, "%s", why);
}

static bool end(caper_store *store, bool good, caper_error *error)
{
    good = good && caperi_db_run(store->db, "COMMIT", error);
    if (!good)
        caperi_db_run(store->db, "ROLLBACK", NULL);
    return good;
}

// Bring the schema from one version to another, within a transaction.
static bool migrate(caper_store *store, int64_t from, int to, caper_error *error)
{
    for (int v = (int)from; v < to; v++)
        CAPER_PASS(caperi_db_run(store->db, steps[v], error));
    caper_text sql;
    caper_text_init(&sql, NULL);
    caper_text_printf(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION,
                      to);
    bool good = !sql.failed && caperi_db_run(store->db, sql.data, error);
    caper_text_free(&sql);
    return good;
}

// The file is as long as its head says: SQLite itself notices only when it gets there.
static bool check_length(const caper_store *store, caper_error *error)
{
    int64_t pages, page;
    CAPER_PASS(caperi_db_number(store->db, "PRAGMA page_count", &pages, error));
    CAPER_PASS(caperi_db_number(store->db, "PRAGMA page_size", &page, error));
    struct stat info;
    if (stat(store->path, &info) == 0 && (int64_t)info.st_size < pages * page)
        return refuse(store, CAPER_ERROR_INVALID, error,
                      "the file is cut short; caper store salvage copies what can be read");
    return true;
}

static bool prepare(caper_store *store, const caper_store_options *options, int version,
                    caper_error *error)
{
    int64_t application = 0, found = 0, tables = 0;
    CAPER_PASS(caperi_db_run(store->db,
                             "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;"
                             "PRAGMA trusted_schema = OFF",
                             error));
    CAPER_PASS(caperi_db_number(store->db, "SELECT count(*) FROM sqlite_schema", &tables, error));
    CAPER_PASS(caperi_db_number(store->db, "PRAGMA application_id", &application, error));
    CAPER_PASS(caperi_db_number(store->db, "PRAGMA user_version", &found, error));
    bool empty = tables == 0 && application == 0;
    if (!empty && application != APPLICATION)
        return refuse(store, CAPER_ERROR_INVALID, error,
                      "this SQLite file is not a store of clips");
    if (found > version)
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, store->path, 0, 0,
                               "the store has schema %lld, this program knows up to %d: a newer "
                               "one wrote it",
                               (long long)found, version);
    CAPER_PASS(check_length(store, error));
    if (found == version)
        return true;
    if (options->read_only)
        return refuse(store, CAPER_ERROR_UNSUPPORTED, error,
                      "the store is of an older schema, or empty; open it for writing once");
    CAPER_PASS(caperi_db_run(store->db, "BEGIN IMMEDIATE", error));
    // another process may have been faster
    bool good = caperi_db_number(store->db, "PRAGMA user_version", &found, error) &&
                (found >= version || migrate(store, found, version, error));
    return end(store, good, error);
}

static caper_store *make(const char *path, const caper_store_options *options, bool damaged,
                         caper_error *error)
{
    caper_store *store = calloc(1, sizeof *store);
    size_t size = strlen(path) + 1;
    char *copy = store ? malloc(size) : NULL;
    if (!copy) {
        free(store);
        caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
        return NULL;
    }
    memcpy(copy, path, size);
    store->path = copy;
    store->allocator = caper_allocator_resolve(options->allocator);
    caperi_db_options db = {options->read_only, !options->must_exist,
                            options->wait_ms > 0 ? options->wait_ms : WAIT_MS, damaged};
    store->db = caperi_db_open(path, &db, error);
    if (store->db)
        return store;
    caper_store_destroy(store);
    return NULL;
}

static caper_store *open_version(const char *path, const caper_store_options *options, int version,
                                 caper_error *error)
{
    caper_store *store = make(path, options, false, error);
    if (store && prepare(store, options, version, error))
        return store;
    caper_store_destroy(store);
    return NULL;
}

caper_store *caper_store_open(const char *path, const caper_store_options *options,
                              caper_error *error)
{
    static const caper_store_options defaults;
    return open_version(path, options ? options : &defaults, CAPER_STORE_VERSION, error);
}

caper_store *caperi_store_create_version(const char *path, int version, caper_error *error)
{
    caper_store_options options = {0};
    return open_version(path, &options, version, error);
}

caper_store *caperi_store_open_damaged(const char *path, caper_error *error)
{
    caper_store_options options = {.read_only = true, .must_exist = true};
    return make(path, &options, true, error);
}

void caper_store_destroy(caper_store *store)
{
    if (!store)
        return;
    caper_shared_skeleton_release(store->shared);
    caperi_db_close(store->db);
    free(store->path);
    free(store);
}

// -- Putting ----------------------------------------------------------------------------------

// A clip of one frame that carries the skeleton.
static bool encode_skeleton(const caper_skeleton *skeleton, caper_text *bytes, caper_error *error)
{
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = skeleton;
    def.frame_count = 1;
    caper_clip *still = caper_clip_create(&def, error);
    caper_clip *packed = still ? caper_clip_pack(still, NULL, NULL, error) : NULL;
    bool good = packed && caper_clip_encode(packed, true, bytes);
    caper_clip_destroy(packed);
    caper_clip_destroy(still);
    return good;
}

static bool put_skeleton(caper_store *store, const caper_skeleton *skeleton, int64_t *id,
                         caper_error *error)
{
    int64_t hash = (int64_t)caper_skeleton_hash(skeleton);
    caperi_rows *rows =
        caperi_db_query(store->db, error, "SELECT id FROM skeleton WHERE hash = ?", "i", hash);
    bool found = rows && caperi_rows_next(rows, error);
    if (found)
        *id = caperi_rows_int(rows, 0);
    caperi_rows_close(rows);
    if (!rows || found)
        return found;
    caper_text bytes;
    caper_text_init(&bytes, NULL);
    bool good = encode_skeleton(skeleton, &bytes, error) &&
                caperi_db_do(store->db, error, "INSERT INTO skeleton(hash, bytes) VALUES(?, ?)",
                             "ib", hash, (const void *)bytes.data, bytes.size) &&
                caperi_db_number(store->db, "SELECT last_insert_rowid()", id, error);
    caper_text_free(&bytes);
    return good;
}

static bool put_tags(caper_store *store, int64_t id, const char *const *tags, int count,
                     caper_error *error)
{
    for (int i = 0; i < count; i++)
        CAPER_PASS(caperi_db_do(store->db, error,
                                "INSERT OR IGNORE INTO tag(clip, tag) VALUES(?, ?)", "is", id,
                                tags[i]));
    return true;
}

static bool put_lists(caper_store *store, int64_t id, const caper_store_item *item,
                      caper_error *error)
{
    CAPER_PASS(put_tags(store, id, item->clip->tags, item->clip->tag_count, error));
    CAPER_PASS(put_tags(store, id, item->tags, item->tag_count, error));
    for (int i = 0; i < item->value_count; i++)
        CAPER_PASS(caperi_db_do(store->db, error,
                                "INSERT INTO value(clip, name, value) VALUES(?, ?, ?)", "isd", id,
                                item->values[i].name, item->values[i].value));
    for (int i = 0; i < item->force_count; i++) {
        const caper_store_force *f = &item->forces[i];
        CAPER_PASS(caperi_db_do(
            store->db, error, "INSERT INTO force VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", "ididddddd",
            id, (double)f->time, (int64_t)f->body, (double)f->point.x, (double)f->point.y,
            (double)f->point.z, (double)f->force.x, (double)f->force.y, (double)f->force.z));
    }
    return true;
}

static bool put_clip(caper_store *store, const caper_store_item *item, const caper_clip *packed,
                     const caper_text *bytes, bool *replaced, caper_error *error)
{
    int64_t skeleton, id;
    int64_t hash = (int64_t)caper_hash64(bytes->data, bytes->size, 0);
    CAPER_PASS(put_skeleton(store, &packed->skeleton, &skeleton, error));
    CAPER_PASS(caperi_db_do(store->db, error, "DELETE FROM clip WHERE name = ?", "s", item->name));
    *replaced = caperi_db_changes(store->db) > 0;
    CAPER_PASS(caperi_db_do(
        store->db, error,
        "INSERT INTO clip(name, character, provenance, frames, rate, loops, contacts, skeleton,"
        " hash, bytes) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "sssidiiiib", item->name, item->character ? item->character : "",
        item->provenance ? item->provenance : "", (int64_t)packed->frame_count,
        (double)packed->rate, (int64_t)packed->loops, (int64_t)packed->contact_count, skeleton,
        hash, (const void *)bytes->data, bytes->size));
    CAPER_PASS(caperi_db_number(store->db, "SELECT last_insert_rowid()", &id, error));
    return put_lists(store, id, item, error);
}

// A line of text without blanks at its ends, or within if it is to be one word: what folders can
// write and read back.
static bool is_line(const char *text, bool word)
{
    size_t size = strlen(text);
    if (size > 0 && (strchr(" \t", text[0]) || strchr(" \t", text[size - 1])))
        return false;
    return !strpbrk(text, word ? "\r\n \t" : "\r\n");
}

static bool check_item(const caper_store *store, const caper_store_item *item, caper_error *error)
{
    if (!item->name || !item->name[0])
        return refuse(store, CAPER_ERROR_INVALID, error, "the item has no name");
    if (!item->clip)
        return refuse(store, CAPER_ERROR_INVALID, error, "the item has no clip");
    if (!is_line(item->name, false) || (item->character && !is_line(item->character, false)) ||
        (item->provenance && !is_line(item->provenance, false)))
        return refuse(store, CAPER_ERROR_INVALID, error,
                      "a name or the provenance has line ends, or blanks at its ends");
    for (int i = 0; i < item->tag_count; i++)
        if (!item->tags[i] || !item->tags[i][0] || !is_line(item->tags[i], false))
            return refuse(store, CAPER_ERROR_INVALID, error,
                          "a tag is empty, or has line ends, or blanks at its ends");
    for (int i = 0; i < item->value_count; i++) {
        const caper_store_value *v = &item->values[i];
        if (!v->name || !v->name[0] || !is_line(v->name, true) || !(v->value - v->value == 0))
            return refuse(store, CAPER_ERROR_INVALID, error,
                          "a parameter has no name of one word, or a value that is not finite");
    }
    for (int i = 0; i < item->force_count; i++) {
        const caper_store_force *f = &item->forces[i];
        float sum =
            f->time + f->point.x + f->point.y + f->point.z + f->force.x + f->force.y + f->force.z;
        if (f->body < 0 || f->body >= item->clip->skeleton.body_count || !(sum - sum == 0))
            return refuse(store, CAPER_ERROR_INVALID, error,
                          "a force is on a body that the clip lacks, or not finite");
    }
    return true;
}

bool caperi_store_put(caper_store *store, const caper_store_item *item, bool *replaced,
                      caper_error *error)
{
    CAPER_PASS(check_item(store, item, error));
    // packed before the lock is taken: that takes longest
    caper_clip *made = item->clip->packed ? NULL : caper_clip_pack(item->clip, NULL, NULL, error);
    const caper_clip *packed = made ? made : item->clip;
    if (!packed->packed)
        return false;
    caper_text bytes;
    caper_text_init(&bytes, &store->allocator);
    bool good = caper_clip_encode(packed, false, &bytes) ||
                refuse(store, CAPER_ERROR_MEMORY, error, "out of memory");
    good = good && caperi_db_run(store->db, "BEGIN IMMEDIATE", error);
    if (good)
        good = end(store, put_clip(store, item, packed, &bytes, replaced, error), error);
    caper_text_free(&bytes);
    caper_clip_destroy(made);
    return good;
}

bool caper_store_put(caper_store *store, const caper_store_item *item, caper_error *error)
{
    bool replaced;
    return caperi_store_put(store, item, &replaced, error);
}

bool caper_store_put_character(caper_store *store, const caper_character *character,
                               caper_error *error)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, &store->allocator, 2);
    caper_character_write(character, &writer);
    const char *text = caper_json_writer_finish(&writer, NULL, error);
    bool good = text && caperi_db_do(store->db, error,
                                     "INSERT OR REPLACE INTO character(name, text) VALUES(?, ?)",
                                     "ss", character->name, text);
    caper_json_writer_free(&writer);
    return good;
}

bool caper_store_remove(caper_store *store, const char *name, caper_error *error)
{
    CAPER_PASS(caperi_db_do(store->db, error, "DELETE FROM clip WHERE name = ?", "s", name));
    return caperi_db_changes(store->db) > 0 ||
           caper_error_set(error, CAPER_ERROR_INVALID, store->path, 0, 0,
                           "the store has no item '%.60s'", name);
}

// -- Taking -----------------------------------------------------------------------------------

static bool load_skeleton(caper_store *store, int64_t id, caper_error *error)
{
    if (store->shared && store->shared_id == id)
        return true;
    caperi_rows *rows =
        caperi_db_query(store->db, error, "SELECT bytes FROM skeleton WHERE id = ?", "i", id);
    caper_shared_skeleton *shared = NULL;
    if (rows && caperi_rows_next(rows, error)) {
        size_t size;
        const void *bytes = caperi_rows_bytes(rows, 0, &size);
        caper_load_options options = {.allocator = &store->allocator};
        caper_clip *clip = caper_clip_decode(bytes, size, store->path, NULL, &options, error);
        if (clip)
            shared = caper_shared_skeleton_create(&clip->skeleton, &store->allocator, error);
        caper_clip_destroy(clip);
    } else if (rows) {
        refuse(store, CAPER_ERROR_INVALID, error, "a skeleton is missing: the store is damaged");
    }
    caperi_rows_close(rows);
    if (!shared)
        return false;
    caper_shared_skeleton_release(store->shared);
    store->shared = shared;
    store->shared_id = id;
    return true;
}

caper_clip *caperi_store_decode(caper_store *store, caperi_rows *rows, const char *name,
                                caper_error *error)
{
    size_t size;
    const void *bytes = caperi_rows_bytes(rows, 0, &size);
    if (!bytes || (int64_t)caper_hash64(bytes, size, 0) != caperi_rows_int(rows, 1)) {
        caper_error_set(error, CAPER_ERROR_INVALID, store->path, 0, 0,
                        "the clip '%.60s' is damaged: its bytes have changed since they were put",
                        name);
        return NULL;
    }
    if (!load_skeleton(store, caperi_rows_int(rows, 2), error))
        return NULL;
    caper_load_options options = {.allocator = &store->allocator};
    return caper_clip_decode(bytes, size, name, store->shared, &options, error);
}

caper_clip *caper_store_load(caper_store *store, const char *name, caper_error *error)
{
    caper_error problem = {0};
    caperi_rows *rows = caperi_db_query(
        store->db, &problem, "SELECT bytes, hash, skeleton FROM clip WHERE name = ?", "s", name);
    caper_clip *clip = NULL;
    if (rows && caperi_rows_next(rows, &problem))
        clip = caperi_store_decode(store, rows, name, &problem);
    else if (problem.status == CAPER_OK)
        caper_error_set(&problem, CAPER_ERROR_INVALID, store->path, 0, 0,
                        "the store has no item '%.60s'", name);
    caperi_rows_close(rows);
    if (!clip && error)
        *error = problem;
    return clip;
}

caper_character *caper_store_load_character(caper_store *store, const char *name,
                                            caper_error *error)
{
    caper_error problem = {0};
    caperi_rows *rows = caperi_db_query(store->db, &problem,
                                        "SELECT text FROM character WHERE name = ?", "s", name);
    caper_character *character = NULL;
    if (rows && caperi_rows_next(rows, &problem)) {
        const char *text = caperi_rows_text(rows, 0);
        caper_load_options options = {.allocator = &store->allocator};
        character = caper_character_parse(text, strlen(text), name, &options, &problem);
    } else if (problem.status == CAPER_OK) {
        caper_error_set(&problem, CAPER_ERROR_INVALID, store->path, 0, 0,
                        "the store has no character '%.60s'", name);
    }
    caperi_rows_close(rows);
    if (!character && error)
        *error = problem;
    return character;
}

bool caper_store_forces(caper_store *store, const char *name, caper_store_force_fn *fn, void *user,
                        caper_error *error)
{
    caper_error problem = {0};
    caperi_rows *rows =
        caperi_db_query(store->db, &problem,
                        "SELECT time, body, px, py, pz, fx, fy, fz FROM force WHERE clip ="
                        " (SELECT id FROM clip WHERE name = ?) ORDER BY time, body",
                        "s", name);
    bool go_on = true;
    while (rows && go_on && caperi_rows_next(rows, &problem)) {
        float v[6];
        for (int i = 0; i < 6; i++)
            v[i] = (float)caperi_rows_double(rows, 2 + i);
        caper_store_force f = {(int)caperi_rows_int(rows, 1), (float)caperi_rows_double(rows, 0),
                               caper_vec3_make(v[0], v[1], v[2]),
                               caper_vec3_make(v[3], v[4], v[5])};
        go_on = fn(user, &f);
    }
    caperi_rows_close(rows);
    if (problem.status != CAPER_OK && error)
        *error = problem;
    return problem.status == CAPER_OK;
}

int caper_store_count(caper_store *store, caper_error *error)
{
    int64_t count;
    return caperi_db_number(store->db, "SELECT count(*) FROM clip", &count, error) ? (int)count
                                                                                   : -1;
}
