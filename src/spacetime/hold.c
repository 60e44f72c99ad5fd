// SPDX-License-Identifier: MIT
// Points of a body that stand, held by the least motion of mass: with M the mass matrix over the
// velocity of the root and the turns of all bodies, and J how the points follow and how hinges
// would turn across their axes, a gap g is closed by M^-1 J^T (J M^-1 J^T)^-1 g (Gauss' principle
// of least constraint). A straight leg that is a millimetre too short lowers the hips by it; turns
// of the leg alone would bend its knee by centimetres, or tear at it. Of velocities the same
// formula takes what an impact would.
#include "spacetime/hold.h"

#include "math/linalg.h"

#include <string.h>

struct caperi_pinning {
    caper_allocator allocator;
    const caperi_model *model;
    size_t size;
    int freedom, hinge_count, most_rows;
    double *mass;    ///< freedom^2, then its factors
    double *follow;  ///< J: rows x freedom
    double *answer;  ///< M^-1 J^T, a row for each row of J
    double *between; ///< J M^-1 J^T: rows^2
    double *gap;     ///< rows
    double *way;     ///< freedom
};

int caperi_pinning_freedom(const caperi_model *model)
{
    return 3 + 3 * model->rigid_count;
}

static bool is_hinge(const caperi_model_body *rigid)
{
    return real3_dot(rigid->hinge, rigid->hinge) > 0;
}

caperi_pinning *caperi_pinning_create(const caperi_model *model, int most_pins,
                                      const caper_allocator *allocator)
{
    int hinges = 0;
    for (int r = 0; r < model->rigid_count; r++) {
        hinges += is_hinge(&model->rigids[r]);
    }
    size_t n = (size_t)caperi_pinning_freedom(model), rows = (size_t)(3 * most_pins + 2 * hinges);
    size_t numbers = n * n + 2 * rows * n + rows * rows + rows + n;
    size_t size = sizeof(caperi_pinning) + numbers * sizeof(double);
    caper_allocator a = caper_allocator_resolve(allocator);
    caperi_pinning *h = caper_alloc(&a, size, 16);
    if (!h) {
        return NULL;
    }
    double *at = (double *)(void *)(h + 1);
    *h = (caperi_pinning){.allocator = a,
                          .model = model,
                          .size = size,
                          .freedom = (int)n,
                          .hinge_count = hinges,
                          .most_rows = (int)rows,
                          .mass = at,
                          .follow = at + n * n,
                          .answer = at + n * n + rows * n,
                          .between = at + n * n + 2 * rows * n,
                          .gap = at + n * n + 2 * rows * n + rows * rows,
                          .way = at + n * n + 2 * rows * n + rows * rows + rows};
    return h;
}

void caperi_pinning_destroy(caperi_pinning *hold)
{
    if (hold) {
        caper_allocator a = hold->allocator;
        caper_free(&a, hold, hold->size);
    }
}

// -- bodies that hang together ------------------------------------------------------------------

real3 caperi_placed_point(const caperi_placed *rigid, real3 point)
{
    return real3_add(rigid->position, real4_rotate(rigid->rotation, point));
}

void caperi_hang(const caperi_model *model, caperi_placed *rigids)
{
    for (int r = 1; r < model->rigid_count; r++) {
        const caperi_model_body *rigid = &model->rigids[r];
        real3 joint = caperi_placed_point(&rigids[rigid->parent], rigid->joint_parent);
        rigids[r].position = real3_sub(joint, real4_rotate(rigids[r].rotation, rigid->joint));
    }
}

// Three rows: how a point of a rigid body follows the velocity of the root and all turns.
static void fill_rows(const caperi_pinning *h, const caperi_placed *rigids, int r, real3 at,
                      double *rows)
{
    size_t n = (size_t)h->freedom;
    memset(rows, 0, 3 * n * sizeof *rows);
    for (size_t k = 0; k < 3; k++) {
        rows[k * n + k] = 1;
    }
    while (r >= 0) {
        const caperi_model_body *rigid = &h->model->rigids[r];
        bool root = rigid->parent < 0;
        real3 pivot = root ? rigids[r].position : caperi_placed_point(&rigids[r], rigid->joint);
        real3 l = real3_sub(at, pivot);
        double *x = rows + 3 + 3 * r, *y = x + n, *z = y + n; // turn x lever
        x[1] = l.z, x[2] = -l.y;
        y[0] = -l.z, y[2] = l.x;
        z[0] = l.y, z[1] = -l.x;
        at = pivot;
        r = rigid->parent;
    }
}

