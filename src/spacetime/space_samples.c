// SPDX-License-Identifier: MIT
//
// The samples of a space: every combination of values (equation 3.12), without the excluded
// regions (Figure 3.8), and more of them where neighbours differ most.
#include "spacetime/space.h"

#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// -- Conditions -----------------------------------------------------------------------------------

typedef struct at_point {
    const caper_space *space;
    const caperi_space_point *point;
} at_point;

static int find_dimension(const caper_space *s, caper_slice name)
{
    for (int i = 0; i < s->dimension_count; i++) {
        if (caper_slice_equal(name, s->dimensions[i].name)) {
            return i;
        }
    }
    return -1;
}

static double number_at(const caper_space *s, const caperi_space_point *p, int dimension)
{
    int value = p->value[dimension];
    return value < 0 ? p->number[dimension] : s->dimensions[dimension].values[value].number;
}

static bool parameter(const void *user, caper_slice name, double *value)
{
    const at_point *at = user;
    int dimension = find_dimension(at->space, name);
    if (dimension < 0) {
        return false;
    }
    *value = number_at(at->space, at->point, dimension);
    return !isnan(*value);
}

static const char *each_parameter(const void *user, int index)
{
    const at_point *at = user;
    return index < at->space->dimension_count ? at->space->dimensions[index].name : NULL;
}

typedef enum truth {
    FALSE_,
    TRUE_,
    UNKNOWN
} truth; // UNKNOWN after an error

// "crouching = on": a dimension against the name of one of its values. -1: it is no such thing.
static int compare_name(const at_point *at, const caperi_expression_node *n,
                        caperi_text_place place, caper_error *error)
{
    bool equality = n->kind == CAPERI_NODE_EQUAL || n->kind == CAPERI_NODE_NOT_EQUAL;
    if (!equality || n->a->kind != CAPERI_NODE_NAME || n->b->kind != CAPERI_NODE_NAME) {
        return -1;
    }
    int dimension = find_dimension(at->space, n->a->name);
    if (dimension < 0 || find_dimension(at->space, n->b->name) >= 0) {
        return -1;
    }
    const caperi_dimension *d = &at->space->dimensions[dimension];
    for (int i = 0; i < d->value_count; i++) {
        if (caper_slice_equal(n->b->name, d->values[i].name)) {
            bool same = at->point->value[dimension] == i;
            return same == (n->kind == CAPERI_NODE_EQUAL) ? TRUE_ : FALSE_;
        }
    }
    caper_error_set(error, CAPER_ERROR_INVALID, place.source, place.line, n->b->column,
                    "'%.*s' is not a value of '%s'",
                    (int)(n->b->name.size < 40 ? n->b->name.size : 40), n->b->name.data, d->name);
    return UNKNOWN;
}

static truth compare(const at_point *at, const caperi_expression_node *n, caperi_text_place place,
                     caper_error *error)
{
    double a, b;
    int by_name = compare_name(at, n, place, error);
    if (by_name >= 0) {
        return (truth)by_name;
    }
    caperi_scope scope = {.user = at, .number = parameter, .each = each_parameter};
    if (!caperi_evaluate_constant(n->a, &scope, place, &a, error) ||
        !caperi_evaluate_constant(n->b, &scope, place, &b, error)) {
        return UNKNOWN;
    }
    switch (n->kind) {
    case CAPERI_NODE_EQUAL:
        return a == b ? TRUE_ : FALSE_;
    case CAPERI_NODE_NOT_EQUAL:
        return a != b ? TRUE_ : FALSE_;
    case CAPERI_NODE_LESS:
        return a < b ? TRUE_ : FALSE_;
    case CAPERI_NODE_LESS_EQUAL:
        return a <= b ? TRUE_ : FALSE_;
    case CAPERI_NODE_GREATER:
        return a > b ? TRUE_ : FALSE_;
    default:
        return a >= b ? TRUE_ : FALSE_;
    }
}

