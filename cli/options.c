// SPDX-License-Identifier: MIT
// Options of the verbs: one table per verb gives the parsing and the help.
#include "cli.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *verb_now; // whose options were parsed last

void cli_set_verb(const char *verb)
{
    verb_now = verb;
}

const char *cli_verb_now(void)
{
    return verb_now ? verb_now : "";
}

int cli_fail(const char *format, ...)
{
    fflush(stdout);
    fprintf(stderr, verb_now ? "caper %s: " : "caper%s: ", cli_verb_now());
    va_list args;
    va_start(args, format);
    cli_print_va(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_BAD;
}

int cli_error(const caper_error *error)
{
    char text[320];
    if (strcmp(error->source, "memory") == 0) { // it is about no file
        return cli_fail("%s", error->message);
    }
    fflush(stdout);
    fprintf(stderr, "%s\n", caper_error_text(error, text, sizeof(text)));
    return CLI_BAD;
}

int cli_refusal(const caper_error *error)
{
    int bad = cli_error(error);
    return error->status == CAPER_ERROR_UNSUPPORTED ? CLI_NO : bad;
}

// --- near misses -------------------------------------------------------------------------------

enum {
    MOST_LETTERS = 40,
    MOST_OPTIONS = 64
};

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Letters to add, drop, change or swap with their neighbour (optimal string alignment).
static int edit_distance(const char *a, const char *b)
{
    int m = (int)strlen(a), n = (int)strlen(b);
    int d[MOST_LETTERS + 1][MOST_LETTERS + 1];
    if (m > MOST_LETTERS || n > MOST_LETTERS) {
        return MOST_LETTERS;
    }
    for (int i = 0; i <= m; i++) {
        for (int k = 0; k <= n; k++) {
            if (i == 0 || k == 0) {
                d[i][k] = i + k;
                continue;
            }
            int change = lower(a[i - 1]) != lower(b[k - 1]);
            d[i][k] = least(d[i - 1][k - 1] + change, least(d[i - 1][k], d[i][k - 1]) + 1);
            if (i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) &&
                lower(a[i - 2]) == lower(b[k - 1])) {
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
            }
        }
    }
    return d[m][n];
}

// Does one word begin with another, or end with it after a dash: "onto" and "on", "file-rate" and
// "rate"?
static bool is_part(const char *part, const char *whole)
{
    size_t n = strlen(part), m = strlen(whole);
    return n >= 2 && m > n &&
           (strncmp(part, whole, n) == 0 ||
            (whole[m - n - 1] == '-' && strcmp(part, whole + m - n) == 0));
}

const char *cli_closest(const char *word, const char *const *words, int count)
{
    // a third of the letters may be wrong, three at most
    int size = (int)strlen(word), best = 1 + least(size / 3, 3);
    const char *found = NULL, *part = NULL;
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(word, words[i]);
        if (distance < best) {
            best = distance;
            found = words[i];
        }
    }
    for (int i = 0; i < count; i++) {
        int more = abs((int)strlen(words[i]) - size);
        bool is = is_part(word, words[i]) || is_part(words[i], word);
        part = is && (!part || more < abs((int)strlen(part) - size)) ? words[i] : part;
    }
    return found ? found : part;
}

// --- parsing -----------------------------------------------------------------------------------

static bool has_range(const cli_option *option)
{
    return option->least != option->most;
}

static void print_usage(const cli_usage *usage)
{
    const char *before = "usage:";
    for (const char *line = usage->line; line; before = "\n      ") {
        int size = (int)strcspn(line, "\n");
        printf("%s caper %s %.*s", before, usage->verb, size, line);
        line = line[size] ? line + size + 1 : NULL;
    }
    printf("\n\n%s\n", usage->text);
    printf("\noptions:\n");
    for (int i = 0; i < usage->option_count; i++) {
        const cli_option *o = &usage->options[i];
        char left[64];
        snprintf(left, sizeof(left), "--%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-24s %s", left, o->help);
        if (has_range(o)) {
            printf(" [%.10g to %.10g]", o->least, o->most);
        }
        printf("\n");
    }
    printf("  %-24s %s\n\nexample:\n%s\n", "--help", "this text", usage->example);
}

static const cli_option *find_option(const cli_usage *usage, const char *name, size_t size)
{
    for (int i = 0; i < usage->option_count; i++) {
        const char *n = usage->options[i].name;
        if (strlen(n) == size && memcmp(n, name, size) == 0) {
            return &usage->options[i];
        }
    }
    return NULL;
}

