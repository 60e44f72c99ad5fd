// SPDX-License-Identifier: MIT
//
// Puts the instructions of functions together: folds constants as they come, lists a leaf once,
// and cuts the part that one value needs out of the whole.
#include "spacetime/expression.h"

#include <string.h>

void caperi_ops_init(caperi_ops *ops, const caper_allocator *allocator)
{
    memset(ops, 0, sizeof *ops);
    ops->allocator = caper_allocator_resolve(allocator);
}

void caperi_ops_free(caperi_ops *ops)
{
    caper_free(&ops->allocator, ops->ops, (size_t)ops->op_capacity * sizeof *ops->ops);
    caper_free(&ops->allocator, ops->leaves, (size_t)ops->leaf_capacity * sizeof *ops->leaves);
    ops->ops = NULL;
    ops->leaves = NULL;
    ops->op_count = ops->op_capacity = ops->leaf_count = ops->leaf_capacity = 0;
}

// Room for one more element; the block may move.
static void *grow(caperi_ops *ops, void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    int wanted = *capacity ? 2 * *capacity : 64;
    void *bigger = wanted > 2 * CAPERI_OPS_MAX
                       ? NULL
                       : caper_alloc(&ops->allocator, (size_t)wanted * size, 16);
    if (!bigger) {
        ops->failed = true;
        return items;
    }
    if (items) {
        memcpy(bigger, items, (size_t)count * size);
        caper_free(&ops->allocator, items, (size_t)*capacity * size);
    }
    *capacity = wanted;
    return bigger;
}

static int append(caperi_ops *ops, caperi_op op)
{
    if (ops->op_count >= CAPERI_OPS_MAX) {
        ops->failed = true;
    }
    if (!ops->failed) {
        ops->ops = grow(ops, ops->ops, ops->op_count, &ops->op_capacity, sizeof *ops->ops);
    }
    if (ops->failed) {
        return 0;
    }
    ops->ops[ops->op_count] = op;
    return ops->op_count++;
}

int caperi_ops_constant(caperi_ops *ops, double value)
{
    return append(ops, (caperi_op){CAPERI_OP_CONSTANT, -1, -1, value});
}

static bool same_leaf(const caperi_quantity_ref *a, const caperi_quantity_ref *b)
{
    return a->kind == b->kind && a->body == b->body && a->component == b->component &&
           a->frame == b->frame;
}

int caperi_ops_leaf(caperi_ops *ops, const caperi_quantity_ref *leaf)
{
    int index = 0;
    while (index < ops->leaf_count && !same_leaf(&ops->leaves[index], leaf)) {
        index++;
    }
    if (index == ops->leaf_count) {
        ops->leaves =
            grow(ops, ops->leaves, ops->leaf_count, &ops->leaf_capacity, sizeof *ops->leaves);
        if (ops->failed) {
            return 0;
        }
        ops->leaves[ops->leaf_count++] = *leaf;
    }
    return append(ops, (caperi_op){CAPERI_OP_LEAF, index, -1, 0});
}

bool caperi_ops_is_constant(const caperi_ops *ops, int ref, double *value)
{
    if (ops->failed || ops->ops[ref].kind != CAPERI_OP_CONSTANT) {
        return false;
    }
    *value = ops->ops[ref].number;
    return true;
}

// The value of an instruction whose operands are constants.
static double fold(const caperi_ops *ops, caperi_op_kind kind, int a, int b, double number)
{
    caperi_op small[3] = {ops->ops[a], b >= 0 ? ops->ops[b] : ops->ops[a], {kind, 0, 1, number}};
    caperi_function f = {.ops = small, .op_count = 3};
    double scratch[27];
    small[2].b = b >= 0 ? 1 : -1;
    return caperi_function_evaluate(&f, NULL, NULL, NULL, scratch);
}

