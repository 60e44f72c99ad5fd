// SPDX-License-Identifier: MIT
//
// The JSON reader: any bytes to a tree in which every value knows its line and column, and typed
// getters that turn a wrong value into one sentence with a location. Strict RFC 8259: UTF-8 is
// validated, no comments, no trailing commas, no NaN, no number beyond a double, no member twice.
//
//     caperi_json json;
//     if (!caperi_json_parse(&json, text, size, "leg.character.json", NULL, NULL, error))
//         return NULL;
//     float mass = 1; // stays 1 when the member is absent
//     bool good = caperi_json_get_float(&json, json.root, "mass", CAPERI_OPTIONAL, &mass);
//     ...
//     caperi_json_free(&json);
#ifndef CAPER_SRC_BASE_JSON_H
#define CAPER_SRC_BASE_JSON_H

#include "caper/base.h"

/// Most bytes of a file of our own where nothing else is asked for.
#define CAPERI_OWN_FILE_BYTES ((size_t)64 << 20)

/// The seven things a value can be, and text that was left alone.
typedef enum caperi_json_type {
    CAPERI_JSON_NULL,
    CAPERI_JSON_FALSE,
    CAPERI_JSON_TRUE,
    CAPERI_JSON_NUMBER,
    CAPERI_JSON_STRING,
    CAPERI_JSON_ARRAY,
    CAPERI_JSON_OBJECT,
    CAPERI_JSON_RAW, // an array or object of caperi_json_options.raw
    CAPERI_JSON_TYPE_COUNT
} caperi_json_type;

/// One value, 24 bytes. Arrays hold their elements side by side; objects hold key and value
/// alternately, in file order, and the keys are string values with a location of their own.
typedef struct caperi_json_value {
    union {
        double number;
        const char *string;                    // unescaped and terminated; count bytes. Of a raw
                                               // value: the text itself, not terminated
        const struct caperi_json_value *items; // count elements, or 2 * count for an object
    } as;
    uint32_t count; // bytes of a string, elements of an array, members of an object
    uint32_t line, column;
    uint32_t type; // caperi_json_type
} caperi_json_value;

/// Limits against hostile files; 0 means the default.
typedef struct caperi_json_options {
    int max_depth;     // 64
    size_t max_bytes;  // 512 MiB; never more than 4 GiB
    size_t max_values; // 64 Mi, keys included
    int line, column;  // of the first byte, for text that is part of a larger one; 1
    // Members of the root that stay text, for whoever has a faster way to read long lists; the text
    // must outlive the document. raw_read gets number `which` of them from its opening bracket on,
    // in the one pass over the text; `used` receives its length. False after recording an error.
    const char *const *raw;
    int raw_count;
    bool (*raw_read)(void *user, int which, const char *text, size_t size, size_t *used);
    void *raw_user;
} caperi_json_options;

/// Bytes of the longest name of a body or of its deforms. Names are compared with each other:
/// without a limit a file of some megabytes takes minutes.
#define CAPERI_NAME_MAX 255

/// A parsed document. Holds the memory of all its values.
typedef struct caperi_json {
    caper_arena arena;
    const caperi_json_value *root;
    const char *source; // not copied
    caper_error *error; // where getters record; may be NULL
} caperi_json;

/// Is a member needed?
typedef enum caperi_json_need {
    CAPERI_OPTIONAL, // absent: true, and the output stays as it was
    CAPERI_REQUIRED  // absent: an error at the object
} caperi_json_need;

/// Parse. On failure the document is empty (free is allowed, not needed) and error tells where.
/// The text may be freed afterwards. source NULL means "memory"; it and error must outlive json.
bool caperi_json_parse(caperi_json *json, const char *text, size_t size, const char *source,
                       const caperi_json_options *options, const caper_allocator *allocator,
                       caper_error *error);

/// Read a file and parse it; errors name the path.
bool caperi_json_parse_file(caperi_json *json, const char *path, const caperi_json_options *options,
                            const caper_allocator *allocator, caper_error *error);

/// caperi_json_parse of a file of our own kinds, with the allocator and the limit of the options
/// (NULL: none); 64 MiB where they say nothing.
bool caperi_json_open_text(caperi_json *json, const char *text, size_t size, const char *source,
                           const caper_load_options *options, caper_error *error);

/// caperi_json_open_text of a file.
bool caperi_json_open_file(caperi_json *json, const char *path, const caper_load_options *options,
                           caper_error *error);

/// Free all values.
void caperi_json_free(caperi_json *json);

/// Record an error at a value and return false. value NULL: no location.
bool caperi_json_fail(const caperi_json *json, const caperi_json_value *value, caper_status status,
                      const char *format, ...) CAPER_PRINTF(4, 5);

// -- Looking at values without errors ---------------------------------------------------------

/// "a number", "a string" ... for messages.
const char *caperi_json_type_name(const caperi_json_value *value);

/// A value is of this type; false for NULL.
static inline bool caperi_json_is(const caperi_json_value *value, caperi_json_type type)
{
    return value && value->type == (uint32_t)type;
}

/// Element index of an array; NULL when it is not an array or outside.
static inline const caperi_json_value *caperi_json_at(const caperi_json_value *array, uint32_t i)
{
    return caperi_json_is(array, CAPERI_JSON_ARRAY) && i < array->count ? &array->as.items[i]
                                                                        : NULL;
}

