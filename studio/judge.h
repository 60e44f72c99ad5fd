// SPDX-License-Identifier: MIT
// The judge at work in the background: the motion on one body after the other is recorded and
// measured, and asked whether it did what it means.
#ifndef CAPER_STUDIO_JUDGE_H
#define CAPER_STUDIO_JUDGE_H

#include "studio.h"

typedef enum verdict_state {
    VERDICT_NONE,  // not asked yet
    VERDICT_WAITS, // asked
    VERDICT_DONE,
    VERDICT_FAILED // could not play
} verdict_state;

typedef struct verdict {
    verdict_state state;
    asset *body; // kept
    int variant;
    caper_report *report; // DONE
    float duration;
    float pace;        // of the motion on the body: its seconds over those of the clip
    int unmet;         // expectations that were not met
    char text[200];    // the verdict in words, or why it cannot play
    char missing[200]; // the first expectation that was not met
} verdict;

#define JUDGE_MAX 64

typedef struct judgement {
    asset *motion, *world; // kept: what was judged
    verdict list[JUDGE_MAX];
    int count;
    bool running;
    int passed, done;
} judgement;

// Judge the motion on these bodies; what was judged before is dropped.
void judge_start(judgement *j, const studio *s, asset *const *bodies, const int *variants,
                 int count);
// Take what is ready; call it in every frame.
void judge_update(judgement *j);
void judge_clear(judgement *j);

#endif
