// SPDX-License-Identifier: MIT
//
// What the files of room `physics` share: the parts of a doll, what it wants, and how it is driven.
// The control laws compute motors from plain state; ode.h moves state in and out of the solver.
#ifndef CAPER_SRC_PHYSICS_PHYSICS_H
#define CAPER_SRC_PHYSICS_PHYSICS_H

#include "caper/physics.h"

#include "physics/ode.h"

/// What a part is for: decides its gain.
typedef enum caperi_doll_role {
    CAPERI_ROLE_ROOT,
    CAPERI_ROLE_LEG,
    CAPERI_ROLE_FOOT,
    CAPERI_ROLE_TOE,
    CAPERI_ROLE_ARM,
    CAPERI_ROLE_OTHER,
} caperi_doll_role;

/// One rigid part of a doll: a body and those that are welded to it.
typedef struct caperi_doll_part {
    int body;   // of the character; its frame is the part's
    int parent; // part, -1 for the root
    caperi_doll_role role;
    float mass;
    caper_vec3 center;                   // of mass, body frame
    caper_mat3 inertia;                  // about it, along the axes of the body frame
    caper_vec3 anchor;                   // its joint in the frame of the parent part's body
    float k1;                            // N m / rad
    float cos_swing, cos_min, cos_max;   // cosines of half the limits of a ball joint
    int leg;                             // index of its leg in the character, -1: none
    int rigid, ball, motor, inner, stop; // indices in the solver, -1: none
    int shape, shape_count;              // first shape and number of them
} caperi_doll_part;

/// A character as rigid parts: what is derived before any solver is there.
typedef struct caperi_doll_plan {
    int part_count;
    caperi_doll_part *parts; // parent first; the root is part 0
    int16_t *part_of;        // per body: the part that carries it
    caper_transform *weld;   // per body: in the frame of its part's body, at rest
    uint8_t *apart;          // part_count^2: this pair never collides
    float mass;
    float length;    // of a leg, or the height of the centre of mass: L of the gains
    float moment;    // M g L, N m
    float frequency; // wn, rad/s
    float tempo;     // time scale: 1 for a person
    float size;
    float k1_root;
} caperi_doll_plan;

/// Where one part should be.
typedef struct caperi_wish {
    caper_quat rotation;
    caper_vec3 center; // of mass
} caperi_wish;

/// A push that lasts.
typedef struct caperi_push {
    int part;
    caper_vec3 point_part, force; // in the part's frame about its centre of mass; world
    float seconds;
} caperi_push;

#define CAPERI_MAX_PUSHES 16
// A joint may be this far beyond its limits before its stop wakes, radians: it would flicker.
#define CAPERI_STOP_SLACK 1e-3f

/// One simulated actor.
typedef struct caperi_doll {
    caper_doll_def def;
    const caper_character *character;
    caperi_doll_plan plan;
    caperi_wish *before, *after; // of the last frame and of this one, in the source's own place
    caperi_wish *wish;           // at the end of this step
    caper_vec3 *rate;            // angular velocity of wishes over the frame
    caper_vec3 *velocity;        // of wished centres over the frame
    caper_vec3 *acceleration;    // filtered
    caperi_motion *motion;       // actual, read before each step
    caper_quat *lifted;          // desired rotations in the world, lifted from the actual root
    caper_vec3 *torque;          // feed-forward
    caper_vec3 *force;           // scratch of it
    caper_vec3 *way;             // turn to the desired rotation, in the world
    float *limp;                 // per part: 0 limp .. 1
    float *felt;                 // per part: N s in the last step, of what hit it
    uint8_t *touching;           // per part, last step
    uint8_t *swinging;           // per part: the source lifts this foot
    caper_quat *turned;          // per body: in the world, scratch
    uint8_t *in_chain;           // per body: the root body or an ancestor of it in the file
    caper_pose local, model;     // of the character
    caper_root place;            // where the source would be
    caper_root last_root;        // that the actor had after the last frame
    float floor_y;               // of the source under it
    bool fresh;                  // no frame yet: the last one is no measure of speed
    bool starts;                 // was just put there: takes the first speed of its source
    // balance
    caper_vec3 tilt_torque; // low-passed, of the spring
    caper_vec3 given;       // mean of what it gave
    float tired;            // share of its limit that is gone
    bool broken, touches;
    float broken_seconds;
    float heading; // mean yaw error
    int support_count;
    // stun and mood
    caper_doll_mood mood;
    float strength, impulse, out_seconds, mood_seconds, still_seconds;
    float help; // of a hand while it rises, share of its weight
    caper_transform root_world, wanted_world;
    float error;
    caper_vec3 center, center_velocity;
    // hands from outside
    caperi_push pushes[CAPERI_MAX_PUSHES];
    int push_count;
    int drag_part;
    caper_vec3 drag_point, drag_target;
    // animated but for what was hit
    bool animated;
    float *loose; // per part: seconds it stays simulated; INFINITY: until told otherwise
    float *blend; // per part: 0 animated .. 1 simulated
    bool asleep;  // nothing of it is loose
} caperi_doll;

