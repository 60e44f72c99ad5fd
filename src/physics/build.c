// SPDX-License-Identifier: MIT
//
// A doll in the solver: bodies, shapes, joints and motors, put there as the character is at rest,
// because hinges and welds measure from how they were made. Pairs of parts that overlap at rest or
// are near relatives never collide.
#include "physics/physics.h"

#include <math.h>

// Of the shapes of welded bodies, those that weigh less than this share are left out.
#define LEAST_SHAPE_MASS 0.002f
// A box is rolled into a capsule when it is this much longer than wide: capsules collide faster
// and do not catch with edges.
#define CAPSULE_RATIO 1.3f
// Parts within so many joints of each other never collide.
#define NEAR_RELATIVES 2

static caper_transform center_frame(const caperi_doll_part *part, caper_transform body)
{
    return caper_transform_make(body.rotation, caper_transform_mul_point(body, part->center));
}

// --- shapes --------------------------------------------------------------------------------------

static const caper_sole *sole_of(const caper_doll_def *def, int body)
{
    for (int i = 0; i < def->sole_count; i++) {
        if (def->soles[i].body == body) {
            return &def->soles[i];
        }
    }
    return NULL;
}

// The half extent of the box axis that is nearest to a direction.
static float half_along(const caper_body *b, caper_vec3 direction)
{
    caper_vec3 d = caper_vec3_abs(direction);
    return d.x >= d.y && d.x >= d.z ? b->box_half.x : d.y >= d.z ? b->box_half.y : b->box_half.z;
}

// The box of a foot, turned so that its bottom is where the clip stands.
static void sole_box(const caper_character *c, const caper_sole *sole, caperi_shape *shape)
{
    const caper_body *b = &c->bodies[sole->body];
    caper_vec3 front =
        caper_quat_unrotate(c->rest_model[sole->body].rotation, caper_vec3_make(0, 0, 1));
    caper_quat turn = caper_quat_look(
        caper_vec3_sub(front, caper_vec3_scale(sole->up, caper_vec3_dot(front, sole->up))),
        sole->up);
    caper_vec3 x = caper_quat_rotate(turn, caper_vec3_make(1, 0, 0));
    caper_vec3 z = caper_quat_rotate(turn, caper_vec3_make(0, 0, 1));
    float top = caper_max(caper_vec3_dot(b->box_center, sole->up) + half_along(b, sole->up),
                          0.2f * sole->clearance);
    float thick = top + sole->clearance;
    caper_vec3 center = caper_vec3_scale(x, caper_vec3_dot(b->box_center, x));
    center = caper_vec3_add_scaled(center, z, caper_vec3_dot(b->box_center, z));
    center = caper_vec3_add_scaled(center, sole->up, 0.5f * (top - sole->clearance));
    shape->kind = CAPERI_SHAPE_BOX;
    shape->half = caper_vec3_make(half_along(b, x), 0.5f * thick, half_along(b, z));
    shape->offset = caper_transform_make(turn, center);
}

static void body_shape(const caper_character *c, const caper_doll_def *def, int body,
                       caperi_shape *shape)
{
    const caper_body *b = &c->bodies[body];
    const caper_sole *sole = sole_of(def, body);
    if (sole) {
        sole_box(c, sole, shape);
        return;
    }
    caper_vec3 h = b->box_half;
    float longest = caper_max(h.x, caper_max(h.y, h.z));
    float middle = h.x + h.y + h.z - longest - caper_min(h.x, caper_min(h.y, h.z));
    bool foot = (b->caps & CAPER_CAP_FOOT) ||
                (b->parent >= 0 && (c->bodies[b->parent].caps & CAPER_CAP_FOOT));
    shape->kind = CAPERI_SHAPE_BOX;
    shape->half = h;
    shape->offset = caper_transform_make(caper_quat_identity(), b->box_center);
    if (!foot && longest >= CAPSULE_RATIO * middle) {
        caper_vec3 from, to;
        caper_body_capsule(b, &from, &to, &shape->radius);
        caper_vec3 axis = caper_vec3_sub(to, from);
        shape->kind = CAPERI_SHAPE_CAPSULE;
        shape->length = caper_vec3_length(axis);
        shape->offset = caper_transform_make(caper_quat_between(caper_vec3_make(0, 0, 1), axis),
                                             caper_vec3_lerp(from, to, 0.5f));
    }
}

static bool add_shapes(caper_physics *physics, caperi_doll *doll, int index)
{
    const caper_character *c = doll->character;
    caperi_doll_plan *plan = &doll->plan;
    for (int k = 0; k < plan->part_count; k++) {
        caperi_doll_part *part = &plan->parts[k];
        for (int i = 0; i < c->body_count; i++) {
            bool counts = i == part->body || c->bodies[i].mass >= LEAST_SHAPE_MASS * c->mass;
            if (plan->part_of[i] != k || !counts) {
                continue;
            }
            caperi_shape shape = {.owner = {index, k, -1}};
            body_shape(c, &doll->def, i, &shape);
            shape.offset = caper_transform_mul(plan->weld[i], shape.offset);
            shape.offset.position = caper_vec3_sub(shape.offset.position, part->center);
            int id = caperi_ode_add_shape(physics->ode, part->rigid, &shape);
            if (id < 0) {
                return false;
            }
            part->shape = part->shape_count ? part->shape : id;
            part->shape_count++;
        }
    }
    return true;
}

// --- joints --------------------------------------------------------------------------------------

