// SPDX-License-Identifier: MIT
// Quantities: what specifiers talk about, as blocks with one value over a few variables. Bodies
// that were merged into another move with it. The block's value is in the problem's units; `scale`
// makes it SI.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

#include <string.h>

int caperi_spacetime_frame_count(const caper_spacetime_builder *b)
{
    return b->frame_count;
}

const caper_spacetime_job *caperi_spacetime_job(const caper_spacetime_builder *b)
{
    return b->job;
}

static const caperi_model_foot *foot_of(const caper_spacetime_builder *b, int body)
{
    for (int i = 0; i < b->foot_count; i++) {
        if (b->feet[i].body == body) {
            return &b->feet[i];
        }
    }
    return NULL;
}

bool caperi_spacetime_stands(const caper_spacetime_builder *b, int body, int frame)
{
    const caperi_model_foot *foot = foot_of(b, body);
    if (!foot || frame < 0 || frame >= b->frame_count) {
        return false;
    }
    return foot->active[0][frame] || (foot->part_count > 1 && foot->active[1][frame]);
}

// -- sums of variables --------------------------------------------------------------------------

// A sum of variables with coefficients: data and pattern are made for each.
typedef struct sum {
    caperi_block_kind kind;
    int count;
    double coefficients[];
} sum;

static void sum_evaluate(const double *x, const void *data, double *out)
{
    const sum *s = data;
    out[0] = 0;
    for (int i = 0; i < s->count; i++) {
        out[0] += s->coefficients[i] * x[i];
    }
}

static void sum_jacobian(const double *x, const void *data, double *out)
{
    (void)x;
    const sum *s = data;
    memcpy(out, s->coefficients, (size_t)s->count * sizeof(double));
}

static void sum_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)x, (void)data, (void)weights, (void)out;
}

static bool make_sum(caper_spacetime_builder *b, const int *variables, const double *coefficients,
                     int count, double scale, caperi_quantity *out)
{
    size_t n = (size_t)count;
    sum *s = caperi_problem_memory(b->problem, 1, sizeof(sum) + n * sizeof(double));
    int *inputs = caperi_problem_memory(b->problem, 3 * n, sizeof(int));
    if (!s || !inputs) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        inputs[i] = variables[i];
        inputs[count + i] = i; // jacobian_inputs; jacobian_values are zeros
        s->coefficients[i] = coefficients[i];
    }
    s->count = count;
    s->kind = (caperi_block_kind){.name = "sum",
                                  .input_count = count,
                                  .value_count = 1,
                                  .jacobian_count = count,
                                  .jacobian_inputs = inputs + count,
                                  .jacobian_values = inputs + 2 * count,
                                  .evaluate = sum_evaluate,
                                  .jacobian = sum_jacobian,
                                  .hessian = sum_hessian};
    *out = (caperi_quantity){&s->kind, s, inputs, scale};
    return true;
}

// -- the rest -----------------------------------------------------------------------------------

static bool make_block(caper_spacetime_builder *b, const caperi_block_kind *kind,
                       const double *data, int data_count, const int *inputs, double scale,
                       caperi_quantity *out)
{
    double *numbers = caperi_problem_memory(b->problem, (size_t)data_count, sizeof(double));
    int *variables = caperi_problem_memory(b->problem, (size_t)kind->input_count, sizeof(int));
    if (!numbers || !variables) {
        return false;
    }
    if (data_count > 0) {
        memcpy(numbers, data, (size_t)data_count * sizeof(double));
    }
    memcpy(variables, inputs, (size_t)kind->input_count * sizeof(int));
    *out = (caperi_quantity){kind, numbers, variables, scale};
    return true;
}

bool caperi_variable_quantity(caper_spacetime_builder *b, int variable, double scale,
                              caperi_quantity *out)
{
    const double one = 1;
    return make_sum(b, &variable, &one, 1, scale, out);
}

bool caperi_point_quantity(caper_spacetime_builder *b, int pose, real3 point, int axis,
                           double scale, caperi_quantity *out)
{
    int inputs[5] = {pose + axis};
    double data[3];
    caperi_put_turned(inputs + 1, pose + 3, axis);
    caperi_put_vector(data, point, axis);
    return make_block(b, &caperi_block_point, data, 3, inputs, scale, out);
}

