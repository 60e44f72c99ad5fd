// SPDX-License-Identifier: MIT
//
// Writing spaces: as they were read, with the samples that were added between others, or with other
// values in a dimension.
#include "spacetime/space.h"

#include "base/try.h"

#include <math.h>
#include <string.h>

static void write_value(caper_json_writer *w, const caperi_json_value *v)
{
    switch (v->type) {
    case CAPERI_JSON_TRUE:
    case CAPERI_JSON_FALSE:
        caper_json_bool(w, v->type == CAPERI_JSON_TRUE);
        break;
    case CAPERI_JSON_NUMBER:
        caper_json_double(w, v->as.number);
        break;
    case CAPERI_JSON_STRING:
        caper_json_slice(w, (caper_slice){v->as.string, v->count});
        break;
    case CAPERI_JSON_ARRAY:
        caper_json_begin_array(w);
        for (uint32_t i = 0; i < v->count; i++) {
            write_value(w, &v->as.items[i]);
        }
        caper_json_end_array(w);
        break;
    case CAPERI_JSON_OBJECT:
        caper_json_begin_object(w);
        for (uint32_t i = 0; i < v->count; i++) {
            write_value(caper_json_key(w, caperi_json_member_key(v, i)->as.string),
                        caperi_json_member_value(v, i));
        }
        caper_json_end_object(w);
        break;
    default:
        caper_json_null(w);
        break;
    }
}