// Of half a limit, with the slack below which a stop does nothing.
static float half_cosine(float limit)
{
    return caper_cos(0.5f * caper_min(limit + CAPERI_STOP_SLACK, CAPER_PI));
}

static bool add_joint(caper_physics *physics, caperi_doll *doll, int k)
{
    const caper_character *c = doll->character;
    caperi_doll_plan *plan = &doll->plan;
    caperi_doll_part *part = &plan->parts[k], *up = &plan->parts[part->parent];
    const caper_body *body = &c->bodies[part->body];
    caper_vec3 anchor = caper_transform_mul_point(c->rest_model[up->body], part->anchor);
    // a part that hangs on a descendant of its body in the file has that one's joint, the other way
    bool upright = plan->part_of[body->parent < 0 ? part->body : body->parent] == part->parent;
    if (upright && body->joint.kind == CAPER_JOINT_HINGE) {
        caper_vec3 axis = caper_quat_rotate(c->rest_model[part->body].rotation, body->joint.axis);
        part->ball = caperi_ode_add_hinge(physics->ode, part->rigid, up->rigid, anchor, axis,
                                          body->joint.min, body->joint.max);
    } else {
        part->ball = caperi_ode_add_ball(physics->ode, part->rigid, up->rigid, anchor);
    }
    if (upright && body->joint.kind == CAPER_JOINT_BALL) {
        part->stop = caperi_ode_add_stop(physics->ode, part->rigid, up->rigid);
        part->cos_swing = half_cosine(body->joint.swing);
        part->cos_min = half_cosine(-body->joint.min);
        part->cos_max = half_cosine(body->joint.max);
    }
    return part->ball >= 0;
}

static bool add_motors(caper_physics *physics, caperi_doll *doll, int k)
{
    caperi_doll_part *part = &doll->plan.parts[k];
    const caper_doll_def *def = &doll->def;
    int root = doll->plan.parts[0].rigid;
    int up = k > 0 ? doll->plan.parts[part->parent].rigid : -1;
    if (k == 0) {
        part->motor = caperi_ode_add_motor(physics->ode, part->rigid, -1);
        return part->motor >= 0;
    }
    if (def->servo == CAPER_SERVO_PARENT) {
        part->inner = caperi_ode_add_motor(physics->ode, part->rigid, up);
        return part->inner >= 0;
    }
    if (def->external > 0) {
        part->motor = caperi_ode_add_motor(physics->ode, part->rigid, -1);
    }
    if (def->external < 1) {
        part->inner = caperi_ode_add_motor(physics->ode, part->rigid,
                                           def->reaction == CAPER_REACTION_ROOT ? root : up);
    }
    return part->motor >= 0 || part->inner >= 0;
}

// --- who never collides --------------------------------------------------------------------------

static int relation(const caperi_doll_plan *plan, int a, int b)
{
    int steps = 0;
    while (a != b) { // the higher index cannot be the ancestor
        if (a > b) {
            a = plan->parts[a].parent;
        } else {
            b = plan->parts[b].parent;
        }
        steps++;
    }
    return steps;
}

static bool overlap(caper_physics *physics, const caperi_doll_part *a, const caperi_doll_part *b)
{
    for (int i = 0; i < a->shape_count; i++) {
        for (int j = 0; j < b->shape_count; j++) {
            if (caperi_ode_overlap(physics->ode, a->shape + i, b->shape + j)) {
                return true;
            }
        }
    }
    return false;
}

static void filter_pairs(caper_physics *physics, caperi_doll *doll)
{
    caperi_doll_plan *plan = &doll->plan;
    for (int a = 0; a < plan->part_count; a++) {
        for (int b = 0; b < a; b++) {
            bool apart = !doll->def.self_collision || relation(plan, a, b) <= NEAR_RELATIVES ||
                         overlap(physics, &plan->parts[a], &plan->parts[b]);
            plan->apart[a * plan->part_count + b] = apart;
            plan->apart[b * plan->part_count + a] = apart;
        }
        plan->apart[a * plan->part_count + a] = 1;
    }
}

bool caperi_doll_build(caper_physics *physics, caperi_doll *doll, int index, caper_error *error)
{
    const caper_character *c = doll->character;
    bool good = true;
    for (int k = 0; good && k < doll->plan.part_count; k++) {
        caperi_doll_part *part = &doll->plan.parts[k];
        caperi_ode_body rigid = {.mass = part->mass,
                                 .inertia = part->inertia,
                                 .transform = center_frame(part, c->rest_model[part->body])};
        part->rigid = caperi_ode_add_body(physics->ode, &rigid);
        good = part->rigid >= 0;
    }
    good = good && add_shapes(physics, doll, index);
    for (int k = 0; good && k < doll->plan.part_count; k++) {
        good = (k == 0 || add_joint(physics, doll, k)) && add_motors(physics, doll, k);
    }
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, c->name, 0, 0, "no memory for a doll");
    }
    filter_pairs(physics, doll);
    return true;
}

void caperi_doll_place(caper_physics *physics, caperi_doll *doll)
{
    for (int k = 0; k < doll->plan.part_count; k++) {
        caperi_motion m = {.position = doll->wish[k].center,
                           .rotation = doll->wish[k].rotation,
                           .velocity = doll->velocity[k],
                           .turning = doll->rate[k]};
        caperi_ode_place(physics->ode, doll->plan.parts[k].rigid, &m);
    }
    caperi_doll_read(physics, doll);
}
