// SPDX-License-Identifier: MIT
//
// Maps as data and as files: a list of entries in the order of the file, each with its place, so
// that a name that no body of a character has can be reported with line and column. The list is
// filled in two passes, of which the first only counts: one memory block holds it all.
#include "person/person.h"

#include "base/block.h"
#include "base/try.h"
#include "body/body.h"

#include <string.h>

#define MOST_ENTRIES (CAPER_PART_COUNT + CAPER_CAP_COUNT * CAPER_MAX_BODIES)

// -- Building ---------------------------------------------------------------------------------

typedef struct map_builder {
    caper_map *map; // NULL: counting
    caperi_map_entry *entries;
    char *text;
    int entry_count;
    size_t text_size;
} map_builder;

static const char *add_text(map_builder *b, const char *text)
{
    size_t size = strlen(text) + 1;
    char *at = b->map ? b->text + b->text_size : NULL;
    if (at)
        memcpy(at, text, size);
    b->text_size += size;
    return at;
}

static void add_entry(map_builder *b, int what, const char *name, int line, int column)
{
    const char *copy = name ? add_text(b, name) : NULL;
    if (b->map)
        b->entries[b->entry_count] = (caperi_map_entry){what, copy, line, column};
    b->entry_count++;
}

/// What a builder is filled from: called twice, with the same entries both times.
typedef bool fill_fn(map_builder *b, const void *from);

static bool fill_head(map_builder *b, const char *source, const char *name)
{
    const char *a = add_text(b, source ? source : "memory"), *c = add_text(b, name ? name : "");
    if (b->map) {
        b->map->source = a;
        b->map->name = c;
    }
    return true;
}

static caper_map *build(fill_fn *fill, const void *from, const caper_allocator *allocator,
                        caper_error *error)
{
    map_builder b = {0};
    if (!fill(&b, from))
        return NULL;
    caper_allocator own = caper_allocator_resolve(allocator);
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caper_map);
    size_t entries = CAPERI_BLOCK_ADD(&block, b.entry_count, caperi_map_entry);
    size_t text = CAPERI_BLOCK_ADD(&block, b.text_size, char);
    void *base = caperi_block_alloc(&block, &own);
    if (!base) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a map");
        return NULL;
    }
    caper_map *map = caperi_block_at(base, head);
    b = (map_builder){map, caperi_block_at(base, entries), caperi_block_at(base, text), 0, 0};
    fill(&b, from);
    map->entries = b.entries;
    map->entry_count = b.entry_count;
    map->memory_size = block.size;
    map->allocator = own;
    return map;
}

void caper_map_destroy(caper_map *map)
{
    if (map) {
        caper_allocator allocator = map->allocator;
        caper_free(&allocator, map, map->memory_size);
    }
}

bool caper_map_part(const caper_map *map, caper_part part, const char **name)
{
    for (int i = 0; map && i < map->entry_count; i++) {
        if (map->entries[i].what == (int)part) {
            if (name)
                *name = map->entries[i].name;
            return true;
        }
    }
    return false;
}

// -- From a character -------------------------------------------------------------------------

typedef struct known {
    const caper_character *character;
    const int16_t *parts; // NULL: nobody was found
    const char *source;
    bool caps; // and the parts that are to be filled in
} known;

static bool fill_known(map_builder *b, const void *from)
{
    const known *k = from;
    const caper_body *bodies = k->character->bodies;
    fill_head(b, k->source, k->character->name);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        int body = k->parts ? k->parts[i] : -1;
        if (body >= 0 || (k->caps && CAPER_PARTS_NECESSARY & CAPER_PART_BIT(i)))
            add_entry(b, i, body >= 0 ? bodies[body].name : NULL, 0, 0);
    }
    for (int cap = 0; k->caps && cap < CAPER_CAP_COUNT; cap++) {
        for (int i = 0; i < k->character->body_count && 1u << cap != CAPER_CAP_HELPER; i++) {
            if (bodies[i].caps & 1u << cap)
                add_entry(b, CAPER_PART_COUNT + cap, bodies[i].name, 0, 0);
        }
    }
    return true;
}

caper_map *caper_map_make(const caper_character *character, const caper_person *person,
                          const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(character);
    known k = {character, person ? person->bodies : NULL, NULL, true};
    return character ? build(fill_known, &k, allocator, error) : NULL;
}

caper_map *caperi_map_of_parts(const caper_character *character,
                               const int16_t bodies[CAPER_PART_COUNT], const char *source,
                               const caper_allocator *allocator, caper_error *error)
{
    known k = {character, bodies, source, false};
    return build(fill_known, &k, allocator, error);
}

