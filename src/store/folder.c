// SPDX-License-Identifier: MIT
//
// Folders into stores and back. An item is written as NAME.clip.bin beside NAME.store.txt, a text
// of one fact a line that people can edit:
//
//   name Walk one
//   character dog
//   tag slow
//   value speed 1.25
//   force 12 0.5  0.1 0 0.3  0 412 -3      (body, seconds, point, newtons)
//   provenance caper convert 35_01.bvh
//
// Invariant: what is exported and imported again is the same items.
#define _POSIX_C_SOURCE 200809L
#include "base/try.h"
#include "caper/formats.h"
#include "store/store.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_SIZE 4096
#define FACTS_MAX 4096 // of each kind beside one clip

static bool ends_with(const char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);
    return n >= m && strcmp(text + n - m, suffix) == 0;
}

static void tell(caper_store_folder_job *job, const char *subject, const char *problem)
{
    job->failed_count++;
    if (job->report)
        job->report(job->user, subject, problem);
}

// -- Facts beside a clip ----------------------------------------------------------------------

typedef struct facts {
    caper_arena arena;
    char *text;
    size_t size;
    caper_store_item item;
    const char **tags;
    caper_store_value *values;
    caper_store_force *forces;
} facts;

static char *keep(facts *f, caper_slice slice)
{
    char *out = caper_arena_alloc(&f->arena, slice.size + 1, 1);
    if (out) {
        memcpy(out, slice.data, slice.size);
        out[slice.size] = '\0';
    }
    return out;
}

static bool read_force(facts *f, caper_scanner *s)
{
    caper_store_force *force = &f->forces[f->item.force_count];
    CAPER_PASS(caper_scanner_int(s, &force->body) && caper_scanner_float(s, &force->time));
    float *parts[] = {&force->point.x, &force->point.y, &force->point.z,
                      &force->force.x, &force->force.y, &force->force.z};
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++)
        CAPER_PASS(caper_scanner_float(s, parts[i]));
    f->item.force_count++;
    return true;
}

static bool read_fact(facts *f, caper_scanner *s, caper_slice word)
{
    caper_store_item *item = &f->item;
    bool full = item->tag_count == FACTS_MAX || item->value_count == FACTS_MAX ||
                item->force_count == FACTS_MAX;
    if (full)
        return caper_scanner_fail(s, CAPER_ERROR_LIMIT, "there are more than %d facts of a kind",
                                  FACTS_MAX);
    if (caper_slice_equal(word, "force"))
        return read_force(f, s);
    if (caper_slice_equal(word, "value")) {
        caper_slice name;
        CAPER_PASS(caper_scanner_word(s, &name));
        f->values[item->value_count].name = keep(f, name);
        return caper_scanner_double(s, &f->values[item->value_count++].value);
    }
    char *rest = keep(f, caper_scanner_line(s));
    if (!rest)
        return caper_scanner_fail(s, CAPER_ERROR_MEMORY, "out of memory");
    if (caper_slice_equal(word, "name"))
        item->name = rest;
    else if (caper_slice_equal(word, "character"))
        item->character = rest;
    else if (caper_slice_equal(word, "provenance"))
        item->provenance = rest;
    else if (caper_slice_equal(word, "tag"))
        f->tags[item->tag_count++] = rest;
    else
        return caper_scanner_fail(s, CAPER_ERROR_INVALID,
                                  "found '%.*s', expected name, character, tag, value, force or "
                                  "provenance",
                                  word.size < 40 ? (int)word.size : 40, word.data);
    return true;
}

// The facts of NAME.store.txt, if there is one. False when it cannot be read.
static bool read_facts(facts *f, const char *path, caper_error *error)
{
    struct stat info;
    f->tags = caper_arena_alloc_zero(&f->arena, FACTS_MAX, sizeof *f->tags, 16);
    f->values = caper_arena_alloc_zero(&f->arena, FACTS_MAX, sizeof *f->values, 16);
    f->forces = caper_arena_alloc_zero(&f->arena, FACTS_MAX, sizeof *f->forces, 16);
    CAPER_TRY(f->tags && f->values && f->forces, error, CAPER_ERROR_MEMORY, path, 0, 0,
              "out of memory");
    f->item.tags = f->tags;
    f->item.values = f->values;
    f->item.forces = f->forces;
    if (stat(path, &info) != 0)
        return true;
    f->text = caper_file_read(path, 0, NULL, &f->size, error);
    CAPER_PASS(f->text != NULL);
    caper_scanner s = caper_scanner_make(f->text, f->size, path, error);
    caper_slice word;
    while (caper_scanner_word(&s, &word))
        CAPER_PASS(read_fact(f, &s, word));
    return true;
}