typedef struct caperi_thing {
    caper_thing_def def;
    int rigid;
} caperi_thing;

struct caper_physics {
    caper_physics_def def;
    caper_allocator allocator;
    caperi_ode *ode;
    caperi_doll **dolls;
    int doll_count, doll_capacity;
    caperi_thing *things;
    int thing_count, thing_capacity;
    double time, wanted_time;
    caper_physics_stats stats;
    bool exploded;
    caper_error explosion;
};

// --- plan.c, gains.c ---------------------------------------------------------------------------

/// Reduce a character to parts. False with an error when nothing is left to be joined.
bool caperi_plan_make(caperi_doll_plan *plan, const caper_character *character, float gravity,
                      const caper_allocator *allocator, caper_error *error);
void caperi_plan_free(caperi_doll_plan *plan, int body_count, const caper_allocator *allocator);
/// Gains from masses and lengths.
void caperi_plan_gains(caperi_doll_plan *plan, const caper_character *character, float gravity);

// --- build.c -----------------------------------------------------------------------------------

/// Put the parts into the solver as at rest, and find which may never collide.
bool caperi_doll_build(caper_physics *physics, caperi_doll *doll, int index, caper_error *error);
/// Put the parts where their wishes are, with the wishes' velocities.
void caperi_doll_place(caper_physics *physics, caperi_doll *doll);

// --- wish.c ------------------------------------------------------------------------------------

/// Take the actor's pose as what is wanted at the end of this frame of dt seconds.
void caperi_doll_look(caperi_doll *doll, float dt);
/// The wishes at a fraction of the frame.
void caperi_doll_between(caperi_doll *doll, float fraction);
/// Move the place of the source; what was wanted before moves along, so that nobody sees a speed in
/// it.
void caperi_doll_move(caperi_doll *doll, caper_root place);
/// Give the simulated pose to the actor.
void caperi_doll_accept(caper_physics *physics, caperi_doll *doll);

// --- servo.c, balance.c, forward.c ---------------------------------------------------------------

/// Read the solver's state: after each step, and after parts were placed by hand.
void caperi_doll_read(caper_physics *physics, caperi_doll *doll);
/// Drive all parts but the root for a step of h seconds.
void caperi_doll_servo(caper_physics *physics, caperi_doll *doll, float h);
/// Mean yaw between what is and what is wanted.
float caperi_doll_heading(const caperi_doll *doll);
/// Drive the root.
void caperi_doll_balance(caper_physics *physics, caperi_doll *doll, float h);
/// Moments that hold the parts against gravity and give them the wanted accelerations.
void caperi_doll_forward(caperi_doll *doll, float gravity);
/// Horizontal force towards the place where the source would be, pushes, the dragging hand.
void caperi_doll_forces(caper_physics *physics, caperi_doll *doll, float h);

// --- mood.c ------------------------------------------------------------------------------------

/// A part was hit by something with this impulse.
void caperi_doll_feel(caperi_doll *doll, int part, float impulse);
/// Stun, fainting and waking over h seconds.
void caperi_doll_mood(caperi_doll *doll, float h);

// --- hit.c -------------------------------------------------------------------------------------

/// Which parts are simulated now on an animated doll; called before each frame.
void caperi_doll_loosen(caper_physics *physics, caperi_doll *doll, float dt);
/// A step of it: what is not loose is placed, what is loose is driven.
void caperi_doll_drive_loose(caper_physics *physics, caperi_doll *doll, float h, float fraction);
/// The doll of an actor and its index, or NULL.
caperi_doll *caperi_doll_of(const caper_physics *physics, const caper_actor *actor, int *index);
/// A doll for an actor, animated or simulated.
caperi_doll *caperi_doll_add(caper_physics *physics, const caper_doll_def *def, bool animated,
                             caper_error *error);

static inline caper_mat3 caperi_mat3_scale(caper_mat3 m, float s)
{
    m.x = caper_vec3_scale(m.x, s);
    m.y = caper_vec3_scale(m.y, s);
    m.z = caper_vec3_scale(m.z, s);
    return m;
}

/// The rotation vector from `actual` to `desired` in the world: axis times angle, at most pi
/// (paper 002, equation 2). Robust at 0 and pi.
caper_vec3 caperi_servo_delta(caper_quat desired, caper_quat actual);

#endif
