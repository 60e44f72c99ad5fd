// SPDX-License-Identifier: MIT
//
// What binding prepares and evaluating reads. A binding is one block of memory: the public struct,
// its variants and strands, and for each variant a plan, which is what evaluating walks through.
// The general part of a channel (its curves) is sampled once a frame however many bodies it moves;
// what a channel is on one body (a part) is prepared once and shared by all variants.
#ifndef CAPER_SRC_MOTION_BIND_H
#define CAPER_SRC_MOTION_BIND_H

#include "motion/motion.h"

// ---------------------------------------------------------------------------------------------------
// The variant product (variant.c)

enum {
    CAPERI_RULE_SAME = 1,
    CAPERI_RULE_OPPOSITE = 2
};

/// All ways to give each group one of its bodies.
typedef struct caperi_product {
    int group_count;
    const int16_t *bodies[CAPER_MAX_CHANNELS]; // of each group
    int counts[CAPER_MAX_CHANNELS];
    uint8_t rules[CAPER_MAX_CHANNELS][CAPER_MAX_CHANNELS]; // by groups, both ways round
    const int8_t *sides; // by body: 1 left, 0 on the plane, -1 right
    int capacity;        // tuples that there is room for
    int16_t *tuples;     // group_count bodies each
    // results
    int count;
    bool truncated;
} caperi_product;
/// Find them, in lexicographic order.
void caperi_variant_product(caperi_product *product);

// ---------------------------------------------------------------------------------------------------
// A binding's data

/// The curves of a channel that are not deforms; NULL where it has none.
typedef struct caperi_curves {
    const caper_curve *position, *rotation;
    const caper_curve *position_weight, *rotation_weight; // NULL: 1
    int16_t channel;
} caperi_curves;

/// A channel on one body: all that no frame changes.
typedef struct caperi_binding_part {
    caperi_fit fit;
    int16_t channel;
    bool mirror;
} caperi_binding_part;

/// The share of one part in a goal.
typedef struct caperi_share {
    int32_t part;
    int16_t aim; // of the plan; -1: none
    bool position, rotation;
    bool views; // looks from where others put the body
} caperi_share;

/// A goal and its shares.
typedef struct caperi_slot {
    caper_vec3 rest_position; // of the joint
    caper_quat rest_rotation;
    int32_t first_share;
    int16_t share_count;
    int16_t body;
    int32_t viewer; // of the plan's aim bodies: where it looks from; -1: no share views
} caperi_slot;

/// What a channel aims at in a variant.
typedef struct caperi_aim {
    int32_t first_body;
    int16_t body_count; // 0: at the target
    int16_t target;     // of the binding
    bool surface;       // at the box of its one body
    caper_vec3 half;    // of that box at rest
} caperi_aim;

/// A body that is aimed at or looks, and the goals that carry it along.
typedef struct caperi_aim_body {
    caper_vec3 point; // body frame
    int32_t first_link;
    int16_t link_count; // slots from the root down
    int16_t body;
    bool moved; // the last link gives its position
} caperi_aim_body;

/// A deform and the curves that share it.
typedef struct caperi_deform {
    int32_t first_share;
    int16_t share_count;
    int16_t deform; // of the character
} caperi_deform;
/// One of them.
typedef struct caperi_deform_share {
    const caper_curve *curve;
    int16_t channel; // gives its weight
} caperi_deform_share;

/// How to evaluate a variant.
typedef struct caperi_plan {
    const caperi_slot *slots; // goal_count of them, by body
    const caperi_share *shares;
    const caperi_aim *aims;
    const caperi_aim_body *aim_bodies;
    const int16_t *links; // slots
    const int16_t *steps; // in this order: a slot, or -1 - aim
    int step_count;
    const int16_t *channels; // those that do anything, indices of curves
    int channel_count;
    const caperi_deform *deforms;
    const caperi_deform_share *deform_shares;
    int deform_count;
} caperi_plan;

/// An external target that aims ask for.
typedef struct caperi_target {
    const char *name;
    caper_vec3 at[2]; // its default, model space: in plain and in mirrored variants
} caperi_target;

/// Share by which bodies of a limb may stretch and shrink for a goal: beyond it a limb looks torn
/// or pushed in. METRICS lets 2 % pass.
#define CAPERI_LIMB_GIVE 0.015f

/// How long a leg can be from the joint of its hip to that of its foot.
typedef struct caperi_leg_span {
    float least, most; // as its limits let it fold, as it is when straight
    float ease;        // metres over which `least` is felt
    float ease_least;  // the same, but not at rest
    float ease_most;   // and `most`: not at rest
} caperi_leg_span;

struct caper_binding_data {
    const caperi_curves *curves; // by channel of the branch
    const caperi_binding_part *parts;
    const caperi_target *targets;
    int target_count;
    const caperi_plan *plans;     // by variant
    const caperi_leg_span *spans; // by leg of the character
    const uint8_t *solid;         // by body, a caper_solid: how it comes out of the ground
};

