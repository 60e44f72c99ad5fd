// SPDX-License-Identifier: MIT
// Room `contact`: what stands, and what holds it.
//
// - stance detection: when a sole stands, and where the floor of a clip is;
// - the latch: what stands stays where it landed, a point or a sole that rolls.
// Lengths and speeds of thresholds are given for a body of size 1.8 m and scale with size (lengths
// by the ratio, speeds by its square root: Froude similarity).
#ifndef CAPER_CONTACT_H
#define CAPER_CONTACT_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Stances of a clip

/// Height of the floor under a clip in its own space: the level at which its sole points come to
/// rest. `confidence` (may be NULL) 0..1, `allocator` (may be NULL) for the work. False, and
/// nothing written, when the clip is of another skeleton or memory runs out.
CAPER_API bool caper_floor_estimate(const caper_character *character, const caper_clip *clip,
                                    const caper_allocator *allocator, float *floor,
                                    float *confidence);

/// The contacts of a clip, and what counts as one. Start from caper_contacts_job_default().
typedef struct caper_contacts_job {
    const caper_character *character;
    const caper_clip *clip;           ///< of the character's skeleton
    float height;                     ///< metres at size 1.8; default 0.025
    float speed;                      ///< m/s at size 1.8; default 0.3
    float min_time;                   ///< seconds; default 0.1
    float floor;                      ///< NAN (default): estimated
    const caper_world *world;         ///< instead of a floor
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
    // results:
    caper_contact *contacts; ///< by start, then body; until caper_contacts_destroy
    int contact_count;
} caper_contacts_job;
/// 2.5 cm, 0.3 m/s, 0.1 s, an estimated floor.
CAPER_API caper_contacts_job caper_contacts_job_default(void);
/// Find which bodies stand, and when. False with an error when the clip is of another skeleton or
/// memory runs out.
CAPER_API bool caper_contacts_detect(caper_contacts_job *job, caper_error *error);
/// Free the contacts of a job; one that failed has none.
CAPER_API void caper_contacts_destroy(caper_contacts_job *job);

// ---------------------------------------------------------------------------------------------------
// Stances of a stream

/// What counts as standing. Start from caper_stance_def_default(), which is for a size of 1.8 m,
/// and scale it.
typedef struct caper_stance_def {
    float height;   ///< metres above the surface, at most; default 0.025
    float speed;    ///< m/s against the surface, below it; default 0.3
    float leave;    ///< a stance ends above this many times `height` or `speed`; default 1.5
    float rise;     ///< metres above where it was lowest: a point that is higher was lifted,
                    ///< however slowly; default 0.01
    float margin;   ///< metres by which a new pivot must be lower; default 0.008
    float min_time; ///< seconds that a stance of a clip lasts at least; not used on streams;
                    ///< default 0.1
} caper_stance_def;
/// The defaults of the members.
CAPER_API caper_stance_def caper_stance_def_default(void);
/// The same for a body of another size: lengths grow with it, speeds with its square root.
CAPER_API caper_stance_def caper_stance_def_scaled(caper_stance_def def, float size);

/// Does a body stand, and since when? Zero it to start.
typedef struct caper_stance {
    caper_vec3 last[CAPER_MAX_CONTACTS]; ///< points of the last frame
    float mark[CAPER_MAX_CONTACTS];      ///< height at which a point came to rest after it landed;
                                         ///< or the greatest height of one that was lifted since
    float age[CAPER_MAX_CONTACTS];       ///< seconds that each point has stood
    uint32_t down, up; ///< bits of the points that stand, and of those that were lifted
    float since;       ///< seconds that it has stood
    int32_t pivot;     ///< the point that it stands on, or stood on
    int32_t stands;    ///< 1: it stands
    int32_t known;     ///< 1: it has a last frame
} caper_stance;

/// One frame of the points of a body that may stand. Start from caper_stance_job_default().
typedef struct caper_stance_job {
    const caper_vec3 *points;    ///< in the world; may be NULL where speeds are given
    const float *heights;        ///< of the points above the surface; INFINITY: nothing there
    const float *speeds;         ///< against the surface, m/s; NULL: from the last frame to this
    int point_count;             ///< 1 to CAPER_MAX_CONTACTS, the same in every frame
    caper_vec3 surface_velocity; ///< m/s
    float dt;                    ///< seconds, >= 0
} caper_stance_job;
/// No points yet.
static inline caper_stance_job caper_stance_job_default(void)
{
    static caper_stance_job zeroed; // in C and in C++
    caper_stance_job job = zeroed;
    return job;
}
/// Does the body stand? Never allocates.
CAPER_API bool caper_stance_update(caper_stance *stance, const caper_stance_def *def,
                                   const caper_stance_job *job);
/// Add `by` to the remembered heights, when from now on heights are measured from another level.
CAPER_API void caper_stance_shift(caper_stance *stance, float by);
/// Could an update have left this state? False for numbers that are not finite, or flags that are
/// neither 0 nor 1.
CAPER_API bool caper_stance_is_valid(const caper_stance *stance);

// ---------------------------------------------------------------------------------------------------
// Contact latch

