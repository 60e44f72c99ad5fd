// SPDX-License-Identifier: MIT
//
// Judges a JSON value by a JSON Schema (2020-12), as far as the schemas of docs/schema/ go: types,
// properties, items, enum, const, numeric and length bounds, $ref within the document, oneOf,
// anyOf, allOf, not, contains. A keyword that it does not know is a failure, so that no schema can
// promise what no test looks at.
#ifndef CAPER_TEST_SCHEMA_H
#define CAPER_TEST_SCHEMA_H

#include "base/json.h"

#include <stdio.h>
#include <string.h>

static bool schema_equal(const caperi_json_value *a, const caperi_json_value *b)
{
    if (a->type != b->type)
        return false;
    if (a->type == CAPERI_JSON_NUMBER)
        return a->as.number == b->as.number;
    if (a->type == CAPERI_JSON_STRING)
        return a->count == b->count && memcmp(a->as.string, b->as.string, a->count) == 0;
    return a->type < CAPERI_JSON_NUMBER; // null, true, false; no schema of ours compares containers
}

static bool schema_has_type(const caperi_json_value *value, const char *type)
{
    static const char *const type_names[] = {"null",   "boolean", "boolean", "number",
                                             "string", "array",   "object"};
    if (strcmp(type, "integer") == 0)
        return value->type == CAPERI_JSON_NUMBER &&
               value->as.number == (double)(long long)value->as.number;
    return strcmp(type, type_names[value->type]) == 0;
}

static bool schema_accepts(const caperi_json_value *root, const caperi_json_value *schema,
                           const caperi_json_value *value);

static bool schema_accepts_object(const caperi_json_value *root, const caperi_json_value *schema,
                                  const caperi_json_value *value)
{
    const caperi_json_value *properties = caperi_json_find(schema, "properties");
    const caperi_json_value *others = caperi_json_find(schema, "additionalProperties");
    const caperi_json_value *required = caperi_json_find(schema, "required");
    for (uint32_t i = 0; required && i < required->count; i++)
        if (!caperi_json_find(value, required->as.items[i].as.string))
            return false;
    for (uint32_t i = 0; i < value->count; i++) {
        const char *key = caperi_json_member_key(value, i)->as.string;
        const caperi_json_value *member = caperi_json_member_value(value, i);
        const caperi_json_value *known = caperi_json_find(properties, key);
        if (known && !schema_accepts(root, known, member))
            return false;
        if (!known && others && !schema_accepts(root, others, member))
            return false;
    }
    return true;
}

static bool schema_accepts_array(const caperi_json_value *root, const caperi_json_value *schema,
                                 const caperi_json_value *value)
{
    const caperi_json_value *items = caperi_json_find(schema, "items");
    const caperi_json_value *contains = caperi_json_find(schema, "contains");
    const caperi_json_value *min = caperi_json_find(schema, "minItems");
    const caperi_json_value *max = caperi_json_find(schema, "maxItems");
    if ((min && value->count < min->as.number) || (max && value->count > max->as.number))
        return false;
    bool found = false;
    for (uint32_t i = 0; i < value->count; i++) {
        if (items && !schema_accepts(root, items, &value->as.items[i]))
            return false;
        found = found || (contains && schema_accepts(root, contains, &value->as.items[i]));
    }
    return found || !contains;
}

// How many of the schemas in a list accept the value.
static uint32_t schema_count(const caperi_json_value *root, const caperi_json_value *list,
                             const caperi_json_value *value)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += schema_accepts(root, &list->as.items[i], value);
    return count;
}

// One keyword; false also for one that is unknown.
static bool schema_keyword(const caperi_json_value *root, const char *key,
                           const caperi_json_value *rule, const caperi_json_value *value)
{
    static const char *const elsewhere[] = {"$schema",     "$id",
                                            "$defs",       "title",
                                            "description", "default",
                                            "examples",    "properties",
                                            "required",    "items",
                                            "minItems",    "maxItems",
                                            "contains",    "additionalProperties"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(key, elsewhere[i]) == 0)
            return true;
    bool is_number = value->type == CAPERI_JSON_NUMBER;
    if (strcmp(key, "$ref") == 0) {
        static const char prefix[] = "#/$defs/";
        const caperi_json_value *target = NULL;
        if (strncmp(rule->as.string, prefix, strlen(prefix)) == 0)
            target =
                caperi_json_find(caperi_json_find(root, "$defs"), rule->as.string + strlen(prefix));
        return target && schema_accepts(root, target, value);
    }
    if (strcmp(key, "type") == 0)
        return schema_has_type(value, rule->as.string);
    if (strcmp(key, "const") == 0)
        return schema_equal(rule, value);
    if (strcmp(key, "enum") == 0) {
        for (uint32_t i = 0; i < rule->count; i++)
            if (schema_equal(&rule->as.items[i], value))
                return true;
        return false;
    }
    if (strcmp(key, "minimum") == 0)
        return !is_number || value->as.number >= rule->as.number;
    if (strcmp(key, "maximum") == 0)
        return !is_number || value->as.number <= rule->as.number;
    if (strcmp(key, "exclusiveMinimum") == 0)
        return !is_number || value->as.number > rule->as.number;
    if (strcmp(key, "minLength") == 0)
        return value->type != CAPERI_JSON_STRING || value->count >= rule->as.number;
    if (strcmp(key, "maxLength") == 0)
        return value->type != CAPERI_JSON_STRING || value->count <= rule->as.number;
    if (strcmp(key, "oneOf") == 0)
        return schema_count(root, rule, value) == 1;
    if (strcmp(key, "anyOf") == 0)
        return schema_count(root, rule, value) >= 1;
    if (strcmp(key, "allOf") == 0)
        return schema_count(root, rule, value) == rule->count;
    if (strcmp(key, "not") == 0)
        return !schema_accepts(root, rule, value);
    fprintf(stderr, "the schema has the keyword %s, which its test does not know\n", key);
    return false;
}

static bool schema_accepts(const caperi_json_value *root, const caperi_json_value *schema,
                           const caperi_json_value *value)
{
    if (schema->type == CAPERI_JSON_TRUE || schema->type == CAPERI_JSON_FALSE)
        return schema->type == CAPERI_JSON_TRUE;
    for (uint32_t i = 0; i < schema->count; i++)
        if (!schema_keyword(root, caperi_json_member_key(schema, i)->as.string,
                            caperi_json_member_value(schema, i), value))
            return false;
    if (value->type == CAPERI_JSON_OBJECT)
        return schema_accepts_object(root, schema, value);
    if (value->type == CAPERI_JSON_ARRAY)
        return schema_accepts_array(root, schema, value);
    return true;
}

#endif
