// SPDX-License-Identifier: MIT
// Long, because it is one idea: what goes in must come out, so reader and writer share every
// document and the tables of what is refused.
//
// The JSON reader and writer: what is refused and where, what is kept, and that neither leaks when
// any one allocation fails.
#include "test.h"

#include "base/json.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse(caperi_json *json, const char *text, caper_error *error)
{
    // an exact-size copy, so that the address sanitizer sees a read past the end
    size_t size = strlen(text);
    char *copy = malloc(size ? size : 1);
    memcpy(copy, text, size);
    bool good = caperi_json_parse(json, copy, size, "t.json", NULL, NULL, error);
    free(copy);
    return good;
}

// -- Reading --------------------------------------------------------------------------------------

static void bad_texts_are_refused_where_they_are_bad(void)
{
    static const struct {
        const char *text;
        int line, column;
        const char *part; // of the message
    } cases[] = {
        {"", 1, 1, "found the end"},
        {" \n ", 2, 2, "found the end"},
        {"x", 1, 1, "found 'x'"},
        {"tru", 1, 1, "expected a value"},
        {"nul", 1, 1, "expected a value"},
        {"True", 1, 1, "expected a value"},
        {"NaN", 1, 1, "expected a value"},
        {"Infinity", 1, 1, "expected a value"},
        {"-Infinity", 1, 2, "expected a digit"},
        {"-", 1, 2, "expected a digit"},
        {"+1", 1, 1, "expected a value"},
        {"01", 1, 1, "start with a zero"},
        {"-012", 1, 1, "start with a zero"},
        {".5", 1, 1, "expected a value"},
        {"1.", 1, 3, "after the decimal point"},
        {"1.x", 1, 3, "after the decimal point"},
        {"1e", 1, 3, "exponent"},
        {"1e+", 1, 4, "exponent"},
        {"0x10", 1, 2, "the end of the text after the value"},
        {"[1e999]", 1, 2, "range of a double"},
        {"-1e999", 1, 1, "range of a double"},
        {"1 2", 1, 3, "the end of the text after the value"},
        {"[1,]", 1, 4, "expected a value"},
        {"[1 2]", 1, 4, "',' or ']'"},
        {"[1,\n 2", 2, 3, "',' or ']'"},
        {"[", 1, 2, "expected a value"},
        {"]", 1, 1, "expected a value"},
        {"[1}", 1, 3, "',' or ']'"},
        {"{\"a\":1,}", 1, 8, "a member name"},
        {"{a:1}", 1, 2, "a member name in double quotes"},
        {"{'a':1}", 1, 2, "a member name in double quotes"},
        {"{\"a\" 1}", 1, 6, "':' after"},
        {"{\"a\":}", 1, 6, "expected a value"},
        {"{\"a\":1 \"b\":2}", 1, 8, "',' or '}'"},
        {"{\"a\":1", 1, 7, "',' or '}'"},
        {"{1:2}", 1, 2, "a member name"},
        {"{\"a\":1,\n \"b\":2,\n \"a\":3}", 3, 2, "'a' is given twice"},
        {"{\"\\u0061\":1, \"a\":3}", 1, 14, "'a' is given twice"},
        {"\"abc", 1, 5, "closing quote"},
        {"\"abc\ndef\"", 1, 5, "closing quote"},
        {"\"a\tb\"", 1, 3, "control byte 0x09"},
        {"\"\\x\"", 1, 3, "after a backslash"},
        {"\"\\", 1, 3, "closing quote"},
        {"\"\\u12\"", 1, 2, "four hexadecimal"},
        {"\"\\u12G4\"", 1, 2, "four hexadecimal"},
        {"\"\\ud800\"", 1, 2, "surrogates"},
        {"\"\\ud800\\u0041\"", 1, 2, "surrogates"},
        {"\"\\udc00\\ud800\"", 1, 2, "surrogates"},
        {"\"\\ud800\\ue000\"", 1, 2, "surrogates"},
        {"\"\xC3\"", 1, 2, "UTF-8"},
        {"\"\xC0\xAF\"", 1, 2, "UTF-8"},
        {"\"\xED\xA0\x80\"", 1, 2, "UTF-8"},
        {"\"\xF4\x90\x80\x80\"", 1, 2, "UTF-8"},
        {"\"\xE2\x82\"", 1, 2, "UTF-8"},
        {"\"a\xFF\"", 1, 3, "0xFF is not valid UTF-8"},
        {"[1, // no comments\n 2]", 1, 5, "expected a value"},
        {"[\"ok\",\r\n\"ok\",\r\r  x]", 4, 3, "found 'x'"},
        {"\xC3\xA9", 1, 1, "found '\xC3\xA9'"},
        {"[\x01]", 1, 2, "found '\\x01'"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caperi_json json;
        caper_error error = {0};
        bool refused = !parse(&json, cases[i].text, &error);
        bool right = refused && error.line == cases[i].line && error.column == cases[i].column &&
                     strstr(error.message, cases[i].part);
        char text[320];
        if (!CHECK(right))
            fprintf(stderr, "'%s': %s\n", cases[i].text,
                    refused ? caper_error_text(&error, text, sizeof text) : "accepted");
        caperi_json_free(&json);
    }
}

static void bytes_inside_zero_are_refused(void)
{
    caperi_json json;
    caper_error error;
    CHECK(!caperi_json_parse(&json, "[1]\0", 4, NULL, NULL, NULL, &error));
    CHECK(!caperi_json_parse(&json, "\"a\0b\"", 5, NULL, NULL, NULL, &error));
    // a file of another kind
    CHECK(!caperi_json_parse(&json, "glTF\2\0\0\0", 8, NULL, NULL, NULL, &error));
    CHECK_STR(error.message, "expected JSON, found a binary file that begins with 'glTF'");
    CHECK(!caperi_json_parse(&json, "\0\1\2\3", 4, NULL, NULL, NULL, &error));
    CHECK_STR(error.message, "expected JSON, found a binary file");
    CHECK_STR(error.source, "memory");
    CHECK(!caperi_json_parse(&json, NULL, 0, NULL, NULL, NULL, &error));
}

static void good_texts_are_kept_whole(void)
{
    caperi_json json;
    REQUIRE(parse(
        &json,
        "\xEF\xBB\xBF {\"name\": \"caf\\u00e9 \\ud83d\\ude00 \\\"\\\\\\/\\b\\f\\n\\r\\t\",\r\n"
        "  \"list\": [ ] , \"none\": null, \"yes\": true, \"no\": false,\n"
        "  \"numbers\": [0, -0, 1.5E+2, 12345678901234567890], \"sub\": {\"\": {}}}\n",
        NULL));
    const caperi_json_value *root = json.root;
    CHECK(caperi_json_is(root, CAPERI_JSON_OBJECT) && root->count == 7);
    CHECK(root->line == 1 && root->column == 2); // the mark does not count
    const caperi_json_value *name = caperi_json_find(root, "name");
    CHECK_STR(name->as.string, "caf\xC3\xA9 \xF0\x9F\x98\x80 \"\\/\b\f\n\r\t");
    CHECK_INT(name->count, strlen(name->as.string));
    CHECK_INT(caperi_json_find(root, "list")->count, 0);
    CHECK(caperi_json_is(caperi_json_find(root, "none"), CAPERI_JSON_NULL));
    CHECK(caperi_json_is(caperi_json_find(root, "yes"), CAPERI_JSON_TRUE));
    CHECK(caperi_json_is(caperi_json_find(root, "no"), CAPERI_JSON_FALSE));
    const caperi_json_value *numbers = caperi_json_find(root, "numbers");
    REQUIRE(numbers->count == 4);
    CHECK(numbers->line == 3 && numbers->column == 14);
    CHECK(caperi_json_at(numbers, 0)->as.number == 0);
    CHECK(signbit(caperi_json_at(numbers, 1)->as.number));
    CHECK(caperi_json_at(numbers, 2)->as.number == 150);
    CHECK(caperi_json_at(numbers, 3)->as.number == 12345678901234567890.0);
    CHECK_INT(caperi_json_at(numbers, 3)->column, 30);
    CHECK(caperi_json_at(numbers, 4) == NULL && caperi_json_at(root, 0) == NULL);
    CHECK(caperi_json_find(caperi_json_find(root, "sub"), "") != NULL);
    CHECK(caperi_json_find(root, "nam") == NULL && caperi_json_find(NULL, "x") == NULL);
    CHECK_STR(caperi_json_member_key(root, 1)->as.string, "list");
    CHECK_INT(caperi_json_member_key(root, 1)->column, 3);
    CHECK(caperi_json_member_value(root, 1) == caperi_json_find(root, "list"));
    caperi_json_free(&json);

    static const char *const plain[] = {"1", "\"\"", "null", "[]", "{}", " [[[]]] "};
    for (int i = 0; i < CAPER_COUNT_OF(plain); i++) {
        CHECK(parse(&json, plain[i], NULL));
        caperi_json_free(&json);
    }
}

static void limits_hold(void)
{
    char deep[300];
    caperi_json json;
    caper_error error = {0};
    for (int depth = 63; depth <= 65; depth++) {
        memset(deep, '[', (size_t)depth);
        memset(deep + depth, ']', (size_t)depth);
        deep[2 * depth] = '\0';
        bool good = parse(&json, deep, &error);
        CHECK(good == (depth <= 64));
        caperi_json_free(&json);
    }
    CHECK(error.status == CAPER_ERROR_LIMIT && error.column == 65);
    CHECK_HAS(error.message, "64 levels");

    caperi_json_options options = {.max_depth = 1, .max_bytes = 10, .max_values = 3};
    CHECK(caperi_json_parse(&json, "[1,2]", 5, NULL, &options, NULL, &error));
    caperi_json_free(&json);
    CHECK(!caperi_json_parse(&json, "[1,2,3]", 7, NULL, &options, NULL, &error));
    CHECK(error.status == CAPER_ERROR_LIMIT && error.column == 6);
    CHECK(!caperi_json_parse(&json, "[[]]", 4, NULL, &options, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK(!caperi_json_parse(&json, "[         ]", 11, NULL, &options, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);

    // far deeper than any stack, with the largest limit that can be asked for
    size_t size = 1 << 20;
    char *flood = malloc(size);
    memset(flood, '[', size);
    options = (caperi_json_options){.max_depth = INT_MAX};
    CHECK(!caperi_json_parse(&json, flood, size, NULL, &options, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    free(flood);
}

static void members_are_found_in_objects_of_any_size(void)
{
    caper_rng rng = caper_rng_make(21);
    for (int count = 0; count <= 40; count++) {
        caper_text text = {0};
        caper_text_append_string(&text, "{");
        int step = 2 * caper_rng_int(&rng, 0, 50) + 1; // odd: visits all names in some order
        for (int i = 0; i < count; i++)
            caper_text_printf(&text, "%s\"k%d\":%d", i ? "," : "", i * step % 64, i * step % 64);
        caper_text_append_string(&text, "}");
        caperi_json json;
        REQUIRE(parse(&json, text.data, NULL));
        int found = 0;
        for (int k = 0; k < 64; k++) {
            char name[16];
            snprintf(name, sizeof name, "k%d", k);
            const caperi_json_value *value = caperi_json_find(json.root, name);
            found += value != NULL;
            CHECK(!value || value->as.number == k);
        }
        CHECK_INT(found, count);
        caperi_json_free(&json);

        // a repeated name is found wherever it stands, and the later one is blamed
        if (count > 0) {
            text.data[text.size - 1] = ',';
            caper_text_printf(&text, "\"k%d\":0}", caper_rng_int(&rng, 0, count - 1) * step % 64);
            caper_error error = {0};
            CHECK(!parse(&json, text.data, &error));
            CHECK_HAS(error.message, "given twice");
            CHECK_INT(text.data[error.column - 1], '"');
            CHECK(strchr(text.data + error.column, ',') == NULL);
        }
        caper_text_free(&text);
    }
}

static void of_several_repeated_names_the_first_is_blamed(void)
{
    for (int count = 10; count <= 30; count += 20) {
        caper_text text = {0};
        caper_text_append_string(&text, "{\"z\":0");
        for (int i = 0; i < count; i++)
            caper_text_printf(&text, ",\"k%d\":0", i);
        caper_text_append_string(&text, ",\n\"z\":0,\n\"k3\":0,\n\"a\":0,\n\"a\":0}");
        caperi_json json;
        caper_error error = {0};
        CHECK(!parse(&json, text.data, &error));
        CHECK_INT(error.line, 2);
        CHECK_HAS(error.message, "'z' is given twice");
        caper_text_free(&text);
    }
}

static void large_arrays_cost_little_more_than_their_values(void)
{
    enum {
        COUNT = 200000
    };
    caper_text text = {0};
    caper_text_append_string(&text, "[0");
    for (int i = 1; i < COUNT; i++)
        caper_text_printf(&text, ",%d", i);
    caper_text_append_string(&text, "]");
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caperi_json json;
    REQUIRE(caperi_json_parse(&json, text.data, text.size, NULL, NULL, &allocator, NULL));
    CHECK_INT(sizeof(caperi_json_value), 24);
    CHECK(memory.live_size < COUNT * 24 + 100000);
    CHECK(json.root->as.items[COUNT - 1].as.number == COUNT - 1);
    caperi_json_free(&json);
    CHECK_MEMORY_EMPTY(&memory);
    caper_text_free(&text);
}

static void parsing_survives_every_failed_allocation(void)
{
    caper_text text = {0};
    caper_text_append_string(&text, "{\"strings\": [\"");
    for (int i = 0; i < 5000; i++)
        caper_text_append_string(&text, "\\u00e9");
    caper_text_append_string(&text, "\"], \"numbers\": [0");
    for (int i = 0; i < 3000; i++)
        caper_text_append_string(&text, ", 1");
    caper_text_append_string(&text, "], \"many\": {\"k\": 1");
    for (int i = 0; i < 300; i++)
        caper_text_printf(&text, ", \"k%d\": [{}]", i);
    caper_text_append_string(&text, "}}");
    bool done = false;
    int failures = 0;
    for (int fail_at = 1; !done && fail_at < 1000; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_error error = {0};
        caperi_json json;
        done = caperi_json_parse(&json, text.data, text.size, NULL, NULL, &allocator, &error);
        CHECK(done || (error.status == CAPER_ERROR_MEMORY && json.root == NULL));
        failures += !done;
        if (done)
            caperi_json_free(&json);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done && failures > 5);
    caper_text_free(&text);
}

static void any_cut_and_any_flipped_bit_is_survived(void)
{
    static const char text[] = "{\"a\": [1.5e3, true, null, {\"b\": \"x\\u00e9\\n\"}], \"c\": -0}";
    caper_rng rng = caper_rng_make(22);
    for (size_t size = 0; size < sizeof text - 1; size++) {
        char *copy = malloc(size + 1);
        memcpy(copy, text, size);
        caperi_json json;
        CHECK(!caperi_json_parse(&json, copy, size, NULL, NULL, NULL, NULL));
        free(copy);
    }
    for (int i = 0; i < 5000; i++) {
        size_t size = sizeof text - 1;
        char *copy = malloc(size);
        memcpy(copy, text, size);
        for (int k = caper_rng_int(&rng, 1, 3); k > 0; k--)
            copy[caper_rng_int(&rng, 0, (int)size - 1)] ^= (char)(1 << caper_rng_int(&rng, 0, 7));
        caperi_json json;
        caper_error error = {0};
        bool good = caperi_json_parse(&json, copy, size, NULL, NULL, NULL, &error);
        CHECK(good == (error.status == CAPER_OK));
        caperi_json_free(&json);
        free(copy);
    }
}

static void files_name_themselves_in_errors(void)
{
    char path[] = "/tmp/caper-json-XXXXXX", text[320];
    snprintf(path, sizeof path, "/tmp/caper-json-%06u", (unsigned)(uintptr_t)&path % 1000000);
    caperi_json json;
    caper_error error = {0};
    CHECK(!caperi_json_parse_file(&json, "/no/such.json", NULL, NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    caperi_json_free(&json);
    REQUIRE(caper_file_write(path, "{\n  \"a\": 5 5}", 13, &error));
    CHECK(!caperi_json_parse_file(&json, path, NULL, NULL, &error));
    char expected[64];
    snprintf(expected, sizeof expected, "%s:2:10: expected", path);
    CHECK_HAS(caper_error_text(&error, text, sizeof text), expected);
    REQUIRE(caper_file_write(path, "[5]", 3, &error));
    CHECK(caperi_json_parse_file(&json, path, NULL, NULL, &error));
    caperi_json_free(&json);
    remove(path);
}

// -- Getters --------------------------------------------------------------------------------------

static const char sample[] = "{\n"
                             "\"mass\": 2.5, \"huge\": 1e300, \"count\": 3, \"part\": 2.5,\n"
                             "\"on\": true, \"name\": \"leg\", \"nul\": \"a\\u0000b\",\n"
                             "\"position\": [1, 2, 3], \"mixed\": [1, \"2\", 3],\n"
                             "\"large\": [1, 1e39, 3], \"sub\": {\"x\": 1}, \"none\": null}";

static void getters_return_what_is_there(void)
{
    caperi_json json;
    caper_error error = {0};
    REQUIRE(parse(&json, sample, &error));
    const caperi_json_value *root = json.root, *value = NULL;
    float f = 0, v[3] = {0};
    double d = 0, w[3] = {0};
    int i = 0;
    bool b = false;
    const char *s = NULL;
    static const char *const names[] = {"arm", "leg"};
    CHECK(caperi_json_get_float(&json, root, "mass", CAPERI_REQUIRED, &f) && f == 2.5f);
    CHECK(caperi_json_get_double(&json, root, "huge", CAPERI_REQUIRED, &d) && d == 1e300);
    CHECK(caperi_json_get_int(&json, root, "count", CAPERI_REQUIRED, 0, 3, &i) && i == 3);
    CHECK(caperi_json_get_bool(&json, root, "on", CAPERI_REQUIRED, &b) && b);
    CHECK(caperi_json_get_string(&json, root, "name", CAPERI_REQUIRED, &s));
    CHECK_STR(s, "leg");
    CHECK(caperi_json_get_enum(&json, root, "name", CAPERI_REQUIRED, names, 2, &i) && i == 1);
    CHECK(caperi_json_get_floats(&json, root, "position", CAPERI_REQUIRED, v, 3));
    CHECK(v[0] == 1 && v[1] == 2 && v[2] == 3);
    CHECK(caperi_json_get_doubles(&json, root, "large", CAPERI_REQUIRED, w, 3) && w[1] == 1e39);
    CHECK(caperi_json_get_array(&json, root, "mixed", CAPERI_REQUIRED, 0, 3, &value) &&
          value->count == 3);
    CHECK(caperi_json_get_object(&json, root, "sub", CAPERI_REQUIRED, &value) && value->count == 1);

    // absent and optional: outputs stay, pointers become NULL
    f = 7;
    CHECK(caperi_json_get_float(&json, root, "weight", CAPERI_OPTIONAL, &f) && f == 7);
    CHECK(caperi_json_get_array(&json, root, "q", CAPERI_OPTIONAL, 5, 9, &value) && !value);
    CHECK(caperi_json_get_object(&json, root, "q", CAPERI_OPTIONAL, &value) && !value);
    CHECK(caperi_json_get(&json, root, "q", CAPERI_OPTIONAL, &value) && !value);
    CHECK_INT(error.status, CAPER_OK);
    caperi_json_free(&json);
}

static void getters_refuse_in_one_sentence(void)
{
    caperi_json json;
    caper_error error = {0};
    char text[320];
    float f = 7, v[3] = {7, 7, 7};
    int i = 7;
    bool b = true;
    const char *s = "7";
    const caperi_json_value *value = NULL, *root;
    static const char *const names[] = {"arm", "tail", "wing"};
    REQUIRE(parse(&json, sample, &error));
    root = json.root;
#define REFUSED(call, sentence)                                                                    \
    do {                                                                                           \
        CHECK(!(call));                                                                            \
        CHECK_STR(caper_error_text(&error, text, sizeof text), "t.json:" sentence);                \
    } while (0)
    REFUSED(caperi_json_get_float(&json, root, "weight", CAPERI_REQUIRED, &f),
            "1:1: the member 'weight' is missing");
    REFUSED(caperi_json_get_float(&json, root, "name", CAPERI_OPTIONAL, &f),
            "3:21: 'name' must be a number, found a string");
    REFUSED(caperi_json_get_float(&json, root, "none", CAPERI_OPTIONAL, &f),
            "5:49: 'none' must be a number, found null");
    REFUSED(caperi_json_get_float(&json, root, "huge", CAPERI_OPTIONAL, &f),
            "2:22: 'huge' must be a number within the range of a float, found 1e+300");
    REFUSED(caperi_json_get_int(&json, root, "part", CAPERI_OPTIONAL, 0, 9, &i),
            "2:49: 'part' must be a whole number, found 2.5");
    REFUSED(caperi_json_get_int(&json, root, "count", CAPERI_OPTIONAL, 4, 9, &i),
            "2:38: 'count' must be from 4 to 9, found 3");
    REFUSED(caperi_json_get_int(&json, root, "count", CAPERI_OPTIONAL, 4, INT_MAX, &i),
            "2:38: 'count' must be at least 4, found 3");
    REFUSED(caperi_json_get_int(&json, root, "huge", CAPERI_OPTIONAL, INT_MIN, INT_MAX - 1, &i),
            "2:22: 'huge' must be from -2147483648 to 2147483646, found 1e300");
    REFUSED(caperi_json_get_bool(&json, root, "mass", CAPERI_OPTIONAL, &b),
            "2:9: 'mass' must be true or false, found a number");
    REFUSED(caperi_json_get_string(&json, root, "on", CAPERI_OPTIONAL, &s),
            "3:7: 'on' must be a string, found true");
    REFUSED(caperi_json_get_string(&json, root, "nul", CAPERI_OPTIONAL, &s),
            "3:35: 'nul' must be a string without \\u0000");
    REFUSED(caperi_json_get_enum(&json, root, "name", CAPERI_OPTIONAL, names, 3, &i),
            "3:21: unknown word 'leg'; expected one of 'arm', 'tail', 'wing'");
    REFUSED(caperi_json_get_floats(&json, root, "position", CAPERI_OPTIONAL, v, 4),
            "4:13: 'position' must be an array of 4 numbers, found 3 elements");
    REFUSED(caperi_json_get_floats(&json, root, "mass", CAPERI_OPTIONAL, v, 3),
            "2:9: 'mass' must be an array of 3 numbers, found a number");
    REFUSED(caperi_json_get_floats(&json, root, "mixed", CAPERI_OPTIONAL, v, 3),
            "4:37: 'mixed' must be an array of 3 numbers, element 1 is a string");
    REFUSED(caperi_json_get_floats(&json, root, "large", CAPERI_OPTIONAL, v, 3),
            "5:14: 'large' must be a number within the range of a float, found 1e+39");
    REFUSED(caperi_json_get_array(&json, root, "sub", CAPERI_OPTIONAL, 0, 9, &value),
            "5:31: 'sub' must be an array, found an object");
    REFUSED(caperi_json_get_array(&json, root, "position", CAPERI_OPTIONAL, 4, 9, &value),
            "4:13: 'position' must be an array of 4 to 9 elements, found 3");
    REFUSED(caperi_json_get_object(&json, root, "position", CAPERI_OPTIONAL, &value),
            "4:13: 'position' must be an object, found an array");
    REFUSED(
        caperi_json_get_float(&json, caperi_json_find(root, "position"), "x", CAPERI_OPTIONAL, &f),
        "4:13: this must be an object, found an array");
    REFUSED(caperi_json_fail(&json, root, CAPER_ERROR_INVALID, "no %s", "legs"), "1:1: no legs");
    REFUSED(caperi_json_fail(&json, NULL, CAPER_ERROR_INVALID, "empty"), " empty");
#undef REFUSED
    // nothing was written on the way
    CHECK(f == 7 && i == 7 && b && strcmp(s, "7") == 0 && v[0] == 7 && v[1] == 7 && v[2] == 7);
    CHECK(value == NULL);
    json.error = NULL;
    CHECK(!caperi_json_get_float(&json, root, "weight", CAPERI_REQUIRED, &f));
    caperi_json_free(&json);
}

static void unknown_members_are_named_with_a_suggestion(void)
{
    static const char *const allowed[] = {"mass", "name", "position", "rotation", "caps"};
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"mass\":1,\"name\":2}", NULL},
        {"{}", NULL},
        {"{\"mass\":1,\"masss\":2}", "unknown member 'masss'; did you mean 'mass'?"},
        {"{\"nmae\":1}", "unknown member 'nmae'; did you mean 'name'?"},
        {"{\"Position\":1}", "unknown member 'Position'; did you mean 'position'?"},
        {"{\"rotatoin\":1}", "unknown member 'rotatoin'; did you mean 'rotation'?"},
        {"{\"zebra\":1}", "unknown member 'zebra'; expected one of 'mass', 'name', 'position', "
                          "'rotation', 'caps'"},
        {"{\"\":1}", "unknown member ''; expected one of 'mass', 'name', 'position', 'rotation', "
                     "'caps'"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caperi_json json;
        caper_error error = {0};
        REQUIRE(parse(&json, cases[i].text, &error));
        bool good = caperi_json_check_keys(&json, json.root, allowed, CAPER_COUNT_OF(allowed));
        CHECK(good == !cases[i].message);
        if (cases[i].message)
            CHECK_STR(error.message, cases[i].message);
        caperi_json_free(&json);
    }
}

// -- Writing --------------------------------------------------------------------------------------

static void write_sample(caper_json_writer *w)
{
    static const float position[3] = {0, 1.5f, -0.1f};
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), "caf\xC3\xA9 \"\\\n\x01");
    caper_json_floats(caper_json_key(w, "position"), position, 3);
    caper_json_begin_array(caper_json_key(w, "frames"));
    caper_json_floats(w, position, 2);
    caper_json_floats(w, position, 0);
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "contacts"));
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "body"), "foot");
    caper_json_begin_array(caper_json_key(w, "at"));
    caper_json_int(w, -3);
    caper_json_double(w, 0.1);
    caper_json_end_array(w);
    caper_json_begin_object(caper_json_key(w, "of"));
    caper_json_string(caper_json_key(w, "side"), "left");
    caper_json_end_object(w);
    caper_json_end_object(w);
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "flags"));
    caper_json_bool(w, true);
    caper_json_bool(w, false);
    caper_json_null(w);
    caper_json_end_array(w);
    caper_json_begin_object(caper_json_key(w, "empty"));
    caper_json_end_object(w);
    caper_json_end_object(w);
}