int caperi_ops_add(caperi_ops *ops, caperi_op_kind kind, int a, int b, double number)
{
    double unused;
    if (ops->failed) {
        return 0;
    }
    bool constant_a = caperi_ops_is_constant(ops, a, &unused);
    bool constant_b = b < 0 || caperi_ops_is_constant(ops, b, &unused);
    if (constant_a && constant_b) {
        return caperi_ops_constant(ops, fold(ops, kind, a, b, number));
    }
    return append(ops, (caperi_op){kind, a, b, number});
}

// 0 constant, 1 linear, 2 neither, from the degrees of the operands.
static int degree(const caperi_op *op, int a, int b)
{
    switch (op->kind) {
    case CAPERI_OP_CONSTANT:
        return 0;
    case CAPERI_OP_LEAF:
        return 1;
    case CAPERI_OP_ADD:
    case CAPERI_OP_SUBTRACT:
        return a > b ? a : b;
    case CAPERI_OP_MULTIPLY:
        return a + b < 2 ? a + b : 2;
    case CAPERI_OP_DIVIDE:
        return b == 0 ? a : 2;
    default:
        return a == 0 && b == 0 ? 0 : 2;
    }
}

// Scratch of a cut: which instructions are needed, what they and the leaves become.
typedef struct cut {
    int *op, *leaf, *degree;
} cut;

static void mark(const caperi_ops *ops, int ref, const cut *c)
{
    for (int i = 0; i <= ref; i++) {
        c->op[i] = i == ref ? 0 : -1;
    }
    for (int i = ref; i >= 0; i--) {
        const caperi_op *op = &ops->ops[i];
        if (c->op[i] < 0 || op->kind <= CAPERI_OP_LEAF) {
            continue;
        }
        c->op[op->a] = 0;
        if (op->b >= 0) {
            c->op[op->b] = 0;
        }
    }
}

static int count_marked(const cut *c, int ref)
{
    int count = 0;
    for (int i = 0; i <= ref; i++) {
        count += c->op[i] >= 0;
    }
    return count;
}

static void copy_marked(const caperi_ops *ops, int ref, const cut *c, caperi_op *out,
                        caperi_quantity_ref *leaves, caperi_function *f)
{
    for (int i = 0; i <= ref; i++) {
        if (c->op[i] < 0) {
            continue;
        }
        caperi_op op = ops->ops[i];
        int a = 0, b = 0;
        if (op.kind == CAPERI_OP_LEAF) {
            if (c->leaf[op.a] < 0) {
                leaves[f->leaf_count] = ops->leaves[op.a];
                c->leaf[op.a] = f->leaf_count++;
            }
            op.a = c->leaf[op.a];
        } else if (op.kind != CAPERI_OP_CONSTANT) {
            a = c->degree[op.a];
            b = op.b >= 0 ? c->degree[op.b] : 0;
            op.a = c->op[op.a];
            op.b = op.b >= 0 ? c->op[op.b] : -1;
        }
        c->degree[i] = degree(&op, a, b);
        c->op[i] = f->op_count;
        out[f->op_count++] = op;
    }
    f->linear = c->degree[ref] < 2;
}

bool caperi_ops_function(const caperi_ops *ops, int ref, caper_arena *arena, caperi_function *out)
{
    size_t n = (size_t)ops->op_count, m = (size_t)ops->leaf_count, total = 2 * n + m;
    memset(out, 0, sizeof *out);
    int *room = ops->failed ? NULL : caper_alloc(&ops->allocator, total * sizeof(int), 16);
    if (!room) {
        return false;
    }
    cut c = {room, room + 2 * n, room + n};
    for (size_t i = 0; i < m; i++) {
        c.leaf[i] = -1;
    }
    mark(ops, ref, &c);
    int count = count_marked(&c, ref);
    caperi_op *op = caper_arena_alloc_zero(arena, (size_t)count, sizeof *op, 16);
    caperi_quantity_ref *leaves = caper_arena_alloc_zero(arena, (size_t)count, sizeof *leaves, 16);
    if (op && leaves) {
        copy_marked(ops, ref, &c, op, leaves, out);
    }
    caper_free(&ops->allocator, room, total * sizeof(int));
    out->ops = op;
    out->leaves = leaves;
    return op && leaves;
}
