// SPDX-License-Identifier: MIT
// The problem layer. Blocks write their derivatives in the order of their kind's pattern; when the
// problem is finished, each entry is given a slot in the sorted list of all non-zeros, so that any
// number of blocks may add into the same place. A Hessian entry of two inputs that are the same
// variable counts twice (row and column).
#include "spacetime/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

caperi_problem *caperi_problem_create(const caper_allocator *allocator)
{
    caper_allocator a = caper_allocator_resolve(allocator);
    caperi_problem *problem = caper_alloc_zero(&a, sizeof *problem, _Alignof(caperi_problem));
    if (problem) {
        problem->allocator = a;
        caper_arena_init(&problem->arena, &a, 1u << 18);
    }
    return problem;
}

static void release(const caperi_problem *p, void *memory, int count, size_t size)
{
    caper_free(&p->allocator, memory, (size_t)count * size);
}

void caperi_problem_destroy(caperi_problem *p)
{
    if (!p) {
        return;
    }
    caper_allocator allocator = p->allocator;
    release(p, p->lower, p->variable_capacity, sizeof(double));
    release(p, p->upper, p->variable_capacity, sizeof(double));
    release(p, p->start, p->variable_capacity, sizeof(double));
    release(p, p->row_lower, p->row_capacity, sizeof(double));
    release(p, p->row_upper, p->row_capacity, sizeof(double));
    release(p, p->row_names, p->row_capacity, sizeof(caperi_row_name));
    release(p, p->blocks, p->block_capacity, sizeof(caperi_term_block));
    release(p, p->linear, p->linear_capacity, sizeof(caperi_matrix_entry));
    release(p, p->linear_coefficients, p->linear_capacity, sizeof(double));
    caper_arena_destroy(&p->arena);
    caper_free(&allocator, p, sizeof *p);
}

void *caperi_problem_memory(caperi_problem *p, size_t count, size_t size)
{
    void *memory = caper_arena_alloc_zero(&p->arena, count ? count : 1, size, 16);
    p->failed = p->failed || !memory;
    return memory;
}

const char *caperi_problem_text(caperi_problem *p, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = caperi_problem_memory(p, size, 1);
    return copy ? memcpy(copy, text, size) : "";
}

// A larger copy of an array; false, with the old one kept, without memory.
static bool grow(caperi_problem *p, void *array_of_pointer, int count, int capacity, size_t size)
{
    void **array = array_of_pointer;
    void *larger = caper_alloc(&p->allocator, (size_t)capacity * size, 16);
    if (!larger) {
        p->failed = true;
        return false;
    }
    if (count > 0) {
        memcpy(larger, *array, (size_t)count * size);
    }
    *array = larger;
    return true;
}

// Frees what `grow` replaced; all arrays of one kind grow together or the problem fails.
static bool grow_together(caperi_problem *p, void **arrays[], const size_t sizes[], int array_count,
                          int count, int *capacity)
{
    if (count < *capacity) {
        return !p->failed;
    }
    int larger = *capacity ? 2 * *capacity : 1024;
    void *old[4], *new[4];
    for (int i = 0; i < array_count; i++) {
        old[i] = *arrays[i];
        new[i] = old[i];
        if (!grow(p, &new[i], count, larger, sizes[i])) {
            for (int j = 0; j < i; j++) {
                release(p, new[j], larger, sizes[j]);
            }
            return false;
        }
    }
    for (int i = 0; i < array_count; i++) {
        release(p, old[i], *capacity, sizes[i]);
        *arrays[i] = new[i];
    }
    *capacity = larger;
    return true;
}

int caperi_problem_variable(caperi_problem *p, double lower, double upper, double start)
{
    void **arrays[] = {(void **)&p->lower, (void **)&p->upper, (void **)&p->start};
    const size_t sizes[] = {sizeof(double), sizeof(double), sizeof(double)};
    if (!grow_together(p, arrays, sizes, 3, p->variable_count, &p->variable_capacity)) {
        return 0;
    }
    int i = p->variable_count++;
    p->lower[i] = lower;
    p->upper[i] = upper;
    p->start[i] = fmin(fmax(start, lower), upper);
    return i;
}

