// SPDX-License-Identifier: MIT
//
// Files of shards become one: an index of all lines is sorted, and lines are copied in its order,
// so that memory holds names and places but no numbers.
#include "grid/grid.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *body, *act; // one block
    int variant;
    int file;
    long offset;
    size_t size;
} entry;

typedef struct merge {
    entry *entries;
    size_t count;
    FILE **files;
    caper_text head;
} merge;

// Names with numbers in them by the value of these: random:9 before random:10.
static int compare_names(const char *a, const char *b)
{
    while (*a && *b) {
        size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
        if (m > 0 && n > 0) {
            size_t za = strspn(a, "0"), zb = strspn(b, "0");
            size_t la = m - (za < m ? za : m), lb = n - (zb < n ? zb : n);
            int order = la != lb ? (la < lb ? -1 : 1) : strncmp(a + (m - la), b + (n - lb), la);
            if (order != 0) {
                return order;
            }
            a += m;
            b += n;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return *a ? 1 : *b ? -1 : 0;
}

int caperi_grid_compare(const caper_grid_item *a, const caper_grid_item *b)
{
    int order = compare_names(a->body, b->body);
    order = order ? order : compare_names(a->act, b->act);
    return order ? order : a->variant - b->variant;
}

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = compare_names(x->body, y->body);
    order = order ? order : compare_names(x->act, y->act);
    order = order ? order : x->variant - y->variant;
    order = order ? order : x->file - y->file;
    return order ? order : x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool add_entry(merge *m, const caper_grid_item *item, int file, long offset, size_t size)
{
    if ((m->count & (m->count - 1)) == 0) {
        entry *grown = realloc(m->entries, (m->count ? 2 * m->count : 64) * sizeof *grown);
        if (!grown) {
            return false;
        }
        m->entries = grown;
    }
    size_t b = strlen(item->body) + 1, a = strlen(item->act) + 1;
    char *names = malloc(a + b);
    if (!names) {
        return false;
    }
    memcpy(names, item->body, b);
    memcpy(names + b, item->act, a);
    entry *e = &m->entries[m->count++];
    *e = (entry){names, names + b, item->variant, file, offset, size};
    return true;
}

static bool index_file(merge *m, int file, const char *path, caper_text *line, caper_error *error)
{
    m->files[file] = fopen(path, "rb");
    if (!m->files[file]) {
        return caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot be opened");
    }
    long at = 0;
    caper_grid_item item;
    int number = 1;
    for (; caperi_grid_line(m->files[file], line, &at); number++) {
        const char *text = line->data ? line->data : "";
        if (number == 1) {
            bool head = caperi_grid_is_head(text, line->size);
            bool same = m->head.size == 0 ||
                        (m->head.size == line->size && memcmp(m->head.data, text, line->size) == 0);
            if (!head || !same) {
                return caper_error_set(error, CAPER_ERROR_INVALID, path, 1, 1,
                                       head ? "the file is of another run than the first one"
                                            : "found no head of a grid");
            }
            if (m->head.size == 0) {
                caper_text_append(&m->head, text, line->size);
            }
        } else if (!caper_grid_parse(text, line->size, path, number, &item, error)) {
            return false;
        } else if (!add_entry(m, &item, file, at, line->size)) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory to merge");
        }
    }
    return number > 1 || caper_error_set(error, CAPER_ERROR_SYNTAX, path, 1, 1, "it is empty");
}

static bool copy_lines(merge *m, FILE *to, caper_text *line)
{
    bool good = fwrite(m->head.data, 1, m->head.size, to) == m->head.size && fputc('\n', to) != EOF;
    for (size_t i = 0; i < m->count && good; i++) {
        const entry *e = &m->entries[i];
        const entry *last = i > 0 ? e - 1 : NULL;
        if (last && e->variant == last->variant && strcmp(e->body, last->body) == 0 &&
            strcmp(e->act, last->act) == 0) {
            continue; // in two shards: they say the same
        }
        long end = 0;
        good = fseek(m->files[e->file], e->offset, SEEK_SET) == 0 &&
               caperi_grid_line(m->files[e->file], line, &end) &&
               fwrite(line->data, 1, line->size, to) == line->size && fputc('\n', to) != EOF;
    }
    return good;
}

static bool write_merged(merge *m, const char *out, caper_text *line, caper_error *error)
{
    char beside[1024];
    if (snprintf(beside, sizeof beside, "%s.new", out) >= (int)sizeof beside) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, out, 0, 0, "the name is too long");
    }
    FILE *to = fopen(beside, "wb");
    bool good = to && copy_lines(m, to, line);
    good = to && fclose(to) == 0 && good;
    if (!good) {
        caper_error_set(error, CAPER_ERROR_IO, out, 0, 0, "cannot be written");
    }
    good = good && caper_file_replace(beside, out, error);
    if (!good) {
        remove(beside);
    }
    return good;
}

bool caper_grid_merge(const char *const *paths, int path_count, const char *out, caper_error *error)
{
    merge m;
    memset(&m, 0, sizeof m);
    caper_text line;
    caper_text_init(&m.head, NULL);
    caper_text_init(&line, NULL);
    m.files = calloc((size_t)(path_count > 0 ? path_count : 1), sizeof(FILE *));
    bool good = m.files != NULL && path_count > 0;
    if (!good) {
        caper_error_set(error, CAPER_ERROR_INVALID, out, 0, 0, "no files to merge");
    }
    for (int i = 0; i < path_count && good; i++) {
        good = index_file(&m, i, paths[i], &line, error);
    }
    if (good && m.count > 0) {
        qsort(m.entries, m.count, sizeof *m.entries, compare_entries);
    }
    good = good && write_merged(&m, out, &line, error);
    for (int i = 0; m.files && i < path_count; i++) {
        if (m.files[i]) {
            fclose(m.files[i]);
        }
    }
    for (size_t i = 0; i < m.count; i++) {
        free(m.entries[i].body);
    }
    free(m.entries);
    free(m.files);
    caper_text_free(&m.head);
    caper_text_free(&line);
    return good;
}
