// SPDX-License-Identifier: MIT
// Expressions over quantities as blocks of the problem, by the chain rule: with e(q(x)),
// de/dx = sum e_i dq_i/dx and d2e/dx2 = sum e_ij dq_i/dx dq_j/dx + sum e_i d2q_i/dx2. The Hessian
// of an expression is taken as dense over the variables of its quantities; a quantity that is
// linear and enters linearly adds nothing to it, but its zeros are kept.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

#include <string.h>

typedef struct chained {
    caperi_block_kind kind;
    caperi_expression copy;
    const caperi_quantity *quantities;
    const int **places; ///< of each quantity: where its variables are in the block's inputs
    double *scratch;    ///< quantities, gradient, packed Hessian, then the parts below
    double *local, *slopes, *curve, *dense;
    bool *coupled; ///< packed pairs of quantities: may e_ij differ from 0?
    int *slots;    ///< packed pairs of inputs: the Hessian entry, or -1
} chained;

static int packed(int i, int j)
{
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

static double quantity_value(const chained *c, int i, const double *x)
{
    const caperi_quantity *q = &c->quantities[i];
    double value;
    for (int k = 0; k < q->kind->input_count; k++) {
        c->local[k] = x[c->places[i][k]];
    }
    q->kind->evaluate(c->local, q->data, &value);
    return q->scale * value;
}

static double chain_outer(const chained *c, const double *x, double **gradient, double **hessian)
{
    int n = c->copy.quantity_count;
    double *q = c->scratch;
    *gradient = q + n;
    *hessian = q + 2 * n;
    for (int i = 0; i < n; i++) {
        q[i] = quantity_value(c, i, x);
    }
    return c->copy.evaluate(c->copy.data, q, *gradient, *hessian);
}

static void chain_evaluate(const double *x, const void *data, double *out)
{
    double *gradient, *hessian;
    out[0] = chain_outer(data, x, &gradient, &hessian);
}

// Slopes of quantity i over the block's inputs, dense.
static void quantity_slopes(const chained *c, int i, const double *x, double *dense)
{
    const caperi_quantity *q = &c->quantities[i];
    memset(dense, 0, (size_t)c->kind.input_count * sizeof(double));
    quantity_value(c, i, x); // gathers
    q->kind->jacobian(c->local, q->data, c->curve);
    for (int e = 0; e < q->kind->jacobian_count; e++) {
        dense[c->places[i][q->kind->jacobian_inputs[e]]] += q->scale * c->curve[e];
    }
}

static void chain_jacobian(const double *x, const void *data, double *out)
{
    const chained *c = data;
    double *gradient, *hessian;
    chain_outer(c, x, &gradient, &hessian);
    memset(out, 0, (size_t)c->kind.input_count * sizeof(double));
    for (int i = 0; i < c->copy.quantity_count; i++) {
        quantity_slopes(c, i, x, c->slopes);
        for (int k = 0; k < c->kind.input_count; k++) {
            out[k] += gradient[i] * c->slopes[k];
        }
    }
}

static void add_curvature(const chained *c, int i, const double *x, double factor, double *out)
{
    const caperi_quantity *q = &c->quantities[i];
    if (q->kind->hessian_count == 0 || factor == 0) {
        return;
    }
    double weight = factor * q->scale;
    quantity_value(c, i, x); // gathers
    q->kind->hessian(c->local, q->data, &weight, c->curve);
    for (int e = 0; e < q->kind->hessian_count; e++) {
        int a = c->places[i][q->kind->hessian_rows[e]];
        int b = c->places[i][q->kind->hessian_columns[e]];
        bool same = a == b && q->kind->hessian_rows[e] != q->kind->hessian_columns[e];
        out[c->slots[packed(a, b)]] += same ? 2 * c->curve[e] : c->curve[e];
    }
}

static void chain_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const chained *c = data;
    double *gradient, *hessian;
    int n = c->copy.quantity_count, inputs = c->kind.input_count;
    chain_outer(c, x, &gradient, &hessian);
    memset(out, 0, (size_t)c->kind.hessian_count * sizeof(double));
    for (int i = 0; i < n; i++) {
        quantity_slopes(c, i, x, c->dense + (size_t)i * (size_t)inputs);
        add_curvature(c, i, x, weights[0] * gradient[i], out);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double e = c->coupled[packed(i, j)] ? weights[0] * hessian[packed(i, j)] : 0;
            const double *u = c->dense + (size_t)i * (size_t)inputs;
            const double *v = c->dense + (size_t)j * (size_t)inputs;
            for (int k = 0; e != 0 && k < inputs; k++) {
                for (int l = 0; u[k] != 0 && l <= k; l++) {
                    if (v[l] != 0) {
                        out[c->slots[packed(k, l)]] += e * u[k] * v[l];
                    }
                }
            }
        }
    }
}

