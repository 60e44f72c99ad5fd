// SPDX-License-Identifier: MIT
//
// The language of specifiers: what is read, what it means, where errors are, and derivatives
// against hyper-dual numbers, which know nothing of adjoints.
#include "spacetime/expression.h"
#include "test.h"

#include <math.h>
#include <string.h>

// -- A small world of names -----------------------------------------------------------------------

static const char *const body_names[] = {"torso", "head", "left_foot", "right_foot", "mix:Hips"};

static int find_body(const void *user, caper_slice name)
{
    (void)user;
    for (int i = 0; i < CAPER_COUNT_OF(body_names); i++) {
        if (caper_slice_equal(name, body_names[i]))
            return i;
    }
    return -1;
}

static bool find_number(const void *user, caper_slice name, double *value)
{
    static const struct {
        const char *name;
        double value;
    } numbers[] = {{"speed", 1.5}, {"weight", 700}, {"leg", 0.9}, {"height", 1.8}, {"mass", 70}};
    (void)user;
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++) {
        if (caper_slice_equal(name, numbers[i].name)) {
            *value = numbers[i].value;
            return true;
        }
    }
    return false;
}

static const char *each_name(const void *user, int index)
{
    (void)user;
    return index < CAPER_COUNT_OF(body_names) ? body_names[index] : NULL;
}

// Accelerations are not known at the ends, as in a motion that is no cycle.
static bool has_leaf(const void *user, const caperi_quantity_ref *leaf, caper_error *error)
{
    const caperi_scope *scope = user;
    bool end = leaf->frame == 0 || leaf->frame == scope->frame_count - 1;
    if (leaf->kind == CAPERI_ACCELERATION && end)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "no acceleration there");
    return true;
}

static caperi_scope make_scope(void)
{
    return (caperi_scope){.body = find_body,
                          .number = find_number,
                          .each = each_name,
                          .frame_count = 10,
                          .cyclic = true,
                          .duration = 1.2};
}

#define MAX_ROWS 64
typedef struct lowered {
    caper_arena arena;
    caperi_row rows[MAX_ROWS];
    int count;
    caperi_specifier specifier;
} lowered;

static bool take_row(void *user, const caperi_row *row)
{
    lowered *l = user;
    if (l->count == MAX_ROWS)
        return false;
    l->rows[l->count++] = *row;
    return true;
}

static caper_slice slice(const char *text)
{
    return (caper_slice){text, strlen(text)};
}

static bool lower(lowered *l, const char *text, const caperi_scope *scope, caper_error *error)
{
    caperi_text_place place = {"test", 7, 20};
    memset(l, 0, sizeof *l);
    memset(error, 0, sizeof *error);
    caper_arena_init(&l->arena, NULL, 0);
    if (!caperi_parse_specifier(slice(text), place, &l->arena, &l->specifier, error))
        return false;
    caperi_lower_job job = {.specifier = &l->specifier,
                            .scope = scope,
                            .number = 3,
                            .arena = &l->arena,
                            .add = take_row,
                            .user = l};
    return caperi_lower(&job, error);
}

static void release(lowered *l)
{
    caper_arena_destroy(&l->arena);
}

// -- Hyper-dual numbers: f + f1 e1 + f2 e2 + f12 e1 e2, e1^2 = e2^2 = 0
// ----------------------------

typedef struct hyper {
    double f, a, b, ab;
} hyper;

// y = g(x) from g, g', g''.
static hyper chain(hyper x, double g, double g1, double g2)
{
    return (hyper){g, g1 * x.a, g1 * x.b, g1 * x.ab + g2 * x.a * x.b};
}

static hyper times(hyper x, hyper y)
{
    return (hyper){x.f * y.f, x.f * y.a + x.a * y.f, x.f * y.b + x.b * y.f,
                   x.f * y.ab + x.a * y.b + x.b * y.a + x.ab * y.f};
}

