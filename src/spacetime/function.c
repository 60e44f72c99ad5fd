// SPDX-License-Identifier: MIT
//
// A scalar function of leaves as a straight list of instructions, with exact derivatives: values
// forward, the gradient by one pass backward, and the Hessian by differentiating that backward
// pass along each leaf in turn (forward over reverse). A column costs a few times the function, so
// that a mean over all frames is as affordable as a difference of two positions.
#include "spacetime/expression.h"

#include <math.h>
#include <string.h>

// First and second derivatives of an instruction by its operands.
typedef struct partials {
    double a, b, aa, ab, bb;
} partials;

int caperi_function_scratch(const caperi_function *function)
{
    return 9 * function->op_count;
}

static double power_value(double x, double exponent)
{
    return exponent == 2 ? x * x : pow(x, exponent);
}

static double value_of(const caperi_op *op, const double *v, const double *leaves)
{
    double a = op->kind > CAPERI_OP_LEAF ? v[op->a] : 0;
    switch (op->kind) {
    case CAPERI_OP_CONSTANT:
        return op->number;
    case CAPERI_OP_LEAF:
        return leaves[op->a];
    case CAPERI_OP_ADD:
        return a + v[op->b];
    case CAPERI_OP_SUBTRACT:
        return a - v[op->b];
    case CAPERI_OP_MULTIPLY:
        return a * v[op->b];
    case CAPERI_OP_DIVIDE:
        return a / v[op->b];
    case CAPERI_OP_POWER:
        return power_value(a, op->number);
    case CAPERI_OP_SQRT:
        return sqrt(a);
    case CAPERI_OP_SIN:
        return sin(a);
    case CAPERI_OP_COS:
        return cos(a);
    case CAPERI_OP_TAN:
        return tan(a);
    case CAPERI_OP_EXP:
        return exp(a);
    case CAPERI_OP_LOG:
        return log(a);
    case CAPERI_OP_ASIN:
        return asin(a);
    case CAPERI_OP_ACOS:
        return acos(a);
    case CAPERI_OP_ATAN2:
        return atan2(a, v[op->b]);
    }
    return (double)NAN;
}

static partials divide_partials(double a, double b)
{
    double r = 1 / b;
    return (partials){r, -a * r * r, 0, -r * r, 2 * a * r * r * r};
}

static partials power_partials(double a, double n)
{
    if (n == 2) {
        return (partials){.a = 2 * a, .aa = 2};
    }
    return (partials){.a = n * pow(a, n - 1), .aa = n * (n - 1) * pow(a, n - 2)};
}

static partials atan2_partials(double y, double x)
{
    double s = 1 / (y * y + x * x), cross = 2 * x * y * s * s;
    return (partials){x * s, -y * s, -cross, (y * y - x * x) * s * s, cross};
}

// y = asin a has y' = 1 / sqrt(1 - a^2); acos is its negative.
static partials asin_partials(double a, double sign)
{
    double d = 1 / sqrt(1 - a * a);
    return (partials){.a = sign * d, .aa = sign * a * d * d * d};
}

// y: the value of the instruction.
static partials partials_of(const caperi_op *op, const double *v, double y)
{
    double a = v[op->a], b = op->b >= 0 ? v[op->b] : 0;
    switch (op->kind) {
    case CAPERI_OP_CONSTANT:
    case CAPERI_OP_LEAF:
        return (partials){0};
    case CAPERI_OP_ADD:
        return (partials){.a = 1, .b = 1};
    case CAPERI_OP_SUBTRACT:
        return (partials){.a = 1, .b = -1};
    case CAPERI_OP_MULTIPLY:
        return (partials){.a = b, .b = a, .ab = 1};
    case CAPERI_OP_DIVIDE:
        return divide_partials(a, b);
    case CAPERI_OP_POWER:
        return power_partials(a, op->number);
    case CAPERI_OP_SQRT:
        return (partials){.a = 0.5 / y, .aa = -0.25 / (a * y)};
    case CAPERI_OP_SIN:
        return (partials){.a = cos(a), .aa = -y};
    case CAPERI_OP_COS:
        return (partials){.a = -sin(a), .aa = -y};
    case CAPERI_OP_TAN:
        return (partials){.a = 1 + y * y, .aa = 2 * y * (1 + y * y)};
    case CAPERI_OP_EXP:
        return (partials){.a = y, .aa = y};
    case CAPERI_OP_LOG:
        return (partials){.a = 1 / a, .aa = -1 / (a * a)};
    case CAPERI_OP_ASIN:
        return asin_partials(a, 1);
    case CAPERI_OP_ACOS:
        return asin_partials(a, -1);
    case CAPERI_OP_ATAN2:
        return atan2_partials(a, b);
    }
    return (partials){0};
}

