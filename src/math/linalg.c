// SPDX-License-Identifier: MIT
//
// Cholesky, LDL^T, LU and QR for small dense matrices (Golub and Van Loan, "Matrix Computations",
// 4.2, 4.4, 3.4 and 5.2). Plain loops in a fixed order: results are the same bits everywhere.
// A pivot counts as zero when it is below n * epsilon times the largest entry it came from.
#include "math/linalg.h"

#include <float.h>
#include <math.h>

static double pivot_floor(int n, double largest)
{
    return n * DBL_EPSILON * largest;
}

void caperi_mat_mul(double *out, const double *a, const double *b, int rows, int inner, int columns)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            double sum = 0.0;
            for (int k = 0; k < inner; k++) {
                sum += a[i * inner + k] * b[k * columns + j];
            }
            out[i * columns + j] = sum;
        }
    }
}

void caperi_mat_mul_transposed(double *out, const double *a, const double *b, int rows, int inner,
                               int columns)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            double sum = 0.0;
            for (int k = 0; k < inner; k++) {
                sum += a[k * rows + i] * b[k * columns + j];
            }
            out[i * columns + j] = sum;
        }
    }
}

void caperi_mat_mul_vec(double *out, const double *a, const double *x, int rows, int columns)
{
    for (int i = 0; i < rows; i++) {
        double sum = 0.0;
        for (int k = 0; k < columns; k++) {
            sum += a[i * columns + k] * x[k];
        }
        out[i] = sum;
    }
}

// --------------------------------------------------------------------------------- Cholesky

bool caperi_cholesky_factor(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        double original = a[j * n + j];
        double d = original;
        for (int k = 0; k < j; k++) {
            d -= a[j * n + k] * a[j * n + k];
        }
        // written so that NaN fails
        if (!(d > pivot_floor(n, original)) || !(d <= DBL_MAX)) {
            return false;
        }
        double root = sqrt(d);
        a[j * n + j] = root;
        for (int i = j + 1; i < n; i++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = sum / root;
        }
    }
    return true;
}

void caperi_cholesky_solve(const double *l, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        double sum = b[i];
        for (int k = 0; k < i; k++) {
            sum -= l[i * n + k] * b[k];
        }
        b[i] = sum / l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = b[i];
        for (int k = i + 1; k < n; k++) {
            sum -= l[k * n + i] * b[k];
        }
        b[i] = sum / l[i * n + i];
    }
}

// ------------------------------------------------------------------------------------ LDL^T

static void swap(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

// Exchanges rows and columns p < q of a symmetric matrix of which the lower triangle is kept.
static void swap_symmetric(double *a, int n, int p, int q)
{
    for (int k = 0; k < p; k++) {
        swap(&a[p * n + k], &a[q * n + k]);
    }
    for (int k = p + 1; k < q; k++) {
        swap(&a[k * n + p], &a[q * n + k]);
    }
    for (int k = q + 1; k < n; k++) {
        swap(&a[k * n + p], &a[k * n + q]);
    }
    swap(&a[p * n + p], &a[q * n + q]);
}

int caperi_ldlt_factor(double *a, int n, int *pivot)
{
    double largest = 0.0;
    for (int i = 0; i < n; i++) {
        pivot[i] = i;
        largest = fmax(largest, fabs(a[i * n + i]));
    }
    for (int j = 0; j < n; j++) {
        int best = j;
        for (int i = j + 1; i < n; i++) {
            if (fabs(a[i * n + i]) > fabs(a[best * n + best])) {
                best = i;
            }
        }
        if (!(fabs(a[best * n + best]) > pivot_floor(n, largest))) {
            return j;
        }
        if (best != j) {
            swap_symmetric(a, n, j, best);
            int t = pivot[j];
            pivot[j] = pivot[best];
            pivot[best] = t;
        }
        double d = a[j * n + j];
        for (int i = j + 1; i < n; i++) {
            double l = a[i * n + j] / d;
            for (int k = j + 1; k <= i; k++) {
                // column j still holds L D for the rows from i on and L above: use both
                a[i * n + k] -= l * (k == i ? a[i * n + j] : a[k * n + j] * d);
            }
            a[i * n + j] = l;
        }
    }
    return n;
}

void caperi_ldlt_solve(const double *ld, int n, const int *pivot, int rank, double *b, double *work)
{
    for (int i = 0; i < n; i++) {
        double sum = b[pivot[i]];
        for (int k = 0; k < i && k < rank; k++) {
            sum -= ld[i * n + k] * work[k];
        }
        work[i] = i < rank ? sum : 0.0;
    }
    for (int i = rank - 1; i >= 0; i--) {
        double sum = work[i] / ld[i * n + i];
        for (int k = i + 1; k < rank; k++) {
            sum -= ld[k * n + i] * work[k];
        }
        work[i] = sum;
    }
    for (int i = 0; i < n; i++) {
        b[pivot[i]] = work[i];
    }
}

// --------------------------------------------------------------------------------------- LU

bool caperi_lu_factor(double *a, int n, int *pivot)
{
    double largest = 0.0;
    for (int i = 0; i < n * n; i++) {
        largest = fmax(largest, fabs(a[i]));
    }
    for (int j = 0; j < n; j++) {
        int best = j;
        for (int i = j + 1; i < n; i++) {
            if (fabs(a[i * n + j]) > fabs(a[best * n + j])) {
                best = i;
            }
        }
        pivot[j] = best;
        if (!(fabs(a[best * n + j]) > pivot_floor(n, largest))) {
            return false;
        }
        if (best != j) {
            for (int k = 0; k < n; k++) {
                swap(&a[j * n + k], &a[best * n + k]);
            }
        }
        for (int i = j + 1; i < n; i++) {
            double l = a[i * n + j] / a[j * n + j];
            a[i * n + j] = l;
            for (int k = j + 1; k < n; k++) {
                a[i * n + k] -= l * a[j * n + k];
            }
        }
    }
    return true;
}

void caperi_lu_solve(const double *lu, int n, const int *pivot, double *b)
{
    for (int i = 0; i < n; i++) {
        swap(&b[i], &b[pivot[i]]);
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            b[i] -= lu[i * n + k] * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            b[i] -= lu[i * n + k] * b[k];
        }
        b[i] /= lu[i * n + i];
    }
}

