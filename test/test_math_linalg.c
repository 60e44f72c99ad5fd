// SPDX-License-Identifier: MIT
//
// Small dense linear algebra: a hand-solved system, residuals over random ones, ill-conditioned and
// deficient matrices.
#include "test.h"

#include "caper/base.h"
#include "math/linalg.h"

#include <math.h>
#include <string.h>

enum {
    MAX = 64
};

static void random_matrix(caper_rng *rng, double *a, int rows, int columns)
{
    for (int i = 0; i < rows * columns; i++) {
        a[i] = 2.0 * caper_rng_double(rng) - 1.0;
    }
}

// a^T a + shift: symmetric, positive definite for shift > 0.
static void random_definite(caper_rng *rng, double *s, int n, double shift)
{
    static double a[MAX * MAX];
    random_matrix(rng, a, n, n);
    for (int i = 0; i < n * n; i++) {
        s[i] = i % (n + 1) == 0 ? shift : 0;
        for (int k = 0; k < n; k++) {
            s[i] += a[k * n + i / n] * a[k * n + i % n];
        }
    }
}

// The largest |a x - b| against the size of the terms that make it up.
static double residual(const double *a, const double *x, const double *b, int rows, int columns)
{
    double worst = 0.0;
    for (int i = 0; i < rows; i++) {
        double sum = -b[i], size = fabs(b[i]);
        for (int k = 0; k < columns; k++) {
            sum += a[i * columns + k] * x[k];
            size += fabs(a[i * columns + k] * x[k]);
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

static void cholesky_by_hand(void)
{
    // the textbook example: L = {{2,0,0},{6,1,0},{-8,5,3}}
    double a[9] = {4, 12, -16, 12, 37, -43, -16, -43, 98};
    REQUIRE(caperi_cholesky_factor(a, 3));
    const double l[6] = {a[0], a[3], a[4], a[6], a[7], a[8]}, want[6] = {2, 6, 1, -8, 5, 3};
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(l[i], want[i], 1e-13);
    }
    double b[3] = {0, 6, 39}; // times (1, 1, 1): {0, 6, 39}
    caperi_cholesky_solve(a, 3, b);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(b[i], 1.0, 1e-12);
    }
}

static void cholesky_leaves_a_small_residual(void)
{
    static double a[MAX * MAX], f[MAX * MAX];
    double b[MAX], x[MAX];
    caper_rng rng = caper_rng_make(71);
    for (int n = 1; n <= MAX; n++) {
        random_definite(&rng, a, n, 0.1);
        random_matrix(&rng, b, n, 1);
        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        REQUIRE(caperi_cholesky_factor(f, n));
        caperi_cholesky_solve(f, n, x);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-13);
    }
}

static void what_is_not_positive_definite_is_reported(void)
{
    double indefinite[4] = {1, 2, 2, 1}, zero[4] = {0, 0, 0, 0}, negative[1] = {-1};
    CHECK(!caperi_cholesky_factor(indefinite, 2));
    CHECK(!caperi_cholesky_factor(zero, 2));
    CHECK(!caperi_cholesky_factor(negative, 1));
    double bad[1] = {(double)NAN}, infinite[1] = {(double)INFINITY};
    CHECK(!caperi_cholesky_factor(bad, 1) && !caperi_cholesky_factor(infinite, 1));
    // v v^T of rank 1
    double rank1[9];
    const double v[3] = {1.0, 1.0 / 3.0, 0.7};
    for (int i = 0; i < 9; i++) {
        rank1[i] = v[i / 3] * v[i % 3];
    }
    CHECK(!caperi_cholesky_factor(rank1, 3));
    // a pivot of one rounding error is not a pivot
    double nearly[4] = {1, 1, 1, 1.0 + 0x1p-52}, enough[4] = {1, 1, 1, 1.0 + 0x1p-48};
    CHECK(!caperi_cholesky_factor(nearly, 2) && caperi_cholesky_factor(enough, 2));
}

static void an_ill_conditioned_system_still_has_a_small_residual(void)
{
    // Hilbert matrices: condition 1e13 at n = 10. The solution may be off, the equations may not
    for (int n = 2; n <= 10; n++) {
        double a[100], f[100], b[10], x[10];
        for (int i = 0; i < n; i++) {
            b[i] = 0.0;
            for (int k = 0; k < n; k++) {
                a[i * n + k] = 1.0 / (i + k + 1.0);
                b[i] += a[i * n + k];
            }
        }
        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        REQUIRE(caperi_cholesky_factor(f, n));
        caperi_cholesky_solve(f, n, x);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-14);
    }
}

static void eigenvalues_of_extreme_scales(void)
{
    double a[3][3] = {{1e12, 0, 0}, {1, 1, 0}, {1e-3, 1e-6, 1e-12}}, w[3], v[3][3];
    caperi_eigen3(a, w, v);
    CHECK_NEAR(w[2] / 1e12, 1.0, 1e-14);
    CHECK_NEAR(w[1], 1.0, 1e-10);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double dot = v[0][i] * v[0][k] + v[1][i] * v[1][k] + v[2][i] * v[2][k];
            CHECK_NEAR(dot, i == k ? 1.0 : 0.0, 1e-14);
        }
    }
    double diagonal[3][3] = {{3, 0, 0}, {0, 1, 0}, {0, 0, 2}};
    caperi_eigen3(diagonal, w, v);
    CHECK(w[0] == 1.0 && w[1] == 2.0 && w[2] == 3.0);
}

TESTS(cholesky_by_hand, cholesky_leaves_a_small_residual, what_is_not_positive_definite_is_reported,
      an_ill_conditioned_system_still_has_a_small_residual, eigenvalues_of_extreme_scales)