// Two directions across the axis of a hinge, as its parent has it; the axis as the body has it.
static void find_across(const caperi_pinning *h, const caperi_placed *rigids, int r,
                        real3 across[2], real3 *axis)
{
    const caperi_model_body *rigid = &h->model->rigids[r];
    const caperi_model_body *parent = &h->model->rigids[rigid->parent];
    real3 rest = real4_rotate(rigid->rest_rotation, rigid->hinge);
    real3 along = real4_unrotate(parent->rest_rotation, rest);
    along = real4_rotate(rigids[rigid->parent].rotation, along);
    real3 other = fabs(along.x) < 0.6 ? (real3){1, 0, 0} : (real3){0, 1, 0};
    across[0] = real3_unit(real3_cross(along, other));
    across[1] = real3_cross(along, across[0]);
    *axis = real4_rotate(rigids[r].rotation, rigid->hinge);
}

// Two rows for each hinge: turns of its body against the parent across the axis.
static void fill_hinges(const caperi_pinning *h, const caperi_placed *rigids, double *rows)
{
    size_t n = (size_t)h->freedom;
    for (int r = 0; r < h->model->rigid_count; r++) {
        const caperi_model_body *rigid = &h->model->rigids[r];
        real3 across[2], axis;
        if (!is_hinge(rigid)) {
            continue;
        }
        find_across(h, rigids, r, across, &axis);
        for (int k = 0; k < 2; k++, rows += n) {
            memset(rows, 0, n * sizeof *rows);
            double *turn = rows + 3 + 3 * r, *above = rows + 3 + 3 * rigid->parent;
            turn[0] = across[k].x, turn[1] = across[k].y, turn[2] = across[k].z;
            above[0] = -across[k].x, above[1] = -across[k].y, above[2] = -across[k].z;
        }
    }
}

// -- masses -------------------------------------------------------------------------------------

static void add_turning(const caperi_pinning *h, const caperi_placed *rigids, int r)
{
    size_t n = (size_t)h->freedom, at = 3 + 3 * (size_t)r;
    const double *spread = h->model->rigids[r].spread;
    for (int k = 0; k < 3; k++) {
        real3 unit = {k == 0, k == 1, k == 2};
        real3 axis = real4_rotate(rigids[r].rotation, unit);
        double about = spread[(k + 1) % 3] + spread[(k + 2) % 3];
        const double a[3] = {axis.x, axis.y, axis.z};
        for (size_t i = 0; i < 3; i++) {
            for (size_t j = 0; j < 3; j++) {
                h->mass[(at + i) * n + at + j] += about * a[i] * a[j];
            }
        }
    }
}

static void add_moving(const caperi_pinning *h, int r, const double *rows)
{
    size_t n = (size_t)h->freedom;
    double mass = h->model->rigids[r].mass;
    for (size_t k = 0; k < 3; k++) {
        const double *row = rows + k * n;
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; row[i] != 0 && j <= i; j++) {
                h->mass[i * n + j] += mass * row[i] * row[j];
            }
        }
    }
}

// `rows` is room for three.
static bool weigh(const caperi_pinning *h, const caperi_placed *rigids, double *rows)
{
    size_t n = (size_t)h->freedom;
    memset(h->mass, 0, n * n * sizeof *h->mass);
    for (int r = 0; r < h->model->rigid_count; r++) {
        fill_rows(h, rigids, r, rigids[r].position, rows);
        add_moving(h, r, rows);
        add_turning(h, rigids, r);
    }
    return caperi_cholesky_factor(h->mass, (int)n);
}

// -- holding ------------------------------------------------------------------------------------

// Points of one body say some things twice, as their distances cannot change: what is added to each
// entry of the diagonal, as a part of it, decides between them. Rounding is 1e-16 of it.
static const double SPARE = 1e-9;

static size_t row_count(const caperi_pinning *h, int pins)
{
    return (size_t)(3 * pins + 2 * h->hinge_count);
}

static void fill_all(const caperi_pinning *h, const caperi_placed *rigids, const caperi_pin *pins,
                     int count)
{
    size_t n = (size_t)h->freedom;
    for (int p = 0; p < count; p++) {
        real3 at = caperi_placed_point(&rigids[pins[p].rigid], pins[p].point);
        fill_rows(h, rigids, pins[p].rigid, at, h->follow + 3 * (size_t)p * n);
    }
    fill_hinges(h, rigids, h->follow + 3 * (size_t)count * n);
}

