// SPDX-License-Identifier: MIT
// caper store: a library of clips in one file.
#include "cli.h"

#include <string.h>
#include <sys/stat.h>

#if CAPER_STORE

#include "caper/store.h"
#include "store_query.h"

static void report(void *user, const char *subject, const char *problem)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", subject, problem);
}

// What is listed.
typedef struct listing {
    caper_json_writer writer;
    caper_text text;
} listing;

static bool add_item(void *user, const caper_store_item *item)
{
    listing *l = user;
    caper_json_writer *w = &l->writer;
    caper_text_printf(&l->text, "%-32s %6d frames %8.3f s %8.1f KB  %s", item->name,
                      item->frame_count, (double)item->duration, (double)item->size / 1000,
                      item->character);
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), item->name);
    caper_json_string(caper_json_key(w, "character"), item->character);
    caper_json_int(caper_json_key(w, "frames"), item->frame_count);
    caper_json_float(caper_json_key(w, "fps"), item->rate);
    caper_json_float(caper_json_key(w, "seconds"), item->duration);
    caper_json_int(caper_json_key(w, "bytes"), (int64_t)item->size);
    caper_json_begin_array(caper_json_key(w, "tags"));
    for (int i = 0; i < item->tag_count; i++) {
        caper_text_printf(&l->text, "%s%s", i ? "," : "  ", item->tags[i]);
        caper_json_string(w, item->tags[i]);
    }
    caper_json_end_array(w);
    caper_json_begin_object(caper_json_key(w, "values"));
    for (int i = 0; i < item->value_count; i++) {
        const caper_store_value *value = &item->values[i];
        caper_text_printf(&l->text, "  %s=%g", value->name, value->value);
        caper_json_double(caper_json_key(w, value->name), value->value);
    }
    caper_json_end_object(w);
    caper_json_string(caper_json_key(w, "provenance"), item->provenance);
    caper_json_end_object(w);
    caper_text_append_string(&l->text, "\n");
    return true;
}

static int list(caper_store *store, bool json, const cli_store_search *s, caper_error *error)
{
    listing l = {cli_json(), cli_text()};
    caper_json_begin_array(&l.writer);
    bool good = caper_store_find(store, &s->query, add_item, &l, error);
    caper_json_end_array(&l.writer);
    if (good && !json && l.text.size == 0) {
        fprintf(stderr, "caper store list: nothing fits\n");
    }
    return cli_answer(good, json, &l.writer, &l.text, error);
}

static int move(caper_store *store, bool in, const char *folder, const cli_store_search *s,
                caper_error *error)
{
    caper_store_folder_job job = {.folder = folder, .query = &s->query, .report = report};
    job.tags = s->query.tags;
    job.tag_count = s->query.tag_count;
    bool good =
        in ? caper_store_import(store, &job, error) : caper_store_export(store, &job, error);
    if (!good) {
        return cli_error(error);
    }
    printf("%d %s, ", job.done_count, in ? "files imported" : "clips exported");
    if (job.replaced_count > 0) {
        printf("%d clip%s replaced, ", job.replaced_count, job.replaced_count == 1 ? "" : "s");
    }
    printf("%d left out\n", job.failed_count);
    if (job.done_count + job.failed_count == 0) {
        return cli_fail(in ? "found no clip in %s" : "found no such clip to write to %s", folder);
    }
    return job.failed_count > 0 ? CLI_NO : CLI_GOOD;
}

static int check(caper_store *store, caper_error *error)
{
    caper_store_health health;
    bool good = caper_store_check(store, report, NULL, &health, error);
    printf("%d clips, %d problems: %s\n", health.item_count, health.problem_count,
           good ? "good" : "damaged");
    return good ? CLI_GOOD : CLI_NO;
}

static int salvage(const char *damaged, const char *path)
{
    caper_error error = {0};
    caper_store_health health;
    if (!caper_store_salvage(damaged, path, report, NULL, &health, &error)) {
        return cli_error(&error);
    }
    printf("%d clips saved", health.item_count);
    if (health.expected_count >= 0) {
        printf(" of %d", health.expected_count);
    }
    printf(", %d problems\n", health.problem_count);
    return health.problem_count > 0 ? CLI_NO : CLI_GOOD;
}

static int run(const char *what, const char *path, const char *folder, const cli_store_asked *a,
               bool json)
{
    cli_store_search s = {0};
    if (!cli_store_query(&s, a)) {
        return cli_fail("--where takes NAME=LEAST:MOST, not '%s'", a->where);
    }
    bool import = strcmp(what, "import") == 0;
    caper_store_options options = {.must_exist = !import, .read_only = !import};
    caper_error error = {0};
    struct stat status;
    // before a store is made for it
    if (import && (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode))) {
        return cli_fail("%s: found no such folder to import", folder);
    }
    caper_store *store = caper_store_open(path, &options, &error);
    if (!store) {
        return cli_error(&error);
    }
    int code = strcmp(what, "list") == 0    ? list(store, json, &s, &error)
               : strcmp(what, "check") == 0 ? check(store, &error)
                                            : move(store, import, folder, &s, &error);
    caper_store_destroy(store);
    return code;
}

int cmd_store(int argc, char **argv)
{
    cli_store_asked a = {0};
    bool json = false;
    const cli_option options[] = {
        {"tag", "A,B", CLI_TO(a.tag), "items with all these tags; import: put them on all"},
        {"name", "PATTERN", CLI_TO(a.name), "items whose name fits, with * and ?"},
        {"character", "NAME", CLI_TO(a.character), "items of that character"},
        {"where", "NAME=A:B", CLI_TO(a.where), "items with a parameter from A to B"},
        {"json", NULL, CLI_TO(json), "list as JSON"},
    };
    CLI_PARSE(options, "store",
              "import|export DB FOLDER [options]\nlist|check DB [options]\nsalvage DB NEW",
              "A library of clips in one SQLite file. import puts every clip of a folder into\n"
              "it, packed within 0.1 mm, with what NAME.store.txt beside a file says; export\n"
              "writes such a folder. check looks at all of it; salvage copies what can be read\n"
              "of a damaged one. Exit 1: something was left out, or is damaged.",
              "  caper store import moves.db captures/ --tag cmu\n"
              "  caper store list moves.db --tag cmu --where speed=1:2");
    return strcmp(argv[0], "salvage") == 0
               ? salvage(argv[1], argv[2])
               : run(argv[0], argv[1], argc > 2 ? argv[2] : NULL, &a, json);
}

#endif
