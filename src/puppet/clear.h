// SPDX-License-Identifier: MIT
//
// What the ways out of the own body share: an arm on its way, and the rods that arms and legs are
// to each other.
#ifndef CAPER_SRC_PUPPET_CLEAR_H
#define CAPER_SRC_PUPPET_CLEAR_H

#include "math/simd.h"
#include "puppet/puppet.h"

#define CAPERI_CLEAR_SLACK 1e-4f  // of the leg: depth that is left alone
#define CAPERI_CLEAR_MARGIN 0.03f // of size: from here on pushes begin, softly
#define CAPERI_LEG_RODS 4

/// Balls about things, of which four are asked at a time whether they are near.
typedef struct caperi_balls_about {
    _Alignas(16) float x[CAPERI_MAX_HULLS];
    _Alignas(16) float y[CAPERI_MAX_HULLS];
    _Alignas(16) float z[CAPERI_MAX_HULLS];
    _Alignas(16) float reach[CAPERI_MAX_HULLS];
} caperi_balls_about;
static inline void caperi_balls_set(caperi_balls_about *balls, int index, caper_vec3 center,
                                    float reach)
{
    balls->x[index] = center.x;
    balls->y[index] = center.y;
    balls->z[index] = center.z;
    balls->reach[index] = reach;
}
/// Bits of those, of the first `count`, that meet another ball. As many as fill up fours are set.
static inline uint32_t caperi_balls_near(const caperi_balls_about *balls, int count,
                                         caper_vec3 center, float reach)
{
    caperi_f4 x = caperi_f4_splat(center.x), y = caperi_f4_splat(center.y);
    caperi_f4 z = caperi_f4_splat(center.z), r = caperi_f4_splat(reach);
    uint32_t near = 0;
    for (int i = 0; i < count; i += 4) {
        caperi_f4 dx = caperi_f4_sub(x, caperi_f4_load(&balls->x[i]));
        caperi_f4 dy = caperi_f4_sub(y, caperi_f4_load(&balls->y[i]));
        caperi_f4 dz = caperi_f4_sub(z, caperi_f4_load(&balls->z[i]));
        caperi_f4 both = caperi_f4_add(r, caperi_f4_load(&balls->reach[i]));
        caperi_f4 apart = caperi_f4_add(caperi_f4_mul(dx, dx), caperi_f4_mul(dy, dy));
        apart = caperi_f4_add(apart, caperi_f4_mul(dz, dz));
        near |= (uint32_t)caperi_f4_mask(caperi_f4_le(apart, caperi_f4_mul(both, both))) << i;
    }
    return near & ((1u << count) - 1);
}

/// A part of an arm or leg.
typedef struct caperi_rod {
    caper_vec3 a, b;
    float radius;
} caperi_rod;

/// The performer's rods in a frame, made when they are first asked for.
typedef struct caperi_source_rods {
    uint32_t arms_known, legs_known; // bits of those that are made
    caperi_rod arms[3 * CAPERI_PUPPET_ARMS];
    caperi_rod legs[CAPERI_LEG_RODS];
} caperi_source_rods;

/// The puppet's legs in a frame; their rods are made when something is near.
typedef struct caperi_leg_rods {
    int count;
    uint32_t known;                // bits of the rods that are made
    int8_t parts[CAPERI_LEG_RODS]; // of the puppet
    caperi_balls_about balls;
    caperi_rod rods[CAPERI_LEG_RODS];
} caperi_leg_rods;

/// An arm on its way out.
typedef struct caperi_way {
    caper_vec3 start, middle, tip;
    caper_vec3 hand[2];    // ends of the hand from the tip, as captured
    caper_vec3 ends[2];    // the same, as the forearm has taken them with it
    caper_vec3 forearm;    // as captured, of length 1
    float length;          // from start to tip, as captured
    float loose;           // of the tip, 0..1: nothing of the world holds it
    float give;            // of the tip, 0..1
    float margin;          // from the skin, from which on it is pushed
    float straight;        // how far the tip goes with the middle
    caper_vec3 push[2];    // of middle and tip, times depth
    float weight[2];       // sums of depths
    caperi_rod rods[3];    // upper arm, forearm, hand
    caper_vec3 middles[3]; // of the rods
} caperi_way;

/// Push middle and tip so that a place of part 0 (upper arm), 1 (forearm) or 2 (hand) goes `depth`
/// along a normal. The elbow of a bent arm swivels; a straight one takes the wrist along.
void caperi_way_push(caperi_way *way, int part, float share, caper_vec3 normal, float depth);
/// The rods of an arm where it is now.
void caperi_way_rods(const caperi_arm *arm, caperi_way *way);

/// The clearance that is asked for where the performer has `source`: as much by scale, up to the
/// margin; where he is inside himself, the same share of what is the deepest on both.
float caperi_clear_wanted(const caper_puppet *puppet, float source, float source_deepest,
                          float deepest);
/// How far to push for a clearance: softly from the one that is wanted, never below 0 after.
float caperi_clear_needed(float wanted, float clearance);

/// The balls about the rods of the puppet's legs.
void caperi_rods_of_legs(const caper_puppet *puppet, const caper_transform *bodies,
                         caperi_leg_rods *legs);
/// Push an arm out of the legs.
bool caperi_rods_leave_legs(const caper_puppet *puppet, int side, const caper_transform *bodies,
                            caperi_leg_rods *legs, caperi_source_rods *source, caperi_way *way);
/// Push two arms out of each other, each by half.
bool caperi_rods_leave_arms(const caper_puppet *puppet, caperi_source_rods *source,
                            caperi_way ways[CAPERI_PUPPET_ARMS]);
/// How deep the parts of an arm are in legs at rest.
void caperi_rods_measure_spare(caper_puppet *puppet, int side, const caperi_way *rest);

#endif
