// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
// What the user sees while waiting, and how JSON leaves.
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct bar_state {
    int last;
    double start, told; // seconds
} bar_state;

static bool report_progress(void *user, double fraction, const char *what)
{
    bar_state *bar = user;
    if (caper_clock_now() - bar->start < 1.0 || (bar->last < 0 && fraction >= 1.0)) {
        return true; // over before anyone wonders
    }
    int percent = (int)(fraction * 100.0);
    bool terminal = isatty(STDERR_FILENO) != 0;
    int step = terminal ? percent : percent / 10;
    double now = caper_clock_now();
    // a sign of life each second, and in the files of long runs each ten
    double pause = terminal || now - bar->start < 10 ? 1 : 10;
    if (step == bar->last && now - bar->told < pause) {
        return true;
    }
    bar->last = step;
    bar->told = now;
    if (!terminal) {
        fprintf(stderr, "caper %s: %d%% %s\n", cli_verb_now(), percent, what);
        return true;
    }
    char cells[31];
    for (int i = 0; i < 30; i++) {
        cells[i] = i < percent * 30 / 100 ? '#' : '.';
    }
    cells[30] = '\0';
    fprintf(stderr, "\r[%s] %3d%% %-30.30s%s", cells, percent, what,
            fraction >= 1.0 ? "\r\033[K" : "");
    fflush(stderr);
    return true;
}

// Bytes (1 to 4) at the start of text that may be printed together; 0: the first may not.
static size_t plain_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) {
        return (s[0] >= 0x20 && s[0] != 0x7F) || s[0] == '\n' || s[0] == '\t';
    }
    size_t length = s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    if (s[0] < 0xC2 || s[0] > 0xF4 || (s[0] == 0xC2 && s[1] < 0xA0)) {
        return 0; // the second half of the control characters is U+0080 to U+009F
    }
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

int cli_print_va(FILE *out, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    char small[512], *text = small;
    int size = vsnprintf(small, sizeof(small), format, args);
    if (size >= (int)sizeof(small)) {
        text = malloc((size_t)size + 1);
        size = text ? vsnprintf(text, (size_t)size + 1, format, again) : -1;
    }
    va_end(again);
    for (int i = 0; i < size;) {
        size_t length = plain_length(text + i);
        if (length > 0) {
            fwrite(text + i, 1, length, out);
        } else {
            fprintf(out, "\\x%02x", (unsigned char)text[i]);
        }
        i += length > 0 ? (int)length : 1;
    }
    if (text != small) {
        free(text);
    }
    return size;
}

int cli_print(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = cli_print_va(out, format, args);
    va_end(args);
    return size;
}

void cli_wrote(const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_print(stderr, "wrote %s: ", path);
    cli_print_va(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

const caper_progress *cli_progress(void)
{
    static bar_state bar; // nobody looks at two
    static const caper_progress progress = {report_progress, &bar};
    bar = (bar_state){-1, caper_clock_now(), caper_clock_now()};
    return &progress;
}

caper_json_writer cli_json(void)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    return writer;
}

caper_json_writer cli_json_object(void)
{
    caper_json_writer writer = cli_json();
    caper_json_begin_object(&writer);
    return writer;
}

bool cli_print_json(caper_json_writer *writer, caper_error *error)
{
    size_t size = 0;
    if (writer->depth == 1) {
        caper_json_end_object(writer);
    }
    const char *text = caper_json_writer_finish(writer, &size, error);
    bool good = text && (fwrite(text, 1, size, stdout) == size ||
                         caper_error_set(error, CAPER_ERROR_IO, NULL, 0, 0,
                                         "could not write to standard output"));
    caper_json_writer_free(writer);
    return good;
}

caper_text cli_text(void)
{
    caper_text text;
    caper_text_init(&text, NULL);
    return text;
}

bool cli_has_answer(const caper_json_writer *writer, const caper_text *text, caper_error *error)
{
    return (!text->failed && (!writer || writer->status == CAPER_OK)) ||
           caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the answer");
}

bool cli_answered(bool good, bool json, caper_json_writer *writer, caper_text *text,
                  caper_error *error)
{
    good = good && cli_has_answer(writer, text, error);
    if (good && json) {
        good = cli_print_json(writer, error);
    } else if (good) {
        printf("%s", text->data ? text->data : "");
    }
    if (writer) {
        caper_json_writer_free(writer);
    }
    caper_text_free(text);
    return good;
}

int cli_answer(bool good, bool json, caper_json_writer *writer, caper_text *text,
               caper_error *error)
{
    return cli_answered(good, json, writer, text, error) ? CLI_GOOD : cli_error(error);
}
