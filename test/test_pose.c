// SPDX-License-Identifier: MIT
//
// Poses, forward kinematics and joint limits of room `body`. Oracles: matrices in double for the
// hierarchy, rotations composed from known swings and twists for the joints, and a search over all
// angles for what is nearest.
#include "body/body.h"
#include "test.h"

#include "caper/character.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295

static caper_vec3 random_unit(caper_rng *rng)
{
    for (;;) {
        // one statement each: arguments of a call have no order
        float x = caper_rng_range(rng, -1.0f, 1.0f);
        float y = caper_rng_range(rng, -1.0f, 1.0f);
        float z = caper_rng_range(rng, -1.0f, 1.0f);
        float length = caper_vec3_length(caper_vec3_make(x, y, z));
        if (length > 0.1f && length < 1.0f)
            return caper_vec3_scale(caper_vec3_make(x, y, z), 1.0f / length);
    }
}

// Only operations whose bits are the same everywhere, so that hashes over it may be compared.
static caper_quat random_quat(caper_rng *rng)
{
    caper_vec3 v = random_unit(rng);
    return caper_quat_normalize(caper_quat_make(v.x, v.y, v.z, caper_rng_range(rng, -1.0f, 1.0f)));
}

static caper_transform random_transform(caper_rng *rng)
{
    caper_quat q = random_quat(rng);
    return caper_transform_make(q, caper_vec3_scale(random_unit(rng), 0.5f));
}

// -- Forward kinematics -------------------------------------------------------------------------

#define TREE_COUNT 96
static const char *tree_names[CAPER_MAX_BODIES];
static int16_t tree_parents[CAPER_MAX_BODIES];
static caper_transform tree_rest[CAPER_MAX_BODIES];

// A tree of random shape; chain: each body hangs on the one before.
static caper_skeleton make_tree(int count, bool chain, caper_rng *rng)
{
    for (int i = 0; i < count; i++) {
        tree_names[i] = "body";
        tree_parents[i] = (int16_t)(chain ? i - 1 : i == 0 ? -1 : caper_rng_int(rng, 0, i - 1));
        tree_rest[i] = random_transform(rng);
    }
    caper_skeleton skeleton = {count, tree_names, tree_parents, tree_rest};
    return skeleton;
}

typedef struct affine {
    double m[3][4];
} affine;

static affine affine_of(caper_transform t)
{
    double x = (double)t.rotation.x, y = (double)t.rotation.y, z = (double)t.rotation.z,
           w = (double)t.rotation.w;
    affine a = {
        {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), (double)t.position.x},
         {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), (double)t.position.y},
         {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
          (double)t.position.z}}};
    return a;
}

static affine affine_mul(affine a, affine b)
{
    affine r;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            r.m[i][j] = j == 3 ? a.m[i][3] : 0;
            for (int k = 0; k < 3; k++)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    }
    return r;
}

// The largest difference to the hierarchy computed with matrices in double.
static double distance_from_matrices(const caper_skeleton *skeleton, const caper_pose *local,
                                     const caper_transform *root, const caper_pose *model)
{
    static affine expected[CAPER_MAX_BODIES];
    double worst = 0;
    for (int i = 0; i < skeleton->body_count; i++) {
        affine above = affine_of(root ? *root : caper_transform_identity());
        if (skeleton->parents[i] >= 0)
            above = expected[skeleton->parents[i]];
        expected[i] = affine_mul(above, affine_of(local->bodies[i]));
        affine found = affine_of(model->bodies[i]);
        for (int k = 0; k < 12; k++)
            worst = fmax(worst, fabs(found.m[k / 4][k % 4] - expected[i].m[k / 4][k % 4]));
    }
    return worst;
}

