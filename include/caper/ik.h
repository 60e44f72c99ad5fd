// SPDX-License-Identifier: MIT
// Room `ik`: inverse kinematics.
//
// - the analytic limb: two segments to a target, with the swivel angle that keeps the upper body's
//   rotation closest to the one it had, in closed form (paper 001, section 5.3);
// - look-at with soft limits behind the body;
// - the particle solver: goals for any bodies of any character become a natural pose (paper 000,
//   section 4.3).
// No allocation per call, no hidden state.
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
/// more than two bodies is solved as two rigid parts. Refused when a segment is shorter than 1e-6.
typedef struct caper_limb_job {
    caper_vec3 start, middle, tip; ///< as they are: hip, knee, ankle
    caper_quat upper, lower;       ///< rotations of the two parts, as they are
    caper_vec3 target;             ///< where the tip should be
    caper_vec3
        bend_axis;  ///< in the upper part's frame: the lower part turns about it against the
                    ///< upper part to bend (right-hand rule); zero: taken from the present bend
    float min_bend; ///< angle kept at the middle, radians; 0: may straighten fully
    float soften; ///< share of the reach over which a stretching limb eases to straight instead of
                  ///< snapping; 0: none
    float weight; ///< 1: reach; 0: stay; between: slerp (paper 001, equation 24)
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
// Goals

/// Where a body should be, in model space: what the solver consumes.
typedef struct caper_goal {
    int body;
    caper_vec3 point;      ///< of the body, body frame: its origin, the sole of a foot, the grip
    caper_vec3 position;   ///< where that point should be
    caper_quat rotation;   ///< how the body should be turned
    float position_weight; ///< 0 (no such goal) .. 1
    float rotation_weight; ///< 0 (no such goal) .. 1
    float carried; ///< 0..1: how far its position moves with the spine body that its limb hangs on,
                   ///< when what is blended with it moves the spine
    float turned;  ///< the same for its rotation; the solver reads neither
    float soften;  ///< bodies of its limb stretch near full reach by about half the square of this
                   ///< (2 % for 0.2) so that knees do not snap straight; 0: none
    float give;    ///< share by which bodies of its limb may stretch and shrink; 0: as the solver's
                   ///< parameters say
    float strict;  ///< 0: limits of its limb weigh as the solver's parameters say .. 1: they come
                   ///< before the goal
    float yields;  ///< 0..1: how far the end of a limb turns back within the limits of its own
                   ///< joint: its point then leaves the goal, and the limb above does not move
} caper_goal;
/// No weights yet, for the origin of body 0.
CAPER_API caper_goal caper_goal_default(void);

// ---------------------------------------------------------------------------------------------------
// Particle solver

/// Numbers to tune; caper_solver_params_default gives the paper's, and ours where it names none.
typedef struct caper_solver_params {
    int sweeps;      ///< over the constraints of the spine, and of limbs that branch; default 5. A
                     ///< constant: a number that depended on the goals would make the result jump
    int max_sweeps;  ///< of limbs that do not branch, which stop at `tolerance`; default 20
    float tolerance; ///< length error that such limbs may keep, share of their length; default 1e-5
    float min_limb;  ///< share of their length to which limbs may shrink while the spine is solved;
                     ///< default 0.1
    float min_stretch;    ///< share of its length to which a body may shrink; default 0.1
    float max_stretch;    ///< and to which it may grow; default 1.2. Both 1: bodies keep their
                          ///< lengths, at the cost of the goals
    float buckle_angle;   ///< radians between neighboring spine links where anti-buckling begins;
                          ///< default 70 degrees
    float buckle_full;    ///< and where it has its full effect; default 130 degrees
    float root_influence; ///< how far the root moves to where its children need it, 0..1; default
                          ///< 0.1; a root with a goal of weight 1 stays
    float limit_weight;   ///< joint limits after reconstruction: 0 ignored, 0.5 (default) soft, the
                          ///< goals come first; 1 hard, the limits come first
} caper_solver_params;
/// The defaults of the members.
CAPER_API caper_solver_params caper_solver_params_default(void);

/// What the solver derives from one character ahead of time. Immutable: share it.
typedef struct caper_solver caper_solver;

/// Prepare a character, which must live as long as the solver. NULL only without memory.
CAPER_API caper_solver *caper_solver_create(const caper_character *character,
                                            const caper_allocator *allocator, caper_error *error);
/// Free a solver; NULL is fine.
CAPER_API void caper_solver_destroy(caper_solver *solver);
/// Bytes of scratch memory (16-byte aligned) that a solve needs: one block per thread will do.
CAPER_API size_t caper_solver_scratch_size(const caper_solver *solver);

/// One solve. The result depends on these members alone, not on any earlier frame.
typedef struct caper_solve_job {
    const caper_solver *solver;
    const caper_solver_params *params; ///< NULL: the defaults
    const caper_goal *goals;           ///< several for one body are blended by weight
    int goal_count;
    const caper_pose *base_local; ///< the pose that bodies keep where no goal asks for another, and
                                  ///< in whose style limbs bend; NULL: rest
    bool calm; ///< limbs are brought within their limits only once: goals may be missed, but no
               ///< limb bends another way from one frame to the next
    void *scratch;
    caper_pose *local_out; ///< may be base_local; translations hold any stretch
    caper_pose *model_out; ///< may be NULL
    // results
    uint8_t *has_ik; ///< body_count flags: it or a body below it has a goal; may be NULL
    float residual;  ///< largest distance of a body's point from its position goal, times the
                     ///< weight, metres; several goals of one body count as their mean
    int sweeps;      ///< the most that any part of the character took
} caper_solve_job;
/// No solver and no goals yet.
CAPER_API caper_solve_job caper_solve_job_default(void);
/// Solve; false, with nothing written, when the job is refused (no solver, bad counts, goals of
/// unknown bodies, numbers that are not finite). Never allocates.
CAPER_API bool caper_solve(caper_solve_job *job);

#ifdef __cplusplus
}
#endif

#endif
