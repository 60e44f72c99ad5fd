// SPDX-License-Identifier: MIT
//
// Worlds: what the builder refuses, what the closed forms say about planes, boxes, stairs and
// platforms, scaling, and that the cost of a query does not grow with the world.
#include "world_fixture.h"

#include "world/world.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------- refusal

static void bad_parts_are_refused_with_a_reason(void)
{
    static const struct {
        caper_world_box box;
        const char *reason;
    } boxes[] = {
        {{{{0, 0, 0, 1}, {NAN, 0, 0}, 0}, {1, 1, 1}}, "position"},
        {{{{0, 0, 0, 1}, {0, 2e6f, 0}, 0}, {1, 1, 1}}, "position"},
        {{{{0, 0, 0, 0}, {0, 0, 0}, 0}, {1, 1, 1}}, "unit quaternion"},
        {{{{0, 0, NAN, 1}, {0, 0, 0}, 0}, {1, 1, 1}}, "unit quaternion"},
        {{{{0, 0, 0, 1}, {0, 0, 0}, 0}, {1, 0, 1}}, "half sizes"},
        {{{{0, 0, 0, 1}, {0, 0, 0}, 0}, {1, 1, INFINITY}}, "half sizes"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(boxes); i++) {
        caper_world_def def = caper_world_def_default();
        def.boxes = &boxes[i].box;
        def.box_count = 1;
        caper_error error = {0};
        CHECK(caper_world_create(&def, &error) == NULL);
        CHECK_INT(error.status, CAPER_ERROR_INVALID);
        CHECK_HAS(error.message, boxes[i].reason);
    }
}

static void bad_stairs_fields_and_ground_are_refused(void)
{
    caper_world_stairs good = {caper_transform_identity(), 3, 0.2f, 0.3f, 1, 0};
    caper_world_stairs stairs[7] = {good, good, good, good, good, good, good};
    stairs[0].count = 0;
    stairs[1].rise = -1;
    stairs[2].run = 0;
    stairs[3].width = NAN;
    stairs[4].landing = -0.1f;
    stairs[5].transform.rotation = caper_quat_from_axis_angle(vec(1, 0, 0), 0.1f);
    stairs[6].count = 10001;
    caper_error error;
    for (int i = 0; i < 7; i++) {
        caper_world_def def = caper_world_def_default();
        def.stairs = &stairs[i];
        def.stairs_count = 1;
        CHECK(caper_world_create(&def, &error) == NULL);
    }
    float heights[4] = {0, 0, 0, 0}, bad_heights[4] = {0, INFINITY, 0, 0};
    caper_world_field flat = {0, 0, 1, 2, 2, heights};
    caper_world_field fields[6] = {flat, flat, flat, flat, flat, flat};
    fields[0].columns = 1;
    fields[1].rows = 65537;
    fields[2].spacing = 0;
    fields[3].heights = NULL;
    fields[4].heights = bad_heights;
    fields[5].x = 1e6f, fields[5].spacing = 0.1f;
    for (int i = 0; i < 6; i++) {
        caper_world_def def = caper_world_def_default();
        def.fields = &fields[i];
        def.field_count = 1;
        CHECK(caper_world_create(&def, &error) == NULL);
    }
    caper_vec3 normals[3] = {{0, 0, 0}, {1, 0.05f, 0}, {0, -1, 0}};
    for (int i = 0; i < 3; i++) {
        caper_world_def def = caper_world_def_default();
        def.ground_normal = normals[i];
        CHECK(caper_world_create(&def, &error) == NULL);
    }
}

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void a_def_without_its_cookie_is_refused(void)
{
    caper_set_assert_hook(ignore_assert);
    caper_world_def def = {0};
    CHECK(caper_world_create(&def, NULL) == NULL);
    CHECK(caper_world_create(NULL, NULL) == NULL);
    def = caper_world_def_default();
    def.box_count = 1; // without boxes
    CHECK(caper_world_create(&def, NULL) == NULL);
    // a direction that is not unit is the caller's mistake, too: nothing is met
    caper_world *world = box_world(NULL, 0, true);
    CHECK_INT(caper_world_ray(world, NULL, vec(0, 1, 0), vec(0, -2, 0), 5).surface, 0);
    CHECK_INT(caper_world_ray(world, NULL, vec(0, 1, 0), vec(0, 0, 0), 5).surface, 0);
    caper_set_assert_hook(NULL);
    caper_world_destroy(world);
}

static void running_out_of_memory_is_reported(void)
{
    caper_world_box boxes[40];
    for (int i = 0; i < 40; i++)
        boxes[i] = box_at((float)i, 0, 0, 1, 1, 1);
    caper_world_def def = caper_world_def_default();
    def.boxes = boxes;
    def.box_count = 40;
    int failures = 0;
    for (long fail_at = 1; fail_at < 10; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_error error = {0};
        def.allocator = &allocator;
        caper_world *world = caper_world_create(&def, &error);
        if (!world) {
            CHECK_INT(error.status, CAPER_ERROR_MEMORY);
            failures++;
        }
        caper_world_destroy(world);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK_INT(failures, 2); // the block and the scratch of the tree
}

// ---------------------------------------------------------------------------- closed forms

static void nothing_is_met_where_nothing_is(void)
{
    caper_world *world = box_world(NULL, 0, false);
    const caper_world *both[2] = {world, NULL};
    for (int i = 0; i < 2; i++) {
        caper_hit hit = caper_world_height(both[i], NULL, 1, 2, INFINITY);
        CHECK_INT(hit.surface, CAPER_SURFACE_NONE);
        CHECK(hit.point.x == 1 && hit.point.y == 0 && hit.point.z == 2 && hit.normal.y == 1);
        hit = caper_world_distance(both[i], NULL, vec(0, 0, 0), 2);
        CHECK(hit.surface == CAPER_SURFACE_NONE && hit.distance == 2);
        hit = caper_world_ray(both[i], NULL, vec(0, 0, 0), vec(1, 0, 0), 3);
        CHECK(hit.surface == CAPER_SURFACE_NONE && hit.distance == 3 && hit.point.x == 3);
    }
    caper_world_destroy(world);
}

static void points_that_are_not_finite_meet_nothing(void)
{
    caper_world_box box = box_at(0, 0, 0, 1, 1, 1);
    caper_world *world = box_world(&box, 1, true);
    CHECK_INT(caper_world_height(world, NULL, NAN, 0, 9).surface, CAPER_SURFACE_NONE);
    CHECK_INT(caper_world_height(world, NULL, 0, 0, NAN).surface, CAPER_SURFACE_NONE);
    CHECK_INT(caper_world_distance(world, NULL, vec(0, INFINITY, 0), 9).surface, 0);
    CHECK_INT(caper_world_ray(world, NULL, vec(NAN, 0, 0), vec(0, 1, 0), 9).surface, 0);
    CHECK_INT(caper_world_ray(world, NULL, vec(0, 5, 0), vec(0, -1, 0), NAN).surface, 0);
    caper_capsule c = {vec(0, 3, 0), vec(0, NAN, 0), 1};
    CHECK_INT(caper_world_capsule(world, NULL, c, 9).surface, 0);
    caper_world_destroy(world);
}

static void sloping_ground_answers_as_its_plane(void)
{
    caper_world_def def = caper_world_def_default();
    def.ground_point = vec(1, 2, 3);
    def.ground_normal = vec(0.3f, 1, -0.4f);
    caper_world *world = must_create(&def);
    double n = sqrt(0.09 + 1 + 0.16);
    for (int i = 0; i < 20; i++) {
        float x = 3 * (float)i - 20, z = 7 - 2 * (float)i;
        double plane = 2 - 0.3 * ((double)x - 1) + 0.4 * ((double)z - 3);
        caper_hit hit = caper_world_height(world, NULL, x, z, INFINITY);
        CHECK_NEAR(hit.point.y, plane, 1e-5);
        CHECK_INT(hit.surface, CAPER_SURFACE_GROUND);
        CHECK_INT(caper_world_height(world, NULL, x, z, (float)plane - 1).surface, 0);
        hit = caper_world_distance(world, NULL, vec(x, (float)plane + 2, z), 9);
        CHECK_NEAR(hit.distance, 2 / n, 1e-5);
        CHECK_NEAR(hit.normal.x, 0.3 / n, 1e-6);
        hit = caper_world_ray(world, NULL, vec(x, (float)plane + 2, z), vec(0, -1, 0), 3);
        CHECK_NEAR(hit.distance, 2, 1e-5);
        hit = caper_world_ray(world, NULL, vec(x, (float)plane + 2, z), vec(0, -1, 0), 1.9f);
        CHECK_INT(hit.surface, CAPER_SURFACE_NONE);
        hit = caper_world_ray(world, NULL, vec(x, (float)plane - 1, z), vec(0, -1, 0), 9);
        CHECK(hit.surface == CAPER_SURFACE_GROUND && hit.distance == 0);
        caper_capsule c = {vec(x, (float)plane + 2, z), vec(x, (float)plane + 5, z), 0.5f};
        hit = caper_world_capsule(world, NULL, c, 9);
        CHECK_NEAR(hit.distance, 2 / n - 0.5, 1e-5);
    }
    caper_world_destroy(world);
}

static void the_highest_surface_not_above_the_start_counts(void)
{
    // three floors above one another, and a box through the middle one
    caper_world_box boxes[] = {box_at(0, 1, 0, 2, 0.1f, 2), box_at(0, 3, 0, 2, 0.1f, 2),
                               box_at(0, 1, 0, 0.5f, 0.6f, 0.5f)};
    caper_world *world = box_world(boxes, 3, true);
    CHECK_NEAR(caper_world_height(world, NULL, 1, 1, INFINITY).point.y, 3.1, 1e-6);
    caper_hit hit = caper_world_height(world, NULL, 1, 1, 3);
    CHECK_NEAR(hit.point.y, 1.1, 1e-6);
    CHECK_NEAR(hit.distance, 1.9, 1e-6);
    CHECK_INT(hit.index, 0);
    CHECK_NEAR(caper_world_height(world, NULL, 1, 1, 1).point.y, 0, 0);
    CHECK_NEAR(caper_world_height(world, NULL, 0, 0, 2).point.y, 1.6, 1e-6);
    // inside the box its top is above, the floor inside it is not
    CHECK_NEAR(caper_world_height(world, NULL, 0, 0, 1.5f).point.y, 1.1, 1e-6);
    CHECK_INT(caper_world_height(world, NULL, 1, 1, -1).surface, CAPER_SURFACE_NONE);
    CHECK_INT(caper_world_height(world, NULL, 0, 0, boxes[1].half.y + 3).index, 1);
    caper_world_destroy(world);
}

static void a_tilted_box_is_as_high_as_its_upper_faces(void)
{
    // turned by 45 degrees about Z: a ridge at sqrt(2), down to 0 at the sides
    caper_world_box box = box_at(0, 0, 0, 1, 1, 1);
    box.transform.rotation = caper_quat_from_axis_angle(vec(0, 0, 1), 0.25f * CAPER_PI);
    caper_world *world = box_world(&box, 1, false);
    double ridge = sqrt(2);
    for (int i = -13; i <= 13; i++) {
        float x = 0.1f * (float)i + 0.001f;
        caper_hit hit = caper_world_height(world, NULL, x, 0.5f, INFINITY);
        CHECK_NEAR(hit.point.y, ridge - fabs((double)x), 1e-5);
        CHECK_NEAR(hit.normal.x, x < 0 ? -sqrt(0.5) : sqrt(0.5), 1e-6);
        CHECK_NEAR(hit.normal.y, sqrt(0.5), 1e-6);
    }
    CHECK_INT(caper_world_height(world, NULL, 1.5f, 0, INFINITY).surface, CAPER_SURFACE_NONE);
    CHECK_INT(caper_world_height(world, NULL, 0, 1.1f, INFINITY).surface, CAPER_SURFACE_NONE);
    caper_world_destroy(world);
}

static void rays_meet_solids_from_outside_only(void)
{
    caper_world_box box = box_at(0, 0, 0, 1, 1, 1);
    caper_world *world = box_world(&box, 1, false);
    static const struct {
        caper_vec3 origin, direction;
        float length, distance; // negative: not met
    } rays[] = {
        {{5, 0, 0}, {-1, 0, 0}, 10, 4},      // head on
        {{5, 0, 0}, {-1, 0, 0}, 4, 4},       // just long enough
        {{5, 0, 0}, {-1, 0, 0}, 3.999f, -1}, // too short
        {{5, 0, 0}, {1, 0, 0}, 10, -1},      // away
        {{0, 0, 0}, {1, 0, 0}, 10, 0},       // from inside
        {{0, 0, 0}, {1, 0, 0}, 0, 0},        // from inside, without length
        {{1, 0, 0}, {1, 0, 0}, 10, -1},      // off a face
        {{1, 0, 0}, {-1, 0, 0}, 10, 0},      // into a face
        {{1, 0, 0}, {-1, 0, 0}, 0, 0},       // into a face, without length
        {{2, 0, 0}, {-1, 0, 0}, 0, -1},      // outside, without length
        {{5, 1, 0}, {-1, 0, 0}, 10, -1},     // along a face
        {{5, 1, 1}, {-1, 0, 0}, 10, -1},     // along an edge
        {{5, 1.0001f, 0}, {-1, 0, 0}, 10, -1}, {{5, 0.9999f, 0}, {-1, 0, 0}, 10, 4},
        {{1, 1, 1}, {0, -1, 0}, 10, -1}, // down an edge
        {{5, 0, 0}, {-1, 0, 0}, INFINITY, 4},
    };
    for (int i = 0; i < CAPER_COUNT_OF(rays); i++) {
        caper_hit hit =
            caper_world_ray(world, NULL, rays[i].origin, rays[i].direction, rays[i].length);
        bool met = rays[i].distance >= 0;
        if (!CHECK_INT(hit.surface, met ? CAPER_SURFACE_BOX : CAPER_SURFACE_NONE))
            fprintf(stderr, "ray %d\n", i);
        if (met)
            CHECK_NEAR(hit.distance, rays[i].distance, 1e-6);
    }
    caper_world_destroy(world);
}

static void a_ray_from_inside_names_the_surface_and_its_nearest_face(void)
{
    caper_world_box box = box_at(0, 0, 0, 1, 2, 3);
    caper_world *world = box_world(&box, 1, false);
    caper_hit hit = caper_world_ray(world, NULL, vec(0, 1.9f, 0), vec(1, 0, 0), 5);
    CHECK(hit.surface == CAPER_SURFACE_BOX && hit.distance == 0 && hit.normal.y == 1);
    CHECK(hit.point.y == 1.9f);
    caper_world_destroy(world);

    float heights[4] = {1, 1, 1, 1};
    caper_world_field field = {0, 0, 1, 2, 2, heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    world = must_create(&def);
    hit = caper_world_ray(world, NULL, vec(0.5f, 0, 0.5f), vec(0, 1, 0), 5);
    CHECK(hit.surface == CAPER_SURFACE_FIELD && hit.distance == 0 && hit.normal.y == 1);
    // beyond the border there is nothing, and from below it is not met
    CHECK_INT(caper_world_ray(world, NULL, vec(-1, 0, 0.5f), vec(0, 1, 0), 5).surface, 0);
    caper_vec3 d = caper_vec3_normalize(vec(1, 1, 0));
    CHECK_INT(caper_world_ray(world, NULL, vec(-0.5f, 0.4f, 0.5f), d, 5).surface, 0);
    hit = caper_world_ray(world, NULL, vec(0.5f, 3, 0.5f), vec(0, -1, 0), INFINITY);
    CHECK_NEAR(hit.distance, 2, 1e-6);
    hit = caper_world_distance(world, NULL, vec(-3, -3, 0.5f), INFINITY);
    CHECK_NEAR(hit.distance, 5, 1e-6); // to the rim
    hit = caper_world_distance(world, NULL, vec(0.5f, -3, 0.5f), INFINITY);
    CHECK_NEAR(hit.distance, -4, 1e-6);
    CHECK_NEAR(hit.normal.y, 1, 1e-6);
    caper_world_destroy(world);
}

static void stairs_rise_as_they_say(void)
{
    static const float sizes[] = {0.1f, 1, 10};
    for (int k = 0; k < 3; k++) {
        float s = sizes[k];
        caper_world_stairs stairs = {.count = 7, .rise = 0.17f * s, .run = 0.29f * s};
        stairs.width = 1.2f * s, stairs.landing = 0.8f * s;
        stairs.transform =
            caper_transform_make(caper_quat_from_yaw(0.7f), vec(2 * s, 0.5f * s, -s));
        caper_world_def def = caper_world_def_default();
        def.has_ground = false;
        def.stairs = &stairs;
        def.stairs_count = 1;
        caper_world *world = must_create(&def);
        int count;
        const caper_world_box *boxes = NULL;
        count = caper_world_boxes(world, &boxes);
        CHECK_INT(count, 7);
        CHECK_NEAR(boxes[6].half.y, 0.5 * 7 * 0.17 * (double)s, 1e-6 * (double)s);
        for (int i = 0; i < 400; i++) {
            float z = (0.01f * (float)i - 0.5f) * s, x = 0.05f * s * (float)(i % 11 - 5);
            double step = floor((double)z / (double)stairs.run);
            if (fabs((double)z / (double)stairs.run - round((double)z / (double)stairs.run)) < 1e-3)
                continue;
            double back = 7 * (double)stairs.run + (double)stairs.landing;
            if (fabs((double)z - back) < 1e-3 * (double)s)
                continue;
            bool on = step >= 0 && (double)z < back;
            double rise = fmin(step + 1, 7) * (double)stairs.rise;
            caper_vec3 p = caper_transform_mul_point(stairs.transform, vec(x, 0, z));
            caper_hit hit = caper_world_height(world, NULL, p.x, p.z, INFINITY);
            CHECK_INT(hit.surface, on ? CAPER_SURFACE_BOX : CAPER_SURFACE_NONE);
            if (!on)
                continue;
            CHECK_NEAR(hit.point.y, 0.5 * (double)s + rise, 2e-6 * (double)s);
            CHECK_NEAR(hit.normal.y, 1, 1e-6);
            // a toe a hair under the tread is pushed up, also right in front of the next riser
            float depth = 0.004f * s;
            caper_hit in = caper_world_distance(world, NULL, vec(p.x, hit.point.y - depth, p.z), s);
            double front = (double)z - step * (double)stairs.run;
            if (front > 0.005 * (double)s && step < 7) {
                CHECK_NEAR(in.distance, -depth, 4e-6 * (double)s);
                CHECK_NEAR(in.normal.y, 1, 1e-5);
            }
        }
        caper_world_destroy(world);
    }
}

static void the_surface_of_a_turning_platform_moves_with_it(void)
{
    caper_platform platform = {box_at(1, 2, 3, 2, 0.5f, 2), {0.5f, 0, 0}, {0, 2, 0}};
    caper_obstacle obstacle = {{vec(0, 10, 0), vec(0, 12, 0), 0.5f}, {0, 0, 7}, 4, 5};
    caper_world_frame frame = {&platform, 1, &obstacle, 1, NULL, 0};
    caper_world *world = box_world(NULL, 0, true);
    caper_hit hit = caper_world_height(world, &frame, 2, 3, INFINITY);
    CHECK_INT(hit.surface, CAPER_SURFACE_PLATFORM);
    CHECK_NEAR(hit.point.y, 2.5, 1e-6);
    // v + w x r with r = (1, 0.5, 0): (0.5, 0, 0) + (0, 0, -2)
    CHECK_NEAR(hit.velocity.x, 0.5, 1e-6);
    CHECK_NEAR(hit.velocity.y, 0, 1e-6);
    CHECK_NEAR(hit.velocity.z, -2, 1e-6);
    // the same, by moving the platform for a short time and following a material point
    float dt = 1e-3f;
    caper_vec3 local = caper_transform_unmul_point(platform.box.transform, hit.point);
    caper_transform later = platform.box.transform;
    later.position = caper_vec3_add_scaled(later.position, platform.velocity, dt);
    later.rotation = caper_quat_integrate(later.rotation, platform.angular_velocity, dt);
    caper_vec3 moved = caper_vec3_sub(caper_transform_mul_point(later, local), hit.point);
    CHECK_NEAR(caper_vec3_distance(caper_vec3_scale(moved, 1 / dt), hit.velocity), 0, 5e-3);

    // obstacles are met by all but height
    CHECK_INT(caper_world_height(world, &frame, 0, 0, INFINITY).surface, CAPER_SURFACE_GROUND);
    hit = caper_world_distance(world, &frame, vec(1, 11, 0), 2);
    CHECK_INT(hit.surface, CAPER_SURFACE_OBSTACLE);
    CHECK_NEAR(hit.distance, 0.5, 1e-6);
    CHECK_NEAR(hit.velocity.z, 7, 0);
    CHECK_NEAR(caper_world_ray(world, &frame, vec(9, 11, 0), vec(-1, 0, 0), 20).distance, 8.5,
               1e-5);
    CHECK_NEAR(caper_world_ray(world, &frame, vec(0, 20, 0), vec(0, -1, 0), 20).distance, 7.5,
               1e-5);
    caper_capsule c = {vec(2, 11, -5), vec(2, 11, 5), 0.25f};
    CHECK_NEAR(caper_world_capsule(world, &frame, c, 9).distance, 2 - 0.75, 1e-6);
    caper_world_destroy(world);
}

static void targets_are_found_by_name(void)
{
    caper_target targets[3] = {{.name = "ball"}, {.name = NULL}, {.name = "balloon"}};
    caper_world_frame frame = {.targets = targets, .target_count = 3};
    CHECK(caper_world_find_target(&frame, "balloon") == &targets[2]);
    CHECK(caper_world_find_target(&frame, "ball") == &targets[0]);
    CHECK(caper_world_find_target(&frame, "bal") == NULL);
    CHECK(caper_world_find_target(NULL, "ball") == NULL);
    CHECK(caper_world_find_target(&frame, NULL) == NULL);
}

static void capsules_may_be_points(void)
{
    caper_capsule point = {vec(0, 0, 0), vec(0, 0, 0), 0}, ball = {vec(3, 4, 0), vec(3, 4, 0), 1};
    caper_capsule rod = {vec(0, 2, -1), vec(0, 2, 1), 0.5f}, twin = rod;
    CHECK_NEAR(caper_capsule_distance(point, ball), 4, 1e-6);
    CHECK_NEAR(caper_capsule_distance(point, point), 0, 0);
    CHECK_NEAR(caper_capsule_distance(point, rod), 1.5, 1e-6);
    CHECK_NEAR(caper_capsule_distance(rod, twin), -1, 1e-6);
    twin.a.y = twin.b.y = 4;
    CHECK_NEAR(caper_capsule_distance(rod, twin), 1, 1e-6);
    caper_capsule across = {vec(-1, 2, 0), vec(1, 2, 0), 0.25f};
    CHECK_NEAR(caper_capsule_distance(rod, across), -0.75, 1e-6);
    // the answer has a direction even on the axis itself
    caper_obstacle obstacle = {.capsule = rod};
    caper_world_frame frame = {.obstacles = &obstacle, .obstacle_count = 1};
    caper_hit hit = caper_world_distance(NULL, &frame, vec(0, 2, 0.5f), 1);
    CHECK_NEAR(hit.distance, -0.5, 1e-6);
    CHECK_NEAR(caper_vec3_length(hit.normal), 1, 1e-6);
    CHECK_NEAR(hit.normal.z, 0, 1e-6);
}

static void neighbouring_fields_have_no_gap_between_them(void)
{
    // pairs of tiles that meet at coordinates which no float holds exactly
    float heights[31 * 31] = {0};
    caper_rng rng = caper_rng_make(17);
    for (int i = 0; i < 500; i++) {
        float spacing = caper_rng_range(&rng, 0.05f, 0.15f), x = caper_rng_range(&rng, -30, 30);
        caper_world_field fields[2] = {{x, -0.5f, spacing, 31, 31, heights},
                                       {x + 30 * spacing, -0.5f, spacing, 31, 31, heights}};
        caper_world_def def = caper_world_def_default();
        def.has_ground = false;
        def.fields = fields;
        def.field_count = 2;
        caper_world *world = must_create(&def);
        x = fields[1].x;
        for (int k = 0; k < 6; k++) {
            CHECK_INT(caper_world_height(world, NULL, x, 0, 1).surface, CAPER_SURFACE_FIELD);
            x = nextafterf(x, -INFINITY);
        }
        caper_world_destroy(world);
    }
}

// Every answer about a scaled world is that of the world itself, scaled.
static void a_scaled_world_answers_in_proportion(void)
{
    static const char *const names[] = {"slope", "stairs", "hills", "rubble"};
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "worlds/%s.world.json", names[i]);
        caper_world *world = caper_world_load(test_data_path(path), NULL, NULL);
        REQUIRE(world != NULL);
        const float scale = 0.125f; // exact, so that edges fall where they did
        caper_world *small = caper_world_scaled(world, scale, NULL, NULL);
        REQUIRE(small != NULL);
        CHECK_STR(caper_world_name(small), names[i]);
        float highest = 0;
        for (int k = 0; k < 2000; k++) {
            caper_vec3 p = random_vec(&rng, vec(-1, 0, 0), vec(1, 1, 8));
            caper_hit a = caper_world_height(world, NULL, p.x, p.z, INFINITY);
            caper_hit b = caper_world_height(small, NULL, scale * p.x, scale * p.z, INFINITY);
            CHECK_INT(b.surface, a.surface);
            CHECK_NEAR(b.point.y, scale * a.point.y, 1e-6);
            CHECK(caper_vec3_distance(a.normal, b.normal) < 1e-5f);
            a = caper_world_distance(world, NULL, p, INFINITY);
            b = caper_world_distance(small, NULL, caper_vec3_scale(p, scale), INFINITY);
            CHECK_NEAR(b.distance, scale * a.distance, 1e-6);
            highest = fmaxf(highest, a.point.y);
        }
        CHECK(highest > 0.1f); // there was something to compare
        caper_world_destroy(small);
        CHECK(caper_world_scaled(world, 0, NULL, NULL) == NULL);
        CHECK(caper_world_scaled(world, -1, NULL, NULL) == NULL);
        CHECK(caper_world_scaled(world, NAN, NULL, NULL) == NULL);
        CHECK(caper_world_scaled(world, 1e6f, NULL, NULL) == NULL);
        caper_world_destroy(world);
    }
    CHECK(caper_world_scaled(NULL, 1, NULL, NULL) == NULL);
}

// ------------------------------------------------------------------------------------ cost

typedef struct cost {
    int height, distance, ray, capsule;
} cost;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static cost measure(const caper_world *world, float extent)
{
    caper_rng rng = caper_rng_make(11);
    cost most = {0};
    long total[4] = {0};
    for (int i = 0; i < 2000; i++) {
        caper_vec3 p = random_vec(&rng, vec(-extent, 0, -extent), vec(extent, 1.5f, extent));
        caper_vec3 d = caper_vec3_normalize(random_vec(&rng, vec(-1, -1, 0.3f), vec(1, -1, 0.3f)));
        caper_capsule c = {p, caper_vec3_add_scaled(p, d, 0.5f), 0.1f};
        int visits[4] = {caperi_world_height(world, NULL, p.x, p.z, INFINITY).visits,
                         caperi_world_distance(world, NULL, p, 0.5f).visits,
                         caperi_world_ray(world, NULL, p, d, 2).visits,
                         caperi_world_capsule(world, NULL, c, 0.2f).visits};
        most.height = larger(most.height, visits[0]);
        most.distance = larger(most.distance, visits[1]);
        most.ray = larger(most.ray, visits[2]);
        most.capsule = larger(most.capsule, visits[3]);
        for (int k = 0; k < 4; k++)
            total[k] += visits[k];
    }
    printf("    visits, mean (most): height %.1f (%d), distance %.1f (%d), ray %.1f (%d), "
           "capsule %.1f (%d)\n",
           (double)total[0] / 2000, most.height, (double)total[1] / 2000, most.distance,
           (double)total[2] / 2000, most.ray, (double)total[3] / 2000, most.capsule);
    return most;
}

static caper_world *field_of(int side, float *heights)
{
    caper_world_field field = {
        -0.25f * (float)(side - 1), -0.25f * (float)(side - 1), 0.5f, side, side, heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    return must_create(&def);
}

// 1,000 times the samples, and not one more visit than the small field has, but for the luck of
// the draw.
static void a_query_of_a_field_costs_the_same_at_any_size(void)
{
    enum {
        SIDE = 2048
    };
    float *heights = malloc((size_t)SIDE * SIDE * sizeof *heights);
    REQUIRE(heights != NULL);
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = caper_rng_range(&rng, 0, 0.6f);
    caper_world *small = field_of(65, heights), *huge = field_of(SIDE, heights);
    cost a = measure(small, 15), b = measure(huge, 500);
    CHECK_INT(a.height, 1);
    CHECK_INT(b.height, 1);
    CHECK(b.distance <= a.distance + 20);
    CHECK(b.ray <= a.ray + 20);
    CHECK(b.capsule <= a.capsule + 40);
    CHECK(b.distance < 150 && b.ray < 100 && b.capsule < 300);
    caper_world_destroy(small);
    caper_world_destroy(huge);
    free(heights);
}

static caper_world *boxes_on_a_plain(int side)
{
    int count = side * side;
    caper_world_box *boxes = malloc((size_t)count * sizeof *boxes);
    REQUIRE(boxes != NULL);
    caper_rng rng = caper_rng_make(2);
    for (int i = 0; i < count; i++) {
        float x = (float)(i % side) - 0.5f * (float)side,
              z = (float)(i / side) - 0.5f * (float)side;
        float half = caper_rng_range(&rng, 0.1f, 0.6f);
        boxes[i] = box_at(x, 0.2f, z, half, 0.3f, 0.7f - half);
    }
    caper_world *world = box_world(boxes, count, true);
    free(boxes);
    return world;
}

// 1,600 times the boxes: the tree is five levels deeper at most, a few visits each.
static void a_query_of_boxes_costs_a_few_levels_more_at_any_number(void)
{
    caper_world *small = boxes_on_a_plain(12), *huge = boxes_on_a_plain(480);
    cost a = measure(small, 5), b = measure(huge, 230);
    CHECK(b.height <= a.height + 24);
    CHECK(b.distance <= a.distance + 24);
    CHECK(b.ray <= a.ray + 32);
    CHECK(b.capsule <= a.capsule + 32);
    caper_world_destroy(small);
    caper_world_destroy(huge);
}

static void queries_never_allocate(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_set_default_allocator(&allocator);
    caper_world *world = boxes_on_a_plain(10);
    long before = memory.alloc_count;
    CHECK(before > 0);
    measure(world, 5);
    CHECK_INT(memory.alloc_count, before);
    caper_world_destroy(world);
    CHECK_MEMORY_EMPTY(&memory);
    caper_set_default_allocator(NULL);
}

// A part that was taken out answers as the whole does, inside it, at its border and beyond it.
static void a_focus_answers_with_the_same_bits_as_its_world(void)
{
    static const char *const names[] = {"stairs", "hills", "rubble"};
    caper_platform platform = {box_at(0, 1, 2, 0.5f, 0.2f, 0.5f), {1, 2, 3}, {3, 2, 1}};
    caper_world_frame frame = {&platform, 1, NULL, 0, NULL, 0};
    int few = 0, different = 0, known = 0;
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "worlds/%s.world.json", names[i]);
        caper_world *world = caper_world_load(test_data_path(path), NULL, NULL);
        REQUIRE(world != NULL);
        caper_rng rng = caper_rng_make(6);
        caper_vec3 p = {0, 0, 0};
        for (int k = 0; k < 100; k++) {
            caper_vec3 center = random_vec(&rng, vec(-2, 0, 0), vec(2, 0, 8));
            caperi_focus focus;
            caperi_world_focus(world, center, caper_rng_range(&rng, 0.1f, 1.5f), &focus);
            few += focus.count >= 0;
            for (int n = 0; n < 50; n++) {
                // now and then somewhere else, and mostly near where it was, as points of a sole
                caper_vec3 far = random_vec(&rng, vec(-2, -0.2f, -2), vec(2, 1.5f, 2));
                caper_vec3 by = random_vec(&rng, vec(-1, -1, -1), vec(1, 1, 1));
                p = n % 5 ? caper_vec3_add_scaled(p, by, 0.1f)
                          : vec(far.x + center.x, far.y, far.z + center.z);
                const caper_world_frame *moving = n % 7 == 6 ? &frame : NULL;
                caper_hit a = caper_world_height(world, moving, p.x, p.z, p.y);
                const caperi_focus_answer *by_heart =
                    caperi_focus_knows(&focus, moving, p.x, p.z, p.y);
                if (by_heart) {
                    float top = a.surface == CAPER_SURFACE_NONE ? -INFINITY : a.point.y;
                    different += by_heart->top != top;
                    known++;
                }
                caper_hit b = caperi_focus_height(&focus, world, moving, p.x, p.z, p.y);
                different += memcmp(&a, &b, sizeof a) != 0;
            }
        }
        caper_world_destroy(world);
    }
    CHECK_INT(different, 0);
    CHECK(few > 200 && known > 300);
}

