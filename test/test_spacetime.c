// SPDX-License-Identifier: MIT
// The problem layer of room spacetime and its solver: the particle of the thesis (3.2.4), whose
// solution is known, and the derivatives of every block.
#include "spacetime/blocks.h"
#include "spacetime/problem.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// -- the spacetime particle -----------------------------------------------------------------

enum {
    FRAMES = 21
};

typedef struct particle {
    caperi_problem *problem;
    int position[FRAMES][2], jet[FRAMES][2];
} particle;

static void square_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = x[0] * x[0];
}

static void square_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 2 * x[0];
}

static void square_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)x, (void)data;
    out[0] = 2 * weights[0];
}

static const int zero[] = {0};
static const caperi_block_kind square = {
    "square", 1, 1, 1, 1, zero, zero, zero, zero, square_evaluate, square_jacobian, square_hessian};

// Table 3.1 and equations 3.7 to 3.9, jets of at most so many newtons. The table's 30 N cannot
// bring 2 kg over 4 m from rest to rest within the 18 steps that are left: a t^2 / 4 = 3 m.
static particle make_particle(double most)
{
    const double h = 0.05, mass = 2, gravity[2] = {0, -9.81};
    const double ends[4][2] = {{0, 0}, {0, 0.5}, {4, 3.5}, {4, 4}};
    const int fixed[4] = {0, 1, FRAMES - 2, FRAMES - 1};
    particle p = {.problem = caperi_problem_create(NULL)};
    for (int f = 0; f < FRAMES; f++) {
        for (int d = 0; d < 2; d++) {
            p.position[f][d] =
                caperi_problem_variable(p.problem, -CAPERI_INFINITY, CAPERI_INFINITY, 0);
            p.jet[f][d] = caperi_problem_variable(p.problem, -most, most, 0);
            caperi_problem_block(p.problem, &square, NULL, 0, &p.jet[f][d], NULL, 1);
        }
    }
    for (int i = 0; i < 4; i++) {
        for (int d = 0; d < 2; d++) {
            p.problem->lower[p.position[fixed[i]][d]] = ends[i][d];
            p.problem->upper[p.position[fixed[i]][d]] = ends[i][d];
        }
    }
    for (int f = 1; f < FRAMES - 1; f++) {
        for (int d = 0; d < 2; d++) {
            int row = caperi_problem_row(p.problem, -mass * gravity[d], -mass * gravity[d],
                                         "newton", -1, f);
            caperi_problem_linear(p.problem, row, p.jet[f][d], 1);
            caperi_problem_linear(p.problem, row, p.position[f + 1][d], -mass / (h * h));
            caperi_problem_linear(p.problem, row, p.position[f][d], 2 * mass / (h * h));
            caperi_problem_linear(p.problem, row, p.position[f - 1][d], -mass / (h * h));
        }
    }
    return p;
}

// The same programme without bounds on the jets, by hand: the minimum of the squares of forces F
// that are linear in the positions. Its conditions say that the forces' second differences vanish
// inside, so forces are linear in time; two numbers per dimension follow from the ends.
static double expected_force(int d, int f)
{
    const double h = 0.05, mass = 2, g[2] = {0, -9.81};
    const double begin[2][2] = {{0, 0}, {0, 0.5}}, end[2][2] = {{4, 3.5}, {4, 4}};
    // F[f] = a + b f for f = 1 .. 19; position[f + 1] = 2 position[f] - position[f - 1] +
    // h^2 (F / mass + g): integrate the part without F, with F = 1, and with F = f
    double free[2] = {begin[0][d], begin[1][d]}, one[2] = {0, 0}, ramp[2] = {0, 0};
    double at[2][3];
    for (int i = 1; i < FRAMES - 1; i++) {
        double n0 = 2 * free[1] - free[0] + h * h * g[d];
        double n1 = 2 * one[1] - one[0] + h * h / mass;
        double n2 = 2 * ramp[1] - ramp[0] + h * h / mass * i;
        free[0] = free[1], free[1] = n0;
        one[0] = one[1], one[1] = n1;
        ramp[0] = ramp[1], ramp[1] = n2;
    }
    for (int i = 0; i < 2; i++) {
        at[i][0] = end[i][d] - free[i];
        at[i][1] = one[i];
        at[i][2] = ramp[i];
    }
    double det = at[0][1] * at[1][2] - at[0][2] * at[1][1];
    double a = (at[0][0] * at[1][2] - at[0][2] * at[1][0]) / det;
    double b = (at[0][1] * at[1][0] - at[0][0] * at[1][1]) / det;
    return a + b * f;
}

static void particle_flies_as_the_quadratic_programme_says(void)
{
    particle p = make_particle(100);
    CHECK(caperi_problem_finish(p.problem));
    double x[4 * FRAMES] = {0}, rows[4 * FRAMES] = {0}, low[4 * FRAMES], high[4 * FRAMES];
    caperi_point point = {x, rows, low, high};
    caperi_solve_options options = {.max_iterations = 50, .max_seconds = 10, .tolerance = 1e-9};
    caperi_solve_result result;
    CHECK(caperi_solve(p.problem, &options, &point, &result));
    CHECK(result.solved);
    CHECK(result.violation < 1e-8);
    for (int d = 0; d < 2; d++) {
        for (int f = 1; f < FRAMES - 1; f++) {
            double expected = expected_force(d, f);
            CHECK(fabs(expected) < 100); // else the bounds of the jets count too
            CHECK_NEAR(x[p.jet[f][d]], expected, 1e-5);
        }
    }
    caperi_problem_destroy(p.problem);
}

