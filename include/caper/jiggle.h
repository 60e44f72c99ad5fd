// SPDX-License-Identifier: MIT
// Room `jiggle`: passive secondary motion (paper 000, section 4.4).
//
// Bodies without a goal (tails, ears, antennae, idle arms) hang on bodies that move. They follow
// with lag and overshoot a little, as highly damped springs about the pose that they are given.
// Passive: a body with IK is never touched, and nothing feeds back. The steps are exact in time, so
// that the frame rate does not change the motion.
#ifndef CAPER_JIGGLE_H
#define CAPER_JIGGLE_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How loose a character is. Start from caper_jiggle_def_default().
typedef struct caper_jiggle_def {
    float looseness; ///< 0: stiff as posed .. 1: default .. 2: very loose
    float gravity; ///< m/s2 that acts on loose parts in addition to what their pose already shows;
                   ///< default 0
    float max_angle; ///< radians, the farthest a body turns from its posed rotation; default 0.6
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_jiggle_def;
/// The defaults of the members.
CAPER_API caper_jiggle_def caper_jiggle_def_default(void);

/// The state of one character's loose parts. Belongs to one actor.
typedef struct caper_jiggle caper_jiggle;

/// Make one for a character, which must outlive it. def may be NULL: the defaults. NULL with an
/// error for a bad def or without memory.
CAPER_API caper_jiggle *caper_jiggle_create(const caper_character *character,
                                            const caper_jiggle_def *def, caper_error *error);
/// Free it; NULL is fine.
CAPER_API void caper_jiggle_destroy(caper_jiggle *jiggle);
/// Forget all motion: the next update starts at rest in the pose that it is given.
CAPER_API void caper_jiggle_reset(caper_jiggle *jiggle);

/// One step. `root` places the actor in the world at the END of the step (world = root x model); a
/// moving or turning actor drags its loose parts. `local` is the pose after IK and is changed in
/// place for loose bodies only; `has_ik` has body_count flags as the solver gives them (NULL: all
/// bodies but the root body may jiggle). A root that jumps by more than the character's size in one
/// step resets the motion. Never allocates. False, with nothing changed, for bad counts or a bad
/// dt.
CAPER_API bool caper_jiggle_update(caper_jiggle *jiggle, const caper_transform *root,
                                   const uint8_t *has_ik, float dt, caper_pose *local);
/// Energy of the loose parts (kinetic and of their springs), joules; for tests and meters.
CAPER_API double caper_jiggle_energy(const caper_jiggle *jiggle);
/// Write the state. Returns the bytes needed; nothing is written when `size` is less, so (NULL, 0)
/// gives the size.
CAPER_API size_t caper_jiggle_save(const caper_jiggle *jiggle, void *out, size_t size);
/// Restore a state of the same character. False with an error, and nothing changed, for any other
/// bytes.
CAPER_API bool caper_jiggle_load(caper_jiggle *jiggle, const void *bytes, size_t size,
                                 caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