static hyper over(hyper x, hyper y)
{
    return times(x, chain(y, 1 / y.f, -1 / (y.f * y.f), 2 / (y.f * y.f * y.f)));
}

static hyper arctangent(hyper x)
{
    double d = 1 + x.f * x.f;
    return chain(x, atan(x.f), 1 / d, -2 * x.f / (d * d));
}

static hyper hyper_op(const caperi_op *op, const hyper *v, const hyper *leaves)
{
    hyper x = op->kind > CAPERI_OP_LEAF ? v[op->a] : (hyper){0};
    hyper y = op->kind > CAPERI_OP_LEAF && op->b >= 0 ? v[op->b] : (hyper){0};
    double n = op->number, root = sqrt(x.f), d = 1 - x.f * x.f;
    switch (op->kind) {
    case CAPERI_OP_CONSTANT:
        return (hyper){n, 0, 0, 0};
    case CAPERI_OP_LEAF:
        return leaves[op->a];
    case CAPERI_OP_ADD:
        return (hyper){x.f + y.f, x.a + y.a, x.b + y.b, x.ab + y.ab};
    case CAPERI_OP_SUBTRACT:
        return (hyper){x.f - y.f, x.a - y.a, x.b - y.b, x.ab - y.ab};
    case CAPERI_OP_MULTIPLY:
        return times(x, y);
    case CAPERI_OP_DIVIDE:
        return over(x, y);
    case CAPERI_OP_POWER:
        return chain(x, pow(x.f, n), n * pow(x.f, n - 1), n * (n - 1) * pow(x.f, n - 2));
    case CAPERI_OP_SQRT:
        return chain(x, root, 1 / (2 * root), -1 / (4 * root * root * root));
    case CAPERI_OP_SIN:
        return chain(x, sin(x.f), cos(x.f), -sin(x.f));
    case CAPERI_OP_COS:
        return chain(x, cos(x.f), -sin(x.f), -cos(x.f));
    case CAPERI_OP_TAN:
        return over(chain(x, sin(x.f), cos(x.f), -sin(x.f)),
                    chain(x, cos(x.f), -sin(x.f), -cos(x.f)));
    case CAPERI_OP_EXP:
        return chain(x, exp(x.f), exp(x.f), exp(x.f));
    case CAPERI_OP_LOG:
        return chain(x, log(x.f), 1 / x.f, -1 / (x.f * x.f));
    case CAPERI_OP_ASIN:
        return chain(x, asin(x.f), pow(d, -0.5), x.f * pow(d, -1.5));
    case CAPERI_OP_ACOS:
        return chain(x, acos(x.f), -pow(d, -0.5), -x.f * pow(d, -1.5));
    case CAPERI_OP_ATAN2: {
        hyper t = arctangent(over(x, y)); // the same but for a constant
        t.f = atan2(x.f, y.f);
        return t;
    }
    }
    return (hyper){NAN, NAN, NAN, NAN};
}

static hyper hyper_evaluate(const caperi_function *f, const double *at, int i, int j)
{
    hyper leaves[64], v[512] = {{0}};
    for (int k = 0; k < f->leaf_count; k++)
        leaves[k] = (hyper){at[k], k == i, k == j, 0};
    for (int k = 0; k < f->op_count; k++)
        v[k] = hyper_op(&f->ops[k], v, leaves);
    return v[f->op_count - 1];
}

static void check_derivatives(const caperi_function *f, const double *at)
{
    double gradient[64], hessian[64 * 65 / 2], scratch[9 * 512];
    REQUIRE(f->leaf_count <= 64 && f->op_count <= 512);
    double value = caperi_function_evaluate(f, at, gradient, hessian, scratch);
    for (int i = 0; i < f->leaf_count; i++) {
        for (int j = 0; j <= i; j++) {
            hyper h = hyper_evaluate(f, at, i, j);
            double size = 1 + fabs(h.ab) + fabs(h.f);
            CHECK_NEAR(value, h.f, 1e-12 * size);
            CHECK_NEAR(gradient[i], h.a, 1e-11 * (1 + fabs(h.a)));
            CHECK_NEAR(hessian[i * (i + 1) / 2 + j], h.ab, 1e-10 * size);
        }
    }
    CHECK_NEAR(caperi_function_evaluate(f, at, NULL, NULL, scratch), value, 0);
}