// A generated block of numbers as an expression of quantities; its derivatives become dense.
static double block_expression(const void *data, const double *x, double *gradient, double *hessian)
{
    const caperi_block_kind *kind = data;
    double value, entries[CAPERI_BLOCK_INPUTS * CAPERI_BLOCK_INPUTS], one = 1;
    int n = kind->input_count;
    kind->evaluate(x, NULL, &value);
    if (gradient) {
        kind->jacobian(x, NULL, entries);
        memset(gradient, 0, (size_t)n * sizeof(double));
        for (int e = 0; e < kind->jacobian_count; e++) {
            gradient[kind->jacobian_inputs[e]] = entries[e];
        }
    }
    if (hessian) {
        kind->hessian(x, NULL, &one, entries);
        memset(hessian, 0, (size_t)(n * (n + 1) / 2) * sizeof(double));
        for (int e = 0; e < kind->hessian_count; e++) {
            int i = kind->hessian_rows[e], j = kind->hessian_columns[e];
            hessian[i * (i + 1) / 2 + j] = entries[e];
        }
    }
    return value;
}

bool caperi_block_quantity(caper_spacetime_builder *b, const caperi_block_kind *kind,
                           const caperi_quantity *quantities, double scale, caperi_quantity *out)
{
    const caperi_expression expression = {kind->input_count, block_expression, kind};
    return caperi_chain_quantity(b, &expression, quantities, scale, out);
}

// Where a point of a body is.
static bool make_point(caper_spacetime_builder *b, const caperi_quantity_ref *ref, real3 point,
                       caperi_quantity *out)
{
    int pose = caperi_pose_of(b, ref->frame, b->model->carried[ref->body].rigid);
    return caperi_point_quantity(b, pose, point, ref->component, b->model->length, out);
}

// Where a direction at rest points, along an axis.
static bool make_direction(caper_spacetime_builder *b, const caperi_quantity_ref *ref, real3 rest,
                           int axis, caperi_quantity *out)
{
    int r = b->model->carried[ref->body].rigid, inputs[4];
    double data[3];
    caperi_put_vector(data, real4_unrotate(b->model->rigids[r].rest_rotation, rest), axis);
    caperi_put_turned(inputs, caperi_pose_of(b, ref->frame, r) + 3, axis);
    return make_block(b, &caperi_block_along, data, 3, inputs, 1, out);
}

static bool make_rotation(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                          caperi_quantity *out)
{
    static const real3 side = {1, 0, 0}, up = {0, 1, 0}, forward = {0, 0, 1};
    caperi_quantity parts[3];
    switch (ref->component) {
    case 0:
        return make_direction(b, ref, forward, 0, &parts[0]) &&
               make_direction(b, ref, forward, 1, &parts[1]) &&
               make_direction(b, ref, forward, 2, &parts[2]) &&
               caperi_block_quantity(b, &caperi_block_pitch, parts, 1, out);
    case 1:
        return make_direction(b, ref, forward, 0, &parts[0]) &&
               make_direction(b, ref, forward, 2, &parts[1]) &&
               caperi_block_quantity(b, &caperi_block_arc, parts, 1, out);
    default:
        return make_direction(b, ref, side, 1, &parts[0]) &&
               make_direction(b, ref, up, 1, &parts[1]) &&
               caperi_block_quantity(b, &caperi_block_arc, parts, 1, out);
    }
}

static bool make_spin(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                      caperi_quantity *out)
{
    int r = b->model->carried[ref->body].rigid, inputs[10];
    int axis = ref->component;
    int *next = caperi_put_turned(inputs, caperi_pose_of(b, ref->frame - 1, r) + 3, axis);
    next = caperi_put_turned(next, caperi_pose_of(b, ref->frame + 1, r) + 3, axis);
    *next++ = caperi_step_of(b, ref->frame - 1);
    *next = caperi_step_of(b, ref->frame);
    return make_block(b, &caperi_block_spin, NULL, 0, inputs, 1 / b->model->time, out);
}

static bool make_joint(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                       caperi_quantity *out)
{
    static const real3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int r = b->model->carried[ref->body].rigid, parent = b->model->rigids[r].parent, inputs[8];
    double forms[16];
    caperi_quantity half[2]; // sine and cosine of half the angle
    caperi_joint_forms(b, r, axes, forms);
    caperi_put(inputs, caperi_pose_of(b, ref->frame, parent) + 3, 4);
    caperi_put(inputs + 4, caperi_pose_of(b, ref->frame, r) + 3, 4);
    return make_block(b, &caperi_block_form, forms + (size_t)4 * (size_t)ref->component, 4, inputs,
                      1, &half[0]) &&
           make_block(b, &caperi_block_form, forms + 12, 4, inputs, 1, &half[1]) &&
           caperi_block_quantity(b, &caperi_block_arc, half, 2, out);
}

