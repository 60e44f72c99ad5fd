// SPDX-License-Identifier: MIT
//
// What MJCF and URDF have in common: a tree of rigid bodies, each with solids, a mass and joints
// somewhere in its own frame, Z up and +X forward by convention. The readers fill in
// caperi_robot_body; caperi_robot_finish makes the bodies of a draft from them:
//
//   frame   its origin moves to the joint; its axes turn with the solids where that makes the box
//           much smaller, else they stay as the file has them
//   box     of all solids together, in that frame
//   joint   one hinge stays a hinge; several become a ball whose cone and twist hold every pose
//           that the hinges allow
//   axes    up as told, forward by the names of left and right, or else +X
#ifndef CAPER_SRC_FORMATS_ROBOT_H
#define CAPER_SRC_FORMATS_ROBOT_H

#include "formats/formats.h"

typedef enum caperi_solid_kind {
    CAPERI_SOLID_SPHERE,
    CAPERI_SOLID_BOX,
    CAPERI_SOLID_CAPSULE,
    CAPERI_SOLID_CYLINDER,
    CAPERI_SOLID_ELLIPSOID
} caperi_solid_kind;

/// A shape in the frame of a body. `half`: half sides of a box, radii of an ellipsoid, the radius
/// of a sphere in x; capsules and cylinders lie along z, radius in x, half length (of the straight
/// part) in z.
typedef struct caperi_solid {
    caperi_solid_kind kind;
    caper_vec3 half;
    caper_transform frame;
} caperi_solid;

/// Volume in the cube of the file's unit.
double caperi_solid_volume(const caperi_solid *solid);
/// Bounds of solids in a frame that is turned by `turn` against theirs.
caper_bounds caperi_solids_bounds(const caperi_solid *solids, int count, caper_quat turn);
/// The turn of the frame in which the solids have the smallest box, among the body's own and those
/// of the solids. The own one unless another saves a fifth of the volume; of the quarter turns of
/// that other the one nearest to the own.
caper_quat caperi_solids_turn(const caperi_solid *solids, int count);

/// A turn about an axis, in the frame of the body. Angles are measured from the pose of the file.
typedef struct caperi_hinge {
    caper_vec3 axis; // unit
    float low, high; // the limits; -pi and pi without
    float at;        // the angle at rest
    float zero;      // what the model adds to these angles: its own is 0 elsewhere
    const char *name;
} caperi_hinge;

#define CAPERI_MAX_HINGES CAPER_MAX_HINGES

/// One joint for the hinges of a body, in their order from the parent to the body. `along` is
/// where the body extends: the twist axis, unless a hinge is near to it. Limits are widened to hold
/// the rest pose; `outside` receives by how much at most.
caper_joint caperi_hinges_joint(const caperi_hinge *hinges, int count, caper_vec3 along,
                                float *outside);

/// One body of the file, in the file's units and axes.
typedef struct caperi_robot_body {
    const char *name;
    int parent;            // less than the own index, or -1
    caper_transform local; // of the file's frame in the parent's, at rest
    caper_vec3 anchor;     // the joint, in the file's frame
    caper_joint_kind kind; // FIXED, BALL (of `ball` radians each way), FREE, or HINGE: see hinges
    float ball;
    caperi_hinge hinges[CAPERI_MAX_HINGES];
    int hinge_count;
    const caperi_solid *solids; // that make its box
    int solid_count;
    double mass; // kilograms; 0 when unknown
    bool helper; // marks a place and no more
    int line, column;
} caperi_robot_body;

/// Turn the bodies into the draft's, in metres and Y up. `unit` in metres. Sets the draft's bodies,
/// up and axes; unit and unit_name are the reader's.
bool caperi_robot_finish(caperi_draft *draft, const caperi_robot_body *bodies, int count,
                         caper_up_axis up, float unit, caper_error *error);

/// The lowest points of some solids (robot_lowest.c). Start with `up` in the frame of the body and
/// the size of its box.
typedef struct caperi_lowest {
    caper_vec3 up;
    float size;
    caper_vec3 points[CAPER_MAX_CONTACTS];
    float heights[CAPER_MAX_CONTACTS]; // along up, rising
    int count;
} caperi_lowest;
/// Add solids; `frame` is that of what they are given in, in the frame of the body.
void caperi_lowest_add(caperi_lowest *touch, const caperi_solid *solids, int count,
                       caper_transform frame);
/// Make them the contact points of a body.
bool caperi_lowest_keep(caperi_lowest *touch, caperi_draft *draft, caperi_draft_body *body,
                        caper_error *error);

/// Begin the list of a model's numbers, with room for so many; false with an error. `base` is the
/// file's first body in the pose of the file.
bool caperi_robot_begin(caperi_draft *draft, int room, caper_transform base, caper_error *error);
/// Add a number to the list.
void caperi_robot_add(caperi_draft *draft, caper_robot_column column);
/// Add the seven of a base.
void caperi_robot_add_base(caperi_draft *draft);

/// Which way the bodies of a draft face, in its own axes: by pairs of names that differ in left and
/// right or in front and back, which must agree; false when the names do not tell. `up` is a unit
/// axis, and so is what `forward` receives.
bool caperi_robot_forward(caperi_draft *draft, caper_vec3 up, caper_vec3 *forward);

#endif