static void an_impossible_particle_names_its_worst_constraint(void)
{
    particle p = make_particle(30);
    CHECK(caperi_problem_finish(p.problem));
    double x[4 * FRAMES] = {0}, rows[4 * FRAMES] = {0}, low[4 * FRAMES], high[4 * FRAMES];
    caperi_point point = {x, rows, low, high};
    caperi_solve_options options = {.max_iterations = 100, .max_seconds = 10, .tolerance = 1e-8};
    caperi_solve_result result;
    CHECK(caperi_solve(p.problem, &options, &point, &result));
    CHECK(!result.solved);
    CHECK(result.violation > 0.1);
    CHECK(result.worst >= 0);
    CHECK_STR(p.problem->row_names[result.worst].what, "newton");
    caperi_problem_destroy(p.problem);
}

static bool stop_at_once(void *user, int iteration, double cost, double violation)
{
    (void)cost, (void)violation;
    *(int *)user = iteration;
    return iteration < 2;
}

static void a_watch_stops_the_solver(void)
{
    particle p = make_particle(100);
    CHECK(caperi_problem_finish(p.problem));
    double x[4 * FRAMES] = {0}, rows[4 * FRAMES] = {0}, low[4 * FRAMES], high[4 * FRAMES];
    caperi_point point = {x, rows, low, high};
    int seen = -1;
    caperi_solve_options options = {.max_iterations = 50,
                                    .max_seconds = 10,
                                    .tolerance = 1e-9,
                                    .watch = stop_at_once,
                                    .watch_user = &seen};
    caperi_solve_result result;
    CHECK(caperi_solve(p.problem, &options, &point, &result));
    CHECK(seen <= 2);
    CHECK(!result.solved || seen < 2);
    caperi_problem_destroy(p.problem);
}

// -- derivatives ----------------------------------------------------------------------------

static const caperi_block_kind *const kinds[] = {
    &caperi_block_norm,         &caperi_block_turning,       &caperi_block_moment,
    &caperi_block_product,      &caperi_block_along,         &caperi_block_form,
    &caperi_block_swing,        &caperi_block_posture,       &caperi_block_upright,
    &caperi_block_torque_limit, &caperi_block_orbit,         &caperi_block_square,
    &caperi_block_acceleration, &caperi_block_force_rate,    &caperi_block_cone,
    &caperi_block_bearing,      &caperi_block_tilt,          &caperi_block_ahead,
    &caperi_block_slide,        &caperi_block_heading,       &caperi_block_onward,
    &caperi_block_link,         &caperi_block_duration_rate, &caperi_block_tempo,
    &caperi_block_ground,       &caperi_block_seen,          &caperi_block_beyond,
    &caperi_block_apart,        &caperi_block_apart_between, &caperi_block_point,
    &caperi_block_slope,        &caperi_block_bend,          &caperi_block_spin,
    &caperi_block_arc,          &caperi_block_pitch,
};

static void derivatives_of_every_block_agree_with_differences(void)
{
    caper_rng rng = caper_rng_make(17);
    for (int k = 0; k < CAPER_COUNT_OF(kinds); k++) {
        CHECK(kinds[k]->input_count <= CAPERI_BLOCK_INPUTS);
        for (int trial = 0; trial < 20; trial++) {
            double x[64], data[64], weights[8];
            for (int i = 0; i < 64; i++) {
                x[i] = 0.3 + 0.9 * caper_rng_double(&rng); // steps must be above 0
                data[i] = 0.2 + caper_rng_double(&rng);
            }
            for (int i = 0; i < 8; i++) {
                weights[i] = 2 * caper_rng_double(&rng) - 1;
            }
            caperi_derivative_error error = caperi_block_check(kinds[k], data, x, weights);
            if (!(error.jacobian < 1e-7 && error.hessian < 1e-7)) {
                fprintf(stderr, "%s: %g %g\n", kinds[k]->name, error.jacobian, error.hessian);
            }
            CHECK(error.jacobian < 1e-7);
            CHECK(error.hessian < 1e-7);
        }
    }
}

static void a_variable_that_is_two_inputs_counts_twice(void)
{
    // the block `square` with both steps the same variable, of three numbers
    caperi_problem *problem = caperi_problem_create(NULL);
    for (int i = 0; i < 5; i++) {
        caperi_problem_variable(problem, -10, 10, 0);
    }
    for (int i = 0; i < 3; i++) {
        const int inputs[] = {i, 3, 3, 3}; // rate too: t^2 h^2
        caperi_problem_block(problem, &caperi_block_square, NULL, 0, inputs, NULL, 1);
    }
    CHECK(caperi_problem_finish(problem));
    double x[5] = {1, 2, 3, 0.5, 0}, entries[32], gradient[5], dense = 0;
    caperi_problem_hessian(problem, x, 1, NULL, entries);
    for (int i = 0; i < problem->hessian_count; i++) {
        if (problem->hessian[i].row == 3 && problem->hessian[i].column == 3) {
            dense = entries[i];
        }
    }
    CHECK_NEAR(dense, 2 * 14, 1e-12);
    CHECK_NEAR(caperi_problem_objective(problem, x, gradient), 14 * 0.25, 1e-12);
    CHECK_NEAR(gradient[3], 14.0, 1e-12);
    caperi_problem_destroy(problem);
}

TESTS(particle_flies_as_the_quadratic_programme_says,
      an_impossible_particle_names_its_worst_constraint, a_watch_stops_the_solver,
      derivatives_of_every_block_agree_with_differences, a_variable_that_is_two_inputs_counts_twice)
