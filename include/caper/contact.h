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
