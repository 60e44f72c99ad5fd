// SPDX-License-Identifier: MIT
//
// Small dense linear algebra: hand-solved systems, residuals over random ones, ill-conditioned
// and deficient matrices.
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
    caperi_mat_mul_transposed(s, a, a, n, n, n);
    for (int i = 0; i < n; i++) {
        s[i * n + i] += shift;
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

static void products_are_as_by_hand(void)
{
    const double a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {7, 8, 9, 10, 11, 12};
    double out[9];
    caperi_mat_mul(out, a, b, 2, 3, 2);
    const double want[4] = {58, 64, 139, 154};
    CHECK(memcmp(out, want, sizeof want) == 0);
    caperi_mat_mul_transposed(out, a, b, 3, 2, 3);
    const double transposed[9] = {47, 52, 57, 64, 71, 78, 81, 90, 99};
    CHECK(memcmp(out, transposed, sizeof transposed) == 0);
    const double x[3] = {1, 0, -1};
    caperi_mat_mul_vec(out, a, x, 2, 3);
    CHECK(out[0] == -2.0 && out[1] == -2.0);
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

static void every_solver_leaves_a_small_residual(void)
{
    static double a[MAX * MAX], f[MAX * MAX];
    double b[MAX], x[MAX], work[MAX];
    int pivot[MAX];
    caper_rng rng = caper_rng_make(71);
    for (int n = 1; n <= MAX; n++) {
        random_definite(&rng, a, n, 0.1);
        random_matrix(&rng, b, n, 1);
        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        REQUIRE(caperi_cholesky_factor(f, n));
        caperi_cholesky_solve(f, n, x);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-13);

        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        CHECK_INT(caperi_ldlt_factor(f, n, pivot), n);
        caperi_ldlt_solve(f, n, pivot, n, x, work);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-13);

        random_matrix(&rng, a, n, n);
        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        REQUIRE(caperi_lu_factor(f, n, pivot));
        caperi_lu_solve(f, n, pivot, x);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-13);

        memcpy(f, a, sizeof a);
        memcpy(work, b, sizeof b);
        double diagonal[MAX];
        REQUIRE(caperi_qr_factor(f, n, n, diagonal));
        CHECK_NEAR(caperi_qr_solve(f, n, n, diagonal, work, x), 0.0, 0.0);
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

static void ldlt_finds_the_rank_and_solves_within_it(void)
{
    caper_rng rng = caper_rng_make(72);
    for (int rank = 1; rank <= 8; rank++) {
        double a[8 * 10], s[100], f[100], x[10], b[10], work[10];
        int pivot[10];
        random_matrix(&rng, a, rank, 10);
        caperi_mat_mul_transposed(s, a, a, 10, rank, 10);
        random_matrix(&rng, x, 10, 1);
        caperi_mat_mul_vec(b, s, x, 10, 10); // so that b is within the range of s
        memcpy(f, s, sizeof s);
        memcpy(x, b, sizeof b);
        int found = caperi_ldlt_factor(f, 10, pivot);
        CHECK_INT(found, rank);
        caperi_ldlt_solve(f, 10, pivot, found, x, work);
        CHECK_NEAR(residual(s, x, b, 10, 10), 0.0, 1e-11);
    }
    // indefinite, with a diagonal to pivot on: by hand x = (1, -1, 2)
    double s[9] = {1, 4, 0, 4, -9, 2, 0, 2, 3}, b[3] = {-3, 17, 4}, work[3];
    int pivot[3];
    CHECK_INT(caperi_ldlt_factor(s, 3, pivot), 3);
    caperi_ldlt_solve(s, 3, pivot, 3, b, work);
    CHECK_NEAR(b[0], 1.0, 1e-13);
    CHECK_NEAR(b[1], -1.0, 1e-13);
    CHECK_NEAR(b[2], 2.0, 1e-13);
}

static void lu_pivots_where_it_must(void)
{
    // a zero in the first place, and a tiny one that would ruin the answer
    double a[4] = {0, 1, 1, 0}, b[2] = {3, 4};
    int pivot[2];
    REQUIRE(caperi_lu_factor(a, 2, pivot));
    caperi_lu_solve(a, 2, pivot, b);
    CHECK(b[0] == 4.0 && b[1] == 3.0);
    double tiny[4] = {1e-20, 1, 1, 1}, c[2] = {1, 2};
    REQUIRE(caperi_lu_factor(tiny, 2, pivot));
    caperi_lu_solve(tiny, 2, pivot, c);
    CHECK_NEAR(c[0], 1.0, 1e-15);
    CHECK_NEAR(c[1], 1.0, 1e-15);
    double singular[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK(!caperi_lu_factor(singular, 3, (int[3]){0}));
    double bad[1] = {(double)NAN};
    CHECK(!caperi_lu_factor(bad, 1, pivot));
}

static void least_squares_by_hand(void)
{
    // the line through (0,1) (1,2) (2,4) (3,4): 1.1 x + 1.1, residual sqrt(0.7)
    double a[8] = {0, 1, 1, 1, 2, 1, 3, 1}, b[4] = {1, 2, 4, 4}, diagonal[2], x[2];
    REQUIRE(caperi_qr_factor(a, 4, 2, diagonal));
    double r = caperi_qr_solve(a, 4, 2, diagonal, b, x);
    CHECK_NEAR(x[0], 1.1, 1e-14);
    CHECK_NEAR(x[1], 1.1, 1e-14);
    CHECK_NEAR(r * r, 0.7, 1e-14);
}

static void a_least_squares_residual_is_orthogonal(void)
{
    caper_rng rng = caper_rng_make(73);
    for (int n = 0; n < 100; n++) {
        static double a[MAX * 20], f[MAX * 20];
        double b[MAX], r[MAX], x[20], diagonal[20], normal[20];
        int rows = 20 + n % 40, columns = 1 + n % 20;
        random_matrix(&rng, a, rows, columns);
        random_matrix(&rng, b, rows, 1);
        memcpy(f, a, sizeof a);
        memcpy(r, b, sizeof b);
        REQUIRE(caperi_qr_factor(f, rows, columns, diagonal));
        double length = caperi_qr_solve(f, rows, columns, diagonal, r, x);
        caperi_mat_mul_vec(r, a, x, rows, columns);
        double square = 0.0;
        for (int i = 0; i < rows; i++) {
            r[i] -= b[i];
            square += r[i] * r[i];
        }
        CHECK_NEAR(length, sqrt(square), 1e-12);
        caperi_mat_mul_transposed(normal, a, r, columns, rows, 1);
        for (int k = 0; k < columns; k++) {
            CHECK_NEAR(normal[k], 0.0, 1e-12);
        }
    }
}

static void dependent_columns_are_reported(void)
{
    double a[12], diagonal[3], b[4] = {1, 2, 3, 4}, x[3];
    for (int i = 0; i < 4; i++) {
        a[3 * i] = i + 1.0;
        a[3 * i + 1] = i * i + 0.3;
        a[3 * i + 2] = 2.0 * a[3 * i] - 3.0 * a[3 * i + 1];
    }
    CHECK(!caperi_qr_factor(a, 4, 3, diagonal));
    caperi_qr_solve(a, 4, 3, diagonal, b, x);
    CHECK(isfinite(x[0]) && isfinite(x[1]) && x[2] == 0.0);
}

static void an_ill_conditioned_system_still_has_a_small_residual(void)
{
    // Hilbert matrices: condition 1e13 at n = 10. The solution may be off, the equations may not
    for (int n = 2; n <= 10; n++) {
        double a[100], f[100], b[10], x[10], diagonal[10], work[10];
        int pivot[10];
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
        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        REQUIRE(caperi_lu_factor(f, n, pivot));
        caperi_lu_solve(f, n, pivot, x);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-14);
        memcpy(f, a, sizeof a);
        memcpy(work, b, sizeof b);
        REQUIRE(caperi_qr_factor(f, n, n, diagonal));
        caperi_qr_solve(f, n, n, diagonal, work, x);
        CHECK_NEAR(residual(a, x, b, n, n), 0.0, 1e-14);
    }
}

static void qr_keeps_digits_that_normal_equations_lose(void)
{
    // Lauchli: with e^2 below rounding, a^T a is singular, but the least squares are not
    const double e = 1e-9;
    double a[8] = {1, 1, e, 0, 0, e, 0, 0}, f[8], s[4], b[4] = {2, e, e, 0}, x[2], diagonal[2];
    memcpy(f, a, sizeof a);
    caperi_mat_mul_transposed(s, a, a, 2, 4, 2);
    CHECK(!caperi_cholesky_factor(s, 2));
    REQUIRE(caperi_qr_factor(f, 4, 2, diagonal));
    caperi_qr_solve(f, 4, 2, diagonal, b, x);
    CHECK_NEAR(x[0], 1.0, 1e-6);
    CHECK_NEAR(x[1], 1.0, 1e-6);
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

TESTS(products_are_as_by_hand, cholesky_by_hand, every_solver_leaves_a_small_residual,
      what_is_not_positive_definite_is_reported, ldlt_finds_the_rank_and_solves_within_it,
      lu_pivots_where_it_must, least_squares_by_hand, a_least_squares_residual_is_orthogonal,
      dependent_columns_are_reported, an_ill_conditioned_system_still_has_a_small_residual,
      qr_keeps_digits_that_normal_equations_lose, eigenvalues_of_extreme_scales)
