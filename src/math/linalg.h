// SPDX-License-Identifier: MIT
//
// Small dense linear algebra in double, for sizes up to a few dozen. Matrices are row-major and
// packed (row length = column count), all memory is the caller's, nothing allocates. Numerical
// trouble is reported by the return value; the matrix that was being factored is then spoiled.
#ifndef CAPER_MATH_LINALG_H
#define CAPER_MATH_LINALG_H

#include <stdbool.h>

/// out (rows x columns) = a (rows x inner) b (inner x columns); out must not be a or b.
void caperi_mat_mul(double *out, const double *a, const double *b, int rows, int inner,
                    int columns);
/// out (rows x columns) = a^T b with a (inner x rows) and b (inner x columns).
void caperi_mat_mul_transposed(double *out, const double *a, const double *b, int rows, int inner,
                               int columns);
/// out (rows) = a (rows x columns) x; out must not be x.
void caperi_mat_mul_vec(double *out, const double *a, const double *x, int rows, int columns);

/// Replace the lower triangle of a symmetric matrix by L with a = L L^T (the upper is not read).
/// False when it is not positive definite: a pivot is below n roundings of its diagonal element. A
/// rank-deficient matrix may still pass by the noise in a pivot; to find the rank use LDL^T.
bool caperi_cholesky_factor(double *a, int n);
/// Replace b by the solution of L L^T x = b.
void caperi_cholesky_solve(const double *l, int n, double *b);

/// Replace the lower triangle of a symmetric matrix by L (unit diagonal, not stored) and D (on the
/// diagonal) with P a P^T = L D L^T, largest diagonal element first; pivot (n) receives the order.
/// Returns the rank found: below n when the rest of the matrix is zero to working precision. For
/// definite and semidefinite matrices, and for indefinite ones with a strong diagonal.
int caperi_ldlt_factor(double *a, int n, int *pivot);
/// Replace b by a solution of a x = b, zero in the directions beyond the rank; work has n elements.
void caperi_ldlt_solve(const double *ld, int n, const int *pivot, int rank, double *b,
                       double *work);

/// Replace a by L and U with P a = L U (partial pivoting); pivot (n) receives the row exchanges.
/// False when a is singular to working precision.
bool caperi_lu_factor(double *a, int n, int *pivot);
/// Replace b by the solution of a x = b.
void caperi_lu_solve(const double *lu, int n, const int *pivot, double *b);

/// Householder QR of a (rows >= columns), in place: R in the upper triangle, the reflectors below,
/// their first elements in diagonal (columns). False when the columns are dependent to working
/// precision.
bool caperi_qr_factor(double *a, int rows, int columns, double *diagonal);
/// The least-squares solution x (columns) of a x = b; b (rows) is overwritten. Returns the norm of
/// the residual.
double caperi_qr_solve(const double *qr, int rows, int columns, const double *diagonal, double *b,
                       double *x);

/// Eigenvalues (ascending) and orthonormal eigenvectors (columns, right-handed) of a symmetric 3x3
/// matrix; reads the lower triangle, spoils a.
void caperi_eigen3(double a[3][3], double values[3], double vectors[3][3]);

#endif
