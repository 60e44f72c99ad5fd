// SPDX-License-Identifier: MIT
//
// Splines against polynomials they must reproduce and finite differences; filters against their
// differential equations (integrated by Runge-Kutta), against themselves at other frame rates, and
// against the meaning of "half-life".
#include "test.h"

#include "caper/vecmath.h"
#include "math_random.h"

#define CHECK_VEC3(a, b, tolerance) CHECK_NEAR(caper_vec3_distance(a, b), 0.0, tolerance)
#define CHECK_ROTATION(a, b, tolerance) CHECK_NEAR(rotation_distance(a, b), 0.0, tolerance)

// ----------------------------------------------------------------------------------- splines

// A polynomial with its derivatives.
static caper_knot polynomial(const double *c, int degree, double t)
{
    double p = 0.0, v = 0.0, a = 0.0;
    for (int i = degree; i >= 0; i--) {
        a = a * t + 2.0 * v;
        v = v * t + p;
        p = p * t + c[i];
    }
    caper_knot k = {(float)p, (float)v, (float)a};
    return k;
}

static void hermite_curves_reproduce_polynomials(void)
{
    const double c[6] = {0.3, -1.2, 0.7, 0.4, -0.35, 0.11};
    for (int n = 0; n < 40; n++) {
        float start = -1.0f + 0.05f * (float)n, duration = 0.25f + 0.1f * (float)(n % 9);
        float end = start + duration;
        for (int i = -2; i <= 12; i++) {
            float time = duration * 0.1f * (float)i;
            double at = (double)start + (double)time;
            caper_knot want3 = polynomial(c, 3, at), want5 = polynomial(c, 5, at);
            caper_knot got3 = caper_hermite(polynomial(c, 3, (double)start),
                                            polynomial(c, 3, (double)end), duration, time);
            caper_knot got5 = caper_quintic(polynomial(c, 5, (double)start),
                                            polynomial(c, 5, (double)end), duration, time);
            // float input, magnified by 1/duration and 1/duration^2 in the derivatives
            CHECK_NEAR(got3.value, want3.value, 1e-6);
            CHECK_NEAR(got3.velocity, want3.velocity, 1e-5);
            CHECK_NEAR(got3.acceleration, want3.acceleration, 2e-4);
            CHECK_NEAR(got5.value, want5.value, 1e-6);
            CHECK_NEAR(got5.velocity, want5.velocity, 1e-5);
            CHECK_NEAR(got5.acceleration, want5.acceleration, 2e-4);
        }
    }
}

static void curves_meet_their_ends_exactly(void)
{
    caper_rng rng = caper_rng_make(51);
    for (int n = 0; n < 500; n++) {
        caper_vec3_knot a = {random_vec3(&rng, 3.0f), random_vec3(&rng, 3.0f),
                             random_vec3(&rng, 3.0f)};
        caper_vec3_knot b = {random_vec3(&rng, 3.0f), random_vec3(&rng, 3.0f),
                             random_vec3(&rng, 3.0f)};
        float h = caper_rng_range(&rng, 0.1f, 3.0f);
        caper_vec3_knot s = caper_vec3_hermite(a, b, h, 0.0f), e = caper_vec3_hermite(a, b, h, h);
        CHECK_VEC3(s.value, a.value, 0.0);
        CHECK_VEC3(s.velocity, a.velocity, 0.0);
        CHECK_VEC3(e.value, b.value, 0.0);
        CHECK_VEC3(e.velocity, b.velocity, 0.0);
        s = caper_vec3_quintic(a, b, h, 0.0f);
        e = caper_vec3_quintic(a, b, h, h);
        CHECK_VEC3(s.value, a.value, 0.0);
        CHECK_VEC3(s.velocity, a.velocity, 0.0);
        CHECK_VEC3(s.acceleration, a.acceleration, 0.0);
        CHECK_VEC3(e.value, b.value, 0.0);
        CHECK_VEC3(e.velocity, b.velocity, 0.0);
        CHECK_VEC3(e.acceleration, b.acceleration, 0.0);
        // each component is the scalar curve
        float t = h * caper_rng_float(&rng);
        caper_knot ka = {a.value.y, a.velocity.y, a.acceleration.y};
        caper_knot kb = {b.value.y, b.velocity.y, b.acceleration.y};
        CHECK_NEAR(caper_vec3_quintic(a, b, h, t).velocity.y, caper_quintic(ka, kb, h, t).velocity,
                   0.0);
        CHECK_NEAR(caper_vec3_hermite(a, b, h, t).value.y, caper_hermite(ka, kb, h, t).value, 0.0);
    }
    // accelerations that a cubic ignores may be anything
    caper_knot a = {0.0f, 0.0f, NAN}, b = {1.0f, 0.0f, INFINITY};
    CHECK(caper_hermite(a, b, 1.0f, 0.5f).value == 0.5f);
}

