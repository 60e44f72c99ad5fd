// SPDX-License-Identifier: MIT
//
// Everything that knows the Open Dynamics Engine. Bodies, shapes and joints are kept in growing
// arrays and named by index. QuickStep draws from one random stream for the whole process: each
// world keeps its own place in that stream, so that a run repeats itself whatever else is stepped
// in between on the same thread. Each world has its own threading implementation, because worlds
// on several threads must not share one.
#include "physics/ode.h"

#include <math.h>
#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A pair of shapes gets at most four contacts: what a box needs to stand (study of gains and
// contacts, 18 captures); more cost time and change nothing.
#define MAX_PAIR_CONTACTS 4
// Softness of contacts: error reduced by 0.3 a step, and as good as rigid for 0.01 to 100 kg; for
// what is heavier it goes down with the mass, or giants would sink in.
#define CONTACT_ERP 0.3
#define CONTACT_CFM 1e-6
#define CONTACT_MASS 100.0
// A contact does not push out faster than this, m/s: what starts inside another body comes out
// without a leap.
#define CONTACT_SPEED 1.0
// Depth that is let be, metres, so that contacts do not flicker.
#define CONTACT_LAYER 0.0005
// A joint stop takes this share of its error back each step; hard stops ring.
#define STOP_ERP 0.3
#define STOP_CFM 1e-4
// Nothing that is farther than this from the origin is still in the world, metres.
#define FARTHEST 1e6

typedef struct mesh {
    dTriMeshDataID data;
    float *points;
    uint32_t *indices;
    struct mesh *next;
} mesh;

// A contact of this step.
typedef struct felt {
    dJointFeedback feedback;
    dContactGeom geom;
    dJointID joint;
    bool feel;
} felt;

typedef struct list {
    void *items;
    int count, capacity;
} list;

struct caperi_ode {
    caper_allocator allocator;
    dWorldID world;
    dSpaceID still, moving;
    dJointGroupID contacts;
    dThreadingImplementationID threading;
    list bodies, joints, shapes; // dBodyID, dJointID, dGeomID
    list felt;
    caperi_owner *owners; // per shape, grows with `shapes`
    int owner_capacity;
    mesh *meshes;
    unsigned long stream; // own place in ODE's random stream
    caperi_touch_rule *rule;
    void *user;
    int dropped; // contacts without memory
};

static void quiet(int number, const char *format, va_list args)
{
    char text[256];
    vsnprintf(text, sizeof text, format, args);
    caper_log(CAPER_LOG_WARNING, "ODE %d: %s", number, text);
}

static bool grow(const caper_allocator *allocator, list *l, size_t size)
{
    if (l->count < l->capacity) {
        return true;
    }
    int capacity = l->capacity ? 2 * l->capacity : 64;
    void *items = caper_alloc(allocator, (size_t)capacity * size, 16);
    if (!items) {
        return false;
    }
    if (l->count) {
        memcpy(items, l->items, (size_t)l->count * size);
    }
    caper_free(allocator, l->items, (size_t)l->capacity * size);
    l->items = items;
    l->capacity = capacity;
    return true;
}

static void *at(const list *l, int i)
{
    return ((void **)l->items)[i];
}

static int add(caperi_ode *ode, list *l, void *item)
{
    if (!item || !grow(&ode->allocator, l, sizeof(void *))) {
        return -1;
    }
    ((void **)l->items)[l->count] = item;
    return l->count++;
}

static dBodyID body_at(const caperi_ode *ode, int body)
{
    return body < 0 ? 0 : (dBodyID)at(&ode->bodies, body);
}

// --- world ---------------------------------------------------------------------------------------

