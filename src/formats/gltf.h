// SPDX-License-Identifier: MIT
//
// What the files of the glTF reader share. A document is opened (gltf_file.c: container, buffers),
// its nodes are put in order and the bodies chosen among them (gltf_nodes.c), the rest pose is
// taken from the inverse bind matrices (gltf_bind.c), and meshes (gltf_mesh.c) and animations
// (gltf_clip.c) are turned into skins and clips of those bodies.
//
// Scale. A body is rigid, a node is not: the matrix of a node in the scene is kept as G = T K, with
// T rigid (the body) and K what remains. K is a number wherever scales are uniform, and then
//
//     local rotation of a body    = rotation of the node x P     (P turns back mirrored axes)
//     local translation of a body = K of the parent x translation of the node
//
// hold at any time. Under a non-uniform scale they hold for the node's own pose only: the reader
// warns.
#ifndef CAPER_SRC_FORMATS_GLTF_H
#define CAPER_SRC_FORMATS_GLTF_H

#include "base/json.h"
#include "base/try.h"
#include "formats/formats.h"
#include "formats/gltf_matrix.h"
#include "formats/gltf_text.h"

/// Keys of a glTF file under which Caper keeps what glTF has no word for; each stands in `extras`.
#define CAPERI_GLTF_FILE "caper_file" // asset: version, mean place of the bodies at rest
#define CAPERI_GLTF_BODY "caper_body" // node: caps, box, mass, joint, deforms, contacts
#define CAPERI_GLTF_ROOT "caper_root" // node: true: its motion is the root track
#define CAPERI_GLTF_CLIP "caper_clip" // animation: rate, frames, loops, contacts, key poses, tags

/// Bytes of a buffer, wherever they come from.
typedef struct caperi_gltf_buffer {
    const unsigned char *data; // NULL until it is asked for
    size_t size;
    void *owned; // from the allocator of the draft: buffers are opened in the middle of other work,
                 // whose scratch memory does not last
    size_t owned_size;
    bool parts;       // of the file, by caperi_gltf_bin_get; data stays NULL
    bool fleeting;    // data is freed before the import is finished
    const char *path; // of the file that was read for it; NULL for others
} caperi_gltf_buffer;

/// A part of a buffer in memory; its first byte lies at memory + start % 16.
typedef struct caperi_gltf_run {
    size_t start, size;
    unsigned char *memory;
    size_t room;
} caperi_gltf_run;

#define CAPERI_GLTF_MAX_FILES 256 // beside the document

/// An accessor whose every element lies within its buffer.
typedef struct caperi_gltf_accessor {
    caperi_gltf_place place;
    int index;
    int count;                 // elements
    int width;                 // components of an element, 1 to 16
    int component;             // 5120 to 5126 as in the file
    bool normalized;           // integers stand for -1..1 or 0..1
    const unsigned char *data; // NULL: all zero
    bool lasting;              // data stays until the import is finished
    size_t stride;             // bytes from element to element
    int sparse_count;          // elements that are replaced
    const unsigned char *sparse_indices, *sparse_values;
    int sparse_component;
} caperi_gltf_accessor;

typedef struct caperi_gltf_node {
    const caperi_json_value *json;
    int parent;     // -1 for a root
    int mesh, skin; // -1 when it has none
    int next;       // in the order of caperi_gltf.order
    double position[3];
    double rotation[4];
    caperi_mat3d scale;  // diagonal, or what remains of a matrix
    caperi_affine world; // at the node's own pose; metres, Y up
    bool active;         // in the scene that is shown
    bool joint;          // of a skin, or a bone of a humanoid
    bool animated;       // turns or moves in some animation
    bool keep;           // becomes a body
    bool root_track;     // its motion is the root track
    int expression;      // which of them it moves, + 1; 0: none
    int body;            // index of its body, or -1
    int carrier;         // nearest node from here up that is a body, or -1
} caperi_gltf_node;

/// What is known of a body beside its draft.
typedef struct caperi_gltf_body {
    int node;         // -1 for a root that was added to join several
    caperi_rigid pre; // what stands above a root body; the identity elsewhere
    bool has_pre;
    caperi_mat3d above; // K of the parent: takes the node's translation to the body's
    bool uniform;       // `above` is above_scale times the identity
    double above_scale;
    double fix[4]; // P
    bool has_fix;
    caperi_mat3d rest_k;                        // K at the node's own pose
    caperi_rigid local;                         // at the node's own pose
    caperi_rigid rest;                          // model space, at rest
    bool bound;                                 // rest comes from a bind matrix
    bool at_rest;                               // the node's own pose is the rest pose
    int deform_head, deform_tail, deform_count; // list in caperi_gltf.deforms; heads count from 1
} caperi_gltf_body;

/// A skin of the file.
typedef struct caperi_gltf_skin {
    const caperi_json_value *json;
    int joint_count;
    int *joints; // node indices
    int user;    // first node that wears it, or -1
    bool has_bind;
    caperi_affine *inverse;   // inverse bind matrices, by joint
    caperi_affine placing;    // M: where the mesh stands in model space when it is as bound
    caper_mat4 *inverse_bind; // by body, for positions that were placed; NULL until needed
} caperi_gltf_skin;

