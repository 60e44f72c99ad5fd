// SPDX-License-Identifier: MIT
//
// Gait style files (.gait.json, docs/schema/gait.schema.json). What a file leaves out is as in the
// neutral style, so that a layer is a few lines. Invariant: what is written reads back as the same
// style, every float to the bit; a refusal names line and column.
#include "base/json.h"
#include "base/try.h"
#include "gait/gait.h"

#include <stddef.h>
#include <string.h>

#define VERSION 1

// A number of a struct: its name, place and range.
typedef struct field {
    const char *name;
    size_t at;
    float min, max;
    bool needed;
} field;

#define KEY(name, min, max, needed)                                                                \
    {                                                                                              \
#name, offsetof(caper_gait_key, name), min, max, needed                                    \
    }
static const field key_fields[] = {
    KEY(froude, 0, 100, true),       KEY(duty, 0.1f, 0.95f, true),    KEY(stride, 0.01f, 10, true),
    KEY(lift, 0, 2, false),          KEY(width, -1, 4, false),        KEY(bob, -1, 1, false),
    KEY(sway, 0, 1, false),          KEY(crouch, -0.5f, 0.6f, false), KEY(lean_deg, -80, 80, false),
    KEY(pelvis_deg, -60, 60, false), KEY(list_deg, -60, 60, false),
};
#define PATH(name, min, max, needed)                                                               \
    {                                                                                              \
#name, offsetof(caper_gait_path_key, name), min, max, needed                               \
    }
static const field path_fields[] = {
    PATH(time, 0, 1, true),
    PATH(forward, -1, 2, true),
    PATH(up, -0.5f, 3, true),
    PATH(pitch_deg, -90, 90, false),
};
#define ADJUST(name, min, max)                                                                     \
    {                                                                                              \
#name, offsetof(caper_gait_adjust, name), min, max, false                                  \
    }
static const field adjust_fields[] = {
    ADJUST(duty, -0.8f, 0.8f),   ADJUST(stride, 0.05f, 5),  ADJUST(lift, 0, 10),
    ADJUST(width, -2, 4),        ADJUST(bob, -1, 1),        ADJUST(sway, 0, 10),
    ADJUST(crouch, -0.5f, 0.6f), ADJUST(lean_deg, -80, 80), ADJUST(pelvis, -10, 10),
    ADJUST(list, -10, 10),       ADJUST(weak_left, 0, 1),   ADJUST(weak_right, 0, 1),
    ADJUST(pace, 0.1f, 10),
};

static const char *const channel_names[CAPER_GAIT_CHANNELS] = {"sway",      "bob",     "surge",
                                                               "pitch_deg", "yaw_deg", "roll_deg"};
#define WAVE_NUMBERS (2 * CAPER_GAIT_HARMONICS) // cosine and sine of each

static float *place_of(void *object, const field *f)
{
    return (float *)(void *)((char *)object + f->at);
}

// ---------------------------------------------------------------------------------------- read

static bool read_fields(const caperi_json *json, const caperi_json_value *value,
                        const field *fields, int count, const char *extra, void *out)
{
    const char *names[16];
    int name_count = 0;
    CAPER_PASS(caperi_json_object(json, value));
    for (int i = 0; i < count; i++) {
        names[name_count++] = fields[i].name;
    }
    if (extra) {
        names[name_count++] = extra;
    }
    CAPER_PASS(caperi_json_check_keys(json, value, names, name_count));
    for (int i = 0; i < count; i++) {
        const field *f = &fields[i];
        float *x = place_of(out, f);
        CAPER_PASS(caperi_json_get_float(json, value, f->name,
                                         f->needed ? CAPERI_REQUIRED : CAPERI_OPTIONAL, x));
        if (!(*x >= f->min && *x <= f->max)) {
            return caperi_json_fail(json, caperi_json_find(value, f->name), CAPER_ERROR_INVALID,
                                    "%s is %g, expected %g to %g", f->name, (double)*x,
                                    (double)f->min, (double)f->max);
        }
    }
    return true;
}

