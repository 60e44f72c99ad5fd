// SPDX-License-Identifier: MIT
//
// One performer: the frames of the last half second, and what was said besides.
#ifndef CAPER_SRC_LIVE_PERFORMER_H
#define CAPER_SRC_LIVE_PERFORMER_H

#include "live/clock.h"
#include "live/wire.h"
#include "live/osc.h"

#define CAPERI_LIVE_RING 64 ///< frames kept: half a second at 120 Hz
#define CAPERI_LIVE_SEEN 64 ///< packets of a frame that are known again when they come twice

/// A frame that is being put together, or was.
typedef struct caperi_live_frame {
    double time;    ///< the sender's when stamped, else ours
    double arrival; ///< of its newest packet
    bool stamped;
    bool complete;  ///< nothing of what the frames before had is missing
    uint64_t fresh; ///< parts (and the root) that came with this frame; others are as before
    caper_transform root;
    caper_vec3 hips;
    caper_quat rotations[CAPER_PART_COUNT];
    float deforms[CAPER_LIVE_MAX_DEFORMS];
} caperi_live_frame;

/// A token bucket: so many a second, a quarter of it at once.
typedef struct caperi_live_bucket {
    double tokens, time;
} caperi_live_bucket;

/// Counts of a stretch of about a second.
typedef struct caperi_live_rate {
    double start;
    uint64_t packets, frames;
} caperi_live_rate;

/// The root in a set of parts.
#define CAPERI_LIVE_ROOT CAPER_PART_BIT(CAPER_PART_COUNT)

/// One sender. Slots are reused: `id` is 0 for a free one.
typedef struct caperi_performer {
    caper_performer id;
    uint64_t source;    ///< address and port
    double first, last; ///< packets
    int worth;          ///< the most that it ever sent, see caperi_vmc_look
    bool kept;          ///< its slot is not given away, however long it is silent
    caperi_live_bucket bucket;
    caperi_live_rate rate;
    caperi_live_clock clock;
    caper_live_meters meters;

    caperi_live_frame frames[CAPERI_LIVE_RING];
    uint64_t frame_count; ///< begun so far; the last one is open
    uint64_t expected;    ///< parts of the last two frames
    uint64_t fresh_before;
    double period;                           ///< mean time between frames
    uint64_t packets_seen[CAPERI_LIVE_SEEN]; ///< hashes of those of the open frame
    int seen_count;

    uint64_t present;
    caper_vec3 offsets[CAPER_PART_COUNT]; ///< newest positions of the parts, ours
    int deform_count;
    char deform_names[CAPER_LIVE_MAX_DEFORMS][CAPER_LIVE_MAX_NAME];
    uint64_t deform_hashes[CAPER_LIVE_MAX_DEFORMS];
    float deforms[CAPER_LIVE_MAX_DEFORMS]; ///< said, not yet applied
    int tracker_count;
    caper_live_tracker trackers[CAPER_LIVE_MAX_TRACKERS];
    bool loaded;
    int calibration, tracking;
} caperi_performer;

/// Make a free slot a performer.
void caperi_performer_start(caperi_performer *performer, caper_performer id, uint64_t source,
                            double now);
/// One to spend at this rate?
bool caperi_live_bucket_take(caperi_live_bucket *bucket, double rate, double now);

/// What a first look at a packet finds.
typedef struct caperi_vmc_look {
    bool vmc;  ///< some message is VMC's
    int worth; ///< 2: it has places of bodies, 1: a face or trackers, 0: neither
    bool stamped;
    double stamp; ///< of the first /VMC/Ext/T
} caperi_vmc_look;
/// Check a packet as OSC and look for VMC in it; false when it is malformed.
bool caperi_vmc_look_at(const void *packet, size_t size, caperi_vmc_look *look);
/// Take a packet that was looked at. False: older than what came before, or the same again.
bool caperi_performer_take(caperi_performer *performer, const void *packet, size_t size,
                           const caperi_vmc_look *look, double arrival, float latency);

/// Has a packet of this hash come before, with the open frame?
bool caperi_performer_is_repeated(const caperi_performer *performer, uint64_t hash, double arrival);
/// A part came (or the root, CAPER_PART_COUNT): begins a new frame when the open one has it.
void caperi_performer_place(caperi_performer *performer, int part, caper_transform place,
                            double arrival);
/// The deforms said so far hold from now on.
void caperi_performer_apply(caperi_performer *performer, double arrival);
/// A time stamp came.
void caperi_performer_stamp(caperi_performer *performer, double stamp, double arrival,
                            float latency);
/// Is there a frame to show?
bool caperi_performer_ready(const caperi_performer *performer);
/// The pose at our time, `latency` ago; false without a frame.
bool caperi_performer_pose(const caperi_performer *performer, double time, float latency,
                           caper_live_pose *pose, float *deforms);
/// From the ankles up to the hips' joint in the performer's T-pose.
float caperi_performer_leg_height(const caperi_performer *performer);
/// From the part above to this one in the performer's T-pose, as sent or usual, scaled.
caper_vec3 caperi_performer_offset(const caperi_performer *performer, caper_part part,
                                   caper_part above);
/// The performer's size against the usual one.
float caperi_performer_scale(const caperi_performer *performer);

#endif
