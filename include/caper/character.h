// SPDX-License-Identifier: MIT
// Room `body`: what a character is.
//
// A character is a tree of bodies whose spine bodies form one serial chain. A body's frame origin
// is its joint to its parent; its box and centre of mass (the box centre) are given in that frame.
// Joint limits are measured from the rest local rotation; hinge and twist axes are in the body
// frame. Bodies are stored parent first. In model space the character stands as at rest with the
// ground at y = 0, faces +Z, and its left is +X (see vecmath.h). A character is immutable once
// built: share it between threads through const pointers.
#ifndef CAPER_CHARACTER_H
#define CAPER_CHARACTER_H

#include "caper/base.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_MAX_BODIES 1024
#define CAPER_MAX_CONTACTS 8 ///< contact points of one body
#define CAPER_MAX_DEFORMS 64 ///< deforms of one body

// ---------------------------------------------------------------------------------------------------
// Capabilities: what a body is for. A body may have several.

/// A set of capabilities.
typedef uint32_t caper_caps;

enum {
    CAPER_CAP_SPINE = 1u << 0,   ///< one link of the serial chain that carries the limbs
    CAPER_CAP_ROOT = 1u << 1,    ///< the root body; exactly one in a built character, always spine
    CAPER_CAP_LIMB = 1u << 2,    ///< part of a chain that leads from the spine to an end effector
    CAPER_CAP_FOOT = 1u << 3,    ///< stands on the ground; its box bottom is the sole
    CAPER_CAP_GRASPER = 1u << 4, ///< holds things
    CAPER_CAP_HEAD = 1u << 5,    ///< carries the senses
    CAPER_CAP_MOUTH = 1u << 6,
    CAPER_CAP_EYE = 1u << 7,
    CAPER_CAP_EAR = 1u << 8,
    CAPER_CAP_TAIL = 1u << 9,  ///< every body of a tail
    CAPER_CAP_WING = 1u << 10, ///< every body of a wing
    CAPER_CAP_FIN = 1u << 11,
    CAPER_CAP_HORN = 1u << 12,
    CAPER_CAP_TENTACLE = 1u << 13,
    CAPER_CAP_HELPER =
        1u << 14, ///< twist, end and control bones of imported files; no physical part
    CAPER_CAP_COUNT = 15
};

/// The caps that can be told from geometry: spine, root, limb, foot, grasper, head, tail, wing.
#define CAPER_CAPS_STRUCTURAL                                                                      \
    (CAPER_CAP_SPINE | CAPER_CAP_ROOT | CAPER_CAP_LIMB | CAPER_CAP_FOOT | CAPER_CAP_GRASPER |      \
     CAPER_CAP_HEAD | CAPER_CAP_TAIL | CAPER_CAP_WING)

/// Name of one capability bit as written in files ("spine", "foot" ...); NULL for an unknown bit.
CAPER_API const char *caper_cap_name(caper_caps bit);
/// The bit of that name (`size` bytes, any case), or 0.
CAPER_API caper_caps caper_cap_from_name(const char *name, size_t size);

/// Which color stands for which capability.
typedef struct caper_cap_color {
    caper_caps cap; ///< one bit
    uint32_t color; ///< 0xRRGGBB
} caper_cap_color;

/// The colors of capabilities: the first entry that a body has gives its color. All drawings of
/// Caper use them. Returns how many there are.
static inline int caper_cap_palette(const caper_cap_color **colors)
{
    static const caper_cap_color palette[] = {
        {CAPER_CAP_EYE, 0x23262d},     {CAPER_CAP_MOUTH, 0xbf3b33},    {CAPER_CAP_EAR, 0xdca3b6},
        {CAPER_CAP_HORN, 0xece7d8},    {CAPER_CAP_HEAD, 0xf0a45c},     {CAPER_CAP_FOOT, 0x8d6cb8},
        {CAPER_CAP_GRASPER, 0xdd6450}, {CAPER_CAP_WING, 0x7cbedd},     {CAPER_CAP_FIN, 0x62c2b3},
        {CAPER_CAP_TAIL, 0x9db155},    {CAPER_CAP_TENTACLE, 0xc88cc6}, {CAPER_CAP_ROOT, 0xd1a85c},
        {CAPER_CAP_SPINE, 0xe8cd96},   {CAPER_CAP_LIMB, 0x6fa0da},
    };
    *colors = palette;
    return CAPER_COUNT_OF(palette);
}