/// Key of member i of an object (a string value).
static inline const caperi_json_value *caperi_json_member_key(const caperi_json_value *object,
                                                              uint32_t i)
{
    return &object->as.items[2 * (size_t)i];
}

/// Value of member i of an object.
static inline const caperi_json_value *caperi_json_member_value(const caperi_json_value *object,
                                                                uint32_t i)
{
    return &object->as.items[2 * (size_t)i + 1];
}

/// Member by name; NULL when absent or when object is NULL or not an object. Logarithmic for large
/// objects.
const caperi_json_value *caperi_json_find(const caperi_json_value *object, const char *name);

/// caperi_json_find for a name that is not terminated.
const caperi_json_value *caperi_json_find_slice(const caperi_json_value *object, caper_slice name);

/// The one of some names that a mistyped one (`size` bytes) was probably meant to be, or NULL.
const char *caperi_nearest_name(const char *text, size_t size, const char *const *names, int count);

// -- Values with errors: each fails with "must be a number, found a string" at the value ---------

/// A finite number.
bool caperi_json_double(const caperi_json *json, const caperi_json_value *value, double *out);

/// A number in the range of a float.
bool caperi_json_float(const caperi_json *json, const caperi_json_value *value, float *out);

/// A whole number in [lo, hi].
bool caperi_json_int(const caperi_json *json, const caperi_json_value *value, int lo, int hi,
                     int *out);

/// true or false.
bool caperi_json_bool(const caperi_json *json, const caperi_json_value *value, bool *out);

/// A string; *out is terminated and lives as long as json. A string with a NUL byte is refused.
bool caperi_json_string(const caperi_json *json, const caperi_json_value *value, const char **out);

/// A name: a string of at most CAPERI_NAME_MAX bytes.
bool caperi_json_name(const caperi_json *json, const caperi_json_value *value, const char **out);

/// A string that is one of names; *out is its index. A near miss is suggested.
bool caperi_json_enum(const caperi_json *json, const caperi_json_value *value,
                      const char *const *names, int name_count, int *out);

/// An array of exactly count numbers.
bool caperi_json_floats(const caperi_json *json, const caperi_json_value *value, float *out,
                        int count);

/// caperi_json_floats in double.
bool caperi_json_doubles(const caperi_json *json, const caperi_json_value *value, double *out,
                         int count);

/// An array; its element count must lie in [lo, hi].
bool caperi_json_array(const caperi_json *json, const caperi_json_value *value, int lo, int hi);

/// An object.
bool caperi_json_object(const caperi_json *json, const caperi_json_value *value);

/// An object with no members but the allowed ones; an unknown one is named, with a suggestion.
bool caperi_json_check_keys(const caperi_json *json, const caperi_json_value *object,
                            const char *const *allowed, int allowed_count);

/// The head of a file of our own: an object with "caper": kind and a "version" up to the given one.
bool caperi_json_head(const caperi_json *json, const caperi_json_value *root, const char *kind,
                      int version_max);

// -- Members with errors: messages start with the member's name ----------------------------------

/// Member of any type; *out is NULL when it is optional and absent.
bool caperi_json_get(const caperi_json *json, const caperi_json_value *object, const char *name,
                     caperi_json_need need, const caperi_json_value **out);
/// caperi_json_float of a member.
bool caperi_json_get_float(const caperi_json *json, const caperi_json_value *object,
                           const char *name, caperi_json_need need, float *out);
/// caperi_json_double of a member.
bool caperi_json_get_double(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, double *out);
/// caperi_json_int of a member.
bool caperi_json_get_int(const caperi_json *json, const caperi_json_value *object, const char *name,
                         caperi_json_need need, int lo, int hi, int *out);
/// caperi_json_bool of a member.
bool caperi_json_get_bool(const caperi_json *json, const caperi_json_value *object,
                          const char *name, caperi_json_need need, bool *out);
/// caperi_json_string of a member.
bool caperi_json_get_string(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, const char **out);
/// caperi_json_name of a member.
bool caperi_json_get_name(const caperi_json *json, const caperi_json_value *object,
                          const char *name, caperi_json_need need, const char **out);
/// caperi_json_enum of a member.
bool caperi_json_get_enum(const caperi_json *json, const caperi_json_value *object,
                          const char *name, caperi_json_need need, const char *const *names,
                          int name_count, int *out);
/// caperi_json_floats of a member.
bool caperi_json_get_floats(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, float *out, int count);
/// caperi_json_doubles of a member.
bool caperi_json_get_doubles(const caperi_json *json, const caperi_json_value *object,
                             const char *name, caperi_json_need need, double *out, int count);
/// caperi_json_array of a member; *out is NULL when it is optional and absent.
bool caperi_json_get_array(const caperi_json *json, const caperi_json_value *object,
                           const char *name, caperi_json_need need, int lo, int hi,
                           const caperi_json_value **out);
/// caperi_json_object of a member; *out is NULL when it is optional and absent.
bool caperi_json_get_object(const caperi_json *json, const caperi_json_value *object,
                            const char *name, caperi_json_need need, const caperi_json_value **out);

#endif
