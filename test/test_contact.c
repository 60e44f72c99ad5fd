// SPDX-License-Identifier: MIT
// The latch and the detector of streams against closed forms, the latter also against that of clips
// on captures; the ground query against the world's own.
#include "test.h"

#include "caper/contact.h"
#include "caper/formats.h"
#include "contact/footage.h"
#include "contact/ground.h"
#include "contact/latch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- latch -------------------------------------------------------------------------------------

#define DT (1.0f / 60)

static const caper_vec3 origin = {0, 0, 0}, up = {0, 1, 0};

/// One frame of a body that is nothing but a point.
static caper_vec3 latch_point(caper_latch *latch, const caper_latch_def *def, caper_vec3 at,
                              bool stands, float dt)
{
    caper_latch_job job = {.pivot = &origin, .stands = stands, .normal = up, .dt = dt};
    job.wish = caper_transform_make(caper_quat_identity(), at);
    bool holds = caper_latch_update(latch, def, &job);
    CHECK(holds == job.holds && holds == (latch->holding != 0));
    CHECK(caper_latch_is_valid(latch));
    return job.held.position;
}

static void a_stance_is_held_exactly_where_it_landed(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    caper_vec3 landed = caper_vec3_make(1, 0, 2);
    for (int i = 0; i < 100000; i++) {
        caper_vec3 slid = caper_vec3_make(1 + 0.001f * (float)(i % 100), 0, 2);
        caper_vec3 out = latch_point(&latch, &def, slid, true, DT);
        CHECK_NEAR(caper_vec3_distance(out, landed), 0, 2e-7); // one rounding
    }
}

static void what_never_slides_is_returned_unchanged(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    for (int i = 0; i < 100; i++) {
        bool stance = i / 10 % 2 == 0;
        float t = (float)(i % 10) / 10.0f;
        caper_vec3 p = caper_vec3_make((float)((i / 20)) + (stance ? 0 : t), stance ? 0 : 0.1f, 0);
        caper_vec3 out = latch_point(&latch, &def, p, stance, DT);
        CHECK_NEAR(caper_vec3_distance(out, p), 0, 1e-6);
    }
}

/// How far the held point still is from the motion, some time after it was let go.
static float left_after(float rate, float time)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    latch_point(&latch, &def, caper_vec3_zero(), true, 0);
    caper_vec3 drifted = caper_vec3_make(0.05f, 0, 0), out = drifted;
    for (int i = 0; i < (int)rate; i++) {
        latch_point(&latch, &def, drifted, true, 1 / rate);
    }
    int steps = (int)(time * rate + 0.5f);
    for (int i = 0; i < steps; i++) {
        out = latch_point(&latch, &def, drifted, false, time / (float)steps);
    }
    return drifted.x - out.x;
}

static void what_is_left_goes_as_a_critically_damped_spring_at_any_rate(void)
{
    static const float rates[] = {30, 60, 144}, times[] = {0.05f, 0.15f, 0.3f};
    double y = 1.678346990016661 / 0.05; // (1 + x) exp(-x) is a half there
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double t = (double)times[k];
            CHECK_NEAR(left_after(rates[i], times[k]), 0.05 * (1 + y * t) * exp(-y * t), 1e-5);
        }
    }
}

static void release_and_landing_do_not_pop(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    caper_vec3 last = caper_vec3_zero(), way = caper_vec3_zero();
    float fastest = 0, hardest = 0;
    for (int i = 0; i < 600; i++) {
        // a foot that slides at 0.1 m/s all the time and lifts for 6 of 40 frames: it is never free
        bool stance = i % 40 < 34;
        caper_vec3 p = caper_vec3_make(0.1f * (float)i * DT, 0, 0);
        caper_vec3 out = latch_point(&latch, &def, p, stance, DT);
        caper_vec3 step = caper_vec3_sub(out, last);
        fastest = caper_max(fastest, i > 0 ? caper_vec3_length(step) / DT : 0);
        float change = caper_vec3_distance(step, way) / DT;
        hardest = caper_max(hardest, i > 1 && stance == ((i - 1) % 40 < 34) ? change : 0);
        way = step;
        last = out;
    }
    // what is 6 cm behind catches up, as fast as the spring goes: 0.37 of the way over 1 / y
    double y = 1.678346990016661 / 0.05;
    CHECK((double)fastest < 0.1 + 0.0667 * y * 0.37);
    // and from standing still it starts without a jerk: no frame changes its way by more than
    // the spring's stiffness does
    CHECK((double)hardest < 0.0667 * y * y / 60);
}

