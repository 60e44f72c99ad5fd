// SPDX-License-Identifier: MIT
//
// A puppet that is built otherwise than its performer: a dog, a spider, an octopus. What matters
// and what stands is found for the performer himself (the stand-in: a puppet of his proportions
// that nobody poses); his pose is generalized by the modes of room `motion` and specialized onto
// the creature, frame by frame.
#ifndef CAPER_SRC_PUPPET_CREATURE_H
#define CAPER_SRC_PUPPET_CREATURE_H

#include "motion/motion.h"
#include "puppet/loose.h"
#include "puppet/puppet.h"

#define CAPERI_MAX_PARTS 96
#define CAPERI_MAX_SEEN 16 // targets

/// What a body of the creature does in the performance.
typedef struct caperi_creature_part {
    int16_t body;
    int16_t base;     // first body of its limb; -1: it is on the spine
    int16_t carrier;  // spine body that the limb hangs on
    int16_t effector; // of the performer, by which it moves
    int16_t hand;     // of a foot: the effector that it follows when that rises, or -1
    bool shared;      // on the sagittal plane: follows the mean of both hands
    bool foot;        // steps where the performer steps
    bool stands;      // is on the ground at rest
    bool turns;       // takes over rotations, too
    bool low;         // one of many feet: it does not kick
    caper_vec3 box_center, box_half;      // of it and all that hangs on it, frame of body
    caper_vec3 soles[CAPER_MAX_CONTACTS]; // of a foot: what it stands on, frame of body
    int sole_count;                       // 0: its box
    float reach;                          // joint to joint from the base of the limb
    caper_vec3 point;                     // sole or grip, frame of body
    caper_vec3 home;                      // of that point at rest, model space
    caperi_fit free, near;
    caper_latch_def latch; // how it is held
} caperi_creature_part;

/// History of a part.
typedef struct caperi_part_state {
    float hold;                // of the latch, 0..1
    int32_t holding;           // it has the part
    float raised, raised_rate; // how much a foot follows a hand
    float lifted, lifted_rate; // share of the lift of feet on their way
    caperi_chase path;         // of its point, in the space that goes with the performer
} caperi_part_state;

/// Where a spine body takes its turn from.
typedef struct caperi_bend {
    float chest, head; // shares of the way from root to chest and from chest to head
    float trunk;       // share of the whole that is kept
} caperi_bend;

/// All history of a creature but that of the stand-in.
typedef struct caperi_creature_state {
    caperi_part_state parts[CAPERI_MAX_PARTS];
    float heading, heading_rate;
    float ground, ground_rate;      // under the feet, above that of the performer
    caper_vec3 hips;                // of the performer, over the ground, a frame ago
    float speed;                    // m/s that they go, in his measure
    caper_vec3 offset, offset_rate; // of the root, so that legs reach
    caper_vec3 aside, aside_rate;   // of the root, so that feet carry the mass
    int32_t started;
    caper_puppet_report report;
} caperi_creature_state;

/// What a frame knows of the performer: poses in the space that goes with him, and turns from rest.
typedef struct caperi_seen {
    caper_transform way;                            // of that space in his world
    caper_transform effectors[CAPERI_PUPPET_LIMBS]; // their points and rotations
    caper_transform carriers[2];                    // root and chest
    caper_quat root, chest, head;                   // turns
    float rise;                                     // of the root
} caperi_seen;

