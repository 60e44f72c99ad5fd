// SPDX-License-Identifier: MIT
//
// The store: what is put is found, to the bit, by every condition; refusals; schemas; damage; disks
// that are full; folders out and in again. What happens to it when processes die is in
// test_store_kill.c.
#define _POSIX_C_SOURCE 200809L
#include "store/store.h"
#include "store_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH "test_store.db"
#define COPY "test_store_copy.db"
#define FOLDER "test_store_folder"
#define PAGE ((size_t)4096)

static caper_store *new_store(int count)
{
    remove_store(PATH);
    caper_error error = {0};
    caper_store *store = caper_store_open(PATH, NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(store != NULL);
    for (int n = 0; n < count; n++)
        CHECK(put_numbered(store, n, &error));
    return store;
}

static bool note_item(void *user, const caper_store_item *item)
{
    uint64_t *seen = user; // by the number in its name
    *seen |= (uint64_t)1 << atoi(item->name + 5);
    return true;
}

static uint64_t found_by(caper_store *store, const caper_store_query *query)
{
    uint64_t seen = 0;
    CHECK(caper_store_find(store, query, note_item, &seen, NULL));
    return seen;
}

static void what_is_put_comes_back_to_the_bit(void)
{
    caper_store *store = new_store(9);
    CHECK_INT(caper_store_count(store, NULL), 9);
    caper_store_destroy(store);
    store = caper_store_open(PATH, NULL, NULL);
    for (int n = 0; n < 9; n++)
        CHECK(has_numbered(store, n));
    caper_store_destroy(store);
    remove_store(PATH);
}

static void queries_find_what_a_plain_loop_finds(void)
{
    enum {
        COUNT = 24
    };
    caper_store *store = new_store(COUNT);
    const char *const tags[] = {"odd", "third"};
    for (int kind = 0; kind < 6; kind++) {
        caper_store_range ranges[] = {{"n", 5, 17}, {"speed", 4.0, 1e9}};
        caper_store_query query = {0};
        if (kind == 1 || kind == 5)
            query.tags = tags, query.tag_count = 2;
        if (kind == 2 || kind == 5)
            query.ranges = ranges, query.range_count = 1;
        if (kind == 3)
            query.ranges = ranges, query.range_count = 2;
        if (kind == 4)
            query.name = "clip 1*", query.character = "dog";
        uint64_t expected = 0;
        for (int n = 0; n < COUNT; n++) {
            bool in = true;
            in = in && (query.tag_count == 0 || (n % 2 == 1 && n % 3 == 0));
            in = in && (query.range_count == 0 || (n >= 5 && n <= 17));
            in = in && (query.range_count < 2 || 0.5 * n >= 4.0);
            in = in && (kind != 4 || ((n == 1 || n >= 10) && n < 20 && n % 2 == 1));
            expected |= in ? (uint64_t)1 << n : 0;
        }
        CHECK(expected != 0);
        CHECK_INT((int64_t)found_by(store, &query), (int64_t)expected);
    }
    caper_store_query nothing = {.name = "no such"};
    CHECK_INT((int64_t)found_by(store, &nothing), 0);
    caper_store_destroy(store);
    remove_store(PATH);
}

static bool check_details(void *user, const caper_store_item *item)
{
    (void)user;
    CHECK_STR(item->name, "clip 5");
    CHECK_STR(item->character, "dog");
    CHECK_STR(item->provenance, "a test");
    CHECK_INT(item->tag_count, 2);
    CHECK_STR(item->tags[0], "odd");
    CHECK_INT(item->value_count, 2);
    CHECK(item->values[1].value == 2.5);
    CHECK_INT(item->frame_count, 25);
    CHECK_NEAR(item->duration, 24.0 / 30.0, 1e-6);
    return true;
}

static bool check_force(void *user, const caper_store_force *force)
{
    *(int *)user += 1;
    CHECK(force->body == 1 && force->time == 0.25f && force->point.z == 3 && force->force.y == 405);
    return true;
}

static void an_item_is_described_and_replaced_whole(void)
{
    caper_store *store = new_store(7);
    caper_store_query query = {.name = "clip 5"};
    CHECK(caper_store_find(store, &query, check_details, NULL, NULL));
    int forces = 0;
    CHECK(caper_store_forces(store, "clip 5", check_force, &forces, NULL));
    CHECK_INT(forces, 1);

    // in place of itself, without lists: nothing of the old one is left
    caper_clip *clip = numbered_clip(2);
    caper_store_item item = {.name = "clip 5", .clip = clip};
    CHECK(caper_store_put(store, &item, NULL));
    CHECK_INT(caper_store_count(store, NULL), 7);
    forces = 0;
    CHECK(caper_store_forces(store, "clip 5", check_force, &forces, NULL));
    CHECK_INT(forces, 0);
    const char *const odd[] = {"odd"};
    caper_store_query tagged = {.tags = odd, .tag_count = 1};
    CHECK_INT((int64_t)found_by(store, &tagged), 1 << 1 | 1 << 3);
    caper_clip *back = caper_store_load(store, "clip 5", NULL);
    CHECK(same_clip(back, clip));
    CHECK(caper_store_remove(store, "clip 5", NULL));
    CHECK(!caper_store_remove(store, "clip 5", NULL));
    CHECK(caper_store_load(store, "clip 5", NULL) == NULL);
    CHECK(caper_store_check(store, NULL, NULL, NULL, NULL));
    caper_store_destroy(store);
    CHECK(same_clip(back, clip)); // lives on without the store
    caper_clip_destroy(back);
    caper_clip_destroy(clip);
    remove_store(PATH);
}

static void skeletons_are_kept_once_and_shared(void)
{
    caper_store *store = new_store(9);
    caper_clip *a = caper_store_load(store, "clip 0", NULL);
    caper_clip *b = caper_store_load(store, "clip 3", NULL);
    CHECK(a && b && a->shared && a->shared == b->shared);
    caper_clip_destroy(a);
    caper_clip_destroy(b);
    int64_t skeletons = 0;
    CHECK(caperi_db_number(store->db, "SELECT count(*) FROM skeleton", &skeletons, NULL));
    CHECK_INT(skeletons, 3);
    caper_store_destroy(store);
    remove_store(PATH);
}

static void bad_items_are_refused_and_change_nothing(void)
{
    caper_store *store = new_store(2);
    caper_clip *clip = numbered_clip(7);
    caper_store_value bad_value = {"x", NAN}, two_words = {"top speed", 1};
    caper_store_force bad_force = {99, 0, {0, 0, 0}, {0, 0, 0}};
    const char *const bad_tags[] = {""};
    caper_store_value twice[] = {{"x", 1}, {"x", 2}};
    const caper_store_item wrong[] = {
        {.name = "", .clip = clip},
        {.clip = clip},
        {.name = "x"},
        {.name = "x", .clip = clip, .values = &bad_value, .value_count = 1},
        {.name = "clip 1", .clip = clip, .values = twice, .value_count = 2},
        {.name = "x", .clip = clip, .forces = &bad_force, .force_count = 1},
        {.name = "x", .clip = clip, .tags = bad_tags, .tag_count = 1},
        {.name = "two\nlines", .clip = clip},
        {.name = "x ", .clip = clip},
        {.name = "x", .clip = clip, .provenance = "a\nb"},
        {.name = "x", .clip = clip, .values = &two_words, .value_count = 1},
    };
    for (int i = 0; i < CAPER_COUNT_OF(wrong); i++) {
        caper_error error = {0};
        CHECK(!caper_store_put(store, &wrong[i], &error));
        CHECK(error.status != CAPER_OK && error.message[0]);
        CHECK_INT(caper_store_count(store, NULL), 2);
        CHECK(has_numbered(store, 1));
    }
    caper_clip_destroy(clip);
    caper_store_destroy(store);
    remove_store(PATH);
}

// -- Files ------------------------------------------------------------------------------------

static void change_byte(const char *path, long at, int value)
{
    FILE *file = fopen(path, "r+b");
    REQUIRE(file != NULL);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    fputc(value, file);
    fclose(file);
}

static void strange_files_are_refused(void)
{
    caper_error error = {0};
    caper_store_options must = {.must_exist = true};
    remove_store(PATH);
    CHECK(!caper_store_open(PATH, &must, &error));
    CHECK(!caper_store_open("/no/such/folder/x.db", NULL, &error));
    CHECK(caper_file_write(PATH, "this is a text and no database, but long enough to be one", 57,
                           NULL));
    CHECK(!caper_store_open(PATH, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_INVALID);

    // a database of somebody else
    caper_store_destroy(new_store(1));
    change_byte(PATH, 68, 0x11); // of the application id
    CHECK(!caper_store_open(PATH, NULL, &error));
    CHECK_HAS(error.message, "not a store");
    remove_store(PATH);
}

static void a_newer_schema_is_refused(void)
{
    caper_store_destroy(new_store(1));
    change_byte(PATH, 63, 99); // the last byte of user_version in the head
    caper_error error = {0};
    CHECK(!caper_store_open(PATH, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
    CHECK_HAS(error.message, "99");
    remove_store(PATH);
}

static void an_older_schema_is_brought_up_to_date(void)
{
    remove_store(PATH);
    caper_store *old = caperi_store_create_version(PATH, 1, NULL);
    REQUIRE(old != NULL);
    caper_clip *clip = numbered_clip(4);
    caper_store_item item = {.name = "clip 4", .clip = clip};
    CHECK(caper_store_put(old, &item, NULL)); // version 1 had no forces
    caper_store_destroy(old);

    caper_error error = {0};
    caper_store_options look = {.read_only = true};
    CHECK(!caper_store_open(PATH, &look, &error));
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
    caper_store *store = caper_store_open(PATH, NULL, &error);
    REQUIRE(store != NULL);
    CHECK(has_numbered(store, 4));
    CHECK(put_numbered(store, 5, &error)); // with a force
    CHECK(caper_store_check(store, NULL, NULL, NULL, &error));
    caper_store_destroy(store);
    caper_clip_destroy(clip);
    remove_store(PATH);
}

static void count_report(void *user, const char *subject, const char *problem)
{
    CHECK(subject[0] && problem[0]);
    *(int *)user += 1;
}

// Cut off, or with a page of rubbish: refused or reported, never fewer items without a word.
static void damage_is_never_silent(void)
{
    enum {
        COUNT = 12
    };
    caper_store_destroy(new_store(COUNT));
    size_t size;
    char *whole = caper_file_read(PATH, 0, NULL, &size, NULL);
    REQUIRE(whole != NULL);
    caper_error error = {0};
    CHECK(caper_file_write(PATH, whole, size / 2 / 4096 * 4096, NULL));
    CHECK(!caper_store_open(PATH, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    CHECK_HAS(error.message, "salvage");

    int salvaged = 0;
    for (size_t page = 1; page < size / 4096; page += 3) {
        char *damaged = malloc(size);
        memcpy(damaged, whole, size);
        memset(damaged + page * 4096, 0x5a, 4096);
        CHECK(caper_file_write(PATH, damaged, size, NULL));
        free(damaged);
        error = (caper_error){0};
        caper_store *store = caper_store_open(PATH, NULL, &error);
        int reports = 0;
        caper_store_health health = {0};
        bool good = store && caper_store_check(store, count_report, &reports, &health, &error);
        CHECK(!good && error.status != CAPER_OK);
        uint64_t seen = 0;
        bool complete = store && caper_store_find(store, NULL, note_item, &seen, NULL);
        CHECK(!complete || seen == ((uint64_t)1 << COUNT) - 1);
        caper_store_destroy(store);

        // what can be had is had, and what not is told
        remove_store(COPY);
        reports = 0;
        if (caper_store_salvage(PATH, COPY, count_report, &reports, &health, &error)) {
            caper_store *saved = caper_store_open(COPY, NULL, NULL);
            REQUIRE(saved != NULL);
            CHECK_INT(caper_store_count(saved, NULL), health.item_count);
            for (int n = 0; n < COUNT; n++)
                salvaged += has_numbered(saved, n);
            CHECK(health.item_count == COUNT || reports > 0);
            caper_store_destroy(saved);
        } else {
            CHECK(error.message[0]);
        }
    }
    // one page of many hides little
    CHECK(salvaged * 2 > (int)(size / 4096 - 1) / 3 * COUNT);
    caper_free(NULL, whole, size + 1);
    remove_store(COPY);
    remove_store(PATH);
}

static void note_report(void *user, const char *subject, const char *problem)
{
    caper_text *said = user;
    caper_text_printf(said, "%s: %s\n", subject, problem);
}

// Salvage PATH into COPY: how many clips of `count` are there, to the bit. All that is not is told.
static int salvage_numbered(int count)
{
    remove_store(COPY);
    caper_text said;
    caper_text_init(&said, NULL);
    caper_store_health health;
    caper_error error = {0};
    int found = 0;
    if (caper_store_salvage(PATH, COPY, note_report, &said, &health, &error)) {
        caper_store *saved = caper_store_open(COPY, NULL, &error);
        REQUIRE(saved != NULL);
        CHECK(caper_store_check(saved, NULL, NULL, NULL, &error));
        for (int n = 0; n < count; n++) {
            bool has = has_numbered(saved, n);
            char name[32];
            snprintf(name, sizeof name, "clip %d: ", n);
            CHECK(has || strstr(said.data, name) || strstr(said.data, "not even the name"));
            found += has;
        }
        caper_store_destroy(saved);
        CHECK_INT(health.item_count, found);
        CHECK_INT(health.expected_count, count);
    } else {
        CHECK_INT(health.item_count, 0);
        CHECK(access(COPY, F_OK) != 0);
    }
    // who salvages has no use for advice to salvage
    CHECK(!strstr(error.message, "salvage") && (!said.data || !strstr(said.data, "salvage")));
    caper_text_free(&said);
    remove_store(COPY);
    return found;
}

// SQLite itself reads nothing of a file that lacks pages which its head counts. Clips are put in
// order, so the first of them are whole in what is left; tables and indices take the first 14
// pages.
static void a_store_that_lacks_pages_is_salvaged(void)
{
    enum {
        COUNT = 80
    };
    caper_store_destroy(new_store(COUNT));
    size_t size;
    char *whole = caper_file_read(PATH, 0, NULL, &size, NULL);
    REQUIRE(whole != NULL && size > 30 * PAGE);
    const size_t cuts[] = {size - PAGE, size * 9 / 10, size * 8 / 10, size / 2, 20 * PAGE + 9,
                           13 * PAGE,   PAGE + 1,      PAGE / 2,      0};
    const int least[] = {COUNT - 5, COUNT / 2, COUNT / 2, COUNT / 10, 1};
    for (int i = 0; i < CAPER_COUNT_OF(cuts); i++) {
        CHECK(caper_file_write(PATH, whole, cuts[i], NULL));
        caper_store_options look = {.read_only = true, .must_exist = true};
        CHECK(!caper_store_open(PATH, &look, NULL));
        int found = salvage_numbered(COUNT);
        CHECK(found < COUNT && (i >= CAPER_COUNT_OF(least) || found >= least[i]));
    }
    caper_free(NULL, whole, size + 1);
    remove_store(PATH);
}

// Two bad pages of rows, and the index of names too: what is between them is not hidden.
static void rows_between_bad_pages_are_salvaged(void)
{
    enum {
        COUNT = 40
    };
    caper_store_destroy(new_store(COUNT));
    size_t size;
    char *whole = caper_file_read(PATH, 0, NULL, &size, NULL);
    REQUIRE(whole != NULL);
    const int pages[] = {6, 15, 19}; // from 0: the index, two leaves of the table
    for (int i = 0; i < CAPER_COUNT_OF(pages); i++)
        memset(whole + pages[i] * PAGE, 0x5a, PAGE);
    CHECK(caper_file_write(PATH, whole, size, NULL));
    int found = salvage_numbered(COUNT);
    CHECK(found < COUNT && found >= COUNT - 12);
    caper_free(NULL, whole, size + 1);
    remove_store(PATH);
}

static void a_full_disk_changes_nothing(void)
{
    caper_store *store = new_store(3);
    struct stat info;
    REQUIRE(stat(PATH, &info) == 0);
    // no file of this process may grow beyond what it is now: writing fails as on a full disk
    struct rlimit before, limit;
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    limit = before;
    limit.rlim_cur = (rlim_t)info.st_size;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    caper_error error = {0};
    bool refused = false;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    for (int n = 3; n < 40 && !refused; n++)
        refused = !put_numbered(store, n, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    CHECK(refused);
    CHECK_INT(error.status, CAPER_ERROR_IO);
    for (int n = 0; n < 3; n++)
        CHECK(has_numbered(store, n));
    CHECK(caper_store_check(store, NULL, NULL, NULL, &error));
    CHECK(put_numbered(store, 50, &error)); // and goes on when there is room again
    caper_store_destroy(store);
    remove_store(PATH);
}

// -- Folders ----------------------------------------------------------------------------------

static void empty_folder(void)
{
    CHECK(system("rm -rf " FOLDER) == 0);
    REQUIRE(mkdir(FOLDER, 0777) == 0);
}

static bool write_all(void *user, const caper_store_item *item)
{
    caper_text_printf(user, "%s|%s|%s|%d|%d", item->name, item->character, item->provenance,
                      item->tag_count, item->value_count);
    for (int i = 0; i < item->tag_count; i++)
        caper_text_printf(user, "|%s", item->tags[i]);
    for (int i = 0; i < item->value_count; i++)
        caper_text_printf(user, "|%s=%a", item->values[i].name, item->values[i].value);
    return caper_text_append_string(user, "\n");
}

static void an_exported_folder_imports_as_the_same_items(void)
{
    caper_store *store = new_store(6);
    caper_clip *clip = numbered_clip(9);
    caper_store_item odd = {.name = "a/strange *name?", .clip = clip, .provenance = "made"};
    CHECK(caper_store_put(store, &odd, NULL));
    caper_character *dog =
        caper_character_load(test_data_path("characters/dog.character.json"), NULL, NULL);
    REQUIRE(dog != NULL);
    CHECK(caper_store_put_character(store, dog, NULL));
    empty_folder();
    CHECK(rmdir(FOLDER) == 0); // it is made
    caper_error error = {0};
    caper_store_folder_job job = {.folder = PATH};
    CHECK(!caper_store_export(store, &job, &error));
    CHECK_HAS(error.message, "not a folder");
    job.folder = FOLDER "/deep/in";
    CHECK(!caper_store_export(store, &job, &error));
    CHECK_HAS(error.message, "cannot be made");
    job.folder = FOLDER;
    CHECK(caper_store_export(store, &job, &error));
    CHECK_INT(job.done_count, 7);
    CHECK_INT(job.failed_count, 0);

    remove_store(COPY);
    caper_store *copy = caper_store_open(COPY, NULL, NULL);
    CHECK(caper_store_import(copy, &job, &error));
    CHECK_INT(job.done_count, 7);
    caper_text a, b;
    caper_text_init(&a, NULL);
    caper_text_init(&b, NULL);
    CHECK(caper_store_find(store, NULL, write_all, &a, NULL));
    CHECK(caper_store_find(copy, NULL, write_all, &b, NULL));
    CHECK_STR(b.data, a.data);
    for (int n = 0; n < 6; n++)
        CHECK(has_numbered(copy, n));
    caper_clip *back = caper_store_load(copy, "a/strange *name?", NULL);
    CHECK(same_clip(back, clip));
    int forces = 0;
    CHECK(caper_store_forces(copy, "clip 5", check_force, &forces, NULL));
    CHECK_INT(forces, 1);
    caper_character *again = caper_store_load_character(copy, dog->name, &error);
    CHECK(again && caper_skeleton_same(&again->skeleton, &dog->skeleton));
    caper_character_destroy(again);
    caper_character_destroy(dog);
    caper_clip_destroy(back);
    caper_clip_destroy(clip);
    caper_text_free(&a);
    caper_text_free(&b);
    caper_store_destroy(copy);
    caper_store_destroy(store);
    remove_store(COPY);
    remove_store(PATH);
    empty_folder();
    CHECK(rmdir(FOLDER) == 0);
}

static void an_export_without_memory_says_so(void)
{
    caper_store *store = new_store(3);
    empty_folder();
    bool all = false;
    for (int at = 1; at < 400 && !all; at++) {
        test_memory memory = {.fail_at = at};
        caper_allocator scarce = test_memory_allocator(&memory);
        caper_store_folder_job job = {.folder = FOLDER};
        caper_error error = {0};
        caper_set_default_allocator(&scarce);
        bool good = caper_store_export(store, &job, &error);
        caper_set_default_allocator(NULL);
        CHECK(good ? job.done_count + job.failed_count >= 3 : error.message[0] != 0);
        all = memory.alloc_count < at;
        CHECK(all == (good && job.failed_count == 0));
    }
    CHECK(all);
    caper_store_destroy(store);
    remove_store(PATH);
    empty_folder();
    CHECK(rmdir(FOLDER) == 0);
}

static void files_that_cannot_be_read_are_reported(void)
{
    empty_folder();
    CHECK(caper_file_write(FOLDER "/bad.bvh", "HIERARCHY nonsense", 18, NULL));
    caper_clip *clip = numbered_clip(1);
    CHECK(caper_clip_save_packed(clip, FOLDER "/good.clip.bin", NULL));
    CHECK(caper_clip_save(clip, FOLDER "/text.clip.json", NULL));
    CHECK(caper_file_write(FOLDER "/text.store.txt", "tag a b\nspeed 3\n", 16, NULL));
    caper_store *store = new_store(0);
    int reports = 0;
    caper_store_folder_job job = {.folder = FOLDER, .report = count_report, .user = &reports};
    CHECK(caper_store_import(store, &job, NULL));
    CHECK_INT(job.done_count, 1);
    CHECK_INT(job.failed_count, 2);
    CHECK_INT(reports, 2);
    caper_clip_destroy(clip);
    caper_store_destroy(store);
    remove_store(PATH);
    empty_folder();
    CHECK(rmdir(FOLDER) == 0);
}

// By a file of the same name in the folder, then by the next import of it.
static void clips_that_an_import_replaces_are_reported(void)
{
    empty_folder();
    caper_clip *clip = numbered_clip(1);
    CHECK(caper_clip_save_packed(clip, FOLDER "/same.clip.bin", NULL));
    CHECK(caper_clip_save(clip, FOLDER "/same.clip.json", NULL));
    CHECK(caper_clip_save(clip, FOLDER "/other.clip.json", NULL));
    caper_store *store = new_store(0);
    caper_text said;
    caper_text_init(&said, NULL);
    caper_store_folder_job job = {.folder = FOLDER, .report = note_report, .user = &said};
    CHECK(caper_store_import(store, &job, NULL));
    CHECK_STR(said.data, "same.clip.json: replaced same\n");
    CHECK_INT(job.done_count, 3);
    CHECK_INT(job.replaced_count, 1);
    CHECK_INT(job.failed_count, 0);
    CHECK(caper_store_import(store, &job, NULL));
    CHECK_HAS(said.data, "other.clip.json: replaced other\n");
    CHECK_INT(job.replaced_count, 3);
    caper_text_free(&said);
    caper_clip_destroy(clip);
    caper_store_destroy(store);
    remove_store(PATH);
    empty_folder();
    CHECK(rmdir(FOLDER) == 0);
}

TESTS(what_is_put_comes_back_to_the_bit, queries_find_what_a_plain_loop_finds,
      an_item_is_described_and_replaced_whole, skeletons_are_kept_once_and_shared,
      bad_items_are_refused_and_change_nothing, strange_files_are_refused,
      a_newer_schema_is_refused, an_older_schema_is_brought_up_to_date, damage_is_never_silent,
      a_store_that_lacks_pages_is_salvaged, rows_between_bad_pages_are_salvaged,
      a_full_disk_changes_nothing, an_exported_folder_imports_as_the_same_items,
      an_export_without_memory_says_so, files_that_cannot_be_read_are_reported,
      clips_that_an_import_replaces_are_reported)
