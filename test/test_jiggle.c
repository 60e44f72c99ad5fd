// SPDX-License-Identifier: MIT
//
// Jiggle against its own laws: a spring integrated in tiny steps, energy that never grows, the same
// motion at any frame rate, and hands off all that has IK; on the menagerie and random creatures.
#include "zoo.h"

#include "caper/jiggle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_CREATURES 200

typedef void visit_fn(const caper_character *character, void *user);

/// Calls visit for the whole menagerie and for random creatures.
static void visit_creatures(visit_fn *visit, void *user)
{
    zoo z = zoo_open(RANDOM_CREATURES);
    for (int i = 0; i < z.count; i++) {
        caper_character *c = zoo_character(&z, i);
        visit(c, user);
        caper_character_destroy(c);
    }
    zoo_close(&z);
}

/// A creature with a tail of 5 links, to be calculated by hand.
static caper_character *tailed(int links)
{
    caper_body_def bodies[16];
    char names[16][16];
    for (int i = 0; i <= links; i++) {
        bodies[i] = caper_body_def_default();
        snprintf(names[i], sizeof names[i], "b%d", i);
        bodies[i].name = names[i];
        bodies[i].parent = i - 1;
        bodies[i].caps = i == 0 ? CAPER_CAP_SPINE | CAPER_CAP_ROOT : CAPER_CAP_TAIL;
        bodies[i].box_half = caper_vec3_make(0.05f, 0.05f, 0.1f);
        bodies[i].box_center = caper_vec3_make(0, 0, i == 0 ? 0 : -0.1f);
        bodies[i].rest_local.position = caper_vec3_make(0, i == 0 ? 1.0f : 0, i == 0 ? 0 : -0.2f);
    }
    caper_character_def def = caper_character_def_default();
    def.name = "tailed";
    def.bodies = bodies;
    def.body_count = links + 1;
    caper_error error = {0};
    caper_character *c = caper_character_create(&def, &error);
    if (!c) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(c != NULL);
    return c;
}

static caper_transform at(caper_vec3 position, float yaw)
{
    return caper_transform_make(caper_quat_from_yaw(yaw), position);
}

static void rest_into(const caper_character *c, caper_pose *local)
{
    caper_pose rest = caper_character_rest_local(c);
    caper_pose_copy(local, &rest);
}

// --------------------------------------------------------------------------------------- laws

static void steady_travel_bends_nothing(void)
{
    caper_character *c = tailed(5);
    caper_jiggle *jiggle = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    float started = 0;
    for (int frame = 0; frame < 300; frame++) {
        float way = 0.03f * (float)frame;
        caper_transform root = at(caper_vec3_make(way, 0.3f * way, way), 0);
        rest_into(c, &local);
        CHECK(caper_jiggle_update(jiggle, &root, NULL, 1 / 60.0f, &local));
        for (int i = 0; i < c->body_count; i++) {
            float bend =
                caper_quat_angle(local.bodies[i].rotation, c->skeleton.rest_local[i].rotation);
            started = caper_max(started, bend);
            CHECK(frame < 150 || bend < 1e-3f);
        }
    }
    CHECK(started > 0.05f); // by the start
    caper_pose_destroy(&local, NULL);
    caper_jiggle_destroy(jiggle);
    caper_character_destroy(c);
}