int caperi_problem_row(caperi_problem *p, double lower, double upper, const char *what, int body,
                       int frame)
{
    void **arrays[] = {(void **)&p->row_lower, (void **)&p->row_upper, (void **)&p->row_names};
    const size_t sizes[] = {sizeof(double), sizeof(double), sizeof(caperi_row_name)};
    if (!grow_together(p, arrays, sizes, 3, p->row_count, &p->row_capacity)) {
        return 0;
    }
    int i = p->row_count++;
    p->row_lower[i] = lower;
    p->row_upper[i] = upper;
    p->row_names[i] = (caperi_row_name){what, body, frame};
    return i;
}

void caperi_problem_linear(caperi_problem *p, int row, int variable, double coefficient)
{
    void **arrays[] = {(void **)&p->linear, (void **)&p->linear_coefficients};
    const size_t sizes[] = {sizeof(caperi_matrix_entry), sizeof(double)};
    if (!grow_together(p, arrays, sizes, 2, p->linear_count, &p->linear_capacity)) {
        return;
    }
    p->linear[p->linear_count] = (caperi_matrix_entry){row, variable};
    p->linear_coefficients[p->linear_count++] = coefficient;
}

static void *copied(caperi_problem *p, const void *from, size_t size)
{
    void *copy = from ? caperi_problem_memory(p, size, 1) : NULL;
    if (copy) {
        memcpy(copy, from, size);
    }
    return copy;
}

void caperi_problem_block(caperi_problem *p, const caperi_block_kind *kind, const void *data,
                          size_t data_size, const int *inputs, const int *rows, double scale)
{
    void **arrays[] = {(void **)&p->blocks};
    const size_t sizes[] = {sizeof(caperi_term_block)};
    if (!grow_together(p, arrays, sizes, 1, p->block_count, &p->block_capacity)) {
        return;
    }
    caperi_term_block *block = &p->blocks[p->block_count++];
    *block = (caperi_term_block){.kind = kind, .scale = scale};
    block->data = data_size ? copied(p, data, data_size) : data;
    block->inputs = copied(p, inputs, (size_t)kind->input_count * sizeof(int));
    block->rows = copied(p, rows, (size_t)kind->value_count * sizeof(int));
    if (kind->input_count > p->max_inputs) {
        p->max_inputs = kind->input_count;
    }
    if (kind->value_count > p->max_values) {
        p->max_values = kind->value_count;
    }
    int entries =
        kind->jacobian_count > kind->hessian_count ? kind->jacobian_count : kind->hessian_count;
    if (entries > p->max_entries) {
        p->max_entries = entries;
    }
}

// -- patterns -------------------------------------------------------------------------------

static caperi_matrix_entry jacobian_entry(const caperi_term_block *block, int i)
{
    const caperi_block_kind *kind = block->kind;
    return (caperi_matrix_entry){block->rows[kind->jacobian_values[i]],
                                 block->inputs[kind->jacobian_inputs[i]]};
}

static caperi_matrix_entry hessian_entry(const caperi_term_block *block, int i)
{
    int a = block->inputs[block->kind->hessian_rows[i]];
    int b = block->inputs[block->kind->hessian_columns[i]];
    return a > b ? (caperi_matrix_entry){a, b} : (caperi_matrix_entry){b, a};
}

static int compare_entries(const void *a, const void *b)
{
    const caperi_matrix_entry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                            : (x->column > y->column) - (x->column < y->column);
}

// Sort and drop doubles; returns how many are left.
static int unique(caperi_matrix_entry *entries, int count)
{
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept == 0 || compare_entries(&entries[kept - 1], &entries[i]) != 0) {
            entries[kept++] = entries[i];
        }
    }
    return kept;
}

static int slot_of(const caperi_matrix_entry *entries, int count, caperi_matrix_entry entry)
{
    const caperi_matrix_entry *found =
        bsearch(&entry, entries, (size_t)count, sizeof *entries, compare_entries);
    return (int)(found - entries);
}

