// SPDX-License-Identifier: MIT
//
// The closest point in the intersection of balls (paper 001, section 5.1 and appendix): the point
// itself when it is inside; else the closest point lies on a sphere, on the circle of two spheres,
// or at a vertex of three.
//
// A closest point on one sphere, seen from outside, that lies in all balls is the answer, since the
// intersection is part of that ball. The paper then takes the best circle point before it looks at
// vertices; a circle's own closest point may lie in all balls and still be farther than a vertex,
// so here the best of both is taken. The sets are convex: the answer is unique and moves
// continuously with the balls as long as they meet. Work is in double and relative to the largest
// finite ball.
#include "puppet/balls.h"

#include <math.h>
#include <stdbool.h>

#define SLACK 1e-9 // of the scale: how far outside still counts as inside

typedef struct point3 {
    double x, y, z;
} point3;

typedef struct sphere {
    point3 center;
    double radius;
    float importance;
} sphere;

/// The search: what is allowed, and the best so far.
typedef struct search {
    sphere spheres[CAPERI_MAX_BALLS];
    int count;
    double slack;
    point3 from, best;
    double best_distance;
} search;

static point3 sub(point3 a, point3 b)
{
    return (point3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static point3 add_scaled(point3 a, point3 b, double s)
{
    return (point3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static double dot(point3 a, point3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static point3 cross(point3 a, point3 b)
{
    return (point3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Any unit vector square to a unit vector.
static point3 square_to(point3 n)
{
    point3 other = fabs(n.x) < 0.6 ? (point3){1, 0, 0} : (point3){0, 1, 0};
    point3 v = cross(n, other);
    return add_scaled((point3){0, 0, 0}, v, 1 / sqrt(dot(v, v)));
}

/// Keep a candidate that lies in all balls and is closer than the best.
static void offer(search *s, point3 p)
{
    point3 way = sub(p, s->from);
    double distance = dot(way, way);
    if (!(distance < s->best_distance)) {
        return;
    }
    for (int i = 0; i < s->count; i++) {
        point3 d = sub(p, s->spheres[i].center);
        double reach = s->spheres[i].radius + s->slack;
        if (dot(d, d) > reach * reach) {
            return;
        }
    }
    s->best = p;
    s->best_distance = distance;
}

/// Only a sphere that the point is outside of: from inside, its ball asks for nothing.
static void offer_sphere(search *s, const sphere *a)
{
    point3 d = sub(s->from, a->center);
    double length = sqrt(dot(d, d));
    if (length > a->radius) {
        offer(s, add_scaled(a->center, d, a->radius / length));
    }
}

/// A circle in space.
typedef struct circle {
    point3 center, normal;
    double radius;
} circle;

/// Equations 27 to 30; false when the spheres do not cut each other.
static bool cut(const sphere *a, const sphere *b, double slack, circle *out)
{
    point3 d = sub(b->center, a->center);
    double dd = dot(d, d), length = sqrt(dd);
    if (length <= slack) {
        return false;
    }
    double x = (a->radius * a->radius - b->radius * b->radius + dd) / (2 * length);
    double rr = a->radius * a->radius - x * x;
    if (rr < -2 * slack * a->radius) {
        return false;
    }
    out->normal = add_scaled((point3){0, 0, 0}, d, 1 / length);
    out->center = add_scaled(a->center, out->normal, x);
    out->radius = sqrt(fmax(rr, 0));
    return true;
}

/// Equation 31.
static void offer_circle(search *s, const circle *c)
{
    point3 d = sub(s->from, c->center);
    d = add_scaled(d, c->normal, -dot(d, c->normal));
    double length = sqrt(dot(d, d));
    point3 out =
        length > s->slack ? add_scaled((point3){0, 0, 0}, d, 1 / length) : square_to(c->normal);
    offer(s, add_scaled(c->center, out, c->radius));
}

/// Equations 32 to 35: the two points that a circle shares with a sphere.
static void offer_vertices(search *s, const circle *c, const sphere *a)
{
    double h = dot(c->normal, sub(c->center, a->center));
    double rr = a->radius * a->radius - h * h;
    if (rr < 0) {
        return;
    }
    point3 center = add_scaled(a->center, c->normal, h);
    point3 d = sub(center, c->center);
    double dd = dot(d, d), length = sqrt(dd);
    if (length <= s->slack) {
        return;
    }
    double x = (c->radius * c->radius - rr + dd) / (2 * length);
    double vv = c->radius * c->radius - x * x;
    if (vv < -2 * s->slack * c->radius) {
        return;
    }
    double v = sqrt(fmax(vv, 0));
    point3 middle = add_scaled(c->center, d, x / length);
    point3 u = cross(c->normal, add_scaled((point3){0, 0, 0}, d, 1 / length));
    offer(s, add_scaled(middle, u, v));
    offer(s, add_scaled(middle, u, -v));
}

/// True when the balls that are left meet; the best point is then set.
static bool find(search *s)
{
    s->best_distance = HUGE_VAL;
    offer(s, s->from);
    for (int i = 0; i < s->count && s->best_distance > 0; i++) {
        offer_sphere(s, &s->spheres[i]);
    }
    if (s->best_distance < HUGE_VAL) {
        return true;
    }
    for (int i = 0; i < s->count; i++) {
        for (int j = i + 1; j < s->count; j++) {
            circle c;
            if (cut(&s->spheres[i], &s->spheres[j], s->slack, &c)) {
                offer_circle(s, &c);
                for (int k = j + 1; k < s->count; k++) {
                    offer_vertices(s, &c, &s->spheres[k]);
                }
            }
        }
    }
    return s->best_distance < HUGE_VAL;
}

static int most_important(const search *s)
{
    int best = 0;
    for (int i = 1; i < s->count; i++) {
        best = s->spheres[i].importance > s->spheres[best].importance ? i : best;
    }
    return best;
}

/// Take out balls around the most important one: those that miss it, else the least important.
static void drop(search *s)
{
    int chief = most_important(s), kept = 0, least = -1;
    sphere center = s->spheres[chief];
    int before = s->count;
    for (int i = 0; i < before; i++) {
        point3 d = sub(s->spheres[i].center, center.center);
        double reach = center.radius + s->spheres[i].radius + s->slack;
        if (i == chief || dot(d, d) <= reach * reach) {
            s->spheres[kept++] = s->spheres[i];
        }
    }
    s->count = kept;
    if (kept == before) {
        for (int i = 0; i < kept; i++) {
            bool lower = least < 0 || s->spheres[i].importance < s->spheres[least].importance;
            least = i != chief && lower ? i : least;
        }
        s->spheres[least] = s->spheres[--s->count];
    }
}

caperi_balls_result caperi_balls_closest(const caperi_ball *balls, int count, caper_vec3 point)
{
    search s;
    s.count = 0;
    s.from = (point3){(double)point.x, (double)point.y, (double)point.z};
    double scale = 0;
    for (int i = 0; i < count && s.count < CAPERI_MAX_BALLS; i++) {
        if (!(balls[i].radius < 1e18f)) {
            continue;
        }
        sphere *a = &s.spheres[s.count++];
        caper_vec3 c = balls[i].center;
        a->center = (point3){(double)c.x, (double)c.y, (double)c.z};
        a->radius = (double)balls[i].radius;
        a->importance = balls[i].importance;
        scale = fmax(scale, a->radius + sqrt(dot(a->center, a->center)));
    }
    s.slack = SLACK * scale;
    int used = s.count;
    while (!find(&s)) {
        drop(&s);
    }
    caperi_balls_result result;
    result.point = caper_vec3_make((float)s.best.x, (float)s.best.y, (float)s.best.z);
    result.dropped = used - s.count;
    return result;
}
