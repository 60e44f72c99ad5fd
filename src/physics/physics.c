// SPDX-License-Identifier: MIT
//
// A physics world over time. Frames of any length are cut into steps of the world's own rate; in
// each step the dolls read their state, drive their motors, and the solver goes on. After every
// step the speeds are checked: a body beyond all sane speed is an explosion, which ends the world
// with an error instead of a character at infinity.
#define _POSIX_C_SOURCE 200809L
#include "physics/physics.h"

#include <math.h>
#include <string.h>

// At most so much of a frame is simulated, seconds: a program that stood still does not have to
// catch up.
#define LONGEST_FRAME 0.5f
// Faster than this is an explosion: m/s of a person's size, by Froude; the fastest captured hand
// has 12, a crate that was thrown 30.
#define SANE_SPEED 200.0f
#define SANE_TURN 2000.0f // rad/s
// A step of 1/120 s serves bodies down to this tempo (1 is a person's, the root of length); smaller
// ones take several, or their legs sag by 5 to 13 % of their size.
#define STEP_TEMPO 0.75f
#define MOST_SUBSTEPS 8
// Weaker than this a doll's own parts meet each other.
#define LIMP_STRENGTH 0.3f
// A contact whose normal is this steep (its y) is stood on, not hit.
#define UNDERFOOT 0.7f
// Friction of a foot that the source lifts: the study's main gain in speed.
#define SWING_FRICTION 0.1f

caper_physics_def caper_physics_def_default(void)
{
    return (caper_physics_def){
        .gravity = 9.81f, .rate = 120, .iterations = 30, .seed = 1, .cookie = CAPER_DEF_COOKIE};
}

// --- making --------------------------------------------------------------------------------------

static bool check_def(const caper_physics_def *def, caper_error *error)
{
    const char *bad = NULL;
    if (!def || def->cookie != CAPER_DEF_COOKIE) {
        bad = "the def was not made by caper_physics_def_default";
    } else if (!(def->gravity >= 0) || !(def->gravity <= 1000)) {
        bad = "gravity is not within 0 .. 1000 m/s2";
    } else if (!(def->rate >= 30) || !(def->rate <= 2000)) {
        bad = "the rate is not within 30 .. 2000 steps a second";
    } else if (def->iterations < 1 || def->iterations > 1000) {
        bad = "the iterations are not within 1 .. 1000";
    }
    return !bad || caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "%s", bad);
}

static bool add_field(caper_physics *physics, const caper_world_field *f)
{
    int points = f->columns * f->rows, triangles = 2 * (f->columns - 1) * (f->rows - 1);
    size_t point_size = (size_t)points * sizeof(caper_vec3);
    size_t index_size = (size_t)triangles * 3 * sizeof(uint32_t);
    caper_vec3 *p = caper_alloc(&physics->allocator, point_size, 16);
    uint32_t *t = caper_alloc(&physics->allocator, index_size, 16);
    bool good = p && t;
    for (int i = 0; good && i < points; i++) {
        p[i] = caper_vec3_make(f->x + f->spacing * (float)(i % f->columns), f->heights[i],
                               f->z + f->spacing * (float)(i / f->columns));
    }
    uint32_t *out = t;
    for (int r = 0; good && r < f->rows - 1; r++) {
        for (int c = 0; c < f->columns - 1; c++) {
            uint32_t a = (uint32_t)(r * f->columns + c), b = a + 1;
            uint32_t d = a + (uint32_t)f->columns, e = d + 1;
            const uint32_t cell[6] = {a, e, b, a, d, e}; // counter-clockwise from above
            memcpy(out, cell, sizeof cell);
            out += 6;
        }
    }
    good = good && caperi_ode_add_mesh(physics->ode, p, points, t, triangles);
    caper_free(&physics->allocator, p, point_size);
    caper_free(&physics->allocator, t, index_size);
    return good;
}

