// SPDX-License-Identifier: MIT
//
// The builder of room `body`: what it refuses and with which words, and what a built character
// answers.
#include "body_plan.h"

#include <math.h>

// -- Refusals -----------------------------------------------------------------------------------

// Makes a mistake in a good biped (bodies: pelvis, chest, head, thigh, shin, foot, hand ...).
#define SPOIL(name, ...)                                                                           \
    static void name(plan *p)                                                                      \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

static char long_name[256], longer_name[300];
static const char *const twice[] = {"open", "open"};
static const char *const dotted[] = {"jaw.open"};
static const char *const unnamed[] = {""};
static const caper_vec3 nowhere[] = {{0, NAN, 0}};

SPOIL(spoil_nothing_left, p->def.body_count = 0)
SPOIL(spoil_no_array, p->def.bodies = NULL)
SPOIL(spoil_too_many, p->def.body_count = CAPER_MAX_BODIES + 1)
SPOIL(spoil_two_roots, p->bodies[1].parent = -1)
SPOIL(spoil_no_root, p->bodies[0].parent = 1)
SPOIL(spoil_cycle, p->bodies[3].parent = 5)
SPOIL(spoil_self, p->bodies[2].parent = 2)
SPOIL(spoil_parent_high, p->bodies[2].parent = p->def.body_count)
SPOIL(spoil_parent_low, p->bodies[2].parent = -2)
SPOIL(spoil_no_name, p->bodies[2].name = NULL)
SPOIL(spoil_empty_name, p->bodies[2].name = "")
SPOIL(spoil_same_name, p->bodies[2].name = "chest")
SPOIL(spoil_longer_name, memset(longer_name, 'n', sizeof longer_name - 1);
      p->bodies[2].name = longer_name)
SPOIL(spoil_long_name, memset(long_name, 'n', sizeof long_name - 1); p->bodies[2].name = long_name;
      p->bodies[2].mass = -1.0f)
SPOIL(spoil_position, p->bodies[2].rest_local.position.y = NAN)
SPOIL(spoil_far, p->bodies[2].rest_local.position.y = 2e5f)
SPOIL(spoil_rotation, p->bodies[2].rest_local.rotation.w = 1.01f)
SPOIL(spoil_rotation_nan, p->bodies[2].rest_local.rotation.x = NAN)
SPOIL(spoil_box_zero, p->bodies[2].box_half.y = 0.0f)
SPOIL(spoil_box_nan, p->bodies[2].box_half.z = NAN)
SPOIL(spoil_box_thin, p->bodies[2].box_half.x = 1e-6f)
SPOIL(spoil_box_center, p->bodies[2].box_center.x = INFINITY)
SPOIL(spoil_mass, p->bodies[2].mass = -1.5f)
SPOIL(spoil_mass_infinite, p->bodies[2].mass = INFINITY)
SPOIL(spoil_density, p->def.density = -1.0f)
SPOIL(spoil_density_nan, p->def.density = NAN)
static void hinge(plan *p, float min, float max)
{
    caper_joint joint = {CAPER_JOINT_HINGE, {1, 0, 0}, 0, min, max};
    p->bodies[2].joint = joint;
}
SPOIL(spoil_hinge_min, hinge(p, 0.1f, 1.0f))
SPOIL(spoil_hinge_max, hinge(p, -1.0f, 3.2f))
SPOIL(spoil_hinge_nan, hinge(p, NAN, 1.0f))
SPOIL(spoil_axis, hinge(p, -1.0f, 1.0f); p->bodies[2].joint.axis.x = 0.9f)
SPOIL(spoil_twist, hinge(p, 0.0f, -0.1f); p->bodies[2].joint.kind = CAPER_JOINT_BALL)
SPOIL(spoil_swing, hinge(p, -1.0f, 1.0f); p->bodies[2].joint.kind = CAPER_JOINT_BALL;
      p->bodies[2].joint.swing = -0.1f)
