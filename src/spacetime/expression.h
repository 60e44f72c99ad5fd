// SPDX-License-Identifier: MIT
//
// The language of specifiers: what a body must do, written as text.
//
//     torso.z(end) - torso.z(0) = speed * duration
//     right_foot.force.y <= 0.6 weights
//     0.2 m <= left_hand.y <= 1.2 m for 3..10
//     head inside box(-1, 0, -1, 1, 1.2, 1)
//     minimize dot(chest.acceleration, chest.acceleration)
//
// Text becomes a tree (parse), the tree becomes sums of scalar functions of *leaves*, the few
// quantities of a body at a frame that the problem knows (lower), and a function gives its value,
// gradient and Hessian with respect to its leaves (function.c), exactly.
#ifndef CAPER_SRC_SPACETIME_EXPRESSION_H
#define CAPER_SRC_SPACETIME_EXPRESSION_H

#include "spacetime/spacetime.h"

// -- Text to tree -------------------------------------------------------------------------------

/// What a node of the tree does with its children.
typedef enum caperi_node_kind {
    CAPERI_NODE_NUMBER,
    CAPERI_NODE_NAME,
    CAPERI_NODE_ADD,
    CAPERI_NODE_SUBTRACT,
    CAPERI_NODE_MULTIPLY,
    CAPERI_NODE_DIVIDE,
    CAPERI_NODE_POWER,
    CAPERI_NODE_NEGATE,
    CAPERI_NODE_VECTOR, // [a, b, c]
    CAPERI_NODE_MEMBER, // a.name
    CAPERI_NODE_CALL,   // a(arguments): a function, or a quantity at a frame
    CAPERI_NODE_RANGE,  // a..b
    CAPERI_NODE_EQUAL,  // comparisons; of conditions and specifiers
    CAPERI_NODE_LESS_EQUAL,
    CAPERI_NODE_GREATER_EQUAL,
    CAPERI_NODE_LESS, // conditions only, as the rest
    CAPERI_NODE_GREATER,
    CAPERI_NODE_NOT_EQUAL,
    CAPERI_NODE_AND,
    CAPERI_NODE_OR,
    CAPERI_NODE_NOT,
} caperi_node_kind;

/// One node. Children of a vector and arguments of a call hang together by `next`.
typedef struct caperi_expression_node {
    caperi_node_kind kind;
    int column;       // of its first byte, in the file
    double number;    // NUMBER
    caper_slice name; // NAME, MEMBER
    const struct caperi_expression_node
        *a; // left, or the only child; the first element of a vector
    const struct caperi_expression_node *b; // right; the first argument of a call
    struct caperi_expression_node *next;    // the next element or argument
} caperi_expression_node;

/// Where a text stands in its file: that of its first byte.
typedef struct caperi_text_place {
    const char *source;
    int line, column;
} caperi_text_place;

/// How a specifier bounds its expression.
typedef enum caperi_specifier_kind {
    CAPERI_SPECIFIER_REQUIRE,  // lower <= middle <= upper, each side an expression or absent
    CAPERI_SPECIFIER_INSIDE,   // body inside region
    CAPERI_SPECIFIER_OUTSIDE,  // body outside region
    CAPERI_SPECIFIER_MINIMIZE, // middle, averaged over its frames, times the weight
} caperi_specifier_kind;

/// A parsed specifier. Equality has lower == upper.
typedef struct caperi_specifier {
    caperi_specifier_kind kind;
    const caperi_expression_node *lower, *middle, *upper; // lower and upper may be NULL
    const caperi_expression_node *region;                 // the call that names it
    const caperi_expression_node *first, *last;           // "for first..last"; NULL: every frame
    double weight;                                        // of MINIMIZE, and of nothing else
    caper_slice text;                                     // as written
    caperi_text_place place;
} caperi_specifier;

/// Deepest nesting of an expression: brackets, signs and powers. Guards the stack.
#define CAPERI_EXPRESSION_DEPTH 64
/// Longest text of an expression, bytes.
#define CAPERI_EXPRESSION_MAX 4096

/// Parse an expression of numbers and quantities. Nodes live in the arena and point into text,
/// which must outlive them. NULL with an error at line and column.
const caperi_expression_node *caperi_parse_expression(caper_slice text, caperi_text_place place,
                                                      caper_arena *arena, caper_error *error);
/// Parse a condition: comparisons joined by and, or, not.
const caperi_expression_node *caperi_parse_condition(caper_slice text, caperi_text_place place,
                                                     caper_arena *arena, caper_error *error);
/// Parse a specifier. weight is 1.
bool caperi_parse_specifier(caper_slice text, caperi_text_place place, caper_arena *arena,
                            caperi_specifier *out, caper_error *error);

// -- Names --------------------------------------------------------------------------------------

/// A name that stands for an expression.
typedef struct caperi_definition {
    caper_slice name;
    const caperi_expression_node *value;
    caperi_text_place place;
} caperi_definition;

