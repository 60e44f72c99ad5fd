// SPDX-License-Identifier: MIT
//
// Checks whether a store is intact, and salvages what can be read of one that is not. A check
// trusts nothing: SQLite looks at all pages and indices, then every clip is hashed and decoded, and
// their number compared with the one that triggers keep. A salvage looks for items by both ways
// that lead to them, the table and the index of names, from both ends, so that one bad page hides
// few; where the table has a bad page, by every id as well, so that rows between two of them are
// found.
#include "base/try.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct inspection {
    caper_store *store;
    caper_store_report_fn *report;
    void *user;
    caper_store_health *health;
} inspection;

static void tell(const inspection *in, const char *subject, const char *problem)
{
    in->health->problem_count++;
    if (in->report)
        in->report(in->user, subject, problem);
}

static void check_pages(const inspection *in)
{
    caper_error problem = {0};
    caperi_rows *rows = caperi_db_query(in->store->db, &problem, "PRAGMA integrity_check", "");
    while (rows && caperi_rows_next(rows, &problem))
        if (strcmp(caperi_rows_text(rows, 0), "ok") != 0)
            tell(in, in->store->path, caperi_rows_text(rows, 0));
    caperi_rows_close(rows);
    if (problem.status != CAPER_OK)
        tell(in, in->store->path, problem.message);
    rows = caperi_db_query(in->store->db, NULL, "PRAGMA foreign_key_check", "");
    while (rows && caperi_rows_next(rows, NULL))
        tell(in, caperi_rows_text(rows, 0), "a row belongs to an item that is not there");
    caperi_rows_close(rows);
}

static void check_clips(const inspection *in)
{
    caper_error problem = {0};
    caperi_rows *rows = caperi_db_query(
        in->store->db, &problem, "SELECT bytes, hash, skeleton, name FROM clip ORDER BY id", "");
    while (rows && caperi_rows_next(rows, &problem)) {
        caper_error bad = {0};
        const char *name = caperi_rows_text(rows, 3);
        caper_clip *clip = caperi_store_decode(in->store, rows, name, &bad);
        if (clip)
            in->health->item_count++;
        else
            tell(in, name, bad.message);
        caper_clip_destroy(clip);
    }
    caperi_rows_close(rows);
    if (problem.status != CAPER_OK)
        tell(in, in->store->path, problem.message);
}

bool caper_store_check(caper_store *store, caper_store_report_fn *report, void *user,
                       caper_store_health *health, caper_error *error)
{
    caper_store_health found = {.expected_count = -1};
    inspection in = {store, report, user, &found};
    check_pages(&in);
    check_clips(&in);
    int64_t expected = -1;
    if (caperi_db_number(store->db, "SELECT clips FROM total", &expected, NULL))
        found.expected_count = (int)expected;
    if (found.expected_count != found.item_count)
        tell(&in, store->path, "the number of items is not the one that the store keeps count of");
    if (health)
        *health = found;
    return found.problem_count == 0 ||
           caper_error_set(error, CAPER_ERROR_INVALID, store->path, 0, 0,
                           "%d problems; %d items can be read of %d", found.problem_count,
                           found.item_count, found.expected_count);
}

// -- Salvage ----------------------------------------------------------------------------------

#define NAME_MAX_SIZE 240
// Ids that are tried in vain, some microseconds each: a damaged id may be as large as 2^63.
#define VAIN_MAX 100000

typedef struct lead {
    int64_t id;
    char name[NAME_MAX_SIZE];
} lead;

typedef struct leads {
    caper_arena arena;
    lead **list;
    int count, capacity;
} leads;

static bool add_lead(leads *l, int64_t id, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (l->list[i]->id == id)
            return true;
    if (l->count == l->capacity) {
        int capacity = l->capacity ? 2 * l->capacity : 256;
        lead **list = caper_arena_alloc_zero(&l->arena, (size_t)capacity, sizeof *list, 16);
        CAPER_PASS(list != NULL);
        if (l->count > 0)
            memcpy(list, l->list, (size_t)l->count * sizeof *list);
        l->list = list;
        l->capacity = capacity;
    }
    lead *made = caper_arena_alloc_zero(&l->arena, 1, sizeof *made, 16);
    CAPER_PASS(made != NULL);
    made->id = id;
    strncpy(made->name, name, NAME_MAX_SIZE - 1);
    l->list[l->count++] = made;
    return true;
}

// Go on behind each row where a scan of the table stops.
static void find_between(leads *l, const inspection *in)
{
    int64_t last = in->health->expected_count, next = 1;
    for (int i = 0; i < l->count; i++)
        last = l->list[i]->id > last ? l->list[i]->id : last;
    for (int vain = 0; next <= last && next < INT64_MAX && vain < VAIN_MAX; vain++, next++) {
        caper_error problem = {0};
        caperi_rows *rows = caperi_db_query(
            in->store->db, &problem,
            "SELECT id, name FROM clip NOT INDEXED WHERE id >= ? ORDER BY id", "i", next);
        while (rows && caperi_rows_next(rows, &problem)) {
            int64_t id = caperi_rows_int(rows, 0);
            add_lead(l, id, caperi_rows_text(rows, 1));
            next = id < INT64_MAX - 1 ? id + 1 : id;
        }
        caperi_rows_close(rows);
        // what is not damage (no memory, a lock) does not go away with the next id
        if (problem.status != CAPER_ERROR_INVALID)
            return;
    }
}