SPOIL(spoil_kind, p->bodies[2].joint.kind = (caper_joint_kind)99)
SPOIL(spoil_no_spine, p->bodies[0].caps = HELPER; p->bodies[1].caps = 0)
SPOIL(spoil_branched_spine, p->bodies[2].caps |= SPINE; p->bodies[6].caps |= SPINE)
SPOIL(spoil_broken_spine, p->bodies[5].caps |= SPINE)
SPOIL(spoil_above_spine, p->bodies[0].caps = 0)
SPOIL(spoil_root_body, p->def.root_body = 2)
SPOIL(spoil_root_body_range, p->def.root_body = p->def.body_count)
SPOIL(spoil_root_cap, p->bodies[2].caps |= CAPER_CAP_ROOT)
SPOIL(spoil_two_root_caps, p->bodies[0].caps |= CAPER_CAP_ROOT; p->bodies[1].caps |= CAPER_CAP_ROOT)
SPOIL(spoil_caps, p->bodies[2].caps |= 1u << CAPER_CAP_COUNT)
SPOIL(spoil_helper_foot, p->bodies[5].caps |= HELPER)
SPOIL(spoil_deforms, p->bodies[2].deforms = twice; p->bodies[2].deform_count = 2)
SPOIL(spoil_deform_name, p->bodies[2].deforms = unnamed; p->bodies[2].deform_count = 1)
SPOIL(spoil_deform_dot, p->bodies[2].deforms = dotted; p->bodies[2].deform_count = 1)
SPOIL(spoil_deform_count, p->bodies[2].deform_count = CAPER_MAX_DEFORMS + 1)
SPOIL(spoil_contacts, p->bodies[2].contact_count = CAPER_MAX_CONTACTS + 1)
SPOIL(spoil_contacts_missing, p->bodies[2].contact_count = 1)
SPOIL(spoil_contact, p->bodies[2].contacts = nowhere; p->bodies[2].contact_count = 1)