// --------------------------------------------------------------------------------------- QR

// Reflector j is v = (diagonal[j], a[j+1][j], ..., a[rows-1][j]), H = I - v v^T / (diagonal[j] s)
// where s = |column|; kept scaled so that H = I - v v^T / v0 with |v|^2 = 2 v0.
bool caperi_qr_factor(double *a, int rows, int columns, double *diagonal)
{
    bool independent = true;
    for (int j = 0; j < columns; j++) {
        double whole = 0.0, below = 0.0;
        for (int i = 0; i < rows; i++) {
            double square = a[i * columns + j] * a[i * columns + j];
            whole += square;
            below += i >= j ? square : 0.0;
        }
        double s = sqrt(below);
        if (!(s > pivot_floor(rows, sqrt(whole)))) {
            diagonal[j] = 0.0;
            independent = false;
            continue;
        }
        // away from zero, against cancellation
        s = a[j * columns + j] > 0.0 ? -s : s;
        for (int i = j; i < rows; i++) {
            a[i * columns + j] /= -s;
        }
        double v0 = a[j * columns + j] + 1.0;
        diagonal[j] = v0;
        for (int k = j + 1; k < columns; k++) {
            double dot = v0 * a[j * columns + k];
            for (int i = j + 1; i < rows; i++) {
                dot += a[i * columns + j] * a[i * columns + k];
            }
            dot /= v0;
            a[j * columns + k] -= dot * v0;
            for (int i = j + 1; i < rows; i++) {
                a[i * columns + k] -= dot * a[i * columns + j];
            }
        }
        a[j * columns + j] = s;
    }
    return independent;
}

double caperi_qr_solve(const double *qr, int rows, int columns, const double *diagonal, double *b,
                       double *x)
{
    for (int j = 0; j < columns; j++) {
        if (diagonal[j] == 0.0) {
            continue;
        }
        double dot = diagonal[j] * b[j];
        for (int i = j + 1; i < rows; i++) {
            dot += qr[i * columns + j] * b[i];
        }
        dot /= diagonal[j];
        b[j] -= dot * diagonal[j];
        for (int i = j + 1; i < rows; i++) {
            b[i] -= dot * qr[i * columns + j];
        }
    }
    for (int j = columns - 1; j >= 0; j--) {
        double sum = b[j];
        for (int k = j + 1; k < columns; k++) {
            sum -= qr[j * columns + k] * x[k];
        }
        x[j] = diagonal[j] == 0.0 ? 0.0 : sum / qr[j * columns + j];
    }
    double residual = 0.0;
    for (int i = columns; i < rows; i++) {
        residual += b[i] * b[i];
    }
    return sqrt(residual);
}
