// SPDX-License-Identifier: MIT
// Room `formats`: foreign files. BVH, ASF/AMC, glTF 2.0 and GLB, VRM 0 and 1, VRMA, MJCF, URDF in;
// BVH, glTF and GLB out.
//
// A file becomes an import: one character (tagged automatically), its clips, its skins, and a
// record of what was assumed about units, axes and the floor. Everything is converted to Caper's
// conventions at this border (vecmath.h): metres, Y up, +Z forward. Any bytes are safe to read:
// errors have line and column (the byte offset in binary files), and limits are checked before
// memory is taken.
#ifndef CAPER_FORMATS_H
#define CAPER_FORMATS_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/person.h"
#include "caper/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of files that are known.
typedef enum caper_format {
    CAPER_FORMAT_UNKNOWN,
    CAPER_FORMAT_BVH,
    CAPER_FORMAT_ASF, ///< skeleton of Acclaim files
    CAPER_FORMAT_AMC, ///< motion of Acclaim files; needs its ASF
    CAPER_FORMAT_GLTF,
    CAPER_FORMAT_GLB,
    CAPER_FORMAT_VRM,  ///< a GLB with a VRM 0 or VRM 1 humanoid
    CAPER_FORMAT_VRMA, ///< a GLB with a VRM animation
    CAPER_FORMAT_MJCF,
    CAPER_FORMAT_URDF,
    CAPER_FORMAT_COUNT
} caper_format;

/// A short name ("bvh"); "unknown" outside the enum.
CAPER_API const char *caper_format_name(caper_format format);
/// Told from the content where possible (magic numbers, first words), else from the extension of
/// the path. `data` may be NULL.
CAPER_API caper_format caper_format_of(const char *path, const void *data, size_t size);

/// Which way is up in a file.
typedef enum caper_up_axis {
    CAPER_UP_AUTO, ///< detected, or what the format prescribes
    CAPER_UP_Y,
    CAPER_UP_Z,
    CAPER_UP_X,
    CAPER_UP_COUNT
} caper_up_axis;

/// How to read. Start from caper_import_options_default().
typedef struct caper_import_options {
    const caper_allocator *allocator; ///< NULL: default
    float unit;       ///< metres per unit of the file; 0 (default): detected or prescribed
    caper_up_axis up; ///< default CAPER_UP_AUTO
    float floor;    ///< height of the floor in metres after conversion, which becomes y = 0 of the
                    ///< rest pose; NAN (default): detected
    bool use_names; ///< body names as hints for tagging; default true
    const char *skeleton; ///< path of the ASF for an AMC; NULL: the only .asf beside it
    float rate;           ///< frames a second for files that do not say (AMC: 120)
    bool no_clips;        ///< read the character only
    bool carry; ///< glTF, GLB, VRM: keep the file itself, so that caper_export_job.like can write
                ///< it again with other animations; default false
    bool pictures; ///< glTF, GLB, VRM: keep what a renderer draws skins with: texture coordinates,
                   ///< vertex colors, pictures; default false
    bool follow_links;  ///< files that it refers to may be links out of its folder, pipes or
                        ///< devices; default false: only regular files inside the folder
    size_t max_bytes;   ///< of one file; default 1 GiB
    int max_frames;     ///< of one clip; default 1,000,000
    int max_depth;      ///< of nesting; default 256
    int max_transforms; ///< frames x bodies of all clips together, on top of 16 for each byte of
                        ///< the file, so that a small file cannot take hours; default 4,194,304
    uint32_t cookie;
} caper_import_options;
/// Read everything, within the limits above.
CAPER_API caper_import_options caper_import_options_default(void);

/// A glTF file as it was read: meshes, materials, pictures, extensions, everything. Only the writer
/// looks into it.
typedef struct caper_document caper_document;

/// How a BVH file wrote a body.
typedef struct caper_bvh_body {
    const char *channels; ///< in their order, capitals for positions: "XYZzxy"; NULL for an end
                          ///< site, and for a root that was added above several
    caper_vec3 offset;    ///< units and axes of the file
} caper_bvh_body;

/// What one number of a robot's position is.
typedef enum caper_robot_column_kind {
    CAPER_ROBOT_BASE,  ///< x, y, z of the base, then w, x, y, z of its rotation (`index` 0 to 6)
    CAPER_ROBOT_HINGE, ///< radians; `index` among the hinges of the body
    CAPER_ROBOT_SLIDE, ///< units of the file; moves the base; elsewhere it keeps its value
    CAPER_ROBOT_OTHER  ///< nothing here moves it
} caper_robot_column_kind;

/// One number of a robot's position.
typedef struct caper_robot_column {
    const char *name;
    caper_robot_column_kind kind;
    int body, index;
    caper_vec3 axis; ///< of a slide, in the frame of the file's body
    float zero;      ///< of a slide: its value in the pose of the file
} caper_robot_column;