static bool make_force(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                       caperi_quantity *out)
{
    const caperi_model_foot *foot = foot_of(b, ref->body);
    int variables[2], count = 0;
    const double ones[2] = {1, 1};
    for (int part = 0; foot && part < foot->part_count; part++) {
        if (foot->force[part][ref->frame] >= 0) {
            variables[count++] = foot->force[part][ref->frame] + ref->component;
        }
    }
    return make_sum(b, variables, ones, count, b->model->weight, out);
}

// The centre of mass at a frame: shares of the mass of all rigid bodies.
static bool make_center(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                        caperi_quantity *out)
{
    int count = b->model->rigid_count;
    int *variables = caperi_problem_memory(b->problem, (size_t)count, sizeof(int));
    double *coefficients = caperi_problem_memory(b->problem, (size_t)count, sizeof(double));
    for (int r = 0; variables && coefficients && r < count; r++) {
        variables[r] = caperi_pose_of(b, ref->frame, r) + ref->component;
        coefficients[r] = b->model->rigids[r].mass;
    }
    return !b->problem->failed &&
           make_sum(b, variables, coefficients, count, b->model->length, out);
}

// What a rate is of, and whether it is the second one; else the kind itself.
static caperi_quantity_kind rate_of(caperi_quantity_kind kind, bool *second)
{
    *second = kind == CAPERI_ACCELERATION || kind == CAPERI_CENTER_ACCELERATION;
    switch (kind) {
    case CAPERI_VELOCITY:
    case CAPERI_ACCELERATION:
        return CAPERI_POSITION;
    case CAPERI_CENTER_VELOCITY:
    case CAPERI_CENTER_ACCELERATION:
        return CAPERI_CENTER_OF_MASS;
    case CAPERI_JOINT_VELOCITY:
        return CAPERI_JOINT_ANGLE;
    default:
        return kind;
    }
}

static bool differs(caperi_quantity_kind kind)
{
    bool second;
    return rate_of(kind, &second) != kind || kind == CAPERI_ANGULAR_VELOCITY;
}

static bool make(caper_spacetime_builder *b, const caperi_quantity_ref *ref, caperi_quantity *out);

// How fast a quantity changes, or how that does: a block over its values at frames and the steps
// between.
static bool make_rate(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                      caperi_quantity *out)
{
    bool second;
    caperi_quantity_kind of = rate_of(ref->kind, &second);
    const caperi_block_kind *kind = second ? &caperi_block_bend : &caperi_block_slope;
    caperi_quantity parts[5];
    int count = 0, t = ref->frame;
    bool good = true;
    for (int f = t - 1; f <= t + 1; f += second ? 1 : 2) {
        const caperi_quantity_ref at = {of, ref->body, ref->component, f};
        good = good && make(b, &at, &parts[count++]);
    }
    for (int f = t - 1; f <= t; f++) {
        good = good &&
               caperi_variable_quantity(b, caperi_step_of(b, f), b->model->time, &parts[count++]);
    }
    return good && caperi_block_quantity(b, kind, parts, 1, out);
}

static bool make_duration(caper_spacetime_builder *b, caperi_quantity *out)
{
    int n = caperi_interval_count(b), count = 0;
    int *variables = caperi_problem_memory(b->problem, (size_t)n, sizeof(int));
    double *coefficients = caperi_problem_memory(b->problem, (size_t)n, sizeof(double));
    for (int t = 0; coefficients && variables && t < n; t++) {
        if (count == 0 || variables[count - 1] != caperi_step_of(b, t)) {
            variables[count++] = caperi_step_of(b, t);
        }
        coefficients[count - 1] += 1;
    }
    double twice = b->job->cycle == CAPER_SPACETIME_MIRRORED ? 2 : 1;
    return !b->problem->failed &&
           make_sum(b, variables, coefficients, count, twice * b->model->time, out);
}

static bool make_travel(caper_spacetime_builder *b, int component, caperi_quantity *out)
{
    static const int order[3] = {0, 2, 1}; // x, turn, z
    double twice = b->job->cycle == CAPER_SPACETIME_MIRRORED ? 2 : 1;
    double scale = component == 1 ? twice : twice * b->model->length;
    return caperi_variable_quantity(b, b->travel[order[component]], scale, out);
}