/// What names mean in one sample of a space.
typedef struct caperi_scope {
    const void *user; // handed to the functions; each may be NULL: there are no such names
    int (*body)(const void *user, caper_slice name); // index, or -1
    bool (*number)(const void *user, caper_slice name, double *value);
    const char *(*each)(const void *user, int index); // all names, for suggestions; NULL: no more
    // Does the problem know this leaf? Where not, error says why. NULL: all of them.
    bool (*has)(const void *user, const caperi_quantity_ref *leaf, caper_error *error);
    const caperi_definition *definitions;
    int definition_count;  // a later one hides an earlier one
    int frame_count;       // 0: no frames, only constants
    bool cyclic;           // "end" is frame_count, the first of the next cycle; else the last one
    double duration;       // seconds from frame 0 to end; 0: a leaf
    double duration_scale; // where it is a leaf: from the full cycle's; 0.5 for mirrored halves
} caperi_scope;

/// Most definitions of one sample.
#define CAPERI_DEFINITIONS_MAX 256

/// Refuse definitions that lead back to themselves, at the place of the name that closes the ring.
bool caperi_check_definitions(const caperi_definition *definitions, int count, caper_error *error);

// -- Functions ----------------------------------------------------------------------------------

/// What an instruction computes from values a and b of earlier instructions.
typedef enum caperi_op_kind {
    CAPERI_OP_CONSTANT, // number
    CAPERI_OP_LEAF,     // leaf a
    CAPERI_OP_ADD,
    CAPERI_OP_SUBTRACT,
    CAPERI_OP_MULTIPLY,
    CAPERI_OP_DIVIDE,
    CAPERI_OP_POWER, // a to the constant power number
    CAPERI_OP_SQRT,
    CAPERI_OP_SIN,
    CAPERI_OP_COS,
    CAPERI_OP_TAN,
    CAPERI_OP_EXP,
    CAPERI_OP_LOG,
    CAPERI_OP_ASIN,
    CAPERI_OP_ACOS,
    CAPERI_OP_ATAN2, // of y = a, x = b
} caperi_op_kind;

typedef struct caperi_op {
    caperi_op_kind kind;
    int a, b;
    double number;
} caperi_op;

/// A scalar function of leaves: the value of the last instruction.
typedef struct caperi_function {
    const caperi_quantity_ref *leaves;
    const caperi_op *ops;
    int leaf_count, op_count;
    bool linear; // the Hessian is zero everywhere
} caperi_function;

/// lower <= function <= upper, or a part of the objective.
typedef struct caperi_row {
    caperi_function function;
    double lower, upper;  // -INFINITY and INFINITY where there is no bound
    double weight;        // of a part of the objective, in which bounds mean nothing; else 0
    int specifier, frame; // where it comes from; frame -1: none in particular
} caperi_row;

/// Doubles of scratch that caperi_function_evaluate needs.
int caperi_function_scratch(const caperi_function *function);

/// The value at given values of the leaves. gradient (leaf_count) and hessian (lower triangle by
/// rows, leaf_count (leaf_count + 1) / 2) may be NULL; a Hessian needs a gradient. A value outside
/// a function's domain gives NaN, as in math.h.
double caperi_function_evaluate(const caperi_function *function, const double *leaves,
                                double *gradient, double *hessian, double *scratch);

// -- Building functions -------------------------------------------------------------------------

/// Instructions in the making. Constants are folded, a leaf is listed once. The first problem (no
/// memory, too many instructions) sticks; references are then worthless but safe.
typedef struct caperi_ops {
    caper_allocator allocator;
    caperi_op *ops;
    caperi_quantity_ref *leaves;
    int op_count, op_capacity, leaf_count, leaf_capacity;
    bool failed;
} caperi_ops;

/// Most instructions of one specifier: a quantity of every body at every frame fits many times.
#define CAPERI_OPS_MAX 200000

void caperi_ops_init(caperi_ops *ops, const caper_allocator *allocator);
void caperi_ops_free(caperi_ops *ops);
/// A constant, a leaf, and an instruction on earlier ones; b is -1 where there is none, number is
/// that of POWER.
int caperi_ops_constant(caperi_ops *ops, double value);
int caperi_ops_leaf(caperi_ops *ops, const caperi_quantity_ref *leaf);
int caperi_ops_add(caperi_ops *ops, caperi_op_kind kind, int a, int b, double number);
/// Is it a constant, and which?
bool caperi_ops_is_constant(const caperi_ops *ops, int ref, double *value);
/// The function whose value is an instruction, with nothing that it does not need.
bool caperi_ops_function(const caperi_ops *ops, int ref, caper_arena *arena, caperi_function *out);

// -- Tree to functions --------------------------------------------------------------------------

/// Evaluate an expression of numbers alone: no quantity of a body may be in it.
bool caperi_evaluate_constant(const caperi_expression_node *node, const caperi_scope *scope,
                              caperi_text_place place, double *value, caper_error *error);

/// Turn a specifier into rows, one per frame and component, appended through `add`. Functions live
/// in the arena. A constraint of constants alone that does not hold is an error; one that does
/// gives no row.
typedef struct caperi_lower_job {
    const caperi_specifier *specifier;
    const caperi_scope *scope;
    int number; // goes into the rows
    caper_arena *arena;
    bool (*add)(void *user, const caperi_row *row); // false: stop, memory ran out
    void *user;
} caperi_lower_job;
bool caperi_lower(const caperi_lower_job *job, caper_error *error);

#endif
