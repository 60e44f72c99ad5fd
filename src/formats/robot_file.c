// SPDX-License-Identifier: MIT
//
// Clips of a robot as the numbers of its model: a row a frame, .csv with names or .npy (NumPy's
// format 1.0 and 2.0). Poses are those of our bodies; the base goes back into the file's axes and
// units. Invariant: numbers that make a pose are found again from it, as far as the model allows.
#include "formats/formats.h"

#include "base/try.h"

#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((size_t)1 << 30)

static caper_transform to_file(const caper_import *in, caper_transform t)
{
    const caper_robot *r = in->robot;
    t.position.y += in->floor;
    caper_vec3 p = caper_quat_unrotate(r->turn, caper_vec3_scale(t.position, 1.0f / in->unit));
    caper_quat q = caper_quat_mul(caper_quat_mul(caper_quat_conj(r->turn), t.rotation), r->turn);
    return caper_transform_mul(caper_transform_make(q, p), caper_transform_inverse(r->frame));
}

static caper_transform from_file(const caper_import *in, caper_transform t)
{
    const caper_robot *r = in->robot;
    t = caper_transform_mul(t, r->frame);
    caper_vec3 p = caper_vec3_scale(caper_quat_rotate(r->turn, t.position), in->unit);
    p.y -= in->floor;
    caper_quat q = caper_quat_mul(caper_quat_mul(r->turn, t.rotation), caper_quat_conj(r->turn));
    return caper_transform_make(caper_quat_normalize(q), p);
}

// -- A pose to numbers and back -----------------------------------------------------------------

static void numbers_of(const caper_import *in, const caper_pose *local, double *row)
{
    const caper_robot *r = in->robot;
    caper_transform base = to_file(in, local->bodies[0]);
    caper_vec3 way =
        caper_quat_unrotate(r->base.rotation, caper_vec3_sub(base.position, r->base.position));
    const double pose[7] = {(double)base.position.x, (double)base.position.y,
                            (double)base.position.z, (double)base.rotation.w,
                            (double)base.rotation.x, (double)base.rotation.y,
                            (double)base.rotation.z};
    float angles[CAPER_MAX_HINGES];
    int last = -1;
    for (int i = 0; i < r->column_count; i++) {
        const caper_robot_column *c = &r->columns[i];
        row[i] = (double)c->zero;
        if (c->kind == CAPER_ROBOT_BASE) {
            row[i] = pose[c->index];
        } else if (c->kind == CAPER_ROBOT_SLIDE && c->body == 0) {
            row[i] += (double)caper_vec3_dot(way, c->axis);
        } else if (c->kind == CAPER_ROBOT_HINGE &&
                   c->index < in->character->bodies[c->body].hinge_count) {
            if (c->body != last)
                caper_body_angles(in->character, c->body, local->bodies[c->body].rotation, angles);
            last = c->body;
            row[i] = (double)angles[c->index];
        }
    }
}

