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
CAPER_API bool caper_estimate_floor(const caper_character *character, const caper_clip *clip,
                                    const caper_allocator *allocator, float *floor,
                                    float *confidence);

/// What counts as standing. Start from caper_contact_options_default().
typedef struct caper_contact_options {
    float height;                     ///< metres at size 1.8; default 0.025
    float speed;                      ///< m/s at size 1.8; default 0.3
    float min_time;                   ///< seconds; default 0.1
    float floor;                      ///< NAN: estimated
    const caper_world *world;         ///< instead of a floor
    const caper_allocator *allocator; ///< for the work; NULL: default
} caper_contact_options;
/// 2.5 cm, 0.3 m/s, 0.1 s, an estimated floor.
CAPER_API caper_contact_options caper_contact_options_default(void);
/// Find when which body stands. Fills at most `capacity` contacts, by start then body, and returns
/// how many there are; -1 when the clip is of another skeleton or memory runs out.
CAPER_API int caper_detect_contacts(const caper_character *character, const caper_clip *clip,
                                    const caper_contact_options *options, caper_contact *contacts,
                                    int capacity);

// ---------------------------------------------------------------------------------------------------
// Stances of a stream

/// What counts as standing, in the measure of one body. Start from caper_stance_def_default(),
/// which is for a size of 1.8 m, and scale it.
typedef struct caper_stance_def {
    float height;   ///< metres above the surface, at most; default 0.025
    float speed;    ///< m/s against the surface, below it; default 0.3
    float leave;    ///< times both, a stance that has begun ends; default 1.5
    float rise;     ///< metres above where it was lowest: a point that is higher was lifted,
                    ///< however slowly; default 0.01
    float margin;   ///< metres by which another point must be lower to take over; default 0.008
    float min_time; ///< seconds that a stance of a clip lasts at least; a stream cannot know;
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
                                         ///< highest height of one that was lifted since
    float age[CAPER_MAX_CONTACTS];       ///< seconds that a point stands
    uint32_t down, up;                   ///< bits of the points that stand; that were lifted
    float since;                         ///< seconds that it stands
    int32_t pivot;                       ///< the point that it stands on, or stood on
    int32_t stands;                      ///< 1: it stands
    int32_t known;                       ///< 1: it has a last frame
} caper_stance;

/// One frame of the points of a body that may stand.
typedef struct caper_stance_job {
    const caper_vec3 *points;    ///< in the world; may be NULL where speeds are given
    const float *heights;        ///< of the points above the surface; INFINITY: nothing there
    const float *speeds;         ///< against the surface, m/s; NULL: from the last frame to this
    int point_count;             ///< 1 to CAPER_MAX_CONTACTS, the same in every frame
    caper_vec3 surface_velocity; ///< m/s
    float dt;                    ///< seconds, >= 0
} caper_stance_job;
/// Does the body stand? Never allocates.
CAPER_API bool caper_stance_update(caper_stance *stance, const caper_stance_def *def,
                                   const caper_stance_job *job);
/// Heights are measured from elsewhere from now on: add `by` to those that are remembered.
CAPER_API void caper_stance_shift(caper_stance *stance, float by);
/// Is this a state that an update may have left? False: numbers that are not finite, or no flags.
CAPER_API bool caper_stance_is_valid(const caper_stance *stance);

// ---------------------------------------------------------------------------------------------------
// Contact latch

/// How a latch lets go. Start from caper_latch_def_default().
typedef struct caper_latch_def {
    float release_half_life; ///< seconds until half of the held offset is gone; default 0.08
    float max_offset;        ///< metres; beyond this the latch lets go (the foot is being dragged);
                             ///< default 0.15, scale it with size
} caper_latch_def;
/// The defaults of the members.
CAPER_API caper_latch_def caper_latch_def_default(void);

/// State of one contact point. Zero it to start.
typedef struct caper_latch {
    caper_vec3 anchor; ///< in the surface's frame
    caper_vec3 offset; ///< what is still added to the input after release
    int32_t holding;   ///< 1: in stance
    int32_t refused;   ///< 1: let go by max_offset until the next stance begins
} caper_latch;

/// One frame. `point` is where the motion wants the contact point, `stance` whether it stands,
/// `surface` the frame of what it stands on (NULL: the world itself; give the platform's transform
/// every frame to ride it). Returns where the point goes: in stance exactly the anchor, after
/// release the input plus an offset that halves every half-life. No latency: an input that never
/// slides is returned unchanged. `dt` >= 0.
CAPER_API caper_vec3 caper_latch_update(caper_latch *latch, const caper_latch_def *def,
                                        caper_vec3 point, bool stance,
                                        const caper_transform *surface, float dt);

/// State of one sole that may roll from heel to toe. Zero it to start.
typedef struct caper_roll {
    caper_transform last; ///< where the motion wanted the foot at the last update, in the world
    caper_vec3 offset;    ///< horizontal, what is added to the motion
    int32_t holding;      ///< 1: in stance
    int32_t refused;      ///< 1: let go by max_offset until the next stance begins
} caper_roll;

/// The point of a sole (body frame) that touches first when the foot is turned so: the mean of its
/// points, weighted by how near to the lowest one they are within `tolerance` (> 0, metres).
CAPER_API caper_vec3 caper_roll_contact(const caper_vec3 *points, int count, caper_quat rotation,
                                        float tolerance);
/// One frame of a latch that holds the contact point of a sole instead of one point of the foot.
/// `foot` is where the motion wants the body in the world. Returns the horizontal offset to add.
CAPER_API caper_vec3 caper_roll_update(caper_roll *roll, const caper_latch_def *def,
                                       caper_vec3 contact, caper_transform foot, bool stance,
                                       float dt);

#ifdef __cplusplus
}
#endif

#endif
