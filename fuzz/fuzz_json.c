// SPDX-License-Identifier: MIT
//
// Any bytes through the JSON reader; what it accepts is written and read again, and must come out
// as the same document.
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static void write_value(caper_json_writer *writer, const caperi_json_value *value)
{
    switch (value->type) {
    case CAPERI_JSON_NULL:
        caper_json_null(writer);
        break;
    case CAPERI_JSON_NUMBER:
        caper_json_double(writer, value->as.number);
        break;
    case CAPERI_JSON_STRING:
        caper_json_slice(writer, (caper_slice){value->as.string, value->count});
        break;
    case CAPERI_JSON_ARRAY:
        caper_json_begin_array(writer);
        for (uint32_t i = 0; i < value->count; i++)
            write_value(writer, caperi_json_at(value, i));
        caper_json_end_array(writer);
        break;
    case CAPERI_JSON_OBJECT:
        caper_json_begin_object(writer);
        for (uint32_t i = 0; i < value->count; i++) {
            // names with NUL bytes cannot be keys of the writer: a stand-in of their own
            const caperi_json_value *key = caperi_json_member_key(value, i);
            char number[16];
            int at = (int)sizeof number - 1;
            number[at] = '\0';
            for (uint32_t n = i; n > 0 || at == (int)sizeof number - 1; n /= 10)
                number[--at] = (char)('0' + n % 10);
            bool plain = strlen(key->as.string) == key->count;
            caper_json_key(writer, plain ? key->as.string : number + at);
            write_value(writer, caperi_json_member_value(value, i));
        }
        caper_json_end_object(writer);
        break;
    default:
        caper_json_bool(writer, value->type == CAPERI_JSON_TRUE);
    }
}

static bool same(const caperi_json_value *a, const caperi_json_value *b)
{
    if (a->type != b->type)
        return false;
    if (a->type == CAPERI_JSON_NUMBER)
        return memcmp(&a->as.number, &b->as.number, sizeof a->as.number) == 0;
    if (a->type < CAPERI_JSON_STRING)
        return true;
    if (a->count != b->count)
        return false;
    if (a->type == CAPERI_JSON_STRING)
        return memcmp(a->as.string, b->as.string, a->count) == 0;
    for (uint32_t i = 0; i < a->count; i++) {
        bool object = a->type == CAPERI_JSON_OBJECT;
        if (!(object ? same(caperi_json_member_value(a, i), caperi_json_member_value(b, i))
                     : same(caperi_json_at(a, i), caperi_json_at(b, i))))
            return false;
    }
    return true;
}

static void round_trip(const caperi_json *json, int indent)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, indent);
    write_value(&writer, json->root);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, NULL);
    caperi_json again;
    caper_error error = {0};
    bool good = text && caperi_json_parse(&again, text, size, NULL, NULL, NULL, &error);
    // a stand-in key may repeat another key; everything else must be accepted
    if (!good && error.status == CAPER_ERROR_INVALID && strstr(error.message, "given twice"))
        good = true;
    else if (!good || !same(json->root, again.root))
        abort();
    else
        caperi_json_free(&again);
    caper_json_writer_free(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caperi_json json;
    caper_error error = {0};
    bool good = caperi_json_parse(&json, (const char *)data, size, "fuzz", NULL, NULL, &error);
    if (good != (error.status == CAPER_OK))
        abort();
    if (!good)
        return 0;
    if (json.root->type == CAPERI_JSON_OBJECT && json.root->count > 0) {
        // every name must lead to its own value
        for (uint32_t i = 0; i < json.root->count; i++) {
            const caperi_json_value *key = caperi_json_member_key(json.root, i);
            caper_slice name = {key->as.string, key->count};
            if (caperi_json_find_slice(json.root, name) != caperi_json_member_value(json.root, i))
                abort();
        }
    }
    round_trip(&json, 0);
    round_trip(&json, 2);
    caperi_json_free(&json);
    return 0;
}