static void pose_of(const caper_import *in, const double *row, caper_transform *local)
{
    const caper_robot *r = in->robot;
    const caper_character *c = in->character;
    memcpy(local, c->skeleton.rest_local, (size_t)c->body_count * sizeof *local);
    float angles[CAPER_MAX_HINGES] = {0};
    double pose[7] = {0, 0, 0, 1, 0, 0, 0};
    bool has_base = false;
    caper_vec3 way = caper_vec3_zero();
    for (int i = 0; i < r->column_count; i++) {
        const caper_robot_column *k = &r->columns[i];
        if (k->kind == CAPER_ROBOT_BASE) {
            pose[k->index] = row[i];
            has_base = true;
        } else if (k->kind == CAPER_ROBOT_SLIDE && k->body == 0) {
            way = caper_vec3_add_scaled(way, k->axis, (float)(row[i] - (double)k->zero));
        } else if (k->kind == CAPER_ROBOT_HINGE && k->index < c->bodies[k->body].hinge_count) {
            angles[k->index] = (float)row[i];
            if (k->index + 1 == c->bodies[k->body].hinge_count)
                local[k->body].rotation = caper_body_turned(c, k->body, angles);
        }
    }
    caper_transform base = r->base;
    base.position = caper_vec3_add(base.position, caper_quat_rotate(base.rotation, way));
    // the turn of a base with hinges is that of its body; its place is the file's
    caper_quat turned = to_file(in, local[0]).rotation;
    base.rotation = turned;
    if (has_base) {
        caper_quat q =
            caper_quat_make((float)pose[4], (float)pose[5], (float)pose[6], (float)pose[3]);
        bool turns = caper_quat_dot(q, q) > 1e-6f;
        base =
            caper_transform_make(turns ? caper_quat_normalize(q) : caper_quat_identity(),
                                 caper_vec3_make((float)pose[0], (float)pose[1], (float)pose[2]));
    }
    local[0] = from_file(in, base);
}

// -- Writing ------------------------------------------------------------------------------------

static bool ends_with(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

static bool is_robot(const caper_import *in, const char *path, caper_error *error)
{
    CAPER_TRY(in && in->robot, error, CAPER_ERROR_INVALID, path, 0, 0,
              "joint angles are of robots: the character is not from an MJCF or URDF file");
    CAPER_TRY(ends_with(path, ".csv") || ends_with(path, ".npy"), error, CAPER_ERROR_UNSUPPORTED,
              path, 0, 0, "expected joint angles in a file that ends in .csv or .npy");
    return true;
}

static char *put_csv(const caper_import *in, const caper_clip *clip, const double *rows, char *at)
{
    const caper_robot *r = in->robot;
    at += sprintf(at, "time");
    for (int i = 0; i < r->column_count; i++) {
        *at++ = ',';
        for (const char *c = r->columns[i].name; *c; c++)
            *at++ = *c == ',' || *c == '"' ? '_' : *c;
    }
    *at++ = '\n';
    for (int f = 0; f < clip->frame_count; f++) {
        at += sprintf(at, "%.6f", (double)f / (double)clip->rate);
        for (int i = 0; i < r->column_count; i++)
            at += sprintf(at, ",%.9g", rows[(size_t)f * (size_t)r->column_count + (size_t)i]);
        *at++ = '\n';
    }
    return at;
}

#define NPY_HEAD 128

static void put_npy_head(int rows, int columns, unsigned char out[NPY_HEAD])
{
    memset(out, ' ', NPY_HEAD);
    memcpy(out, "\x93NUMPY\x01\x00\x76\x00", 10); // 118 bytes follow
    int size =
        snprintf((char *)out + 10, NPY_HEAD - 10,
                 "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns);
    out[10 + size] = ' ';
    out[NPY_HEAD - 1] = '\n';
}

static void put_doubles(const double *values, size_t count, unsigned char *out)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 8; k++)
            out[8 * i + (size_t)k] = (unsigned char)(bits >> (8 * k) & 255);
    }
}

