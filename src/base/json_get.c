// SPDX-License-Identifier: MIT
//
// Typed access to JSON values. Every failure is one sentence at the place of the value: what it
// must be and what was found; the get functions put the member's name in front. Outputs are written
// only on success.
#include "base/json.h"

#include "base/try.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool fail_va(const caperi_json *json, const caperi_json_value *value, caper_status status,
                    const char *format, va_list args)
{
    return caper_error_set_va(json->error, status, json->source, value ? (int)value->line : 0,
                              value ? (int)value->column : 0, format, args);
}

bool(caperi_json_fail)(const caperi_json *json, const caperi_json_value *value, caper_status status,
                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_va(json, value, status, format, args);
    va_end(args);
    return false;
}

const char *caperi_json_type_name(const caperi_json_value *value)
{
    static const char *const names[CAPERI_JSON_TYPE_COUNT] = {
        "null", "false", "true", "a number", "a string", "an array", "an object", "raw text",
    };
    return value && value->type < CAPERI_JSON_TYPE_COUNT ? names[value->type] : "nothing";
}

// -- One value; name is the member's name for messages, or NULL ---------------------------------

// "'mass' must be X" or "this must be X": the start of every sentence here.
static bool fail_must(const caperi_json *json, const caperi_json_value *value, const char *name,
                      const char *format, ...) CAPER_PRINTF(4, 5);

static bool fail_must(const caperi_json *json, const caperi_json_value *value, const char *name,
                      const char *format, ...)
{
    char rest[160];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    if (name)
        return caperi_json_fail(json, value, CAPER_ERROR_INVALID, "'%.40s' must be %s", name, rest);
    return caperi_json_fail(json, value, CAPER_ERROR_INVALID, "this must be %s", rest);
}

static bool read_double(const caperi_json *json, const caperi_json_value *value, const char *name,
                        double *out)
{
    if (!caperi_json_is(value, CAPERI_JSON_NUMBER))
        return fail_must(json, value, name, "a number, found %s", caperi_json_type_name(value));
    *out = value->as.number;
    return true;
}

static bool read_float(const caperi_json *json, const caperi_json_value *value, const char *name,
                       float *out)
{
    double number = 0;
    CAPER_PASS(read_double(json, value, name, &number));
    float narrowed = (float)number;
    if (!isfinite(narrowed))
        return fail_must(json, value, name, "a number within the range of a float, found %g",
                         number);
    *out = narrowed;
    return true;
}

static bool read_int(const caperi_json *json, const caperi_json_value *value, const char *name,
                     int lo, int hi, int *out)
{
    if (!caperi_json_is(value, CAPERI_JSON_NUMBER))
        return fail_must(json, value, name, "a whole number, found %s",
                         caperi_json_type_name(value));
    double number = value->as.number;
    if (number == floor(number) && number >= lo && number <= hi) {
        *out = (int)number;
        return true;
    }
    char found[32];
    caper_format_double(number, found);
    if (number != floor(number))
        return fail_must(json, value, name, "a whole number, found %s", found);
    if (hi == INT_MAX)
        return fail_must(json, value, name, "at least %d, found %s", lo, found);
    return fail_must(json, value, name, "from %d to %d, found %s", lo, hi, found);
}

static bool read_bool(const caperi_json *json, const caperi_json_value *value, const char *name,
                      bool *out)
{
    if (!caperi_json_is(value, CAPERI_JSON_TRUE) && !caperi_json_is(value, CAPERI_JSON_FALSE))
        return fail_must(json, value, name, "true or false, found %s",
                         caperi_json_type_name(value));
    *out = value->type == CAPERI_JSON_TRUE;
    return true;
}

static bool read_string(const caperi_json *json, const caperi_json_value *value, const char *name,
                        const char **out)
{
    if (!caperi_json_is(value, CAPERI_JSON_STRING))
        return fail_must(json, value, name, "a string, found %s", caperi_json_type_name(value));
    if (memchr(value->as.string, '\0', value->count))
        return fail_must(json, value, name, "a string without \\u0000");
    *out = value->as.string;
    return true;
}

