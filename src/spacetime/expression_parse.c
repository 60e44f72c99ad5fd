// SPDX-License-Identifier: MIT
//
// Text of specifiers to a tree: a hand-written descent with one token of look-ahead. Every node
// knows its column, because the text stands inside a file that a person edits. Depth and length
// are bounded, so that no text can exhaust the stack.
//
//     specifier  = ["minimize"] sum [relation sum [relation sum]] [for]
//                | sum ("inside" | "outside") name "(" sum, ... ")" [for]
//     for        = "for" sum ".." sum
//     condition  = both {"or" both}         both = one {"and" one}
//     one        = "not" one | "(" condition ")" | sum comparison sum
//     sum        = product {("+" | "-") product}
//     product    = sign {("*" | "/") sign}
//     sign       = "-" sign | power         power = postfix ["^" sign]
//     postfix    = primary {"." name | "(" argument, ... ")"}
//     argument   = sum [".." sum]
//     primary    = number [unit] | name | 'name' | "(" sum ")" | "[" sum "," sum "," sum "]"
#include "spacetime/expression.h"

#include <math.h>
#include <string.h>

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_QUOTED, // a name in single quotes
    TOKEN_SYMBOL, // one or two bytes
} token_kind;

typedef struct token {
    token_kind kind;
    caper_slice text;
    double number;
} token;

typedef struct parser {
    caper_slice text;
    size_t position; // behind the token
    token token;     // the next one
    caperi_text_place place;
    caper_arena *arena;
    caper_error *error;
    int depth;
    bool failed;
} parser;

// Units that may follow a number. Those of a body are names of the scope: "0.6 weights" is
// 0.6 * weight.
typedef struct unit {
    const char *name;
    double factor;
    const char *measure; // NULL: a plain factor
} unit;
static const unit units[] = {
    {"m", 1, NULL},        {"cm", 0.01, NULL},       {"mm", 0.001, NULL},
    {"s", 1, NULL},        {"ms", 0.001, NULL},      {"kg", 1, NULL},
    {"N", 1, NULL},        {"rad", 1, NULL},         {"deg", 3.14159265358979323846 / 180, NULL},
    {"legs", 1, "leg"},    {"heights", 1, "height"}, {"weights", 1, "weight"},
    {"masses", 1, "mass"},
};

// -- Errors and tokens ----------------------------------------------------------------------------

static int column_of(const parser *p, const char *at)
{
    return p->place.column + (int)(at - p->text.data);
}

static void *fail_at(parser *p, const char *at, caper_status status, const char *what,
                     caper_slice found)
{
    if (!p->failed) {
        p->failed = true;
        if (found.size) {
            caper_error_set(p->error, status, p->place.source, p->place.line, column_of(p, at),
                            "%s, found '%.*s'", what, (int)(found.size < 40 ? found.size : 40),
                            found.data);
        } else {
            caper_error_set(p->error, status, p->place.source, p->place.line, column_of(p, at),
                            "%s, found the end", what);
        }
    }
    return NULL;
}

