// SPDX-License-Identifier: MIT
//
// The covariance matrix adaptation evolution strategy. Symbols and constants are those of
// N. Hansen, The CMA Evolution Strategy: A Tutorial (2016), equations in brackets. Variables are
// scaled to [0, 1]; a sample beyond a bound is mirrored at it before it is evaluated, so that the
// search itself knows no bounds.
#include "spacetime/cmaes.h"

#include <math.h>
#include <string.h>

#define N CAPERI_CMAES_DIMENSIONS
#define POPULATION_MAX 4096
// Generations that must not differ for a run to be over (tutorial, B.3: 10 + 30 n / population, of
// which this is the usual size).
#define HISTORY 20

typedef struct ranking {
    double cost;
    int index;
} ranking;

struct caperi_cmaes {
    caper_allocator allocator;
    int n, population, first_population, max_evaluations, max_restarts;
    double lower[N], upper[N], start[N], first_step, tolerance;
    caper_rng rng;
    bool has_spare;
    double spare; // of the pair of normal numbers

    double mean[N], old_mean[N], step, path_step[N], path_covariance[N];
    double covariance[N][N], basis[N][N], scale[N]; // C = B diag(D^2) B'
    int generation, evaluations, restarts;
    double recent[HISTORY]; // best costs of the last generations
    bool over;

    double best[N], best_cost;
    double *free;    // samples before mirroring, population x n
    double *bounded; // what the caller evaluates
    ranking *ranks;
    int capacity; // members that the three hold
};

caperi_cmaes_def caperi_cmaes_def_default(void)
{
    return (caperi_cmaes_def){
        .step = 1.0 / 3, .max_evaluations = 1600, .tolerance = 1e-11, .cookie = CAPER_DEF_COOKIE};
}

// -- Numbers
// ----------------------------------------------------------------------------------------

// Box and Muller's pair.
static double normal(caperi_cmaes *c)
{
    if (c->has_spare) {
        c->has_spare = false;
        return c->spare;
    }
    double u = 1 - caper_rng_double(&c->rng), v = caper_rng_double(&c->rng);
    double radius = sqrt(-2 * log(u)), angle = 2 * 3.14159265358979323846 * v;
    c->spare = radius * sin(angle);
    c->has_spare = true;
    return radius * cos(angle);
}

// Mirror at 0 and 1 as often as needed.
static double mirror(double x)
{
    double r = fmod(fabs(x), 2);
    return r > 1 ? 2 - r : r;
}

// One rotation of Jacobi's method: zero a[p][q].
static void rotate(double a[N][N], double v[N][N], int n, int p, int q)
{
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < n; k++) {
        double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
    }
    for (int k = 0; k < n; k++) {
        double kp = v[k][p], kq = v[k][q];
        v[k][p] = c * kp - s * kq;
        v[k][q] = s * kp + c * kq;
    }
}

// Eigenvectors into basis, roots of the eigenvalues into scale.
static void decompose(caperi_cmaes *c)
{
    double a[N][N];
    memcpy(a, c->covariance, sizeof a);
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            c->basis[i][j] = i == j;
        }
    }
    for (int sweep = 0; sweep < 50; sweep++) {
        double off = 0, size = 0;
        for (int p = 0; p < c->n; p++) {
            size += a[p][p] * a[p][p];
            for (int q = p + 1; q < c->n; q++) {
                off += a[p][q] * a[p][q];
            }
        }
        if (off <= 1e-30 * size) {
            break;
        }
        for (int p = 0; p < c->n; p++) {
            for (int q = p + 1; q < c->n; q++) {
                if (a[p][q] != 0) {
                    rotate(a, c->basis, c->n, p, q);
                }
            }
        }
    }
    for (int i = 0; i < c->n; i++) {
        c->scale[i] = sqrt(fmax(a[i][i], 1e-300));
    }
}

// -- Life
// -------------------------------------------------------------------------------------------

