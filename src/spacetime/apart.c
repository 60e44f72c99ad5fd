// SPDX-License-Identifier: MIT
// Bodies stay out of each other and of the ground (thesis 4.2.1 and 6.1.2). Each body is its
// box with rounded edges to the others and a row of spheres along its longest axis to test with, in
// both directions, at each frame and half way to the next. Rows are written only for what comes
// near in solutions that were found without them: a second solve starts there. Bodies that overlap
// at rest may be as near as at rest. The first solve already keeps left and right legs on their
// sides: legs that may cross find no way back out of each other.
#include "spacetime/blocks.h"
#include "spacetime/builder.h"

#include <string.h>

// Spheres of one body.
enum {
    MOST_SPHERES = 5
};
// Nearer than this (ratio of distances less one) a pair gets its rows: at first, and where bodies
// went through each other on the way to the solution all the same, as arms do through thighs. A
// walk that limps on a circle then took 191 iterations in four solves, and 17 in one with the wide
// ones (0.45 was too little), each of them twice as long.
static const double NEAR = 0.25;
static const double NEAR_WIDE = 0.7;
// How near a pair may come that is not nearer at rest, as such a ratio: what the rounded edges of a
// box leave out of its corners, where bodies were seen 24 mm in each other.
static const double CORNER = 0.06;
// Lower than this (lengths) a body gets its row for the ground.
static const double LOW = 0.12;

typedef struct spheres {
    real3 center[MOST_SPHERES];
    double radius;
    int count;
} spheres;

// As many spheres of the second radius as cover the longest axis.
static spheres spheres_of(const caperi_model_body *rigid)
{
    int axis = 0;
    for (int k = 1; k < 3; k++) {
        axis = rigid->radii[k] > rigid->radii[axis] ? k : axis;
    }
    double other = fmax(rigid->radii[(axis + 1) % 3], rigid->radii[(axis + 2) % 3]);
    double least = fmin(rigid->radii[(axis + 1) % 3], rigid->radii[(axis + 2) % 3]);
    spheres s = {.radius = 0.5 * (other + least)};
    double reach = fmax(rigid->radii[axis] - s.radius, 0);
    s.count = (int)ceil(reach / s.radius) + 1;
    s.count = s.count > MOST_SPHERES ? MOST_SPHERES : s.count;
    for (int i = 0; i < s.count; i++) {
        double at = s.count > 1 ? reach * (2.0 * i / (s.count - 1) - 1) : 0;
        s.center[i] = (real3){axis == 0 ? at : 0, axis == 1 ? at : 0, axis == 2 ? at : 0};
    }
    return s;
}

// Do a joint or a common parent tie them together?
static bool tied(const caperi_model *model, int a, int b)
{
    return model->rigids[a].parent == b || model->rigids[b].parent == a;
}

typedef struct pair {
    int a, b;       ///< box, sphere
    double data[6]; ///< of the blocks
    double least;   ///< how near they may be
} pair;

static pair make_pair(const caperi_model *model, int a, int b, const spheres *s, int i)
{
    pair p = {.a = a, .b = b};
    const caperi_model_body *u = &model->rigids[a], *v = &model->rigids[b];
    p.data[0] = s->center[i].x, p.data[1] = s->center[i].y, p.data[2] = s->center[i].z;
    for (int k = 0; k < 3; k++) {
        double reach = u->radii[k] + s->radius;
        p.data[3 + k] = 1 / (reach * reach);
    }
    real3 q = u->rest_position, r = v->rest_position;
    const double rest[14] = {q.x,
                             q.y,
                             q.z,
                             u->rest_rotation.x,
                             u->rest_rotation.y,
                             u->rest_rotation.z,
                             u->rest_rotation.w,
                             r.x,
                             r.y,
                             r.z,
                             v->rest_rotation.x,
                             v->rest_rotation.y,
                             v->rest_rotation.z,
                             v->rest_rotation.w};
    caperi_block_apart.evaluate(rest, p.data, &p.least);
    p.least = fmin(p.least, CORNER);
    return p;
}

static void put_frame(const caper_spacetime_builder *b, const pair *p, int t, int *inputs)
{
    caperi_put(caperi_put(inputs, caperi_pose_of(b, t, p->a), 7), caperi_pose_of(b, t, p->b), 7);
}

// A way through all pairs and frames at a point, to write rows or only to see.
typedef struct tour {
    caper_spacetime_builder *builder;
    const double *const *points; ///< one, or several to write for
    int point_count;
    bool write;  ///< rows for what is near at one of them,
    double near; ///< nearer than this
    double gap;  ///< the least that a block was above its bound so far
} tour;

// A block with one value that must not be below `least`; nearer than `near` it gets a row.
typedef struct keep {
    const caperi_block_kind *kind;
    const void *data;
    size_t data_size;
    double least, near;
    const char *what;
    int body;
} keep;

static void visit(tour *v, const keep *k, const int *inputs, int t)
{
    double least = CAPERI_INFINITY;
    for (int p = 0; p < v->point_count; p++) {
        double local[28], value;
        for (int i = 0; i < k->kind->input_count; i++) {
            local[i] = v->points[p][inputs[i]];
        }
        k->kind->evaluate(local, k->data, &value);
        least = isnan(value) ? -CAPERI_INFINITY : fmin(least, value); // no number: not apart
    }
    v->gap = fmin(v->gap, least - k->least);
    if (v->write && least < k->near) {
        caperi_problem *p = v->builder->problem;
        int row = caperi_problem_row(p, k->least, CAPERI_INFINITY, k->what, k->body, t);
        caperi_problem_block(p, k->kind, k->data, k->data_size, inputs, &row, 1);
    }
}

