// SPDX-License-Identifier: MIT
// The one file that knows IPOPT (an interior point method for sparse problems with exact second
// derivatives). The problem is scaled by whoever wrote it down, so IPOPT's own scaling is off.
// IPOPT 3.11 with MUMPS keeps global state: one solve at a time in a process.
#include "spacetime/problem.h"

#include <IpStdCInterface.h>
#include <math.h>
#include <string.h>
#include <time.h>

// Where a solve stands, for the callbacks.
typedef struct run {
    const caperi_problem *problem;
    const caperi_solve_options *options;
    double begin;
    int iterations;
    bool out_of_time, stopped;
} run;

// Processor time: what a solve may take must not depend on what else the machine does.
static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static Bool objective(Index n, Number *x, Bool new_x, Number *value, UserDataPtr user)
{
    (void)n, (void)new_x;
    *value = caperi_problem_objective(((run *)user)->problem, x, NULL);
    return isfinite(*value) ? TRUE : FALSE;
}

static Bool gradient(Index n, Number *x, Bool new_x, Number *out, UserDataPtr user)
{
    (void)n, (void)new_x;
    return isfinite(caperi_problem_objective(((run *)user)->problem, x, out)) ? TRUE : FALSE;
}

static Bool rows(Index n, Number *x, Bool new_x, Index m, Number *out, UserDataPtr user)
{
    (void)n, (void)new_x;
    caperi_problem_rows(((run *)user)->problem, x, out);
    for (int i = 0; i < m; i++) {
        if (!isfinite(out[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

static void pattern(const caperi_matrix_entry *entries, int count, Index *row, Index *column)
{
    for (int i = 0; i < count; i++) {
        row[i] = entries[i].row;
        column[i] = entries[i].column;
    }
}

static Bool jacobian(Index n, Number *x, Bool new_x, Index m, Index count, Index *row,
                     Index *column, Number *values, UserDataPtr user)
{
    (void)n, (void)new_x, (void)m;
    const caperi_problem *problem = ((run *)user)->problem;
    if (values) {
        caperi_problem_jacobian(problem, x, values);
    } else {
        pattern(problem->jacobian, count, row, column);
    }
    return TRUE;
}

static Bool hessian(Index n, Number *x, Bool new_x, Number factor, Index m, Number *weights,
                    Bool new_weights, Index count, Index *row, Index *column, Number *values,
                    UserDataPtr user)
{
    (void)n, (void)new_x, (void)m, (void)new_weights;
    const caperi_problem *problem = ((run *)user)->problem;
    if (values) {
        caperi_problem_hessian(problem, x, factor, weights, values);
    } else {
        pattern(problem->hessian, count, row, column);
    }
    return TRUE;
}

static Bool watch(Index mode, Index iteration, Number cost, Number violation, Number dual,
                  Number mu, Number step, Number regularization, Number alpha_dual,
                  Number alpha_primal, Index trials, UserDataPtr user)
{
    (void)mode, (void)dual, (void)mu, (void)step, (void)regularization, (void)alpha_dual;
    (void)alpha_primal, (void)trials;
    run *r = user;
    r->iterations = iteration;
    r->out_of_time = now() - r->begin > r->options->max_seconds;
    r->stopped =
        r->options->watch && !r->options->watch(r->options->watch_user, iteration, cost, violation);
    return r->out_of_time || r->stopped ? FALSE : TRUE;
}

static void text_option(IpoptProblem ipopt, char *name, char *value)
{
    AddIpoptStrOption(ipopt, name, value);
}

// Costs are means of small numbers, 0.02 for a walk, where rows are of the order of 1. Ten times
// that is what the barrier is weighed against: 34 iterations instead of 58 for a walk on a circle
// that keeps its bodies apart (50 was as good for walks, worse for a run).
#define COST_SCALE 10

// How far from its bounds a start is moved that has multipliers. A neighbour's solution stays where
// it is. One that breaks rows needs room, or steps are cut short at bounds that it touches: with
// 1e-6 the first eight iterations go nowhere, with 1e-2 the start is lost (17, 28 and 21
// iterations).
#define PUSH_SAME 1e-6
#define PUSH_NEAR 1e-3

static void configure_warm(IpoptProblem ipopt, double push)
{
    static char *const names[] = {"warm_start_bound_push", "warm_start_bound_frac",
                                  "warm_start_slack_bound_push", "warm_start_slack_bound_frac",
                                  "warm_start_mult_bound_push"};
    text_option(ipopt, "warm_start_init_point", "yes");
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        AddIpoptNumOption(ipopt, names[i], push);
    }
}

static void configure(IpoptProblem ipopt, const caperi_solve_options *options)
{
    AddIpoptIntOption(ipopt, "print_level", 0);
    text_option(ipopt, "sb", "yes");
    text_option(ipopt, "linear_solver", "mumps");
    text_option(ipopt, "nlp_scaling_method", "none");
    text_option(ipopt, "mu_strategy", "adaptive");
    AddIpoptIntOption(ipopt, "mumps_pivot_order", 4); // PORD: 1.4 to 1.6 times faster here
    AddIpoptIntOption(ipopt, "max_iter", options->max_iterations);
    AddIpoptNumOption(ipopt, "tol", options->tolerance);
    AddIpoptNumOption(ipopt, "constr_viol_tol", options->tolerance);
    AddIpoptNumOption(ipopt, "acceptable_tol", 100 * options->tolerance);
    AddIpoptNumOption(ipopt, "acceptable_constr_viol_tol", options->tolerance);
    AddIpoptIntOption(ipopt, "acceptable_iter", 8);
    AddIpoptNumOption(ipopt, "bound_relax_factor", 0);
    AddIpoptNumOption(ipopt, "obj_scaling_factor", COST_SCALE);
    if (options->near) {
        configure_warm(ipopt, PUSH_NEAR);
    } else if (options->barrier > 0) {
        // near the solution of a neighbour, so little of the way to the bounds is left
        configure_warm(ipopt, PUSH_SAME);
        text_option(ipopt, "mu_strategy", "monotone");
        AddIpoptNumOption(ipopt, "mu_init", options->barrier);
    }
}

static const char *status_text(enum ApplicationReturnStatus status, const run *r)
{
    switch (status) {
    case Solve_Succeeded:
        return "solved";
    case Solved_To_Acceptable_Level:
        return "acceptable";
    case Infeasible_Problem_Detected:
        return "infeasible";
    case Maximum_Iterations_Exceeded:
        return "iterations";
    case Restoration_Failed:
        return "restoration failed";
    case User_Requested_Stop:
        return r->out_of_time ? "time" : "stopped";
    case Search_Direction_Becomes_Too_Small:
        return "no direction";
    case Diverging_Iterates:
        return "diverging";
    case Not_Enough_Degrees_Of_Freedom:
        return "overdetermined";
    case Invalid_Number_Detected:
        return "not a number";
    default:
        return "failed";
    }
}

// What is left to say about the point where the solver stopped.
static void judge(const run *r, const caperi_point *point, double *values,
                  caperi_solve_result *result)
{
    caperi_problem_rows(r->problem, point->x, values);
    result->violation = caperi_problem_violation(r->problem, values, &result->worst);
    result->cost = caperi_problem_objective(r->problem, point->x, NULL);
    result->iterations = r->iterations;
    result->seconds = now() - r->begin;
    bool good = strcmp(result->status, "solved") == 0 || strcmp(result->status, "acceptable") == 0;
    result->solved = good && result->violation <= r->options->tolerance;
}

bool caperi_solve(const caperi_problem *problem, const caperi_solve_options *options,
                  caperi_point *point, caperi_solve_result *result)
{
    run r = {.problem = problem, .options = options, .begin = now()};
    size_t size = (size_t)problem->row_count * sizeof(double);
    double *values = caper_alloc_zero(&problem->allocator, size, 16);
    IpoptProblem ipopt = CreateIpoptProblem(
        problem->variable_count, problem->lower, problem->upper, problem->row_count,
        problem->row_lower, problem->row_upper, problem->jacobian_count, problem->hessian_count, 0,
        objective, rows, gradient, jacobian, hessian);
    if (!values || !ipopt) {
        caper_free(&problem->allocator, values, size);
        if (ipopt) {
            FreeIpoptProblem(ipopt);
        }
        return false;
    }
    configure(ipopt, options);
    SetIntermediateCallback(ipopt, watch);
    Number cost = 0;
    enum ApplicationReturnStatus status =
        IpoptSolve(ipopt, point->x, values, &cost, point->rows, point->lower, point->upper, &r);
    FreeIpoptProblem(ipopt);
    result->status = status_text(status, &r);
    judge(&r, point, values, result);
    caper_free(&problem->allocator, values, size);
    return true;
}
