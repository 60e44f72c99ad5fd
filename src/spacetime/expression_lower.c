// SPDX-License-Identifier: MIT
//
// Expressions to instructions: names get their meaning, quantities become leaves at frames,
// vectors become three scalars, definitions are put in place, means are written out.
#include "spacetime/lower.h"

#include "base/json.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

// Definitions may use definitions; rings are refused before, so this only bounds honest chains.
#define DEFINITION_DEPTH 32
// Names that are looked at for a suggestion.
#define SUGGESTIONS_MAX 1100

// -- Quantities by name ---------------------------------------------------------------------------

typedef struct quantity_name {
    const char *name;
    caperi_quantity_kind kind;
    int component; // -1: a vector
} quantity_name;

static const quantity_name body_quantities[] = {
    {"position", CAPERI_POSITION, -1},
    {"x", CAPERI_POSITION, 0},
    {"y", CAPERI_POSITION, 1},
    {"z", CAPERI_POSITION, 2},
    {"velocity", CAPERI_VELOCITY, -1},
    {"acceleration", CAPERI_ACCELERATION, -1},
    {"rotation", CAPERI_ROTATION, -1},
    {"pitch", CAPERI_ROTATION, 0},
    {"yaw", CAPERI_ROTATION, 1},
    {"roll", CAPERI_ROTATION, 2},
    {"forward", CAPERI_FORWARD, -1},
    {"up", CAPERI_UP, -1},
    {"angular_velocity", CAPERI_ANGULAR_VELOCITY, -1},
    {"angle", CAPERI_JOINT_ANGLE, -1},
    {"angle_velocity", CAPERI_JOINT_VELOCITY, -1},
    {"torque", CAPERI_TORQUE, -1},
    {"force", CAPERI_FORCE, -1},
    {"sole", CAPERI_SOLE, -1},
};
static const quantity_name center_quantities[] = {
    {"position", CAPERI_CENTER_OF_MASS, -1},  {"x", CAPERI_CENTER_OF_MASS, 0},
    {"y", CAPERI_CENTER_OF_MASS, 1},          {"z", CAPERI_CENTER_OF_MASS, 2},
    {"velocity", CAPERI_CENTER_VELOCITY, -1}, {"acceleration", CAPERI_CENTER_ACCELERATION, -1},
};
static const quantity_name travel_quantities[] = {
    {"x", CAPERI_TRAVEL, 0},
    {"z", CAPERI_TRAVEL, 2},
    {"turn", CAPERI_TRAVEL, 1},
};

typedef enum object_kind {
    OBJECT_NONE,
    OBJECT_BODY,
    OBJECT_CENTER,
    OBJECT_TRAVEL
} object_kind;

typedef struct object {
    object_kind kind;
    int body;
    const quantity_name *quantities;
    int quantity_count;
} object;

// -- Small things
// -----------------------------------------------------------------------------------

caperi_value caperi_lower_fail(caperi_lowering *L, const caperi_expression_node *node,
                               caper_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caper_error_set_va(L->error, status, L->place.source, L->place.line, node->column, format,
                       args);
    va_end(args);
    return (caperi_value){0, {0}};
}

static caperi_value scalar(int ref)
{
    return (caperi_value){1, {ref, ref, ref}};
}

static caperi_value constant(caperi_lowering *L, double number)
{
    return scalar(caperi_ops_constant(&L->ops, number));
}

int caperi_end_frame(const caperi_scope *scope)
{
    return scope->cyclic ? scope->frame_count : scope->frame_count - 1;
}

int caperi_last_frame(const caperi_scope *scope)
{
    return scope->frame_count - 1;
}

caperi_value caperi_lower_each(caperi_lowering *L, caperi_op_kind kind, caperi_value a,
                               caperi_value b)
{
    caperi_value out = {a.width > b.width ? a.width : b.width, {0}};
    if (a.width == 0 || b.width == 0) {
        return (caperi_value){0, {0}};
    }
    for (int i = 0; i < out.width; i++) {
        out.ref[i] = caperi_ops_add(&L->ops, kind, a.ref[i], b.ref[i], 0);
    }
    if (out.width == 1) {
        out = scalar(out.ref[0]);
    }
    return out;
}

// -- Names
// ------------------------------------------------------------------------------------------