static void a_dragged_foot_steps(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    caper_vec3 last = caper_vec3_zero();
    int steps = 0;
    float highest = 0;
    for (int i = 0; i < 600; i++) {
        caper_vec3 p = caper_vec3_make(0.2f * (float)i * DT, 0, 0);
        bool stepped = latch.step > 0;
        caper_vec3 out = latch_point(&latch, &def, p, true, DT);
        steps += !stepped && latch.step > 0;
        highest = caper_max(highest, out.y);
        // it starts from standing still: for some half-life it falls back further
        CHECK(fabsf(p.x - out.x) < def.max_offset + 0.2f * (DT + def.release_half_life));
        float way = fabsf(out.x - last.x);
        CHECK(way < 3.0f * DT);
        // it goes only while it is up, but for the frames in which it leaves and lands
        bool low = out.y < 0.2f * def.step_height && last.y < 0.2f * def.step_height;
        CHECK(!low || i < 2 || way < 0.5f * DT);
        last = out;
    }
    CHECK_NEAR(highest, def.step_height, 0.05 * (double)def.step_height);
    // one for each 15 cm that it was left behind, and as far as it went meanwhile
    CHECK(steps >= 8 && steps <= 12);
}

static void a_dragged_hand_slides_and_stands_anew(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    def.step_time = 0;
    bool let_go = false;
    caper_vec3 last = caper_vec3_zero();
    for (int i = 0; i < 120; i++) {
        caper_vec3 p = caper_vec3_make(i < 60 ? (float)i * DT : 1, 0, 0);
        last = latch_point(&latch, &def, p, true, DT);
        CHECK_NEAR(last.y, 0, 0);
        CHECK(caper_vec3_distance(p, last) < 0.25f);
        let_go |= latch.refused != 0;
    }
    CHECK(let_go && latch.holding && !latch.refused);
    CHECK(fabsf(last.x - 1) <= def.max_offset);
}

static void what_is_latched_rides_a_turning_platform(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    def.max_offset = 100;
    def.max_yaw = 10;
    for (int i = 0; i < 60; i++) {
        float yaw = 0.05f * (float)i;
        caper_transform platform =
            caper_transform_make(caper_quat_from_yaw(yaw), caper_vec3_make(0, 0, 0.01f * (float)i));
        caper_latch_job job = {.pivot = &origin, .stands = true, .normal = up, .dt = DT};
        job.wish = caper_transform_make(caper_quat_identity(), caper_vec3_make(1, 0.3f, 0));
        job.surface = &platform;
        CHECK(caper_latch_update(&latch, &def, &job)); // the motion knows nothing of the platform
        caper_vec3 expected = caper_vec3_make(cosf(yaw), 0.3f, 0.01f * (float)i - sinf(yaw));
        CHECK_NEAR(caper_vec3_distance(job.held.position, expected), 0, 1e-5);
        CHECK_NEAR(caper_quat_angle(job.held.rotation, platform.rotation), 0, 2e-3);
    }
}

static void no_time_changes_nothing(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    latch_point(&latch, &def, caper_vec3_zero(), true, 0);
    latch_point(&latch, &def, caper_vec3_make(0.1f, 0, 0), true, 0);
    for (int i = 0; i < 5; i++) {
        CHECK_NEAR(latch_point(&latch, &def, caper_vec3_make(0.1f, 0, 0), false, 0).x, 0, 1e-7);
    }
}

static const caper_vec3 sole[4] = {
    {-0.05f, 0, -0.1f}, {0.05f, 0, -0.1f}, {-0.05f, 0, 0.15f}, {0.05f, 0, 0.15f}};

/// The motion turns a foot about its middle, lets it slide and turns it to the side: heel down,
/// flat, toes down.
static caper_transform tread(float t)
{
    float pitch = t < 0.3f ? -0.3f * (1 - t / 0.3f) : t > 0.6f ? 0.8f * (t - 0.6f) : 0;
    caper_vec3 slid = caper_vec3_make(0.02f * t, 0.05f, 0.06f * t);
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), pitch);
    return caper_transform_make(caper_quat_mul(caper_quat_from_yaw(0.3f * t), turn), slid);
}

