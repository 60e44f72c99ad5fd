// SPDX-License-Identifier: MIT
//
// A pull parser for the long lists of a glTF document, which the JSON reader hands over as it comes
// to them: what is read is checked here, what is skipped (names, minima and maxima, extensions) is
// only stepped over. Invariant: never reads beyond the text, and stops behind the list.
#include "formats/gltf_text.h"

#include "formats/gltf.h"

#include <stdio.h>
#include <string.h>

const char *const caperi_gltf_raw_members[CAPERI_GLTF_RAW_COUNT] = {
    "buffers", "bufferViews", "accessors", "animations", "images"};

// Where reading stands within a list.
typedef struct text {
    caperi_gltf *g;
    const char *at, *end;
} text;

// -- Places -----------------------------------------------------------------------------------

static caperi_gltf_place place_of(const text *t)
{
    return (caperi_gltf_place)(t->at - t->g->text.data);
}

// Goes on from the place that was asked for last: places are asked for in their order, mostly.
void caperi_gltf_locate(caperi_gltf *g, caperi_gltf_place place, int *line, int *column)
{
    if (place < g->located || g->line == 0) {
        g->located = g->line_start = 0;
        g->line = 1;
    }
    const char *all = g->text.data;
    size_t left = place > g->located ? place - g->located : 0;
    bool overlaps = g->decoded < place && g->decoded_end > g->located;
    // one line, as most writers of GLB make it
    bool plain = place <= g->text.size && !overlaps && !memchr(all + g->located, '\n', left) &&
                 !memchr(all + g->located, '\r', left);
    for (size_t i = plain ? place : g->located; i < place && i < g->text.size; i++) {
        if (i >= g->decoded && i < g->decoded_end) {
            i = g->decoded_end - 1; // a URI has no lines
            continue;
        }
        bool pair = i + 1 < g->text.size && all[i + 1] == '\n';
        if (all[i] == '\n' || (all[i] == '\r' && !pair)) {
            g->line++;
            g->line_start = (caperi_gltf_place)(i + 1);
        }
    }
    g->located = place;
    *line = g->line;
    *column = (int)(place - g->line_start) + 1;
}

bool(caperi_gltf_fail)(caperi_gltf *g, caperi_gltf_place place, caper_status status,
                       const char *format, ...)
{
    int line, column;
    caperi_gltf_locate(g, place, &line, &column);
    va_list args;
    va_start(args, format);
    caper_error_set_va(g->error, status, g->draft->source, line, column, format, args);
    va_end(args);
    return false;
}

bool caperi_gltf_parse_part(caperi_gltf *g, caperi_gltf_place place, uint32_t size,
                            caperi_json *json)
{
    caperi_json_options options = {.max_depth = g->draft->options.max_depth};
    caperi_gltf_locate(g, place, &options.line, &options.column);
    return caperi_json_parse(json, g->text.data + place, size, g->draft->source, &options,
                             &g->draft->allocator, g->error);
}

// -- Tokens -----------------------------------------------------------------------------------