static void model_transforms_equal_matrices_in_double(void)
{
    caper_rng rng = caper_rng_make(11);
    caper_pose local = caper_pose_create(TREE_COUNT, 0, NULL);
    caper_pose model = caper_pose_create(TREE_COUNT, 0, NULL);
    REQUIRE(local.bodies && model.bodies);
    for (int round = 0; round < 50; round++) {
        caper_skeleton skeleton = make_tree(TREE_COUNT, false, &rng);
        if (round % 5 == 0)
            tree_parents[TREE_COUNT / 2] = -1; // several roots
        for (int i = 0; i < TREE_COUNT; i++)
            local.bodies[i] = random_transform(&rng);
        caper_transform root = random_transform(&rng);
        const caper_transform *base = round % 2 ? &root : NULL;
        caper_pose_to_model(&skeleton, &local, base, &model);
        CHECK(distance_from_matrices(&skeleton, &local, base, &model) < 1e-5);
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
}

static void a_chain_of_1024_bodies_stays_accurate(void)
{
    caper_rng rng = caper_rng_make(12);
    caper_skeleton skeleton = make_tree(CAPER_MAX_BODIES, true, &rng);
    caper_pose local = {tree_rest, NULL, CAPER_MAX_BODIES, 0};
    caper_pose model = caper_pose_create(CAPER_MAX_BODIES, 0, NULL);
    caper_pose_to_model(&skeleton, &local, NULL, &model);
    CHECK(distance_from_matrices(&skeleton, &local, NULL, &model) < 1e-3);
    caper_pose_destroy(&model, NULL);
}

static void model_may_be_local_itself(void)
{
    caper_rng rng = caper_rng_make(13);
    caper_skeleton skeleton = make_tree(TREE_COUNT, false, &rng);
    caper_pose local = {tree_rest, NULL, TREE_COUNT, 0};
    caper_pose apart = caper_pose_create(TREE_COUNT, 0, NULL);
    caper_pose in_place = caper_pose_create(TREE_COUNT, 0, NULL);
    caper_pose_copy(&in_place, &local);
    caper_pose_to_model(&skeleton, &local, NULL, &apart);
    caper_pose_to_model(&skeleton, &in_place, NULL, &in_place);
    CHECK(memcmp(apart.bodies, in_place.bodies, sizeof(caper_transform) * TREE_COUNT) == 0);
    caper_pose_destroy(&apart, NULL);
    caper_pose_destroy(&in_place, NULL);
}

static void to_local_is_the_inverse_of_to_model(void)
{
    caper_rng rng = caper_rng_make(14);
    caper_skeleton skeleton = make_tree(TREE_COUNT, false, &rng);
    caper_pose local = {tree_rest, NULL, TREE_COUNT, 0};
    caper_pose model = caper_pose_create(TREE_COUNT, 0, NULL);
    caper_pose back = caper_pose_create(TREE_COUNT, 0, NULL);
    caper_pose_to_model(&skeleton, &local, NULL, &model);
    caper_pose_to_local(&skeleton, &model, &back);
    for (int i = 0; i < TREE_COUNT; i++) {
        CHECK(caper_vec3_distance(back.bodies[i].position, tree_rest[i].position) < 1e-5f);
        CHECK(caper_quat_angle(back.bodies[i].rotation, tree_rest[i].rotation) < 1e-5f);
        CHECK(back.bodies[i].pad == 0.0f);
    }
    caper_pose_destroy(&model, NULL);
    caper_pose_destroy(&back, NULL);
}

// One constant for gcc, clang, SSE2, AVX2 and the plain C twin, at any optimization level.
static void every_build_computes_the_same_bits(void)
{
    caper_rng rng = caper_rng_make(2008);
    caper_skeleton skeleton = make_tree(TREE_COUNT, false, &rng);
    caper_pose local = {tree_rest, NULL, TREE_COUNT, 0};
    caper_pose model = caper_pose_create(TREE_COUNT, 0, NULL);
    caper_transform root = random_transform(&rng);
    caper_pose_to_model(&skeleton, &local, &root, &model);
    uint64_t hash = caper_hash64(model.bodies, sizeof(caper_transform) * TREE_COUNT, 0);

    // the definition: the inline product of vecmath.h, to the bit
    for (int i = 0; i < TREE_COUNT; i++) {
        int parent = tree_parents[i];
        caper_transform above = parent < 0 ? root : model.bodies[parent];
        caper_transform product = caper_transform_mul(above, tree_rest[i]);
        CHECK(memcmp(&product, &model.bodies[i], sizeof product) == 0);
    }
    char text[32];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    CHECK_STR(text, "a51e98f6adad550f");

    caper_pose_to_local(&skeleton, &model, &local);
    hash = caper_hash64(local.bodies, sizeof(caper_transform) * TREE_COUNT, 0);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    CHECK_STR(text, "47f4be426f9fc55e");
    caper_pose_destroy(&model, NULL);
}

// -- Poses --------------------------------------------------------------------------------------

static void a_pose_is_one_aligned_block_at_rest(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_pose pose = caper_pose_create(7, 3, &allocator);
    REQUIRE(pose.bodies && pose.deforms);
    CHECK_INT(memory.alloc_count, 1);
    CHECK_INT((uintptr_t)pose.bodies % 32, 0);
    caper_transform identity = caper_transform_identity();
    for (int i = 0; i < 7; i++)
        CHECK(memcmp(&pose.bodies[i], &identity, sizeof identity) == 0);
    for (int i = 0; i < 3; i++)
        CHECK(pose.deforms[i] == 0.0f);
    caper_pose_destroy(&pose, &allocator);
    CHECK(!pose.bodies && pose.body_count == 0);
    caper_pose_destroy(&pose, &allocator); // again: nothing
    CHECK_MEMORY_EMPTY(&memory);

    memory.fail_at = memory.alloc_count + 1;
    pose = caper_pose_create(7, 3, &allocator);
    CHECK(!pose.bodies && !pose.deforms && pose.body_count == 0 && pose.deform_count == 0);
}

static void deforms_travel_with_the_pose(void)
{
    caper_rng rng = caper_rng_make(15);
    caper_skeleton skeleton = make_tree(4, true, &rng);
    caper_pose local = caper_pose_create(4, 2, NULL), model = caper_pose_create(4, 2, NULL);
    caper_pose back = caper_pose_create(4, 2, NULL), copy = caper_pose_create(4, 2, NULL);
    local.deforms[0] = 0.25f;
    local.deforms[1] = 0.75f;
    caper_pose_to_model(&skeleton, &local, NULL, &model);
    CHECK(model.deforms[0] == 0.25f && model.deforms[1] == 0.75f);
    caper_pose_to_local(&skeleton, &model, &back);
    CHECK(back.deforms[0] == 0.25f && back.deforms[1] == 0.75f);
    caper_pose_copy(&copy, &local);
    CHECK(copy.deforms[0] == 0.25f && copy.deforms[1] == 0.75f);
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_pose_destroy(&back, NULL);
    caper_pose_destroy(&copy, NULL);
}

static void skeletons_are_compared_by_names_and_parents(void)
{
    const char *names[] = {"a", "b", "c"};
    const char *other_names[] = {"a", "b", "d"};
    int16_t parents[] = {-1, 0, 1}, other_parents[] = {-1, 0, 0};
    caper_transform rest[3], moved[3];
    for (int i = 0; i < 3; i++)
        rest[i] = moved[i] = caper_transform_identity();
    moved[1].position.x = 1.0f;
    caper_skeleton s = {3, names, parents, rest}, same = {3, names, parents, moved};
    caper_skeleton renamed = {3, other_names, parents, rest};
    caper_skeleton rewired = {3, names, other_parents, rest}, shorter = {2, names, parents, rest};
    CHECK(caper_skeleton_same(&s, &same));
    CHECK(!caper_skeleton_same(&s, &renamed));
    CHECK(!caper_skeleton_same(&s, &rewired));
    CHECK(!caper_skeleton_same(&s, &shorter));
    CHECK_INT(caper_skeleton_find(&s, "c"), 2);
    CHECK_INT(caper_skeleton_find(&s, "d"), -1);
}

// -- Joints -------------------------------------------------------------------------------------

static caper_joint make_joint(caper_joint_kind kind, caper_vec3 axis, double swing, double min,
                              double max)
{
    caper_joint joint = {kind, axis, (float)swing, (float)min, (float)max};
    return joint;
}

static caper_joint random_joint(caper_rng *rng)
{
    static const caper_joint_kind kinds[] = {CAPER_JOINT_HINGE, CAPER_JOINT_BALL};
    caper_joint_kind kind = kinds[caper_rng_int(rng, 0, 1)];
    caper_vec3 axis = random_unit(rng);
    float swing = caper_rng_range(rng, 0.0f, 3.0f), min = caper_rng_range(rng, -3.1f, 0.0f);
    float max = caper_rng_range(rng, 0.0f, 3.1f);
    return make_joint(kind, axis, (double)swing, (double)min, (double)max);
}

// rest * swing * twist, the swing about a random axis orthogonal to the joint's
static caper_quat composed(const caper_joint *joint, caper_quat rest, float swing, float twist,
                           caper_rng *rng)
{
    caper_vec3 across = caper_vec3_normalize(caper_vec3_cross(joint->axis, random_unit(rng)));
    return caper_quat_mul(rest, caper_quat_mul(caper_quat_from_axis_angle(across, swing),
                                               caper_quat_from_axis_angle(joint->axis, twist)));
}

static void known_swings_and_twists_are_measured(void)
{
    caper_rng rng = caper_rng_make(21);
    for (int round = 0; round < 2000; round++) {
        caper_joint joint = random_joint(&rng);
        caper_quat rest = random_quat(&rng);
        float swing = caper_rng_range(&rng, 0.0f, 3.0f), twist = caper_rng_range(&rng, -3.1f, 3.1f);
        caper_quat local = composed(&joint, rest, swing, twist, &rng);
        if (round % 2)
            local = caper_quat_neg(local); // the same rotation
        caper_joint_angles angles = caper_joint_measure(&joint, rest, local);
        // near a half-turn swing the twist is ill defined: its error grows as 1 / cos(swing / 2)
        double tolerance = 2e-6 / cos((double)swing / 2);
        CHECK_NEAR(angles.swing, swing, 2e-6);
        CHECK_NEAR(angles.turn, twist, tolerance);
        float limit = joint.kind == CAPER_JOINT_BALL ? joint.swing : 0.0f;
        double excess = fmax(0.0, (double)swing - (double)limit);
        if (twist > joint.max)
            excess = fmax(excess, (double)fminf(twist - joint.max, joint.min + CAPER_TAU - twist));
        if (twist < joint.min)
            excess = fmax(excess, (double)fminf(joint.min - twist, twist + CAPER_TAU - joint.max));
        CHECK_NEAR(angles.excess, excess, tolerance);
    }
}

static void clamping_ends_within_the_limits_and_stays_there(void)
{
    caper_rng rng = caper_rng_make(22);
    int moved = 0, kept = 0;
    for (int round = 0; round < 5000; round++) {
        caper_joint joint = random_joint(&rng);
        caper_quat rest = random_quat(&rng), local = random_quat(&rng);
        if (round % 3 == 0) // well within
            local =
                composed(&joint, rest, joint.kind == CAPER_JOINT_BALL ? 0.99f * joint.swing : 0.0f,
                         caper_rng_range(&rng, 0.99f * joint.min, 0.99f * joint.max), &rng);
        caper_quat once = caper_joint_clamp(&joint, rest, local);
        caper_quat twice = caper_joint_clamp(&joint, rest, once);
        CHECK(caper_quat_is_unit(once, 1e-6f));
        CHECK_NEAR(caper_joint_measure(&joint, rest, once).excess, 0, 1e-5);
        CHECK(memcmp(&once, &twice, sizeof once) == 0);
        bool same = memcmp(&once, &local, sizeof once) == 0;
        CHECK(same == (caper_joint_measure(&joint, rest, local).excess <= 1e-5f));
        moved += !same;
        kept += same;
    }
    CHECK(moved > 1000 && kept > 1000); // both cases were met
}

static void a_hinge_is_clamped_to_the_nearest_of_all_its_rotations(void)
{
    caper_rng rng = caper_rng_make(23);
    for (int round = 0; round < 200; round++) {
        caper_joint joint = random_joint(&rng);
        joint.kind = CAPER_JOINT_HINGE;
        caper_quat rest = random_quat(&rng), local = random_quat(&rng);
        caper_quat clamped = caper_joint_clamp(&joint, rest, local);
        double best = 10;
        for (int k = 0; k <= 2000; k++) {
            float angle = caper_lerp(joint.min, joint.max, (float)k / 2000.0f);
            caper_quat q = caper_quat_mul(rest, caper_quat_from_axis_angle(joint.axis, angle));
            best = fmin(best, (double)caper_quat_angle(q, local));
        }
        CHECK((double)caper_quat_angle(clamped, local) <= best + 1e-5);
    }
}

static void limits_are_nearest_around_the_circle(void)
{
    caper_joint knee = make_joint(CAPER_JOINT_HINGE, caper_vec3_make(1, 0, 0), 0, -140 * DEGREE, 0);
    caper_quat rest = caper_quat_identity();
    caper_quat bent = caper_quat_from_axis_angle(knee.axis, (float)(179 * DEGREE));
    CHECK_NEAR(caper_joint_measure(&knee, rest, bent).excess, 41 * DEGREE, 1e-5);
    caper_quat clamped = caper_joint_clamp(&knee, rest, bent);
    CHECK_NEAR(caper_joint_measure(&knee, rest, clamped).turn, -140 * DEGREE, 1e-5);
    bent = caper_quat_from_axis_angle(knee.axis, (float)(50 * DEGREE));
    CHECK_NEAR(caper_joint_measure(&knee, rest, bent).excess, 50 * DEGREE, 1e-5);
    clamped = caper_joint_clamp(&knee, rest, bent);
    CHECK_NEAR(caper_joint_measure(&knee, rest, clamped).turn, 0, 1e-5);
}

static void a_ball_is_clamped_to_its_cone_in_the_same_direction(void)
{
    caper_joint hip = make_joint(CAPER_JOINT_BALL, caper_vec3_make(0, 1, 0), 30 * DEGREE,
                                 -10 * DEGREE, 20 * DEGREE);
    caper_quat rest = caper_quat_from_axis_angle(caper_vec3_make(1, 2, 3), 1.0f);
    caper_quat swing = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), (float)(70 * DEGREE));
    caper_quat twist = caper_quat_from_axis_angle(hip.axis, (float)(15 * DEGREE));
    caper_quat clamped =
        caper_joint_clamp(&hip, rest, caper_quat_mul(rest, caper_quat_mul(swing, twist)));
    caper_quat expected = caper_quat_mul(
        rest,
        caper_quat_mul(caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), (float)(30 * DEGREE)),
                       twist));
    CHECK_NEAR(caper_quat_angle(clamped, expected), 0, 1e-6);
    // the axis is 30 degrees from where it rests: closed form
    caper_vec3 axis = caper_quat_rotate(clamped, hip.axis);
    caper_vec3 axis_rest = caper_quat_rotate(rest, hip.axis);
    CHECK_NEAR(caper_vec3_dot(axis, axis_rest), cos(30 * DEGREE), 1e-6);
}