static bool read_table(const caperi_json *json, const caperi_json_value *value, int feet,
                       caper_gait_table *table)
{
    CAPER_PASS(caperi_json_array(json, value, 1, CAPER_GAIT_MAX_KEYS));
    for (uint32_t i = 0; i < value->count; i++) {
        const caperi_json_value *item = caperi_json_at(value, i);
        caper_gait_key *key = &table->keys[i];
        key->width = 1.0f;
        CAPER_PASS(
            read_fields(json, item, key_fields, CAPER_COUNT_OF(key_fields), "triggers", key));
        CAPER_PASS(
            caperi_json_get_floats(json, item, "triggers", CAPERI_REQUIRED, key->triggers, feet));
        for (int k = 0; k < feet; k++) {
            if (!(fabsf(key->triggers[k]) <= 3.0f)) {
                return caperi_json_fail(json, caperi_json_find(item, "triggers"),
                                        CAPER_ERROR_INVALID,
                                        "triggers are cycles, expected -3 to 3");
            }
        }
        if (i > 0 && !(key->froude > table->keys[i - 1].froude)) {
            return caperi_json_fail(json, item, CAPER_ERROR_INVALID,
                                    "found froude %g after %g, expected rising numbers",
                                    (double)key->froude, (double)table->keys[i - 1].froude);
        }
    }
    table->key_count = (int)value->count;
    return true;
}

static bool read_feet(const caperi_json *json, const caperi_json_value *feet,
                      caper_gait_style *style)
{
    static const char *const counts[] = {"1", "2", "3", "4", "5", "6"};
    CAPER_PASS(caperi_json_check_keys(json, feet, counts, CAPER_COUNT_OF(counts)));
    for (int i = 0; i < CAPER_GAIT_MAX_FEET; i++) {
        const caperi_json_value *table = caperi_json_find(feet, counts[i]);
        if (table) {
            CAPER_PASS(read_table(json, table, i + 1, &style->feet[i]));
        }
    }
    return true;
}

static bool read_path(const caperi_json *json, const caperi_json_value *path,
                      caper_gait_style *style)
{
    for (uint32_t i = 0; i < path->count; i++) {
        const caperi_json_value *item = caperi_json_at(path, i);
        caper_gait_path_key *key = &style->path[i];
        CAPER_PASS(read_fields(json, item, path_fields, CAPER_COUNT_OF(path_fields), NULL, key));
        bool first = i == 0, last = i + 1 == path->count;
        if ((first && (key->time != 0.0f || key->forward != 0.0f || key->up != 0.0f)) ||
            (last && (key->time != 1.0f || key->forward != 1.0f || key->up != 0.0f)) ||
            (!first && !(key->time > key[-1].time))) {
            return caperi_json_fail(json, item, CAPER_ERROR_INVALID,
                                    "a path runs from time 0, forward 0, up 0 to time 1, forward "
                                    "1, up 0 with rising times");
        }
    }
    style->path_count = (int)path->count;
    return true;
}

static bool read_waves(const caperi_json *json, const caperi_json_value *item,
                       caper_gait_waves *waves)
{
    const char *names[CAPER_GAIT_CHANNELS + 1] = {"froude"};
    memcpy(names + 1, channel_names, sizeof channel_names);
    CAPER_PASS(caperi_json_object(json, item));
    CAPER_PASS(caperi_json_check_keys(json, item, names, CAPER_COUNT_OF(names)));
    CAPER_PASS(caperi_json_get_float(json, item, "froude", CAPERI_REQUIRED, &waves->froude));
    for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
        float numbers[WAVE_NUMBERS] = {0}, most = n >= CAPER_GAIT_PITCH ? 90.0f : 1.0f;
        CAPER_PASS(caperi_json_get_floats(json, item, channel_names[n], CAPERI_OPTIONAL, numbers,
                                          WAVE_NUMBERS));
        for (int k = 0; k < WAVE_NUMBERS; k++) {
            if (!(fabsf(numbers[k]) <= most)) {
                return caperi_json_fail(json, caperi_json_find(item, channel_names[n]),
                                        CAPER_ERROR_INVALID, "%s is %g, expected %g to %g",
                                        channel_names[n], (double)numbers[k], (double)-most,
                                        (double)most);
            }
            waves->channels[n][k / 2][k % 2] = numbers[k];
        }
    }
    return true;
}