static void written_text_is_laid_out_for_people(void)
{
    caper_json_writer w;
    size_t size = 0;
    caper_json_writer_init(&w, NULL, 2);
    write_sample(&w);
    const char *text = caper_json_writer_finish(&w, &size, NULL);
    CHECK_STR(text, "{\n"
                    "  \"name\": \"caf\xC3\xA9 \\\"\\\\\\n\\u0001\",\n"
                    "  \"position\": [0, 1.5, -0.1],\n"
                    "  \"frames\": [\n"
                    "    [0, 1.5],\n"
                    "    []\n"
                    "  ],\n"
                    "  \"contacts\": [\n"
                    "    {\"body\": \"foot\", \"at\": [-3, 0.1], \"of\": {\"side\": \"left\"}}\n"
                    "  ],\n"
                    "  \"flags\": [true, false, null],\n"
                    "  \"empty\": {}\n"
                    "}\n");
    CHECK_INT(size, strlen(text));
    caper_json_writer_free(&w);

    caper_json_writer_init(&w, NULL, 0);
    write_sample(&w);
    text = caper_json_writer_finish(&w, NULL, NULL);
    CHECK_STR(text,
              "{\"name\":\"caf\xC3\xA9 \\\"\\\\\\n\\u0001\",\"position\":[0,1.5,-0.1],"
              "\"frames\":[[0,1.5],[]],\"contacts\":[{\"body\":\"foot\",\"at\":[-3,0.1],\"of\":"
              "{\"side\":\"left\"}}],"
              "\"flags\":[true,false,null],\"empty\":{}}\n");
    caper_json_writer_free(&w);
}