static void visit_pair(tour *v, const pair *p)
{
    const caper_spacetime_builder *b = v->builder;
    keep now = {.kind = &caperi_block_apart,
                .data = p->data,
                .data_size = sizeof p->data,
                .least = p->least,
                .near = v->near,
                .what = "self-contact",
                .body = b->model->rigids[p->a].body};
    keep between = now;
    between.kind = &caperi_block_apart_between;
    int intervals = caperi_interval_count(b);
    for (int t = 0; t < b->frame_count; t++) {
        int inputs[28];
        if (caperi_is_pinned(b, t)) {
            continue; // what the clip does is not ours to mend
        }
        put_frame(b, p, t, inputs);
        visit(v, &now, inputs, t);
        if (t < intervals) {
            put_frame(b, p, t + 1, inputs + 14);
            visit(v, &between, inputs, t);
        }
    }
}

static void visit_ground(tour *v, int r)
{
    const caper_spacetime_builder *b = v->builder;
    const caperi_model_body *rigid = &b->model->rigids[r];
    double data[3];
    for (int k = 0; k < 3; k++) {
        data[k] = rigid->radii[k] * rigid->radii[k];
    }
    keep above = {.kind = &caperi_block_ground,
                  .data = data,
                  .data_size = sizeof data,
                  .near = LOW,
                  .what = "through the ground",
                  .body = rigid->body};
    for (int t = 0; t < b->frame_count; t++) {
        int pose = caperi_pose_of(b, t, r);
        const int inputs[5] = {pose + 1, pose + 3, pose + 4, pose + 5, pose + 6};
        if (!caperi_is_pinned(b, t)) {
            visit(v, &above, inputs, t);
        }
    }
}

static bool touches_ground(const caper_spacetime_builder *b, int r)
{
    for (int i = 0; i < b->foot_count; i++) {
        if (b->feet[i].rigid == r) {
            return true; // its sole has rows of its own
        }
    }
    return false;
}

// -- sides ----------------------------------------------------------------------------------------

// How far a body reaches to the side at rest.
static double reach_aside(const caperi_model_body *rigid)
{
    real3 side = real4_unrotate(rigid->rest_rotation, (real3){1, 0, 0});
    double x = side.x * rigid->radii[0], y = side.y * rigid->radii[1], z = side.z * rigid->radii[2];
    return sqrt(x * x + y * y + z * z);
}

// Is it a body between the root and a foot?
static bool on_leg(const caper_spacetime_builder *b, int r)
{
    for (int i = 0; i < b->foot_count; i++) {
        for (int up = b->feet[i].rigid; up >= 0; up = b->model->rigids[up].parent) {
            if (up == r) {
                return true;
            }
        }
    }
    return false;
}

void caperi_build_sides(caper_spacetime_builder *b)
{
    const caperi_model *model = b->model;
    int root = model->carried[b->job->character->root_body].rigid;
    real3 side = real4_unrotate(model->rigids[root].rest_rotation, (real3){1, 0, 0});
    for (int r = 0; r < model->rigid_count; r++) {
        const caperi_model_body *left = &model->rigids[r];
        if (left->mirror < 0 || left->mirror == r || !on_leg(b, r)) {
            continue;
        }
        const caperi_model_body *right = &model->rigids[left->mirror];
        double apart = left->rest_position.x - right->rest_position.x;
        double least = fmin(apart, reach_aside(left) + reach_aside(right));
        for (int t = 0; apart > 0 && t < b->frame_count; t++) {
            if (caperi_is_pinned(b, t)) {
                continue;
            }
            int row =
                caperi_problem_row(b->problem, least, CAPERI_INFINITY, "own side", left->body, t);
            int turn = caperi_pose_of(b, t, root) + 3;
            for (int i = 0; i < 3; i++) {
                caperi_add_moment(b, row, caperi_pose_of(b, t, r) + i, turn, side, i, 1);
                caperi_add_moment(b, row, caperi_pose_of(b, t, left->mirror) + i, turn, side, i,
                                  -1);
            }
        }
    }
}

// -- all pairs ------------------------------------------------------------------------------------

static void visit_all(tour *v)
{
    const caperi_model *model = v->builder->model;
    for (int s = 0; s < model->rigid_count; s++) {
        spheres row = spheres_of(&model->rigids[s]);
        for (int e = 0; e < model->rigid_count; e++) {
            for (int i = 0; e != s && !tied(model, e, s) && i < row.count; i++) {
                pair p = make_pair(model, e, s, &row, i);
                visit_pair(v, &p);
            }
        }
        if (!touches_ground(v->builder, s)) {
            visit_ground(v, s);
        }
    }
}

void caperi_build_self_contact(caper_spacetime_builder *b, const double *const *points, int count,
                               bool wide)
{
    tour v = {.builder = b,
              .points = points,
              .point_count = count,
              .write = true,
              .near = wide ? NEAR_WIDE : NEAR};
    visit_all(&v);
}

double caperi_self_gap(caper_spacetime_builder *b, const double *x)
{
    tour v = {.builder = b, .points = &x, .point_count = 1, .gap = CAPERI_INFINITY};
    visit_all(&v);
    return v.gap;
}
