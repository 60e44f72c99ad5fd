// SPDX-License-Identifier: MIT
// How far a sphere of one body is out of the rounded box of another, at a frame or half way between
// two, by the chain rule: b(v) says how far out a point is, v(x) is the mean of where the box sees
// the sphere at the frames. Then db/dx = sum b_i dv_i/dx and d2b/dx2 = sum b_ij dv_i/dx dv_j/dx +
// sum b_i d2v_i/dx2, where frames do not mix in d2v_i. Written out whole, as other blocks are, it
// took 3,700 lines, and three times as long for the Hessian of the second.
#include "spacetime/blocks.h"

#include <string.h>

// Inputs of one frame: positions and quaternions of two bodies.
enum {
    EACH = 14,
    MOST = 2 * EACH
};

static const double *sides_of(const void *data)
{
    return (const double *)data + 3; // behind the sphere's centre
}

static void find_point(int frames, const double *x, const void *data, double v[3])
{
    memset(v, 0, 3 * sizeof *v);
    for (int f = 0; f < frames; f++) {
        double seen[3];
        caperi_block_seen.evaluate(x + f * EACH, data, seen);
        for (int i = 0; i < 3; i++) {
            v[i] += seen[i] / frames;
        }
    }
}

// Of b over the point; of the point over the inputs.
static void find_slopes(int frames, const double *x, const void *data, double slopes[3],
                        double inner[3][MOST])
{
    double v[3], entries[3 * EACH];
    find_point(frames, x, data, v);
    caperi_block_beyond.jacobian(v, sides_of(data), slopes);
    for (int f = 0; f < frames; f++) {
        caperi_block_seen.jacobian(x + f * EACH, data, entries); // dense, row by row
        for (int e = 0; e < 3 * EACH; e++) {
            inner[e / EACH][f * EACH + e % EACH] = entries[e] / frames;
        }
    }
}

static void evaluate(int frames, const double *x, const void *data, double *out)
{
    double v[3];
    find_point(frames, x, data, v);
    caperi_block_beyond.evaluate(v, sides_of(data), out);
}

static void jacobian(int frames, const double *x, const void *data, double *out)
{
    double b[3], inner[3][MOST];
    find_slopes(frames, x, data, b, inner);
    for (int j = 0; j < frames * EACH; j++) {
        out[j] = b[0] * inner[0][j] + b[1] * inner[1][j] + b[2] * inner[2][j];
    }
}

// The lower triangle, column by column.
static void hessian(int frames, const double *x, const void *data, double weight, double *out)
{
    double v[3], b[3], inner[3][MOST], h[6], entries[EACH * EACH];
    int n = frames * EACH, at = 0, first[MOST];
    find_point(frames, x, data, v);
    find_slopes(frames, x, data, b, inner);
    caperi_block_beyond.hessian(v, sides_of(data), &weight, h);
    for (int j = 0; j < n; j++) {
        double p = inner[0][j], q = inner[1][j], r = inner[2][j];
        double bent[3] = {h[0] * p + h[1] * q + h[2] * r, h[1] * p + h[3] * q + h[4] * r,
                          h[2] * p + h[4] * q + h[5] * r};
        first[j] = at - j;
        for (int i = j; i < n; i++) {
            out[at++] = bent[0] * inner[0][i] + bent[1] * inner[1][i] + bent[2] * inner[2][i];
        }
    }
    for (int i = 0; i < 3; i++) {
        b[i] *= weight / frames;
    }
    const caperi_block_kind *seen = &caperi_block_seen;
    for (int f = 0; f < frames; f++) {
        seen->hessian(x + f * EACH, data, b, entries);
        for (int e = 0; e < seen->hessian_count; e++) {
            int row = f * EACH + seen->hessian_rows[e],
                column = f * EACH + seen->hessian_columns[e];
            out[first[column] + row] += entries[e];
        }
    }
}

void caperi_apart_evaluate(const double *x, const void *data, double *out)
{
    evaluate(1, x, data, out);
}

void caperi_apart_jacobian(const double *x, const void *data, double *out)
{
    jacobian(1, x, data, out);
}

void caperi_apart_hessian(const double *x, const void *data, const double *weights, double *out)
{
    hessian(1, x, data, weights[0], out);
}

void caperi_apart_between_evaluate(const double *x, const void *data, double *out)
{
    evaluate(2, x, data, out);
}

void caperi_apart_between_jacobian(const double *x, const void *data, double *out)
{
    jacobian(2, x, data, out);
}

void caperi_apart_between_hessian(const double *x, const void *data, const double *weights,
                                  double *out)
{
    hessian(2, x, data, weights[0], out);
}