/// How a latch holds and lets go. Start from caper_latch_def_default(), which is for a size of 1.8
/// m, and scale it.
typedef struct caper_latch_def {
    float release_half_life; ///< seconds in which a released body's offset halves; default 0.05
    float land_half_life;    ///< seconds in which the height above the ground halves; default 0.02
    float land_speed; ///< m/s: a body that was dragged away is not held again until it is slower
                      ///< than this; default 0.3
    float max_offset; ///< metres: a body dragged farther is let go; default 0.15
    float max_yaw;    ///< radians: a heading that turns farther is let go; default 1;
                      ///< 0: the heading is not held
    float step_time;  ///< seconds in which a dragged body steps to where the motion has it; default
                      ///< 0.25; 0: it slides there
    float step_height; ///< metres: height of that step; default 0.05
    bool step_round; ///< a body turned farther than `max_yaw` steps too, instead of turning on its
                     ///< pivot; default false
    float evenness;  ///< metres: points of a sole that differ in height by less share the
                     ///< weight where no pivot is named; default 0.009
    float slack;     ///< metres that a body may rise above where it came to rest and still be kept
                     ///< down, as noise; default 0.005
} caper_latch_def;
/// The defaults of the members.
CAPER_API caper_latch_def caper_latch_def_default(void);
/// The same for a body of another size: lengths grow with it.
CAPER_API caper_latch_def caper_latch_def_scaled(caper_latch_def def, float size);

/// State of one body that may stand: a point, or a sole that rolls. Zero it to start.
typedef struct caper_latch {
    caper_vec3 anchor;             ///< of the pivot, in the frame of the surface
    caper_vec3 pivot;              ///< body frame
    caper_vec3 offset, rate;       ///< along the surface: what is added to the motion, m and m/s
    caper_quat heading;            ///< rotation when it landed, in the frame of the surface
    float yaw_offset, yaw_rate;    ///< about the normal: what is added to the motion
    float hold, hold_rate;         ///< 0..1: rises when it lands, falls when it leaves
    float mark;                    ///< how much of the height it may take away, metres
    float step;                    ///< seconds left of a step
    int32_t holding;               ///< 1: the pivot is held
    int32_t refused;               ///< 1: it was dragged and has not come to rest
    int32_t yaw_held, yaw_refused; ///< the same of the heading
} caper_latch;

/// One frame of a body. Start from caper_latch_job_default().
typedef struct caper_latch_job {
    const caper_vec3 *points; ///< that may touch, body frame; may be NULL where a pivot is named
    int point_count;
    const caper_vec3 *pivot;        ///< the point that stands, body frame; NULL: the lowest of them
    const caper_vec3 *pivot_before; ///< the pivot in the last frame, where the body bends, as at
                                    ///< the toes; NULL: the same as `pivot`
    caper_transform wish;           ///< where the motion has the body, world
    bool stands;                    ///< as the detector, the plan or the clip says
    caper_vec3 normal;              ///< of the surface, unit
    float height;                   ///< of its lowest point above the surface, >= 0: taken away
                                    ///< while it holds; 0: the motion decides
    float rest; ///< height, >= 0, at which it came to rest after it landed (`mark` of
                ///< the pivot in a caper_stance)
    const caper_transform *surface; ///< frame of what it stands on: a platform; NULL: the world
    float dt;                       ///< seconds, >= 0
    // results
    caper_transform held; ///< where the body goes
    bool holds;           ///< it is held there
} caper_latch_job;
/// At the origin, on level ground, in the air.
static inline caper_latch_job caper_latch_job_default(void)
{
    static caper_latch_job zeroed; // in C and in C++
    caper_latch_job job = zeroed;
    job.wish = caper_transform_identity();
    job.normal = caper_vec3_make(0.0f, 1.0f, 0.0f);
    return job;
}
/// Fill the results; true while it holds. No latency: a motion whose pivot never slides is returned
/// unchanged. Never allocates.
CAPER_API bool caper_latch_update(caper_latch *latch, const caper_latch_def *def,
                                  caper_latch_job *job);
/// Could an update have left this state? False for numbers that are not finite or out of range.
CAPER_API bool caper_latch_is_valid(const caper_latch *latch);

// ---------------------------------------------------------------------------------------------------
// What may stand, as a source offers it and as it is then held

/// How a body gets out of the ground.
typedef enum caper_solid {
    CAPER_SOLID_LIMB,  ///< moved by goals: the root rises and the body is solved again
    CAPER_SOLID_BENDS, ///< loose: it bends
    CAPER_SOLID_STIFF, ///< stiff on what carries it: the root rises
    CAPER_SOLID_LEFT   ///< it is left alone: what stands, and what is in the ground at rest
} caper_solid;

/// Does a body stand?
typedef enum caper_stands {
    CAPER_STANDS_NO,
    CAPER_STANDS_YES,
    CAPER_STANDS_ASK ///< the source does not know: a body that is low and hardly moves stands
} caper_stands;

/// What a source of an actor says about a body that may stand. Zero it, then fill it. Without a
/// wish the body stands where the source's goal or pose has it.
typedef struct caper_offer_contact {
    int body;
    caper_stands stands;
    bool has_pivot;
    caper_vec3 pivot;        ///< the point that stands, body frame; default the lowest of its sole
    bool bends;              ///< the pivot is of a part that bends against the body, as toes do
    caper_vec3 pivot_before; ///< with `bends`: where it was in the last frame
    // for a source that plans footholds and poses limbs itself: where the body should be
    bool has_wish;
    caper_transform wish; ///< world; the `pose` callback sets it to where it has put the body
    float weight;         ///< 0..1: how much the wish matters while the body does not stand
    caper_vec3 normal;    ///< of the surface, unit
    float height, rest;   ///< as those of caper_latch_job
    int platform;         ///< index in the world frame of the platform that it stands on; -1: none
    const caper_latch_def *latch; ///< how it is held; NULL: as the actor holds feet
    // filled in before the source's `pose` is called
    caper_transform held; ///< where the body goes, world
    bool holds;           ///< it stands there
    float hold;           ///< 0..1: rises when it lands, falls when it leaves
} caper_offer_contact;

#ifdef __cplusplus
}
#endif

#endif