static void find_leads(leads *l, const inspection *in)
{
    bool broken = false;
    static const char *const ways[] = {
        "SELECT id, name FROM clip NOT INDEXED ORDER BY id",
        "SELECT id, name FROM clip NOT INDEXED ORDER BY id DESC",
        "SELECT id, name FROM clip INDEXED BY sqlite_autoindex_clip_1 ORDER BY name",
        "SELECT id, name FROM clip INDEXED BY sqlite_autoindex_clip_1 ORDER BY name DESC",
    };
    for (int i = 0; i < CAPER_COUNT_OF(ways); i++) {
        caper_error problem = {0};
        caperi_rows *rows = caperi_db_query(in->store->db, &problem, ways[i], "");
        while (rows && caperi_rows_next(rows, &problem))
            add_lead(l, caperi_rows_int(rows, 0), caperi_rows_text(rows, 1));
        caperi_rows_close(rows);
        if (problem.status != CAPER_OK && i % 2 == 0)
            tell(in, i ? "the index of names" : "the table of clips", problem.message);
        broken |= i == 0 && problem.status == CAPER_ERROR_INVALID;
    }
    if (broken)
        find_between(l, in);
}

typedef struct force_list {
    caper_store_force *items;
    int count, capacity;
} force_list;

static bool gather_force(void *user, const caper_store_force *force)
{
    force_list *list = user;
    if (list->count < list->capacity)
        list->items[list->count++] = *force;
    return true;
}

static bool read_forces(caper_store *store, const char *name, caper_arena *arena,
                        caper_store_item *item, caper_error *error)
{
    int64_t count = 0;
    caperi_rows *rows = caperi_db_query(
        store->db, error,
        "SELECT count(*) FROM force WHERE clip = (SELECT id FROM clip WHERE name = ?)", "s", name);
    if (rows && caperi_rows_next(rows, error))
        count = caperi_rows_int(rows, 0);
    caperi_rows_close(rows);
    force_list list = {.capacity = (int)count};
    list.items = caper_arena_alloc_zero(arena, (size_t)count, sizeof *list.items, 16);
    CAPER_PASS(rows && list.items && caper_store_forces(store, name, gather_force, &list, error));
    item->forces = list.items;
    item->force_count = list.count;
    return true;
}

// One item into the new store; what is beside the clip is given up before the clip is.
static bool save_lead(const inspection *in, caper_store *to, const lead *l)
{
    caper_error problem = {0};
    caperi_rows *rows = caperi_db_query(
        in->store->db, &problem, "SELECT bytes, hash, skeleton FROM clip WHERE id = ?", "i", l->id);
    caper_clip *clip = NULL;
    if (rows && caperi_rows_next(rows, &problem))
        clip = caperi_store_decode(in->store, rows, l->name, &problem);
    caperi_rows_close(rows);
    if (!clip) {
        tell(in, l->name,
             problem.status != CAPER_OK ? problem.message : "the item cannot be found");
        return false;
    }
    caper_arena arena;
    caper_arena_init(&arena, NULL, 0);
    caper_store_item item;
    caper_error beside = {0};
    if (!caperi_store_describe(in->store, l->id, &arena, &item, &beside) ||
        !read_forces(in->store, l->name, &arena, &item, &beside)) {
        tell(in, l->name, "its tags, values or forces could not be read; the clip could");
        item = (caper_store_item){.name = l->name};
    }
    item.clip = clip;
    bool good = caper_store_put(to, &item, &problem);
    if (!good)
        tell(in, l->name, problem.message);
    caper_arena_destroy(&arena);
    caper_clip_destroy(clip);
    return good;
}

static void save_characters(const inspection *in, caper_store *to)
{
    caper_error problem = {0};
    caperi_rows *rows =
        caperi_db_query(in->store->db, &problem, "SELECT name FROM character ORDER BY name", "");
    while (rows && caperi_rows_next(rows, &problem)) {
        const char *name = caperi_rows_text(rows, 0);
        caper_error bad = {0};
        caper_character *c = caper_store_load_character(in->store, name, &bad);
        if (!c || !caper_store_put_character(to, c, &bad)) {
            char subject[NAME_MAX_SIZE]; // clips often have the names of their characters
            snprintf(subject, sizeof subject, "the character %s", name);
            tell(in, subject, bad.message);
        }
        caper_character_destroy(c);
    }
    caperi_rows_close(rows);
    if (problem.status != CAPER_OK)
        tell(in, "the characters", problem.message);
}

static void salvage(const inspection *in, caper_store *to)
{
    leads l = {0};
    caper_arena_init(&l.arena, NULL, 0);
    int64_t expected;
    if (caperi_db_number(in->store->db, "SELECT clips FROM total", &expected, NULL))
        in->health->expected_count = (int)expected;
    find_leads(&l, in);
    for (int i = 0; i < l.count; i++)
        in->health->item_count += save_lead(in, to, l.list[i]);
    save_characters(in, to);
    if (in->health->expected_count > l.count) {
        char lost[80];
        snprintf(lost, sizeof lost, "%d clips are lost of which not even the name is left",
                 in->health->expected_count - l.count);
        tell(in, in->store->path, lost);
    }
    caper_arena_destroy(&l.arena);
}

bool caper_store_salvage(const char *damaged, const char *path, caper_store_report_fn *report,
                         void *user, caper_store_health *health, caper_error *error)
{
    caper_store_health found = {.expected_count = -1};
    CAPER_TRY(access(path, F_OK) != 0, error, CAPER_ERROR_INVALID, path, 0, 0,
              "the file exists already");
    caper_store *from = caperi_store_open_damaged(damaged, error);
    if (!from)
        return false;
    caper_store *to = caper_store_open(path, NULL, error);
    if (to) {
        inspection in = {from, report, user, &found};
        salvage(&in, to);
        if (found.item_count == 0) {
            caper_error_set(error, CAPER_ERROR_INVALID, damaged, 0, 0, "nothing could be read");
            unlink(path);
        }
    }
    caper_store_destroy(to);
    caper_store_destroy(from);
    if (health)
        *health = found;
    return found.item_count > 0;
}