static inline const char *behind_spaces(const char *at, const char *end)
{
    while (at < end && (unsigned char)*at <= ' ' &&
           (*at == '\n' || *at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

// The same, for where mostly there is none.
static inline const char *behind_few_spaces(const char *at, const char *end)
{
    return at < end && (unsigned char)*at > ' ' ? at : behind_spaces(at, end);
}

// Which bytes of a word are a quote or a backslash: the highest bit of each such byte. A byte
// behind the first one may be marked in error.
static inline uint64_t mark_quotes(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
    return (((quote - ones) & ~quote) | ((slash - ones) & ~slash)) & high;
}

// The first quote or backslash, eight bytes at a time.
static inline const char *find_quote(const char *at, const char *end)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; end - at >= 8; at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        uint64_t found = mark_quotes(word);
        if (found)
            return at + __builtin_ctzll(found) / 8;
    }
#endif
    while (at < end && *at != '"' && *at != '\\')
        at++;
    return at;
}

static inline void skip_spaces(text *t)
{
    t->at = behind_spaces(t->at, t->end);
}

static bool fail_expected(const text *t, const char *what)
{
    if (t->at >= t->end)
        return caperi_gltf_fail(t->g, place_of(t), CAPER_ERROR_SYNTAX, "expected %s, found the end",
                                what);
    return caperi_gltf_fail(t->g, place_of(t), CAPER_ERROR_SYNTAX, "expected %s, found '%.1s'",
                            what, t->at);
}

static bool take(text *t, char c, const char *what)
{
    skip_spaces(t);
    if (t->at == t->end || *t->at != c)
        return fail_expected(t, what);
    t->at++;
    return true;
}

// After an opening bracket, and after each item: is there one more? Takes the comma or the closing
// bracket.
static bool next_item(text *t, char close, bool *first, bool *more)
{
    skip_spaces(t);
    *more = false;
    if (t->at < t->end && *t->at == close) {
        t->at++;
        return true;
    }
    if (!*first) {
        if (t->at == t->end || *t->at != ',')
            return fail_expected(t, close == ']' ? "',' or ']'" : "',' or '}'");
        t->at++;
        skip_spaces(t);
        if (t->at < t->end && *t->at == close)
            return fail_expected(t, "a value after the comma");
    }
    *first = false;
    *more = true;
    return true;
}

static bool take_string(text *t, caper_slice *out)
{
    CAPER_PASS(take(t, '"', "a string"));
    const char *start = t->at, *end = t->end, *at = find_quote(start, end);
    while (at < end && *at != '"')
        at = find_quote(at + (end - at > 1 ? 2 : 1), end);
    t->at = at;
    if (at == end)
        return fail_expected(t, "a closing quote");
    out->data = start;
    out->size = (size_t)(at - start);
    t->at = at + 1;
    return true;
}

// The name of the next member of an object; *more is false behind the last. What every program
// writes is read in one go; whatever is odd is looked at once more, for the message.
static bool next_member(text *t, bool *first, bool *more, caper_slice *key)
{
    const char *end = t->end, *at = behind_few_spaces(t->at, end);
    if (!*first && at < end && *at == ',')
        at = behind_spaces(at + 1, end);
    else if (!*first)
        at = end; // the last one, or an error
    if (at < end && *at == '"') {
        const char *name = at + 1;
        at = find_quote(name, end);
        const char *colon = at < end && *at == '"' ? behind_few_spaces(at + 1, end) : end;
        if (colon < end && *colon == ':') {
            key->data = name;
            key->size = (size_t)(at - name);
            *more = true;
            *first = false;
            t->at = behind_spaces(colon + 1, end);
            return true;
        }
    }
    CAPER_PASS(next_item(t, '}', first, more));
    if (!*more)
        return true;
    skip_spaces(t);
    CAPER_PASS(take_string(t, key));
    CAPER_PASS(take(t, ':', "':' after a member name"));
    skip_spaces(t);
    return true;
}

// An object: `member` takes the value of each member into `into`.
static inline bool read_members(text *t, const char *what,
                                bool (*member)(text *t, void *into, caper_slice key), void *into)
{
    CAPER_PASS(take(t, '{', what));
    bool first = true, more;
    for (;;) {
        caper_slice key = {NULL, 0};
        CAPER_PASS(next_member(t, &first, &more, &key));
        if (!more)
            return true;
        CAPER_PASS(member(t, into, key));
    }
}

static bool is_key(caper_slice key, const char *name, size_t size)
{
    return key.size == size && memcmp(key.data, name, size) == 0;
}

#define IS(key, name) is_key((key), name, sizeof(name) - 1)

// Up to the next byte that matters within a container: brackets are 5B, 5D, 7B and 7D.
static const char *behind_plain(const char *at, const char *end)
{
    while (at < end && *at != '"' && (*at & 0xD9) != 0x59)
        at++;
    return at;
}

// Step over a value of any kind.
static bool skip_value(text *t)
{
    skip_spaces(t);
    int depth = 0;
    do {
        if (t->at == t->end)
            return fail_expected(t, "a value");
        char c = *t->at;
        caper_slice unused = {NULL, 0};
        if (c == '"') {
            CAPER_PASS(take_string(t, &unused));
            continue;
        }
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (depth < 0)
            return fail_expected(t, "a value");
        t->at++;
        // numbers, words and spaces between two brackets, of which lists of numbers have many
        if (depth > 0)
            t->at = behind_plain(t->at, t->end);
        if (depth == 0 && c != '}' && c != ']') {
            // a number or a word
            const char *at = t->at;
            while (at < t->end && *at != ',' && *at != '}' && *at != ']')
                at++;
            t->at = at;
        }
    } while (depth > 0);
    return true;
}

// A whole number from 0 up; -1 stays what it was for none.
static bool take_whole(text *t, const char *name, int *out)
{
    skip_spaces(t);
    caperi_gltf_place place = place_of(t);
    const char *start = t->at, *at = start;
    const char *end = t->end - at > 9 ? at + 9 : t->end; // nine digits fit
    unsigned value = 0, digit;
    while (at < end && (digit = (unsigned)*at - '0') < 10) {
        value = 10 * value + digit;
        at++;
    }
    if (at > start && at < end && *at != '.' && *at != 'e' && *at != 'E') {
        *out = (int)value;
        t->at = at;
        return true;
    }
    // the long way: 1e3 and 16.0 are whole numbers too
    double number = 0;
    size_t used = 0;
    if (!caper_parse_double(start, (size_t)(t->end - start), &used, &number) || start[0] == '+' ||
        start[0] == '.')
        return caperi_gltf_fail(t->g, place, CAPER_ERROR_INVALID, "'%s' must be a whole number",
                                name);
    if (!(number >= 0 && number <= INT32_MAX && number == floor(number)))
        return caperi_gltf_fail(t->g, place, CAPER_ERROR_INVALID,
                                "'%s' must be a whole number from 0 to %d, found %g", name,
                                INT32_MAX, number);
    t->at += used;
    *out = (int)number;
    return true;
}

static bool take_bool(text *t, const char *name, bool *out)
{
    skip_spaces(t);
    size_t left = (size_t)(t->end - t->at);
    if (left >= 4 && memcmp(t->at, "true", 4) == 0) {
        *out = true;
        t->at += 4;
        return true;
    }
    if (left >= 5 && memcmp(t->at, "false", 5) == 0) {
        *out = false;
        t->at += 5;
        return true;
    }
    return caperi_gltf_fail(t->g, place_of(t), CAPER_ERROR_INVALID, "'%s' must be true or false",
                            name);
}

// -- Lists ------------------------------------------------------------------------------------

void *caperi_gltf_list_grow(caperi_gltf *g, caperi_gltf_list *list)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 16;
        size_t size = (size_t)capacity * list->item_size;
        void *items = list->capacity <= INT32_MAX / 4 && caperi_gltf_spend(g, NULL, size)
                          ? caper_alloc(&g->draft->allocator, size, 16)
                          : NULL;
        if (!items) {
            caper_error_set(g->error, CAPER_ERROR_MEMORY, g->draft->source, 0, 0, "out of memory");
            return NULL;
        }
        size_t used = (size_t)list->count * list->item_size;
        if (used > 0)
            memcpy(items, list->items, used);
        caper_free(&g->draft->allocator, list->items, (size_t)list->capacity * list->item_size);
        list->items = items;
        list->capacity = capacity;
    }
    void *item = (char *)list->items + (size_t)list->count++ * list->item_size;
    memset(item, 0, list->item_size);
    return item;
}

