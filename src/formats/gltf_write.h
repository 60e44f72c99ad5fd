// SPDX-License-Identifier: MIT
//
// What the files of the glTF writer share: the binary data and its accessors, gathered first; the
// JSON is written when all of it is known.
#ifndef CAPER_SRC_FORMATS_GLTF_WRITE_H
#define CAPER_SRC_FORMATS_GLTF_WRITE_H

#include "base/try.h"
#include "formats/formats.h"
#include "formats/gltf.h"

/// Buffer views: animations and matrices share one each, vertex data has one for each accessor.
typedef enum caperi_gltf_section {
    CAPERI_GLTF_MATRICES,
    CAPERI_GLTF_MOTION,
    CAPERI_GLTF_VERTICES,  // ARRAY_BUFFER
    CAPERI_GLTF_TRIANGLES, // ELEMENT_ARRAY_BUFFER
    CAPERI_GLTF_SECTION_COUNT
} caperi_gltf_section;

/// One accessor to be written.
typedef struct caperi_gltf_out_accessor {
    caperi_gltf_section section;
    size_t offset, size; // in the section
    int count, component;
    const char *type;
    int bounds; // components of min and max; 0: none
    float min[3], max[3];
} caperi_gltf_out_accessor;

/// A mesh of one primitive.
typedef struct caperi_gltf_out_mesh {
    const char *name;
    int skin; // of the file
    int position, normal, joints, weights, indices, first_target;
    int target_count;
    const char *const *morphs;
    float color[4];
    const void *vertices; // who has the same shares the accessors
} caperi_gltf_out_mesh;

/// A channel with its sampler.
typedef struct caperi_gltf_out_channel {
    int node;
    const char *path;
    int input, output;
} caperi_gltf_out_channel;

/// A deform that no morph target carries.
typedef struct caperi_gltf_out_deform {
    int deform; // of the clip
    int first;  // of its times and values in caperi_gltf_out.numbers
    int count;
} caperi_gltf_out_deform;

typedef struct caperi_gltf_out_clip {
    int carried; // number of the document's animation that it is, + 1; 0: written anew
    int first_channel, channel_count;
    int first_deform, deform_count;
} caperi_gltf_out_clip;

typedef struct caperi_gltf_out {
    const caper_export_job *job;
    const caper_character *character; // may be NULL
    const caper_skeleton *skeleton;
    const char *path;
    caper_error *error;
    caper_arena arena;
    caper_text sections[CAPERI_GLTF_SECTION_COUNT];
    caper_text accessors, channels, deforms, numbers; // arrays of the structs above; of floats
    int accessor_count, channel_count, deform_count, number_count;
    int *skins; // accessor of the inverse bind matrices, by skin of the file
    int skin_count;
    caperi_gltf_out_mesh *meshes;
    int mesh_count;
    caperi_gltf_out_clip *clips;
    const caper_document *document; // the file that is written again; NULL: a new one
    int accessor_base;              // accessors of the document
    bool *animated;                 // by body: its node gets a channel
    int root_node;                  // node of the root tracks, or -1
    int first_mesh;                 // node of the first mesh
    int recent[32];                 // accessors of times
    int recent_count;
} caperi_gltf_out;

/// Add an accessor with its bytes; returns its index. Bounds are those of `bounds` float
/// components.
int caperi_gltf_out_add(caperi_gltf_out *out, caperi_gltf_section section, const void *data,
                        size_t size, int count, int component, const char *type, int bounds);
/// Element of one of the arrays, by value.
void caperi_gltf_out_get(const caper_text *array, int index, void *element, size_t size);

/// The accessor of these times: a recent one when it holds the same.
int caperi_gltf_out_times(caperi_gltf_out *out, const float *times, int count);
/// A channel; type "SCALAR" for weights.
void caperi_gltf_out_channel_add(caperi_gltf_out *out, int node, const char *path, int input,
                                 const float *values, int count, int width, const char *type);
/// Times of a track; those of dense tracks are made once, in *dense. NULL with an error.
const float *caperi_gltf_out_track_times(caperi_gltf_out *out, const caper_clip *clip,
                                         const caper_track_def *track, float **dense);
/// The root track as motion of out->root_node.
bool caperi_gltf_out_root(caperi_gltf_out *out, const float *times, const caper_track_def *track);
/// Weights of a node's mesh, at all times at which one of its targets has a key: the tracks by
/// target, NULL where the target stays at `rest` (NULL: at 0).
bool caperi_gltf_out_weights(caperi_gltf_out *out, const caper_clip *clip, int node, size_t targets,
                             const caper_track_def *const *of, const float *rest, float **dense);
/// A deform that no target carries.
bool caperi_gltf_out_spare_deform(caperi_gltf_out *out, const caper_clip *clip, int deform,
                                  const caper_track_def *track, float **dense);
/// One animation as JSON.
void caperi_gltf_out_animation(const caperi_gltf_out *out, caper_json_writer *w, int index);
/// One accessor as JSON, in this buffer view.
void caperi_gltf_out_accessor_write(caper_json_writer *w, const caperi_gltf_out_accessor *a,
                                    int view, bool own_view);

/// Write the document of the job again, with its clips (gltf_carry.c).
bool caperi_gltf_carry(caperi_gltf_out *out);
/// A clip as motion of the document's nodes (gltf_carry_clip.c).
bool caperi_gltf_carry_clip(caperi_gltf_out *out, const caper_clip *clip,
                            caperi_gltf_out_clip *made);

/// Skins, or the boxes of the bodies (gltf_write_mesh.c).
bool caperi_gltf_out_meshes(caperi_gltf_out *out);
/// Clips (gltf_write_clip.c).
bool caperi_gltf_out_clips(caperi_gltf_out *out);
/// The extras of an animation.
void caperi_gltf_out_clip_extras(const caperi_gltf_out *out, caper_json_writer *w, int clip);

#endif
