// SPDX-License-Identifier: MIT
//
// Vectors, rotations, transforms, matrices and boxes: identities over random and awkward input,
// with matrices and libm as the independent oracles.
#include "test.h"

#include "caper/vecmath.h"
#include "math/linalg.h"
#include "math/rotvec.h"
#include "math_random.h"

#include <string.h>

#define CHECK_VEC3(a, b, tolerance) CHECK_NEAR(caper_vec3_distance(a, b), 0.0, tolerance)
#define CHECK_ROTATION(a, b, tolerance) CHECK_NEAR(rotation_distance(a, b), 0.0, tolerance)

static const caper_vec3 X = {1.0f, 0.0f, 0.0f}, Y = {0.0f, 1.0f, 0.0f}, Z = {0.0f, 0.0f, 1.0f};

// ----------------------------------------------------------------------------------- vectors

static void vectors_follow_the_right_hand(void)
{
    CHECK_VEC3(caper_vec3_cross(X, Y), Z, 0.0);
    CHECK_VEC3(caper_vec3_cross(Y, Z), X, 0.0);
    CHECK_VEC3(caper_vec3_cross(Z, X), Y, 0.0);
    caper_vec3 v = {3.0f, -4.0f, 12.0f};
    CHECK(caper_vec3_length(v) == 13.0f && caper_vec3_length_sq(v) == 169.0f);
    CHECK_NEAR(caper_vec3_length(caper_vec3_normalize(v)), 1.0, 1e-7);
    CHECK_VEC3(caper_vec3_abs(v), caper_vec3_make(3.0f, 4.0f, 12.0f), 0.0);
    CHECK_VEC3(caper_vec3_lerp(X, Y, 0.25f), caper_vec3_make(0.75f, 0.25f, 0.0f), 0.0);
    CHECK_VEC3(caper_vec3_min(v, Z), caper_vec3_make(0.0f, -4.0f, 1.0f), 0.0);
    CHECK_VEC3(caper_vec3_max(v, Z), caper_vec3_make(3.0f, 0.0f, 12.0f), 0.0);
    CHECK_VEC3(caper_vec3_mul(v, v), caper_vec3_make(9.0f, 16.0f, 144.0f), 0.0);
    CHECK_VEC3(caper_vec3_mirror(v), caper_vec3_make(-3.0f, -4.0f, 12.0f), 0.0);
}

static void normalizing_nothing_gives_the_fallback(void)
{
    CHECK_VEC3(caper_vec3_normalize_or(caper_vec3_zero(), Y), Y, 0.0);
    CHECK_VEC3(caper_vec3_normalize_or(caper_vec3_make(1e-20f, 0.0f, 0.0f), Y), Y, 0.0);
    CHECK_VEC3(caper_vec3_normalize_or(caper_vec3_make(INFINITY, 0.0f, 0.0f), Y), Y, 0.0);
    CHECK_VEC3(caper_vec3_normalize_or(caper_vec3_make(NAN, 0.0f, 0.0f), Y), Y, 0.0);
    CHECK_VEC3(caper_vec3_normalize(caper_vec3_zero()), caper_vec3_zero(), 0.0);
    CHECK(!caper_vec3_is_finite(caper_vec3_make(0.0f, NAN, 0.0f)));
    CHECK(!caper_vec3_is_finite(caper_vec3_make(0.0f, 0.0f, -INFINITY)));
    CHECK(caper_vec3_is_finite(caper_vec3_make(1e38f, -1e38f, 0.0f)));
    caper_quat zero = {0.0f, 0.0f, 0.0f, 0.0f}, bad = {NAN, 0.0f, 0.0f, 1.0f};
    CHECK(caper_quat_normalize(zero).w == 1.0f && caper_quat_normalize(bad).w == 1.0f);
    CHECK(!caper_quat_is_unit(bad, 1e-3f) && !caper_quat_is_unit(zero, 1e-3f));
    CHECK(caper_quat_is_unit(caper_quat_identity(), 0.0f));
}

static void an_orthogonal_vector_is_orthogonal_and_upright(void)
{
    caper_rng rng = caper_rng_make(11);
    for (int i = 0; i < 2000; i++) {
        caper_vec3 v = random_unit(&rng);
        caper_vec3 o = caper_vec3_any_orthogonal(caper_vec3_scale(v, i % 7 ? 3.0f : 1e-20f));
        CHECK_NEAR(caper_vec3_dot(v, o), 0.0, 2e-7);
        CHECK_NEAR(caper_vec3_length(o), 1.0, 2e-7);
        CHECK(o.y >= 0.0f || fabsf(v.y) > 0.98f);
    }
    CHECK_VEC3(caper_vec3_any_orthogonal(Z), Y, 0.0);
    CHECK_VEC3(caper_vec3_any_orthogonal(Y), X, 0.0);
    CHECK_NEAR(caper_vec3_length(caper_vec3_any_orthogonal(caper_vec3_zero())), 1.0, 0.0);
}

// --------------------------------------------------------------------------------- rotations