// -- Tests ----------------------------------------------------------------------------------------

static void the_thesis_examples_mean_what_they_say(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    double scratch[100];
    REQUIRE(lower(&l, "torso.z(end) - torso.z(0) = speed * duration", &scope, &error));
    REQUIRE(l.count == 1);
    const caperi_row *row = &l.rows[0];
    CHECK_NEAR(row->lower, 1.8, 1e-12);
    CHECK_NEAR(row->upper, 1.8, 1e-12);
    CHECK(row->function.linear);
    CHECK_INT(row->specifier, 3);
    CHECK_INT(row->frame, -1);
    REQUIRE(row->function.leaf_count == 2);
    CHECK_INT(row->function.leaves[0].frame, 10);
    CHECK_INT(row->function.leaves[1].frame, 0);
    CHECK_INT(row->function.leaves[0].component, 2);
    double z[2] = {5, 3};
    CHECK_NEAR(caperi_function_evaluate(&row->function, z, NULL, NULL, scratch), 2, 0);
    release(&l);

    REQUIRE(lower(&l, "right_foot.force.y <= 0.6 * weight", &scope, &error));
    REQUIRE(l.count == 10); // one per frame
    for (int i = 0; i < l.count; i++) {
        CHECK_INT(l.rows[i].function.leaves[0].kind, CAPERI_FORCE);
        CHECK_INT(l.rows[i].function.leaves[0].body, 3);
        CHECK_INT(l.rows[i].function.leaves[0].frame, i);
        CHECK_INT(l.rows[i].frame, i);
        CHECK_NEAR(l.rows[i].upper, 420, 1e-9);
        CHECK(l.rows[i].lower == -INFINITY);
    }
    release(&l);
}

static void units_are_those_of_the_body(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    REQUIRE(lower(&l, "20 cm <= head.y(3) <= 2 legs", &scope, &error));
    REQUIRE(l.count == 1);
    CHECK_NEAR(l.rows[0].lower, 0.2, 1e-15);
    CHECK_NEAR(l.rows[0].upper, 1.8, 1e-15);
    release(&l);
    REQUIRE(lower(&l, "head.yaw(end) >= -30 deg", &scope, &error));
    CHECK_NEAR(l.rows[0].lower, -acos(-1) / 6, 1e-15);
    release(&l);
    REQUIRE(lower(&l, "left_foot.force.y(0) >= 0.6 weights", &scope, &error));
    CHECK_NEAR(l.rows[0].lower, 420, 1e-12);
    release(&l);
}

static void operators_bind_as_in_mathematics(void)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1 + 2 * 3", 7},
        {"2 * 3 ^ 2", 18},
        {"-2 ^ 2", -4},
        {"2 ^ -1", 0.5},
        {"2 ^ 3 ^ 2", 512},
        {"7 - 2 - 1", 4},
        {"8 / 4 / 2", 1},
        {"(1 + 2) * 3", 9},
        {"--3", 3},
        {"1.5e2 + .5", 150.5},
        {"atan2(1, 1) * 4 / pi", 1},
        {"max(2, min(9, 5))", 5},
        {"abs(-3) + round(2.6)", 6},
        {"sqrt(16)", 4},
        {"length([3, 0, 4])", 5},
        {"dot([1, 2, 3], [4, 5, 6])", 32},
        {"cross([1, 0, 0], [0, 1, 0]).z", 1},
        {"90 deg / pi", 0.5},
        {"2 legs", 1.8},
        {"speed ^ 2", 2.25},
    };
    caperi_scope scope = make_scope();
    scope.frame_count = 0;
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_arena arena;
        caper_error error = {0};
        caperi_text_place place = {NULL, 1, 1};
        double value = NAN;
        caper_arena_init(&arena, NULL, 0);
        const caperi_expression_node *n =
            caperi_parse_expression(slice(cases[i].text), place, &arena, &error);
        REQUIRE(n != NULL);
        CHECK(caperi_evaluate_constant(n, &scope, place, &value, &error));
        CHECK_NEAR(value, cases[i].value, 1e-12);
        caper_arena_destroy(&arena);
    }
}

