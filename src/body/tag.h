// SPDX-License-Identifier: MIT
//
// Shared by the files that tag bare skeletons. A bare skeleton is joint positions and parents, no
// boxes: all lengths are relative to the extent of the joints, and every decision is taken from
// positions and links only, never from frames, names (but as hints) or the order of siblings.
#ifndef CAPER_SRC_BODY_TAG_H
#define CAPER_SRC_BODY_TAG_H

#include "caper/character.h"

/// What a body was found to be.
typedef enum caperi_role {
    CAPERI_ROLE_NONE,      // an ornament, a finger, a toe: no structural cap
    CAPERI_ROLE_SPINE,     //
    CAPERI_ROLE_HEAD,      // the head that ends the spine
    CAPERI_ROLE_TAIL,      //
    CAPERI_ROLE_LIMB,      //
    CAPERI_ROLE_FOOT,      //
    CAPERI_ROLE_GRASPER,   //
    CAPERI_ROLE_LIMB_HEAD, // a head on a limb
    CAPERI_ROLE_WING,      //
    CAPERI_ROLE_HELPER,    // twist, end and control bones
    CAPERI_ROLE_COUNT
} caperi_role;

/// What a name hints at; see tag_names.c.
typedef enum caperi_hint {
    CAPERI_HINT_NONE,
    CAPERI_HINT_PELVIS,
    CAPERI_HINT_SPINE,
    CAPERI_HINT_NECK,
    CAPERI_HINT_HEAD,
    CAPERI_HINT_ARM,
    CAPERI_HINT_HAND,
    CAPERI_HINT_FINGER,
    CAPERI_HINT_LEG,
    CAPERI_HINT_FOOT,
    CAPERI_HINT_TOE,
    CAPERI_HINT_TAIL,
    CAPERI_HINT_WING,
    CAPERI_HINT_FIN,
    CAPERI_HINT_MOUTH,
    CAPERI_HINT_EYE,
    CAPERI_HINT_EAR,
    CAPERI_HINT_HORN,
    CAPERI_HINT_TENTACLE,
    CAPERI_HINT_ORNAMENT, // hair, cloth, muzzle: certainly not structural
    CAPERI_HINT_ROOT,     // a bone above the skeleton
    CAPERI_HINT_HELPER,
    CAPERI_HINT_COUNT
} caperi_hint;

/// One body with what is measured of it. Lengths are in units of the extent of the joints, x is
/// measured from the sagittal plane and y from the lowest joint.
typedef struct caperi_tag_body {
    int parent, child, sibling; // helpers are not linked
    caper_vec3 point;           // rest joint
    float length;               // from the parent's joint
    float reach;                // longest way down to a leaf
    float low, high;            // y of the lowest and highest joint, this one included
    int count;                  // bodies, this one included
    int depth;                  // most bodies on a way down, this one included
    int leaves;
    int tip;    // the leaf at the end of the longest way
    int mirror; // sagittal partner, itself, or -1
    bool limb;  // by its extent and place a limb, if it hangs on the spine
    caperi_hint hint;
    caperi_role role;
    float confidence;
} caperi_tag_body;

typedef struct caperi_tagger {
    const caper_skeleton *skeleton;
    bool joined; // body 0 was added above several roots
    int count;
    caperi_tag_body *bodies;
    int16_t *path; // the spine from its rear end to its front
    int path_count;
    float extent;    // metres
    float clearance; // lowest joint above y = 0, per extent
    bool floats;
    int first;    // of the character: what is above are helpers
    int top;      // the first body that branches: the spine goes through it
    int head;     // on the path, or -1
    int standing; // limbs that come down to the ground, whatever their names
    int root_body;
    bool used_names;
    float symmetry; // share of bodies with a partner
} caperi_tagger;

#define CAPERI_FOR_CHILDREN(tagger, body, i)                                                       \
    for (int i = (tagger)->bodies[body].child; i >= 0; i = (tagger)->bodies[i].sibling)

/// Positions, links without helpers, measures and partners.
void caperi_tag_measure(caperi_tagger *t);
/// The hint in one name.
caperi_hint caperi_tag_hint(const char *name);
/// Hints of all names; marks helpers.
void caperi_tag_names(caperi_tagger *t);
/// Spine, head and tail.
void caperi_tag_spine(caperi_tagger *t);
/// Everything that hangs on the spine.
void caperi_tag_limbs(caperi_tagger *t);
/// caper_skeleton_tag; `joined` when body 0 was added above several roots.
bool caperi_skeleton_tag(const caper_skeleton *skeleton, const caper_tag_options *options,
                         bool joined, caper_caps *caps, float *confidence, caper_tagging *tagging,
                         caper_error *error);

/// From a to b.
static inline caper_vec3 caperi_tag_way(const caperi_tagger *t, int a, int b)
{
    return caper_vec3_sub(t->bodies[b].point, t->bodies[a].point);
}

/// Is the body, by its place, on the sagittal plane?
static inline bool caperi_tag_on_plane(const caperi_tagger *t, int i)
{
    return fabsf(t->bodies[i].point.x) < 0.015f;
}

/// A confidence from how far x is between `from` and `to`.
static inline float caperi_tag_sure(float x, float from, float to, float low, float high)
{
    return low + (high - low) * caper_clamp((x - from) / (to - from), 0.0f, 1.0f);
}

/// Give a body a role.
static inline void caperi_tag_set(caperi_tagger *t, int i, caperi_role role, float confidence)
{
    t->bodies[i].role = role;
    t->bodies[i].confidence = confidence;
}

/// Has a body at least three small children, two of them side by side: a face?
bool caperi_tag_has_face(const caperi_tagger *t, int i);
/// Give a whole subtree a role.
void caperi_tag_set_all(caperi_tagger *t, int i, caperi_role role, float confidence);

/// Fill box_center, box_half and, for feet, contacts of defs (body_count of them) from the bone
/// lengths of a tagged skeleton. Contacts live in the arena. *lowest: the lowest point of all boxes
/// and soles at rest. False when memory ran out.
bool caperi_skeleton_boxes(const caper_skeleton *skeleton, const caper_caps *caps,
                           caper_body_def *defs, caper_arena *arena, float *lowest);

#endif
