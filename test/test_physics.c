// SPDX-License-Identifier: MIT
//
// The pieces of physics against closed forms: the rotation difference against the paper's own
// function, an implicit servo against its equation, falling against arithmetic, parts of dolls
// against their characters.
#include "physics_fixture.h"

#include "physics/physics.h"

// --- Delta, paper 002, appendix A, in double -----------------------------------------------------

typedef struct matrix {
    double e[3][3];
} matrix;

static matrix matrix_of(caper_quat q)
{
    double x = q.x, y = q.y, z = q.z, w = q.w, n = sqrt(x * x + y * y + z * z + w * w);
    x /= n, y /= n, z /= n, w /= n;
    return (matrix){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                     {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                     {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

static matrix times_transposed(matrix a, matrix b)
{
    matrix m;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m.e[i][j] = 0;
            for (int k = 0; k < 3; k++) {
                m.e[i][j] += a.e[i][k] * b.e[j][k];
            }
        }
    }
    return m;
}

// The paper's function, for angles that are neither 0 nor pi to rounding.
static void paper_delta(caper_quat d, caper_quat a, double out[3])
{
    matrix m = times_transposed(matrix_of(d), matrix_of(a));
    double c = 0.5 * (m.e[0][0] + m.e[1][1] + m.e[2][2] - 1);
    double angle = acos(fmin(fmax(c, -1), 1));
    double axis[3] = {m.e[2][1] - m.e[1][2], m.e[0][2] - m.e[2][0], m.e[1][0] - m.e[0][1]};
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int i = 0; i < 3; i++) {
        out[i] = length > 0 ? axis[i] / length * angle : 0;
    }
}

static caper_quat random_rotation(caper_rng *rng)
{
    caper_quat q;
    do {
        q = caper_quat_make(caper_rng_range(rng, -1, 1), caper_rng_range(rng, -1, 1),
                            caper_rng_range(rng, -1, 1), caper_rng_range(rng, -1, 1));
    } while (caper_quat_dot(q, q) < 0.01f);
    return caper_quat_normalize(q);
}

static void delta_is_the_papers_function(void)
{
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < 2000; i++) {
        caper_quat d = random_rotation(&rng), a = random_rotation(&rng);
        caper_vec3 v = caperi_servo_delta(d, a);
        double expected[3];
        paper_delta(d, a, expected);
        if (caper_vec3_length(v) < 3.0f) {
            CHECK_NEAR(v.x, expected[0], 2e-5);
            CHECK_NEAR(v.y, expected[1], 2e-5);
            CHECK_NEAR(v.z, expected[2], 2e-5);
        }
    }
}

// A rotation by a known vector, near nothing and near half a turn, comes back.
static void delta_is_exact_at_nothing_and_at_half_a_turn(void)
{
    static const float angles[] = {0, 1e-7f, 1e-4f, 0.01f, 3.1405f, 3.1414f, 3.14158f, 3.14159265f};
    caper_rng rng = caper_rng_make(2);
    for (int i = 0; i < 400; i++) {
        float angle = angles[i % CAPER_COUNT_OF(angles)];
        caper_vec3 axis = caper_vec3_normalize(caper_vec3_make(caper_rng_range(&rng, -1, 1),
                                                               caper_rng_range(&rng, -1, 1),
                                                               caper_rng_range(&rng, -1, 1)));
        double half = 0.5 * angle;
        caper_quat turn = caper_quat_make((float)(axis.x * sin(half)), (float)(axis.y * sin(half)),
                                          (float)(axis.z * sin(half)), (float)cos(half));
        caper_quat a = random_rotation(&rng);
        caper_vec3 v = caperi_servo_delta(caper_quat_mul(turn, a), a);
        CHECK_NEAR(caper_vec3_length(v), angle, 1e-5);
        float along = caper_vec3_dot(v, axis);
        CHECK(fabsf(along) >= angle - 1e-5f); // at half a turn either way round is right
        CHECK(angle > 3.1415f || along >= angle - 1e-5f);
    }
}

// --- the solver ----------------------------------------------------------------------------------

static bool touch_nothing(void *user, caperi_owner a, caperi_owner b, caperi_ode_touch *touch)
{
    (void)user, (void)a, (void)b, (void)touch;
    return false;
}

