// SPDX-License-Identifier: MIT
//
// JSON text to a tree of values, after RFC 8259 and nothing more (a byte order mark at the very
// start is skipped, as the RFC allows). Finished values wait on a stack; when a container closes,
// its elements move from the stack to the arena in one piece, so arrays are contiguous and a value
// costs its 24 bytes and no more. Objects with many members get a sorted index behind their
// members: it finds duplicates while parsing and members later.
#include "base/json.h"

#include "base/json_index.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>

#define DEFAULT_DEPTH 64   // levels of nesting; set by hand
#define LARGEST_DEPTH 1024 // the parser recurses
#define DEFAULT_BYTES ((size_t)512 << 20)
#define LARGEST_BYTES ((size_t)UINT32_MAX - 1) // lines, columns and counts are 32 bits
#define DEFAULT_VALUES ((size_t)64 << 20)

typedef struct parser {
    const char *at, *end;
    const char *line_start;
    uint32_t line;
    uint32_t first_line, shift; // text that is part of a larger one starts amid a line
    int depth, max_depth;
    size_t values_left;
    caper_arena *arena;
    caper_allocator allocator;
    caperi_json_value *stack; // finished values whose container is still open
    size_t stack_count, stack_capacity;
    const char *source;
    caper_error *error;
    const caperi_json_options *options;
} parser;

static bool parse_value(parser *p);

// -- Errors ---------------------------------------------------------------------------------------

static uint32_t column_of(const parser *p, const char *at)
{
    return (uint32_t)(at - p->line_start) + 1 + (p->line == p->first_line ? p->shift : 0);
}

static bool fail_at(parser *p, const char *at, caper_status status, const char *format, ...)
    CAPER_PRINTF(4, 5);

static bool fail_at(parser *p, const char *at, caper_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caper_error_set_va(p->error, status, p->source, (int)p->line, (int)column_of(p, at), format,
                       args);
    va_end(args);
    return false;
}

// "expected X, found Y" for the next byte.
static bool fail_expected(parser *p, const char *expected)
{
    if (p->at == p->end)
        return fail_at(p, p->at, CAPER_ERROR_SYNTAX, "expected %s, found the end of the text",
                       expected);
    int length = caperi_utf8_length(p->at, (size_t)(p->end - p->at));
    return fail_at(p, p->at, CAPER_ERROR_SYNTAX, "expected %s, found '%.*s'", expected,
                   length ? length : 1, p->at);
}

static bool fail_memory(parser *p)
{
    return fail_at(p, p->at, CAPER_ERROR_MEMORY, "out of memory");
}

// -- The stack ------------------------------------------------------------------------------------

static bool grow_stack(parser *p)
{
    size_t capacity = p->stack_capacity ? p->stack_capacity * 2 : 256;
    caperi_json_value *grown =
        caper_alloc(&p->allocator, capacity * sizeof *grown, _Alignof(caperi_json_value));
    if (!grown)
        return fail_memory(p);
    if (p->stack_count > 0)
        memcpy(grown, p->stack, p->stack_count * sizeof *grown);
    caper_free(&p->allocator, p->stack, p->stack_capacity * sizeof *grown);
    p->stack = grown;
    p->stack_capacity = capacity;
    return true;
}

// Push a value that starts here; it is filled in through p->stack[index] later on.
static bool push(parser *p, caperi_json_type type)
{
    if (p->values_left == 0)
        return fail_at(p, p->at, CAPER_ERROR_LIMIT, "more values than the limit allows");
    p->values_left--;
    if (p->stack_count == p->stack_capacity && !grow_stack(p))
        return false;
    caperi_json_value *value = &p->stack[p->stack_count++];
    value->as.items = NULL;
    value->count = 0;
    value->line = p->line;
    value->column = column_of(p, p->at);
    value->type = type;
    return true;
}

// -- Tokens ---------------------------------------------------------------------------------------