static bool set_number(const cli_option *option, const char *value)
{
    size_t used = 0;
    double number = 0;
    bool whole = option->kind == CLI_INT;
    if (!caper_parse_double(value, strlen(value), &used, &number) || used != strlen(value) ||
        (whole && (number != floor(number) || fabs(number) > 2e9)) ||
        (has_range(option) && !(number >= option->least && number <= option->most))) {
        return false;
    }
    if (whole) {
        *(int *)option->out = (int)number;
    } else if (option->kind == CLI_FLOAT) {
        *(float *)option->out = (float)number * (option->scale != 0 ? option->scale : 1);
    } else {
        *(double *)option->out = number;
    }
    return true;
}

static bool set_option(const cli_option *option, const char *value)
{
    for (int i = 0; i < option->count; i++) {
        if (strcmp(value, option->word(i)) == 0) {
            *(int *)option->out = i;
            return true;
        }
    }
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->out = true;
        return true;
    case CLI_TEXT:
        *(const char **)option->out = value;
        return !option->ending || cli_ends_with(value, option->ending);
    case CLI_CHOICE:
        return false;
    case CLI_INT:
    case CLI_FLOAT:
    case CLI_NUMBER:
        return !option->word && set_number(option, value);
    }
    return false;
}

static int fail_value(const cli_option *option, const char *value)
{
    char range[64] = "", list[128] = "";
    if (option->kind == CLI_TEXT) {
        return cli_fail("--%s '%s' does not end in %s", option->name, value, option->ending);
    }
    for (int i = 0; i < option->count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", option->word(i));
    }
    if (option->word) {
        return cli_fail("--%s: '%s' is not one of %s", option->name, value, list);
    }
    if (has_range(option)) {
        snprintf(range, sizeof range, " from %.10g to %.10g", option->least, option->most);
    }
    return cli_fail("--%s takes a %snumber%s, not '%s'", option->name,
                    option->kind == CLI_INT ? "whole " : "", range, value);
}

static int fail_unknown(const cli_usage *usage, const char *word, int size)
{
    char name[MOST_LETTERS + 1];
    const char *names[MOST_OPTIONS];
    for (int i = 0; i < usage->option_count; i++) {
        names[i] = usage->options[i].name;
    }
    snprintf(name, sizeof(name), "%.*s", size, word);
    const char *near = cli_closest(name, names, usage->option_count);
    return near ? cli_fail("--%.*s is not an option here; did you mean --%s?", size, word, near)
                : cli_fail("--%.*s is not an option here; see caper %s --help", size, word,
                           usage->verb);
}

// One option at argv[*i]; steps *i over its value. `seen` tells which were there already.
static int take_option(const cli_usage *usage, int argc, char **argv, int *i, bool *seen)
{
    const char *word = argv[*i] + 2;
    const char *equals = strchr(word, '=');
    size_t size = equals ? (size_t)(equals - word) : strlen(word);
    const cli_option *option = find_option(usage, word, size);
    if (!option) {
        return fail_unknown(usage, word, (int)size);
    }
    if (option->kind != CLI_FLAG && seen[option - usage->options]) {
        return cli_fail("--%s was given twice", option->name);
    }
    seen[option - usage->options] = true;
    const char *value = equals ? equals + 1 : NULL;
    if (option->kind == CLI_FLAG && value) {
        return cli_fail("--%s takes no value", option->name);
    }
    if (option->kind != CLI_FLAG && !value) {
        if (*i + 1 >= argc) {
            return cli_fail("--%s needs a value: %s", option->name, option->value);
        }
        value = argv[++*i];
    }
    if (!set_option(option, value)) {
        return fail_value(option, value);
    }
    caper_error error = {0};
    return option->check && !option->check(value, &error) ? cli_error(&error) : CLI_GOOD;
}

static bool is_given(const cli_usage *usage, const char *name, size_t size, const bool *seen)
{
    const cli_option *option = find_option(usage, name, size);
    return option && seen[option - usage->options];
}

// What goes together, and what does not.
static int check_pairs(const cli_usage *usage, const bool *seen)
{
    for (int i = 0; i < usage->option_count; i++) {
        const cli_option *o = &usage->options[i];
        if (seen[i] && o->with && !is_given(usage, o->with, strlen(o->with), seen)) {
            return cli_fail("--%s goes with --%s", o->name, o->with);
        }
        if (seen[i] && o->without && is_given(usage, o->without, strlen(o->without), seen)) {
            return cli_fail("--%s and --%s exclude each other", o->name, o->without);
        }
    }
    return CLI_GOOD;
}

// --- usage lines ---------------------------------------------------------------------------------

// Is a name one of those of "import|export"?
static bool is_among(const char *name, const char *words, size_t size)
{
    size_t length = strlen(name), part;
    for (const char *at = words; at < words + size; at += part + 1) {
        part = strcspn(at, "| \n");
        if (part == length && memcmp(at, name, part) == 0) {
            return true;
        }
    }
    return false;
}