static void frames_and_ranges_are_those_asked_for(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    REQUIRE(lower(&l, "head.y >= 1 for 3..end - 2", &scope, &error));
    CHECK_INT(l.count, 6); // 3 to 8
    CHECK_INT(l.rows[5].frame, 8);
    release(&l);
    REQUIRE(lower(&l, "head.y(t + 1) >= head.y for 0..end - 1", &scope, &error));
    REQUIRE(l.count == 10);
    CHECK_INT(l.rows[9].function.leaves[0].frame, 10);
    CHECK_INT(l.rows[9].function.leaves[1].frame, 9);
    release(&l);
    REQUIRE(lower(&l, "average(torso.roll) = 0", &scope, &error));
    REQUIRE(l.count == 1);
    CHECK_INT(l.rows[0].function.leaf_count, 10);
    CHECK(l.rows[0].function.linear);
    release(&l);
    REQUIRE(lower(&l, "sum(head.y, 2..4) <= 5", &scope, &error));
    REQUIRE(l.count == 1);
    CHECK_INT(l.rows[0].function.leaf_count, 3);
    CHECK_INT(l.rows[0].function.leaves[2].frame, 4);
    release(&l);
    scope.cyclic = false; // the end is then the last frame
    REQUIRE(lower(&l, "head.y(end) = 1", &scope, &error));
    CHECK_INT(l.rows[0].function.leaves[0].frame, 9);
    release(&l);
    CHECK(!lower(&l, "head.y(10) = 1", &scope, &error));
    CHECK_HAS(error.message, "frame 10 is not there");
    release(&l);
}

static void frames_without_a_quantity_are_passed_over_unless_named(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    scope.cyclic = false;
    scope.has = has_leaf;
    scope.user = &scope;
    REQUIRE(lower(&l, "head.acceleration.y <= 20", &scope, &error));
    CHECK_INT(l.count, 8);
    CHECK_INT(l.rows[0].frame, 1);
    CHECK_INT(error.status, CAPER_OK);
    release(&l);
    CHECK(!lower(&l, "head.acceleration.y(0) <= 20", &scope, &error));
    CHECK_HAS(error.message, "no acceleration there");
    release(&l);
    CHECK(!lower(&l, "head.acceleration.y <= 20 for 0..4", &scope, &error));
    release(&l);
}

static void objectives_are_means_and_fall_apart_into_terms(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    REQUIRE(lower(&l, "minimize 4 * (head.x - 1) ^ 2 - head.y / 2 for 0..1", &scope, &error));
    REQUIRE(l.count == 4); // two terms at two frames
    double total = 0, scratch[100];
    for (int i = 0; i < l.count; i++) {
        double at[1] = {3};
        REQUIRE(l.rows[i].function.leaf_count == 1);
        total += l.rows[i].weight *
                 caperi_function_evaluate(&l.rows[i].function, at, NULL, NULL, scratch);
    }
    CHECK_NEAR(total, 4 * 4 - 1.5, 1e-12);
    release(&l);
    REQUIRE(lower(&l, "minimize head.y(end)", &scope, &error));
    REQUIRE(l.count == 1);
    CHECK_NEAR(l.rows[0].weight, 1, 0); // one frame: not divided
    release(&l);
}

