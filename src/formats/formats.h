// SPDX-License-Identifier: MIT
//
// What the files of room `formats` share. A reader turns bytes into a draft: bodies, clips and
// skins in metres and Y up, with what the file itself says about boxes, masses, limits and caps.
// caperi_import_finish() turns any draft into an import, the same way for every format: names made
// unique, roots joined, floor found, caps inferred, boxes made, clips built.
//
// A reader looks like this (bvh_read.c is the model):
//
//     bool caperi_read_x(caperi_draft *draft, caper_error *error)
//     {
//         parse draft->bytes; on trouble return caper_error_set(error, ..., draft->source, ...);
//         caperi_draft_bodies(draft, count); fill draft->bodies, parents first;
//         caperi_draft_clips(draft, count); fill draft->clips; all arrays from draft->scratch;
//         skins and strings that the import keeps: from draft->arena;
//         caperi_draft_convert(draft, unit, axes) if the file is not in metres and Y up;
//         set unit, unit_name, unit_detected, up, axes;
//         return true;
//     }
#ifndef CAPER_SRC_FORMATS_FORMATS_H
#define CAPER_SRC_FORMATS_FORMATS_H

#include "base/file.h"
#include "caper/formats.h"

/// One body as the file gives it.
typedef struct caperi_draft_body {
    const char *name; // need not be unique; NULL or "": one is made up
    int parent;       // less than the own index; -1 for a root, of which there may be several
    caper_transform rest_local; // metres, Y up
    caper_caps caps;            // what the file itself says; added to what is inferred. HELPER: an
                                // end site, a control: never spine, root or foot
    bool has_box;               // else from skin weights, else from lengths
    caper_vec3 box_center, box_half;
    bool has_joint; // else free
    caper_joint joint;
    float mass;                 // kilograms; 0: from the box
    caper_bvh_body bvh;         // BVH: how the file wrote it
    const char *const *deforms; // names without the body's
    int deform_count;
    const caper_vec3 *contacts; // contact points; none: bottom of the box
    int contact_count;
    const caper_hinge *hinges; // of a robot
    int hinge_count;
    int line, column; // for messages; 0 when unknown
} caperi_draft_body;

/// Everything that a reader fills in. Zero but for what caperi_draft_init sets.
typedef struct caperi_draft {
    // given to the reader
    const char *source; // for messages
    const char *path;   // NULL when there is none: then no other file may be read
    const unsigned char *bytes;
    size_t size;             // of the file
    size_t loaded;           // of it in `bytes`: all, unless `file` has the rest
    const caperi_file *file; // a GLB that is read in parts; else NULL
    caper_import_options options;
    caper_allocator allocator;
    caper_arena arena;   // lives as long as the import
    caper_arena scratch; // lives until the import is finished
    caper_arena keys;    // the same, for the keys of clips: large, and nothing else grows with it
    caper_warnings warnings;

    // what the reader fills in
    caper_format format;
    const char *name; // set from the path; a reader may know better
    caperi_draft_body *bodies;
    int body_count;
    caper_clip_def *clips; // without skeleton; body indices are those of `bodies`; frames, track
                           // values and roots must be writable (in scratch), conversion and floor
                           // change them in place. A body without a track stays at rest
    int clip_count;
    caper_skin *skins; // in the arena; `bodies` index draft bodies; inverse_bind per draft body.
                       // Vertices follow their bodies, so the floor does not touch them. A skin may
                       // share its vertices with the one before it
    int skin_count;
    float unit_told; // metres per unit as the file says, for caperi_draft_sense; 0: it does not
    bool told;       // for the same: the file says that it is in unit_told, Y up, over a floor at
                     // 0, and that its offsets are the rest pose
    float unit;      // metres per unit of the file
    const char *unit_name;
    bool unit_detected;
    caper_up_axis up;
    const char *axes;
    bool rest_on_floor; // the file says (or the reader made sure) that y = 0 is the floor
    bool caps_known;    // the caps of the bodies, with ROOT on one, are all there is: none is
                        // inferred unless they make no character

    int16_t *parts; // of a person by draft body, or -1, as the file says; NULL: it says nothing

    caper_robot *robot; // MJCF, URDF: in the arena

    caper_document *document; // the file itself, where it is to be carried (glTF)

    bool keep_bytes; // clips refer to the bytes of the file: they stay until the import is finished
    void *owned_bytes; // what caperi_draft_release_bytes frees; NULL when the caller owns them
} caperi_draft;

/// Prepare a draft. `path` may be NULL. options must be valid.
void caperi_draft_init(caperi_draft *draft, const void *bytes, size_t size, const char *path,
                       const caper_import_options *options);