/// The color of a body with these caps; a gray when none has a color.
static inline uint32_t caper_caps_color(caper_caps caps)
{
    const caper_cap_color *palette = NULL;
    int count = caper_cap_palette(&palette);
    for (int i = 0; i < count; i++) {
        if (caps & palette[i].cap) {
            return palette[i].color;
        }
    }
    return 0xb9bcc2;
}

// ---------------------------------------------------------------------------------------------------
// Joints

/// How a body is joined to its parent.
typedef enum caper_joint_kind {
    CAPER_JOINT_FIXED, ///< welded to the parent
    CAPER_JOINT_HINGE, ///< turns about `axis` between min and max
    CAPER_JOINT_BALL,  ///< swing cone about `axis`, and twist about it between min and max
    CAPER_JOINT_FREE,  ///< no limits: the first body of a character, or limits that are not known
    CAPER_JOINT_KIND_COUNT
} caper_joint_kind;

/// How a body may turn against its parent, measured from the rest local rotation. In a built
/// character the members that the kind does not use have fixed values.
typedef struct caper_joint {
    caper_joint_kind kind;
    caper_vec3 axis; ///< unit, in the body frame: the hinge axis, or the twist axis of a ball
    float swing;     ///< ball: half angle of the cone that `axis` stays in, radians, 0..pi
    float min, max;  ///< hinge angle, or twist of a ball, radians, -pi <= min <= 0 <= max <= pi
} caper_joint;

/// The angles of a local rotation at a joint, in radians, and how far they are beyond the limits.
typedef struct caper_joint_angles {
    float turn;   ///< hinge angle or twist
    float swing;  ///< angle away from what the joint allows to turn about: 0 for a perfect hinge
    float excess; ///< largest angle beyond a limit, around the circle by the shorter way; 0 within
} caper_joint_angles;
/// Measure: local = rest * swing * twist, the twist about the joint's axis. A fixed joint has all
/// of its turn as swing, a free one measures nothing. `rest` is the rest local rotation.
CAPER_API caper_joint_angles caper_joint_measure(const caper_joint *joint, caper_quat rest,
                                                 caper_quat rotation_local);
/// The nearest rotation within the limits (swing and twist are clamped separately, each to its
/// nearer limit). A rotation within 1e-5 rad of them is returned as it is.
CAPER_API caper_quat caper_joint_clamp(const caper_joint *joint, caper_quat rest,
                                       caper_quat rotation_local);

#define CAPER_MAX_HINGES 6 ///< of one body

/// One axis that a motor turns. A robot's body has one or several, one after the other from the
/// parent to the body: local = rest x Q(rest angles)^-1 x Q(angles), Q(a) = R1(a1 - zero1) x R2 ...
typedef struct caper_hinge {
    const char *name;
    caper_vec3 axis; ///< unit, in the body frame
    float min, max;  ///< radians, as in the robot's model; at most a full turn apart
    float rest;      ///< the angle of the rest pose
    float zero;      ///< the angle at which it does not turn the body
} caper_hinge;

// ---------------------------------------------------------------------------------------------------
// Skeleton, pose

/// Names, parents and rest local transforms: what a clip is recorded on. Arrays are parent first.
typedef struct caper_skeleton {
    int body_count;
    const char *const *names;
    const int16_t *parents; ///< -1 for a root; otherwise less than the index of the body itself
    const caper_transform *rest_local;
} caper_skeleton;

/// Index of the body of that name, or -1.
CAPER_API int caper_skeleton_find(const caper_skeleton *skeleton, const char *name);
/// Same names, parents and count (rest transforms may differ).
CAPER_API bool caper_skeleton_same(const caper_skeleton *a, const caper_skeleton *b);

/// One transform per body and one float per deform. The space (local to the parent, or model) is in
/// the name of the variable that holds it. The arrays belong to the code that made the pose.
typedef struct caper_pose {
    caper_transform *bodies;
    float *deforms;
    int body_count;
    int deform_count;
} caper_pose;