static caper_quat_knot random_quat_knot(caper_rng *rng)
{
    caper_quat q = random_quat(rng);
    caper_quat_knot k = {q, random_vec3(rng, 3.0f)};
    return k;
}

static void rotation_curves_meet_rotations_and_velocities(void)
{
    caper_rng rng = caper_rng_make(52);
    for (int n = 0; n < 1000; n++) {
        caper_quat_knot a = random_quat_knot(&rng), b = random_quat_knot(&rng);
        float h = caper_rng_range(&rng, 0.2f, 2.0f);
        caper_quat_knot s = caper_quat_hermite(a, b, h, 0.0f), e = caper_quat_hermite(a, b, h, h);
        CHECK_ROTATION(s.value, a.value, 1e-6);
        CHECK_ROTATION(e.value, b.value, 2e-6);
        CHECK_VEC3(s.velocity, a.velocity, 1e-5);
        CHECK_VEC3(e.velocity, b.velocity, 1e-5);
        CHECK(caper_quat_is_unit(e.value, 1e-6f));
    }
}

static void rotation_curve_velocity_is_its_derivative(void)
{
    caper_rng rng = caper_rng_make(53);
    const float d = 2e-3f;
    for (int n = 0; n < 500; n++) {
        caper_quat_knot a = random_quat_knot(&rng), b = random_quat_knot(&rng);
        float t = caper_rng_range(&rng, 0.1f, 0.9f);
        caper_quat before = caper_quat_hermite(a, b, 1.0f, t - d).value;
        caper_quat after = caper_quat_hermite(a, b, 1.0f, t + d).value;
        caper_vec3 slope = caper_quat_angular_velocity(before, after, 2.0f * d);
        // float rotations over 4 ms are good to 1e-4 rad/s; the rest is the third derivative
        CHECK_VEC3(slope, caper_quat_hermite(a, b, 1.0f, t).velocity, 3e-3);
    }
}

static void a_steady_turn_is_a_rotation_curve(void)
{
    caper_rng rng = caper_rng_make(54);
    for (int n = 0; n < 300; n++) {
        caper_quat q = random_quat(&rng);
        caper_vec3 w = random_vec3(&rng, 1.5f);
        caper_quat_knot a = {q, w}, b = {caper_quat_integrate(q, w, 1.0f), w};
        float t = caper_rng_float(&rng);
        CHECK_ROTATION(caper_quat_hermite(a, b, 1.0f, t).value, caper_quat_integrate(q, w, t),
                       2e-6);
    }
}

// ----------------------------------------------------------------------------------- filters

static const float RATIOS[] = {0.0f, 0.1f, 0.5f, 0.9f, 0.9999f, 1.0f, 1.0001f, 1.1f, 2.0f, 10.0f};
enum {
    RATIO_COUNT = sizeof RATIOS / sizeof *RATIOS
};

static void an_offset_at_rest_is_halved_in_a_half_life(void)
{
    CHECK_NEAR(caper_damp(3.0f, 1.0f, 0.2f, 0.2f), 2.0, 1e-6);
    for (int i = 0; i < RATIO_COUNT; i++) {
        for (float half_life = 0.01f; half_life < 20.0f; half_life *= 3.0f) {
            float x = 2.0f, v = 0.0f;
            caper_spring_ratio(&x, &v, 1.0f, 0.0f, half_life, RATIOS[i], half_life);
            CHECK_NEAR(x, 1.5, 1e-6);
            CHECK(v < 0.0f);
            // and not before
            x = 2.0f, v = 0.0f;
            caper_spring_ratio(&x, &v, 1.0f, 0.0f, half_life, RATIOS[i], 0.5f * half_life);
            CHECK(x > 1.5f);
        }
    }
    float x = 2.0f, v = 0.0f;
    caper_spring(&x, &v, 1.0f, 0.0f, 0.25f, 0.25f);
    CHECK_NEAR(x, 1.5, 1e-6);
}

