// SPDX-License-Identifier: MIT
//
// Any bytes as a parameter space: refused, or a space whose samples can be named and described.
// What does not start as JSON does is taken as the text of a specifier.
#include "spacetime/sample.h"

#include <stdlib.h>
#include <string.h>

static int find_body(const void *user, caper_slice name)
{
    (void)user;
    return name.size && name.data[0] == 'b' ? (int)(name.size % 7) : -1;
}

static bool find_number(const void *user, caper_slice name, double *value)
{
    (void)user;
    *value = (double)name.size;
    return name.size && name.data[0] == 'n';
}

// Derivatives of anything that was read must stay within their arrays.
static bool take_row(void *user, const caperi_row *row)
{
    enum {
        MOST = 48
    };
    double at[MOST], gradient[MOST], hessian[MOST * (MOST + 1) / 2];
    int *left = user;
    int scratch = caperi_function_scratch(&row->function);
    if (row->function.leaf_count > MOST || --*left < 0) {
        return *left >= 0;
    }
    double *room = malloc((size_t)scratch * sizeof *room);
    for (int i = 0; i < row->function.leaf_count; i++) {
        at[i] = 0.5 + i;
    }
    if (room) {
        caperi_function_evaluate(&row->function, at, gradient, hessian, room);
    }
    free(room);
    return true;
}

static void try_specifier(const char *text, size_t size)
{
    caper_arena arena;
    caperi_specifier specifier;
    caperi_text_place place = {"fuzz", 1, 1};
    caperi_scope scope = {
        .body = find_body, .number = find_number, .frame_count = 6, .cyclic = true, .duration = 1};
    int left = 100;
    caper_arena_init(&arena, NULL, 0);
    if (caperi_parse_specifier((caper_slice){text, size}, place, &arena, &specifier, NULL)) {
        caperi_lower_job job = {.specifier = &specifier,
                                .scope = &scope,
                                .arena = &arena,
                                .add = take_row,
                                .user = &left};
        caperi_lower(&job, NULL);
    }
    caper_arena_destroy(&arena);
}

static void try_samples(const caper_space *space)
{
    int count = caper_space_sample_count(space);
    for (int i = 0; i < count && i < 20; i++) {
        caperi_sample sample;
        char name[128];
        if (!caper_space_sample_name(space, i, name, sizeof name) || strlen(name) >= sizeof name) {
            abort();
        }
        (void)caperi_sample_init(&sample, space, i, NULL);
        caperi_sample_free(&sample);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    if (size && text[0] != '{') {
        try_specifier(text, size);
        return 0;
    }
    caper_space *space = caper_space_parse(text, size, "fuzz", NULL, NULL);
    if (space) {
        try_samples(space);
    }
    caper_space_destroy(space);
    return 0;
}