/// The bend of a chain under a steady sideways acceleration: half a radian in all at one gravity.
static void a_steady_push_bends_a_tail_by_a_known_angle(void)
{
    caper_character *c = tailed(5);
    caper_jiggle *jiggle = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    const float push = 2.0f, dt = 1 / 240.0f;
    for (int frame = 0; frame < 1200; frame++) {
        float t = dt * (float)frame;
        caper_transform root = at(caper_vec3_make(0.5f * push * t * t, 0, 0), 0);
        rest_into(c, &local);
        CHECK(caper_jiggle_update(jiggle, &root, NULL, dt, &local));
    }
    float sum = 0;
    for (int i = 1; i < c->body_count; i++) {
        caper_vec3 turn = caper_quat_log(local.bodies[i].rotation);
        sum += turn.y; // a tail that points back and lags towards -X has turned about +Y
        CHECK_NEAR(turn.x, 0, 1e-3);
        CHECK_NEAR(turn.z, 0, 1e-3);
    }
    CHECK_NEAR(sum, 0.5f * push / 9.81f, 2e-3); // tends to zero with the push: saturation is cubic
    caper_pose_destroy(&local, NULL);
    caper_jiggle_destroy(jiggle);
    caper_character_destroy(c);
}

/// One link shaken to and fro: the same as a spring integrated in a thousand steps a frame.
static void a_link_follows_its_spring(void)
{
    caper_character *c = tailed(1);
    caper_jiggle *jiggle = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    const float dt = 1 / 240.0f;
    const double frequency = 2.5 * sqrt(9.81 / 0.2); // one link of 0.2 m
    const double gain = 0.5 * frequency * frequency / 9.81;
    double x = 0, v = 0, worst = 0, largest = 0;
    for (int frame = 0; frame < 960; frame++) {
        double t = (double)dt * frame;
        caper_transform root = at(caper_vec3_make(0.05f * (float)(1 - cos(6 * t)), 0, 0), 0);
        rest_into(c, &local);
        CHECK(caper_jiggle_update(jiggle, &root, NULL, dt, &local));
        double turn = (double)caper_quat_log(local.bodies[1].rotation).y;
        double bend = -gain * x; // offset towards -X turns the tail about +Y
        double expected = bend * 0.6 / sqrt(0.36 + bend * bend);
        expected = 2 * atan(expected / 2);
        worst = fmax(worst, fabs(turn - expected));
        largest = fmax(largest, fabs(expected));
        for (int k = 0; k < 1000; k++) {
            double h = (double)dt / 1000, when = t + h * k;
            double acceleration = 0.05 * 36 * cos(6 * when);
            v += h * (-2 * 0.7 * frequency * v - frequency * frequency * x - acceleration);
            x += h * v;
        }
    }
    CHECK(largest > 0.05);
    CHECK_NEAR(worst / largest, 0, 0.02);
    caper_pose_destroy(&local, NULL);
    caper_jiggle_destroy(jiggle);
    caper_character_destroy(c);
}