static const caperi_definition *find_definition(const caperi_scope *scope, caper_slice name)
{
    for (int i = scope->definition_count - 1; i >= 0; i--) {
        caper_slice d = scope->definitions[i].name;
        if (d.size == name.size && memcmp(d.data, name.data, name.size) == 0) {
            return &scope->definitions[i];
        }
    }
    return NULL;
}

static object find_object(const caperi_scope *scope, const caperi_expression_node *node)
{
    object none = {OBJECT_NONE, -1, NULL, 0};
    if (node->kind != CAPERI_NODE_NAME || find_definition(scope, node->name)) {
        return none;
    }
    if (caper_slice_equal(node->name, "com")) {
        return (object){OBJECT_CENTER, -1, center_quantities, CAPER_COUNT_OF(center_quantities)};
    }
    if (caper_slice_equal(node->name, "travel")) {
        return (object){OBJECT_TRAVEL, -1, travel_quantities, CAPER_COUNT_OF(travel_quantities)};
    }
    int body = scope->body ? scope->body(scope->user, node->name) : -1;
    return body < 0 ? none
                    : (object){OBJECT_BODY, body, body_quantities, CAPER_COUNT_OF(body_quantities)};
}

static caperi_value unknown_name(caperi_lowering *L, const caperi_expression_node *node)
{
    static const char *const own[] = {"com", "travel", "duration", "start", "end", "t", "pi"};
    const char *names[SUGGESTIONS_MAX];
    int count = 0;
    for (int i = 0; i < CAPER_COUNT_OF(own); i++) {
        names[count++] = own[i];
    }
    for (int i = 0; L->scope->each && count < SUGGESTIONS_MAX; i++) {
        const char *name = L->scope->each(L->scope->user, i);
        if (!name) {
            break;
        }
        names[count++] = name;
    }
    const char *near = caperi_nearest_name(node->name.data, node->name.size, names, count);
    int size = (int)(node->name.size < 40 ? node->name.size : 40);
    if (near) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "unknown name '%.*s'; did you mean '%s'?", size, node->name.data,
                                 near);
    }
    return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                             "unknown name '%.*s', expected a body, a parameter or a definition",
                             size, node->name.data);
}

static caperi_value lower_definition(caperi_lowering *L, const caperi_expression_node *node,
                                     const caperi_definition *definition)
{
    if (++L->depth > DEFINITION_DEPTH) {
        return caperi_lower_fail(L, node, CAPER_ERROR_LIMIT,
                                 "'%.*s' leads through too many "
                                 "definitions",
                                 (int)definition->name.size, definition->name.data);
    }
    caperi_text_place place = L->place;
    L->place = definition->place;
    caperi_value value = caperi_lower_value(L, definition->value);
    L->place = place;
    L->depth--;
    return value;
}

static caperi_value lower_leaf(caperi_lowering *L, const caperi_expression_node *node,
                               caperi_quantity_kind kind, int body, int component)
{
    caperi_quantity_ref leaf = {kind, body, component, 0};
    if (kind != CAPERI_TRAVEL && kind != CAPERI_DURATION) {
        L->uses_frame = true;
        if (L->frame < 0) {
            return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                     "a quantity of a body where a number is expected");
        }
        leaf.frame = L->frame;
    }
    caper_error why = {0};
    if (L->scope->has && !L->scope->has(L->scope->user, &leaf, &why)) {
        L->lacks_leaf = true;
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID, "%.150s", why.message);
    }
    return scalar(caperi_ops_leaf(&L->ops, &leaf));
}

static caperi_value lower_quantity(caperi_lowering *L, const caperi_expression_node *node,
                                   caperi_quantity_kind kind, int body, int component)
{
    if (component >= 0) {
        return lower_leaf(L, node, kind, body, component);
    }
    caperi_value out = {3, {0}};
    for (int i = 0; i < 3; i++) {
        caperi_value v = lower_leaf(L, node, kind, body, i);
        if (v.width == 0) {
            return v;
        }
        out.ref[i] = v.ref[0];
    }
    return out;
}

static caperi_value lower_duration(caperi_lowering *L, const caperi_expression_node *node)
{
    if (L->scope->duration > 0) {
        return constant(L, L->scope->duration);
    }
    if (L->scope->frame_count == 0) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "'duration' is not known yet where it is worked out");
    }
    caperi_value full = lower_leaf(L, node, CAPERI_DURATION, 0, 0);
    return caperi_lower_each(L, CAPERI_OP_MULTIPLY, full, constant(L, L->scope->duration_scale));
}