// -- making one ---------------------------------------------------------------------------------

// The variables of all quantities, each once; places[] says where each one's are.
static int gather_inputs(const caperi_quantity *quantities, int count, int **places, int *inputs)
{
    int used = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < quantities[i].kind->input_count; k++) {
            int at = 0;
            while (at < used && inputs[at] != quantities[i].variables[k]) {
                at++;
            }
            if (at == used) {
                inputs[used++] = quantities[i].variables[k];
            }
            places[i][k] = at;
        }
    }
    return used;
}

// Which pairs of quantities does the expression couple?
static void find_coupled(chained *c)
{
    enum {
        PROBES = 3
    };
    int n = c->copy.quantity_count, pairs = n * (n + 1) / 2;
    double *gradient = c->scratch + n, *hessian = c->scratch + 2 * n;
    caper_rng rng = caper_rng_make(1);
    for (int probe = 0; probe < PROBES; probe++) {
        for (int i = 0; i < n; i++) {
            c->scratch[i] = 0.2 + 1.5 * caper_rng_double(&rng);
        }
        c->copy.evaluate(c->copy.data, c->scratch, gradient, hessian);
        for (int i = 0; i < pairs; i++) {
            c->coupled[i] = c->coupled[i] || !(hessian[i] == 0); // not a number: may well be
        }
    }
}

static void mark_pair(chained *c, int i, int j)
{
    const caperi_block_kind *u = c->quantities[i].kind, *v = c->quantities[j].kind;
    for (int k = 0; k < u->jacobian_count; k++) {
        for (int l = 0; l < v->jacobian_count; l++) {
            c->slots[packed(c->places[i][u->jacobian_inputs[k]],
                            c->places[j][v->jacobian_inputs[l]])] = 0;
        }
    }
}

// Mark what may differ from 0, then number it.
static int number_slots(chained *c)
{
    int n = c->copy.quantity_count, inputs = c->kind.input_count, pairs = inputs * (inputs + 1) / 2;
    for (int i = 0; i < pairs; i++) {
        c->slots[i] = -1;
    }
    for (int i = 0; i < n; i++) {
        const caperi_block_kind *kind = c->quantities[i].kind;
        for (int e = 0; e < kind->hessian_count; e++) {
            c->slots[packed(c->places[i][kind->hessian_rows[e]],
                            c->places[i][kind->hessian_columns[e]])] = 0;
        }
        for (int j = 0; j <= i; j++) {
            if (c->coupled[packed(i, j)]) {
                mark_pair(c, i, j);
            }
        }
    }
    int count = 0;
    for (int i = 0; i < pairs; i++) {
        c->slots[i] = c->slots[i] < 0 ? -1 : count++;
    }
    return count;
}

static void make_pattern(caperi_block_kind *kind, const int *slots, int *numbers)
{
    int n = kind->input_count, *rows = numbers + 2 * n, *columns = rows + kind->hessian_count;
    for (int i = 0; i < n; i++) {
        numbers[i] = 0;
        numbers[n + i] = i;
        for (int j = 0; j <= i; j++) {
            int slot = slots[packed(i, j)];
            if (slot >= 0) {
                rows[slot] = i;
                columns[slot] = j;
            }
        }
    }
    kind->jacobian_values = numbers;
    kind->jacobian_inputs = numbers + n;
    kind->hessian_rows = rows;
    kind->hessian_columns = columns;
}