bool caper_robot_save(const caper_import *robot, const caper_clip *clip, const char *path,
                      caper_error *error)
{
    CAPER_PASS(is_robot(robot, path, error));
    CAPER_TRY(caper_skeleton_same(&clip->skeleton, &robot->character->skeleton), error,
              CAPER_ERROR_INVALID, path, 0, 0, "the clip is not one of the robot '%s'",
              robot->name);
    size_t columns = (size_t)robot->robot->column_count, frames = (size_t)clip->frame_count;
    size_t names = 64;
    for (size_t i = 0; i < columns; i++)
        names += strlen(robot->robot->columns[i].name) + 1;
    size_t size = names + NPY_HEAD + frames * (columns + 1) * 26;
    caper_allocator a = robot->allocator;
    caper_pose pose = caper_pose_create(robot->character->body_count, 0, &a);
    double *rows = caper_alloc(&a, frames * columns * sizeof *rows + 1, 16);
    char *out = caper_alloc(&a, size, 16);
    bool good = pose.bodies && rows && out;
    if (!good)
        caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    for (size_t f = 0; good && f < frames; f++) {
        float time = (float)f / clip->rate;
        caper_clip_sample(clip, time, NULL, &pose);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        pose.bodies[0] = caper_transform_mul(root, pose.bodies[0]);
        numbers_of(robot, &pose, rows + f * columns);
    }
    if (good && ends_with(path, ".csv")) {
        char *end = put_csv(robot, clip, rows, out);
        good = caper_file_write(path, out, (size_t)(end - out), error);
    } else if (good) {
        put_npy_head((int)frames, (int)columns, (unsigned char *)out);
        put_doubles(rows, frames * columns, (unsigned char *)out + NPY_HEAD);
        good = caper_file_write(path, out, NPY_HEAD + 8 * frames * columns, error);
    }
    caper_pose_destroy(&pose, &a);
    if (rows)
        caper_free(&a, rows, frames * columns * sizeof *rows + 1);
    if (out)
        caper_free(&a, out, size);
    return good;
}

// -- Reading ------------------------------------------------------------------------------------

typedef struct joint_reader {
    const caper_import *in;
    const char *path;
    const unsigned char *data;
    size_t size;
    caper_arena arena;
    caper_error *error;
    double *rows; // row_count x column_count, in the order of the model
    int row_count;
    float rate;
} joint_reader;

static bool bad_shape(const joint_reader *r, int line, long found)
{
    return caper_error_set(r->error, CAPER_ERROR_INVALID, r->path, line, 0,
                           "found %ld numbers in a row, expected the %d of '%s'", found,
                           r->in->robot->column_count, r->in->name);
}

static bool take_rows(joint_reader *r, size_t count)
{
    size_t columns = (size_t)r->in->robot->column_count;
    CAPER_TRY(count > 0 && count * (size_t)r->in->character->body_count < CAPER_CLIP_MAX_TRANSFORMS,
              r->error, CAPER_ERROR_LIMIT, r->path, 0, 0, "has %zu rows, which is none or too many",
              count);
    r->rows = caper_arena_alloc_zero(&r->arena, count * columns, sizeof *r->rows, 16);
    CAPER_TRY(r->rows != NULL, r->error, CAPER_ERROR_MEMORY, r->path, 0, 0, "out of memory");
    r->row_count = (int)count;
    return true;
}

static double load_number(const unsigned char *p, int size)
{
    uint64_t bits = 0;
    for (int k = size - 1; k >= 0; k--)
        bits = bits << 8 | p[k];
    double d;
    float f;
    uint32_t low = (uint32_t)bits;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &low, sizeof f);
    return size == 8 ? d : (double)f;
}

static bool read_npy(joint_reader *r)
{
    const unsigned char *p = r->data;
    bool head = r->size >= 12 && memcmp(p, "\x93NUMPY", 6) == 0 && (p[6] == 1 || p[6] == 2);
    size_t start = !head       ? 0
                   : p[6] == 1 ? 10 + (size_t)(p[8] | p[9] << 8)
                               : 12 + ((size_t)p[8] | (size_t)p[9] << 8 | (size_t)p[10] << 16);
    CAPER_TRY(head && start <= r->size && start < 4096, r->error, CAPER_ERROR_SYNTAX, r->path, 0, 0,
              "is not a .npy file of version 1 or 2");
    char text[4096];
    memcpy(text, p, start);
    memset(text, ' ', 8);
    for (size_t i = 0; i < start; i++)
        text[i] = text[i] ? text[i] : ' ';
    text[start < 4095 ? start : 4095] = '\0';
    int size = strstr(text, "'<f8'") ? 8 : strstr(text, "'<f4'") ? 4 : 0;
    const char *shape = strstr(text, "'shape': (");
    long rows = 0, columns = 0;
    CAPER_TRY(size && strstr(text, "'fortran_order': False") && shape &&
                  sscanf(shape, "'shape': (%9ld, %9ld)", &rows, &columns) == 2 && rows > 0,
              r->error, CAPER_ERROR_UNSUPPORTED, r->path, 0, 0,
              "expected floats (f4 or f8) in C order, rows and columns");
    if (columns != r->in->robot->column_count)
        return bad_shape(r, 0, columns);
    size_t count = (size_t)rows * (size_t)columns;
    CAPER_TRY(count <= (r->size - start) / (size_t)size, r->error, CAPER_ERROR_SYNTAX, r->path, 0,
              0, "is cut off: expected %zu numbers", count);
    CAPER_PASS(take_rows(r, (size_t)rows));
    for (size_t i = 0; i < count; i++)
        r->rows[i] = load_number(p + start + i * (size_t)size, size);
    return true;
}

