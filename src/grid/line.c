// SPDX-License-Identifier: MIT
//
// Lines of results: JSON, one pair a line, so that a file can be appended to, cut off at any byte
// and read without holding it all. The first line says what all pairs have in common.
#include "grid/grid.h"

#include "base/json.h"

#include <string.h>

static const char *const status_names[] = {"pass", "flawed", "fail", "skip", "error"};

// ------------------------------------------------------------------------------------------
// writing

void caperi_grid_head(const caper_grid_job *job, caper_text *line)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 0);
    caper_json_begin_object(&w);
    caper_json_string(caper_json_key(&w, "caper"), "grid");
    caper_json_int(caper_json_key(&w, "version"), 2);
    caper_json_int(caper_json_key(&w, "seed"), (int64_t)job->seed);
    caper_json_float(caper_json_key(&w, "rate"), job->rate);
    caper_json_string(caper_json_key(&w, "variants"), job->all_variants ? "all" : "best");
    caper_json_float(caper_json_key(&w, "walk_seconds"), job->walk_seconds);
    caper_json_end_object(&w);
    caper_text_append(line, w.text.data ? w.text.data : "", w.text.size);
    line->failed = line->failed || w.status != CAPER_OK;
    caper_json_writer_free(&w);
}

bool caperi_grid_is_head(const char *text, size_t size)
{
    static const char start[] = "{\"caper\":";
    return size >= sizeof start - 1 && memcmp(text, start, sizeof start - 1) == 0;
}

static void write_values(const caper_grid_item *item, caper_json_writer *w)
{
    caper_json_begin_object_inline(caper_json_key(w, "metrics"));
    for (int m = 0; m < CAPER_METRIC_COUNT; m++) {
        const caper_grid_value *v = &item->values[m];
        if (!v->measured) {
            continue;
        }
        caper_json_key(w, caper_metric_name((caper_metric)m));
        caper_json_begin_object_inline(w);
        caper_json_float(caper_json_key(w, "value"), (float)v->value);
        if (v->gated) {
            caper_json_float(caper_json_key(w, "gate"), (float)v->gate);
            caper_json_bool(caper_json_key(w, "pass"), v->pass);
            if (!v->pass) {
                caper_json_bool(caper_json_key(w, "visible"), v->visible);
            }
        }
        caper_json_end_object(w);
    }
    caper_json_end_object(w);
}

static void write_hex(caper_json_writer *w, const char *key, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)value);
    caper_json_string(caper_json_key(w, key), text);
}

void caper_grid_write(const caper_grid_item *item, caper_json_writer *w)
{
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "body"), item->body);
    caper_json_string(caper_json_key(w, "act"), item->act);
    caper_json_string(caper_json_key(w, "status"), status_names[item->status]);
    if (item->why[0]) {
        caper_json_string(caper_json_key(w, "why"), item->why);
    }
    if (item->worst[0]) {
        caper_json_string(caper_json_key(w, "worst"), item->worst);
    }
    if (item->worst_time >= 0) {
        caper_json_float(caper_json_key(w, "time"), item->worst_time);
    }
    if (item->variant >= 0) {
        caper_json_int(caper_json_key(w, "variant"), item->variant);
    }
    if (item->limbs[0]) {
        caper_json_string(caper_json_key(w, "limbs"), item->limbs);
    }
    write_hex(w, "seed", item->seed);
    write_hex(w, "inputs", item->inputs);
    caper_json_float(caper_json_key(w, "size"), item->size);
    if (item->frame_count > 0) {
        caper_json_int(caper_json_key(w, "frames"), item->frame_count);
        caper_json_float(caper_json_key(w, "seconds"), item->duration);
        if (item->expect_count > 0) {
            caper_json_int(caper_json_key(w, "expected"), item->expect_count);
            caper_json_int(caper_json_key(w, "unmet"), item->expect_failed);
        }
        write_values(item, w);
    }
    caper_json_end_object(w);
}

// ------------------------------------------------------------------------------------------
// reading

static bool read_text(const caperi_json *json, const char *name, caperi_json_need need, char *out,
                      size_t size)
{
    const char *text = "";
    bool good = caperi_json_get_string(json, json->root, name, need, &text);
    caperi_utf8_copy(out, size, good ? text : "");
    return good;
}

static bool read_value(const caperi_json *json, const caperi_json_value *object,
                       caper_grid_value *out)
{
    static const char *const keys[] = {"value", "gate", "pass", "visible"};
    out->measured = out->pass = true;
    out->gated = caperi_json_find(object, "gate") != NULL;
    bool good = caperi_json_object(json, object) &&
                caperi_json_check_keys(json, object, keys, CAPER_COUNT_OF(keys)) &&
                caperi_json_get_double(json, object, "value", CAPERI_REQUIRED, &out->value) &&
                caperi_json_get_double(json, object, "gate", CAPERI_OPTIONAL, &out->gate) &&
                caperi_json_get_bool(json, object, "pass", CAPERI_OPTIONAL, &out->pass);
    return good && caperi_json_get_bool(json, object, "visible", CAPERI_OPTIONAL, &out->visible);
}

// Metrics by name: those that this version does not know are left out, so that an older run can be
// compared with.
static bool read_values(const caperi_json *json, caper_grid_item *item)
{
    const caperi_json_value *metrics = NULL;
    if (!caperi_json_get_object(json, json->root, "metrics", CAPERI_OPTIONAL, &metrics)) {
        return false;
    }
    for (int m = 0; metrics && m < CAPER_METRIC_COUNT; m++) {
        const caperi_json_value *value =
            caperi_json_find(metrics, caper_metric_name((caper_metric)m));
        if (value && !read_value(json, value, &item->values[m])) {
            return false;
        }
    }
    return true;
}

