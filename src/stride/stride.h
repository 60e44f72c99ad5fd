// SPDX-License-Identifier: MIT
//
// What the files of room `stride` share: the plan of a character's legs, the moments to come, and
// the state of its feet. create.c makes it, drive.c lets feet move the root, ahead.c keeps the
// moments to come, plan.c finds footings for the stances in them, room.c room for their feet,
// swing.c takes feet there, shift.c takes the root along, update.c runs a frame, legs.c and fold.c
// solve legs, state.c saves and loads, keys.c finds key poses.
//
// Two places: the *flat* one, in which the motion goes on as if the ground were flat, and the
// world. A patch takes a stance from one to the other.
#ifndef CAPER_SRC_STRIDE_STRIDE_H
#define CAPER_SRC_STRIDE_STRIDE_H

#include "caper/contact.h"
#include "caper/stride.h"
#include "contact/footage.h"
#include "contact/footing.h"
#include "contact/height.h"
#include "math/simd_quat.h"

#include <math.h>

#define CAPERI_STRIDE_LEGS 32    // at most
#define CAPERI_STRIDE_MOMENTS 96 // to come that are known: 1.6 s of a person
#define CAPERI_STRIDE_WISHES (CAPERI_HEIGHT_NODES + 1)
#define CAPERI_STRIDE_LEAVING 2    // moments after its stance that a foot still needs room in
#define CAPERI_STRIDE_LEVEL 0.999f // normal of ground that is level
// Of leg length: farther than that the root does not sink for legs to reach: most of the deepest
// step (caper_stride_def.climb), and no leg that stands is then shorter than 0.75 of its walk.
#define CAPERI_STRIDE_SQUAT 0.15f
#define CAPERI_STRIDE_ENDLESS 1e6f // metres: how far ground goes on that does not end
#define CAPERI_STRIDE_CLEAR 16     // values of what a swing is raised by

#define CAPERI_STRIDE_TIPS 2 // ends of toes: the two corners in front
#define CAPERI_FOOT_POINTS (CAPER_MAX_CONTACTS + CAPERI_STRIDE_TIPS)

// Moments from one at which it is looked at which way the motion bends its legs to the next, and
// how soon one that bends a joint the other way is believed then.
#define CAPERI_STRIDE_LEARNS_EACH 4
#define CAPERI_STRIDE_LEARNS 0.04f
// Bend of a joint whose limits nobody knows when it is folded.
#define CAPERI_STRIDE_FOLDED (150 * CAPER_DEGREE)
#define CAPERI_STRIDE_FOLDS 8 // joints between the hip and the ankle of a leg, at most

/// A joint of a leg of more than two parts.
typedef struct caperi_stride_fold {
    int body;
    caper_vec3 axis;   // its frame: to turn about it is to fold
    float early;       // of its fold: what it takes at once
    float least, most; // bend, radians
    bool unsure;       // straight at rest and no hinge: the motion says which way it folds
} caperi_stride_fold;

/// What the plan knows about a leg.
typedef struct caperi_stride_leg {
    int foot, toe;     // bodies; toe: the body that goes on from the foot, or -1
    int start, middle; // the first of the two parts of the leg, and of the lower one; -1: no knee
    int end;           // the foot, or the digit that goes with it: where the leg is solved to
    int side;
    caperi_stride_fold folds[CAPERI_STRIDE_FOLDS]; // its joints, none where it has one knee
    int fold_count;
    bool unsure;                        // the motion says which way some of them fold
    float length;                       // of the leg
    float upper, lower;                 // joint to joint at rest, to `end`
    float reach;                        // from start to `end` when it is straight
    float nearest;                      // the same when its knee is folded
    caper_vec3 bend_axis;               // frame of start
    caper_vec3 aim;                     // frame of the parent of start: which way the knee points
    caper_quat rest_rotation;           // of the foot, model space
    caper_vec3 sole;                    // center of the sole, foot frame
    caper_vec3 corners[CAPERI_CORNERS]; // of sole and toes, from its center, foot frame, at rest
    int corner_count;
    caper_vec3 toe_end, heel_end;          // of the sole, from its center, foot frame
    caper_vec3 points[CAPER_MAX_CONTACTS]; // of the foot, its frame
    caper_vec3 toes[CAPER_MAX_CONTACTS];   // of the toes, their frame
    int tips[CAPERI_STRIDE_TIPS];          // of them, the corners of their front end
    int point_count, toe_count, tip_count;
} caperi_stride_leg;