static void facts_free(facts *f)
{
    if (f->text)
        caper_free(NULL, f->text, f->size + 1);
    caper_arena_destroy(&f->arena);
}

static void write_facts(const caper_store_item *item, caper_text *text)
{
    caper_text_printf(text, "name %s\n", item->name);
    if (item->character[0])
        caper_text_printf(text, "character %s\n", item->character);
    for (int i = 0; i < item->tag_count; i++)
        caper_text_printf(text, "tag %s\n", item->tags[i]);
    for (int i = 0; i < item->value_count; i++) {
        char number[32];
        caper_format_double(item->values[i].value, number);
        caper_text_printf(text, "value %s %s\n", item->values[i].name, number);
    }
    if (item->provenance[0])
        caper_text_printf(text, "provenance %s\n", item->provenance);
}

static bool write_force(void *user, const caper_store_force *f)
{
    caper_text *text = user;
    const float parts[] = {f->time,    f->point.x, f->point.y, f->point.z,
                           f->force.x, f->force.y, f->force.z};
    caper_text_printf(text, "force %d", f->body);
    for (int i = 0; i < CAPER_COUNT_OF(parts); i++) {
        caper_text_append_string(text, " ");
        caper_text_float(text, parts[i]);
    }
    return caper_text_append_string(text, "\n");
}

// -- Import -----------------------------------------------------------------------------------

// The name of a file without folder and endings.
static void stem_of(const char *file, char *out, size_t size)
{
    snprintf(out, size, "%s", file);
    static const char *const endings[] = {".clip.json", ".clip.bin"};
    for (int i = 0; i < CAPER_COUNT_OF(endings); i++)
        if (ends_with(out, endings[i])) {
            out[strlen(out) - strlen(endings[i])] = '\0';
            return;
        }
    char *dot = strrchr(out, '.');
    if (dot && dot != out)
        *dot = '\0';
}

static bool put_one(caper_store *store, caper_store_folder_job *job, const facts *f,
                    const caper_clip *clip, const char *name, const char *character,
                    const char *file, caper_error *error)
{
    caper_store_item item = f->item;
    item.clip = clip;
    item.name = item.name ? item.name : name;
    item.character = item.character ? item.character : character;
    item.provenance = item.provenance ? item.provenance : file;
    const char *tags[2 * FACTS_MAX];
    int count = 0;
    for (int i = 0; i < item.tag_count; i++)
        tags[count++] = item.tags[i];
    for (int i = 0; i < job->tag_count && i < FACTS_MAX; i++)
        tags[count++] = job->tags[i];
    item.tags = tags;
    item.tag_count = count;
    bool replaced = false;
    CAPER_PASS(caperi_store_put(store, &item, &replaced, error));
    job->replaced_count += replaced;
    if (replaced && job->report) {
        char sentence[320];
        snprintf(sentence, sizeof sentence, "replaced %.300s", item.name);
        job->report(job->user, file, sentence);
    }
    return true;
}

static bool import_own(caper_store *store, caper_store_folder_job *job, const facts *f,
                       const char *path, const char *file, const char *stem, caper_error *error)
{
    caper_clip *clip = caper_clip_load(path, NULL, error);
    bool good = clip && put_one(store, job, f, clip, stem, NULL, file, error);
    caper_clip_destroy(clip);
    return good;
}

static bool import_foreign(caper_store *store, caper_store_folder_job *job, const facts *f,
                           const char *path, const char *file, const char *stem, caper_error *error)
{
    caper_import *in = caper_import_load(path, NULL, error);
    CAPER_PASS(in != NULL);
    bool good = in->clip_count > 0 ||
                caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0, "the file has no clips");
    good = good && caper_store_put_character(store, in->character, error);
    for (int i = 0; good && i < in->clip_count; i++) {
        char name[PATH_SIZE];
        if (in->clip_count == 1)
            snprintf(name, sizeof name, "%s", stem);
        else
            snprintf(name, sizeof name, "%s %s", stem, in->clips[i]->name);
        good = put_one(store, job, f, in->clips[i], name, in->character->name, file, error);
    }
    caper_import_destroy(in);
    return good;
}

