// SPDX-License-Identifier: MIT
// The analytic limb against brute force, look-at against closed forms.
#include "test.h"

#include "caper/ik.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static caper_vec3 random_unit(caper_rng *rng)
{
    for (;;) {
        float x = caper_rng_range(rng, -1, 1);
        float y = caper_rng_range(rng, -1, 1);
        float z = caper_rng_range(rng, -1, 1);
        caper_vec3 v = caper_vec3_make(x, y, z);
        if (caper_vec3_length_sq(v) > 0.05f && caper_vec3_length_sq(v) < 1) {
            return caper_vec3_normalize(v);
        }
    }
}

static caper_quat random_quat(caper_rng *rng)
{
    caper_vec3 axis = random_unit(rng);
    return caper_quat_from_axis_angle(axis, caper_rng_range(rng, -3, 3));
}

// A limb of random proportions, somewhere, bent by at least 0.1 rad about a known axis.
static caper_limb_job random_limb(caper_rng *rng, float *reach)
{
    float size = caper_exp(caper_rng_range(rng, -2.3f, 2.3f)); // 0.1 .. 10
    float a = size * caper_rng_range(rng, 0.2f, 0.8f);
    float b = size * caper_rng_range(rng, 0.2f, 0.8f);
    caper_limb_job job = caper_limb_job_default();
    job.upper = random_quat(rng);
    job.bend_axis = random_unit(rng);
    caper_vec3 along = caper_vec3_normalize(caper_vec3_cross(job.bend_axis, random_unit(rng)));
    caper_quat bend = caper_quat_from_axis_angle(job.bend_axis, caper_rng_range(rng, 0.1f, 2.5f));
    job.lower = caper_quat_mul(caper_quat_mul(job.upper, bend), random_quat(rng));
    job.start = caper_vec3_scale(random_unit(rng), size);
    caper_vec3 up = caper_quat_rotate(job.upper, along);
    caper_vec3 low = caper_quat_rotate(caper_quat_mul(job.upper, bend), along);
    job.middle = caper_vec3_add_scaled(job.start, up, a);
    job.tip = caper_vec3_add_scaled(job.middle, low, b);
    *reach = a + b;
    float shortest = fabsf(a - b);
    float d = caper_rng_range(rng, shortest + 0.02f * *reach, 0.99f * *reach);
    job.target = caper_vec3_add_scaled(job.start, random_unit(rng), d);
    return job;
}

// Where the points are when the two parts are carried by the rotations of the result.
static void carry(const caper_limb_job *job, caper_vec3 *middle, caper_vec3 *tip)
{
    caper_vec3 up = caper_quat_unrotate(job->upper, caper_vec3_sub(job->middle, job->start));
    caper_vec3 low = caper_quat_unrotate(job->lower, caper_vec3_sub(job->tip, job->middle));
    *middle = caper_vec3_add(job->start, caper_quat_rotate(job->upper_out, up));
    *tip = caper_vec3_add(*middle, caper_quat_rotate(job->lower_out, low));
}

static float bend_angle(const caper_limb_job *job, caper_vec3 middle, caper_vec3 tip)
{
    caper_vec3 n = caper_quat_rotate(job->upper_out, job->bend_axis);
    caper_vec3 u = caper_vec3_normalize(caper_vec3_sub(middle, job->start));
    caper_vec3 l = caper_vec3_normalize(caper_vec3_sub(tip, middle));
    return atan2f(caper_vec3_dot(n, caper_vec3_cross(u, l)), caper_vec3_dot(u, l));
}