/// A pose with its own arrays (one block, 32-byte aligned), all identity and zero.
/// Free with caper_pose_destroy and the same allocator (NULL: the default one). Without memory:
/// no arrays and counts of 0.
CAPER_API caper_pose caper_pose_create(int body_count, int deform_count,
                                       const caper_allocator *allocator);
/// Free the arrays of a pose made by caper_pose_create or caper_character_pose; NULL is fine.
CAPER_API void caper_pose_destroy(caper_pose *pose, const caper_allocator *allocator);
/// Copy bodies and deforms; the counts must match.
CAPER_API void caper_pose_copy(caper_pose *out, const caper_pose *in);
/// Forward kinematics: local to model transforms. `model` may be `local` itself. `root` places the
/// character (world = actor root x model); NULL for model space. Deforms are copied. The counts
/// must be the skeleton's. Never allocates.
CAPER_API void caper_pose_to_model(const caper_skeleton *skeleton, const caper_pose *local,
                                   const caper_transform *root, caper_pose *model);
/// The inverse of caper_pose_to_model (with root NULL). `local` must not be `model`.
CAPER_API void caper_pose_to_local(const caper_skeleton *skeleton, const caper_pose *model,
                                   caper_pose *local);

// ---------------------------------------------------------------------------------------------------
// Body, character

/// One rigid part of a built character. Read only.
typedef struct caper_body {
    const char *name;
    int parent; ///< -1 for the first body
    caper_caps caps;
    caper_joint joint;
    caper_vec3 box_center; ///< body frame; also the centre of mass
    caper_vec3 box_half;   ///< half extents, body frame, all > 0
    float mass;            ///< kilograms; 0 for a helper
    caper_vec3 inertia;    ///< principal moments about the box centre, along the box axes
    float limb_length; ///< metres from the body's joint along the limb to the spine; 0 on the spine
    int spine;         ///< the body itself or its nearest ancestor on the spine; -1 above the spine
    int base;          ///< first body of its limb (child of a spine body); -1 on the spine
    int mirror;        ///< sagittal partner; itself when it lies on the plane; -1 when it has none
    int child, sibling;         ///< first child and next sibling, or -1
    int deform, deform_count;   ///< its range in character->deforms
    const caper_vec3 *contacts; ///< authored contact points, body frame
    int contact_count;          ///< 0: the bottom corners of the box
    const caper_hinge *hinges;  ///< of a robot: the axes that make up its joint
    int hinge_count;            ///< 0: `joint` is all that is known
} caper_body;

/// The bodies from a hip down to a foot. Branching limbs give several legs with one hip. A foot on
/// the spine is its own hip.
typedef struct caper_leg {
    int foot;
    int hip;        ///< the body whose joint sits on the spine: limb base of the foot
    int body_count; ///< bodies from hip to foot, both included
    float length;   ///< joint to joint from the hip to the foot, then straight down to the lowest
                    ///< point of its sole at rest, metres
} caper_leg;

/// A tree of bodies with everything that can be derived from them. Read only.
typedef struct caper_character {
    const char *name;
    int body_count;
    const caper_body *bodies;
    caper_skeleton skeleton;
    const caper_transform *rest_model;
    int root_body;
    const int16_t *spine; ///< the chain from its rear or lower end to its head end, which is the
                          ///< end with fewer links to a head; without heads it runs forward or up,
                          ///< whichever way it extends more
    int spine_count;
    const caper_leg *legs; ///< by foot index
    int leg_count;
    const char *const *deforms; ///< "body.deform" names, in body order
    int deform_count;
    const float *rest_deforms; ///< deform_count zeros
    caper_bounds bounds;       ///< of all boxes but helpers' at rest, model space
    float height;              ///< top of the bounds above the ground, metres
    float size;                ///< largest extent of the bounds; thresholds scale with it
    float mass;                ///< kilograms
    caper_vec3 center_of_mass; ///< at rest, model space
    int hinge_count; ///< of all bodies. A character with hinges is a robot: an actor keeps to its
                     ///< axes and limits, whatever goals ask for
    size_t memory_size; ///< bytes
    caper_allocator allocator;
} caper_character;