static bool add_world(caper_physics *physics, caper_error *error)
{
    const caper_world *world = physics->def.world;
    caper_vec3 point = caper_vec3_zero(), normal = caper_vec3_make(0, 1, 0);
    bool good = true;
    if (!world || caper_world_ground(world, &point, &normal)) {
        good = caperi_ode_add_plane(physics->ode, point, normal);
    }
    int count = 0;
    const caper_world_box *boxes = NULL;
    count = world ? caper_world_boxes(world, &boxes) : 0;
    for (int i = 0; good && i < count; i++) {
        caperi_shape shape = {.kind = CAPERI_SHAPE_BOX,
                              .half = boxes[i].half,
                              .offset = boxes[i].transform,
                              .owner = {-1, -1, -1}};
        good = caperi_ode_add_shape(physics->ode, -1, &shape) >= 0;
    }
    const caper_world_field *fields = NULL;
    count = world ? caper_world_fields(world, &fields) : 0;
    for (int i = 0; fields && good && i < count; i++) {
        good = add_field(physics, &fields[i]);
    }
    return good ||
           caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for the world");
}

caper_physics *caper_physics_create(const caper_physics_def *def, caper_error *error)
{
    if (!check_def(def, error)) {
        return NULL;
    }
    caper_allocator memory = caper_allocator_resolve(def->allocator);
    caper_physics *physics = caper_alloc_zero(&memory, sizeof *physics, 16);
    if (!physics) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a physics world");
        return NULL;
    }
    physics->def = *def;
    physics->allocator = memory;
    physics->ode =
        caperi_ode_create(def->gravity, def->iterations, def->seed, &physics->allocator, error);
    if (!physics->ode || !add_world(physics, error)) {
        caper_physics_destroy(physics);
        return NULL;
    }
    return physics;
}

// --- things --------------------------------------------------------------------------------------

caper_thing_def caper_thing_def_default(void)
{
    return (caper_thing_def){.half = {0.25f, 0.25f, 0.25f},
                             .transform = caper_transform_identity(),
                             .friction = 1,
                             .cookie = CAPER_DEF_COOKIE};
}

static const char *bad_thing(const caper_thing_def *d)
{
    caper_vec3 h = d->half;
    bool ball = d->shape == CAPER_THING_BALL;
    if (d->cookie != CAPER_DEF_COOKIE) {
        return "the def was not made by caper_thing_def_default";
    }
    if (!(h.x > 1e-4f) || !(h.x < 1e4f) ||
        (!ball && (!(h.y > 1e-4f) || !(h.z > 1e-4f) || !(h.y < 1e4f) || !(h.z < 1e4f)))) {
        return "its size is not within 1e-4 .. 1e4 m";
    }
    if (!(d->mass >= 0) || !(d->mass <= 1e7f) || (d->mass > 0 && d->mass < 1e-6f)) {
        return "its mass is not 0 or within 1e-6 .. 1e7 kg";
    }
    if (!caper_transform_is_valid(d->transform, 1e-3f) || !caper_vec3_is_finite(d->velocity) ||
        !caper_vec3_is_finite(d->turning) || caper_vec3_length(d->velocity) > SANE_SPEED) {
        return "its place or velocity is out of range";
    }
    if (!(d->friction >= 0) || !(d->bounce >= 0) || !(d->bounce <= 1)) {
        return "its friction is negative or its bounce not within 0 .. 1";
    }
    return NULL;
}

static caper_mat3 thing_inertia(const caper_thing_def *d)
{
    caper_vec3 h = d->half, i;
    if (d->shape == CAPER_THING_BALL) {
        float one = 0.4f * d->mass * h.x * h.x;
        i = caper_vec3_make(one, one, one);
    } else {
        i = caper_vec3_scale(
            caper_vec3_make(h.y * h.y + h.z * h.z, h.x * h.x + h.z * h.z, h.x * h.x + h.y * h.y),
            d->mass / 3);
    }
    return (caper_mat3){{i.x, 0, 0}, {0, i.y, 0}, {0, 0, i.z}};
}