// -- Reading ----------------------------------------------------------------------------------

const char *const caperi_map_keys[] = {"$schema", "caper", "version", "name",
                                       "rest",    "parts", "caps"};
const int caperi_map_key_count = CAPER_COUNT_OF(caperi_map_keys);

static bool read_body(const caperi_json *json, const caperi_json_value *value, const char **name)
{
    *name = NULL;
    if (caperi_json_is(value, CAPERI_JSON_NULL))
        return true;
    CAPER_PASS(caperi_json_name(json, value, name));
    return **name || caperi_json_fail(json, value, CAPER_ERROR_INVALID,
                                      "the name is empty, expected that of a body, or null");
}

/// The part of a key; an unknown one is refused with a near one.
static bool read_part(const caperi_json *json, const caperi_json_value *key, int *part)
{
    const char *name = NULL, *names[CAPER_PART_COUNT];
    CAPER_PASS(caperi_json_string(json, key, &name));
    *part = (int)caper_part_from_name(name, strlen(name));
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        names[i] = caper_part_name((caper_part)i);
    return *part < CAPER_PART_COUNT || caperi_json_enum(json, key, names, CAPER_PART_COUNT, part);
}

static bool fill_parts(map_builder *b, const caperi_json *json, const caperi_json_value *parts)
{
    const char *bodies[CAPER_PART_COUNT] = {NULL};
    bool said[CAPER_PART_COUNT] = {false};
    for (uint32_t i = 0; parts && i < parts->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(parts, i);
        const caperi_json_value *value = caperi_json_member_value(parts, i);
        int part = 0;
        const char *name = NULL;
        CAPER_PASS(read_part(json, key, &part) && read_body(json, value, &name));
        if (said[part])
            return caperi_json_fail(json, key, CAPER_ERROR_INVALID, "%s is there twice",
                                    caper_part_name((caper_part)part));
        for (int k = 0; name && k < CAPER_PART_COUNT; k++) {
            if (bodies[k] && strcmp(bodies[k], name) == 0)
                return caperi_json_fail(json, value, CAPER_ERROR_INVALID,
                                        "'%.60s' is the %s already, expected another body", name,
                                        caper_part_name((caper_part)k));
        }
        said[part] = true;
        bodies[part] = name;
        add_entry(b, part, name, (int)value->line, (int)value->column);
    }
    return true;
}

static bool fill_cap(map_builder *b, const caperi_json *json, const caperi_json_value *key,
                     const caperi_json_value *list)
{
    int cap = 0;
    CAPER_PASS(caperi_json_enum(json, key, caperi_cap_names, CAPER_CAP_COUNT, &cap));
    CAPER_PASS(caperi_json_array(json, list, 0, CAPER_MAX_BODIES));
    int what = CAPER_PART_COUNT + cap;
    if (list->count == 0)
        add_entry(b, what, NULL, (int)list->line, (int)list->column);
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *value = caperi_json_at(list, i);
        const char *name = NULL;
        CAPER_PASS(caperi_json_name(json, value, &name));
        add_entry(b, what, name, (int)value->line, (int)value->column);
    }
    return true;
}

static const char *const rest_names[] = {"auto", "file", "relaxed"};
const char *const caperi_map_rest_keys[] = {"clip", "seconds"};
const int caperi_map_rest_key_count = CAPER_COUNT_OF(caperi_map_rest_keys);

/// One of the words, or a clip and a time.
static bool fill_rest(map_builder *b, const caperi_json *json, const caperi_json_value *value)
{
    int rest = CAPERI_REST_AUTO;
    float seconds = 0.0f;
    const char *clip = "";
    if (caperi_json_is(value, CAPERI_JSON_OBJECT)) {
        rest = CAPERI_REST_CLIP;
        CAPER_PASS(
            caperi_json_check_keys(json, value, caperi_map_rest_keys, caperi_map_rest_key_count));
        CAPER_PASS(caperi_json_get_name(json, value, "clip", CAPERI_REQUIRED, &clip));
        CAPER_PASS(caperi_json_get_float(json, value, "seconds", CAPERI_OPTIONAL, &seconds));
        if (!(seconds >= 0.0f && seconds <= 1e6f))
            return caperi_json_fail(json, value, CAPER_ERROR_INVALID,
                                    "'seconds' is %g, expected 0 to 1e6", (double)seconds);
    } else if (value) {
        CAPER_PASS(caperi_json_enum(json, value, rest_names, CAPER_COUNT_OF(rest_names), &rest));
    }
    clip = add_text(b, clip);
    if (b->map) {
        b->map->rest = (caperi_map_rest)rest;
        b->map->rest_clip = clip;
        b->map->rest_seconds = seconds;
        b->map->rest_line = value ? (int)value->line : 0;
    }
    return true;
}

