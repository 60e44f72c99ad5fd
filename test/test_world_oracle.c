// SPDX-License-Identifier: MIT
//
// The four queries against slow references in double precision that share no code with them: every
// box, every triangle and every capsule is asked, convex minima are found by ternary search, and
// capsules are met by stepping along the ray. Random worlds at sizes from 0.1 to 10.
#include "test.h"

#include "caper/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ------------------------------------------------------------------------- double vectors

typedef struct dvec {
    double x, y, z;
} dvec;

static dvec wide(caper_vec3 v)
{
    return (dvec){(double)v.x, (double)v.y, (double)v.z};
}

static caper_vec3 narrow(dvec v)
{
    return caper_vec3_make((float)v.x, (float)v.y, (float)v.z);
}

static dvec plus(dvec a, dvec b, double s)
{
    return (dvec){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static double dot(dvec a, dvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static dvec cross(dvec a, dvec b)
{
    return (dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double length(dvec a)
{
    return sqrt(dot(a, a));
}

static dvec mix(dvec a, dvec b, double t)
{
    return plus(a, plus(b, a, -1), t);
}

// -------------------------------------------------------------------------------- worlds

typedef struct scene {
    double scale, extent;
    caper_world *world;
    caper_world_frame frame;
    caper_world_box *boxes;
    caper_platform platforms[3];
    caper_obstacle obstacles[5];
    float *heights;
    bool has_field;
} scene;

static caper_vec3 random_point(caper_rng *rng, double extent)
{
    float e = (float)extent;
    // one statement a number: arguments are evaluated in any order
    float x = caper_rng_range(rng, -e, e), y = caper_rng_range(rng, -e, e);
    return caper_vec3_make(x, y, caper_rng_range(rng, -e, e));
}

static caper_vec3 random_direction(caper_rng *rng)
{
    for (;;) {
        caper_vec3 v = random_point(rng, 1);
        float l = caper_vec3_length(v);
        if (l > 0.1f && l < 1)
            return caper_vec3_scale(v, 1 / l);
    }
}

static caper_quat random_rotation(caper_rng *rng)
{
    // a third upright, a third turned about the vertical, a third tilted
    int kind = caper_rng_int(rng, 0, 2);
    if (kind == 0)
        return caper_quat_identity();
    caper_vec3 axis = kind == 1 ? caper_vec3_make(0, 1, 0) : random_direction(rng);
    return caper_quat_from_axis_angle(axis, caper_rng_range(rng, -3, 3));
}

static caper_world_box random_box(caper_rng *rng, double extent, double size)
{
    caper_world_box box;
    float low = (float)(0.05 * size), high = (float)size;
    caper_vec3 position = random_point(rng, extent);
    box.transform = caper_transform_make(random_rotation(rng), position);
    float x = caper_rng_range(rng, low, high), y = caper_rng_range(rng, low, high);
    box.half = caper_vec3_make(x, y, caper_rng_range(rng, low, high));
    return box;
}

static scene make_scene(uint64_t seed, double scale, int box_count, int side, bool ground)
{
    caper_rng rng = caper_rng_make(seed);
    scene s = {.scale = scale, .extent = 10 * scale};
    s.boxes = malloc((size_t)(box_count + 1) * sizeof *s.boxes);
    for (int i = 0; i < box_count; i++)
        s.boxes[i] = random_box(&rng, s.extent, i % 50 == 0 ? 3 * scale : 0.6 * scale);
    caper_world_def def = caper_world_def_default();
    def.has_ground = ground;
    def.ground_point = caper_vec3_make(0, (float)(-2 * scale), 0);
    def.ground_normal = caper_vec3_make(0.2f, 1, -0.1f);
    def.boxes = s.boxes;
    def.box_count = box_count;
    caper_world_field field = {0};
    if (side > 0) {
        // two thirds of the extent, so that points beyond the borders are asked as well
        field.columns = side, field.rows = side + 3;
        field.spacing = (float)(1.3 * s.extent / side);
        field.x = (float)(-0.6 * s.extent), field.z = (float)(-0.7 * s.extent);
        int samples = field.columns * field.rows;
        s.heights = malloc((size_t)samples * sizeof(float));
        for (int i = 0; i < samples; i++)
            s.heights[i] = caper_rng_range(&rng, 0, 1.2f * field.spacing) +
                           2 * (float)scale * caper_sin(0.3f * (float)(i % side));
        field.heights = s.heights;
        def.fields = &field;
        def.field_count = 1;
        s.has_field = true;
    }
    caper_error error = {0};
    s.world = caper_world_create(&def, &error);
    if (!s.world)
        fprintf(stderr, "%s\n", error.message);
    REQUIRE(s.world != NULL);
    return s;
}

static void add_movers(scene *s, uint64_t seed)
{
    caper_rng rng = caper_rng_make(seed);
    for (int i = 0; i < 3; i++) {
        s->platforms[i].box = random_box(&rng, s->extent, s->scale);
        s->platforms[i].velocity = random_direction(&rng);
        s->platforms[i].angular_velocity = random_direction(&rng);
    }
    for (int i = 0; i < 5; i++) {
        caper_vec3 a = random_point(&rng, s->extent);
        s->obstacles[i].capsule.a = a;
        s->obstacles[i].capsule.b =
            i == 0 ? a : caper_vec3_add_scaled(a, random_direction(&rng), (float)s->scale);
        s->obstacles[i].capsule.radius = (float)(0.5 * s->scale);
        s->obstacles[i].velocity = random_direction(&rng);
    }
    s->frame = (caper_world_frame){s->platforms, 3, s->obstacles, 5, NULL, 0};
}

static void free_scene(scene *s)
{
    caper_world_destroy(s->world);
    free(s->boxes);
    free(s->heights);
}

// ----------------------------------------------------------------------------- references

// Columns of the rotation matrix, from the quaternion in double.
static void axes_of(const caper_world_box *box, dvec axes[3])
{
    double x = (double)box->transform.rotation.x, y = (double)box->transform.rotation.y;
    double z = (double)box->transform.rotation.z, w = (double)box->transform.rotation.w;
    axes[0] = (dvec){1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    axes[1] = (dvec){2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    axes[2] = (dvec){2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
}

static double box_distance(const caper_world_box *box, dvec p)
{
    dvec axes[3], half = wide(box->half), d = plus(p, wide(box->transform.position), -1);
    axes_of(box, axes);
    double e[3] = {fabs(dot(axes[0], d)) - half.x, fabs(dot(axes[1], d)) - half.y,
                   fabs(dot(axes[2], d)) - half.z};
    double sum = 0, most = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        sum += e[i] > 0 ? e[i] * e[i] : 0;
        most = e[i] > most ? e[i] : most;
    }
    return most > 0 ? sqrt(sum) : most;
}

// The interval of the line inside the box, found by cutting with six half-spaces.
static bool box_line(const caper_world_box *box, dvec o, dvec d, double *from, double *to)
{
    dvec axes[3], half = wide(box->half), r = plus(o, wide(box->transform.position), -1);
    double sizes[3] = {half.x, half.y, half.z};
    axes_of(box, axes);
    *from = -1e9, *to = 1e9;
    for (int i = 0; i < 6; i++) {
        double side = i & 1 ? 1 : -1, n = side * dot(axes[i / 2], d);
        double room = sizes[i / 2] - side * dot(axes[i / 2], r);
        if (fabs(n) < 1e-7) {
            if (room < 0)
                return false;
        } else if (n > 0) {
            *to = fmin(*to, room / n);
        } else {
            *from = fmax(*from, room / n);
        }
    }
    return *from <= *to;
}

static double segment_distance(dvec a, dvec b, dvec p)
{
    dvec d = plus(b, a, -1);
    double dd = dot(d, d), t = dd > 0 ? dot(d, plus(p, a, -1)) / dd : 0;
    return length(plus(p, mix(a, b, fmin(fmax(t, 0), 1)), -1));
}

static double triangle_distance(const dvec v[3], dvec p)
{
    dvec n = cross(plus(v[1], v[0], -1), plus(v[2], v[0], -1));
    double area = length(n), best = HUGE_VAL;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        dvec a = v[i], b = v[(i + 1) % 3];
        best = fmin(best, segment_distance(a, b, p));
        inside = inside && dot(cross(plus(b, a, -1), plus(p, a, -1)), n) >= 0;
    }
    return inside ? fabs(dot(plus(p, v[0], -1), n)) / area : best;
}

// Triangle k of the field; k in [0, 2 cells).
static void triangle_of(const caper_world_field *f, int k, dvec v[3])
{
    int cell = k / 2, cx = cell % (f->columns - 1), cz = cell / (f->columns - 1);
    int corners[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    for (int i = 0; i < 3; i++) {
        int x = cx + corners[k & 1][i][0], z = cz + corners[k & 1][i][1];
        v[i] = (dvec){(double)f->x + x * (double)f->spacing, (double)f->heights[z * f->columns + x],
                      (double)f->z + z * (double)f->spacing};
    }
}

static int triangle_count(const caper_world_field *f)
{
    return 2 * (f->columns - 1) * (f->rows - 1);
}

// Where the vertical line at (x, z) meets a triangle of the field.
static bool field_height(const caper_world_field *f, double x, double z, double *height)
{
    for (int k = 0; k < triangle_count(f); k++) {
        dvec v[3];
        triangle_of(f, k, v);
        double w[3], sum = 0;
        for (int i = 0; i < 3; i++) {
            dvec a = v[(i + 1) % 3], b = v[(i + 2) % 3];
            w[i] = (a.x - x) * (b.z - z) - (a.z - z) * (b.x - x);
            sum += w[i];
        }
        if (w[0] / sum < 0 || w[1] / sum < 0 || w[2] / sum < 0)
            continue;
        *height = (w[0] * v[0].y + w[1] * v[1].y + w[2] * v[2].y) / sum;
        return true;
    }
    return false;
}

static double field_unsigned(const caper_world_field *f, dvec p)
{
    double best = HUGE_VAL;
    for (int k = 0; k < triangle_count(f); k++) {
        dvec v[3];
        triangle_of(f, k, v);
        best = fmin(best, triangle_distance(v, p));
    }
    return best;
}

static double field_distance(const caper_world_field *f, dvec p)
{
    double h = 0, d = field_unsigned(f, p);
    return field_height(f, p.x, p.z, &h) && p.y < h ? -d : d;
}

static double capsule_distance(const caper_capsule *c, dvec p)
{
    return segment_distance(wide(c->a), wide(c->b), p) - (double)c->radius;
}

static double ground_distance(const caper_world *world, dvec p)
{
    caper_vec3 point, normal;
    if (!caper_world_ground(world, &point, &normal))
        return HUGE_VAL;
    return dot(wide(normal), plus(p, wide(point), -1));
}

typedef struct answer {
    double value;
    caper_surface surface;
    int index;
} answer;

static void improve(answer *a, double value, caper_surface surface, int index)
{
    if (value < a->value)
        *a = (answer){value, surface, index};
}

static answer slow_distance(const scene *s, dvec p)
{
    answer a = {HUGE_VAL, CAPER_SURFACE_NONE, 0};
    int count;
    improve(&a, ground_distance(s->world, p), CAPER_SURFACE_GROUND, 0);
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(s->world, &boxes);
    for (int i = 0; i < count; i++)
        improve(&a, box_distance(&boxes[i], p), CAPER_SURFACE_BOX, i);
    const caper_world_field *fields = NULL;
    count = caper_world_fields(s->world, &fields);
    for (int i = 0; i < count; i++)
        improve(&a, field_distance(&fields[i], p), CAPER_SURFACE_FIELD, i);
    for (int i = 0; i < s->frame.platform_count; i++)
        improve(&a, box_distance(&s->platforms[i].box, p), CAPER_SURFACE_PLATFORM, i);
    for (int i = 0; i < s->frame.obstacle_count; i++)
        improve(&a, capsule_distance(&s->obstacles[i].capsule, p), CAPER_SURFACE_OBSTACLE, i);
    return a;
}

// ---------------------------------------------------------------------------------- tests

// Questions whose answer hangs on rounding are skipped, but not many of them.
static int asked, skipped;

static bool skip_doubtful(bool doubtful)
{
    asked++;
    skipped += doubtful;
    return doubtful;
}

static double tolerance(const scene *s)
{
    return 4e-6 * s->extent;
}

static void check_height(const scene *s, caper_vec3 p)
{
    dvec o = {(double)p.x, 0, (double)p.z}, up = {0, 1, 0};
    answer best = {HUGE_VAL, CAPER_SURFACE_NONE, 0}; // of minus the height
    double from, to, limit = (double)p.y, eps = tolerance(s);
    bool doubtful = false; // a surface at from_y, or the line at an edge, within rounding
    int count;
    caper_vec3 point, normal;
    if (caper_world_ground(s->world, &point, &normal)) {
        dvec n = wide(normal), d = plus(o, wide(point), -1);
        double y = -(n.x * d.x + n.y * d.y + n.z * d.z) / n.y;
        doubtful |= fabs(y - limit) < eps;
        if (y <= limit)
            improve(&best, -y, CAPER_SURFACE_GROUND, 0);
    }
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(s->world, &boxes);
    for (int i = 0; i < count + s->frame.platform_count; i++) {
        const caper_world_box *box = i < count ? &boxes[i] : &s->platforms[i - count].box;
        bool met = box_line(box, o, up, &from, &to);
        caper_world_box near = *box;
        near.half = caper_vec3_add(box->half, caper_vec3_make((float)eps, (float)eps, (float)eps));
        double a, b;
        doubtful |= box_line(&near, o, up, &a, &b) && (!met || fabs(b - to) > 100 * eps);
        doubtful |= met && fabs(to - limit) < 10 * eps;
        if (met && to <= limit)
            improve(&best, -to, i < count ? CAPER_SURFACE_BOX : CAPER_SURFACE_PLATFORM,
                    i < count ? i : i - count);
    }
    const caper_world_field *fields = NULL;
    count = caper_world_fields(s->world, &fields);
    double h = 0;
    if (count > 0 && field_height(&fields[0], o.x, o.z, &h)) {
        doubtful |= fabs(h - limit) < eps;
        if (h <= limit)
            improve(&best, -h, CAPER_SURFACE_FIELD, 0);
    }
    if (skip_doubtful(doubtful))
        return;
    caper_hit hit = caper_world_height(s->world, &s->frame, p.x, p.z, p.y);
    CHECK_INT(hit.surface, best.surface);
    if (best.surface == CAPER_SURFACE_NONE)
        return;
    // a steep face turns an error of x into a larger one of y
    double slack = eps * 4 / fmax(0.05, (double)hit.normal.y);
    CHECK_NEAR(hit.point.y, -best.value, slack);
    CHECK_NEAR(hit.distance, (double)p.y + best.value, slack);
    CHECK_INT(hit.index, best.index);
    CHECK(hit.normal.y > 0);
    CHECK_NEAR(caper_vec3_length(hit.normal), 1, 1e-5);
}

static void check_distance(const scene *s, caper_vec3 p)
{
    answer best = slow_distance(s, wide(p));
    caper_hit hit = caper_world_distance(s->world, &s->frame, p, INFINITY);
    if (!CHECK_NEAR(hit.distance, best.value, tolerance(s)))
        return;
    CHECK_NEAR(caper_vec3_length(hit.normal), 1, 1e-5);
    // the surface point lies at that distance, against the gradient
    caper_vec3 back = caper_vec3_add_scaled(hit.point, hit.normal, hit.distance);
    CHECK_NEAR(caper_vec3_distance(back, p), 0, 4 * tolerance(s));
    // the gradient, wherever the distance is smooth: central differences of the slow reference
    double e = 1e-5 * s->scale, g[3];
    for (int i = 0; i < 3; i++) {
        dvec step = {i == 0, i == 1, i == 2};
        g[i] = (slow_distance(s, plus(wide(p), step, e)).value -
                slow_distance(s, plus(wide(p), step, -e)).value) /
               (2 * e);
    }
    double size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    if (size > 0.9999 && fabs(best.value) > 0.02 * s->scale) {
        CHECK_NEAR(hit.normal.x, g[0], 2e-3);
        CHECK_NEAR(hit.normal.y, g[1], 2e-3);
        CHECK_NEAR(hit.normal.z, g[2], 2e-3);
    }
    // limits: just beyond it is found, just short of it is not
    float far = hit.distance + 1e-4f * (float)s->scale,
          near = hit.distance - 1e-4f * (float)s->scale;
    CHECK_INT(caper_world_distance(s->world, &s->frame, p, far).surface, hit.surface);
    caper_hit none = caper_world_distance(s->world, &s->frame, p, near);
    CHECK_INT(none.surface, CAPER_SURFACE_NONE);
    CHECK(none.distance == near);
}

// First entry of a ray into anything from outside; negative values mean inside at the start.
static answer slow_ray(const scene *s, dvec o, dvec d, double reach, double eps, bool *doubtful)
{
    answer best = {reach, CAPER_SURFACE_NONE, 0};
    double from, to;
    int count;
    caper_vec3 point, normal;
    if (caper_world_ground(s->world, &point, &normal)) {
        double h = ground_distance(s->world, o), sink = -dot(wide(normal), d);
        *doubtful |= fabs(h) < eps;
        if (h < 0 || sink > 0)
            improve(&best, h < 0 ? 0 : h / sink, CAPER_SURFACE_GROUND, 0);
    }
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(s->world, &boxes);
    for (int i = 0; i < count + s->frame.platform_count; i++) {
        const caper_world_box *box = i < count ? &boxes[i] : &s->platforms[i - count].box;
        caper_surface surface = i < count ? CAPER_SURFACE_BOX : CAPER_SURFACE_PLATFORM;
        caper_world_box near = *box;
        near.half = caper_vec3_add(box->half, caper_vec3_make((float)eps, (float)eps, (float)eps));
        bool met = box_line(box, o, d, &from, &to) && to > 0 && from < best.value;
        double a, b;
        bool grown = box_line(&near, o, d, &a, &b) && b > 0 && a < best.value;
        *doubtful |= grown != met || (met && to - from < 100 * eps) || (met && fabs(from) < eps);
        if (met)
            improve(&best, from < 0 ? 0 : from, surface, i < count ? i : i - count);
    }
    const caper_world_field *fields = NULL;
    count = caper_world_fields(s->world, &fields);
    double h = 0;
    if (count > 0 && field_height(&fields[0], o.x, o.z, &h)) {
        *doubtful |= fabs(o.y - h) < eps;
        if (o.y < h)
            improve(&best, 0, CAPER_SURFACE_FIELD, 0);
    }
    for (int k = 0; count > 0 && k < triangle_count(&fields[0]); k++) {
        dvec v[3];
        triangle_of(&fields[0], k, v);
        dvec n = cross(plus(v[2], v[0], -1), plus(v[1], v[0], -1)); // upward
        double sink = -dot(n, d), t = dot(n, plus(o, v[0], -1)) / sink;
        if (sink <= 0 || t < 0)
            continue;
        dvec p = plus(o, d, t);
        double out = triangle_distance(v, p);
        // near the rim a hit is doubtful; inside, the neighbour has it
        const caper_world_field *f = &fields[0];
        double x = (p.x - (double)f->x) / (double)f->spacing,
               z = (p.z - (double)f->z) / (double)f->spacing;
        if (out < eps && (x < 1e-3 || z < 1e-3 || x > f->columns - 1.001 || z > f->rows - 1.001))
            *doubtful = true;
        if (out < 1e-9 * s->extent)
            improve(&best, t, CAPER_SURFACE_FIELD, 0);
    }
    for (int i = 0; i < s->frame.obstacle_count; i++) {
        // sphere tracing: the distance is a safe step
        const caper_capsule *c = &s->obstacles[i].capsule;
        double t = 0, gap = HUGE_VAL;
        for (int step = 0; step < 5000 && t < best.value; step++) {
            gap = capsule_distance(c, plus(o, d, t));
            if (gap < 1e-9 * s->scale)
                break;
            t += gap;
        }
        *doubtful |= gap >= 1e-9 * s->scale && gap < 1e-4 * s->scale && t < best.value;
        if (gap < 1e-9 * s->scale)
            improve(&best, t, CAPER_SURFACE_OBSTACLE, i);
    }
    return best;
}

static void check_ray(const scene *s, caper_vec3 o, caper_vec3 d, float reach)
{
    bool doubtful = false;
    double eps = tolerance(s);
    answer best = slow_ray(s, wide(o), wide(d), (double)reach, eps, &doubtful);
    if (skip_doubtful(doubtful))
        return;
    caper_hit hit = caper_world_ray(s->world, &s->frame, o, d, reach);
    if (best.surface == CAPER_SURFACE_NONE && hit.surface == CAPER_SURFACE_NONE) {
        CHECK(hit.distance == reach);
        return;
    }
    double flat = fmax(0.05, fabs((double)caper_vec3_dot(hit.normal, d)));
    CHECK_NEAR(hit.distance, best.value, 4 * eps / flat);
    CHECK_NEAR(caper_vec3_length(hit.normal), 1, 1e-5);
    if (best.value > 0 && best.surface != CAPER_SURFACE_NONE && hit.surface != CAPER_SURFACE_NONE) {
        CHECK_INT(hit.surface, best.surface);
        CHECK(caper_vec3_dot(hit.normal, d) < 1e-3f);
        CHECK_NEAR(slow_distance(s, wide(hit.point)).value, 0, 4 * eps);
    }
}

// The least of a convex function on [0, 1].
typedef double convex_fn(const void *what, dvec p);

// Only answers below `enough` matter.
static double least_along(convex_fn *f, const void *what, dvec a, dvec b, double enough)
{
    double low = 0, high = 1;
    // distances change by at most one for one
    if (f(what, mix(a, b, 0.5)) - 0.5 * length(plus(b, a, -1)) > enough)
        return HUGE_VAL;
    for (int i = 0; i < 60; i++) {
        double t = low + (high - low) / 3, u = high - (high - low) / 3;
        if (f(what, mix(a, b, t)) < f(what, mix(a, b, u)))
            high = u;
        else
            low = t;
    }
    return f(what, mix(a, b, 0.5 * (low + high)));
}

static double box_fn(const void *what, dvec p)
{
    return box_distance(what, p);
}

static double triangle_fn(const void *what, dvec p)
{
    return triangle_distance(what, p);
}

static double capsule_fn(const void *what, dvec p)
{
    return capsule_distance(what, p);
}

// Capsules under a field that were yet deeper in something else.
static int deeper;

static void check_capsule(const scene *s, caper_capsule c)
{
    dvec a = wide(c.a), b = wide(c.b);
    double r = (double)c.radius, field_depth = 0;
    answer best = {HUGE_VAL, CAPER_SURFACE_NONE, 0};
    int count;
    improve(&best, fmin(ground_distance(s->world, a), ground_distance(s->world, b)) - r,
            CAPER_SURFACE_GROUND, 0);
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(s->world, &boxes);
    for (int i = 0; i < count; i++)
        improve(&best, least_along(box_fn, &boxes[i], a, b, best.value + r) - r, CAPER_SURFACE_BOX,
                i);
    for (int i = 0; i < s->frame.platform_count; i++)
        improve(&best, least_along(box_fn, &s->platforms[i].box, a, b, HUGE_VAL) - r,
                CAPER_SURFACE_PLATFORM, i);
    for (int i = 0; i < s->frame.obstacle_count; i++)
        improve(&best, least_along(capsule_fn, &s->obstacles[i].capsule, a, b, HUGE_VAL) - r,
                CAPER_SURFACE_OBSTACLE, i);
    const caper_world_field *fields = NULL;
    count = caper_world_fields(s->world, &fields);
    if (count > 0) {
        // sampled: does the axis dip under the surface, and how deep at least?
        for (int i = 0; i <= 40; i++)
            field_depth = fmin(field_depth, field_distance(&fields[0], mix(a, b, i / 40.0)));
        for (int k = 0; field_depth == 0 && k < triangle_count(&fields[0]); k++) {
            dvec v[3];
            triangle_of(&fields[0], k, v);
            improve(&best, least_along(triangle_fn, v, a, b, best.value + r) - r,
                    CAPER_SURFACE_FIELD, 0);
        }
    }
    caper_hit hit = caper_world_capsule(s->world, &s->frame, c, INFINITY);
    CHECK_NEAR(caper_vec3_length(hit.normal), 1, 1e-5);
    if (field_depth < 0 && hit.surface == CAPER_SURFACE_FIELD) {
        // under a field: the depth of a point of the axis, and not far from the greatest one
        dvec p = plus(wide(hit.point), wide(hit.normal), (double)hit.distance + r);
        CHECK_NEAR(segment_distance(a, b, p), 0, 4 * tolerance(s));
        CHECK_NEAR(field_unsigned(&fields[0], p), fabs((double)hit.distance + r), 4 * tolerance(s));
        CHECK((double)hit.distance <= fmin(best.value, 0.5 * field_depth - r) + tolerance(s));
        return;
    }
    if (field_depth < 0) { // something else is deeper
        CHECK((double)hit.distance <= 0.5 * field_depth - r + tolerance(s));
        deeper++;
    }
    CHECK_NEAR(hit.distance, best.value, 2 * tolerance(s));
}

static caper_capsule random_capsule(caper_rng *rng, const scene *s)
{
    caper_capsule c;
    c.a = random_point(rng, s->extent);
    float l = caper_rng_range(rng, 0, 3 * (float)s->scale);
    c.b = caper_vec3_add_scaled(c.a, random_direction(rng), l);
    if (caper_rng_int(rng, 0, 7) == 0)
        c.b = c.a;
    if (caper_rng_int(rng, 0, 3) == 0) // along an axis
        c.b = caper_vec3_make(c.a.x + l, c.a.y, c.a.z);
    c.radius = caper_rng_range(rng, 0, 0.5f * (float)s->scale);
    return c;
}

static caper_vec3 ray_direction(caper_rng *rng)
{
    static const float axes[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                     {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    int i = caper_rng_int(rng, 0, 17);
    return i < 6 ? caper_vec3_make(axes[i][0], axes[i][1], axes[i][2]) : random_direction(rng);
}

static void check_scene(scene *s, uint64_t seed, int rounds)
{
    caper_rng rng = caper_rng_make(seed);
    asked = skipped = 0;
    for (int i = 0; i < rounds; i++) {
        check_height(s, random_point(&rng, s->extent));
        check_distance(s, random_point(&rng, s->extent));
        caper_vec3 origin = random_point(&rng, s->extent), direction = ray_direction(&rng);
        check_ray(s, origin, direction, caper_rng_range(&rng, 0, 2 * (float)s->extent));
        check_capsule(s, random_capsule(&rng, s));
    }
    CHECK_INT(asked, 2 * rounds);
    CHECK(skipped < asked / 10);
}

static const double scales[] = {0.1, 1, 10};

static void boxes_answer_like_the_slow_reference(void)
{
    for (int k = 0; k < 3; k++) {
        for (int n = 0; n < 3; n++) {
            static const int counts[] = {1, 17, 300};
            scene s = make_scene((uint64_t)(10 * k + n), scales[k], counts[n], 0, n == 1);
            add_movers(&s, 5);
            check_scene(&s, 100, 150);
            free_scene(&s);
        }
    }
}

static void thousands_of_boxes_answer_like_the_slow_reference(void)
{
    scene s = make_scene(77, 1, 6000, 0, false);
    check_scene(&s, 101, 60);
    free_scene(&s);
}

static void fields_answer_like_the_slow_reference(void)
{
    for (int k = 0; k < 3; k++) {
        for (int n = 0; n < 3; n++) {
            static const int sides[] = {2, 7, 30};
            scene s = make_scene((uint64_t)(40 + 10 * k + n), scales[k], 0, sides[n], false);
            check_scene(&s, 102, n == 2 ? 60 : 200);
            free_scene(&s);
        }
    }
}

static void all_parts_together_answer_like_the_slow_reference(void)
{
    scene s = make_scene(99, 1, 60, 20, true);
    add_movers(&s, 6);
    check_scene(&s, 103, 150);
    free_scene(&s);
}

static void what_is_deepest_counts_even_under_a_field(void)
{
    scene s = make_scene(99, 1, 60, 7, true);
    add_movers(&s, 6);
    // a hull that stands out of the field as far as it is wide
    s.platforms[0].box.transform = caper_transform_identity();
    s.platforms[0].box.half = caper_vec3_make(8, 8, 8);
    caper_rng rng = caper_rng_make(104);
    deeper = 0;
    for (int i = 0; i < 400; i++)
        check_capsule(&s, random_capsule(&rng, &s));
    free_scene(&s);
    CHECK(deeper > 20);
}

// Every border of a cell and of a block is a place where a ray could slip through.
static void no_ray_slips_through_a_seam_of_a_field(void)
{
    scene s = make_scene(41, 1, 0, 40, false);
    const caper_world_field *f = NULL;
    REQUIRE(caper_world_fields(s.world, &f) > 0);
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < 20000; i++) {
        // from above toward a hair below a sample, an edge or a diagonal
        int cx = caper_rng_int(&rng, 1, f->columns - 3), cz = caper_rng_int(&rng, 1, f->rows - 3);
        int kind = caper_rng_int(&rng, 0, 3);
        float u = kind == 0 ? 0 : caper_rng_float(&rng), v = kind == 1 ? 0 : caper_rng_float(&rng);
        if (kind == 3)
            v = u;
        float x = f->x + ((float)cx + u) * f->spacing, z = f->z + ((float)cz + v) * f->spacing;
        caper_hit below = caper_world_height(s.world, NULL, x, z, INFINITY);
        below.point.y -= 1e-4f;
        caper_vec3 o = random_point(&rng, 3);
        o = caper_vec3_make(x + o.x, 8, z + o.z);
        caper_vec3 d = caper_vec3_normalize(caper_vec3_sub(below.point, o));
        float to = caper_vec3_distance(below.point, o);
        caper_hit hit = caper_world_ray(s.world, NULL, o, d, to + 3);
        CHECK_INT(hit.surface, CAPER_SURFACE_FIELD);
        CHECK(hit.distance <= to);
    }
    free_scene(&s);
}

static void capsules_keep_their_distance_like_the_slow_reference(void)
{
    caper_rng rng = caper_rng_make(8);
    for (int i = 0; i < 5000; i++) {
        scene s = {.scale = scales[i % 3], .extent = 3 * scales[i % 3]};
        caper_capsule p = random_capsule(&rng, &s), q = random_capsule(&rng, &s);
        if (i % 2 == 0) { // crossing at a small angle, down to nearly parallel: the hard case
            float angle = caper_exp(caper_rng_range(&rng, -12, 0));
            caper_vec3 middle = caper_vec3_lerp(p.a, p.b, 0.5f), d = caper_vec3_sub(p.b, p.a);
            caper_vec3 off = random_direction(&rng);
            middle = caper_vec3_add_scaled(middle, off, caper_rng_float(&rng) * (float)s.scale);
            off = random_direction(&rng);
            d = caper_vec3_add_scaled(d, off, angle * caper_vec3_length(d));
            q.a = caper_vec3_add_scaled(middle, d, -0.5f);
            q.b = caper_vec3_add_scaled(middle, d, 0.5f);
        }
        // distance of a point of p to the axis of q is convex along p
        caper_capsule thin = q;
        thin.radius = 0;
        double want = least_along(capsule_fn, &thin, wide(p.a), wide(p.b), HUGE_VAL) -
                      (double)p.radius - (double)q.radius;
        CHECK_NEAR(caper_capsule_distance(p, q), want, 4e-6 * s.extent);
        CHECK_NEAR(caper_capsule_distance(q, p), want, 4e-6 * s.extent);
    }
}

static void a_capsule_in_a_slope_of_samples_is_as_deep_as_in_the_plane(void)
{
    // heights of a plane: then the depth of the axis is known in closed form
    enum {
        SIDE = 30
    };
    static float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = 0.4f * (float)(i % SIDE) * 0.5f - 0.3f * (float)(i / SIDE) * 0.5f;
    caper_world_field field = {0, 0, 0.5f, SIDE, SIDE, heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    caper_world *world = caper_world_create(&def, NULL);
    REQUIRE(world != NULL);
    dvec n = {-0.4, 1, 0.3};
    n = plus((dvec){0, 0, 0}, n, 1 / length(n));
    caper_rng rng = caper_rng_make(4);
    for (int i = 0; i < 1000; i++) {
        caper_capsule c;
        float x = caper_rng_range(&rng, 4, 10), z = caper_rng_range(&rng, 4, 10);
        c.a = caper_vec3_make(x, 0.4f * x - 0.3f * z + caper_rng_range(&rng, -1, 1), z);
        c.b = caper_vec3_add(c.a, random_direction(&rng));
        c.radius = 0.2f;
        double want = fmin(dot(n, wide(c.a)), dot(n, wide(c.b))) - 0.2;
        caper_hit hit = caper_world_capsule(world, NULL, c, INFINITY);
        CHECK_NEAR(hit.distance, want, 2e-5);
        CHECK_NEAR(dot(wide(hit.normal), n), 1, 1e-5);
        CHECK_NEAR(dot(wide(hit.point), n), 0, 2e-5);
    }
    caper_world_destroy(world);
}

// On a plane every border is crossed right at the surface, where rounding is at its worst.
static void no_ray_slips_through_a_plane_of_samples(void)
{
    enum {
        SIDE = 30
    };
    static float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = 0.37f * (float)(i % SIDE) * 0.3f - 0.21f * (float)(i / SIDE) * 0.3f;
    caper_world_field field = {-4.1f, -3.7f, 0.3f, SIDE, SIDE, heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    caper_world *world = caper_world_create(&def, NULL);
    REQUIRE(world != NULL);
    caper_rng rng = caper_rng_make(6);
    for (int i = 0; i < 20000; i++) {
        int cx = caper_rng_int(&rng, 1, SIDE - 2), cz = caper_rng_int(&rng, 1, SIDE - 2);
        float along = i % 2 ? caper_rng_float(&rng) : 0;
        float x = field.x + ((float)cx + along) * field.spacing;
        float z = field.z + (float)cz * field.spacing;
        caper_vec3 p = caper_world_height(world, NULL, x, z, 99).point;
        caper_vec3 o = caper_vec3_add(p, random_point(&rng, 2));
        o.y = p.y + 3;
        caper_vec3 d = caper_vec3_normalize(caper_vec3_sub(p, o));
        float to = caper_vec3_distance(p, o);
        caper_hit hit = caper_world_ray(world, NULL, o, d, to + 1);
        CHECK_NEAR(hit.distance, to, 2e-5);
    }
    caper_world_destroy(world);
}

// The gradient of the fast query against its own differences, where they exist.
static void the_gradient_of_a_box_is_continuous_around_its_edges(void)
{
    scene s = make_scene(12, 1, 1, 0, false);
    dvec center = wide(s.boxes[0].transform.position);
    caper_rng rng = caper_rng_make(9);
    for (int i = 0; i < 2000; i++) {
        // at a distance of half a metre the gradient turns by at most 2 radians a metre
        caper_vec3 p = narrow(plus(center, wide(random_direction(&rng)), 3));
        caper_hit hit = caper_world_distance(s.world, NULL, p, INFINITY);
        if (hit.distance < 0.5f)
            continue;
        caper_vec3 q = caper_vec3_add_scaled(p, random_direction(&rng), 1e-3f);
        caper_hit other = caper_world_distance(s.world, NULL, q, INFINITY);
        CHECK(caper_vec3_distance(hit.normal, other.normal) < 2.2e-3f);
    }
    free_scene(&s);
}

TESTS(boxes_answer_like_the_slow_reference, thousands_of_boxes_answer_like_the_slow_reference,
      fields_answer_like_the_slow_reference, all_parts_together_answer_like_the_slow_reference,
      what_is_deepest_counts_even_under_a_field, no_ray_slips_through_a_seam_of_a_field,
      no_ray_slips_through_a_plane_of_samples, capsules_keep_their_distance_like_the_slow_reference,
      a_capsule_in_a_slope_of_samples_is_as_deep_as_in_the_plane,
      the_gradient_of_a_box_is_continuous_around_its_edges)