static inline void skip_spaces(parser *p)
{
    if (p->at < p->end && (unsigned char)*p->at > ' ')
        return;
    for (; p->at < p->end; p->at++) {
        char c = *p->at;
        if (c == '\n' || (c == '\r' && (p->at + 1 == p->end || p->at[1] != '\n'))) {
            p->line++;
            p->line_start = p->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

static bool is_digit_at(const parser *p, const char *at)
{
    return at < p->end && *at >= '0' && *at <= '9';
}

static const char *skip_digits(const parser *p, const char *at)
{
    while (is_digit_at(p, at))
        at++;
    return at;
}

static bool parse_number(parser *p)
{
    if (!push(p, CAPERI_JSON_NUMBER))
        return false;
    const char *start = p->at, *at = start;
    if (*at == '-')
        at++;
    p->at = at; // errors point at the byte that is wrong
    if (!is_digit_at(p, at))
        return fail_expected(p, "a digit");
    if (*at == '0' && is_digit_at(p, at + 1))
        return fail_at(p, start, CAPER_ERROR_SYNTAX, "a number must not start with a zero");
    int64_t whole = 0;
    const char *first = at;
    for (; is_digit_at(p, at) && at - first < 15; at++)
        whole = 10 * whole + (*at - '0');
    // the end of a whole number that a double holds, by far the most there are
    if (at < p->end && (*at == ',' || *at == ']' || *at == '}' || *at == '\n') &&
        (whole > 0 || *start != '-')) {
        p->stack[p->stack_count - 1].as.number = (double)(*start == '-' ? -whole : whole);
        p->at = at;
        return true;
    }
    at = skip_digits(p, at);
    if (at < p->end && *at == '.') {
        p->at = ++at;
        if (!is_digit_at(p, at))
            return fail_expected(p, "a digit after the decimal point");
        at = skip_digits(p, at);
    }
    if (at < p->end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < p->end && (*at == '+' || *at == '-'))
            at++;
        p->at = at;
        if (!is_digit_at(p, at))
            return fail_expected(p, "a digit in the exponent");
        at = skip_digits(p, at);
    }
    double number = 0;
    caper_parse_double(start, (size_t)(at - start), NULL, &number);
    if (!isfinite(number))
        return fail_at(p, start, CAPER_ERROR_INVALID, "the number is beyond the range of a double");
    p->stack[p->stack_count - 1].as.number = number;
    p->at = at;
    return true;
}

static bool parse_word(parser *p, const char *word, caperi_json_type type)
{
    size_t size = strlen(word);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, word, size) != 0)
        return fail_expected(p, "a value (object, array, string, number, true, false or null)");
    if (!push(p, type))
        return false;
    p->at += size;
    return true;
}

// -- Strings --------------------------------------------------------------------------------------

static bool hex4(const parser *p, const char *at, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++, at++) {
        if (at >= p->end)
            return false;
        char c = *at;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return false;
        *code = *code << 4 | digit;
    }
    return true;
}

// At the u of \uXXXX; a pair of surrogates is one code point. Moves p->at behind it.
static bool parse_code_point(parser *p, unsigned *code)
{
    unsigned low;
    if (!hex4(p, p->at + 1, code))
        return fail_at(p, p->at - 1, CAPER_ERROR_SYNTAX,
                       "expected four hexadecimal digits after \\u");
    if (*code >= 0xD800 && *code < 0xE000) {
        bool paired = *code < 0xDC00 && p->end - p->at > 6 && p->at[5] == '\\' && p->at[6] == 'u' &&
                      hex4(p, p->at + 7, &low) && low >= 0xDC00 && low < 0xE000;
        if (!paired)
            return fail_at(p, p->at - 1, CAPER_ERROR_SYNTAX,
                           "expected a pair of surrogates, found only \\u%04X", *code);
        *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
        p->at += 6;
    }
    p->at += 5;
    return true;
}

// At the byte behind a backslash; appends what it stands for.
static bool parse_escape(parser *p, char **out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (p->at < p->end && *p->at == 'u') {
        unsigned code;
        if (!parse_code_point(p, &code))
            return false;
        *out += caperi_utf8_encode(code, *out);
        return true;
    }
    const char *found = p->at < p->end && *p->at ? strchr(letters, *p->at) : NULL;
    if (!found)
        return fail_expected(p, "one of \"\\/bfnrtu after a backslash");
    *(*out)++ = meanings[found - letters];
    p->at++;
    return true;
}

// A byte of a string that stands for itself and is all of a character.
static bool is_plain(char c)
{
    return (unsigned char)(c - 0x20) < 0x60 && c != '"' && c != '\\';
}