static void import_file(caper_store *store, caper_store_folder_job *job, const char *file)
{
    char path[PATH_SIZE], stem[PATH_SIZE], beside[PATH_SIZE];
    caper_error error = {0};
    stem_of(file, stem, sizeof stem);
    if (snprintf(path, sizeof path, "%s/%s", job->folder, file) >= PATH_SIZE ||
        snprintf(beside, sizeof beside, "%s/%s.store.txt", job->folder, stem) >= PATH_SIZE) {
        tell(job, file, "the path is too long");
        return;
    }
    facts f = {0};
    caper_arena_init(&f.arena, NULL, 0);
    bool own = ends_with(file, ".clip.json") || ends_with(file, ".clip.bin"), good;
    if (ends_with(file, ".character.json")) {
        caper_character *c = caper_character_load(path, NULL, &error);
        good = c && caper_store_put_character(store, c, &error);
        caper_character_destroy(c);
    } else {
        good = read_facts(&f, beside, &error) &&
               (own ? import_own(store, job, &f, path, file, stem, &error)
                    : import_foreign(store, job, &f, path, file, stem, &error));
        job->done_count += good;
    }
    facts_free(&f);
    if (!good)
        tell(job, file, error.message);
}

static bool is_wanted(const char *file)
{
    if (file[0] == '.' || ends_with(file, ".store.txt"))
        return false;
    return ends_with(file, ".clip.json") || ends_with(file, ".clip.bin") ||
           ends_with(file, ".character.json") ||
           (!ends_with(file, ".json") && !ends_with(file, ".asf") &&
            caper_format_of(file, NULL, 0) != CAPER_FORMAT_UNKNOWN);
}

static int wanted_entry(const struct dirent *entry)
{
    return is_wanted(entry->d_name);
}

// By bytes: alphasort would follow the locale.
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

bool caper_store_import(caper_store *store, caper_store_folder_job *job, caper_error *error)
{
    job->done_count = job->failed_count = job->replaced_count = 0;
    CAPER_TRY(job->folder, error, CAPER_ERROR_INVALID, "store", 0, 0, "expected a folder");
    struct dirent **entries;
    int count = scandir(job->folder, &entries, wanted_entry, by_bytes);
    CAPER_TRY(count >= 0, error, CAPER_ERROR_IO, job->folder, 0, 0, "the folder cannot be read");
    bool go_on = true;
    for (int i = 0; i < count; i++) {
        if (go_on)
            import_file(store, job, entries[i]->d_name);
        go_on = go_on && caper_progress_report(job->progress, (i + 1.0) / count, "import");
        free(entries[i]);
    }
    free(entries);
    CAPER_TRY(go_on, error, CAPER_ERROR_CANCELED, job->folder, 0, 0, "the import was canceled");
    CAPER_TRY(job->done_count > 0 || job->failed_count == 0, error, CAPER_ERROR_INVALID,
              job->folder, 0, 0, "none of %d files could be imported", job->failed_count);
    return true;
}

// -- Export -----------------------------------------------------------------------------------

// Letters, digits and a few more stay; other bytes become %XX, so that names stay unique.
static void file_name(const char *name, char *out, size_t size)
{
    size_t at = 0;
    for (; *name && at + 4 < size; name++) {
        unsigned char c = (unsigned char)*name;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '_' || c == '-' || (c == '.' && at > 0) || c == ' ';
        if (plain)
            out[at++] = (char)c;
        else
            at += (size_t)snprintf(out + at, size - at, "%%%02X", c);
    }
    out[at] = '\0';
}

typedef struct name_list {
    caper_arena arena;
    const char **names;
    int count, capacity;
    bool failed; // no memory: fewer names than there are
} name_list;

static bool add_name(name_list *list, const char *name)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        const char **names =
            caper_arena_alloc_zero(&list->arena, (size_t)capacity, sizeof *names, 16);
        CAPER_PASS(names != NULL);
        if (list->count > 0)
            memcpy(names, list->names, (size_t)list->count * sizeof *names);
        list->names = names;
        list->capacity = capacity;
    }
    size_t size = strlen(name) + 1;
    char *copy = caper_arena_alloc(&list->arena, size, 1);
    CAPER_PASS(copy != NULL);
    memcpy(copy, name, size);
    list->names[list->count++] = copy;
    return true;
}