static void rotations_turn_as_documented(void)
{
    // about +Y by a quarter: the character, facing +Z, turns to its left, +X
    caper_quat left = caper_quat_from_axis_angle(Y, CAPER_HALF_PI);
    CHECK_VEC3(caper_quat_rotate(left, Z), X, 1e-6);
    CHECK_VEC3(caper_quat_unrotate(left, X), Z, 1e-6);
    CHECK_VEC3(caper_quat_rotate(caper_quat_from_axis_angle(X, CAPER_HALF_PI), Y), Z, 1e-6);
    CHECK_VEC3(caper_quat_rotate(caper_quat_from_axis_angle(Z, CAPER_HALF_PI), X), Y, 1e-6);
    // mul applies its second argument first
    caper_quat q = caper_quat_mul(left, caper_quat_from_axis_angle(X, CAPER_HALF_PI));
    CHECK_VEC3(caper_quat_rotate(q, Y), X, 1e-6);
    CHECK_NEAR(caper_quat_yaw(left), CAPER_HALF_PI, 1e-6);
}

static void rotation_and_product_agree_with_matrices(void)
{
    caper_rng rng = caper_rng_make(12);
    for (int i = 0; i < 3000; i++) {
        caper_quat a = awkward_quat(&rng, i), b = random_quat(&rng);
        caper_vec3 v = random_vec3(&rng, 2.0f);
        caper_mat3 m = caper_quat_to_mat3(a), n = caper_quat_to_mat3(b);
        CHECK_VEC3(caper_quat_rotate(a, v), caper_mat3_mul_vec3(m, v), 2e-6);
        caper_mat3 product = caper_mat3_mul(m, n), p = caper_quat_to_mat3(caper_quat_mul(a, b));
        CHECK_VEC3(p.x, product.x, 1e-6);
        CHECK_VEC3(p.y, product.y, 1e-6);
        CHECK_VEC3(p.z, product.z, 1e-6);
        // |q|^2 is 1 to 2.4e-7 at worst, and the determinant is its cube, rounded in nine entries
        CHECK_NEAR(caper_mat3_determinant(m), 1.0, 2e-6);
        CHECK_ROTATION(caper_quat_from_mat3(m), a, 1e-6);
        CHECK_VEC3(caper_quat_unrotate(a, caper_quat_rotate(a, v)), v, 3e-6);
        CHECK_ROTATION(caper_quat_mul(a, caper_quat_conj(a)), caper_quat_identity(), 1e-6);
    }
}

static void logarithm_and_exponential_are_inverse(void)
{
    caper_rng rng = caper_rng_make(13);
    for (int i = 0; i < 6000; i++) {
        caper_quat q = awkward_quat(&rng, i);
        caper_vec3 v = caper_quat_log(q);
        CHECK(caper_vec3_length(v) <= CAPER_PI * 1.000001f);
        caper_quat back = caper_quat_toward(caper_quat_exp(v), q);
        CHECK_NEAR(back.x, q.x, 1.5e-7);
        CHECK_NEAR(back.y, q.y, 1.5e-7);
        CHECK_NEAR(back.z, q.z, 1.5e-7);
        CHECK_NEAR(back.w, q.w, 1.5e-7);
    }
    // relative accuracy for tiny rotations: no digits may be lost
    for (int e = -40; e < 0; e++) {
        float size = powf(10.0f, (float)e);
        caper_vec3 v = caper_vec3_scale(caper_vec3_make(0.6f, -0.48f, 0.64f), size);
        caper_vec3 back = caper_quat_log(caper_quat_exp(v));
        CHECK_NEAR(caper_vec3_distance(v, back) / size, 0.0, e < -37 ? 1e-3 : 5e-7);
    }
}

static void exponential_agrees_with_axis_and_angle(void)
{
    caper_rng rng = caper_rng_make(14);
    for (int i = 0; i < 2000; i++) {
        caper_vec3 axis = random_unit(&rng);
        float angle = caper_rng_range(&rng, -9.0f, 9.0f);
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_scale(axis, 3.0f), angle);
        CHECK_ROTATION(q, caper_quat_exp(caper_vec3_scale(axis, angle)), 2e-6);
        // the closed form of Rodrigues
        caper_vec3 v = random_vec3(&rng, 1.0f);
        caper_vec3 along = caper_vec3_scale(axis, caper_vec3_dot(axis, v));
        caper_vec3 r = caper_vec3_add_scaled(along, caper_vec3_sub(v, along), cosf(angle));
        r = caper_vec3_add_scaled(r, caper_vec3_cross(axis, v), sinf(angle));
        CHECK_VEC3(caper_quat_rotate(q, v), r, 2e-6);
        caper_vec3 u;
        float a;
        caper_quat_to_axis_angle(q, &u, &a);
        CHECK(a >= 0.0f && a <= CAPER_PI * 1.000001f);
        CHECK_ROTATION(caper_quat_from_axis_angle(u, a), q, 1e-6);
    }
    caper_vec3 u;
    float a;
    caper_quat_to_axis_angle(caper_quat_neg(caper_quat_identity()), &u, &a);
    CHECK(a == 0.0f && u.y == 1.0f);
    CHECK(caper_quat_from_axis_angle(caper_vec3_zero(), 1.0f).w == 1.0f);
}