static void a_limb_reaches_any_target_inside_its_reach(void)
{
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < 5000; i++) {
        float reach = 0;
        caper_limb_job job = random_limb(&rng, &reach);
        REQUIRE(caper_limb_solve(&job));
        CHECK(job.reached);
        caper_vec3 middle, tip;
        carry(&job, &middle, &tip);
        CHECK_NEAR(caper_vec3_distance(tip, job.target) / reach, 0, 1e-5);
        CHECK_NEAR(caper_vec3_distance(tip, job.tip_out) / reach, 0, 5e-6);
        CHECK_NEAR(caper_vec3_distance(middle, job.middle_out) / reach, 0, 5e-6);
        CHECK(caper_quat_is_unit(job.upper_out, 1e-5f));
        CHECK(bend_angle(&job, middle, tip) > -1e-3f); // the knee never bends backwards
    }
}

// The paper's optimum, by trying: turn the solution about the line to the target.
static void no_swivel_angle_keeps_the_upper_part_closer(void)
{
    caper_rng rng = caper_rng_make(2);
    for (int i = 0; i < 60; i++) {
        float reach = 0;
        caper_limb_job job = random_limb(&rng, &reach);
        REQUIRE(caper_limb_solve(&job));
        caper_vec3 n = caper_vec3_normalize(caper_vec3_sub(job.target, job.start));
        double best = -1;
        for (int k = 0; k < 10000; k++) {
            double theta = 2 * 3.14159265358979 * k / 10000;
            double s = sin(theta / 2), w = cos(theta / 2);
            caper_quat turn = caper_quat_make((float)(s * (double)n.x), (float)(s * (double)n.y),
                                              (float)(s * (double)n.z), (float)w);
            caper_quat q = caper_quat_mul(turn, job.upper_out);
            best = fmax(best, fabs((double)caper_quat_dot(q, job.upper)));
        }
        double ours = fabs((double)caper_quat_dot(job.upper_out, job.upper));
        CHECK(ours >= best - 1e-5);
    }
}

static void a_limb_bent_the_wrong_way_comes_back_the_right_way(void)
{
    caper_limb_job job = caper_limb_job_default();
    job.start = caper_vec3_make(0, 1, 0);
    job.middle = caper_vec3_make(0, 0.5f, -0.1f); // knee behind the line
    job.tip = caper_vec3_make(0, 0, 0);
    job.bend_axis = caper_vec3_make(1, 0, 0); // forward knee: shin turns back about +X
    job.target = caper_vec3_make(0, 0.3f, 0);
    REQUIRE(caper_limb_solve(&job));
    CHECK(job.middle_out.z > 0.1f);
    CHECK_NEAR(caper_vec3_distance(job.tip_out, job.target), 0, 1e-5);
}

static void too_far_means_straight_towards_the_target(void)
{
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < 500; i++) {
        float reach = 0;
        caper_limb_job job = random_limb(&rng, &reach);
        caper_vec3 way = random_unit(&rng);
        job.target = caper_vec3_add_scaled(job.start, way, 2.0f * reach);
        REQUIRE(caper_limb_solve(&job));
        CHECK(!job.reached);
        caper_vec3 expected = caper_vec3_add_scaled(job.start, way, reach);
        CHECK_NEAR(caper_vec3_distance(job.tip_out, expected) / reach, 0, 2e-5);
        CHECK_NEAR(caper_vec3_distance(job.start, job.tip_out) / reach, 1, 1e-5);
    }
}

static void too_near_means_folded_as_far_as_it_goes(void)
{
    caper_limb_job job = caper_limb_job_default();
    job.start = caper_vec3_make(0, 1, 0);
    job.middle = caper_vec3_make(0, 0.4f, 0.05f);
    job.tip = caper_vec3_make(0, 0.1f, 0);
    job.target = caper_vec3_make(0.05f, 1, 0);
    float a = caper_vec3_distance(job.start, job.middle);
    float b = caper_vec3_distance(job.middle, job.tip);
    REQUIRE(caper_limb_solve(&job));
    CHECK(!job.reached);
    CHECK_NEAR(caper_vec3_distance(job.tip_out, job.start), a - b, 1e-4);
}

