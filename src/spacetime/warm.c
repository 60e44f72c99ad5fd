// SPDX-License-Identifier: MIT
//
// What a later solve starts from, on disk: the variables and multipliers of a solution. A file of
// this machine for this machine, written again whenever it does not fit: numbers as they are in
// memory behind a head that is checked.
#include "spacetime/warm.h"

#include "spacetime/solution.h"

#include <string.h>

typedef struct head {
    char magic[8];
    uint64_t shape; // what the job looks like: solutions of other shapes do not fit
    uint64_t hash;  // of the numbers behind
    int32_t variable_count, row_count; // rows against self-contact are left out
} head;

static const char magic[8] = {'c', 'a', 'p', 'e', 'r', 's', 't', '2'};

// Variables three times (values, multipliers of both bounds), rows once.
static size_t number_count(const head *h)
{
    return 3 * (size_t)h->variable_count + (size_t)h->row_count;
}

bool caperi_warm_save(const caper_spacetime_solution *s, uint64_t shape, const char *path,
                      caper_error *error)
{
    head h = {.shape = shape, .variable_count = s->variable_count, .row_count = s->base_row_count};
    size_t n = (size_t)s->variable_count, size = sizeof h + number_count(&h) * sizeof(double);
    char *data = caper_alloc(&s->allocator, size, 16);
    if (!data) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for a start");
    }
    double *out = (double *)(void *)(data + sizeof h);
    memcpy(h.magic, magic, sizeof magic);
    memcpy(out, s->point.x, n * sizeof *out);
    memcpy(out + n, s->point.lower, n * sizeof *out);
    memcpy(out + 2 * n, s->point.upper, n * sizeof *out);
    memcpy(out + 3 * n, s->point.rows, (size_t)s->base_row_count * sizeof *out);
    h.hash = caper_hash64(out, number_count(&h) * sizeof *out, 0);
    memcpy(data, &h, sizeof h);
    bool good = caper_file_write(path, data, size, error);
    caper_free(&s->allocator, data, size);
    return good;
}

static bool head_fits(const head *h, uint64_t shape, const char *data, size_t size)
{
    return memcmp(h->magic, magic, sizeof magic) == 0 && h->shape == shape &&
           h->variable_count > 0 && h->row_count >= 0 &&
           size == sizeof *h + number_count(h) * sizeof(double) &&
           caper_hash64(data + sizeof *h, size - sizeof *h, 0) == h->hash;
}

static caper_spacetime_solution *unpack(const head *h, const char *data)
{
    caper_allocator allocator = caper_allocator_default();
    caper_spacetime_solution *s = caper_alloc_zero(&allocator, sizeof *s, 16);
    if (!s) {
        return NULL;
    }
    size_t n = (size_t)h->variable_count;
    s->allocator = allocator;
    caper_arena_init(&s->arena, &allocator, 0);
    double *x = caper_arena_alloc(&s->arena, number_count(h) * sizeof *x, 16);
    if (!x) {
        caper_spacetime_solution_destroy(s);
        return NULL;
    }
    memcpy(x, data + sizeof *h, number_count(h) * sizeof *x);
    s->variable_count = h->variable_count;
    s->row_count = s->base_row_count = h->row_count;
    s->point = (caperi_point){.x = x, .lower = x + n, .upper = x + 2 * n, .rows = x + 3 * n};
    return s;
}

caper_spacetime_solution *caperi_warm_load(const char *path, uint64_t shape)
{
    size_t size = 0;
    head h;
    char *data = caper_file_read(path, (size_t)1 << 30, NULL, &size, NULL);
    if (!data) {
        return NULL;
    }
    caper_spacetime_solution *s = NULL;
    if (size >= sizeof h) {
        memcpy(&h, data, sizeof h);
        s = head_fits(&h, shape, data, size) ? unpack(&h, data) : NULL;
    }
    caper_free(NULL, data, size + 1);
    return s;
}