static void word_lists_break_near_column_100(void)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_json_begin_array(&w);
    for (int i = 0; i < 60; i++)
        caper_json_string(&w, "capability");
    caper_json_end_array(&w);
    const char *text = caper_json_writer_finish(&w, NULL, NULL);
    REQUIRE(text != NULL);
    int lines = 0;
    for (const char *at = text, *end; (end = strchr(at, '\n')); at = end + 1, lines++)
        CHECK(end - at <= 101);
    CHECK(lines > 5 && lines < 12);
    caperi_json json;
    CHECK(parse(&json, text, NULL) && json.root->count == 60);
    caperi_json_free(&json);
    caper_json_writer_free(&w);
}

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void check_refused(caper_json_writer *w, caper_status status)
{
    caper_error error = {0};
    CHECK(caper_json_writer_finish(w, NULL, &error) == NULL);
    CHECK_INT(error.status, status);
    CHECK_HAS(error.message, "cannot write JSON");
    caper_json_writer_free(w);
}

static void what_is_not_json_is_not_written(void)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 2);
    caper_json_begin_array(&w);
    caper_json_float(&w, (float)NAN);
    caper_json_end_array(&w);
    check_refused(&w, CAPER_ERROR_INVALID);
    caper_json_writer_init(&w, NULL, 2);
    caper_json_double(&w, (double)INFINITY);
    check_refused(&w, CAPER_ERROR_INVALID);
    caper_json_writer_init(&w, NULL, 2);
    for (int i = 0; i < 65; i++)
        caper_json_begin_array(&w);
    check_refused(&w, CAPER_ERROR_LIMIT);

    // calls out of order are bugs of the caller: they assert, and are refused without asserts
    caper_set_assert_hook(ignore_assert);
    for (int bug = 0; bug < 9; bug++) {
        caper_json_writer_init(&w, NULL, 2);
        switch (bug) {
        case 0: // nothing at all
            break;
        case 1: // two roots
            caper_json_int(&w, 1);
            caper_json_int(&w, 2);
            break;
        case 2: // a value without a key
            caper_json_begin_object(&w);
            caper_json_int(&w, 1);
            caper_json_end_object(&w);
            break;
        case 3: // a key without a value
            caper_json_begin_object(&w);
            caper_json_end_object(caper_json_key(&w, "a"));
            break;
        case 4: // a key in an array
            caper_json_begin_array(&w);
            caper_json_end_array(caper_json_key(&w, "a"));
            break;
        case 5: // the wrong end
            caper_json_begin_array(&w);
            caper_json_end_object(&w);
            break;
        case 6: // an end too many
            caper_json_end_array(&w);
            break;
        case 7: // still open
            caper_json_begin_array(&w);
            break;
        case 8: // two keys
            caper_json_begin_object(&w);
            caper_json_key(caper_json_key(&w, "a"), "b");
            break;
        }
        check_refused(&w, CAPER_ERROR_INVALID);
    }
    caper_set_assert_hook(NULL);
}

