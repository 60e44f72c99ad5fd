// SPDX-License-Identifier: MIT
//
// The particle solver inside: what is prepared per character, and what one solve keeps in its
// scratch memory. The two phases (spine.c, limbs.c) work on one caperi_solve.
//
// Words of these files: *base* is the pose that the job gives (or rest), in model space; the
// *delta* of a body is the turn from its base rotation to its solved one; a *carried* point is
// where a base point lies when it moves rigidly with some body.
#ifndef CAPER_SRC_IK_SOLVER_H
#define CAPER_SRC_IK_SOLVER_H

#include "caper/ik.h"
#include "ik/lanes.h"

/// Half-angle numbers of a joint's limits, so that no angle is computed per frame.
typedef struct caperi_limit {
    caperi_v axis;
    caperi_v axis_rest; ///< in model space at rest
    float swing_sin, swing_cos;
    float min_sin, min_cos, max_sin, max_cos;
    caper_joint_kind kind;
} caperi_limit;

/// How a hinge of a leg folds: limbs_fold.c.
typedef struct caperi_fold {
    float angle; ///< with all of the fold, radians; 0: it does not
    float early; ///< 1: by the share of the fold, 0: by its square
} caperi_fold;

#define CAPERI_FOLDS 9 ///< shares of a fold for which the way from hip to ankle is known

struct caper_solver {
    const caper_character *character;
    caper_allocator allocator;
    size_t memory_size;
    int16_t *server; ///< body that serves the goals of a body (itself mostly); -1: nobody
    int16_t *above;  ///< limb bodies: the next body rootward that is not welded; -1 on the spine
    int16_t *order;  ///< limb bodies that are not welded, depth first, limb after limb
    int order_count; //
    int16_t *slot;   ///< place of a spine body in character->spine; -1 elsewhere
    int16_t *neck;   ///< by slot: next slot rootward that carries a limb, or the root's
    float *along;    ///< by slot: rest way along the spine from slot 0
    int root_slot;   //
    caperi_v *pole;  ///< where a body's joint goes when its limb bends, body frame; may be zero
    caperi_v *lean;  ///< by body: where an aim that goes far leans to; see limbs_chain.c
    caperi_limit *limits;
    caperi_fold *folds; ///< by body
    float *
        fold_squares; ///< by foot: CAPERI_FOLDS squared ways from hip to ankle, 0: it does not fold
    struct caperi_layout *layout; ///< of the scratch memory
};

/// All goals of one body in one, converted to the body that serves it.
typedef struct caperi_goal {
    int body;
    caperi_v point;
    caperi_v position;
    caperi_q rotation;
    float position_weight, rotation_weight;
    caperi_v first_point, first_position; ///< of the first position goal
    caperi_v points, positions;           ///< sums of the ways from it to the later ones
    float pair_weight;
    float soften, give;          ///< of the limb; means by position weight
    float strict, strict_weight; ///< the same by the larger of both weights
    float yields;                ///< of the rotation; mean by rotation weight
    float free;                  ///< largest weight of a goal times what it lacks in strictness
    bool level;                  ///< a foot that nobody told how to turn
} caperi_goal;

/// A particle of a limb: a joint, or a point of the body at its end.
typedef struct caperi_node {
    int16_t body;
    int16_t parent;  ///< in the nodes of all limbs; -1 for where a limb begins
    int16_t first;   ///< first child, or -1
    int16_t second;  ///< second child, or -1
    int16_t sibling; ///< next child of the parent, or -1
    int16_t goal;    ///< or -1
    bool pinned;     ///< its place is known
    caperi_v base;
    caperi_v target; ///< where the goal wants it, before its weight
    caperi_v position;
    float give;         ///< share by which bodies of its limb may stretch, 0: as params say
    float length;       ///< of the constraint to the parent, at base
    float least, most;  ///< what it may shrink and stretch to
    float reach;        ///< way along the limb from where it begins
    caperi_v shape;     ///< where it is before the limb is aimed
    caperi_q reference; ///< delta of the body above it in that shape; then with the aim
    caperi_q turn;      ///< the aim of the chain that it ends
    caperi_v axis;      ///< work: unit direction of the constraint, or a sum of corrections
    float work[3];      ///< work: right side, diagonal and lower element of its row
} caperi_node;

