// SPDX-License-Identifier: MIT
// Room `physics`: characters that hit, stagger, fall and get up.
//
// A physics world steps rigid bodies at a fixed rate. An actor that is added to it gets a doll: one
// rigid part per body that matters, joined as its character is. Each frame the actor makes the pose
// it is to have (caper_actor_update), the world steps once, and the actor takes over the pose that
// results (caper_actor_accept). The doll is driven in world space with a weak spring at its root
// (paper 002), so gains need no tuning. Lengths, masses and gains follow the body: one set of
// numbers serves a mouse and an elephant.
//
// Results are repeatable on one machine when worlds are stepped one at a time; unlike those of the
// core rooms they are not the same bits everywhere. Links with caper::physics.
#ifndef CAPER_PHYSICS_H
#define CAPER_PHYSICS_H

#include "caper/actor.h"
#include "caper/base.h"
#include "caper/character.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// World

/// A physics world to be made. Start from caper_physics_def_default().
typedef struct caper_physics_def {
    const caper_world *world; ///< what stands still; NULL: flat ground at y = 0; must outlive it
    float gravity;            ///< m/s2 downward; default 9.81
    float rate; ///< steps a second, 30 to 2000; default 120; the world takes up to 8 times as many
                ///< for characters with legs less than half a person's
    int iterations; ///< of the solver in a step, 1 to 1000; default 30; characters that stand need
                    ///< at least 15 to 20
    uint32_t seed;  ///< the same seed gives the same run; default 1
    const caper_allocator *allocator; ///< NULL: default; ODE takes its own memory from malloc
    uint32_t cookie;
} caper_physics_def;
/// Flat ground, 120 steps a second, 30 iterations.
CAPER_API caper_physics_def caper_physics_def_default(void);

/// A world of moving bodies.
typedef struct caper_physics caper_physics;

/// Make a world. NULL with an error for a bad def or without memory.
CAPER_API caper_physics *caper_physics_create(const caper_physics_def *def, caper_error *error);
/// Free it; actors stay. NULL is fine.
CAPER_API void caper_physics_destroy(caper_physics *physics);
/// Advance by dt >= 0 seconds, after caper_actor_update for all actors: every doll is driven
/// towards the pose that its actor has now, and the actor accepts the result. Steps are taken at
/// the world's rate whatever dt is; at most half a second of a frame is simulated, the rest is
/// lost. False with an error when a body's speed is out of range (an explosion): the world stays as
/// it was before the bad step, and every later call fails too.
CAPER_API bool caper_physics_update(caper_physics *physics, float dt, caper_error *error);
/// Seconds simulated.
CAPER_API double caper_physics_time(const caper_physics *physics);

/// Figures of the world.
typedef struct caper_physics_stats {
    int steps;
    int contact_count;      ///< of the last step
    float deepest;          ///< metres, deepest contact of the last step
    double control_seconds; ///< of CPU time in everything but ODE, all steps
    double solve_seconds;   ///< of CPU time in ODE: collision and solver
    float kinetic_energy;   ///< J, of all dolls now
} caper_physics_stats;
/// The figures now.
CAPER_API caper_physics_stats caper_physics_stats_of(const caper_physics *physics);

// ---------------------------------------------------------------------------------------------------
// Things: crates, balls, blocks

/// Shape of a thing.
typedef enum caper_thing_shape {
    CAPER_THING_BOX,
    CAPER_THING_BALL,
    CAPER_THING_SHAPE_COUNT
} caper_thing_shape;

/// A loose thing to be added. Start from caper_thing_def_default().
typedef struct caper_thing_def {
    caper_thing_shape shape;   ///< default a box
    caper_vec3 half;           ///< of a box, metres; x is the radius of a ball; default 0.25
    float mass;                ///< kilograms; 0 (default): fixed in the world
    caper_transform transform; ///< of its centre
    caper_vec3 velocity;       ///< m/s
    caper_vec3 turning;        ///< rad/s
    float friction;            ///< default 1
    float bounce;              ///< 0..1; default 0
    bool hangs;      ///< it hangs by a ball joint from a point of the world; default false
    caper_vec3 hook; ///< that point
    uint32_t cookie;
} caper_thing_def;
/// A fixed box of half a metre at the origin.
CAPER_API caper_thing_def caper_thing_def_default(void);
/// Add a thing; its index, or -1 with an error.
CAPER_API int caper_physics_add_thing(caper_physics *physics, const caper_thing_def *def,
                                      caper_error *error);
/// How many there are.
CAPER_API int caper_physics_thing_count(const caper_physics *physics);
/// Where a thing is; `def` (may be NULL) receives how it was made. False for no such thing.
CAPER_API bool caper_physics_thing(const caper_physics *physics, int thing,
                                   caper_transform *transform, caper_thing_def *def);