/// Free what the draft still holds.
void caperi_draft_free(caperi_draft *draft);
/// Zeroed bodies (rest at the identity, parent -1) and clips (caper_clip_def_default, with source
/// and allocator). False with an error when there are too many or no memory.
bool caperi_draft_bodies(caperi_draft *draft, int count, caper_error *error);
bool caperi_draft_clips(caperi_draft *draft, int count, caper_error *error);
/// Is a word, in small letters, in a text, whatever the case?
bool caperi_has_word(const char *text, const char *word);
/// Memory from an arena of the draft, zeroed; NULL with an error.
void *caperi_draft_alloc(caperi_draft *draft, caper_arena *arena, size_t count, size_t size,
                         size_t align, caper_error *error);
/// A copy of a string in the draft's arena: control bytes and invalid UTF-8 replaced by '_'. NULL
/// with an error.
const char *caperi_draft_string(caperi_draft *draft, const char *text, size_t size,
                                caper_error *error);
/// A warning about the file.
void caperi_draft_warn(caperi_draft *draft, int line, int column, const char *format, ...)
    CAPER_PRINTF(4, 5);
/// May a file that this one names be read (caperi_file_is_beside)? folder_size is that of the
/// folder in the path, with its slash.
bool caperi_draft_may_read(const caperi_draft *draft, const char *path, size_t folder_size,
                           caper_error *error);
/// The bytes are not needed any more: frees them when they came from a file, so that text and clip
/// need not be held at the same time.
void caperi_draft_release_bytes(caperi_draft *draft);

/// Scale every length by `unit` and turn the axes: each local rotation r becomes t r t^-1, each
/// position p becomes unit t p. Rest, boxes, joints and clips; skins are the reader's own business.
void caperi_draft_convert(caperi_draft *draft, float unit, caper_quat turn);
/// The turn that takes an up axis to +Y: for Z up (x, y, z) to (x, z, -y), so that a file that
/// faces -Y (Blender) faces +Z.
caper_quat caperi_up_turn(caper_up_axis up);

/// A unit of length that files come in.
typedef struct caperi_unit {
    const char *name;
    float metres;
} caperi_unit;
/// Guess the unit from the height of the hips above the ground (in units). `sure` (may be NULL)
/// receives whether it lies within one of the ranges that standing people have.
caperi_unit caperi_unit_by_hips(float height, bool *sure);
/// The name of a unit that the user gave.
const char *caperi_unit_name(float metres);

/// For files that say nothing about units, axes and floor (BVH, ASF): find the up axis, the rest
/// pose (a frame stands in where the offsets alone do not stand), the unit and the floor, from the
/// bodies and the first clip, whose tracks have one key a frame, or one key. Converts the draft,
/// turns the rest pose to face +Z and puts it on the floor of the motion.
bool caperi_draft_sense(caperi_draft *draft, caper_error *error);

/// Free a document; NULL is fine.
void caperi_document_free(caper_document *document);
/// What was taken off the height of its roots.
void caperi_document_set_floor(caper_document *document, float floor);
/// Bytes that it holds.
size_t caperi_document_size(const caper_document *document);

/// Build the import. Takes the arena and the warnings of the draft on success. NULL with an error.
caper_import *caperi_import_finish(caperi_draft *draft, caper_error *error);

/// Caps of all bodies of the draft, whose skeleton this is (`shift` as below): by their joints, and
/// by the shapes that the file gives.
bool caperi_caps_infer(caperi_draft *draft, const caper_skeleton *skeleton, int shift,
                       caper_caps *caps, caper_tagging *tagging, caper_error *error);

/// Boxes of all bodies, in defs that hold caps: those of the file, else from the skins where they
/// say something, else from lengths. `shift` is 1 when the skeleton has a root that the draft
/// lacks.
bool caperi_boxes_make(caperi_draft *draft, const caper_skeleton *skeleton, int shift,
                       caper_body_def *defs, caper_error *error);

// -- Readers and writers ----------------------------------------------------------------------

bool caperi_read_bvh(caperi_draft *draft, caper_error *error);
/// ASF alone, or AMC with the ASF of options.skeleton or beside it.
bool caperi_read_acclaim(caperi_draft *draft, caper_error *error);
/// glTF, GLB, VRM and VRMA.
bool caperi_read_gltf(caperi_draft *draft, caper_error *error);
bool caperi_read_mjcf(caperi_draft *draft, caper_error *error);
bool caperi_read_urdf(caperi_draft *draft, caper_error *error);

bool caperi_write_bvh(const caper_export_job *job, const char *path, caper_error *error);
/// By the ending: .gltf with its buffer inside, or .glb.
bool caperi_write_gltf(const caper_export_job *job, const char *path, caper_error *error);

#endif