// One tenth of a second by the classical Runge-Kutta method.
static void integrate(double w, double z, double *x, double *v, double goal_velocity, double goal)
{
    const int steps = 4000;
    const double dt = 0.1 / steps;
    for (int i = 0; i < steps; i++) {
        double kx[4], kv[4], px = *x, pv = *v;
        for (int k = 0; k < 4; k++) {
            double at = dt * (i + (k == 0 ? 0.0 : k == 3 ? 1.0 : 0.5));
            double target = goal - goal_velocity * (0.1 - at);
            kx[k] = pv;
            kv[k] = -w * w * (px - target) - 2.0 * z * w * (pv - goal_velocity);
            double step = k == 2 ? dt : 0.5 * dt;
            px = *x + step * kx[k];
            pv = *v + step * kv[k];
        }
        *x += dt / 6.0 * (kx[0] + 2.0 * kx[1] + 2.0 * kx[2] + kx[3]);
        *v += dt / 6.0 * (kv[0] + 2.0 * kv[1] + 2.0 * kv[2] + kv[3]);
    }
}

// The frequency for which a spring at rest is halved at the half-life, by bisection on its own
// closed form, written out differently from the library's.
static double frequency(double half_life, double z)
{
    double low = 0.5, high = 200.0;
    for (int i = 0; i < 200; i++) {
        double t = 0.5 * (low + high), x;
        if (z < 1.0) {
            double d = sqrt(1.0 - z * z), angle = d * t;
            x = exp(-z * t) * (cos(angle) + z / d * sin(angle));
            x = t > 3.0 ? -1.0 : x;
        } else if (z > 1.0) {
            double d = sqrt(z * z - 1.0), r1 = -z + d, r2 = -z - d;
            x = (r1 * exp(r2 * t) - r2 * exp(r1 * t)) / (r1 - r2);
        } else {
            x = (1.0 + t) * exp(-t);
        }
        if (x > 0.5) {
            low = t;
        } else {
            high = t;
        }
    }
    return low / half_life;
}

static void springs_solve_their_equation(void)
{
    caper_rng rng = caper_rng_make(57);
    for (int n = 0; n < 4 * RATIO_COUNT; n++) {
        float ratio = RATIOS[n % RATIO_COUNT], half_life = caper_rng_range(&rng, 0.05f, 0.5f);
        float x = caper_rng_range(&rng, -2.0f, 2.0f), v = caper_rng_range(&rng, -5.0f, 5.0f);
        float goal = caper_rng_range(&rng, -2.0f, 2.0f);
        float goal_velocity = n % 2 ? caper_rng_range(&rng, -3.0f, 3.0f) : 0.0f;
        double want_x = (double)x, want_v = (double)v;
        integrate(frequency((double)half_life, (double)ratio), (double)ratio, &want_x, &want_v,
                  (double)goal_velocity, (double)goal);
        caper_spring_ratio(&x, &v, goal, goal_velocity, half_life, ratio, 0.1f);
        CHECK_NEAR(x, want_x, 1e-5);
        CHECK_NEAR(v, want_v, 1e-4);
    }
}

static void the_frame_rate_changes_nothing(void)
{
    caper_rng rng = caper_rng_make(58);
    for (int n = 0; n < 40 * RATIO_COUNT; n++) {
        float ratio = RATIOS[n % RATIO_COUNT], half_life = caper_rng_range(&rng, 0.02f, 0.6f);
        caper_vec3 x = random_vec3(&rng, 2.0f), v = random_vec3(&rng, 4.0f), x10 = x, v10 = v;
        caper_vec3 goal = random_vec3(&rng, 2.0f), w = random_vec3(&rng, n % 2 ? 2.0f : 0.0f);
        caper_vec3_spring_ratio(&x, &v, goal, w, half_life, ratio, 0.1f);
        for (int i = 1; i <= 10; i++) {
            caper_vec3 now = caper_vec3_add_scaled(goal, w, 0.01f * (float)i - 0.1f);
            caper_vec3_spring_ratio(&x10, &v10, now, w, half_life, ratio, 0.01f);
        }
        CHECK_VEC3(x, x10, 5e-6);
        CHECK_VEC3(v, v10, 1e-4);
        float d = 3.0f;
        for (int i = 0; i < 10; i++) {
            d = caper_damp(d, -1.0f, half_life, 0.01f);
        }
        CHECK_NEAR(d, caper_damp(3.0f, -1.0f, half_life, 0.1f), 2e-6);
    }
}