void caperi_gltf_list_free(caperi_gltf *g, caperi_gltf_list *list)
{
    caper_free(&g->draft->allocator, list->items, (size_t)list->capacity * list->item_size);
    memset(list, 0, sizeof *list);
}

// Give back the room that a list grew in vain. Without memory for the move it stays.
static void shrink(caperi_gltf *g, caperi_gltf_list *list)
{
    size_t used = (size_t)list->count * list->item_size;
    void *items = list->count > 0 && list->count < list->capacity
                      ? caper_alloc(&g->draft->allocator, used, 16)
                      : NULL;
    if (!items)
        return;
    memcpy(items, list->items, used);
    caper_free(&g->draft->allocator, list->items, (size_t)list->capacity * list->item_size);
    list->items = items;
    list->capacity = list->count;
}

static bool source_member(text *t, void *into, caper_slice key)
{
    caperi_gltf_source *source = into;
    const char *start = t->at;
    CAPER_PASS(skip_value(t));
    if (IS(key, "uri")) {
        source->uri_place = (caperi_gltf_place)(start - t->g->text.data);
        source->uri_size = (uint32_t)(t->at - start);
    } else if (IS(key, "byteLength")) {
        source->length = -1;
        caper_parse_double(start, (size_t)(t->at - start), NULL, &source->length);
    }
    return true;
}

