// SPDX-License-Identifier: MIT
//
// Specifiers to rows of a problem: one per frame that it speaks of, component of a vector, and
// bound that is not a constant. Parts of the objective are split at their additions, so that the
// second derivatives of a long sum stay as sparse as those of its terms.
#include "spacetime/lower.h"

#include <math.h>
#include <string.h>

// -- Rings of definitions -------------------------------------------------------------------------

typedef struct ring_search {
    const caperi_definition *definitions;
    int count;
    unsigned char *state; // 0 new, 1 being looked at, 2 good
    caper_error *error;
} ring_search;

static int last_named(const ring_search *s, caper_slice name)
{
    for (int i = s->count - 1; i >= 0; i--) {
        caper_slice d = s->definitions[i].name;
        if (d.size == name.size && memcmp(d.data, name.data, name.size) == 0) {
            return i;
        }
    }
    return -1;
}

static bool visit(ring_search *s, int index);

static bool visit_names(ring_search *s, const caperi_definition *of,
                        const caperi_expression_node *node)
{
    for (; node; node = node->next) {
        int index = node->kind == CAPERI_NODE_NAME ? last_named(s, node->name) : -1;
        if (index >= 0 && s->state[index] == 1) {
            return caper_error_set(s->error, CAPER_ERROR_INVALID, of->place.source, of->place.line,
                                   node->column, "'%.*s' is defined by itself",
                                   (int)(node->name.size < 60 ? node->name.size : 60),
                                   node->name.data);
        }
        if ((index >= 0 && !visit(s, index)) || !visit_names(s, of, node->a) ||
            !visit_names(s, of, node->b)) {
            return false;
        }
    }
    return true;
}

static bool visit(ring_search *s, int index)
{
    if (s->state[index] == 2) {
        return true;
    }
    s->state[index] = 1;
    bool good = visit_names(s, &s->definitions[index], s->definitions[index].value);
    s->state[index] = 2;
    return good;
}

bool caperi_check_definitions(const caperi_definition *definitions, int count, caper_error *error)
{
    unsigned char state[CAPERI_DEFINITIONS_MAX] = {0};
    ring_search s = {definitions, count, state, error};
    if (count > CAPERI_DEFINITIONS_MAX) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, definitions[0].place.source,
                               definitions[0].place.line, definitions[0].place.column,
                               "more than %d definitions", CAPERI_DEFINITIONS_MAX);
    }
    for (int i = 0; i < count; i++) {
        if (!visit(&s, i)) {
            return false;
        }
    }
    return true;
}

// -- Rows
// -------------------------------------------------------------------------------------------

typedef struct rows {
    const caperi_lower_job *job;
    caperi_lowering L;
    caper_error *error;
    int frame_count; // that it speaks of
} rows;