/// Rolls through a stance; the pivots are found, or named one after the other.
static void roll(bool named)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    def.evenness = 0.001f;
    caper_vec3 ends[2] = {caper_vec3_make(0, 0, -0.1f), caper_vec3_make(0, 0, 0.15f)};
    caper_vec3 heel = caper_vec3_zero(), toe = caper_vec3_zero();
    for (int i = 0; i <= 240; i++) {
        float t = (float)i / 240;
        caper_latch_job job = {.points = sole, .point_count = 4, .wish = tread(t)};
        job.pivot = named ? &ends[t > 0.45f] : NULL;
        job.stands = true;
        job.normal = up;
        job.dt = 1.0f / 240;
        CHECK(caper_latch_update(&latch, &def, &job));
        CHECK_NEAR(job.held.position.y, job.wish.position.y, 1e-6); // the motion decides heights
        caper_vec3 back = caper_transform_mul_point(job.held, ends[0]);
        caper_vec3 front = caper_transform_mul_point(job.held, ends[1]);
        back.y = front.y = 0;
        heel = i == 1 ? back : heel;
        toe = i == 160 ? front : toe;
        if (i > 1 && t < 0.29f) {
            CHECK_NEAR(caper_vec3_distance(back, heel), 0, 2e-4);
        }
        if (i > 160) {
            CHECK_NEAR(caper_vec3_distance(front, toe), 0, 2e-4);
        }
        // the side of the foot keeps its heading, however the foot is pitched
        caper_vec3 side = caper_quat_rotate(job.held.rotation, caper_vec3_make(1, 0, 0));
        CHECK_NEAR(side.z, 0, 1e-3);
    }
}

static void a_sole_rolls_without_sliding_or_turning(void)
{
    caper_vec3 a = caper_transform_mul_point(tread(0.67f), caper_vec3_make(0, 0, 0.15f));
    caper_vec3 b = caper_transform_mul_point(tread(1), caper_vec3_make(0, 0, 0.15f));
    CHECK(caper_vec3_distance(a, b) > 0.015f); // by itself it would
    roll(false);
    roll(true);
}

/// A heel rises over toes that stay: their tip does not move, while the foot turns against them.
/// The latch has nothing to add when it is told where the tip was in the foot.
static void toes_that_bend_stay_where_they_stand(void)
{
    const caper_vec3 tip = {0.3f, 0, 1.2f}, joint = {0, -0.05f, 0.15f}; // world; of the toes
    for (int told = 0; told < 2; told++) {
        caper_latch latch = {0};
        caper_latch_def def = caper_latch_def_default();
        caper_vec3 before = caper_vec3_zero();
        float most = 0;
        for (int i = 0; i < 40; i++) {
            float angle = 0.02f * (float)i;
            caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), angle);
            caper_vec3 ahead = caper_quat_unrotate(turn, caper_vec3_make(0, -0.03f, 0.07f));
            caper_vec3 pivot = caper_vec3_add(joint, ahead); // toes stay level as the foot turns
            before = i == 0 ? pivot : before;
            caper_latch_job job = caper_latch_job_default();
            job.wish.rotation = turn;
            job.wish.position = caper_vec3_sub(tip, caper_quat_rotate(turn, pivot));
            job.pivot = &pivot;
            job.pivot_before = told ? &before : NULL;
            job.stands = true;
            job.dt = 1 / 60.0f;
            CHECK(caper_latch_update(&latch, &def, &job));
            most = caper_max(most, caper_vec3_distance(job.held.position, job.wish.position));
            before = pivot;
        }
        CHECK(told ? most < 1e-3f : most > 0.01f);
    }
}

static void the_lowest_points_of_a_sole_touch(void)
{
    caper_vec3 flat = caperi_latch_pivot(sole, 4, caper_quat_identity(), up, 0.01f);
    CHECK_NEAR(flat.z, 0.025, 1e-6);
    caper_quat down = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.5f); // toes down
    CHECK_NEAR(caperi_latch_pivot(sole, 4, down, up, 0.01f).z, 0.15, 1e-6);
    // on a slope that falls as the foot does it is flat again
    caper_vec3 slope = caper_quat_rotate(down, up);
    CHECK_NEAR(caperi_latch_pivot(sole, 4, down, slope, 0.01f).z, 0.025, 1e-5);
    // in between the point moves without a jump
    float last = flat.z;
    for (int i = 0; i <= 1000; i++) {
        caper_quat q = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.0001f * (float)i);
        float z = caperi_latch_pivot(sole, 4, q, up, 0.01f).z;
        CHECK(z >= last - 1e-6f && z - last < 0.002f);
        last = z;
    }
}

