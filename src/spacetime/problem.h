// SPDX-License-Identifier: MIT
// The problem layer: variables and rows with bounds, blocks that add into rows or the objective.
#ifndef CAPER_SPACETIME_PROBLEM_H
#define CAPER_SPACETIME_PROBLEM_H

#include "spacetime/spacetime.h"

/// Bounds at or beyond this are none (IPOPT's own convention).
#define CAPERI_INFINITY 1e20

/// What a row is, for reports: "left_foot contact y, frame 3".
typedef struct caperi_row_name {
    const char *what; ///< static, or from caperi_problem_text
    int body;         ///< of the character, or -1
    int frame;        ///< or -1
} caperi_row_name;

/// One use of a kind of block.
typedef struct caperi_term_block {
    const caperi_block_kind *kind;
    const void *data;
    const int *inputs; ///< variables
    const int *rows;   ///< of each value; NULL: adds to the objective
    double scale;      ///< factor of all values
    int jacobian_slot; ///< first of its slots in the problem's list
    int hessian_slot;
} caperi_term_block;

/// A row and a column, or two variables.
typedef struct caperi_matrix_entry {
    int row, column;
} caperi_matrix_entry;

/// Everything that a solver needs. Read only for other files.
typedef struct caperi_problem {
    caper_allocator allocator;
    caper_arena arena;
    int variable_count, row_count, block_count, linear_count;
    int variable_capacity, row_capacity, block_capacity, linear_capacity;
    double *lower, *upper, *start; ///< of the variables
    double *row_lower, *row_upper; ///< of the rows
    caperi_row_name *row_names;
    caperi_term_block *blocks;
    caperi_matrix_entry *linear; ///< constant Jacobian entries
    double *linear_coefficients;
    int *linear_slots;
    int jacobian_count, hessian_count;       ///< after caperi_problem_finish
    caperi_matrix_entry *jacobian, *hessian; ///< sorted; the Hessian's lower triangle
    int *jacobian_slots, *hessian_slots;     ///< where each block's entries go
    int jacobian_slot_count, hessian_slot_count;
    int max_inputs, max_values, max_entries;
    double *scratch;
    bool failed; ///< without memory; finish then returns false
} caperi_problem;

/// An empty problem; NULL without memory.
caperi_problem *caperi_problem_create(const caper_allocator *allocator);
/// Free it and all that was copied into it; NULL is fine.
void caperi_problem_destroy(caperi_problem *problem);
/// A copy of a text that lives as long as the problem; "" without memory.
const char *caperi_problem_text(caperi_problem *problem, const char *text);
/// Zeroed memory that lives as long as the problem; NULL (and the problem fails) without any.
void *caperi_problem_memory(caperi_problem *problem, size_t count, size_t size);
/// A new variable; returns its index. Equal bounds fix it.
int caperi_problem_variable(caperi_problem *problem, double lower, double upper, double start);
/// A new row; returns its index.
int caperi_problem_row(caperi_problem *problem, double lower, double upper, const char *what,
                       int body, int frame);
/// Add coefficient x variable to a row.
void caperi_problem_linear(caperi_problem *problem, int row, int variable, double coefficient);
/// Add a block, `scale` x its values, into rows (one per value; NULL: into the objective). inputs
/// and rows are copied; `data` is copied when data_size > 0, else it must outlive the problem.
void caperi_problem_block(caperi_problem *problem, const caperi_block_kind *kind, const void *data,
                          size_t data_size, const int *inputs, const int *rows, double scale);
/// Work out the patterns of the derivatives. False without memory.
bool caperi_problem_finish(caperi_problem *problem);

/// The objective; gradient (variable_count) may be NULL.
double caperi_problem_objective(const caperi_problem *problem, const double *x, double *gradient);
/// The values of all rows.
void caperi_problem_rows(const caperi_problem *problem, const double *x, double *values);
/// The Jacobian of the rows, in the order of problem->jacobian.
void caperi_problem_jacobian(const caperi_problem *problem, const double *x, double *entries);
/// The Hessian of factor x objective + sum(weight x row), in the order of problem->hessian.
void caperi_problem_hessian(const caperi_problem *problem, const double *x, double factor,
                            const double *weights, double *entries);
/// Largest violation of a bound of a row; `worst` (may be NULL) receives the row, or -1.
double caperi_problem_violation(const caperi_problem *problem, const double *values, int *worst);

/// Largest relative differences between the derivatives of a block and central differences at x.
typedef struct caperi_derivative_error {
    double jacobian, hessian;
} caperi_derivative_error;
/// Check one kind of block at a point with weights for its values.
caperi_derivative_error caperi_block_check(const caperi_block_kind *kind, const void *data,
                                           const double *x, const double *weights);

// -- The solver -----------------------------------------------------------------------------

/// How to solve, and where from.
typedef struct caperi_solve_options {
    int max_iterations;
    double max_seconds;
    double tolerance;
    double barrier; ///< above 0: the point has multipliers too, and this barrier is the first
    bool near;      ///< the point has multipliers of most rows, but breaks some: start beside it
    caper_spacetime_watch *watch;
    void *watch_user;
} caperi_solve_options;

/// A point with its multipliers: of rows, lower and upper bounds. In and out.
typedef struct caperi_point {
    double *x, *rows, *lower, *upper;
} caperi_point;

/// What the solver says.
typedef struct caperi_solve_result {
    bool solved;
    const char *status;
    int iterations;
    double seconds, cost, violation;
    int worst; ///< row, or -1
} caperi_solve_result;

/// Solve a finished problem from a point. The only door to IPOPT.
bool caperi_solve(const caperi_problem *problem, const caperi_solve_options *options,
                  caperi_point *point, caperi_solve_result *result);

#endif
