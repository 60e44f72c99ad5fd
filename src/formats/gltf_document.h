// SPDX-License-Identifier: MIT
//
// A glTF file that is carried along with the character that was read from it, so that it can be
// written again, whole, with other animations: its JSON text cut into members, the bytes of its
// buffers, and what takes the motion of bodies back to the motion of its nodes.
//
// Reading bakes (gltf.h): local of a body = pre x (above x translation, rotation x fix) of its
// node. Writing undoes just that. A body may hang on another body than its node does; the motion of
// such a body is worked out frame by frame, from where the two are.
#ifndef CAPER_SRC_FORMATS_GLTF_DOCUMENT_H
#define CAPER_SRC_FORMATS_GLTF_DOCUMENT_H

#include "formats/gltf.h"
#include "formats/graft.h"

typedef struct caperi_doc_member {
    caper_slice key; // with its quotes
    caper_slice value;
} caperi_doc_member;

typedef struct caperi_doc_buffer {
    const unsigned char *data;
    size_t size;
    void *owned; // NULL: it lies in the bytes of the file
    size_t owned_size;
} caperi_doc_buffer;

/// A body of the character, by its index.
typedef struct caperi_doc_body {
    caperi_gltf_body map; // map.node is -1 for a root that was added
    int up;               // body of the parent node, or -1
    double position[3], rotation[4];
    caperi_mat3d scale;
    bool matrix;        // the node has a matrix, which must go before it can be animated
    caperi_mat3d below; // the inverse of map.above
} caperi_doc_body;

/// A node whose mesh has morph targets.
typedef struct caperi_doc_morph {
    int node, count;
    int *deforms; // of the character, by target; -1: none
    float *rest;  // weights that the file gives
} caperi_doc_morph;

struct caper_document {
    caper_allocator allocator;
    caper_arena arena;
    caper_format format;
    const char *path; // for the files that it refers to; NULL: none is known
    void *bytes;      // the file
    size_t bytes_size;
    caperi_doc_member *members; // of the root
    int member_count;
    caperi_doc_buffer *buffers;
    int buffer_count;
    caperi_doc_body *bodies;
    int body_count;
    caperi_doc_morph *morphs;
    int morph_count;
    int root_node;       // of root tracks, in a file of ours; -1
    caperi_affine world; // above all roots
    double floor;        // what was taken off the height of roots
    double size;         // of the rest pose
};

/// Start to keep the file of a draft, before anything points into its bytes.
bool caperi_document_start(caperi_gltf *g);
/// Cut the text that was parsed, before a buffer is decoded over it.
bool caperi_document_cut(caperi_gltf *g);
/// Afterwards: buffers and how bodies follow from nodes. Gives up with a warning where a buffer
/// cannot be read.
bool caperi_document_fill(caperi_gltf *g);
/// The bodies are in another order now.
bool caperi_document_sort(caperi_gltf *g, const caperi_grafting *grafting);
/// The value of a member of the root; no data when there is none.
caper_slice caperi_document_find(const caper_document *document, const char *name);

/// What a node must be told for a body to be here, in the frame of its parent node's body (of the
/// scene, for a root).
void caperi_document_position(const caperi_doc_body *body, const double in[3], double out[3]);
void caperi_document_rotation(const caperi_doc_body *body, const double in[4], double out[4]);

#endif