/// A moment to come.
typedef struct caperi_glimpse {
    double time;        // on the clock of the stride
    caper_root way;     // since the moment before, by the sources
    caper_root own;     // the same by the feet
    caper_root flat;    // in the flat place, as of the last plan
    float sine, cosine; // of the yaw of `flat`
    float low;          // lowest point of all feet, model space
    float lowest;       // that of the moments before it too, over the time of a level
} caperi_glimpse;

/// A point, model space, in the flat place of a moment.
static inline caper_vec3 caperi_glimpse_point(const caperi_glimpse *m, caper_vec3 p)
{
    return caper_vec3_make(m->flat.x + m->cosine * p.x + m->sine * p.z, m->flat.y + p.y,
                           m->flat.z - m->sine * p.x + m->cosine * p.z);
}

/// A leg at such a moment, model space.
typedef struct caperi_moment_leg {
    caper_transform foot;
    caper_vec3 hip;                      // joint of start
    caper_vec3 ankle;                    // joint of `end`, foot frame
    caper_vec3 tips[CAPERI_STRIDE_TIPS]; // front end of the toes, foot frame
    float low;                           // its lowest point, model space
    float level;                         // of the floor for this foot
    int32_t said;                        // by the sources: 1, 0 or -1
    int32_t stands;
} caperi_moment_leg;

/// Where the ground that a stance is on ends, ahead of the foot or behind it.
typedef struct caperi_edge {
    float far;   // from the place of the stance, along the foot
    float slant; // by what it is farther a metre to the left of it
    float drop;  // how far the ground is lower beyond
} caperi_edge;

/// A stance: where the motion has it, and where it is in the world.
typedef struct caperi_patch {
    caper_vec3 flat;      // center of the sole, on the floor of the flat place
    caper_vec3 place;     // the same in the world
    caper_vec3 normal;    // of the ground there
    caper_vec3 local;     // place in the frame of the platform
    caper_vec3 from;      // by what the stance is shifted that this one was measured from
    float yaw;            // of the foot in the flat place
    float sine, cosine;   // of it
    int32_t platform;     // or -1
    int32_t moved;        // not where the step would have gone
    int32_t whole;        // its end was in view when it was planned
    caperi_edge edges[2]; // ahead and behind
    int32_t open;         // nobody sees it land: where it is over as far as one sees
    double land, leave;
} caperi_patch;

static inline void caperi_patch_face(caperi_patch *patch, float yaw)
{
    patch->yaw = yaw;
    caper_sincos(yaw, &patch->sine, &patch->cosine);
}

static inline void caperi_patch_endless(caperi_patch *patch)
{
    patch->edges[0] = patch->edges[1] = (caperi_edge){CAPERI_STRIDE_ENDLESS, 0, 0};
}

#define CAPERI_STRIDE_COURSE 3 // stances of a foot in view: where it is, and the next two

/// A stance as the shift of the root sees it.
typedef struct caperi_looked {
    caper_vec3 place, flat;
    double land, leave;
} caperi_looked;

/// A stance to come.
typedef struct caperi_stride_event {
    int leg, land, mid, end;
    double time;
    caperi_patch patch;
} caperi_stride_event;

