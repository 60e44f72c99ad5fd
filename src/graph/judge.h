// SPDX-License-Identifier: MIT
//
// What blends and bridges are judged by: see judge.c.
#ifndef CAPER_SRC_GRAPH_JUDGE_H
#define CAPER_SRC_GRAPH_JUDGE_H

#include "graph/graph.h"

/// What a stretch of motion is judged by: figures of room `quality`.
typedef struct caperi_worth {
    bool measured;
    double penetration, slip, skate; // percent of frames, mm, percent of frames
    double fall, beyond, legs;       // g; degrees beyond a limit, of all joints and of legs
    double pops[2];                  // percent of the size: trunk, limbs
    double flips;                    // times that a body turns over
} caperi_worth;

/// Measure a clip; NAN is what cannot be told. False without memory.
bool caperi_worth_of(const caper_character *character, const caper_clip *clip,
                     const caper_allocator *allocator, caperi_worth *worth);

/// What is wrong with a motion made of two others that is not wrong with them.
typedef enum caperi_fault {
    CAPERI_FAULT_NONE,
    CAPERI_FAULT_FALL,  // pulled down harder than a fall
    CAPERI_FAULT_JUMP,  // a body leaves its path, or turns over
    CAPERI_FAULT_SKATE, // a foot slides along the ground
    CAPERI_FAULT_BEND   // legs beyond their limits
} caperi_fault;
/// What whoever widens the limits of transitions lets pass.
typedef struct caperi_leave {
    double jump; // factor of the gates of jumps: how much wider the limit of distances is
    bool skate;  // feet may slide farther than usual
} caperi_leave;
/// Of a blend, beside the same frames of both clips.
caperi_fault caperi_blend_fault(const caperi_worth *made, const caperi_worth *one,
                                const caperi_worth *two, caperi_leave leave);
/// Does a figure exceed its gate, and that of both sources?
bool caperi_is_worse(double made, double one, double two, double gate);

#define CAPERI_FALL 1.1      // g: a tenth below what the judge lets pass
#define CAPERI_BEYOND 8.0    // degrees beyond a limit: somewhat less than the judge lets pass
#define CAPERI_POP_TRUNK 1.0 // percent of the size: the judge's gate
#define CAPERI_POP_LIMBS 2.0 // percent of the size: the judge's gate

/// A blend of two clips that begins at these frames of theirs.
typedef struct caperi_blend_def {
    const caper_character *character;
    const caper_clip *clips[2];
    int frames[2];
    caper_root align; // of the second
    const int16_t *feet;
    int foot_count, window;
    float rate;
    const caper_allocator *allocator;
} caperi_blend_def;
/// Measure it, with what leads in and out. The blend of a clip with itself measures the clip. False
/// without memory.
bool caperi_blend_worth(const caperi_blend_def *def, caper_arena *arena, caperi_worth *worth);

/// Most pieces that a clip is cut into: what comes after them is left out as well.
enum {
    CAPERI_MOST_PIECES = 64
};
/// The stretches of a prepared clip in which it does not jump, bend, slide or stand beside its feet
/// farther than the judge lets pass, nor falls as nothing falls, as clips of their own; the clip
/// itself where that is all of it. Returns how many, -1 with an error. Who gets them owns them; the
/// clip is gone unless it is one of them.
int caperi_graph_clean(const caper_graph_def *def, caper_clip *clip,
                       caper_clip *pieces[CAPERI_MOST_PIECES], caper_error *error);

#endif
