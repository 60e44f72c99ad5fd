// SPDX-License-Identifier: MIT
//
// The workshop of the random-creature generator. A creature is put together from drafts in model
// space with a spine of length 1, and becomes a character (scaled, rooted, in local space) only at
// the end. Every random number is drawn in a statement of its own: C leaves the order of arguments
// open, and the same def must give the same bytes with every compiler.
#ifndef CAPER_SRC_BODY_CREATURE_H
#define CAPER_SRC_BODY_CREATURE_H

#include "caper/character.h"

#define CAPERI_CREATURE_MAX_SPINE 16
#define CAPERI_CREATURE_MAX_PAIRS 10
#define CAPERI_CREATURE_MIN_BODIES 8

/// What ends are tagged with. An end effector is the last link of its limb, so it is limb too; a
/// head that sits on the spine ends the spine.
#define CAPERI_CAPS_FOOT (CAPER_CAP_LIMB | CAPER_CAP_FOOT)
#define CAPERI_CAPS_GRASPER (CAPER_CAP_LIMB | CAPER_CAP_GRASPER)
#define CAPERI_CAPS_TENTACLE (CAPER_CAP_LIMB | CAPER_CAP_TENTACLE)

/// One body in the making, all in model space.
typedef struct caperi_creature_draft {
    const char *label; // the name is label, group, _index, _side; zeros are left out
    int group, index;
    char side;  // 'l', 'r' or 0
    int parent; // -1 for the spine, whose tree is hung up at the root at the end
    caper_caps caps;
    caper_vec3 joint_point;
    caper_quat rotation;
    caper_vec3 center;
    caper_vec3 half;    // along the axes of `rotation`
    caper_joint joint;  // axis in the frame of the draft
    const char *deform; // NULL for none
} caperi_creature_draft;

/// How the creature keeps off the ground.
typedef enum caperi_stance {
    CAPERI_STANCE_LEGS,
    CAPERI_STANCE_LIES,
    CAPERI_STANCE_FLOATS
} caperi_stance;

typedef enum caperi_spine_shape {
    CAPERI_SPINE_STRAIGHT,
    CAPERI_SPINE_ARCHED,
    CAPERI_SPINE_SLUNG,
    CAPERI_SPINE_UPRIGHT,
    CAPERI_SPINE_WAVY, // S-shaped
    CAPERI_SPINE_SHAPE_COUNT
} caperi_spine_shape;

/// The proportions that the legs of one group share.
typedef struct caperi_leg_style {
    int segments;  // bodies between hip and foot, the foot not counted
    int fork;      // 0, or the segment after which the limb splits into two legs
    float splay;   // how far the ankle is outward, in hip heights
    float lean;    // how far the ankle is forward, in hip heights
    float bend;    // how far the knees leave the straight line, in hip to ankle distances
    float girth;   // half width of a segment per length
    float foot;    // half length of the foot per hip height
    float toe_out; // yaw of the foot, radians
    bool free;     // ball joints all the way instead of hinge knees
} caperi_leg_style;

/// One leg, or a pair of them.
typedef struct caperi_creature_leg {
    float along; // where on the spine: 0 rear .. 1 front
    int side;    // 0 pair; 1 left, -1 right; 2 in the middle
    caperi_leg_style style;
} caperi_creature_leg;

/// What is decided before anything is built.
typedef struct caperi_creature_scheme {
    bool symmetric;
    bool odd_frames; // rest frames turned by quarter turns at random
    caperi_stance stance;
    caperi_spine_shape shape;
    int spine_count;
    float girth;   // half width of the spine at its thickest
    float aspect;  // its height per width
    float sway;    // yaw of the spine from end to end, radians
    float clear;   // room between belly and ground
    float spacing; // of neighbouring legs along the spine
    int leg_count;
    caperi_creature_leg legs[CAPERI_CREATURE_MAX_PAIRS + 1];
    int head_count;
} caperi_creature_scheme;

typedef struct caperi_creature_work {
    caper_rng rng;
    float difficulty;
    int max_drafts;
    int reserved;   // drafts promised to legs and heads that are not built yet
    int pair_first; // where the half begins that will be mirrored as a whole, or -1
    caperi_creature_scheme plan;
    caperi_creature_draft *drafts;
    int count;
    caper_mat3 spine_axes[CAPERI_CREATURE_MAX_SPINE]; // left, dorsal, forward of each spine draft
    caper_vec3 spine_half[CAPERI_CREATURE_MAX_SPINE]; // along those axes
    caper_vec3 spine_points[CAPERI_CREATURE_MAX_SPINE + 1];
    int root;
    int spine_head; // the head that ends the spine, or -1
    float ground;   // model height of the ground while building
    float floor;    // what may hang down stays above this
    int groups[8];
} caperi_creature_work;