// The next field of a line, without spaces around; false at its end.
static bool next_field(const char **at, const char *end, caper_slice *field)
{
    if (*at > end)
        return false;
    const char *from = *at, *to = memchr(from, ',', (size_t)(end - from));
    to = to ? to : end;
    *at = to + 1;
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    *field = (caper_slice){from, (size_t)(to - from)};
    return true;
}

#define MOST_COLUMNS (CAPER_MAX_BODIES * 7 + 8)
#define TIME_COLUMN (-1)

// Which number of the model each column is, by the names in the first line. Without names: in
// order.
static bool read_names(joint_reader *r, const char *line, const char *end, int16_t *order,
                       int *count, bool *named)
{
    const caper_robot *robot = r->in->robot;
    caper_slice field;
    double number;
    size_t used;
    const char *at = line;
    *named = next_field(&at, end, &field) &&
             !(caper_parse_double(field.data, field.size, &used, &number) && used == field.size);
    *count = robot->column_count;
    for (int i = 0; i < robot->column_count; i++)
        order[i] = (int16_t)i;
    if (!*named)
        return true;
    bool said[MOST_COLUMNS] = {false};
    at = line;
    for (*count = 0; next_field(&at, end, &field); ++*count) {
        int found = field.size == 4 && memcmp(field.data, "time", 4) == 0 ? TIME_COLUMN : -2;
        for (int i = 0; i < robot->column_count && found == -2; i++)
            if (!said[i] && strlen(robot->columns[i].name) == field.size &&
                memcmp(robot->columns[i].name, field.data, field.size) == 0)
                found = i;
        CAPER_TRY(found != -2 && *count < MOST_COLUMNS, r->error, CAPER_ERROR_INVALID, r->path, 1,
                  (int)(field.data - line) + 1, "'%s' has no joint '%.*s'", r->in->name,
                  (int)(field.size < 60 ? field.size : 60), field.data);
        if (found >= 0)
            said[found] = true;
        order[*count] = (int16_t)found;
    }
    for (int i = 0; i < robot->column_count; i++)
        CAPER_TRY(said[i], r->error, CAPER_ERROR_INVALID, r->path, 1, 0, "there is no column '%s'",
                  robot->columns[i].name);
    return true;
}

static bool read_row(joint_reader *r, const char *line, const char *end, int number,
                     const int16_t *order, int count, double *time, double *row)
{
    caper_slice field;
    const char *at = line;
    int k = 0;
    for (; next_field(&at, end, &field); k++) {
        double value;
        size_t used;
        CAPER_TRY(caper_parse_double(field.data, field.size, &used, &value) && used == field.size,
                  r->error, CAPER_ERROR_SYNTAX, r->path, number, (int)(field.data - line) + 1,
                  "found '%.*s', expected a number", (int)(field.size < 40 ? field.size : 40),
                  field.data);
        if (k < count)
            *(order[k] == TIME_COLUMN ? time : &row[order[k]]) = value;
    }
    return k == count || bad_shape(r, number, k);
}