/// The angles of a body's hinges, within their limits, that come nearest to a local rotation; exact
/// where the hinges can make it. `angles` has hinge_count entries.
CAPER_API void caper_body_angles(const caper_character *character, int body,
                                 caper_quat rotation_local, float *angles);
/// The local rotation that these hinge angles give.
CAPER_API caper_quat caper_body_turned(const caper_character *character, int body,
                                       const float *angles);
/// Change a local pose to one that a robot's joints can take: hinges turn about their axes within
/// their limits, fixed joints are at rest, and distances between joints are as at rest. The pose of
/// a character without hinges is left alone.
CAPER_API void caper_character_obey(const caper_character *character, caper_pose *local);

/// Index of the body of that name, or -1.
CAPER_API int caper_character_find(const caper_character *character, const char *name);
/// The rest pose in local space; its arrays are the character's and must not be written to.
CAPER_API caper_pose caper_character_rest_local(const caper_character *character);
/// A pose with this character's counts (see caper_pose_create), at rest.
CAPER_API caper_pose caper_character_pose(const caper_character *character,
                                          const caper_allocator *allocator);
/// Centre of mass of a model-space pose.
CAPER_API caper_vec3 caper_character_center_of_mass(const caper_character *character,
                                                    const caper_pose *model);
/// The points with which a body touches the ground, in the body frame: its contacts where the file
/// gives any, else the corners of the side of its box that is lowest at rest, raised to the ground
/// where they are below it. Returns their number.
CAPER_API int caper_body_sole_points(const caper_character *character, int body,
                                     caper_vec3 points[CAPER_MAX_CONTACTS]);
/// The capsule inscribed along the longest side of a body's box, in the body frame.
CAPER_API void caper_body_capsule(const caper_body *body, caper_vec3 *a, caper_vec3 *b,
                                  float *radius);
/// Free a character; NULL is fine.
CAPER_API void caper_character_destroy(caper_character *character);

// ---------------------------------------------------------------------------------------------------
// Skin

/// An encoded picture.
typedef struct caper_image {
    const void *bytes; ///< of a PNG or JPEG file
    size_t size;
} caper_image;

/// How a picture continues beyond its borders.
typedef enum caper_wrap {
    CAPER_WRAP_REPEAT,
    CAPER_WRAP_MIRROR, ///< every other copy reflected
    CAPER_WRAP_CLAMP,  ///< the color of the border
    CAPER_WRAP_COUNT
} caper_wrap;

/// What the alpha of a skin means.
typedef enum caper_alpha {
    CAPER_ALPHA_OPAQUE, ///< not read
    CAPER_ALPHA_MASK,   ///< visible, or invisible below alpha_cutoff
    CAPER_ALPHA_BLEND,  ///< how far it covers what is behind
    CAPER_ALPHA_COUNT
} caper_alpha;

/// A triangle mesh bound to bodies. A vertex in model space is the sum over its influences of
/// weight x body transform (model space) x inverse_bind x position.
typedef struct caper_skin {
    const char *name;
    int vertex_count;
    const caper_vec3 *positions;    ///< as bound, metres
    const caper_vec3 *normals;      ///< unit; computed when the file has none
    const uint16_t *bodies;         ///< 4 a vertex
    const float *weights;           ///< 4 a vertex, sum 1
    const caper_mat4 *inverse_bind; ///< per body of the character
    int index_count;                ///< 3 a triangle
    const uint32_t *indices;
    float color[4];            ///< base color factor of its material, linear RGBA
    const char *const *morphs; ///< names of morph targets
    int morph_count;
    const caper_vec3 *morph_offsets; ///< morph_count x vertex_count, or NULL
    // for drawing, where it was asked for (caper_import_options.pictures)
    const float *uvs;         ///< 2 a vertex: places in `image`, 0 0 its top left; NULL: none
    const float *colors;      ///< 4 a vertex, linear RGBA, times `color`; NULL: none
    const caper_image *image; ///< times `color`; NULL: none
    caper_wrap wrap_u, wrap_v;
    caper_alpha alpha;
    float alpha_cutoff;
    bool single_sided; ///< seen from the front only
} caper_skin;

/// The matrices of skinning, one for each body of the pose: body (model space) x inverse_bind. What
/// an engine uploads. `root` is an actor's root; NULL for model space. `palette` has
/// model->body_count entries. Never allocates.
CAPER_API void caper_skinning_palette(const caper_skin *skin, const caper_pose *model,
                                      const caper_transform *root, caper_mat4 *palette);