static void fixed_joints_hold_and_free_ones_do_not(void)
{
    caper_joint fixed = make_joint(CAPER_JOINT_FIXED, caper_vec3_make(1, 0, 0), 0, 0, 0);
    caper_joint open = make_joint(CAPER_JOINT_FREE, caper_vec3_make(1, 0, 0), 0, 0, 0);
    caper_quat rest = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), 0.3f);
    caper_quat turned = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), 1.3f);
    CHECK_NEAR(caper_joint_measure(&fixed, rest, turned).excess, 1, 1e-6);
    CHECK_NEAR(caper_joint_measure(&fixed, rest, rest).excess, 0, 0);
    caper_quat clamped = caper_joint_clamp(&fixed, rest, turned);
    CHECK(memcmp(&clamped, &rest, sizeof rest) == 0);
    CHECK_NEAR(caper_joint_measure(&open, rest, turned).excess, 0, 0);
    clamped = caper_joint_clamp(&open, rest, turned);
    CHECK(memcmp(&clamped, &turned, sizeof turned) == 0);
}

// A twist all the way round, in steps of a degree, never jumps; a clamp does, halfway. Within the
// limits it is the clamp, and little beyond them it keeps them.
static void an_eased_limit_does_not_snap(void)
{
    caper_joint wrist = {.kind = CAPER_JOINT_BALL, .axis = {0, 1, 0}, .swing = 1.0f};
    wrist.min = -70 * CAPER_DEGREE;
    wrist.max = 50 * CAPER_DEGREE;
    caper_quat rest = caper_quat_from_axis_angle(caper_vec3_make(0.6f, 0, 0.8f), 0.7f);
    caper_quat swing = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.4f);
    caper_quat last = rest, clamped = rest;
    float most = 0, snap = 0;
    for (int degrees = -180; degrees <= 180; degrees++) {
        float angle = (float)degrees * CAPER_DEGREE;
        caper_quat twist = caper_quat_from_axis_angle(wrist.axis, angle);
        caper_quat local = caper_quat_mul(rest, caper_quat_mul(swing, twist));
        caper_quat eased = caperi_joint_ease(&wrist, rest, local);
        caper_quat hard = caper_joint_clamp(&wrist, rest, local);
        most = degrees > -180 ? fmaxf(most, caper_quat_angle(eased, last)) : 0;
        snap = degrees > -180 ? fmaxf(snap, caper_quat_angle(hard, clamped)) : 0;
        last = eased;
        clamped = hard;
        if (degrees >= -130 && degrees <= 110) {
            CHECK_NEAR(caper_quat_angle(eased, hard), 0, 2e-3);
        }
    }
    CHECK(most < 5 * CAPER_DEGREE);
    CHECK(snap > 100 * CAPER_DEGREE);
}