/// Put a thing somewhere with a velocity, such as a ball that is thrown. False for no such thing.
CAPER_API bool caper_physics_throw(caper_physics *physics, int thing, caper_transform transform,
                                   caper_vec3 velocity);

// ---------------------------------------------------------------------------------------------------
// Dolls: actors that are simulated

/// In which frame joints are driven.
typedef enum caper_servo {
    CAPER_SERVO_WORLD,    ///< the pose seen from the actual root (paper 002, equation 3)
    CAPER_SERVO_ABSOLUTE, ///< the pose in the world, however the root is turned
    CAPER_SERVO_PARENT,   ///< each body against its actual parent: the usual way, for comparison
    CAPER_SERVO_COUNT
} caper_servo;

/// What keeps the root upright.
typedef enum caper_balance {
    CAPER_BALANCE_SPRING, ///< weak spring that yields and breaks (paper 002, section 3.3)
    CAPER_BALANCE_NONE,   ///< nothing: limbs do not push against it either (external is 1), and it
                          ///< falls
    CAPER_BALANCE_HOOK,   ///< held upright by the world: never tips over
    CAPER_BALANCE_COUNT
} caper_balance;

/// Where the reaction to the internal share of a servo's torque acts.
typedef enum caper_reaction {
    CAPER_REACTION_ROOT,   ///< on the root body
    CAPER_REACTION_PARENT, ///< on the parent, as muscles act
    CAPER_REACTION_COUNT
} caper_reaction;

/// The sole of a body that stands, as measured in a clip: feet of files are often tilted at rest.
typedef struct caper_sole {
    int body;
    caper_vec3 up;   ///< unit, body frame: away from the ground while it stands
    float clearance; ///< metres from the body's joint down to the ground while it stands
} caper_sole;

/// A doll to be made. Start from caper_doll_def_default().
typedef struct caper_doll_def {
    caper_actor *actor;      ///< drives it and is moved by it; must outlive the world
    caper_servo servo;       ///< default CAPER_SERVO_WORLD
    caper_balance balance;   ///< default CAPER_BALANCE_SPRING
    caper_reaction reaction; ///< default CAPER_REACTION_ROOT
    float external; ///< share of torque that acts between body and world, 0..1: 1 is the paper's,
                    ///< which balances superhumanly well; default 0.25
    float gain;     ///< times all servo gains; default 1
    float damping;  ///< times the damping of a gain, 1 (default) is critical
    float balance_limit; ///< k_L, in units of weight x leg length; default 0.21
    float balance_break; ///< k_U, radians of tilt that break the spring; default 0.9
    float air;           ///< k_air, share of balance without contact, 0..1; default 0.3
    float guide;         ///< times the force towards the place of the source; default 1
    float leash; ///< leg lengths that its body may be from the place of its source before the
                 ///< actor's root leaves the source and comes along; default 2
    bool explicit_torque; ///< apply torques before the step, as the paper does: stable at 480 Hz
                          ///< and more
    bool literal; ///< only what the paper has: no heading, root rate, feed-forward, swing friction
                  ///< or guide, which are ours
    bool self_collision; ///< its own parts collide while it is limp; while driven they never do;
                         ///< default true
    bool stun;           ///< impacts weaken it (section 3.4); default true
    bool faint;          ///< goes limp when it has fallen, and reports when it lies; default true
    const caper_sole *soles; ///< copied; NULL: as at rest
    int sole_count;
    uint32_t cookie;
} caper_doll_def;
/// No actor yet; the defaults above.
CAPER_API caper_doll_def caper_doll_def_default(void);
/// Add an actor in its present pose. Its index, or -1 with an error: a bad def, a character of one
/// part, an actor that has been added already. An actor whose feet are latched works against its
/// doll: make it with latch_feet false.
CAPER_API int caper_physics_add_actor(caper_physics *physics, const caper_doll_def *def,
                                      caper_error *error);
/// Put a doll where its actor is now, at rest relative to it, conscious: after
/// caper_actor_set_root.
CAPER_API bool caper_physics_reset(caper_physics *physics, int doll);

/// What a doll is doing.
typedef enum caper_doll_mood {
    CAPER_DOLL_DRIVEN, ///< follows its actor
    CAPER_DOLL_LIMP,   ///< has fallen, or is unconscious: a rag doll
    CAPER_DOLL_LYING,  ///< has come to rest; waits for caper_physics_rise
    CAPER_DOLL_RISING, ///< follows its actor again, gains ramping up
    CAPER_DOLL_MOOD_COUNT
} caper_doll_mood;

