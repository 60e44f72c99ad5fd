// SPDX-License-Identifier: MIT
//
// Measuring a walk, captured, animated or our own, by the same yardstick: soles and torso over time
// become cycles, and cycles become a few figures and harmonics.
#ifndef CAPER_SRC_GAIT_MEASURE_H
#define CAPER_SRC_GAIT_MEASURE_H

#include "gait/gait.h"

/// Soles, hips and the torso of a body over time, world.
typedef struct caperi_walk_record {
    caper_vec3 *soles; // of each leg, frame by frame
    caper_vec3 *hips;  // their middle
    float *lengths;    // of each leg from hip to ankle, by its reach
    caper_transform *torso;
    float *yaws; // where the torso faces on the whole; measured
    int frame_count, leg_count;
    float dt;
    bool loops;   // the last frame is the first one, moved on
    bool example; // to learn from: refused where nobody walks forward
    size_t memory_size;
} caperi_walk_record;

/// Room for so many frames; false without memory.
bool caperi_walk_record_open(caperi_walk_record *record, const caper_gait *gait, int frame_count);
void caperi_walk_record_close(caperi_walk_record *record);
/// Cut it into cycles and measure them. False with a reason: nobody steps, no cycle, wrong scale.
bool caperi_walk_measure(const caper_gait *gait, const caperi_walk_record *record,
                         const char *source, caper_gait_figures *out, caper_error *error);

#endif