static void who_turns_on_the_spot_turns_about_what_is_held(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    caper_vec3 ball = caper_vec3_make(0, 0, 0.15f);
    caper_quat last = caper_quat_identity();
    for (int i = 0; i < 180; i++) {
        float yaw = 2.0f * caper_min((float)i * DT, 1.5f);
        caper_latch_job job = {.pivot = &ball, .stands = true, .normal = up, .dt = DT};
        job.wish.rotation = caper_quat_from_yaw(yaw);
        job.wish.position = caper_vec3_scale(caper_quat_rotate(job.wish.rotation, ball), -1);
        CHECK(caper_latch_update(&latch, &def, &job));
        CHECK_NEAR(caper_vec3_length(caper_transform_mul_point(job.held, ball)), 0, 1e-6);
        float turned = caper_quat_angle(job.held.rotation, caper_quat_identity());
        CHECK(yaw > def.max_yaw || turned < 1e-3f); // held
        CHECK(caper_quat_angle(job.held.rotation, last) < 0.25f);
        last = job.held.rotation;
    }
    CHECK(caper_quat_angle(last, caper_quat_from_yaw(3)) <= def.max_yaw);
}

static void what_is_wound_up_makes_a_step(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    def.step_round = true;
    caper_transform last = caper_transform_identity();
    int steps = 0;
    for (int i = 0; i < 180; i++) {
        float yaw = 2.0f * caper_min((float)i * DT, 1.5f);
        caper_latch_job job = {.pivot = &origin, .stands = true, .normal = up, .dt = DT};
        job.wish = caper_transform_make(caper_quat_from_yaw(yaw), caper_vec3_zero());
        bool stepped = latch.step > 0;
        caper_latch_update(&latch, &def, &job);
        steps += !stepped && latch.step > 0;
        float behind = caper_quat_angle(job.held.rotation, job.wish.rotation);
        CHECK(behind < def.max_yaw + 2.0f * (DT + def.release_half_life));
        // it turns only while it is up, but for the frames in which it leaves and lands
        float turned = caper_quat_angle(job.held.rotation, last.rotation);
        float low = 0.2f * def.step_height;
        CHECK(job.held.position.y > low || last.position.y > low || turned < 1.0f * DT);
        CHECK_NEAR(job.held.position.x, 0, 1e-6);
        last = job.held;
    }
    CHECK(steps >= 1 && steps <= 3);
    CHECK(latch.holding && !latch.yaw_refused);
}

static void what_rises_is_not_pulled_down(void)
{
    caper_latch latch = {0};
    caper_latch_def def = caper_latch_def_default();
    float last = 0.02f;
    for (int i = 0; i < 400; i++) {
        // hovers 2 cm above the ground where it stands, then is lifted at 1 cm/s, and let go at 4
        float height = 0.02f + (i > 60 ? 0.01f * (float)(i - 60) * DT : 0);
        bool stands = height < 0.04f;
        caper_latch_job job = {.pivot = &origin, .stands = stands, .normal = up, .height = height};
        job.rest = 0.02f;
        job.dt = DT;
        job.wish = caper_transform_make(caper_quat_identity(), caper_vec3_make(0, height, 0));
        caper_latch_update(&latch, &def, &job);
        float at = job.held.position.y;
        CHECK(at >= -1e-6f && at <= height + 1e-6f);
        if (i > 20 && i <= 60) {
            CHECK_NEAR(at, 0, 1e-4); // on the ground
        }
        if (i > 60 && stands) {
            CHECK_NEAR(at, caper_max(0, height - 0.02f - def.slack), 1e-5);
        }
        CHECK(i <= 20 || (at >= last - 1e-6f && at - last < 0.008f)); // it never goes down again
        last = at;
    }
    CHECK_NEAR(last, 0.02f + 0.01f * 339 * DT, 1e-4);
}

