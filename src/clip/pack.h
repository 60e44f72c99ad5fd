// SPDX-License-Identifier: MIT
//
// What the files that pack clips share: the motion to be packed, and how each segment of it will
// be.
#ifndef CAPER_SRC_CLIP_PACK_H
#define CAPER_SRC_CLIP_PACK_H

#include "clip/packed.h"

/// What the plan of a segment needs to know about one rotation in it.
typedef struct caperi_pack_range {
    int16_t reference[4]; // as stored, without CAPERI_REFERENCE_ZERO
    float extent[3];      // the largest magnitude of each component of v
} caperi_pack_range;

/// The motion that is packed, by track and frame.
typedef struct caperi_pack_motion {
    int frame_count, segment_count;
    int rotation_count, channel_count;
    uint16_t *rotations, *channels; // bodies; CAPERI_CHANNEL_*
    caper_quat *quats;              // [rotation][frame], neighbours on one side
    float *values;                  // [channel][frame]
    caperi_pack_range *ranges;      // [segment][rotation]
} caperi_pack_motion;

/// How one segment is packed. Arrays by track; a zeroed plan has a size of 0.
typedef struct caperi_pack_plan {
    size_t size;        // bytes
    uint16_t *order;    // rotations as they lie in groups
    uint16_t *widths;   // by group, as stored
    uint8_t *steps;     // by rotation
    float *least;       // by channel
    uint16_t *channels; // by channel, as stored
} caperi_pack_plan;

static inline caper_quat *caperi_pack_quats(const caperi_pack_motion *m, int rotation, int frame)
{
    return m->quats + (size_t)rotation * (size_t)m->frame_count + frame;
}

/// Find references and extents of all rotations in all segments. `paces` are the radians that
/// mixing two frames may be off for each. Returns the first rotation that turns too far from any
/// reference, or too fast, or -1.
int caperi_pack_find_ranges(caperi_pack_motion *m, const float *paces);

/// Plan a segment for steps of at most these sizes: by rotation, and by channel.
void caperi_pack_plan_segment(const caperi_pack_motion *m, int segment, const float *steps,
                              const float *channel_steps, caperi_pack_plan *plan);

/// Write a planned segment: plan->size bytes, zero before.
void caperi_pack_write_segment(const caperi_pack_motion *m, int segment,
                               const caperi_pack_plan *plan, uint8_t *out);

#endif