static void slerp_is_the_closed_form(void)
{
    caper_rng rng = caper_rng_make(15);
    for (int i = 0; i < 4000; i++) {
        caper_quat a = random_quat(&rng), d = awkward_quat(&rng, i), b = caper_quat_mul(d, a);
        if (i % 6 == 1 || i % 6 == 2) {
            continue; // half turns have two shortest ways
        }
        float t = caper_rng_range(&rng, -0.5f, 1.5f);
        // slerp(a, b, t) = exp(t log(b a^-1)) a
        caper_vec3 v = caper_quat_log(caper_quat_mul(b, caper_quat_conj(a)));
        caper_quat want = caper_quat_mul(caper_quat_exp(caper_vec3_scale(v, t)), a);
        caper_quat got = caper_quat_slerp(a, b, t);
        CHECK_ROTATION(got, want, 2e-6);
        CHECK(caper_quat_is_unit(got, 1e-6f));
        CHECK_ROTATION(caper_quat_slerp(a, b, 0.0f), a, 1e-6);
        CHECK_ROTATION(caper_quat_slerp(a, b, 1.0f), b, 1e-6);
        CHECK_ROTATION(caper_quat_slerp(a, caper_quat_neg(b), t), want, 2e-6);
    }
}

static void slerp_of_half_turns_stays_between(void)
{
    caper_rng rng = caper_rng_make(16);
    for (int i = 0; i < 500; i++) {
        caper_quat a = random_quat(&rng);
        caper_vec3 u = random_unit(&rng);
        caper_quat b = caper_quat_mul(caper_quat_make(u.x, u.y, u.z, 0.0f), a);
        caper_quat m = caper_quat_slerp(a, b, 0.25f);
        CHECK_NEAR(caper_quat_angle(a, m), CAPER_PI * 0.25f, 1e-5);
        CHECK_NEAR(caper_quat_angle(m, b), CAPER_PI * 0.75f, 1e-5);
    }
}

static void nlerp_takes_the_short_way_near_slerp(void)
{
    caper_rng rng = caper_rng_make(17);
    double furthest = 0.0;
    for (int i = 0; i < 20000; i++) {
        caper_quat a = random_quat(&rng), b = random_quat(&rng);
        float t = caper_rng_float(&rng);
        caper_quat n = caper_quat_nlerp(a, b, t);
        CHECK(caper_quat_is_unit(n, 1e-6f));
        double d = rotation_distance(n, caper_quat_slerp(a, b, t));
        furthest = d > furthest ? d : furthest;
    }
    CHECK(furthest < 0.15 && furthest > 0.1);
    caper_quat a = random_quat(&rng);
    CHECK_ROTATION(caper_quat_nlerp(a, caper_quat_neg(a), 0.5f), a, 1e-6);
}

static void between_is_the_least_rotation(void)
{
    caper_rng rng = caper_rng_make(18);
    for (int i = 0; i < 4000; i++) {
        caper_vec3 a = random_unit(&rng), b = random_unit(&rng);
        if (i % 4 == 1) {
            // almost opposite, down to the last bits
            float off = powf(10.0f, caper_rng_range(&rng, -9.0f, -1.0f));
            b = caper_vec3_normalize(caper_vec3_add_scaled(caper_vec3_neg(a), b, off));
        } else if (i % 4 == 2) {
            b = caper_vec3_neg(a);
        } else if (i % 4 == 3) {
            b = caper_vec3_normalize(caper_vec3_add_scaled(a, b, 1e-6f));
        }
        caper_quat q = caper_quat_between(caper_vec3_scale(a, 2.0f), caper_vec3_scale(b, 0.5f));
        CHECK_VEC3(caper_quat_rotate(q, a), b, 1e-6);
        // least: the axis is orthogonal to both
        CHECK_NEAR(q.x * a.x + q.y * a.y + q.z * a.z, 0.0, 2e-7);
        CHECK(q.w >= 0.0f && caper_quat_is_unit(q, 1e-6f));
    }
    // a half turn of a heading goes about up
    CHECK_NEAR(fabsf(caper_quat_between(Z, caper_vec3_neg(Z)).y), 1.0, 1e-6);
    CHECK_NEAR(fabsf(caper_quat_between(X, caper_vec3_neg(X)).y), 1.0, 1e-6);
    CHECK(caper_quat_between(X, caper_vec3_zero()).w == 1.0f);
}

static void between_is_continuous_up_to_the_opposite(void)
{
    // approach -Z in the XZ plane from one side: the axis stays +-Y down to float resolution
    for (float off = 0.5f; off > 1e-30f; off *= 0.1f) {
        caper_quat q = caper_quat_between(Z, caper_vec3_make(off, 0.0f, -1.0f));
        CHECK_NEAR(fabsf(q.y) * fabsf(q.y) + q.w * q.w, 1.0, 1e-6);
        CHECK_NEAR(q.x, 0.0, 1e-7);
    }
}

static void look_faces_forward_with_its_head_up(void)
{
    caper_rng rng = caper_rng_make(19);
    for (int i = 0; i < 2000; i++) {
        caper_vec3 f = random_unit(&rng), u = random_unit(&rng);
        caper_quat q = caper_quat_look(caper_vec3_scale(f, 5.0f), caper_vec3_scale(u, 0.1f));
        CHECK_VEC3(caper_quat_rotate(q, Z), f, 1e-6);
        caper_vec3 left = caper_quat_rotate(q, X);
        CHECK_NEAR(caper_vec3_dot(left, u), 0.0, 1e-6);
        CHECK(caper_vec3_dot(caper_quat_rotate(q, Y), u) >= 0.0f);
        q = caper_quat_look(f, f);
        CHECK_VEC3(caper_quat_rotate(q, Z), f, 1e-6);
        CHECK(caper_quat_is_unit(q, 1e-6f));
    }
    CHECK_ROTATION(caper_quat_look(Z, Y), caper_quat_identity(), 0.0);
    CHECK(caper_quat_look(caper_vec3_zero(), Y).w == 1.0f);
    CHECK_VEC3(caper_quat_rotate(caper_quat_look(X, caper_vec3_zero()), Z), X, 1e-6);
}