static chained *make(caper_spacetime_builder *b, const caperi_expression *expression,
                     const caperi_quantity *quantities, int **inputs)
{
    caperi_problem *p = b->problem;
    size_t n = (size_t)expression->quantity_count, all = 0, largest = 1;
    for (size_t i = 0; i < n; i++) {
        const caperi_block_kind *kind = quantities[i].kind;
        size_t need = (size_t)(kind->input_count + kind->jacobian_count + kind->hessian_count);
        all += (size_t)kind->input_count;
        largest = need > largest ? need : largest;
    }
    chained *c = caperi_problem_memory(p, 1, sizeof *c);
    int **places = caperi_problem_memory(p, n, sizeof *places);
    caperi_quantity *copies = caperi_problem_memory(p, n, sizeof *copies);
    *inputs = caperi_problem_memory(p, all, sizeof(int));
    for (size_t i = 0; i < n && !p->failed; i++) {
        copies[i] = quantities[i];
        places[i] = caperi_problem_memory(p, (size_t)quantities[i].kind->input_count, sizeof(int));
    }
    if (p->failed) {
        return NULL;
    }
    c->copy = *expression;
    c->quantities = copies;
    c->places = (const int **)places;
    size_t used = (size_t)gather_inputs(quantities, (int)n, places, *inputs);
    c->kind = (caperi_block_kind){.name = "expression",
                                  .input_count = (int)used,
                                  .value_count = 1,
                                  .jacobian_count = (int)used,
                                  .evaluate = chain_evaluate,
                                  .jacobian = chain_jacobian,
                                  .hessian = chain_hessian};
    c->coupled = caperi_problem_memory(p, n * (n + 1) / 2, sizeof(bool));
    c->slots = caperi_problem_memory(p, used * (used + 1) / 2, sizeof(int));
    c->scratch = caperi_problem_memory(p, 2 * n + n * (n + 1) / 2, sizeof(double));
    c->local = caperi_problem_memory(p, largest, sizeof(double));
    c->curve = caperi_problem_memory(p, largest, sizeof(double));
    c->slopes = caperi_problem_memory(p, used, sizeof(double));
    c->dense = caperi_problem_memory(p, n * used, sizeof(double));
    if (p->failed) {
        return NULL;
    }
    find_coupled(c);
    c->kind.hessian_count = number_slots(c);
    int *numbers =
        caperi_problem_memory(p, 2 * used + 2 * (size_t)c->kind.hessian_count, sizeof(int));
    if (!numbers) {
        return NULL;
    }
    make_pattern(&c->kind, c->slots, numbers);
    return c;
}

bool caperi_chain_quantity(caper_spacetime_builder *b, const caperi_expression *expression,
                           const caperi_quantity *quantities, double scale, caperi_quantity *out)
{
    int *inputs;
    chained *c = make(b, expression, quantities, &inputs);
    if (c) {
        *out = (caperi_quantity){&c->kind, c, inputs, scale};
    }
    return c != NULL;
}

static bool out_of_memory(caper_error *error)
{
    return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

bool caperi_spacetime_constrain(caper_spacetime_builder *b, const caperi_expression *expression,
                                const caperi_quantity *quantities, double lower, double upper,
                                double unit, const char *name, caper_error *error)
{
    int *inputs;
    chained *c = make(b, expression, quantities, &inputs);
    if (!c) {
        return out_of_memory(error);
    }
    double low = lower > -CAPERI_INFINITY ? lower / unit : -CAPERI_INFINITY;
    double high = upper < CAPERI_INFINITY ? upper / unit : CAPERI_INFINITY;
    int row =
        caperi_problem_row(b->problem, low, high, caperi_problem_text(b->problem, name), -1, -1);
    caperi_problem_block(b->problem, &c->kind, c, 0, inputs, &row, 1 / unit);
    return !b->problem->failed || out_of_memory(error);
}

bool caperi_spacetime_minimize(caper_spacetime_builder *b, const caperi_expression *expression,
                               const caperi_quantity *quantities, double weight, caper_error *error)
{
    int *inputs;
    chained *c = make(b, expression, quantities, &inputs);
    if (!c) {
        return out_of_memory(error);
    }
    caperi_problem_block(b->problem, &c->kind, c, 0, inputs, NULL, weight);
    return !b->problem->failed || out_of_memory(error);
}