static bool build_thing(caper_physics *physics, caperi_thing *thing, int index)
{
    const caper_thing_def *d = &thing->def;
    bool ball = d->shape == CAPER_THING_BALL;
    caperi_shape shape = {.kind = ball ? CAPERI_SHAPE_CAPSULE : CAPERI_SHAPE_BOX,
                          .half = d->half,
                          .radius = d->half.x,
                          .offset = d->mass > 0 ? caper_transform_identity() : d->transform,
                          .owner = {-1, -1, index}};
    thing->rigid = -1;
    if (d->mass > 0) {
        caperi_ode_body rigid = {.mass = d->mass,
                                 .inertia = thing_inertia(d),
                                 .transform = d->transform,
                                 .sleeps = true};
        thing->rigid = caperi_ode_add_body(physics->ode, &rigid);
        if (thing->rigid < 0) {
            return false;
        }
        caperi_motion m = {d->transform.position, d->transform.rotation, d->velocity, d->turning};
        caperi_ode_place(physics->ode, thing->rigid, &m);
        if (d->hangs && caperi_ode_add_ball(physics->ode, thing->rigid, -1, d->hook) < 0) {
            return false;
        }
    }
    return caperi_ode_add_shape(physics->ode, thing->rigid, &shape) >= 0;
}

int caper_physics_add_thing(caper_physics *physics, const caper_thing_def *def, caper_error *error)
{
    const char *bad = bad_thing(def);
    if (bad) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "%s", bad);
        return -1;
    }
    if (physics->thing_count == physics->thing_capacity) {
        int capacity = physics->thing_capacity ? 2 * physics->thing_capacity : 16;
        caperi_thing *things =
            caper_alloc(&physics->allocator, (size_t)capacity * sizeof *things, 16);
        if (!things) {
            caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a thing");
            return -1;
        }
        if (physics->things) {
            memcpy(things, physics->things, (size_t)physics->thing_count * sizeof *things);
        }
        caper_free(&physics->allocator, physics->things,
                   (size_t)physics->thing_capacity * sizeof *things);
        physics->things = things;
        physics->thing_capacity = capacity;
    }
    caperi_thing *thing = &physics->things[physics->thing_count];
    thing->def = *def;
    if (!build_thing(physics, thing, physics->thing_count)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a thing");
        return -1;
    }
    return physics->thing_count++;
}

int caper_physics_thing_count(const caper_physics *physics)
{
    return physics->thing_count;
}

bool caper_physics_thing(const caper_physics *physics, int thing, caper_transform *transform,
                         caper_thing_def *def)
{
    if (thing < 0 || thing >= physics->thing_count) {
        return false;
    }
    const caperi_thing *t = &physics->things[thing];
    *transform = t->def.transform;
    if (t->rigid >= 0) {
        caperi_motion m = caperi_ode_motion(physics->ode, t->rigid);
        *transform = caper_transform_make(m.rotation, m.position);
    }
    if (def) {
        *def = t->def;
    }
    return true;
}

bool caper_physics_throw(caper_physics *physics, int thing, caper_transform transform,
                         caper_vec3 velocity)
{
    if (thing < 0 || thing >= physics->thing_count || physics->things[thing].rigid < 0 ||
        !caper_transform_is_valid(transform, 1e-3f) || !caper_vec3_is_finite(velocity) ||
        caper_vec3_length(velocity) > SANE_SPEED) {
        return false;
    }
    caperi_motion m = {transform.position, transform.rotation, velocity, caper_vec3_zero()};
    caperi_ode_enable(physics->ode, physics->things[thing].rigid, true);
    caperi_ode_place(physics->ode, physics->things[thing].rigid, &m);
    return true;
}

// --- contacts ------------------------------------------------------------------------------------