/// The state of a doll.
typedef struct caper_doll_state {
    caper_doll_mood mood;
    float strength;             ///< 0..1: share of its gains that stun has left
    bool broken;                ///< the balance spring is broken now
    float broken_seconds;       ///< how long it has been broken
    bool touches;               ///< a part met something in the last step
    bool unconscious;           ///< knocked out; it comes to after a while
    bool face_down;             ///< its front is turned to the ground
    float impulse;              ///< N s, what hit it within the last 50 ms
    float tilt;                 ///< radians between its root and the intended one, without heading
    caper_transform root_world; ///< its root body now
    caper_transform wanted_world; ///< its root body as the source would have it
    float error;         ///< metres: mean distance of parts from the wanted pose, roots aligned
    caper_vec3 center;   ///< of mass
    caper_vec3 velocity; ///< of the centre of mass
} caper_doll_state;
/// Get it; false for no such doll.
CAPER_API bool caper_physics_doll(const caper_physics *physics, int doll, caper_doll_state *state);
/// The transform of a body of a doll, by the part that carries it. False for no such body.
CAPER_API bool caper_physics_body(const caper_physics *physics, int doll, int body,
                                  caper_transform *world);

/// Push a body with `force` newtons at a point of the world for so many seconds (0: for one step).
/// False for no such body. A body that is not simulated as a part of its own passes the push on to
/// the part that carries it.
CAPER_API bool caper_physics_push(caper_physics *physics, int doll, int body, caper_vec3 point,
                                  caper_vec3 force, float seconds);
/// Drag a body by a spring to a point of the world until the next call, as with the mouse. `body`
/// -1 lets go. False for no such body.
CAPER_API bool caper_physics_drag(caper_physics *physics, int doll, int body, caper_vec3 point_body,
                                  caper_vec3 target);
/// Set the factor on all gains of a doll (as `gain` of its def).
CAPER_API bool caper_physics_set_gain(caper_physics *physics, int doll, float gain);
/// Make it unconscious for so many seconds; 0 wakes it.
CAPER_API bool caper_physics_knock_out(caper_physics *physics, int doll, float seconds);
/// Make a body and all that hangs on it limp (a broken wing), or strong again: 0 limp .. 1.
CAPER_API bool caper_physics_set_limp(caper_physics *physics, int doll, int body, float strength);
/// Move the place of the source: the guide force leads the doll there, and it turns that way as far
/// as its feet let it. Refused when not finite.
CAPER_API bool caper_physics_lead(caper_physics *physics, int doll, caper_root place);
/// The place of the source: where the actor's root would be without physics.
CAPER_API caper_root caper_physics_place(const caper_physics *physics, int doll);
/// Follow the actor again after lying: the place of the source is moved to where the doll lies, and
/// gains ramp up. Play a getting-up clip or a caper_rise on the actor first. `help` is the share of
/// its weight, 0..1, that is lifted from outside meanwhile; 0.6 lifts a body that does nothing
/// itself.
CAPER_API bool caper_physics_rise(caper_physics *physics, int doll, float help);

/// Getting up without a clip, on any body: a source that is planned from how its actor lies.
typedef struct caper_rise caper_rise;
/// Make one for actors of a character, which must outlive it. NULL without memory.
CAPER_API caper_rise *caper_rise_create(const caper_character *character,
                                        const caper_allocator *allocator, caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_rise_destroy(caper_rise *rise);
/// Plan it from the pose that the actor has now, and put the actor's root where it will stand. Then
/// play it without fading in (kind caper_rise_kind(), self the rise) and call caper_physics_rise.
/// False for an actor of another character.
CAPER_API bool caper_rise_plan(caper_rise *rise, caper_actor *actor);
/// The kind of such sources.
CAPER_API const caper_source_kind *caper_rise_kind(void);

// ---------------------------------------------------------------------------------------------------
// Hits on an animated actor

/// Hit an actor with an impulse (N s, world) at a point of the world. An actor without a doll gets
/// one for a moment, in which the body hit and what hangs on it are simulated while the rest stays
/// animated, and then returns to the animation. An actor with a doll of its own is simply pushed.
/// False with an error when that is not possible.
CAPER_API bool caper_physics_hit(caper_physics *physics, caper_actor *actor, int body,
                                 caper_vec3 point, caper_vec3 impulse, caper_error *error);
/// Simulate a body and all that hangs on it, on an otherwise animated actor, until the next call: a
/// tail, a broken wing. Strength 0 is limp, 1 is driven like a doll.
CAPER_API bool caper_physics_loosen(caper_physics *physics, caper_actor *actor, int body,
                                    float strength, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Pieces

/// Fit the soles of a character's feet, and of what hangs on them, to how they stand in a clip
/// between two times (seconds). `floor` (may be NULL) receives the height on which they stand.
/// Returns how many soles were found, at most `capacity`; -1 without memory or for a clip of
/// another skeleton.
CAPER_API int caper_soles_fit(const caper_character *character, const caper_clip *clip, float start,
                              float end, caper_sole *soles, int capacity, float *floor);

#ifdef __cplusplus
}
#endif

#endif