static void the_frame_rate_changes_no_rotation(void)
{
    // any axes: offset, velocity and goal velocity need not be parallel
    caper_rng rng = caper_rng_make(59);
    for (int n = 0; n < 20 * RATIO_COUNT; n++) {
        float ratio = RATIOS[n % RATIO_COUNT], half_life = caper_rng_range(&rng, 0.05f, 0.6f);
        caper_quat goal = random_quat(&rng);
        caper_quat q = caper_quat_mul(caper_quat_exp(random_vec3(&rng, 1.0f)), goal), q10 = q;
        caper_vec3 v = random_vec3(&rng, 3.0f), v10 = v, w = random_vec3(&rng, n % 2 ? 2.0f : 0.0f);
        caper_quat_spring_ratio(&q, &v, goal, w, half_life, ratio, 0.1f);
        for (int i = 1; i <= 10; i++) {
            caper_quat now = caper_quat_integrate(goal, w, 0.01f * (float)i - 0.1f);
            caper_quat_spring_ratio(&q10, &v10, now, w, half_life, ratio, 0.01f);
        }
        CHECK_ROTATION(q, q10, 1e-5);
        CHECK_VEC3(v, v10, 2e-4);
        CHECK(caper_quat_is_unit(q, 1e-6f));
    }
}

static void a_rotation_spring_moves_as_its_velocity_says(void)
{
    caper_rng rng = caper_rng_make(60);
    for (int n = 0; n < 300; n++) {
        caper_quat goal = random_quat(&rng);
        caper_quat q = caper_quat_mul(caper_quat_exp(random_vec3(&rng, 1.2f)), goal);
        caper_vec3 v = random_vec3(&rng, 3.0f), w = random_vec3(&rng, 2.0f);
        const float h = 1e-3f;
        caper_quat q1 = q, goal1 = caper_quat_integrate(goal, w, h);
        caper_vec3 v1 = v;
        caper_quat_spring(&q1, &v1, goal1, w, 0.2f, h);
        caper_vec3 mean = caper_vec3_lerp(v, v1, 0.5f);
        CHECK_VEC3(caper_quat_angular_velocity(q, q1, h), mean, 2e-3);
    }
}

static void rotation_springs_about_one_axis_are_scalar_springs(void)
{
    for (int i = 0; i < RATIO_COUNT; i++) {
        float x = 1.2f, v = -2.0f;
        caper_quat q = caper_quat_from_yaw(x);
        caper_vec3 w = {0.0f, v, 0.0f}, turn = {0.0f, 0.7f, 0.0f};
        caper_spring_ratio(&x, &v, 0.3f, 0.7f, 0.15f, RATIOS[i], 0.05f);
        caper_quat_spring_ratio(&q, &w, caper_quat_from_yaw(0.3f), turn, 0.15f, RATIOS[i], 0.05f);
        CHECK_NEAR(caper_quat_yaw(q), x, 1e-6);
        CHECK_NEAR(w.y, v, 1e-5);
    }
}

static void a_spring_follows_a_steady_goal_without_lag(void)
{
    float x = 5.0f, v = 0.0f, goal = 0.0f;
    for (int i = 0; i < 600; i++) {
        goal += 2.0f / 60.0f;
        caper_spring(&x, &v, goal, 2.0f, 0.1f, 1.0f / 60.0f);
    }
    CHECK_NEAR(x, goal, 1e-4);
    CHECK_NEAR(v, 2.0, 1e-4);
}

static void the_short_way_is_taken_by_rotations(void)
{
    caper_quat goal = caper_quat_neg(caper_quat_from_yaw(0.5f)), q = caper_quat_from_yaw(-0.5f);
    caper_vec3 v = caper_vec3_zero();
    caper_quat_spring(&q, &v, goal, caper_vec3_zero(), 0.1f, 0.1f);
    CHECK_NEAR(caper_quat_yaw(q), 0.0, 1e-6);
}

