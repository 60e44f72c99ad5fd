// SPDX-License-Identifier: MIT
//
// Small dense linear algebra in double, for sizes up to a few dozen. Matrices are row-major and
// packed (row length = column count), all memory is the caller's, nothing allocates. Numerical
// trouble is reported by the return value; the matrix that was being factored is then spoiled.
#ifndef CAPER_MATH_LINALG_H
#define CAPER_MATH_LINALG_H

#include <stdbool.h>

/// Replace the lower triangle of a symmetric matrix by L with a = L L^T (the upper is not read).
/// False when it is not positive definite: a pivot is below n roundings of its diagonal element. A
/// rank-deficient matrix may still pass by the noise in a pivot.
bool caperi_cholesky_factor(double *a, int n);
/// Replace b by the solution of L L^T x = b.
void caperi_cholesky_solve(const double *l, int n, double *b);

/// Eigenvalues (ascending) and orthonormal eigenvectors (columns, right-handed) of a symmetric 3x3
/// matrix; reads the lower triangle, spoils a.
void caperi_eigen3(double a[3][3], double values[3], double vectors[3][3]);

#endif