static void writing_survives_every_failed_allocation(void)
{
    bool done = false;
    int failures = 0;
    for (int fail_at = 1; !done && fail_at < 100; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_json_writer w;
        caper_error error = {0};
        caper_json_writer_init(&w, &allocator, 2);
        caper_json_begin_array(&w);
        for (int i = 0; i < 100; i++)
            write_sample(&w);
        caper_json_end_array(&w);
        done = caper_json_writer_finish(&w, NULL, &error) != NULL;
        CHECK(done || error.status == CAPER_ERROR_MEMORY);
        failures += !done;
        caper_json_writer_free(&w);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done && failures > 3);
}

// A random document, and whether a parsed value equals it when drawn again from the same numbers.
static void write_random(caper_json_writer *w, caper_rng *rng, int depth)
{
    int kind = caper_rng_int(rng, 0, depth > 0 ? 6 : 4);
    char text[16];
    int size = caper_rng_int(rng, 0, 15);
    for (int i = 0; i < size; i++)
        text[i] = (char)caper_rng_int(rng, 0, 127);
    double number = ldexp(caper_rng_double(rng) - 0.5, caper_rng_int(rng, -1000, 1000));
    switch (kind) {
    case 0:
        caper_json_null(w);
        return;
    case 1:
        caper_json_bool(w, size & 1);
        return;
    case 2:
    case 3:
        caper_json_double(w, number);
        return;
    case 4:
        caper_json_slice(w, (caper_slice){text, (size_t)size});
        return;
    case 5:
        caper_json_begin_array(w);
        for (int i = 0; i < size; i++)
            write_random(w, rng, depth - 1);
        caper_json_end_array(w);
        return;
    default:
        caper_json_begin_object(w);
        for (int i = 0; i < size; i++) {
            snprintf(text, sizeof text, "k\n%d", i);
            write_random(caper_json_key(w, text), rng, depth - 1);
        }
        caper_json_end_object(w);
    }
}