static void the_least_bend_is_kept(void)
{
    caper_limb_job job = caper_limb_job_default();
    job.start = caper_vec3_make(0, 1, 0);
    job.middle = caper_vec3_make(0, 0.5f, 0.02f);
    job.tip = caper_vec3_make(0, 0, 0);
    job.bend_axis = caper_vec3_make(1, 0, 0);
    job.min_bend = 0.2f;
    job.target = caper_vec3_make(0, -5, 0);
    REQUIRE(caper_limb_solve(&job));
    CHECK_NEAR(bend_angle(&job, job.middle_out, job.tip_out), 0.2, 1e-3);
}

// Length of a softened limb over the distance asked for: C1, and never beyond its reach.
static void a_softened_limb_eases_into_straight(void)
{
    caper_limb_job job = caper_limb_job_default();
    job.middle = caper_vec3_make(0, -0.5f, 0.05f);
    job.tip = caper_vec3_make(0, -1, 0);
    job.soften = 0.1f;
    float reach = 2 * caper_vec3_distance(job.start, job.middle);
    float before = 0, slope_before = 1;
    for (int i = 0; i <= 400; i++) {
        float d = 0.7f + 0.002f * (float)i;
        job.target = caper_vec3_make(0, -d, 0);
        REQUIRE(caper_limb_solve(&job));
        float length = caper_vec3_distance(job.start, job.tip_out);
        CHECK(length <= reach * 1.00001f);
        if (d < 0.9f * reach) {
            CHECK_NEAR(length, d, 1e-5);
        }
        if (i > 0) {
            float slope = (length - before) / 0.002f;
            CHECK(slope >= -0.01f && slope <= 1.01f);
            CHECK_NEAR(slope, slope_before, 0.06);
            slope_before = slope;
        }
        before = length;
    }
}

static void weight_slerps_between_what_was_and_what_reaches(void)
{
    caper_rng rng = caper_rng_make(4);
    for (int i = 0; i < 200; i++) {
        float reach = 0;
        caper_limb_job full = random_limb(&rng, &reach);
        caper_limb_job none = full, half = full;
        none.weight = 0;
        half.weight = 0.5f;
        REQUIRE(caper_limb_solve(&full) && caper_limb_solve(&none) && caper_limb_solve(&half));
        CHECK_NEAR(caper_quat_angle(none.upper_out, none.upper), 0, 2e-3);
        CHECK_NEAR(caper_quat_angle(none.lower_out, none.lower), 0, 2e-3);
        CHECK_NEAR(caper_vec3_distance(none.tip_out, none.tip) / reach, 0, 1e-5);
        float whole = caper_quat_angle(full.upper, full.upper_out);
        CHECK_NEAR(caper_quat_angle(half.upper, half.upper_out), 0.5 * (double)whole, 3e-3);
        caper_vec3 middle, tip;
        carry(&half, &middle, &tip);
        CHECK_NEAR(caper_vec3_distance(tip, half.tip_out) / reach, 0, 1e-5);
    }
}

static void hard_places_give_finite_answers(void)
{
    // target at the start, behind, on a straight limb without a bend axis, antiparallel
    static const float targets[][3] = {{0, 0, 0}, {0, 1, 0},     {0, -1, 0}, {1e-9f, 0, 0},
                                       {0, 2, 0}, {0, -0.5f, 0}, {3, 0, 0},  {0, 0.9999f, 0}};
    for (int straight = 0; straight < 2; straight++) {
        for (int axis = 0; axis < 2; axis++) {
            for (int i = 0; i < 8; i++) {
                caper_limb_job job = caper_limb_job_default();
                job.middle = caper_vec3_make(0, -0.5f, straight ? 0 : 0.1f);
                job.tip = caper_vec3_make(0, -1, 0);
                job.bend_axis = axis ? caper_vec3_make(1, 0, 0) : caper_vec3_zero();
                job.target = caper_vec3_make(targets[i][0], targets[i][1], targets[i][2]);
                REQUIRE(caper_limb_solve(&job));
                caper_vec3 middle, tip;
                carry(&job, &middle, &tip);
                CHECK(caper_vec3_is_finite(tip));
                CHECK(caper_quat_is_unit(job.upper_out, 1e-4f));
                CHECK(caper_quat_is_unit(job.lower_out, 1e-4f));
                CHECK_NEAR(caper_vec3_distance(tip, job.tip_out), 0, 1e-5);
                if (job.reached) {
                    CHECK_NEAR(caper_vec3_distance(tip, job.target), 0, 2e-5);
                }
            }
        }
    }
}