// I (w' - w) / h = k1 Delta + k2 wd - (h k1 + k2) w', solved for w'.
static void a_motor_is_an_implicit_servo(void)
{
    const float h = 1.0f / 120, inertia = 0.3f, k1 = 400, k2 = 30, delta = 0.2f, wanted = 1.5f;
    caperi_ode *ode = caperi_ode_create(0, 50, 1, NULL, NULL);
    REQUIRE(ode != NULL);
    caperi_ode_body rigid = {.mass = 2, .transform = caper_transform_identity()};
    rigid.inertia = (caper_mat3){{inertia, 0, 0}, {0, inertia, 0}, {0, 0, inertia}};
    int body = caperi_ode_add_body(ode, &rigid), motor = caperi_ode_add_motor(ode, body, -1);
    caperi_motion m = {.rotation = caper_quat_identity(), .turning = {0, 0, 0.7f}};
    caperi_ode_place(ode, body, &m);
    float stiff = h * k1 + k2;
    caper_vec3 push = caper_vec3_make(0, 0, k1 * delta + k2 * wanted);
    caperi_ode_set_motor(ode, motor, caper_vec3_scale(push, 1 / stiff), 1 / stiff, 1e6f);
    caperi_ode_step(ode, h, touch_nothing, NULL);
    double expected = (k1 * delta + k2 * wanted + inertia * 0.7 / h) / (inertia / h + stiff);
    CHECK_NEAR(caperi_ode_motion(ode, body).turning.z, expected, 1e-4);
    // a limit below what is asked for is the torque
    caperi_ode_place(ode, body, &m);
    caperi_ode_set_motor(ode, motor, caper_vec3_scale(push, 1 / stiff), 1 / stiff, 5);
    caperi_ode_step(ode, h, touch_nothing, NULL);
    CHECK_NEAR(caperi_ode_motion(ode, body).turning.z, 0.7 + 5 * h / inertia, 1e-4);
    caperi_ode_destroy(ode);
}

static void a_motor_of_two_bodies_has_its_reaction(void)
{
    caperi_ode *ode = caperi_ode_create(0, 50, 1, NULL, NULL);
    REQUIRE(ode != NULL);
    caperi_ode_body rigid = {.mass = 1, .transform = caper_transform_identity()};
    rigid.inertia = (caper_mat3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int a = caperi_ode_add_body(ode, &rigid), b = caperi_ode_add_body(ode, &rigid);
    int motor = caperi_ode_add_motor(ode, a, b);
    caperi_ode_set_motor(ode, motor, caper_vec3_make(0, 2, 0), 1e-4f, 3);
    caperi_ode_step(ode, 0.01f, touch_nothing, NULL);
    CHECK_NEAR(caperi_ode_motion(ode, a).turning.y, 0.03, 1e-5);
    CHECK_NEAR(caperi_ode_motion(ode, b).turning.y, -0.03, 1e-5);
    caperi_ode_destroy(ode);
}

static void things_fall_as_arithmetic_has_it(void)
{
    caper_physics_def def = caper_physics_def_default();
    caper_physics *physics = caper_physics_create(&def, NULL);
    REQUIRE(physics != NULL);
    caper_thing_def ball = caper_thing_def_default();
    ball.shape = CAPER_THING_BALL;
    ball.half.x = 0.1f;
    ball.mass = 1;
    ball.transform.position.y = 10;
    ball.velocity.x = 2;
    REQUIRE(caper_physics_add_thing(physics, &ball, NULL) == 0);
    for (int i = 0; i < 60; i++) {
        CHECK(caper_physics_update(physics, 1.0f / 60, NULL));
    }
    // n steps of h: the velocity is changed first, then the place
    double h = 1.0 / 120, n = 120;
    caper_transform at;
    CHECK(caper_physics_thing(physics, 0, &at, NULL));
    CHECK_NEAR(at.position.y, 10 - 9.81 * h * h * n * (n + 1) / 2, 1e-4);
    CHECK_NEAR(at.position.x, 2, 1e-4);
    CHECK_NEAR(caper_physics_time(physics), 1, 1e-9);
    caper_physics_destroy(physics);
}

static void things_come_to_rest_on_what_is_there(void)
{
    caper_world_field field = {.x = -2, .z = -2, .spacing = 1, .columns = 5, .rows = 5};
    float heights[25];
    for (int i = 0; i < 25; i++) {
        heights[i] = 0.5f;
    }
    field.heights = heights;
    caper_world_box box = {.transform = caper_transform_identity(), .half = {1, 0.5f, 1}};
    box.transform.position = caper_vec3_make(10, 0.5f, 0);
    caper_world_def parts = caper_world_def_default();
    parts.fields = &field;
    parts.field_count = 1;
    parts.boxes = &box;
    parts.box_count = 1;
    caper_world *world = caper_world_create(&parts, NULL);
    REQUIRE(world != NULL);
    caper_physics_def def = caper_physics_def_default();
    def.world = world;
    caper_physics *physics = caper_physics_create(&def, NULL);
    REQUIRE(physics != NULL);
    static const float places[][2] = {{0.3f, 0.5f}, {10, 1}, {20, 0}}; // x, height of what is there
    for (int i = 0; i < 3; i++) {
        caper_thing_def crate = caper_thing_def_default();
        crate.half = caper_vec3_make(0.2f, 0.2f, 0.2f);
        crate.mass = 20;
        crate.transform.position = caper_vec3_make(places[i][0], 2, 0.3f);
        REQUIRE(caper_physics_add_thing(physics, &crate, NULL) == i);
    }
    for (int i = 0; i < 180; i++) {
        CHECK(caper_physics_update(physics, 1.0f / 60, NULL));
    }
    for (int i = 0; i < 3; i++) {
        caper_transform at;
        CHECK(caper_physics_thing(physics, i, &at, NULL));
        CHECK_NEAR(at.position.y, places[i][1] + 0.2f, 0.003);
    }
    caper_physics_destroy(physics);
    caper_world_destroy(world);
}

// --- plans ---------------------------------------------------------------------------------------

static void check_plan(const caper_character *c)
{
    caperi_doll_plan plan;
    caper_error error = {0};
    REQUIRE(caperi_plan_make(&plan, c, 9.81f, NULL, &error));
    CHECK_INT(plan.parts[0].body, c->root_body);
    float mass = 0;
    for (int k = 0; k < plan.part_count; k++) {
        const caperi_doll_part *p = &plan.parts[k];
        CHECK(p->parent < k && (k == 0) == (p->parent < 0));
        CHECK_INT(plan.part_of[p->body], k);
        CHECK(p->mass >= 0.0049f * c->mass && p->k1 > 0 && isfinite(p->k1));
        // positive definite: by its leading minors
        caper_mat3 inertia = p->inertia;
        CHECK(inertia.x.x > 0 && inertia.x.x * inertia.y.y > inertia.x.y * inertia.y.x);
        CHECK(caper_mat3_determinant(inertia) > 0);
        mass += p->mass;
    }
    for (int i = 0; i < c->body_count; i++) {
        CHECK(plan.part_of[i] >= 0 && plan.part_of[i] < plan.part_count);
        // welded at rest: the part's body times the weld is the body
        caper_transform there =
            caper_transform_mul(c->rest_model[plan.parts[plan.part_of[i]].body], plan.weld[i]);
        CHECK_NEAR(caper_vec3_distance(there.position, c->rest_model[i].position), 0,
                   1e-5f * (1 + c->size));
    }
    CHECK_NEAR(mass, plan.mass, 1e-4 * mass);
    CHECK(plan.mass >= 0.999f * c->mass);
    caperi_plan_free(&plan, c->body_count, NULL);
}

static void every_body_is_part_of_a_doll(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        check_plan(m.characters[i]);
    }
    menagerie_close(&m);
    for (int seed = 0; seed < 60; seed++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)seed;
        def.difficulty = (float)seed / 60;
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        check_plan(c);
        caper_character_destroy(c);
    }
}

