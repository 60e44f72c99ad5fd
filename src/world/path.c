// SPDX-License-Identifier: MIT
//
// Paths over the ground as text: x and z of a point on each line, '#' begins a comment.
#include "world/world.h"

#include <math.h>
#include <string.h>

// Farther than this, metres, no way leads.
#define FARTHEST 1e6f
// Bytes of a file of points: more than a hundred for each that anybody takes.
#define MOST_BYTES ((size_t)1 << 20)

static bool fail(const caper_scanner *s)
{
    return caper_scanner_fail(s, CAPER_ERROR_SYNTAX,
                              "expected two numbers: x and z of a point, in metres");
}

// A number on this line, up to a blank, a comment or the line's end.
static bool read_number(caper_scanner *s, float *value)
{
    caper_scanner_skip_blanks(s);
    double number = 0;
    size_t used = 0, left = s->size - s->position;
    if (!caper_parse_double(s->text + s->position, left, &used, &number) ||
        !(fabs(number) <= (double)FARTHEST) ||
        (used < left && !strchr(" \t\r\n#", s->text[s->position + used])) ||
        (used < left && s->text[s->position + used] == 0)) {
        return fail(s);
    }
    s->position += used;
    *value = (float)number;
    return true;
}

// Past blanks, empty lines and comments. False at the end.
static bool find_point(caper_scanner *s)
{
    caper_scanner_skip_spaces(s);
    while (caper_scanner_peek(s) == '#') {
        caper_scanner_skip_line(s);
        caper_scanner_skip_spaces(s);
    }
    return !caper_scanner_at_end(s);
}

static bool read_point(caper_scanner *s, caper_vec3 *point)
{
    float x, z;
    if (!read_number(s, &x) || !read_number(s, &z)) {
        return false;
    }
    *point = caper_vec3_make(x, 0, z);
    caper_scanner_skip_blanks(s);
    int next = caper_scanner_peek(s);
    return next < 0 || next == '\r' || next == '\n' || next == '#' || fail(s);
}

int caperi_path_parse(const char *text, size_t size, const char *source, caper_vec3 *points,
                      int capacity, caper_error *error)
{
    caper_scanner s = caper_scanner_make(text, size, source, error);
    int count = 0;
    for (; find_point(&s); count++) {
        if (count == capacity) {
            caper_scanner_fail(&s, CAPER_ERROR_LIMIT, "more than %d points", capacity);
            return -1;
        }
        if (!read_point(&s, &points[count])) {
            return -1;
        }
    }
    if (count == 0) {
        caper_error_set(error, CAPER_ERROR_SYNTAX, source, 0, 0,
                        "holds no points; expected x and z on each line");
        return -1;
    }
    return count;
}

int caper_path_load(const char *path, caper_vec3 *points, int capacity, caper_error *error)
{
    size_t size = 0;
    char *text = caper_file_read(path, MOST_BYTES, NULL, &size, error);
    int count = text ? caperi_path_parse(text, size, path, points, capacity, error) : -1;
    caper_free(NULL, text, size + 1);
    return count;
}
