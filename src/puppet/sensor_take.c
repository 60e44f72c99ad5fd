// SPDX-License-Identifier: MIT
//
// Takes of sensors as text: a sample a line, time,sensor,x,y,z,qx,qy,qz,qw. Made to be written by
// whatever reads the sensors, with a line of printf. Reading survives any bytes and says where the
// fault is.
#include "base/block.h"
#include "base/try.h"
#include "puppet/sensors.h"

#include <math.h>
#include <string.h>

#define FIELDS 9
#define MOST_SAMPLES (1 << 24)
#define FAR 1e5 // metres, seconds are bounded by 1e9
#define LONG 1e9

static const char header[] = "time,sensor,x,y,z,qx,qy,qz,qw";

caper_sensor_take *caperi_sensor_take_make(int count, const caper_allocator *allocator)
{
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caper_sensor_take);
    size_t samples = CAPERI_BLOCK_ADD(&block, count, caper_sensor_sample);
    caper_allocator own = caper_allocator_resolve(allocator);
    caper_sensor_take *take = caperi_block_alloc(&block, &own);
    if (take) {
        take = caperi_block_at(take, head);
        take->samples = caperi_block_at(take, samples);
        take->memory_size = block.size;
        take->allocator = own;
    }
    return take;
}

void caper_sensor_take_destroy(caper_sensor_take *take)
{
    if (take) {
        caper_allocator allocator = take->allocator;
        caper_free(&allocator, take, take->memory_size);
    }
}

// ------------------------------------------------------------------------------------ reading

/// The bytes up to a comma or the end of the line.
static caper_slice take_field(caper_scanner *s)
{
    caper_scanner_skip_blanks(s);
    caper_slice field = {s->text + s->position, 0};
    for (int c = caper_scanner_peek(s); c >= 0 && c != ',' && c != '\n' && c != '\r';
         c = caper_scanner_peek(s)) {
        caper_scanner_next(s);
        field.size++;
    }
    while (field.size > 0 &&
           (field.data[field.size - 1] == ' ' || field.data[field.size - 1] == '\t')) {
        field.size--;
    }
    return field;
}

static bool ends_line(const caper_scanner *s)
{
    int c = caper_scanner_peek(s);
    return c < 0 || c == '\n' || c == '\r';
}

static bool find_part(caper_slice field, caper_part *part)
{
    *part = caper_part_from_name(field.data, field.size);
    return *part != CAPER_PART_COUNT && CAPER_SENSORS_ALL & CAPER_PART_BIT(*part);
}

static bool read_number(const caper_scanner *at, caper_slice field, double most, const char *what,
                        double *value)
{
    size_t used = 0;
    bool good = caper_parse_double(field.data, field.size, &used, value) && used == field.size &&
                fabs(*value) <= most;
    return good ||
           caper_scanner_fail(at, CAPER_ERROR_SYNTAX, "'%.*s' is not a valid %s, expected a number",
                              (int)(field.size < 24 ? field.size : 24), field.data, what);
}

static bool read_line(caper_scanner *s, caper_sensor_sample *sample)
{
    static const char *const names[FIELDS] = {"time", "sensor", "x",  "y", "z",
                                              "qx",   "qy",     "qz", "qw"};
    double v[FIELDS] = {0};
    for (int i = 0; i < FIELDS; i++) {
        caper_scanner_skip_blanks(s);
        caper_scanner at = *s;
        caper_slice field = take_field(s);
        if (i == 1) {
            CAPER_TRY(find_part(field, &sample->part), s->error, CAPER_ERROR_SYNTAX, s->source,
                      at.line, caper_scanner_column(&at),
                      "'%.*s' is not a sensor, expected hips, left_hand ...",
                      (int)(field.size < 24 ? field.size : 24), field.data);
        } else {
            CAPER_PASS(read_number(&at, field, i == 0 ? LONG : FAR, names[i], &v[i]));
        }
        bool last = i == FIELDS - 1;
        if (last != ends_line(s)) {
            return caper_scanner_fail(s, CAPER_ERROR_SYNTAX,
                                      last ? "more than %d values in a line"
                                           : "the line ends too early, expected %d values",
                                      FIELDS);
        }
        if (!last) {
            caper_scanner_next(s); // the comma
        }
    }
    double length = sqrt(v[5] * v[5] + v[6] * v[6] + v[7] * v[7] + v[8] * v[8]);
    if (!(fabs(length - 1) <= 1e-2)) {
        return caper_scanner_fail(s, CAPER_ERROR_SYNTAX,
                                  "the rotation has length %g, expected a unit quaternion", length);
    }
    sample->time = v[0];
    sample->value.position = caper_vec3_make((float)v[2], (float)v[3], (float)v[4]);
    sample->value.rotation =
        caper_quat_normalize(caper_quat_make((float)v[5], (float)v[6], (float)v[7], (float)v[8]));
    return true;
}