/// A sub-tree of nodes that begins on the spine.
typedef struct caperi_limb {
    int16_t node, node_count;
    int16_t body; ///< spine body that carries it
    bool branching;
    bool turned; ///< a rotation goal in its middle
} caperi_limb;

/// Parts of the scratch block, as offsets.
typedef struct caperi_layout {
    size_t base, model, delta, nodes, goals, limbs, goal_of, node_of, flags, spine, size;
} caperi_layout;

/// One solve.
typedef struct caperi_solve {
    const caper_solver *solver;
    const caper_character *character;
    const caper_solver_params *params;
    const caper_transform *base_local;
    const caper_transform *base; ///< model space
    bool at_rest;                ///< the base is the rest pose
    bool calm;                   ///< limbs are brought back to their limits once
    caper_transform *model;      ///< the answer
    caperi_q *delta;             ///< by body, where placed
    uint8_t *flags;              ///< by body
    int16_t *goal_of;            ///< by body: in goals, or -1
    int16_t *node_of;            ///< by body: in nodes, where CAPERI_REACHES
    caperi_goal *goals;
    int goal_count;
    caperi_node *nodes;
    int node_count;
    caperi_limb *limbs;
    int limb_count;
    void *spine;       ///< scratch of the spine phase
    float root_weight; ///< how much the root's position is given
    bool gives;        ///< some goal says how far its limb may stretch
    int sweeps;
} caperi_solve;

enum {
    CAPERI_HAS_IK = 1,  ///< it or a body below has a goal
    CAPERI_REACHES = 2, ///< a limb body with a position goal on it or below
    CAPERI_INNER = 4,   ///< and one of those below
    CAPERI_PLACED = 8   ///< model and delta are known
};

/// How much longer a body of a node's limb may become.
static inline float caperi_most_stretch(const caperi_solve *solve, const caperi_node *node)
{
    return node->give > 0.0f ? 1.0f + node->give : solve->params->max_stretch;
}

/// And how much shorter.
static inline float caperi_least_stretch(const caperi_solve *solve, const caperi_node *node)
{
    return node->give > 0.0f ? caper_max(1.0f - node->give, 0.0f) : solve->params->min_stretch;
}

/// Make one goal per body of what the job gives, mark what has IK, place the root.
void caperi_goals_gather(caperi_solve *solve, const caper_goal *goals, int goal_count);
/// Bytes that the spine phase needs.
size_t caperi_spine_scratch_size(int spine_count, int body_count);
/// Phase one: place every spine body.
void caperi_spine_solve(caperi_solve *solve);
/// Make the particles of the limbs.
void caperi_limbs_build(caperi_solve *solve);
/// Phase two: place every limb body that reaches.
void caperi_limbs_solve(caperi_solve *solve);

/// Find out how the legs of a solver's character fold.
void caperi_folds_prepare(caper_solver *solver);

/// Prepare the limits of a joint, whose body has that rotation at rest in model space.
caperi_limit caperi_limit_make(const caper_joint *joint, caper_quat rest_model);
/// Is a body within its limits that has turned so far from rest against its parent? In model space
/// at rest, so that nothing but the turn needs to be known.
bool caperi_limit_holds(const caperi_limit *limit, caperi_q turn);
/// As caper_joint_clamp, without trigonometry; false, with the rotation as it is, when it is within
/// the limits.
bool caperi_limit_clamp(const caperi_limit *limit, caperi_q rest, caperi_q *local);

/// Turn a body back within its limits by the weight, hanging on a body of the given delta; false
/// when it is within them.
bool caperi_limit_body(const caperi_solve *solve, int body, caperi_q above, float weight,
                       caperi_q *delta);
/// Bring the joints of the placed spine within their limits, as far as its goals are strict.
void caperi_spine_limit(caperi_solve *solve);

/// How much of a twist may be shared with neighbors, by the cosine of its half: all of it up to a
/// third of a turn, none at half a turn, where its side would flip.
static inline float caperi_twist_share(float cosine)
{
    return caper_smoothstep(0.0f, 0.5f, fabsf(cosine));
}

/// Correction of a length x beyond zero: nothing below, then a parabola over the zone, then the
/// straight line (C1). In the long run x settles at half the zone.
static inline float caperi_soft(float x, float zone)
{
    if (!(x > 0.0f))
        return 0.0f;
    return x < zone ? x * x / (zone + zone) : x - 0.5f * zone;
}

#endif