// Both sides of and, or are looked at, so that a mistake is found whatever the first says.
static truth evaluate(const at_point *at, const caperi_expression_node *n, caperi_text_place place,
                      caper_error *error)
{
    if (n->kind == CAPERI_NODE_NOT) {
        truth a = evaluate(at, n->a, place, error);
        return a == UNKNOWN ? a : a == TRUE_ ? FALSE_ : TRUE_;
    }
    if (n->kind != CAPERI_NODE_AND && n->kind != CAPERI_NODE_OR) {
        return compare(at, n, place, error);
    }
    truth a = evaluate(at, n->a, place, error);
    truth b = a == UNKNOWN ? a : evaluate(at, n->b, place, error);
    if (b == UNKNOWN) {
        return UNKNOWN;
    }
    bool both = a == TRUE_ && b == TRUE_, either = a == TRUE_ || b == TRUE_;
    return (n->kind == CAPERI_NODE_AND ? both : either) ? TRUE_ : FALSE_;
}

bool caperi_space_excludes(const caper_space *space, const caperi_space_point *point,
                           bool *excluded, caper_error *error)
{
    at_point at = {space, point};
    *excluded = false;
    for (int i = 0; i < space->excluded_count; i++) {
        truth t = evaluate(&at, space->excluded[i], space->excluded_places[i], error);
        if (t == UNKNOWN) {
            return false;
        }
        *excluded = *excluded || t == TRUE_;
    }
    return true;
}

// -- Samples --------------------------------------------------------------------------------------

static bool same_point(const caper_space *s, const caperi_space_point *a,
                       const caperi_space_point *b)
{
    for (int i = 0; i < s->dimension_count; i++) {
        if (a->value[i] != b->value[i] || (a->value[i] < 0 && a->number[i] != b->number[i])) {
            return false;
        }
    }
    return true;
}

static bool grow(caper_space *s)
{
    if (s->sample_count < s->sample_capacity) {
        return true;
    }
    int wanted = s->sample_capacity ? 2 * s->sample_capacity : 64;
    caperi_space_point *bigger = caper_alloc(&s->allocator, (size_t)wanted * sizeof *bigger, 16);
    if (!bigger) {
        return false;
    }
    if (s->samples) {
        memcpy(bigger, s->samples, (size_t)s->sample_count * sizeof *bigger);
        caper_free(&s->allocator, s->samples, (size_t)s->sample_capacity * sizeof *bigger);
    }
    s->samples = bigger;
    s->sample_capacity = wanted;
    return true;
}

bool caperi_space_append(caper_space *s, const caperi_space_point *point)
{
    for (int i = s->grid_count; !s->drawn && i < s->sample_count; i++) { // chance may repeat itself
        if (same_point(s, &s->samples[i], point)) {
            return true;
        }
    }
    if (s->sample_count >= CAPERI_SPACE_SAMPLES || !grow(s)) {
        return false;
    }
    s->samples[s->sample_count++] = *point;
    return true;
}

static bool append_grid(caper_space *s, const caperi_space_point *point)
{
    if (!grow(s)) {
        return false;
    }
    s->samples[s->sample_count++] = *point;
    s->grid_count++;
    return true;
}

// The next combination, the last dimension fastest; false after the last one.
static bool next_combination(const caper_space *s, caperi_space_point *p)
{
    for (int i = s->dimension_count - 1; i >= 0; i--) {
        if (++p->value[i] < s->dimensions[i].value_count) {
            return true;
        }
        p->value[i] = 0;
    }
    return false;
}

bool caperi_space_enumerate(caper_space *s, caper_error *error)
{
    double count = 1;
    for (int i = 0; i < s->dimension_count; i++) {
        count *= s->dimensions[i].value_count;
    }
    if (count > CAPERI_SPACE_SAMPLES) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, s->json.source, 0, 0,
                               "%.0f samples are more than %d", count, CAPERI_SPACE_SAMPLES);
    }
    s->factorial_count = (int)count;
    caperi_space_point p = {{0}, {0}};
    do {
        bool excluded;
        CAPER_PASS(caperi_space_excludes(s, &p, &excluded, error));
        CAPER_TRY(excluded || s->drawn || append_grid(s, &p), error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                  "no memory for %d samples", s->factorial_count);
    } while (next_combination(s, &p));
    return true;
}

static size_t append_text(char *out, size_t size, size_t used, const char *text)
{
    int n = used < size ? snprintf(out + used, size - used, "%s", text) : 0;
    return used + (n > 0 ? (size_t)n : 0);
}