/// A foot.
typedef struct caperi_stride_state_foot {
    caperi_patch now, next, after; // where it stands or stood last; where it goes; and then
    int32_t stands, has_next, has_after;
    double lifted;                    // when it left the ground
    caper_vec3 heaves, meets;         // the points of it that leave the ground last, and meet it
                                      // first: a swing goes from one to the other, foot frame
    caper_vec3 from, to;              // where these do so in the flat place
    float clear[CAPERI_STRIDE_CLEAR]; // what its swing is raised by, over its time
    caper_vec3 slid;                  // what its stance was moved by, against the motion
    float wait;                       // share of its swing that it waits at a step
    float back;                       // metres that it goes back before it
    float ahead;                      // how much it is over its landing before it comes down, 0..1
    caper_vec3 drift;                 // what a change of plan left over, gone when it lands
    double drifted;                   // when that was
    caper_vec3 last;                  // where its sole was, world: to see a change of plan
    float gap, landing_gap;           // added along the normal so that the sole meets the ground;
                                      // what that will be when it lands
    float rest_gap;                   // of gap, what fades
    float lift, lift_rate;            // of a foot whose future nobody knows
    caper_vec3 knee;                  // of the springs, from the hip, model space
    int32_t has_knee;
    float bends[CAPERI_STRIDE_FOLDS];    // which way the motion bends its joints, -1..1; that of a
                                         // knee is the first
    int32_t landed;                      // in this frame
    int32_t leaves;                      // in this frame: its swing is to be laid
    int32_t rolled_off;                  // it has left before the motion does
    caperi_moment_leg seen;              // as the last frame had it
    caper_vec3 toes[CAPER_MAX_CONTACTS]; // points of its toes in the last frame, foot frame
    caper_stance stance;
    caperi_looked looked[CAPERI_STRIDE_COURSE]; // what the wishes for the root are of
    int32_t looked_count;
} caperi_stride_state_foot;

/// By what the root is shifted from the flat place to the world.
enum {
    CAPERI_SHIFT_X,
    CAPERI_SHIFT_Z,
    CAPERI_SHIFT_Y,
    CAPERI_SHIFT_PITCH, // of the trunk
    CAPERI_SHIFT_COUNT
};

/// All state of a stride: plain bytes; feet and moments follow it.
typedef struct caperi_stride_state {
    uint64_t plan; // hash of character and def
    double time;   // clock
    int32_t placed, driving;
    int32_t first, count; // of the ring of moments
    int32_t blind;        // nobody knew the future in this frame
    int32_t waiting;      // the clock has gone on for this frame, the update is still to come
    caper_root flat;      // in the flat place
    caper_root out;       // root as it was given out
    float turn, last_turn;
    caper_root speed;   // at which feet drive it, per second, own frame
    caper_vec3 heading; // found direction
    caper_vec3 sum;     // of the ways of low feet
    int32_t locked;     // leg of the rule `lock`, or -1
    float drop, drop_rate;
    float pace, pace_rate; // less 1
    caper_stride_report report;
    double began;
    float ratio_sum;
    int32_t seen_steps; // that ratio_sum is of
    int32_t going;      // `out` is of an update
    int32_t seen;       // all moments that can be known are, and are digested
    int32_t replan;     // the future has changed
    float floor;        // height of the ground without a world
    float level;        // of the floor that the motion is on, model space
    float head_level;   // the same at the last moment
    caper_knot shift[CAPERI_SHIFT_COUNT];
    float wishes[CAPERI_STRIDE_WISHES][CAPERI_SHIFT_COUNT + 2]; // what it should be at even times
                                                                // from now on; and how high the
                                                                // hips in front and behind may be
    double wished;                                              // time of the first of them
    float drawn[2][CAPERI_SHIFT_COUNT]; // what the shift is drawn to then, and one time later
    int32_t stale;                      // the plan has changed since; 2: all of it
    caper_root head_speed;              // the same as speed, for the last moment
    int32_t head_locked, has_heading;
    caper_root head; // root of the last moment, wherever the first one was
} caperi_stride_state;