static void vectors_give_a_row_for_each_component(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    REQUIRE(lower(&l, "head(3) - torso.position(3) = [0, 0.5, 0.1]", &scope, &error));
    REQUIRE(l.count == 3);
    CHECK_NEAR(l.rows[1].lower, 0.5, 0);
    CHECK_NEAR(l.rows[2].upper, 0.1, 0);
    release(&l);
    REQUIRE(lower(&l, "'mix:Hips'.y(0) = 1", &scope, &error));
    CHECK_INT(l.rows[0].function.leaves[0].body, 4);
    release(&l);
}

// Is this row satisfied by a point? The functions of regions are of three leaves x, y, z, in any
// order.
static bool holds(const lowered *l, const double p[3])
{
    double scratch[9 * 512];
    for (int i = 0; i < l->count; i++) {
        const caperi_function *f = &l->rows[i].function;
        double at[8];
        for (int k = 0; k < f->leaf_count; k++)
            at[k] = p[f->leaves[k].component];
        double v = caperi_function_evaluate(f, at, NULL, NULL, scratch);
        if (v < l->rows[i].lower || v > l->rows[i].upper)
            return false;
    }
    return true;
}

static void regions_hold_their_points(void)
{
    caperi_scope scope = make_scope();
    lowered in, out, ball, shell, tube;
    caper_error error;
    REQUIRE(lower(&in, "head(0) inside box(-1, 0, -1, 1, 2, 3)", &scope, &error));
    REQUIRE(lower(&out, "head(0) outside box(-1, 0, -1, 1, 2, 3)", &scope, &error));
    REQUIRE(lower(&ball, "head(0) inside sphere(0, 1, 1, 1.5)", &scope, &error));
    REQUIRE(lower(&shell, "head(0) outside ellipsoid(0, 1, 1, 1, 2, 0.5)", &scope, &error));
    REQUIRE(lower(&tube, "head(0) outside cylinder(0, 1, 0.7)", &scope, &error));
    caper_rng rng = caper_rng_make(5);
    int counts[5] = {0}, wide = 0;
    for (int i = 0; i < 4000; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = -3 + 7 * caper_rng_double(&rng);
        double x = p[0], y = p[1] - 1, z = p[2] - 1;
        bool boxed = fabs(x) <= 1 && fabs(y) <= 1 && fabs(z) <= 2;
        bool near = fabs(x) <= 1.15 && fabs(y) <= 1.15 && fabs(z) <= 2.3;
        CHECK_INT(holds(&in, p), boxed);
        // the rounded box holds the box and little more
        CHECK(!(boxed && holds(&out, p)));
        CHECK(near || holds(&out, p));
        wide += near && !boxed && !holds(&out, p);
        CHECK_INT(holds(&ball, p), x * x + y * y + z * z <= 2.25);
        CHECK_INT(holds(&shell, p), x * x + y * y / 4 + z * z * 4 >= 1);
        CHECK_INT(holds(&tube, p), x * x + z * z >= 0.49);
        counts[0] += boxed;
        counts[1] += holds(&ball, p);
        counts[2] += !holds(&shell, p);
    }
    CHECK(counts[0] > 50 && counts[1] > 50 && counts[2] > 20 && wide > 0);
    release(&in);
    release(&out);
    release(&ball);
    release(&shell);
    release(&tube);
}

static void derivatives_are_those_of_hyper_dual_numbers(void)
{
    static const char *const texts[] = {
        "minimize sin(head.x) * cos(head.y) * tan(head.z / 3)",
        "minimize exp(head.x / 5) / log(head.y + 2)",
        "minimize sqrt(head.x ^ 2 + head.y ^ 4 + 0.3)",
        "minimize atan2(head.x * head.y, head.z + 0.2)",
        "minimize asin(head.x / 4) * acos(head.y / 5)",
        "minimize (head.x - torso.y) ^ 3 * head.x / (1 + torso.y ^ 2)",
        "minimize length(head - torso) * dot(head, torso)",
        "minimize dot(cross(head, torso), left_foot) ^ 2",
        "minimize average(head.x * head.y, 0..5) ^ 2",
        "minimize head.x ^ -1.5 * head.x ^ 0.5",
        "minimize head.x / head.y",
        "minimize (head.x ^ 8 + head.y ^ 8 + head.z ^ 8) ^ 0.125",
    };
    caperi_scope scope = make_scope();
    caper_rng rng = caper_rng_make(17);
    for (int i = 0; i < CAPER_COUNT_OF(texts); i++) {
        lowered l;
        caper_error error;
        REQUIRE(lower(&l, texts[i], &scope, &error));
        REQUIRE(l.count >= 1);
        for (int k = 0; k < 5; k++) {
            double at[64];
            for (int j = 0; j < 64; j++)
                at[j] = 0.2 + 1.6 * caper_rng_double(&rng);
            CHECK(!l.rows[0].function.linear);
            check_derivatives(&l.rows[0].function, at);
        }
        release(&l);
    }
}