static caperi_value lower_frame_name(caperi_lowering *L, const caperi_expression_node *node,
                                     int frame)
{
    if (L->scope->frame_count == 0) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "'%.*s' is a frame, and there are none here", (int)node->name.size,
                                 node->name.data);
    }
    return constant(L, frame);
}

static caperi_value lower_name(caperi_lowering *L, const caperi_expression_node *node)
{
    const caperi_definition *definition = find_definition(L->scope, node->name);
    double number;
    if (definition) {
        return lower_definition(L, node, definition);
    }
    if (L->scope->number && L->scope->number(L->scope->user, node->name, &number)) {
        return constant(L, number);
    }
    if (caper_slice_equal(node->name, "pi")) {
        return constant(L, 3.14159265358979323846);
    }
    if (caper_slice_equal(node->name, "duration")) {
        return lower_duration(L, node);
    }
    if (caper_slice_equal(node->name, "start")) {
        return lower_frame_name(L, node, 0);
    }
    if (caper_slice_equal(node->name, "end")) {
        return lower_frame_name(L, node, caperi_end_frame(L->scope));
    }
    if (caper_slice_equal(node->name, "t") && L->frame >= 0) {
        L->uses_frame = true;
        return constant(L, L->frame);
    }
    object o = find_object(L->scope, node);
    if (o.kind == OBJECT_BODY || o.kind == OBJECT_CENTER) {
        return lower_quantity(L, node, o.quantities[0].kind, o.body < 0 ? 0 : o.body, -1);
    }
    return unknown_name(L, node);
}

// -- Members, functions
// -------------------------------------------------------------------------------

static caperi_value lower_component(caperi_lowering *L, const caperi_expression_node *node)
{
    static const char letters[] = "xyz";
    const char *letter =
        node->name.size == 1 ? memchr(letters, node->name.data[0], sizeof letters - 1) : NULL;
    caperi_value v = caperi_lower_value(L, node->a);
    if (v.width == 0) {
        return v;
    }
    if (v.width != 3 || !letter) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 v.width == 3 ? "unknown component '%.*s', expected x, y or z"
                                              : "a number has no component '%.*s'",
                                 (int)(node->name.size < 40 ? node->name.size : 40),
                                 node->name.data);
    }
    return scalar(v.ref[letter - letters]);
}

static caperi_value lower_member(caperi_lowering *L, const caperi_expression_node *node)
{
    object o = find_object(L->scope, node->a);
    if (o.kind == OBJECT_NONE) {
        return lower_component(L, node);
    }
    const char *names[CAPER_COUNT_OF(body_quantities)];
    for (int i = 0; i < o.quantity_count; i++) {
        const quantity_name *q = &o.quantities[i];
        if (caper_slice_equal(node->name, q->name)) {
            return lower_quantity(L, node, q->kind, o.body < 0 ? 0 : o.body, q->component);
        }
        names[i] = q->name;
    }
    const char *near =
        caperi_nearest_name(node->name.data, node->name.size, names, o.quantity_count);
    return caperi_lower_fail(L, node, CAPER_ERROR_INVALID, "unknown quantity '%.*s'%s%s%s",
                             (int)(node->name.size < 40 ? node->name.size : 40), node->name.data,
                             near ? "; did you mean '"
                                  : ", expected x, y, z, velocity, rotation ...",
                             near ? near : "", near ? "'?" : "");
}

typedef enum call_kind {
    CALL_OP,       // of numbers, see op
    CALL_CONSTANT, // of constants: not smooth enough for an optimizer
    CALL_DOT,
    CALL_CROSS,
    CALL_LENGTH,
    CALL_AVERAGE,
    CALL_SUM,
} call_kind;

typedef struct call_name {
    const char *name;
    call_kind kind;
    int argument_min, argument_max;
    caperi_op_kind op;
} call_name;

