// SPDX-License-Identifier: MIT
//
// Cholesky for small dense matrices (Golub and Van Loan, "Matrix Computations", 4.2). Plain loops
// in a fixed order: results are the same bits everywhere. A pivot counts as zero when it is below n
// * epsilon times the largest entry it came from.
#include "math/linalg.h"

#include <float.h>
#include <math.h>

static double pivot_floor(int n, double largest)
{
    return n * DBL_EPSILON * largest;
}

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