static void rewrite(caper_json_writer *w, const caperi_json_value *value)
{
    switch (value->type) {
    case CAPERI_JSON_NUMBER:
        caper_json_double(w, value->as.number);
        break;
    case CAPERI_JSON_STRING:
        caper_json_slice(w, (caper_slice){value->as.string, value->count});
        break;
    case CAPERI_JSON_ARRAY:
        caper_json_begin_array(w);
        for (uint32_t i = 0; i < value->count; i++)
            rewrite(w, caperi_json_at(value, i));
        caper_json_end_array(w);
        break;
    case CAPERI_JSON_OBJECT:
        caper_json_begin_object(w);
        for (uint32_t i = 0; i < value->count; i++) {
            rewrite(caper_json_key(w, caperi_json_member_key(value, i)->as.string),
                    caperi_json_member_value(value, i));
        }
        caper_json_end_object(w);
        break;
    case CAPERI_JSON_NULL:
        caper_json_null(w);
        break;
    default:
        caper_json_bool(w, value->type == CAPERI_JSON_TRUE);
    }
}

static void random_documents_come_back(void)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        caper_rng rng = caper_rng_make(seed);
        caper_json_writer first, second;
        caper_json_writer_init(&first, NULL, (int)(seed % 3));
        write_random(&first, &rng, 4);
        const char *text = caper_json_writer_finish(&first, NULL, NULL);
        REQUIRE(text != NULL);
        caperi_json json;
        REQUIRE(parse(&json, text, NULL));
        caper_json_writer_init(&second, NULL, (int)(seed % 3));
        rewrite(&second, json.root);
        CHECK_STR(caper_json_writer_finish(&second, NULL, NULL), text);
        caperi_json_free(&json);
        caper_json_writer_free(&first);
        caper_json_writer_free(&second);
    }
}

