// SPDX-License-Identifier: MIT
//
// World files (.world.json, docs/schema/world.schema.json). Reading goes in two passes over the
// JSON tree: the first one counts and refuses what is too large, before any memory is asked for,
// the second one fills the arrays of a def. Invariant: a world that was written reads back as the
// same bits, and a refusal names the line and column of the part that is wrong.
#include "base/block.h"
#include "base/json.h"
#include "base/try.h"
#include "world/world.h"

#define VERSION 1

// A file while it is read.
typedef struct reader {
    const caperi_json *json;
    const caperi_json_value *ground, *boxes, *stairs, *fields;
    size_t sample_count;
    caper_world_def def;
    caper_world_box *box_list;
    caper_world_stairs *stairs_list;
    caper_world_field *field_list;
    float *heights;
} reader;

static int count_of(const caperi_json_value *array)
{
    return array ? (int)array->count : 0;
}

// ------------------------------------------------------------------------------- first pass

static bool read_head(reader *r)
{
    static const char *const keys[] = {"caper", "version", "name",   "ground",
                                       "boxes", "stairs",  "fields", "$schema"};
    const caperi_json *json = r->json;
    const caperi_json_value *root = json->root;
    CAPER_PASS(caperi_json_head(json, root, "world", VERSION));
    CAPER_PASS(caperi_json_check_keys(json, root, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(caperi_json_get_string(json, root, "name", CAPERI_OPTIONAL, &r->def.name));
    CAPER_PASS(caperi_json_get(json, root, "ground", CAPERI_OPTIONAL, &r->ground));
    CAPER_PASS(caperi_json_get_array(json, root, "boxes", CAPERI_OPTIONAL, 0,
                                     CAPERI_WORLD_MAX_BOXES, &r->boxes));
    CAPER_PASS(caperi_json_get_array(json, root, "stairs", CAPERI_OPTIONAL, 0,
                                     CAPERI_WORLD_MAX_STAIRS, &r->stairs));
    CAPER_PASS(caperi_json_get_array(json, root, "fields", CAPERI_OPTIONAL, 0,
                                     CAPERI_WORLD_MAX_FIELDS, &r->fields));
    return true;
}

// Rows of equal length, together not too many numbers.
static bool measure_field(reader *r, const caperi_json_value *value)
{
    const caperi_json *json = r->json;
    const caperi_json_value *rows;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_get_array(json, value, "heights", CAPERI_REQUIRED, 2,
                                     CAPERI_WORLD_MAX_SIDE, &rows));
    for (uint32_t i = 0; i < rows->count; i++) {
        const caperi_json_value *row = caperi_json_at(rows, i);
        int columns = i == 0 ? 2 : (int)rows->as.items[0].count;
        CAPER_PASS(caperi_json_array(json, row, columns, i == 0 ? CAPERI_WORLD_MAX_SIDE : columns));
    }
    r->sample_count += (size_t)rows->count * (size_t)rows->as.items[0].count;
    if (r->sample_count > CAPERI_WORLD_MAX_SAMPLES)
        return caperi_json_fail(json, rows, CAPER_ERROR_LIMIT,
                                "found %zu heights so far, expected at most %d in all fields",
                                r->sample_count, CAPERI_WORLD_MAX_SAMPLES);
    return true;
}

// ------------------------------------------------------------------------------ second pass

static bool read_vec3(const caperi_json *json, const caperi_json_value *object, const char *name,
                      caperi_json_need need, caper_vec3 *out)
{
    float v[3] = {out->x, out->y, out->z};
    CAPER_PASS(caperi_json_get_floats(json, object, name, need, v, 3));
    *out = caper_vec3_make(v[0], v[1], v[2]);
    return true;
}

// "position", and "rotation" as a quaternion (exact) or "yaw_deg" (for people).
static bool read_transform(const caperi_json *json, const caperi_json_value *object,
                           caper_transform *out)
{
    *out = caper_transform_identity();
    const caperi_json_value *yaw_value, *rotation;
    float q[4] = {0.0f, 0.0f, 0.0f, 1.0f}, yaw = 0.0f;
    CAPER_PASS(read_vec3(json, object, "position", CAPERI_OPTIONAL, &out->position));
    CAPER_PASS(caperi_json_get(json, object, "rotation", CAPERI_OPTIONAL, &rotation));
    CAPER_PASS(caperi_json_get(json, object, "yaw_deg", CAPERI_OPTIONAL, &yaw_value));
    if (rotation && yaw_value)
        return caperi_json_fail(json, yaw_value, CAPER_ERROR_INVALID,
                                "found both rotation and yaw_deg, expected one of them");
    CAPER_PASS(caperi_json_get_floats(json, object, "rotation", CAPERI_OPTIONAL, q, 4));
    CAPER_PASS(caperi_json_get_float(json, object, "yaw_deg", CAPERI_OPTIONAL, &yaw));
    out->rotation = yaw_value ? caper_quat_from_yaw(yaw * CAPER_DEGREE)
                              : caper_quat_make(q[0], q[1], q[2], q[3]);
    return true;
}

static bool check(const caperi_json *json, const caperi_json_value *value, const char *problem)
{
    return !problem || caperi_json_fail(json, value, CAPER_ERROR_INVALID, "%s", problem);
}

static bool read_ground(reader *r)
{
    static const char *const keys[] = {"point", "normal"};
    const caperi_json *json = r->json;
    r->def.has_ground = false;
    if (!r->ground || caperi_json_is(r->ground, CAPERI_JSON_FALSE))
        return true;
    if (!caperi_json_is(r->ground, CAPERI_JSON_OBJECT))
        return caperi_json_fail(json, r->ground, CAPER_ERROR_INVALID,
                                "ground must be an object or false, found %s",
                                caperi_json_type_name(r->ground));
    r->def.has_ground = true;
    CAPER_PASS(caperi_json_check_keys(json, r->ground, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(read_vec3(json, r->ground, "point", CAPERI_OPTIONAL, &r->def.ground_point));
    CAPER_PASS(read_vec3(json, r->ground, "normal", CAPERI_OPTIONAL, &r->def.ground_normal));
    return check(json, r->ground,
                 caperi_ground_problem(&r->def.ground_point, &r->def.ground_normal));
}

static bool read_box(reader *r, const caperi_json_value *value, caper_world_box *box)
{
    static const char *const keys[] = {"position", "rotation", "yaw_deg", "half"};
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(read_transform(json, value, &box->transform));
    CAPER_PASS(read_vec3(json, value, "half", CAPERI_REQUIRED, &box->half));
    return check(json, value, caperi_box_problem(box));
}

static bool read_stairs(reader *r, const caperi_json_value *value, caper_world_stairs *stairs)
{
    static const char *const keys[] = {"position", "rotation", "yaw_deg", "count",
                                       "rise",     "run",      "width",   "landing"};
    const caperi_json *json = r->json;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(read_transform(json, value, &stairs->transform));
    CAPER_PASS(caperi_json_get_int(json, value, "count", CAPERI_REQUIRED, 1, CAPERI_WORLD_MAX_STEPS,
                                   &stairs->count));
    CAPER_PASS(caperi_json_get_float(json, value, "rise", CAPERI_REQUIRED, &stairs->rise));
    CAPER_PASS(caperi_json_get_float(json, value, "run", CAPERI_REQUIRED, &stairs->run));
    CAPER_PASS(caperi_json_get_float(json, value, "width", CAPERI_REQUIRED, &stairs->width));
    CAPER_PASS(caperi_json_get_float(json, value, "landing", CAPERI_OPTIONAL, &stairs->landing));
    return check(json, value, caperi_stairs_problem(stairs));
}

static bool read_field(reader *r, const caperi_json_value *value, caper_world_field *field,
                       float *heights)
{
    static const char *const keys[] = {"x", "z", "spacing", "heights"};
    const caperi_json *json = r->json;
    const caperi_json_value *rows = caperi_json_find(value, "heights");
    CAPER_PASS(caperi_json_check_keys(json, value, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(caperi_json_get_float(json, value, "x", CAPERI_OPTIONAL, &field->x));
    CAPER_PASS(caperi_json_get_float(json, value, "z", CAPERI_OPTIONAL, &field->z));
    CAPER_PASS(caperi_json_get_float(json, value, "spacing", CAPERI_REQUIRED, &field->spacing));
    field->rows = (int)rows->count;
    field->columns = (int)rows->as.items[0].count;
    field->heights = heights;
    CAPER_PASS(check(json, value, caperi_field_problem(field)));
    for (uint32_t i = 0; i < rows->count; i++, heights += field->columns) {
        CAPER_PASS(caperi_json_floats(json, &rows->as.items[i], heights, field->columns));
        for (int k = 0; k < field->columns; k++) {
            if (!caperi_height_is_good(heights[k]))
                return caperi_json_fail(json, &rows->as.items[i].as.items[k], CAPER_ERROR_INVALID,
                                        "a height must be within 1e6 m");
        }
    }
    return true;
}

static bool read_parts(reader *r)
{
    CAPER_PASS(read_ground(r));
    size_t boxes = (size_t)count_of(r->boxes);
    for (int i = 0; i < count_of(r->boxes); i++)
        CAPER_PASS(read_box(r, &r->boxes->as.items[i], &r->box_list[i]));
    for (int i = 0; i < count_of(r->stairs); i++) {
        CAPER_PASS(read_stairs(r, &r->stairs->as.items[i], &r->stairs_list[i]));
        boxes += (size_t)r->stairs_list[i].count;
        if (boxes > CAPERI_WORLD_MAX_BOXES)
            return caperi_json_fail(r->json, &r->stairs->as.items[i], CAPER_ERROR_LIMIT,
                                    "found %zu boxes and steps so far, expected at most %d", boxes,
                                    CAPERI_WORLD_MAX_BOXES);
    }
    float *heights = r->heights;
    for (int i = 0; i < count_of(r->fields); i++) {
        caper_world_field *field = &r->field_list[i];
        CAPER_PASS(read_field(r, &r->fields->as.items[i], field, heights));
        heights += (size_t)field->columns * (size_t)field->rows;
    }
    return true;
}

// Everything after the JSON itself; r->def.allocator and source are set.
static caper_world *build(reader *r, caper_error *error)
{
    if (!read_head(r))
        return NULL;
    for (int i = 0; i < count_of(r->fields); i++) {
        if (!measure_field(r, &r->fields->as.items[i]))
            return NULL;
    }
    caperi_block block = {0};
    size_t boxes = CAPERI_BLOCK_ADD(&block, count_of(r->boxes), caper_world_box);
    size_t stairs = CAPERI_BLOCK_ADD(&block, count_of(r->stairs), caper_world_stairs);
    size_t fields = CAPERI_BLOCK_ADD(&block, count_of(r->fields), caper_world_field);
    size_t heights = CAPERI_BLOCK_ADD(&block, r->sample_count, float);
    char *memory = caperi_block_alloc(&block, r->def.allocator);
    if (!memory) {
        caper_error_set(error, CAPER_ERROR_MEMORY, r->def.source, 0, 0, "no memory for a world");
        return NULL;
    }
    r->box_list = caperi_block_at(memory, boxes);
    r->stairs_list = caperi_block_at(memory, stairs);
    r->field_list = caperi_block_at(memory, fields);
    r->heights = caperi_block_at(memory, heights);
    caper_world *world = NULL;
    if (read_parts(r)) {
        r->def.boxes = r->box_list;
        r->def.box_count = count_of(r->boxes);
        r->def.stairs = r->stairs_list;
        r->def.stairs_count = count_of(r->stairs);
        r->def.fields = r->field_list;
        r->def.field_count = count_of(r->fields);
        world = caper_world_create(&r->def, error);
    }
    caper_free(r->def.allocator, memory, block.size);
    return world;
}

static caper_world *read_document(caperi_json *json, const caper_load_options *options)
{
    reader r = {.json = json, .def = caper_world_def_default()};
    r.def.source = json->source;
    r.def.allocator = options ? options->allocator : NULL;
    caper_world *world = build(&r, json->error);
    caperi_json_free(json);
    return world;
}

caper_world *caper_world_parse(const char *text, size_t size, const char *source,
                               const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? read_document(&json, options)
               : NULL;
}

caper_world *caper_world_load(const char *path, const caper_load_options *options,
                              caper_error *error)
{
    caperi_json json;
    return caperi_json_open_file(&json, path, options, error) ? read_document(&json, options)
                                                              : NULL;
}

// ----------------------------------------------------------------------------------- writing

static void write_vec3(caper_json_writer *w, const char *key, caper_vec3 v)
{
    float values[3] = {v.x, v.y, v.z};
    caper_json_floats(caper_json_key(w, key), values, 3);
}

static void write_transform(caper_json_writer *w, const caper_transform *t)
{
    caper_quat q = t->rotation;
    float values[4] = {q.x, q.y, q.z, q.w};
    write_vec3(w, "position", t->position);
    if (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f)
        return;
    caper_json_floats(caper_json_key(w, "rotation"), values, 4);
}

static void write_stairs(caper_json_writer *w, const caper_world_stairs *stairs)
{
    caper_json_begin_object_inline(w);
    write_transform(w, &stairs->transform);
    caper_json_int(caper_json_key(w, "count"), stairs->count);
    caper_json_float(caper_json_key(w, "rise"), stairs->rise);
    caper_json_float(caper_json_key(w, "run"), stairs->run);
    caper_json_float(caper_json_key(w, "width"), stairs->width);
    caper_json_float(caper_json_key(w, "landing"), stairs->landing);
    caper_json_end_object(w);
}

static void write_field(caper_json_writer *w, const caper_world_field *field)
{
    caper_json_begin_object(w);
    caper_json_float(caper_json_key(w, "x"), field->x);
    caper_json_float(caper_json_key(w, "z"), field->z);
    caper_json_float(caper_json_key(w, "spacing"), field->spacing);
    caper_json_begin_array(caper_json_key(w, "heights"));
    for (int row = 0; row < field->rows; row++)
        caper_json_floats(w, field->heights + (size_t)row * (size_t)field->columns, field->columns);
    caper_json_end_array(w);
    caper_json_end_object(w);
}

static void write_boxes(caper_json_writer *w, const caper_world *world)
{
    caper_json_begin_array(caper_json_key(w, "boxes"));
    for (int i = 0; i < world->own_box_count; i++) {
        caper_json_begin_object_inline(w);
        write_transform(w, &world->boxes[i].transform);
        write_vec3(w, "half", world->boxes[i].half);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

void caper_world_write(const caper_world *world, caper_json_writer *writer)
{
    caper_json_begin_object(writer);
    caper_json_string(caper_json_key(writer, "caper"), "world");
    caper_json_int(caper_json_key(writer, "version"), VERSION);
    caper_json_string(caper_json_key(writer, "name"), world->name);
    caper_json_key(writer, "ground");
    if (world->has_ground) {
        caper_json_begin_object_inline(writer);
        write_vec3(writer, "point", world->ground_point);
        write_vec3(writer, "normal", world->ground_normal);
        caper_json_end_object(writer);
    } else {
        caper_json_bool(writer, false);
    }
    if (world->own_box_count > 0)
        write_boxes(writer, world);
    if (world->stairs_count > 0) {
        caper_json_begin_array(caper_json_key(writer, "stairs"));
        for (int i = 0; i < world->stairs_count; i++)
            write_stairs(writer, &world->stairs[i]);
        caper_json_end_array(writer);
    }
    if (world->field_count > 0) {
        caper_json_begin_array(caper_json_key(writer, "fields"));
        for (int i = 0; i < world->field_count; i++)
            write_field(writer, &world->fields[i]);
        caper_json_end_array(writer);
    }
    caper_json_end_object(writer);
}

bool caper_world_save(const caper_world *world, const char *path, caper_error *error)
{
    caper_json_writer writer;
    size_t size;
    caper_json_writer_init(&writer, &world->allocator, 2);
    caper_world_write(world, &writer);
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool ok = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return ok;
}