static void a_state_of_a_latch_is_checked(void)
{
    caper_latch good = {0};
    CHECK(caper_latch_is_valid(&good));
    float *numbers[] = {&good.anchor.x,   &good.pivot.y,  &good.offset.z, &good.rate.x,
                        &good.yaw_offset, &good.yaw_rate, &good.hold,     &good.hold_rate,
                        &good.mark,       &good.step};
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++) {
        *numbers[i] = i % 2 ? NAN : INFINITY;
        CHECK(!caper_latch_is_valid(&good));
        *numbers[i] = 0;
    }
    good.hold = 1.5f;
    CHECK(!caper_latch_is_valid(&good));
    good.hold = 0;
    good.yaw_held = 1; // without a heading
    CHECK(!caper_latch_is_valid(&good));
    good.yaw_held = 0;
    good.holding = 2;
    CHECK(!caper_latch_is_valid(&good));
    caper_latch_def def = caper_latch_def_default(), half = caper_latch_def_scaled(def, 0.9f);
    CHECK_NEAR(half.max_offset, 0.075, 1e-6);
    CHECK_NEAR(half.slack, 0.0025, 1e-6);
    CHECK_NEAR(half.release_half_life, 0.05, 1e-7);
}

// --- stance ------------------------------------------------------------------------------------

/// One point at a height that moves at a speed.
static bool stream(caper_stance *stance, float height, float speed, float dt)
{
    caper_stance_def def = caper_stance_def_default();
    caper_stance_job job = {.heights = &height, .speeds = &speed, .point_count = 1, .dt = dt};
    return caper_stance_update(stance, &def, &job);
}

static void what_is_low_and_slow_stands_until_it_is_well_beyond(void)
{
    for (float height = 0; height < 0.06f; height += 0.001f) {
        for (float speed = 0; speed < 0.6f; speed += 0.01f) {
            caper_stance fresh = {0}, old = {0};
            bool low = height <= 0.025f && speed < 0.3f;
            CHECK_INT(stream(&fresh, height, speed, 0.01f), low);
            // it came to rest at the height at which it is now: no lift
            REQUIRE(stream(&old, 0.025f, 0, 0));
            caper_stance_shift(&old, height - 0.025f);
            CHECK_INT(stream(&old, height, speed, 0.01f), height <= 0.0375f && speed < 0.45f);
        }
    }
}

static void thresholds_scale_as_froude_says(void)
{
    caper_stance_def def = caper_stance_def_default(), small = caper_stance_def_scaled(def, 0.45f);
    CHECK_NEAR(small.height, 0.025 / 4, 1e-7);
    CHECK_NEAR(small.rise, 0.01 / 4, 1e-7);
    CHECK_NEAR(small.speed, 0.3 / 2, 1e-6);
    CHECK_NEAR(small.leave, 1.5, 0);
    CHECK_NEAR(small.min_time, 0.1, 1e-7);
}

static void a_slow_lift_ends_the_stance_at_a_centimetre(void)
{
    static const float seconds[] = {0.5f, 2, 10, 60}; // for 10 cm
    for (int n = 0; n < CAPER_COUNT_OF(seconds); n++) {
        caper_stance stance = {0};
        float dt = 1.0f / 120, left = -1, landed = 0.004f;
        for (int i = 0; i < 60; i++) {
            CHECK(stream(&stance, landed, 0, dt));
        }
        float speed = 0.1f / seconds[n];
        for (int i = 0; (float)i * dt <= seconds[n]; i++) {
            float height = landed + speed * (float)i * dt;
            bool stands = stream(&stance, height, speed, dt);
            left = !stands && left < 0 ? height : left;
            CHECK(left < 0 || !stands); // nor does it stand again on its way up
        }
        CHECK(left > landed + 0.01f && left < landed + 0.01f + 1.01f * speed * dt + 1e-6f);
        // and down again: it stands when it has come down, not before it is low
        for (int i = 0; i < 240; i++) {
            float height = 0.1f * (1 - (float)i / 239);
            CHECK_INT(stream(&stance, height, 0.05f, dt), height <= 0.025f);
        }
    }
}

static void what_sinks_while_it_settles_is_not_lifted_by_rising_to_where_it_was(void)
{
    caper_stance stance = {0};
    CHECK(stream(&stance, 0.02f, 0, 0.01f));
    CHECK(stream(&stance, 0.005f, 0, 0.05f)); // settles
    CHECK(stream(&stance, -0.02f, 0, 0.1f));  // later dips are noise
    CHECK(stream(&stance, 0.0149f, 0, 0.01f));
    CHECK(!stream(&stance, 0.0151f, 0, 0.01f));
    CHECK_NEAR(stance.since, 0, 0);
}