static void decay_springs_are_springs_toward_nothing(void)
{
    float x = 1.0f, v = -3.0f, y = x, w = v;
    caper_decay_spring(&x, &v, 0.2f, 0.03f);
    caper_spring(&y, &w, 0.0f, 0.0f, 0.2f, 0.03f);
    CHECK(x == y && v == w);
    caper_vec3 p = {1.0f, 2.0f, 3.0f}, u = {0.0f, 1.0f, -1.0f};
    caper_quat q = caper_quat_from_yaw(1.0f);
    caper_vec3 r = {0.0f, 4.0f, 0.0f};
    for (int i = 0; i < 200; i++) {
        caper_vec3_decay_spring(&p, &u, 0.1f, 0.02f);
        caper_quat_decay_spring(&q, &r, 0.1f, 0.02f);
    }
    CHECK_VEC3(p, caper_vec3_zero(), 1e-12);
    CHECK_VEC3(u, caper_vec3_zero(), 1e-12);
    CHECK_ROTATION(q, caper_quat_identity(), 1e-7);
    CHECK_VEC3(r, caper_vec3_zero(), 1e-7);
}

static void limits_of_the_parameters_are_calm(void)
{
    float x = 1.0f, v = 2.0f;
    caper_spring(&x, &v, 5.0f, 6.0f, 0.1f, 0.0f);
    CHECK(x == 1.0f && v == 2.0f);
    caper_spring(&x, &v, 5.0f, 6.0f, 0.1f, -1.0f);
    CHECK(x == 1.0f && v == 2.0f);
    caper_spring(&x, &v, 5.0f, 6.0f, 0.0f, 0.1f);
    CHECK(x == 5.0f && v == 6.0f);
    CHECK(caper_damp(1.0f, 5.0f, 0.0f, 0.1f) == 5.0f);
    CHECK(caper_damp(1.0f, 5.0f, 0.1f, 0.0f) == 1.0f);
    const float extremes[] = {1e-30f, 1e-10f, 1.0f, 1e10f, 1e30f};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            for (int k = 0; k < RATIO_COUNT; k++) {
                x = 1.0f, v = 2.0f;
                caper_spring_ratio(&x, &v, 0.5f, 0.0f, extremes[i], RATIOS[k], extremes[j]);
                CHECK(isfinite(x) && isfinite(v));
            }
        }
    }
    x = 1.0f, v = 0.0f;
    caper_spring_ratio(&x, &v, 0.0f, 0.0f, 0.1f, -3.0f, 0.1f);
    CHECK_NEAR(x, 0.5, 1e-6);
}

static void bits_are_the_same_in_every_build(void)
{
    caper_rng rng = caper_rng_make(61);
    uint64_t hash = 0;
    for (int n = 0; n < 2000; n++) {
        caper_quat_knot a = random_quat_knot(&rng), b = random_quat_knot(&rng);
        caper_quat_knot r = caper_quat_hermite(a, b, 0.7f, 0.2f);
        hash = caper_hash64(&r, sizeof r, hash);
        caper_quat_spring_ratio(&a.value, &a.velocity, b.value, b.velocity, 0.2f,
                                RATIOS[n % RATIO_COUNT], 0.016f);
        hash = caper_hash64(&a, sizeof a, hash);
        caper_vec3_knot p = {random_vec3(&rng, 1.0f), a.velocity, b.velocity};
        caper_vec3_knot q = {random_vec3(&rng, 1.0f), b.velocity, a.velocity};
        caper_vec3_knot s = caper_vec3_quintic(p, q, 0.7f, 0.3f);
        hash = caper_hash64(&s, sizeof s, hash);
    }
    CHECK_INT(hash, INT64_C(-7869106887006235202));
}

TESTS(hermite_curves_reproduce_polynomials, curves_meet_their_ends_exactly,
      rotation_curves_meet_rotations_and_velocities, rotation_curve_velocity_is_its_derivative,
      a_steady_turn_is_a_rotation_curve, an_offset_at_rest_is_halved_in_a_half_life,
      springs_solve_their_equation, the_frame_rate_changes_nothing,
      the_frame_rate_changes_no_rotation, a_rotation_spring_moves_as_its_velocity_says,
      rotation_springs_about_one_axis_are_scalar_springs,
      a_spring_follows_a_steady_goal_without_lag, the_short_way_is_taken_by_rotations,
      decay_springs_are_springs_toward_nothing, limits_of_the_parameters_are_calm,
      bits_are_the_same_in_every_build)