// ---------------------------------------------------------------------------------------------------
// While a binding is made

/// What grows while variants are planned.
typedef enum caperi_list_kind {
    CAPERI_LIST_STRANDS,
    CAPERI_LIST_SLOTS,
    CAPERI_LIST_SHARES,
    CAPERI_LIST_AIMS,
    CAPERI_LIST_AIM_BODIES,
    CAPERI_LIST_LINKS,
    CAPERI_LIST_STEPS,
    CAPERI_LIST_CHANNELS,
    CAPERI_LIST_DEFORMS,
    CAPERI_LIST_DEFORM_SHARES,
    CAPERI_LIST_PARTS,  // shared by all variants
    CAPERI_LIST_CLAIMS, // of the variant that is being planned; not kept
    CAPERI_LIST_COUNT
} caperi_list_kind;
typedef struct caperi_list {
    void *items;
    int count, capacity;
} caperi_list;

/// A channel that owns or shares a deform.
typedef struct caperi_claim {
    const caper_curve *curve;
    int16_t channel, deform;
} caperi_claim;

/// Bodies of a query, and of its mirror image.
typedef struct caperi_selection {
    const int16_t *bodies[2];
    int counts[2];
} caperi_selection;

/// What is known of a channel before any variant.
typedef struct caperi_bound_channel {
    caperi_selection selected;
    caperi_selection aimed; // bodies of its aim
    int group;              // -1: plays on all
    int blend;              // -1: owns alone
    int aim_group;          // -1: none
    int target;             // also stands in for bodies that the character does not have
    bool aims;              // a frame of its mode looks at the target
} caperi_bound_channel;

/// Where the items of a variant begin in each list, and how many there are.
typedef struct caperi_binding_draft {
    int first[CAPERI_LIST_COUNT], count[CAPERI_LIST_COUNT];
    bool mirrored;
} caperi_binding_draft;

#define CAPERI_NODE_WORK 4

/// The workshop of one binding; all of its memory is the arena's.
typedef struct caperi_binder {
    const caper_motion *motion;
    const caper_character *character;
    const caper_branch *branch;
    caper_arena arena;
    bool failed; // without memory
    const char *groups[CAPER_MAX_CHANNELS];
    int leads[CAPER_MAX_CHANNELS]; // of each group: the channel whose bodies it chooses from
    int group_count;
    caperi_bound_channel channels[CAPER_MAX_CHANNELS];
    int order[CAPER_MAX_CHANNELS]; // channels by priority
    caperi_curves curves[CAPER_MAX_CHANNELS];
    caperi_target targets[CAPER_MAX_CHANNELS];
    int target_count;
    int8_t *sides;    // by body: 1 left, 0 on the plane, -1 right
    int32_t *part_of; // [(channel * body_count + body) * 2 + mirror], 1 + index; 0: not made yet
    // of the variant that is being planned
    int first_strand[CAPER_MAX_CHANNELS + 1]; // by channel
    int16_t aim_of[CAPER_MAX_CHANNELS];       // by channel; -1: none
    int16_t *position_owner, *rotation_owner; // channel by body; -1: none
    int16_t *deform_owner;                    // channel by deform
    int16_t *slot_of;                         // by body; -1: none
    int16_t *nodes; // for the order of steps: CAPERI_NODE_WORK for each slot and aim
    caperi_list lists[CAPERI_LIST_COUNT];
} caperi_binder;

/// The item of a list at an index, or the place after its last one; NULL while it has none.
void *caperi_binder_at(const caperi_binder *binder, caperi_list_kind kind, int index);
/// Room for more items of a list, zeroed; NULL without memory.
void *caperi_binder_add(caperi_binder *binder, caperi_list_kind kind, int count);
/// Plan the variant with these bodies (one for each group): fills the draft.
void caperi_binder_plan(caperi_binder *binder, const int16_t *bodies, bool mirrored,
                        caperi_binding_draft *draft);
/// The order in which slots and aims are evaluated, and the links of the aims.
void caperi_binder_order(caperi_binder *binder, caperi_binding_draft *draft);

/// Find the lengths of all legs; false without memory.
bool caperi_leg_spans_make(const caper_character *character, const caper_allocator *allocator,
                           caperi_leg_span *spans);
/// How each body comes out of the ground: a caper_solid for each.
void caperi_motion_solid(const caper_character *character, uint8_t *solid);
/// Bring the goals of the trunk to heights that legs whose feet have goals can carry.
void caperi_motion_seat(const caper_motion_job *job);
/// Do three legs or more hold the trunk where it is, because they hardly fold?
bool caperi_motion_is_held(const caper_binding *binding);

/// Where a target is that nobody gives, in model space; mirrored: as the sagittal mirror image.
caper_vec3 caperi_motion_target(const caper_motion *motion, const caper_character *c,
                                const char *name, bool mirrored);

#endif