static bool is_leafless(const caperi_op *op)
{
    return op->kind <= CAPERI_OP_LEAF;
}

// adjoint[i]: derivative of the result by instruction i.
static void backward(const caperi_function *f, const partials *p, double *adjoint)
{
    memset(adjoint, 0, (size_t)f->op_count * sizeof *adjoint);
    adjoint[f->op_count - 1] = 1;
    for (int i = f->op_count - 1; i >= 0; i--) {
        const caperi_op *op = &f->ops[i];
        if (is_leafless(op) || adjoint[i] == 0) {
            continue;
        }
        adjoint[op->a] += adjoint[i] * p[i].a;
        if (op->b >= 0) {
            adjoint[op->b] += adjoint[i] * p[i].b;
        }
    }
}

// The derivative of `backward` along one leaf: tangent[i] of values, turn[i] of adjoints.
static void backward_along(const caperi_function *f, const partials *p, const double *adjoint,
                           int leaf, double *tangent, double *turn)
{
    for (int i = 0; i < f->op_count; i++) {
        const caperi_op *op = &f->ops[i];
        if (is_leafless(op)) {
            tangent[i] = op->kind == CAPERI_OP_LEAF && op->a == leaf;
        } else {
            tangent[i] = p[i].a * tangent[op->a] + (op->b >= 0 ? p[i].b * tangent[op->b] : 0);
        }
    }
    memset(turn, 0, (size_t)f->op_count * sizeof *turn);
    for (int i = f->op_count - 1; i >= 0; i--) {
        const caperi_op *op = &f->ops[i];
        if (is_leafless(op)) {
            continue;
        }
        double ta = tangent[op->a], tb = op->b >= 0 ? tangent[op->b] : 0;
        turn[op->a] += turn[i] * p[i].a + adjoint[i] * (p[i].aa * ta + p[i].ab * tb);
        if (op->b >= 0) {
            turn[op->b] += turn[i] * p[i].b + adjoint[i] * (p[i].ab * ta + p[i].bb * tb);
        }
    }
}

static void fill_hessian(const caperi_function *f, const partials *p, const double *adjoint,
                         double *tangent, double *turn, double *hessian)
{
    size_t n = (size_t)f->leaf_count;
    memset(hessian, 0, n * (n + 1) / 2 * sizeof *hessian);
    for (int column = 0; column < f->leaf_count && !f->linear; column++) {
        backward_along(f, p, adjoint, column, tangent, turn);
        for (int i = 0; i < f->op_count; i++) {
            int row = f->ops[i].a;
            if (f->ops[i].kind == CAPERI_OP_LEAF && row >= column) {
                hessian[(size_t)row * ((size_t)row + 1) / 2 + (size_t)column] += turn[i];
            }
        }
    }
}

double caperi_function_evaluate(const caperi_function *f, const double *leaves, double *gradient,
                                double *hessian, double *scratch)
{
    double *v = scratch, *adjoint = scratch + f->op_count;
    partials *p = (partials *)(void *)(scratch + 4 * f->op_count);
    for (int i = 0; i < f->op_count; i++) {
        v[i] = value_of(&f->ops[i], v, leaves);
        if (gradient) {
            p[i] = is_leafless(&f->ops[i]) ? (partials){0} : partials_of(&f->ops[i], v, v[i]);
        }
    }
    if (gradient) {
        backward(f, p, adjoint);
        memset(gradient, 0, (size_t)f->leaf_count * sizeof *gradient);
        for (int i = 0; i < f->op_count; i++) {
            if (f->ops[i].kind == CAPERI_OP_LEAF) {
                gradient[f->ops[i].a] += adjoint[i];
            }
        }
    }
    if (gradient && hessian) {
        fill_hessian(f, p, adjoint, scratch + 2 * f->op_count, scratch + 3 * f->op_count, hessian);
    }
    return v[f->op_count - 1];
}