// The one singular place is a target straight behind the bent limb, where the smallest turn is half
// a turn. Up to 135 degrees off, and between 20 % and 95 % of the reach (the knee moves like the
// root of what is left to straight), the knee moves at most so many times as far as the target.
static void a_small_step_of_the_target_is_a_small_step_of_the_knee(void)
{
    caper_rng rng = caper_rng_make(5);
    float worst = 0;
    int tried = 0;
    for (int i = 0; i < 6000; i++) {
        caper_limb_job job = caper_limb_job_default();
        job.middle = caper_vec3_make(0, -0.5f, 0.1f);
        job.tip = caper_vec3_make(0, -1, 0);
        job.bend_axis = caper_vec3_make(1, 0, 0);
        caper_vec3 way = random_unit(&rng);
        job.target = caper_vec3_scale(way, caper_rng_range(&rng, 0.2f, 0.95f));
        caper_limb_job moved = job;
        moved.target = caper_vec3_add_scaled(job.target, random_unit(&rng), 1e-3f);
        REQUIRE(caper_limb_solve(&job) && caper_limb_solve(&moved));
        if (caper_quat_angle(job.upper, job.upper_out) > 2.356f) {
            continue;
        }
        tried++;
        worst = fmaxf(worst, caper_vec3_distance(job.middle_out, moved.middle_out) / 1e-3f);
    }
    CHECK(tried > 2000);
    CHECK_NEAR(worst, 5.0, 1.0);
}

// Folded up, nearly straight, and nearly half a turn away: where formulas lose their digits.
static void hard_places_are_reached_as_exactly_as_any(void)
{
    caper_rng rng = caper_rng_make(8);
    for (int i = 0; i < 20000; i++) {
        float reach = 0;
        caper_limb_job job = random_limb(&rng, &reach);
        float a = caper_vec3_distance(job.start, job.middle);
        float b = caper_vec3_distance(job.middle, job.tip);
        float tiny = caper_exp(caper_rng_range(&rng, -14, -1)); // 1e-6 .. 0.4
        caper_vec3 way = random_unit(&rng);
        if (i % 4 == 0) { // folded: equal segments, and the target nearly at the start
            caper_vec3 low = caper_vec3_scale(caper_vec3_sub(job.tip, job.middle), a / b);
            job.tip = caper_vec3_add(job.middle, low);
            reach = 2 * a;
            job.target = caper_vec3_add_scaled(job.start, way, tiny * reach);
        } else if (i % 4 == 1) { // nearly straight
            job.target = caper_vec3_add_scaled(job.start, way, (1 - 0.1f * tiny) * reach);
        } else if (i % 4 == 2) { // nearly as far as now, nearly opposite
            caper_vec3 now = caper_vec3_sub(job.tip, job.start);
            job.target = caper_vec3_add_scaled(caper_vec3_sub(job.start, now), way,
                                               0.1f * tiny * caper_vec3_length(now));
        } else { // the lower part must turn by nearly half a turn: bent back now, folded then
            caper_vec3 n = caper_quat_rotate(job.upper, job.bend_axis);
            caper_vec3 u = caper_vec3_scale(caper_vec3_sub(job.middle, job.start), 1 / a);
            job.tip = caper_vec3_add_scaled(job.middle, caper_vec3_cross(u, n), b);
            float d = sqrtf(a * a + b * b + 0.2f * tiny * a * b);
            job.target = caper_vec3_add_scaled(job.start, way, d);
        }
        REQUIRE(caper_limb_solve(&job));
        if (!job.reached) {
            continue;
        }
        caper_vec3 middle, tip;
        carry(&job, &middle, &tip);
        CHECK_NEAR(caper_vec3_distance(tip, job.target) / reach, 0, 6e-6);
        CHECK_NEAR(caper_vec3_distance(tip, job.tip_out) / reach, 0, 6e-6);
        CHECK_NEAR(caper_vec3_distance(middle, job.middle_out) / reach, 0, 6e-6);
        CHECK_NEAR(caper_vec3_distance(job.start, middle) / a, 1, 5e-6);
        CHECK(bend_angle(&job, middle, tip) > -1e-3f);
    }
}

