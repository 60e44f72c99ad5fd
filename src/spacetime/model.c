// SPDX-License-Identifier: MIT
// The rigid bodies of a problem. Boxes stand for ellipsoids with their half extents as radii
// (thesis 4.2.1); bodies that merge sum their second moments of mass, whose eigenvectors are the
// principal axes of the whole. The problem is free of units: lengths in legs, masses in shares of
// the character, time in sqrt(length / gravity), so forces are in body weights and gravity is 1. A
// beetle and an elephant are then problems of the same size to the solver.
#include "spacetime/model.h"

#include <string.h>

// m/s2
#define GRAVITY 9.81

static bool *mark_ways(const caper_character *character, const bool *touching, bool *on_way)
{
    for (int i = character->body_count - 1; i >= 0; i--) {
        on_way[i] = on_way[i] || touching[i];
        if (on_way[i] && character->bodies[i].parent >= 0) {
            on_way[character->bodies[i].parent] = true;
        }
    }
    return on_way;
}

// Does this body merge into its parent?
static bool merges(const caper_character *character, int i, double hanging, bool on_way)
{
    const caper_body *body = &character->bodies[i];
    if (body->parent < 0) {
        return false;
    }
    double share = hanging / (double)character->mass;
    return (body->caps & CAPER_CAP_HELPER) || body->joint.kind == CAPER_JOINT_FIXED ||
           share < (on_way ? CAPERI_SMALL_LEG : CAPERI_SMALL);
}

static void assign(caperi_model *model, const caper_character *character, const bool *touching,
                   bool *on_way, double *hanging)
{
    for (int i = 0; i < character->body_count; i++) {
        hanging[i] = (double)character->bodies[i].mass;
    }
    for (int i = character->body_count - 1; i > 0; i--) {
        hanging[character->bodies[i].parent] += hanging[i];
    }
    mark_ways(character, touching, on_way);
    for (int i = 0; i < character->body_count; i++) {
        int parent = character->bodies[i].parent;
        // helpers above the root weigh nothing: the first body with a mass joins them
        caperi_model_body *above = parent < 0 ? NULL : &model->rigids[model->carried[parent].rigid];
        if (above && (merges(character, i, hanging[i], on_way[i]) || above->mass <= 0)) {
            model->carried[i].rigid = model->carried[parent].rigid;
            above->mass += (double)character->bodies[i].mass;
            continue;
        }
        model->carried[i].rigid = model->rigid_count;
        model->rigids[model->rigid_count++] =
            (caperi_model_body){.body = i,
                                .parent = parent < 0 ? -1 : model->carried[parent].rigid,
                                .mirror = -1,
                                .mass = (double)character->bodies[i].mass};
    }
}

static real3 center_at_rest(const caperi_model *model, const caper_character *character, int i)
{
    caper_vec3 center =
        caper_transform_mul_point(character->rest_model[i], character->bodies[i].box_center);
    return real3_scale(real3_from(center), 1 / model->length);
}

static void add_outer(double m[3][3], real3 v, double scale)
{
    const double c[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m[i][j] += scale * c[i] * c[j];
        }
    }
}

// Mass, centre and second moments of the bodies of one rigid body.
static void weigh(caperi_model *model, const caper_character *character, int r,
                  double moments[3][3])
{
    caperi_model_body *rigid = &model->rigids[r];
    real3 center = {0, 0, 0};
    rigid->mass = 0;
    for (int i = 0; i < model->body_count; i++) {
        if (model->carried[i].rigid == r) {
            double mass = (double)character->bodies[i].mass / model->mass;
            rigid->mass += mass;
            center = real3_add(center, real3_scale(center_at_rest(model, character, i), mass));
        }
    }
    rigid->rest_position = real3_scale(center, 1 / rigid->mass);
    memset(moments, 0, 9 * sizeof(double));
    for (int i = 0; i < model->body_count; i++) {
        if (model->carried[i].rigid != r) {
            continue;
        }
        const caper_body *body = &character->bodies[i];
        double mass = (double)body->mass / model->mass;
        real3 half = real3_scale(real3_from(body->box_half), 1 / model->length);
        real4 turn = real4_from(character->rest_model[i].rotation);
        add_outer(moments, real4_rotate(turn, (real3){half.x, 0, 0}), mass / 5);
        add_outer(moments, real4_rotate(turn, (real3){0, half.y, 0}), mass / 5);
        add_outer(moments, real4_rotate(turn, (real3){0, 0, half.z}), mass / 5);
        add_outer(moments, real3_sub(center_at_rest(model, character, i), rigid->rest_position),
                  mass);
    }
}

static real4 rotation_of_axes(real3 x, real3 y, real3 z)
{
    // columns of the matrix are the axes; caper_mat3 is by columns too, but float
    double w = 0.25 * (1 + x.x + y.y + z.z);
    real4 best = {y.z - z.y, z.x - x.z, x.y - y.x, 4 * w};
    if (w < 0.25) {
        double ax = 0.25 * (1 + x.x - y.y - z.z), ay = 0.25 * (1 - x.x + y.y - z.z);
        double az = 0.25 * (1 - x.x - y.y + z.z);
        if (ax >= ay && ax >= az && ax > w) {
            best = (real4){4 * ax, x.y + y.x, x.z + z.x, y.z - z.y};
        } else if (ay >= az && ay > w) {
            best = (real4){x.y + y.x, 4 * ay, y.z + z.y, z.x - x.z};
        } else if (az > w) {
            best = (real4){x.z + z.x, y.z + z.y, 4 * az, x.y - y.x};
        }
    }
    return real4_unit(best);
}