caperi_ode *caperi_ode_create(float gravity, int iterations, uint32_t seed,
                              const caper_allocator *allocator, caper_error *error)
{
    caper_allocator memory = caper_allocator_resolve(allocator);
    caperi_ode *ode = caper_alloc_zero(&memory, sizeof *ode, _Alignof(caperi_ode));
    if (!ode) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a physics world");
        return NULL;
    }
    ode->allocator = memory;
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    dSetMessageHandler(quiet);
    if (dCheckConfiguration("ODE_double_precision") != 1) {
        caper_error_set(error, CAPER_ERROR_UNSUPPORTED, NULL, 0, 0,
                        "the ODE library works in single precision, expected double");
        caper_free(&memory, ode, sizeof *ode);
        dCloseODE();
        return NULL;
    }
    ode->world = dWorldCreate();
    ode->still = dSimpleSpaceCreate(0);
    ode->moving = dHashSpaceCreate(0);
    ode->contacts = dJointGroupCreate(0);
    ode->threading = dThreadingAllocateSelfThreadedImplementation();
    dWorldSetStepThreadingImplementation(
        ode->world, dThreadingImplementationGetFunctions(ode->threading), ode->threading);
    dWorldSetGravity(ode->world, 0, -(dReal)gravity, 0);
    dWorldSetQuickStepNumIterations(ode->world, iterations);
    dWorldSetERP(ode->world, 0.3);
    dWorldSetCFM(ode->world, 1e-9);
    dWorldSetContactMaxCorrectingVel(ode->world, CONTACT_SPEED);
    dWorldSetContactSurfaceLayer(ode->world, CONTACT_LAYER);
    dWorldSetAutoDisableFlag(ode->world, 0);
    ode->stream = seed;
    return ode;
}

void caperi_ode_destroy(caperi_ode *ode)
{
    if (!ode) {
        return;
    }
    dJointGroupDestroy(ode->contacts);
    dSpaceDestroy(ode->moving);
    dSpaceDestroy(ode->still);
    dWorldDestroy(ode->world);
    dThreadingFreeImplementation(ode->threading);
    while (ode->meshes) {
        mesh *m = ode->meshes;
        ode->meshes = m->next;
        dGeomTriMeshDataDestroy(m->data);
        free(m->points);
        free(m->indices);
        free(m);
    }
    caper_allocator memory = ode->allocator;
    caper_free(&memory, ode->bodies.items, (size_t)ode->bodies.capacity * sizeof(void *));
    caper_free(&memory, ode->joints.items, (size_t)ode->joints.capacity * sizeof(void *));
    caper_free(&memory, ode->shapes.items, (size_t)ode->shapes.capacity * sizeof(void *));
    caper_free(&memory, ode->felt.items, (size_t)ode->felt.capacity * sizeof(felt));
    caper_free(&memory, ode->owners, (size_t)ode->owner_capacity * sizeof(caperi_owner));
    caper_free(&memory, ode, sizeof *ode);
    dCloseODE();
}

// --- bodies and shapes ---------------------------------------------------------------------------

static void set_rotation(dBodyID body, caper_quat q)
{
    const dQuaternion rotation = {(dReal)q.w, (dReal)q.x, (dReal)q.y, (dReal)q.z};
    dBodySetQuaternion(body, rotation);
}

int caperi_ode_add_body(caperi_ode *ode, const caperi_ode_body *rigid)
{
    dBodyID body = dBodyCreate(ode->world);
    dMass mass;
    const caper_mat3 *i = &rigid->inertia;
    dMassSetParameters(&mass, (dReal)rigid->mass, 0, 0, 0, (dReal)i->x.x, (dReal)i->y.y,
                       (dReal)i->z.z, (dReal)i->y.x, (dReal)i->z.x, (dReal)i->z.y);
    dBodySetMass(body, &mass);
    caper_vec3 p = rigid->transform.position;
    dBodySetPosition(body, (dReal)p.x, (dReal)p.y, (dReal)p.z);
    set_rotation(body, rigid->transform.rotation);
    dBodySetGyroscopicMode(body, 1);
    if (rigid->sleeps) {
        dBodySetAutoDisableDefaults(body);
        dBodySetAutoDisableFlag(body, 1);
        dBodySetAutoDisableLinearThreshold(body, 0.02);
        dBodySetAutoDisableAngularThreshold(body, 0.04);
    }
    if (rigid->still) {
        dBodySetKinematic(body);
    }
    return add(ode, &ode->bodies, body);
}