/// Deform a skin by linear blend skinning on the CPU: a reference for what shaders do, and for
/// programs that need the vertices. Refused: no skin, no palette, nothing to write. Never
/// allocates.
typedef struct caper_skinning_job {
    const caper_skin *skin;
    const caper_mat4 *palette; ///< caper_skinning_palette of this skin
    const float *morphs;       ///< weights of the morph targets, morph_count of them; NULL: all 0
    caper_vec3 *positions;     ///< vertex_count; may be NULL
    caper_vec3 *normals; ///< vertex_count, unit, exact where bodies are rigid or scaled evenly;
                         ///< morph targets do not change them; may be NULL
} caper_skinning_job;
/// No skin yet.
static inline caper_skinning_job caper_skinning_job_default(void)
{
    static caper_skinning_job zeroed; // in C and in C++
    caper_skinning_job job = zeroed;
    return job;
}
/// Skin; false, with nothing written, when the job is refused.
CAPER_API bool caper_skinning(const caper_skinning_job *job);

// ---------------------------------------------------------------------------------------------------
// Building

/// One body of a character to be built. Start from caper_body_def_default().
typedef struct caper_body_def {
    const char *name;
    int parent; ///< index in the def's array, any order; -1 for the one root of the tree
    caper_transform rest_local;      ///< against the parent
    caper_vec3 box_center, box_half; ///< body frame, metres
    float mass; ///< kilograms; 0: density of the character def x volume of the box; unused for
                ///< helpers
    caper_joint joint;
    caper_caps caps;
    const char *const *deforms;
    int deform_count;
    const caper_vec3 *contacts; ///< contact points in the body frame; none: bottom of the box
    int contact_count;          ///< at most CAPER_MAX_CONTACTS
    const caper_hinge *hinges;  ///< of a robot; none: `joint` is all
    int hinge_count;            ///< at most CAPER_MAX_HINGES
    int line, column;           ///< where it stands in its source, for messages; 0 when unknown
} caper_body_def;