static void definitions_stand_for_their_text(void)
{
    caperi_scope scope = make_scope();
    caper_arena arena;
    caper_error error = {0};
    lowered l;
    caper_arena_init(&arena, NULL, 0);
    caperi_text_place place = {"test", 3, 9};
    caperi_definition d[2] = {
        {slice("rise"), caperi_parse_expression(slice("head.y - floor"), place, &arena, &error),
         place},
        {slice("floor"), caperi_parse_expression(slice("0.25"), place, &arena, &error), place},
    };
    REQUIRE(caperi_check_definitions(d, 2, &error));
    scope.definitions = d;
    scope.definition_count = 2;
    double at = 1, scratch[100];
    REQUIRE(lower(&l, "rise(4) >= 1", &scope, &error));
    REQUIRE(l.count == 1 && l.rows[0].function.leaves[0].frame == 4);
    CHECK_NEAR(caperi_function_evaluate(&l.rows[0].function, &at, NULL, NULL, scratch), 0.75, 0);
    release(&l);
    REQUIRE(lower(&l, "rise >= 0", &scope, &error));
    CHECK_INT(l.count, 10);
    release(&l);
    d[1].value = caperi_parse_expression(slice("2 * rise"), place, &arena, &error);
    CHECK(!caperi_check_definitions(d, 2, &error));
    CHECK_HAS(error.message, "'rise' is defined by itself");
    CHECK_INT(error.line, 3);
    CHECK_INT(error.column, 13);
    caper_arena_destroy(&arena);
}

static void durations_may_be_found_by_the_solver(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    scope.duration = 0;
    scope.duration_scale = 0.5;
    REQUIRE(lower(&l, "torso.z(end) - torso.z(0) = speed * duration", &scope, &error));
    REQUIRE(l.count == 1);
    const caperi_function *f = &l.rows[0].function;
    REQUIRE(f->leaf_count == 3);
    double at[3], scratch[200];
    for (int i = 0; i < 3; i++)
        at[i] = f->leaves[i].kind == CAPERI_DURATION ? 2 : f->leaves[i].frame;
    CHECK_NEAR(caperi_function_evaluate(f, at, NULL, NULL, scratch), 10 - 1.5, 1e-12);
    CHECK_NEAR(l.rows[0].lower, 0, 0);
    release(&l);
}