// One constant for every compiler, optimization and instruction set.
static void answers_are_the_same_bits_everywhere(void)
{
    static const char *const names[] = {"stairs", "hills", "rubble"};
    caper_platform platform = {box_at(0, 1, 2, 0.5f, 0.2f, 0.5f), {1, 2, 3}, {3, 2, 1}};
    caper_obstacle obstacle = {{vec(1, 1, 3), vec(1.2f, 0.2f, 3.5f), 0.2f}, {0, 1, 0}, 0, 0};
    caper_world_frame frame = {&platform, 1, &obstacle, 1, NULL, 0};
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "worlds/%s.world.json", names[i]);
        caper_world *world = caper_world_load(test_data_path(path), NULL, NULL);
        REQUIRE(world != NULL);
        caper_rng rng = caper_rng_make(5);
        for (int k = 0; k < 2000; k++) {
            caper_vec3 p = random_vec(&rng, vec(-2, -0.2f, 0), vec(2, 1.5f, 8));
            caper_vec3 d =
                caper_vec3_normalize(random_vec(&rng, vec(-1, -1, 0.5f), vec(1, 1, 0.5f)));
            caper_capsule c = {p, caper_vec3_add(p, d), 0.1f};
            caper_hit hits[4] = {caper_world_height(world, &frame, p.x, p.z, p.y),
                                 caper_world_distance(world, &frame, p, 1),
                                 caper_world_ray(world, &frame, p, d, 3),
                                 caper_world_capsule(world, &frame, c, 1)};
            hash = caper_hash64(hits, sizeof hits, hash);
        }
        caper_world_destroy(world);
    }
    if (!CHECK(hash == UINT64_C(0x8177c5904225360d)))
        fprintf(stderr, "the hash is 0x%016llx\n", (unsigned long long)hash);
}

TESTS(bad_parts_are_refused_with_a_reason, bad_stairs_fields_and_ground_are_refused,
      a_def_without_its_cookie_is_refused, running_out_of_memory_is_reported,
      nothing_is_met_where_nothing_is, points_that_are_not_finite_meet_nothing,
      sloping_ground_answers_as_its_plane, the_highest_surface_not_above_the_start_counts,
      a_tilted_box_is_as_high_as_its_upper_faces, rays_meet_solids_from_outside_only,
      a_ray_from_inside_names_the_surface_and_its_nearest_face, stairs_rise_as_they_say,
      the_surface_of_a_turning_platform_moves_with_it, targets_are_found_by_name,
      capsules_may_be_points, neighbouring_fields_have_no_gap_between_them,
      a_scaled_world_answers_in_proportion, a_query_of_a_field_costs_the_same_at_any_size,
      a_query_of_boxes_costs_a_few_levels_more_at_any_number, queries_never_allocate,
      a_focus_answers_with_the_same_bits_as_its_world, answers_are_the_same_bits_everywhere)