struct caper_stride {
    caper_stride_def def;
    const caper_character *character;
    caper_allocator allocator;
    size_t memory_size;
    int leg_count;
    caperi_stride_leg *legs;
    float scale;            // size / 1.8 m
    float step;             // seconds between moments
    float shortest;         // length of its shortest leg
    float follows;          // how far a body as long as this follows a slope, 0..1
    float span;             // from the hindmost hips to the foremost ones
    float pivot_z, pivot_y; // middle of the hips at rest, model space: what the trunk turns about
    caper_stance_def stance;
    caper_latch_def latch;
    caper_stride_foot *results;
    caper_vec3 (*toes)[CAPER_MAX_CONTACTS]; // by leg: points of its toes in this frame, foot frame
    caper_vec3 (*points)[CAPERI_FOOT_POINTS]; // by leg: of its foot at the moment that is looked
                                              // at, model space
    size_t state_size;
    caperi_stride_state *state; // the start of the bytes that are saved
    caperi_stride_state_foot *feet;
    caper_stance *heads; // by leg: stances at the last moment
    caperi_glimpse *moments;
    caperi_moment_leg *moment_legs; // by moment, then leg
};

/// `flat` of a moment from that of the one before: sine and cosine go along by a series where the
/// root turns by little.
void caperi_glimpse_go(caperi_glimpse *moment, const caperi_glimpse *before, caper_root way);

/// Where a moment, 0 to CAPERI_STRIDE_MOMENTS - 1, is in their ring.
static inline int caperi_moment_slot(const caper_stride *s, int i)
{
    int slot = s->state->first + i;
    return slot < CAPERI_STRIDE_MOMENTS ? slot : slot - CAPERI_STRIDE_MOMENTS;
}

static inline caperi_glimpse *caperi_moment_at(const caper_stride *s, int i)
{
    return &s->moments[caperi_moment_slot(s, i)];
}

static inline caperi_moment_leg *caperi_moment_leg_at(const caper_stride *s, int i, int leg)
{
    return &s->moment_legs[caperi_moment_slot(s, i) * s->leg_count + leg];
}

/// The moment after one, and a leg at the moment after one, in their ring.
static inline caperi_glimpse *caperi_moment_after(const caper_stride *s, const caperi_glimpse *m)
{
    const caperi_glimpse *next = m + 1;
    return (caperi_glimpse *)(next == s->moments + CAPERI_STRIDE_MOMENTS ? s->moments : next);
}

static inline caperi_moment_leg *caperi_moment_leg_after(const caper_stride *s,
                                                         const caperi_moment_leg *leg)
{
    const caperi_moment_leg *next = leg + s->leg_count,
                            *end = s->moment_legs + CAPERI_STRIDE_MOMENTS * s->leg_count;
    return (caperi_moment_leg *)(next < end ? next : next - CAPERI_STRIDE_MOMENTS * s->leg_count);
}

/// The moment nearest to a time; -1 and `count` are before and after all of them. Times may be
/// however far.
static inline int caperi_moment_near(const caper_stride *s, double time)
{
    double i = (time - caperi_moment_at(s, 0)->time) / (double)s->step + 0.5;
    return (int)fmax(-1, fmin(i, s->state->count));
}

/// The points of a foot that may stand, its frame: those of the foot and the end of its toes.
static inline int caperi_foot_points(const caperi_stride_leg *leg,
                                     const caper_vec3 tips[CAPERI_STRIDE_TIPS],
                                     caper_vec3 points[CAPERI_FOOT_POINTS])
{
    int count = leg->point_count;
    for (int i = 0; i < count; i++) {
        points[i] = leg->points[i];
    }
    for (int i = 0; i < leg->tip_count; i++) {
        points[count++] = tips[i];
    }
    return count;
}

// Of the speed of the root: feet that stand in a run roll and slip so much faster than those of a
// walk.
#define CAPERI_STRIDE_BRISK 0.2f