static const call_name calls[] = {
    {"sqrt", CALL_OP, 1, 1, CAPERI_OP_SQRT},
    {"sin", CALL_OP, 1, 1, CAPERI_OP_SIN},
    {"cos", CALL_OP, 1, 1, CAPERI_OP_COS},
    {"tan", CALL_OP, 1, 1, CAPERI_OP_TAN},
    {"exp", CALL_OP, 1, 1, CAPERI_OP_EXP},
    {"log", CALL_OP, 1, 1, CAPERI_OP_LOG},
    {"asin", CALL_OP, 1, 1, CAPERI_OP_ASIN},
    {"acos", CALL_OP, 1, 1, CAPERI_OP_ACOS},
    {"atan2", CALL_OP, 2, 2, CAPERI_OP_ATAN2},
    {"abs", CALL_CONSTANT, 1, 1, 0},
    {"round", CALL_CONSTANT, 1, 1, 0},
    {"min", CALL_CONSTANT, 2, 2, 0},
    {"max", CALL_CONSTANT, 2, 2, 0},
    {"dot", CALL_DOT, 2, 2, 0},
    {"cross", CALL_CROSS, 2, 2, 0},
    {"length", CALL_LENGTH, 1, 1, 0},
    {"average", CALL_AVERAGE, 1, 2, 0},
    {"sum", CALL_SUM, 1, 2, 0},
};

static const call_name *find_call(const caperi_expression_node *node)
{
    for (int i = 0; node->kind == CAPERI_NODE_NAME && i < CAPER_COUNT_OF(calls); i++) {
        if (caper_slice_equal(node->name, calls[i].name)) {
            return &calls[i];
        }
    }
    return NULL;
}

static caperi_value lower_constant_call(caperi_lowering *L, const caperi_expression_node *node,
                                        const call_name *call, const caperi_value *v)
{
    double a, b = 0;
    if (!caperi_ops_is_constant(&L->ops, v[0].ref[0], &a) ||
        (call->argument_max == 2 && !caperi_ops_is_constant(&L->ops, v[1].ref[0], &b))) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "%s is for numbers that are known: it has corners, which no "
                                 "optimizer can follow; write bounds instead",
                                 call->name);
    }
    switch (call->name[1]) {
    case 'b':
        return constant(L, fabs(a));
    case 'o':
        return constant(L, round(a));
    case 'i':
        return constant(L, fmin(a, b));
    default:
        return constant(L, fmax(a, b));
    }
}

static caperi_value lower_dot(caperi_lowering *L, caperi_value a, caperi_value b)
{
    caperi_value p = caperi_lower_each(L, CAPERI_OP_MULTIPLY, a, b);
    int xy = caperi_ops_add(&L->ops, CAPERI_OP_ADD, p.ref[0], p.ref[1], 0);
    return scalar(caperi_ops_add(&L->ops, CAPERI_OP_ADD, xy, p.ref[2], 0));
}

static caperi_value lower_cross(caperi_lowering *L, caperi_value a, caperi_value b)
{
    caperi_value out = {3, {0}};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        int left = caperi_ops_add(&L->ops, CAPERI_OP_MULTIPLY, a.ref[j], b.ref[k], 0);
        int right = caperi_ops_add(&L->ops, CAPERI_OP_MULTIPLY, a.ref[k], b.ref[j], 0);
        out.ref[i] = caperi_ops_add(&L->ops, CAPERI_OP_SUBTRACT, left, right, 0);
    }
    return out;
}

static caperi_value lower_plain_call(caperi_lowering *L, const caperi_expression_node *node,
                                     const call_name *call)
{
    caperi_value v[2] = {{0}};
    int vector = call->kind >= CALL_DOT ? 3 : 1, i = 0;
    for (const caperi_expression_node *n = node->b; n; n = n->next) {
        v[i] = caperi_lower_value(L, n);
        if (v[i].width == 0) {
            return v[i];
        }
        if (v[i++].width != vector) {
            return caperi_lower_fail(L, n, CAPER_ERROR_INVALID, "%s takes %s", call->name,
                                     vector == 3 ? "vectors, found a number"
                                                 : "numbers, found a vector");
        }
    }
    switch (call->kind) {
    case CALL_CONSTANT:
        return lower_constant_call(L, node, call, v);
    case CALL_DOT:
        return lower_dot(L, v[0], v[1]);
    case CALL_CROSS:
        return lower_cross(L, v[0], v[1]);
    case CALL_LENGTH:
        return scalar(
            caperi_ops_add(&L->ops, CAPERI_OP_SQRT, lower_dot(L, v[0], v[0]).ref[0], -1, 0));
    default:
        return scalar(caperi_ops_add(&L->ops, call->op, v[0].ref[0],
                                     call->argument_max == 2 ? v[1].ref[0] : -1, 0));
    }
}