// From the gaps of the rows to the way that closes them. False where masses make no sense.
static bool close_gaps(const caperi_pinning *h, const caperi_placed *rigids, const caperi_pin *pins,
                       int count)
{
    size_t n = (size_t)h->freedom, rows = row_count(h, count);
    if (!weigh(h, rigids, h->follow)) {
        return false;
    }
    fill_all(h, rigids, pins, count);
    memcpy(h->answer, h->follow, rows * n * sizeof *h->answer);
    for (size_t i = 0; i < rows; i++) {
        caperi_cholesky_solve(h->mass, (int)n, h->answer + i * n);
    }
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < rows; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += h->follow[i * n + k] * h->answer[j * n + k];
            }
            h->between[i * rows + j] = sum;
        }
        h->between[i * rows + i] *= 1 + SPARE;
    }
    if (!caperi_cholesky_factor(h->between, (int)rows)) {
        return false;
    }
    caperi_cholesky_solve(h->between, (int)rows, h->gap);
    memset(h->way, 0, n * sizeof *h->way);
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = 0; k < n; k++) {
            h->way[k] += h->gap[i] * h->answer[i * n + k];
        }
    }
    return true;
}

// The largest gap; fills the rows.
static double measure(const caperi_pinning *h, const caperi_placed *rigids, const caperi_pin *pins,
                      int count)
{
    double largest = 0;
    for (int p = 0; p < count; p++) {
        real3 now = caperi_placed_point(&rigids[pins[p].rigid], pins[p].point);
        real3 gap = real3_sub(pins[p].target, now);
        h->gap[3 * p] = gap.x, h->gap[3 * p + 1] = gap.y, h->gap[3 * p + 2] = gap.z;
        largest = fmax(largest, real3_length(gap));
    }
    double *gaps = h->gap + 3 * count;
    for (int r = 0; r < h->model->rigid_count; r++) {
        real3 across[2], axis;
        if (is_hinge(&h->model->rigids[r])) {
            find_across(h, rigids, r, across, &axis);
            gaps[0] = real3_dot(across[1], axis);
            gaps[1] = -real3_dot(across[0], axis);
            largest = fmax(largest, hypot(gaps[0], gaps[1]));
            gaps += 2;
        }
    }
    return largest;
}

static void go(const caperi_pinning *h, caperi_placed *rigids)
{
    const double *w = h->way;
    rigids[0].position = real3_add(rigids[0].position, (real3){w[0], w[1], w[2]});
    for (int r = 0; r < h->model->rigid_count; r++) {
        const double *by = w + 3 + 3 * r;
        real4 turn = real4_unit((real4){0.5 * by[0], 0.5 * by[1], 0.5 * by[2], 1});
        rigids[r].rotation = real4_unit(real4_mul(turn, rigids[r].rotation));
    }
    caperi_hang(h->model, rigids);
}

// Gaps are tenths of a millimetre, and each step squares them; in lengths, of hinges in radians.
static const int HOLD_STEPS = 6;
static const double HELD = 1e-7;

void caperi_pins_hold(caperi_pinning *h, caperi_placed *rigids, const caperi_pin *pins, int count)
{
    CAPER_ASSERT((int)row_count(h, count) <= h->most_rows);
    for (int step = 0; count > 0 && step < HOLD_STEPS; step++) {
        if (measure(h, rigids, pins, count) < HELD || !close_gaps(h, rigids, pins, count)) {
            break;
        }
        go(h, rigids);
    }
}

void caperi_pins_still(caperi_pinning *h, const caperi_placed *rigids, const caperi_pin *pins,
                       int count, double *velocities)
{
    size_t n = (size_t)h->freedom;
    CAPER_ASSERT((int)row_count(h, count) <= h->most_rows);
    fill_all(h, rigids, pins, count);
    for (size_t k = 0; k < row_count(h, count); k++) {
        double speed = 0;
        for (size_t i = 0; i < n; i++) {
            speed += h->follow[k * n + i] * velocities[i];
        }
        h->gap[k] = -speed;
    }
    if (count > 0 && close_gaps(h, rigids, pins, count)) {
        for (size_t i = 0; i < n; i++) {
            velocities[i] += h->way[i];
        }
    }
}