// Swings up to 3 radians with twists all around, against the sine of what is measured in double.
static void half_a_swing_is_told_without_trigonometry(void)
{
    caper_joint hinge = {.kind = CAPER_JOINT_HINGE, .axis = {0, 1, 0}};
    caper_quat rest = caper_quat_from_axis_angle(caper_vec3_make(0.6f, 0, 0.8f), 0.7f);
    for (int i = 0; i < 300 * 12; i++) {
        caper_vec3 across = caper_vec3_make(0.28f, 0, 0.96f), own = caper_vec3_make(0, 1, 0);
        caper_quat swing = caper_quat_from_axis_angle(across, (float)(i / 12) * 0.01f);
        caper_quat twist = caper_quat_from_axis_angle(own, (float)(i % 12) * 0.5f - 3);
        caper_quat local = caper_quat_mul(rest, caper_quat_mul(swing, twist));
        double sine = sin(0.5 * (double)caper_joint_measure(&hinge, rest, local).swing);
        CHECK_NEAR(caperi_joint_half_swing(&hinge, rest, local), sine * sine, 5e-7);
    }
}

// Swings and twists all around, limits narrow and wide: within is who has no excess, and he stays.
static void who_is_within_his_limits_is_told_without_trigonometry(void)
{
    static const float limits[][3] = {{0.6f, -1.2f, 0.4f}, {2.2f, -3.1f, 0}, {3.1f, 0, 3.1f}};
    caper_quat rest = caper_quat_from_axis_angle(caper_vec3_make(0.6f, 0, 0.8f), 0.7f);
    int inside = 0, outside = 0;
    for (int i = 0; i < 3 * 40 * 60; i++) {
        const float *limit = limits[i % 3];
        caper_joint ball = {.kind = CAPER_JOINT_BALL, .axis = {0.6f, 0, 0.8f}};
        ball.swing = limit[0];
        ball.min = limit[1];
        ball.max = limit[2];
        caperi_joint_bounds bounds = caperi_joint_bounds_make(&ball);
        caper_quat swing =
            caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), (float)(i / 180) * 0.075f);
        caper_quat twist =
            caper_quat_from_axis_angle(ball.axis, (float)(i / 3 % 60) * 0.105f - 3.1f);
        caper_quat local = caper_quat_mul(rest, caper_quat_mul(swing, twist));
        caper_joint_angles now = caper_joint_measure(&ball, rest, local);
        bool within = caperi_joint_within(&bounds, rest, local);
        float room = fminf(ball.swing - now.swing, fminf(ball.max - now.turn, now.turn - ball.min));
        inside += within;
        outside += !within;
        CHECK(room < 1e-4f || within);
        CHECK(room > -1e-4f || !within);
        CHECK(!within || caper_quat_angle(caperi_joint_ease(&ball, rest, local), local) < 2e-4f);
        CHECK(!caperi_joint_within(&bounds, rest, caper_quat_neg(local)) == !within);
    }
    CHECK(inside > 1000 && outside > 1000);
}

TESTS(an_eased_limit_does_not_snap, half_a_swing_is_told_without_trigonometry,
      who_is_within_his_limits_is_told_without_trigonometry,
      model_transforms_equal_matrices_in_double, a_chain_of_1024_bodies_stays_accurate,
      model_may_be_local_itself, to_local_is_the_inverse_of_to_model,
      every_build_computes_the_same_bits, a_pose_is_one_aligned_block_at_rest,
      deforms_travel_with_the_pose, skeletons_are_compared_by_names_and_parents,
      known_swings_and_twists_are_measured, clamping_ends_within_the_limits_and_stays_there,
      a_hinge_is_clamped_to_the_nearest_of_all_its_rotations, limits_are_nearest_around_the_circle,
      a_ball_is_clamped_to_its_cone_in_the_same_direction, fixed_joints_hold_and_free_ones_do_not)
