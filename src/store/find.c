// SPDX-License-Identifier: MIT
//
// Looking for items. A query becomes one statement whose conditions are answered by indices: of
// tags, and of parameter names and values. Invariant: values are bound, never part of the text.
#include "base/try.h"
#include "store/store.h"

#include <string.h>

static char *copy(caper_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *out = caper_arena_alloc(arena, size, 1);
    if (out)
        memcpy(out, text, size);
    return out;
}

// Lists are read in two passes over their rows: count, then fill.
static bool count_of(caper_store *store, const char *sql, int64_t id, int64_t *count,
                     caper_error *error)
{
    caperi_rows *rows = caperi_db_query(store->db, error, sql, "i", id);
    bool good = rows && caperi_rows_next(rows, error);
    *count = good ? caperi_rows_int(rows, 0) : 0;
    caperi_rows_close(rows);
    return good;
}

static bool read_tags(caper_store *store, int64_t id, caper_arena *arena, caper_store_item *item,
                      caper_error *error)
{
    int64_t count;
    CAPER_PASS(count_of(store, "SELECT count(*) FROM tag WHERE clip = ?", id, &count, error));
    const char **tags = caper_arena_alloc_zero(arena, (size_t)count, sizeof *tags, 16);
    caperi_rows *rows =
        tags ? caperi_db_query(store->db, error, "SELECT tag FROM tag WHERE clip = ? ORDER BY tag",
                               "i", id)
             : NULL;
    while (rows && item->tag_count < count && caperi_rows_next(rows, error))
        tags[item->tag_count++] = copy(arena, caperi_rows_text(rows, 0));
    caperi_rows_close(rows);
    item->tags = tags;
    return rows && item->tag_count == count;
}

static bool read_values(caper_store *store, int64_t id, caper_arena *arena, caper_store_item *item,
                        caper_error *error)
{
    int64_t count;
    CAPER_PASS(count_of(store, "SELECT count(*) FROM value WHERE clip = ?", id, &count, error));
    caper_store_value *values = caper_arena_alloc_zero(arena, (size_t)count, sizeof *values, 16);
    caperi_rows *rows =
        values
            ? caperi_db_query(store->db, error,
                              "SELECT name, value FROM value WHERE clip = ? ORDER BY name", "i", id)
            : NULL;
    while (rows && item->value_count < count && caperi_rows_next(rows, error)) {
        values[item->value_count].name = copy(arena, caperi_rows_text(rows, 0));
        values[item->value_count++].value = caperi_rows_double(rows, 1);
    }
    caperi_rows_close(rows);
    item->values = values;
    return rows && item->value_count == count;
}

bool caperi_store_describe(caper_store *store, int64_t id, caper_arena *arena,
                           caper_store_item *item, caper_error *error)
{
    memset(item, 0, sizeof *item);
    caperi_rows *rows = caperi_db_query(store->db, error,
                                        "SELECT name, character, provenance, frames, rate, loops,"
                                        " contacts, length(bytes) FROM clip WHERE id = ?",
                                        "i", id);
    bool found = rows && caperi_rows_next(rows, error);
    if (found) {
        item->id = id;
        item->name = copy(arena, caperi_rows_text(rows, 0));
        item->character = copy(arena, caperi_rows_text(rows, 1));
        item->provenance = copy(arena, caperi_rows_text(rows, 2));
        item->frame_count = (int)caperi_rows_int(rows, 3);
        item->rate = (float)caperi_rows_double(rows, 4);
        item->duration = item->rate > 0 ? (float)(item->frame_count - 1) / item->rate : 0.0f;
        item->loops = caperi_rows_int(rows, 5) != 0;
        item->contact_count = (int)caperi_rows_int(rows, 6);
        item->size = (size_t)caperi_rows_int(rows, 7);
        found = item->name && item->character && item->provenance;
    }
    caperi_rows_close(rows);
    return found && read_tags(store, id, arena, item, error) &&
           read_values(store, id, arena, item, error);
}

static void write_query(const caper_store_query *query, caper_text *sql)
{
    caper_text_append_string(sql, "SELECT id FROM clip WHERE 1");
    if (query->name)
        caper_text_append_string(sql, " AND name GLOB ?");
    if (query->character)
        caper_text_append_string(sql, " AND character = ?");
    for (int i = 0; i < query->tag_count; i++)
        caper_text_append_string(sql, " AND id IN (SELECT clip FROM tag WHERE tag = ?)");
    for (int i = 0; i < query->range_count; i++)
        caper_text_append_string(sql, " AND id IN (SELECT clip FROM value WHERE name = ? AND value"
                                      " BETWEEN ? AND ?)");
    caper_text_append_string(sql, " ORDER BY name");
}

static void bind_query(const caper_store_query *query, caperi_rows *rows)
{
    int at = 1;
    if (query->name)
        caperi_rows_bind_text(rows, at++, query->name);
    if (query->character)
        caperi_rows_bind_text(rows, at++, query->character);
    for (int i = 0; i < query->tag_count; i++)
        caperi_rows_bind_text(rows, at++, query->tags[i]);
    for (int i = 0; i < query->range_count; i++) {
        caperi_rows_bind_text(rows, at++, query->ranges[i].name);
        caperi_rows_bind_double(rows, at++, query->ranges[i].least);
        caperi_rows_bind_double(rows, at++, query->ranges[i].most);
    }
}

// All in one read transaction, so that lists belong to their items whoever writes meanwhile.
static bool visit(caper_store *store, caperi_rows *rows, caper_arena *arena, caper_store_fn *fn,
                  void *user, caper_error *problem)
{
    bool go_on = true;
    while (go_on && caperi_rows_next(rows, problem)) {
        caper_arena_mark_point mark = caper_arena_mark(arena);
        caper_store_item item;
        if (!caperi_store_describe(store, caperi_rows_int(rows, 0), arena, &item, problem)) {
            if (problem->status == CAPER_OK)
                caper_error_set(problem, CAPER_ERROR_INVALID, store->path, 0, 0,
                                "an item is in an index and not in the table: the store is "
                                "damaged");
            return false;
        }
        go_on = fn(user, &item);
        caper_arena_release(arena, mark);
    }
    return problem->status == CAPER_OK;
}

bool caper_store_find(caper_store *store, const caper_store_query *query, caper_store_fn *fn,
                      void *user, caper_error *error)
{
    static const caper_store_query all;
    query = query ? query : &all;
    caper_error problem = {0};
    caper_text sql;
    caper_text_init(&sql, &store->allocator);
    write_query(query, &sql);
    caper_arena arena;
    caper_arena_init(&arena, &store->allocator, 0);
    bool good = !sql.failed && caperi_db_run(store->db, "BEGIN", &problem);
    if (good) {
        caperi_rows *rows = caperi_db_query(store->db, &problem, sql.data, "");
        if (rows)
            bind_query(query, rows);
        good = rows && visit(store, rows, &arena, fn, user, &problem);
        caperi_rows_close(rows);
        caperi_db_run(store->db, "COMMIT", NULL);
    }
    caper_arena_destroy(&arena);
    caper_text_free(&sql);
    if (!good && error)
        *error = problem;
    return good;
}