// sum(x), sum(x, 3..10): x at each frame of the range.
static caperi_value lower_sum(caperi_lowering *L, const caperi_expression_node *node,
                              const call_name *call)
{
    const caperi_expression_node *range = node->b->next;
    int first = 0, last = caperi_last_frame(L->scope), frame = L->frame;
    bool uses_frame = L->uses_frame;
    if (L->scope->frame_count == 0) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "%s goes over frames, and there are none here", call->name);
    }
    if (range && range->kind != CAPERI_NODE_RANGE) {
        return caperi_lower_fail(L, range, CAPER_ERROR_INVALID,
                                 "expected a range of frames, as in 0..end");
    }
    if (range &&
        (!caperi_lower_frame(L, range->a, &first) || !caperi_lower_frame(L, range->b, &last))) {
        return (caperi_value){0, {0}};
    }
    if (last < first) {
        return caperi_lower_fail(L, range, CAPER_ERROR_INVALID, "the range %d..%d is empty", first,
                                 last);
    }
    caperi_value total = constant(L, 0);
    for (L->frame = first; L->frame <= last && total.width && !L->ops.failed; L->frame++) {
        total = caperi_lower_each(L, CAPERI_OP_ADD, total, caperi_lower_value(L, node->b));
    }
    L->frame = frame;
    L->uses_frame = uses_frame;
    return call->kind == CALL_SUM
               ? total
               : caperi_lower_each(L, CAPERI_OP_DIVIDE, total, constant(L, last - first + 1));
}

// quantity(frame): the expression as it is at that frame.
static caperi_value lower_at(caperi_lowering *L, const caperi_expression_node *node)
{
    int frame = L->frame, at;
    bool uses_frame = L->uses_frame;
    if (node->b->next || node->b->kind == CAPERI_NODE_RANGE) {
        return caperi_lower_fail(L, node->b, CAPER_ERROR_INVALID,
                                 "expected one frame, as in (3) or (end)");
    }
    if (!caperi_lower_frame(L, node->b, &at)) {
        return (caperi_value){0, {0}};
    }
    bool frame_in_frame = L->uses_frame; // as in y(t + 1)
    L->frame = at;
    caperi_value v = caperi_lower_value(L, node->a);
    L->frame = frame;
    L->uses_frame = uses_frame || frame_in_frame;
    return v;
}

static caperi_value lower_call(caperi_lowering *L, const caperi_expression_node *node)
{
    const call_name *call = find_call(node->a);
    int count = 0;
    if (!call) {
        return lower_at(L, node);
    }
    for (const caperi_expression_node *n = node->b; n; n = n->next) {
        count++;
    }
    if (count < call->argument_min || count > call->argument_max) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID, "%s takes %d argument%s, found %d",
                                 call->name, call->argument_max, call->argument_max > 1 ? "s" : "",
                                 count);
    }
    return call->kind >= CALL_AVERAGE ? lower_sum(L, node, call) : lower_plain_call(L, node, call);
}

// -- Arithmetic
// ---------------------------------------------------------------------------------------

static caperi_value lower_vector(caperi_lowering *L, const caperi_expression_node *node)
{
    caperi_value out = {3, {0}};
    int i = 0;
    for (const caperi_expression_node *n = node->a; n; n = n->next) {
        caperi_value v = caperi_lower_value(L, n);
        if (v.width > 1) {
            return caperi_lower_fail(L, n, CAPER_ERROR_INVALID,
                                     "a component is a number, found a vector");
        }
        if (v.width == 0) {
            return v;
        }
        out.ref[i++] = v.ref[0];
    }
    return out;
}

static caperi_value lower_power(caperi_lowering *L, const caperi_expression_node *node)
{
    double exponent;
    caperi_value a = caperi_lower_value(L, node->a);
    if (a.width == 0 || !caperi_lower_constant(L, node->b, &exponent)) {
        return (caperi_value){0, {0}};
    }
    if (a.width == 3) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "a vector has no power; dot(v, v) is its square");
    }
    return scalar(caperi_ops_add(&L->ops, CAPERI_OP_POWER, a.ref[0], -1, exponent));
}