static void swing_and_twist_recompose(void)
{
    caper_rng rng = caper_rng_make(20);
    for (int i = 0; i < 6000; i++) {
        caper_quat q = awkward_quat(&rng, i), swing, twist;
        caper_vec3 axis = random_unit(&rng);
        caper_quat_swing_twist(q, axis, &swing, &twist);
        CHECK_ROTATION(caper_quat_mul(swing, twist), q, 2e-6);
        // the twist turns about the axis, the swing about something orthogonal to it
        caper_vec3 off = caper_vec3_cross(caper_vec3_make(twist.x, twist.y, twist.z), axis);
        CHECK_NEAR(caper_vec3_length(off), 0.0, 3e-7);
        float along = caper_vec3_dot(caper_vec3_make(swing.x, swing.y, swing.z), axis);
        CHECK_NEAR(along, 0.0, 3e-7);
        CHECK(twist.w >= 0.0f);
        CHECK_ROTATION(caper_quat_from_axis_angle(axis, caper_quat_twist_angle(q, axis)), twist,
                       1e-6);
    }
}

static void a_half_turn_swing_hides_no_nan(void)
{
    // a half turn about X has neither w nor a component along Y: the twist is undefined
    caper_quat q = {1.0f, 0.0f, 0.0f, 0.0f}, swing, twist;
    caper_quat_swing_twist(q, Y, &swing, &twist);
    CHECK(twist.w == 1.0f && twist.y == 0.0f);
    CHECK_ROTATION(swing, q, 0.0);
    CHECK(caper_quat_twist_angle(q, Y) == 0.0f);
    // a half turn about Y is all twist
    caper_quat h = {0.0f, -1.0f, 0.0f, 0.0f};
    CHECK_NEAR(fabsf(caper_quat_yaw(h)), CAPER_PI, 1e-6);
}

static void yaw_survives_pitch_and_lying_down(void)
{
    caper_rng rng = caper_rng_make(21);
    for (int i = 0; i < 1000; i++) {
        float yaw = caper_rng_range(&rng, -3.1f, 3.1f);
        caper_quat pitch = caper_quat_from_axis_angle(X, caper_rng_range(&rng, -3.0f, 3.0f));
        CHECK_NEAR(caper_quat_yaw(caper_quat_mul(caper_quat_from_yaw(yaw), pitch)), yaw, 2e-5);
    }
    caper_quat on_back = caper_quat_from_axis_angle(X, -CAPER_HALF_PI);
    CHECK_NEAR(caper_quat_yaw(caper_quat_mul(caper_quat_from_yaw(1.0f), on_back)), 1.0, 1e-6);
}

static void angular_velocity_is_exact_for_a_steady_turn(void)
{
    caper_rng rng = caper_rng_make(22);
    for (int i = 0; i < 2000; i++) {
        caper_quat a = random_quat(&rng);
        caper_vec3 w = random_vec3(&rng, 8.0f);
        float dt = caper_rng_range(&rng, 0.001f, 0.2f);
        caper_quat b = caper_quat_integrate(a, w, dt);
        CHECK_VEC3(caper_quat_angular_velocity(a, b, dt), w, 3e-7f / dt + 1e-5f);
        // half the step is half the way
        CHECK_ROTATION(caper_quat_integrate(a, w, 0.5f * dt), caper_quat_slerp(a, b, 0.5f), 2e-6);
        CHECK_NEAR(caper_quat_angle(a, b), caper_vec3_length(w) * dt, 2e-6);
    }
    caper_quat q = caper_quat_identity();
    CHECK(caper_quat_angular_velocity(q, q, 0.0f).x == 0.0f);
}

static void angular_velocity_is_the_derivative_in_the_parent(void)
{
    // v = w x (rotated vector), by central differences
    caper_vec3 w = {0.3f, -1.1f, 0.7f}, v = {0.2f, 0.5f, -0.4f};
    caper_quat q = caper_quat_normalize(caper_quat_make(0.3f, 0.2f, -0.5f, 0.6f));
    const float h = 1e-2f;
    caper_vec3 after = caper_quat_rotate(caper_quat_integrate(q, w, h), v);
    caper_vec3 before = caper_quat_rotate(caper_quat_integrate(q, w, -h), v);
    caper_vec3 slope = caper_vec3_scale(caper_vec3_sub(after, before), 0.5f / h);
    CHECK_VEC3(slope, caper_vec3_cross(w, caper_quat_rotate(q, v)), 1e-4);
}

static double double_distance(caperi_dvec3 a, caperi_dvec3 b)
{
    return caperi_dvec3_length(caperi_dvec3_combine(a, 1.0, b, -1.0));
}