static bool read_name(const caperi_json *json, const caperi_json_value *value, const char *name,
                      const char **out)
{
    const char *text = NULL;
    CAPER_PASS(read_string(json, value, name, &text));
    if (value->count > CAPERI_NAME_MAX)
        return fail_must(json, value, name, "a name of at most %d bytes, found %u", CAPERI_NAME_MAX,
                         (unsigned)value->count);
    *out = text;
    return true;
}

static bool read_doubles(const caperi_json *json, const caperi_json_value *value, const char *name,
                         double *out, float *out_float, int count)
{
    if (!caperi_json_is(value, CAPERI_JSON_ARRAY))
        return fail_must(json, value, name, "an array of %d numbers, found %s", count,
                         caperi_json_type_name(value));
    if (value->count != (uint32_t)count)
        return fail_must(json, value, name, "an array of %d numbers, found %u elements", count,
                         (unsigned)value->count);
    // first look at all: outputs stay untouched unless everything is good
    for (uint32_t i = 0; i < value->count; i++) {
        const caperi_json_value *item = &value->as.items[i];
        float narrowed;
        if (!caperi_json_is(item, CAPERI_JSON_NUMBER))
            return fail_must(json, item, name, "an array of %d numbers, element %u is %s", count,
                             (unsigned)i, caperi_json_type_name(item));
        if (out_float)
            CAPER_PASS(read_float(json, item, name, &narrowed));
    }
    for (uint32_t i = 0; i < value->count; i++) {
        double number = value->as.items[i].as.number;
        if (out_float)
            out_float[i] = (float)number;
        else
            out[i] = number;
    }
    return true;
}

static bool check_array(const caperi_json *json, const caperi_json_value *value, const char *name,
                        int lo, int hi)
{
    if (!caperi_json_is(value, CAPERI_JSON_ARRAY))
        return fail_must(json, value, name, "an array, found %s", caperi_json_type_name(value));
    int64_t count = value->count;
    if (count >= lo && count <= hi)
        return true;
    if (lo == hi)
        return fail_must(json, value, name, "an array of %d elements, found %lld", lo,
                         (long long)count);
    if (hi == INT_MAX)
        return fail_must(json, value, name, "an array of at least %d elements, found %lld", lo,
                         (long long)count);
    return fail_must(json, value, name, "an array of %d to %d elements, found %lld", lo, hi,
                     (long long)count);
}

static bool check_object(const caperi_json *json, const caperi_json_value *value, const char *name)
{
    if (!caperi_json_is(value, CAPERI_JSON_OBJECT))
        return fail_must(json, value, name, "an object, found %s", caperi_json_type_name(value));
    return true;
}

// -- Suggestions ----------------------------------------------------------------------------------

#define LONGEST_GUESS 40

// Edits (insert, delete, replace, swap neighbours) from a to b; large when either is long.
static int edit_distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int rows[3][LONGEST_GUESS + 1];
    if (a_size > LONGEST_GUESS || b_size > LONGEST_GUESS)
        return INT_MAX;
    for (size_t j = 0; j <= b_size; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_size; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_size; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                above2[j - 2] + 1 < best)
                best = above2[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[a_size % 3][b_size];
}

// At most a third of the letters of a name may be wrong.
const char *caperi_nearest_name(const char *text, size_t size, const char *const *names, int count)
{
    const char *best = NULL;
    int best_distance = INT_MAX;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        int distance = edit_distance(text, size, names[i], length);
        int allowed = length < 4 ? 1 : (int)length / 3;
        if (distance <= allowed && distance < best_distance) {
            best = names[i];
            best_distance = distance;
        }
    }
    return best;
}

// "'a', 'b', 'c'" as far as it fits, with "..." when it does not.
static const char *list_names(const char *const *names, int count, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t need = strlen(names[i]) + 4;
        if (used + need + 4 >= size) {
            snprintf(out + used, size - used, "...");
            break;
        }
        used += (size_t)snprintf(out + used, size - used, "'%s'%s", names[i],
                                 i + 1 < count ? ", " : "");
    }
    return out;
}

