// SPDX-License-Identifier: MIT
//
// Routes: what a walk is told to do so that it goes along a shape or through points.
#include "caper/gait.h"
#include "test.h"

#include <math.h>

// Where a body is that does exactly as it is told.
static caper_root follow(caper_route *route, float seconds)
{
    const float dt = 1 / 60.0f;
    caper_root at = {0, 0, 0, 0};
    for (int i = 0; i < (int)(seconds / dt + 0.5f); i++) {
        caper_vec3 v = caper_route_velocity(route, (float)i * dt, at);
        CHECK(v.y == 0 && caper_vec3_length(v) <= route->speed * 1.0001f);
        at.x += v.x * dt;
        at.z += v.z * dt;
    }
    return at;
}

static void a_straight_way_leads_ahead(void)
{
    caper_route route = caper_route_default();
    route.speed = 1.5f;
    caper_root at = follow(&route, 4);
    CHECK_NEAR(at.x, 0, 1e-5);
    CHECK_NEAR(at.z, 6, 1e-4);
}

static void a_circle_has_a_radius_of_six_legs_and_closes(void)
{
    caper_route route = caper_route_default();
    route.shape = CAPER_ROUTE_CIRCLE;
    route.length = 0.5f;
    route.speed = 2;
    float around = CAPER_TAU * 6 * route.length / route.speed; // seconds
    caper_route half = route;
    caper_root there = follow(&half, around / 2), back = follow(&route, around);
    CHECK_NEAR(there.x, 6, 0.05); // twice the radius, to the left
    CHECK_NEAR(there.z, 0, 0.05);
    CHECK_NEAR(hypotf(back.x, back.z), 0, 0.05);
}

static void a_curve_winds_about_its_line(void)
{
    caper_route route = caper_route_default();
    route.shape = CAPER_ROUTE_CURVE;
    float cycle = CAPER_TAU * 6 * route.length / route.speed;
    for (float part = 0.25f; part < 1; part += 0.5f) { // farthest to either side
        caper_vec3 v = caper_route_velocity(&route, part * cycle, (caper_root){0, 0, 0, 0});
        CHECK_NEAR(atan2f(v.x, v.z), part < 0.5f ? 0.9 : -0.9, 1e-4);
    }
}

static void points_are_passed_in_order_and_the_last_one_is_reached(void)
{
    const caper_vec3 points[] = {{0, 5, 3}, {2, 0, 3}, {2, -5, 0}};
    caper_route route = caper_route_default();
    route.shape = CAPER_ROUTE_POINTS;
    route.points = points;
    route.point_count = 3;
    caper_route first = route;
    caper_root at = follow(&first, 3);
    CHECK(at.z > 2.5f && at.x < 1); // about the first corner
    at = follow(&route, 20);
    CHECK(hypotf(at.x - 2, at.z) < 0.31f * route.length);
    CHECK(caper_vec3_length(caper_route_velocity(&route, 20, at)) == 0);
    route.point_count = 0; // nowhere to go
    CHECK(caper_vec3_length(caper_route_velocity(&route, 21, at)) == 0);
}

static void a_random_way_changes_and_is_the_same_for_its_seed(void)
{
    caper_route a = caper_route_default(), b, c;
    a.shape = CAPER_ROUTE_RANDOM;
    b = c = a;
    c.rng = caper_rng_make(2);
    caper_root x = follow(&a, 10), y = follow(&b, 10), z = follow(&c, 10);
    CHECK(x.x == y.x && x.z == y.z);
    CHECK(x.x != z.x);
    CHECK_STR(caper_route_shape_name(CAPER_ROUTE_RANDOM), "random");
    CHECK(!caper_route_shape_name(CAPER_ROUTE_SHAPE_COUNT));
}

TESTS(a_straight_way_leads_ahead, a_circle_has_a_radius_of_six_legs_and_closes,
      a_curve_winds_about_its_line, points_are_passed_in_order_and_the_last_one_is_reached,
      a_random_way_changes_and_is_the_same_for_its_seed)