// Find the closing quote, checking bytes on the way; leaves p->at where it was.
static bool measure_string(parser *p, const char **close, bool *escaped)
{
    const char *at = p->at;
    for (;;) {
        while (at < p->end && is_plain(*at))
            at++;
        if (at == p->end || (unsigned char)*at < 0x20) {
            bool line_end = at < p->end && (*at == '\n' || *at == '\r');
            p->at = at;
            if (at == p->end || line_end)
                return fail_at(p, at, CAPER_ERROR_SYNTAX,
                               "the string has no closing quote on its line");
            return fail_at(p, at, CAPER_ERROR_SYNTAX,
                           "the control byte 0x%02X must be written as \\u%04X in a string",
                           (unsigned)(unsigned char)*at, (unsigned)(unsigned char)*at);
        }
        if (*at == '"')
            break;
        *escaped = *escaped || *at == '\\';
        if (*at == '\\' && at + 1 < p->end)
            at++; // whatever follows is checked when it is read, but must not end the string
        int length = caperi_utf8_length(at, (size_t)(p->end - at));
        if (length == 0) {
            p->at = at;
            return fail_at(p, at, CAPER_ERROR_SYNTAX, "the byte 0x%02X is not valid UTF-8",
                           (unsigned)(unsigned char)*at);
        }
        at += length;
    }
    *close = at;
    return true;
}

static bool parse_string(parser *p)
{
    if (!push(p, CAPERI_JSON_STRING))
        return false;
    size_t slot = p->stack_count - 1;
    p->at++; // the quote
    const char *close = NULL;
    bool escaped = false;
    if (!measure_string(p, &close, &escaped))
        return false;
    // escapes only ever shrink a string, so its raw length is enough room
    char *text = caper_arena_alloc(p->arena, (size_t)(close - p->at) + 1, 1);
    if (!text)
        return fail_memory(p);
    char *out = text;
    if (!escaped) {
        size_t size = (size_t)(close - p->at);
        memcpy(out, p->at, size);
        out += size;
        p->at = close;
    }
    while (p->at < close) {
        const char *slash = memchr(p->at, '\\', (size_t)(close - p->at));
        const char *stop = slash ? slash : close;
        memcpy(out, p->at, (size_t)(stop - p->at));
        out += stop - p->at;
        p->at = stop;
        if (slash) {
            p->at++;
            if (!parse_escape(p, &out))
                return false;
        }
    }
    *out = '\0';
    p->at = close + 1;
    p->stack[slot].as.string = text;
    p->stack[slot].count = (uint32_t)(out - text);
    return true;
}

// -- Containers -----------------------------------------------------------------------------------

static bool enter(parser *p)
{
    if (p->depth == p->max_depth)
        return fail_at(p, p->at, CAPER_ERROR_LIMIT, "nested deeper than %d levels", p->max_depth);
    p->depth++;
    p->at++; // the bracket
    skip_spaces(p);
    return true;
}

// Move everything above slot from the stack to the arena, with room for an index.
static bool close_container(parser *p, size_t slot, uint32_t count, bool object)
{
    size_t item_count = p->stack_count - slot - 1;
    bool indexed = object && count > CAPERI_JSON_INDEX_ABOVE;
    size_t items_size = item_count * sizeof(caperi_json_value);
    size_t index_size = indexed ? count * sizeof(uint32_t) : 0;
    caperi_json_value *items = NULL;
    if (item_count > 0) {
        items = caper_arena_alloc(p->arena, items_size + index_size, _Alignof(caperi_json_value));
        if (!items)
            return fail_memory(p);
        memcpy(items, &p->stack[slot + 1], items_size);
    }
    p->stack_count = slot + 1;
    p->stack[slot].as.items = items;
    p->stack[slot].count = count;
    p->depth--;
    if (!object)
        return true;
    if (indexed)
        caperi_json_index_build(items, count);
    const caperi_json_value *twice = caperi_json_index_duplicate(&p->stack[slot]);
    if (twice)
        return caper_error_set(p->error, CAPER_ERROR_INVALID, p->source, (int)twice->line,
                               (int)twice->column, "the member '%.60s' is given twice",
                               twice->as.string);
    return true;
}