static bool fail_memory(rows *r)
{
    return caper_error_set(r->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a specifier");
}

// A row without leaves holds or does not, whatever the motion.
static bool check_constant(rows *r, double value, double lower, double upper)
{
    double slack = 1e-9 * (1 + fabs(value));
    if (value >= lower - slack && value <= upper + slack) {
        return true;
    }
    caperi_lower_fail(&r->L, r->job->specifier->middle, CAPER_ERROR_INVALID,
                      "no motion can do this: it comes to %g <= %g <= %g", lower, value, upper);
    return false;
}

static bool emit_one(rows *r, int ref, double lower, double upper, double weight)
{
    double value;
    if (r->L.ops.failed) {
        caperi_lower_fail(&r->L, r->job->specifier->middle, CAPER_ERROR_LIMIT,
                          "the specifier comes to more than %d operations", CAPERI_OPS_MAX);
        return false;
    }
    if (caperi_ops_is_constant(&r->L.ops, ref, &value)) {
        return weight != 0 || check_constant(r, value, lower, upper);
    }
    caperi_row row = {.lower = lower,
                      .upper = upper,
                      .weight = weight,
                      .specifier = r->job->number,
                      .frame = r->L.uses_frame ? r->L.frame : -1};
    if (!caperi_ops_function(&r->L.ops, ref, r->job->arena, &row.function)) {
        return fail_memory(r);
    }
    return r->job->add(r->job->user, &row) || fail_memory(r);
}

static bool emit(rows *r, caperi_value v, const double *lower, const double *upper)
{
    for (int i = 0; i < v.width; i++) {
        if (!emit_one(r, v.ref[i], lower ? lower[i] : -(double)INFINITY,
                      upper ? upper[i] : (double)INFINITY, 0)) {
            return false;
        }
    }
    return v.width > 0;
}

static bool all_constant(const rows *r, caperi_value v, double out[3])
{
    for (int i = 0; i < v.width; i++) {
        if (!caperi_ops_is_constant(&r->L.ops, v.ref[i], &out[i])) {
            return false;
        }
    }
    for (int i = v.width; i < 3; i++) {
        out[i] = out[0];
    }
    return v.width > 0;
}

// middle against one bound: side > 0: <=, side < 0: >=, 0: both.
static bool emit_bound(rows *r, caperi_value middle, caperi_value bound, int side)
{
    static const double zero[3];
    double c[3];
    if (all_constant(r, bound, c)) {
        return emit(r, middle, side <= 0 ? c : NULL, side >= 0 ? c : NULL);
    }
    caperi_value difference = caperi_lower_each(&r->L, CAPERI_OP_SUBTRACT, middle, bound);
    return emit(r, difference, side <= 0 ? zero : NULL, side >= 0 ? zero : NULL);
}

static bool widths_fit(rows *r, caperi_value middle, caperi_value bound,
                       const caperi_expression_node *at)
{
    if (middle.width == bound.width || bound.width == 0 || middle.width == 0) {
        return bound.width > 0 && middle.width > 0;
    }
    caperi_lower_fail(&r->L, at, CAPER_ERROR_INVALID, "a number and a vector cannot be compared");
    return false;
}

static bool lower_require(rows *r)
{
    const caperi_specifier *s = r->job->specifier;
    double low[3], high[3];
    caperi_value middle = caperi_lower_value(&r->L, s->middle), lower = {0}, upper = {0};
    if (middle.width == 0) {
        return false;
    }
    if (s->lower) {
        lower = caperi_lower_value(&r->L, s->lower);
        if (!widths_fit(r, middle, lower, s->lower)) {
            return false;
        }
    }
    if (s->upper && s->upper != s->lower) {
        upper = caperi_lower_value(&r->L, s->upper);
        if (!widths_fit(r, middle, upper, s->upper)) {
            return false;
        }
    }
    if (s->upper == s->lower) {
        return emit_bound(r, middle, lower, 0);
    }
    if (lower.width && upper.width && all_constant(r, lower, low) && all_constant(r, upper, high)) {
        return emit(r, middle, low, high);
    }
    return (!lower.width || emit_bound(r, middle, lower, -1)) &&
           (!upper.width || emit_bound(r, middle, upper, 1));
}

// A factor of an instruction that is a constant, and what it multiplies.
static bool take_factor(const rows *r, int *ref, double *weight)
{
    const caperi_op *o = &r->L.ops.ops[*ref];
    double c;
    if (o->kind == CAPERI_OP_MULTIPLY && caperi_ops_is_constant(&r->L.ops, o->a, &c)) {
        *ref = o->b;
        *weight *= c;
    } else if (o->kind == CAPERI_OP_MULTIPLY && caperi_ops_is_constant(&r->L.ops, o->b, &c)) {
        *ref = o->a;
        *weight *= c;
    } else if (o->kind == CAPERI_OP_DIVIDE && caperi_ops_is_constant(&r->L.ops, o->b, &c)) {
        *ref = o->a;
        *weight /= c;
    } else {
        return false;
    }
    return true;
}

// Terms of a sum, each with what it is multiplied by. Sums over frames lean to the left: that side
// is a loop, for the stack's sake.
static bool emit_terms(rows *r, int ref, double weight)
{
    while (!r->L.ops.failed) {
        const caperi_op o = r->L.ops.ops[ref];
        if (o.kind == CAPERI_OP_ADD || o.kind == CAPERI_OP_SUBTRACT) {
            if (!emit_terms(r, o.b, o.kind == CAPERI_OP_ADD ? weight : -weight)) {
                return false;
            }
            ref = o.a;
        } else if (!take_factor(r, &ref, &weight)) {
            break;
        }
    }
    return weight == 0 || emit_one(r, ref, -(double)INFINITY, (double)INFINITY, weight);
}

static bool lower_minimize(rows *r)
{
    const caperi_specifier *s = r->job->specifier;
    caperi_value v = caperi_lower_value(&r->L, s->middle);
    if (v.width == 3) {
        caperi_lower_fail(&r->L, s->middle, CAPER_ERROR_INVALID,
                          "a vector cannot be minimized; dot(v, v) is its square");
        return false;
    }
    double c;
    if (v.width && caperi_ops_is_constant(&r->L.ops, v.ref[0], &c)) {
        caperi_lower_fail(&r->L, s->middle, CAPER_ERROR_INVALID,
                          "nothing of the motion is in what should be minimized");
        return false;
    }
    return v.width && emit_terms(r, v.ref[0], s->weight / (r->L.uses_frame ? r->frame_count : 1));
}

// -- Regions
// ------------------------------------------------------------------------------------------

typedef struct region_kind {
    const char *name;
    int argument_count;
    const char *arguments;
} region_kind;

enum {
    REGION_BOX,
    REGION_SPHERE,
    REGION_ELLIPSOID,
    REGION_CYLINDER
};
static const region_kind regions[] = {
    {"box", 6, "x, y, z of one corner and of the opposite one"},
    {"sphere", 4, "x, y, z of the center and the radius"},
    {"ellipsoid", 6, "x, y, z of the center and the three radii"},
    {"cylinder", 3, "x, z of the upright axis and the radius"},
};

// A box to stay out of is rounded: (|x/a|^8 + |y/b|^8 + |z/c|^8)^(1/8) = 1, as large as is needed
// to hold the corners: 3^(1/8) = 1.147 times the half extents. A sharp box has no second
// derivatives at its edges.
#define BOX_POWER 8
#define BOX_GROWTH 1.1472026904398771

static int op(rows *r, caperi_op_kind kind, int a, int b)
{
    return caperi_ops_add(&r->L.ops, kind, a, b, 0);
}

static int number(rows *r, double value)
{
    return caperi_ops_constant(&r->L.ops, value);
}

// ((p - center) / radius)^power
static int region_term(rows *r, int p, int center, int radius, double power)
{
    int offset = op(r, CAPERI_OP_SUBTRACT, p, center);
    return caperi_ops_add(&r->L.ops, CAPERI_OP_POWER, op(r, CAPERI_OP_DIVIDE, offset, radius), -1,
                          power);
}

static int rounded_box(rows *r, caperi_value p, const int *a)
{
    int sum = number(r, 1e-9); // the root has no derivative at 0, the center of the box
    for (int i = 0; i < 3; i++) {
        int center =
            op(r, CAPERI_OP_MULTIPLY, number(r, 0.5), op(r, CAPERI_OP_ADD, a[i], a[i + 3]));
        int half = op(r, CAPERI_OP_MULTIPLY, number(r, 0.5 * BOX_GROWTH),
                      op(r, CAPERI_OP_SUBTRACT, a[i + 3], a[i]));
        sum = op(r, CAPERI_OP_ADD, sum, region_term(r, p.ref[i], center, half, BOX_POWER));
    }
    return caperi_ops_add(&r->L.ops, CAPERI_OP_POWER, sum, -1, 1.0 / BOX_POWER);
}

// The value that is 1 on the border, less inside.
static int region_value(rows *r, int kind, caperi_value p, const int *a)
{
    int sum = number(r, 0);
    switch (kind) {
    case REGION_BOX:
        return rounded_box(r, p, a);
    case REGION_CYLINDER:
        sum = region_term(r, p.ref[0], a[0], a[2], 2);
        return op(r, CAPERI_OP_ADD, sum, region_term(r, p.ref[2], a[1], a[2], 2));
    default:
        for (int i = 0; i < 3; i++) {
            int radius = kind == REGION_SPHERE ? a[3] : a[3 + i];
            sum = op(r, CAPERI_OP_ADD, sum, region_term(r, p.ref[i], a[i], radius, 2));
        }
        return sum;
    }
}

static bool inside_box(rows *r, caperi_value p, const int *a)
{
    for (int i = 0; i < 3; i++) {
        caperi_value v = {1, {p.ref[i]}}, low = {1, {a[i]}}, high = {1, {a[i + 3]}};
        if (!emit_bound(r, v, low, -1) || !emit_bound(r, v, high, 1)) {
            return false;
        }
    }
    return true;
}

static int find_region(rows *r, const caperi_expression_node *node)
{
    int count = 0;
    for (const caperi_expression_node *n = node->b; n; n = n->next) {
        count++;
    }
    for (int i = 0; i < CAPER_COUNT_OF(regions); i++) {
        if (!caper_slice_equal(node->a->name, regions[i].name)) {
            continue;
        }
        if (count == regions[i].argument_count) {
            return i;
        }
        caperi_lower_fail(&r->L, node, CAPER_ERROR_INVALID, "%s takes %d numbers (%s), found %d",
                          regions[i].name, regions[i].argument_count, regions[i].arguments, count);
        return -1;
    }
    caperi_lower_fail(&r->L, node->a, CAPER_ERROR_INVALID,
                      "unknown region '%.*s', expected box, sphere, ellipsoid or cylinder",
                      (int)(node->a->name.size < 40 ? node->a->name.size : 40), node->a->name.data);
    return -1;
}

// Radii must be above zero, and the second corner of a box beyond the first: where they are known.
static bool region_makes_sense(rows *r, int kind, const int *a)
{
    double low, high;
    int first = kind == REGION_CYLINDER ? 2 : 3;
    for (int i = first; i < regions[kind].argument_count; i++) {
        bool known = caperi_ops_is_constant(&r->L.ops, a[i], &high);
        low = 0;
        if (kind == REGION_BOX) {
            known = known && caperi_ops_is_constant(&r->L.ops, a[i - 3], &low);
        }
        if (known && !(high > low)) {
            caperi_lower_fail(&r->L, r->job->specifier->region, CAPER_ERROR_INVALID,
                              kind == REGION_BOX ? "the second corner of a box lies beyond the "
                                                   "first on every axis"
                                                 : "a radius is above 0");
            return false;
        }
    }
    return true;
}

static bool lower_region(rows *r)
{
    const caperi_specifier *s = r->job->specifier;
    int kind = find_region(r, s->region), arguments[6], i = 0;
    caperi_value p = kind < 0 ? (caperi_value){0} : caperi_lower_value(&r->L, s->middle);
    if (p.width == 0) {
        return false;
    }
    if (p.width != 3) {
        caperi_lower_fail(&r->L, s->middle, CAPER_ERROR_INVALID,
                          "expected a body or a position before %s",
                          s->kind == CAPERI_SPECIFIER_INSIDE ? "inside" : "outside");
        return false;
    }
    for (const caperi_expression_node *n = s->region->b; n; n = n->next) {
        caperi_value v = caperi_lower_value(&r->L, n);
        if (v.width != 1) {
            return v.width == 0 ? false
                                : (caperi_lower_fail(&r->L, n, CAPER_ERROR_INVALID,
                                                     "expected a number, found a vector"),
                                   false);
        }
        arguments[i++] = v.ref[0];
    }
    if (!region_makes_sense(r, kind, arguments)) {
        return false;
    }
    if (kind == REGION_BOX && s->kind == CAPERI_SPECIFIER_INSIDE) {
        return inside_box(r, p, arguments);
    }
    caperi_value one = {1, {number(r, 1)}}, v = {1, {region_value(r, kind, p, arguments)}};
    return emit_bound(r, v, one, s->kind == CAPERI_SPECIFIER_INSIDE ? 1 : -1);
}

// -- Frames
// -------------------------------------------------------------------------------------------

static bool lower_once(rows *r)
{
    switch (r->job->specifier->kind) {
    case CAPERI_SPECIFIER_REQUIRE:
        return lower_require(r);
    case CAPERI_SPECIFIER_MINIMIZE:
        return lower_minimize(r);
    default:
        return lower_region(r);
    }
}

static bool find_range(rows *r, int *first, int *last)
{
    const caperi_specifier *s = r->job->specifier;
    *first = 0;
    *last = caperi_last_frame(r->job->scope);
    if (!s->first) {
        return true;
    }
    if (!caperi_lower_frame(&r->L, s->first, first) || !caperi_lower_frame(&r->L, s->last, last)) {
        return false;
    }
    if (*last < *first) {
        caperi_lower_fail(&r->L, s->first, CAPER_ERROR_INVALID, "the range %d..%d is empty", *first,
                          *last);
        return false;
    }
    return true;
}

// Frames at which the problem does not know a quantity (the acceleration at the ends of a motion)
// are passed over where nobody asked for them by number.
static bool lower_frames(rows *r, int first, int last)
{
    bool any = false;
    for (int frame = first; frame <= last; frame++) {
        caperi_lowering fresh = {.scope = r->L.scope, .place = r->L.place, .error = r->error};
        r->L = fresh;
        r->L.frame = frame;
        caperi_ops_init(&r->L.ops, NULL);
        bool good = lower_once(r), uses_frame = r->L.uses_frame;
        bool passable = r->L.lacks_leaf && !r->job->specifier->first && uses_frame;
        caperi_ops_free(&r->L.ops);
        if (!good && !(passable && (any || frame < last))) {
            return false;
        }
        any = any || good;
        if (good && !uses_frame) {
            return true;
        }
    }
    if (any && r->error) {
        memset(r->error, 0, sizeof *r->error);
    }
    return any;
}

bool caperi_lower(const caperi_lower_job *job, caper_error *error)
{
    caper_error own = {0};
    rows r = {.job = job, .error = error ? error : &own};
    int first = 0, last = 0;
    r.L = (caperi_lowering){
        .scope = job->scope, .place = job->specifier->place, .error = r.error, .frame = -1};
    caperi_ops_init(&r.L.ops, NULL);
    bool good = find_range(&r, &first, &last);
    caperi_ops_free(&r.L.ops);
    r.frame_count = last - first + 1;
    return good && lower_frames(&r, first, last);
}