/// What a chain of drafts looks like.
typedef struct caperi_creature_chain {
    const char *label;
    int group, first_index;
    char side;
    caper_caps caps;
    const char *deform;
    caper_vec3 broad; // the direction in which a segment is `width` wide
    float width;      // half width of the first segment
    float flat;       // thickness per width
    float taper;      // of the width, per segment
    bool hinges;      // hinge knees; otherwise ball joints
    float swing;      // of ball joints after the first
} caperi_creature_chain;

/// Uniform in [lo, hi).
static inline float caperi_draw(caperi_creature_work *c, float lo, float hi)
{
    return caper_rng_range(&c->rng, lo, hi);
}

/// True with probability p.
static inline bool caperi_chance(caperi_creature_work *c, float p)
{
    return caper_rng_bool(&c->rng, p);
}

/// Parts that an optional organ may still use. What belongs to a half costs twice.
static inline int caperi_room(const caperi_creature_work *c)
{
    int all = c->max_drafts - c->reserved;
    return c->pair_first < 0 ? all - c->count
                             : (all - c->pair_first) / 2 - (c->count - c->pair_first);
}

/// Decide everything that the budget depends on.
void caperi_creature_plan(caperi_creature_work *c);
/// Bodies that a planned leg (or pair) will take.
int caperi_leg_cost(const caperi_creature_leg *leg);

/// Lowest point of the boxes so far.
float caperi_creature_lowest(const caperi_creature_work *c);
/// Build the spine, and set the ground below it.
void caperi_creature_spine(caperi_creature_work *c);
/// A point of a spine draft: fractions of its half extents to the left, dorsal and forward.
caper_vec3 caperi_spine_at(const caperi_creature_work *c, int spine, float left, float dorsal,
                           float forward);
/// The spine draft at a fraction of the length.
int caperi_spine_index(const caperi_creature_work *c, float along);

/// Add one box: axes are the directions of `half`, the joint must lie inside. Returns its index.
int caperi_draft_add(caperi_creature_work *c, int parent, caper_vec3 joint_point, caper_mat3 axes,
                     caper_vec3 center, caper_vec3 half, caper_caps caps);
/// Name a draft.
void caperi_draft_name(caperi_creature_draft *draft, const char *label, int group, int index,
                       char side);
/// Give a draft a ball joint that swings and twists about a model-space direction.
void caperi_draft_ball(caperi_creature_draft *draft, caper_vec3 axis_model, float swing,
                       float twist);
/// Give a draft a hinge about a model-space direction.
void caperi_draft_hinge(caperi_creature_draft *draft, caper_vec3 axis_model, float min, float max);
/// The point where a ray from the box centre meets the box, pulled in by `depth` (1: on it).
caper_vec3 caperi_draft_surface(const caperi_creature_draft *draft, caper_vec3 direction,
                                float depth);
/// Add the mirror images of the drafts from `first` on, in the plane x = `plane`. Sides l and r
/// swap, and the groups in their names grow by `group_shift`.
void caperi_drafts_mirror(caperi_creature_work *c, int first, float plane, int group_shift);

/// Right-handed axes with z along `forward` and x as near to `broad` as it can be.
caper_mat3 caperi_axes(caper_vec3 broad, caper_vec3 forward);
/// Points from one end to the other that leave the straight line by `bend` along `toward`: an arch,
/// or with three and more segments a zigzag.
void caperi_bent_points(caper_vec3 from, caper_vec3 to, int segments, caper_vec3 toward, float bend,
                        bool zigzag, caper_vec3 *points);
/// Keep all points but the first above the floor by a margin.
void caperi_points_lift(const caperi_creature_work *c, caper_vec3 *points, int segments,
                        float margin);
/// Add drafts along points[0..segments]. Returns the index of the last.
int caperi_chain_add(caperi_creature_work *c, int parent, const caper_vec3 *points, int segments,
                     const caperi_creature_chain *chain);
/// Half width of the last segment of such a chain.
float caperi_chain_end_width(const caperi_creature_chain *chain, int segments);

/// All planned legs.
void caperi_creature_legs(caperi_creature_work *c);
/// Arms, wings, fins, tentacles and back spikes, as far as there is room.
void caperi_creature_limbs(caperi_creature_work *c);
/// Heads with their faces, or a face on the spine.
void caperi_creature_heads(caperi_creature_work *c);
/// Tails.
void caperi_creature_tail(caperi_creature_work *c);
/// Builds one side of something: 1 left, -1 right, 0 in the middle.
typedef void caperi_side_fn(caperi_creature_work *c, void *user, float side);
/// Run `build` for a pair mirrored in x = `plane`; on asymmetric creatures for two sides that
/// differ, or one. `cost` is the number of drafts of one side; without room nothing is built.
void caperi_both_sides(caperi_creature_work *c, float plane, int cost, caperi_side_fn *build,
                       void *user);

#endif