void caperi_space_point_name(const caper_space *s, const caperi_space_point *p, char *out,
                             size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < s->dimension_count; i++) {
        const caperi_dimension *d = &s->dimensions[i];
        char number[32];
        bool numeric = p->value[i] < 0 ||
                       !(d->values[p->value[i]].named || isnan(d->values[p->value[i]].number));
        if (d->value_count == 1 && p->value[i] == 0) {
            continue;
        }
        caper_format_double(p->number[i], number);
        used = used ? append_text(out, size, used, "_") : used;
        used = numeric ? append_text(out, size, used, d->name) : used;
        used = append_text(out, size, used, p->value[i] < 0 ? number : d->values[p->value[i]].name);
    }
    if (!used) {
        snprintf(out, size, "%s", s->name);
    }
}

// Where a coordinate lies on the grid, in steps; between values in proportion.
static double grid_position(const caper_space *s, const caperi_space_point *p, int dimension)
{
    const caperi_dimension *d = &s->dimensions[dimension];
    if (p->value[dimension] >= 0) {
        return p->value[dimension];
    }
    double x = p->number[dimension];
    for (int i = 0; i + 1 < d->value_count; i++) {
        double low = d->values[i].number, high = d->values[i + 1].number;
        if (x <= high || i + 2 == d->value_count) {
            return i + (x - low) / (high - low);
        }
    }
    return 0;
}

double caperi_space_distance(const caper_space *s, int a, int b)
{
    double sum = 0;
    for (int i = 0; i < s->dimension_count; i++) {
        double steps =
            fabs(grid_position(s, &s->samples[a], i) - grid_position(s, &s->samples[b], i));
        sum += s->dimensions[i].continuous ? steps : steps > 0 ? CAPERI_SPACE_FAR : 0;
    }
    return sum;
}

// -- Public ---------------------------------------------------------------------------------------

const char *caper_space_name(const caper_space *space)
{
    return space->name;
}

int caper_space_factorial_count(const caper_space *space)
{
    return space->factorial_count;
}

int caper_space_sample_count(const caper_space *space)
{
    return space->sample_count;
}

bool caper_space_sample_name(const caper_space *space, int sample, char *out, size_t size)
{
    if (sample < 0 || sample >= space->sample_count || size == 0) {
        return false;
    }
    caperi_space_point_name(space, &space->samples[sample], out, size);
    return true;
}

int caper_space_dimension_count(const caper_space *space)
{
    return space->dimension_count;
}

const char *caper_space_dimension_name(const caper_space *space, int dimension)
{
    bool inside = dimension >= 0 && dimension < space->dimension_count;
    return inside ? space->dimensions[dimension].name : NULL;
}

const char *caper_space_sample_value(const caper_space *space, int sample, int dimension)
{
    if (sample < 0 || sample >= space->sample_count || dimension < 0 ||
        dimension >= space->dimension_count) {
        return NULL;
    }
    int value = space->samples[sample].value[dimension];
    const caperi_space_value *v = value < 0 ? NULL : &space->dimensions[dimension].values[value];
    return v && (v->named || isnan(v->number)) ? v->name : NULL;
}

double caper_space_sample_number(const caper_space *space, int sample, const char *dimension)
{
    int d = find_dimension(space, (caper_slice){dimension, strlen(dimension)});
    if (sample < 0 || sample >= space->sample_count || d < 0) {
        return (double)NAN;
    }
    return number_at(space, &space->samples[sample], d);
}

// -- Resampling -----------------------------------------------------------------------------------

// The dimension in which two samples are neighbours: continuous, nothing between them, equal in all
// others; -1.
static int neighbors_in(const caper_space *s, int a, int b)
{
    int found = -1;
    for (int i = 0; i < s->dimension_count; i++) {
        double x = grid_position(s, &s->samples[a], i), y = grid_position(s, &s->samples[b], i);
        if (x == y) {
            continue;
        }
        if (found >= 0 || !s->dimensions[i].continuous || y < x || y - x > 1) {
            return -1;
        }
        found = i;
    }
    return found;
}

