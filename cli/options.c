// SPDX-License-Identifier: MIT
// Options of the verbs: one table per verb gives the parsing and the help.
#include "cli.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_fail(const char *verb, const char *format, ...)
{
    fflush(stdout);
    fprintf(stderr, verb ? "caper %s: " : "caper%s: ", verb ? verb : "");
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_BAD;
}

int cli_error(const caper_error *error)
{
    char text[320];
    fflush(stdout);
    fprintf(stderr, "%s\n", caper_error_text(error, text, sizeof(text)));
    return CLI_BAD;
}

static void print_usage(const cli_usage *usage)
{
    printf("usage: caper %s %s\n\n%s\n", usage->verb, usage->arguments, usage->text);
    printf("\noptions:\n");
    for (int i = 0; i < usage->option_count; i++) {
        const cli_option *o = &usage->options[i];
        char left[64];
        snprintf(left, sizeof(left), "--%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-24s %s\n", left, o->help);
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

static bool set_option(const cli_option *option, const char *value)
{
    size_t used = 0;
    double number = 0;
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->out = true;
        return true;
    case CLI_TEXT:
        *(const char **)option->out = value;
        return true;
    case CLI_INT:
    case CLI_NUMBER:
        if (!caper_parse_double(value, strlen(value), &used, &number) || used != strlen(value)) {
            return false;
        }
        if (option->kind == CLI_NUMBER) {
            *(double *)option->out = number;
            return true;
        }
        if (number != floor(number) || fabs(number) > 2e9) {
            return false;
        }
        *(int *)option->out = (int)number;
        return true;
    }
    return false;
}

// One option at argv[*i]; steps *i over its value.
static int take_option(const cli_usage *usage, int argc, char **argv, int *i)
{
    const char *word = argv[*i] + 2;
    const char *equals = strchr(word, '=');
    size_t size = equals ? (size_t)(equals - word) : strlen(word);
    const cli_option *option = find_option(usage, word, size);
    if (!option) {
        return cli_fail(usage->verb, "--%.*s is not an option here; see caper %s --help", (int)size,
                        word, usage->verb);
    }
    const char *value = equals ? equals + 1 : NULL;
    if (option->kind == CLI_FLAG && value) {
        return cli_fail(usage->verb, "--%s takes no value", option->name);
    }
    if (option->kind != CLI_FLAG && !value) {
        if (*i + 1 >= argc) {
            return cli_fail(usage->verb, "--%s needs a value: %s", option->name, option->value);
        }
        value = argv[++*i];
    }
    if (!set_option(option, value)) {
        return cli_fail(usage->verb, "--%s takes %s, not '%s'", option->name,
                        option->kind == CLI_INT ? "a whole number" : "a number", value);
    }
    return CLI_GOOD;
}

int cli_parse(const cli_usage *usage, int *argc, char **argv)
{
    int kept = 0;
    bool options_over = false;
    for (int i = 0; i < *argc; i++) {
        char *word = argv[i];
        if (!options_over && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            print_usage(usage);
            return -1;
        }
        if (!options_over && strcmp(word, "--") == 0) {
            options_over = true;
        } else if (!options_over && strncmp(word, "--", 2) == 0) {
            int code = take_option(usage, *argc, argv, &i);
            if (code != CLI_GOOD) {
                return code;
            }
        } else if (!options_over && word[0] == '-' && word[1] != '\0') {
            return cli_fail(usage->verb, "%s is not an option here; see caper %s --help", word,
                            usage->verb);
        } else {
            argv[kept++] = word;
        }
    }
    *argc = kept;
    return CLI_GOOD;
}