static bool reserve(caperi_cmaes *c, int population)
{
    if (population <= c->capacity) {
        return true;
    }
    size_t n = (size_t)c->n, old = (size_t)c->capacity, now = (size_t)population;
    double *free = caper_alloc(&c->allocator, now * n * sizeof *free, 16);
    double *bounded = caper_alloc(&c->allocator, now * n * sizeof *bounded, 16);
    ranking *ranks = caper_alloc(&c->allocator, now * sizeof *ranks, 16);
    bool good = free && bounded && ranks;
    // keep the new ones or the old ones
    double *drop_free = good ? c->free : free, *drop_bounded = good ? c->bounded : bounded;
    ranking *drop_ranks = good ? c->ranks : ranks;
    size_t dropped = good ? old : now;
    caper_free(&c->allocator, drop_free, dropped * n * sizeof *free);
    caper_free(&c->allocator, drop_bounded, dropped * n * sizeof *bounded);
    caper_free(&c->allocator, drop_ranks, dropped * sizeof *ranks);
    if (good) {
        c->free = free;
        c->bounded = bounded;
        c->ranks = ranks;
        c->capacity = population;
    }
    return good;
}

static void begin_run(caperi_cmaes *c, bool at_random)
{
    for (int i = 0; i < c->n; i++) {
        c->mean[i] = at_random ? caper_rng_double(&c->rng) : c->start[i];
        c->path_step[i] = c->path_covariance[i] = 0;
        for (int j = 0; j < c->n; j++) {
            c->covariance[i][j] = i == j;
        }
    }
    c->step = c->first_step;
    c->generation = 0;
    decompose(c);
}

static bool makes_sense(const caperi_cmaes_def *d)
{
    if (!d || d->cookie != CAPER_DEF_COOKIE || d->dimension_count < 1 || d->dimension_count > N ||
        !d->lower || !d->upper || !(d->step > 0) || d->population > POPULATION_MAX ||
        (d->population != 0 && d->population < 4)) {
        return false;
    }
    for (int i = 0; i < d->dimension_count; i++) {
        if (!isfinite(d->lower[i]) || !isfinite(d->upper[i]) || !(d->lower[i] < d->upper[i]) ||
            (d->start && !isfinite(d->start[i]))) {
            return false;
        }
    }
    return true;
}

caperi_cmaes *caperi_cmaes_create(const caperi_cmaes_def *d)
{
    if (!makes_sense(d)) {
        return NULL;
    }
    caper_allocator allocator = caper_allocator_resolve(d->allocator);
    caperi_cmaes *c = caper_alloc_zero(&allocator, sizeof *c, 16);
    if (!c) {
        return NULL;
    }
    c->allocator = allocator;
    c->n = d->dimension_count;
    c->first_population = d->population ? d->population : 4 + (int)(3 * log(c->n)); // (48)
    c->population = c->first_population;
    c->max_evaluations = d->max_evaluations;
    c->max_restarts = d->max_restarts;
    c->first_step = d->step;
    c->tolerance = d->tolerance;
    c->rng = caper_rng_make(d->seed);
    c->best_cost = (double)INFINITY;
    for (int i = 0; i < c->n; i++) {
        c->lower[i] = d->lower[i];
        c->upper[i] = d->upper[i];
        double x = d->start ? (d->start[i] - d->lower[i]) / (d->upper[i] - d->lower[i]) : 0.5;
        c->start[i] = fmin(fmax(x, 0), 1);
        c->best[i] = d->lower[i] + c->start[i] * (d->upper[i] - d->lower[i]);
    }
    if (!reserve(c, c->population)) {
        caperi_cmaes_destroy(c);
        return NULL;
    }
    begin_run(c, false);
    return c;
}

void caperi_cmaes_destroy(caperi_cmaes *c)
{
    if (!c) {
        return;
    }
    size_t count = (size_t)c->capacity, n = (size_t)c->n;
    caper_free(&c->allocator, c->free, count * n * sizeof *c->free);
    caper_free(&c->allocator, c->bounded, count * n * sizeof *c->bounded);
    caper_free(&c->allocator, c->ranks, count * sizeof *c->ranks);
    caper_allocator allocator = c->allocator;
    caper_free(&allocator, c, sizeof *c);
}