static bool own(caperi_ode *ode, caperi_owner owner)
{
    if (ode->shapes.count >= ode->owner_capacity) {
        int capacity = ode->owner_capacity ? 2 * ode->owner_capacity : 64;
        caperi_owner *owners = caper_alloc(&ode->allocator, (size_t)capacity * sizeof *owners, 16);
        if (!owners) {
            return false;
        }
        if (ode->shapes.count) {
            memcpy(owners, ode->owners, (size_t)ode->shapes.count * sizeof *owners);
        }
        caper_free(&ode->allocator, ode->owners, (size_t)ode->owner_capacity * sizeof *owners);
        ode->owners = owners;
        ode->owner_capacity = capacity;
    }
    ode->owners[ode->shapes.count] = owner;
    return true;
}

// Shapes carry their index, from which their owner is found.
static int add_geom(caperi_ode *ode, dGeomID geom, caperi_owner owner)
{
    if (!own(ode, owner)) {
        dGeomDestroy(geom);
        return -1;
    }
    dGeomSetData(geom, (void *)(intptr_t)ode->shapes.count);
    return add(ode, &ode->shapes, geom);
}

int caperi_ode_add_shape(caperi_ode *ode, int body, const caperi_shape *shape)
{
    dSpaceID space = body < 0 ? ode->still : ode->moving;
    dGeomID geom;
    if (shape->kind == CAPERI_SHAPE_BOX) {
        geom = dCreateBox(space, 2 * (dReal)shape->half.x, 2 * (dReal)shape->half.y,
                          2 * (dReal)shape->half.z);
    } else if (shape->length > 0) {
        geom = dCreateCapsule(space, (dReal)shape->radius, (dReal)shape->length);
    } else {
        geom = dCreateSphere(space, (dReal)shape->radius);
    }
    caper_quat q = shape->offset.rotation;
    caper_vec3 p = shape->offset.position;
    const dQuaternion rotation = {(dReal)q.w, (dReal)q.x, (dReal)q.y, (dReal)q.z};
    if (body < 0) {
        dGeomSetPosition(geom, (dReal)p.x, (dReal)p.y, (dReal)p.z);
        dGeomSetQuaternion(geom, rotation);
    } else {
        dGeomSetBody(geom, body_at(ode, body));
        dGeomSetOffsetPosition(geom, (dReal)p.x, (dReal)p.y, (dReal)p.z);
        dGeomSetOffsetQuaternion(geom, rotation);
    }
    return add_geom(ode, geom, shape->owner);
}

bool caperi_ode_add_plane(caperi_ode *ode, caper_vec3 point, caper_vec3 normal)
{
    dGeomID geom = dCreatePlane(ode->still, (dReal)normal.x, (dReal)normal.y, (dReal)normal.z,
                                (dReal)caper_vec3_dot(point, normal));
    return add_geom(ode, geom, (caperi_owner){-1, -1, -1}) >= 0;
}

bool caperi_ode_add_mesh(caperi_ode *ode, const caper_vec3 *points, int point_count,
                         const uint32_t *indices, int triangle_count)
{
    mesh *m = calloc(1, sizeof *m);
    float *copy = malloc((size_t)point_count * 3 * sizeof *copy);
    uint32_t *order = malloc((size_t)triangle_count * 3 * sizeof *order);
    if (!m || !copy || !order) {
        free(m);
        free(copy);
        free(order);
        return false;
    }
    for (int i = 0; i < point_count; i++) {
        copy[3 * i] = points[i].x;
        copy[3 * i + 1] = points[i].y;
        copy[3 * i + 2] = points[i].z;
    }
    memcpy(order, indices, (size_t)triangle_count * 3 * sizeof *order);
    m->points = copy;
    m->indices = order;
    m->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(m->data, copy, 3 * sizeof *copy, point_count, order,
                                3 * triangle_count, 3 * sizeof *order);
    m->next = ode->meshes;
    ode->meshes = m;
    dGeomID geom = dCreateTriMesh(ode->still, m->data, NULL, NULL, NULL);
    return add_geom(ode, geom, (caperi_owner){-1, -1, -1}) >= 0;
}

void caperi_ode_shape_enable(caperi_ode *ode, int shape, bool enabled)
{
    dGeomID geom = at(&ode->shapes, shape);
    if (enabled) {
        dGeomEnable(geom);
    } else {
        dGeomDisable(geom);
    }
}