// Do the arguments and options fit one line of a usage?
static bool fits(const cli_usage *usage, const char *line, int argc, char **argv, const bool *seen)
{
    int least = 0, most = 0;
    bool good = true, inside = false, value = false; // value: the word is that of an option
    for (size_t size; *line && *line != '\n'; line += size + strspn(line + size, " ")) {
        size = strcspn(line, " \n");
        inside = inside || *line == '[';
        const char *word = line + (*line == '['), *end = line + size - (line[size - 1] == ']');
        const cli_option *option = NULL;
        if (strncmp(word, "--", 2) == 0) {
            option = find_option(usage, word + 2, (size_t)(end - word - 2));
            good = good && (inside || (option && seen[option - usage->options]));
        } else if (!value && *word >= 'A' && *word <= 'Z') {
            least += !inside;
            most = end[-1] == '.' || most == INT_MAX ? INT_MAX : most + 1;
        } else if (!value && !inside) {
            good = good && least < argc && is_among(argv[least], word, size);
            least++;
            most++;
        }
        value = option && option->kind != CLI_FLAG;
        inside = inside && line[size - 1] != ']';
    }
    return good && argc >= least && argc <= most;
}

// Does an option that is given begin another line? Then it stands for all of that way.
static bool is_other_way(const cli_usage *usage, const char *line, const bool *seen)
{
    bool other = false;
    for (const char *at = usage->line; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        other = other || (at != line && strncmp(at, "--", 2) == 0 &&
                          is_given(usage, at + 2, strcspn(at + 2, " \n"), seen));
    }
    return other;
}

static int check_all(const cli_usage *usage, int argc, char **argv, const bool *seen)
{
    char expected[400] = "";
    for (const char *line = usage->line; line;) {
        if (!is_other_way(usage, line, seen) && fits(usage, line, argc, argv, seen)) {
            return check_pairs(usage, seen);
        }
        const char *next = strchr(line, '\n'), *end = strstr(line, "[options]");
        size_t used = strlen(expected);
        end = end && (!next || end < next) ? end : next ? next : line + strlen(line);
        snprintf(expected + used, sizeof expected - used, "%s%.*s", used ? " or " : "",
                 end > line ? (int)(end - line) - (end[-1] == ' ') : 12,
                 end > line ? line : "no arguments");
        line = next ? next + 1 : NULL;
    }
    int bad = check_pairs(usage, seen); // says more
    return bad != CLI_GOOD ? bad
                           : cli_fail("expected %s; see caper %s --help", expected, usage->verb);
}

int cli_parse(const cli_usage *usage, int *argc, char **argv)
{
    int kept = 0;
    bool options_over = false, seen[MOST_OPTIONS] = {false};
    CAPER_ASSERT(usage->option_count <= MOST_OPTIONS);
    verb_now = usage->verb;
    for (int i = 0; i < *argc; i++) {
        char *word = argv[i];
        if (!options_over && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            print_usage(usage);
            return -1;
        }
        if (!options_over && strcmp(word, "--") == 0) {
            options_over = true;
        } else if (!options_over && strncmp(word, "--", 2) == 0) {
            int code = take_option(usage, *argc, argv, &i, seen);
            if (code != CLI_GOOD) {
                return code;
            }
        } else if (!options_over && word[0] == '-' && word[1] != '\0') {
            return cli_fail("%s is not an option here; see caper %s --help", word, usage->verb);
        } else {
            argv[kept++] = word;
        }
    }
    *argc = kept;
    return check_all(usage, kept, argv, seen);
}

// --- values --------------------------------------------------------------------------------------

int cli_numbers(const char *text, char separator, double *out, int most)
{
    for (int count = 0; count < most; text++) {
        size_t used = 0;
        text += strspn(text, " ");
        if (!caper_parse_double(text, strlen(text), &used, &out[count]) ||
            !(fabs(out[count]) <= 1e9)) {
            return -1;
        }
        count++;
        text += used;
        if (*text == 0) {
            return count;
        }
        if (*text != separator) {
            return -1;
        }
    }
    return -1;
}

bool cli_place(const char *text, caper_root *root, caper_error *error)
{
    double at[3] = {0, 0, 0};
    if (text && cli_numbers(text, ',', at, 3) < 2) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "--at", 0, 0,
                               "'%s' is not X,Z or X,Z,YAW (metres, degrees)", text);
    }
    *root = (caper_root){(float)at[0], 0, (float)at[1], (float)at[2] * CAPER_DEGREE};
    return true;
}

int cli_shard(const char *text, int *shard, int *count)
{
    double v[2] = {1, 1};
    bool good = (!text || cli_numbers(text, '/', v, 2) == 2) && v[0] >= 1 && v[0] <= v[1] &&
                v[0] == floor(v[0]) && v[1] == floor(v[1]);
    if (!good) {
        return cli_fail("--shard is I/N, as in 2/4, found '%s'", text);
    }
    *shard = (int)v[0] - 1;
    *count = (int)v[1];
    return CLI_GOOD;
}
