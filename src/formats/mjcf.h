// SPDX-License-Identifier: MIT
//
// What the files that read MJCF share. The way of a document: read it with its includes
// (mjcf_include.c), gather settings and default classes (mjcf_default.c), walk the bodies with
// their joints and geoms (mjcf_body.c), then choose the tree that is the character, its rest pose
// and its masses (mjcf_read.c).
#ifndef CAPER_SRC_FORMATS_MJCF_H
#define CAPER_SRC_FORMATS_MJCF_H

#include "formats/robot.h"
#include "formats/xml.h"

#define CAPERI_MJCF_MAX_CLASSES 1024
#define CAPERI_MJCF_CLASS_SLOTS 4096 // a power of two
#define CAPERI_MJCF_CLASS_PARTS 4    // <joint> or <geom> elements of one class

/// The kinds of element that default classes matter for.
typedef enum caperi_mjcf_kind {
    CAPERI_MJCF_JOINT,
    CAPERI_MJCF_GEOM,
    CAPERI_MJCF_KIND_COUNT
} caperi_mjcf_kind;

typedef struct caperi_mjcf_class {
    const char *name;
    int parent;                                                               // -1 for the first
    const caperi_xml *parts[CAPERI_MJCF_KIND_COUNT][CAPERI_MJCF_CLASS_PARTS]; // last one first
    int part_count[CAPERI_MJCF_KIND_COUNT];
} caperi_mjcf_class;

typedef enum caperi_mjcf_joint_kind {
    CAPERI_MJCF_HINGE,
    CAPERI_MJCF_SLIDE,
    CAPERI_MJCF_BALL,
    CAPERI_MJCF_FREE
} caperi_mjcf_joint_kind;

typedef struct caperi_mjcf_joint {
    caperi_mjcf_joint_kind kind;
    int body;
    caper_vec3 axis, position; // in the frame of the body
    bool limited;
    float low, high; // radians, from the pose of the file; ball: high
    float ref;       // of qpos in the pose of the file: radians, or a length
    int qpos;        // where its values stand in the qpos of a key
    const caperi_xml *element;
} caperi_mjcf_joint;

typedef struct caperi_mjcf_body {
    const caperi_xml *element;
    int parent; // -1 below the world
    int tree;   // index of its top body
    caper_transform local;
    bool mocap;
    int first_joint, joint_count;
    int first_solid, solid_count; // what makes its box, gathered in `solids`
    int plain_count; // of those, how many are of geoms that collide; others go when there are any
    int child_count;
    bool has_mesh;       // geoms whose size the file does not tell
    double mesh_density; // of the first such that has any
    bool has_inertial;
    double inertial_mass, geom_mass;
} caperi_mjcf_body;

/// A document while it is read. All memory is the draft's scratch.
typedef struct caperi_mjcf {
    caperi_draft *draft;
    caper_error *error;
    caperi_xml *root;

    // <compiler> and <option>
    bool radians, autolimits;
    char euler[4];
    enum {
        CAPERI_MJCF_INERTIA_AUTO,
        CAPERI_MJCF_INERTIA_GEOMS,
        CAPERI_MJCF_INERTIA_TOLD
    } inertia;
    double group_low, group_high; // of geoms that have mass
    double total_mass;            // 0: as it is
    double gravity[3];

    // <default>
    caperi_mjcf_class *classes; // the first is the main one
    int class_count;
    bool has_main; // an outermost <default> was seen
    int16_t *class_slots;

    // <worldbody>
    caperi_mjcf_body *bodies;
    int body_count;
    caperi_mjcf_joint *joints;
    int joint_count;
    caperi_solid *solids;
    int solid_count;
    int qpos_count;
    int world_geoms; // skipped
} caperi_mjcf;

/// The document with every <include> replaced by what it includes; NULL with an error.
caperi_xml *caperi_mjcf_document(caperi_draft *draft, caper_error *error);

/// Read <compiler>, <option> and all default classes.
bool caperi_mjcf_settings(caperi_mjcf *m);
/// Index of the class of that name; -1 with an error at the element.
int caperi_mjcf_find_class(caperi_mjcf *m, const caperi_xml *element, const char *name);

/// An element as seen through its default classes: level 0 is the element, then come its class
/// and the classes above it.
typedef struct caperi_mjcf_view {
    const caperi_mjcf *m;
    const caperi_xml *element;
    int class_index;
    caperi_mjcf_kind kind;
} caperi_mjcf_view;

/// View an element; its own class attribute comes before the class of its surroundings. False with
/// an error.
bool caperi_mjcf_look(caperi_mjcf *m, const caperi_xml *element, caperi_mjcf_kind kind,
                      int class_index, caperi_mjcf_view *view);
/// The value of an attribute, from the first level that has it, or NULL. `where` (may be NULL)
/// receives the element that it stands in.
const char *caperi_mjcf_get(const caperi_mjcf_view *view, const char *name,
                            const caperi_xml **where);
/// Numbers of an attribute, as caperi_xml_numbers.
int caperi_mjcf_numbers(const caperi_mjcf_view *view, const char *name, int least, int most,
                        double *values);
/// The pose of an element: pos and one of quat, euler, axisangle, xyaxes, zaxis.
bool caperi_mjcf_pose(const caperi_mjcf_view *view, caper_transform *pose);
/// The same for elements without default classes.
bool caperi_mjcf_plain_pose(const caperi_mjcf *m, const caperi_xml *element, caper_transform *pose);

/// Read <worldbody>: bodies, joints and solids.
bool caperi_mjcf_bodies(caperi_mjcf *m);

/// The rest pose of a tree of bodies: that of the file, or the first key in which its hinges are
/// within their limits when they are well outside in the pose of the file. `qpos` receives the
/// values of the key, or NULL.
bool caperi_mjcf_find_key(caperi_mjcf *m, int tree, const double **qpos);
/// How far a hinge is turned from the pose of the file, and the local transform of a body, at the
/// values of a key (NULL: in the pose of the file).
float caperi_mjcf_hinge_at(const caperi_mjcf_joint *joint, const double *qpos);
caper_transform caperi_mjcf_posed(const caperi_mjcf *m, int body, const double *qpos);

/// Warn about elements and attributes of bodies that MuJoCo does not have.
void caperi_mjcf_warn_unknown(const caperi_mjcf *m);

#endif
