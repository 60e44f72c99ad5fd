// SPDX-License-Identifier: MIT
//
// What people ask of a walk, in words: how fast, where to, and in which styles.
#include "caper/gait.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_LETTERS 200 // of a style's name

bool caper_speed_parse(const char *text, float *value, bool *froude)
{
    double number = 0;
    size_t used = 0;
    bool good = caper_parse_double(text, strlen(text), &used, &number) && number >= 0;
    *froude = good && strcmp(text + used, "Fr") == 0;
    *value = (float)number;
    return good && (*froude || text[used] == 0);
}

bool caper_route_read(caper_route *route, const char *text, caper_vec3 *points, int capacity,
                      caper_error *error)
{
    for (int i = 0; i < CAPER_ROUTE_POINTS; i++) {
        if (strcmp(text, caper_route_shape_name((caper_route_shape)i)) == 0) {
            route->shape = (caper_route_shape)i;
            return true;
        }
    }
    caper_error trouble = {0};
    int count = caper_path_load(text, points, capacity, &trouble);
    if (count < 0 && trouble.status == CAPER_ERROR_IO) {
        return caper_error_set(error, CAPER_ERROR_IO, text, 0, 0,
                               "cannot be opened; expected a file of points, or straight, circle, "
                               "curve or random");
    }
    if (count <= 0) {
        if (error) {
            *error = trouble;
        }
        return false;
    }
    route->shape = CAPER_ROUTE_POINTS;
    route->points = points;
    route->point_count = count;
    return true;
}

// "limp", "limp:0.5" (half of it), "limp@2" (for the second group of legs), or both: the name's
// length, 0 where it is none of these.
static size_t read_layer(const char *text, size_t size, caper_gait_layer *layer)
{
    double weight = 1, group = 1;
    size_t name = strcspn(text, ":@,");
    bool good = name > 0 && name < MOST_LETTERS;
    for (const char *at = text + name; at < text + size && good;) {
        size_t used = 0;
        double *value = *at++ == ':' ? &weight : &group;
        good = caper_parse_double(at, (size_t)(text + size - at), &used, value) &&
               (at + used == text + size || strchr(":@", at[used]));
        at += used;
    }
    good = good && weight >= 0 && weight <= 1 && group == floor(group) && group >= 1 &&
           group <= CAPER_GAIT_MAX_GROUPS;
    layer->weight = (float)weight;
    layer->group = good ? (int)group - 1 : 0;
    return good ? name : 0;
}

bool caper_gait_styles_load(caper_gait_styles *styles, const char *text, caper_style_finder *find,
                            void *user, caper_error *error)
{
    styles->count = 0;
    for (const char *next = text; next;) {
        size_t size = strcspn(next, ",");
        char name[MOST_LETTERS], path[1024];
        if (styles->count == CAPER_GAIT_MAX_LAYERS) {
            return caper_error_set(error, CAPER_ERROR_LIMIT, "style", 0, 0,
                                   "more than %d styles on top of each other",
                                   CAPER_GAIT_MAX_LAYERS);
        }
        caper_gait_layer *layer = &styles->layers[styles->count];
        caper_gait_style *style = &styles->styles[styles->count];
        size_t letters = read_layer(next, size, layer);
        if (letters == 0) {
            return caper_error_set(error, CAPER_ERROR_INVALID, "style", 0, 0,
                                   "'%.*s': expected NAME, NAME:WEIGHT with a weight of 0 to 1, or "
                                   "NAME@GROUP with a group from 1",
                                   (int)size, next);
        }
        snprintf(name, sizeof name, "%.*s", (int)letters, next);
        snprintf(path, sizeof path, "%s", name);
        if ((find && !find(user, name, path, sizeof path, error)) ||
            !caper_gait_style_load(path, NULL, style, error)) {
            return false;
        }
        layer->style = style;
        styles->count++;
        next = next[size] ? next + size + 1 : NULL;
    }
    return true;
}