static const struct refusal {
    void (*spoil)(plan *p);
    const char *message; // exactly
} refusals[] = {
    {spoil_nothing_left, "the character has no bodies"},
    {spoil_no_array, "the character has no bodies"},
    {spoil_too_many, "the character has 1025 bodies, more than 1024"},
    {spoil_two_roots, "body 'chest' has no parent, and neither has body 'pelvis': expected one "
                      "root"},
    {spoil_no_root, "body 'pelvis' and all others have a parent: expected one root without"},
    {spoil_cycle, "body 'thigh_a' is its own ancestor"},
    {spoil_self, "body 'head' is its own ancestor"},
    {spoil_parent_high, "body 'head' has parent 11, expected -1 to 10"},
    {spoil_parent_low, "body 'head' has parent -2, expected -1 to 10"},
    {spoil_no_name, "body 2 has no name"},
    {spoil_empty_name, "body 2 has no name"},
    {spoil_same_name, "body 'chest' has the name of another body"},
    {spoil_longer_name,
     "body 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn' has a name of more than 255 bytes"},
    {spoil_long_name, "body 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn' has a mass of -1 kg, "
                      "expected 1e-15 to 1e20 (or 0: from the density)"},
    {spoil_position, "body 'head' has a position that is not finite"},
    {spoil_far, "body 'head' has a position that is beyond 1e5 m"},
    {spoil_rotation, "body 'head' has a rotation that is not a unit quaternion"},
    {spoil_rotation_nan, "body 'head' has a rotation that is not a unit quaternion"},
    {spoil_box_zero, "body 'head' has a box half size of 0, expected more than 0"},
    {spoil_box_nan, "body 'head' has a box half size of nan, expected more than 0"},
    {spoil_box_thin, "body 'head' has a box half size of 1e-6 m, expected 1e-5 to 1e5"},
    {spoil_box_center, "body 'head' has a box center that is not finite"},
    {spoil_mass, "body 'head' has a mass of -1.5 kg, expected 1e-15 to 1e20 (or 0: from the "
                 "density)"},
    {spoil_mass_infinite, "body 'head' has a mass of inf kg, expected 1e-15 to 1e20 (or 0: from "
                          "the density)"},
    {spoil_density, "the density must be 0.001 to 1e6 kg a cubic metre"},
    {spoil_density_nan, "the density must be 0.001 to 1e6 kg a cubic metre"},
    {spoil_hinge_min,
     "body 'head' has hinge limits outside -180 <= min <= 0 <= max <= 180 degrees"},
    {spoil_hinge_max,
     "body 'head' has hinge limits outside -180 <= min <= 0 <= max <= 180 degrees"},
    {spoil_hinge_nan,
     "body 'head' has hinge limits outside -180 <= min <= 0 <= max <= 180 degrees"},
    {spoil_twist, "body 'head' has twist limits outside -180 <= min <= 0 <= max <= 180 degrees"},
    {spoil_axis, "body 'head' has a joint axis that is not of length 1"},
    {spoil_swing, "body 'head' has a swing limit outside 0 to 180 degrees"},
    {spoil_kind, "body 'head' has an unknown kind of joint"},
    {spoil_no_spine, "no body is spine: expected a chain of at least one"},
    {spoil_branched_spine, "body 'chest' has more than two spine neighbours, body 'hand_a' among "
                           "them: the spine must be one chain"},
    {spoil_broken_spine,
     "body 'foot_a' is spine apart from body 'pelvis': the spine must be one chain"},
    {spoil_above_spine, "body 'pelvis' hangs on no spine body, which only helpers may"},
    {spoil_root_body, "body 'head' is the root body but not spine"},
    {spoil_root_body_range, "the root body is 11, expected -1 to 10"},
    {spoil_root_cap, "body 'head' is the root body but not spine"},
    {spoil_two_root_caps, "body 'chest' is marked root, and so is body 'pelvis': expected one"},
    {spoil_caps, "body 'head' has unknown caps 0x8000"},
    {spoil_helper_foot, "body 'foot_a' is a helper, so it cannot be spine, root or foot"},
    {spoil_deforms, "body 'head' has the deform 'open' twice"},
    {spoil_deform_name, "body 'head' has a deform without a name"},
    {spoil_deform_dot, "body 'head' has the deform 'jaw.open', whose name holds a '.'"},
    {spoil_deform_count, "body 'head' has 65 deforms, expected 0 to 64"},
    {spoil_contacts, "body 'head' has 9 contacts, expected 0 to 8"},
    {spoil_contacts_missing, "body 'head' has no array of contacts"},
    {spoil_contact, "body 'head' has a contact that is not finite"},
};

static void every_bad_def_is_refused_with_its_reason(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    for (int k = 0; k < CAPER_COUNT_OF(refusals); k++) {
        plan *p = biped();
        p->def.allocator = &allocator;
        for (int i = 0; i < p->def.body_count; i++) {
            p->bodies[i].line = 100 + i;
            p->bodies[i].column = 7;
        }
        p->def.source = "giant.json";
        refusals[k].spoil(p);
        caper_error error = {0};
        caper_character *c = caper_character_create(&p->def, &error);
        CHECK(c == NULL);
        CHECK_STR(error.message, refusals[k].message);
        CHECK_STR(error.source, "giant.json");
        CHECK_INT(error.status,
                  refusals[k].spoil == spoil_too_many ? CAPER_ERROR_LIMIT : CAPER_ERROR_INVALID);
        bool of_a_body = strncmp(refusals[k].message, "body", 4) == 0;
        CHECK_INT(error.line >= 100, of_a_body);
        CHECK_INT(error.column, of_a_body ? 7 : 0);
        CHECK(caper_character_create(&p->def, NULL) == NULL); // the reason is optional
    }
    CHECK_INT(memory.alloc_count, 0);
}