// A limb solved in a turned world is the limb turned, with an axis, without, and straight.
static void the_answer_turns_with_the_limb(void)
{
    caper_rng rng = caper_rng_make(9);
    for (int i = 0; i < 2000; i++) {
        float reach = 0;
        caper_limb_job job = random_limb(&rng, &reach), turned;
        if (i % 3 > 0) {
            job.bend_axis = caper_vec3_zero();
        }
        if (i % 3 == 2) { // straight
            caper_vec3 up = caper_vec3_sub(job.middle, job.start);
            job.tip = caper_vec3_add(job.middle, up);
        }
        turned = job;
        caper_quat turn = random_quat(&rng);
        turned.upper = caper_quat_mul(turn, job.upper);
        turned.lower = caper_quat_mul(turn, job.lower);
        turned.start = caper_quat_rotate(turn, job.start);
        turned.middle = caper_quat_rotate(turn, job.middle);
        turned.tip = caper_quat_rotate(turn, job.tip);
        turned.target = caper_quat_rotate(turn, job.target);
        REQUIRE(caper_limb_solve(&job) && caper_limb_solve(&turned));
        if (caper_quat_angle(job.upper, job.upper_out) > 3.0f) {
            continue; // near half a turn the axis hangs on rounding
        }
        caper_vec3 middle = caper_quat_rotate(turn, job.middle_out);
        CHECK_NEAR(caper_vec3_distance(middle, turned.middle_out) / reach, 0, 1e-4);
    }
}

// As a skeleton does it: rotations go from frame to frame, positions follow from them.
static void a_limb_that_is_solved_again_and_again_does_not_drift(void)
{
    caper_rng rng = caper_rng_make(10);
    float reach = 0;
    caper_limb_job job = random_limb(&rng, &reach);
    caper_vec3 up = caper_quat_unrotate(job.upper, caper_vec3_sub(job.middle, job.start));
    caper_vec3 low = caper_quat_unrotate(job.lower, caper_vec3_sub(job.tip, job.middle));
    for (int i = 0; i < 20000; i++) {
        caper_vec3 way = random_unit(&rng);
        job.target = caper_vec3_add_scaled(job.start, way, 0.8f * reach);
        REQUIRE(caper_limb_solve(&job));
        CHECK_NEAR(caper_vec3_distance(job.tip_out, job.target) / reach, 0, 6e-6);
        job.upper = job.upper_out;
        job.lower = job.lower_out;
        job.middle = caper_vec3_add(job.start, caper_quat_rotate(job.upper, up));
        job.tip = caper_vec3_add(job.middle, caper_quat_rotate(job.lower, low));
        CHECK_NEAR(caper_vec3_distance(job.tip, job.target) / reach, 0, 6e-6);
    }
    CHECK(caper_quat_is_unit(job.upper, 5e-7f));
    CHECK(caper_quat_is_unit(job.lower, 5e-7f));
}