// At an opening bracket: push all up to the closing one as text.
// Lines that end between p->at and `to`.
static void count_lines(parser *p, const char *to)
{
    const char *at = p->at, *last = NULL;
    uint32_t lines = 0;
    if (!memchr(at, '\r', (size_t)(to - at))) {
        // without carriage returns, which hardly anybody writes: a loop that becomes vectors of
        // bytes, as long as a byte can count
        for (const char *c = at; c < to;) {
            const char *stop = to - c > 240 ? c + 240 : to;
            unsigned char few = 0;
            for (; c < stop; c++)
                few = (unsigned char)(few + (*c == '\n'));
            lines += few;
        }
        for (last = lines ? to - 1 : NULL; last && *last != '\n';)
            last--;
    } else {
        for (; at < to; at++) {
            if (*at == '\n' || (*at == '\r' && (at + 1 == p->end || at[1] != '\n'))) {
                last = at;
                lines++;
            }
        }
    }
    p->line += lines;
    p->line_start = last ? last + 1 : p->line_start;
}

static bool parse_raw(parser *p, int which)
{
    size_t used = 0;
    if (!push(p, CAPERI_JSON_RAW) ||
        !p->options->raw_read(p->options->raw_user, which, p->at, (size_t)(p->end - p->at), &used))
        return false;
    p->stack[p->stack_count - 1].as.string = p->at;
    p->stack[p->stack_count - 1].count = (uint32_t)used;
    count_lines(p, p->at + used);
    p->at += used;
    return true;
}

// Which of the raw members comes next, or -1.
static int raw_member(const parser *p)
{
    if (p->depth != 1 || p->at == p->end || (*p->at != '{' && *p->at != '['))
        return -1;
    const caperi_json_value *key = &p->stack[p->stack_count - 1];
    for (int i = 0; i < p->options->raw_count; i++)
        if (strcmp(p->options->raw[i], key->as.string) == 0)
            return i;
    return -1;
}

static bool parse_member(parser *p)
{
    if (p->at == p->end || *p->at != '"')
        return fail_expected(p, "a member name in double quotes");
    if (!parse_string(p))
        return false;
    skip_spaces(p);
    if (p->at == p->end || *p->at != ':')
        return fail_expected(p, "':' after a member name");
    p->at++;
    skip_spaces(p);
    int raw = p->options->raw_count > 0 ? raw_member(p) : -1;
    return raw >= 0 ? parse_raw(p, raw) : parse_value(p);
}

// At an opening bracket or brace.
static bool parse_container(parser *p, bool object)
{
    size_t slot = p->stack_count;
    uint32_t count = 0;
    char last = object ? '}' : ']';
    if (!push(p, object ? CAPERI_JSON_OBJECT : CAPERI_JSON_ARRAY) || !enter(p))
        return false;
    bool more = !(p->at < p->end && *p->at == last);
    while (more) {
        if (!(object ? parse_member(p) : parse_value(p)))
            return false;
        count++;
        skip_spaces(p);
        more = p->at < p->end && *p->at == ',';
        if (more) {
            p->at++;
            skip_spaces(p);
        } else if (p->at == p->end || *p->at != last) {
            return fail_expected(p, object ? "',' or '}' after a member"
                                           : "',' or ']' after an array element");
        }
    }
    p->at++;
    return close_container(p, slot, count, object);
}

static bool parse_value(parser *p)
{
    int c = p->at < p->end ? (unsigned char)*p->at : -1;
    switch (c) {
    case '{':
        return parse_container(p, true);
    case '[':
        return parse_container(p, false);
    case '"':
        return parse_string(p);
    case 't':
        return parse_word(p, "true", CAPERI_JSON_TRUE);
    case 'f':
        return parse_word(p, "false", CAPERI_JSON_FALSE);
    case 'n':
        return parse_word(p, "null", CAPERI_JSON_NULL);
    default:
        if (c == '-' || (c >= '0' && c <= '9'))
            return parse_number(p);
        return fail_expected(p, "a value (object, array, string, number, true, false or null)");
    }
}

// A file of another kind, given by mistake: says so rather than what is wrong with its first byte.
static bool is_text(parser *p)
{
    size_t size = (size_t)(p->end - p->at);
    // headers of binary files have a zero by then
    if (size == 0 || !memchr(p->at, 0, size < 64 ? size : 64))
        return true;
    int letters = 0;
    while (letters < 4 && p->at[letters] > ' ' && p->at[letters] <= '~')
        letters++;
    return fail_at(p, p->at, CAPER_ERROR_SYNTAX, "expected JSON, found a binary file%s%.*s%s",
                   letters ? " that begins with '" : "", letters, p->at, letters ? "'" : "");
}