// -- A generation
// -------------------------------------------------------------------------------------

const double *caperi_cmaes_ask(caperi_cmaes *c, int *count)
{
    *count = 0;
    if (c->over) {
        return NULL;
    }
    for (int k = 0; k < c->population; k++) {
        double z[N];
        for (int i = 0; i < c->n; i++) {
            z[i] = c->scale[i] * normal(c);
        }
        for (int i = 0; i < c->n; i++) {
            double y = 0;
            for (int j = 0; j < c->n; j++) {
                y += c->basis[i][j] * z[j];
            }
            double x = c->mean[i] + c->step * y;
            c->free[k * c->n + i] = x;
            c->bounded[k * c->n + i] = c->lower[i] + mirror(x) * (c->upper[i] - c->lower[i]);
        }
    }
    *count = c->population;
    return c->bounded;
}

// Insertion sort by cost; equal ones keep their order, so that the search repeats itself.
static void rank(caperi_cmaes *c, const double *costs)
{
    for (int k = 0; k < c->population; k++) {
        ranking r = {isfinite(costs[k]) ? costs[k] : (double)INFINITY, k};
        int at = k;
        while (at > 0 && c->ranks[at - 1].cost > r.cost) {
            c->ranks[at] = c->ranks[at - 1];
            at--;
        }
        c->ranks[at] = r;
    }
}

// Weights of the better half, which add to 1 (49-53), and their effective number.
static double weights_of(int parents, double *w)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < parents; i++) {
        w[i] = log(parents + 0.5) - log(i + 1);
        sum += w[i];
    }
    for (int i = 0; i < parents; i++) {
        w[i] /= sum;
        squares += w[i] * w[i];
    }
    return 1 / squares;
}

// The new mean; `way` receives the weighted step in units of the old step size.
static void move_mean(caperi_cmaes *c, const double *w, int parents, double *way)
{
    for (int i = 0; i < c->n; i++) {
        double mean = 0;
        for (int k = 0; k < parents; k++) {
            mean += w[k] * c->free[c->ranks[k].index * c->n + i];
        }
        way[i] = (mean - c->mean[i]) / c->step;
        c->mean[i] = mean;
    }
}

// C^(-1/2) way
static void whiten(const caperi_cmaes *c, const double *way, double *out)
{
    double z[N];
    for (int j = 0; j < c->n; j++) {
        z[j] = 0;
        for (int i = 0; i < c->n; i++) {
            z[j] += c->basis[i][j] * way[i];
        }
        z[j] /= c->scale[j];
    }
    for (int i = 0; i < c->n; i++) {
        out[i] = 0;
        for (int j = 0; j < c->n; j++) {
            out[i] += c->basis[i][j] * z[j];
        }
    }
}

// C from its past, the path and the better half (47).
static void update_covariance(caperi_cmaes *c, const double *w, int parents, double effective,
                              bool moving, double rate)
{
    double n = c->n, sum = (n + 1.3) * (n + 1.3) + effective;
    double one = 2 / sum;
    double many =
        fmin(1 - one, 2 * (effective - 2 + 1 / effective) / ((n + 2) * (n + 2) + effective));
    double keep = 1 - one - many + (moving ? 0 : one * rate * (2 - rate));
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j <= i; j++) {
            double rank_many = 0;
            for (int k = 0; k < parents; k++) {
                const double *x = &c->free[c->ranks[k].index * c->n];
                rank_many += w[k] * (x[i] - c->old_mean[i]) * (x[j] - c->old_mean[j]);
            }
            rank_many /= c->step * c->step;
            double value = keep * c->covariance[i][j] +
                           one * c->path_covariance[i] * c->path_covariance[j] + many * rank_many;
            c->covariance[i][j] = c->covariance[j][i] = value;
        }
    }
}