static bool read_source(text *t)
{
    caperi_gltf_source *source = caperi_gltf_list_grow(t->g, &t->g->lists.sources);
    if (!source)
        return false;
    skip_spaces(t);
    source->place = place_of(t);
    source->length = -1;
    return read_members(t, "a buffer", source_member, source);
}

static bool view_member(text *t, void *into, caper_slice key)
{
    caperi_gltf_view *view = into;
    if (IS(key, "buffer"))
        return take_whole(t, "buffer", &view->buffer);
    if (IS(key, "byteOffset"))
        return take_whole(t, "byteOffset", &view->start);
    if (IS(key, "byteLength"))
        return take_whole(t, "byteLength", &view->length);
    if (IS(key, "byteStride"))
        return take_whole(t, "byteStride", &view->stride);
    return skip_value(t);
}

static bool read_view(text *t)
{
    caperi_gltf_view *view = caperi_gltf_list_grow(t->g, &t->g->lists.views);
    if (!view)
        return false;
    skip_spaces(t);
    view->place = place_of(t);
    view->buffer = view->length = -1;
    return read_members(t, "a buffer view", view_member, view);
}

static uint8_t width_of(caper_slice type)
{
    static const struct {
        const char *name;
        uint8_t size, width;
    } types[] = {{"SCALAR", 6, 1}, {"VEC2", 4, 2}, {"VEC3", 4, 3}, {"VEC4", 4, 4},
                 {"MAT2", 4, 4},   {"MAT3", 4, 9}, {"MAT4", 4, 16}};
    for (int i = 0; i < CAPER_COUNT_OF(types); i++)
        if (is_key(type, types[i].name, types[i].size))
            return types[i].width;
    return 0;
}

static bool accessor_member(text *t, void *into, caper_slice key)
{
    caperi_gltf_entry *entry = into;
    int value = 0;
    if (IS(key, "bufferView"))
        return take_whole(t, "bufferView", &entry->view);
    if (IS(key, "byteOffset"))
        return take_whole(t, "byteOffset", &entry->offset);
    if (IS(key, "count"))
        return take_whole(t, "count", &entry->count);
    if (IS(key, "componentType")) {
        CAPER_PASS(take_whole(t, "componentType", &value));
        entry->component = (uint16_t)(value < 65535 ? value : 65535);
        return true;
    }
    if (IS(key, "normalized"))
        return take_bool(t, "normalized", &entry->normalized);
    if (IS(key, "type")) {
        caper_slice type = {NULL, 0};
        caperi_gltf_place place = place_of(t);
        CAPER_PASS(take_string(t, &type));
        entry->width = width_of(type);
        if (entry->width == 0)
            return caperi_gltf_fail(t->g, place, CAPER_ERROR_INVALID,
                                    "accessor %d is of type '%.*s', which does not exist",
                                    t->g->lists.entries.count - 1,
                                    (int)(type.size < 20 ? type.size : 20), type.data);
        return true;
    }
    const char *start = t->at;
    CAPER_PASS(skip_value(t));
    if (IS(key, "sparse")) {
        entry->sparse_place = (caperi_gltf_place)(start - t->g->text.data);
        entry->sparse_size = (uint32_t)(t->at - start);
    }
    return true;
}