/// The coordinates of a robot's model: its numbers in order (the qpos of MJCF), and its base in the
/// file's own axes and units. A model without joints at its base gets seven numbers for it.
typedef struct caper_robot {
    const caper_robot_column *columns;
    int column_count;
    caper_transform base;  ///< of the file's first body, in the pose of the file
    caper_transform frame; ///< of our first body in the file's
    caper_quat turn;       ///< from the file's axes to ours
} caper_robot;

/// What a file held. Read only; free with caper_import_destroy.
typedef struct caper_import {
    caper_format format;
    const char *name;
    caper_character *character;
    caper_clip **clips; ///< on the character's skeleton as read; one may be replaced by another,
                        ///< also of another skeleton, which the import then owns
    int clip_count;
    const caper_skin *skins;
    int skin_count;
    caper_tagging tagging;
    const caper_map *map;  ///< which body is which part, where the file itself says so (VRM, VRMA),
                           ///< for caper_person_find; NULL: it does not
    float unit;            ///< metres per unit of the file
    const char *unit_name; ///< "metres", "centimetres", "CMU units" ...
    bool unit_detected;    ///< guessed from the size of the body
    caper_up_axis up;
    const char *axes; ///< in words: "Y up, +Z forward"
    float floor;      ///< height of the floor in the file's own frame turned to Y up, metres
    const caper_bvh_body *bvh; ///< per body of the character, for a file that is to be written as
                               ///< it was (caper_export_job.like); NULL for other formats
    const caper_robot *robot;  ///< MJCF, URDF: the coordinates of its model; NULL for other formats
    const caper_document
        *document; ///< the file itself, where options.carry asked for it; else NULL
    caper_warnings warnings;
    size_t memory_size; ///< bytes
    caper_allocator allocator;
} caper_import;

/// Read a file of any format of this room. NULL with an error.
CAPER_API caper_import *caper_import_load(const char *path, const caper_import_options *options,
                                          caper_error *error);
/// The same from memory. `path` gives the name, the extension and the folder for files that it
/// refers to; no other file is read when it is NULL.
CAPER_API caper_import *caper_import_parse(const void *data, size_t size, const char *path,
                                           const caper_import_options *options, caper_error *error);
/// The character of an import in a natural rest pose: as the map says (may be NULL; see
/// docs/guide/person.md); else as it stands in one of the file's own clips; else with its arms down
/// and a little bent (caper_character_relax). Limbs with joint limits, as robots have, rest as in
/// the file. The elbows and knees of a person whose file gives no limits become hinges that fold as
/// people's do. Clips and skins of the import fit the result. NULL with an error when the map names
/// a clip that does not exist.
CAPER_API caper_character *caper_import_rest(const caper_import *import, const caper_map *map,
                                             const caper_allocator *allocator, caper_error *error);
/// Free it with its character and clips.
CAPER_API void caper_import_destroy(caper_import *import);

/// What to write. Start from caper_export_job_default().
typedef struct caper_export_job {
    const caper_character
        *character;                 ///< BVH: may be NULL, then the clip's skeleton alone is written
    const caper_clip *const *clips; ///< on the character's skeleton; BVH takes exactly one
    int clip_count;
    const caper_skin *skins; ///< glTF: none given and `bodies` set: boxes of the bodies are written
    int skin_count;
    bool bodies; ///< glTF: write a mesh of the bodies where there is no skin; default true
    float unit;  ///< BVH: metres per unit of the file; default 0.01 (centimetres)
    const char *rotation_order; ///< BVH: default "ZXY"; a joint that comes near gimbal lock in it
                                ///< gets another order
    const caper_import
        *like; ///< NULL (default): none. BVH: the import that the clip came from, whose unit, axes,
               ///< floor, offsets and channels are kept, except the order of joints in gimbal lock.
               ///< glTF: the import of the character; a document with a mesh is written again as it
               ///< was, with these clips instead of its own. Clips of the import itself are written
               ///< as they are in the file
    caper_warnings
        *warnings; ///< receives what could not be kept of `like`; NULL (default): not wanted
    uint32_t cookie;
} caper_export_job;
/// Nothing to write yet; the defaults above.
CAPER_API caper_export_job caper_export_job_default(void);
/// Write a file in the format of its extension: .bvh, .gltf (with its buffer inside), .glb, or .vrm
/// where `like` is one. Nothing is left behind on failure.
CAPER_API bool caper_export_save(const caper_export_job *job, const char *path, caper_error *error);

/// Write the numbers of a robot over the frames of a clip, in the order of its model and the units
/// and axes of its file: .csv with names and times, or .npy (doubles, frames x numbers). Refused:
/// an import that is not a robot, other extensions, a clip of another skeleton.
CAPER_API bool caper_robot_save(const caper_import *robot, const caper_clip *clip, const char *path,
                                caper_error *error);
/// The inverse: a clip of the robot's character from a .csv or .npy file (f4 or f8, in C order)
/// with one row per frame. `rate`: frames a second, for files that do not say (.npy); 0: 30. A .csv
/// with names may have them in any order; a "time" column gives the rate. Values are taken as they
/// are, beyond limits or not.
CAPER_API caper_clip *caper_robot_load(const caper_import *robot, const char *path, float rate,
                                       const caper_allocator *allocator, caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