static bool read_curves(const caperi_json *json, const caperi_json_value *curves,
                        caper_gait_style *style)
{
    for (uint32_t i = 0; i < curves->count; i++) {
        const caperi_json_value *item = caperi_json_at(curves, i);
        caper_gait_waves *waves = &style->curves[i];
        CAPER_PASS(read_waves(json, item, waves));
        float least = i > 0 ? waves[-1].froude : -1.0f;
        if (!(waves->froude > least && waves->froude >= 0.0f && waves->froude <= 100.0f)) {
            return caperi_json_fail(json, item, CAPER_ERROR_INVALID,
                                    "found froude %g, expected rising numbers from 0 to 100",
                                    (double)waves->froude);
        }
    }
    style->curve_count = (int)curves->count;
    return true;
}

static bool read_style(const caperi_json *json, caper_gait_style *style)
{
    static const char *const keys[] = {"caper",     "version", "name",   "feet",   "path",
                                       "wave_rows", "adjust",  "curves", "$schema"};
    const caperi_json_value *root = json->root, *feet, *path, *adjust, *curves;
    const char *name = "";
    CAPER_PASS(caperi_json_head(json, root, "gait", VERSION));
    CAPER_PASS(caperi_json_check_keys(json, root, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(caperi_json_get_string(json, root, "name", CAPERI_REQUIRED, &name));
    if (strlen(name) >= sizeof style->name) {
        return caperi_json_fail(json, caperi_json_find(root, "name"), CAPER_ERROR_LIMIT,
                                "found a name of %zu bytes, expected at most %zu", strlen(name),
                                sizeof style->name - 1);
    }
    memcpy(style->name, name, strlen(name) + 1);
    CAPER_PASS(caperi_json_get_object(json, root, "feet", CAPERI_OPTIONAL, &feet));
    CAPER_PASS(
        caperi_json_get_array(json, root, "path", CAPERI_OPTIONAL, 2, CAPER_GAIT_MAX_PATH, &path));
    CAPER_PASS(caperi_json_get_object(json, root, "adjust", CAPERI_OPTIONAL, &adjust));
    CAPER_PASS(caperi_json_get_float(json, root, "wave_rows", CAPERI_OPTIONAL, &style->wave_rows));
    if (style->wave_rows != 0.0f && !(style->wave_rows >= 1.0f && style->wave_rows <= 1000.0f)) {
        return caperi_json_fail(json, caperi_json_find(root, "wave_rows"), CAPER_ERROR_INVALID,
                                "wave_rows is %g, expected 1 to 1000", (double)style->wave_rows);
    }
    CAPER_PASS(!feet || read_feet(json, feet, style));
    CAPER_PASS(!path || read_path(json, path, style));
    CAPER_PASS(caperi_json_get_array(json, root, "curves", CAPERI_OPTIONAL, 1,
                                     CAPER_GAIT_MAX_CURVES, &curves));
    CAPER_PASS(!curves || read_curves(json, curves, style));
    return !adjust || read_fields(json, adjust, adjust_fields, CAPER_COUNT_OF(adjust_fields), NULL,
                                  &style->adjust);
}

static bool take(caperi_json *json, bool good, caper_gait_style *style)
{
    caper_gait_style read = caper_gait_style_neutral();
    good = good && read_style(json, &read);
    caperi_json_free(json);
    if (good) {
        *style = read;
    }
    return good;
}

bool caper_gait_style_parse(const char *text, size_t size, const char *source,
                            const caper_load_options *options, caper_gait_style *style,
                            caper_error *error)
{
    caperi_json json;
    memset(&json, 0, sizeof json);
    return take(&json, caperi_json_open_text(&json, text, size, source, options, error), style);
}

bool caper_gait_style_load(const char *path, const caper_load_options *options,
                           caper_gait_style *style, caper_error *error)
{
    caperi_json json;
    memset(&json, 0, sizeof json);
    return take(&json, caperi_json_open_file(&json, path, options, error), style);
}

// --------------------------------------------------------------------------------------- write

static void write_fields(caper_json_writer *w, const field *fields, int count, const void *object,
                         const void *neutral)
{
    for (int i = 0; i < count; i++) {
        float x, usual;
        memcpy(&x, (const char *)object + fields[i].at, sizeof x);
        memcpy(&usual, (const char *)neutral + fields[i].at, sizeof usual);
        if (fields[i].needed || x != usual) {
            caper_json_float(caper_json_key(w, fields[i].name), x);
        }
    }
}

static void write_tables(const caper_gait_style *style, caper_json_writer *w)
{
    caper_gait_key usual;
    memset(&usual, 0, sizeof usual);
    usual.width = 1.0f;
    caper_json_begin_object(caper_json_key(w, "feet"));
    for (int i = 0; i < CAPER_GAIT_MAX_FEET; i++) {
        const caper_gait_table *table = &style->feet[i];
        if (table->key_count == 0) {
            continue;
        }
        char name[2] = {(char)('1' + i), 0};
        caper_json_begin_array(caper_json_key(w, name));
        for (int k = 0; k < table->key_count; k++) {
            caper_json_begin_object_inline(w);
            write_fields(w, key_fields, CAPER_COUNT_OF(key_fields), &table->keys[k], &usual);
            caper_json_floats(caper_json_key(w, "triggers"), table->keys[k].triggers, i + 1);
            caper_json_end_object(w);
        }
        caper_json_end_array(w);
    }
    caper_json_end_object(w);
}

static void write_curves(const caper_gait_style *style, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "curves"));
    for (int i = 0; i < style->curve_count; i++) {
        caper_json_begin_object(w);
        caper_json_float(caper_json_key(w, "froude"), style->curves[i].froude);
        for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
            float numbers[WAVE_NUMBERS], sum = 0.0f;
            for (int k = 0; k < WAVE_NUMBERS; k++) {
                numbers[k] = style->curves[i].channels[n][k / 2][k % 2];
                sum += fabsf(numbers[k]);
            }
            if (sum > 0.0f) {
                caper_json_floats(caper_json_key(w, channel_names[n]), numbers, WAVE_NUMBERS);
            }
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

void caper_gait_style_write(const caper_gait_style *style, caper_json_writer *w)
{
    caper_gait_style usual = caper_gait_style_neutral();
    caper_gait_path_key level;
    memset(&level, 0, sizeof level);
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "caper"), "gait");
    caper_json_int(caper_json_key(w, "version"), VERSION);
    caper_json_string(caper_json_key(w, "name"), style->name);
    bool tables = false;
    for (int i = 0; i < CAPER_GAIT_MAX_FEET; i++) {
        tables = tables || style->feet[i].key_count > 0;
    }
    if (tables) {
        write_tables(style, w);
    }
    if (style->path_count > 0) {
        caper_json_begin_array(caper_json_key(w, "path"));
        for (int i = 0; i < style->path_count; i++) {
            caper_json_begin_object_inline(w);
            write_fields(w, path_fields, CAPER_COUNT_OF(path_fields), &style->path[i], &level);
            caper_json_end_object(w);
        }
        caper_json_end_array(w);
    }
    if (style->wave_rows > 0.0f) {
        caper_json_float(caper_json_key(w, "wave_rows"), style->wave_rows);
    }
    if (memcmp(&style->adjust, &usual.adjust, sizeof usual.adjust) != 0) {
        caper_json_begin_object(caper_json_key(w, "adjust"));
        write_fields(w, adjust_fields, CAPER_COUNT_OF(adjust_fields), &style->adjust,
                     &usual.adjust);
        caper_json_end_object(w);
    }
    if (style->curve_count > 0) {
        write_curves(style, w);
    }
    caper_json_end_object(w);
}

bool caper_gait_style_save(const caper_gait_style *style, const char *path, caper_error *error)
{
    caper_json_writer writer;
    size_t size;
    caper_json_writer_init(&writer, NULL, 2);
    caper_gait_style_write(style, &writer);
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool ok = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return ok;
}