/// What counts as standing when the root goes at that speed.
static inline caper_stance_def caperi_stance_at(const caper_stride *s, float speed)
{
    caper_stance_def def = s->stance;
    def.speed += CAPERI_STRIDE_BRISK * speed;
    return def;
}

/// The joint that a leg is solved to, foot frame.
static inline caper_vec3 caperi_ankle(const caperi_stride_leg *leg, const caper_pose *model)
{
    return leg->end == leg->foot ? caper_vec3_zero()
                                 : caperi_transform_unpoint(&model->bodies[leg->foot],
                                                            model->bodies[leg->end].position);
}

/// From the frame of the toes of a leg that has some to that of its foot.
static inline caper_transform caperi_toes_in_foot(const caperi_stride_leg *leg,
                                                  const caper_pose *model)
{
    return caperi_transform_unmul(&model->bodies[leg->foot], &model->bodies[leg->toe]);
}

// ahead.c
/// The level of the floor from a moment on: the lowest that feet come to in the time after it.
float caperi_level_from(const caper_stride *stride, int moment);
/// The same from each of the moments on.
void caperi_levels_from(const caper_stride *stride, float levels[CAPERI_STRIDE_MOMENTS]);
/// The same for one foot: captures have feet that stand at heights of their own, by centimetres.
float caperi_leg_level(const caper_stride *stride, int leg, int moment, float level);
/// How a level follows what is found.
#define CAPERI_LEVEL_HALF_LIFE 0.15f // seconds at size 1.8 m
/// How the root moves from one moment to the next, in the flat place.
static inline caper_root caperi_moment_way(const caper_stride *s, const caperi_glimpse *moment)
{
    return s->state->driving ? moment->own : moment->way;
}

// drive.c
/// One step of the rule: how the root moves, in its own frame, as feet go from `before` to `after`
/// (by leg, model space).
caper_root caperi_drive(const caper_stride *stride, const caperi_moment_leg *before,
                        const caperi_moment_leg *after, float dt, caper_vec3 heading,
                        caper_root *speed, int32_t *locked);
/// The direction that low feet speak for, added up.
caper_vec3 caperi_drive_heading(const caper_stride *stride, const caperi_moment_leg *before,
                                const caperi_moment_leg *after);
/// The lowest point of a foot, model space.
float caperi_foot_low(const caper_stride *stride, const caperi_moment_leg *at, int leg);

/// Of what was added to a foot as it stood, what is left at a share of its swing.
static inline float caperi_gap_left(float share)
{
    return 1 - caper_smoothstep(0, 0.5f, share);
}

// room.c
/// Find the place of a stance about its aim, with room for all of it. True: it stays at `kept`
/// (may be NULL), which was found when the end of the stance was not yet in view, and suits it.
bool caperi_stride_settle(const caper_stride *stride, caperi_footing_job *footing,
                          const caperi_stride_event *event, caper_vec3 ahead,
                          const caperi_patch *kept);
/// Where the ground ends along a way from a place, unless it does so too far off to matter.
caperi_edge caperi_stride_edge(const caperi_footing_job *footing, float sine, float cosine);

// plan.c
/// Find footings for the stances to come.
void caperi_stride_plan(caper_stride *stride, const caper_stride_job *job);
/// A patch for a foot that is there now, on the ground below it, shifted from the flat place.
caperi_patch caperi_patch_here(const caper_stride *stride, const caper_stride_job *job, int leg,
                               caper_transform flat, caper_vec3 shift, float height);
/// A point of the flat place as a patch has it in the world.
static inline caper_vec3 caperi_patch_point(const caperi_patch *patch, caper_vec3 flat)
{
    caper_vec3 off = caper_vec3_sub(flat, patch->flat);
    if (patch->normal.y < 1) {
        off = caper_quat_rotate(caper_quat_between(caper_vec3_make(0, 1, 0), patch->normal), off);
    }
    return caper_vec3_add(patch->place, off);
}
/// A sole of a leg that looks for a place, with the body about that high.
caperi_footing_job caperi_stride_footing(const caper_stride *stride, int leg,
                                         const caperi_ground *ground,
                                         const caper_world_frame *frame, float height);