static bool read_csv(joint_reader *r)
{
    const char *text = (const char *)r->data, *end = text + r->size;
    int16_t order[MOST_COLUMNS];
    int count = 0, line = 0, row = 0;
    bool named = false;
    size_t lines = 0;
    CAPER_TRY(r->in->robot->column_count < MOST_COLUMNS, r->error, CAPER_ERROR_LIMIT, r->path, 0, 0,
              "the robot has too many joints");
    for (const char *c = text; c < end; c++)
        lines += *c == '\n';
    CAPER_PASS(take_rows(r, lines + 1));
    double first = 0, time = 0;
    for (const char *at = text; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        bool empty = stop == at || (stop == at + 1 && *at == '\r');
        if (line == 0)
            CAPER_PASS(read_names(r, at, stop, order, &count, &named));
        if (!empty && !(line == 0 && named)) {
            size_t columns = (size_t)r->in->robot->column_count;
            CAPER_PASS(read_row(r, at, stop, line + 1, order, count, &time,
                                r->rows + (size_t)row * columns));
            first = row == 0 ? time : first;
            row++;
        }
        at = stop + 1;
    }
    CAPER_TRY(row > 0, r->error, CAPER_ERROR_INVALID, r->path, 0, 0, "has no rows");
    r->row_count = row;
    if (row > 1 && time > first && (row - 1) / (time - first) < 1e4)
        r->rate = (float)((row - 1) / (time - first));
    return true;
}

static caper_clip *make_clip(joint_reader *r, const caper_allocator *allocator)
{
    const caper_character *c = r->in->character;
    size_t columns = (size_t)r->in->robot->column_count, bodies = (size_t)c->body_count;
    caper_transform *frames = caper_arena_alloc_zero(&r->arena, (size_t)r->row_count * bodies,
                                                     sizeof *frames, _Alignof(caper_transform));
    if (!frames) {
        caper_error_set(r->error, CAPER_ERROR_MEMORY, r->path, 0, 0, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < (size_t)r->row_count * columns; i++) {
        if (!(r->rows[i] > -1e6 && r->rows[i] < 1e6)) {
            caper_error_set(r->error, CAPER_ERROR_INVALID, r->path, 0, 0,
                            "row %zu holds %g, expected numbers within 1e6", i / columns + 1,
                            r->rows[i]);
            return NULL;
        }
    }
    for (size_t f = 0; f < (size_t)r->row_count; f++)
        pose_of(r->in, r->rows + f * columns, frames + f * bodies);
    const char *slash = strrchr(r->path, '/'), *name = slash ? slash + 1 : r->path;
    caper_clip_def def = caper_clip_def_default();
    def.name = name;
    def.skeleton = &c->skeleton;
    def.rate = r->rate;
    def.frame_count = r->row_count;
    def.frames = frames;
    def.source = r->path;
    def.allocator = allocator;
    return caper_clip_create(&def, r->error);
}

caper_clip *caper_robot_load(const caper_import *robot, const char *path, float rate,
                             const caper_allocator *allocator, caper_error *error)
{
    if (!is_robot(robot, path, error))
        return NULL;
    size_t size = 0;
    unsigned char *data = caper_file_read(path, MOST_BYTES, allocator, &size, error);
    if (!data)
        return NULL;
    joint_reader r = {.in = robot, .path = path, .data = data, .size = size, .error = error};
    r.rate = rate > 0.0f ? rate : 30.0f;
    caper_arena_init(&r.arena, allocator, 0);
    bool good = ends_with(path, ".csv") ? read_csv(&r) : read_npy(&r);
    caper_clip *clip = good ? make_clip(&r, allocator) : NULL;
    caper_arena_destroy(&r.arena);
    caper_free(allocator, data, size + 1);
    return clip;
}
