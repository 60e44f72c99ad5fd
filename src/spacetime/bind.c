// SPDX-License-Identifier: MIT
//
// Puts the specifiers of a sample into a problem: each row becomes an expression over the
// problem's quantities, scaled by what its quantities usually come to.
#include "spacetime/sample.h"

#include "base/try.h"

#include <math.h>
#include <stdio.h>

#define GRAVITY 9.81

// A function with scratch of its own, as the problem wants it. One solve at a time: not shared.
typedef struct bound {
    caperi_function function;
    double *scratch;
} bound;

typedef struct binder {
    caperi_sample *sample;
    caper_spacetime_builder *builder;
    caper_error *error;
    const caperi_specifier *specifier;
} binder;

static double evaluate(const void *data, const double *quantities, double *gradient,
                       double *hessian)
{
    const bound *b = data;
    return caperi_function_evaluate(&b->function, quantities, gradient, hessian, b->scratch);
}

// What a quantity usually comes to in a body of this size, so that rows of metres and of newtons
// weigh alike.
static double usual_size(const caperi_sample *s, const caperi_quantity_ref *q)
{
    double time = sqrt(s->leg / GRAVITY);
    switch (q->kind) {
    case CAPERI_POSITION:
    case CAPERI_CENTER_OF_MASS:
    case CAPERI_SOLE:
        return s->leg;
    case CAPERI_VELOCITY:
    case CAPERI_CENTER_VELOCITY:
        return s->leg / time;
    case CAPERI_ACCELERATION:
    case CAPERI_CENTER_ACCELERATION:
        return GRAVITY;
    case CAPERI_ANGULAR_VELOCITY:
    case CAPERI_JOINT_VELOCITY:
        return 1 / time;
    case CAPERI_TORQUE:
        return 0.1 * s->weight * s->leg; // a tenth of what holds the body up at arm's length
    case CAPERI_FORCE:
        return s->weight;
    case CAPERI_DURATION:
        return time;
    case CAPERI_TRAVEL:
        return q->component == 1 ? 1 : s->leg;
    default:
        return 1;
    }
}

// The change of the value when a quantity changes by its usual size: the largest of them.
static double unit_of(const binder *b, const bound *f)
{
    enum {
        MOST = 64
    };
    double at[MOST], gradient[MOST], unit = 0;
    int count = f->function.leaf_count;
    if (count > MOST) {
        count = MOST;
    }
    if (f->function.leaf_count <= MOST) {
        for (int i = 0; i < count; i++) {
            at[i] = usual_size(b->sample, &f->function.leaves[i]);
        }
        caperi_function_evaluate(&f->function, at, gradient, NULL, f->scratch);
        for (int i = 0; i < count; i++) {
            unit = fmax(unit, fabs(gradient[i]) * at[i]);
        }
    }
    return isfinite(unit) && unit > 1e-6 ? unit : 1;
}

static caperi_quantity *find_quantities(binder *b, const caperi_function *f)
{
    caperi_quantity *q =
        caper_arena_alloc_zero(&b->sample->arena, (size_t)f->leaf_count, sizeof *q, 16);
    for (int i = 0; q && i < f->leaf_count; i++) {
        if (!caperi_spacetime_quantity(b->builder, &f->leaves[i], &q[i], b->error)) {
            return NULL;
        }
    }
    return q;
}

static void name_row(const binder *b, const caperi_row *row, char *out, size_t size)
{
    caper_slice text = b->specifier->text;
    int shown = (int)(text.size < 60 ? text.size : 60);
    if (row->frame >= 0) {
        snprintf(out, size, "%.*s, frame %d", shown, text.data, row->frame);
    } else {
        snprintf(out, size, "%.*s", shown, text.data);
    }
}

static bool add_row(void *user, const caperi_row *row)
{
    binder *b = user;
    char name[96];
    bound *f = caper_arena_alloc_zero(&b->sample->arena, 1, sizeof *f, 16);
    int scratch = caperi_function_scratch(&row->function);
    if (!f) {
        return false;
    }
    f->function = row->function;
    f->scratch = caper_arena_alloc_zero(&b->sample->arena, (size_t)scratch, sizeof(double), 16);
    const caperi_quantity *q = f->scratch ? find_quantities(b, &f->function) : NULL;
    if (!q) {
        return false;
    }
    caperi_expression e = {f->function.leaf_count, evaluate, f};
    if (row->weight != 0) {
        return caperi_spacetime_minimize(b->builder, &e, q, row->weight, b->error);
    }
    name_row(b, row, name, sizeof name);
    return caperi_spacetime_constrain(b->builder, &e, q, row->lower, row->upper, unit_of(b, f),
                                      name, b->error);
}

static bool has_quantity(const void *user, const caperi_quantity_ref *leaf, caper_error *error)
{
    const caperi_sample *s = user;
    caperi_quantity unused;
    return caperi_spacetime_quantity(s->builder, leaf, &unused, error);
}

static bool lower_one(binder *b, const caperi_specifier *specifier, const caperi_scope *scope,
                      int number, caper_error *error)
{
    caperi_lower_job job = {.specifier = specifier,
                            .scope = scope,
                            .number = number,
                            .arena = &b->sample->arena,
                            .add = add_row,
                            .user = b};
    caper_error inner = {0};
    b->specifier = specifier;
    b->error = &inner;
    if (caperi_lower(&job, error)) {
        return true;
    }
    if (inner.status != CAPER_OK && error) { // what the problem said is the better reason
        caper_error_set(error, inner.status, specifier->place.source, specifier->place.line,
                        specifier->place.column, "%s", inner.message);
    }
    return false;
}

bool caperi_sample_specify(caper_spacetime_builder *builder, void *user, caper_error *error)
{
    caperi_sample *s = user;
    caperi_scope scope = caperi_sample_scope(s), full = scope;
    binder b = {.sample = s, .builder = builder};
    s->builder = builder;
    scope.has = has_quantity;
    full.has = has_quantity;
    full.duration_scale = 1; // a travel is that of the full cycle
    for (int i = 0; i < s->description.specifier_count; i++) {
        CAPER_PASS(lower_one(&b, &s->description.specifiers[i], &scope, i, error));
    }
    for (int i = 0; i < s->travel_row_count; i++) {
        CAPER_PASS(lower_one(&b, s->travel_rows[i], &full, -1, error));
    }
    return true;
}