// Jacobi's method: turns two axes at a time until the moments between axes vanish.
static void principal_axes(double m[3][3], real3 axes[3])
{
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 30; sweep++) {
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (fabs(m[p][q]) < 1e-16 * (fabs(m[p][p]) + fabs(m[q][q]))) {
                    continue;
                }
                double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                double t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1));
                double c = 1 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; k++) {
                    double a = m[k][p], b = m[k][q];
                    m[k][p] = c * a - s * b;
                    m[k][q] = s * a + c * b;
                }
                for (int k = 0; k < 3; k++) {
                    double a = m[p][k], b = m[q][k];
                    m[p][k] = c * a - s * b;
                    m[q][k] = s * a + c * b;
                    a = v[k][p], b = v[k][q];
                    v[k][p] = c * a - s * b;
                    v[k][q] = s * a + c * b;
                }
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        axes[i] = (real3){v[0][i], v[1][i], v[2][i]};
    }
}

static void shape(caperi_model *model, const caper_character *character, int r)
{
    caperi_model_body *rigid = &model->rigids[r];
    double moments[3][3];
    real3 axes[3];
    weigh(model, character, r, moments);
    principal_axes(moments, axes);
    axes[2] = real3_cross(axes[0], axes[1]); // right-handed
    rigid->rest_rotation = rotation_of_axes(axes[0], axes[1], axes[2]);
    for (int k = 0; k < 3; k++) {
        rigid->spread[k] = moments[k][k];
        rigid->radii[k] = sqrt(5 * moments[k][k] / rigid->mass);
    }
}

static real3 into(const caperi_model_body *rigid, real3 point_model)
{
    return real4_unrotate(rigid->rest_rotation, real3_sub(point_model, rigid->rest_position));
}

static void place(caperi_model *model, const caper_character *character)
{
    for (int i = 0; i < model->body_count; i++) {
        caperi_carried *carried = &model->carried[i];
        const caperi_model_body *rigid = &model->rigids[carried->rigid];
        real3 origin =
            real3_scale(real3_from(character->rest_model[i].position), 1 / model->length);
        carried->position = into(rigid, origin);
        carried->rotation = real4_mul(real4_conj(rigid->rest_rotation),
                                      real4_from(character->rest_model[i].rotation));
    }
    for (int r = 0; r < model->rigid_count; r++) {
        caperi_model_body *rigid = &model->rigids[r];
        int mirror = character->bodies[rigid->body].mirror;
        rigid->mirror = mirror < 0 ? -1 : model->carried[mirror].rigid;
        rigid->joint = model->carried[rigid->body].position;
        if (rigid->parent >= 0) {
            real3 origin = real3_scale(real3_from(character->rest_model[rigid->body].position),
                                       1 / model->length);
            rigid->joint_parent = into(&model->rigids[rigid->parent], origin);
            const caper_joint *joint = &character->bodies[rigid->body].joint;
            real3 axis =
                real4_rotate(model->carried[rigid->body].rotation, real3_from(joint->axis));
            rigid->hinge = joint->kind == CAPER_JOINT_HINGE ? axis : (real3){0, 0, 0};
        }
    }
}

static double length_of(const caper_character *character)
{
    double sum = 0;
    for (int i = 0; i < character->leg_count; i++) {
        sum += (double)character->legs[i].length;
    }
    return character->leg_count ? sum / character->leg_count : 0.5 * (double)character->size;
}

caperi_model *caperi_model_create(const caper_character *character, const bool *touching,
                                  const caper_allocator *allocator)
{
    caper_allocator a = caper_allocator_resolve(allocator);
    size_t n = (size_t)character->body_count;
    caperi_model *model = caper_alloc_zero(&a, sizeof *model, 16);
    bool *on_way = caper_alloc_zero(&a, n, 1);
    double *hanging = caper_alloc_zero(&a, n * sizeof(double), 16);
    if (model) {
        model->allocator = a;
        model->body_count = (int)n;
        model->rigids = caper_alloc_zero(&a, n * sizeof(caperi_model_body), 16);
        model->carried = caper_alloc_zero(&a, n * sizeof(caperi_carried), 16);
    }
    bool good = model && on_way && hanging && model->rigids && model->carried;
    if (good) {
        model->length = length_of(character);
        model->time = sqrt(model->length / GRAVITY);
        model->mass = (double)character->mass;
        model->weight = model->mass * GRAVITY;
        assign(model, character, touching, on_way, hanging);
        for (int r = 0; r < model->rigid_count; r++) {
            shape(model, character, r);
        }
        place(model, character);
    } else if (model) {
        caperi_model_destroy(model);
        model = NULL;
    }
    caper_free(&a, on_way, n);
    caper_free(&a, hanging, n * sizeof(double));
    return model;
}

void caperi_model_destroy(caperi_model *model)
{
    if (!model) {
        return;
    }
    caper_allocator a = model->allocator;
    size_t n = (size_t)model->body_count;
    caper_free(&a, model->rigids, n * sizeof(caperi_model_body));
    caper_free(&a, model->carried, n * sizeof(caperi_carried));
    caper_free(&a, model, sizeof *model);
}

real3 caperi_model_point(const caperi_model *model, int body, caper_vec3 point)
{
    const caperi_carried *carried = &model->carried[body];
    real3 local = real3_scale(real3_from(point), 1 / model->length);
    return real3_add(carried->position, real4_rotate(carried->rotation, local));
}