// One constant for every compiler, optimization and instruction set.
static void the_bits_are_the_same_everywhere(void)
{
    caper_rng rng = caper_rng_make(11);
    uint64_t hash = 0;
    for (int i = 0; i < 2000; i++) {
        float reach = 0;
        caper_limb_job job = random_limb(&rng, &reach);
        job.weight = i % 4 ? 1 : 0.3f;
        job.soften = i % 3 ? 0 : 0.1f;
        job.min_bend = i % 5 ? 0 : 0.2f;
        REQUIRE(caper_limb_solve(&job));
        hash = caper_hash64(&job.upper_out, sizeof job.upper_out, hash);
        hash = caper_hash64(&job.lower_out, sizeof job.lower_out, hash);
        hash = caper_hash64(&job.middle_out, sizeof job.middle_out, hash);
        hash = caper_hash64(&job.tip_out, sizeof job.tip_out, hash);
        caper_look_job look = caper_look_job_default();
        look.part = caper_transform_make(job.upper, job.start);
        look.target = job.target;
        look.keep_up = i % 2;
        REQUIRE(caper_look_solve(&look));
        hash = caper_hash64(&look.rotation_out, sizeof look.rotation_out, hash);
    }
    if (!CHECK(hash == UINT64_C(0xbdb1d7028f184888))) {
        fprintf(stderr, "the hash is 0x%016llx\n", (unsigned long long)hash);
    }
}

static void segments_without_length_are_refused(void)
{
    caper_limb_job job = caper_limb_job_default();
    job.middle = job.tip = caper_vec3_make(0, -1, 0);
    CHECK(!caper_limb_solve(&job));
    job = caper_limb_job_default();
    job.tip = caper_vec3_make(0, -1, 0);
    CHECK(!caper_limb_solve(&job));
    job.middle = caper_vec3_make(0, -0.5f, 0);
    job.target.x = NAN;
    CHECK(!caper_limb_solve(&job));
    job.target.x = INFINITY;
    CHECK(!caper_limb_solve(&job));
    CHECK(job.upper_out.w == 1 && job.middle_out.y == 0); // untouched
    job.target.x = 0.1f;
    CHECK(caper_limb_solve(&job));
}

// --- look-at -----------------------------------------------------------------------------------

static void looking_brings_the_target_onto_the_line_of_sight(void)
{
    caper_rng rng = caper_rng_make(6);
    for (int i = 0; i < 2000; i++) {
        caper_look_job job = caper_look_job_default();
        caper_quat turn = random_quat(&rng);
        job.part = caper_transform_make(turn, caper_vec3_scale(random_unit(&rng), 2));
        job.eye = caper_vec3_scale(random_unit(&rng), 0.2f);
        caper_vec3 to = random_unit(&rng);
        job.target = caper_vec3_add_scaled(job.part.position, to, 1.5f);
        job.soft_angle = job.hard_angle = CAPER_PI; // whole influence everywhere
        job.keep_up = i % 2;
        REQUIRE(caper_look_solve(&job));
        CHECK_NEAR(job.influence, 1, 0);
        caper_transform after = caper_transform_make(job.rotation_out, job.part.position);
        caper_vec3 eye = caper_transform_mul_point(after, job.eye);
        caper_vec3 sight = caper_vec3_normalize(caper_vec3_sub(job.target, eye));
        caper_vec3 forward = caper_quat_rotate(job.rotation_out, job.forward);
        CHECK_NEAR(caper_vec3_distance(sight, forward), 0, 5e-6);
    }
}

static void the_gaze_fades_behind_the_body_without_a_snap(void)
{
    caper_look_job job = caper_look_job_default();
    caper_quat before = caper_quat_identity();
    float largest_step = 0, largest_turn = 0;
    for (int i = 0; i <= 1800; i++) {
        float angle = CAPER_PI * (float)i / 1800.0f;
        job.target = caper_vec3_make(3 * caper_sin(angle), 0, 3 * caper_cos(angle));
        REQUIRE(caper_look_solve(&job));
        float turned = caper_quat_angle(caper_quat_identity(), job.rotation_out);
        if (angle < CAPER_PI * 0.5f - 1e-4f) {
            CHECK_NEAR(turned, angle, 2e-3);
        }
        if (angle > job.hard_angle + 1e-4f) {
            CHECK_NEAR(turned, 0, 1e-3);
        }
        if (i > 0) {
            largest_step = fmaxf(largest_step, caper_quat_angle(before, job.rotation_out));
        }
        largest_turn = fmaxf(largest_turn, turned);
        before = job.rotation_out;
    }
    // steps of 0.1 degree: the fade of 60 degrees is at its steepest 1.5 x 115/60 + 1 times as fast
    CHECK(largest_step < 5.0f * CAPER_PI / 1800.0f);
    CHECK(largest_turn < 115.0f * CAPER_PI / 180.0f);
}

