// SPDX-License-Identifier: MIT
//
// MJCF documents that consist of several files. <include file="..."/> stands for the children of
// the root element of another file, found from the folder of the main file as MuJoCo does, or else
// of the file that asks. Only files beside or below the main one are read: no absolute paths, no
// "..". Each file may be included once, so that there are no cycles and no doublings; their number,
// the nesting of elements and all bytes together are limited.
#include "formats/mjcf.h"

#include <string.h>

#define MAX_FILES 256

typedef struct gathering {
    caperi_draft *draft;
    caper_error *error;
    size_t folder_size;           // of the main file's path, with the last slash
    const char *files[MAX_FILES]; // paths that were read
    int file_count;
    size_t bytes; // of all files so far
    int elements;
} gathering;

static size_t folder_of(const char *path)
{
    size_t size = 0;
    for (size_t i = 0; path[i]; i++)
        if (path[i] == '/')
            size = i + 1;
    return size;
}

static bool stays_below(const char *file)
{
    if (file[0] == '\0' || file[0] == '/' || strchr(file, '\\') || strchr(file, ':'))
        return false;
    for (const char *part = file; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return false;
    }
    return true;
}

// folder + file, without "./" parts, so that one file has one path.
static char *join_path(gathering *g, const char *folder, size_t folder_size, const char *file)
{
    char *path = caperi_draft_alloc(g->draft, &g->draft->arena, folder_size + strlen(file) + 1, 1,
                                    1, g->error);
    if (!path)
        return NULL;
    memcpy(path, folder, folder_size);
    size_t size = folder_size;
    while (*file) {
        size_t length = strcspn(file, "/");
        bool skipped = length == 0 || (length == 1 && file[0] == '.');
        bool more = file[length] == '/';
        if (!skipped) {
            memcpy(path + size, file, length + more);
            size += length + more;
        }
        file += length + more;
    }
    path[size] = '\0';
    return path;
}

static bool check_new(gathering *g, const caperi_xml *include, const char *path)
{
    if (strcmp(path, g->draft->path) == 0)
        return caperi_xml_fail(include, CAPER_ERROR_INVALID, g->error,
                               "includes the main file, which would never end");
    for (int i = 0; i < g->file_count; i++)
        if (strcmp(path, g->files[i]) == 0)
            return caperi_xml_fail(include, CAPER_ERROR_INVALID, g->error,
                                   "includes '%s' a second time, expected each file once",
                                   path + g->folder_size);
    if (g->file_count == MAX_FILES)
        return caperi_xml_fail(include, CAPER_ERROR_LIMIT, g->error, "includes more than %d files",
                               MAX_FILES);
    g->files[g->file_count++] = path;
    return true;
}

static int count_elements(const caperi_xml *element)
{
    int count = 1;
    for (const caperi_xml *child = element->child; child; child = child->next)
        count += count_elements(child);
    return count;
}

static caperi_xml *read_bytes(gathering *g, const void *bytes, size_t size, const char *source,
                              int depth)
{
    caperi_xml_job job = {.bytes = bytes, .size = size, .source = source};
    job.arena = &g->draft->scratch;
    job.max_depth = g->draft->options.max_depth - depth;
    job.max_elements = CAPERI_XML_MAX_ELEMENTS - g->elements;
    caperi_xml *root = caperi_xml_read(&job, g->error);
    if (root)
        g->elements += count_elements(root);
    return root;
}

static void *read_beside(gathering *g, const char *path, size_t limit, size_t *size,
                         caper_error *error)
{
    return caperi_draft_may_read(g->draft, path, g->folder_size, error)
               ? caper_file_read(path, limit, &g->draft->allocator, size, error)
               : NULL;
}

// Read the file from one of the two folders. A file that is there and not good is an error; so is
// one that is nowhere, told of the first place.
static caperi_xml *read_file(gathering *g, const caperi_xml *include, const char *file, int depth)
{
    caperi_draft *draft = g->draft;
    caper_error first = {0}, second = {0};
    char *path = join_path(g, draft->path, g->folder_size, file);
    size_t limit = draft->options.max_bytes - g->bytes, size = 0;
    if (!path)
        return NULL;
    void *bytes = limit > 0 ? read_beside(g, path, limit, &size, &first) : NULL;
    size_t own = folder_of(include->source);
    if (!bytes && first.status == CAPER_ERROR_IO && own > g->folder_size) {
        path = join_path(g, include->source, own, file);
        if (!path)
            return NULL;
        bytes = read_beside(g, path, limit, &size, &second);
    }
    if (!bytes) {
        caper_status status = limit > 0 ? first.status : CAPER_ERROR_LIMIT;
        caperi_xml_fail(include, status, g->error, "cannot include '%.48s': %s", file,
                        limit > 0 ? first.message : "the files are too large together");
        return NULL;
    }
    g->bytes += size;
    caperi_xml *root = NULL;
    if (check_new(g, include, path))
        root = read_bytes(g, bytes, size, path, depth);
    caper_free(&draft->allocator, bytes, size + 1);
    return root;
}

static bool expand(gathering *g, caperi_xml *element, int depth);

// Put the children of the included root in the place of *link, and return where the list goes on.
static caperi_xml **replace(gathering *g, caperi_xml **link, int depth)
{
    caperi_xml *include = *link;
    const char *file = caperi_xml_get(include, "file");
    if (!file) {
        caperi_xml_fail(include, CAPER_ERROR_INVALID, g->error, "<include> has no file");
        return NULL;
    }
    if (!g->draft->path) {
        caperi_xml_fail(include, CAPER_ERROR_IO, g->error,
                        "cannot include '%.48s': this text has no folder to find it in", file);
        return NULL;
    }
    if (!stays_below(file)) {
        caperi_xml_fail(include, CAPER_ERROR_INVALID, g->error,
                        "cannot include '%.48s': expected a file beside or below the main one",
                        file);
        return NULL;
    }
    caperi_xml *root = read_file(g, include, file, depth);
    if (!root || !expand(g, root, depth))
        return NULL;
    *link = root->child;
    while (*link)
        link = &(*link)->next;
    *link = include->next;
    return link;
}

// Depth is that of the element: the root has 1.
static bool expand(gathering *g, caperi_xml *element, int depth)
{
    caperi_xml **link = &element->child;
    while (*link) {
        if (caperi_xml_is(*link, "include")) {
            link = replace(g, link, depth);
            if (!link)
                return false;
            continue;
        }
        if (!expand(g, *link, depth + 1))
            return false;
        link = &(*link)->next;
    }
    return true;
}

caperi_xml *caperi_mjcf_document(caperi_draft *draft, caper_error *error)
{
    gathering g = {.draft = draft, .error = error, .bytes = draft->size};
    g.folder_size = draft->path ? folder_of(draft->path) : 0;
    caperi_xml *root = read_bytes(&g, draft->bytes, draft->size, draft->source, 0);
    if (!root || !expand(&g, root, 1))
        return NULL;
    return root;
}