static bool read_enum(const caperi_json *json, const caperi_json_value *value, const char *name,
                      const char *const *names, int name_count, int *out)
{
    const char *text = NULL;
    CAPER_PASS(read_string(json, value, name, &text));
    for (int i = 0; i < name_count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    char list[80];
    const char *near = caperi_nearest_name(text, value->count, names, name_count);
    if (near)
        return caperi_json_fail(json, value, CAPER_ERROR_INVALID,
                                "unknown word '%.40s'; did you mean '%s'?", text, near);
    return caperi_json_fail(json, value, CAPER_ERROR_INVALID,
                            "unknown word '%.40s'; expected one of %s", text,
                            list_names(names, name_count, list, sizeof list));
}

bool caperi_json_check_keys(const caperi_json *json, const caperi_json_value *object,
                            const char *const *allowed, int allowed_count)
{
    CAPER_PASS(check_object(json, object, NULL));
    for (uint32_t i = 0; i < object->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(object, i);
        caper_slice name = {key->as.string, key->count};
        bool known = false;
        for (int k = 0; k < allowed_count && !known; k++)
            known = caper_slice_equal(name, allowed[k]);
        if (known)
            continue;
        const char *near = caperi_nearest_name(name.data, name.size, allowed, allowed_count);
        if (near)
            return caperi_json_fail(json, key, CAPER_ERROR_INVALID,
                                    "unknown member '%.40s'; did you mean '%s'?", name.data, near);
        char list[80];
        return caperi_json_fail(json, key, CAPER_ERROR_INVALID,
                                "unknown member '%.40s'; expected one of %s", name.data,
                                list_names(allowed, allowed_count, list, sizeof list));
    }
    return true;
}

// -- Values ---------------------------------------------------------------------------------------

bool caperi_json_double(const caperi_json *json, const caperi_json_value *value, double *out)
{
    return read_double(json, value, NULL, out);
}

bool caperi_json_float(const caperi_json *json, const caperi_json_value *value, float *out)
{
    return read_float(json, value, NULL, out);
}

bool caperi_json_int(const caperi_json *json, const caperi_json_value *value, int lo, int hi,
                     int *out)
{
    return read_int(json, value, NULL, lo, hi, out);
}

bool caperi_json_bool(const caperi_json *json, const caperi_json_value *value, bool *out)
{
    return read_bool(json, value, NULL, out);
}

bool caperi_json_string(const caperi_json *json, const caperi_json_value *value, const char **out)
{
    return read_string(json, value, NULL, out);
}

bool caperi_json_name(const caperi_json *json, const caperi_json_value *value, const char **out)
{
    return read_name(json, value, NULL, out);
}

bool caperi_json_enum(const caperi_json *json, const caperi_json_value *value,
                      const char *const *names, int name_count, int *out)
{
    return read_enum(json, value, NULL, names, name_count, out);
}

bool caperi_json_floats(const caperi_json *json, const caperi_json_value *value, float *out,
                        int count)
{
    return read_doubles(json, value, NULL, NULL, out, count);
}

bool caperi_json_doubles(const caperi_json *json, const caperi_json_value *value, double *out,
                         int count)
{
    return read_doubles(json, value, NULL, out, NULL, count);
}

bool caperi_json_array(const caperi_json *json, const caperi_json_value *value, int lo, int hi)
{
    return check_array(json, value, NULL, lo, hi);
}

bool caperi_json_object(const caperi_json *json, const caperi_json_value *value)
{
    return check_object(json, value, NULL);
}

// -- Members --------------------------------------------------------------------------------------

bool caperi_json_get(const caperi_json *json, const caperi_json_value *object, const char *name,
                     caperi_json_need need, const caperi_json_value **out)
{
    CAPER_PASS(check_object(json, object, NULL));
    const caperi_json_value *value = caperi_json_find(object, name);
    if (!value && need == CAPERI_REQUIRED)
        return caperi_json_fail(json, object, CAPER_ERROR_INVALID, "the member '%.60s' is missing",
                                name);
    *out = value;
    return true;
}

// The typed getters: find, then read unless it is optional and absent.
#define GET_MEMBER(read_call)                                                                      \
    const caperi_json_value *value = NULL;                                                         \
    return caperi_json_get(json, object, name, need, &value) && (!value || (read_call))

bool caperi_json_get_float(const caperi_json *json, const caperi_json_value *object,
                           const char *name, caperi_json_need need, float *out)
{
    GET_MEMBER(read_float(json, value, name, out));
}

bool caperi_json_get_double(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, double *out)
{
    GET_MEMBER(read_double(json, value, name, out));
}

bool caperi_json_get_int(const caperi_json *json, const caperi_json_value *object, const char *name,
                         caperi_json_need need, int lo, int hi, int *out)
{
    GET_MEMBER(read_int(json, value, name, lo, hi, out));
}

bool caperi_json_get_bool(const caperi_json *json, const caperi_json_value *object,
                          const char *name, caperi_json_need need, bool *out)
{
    GET_MEMBER(read_bool(json, value, name, out));
}

bool caperi_json_get_string(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, const char **out)
{
    GET_MEMBER(read_string(json, value, name, out));
}

bool caperi_json_get_name(const caperi_json *json, const caperi_json_value *object,
                          const char *name, caperi_json_need need, const char **out)
{
    GET_MEMBER(read_name(json, value, name, out));
}

bool caperi_json_get_enum(const caperi_json *json, const caperi_json_value *object,
                          const char *name, caperi_json_need need, const char *const *names,
                          int name_count, int *out)
{
    GET_MEMBER(read_enum(json, value, name, names, name_count, out));
}

bool caperi_json_get_floats(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, float *out, int count)
{
    GET_MEMBER(read_doubles(json, value, name, NULL, out, count));
}

bool caperi_json_get_doubles(const caperi_json *json, const caperi_json_value *object,
                             const char *name, caperi_json_need need, double *out, int count)
{
    GET_MEMBER(read_doubles(json, value, name, out, NULL, count));
}

bool caperi_json_get_array(const caperi_json *json, const caperi_json_value *object,
                           const char *name, caperi_json_need need, int lo, int hi,
                           const caperi_json_value **out)
{
    const caperi_json_value *value = NULL;
    CAPER_PASS(caperi_json_get(json, object, name, need, &value));
    CAPER_PASS(!value || check_array(json, value, name, lo, hi));
    *out = value;
    return true;
}

bool caperi_json_get_object(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, const caperi_json_value **out)
{
    const caperi_json_value *value = NULL;
    CAPER_PASS(caperi_json_get(json, object, name, need, &value));
    CAPER_PASS(!value || check_object(json, value, name));
    *out = value;
    return true;
}

// -- Files of our own ---------------------------------------------------------------------------

bool caperi_json_head(const caperi_json *json, const caperi_json_value *root, const char *kind,
                      int version_max)
{
    CAPER_PASS(check_object(json, root, NULL));
    const caperi_json_value *found = caperi_json_find(root, "caper");
    if (!found)
        return caperi_json_fail(json, root, CAPER_ERROR_INVALID,
                                "the member 'caper' is missing, expected \"caper\": \"%s\"", kind);
    const char *text = NULL;
    CAPER_PASS(read_string(json, found, "caper", &text));
    if (strcmp(text, kind) != 0)
        return caperi_json_fail(json, found, CAPER_ERROR_INVALID,
                                "expected \"caper\": \"%s\", found \"%.40s\"", kind, text);
    int version = 0;
    CAPER_PASS(caperi_json_get_int(json, root, "version", CAPERI_REQUIRED, 1, INT_MAX, &version));
    if (version > version_max)
        return caperi_json_fail(json, caperi_json_find(root, "version"), CAPER_ERROR_UNSUPPORTED,
                                "the file has version %d, and this library reads up to %d", version,
                                version_max);
    return true;
}