static void rotation_vector_rates_are_angular_velocities(void)
{
    caper_rng rng = caper_rng_make(36);
    for (int i = 0; i < 2000; i++) {
        // from far below to far above where the series give way to the closed forms
        double size = pow(10.0, (double)caper_rng_range(&rng, -6.0f, 0.78f));
        caperi_dvec3 v = caperi_dvec3_scale(caperi_dvec3_from(random_unit(&rng)), size);
        caperi_dvec3 rate = caperi_dvec3_from(random_vec3(&rng, 1.0f));
        caperi_dvec3 velocity = caperi_rotvec_to_velocity(v, rate);
        // near a whole turn the inverse magnifies rounding
        CHECK_NEAR(double_distance(caperi_rotvec_to_rate(v, velocity), rate), 0.0, 1e-12);
        // the derivative of exp(v + t rate) by central differences
        const double h = 1e-5;
        caperi_dquat after = caperi_dquat_exp(caperi_dvec3_combine(v, 1.0, rate, h));
        caperi_dquat before = caperi_dquat_exp(caperi_dvec3_combine(v, 1.0, rate, -h));
        caperi_dvec3 turn = caperi_dquat_log(caperi_dquat_mul(after, caperi_dquat_conj(before)));
        CHECK_NEAR(double_distance(caperi_dvec3_scale(turn, 0.5 / h), velocity), 0.0, 1e-9);
    }
}

// -------------------------------------------------------------------------------- Euler angles

static const char *const ORDERS[12] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                       "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ"};

static caper_vec3 axis_named(char letter)
{
    return letter == 'X' ? X : letter == 'Y' ? Y : Z;
}

static void euler_angles_compose_axis_rotations(void)
{
    caper_rng rng = caper_rng_make(23);
    for (int i = 0; i < 1200; i++) {
        const char *order = ORDERS[i % 12];
        float angles[3];
        caper_quat want = caper_quat_identity();
        for (int k = 0; k < 3; k++) {
            angles[k] = caper_rng_range(&rng, -4.0f, 4.0f);
            want =
                caper_quat_mul(want, caper_quat_from_axis_angle(axis_named(order[k]), angles[k]));
        }
        CHECK_ROTATION(caper_quat_from_euler(order, angles), want, 2e-6);
    }
    const float one[1] = {0.5f};
    CHECK_ROTATION(caper_quat_from_euler("y", one), caper_quat_from_yaw(0.5f), 0.0);
    CHECK_ROTATION(caper_quat_from_euler("", one), caper_quat_identity(), 0.0);
}

static void euler_angles_come_back_in_every_order(void)
{
    caper_rng rng = caper_rng_make(24);
    for (int i = 0; i < 12000; i++) {
        const char *order = ORDERS[i % 12];
        caper_quat q = awkward_quat(&rng, i / 12);
        float angles[3];
        caper_quat_to_euler(q, order, angles);
        CHECK_ROTATION(caper_quat_from_euler(order, angles), q, 4e-6);
        bool proper = order[0] == order[2];
        CHECK(angles[1] >= (proper ? 0.0f : -CAPER_HALF_PI));
        CHECK(angles[1] <= (proper ? CAPER_PI : CAPER_HALF_PI));
        CHECK(fabsf(angles[0]) <= CAPER_PI && fabsf(angles[2]) <= CAPER_PI);
    }
}

static void gimbal_lock_still_gives_the_rotation(void)
{
    caper_rng rng = caper_rng_make(25);
    for (int i = 0; i < 2400; i++) {
        const char *order = ORDERS[i % 12];
        bool proper = order[0] == order[2];
        float lock = proper ? (i & 16 ? CAPER_PI : 0.0f) : (i & 16 ? 1.0f : -1.0f) * CAPER_HALF_PI;
        const float angles[3] = {caper_rng_range(&rng, -3.0f, 3.0f), lock,
                                 caper_rng_range(&rng, -3.0f, 3.0f)};
        caper_quat q = caper_quat_from_euler(order, angles);
        float got[3], near[3];
        caper_quat_to_euler(q, order, got);
        CHECK_ROTATION(caper_quat_from_euler(order, got), q, 4e-6);
        // with the past known, the lock is passed without a jump
        caper_quat_to_euler_near(q, order, angles, near);
        CHECK_ROTATION(caper_quat_from_euler(order, near), q, 4e-6);
        CHECK_NEAR(near[0], angles[0], 1e-4);
        CHECK_NEAR(near[2], angles[2], 1e-4);
    }
}

static void euler_channels_do_not_jump(void)
{
    // a tumbling rotation whose angles run through many turns, on either side of the lock
    for (size_t n = 0; n < 24; n++) {
        size_t o = n % 12;
        float previous[3] = {0.0f, 0.0f, 0.0f};
        bool proper = ORDERS[o][0] == ORDERS[o][2];
        double travelled = 0.0;
        for (int i = 0; i <= 2000; i++) {
            float t = 0.01f * (float)i;
            // stays well off the lock, so that no true jump exists
            float middle = n < 12 ? (proper ? 1.5f : 0.0f) : (proper ? -1.5f : CAPER_PI);
            const float angles[3] = {1.3f * t, middle + sinf(t), -0.9f * t};
            caper_quat q = caper_quat_from_euler(ORDERS[o], angles);
            float now[3];
            caper_quat_to_euler_near(q, ORDERS[o], i ? previous : angles, now);
            for (int k = 0; k < 3; k++) {
                CHECK_NEAR(now[k], angles[k], 2e-4);
                travelled += i ? fabs((double)now[k] - (double)previous[k]) : 0.0;
                previous[k] = now[k];
            }
        }
        CHECK(travelled > 40.0);
    }
}

// ---------------------------------------------------------------------------------- transforms

