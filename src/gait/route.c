// SPDX-License-Identifier: MIT
//
// Routes for a walk: which velocity to command at a time and place. The body moves as its gait
// allows, so a route through points uses where the body is; the others depend on time alone.
#include "caper/gait.h"

#include <math.h>
#include <string.h>

// Leg lengths and seconds of a person; chosen by eye so that every shipped body can follow.
#define PERSON_LEG 0.9f // metres
#define RADIUS 6.0f     // leg lengths, of circle and curve
#define WINDING 0.9f    // radians by which the curve turns to either side
#define PASSED 0.3f     // leg lengths from a point at which the next one is aimed at
#define SOONEST 0.4f    // seconds between changes of a random way, at least,
#define LATEST 2.0f     // and at most

const char *caper_route_shape_name(caper_route_shape shape)
{
    static const char *const names[] = {"straight", "circle", "curve", "random", "points"};
    return (unsigned)shape < CAPER_ROUTE_SHAPE_COUNT ? names[shape] : NULL;
}

caper_route caper_route_default(void)
{
    caper_route route;
    memset(&route, 0, sizeof route);
    route.speed = 1;
    route.length = PERSON_LEG;
    route.rng = caper_rng_make(1);
    return route;
}

static caper_vec3 along(float yaw, float speed)
{
    return caper_vec3_make(speed * caper_sin(yaw), 0, speed * caper_cos(yaw));
}

static caper_vec3 wander(caper_route *r, float dt)
{
    r->change -= dt;
    if (r->change <= 0) {
        float speed = r->speed * caper_rng_float(&r->rng);
        r->velocity = along(caper_rng_range(&r->rng, -CAPER_PI, CAPER_PI), speed);
        r->change = caper_rng_range(&r->rng, SOONEST, LATEST) * sqrtf(r->length / PERSON_LEG);
    }
    return r->velocity;
}

static caper_vec3 to_next_point(caper_route *r, caper_root at)
{
    for (; r->next < r->point_count; r->next++) {
        caper_vec3 point = r->points[r->next];
        caper_vec3 way = caper_vec3_make(point.x - at.x, 0, point.z - at.z);
        float distance = caper_vec3_length(way);
        if (distance > PASSED * r->length) {
            // slow down for the last point
            float stop = r->next == r->point_count - 1 ? distance / r->length : 1;
            return caper_vec3_scale(way, r->speed * caper_min(stop, 1) / distance);
        }
    }
    return caper_vec3_zero();
}

caper_vec3 caper_route_velocity(caper_route *route, float time, caper_root at)
{
    float dt = time - route->time;
    float turned = route->speed * time / (RADIUS * route->length);
    route->time = time;
    switch (route->shape) {
    case CAPER_ROUTE_CIRCLE:
        return along(turned, route->speed);
    case CAPER_ROUTE_CURVE:
        return along(WINDING * caper_sin(turned), route->speed);
    case CAPER_ROUTE_RANDOM:
        return wander(route, dt);
    case CAPER_ROUTE_POINTS:
        return to_next_point(route, at);
    default:
        return along(0, route->speed);
    }
}
