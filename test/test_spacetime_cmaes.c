// SPDX-License-Identifier: MIT
//
// CMA-ES on the functions that it is usually shown on. Their minima are known; the numbers of
// evaluations are bounded by about twice those published for the method.
#include "spacetime/cmaes.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef double cost_fn(const double *x, int n);

static double sphere(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

static double ellipsoid(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += pow(1e6, (double)i / (n - 1)) * x[i] * x[i];
    return sum;
}

static double rosenbrock(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++)
        sum += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
    return sum;
}

static double rastrigin(const double *x, int n)
{
    double sum = 10 * n;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] - 10 * cos(2 * acos(-1) * x[i]);
    return sum;
}

// Least at the bounds: down to the corner.
static double slope(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * x[i];
    return sum;
}

typedef struct outcome {
    double best[CAPERI_CMAES_DIMENSIONS], cost;
    int evaluations, restarts;
    bool stayed_inside;
} outcome;

static outcome minimize(cost_fn *f, int n, double lower, double upper, double start,
                        const caperi_cmaes_def *settings)
{
    double lo[CAPERI_CMAES_DIMENSIONS], hi[CAPERI_CMAES_DIMENSIONS], at[CAPERI_CMAES_DIMENSIONS];
    outcome out = {.stayed_inside = true};
    for (int i = 0; i < n; i++) {
        lo[i] = lower;
        hi[i] = upper;
        at[i] = start;
    }
    caperi_cmaes_def def = *settings;
    def.dimension_count = n;
    def.lower = lo;
    def.upper = hi;
    def.start = at;
    caperi_cmaes *cma = caperi_cmaes_create(&def);
    REQUIRE(cma != NULL);
    int count;
    double costs[4096], least = INFINITY;
    for (const double *x; (x = caperi_cmaes_ask(cma, &count)) != NULL;) {
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < n; i++)
                out.stayed_inside =
                    out.stayed_inside && x[k * n + i] >= lower && x[k * n + i] <= upper;
            costs[k] = f(x + k * n, n);
            least = fmin(least, costs[k]);
        }
        caperi_cmaes_tell(cma, costs);
        double cost;
        caperi_cmaes_best(cma, &cost);
        if (cost < 1e-9)
            break;
    }
    memcpy(out.best, caperi_cmaes_best(cma, &out.cost), (size_t)n * sizeof(double));
    CHECK_NEAR(out.cost, least, 0);
    CHECK_NEAR(f(out.best, n), out.cost, 0);
    out.evaluations = caperi_cmaes_evaluations(cma);
    out.restarts = caperi_cmaes_restarts(cma);
    caperi_cmaes_destroy(cma);
    return out;
}

static void the_smooth_functions_are_minimized(void)
{
    // Hansen's tutorial: some 100 n^1.0 to 1.5 evaluations for a sphere of 10 variables, three
    // times that for an ellipsoid, six for Rosenbrock
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.max_evaluations = 40000;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        def.seed = seed;
        outcome o = minimize(sphere, 10, -5, 5, 3, &def);
        CHECK(o.cost < 1e-9 && o.evaluations < 4000 && o.stayed_inside);
        o = minimize(ellipsoid, 10, -5, 5, 3, &def);
        CHECK(o.cost < 1e-9 && o.evaluations < 12000 && o.stayed_inside);
        def.max_restarts = 3; // Rosenbrock has a second valley that catches a fourth of all runs
        o = minimize(rosenbrock, 10, -5, 5, -1, &def);
        CHECK(o.cost < 1e-9 && o.evaluations < 40000 && o.stayed_inside);
        for (int i = 0; i < 10; i++)
            CHECK_NEAR(o.best[i], 1, 1e-3);
        def.max_restarts = 0;
    }
}

static void restarts_get_out_of_valleys(void)
{
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.max_evaluations = 60000;
    def.max_restarts = 7;
    int alone = 0, restarted = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        def.seed = seed;
        outcome o = minimize(rastrigin, 5, -5.12, 5.12, 3.5, &def);
        CHECK(o.cost < 1e-9 && o.stayed_inside);
        restarted += o.restarts;
        def.max_restarts = 0;
        alone += minimize(rastrigin, 5, -5.12, 5.12, 3.5, &def).cost > 0.5;
        def.max_restarts = 7;
    }
    CHECK(alone > 0 && restarted > 0); // else the restarts would prove nothing
}

static void a_minimum_on_the_bounds_is_found(void)
{
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.max_evaluations = 6000;
    def.seed = 9;
    outcome o = minimize(slope, 6, 2, 3, 2.5, &def);
    CHECK(o.stayed_inside);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(o.best[i], 2, 1e-4);
}

static double holes(const double *x, int n)
{
    return x[0] > 0.2 ? (x[1] > 0 ? NAN : INFINITY) : sphere(x, n);
}

static void costs_that_are_no_numbers_count_as_the_worst(void)
{
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.max_evaluations = 6000;
    outcome o = minimize(holes, 4, -5, 5, 0.1, &def);
    CHECK(o.cost < 1e-9);
}

static void the_same_seed_gives_the_same_search(void)
{
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.max_evaluations = 400;
    def.seed = 4;
    outcome a = minimize(rosenbrock, 4, -5, 5, 2, &def),
            b = minimize(rosenbrock, 4, -5, 5, 2, &def);
    CHECK_NEAR(a.cost, b.cost, 0);
    CHECK(a.evaluations <= 400);
    def.seed = 5;
    CHECK(minimize(rosenbrock, 4, -5, 5, 2, &def).cost != a.cost);
}

static void settings_that_make_no_sense_are_refused(void)
{
    double lo[2] = {0, 0}, hi[2] = {1, 1};
    caperi_cmaes_def def = caperi_cmaes_def_default();
    def.dimension_count = 2;
    def.lower = lo;
    def.upper = hi;
    caperi_cmaes *good = caperi_cmaes_create(&def);
    CHECK(good != NULL);
    caperi_cmaes_destroy(good);
    caperi_cmaes_def bad = def;
    bad.cookie = 0;
    CHECK(caperi_cmaes_create(&bad) == NULL);
    bad = def;
    bad.dimension_count = 0;
    CHECK(caperi_cmaes_create(&bad) == NULL);
    bad = def;
    hi[1] = 0;
    CHECK(caperi_cmaes_create(&bad) == NULL);
    hi[1] = NAN;
    CHECK(caperi_cmaes_create(&bad) == NULL);
    hi[1] = 1;
    bad.step = 0;
    CHECK(caperi_cmaes_create(&bad) == NULL);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    def.allocator = &allocator;
    caperi_cmaes_destroy(caperi_cmaes_create(&def));
    CHECK_MEMORY_EMPTY(&memory);
    for (long i = 1; i <= 4; i++) {
        memory = (test_memory){.fail_at = i};
        CHECK(caperi_cmaes_create(&def) == NULL);
        CHECK_MEMORY_EMPTY(&memory);
    }
    caperi_cmaes_destroy(NULL);
}

TESTS(the_smooth_functions_are_minimized, restarts_get_out_of_valleys,
      a_minimum_on_the_bounds_is_found, costs_that_are_no_numbers_count_as_the_worst,
      the_same_seed_gives_the_same_search, settings_that_make_no_sense_are_refused)
