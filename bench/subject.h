// SPDX-License-Identifier: MIT
// The body and motion that the benchmarks share: a human of 67 bodies (hands with fingers, twist
// helpers), every one of them turning, with one key each 1/30 s for ten seconds: what production
// rigs look like, and the size at which the reference figures were taken.
#ifndef CAPER_BENCH_SUBJECT_H
#define CAPER_BENCH_SUBJECT_H

#include "caper/character.h"
#include "caper/clip.h"

#define SUBJECT_BODIES 67
#define SUBJECT_FRAMES 301
#define SUBJECT_RATE 30.0f

typedef struct subject {
    caper_character *character;
    caper_clip *clip;        ///< constant rate
    caper_transform *frames; ///< the same, as a plain array: what the baselines read
} subject;

/// NULL character on failure.
subject subject_make(void);
void subject_free(subject *s);

/// The plain way: two frames, nlerp by the shorter arc, one body after the other.
void subject_sample_plainly(const subject *s, float time, caper_transform *local);
/// The plain way down the tree.
void subject_fk_plainly(const caper_skeleton *skeleton, const caper_transform *local,
                        caper_transform *model);

#endif