static float friction_of(const caper_physics *physics, caperi_owner o)
{
    if (o.thing >= 0) {
        return physics->things[o.thing].def.friction;
    }
    if (o.doll >= 0) {
        const caperi_doll *doll = physics->dolls[o.doll];
        bool slides =
            doll->swinging[o.part] && !doll->def.literal && doll->mood == CAPER_DOLL_DRIVEN;
        return slides ? SWING_FRICTION : 1;
    }
    return 1;
}

static float mass_of(const caper_physics *physics, caperi_owner o)
{
    return o.thing >= 0  ? physics->things[o.thing].def.mass
           : o.doll >= 0 ? physics->dolls[o.doll]->plan.mass
                         : 0;
}

static bool is_foot(const caper_physics *physics, caperi_owner o)
{
    caperi_doll_role role = physics->dolls[o.doll]->plan.parts[o.part].role;
    return role == CAPERI_ROLE_FOOT || role == CAPERI_ROLE_TOE || role == CAPERI_ROLE_LEG;
}

// A blow counts: not one's own limbs, not what is under one's feet.
static bool is_felt(const caper_physics *physics, caperi_owner o, caperi_owner other)
{
    bool foreign = other.thing >= 0 || other.doll >= 0;
    return o.doll >= 0 && (foreign || !is_foot(physics, o));
}

static bool is_underfoot(const caper_physics *physics, caperi_owner o, caper_vec3 normal)
{
    return is_foot(physics, o) && fabsf(normal.y) > UNDERFOOT;
}

static bool touch_rule(void *user, caperi_owner a, caperi_owner b, caperi_ode_touch *touch)
{
    const caper_physics *physics = user;
    if (a.doll >= 0 && a.doll == b.doll) {
        const caperi_doll_plan *plan = &physics->dolls[a.doll]->plan;
        // sources are made without thickness: legs brush in every walk
        bool driven = physics->dolls[a.doll]->strength > LIMP_STRENGTH;
        if (driven || plan->apart[a.part * plan->part_count + b.part]) {
            return false;
        }
    }
    touch->friction = fminf(friction_of(physics, a), friction_of(physics, b));
    touch->mass = fmaxf(mass_of(physics, a), mass_of(physics, b));
    float bounce_a = a.thing >= 0 ? physics->things[a.thing].def.bounce : 0;
    float bounce_b = b.thing >= 0 ? physics->things[b.thing].def.bounce : 0;
    touch->bounce = fmaxf(bounce_a, bounce_b);
    touch->feel = a.doll != b.doll && (is_felt(physics, a, b) || is_felt(physics, b, a));
    return true;
}

static void touch_report(void *user, caperi_owner a, caperi_owner b, caper_vec3 point,
                         caper_vec3 normal, float depth, caper_vec3 impulse)
{
    caper_physics *physics = user;
    (void)point;
    physics->stats.contact_count++;
    physics->stats.deepest = fmaxf(physics->stats.deepest, depth);
    float blow = fabsf(caper_vec3_dot(impulse, normal));
    const caperi_owner pair[2] = {a, b};
    for (int i = 0; i < 2 && a.doll != b.doll; i++) {
        if (pair[i].doll >= 0) {
            caperi_doll *doll = physics->dolls[pair[i].doll];
            doll->touching[pair[i].part] = 1;
            doll->touches = true;
            if (is_felt(physics, pair[i], pair[1 - i]) && !is_underfoot(physics, pair[i], normal)) {
                caperi_doll_feel(doll, pair[i].part, blow);
            }
        }
    }
}

// --- stepping ------------------------------------------------------------------------------------

static void drive_doll(caper_physics *physics, caperi_doll *doll, float h, float fraction)
{
    caperi_doll_between(doll, fraction);
    doll->heading = doll->def.literal ? 0 : caperi_doll_heading(doll);
    caperi_doll_mood(doll, h);
    caperi_doll_forward(doll, physics->def.gravity);
    caperi_doll_forces(physics, doll, h);
    caperi_doll_balance(physics, doll, h);
    caperi_doll_servo(physics, doll, h);
    memset(doll->touching, 0, (size_t)doll->plan.part_count);
    doll->touches = false;
}