static bool fill_file(map_builder *b, const void *from)
{
    const caperi_json *json = from;
    const caperi_json_value *parts = NULL, *caps = NULL;
    const char *name = "";
    CAPER_PASS(caperi_json_head(json, json->root, "map", 1));
    CAPER_PASS(caperi_json_check_keys(json, json->root, caperi_map_keys, caperi_map_key_count));
    CAPER_PASS(caperi_json_get_name(json, json->root, "name", CAPERI_OPTIONAL, &name));
    CAPER_PASS(caperi_json_get_object(json, json->root, "parts", CAPERI_OPTIONAL, &parts));
    CAPER_PASS(caperi_json_get_object(json, json->root, "caps", CAPERI_OPTIONAL, &caps));
    fill_head(b, json->source, name);
    CAPER_PASS(fill_rest(b, json, caperi_json_find(json->root, "rest")));
    CAPER_PASS(fill_parts(b, json, parts));
    for (uint32_t i = 0; caps && i < caps->count; i++)
        CAPER_PASS(
            fill_cap(b, json, caperi_json_member_key(caps, i), caperi_json_member_value(caps, i)));
    return true;
}

static caper_map *read_document(caperi_json *json, const caper_load_options *options,
                                caper_error *error)
{
    caper_map *map = build(fill_file, json, options ? options->allocator : NULL, error);
    caperi_json_free(json);
    return map;
}

caper_map *caper_map_parse(const char *text, size_t size, const char *source,
                           const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? read_document(&json, options, error)
               : NULL;
}

caper_map *caper_map_load(const char *path, const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    return caperi_json_open_file(&json, path, options, error) ? read_document(&json, options, error)
                                                              : NULL;
}

// -- Writing ----------------------------------------------------------------------------------

static void write_body(caper_json_writer *w, const char *name)
{
    if (name)
        caper_json_string(w, name);
    else
        caper_json_null(w);
}

/// The bodies of a cap; nothing when the map does not say it.
static void write_cap(const caper_map *map, int cap, caper_json_writer *w)
{
    bool open = false;
    for (int i = 0; i < map->entry_count; i++) {
        const caperi_map_entry *e = &map->entries[i];
        if (e->what != CAPER_PART_COUNT + cap)
            continue;
        if (!open) {
            caper_json_begin_array(caper_json_key(w, caperi_cap_names[cap]));
            open = true;
        }
        if (e->name)
            caper_json_string(w, e->name);
    }
    if (open)
        caper_json_end_array(w);
}

const char *caper_map_rest(const caper_map *map, float *seconds)
{
    if (seconds) {
        *seconds = map->rest == CAPERI_REST_CLIP ? map->rest_seconds : 0;
    }
    return map->rest == CAPERI_REST_CLIP ? map->rest_clip : rest_names[map->rest];
}

static void write_rest(const caper_map *map, caper_json_writer *w)
{
    caper_json_key(w, "rest");
    if (map->rest != CAPERI_REST_CLIP) {
        caper_json_string(w, rest_names[map->rest]);
        return;
    }
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "clip"), map->rest_clip);
    caper_json_float(caper_json_key(w, "seconds"), map->rest_seconds);
    caper_json_end_object(w);
}

void caper_map_write(const caper_map *map, caper_json_writer *w)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "caper"), "map");
    caper_json_int(caper_json_key(w, "version"), 1);
    if (map->name[0]) {
        caper_json_string(caper_json_key(w, "name"), map->name);
    }
    write_rest(map, w);
    caper_json_begin_object(caper_json_key(w, "parts"));
    for (int i = 0; i < map->entry_count; i++) {
        if (map->entries[i].what < CAPER_PART_COUNT) {
            write_body(caper_json_key(w, caper_part_name((caper_part)map->entries[i].what)),
                       map->entries[i].name);
        }
    }
    caper_json_end_object(w);
    caper_json_begin_object(caper_json_key(w, "caps"));
    for (int cap = 0; cap < CAPER_CAP_COUNT; cap++)
        write_cap(map, cap, w);
    caper_json_end_object(w);
    caper_json_end_object(w);
}

bool caper_map_save(const caper_map *map, const char *path, caper_error *error)
{
    caper_json_writer writer;
    size_t size;
    caper_json_writer_init(&writer, &map->allocator, 2);
    caper_map_write(map, &writer);
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool ok = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return ok;
}