// Twice the length: eight times the mass, gains as M g L, time as the root of length.
static void gains_follow_the_size(void)
{
    caper_creature_def def = caper_creature_def_default();
    caperi_doll_plan plans[2];
    caper_character *c[2];
    for (int i = 0; i < 2; i++) {
        def.seed = 5;
        def.min_size = def.max_size = i ? 2.0f : 1.0f;
        c[i] = caper_character_random(&def, NULL);
        REQUIRE(c[i] && caperi_plan_make(&plans[i], c[i], 9.81f, NULL, NULL));
    }
    REQUIRE(plans[0].part_count == plans[1].part_count);
    CHECK_NEAR(plans[1].mass / plans[0].mass, 8, 0.02);
    CHECK_NEAR(plans[1].tempo / plans[0].tempo, sqrt(2), 1e-3);
    for (int k = 0; k < plans[0].part_count; k++) {
        CHECK_NEAR(plans[1].parts[k].k1 / plans[0].parts[k].k1, 16, 0.1);
    }
    for (int i = 0; i < 2; i++) {
        caperi_plan_free(&plans[i], c[i]->body_count, NULL);
        caper_character_destroy(c[i]);
    }
}

// --- bad input -----------------------------------------------------------------------------------

static void bad_worlds_are_refused(void)
{
    caper_error error = {0};
    caper_physics_def good = caper_physics_def_default(), def = good;
    def.cookie = 0;
    CHECK(!caper_physics_create(&def, &error));
    def = good, def.rate = NAN;
    CHECK(!caper_physics_create(&def, &error));
    CHECK_HAS(error.message, "rate");
    def = good, def.iterations = 0;
    CHECK(!caper_physics_create(&def, &error));
    def = good, def.gravity = -1;
    CHECK(!caper_physics_create(&def, &error));
    caper_physics *physics = caper_physics_create(&good, &error);
    REQUIRE(physics != NULL);
    caper_thing_def fine = caper_thing_def_default(), thing = fine;
    thing.half.y = 0;
    CHECK(caper_physics_add_thing(physics, &thing, &error) < 0);
    CHECK_HAS(error.message, "size");
    thing = fine, thing.mass = INFINITY;
    CHECK(caper_physics_add_thing(physics, &thing, &error) < 0);
    thing = fine, thing.transform.rotation.w = 3;
    CHECK(caper_physics_add_thing(physics, &thing, &error) < 0);
    CHECK(!caper_physics_update(physics, NAN, &error));
    CHECK(caper_physics_update(physics, 0, &error));
    CHECK_INT(caper_physics_thing_count(physics), 0);
    caper_physics_destroy(physics);
    caper_physics_destroy(NULL);
}

