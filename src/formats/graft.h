// SPDX-License-Identifier: MIT
//
// Bodies that a file hangs on the root and moves along with a limb (graft.c).
#ifndef CAPER_SRC_FORMATS_GRAFT_H
#define CAPER_SRC_FORMATS_GRAFT_H

#include "formats/formats.h"

/// How the bodies of a draft were put in another order.
typedef struct caperi_grafting {
    int *place;   // new index of a body, by its old one; NULL: nothing has changed
    int *deforms; // the same for deforms
} caperi_grafting;

/// Find bodies that belong to a limb although they hang elsewhere, and hang them there: rest pose,
/// clips, skins and order of the draft. False with an error.
bool caperi_draft_graft(caperi_draft *draft, caperi_grafting *made, caper_error *error);

// -- Between the files of the grafter ---------------------------------------------------------

typedef struct caperi_graft {
    int body, onto;
} caperi_graft;

typedef struct caperi_grafter {
    caperi_draft *draft;
    caper_error *error;
    int count; // bodies
    float size;
    caper_transform *poses; // pose_count x count, model space; the first is the rest pose
    int pose_count;
    const caper_track_def **turns, **moves; // of one clip, by body
    double *weight;                         // by body: of all vertices
    double all_weight;
    double *seams; // count x count: how much mesh goes over
    caperi_graft *grafts;
    int graft_count;
    int *parents; // with the grafts
} caperi_grafter;

/// Memory for as long as the draft is read; NULL with an error.
void *caperi_graft_take(caperi_grafter *g, size_t count, size_t size);
/// Make a clip the one that caperi_graft_local looks at.
void caperi_graft_open(caperi_grafter *g, const caper_clip_def *clip);
/// Where a clip has a body, in the frame of its parent.
caper_transform caperi_graft_local(const caperi_grafter *g, const caper_clip_def *clip, int body,
                                   float time);
/// Bones of a hand that hang on the forearm side by side: hung on one of them. Needs the first pose
/// and the weights.
void caperi_graft_hands(caperi_grafter *g);
/// Hang them, and say so.
bool caperi_graft_apply(caperi_grafter *g, caperi_grafting *made);

#endif