static bool read_accessor(text *t)
{
    caperi_gltf_entry *entry = caperi_gltf_list_grow(t->g, &t->g->lists.entries);
    if (!entry)
        return false;
    skip_spaces(t);
    entry->place = place_of(t);
    entry->view = -1;
    return read_members(t, "an accessor", accessor_member, entry);
}

// -- Animations -------------------------------------------------------------------------------

static bool target_member(text *t, void *into, caper_slice key)
{
    static const struct {
        const char *name;
        size_t size;
    } paths[] = {{"translation", 11}, {"rotation", 8}, {"scale", 5}, {"weights", 7}};
    caperi_gltf_channel *channel = into;
    if (IS(key, "node"))
        return take_whole(t, "node", &channel->node);
    if (!IS(key, "path"))
        return skip_value(t);
    caper_slice path = {NULL, 0};
    CAPER_PASS(take_string(t, &path));
    for (int i = 0; i < CAPER_COUNT_OF(paths); i++)
        if (is_key(path, paths[i].name, paths[i].size))
            channel->path = (uint8_t)i;
    return true;
}

static bool channel_member(text *t, void *into, caper_slice key)
{
    caperi_gltf_channel *channel = into;
    if (IS(key, "sampler"))
        return take_whole(t, "sampler", &channel->sampler);
    if (IS(key, "target"))
        return read_members(t, "a target", target_member, channel);
    return skip_value(t);
}

static bool read_channel(text *t)
{
    caperi_gltf_channel *channel = caperi_gltf_list_grow(t->g, &t->g->lists.channels);
    if (!channel)
        return false;
    skip_spaces(t);
    channel->place = place_of(t);
    channel->sampler = channel->node = -1;
    channel->path = CAPERI_GLTF_OTHER;
    return read_members(t, "a channel", channel_member, channel);
}

static bool read_interpolation(text *t, caperi_gltf_sampler *sampler)
{
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    caperi_gltf_place place = place_of(t);
    caper_slice word = {NULL, 0};
    CAPER_PASS(take_string(t, &word));
    for (int i = 0; i < CAPER_COUNT_OF(names); i++)
        if (caper_slice_equal(word, names[i])) {
            sampler->interpolation = (uint8_t)i;
            return true;
        }
    return caperi_gltf_fail(t->g, place, CAPER_ERROR_INVALID,
                            "'interpolation' is '%.*s', expected LINEAR, STEP or CUBICSPLINE",
                            (int)(word.size < 20 ? word.size : 20), word.data);
}

static bool sampler_member(text *t, void *into, caper_slice key)
{
    caperi_gltf_sampler *sampler = into;
    if (IS(key, "input"))
        return take_whole(t, "input", &sampler->input);
    if (IS(key, "output"))
        return take_whole(t, "output", &sampler->output);
    if (IS(key, "interpolation"))
        return read_interpolation(t, sampler);
    return skip_value(t);
}

static bool read_sampler(text *t)
{
    caperi_gltf_sampler *sampler = caperi_gltf_list_grow(t->g, &t->g->lists.samplers);
    if (!sampler)
        return false;
    sampler->input = sampler->output = -1;
    return read_members(t, "a sampler", sampler_member, sampler);
}

static bool read_array(text *t, bool (*read)(text *t), const char *what)
{
    CAPER_PASS(take(t, '[', what));
    bool first = true, more;
    for (;;) {
        CAPER_PASS(next_item(t, ']', &first, &more));
        if (!more)
            return true;
        CAPER_PASS(read(t));
    }
}