// The turn as a function of the angle has a continuous slope from straight ahead to straight
// behind: halving the step halves the largest change of slope.
static void the_gaze_fades_with_a_continuous_slope(void)
{
    float jumps[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
        int steps = fine ? 720 : 360;
        float before = 0, slope_before = 1, h = CAPER_PI / (float)steps;
        for (int i = 1; i < steps; i++) {
            float angle = h * (float)i;
            caper_look_job job = caper_look_job_default();
            job.target = caper_vec3_make(3 * caper_sin(angle), 0, 3 * caper_cos(angle));
            REQUIRE(caper_look_solve(&job));
            float turned = caper_quat_yaw(job.rotation_out), slope = (turned - before) / h;
            jumps[fine] = fmaxf(jumps[fine], fabsf(slope - slope_before));
            before = turned;
            slope_before = slope;
        }
    }
    CHECK(jumps[0] < 0.2f);
    CHECK_NEAR(jumps[1] / jumps[0], 0.5, 0.1);
}

static void the_turn_stays_within_its_limit_and_weight(void)
{
    caper_look_job job = caper_look_job_default();
    job.target = caper_vec3_make(2, 0, 0.2f);
    job.max_angle = 0.5f;
    REQUIRE(caper_look_solve(&job));
    CHECK_NEAR(caper_quat_angle(caper_quat_identity(), job.rotation_out), 0.5, 1e-4);
    job.max_angle = CAPER_PI;
    job.weight = 0.25f;
    REQUIRE(caper_look_solve(&job));
    float whole = caper_atan2(2, 0.2f);
    CHECK_NEAR(caper_quat_angle(caper_quat_identity(), job.rotation_out), 0.25 * (double)whole,
               1e-3);
}

static void keeping_up_does_not_roll_the_head(void)
{
    caper_rng rng = caper_rng_make(7);
    for (int i = 0; i < 500; i++) {
        caper_look_job job = caper_look_job_default();
        job.keep_up = true;
        caper_vec3 to = random_unit(&rng);
        if (fabsf(to.y) > 0.9f || to.z < 0) {
            continue;
        }
        job.target = caper_vec3_scale(to, 4);
        REQUIRE(caper_look_solve(&job));
        // no roll: the part's left (+X) stays level
        CHECK_NEAR(caper_quat_rotate(job.rotation_out, caper_vec3_make(1, 0, 0)).y, 0, 1e-4);
    }
}

TESTS(a_limb_reaches_any_target_inside_its_reach, no_swivel_angle_keeps_the_upper_part_closer,
      a_limb_bent_the_wrong_way_comes_back_the_right_way, too_far_means_straight_towards_the_target,
      too_near_means_folded_as_far_as_it_goes, the_least_bend_is_kept,
      a_softened_limb_eases_into_straight, weight_slerps_between_what_was_and_what_reaches,
      hard_places_give_finite_answers, a_small_step_of_the_target_is_a_small_step_of_the_knee,
      hard_places_are_reached_as_exactly_as_any, the_answer_turns_with_the_limb,
      a_limb_that_is_solved_again_and_again_does_not_drift, the_bits_are_the_same_everywhere,
      the_gaze_fades_with_a_continuous_slope, segments_without_length_are_refused,
      looking_brings_the_target_onto_the_line_of_sight,
      the_gaze_fades_behind_the_body_without_a_snap, the_turn_stays_within_its_limit_and_weight,
      keeping_up_does_not_roll_the_head)