static void transforms_compose_like_matrices(void)
{
    caper_rng rng = caper_rng_make(26);
    for (int i = 0; i < 2000; i++) {
        caper_transform a = random_transform(&rng), b = random_transform(&rng);
        caper_vec3 p = random_vec3(&rng, 2.0f);
        caper_transform ab = caper_transform_mul(a, b);
        caper_mat4 m = caper_mat4_mul(caper_transform_to_mat4(a), caper_transform_to_mat4(b));
        CHECK_VEC3(caper_transform_mul_point(ab, p), caper_mat4_mul_point(m, p), 5e-6);
        CHECK_VEC3(caper_transform_mul_point(ab, p),
                   caper_transform_mul_point(a, caper_transform_mul_point(b, p)), 5e-6);
        CHECK_VEC3(caper_transform_unmul_point(a, caper_transform_mul_point(a, p)), p, 5e-6);
        CHECK_VEC3(caper_transform_unmul_vector(a, caper_transform_mul_vector(a, p)), p, 3e-6);
        caper_transform e = caper_transform_mul(a, caper_transform_inverse(a));
        CHECK_VEC3(e.position, caper_vec3_zero(), 5e-6);
        CHECK_ROTATION(e.rotation, caper_quat_identity(), 1e-6);
        caper_transform u = caper_transform_unmul(a, ab);
        CHECK_VEC3(u.position, b.position, 1e-5);
        CHECK_ROTATION(u.rotation, b.rotation, 2e-6);
        caper_transform back;
        caper_vec3 scale;
        CHECK(caper_transform_from_mat4(m, &back, &scale));
        CHECK_ROTATION(back.rotation, ab.rotation, 2e-6);
        CHECK_VEC3(back.position, ab.position, 5e-6);
        CHECK_VEC3(scale, caper_vec3_make(1.0f, 1.0f, 1.0f), 2e-6);
        CHECK(ab.pad == 0.0f && back.pad == 0.0f);
        CHECK(caper_transform_is_valid(ab, 1e-5f));
    }
}

static void mirroring_is_reflection_in_the_sagittal_plane(void)
{
    caper_rng rng = caper_rng_make(27);
    for (int i = 0; i < 1000; i++) {
        caper_transform a = random_transform(&rng), b = random_transform(&rng);
        caper_vec3 p = random_vec3(&rng, 2.0f);
        // M (a p) = (M a M) (M p), and mirroring respects composition
        CHECK_VEC3(caper_vec3_mirror(caper_transform_mul_point(a, p)),
                   caper_transform_mul_point(caper_transform_mirror(a), caper_vec3_mirror(p)),
                   1e-6);
        caper_transform c = caper_transform_mirror(caper_transform_mul(a, b));
        caper_transform d =
            caper_transform_mul(caper_transform_mirror(a), caper_transform_mirror(b));
        CHECK_ROTATION(c.rotation, d.rotation, 1e-6);
        CHECK_VEC3(c.position, d.position, 1e-6);
    }
}

static void a_scaled_or_reflected_matrix_gives_its_rotation_and_scale(void)
{
    caper_rng rng = caper_rng_make(28);
    for (int i = 0; i < 500; i++) {
        caper_transform t = random_transform(&rng), back;
        caper_vec3 want = {caper_rng_range(&rng, 0.1f, 5.0f), caper_rng_range(&rng, 0.1f, 5.0f),
                           caper_rng_range(&rng, 0.1f, 5.0f)};
        want.x *= i & 1 ? -1.0f : 1.0f;
        caper_mat4 m = caper_transform_to_mat4(t);
        for (int r = 0; r < 3; r++) {
            m.m[r] *= want.x;
            m.m[4 + r] *= want.y;
            m.m[8 + r] *= want.z;
        }
        caper_vec3 scale;
        CHECK(caper_transform_from_mat4(m, &back, &scale));
        CHECK_VEC3(scale, want, 1e-5);
        CHECK_ROTATION(back.rotation, t.rotation, 3e-6);
    }
    caper_mat4 flat = {{0}};
    caper_transform t;
    CHECK(!caper_transform_from_mat4(flat, &t, NULL));
    CHECK(t.rotation.w == 1.0f);
}

static void transform_lerp_meets_both_ends(void)
{
    caper_rng rng = caper_rng_make(29);
    caper_transform a = random_transform(&rng), b = random_transform(&rng);
    caper_transform s = caper_transform_lerp(a, b, 0.0f), e = caper_transform_lerp(a, b, 1.0f);
    CHECK_ROTATION(s.rotation, a.rotation, 1e-6);
    CHECK_ROTATION(e.rotation, b.rotation, 1e-6);
    CHECK_VEC3(s.position, a.position, 0.0);
    CHECK_VEC3(e.position, b.position, 1e-6);
}

// ------------------------------------------------------------------------------------ matrices

static caper_mat3 random_mat3(caper_rng *rng)
{
    caper_mat3 m = {random_vec3(rng, 1.0f), random_vec3(rng, 1.0f), random_vec3(rng, 1.0f)};
    return m;
}

static void eigen(caper_mat3 m, caper_vec3 *values, caper_mat3 *vectors)
{
    double a[3][3] = {{(double)m.x.x, (double)m.y.x, (double)m.z.x},
                      {(double)m.x.y, (double)m.y.y, (double)m.z.y},
                      {(double)m.x.z, (double)m.y.z, (double)m.z.z}};
    double w[3], v[3][3];
    caper_vec3 column[3];
    caperi_eigen3(a, w, v);
    for (int c = 0; c < 3; c++) {
        column[c] = caper_vec3_make((float)v[0][c], (float)v[1][c], (float)v[2][c]);
    }
    *values = caper_vec3_make((float)w[0], (float)w[1], (float)w[2]);
    *vectors = (caper_mat3){column[0], column[1], column[2]};
}