static void a_foot_that_rolls_stands_on_one_point_after_the_other(void)
{
    caper_stance stance = {0};
    caper_stance_def def = caper_stance_def_default();
    int pivots[2] = {0};
    float seconds = 0;
    for (int i = 0; i < 100; i++) {
        float t = (float)i / 99, speeds[2] = {0.1f, 0.1f};
        // heel first, then flat, then the toes; each up to 6 cm above the other
        float heights[2] = {0.06f * caper_max(2 * t - 1, 0), 0.06f * caper_max(1 - 2 * t, 0)};
        caper_stance_job job = {
            .heights = heights, .speeds = speeds, .point_count = 2, .dt = 0.01f};
        CHECK(caper_stance_update(&stance, &def, &job));
        pivots[stance.pivot]++;
        seconds += i > 0 ? 0.01f : 0;
        CHECK_NEAR(stance.since, seconds, 1e-4);
        // who carried the weight keeps it within the margin
        float more = heights[stance.pivot] - heights[1 - stance.pivot];
        CHECK(more <= def.margin + 1e-6f);
    }
    CHECK(pivots[0] > 40 && pivots[1] > 40);
}

static void speeds_are_taken_from_the_last_frame_and_against_the_surface(void)
{
    caper_stance stance = {0};
    caper_stance_def def = caper_stance_def_default();
    float height = 0;
    for (int i = 0; i < 20; i++) {
        caper_vec3 at = caper_vec3_make(0.02f * (float)i, 0, 0); // 2 m/s
        caper_stance_job job = {.points = &at, .heights = &height, .point_count = 1, .dt = 0.01f};
        job.surface_velocity.x = i < 10 ? 2 : 2.5f;
        CHECK_INT(caper_stance_update(&stance, &def, &job), i > 0 && i < 10);
        CHECK(caper_stance_is_valid(&stance));
    }
    caper_stance bad = stance;
    bad.mark[3] = NAN;
    CHECK(!caper_stance_is_valid(&bad));
    bad = stance;
    bad.last[7].z = INFINITY;
    CHECK(!caper_stance_is_valid(&bad));
    bad = stance;
    bad.pivot = CAPER_MAX_CONTACTS;
    CHECK(!caper_stance_is_valid(&bad));
    bad = stance;
    bad.stands = 2;
    CHECK(!caper_stance_is_valid(&bad));
}

/// Frames in which the two detectors call a foot standing.
typedef struct agreement {
    int online, offline, missed, extra, frames; // missed and extra: none of the other within 0.03 s
} agreement;

static bool any_near(const uint8_t *stands, int count, int frame, int reach)
{
    for (int i = frame - reach; i <= frame + reach; i++) {
        if (i >= 0 && i < count && stands[i]) {
            return true;
        }
    }
    return false;
}

static void compare_foot(const caper_import *import, int foot, float floor, const caper_contact *c,
                         int contact_count, agreement *sum)
{
    const caper_clip *clip = import->clips[0];
    const caper_character *who = import->character;
    caper_stance stance = {0};
    caper_stance_def def = caper_stance_def_scaled(caper_stance_def_default(), who->size);
    caper_vec3 own[CAPER_MAX_CONTACTS], at[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS];
    int points = caper_body_sole_points(who, foot, own), n = clip->frame_count;
    caper_pose pose = caper_character_pose(who, NULL);
    uint8_t *online = calloc((size_t)n, 1), *offline = calloc((size_t)n, 1);
    int reach = (int)(0.03f * clip->rate + 0.5f);
    for (int i = 0; i < n; i++) {
        float time = (float)i / clip->rate;
        caper_clip_sample(clip, time, NULL, &pose);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&who->skeleton, &pose, &root, &pose);
        for (int k = 0; k < points; k++) {
            at[k] = caper_transform_mul_point(pose.bodies[foot], own[k]);
            heights[k] = at[k].y - floor;
        }
        caper_stance_job job = {.points = at, .heights = heights, .point_count = points};
        job.dt = i > 0 ? 1 / clip->rate : 0;
        online[i] = caper_stance_update(&stance, &def, &job);
        for (int k = 0; k < contact_count; k++) {
            bool in = c[k].body == foot && time >= c[k].start - 1e-4f && time <= c[k].end + 1e-4f;
            offline[i] |= in;
        }
    }
    for (int i = 1; i < n; i++) {
        sum->frames++;
        sum->online += online[i];
        sum->offline += offline[i];
        sum->missed += offline[i] && !any_near(online, n, i, reach);
        sum->extra += online[i] && !any_near(offline, n, i, reach);
    }
    free(online);
    free(offline);
    caper_pose_destroy(&pose, NULL);
}