/// A patch that was moved stands where it is on its platform.
void caperi_patch_settle(caperi_patch *patch, const caper_world_frame *frame);
/// Follow platforms that patches are on.
void caperi_patch_ride(caperi_patch *patch, const caper_world_frame *frame, float ahead);

// swing.c
/// How a foot of the flat place lies in the world, between the patches of its swing.
caper_transform caperi_swing_at(const caper_stride *stride, int leg, caper_transform flat,
                                double time, float *share);
/// Look at what lies below a swing: let it wait for as long as it has to, and raise it for the
/// rest.
void caperi_swing_clear(caper_stride *stride, int leg, const caper_stride_job *job,
                        const caperi_ground *ground);

// sole.c
/// What a foot stands on: a point of its frame, and how high it is over the patch.
typedef struct caperi_support {
    caper_vec3 point, before; // now, and where it was in the last frame
    float height;
    float rolled; // how far what is lowest, and hangs over an edge, is below it
    bool bends;   // it is of the toes
} caperi_support;
caperi_support caperi_sole_support(const caper_stride *stride, int leg, caper_transform foot,
                                   const caperi_patch *patch);
/// A foot whose heel hangs over an edge comes down level: its toes are no higher than its heel.
caper_quat caperi_sole_leveled(const caper_stride *stride, int leg, const caperi_patch *patch,
                               caper_quat rotation);

// shift.c
/// The pose with its trunk pitched about the middle of the hips, model space to model space.
static inline caper_transform caperi_stride_pitch(const caper_stride *s, float pitch)
{
    if (pitch == 0) {
        return caper_transform_identity();
    }
    caper_vec3 pivot = caper_vec3_make(0, s->pivot_y, s->pivot_z);
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), pitch);
    return caper_transform_make(turn, caper_vec3_sub(pivot, caper_quat_rotate(turn, pivot)));
}
/// The shift of the root goes on, by what is planned.
void caperi_stride_shift(caper_stride *stride, float dt);

/// The pace goes on to that of the steps that are made now.
void caperi_stride_pace(caper_stride *stride, float dt);

/// Believe a motion that bends a joint by that sine: what is bent much says more, as wrists that
/// stand are bent a little to the other side for most of the time.
static inline float caperi_bend_learned(float bends, float sine)
{
    return caper_clamp(bends + CAPERI_STRIDE_LEARNS * sine * sine * sine, -1, 1);
}

// fold.c
/// Find the joints of a leg of more than two parts.
void caperi_fold_prepare(const caper_character *character, caperi_stride_leg *leg);
/// What such a leg is turned by.
typedef struct caperi_folding {
    caper_quat aim;                         // all of it, model space
    caper_quat joints[CAPERI_STRIDE_FOLDS]; // each joint, frame of its body
    caper_quat end;                         // all of it together, model space: what carries the end
    bool folds;
} caperi_folding;
/// Turn the bodies of such a leg so that its ankle is there, model space. `soften`: as of
/// caper_limb_job.
void caperi_fold_solve(const caperi_stride_leg *plan, const caper_pose *model, caper_vec3 target,
                       float soften, const float *bends, caperi_folding *out);
/// See which way the motion bends the joints of such a leg.
void caperi_fold_learn(const caperi_stride_leg *plan, const caper_pose *model, float *bends);

// legs.c
/// See which way the motion bends a leg: straight ones at rest do not say.
void caperi_leg_learn(caper_stride *stride, int leg, const caper_pose *model);
/// Bend a leg so that its foot is there (model space), in a local pose whose model transforms are
/// given.
void caperi_leg_solve(caper_stride *stride, int leg, const caper_pose *model,
                      caper_transform target, caper_pose *local);

#endif
