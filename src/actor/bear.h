// SPDX-License-Identifier: MIT
//
// What bear.c and weigh.c share: the trunk of a motion goes where legs can bear it.
#ifndef CAPER_SRC_ACTOR_BEAR_H
#define CAPER_SRC_ACTOR_BEAR_H

#include "actor/actor.h"
#include "motion/bind.h"

#define CAPERI_BEAR_LEGS 64 // of one body that are asked

/// How far a length is beyond a bound, felt from `ease` before it.
static inline float caperi_beyond(float x, float ease)
{
    if (x <= -ease || !(ease > 0)) {
        return caper_max(x, 0);
    }
    return x >= ease ? x : (x + ease) * (x + ease) / (4 * ease);
}

/// How far the trunk should go aside so that the center of mass is over what stands.
caper_vec3 caperi_weigh(const caper_actor *actor, const caperi_source *source);

/// The weightiest motion that plays, or NULL. `share`: how much motions have the legs to
/// themselves. A walk, a performer or a clip brings a trunk that goes with its own steps.
const caperi_source *caperi_find_motion(const caper_actor *actor, float *share);

/// Are motions all that plays? Others, and whoever moves over to them, fall by themselves.
bool caperi_motions_alone(const caper_actor *actor);

/// How far the trunk stays above where it is asked to be, so that it falls no faster than a stone
/// and flies as one does in a leap, where that may be below. Forgotten where others move it.
float caperi_fall(caper_actor *actor, bool falls, float dt);

#endif
