// SPDX-License-Identifier: MIT
// Shared declarations of room `spacetime`.
//
// A *problem* has variables with bounds, rows (constraints) with bounds, and one objective. A
// *block* is a small function of a few variables with exact first and second derivatives; it adds
// its values into rows or into the objective. A *quantity* is a block with one value: a position,
// a torque ... at a frame; specifiers are expressions over quantities.
#ifndef CAPER_SPACETIME_ROOM_H
#define CAPER_SPACETIME_ROOM_H

#include "caper/spacetime.h"

/// A function of `input_count` variables with `value_count` values. Derivatives are sparse, in the
/// order of the given patterns; the Hessian is that of sum(weight x value), lower triangle.
typedef struct caperi_block_kind {
    const char *name;
    int input_count, value_count, jacobian_count, hessian_count;
    const int *jacobian_values, *jacobian_inputs; ///< of each Jacobian entry: value, input
    const int *hessian_rows, *hessian_columns;    ///< of each Hessian entry: inputs, row >= column
    void (*evaluate)(const double *x, const void *data, double *values);
    void (*jacobian)(const double *x, const void *data, double *entries);
    void (*hessian)(const double *x, const void *data, const double *weights, double *entries);
} caperi_block_kind;

// -- Quantities -----------------------------------------------------------------------------

/// What a quantity measures. All are in SI units, in the world's axes.
typedef enum caperi_quantity_kind {
    CAPERI_POSITION,            ///< of a body's box centre, m
    CAPERI_VELOCITY,            ///< of the same, m/s (central difference)
    CAPERI_ACCELERATION,        ///< of the same, m/s2
    CAPERI_ROTATION,            ///< x pitch, y yaw, z roll against the rest pose, radians
    CAPERI_FORWARD,             ///< direction of what points forward (+Z) at rest
    CAPERI_UP,                  ///< direction of what points up (+Y) at rest
    CAPERI_ANGULAR_VELOCITY,    ///< rad/s
    CAPERI_JOINT_ANGLE,         ///< of a body against its parent: turns about the world's axes
                                ///< at rest, radians (x bends forward, y twists, z sideways)
    CAPERI_JOINT_VELOCITY,      ///< its rate, rad/s
    CAPERI_TORQUE,              ///< of the joint to the parent, N m
    CAPERI_FORCE,               ///< of the ground on a body, N; 0 where it does not stand
    CAPERI_CENTER_OF_MASS,      ///< m; body is ignored
    CAPERI_CENTER_VELOCITY,     ///< m/s; body is ignored
    CAPERI_CENTER_ACCELERATION, ///< m/s2; body is ignored
    CAPERI_SOLE,                ///< centre of the sole points of a body, m
    CAPERI_DURATION,            ///< seconds of the full cycle; body, component, frame ignored
    CAPERI_TRAVEL,              ///< of the full cycle: x and z metres, y the turn in radians
    CAPERI_QUANTITY_KIND_COUNT
} caperi_quantity_kind;

/// A quantity by what it measures.
typedef struct caperi_quantity_ref {
    caperi_quantity_kind kind;
    int body;      ///< index in the job's character
    int component; ///< 0 x, 1 y, 2 z
    int frame;     ///< 0 .. frame count; for a cycle the frame count is the first frame of the next
                   ///< one ("end"), and for a motion that ends the last frame is count - 1
} caperi_quantity_ref;

/// A block with one value, and the variables it is a function of.
typedef struct caperi_quantity {
    const caperi_block_kind *kind;
    const void *data;     ///< belongs to the builder
    const int *variables; ///< kind->input_count problem variables; belongs to the builder
    double scale;         ///< the quantity in SI units is scale x the block's value
} caperi_quantity;

/// Number of frames that quantities are asked of: the job's frame_count.
int caperi_spacetime_frame_count(const caper_spacetime_builder *builder);
/// The job that is built.
const caper_spacetime_job *caperi_spacetime_job(const caper_spacetime_builder *builder);
/// Does this body stand (with any part of its sole) at that frame?
bool caperi_spacetime_stands(const caper_spacetime_builder *builder, int body, int frame);
/// Find a quantity. False with a reason: unknown body, component or frame, a torque of a body that
/// the problem has merged into its parent, an acceleration at the ends of a motion.
bool caperi_spacetime_quantity(caper_spacetime_builder *builder, const caperi_quantity_ref *ref,
                               caperi_quantity *out, caper_error *error);

// -- Expressions ----------------------------------------------------------------------------

/// A scalar function of n quantities. gradient has n entries and hessian n (n + 1) / 2, the lower
/// triangle by rows; either may be NULL. Must be pure.
typedef struct caperi_expression {
    int quantity_count;
    double (*evaluate)(const void *data, const double *quantities, double *gradient,
                       double *hessian);
    const void *data; ///< must live until the solve is over
} caperi_expression;

/// Constrain an expression: lower <= e <= upper (either may be infinite). `unit` is the size that
/// counts as 1 (row scaling), > 0. `name` is copied; it names the constraint in reports.
bool caperi_spacetime_constrain(caper_spacetime_builder *builder,
                                const caperi_expression *expression,
                                const caperi_quantity *quantities, double lower, double upper,
                                double unit, const char *name, caper_error *error);
/// Add weight x expression to the objective.
bool caperi_spacetime_minimize(caper_spacetime_builder *builder,
                               const caperi_expression *expression,
                               const caperi_quantity *quantities, double weight,
                               caper_error *error);

/// Does a clip belong to this character: same bodies, same bone lengths?
bool caperi_clip_is_of(const caper_clip *clip, const caper_character *character);

#endif