static void write_points(const caper_space *s, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "points"));
    for (int k = s->grid_count; k < s->sample_count; k++) {
        caper_json_begin_object_inline(w);
        for (int i = 0; i < s->dimension_count; i++) {
            const caperi_dimension *d = &s->dimensions[i];
            double number = caper_space_sample_number(s, k, d->name);
            caper_json_key(w, d->name);
            if (isnan(number)) {
                caper_json_string(w, d->values[s->samples[k].value[i]].name);
            } else {
                caper_json_double(w, number);
            }
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

void caper_space_write(const caper_space *space, caper_json_writer *w)
{
    const caperi_json_value *root = space->json.root;
    caper_json_begin_object(w);
    for (uint32_t i = 0; i < root->count; i++) {
        const char *key = caperi_json_member_key(root, i)->as.string;
        if (strcmp(key, "grid") != 0 && strcmp(key, "points") != 0) {
            write_value(caper_json_key(w, key), caperi_json_member_value(root, i));
        }
    }
    if (space->drawn) {
        caper_json_bool(caper_json_key(w, "grid"), false);
    }
    if (space->sample_count > space->grid_count) {
        write_points(space, w);
    }
    caper_json_end_object(w);
}

bool caper_space_save(const caper_space *space, const char *path, caper_error *error)
{
    caper_json_writer w;
    size_t size = 0;
    caper_json_writer_init(&w, &space->allocator, 2);
    caper_space_write(space, &w);
    const char *text = caper_json_writer_finish(&w, &size, error);
    bool good = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&w);
    return good;
}

// -- Other values ---------------------------------------------------------------------------------

// Of a value that the dimension has: all that the file says of it; else a number.
static bool write_named(caper_json_writer *w, const caperi_dimension *d,
                        const caperi_json_value *list, const char *text, caper_error *error)
{
    for (int i = 0; d && i < d->value_count; i++) {
        bool said = list && (uint32_t)i < list->count;
        if (strcmp(d->values[i].name, text) == 0 && said) {
            write_value(w, &list->as.items[i]);
            return true;
        }
    }
    double number = 0;
    size_t used = 0, size = strlen(text);
    CAPER_TRY(caper_parse_double(text, size, &used, &number) && used == size && isfinite(number),
              error, CAPER_ERROR_INVALID, d ? d->name : "dimension", 0, 0,
              "found '%.60s', expected a number or the name of a value", text);
    caper_json_double(w, number);
    return true;
}

static bool write_values(caper_json_writer *w, const caperi_dimension *d,
                         const caperi_json_value *list, const char *const *values, int count,
                         caper_error *error)
{
    caper_json_begin_array(caper_json_key(w, "values"));
    for (int i = 0; i < count; i++) {
        CAPER_PASS(write_named(w, d, list, values[i], error));
    }
    caper_json_end_array(w);
    return true;
}

// All that the file says of a dimension but its values.
static void write_rest(caper_json_writer *w, const caperi_json_value *dimension)
{
    static const char *const left_out[] = {"values", "from", "to", "step"};
    for (uint32_t i = 0; i < dimension->count; i++) {
        const char *key = caperi_json_member_key(dimension, i)->as.string;
        bool skip = false;
        for (int k = 0; k < CAPER_COUNT_OF(left_out); k++) {
            skip = skip || strcmp(key, left_out[k]) == 0;
        }
        if (!skip) {
            write_value(caper_json_key(w, key), caperi_json_member_value(dimension, i));
        }
    }
}

static bool write_dimensions(caper_json_writer *w, const caper_space *s, const char *name,
                             const char *const *values, int count, caper_error *error)
{
    const caperi_json_value *list = caperi_json_find(s->json.root, "dimensions");
    bool found = false;
    caper_json_begin_array(caper_json_key(w, "dimensions"));
    for (int i = 0; i < s->dimension_count; i++) {
        const caperi_json_value *d = &list->as.items[i];
        bool it = strcmp(s->dimensions[i].name, name) == 0;
        found = found || it;
        if (!it) {
            write_value(w, d);
        } else if (count > 0) {
            caper_json_begin_object(w);
            write_rest(w, d);
            CAPER_PASS(write_values(w, &s->dimensions[i], caperi_json_find(d, "values"), values,
                                    count, error));
            caper_json_end_object(w);
        }
    }
    CAPER_TRY(found || count > 0, error, CAPER_ERROR_INVALID, s->name, 0, 0,
              "found no dimension '%.60s'", name);
    if (!found) {
        caper_json_begin_object(w);
        caper_json_string(caper_json_key(w, "name"), name);
        CAPER_PASS(write_values(w, NULL, NULL, values, count, error));
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    return true;
}

static bool write_with(caper_json_writer *w, const caper_space *s, const char *name,
                       const char *const *values, int count, caper_error *error)
{
    const caperi_json_value *root = s->json.root;
    caper_json_begin_object(w);
    for (uint32_t i = 0; i < root->count; i++) { // points lie between values that were: they go
        const char *key = caperi_json_member_key(root, i)->as.string;
        if (strcmp(key, "dimensions") != 0 && strcmp(key, "grid") != 0 &&
            strcmp(key, "points") != 0) {
            write_value(caper_json_key(w, key), caperi_json_member_value(root, i));
        }
    }
    CAPER_PASS(write_dimensions(w, s, name, values, count, error));
    caper_json_end_object(w);
    return true;
}

caper_space *caper_space_with(const caper_space *space, const char *dimension,
                              const char *const *values, int count, caper_error *error)
{
    caper_json_writer w;
    size_t size = 0;
    caper_json_writer_init(&w, &space->allocator, 2);
    bool good = write_with(&w, space, dimension, values, count, error);
    const char *text = good ? caper_json_writer_finish(&w, &size, error) : NULL;
    caper_load_options options = {.allocator = &space->allocator};
    caper_space *made = text ? caper_space_parse(text, size, space->name, &options, error) : NULL;
    caper_json_writer_free(&w);
    return made;
}

int caper_space_value_count(const caper_space *space, int dimension)
{
    bool inside = dimension >= 0 && dimension < space->dimension_count;
    return inside ? space->dimensions[dimension].value_count : 0;
}

const char *caper_space_value_name(const caper_space *space, int dimension, int value)
{
    bool inside = value >= 0 && value < caper_space_value_count(space, dimension);
    return inside ? space->dimensions[dimension].values[value].name : NULL;
}

double caper_space_value_number(const caper_space *space, int dimension, int value)
{
    bool inside = value >= 0 && value < caper_space_value_count(space, dimension);
    return inside ? space->dimensions[dimension].values[value].number : (double)NAN;
}