// -- which ones there are -----------------------------------------------------------------------

static bool refuse(caper_error *error, const char *why)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "%s", why);
}

static bool of_joint(caperi_quantity_kind kind)
{
    return kind == CAPERI_JOINT_ANGLE || kind == CAPERI_JOINT_VELOCITY || kind == CAPERI_TORQUE;
}

static bool check_body(const caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                       caper_error *error)
{
    bool any = ref->kind == CAPERI_CENTER_OF_MASS || ref->kind == CAPERI_CENTER_VELOCITY ||
               ref->kind == CAPERI_CENTER_ACCELERATION;
    if (any) {
        return true;
    }
    if (ref->body < 0 || ref->body >= b->model->body_count) {
        return refuse(error, "a body that the character does not have");
    }
    const caperi_model_body *rigid = &b->model->rigids[b->model->carried[ref->body].rigid];
    if (of_joint(ref->kind) && (rigid->body != ref->body || rigid->parent < 0)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the body '%s' has no joint of its own in the problem",
                               b->job->character->bodies[ref->body].name);
    }
    return true;
}

static bool check_frame(const caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                        caper_error *error)
{
    bool forces = ref->kind == CAPERI_TORQUE || ref->kind == CAPERI_FORCE;
    int first = 0,
        last = b->cyclic && !forces && !differs(ref->kind) ? b->frame_count : b->frame_count - 1;
    if (!b->cyclic && (forces || differs(ref->kind))) {
        first = 1, last = b->frame_count - 2;
    }
    if (ref->frame < first || ref->frame > last) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "frame %d, expected %d to %d", ref->frame, first, last);
    }
    return true;
}

static bool make(caper_spacetime_builder *b, const caperi_quantity_ref *ref, caperi_quantity *out)
{
    const caper_character *character = b->job->character;
    int variable;
    switch (ref->kind) {
    case CAPERI_POSITION:
        return make_point(
            b, ref,
            caperi_model_point(b->model, ref->body, character->bodies[ref->body].box_center), out);
    case CAPERI_SOLE: {
        caper_vec3 points[CAPER_MAX_CONTACTS], middle = caper_vec3_zero();
        int count = caper_body_sole_points(character, ref->body, points);
        for (int i = 0; i < count; i++) {
            middle = caper_vec3_add_scaled(middle, points[i], 1.0f / (float)count);
        }
        return make_point(b, ref, caperi_model_point(b->model, ref->body, middle), out);
    }
    case CAPERI_ROTATION:
        return make_rotation(b, ref, out);
    case CAPERI_FORWARD:
        return make_direction(b, ref, (real3){0, 0, 1}, ref->component, out);
    case CAPERI_UP:
        return make_direction(b, ref, (real3){0, 1, 0}, ref->component, out);
    case CAPERI_ANGULAR_VELOCITY:
        return make_spin(b, ref, out);
    case CAPERI_JOINT_ANGLE:
        return make_joint(b, ref, out);
    case CAPERI_TORQUE:
        variable =
            caperi_joint_of(b, ref->frame, b->model->carried[ref->body].rigid) + 3 + ref->component;
        return caperi_variable_quantity(
            b, variable, CAPERI_TORQUE_UNIT * b->model->weight * b->model->length, out);
    case CAPERI_FORCE:
        return make_force(b, ref, out);
    case CAPERI_DURATION:
        return make_duration(b, out);
    case CAPERI_TRAVEL:
        return make_travel(b, ref->component, out);
    case CAPERI_CENTER_OF_MASS:
        return make_center(b, ref, out);
    default:
        return make_rate(b, ref, out);
    }
}

bool caperi_spacetime_quantity(caper_spacetime_builder *b, const caperi_quantity_ref *ref,
                               caperi_quantity *out, caper_error *error)
{
    if (ref->kind >= CAPERI_QUANTITY_KIND_COUNT || ref->component < 0 || ref->component > 2) {
        return refuse(error, "a component must be x, y or z");
    }
    bool whole = ref->kind == CAPERI_DURATION || ref->kind == CAPERI_TRAVEL;
    if (!whole && (!check_body(b, ref, error) || !check_frame(b, ref, error))) {
        return false;
    }
    return make(b, ref, out) ||
           caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}
