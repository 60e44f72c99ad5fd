// SPDX-License-Identifier: MIT
// Which body of a clip is which of its source: "body=source body" lines, and # before remarks; what
// is not named is matched by name.
#include "caper/quality.h"

#include <string.h>

static const char *trim(char *text)
{
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    char *end = text + strlen(text);
    while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
        *--end = '\0';
    }
    return text;
}

bool caper_check_bodies_load(const char *path, const caper_skeleton *to, const caper_skeleton *from,
                             int16_t *bodies, caper_error *error)
{
    for (int i = 0; i < to->body_count; i++) {
        bodies[i] = (int16_t)caper_skeleton_find(from, to->names[i]);
    }
    size_t size = 0;
    char *text = caper_file_read(path, 1 << 20, NULL, &size, error);
    if (!text) {
        return false;
    }
    bool good = true;
    int number = 0;
    for (char *line = text; line && good; number++) {
        char *end = strpbrk(line, "\r\n");
        char *next = end ? end + (end[0] == '\r' && end[1] == '\n' ? 2 : 1) : NULL;
        if (end) {
            *end = '\0';
        }
        char *equals = line[0] == '#' ? NULL : strchr(line, '=');
        if (equals) {
            *equals = '\0';
            const char *left = trim(line), *right = trim(equals + 1);
            int body = caper_skeleton_find(to, left);
            int source = right[0] ? caper_skeleton_find(from, right) : -1;
            if (body < 0 || (source < 0 && right[0])) {
                good = caper_error_set(error, CAPER_ERROR_INVALID, path, number + 1, 1,
                                       "no body of the %s is named '%s'",
                                       body < 0 ? "clip" : "source", body < 0 ? left : right);
            } else {
                bodies[body] = (int16_t)source;
            }
        } else if (line[0] && line[0] != '#') {
            good = caper_error_set(error, CAPER_ERROR_SYNTAX, path, number + 1, 1,
                                   "found '%s', expected body=source body", line);
        }
        line = next;
    }
    caper_free(NULL, text, size + 1);
    return good;
}