static bool animation_member(text *t, void *into, caper_slice key)
{
    caperi_gltf_animation *a = into;
    const caperi_gltf_lists *lists = &t->g->lists;
    caperi_gltf_place start = place_of(t);
    if (IS(key, "channels")) {
        a->first_channel = lists->channels.count;
        CAPER_PASS(read_array(t, read_channel, "'channels', an array"));
        a->channel_count = lists->channels.count - a->first_channel;
        return true;
    }
    if (IS(key, "samplers")) {
        a->first_sampler = lists->samplers.count;
        CAPER_PASS(read_array(t, read_sampler, "'samplers', an array"));
        a->sampler_count = lists->samplers.count - a->first_sampler;
        return true;
    }
    CAPER_PASS(skip_value(t));
    if (IS(key, "name")) {
        a->name_place = start;
        a->name_size = place_of(t) - start;
    } else if (IS(key, "extras")) {
        a->extras_place = start;
        a->extras_size = place_of(t) - start;
    }
    return true;
}

static bool read_animation(text *t)
{
    caperi_gltf_animation a = {0};
    skip_spaces(t);
    a.place = place_of(t);
    CAPER_PASS(read_members(t, "an animation", animation_member, &a));
    caperi_gltf_animation *animation = caperi_gltf_list_grow(t->g, &t->g->lists.animations);
    if (!animation)
        return false;
    *animation = a;
    return true;
}

bool caperi_gltf_read_list(void *user, int which, const char *start, size_t size, size_t *used)
{
    static bool (*const readers[CAPERI_GLTF_RAW_COUNT])(text * t) = {
        read_source, read_view, read_accessor, read_animation, NULL};
    text t = {user, start, start + size};
    // what is no array is refused later, when more is known about the file
    bool wanted = readers[which] && *start == '[';
    CAPER_PASS(wanted ? read_array(&t, readers[which], "an array") : skip_value(&t));
    *used = (size_t)(t.at - start);
    return true;
}

void caperi_gltf_init_lists(caperi_gltf *g)
{
    g->lists.sources.item_size = sizeof(caperi_gltf_source);
    g->lists.views.item_size = sizeof(caperi_gltf_view);
    g->lists.entries.item_size = sizeof(caperi_gltf_entry);
    g->lists.animations.item_size = sizeof(caperi_gltf_animation);
    g->lists.channels.item_size = sizeof(caperi_gltf_channel);
    g->lists.samplers.item_size = sizeof(caperi_gltf_sampler);
}

bool caperi_gltf_settle_lists(caperi_gltf *g)
{
    for (int i = 0; i < CAPERI_GLTF_RAW_COUNT; i++) {
        const char *name = caperi_gltf_raw_members[i];
        const caperi_json_value *raw = caperi_json_find(g->json.root, name);
        if (!raw || (caperi_json_is(raw, CAPERI_JSON_RAW) && raw->as.string[0] == '['))
            continue;
        CAPERI_GLTF_FAIL(g, raw, CAPER_ERROR_INVALID, "'%s' must be an array, found %s", name,
                         caperi_json_is(raw, CAPERI_JSON_RAW) ? "an object"
                                                              : caperi_json_type_name(raw));
    }
    shrink(g, &g->lists.views);
    shrink(g, &g->lists.entries);
    shrink(g, &g->lists.channels);
    shrink(g, &g->lists.samplers);
    return true;
}

void caperi_gltf_free_lists(caperi_gltf *g)
{
    caperi_gltf_list *lists[] = {&g->lists.sources,    &g->lists.views,    &g->lists.entries,
                                 &g->lists.animations, &g->lists.channels, &g->lists.samplers};
    for (int i = 0; i < CAPER_COUNT_OF(lists); i++) {
        caperi_gltf_list_free(g, lists[i]);
    }
}