static int assert_count;
static bool count_assert(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    assert_count++;
    return false;
}

static void a_def_without_cookie_is_a_mistake_of_the_caller(void)
{
    plan *p = biped();
    p->def.cookie = 0;
    caper_error error = {0};
    caper_set_assert_hook(count_assert);
    CHECK(caper_character_create(&p->def, &error) == NULL);
    caper_set_assert_hook(NULL);
    CHECK_HAS(error.message, "caper_character_def_default()");
#if defined(CAPER_ASSERTS) && CAPER_ASSERTS
    CHECK_INT(assert_count, 1);
#endif
}

static void without_memory_there_is_an_error_and_no_leak(void)
{
    test_memory memory = {0};
    memory.fail_at = 1;
    caper_allocator allocator = test_memory_allocator(&memory);
    plan *p = biped();
    p->def.allocator = &allocator;
    caper_error error = {0};
    CHECK(caper_character_create(&p->def, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_MEMORY);
    CHECK_MEMORY_EMPTY(&memory);
}

static void a_character_is_one_block_and_keeps_nothing_of_its_def(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    plan *p = biped();
    char name[] = "chest";
    p->bodies[1].name = name;
    p->def.allocator = &allocator;
    caper_character *c = build(p);
    CHECK_INT(memory.alloc_count, 1);
    CHECK_INT(memory.live_size, c->memory_size);
    memset(name, 'x', 5);
    memset(p, 0xAB, sizeof *p);
    memset(&allocator, 0xAB, sizeof allocator);
    CHECK_INT(caper_character_find(c, "chest"), 1);
    CHECK_INT(caper_character_find(c, "xxxxx"), -1);
    CHECK_INT((uintptr_t)c->skeleton.rest_local % 32, 0);
    CHECK_INT((uintptr_t)c->rest_model % 32, 0);
    caper_character_destroy(c);
    caper_character_destroy(NULL);
    CHECK_MEMORY_EMPTY(&memory);
}

// -- Questions ----------------------------------------------------------------------------------

static void the_sole_is_the_lowest_side_at_rest(void)
{
    plan *p = begin();
    int root = add(p, "root", -1, 0, 1, 0, SPINE);
    int flat = add(p, "flat", root, 0.2f, -0.9f, 0, FOOT);
    int turned = add(p, "turned", root, -0.2f, -0.9f, 0, FOOT);
    box(p, flat, caper_vec3_make(0, 0, 0.1f), caper_vec3_make(0.05f, 0.1f, 0.2f));
    // turned by 90 degrees about X: its +Z side looks down
    p->bodies[turned].rest_local.rotation = caper_quat_make(sqrtf(0.5f), 0, 0, sqrtf(0.5f));
    box(p, turned, caper_vec3_make(0, 0.1f, 0), caper_vec3_make(0.05f, 0.2f, 0.1f));
    static const caper_vec3 contacts[] = {{0, 0.3f, 0.1f}, {0, -0.1f, 0.1f}};
    int given = add(p, "given", root, 0, -0.9f, 0.5f, FOOT);
    p->bodies[given].contacts = contacts;
    p->bodies[given].contact_count = 2;
    caper_character *c = build(p);

    for (int body = flat; body <= turned; body++) {
        caper_vec3 points[CAPER_MAX_CONTACTS];
        REQUIRE(caper_body_sole_points(c, body, points) == 4);
        caper_bounds bounds = caper_bounds_empty();
        for (int k = 0; k < 4; k++) {
            caper_vec3 q = caper_transform_mul_point(c->rest_model[body], points[k]);
            CHECK_NEAR(q.y, 0, 1e-6);
            bounds = caper_bounds_add_point(bounds, q);
        }
        // four different corners: the whole side
        CHECK_NEAR(bounds.max.x - bounds.min.x, 0.1, 1e-6);
        CHECK_NEAR(bounds.min.z, -0.1, 1e-6);
        CHECK_NEAR(bounds.max.z, 0.3, 1e-6);
        CHECK_NEAR(c->legs[body - flat].length, 0.1, 1e-6);
    }
    caper_vec3 points[CAPER_MAX_CONTACTS];
    REQUIRE(caper_body_sole_points(c, given, points) == 2);
    CHECK(memcmp(points, contacts, sizeof contacts) == 0);
    CHECK_NEAR(c->legs[2].length, 0.1, 1e-6);
    caper_character_destroy(c);
}

/// Boxes along slanted bones of rigs reach into the ground; nobody stands there.
static void the_sole_of_a_box_in_the_ground_is_on_it(void)
{
    plan *p = begin();
    int root = add(p, "root", -1, 0, 1, 0, SPINE);
    int deep = add(p, "deep", root, 0.2f, -0.9f, 0, FOOT);
    int below = add(p, "below", root, -0.2f, -1.3f, 0, FOOT);
    box(p, deep, caper_vec3_make(0, 0, 0.1f), caper_vec3_make(0.05f, 0.15f, 0.2f));
    box(p, below, caper_vec3_make(0, 0, 0), caper_vec3_make(0.05f, 0.1f, 0.1f));
    caper_character *c = build(p);
    const float levels[2] = {0, -0.3f}; // what hangs under the ground hangs there
    for (int i = 0; i < 2; i++) {
        int body = i ? below : deep;
        caper_vec3 points[CAPER_MAX_CONTACTS];
        REQUIRE(caper_body_sole_points(c, body, points) == 4);
        for (int k = 0; k < 4; k++) {
            CHECK_NEAR(caper_transform_mul_point(c->rest_model[body], points[k]).y, levels[i],
                       1e-6);
        }
    }
    caper_character_destroy(c);
}

static void capsules_fill_the_longest_side(void)
{
    plan *p = biped();
    box(p, 0, caper_vec3_make(1, 2, 3), caper_vec3_make(0.1f, 0.2f, 0.5f));
    box(p, 1, caper_vec3_make(0, 0, 0), caper_vec3_make(0.1f, 0.1f, 0.1f));
    caper_character *c = build(p);
    caper_vec3 a, b;
    float radius;
    caper_body_capsule(&c->bodies[0], &a, &b, &radius);
    CHECK_NEAR(radius, 0.1, 1e-7);
    CHECK_NEAR(a.z, 2.6, 1e-6);
    CHECK_NEAR(b.z, 3.4, 1e-6);
    CHECK(a.x == 1 && a.y == 2 && b.x == 1 && b.y == 2);
    caper_body flat = c->bodies[0];
    flat.box_half = caper_vec3_make(0.3f, 0.2f, 0.1f);
    caper_body_capsule(&flat, &a, &b, &radius);
    CHECK_NEAR(radius, 0.1, 1e-7); // within the thinnest side
    CHECK_NEAR(b.x - a.x, 0.4, 1e-6);
    caper_body_capsule(&c->bodies[1], &a, &b, &radius); // a cube: a ball
    CHECK_NEAR(caper_vec3_distance(a, b), 0, 0);
    CHECK_NEAR(radius, 0.1f, 0);
    caper_character_destroy(c);
}

static void poses_of_a_character_start_at_rest(void)
{
    static const char *const deforms[] = {"open", "smile"};
    plan *p = biped();
    p->bodies[2].deforms = deforms;
    p->bodies[2].deform_count = 2;
    p->bodies[4].deforms = deforms;
    p->bodies[4].deform_count = 1;
    caper_character *c = build(p);
    REQUIRE(c->deform_count == 3);
    CHECK_STR(c->deforms[0], "head.open");
    CHECK_STR(c->deforms[1], "head.smile");
    CHECK_STR(c->deforms[2], "shin_a.open");
    CHECK_INT(c->bodies[2].deform, 0);
    CHECK_INT(c->bodies[4].deform, 2);

    caper_pose rest = caper_character_rest_local(c), pose = caper_character_pose(c, NULL);
    REQUIRE(pose.bodies != NULL);
    size_t size = sizeof(caper_transform) * (size_t)c->body_count;
    CHECK(memcmp(pose.bodies, rest.bodies, size) == 0);
    CHECK_INT(pose.deform_count, 3);
    CHECK_INT(rest.deform_count, 3);
    pose.deforms[1] = 1.0f;
    caper_pose_copy(&pose, &rest);
    CHECK(pose.deforms[1] == 0.0f);
    caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
    CHECK(memcmp(pose.bodies, c->rest_model, size) == 0);

    // moved as a whole, the centre of mass moves along
    caper_vec3 com = caper_character_center_of_mass(c, &pose);
    CHECK(memcmp(&com, &c->center_of_mass, sizeof com) == 0);
    caper_transform root =
        caper_transform_make(caper_quat_from_yaw(1.0f), caper_vec3_make(3, 1, 2));
    caper_pose_to_model(&c->skeleton, &rest, &root, &pose);
    caper_vec3 moved = caper_character_center_of_mass(c, &pose);
    CHECK(caper_vec3_distance(moved, caper_transform_mul_point(root, com)) < 2e-6f);
    caper_pose_destroy(&pose, NULL);
    caper_character_destroy(c);
}

static void caps_have_names(void)
{
    for (int i = 0; i < CAPER_CAP_COUNT; i++) {
        const char *name = caper_cap_name(1u << i);
        REQUIRE(name != NULL);
        CHECK_INT(caper_cap_from_name(name, strlen(name)), 1u << i);
    }
    CHECK(caper_cap_name(0) == NULL);
    CHECK(caper_cap_name(3) == NULL);
    CHECK(caper_cap_name(1u << CAPER_CAP_COUNT) == NULL);
    CHECK_INT(caper_cap_from_name("GraspeR", 7), CAPER_CAP_GRASPER);
    CHECK_INT(caper_cap_from_name("foot", 3), 0);
    CHECK_INT(caper_cap_from_name("feet", 4), 0);
    CHECK_INT(caper_cap_from_name("", 0), 0);
}

static void joints_keep_one_form(void)
{
    plan *p = biped();
    caper_joint odd = {CAPER_JOINT_FIXED, {3, NAN, 0}, 9, 9, -9};
    p->bodies[2].joint = odd; // nothing of it is used
    caper_joint loose = {CAPER_JOINT_HINGE, {0.9995f, 0, -0.0f}, 9, -0.0f, 1};
    p->bodies[4].joint = loose;
    caper_character *c = build(p);
    const caper_joint *fixed = &c->bodies[2].joint, *hinge_joint = &c->bodies[4].joint;
    CHECK(fixed->axis.x == 1 && fixed->axis.y == 0 && fixed->swing == 0 && fixed->min == 0);
    CHECK(hinge_joint->axis.x == 1 && !signbit(hinge_joint->axis.z) && hinge_joint->swing == 0);
    CHECK(!signbit(hinge_joint->min) && hinge_joint->max == 1);
    CHECK_NEAR(c->bodies[0].joint.max, CAPER_PI, 0);
    caper_character_destroy(c);
}

TESTS(every_bad_def_is_refused_with_its_reason, a_def_without_cookie_is_a_mistake_of_the_caller,
      without_memory_there_is_an_error_and_no_leak,
      a_character_is_one_block_and_keeps_nothing_of_its_def, the_sole_is_the_lowest_side_at_rest,
      the_sole_of_a_box_in_the_ground_is_on_it, capsules_fill_the_longest_side,
      poses_of_a_character_start_at_rest, caps_have_names, joints_keep_one_form)
