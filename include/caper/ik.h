// SPDX-License-Identifier: MIT
// Room `ik`: the small pieces that every later solver uses.
//
// - the analytic limb: two segments to a target, with the swivel angle that keeps the upper body's
//   rotation closest to the one it had, in closed form (paper 001, section 5.3);
// - look-at with soft limits behind the body;
// - the contact latch: what stands stays where it landed.
// All are values: no allocation, no hidden state.
#ifndef CAPER_IK_H
#define CAPER_IK_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Limb

/// Two segments, upper (start to middle) and lower (middle to tip), in one common space. A limb of
/// more bodies is solved as two rigid parts. Refused when a segment is shorter than 1e-6.
typedef struct caper_limb_job {
    caper_vec3 start, middle, tip; ///< as they are: hip, knee, ankle
    caper_quat upper, lower;       ///< rotations of the two parts, as they are
    caper_vec3 target;             ///< where the tip should be
    caper_vec3
        bend_axis;  ///< in the upper part's frame: the lower part turns about it against the
                    ///< upper part to bend (right-hand rule); zero: taken from the present bend
    float min_bend; ///< angle kept at the middle, radians; 0: may straighten fully
    float soften;   ///< share of the reach over which a stretching limb eases to straight
                    ///< instead of snapping; 0: none
    float weight;   ///< 1: reach; 0: stay; between: slerp (paper 001, equation 24)
    // results
    caper_quat upper_out, lower_out;
    caper_vec3 middle_out, tip_out;
    bool reached; ///< the target was within reach
} caper_limb_job;

/// No rotation, full weight, nothing to reach yet.
CAPER_API caper_limb_job caper_limb_job_default(void);
/// Solve; false, with the results untouched, when the job is refused. Never allocates.
CAPER_API bool caper_limb_solve(caper_limb_job *job);

// ---------------------------------------------------------------------------------------------------
// Look-at

/// Turn a part so that its `forward` (part frame) points from `eye` (part frame) to a target.
/// Influence fades as the target moves from `soft_angle` to `hard_angle` off the present forward
/// (paper 000, section 3.2.2: soft limits behind the body), so that nothing snaps.
typedef struct caper_look_job {
    caper_transform part;        ///< in the space of the target
    caper_vec3 forward, up, eye; ///< part frame; forward and up unit
    caper_vec3 target;
    float soft_angle, hard_angle; ///< radians, 0 <= soft <= hard <= pi; default 90 and 150 degrees
    float max_angle;              ///< the turn never exceeds this; default pi
    float weight;                 ///< 0..1; default 1
    bool keep_up; ///< keep `up` as upright as it was; else the smallest turn; default false
    // results
    caper_quat rotation_out; ///< of the part
    float influence;         ///< weight after fading, 0..1
} caper_look_job;

/// A part at the origin that looks along +Z, with the default angles and full weight.
CAPER_API caper_look_job caper_look_job_default(void);
/// Solve; false, with the part as it is, when the job is refused. Never allocates.
CAPER_API bool caper_look_solve(caper_look_job *job);

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

#ifdef __cplusplus
}
#endif

#endif
