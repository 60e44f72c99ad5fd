// SPDX-License-Identifier: MIT
//
// What the two halves of the BVH reader share: the hierarchy (bvh_read.c) says what the columns of
// the motion (bvh_motion.c) mean.
#ifndef CAPER_SRC_FORMATS_BVH_H
#define CAPER_SRC_FORMATS_BVH_H

#include "formats/formats.h"

#define CAPERI_BVH_MAX_CHANNELS 16 // of one joint: 9 with scale, the rest is nonsense

/// BVH has no place to say what its numbers mean. The writer therefore ends the CHANNELS line of
/// the first ROOT with these blanks when the file is Y up, over a floor at 0, and its zero pose is
/// the rest pose, facing +Z. The unit is a centimetre; else 32 more blanks are the bits of its
/// float in metres, highest first, a tab for 1. To other programs blanks are nothing (many files
/// end this very line with one); a program that writes the file anew drops them, and then the
/// reader guesses as it does for any file.
#define CAPERI_BVH_MARK " \t "
#define CAPERI_BVH_MARK_UNIT 0.01f
#define CAPERI_BVH_MARK_BITS 32

/// What a column of the motion is.
typedef enum caperi_bvh_channel {
    CAPERI_BVH_X_POSITION,
    CAPERI_BVH_Y_POSITION,
    CAPERI_BVH_Z_POSITION,
    CAPERI_BVH_X_ROTATION,
    CAPERI_BVH_Y_ROTATION,
    CAPERI_BVH_Z_ROTATION,
    CAPERI_BVH_SCALE // read and dropped
} caperi_bvh_channel;

/// One ROOT, JOINT or End Site, in the order of the file.
typedef struct caperi_bvh_joint {
    const char *name; // in the draft's arena; NULL for an end site
    int parent;       // -1 for a ROOT
    int line, column;
    double offset[3];
    bool is_end, has_offset, has_channels;
    int channel; // first column
    int channel_count;
    unsigned char channels[CAPERI_BVH_MAX_CHANNELS];
} caperi_bvh_joint;

/// The hierarchy.
typedef struct caperi_bvh {
    caperi_bvh_joint *joints;
    int joint_count;
    int channel_count;
} caperi_bvh;

/// Read what follows MOTION into a clip of the draft, whose bodies are the joints. Nothing of the
/// text is needed afterwards.
bool caperi_bvh_read_motion(caperi_draft *draft, const caperi_bvh *bvh, caper_scanner *scanner,
                            caper_error *error);

#endif
