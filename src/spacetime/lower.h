// SPDX-License-Identifier: MIT
//
// Between expression_lower.c (expressions) and specifier_rows.c (specifiers): one lowering.
#ifndef CAPER_SRC_SPACETIME_LOWER_H
#define CAPER_SRC_SPACETIME_LOWER_H

#include "spacetime/expression.h"

/// What an expression became: 1 or 3 instructions; width 0 after an error.
typedef struct caperi_value {
    int width;
    int ref[3];
} caperi_value;

typedef struct caperi_lowering {
    const caperi_scope *scope;
    caperi_text_place place; // of the text that is being lowered
    caper_error *error;      // the first problem
    caperi_ops ops;
    int frame;       // of quantities that say none; -1: there is none
    bool uses_frame; // something depended on `frame`
    bool lacks_leaf; // the problem does not know a leaf at its frame; error says so too
    int depth;       // of definitions within definitions
} caperi_lowering;

/// Lower an expression at L->frame.
caperi_value caperi_lower_value(caperi_lowering *L, const caperi_expression_node *node);
/// Lower an expression that must be a constant.
bool caperi_lower_constant(caperi_lowering *L, const caperi_expression_node *node, double *value);
/// Lower a frame: a constant, rounded to the nearest frame, from 0 to the end.
bool caperi_lower_frame(caperi_lowering *L, const caperi_expression_node *node, int *frame);
/// The last frame that "for" goes to where nothing is said, and the frame that "end" means.
int caperi_last_frame(const caperi_scope *scope);
int caperi_end_frame(const caperi_scope *scope);
/// Record an error at a node; the value is of width 0.
caperi_value caperi_lower_fail(caperi_lowering *L, const caperi_expression_node *node,
                               caper_status status, const char *format, ...) CAPER_PRINTF(4, 5);
/// a op b, component by component; a scalar goes with every component.
caperi_value caperi_lower_each(caperi_lowering *L, caperi_op_kind kind, caperi_value a,
                               caperi_value b);

#endif