static void strings_that_are_not_utf8_are_mended(void)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 0);
    caper_json_string(&w, "a\xFF"
                          "b\xC3");
    CHECK_STR(caper_json_writer_finish(&w, NULL, NULL), "\"a\xEF\xBF\xBD"
                                                        "b\xEF\xBF\xBD\"\n");
    caper_json_writer_free(&w);
}

// Steps over brackets; the strings of the test hold one that counts for nothing.
typedef struct raw_log {
    int count, which[4];
    bool refuse;
} raw_log;

static bool step_over(void *user, int which, const char *text, size_t size, size_t *used)
{
    raw_log *log = user;
    int depth = 0;
    log->which[log->count++ % 4] = which;
    for (size_t i = 0; i < size && !log->refuse; i++) {
        if (text[i] == '"')
            for (i++; i < size && text[i] != '"'; i++)
                i += text[i] == '\\';
        else
            depth += (text[i] == '[' || text[i] == '{') - (text[i] == ']' || text[i] == '}');
        *used = i + 1;
        if (depth == 0)
            return true;
    }
    return false;
}

static void raw_members_stay_text(void)
{
    static const char *const raw[] = {"long", "deep"};
    const char *text = "{\"a\":1,\n\"long\": [1, {\"x\":\"]}\\\"\"},\n2],\"deep\":{\"long\":[[3]]},"
                       "\"long2\":[4],\"inner\":{\"long\":[5]}}";
    raw_log log = {0};
    caperi_json_options options = {
        .raw = raw, .raw_count = 2, .raw_read = step_over, .raw_user = &log};
    caperi_json json;
    caper_error error = {0};
    REQUIRE(caperi_json_parse(&json, text, strlen(text), NULL, &options, NULL, &error));
    const caperi_json_value *value = caperi_json_find(json.root, "long");
    REQUIRE(caperi_json_is(value, CAPERI_JSON_RAW));
    CHECK(strncmp(value->as.string, "[1, {\"x\":\"]}\\\"\"},\n2]", value->count) == 0);
    CHECK_INT(value->count, 20);
    CHECK_INT(value->line, 2);
    CHECK_INT(value->column, 9);
    value = caperi_json_find(json.root, "deep");
    REQUIRE(caperi_json_is(value, CAPERI_JSON_RAW));
    CHECK_INT(value->count, 14);
    CHECK_INT(value->line, 3);
    CHECK(caperi_json_is(caperi_json_find(json.root, "long2"), CAPERI_JSON_ARRAY));
    // members of the root only
    value = caperi_json_find(caperi_json_find(json.root, "inner"), "long");
    CHECK(caperi_json_is(value, CAPERI_JSON_ARRAY));
    CHECK(!caperi_json_array(&json, caperi_json_find(json.root, "long"), 0, 9));
    caperi_json_free(&json);

    CHECK_INT(log.count, 2);
    CHECK_INT(log.which[0], 0);
    CHECK_INT(log.which[1], 1);

    // a plain value is read as ever; who refuses a member refuses the document
    const char *plain = "{\"long\":7}";
    REQUIRE(caperi_json_parse(&json, plain, strlen(plain), NULL, &options, NULL, &error));
    CHECK(caperi_json_is(caperi_json_find(json.root, "long"), CAPERI_JSON_NUMBER));
    caperi_json_free(&json);
    log.refuse = true;
    CHECK(!caperi_json_parse(&json, text, strlen(text), NULL, &options, NULL, &error));
}