/// Captures: the stream finds what the clip has, as closely as contacts of a copy must follow those
/// of its source (docs/guide/quality.md: an F1 of 0.95 within 0.03 s).
static void a_stream_finds_the_stances_of_a_clip(void)
{
    static const char *const files[] = {"07_01", "09_01", "16_01", "124_01", "64_26", "05_02"};
    agreement sum = {0};
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        char path[64];
        snprintf(path, sizeof path, "bvh/cmu/%s.bvh", files[i]);
        const char *found = test_shared_path(path);
        caper_import *import = found ? caper_import_load(found, NULL, NULL) : NULL;
        if (!import) {
            continue;
        }
        const caper_character *who = import->character;
        caper_contacts_job job = caper_contacts_job_default();
        job.character = who;
        job.clip = import->clips[0];
        REQUIRE(caper_floor_estimate(who, job.clip, NULL, &job.floor, NULL));
        REQUIRE(caper_contacts_detect(&job, NULL));
        for (int leg = 0; leg < who->leg_count; leg++) {
            compare_foot(import, who->legs[leg].foot, job.floor, job.contacts, job.contact_count,
                         &sum);
        }
        caper_contacts_destroy(&job);
        caper_import_destroy(import);
    }
    if (sum.frames == 0) {
        SKIP("no captures");
    }
    double good = (double)(sum.offline - sum.missed + sum.online - sum.extra);
    double f1 = good / (double)(sum.offline + sum.online);
    printf("%d foot frames: standing %.1f %% by the clip, %.1f %% by the stream, F1 %.3f\n",
           sum.frames, 100.0 * sum.offline / sum.frames, 100.0 * sum.online / sum.frames, f1);
    CHECK(f1 >= 0.95);
}

// --- ground ------------------------------------------------------------------------------------

static caper_world *tilted_world(void)
{
    caper_world_def def = caper_world_def_default();
    def.ground_point = caper_vec3_make(1, 0.5f, -2);
    def.ground_normal = caper_vec3_normalize(caper_vec3_make(0.2f, 1, -0.1f));
    caper_world *world = caper_world_create(&def, NULL);
    REQUIRE(world != NULL);
    return world;
}

static caper_platform platform_at(float y)
{
    caper_platform p = {0};
    p.box.transform =
        caper_transform_make(caper_quat_from_yaw(0.3f), caper_vec3_make(0.2f, y - 0.5f, 0.1f));
    p.box.half = caper_vec3_make(1, 0.5f, 1);
    p.velocity = caper_vec3_make(0, 0, 1);
    return p;
}

static void a_plane_is_found_where_the_world_finds_it(void)
{
    caper_world *world = tilted_world();
    caperi_ground ground = caperi_ground_make(world, 7);
    CHECK(ground.flat);
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < 200; i++) {
        caper_vec3 p = caper_vec3_make(caper_rng_range(&rng, -3, 3), caper_rng_range(&rng, -3, 3),
                                       caper_rng_range(&rng, -3, 3));
        caper_platform platform = platform_at(caper_rng_range(&rng, -2, 2));
        caper_world_frame frame = {.platforms = &platform, .platform_count = i % 2};
        caper_hit a = caperi_ground_under(&ground, &frame, p, 9);
        caper_hit b = caper_world_height(world, &frame, p.x, p.z, 9);
        CHECK_INT(a.surface, b.surface);
        CHECK_NEAR(a.point.y, b.point.y, 0);
        CHECK_NEAR(a.distance, b.distance, 0);
        CHECK_NEAR(caper_vec3_distance(a.normal, b.normal), 0, 0);
        CHECK_NEAR(caper_vec3_distance(a.velocity, b.velocity), 0, 0);
        a = caperi_ground_near(&ground, &frame, p, 9);
        b = caper_world_distance(world, &frame, p, 9);
        CHECK_INT(a.surface, b.surface);
        CHECK_NEAR(a.distance, b.distance, 0);
        CHECK_NEAR(caper_vec3_distance(a.point, b.point), 0, 1e-6);
        CHECK_INT(caperi_ground_is_clear(&ground, NULL, p, 0.5f),
                  caper_world_distance(world, NULL, p, 9).distance > 0.5f);
    }
    caper_world_destroy(world);
}