static void eigenvectors_diagonalize(void)
{
    caper_rng rng = caper_rng_make(31);
    for (int i = 0; i < 1000; i++) {
        caper_mat3 a = random_mat3(&rng), t = caper_mat3_transpose(a);
        caper_mat3 s = i % 2 ? caper_mat3_mul(a, t)
                             : (caper_mat3){caper_vec3_add(a.x, t.x), caper_vec3_add(a.y, t.y),
                                            caper_vec3_add(a.z, t.z)};
        caper_vec3 w;
        caper_mat3 v;
        eigen(s, &w, &v);
        CHECK_VEC3(caper_mat3_mul_vec3(s, v.x), caper_vec3_scale(v.x, w.x), 2e-6);
        CHECK_VEC3(caper_mat3_mul_vec3(s, v.y), caper_vec3_scale(v.y, w.y), 2e-6);
        CHECK_VEC3(caper_mat3_mul_vec3(s, v.z), caper_vec3_scale(v.z, w.z), 2e-6);
        CHECK(w.x <= w.y && w.y <= w.z);
        CHECK_NEAR(caper_mat3_determinant(v), 1.0, 1e-6);
        CHECK_NEAR(w.x + w.y + w.z, s.x.x + s.y.y + s.z.z, 2e-6);
    }
    // by hand: {{2,1,0},{1,2,0},{0,0,5}} has 1, 3, 5
    caper_mat3 s = {{2, 1, 0}, {1, 2, 0}, {0, 0, 5}}, v;
    caper_vec3 w;
    eigen(s, &w, &v);
    CHECK_VEC3(w, caper_vec3_make(1.0f, 3.0f, 5.0f), 1e-6);
    eigen(caper_mat3_identity(), &w, &v);
    CHECK_VEC3(w, caper_vec3_make(1.0f, 1.0f, 1.0f), 0.0);
}

static float trace_with(caper_mat3 r, caper_mat3 m)
{
    return caper_vec3_dot(r.x, m.x) + caper_vec3_dot(r.y, m.y) + caper_vec3_dot(r.z, m.z);
}

static void a_squashed_matrix_has_an_orthonormal_polar_rotation(void)
{
    caper_rng rng = caper_rng_make(35);
    for (int i = 0; i < 300; i++) {
        caper_mat3 a = caper_quat_to_mat3(random_quat(&rng));
        caper_mat3 b = caper_quat_to_mat3(random_quat(&rng)), r;
        float squash = powf(10.0f, caper_rng_range(&rng, -5.0f, 0.0f));
        caper_mat3 s = {{1, 0, 0}, {0, squash, 0}, {0, 0, 0.5f * squash}};
        REQUIRE(caper_mat3_polar_rotation(caper_mat3_mul(caper_mat3_mul(a, s), b), &r));
        CHECK_NEAR(caper_vec3_length(r.x), 1.0, 2e-7);
        CHECK_NEAR(caper_vec3_dot(r.x, r.y), 0.0, 2e-7);
        CHECK_NEAR(caper_vec3_dot(r.y, r.z), 0.0, 2e-7);
        // the float product knows the squashed directions to 1e-7 / squash
        CHECK_ROTATION(caper_quat_from_mat3(r), caper_quat_from_mat3(caper_mat3_mul(a, b)),
                       1e-6f / squash);
    }
}

static void the_polar_rotation_is_the_nearest_one(void)
{
    caper_rng rng = caper_rng_make(32);
    for (int i = 0; i < 500; i++) {
        caper_mat3 m = random_mat3(&rng), r;
        if (i % 5 == 0) {
            m.z = caper_vec3_add_scaled(m.x, m.y, 0.5f); // rank 2
        }
        REQUIRE(caper_mat3_polar_rotation(m, &r));
        CHECK_NEAR(caper_mat3_determinant(r), 1.0, 1e-6);
        caper_mat3 e = caper_mat3_mul(r, caper_mat3_transpose(r));
        CHECK_VEC3(e.x, X, 1e-6);
        CHECK_VEC3(e.y, Y, 1e-6);
        // nearest in the Frobenius norm = largest trace(r^T m): no other rotation does better
        float best = trace_with(r, m);
        for (int k = 0; k < 50; k++) {
            caper_quat turn = k < 25 ? random_quat(&rng) : caper_quat_exp(random_vec3(&rng, 0.01f));
            caper_mat3 other = caper_mat3_mul(caper_quat_to_mat3(turn), r);
            CHECK(trace_with(other, m) <= best + 1e-6f);
        }
    }
    caper_mat3 line = {{1, 2, 3}, {2, 4, 6}, {3, 6, 9}}, r;
    CHECK(!caper_mat3_polar_rotation(line, &r));
}

// -------------------------------------------------------------------------------------- boxes