// However lines end, what comes after a member that was handed over knows its own.
static void lines_of_raw_members_are_counted(void)
{
    static const char *const raw[] = {"long"};
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    raw_log log = {0};
    caperi_json_options options = {
        .raw = raw, .raw_count = 1, .raw_read = step_over, .raw_user = &log};
    for (int k = 0; k < 3; k++) {
        char text[8192] = "{\"long\":[";
        size_t size = strlen(text);
        for (int i = 0; i < 1000; i++)
            size +=
                (size_t)snprintf(text + size, sizeof text - size, "%s0%s", i ? "," : "", ends[k]);
        size += (size_t)snprintf(text + size, sizeof text - size, "],  \"b\":2}");
        caperi_json json;
        REQUIRE(caperi_json_parse(&json, text, size, NULL, &options, NULL, NULL));
        const caperi_json_value *value = caperi_json_find(json.root, "b");
        REQUIRE(value != NULL);
        CHECK_INT(value->line, 1001);
        CHECK_INT(value->column, 9);
        caperi_json_free(&json);
    }
}

static void a_part_of_a_text_knows_where_it_stands(void)
{
    caperi_json_options options = {.line = 7, .column = 11};
    const char *text = "[1,\n x]";
    caperi_json json;
    caper_error error = {0};
    CHECK(!caperi_json_parse(&json, text, strlen(text), NULL, &options, NULL, &error));
    CHECK_INT(error.line, 8);
    CHECK_INT(error.column, 2);
    const char *good = "[1,\n 2]";
    REQUIRE(caperi_json_parse(&json, good, strlen(good), NULL, &options, NULL, &error));
    CHECK_INT(caperi_json_at(json.root, 0)->line, 7);
    CHECK_INT(caperi_json_at(json.root, 0)->column, 12);
    CHECK_INT(caperi_json_at(json.root, 1)->line, 8);
    CHECK_INT(caperi_json_at(json.root, 1)->column, 2);
    caperi_json_free(&json);
}

TESTS(bad_texts_are_refused_where_they_are_bad, bytes_inside_zero_are_refused,
      good_texts_are_kept_whole, limits_hold, members_are_found_in_objects_of_any_size,
      of_several_repeated_names_the_first_is_blamed,
      large_arrays_cost_little_more_than_their_values, parsing_survives_every_failed_allocation,
      any_cut_and_any_flipped_bit_is_survived, files_name_themselves_in_errors,
      getters_return_what_is_there, getters_refuse_in_one_sentence,
      unknown_members_are_named_with_a_suggestion, written_text_is_laid_out_for_people,
      word_lists_break_near_column_100, what_is_not_json_is_not_written,
      writing_survives_every_failed_allocation, random_documents_come_back,
      strings_that_are_not_utf8_are_mended, raw_members_stay_text, lines_of_raw_members_are_counted,
      a_part_of_a_text_knows_where_it_stands)