/// A morph target, or several of one name, as a deform of a body.
typedef struct caperi_gltf_deform {
    int body;
    const char *name;
    int next;    // of the same body, or -1
    double rest; // weight when nothing moves it
    int place;   // among the deforms of the character
} caperi_gltf_deform;

/// Which deforms the targets of a node's mesh are.
typedef struct caperi_gltf_morphs {
    int count;
    int *deforms; // by target; -1 for one that was left out
} caperi_gltf_morphs;

/// An expression of a VRM animation: x of a node is its weight.
typedef struct caperi_gltf_expression {
    int node;
    const char *name; // of the JSON
    int deform;       // -1 when there is no room for it
} caperi_gltf_expression;

typedef struct caperi_gltf {
    caperi_draft *draft;
    caper_error *error;
    caperi_json json;
    bool parsed;              // json is to be freed
    bool own;                 // written by this library
    bool as_written;          // and its bodies are still where they were
    const unsigned char *bin; // the binary chunk; NULL while it is in the file
    size_t bin_size, bin_offset;
    const caperi_file *bin_file; // what holds the chunk or the only buffer; NULL: not read in parts
    caperi_file beside;          // the one of the buffer, if it is open
    bool has_beside;
    caperi_gltf_list runs;                 // caperi_gltf_run, what of it was read
    bool bin_keys;                         // they hold keys, in memory of the draft
    caperi_gltf_run bin_whole;             // all of it, if that was needed; in memory of the draft
    caper_slice text;                      // the JSON
    caperi_gltf_place located, line_start; // what caperi_gltf_locate found last
    int line;
    caperi_gltf_place decoded, decoded_end; // text that is no text any more
    caperi_gltf_lists lists;
    int accessor_count;
    int buffer_count;
    const caperi_json_value *meshes, *skins_json, *materials, *node_list; // or NULL
    caperi_gltf_buffer *buffer;
    int files[CAPERI_GLTF_MAX_FILES]; // buffers that were read from files beside this one
    int file_count;
    size_t file_bytes; // of all of them
    size_t budget;     // bytes that may still be decoded: small files must not become large
    double transforms; // frames times bodies of all clips so far

    caperi_gltf_node *nodes;
    int node_count;
    int *order; // nodes, parents first
    caperi_gltf_skin *skins;
    int skin_count;
    caperi_gltf_body *bodies; // as draft->bodies
    int body_count;
    caperi_affine world; // above all roots: unit and axes
    double size;         // largest extent of the rest pose

    caperi_gltf_expression *expressions; // of a VRM animation
    int expression_count;
    int *humans;      // by node: part of a person, or -1; NULL when the file has no humanoid
    int human_format; // 0 none, 1 VRM 0, 2 VRM 1, 3 VRMA
    caper_mat4 *rest_inverse; // by body, for what is fixed to a body; NULL until needed
    caperi_gltf_deform *deforms;
    int deform_count, deform_room, deforms_dropped;
    caperi_gltf_morphs *morphs; // by node; NULL before the first
    int *skin_nodes;            // by skin of the draft: its node
    const char **deform_names;  // "body.deform" in the order of the character
    caperi_json images_json;    // `images`, parsed when the first is asked for
    bool images_parsed;
    const caper_image **images; // by index; NULL until asked for
    int image_count, lost_images;
    int scaled_channels, stray_channels, stray_meshes, loose_vertices; // for one warning each
    int rescaled_joints;
    bool warned_nonuniform;
} caperi_gltf;

#define CAPERI_GLTF_FAIL(g, value, status, ...)                                                    \
    return caperi_json_fail(&(g)->json, (value), (status), __VA_ARGS__)

// -- Documents (gltf_file.c) ------------------------------------------------------------------

/// Take the container apart, parse the JSON and check what it requires.
bool caperi_gltf_open(caperi_gltf *g);
/// Free JSON and buffers.
void caperi_gltf_close(caperi_gltf *g);
/// The array of that name at the root; *out is NULL when there is none.
bool caperi_gltf_array(caperi_gltf *g, const caperi_json_value *object, const char *name,
                       const caperi_json_value **out);
/// A member that is an index below `count`; *out stays when the member is absent and optional.
bool caperi_gltf_index(caperi_gltf *g, const caperi_json_value *object, const char *name,
                       caperi_json_need need, int count, int *out);
/// The bytes of a buffer.
bool caperi_gltf_buffer_get(caperi_gltf *g, int index, const caperi_gltf_buffer **out);
/// Ask for memory to decode into; refused when the file has asked for more than its size can mean.
bool caperi_gltf_spend(caperi_gltf *g, const caperi_json_value *value, size_t bytes);
/// Memory that is not cleared, within the budget; NULL with an error.
void *caperi_gltf_alloc(caperi_gltf *g, caper_arena *arena, size_t count, size_t size);