static bool finish_jacobian(caperi_problem *p)
{
    int total = p->linear_count;
    for (int i = 0; i < p->block_count; i++) {
        total += p->blocks[i].rows ? p->blocks[i].kind->jacobian_count : 0;
    }
    p->jacobian = caperi_problem_memory(p, (size_t)total, sizeof(caperi_matrix_entry));
    p->jacobian_slots = caperi_problem_memory(p, (size_t)total, sizeof(int));
    p->linear_slots = caperi_problem_memory(p, (size_t)p->linear_count, sizeof(int));
    if (p->failed) {
        return false;
    }
    int n = 0;
    for (int i = 0; i < p->block_count; i++) {
        for (int e = 0; p->blocks[i].rows && e < p->blocks[i].kind->jacobian_count; e++) {
            p->jacobian[n++] = jacobian_entry(&p->blocks[i], e);
        }
    }
    for (int i = 0; i < p->linear_count; i++) {
        p->jacobian[n++] = p->linear[i];
    }
    p->jacobian_count = unique(p->jacobian, n);
    n = 0;
    for (int i = 0; i < p->block_count; i++) {
        p->blocks[i].jacobian_slot = n;
        for (int e = 0; p->blocks[i].rows && e < p->blocks[i].kind->jacobian_count; e++) {
            p->jacobian_slots[n++] =
                slot_of(p->jacobian, p->jacobian_count, jacobian_entry(&p->blocks[i], e));
        }
    }
    for (int i = 0; i < p->linear_count; i++) {
        p->linear_slots[i] = slot_of(p->jacobian, p->jacobian_count, p->linear[i]);
    }
    return true;
}

static bool finish_hessian(caperi_problem *p)
{
    int total = 0;
    for (int i = 0; i < p->block_count; i++) {
        total += p->blocks[i].kind->hessian_count;
    }
    p->hessian = caperi_problem_memory(p, (size_t)total, sizeof(caperi_matrix_entry));
    p->hessian_slots = caperi_problem_memory(p, (size_t)total, sizeof(int));
    if (p->failed) {
        return false;
    }
    int n = 0;
    for (int i = 0; i < p->block_count; i++) {
        for (int e = 0; e < p->blocks[i].kind->hessian_count; e++) {
            p->hessian[n++] = hessian_entry(&p->blocks[i], e);
        }
    }
    p->hessian_count = unique(p->hessian, n);
    n = 0;
    for (int i = 0; i < p->block_count; i++) {
        p->blocks[i].hessian_slot = n;
        for (int e = 0; e < p->blocks[i].kind->hessian_count; e++) {
            p->hessian_slots[n++] =
                slot_of(p->hessian, p->hessian_count, hessian_entry(&p->blocks[i], e));
        }
    }
    return true;
}

bool caperi_problem_finish(caperi_problem *p)
{
    size_t scratch = (size_t)(p->max_inputs + 2 * p->max_values + p->max_entries);
    p->scratch = caperi_problem_memory(p, scratch, sizeof(double));
    return !p->failed && finish_jacobian(p) && finish_hessian(p);
}

// -- evaluation -----------------------------------------------------------------------------

// The parts of the scratch memory.
typedef struct workspace {
    double *x, *values, *weights, *entries;
} workspace;

static workspace workspace_of(const caperi_problem *p)
{
    workspace w = {.x = p->scratch};
    w.values = w.x + p->max_inputs;
    w.weights = w.values + p->max_values;
    w.entries = w.weights + p->max_values;
    return w;
}

static void gather(const caperi_term_block *block, const double *x, double *local)
{
    for (int i = 0; i < block->kind->input_count; i++) {
        local[i] = x[block->inputs[i]];
    }
}