/// Counts samples; writes them where `out` is not NULL. -1 with an error.
static int read_all(caper_scanner s, caper_sensor_sample *out)
{
    int count = 0;
    double last = -HUGE_VAL;
    bool first = true;
    for (caper_scanner_skip_spaces(&s); !caper_scanner_at_end(&s); caper_scanner_skip_spaces(&s)) {
        caper_scanner line = s;
        caper_slice text = caper_scanner_line(&line);
        bool names = first && text.size >= 5 && memcmp(text.data, "time,", 5) == 0;
        first = false;
        if (names || caper_scanner_peek(&s) == '#') {
            caper_scanner_skip_line(&s);
            continue;
        }
        caper_sensor_sample sample;
        memset(&sample, 0, sizeof sample);
        caper_scanner at = s;
        if (!read_line(&s, &sample)) {
            return -1;
        }
        if (sample.time < last) {
            caper_scanner_fail(&at, CAPER_ERROR_INVALID, "time goes back from %g to %g", last,
                               sample.time);
            return -1;
        }
        last = sample.time;
        if (count == MOST_SAMPLES) {
            caper_scanner_fail(&at, CAPER_ERROR_LIMIT, "more than %d samples", MOST_SAMPLES);
            return -1;
        }
        if (out) {
            out[count] = sample;
        }
        count++;
    }
    return count;
}

caper_sensor_take *caper_sensor_take_parse(const char *text, size_t size, const char *source,
                                           const caper_load_options *options, caper_error *error)
{
    const caper_allocator *allocator = options ? options->allocator : NULL;
    caper_scanner s = caper_scanner_make(text, size, source, error);
    int count = read_all(s, NULL);
    if (count <= 0) {
        if (count == 0) {
            caper_scanner_fail(&s, CAPER_ERROR_INVALID,
                               "there are no samples, expected lines of %s", header);
        }
        return NULL;
    }
    caper_sensor_take *take = caperi_sensor_take_make(count, allocator);
    if (!take) {
        caper_error_set(error, CAPER_ERROR_MEMORY, source, 0, 0, "no memory for %d samples", count);
        return NULL;
    }
    take->sample_count = read_all(s, (caper_sensor_sample *)take->samples);
    return take;
}

caper_sensor_take *caper_sensor_take_load(const char *path, const caper_load_options *options,
                                          caper_error *error)
{
    const caper_allocator *allocator = options ? options->allocator : NULL;
    size_t size = 0;
    char *text = caper_file_read(path, options ? options->max_bytes : 0, allocator, &size, error);
    caper_sensor_take *take =
        text ? caper_sensor_take_parse(text, size, path, options, error) : NULL;
    caper_free(allocator, text, text ? size + 1 : 0);
    return take;
}

// ------------------------------------------------------------------------------------ writing

bool caper_sensor_take_save(const caper_sensor_take *take, const char *path, caper_error *error)
{
    caper_text text;
    caper_text_init(&text, &take->allocator);
    caper_text_append_string(&text, header);
    caper_text_append_string(&text, "\n");
    for (int i = 0; i < take->sample_count; i++) {
        const caper_sensor_sample *s = &take->samples[i];
        char time[32];
        caper_format_double(s->time, time);
        caper_text_append_string(&text, time);
        caper_text_append_string(&text, ",");
        caper_text_append_string(&text, caper_part_name(s->part));
        const caper_transform *v = &s->value;
        const float values[7] = {v->position.x, v->position.y, v->position.z, v->rotation.x,
                                 v->rotation.y, v->rotation.z, v->rotation.w};
        for (int k = 0; k < 7; k++) {
            caper_text_append_string(&text, ",");
            caper_text_float(&text, values[k]);
        }
        caper_text_append_string(&text, "\n");
    }
    bool good = !text.failed ||
                caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for the text");
    good = good && caper_file_write(path, text.data, text.size, error);
    caper_text_free(&text);
    return good;
}
