// SPDX-License-Identifier: MIT
//
// The text scanner for hand-written readers. Invariant: `line` is one more than the line ends
// before `position`, and `line_start` is just behind the last of them; columns follow from that, so
// nothing is counted per byte. LF always ends a line; CR does unless LF follows.
#include "caper/base.h"

#include <limits.h>
#include <math.h>
#include <string.h>

caper_scanner caper_scanner_make(const char *text, size_t size, const char *source,
                                 caper_error *error)
{
    caper_scanner scanner = {
        .text = text, .size = size, .line = 1, .source = source, .error = error};
    return scanner;
}

int caper_scanner_column(const caper_scanner *scanner)
{
    size_t column = scanner->position - scanner->line_start + 1;
    return column < INT_MAX ? (int)column : INT_MAX;
}

bool caper_scanner_at_end(const caper_scanner *scanner)
{
    return scanner->position >= scanner->size;
}

int caper_scanner_peek(const caper_scanner *scanner)
{
    if (scanner->position >= scanner->size)
        return -1;
    return (unsigned char)scanner->text[scanner->position];
}

int caper_scanner_next(caper_scanner *scanner)
{
    int c = caper_scanner_peek(scanner);
    if (c < 0)
        return c;
    scanner->position++;
    if (c == '\n' || (c == '\r' && caper_scanner_peek(scanner) != '\n')) {
        scanner->line++;
        scanner->line_start = scanner->position;
    }
    return c;
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_space(int c)
{
    return is_blank(c) || c == '\n' || c == '\r';
}

void caper_scanner_skip_spaces(caper_scanner *scanner)
{
    while (is_space(caper_scanner_peek(scanner)))
        caper_scanner_next(scanner);
}

void caper_scanner_skip_blanks(caper_scanner *scanner)
{
    while (is_blank(caper_scanner_peek(scanner)))
        scanner->position++;
}

void caper_scanner_skip_line(caper_scanner *scanner)
{
    int line = scanner->line;
    while (scanner->line == line && caper_scanner_next(scanner) >= 0) {
    }
}

bool caper_scanner_word(caper_scanner *scanner, caper_slice *word)
{
    caper_scanner_skip_spaces(scanner);
    size_t start = scanner->position;
    while (scanner->position < scanner->size &&
           !is_space((unsigned char)scanner->text[scanner->position]))
        scanner->position++;
    word->data = scanner->text + start;
    word->size = scanner->position - start;
    return word->size > 0;
}

caper_slice caper_scanner_line(caper_scanner *scanner)
{
    caper_scanner_skip_blanks(scanner);
    size_t start = scanner->position, end = start;
    for (; scanner->position < scanner->size; scanner->position++) {
        char c = scanner->text[scanner->position];
        if (c == '\n' || c == '\r')
            break;
        if (!is_blank((unsigned char)c))
            end = scanner->position + 1;
    }
    caper_slice slice = {scanner->text + start, end - start};
    caper_scanner_skip_line(scanner);
    return slice;
}

static bool fail_va(const caper_scanner *at, caper_status status, const char *format, va_list args)
{
    return caper_error_set_va(at->error, status, at->source, at->line, caper_scanner_column(at),
                              format, args);
}

bool(caper_scanner_fail)(const caper_scanner *scanner, caper_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_va(scanner, status, format, args);
    va_end(args);
    return false;
}

// "expected X, found Y" at the word that starts at `at`.
static bool fail_expected(const caper_scanner *at, const char *expected, caper_slice found)
{
    if (found.size == 0)
        return caper_scanner_fail(at, CAPER_ERROR_SYNTAX, "expected %s, found the end of the text",
                                  expected);
    bool cut = found.size > 40;
    return caper_scanner_fail(at, CAPER_ERROR_SYNTAX, "expected %s, found '%.*s%s'", expected,
                              cut ? 40 : (int)found.size, found.data, cut ? "..." : "");
}

bool caper_scanner_accept(caper_scanner *scanner, const char *word, bool ignore_case)
{
    caper_scanner ahead = *scanner;
    caper_slice found;
    caper_scanner_word(&ahead, &found);
    if (!(ignore_case ? caper_slice_equal_nocase(found, word) : caper_slice_equal(found, word)))
        return false;
    *scanner = ahead;
    return true;
}

bool caper_scanner_expect(caper_scanner *scanner, const char *word, bool ignore_case)
{
    if (caper_scanner_accept(scanner, word, ignore_case))
        return true;
    caper_scanner_skip_spaces(scanner);
    caper_scanner ahead = *scanner;
    caper_slice found;
    caper_scanner_word(&ahead, &found);
    char expected[64] = "'";
    strncat(expected, word, 60);
    strcat(expected, "'");
    return fail_expected(scanner, expected, found);
}

// Report the word at the scanner, which stays where it is.
static bool fail_number(const caper_scanner *scanner, const char *expected)
{
    caper_scanner ahead = *scanner;
    caper_slice found;
    caper_scanner_word(&ahead, &found);
    return fail_expected(scanner, expected, found);
}

bool caper_scanner_double(caper_scanner *scanner, double *value)
{
    caper_scanner_skip_spaces(scanner);
    size_t consumed;
    double number = 0;
    size_t left = scanner->size - scanner->position;
    if (!caper_parse_double(scanner->text + scanner->position, left, &consumed, &number))
        return fail_number(scanner, "a number");
    if (consumed < left && !is_space((unsigned char)scanner->text[scanner->position + consumed]))
        return fail_number(scanner, "a number");
    if (!isfinite(number))
        return fail_number(scanner, "a number within the range of a double");
    scanner->position += consumed;
    *value = number;
    return true;
}

bool caper_scanner_float(caper_scanner *scanner, float *value)
{
    caper_scanner_skip_spaces(scanner);
    caper_scanner ahead = *scanner;
    double number = 0;
    if (!caper_scanner_double(&ahead, &number))
        return false;
    float narrowed = (float)number;
    if (!isfinite(narrowed))
        return fail_number(scanner, "a number within the range of a float");
    scanner->position = ahead.position;
    *value = narrowed;
    return true;
}

bool caper_scanner_int(caper_scanner *scanner, int *value)
{
    caper_scanner_skip_spaces(scanner);
    caper_scanner ahead = *scanner;
    caper_slice word;
    caper_scanner_word(&ahead, &word);
    size_t at = word.size > 0 && (word.data[0] == '-' || word.data[0] == '+') ? 1 : 0;
    if (at == word.size)
        return fail_expected(scanner, "a whole number", word);
    int64_t number = 0;
    for (; at < word.size; at++) {
        if (word.data[at] < '0' || word.data[at] > '9')
            return fail_expected(scanner, "a whole number", word);
        if (number <= INT_MAX)
            number = number * 10 + (word.data[at] - '0');
    }
    if (word.data[0] == '-')
        number = -number;
    if (number < INT_MIN || number > INT_MAX)
        return fail_expected(scanner, "a whole number within the range of an int", word);
    scanner->position = ahead.position;
    *value = (int)number;
    return true;
}