static bool parse_document(parser *p, caperi_json *json)
{
    if (!is_text(p))
        return false;
    if (p->end - p->at >= 3 && memcmp(p->at, "\xEF\xBB\xBF", 3) == 0) {
        p->at += 3;
        p->line_start = p->at;
    }
    // first of all: behind a large array it would open a new chunk for its 24 bytes
    caperi_json_value *root =
        caper_arena_alloc(p->arena, sizeof *root, _Alignof(caperi_json_value));
    if (!root)
        return fail_memory(p);
    skip_spaces(p);
    if (!parse_value(p))
        return false;
    skip_spaces(p);
    if (p->at != p->end)
        return fail_expected(p, "the end of the text after the value");
    *root = p->stack[0];
    json->root = root;
    return true;
}

// -- Entry ----------------------------------------------------------------------------------------

bool caperi_json_parse(caperi_json *json, const char *text, size_t size, const char *source,
                       const caperi_json_options *options, const caper_allocator *allocator,
                       caper_error *error)
{
    caperi_json_options limits = options ? *options : (caperi_json_options){0};
    size_t max_bytes = limits.max_bytes ? limits.max_bytes : DEFAULT_BYTES;
    if (max_bytes > LARGEST_BYTES)
        max_bytes = LARGEST_BYTES;
    memset(json, 0, sizeof *json);
    json->source = source;
    json->error = error;
    // small files should not cost a large chunk
    size_t chunk_size = size < 4096 ? 4096 : size < 64 * 1024 ? size : 64 * 1024;
    caper_arena_init(&json->arena, allocator, chunk_size);
    if (size > max_bytes)
        return caper_error_set(error, CAPER_ERROR_LIMIT, source, 0, 0,
                               "%zu bytes are more than the %zu that are allowed", size, max_bytes);

    parser p = {
        .at = text,
        .end = size > 0 ? text + size : text,
        .line_start = text,
        .line = limits.line > 1 ? (uint32_t)limits.line : 1,
        .first_line = limits.line > 1 ? (uint32_t)limits.line : 1,
        .shift = limits.column > 1 ? (uint32_t)limits.column - 1 : 0,
        .max_depth = limits.max_depth > 0 ? limits.max_depth : DEFAULT_DEPTH,
        .values_left = limits.max_values ? limits.max_values : DEFAULT_VALUES,
        .arena = &json->arena,
        .allocator = json->arena.allocator,
        .source = source,
        .error = error,
        .options = &limits,
    };
    if (p.max_depth > LARGEST_DEPTH)
        p.max_depth = LARGEST_DEPTH;
    bool good = parse_document(&p, json);
    caper_free(&p.allocator, p.stack, p.stack_capacity * sizeof *p.stack);
    if (!good)
        caperi_json_free(json);
    return good;
}

bool caperi_json_parse_file(caperi_json *json, const char *path, const caperi_json_options *options,
                            const caper_allocator *allocator, caper_error *error)
{
    memset(json, 0, sizeof *json);
    size_t size, limit = options && options->max_bytes ? options->max_bytes : DEFAULT_BYTES;
    char *text = caper_file_read(path, limit, allocator, &size, error);
    if (!text)
        return false;
    bool good = caperi_json_parse(json, text, size, path, options, allocator, error);
    caper_free(allocator, text, size + 1);
    return good;
}

static caperi_json_options own_limits(const caper_load_options *options)
{
    caperi_json_options limits = {0};
    limits.max_bytes = options && options->max_bytes ? options->max_bytes : CAPERI_OWN_FILE_BYTES;
    return limits;
}

bool caperi_json_open_text(caperi_json *json, const char *text, size_t size, const char *source,
                           const caper_load_options *options, caper_error *error)
{
    caperi_json_options limits = own_limits(options);
    return caperi_json_parse(json, text, size, source, &limits, options ? options->allocator : NULL,
                             error);
}

bool caperi_json_open_file(caperi_json *json, const char *path, const caper_load_options *options,
                           caper_error *error)
{
    caperi_json_options limits = own_limits(options);
    return caperi_json_parse_file(json, path, &limits, options ? options->allocator : NULL, error);
}

void caperi_json_free(caperi_json *json)
{
    caper_arena_destroy(&json->arena);
    json->root = NULL;
}