// Is there a sample between two neighbours?
static bool is_split(const caper_space *s, int a, int b, int dimension)
{
    double low = grid_position(s, &s->samples[a], dimension);
    double high = grid_position(s, &s->samples[b], dimension);
    for (int k = 0; k < s->sample_count; k++) {
        double at = grid_position(s, &s->samples[k], dimension);
        bool same = true;
        for (int i = 0; same && i < s->dimension_count; i++) {
            same = i == dimension ||
                   grid_position(s, &s->samples[k], i) == grid_position(s, &s->samples[a], i);
        }
        if (same && at > low && at < high) {
            return true;
        }
    }
    return false;
}

// The pair that differs most and can be split.
static bool worst_pair(const caper_space *s, int count, caper_space_difference *difference,
                       void *user, int *a, int *b, int *dimension)
{
    double worst = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            int d = i == k ? -1 : neighbors_in(s, i, k);
            double x = d < 0 || is_split(s, i, k, d) ? -1 : difference(user, i, k);
            if (x > worst) {
                worst = x;
                *a = i;
                *b = k;
                *dimension = d;
            }
        }
    }
    return worst > 0;
}

int caper_space_refine(caper_space *s, int count, caper_space_difference *difference, void *user)
{
    int before = s->sample_count, a = 0, b = 0, d = 0;
    for (int i = 0; i < count; i++) {
        if (!worst_pair(s, before, difference, user, &a, &b, &d)) {
            break;
        }
        caperi_space_point p = s->samples[a];
        bool excluded;
        p.value[d] = -1;
        p.number[d] = 0.5 * (number_at(s, &s->samples[a], d) + number_at(s, &s->samples[b], d));
        if (!caperi_space_excludes(s, &p, &excluded, NULL) || excluded ||
            !caperi_space_append(s, &p)) {
            break;
        }
    }
    return s->sample_count - before;
}

// Tries for each sample until it lies outside of what is excluded and differs from all before it.
#define MOST_TRIES 1000

// Digits that a thousandth of the range shows in, so that names of samples stay short.
static double place_between(double low, double high, double at)
{
    double digits = pow(10, ceil(3 - log10(high - low)));
    return fmin(fmax(round((low + at * (high - low)) * digits) / digits, low), high);
}

static bool is_among(const caper_space *s, const caperi_space_point *p,
                     const caperi_space_point *others, int count)
{
    for (int i = 0; i < count; i++) {
        int same = 0;
        while (same < s->dimension_count && others[i].value[same] == p->value[same] &&
               (p->value[same] >= 0 || others[i].number[same] == p->number[same])) {
            same++;
        }
        if (same == s->dimension_count) {
            return true;
        }
    }
    return false;
}

// The next one behind `count` others: files of a sample go by its name, so no two are alike.
static bool draw_one(const caper_space *s, caper_rng *rng, caperi_space_point *others, int count)
{
    caperi_space_point *p = &others[count];
    for (int try = 0; try < MOST_TRIES; try++) {
        bool excluded;
        for (int i = 0; i < s->dimension_count; i++) {
            const caperi_dimension *d = &s->dimensions[i];
            int last = d->value_count - 1;
            double at = caper_rng_double(rng);
            bool between = d->continuous && last > 0;
            p->value[i] = between ? -1 : (int)(at * d->value_count);
            double low = d->values[0].number, high = d->values[last].number;
            p->number[i] = between ? place_between(low, high, at) : d->values[p->value[i]].number;
        }
        if (!caperi_space_excludes(s, p, &excluded, NULL)) {
            return false;
        }
        if (!excluded && !is_among(s, p, others, count)) {
            return true;
        }
    }
    return false;
}

bool caper_space_draw(caper_space *s, int count, uint64_t seed)
{
    caper_rng rng = caper_rng_make(seed);
    if (count < 1 || count > CAPERI_SPACE_SAMPLES) {
        return false;
    }
    size_t size = (size_t)count * sizeof(caperi_space_point);
    caperi_space_point *drawn = caper_alloc_zero(&s->allocator, size, 16);
    bool good = drawn != NULL;
    for (int i = 0; good && i < count; i++) {
        good = draw_one(s, &rng, drawn, i);
    }
    if (good) {
        caper_free(&s->allocator, s->samples, (size_t)s->sample_capacity * sizeof *s->samples);
        s->samples = drawn;
        s->sample_count = s->sample_capacity = count;
        s->grid_count = 0;
        s->drawn = true;
    } else {
        caper_free(&s->allocator, drawn, size);
    }
    return good;
}