bool caperi_ode_overlap(caperi_ode *ode, int shape_a, int shape_b)
{
    dContactGeom contact;
    return dCollide(at(&ode->shapes, shape_a), at(&ode->shapes, shape_b), 1, &contact,
                    sizeof contact) > 0;
}

// --- joints --------------------------------------------------------------------------------------

int caperi_ode_add_ball(caperi_ode *ode, int a, int b, caper_vec3 anchor)
{
    dJointID joint = dJointCreateBall(ode->world, 0);
    dJointAttach(joint, body_at(ode, a), body_at(ode, b));
    dJointSetBallAnchor(joint, (dReal)anchor.x, (dReal)anchor.y, (dReal)anchor.z);
    return add(ode, &ode->joints, joint);
}

int caperi_ode_add_hinge(caperi_ode *ode, int a, int b, caper_vec3 anchor, caper_vec3 axis,
                         float min, float max)
{
    dJointID joint = dJointCreateHinge(ode->world, 0);
    dJointAttach(joint, body_at(ode, a), body_at(ode, b));
    dJointSetHingeAnchor(joint, (dReal)anchor.x, (dReal)anchor.y, (dReal)anchor.z);
    dJointSetHingeAxis(joint, (dReal)axis.x, (dReal)axis.y, (dReal)axis.z);
    dJointSetHingeParam(joint, dParamLoStop, (dReal)min);
    dJointSetHingeParam(joint, dParamHiStop, (dReal)max);
    dJointSetHingeParam(joint, dParamStopERP, STOP_ERP);
    dJointSetHingeParam(joint, dParamStopCFM, STOP_CFM);
    return add(ode, &ode->joints, joint);
}

int caperi_ode_add_motor(caperi_ode *ode, int a, int b)
{
    dJointID joint = dJointCreateAMotor(ode->world, 0);
    dJointAttach(joint, body_at(ode, a), body_at(ode, b));
    dJointSetAMotorMode(joint, dAMotorUser);
    dJointSetAMotorNumAxes(joint, 3);
    dJointSetAMotorAxis(joint, 0, 0, 1, 0, 0);
    dJointSetAMotorAxis(joint, 1, 0, 0, 1, 0);
    dJointSetAMotorAxis(joint, 2, 0, 0, 0, 1);
    return add(ode, &ode->joints, joint);
}

int caperi_ode_add_stop(caperi_ode *ode, int a, int b)
{
    dJointID joint = dJointCreateAMotor(ode->world, 0);
    dJointAttach(joint, body_at(ode, a), body_at(ode, b));
    dJointSetAMotorMode(joint, dAMotorUser);
    dJointSetAMotorNumAxes(joint, 1);
    dJointSetAMotorAxis(joint, 0, 0, 0, 1, 0);
    dJointSetAMotorParam(joint, dParamStopERP, STOP_ERP);
    dJointSetAMotorParam(joint, dParamStopCFM, STOP_CFM);
    dJointDisable(joint);
    return add(ode, &ode->joints, joint);
}

static void set_axis(dJointID joint, int group, float velocity, float softness, float limit)
{
    dJointSetAMotorParam(joint, group | dParamVel, (dReal)velocity);
    dJointSetAMotorParam(joint, group | dParamCFM, (dReal)softness);
    dJointSetAMotorParam(joint, group | dParamFMax, (dReal)limit);
}

// Setting is most of the cost of a motor; softness and limit stay while strength does.
void caperi_ode_set_motor(caperi_ode *ode, int motor, caper_vec3 velocity, float softness,
                          float limit)
{
    dJointID joint = at(&ode->joints, motor);
    const float speeds[3] = {velocity.x, velocity.y, velocity.z};
    bool same = dJointGetAMotorParam(joint, dParamCFM) == (dReal)softness &&
                dJointGetAMotorParam(joint, dParamFMax) == (dReal)limit;
    for (int i = 0; i < 3; i++) {
        if (same) {
            dJointSetAMotorParam(joint, i * dParamGroup | dParamVel, (dReal)speeds[i]);
        } else {
            set_axis(joint, i * dParamGroup, speeds[i], softness, limit);
        }
    }
}