static void shake_then_rest(const caper_character *c, void *user)
{
    double *largest_bend = user;
    caper_jiggle_def def = caper_jiggle_def_default();
    def.gravity = 3;
    caper_jiggle *jiggle = caper_jiggle_create(c, &def, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    caper_transform root = caper_transform_identity();
    double before = HUGE_VAL;
    for (int frame = 0; frame < 120; frame++) {
        float t = (float)frame / 60;
        if (frame < 30) {
            root = at(caper_vec3_make(0.3f * c->size * caper_sin(9 * t), 0.1f * c->size * t, 0),
                      caper_sin(7 * t));
        }
        rest_into(c, &local);
        CHECK(caper_jiggle_update(jiggle, &root, NULL, 1 / 60.0f, &local));
        double energy = caper_jiggle_energy(jiggle);
        CHECK(isfinite(energy));
        if (frame > 30) {
            CHECK(energy <= before * (1 + 1e-6));
        }
        before = frame >= 30 ? energy : HUGE_VAL;
        for (int i = 0; i < c->body_count; i++) {
            CHECK(caper_transform_is_valid(local.bodies[i], 1e-4f));
            double bend = (double)caper_quat_angle(local.bodies[i].rotation,
                                                   c->skeleton.rest_local[i].rotation);
            CHECK(bend <= 0.6 + 1e-3);
            *largest_bend = fmax(*largest_bend, bend);
            caper_joint_angles angles = caper_joint_measure(
                &c->bodies[i].joint, c->skeleton.rest_local[i].rotation, local.bodies[i].rotation);
            CHECK(angles.excess <= 1e-4f);
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_jiggle_destroy(jiggle);
}

static void energy_never_grows_once_the_body_rests(void)
{
    double largest = 0;
    visit_creatures(shake_then_rest, &largest);
    CHECK(largest > 0.1); // it did jiggle
}

/// A creature that starts, turns and stops; samples of all joints six times a second.
static void run_at(const caper_character *c, int rate, caper_vec3 *samples, int sample_count)
{
    caper_jiggle *jiggle = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL), model = caper_character_pose(c, NULL);
    int frames = sample_count * rate / 6;
    for (int frame = 0; frame <= frames; frame++) {
        double t = (double)frame / rate;
        double ease = t < 2 ? 0.5 - 0.5 * cos(3.14159265358979 * t) : 0;
        caper_transform root =
            at(caper_vec3_make(0, 0, (float)(0.4 * (double)c->size * ease)), (float)(0.8 * ease));
        rest_into(c, &local);
        REQUIRE(caper_jiggle_update(jiggle, &root, NULL, (float)(1.0 / rate), &local));
        if (frame > 0 && frame % (rate / 6) == 0) {
            caper_pose_to_model(&c->skeleton, &local, NULL, &model);
            for (int i = 0; i < c->body_count; i++) {
                samples[(frame / (rate / 6) - 1) * c->body_count + i] =
                    caper_transform_mul_point(model.bodies[i], c->bodies[i].box_center);
            }
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    caper_jiggle_destroy(jiggle);
}

/// The difference between two runs, and the excursion from rest, each at its largest.
static void compare_rates(const caper_character *c, void *user)
{
    double *worst = user;
    enum {
        SAMPLES = 14
    };
    size_t count = (size_t)(SAMPLES * c->body_count);
    caper_vec3 *runs[3];
    const int rates[3] = {30, 60, 144};
    for (int k = 0; k < 3; k++) {
        runs[k] = calloc(count, sizeof(caper_vec3));
        run_at(c, rates[k], runs[k], SAMPLES);
    }
    double excursion = 0, difference = 0;
    for (size_t i = 0; i < count; i++) {
        int body = (int)(i % (size_t)c->body_count);
        caper_vec3 rest =
            caper_transform_mul_point(c->rest_model[body], c->bodies[body].box_center);
        excursion = fmax(excursion, (double)caper_vec3_distance(runs[2][i], rest));
        for (int k = 0; k < 2; k++) {
            difference = fmax(difference, (double)caper_vec3_distance(runs[k][i], runs[2][i]));
        }
    }
    if (excursion > 1e-3 * (double)c->size) {
        worst[0] = fmax(worst[0], difference / excursion);
        worst[1] = fmax(worst[1], difference / (double)c->size);
        worst[2] += 1;
    }
    for (int k = 0; k < 3; k++) {
        free(runs[k]);
    }
}

static void the_frame_rate_does_not_matter(void)
{
    double worst[3] = {0};
    visit_creatures(compare_rates, worst);
    printf("30, 60 and 144 Hz differ by %.2f %% of the excursion, %.3f %% of size, on %g bodies\n",
           100 * worst[0], 100 * worst[1], worst[2]);
    CHECK(worst[2] > 100);
    CHECK(worst[0] < 0.02);
}

// --------------------------------------------------------------------------------------- manners

static void keep_off(const caper_character *c, void *user)
{
    int *kept = user;
    caper_jiggle *jiggle = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    uint8_t has_ik[CAPER_MAX_BODIES] = {0};
    for (int i = 0; i < c->body_count; i++) {
        has_ik[i] = i % 2 == 0;
    }
    for (int frame = 0; frame < 20; frame++) {
        caper_transform root = at(caper_vec3_make(caper_sin((float)frame), 0, 0), 0);
        rest_into(c, &local);
        CHECK(caper_jiggle_update(jiggle, &root, has_ik, 1 / 30.0f, &local));
        for (int i = 0; i < c->body_count; i++) {
            bool same =
                memcmp(&local.bodies[i], &c->skeleton.rest_local[i], sizeof(caper_transform)) == 0;
            CHECK(same || !has_ik[i]);
            CHECK(same || i != c->root_body);
            *kept += has_ik[i] && same;
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_jiggle_destroy(jiggle);
}

static void bodies_with_ik_are_left_alone(void)
{
    int kept = 0;
    visit_creatures(keep_off, &kept);
    CHECK(kept > 10000);
}

static void a_jump_resets_and_a_saved_state_goes_on_the_same(void)
{
    caper_character *c = tailed(5);
    caper_jiggle *a = caper_jiggle_create(c, NULL, NULL), *b = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(a && b);
    caper_pose pa = caper_character_pose(c, NULL), pb = caper_character_pose(c, NULL);
    size_t size = caper_jiggle_save(a, NULL, 0);
    void *state = malloc(size);
    for (int frame = 0; frame < 60; frame++) {
        caper_transform root = at(caper_vec3_make(0.1f * caper_sin(0.4f * (float)frame), 0, 0), 0);
        rest_into(c, &pa);
        CHECK(caper_jiggle_update(a, &root, NULL, 1 / 60.0f, &pa));
        if (frame > 20) {
            rest_into(c, &pb);
            CHECK(caper_jiggle_update(b, &root, NULL, 1 / 60.0f, &pb));
            CHECK(memcmp(pa.bodies, pb.bodies, (size_t)c->body_count * sizeof *pa.bodies) == 0);
        }
        if (frame == 20) {
            CHECK(caper_jiggle_save(a, state, size) == size);
            CHECK(caper_jiggle_load(b, state, size, NULL));
            CHECK(!caper_jiggle_load(b, state, size - 1, NULL));
        }
    }
    CHECK(caper_jiggle_energy(a) > 0);
    caper_transform far = at(caper_vec3_make(100, 0, 0), 0);
    rest_into(c, &pa);
    CHECK(caper_jiggle_update(a, &far, NULL, 1 / 60.0f, &pa));
    CHECK(caper_jiggle_energy(a) == 0);
    CHECK(!caper_jiggle_update(a, &far, NULL, -1, &pa));
    CHECK(!caper_jiggle_update(a, &far, NULL, NAN, &pa));
    free(state);
    caper_pose_destroy(&pa, NULL);
    caper_pose_destroy(&pb, NULL);
    caper_jiggle_destroy(a);
    caper_jiggle_destroy(b);
    caper_character_destroy(c);
}

/// The largest bend after a walker stops, where the frame in which it stops lasts for `hitch`.
static float bend_after_stop(const caper_character *c, float hitch)
{
    caper_jiggle *jiggle = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(jiggle != NULL);
    caper_pose local = caper_character_pose(c, NULL);
    float worst = 0, way = 0;
    for (int frame = 0; frame < 240; frame++) {
        way += frame < 120 ? 0.5f / 60 : 0;
        caper_transform root = at(caper_vec3_make(way, 0, 0), 0);
        rest_into(c, &local);
        CHECK(caper_jiggle_update(jiggle, &root, NULL, frame == 120 ? hitch : 1 / 60.0f, &local));
        for (int i = 0; i < c->body_count; i++) {
            REQUIRE(caper_transform_is_valid(local.bodies[i], 1e-3f));
            float bend =
                caper_quat_angle(local.bodies[i].rotation, c->skeleton.rest_local[i].rotation);
            worst = frame < 120 ? 0 : caper_max(worst, bend);
        }
    }
    caper_pose_destroy(&local, NULL);
    caper_jiggle_destroy(jiggle);
    return worst;
}

/// A frame that lasts long (a file was read, a debugger held) is no kick and no end of the world.
static void a_hitch_is_not_a_kick(void)
{
    for (int links = 1; links <= 5; links += 2) {
        caper_character *c = tailed(links);
        float smooth = bend_after_stop(c, 1 / 60.0f);
        CHECK(smooth > 0.01f);
        for (float hitch = 0.02f; hitch < 1e5f; hitch *= 1.1f) {
            // what is made up for in a train of frames is a little too much in one
            CHECK(bend_after_stop(c, hitch) < 1.25f * smooth);
        }
        caper_character_destroy(c);
    }
}

/// Slivers of frames between frames do not change the motion.
static void a_sliver_of_a_frame_changes_nothing(void)
{
    caper_character *c = tailed(3);
    caper_jiggle *whole = caper_jiggle_create(c, NULL, NULL);
    caper_jiggle *split = caper_jiggle_create(c, NULL, NULL);
    REQUIRE(whole && split);
    caper_pose a = caper_character_pose(c, NULL), b = caper_character_pose(c, NULL);
    const float dt = 1 / 60.0f, sliver = 2e-5f;
    float bent = 0;
    for (int frame = 0; frame < 300; frame++) {
        for (int part = 0; part < 2; part++) {
            float t = dt * (float)frame - (part == 0 ? sliver : 0);
            caper_transform root = at(caper_vec3_make(0.1f * caper_sin(6 * t), 0, 0), 0);
            rest_into(c, &b);
            CHECK(caper_jiggle_update(split, &root, NULL, part ? sliver : dt - sliver, &b));
            rest_into(c, &a);
            CHECK(part == 0 || caper_jiggle_update(whole, &root, NULL, dt, &a));
        }
        for (int i = 0; i < c->body_count && frame > 2; i++) {
            CHECK_NEAR(caper_quat_angle(a.bodies[i].rotation, b.bodies[i].rotation), 0, 0.004);
            caper_quat rest = c->skeleton.rest_local[i].rotation;
            bent = caper_max(bent, caper_quat_angle(a.bodies[i].rotation, rest));
        }
    }
    CHECK(bent > 0.05f);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_jiggle_destroy(whole);
    caper_jiggle_destroy(split);
    caper_character_destroy(c);
}

static void memory_is_given_back_and_not_taken_later(void)
{
    caper_character *c = tailed(5);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_jiggle_def def = caper_jiggle_def_default();
    def.allocator = &allocator;
    caper_jiggle *jiggle = caper_jiggle_create(c, &def, NULL);
    REQUIRE(jiggle != NULL);
    long before = memory.alloc_count;
    caper_pose local = caper_character_pose(c, NULL);
    for (int frame = 0; frame < 1000; frame++) {
        caper_transform root = at(caper_vec3_make(0.01f * (float)(frame % 7), 0, 0), 0);
        CHECK(caper_jiggle_update(jiggle, &root, NULL, 0.001f * (float)(frame % 30), &local));
    }
    CHECK_INT(memory.alloc_count, before);
    caper_jiggle_destroy(jiggle);
    CHECK_MEMORY_EMPTY(&memory);
    memset(&memory, 0, sizeof memory);
    memory.fail_at = 1;
    CHECK(caper_jiggle_create(c, &def, NULL) == NULL);
    memset(&memory, 0, sizeof memory);
    memory.fail_at = 2;
    CHECK(caper_jiggle_create(c, &def, NULL) == NULL);
    CHECK_MEMORY_EMPTY(&memory);
    caper_pose_destroy(&local, NULL);
    caper_character_destroy(c);
}

TESTS(steady_travel_bends_nothing, a_steady_push_bends_a_tail_by_a_known_angle,
      a_link_follows_its_spring, energy_never_grows_once_the_body_rests,
      the_frame_rate_does_not_matter, a_hitch_is_not_a_kick, a_sliver_of_a_frame_changes_nothing,
      bodies_with_ik_are_left_alone, a_jump_resets_and_a_saved_state_goes_on_the_same,
      memory_is_given_back_and_not_taken_later)