static bool read_hex(const caperi_json *json, const char *key, uint64_t *value)
{
    char text[24];
    if (!read_text(json, key, CAPERI_OPTIONAL, text, sizeof text)) {
        return false;
    }
    *value = 0;
    for (const char *c = text; *c; c++) {
        const char *digit = strchr("0123456789abcdef", *c);
        if (!digit) {
            return caperi_json_fail(json, caperi_json_find(json->root, key), CAPER_ERROR_SYNTAX,
                                    "%s must be 16 hexadecimal digits, found '%s'", key, text);
        }
        *value = *value << 4 | (uint64_t)(digit - "0123456789abcdef");
    }
    return true;
}

static bool read_item(const caperi_json *json, caper_grid_item *item)
{
    int status = 0;
    bool visible = true; // so an earlier Caper told a failure that few see
    static const char *const keys[] = {
        "body", "act",    "status",  "why",      "worst", "time",    "limbs",  "seed",   "variant",
        "size", "frames", "seconds", "expected", "unmet", "metrics", "inputs", "visible"};
    bool good = caperi_json_object(json, json->root) &&
                caperi_json_check_keys(json, json->root, keys, CAPER_COUNT_OF(keys)) &&
                read_text(json, "body", CAPERI_REQUIRED, item->body, sizeof item->body) &&
                read_text(json, "act", CAPERI_REQUIRED, item->act, sizeof item->act) &&
                caperi_json_get_enum(json, json->root, "status", CAPERI_REQUIRED, status_names,
                                     CAPER_GRID_STATUS_COUNT, &status) &&
                read_text(json, "why", CAPERI_OPTIONAL, item->why, sizeof item->why) &&
                read_text(json, "worst", CAPERI_OPTIONAL, item->worst, sizeof item->worst) &&
                read_text(json, "limbs", CAPERI_OPTIONAL, item->limbs, sizeof item->limbs) &&
                read_hex(json, "seed", &item->seed) && read_hex(json, "inputs", &item->inputs);
    const caperi_json_value *root = json->root;
    good = good && caperi_json_get_float(json, root, "time", CAPERI_OPTIONAL, &item->worst_time) &&
           caperi_json_get_int(json, root, "variant", CAPERI_OPTIONAL, 0, CAPER_MAX_VARIANTS,
                               &item->variant) &&
           caperi_json_get_float(json, root, "size", CAPERI_OPTIONAL, &item->size) &&
           caperi_json_get_int(json, root, "frames", CAPERI_OPTIONAL, 0, 1 << 30,
                               &item->frame_count) &&
           caperi_json_get_float(json, root, "seconds", CAPERI_OPTIONAL, &item->duration) &&
           caperi_json_get_int(json, root, "expected", CAPERI_OPTIONAL, 0, 1 << 20,
                               &item->expect_count) &&
           caperi_json_get_int(json, root, "unmet", CAPERI_OPTIONAL, 0, 1 << 20,
                               &item->expect_failed) &&
           caperi_json_get_bool(json, root, "visible", CAPERI_OPTIONAL, &visible) &&
           read_values(json, item);
    item->status =
        status == CAPER_GRID_FAIL && !visible ? CAPER_GRID_FLAWED : (caper_grid_status)status;
    return good;
}

bool caper_grid_parse(const char *text, size_t size, const char *source, int line,
                      caper_grid_item *item, caper_error *error)
{
    memset(item, 0, sizeof *item);
    item->worst_time = -1;
    item->variant = -1;
    caperi_json_options options = {0};
    options.max_bytes = CAPERI_GRID_LINE;
    options.line = line;
    options.column = 1;
    caperi_json json;
    if (!caperi_json_parse(&json, text, size, source, &options, NULL, error)) {
        return false;
    }
    bool good = read_item(&json, item);
    caperi_json_free(&json);
    return good;
}

bool caperi_grid_line(FILE *file, caper_text *line, long *end)
{
    line->size = 0;
    *end = ftell(file);
    char part[4096];
    while (fgets(part, sizeof part, file)) {
        size_t size = strlen(part); // a NUL byte ends the part early, and the line as no JSON
        bool whole = size > 0 && part[size - 1] == '\n';
        if (line->size + size > CAPERI_GRID_LINE ||
            !caper_text_append(line, part, size - (whole ? 1 : 0))) {
            return false;
        }
        if (whole) {
            return true;
        }
    }
    return false;
}

bool caper_grid_read(const char *path, bool (*each)(void *user, const caper_grid_item *item),
                     void *user, caper_error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot be opened");
    }
    caper_text line;
    caper_text_init(&line, NULL);
    long end = 0;
    bool good = true;
    caper_grid_item item;
    for (int number = 1; good && caperi_grid_line(file, &line, &end); number++) {
        const char *text = line.data ? line.data : "";
        if (number == 1) {
            good = caperi_grid_is_head(text, line.size) ||
                   caper_error_set(error, CAPER_ERROR_SYNTAX, path, 1, 1,
                                   "found no head of a grid, expected {\"caper\":\"grid\", ...}");
            continue;
        }
        good = caper_grid_parse(text, line.size, path, number, &item, error);
        if (good && !each(user, &item)) {
            break;
        }
    }
    if (good && ferror(file)) {
        good = caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot be read");
    }
    if (good && line.failed) {
        good = caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for a line");
    }
    caper_text_free(&line);
    fclose(file);
    return good;
}