static caperi_value lower_binary(caperi_lowering *L, const caperi_expression_node *node,
                                 caperi_op_kind kind)
{
    caperi_value a = caperi_lower_value(L, node->a), b = caperi_lower_value(L, node->b);
    bool vectors = a.width == 3 && b.width == 3;
    if (vectors && kind == CAPERI_OP_MULTIPLY) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "two vectors are multiplied by dot or cross");
    }
    if (b.width == 3 && kind == CAPERI_OP_DIVIDE) {
        return caperi_lower_fail(L, node->b, CAPER_ERROR_INVALID, "cannot divide by a vector");
    }
    if (a.width + b.width == 4 && kind <= CAPERI_OP_SUBTRACT) {
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                 "a number and a vector cannot be added");
    }
    return caperi_lower_each(L, kind, a, b);
}

static caperi_value lower_node(caperi_lowering *L, const caperi_expression_node *node)
{
    if (L->ops.failed) {
        return caperi_lower_fail(L, node, CAPER_ERROR_LIMIT,
                                 "the expression comes to more than %d operations", CAPERI_OPS_MAX);
    }
    switch (node->kind) {
    case CAPERI_NODE_NUMBER:
        return constant(L, node->number);
    case CAPERI_NODE_NAME:
        return lower_name(L, node);
    case CAPERI_NODE_ADD:
        return lower_binary(L, node, CAPERI_OP_ADD);
    case CAPERI_NODE_SUBTRACT:
        return lower_binary(L, node, CAPERI_OP_SUBTRACT);
    case CAPERI_NODE_MULTIPLY:
        return lower_binary(L, node, CAPERI_OP_MULTIPLY);
    case CAPERI_NODE_DIVIDE:
        return lower_binary(L, node, CAPERI_OP_DIVIDE);
    case CAPERI_NODE_POWER:
        return lower_power(L, node);
    case CAPERI_NODE_NEGATE:
        return caperi_lower_each(L, CAPERI_OP_MULTIPLY, constant(L, -1),
                                 caperi_lower_value(L, node->a));
    case CAPERI_NODE_VECTOR:
        return lower_vector(L, node);
    case CAPERI_NODE_MEMBER:
        return lower_member(L, node);
    case CAPERI_NODE_CALL:
        return lower_call(L, node);
    default:
        return caperi_lower_fail(L, node, CAPER_ERROR_INVALID, "expected an expression");
    }
}

// What is known must be finite: a bound of 1 / 0 would bind nothing, and say nothing of it.
caperi_value caperi_lower_value(caperi_lowering *L, const caperi_expression_node *node)
{
    caperi_value v = lower_node(L, node);
    double known;
    for (int i = 0; i < v.width; i++) {
        if (caperi_ops_is_constant(&L->ops, v.ref[i], &known) && !isfinite(known)) {
            return caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                                     "the value is not a finite number");
        }
    }
    return v;
}

bool caperi_lower_constant(caperi_lowering *L, const caperi_expression_node *node, double *value)
{
    caperi_value v = caperi_lower_value(L, node);
    if (v.width == 0) {
        return false;
    }
    if (v.width != 1 || !caperi_ops_is_constant(&L->ops, v.ref[0], value)) {
        caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                          "expected a number that is known before the motion is");
        return false;
    }
    return true;
}

bool caperi_lower_frame(caperi_lowering *L, const caperi_expression_node *node, int *frame)
{
    double value;
    if (!caperi_lower_constant(L, node, &value)) {
        return false;
    }
    value = round(value);
    if (value < 0 || value > caperi_end_frame(L->scope)) {
        caperi_lower_fail(L, node, CAPER_ERROR_INVALID,
                          "frame %.0f is not there: they go from 0 "
                          "to %d",
                          value, caperi_end_frame(L->scope));
        return false;
    }
    *frame = (int)value;
    return true;
}

bool caperi_evaluate_constant(const caperi_expression_node *node, const caperi_scope *scope,
                              caperi_text_place place, double *value, caper_error *error)
{
    caperi_lowering L = {.scope = scope, .place = place, .error = error, .frame = -1};
    caperi_ops_init(&L.ops, NULL);
    bool good = caperi_lower_constant(&L, node, value);
    caperi_ops_free(&L.ops);
    return good;
}
