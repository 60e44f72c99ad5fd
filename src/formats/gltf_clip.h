// SPDX-License-Identifier: MIT
//
// One animation of a glTF file on its way to a clip (gltf_clip.c, gltf_marks.c).
#ifndef CAPER_SRC_FORMATS_GLTF_CLIP_H
#define CAPER_SRC_FORMATS_GLTF_CLIP_H

#include "formats/gltf.h"

/// A channel that moves a node, with its sampler.
typedef struct caperi_gltf_move {
    int node, path;
    int line;   // of the times, in caperi_gltf_reel.lines
    int output; // accessor
    uint8_t interpolation;
    caperi_gltf_place place;
} caperi_gltf_move;

/// The times of an input accessor.
typedef struct caperi_gltf_line {
    int accessor;
    int count;
    const float *raw;
    float *seconds; // from the start of the clip, on whole frames where they nearly are
    bool whole;     // all of them are on whole frames
    double rate, start;
    // what fits_rate found out, so that many channels and animations ask once
    double asked_start, asked_own;
    unsigned asked, fits; // bits by place in the list of rates; the last for asked_own
} caperi_gltf_line;

typedef struct caperi_gltf_reel {
    caperi_gltf *g;
    int index;
    const caperi_gltf_animation *animation;
    caperi_gltf_move *moves;
    int move_count;
    caperi_gltf_list lines; // caperi_gltf_line; kept from one animation to the next
    int *line_of;           // by accessor: its line + 1, or 0
    double start, end, rate;
    int frame_count;
    caper_track_def *tracks;
    int track_count;
    bool *taken; // rotations, translations, then deforms: has its track
} caperi_gltf_reel;

/// The next track to fill; count it with track_count++.
caper_track_def *caperi_gltf_next_track(caperi_gltf_reel *r, caper_track_kind kind, int body);

/// What this library wrote of the clip: rate and frames; then loops, contacts, key poses, tags and
/// deforms that no morph target carries.
bool caperi_gltf_own_rate(caperi_gltf_reel *r, const caperi_json *json);
bool caperi_gltf_own_marks(caperi_gltf_reel *r, const caperi_json *json, caper_clip_def *clip);

#endif