void caperi_ode_set_motor_axes(caperi_ode *ode, int motor, const caper_vec3 axes[3],
                               caper_vec3 velocity, float softness, const float limits[3])
{
    dJointID joint = at(&ode->joints, motor);
    for (int i = 0; i < 3; i++) {
        dJointSetAMotorAxis(joint, i, 0, (dReal)axes[i].x, (dReal)axes[i].y, (dReal)axes[i].z);
        set_axis(joint, i * dParamGroup, caper_vec3_dot(axes[i], velocity), softness, limits[i]);
    }
}

void caperi_ode_set_stop(caperi_ode *ode, int stop, caper_vec3 axis, float excess)
{
    dJointID joint = at(&ode->joints, stop);
    if (!(excess > 0)) {
        if (dJointIsEnabled(joint)) {
            dJointDisable(joint);
        }
        return;
    }
    dJointEnable(joint);
    dJointSetAMotorAxis(joint, 0, 0, (dReal)axis.x, (dReal)axis.y, (dReal)axis.z);
    dJointSetAMotorAngle(joint, 0, (dReal)excess);
    dJointSetAMotorParam(joint, dParamHiStop, 0);
    dJointSetAMotorParam(joint, dParamLoStop, -3.2);
}

// --- state ---------------------------------------------------------------------------------------

static caper_vec3 vec3_of(const dReal *v)
{
    return caper_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

void caperi_ode_read(const caperi_ode *ode, int body, caperi_motion *m)
{
    dBodyID b = body_at(ode, body);
    const dReal *q = dBodyGetQuaternion(b);
    m->position = vec3_of(dBodyGetPosition(b));
    m->rotation = caper_quat_make((float)q[1], (float)q[2], (float)q[3], (float)q[0]);
    m->velocity = vec3_of(dBodyGetLinearVel(b));
    m->turning = vec3_of(dBodyGetAngularVel(b));
}

caperi_motion caperi_ode_motion(const caperi_ode *ode, int body)
{
    caperi_motion m;
    caperi_ode_read(ode, body, &m);
    return m;
}

static bool is_below(const dReal *v, double limit)
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] < limit * limit; // false for NaN
}

bool caperi_ode_is_sane(const caperi_ode *ode, int body, float speed, float turning)
{
    dBodyID b = body_at(ode, body);
    return is_below(dBodyGetPosition(b), FARTHEST) &&
           is_below(dBodyGetLinearVel(b), (double)speed) &&
           is_below(dBodyGetAngularVel(b), (double)turning);
}

void caperi_ode_place(caperi_ode *ode, int body, const caperi_motion *m)
{
    dBodyID b = body_at(ode, body);
    dBodySetPosition(b, (dReal)m->position.x, (dReal)m->position.y, (dReal)m->position.z);
    set_rotation(b, m->rotation);
    dBodySetLinearVel(b, (dReal)m->velocity.x, (dReal)m->velocity.y, (dReal)m->velocity.z);
    dBodySetAngularVel(b, (dReal)m->turning.x, (dReal)m->turning.y, (dReal)m->turning.z);
}

void caperi_ode_push(caperi_ode *ode, int body, caper_vec3 force, caper_vec3 point)
{
    dBodyID b = body_at(ode, body);
    dBodyEnable(b);
    dBodyAddForceAtPos(b, (dReal)force.x, (dReal)force.y, (dReal)force.z, (dReal)point.x,
                       (dReal)point.y, (dReal)point.z);
}

void caperi_ode_pull(caperi_ode *ode, int body, caper_vec3 force)
{
    dBodyAddForce(body_at(ode, body), (dReal)force.x, (dReal)force.y, (dReal)force.z);
}

void caperi_ode_twist(caperi_ode *ode, int body, caper_vec3 torque)
{
    dBodyAddTorque(body_at(ode, body), (dReal)torque.x, (dReal)torque.y, (dReal)torque.z);
}

bool caperi_ode_is_awake(const caperi_ode *ode, int body)
{
    return dBodyIsEnabled(body_at(ode, body)) != 0;
}