static void without_a_world_there_is_a_floor_and_what_stands_out_of_it(void)
{
    caperi_ground ground = caperi_ground_make(NULL, 0.25f);
    caper_vec3 p = caper_vec3_make(0, 1, 0);
    for (int i = 0; i < 2; i++) {
        float top = i == 0 ? -0.5f : 0.75f;
        caper_platform platform = platform_at(top);
        caper_world_frame frame = {.platforms = &platform, .platform_count = 1};
        CHECK_NEAR(caperi_ground_under(&ground, NULL, p, 2).point.y, 0.25, 0);
        CHECK_NEAR(caperi_ground_under(&ground, &frame, p, 2).point.y, i == 0 ? 0.25 : 0.75, 1e-6);
        CHECK_NEAR(caperi_ground_near(&ground, &frame, p, 2).distance, i == 0 ? 0.75 : 0.25, 1e-6);
        // a platform overhead is no ground, the floor is under everything
        CHECK_NEAR(caperi_ground_under(&ground, &frame, p, 0.5f).point.y, 0.25, 0);
        CHECK_NEAR(caperi_ground_under(&ground, NULL, p, -3).point.y, 0.25, 0);
    }
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    caper_world *empty = caper_world_create(&def, NULL);
    ground = caperi_ground_make(empty, 0);
    CHECK_INT(caperi_ground_under(&ground, NULL, p, 2).surface, CAPER_SURFACE_NONE);
    caper_world_destroy(empty);
}

// --- speeds of a clip --------------------------------------------------------------------------

// What speeds up evenly is as fast at the ends of its path as it says, at any rate; what has only
// two places goes from one to the other.
static void a_speed_at_the_end_of_a_path_is_that_of_a_parabola(void)
{
    static const float rates[] = {30, 60, 120};
    enum {
        COUNT = 21
    };
    caper_vec3 path[COUNT];
    for (int r = 0; r < CAPER_COUNT_OF(rates); r++) {
        for (int i = 0; i < COUNT; i++) {
            float t = (float)i / rates[r];
            path[i] = caper_vec3_make(0.3f * t, 0, 2 * t * t);
        }
        for (int i = 0; i < COUNT; i++) {
            double t = i / (double)rates[r];
            CHECK_NEAR(caperi_path_speed(path, COUNT, rates[r], i), hypot(0.3, 4 * t), 1e-3);
        }
        double first = (double)caper_vec3_distance(path[0], path[1]) * (double)rates[r];
        CHECK_NEAR(caperi_path_speed(path, 2, rates[r], 0), first, 1e-3);
        CHECK_NEAR(caperi_path_speed(path, 2, rates[r], 1), first, 1e-3);
        CHECK_NEAR(caperi_path_speed(path, 1, rates[r], 0), 0, 0);
    }
}

TESTS(a_speed_at_the_end_of_a_path_is_that_of_a_parabola, a_stance_is_held_exactly_where_it_landed,
      what_never_slides_is_returned_unchanged,
      what_is_left_goes_as_a_critically_damped_spring_at_any_rate, release_and_landing_do_not_pop,
      a_dragged_foot_steps, a_dragged_hand_slides_and_stands_anew,
      what_is_latched_rides_a_turning_platform, no_time_changes_nothing,
      a_sole_rolls_without_sliding_or_turning, toes_that_bend_stay_where_they_stand,
      the_lowest_points_of_a_sole_touch, who_turns_on_the_spot_turns_about_what_is_held,
      what_is_wound_up_makes_a_step, what_rises_is_not_pulled_down, a_state_of_a_latch_is_checked,
      what_is_low_and_slow_stands_until_it_is_well_beyond, thresholds_scale_as_froude_says,
      a_slow_lift_ends_the_stance_at_a_centimetre,
      what_sinks_while_it_settles_is_not_lifted_by_rising_to_where_it_was,
      a_foot_that_rolls_stands_on_one_point_after_the_other,
      speeds_are_taken_from_the_last_frame_and_against_the_surface,
      a_stream_finds_the_stances_of_a_clip, a_plane_is_found_where_the_world_finds_it,
      without_a_world_there_is_a_floor_and_what_stands_out_of_it)