static void errors_name_the_place_and_the_reason(void)
{
    static const struct {
        const char *text;
        int column; // of the text, from 1
        const char *message;
    } cases[] = {
        {"tosro.z(end) = 1", 1, "unknown name 'tosro'; did you mean 'torso'?"},
        {"torso.z(end) - sped = 1", 16, "unknown name 'sped'"},
        {"torso.velocty.z = 1", 7, "unknown quantity 'velocty'; did you mean 'velocity'?"},
        {"torso.z(end) + = 1", 16, "expected a number, a name or a bracket, found '='"},
        {"torso.z(end)", 13, "expected =, <=, >=, inside or outside, found the end"},
        {"torso.z < 1", 9, "no strict bounds"},
        {"(torso.z = 1", 10, "expected ')'"},
        {"torso.z = 1 2", 13, "expected an operator or the end, found '2'"},
        {"torso.z = 3 parsecs", 13, "expected a unit"},
        {"torso.z = 1e999", 11, "range of a double"},
        {"torso.z <= 1 / 0", 12, "not a finite number"},
        {"torso.z * sqrt(-1) <= 1", 11, "not a finite number"},
        {"torso inside sphere(0, 0, 0, 1 / 0)", 30, "not a finite number"},
        {"torso.z(99) = 1", 9, "frame 99 is not there: they go from 0 to 10"},
        {"torso.z(torso.y) = 1", 15, "expected a number that is known before the motion is"},
        {"torso.z(2, 3) = 1", 9, "expected one frame"},
        {"abs(torso.z) <= 1", 1, "it has corners"},
        {"torso = 1", 9, "a number and a vector cannot be compared"},
        {"torso + 1 = torso", 1, "a number and a vector cannot be added"},
        {"torso * head = torso", 1, "by dot or cross"},
        {"torso.z.x = 1", 9, "a number has no component 'x'"},
        {"sin(torso) = 1", 5, "sin takes numbers, found a vector"},
        {"sin(1, 2) = torso.x", 1, "sin takes 1 argument, found 2"},
        {"minimize torso", 10, "dot(v, v) is its square"},
        {"minimize speed", 10, "nothing of the motion"},
        {"torso outside donut(1)", 15, "unknown region 'donut'"},
        {"torso outside sphere(1)", 15, "sphere takes 4 numbers"},
        {"torso inside sphere(0, 0, 0, -1)", 14, "a radius is above 0"},
        {"torso.z inside sphere(0, 0, 0, 1)", 7, "a body or a position"},
        {"torso inside box(0, 0, 0, 1, -1, 1)", 14, "beyond the first"},
        {"torso.z >= 0 for 5..3", 18, "the range 5..3 is empty"},
        {"speed >= 2", 1, "no motion can do this"},
        {"0 <= torso.z >= 1", 14, "the same direction"},
        {"[1, 2] = torso", 1, "three components"},
        {"torso.z # 1", 9, "found '#'"},
        {"", 1, "found the end"},
    };
    caperi_scope scope = make_scope();
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        lowered l;
        caper_error error;
        if (!CHECK(!lower(&l, cases[i].text, &scope, &error)))
            print_error("%s was read\n", cases[i].text);
        CHECK_HAS(error.message, cases[i].message);
        CHECK_INT(error.line, 7);
        if (error.column != 19 + cases[i].column)
            print_error("%s: column %d\n", cases[i].text, error.column - 19);
        CHECK_INT(error.column, 19 + cases[i].column);
        release(&l);
    }
}

static void deep_and_long_text_is_refused(void)
{
    caperi_scope scope = make_scope();
    lowered l;
    caper_error error;
    char text[6000];
    memset(text, '(', 500);
    strcpy(text + 500, "1 = torso.x");
    CHECK(!lower(&l, text, &scope, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    release(&l);
    memset(text, '-', 500);
    CHECK(!lower(&l, text, &scope, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    release(&l);
    memset(text, ' ', sizeof text - 1);
    text[sizeof text - 1] = 0;
    CHECK(!lower(&l, text, &scope, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    release(&l);
    // sums in sums: the number of operations is bounded, not the text
    CHECK(!lower(&l, "sum(sum(sum(sum(sum(sum(sum(torso.x))))))) = 0", &scope, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    release(&l);
}

TESTS(the_thesis_examples_mean_what_they_say, units_are_those_of_the_body,
      operators_bind_as_in_mathematics, frames_and_ranges_are_those_asked_for,
      frames_without_a_quantity_are_passed_over_unless_named,
      objectives_are_means_and_fall_apart_into_terms, vectors_give_a_row_for_each_component,
      regions_hold_their_points, derivatives_are_those_of_hyper_dual_numbers,
      definitions_stand_for_their_text, durations_may_be_found_by_the_solver,
      errors_name_the_place_and_the_reason, deep_and_long_text_is_refused)