typedef struct caperi_creature {
    const caper_character *character;
    const caper_world *world;
    caper_character *relaxed;    // the performer, his arms down at rest
    caper_pose base, model;      // by turns: local, and in the space that goes with the performer
    caper_transform way;         // of that space in the world
    caper_transform *still;      // per body: rest, local, with straight limbs arched
    caperi_bend *bends;          // per body of the spine
    caperi_joint_bounds *bounds; // per body
    uint8_t *loose;              // per body, a caper_solid
    caper_vec3 *wanted;          // per part: where its point should be, model space
    caper_quat *turns;           // and how it is turned
    float *floors;  // and the least height of that point over the ground, as planned, world
    float *weights; // and how much its place matters
    caperi_creature_part parts[CAPERI_MAX_PARTS];
    int part_count, foot_count;
    int16_t effectors[CAPERI_PUPPET_LIMBS]; // of the performer
    caperi_fit free[CAPERI_PUPPET_LIMBS], near[CAPERI_PUPPET_LIMBS];
    caper_vec3 homes[CAPERI_PUPPET_LIMBS]; // their points at rest
    float scale, leg;
    caper_vec3 center; // of its standing feet at rest, on the ground: what turns where he turns
    float trunk;       // share of the performer's turns that the trunk takes over
    float lift;        // of feet on their way, so that they clear the ground
    float beside;      // the feet, the center of mass at rest
    float aside;       // how much farther than the center of mass the trunk goes
    float quiet;       // 1: he stands, and his feet carry him
    bool upright;
    caperi_ground ground;
    caper_target targets[CAPERI_MAX_SEEN]; // as the performer meets them
    caper_world_frame frame;
    caperi_creature_state state;
    size_t memory_size;
} caperi_creature;

/// Which bodies follow what, and the scale. False with an error when there is nothing to follow.
bool caperi_creature_map(caperi_creature *creature, const caper_puppet *stand_in,
                         caper_error *error);
/// Where the space is that goes with the performer; y is the height of his hips, scaled.
void caperi_creature_root(caper_puppet *puppet, float dt, caper_root *at);
/// The creature by turns alone into base; what its parts want; returns their number.
int caperi_creature_specialize(caper_puppet *puppet, const caper_world_frame *frame, float dt,
                               caper_offer_contact *contacts);
/// The pose by turns alone, placed in the world.
void caperi_creature_sketch(const caperi_creature *creature, caper_pose *local);
/// With parts as they are held: the root so that legs reach, and goals; returns their number.
int caperi_creature_pose(caperi_creature *creature, caper_offer_contact *contacts,
                         const caper_world_frame *frame, float dt, caper_pose *local,
                         caper_goal *goals);

/// A puppet for a character that is not a person.
caper_puppet *caperi_creature_create(const caper_puppet_def *def, caper_error *error);
/// Free what a puppet has of it.
void caperi_creature_destroy(caperi_creature *creature, const caper_allocator *allocator);
/// What the stand-in meets: the targets of the creature's world, in the performer's measure.
const caper_world_frame *caperi_creature_frame(caper_puppet *puppet,
                                               const caper_world_frame *frame);
/// The performer's body that a body of the creature follows, or -1.
int caperi_creature_source(const caper_puppet *puppet, int body);

/// How feet and hands of a creature are held.
void caperi_creature_measure_latches(caperi_creature *creature, caper_latch_def def);
/// How far a foot that stands can be turned against the body before a joint of its leg is beyond
/// its limits, radians.
float caperi_creature_most_yaw(const caperi_creature *creature, const caperi_creature_part *part);
/// The root aside, so that the center of mass is over what stands.
void caperi_creature_balance(caperi_creature *creature, float dt);
/// How far beside its feet the center of mass is at rest, and what moving it takes.
void caperi_creature_measure_balance(caperi_creature *creature);
/// A local rotation of a body, within the limits of its joint. Most are there already.
caper_quat caperi_creature_clamp(const caperi_creature *creature, int body, caper_quat local);
/// Feet that stand turn on their soles as far as their legs need it.
void caperi_creature_follow_legs(caperi_creature *creature, const caper_world_frame *frame);
/// The surface under a point of the creature's world.
caper_hit caperi_creature_ground(const caperi_creature *creature, const caper_world_frame *frame,
                                 caper_vec3 point);
/// How far the lowest point of a foot's sole, or corner of a part's box, is below its point,
/// measured along Y; `normal` is that of the surface.
float caperi_creature_drop(const caperi_creature_part *part, caper_quat rotation,
                           caper_vec3 normal);

#endif