static void adapt(caperi_cmaes *c)
{
    double w[POPULATION_MAX / 2], way[N], white[N], length = 0, n = c->n;
    int parents = c->population / 2;
    double effective = weights_of(parents, w);
    double rate_step = (effective + 2) / (n + effective + 5); // (55)
    double damping = 1 + rate_step + 2 * fmax(0, sqrt((effective - 1) / (n + 1)) - 1);
    double rate = (4 + effective / n) / (n + 4 + 2 * effective / n); // (56)
    double expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    memcpy(c->old_mean, c->mean, sizeof c->old_mean);
    move_mean(c, w, parents, way);
    whiten(c, way, white);
    for (int i = 0; i < c->n; i++) {
        c->path_step[i] = (1 - rate_step) * c->path_step[i] +
                          sqrt(rate_step * (2 - rate_step) * effective) * white[i]; // (43)
        length += c->path_step[i] * c->path_step[i];
    }
    length = sqrt(length);
    double fade = sqrt(1 - pow(1 - rate_step, 2 * (c->generation + 1)));
    bool moving = length / fade < (1.4 + 2 / (n + 1)) * expected;
    for (int i = 0; i < c->n; i++) {
        c->path_covariance[i] = (1 - rate) * c->path_covariance[i] +
                                (moving ? sqrt(rate * (2 - rate) * effective) * way[i] : 0); // (45)
    }
    update_covariance(c, w, parents, effective, moving, rate);
    c->step *= exp(fmin(1, rate_step / damping * (length / expected - 1))); // (44)
    decompose(c);
}

// -- The end of a run
// -----------------------------------------------------------------------------------

static double largest(const double *x, int n)
{
    double best = x[0];
    for (int i = 1; i < n; i++) {
        best = fmax(best, x[i]);
    }
    return best;
}

static double smallest(const double *x, int n)
{
    double best = x[0];
    for (int i = 1; i < n; i++) {
        best = fmin(best, x[i]);
    }
    return best;
}

// Tutorial B.3: costs that no longer differ, steps of nothing, a matrix too long and thin.
static bool run_is_over(const caperi_cmaes *c)
{
    double range = c->ranks[c->population - 1].cost - c->ranks[0].cost;
    double reach = c->step * largest(c->scale, c->n);
    double thin = largest(c->scale, c->n) / smallest(c->scale, c->n);
    bool flat = c->generation > HISTORY &&
                largest(c->recent, HISTORY) - smallest(c->recent, HISTORY) <= c->tolerance &&
                range <= c->tolerance;
    return flat || reach < 1e-12 || thin > 1e7 || !isfinite(c->step);
}

static void end_run(caperi_cmaes *c)
{
    int wanted = c->population * 2;
    if (c->restarts >= c->max_restarts || wanted > POPULATION_MAX || !reserve(c, wanted)) {
        c->over = true;
        return;
    }
    c->population = wanted;
    c->restarts++;
    begin_run(c, true);
}

void caperi_cmaes_tell(caperi_cmaes *c, const double *costs)
{
    if (c->over) {
        return;
    }
    rank(c, costs);
    if (c->ranks[0].cost < c->best_cost) {
        c->best_cost = c->ranks[0].cost;
        memcpy(c->best, &c->bounded[c->ranks[0].index * c->n], (size_t)c->n * sizeof(double));
    }
    c->evaluations += c->population;
    c->recent[c->generation % HISTORY] = c->ranks[0].cost;
    adapt(c);
    c->generation++;
    if (run_is_over(c)) {
        end_run(c);
    }
    if (c->evaluations + c->population > c->max_evaluations) {
        c->over = true;
    }
}

const double *caperi_cmaes_best(const caperi_cmaes *c, double *cost)
{
    if (cost) {
        *cost = c->best_cost;
    }
    return c->best;
}

int caperi_cmaes_evaluations(const caperi_cmaes *c)
{
    return c->evaluations;
}

int caperi_cmaes_restarts(const caperi_cmaes *c)
{
    return c->restarts;
}