static void *fail(parser *p, const char *what)
{
    return fail_at(p, p->token.text.data, CAPER_ERROR_SYNTAX, what, p->token.text);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t name_size(const char *s, size_t size)
{
    size_t n = 0;
    while (n < size && (is_letter(s[n]) || is_digit(s[n]))) {
        n++;
    }
    return n;
}

// "0..end" is a range, not the number "0." and a point.
static bool take_number(const char *s, size_t size, size_t *used, double *value)
{
    if (!is_digit(*s) && !(*s == '.' && size > 1 && is_digit(s[1]))) {
        return false;
    }
    for (size_t i = 0; i + 1 < size && (is_digit(s[i]) || s[i] == '.'); i++) {
        if (s[i] == '.' && s[i + 1] == '.') {
            size = i;
            break;
        }
    }
    return caper_parse_double(s, size, used, value);
}

static size_t symbol_size(const char *s, size_t size)
{
    static const char *const pairs[] = {"<=", ">=", "==", "!=", ".."};
    for (int i = 0; size >= 2 && i < CAPER_COUNT_OF(pairs); i++) {
        if (memcmp(s, pairs[i], 2) == 0) {
            return 2;
        }
    }
    return 1;
}

static void advance(parser *p)
{
    const char *s = p->text.data;
    while (p->position < p->text.size && (s[p->position] == ' ' || s[p->position] == '\t' ||
                                          s[p->position] == '\n' || s[p->position] == '\r')) {
        p->position++;
    }
    s += p->position;
    size_t left = p->text.size - p->position, used = 0;
    p->token = (token){TOKEN_END, {s, 0}, 0};
    if (left == 0) {
        return;
    }
    if (take_number(s, left, &used, &p->token.number)) {
        p->token.kind = TOKEN_NUMBER;
    } else if (is_letter(*s)) {
        p->token.kind = TOKEN_NAME;
        used = name_size(s, left);
    } else if (*s == '\'' && memchr(s + 1, '\'', left - 1)) {
        // 'mixamorig:Left Foot': names of imported bodies hold anything
        p->token.kind = TOKEN_QUOTED;
        used = (size_t)((const char *)memchr(s + 1, '\'', left - 1) - s) + 1;
    } else {
        p->token.kind = TOKEN_SYMBOL;
        used = symbol_size(s, left);
    }
    p->token.text.size = used;
    p->position += used;
}

static bool next_is(const parser *p, token_kind kind, const char *text)
{
    return p->token.kind == kind && caper_slice_equal(p->token.text, text);
}

static bool accept(parser *p, token_kind kind, const char *text)
{
    if (!next_is(p, kind, text)) {
        return false;
    }
    advance(p);
    return true;
}

// -- Nodes ----------------------------------------------------------------------------------------

static caperi_expression_node *make(parser *p, caperi_node_kind kind, const char *at,
                                    const caperi_expression_node *a,
                                    const caperi_expression_node *b)
{
    caperi_expression_node *n =
        caper_arena_alloc_zero(p->arena, 1, sizeof *n, _Alignof(caperi_expression_node));
    if (!n) {
        return fail_at(p, at, CAPER_ERROR_MEMORY, "no memory for an expression", p->token.text);
    }
    n->kind = kind;
    n->column = column_of(p, at);
    n->a = a;
    n->b = b;
    return n;
}

static const caperi_expression_node *parse_sum(parser *p);

static bool enter(parser *p)
{
    if (++p->depth > CAPERI_EXPRESSION_DEPTH) {
        fail_at(p, p->token.text.data, CAPER_ERROR_LIMIT, "the expression is nested too deeply",
                p->token.text);
        return false;
    }
    return true;
}

static const unit *find_unit(caper_slice name)
{
    for (int i = 0; i < CAPER_COUNT_OF(units); i++) {
        if (caper_slice_equal(name, units[i].name)) {
            return &units[i];
        }
    }
    return NULL;
}

// Names that continue a specifier after a number, and so are no units.
static bool is_keyword(caper_slice name)
{
    static const char *const words[] = {"for", "inside", "outside", "and", "or", "not", "minimize"};
    for (int i = 0; i < CAPER_COUNT_OF(words); i++) {
        if (caper_slice_equal(name, words[i])) {
            return true;
        }
    }
    return false;
}

static const caperi_expression_node *parse_number(parser *p)
{
    const char *at = p->token.text.data;
    if (!isfinite(p->token.number)) {
        return fail(p, "expected a number in the range of a double");
    }
    caperi_expression_node *n = make(p, CAPERI_NODE_NUMBER, at, NULL, NULL);
    if (!n) {
        return NULL;
    }
    n->number = p->token.number;
    advance(p);
    if (p->token.kind != TOKEN_NAME || is_keyword(p->token.text)) {
        return n;
    }
    const unit *u = find_unit(p->token.text);
    if (!u) {
        return fail(p, "expected a unit (m, cm, mm, s, ms, kg, N, rad, deg, legs, heights, "
                       "weights, masses) or an operator after a number");
    }
    n->number *= u->factor;
    caperi_expression_node *result = n;
    if (u->measure) {
        caperi_expression_node *name = make(p, CAPERI_NODE_NAME, p->token.text.data, NULL, NULL);
        if (!name) {
            return NULL;
        }
        name->name = (caper_slice){u->measure, strlen(u->measure)};
        result = make(p, CAPERI_NODE_MULTIPLY, at, n, name);
    }
    advance(p);
    return result;
}

// sum {"," sum} up to the closing bracket; the first of the chain, `count` of them.
static const caperi_expression_node *parse_list(parser *p, const char *closing, bool ranges,
                                                int *count)
{
    caperi_expression_node *first = NULL, *last = NULL;
    *count = 0;
    do {
        const char *at = p->token.text.data;
        const caperi_expression_node *value = parse_sum(p);
        if (value && ranges && accept(p, TOKEN_SYMBOL, "..")) {
            const caperi_expression_node *end = parse_sum(p);
            value = end ? make(p, CAPERI_NODE_RANGE, at, value, end) : NULL;
        }
        // a copy hangs in the list: the value may be a node that has been shared
        caperi_expression_node *link = value ? make(p, value->kind, at, value->a, value->b) : NULL;
        if (!link) {
            return NULL;
        }
        *link = *value;
        link->next = NULL;
        if (last) {
            last->next = link;
        } else {
            first = link;
        }
        last = link;
        ++*count;
    } while (accept(p, TOKEN_SYMBOL, ","));
    if (!accept(p, TOKEN_SYMBOL, closing)) {
        return fail(p, *closing == ')' ? "expected ',' or ')'" : "expected ',' or ']'");
    }
    return first;
}

static const caperi_expression_node *parse_vector(parser *p)
{
    const char *at = p->token.text.data;
    int count = 0;
    advance(p);
    const caperi_expression_node *first = parse_list(p, "]", false, &count);
    if (first && count != 3) {
        return fail_at(p, at, CAPER_ERROR_SYNTAX, "expected a vector of three components",
                       (caper_slice){at, 1});
    }
    return first ? make(p, CAPERI_NODE_VECTOR, at, first, NULL) : NULL;
}

static const caperi_expression_node *parse_name(parser *p)
{
    caperi_expression_node *n = make(p, CAPERI_NODE_NAME, p->token.text.data, NULL, NULL);
    if (!n) {
        return NULL;
    }
    n->name = p->token.text;
    if (p->token.kind == TOKEN_QUOTED) {
        n->name = (caper_slice){n->name.data + 1, n->name.size - 2};
    }
    advance(p);
    return n;
}

static const caperi_expression_node *parse_primary(parser *p)
{
    if (p->token.kind == TOKEN_NUMBER) {
        return parse_number(p);
    }
    if (p->token.kind == TOKEN_QUOTED ||
        (p->token.kind == TOKEN_NAME && !is_keyword(p->token.text))) {
        return parse_name(p);
    }
    if (next_is(p, TOKEN_SYMBOL, "[")) {
        return parse_vector(p);
    }
    if (accept(p, TOKEN_SYMBOL, "(")) {
        const caperi_expression_node *n = parse_sum(p);
        return n && !accept(p, TOKEN_SYMBOL, ")") ? fail(p, "expected ')'") : n;
    }
    return fail(p, "expected a number, a name or a bracket");
}

static const caperi_expression_node *parse_member(parser *p, const caperi_expression_node *of)
{
    if (p->token.kind != TOKEN_NAME) {
        return fail(p, "expected the name of a quantity after '.'");
    }
    caperi_expression_node *n = make(p, CAPERI_NODE_MEMBER, p->token.text.data, of, NULL);
    if (n) {
        n->name = p->token.text;
        advance(p);
    }
    return n;
}

static const caperi_expression_node *parse_postfix(parser *p)
{
    const char *at = p->token.text.data;
    const caperi_expression_node *n = parse_primary(p);
    while (n) {
        int count = 0;
        if (accept(p, TOKEN_SYMBOL, ".")) {
            n = parse_member(p, n);
        } else if (accept(p, TOKEN_SYMBOL, "(")) {
            const caperi_expression_node *arguments = parse_list(p, ")", true, &count);
            n = arguments ? make(p, CAPERI_NODE_CALL, at, n, arguments) : NULL;
        } else {
            break;
        }
    }
    return n;
}

static const caperi_expression_node *parse_sign(parser *p)
{
    const char *at = p->token.text.data;
    const caperi_expression_node *n = NULL;
    if (!enter(p)) {
        return NULL;
    }
    if (accept(p, TOKEN_SYMBOL, "-")) {
        n = parse_sign(p);
        n = n ? make(p, CAPERI_NODE_NEGATE, at, n, NULL) : NULL;
    } else {
        n = parse_postfix(p);
        if (n && accept(p, TOKEN_SYMBOL, "^")) {
            const caperi_expression_node *exponent = parse_sign(p);
            n = exponent ? make(p, CAPERI_NODE_POWER, at, n, exponent) : NULL;
        }
    }
    p->depth--;
    return n;
}

static const caperi_expression_node *parse_product(parser *p)
{
    const char *at = p->token.text.data;
    const caperi_expression_node *n = parse_sign(p);
    while (n && (next_is(p, TOKEN_SYMBOL, "*") || next_is(p, TOKEN_SYMBOL, "/"))) {
        caperi_node_kind kind =
            *p->token.text.data == '*' ? CAPERI_NODE_MULTIPLY : CAPERI_NODE_DIVIDE;
        advance(p);
        const caperi_expression_node *right = parse_sign(p);
        n = right ? make(p, kind, at, n, right) : NULL;
    }
    return n;
}

static const caperi_expression_node *parse_sum(parser *p)
{
    const char *at = p->token.text.data;
    if (!enter(p)) {
        return NULL;
    }
    const caperi_expression_node *n = parse_product(p);
    while (n && (next_is(p, TOKEN_SYMBOL, "+") || next_is(p, TOKEN_SYMBOL, "-"))) {
        caperi_node_kind kind = *p->token.text.data == '+' ? CAPERI_NODE_ADD : CAPERI_NODE_SUBTRACT;
        advance(p);
        const caperi_expression_node *right = parse_product(p);
        n = right ? make(p, kind, at, n, right) : NULL;
    }
    p->depth--;
    return n;
}

// -- Conditions -----------------------------------------------------------------------------------

static bool comparison(const parser *p, caperi_node_kind *kind)
{
    static const struct {
        const char *text;
        caperi_node_kind kind;
    } table[] = {
        {"=", CAPERI_NODE_EQUAL},       {"==", CAPERI_NODE_EQUAL},
        {"<=", CAPERI_NODE_LESS_EQUAL}, {">=", CAPERI_NODE_GREATER_EQUAL},
        {"<", CAPERI_NODE_LESS},        {">", CAPERI_NODE_GREATER},
        {"!=", CAPERI_NODE_NOT_EQUAL},
    };
    for (int i = 0; i < CAPER_COUNT_OF(table); i++) {
        if (next_is(p, TOKEN_SYMBOL, table[i].text)) {
            *kind = table[i].kind;
            return true;
        }
    }
    return false;
}

static const caperi_expression_node *parse_or(parser *p);

static const caperi_expression_node *parse_comparison(parser *p)
{
    const char *at = p->token.text.data;
    caperi_node_kind kind;
    const caperi_expression_node *left = parse_sum(p);
    if (!left) {
        return NULL;
    }
    if (!comparison(p, &kind)) {
        return fail(p, "expected a comparison: =, !=, <, <=, > or >=");
    }
    advance(p);
    const caperi_expression_node *right = parse_sum(p);
    return right ? make(p, kind, at, left, right) : NULL;
}

// A bracket opens a condition or a sum: it is a condition when that can be read.
static const caperi_expression_node *parse_bracket(parser *p)
{
    parser ahead = *p;
    caper_error quiet = {0};
    ahead.error = &quiet;
    advance(&ahead);
    const caperi_expression_node *n = parse_or(&ahead);
    if (n && accept(&ahead, TOKEN_SYMBOL, ")")) {
        ahead.error = p->error;
        *p = ahead;
        return n;
    }
    return parse_comparison(p);
}

static const caperi_expression_node *parse_one(parser *p)
{
    const char *at = p->token.text.data;
    const caperi_expression_node *n = NULL;
    if (!enter(p)) {
        return NULL;
    }
    if (accept(p, TOKEN_NAME, "not")) {
        n = parse_one(p);
        n = n ? make(p, CAPERI_NODE_NOT, at, n, NULL) : NULL;
    } else if (next_is(p, TOKEN_SYMBOL, "(")) {
        n = parse_bracket(p);
    } else {
        n = parse_comparison(p);
    }
    p->depth--;
    return n;
}

static const caperi_expression_node *parse_and(parser *p)
{
    const char *at = p->token.text.data;
    const caperi_expression_node *n = parse_one(p);
    while (n && accept(p, TOKEN_NAME, "and")) {
        const caperi_expression_node *right = parse_one(p);
        n = right ? make(p, CAPERI_NODE_AND, at, n, right) : NULL;
    }
    return n;
}

static const caperi_expression_node *parse_or(parser *p)
{
    const char *at = p->token.text.data;
    const caperi_expression_node *n = parse_and(p);
    while (n && accept(p, TOKEN_NAME, "or")) {
        const caperi_expression_node *right = parse_and(p);
        n = right ? make(p, CAPERI_NODE_OR, at, n, right) : NULL;
    }
    return n;
}

// -- Entry points ---------------------------------------------------------------------------------

static bool start(parser *p, caper_slice text, caperi_text_place place, caper_arena *arena,
                  caper_error *error)
{
    *p = (parser){.text = text, .place = place, .arena = arena, .error = error};
    if (text.size > CAPERI_EXPRESSION_MAX) {
        fail_at(p, text.data, CAPER_ERROR_LIMIT, "expected an expression of at most 4096 bytes",
                (caper_slice){text.data, 16});
        return false;
    }
    advance(p);
    return true;
}

static bool finish(parser *p, const void *result)
{
    if (result && p->token.kind != TOKEN_END) {
        fail(p, "expected an operator or the end");
    }
    return result && !p->failed;
}

const caperi_expression_node *caperi_parse_expression(caper_slice text, caperi_text_place place,
                                                      caper_arena *arena, caper_error *error)
{
    parser p;
    if (!start(&p, text, place, arena, error)) {
        return NULL;
    }
    const caperi_expression_node *n = parse_sum(&p);
    return finish(&p, n) ? n : NULL;
}

const caperi_expression_node *caperi_parse_condition(caper_slice text, caperi_text_place place,
                                                     caper_arena *arena, caper_error *error)
{
    parser p;
    if (!start(&p, text, place, arena, error)) {
        return NULL;
    }
    const caperi_expression_node *n = parse_or(&p);
    return finish(&p, n) ? n : NULL;
}

static bool parse_for(parser *p, caperi_specifier *out)
{
    if (!accept(p, TOKEN_NAME, "for")) {
        return true;
    }
    out->first = parse_sum(p);
    if (out->first && !accept(p, TOKEN_SYMBOL, "..")) {
        fail(p, "expected '..' and the last frame");
    } else if (out->first) {
        out->last = parse_sum(p);
    }
    return out->last != NULL;
}

// What stands on either side of = <= >= goes where it bounds.
static bool parse_relation(parser *p, caperi_specifier *out)
{
    caperi_node_kind first, second;
    if (!comparison(p, &first)) {
        fail(p, "expected =, <=, >=, inside or outside");
        return false;
    }
    if (first > CAPERI_NODE_GREATER_EQUAL) {
        fail(p, "expected =, <= or >= in a specifier: an optimizer has no strict bounds");
        return false;
    }
    advance(p);
    const caperi_expression_node *left = out->middle, *right = parse_sum(p);
    if (!right) {
        return false;
    }
    if (!comparison(p, &second)) {
        out->lower = first != CAPERI_NODE_LESS_EQUAL ? right : NULL;
        out->upper = first != CAPERI_NODE_GREATER_EQUAL ? right : NULL;
        return true;
    }
    if (first != second || first == CAPERI_NODE_EQUAL || first > CAPERI_NODE_GREATER_EQUAL) {
        fail(p, "expected two bounds of the same direction, as in 0 <= x <= 1");
        return false;
    }
    advance(p);
    const caperi_expression_node *last = parse_sum(p);
    out->middle = right;
    out->lower = first == CAPERI_NODE_LESS_EQUAL ? left : last;
    out->upper = first == CAPERI_NODE_LESS_EQUAL ? last : left;
    return last != NULL;
}

static bool parse_region(parser *p, caperi_specifier *out)
{
    out->region = parse_postfix(p);
    if (out->region &&
        (out->region->kind != CAPERI_NODE_CALL || out->region->a->kind != CAPERI_NODE_NAME)) {
        fail(p, "expected a region: box(...), sphere(...), ellipsoid(...) or cylinder(...)");
    }
    return out->region && !p->failed;
}

static bool parse_body_of_specifier(parser *p, caperi_specifier *out)
{
    bool minimize = accept(p, TOKEN_NAME, "minimize");
    out->middle = parse_sum(p);
    if (!out->middle) {
        return false;
    }
    if (minimize) {
        out->kind = CAPERI_SPECIFIER_MINIMIZE;
        return true;
    }
    if (accept(p, TOKEN_NAME, "inside")) {
        out->kind = CAPERI_SPECIFIER_INSIDE;
        return parse_region(p, out);
    }
    if (accept(p, TOKEN_NAME, "outside")) {
        out->kind = CAPERI_SPECIFIER_OUTSIDE;
        return parse_region(p, out);
    }
    return parse_relation(p, out);
}

bool caperi_parse_specifier(caper_slice text, caperi_text_place place, caper_arena *arena,
                            caperi_specifier *out, caper_error *error)
{
    parser p;
    *out = (caperi_specifier){.weight = 1, .text = text, .place = place};
    if (!start(&p, text, place, arena, error)) {
        return false;
    }
    bool good = parse_body_of_specifier(&p, out) && parse_for(&p, out);
    return finish(&p, good ? out : NULL);
}