/// A character to be built. Start from caper_character_def_default().
typedef struct caper_character_def {
    const char *name;
    const caper_body_def *bodies;
    int body_count;
    float density; ///< kg/m3 for bodies without a mass; default 1000
    int root_body; ///< index in bodies, overrides CAPER_CAP_ROOT; -1 (default): marked, or chosen
    const char *source;               ///< for messages; default "memory"
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_character_def;

/// No name, no parent, at the identity, a box of 0.1 m about the joint, free, without caps.
CAPER_API caper_body_def caper_body_def_default(void);
/// No bodies yet, density of water, the root body marked or chosen.
CAPER_API caper_character_def caper_character_def_default(void);

/// Build a character. Everything is copied. Refused with a reason: no bodies, over
/// CAPER_MAX_BODIES, no or several roots of the tree, cycles, parents out of range, empty or
/// duplicate names, non-finite numbers, lengths over 1e5 m, quaternions and joint axes off length 1
/// by more than 1e-3, box half sizes not within 1e-5 .. 1e5 m, masses (1e-15 .. 1e20 kg) and
/// densities (1e-3 .. 1e6) out of range, bad joint limits, bad deforms (twice, or with a '.' in the
/// name) and contacts, unknown caps, helpers that are spine, root or foot, no spine, a spine that
/// is not one serial chain, bodies other than helpers above or beside the spine, several marked
/// roots, a root body that is not spine. The spine may run both ways from the root of the tree.
/// Where no root body is marked it is the spine body with the most legs on it; among equals, with
/// legs the rearmost, without legs the nearest to the middle of the spine; then the lower index.
/// Bodies keep their order when it is parent first, otherwise parents move up to their first child.
CAPER_API caper_character *caper_character_create(const caper_character_def *def,
                                                  caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Files (.character.json, docs/schema/character.schema.json)

/// Read a .character.json file. NULL with an error at line and column when it is not one, or when
/// the builder refuses its content.
CAPER_API caper_character *caper_character_load(const char *path, const caper_load_options *options,
                                                caper_error *error);
/// caper_character_load from memory. `source` is for messages; NULL means "memory".
CAPER_API caper_character *caper_character_parse(const char *text, size_t size, const char *source,
                                                 const caper_load_options *options,
                                                 caper_error *error);
/// Write the file; nothing is left behind on failure.
CAPER_API bool caper_character_save(const caper_character *character, const char *path,
                                    caper_error *error);
/// Write the character as a JSON value (so that other files may embed it).
CAPER_API void caper_character_write(const caper_character *character, caper_json_writer *writer);

/// How many bodies have one of these caps.
CAPER_API int caper_character_count(const caper_character *character, caper_caps caps);
/// Describe a character as text for people to read; `bodies` adds a table of its bodies.
CAPER_API void caper_character_describe(const caper_character *character, bool bodies,
                                        caper_text *text);
/// The same as members of an open JSON object, as `caper info --json` has them.
CAPER_API void caper_character_summarize(const caper_character *character, bool bodies,
                                         caper_json_writer *writer);

// ---------------------------------------------------------------------------------------------------
// Automatic tagging: caps for a bare skeleton

/// How to tag.
typedef struct caper_tag_options {
    bool use_names;     ///< take known body names as hints; default true
    const char *source; ///< for messages
} caper_tag_options;

/// Below this confidence a person should check what tagging found. Of 36 rigs read with their
/// names, the three that are tagged wrongly are all below it.
#define CAPER_TAGGING_UNSURE 0.65f

/// What tagging found, and how sure it is.
typedef struct caper_tagging {
    int root_body;
    float confidence; ///< 0..1, that of the least certain decision
    int foot_count, grasper_count, head_count, tail_count, wing_count;
    bool used_names; ///< some decision rests on names
    char note[160];  ///< the weakest decision, in words
} caper_tagging;

/// Infer the caps of every body from topology and rest geometry, with known names as hints where
/// allowed. `caps` and `confidence` (may be NULL; 0..1 each) have body_count entries. Fails only on
/// skeletons that the builder would refuse for their topology.
CAPER_API bool caper_skeleton_tag(const caper_skeleton *skeleton, const caper_tag_options *options,
                                  caper_caps *caps, float *confidence, caper_tagging *tagging,
                                  caper_error *error);

/// Build a character from a bare skeleton: tagged automatically, boxes from the distances of
/// joints, several roots joined under one added helper. `ground` moves the rest pose so that its
/// lowest point is at y = 0.
typedef struct caper_skeleton_character_def {
    const caper_skeleton *skeleton;
    const char *name;
    bool use_names; ///< default true
    bool ground;    ///< default true
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_skeleton_character_def;
/// No skeleton yet; names are used, and the character is put on the ground.
CAPER_API caper_skeleton_character_def caper_skeleton_character_def_default(void);
/// Build it; NULL with an error when there is no memory, or the builder would refuse the skeleton.
/// tagging may be NULL.
CAPER_API caper_character *caper_character_from_skeleton(const caper_skeleton_character_def *def,
                                                         caper_tagging *tagging,
                                                         caper_error *error);

/// The same character with a natural rest pose: arms stretched out sideways hang down and legs
/// astride come together, unless the joints of such a limb have limits. For skeletons from files,
/// whose rest pose is often a T: what is said relative to rest then means the same on all of them.
/// Clips of either fit the other. NULL only without memory.
CAPER_API caper_character *caper_character_relax(const caper_character *character,
                                                 const caper_allocator *allocator,
                                                 caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Random creatures

/// A random creature. The same def gives the same bytes on every platform.
typedef struct caper_creature_def {
    uint64_t seed;
    float difficulty;         ///< 0 tame (symmetric, few limbs) .. 1 wild; default 0.5
    float min_size, max_size; ///< metres, log-uniform; default 0.1 .. 10
    int max_bodies;           ///< 8 to CAPER_MAX_BODIES; default 80
    const caper_allocator *allocator;
    uint32_t cookie;
} caper_creature_def;
/// Seed 0 and the defaults of the members.
CAPER_API caper_creature_def caper_creature_def_default(void);
/// Make one. A valid def fails only for lack of memory.
CAPER_API caper_character *caper_character_random(const caper_creature_def *def,
                                                  caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