static void bad_dolls_are_refused(void)
{
    caper_doll_def def = caper_doll_def_default();
    stage s = stage_with(menagerie_load("performer"), def);
    caper_error error = {0};
    def.actor = s.actor;
    CHECK(caper_physics_add_actor(s.physics, &def, &error) < 0);
    CHECK_HAS(error.message, "already");
    caper_actor *other = still_actor(s.character, (caper_root){3, 0, 0, 0});
    def.actor = other;
    def.external = 2;
    CHECK(caper_physics_add_actor(s.physics, &def, &error) < 0);
    def.external = 0.5f;
    def.explicit_torque = true;
    CHECK(caper_physics_add_actor(s.physics, &def, &error) < 0);
    CHECK_HAS(error.message, "external");
    def = caper_doll_def_default();
    CHECK(caper_physics_add_actor(s.physics, &def, &error) < 0);
    CHECK(!caper_physics_push(s.physics, 0, 99, caper_vec3_zero(), caper_vec3_zero(), 0));
    CHECK(!caper_physics_push(s.physics, 1, 0, caper_vec3_zero(), caper_vec3_zero(), 0));
    CHECK(!caper_physics_set_gain(s.physics, 0, 0));
    CHECK(!caper_physics_hit(s.physics, NULL, 0, caper_vec3_zero(), caper_vec3_zero(), &error));
    caper_physics_destroy(s.physics);
    s.physics = NULL;
    caper_actor_destroy(other);
    stage_close(&s);
}

static void an_explosion_is_named_and_final(void)
{
    stage s = stage_with(menagerie_load("performer"), caper_doll_def_default());
    caper_error error = {0};
    int chest = caper_character_find(s.character, "chest");
    CHECK(stage_run(&s, 0.1f));
    caper_pose before = caper_character_pose(s.character, NULL);
    caper_pose_copy(&before, caper_actor_local(s.actor));
    CHECK(caper_physics_push(s.physics, 0, chest, caper_vec3_zero(), caper_vec3_make(1e12f, 0, 0),
                             0));
    CHECK(!caper_physics_update(s.physics, 1.0f / 60, &error));
    CHECK_HAS(error.message, "exploded");
    CHECK_HAS(error.source, "performer");
    CHECK(!caper_physics_update(s.physics, 1.0f / 60, &error));
    // the actor still has the last sane pose
    for (int i = 0; i < before.body_count; i++) {
        CHECK_NEAR(caper_vec3_distance(before.bodies[i].position,
                                       caper_actor_local(s.actor)->bodies[i].position),
                   0, 1e-6);
    }
    caper_pose_destroy(&before, NULL);
    stage_close(&s);
}

static void memory_is_given_back(void)
{
    caper_character *c = menagerie_load("dog");
    caper_actor *actor = still_actor(c, (caper_root){0, 0, 0, 0});
    for (long fail = 0; fail < 24; fail++) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_physics_def def = caper_physics_def_default();
        def.allocator = &allocator;
        caper_physics *physics = caper_physics_create(&def, NULL);
        caper_doll_def doll = caper_doll_def_default();
        doll.actor = actor;
        if (physics && caper_physics_add_actor(physics, &doll, NULL) == 0) {
            // contacts that there is no memory for are an error: what was not met is fallen through
            caper_error error = {0};
            bool good = caper_physics_update(physics, 1.0f / 60, &error);
            CHECK(good == (error.status != CAPER_ERROR_MEMORY));
        }
        caper_physics_destroy(physics);
        CHECK_MEMORY_EMPTY(&memory);
    }
    caper_actor_destroy(actor);
    caper_character_destroy(c);
}

TESTS(delta_is_the_papers_function, delta_is_exact_at_nothing_and_at_half_a_turn,
      a_motor_is_an_implicit_servo, a_motor_of_two_bodies_has_its_reaction,
      things_fall_as_arithmetic_has_it, things_come_to_rest_on_what_is_there,
      every_body_is_part_of_a_doll, gains_follow_the_size, bad_worlds_are_refused,
      bad_dolls_are_refused, an_explosion_is_named_and_final, memory_is_given_back)