/// A copy of the bytes that a URI stands for, as caperi_gltf_view_copy.
bool caperi_gltf_uri_copy(caperi_gltf *g, const char *uri, size_t size, caper_image *out);

/// Decode base64 into `out`, which has room for 3 bytes for each 4 and 4 more; false at a byte that
/// is no digit.
bool caperi_gltf_base64(const char *text, size_t size, unsigned char *out, size_t *out_size);
/// The name of a file beside the document, of a URI: percent escapes taken out. `name` has room for
/// size + 1 bytes. False when it would leave the folder.
bool caperi_gltf_name_beside(const char *uri, size_t size, char *name);

// -- A buffer in parts (gltf_bin.c) -----------------------------------------------------------

/// Read what accessors refer to, keys or all else, and let go of what was read before.
bool caperi_gltf_bin_load(caperi_gltf *g, bool keys);
/// Bytes of the buffer, which must be within it.
bool caperi_gltf_bin_get(caperi_gltf *g, size_t start, size_t size, const unsigned char **out);
void caperi_gltf_bin_free(caperi_gltf *g);

// -- Accessors (gltf_accessor.c) --------------------------------------------------------------

/// Find and check an accessor.
bool caperi_gltf_accessor_get(caperi_gltf *g, int index, caperi_gltf_accessor *out);
/// All components as floats, into count x width of them. Numbers that are not finite are refused.
bool caperi_gltf_floats(caperi_gltf *g, const caperi_gltf_accessor *accessor, float *out);
/// The same for what can be done without (normals, weights): numbers that are not finite become 0.
bool caperi_gltf_floats_or_zero(caperi_gltf *g, const caperi_gltf_accessor *accessor, float *out);
/// All components as whole numbers; the accessor must hold unsigned ones.
bool caperi_gltf_indices(caperi_gltf *g, const caperi_gltf_accessor *accessor, uint32_t *out);
/// A copy of the bytes of a buffer view in memory that the import keeps.
bool caperi_gltf_view_copy(caperi_gltf *g, int index, caper_image *out);
/// Some of the elements of an accessor that replaces none.
caperi_gltf_accessor caperi_gltf_accessor_part(const caperi_gltf_accessor *a, int first, int count);
/// Refuse the accessor of which these are the numbers when one of them is not finite.
bool caperi_gltf_check_finite(caperi_gltf *g, const caperi_gltf_accessor *a, const float *values);
/// Is every number finite?
bool caperi_gltf_all_finite(const float *values, size_t count);
/// Bytes of a component; 0 for an unknown one.
size_t caperi_gltf_component_size(int component);

// -- Nodes and bodies (gltf_nodes.c, gltf_bind.c, gltf_vrm.c) ---------------------------------

/// Read the nodes and put them in order.
bool caperi_gltf_read_nodes(caperi_gltf *g);
/// Read the skins (joints and inverse bind matrices).
bool caperi_gltf_read_skins(caperi_gltf *g);
/// Which humanoid extension the file has, for the way it faces.
int caperi_gltf_human_format(const caperi_gltf *g);
/// Read the humanoid map, if there is one; its bones count as joints.
bool caperi_gltf_read_humans(caperi_gltf *g);
/// Node channels of the animations mark their nodes.
bool caperi_gltf_mark_animated(caperi_gltf *g);
/// Choose the bodies among the nodes, and name them.
bool caperi_gltf_choose_bodies(caperi_gltf *g);
/// Find the rest pose.
bool caperi_gltf_bind(caperi_gltf *g);
/// Caps of the bodies that the humanoid map or the extras give.
bool caperi_gltf_caps(caperi_gltf *g);
/// The local transform of a body for a translation and a rotation of its node.
void caperi_gltf_body_position(const caperi_gltf_body *body, const double in[3], double out[3]);
void caperi_gltf_body_rotation(const caperi_gltf_body *body, const double in[4], double out[4]);

// -- Meshes, morphs, animations (gltf_mesh.c, gltf_morph.c, gltf_clip.c) ----------------------

bool caperi_gltf_read_meshes(caperi_gltf *g);
/// What a primitive looks like (gltf_look.c): its color, and, where pictures are wanted, texture
/// coordinates, vertex colors and the picture.
bool caperi_gltf_read_look(caperi_gltf *g, const caperi_json_value *primitive, caper_skin *skin);
/// The targets of the mesh of a node as deforms; its skins start at `first` in the draft. Those
/// that move nothing are deforms of the body `fallback`.
bool caperi_gltf_name_targets(caperi_gltf *g, int node, const caperi_json_value *mesh, int first,
                              int count, int fallback);
/// The deform of that name, made if the body has none yet; *out is -1 when there is no room for it.
bool caperi_gltf_add_deform(caperi_gltf *g, int body, const char *name, size_t size, int *out);
/// Put the deforms in the order of the character.
bool caperi_gltf_settle_deforms(caperi_gltf *g);
bool caperi_gltf_read_clips(caperi_gltf *g);

#endif