// Before anything is read: what is not sane is nowhere to be seen.
static bool check_sanity(caper_physics *physics)
{
    for (int i = 0; i < physics->doll_count; i++) {
        const caperi_doll *doll = physics->dolls[i];
        float speed = SANE_SPEED * fmaxf(doll->plan.tempo, 1);
        float turn = SANE_TURN / fminf(doll->plan.tempo, 1);
        for (int k = 0; k < doll->plan.part_count && !doll->asleep; k++) {
            if (!caperi_ode_is_sane(physics->ode, doll->plan.parts[k].rigid, speed, turn)) {
                caperi_motion m = caperi_ode_motion(physics->ode, doll->plan.parts[k].rigid);
                const char *body = doll->character->bodies[doll->plan.parts[k].body].name;
                physics->exploded = true;
                return caper_error_set(
                    &physics->explosion, CAPER_ERROR_INVALID, doll->character->name, 0, 0,
                    "the simulation exploded at %.2f s: body '%s' moves at %.3g m/s", physics->time,
                    body, (double)caper_vec3_length(m.velocity));
            }
        }
    }
    for (int i = 0; i < physics->thing_count; i++) {
        int rigid = physics->things[i].rigid;
        if (rigid >= 0 &&
            !caperi_ode_is_sane(physics->ode, rigid, 10 * SANE_SPEED, 100 * SANE_TURN)) {
            physics->exploded = true;
            return caper_error_set(&physics->explosion, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "the simulation exploded at %.2f s: thing %d flew off",
                                   physics->time, i);
        }
    }
    return true;
}

static bool step(caper_physics *physics, float h, float fraction)
{
    double start = caper_clock_work();
    for (int i = 0; i < physics->doll_count; i++) {
        caperi_doll *doll = physics->dolls[i];
        if (!doll->animated) {
            drive_doll(physics, doll, h, fraction);
        } else if (!doll->asleep) {
            caperi_doll_drive_loose(physics, doll, h, fraction);
        }
    }
    physics->stats.contact_count = 0;
    physics->stats.deepest = 0;
    double middle = caper_clock_work();
    if (!caperi_ode_step(physics->ode, h, touch_rule, physics)) {
        physics->exploded = true; // what was not met is fallen through
        return caper_error_set(&physics->explosion, CAPER_ERROR_MEMORY, NULL, 0, 0,
                               "no memory for what touches");
    }
    double end = caper_clock_work();
    caperi_ode_tell(physics->ode, h, touch_report, physics);
    bool sane = check_sanity(physics);
    for (int i = 0; sane && i < physics->doll_count; i++) {
        if (!physics->dolls[i]->asleep) {
            caperi_doll_read(physics, physics->dolls[i]);
        }
    }
    physics->stats.solve_seconds += end - middle;
    physics->stats.control_seconds += middle - start + caper_clock_work() - end;
    physics->stats.steps++;
    return sane;
}

// The mean distance of parts from the wanted pose, seen from the root.
static void measure_error(caperi_doll *doll)
{
    caper_quat turn =
        caper_quat_mul(doll->motion[0].rotation, caper_quat_conj(doll->after[0].rotation));
    float sum = 0;
    for (int k = 1; k < doll->plan.part_count; k++) {
        caper_vec3 is = caper_vec3_sub(doll->motion[k].position, doll->motion[0].position);
        caper_vec3 want =
            caper_quat_rotate(turn, caper_vec3_sub(doll->after[k].center, doll->after[0].center));
        sum += caper_vec3_distance(is, want);
    }
    doll->error = sum / (float)(doll->plan.part_count > 1 ? doll->plan.part_count - 1 : 1);
}

