// SPDX-License-Identifier: MIT
//
// What landing.c, flight.c and foot.c share: where a foot lands, how it flies and how it stands.
#ifndef CAPER_SRC_GAIT_FOOT_H
#define CAPER_SRC_GAIT_FOOT_H

#include "gait/gait.h"

#define CAPERI_TORN 1.03f // of reach: a leg that would have to be longer is lifted

/// The rotation by a vector of 2 tan(angle / 2) along its axis: near rotation vectors, at a
/// fraction of their cost.
static inline caper_quat caperi_turn_by(caper_vec3 v)
{
    caper_quat q = {0.5f * v.x, 0.5f * v.y, 0.5f * v.z, 1.0f};
    return caper_quat_normalize(q);
}

// landing.c
/// The platform of that index, where it is now; NULL without.
const caper_transform *caperi_platform_at(const caperi_step *step, int platform);
/// Where the home of a foot is with the root at a place, as the spine is bent; its height is the
/// root's.
caper_vec3 caperi_home_in(const caperi_step *step, int leg, caper_transform root);
/// Where a flat sole is from its home, in the frame of the body that its leg hangs on, with the hip
/// at a place.
caper_vec3 caperi_off_home(const caperi_step *step, int leg, caper_quat torso, caper_vec3 hip,
                           caper_vec3 sole);
/// Let a foot land at the best place near an aim, whatever its leg reaches.
void caperi_landing_place(caperi_step *step, int leg, caper_vec3 aim, float yaw);
/// Where a foot in flight should land: its home in the middle of the coming stance.
caper_vec3 caperi_landing_aim(const caperi_step *step, int leg, float *yaw);
/// Take a landing near an aim that the leg will reach.
void caperi_landing_choose(caperi_step *step, int leg, caper_vec3 aim, float yaw);
/// The aim may move until it is decided, and a little while the body goes elsewhere meanwhile. The
/// landing follows in steps: a foot on its way to a good place goes there. `left`: seconds of the
/// flight. True when the landing has moved.
bool caperi_landing_update(caperi_step *step, int leg, float share, float left);

// flight.c
/// Lift a foot off from a flat sole.
void caperi_lift_off(caperi_step *step, int leg, caper_transform from);
void caperi_flight_update(caperi_step *step, int leg);
/// A foot whose leg does not reach the ground yet hovers over its place until the hips are down.
/// One that they leave behind flies on to another.
bool caperi_flight_waits(caperi_step *step, int leg);

// foot.c
/// The share of its cycle that a foot stands: a weak leg leaves the ground early.
float caperi_own_duty(const caperi_step *step, int leg);

#endif