static void boxes_hold_what_was_put_in(void)
{
    caper_bounds b = caper_bounds_empty();
    CHECK(caper_bounds_is_empty(b) && caper_bounds_size(b).x == 0.0f);
    b = caper_bounds_add_point(b, caper_vec3_make(1.0f, 2.0f, 3.0f));
    CHECK(!caper_bounds_is_empty(b) && caper_bounds_size(b).x == 0.0f);
    b = caper_bounds_add_point(b, caper_vec3_make(-1.0f, 4.0f, 3.0f));
    CHECK_VEC3(caper_bounds_center(b), caper_vec3_make(0.0f, 3.0f, 3.0f), 0.0);
    CHECK_VEC3(caper_bounds_size(b), caper_vec3_make(2.0f, 2.0f, 0.0f), 0.0);
    CHECK_NEAR(caper_bounds_distance(b, caper_vec3_make(4.0f, 3.0f, 7.0f)), 5.0, 0.0);
    CHECK(caper_bounds_distance(b, caper_vec3_make(0.0f, 3.0f, 3.0f)) == 0.0f);
    caper_bounds c = caper_bounds_expand(b, 1.0f), far = {{9, 9, 9}, {10, 10, 10}};
    CHECK_VEC3(c.max, caper_vec3_make(2.0f, 5.0f, 4.0f), 0.0);
    CHECK_VEC3(caper_bounds_union(far, c).min, c.min, 0.0);
    CHECK_VEC3(caper_bounds_union(far, c).max, far.max, 0.0);
}

static void transformed_boxes_are_tight(void)
{
    caper_rng rng = caper_rng_make(33);
    for (int i = 0; i < 300; i++) {
        caper_bounds b = caper_bounds_empty(), want = caper_bounds_empty();
        b = caper_bounds_add_point(b, random_vec3(&rng, 2.0f));
        b = caper_bounds_add_point(b, random_vec3(&rng, 2.0f));
        caper_transform t = random_transform(&rng);
        for (int k = 0; k < 8; k++) {
            caper_vec3 corner = {k & 1 ? b.max.x : b.min.x, k & 2 ? b.max.y : b.min.y,
                                 k & 4 ? b.max.z : b.min.z};
            want = caper_bounds_add_point(want, caper_transform_mul_point(t, corner));
        }
        caper_bounds got = caper_bounds_transform(t, b);
        CHECK_VEC3(got.min, want.min, 1e-5);
        CHECK_VEC3(got.max, want.max, 1e-5);
    }
    CHECK(caper_bounds_is_empty(
        caper_bounds_transform(caper_transform_identity(), caper_bounds_empty())));
}

static void hash_vec3(uint64_t *hash, caper_vec3 v)
{
    *hash = caper_hash64(&v, sizeof v, *hash);
}

static void hash_quat(uint64_t *hash, caper_quat q)
{
    *hash = caper_hash64(&q, sizeof q, *hash);
}

static void bits_are_the_same_in_every_build(void)
{
    caper_rng rng = caper_rng_make(34);
    uint64_t hash = 0;
    for (int i = 0; i < 3000; i++) {
        caper_quat a = random_quat(&rng), b = random_quat(&rng), swing, twist;
        caper_vec3 u = random_unit(&rng), v = random_unit(&rng);
        hash_quat(&hash, caper_quat_slerp(a, b, 0.3f));
        hash_quat(&hash, caper_quat_nlerp(a, b, 0.3f));
        hash_vec3(&hash, caper_quat_log(a));
        hash_quat(&hash, caper_quat_exp(u));
        hash_quat(&hash, caper_quat_between(u, v));
        hash_quat(&hash, caper_quat_look(u, v));
        caper_quat_swing_twist(a, u, &swing, &twist);
        hash_quat(&hash, swing);
        hash_vec3(&hash, caper_quat_rotate(b, v));
        float angles[3];
        caper_quat_to_euler(a, ORDERS[i % 12], angles);
        hash = caper_hash64(angles, sizeof angles, hash);
        hash_quat(&hash, caper_quat_from_euler(ORDERS[i % 12], angles));
        caper_mat3 m = {u, v, caper_vec3_cross(u, v)}, r = caper_mat3_identity();
        caper_mat3_polar_rotation(m, &r);
        hash_quat(&hash, caper_quat_from_mat3(r));
    }
    CHECK_INT(hash, INT64_C(4757158799929690781));
}

TESTS(vectors_follow_the_right_hand, normalizing_nothing_gives_the_fallback,
      an_orthogonal_vector_is_orthogonal_and_upright, rotations_turn_as_documented,
      rotation_and_product_agree_with_matrices, logarithm_and_exponential_are_inverse,
      exponential_agrees_with_axis_and_angle, slerp_is_the_closed_form,
      slerp_of_half_turns_stays_between, nlerp_takes_the_short_way_near_slerp,
      between_is_the_least_rotation, between_is_continuous_up_to_the_opposite,
      look_faces_forward_with_its_head_up, swing_and_twist_recompose,
      a_half_turn_swing_hides_no_nan, yaw_survives_pitch_and_lying_down,
      angular_velocity_is_exact_for_a_steady_turn, angular_velocity_is_the_derivative_in_the_parent,
      rotation_vector_rates_are_angular_velocities, euler_angles_compose_axis_rotations,
      euler_angles_come_back_in_every_order, gimbal_lock_still_gives_the_rotation,
      euler_channels_do_not_jump, transforms_compose_like_matrices,
      mirroring_is_reflection_in_the_sagittal_plane,
      a_scaled_or_reflected_matrix_gives_its_rotation_and_scale, transform_lerp_meets_both_ends,
      eigenvectors_diagonalize, a_squashed_matrix_has_an_orthonormal_polar_rotation,
      the_polar_rotation_is_the_nearest_one, boxes_hold_what_was_put_in,
      transformed_boxes_are_tight, bits_are_the_same_in_every_build)