static bool gather_name(void *user, const caper_store_item *item)
{
    name_list *list = user;
    list->failed = !add_name(list, item->name);
    return !list->failed;
}

typedef struct fact_writer {
    caper_text *text;
} fact_writer;

static bool write_found(void *user, const caper_store_item *item)
{
    fact_writer *w = user;
    write_facts(item, w->text);
    return true;
}

static bool export_facts(caper_store *store, const char *name, const char *path, caper_error *error)
{
    caper_text text, pattern;
    caper_text_init(&text, NULL);
    caper_text_init(&pattern, NULL);
    for (const char *p = name; *p; p++) // a pattern that means the name itself
        caper_text_printf(&pattern, strchr("*?[", *p) ? "[%c]" : "%c", *p);
    fact_writer w = {&text};
    caper_store_query query = {.name = pattern.data};
    bool good = !pattern.failed && caper_store_find(store, &query, write_found, &w, error) &&
                caper_store_forces(store, name, write_force, &text, error) && !text.failed &&
                caper_file_write(path, text.data, text.size, error);
    caper_text_free(&text);
    caper_text_free(&pattern);
    return good;
}

static bool export_item(caper_store *store, const char *folder, const char *name,
                        caper_error *error)
{
    char stem[1024], path[PATH_SIZE], beside[PATH_SIZE];
    file_name(name, stem, sizeof stem);
    CAPER_TRY(snprintf(path, sizeof path, "%s/%s.clip.bin", folder, stem) < PATH_SIZE &&
                  snprintf(beside, sizeof beside, "%s/%s.store.txt", folder, stem) < PATH_SIZE,
              error, CAPER_ERROR_LIMIT, name, 0, 0, "the path is too long");
    caper_clip *clip = caper_store_load(store, name, error);
    bool good = clip && export_facts(store, name, beside, error) &&
                caper_clip_save_packed(clip, path, error);
    caper_clip_destroy(clip);
    return good;
}

static void export_characters(caper_store *store, caper_store_folder_job *job)
{
    caper_error problem = {0};
    caperi_rows *rows =
        caperi_db_query(store->db, &problem, "SELECT name FROM character ORDER BY name", "");
    while (rows && caperi_rows_next(rows, &problem)) {
        char stem[1024], path[PATH_SIZE];
        const char *name = caperi_rows_text(rows, 0);
        caper_error bad = {0};
        file_name(name, stem, sizeof stem);
        snprintf(path, sizeof path, "%s/%s.character.json", job->folder, stem);
        caper_character *c = caper_store_load_character(store, name, &bad);
        if (!c || !caper_character_save(c, path, &bad))
            tell(job, name, bad.message);
        caper_character_destroy(c);
    }
    caperi_rows_close(rows);
    if (problem.status != CAPER_OK)
        tell(job, "characters", problem.message);
}

bool caper_store_export(caper_store *store, caper_store_folder_job *job, caper_error *error)
{
    job->done_count = job->failed_count = job->replaced_count = 0;
    CAPER_TRY(job->folder, error, CAPER_ERROR_INVALID, NULL, 0, 0, "an export needs a folder");
    name_list list = {0};
    caper_arena_init(&list.arena, NULL, 0);
    bool good = caper_store_find(store, job->query, gather_name, &list, error) &&
                (!list.failed || caper_error_set(error, CAPER_ERROR_MEMORY, job->folder, 0, 0,
                                                 "no memory for the names of what is in it")) &&
                (list.count == 0 || caper_folder_make(job->folder, error));
    for (int i = 0; good && i < list.count; i++) {
        caper_error bad = {0};
        if (export_item(store, job->folder, list.names[i], &bad))
            job->done_count++;
        else
            tell(job, list.names[i], bad.message);
        good = caper_progress_report(job->progress, (i + 1.0) / list.count, "export") ||
               caper_error_set(error, CAPER_ERROR_CANCELED, job->folder, 0, 0,
                               "the export was canceled");
    }
    if (good)
        export_characters(store, job);
    caper_arena_destroy(&list.arena);
    return good;
}
