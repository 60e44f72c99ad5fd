// SPDX-License-Identifier: MIT
//
// The solver behind the room: rigid bodies, shapes, joints, motors and contacts by index. ode.c is
// the only file that knows ODE; everything else computes from these plain structs.
#ifndef CAPER_SRC_PHYSICS_ODE_H
#define CAPER_SRC_PHYSICS_ODE_H

#include "caper/base.h"
#include "caper/vecmath.h"

/// A simulated world.
typedef struct caperi_ode caperi_ode;

/// A rigid body to be added. Its frame has the centre of mass as its origin.
typedef struct caperi_ode_body {
    float mass;
    caper_mat3 inertia; // about the centre of mass, along the axes of the frame
    caper_transform transform;
    bool sleeps; // may be put to rest by itself
    bool still;  // placed by hand (kinematic): nothing moves it
} caperi_ode_body;

typedef enum caperi_shape_kind {
    CAPERI_SHAPE_BOX,
    CAPERI_SHAPE_CAPSULE
} caperi_shape_kind;

/// Who a shape belongs to; handed to the contact rule.
typedef struct caperi_owner {
    int doll;  // -1: none
    int part;  // of the doll
    int thing; // -1: none
} caperi_owner;

/// A shape on a body (-1: of the world), along its own axes; a capsule's axis is Z.
typedef struct caperi_shape {
    caperi_shape_kind kind;
    caper_vec3 half;        // of a box
    float radius, length;   // of a capsule; length of its axis, 0 for a ball
    caper_transform offset; // in the body's frame, or in the world
    caperi_owner owner;
} caperi_shape;

/// What the rule answers for a pair of shapes that touch.
typedef struct caperi_ode_touch {
    float friction;
    float bounce; // coefficient of restitution
    float mass;   // kg, of the heavier: what weighs more gets harder contacts
    bool feel;    // report the impulse of this contact
} caperi_ode_touch;

/// May these touch, and how? Called for every pair whose bounds overlap.
typedef bool caperi_touch_rule(void *user, caperi_owner a, caperi_owner b, caperi_ode_touch *touch);
/// A contact of the last step: where, its normal (into a), and the impulse on a when it was felt.
typedef void caperi_touch_report(void *user, caperi_owner a, caperi_owner b, caper_vec3 point,
                                 caper_vec3 normal, float depth, caper_vec3 impulse);

/// State of a body.
typedef struct caperi_motion {
    caper_vec3 position; // of the centre of mass
    caper_quat rotation;
    caper_vec3 velocity, turning; // linear, angular; world
} caperi_motion;

caperi_ode *caperi_ode_create(float gravity, int iterations, uint32_t seed,
                              const caper_allocator *allocator, caper_error *error);
void caperi_ode_destroy(caperi_ode *ode);

// All return an index, or -1 without memory.
int caperi_ode_add_body(caperi_ode *ode, const caperi_ode_body *rigid);
int caperi_ode_add_shape(caperi_ode *ode, int body, const caperi_shape *shape);
bool caperi_ode_add_plane(caperi_ode *ode, caper_vec3 point, caper_vec3 normal);
/// Triangles of the world; the arrays are copied.
bool caperi_ode_add_mesh(caperi_ode *ode, const caper_vec3 *points, int point_count,
                         const uint32_t *indices, int triangle_count);
/// Ball joint of two bodies (b -1: the world) at a point of the world.
int caperi_ode_add_ball(caperi_ode *ode, int a, int b, caper_vec3 anchor);
/// Hinge with stops in radians; 0 is how they are now.
int caperi_ode_add_hinge(caperi_ode *ode, int a, int b, caper_vec3 anchor, caper_vec3 axis,
                         float min, float max);
/// Motor about the three world axes between a and b (-1: the world).
int caperi_ode_add_motor(caperi_ode *ode, int a, int b);
/// A stop about one axis, asleep until set.
int caperi_ode_add_stop(caperi_ode *ode, int a, int b);

/// Implicit servo: softness = 1 / (h k1 + k2), velocity = (k1 Delta + k2 wd) x softness. A limit of
/// 0 turns it off.
void caperi_ode_set_motor(caperi_ode *ode, int motor, caper_vec3 velocity, float softness,
                          float limit);
/// The same with axes of its own (unit, orthogonal) and a limit each.
void caperi_ode_set_motor_axes(caperi_ode *ode, int motor, const caper_vec3 axes[3],
                               caper_vec3 velocity, float softness, const float limits[3]);
/// Body a must turn back against b by `excess` radians about a unit axis; 0: nothing to do.
void caperi_ode_set_stop(caperi_ode *ode, int stop, caper_vec3 axis, float excess);

void caperi_ode_read(const caperi_ode *ode, int body, caperi_motion *motion);
caperi_motion caperi_ode_motion(const caperi_ode *ode, int body);
/// Is it at a finite place within 1e6 m and slower than these?
bool caperi_ode_is_sane(const caperi_ode *ode, int body, float speed, float turning);
void caperi_ode_place(caperi_ode *ode, int body, const caperi_motion *motion);
void caperi_ode_push(caperi_ode *ode, int body, caper_vec3 force, caper_vec3 point);
/// A force at the centre of mass of a body that is awake.
void caperi_ode_pull(caperi_ode *ode, int body, caper_vec3 force);
void caperi_ode_twist(caperi_ode *ode, int body, caper_vec3 torque);
/// Is it awake: neither put to rest nor taken out?
bool caperi_ode_is_awake(const caperi_ode *ode, int body);
/// Take a body out of the simulation, or put it back.
void caperi_ode_enable(caperi_ode *ode, int body, bool enabled);
/// Placed by hand from now on (kinematic), or moved by forces again.
void caperi_ode_set_still(caperi_ode *ode, int body, bool still);
/// Let a shape meet others, or not.
void caperi_ode_shape_enable(caperi_ode *ode, int shape, bool enabled);

/// Collide and step by h seconds. False: no memory for a contact.
bool caperi_ode_step(caperi_ode *ode, float h, caperi_touch_rule *rule, void *user);
/// Tell of the contacts of that step.
void caperi_ode_tell(const caperi_ode *ode, float h, caperi_touch_report *report, void *user);
/// Would two shapes touch as they are now?
bool caperi_ode_overlap(caperi_ode *ode, int shape_a, int shape_b);

#endif
