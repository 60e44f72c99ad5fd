// SPDX-License-Identifier: MIT
//
// The closest point in an intersection of balls against Dykstra's projections, which know nothing
// of circles and vertices, on a hundred thousand random cases.
#include "test.h"

#include "puppet/balls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CASES 100000
#define SWEEPS 4000      // Dykstra crawls at narrow lenses
#define EMPTY_SWEEPS 200 // where balls do not meet it never ends, and need not

typedef struct vec {
    double v[3];
} vec;

static double distance(vec a, vec b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (a.v[i] - b.v[i]) * (a.v[i] - b.v[i]);
    }
    return sqrt(sum);
}

static vec into_ball(vec p, const caperi_ball *ball)
{
    vec c = {{(double)ball->center.x, (double)ball->center.y, (double)ball->center.z}};
    double d = distance(p, c), r = (double)ball->radius;
    for (int i = 0; i < 3 && d > r; i++) {
        p.v[i] = c.v[i] + (p.v[i] - c.v[i]) * r / d;
    }
    return p;
}

/// Dykstra 1983: alternating projections with memory converge to the projection.
static vec dykstra(const caperi_ball *balls, int count, vec p, int sweeps, double *outside)
{
    vec memory[8] = {{{0}}};
    for (int sweep = 0; sweep < sweeps; sweep++) {
        vec before = p;
        for (int i = 0; i < count; i++) {
            vec y = p;
            for (int k = 0; k < 3; k++) {
                y.v[k] += memory[i].v[k];
            }
            p = into_ball(y, &balls[i]);
            for (int k = 0; k < 3; k++) {
                memory[i].v[k] = y.v[k] - p.v[k];
            }
        }
        if (distance(before, p) < 1e-10 && sweep > 3) {
            break;
        }
    }
    *outside = 0;
    for (int i = 0; i < count; i++) {
        *outside = fmax(*outside, distance(p, into_ball(p, &balls[i])));
    }
    return p;
}

static caper_vec3 random_point(caper_rng *rng, float size)
{
    float x = caper_rng_range(rng, -size, size);
    float y = caper_rng_range(rng, -size, size);
    float z = caper_rng_range(rng, -size, size);
    return caper_vec3_make(x, y, z);
}

static void random_cases_agree_with_dykstra(void)
{
    caper_rng rng = caper_rng_make(11);
    int met = 0, outside_count = 0;
    double worst = 0, worst_outside = 0;
    for (int n = 0; n < CASES; n++) {
        caperi_ball balls[8];
        int count = caper_rng_int(&rng, 1, 7);
        for (int i = 0; i < count; i++) {
            balls[i].center = random_point(&rng, 1);
            balls[i].radius = caper_rng_range(&rng, 0.3f, 2.5f);
            balls[i].importance = caper_rng_float(&rng);
        }
        caper_vec3 from = random_point(&rng, 3);
        caperi_balls_result got = caperi_balls_closest(balls, count, from);
        if (got.dropped) {
            continue;
        }
        met++;
        vec p = {{(double)from.x, (double)from.y, (double)from.z}}, outside = {{0}};
        vec q = {{(double)got.point.x, (double)got.point.y, (double)got.point.z}};
        vec expected = dykstra(balls, count, p, SWEEPS, &outside.v[0]);
        for (int i = 0; i < count; i++) {
            worst_outside = fmax(worst_outside, distance(q, into_ball(q, &balls[i])));
        }
        outside_count += distance(p, q) > 1e-6;
        if (outside.v[0] < 1e-9) {
            // Same distance: exact. Same point: as Dykstra has converged.
            worst = fmax(worst, distance(p, q) - distance(p, expected));
        } else {
            CHECK(distance(p, q) < distance(p, expected) + 0.05); // it crawls at narrow lenses
        }
    }
    printf("%d of %d met, %d from outside; farther than the oracle by %.2g, outside by %.2g\n", met,
           CASES, outside_count, worst, worst_outside);
    CHECK(met > CASES / 2 && outside_count > CASES / 4);
    CHECK(worst < 1e-5);
    CHECK(worst_outside < 1e-6);
}

/// Empty by our count must be empty by theirs: alternating projections stay outside.
static void what_is_dropped_does_not_meet(void)
{
    caper_rng rng = caper_rng_make(12);
    int empty = 0;
    for (int n = 0; n < 20000; n++) {
        caperi_ball balls[8];
        int count = caper_rng_int(&rng, 2, 5);
        for (int i = 0; i < count; i++) {
            balls[i].center = random_point(&rng, 1);
            balls[i].radius = caper_rng_range(&rng, 0.2f, 1.2f);
            balls[i].importance = caper_rng_float(&rng);
        }
        caperi_balls_result got = caperi_balls_closest(balls, count, random_point(&rng, 2));
        CHECK(got.dropped < count && caper_vec3_is_finite(got.point));
        if (got.dropped) {
            vec p = {{0}};
            double outside;
            dykstra(balls, count, p, EMPTY_SWEEPS, &outside);
            CHECK(outside > 1e-9);
            empty++;
            // The most important ball is never given up.
            int chief = 0;
            for (int i = 1; i < count; i++) {
                chief = balls[i].importance > balls[chief].importance ? i : chief;
            }
            float d = caper_vec3_distance(got.point, balls[chief].center);
            CHECK(d <= balls[chief].radius + 1e-5f);
        }
    }
    CHECK(empty > 2000);
}

static void corner_cases_are_defined(void)
{
    caper_vec3 from = caper_vec3_make(3, 0, 0);
    CHECK(caper_vec3_distance(caperi_balls_closest(NULL, 0, from).point, from) < 1e-6f);
    caperi_ball same[3] = {
        {caper_vec3_zero(), 1, 1}, {caper_vec3_zero(), 1, 1}, {caper_vec3_zero(), INFINITY, 0}};
    caperi_balls_result got = caperi_balls_closest(same, 3, from);
    CHECK(caper_vec3_distance(got.point, caper_vec3_make(1, 0, 0)) < 1e-6f && !got.dropped);
    got = caperi_balls_closest(same, 2, caper_vec3_zero());
    CHECK(caper_vec3_length(got.point) < 1e-6f);
    caperi_ball touch[2] = {{caper_vec3_make(-1, 0, 0), 1, 1}, {caper_vec3_make(1, 0, 0), 1, 1}};
    got = caperi_balls_closest(touch, 2, caper_vec3_make(0, 5, 0));
    CHECK(caper_vec3_length(got.point) < 1e-4f && !got.dropped);
    caperi_ball far[2] = {{caper_vec3_make(-9, 0, 0), 1, 0.2f},
                          {caper_vec3_make(9, 0, 0), 0, 0.9f}};
    got = caperi_balls_closest(far, 2, caper_vec3_zero());
    CHECK_INT(got.dropped, 1);
    CHECK(caper_vec3_distance(got.point, caper_vec3_make(9, 0, 0)) < 1e-5f);
}

TESTS(random_cases_agree_with_dykstra, what_is_dropped_does_not_meet, corner_cases_are_defined)