// By Froude's law small bodies live faster: their steps are shorter.
static int substeps(const caper_physics *physics)
{
    float tempo = 1;
    for (int i = 0; i < physics->doll_count; i++) {
        if (!physics->dolls[i]->asleep) {
            tempo = fminf(tempo, physics->dolls[i]->plan.tempo);
        }
    }
    int count = (int)ceilf(STEP_TEMPO / tempo);
    return count < 1 ? 1 : count > MOST_SUBSTEPS ? MOST_SUBSTEPS : count;
}

// Does anything move? Animated actors that nobody hit cost nothing.
static bool is_awake(const caper_physics *physics)
{
    bool awake = false;
    for (int i = 0; !awake && i < physics->doll_count; i++) {
        awake = !physics->dolls[i]->asleep;
    }
    for (int i = 0; !awake && i < physics->thing_count; i++) {
        int rigid = physics->things[i].rigid;
        awake = rigid >= 0 && caperi_ode_is_awake(physics->ode, rigid);
    }
    return awake;
}

bool caper_physics_update(caper_physics *physics, float dt, caper_error *error)
{
    if (physics->exploded || !(dt >= 0) || !isfinite(dt)) {
        if (error) {
            *error = physics->explosion;
        }
        return !physics->exploded &&
               caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "a frame of no time");
    }
    double h = 1.0 / ((double)physics->def.rate * substeps(physics)), start = caper_clock_work();
    dt = fminf(dt, LONGEST_FRAME);
    for (int i = 0; i < physics->doll_count; i++) {
        caperi_doll_look(physics->dolls[i], dt);
        if (physics->dolls[i]->starts && dt > 0) { // with the speed that the source has
            physics->dolls[i]->starts = false;
            caperi_doll_place(physics, physics->dolls[i]);
        }
        if (physics->dolls[i]->animated) {
            caperi_doll_loosen(physics, physics->dolls[i], dt);
        }
    }
    physics->stats.control_seconds += caper_clock_work() - start;
    double begin = physics->wanted_time;
    physics->wanted_time += (double)dt;
    if (!is_awake(physics)) {
        double steps = floor((physics->wanted_time - physics->time) / h + 1e-3);
        physics->time += steps * h;
        return true;
    }
    // a step is due when most of it lies before the frame's end: rounding must not lose one
    while (physics->time + h <= physics->wanted_time + 1e-3 * h) {
        double fraction = dt > 0 ? (physics->time + h - begin) / (double)dt : 1;
        if (!step(physics, (float)h, (float)fmin(fmax(fraction, 0), 1))) {
            if (error) {
                *error = physics->explosion;
            }
            return false;
        }
        physics->time += h;
    }
    start = caper_clock_work();
    for (int i = 0; i < physics->doll_count; i++) {
        caperi_doll *doll = physics->dolls[i];
        if (!doll->asleep) {
            measure_error(doll);
            caperi_doll_accept(physics, doll);
        }
    }
    physics->stats.control_seconds += caper_clock_work() - start;
    return true;
}

double caper_physics_time(const caper_physics *physics)
{
    return physics->time;
}

caper_physics_stats caper_physics_stats_of(const caper_physics *physics)
{
    caper_physics_stats stats = physics->stats;
    for (int i = 0; i < physics->doll_count; i++) {
        const caperi_doll *doll = physics->dolls[i];
        for (int k = 0; k < doll->plan.part_count; k++) {
            const caperi_doll_part *p = &doll->plan.parts[k];
            caper_vec3 w = caper_quat_unrotate(doll->motion[k].rotation, doll->motion[k].turning);
            stats.kinetic_energy +=
                0.5f * p->mass * caper_vec3_length_sq(doll->motion[k].velocity) +
                0.5f * caper_vec3_dot(w, caper_mat3_mul_vec3(p->inertia, w));
        }
    }
    return stats;
}
