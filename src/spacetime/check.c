// SPDX-License-Identifier: MIT
// Derivatives of a block against central differences: of its values for the Jacobian, of its
// Jacobian for the Hessian. For tests, and for whoever writes a block by hand.
#include "spacetime/problem.h"

#include <math.h>
#include <string.h>

enum {
    MOST_INPUTS = 64,
    MOST_VALUES = 8,
    MOST_ENTRIES = 4096
};

// Steps at which the error of the difference and that of the rounding are about equal for smooth
// functions of numbers near 1: the cube root of the precision of a double.
static const double STEP = 6e-6;

static double difference(double found, double expected)
{
    return fabs(found - expected) / (1 + fabs(expected));
}

static void dense_jacobian(const caperi_block_kind *kind, const void *data, const double *x,
                           double dense[MOST_VALUES][MOST_INPUTS])
{
    double entries[MOST_ENTRIES];
    memset(dense, 0, sizeof(double) * MOST_VALUES * MOST_INPUTS);
    kind->jacobian(x, data, entries);
    for (int e = 0; e < kind->jacobian_count; e++) {
        dense[kind->jacobian_values[e]][kind->jacobian_inputs[e]] += entries[e];
    }
}

caperi_derivative_error caperi_block_check(const caperi_block_kind *kind, const void *data,
                                           const double *x, const double *weights)
{
    static double entries[MOST_ENTRIES], hessian[MOST_INPUTS][MOST_INPUTS];
    double at[MOST_INPUTS], low[MOST_VALUES], high[MOST_VALUES];
    double exact[MOST_VALUES][MOST_INPUTS], below[MOST_VALUES][MOST_INPUTS],
        above[MOST_VALUES][MOST_INPUTS];
    caperi_derivative_error worst = {0, 0};
    dense_jacobian(kind, data, x, exact);
    kind->hessian(x, data, weights, entries);
    memset(hessian, 0, sizeof hessian);
    for (int e = 0; e < kind->hessian_count; e++) {
        int a = kind->hessian_rows[e], b = kind->hessian_columns[e];
        hessian[a][b] += entries[e];
        if (a != b) {
            hessian[b][a] += entries[e];
        }
    }
    memcpy(at, x, (size_t)kind->input_count * sizeof(double));
    for (int j = 0; j < kind->input_count; j++) {
        double step = STEP * fmax(1, fabs(x[j]));
        at[j] = x[j] - step;
        kind->evaluate(at, data, low);
        dense_jacobian(kind, data, at, below);
        at[j] = x[j] + step;
        kind->evaluate(at, data, high);
        dense_jacobian(kind, data, at, above);
        at[j] = x[j];
        for (int v = 0; v < kind->value_count; v++) {
            double slope = (high[v] - low[v]) / (2 * step);
            worst.jacobian = fmax(worst.jacobian, difference(exact[v][j], slope));
        }
        for (int i = 0; i < kind->input_count; i++) {
            double curve = 0;
            for (int v = 0; v < kind->value_count; v++) {
                curve += weights[v] * (above[v][i] - below[v][i]) / (2 * step);
            }
            worst.hessian = fmax(worst.hessian, difference(hessian[i][j], curve));
        }
    }
    return worst;
}