double caperi_problem_objective(const caperi_problem *p, const double *x, double *gradient)
{
    workspace w = workspace_of(p);
    double sum = 0;
    if (gradient) {
        memset(gradient, 0, (size_t)p->variable_count * sizeof(double));
    }
    for (int i = 0; i < p->block_count; i++) {
        const caperi_term_block *block = &p->blocks[i];
        if (block->rows) {
            continue;
        }
        gather(block, x, w.x);
        block->kind->evaluate(w.x, block->data, w.values);
        sum += block->scale * w.values[0];
        if (gradient) {
            block->kind->jacobian(w.x, block->data, w.entries);
            for (int e = 0; e < block->kind->jacobian_count; e++) {
                gradient[block->inputs[block->kind->jacobian_inputs[e]]] +=
                    block->scale * w.entries[e];
            }
        }
    }
    return sum;
}

void caperi_problem_rows(const caperi_problem *p, const double *x, double *values)
{
    workspace w = workspace_of(p);
    memset(values, 0, (size_t)p->row_count * sizeof(double));
    for (int i = 0; i < p->block_count; i++) {
        const caperi_term_block *block = &p->blocks[i];
        if (!block->rows) {
            continue;
        }
        gather(block, x, w.x);
        block->kind->evaluate(w.x, block->data, w.values);
        for (int v = 0; v < block->kind->value_count; v++) {
            values[block->rows[v]] += block->scale * w.values[v];
        }
    }
    for (int i = 0; i < p->linear_count; i++) {
        values[p->linear[i].row] += p->linear_coefficients[i] * x[p->linear[i].column];
    }
}

void caperi_problem_jacobian(const caperi_problem *p, const double *x, double *entries)
{
    workspace w = workspace_of(p);
    memset(entries, 0, (size_t)p->jacobian_count * sizeof(double));
    for (int i = 0; i < p->block_count; i++) {
        const caperi_term_block *block = &p->blocks[i];
        if (!block->rows) {
            continue;
        }
        gather(block, x, w.x);
        block->kind->jacobian(w.x, block->data, w.entries);
        for (int e = 0; e < block->kind->jacobian_count; e++) {
            entries[p->jacobian_slots[block->jacobian_slot + e]] += block->scale * w.entries[e];
        }
    }
    for (int i = 0; i < p->linear_count; i++) {
        entries[p->linear_slots[i]] += p->linear_coefficients[i];
    }
}

static void add_hessian(const caperi_problem *p, const caperi_term_block *block, const workspace *w,
                        double *entries)
{
    const caperi_block_kind *kind = block->kind;
    kind->hessian(w->x, block->data, w->weights, w->entries);
    for (int e = 0; e < kind->hessian_count; e++) {
        int a = kind->hessian_rows[e], b = kind->hessian_columns[e];
        double twice = a != b && block->inputs[a] == block->inputs[b] ? 2 : 1;
        entries[p->hessian_slots[block->hessian_slot + e]] += twice * w->entries[e];
    }
}

void caperi_problem_hessian(const caperi_problem *p, const double *x, double factor,
                            const double *weights, double *entries)
{
    workspace w = workspace_of(p);
    memset(entries, 0, (size_t)p->hessian_count * sizeof(double));
    for (int i = 0; i < p->block_count; i++) {
        const caperi_term_block *block = &p->blocks[i];
        if (block->kind->hessian_count == 0) {
            continue;
        }
        bool any = false;
        for (int v = 0; v < block->kind->value_count; v++) {
            w.weights[v] = block->scale * (block->rows ? weights[block->rows[v]] : factor);
            any = any || w.weights[v] != 0;
        }
        if (any) {
            gather(block, x, w.x);
            add_hessian(p, block, &w, entries);
        }
    }
}

double caperi_problem_violation(const caperi_problem *p, const double *values, int *worst)
{
    double largest = 0;
    int at = -1;
    for (int i = 0; i < p->row_count; i++) {
        double excess = fmax(p->row_lower[i] - values[i], values[i] - p->row_upper[i]);
        if (!(excess <= largest)) {
            largest = excess;
            at = i;
        }
    }
    if (worst) {
        *worst = at;
    }
    return largest;
}