void caperi_ode_enable(caperi_ode *ode, int body, bool enabled)
{
    if (enabled) {
        dBodyEnable(body_at(ode, body));
    } else {
        dBodyDisable(body_at(ode, body));
    }
}

void caperi_ode_set_still(caperi_ode *ode, int body, bool still)
{
    if (still) {
        dBodySetKinematic(body_at(ode, body));
    } else {
        dBodySetDynamic(body_at(ode, body));
    }
}

// --- step ----------------------------------------------------------------------------------------

static bool is_awake(dGeomID geom)
{
    dBodyID body = dGeomGetBody(geom);
    return body && dBodyIsEnabled(body);
}

static void touch(void *data, dGeomID a, dGeomID b)
{
    caperi_ode *ode = data;
    if (!is_awake(a) && !is_awake(b)) {
        return;
    }
    caperi_ode_touch t = {.friction = 1};
    if (!ode->rule(ode->user, ode->owners[(intptr_t)dGeomGetData(a)],
                   ode->owners[(intptr_t)dGeomGetData(b)], &t)) {
        return;
    }
    dContactGeom found[MAX_PAIR_CONTACTS];
    int count = dCollide(a, b, MAX_PAIR_CONTACTS, found, sizeof found[0]);
    for (int i = 0; i < count; i++) {
        if (!grow(&ode->allocator, &ode->felt, sizeof(felt))) {
            ode->dropped++;
            return;
        }
        felt *f = (felt *)ode->felt.items + ode->felt.count++;
        f->geom = found[i];
        f->feel = t.feel;
        dContact contact;
        memset(&contact, 0, sizeof contact);
        contact.geom = found[i];
        contact.surface.mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM;
        contact.surface.mu = (dReal)t.friction;
        contact.surface.soft_erp = CONTACT_ERP;
        contact.surface.soft_cfm = CONTACT_CFM * fmin(1, CONTACT_MASS / fmax((double)t.mass, 1));
        if (t.bounce > 0) {
            contact.surface.mode |= dContactBounce;
            contact.surface.bounce = (dReal)t.bounce;
            contact.surface.bounce_vel = 0.1;
        }
        dJointID joint = dJointCreateContact(ode->world, ode->contacts, &contact);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
        f->joint = joint;
    }
}

// Once all contacts are known: the array moves while it grows.
static void set_feedback(caperi_ode *ode)
{
    felt *items = ode->felt.items;
    for (int i = 0; i < ode->felt.count; i++) {
        if (items[i].feel) {
            dJointSetFeedback(items[i].joint, &items[i].feedback);
        }
    }
}

void caperi_ode_tell(const caperi_ode *ode, float h, caperi_touch_report *report, void *user)
{
    const felt *items = ode->felt.items;
    for (int i = 0; i < ode->felt.count; i++) {
        const felt *f = &items[i];
        bool turned = !dGeomGetBody(f->geom.g1); // ODE puts the only body first
        caper_vec3 force =
            turned ? caper_vec3_neg(vec3_of(f->feedback.f1)) : vec3_of(f->feedback.f1);
        caper_vec3 impulse = f->feel ? caper_vec3_scale(force, h) : caper_vec3_zero();
        report(user, ode->owners[(intptr_t)dGeomGetData(f->geom.g1)],
               ode->owners[(intptr_t)dGeomGetData(f->geom.g2)], vec3_of(f->geom.pos),
               vec3_of(f->geom.normal), (float)f->geom.depth, impulse);
    }
}

bool caperi_ode_step(caperi_ode *ode, float h, caperi_touch_rule *rule, void *user)
{
    dAllocateODEDataForThread(dAllocateMaskAll);
    ode->rule = rule;
    ode->user = user;
    ode->felt.count = 0;
    ode->dropped = 0;
    dSpaceCollide(ode->moving, ode, touch);
    dSpaceCollide2((dGeomID)ode->moving, (dGeomID)ode->still, ode, touch);
    set_feedback(ode);
    dRandSetSeed(ode->stream);
    dWorldQuickStep(ode->world, (dReal)h);
    ode->stream = dRandGetSeed();
    dJointGroupEmpty(ode->contacts);
    return ode->dropped == 0;
}
